/* scope-event-select.c: which events a filter lets through: all pages, on all processors, in order of their starts.
 *
 * What can be decided once per type of event is decided once: its name, and whether its fields can match at all. Of the
 * rest, fields that are plain numbers are compared as numbers, where they stand; only what remains becomes text, many
 * events at a time, one a line, so that the regular expression runs over long stretches.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/events/scope-event-reader-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-entity.h"

#include <string.h>

#define KEEP_DECODERS 32u /* of as many logs a worker keeps one open */
#define MAX_NUMBERS 12u
#define MAX_CONDITIONS 4u /* of so many it is known where their fields stand; text tells of others */

typedef enum
{
  USE_UNKNOWN,
  USE_NONE,
  USE_ALL,
  USE_NUMBERS, /* if one of its numbers matches */
  USE_TEXT,    /* if its detail matches */
} Use;

typedef struct
{
  guint8 offset, size;
} Number;

/* Of a type of event. Decided by whoever meets it first; two may do so at once, with the same result. */
typedef struct
{
  gint use; /* atomic, set last */
  guint n_numbers;
  Number numbers[MAX_NUMBERS];
  gint thread_at; /* where the thread's number stands, or -1 */
  gboolean numbers_only;             /* all fields are numbers: those that conditions are of are known */
  Number conditions[MAX_CONDITIONS]; /* size 0: has no such field */
} TypeUse;

typedef struct
{
  guint log, page;
  gint64 key;
  gint64 offset; /* from its clock to trace time */
} Place;

typedef struct
{
  ScopeEventReader *self;
  const ScopeEventFilter *filter;
  ScopeEventSet *set;
  gboolean lines;   /* the regex may look at many lines at once */
  GArray *places;   /* of Place */
  gint next;        /* atomic: the next place */
  gint *progress;
  GMutex lock;
  GHashTable *uses; /* name of the type, type → TypeUse; of all logs */
  GCancellable *cancellable;
} Select;

typedef struct
{
  Select *select;
  ScopeDecoder **decoders; /* by log, or only [0] */
  guint decoder_log;
  TypeUse ****types;       /* by log: by type / 256, by type % 256 */
  GString *text;           /* details, one a line */
  GString *detail;         /* one that conditions look at */
  GArray *lines;           /* of Line */
  guint16 *found;
} Worker;

typedef struct
{
  guint start;   /* in the text */
  guint16 event; /* in the page */
} Line;

/* --- what is decided per type --- */

typedef struct
{
  const ScopeEventFilter *filter;
  TypeUse *use;
} Fields;

/* A field "thread=12" matches the plain text "12", "thread 12", "read 12" or "hre". */
static void
look_at_field (const char *name, gsize length, guint offset, guint size, gpointer data)
{
  Fields *fields = data;
  const char *word = fields->filter->word;
  gsize n = word != NULL ? strlen (word) : 0;
  gboolean fits;

  if (length == 6 && memcmp (name, "thread", 6) == 0 && size == 4 && fields->use->thread_at < 0)
    fields->use->thread_at = (gint) offset;
  for (guint c = 0; fields->filter->conditions != NULL && c < MIN (fields->filter->conditions->len, MAX_CONDITIONS); c++)
    if (scope_event_condition_is_of (&g_array_index (fields->filter->conditions, ScopeEventCondition, c), name, length))
      fields->use->conditions[c] = (Number) { (guint8) offset, (guint8) size };
  if (fields->filter->value >= 0)
    fits = n <= length && memcmp (name + length - n, word != NULL ? word : "", n) == 0;
  else
    fits = n > 0 && n <= length && memmem (name, length, word, n) != NULL;
  if (fits && fields->use->n_numbers < MAX_NUMBERS)
    fields->use->numbers[fields->use->n_numbers++] = (Number) { (guint8) offset, (guint8) size };
}

