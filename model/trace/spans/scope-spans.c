/* scope-spans.c: see scope-spans.h.
 *
 * What is open lies in a pool, in three lists at once: all by age, those of a key by age, those of a key and thread, the newest first.
 * Where a list begins is in a table by hash. An empty list keeps its place there until the table is full, since most keys come again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/spans/scope-spans.h"

#include "model/base/scope-fail.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/spans/scope-text-window.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define FEW_MARKS 400000u
#define NONE G_MAXUINT32
#define CHECK_EVERY 8192u

enum /* the lists that an open span is in */
{
  OF_ALL,
  OF_KEY,
  OF_THREAD, /* and key */
  N_LISTS,
};

typedef struct
{
  guint32 older, newer;
} Links;

typedef struct
{
  guint64 key;
  ScopeSpan span;
  Links links[N_LISTS];
} Open;

typedef struct
{
  guint32 oldest, newest;
} List;

/* --- lists by hash --- */

typedef struct
{
  guint64 hash; /* 0: a free place */
  List list;
  guint32 name; /* of the key, once known; NONE */
} Entry;

typedef struct
{
  Entry *entries;
  guint32 size, used; /* a power of two */
} Table;

static void
table_init (Table *table, guint32 size)
{
  table->entries = g_new0 (Entry, size);
  table->size = size;
  table->used = 0;
}

static Entry *
table_place (Table *table, guint64 hash)
{
  guint32 at = (guint32) hash & (table->size - 1);

  while (table->entries[at].hash != 0 && table->entries[at].hash != hash)
    at = (at + 1) & (table->size - 1);
  return &table->entries[at];
}

/* Without those that are empty; twice as large if most are not. */
static void
table_renew (Table *table)
{
  Table old = *table;
  guint32 n = 0;

  for (guint32 i = 0; i < old.size; i++)
    n += old.entries[i].hash != 0 && old.entries[i].list.newest != NONE;
  table_init (table, n > old.size / 4 ? old.size * 2 : old.size);
  for (guint32 i = 0; i < old.size; i++)
    if (old.entries[i].hash != 0 && old.entries[i].list.newest != NONE)
      {
        *table_place (table, old.entries[i].hash) = old.entries[i];
        table->used++;
      }
  g_free (old.entries);
}

/* The list of a hash; an empty one if there was none. Until the next is asked for. */
static Entry *
table_find (Table *table, guint64 hash)
{
  Entry *entry;

  hash = hash != 0 ? hash : 1;
  entry = table_place (table, hash);
  if (entry->hash != 0)
    return entry;
  if (table->used >= table->size / 2)
    {
      table_renew (table);
      entry = table_place (table, hash);
    }
  *entry = (Entry) { hash, { NONE, NONE }, NONE };
  table->used++;
  return entry;
}

/* --- what is open on a machine --- */

typedef struct
{
  const ScopeQueryRange *within;
  const ScopeSpanRule *rule;
  ScopeLabels *names;
  ScopeSpanFunc func;
  gpointer user_data;
  ScopeMachine *machine;
  ScopeTextWindow texts;
  GArray *pool;    /* of Open */
  guint32 spare;   /* the first unused one of it, by links[OF_ALL].older; NONE */
  guint32 n_open;
  List all;
  Table keys, threads;
  GArray *depths;  /* of guint32, by thread */
} Pairing;

static Open *
open_at (Pairing *self, guint32 i)
{
  return &g_array_index (self->pool, Open, i);
}

static guint64
thread_hash (guint64 key, guint32 thread)
{
  guint64 h = (key ^ ((guint64) thread + 1) * 0x9fb21c651e98df25u) * 0xbf58476d1ce4e5b9u;

  return h ^ h >> 31;
}

static void
append (Pairing *self, List *list, guint which, guint32 i)
{
  Links *links = &open_at (self, i)->links[which];

  *links = (Links) { list->newest, NONE };
  if (list->newest != NONE)
    open_at (self, list->newest)->links[which].newer = i;
  else
    list->oldest = i;
  list->newest = i;
}

