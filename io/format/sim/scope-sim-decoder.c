/* scope-sim-decoder.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/sim/scope-sim-decoder.h"

#include "model/base/scope-entity.h"
#include "model/base/scope-sift.h"

#include <string.h>

#define BATCH SCOPE_SIM_DECODER_BATCH
#define SPARE 64u /* definitions and late events of one element */
#define CHUNK (64u * 1024u)
#define MOST_PENDING (64u * 1024u)
#define MOST_DAMAGES 100u
#define MOST_TEXT_BYTES (64u * 1024u * 1024u)
#define BLANKS 10u /* between two that follow each other */
#define DETAIL_BYTES 4096u

/* --- bytes --- */

guint64
scope_sim_decoder_here (const ScopeSimDecoder *form)
{
  return form->place + form->pos;
}

static void
load (ScopeSimDecoder *form, gsize want)
{
  g_autoptr (GError) error = NULL;
  gssize got;

  if (form->pos > 0)
    {
      memmove (form->bytes, form->bytes + form->pos, form->fill - form->pos);
      form->place += form->pos;
      form->fill -= form->pos;
      form->pos = 0;
    }
  if (form->room < want + CHUNK)
    {
      form->room = want + CHUNK;
      form->bytes = g_realloc (form->bytes, form->room);
    }
  got = scope_source_is_seekable (form->base.source)
            ? scope_source_pread (form->base.source, form->bytes + form->fill, form->room - form->fill, form->place + form->fill, &error)
            : scope_source_read (form->base.source, form->bytes + form->fill, form->room - form->fill, &error);
  if (got < 0)
    scope_sim_decoder_damage (form, form->place + form->fill, 0, error->message);
  if (got <= 0)
    form->at_end = TRUE;
  else
    form->fill += (gsize) got;
}

const char *
scope_sim_decoder_look (ScopeSimDecoder *form, gsize want, gsize *ret_n)
{
  while (form->fill - form->pos < want && !form->at_end)
    load (form, want);
  *ret_n = form->fill - form->pos;

  return form->bytes + form->pos;
}

void
scope_sim_decoder_move (ScopeSimDecoder *form, gsize n)
{
  form->pos += MIN (n, form->fill - form->pos);
}

/* --- damages --- */

void
scope_sim_decoder_damage (ScopeSimDecoder *form, guint64 from, guint64 bytes, const char *why)
{
  if (form->bare)
    return;
  if (form->base.damages->len < MOST_DAMAGES)
    scope_decoder_damage (&form->base, 0, from, bytes, g_strdup (why));
  else
    form->n_more++;
}

static void
notify_bad (ScopeSimDecoder *form)
{
  g_autofree char *reason = NULL;

  if (form->n_bad == 0)
    return;
  reason = form->n_bad == 1 ? g_strdup (form->bad_why)
                            : g_strdup_printf ("%" G_GUINT64_FORMAT " places in a row; the first: %s", form->n_bad, form->bad_why);
  scope_sim_decoder_damage (form, form->bad_from, form->bad_bytes, reason);
  form->n_bad = 0;
}

void
scope_sim_decoder_bad (ScopeSimDecoder *form, guint64 from, guint64 bytes, const char *why)
{
  guint64 end = form->bad_from + form->bad_bytes;

  if (form->n_bad > 0 && (from < end || from - end > BLANKS))
    notify_bad (form);
  if (form->n_bad++ == 0)
    {
      form->bad_from = from;
      form->bad_bytes = 0;
      form->bad_why = why;
    }
  form->bad_bytes = from + bytes - form->bad_from;
}

static void
notify_end (ScopeSimDecoder *form)
{
  notify_bad (form);
  if (form->n_more > 0)
    scope_decoder_damage (&form->base, 0, 0, 0, g_strdup_printf ("%" G_GUINT64_FORMAT " more places that cannot be read", form->n_more));
  form->n_more = 0;
}

/* --- definitions --- */

void
scope_sim_decoder_define (ScopeSimDecoder *form, guint type, guint processor, guint32 a, guint32 b, const char *word, gssize n)
{
  ScopeEvent event = { .time = form->has_last ? form->last_time : 0, .offset = scope_sim_decoder_here (form), .type = (guint16) type,
                       .processor = (guint16) processor, .a = a, .b = b };

  if (form->bare)
    return;
  if (word != NULL)
    {
      char *kept = g_utf8_make_valid (word, n);

      g_ptr_array_add (form->words, kept);
      event.payload = (const guint8 *) kept;
      event.size = (guint32) strlen (kept);
    }
  g_array_append_val (form->events, event);
}

