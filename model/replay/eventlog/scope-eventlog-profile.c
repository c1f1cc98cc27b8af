/* scope-eventlog-profile.c: GHC's profiles: of the heap, band by band, and of time, tick by tick.
 *
 * The events are those of rts/include/rts/EventLogFormat.h (160 to 169), their payloads as the User's Guide has them ("Heap profiler event
 * log output", "Time profiler event log output", "Info table provenance").
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include <string.h>

/* A log that claims more is not believed any further: the rest is one band, of all that is left. */
#define MOST_BANDS 2000000u
#define MOST_NAMES 4000000u /* cost centres, info tables */

typedef struct
{
  guint profile;
  guint32 under, place;
  gsize n_bytes;
  char bytes[]; /* a cost centre's number, or the label */
} Band;

struct _ScopeEventlogProfile
{
  GHashTable *cost_centres, *info_tables; /* of ScopeEventlogName, its own key */
  GHashTable *bands;                      /* of Band, its own key */
  guint32 n_bands;
  guint8 of[256];      /* ScopeProfile, of each profile's number */
  gboolean in_sample;
  gboolean has_period;
  gint64 sample_time;
  gint64 sum[SCOPE_N_PROFILES];
  gboolean has[SCOPE_N_PROFILES];
};

static guint
band_hash (gconstpointer data)
{
  const Band *band = data;
  guint hash = (band->profile * 31u + band->under) * 0x9e3779b1u;

  for (gsize i = 0; i < band->n_bytes; i++)
    hash = (hash ^ (guint8) band->bytes[i]) * 0x01000193u;
  return hash;
}

static gboolean
band_equal (gconstpointer a, gconstpointer b)
{
  const Band *x = a, *y = b;

  return x->profile == y->profile && x->under == y->under && x->n_bytes == y->n_bytes && memcmp (x->bytes, y->bytes, x->n_bytes) == 0;
}

void
scope_eventlog_profile_free (ScopeEventlogProfile *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->cost_centres);
  g_hash_table_unref (self->info_tables);
  g_hash_table_unref (self->bands);
  g_free (self);
}

static ScopeEventlogProfile *
profile (ScopeEventlogReplay *replay)
{
  ScopeEventlogProfile *self = replay->profile;

  if (self != NULL)
    return self;
  self = replay->profile = g_new0 (ScopeEventlogProfile, 1);
  self->cost_centres = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->info_tables = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->bands = g_hash_table_new_full (band_hash, band_equal, NULL, g_free);
  /* A log whose beginning is lost: the kind of the event tells most of it. */
  memset (self->of, SCOPE_PROFILE_CLOSURE_TYPE, sizeof self->of);
  return self;
}

/* --- texts of a payload --- */

typedef struct
{
  const char *at, *end;
} Texts;

static Texts
texts_from (const ScopeEvent *event, guint offset)
{
  const char *payload = (const char *) event->payload;

  return (Texts) { payload + MIN (offset, event->size), payload + event->size };
}

/* The next one up to its NUL, or to the end; empty behind that. */
static const char *
next_text (Texts *texts, gsize *ret_length)
{
  const char *text = texts->at;

  *ret_length = strnlen (text, (gsize) (texts->end - text));
  texts->at = MIN (text + *ret_length + 1, texts->end);
  return text;
}

static gint64
keep_next (ScopeEventlogReplay *replay, Texts *texts)
{
  gsize n;
  const char *text = next_text (texts, &n);

  return n > 0 ? (gint64) replay->sink->klass->text (replay->sink, text, n) : SCOPE_TABLE_NULL;
}

static void
add_name (GHashTable *names, const ScopeEventlogName *name)
{
  if (g_hash_table_size (names) < MOST_NAMES)
    g_hash_table_add (names, g_memdup2 (name, sizeof *name));
}

static void
cost_centre (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  Texts texts = texts_from (event, 4);
  ScopeEventlogName name = { .key = scope_be (event, 0, 4) };

  name.text = keep_next (replay, &texts);
  name.module = keep_next (replay, &texts);
  name.location = keep_next (replay, &texts);
  add_name (profile (replay)->cost_centres, &name);
}

/* The table's name, its closure's type, the type, the label, the module, the place of the source. */
static void
info_table (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  Texts texts = texts_from (event, 8), type = texts_from (event, 0);
  ScopeEventlogName name = { .key = scope_be (event, 0, 8) };
  gsize n;

  name.text = keep_next (replay, &texts);
  type.at = texts.end - texts.at > 4 ? texts.at + 4 : type.end;
  next_text (&type, &n);
  if (type.at < type.end && *type.at != '\0')
    name.text = keep_next (replay, &type);
  else
    next_text (&type, &n);
  name.module = keep_next (replay, &type);
  name.location = keep_next (replay, &type);
  add_name (profile (replay)->info_tables, &name);
}

/* --- bands --- */