static Use
decide_text (const ScopeEventFilter *filter, const char *name, gboolean numbers_only, const TypeUse *use)
{
  if (filter->kinds != NULL && !g_hash_table_contains (filter->kinds, name))
    return USE_NONE;
  if (filter->thread >= 0 && use->thread_at < 0)
    return USE_NONE;
  for (guint c = 0; numbers_only && filter->conditions != NULL && c < MIN (filter->conditions->len, MAX_CONDITIONS); c++)
    if (use->conditions[c].size == 0)
      return USE_NONE;
  if (filter->regex == NULL)
    return USE_ALL;
  if (filter->in_names && g_regex_match (filter->regex, name, 0, NULL))
    return USE_ALL;
  if (!filter->in_details)
    return USE_NONE;
  if (!filter->plain || !numbers_only)
    return USE_TEXT;
  return use->n_numbers > 0 ? USE_NUMBERS : USE_NONE;
}

static TypeUse *
decide (Worker *worker, guint log, guint type)
{
  ScopeDecoder *map = scope_event_reader_log (worker->select->self, log)->map;
  const char *name = scope_decoder_event_name (map, type);
  g_autofree char *key = g_strdup_printf ("%u %s", type, name);
  TypeUse *use;

  g_mutex_lock (&worker->select->lock);
  use = g_hash_table_lookup (worker->select->uses, key);
  if (use == NULL)
    {
      Fields fields = { worker->select->filter, g_new0 (TypeUse, 1) };
      gboolean numbers_only;

      use = fields.use;
      use->thread_at = -1;
      numbers_only = map->klass->foreach_number != NULL && map->klass->foreach_number (type, look_at_field, &fields);
      use->numbers_only = numbers_only;
      use->use = decide_text (worker->select->filter, name, numbers_only, use);
      g_hash_table_insert (worker->select->uses, g_steal_pointer (&key), use);
    }
  g_mutex_unlock (&worker->select->lock);
  return use;
}

static inline const TypeUse *
use_of (Worker *worker, TypeUse ***types, guint log, guint type)
{
  TypeUse **row = types[type / 256];

  if (G_UNLIKELY (row == NULL))
    row = types[type / 256] = g_new0 (TypeUse *, 256);
  if (G_UNLIKELY (row[type % 256] == NULL))
    row[type % 256] = decide (worker, log, type);
  return row[type % 256];
}

/* --- events --- */

static guint64
number_at (const guint8 *p, guint size)
{
  guint64 value = 0;

  for (guint i = 0; i < size; i++)
    value = value << 8 | p[i];
  return value;
}

/* A field of which the payload has not all bytes is not shown, and what follows it neither. */
static gboolean
numbers_match (const ScopeEventFilter *filter, const TypeUse *use, const ScopeEvent *event)
{
  for (guint i = 0; i < use->n_numbers; i++)
    {
      const Number *number = &use->numbers[i];

      if ((guint) number->offset + number->size > event->size)
        return FALSE;
      if (filter->value < 0 || number_at (event->payload + number->offset, number->size) == (guint64) filter->value)
        return TRUE;
    }
  return FALSE;
}

static gboolean
conditions_match (Worker *worker, ScopeDecoder *decoder, const TypeUse *use, const ScopeEvent *event)
{
  const GArray *conditions = worker->select->filter->conditions;
  const ScopeEventCondition *all = (const ScopeEventCondition *) (gpointer) conditions->data;

  if (use->numbers_only && conditions->len <= MAX_CONDITIONS)
    {
      for (guint c = 0; c < conditions->len; c++)
        if ((guint) use->conditions[c].offset + use->conditions[c].size > event->size
            || !scope_event_condition_holds (&all[c], (double) number_at (event->payload + use->conditions[c].offset,
                                                                          use->conditions[c].size)))
          return FALSE;
      return TRUE;
    }
  g_string_truncate (worker->detail, 0);
  scope_decoder_append_detail (decoder, event, worker->detail);
  for (guint c = 0; c < conditions->len; c++)
    if (!scope_event_condition_holds_in (&all[c], worker->detail->str))
      return FALSE;
  return TRUE;
}

