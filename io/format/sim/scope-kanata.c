/* scope-kanata.c: Kanata logs, what Konata shows: a decoder of instructions on their way through a pipeline.
 *
 *     Kanata  0004
 *     C=  216              the cycle
 *     C   1                later by one
 *     I   0  0  0          instruction 0 comes in (number of the simulator, thread)
 *     L   0  0  1000: jal  what it is called; 1: what is shown when pointed at, which is left out
 *     S   0  0  F          a stage begins, on lane 0
 *     E   0  0  F
 *     S   0  1  stl        … on another lane: it lies over those of lane 0 (Konata draws it upon them, or in a row of its own)
 *     R   0  0  0          it retires, or 1: is flushed
 *
 * An instruction is told when it has left, in order of coming in. The log's times are cycles: without a clock one is taken for 1 ns.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/sim/scope-sim-decoder.h"
#include "io/format/sim/scope-sim-formats.h"
#include "io/source/scope-text.h"

#include "model/base/scope-each.h"

#include <string.h>

#define CYCLE_PS 1000
#define MOST_INSIDE 16384u /* instructions that have not left */
#define MOST_LABEL 160u
#define MOST_CYCLE (G_MAXINT64 / CYCLE_PS / 1024)

typedef struct
{
  guint64 id;
  ScopeSimDecoderItem item;
  GString *label;
  gboolean staged;  /* the last stage is open */
  guint64 over_lane; /* whose stage is open over it; 0: none */
  gboolean leaving; /* it left in this cycle */
  gboolean left;
} Inside;

typedef struct
{
  ScopeSimDecoder form;
  gint64 cycle;
  GHashTable *by_id;   /* id → Inside */
  GQueue *queue;       /* of Inside, in order of coming in; owns them */
  GPtrArray *leaving;  /* of them */
  gboolean told;
  gboolean told_lanes, told_crowd;
} Kanata;

typedef struct
{
  const char *text;
  gsize n;
} Field;

static gint64
now (const Kanata *self)
{
  return self->cycle * CYCLE_PS;
}

static void
inside_free (gpointer data)
{
  Inside *inside = data;

  g_string_free (inside->label, TRUE);
  g_free (inside);
}

/* --- fields --- */

/* Up to `most` fields of a line; the last one has the rest of it. */
static guint
split (const char *line, gsize n, Field *fields, guint most)
{
  guint k = 0;

  while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t'))
    n--;
  while (k < most)
    {
      const char *tab = k + 1 < most ? memchr (line, '\t', n) : NULL;

      fields[k++] = (Field) { line, tab != NULL ? (gsize) (tab - line) : n };
      if (tab == NULL)
        break;
      n -= (gsize) (tab - line) + 1;
      line = tab + 1;
    }

  return k;
}

static gboolean
is (const Field *field, const char *text)
{
  return scope_is_word (field->text, field->n, text);
}

static gboolean
number_of (const Field *field, guint64 *ret_value)
{
  gsize n = field->n;

  while (n > 0 && field->text[n - 1] == ' ')
    n--;

  return scope_sim_decoder_number (field->text, n, ret_value);
}

/* Cycles may be less than 0: simulators begin at −1. */
static gboolean
cycle_of (const Field *field, gint64 *ret_value)
{
  gboolean minus = field->n > 0 && field->text[0] == '-';
  Field digits = { field->text + minus, field->n - minus };
  guint64 value;

  if (!number_of (&digits, &value) || value > MOST_CYCLE)
    return FALSE;
  *ret_value = minus ? -(gint64) value : (gint64) value;

  return TRUE;
}

/* --- instructions --- */

static void
notify_core (Kanata *self)
{
  if (self->told)
    return;
  self->told = TRUE;
  self->form.base.facts.n_processors = 1;
  scope_sim_decoder_define (&self->form, SCOPE_SIM_CORE, 0, 0, 0, "core 0", -1);
  scope_sim_decoder_define (&self->form, SCOPE_SIM_CLOCK, 0, CYCLE_PS, SCOPE_SIM_CLOCK_ASSUMED, NULL, 0);
  scope_sim_decoder_info (&self->form, "source=Kanata");
  scope_sim_decoder_info (&self->form, "cycle=the log has no clock: a cycle is shown as 1 ns");
}

