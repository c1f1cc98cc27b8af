/* scope-mail-steps.c: see scope-mail-steps.h.
 *
 *     windows   |--------|---|-----------|   each is read, sorted, handed out
 *
 * A window that turns out to have too many steps ends at their median, and the rest is read again with the next. Its length is guessed from
 * the one before it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/servers/scope-mail-steps.h"

#include "model/base/scope-compare.h"

#define MOST_STEPS (1u << 19)

struct _ScopeMailSteps
{
  const ScopeQueryRange *within;
  guint most;
  gint64 first, last; /* of the trace */
  gint64 from, to;    /* of the window in hand */
  guint64 length;     /* of the next, as guessed */
  GArray *steps;      /* of ScopeMailStep */
  guint at;
  guint32 place;      /* of the next step read of this window */
  GArray *parties;    /* of ScopeMailParty */
  GHashTable **numbers; /* per machine: process number → party + 1 */
  guint n_machines;
  guint n_only;       /* receivers that are wanted: the first parties; 0: all */
};

ScopeMailSteps *
scope_mail_steps_new (const ScopeQueryRange *within, guint most)
{
  ScopeMailSteps *self = g_new0 (ScopeMailSteps, 1);
  guint64 rows = 0;

  self->within = within;
  self->most = most > 0 ? most : MOST_STEPS;
  self->steps = g_array_new (FALSE, FALSE, sizeof (ScopeMailStep));
  self->parties = g_array_new (FALSE, FALSE, sizeof (ScopeMailParty));
  self->n_machines = scope_trace_n_machines (within->trace);
  self->numbers = g_new (GHashTable *, self->n_machines + 1);
  for (guint m = 0; m < self->n_machines; m++)
    {
      ScopeTable *table = scope_trace_machine (within->trace, m)->tables[SCOPE_TABLE_MESSAGES];

      self->numbers[m] = g_hash_table_new (NULL, NULL);
      rows += table != NULL ? scope_table_n_rows (table) : 0;
    }
  scope_trace_range (within->trace, &self->first, &self->last);
  self->from = self->to = SCOPE_TIME_MIN + 1;
  self->length = (guint64) (self->last - self->first) / (rows * 2 / self->most + 1) + 1;
  return self;
}

void
scope_mail_steps_free (ScopeMailSteps *self)
{
  if (self == NULL)
    return;
  for (guint m = 0; m < self->n_machines; m++)
    g_hash_table_unref (self->numbers[m]);
  g_free (self->numbers);
  g_array_unref (self->parties);
  g_array_unref (self->steps);
  g_free (self);
}

/* SCOPE_NONE: no process of a machine of the trace. */
static guint32
party_of (ScopeMailSteps *self, gint64 machine, gint64 number)
{
  gpointer key;
  guint32 party;

  if (machine < 0 || machine >= self->n_machines || number < 0 || number >= SCOPE_MESSAGE_ABSENT_MACHINE)
    return SCOPE_NONE;
  key = GUINT_TO_POINTER ((guint) number);
  party = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers[machine], key));
  if (party == 0)
    {
      const ScopeMailParty added = { (guint32) machine, number };

      g_array_append_val (self->parties, added);
      party = self->parties->len;
      g_hash_table_insert (self->numbers[machine], key, GUINT_TO_POINTER (party));
    }
  return party - 1;
}

void
scope_mail_steps_only (ScopeMailSteps *self, const ScopeMailParty *receivers, guint n)
{
  for (guint i = 0; i < n; i++)
    party_of (self, receivers[i].machine, receivers[i].number);
  self->n_only = n;
}

/* On the clock of that machine; NULL stays what it is. */
static gint64
trace_time (const ScopeMailSteps *self, gint64 time, gint64 machine)
{
  if (time == SCOPE_TABLE_NULL || machine < 0 || machine >= self->n_machines)
    return time;
  return scope_time_add (time, scope_trace_offset (self->within->trace, scope_trace_machine (self->within->trace, (guint) machine)));
}

static void
take_row (ScopeMailSteps *self, const gint64 *row)
{
  gint64 to_machine = row[SCOPE_MESSAGE_TO_MACHINE], from_machine = row[SCOPE_MESSAGE_FROM_MACHINE];
  gint64 send = trace_time (self, row[SCOPE_MESSAGE_SEND], from_machine),
         receive = trace_time (self, row[SCOPE_MESSAGE_RECEIVE], to_machine);
  gboolean sent = send != SCOPE_TABLE_NULL, received = receive != SCOPE_TABLE_NULL, reversed = sent && received && receive < send;
  ScopeMailStep step = { .to = party_of (self, to_machine, row[SCOPE_MESSAGE_TO_PROCESS]), .call = (guint32) row[SCOPE_MESSAGE_CALL] };

  if (step.to == SCOPE_NONE || (self->n_only > 0 && step.to >= self->n_only))
    return;
  step.from = party_of (self, from_machine, row[SCOPE_MESSAGE_FROM_PROCESS]);
  if (sent && !reversed && send >= self->from && send < self->to)
    {
      step.time = send;
      step.place = self->place++ & G_MAXINT32;
      step.other = received ? receive : SCOPE_TIME_MAX;
      g_array_append_val (self->steps, step);
    }
  if (received && receive >= self->from && receive < self->to)
    {
      step.time = receive;
      step.place = self->place++ & G_MAXINT32;
      step.other = sent && !reversed ? send : SCOPE_TIME_MIN;
      step.received = TRUE;
      g_array_append_val (self->steps, step);
    }
}

