/* test-find.c: searches by call stack against brute force, on cores that call, miss and wait at random.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "find-truth.h"

#include <stdlib.h>
#include <string.h>

/* --- queries made up at random, with what they mean --- */

typedef struct _Condition Condition;
struct _Condition
{
  enum { AND, OR, NOT, KINDS, IN, SELF, CALLER, LONGER, DEPTH, CORE, ADDRESS, BY, SHARED, WRITE } op;
  Condition *a, *b;
  guint set; /* of kinds, functions (bit number of 1 … ), cores */
  gint64 amount;
  gboolean at_least;
};

static void
condition_free (Condition *c)
{
  if (c->a != NULL)
    condition_free (c->a);
  if (c->b != NULL)
    condition_free (c->b);
  g_free (c);
}

static const struct
{
  const char *text;
  guint set;
} patterns[] = {
  { "walk_*", 1u << 2 | 1u << 3 }, { "main", 1u << 1 },  { "nobody", 0 }, { "/^[Ww]alk/", 1u << 2 | 1u << 3 | 1u << 11 },
  { "?dd", 1u << 7 }, { "_spin_lock", 1u << 5 }, { "lists:map/2", 1u << 8 }, { "operator()(int)", 1u << 9 }, { "'with blank'", 1u << 10 },
  { "[eo]*n", 1u << 6 }, { "*", 0x1ffe }, { "[!a-z]*", 1u << 5 | 1u << 11 }, { "/al.*n$|leaf/", 1u << 3 | 1u << 12 },
};

static const struct
{
  const char *text;
  guint set;
} kinds[] = { { "l2", 1u << SCOPE_HIT_L2 }, { "l2-miss", 1u << SCOPE_HIT_L2 }, { "L1D,mb", 1u << SCOPE_HIT_L1D | 1u << SCOPE_HIT_MB },
              { "miss", 1u << SCOPE_HIT_L1D | 1u << SCOPE_HIT_L1I | 1u << SCOPE_HIT_L2 }, { "wait", 1u << SCOPE_FOUND_WAIT },
              { "any", (1u << (SCOPE_FOUND_COHERENCE + 1)) - 1 }, { "coherence", 1u << SCOPE_FOUND_COHERENCE },
              { "activation", 1u << SCOPE_FOUND_ACTIVATION }, { "upgrade,long-latency", 1u << SCOPE_HIT_UPG | 1u << SCOPE_HIT_LLI } };

static Condition *
make_condition (GRand *rand, guint depth, GString *text)
{
  static const char *const words[] = { "in:", "self:", "caller:" };
  Condition *c = g_new0 (Condition, 1);
  guint p = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (patterns)), k = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds));

  c->op = depth > 0 ? (guint) g_rand_int_range (rand, 0, 8) : (guint) g_rand_int_range (rand, KINDS, WRITE + 1);
  if (depth > 0 && c->op >= KINDS)
    c->op = g_rand_boolean (rand) ? AND : OR;
  switch (c->op)
    {
    case AND:
    case OR:
      g_string_append_c (text, '(');
      c->a = make_condition (rand, depth - 1, text);
      g_string_append (text, c->op == OR ? " or " : g_rand_boolean (rand) ? " and " : " ");
      c->b = make_condition (rand, depth - 1, text);
      g_string_append_c (text, ')');
      break;
    case NOT:
      g_string_append (text, "not ");
      c->a = make_condition (rand, depth - 1, text);
      break;
    case KINDS:
      c->set = kinds[k].set;
      g_string_append_printf (text, "event:%s", kinds[k].text);
      break;
    case IN:
    case SELF:
    case CALLER:
      c->set = patterns[p].set;
      g_string_append_printf (text, "%s%s", words[c->op - IN], patterns[p].text);
      break;
    case LONGER:
      c->at_least = g_rand_boolean (rand);
      c->amount = g_rand_int_range (rand, 0, 100);
      g_string_append_printf (text, "duration%s%d cy", c->at_least ? ">=" : ">", (gint) c->amount);
      c->amount *= PERIOD / TICK_PS;
      break;
    case DEPTH:
      c->amount = g_rand_int_range (rand, 0, 12);
      g_string_append_printf (text, "depth > %d", (gint) c->amount);
      break;
    case CORE:
      c->set = 1u << 0 | 1u << 2;
      g_string_append (text, "core:0,2-2");
      break;
    case ADDRESS:
      g_string_append (text, "address:0x100..0x1fff");
      break;
    case BY:
      g_string_append (text, "by:1-9");
      break;
    case SHARED:
      g_string_append (text, "false-sharing");
      break;
    case WRITE:
      g_string_append (text, "write");
      break;
    }

  return c;
}

