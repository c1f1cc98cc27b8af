/* scope-samples.c: text files with samples, of Percept2 and of our own recorder (data/erlang/lanescope.erl).
 *
 *     #run_queues            what is sampled
 *     #start_us 1795247…     our own: when second 0 is, µs since 1970
 *     #columns <0.45.0> a    our own: whose mailboxes; said again where they are others from there on
 *     0.02986   15  15  15  14          seconds, and the values
 *
 * Percept2 writes queues and utilisation per scheduler for a stacked picture: the last column is scheduler 1, the one before is 1 and 2
 * together, the first is all (percept2_sampling:read_data_from_tab/1; in OTP 25 dirty schedulers come behind the others). Memory is
 * in 10^6 bytes. Several files may lie one behind the other in one source.
 *
 * All of it is kept, so there is a limit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-samples.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-sample-events.h"
#include "model/base/scope-schema.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SAMPLES (4u * 1024u * 1024u) /* 128 MB */
#define MOST_COLUMNS 2200u /* schedulers, or processes; two of each table */
#define LINE_BYTES (64u * 1024u)
#define BATCH 4096u
#define MOST_DAMAGES 100u

typedef struct
{
  gint64 time;
  gint64 value;
  guint32 order;     /* as they came */
  guint8 counter, event; /* event: ScopeSampleEvent */
  guint16 processor;
  guint32 whose;     /* in `names`, 1 …; 0: nobody's */
} Sample;

typedef struct
{
  ScopeDecoder base;
  GArray *samples;
  GPtrArray *names;  /* of char * */
  GHashTable *numbers; /* name → place in `names` + 1: whose the columns are may be said again and again */
  GArray *events;
  guint next;
  guint64 start;

  /* of the file that is read */
  int type;          /* in `types`, or -1 */
  GArray *whose;     /* of guint32: by column */
  guint64 bad_from, bad_bytes;
  gboolean full;
} Samples;

typedef struct
{
  const char *name;
  guint8 counters[7]; /* of the columns; of a stacked one of all of them */
  guint8 n;
  gboolean stacked, by_process; /* by_process: or by table */
  double unit;
} Type;

static const Type types[] = {
  { "binary", { SCOPE_COUNTER_PROCESS_BINARIES }, 1, FALSE, TRUE, 1 },
  { "ets", { SCOPE_COUNTER_PROCESS_ETS }, 1, FALSE, TRUE, 1 },
  { "ets_table", { 0 }, 2, FALSE, TRUE, 1 }, /* objects and bytes of each: no counters */
  { "ets_tables", { SCOPE_COUNTER_ETS_TABLES }, 1, FALSE, FALSE, 1 },
  { "mem_info",
    { SCOPE_COUNTER_MEM_TOTAL, SCOPE_COUNTER_MEM_PROCESSES, SCOPE_COUNTER_MEM_ETS, SCOPE_COUNTER_MEM_ATOM,
      SCOPE_COUNTER_MEM_CODE, SCOPE_COUNTER_MEM_BINARY },
    6, FALSE, FALSE, 1e6 },
  { "memory", { SCOPE_COUNTER_PROCESS_MEMORY }, 1, FALSE, TRUE, 1 },
  { "message_queue_len", { SCOPE_COUNTER_MESSAGE_QUEUE_LEN }, 1, FALSE, TRUE, 1 },
  { "msacc",
    { SCOPE_COUNTER_MSACC_EMULATOR, SCOPE_COUNTER_MSACC_GC, SCOPE_COUNTER_MSACC_PORT, SCOPE_COUNTER_MSACC_CHECK_IO,
      SCOPE_COUNTER_MSACC_AUX, SCOPE_COUNTER_MSACC_OTHER, SCOPE_COUNTER_MSACC_SLEEP },
    7, FALSE, FALSE, 1e6 },
  { "process_count", { SCOPE_COUNTER_PROCESS_COUNT }, 1, FALSE, FALSE, 1 },
  { "reductions", { SCOPE_COUNTER_REDUCTIONS }, 1, FALSE, TRUE, 1 },
  { "run_queue", { SCOPE_COUNTER_RUN_QUEUE }, 1, FALSE, FALSE, 1 },
  { "run_queues", { SCOPE_COUNTER_RUN_QUEUE }, 1, TRUE, FALSE, 1 },
  { "scheduler_utilisation", { SCOPE_COUNTER_SCHEDULER_UTILISATION }, 1, TRUE, FALSE, 1e6 },
  { "schedulers_online", { SCOPE_COUNTER_SCHEDULERS_ONLINE }, 1, FALSE, FALSE, 1 },
};