SCOPE_COMPARE_BY (compare_steps, ScopeMailStep, SCOPE_UP (time) SCOPE_UP (place))

/* Ends the window where half of its steps are; FALSE if all of them are at once. */
static gboolean
cut (ScopeMailSteps *self)
{
  guint keep = self->steps->len / 2;
  gint64 time;

  g_array_sort (self->steps, compare_steps);
  time = g_array_index (self->steps, ScopeMailStep, keep).time;
  while (keep > 0 && g_array_index (self->steps, ScopeMailStep, keep - 1).time == time)
    keep--;
  if (keep == 0)
    return FALSE;
  g_array_set_size (self->steps, keep);
  self->to = time;
  return TRUE;
}

static gboolean
read_blocks (ScopeMailSteps *self, ScopeTable *table, guint first, guint n, guint *limit, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW_OF (row, scope_table_cursor_blocks (table, first, n), &local)
    {
      take_row (self, row);
      if (self->steps->len >= *limit && !cut (self))
        *limit *= 2;
    }
  return scope_passed (local, error) && !scope_query_range_cancelled (self->within, error);
}

/* Whether something in the block may lie in the window. Of several machines receipts are on other clocks, and offsets may change. */
static gboolean
touches (const ScopeMailSteps *self, const ScopeTableBlock *block, gint64 offset)
{
  return self->n_machines > 1 || (block->t0 < scope_time_add (self->to, -offset) && block->until >= scope_time_add (self->from, -offset));
}

static gboolean
read_machine (ScopeMailSteps *self, ScopeMachine *machine, guint *limit, GError **error)
{
  ScopeTable *table = machine->tables[SCOPE_TABLE_MESSAGES];
  gint64 offset = scope_trace_offset (self->within->trace, machine);
  guint n = table != NULL ? scope_table_n_blocks (table) : 0, first = 0;

  for (guint i = 0; i < n; i++)
    {
      ScopeTableBlock block = scope_table_block (table, i);

      if (touches (self, &block, offset))
        continue;
      if (first < i && !read_blocks (self, table, first, i - first, limit, error))
        return FALSE;
      first = i + 1;
    }
  /* While the trace is written, there are rows behind the last block. */
  return table == NULL || read_blocks (self, table, first, G_MAXUINT - first, limit, error);
}

static void
guess_end (ScopeMailSteps *self)
{
  gint64 begin = MAX (self->from, self->first);

  self->to = self->length >= (guint64) G_MAXINT64 ? SCOPE_TIME_MAX : scope_time_add (begin, (gint64) self->length);
  if (self->to > self->last)
    self->to = SCOPE_TIME_MAX;
}

static gboolean
read_window (ScopeMailSteps *self, GError **error)
{
  guint limit = self->most * 2;
  gint64 begin;

  self->from = self->to;
  self->at = self->place = 0;
  g_array_set_size (self->steps, 0);
  guess_end (self);
  for (guint m = 0; m < self->n_machines; m++)
    if (!read_machine (self, scope_trace_machine (self->within->trace, m), &limit, error))
      return FALSE;
  g_array_sort (self->steps, compare_steps);
  begin = MAX (self->from, self->first);
  if (self->to != SCOPE_TIME_MAX)
    {
      double fits = (double) (self->to - begin) * CLAMP ((double) self->most / (self->steps->len + 1.0), 0.25, 4);

      self->length = (guint64) CLAMP (fits, 1, 4e18);
      if (self->last > self->first)
        scope_query_range_progress (self->within, (guint64) (self->to - self->first) / 2, (guint64) (self->last - self->first) / 2 + 1);
    }
  return TRUE;
}

const ScopeMailStep *
scope_mail_steps_next (ScopeMailSteps *self, GError **error)
{
  while (self->at == self->steps->len)
    if (self->to == SCOPE_TIME_MAX || scope_query_range_cancelled (self->within, error) || !read_window (self, error))
      return NULL;
  return &g_array_index (self->steps, ScopeMailStep, self->at++);
}

ScopeMailParty
scope_mail_steps_party (ScopeMailSteps *self, guint32 party)
{
  return g_array_index (self->parties, ScopeMailParty, party);
}
