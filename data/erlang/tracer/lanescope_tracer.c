/* lanescope_tracer.c: a tracer of the Erlang virtual machine in native code, for lanescope_tracer.erl. It writes the records that a trace
 * port would write, in the same form, but has the size of each message and a number in its place: contents are neither copied nor on disk.
 *
 *     event ─► enabled () ─► trace () ─► record, in the memory of who is traced ─► (lock) its time, buffer ─► file, when it is full
 *                                                                                                        ▲
 *                                                     write (): what the recorder itself says ───────────┘
 *
 * Who is traced waits while the buffer is written, so nothing is lost but by an error of the file: those records are counted, and the
 * file says how many. The buffer is written, too, when the process that opened it ends, and when the virtual machine does.
 *
 * Built with erl_nif.h of OTP 25 it is for that and for later ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "terms.h"

#include <erl_driver.h>

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BUFFER_BYTES (256u * 1024u)
#define HEAD_BYTES 5u   /* 0, and the length of what follows */
#define EXIT_TRIES 100u /* of 1 ms */

typedef struct Tracer Tracer;

/* Of the loaded library. */
typedef struct
{
  ErlNifResourceType *type;
  Terms *terms;
  ErlNifMutex *lock; /* of what follows */
  Tracer *first;     /* those that are open */
  ERL_NIF_TERM discard, error, extra, match_spec_result, monotonic, ok, receive, remove, scheduler_id, send, send_to_nobody, seq_trace,
      strict_monotonic, timeout, timestamp, trace, trace_status, trace_ts;
} Library;

struct Tracer
{
  Library *library;
  atomic_bool is_open;
  ErlNifPid owner;
  Tracer *next;
  ErlNifMutex *lock; /* of what follows */
  int fd;            /* -1: closed */
  int error;         /* of the file: nothing is written any more */
  int64_t at;        /* bytes that are written, of whole records */
  uint64_t lost;     /* records */
  uint64_t kept;     /* records in the buffer */
  size_t n;          /* bytes in it */
  unsigned char *buffer;
};

/* --- the file --- */

static bool
write_all (int fd, const unsigned char *bytes, size_t n)
{
  while (n > 0)
    {
      ssize_t done = write (fd, bytes, n);

      if (done < 0 && errno != EINTR)
        return false;
      if (done > 0)
        {
          bytes += done;
          n -= (size_t) done;
        }
    }
  return true;
}

/* Locked, as all that follow. */
static void
write_records (Tracer *tracer, const unsigned char *bytes, size_t n, uint64_t n_records)
{
  if (tracer->error == 0 && !write_all (tracer->fd, bytes, n))
    {
      tracer->error = errno;
      if (ftruncate (tracer->fd, tracer->at) != 0)
        errno = 0; /* no file that has an end */
    }
  if (tracer->error != 0)
    tracer->lost += n_records;
  else
    tracer->at += (int64_t) n;
}

static void
empty_buffer (Tracer *tracer)
{
  if (tracer->n > 0)
    write_records (tracer, tracer->buffer, tracer->n, tracer->kept);
  tracer->n = 0;
  tracer->kept = 0;
}

static void
append (Tracer *tracer, const unsigned char *bytes, size_t n)
{
  if (n > BUFFER_BYTES - tracer->n)
    empty_buffer (tracer);
  if (n > BUFFER_BYTES || tracer->error != 0)
    write_records (tracer, bytes, n, 1);
  else
    {
      memcpy (tracer->buffer + tracer->n, bytes, n);
      tracer->n += n;
      tracer->kept++;
    }
}

/* What is lost stands in the file, if it takes so little. */
static void
close_file (Tracer *tracer)
{
  if (tracer->fd < 0)
    return;
  empty_buffer (tracer);
  if (tracer->lost > 0)
    {
      const uint32_t lost = tracer->lost > UINT32_MAX ? UINT32_MAX : (uint32_t) tracer->lost;
      const unsigned char drop[HEAD_BYTES] = { 1, (unsigned char) (lost >> 24), (unsigned char) (lost >> 16), (unsigned char) (lost >> 8),
                                               (unsigned char) lost };

      if (write (tracer->fd, drop, sizeof drop) < (ssize_t) sizeof drop && ftruncate (tracer->fd, tracer->at) != 0)
        errno = 0;
    }
  if (close (tracer->fd) != 0 && tracer->error == 0)
    tracer->error = errno;
  tracer->fd = -1;
}

/* --- a tracer --- */

