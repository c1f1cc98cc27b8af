/* scope-probes-table.c: the probes of the Erlang VM, and what is done with their arguments: those of OTP's erlang_dtrace.d, of its older
 * versions (efile_drv), and of the VM of RELEASE's D2.2. What is not listed here is an event all the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-probes-private.h"

#include <string.h>

#define TOKEN " label previous current"

static const ScopeProbe probes[] = {
  { "process-scheduled", SCOPE_ERL_IN, "af", "process function" },
  { "process-unscheduled", SCOPE_ERL_OUT, "a", "process" },
  { "process-unscheduled", SCOPE_ERL_OUT, "af", "process function" },
  { "message-send", SCOPE_ERL_SEND, "absL--", "from to words" TOKEN },
  { "message-send-remote", SCOPE_ERL_SEND, "aNbsL--", "from node to words" TOKEN },
  { "message-queued", SCOPE_ERL_RECEIVE, "as-L--", "process words queue" TOKEN },
  { "message-receive", SCOPE_ERL_TAKE, "as-L--", "process words queue" TOKEN },
  { "gc_minor-start", SCOPE_ERL_GC_MINOR_START, "a-", "process needs_words" },
  { "gc_minor-end", SCOPE_ERL_GC_MINOR_END, "a-", "process reclaimed_words" },
  { "gc_major-start", SCOPE_ERL_GC_MAJOR_START, "a-", "process needs_words" },
  { "gc_major-end", SCOPE_ERL_GC_MAJOR_END, "a-", "process reclaimed_words" },
  { "local-function-entry", SCOPE_ERL_CALL, "af-", "process function depth" },
  { "global-function-entry", SCOPE_ERL_CALL, "af-", "process function depth" },
  { "function-return", SCOPE_ERL_RETURN_FROM, "af-", "process function depth" },
  { "bif-entry", SCOPE_ERL_CALL, "af", "process function" },
  { "bif-return", SCOPE_ERL_RETURN_FROM, "af", "process function" },
  { "nif-entry", SCOPE_ERL_CALL, "af", "process function" },
  { "nif-return", SCOPE_ERL_RETURN_FROM, "af", "process function" },
  { "process-spawn", SCOPE_ERL_SPAWN, "bf", "process function" },
  { "process-spawn", SCOPE_ERL_SPAWN, "baf", "process parent function" },
  { "process-exit", SCOPE_ERL_EXIT, "at", "process reason" },
  { "process-exit_signal", SCOPE_ERL_OTHER, "---", "from to reason" },
  { "process-exit_signal-remote", SCOPE_ERL_OTHER, "----", "from node to reason" },
  { "process-exit_signal-remote", SCOPE_ERL_OTHER, "-------", "from node to reason" TOKEN },
  { "process-hibernate", SCOPE_ERL_OTHER, "--", "process function" },
  { "process-port_unblocked", SCOPE_ERL_UNBLOCKED, "ab", "process port" },
  { "process-heap_grow", SCOPE_ERL_HEAP, "a-w", "process old_words new_words" },
  { "process-heap_shrink", SCOPE_ERL_HEAP, "a-w", "process old_words new_words" },
  { "process-link", SCOPE_ERL_LINK, "ab", "process with" },
  { "process-unlink", SCOPE_ERL_UNLINK, "ab", "process with" },
  { "process-getting_linked", SCOPE_ERL_GETTING_LINKED, "ab", "process with" },
  { "process-getting_unlinked", SCOPE_ERL_GETTING_UNLINKED, "ab", "process with" },
  { "process-registered", SCOPE_ERL_REGISTER, "at", "process name" },
  { "process-unregistered", SCOPE_ERL_UNREGISTER, "at", "process name" },
  { "process-active", SCOPE_ERL_ACTIVE, "af", "process function" },
  { "process-inactive", SCOPE_ERL_INACTIVE, "af", "process function" },
  { "port-open", SCOPE_ERL_OPEN, "bta", "process driver port" },
  { "port-exit", SCOPE_ERL_CLOSED, "-a-t", "process port driver reason" },
  { "port-command", SCOPE_ERL_OTHER, "----", "process port driver command" },
  { "port-control", SCOPE_ERL_OTHER, "----", "process port driver operation" },
  { "port-connect", SCOPE_ERL_OTHER, "----", "process port driver to" },
  { "port-busy", SCOPE_ERL_BUSY, "a", "port" },
  { "port-not_busy", SCOPE_ERL_NOT_BUSY, "a", "port" },
  { "port-link", SCOPE_ERL_LINK, "ab", "process port" },
  { "port-unlink", SCOPE_ERL_UNLINK, "ab", "process port" },
  { "port-getting_linked", SCOPE_ERL_GETTING_LINKED, "ab", "process port" },
  { "port-getting_unlinked", SCOPE_ERL_GETTING_UNLINKED, "ab", "process port" },
  { "port-registered", SCOPE_ERL_REGISTER, "at", "port name" },
  { "port-unregistered", SCOPE_ERL_UNREGISTER, "at", "port name" },
  { "port-active", SCOPE_ERL_ACTIVE, "af", "port function" },
  { "port-inactive", SCOPE_ERL_INACTIVE, "af", "port function" },
  { "scheduler-active", SCOPE_ERL_SCHEDULER_ACTIVE, "in", "scheduler active" },
  { "scheduler-inactive", SCOPE_ERL_SCHEDULER_INACTIVE, "in", "scheduler active" },
  { "dist-monitor", SCOPE_ERL_NODE, "-M---", "node event remote kind reason" },
  { "dist-port_busy", SCOPE_ERL_BUSY, "-a-b", "node port remote process" },
  { "dist-port_not_busy", SCOPE_ERL_NOT_BUSY, "-a-", "node port remote" },
  { "dist-output", SCOPE_ERL_OUTPUT, "-aDw", "node port remote bytes" },
  { "dist-outputv", SCOPE_ERL_OUTPUT, "-aDw", "node port remote bytes" },
  { "copy-struct", SCOPE_ERL_COPY, "w", "words" },
  { "copy-object", SCOPE_ERL_COPY, "aw", "process words" },
  { "driver-init", SCOPE_ERL_OTHER, "----", "driver major minor flags" },
  { "driver-start", SCOPE_ERL_OTHER, "---", "process driver port" },
  { "driver-stop", SCOPE_ERL_OTHER, "---", "process driver port" },
  { "driver-finish", SCOPE_ERL_OTHER, "-", "driver" },
  { "driver-flush", SCOPE_ERL_OTHER, "---", "process port driver" },
  { "driver-output", SCOPE_ERL_OUTPUT, "ba-w", "process port driver bytes" },
  { "driver-outputv", SCOPE_ERL_OUTPUT, "ba-w", "process port driver bytes" },
  { "driver-control", SCOPE_ERL_OTHER, "-----", "process port driver command bytes" },
  { "driver-call", SCOPE_ERL_OTHER, "-----", "process port driver command bytes" },
  { "driver-event", SCOPE_ERL_OTHER, "---", "process port driver" },
  { "driver-ready_input", SCOPE_ERL_OTHER, "---", "process port driver" },
  { "driver-ready_output", SCOPE_ERL_OTHER, "---", "process port driver" },
  { "driver-ready_async", SCOPE_ERL_OTHER, "---", "process port driver" },
  { "driver-timeout", SCOPE_ERL_OTHER, "---", "process port driver" },
  { "driver-process_exit", SCOPE_ERL_OTHER, "---", "process port driver" },
  { "driver-stop_select", SCOPE_ERL_OTHER, "-", "driver" },
  { "aio_pool-add", SCOPE_ERL_OTHER, "--", "port queue" },
  { "aio_pool-get", SCOPE_ERL_OTHER, "--", "port queue" },
  { "efile_drv-entry", SCOPE_ERL_FILE, "kK-o------", "thread operation tag command s1 s2 i1 i2 i3 i4" },
  { "efile_drv-entry", SCOPE_ERL_FILE, "kK-o------a", "thread operation tag command s1 s2 i1 i2 i3 i4 port" },
  { "efile_drv-int_entry", SCOPE_ERL_OTHER, "---", "thread operation command" },
  { "efile_drv-int_return", SCOPE_ERL_OTHER, "---", "thread operation command" },
  { "efile_drv-return", SCOPE_ERL_FILE_DONE, "kK-o--", "thread operation tag command success errno" },
  { "user_trace-s1", SCOPE_ERL_LABEL, "U", "text" },
  { "user_trace-i4s4", SCOPE_ERL_LABEL, "aU--------", "process tag i1 i2 i3 i4 s1 s2 s3 s4" },
  { "user_trace-n", SCOPE_ERL_LABEL, "aU--------", "process tag i1 i2 i3 i4 s1 s2 s3 s4" },
  { "trace", SCOPE_ERL_OTHER, "-----", "process event state first second" },
  { "trace_seq", SCOPE_ERL_OTHER, "---", "state label token" },
};

/* The probes user_trace-n0 … -n950 are alike. */
static gsize
name_length (const ScopeProbesField *name)
{
  static const char user[] = "user_trace-n";
  const gsize n = sizeof user - 1;

  if (name->n <= n || name->n > n + 3 || memcmp (name->text, user, n) != 0)
    return name->n;
  for (gsize i = n; i < name->n; i++)
    if (!g_ascii_isdigit (name->text[i]))
      return name->n;

  return n;
}

