/* test-forms.c: decoders of simulation traces other than gem5's text: what they make of logs that are whole, cut, damaged, out of order;
 * and that reading goes on from a mark as it did.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/sim/scope-sim-decoder.h"
#include "io/format/sim/scope-sim-formats.h"
#include "io/source/scope-log-kind.h"
#include "io/format/sim/scope-perf-line.h"

#include <string.h>

/* --- a log as lines of text: what is there, and in what order --- */

static void
append_event (GString *out, GPtrArray *texts, const ScopeEvent *event)
{
  const ScopeSimDecoderPayload *payload = (const ScopeSimDecoderPayload *) (gconstpointer) event->payload;

  switch (event->type)
    {
    case SCOPE_SIM_TEXT:
      g_assert_cmpuint (event->a, ==, texts->len + 1);
      g_ptr_array_add (texts, g_strndup ((const char *) event->payload, event->size));
      return;
    case SCOPE_SIM_CORE:
      g_string_append_printf (out, "core %u '%.*s'\n", event->processor, (int) event->size, (const char *) event->payload);
      return;
    case SCOPE_SIM_CLOCK:
      g_string_append_printf (out, "clock %u %u\n", event->processor, event->a);
      return;
    case SCOPE_SIM_INFO:
      g_string_append_printf (out, "info %.*s\n", (int) event->size, (const char *) event->payload);
      return;
    case SCOPE_SIM_THREAD:
      g_string_append_printf (out, "thread %u/%u '%.*s'\n", event->b, event->a, (int) event->size, (const char *) event->payload);
      return;
    case SCOPE_SIM_SEQ:
      g_string_append_printf (out, "%" G_GINT64_FORMAT " seq %u %s dur=%" G_GUINT64_FORMAT " insts=%u level=%d\n", event->time,
                              event->processor, payload->seq.function > 0 ? (char *) texts->pdata[payload->seq.function - 1] : "-",
                              payload->seq.duration, payload->seq.insts, payload->seq.level);
      return;
    case SCOPE_SIM_HIT:
      g_string_append_printf (out, "%" G_GINT64_FORMAT " hit %u %s a=%u latency=%" G_GINT64_FORMAT " op=%u\n", event->time,
                              event->processor,
                              payload->hit.name > 0 ? (char *) texts->pdata[payload->hit.name - 1] : scope_hit_name (payload->hit.kind),
                              event->a, payload->hit.latency, payload->hit.op);
      return;
    case SCOPE_SIM_BRANCH:
      g_string_append_printf (out, "%" G_GINT64_FORMAT " %s %d %u %s => %s\n", event->time, scope_perf_kind_name (payload->branch.kind),
                              event->processor == 0xffff ? -1 : event->processor, payload->branch.tid,
                              payload->branch.from > 0 ? (char *) texts->pdata[payload->branch.from - 1] : "-",
                              payload->branch.to > 0 ? (char *) texts->pdata[payload->branch.to - 1] : "-");
      return;
    case SCOPE_SIM_PIPE:
      g_string_append_printf (out, "%" G_GINT64_FORMAT " %s", event->time,
                              payload->pipe.function > 0 ? (char *) texts->pdata[payload->pipe.function - 1] : "-");
      for (guint i = 0; i < payload->pipe.n_stages; i++)
        g_string_append_printf (out, " %s=%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, (char *) texts->pdata[payload->pipe.stages[i] - 1],
                                payload->pipe.from[i], payload->pipe.to[i]);
      for (guint i = 0; i < payload->pipe.n_over; i++)
        g_string_append_printf (out, " over %s=%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, (char *) texts->pdata[payload->pipe.over[i] - 1],
                                payload->pipe.over_from[i], payload->pipe.over_to[i]);
      g_string_append_printf (out, " end=%" G_GINT64_FORMAT " flags=%u\n", payload->pipe.end, payload->pipe.flags);
      return;
    default:
      g_assert_not_reached ();
    }
}