static void
take_out (Pairing *self, List *list, guint which, guint32 i)
{
  Links links = open_at (self, i)->links[which];

  if (links.older != NONE)
    open_at (self, links.older)->links[which].newer = links.newer;
  else
    list->oldest = links.newer;
  if (links.newer != NONE)
    open_at (self, links.newer)->links[which].older = links.older;
  else
    list->newest = links.older;
}

static guint32 *
depth_of (Pairing *self, guint32 thread)
{
  if (thread >= self->depths->len)
    g_array_set_size (self->depths, MAX (thread + 1, self->depths->len * 2));
  return &g_array_index (self->depths, guint32, thread);
}

/* It ends, and is told. */
static gboolean
end_span (Pairing *self, guint32 i, gint64 time, guint32 thread, GError **error)
{
  Open *open = open_at (self, i);
  ScopeSpan span = open->span;

  take_out (self, &self->all, OF_ALL, i);
  take_out (self, &table_find (&self->keys, open->key)->list, OF_KEY, i);
  take_out (self, &table_find (&self->threads, thread_hash (open->key, span.thread))->list, OF_THREAD, i);
  if (span.thread != SCOPE_NONE)
    --*depth_of (self, span.thread);
  open->links[OF_ALL].older = self->spare;
  self->spare = i;
  self->n_open--;
  span.to = time == SCOPE_TIME_MAX ? time : MAX (time, span.from);
  span.end_thread = thread;
  return span.from < self->within->from || span.from >= self->within->to
         || (self->within->lane != NULL && self->within->lane->kind != SCOPE_KIND_MACHINE
             && !scope_query_range_has_lane (self->within, (ScopeLaneId) { span.machine, SCOPE_KIND_THREAD, span.thread }))
         || self->func (&span, self->user_data, error);
}

static guint32
number_of (Pairing *self, const char *name, gsize n)
{
  g_autofree char *text = g_utf8_make_valid (name, (gssize) n);

  if (self->names->texts->len >= SCOPE_SPANS_NAMES && !g_hash_table_contains (self->names->numbers, text))
    return scope_labels_number (self->names, "…");
  return scope_labels_number (self->names, text);
}

static gboolean
begin_span (Pairing *self, const ScopeSpanMark *mark, gint64 time, guint32 thread, GError **error)
{
  guint32 i = self->spare;
  Entry *entry;
  Open *open;

  if (self->n_open >= SCOPE_SPANS_OPEN && !end_span (self, self->all.oldest, SCOPE_TIME_MAX, SCOPE_NONE, error))
    return FALSE;
  i = self->spare;
  if (i == NONE)
    {
      i = self->pool->len;
      g_array_set_size (self->pool, i + 1);
    }
  else
    self->spare = open_at (self, i)->links[OF_ALL].older;
  entry = table_find (&self->keys, mark->key);
  if (entry->name == NONE || mark->numbered)
    entry->name = number_of (self, mark->name, mark->n);
  open = open_at (self, i);
  open->key = mark->key;
  open->span = (ScopeSpan) { .from = time, .machine = self->machine->index, .thread = thread, .name = entry->name };
  if (thread != SCOPE_NONE)
    open->span.depth = (*depth_of (self, thread))++;
  append (self, &self->all, OF_ALL, i);
  append (self, &entry->list, OF_KEY, i);
  append (self, &table_find (&self->threads, thread_hash (mark->key, thread))->list, OF_THREAD, i);
  self->n_open++;
  return TRUE;
}

static gboolean
take_mark (Pairing *self, const gint64 *row, gint64 offset, GError **error)
{
  gint64 time = scope_time_add (row[SCOPE_MARK_TIME], offset);
  guint32 thread = row[SCOPE_MARK_THREAD] != SCOPE_TABLE_NULL ? (guint32) row[SCOPE_MARK_THREAD] : SCOPE_NONE, i;
  ScopeSpanMark mark;
  const char *text;
  gsize n;

  if (thread != SCOPE_NONE && thread >= scope_machine_n_entities (self->machine, SCOPE_KIND_THREAD))
    thread = SCOPE_NONE;
  text = scope_text_window_read (&self->texts, (guint64) row[SCOPE_MARK_TEXT], &n, error);
  if (text == NULL)
    return FALSE;
  if (!scope_span_rule_parse (self->rule, text, n, &mark))
    return TRUE;
  if (!mark.ends)
    return begin_span (self, &mark, time, thread, error);
  i = table_find (&self->threads, thread_hash (mark.key, thread))->list.newest;
  if (i == NONE)
    i = table_find (&self->keys, mark.key)->list.oldest;
  return i == NONE || end_span (self, i, time, thread, error);
}

