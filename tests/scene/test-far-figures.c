/* test-far-figures.c: figures of panels, of a trace on another computer: computed there, they are the same as those computed here, and nothing is
 * read here; whatever is said instead does no harm.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "far-trace.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-far-figures.h"
#include "model/scene/statistics/scope-report.h"
#include "model/scene/statistics/scope-statistics-report.h"
#include "model/zoom/scope-leb.h"

static const guint sections[] = { SCOPE_STATISTICS_REASONS, SCOPE_STATISTICS_PROCESSORS, SCOPE_STATISTICS_MACHINES };

#define N_TABLES (G_N_ELEMENTS (sections) + 1)

static ScopeReportTable *
make_table (ScopeTrace *trace, guint which, gint64 from, gint64 to, GError **error)
{
  const ScopeQueryRange within = { .trace = trace, .from = from, .to = to };

  return which < G_N_ELEMENTS (sections) ? scope_statistics_table (&within, sections[which], error)
                                         : scope_report_scene_table (&within, SCOPE_REPORT_LOAD, SCOPE_REPORT_PLACES, error);
}

/* All that it says. */
static char *
dup_words (ScopeReportTable *table)
{
  g_autofree char *csv = scope_report_table_to_csv (table, NULL, scope_report_table_n_rows (table));
  const char *summary = scope_report_table_summary (table);

  return g_strdup_printf ("%s\n%s", csv, summary != NULL ? summary : "");
}

static void
compare (World *world, guint which, gint64 from, gint64 to)
{
  g_autoptr (ScopeReportTable) here = make_table (world->here, which, from, to, NULL), there = make_table (world->far.trace, which, from, to, NULL);
  g_autofree char *a = NULL, *b = NULL;

  g_assert_nonnull (here);
  a = dup_words (here);
  b = dup_words (there);
  g_assert_cmpstr (a, ==, b);
}

static void
pick_range (GRand *rand, guint round, gint64 *from, gint64 *to)
{
  *from = round == 0 ? SCOPE_TIME_MIN : g_rand_int_range (rand, -1000, END);
  *to = round == 0 ? SCOPE_TIME_MAX : *from + g_rand_int_range (rand, 0, (gint32) (END - *from));
}

static void
test_same (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  World world;

  world_init (&world);
  for (guint round = 0; round < 20; round++)
    for (guint which = 0; which < N_TABLES; which++)
      {
        gint64 from, to;

        pick_range (rand, round, &from, &to);
        compare (&world, which, from, to);
      }
  g_assert_cmpint (world.far.n_asked, >, 0);
  g_assert_cmpint (world.far.n_read, ==, 0);
  world_clear (&world);
}

/* All messages, as a window has them until something else is chosen, and with the system's. */
static void
test_pairs (void)
{
  ScopeMessageFilter usual, with_system;
  const ScopeMessageFilter *filters[] = { NULL, &usual, &with_system };
  World world;

  world_init (&world);
  scope_message_filter_init (&usual);
  scope_message_filter_init (&with_system);
  with_system.system = TRUE;
  for (guint which = 0; which < SCOPE_N_PARTIES * G_N_ELEMENTS (filters); which++)
    {
      guint by = which % SCOPE_N_PARTIES;
      ScopeQueryRange within = { .trace = world.here, .from = 1000, .to = END / 2, .messages = filters[which / SCOPE_N_PARTIES] };
      g_autoptr (GArray) here = scope_far_figures_pairs (&within, by, NULL), there = NULL;

      within.trace = world.far.trace;
      there = scope_pairs_read (&within, by, NULL);
      g_assert_cmpuint (here->len, ==, there->len);
      g_assert_true (here->len > 0 || within.messages == &usual); /* all are of the system */
      for (guint i = 0; i < here->len; i++)
        {
          const ScopePair *a = &g_array_index (here, ScopePair, i), *b = &g_array_index (there, ScopePair, i);

          g_assert_true (a->from_machine == b->from_machine && a->to_machine == b->to_machine && a->from == b->from && a->to == b->to);
          g_assert_true (a->count == b->count && a->sent == b->sent && a->received == b->received && a->sized == b->sized && a->size == b->size);
          g_assert_true (a->timed == b->timed && a->reversed == b->reversed && a->latency == b->latency && a->latency_max == b->latency_max
                         && a->latency_min == b->latency_min);
        }
    }
  g_assert_cmpint (world.far.n_read, ==, 0);
  world_clear (&world);
}