static char *
decode (const ScopeSimDecoderClass *klass, const char *bytes, gsize n, gboolean *ret_complete, GString *damages)
{
  g_autoptr (ScopeSource) source = scope_source_new_memory (bytes, n, "log");
  g_autoptr (ScopeDecoder) decoder = scope_sim_decoder_new (klass, source, FALSE);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GString *out = g_string_new (NULL);
  ScopeDecoderFacts facts;
  const ScopeEvent *events;
  gsize count;

  while ((count = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < count; i++)
      append_event (out, texts, &events[i]);
  facts = decoder->facts;
  if (ret_complete != NULL)
    *ret_complete = facts.complete;
  for (guint i = 0; damages != NULL && i < decoder->damages->len; i++)
    {
      const ScopeDamage *damage = &g_array_index (decoder->damages, ScopeDamage, i);

      g_string_append_printf (damages, "%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT " %s\n", damage->from_byte, damage->bytes,
                              damage->reason);
    }

  return g_string_free (out, FALSE);
}

static void
assert_decodes (const ScopeSimDecoderClass *klass, const char *bytes, gboolean complete, const char *events, const char *damages)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autofree char *text = NULL;
  gboolean is_complete;

  text = decode (klass, bytes, strlen (bytes), &is_complete, found);
  g_assert_cmpstr (text, ==, events);
  g_assert_cmpstr (found->str, ==, damages);
  g_assert_cmpint (is_complete, ==, complete);
}

/* --- XML --- */

static void
test_xml_order (void)
{
  /* A miss of the first seq's last instruction, when the next one begins, is the first's; what the next one's first instruction is, its own. */
  assert_decodes (&scope_sim_xml_class,
                  "<simtrace timescale=\"ps\"><core clock=\"500\" id=\"0\" name=\"a&amp;b\"/>\n"
                  "<seq core=\"0\" t=\"10\" dur=\"20\" fn=\"f\" insts=\"3\" level=\"0\"><l2miss t=\"30\" op=\"w\"/><lli t=\"12\" cycles=\"2\"/></seq>\n"
                  "<seq level=\"1\" t=\"20\" core=\"1\" fn=\"operator&lt;\" dur=\"1\"><l1imiss t=\"35\"/></seq>"
                  "<seq core=\"0\" t=\"30\" dur=\"5\" fn=\"g\"><mb t=\"30\"/><tlb t=\"34\" latency=\"7\"/></seq>"
                  "<seq core=\"1\" t=\"33\" fn=\"f\"/>"
                  "</simtrace>",
                  TRUE,
                  "info timescale=ps\ncore 0 'a&b'\nclock 0 500\ncore 1 'core 1'\n"
                  "10 seq 0 f dur=20 insts=3 level=0\n"
                  "12 hit 0 lli a=0 latency=1000 op=0\n"
                  "20 seq 1 operator< dur=1 insts=0 level=1\n"
                  "30 hit 0 l2 a=0 latency=-1 op=3\n"
                  "30 seq 0 g dur=5 insts=0 level=-1\n"
                  "30 hit 0 mb a=0 latency=-1 op=0\n"
                  "33 seq 1 f dur=0 insts=0 level=-1\n"
                  "34 hit 0 tlb a=0 latency=7 op=0\n"
                  "35 hit 1 l1i a=1 latency=-1 op=2\n",
                  "");
}

static void
test_xml_units (void)
{
  assert_decodes (&scope_sim_xml_class, "<simtrace timescale='ns'><core id='2' clock='2'/><seq t='0x10' dur='3' core='2'/></simtrace>", TRUE,
                  "info timescale=ns\ncore 2 'core 2'\nclock 2 2000\n16000 seq 2 - dur=3000 insts=0 level=-1\n", "");
  assert_decodes (&scope_sim_xml_class, "<simtrace timescale='fortnight'><seq t='1' fn='f'/></simtrace>", TRUE,
                  "info timescale=fortnight\ncore 0 'core 0'\n1 seq 0 f dur=0 insts=0 level=-1\n", "0+32 a unit of time that is not known\n");
}

static void
test_xml_unknown (void)
{
  /* Elements nobody knows: an event if they have a time or lie in a seq; what is in them is theirs. */
  assert_decodes (&scope_sim_xml_class,
                  "\xef\xbb\xbf<?xml version=\"1.0\"?><!DOCTYPE x><!-- <seq t=\"1\"/> --><simtrace><host>any <b>text</b></host>"
                  "<seq t=\"5\" fn=\"f\"><odd x=\"1\"/></seq><irq t=\"7\" core=\"1\"/><![CDATA[<seq>]]></simtrace>",
                  TRUE, "core 0 'core 0'\ncore 1 'core 1'\n5 seq 0 f dur=0 insts=0 level=-1\n5 hit 0 odd a=0 latency=-1 op=0\n7 hit 1 irq a=0 latency=-1 op=0\n",
                  "");
}

