/* test-together.c: labels that always come together, against sets that were put there, and against noise, of which nothing is told.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/phases/scope-together.h"

#define N SCOPE_TOGETHER_WINDOWS
#define SEEDS 10u /* of each kind; LANESCOPE_TEST_SEEDS=100 measures more */

static guint
n_seeds (void)
{
  const char *text = g_getenv ("LANESCOPE_TEST_SEEDS");

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : SEEDS;
}

/* Stretches of so many windows at a time, and pauses: at any time, of whatever length. */
static void
put_noise (GRand *rand, guint8 *present, guint stretch, guint pause)
{
  guint i = (guint) g_rand_int_range (rand, 0, (gint32) (stretch + pause));

  while (i < N)
    {
      guint end = i + 1 + (guint) g_rand_int_range (rand, 0, (gint32) (2 * stretch));

      while (i < MIN (end, N))
        present[i++] = 1;
      i += 1 + (guint) g_rand_int_range (rand, 0, (gint32) (2 * pause));
    }
}

/* Of a hundred programs of labels that have nothing to do with each other, at most five have a set. */
static void
test_noise (void)
{
  static const guint kinds[][3] = { { 6, 3, 3 }, { 12, 20, 5 }, { 30, 1, 12 }, { 4, 60, 60 } }; /* labels, stretch, pause */

  guint all = 0, n = n_seeds ();

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint claims = 0;

      for (guint seed = 0; seed < n; seed++)
        {
          g_autoptr (GRand) rand = g_rand_new_with_seed (seed + 1000 * k);
          g_autofree guint8 *present = g_new0 (guint8, kinds[k][0] * N);
          g_autoptr (GArray) sets = NULL;

          for (guint l = 0; l < kinds[k][0]; l++)
            put_noise (rand, present + l * N, kinds[k][1], kinds[k][2]);
          sets = scope_together_find (present, kinds[k][0], N, NULL);
          claims += sets->len > 0;
        }
      g_test_message ("%u labels, stretches of %u: %u of %u have a set", kinds[k][0], kinds[k][1], claims, n);
      all += claims;
    }
  g_assert_cmpuint (20 * all, <=, G_N_ELEMENTS (kinds) * n);
}

/* Counts said of a set are those of its windows one by one. */
static void
check_counts (const guint8 *present, const ScopeTogetherSet *set)
{
  guint all = 0, most = 0, runs = 0, first = G_MAXUINT, last = 0;
  gboolean before = FALSE;

  for (guint w = 0; w < N; w += set->step)
    {
      gboolean every = TRUE;

      for (guint l = 0; l < set->n_labels; l++)
        {
          gboolean here = FALSE;

          for (guint i = w; i < MIN (w + set->step, N); i++)
            here |= present[set->labels[l] * N + i];
          every &= here;
        }
      all += every;
      runs += every && !before;
      first = every ? MIN (first, w) : first;
      last = every ? w + set->step - 1 : last;
      before = every;
    }
  for (guint l = 0; l < set->n_labels; l++)
    {
      guint n = 0;

      for (guint w = 0; w < N; w += set->step)
        {
          gboolean here = FALSE;

          for (guint i = w; i < MIN (w + set->step, N); i++)
            here |= present[set->labels[l] * N + i];
          n += here;
        }
      most = MAX (most, n);
    }
  g_assert_cmpuint (set->all, ==, all);
  g_assert_cmpuint (set->most, ==, most);
  g_assert_cmpuint (set->runs, ==, runs);
  g_assert_cmpuint (set->first, ==, first);
  g_assert_cmpuint (set->last, ==, last);
  g_assert_cmpfloat (set->all, >=, SCOPE_TOGETHER_SHARE * set->most);
  g_assert_cmpfloat (set->chance, <=, SCOPE_TOGETHER_CHANCE);
}

static gboolean
is_set (const ScopeTogetherSet *set, guint from, guint n)
{
  guint found = 0;

  for (guint i = 0; i < set->n_labels; i++)
    found += set->labels[i] >= from && set->labels[i] < from + n;
  return found == n && set->n_labels == n;
}

/* Labels 0 to 2 come together but for one window in ten, 3 and 4 in other windows of each four; 5 is always there, the others are noise. */
static void
test_sets (void)
{
  guint right = 0, wrong = 0;

  for (guint seed = 0; seed < n_seeds (); seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autofree guint8 *present = g_new0 (guint8, 12 * N), *when = g_new0 (guint8, N);
      g_autoptr (GArray) sets = NULL;

      put_noise (rand, when, 3, 8);
      for (guint l = 0; l < 3; l++)
        for (guint i = 0; i < N; i++)
          present[l * N + i] = when[i] && g_rand_int_range (rand, 0, 20) > 0;
      for (guint i = 0; i + 4 <= N; i += 4)
        if (i / 64 % 2 == 0 || g_rand_int_range (rand, 0, 8) == 0)
          present[3 * N + i + (guint) g_rand_int_range (rand, 0, 2)] = present[4 * N + i + 2 + (guint) g_rand_int_range (rand, 0, 2)] = 1;
      for (guint i = 0; i < N; i++)
        present[5 * N + i] = 1;
      for (guint l = 6; l < 12; l++)
        put_noise (rand, present + l * N, 4, 4 + l);
      sets = scope_together_find (present, 12, N, NULL);
      for (guint s = 0; s < sets->len; s++)
        {
          const ScopeTogetherSet *set = &g_array_index (sets, ScopeTogetherSet, s);

          check_counts (present, set);
          if ((is_set (set, 0, 3) && set->step == 1) || (is_set (set, 3, 2) && set->step == 4))
            right++;
          else
            wrong++;
        }
    }
  g_test_message ("of %u sets %u found, %u that are none", 2 * n_seeds (), right, wrong);
  g_assert_cmpuint (right, >=, 2 * n_seeds () * 95 / 100);
  g_assert_cmpuint (20 * wrong, <=, n_seeds ());
}

/* Nothing to tell, but no fault either. */
static void
test_little (void)
{
  g_autofree guint8 *present = g_new0 (guint8, 2 * N);
  g_autoptr (GArray) none = scope_together_find (present, 2, N, NULL), few = scope_together_find (present, 2, 10, NULL),
                     one = scope_together_find (present, 1, N, NULL);

  g_assert_cmpuint (none->len + few->len + one->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/together/noise", test_noise);
  g_test_add_func ("/together/sets", test_sets);
  g_test_add_func ("/together/little", test_little);
  return g_test_run ();
}