static gboolean
is_number (const ScopeProbesField *field)
{
  guint64 value;

  return scope_probes_number (field, &value);
}

const ScopeProbe *
scope_probes_find (const ScopeProbesField *fields, guint n)
{
  const ScopeProbesField *name = &fields[2];
  const ScopeProbe *best = NULL;
  guint arguments = n - 3, best_length = 0;
  gsize length_of_name = name_length (name);

  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      const ScopeProbe *probe = &probes[i];
      guint length;

      if (strlen (probe->name) != length_of_name || memcmp (probe->name, name->text, length_of_name) != 0)
        continue;
      length = (guint) strlen (probe->fields);
      if (length > arguments)
        continue;
      /* (process, function, time) has as many as (process, parent, function). */
      if (best != NULL && length == best_length + 1 && length == arguments && is_number (&fields[n - 1])
          && strchr ("fta", probe->fields[length - 1]) != NULL)
        continue;
      if (best == NULL || length > best_length)
        {
          best = probe;
          best_length = length;
        }
    }

  return best;
}

gboolean
scope_probes_is_known (const ScopeProbesField *name)
{
  gsize n = name_length (name);

  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    if (strlen (probes[i].name) == n && memcmp (probes[i].name, name->text, n) == 0)
      return TRUE;

  return FALSE;
}

const char *
scope_probes_file_word (guint64 number)
{
  /* efile_drv.c */
  static const char *const words[] = {
    NULL, "open", "read", "lseek", "write", "fstat", "pwd", "readdir", "chdir", "fsync", "mkdir", "delete", "rename",
    "rmdir", "truncate", "read_file", "write_info", NULL, NULL, "lstat", "readlink", "link", "symlink", "close", "pwritev",
    "preadv", "setopt", "ipread", "altname", "read_line", "fdatasync", "fadvise", "sendfile", "fallocate", "close_on_port_exit",
  };

  return number < G_N_ELEMENTS (words) ? words[number] : NULL;
}