static void
test_xml_damage (void)
{
  assert_decodes (&scope_sim_xml_class,
                  "<simtrace><seq t=\"5\" fn=\"f/>\n<seq t=\"6\" fn=\"g\"/><seq t=\"x\"/><seq fn=\"h\"/>rubbish<seq t=\"4\"/>"
                  "<seq t=\"8\" core=\"99999\"/><seq t=\"99999999999999999999\"/><seq t=\"9\" fn=\"i\"><l2miss t=\"8\"/><mb/></seq>",
                  FALSE,
                  "core 0 'core 0'\n6 seq 0 g dur=0 insts=0 level=-1\n9 seq 0 i dur=0 insts=0 level=-1\n",
                  "10+19 no element\n"
                  "48+100 6 places in a row; the first: a seq without a time, or with a value that is not a number\n"
                  "166+20 2 places in a row; the first: an event before the seq it belongs to\n");
}

static void
test_xml_cut (void)
{
  static const char whole[] = "<simtrace><seq t=\"5\" fn=\"f\" dur=\"4\"><l2miss t=\"6\"/></seq></simtrace>";

  /* wherever it ends, what stood before is there, and it is not taken for whole */
  for (gsize n = 0; n < strlen (whole); n++)
    {
      gboolean complete;
      g_autofree char *text = decode (&scope_sim_xml_class, whole, n, &complete, NULL);

      g_assert_false (complete);
      g_assert_cmpint (strstr (text, "5 seq") != NULL, ==, n >= 36);
      g_assert_cmpint (strstr (text, "6 hit") != NULL, ==, n >= 51);
    }
}

/* Core after core: each by itself is in order, and nothing is lost. */
static void
test_xml_unsorted (void)
{
  assert_decodes (&scope_sim_xml_class,
                  "<simtrace><seq core=\"0\" t=\"5\" fn=\"f\"/><seq core=\"0\" t=\"9\" fn=\"f\"/><seq core=\"1\" t=\"1\" fn=\"g\"><mb t=\"2\"/></seq>"
                  "<seq core=\"1\" t=\"3\" fn=\"g\"/></simtrace>",
                  TRUE,
                  "core 0 'core 0'\n5 seq 0 f dur=0 insts=0 level=-1\ncore 1 'core 1'\n1 seq 1 g dur=0 insts=0 level=-1\n"
                  "2 hit 1 mb a=0 latency=-1 op=0\n3 seq 1 g dur=0 insts=0 level=-1\n9 seq 0 f dur=0 insts=0 level=-1\n",
                  "");
}

/* --- perf --- */

#define TIME " 7/8 [003] 100.000000005: 1 branches:uH: "