/* What cannot be asked, or is not answered, is computed here: the same. */
static void
test_refused (void)
{
  World world;

  world_init (&world);
  world.far.refuse = TRUE;
  for (guint which = 0; which < N_TABLES; which++)
    compare (&world, which, 5000, END / 3);
  g_assert_cmpint (world.far.n_read, >, 0);
  world.far.refuse = FALSE;
  world.far.n_asked = 0;
  scope_trace_set_clocks (world.here, SCOPE_CLOCKS_OWN);
  scope_trace_set_clocks (world.far.trace, SCOPE_CLOCKS_OWN);
  for (guint which = 0; which < N_TABLES; which++)
    compare (&world, which, 5000, END / 3);
  g_assert_cmpint (world.far.n_asked, ==, 0);
  world_clear (&world);
}

/* Whatever is said in place of an answer, or of a question. */
static void
test_spoiled (void)
{
  World world;
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  world_init (&world);
  world.far.spoil = g_rand_new_with_seed (3);
  for (guint round = 0; round < 600; round++)
    {
      gint64 from, to;
      ScopeQueryRange within = { .trace = world.here };
      g_autoptr (ScopeReportTable) table = NULL;
      g_autoptr (GArray) pairs = NULL;

      pick_range (rand, round, &from, &to);
      table = make_table (world.here, round % N_TABLES, from, to, NULL);
      for (guint row = 0; table != NULL && row < scope_report_table_n_rows (table); row++)
        for (guint column = 0; column < scope_report_table_n_columns (table); column++)
          g_free (scope_report_table_text (table, row, column));
      within.from = from;
      within.to = to;
      pairs = scope_far_figures_pairs (&within, SCOPE_PARTY_MACHINE, NULL);
      g_assert_nonnull (pairs);
      SCOPE_EACH (const ScopePair, pair, pairs)
        g_free (scope_party_title (world.here, SCOPE_PARTY_MACHINE, pair->from_machine, pair->from));
    }
  for (guint round = 0; round < 2000; round++)
    {
      GByteArray *question = g_byte_array_new ();
      g_autoptr (GBytes) spoiled = NULL, answer = NULL;
      g_autoptr (GError) error = NULL;

      scope_leb_put (question, SCOPE_FAR_FIGURES);
      for (guint n = (guint) g_rand_int_range (rand, 0, 8); n > 0; n--)
        scope_leb_put (question, round % 3 > 0 ? (guint64) g_rand_int_range (rand, 0, 9) : (guint64) g_rand_int (rand) << g_rand_int_range (rand, 0, 33));
      spoiled = g_byte_array_free_to_bytes (question);
      answer = scope_far_answer (world.far.trace, world.far.tiles, spoiled, NULL, &error);
      g_assert_true ((answer == NULL) == (error != NULL));
      g_assert_true (scope_far_takes_long (spoiled));
    }
  world_clear (&world);
}

/* Given up there, it is no answer. */
static void
test_cancelled (void)
{
  World world;
  GByteArray *words = g_byte_array_new ();
  g_autoptr (GBytes) question = NULL, answer = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  world_init (&world);
  g_cancellable_cancel (cancelled);
  for (guint i = 0; i < 3; i++)
    scope_leb_put (words, i == 0 ? SCOPE_FAR_FIGURES : 0);
  scope_far_put_time (words, SCOPE_TIME_MIN);
  scope_far_put_time (words, SCOPE_TIME_MAX);
  question = g_byte_array_free_to_bytes (words);
  answer = scope_far_answer (world.far.trace, world.far.tiles, question, cancelled, &error);
  g_assert_null (answer);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/far-figures/same", test_same);
  g_test_add_func ("/far-figures/pairs", test_pairs);
  g_test_add_func ("/far-figures/refused", test_refused);
  g_test_add_func ("/far-figures/spoiled", test_spoiled);
  g_test_add_func ("/far-figures/cancelled", test_cancelled);
  return g_test_run ();
}
