/* scope-heap-course.c: see scope-heap-course.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/profile/scope-heap-course.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

#include <math.h>

/* --- which profiles there are --- */

static void
profile_free (gpointer data)
{
  ScopeHeapProfile *profile = data;

  g_array_unref (profile->samples);
  g_array_unref (profile->ranks);
  g_free (profile);
}

static ScopeHeapProfile *
add_profile (ScopeHeapProfiles *profiles, ScopeMachine *machine, guint8 kind)
{
  guint n_bands = (guint) scope_table_n_rows (machine->tables[SCOPE_TABLE_BANDS]);
  ScopeHeapProfile *profile = g_new0 (ScopeHeapProfile, 1);

  profile->machine = machine->index;
  profile->profile = kind;
  profile->samples = g_array_new (FALSE, FALSE, sizeof (ScopeHeapSample));
  profile->ranks = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_bands);
  g_array_set_size (profile->ranks, n_bands);
  for (guint i = 0; i < n_bands; i++)
    g_array_index (profile->ranks, guint32, i) = SCOPE_NONE;
  g_ptr_array_add (profiles->profiles, profile);
  return profile;
}

/* Sums come profile by profile, those with most first. */
static void
take_sums (ScopeHeapProfiles *profiles, ScopeTrace *trace, GArray *sums)
{
  ScopeHeapProfile *profile = NULL;
  guint32 rank = 0;

  SCOPE_EACH (const ScopeBandSum, sum, sums)
    {
      if (scope_profile_is_of_code (sum->profile))
        continue;
      if (profile == NULL || profile->machine != sum->machine || profile->profile != sum->profile)
        {
          profile = add_profile (profiles, scope_trace_machine (trace, sum->machine), sum->profile);
          rank = 0;
        }
      if (sum->band > 0 && sum->band <= profile->ranks->len)
        g_array_index (profile->ranks, guint32, sum->band - 1) = rank++;
    }
}

SCOPE_COMPARE_BY (compare_samples, ScopeHeapSample, SCOPE_UP (time))

/* What is of one time is one sample: so are its bands read. */
static void
merge_samples (GArray *samples)
{
  guint n = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const ScopeHeapSample sample = g_array_index (samples, ScopeHeapSample, i);
      ScopeHeapSample *last = n > 0 ? &g_array_index (samples, ScopeHeapSample, n - 1) : NULL;

      if (last != NULL && last->time == sample.time)
        last->sum = scope_time_add (last->sum, sample.sum);
      else
        g_array_index (samples, ScopeHeapSample, n++) = sample;
    }
  g_array_set_size (samples, n);
}

static gboolean
read_samples (ScopeTrace *trace, ScopeHeapProfile *profile, GCancellable *cancellable, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, profile->machine);
  gint64 offset = scope_trace_offset (trace, machine);
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_BAND_SAMPLES], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    if (row[SCOPE_BAND_SAMPLE_BAND] == 0 && row[SCOPE_BAND_SAMPLE_PROFILE] == profile->profile)
      {
        const ScopeHeapSample sample = { scope_time_add (row[SCOPE_BAND_SAMPLE_TIME], offset), row[SCOPE_BAND_SAMPLE_VALUE] };

        g_array_append_val (profile->samples, sample);
      }
  g_array_sort (profile->samples, compare_samples);
  merge_samples (profile->samples);
  return scope_passed (local, error);
}

ScopeHeapProfiles *
scope_heap_profiles_read (ScopeTrace *trace, GCancellable *cancellable, GError **error)
{
  const ScopeQueryRange all = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };
  g_autoptr (GArray) sums = scope_profile_sum (&all, error);
  g_autoptr (ScopeHeapProfiles) profiles = NULL;

  if (sums == NULL)
    return NULL;
  profiles = g_new0 (ScopeHeapProfiles, 1);
  profiles->n_refs = 1;
  profiles->profiles = g_ptr_array_new_with_free_func (profile_free);
  take_sums (profiles, trace, sums);
  SCOPE_EACH_POINTER (ScopeHeapProfile, profile, profiles->profiles)
    if (!read_samples (trace, profile, cancellable, error))
      return NULL;
  return g_steal_pointer (&profiles);
}

ScopeHeapProfiles *
scope_heap_profiles_ref (ScopeHeapProfiles *profiles)
{
  g_atomic_int_inc (&profiles->n_refs);
  return profiles;
}

