/* test-spare.c: what stretches had to spare and how many they kept waiting, as lanes: against the table of `dump slack` (which is compared
 * with the truth of simulated programs, see tests/cli/test-analysis.py), against blame, and, at several zooms, against brute force.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"
#include "io/index/scope-derived-file.h"
#include "model/base/scope-each.h"
#include "model/scene/draw/scope-columns.h"
#include "model/trace/analysis/scope-slack.h"
#include "model/trace/analysis/scope-spare.h"
#include "model/trace/messages/scope-clock-shifts.h"

#include <glib/gstdio.h>

typedef struct
{
  ScopeLaneId lane;
  ScopeSlack slack;
} Piece;

static ScopeImport *
read_trace (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests", "data", "analysis", name, NULL);
  const char *paths[] = { path };
  ScopeImportOptions options = { .no_cache = TRUE };
  ScopeImport *import = scope_import_new (paths, 1, &options);
  g_autoptr (GError) error = NULL;

  scope_import_run (import, NULL, &error);
  g_assert_no_error (error);
  return import;
}

static gboolean
take_piece (gpointer data, ScopeLaneId lane, const ScopeSlack *slack, GError **error)
{
  const Piece piece = { lane, *slack };

  g_array_append_val (data, piece);
  return TRUE;
}

static gboolean
take_task (gpointer data, ScopeTaskId task, const ScopeSlack *slack, GError **error)
{
  return take_piece (data, (ScopeLaneId) { task.machine, SCOPE_KIND_THREAD, task.thread }, slack, error);
}

/* What is cut only because somebody began to wait for it is one again. */
static void
join (GArray *pieces)
{
  guint n = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      Piece *piece = &g_array_index (pieces, Piece, i), *last = n > 0 ? &g_array_index (pieces, Piece, n - 1) : NULL;

      if (last != NULL && scope_lane_id_equal (last->lane, piece->lane) && last->slack.to == piece->slack.from
          && last->slack.slack == piece->slack.slack)
        last->slack.to = piece->slack.to;
      else
        g_array_index (pieces, Piece, n++) = *piece;
    }
  g_array_set_size (pieces, n);
}

static void
check_table (const ScopeQueryRange *whole, GArray *pieces)
{
  g_autoptr (GArray) table = g_array_new (FALSE, FALSE, sizeof (Piece)), tasks = g_array_new (FALSE, FALSE, sizeof (Piece));

  g_assert_true (scope_slack_walk (whole, take_task, table, NULL));
  SCOPE_EACH (const Piece, piece, pieces)
    if (piece->lane.kind == SCOPE_KIND_THREAD)
      g_array_append_vals (tasks, piece, 1);
  join (table);
  join (tasks);
  g_assert_cmpuint (tasks->len, ==, table->len);
  for (guint i = 0; i < table->len; i++)
    {
      const Piece *a = &g_array_index (table, Piece, i), *b = &g_array_index (tasks, Piece, i);

      g_assert_true (scope_lane_id_equal (a->lane, b->lane));
      g_assert_cmpint (a->slack.from, ==, b->slack.from);
      g_assert_cmpint (a->slack.to, ==, b->slack.to);
      g_assert_cmpint (a->slack.slack, ==, b->slack.slack);
    }
}

/* What was put away meanwhile comes back as it was. Returns how much that is. */
static guint64
check_room (const ScopeQueryRange *whole, GArray *pieces)
{
  ScopeBytes *room = scope_bytes_new_memory ();
  g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (Piece));
  guint64 size;

  g_assert_true (scope_slack_walk_lanes (whole, room, take_piece, again, NULL));
  g_assert_cmpuint (again->len, ==, pieces->len);
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *a = &g_array_index (pieces, Piece, i), *b = &g_array_index (again, Piece, i);

      g_assert_true (scope_lane_id_equal (a->lane, b->lane));
      g_assert_cmpmem (&a->slack, sizeof a->slack, &b->slack, sizeof b->slack);
    }
  g_assert_true (scope_bytes_append (room, "", 1, &size, NULL));
  scope_bytes_free (room);
  return size;
}

/* All that tasks are waited for while they run is their blame. */
static void
check_blame (const ScopeQueryRange *whole, GArray *pieces)
{
  g_autoptr (ScopeAnalysis) analysis = scope_analysis_read (whole, SCOPE_ANALYSE_BLAME, NULL);
  gint64 blame = 0, waited[2] = { 0 };

  SCOPE_EACH (const ScopeBlame, sum, analysis->blame)
    if (*(const char *) g_ptr_array_index (analysis->labels, sum->label) != '(')
      blame += sum->direct + sum->cascaded;
  SCOPE_EACH (const Piece, piece, pieces)
    waited[piece->lane.kind == SCOPE_KIND_PROCESSOR] += (gint64) piece->slack.waiting * (piece->slack.to - piece->slack.from);
  g_assert_cmpint (blame, >, 0);
  g_assert_cmpint (waited[0], ==, blame);
  g_assert_cmpint (waited[1], ==, blame);
}

/* --- lanes --- */

static guint
level_of (ScopeSpare *spare, const Piece *piece, gboolean waiting)
{
  gint64 from, to;
  guint level = 0;

  if (waiting)
    {
      static const guint64 most[] = { 0, 1, 2, 4, 8, 16 };

      while (level < G_N_ELEMENTS (most) && piece->slack.waiting > most[level])
        level++;
      return level;
    }
  for (scope_spare_level_range (spare, level, &from, &to); level > 0 ? piece->slack.slack >= to : piece->slack.slack > 0;
       scope_spare_level_range (spare, level, &from, &to))
    level++;
  g_assert_cmpint (piece->slack.slack, >=, from);
  return level;
}

