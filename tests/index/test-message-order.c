/* test-message-order.c: messages in any order, against all messages read one by one: every key, both ways, ranges, filters, streams as
 * rows and opened, no more rows than asked for, and finding one again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "message-world.h"

#include "model/scene/messages/scope-message-words.h"
#include "model/trace/messages/scope-message-rows.h"
#include "tests/model/message-list.h"

#include <string.h>

static ScopeMessageOrder *
make (World *w, ScopeMessageKey key, gboolean descending, gboolean group, guint most)
{
  ScopeMessageSorting sorting = { key, descending, group, NULL, most };
  g_autoptr (GError) error = NULL;
  ScopeMessageOrder *order = scope_message_order_new (&w->within, &sorting, &error);

  g_assert_no_error (error);
  return order;
}

static ScopeMessageRow *
rows_of (ScopeMessageOrder *order)
{
  guint n = scope_message_order_n_rows (order);
  ScopeMessageRow *rows = g_new (ScopeMessageRow, MAX (n, 1));
  g_autoptr (GError) error = NULL;

  g_assert_true (scope_message_order_read (order, 0, n, rows, &error));
  g_assert_no_error (error);
  return rows;
}

/* What a row is sorted by; FALSE: it has none. */
static gboolean
value_of (World *w, const ScopeMessageRow *row, ScopeMessageKey key, double *ret_value)
{
  const ScopeMessageLine *m = &row->message;

  switch (key)
    {
    case SCOPE_MESSAGE_KEY_COUNT:
      *ret_value = (double) row->count;
      return TRUE;
    case SCOPE_MESSAGE_KEY_SEND:
      *ret_value = (double) m->send;
      return m->sent;
    case SCOPE_MESSAGE_KEY_RECEIVE:
      *ret_value = (double) m->receive;
      return m->received;
    case SCOPE_MESSAGE_KEY_LATENCY:
      *ret_value = row->latency;
      return row->timed;
    case SCOPE_MESSAGE_KEY_SIZE:
      *ret_value = row->size;
      return row->size >= 0;
    case SCOPE_MESSAGE_KEY_FROM:
      *ret_value = scope_trace_machine (w->trace, m->from_machine)->number * 1e6 + m->from_process;
      return TRUE;
    case SCOPE_MESSAGE_KEY_TO:
      *ret_value = scope_trace_machine (w->trace, m->to_machine)->number * 1e6 + m->to_process;
      return TRUE;
    default:
      return FALSE;
    }
}

static void
check_sorted (World *w, const ScopeMessageRow *rows, guint n, ScopeMessageKey key, gboolean descending)
{
  for (guint i = 1; i < n; i++)
    {
      double before, here;
      gboolean has_before = value_of (w, &rows[i - 1], key, &before), has = value_of (w, &rows[i], key, &here);

      if (key == SCOPE_MESSAGE_KEY_TAG)
        {
          int order = strcmp (scope_message_tag_name (rows[i - 1].message.tag), scope_message_tag_name (rows[i].message.tag));

          g_assert_true (descending ? order >= 0 : order <= 0);
        }
      else if (has_before && has)
        g_assert_true (descending ? before >= here : before <= here);
      else if (!has_before)
        g_assert_false (has); /* those without come last */
    }
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (ScopeMessageLine));
}

/* The same messages, whatever the order: by brute force. */
static void
check_same (World *w, const ScopeMessageRow *rows, guint n)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (ScopeMessageLine));
  g_autoptr (GArray) all = message_list_read (&w->within);

  for (guint i = 0; i < n; i++)
    g_array_append_val (lines, rows[i].message);
  g_assert_cmpuint (n, ==, all->len);
  g_array_sort (lines, compare_lines);
  g_array_sort (all, compare_lines);
  g_assert_cmpmem (lines->data, n * sizeof (ScopeMessageLine), all->data, all->len * sizeof (ScopeMessageLine));
}

static void
test_every_key (World *w, gconstpointer data)
{
  for (guint key = 0; key < SCOPE_N_MESSAGE_KEYS; key++)
    for (guint descending = 0; descending < 2; descending++)
      {
        g_autoptr (ScopeMessageOrder) order = make (w, (ScopeMessageKey) key, descending != 0, FALSE, 1000000);
        g_autofree ScopeMessageRow *rows = rows_of (order);
        guint n = scope_message_order_n_rows (order);

        g_assert_cmpuint (n, >, 20);
        g_assert_cmpuint (scope_message_order_totals (order)->messages, ==, n);
        check_sorted (w, rows, n, (ScopeMessageKey) key, descending != 0);
        check_same (w, rows, n);
      }
}

