/* terms.c: see terms.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terms.h"

#include <stdatomic.h>
#include <string.h>

#define MOST_DEEP 64u /* terms deeper than that are left to the VM, which has no stack to lose */
#define MOST_STRING 65535u
#define KEPT_PIDS 512u /* of each thread */
#define LARGE_MESSAGE 1024u /* see digest () */
#define MOST_SKETCHED 8
#define SKETCHED_BYTES 64u
#define DIGEST_MASK ((1u << 27) - 1)

/* How a process is written: asking the VM takes longer than all the rest of a record. */
typedef struct
{
  ERL_NIF_TERM pid; /* 0: none */
  unsigned char size, bytes[55];
} KeptPid;

typedef struct Thread
{
  unsigned generation;
  KeptPid pids[KEPT_PIDS];
  struct Thread *next;
} Thread;

struct Terms
{
  ErlNifTSDKey thread_key;
  ErlNifMutex *lock;
  Thread *threads;
  atomic_uint generation; /* of kept pids */
  ErlNifBinary written;   /* a pid, when it was looked at last */
  bool has_short_atoms;   /* OTP 26 and later: UTF-8, and one byte for their length */
};

/* --- how the VM writes --- */

static void
free_threads (Terms *terms)
{
  while (terms->threads != NULL)
    {
      Thread *next = terms->threads->next;

      enif_free (terms->threads);
      terms->threads = next;
    }
}

Terms *
terms_new (ErlNifEnv *env, ERL_NIF_TERM pid)
{
  Terms *terms = enif_alloc (sizeof *terms);

  if (terms == NULL)
    return NULL;
  memset (terms, 0, sizeof *terms);
  terms->lock = enif_mutex_create ("lanescope_terms");
  if (terms->lock == NULL || enif_tsd_key_create ("lanescope_pids", &terms->thread_key) != 0)
    {
      if (terms->lock != NULL)
        enif_mutex_destroy (terms->lock);
      enif_free (terms);
      return NULL;
    }
  if (enif_term_to_binary (env, pid, &terms->written))
    terms->has_short_atoms = terms->written.data[2] == 'w'; /* 131, what a pid is, and the atom that its node is */

  return terms;
}

void
terms_free (Terms *terms)
{
  enif_tsd_key_destroy (terms->thread_key);
  enif_mutex_destroy (terms->lock);
  free_threads (terms);
  if (terms->written.data != NULL)
    enif_release_binary (&terms->written);
  enif_free (terms);
}

void
terms_refresh (Terms *terms, ErlNifEnv *env, ERL_NIF_TERM pid)
{
  ErlNifBinary now;

  if (!enif_term_to_binary (env, pid, &now))
    return;
  if (now.size != terms->written.size || memcmp (now.data, terms->written.data, now.size) != 0)
    atomic_fetch_add (&terms->generation, 1);
  if (terms->written.data != NULL)
    enif_release_binary (&terms->written);
  terms->written = now;
}

/* --- a term --- */

void
sink_begin (Sink *sink, ErlNifEnv *env, Terms *terms, bool counts)
{
  sink->env = env;
  sink->terms = terms;
  sink->counts = counts;
  sink->failed = false;
  sink->n = 0;
  sink->room = sizeof sink->first;
  sink->bytes = sink->first;
}

void
sink_end (Sink *sink)
{
  if (sink->bytes != sink->first)
    enif_free (sink->bytes);
}

static bool
make_room (Sink *sink, size_t n)
{
  size_t room = (sink->n + n) * 2;
  unsigned char *bytes = sink->failed ? NULL : enif_alloc (room);

  if (bytes == NULL)
    {
      sink->failed = true;
      return false;
    }
  memcpy (bytes, sink->bytes, sink->n);
  sink_end (sink);
  sink->bytes = bytes;
  sink->room = room;

  return true;
}

void
sink_put (Sink *sink, const void *bytes, size_t n)
{
  if (!sink->counts)
    {
      if (sink->failed || (n > sink->room - sink->n && !make_room (sink, n)))
        return;
      memcpy (sink->bytes + sink->n, bytes, n);
    }
  sink->n += n;
}

static void
put_byte (Sink *sink, unsigned byte)
{
  unsigned char c = (unsigned char) byte;

  sink_put (sink, &c, 1);
}