static void
end_stage (Inside *inside, gint64 time)
{
  ScopeSimPipe *pipe = &inside->item.payload.pipe;

  if (inside->staged)
    pipe->to[pipe->n_stages - 1] = time;
  inside->staged = FALSE;
}

static void
end_over (Inside *inside, gint64 time)
{
  ScopeSimPipe *pipe = &inside->item.payload.pipe;

  if (inside->over_lane > 0)
    pipe->over_to[pipe->n_over - 1] = time;
  inside->over_lane = 0;
}

/* Its name may still come in this cycle. */
static void
leave (Kanata *self, Inside *inside, guint8 flags)
{
  if (inside->leaving)
    return;
  end_stage (inside, now (self));
  end_over (inside, now (self));
  inside->leaving = TRUE;
  inside->item.payload.pipe.end = now (self);
  inside->item.payload.pipe.flags = flags;
  g_ptr_array_add (self->leaving, inside);
}

static void
notify_left (Kanata *self)
{
  SCOPE_EACH_POINTER (Inside, inside, self->leaving)
    {
      inside->item.payload.pipe.function = scope_sim_decoder_text (&self->form, inside->label->str, inside->label->len);
      scope_sim_decoder_add (&self->form, &inside->item);
      inside->left = TRUE;
      g_hash_table_remove (self->by_id, &inside->id);
    }
  g_ptr_array_set_size (self->leaving, 0);
  while (!g_queue_is_empty (self->queue) && ((Inside *) g_queue_peek_head (self->queue))->left)
    inside_free (g_queue_pop_head (self->queue));
}

/* All before the oldest instruction that is inside have been told. */
static void
pass (Kanata *self)
{
  const Inside *oldest = g_queue_peek_head (self->queue);

  scope_sim_decoder_pass (&self->form, oldest != NULL ? oldest->item.event.time : now (self));
}

static const char *
come_in (Kanata *self, guint64 id, guint64 thread)
{
  guint64 here = scope_sim_decoder_here (&self->form);
  Inside *inside = g_hash_table_lookup (self->by_id, &id);

  if (inside != NULL && inside->leaving)
    notify_left (self);
  else if (inside != NULL)
    return "an instruction that came in before";
  if (g_hash_table_size (self->by_id) >= MOST_INSIDE || g_queue_get_length (self->queue) >= 4 * MOST_INSIDE)
    {
      scope_sim_decoder_bad (&self->form, here, 0, "too many instructions at once: the oldest is taken to have left");
      leave (self, g_queue_peek_head (self->queue), SCOPE_SIM_PIPE_OPEN);
      notify_left (self);
    }
  inside = g_new0 (Inside, 1);
  inside->id = id;
  inside->label = g_string_new (NULL);
  inside->item.event = (ScopeEvent) { .type = SCOPE_SIM_PIPE, .time = now (self), .offset = here };
  inside->item.origin = here;
  inside->item.has_payload = TRUE;
  inside->item.payload.pipe.thread = (guint32) MIN (thread, G_MAXUINT32);
  g_hash_table_insert (self->by_id, &inside->id, inside);
  g_queue_push_tail (self->queue, inside);

  return NULL;
}

static void
begin_stage (Kanata *self, Inside *inside, const Field *name)
{
  ScopeSimPipe *pipe = &inside->item.payload.pipe;

  end_stage (inside, now (self));
  inside->staged = TRUE;
  if (pipe->n_stages == SCOPE_SIM_MOST_STAGES)
    return; /* it belongs to the last one */
  pipe->stages[pipe->n_stages] = scope_sim_decoder_text (&self->form, name->text, MIN (name->n, 32));
  pipe->from[pipe->n_stages] = pipe->to[pipe->n_stages] = now (self);
  pipe->n_stages++;
}

