/* scope-sim-xml.c: the XML form of simulation traces (formats/simulation.md §2): a decoder of elements as they come.
 *
 *     <simtrace version="1" timescale="ps" source="gem5">
 *       <core id="0" name="system.cpu0" clock="500"/>
 *       <seq core="0" thread="0" t="233500" dur="12000" fn="pthreadSpinLock" insts="9" level="2">
 *         <l1dmiss t="234500" va="0x…" pa="0x…" op="r"/>
 *       </seq> …
 *
 * Seqs come in order of time, what is in them may be later than the next ones: it waits. Of events of one time a miss stands before the
 * seq that begins then, since it was caused by an earlier instruction; what a seq's own first instruction is or does stands behind it.
 *
 * No stack is kept: how deep elements lie in each other does not matter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/sim/scope-sim-xml.h"

#include "io/format/sim/scope-sim-decoder.h"
#include "io/format/sim/scope-sim-formats.h"

#include <string.h>

#define LONGEST (64u * 1024u) /* of a tag */

typedef struct
{
  gboolean known;
  gboolean begun;   /* a seq was met */
  gint64 last;      /* when the last one began */
  guint64 serial;   /* its number */
  guint64 taken;    /* number of the last one that was handed out */
  guint64 clock;    /* period in ps, 0: not said */
} Core;

typedef struct
{
  ScopeSimDecoder form;
  GArray *cores;    /* of Core, by number */
  guint64 scale;    /* ps of the file's unit */
  GString *text;    /* of a value */
  guint64 n_unknown; /* elements that are open and nobody knows */
  gboolean closed;  /* </simtrace> */
  gboolean told_version;

  /* the seq that is open */
  gboolean in_seq, seq_is_good;
  guint64 seq_from; /* byte */
  gint64 seq_time;
  guint seq_core;
} Xml;

static const struct
{
  const char *name;
  guint8 kind, op;
} hits[] = {
  { "l1dmiss", SCOPE_HIT_L1D, SCOPE_SIM_OP_OTHER }, { "l1imiss", SCOPE_HIT_L1I, SCOPE_SIM_OP_FETCH },
  { "l2miss", SCOPE_HIT_L2, SCOPE_SIM_OP_OTHER },   { "upgrade", SCOPE_HIT_UPG, SCOPE_SIM_OP_OTHER },
  { "mb", SCOPE_HIT_MB, SCOPE_SIM_OP_OTHER },       { "lli", SCOPE_HIT_LLI, SCOPE_SIM_OP_OTHER },
};

/* --- values --- */

/* FALSE: it is there, but no number. Without it `*value` stays. */
static gboolean
get_number (const ScopeXmlTag *tag, const char *name, guint64 *value)
{
  const ScopeXmlAttribute *attribute = scope_xml_attribute (tag, name);

  return attribute == NULL || scope_sim_decoder_number (attribute->value, attribute->value_n, value);
}

/* The same of a time, in ps. */
static gboolean
get_time (const Xml *self, const ScopeXmlTag *tag, const char *name, gint64 *value)
{
  guint64 number = 0;

  if (scope_xml_attribute (tag, name) == NULL)
    return TRUE;
  if (!get_number (tag, name, &number) || number > (guint64) (G_MAXINT64 / 4) / self->scale)
    return FALSE;
  *value = (gint64) (number * self->scale);

  return TRUE;
}

static gboolean
get_core (const ScopeXmlTag *tag, const char *name, guint *value)
{
  guint64 number = *value;

  if (!get_number (tag, name, &number) || number >= SCOPE_SIM_DECODER_MOST_CORES)
    return FALSE;
  *value = (guint) number;

  return TRUE;
}

static guint32
get_text (Xml *self, const ScopeXmlTag *tag, const char *name)
{
  const ScopeXmlAttribute *attribute = scope_xml_attribute (tag, name);

  if (attribute == NULL || self->form.bare)
    return 0;
  g_string_truncate (self->text, 0);
  scope_xml_append (self->text, attribute->value, attribute->value_n);

  return scope_sim_decoder_text (&self->form, self->text->str, self->text->len);
}