static bool
get_tracer (ErlNifEnv *env, ERL_NIF_TERM term, Tracer **tracer)
{
  const Library *library = enif_priv_data (env);

  return enif_get_resource (env, term, library->type, (void **) tracer);
}

/* Not locked, and any number of times. Nobody finds it among those that are open any more. */
static void
end_tracer (Tracer *tracer)
{
  if (!atomic_exchange (&tracer->is_open, false))
    return;
  enif_mutex_lock (tracer->library->lock);
  for (Tracer **each = &tracer->library->first; *each != NULL; each = &(*each)->next)
    if (*each == tracer)
      {
        *each = tracer->next;
        break;
      }
  enif_mutex_unlock (tracer->library->lock);
  enif_mutex_lock (tracer->lock);
  close_file (tracer);
  enif_mutex_unlock (tracer->lock);
}

static void
tracer_free (ErlNifEnv *env, void *object)
{
  Tracer *tracer = object;

  (void) env;
  end_tracer (tracer);
  if (tracer->lock != NULL)
    enif_mutex_destroy (tracer->lock);
  if (tracer->buffer != NULL)
    enif_free (tracer->buffer);
}

static void
owner_is_gone (ErlNifEnv *env, void *object, ErlNifPid *pid, ErlNifMonitor *monitor)
{
  (void) env;
  (void) pid;
  (void) monitor;
  end_tracer (object);
}

static ERL_NIF_TERM
failed (ErlNifEnv *env, int error)
{
  const Library *library = enif_priv_data (env);

  return enif_make_tuple2 (env, library->error, enif_make_atom (env, erl_errno_id (error)));
}