/* Of another lane than 0. One at a time: where there are more, each ends as the next begins. */
static void
begin_over (Kanata *self, Inside *inside, guint64 lane, const Field *name)
{
  ScopeSimPipe *pipe = &inside->item.payload.pipe;

  if (!self->told_lanes)
    scope_sim_decoder_info (&self->form, "lanes=stages of other lanes than 0 (\"%.*s\") are shown below those of lane 0", (int) MIN (name->n, 32),
                            name->text);
  self->told_lanes = TRUE;
  if ((inside->over_lane > 0 || pipe->n_over == SCOPE_SIM_MOST_OVER) && !self->told_crowd)
    {
      self->told_crowd = TRUE;
      scope_sim_decoder_info (&self->form, "crowded=of stages of other lanes than 0 one is shown at a time, and %u of an instruction",
                              SCOPE_SIM_MOST_OVER);
    }
  end_over (inside, now (self));
  if (pipe->n_over == SCOPE_SIM_MOST_OVER)
    return;
  inside->over_lane = lane;
  pipe->over[pipe->n_over] = scope_sim_decoder_text (&self->form, name->text, MIN (name->n, 32));
  pipe->over_from[pipe->n_over] = pipe->over_to[pipe->n_over] = now (self);
  pipe->n_over++;
}

/* "\n" in it, written so, are blanks; the log's own blanks behind it fall away. */
static void
add_label (Inside *inside, const Field *text)
{
  for (gsize i = 0; i < text->n && inside->label->len < MOST_LABEL; i++)
    if (text->text[i] == '\\' && i + 1 < text->n && text->text[i + 1] == 'n')
      {
        g_string_append_c (inside->label, ' ');
        i++;
      }
    else
      g_string_append_c (inside->label, text->text[i]);
}

/* --- lines --- */

/* "C", "C=". */
static const char *
read_cycle (Kanata *self, const Field *fields, guint n)
{
  gboolean set = is (&fields[0], "C=");
  gint64 value;

  if (n < 2 || !cycle_of (&fields[1], &value))
    return "a cycle that is not a number";
  notify_left (self);
  if (set && !self->told)
    self->cycle = value;
  else if (value < (set ? self->cycle : 0) || self->cycle > MOST_CYCLE - (set ? 0 : value))
    return "time that runs backwards, or too far";
  else
    self->cycle = set ? value : self->cycle + value;
  pass (self);

  return NULL;
}

static const char *
read_of_inside (Kanata *self, const Field *fields, guint n, Inside *inside)
{
  char what = fields[0].text[0];
  guint64 value = 0;

  if (what != 'L' && inside == NULL)
    return "an instruction that did not come in";
  if (inside == NULL)
    return NULL; /* names may come when it has left */
  switch (what)
    {
    case 'L':
      if (n >= 4 && is (&fields[2], "0"))
        add_label (inside, &fields[3]);
      return NULL;
    case 'S':
    case 'E':
      if (inside->leaving)
        return "a stage of an instruction that has left";
      if (n < 4 || !number_of (&fields[2], &value))
        return "a stage without a name";
      if (value == 0 && what == 'S')
        begin_stage (self, inside, &fields[3]);
      else if (value == 0)
        end_stage (inside, now (self));
      else if (what == 'S')
        begin_over (self, inside, value, &fields[3]);
      else if (value == inside->over_lane)
        end_over (inside, now (self));
      return NULL;
    default: /* R */
      if (n < 4 || !number_of (&fields[3], &value))
        return "an end that does not say which";
      leave (self, inside, value == 1 ? SCOPE_SIM_PIPE_FLUSHED : 0);
      return NULL;
    }
}

static const char *
read_fields (Kanata *self, const char *line, gsize n_line)
{
  Field fields[5];
  guint64 id, thread = 0;
  guint n = split (line, n_line, fields, n_line > 0 && line[0] == 'L' ? 4 : 5);

  if (n == 1 && fields[0].n == 0)
    return NULL;
  if (is (&fields[0], "Kanata") || fields[0].text[0] == '#')
    return NULL;
  if (is (&fields[0], "C") || is (&fields[0], "C="))
    return read_cycle (self, fields, n);
  if (fields[0].n != 1 || strchr ("ILSERW", fields[0].text[0]) == NULL)
    return "a line that Kanata does not write";
  if (n < 2 || !number_of (&fields[1], &id))
    return "a number that cannot be read";
  notify_core (self);
  if (fields[0].text[0] == 'W')
    return NULL; /* who waits for whom is not shown */
  if (fields[0].text[0] != 'I')
    return read_of_inside (self, fields, n, g_hash_table_lookup (self->by_id, &id));
  if (n >= 4)
    number_of (&fields[3], &thread);

  return come_in (self, id, thread);
}

static const char *
kanata_line (ScopeSimDecoder *form, const char *line, gsize n, gboolean whole)
{
  /* a stage's name, a cycle's last digits may be missing */
  return whole ? read_fields ((Kanata *) form, line, n) : "the log ends inside a line";
}