static guint8
get_op (const ScopeXmlTag *tag, guint8 otherwise)
{
  const ScopeXmlAttribute *op = scope_xml_attribute (tag, "op");

  if (op == NULL || op->value_n == 0)
    return otherwise;
  switch (op->value[0])
    {
    case 'r':
      return SCOPE_SIM_OP_READ;
    case 'w':
      return SCOPE_SIM_OP_WRITE;
    case 'i':
    case 'f':
    case 'x':
      return SCOPE_SIM_OP_FETCH;
    default:
      return otherwise;
    }
}

static Core *
core_at (Xml *self, guint number)
{
  if (number >= self->cores->len)
    g_array_set_size (self->cores, number + 1);

  return &g_array_index (self->cores, Core, number);
}

/* --- elements --- */

static void
define_core (Xml *self, guint core, const char *name, gsize n)
{
  Core *known = core_at (self, core);
  char made[24];

  if (known->known)
    return;
  known->known = TRUE;
  g_snprintf (made, sizeof made, "core %u", core);
  self->form.base.facts.n_processors = MAX (self->form.base.facts.n_processors, core + 1);
  scope_sim_decoder_define (&self->form, SCOPE_SIM_CORE, core, 0, 0, n > 0 ? name : made, n > 0 ? (gssize) n : -1);
}

static gboolean
read_core (Xml *self, const ScopeXmlTag *tag)
{
  const ScopeXmlAttribute *name = scope_xml_attribute (tag, "name");
  gint64 clock = 0;
  guint core = 0;

  if (!get_core (tag, "id", &core) || !get_time (self, tag, "clock", &clock))
    return FALSE;
  g_string_truncate (self->text, 0);
  if (name != NULL)
    scope_xml_append (self->text, name->value, MIN (name->value_n, 255));
  define_core (self, core, self->text->str, self->text->len);
  if (clock > 0 && clock <= G_MAXINT32)
    {
      core_at (self, core)->clock = (guint64) clock;
      scope_sim_decoder_define (&self->form, SCOPE_SIM_CLOCK, core, (guint32) clock, SCOPE_SIM_CLOCK_TRACE, NULL, 0);
    }

  return TRUE;
}

static gboolean
set_scale (Xml *self, const ScopeXmlAttribute *scale)
{
  static const struct
  {
    const char *name;
    guint64 ps;
  } scales[] = { { "ps", 1 }, { "ns", 1000 }, { "us", 1000000 } };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    if (scale->value_n == strlen (scales[i].name) && memcmp (scale->value, scales[i].name, scale->value_n) == 0)
      {
        self->scale = scales[i].ps;
        return TRUE;
      }

  return FALSE;
}

/* What it says of the trace is told; what it means by its numbers is taken. */
static gboolean
read_root (Xml *self, const ScopeXmlTag *tag)
{
  const ScopeXmlAttribute *scale = scope_xml_attribute (tag, "timescale");
  gboolean good = scale == NULL || set_scale (self, scale);

  self->closed = FALSE;
  for (guint i = 0; i < tag->n_attributes && i < 16 && !self->told_version; i++)
    {
      const ScopeXmlAttribute *attribute = &tag->attributes[i];

      g_string_truncate (self->text, 0);
      scope_xml_append (self->text, attribute->value, MIN (attribute->value_n, 255));
      if (attribute->name_n == 7 && memcmp (attribute->name, "version", 7) == 0)
        continue;
      scope_sim_decoder_info (&self->form, "%.*s=%s", (int) MIN (attribute->name_n, 64), attribute->name, self->text->str);
    }
  self->told_version = TRUE;

  return good;
}

static gboolean
read_seq_fields (Xml *self, const ScopeXmlTag *tag, ScopeSimDecoderItem *item, guint *ret_core)
{
  guint64 insts = 0, thread = 0, level = 0, pc = 0;
  gint64 duration = 0;

  if (scope_xml_attribute (tag, "t") == NULL || !get_time (self, tag, "t", &item->event.time)
      || !get_time (self, tag, "dur", &duration) || !get_core (tag, "core", ret_core) || !get_number (tag, "insts", &insts)
      || !get_number (tag, "thread", &thread) || !get_number (tag, "level", &level) || !get_number (tag, "pc", &pc)
      || insts > G_MAXUINT32 || thread > G_MAXUINT32 || level > G_MAXINT32)
    return FALSE;
  item->payload.seq.duration = (guint64) duration;
  item->payload.seq.pc = pc;
  item->payload.seq.thread = (guint32) thread;
  item->payload.seq.insts = (guint32) insts;
  item->payload.seq.level = scope_xml_attribute (tag, "level") != NULL ? (gint32) level : -1;

  return TRUE;
}

