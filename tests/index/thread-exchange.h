/* thread-exchange.h: an exchange whose processes are threads of one, so that what several do together is tested without MPI.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-exchange.h"

#include <string.h>

typedef struct
{
  guint n, n_come;
  guint64 round;
  GMutex lock;
  GCond changed;
  gconstpointer *given; /* by each, until all have gone on */
  gconstpointer *counts;
} Meeting;

typedef struct
{
  ScopeExchange parent;
  Meeting *meeting;
} ThreadExchange;

typedef struct
{
  ThreadExchange exchange;
  void (*run) (ScopeExchange *exchange, gpointer data);
  gpointer data;
} ThreadRank;

static void
meet (Meeting *meeting)
{
  guint64 round;

  g_mutex_lock (&meeting->lock);
  round = meeting->round;
  if (++meeting->n_come == meeting->n)
    {
      meeting->n_come = 0;
      meeting->round++;
      g_cond_broadcast (&meeting->changed);
    }
  while (meeting->round == round)
    g_cond_wait (&meeting->changed, &meeting->lock);
  g_mutex_unlock (&meeting->lock);
}

static void
thread_gather (ScopeExchange *exchange, gconstpointer own, gsize n, gpointer all)
{
  Meeting *meeting = ((ThreadExchange *) exchange)->meeting;

  meeting->given[exchange->rank] = own;
  meet (meeting);
  for (guint i = 0; i < exchange->n; i++)
    memcpy ((guint8 *) all + i * n, meeting->given[i], n);
  meet (meeting);
}

static void
thread_swap (ScopeExchange *exchange, const guint8 *out, const guint32 *n_out, guint8 *in, guint32 *n_in, guint32 slot)
{
  Meeting *meeting = ((ThreadExchange *) exchange)->meeting;

  meeting->given[exchange->rank] = out;
  meeting->counts[exchange->rank] = n_out;
  meet (meeting);
  for (guint i = 0; i < exchange->n; i++)
    {
      n_in[i] = ((const guint32 *) meeting->counts[i])[exchange->rank];
      g_assert_cmpuint (n_in[i], <=, slot);
      memcpy (in + (gsize) i * slot, (const guint8 *) meeting->given[i] + (gsize) exchange->rank * slot, n_in[i]);
    }
  meet (meeting);
}

static void
thread_add_up (ScopeExchange *exchange, guint64 *values, guint n)
{
  g_autofree guint64 *sums = g_new0 (guint64, n);
  Meeting *meeting = ((ThreadExchange *) exchange)->meeting;

  meeting->given[exchange->rank] = values;
  meet (meeting);
  for (guint i = 0; i < exchange->n; i++)
    for (guint k = 0; k < n; k++)
      sums[k] += ((const guint64 *) meeting->given[i])[k];
  meet (meeting);
  memcpy (values, sums, n * sizeof *values);
}

static gpointer
thread_rank (gpointer data)
{
  ThreadRank *rank = data;

  rank->run (&rank->exchange.parent, rank->data);
  return NULL;
}

/* n of them do that together. */
static void
run_ranks (guint n, void (*run) (ScopeExchange *exchange, gpointer data), gpointer data)
{
  static const ScopeExchangeClass klass = { thread_gather, thread_swap, thread_add_up };
  Meeting meeting = { .n = n, .given = g_new0 (gconstpointer, n), .counts = g_new0 (gconstpointer, n) };
  g_autofree ThreadRank *ranks = g_new0 (ThreadRank, n);
  g_autofree GThread **threads = g_new0 (GThread *, n);

  g_mutex_init (&meeting.lock);
  g_cond_init (&meeting.changed);
  for (guint i = 0; i < n; i++)
    {
      ranks[i] = (ThreadRank) { { { &klass, i, n }, &meeting }, run, data };
      threads[i] = g_thread_new ("rank", thread_rank, &ranks[i]);
    }
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&meeting.lock);
  g_cond_clear (&meeting.changed);
  g_free (meeting.given);
  g_free (meeting.counts);
}