static int
find_type (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (types[i].name, word))
      return (int) i;

  return -1;
}

/* --- lines --- */

static void
end_bad (Samples *self)
{
  if (self->bad_bytes > 0 && self->base.damages->len < MOST_DAMAGES)
    scope_decoder_damage (&self->base, 0, self->bad_from, self->bad_bytes, g_strdup ("lines that are not samples"));
  self->bad_bytes = 0;
}

static void
bad_line (Samples *self, guint64 place, gsize bytes)
{
  if (self->bad_bytes > 0 && self->bad_from + self->bad_bytes != place)
    end_bad (self);
  if (self->bad_bytes == 0)
    self->bad_from = place;
  self->bad_bytes += bytes;
}

static void
read_columns (Samples *self, char *words)
{
  char *save = NULL;

  g_array_set_size (self->whose, 0);
  for (char *word = strtok_r (words, " \t", &save); word != NULL && self->whose->len < MOST_COLUMNS && self->names->len < 100000;
       word = strtok_r (NULL, " \t", &save))
    {
      g_autofree char *name = g_utf8_make_valid (word, (gssize) MIN (strlen (word), 255));
      guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, name));

      if (number == 0)
        {
          number = self->names->len + 1;
          g_hash_table_insert (self->numbers, name, GUINT_TO_POINTER (number));
          g_ptr_array_add (self->names, g_steal_pointer (&name));
        }
      g_array_append_val (self->whose, number);
    }
}

/* "#TYPE" and what else begins so. FALSE: it says nothing. */
static gboolean
read_remark (Samples *self, char *text)
{
  int type = find_type (text);
  guint64 start;

  if (type >= 0)
    {
      self->type = type;
      g_array_set_size (self->whose, 0);
      return TRUE;
    }
  if (g_str_has_prefix (text, "start_us "))
    {
      start = g_ascii_strtoull (text + 9, NULL, 10);
      /* Of several the first: all samples of one recording have the same. */
      if (self->start == 0)
        self->start = start;
      return start > 0;
    }
  if (g_str_has_prefix (text, "columns "))
    {
      read_columns (self, text + 8);
      return TRUE;
    }

  return FALSE;
}

static gboolean
read_number (char **text, double *ret_value)
{
  char *end;

  while (**text == ' ' || **text == '\t')
    (*text)++;
  if (!g_ascii_isdigit (**text) && **text != '-')
    return FALSE;
  *ret_value = g_ascii_strtod (*text, &end);
  if (end == *text || !isfinite (*ret_value) || fabs (*ret_value) > 9e15)
    return FALSE;
  *text = end;

  return **text == ' ' || **text == '\t' || **text == '\0' || **text == '\r';
}

static void
add_sample (Samples *self, gint64 time, guint counter, ScopeSampleEvent event, guint processor, guint32 whose, double value)
{
  Sample sample = { time, (gint64) llround (CLAMP (value, -9e15, 9e15)), self->samples->len, (guint8) counter, (guint8) event,
                    (guint16) processor, whose };

  if (self->samples->len >= MOST_SAMPLES)
    self->full = TRUE;
  else
    g_array_append_val (self->samples, sample);
}