void
sink_put_tagged (Sink *sink, unsigned tag, uint64_t value, unsigned n)
{
  unsigned char bytes[9] = { (unsigned char) tag };

  for (unsigned i = 0; i < n; i++)
    bytes[1 + i] = (unsigned char) (value >> 8 * (n - 1 - i));
  sink_put (sink, bytes, 1 + n);
}

/* As the VM writes it. */
static void
put_any (Sink *sink, ERL_NIF_TERM term)
{
  ErlNifBinary binary;

  if (!enif_term_to_binary (sink->env, term, &binary))
    {
      sink->failed = true;
      return;
    }
  sink_put (sink, binary.data + 1, binary.size - 1);
  enif_release_binary (&binary);
}

static void
put_large (Sink *sink, uint64_t magnitude, bool negative)
{
  unsigned char bytes[11] = { 'n', 0, negative };

  for (; magnitude > 0; magnitude >>= 8)
    bytes[3 + bytes[1]++] = (unsigned char) magnitude;
  sink_put (sink, bytes, 3u + bytes[1]);
}

void
sink_put_int (Sink *sink, int64_t value)
{
  if (value >= 0 && value < 256)
    sink_put_tagged (sink, 'a', (uint64_t) value, 1);
  else if (value >= INT32_MIN && value <= INT32_MAX)
    sink_put_tagged (sink, 'b', (uint32_t) value, 4);
  else
    put_large (sink, value < 0 ? -(uint64_t) value : (uint64_t) value, value < 0);
}

static void
put_integer (Sink *sink, ERL_NIF_TERM term)
{
  ErlNifSInt64 value;
  ErlNifUInt64 large;

  if (enif_get_int64 (sink->env, term, &value))
    sink_put_int (sink, value);
  else if (enif_get_uint64 (sink->env, term, &large))
    put_large (sink, large, false);
  else
    put_any (sink, term);
}

static void
put_atom (Sink *sink, ERL_NIF_TERM term)
{
  char text[256];
  const int n = enif_get_atom (sink->env, term, text, sizeof text, ERL_NIF_LATIN1) - 1;
  const bool is_short = sink->terms->has_short_atoms;

  for (int i = 0; i < n; i++)
    if ((unsigned char) text[i] > 127)
      {
        put_any (sink, term);
        return;
      }
  if (n < 0)
    {
      put_any (sink, term);
      return;
    }
  sink_put_tagged (sink, is_short ? 'w' : 'd', (uint64_t) n, is_short ? 1 : 2);
  sink_put (sink, text, (size_t) n);
}

static Thread *
own_thread (Terms *terms)
{
  Thread *thread = enif_tsd_get (terms->thread_key);

  if (thread == NULL && (thread = enif_alloc (sizeof *thread)) != NULL)
    {
      memset (thread, 0, sizeof *thread);
      enif_tsd_set (terms->thread_key, thread);
      enif_mutex_lock (terms->lock);
      thread->next = terms->threads;
      terms->threads = thread;
      enif_mutex_unlock (terms->lock);
    }
  return thread;
}

/* Those of other nodes, and ports, are written by the VM. */
static void
put_pid (Sink *sink, ERL_NIF_TERM term)
{
  ErlNifPid pid;
  Thread *thread = enif_get_local_pid (sink->env, term, &pid) ? own_thread (sink->terms) : NULL;
  const unsigned generation = atomic_load_explicit (&sink->terms->generation, memory_order_relaxed);
  KeptPid *kept;
  ErlNifBinary binary;

  if (thread == NULL)
    {
      put_any (sink, term);
      return;
    }
  if (thread->generation != generation)
    {
      memset (thread->pids, 0, sizeof thread->pids);
      thread->generation = generation;
    }
  kept = &thread->pids[(term >> 4) % KEPT_PIDS];
  if (kept->pid != term)
    {
      if (!enif_term_to_binary (sink->env, term, &binary))
        {
          sink->failed = true;
          return;
        }
      kept->pid = binary.size - 1 <= sizeof kept->bytes ? term : 0;
      if (kept->pid == 0)
        sink_put (sink, binary.data + 1, binary.size - 1);
      else
        {
          kept->size = (unsigned char) (binary.size - 1);
          memcpy (kept->bytes, binary.data + 1, kept->size);
        }
      enif_release_binary (&binary);
    }
  if (kept->pid == term)
    sink_put (sink, kept->bytes, kept->size);
}