void
scope_heap_profiles_unref (ScopeHeapProfiles *profiles)
{
  if (profiles == NULL || !g_atomic_int_dec_and_test (&profiles->n_refs))
    return;
  g_ptr_array_unref (profiles->profiles);
  g_free (profiles);
}

/* --- which samples are drawn --- */

/* The first sample after a time. */
static guint
find_after (const ScopeHeapProfile *profile, gint64 time)
{
  guint low = 0, high = profile->samples->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (profile->samples, ScopeHeapSample, middle).time > time)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* Until when a sample holds. */
static gint64
until (const ScopeHeapProfile *profile, guint i, gint64 last)
{
  const ScopeHeapSample *sample = &g_array_index (profile->samples, ScopeHeapSample, i);
  gint64 end;

  if (i + 1 < profile->samples->len)
    return sample[1].time;
  end = i > 0 ? scope_time_add (sample->time, sample->time - sample[-1].time) : sample->time;
  return MAX (MIN (end, last), sample->time);
}

/* On a grid that stays where it is as the view is panned. */
static double
pixel_of (const ScopeViewport *viewport, gint64 time)
{
  return floor (((double) time - (double) viewport->first) / scope_viewport_scale (viewport));
}

static void
add_step (ScopeHeapCourse *course, const ScopeHeapProfile *profile, guint at, gint64 from, guint n)
{
  const ScopeHeapSample *sample = &g_array_index (profile->samples, ScopeHeapSample, at);
  ScopeHeapStep step = { .from = from, .to = from, .time = sample->time, .sum = sample->sum, .n = n };

  if (course->steps->len > 0)
    g_array_index (course->steps, ScopeHeapStep, course->steps->len - 1).to = from;
  g_array_append_val (course->steps, step);
}

/* Those from the one that holds at the range's beginning. */
static void
add_steps (ScopeHeapCourse *course, const ScopeHeapProfile *profile, guint begin, guint end)
{
  const ScopeViewport *viewport = &course->request.viewport;
  const ScopeHeapSample *samples = (const ScopeHeapSample *) (void *) profile->samples->data;
  double scale = scope_viewport_scale (viewport);

  for (guint i = begin, next; i < end; i = next)
    {
      double pixel = pixel_of (viewport, samples[i].time);
      gint64 after = scope_time_add (viewport->first, (gint64) ceil ((pixel + 1) * scale));
      guint largest = i;

      for (next = i + 1; next < end && pixel_of (viewport, samples[next].time) == pixel; next++)
        if (samples[next].sum > samples[largest].sum)
          largest = next;
      add_step (course, profile, largest, samples[i].time, next - i);
      if (largest != next - 1 && until (profile, next - 1, viewport->last) > after)
        add_step (course, profile, next - 1, after, 1);
    }
  if (course->steps->len > 0)
    g_array_index (course->steps, ScopeHeapStep, course->steps->len - 1).to = until (profile, end - 1, viewport->last);
}

/* --- bands --- */

typedef struct
{
  ScopeTrace *trace;
  ScopeMachine *machine;
  const ScopeHeapProfile *profile;
  ScopeHeapCourse *course;
  GCancellable *cancellable;
  gint64 offset;
  gint64 first, last; /* samples that are drawn: trace time, both of them */
  gint64 count_from, count_to; /* those that are summed, both of them */
  gint64 *sums, *most, *most_time; /* by place less 1 */
  guint n_bands;
} Reading;

SCOPE_COMPARE_BY (compare_bands, ScopeHeapBand, SCOPE_DOWN (mean) SCOPE_UP (place))

/* A row of a band of this profile. */
static gboolean
is_read (const Reading *r, const gint64 *row)
{
  return row[SCOPE_BAND_SAMPLE_PROFILE] == r->profile->profile && row[SCOPE_BAND_SAMPLE_BAND] > 0
         && row[SCOPE_BAND_SAMPLE_BAND] <= r->n_bands;
}

static gboolean
sum_bands (Reading *r, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, r->machine->tables[SCOPE_TABLE_BAND_SAMPLES], scope_time_add (r->count_from, -r->offset),
                  scope_time_add (r->count_to, 1 - r->offset), r->cancellable, &local)
    {
      gint64 time = scope_time_add (row[SCOPE_BAND_SAMPLE_TIME], r->offset), value = row[SCOPE_BAND_SAMPLE_VALUE];
      guint at;

      if (!is_read (r, row) || time < r->count_from || time > r->count_to)
        continue;
      at = (guint) row[SCOPE_BAND_SAMPLE_BAND] - 1;
      r->sums[at] = scope_time_add (r->sums[at], value);
      if (value > r->most[at])
        {
          r->most[at] = value;
          r->most_time[at] = time;
        }
    }
  return scope_passed (local, error);
}