static gboolean
place_matches (const ScopeEventFilter *filter, const TypeUse *use, const ScopeEvent *event)
{
  if (filter->processor != SCOPE_EVENT_ANY_PROCESSOR
      && event->processor != (filter->processor < 0 ? SCOPE_NO_PROCESSOR : (guint) filter->processor))
    return FALSE;
  if (filter->thread >= 0
      && ((guint) use->thread_at + 4 > event->size
          || number_at (event->payload + use->thread_at, 4) != (guint64) filter->thread))
    return FALSE;
  return TRUE;
}

/* Appends those of the lines that match. */
static guint
match_lines (Worker *worker, guint n_found)
{
  const Select *select = worker->select;
  const Line *lines = (const Line *) (gpointer) worker->lines->data;
  guint n = worker->lines->len, line = 0;
  g_autoptr (GMatchInfo) info = NULL;

  if (!select->lines)
    {
      for (; line < n; line++)
        {
          guint end = (line + 1 < n ? lines[line + 1].start : (guint) worker->text->len) - 1;

          if (g_regex_match_full (select->filter->regex, worker->text->str + lines[line].start,
                                  (gssize) (end - lines[line].start), 0, 0, NULL, NULL))
            worker->found[n_found++] = lines[line].event;
        }
      return n_found;
    }
  g_regex_match_full (select->filter->regex, worker->text->str, (gssize) worker->text->len, 0, 0, &info, NULL);
  while (line < n && g_match_info_matches (info))
    {
      int from, to;

      g_match_info_fetch_pos (info, 0, &from, &to);
      while (line + 1 < n && lines[line + 1].start <= (guint) from)
        line++;
      /* One that goes over the end of its line, or begins in a line that is dealt with, says only that there may be
       * one in these lines. */
      for (; line < n && lines[line].start < (guint) MAX (to, from + 1); line++)
        {
          guint end = (line + 1 < n ? lines[line + 1].start : (guint) worker->text->len) - 1;

          if (((guint) from >= lines[line].start && (guint) to <= end)
              || g_regex_match_full (select->filter->regex, worker->text->str + lines[line].start,
                                     (gssize) (end - lines[line].start), 0, 0, NULL, NULL))
            worker->found[n_found++] = lines[line].event;
        }
      if (!g_match_info_next (info, NULL))
        break;
    }
  return n_found;
}

SCOPE_COMPARE_NUMBERS (compare_events, guint16)

static guint
select_batch (Worker *worker, ScopeDecoder *decoder, TypeUse ***types, guint log, const ScopeEvent *events, guint n,
              guint first, guint n_found)
{
  const ScopeEventFilter *filter = worker->select->filter;
  gboolean placed = filter->processor != SCOPE_EVENT_ANY_PROCESSOR || filter->thread >= 0;
  guint before = n_found;

  for (guint i = 0; i < n; i++)
    {
      const TypeUse *use = use_of (worker, types, log, events[i].type);

      if (use->use == USE_NONE || (placed && !place_matches (filter, use, &events[i]))
          || (filter->conditions != NULL && !conditions_match (worker, decoder, use, &events[i])))
        continue;
      if (use->use == USE_ALL || (use->use == USE_NUMBERS && numbers_match (filter, use, &events[i])))
        worker->found[n_found++] = (guint16) (first + i);
      else if (use->use == USE_TEXT)
        {
          Line line = { (guint) worker->text->len, (guint16) (first + i) };

          g_array_append_val (worker->lines, line);
          scope_decoder_append_detail (decoder, &events[i], worker->text);
          g_string_append_c (worker->text, '\n');
        }
    }
  if (worker->lines->len > 0)
    {
      gboolean mixed = n_found > before;
      guint from_text = n_found;

      n_found = match_lines (worker, n_found);
      if (mixed && n_found > from_text)
        qsort (worker->found + before, n_found - before, sizeof *worker->found, compare_events);
      g_array_set_size (worker->lines, 0);
      g_string_truncate (worker->text, 0);
    }
  return n_found;
}