void
scope_sim_decoder_info (ScopeSimDecoder *form, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  scope_sim_decoder_define (form, SCOPE_SIM_INFO, SCOPE_NO_PROCESSOR, 0, 0, text, -1);
}

guint32
scope_sim_decoder_text (ScopeSimDecoder *form, const char *text, gsize n)
{
  g_autoptr (GBytes) key = NULL;
  gpointer number;

  if (form->bare || n == 0)
    return 0;
  key = g_bytes_new_static (text, n);
  number = g_hash_table_lookup (form->texts, key);
  if (number == NULL && form->text_bytes + n + 100 <= MOST_TEXT_BYTES)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (form->texts) + 1);
      g_hash_table_insert (form->texts, g_bytes_new (text, n), number);
      form->text_bytes += n + 100;
      scope_sim_decoder_define (form, SCOPE_SIM_TEXT, SCOPE_NO_PROCESSOR, GPOINTER_TO_UINT (number), 0, text, (gssize) n);
    }

  return GPOINTER_TO_UINT (number);
}

/* --- the heap --- */

static gboolean
is_before (const ScopeSimDecoderItem *x, const ScopeSimDecoderItem *y)
{
  if (x->event.time != y->event.time)
    return x->event.time < y->event.time;

  return x->rank != y->rank ? x->rank < y->rank : x->event.offset < y->event.offset;
}

static void
hand_out (ScopeSimDecoder *form, ScopeSimDecoderItem *item)
{
  ScopeSimDecoderPayload *payload;
  ScopeEvent event;

  if (form->klass->taken != NULL)
    form->klass->taken (form, item);
  event = item->event;
  if (item->has_payload)
    {
      if (form->events->len < BATCH + SPARE)
        payload = &form->payloads[form->events->len];
      else /* a line may tell any number of them */
        {
          payload = g_new (ScopeSimDecoderPayload, 1);
          g_ptr_array_add (form->words, payload);
        }
      *payload = item->payload;
      event.payload = (const guint8 *) payload;
      event.size = sizeof *payload;
    }
  g_array_append_val (form->events, event);
  form->base.facts.n_events++;
  form->base.facts.last_time = MAX (form->base.facts.last_time, event.time);
}

static gboolean
is_behind_last (const ScopeSimDecoder *form, const ScopeSimDecoderItem *item)
{
  ScopeSimDecoderItem last = { .event = { .time = form->last_time, .offset = form->last_offset }, .rank = form->last_rank };

  return !form->has_last || is_before (&last, item);
}

void
scope_sim_decoder_add (ScopeSimDecoder *form, const ScopeSimDecoderItem *item)
{
  gboolean late = !is_behind_last (form, item);
  ScopeSimDecoderItem copy;

  if (late && item->event.offset < form->frontier)
    return; /* it was handed out before the checkpoint */
  copy = *item;
  if (late)
    {
      hand_out (form, &copy);
      return;
    }
  SCOPE_HEAP_PUSH (form->heap, ScopeSimDecoderItem, &copy, is_before);
}

void
scope_sim_decoder_pass (ScopeSimDecoder *form, gint64 time)
{
  form->passed = MAX (form->passed, time);
}

static gboolean
take_first (ScopeSimDecoder *form)
{
  ScopeSimDecoderItem *first = (ScopeSimDecoderItem *) (gpointer) form->heap->data;

  if (form->heap->len == 0 || (first->event.time >= form->passed && !form->ended && form->heap->len < form->most))
    return FALSE;
  form->has_last = TRUE;
  form->last_time = first->event.time;
  form->last_offset = first->event.offset;
  form->last_rank = first->rank;
  hand_out (form, first);
  SCOPE_HEAP_POP (form->heap, ScopeSimDecoderItem, is_before);

  return TRUE;
}

/* --- lines --- */

