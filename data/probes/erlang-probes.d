/* erlang-probes.d: writes what the probes of an Erlang VM tell, a line each, for Lanescope ("erlang-probes 1").
 *
 * The VM must have been built with --with-dynamic-trace=dtrace. As root:
 *
 *     dtrace -C -q -s erlang-probes.d -o my.erlang-probes          with -D FUNCTIONS calls of functions, too;
 *                                                                  with -D COPIES copies of terms; with -D FILES what
 *                                                                  is done with files (OTP 20 and older)
 *
 * and Ctrl+C when the program has done.
 *
 * NOT TRIED: neither DTrace nor a VM with probes was at hand where this was written; it follows the list of probes in
 * OTP's erlang_dtrace.d.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma D option quiet
#pragma D option bufsize=32m
#pragma D option switchrate=20hz
#pragma D option strsize=256

#define S(n) copyinstr (arg##n)
#define N(n) ((int) arg##n)
#define T(n) (arg##n == NULL ? "" : copyinstr (arg##n)) /* what need not be there */

dtrace:::BEGIN
{
  printf ("# erlang-probes 1\n# source dtrace\n# clock monotonic ns\n");
  printf ("# wall_ns %d mono_ns %d\n", walltimestamp, timestamp);
}

/* Processes. */

erlang*:::process-spawn,
erlang*:::process-exit,
erlang*:::process-scheduled,
erlang*:::process-hibernate,
erlang*:::process-port_unblocked
{
  printf ("%d\t%d\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1));
}

erlang*:::process-exit_signal
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1), S(2));
}

erlang*:::process-exit_signal-remote
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1), S(2), S(3));
}

erlang*:::process-unscheduled
{
  printf ("%d\t%d\t%s\t%s\n", timestamp, tid, probename,
          S(0));
}

erlang*:::process-heap_grow,
erlang*:::process-heap_shrink
{
  printf ("%d\t%d\t%s\t%s\t%d\t%d\n", timestamp, tid, probename,
          S(0), N(1), N(2));
}

/* Messages; sizes are words, the last three numbers a sequential trace token. */

erlang*:::message-send
{
  printf ("%d\t%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\n", timestamp, tid, probename,
          S(0), S(1), N(2), N(3), N(4), N(5));
}

erlang*:::message-send-remote
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\n", timestamp, tid, probename,
          S(0), S(1), S(2), N(3), N(4), N(5), N(6));
}

erlang*:::message-queued,
erlang*:::message-receive
{
  printf ("%d\t%d\t%s\t%s\t%d\t%d\t%d\t%d\t%d\n", timestamp, tid, probename,
          S(0), N(1), N(2), N(3), N(4), N(5));
}

/* Collections. */

erlang*:::gc_minor-start,
erlang*:::gc_minor-end,
erlang*:::gc_major-start,
erlang*:::gc_major-end
{
  printf ("%d\t%d\t%s\t%s\t%d\n", timestamp, tid, probename,
          S(0), N(1));
}

/* Ports. */

erlang*:::port-open
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1), S(2));
}

erlang*:::port-command,
erlang*:::port-exit,
erlang*:::port-connect
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1), S(2), S(3));
}

erlang*:::port-control
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%d\n", timestamp, tid, probename,
          S(0), S(1), S(2), N(3));
}

erlang*:::port-busy,
erlang*:::port-not_busy
{
  printf ("%d\t%d\t%s\t%s\n", timestamp, tid, probename,
          S(0));
}

/* Other nodes. */

erlang*:::dist-monitor
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1), S(2), S(3), S(4));
}

erlang*:::dist-port_busy
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1), S(2), S(3));
}

erlang*:::dist-port_not_busy
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1), S(2));
}

erlang*:::dist-output,
erlang*:::dist-outputv
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%d\n", timestamp, tid, probename,
          S(0), S(1), S(2), N(3));
}

/* Drivers. */

erlang*:::driver-init
{
  printf ("%d\t%d\t%s\t%s\t%d\t%d\t%d\n", timestamp, tid, probename,
          S(0), N(1), N(2), N(3));
}

erlang*:::driver-start,
erlang*:::driver-stop,
erlang*:::driver-flush,
erlang*:::driver-event,
erlang*:::driver-ready_input,
erlang*:::driver-ready_output,
erlang*:::driver-ready_async,
erlang*:::driver-timeout,
erlang*:::driver-process_exit
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1), S(2));
}

erlang*:::driver-finish,
erlang*:::driver-stop_select
{
  printf ("%d\t%d\t%s\t%s\n", timestamp, tid, probename,
          S(0));
}

erlang*:::driver-output,
erlang*:::driver-outputv
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%d\n", timestamp, tid, probename,
          S(0), S(1), S(2), N(3));
}

erlang*:::driver-control,
erlang*:::driver-call
{
  printf ("%d\t%d\t%s\t%s\t%s\t%s\t%d\t%d\n", timestamp, tid, probename,
          S(0), S(1), S(2), N(3), N(4));
}

/* What the program says: dyntrace:p (), dyntrace:pn (). */

erlang*:::user_trace-s1
{
  printf ("%d\t%d\t%s\t%s\n", timestamp, tid, probename,
          T(0));
}

erlang*:::user_trace-i4s4,
erlang*:::user_trace-n*
{
  printf ("%d\t%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), T(1), N(2), N(3), N(4), N(5), T(6), T(7), T(8), T(9));
}

/* Copies of terms: many. */

#ifdef COPIES
erlang*:::copy-struct
{
  printf ("%d\t%d\t%s\t%d\n", timestamp, tid, probename,
          N(0));
}

erlang*:::copy-object
{
  printf ("%d\t%d\t%s\t%s\t%d\n", timestamp, tid, probename,
          S(0), N(1));
}
#endif

/* Files, of OTP 20 and older: other VMs lack these probes. */

#ifdef FILES
erlang*:::efile_drv-entry
{
  printf ("%d\t%d\t%s\t%d\t%d\t%s\t%d\t%s\t%s\t%d\t%d\t%d\t%d\n", timestamp, tid, probename,
          N(0), N(1), T(2), N(3), T(4), T(5), N(6), N(7), N(8), N(9));
}

erlang*:::efile_drv-int_entry,
erlang*:::efile_drv-int_return
{
  printf ("%d\t%d\t%s\t%d\t%d\t%d\n", timestamp, tid, probename,
          N(0), N(1), N(2));
}

erlang*:::efile_drv-return
{
  printf ("%d\t%d\t%s\t%d\t%d\t%s\t%d\t%d\t%d\n", timestamp, tid, probename,
          N(0), N(1), T(2), N(3), N(4), N(5));
}

erlang*:::aio_pool-add,
erlang*:::aio_pool-get
{
  printf ("%d\t%d\t%s\t%s\t%d\n", timestamp, tid, probename,
          S(0), N(1));
}
#endif

/* Calls. */

#ifdef FUNCTIONS
erlang*:::local-function-entry,
erlang*:::global-function-entry,
erlang*:::function-return
{
  printf ("%d\t%d\t%s\t%s\t%s\t%d\n", timestamp, tid, probename,
          S(0), S(1), N(2));
}

erlang*:::bif-entry,
erlang*:::bif-return,
erlang*:::nif-entry,
erlang*:::nif-return
{
  printf ("%d\t%d\t%s\t%s\t%s\n", timestamp, tid, probename,
          S(0), S(1));
}
#endif

dtrace:::ERROR
{
  printf ("# error\n");
}

dtrace:::END
{
  printf ("# end %d\n", timestamp);
}