static guint32
add_band (ScopeEventlogReplay *replay, gint64 time, const Band *key, const ScopeEventlogName *name)
{
  ScopeEventlogProfile *self = profile (replay);
  const gint64 row[SCOPE_BAND_N_COLUMNS] = { time, key->profile, name->text, key->under, name->module, name->location };
  Band *band = g_memdup2 (key, sizeof *key + key->n_bytes);

  band->place = ++self->n_bands;
  g_hash_table_add (self->bands, band);
  replay->sink->klass->record (replay->sink, SCOPE_TABLE_BANDS, row);
  return band->place;
}

/* The label of an info table's band is its address. */
static const ScopeEventlogName *
find_info_table (ScopeEventlogProfile *self, const char *label, gsize n)
{
  g_autofree char *text = g_strndup (label, MIN (n, 32));
  char *end;
  const ScopeEventlogName key = { .key = g_ascii_strtoull (text, &end, 16) };

  return n > 0 && n <= 32 && *end == '\0' ? g_hash_table_lookup (self->info_tables, &key) : NULL;
}

static guint32
band_of (ScopeEventlogReplay *replay, gint64 time, guint kind, guint32 under, const char *bytes, gsize n)
{
  ScopeEventlogProfile *self = profile (replay);
  g_autofree Band *key = g_malloc (sizeof (Band) + MAX (n, 16));
  gboolean stack = kind == SCOPE_PROFILE_TIME || kind == SCOPE_PROFILE_COST_CENTRE;
  const ScopeEventlogName *known = NULL;
  ScopeEventlogName name = { .text = SCOPE_TABLE_NULL, .module = SCOPE_TABLE_NULL, .location = SCOPE_TABLE_NULL };
  const Band *band;

  *key = (Band) { .profile = kind, .under = under, .n_bytes = n };
  memcpy (key->bytes, bytes, n);
  band = g_hash_table_lookup (self->bands, key);
  if (band == NULL && self->n_bands >= MOST_BANDS)
    {
      /* No label and no cost centre is a NUL. */
      key->under = 0;
      key->n_bytes = 1;
      key->bytes[0] = '\0';
      band = g_hash_table_lookup (self->bands, key);
      bytes = "(other)";
      n = strlen (bytes);
      stack = FALSE;
    }
  if (band != NULL)
    return band->place;
  if (stack && n == 4)
    {
      const ScopeEventlogName of = { .key = (guint64) (guint8) bytes[0] << 24 | (guint64) (guint8) bytes[1] << 16
                                            | (guint64) (guint8) bytes[2] << 8 | (guint8) bytes[3] };

      known = g_hash_table_lookup (self->cost_centres, &of);
    }
  else if (kind == SCOPE_PROFILE_INFO_TABLE)
    known = find_info_table (self, bytes, n);
  if (known != NULL)
    name = *known;
  else if (stack && n == 0)
    name.text = (gint64) replay->sink->klass->text (replay->sink, "MAIN", 4);
  else if (!stack && n > 0)
    name.text = (gint64) replay->sink->klass->text (replay->sink, bytes, n);
  return add_band (replay, time, key, &name);
}

const ScopeEventlogName *
scope_eventlog_profile_info_table (ScopeEventlogReplay *replay, guint64 address)
{
  return replay->profile != NULL ? g_hash_table_lookup (replay->profile->info_tables, &address) : NULL;
}

guint32
scope_eventlog_profile_frame (ScopeEventlogReplay *replay, gint64 time, guint32 under, gconstpointer key, gsize n_bytes,
                              const ScopeEventlogName *name)
{
  ScopeEventlogProfile *self = profile (replay);
  g_autofree Band *band = g_malloc (sizeof *band + n_bytes);
  const Band *known;

  *band = (Band) { .profile = SCOPE_PROFILE_STACK, .under = under, .n_bytes = n_bytes };
  memcpy (band->bytes, key, n_bytes);
  known = g_hash_table_lookup (self->bands, band);
  if (known != NULL)
    return known->place;
  if (self->n_bands >= MOST_BANDS)
    return band_of (replay, time, SCOPE_PROFILE_STACK, under, "", 1);
  return add_band (replay, time, band, name);
}

/* Innermost first on the wire, as many numbers as are there. */
static guint32
band_of_stack (ScopeEventlogReplay *replay, const ScopeEvent *event, guint kind, guint offset)
{
  guint depth = (guint) scope_be (event, offset, 1), there = event->size > offset ? (event->size - offset - 1) / 4 : 0;
  const char *stack = (const char *) event->payload + offset + 1;
  guint32 under = 0;

  depth = MIN (depth, there);
  if (depth == 0)
    return band_of (replay, event->time, kind, 0, "", 0);
  for (guint i = depth; i-- > 0;)
    under = band_of (replay, event->time, kind, under, stack + 4 * i, 4);
  return under;
}

/* --- samples --- */

static void
sample (ScopeEventlogReplay *replay, gint64 time, guint kind, guint32 band, gint64 value, gint64 processor)
{
  const gint64 row[SCOPE_BAND_SAMPLE_N_COLUMNS] = { time, kind, band, value, processor };

  replay->sink->klass->record (replay->sink, SCOPE_TABLE_BAND_SAMPLES, row);
}

