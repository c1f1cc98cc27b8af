/* scope-profile.c: see scope-profile.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/profile/scope-profile.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

#include <string.h>

/* --- bands --- */

static void
band_clear (gpointer data)
{
  ScopeBand *band = data;

  g_free (band->text);
  g_free (band->module);
  g_free (band->location);
}

static char *
text_of (ScopeMachine *machine, gint64 id, GError **error)
{
  return id != SCOPE_TABLE_NULL && *error == NULL ? scope_machine_text (machine, (guint64) id, error) : NULL;
}

GArray *
scope_bands_read (ScopeMachine *machine, GError **error)
{
  g_autoptr (GArray) bands = g_array_new (FALSE, FALSE, sizeof (ScopeBand));
  GError *local = NULL;

  g_array_set_clear_func (bands, band_clear);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_BANDS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    {
      const ScopeBand band = {
        .text = text_of (machine, row[SCOPE_BAND_TEXT], &local),
        .module = text_of (machine, row[SCOPE_BAND_MODULE], &local),
        .location = text_of (machine, row[SCOPE_BAND_LOCATION], &local),
        /* What it stands on was met before: no name is without end, whatever an index says. */
        .under = row[SCOPE_BAND_UNDER] > 0 && row[SCOPE_BAND_UNDER] <= bands->len ? (guint32) row[SCOPE_BAND_UNDER] : 0,
        .profile = (guint8) CLAMP (row[SCOPE_BAND_PROFILE], 0, SCOPE_N_PROFILES - 1),
      };

      g_array_append_val (bands, band);
    }
  return scope_passed (local, error) ? g_steal_pointer (&bands) : NULL;
}

/* One more of a stack, beneath what is there. */
static void
append_name (GString *name, const char *text, const char *module)
{
  if (name->len > 0)
    g_string_append_c (name, '/');
  if (module != NULL && g_strcmp0 (text, "CAF") == 0)
    g_string_append_printf (name, "%s.", module);
  g_string_append (name, text != NULL ? text : "?");
}

char *
scope_band_name (GArray *bands, guint32 place)
{
  GString *name = g_string_new (NULL);

  while (place > 0 && place <= bands->len)
    {
      const ScopeBand *band = &g_array_index (bands, ScopeBand, place - 1);

      append_name (name, band->text, band->module);
      place = band->under;
    }
  return g_string_free (name, FALSE);
}

/* What a name is made of, without texts. */
typedef struct
{
  gint64 text, module, location;
  guint32 under;
  gboolean provenance; /* an info table: many have the same label */
} Parts;

static char *
read_name (ScopeMachine *machine, GArray *parts, guint32 place, GError **error)
{
  GString *name = g_string_new (NULL);

  while (place > 0 && place <= parts->len && *error == NULL)
    {
      const Parts *part = &g_array_index (parts, Parts, place - 1);
      g_autofree char *text = text_of (machine, part->text, error), *module = text_of (machine, part->module, error);

      append_name (name, text, module);
      if (part->provenance)
        {
          g_autofree char *location = text_of (machine, part->location, error);

          if (location != NULL || module != NULL)
            g_string_append_printf (name, " (%s)", location != NULL ? location : module);
        }
      place = part->under;
    }
  return g_string_free (name, FALSE);
}

static char *
read_location (ScopeMachine *machine, GArray *parts, guint32 place, GError **error)
{
  const Parts *part = place > 0 && place <= parts->len ? &g_array_index (parts, Parts, place - 1) : NULL;
  char *text = part != NULL && !part->provenance ? text_of (machine, part->location, error) : NULL;

  return text != NULL ? text : g_strdup ("");
}

char **
scope_band_names_read (ScopeMachine *machine, const guint32 *places, guint n, char ***ret_locations, GError **error)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Parts));
  g_auto (GStrv) names = g_new0 (char *, n + 1), locations = g_new0 (char *, n + 1);
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_BANDS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    {
      const Parts part = { row[SCOPE_BAND_TEXT], row[SCOPE_BAND_MODULE], row[SCOPE_BAND_LOCATION],
                           row[SCOPE_BAND_UNDER] > 0 && row[SCOPE_BAND_UNDER] <= parts->len ? (guint32) row[SCOPE_BAND_UNDER] : 0,
                           row[SCOPE_BAND_PROFILE] == SCOPE_PROFILE_INFO_TABLE };

      g_array_append_val (parts, part);
    }
  for (guint i = 0; i < n && local == NULL; i++)
    {
      names[i] = read_name (machine, parts, places[i], &local);
      locations[i] = read_location (machine, parts, places[i], &local);
    }
  if (!scope_passed (local, error))
    return NULL;
  if (ret_locations != NULL)
    *ret_locations = g_steal_pointer (&locations);
  return g_steal_pointer (&names);
}

/* --- sums --- */

gboolean
scope_profile_is_of_code (guint profile)
{
  return profile == SCOPE_PROFILE_TIME || profile == SCOPE_PROFILE_STACK;
}

