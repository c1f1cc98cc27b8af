/* scope-source-chain.c: several sources as one, one behind the other: the files of a wrap set.
 *
 *     wrap5.dat │ wrap0.dat │ wrap1.dat            a chain of three parts
 *     0         S0          S0+S1     S0+S1+S2     places in it
 *
 * Who reads it knows where parts end (scope_source_part_end()), since no record goes over such a border: a part that is damaged
 * does not take the next one with it. Only a few parts are open at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-source-private.h"

#include "model/base/scope-bisect.h"

#define MAX_OPEN 8u

/* --- where parts lie --- */

static ScopeSourceParts *
parts_new (guint n, const char *const *names)
{
  ScopeSourceParts *parts = g_new0 (ScopeSourceParts, 1);

  parts->n = n;
  parts->names = g_new0 (char *, n + 1);
  parts->starts = g_new (guint64, n + 1);
  for (guint i = 0; i < n; i++)
    {
      parts->names[i] = g_strdup (names[i]);
      parts->starts[i] = i == 0 ? 0 : G_MAXUINT64;
    }
  return parts;
}

ScopeSourceParts *
scope_source_parts_copy (const ScopeSourceParts *parts)
{
  ScopeSourceParts *copy;

  if (parts == NULL)
    return NULL;
  copy = parts_new (parts->n, (const char *const *) parts->names);
  for (guint i = 0; i < parts->n; i++)
    copy->starts[i] = parts->starts[i];
  return copy;
}

void
scope_source_parts_free (ScopeSourceParts *parts)
{
  g_strfreev (parts->names);
  g_free (parts->starts);
  g_free (parts);
}

/* The last part that begins at `offset` or before: empty ones hold nothing. */
static guint
find_part (const ScopeSourceParts *parts, guint64 offset)
{
  return (guint) SCOPE_BISECT (parts->n, i, parts->starts[i] <= offset) - 1;
}

guint
scope_source_n_parts (ScopeSource *source)
{
  return source->parts != NULL ? source->parts->n : 1;
}

guint64
scope_source_part_end (ScopeSource *source, guint64 offset)
{
  guint i;

  if (source->parts == NULL)
    return G_MAXUINT64;
  i = find_part (source->parts, offset);
  return i + 1 < source->parts->n ? source->parts->starts[i + 1] : G_MAXUINT64;
}

const char *
scope_source_locate (ScopeSource *source, guint64 offset, guint64 *ret_offset)
{
  guint i;

  *ret_offset = offset;
  if (source->parts == NULL)
    return NULL;
  i = find_part (source->parts, offset);
  *ret_offset = offset - source->parts->starts[i];
  return source->parts->names[i];
}

/* --- chains --- */

typedef struct
{
  ScopeSource base;
  ScopeSourceOpenPart open;
  gpointer data;
  GDestroyNotify destroy;
  GMutex lock;            /* of what follows */
  ScopeSource *parts[MAX_OPEN];
  guint numbers[MAX_OPEN], n_open;
  guint next;             /* place in `parts` that is used anew next */
  guint current;          /* front to back: the part that is read */
  guint64 at, about;      /* and how far all of them are read, of about how many bytes */
} ChainSource;

/* A new reference; NULL with error. */
static ScopeSource *
open_part (ChainSource *chain, guint number, GError **error)
{
  ScopeSource *part = NULL;

  g_mutex_lock (&chain->lock);
  for (guint i = 0; i < chain->n_open && part == NULL; i++)
    if (chain->numbers[i] == number)
      part = scope_source_ref (chain->parts[i]);
  if (part == NULL && (part = chain->open (number, chain->data, error)) != NULL)
    {
      guint i = chain->n_open < MAX_OPEN ? chain->n_open++ : chain->next++ % MAX_OPEN;

      g_clear_pointer (&chain->parts[i], scope_source_unref);
      chain->parts[i] = scope_source_ref (part);
      chain->numbers[i] = number;
    }
  g_mutex_unlock (&chain->lock);
  return part;
}

static gssize
chain_pread (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error)
{
  ChainSource *chain = (ChainSource *) source;
  gsize done = 0;

  while (done < n && offset + done < (guint64) source->size)
    {
      guint number = find_part (source->parts, offset + done);
      guint64 end = MIN (scope_source_part_end (source, offset + done), (guint64) source->size);
      g_autoptr (ScopeSource) part = open_part (chain, number, error);
      gssize got = -1;

      if (part != NULL)
        got = scope_source_pread (part, (guint8 *) data + done, (gsize) MIN (n - done, end - offset - done),
                                  offset + done - source->parts->starts[number], error);
      if (got < 0 && done > 0)
        g_clear_error (error); /* comes again when this place is read first */
      if (got <= 0)
        return done > 0 || got == 0 ? (gssize) done : -1;
      done += (gsize) got;
    }
  return (gssize) done;
}

static void
end_current (ChainSource *chain)
{
  guint next = ++chain->current;

  if (next < chain->base.parts->n)
    chain->base.parts->starts[next] = chain->at;
  g_mutex_lock (&chain->lock);
  for (guint i = 0; i < chain->n_open; i++)
    g_clear_pointer (&chain->parts[i], scope_source_unref);
  chain->n_open = 0;
  g_mutex_unlock (&chain->lock);
}

static gssize
chain_read (ScopeSource *source, void *data, gsize n, GError **error)
{
  ChainSource *chain = (ChainSource *) source;

  while (chain->current < source->parts->n)
    {
      g_autoptr (ScopeSource) part = open_part (chain, chain->current, error);
      gssize got = part != NULL ? scope_source_read (part, data, n, error) : -1;

      if (got > 0)
        {
          chain->at += (guint64) got;
          return got;
        }
      end_current (chain);
      if (got < 0)
        return -1;
    }
  return 0;
}

static void
chain_progress (ScopeSource *source, guint64 *ret_done, guint64 *ret_all)
{
  ChainSource *chain = (ChainSource *) source;

  *ret_all = chain->about;
  *ret_done = MIN (__atomic_load_n (&source->consumed, __ATOMIC_RELAXED), chain->about);
}

static void
chain_finalize (ScopeSource *source)
{
  ChainSource *chain = (ChainSource *) source;

  for (guint i = 0; i < chain->n_open; i++)
    g_clear_pointer (&chain->parts[i], scope_source_unref);
  g_mutex_clear (&chain->lock);
  if (chain->destroy != NULL)
    chain->destroy (chain->data);
}

static const ScopeSourceClass seekable_class = { .pread = chain_pread, .finalize = chain_finalize };
static const ScopeSourceClass serial_class = { .read = chain_read, .progress = chain_progress, .finalize = chain_finalize };

ScopeSource *
scope_source_new_chain (const char *name, guint n_parts, const char *const *names, const guint64 *sizes,
                        guint64 about, ScopeSourceOpenPart open, gpointer data, GDestroyNotify destroy)
{
  ChainSource *chain
      = scope_source_alloc (sizeof *chain, sizes != NULL ? &seekable_class : &serial_class, name, -1);
  guint64 all = 0;

  g_assert (n_parts > 0);
  chain->about = about;
  chain->open = open;
  chain->data = data;
  chain->destroy = destroy;
  g_mutex_init (&chain->lock);
  chain->base.parts = parts_new (n_parts, names);
  for (guint i = 0; sizes != NULL && i < n_parts; i++)
    {
      chain->base.parts->starts[i] = all;
      all += MIN (sizes[i], (guint64) G_MAXINT64 / 2 / n_parts);
    }
  if (sizes != NULL)
    chain->base.size = (gint64) all;
  return &chain->base;
}