static void
heap_sample_end (ScopeEventlogReplay *replay)
{
  ScopeEventlogProfile *self = profile (replay);

  for (guint kind = 0; kind < SCOPE_N_PROFILES; kind++)
    if (self->has[kind])
      sample (replay, self->sample_time, kind, 0, self->sum[kind], SCOPE_TABLE_NULL);
  memset (self->has, 0, sizeof self->has);
  memset (self->sum, 0, sizeof self->sum);
  self->in_sample = FALSE;
}

static void
heap_sample_begin (ScopeEventlogReplay *replay, gint64 time)
{
  ScopeEventlogProfile *self = profile (replay);

  heap_sample_end (replay); /* of one whose end is lost */
  self->in_sample = TRUE;
  self->sample_time = time;
}

/* All of a sample are of one time: that of its beginning. */
static void
heap_sample (ScopeEventlogReplay *replay, const ScopeEvent *event, guint kind, guint32 band)
{
  ScopeEventlogProfile *self = profile (replay);
  gint64 value = (gint64) MIN (scope_be (event, 1, 8), (guint64) G_MAXINT64);

  if (!self->in_sample)
    heap_sample_begin (replay, event->time);
  sample (replay, self->sample_time, kind, band, value, SCOPE_TABLE_NULL);
  self->has[kind] = TRUE;
  self->sum[kind] = self->sum[kind] > G_MAXINT64 - value ? G_MAXINT64 : self->sum[kind] + value;
}

static void
heap_string (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  ScopeEventlogProfile *self = profile (replay);
  guint kind = self->of[scope_be (event, 0, 1)];
  Texts texts = texts_from (event, 9);
  gsize n;
  const char *label = next_text (&texts, &n);

  if (kind == SCOPE_PROFILE_COST_CENTRE || kind == SCOPE_PROFILE_TIME)
    kind = SCOPE_PROFILE_CLOSURE_TYPE; /* it says itself that it is no stack */
  heap_sample (replay, event, kind, band_of (replay, event->time, kind, 0, label, n));
}

static void
heap_begin (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  guint64 kind = scope_be (event, 9, 4);

  if (event->size >= 13 && kind > 0 && kind <= SCOPE_PROFILE_ERA)
    profile (replay)->of[event->payload[0]] = (guint8) kind;
}

/* Of ticks: what each stands for. */
static void
period (ScopeEventlogReplay *replay, guint64 ns)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, ns);

  profile (replay)->has_period = TRUE;
  replay->sink->klass->info (replay->sink, "profile_period_ns", text, -1);
}

static void
tick (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  if (event->size < 13)
    return;
  if (!profile (replay)->has_period) /* the log's beginning is lost */
    period (replay, 0);
  sample (replay, event->time, SCOPE_PROFILE_TIME, band_of_stack (replay, event, SCOPE_PROFILE_TIME, 12), 1, (gint64) scope_be (event, 0, 4));
}

void
scope_eventlog_profile_event (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  switch (event->type)
    {
    case SCOPE_EV_HEAP_PROF_BEGIN:
      heap_begin (replay, event);
      break;
    case SCOPE_EV_HEAP_PROF_COST_CENTRE:
      cost_centre (replay, event);
      break;
    case SCOPE_EV_HEAP_PROF_SAMPLE_BEGIN:
      heap_sample_begin (replay, event->time);
      break;
    case SCOPE_EV_HEAP_BIO_PROF_SAMPLE_BEGIN: /* written at the program's end; the time that it was taken stands in it */
      heap_sample_begin (replay, (gint64) MIN (scope_be (event, 8, 8), (guint64) MAX (event->time, 0)));
      break;
    case SCOPE_EV_HEAP_PROF_SAMPLE_COST_CENTRE:
      if (event->size >= 10)
        heap_sample (replay, event, SCOPE_PROFILE_COST_CENTRE, band_of_stack (replay, event, SCOPE_PROFILE_COST_CENTRE, 9));
      break;
    case SCOPE_EV_HEAP_PROF_SAMPLE_STRING:
      if (event->size >= 9)
        heap_string (replay, event);
      break;
    case SCOPE_EV_HEAP_PROF_SAMPLE_END:
      heap_sample_end (replay);
      break;
    case SCOPE_EV_PROF_SAMPLE_COST_CENTRE:
      tick (replay, event);
      break;
    case SCOPE_EV_PROF_BEGIN:
      period (replay, scope_be (event, 0, 8));
      break;
    case SCOPE_EV_IPE:
      info_table (replay, event);
      break;
    default:
      break;
    }
}

/* The last sample's end may be lost. */
void
scope_eventlog_profile_finish (ScopeEventlogReplay *replay)
{
  if (replay->profile != NULL && replay->profile->in_sample)
    heap_sample_end (replay);
  scope_eventlog_stacks_finish (replay);
}