/* The largest, in order, and what all others are together: also those that have something only where no figures are of. */
static void
choose_bands (Reading *r)
{
  ScopeHeapCourse *course = r->course;
  guint n = MAX (course->n_samples, 1), most = CLAMP (course->request.n_bands, 1, SCOPE_HEAP_MOST_BANDS);
  ScopeHeapBand others = { 0 };

  for (guint i = 0; i < r->n_bands; i++)
    {
      const ScopeHeapBand band = { .place = i + 1, .rank = g_array_index (r->profile->ranks, guint32, i), .n = 1,
                                   .mean = (double) r->sums[i] / n, .most = r->most[i], .most_time = r->most_time[i] };

      if (r->sums[i] > 0)
        g_array_append_val (course->bands, band);
      else if (band.rank != SCOPE_NONE && (r->first < r->count_from || r->last > r->count_to))
        others.n++;
    }
  g_array_sort (course->bands, compare_bands);
  if (course->bands->len + (others.n > 0) > most)
    {
      others.n += course->bands->len - (most - 1);
      for (guint i = most - 1; i < course->bands->len; i++)
        others.mean += g_array_index (course->bands, ScopeHeapBand, i).mean;
      g_array_set_size (course->bands, most - 1);
    }
  if (others.n > 0)
    g_array_append_val (course->bands, others);
}

static gboolean
name_bands (Reading *r, GError **error)
{
  g_autofree guint32 *places = g_new0 (guint32, r->course->bands->len + 1);
  g_auto (GStrv) names = NULL, locations = NULL;

  for (guint i = 0; i < r->course->bands->len; i++)
    places[i] = g_array_index (r->course->bands, ScopeHeapBand, i).place;
  names = scope_band_names_read (r->machine, places, r->course->bands->len, &locations, error);
  if (names == NULL)
    return FALSE;
  for (guint i = 0; i < r->course->bands->len; i++)
    if (places[i] > 0)
      {
        g_array_index (r->course->bands, ScopeHeapBand, i).name = g_strdup (names[i]);
        g_array_index (r->course->bands, ScopeHeapBand, i).location = g_strdup (locations[i]);
      }
  return TRUE;
}

SCOPE_COMPARE_BY (compare_times, ScopeHeapStep, SCOPE_UP (time))

/* What each of the bands has in the samples that are drawn. A sample may be drawn twice: then so is what is read of it. */
static gboolean
read_values (Reading *r, GError **error)
{
  ScopeHeapCourse *course = r->course;
  const ScopeHeapStep *steps = (const ScopeHeapStep *) (void *) course->steps->data, *at = NULL;
  guint n = course->bands->len;
  g_autofree guint32 *of = g_new (guint32, r->n_bands + 1); /* the band's place in `bands`; all others: the last */
  GError *local = NULL;

  for (guint i = 0; i < r->n_bands; i++)
    of[i] = n - 1;
  for (guint i = 0; i < n; i++)
    if (g_array_index (course->bands, ScopeHeapBand, i).place > 0)
      of[g_array_index (course->bands, ScopeHeapBand, i).place - 1] = i;
  course->values = g_new0 (gint64, (gsize) course->steps->len * n + 1);
  if (n == 0 || course->steps->len == 0)
    return TRUE;
  SCOPE_EACH_ROW (row, r->machine->tables[SCOPE_TABLE_BAND_SAMPLES], scope_time_add (r->first, -r->offset),
                  scope_time_add (r->last, 1 - r->offset), r->cancellable, &local)
    {
      const ScopeHeapStep key = { .time = scope_time_add (row[SCOPE_BAND_SAMPLE_TIME], r->offset) };
      gint64 *value;

      if (!is_read (r, row) || key.time < r->first || key.time > r->last)
        continue;
      if (at == NULL || at->time != key.time)
        at = bsearch (&key, steps, course->steps->len, sizeof *steps, compare_times);
      if (at == NULL)
        continue;
      value = &course->values[(gsize) (at - steps) * n + of[row[SCOPE_BAND_SAMPLE_BAND] - 1]];
      *value = scope_time_add (*value, row[SCOPE_BAND_SAMPLE_VALUE]);
    }
  return scope_passed (local, error);
}