static void put_term (Sink *sink, ERL_NIF_TERM term, unsigned depth);

/* TRUE: a list of bytes, which the VM writes as one string. */
static bool
put_string (Sink *sink, ERL_NIF_TERM list)
{
  ERL_NIF_TERM head, tail = list;
  unsigned n = 0, byte;

  for (; enif_get_list_cell (sink->env, tail, &head, &tail); n++)
    if (n == MOST_STRING || !enif_get_uint (sink->env, head, &byte) || byte > 255)
      return false;
  if (!enif_is_empty_list (sink->env, tail))
    return false;
  sink_put_tagged (sink, 'k', n, 2);
  for (tail = list; enif_get_list_cell (sink->env, tail, &head, &tail) && enif_get_uint (sink->env, head, &byte);)
    put_byte (sink, byte);

  return true;
}

static size_t
size_of_int (int64_t value)
{
  uint64_t magnitude = value < 0 ? -(uint64_t) value : (uint64_t) value;
  size_t n = 3;

  if (value >= 0 && value < 256)
    return 2;
  if (value >= INT32_MIN && value <= INT32_MAX)
    return 5;
  for (; magnitude > 0; magnitude >>= 8)
    n++;
  return n;
}

/* In one go: long lists are what takes long. */
static void
count_list (Sink *sink, ERL_NIF_TERM list, unsigned depth)
{
  ERL_NIF_TERM head, tail = list;
  bool has_bytes = true;
  size_t n = 0, sum = 0;
  ErlNifSInt64 value;

  for (; enif_get_list_cell (sink->env, tail, &head, &tail); n++)
    if (enif_get_int64 (sink->env, head, &value))
      {
        has_bytes &= (uint64_t) value < 256;
        sum += size_of_int (value);
      }
    else
      {
        has_bytes = false;
        put_term (sink, head, depth + 1);
      }
  if (has_bytes && n <= MOST_STRING && enif_is_empty_list (sink->env, tail))
    sink->n += 3 + n;
  else
    {
      sink->n += 5 + sum;
      put_term (sink, tail, depth + 1);
    }
}

static void
put_list (Sink *sink, ERL_NIF_TERM list, unsigned depth)
{
  ERL_NIF_TERM head, tail;
  unsigned n = 0;

  if (enif_is_empty_list (sink->env, list))
    put_byte (sink, 'j');
  else if (sink->counts)
    count_list (sink, list, depth);
  else if (!put_string (sink, list))
    {
      for (tail = list; enif_get_list_cell (sink->env, tail, &head, &tail);)
        n++;
      sink_put_tagged (sink, 'l', n, 4);
      for (tail = list; enif_get_list_cell (sink->env, tail, &head, &tail);)
        put_term (sink, head, depth + 1);
      put_term (sink, tail, depth + 1); /* [] mostly */
    }
}

static void
put_tuple (Sink *sink, ERL_NIF_TERM term, unsigned depth)
{
  const ERL_NIF_TERM *elements;
  int n = 0;

  enif_get_tuple (sink->env, term, &n, &elements);
  sink_put_tagged (sink, n < 256 ? 'h' : 'i', (uint64_t) n, n < 256 ? 1 : 4);
  for (int i = 0; i < n; i++)
    put_term (sink, elements[i], depth + 1);
}

static void
put_binary (Sink *sink, ERL_NIF_TERM term)
{
  ErlNifBinary binary;

  if (!enif_inspect_binary (sink->env, term, &binary))
    {
      put_any (sink, term); /* no whole bytes */
      return;
    }
  sink_put_tagged (sink, 'm', binary.size, 4);
  sink_put (sink, binary.data, binary.size);
}

static void
put_map (Sink *sink, ERL_NIF_TERM map, unsigned depth)
{
  ErlNifMapIterator each;
  ERL_NIF_TERM key, value;
  size_t n;

  if (!enif_get_map_size (sink->env, map, &n) || !enif_map_iterator_create (sink->env, map, &each, ERL_NIF_MAP_ITERATOR_FIRST))
    {
      put_any (sink, map);
      return;
    }
  sink_put_tagged (sink, 't', n, 4);
  for (; enif_map_iterator_get_pair (sink->env, &each, &key, &value); enif_map_iterator_next (sink->env, &each))
    {
      put_term (sink, key, depth + 1);
      put_term (sink, value, depth + 1);
    }
  enif_map_iterator_destroy (sink->env, &each);
}

