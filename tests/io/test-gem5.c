/* test-gem5.c: whole logs of gem5 and M5: order, runs, clocks, symbols, damage, marks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"
#include "io/source/scope-log-kind.h"

#include <string.h>

/* --- whole logs --- */

static void
append_event (GString *out, GPtrArray *texts, const ScopeEvent *event)
{
  const ScopeSimExec *exec = (const ScopeSimExec *) (gconstpointer) event->payload;
  const ScopeSimCache *cache = (const ScopeSimCache *) (gconstpointer) event->payload;

  switch (event->type)
    {
    case SCOPE_SIM_TEXT:
      g_ptr_array_add (texts, g_strndup ((const char *) event->payload, event->size));
      break;
    case SCOPE_SIM_CORE:
      g_string_append_printf (out, "core %u %.*s\n", event->processor, (int) event->size, (const char *) event->payload);
      break;
    case SCOPE_SIM_CLOCK:
      g_string_append_printf (out, "clock %u %u %u\n", event->processor, event->a, event->b);
      break;
    case SCOPE_SIM_INFO:
      g_string_append_printf (out, "info %.*s\n", (int) event->size, (const char *) event->payload);
      break;
    case SCOPE_SIM_EXEC:
      g_string_append_printf (out, "%" G_GINT64_FORMAT " exec %u %s+%u\n", event->time, event->processor,
                              exec->function > 0 ? (char *) texts->pdata[exec->function - 1] : "-", exec->offset);
      break;
    case SCOPE_SIM_CACHE:
      g_string_append_printf (out, "%" G_GINT64_FORMAT " cache %d %u l%u%c\n", event->time,
                              event->processor == SCOPE_NO_PROCESSOR ? -1 : event->processor, cache->what, cache->level, cache->kind);
      break;
    default:
      g_assert_not_reached ();
    }
}

static char *
read_decoder (ScopeDecoder *decoder)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GString *out = g_string_new (NULL);
  const ScopeEvent *events;
  gsize n;

  while ((n = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < n; i++)
      append_event (out, texts, &events[i]);
  for (guint i = 0; i < decoder->damages->len; i++)
    {
      const ScopeDamage *damage = &g_array_index (decoder->damages, ScopeDamage, i);

      g_string_append_printf (out, "damage %" G_GUINT64_FORMAT " %s\n", damage->from_byte, damage->reason);
    }

  return g_string_free (out, FALSE);
}

static ScopeDecoder *
open_text (const char *text)
{
  g_autoptr (ScopeSource) source = scope_source_new_memory (text, strlen (text), "text");

  return scope_gem5_new (source, NULL);
}

static void
assert_reads (const char *text, const char *want)
{
  g_autoptr (ScopeDecoder) decoder = open_text (text);
  g_autofree char *got = read_decoder (decoder);

  g_assert_cmpstr (got, ==, want);
}

#define LINE(time, cpu, at) time ": system." cpu " T0 : @" at "    : addq       r1,1,r1         : IntAlu :  D=0x0000000000000001\n"

static void
test_order (void)
{
  /* An instruction is printed when it ends; at equal times caches come first, and a core's lines as they stand. */
  assert_reads (LINE ("1000", "cpu1", "f") "3000: system.cpu0.dcache: ReadReq 100 miss\n" LINE ("3000", "cpu0", "g")
                    LINE ("2000", "cpu1", "f+4") "3000: system.l2: ReadReq 100 miss\n" LINE ("3000", "cpu0", "g+4"),
                "core 1 system.cpu1\ncore 0 system.cpu0\n"
                "1000 exec 1 f+0\n2000 exec 1 f+4\n3000 cache 0 0 l1d\n3000 cache -1 0 l2u\n3000 exec 0 g+0\n3000 exec 0 g+4\n"
                "info lines=6\n");
}

static void
test_late (void)
{
  /* More than 10 µs: it stays where it stands. */
  assert_reads (LINE ("50000000", "cpu", "f") LINE ("50000500", "cpu", "f+4") LINE ("500", "cpu", "f+8") LINE ("1000", "cpu", "f+12")
                    LINE ("50001500", "cpu", "f+16"),
                "core 0 system.cpu\n50000000 exec 0 f+0\n50000500 exec 0 f+4\n50000500 exec 0 f+8\n50000500 exec 0 f+12\n50001500 exec 0 f+16\n"
                "info lines=5\n"
                "damage 190 2 lines are out of order, up to 50.000 µs from their place; they stay where they are\n");
  /* Less: an instruction that took long. */
  assert_reads (LINE ("50000000", "cpu0", "f") LINE ("50000500", "cpu0", "f+4") LINE ("46000000", "cpu1", "g") LINE ("50001000", "cpu0", "f+8"),
                "core 0 system.cpu0\ncore 1 system.cpu1\n46000000 exec 1 g+0\n50000000 exec 0 f+0\n50000500 exec 0 f+4\n50001000 exec 0 f+8\n"
                "info lines=4\n");
}

