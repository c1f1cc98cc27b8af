/* scope-span-feed.c: see scope-span-feed.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-span-feed.h"

#include "model/base/scope-fail.h"

#define MOST_WAITING 65536u /* spans of a machine: 1 MB */

typedef struct
{
  guint64 left;    /* rows that tell of it and were not read yet */
  gint64 until;    /* the end of the last span; TIME_MIN: there was none */
  GArray *waiting; /* of ScopeSpan, from `next` on; NULL: none yet */
  guint next;
  gboolean alone;  /* it reads for itself */
  ScopeTableCursor cursor;
} Line;

struct _ScopeSpanFeed
{
  ScopeTable *table;
  ScopeSpanOfRow span_of;
  gpointer data;
  Line *lines;
  guint n;
  guint n_waiting; /* of all */
  ScopeTableCursor cursor;
  gboolean begun;
  guint64 read;    /* where it has read */
};

static gboolean
count_rows (ScopeSpanFeed *feed, GError **error)
{
  GError *local = NULL;
  ScopeSpan span;
  guint32 p;

  SCOPE_EACH_ROW (row, feed->table, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    if (feed->span_of (feed->data, row, &p, &span) && p < feed->n)
      feed->lines[p].left++;
  return scope_passed (local, error);
}

ScopeSpanFeed *
scope_span_feed_new (ScopeTable *table, guint n, ScopeSpanOfRow span_of, gpointer data, GError **error)
{
  g_autoptr (ScopeSpanFeed) feed = g_new0 (ScopeSpanFeed, 1);

  feed->table = table;
  feed->span_of = span_of;
  feed->data = data;
  feed->n = n;
  feed->lines = g_new0 (Line, n + 1);
  for (guint p = 0; p < n; p++)
    feed->lines[p].until = SCOPE_TIME_MIN;
  scope_table_cursor_init (&feed->cursor, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  return count_rows (feed, error) ? g_steal_pointer (&feed) : NULL;
}

void
scope_span_feed_free (ScopeSpanFeed *feed)
{
  if (feed == NULL)
    return;
  for (guint p = 0; p < feed->n; p++)
    {
      g_clear_pointer (&feed->lines[p].waiting, g_array_unref);
      if (feed->lines[p].alone)
        scope_table_cursor_clear (&feed->lines[p].cursor);
    }
  scope_table_cursor_clear (&feed->cursor);
  g_free (feed->lines);
  g_free (feed);
}

/* --- a processor that reads for itself --- */

/* From where all others are. */
static gboolean
begin_alone (ScopeSpanFeed *feed, Line *line, GError **error)
{
  gint64 row[SCOPE_TABLE_MAX_COLUMNS];
  GError *local = NULL;

  line->alone = TRUE;
  scope_table_cursor_init (&line->cursor, feed->table, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  if (!feed->begun)
    return TRUE;
  if (!scope_table_cursor_read_at (&line->cursor, feed->read, row, &local))
    return scope_passed (local, error);
  while (scope_table_cursor_row (&line->cursor, &local) != NULL && scope_table_cursor_position (&line->cursor) < feed->read)
    ;
  return scope_passed (local, error);
}

static gboolean
next_alone (ScopeSpanFeed *feed, guint32 processor, ScopeSpan *ret_span, GError **error)
{
  Line *line = &feed->lines[processor];
  const gint64 *row;
  guint32 p;

  while (line->left > 0 && (row = scope_table_cursor_row (&line->cursor, error)) != NULL)
    {
      if (!feed->span_of (feed->data, row, &p, ret_span) || p != processor)
        continue;
      line->left--;
      if (scope_span_follow (ret_span, &line->until))
        return TRUE;
    }
  return FALSE;
}

/* --- all together --- */

static void
let_wait (ScopeSpanFeed *feed, Line *line, const ScopeSpan *span)
{
  if (line->waiting == NULL)
    line->waiting = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  g_array_append_vals (line->waiting, span, 1);
  feed->n_waiting++;
}

static gboolean
take_waiting (ScopeSpanFeed *feed, Line *line, ScopeSpan *ret_span)
{
  if (line->waiting == NULL || line->next == line->waiting->len)
    return FALSE;
  *ret_span = g_array_index (line->waiting, ScopeSpan, line->next++);
  feed->n_waiting--;
  if (line->next == line->waiting->len || line->next >= MOST_WAITING)
    {
      g_array_remove_range (line->waiting, 0, line->next);
      line->next = 0;
    }
  return TRUE;
}

gboolean
scope_span_feed_next (ScopeSpanFeed *feed, guint32 processor, ScopeSpan *ret_span, GError **error)
{
  Line *line = &feed->lines[processor];
  const gint64 *row;
  guint32 p;

  if (take_waiting (feed, line, ret_span))
    return TRUE;
  while (!line->alone && line->left > 0 && feed->n_waiting < MOST_WAITING && (row = scope_table_cursor_row (&feed->cursor, error)) != NULL)
    {
      feed->begun = TRUE;
      feed->read = scope_table_cursor_position (&feed->cursor);
      if (!feed->span_of (feed->data, row, &p, ret_span) || p >= feed->n || feed->lines[p].alone)
        continue;
      feed->lines[p].left--;
      if (!scope_span_follow (ret_span, &feed->lines[p].until))
        continue;
      if (p == processor)
        return TRUE;
      let_wait (feed, &feed->lines[p], ret_span);
    }
  if (line->left == 0 || (error != NULL && *error != NULL) || (!line->alone && !begin_alone (feed, line, error)))
    return FALSE;
  return next_alone (feed, processor, ret_span, error);
}
