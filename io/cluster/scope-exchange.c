/* scope-exchange.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-exchange.h"

#include <string.h>

/* --- alone --- */

static void
alone_gather (ScopeExchange *exchange, gconstpointer own, gsize n, gpointer all)
{
  memcpy (all, own, n);
}

static void
alone_swap (ScopeExchange *exchange, const guint8 *out, const guint32 *n_out, guint8 *in, guint32 *n_in, guint32 slot)
{
  memcpy (in, out, *n_out);
  *n_in = *n_out;
}

static void
alone_add_up (ScopeExchange *exchange, guint64 *values, guint n)
{
}

ScopeExchange
scope_exchange_alone (void)
{
  static const ScopeExchangeClass klass = { alone_gather, alone_swap, alone_add_up };

  return (ScopeExchange) { &klass, 0, 1 };
}

/* --- of all --- */

gboolean
scope_exchange_all (ScopeExchange *exchange, gboolean own)
{
  guint64 failed = own ? 0 : 1;

  scope_exchange_add_up (exchange, &failed, 1);
  return failed == 0;
}

GByteArray *
scope_exchange_gather_all (ScopeExchange *exchange, const GByteArray *own, guint64 **ret_ends)
{
  guint n = exchange->n, slot = MAX (SCOPE_EXCHANGE_BYTES / n, 1);
  g_autofree guint64 *sizes = g_new0 (guint64, n), *at = g_new0 (guint64, n);
  g_autofree guint8 *some = g_malloc (slot), *round = g_malloc ((gsize) slot * n);
  guint64 size = own->len, all = 0, most = 0;
  GByteArray *result = g_byte_array_new ();

  scope_exchange_gather (exchange, &size, sizeof size, sizes);
  *ret_ends = g_new0 (guint64, n);
  for (guint i = 0; i < n; i++)
    {
      at[i] = all;
      (*ret_ends)[i] = all += sizes[i];
      most = MAX (most, sizes[i]);
    }
  g_assert (all <= G_MAXUINT32);
  g_byte_array_set_size (result, (guint) all);
  for (guint64 from = 0; from < most; from += slot)
    {
      guint bytes = (guint) MIN (slot, most - from); /* those who have less fill it up */

      memset (some, 0, bytes);
      if (from < size)
        memcpy (some, own->data + from, (gsize) MIN (bytes, size - from));
      scope_exchange_gather (exchange, some, bytes, round);
      for (guint i = 0; i < n; i++)
        if (from < sizes[i])
          memcpy (result->data + at[i] + from, round + (gsize) i * bytes, (gsize) MIN (bytes, sizes[i] - from));
    }
  return result;
}

/* --- from each to each --- */

struct _ScopeExchangeSender
{
  ScopeExchange *exchange;
  ScopeExchangeTaker taker;
  guint32 slot; /* bytes; whole records */
  guint8 *out, *in;
  guint32 *n_out, *n_in; /* bytes, by process */
};

ScopeExchangeSender *
scope_exchange_begin (ScopeExchange *exchange, const ScopeExchangeTaker *taker)
{
  ScopeExchangeSender *self = g_new0 (ScopeExchangeSender, 1);

  self->exchange = exchange;
  self->taker = *taker;
  self->slot = (guint32) (MAX (SCOPE_EXCHANGE_BYTES / exchange->n / taker->size, 1) * taker->size);
  self->out = g_malloc ((gsize) self->slot * exchange->n);
  self->in = g_malloc ((gsize) self->slot * exchange->n);
  self->n_out = g_new0 (guint32, exchange->n);
  self->n_in = g_new0 (guint32, exchange->n);

  return self;
}

static void
swap (ScopeExchangeSender *self)
{
  ScopeExchange *exchange = self->exchange;

  exchange->klass->swap (exchange, self->out, self->n_out, self->in, self->n_in, self->slot);
  memset (self->n_out, 0, exchange->n * sizeof *self->n_out);
  for (guint i = 0; i < exchange->n; i++)
    for (guint32 at = 0; at < self->n_in[i]; at += self->taker.size)
      self->taker.take (self->taker.data, i, self->in + (gsize) i * self->slot + at);
}

/* Before each round all say whether they have more: it ends when nobody has. */
static gboolean
is_over (ScopeExchangeSender *self, gboolean done)
{
  return scope_exchange_all (self->exchange, done);
}

void
scope_exchange_send (ScopeExchangeSender *self, guint to, gconstpointer record)
{
  if (self->n_out[to] == self->slot)
    {
      is_over (self, FALSE);
      swap (self);
    }
  memcpy (self->out + (gsize) to * self->slot + self->n_out[to], record, self->taker.size);
  self->n_out[to] += (guint32) self->taker.size;
}

void
scope_exchange_end (ScopeExchangeSender *self)
{
  gboolean sent = FALSE;

  for (gboolean over = FALSE; !over;)
    {
      over = is_over (self, sent);
      if (!over)
        swap (self);
      sent = TRUE;
    }
  g_free (self->out);
  g_free (self->in);
  g_free (self->n_out);
  g_free (self->n_in);
  g_free (self);
}