static gboolean
holds (const Condition *c, const Truth *truth)
{
  const ScopeFound *found = &truth->found;

  switch (c->op)
    {
    case AND:
      return holds (c->a, truth) && holds (c->b, truth);
    case OR:
      return holds (c->a, truth) || holds (c->b, truth);
    case NOT:
      return !holds (c->a, truth);
    case KINDS:
      return (c->set >> found->kind & 1) != 0;
    case IN:
      for (guint d = 0; d < truth->n; d++)
        if ((c->set >> truth->stack[d] & 1) != 0)
          return TRUE;
      return FALSE;
    case SELF:
      return (c->set >> found->function & 1) != 0;
    case CALLER:
      return found->caller != SCOPE_FUNCTION_UNKNOWN && (c->set >> found->caller & 1) != 0;
    case LONGER:
      return found->duration != SCOPE_TABLE_NULL && (c->at_least ? found->duration >= c->amount : found->duration > c->amount);
    case DEPTH:
      return found->depth > c->amount;
    case CORE:
      return (c->set >> truth->core & 1) != 0;
    case ADDRESS:
      return (found->address >= 0x100 && found->address <= 0x1fff) || (found->named >= 0x100 && found->named <= 0x1fff);
    case BY:
      return found->by >= 1;
    case SHARED:
      return found->kind == SCOPE_FOUND_COHERENCE && found->flags == 2;
    default:
      return found->flags == 1;
    }
}

typedef struct
{
  Fixture *f;
  const Condition *condition;
  gint64 from, to;
  guint at; /* in things */
  guint64 n;
  const char *text;
} Compare;

static void
assert_same (const ScopeFound *a, const ScopeFound *b)
{
  g_assert_cmpint (a->time, ==, b->time);
  g_assert_cmpint (a->kind, ==, b->kind);
  g_assert_cmpuint (a->function, ==, b->function);
  g_assert_cmpuint (a->caller, ==, b->caller);
  g_assert_cmpint (a->depth, ==, b->depth);
  g_assert_cmpint (a->duration, ==, b->duration);
  g_assert_cmpint (a->enter, ==, b->enter);
  g_assert_cmpint (a->exit, ==, b->exit);
  g_assert_cmpint (a->address, ==, b->address);
  g_assert_cmpint (a->named, ==, b->named);
  g_assert_cmpint (a->by, ==, b->by);
  g_assert_cmpuint (a->lane.machine, ==, b->lane.machine);
  g_assert_cmpuint (a->lane.index, ==, b->lane.index);
}

/* The next one that the condition holds for. */
static const Truth *
next_truth (Compare *compare)
{
  while (compare->at < compare->f->things->len)
    {
      const Truth *truth = &g_array_index (compare->f->things, Truth, compare->at++);

      if (truth->found.time >= compare->from && truth->found.time < compare->to && holds (compare->condition, truth))
        return truth;
    }

  return NULL;
}

static gboolean
compare_some (const ScopeFound *found, guint n, gpointer data)
{
  Compare *compare = data;

  for (guint i = 0; i < n; i++)
    {
      const Truth *truth = next_truth (compare);

      if (truth == NULL)
        g_error ("%s: more was found than there is", compare->text);
      if (found[i].time != truth->found.time || found[i].kind != truth->found.kind)
        g_printerr ("# %s: found %u\n", compare->text, (guint) compare->n);
      assert_same (&found[i], &truth->found);
      compare->n++;
    }

  return TRUE;
}