static void
append_line (GString *out, gint64 time, const char *function, guint i)
{
  g_string_append_printf (out, "%7" G_GINT64_FORMAT ": system.cpu T0 : @%s+%u    : addq       r1,1,r1         : IntAlu : \n", time, function, i);
}

static guint
count_in (const char *text, const char *what)
{
  guint n = 0;

  for (const char *p = text; (p = strstr (p, what)) != NULL; p++)
    n++;

  return n;
}

static void
test_runs (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize second;

  for (guint i = 0; i < 40; i++)
    append_line (text, 9000000 + i * 500, "first", i);
  second = text->len;
  for (guint i = 0; i < 150; i++)
    append_line (text, 1000 + i * 333, "second", i);
  for (guint run = 1; run <= 3; run++)
    {
      g_autoptr (ScopeDecoder) decoder = open_text (text->str);
      g_autofree char *got = NULL, *damage = g_strdup_printf ("damage %" G_GSIZE_FORMAT " another run begins here: time goes back to 1000 ps", second);

      scope_gem5_set_run (decoder, run);
      got = read_decoder (decoder);
      g_assert_cmpuint (count_in (got, " first+"), ==, run == 1 ? 40 : 0);
      g_assert_cmpuint (count_in (got, " second+"), ==, run == 2 ? 150 : 0);
      g_assert_cmpuint (count_in (got, damage), ==, run == 1);
      g_assert_cmpuint (count_in (got, "there is no run 3: the log has 2"), ==, run == 3);
      g_assert_cmpuint (count_in (got, "\n1000 exec 0 second+0\n1333 exec 0 second+1\n"), ==, run == 2);
    }
}

/* What follows the line before it in the program stays behind that; else it is put where its time says. Who is slower than others begins no
 * run, however many lines of it come at once. */
static void
test_falls (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ScopeDecoder) decoder = NULL;
  g_autofree char *got = NULL;

  assert_reads (LINE ("900000", "cpu", "f") LINE ("900500", "cpu", "f+4") LINE ("401000", "cpu", "f+8") LINE ("401500", "cpu", "f+12")
                    LINE ("902000", "cpu", "f+16"),
                "core 0 system.cpu\n900000 exec 0 f+0\n900500 exec 0 f+4\n900500 exec 0 f+8\n901000 exec 0 f+12\n902000 exec 0 f+16\n"
                "info lines=5\ndamage 186 2 lines are out of order, up to 0.499 µs from their place; they stay where they are\n");
  assert_reads (LINE ("900000", "cpu", "f") LINE ("901000", "cpu", "f+8") LINE ("900500", "cpu", "f+4") LINE ("901500", "cpu", "f+12"),
                "core 0 system.cpu\n900000 exec 0 f+0\n900500 exec 0 f+4\n901000 exec 0 f+8\n901500 exec 0 f+12\ninfo lines=4\n");
  for (guint quantum = 0; quantum < 4; quantum++)
    for (guint core = 0; core < 2; core++)
      for (guint i = 0; i < 150; i++)
        g_string_append_printf (text, "%7u: system.cpu%u T0 : @f+%u    : addq       r1,1,r1         : IntAlu : \n",
                                1000000 + quantum * 5000000 + i * 33000, core, 4 * (quantum * 150 + i));
  decoder = open_text (text->str);
  got = read_decoder (decoder);
  g_assert_cmpuint (count_in (got, " exec "), ==, 1200);
  g_assert_cmpuint (count_in (got, "damage"), ==, 0);
  g_assert_nonnull (strstr (got, "\n1000000 exec 0 f+0\n1000000 exec 1 f+0\n1033000 exec 0 f+4\n1033000 exec 1 f+4\n"));
}

/* One wrong time far ahead does not end the reading. */
static void
check_ahead (gint64 wrong)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ScopeDecoder) decoder = NULL;
  g_autofree char *got = NULL;

  for (guint i = 0; i < 300; i++)
    append_line (text, i == 20 ? wrong : 5000 + i * 500, "f", 4 * i);
  decoder = open_text (text->str);
  got = read_decoder (decoder);
  g_assert_cmpuint (count_in (got, " exec "), ==, 300);
  g_assert_nonnull (strstr (got, "\n14500 exec 0 f+76\n14500 exec 0 f+80\n15500 exec 0 f+84\n"));
  g_assert_nonnull (strstr (got, "\n154500 exec 0 f+1196\n"));
  g_assert_nonnull (strstr (got, " 1 lines are out of order"));
}