/* --- pages --- */

/* Where in the trace events [from, end) of those found are; `events` begin with number `first`. */
static void
notify_times (Worker *worker, const ScopeEvent *events, guint first, guint from, guint end, gint64 offset)
{
  if (!scope_event_set_wants_times (worker->select->set))
    return;
  for (guint i = from; i < end; i++)
    scope_event_set_notify_time (worker->select->set, (gint64) events[worker->found[i] - first].time + offset);
}

static gboolean
page_is_worth_it (Worker *worker, const ScopeEventPage *page, TypeUse ***types)
{
  /* Types not met yet may be worth it. */
  for (guint t = 0; t < 256; t++)
    if (scope_event_page_may_have (page, t))
      {
        if (types[0] == NULL || types[0][t] == NULL || types[0][t]->use != USE_NONE)
          return TRUE;
        for (guint high = 1; high < SCOPE_EVENT_TYPES / 256; high++)
          if (types[high] != NULL)
            return TRUE;
      }
  return FALSE;
}

static TypeUse ***
types_of (Worker *worker, guint log)
{
  if (worker->types[log] == NULL)
    worker->types[log] = g_new0 (TypeUse **, SCOPE_EVENT_TYPES / 256);
  return worker->types[log];
}

static ScopeDecoder **
decoder_of (Worker *worker, guint log)
{
  if (worker->select->self->logs->len <= KEEP_DECODERS)
    return &worker->decoders[log];
  if (worker->decoder_log != log)
    g_clear_pointer (&worker->decoders[0], scope_decoder_free);
  worker->decoder_log = log;
  return &worker->decoders[0];
}

static void
select_page (Worker *worker, guint log, guint number, gint64 offset)
{
  ScopeEventReader *self = worker->select->self;
  const ScopeEventPage *page = scope_event_reader_page (self, log, number);
  TypeUse ***types = types_of (worker, log);
  ScopeDecoder **decoder = decoder_of (worker, log);
  guint at = 0, n_found = 0, before;

  if (!page_is_worth_it (worker, page, types))
    return;
  *decoder = scope_event_log_open_page (scope_event_reader_log (self, log), number, *decoder);
  while (at < page->n)
    {
      const ScopeEvent *events;
      guint n = (guint) (*decoder)->klass->next (*decoder, &events);

      if (n == 0)
        break;
      n = MIN (n, page->n - at);
      before = n_found;
      n_found = select_batch (worker, *decoder, types, log, events, n, at, n_found);
      notify_times (worker, events, at, before, n_found, offset);
      at += n;
    }
  scope_event_set_add (worker->select->set, log, number, page->n, worker->found, n_found);
}

static void
worker_init (Worker *worker, Select *select)
{
  *worker = (Worker) { .select = select };
  worker->decoders = g_new0 (ScopeDecoder *, select->self->logs->len + 1);
  worker->types = g_new0 (TypeUse ***, select->self->logs->len + 1);
  worker->text = g_string_new (NULL);
  worker->detail = g_string_new (NULL);
  worker->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  worker->found = g_new (guint16, SCOPE_EVENT_PAGE_MAX);
}

static void
worker_clear (Worker *worker)
{
  for (guint l = 0; l < worker->select->self->logs->len; l++)
    {
      g_clear_pointer (&worker->decoders[l], scope_decoder_free);
      for (guint i = 0; worker->types[l] != NULL && i < SCOPE_EVENT_TYPES / 256; i++)
        g_free (worker->types[l][i]);
      g_free (worker->types[l]);
    }
  g_free (worker->decoders);
  g_free (worker->types);
  g_string_free (worker->text, TRUE);
  g_string_free (worker->detail, TRUE);
  g_array_unref (worker->lines);
  g_free (worker->found);
}

