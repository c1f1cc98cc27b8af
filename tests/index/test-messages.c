/* test-messages.c: ends of messages become messages: first in, first out per channel, whatever order the ends come in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-messages.h"

#include <string.h>

#define N_MACHINES 3u
#define TAG_HEAD 0x5a
#define TAG_CONNECT 0x56
#define LACK SCOPE_TABLE_NULL

typedef struct
{
  ScopeTrace *trace;
  ScopeMessages *messages;
  ScopeMessageCounts counts;
} World;

/* Machine i has number i + 1 and is i × 1000 ticks ahead. */
static void
world_init (World *w)
{
  memset (w, 0, sizeof *w);
  w->trace = scope_trace_new ();
  w->messages = scope_messages_new (0, N_MACHINES);
  for (guint i = 0; i < N_MACHINES; i++)
    {
      ScopeMachine *machine = scope_machine_new (i, scope_bytes_new_memory ());

      machine->number = i + 1;
      machine->offset = (gint64) i * 1000;
      scope_machine_open_sink (machine, FALSE, 1 << 16, NULL, NULL);
      scope_trace_add_machine (w->trace, machine);
    }
}

static void
end (World *w, gboolean received, gint64 time, guint tag, guint from, guint from_port, guint to, guint to_port, guint size)
{
  const ScopeMessageEnd e = { .time = time, .received = received, .tag = (guint8) tag, .from_machine = from,
                              .from_process = 1, .from_port = from_port, .to_machine = to, .to_process = 2,
                              .to_port = to_port, .size = size };

  scope_messages_add (w->messages, scope_trace_machine (w->trace, (received ? to : from) - 1), &e);
}

static void
match (World *w)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (scope_messages_match (w->messages, w->trace, NULL, &w->counts, &error));
  g_assert_no_error (error);
}

/* (owner, send, receive, size) of all messages, as a set. */
typedef struct
{
  guint owner;
  gint64 send, receive, size;
} Expected;

static void
expect (World *w, const Expected *expected, guint n)
{
  g_autofree gboolean *seen = g_new0 (gboolean, n + 1);
  guint found = 0;

  for (guint i = 0; i < N_MACHINES; i++)
    {
      gint64 row[SCOPE_TABLE_MAX_COLUMNS];
      ScopeTableCursor cursor;

      scope_table_cursor_init (&cursor, scope_trace_machine (w->trace, i)->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN,
                               SCOPE_TIME_MAX);
      while (scope_table_cursor_next (&cursor, row, NULL))
        {
          guint k = 0;

          while (k < n && (seen[k] || expected[k].owner != i || expected[k].send != row[SCOPE_MESSAGE_SEND]
                           || expected[k].receive != row[SCOPE_MESSAGE_RECEIVE]
                           || expected[k].size != row[SCOPE_MESSAGE_SIZE]))
            k++;
          g_assert_cmpuint (k, <, n);
          seen[k] = TRUE;
          found++;
        }
      scope_table_cursor_clear (&cursor);
    }
  g_assert_cmpuint (found, ==, n);
}

static void
world_clear (World *w)
{
  scope_messages_free (w->messages);
  g_object_unref (w->trace);
}

static void
test_order (void)
{
  static const Expected expected[] = { { 0, 10, 100, 1 }, { 0, 20, 110, 2 }, { 0, 15, 105, 3 }, { 1, 5, 50, 4 } };
  World w;

  world_init (&w);
  /* Receives first, as Eden writes them; two channels from 1 to 2 that differ in the port. */
  end (&w, TRUE, 100, TAG_HEAD, 1, 7, 2, 8, 1);
  end (&w, TRUE, 105, TAG_HEAD, 1, 9, 2, 8, 3);
  end (&w, TRUE, 110, TAG_HEAD, 1, 7, 2, 8, 2);
  end (&w, TRUE, 50, TAG_HEAD, 2, 7, 3, 8, 4);
  end (&w, FALSE, 10, TAG_HEAD, 1, 7, 2, 8, 0);
  end (&w, FALSE, 15, TAG_HEAD, 1, 9, 2, 8, 0);
  end (&w, FALSE, 20, TAG_HEAD, 1, 7, 2, 8, 0);
  end (&w, FALSE, 5, TAG_HEAD, 2, 7, 3, 8, 0);
  match (&w);
  expect (&w, expected, G_N_ELEMENTS (expected));
  g_assert_cmpuint (w.counts.sent, ==, 4);
  g_assert_cmpuint (w.counts.received, ==, 4);
  g_assert_cmpuint (w.counts.unmatched, ==, 0);
  g_assert_cmpuint (w.counts.received_before_sent, ==, 0);
  world_clear (&w);
}