/* Over the rest of a line that is too long. */
static void
pass_long_line (ScopeSimDecoder *form)
{
  guint64 from = scope_sim_decoder_here (form);
  const char *end = NULL;
  gsize n;

  while (end == NULL)
    {
      const char *bytes = scope_sim_decoder_look (form, 1, &n);

      if (n == 0)
        break;
      end = memchr (bytes, '\n', n);
      scope_sim_decoder_move (form, end != NULL ? (gsize) (end - bytes) + 1 : n);
    }
  scope_sim_decoder_bad (form, from, scope_sim_decoder_here (form) - from, "a line that is too long");
}

/* The line that begins here, without its end; *ret_all: bytes with it. NULL at the log's end; lines that are too long are passed over
 * and told. */
static const char *
next_line (ScopeSimDecoder *form, gsize *ret_n, gsize *ret_all)
{
  for (gsize want = 1, seen = 0;;)
    {
      gsize n;
      const char *line = scope_sim_decoder_look (form, want, &n);
      const char *end = n > seen ? memchr (line + seen, '\n', n - seen) : NULL;

      if (n == 0)
        return NULL;
      form->whole = end != NULL;
      *ret_n = end != NULL ? (gsize) (end - line) : n;
      *ret_all = *ret_n + form->whole;
      if (*ret_n > SCOPE_SIM_DECODER_LONGEST)
        {
          pass_long_line (form);
          want = 1;
          seen = 0;
          continue;
        }
      if (end != NULL || n < want)
        {
          if (*ret_n > 0 && line[*ret_n - 1] == '\r')
            (*ret_n)--;
          return line;
        }
      seen = n;
      want = n + 1;
    }
}

static gboolean
read_line (ScopeSimDecoder *form)
{
  gsize n, all;
  const char *line = next_line (form, &n, &all), *why;

  if (line == NULL)
    {
      form->base.facts.complete = form->whole;
      if (form->klass->end != NULL)
        form->klass->end (form);
      return FALSE;
    }
  why = form->klass->line (form, line, n, form->whole);
  if (why != NULL)
    scope_sim_decoder_bad (form, scope_sim_decoder_here (form), all, why);
  scope_sim_decoder_move (form, all);

  return TRUE;
}

/* --- the decoder --- */

static gsize
form_next (ScopeDecoder *decoder, const ScopeEvent **ret_events)
{
  ScopeSimDecoder *form = (ScopeSimDecoder *) decoder;

  g_array_set_size (form->events, 0);
  g_ptr_array_set_size (form->words, 0);
  while (form->events->len < form->batch)
    if (!take_first (form))
      {
        if (form->ended)
          break;
        form->ended = form->klass->read != NULL ? !form->klass->read (form) : !read_line (form);
      }
  if (form->events->len == 0)
    notify_end (form);
  *ret_events = (const ScopeEvent *) (gpointer) form->events->data;

  return form->events->len;
}

static gint64
form_known_until (ScopeDecoder *decoder, guint processor)
{
  ScopeSimDecoder *form = (ScopeSimDecoder *) decoder;

  return form->base.facts.complete ? SCOPE_TIME_MAX : form->base.facts.last_time;
}

static void
form_clear (ScopeDecoder *decoder)
{
  ScopeSimDecoder *form = (ScopeSimDecoder *) decoder;

  if (form->klass->clear != NULL)
    form->klass->clear (form);
  g_array_unref (form->heap);
  g_array_unref (form->events);
  g_ptr_array_unref (form->words);
  g_hash_table_unref (form->texts);
  g_free (form->payloads);
  g_free (form->bytes);
}

static char *
form_detail_at (ScopeDecoder *decoder, guint64 offset)
{
  ScopeSimDecoder *form = (ScopeSimDecoder *) decoder;
  g_autofree char *bytes = NULL;
  gssize n;

  if (!scope_source_is_seekable (form->base.source))
    return NULL;
  bytes = g_malloc (DETAIL_BYTES);
  n = scope_source_pread (form->base.source, bytes, DETAIL_BYTES, offset, NULL);

  return n > 0 ? form->klass->detail (bytes, (gsize) n) : NULL;
}

/* --- from any place --- */

enum
{
  CHECKPOINT_ORIGIN,
  CHECKPOINT_FRONTIER,
  CHECKPOINT_HAS_LAST,
  CHECKPOINT_TIME,
  CHECKPOINT_RANK,
  CHECKPOINT_OFFSET,
  CHECKPOINT_OWN
};