static const char *
read_seq (Xml *self, const ScopeXmlTag *tag)
{
  guint64 here = scope_sim_decoder_here (&self->form);
  ScopeSimDecoderItem item = { .event = { .type = SCOPE_SIM_SEQ, .offset = here }, .origin = here, .rank = 1, .has_payload = TRUE };
  guint number = 0;
  Core *core;

  self->in_seq = !tag->closed;
  self->seq_from = here;
  self->seq_is_good = FALSE;
  if (!read_seq_fields (self, tag, &item, &number))
    return "a seq without a time, or with a value that is not a number";
  core = core_at (self, number);
  if (core->begun && item.event.time < core->last)
    return "a seq that begins before the one before it on its core";
  define_core (self, number, NULL, 0);
  core->begun = TRUE;
  core->last = item.event.time;
  item.serial = ++core->serial;
  item.event.processor = (guint16) number;
  item.payload.seq.function = get_text (self, tag, "fn");
  self->seq_is_good = TRUE;
  self->seq_time = item.event.time;
  self->seq_core = number;
  scope_sim_decoder_pass (&self->form, item.event.time);
  scope_sim_decoder_add (&self->form, &item);

  return NULL;
}

static void
set_hit_kind (Xml *self, const ScopeXmlTag *tag, ScopeSimHit *hit)
{
  hit->kind = SCOPE_N_HITS;
  for (guint i = 0; i < G_N_ELEMENTS (hits); i++)
    if (scope_xml_is (tag, hits[i].name))
      {
        hit->kind = hits[i].kind;
        hit->op = get_op (tag, hits[i].op);
      }
  if (hit->kind == SCOPE_N_HITS)
    {
      hit->op = get_op (tag, SCOPE_SIM_OP_OTHER);
      hit->name = scope_sim_decoder_text (&self->form, tag->name, MIN (tag->name_n, 255));
    }
}

static gboolean
read_hit_fields (Xml *self, const ScopeXmlTag *tag, guint core, ScopeSimHit *hit)
{
  guint64 cycles = 0;

  hit->latency = -1;
  if (!get_number (tag, "va", &hit->va) || !get_number (tag, "pa", &hit->pa) || !get_number (tag, "cycles", &cycles)
      || !get_time (self, tag, "latency", &hit->latency) || !get_time (self, tag, "dur", &hit->latency))
    return FALSE;
  if (hit->latency < 0 && cycles > 0 && cycles < G_MAXINT32 && core_at (self, core)->clock > 0)
    hit->latency = (gint64) (cycles * core_at (self, core)->clock);

  return TRUE;
}

/* An element that is an event: in a seq, or with a time of its own. */
static const char *
read_hit (Xml *self, const ScopeXmlTag *tag)
{
  guint64 here = scope_sim_decoder_here (&self->form);
  gboolean inside = self->in_seq && self->seq_is_good, has_time = scope_xml_attribute (tag, "t") != NULL;
  guint core = inside ? self->seq_core : 0;
  ScopeSimDecoderItem item = { .event = { .type = SCOPE_SIM_HIT, .offset = here }, .origin = inside ? self->seq_from : here,
                               .has_payload = TRUE };

  if (self->in_seq && !self->seq_is_good)
    return "an event of a seq that cannot be read";
  set_hit_kind (self, tag, &item.payload.hit);
  if (!has_time && (!inside || self->n_unknown > 0) && item.payload.hit.kind == SCOPE_N_HITS)
    return NULL; /* it says something of the trace, but nobody knows what */
  item.event.time = inside ? self->seq_time : 0;
  if ((!has_time && item.payload.hit.kind < SCOPE_N_HITS) || !get_time (self, tag, "t", &item.event.time)
      || !get_core (tag, "core", &core) || !read_hit_fields (self, tag, core, &item.payload.hit))
    return "an event without a time, or with a value that is not a number";
  if (inside && item.event.time < self->seq_time)
    return "an event before the seq it belongs to";
  define_core (self, core, NULL, 0);
  item.event.processor = (guint16) core;
  item.rank = !inside || item.event.time > self->seq_time ? 0 : 2;
  item.serial = core_at (self, core)->serial;
  scope_sim_decoder_add (&self->form, &item);

  return NULL;
}