static void
put_term (Sink *sink, ERL_NIF_TERM term, unsigned depth)
{
  if (depth > MOST_DEEP)
    {
      put_any (sink, term);
      return;
    }
  switch (enif_term_type (sink->env, term))
    {
    case ERL_NIF_TERM_TYPE_ATOM:
      put_atom (sink, term);
      break;
    case ERL_NIF_TERM_TYPE_INTEGER:
      put_integer (sink, term);
      break;
    case ERL_NIF_TERM_TYPE_PID:
      put_pid (sink, term);
      break;
    case ERL_NIF_TERM_TYPE_LIST:
      put_list (sink, term, depth);
      break;
    case ERL_NIF_TERM_TYPE_TUPLE:
      put_tuple (sink, term, depth);
      break;
    case ERL_NIF_TERM_TYPE_BITSTRING:
      put_binary (sink, term);
      break;
    case ERL_NIF_TERM_TYPE_MAP:
      put_map (sink, term, depth);
      break;
    default:
      put_any (sink, term);
    }
}

void
sink_put_term (Sink *sink, ERL_NIF_TERM term)
{
  put_term (sink, term, 0);
}

/* --- a message without its contents --- */

static unsigned
part_of_sketch (ErlNifEnv *env, ERL_NIF_TERM term)
{
  ErlNifBinary binary;

  switch (enif_term_type (env, term))
    {
    case ERL_NIF_TERM_TYPE_ATOM:
    case ERL_NIF_TERM_TYPE_PID:
    case ERL_NIF_TERM_TYPE_PORT:
    case ERL_NIF_TERM_TYPE_REFERENCE:
      return (unsigned) enif_hash (ERL_NIF_PHASH2, term, 0);
    case ERL_NIF_TERM_TYPE_BITSTRING:
      if (!enif_inspect_binary (env, term, &binary))
        return 0;
      return (unsigned) enif_hash (ERL_NIF_PHASH2, binary.size <= SKETCHED_BYTES ? term : enif_make_sub_binary (env, term, 0, SKETCHED_BYTES), 0);
    case ERL_NIF_TERM_TYPE_INTEGER:
      {
        ErlNifSInt64 value;

        return enif_get_int64 (env, term, &value) ? (unsigned) enif_hash (ERL_NIF_PHASH2, term, 0) : 0;
      }
    default:
      return 0;
    }
}

/* As digest/2 of lanescope.erl: alike for messages that are alike. Of large ones only some elements are looked at. */
static unsigned
digest (ErlNifEnv *env, ERL_NIF_TERM message, size_t size)
{
  unsigned sum = (unsigned) size & DIGEST_MASK;
  ERL_NIF_TERM head, tail;
  const ERL_NIF_TERM *elements;
  int n;

  if (size <= LARGE_MESSAGE)
    return (unsigned) enif_hash (ERL_NIF_PHASH2, message, 0) & DIGEST_MASK;
  if (enif_get_tuple (env, message, &n, &elements))
    for (int i = 0; i < n && i < (int) MOST_SKETCHED; i++)
      sum = (sum * 31 + part_of_sketch (env, elements[i])) & DIGEST_MASK;
  else if (enif_is_list (env, message))
    for (unsigned i = 0; i < MOST_SKETCHED && enif_get_list_cell (env, i == 0 ? message : tail, &head, &tail); i++)
      sum = (sum * 31 + part_of_sketch (env, head)) & DIGEST_MASK;
  else
    sum = (sum * 31 + part_of_sketch (env, message)) & DIGEST_MASK;

  return sum;
}

void
sink_put_size (Sink *sink, ERL_NIF_TERM message)
{
  static const unsigned char head[] = "h\3d\0\16lanescope_size"; /* as OTP up to 25 writes it; all read it */
  Sink count;

  sink_begin (&count, sink->env, sink->terms, true);
  put_term (&count, message, 0);
  sink->failed |= count.failed;
  sink_put (sink, head, sizeof head - 1);
  sink_put_int (sink, (int64_t) count.n + 1);
  sink_put_int (sink, digest (sink->env, message, count.n + 1));
}