SCOPE_COMPARE_BY (compare_sums, ScopeBandSum, SCOPE_UP (machine) SCOPE_UP (profile) SCOPE_UP (band != 0) SCOPE_DOWN (sum) SCOPE_UP (band))

typedef struct
{
  GArray *bands;                /* of ScopeBandSum, by place less 1 */
  ScopeBandSum whole[SCOPE_N_PROFILES];
  gint64 latest[SCOPE_N_PROFILES]; /* time of the last sample of each */
} Sums;

static void
add (ScopeBandSum *sum, gint64 time, gint64 value)
{
  sum->n++;
  sum->sum += value;
  if (sum->n == 1 || value > sum->most)
    {
      sum->most = value;
      sum->most_time = time;
    }
  sum->last = value;
}

static void
add_row (Sums *sums, const gint64 *row, gint64 *times)
{
  gint64 kind = row[SCOPE_BAND_SAMPLE_PROFILE], band = row[SCOPE_BAND_SAMPLE_BAND], time = row[SCOPE_BAND_SAMPLE_TIME],
         value = kind == SCOPE_PROFILE_STACK ? 1 : row[SCOPE_BAND_SAMPLE_VALUE];

  if (kind < 0 || kind >= SCOPE_N_PROFILES || band < 0 || band > sums->bands->len)
    return;
  sums->latest[kind] = MAX (sums->latest[kind], time);
  if (band == 0 || scope_profile_is_of_code ((guint) kind))
    add (&sums->whole[kind], time, value);
  if (band == 0)
    return;
  add (&g_array_index (sums->bands, ScopeBandSum, band - 1), time, value);
  times[band - 1] = time;
}

/* Stacks stand on what was met before them. */
static void
add_above (Sums *sums, GArray *bands)
{
  for (guint i = sums->bands->len; i-- > 0;)
    {
      ScopeBandSum *sum = &g_array_index (sums->bands, ScopeBandSum, i);
      guint32 under = g_array_index (bands, ScopeBand, i).under;

      sum->with_above += sum->sum;
      if (under > 0)
        g_array_index (sums->bands, ScopeBandSum, under - 1).with_above += sum->with_above;
    }
}

static void
init_sums (Sums *sums, ScopeMachine *machine, GArray *bands)
{
  sums->bands = g_array_sized_new (FALSE, TRUE, sizeof (ScopeBandSum), bands->len);
  g_array_set_size (sums->bands, bands->len);
  for (guint i = 0; i < bands->len; i++)
    {
      ScopeBandSum *sum = &g_array_index (sums->bands, ScopeBandSum, i);

      sum->machine = machine->index;
      sum->band = i + 1;
      sum->profile = g_array_index (bands, ScopeBand, i).profile;
    }
  for (guint kind = 0; kind < SCOPE_N_PROFILES; kind++)
    {
      sums->whole[kind].machine = machine->index;
      sums->whole[kind].profile = (guint8) kind;
      sums->latest[kind] = SCOPE_TIME_MIN;
    }
}

static void
take_sums (Sums *sums, const gint64 *times, GArray *result)
{
  for (guint kind = 0; kind < SCOPE_N_PROFILES; kind++)
    if (sums->whole[kind].n > 0)
      {
        sums->whole[kind].with_above = sums->whole[kind].sum;
        g_array_append_val (result, sums->whole[kind]);
      }
  for (guint i = 0; i < sums->bands->len; i++)
    {
      ScopeBandSum *sum = &g_array_index (sums->bands, ScopeBandSum, i);

      if (sum->n > 0 && times[i] != sums->latest[sum->profile])
        sum->last = 0;
      if (sum->n > 0 || sum->with_above > 0)
        g_array_append_val (result, *sum);
    }
}

static gboolean
sum_machine (const ScopeQueryRange *within, ScopeMachine *machine, GArray *result, GError **error)
{
  g_autoptr (GArray) bands = scope_bands_read (machine, error);
  g_autofree gint64 *times = NULL;
  GError *local = NULL;
  gint64 from, to;
  Sums sums = { NULL };

  if (bands == NULL)
    return FALSE;
  init_sums (&sums, machine, bands);
  times = g_new0 (gint64, bands->len + 1);
  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_BAND_SAMPLES], from, to, within->cancellable, &local)
    if (row[SCOPE_BAND_SAMPLE_TIME] >= from && row[SCOPE_BAND_SAMPLE_TIME] < to)
      add_row (&sums, row, times);
  add_above (&sums, bands);
  take_sums (&sums, times, result);
  g_array_unref (sums.bands);
  return scope_passed (local, error);
}

GArray *
scope_profile_sum (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) result = g_array_new (FALSE, FALSE, sizeof (ScopeBandSum));

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_query_range_has_machine (within, m) && scope_table_n_rows (scope_trace_machine (within->trace, m)->tables[SCOPE_TABLE_BAND_SAMPLES]) > 0
        && !sum_machine (within, scope_trace_machine (within->trace, m), result, error))
      return NULL;
  g_array_sort (result, compare_sums);
  return g_steal_pointer (&result);
}