static gpointer
run_worker (gpointer data)
{
  Select *select = data;
  Worker worker;

  worker_init (&worker, select);
  while (!g_cancellable_is_cancelled (select->cancellable))
    {
      guint i = (guint) g_atomic_int_add (&select->next, 1);
      const Place *place;

      if (i >= select->places->len)
        break;
      place = &g_array_index (select->places, Place, i);
      select_page (&worker, place->log, place->page, place->offset);
      if (select->progress != NULL)
        g_atomic_int_set (select->progress, (gint) ((guint64) i * 1000 / select->places->len));
    }
  worker_clear (&worker);
  return NULL;
}

/* --- all of it --- */

SCOPE_COMPARE_BY (compare_places, Place, SCOPE_UP (key) SCOPE_UP (log))

static GArray *
list_places (ScopeEventReader *self, guint32 machine)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (ScopeTrace) trace = g_weak_ref_get (&self->trace);

  for (guint l = 0; l < self->logs->len; l++)
    {
      ScopeMachine *of = trace != NULL ? scope_trace_machine (trace, l) : NULL;
      gint64 offset = of != NULL ? scope_trace_offset (trace, of) : 0;

      for (guint p = 0; (machine == SCOPE_NONE || machine == l) && p < scope_event_reader_log (self, l)->pages->len; p++)
        {
          gint64 key = scope_event_reader_page (self, l, p)->key;
          Place place = { l, p, key == SCOPE_TIME_MIN ? key : key + offset, offset };

          if (self->logs->len > KEEP_DECODERS)
            place.key = 0; /* log by log: each is opened but once */
          g_array_append_val (places, place);
        }
    }
  if (self->logs->len > 1)
    g_array_sort (places, compare_places);
  return places;
}

/* TRUE unless what the pattern says of one line may depend on the others. (One that is not raw would have all lines
 * checked for being UTF-8 again at each match.) */
static gboolean
may_see_lines (const ScopeEventFilter *filter)
{
  const char *pattern;

  if (filter->regex == NULL)
    return TRUE;
  pattern = g_regex_get_pattern (filter->regex);
  return (g_regex_get_compile_flags (filter->regex) & G_REGEX_MULTILINE) != 0
         && (g_regex_get_compile_flags (filter->regex) & G_REGEX_RAW) != 0 && strstr (pattern, "(?") == NULL
         && strstr (pattern, "(*") == NULL && strstr (pattern, "\\A") == NULL && strstr (pattern, "\\Z") == NULL
         && strstr (pattern, "\\z") == NULL && strstr (pattern, "\\G") == NULL && strstr (pattern, "\\K") == NULL;
}

gboolean
scope_event_reader_select (ScopeEventSource *source, const ScopeEventFilter *filter, ScopeEventSet *set,
                           gint *progress, GCancellable *cancellable, GError **error)
{
  Select select = { .self = SCOPE_EVENT_READER (source), .filter = filter, .set = set, .progress = progress,
                    .cancellable = cancellable };
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  guint n_threads;

  select.lines = may_see_lines (filter);
  select.places = list_places (select.self, filter->machine);
  select.uses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_mutex_init (&select.lock);
  n_threads = CLAMP (g_get_num_processors (), 1, MIN (8, MAX (select.places->len, 1)));
  for (guint i = 1; i < n_threads; i++)
    g_ptr_array_add (threads, g_thread_new ("select", run_worker, &select));
  run_worker (&select);
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
  g_array_unref (select.places);
  g_hash_table_unref (select.uses);
  g_mutex_clear (&select.lock);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !scope_event_reader_check (select.self, error))
    return FALSE;
  if (progress != NULL)
    g_atomic_int_set (progress, 1000);
  return TRUE;
}
