/* scope-o3pipe.c: gem5's O3PipeView: a decoder of instructions on their way through an out-of-order pipeline.
 *
 *     O3PipeView:fetch:78500:0x000100f0:0:1:auipc gp, 73728      tick, address, micro-op, number, what it is
 *     O3PipeView:decode:79000
 *     …rename, dispatch, issue, complete                         0: it never came so far
 *     O3PipeView:retire:82000:store:0                            0: it was flushed
 *
 * Instructions stand in the order in which they left, so they are put in order of being fetched, within as many as a pipeline never
 * holds. When a flushed one left is not told: a cycle after what it did last. Ticks are ps; a cycle is their greatest common divisor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/sim/scope-sim-decoder.h"
#include "io/format/sim/scope-sim-formats.h"
#include "io/source/scope-text.h"

#include <string.h>

#define PREFIX "O3PipeView:"
#define WINDOW 4096u         /* instructions */
#define FOR_CLOCK 1000u      /* instructions after which the clock is told */
#define MOST_TEXT 160u
#define SHORTEST_PERIOD 50u  /* ps; less is chance */

static const char *const stage_names[] = { "fetch", "decode", "rename", "dispatch", "issue", "complete", "retire" };
#define N_STAGES G_N_ELEMENTS (stage_names)

typedef struct
{
  ScopeSimDecoder form;
  gboolean open;          /* an instruction was begun */
  guint next;             /* the stage that is expected */
  guint64 from;           /* byte */
  gint64 ticks[N_STAGES]; /* 0: not reached */
  GString *text;
  guint64 period;         /* so far */
  guint64 n;              /* instructions */
  gboolean told, told_clock;
} O3;

/* --- an instruction that is whole --- */

static void
notify_clock (O3 *self)
{
  if (self->told_clock || self->period < SHORTEST_PERIOD || self->period > G_MAXINT32)
    return;
  self->told_clock = TRUE;
  scope_sim_decoder_define (&self->form, SCOPE_SIM_CLOCK, 0, (guint32) self->period, SCOPE_SIM_CLOCK_INFERRED, NULL, 0);
}

static void
add_stage (ScopeSimPipe *pipe, gint64 from, guint32 name)
{
  if (pipe->n_stages > 0)
    {
      from = MAX (from, pipe->from[pipe->n_stages - 1]);
      pipe->to[pipe->n_stages - 1] = from;
    }
  pipe->stages[pipe->n_stages] = name;
  pipe->from[pipe->n_stages] = pipe->to[pipe->n_stages] = from;
  pipe->n_stages++;
}

/* `store`: when what it stores was written, 0: never. */
static void
end_instruction (O3 *self, gint64 store)
{
  ScopeSimDecoder *form = &self->form;
  ScopeSimDecoderItem item = { .event = { .type = SCOPE_SIM_PIPE, .time = self->ticks[0], .offset = self->from }, .origin = self->from,
                               .has_payload = TRUE };
  ScopeSimPipe *pipe = &item.payload.pipe;
  gint64 end = self->ticks[0];

  self->open = FALSE;
  for (guint i = 0; i < N_STAGES; i++)
    {
      if (i > 0 && self->ticks[i] == 0) /* never reached; fetched it is, if only at 0 */
        continue;
      if (i > 0 && self->ticks[i] >= end)
        self->period = scope_sim_common_divisor (self->period, (guint64) (self->ticks[i] - end));
      end = MAX (end, self->ticks[i]);
      if (i + 1 < N_STAGES) /* what follows retiring is the store */
        add_stage (pipe, self->ticks[i], scope_sim_decoder_text (form, stage_names[i], strlen (stage_names[i])));
      else if (store > end)
        add_stage (pipe, self->ticks[i], scope_sim_decoder_text (form, "store", 5));
    }
  if (self->ticks[N_STAGES - 1] == 0)
    {
      pipe->flags = SCOPE_SIM_PIPE_FLUSHED;
      end += (gint64) self->period;
    }
  pipe->end = MAX (end, store);
  if (pipe->n_stages > 0)
    pipe->to[pipe->n_stages - 1] = pipe->end;
  pipe->function = scope_sim_decoder_text (form, self->text->str, self->text->len);
  if (++self->n == FOR_CLOCK)
    notify_clock (self);
  scope_sim_decoder_add (form, &item);
}

/* --- lines --- */

/* Digits up to the next ':' or the end; moves behind it. */
static gboolean
next_number (const char **at, const char *end, gint64 *ret_value)
{
  const char *colon = memchr (*at, ':', (gsize) (end - *at));
  guint64 value;

  if (colon == NULL)
    colon = end;
  if (!scope_sim_decoder_number (*at, (gsize) (colon - *at), &value) || value > (guint64) G_MAXINT64 / 1024)
    return FALSE;
  *ret_value = (gint64) value;
  *at = colon < end ? colon + 1 : end;

  return TRUE;
}