static void
test_ranges (World *w, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  gint64 first, last;

  scope_trace_range (w->trace, &first, &last);
  for (guint i = 0; i < 30; i++)
    {
      double a = g_rand_double (rand), b = g_rand_double (rand);

      w->within.from = first + (gint64) (MIN (a, b) * (double) (last - first));
      w->within.to = first + (gint64) (MAX (a, b) * (double) (last - first));
      w->filter.system = i % 2 == 0;
      w->filter.size_from = i % 3 == 0 ? 5 : -1;
      w->filter.unmatched_only = i % 5 == 4;
      {
        g_autoptr (ScopeMessageOrder) order = make (w, (ScopeMessageKey) (i % SCOPE_N_MESSAGE_KEYS), i % 2 != 0, FALSE, 1 << 20);
        g_autofree ScopeMessageRow *rows = rows_of (order);

        check_same (w, rows, scope_message_order_n_rows (order));
      }
    }
}

/* Of more than may be listed, the first ones of the whole order: whatever their place in the trace. */
static void
test_most (World *w, gconstpointer data)
{
  static const guint mosts[] = { 1, 2, 7, 50 };

  for (guint key = 0; key < SCOPE_N_MESSAGE_KEYS; key++)
    for (guint i = 0; i < G_N_ELEMENTS (mosts); i++)
      for (guint descending = 0; descending < 2; descending++)
        {
          g_autoptr (ScopeMessageOrder) all = make (w, (ScopeMessageKey) key, descending != 0, FALSE, 1000000);
          g_autoptr (ScopeMessageOrder) some = make (w, (ScopeMessageKey) key, descending != 0, FALSE, mosts[i]);
          g_autofree ScopeMessageRow *a = rows_of (all), *b = rows_of (some);

          g_assert_cmpuint (scope_message_order_n_rows (some), ==, mosts[i]);
          g_assert_cmpuint (scope_message_order_n_all (some), ==, scope_message_order_n_rows (all));
          g_assert_cmpmem (a, mosts[i] * sizeof *a, b, mosts[i] * sizeof *b);
        }
}

/* A stream is one row: its number, sizes and times are those of its elements. */
static void
test_streams (World *w, gconstpointer data)
{
  g_autoptr (ScopeMessageOrder) order = make (w, SCOPE_MESSAGE_KEY_COUNT, TRUE, TRUE, 1000000);
  g_autofree ScopeMessageRow *rows = rows_of (order);
  guint64 messages = 0, streams = 0;

  for (guint i = 0; i < scope_message_order_n_rows (order); i++)
    {
      const gint64 *channel = scope_message_order_channel (order, i);
      ScopeMessageSorting sorting = { SCOPE_MESSAGE_KEY_SEND, FALSE, FALSE, channel, 1000000 };
      g_autoptr (ScopeMessageOrder) elements = NULL;
      g_autofree ScopeMessageRow *parts = NULL;
      double size = 0, sized = 0;

      messages += rows[i].count;
      g_assert_true ((channel != NULL) == (rows[i].count > 1));
      if (channel == NULL)
        continue;
      streams++;
      elements = scope_message_order_new (&w->within, &sorting, NULL);
      parts = rows_of (elements);
      g_assert_cmpuint (scope_message_order_n_rows (elements), ==, rows[i].count);
      for (guint e = 0; e < rows[i].count; e++)
        {
          g_assert_cmpint (parts[e].message.tag, ==, SCOPE_TAG_HEAD);
          g_assert_cmpint (parts[e].message.from_port, ==, rows[i].message.from_port);
          g_assert_cmpint (parts[e].message.send, >=, rows[i].message.send);
          g_assert_true (!parts[e].message.received || parts[e].message.receive <= rows[i].message.receive);
          size += parts[e].size >= 0 ? parts[e].size : 0;
          sized += parts[e].size >= 0;
        }
      g_assert_true (sized == 0 || ABS (rows[i].size - size / sized) < 1e-9);
    }
  g_assert_cmpuint (messages, ==, scope_message_order_totals (order)->messages);
  g_assert_cmpuint (streams, ==, scope_message_order_totals (order)->streams);
  g_assert_cmpuint (streams, >, 0);
}