/* --- tags --- */

static const char *
read_end (Xml *self, const ScopeXmlTag *tag)
{
  if (scope_xml_is (tag, "seq"))
    {
      if (!self->in_seq)
        return "the end of a seq that did not begin";
      self->in_seq = FALSE;
    }
  else if (scope_xml_is (tag, "simtrace"))
    self->closed = TRUE;
  else if (self->n_unknown > 0)
    self->n_unknown--;
  else
    return "the end of an element that did not begin";

  return NULL;
}

static const char *
read_tag (Xml *self, const ScopeXmlTag *tag)
{
  gboolean was_in = self->in_seq;
  const char *why;

  if (tag->ends)
    return read_end (self, tag);
  if (scope_xml_is (tag, "seq"))
    {
      self->n_unknown = 0;
      why = read_seq (self, tag);
      return why == NULL && was_in ? "a seq that has no end" : why;
    }
  if (scope_xml_is (tag, "simtrace"))
    return read_root (self, tag) ? NULL : "a unit of time that is not known";
  if (scope_xml_is (tag, "core"))
    why = read_core (self, tag) ? NULL : "a core with a value that is not a number";
  else
    why = read_hit (self, tag);
  self->n_unknown += !tag->closed;

  return why;
}

/* To the end of a comment and the like. */
static void
pass_remark (ScopeSimDecoder *form, gsize skip, const char *until)
{
  gsize length = strlen (until), n;

  scope_sim_decoder_move (form, skip);
  for (;;)
    {
      const char *bytes = scope_sim_decoder_look (form, length, &n);
      const char *end = n >= length ? memmem (bytes, n, until, length) : NULL;

      if (end != NULL)
        {
          scope_sim_decoder_move (form, (gsize) (end - bytes) + length);
          return;
        }
      if (n < length)
        {
          scope_sim_decoder_move (form, n);
          return;
        }
      scope_sim_decoder_move (form, n - length + 1);
    }
}

/* What stands between tags. FALSE: the log ends. */
static gboolean
pass_text (Xml *self)
{
  ScopeSimDecoder *form = &self->form;

  for (;;)
    {
      gsize n, white = 0;
      const char *bytes = scope_sim_decoder_look (form, 1, &n), *open;

      if (n == 0)
        return FALSE;
      open = memchr (bytes, '<', n);
      n = open != NULL ? (gsize) (open - bytes) : n;
      while (white < n && (g_ascii_isspace (bytes[white]) || (form->place + form->pos + white < 3 && (bytes[white] & 0x80))))
        white++;
      if (white < n && self->n_unknown == 0)
        scope_sim_decoder_bad (form, scope_sim_decoder_here (form) + white, n - white, "text that is no element");
      scope_sim_decoder_move (form, n);
      if (open != NULL)
        return TRUE;
    }
}