static void
test_ahead (void)
{
  check_ahead (777000000000);
  check_ahead (90000000);
  check_ahead (3000000);
}

static void
test_damage (void)
{
  g_autoptr (GString) text = g_string_new (NULL), want = g_string_new (NULL);

  g_string_append (text, "gem5 Simulator System.\nwarn: no\n\n" LINE ("  500", "cpu", "f") "Hello\n   1500: system.cpu: \n\nFullO3CPU: Ticking main\n");
  g_string_append (text, "42% " LINE ("1000", "cpu", "f+4") "  1500: system.cpu T0 : @f+8    : ad\n");
  g_string_append (want, "core 0 system.cpu\n500 exec 0 f+0\n1000 exec 0 f+4\n2000 exec 0 f+8\ninfo lines=13\ninfo lines.other_flags=1\n"
                         "info lines.simulator=2\ninfo lines.output=2\ninfo lines.blank=2\ninfo lines.glued=1\ninfo lines.cut=1\ninfo lines.binary=1\n"
                         "info lines.too_long=1\n");
  g_string_append_printf (want, "damage %" G_GSIZE_FORMAT " a line breaks off\n", text->len - strlen ("  1500: system.cpu T0 : @f+8    : ad\n"));
  g_string_append_printf (want, "damage %" G_GSIZE_FORMAT " bytes that are no text\n", text->len);
  g_string_append (text, "\001\377\n");
  g_string_append_printf (want, "damage %" G_GSIZE_FORMAT " a line is too long to be read\n", text->len);
  for (guint i = 0; i < 1200000; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\n" LINE ("2000", "cpu", "f+8"));
  assert_reads (text->str, want->str);
  /* the last line may lack its end: it is read, but what it lacks is not known */
  assert_reads ("  500: system.cpu T0 : @f    : addq       r1,1,r1         : IntAlu : ",
                "core 0 system.cpu\n500 exec 0 f+0\ninfo lines=1\ndamage 0 the log ends inside a line\n");
}

/* --- clocks --- */

static guint32
period_of (guint step, guint n, const char *before)
{
  g_autoptr (GString) text = g_string_new (before);
  g_autoptr (ScopeDecoder) decoder = NULL;
  g_autofree char *got = NULL;
  guint32 period = 0;

  for (guint i = 0; i < n; i++)
    append_line (text, (gint64) step * i * (1 + i % 3), "f", i);
  decoder = open_text (text->str);
  got = read_decoder (decoder);
  for (const char *p = got; (p = strstr (p, "clock 0 ")) != NULL; p++)
    period = (guint32) g_ascii_strtoull (p + 8, NULL, 10);

  return period;
}

static void
test_clocks (void)
{
  static const char config[] = "[root]\nclock=1\n[system.clk_domain]\nclock=1000\n[system.cpu.dcache]\nclock=7\n[system.cpu_clk_domain]\ntype=x\nclock=333\n";
  static const char stats[] = "sim_freq   1000000000000 # x\nsystem.clk_domain.clock  1000\nsystem.cpu_clk_domain.clock      625   # Clock period\n";
  g_autoptr (ScopeDecoder) decoder = open_text (LINE ("100", "cpu", "f"));
  g_autofree char *got = NULL;

  g_assert_cmpuint (period_of (500, 2000, ""), ==, 500);
  g_assert_cmpuint (period_of (333, 2000, ""), ==, 333);
  g_assert_cmpuint (period_of (500, 80, ""), ==, 500);
  g_assert_cmpuint (period_of (500, 50, ""), ==, 0);
  g_assert_cmpuint (period_of (500, 2000, "      0: system.clk_domain: Setting clock period to 1000 ticks for source clock system.clk_domain\n"
                                          "      0: system.cpu_clk_domain: Setting clock period to 250 ticks for source clock system.cpu_clk_domain\n"),
                    ==, 250);
  g_assert_cmpuint (scope_gem5_read_period (config, strlen (config)), ==, 333);
  g_assert_cmpuint (scope_gem5_read_period (stats, strlen (stats)), ==, 625);
  g_assert_cmpuint (scope_gem5_read_period ("[system.cpu]\nclock=400", 22), ==, 400);
  g_assert_cmpuint (scope_gem5_read_period ("nothing", 7), ==, 0);
  scope_gem5_set_clock (decoder, 400, SCOPE_SIM_CLOCK_GIVEN);
  scope_gem5_set_clock (decoder, 300, SCOPE_SIM_CLOCK_CONFIG);
  got = read_decoder (decoder);
  g_assert_nonnull (strstr (got, "clock 0 400 0\n"));
}

/* --- symbols --- */

static void
test_symbols (void)
{
  static const char nm[] = "0000000000000100 T main\n0000000000000140 t leaf\n                 U printf\n0000000000000200 D data\n0000000000000300 T last\n";
  g_autoptr (ScopeDecoder) decoder = open_text ("1: system.cpu T0 : 0x104    : addq       r1,1,r1         : IntAlu : \n"
                                                "2: system.cpu T0 : 0x150    : addq       r1,1,r1         : IntAlu : \n"
                                                "3: system.cpu T0 : 0x50    : addq       r1,1,r1         : IntAlu : \n"
                                                "4: system.cpu T0 : @leaf+8    : addq       r1,1,r1         : IntAlu : \n"
                                                "5: system.cpu T0 : 0x150 @mine+4    : addq       r1,1,r1         : IntAlu : \n");
  g_autofree char *got = NULL;

  g_assert_false (scope_gem5_set_symbols (decoder, "no\nsymbols\n", 11));
  g_assert_true (scope_gem5_set_symbols (decoder, nm, strlen (nm)));
  got = read_decoder (decoder);
  g_assert_nonnull (strstr (got, "1 exec 0 main+4\n2 exec 0 leaf+16\n3 exec 0 -+0\n4 exec 0 leaf+8\n5 exec 0 mine+4\n"));
}

/* --- cores --- */

static void
test_parts (void)
{
  ScopeGem5Parts *parts = scope_gem5_parts_new ();
  guint32 l2, l1, walker, own, far;

#define CORE(name) scope_gem5_parts_get_core (parts, scope_gem5_parts_core (parts, name, strlen (name))).number
#define CACHE(name) scope_gem5_parts_cache (parts, name, strlen (name))
  g_assert_cmpuint (CORE ("system.cpu1"), ==, 1);
  g_assert_cmpuint (CORE ("board.processor.cores0.core"), ==, 0);
  g_assert_cmpuint (CORE ("system.switch_cpus1"), ==, 2); /* taken */
  g_assert_cmpuint (CORE ("testsys.cpu"), ==, 3);
  l1 = CACHE ("system.cpu1.dcache");
  l2 = CACHE ("system.l2cache0");
  own = CACHE ("testsys.cpu.l2cache");
  walker = CACHE ("system.cpu1.icache");
  far = CACHE ("board.cache_hierarchy.l1i-cache-0");
  g_assert_cmpuint (scope_gem5_parts_get_cache (parts, l1).core, ==, 1);
  g_assert_cmpint (scope_gem5_parts_get_cache (parts, l1).kind, ==, 'd');
  g_assert_cmpint (scope_gem5_parts_get_cache (parts, walker).kind, ==, 'i');
  g_assert_cmpuint (scope_gem5_parts_get_cache (parts, l2).core, ==, SCOPE_NO_PROCESSOR);
  g_assert_cmpuint (scope_gem5_parts_get_cache (parts, l2).level, ==, 2);
  g_assert_cmpuint (scope_gem5_parts_get_cache (parts, own).core, ==, 3);
  g_assert_cmpuint (scope_gem5_parts_get_cache (parts, own).level, ==, 2);
  g_assert_cmpuint (scope_gem5_parts_get_cache (parts, far).core, ==, 0);
  scope_gem5_parts_unref (parts);
}

/* --- marks --- */

typedef struct
{
  gint64 time;
  guint64 offset;
} Seen;

static gsize
take_batch (ScopeDecoder *decoder, GArray *seen)
{
  const ScopeEvent *events;
  gsize n = decoder->klass->next (decoder, &events);

  for (gsize i = 0; i < n; i++)
    {
      const Seen event = { events[i].time, events[i].offset };

      g_array_append_val (seen, event);
    }

  return n;
}

/* A trace with much disorder, dips, a jump. */
static char *
disorderly (void)
{
  GString *text = g_string_new (NULL);
  GRand *rand = g_rand_new_with_seed (7);
  gint64 time = 1000;

  for (guint i = 0; i < 3000; i++)
    {
      gint64 shown = time - g_rand_int_range (rand, 0, 4) * 150000;

      time += g_rand_int_range (rand, 0, 60000);
      if (i % 500 > 480)
        shown -= i < 1000 ? 5000000 : 50000000;
      if (i % 77 == 0)
        shown -= 3000000;
      if (i == 1234)
        shown += 5000000000;
      append_line (text, MAX (shown, 0), "f", i);
    }
  g_rand_free (rand);

  return g_string_free (text, FALSE);
}

static ScopeDecoder *
fork_small (ScopeDecoder *map)
{
  ScopeGem5 *fork = (ScopeGem5 *) map->klass->fork (map);

  scope_gem5_order_set_sizes (fork->order, 16, 8);
  fork->batch = 50;

  return &fork->base;
}

static void
test_marks (void)
{
  g_autofree char *text = disorderly ();
  g_autoptr (ScopeSource) source = scope_source_new_memory (text, strlen (text), "text");
  g_autoptr (ScopeDecoder) map = scope_gem5_new_map (source, NULL), plain = fork_small (map);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Seen));
  g_autoptr (GPtrArray) marks = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) at = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *detail = NULL;

  while (take_batch (plain, all) > 0)
    {
      g_ptr_array_add (marks, plain->klass->checkpoint (plain));
      g_array_append_val (at, all->len);
    }
  g_assert_cmpuint (all->len, ==, 3000);
  g_assert_cmpuint (marks->len, >, 50);
  for (guint i = 1; i < all->len; i++)
    g_assert_cmpint (g_array_index (all, Seen, i).time, >=, g_array_index (all, Seen, i - 1).time);
  for (guint m = 0; m < marks->len; m++)
    {
      g_autoptr (ScopeDecoder) fork = fork_small (map);
      g_autoptr (GArray) rest = g_array_new (FALSE, FALSE, sizeof (Seen));
      guint from = g_array_index (at, guint, m);

      fork->klass->seek (fork, marks->pdata[m]);
      while (take_batch (fork, rest) > 0)
        ;
      g_assert_cmpuint (rest->len, ==, all->len - from);
      g_assert_cmpmem (rest->data, rest->len * sizeof (Seen), (Seen *) (gpointer) all->data + from, (all->len - from) * sizeof (Seen));
    }
  detail = map->klass->detail_at (map, 0);
  g_assert_cmpstr (detail, ==, "system.cpu T0 : @f+0    : addq       r1,1,r1         : IntAlu :");
}