/* Of each table how many objects it has, and its bytes; whose are not known are not told. */
static void
add_tables (Samples *self, gint64 time, const double *values, guint n)
{
  for (guint i = 0; i < n / 2 && i < self->whose->len; i++)
    for (guint k = 0; k < 2; k++)
      add_sample (self, time, 0, k == 0 ? SCOPE_SAMPLE_TABLE_OBJECTS : SCOPE_SAMPLE_TABLE_BYTES, SCOPE_NO_PROCESSOR,
                  g_array_index (self->whose, guint32, i), values[2 * i + k]);
}

/* What stands in a line is of schedulers n, …, 1, each with all after it. */
static void
add_stacked (Samples *self, gint64 time, const Type *type, const double *values, guint n)
{
  double after = 0;

  for (guint i = n; i-- > 0;)
    {
      add_sample (self, time, type->counters[0], SCOPE_SAMPLE_VALUE, n - i, 0, (values[i] - after) * type->unit);
      after = values[i];
    }
}

static gboolean
read_sample (Samples *self, char *text)
{
  double seconds, values[MOST_COLUMNS];
  const Type *type;
  guint n = 0;
  gint64 time;

  if (self->type < 0 || !read_number (&text, &seconds) || seconds < 0 || seconds > 1e7)
    return FALSE;
  type = &types[self->type];
  while (n < MOST_COLUMNS && read_number (&text, &values[n]))
    n++;
  while (g_ascii_isspace (*text))
    text++;
  if (*text != '\0' || n == 0 || (!type->stacked && !type->by_process && n != type->n) || (type->by_process && n % type->n != 0))
    return FALSE;
  time = (gint64) llround (seconds * 1e9);
  if (type->stacked)
    add_stacked (self, time, type, values, n);
  else if (type->by_process && type->n == 2)
    add_tables (self, time, values, n);
  else
    for (guint i = 0; i < n; i++)
      add_sample (self, time, type->counters[type->by_process ? 0 : i], SCOPE_SAMPLE_VALUE, SCOPE_NO_PROCESSOR,
                  type->by_process && i < self->whose->len ? g_array_index (self->whose, guint32, i) : 0,
                  values[i] * type->unit);

  return TRUE;
}

/* One line, 0 at its end. */
static void
read_line (Samples *self, char *line, guint64 place, gsize bytes)
{
  gsize n = strlen (line);

  while (n > 0 && g_ascii_isspace (line[n - 1]))
    line[--n] = '\0';
  if (n == 0 && bytes <= 2)
    return;
  if (n == 0 || (*line == '#' ? !read_remark (self, line + 1) : !read_sample (self, line)))
    bad_line (self, place, bytes);
}

/* --- the file --- */

static void
read_all (Samples *self, ScopeSource *source)
{
  g_autofree char *buffer = g_malloc (LINE_BYTES + 1);
  gsize fill = 0;
  guint64 place = 0;
  gboolean more = TRUE, skip = FALSE; /* the rest of a line that is too long */

  while (more || fill > 0)
    {
      g_autoptr (GError) error = NULL;
      gssize got = more ? scope_source_read (source, buffer + fill, LINE_BYTES - fill, &error) : 0;
      char *line = buffer;

      if (error != NULL)
        scope_decoder_damage (&self->base, 0, place + fill, 0, g_strdup (error->message));
      more = got > 0 || (got < 0 && scope_source_n_parts (source) > 1);
      fill += (gsize) MAX (got, 0);
      while (fill > 0)
        {
          /* No line goes over the border between two files. */
          guint64 border = scope_source_part_end (source, place) - place;
          gsize there = (gsize) MIN (fill, border), bytes;
          const char *end = memchr (line, '\n', there);
          gboolean whole = end != NULL || there == border || !more;
          char after;

          if (!whole && fill < LINE_BYTES)
            break;
          bytes = end != NULL ? (gsize) (end - line) + 1 : there;
          after = line[bytes];
          line[bytes] = '\0';
          if (skip || !whole)
            bad_line (self, place, bytes);
          else if (end == NULL) /* it is not known to be whole: the last digits may be missing */
            scope_decoder_damage (&self->base, 0, place, bytes,
                                  g_strdup ("the log ends inside a line: the tracer was killed, or still runs"));
          else
            read_line (self, line, place, bytes);
          line[bytes] = after;
          skip = !whole;
          if (there == border && bytes == there)
            self->type = -1;
          line += bytes;
          place += bytes;
          fill -= bytes;
        }
      memmove (buffer, line, fill);
    }
  end_bad (self);
}