static gboolean
xml_read (ScopeSimDecoder *form)
{
  Xml *self = (Xml *) form;
  guint64 here;
  ScopeXmlWhat what = SCOPE_XML_MORE;
  const char *bytes = NULL, *until = NULL, *why;
  gsize n = 0, length = 0;
  ScopeXmlTag tag;

  if (!pass_text (self))
    {
      form->base.facts.complete = self->closed;
      form->base.facts.end_mark = self->closed ? SCOPE_END_MARK_READ : SCOPE_END_MARK_MISSING;
      return FALSE;
    }
  here = scope_sim_decoder_here (form);
  for (gsize want = 256; what == SCOPE_XML_MORE; want *= 4)
    {
      bytes = scope_sim_decoder_look (form, want, &n);
      what = scope_xml_look (bytes, MIN (n, LONGEST), &length, &until);
      if (what == SCOPE_XML_MORE && n > LONGEST)
        {
          what = SCOPE_XML_BROKEN;
          length = 1;
        }
      else if (what == SCOPE_XML_MORE && n < want)
        {
          scope_sim_decoder_damage (form, here, n, "the log ends inside an element");
          scope_sim_decoder_move (form, n);
          return TRUE;
        }
    }
  if (what == SCOPE_XML_REMARK)
    {
      pass_remark (form, length, until);
      return TRUE;
    }
  why = what == SCOPE_XML_BROKEN                       ? "no element"
        : !scope_xml_read_tag (bytes, length, &tag) ? "an element that cannot be read"
                                                       : read_tag (self, &tag);
  if (why != NULL)
    scope_sim_decoder_bad (form, here, length, why);
  scope_sim_decoder_move (form, length);

  return TRUE;
}

/* --- the form --- */

/* How many seqs of its core began since the one that it is charged to. */
static void
xml_taken (ScopeSimDecoder *form, ScopeSimDecoderItem *item)
{
  Core *core = core_at ((Xml *) form, item->event.processor);

  if (item->event.type == SCOPE_SIM_SEQ)
    core->taken = item->serial;
  else
    item->event.a = (guint32) MIN (core->taken - MIN (item->serial, core->taken), G_MAXUINT32);
}

static void
xml_reset (ScopeSimDecoder *form)
{
  Xml *self = (Xml *) form;

  if (self->cores == NULL)
    self->cores = g_array_new (FALSE, TRUE, sizeof (Core));
  if (self->text == NULL)
    self->text = g_string_new (NULL);
  if (self->scale == 0)
    self->scale = 1;
  for (guint i = 0; i < self->cores->len; i++)
    core_at (self, i)->begun = FALSE;
  self->in_seq = self->seq_is_good = FALSE;
  self->n_unknown = 0;
}

static guint64
xml_origin (ScopeSimDecoder *form)
{
  Xml *self = (Xml *) form;

  return self->in_seq ? self->seq_from : scope_sim_decoder_here (form);
}

/* Clocks of cores only matter to latencies, which are told from an event's own bytes. */
static void
xml_store (ScopeSimDecoder *form, guint64 origin, guint64 *words)
{
  words[0] = ((Xml *) form)->scale;
}

static void
xml_restore (ScopeSimDecoder *form, const guint64 *words)
{
  ((Xml *) form)->scale = words[0];
}

static void
xml_clear (ScopeSimDecoder *form)
{
  Xml *self = (Xml *) form;

  g_array_unref (self->cores);
  g_string_free (self->text, TRUE);
}

/* "core=0 dur=12000 fn=poll": as the file has it, but for the time. */
static char *
xml_detail (const char *bytes, gsize n)
{
  const char *until;
  ScopeXmlTag tag;
  gsize length;
  g_autoptr (GString) text = NULL;

  if (n == 0 || *bytes != '<' || scope_xml_look (bytes, n, &length, &until) != SCOPE_XML_TAG
      || !scope_xml_read_tag (bytes, length, &tag))
    return NULL;
  text = g_string_new (NULL);
  if (!scope_xml_is (&tag, "seq"))
    g_string_append_len (text, tag.name, (gssize) tag.name_n);
  for (guint i = 0; i < tag.n_attributes; i++)
    {
      const ScopeXmlAttribute *attribute = &tag.attributes[i];

      if (attribute->name_n == 1 && attribute->name[0] == 't')
        continue;
      g_string_append_printf (text, "%s%.*s=", text->len > 0 ? " " : "", (int) attribute->name_n, attribute->name);
      scope_xml_append (text, attribute->value, attribute->value_n);
    }

  return g_utf8_make_valid (text->str, (gssize) text->len);
}

const ScopeSimDecoderClass scope_sim_xml_class = { .read = xml_read,
                                                   .detail = xml_detail,
                                                   .taken = xml_taken,
                                                   .reset = xml_reset,
                                                   .origin = xml_origin,
                                                   .clear = xml_clear,
                                                   .size = sizeof (Xml),
                                                   .n_words = 1,
                                                   .store = xml_store,
                                                   .restore = xml_restore };