/* --- the course --- */

static void
band_clear (gpointer data)
{
  ScopeHeapBand *band = data;

  g_free (band->name);
  g_free (band->location);
}

/* Of the samples in the range, and if there are none, of the one that holds there. */
static void
sum_whole (Reading *r, guint first, guint end)
{
  const ScopeHeapSample *samples = (const ScopeHeapSample *) (void *) r->profile->samples->data;

  r->course->n_samples = end - first;
  if (first == end)
    first--;
  r->count_from = samples[first].time;
  r->count_to = samples[MAX (end, first + 1) - 1].time;
  for (guint i = first; i < end; i++)
    {
      r->course->mean += (double) samples[i].sum / (end - first);
      if (i == first || samples[i].sum > r->course->most)
        {
          r->course->most = samples[i].sum;
          r->course->most_time = samples[i].time;
        }
    }
}

static gboolean
read_bands (Reading *r, GError **error)
{
  gboolean done;

  r->n_bands = r->profile->ranks->len;
  r->sums = g_new0 (gint64, r->n_bands + 1);
  r->most = g_new0 (gint64, r->n_bands + 1);
  r->most_time = g_new0 (gint64, r->n_bands + 1);
  done = sum_bands (r, error);
  if (done)
    choose_bands (r);
  g_free (r->sums);
  g_free (r->most);
  g_free (r->most_time);
  return done && name_bands (r, error) && read_values (r, error);
}

ScopeHeapCourse *
scope_heap_course_read (ScopeTrace *trace, const ScopeHeapProfiles *profiles, const ScopeHeapRequest *request, GCancellable *cancellable,
                        GError **error)
{
  const ScopeHeapProfile *profile = g_ptr_array_index (profiles->profiles, request->profile);
  const ScopeHeapSample *samples = (const ScopeHeapSample *) (void *) profile->samples->data;
  g_autoptr (ScopeHeapCourse) course = g_new0 (ScopeHeapCourse, 1);
  ScopeMachine *machine = scope_trace_machine (trace, profile->machine);
  Reading r = { .trace = trace, .machine = machine, .profile = profile, .course = course, .cancellable = cancellable,
                .offset = scope_trace_offset (trace, machine) };
  gint64 from, to;
  guint begin, first, end;

  course->request = *request;
  course->profile = profile->profile;
  course->bands = g_array_new (FALSE, FALSE, sizeof (ScopeHeapBand));
  g_array_set_clear_func (course->bands, band_clear);
  course->steps = g_array_new (FALSE, FALSE, sizeof (ScopeHeapStep));
  scope_viewport_get_range (&request->viewport, &from, &to);
  first = find_after (profile, scope_time_add (from, -1));
  end = find_after (profile, scope_time_add (to, -1));
  begin = find_after (profile, from);
  begin = MIN (begin > 0 ? begin - 1 : 0, end);
  r.first = SCOPE_TIME_MAX;
  r.last = SCOPE_TIME_MIN;
  if (begin < end && (first < end || until (profile, begin, request->viewport.last) > from)) /* else nothing is known here */
    {
      r.first = samples[begin].time;
      r.last = samples[end - 1].time;
      add_steps (course, profile, begin, end);
    }
  first = find_after (profile, scope_time_add (request->from, -1));
  end = find_after (profile, scope_time_add (request->to, -1));
  if (first >= end && (first == 0 || until (profile, first - 1, request->viewport.last) <= request->from))
    return g_steal_pointer (&course); /* nor there: it is drawn without its bands */
  sum_whole (&r, first, MAX (end, first));
  return read_bands (&r, error) ? g_steal_pointer (&course) : NULL;
}

void
scope_heap_course_free (ScopeHeapCourse *course)
{
  if (course == NULL)
    return;
  g_array_unref (course->bands);
  g_array_unref (course->steps);
  g_free (course->values);
  g_free (course);
}

int
scope_heap_course_find_step (const ScopeHeapCourse *course, gint64 time)
{
  for (guint low = 0, high = course->steps->len; low < high;)
    {
      guint middle = low + (high - low) / 2;
      const ScopeHeapStep *step = &g_array_index (course->steps, ScopeHeapStep, middle);

      if (time < step->from)
        high = middle;
      else if (time >= step->to)
        low = middle + 1;
      else
        return (int) middle;
    }
  return -1;
}