static gboolean
pair_machine (Pairing *self, ScopeMachine *machine, GError **error)
{
  gint64 offset = scope_trace_offset (self->within->trace, machine);
  GError *local = NULL;
  guint32 n = 0;

  self->machine = machine;
  scope_text_window_init (&self->texts, machine);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, self->within->cancellable, &local)
    {
      if (scope_trace_mark_is_name (self->within->trace, row))
        continue;
      if (!take_mark (self, row, offset, &local) || (++n % CHECK_EVERY == 0 && scope_query_range_cancelled (self->within, &local)))
        break;
    }
  while (local == NULL && self->all.oldest != NONE)
    end_span (self, self->all.oldest, SCOPE_TIME_MAX, SCOPE_NONE, &local);
  scope_text_window_clear (&self->texts);
  return scope_passed (local, error);
}

gboolean
scope_spans_each (const ScopeQueryRange *within, const ScopeSpanRule *rule, ScopeLabels *names, ScopeSpanFunc func, gpointer user_data,
                  GError **error)
{
  Pairing self = { .within = within, .rule = rule, .names = names, .func = func, .user_data = user_data };
  guint n = scope_trace_n_machines (within->trace);
  gboolean ok = TRUE;

  for (guint m = 0; m < n && ok; m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);

      if (!scope_query_range_has_machine (within, m) || scope_table_n_rows (machine->tables[SCOPE_TABLE_MARKS]) == 0)
        continue;
      self.pool = g_array_new (FALSE, FALSE, sizeof (Open));
      self.depths = g_array_new (FALSE, TRUE, sizeof (guint32));
      self.all = (List) { NONE, NONE };
      self.spare = NONE;
      self.n_open = 0;
      table_init (&self.keys, 1024);
      table_init (&self.threads, 1024);
      ok = pair_machine (&self, machine, error);
      g_free (self.keys.entries);
      g_free (self.threads.entries);
      g_array_unref (self.pool);
      g_array_unref (self.depths);
      scope_query_range_progress (within, m + 1, n);
    }
  return ok;
}

/* --- what a thread did --- */

gboolean
scope_span_states (ScopeTrace *trace, const ScopeSpan *span, gint64 ret_states[SCOPE_N_STATES], GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, span->machine);
  gint64 offset = scope_trace_offset (trace, machine), left = span->to - span->from;
  guint32 lane = span->thread != SCOPE_NONE && span->thread == span->end_thread && scope_span_ended (span)
                     ? scope_trace_lane (trace, (ScopeLaneId) { span->machine, SCOPE_KIND_THREAD, span->thread })
                     : SCOPE_NONE;

  memset (ret_states, 0, SCOPE_N_STATES * sizeof *ret_states);
  if (lane == SCOPE_NONE)
    return FALSE;
  if (span->from < span->to
      && !scope_lane_store_range_totals (machine->lanes, lane, span->from - offset, span->to - offset, ret_states, error))
    return FALSE;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    left -= ret_states[s];
  ret_states[SCOPE_STATE_UNKNOWN] += left;
  return TRUE;
}

/* Counts no further than that. */
static guint64
count_marks (ScopeTrace *trace, guint64 enough)
{
  guint n_machines = scope_trace_has_rows (trace, SCOPE_TABLE_MARKS) ? scope_trace_n_machines (trace) : 0;
  guint64 n = 0;

  for (guint m = 0; m < n_machines && n < enough; m++)
    n += scope_table_n_rows (scope_trace_machine (trace, m)->tables[SCOPE_TABLE_MARKS]);
  return n;
}

gboolean
scope_spans_are_few (ScopeTrace *trace)
{
  return count_marks (trace, FEW_MARKS + 1) <= FEW_MARKS;
}

const char *
scope_spans_why_not (ScopeTrace *trace)
{
  return count_marks (trace, 2) >= 2 ? NULL : _("Spans are pairs of marks, and the program made fewer than two");
}