/* open (Name, Owner): {ok, Tracer} or {error, Posix} */
static ERL_NIF_TERM
open_file (ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
  Library *library = enif_priv_data (env);
  ErlNifBinary name;
  ErlNifPid owner;
  ErlNifMonitor monitor;
  Tracer *tracer;
  ERL_NIF_TERM term;
  int fd;

  /* A name that ends in 0. */
  if (argc != 2 || !enif_inspect_binary (env, argv[0], &name) || name.size == 0 || memchr (name.data, 0, name.size) != name.data + name.size - 1
      || !enif_get_local_pid (env, argv[1], &owner))
    return enif_make_badarg (env);
  fd = open ((const char *) name.data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    return failed (env, errno);
  tracer = enif_alloc_resource (library->type, sizeof *tracer);
  memset (tracer, 0, sizeof *tracer);
  tracer->library = library;
  tracer->owner = owner;
  tracer->fd = fd;
  tracer->lock = enif_mutex_create ("lanescope_tracer");
  tracer->buffer = enif_alloc (BUFFER_BYTES);
  term = enif_make_resource (env, tracer);
  if (tracer->lock == NULL || tracer->buffer == NULL || enif_monitor_process (env, tracer, &owner, &monitor) != 0)
    {
      close (fd);
      tracer->fd = -1;
      enif_release_resource (tracer);
      return failed (env, ENOMEM);
    }
  atomic_store (&tracer->is_open, true);
  enif_mutex_lock (library->lock);
  tracer->next = library->first;
  library->first = tracer;
  enif_mutex_unlock (library->lock);
  enif_release_resource (tracer); /* the term holds it */

  return enif_make_tuple2 (env, library->ok, term);
}

/* write (Tracer, Bytes): how many of them were whole records, and are taken. */
static ERL_NIF_TERM
write_bytes (ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
  Tracer *tracer;
  ErlNifBinary bytes;
  size_t at = 0;

  if (argc != 2 || !get_tracer (env, argv[0], &tracer) || !enif_inspect_binary (env, argv[1], &bytes))
    return enif_make_badarg (env);
  enif_mutex_lock (tracer->lock);
  while (bytes.size - at >= HEAD_BYTES)
    {
      const unsigned char *head = bytes.data + at;
      const size_t n = HEAD_BYTES + ((size_t) head[1] << 24 | (size_t) head[2] << 16 | (size_t) head[3] << 8 | head[4]);

      if (n > bytes.size - at)
        break;
      if (tracer->fd >= 0)
        append (tracer, head, n);
      at += n;
    }
  enif_mutex_unlock (tracer->lock);

  return enif_make_uint64 (env, at);
}

static ERL_NIF_TERM
outcome (ErlNifEnv *env, const Tracer *tracer)
{
  const Library *library = enif_priv_data (env);

  return tracer->error != 0 ? failed (env, tracer->error) : library->ok;
}

/* flush (Tracer): ok or {error, Posix} */
static ERL_NIF_TERM
flush (ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
  Tracer *tracer;
  ERL_NIF_TERM result;

  if (argc != 1 || !get_tracer (env, argv[0], &tracer))
    return enif_make_badarg (env);
  enif_mutex_lock (tracer->lock);
  if (tracer->fd >= 0)
    {
      terms_refresh (tracer->library->terms, env, enif_make_pid (env, &tracer->owner));
      empty_buffer (tracer);
    }
  result = outcome (env, tracer);
  enif_mutex_unlock (tracer->lock);

  return result;
}

/* close (Tracer): the same. */
static ERL_NIF_TERM
close_tracer (ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
  Tracer *tracer;

  if (argc != 1 || !get_tracer (env, argv[0], &tracer))
    return enif_make_badarg (env);
  end_tracer (tracer);

  return outcome (env, tracer);
}

/* --- what the VM calls --- */

/* enabled (Tag, Tracer, Who) */
static ERL_NIF_TERM
enabled (ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
  const Library *library = enif_priv_data (env);
  Tracer *tracer;

  (void) argc;
  if (get_tracer (env, argv[1], &tracer) && atomic_load_explicit (&tracer->is_open, memory_order_relaxed))
    return library->trace;
  return argv[0] == library->trace_status ? library->remove : library->discard;
}

/* Where the order of things matters, times are taken one after the other. */
static void
put_time (Sink *sink, const Library *library, ERL_NIF_TERM clock)
{
  if (clock == library->timestamp)
    sink_put_term (sink, enif_now_time (sink->env));
  else if (clock == library->monotonic)
    sink_put_int (sink, enif_monotonic_time (ERL_NIF_NSEC));
  else
    {
      sink_put_tagged (sink, 'h', 2, 1);
      sink_put_int (sink, enif_monotonic_time (ERL_NIF_NSEC));
      sink_put_term (sink, enif_make_unique_integer (sink->env, ERL_NIF_UNIQUE_MONOTONIC));
    }
}

static bool
has_message (const Library *library, const ERL_NIF_TERM argv[])
{
  return argv[0] == library->send || (argv[0] == library->receive && argv[3] != library->timeout) || argv[0] == library->send_to_nobody;
}

static void
end_record (Sink *sink, Tracer *tracer, ERL_NIF_TERM clock)
{
  enif_mutex_lock (tracer->lock);
  if (tracer->fd >= 0)
    {
      if (clock != 0)
        put_time (sink, tracer->library, clock);
      if (sink->failed)
        tracer->lost++;
      else
        {
          const uint32_t n = (uint32_t) (sink->n - HEAD_BYTES);
          const unsigned char head[HEAD_BYTES] = { 0, (unsigned char) (n >> 24), (unsigned char) (n >> 16), (unsigned char) (n >> 8),
                                                   (unsigned char) n };

          memcpy (sink->bytes, head, sizeof head);
          append (tracer, sink->bytes, sink->n);
        }
    }
  enif_mutex_unlock (tracer->lock);
}

/* trace (Tag, Tracer, Who, What, #{extra, match_spec_result, scheduler_id, timestamp}): a tuple as a trace port writes it. */
static ERL_NIF_TERM
trace (ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
  static const unsigned char head[HEAD_BYTES + 1] = { [HEAD_BYTES] = 131 };
  const Library *library = enif_priv_data (env);
  const ERL_NIF_TERM keys[] = { library->extra, library->match_spec_result, library->scheduler_id };
  ERL_NIF_TERM more[sizeof keys / sizeof *keys], clock = 0;
  unsigned n = 0;
  Tracer *tracer;
  Sink sink;

  (void) argc;
  if (!get_tracer (env, argv[1], &tracer) || argv[0] == library->seq_trace)
    return library->ok;
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
    if (enif_get_map_value (env, argv[4], keys[i], &more[n]))
      n++;
  if (!enif_get_map_value (env, argv[4], library->timestamp, &clock))
    clock = 0;
  sink_begin (&sink, env, library->terms, false);
  sink_put (&sink, head, sizeof head);
  sink_put_tagged (&sink, 'h', 4 + n + (clock != 0), 1);
  sink_put_term (&sink, clock != 0 ? library->trace_ts : library->trace);
  sink_put_term (&sink, argv[2]);
  sink_put_term (&sink, argv[0]);
  if (has_message (library, argv))
    sink_put_size (&sink, argv[3]);
  else
    sink_put_term (&sink, argv[3]);
  for (unsigned i = 0; i < n; i++)
    sink_put_term (&sink, more[i]);
  end_record (&sink, tracer, clock);
  sink_end (&sink);

  return library->ok;
}

/* --- the library --- */

/* When the library goes: before the VM ends, or when the module was purged. Other threads may still trace: nobody is waited for long. */
static void
library_ends (void *data)
{
  Library *library = data;
  const struct timespec ms = { 0, 1000000 };

  for (unsigned i = 0; enif_mutex_trylock (library->lock) != 0; i++, nanosleep (&ms, NULL))
    if (i == EXIT_TRIES)
      return;
  for (Tracer *tracer = library->first; tracer != NULL; tracer = tracer->next)
    for (unsigned i = 0; i < EXIT_TRIES; i++, nanosleep (&ms, NULL))
      if (enif_mutex_trylock (tracer->lock) == 0)
        {
          if (tracer->fd >= 0)
            empty_buffer (tracer);
          enif_mutex_unlock (tracer->lock);
          break;
        }
  enif_mutex_unlock (library->lock);
}

/* The C library's own, of each shared object: what is done when it goes, with an argument. */
extern int __cxa_atexit (void (*function) (void *), void *argument, void *object);
extern void *__dso_handle;

static int
load (ErlNifEnv *env, void **data, ERL_NIF_TERM pid)
{
  const ErlNifResourceTypeInit calls = { .dtor = tracer_free, .down = owner_is_gone };
  Library *library = enif_alloc (sizeof *library);

  if (library == NULL)
    return 1;
  *library = (Library) {
    .discard = enif_make_atom (env, "discard"), .error = enif_make_atom (env, "error"), .extra = enif_make_atom (env, "extra"),
    .match_spec_result = enif_make_atom (env, "match_spec_result"), .monotonic = enif_make_atom (env, "monotonic"),
    .ok = enif_make_atom (env, "ok"), .receive = enif_make_atom (env, "receive"), .remove = enif_make_atom (env, "remove"),
    .scheduler_id = enif_make_atom (env, "scheduler_id"), .send = enif_make_atom (env, "send"),
    .send_to_nobody = enif_make_atom (env, "send_to_non_existing_process"), .seq_trace = enif_make_atom (env, "seq_trace"),
    .strict_monotonic = enif_make_atom (env, "strict_monotonic"), .timeout = enif_make_atom (env, "timeout"),
    .timestamp = enif_make_atom (env, "timestamp"), .trace = enif_make_atom (env, "trace"),
    .trace_status = enif_make_atom (env, "trace_status"), .trace_ts = enif_make_atom (env, "trace_ts"),
  };
  library->type = enif_open_resource_type_x (env, "lanescope_tracer", &calls, ERL_NIF_RT_CREATE | ERL_NIF_RT_TAKEOVER, NULL);
  library->lock = enif_mutex_create ("lanescope_library");
  library->terms = terms_new (env, pid);
  if (library->type == NULL || library->lock == NULL || library->terms == NULL || __cxa_atexit (library_ends, library, &__dso_handle) != 0)
    return 1; /* little is lost with it */
  *data = library;

  return 0;
}

/* Not while it is used: what is recorded would go on in another library. */
static int
upgrade (ErlNifEnv *env, void **data, void **old, ERL_NIF_TERM pid)
{
  Library *before = *old;
  bool is_used;

  enif_mutex_lock (before->lock);
  is_used = before->first != NULL;
  enif_mutex_unlock (before->lock);

  return is_used ? 1 : load (env, data, pid);
}

/* What library_ends () looks at stays, and all if the module was purged while it is used: then its tracers end with their owners. */
static void
unload (ErlNifEnv *env, void *data)
{
  Library *library = data;

  (void) env;
  enif_mutex_lock (library->lock);
  if (library->first == NULL)
    {
      terms_free (library->terms);
      library->terms = NULL;
    }
  enif_mutex_unlock (library->lock);
}

static ErlNifFunc functions[] = {
  { "open", 2, open_file, ERL_NIF_DIRTY_JOB_IO_BOUND }, { "write", 2, write_bytes, ERL_NIF_DIRTY_JOB_IO_BOUND },
  { "flush", 1, flush, ERL_NIF_DIRTY_JOB_IO_BOUND },    { "close", 1, close_tracer, ERL_NIF_DIRTY_JOB_IO_BOUND },
  { "enabled", 3, enabled, 0 },                         { "trace", 5, trace, 0 },
};

ERL_NIF_INIT (lanescope_tracer, functions, load, NULL, upgrade, unload)