static void
form_seek (ScopeDecoder *decoder, const guint64 *checkpoint)
{
  ScopeSimDecoder *form = (ScopeSimDecoder *) decoder;

  g_array_set_size (form->heap, 0);
  form->pos = form->fill = 0;
  form->place = checkpoint[CHECKPOINT_ORIGIN];
  form->at_end = FALSE;
  form->frontier = checkpoint[CHECKPOINT_FRONTIER];
  form->has_last = checkpoint[CHECKPOINT_HAS_LAST] != 0;
  form->last_time = (gint64) checkpoint[CHECKPOINT_TIME];
  form->last_rank = (guint8) checkpoint[CHECKPOINT_RANK];
  form->last_offset = checkpoint[CHECKPOINT_OFFSET];
  form->passed = G_MININT64;
  form->ended = FALSE;
  form->n_bad = 0;
  form->klass->reset (form);
  if (form->klass->restore != NULL)
    form->klass->restore (form, checkpoint + CHECKPOINT_OWN);
}

static guint64 *
form_checkpoint (ScopeDecoder *decoder)
{
  ScopeSimDecoder *form = (ScopeSimDecoder *) decoder;
  guint64 *checkpoint = g_new0 (guint64, CHECKPOINT_OWN + form->klass->n_words);

  checkpoint[CHECKPOINT_ORIGIN] = form->klass->origin != NULL ? form->klass->origin (form) : scope_sim_decoder_here (form);
  for (guint i = 0; i < form->heap->len; i++)
    checkpoint[CHECKPOINT_ORIGIN] = MIN (checkpoint[CHECKPOINT_ORIGIN], g_array_index (form->heap, ScopeSimDecoderItem, i).origin);
  checkpoint[CHECKPOINT_FRONTIER] = MAX (scope_sim_decoder_here (form), form->frontier);
  checkpoint[CHECKPOINT_HAS_LAST] = form->has_last;
  checkpoint[CHECKPOINT_TIME] = (guint64) form->last_time;
  checkpoint[CHECKPOINT_RANK] = form->last_rank;
  checkpoint[CHECKPOINT_OFFSET] = form->last_offset;
  if (form->klass->store != NULL)
    form->klass->store (form, checkpoint[CHECKPOINT_ORIGIN], checkpoint + CHECKPOINT_OWN);
  form_seek (decoder, checkpoint);

  return checkpoint;
}

static ScopeDecoder *
form_fork (ScopeDecoder *map)
{
  ScopeSimDecoder *form = (ScopeSimDecoder *) map;

  return scope_sim_decoder_new (form->klass, form->base.source, TRUE);
}

ScopeDecoder *
scope_sim_decoder_new (const ScopeSimDecoderClass *klass, ScopeSource *source, gboolean bare)
{
  static const ScopeDecoderClass form_class = { .next = form_next,
                                                .event_name = scope_sim_event_name,
                                                .known_until = form_known_until,
                                                .clear = form_clear,
                                                .fork = form_fork,
                                                .checkpoint = form_checkpoint,
                                                .seek = form_seek,
                                                .detail_at = form_detail_at };
  ScopeSimDecoder *form = scope_decoder_new (&form_class, klass->size, source);

  form->klass = klass;
  form->bare = bare;
  form->base.facts.order = SCOPE_ORDER_TIME;
  form->texts = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  form->heap = g_array_new (FALSE, FALSE, sizeof (ScopeSimDecoderItem));
  form->events = g_array_sized_new (FALSE, FALSE, sizeof (ScopeEvent), BATCH + SPARE);
  form->payloads = g_new (ScopeSimDecoderPayload, BATCH + SPARE);
  form->words = g_ptr_array_new_with_free_func (g_free);
  form->passed = G_MININT64;
  form->most = MOST_PENDING;
  form->batch = BATCH;
  klass->reset (form);

  return &form->base;
}

/* --- text --- */

gboolean
scope_sim_decoder_number (const char *text, gsize n, guint64 *ret_value)
{
  guint base = 10;
  guint64 value = 0;

  if (n > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    {
      base = 16;
      text += 2;
      n -= 2;
    }
  if (n == 0)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0 || (guint) digit >= base || value > (G_MAXUINT64 - (guint) digit) / base)
        return FALSE;
      value = value * base + (guint) digit;
    }
  *ret_value = value;

  return TRUE;
}