static void
test_unmatched (void)
{
  static const Expected expected[]
      = { { 0, 10, 100, 1 }, { 0, 20, LACK, LACK }, { 1, LACK, 300, 6 }, { 0, 40, LACK, LACK }, { 0, 50, LACK, LACK } };
  World w;

  world_init (&w);
  end (&w, FALSE, 10, TAG_HEAD, 1, 7, 2, 8, 0);
  end (&w, FALSE, 20, TAG_HEAD, 1, 7, 2, 8, 0);    /* never received */
  end (&w, TRUE, 100, TAG_HEAD, 1, 7, 2, 8, 1);
  end (&w, TRUE, 300, TAG_HEAD, 1, 70, 2, 8, 6);   /* never sent */
  end (&w, FALSE, 40, TAG_CONNECT, 1, 7, 2, 8, 0); /* whose receipt is never recorded */
  end (&w, FALSE, 50, TAG_HEAD, 1, 7, 9, 8, 0);    /* to a machine that is not there */
  match (&w);
  expect (&w, expected, G_N_ELEMENTS (expected));
  g_assert_cmpuint (w.counts.unmatched, ==, 3);
  g_assert_cmpuint (w.counts.unrecorded_receipts, ==, 1);
  world_clear (&w);
}

/* Clocks differ: received at 5 on machine 3, that is 2005; sent at 2010 on machine 1. */
static void
test_received_before_sent (void)
{
  static const Expected expected[] = { { 0, 2010, 5, 1 }, { 0, 2020, 20, 2 }, { 0, 2030, 31, 3 } };
  World w;

  world_init (&w);
  end (&w, FALSE, 2010, TAG_HEAD, 1, 7, 3, 8, 0);
  end (&w, FALSE, 2020, TAG_HEAD, 1, 7, 3, 8, 0);
  end (&w, FALSE, 2030, TAG_HEAD, 1, 7, 3, 8, 0);
  end (&w, TRUE, 5, TAG_HEAD, 1, 7, 3, 8, 1);
  end (&w, TRUE, 20, TAG_HEAD, 1, 7, 3, 8, 2); /* at the same moment */
  end (&w, TRUE, 31, TAG_HEAD, 1, 7, 3, 8, 3);
  match (&w);
  expect (&w, expected, G_N_ELEMENTS (expected));
  g_assert_cmpuint (w.counts.received_before_sent, ==, 1);
  world_clear (&w);
}

/* More than the buffers of the spools hold, and so many that rows are stored by another thread: the k-th receive of each channel is that of its k-th
 * send. Rows come in order of their receipts. data: on how many channels; their ways find room in memory, or not. */
static void
test_many (gconstpointer data)
{
  const guint channels = GPOINTER_TO_UINT (data), n = channels + 10000;
  gint64 before = 0;
  World w;
  guint rows = 0;

  world_init (&w);
  for (guint i = 0; i < n; i++)
    end (&w, TRUE, 1000000 + i, TAG_HEAD, 1, i % channels, 2, 8, i);
  for (guint i = 0; i < n; i++)
    end (&w, FALSE, i, TAG_HEAD, 1, i % channels, 2, 8, 0);
  match (&w);
  {
    gint64 row[SCOPE_TABLE_MAX_COLUMNS];
    ScopeTableCursor cursor;

    scope_table_cursor_init (&cursor, scope_trace_machine (w.trace, 0)->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN,
                             SCOPE_TIME_MAX);
    for (; scope_table_cursor_next (&cursor, row, NULL); rows++)
      {
        g_assert_cmpint (row[SCOPE_MESSAGE_RECEIVE], ==, row[SCOPE_MESSAGE_SEND] + 1000000);
        g_assert_cmpint (row[SCOPE_MESSAGE_SIZE], ==, row[SCOPE_MESSAGE_SEND]);
        g_assert_cmpint (row[SCOPE_MESSAGE_FROM_PORT], ==, row[SCOPE_MESSAGE_SEND] % channels);
        g_assert_cmpint (row[SCOPE_MESSAGE_RECEIVE], >, before);
        before = row[SCOPE_MESSAGE_RECEIVE];
      }
    scope_table_cursor_clear (&cursor);
  }
  g_assert_cmpuint (rows, ==, n);
  world_clear (&w);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/messages/order", test_order);
  g_test_add_func ("/messages/unmatched", test_unmatched);
  g_test_add_func ("/messages/received-before-sent", test_received_before_sent);
  g_test_add_data_func ("/messages/many", GUINT_TO_POINTER (17), test_many);
  g_test_add_data_func ("/messages/many-channels", GUINT_TO_POINTER (70000), test_many);
  return g_test_run ();
}