static guint64
compare_query (Fixture *f, const char *text, const Condition *condition, gint64 from, gint64 to)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeFindQuery) query = scope_find_query_parse (text, 0, &error);
  Compare compare = { f, condition, from, to, 0, 0, text };
  gint permille = 0;

  g_assert_no_error (error);
  g_assert_true (scope_find (f->trace, query, from, to, compare_some, &compare, &permille, NULL, &error));
  g_assert_no_error (error);
  if (next_truth (&compare) != NULL)
    g_error ("%s: less was found than there is (%u)", text, (guint) compare.n);

  return compare.n;
}

static void
test_brute (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  guint64 n = 0;
  Fixture f;

  fixture_init (&f, 1, 2, 4000);
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      Condition *condition = make_condition (rand, (guint) i % 4, text);
      gint64 from = SCOPE_TIME_MIN, to = SCOPE_TIME_MAX;

      if (i % 3 == 0)
        {
          from = (gint64) (g_rand_double (rand) * (double) f.last);
          to = from + (gint64) (g_rand_double (rand) * (double) (f.last - from));
        }
      n += compare_query (&f, text->str, condition, from, to);
      condition_free (condition);
    }
  g_test_message ("%u found", (guint) n);
  g_assert_cmpuint (n, >, 100000);
  fixture_clear (&f);
}

/* More than a window holds, and than it may hold at most. */
static void
test_windows (void)
{
  static const Condition all = { .op = IN, .set = 0x1ffe };
  const Condition longest = { .op = LONGER, .amount = 100000 / TICK_PS };
  Fixture f;

  fixture_init (&f, 2, 1, 210000);
  g_assert_cmpuint (f.things->len, >, 500000);
  g_assert_cmpuint (compare_query (&f, "in:*", &all, SCOPE_TIME_MIN, SCOPE_TIME_MAX), ==, f.things->len);
  g_assert_cmpuint (compare_query (&f, "longer:100ns", &longest, SCOPE_TIME_MIN, SCOPE_TIME_MAX), >, 100);
  fixture_clear (&f);
}

/* --- when it ends before it is through --- */

static gboolean
enough (const ScopeFound *found, guint n, gpointer data)
{
  *(guint *) data += 1;

  return FALSE;
}

static gboolean
cancel (const ScopeFound *found, guint n, gpointer data)
{
  g_cancellable_cancel (data);

  return TRUE;
}

static void
test_stop (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (ScopeFindQuery) query = scope_find_query_parse ("in:*", 0, NULL), lane = NULL, cycles = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeTrace) empty = scope_trace_new ();
  guint n = 0;
  Fixture f;

  fixture_init (&f, 3, 1, 60000);
  g_assert_true (scope_find_is_possible (f.trace));
  g_assert_true (scope_find (f.trace, query, SCOPE_TIME_MIN, SCOPE_TIME_MAX, enough, &n, NULL, NULL, NULL));
  g_assert_cmpuint (n, ==, 1);
  g_assert_false (scope_find (f.trace, query, SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancel, cancellable, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  lane = scope_find_query_parse ("lane:processor:1/7", 0, NULL);
  g_assert_false (scope_find (f.trace, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, enough, &n, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  cycles = scope_find_query_parse ("wait>10cy", 0, NULL);
  g_assert_false (scope_find_is_possible (empty));
  g_assert_false (scope_find (empty, cycles, SCOPE_TIME_MIN, SCOPE_TIME_MAX, enough, &n, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_cmpuint (n, ==, 1);
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/brute", test_brute);
  g_test_add_func ("/find/windows", test_windows);
  g_test_add_func ("/find/stop", test_stop);

  return g_test_run ();
}
