/* scope-gem5-numbers.c: which instructions are missing, where the log numbers them (ExecAll: CPSeq=, one more with each that a core has committed,
 * in the order of the lines). What is no instruction to the simulator has its successor's number.
 *
 * A number may be damaged, and a core may begin to count anew: what falls back, or is very far ahead, counts when the next one follows it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include <string.h>

#define THREADS 4u        /* of the hardware, that are looked at */
#define FAR_AHEAD 1000000u

typedef struct
{
  guint64 last;  /* 0: none yet */
  guint64 other; /* that fits nowhere, if the one before did not; else 0 */
} Stream;

struct _ScopeGem5Numbers
{
  GArray *streams; /* THREADS of each core */
  ScopeGem5Count missing;
};

ScopeGem5Numbers *
scope_gem5_numbers_new (void)
{
  ScopeGem5Numbers *self = g_new0 (ScopeGem5Numbers, 1);

  self->streams = g_array_new (FALSE, TRUE, sizeof (Stream));

  return self;
}

void
scope_gem5_numbers_free (ScopeGem5Numbers *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->streams);
  g_free (self);
}

void
scope_gem5_numbers_clear (ScopeGem5Numbers *self)
{
  g_array_set_size (self->streams, 0);
  self->missing = (ScopeGem5Count) { 0 };
}

void
scope_gem5_numbers_add (ScopeGem5Numbers *self, const ScopeGem5Record *record, guint64 number)
{
  guint64 index = (guint64) record->part * THREADS + record->exec.thread;
  Stream *stream;

  if (record->exec.thread >= THREADS)
    return;
  if (index >= self->streams->len)
    g_array_set_size (self->streams, (guint) (index | (THREADS - 1)) + 1);
  stream = &g_array_index (self->streams, Stream, index);
  if (stream->last != 0 && (number < stream->last || number - stream->last > FAR_AHEAD))
    {
      if (stream->other == 0 || number != stream->other + 1)
        {
          stream->other = number;
          return;
        }
    }
  else if (stream->last != 0 && number > stream->last + 1)
    {
      if (self->missing.n == 0)
        {
          self->missing.first = record->offset;
          self->missing.time = record->time;
        }
      self->missing.n += number - stream->last - 1;
    }
  stream->last = number;
  stream->other = 0;
}

const ScopeGem5Count *
scope_gem5_numbers_missing (const ScopeGem5Numbers *self)
{
  return &self->missing;
}