/* Connect's receipt is never recorded: no fault. */
static void
test_totals (World *w, gconstpointer data)
{
  g_autoptr (ScopeMessageOrder) order = make (w, SCOPE_MESSAGE_KEY_NOTE, TRUE, FALSE, 1000000);
  const ScopeMessageTotals *totals = scope_message_order_totals (order);
  ScopeMessageCounts counts = scope_trace_message_counts (w->trace);
  g_autofree ScopeMessageRow *rows = rows_of (order);

  g_assert_cmpuint (totals->unmatched, ==, counts.unmatched);
  g_assert_cmpuint (totals->reversed, ==, counts.received_before_sent);
  g_assert_cmpuint (totals->unrecorded, ==, counts.unrecorded_receipts);
  g_assert_cmpuint (counts.unrecorded_receipts, >, 0);
  for (guint i = 0; i < scope_message_order_n_rows (order); i++)
    if (rows[i].message.tag == SCOPE_TAG_CONNECT)
      {
        g_autofree char *text = scope_message_cell_text (w->trace, &rows[i], SCOPE_MESSAGE_KEY_NOTE, NULL);

        g_assert_cmpint (scope_message_remark (&rows[i]), ==, SCOPE_REMARK_PLAIN);
        g_assert_cmpstr (text, ==, "receipt not recorded by Eden");
      }
}

static void
test_find (World *w, gconstpointer data)
{
  g_autoptr (ScopeMessageOrder) order = make (w, SCOPE_MESSAGE_KEY_LATENCY, TRUE, TRUE, 1000000);
  g_autoptr (ScopeMessageOrder) single = make (w, SCOPE_MESSAGE_KEY_SIZE, FALSE, FALSE, 1000000);
  g_autofree ScopeMessageRow *rows = rows_of (order), *singles = rows_of (single);
  ScopeMessageLine line = { .sent = TRUE, .received = TRUE, .send = 1, .receive = 2 };
  guint found;

  for (guint i = 0; i < scope_message_order_n_rows (single); i++)
    {
      g_assert_true (scope_message_order_find (order, &singles[i].message, &found, NULL));
      g_assert_cmpint (rows[found].message.from_port, ==, singles[i].message.from_port);
      g_assert_cmpint (rows[found].message.to_process, ==, singles[i].message.to_process);
      if (rows[found].count == 1)
        g_assert_cmpint (rows[found].message.send, ==, singles[i].message.send);
    }
  g_assert_false (scope_message_order_find (order, &line, &found, NULL));
}

/* --- the list --- */

static gboolean
turn (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wait_for (gboolean (*done) (gpointer data), gpointer data)
{
  gboolean late = FALSE;
  guint timeout = g_timeout_add_seconds (20, turn, &late);

  while (!done (data) && !late)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (late);
  g_source_remove (timeout);
}

static gboolean
is_filled (gpointer item)
{
  return scope_message_item_get_row (item) != NULL;
}

typedef struct
{
  ScopeMessageRows *rows;
  guint n;
} Length;

static gboolean
is_long (gpointer data)
{
  Length *length = data;

  return g_list_model_get_n_items (G_LIST_MODEL (length->rows)) == length->n;
}

/* Opened: its elements follow it; closed: they are gone; what is below moves. */
static void
test_rows (World *w, gconstpointer data)
{
  g_autoptr (ScopeMessageOrder) order = make (w, SCOPE_MESSAGE_KEY_COUNT, TRUE, TRUE, 1000000);
  g_autofree ScopeMessageRow *expected = rows_of (order);
  g_autoptr (ScopeMessageRows) rows = scope_message_rows_new ();
  guint n = scope_message_order_n_rows (order);
  Length length = { rows, 0 };

  scope_message_rows_set (rows, order);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, n);
  g_assert_cmpuint (expected[0].count, >, 1);
  g_assert_false (scope_message_rows_set_open (rows, n - 1, TRUE)); /* a single one */
  g_assert_true (scope_message_rows_set_open (rows, 0, TRUE));
  length.n = n + (guint) expected[0].count;
  wait_for (is_long, &length);
  g_assert_cmpuint (scope_message_rows_position (rows, 1), ==, 1 + expected[0].count);
  for (guint i = 0; i < length.n; i += 3)
    {
      g_autoptr (ScopeMessageItem) item = g_list_model_get_item (G_LIST_MODEL (rows), i);

      scope_message_item_show (item);
      wait_for (is_filled, item);
      g_assert_true (scope_message_item_is_element (item) == (i >= 1 && i <= expected[0].count));
      if (i > expected[0].count)
        g_assert_cmpmem (scope_message_item_get_row (item), sizeof *expected, &expected[i - expected[0].count],
                         sizeof *expected);
      scope_message_item_hide (item);
    }
  g_assert_true (scope_message_rows_set_open (rows, 0, FALSE));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, n);
  scope_message_rows_set (rows, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 0);
}