static void
test_perf_lines (void)
{
  static const struct
  {
    const char *text;
    ScopePerfWhat what;
    guint kind, cause;
    const char *from, *to;
    guint from_offset;
    gboolean kernel;
  } lines[] = {
    { "sh" TIME "call 1f a::B<a::C, d>::run(int, (e))+0x1eb (/a b/c.so) => ffffffff81000000 f+0x0 ([kernel.kallsyms])", SCOPE_PERF_BRANCH,
      SCOPE_SIM_BRANCH_CALL, SCOPE_SIM_BRANCH_CALL, "a::B<a::C, d>::run(int, (e))", "f", 0x1eb, TRUE },
    { "a b 1 2" TIME "tr end  syscall  10 f+0x17 (x) => 0 [unknown] ([unknown])", SCOPE_PERF_BRANCH, SCOPE_SIM_BRANCH_TRACE_END,
      SCOPE_SIM_BRANCH_SYSCALL, "f", NULL, 0x17, FALSE },
    { "x" TIME "tr strt jmp 0 [unknown] (x) => 20 g (x)", SCOPE_PERF_BRANCH, SCOPE_SIM_BRANCH_TRACE_BEGIN, SCOPE_SIM_BRANCH_JUMP, NULL, "g",
      0, FALSE },
    { "x" TIME "hw int (D) 10 f+0x1 => 20 g+0x2", SCOPE_PERF_BRANCH, SCOPE_SIM_BRANCH_INTERRUPT, SCOPE_SIM_BRANCH_INTERRUPT, "f", "g", 1,
      FALSE },
    { "x" TIME "return 10 => 20", SCOPE_PERF_BRANCH, SCOPE_SIM_BRANCH_RETURN, SCOPE_SIM_BRANCH_RETURN, NULL, NULL, 0, FALSE },
    { "x" TIME "jcc (x) 0x10 f => 20 g", SCOPE_PERF_BRANCH, SCOPE_SIM_BRANCH_JUMP, SCOPE_SIM_BRANCH_JUMP, "f", "g", 0, FALSE },
    { "x" TIME "call 10 f => ", SCOPE_PERF_BAD, 0, 0, NULL, NULL, 0, FALSE },
    { "x" TIME "call 10 f", SCOPE_PERF_BAD, 0, 0, NULL, NULL, 0, FALSE },
    { "x 7/8 [003] 100.5: 1 sched:sched_switch: a => b", SCOPE_PERF_NOTHING, 0, 0, NULL, NULL, 0, FALSE },
    { "x 7/8 [003] 100.5: psb offs: 0", SCOPE_PERF_NOTHING, 0, 0, NULL, NULL, 0, FALSE },
    { "# a remark", SCOPE_PERF_NOTHING, 0, 0, NULL, NULL, 0, FALSE },
    { "anything at all", SCOPE_PERF_BAD, 0, 0, NULL, NULL, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      ScopePerfLine line;
      g_autofree char *from = NULL, *to = NULL;

      g_assert_cmpint (scope_perf_line_read (lines[i].text, strlen (lines[i].text), &line), ==, lines[i].what);
      if (lines[i].what != SCOPE_PERF_BRANCH)
        continue;
      from = line.from.symbol != NULL ? g_strndup (line.from.symbol, line.from.symbol_n) : NULL;
      to = line.to.symbol != NULL ? g_strndup (line.to.symbol, line.to.symbol_n) : NULL;
      g_assert_cmpint (line.kind, ==, lines[i].kind);
      g_assert_cmpint (line.cause, ==, lines[i].cause);
      g_assert_cmpstr (from, ==, lines[i].from);
      g_assert_cmpstr (to, ==, lines[i].to);
      g_assert_cmpuint (line.from.offset, ==, lines[i].from_offset);
      g_assert_cmpint (line.to.kernel, ==, lines[i].kernel);
      g_assert_cmpuint (line.pid, ==, 7);
      g_assert_cmpuint (line.tid, ==, 8);
      g_assert_cmpint (line.cpu, ==, 3);
      g_assert_cmpuint (line.seconds, ==, 100);
      g_assert_cmpuint (line.ps, ==, 5000);
    }
}

static void
test_perf_log (void)
{
  /* from the first branch, without processors; a thread that goes back in time; a line that is cut */
  assert_decodes (&scope_perf_class,
                  "# perf\n7/7 50.5: 1 branches:u: call 1 f+0x1 (x) => 2 g+0x0 (x)\n7/8 50.500001: 1 branches:u: return 2 g+0x1 (x) => 1 f+0x3 (x)\n"
                  "7/7 50.4: branches:u: return 2 g+0x1 (x) => 1 f+0x3 (x)\n"
                  " instruction trace error type 1 time 50.6 cpu -1 pid 7 tid 7 ip 0 code 7: Overflow packet\nrubbish\n"
                  "7/7 51.000000001: branches:u: call 2 g+0x1 (x) => 1 f+0x",
                  FALSE,
                  "info source=perf script\ninfo start=50.500000000000 s since the machine was switched on\nthread 7/7 ''\n"
                  "thread 7/8 ''\n0 call -1 7 f => g\n1000000 return -1 8 g => f\n"
                  "100000000000 trace ends -1 7 - => -\n",
                  "182+89 perf could not decode the trace of thread 7: code 7: Overflow packet\n"
                  "126+56 a branch before the one before it of its thread\n"
                  "272+64 2 places in a row; the first: a line that perf script does not write\n");
}

/* --- pipelines --- */

#define KANATA_HEAD \
  "core 0 'core 0'\nclock 0 1000\ninfo source=Kanata\ninfo cycle=the log has no clock: a cycle is shown as 1 ns\n"

static void
test_kanata (void)
{
  /* One that is flushed, and named in the cycle in which it leaves; gaps between stages; other lanes; one that never ends. */
  assert_decodes (&scope_kanata_class,
                  "Kanata\t0004   \r\nC=\t-1\nC\t1\nI\t7\t0\t0\nS\t7\t0\tF\nI\t8\t1\t1\nS\t8\t0\tF\nC\t2\nE\t7\t0\tF\nC\t1\nS\t7\t0\tX\n"
                  "S\t7\t1\tstl\nR\t8\t0\t1\nL\t8\t0\tb\\nc\nI\t9\t0\t0\nW\t8\t7\t0\nC\t1\nL\t7\t1\tunseen\nL\t7\t0\ta\nR\t7\t0\t0\nC\t1\n",
                  TRUE,
                  KANATA_HEAD "info lanes=stages of other lanes than 0 (\"stl\") are shown below those of lane 0\n"
                  "0 a F=0-2000 X=3000-4000 over stl=3000-4000 end=4000 flags=0\n0 b c F=0-3000 end=3000 flags=1\n3000 - end=5000 flags=2\n",
                  "");
}

static void
test_kanata_damage (void)
{
  assert_decodes (&scope_kanata_class,
                  "Kanata\t0004\nC=\t5\nI\t0\t0\t0\nI\t0\t0\t0\nC\t-3\nC=\t2\nC\tx\nS\t1\t0\tF\nS\t0\t0\nrubbish\nC\t99999999999999999999\n"
                  "C\t1\nR\t0\t0\t0\n",
                  TRUE, KANATA_HEAD "5000 - end=6000 flags=0\n",
                  "25+67 8 places in a row; the first: an instruction that came in before\n");
  /* Cut behind a digit: of 15 cycles one was left. */
  assert_decodes (&scope_kanata_class, "Kanata\t0004\nC=\t5\nI\t0\t0\t0\nC\t1", FALSE, KANATA_HEAD "5000 - end=5000 flags=2\n",
                  "25+3 the log ends inside a line\n");
}

static void
test_o3pipe (void)
{
  assert_decodes (&scope_o3pipe_class,
                  "gem5 Simulator\nO3PipeView:fetch:2000:0x00000010:0:2:ld x, [y:z]\nO3PipeView:decode:2500\nwarn: something\n"
                  "O3PipeView:rename:3000\nO3PipeView:dispatch:3500\nO3PipeView:issue:4000\nO3PipeView:complete:4500\n"
                  "O3PipeView:retire:5000:store:7000\n"
                  "O3PipeView:fetch:1000:0x8:3:1:nop\nO3PipeView:decode:1500\nO3PipeView:rename:0\nO3PipeView:dispatch:0\n"
                  "O3PipeView:issue:0\nO3PipeView:complete:0\nO3PipeView:retire:0:store:0\n",
                  TRUE,
                  "core 0 'core 0'\ninfo source=O3PipeView\nclock 0 500\n"
                  "1000 0x8.3 nop fetch=1000-1500 decode=1500-2000 end=2000 flags=1\n"
                  "2000 0x10 ld x, [y:z] fetch=2000-2500 decode=2500-3000 rename=3000-3500 dispatch=3500-4000 issue=4000-4500 "
                  "complete=4500-5000 store=5000-7000 end=7000 flags=0\n",
                  "");
}

static void
test_o3pipe_damage (void)
{
  assert_decodes (&scope_o3pipe_class,
                  "O3PipeView:fetch:2000:0x10:0:2:a\nO3PipeView:fetch:2000:0x20:0:3:b\nO3PipeView:issue:2500\nO3PipeView:decode:2600\n"
                  "O3PipeView:retire:3000:store:0\nO3PipeView:fetch:x:0x20:0:4:c\nO3PipeView:odd:1\n"
                  "O3PipeView:fetch:2000:0x30:0:5:d\nO3PipeView:issue:2500\nO3PipeView:retire:3000:store:0\nO3PipeView:fetch:4000:0x4",
                  FALSE,
                  "core 0 'core 0'\ninfo source=O3PipeView\nclock 0 500\n2000 0x30 d fetch=2000-2500 issue=2500-3000 end=3000 flags=0\n",
                  "33+33 an instruction whose end is missing\n"
                  "88+101 4 places in a row; the first: a stage without an instruction\n"
                  "275+25 the log ends inside a line\n");
}

/* --- marks --- */

typedef struct
{
  gint64 time;
  guint64 offset;
} Seen;

static gboolean
decode_batch (ScopeDecoder *decoder, GArray *seen)
{
  const ScopeEvent *events;
  gsize count = decoder->klass->next (decoder, &events);

  for (gsize i = 0; i < count; i++)
    {
      Seen event = { events[i].time, events[i].offset };

      g_array_append_val (seen, event);
    }

  return count > 0;
}

/* A log in order gives the same with marks as without, and from each of them. */
static void
check_marks (const ScopeSimDecoderClass *klass, const char *path, guint n_events)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeSource) source = scope_source_new_file (path, &error);
  g_autoptr (ScopeDecoder) map = NULL, whole = NULL, walker = NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Seen)), again = g_array_new (FALSE, FALSE, sizeof (Seen));

  g_assert_no_error (error);
  map = scope_sim_decoder_new (klass, source, TRUE);
  whole = map->klass->fork (map);
  walker = map->klass->fork (map);
  ((ScopeSimDecoder *) walker)->batch = 7;
  while (decode_batch (whole, all))
    ;
  g_assert_cmpuint (all->len, ==, n_events);
  while (decode_batch (walker, again))
    {
      g_autofree guint64 *mark = walker->klass->checkpoint (walker);
      g_autoptr (GArray) rest = g_array_new (FALSE, FALSE, sizeof (Seen));
      g_autoptr (ScopeDecoder) other = map->klass->fork (map);

      other->klass->seek (other, mark);
      decode_batch (other, rest);
      g_assert_cmpuint (rest->len, ==, MIN (SCOPE_SIM_DECODER_BATCH, all->len - again->len));
      for (guint i = 0; i < MIN (rest->len, 100); i++)
        g_assert_cmpuint (g_array_index (rest, Seen, i).offset, ==, g_array_index (all, Seen, again->len + i).offset);
    }
  g_assert_cmpuint (again->len, ==, all->len);
  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *detail = map->klass->detail_at (map, g_array_index (all, Seen, i).offset);

      g_assert_cmpuint (g_array_index (again, Seen, i).offset, ==, g_array_index (all, Seen, i).offset);
      g_assert_nonnull (detail);
    }
}