/* Every level is in a column as long as by brute force. */
static void
check_columns (ScopeTrace *trace, ScopeSpare *spare, GArray *pieces, ScopeLaneId lane, gboolean waiting, gint64 first, double scale)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  ScopeLaneSource source = { .offset = scope_trace_offset (trace, machine) };
  g_autoptr (ScopeTileCache) cache = scope_tile_cache_new (G_OBJECT (trace), 16 << 20, 1);
  ScopeTileGetter getter;
  g_autoptr (ScopeStrip) strip = NULL;

  source.store = scope_spare_lane (spare, lane.machine, scope_trace_lane (trace, lane), waiting, &source.lane);
  scope_tile_getter_init_waiting (&getter, cache);
  strip = scope_strip_new (&getter, &source, 1, first, scale, 0, SCOPE_STRIP_COLUMNS);
  for (guint c = 0; c < strip->n; c++)
    {
      gint64 from = scope_column_edge (first, source.offset, scale, c) + source.offset,
             to = scope_column_edge (first, source.offset, scale, c + 1) + source.offset;
      double want[SCOPE_N_SPARE_LEVELS] = { 0 };

      SCOPE_EACH (const Piece, piece, pieces)
        if (scope_lane_id_equal (piece->lane, lane))
          want[level_of (spare, piece, waiting)] += (double) MAX (MIN (piece->slack.to, to) - MAX (piece->slack.from, from), 0);
      for (guint level = 0; level < SCOPE_N_SPARE_LEVELS; level++)
        g_assert_cmpfloat_with_epsilon (strip->columns[c].time[level], want[level], 0.01);
    }
}

static ScopeBytes *
in_memory (guint n, gpointer data)
{
  return scope_bytes_new_memory ();
}

static void
test_trace (gconstpointer name)
{
  g_autoptr (ScopeImport) import = read_trace (name);
  ScopeTrace *trace = scope_import_get_trace (import);
  const ScopeQueryRange whole = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  g_autoptr (ScopeSpare) spare = scope_spare_make (&whole, in_memory, NULL, NULL);
  gint64 first, last;
  guint most = 0;

  scope_trace_range (trace, &first, &last);
  g_assert_true (scope_slack_walk_lanes (&whole, NULL, take_piece, pieces, NULL));
  check_table (&whole, pieces);
  check_blame (&whole, pieces);
  g_assert_true (check_room (&whole, pieces) > 0 || !g_str_has_prefix (name, "chatty"));
  SCOPE_EACH (const Piece, piece, pieces)
    most = MAX (most, level_of (spare, piece, TRUE));
  g_assert_cmpuint (scope_spare_most_waiting (spare), ==, most);
  for (guint zoom = 0; zoom < 3; zoom++)
    for (guint k = 0; k < 2; k++)
      for (guint waiting = 0; waiting < 2; waiting++)
        {
          const ScopeLaneId lane = { 0, k == 0 ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_THREAD, 0 };
          gint64 at = first + zoom * (last - first) / 5;

          check_columns (trace, spare, pieces, lane, waiting, at, (double) (last - at) / SCOPE_STRIP_COLUMNS / (1 << 4 * zoom));
        }
}

/* --- other clocks --- */

static void
take_segment (gpointer data, const ScopePathSegment *segment, const char *label)
{
  g_string_append_printf (data, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %u %u\n", segment->from, segment->to, segment->task.machine,
                          segment->task.thread);
}

/* The critical path. */
static char *
path_of (ScopeDerived *derived, ScopeTrace *trace)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  GString *path = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  scope_derived_walk_path (derived, &within, take_segment, path, &error);
  g_assert_no_error (error);
  return g_string_free (path, FALSE);
}

static char *
open_path (ScopeTrace *trace, gboolean kept)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeDerived) derived = kept ? scope_derived_open (&within, NULL, &error) : scope_derived_dup_or_make (&within, &error);

  g_assert_no_error (error);
  return path_of (derived, trace);
}

static void
remove_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

/* What is kept beside the index is of the clocks as the machines tell them: no other ones read it, or leave theirs there. */
static void
test_other_clocks (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests", "data", "eden", "skewed.parevents", NULL);
  g_autofree char *folder = g_dir_make_tmp ("test-spare-XXXXXX", NULL);
  const char *paths[] = { path };
  const ScopeImportOptions options = { .cache_dir = folder };
  g_autofree char *before = NULL, *after = NULL, *truth = NULL, *moved = NULL;

  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (ScopeImport) import = scope_import_new (paths, 1, &options);
      ScopeTrace *trace = scope_import_get_trace (import);
      g_autofree gint64 *shifts = NULL;

      g_assert_true (scope_import_run (import, NULL, NULL));
      if (round == 0)
        before = open_path (trace, TRUE);
      else if (round == 2)
        after = open_path (trace, TRUE);
      else
        {
          shifts = scope_clock_shifts_read (trace, NULL, NULL);
          scope_trace_set_shifts (trace, shifts);
          scope_trace_set_clocks (trace, SCOPE_CLOCKS_MESSAGES);
          truth = open_path (trace, FALSE);
          moved = open_path (trace, TRUE);
        }
    }
  g_assert_cmpstr (truth, !=, before);
  g_assert_cmpstr (moved, ==, truth);
  g_assert_cmpstr (after, ==, before);
  remove_files (folder);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "lock_convoy.eventlog", "timer_polling.eventlog", "gc_barrier.eventlog", "slow_machine.parevents",
                                      "chatty_pair.parevents" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strdup_printf ("/spare/%s", names[i]);

      g_test_add_data_func (path, names[i], test_trace);
    }
  g_test_add_func ("/derived/other-clocks", test_other_clocks);
  return g_test_run ();
}