/* The fields of the header (row NULL), or of a row. */
static GStrv
csv_fields (ScopeTrace *trace, const ScopeMessageRow *row)
{
  ScopeCsv *csv = scope_message_csv_new (NULL, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (row != NULL)
    scope_message_row_write (csv, trace, row);
  text = scope_csv_close_text (csv);
  lines = g_strsplit (text, "\n", -1);
  return g_strsplit (lines[row != NULL ? 1 : 0], ",", -1);
}

static void
test_csv (World *w, gconstpointer data)
{
  g_autoptr (ScopeMessageOrder) order = make (w, SCOPE_MESSAGE_KEY_SEND, FALSE, FALSE, 1000000);
  g_autofree ScopeMessageRow *rows = rows_of (order);
  g_auto (GStrv) titles = csv_fields (w->trace, NULL);

  for (guint i = 0; i < scope_message_order_n_rows (order); i++)
    {
      g_auto (GStrv) fields = csv_fields (w->trace, &rows[i]);

      g_assert_cmpuint (g_strv_length (fields), ==, g_strv_length (titles));
      g_assert_cmpstr (fields[0], ==, scope_message_tag_name (rows[i].message.tag));
      g_assert_true ((fields[7][0] == '\0') == !rows[i].message.sent);
    }
}

/* Ports send and receive, too, and of some messages nobody knows who sent them. */
static void
test_ports (World *w, gconstpointer data)
{
  g_autoptr (ScopeMessageOrder) order = make (w, SCOPE_MESSAGE_KEY_SEND, FALSE, FALSE, 1000000);
  g_autofree ScopeMessageRow *rows = rows_of (order);
  guint n_from = 0, n_to = 0, n_unknown = 0;

  for (guint i = 0; i < scope_message_order_n_rows (order); i++)
    {
      const ScopeMessageLine *message = &rows[i].message;
      gboolean from_port = message->from_port != SCOPE_TABLE_NULL, to_port = message->to_port != SCOPE_TABLE_NULL;
      g_autofree char *from = scope_message_cell_text (w->trace, &rows[i], SCOPE_MESSAGE_KEY_FROM, NULL);
      g_autofree char *to = scope_message_cell_text (w->trace, &rows[i], SCOPE_MESSAGE_KEY_TO, NULL);
      g_auto (GStrv) fields = csv_fields (w->trace, &rows[i]);

      g_assert_true (from_port == g_str_has_prefix (from, "#Port<0."));
      g_assert_true (to_port == g_str_has_prefix (to, "#Port<0."));
      g_assert_true ((from[0] == '?') == (!message->sent && !from_port));
      g_assert_cmpstr (to, !=, "?");
      g_assert_true (g_str_has_prefix (fields[2], "<0.") == (message->sent && !from_port));
      g_assert_cmpstr (fields[3], ==, from_port ? from : "");
      g_assert_true (g_str_has_prefix (fields[5], "<0.") == !to_port);
      g_assert_cmpstr (fields[6], ==, to_port ? to : "");
      g_assert_cmpstr (fields[10], ==, "bytes");
      n_from += from_port;
      n_to += to_port;
      n_unknown += from[0] == '?';
    }
  g_assert_cmpuint (n_from, ==, 3);
  g_assert_cmpuint (n_to, ==, 4);
  g_assert_cmpuint (n_unknown, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, file, func) \
  g_test_add ("/message-order/" name, World, "tests/data/eden/" file, set_up, func, tear_down)
  ADD ("every-key", "generic4.parevents", test_every_key);
  ADD ("ranges", "generic4.parevents", test_ranges);
  ADD ("most", "generic4.parevents", test_most);
  ADD ("streams", "generic4.parevents", test_streams);
  ADD ("totals", "generic4.parevents", test_totals);
  ADD ("find", "generic4.parevents", test_find);
  ADD ("rows", "generic4.parevents", test_rows);
  ADD ("csv", "small3.parevents", test_csv);
  g_test_add ("/message-order/ports", World, "tests/data/erlang/every_all.dat", set_up, test_ports, tear_down);
  return g_test_run ();
}