static void
test_marks (gconstpointer data)
{
  g_autofree char *xml = g_build_filename (data, "spin.g21.xml", NULL), *perf = g_build_filename (data, "page-fault.perf.txt", NULL);
  g_autofree char *kanata = g_build_filename (data, "loop.kanata.txt", NULL), *o3 = g_build_filename (data, "loop.o3pipeview.txt", NULL);

  check_marks (&scope_sim_xml_class, xml, 1373);
  check_marks (&scope_perf_class, perf, 20);
  check_marks (&scope_kanata_class, kanata, 28);
  check_marks (&scope_o3pipe_class, o3, 28);
}

/* --- kinds --- */

static void
test_kinds (void)
{
  static const struct
  {
    const char *head;
    ScopeLogKind kind;
  } logs[] = {
    { "<?xml version=\"1.0\"?>\n<!-- x -->\n<simtrace>", SCOPE_LOG_SIM_XML },
    { " <trace><seq t=\"1\" fn=\"f\"/>", SCOPE_LOG_SIM_XML },
    { "<html><body>", SCOPE_LOG_NONE },
    { "<simtraces>", SCOPE_LOG_NONE },
    { "# x\n\n sh 1/2 [000] 12.345678901: 1 branches:u: call 1 f => 2 g", SCOPE_LOG_PERF },
    { "sh 1 [000] 12.3: 1 cycles:u: 1 f", SCOPE_LOG_NONE },
    { "Kanata\t0004\n", SCOPE_LOG_KANATA },
    { "Kanata is a city", SCOPE_LOG_NONE },
    { "gem5\n\nO3PipeView:fetch:1:0x1:0:1:nop", SCOPE_LOG_O3PIPE },
    { "a text about branches: call => 12.5", SCOPE_LOG_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    g_assert_cmpint (scope_log_kind ((const guint8 *) logs[i].head, strlen (logs[i].head)), ==, logs[i].kind);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/forms/kinds", test_kinds);
  g_test_add_func ("/forms/xml/order", test_xml_order);
  g_test_add_func ("/forms/xml/units", test_xml_units);
  g_test_add_func ("/forms/xml/unknown", test_xml_unknown);
  g_test_add_func ("/forms/xml/damage", test_xml_damage);
  g_test_add_func ("/forms/xml/cut", test_xml_cut);
  g_test_add_func ("/forms/xml/unsorted", test_xml_unsorted);
  g_test_add_func ("/forms/perf/lines", test_perf_lines);
  g_test_add_func ("/forms/perf/log", test_perf_log);
  g_test_add_func ("/forms/kanata/log", test_kanata);
  g_test_add_func ("/forms/kanata/damage", test_kanata_damage);
  g_test_add_func ("/forms/o3pipe/log", test_o3pipe);
  g_test_add_func ("/forms/o3pipe/damage", test_o3pipe_damage);
  g_assert_cmpint (argc, ==, 2);
  g_test_add_data_func ("/forms/marks", argv[1], test_marks);

  return g_test_run ();
}