static void
kanata_end (ScopeSimDecoder *form)
{
  Kanata *self = (Kanata *) form;

  for (GList *l = self->queue->head; l != NULL; l = l->next)
    leave (self, l->data, SCOPE_SIM_PIPE_OPEN);
  notify_left (self);
}

/* --- the form --- */

static void
kanata_reset (ScopeSimDecoder *form)
{
  Kanata *self = (Kanata *) form;

  if (self->by_id == NULL)
    {
      self->by_id = g_hash_table_new (g_int64_hash, g_int64_equal);
      self->queue = g_queue_new ();
      self->leaving = g_ptr_array_new ();
    }
  g_ptr_array_set_size (self->leaving, 0);
  g_hash_table_remove_all (self->by_id);
  g_queue_clear_full (self->queue, inside_free);
}

static guint64
kanata_origin (ScopeSimDecoder *form)
{
  const Inside *oldest = g_queue_peek_head (((Kanata *) form)->queue);

  return oldest != NULL ? oldest->item.origin : scope_sim_decoder_here (form);
}

/* The cycle where reading will go on: an instruction comes in there, or it is where reading stands. */
static void
kanata_store (ScopeSimDecoder *form, guint64 origin, guint64 *words)
{
  Kanata *self = (Kanata *) form;
  const Inside *oldest = g_queue_peek_head (self->queue);

  words[0] = (guint64) self->cycle;
  words[1] = self->told;
  if (oldest != NULL && oldest->item.origin == origin)
    words[0] = (guint64) (oldest->item.event.time / CYCLE_PS);
  SCOPE_EACH (const ScopeSimDecoderItem, item, form->heap)
    if (item->origin == origin)
      words[0] = (guint64) (item->event.time / CYCLE_PS);
}

static void
kanata_restore (ScopeSimDecoder *form, const guint64 *words)
{
  ((Kanata *) form)->cycle = (gint64) words[0];
  ((Kanata *) form)->told = words[1] != 0;
}

static void
kanata_clear (ScopeSimDecoder *form)
{
  Kanata *self = (Kanata *) form;

  kanata_reset (form);
  g_hash_table_unref (self->by_id);
  g_queue_free (self->queue);
  g_ptr_array_unref (self->leaving);
}

/* From the line where it comes in: its name is in one of the next ones. */
static char *
kanata_detail (const char *bytes, gsize n)
{
  g_autoptr (GString) out = NULL;
  Field fields[4] = { { NULL, 0 } };
  guint64 id = 0, other;
  gboolean first = TRUE;

  for (const char *end; n > 0; n -= (gsize) (end - bytes) + 1, bytes = end + 1, first = FALSE)
    {
      guint k;

      end = memchr (bytes, '\n', n);
      if (end == NULL)
        break;
      k = split (bytes, (gsize) (end - bytes) - (end > bytes && end[-1] == '\r'), fields, 4);
      if (first)
        {
          if (k < 2 || !is (&fields[0], "I") || !number_of (&fields[1], &id))
            return NULL;
          out = g_string_new (NULL);
          g_string_append_printf (out, "id=%" G_GUINT64_FORMAT, id);
          if (k == 4)
            g_string_append_printf (out, " thread=%.*s", (int) fields[3].n, fields[3].text);
          continue;
        }
      if (k < 2 || fields[0].n != 1 || !number_of (&fields[1], &other) || other != id)
        continue;
      if (fields[0].text[0] == 'I')
        break;
      if (fields[0].text[0] == 'L' && k == 4 && is (&fields[2], "0"))
        {
          g_string_append_printf (out, " %.*s", (int) MIN (fields[3].n, MOST_LABEL), fields[3].text);
          break;
        }
    }

  return out != NULL ? g_utf8_make_valid (out->str, (gssize) out->len) : NULL;
}

const ScopeSimDecoderClass scope_kanata_class = { .line = kanata_line,
                                                  .end = kanata_end,
                                                  .detail = kanata_detail,
                                                  .reset = kanata_reset,
                                                  .origin = kanata_origin,
                                                  .clear = kanata_clear,
                                                  .size = sizeof (Kanata),
                                                  .n_words = 2,
                                                  .store = kanata_store,
                                                  .restore = kanata_restore };