static gboolean
starts (const char *text, const char *end, const char *with)
{
  gsize n = strlen (with);

  return (gsize) (end - text) >= n && memcmp (text, with, n) == 0;
}

/* "78500:0x000100f0:0:1:auipc gp, 73728" */
static const char *
begin_instruction (O3 *self, const char *at, const char *end)
{
  gint64 tick, pc, micro, number;
  const char *why = self->open ? "an instruction whose end is missing" : NULL;

  self->open = FALSE;
  if (!next_number (&at, end, &tick) || !next_number (&at, end, &pc) || !next_number (&at, end, &micro)
      || !next_number (&at, end, &number))
    return "an instruction with a value that is not a number";
  memset (self->ticks, 0, sizeof self->ticks);
  self->open = TRUE;
  self->next = 1;
  self->from = scope_sim_decoder_here (&self->form);
  self->ticks[0] = tick;
  g_string_printf (self->text, "0x%" G_GINT64_MODIFIER "x", (guint64) pc);
  if (micro > 0)
    g_string_append_printf (self->text, ".%" G_GINT64_FORMAT, micro);
  g_string_append_c (self->text, ' ');
  g_string_append_len (self->text, at, MIN (end - at, (gssize) MOST_TEXT));

  return why;
}

static const char *
read_stage (O3 *self, const char *at, const char *end)
{
  gint64 store = 0;
  guint stage = 1;

  while (stage < N_STAGES && !(starts (at, end, stage_names[stage]) && starts (at + strlen (stage_names[stage]), end, ":")))
    stage++;
  if (stage == N_STAGES)
    return "a stage that is not known";
  if (!self->open || stage < self->next)
    {
      self->open = FALSE;
      return "a stage without an instruction";
    }
  at += strlen (stage_names[stage]) + 1;
  if (!next_number (&at, end, &self->ticks[stage]))
    {
      self->open = FALSE;
      return "a stage whose time is not a number";
    }
  self->next = stage + 1;
  if (stage == N_STAGES - 1)
    {
      if (starts (at, end, "store:"))
        {
          at += 6;
          next_number (&at, end, &store);
        }
      end_instruction (self, store);
    }

  return NULL;
}

static const char *
o3_line (ScopeSimDecoder *form, const char *line, gsize n, gboolean whole)
{
  O3 *self = (O3 *) form;
  const char *end = line + n, *at = line;

  if (!starts (line, end, PREFIX))
    return NULL; /* the simulator says something else */
  if (!whole)
    return "the log ends inside a line";
  if (!self->told)
    {
      self->told = TRUE;
      form->base.facts.n_processors = 1;
      scope_sim_decoder_define (form, SCOPE_SIM_CORE, 0, 0, 0, "core 0", -1);
      scope_sim_decoder_info (form, "source=O3PipeView");
    }
  at += strlen (PREFIX);
  if (starts (at, end, "fetch:"))
    return begin_instruction (self, at + 6, end);

  return read_stage (self, at, end);
}

static void
o3_end (ScopeSimDecoder *form)
{
  O3 *self = (O3 *) form;

  notify_clock (self);
  form->base.facts.complete &= !self->open;
}

/* --- the form --- */

static void
o3_reset (ScopeSimDecoder *form)
{
  O3 *self = (O3 *) form;

  form->most = WINDOW;
  if (self->text == NULL)
    self->text = g_string_new (NULL);
  self->open = FALSE;
}

static guint64
o3_origin (ScopeSimDecoder *form)
{
  O3 *self = (O3 *) form;

  return self->open ? self->from : scope_sim_decoder_here (form);
}

static void
o3_clear (ScopeSimDecoder *form)
{
  g_string_free (((O3 *) form)->text, TRUE);
}

/* Its lines, without what all have. */
static char *
o3_detail (const char *bytes, gsize n)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const char *line;
  gsize length;

  for (guint i = 0; i < N_STAGES && scope_next_part (&bytes, &n, '\n', &line, &length); i++)
    {
      const char *end = line + length, *at = line + strlen (PREFIX), *colon;
      gint64 skipped;

      if (!starts (line, end, PREFIX) || (i > 0) == starts (at, end, "fetch:"))
        break;
      if (i == 0)
        {
          at += 6;
          if (!next_number (&at, end, &skipped))
            return NULL;
          g_string_append_len (out, at, (gssize) (end - at));
          continue;
        }
      colon = memchr (at, ':', (gsize) (end - at));
      if (colon == NULL)
        break;
      g_string_append_printf (out, " %.*s=%.*s", (int) (colon - at), at, (int) (end - colon - 1), colon + 1);
    }

  return out->len > 0 ? g_utf8_make_valid (out->str, (gssize) out->len) : NULL;
}

const ScopeSimDecoderClass scope_o3pipe_class = { .line = o3_line,
                                                  .end = o3_end,
                                                  .detail = o3_detail,
                                                  .reset = o3_reset,
                                                  .origin = o3_origin,
                                                  .clear = o3_clear,
                                                  .size = sizeof (O3) };