/* --- what a log is --- */

static void
test_kind (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ScopeSource) source = NULL;

#define IS(text) g_assert_cmpint (scope_log_kind ((const guint8 *) (text), strlen (text)), ==, SCOPE_LOG_SIM)
#define IS_NOT(text) g_assert_cmpint (scope_log_kind ((const guint8 *) (text), strlen (text)), !=, SCOPE_LOG_SIM)
  IS (LINE ("100", "cpu", "f"));
  IS ("1: system.cpu0.dcache: ReadReq 8ebbc miss\n");
  IS ("hello\n\nworld\r\n1: system.cpu0.dcache: access for ReadReq [8ebbc:8ebbf] miss\n");
  IS_NOT ("gem5 Simulator System.  https://www.gem5.org\nExiting @ tick 1000\n");
  IS_NOT ("12: foo: bar\n13: foo: bar\n14: a: b\n15: c: d\n16: e: f\n");
  IS_NOT ("10:20: system.log: a line\n");
  IS_NOT ("");
  g_string_append (text, "gem5 Simulator System.  https://www.gem5.org\n");
  for (guint i = 0; i < 10000; i++)
    g_string_append (text, "a program's output\n");
  IS (text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 1500; i++)
    g_string_append (text, "a program's output\n");
  g_string_append (text, LINE ("100", "cpu", "f"));
  source = scope_source_new_memory (text->str, text->len, "text");
  g_assert_cmpint (scope_log_kind_of (source), ==, SCOPE_LOG_SIM);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gem5/order", test_order);
  g_test_add_func ("/gem5/late", test_late);
  g_test_add_func ("/gem5/runs", test_runs);
  g_test_add_func ("/gem5/falls", test_falls);
  g_test_add_func ("/gem5/ahead", test_ahead);
  g_test_add_func ("/gem5/damage", test_damage);
  g_test_add_func ("/gem5/clocks", test_clocks);
  g_test_add_func ("/gem5/symbols", test_symbols);
  g_test_add_func ("/gem5/parts", test_parts);
  g_test_add_func ("/gem5/marks", test_marks);
  g_test_add_func ("/gem5/kind", test_kind);

  return g_test_run ();
}