SCOPE_COMPARE_BY (compare_samples, Sample, SCOPE_UP (time) SCOPE_UP (order))

/* --- events --- */

static gsize
samples_next (ScopeDecoder *decoder, const ScopeEvent **ret_events)
{
  Samples *self = (Samples *) decoder;

  g_array_set_size (self->events, 0);
  for (; self->next < self->samples->len && self->events->len < BATCH; self->next++)
    {
      const Sample *sample = &g_array_index (self->samples, Sample, self->next);
      const char *whose = sample->whose > 0 ? self->names->pdata[sample->whose - 1] : NULL;
      ScopeEvent event = { .time = sample->time, .type = sample->event, .processor = sample->processor,
                           .a = sample->counter, .b = (guint32) (guint64) sample->value,
                           .c = (guint32) ((guint64) sample->value >> 32), .offset = self->next,
                           .payload = (const guint8 *) whose, .size = whose != NULL ? (guint32) strlen (whose) : 0 };

      g_array_append_val (self->events, event);
    }
  *ret_events = (const ScopeEvent *) (gpointer) self->events->data;

  return self->events->len;
}

static const char *
samples_event_name (guint type)
{
  return "sample";
}

static void
samples_append_detail (ScopeDecoder *decoder, const ScopeEvent *event, GString *out)
{
  gint64 value = (gint64) ((guint64) event->c << 32 | event->b);

  g_string_append_printf (out, "%s=%" G_GINT64_FORMAT,
                          event->type == SCOPE_SAMPLE_VALUE           ? scope_counter_name (event->a)
                          : event->type == SCOPE_SAMPLE_TABLE_OBJECTS ? "objects"
                                                                      : "bytes",
                          value);
  if (event->size > 0)
    g_string_append_printf (out, " of=%.*s", (int) event->size, (const char *) event->payload);
}

static void
samples_clear (ScopeDecoder *decoder)
{
  Samples *self = (Samples *) decoder;

  g_array_unref (self->samples);
  g_array_unref (self->events);
  g_array_unref (self->whose);
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->names);
}

guint64
scope_samples_start (ScopeDecoder *decoder)
{
  return ((Samples *) decoder)->start;
}

ScopeDecoder *
scope_samples_new (ScopeSource *source, GError **error)
{
  static const ScopeDecoderClass klass = { .next = samples_next,
                                           .event_name = samples_event_name,
                                           .append_detail = samples_append_detail,
                                           .clear = samples_clear };
  Samples *self = scope_decoder_new (&klass, sizeof *self, NULL);

  self->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  self->events = g_array_new (FALSE, FALSE, sizeof (ScopeEvent));
  self->whose = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->type = -1;
  read_all (self, source);
  g_array_sort (self->samples, compare_samples);
  if (self->full)
    scope_decoder_damage (&self->base, 0, 0, 0, g_strdup ("more samples than are kept; the rest is left out"));
  self->base.facts = (ScopeDecoderFacts) { .order = SCOPE_ORDER_TIME, .complete = TRUE, .n_events = self->samples->len };
  if (self->samples->len > 0)
    self->base.facts.last_time = g_array_index (self->samples, Sample, self->samples->len - 1).time;

  return &self->base;
}
