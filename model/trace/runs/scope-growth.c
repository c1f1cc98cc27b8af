/* scope-growth.c: see scope-growth.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/runs/scope-growth.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define SAME 0.01 /* sizes a processor that differ by less are the same */
#define AHEAD 4
#define NO_LAW 0.5 /* relative deviation of what no law explains */

typedef struct
{
  const ScopeRunSummary *run;
  double size, x;
} Run;

typedef struct
{
  ScopeGrowth *growth;
  GArray *runs;   /* of Run, in order of x */
} Growing;

/* --- which runs --- */

static gboolean
alike (double a, double b)
{
  return (isnan (a) && isnan (b)) || a == b;
}

static double
size_each (const Run *run)
{
  return run->size / run->run->processors;
}

/* How many different values of x there are among the runs whose other value is that of `like`. */
static guint
count_points (GArray *runs, const Run *like, gboolean over_size)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_double_hash, g_double_equal, g_free, NULL);

  for (guint i = 0; i < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);
      double x = over_size ? run->size : run->run->processors;

      if (over_size ? run->run->processors == like->run->processors && !isnan (x) : alike (run->size, like->size))
        g_hash_table_add (seen, g_memdup2 (&x, sizeof x));
    }
  return g_hash_table_size (seen);
}

static gboolean
all_weak (GArray *runs)
{
  const Run *first = &g_array_index (runs, Run, 0);

  for (guint i = 0; i < runs->len; i++)
    if (!(fabs (size_each (&g_array_index (runs, Run, i)) / size_each (first) - 1) < SAME))
      return FALSE;
  return TRUE;
}

static gboolean
differs (GArray *runs, gboolean size)
{
  const Run *first = &g_array_index (runs, Run, 0);

  for (guint i = 1; i < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);

      if (size ? !alike (run->size, first->size) : run->run->processors != first->run->processors)
        return TRUE;
    }
  return FALSE;
}

/* Keeps those that differ in x alone: of the other value that has most points, the greatest of these. */
static void
keep_alike (Growing *self)
{
  ScopeGrowth *growth = self->growth;
  guint most = 0, n = 0;
  Run like = { 0 };

  for (guint i = 0; i < self->runs->len; i++)
    {
      const Run *run = &g_array_index (self->runs, Run, i);
      guint points = count_points (self->runs, run, growth->over_size);
      gboolean greater = growth->over_size ? like.run != NULL && run->run->processors > like.run->processors : run->size > like.size;

      if (points > most || (points == most && greater))
        {
          most = points;
          like = *run;
        }
    }
  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = &g_array_index (self->runs, Run, i);

      if (most > 0
          && (growth->over_size ? run->run->processors == like.run->processors && !isnan (run->size) : alike (run->size, like.size)))
        g_array_index (self->runs, Run, n++) = *run;
    }
  growth->left_out += self->runs->len - n;
  g_array_set_size (self->runs, n);
}

static gboolean
choose (Growing *self, ScopeGrowthOver over, GError **error)
{
  ScopeGrowth *growth = self->growth;
  gboolean processors = differs (self->runs, FALSE), sizes = differs (self->runs, TRUE), weak = processors && sizes && all_weak (self->runs);

  if (!processors && !sizes)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "%s",
                       _("All runs have the same number of processors, and no sizes of their input are known that differ: there is nothing to grow with"));
  if (over == SCOPE_GROWTH_ANY && processors && sizes && !weak)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "%s",
                       _("Both the processors and the size of the input differ: say over which of them"));
  growth->over_size = over == SCOPE_GROWTH_SIZE || (over == SCOPE_GROWTH_ANY && !processors);
  growth->kind = growth->over_size ? SCOPE_SERIES_SIZES : weak ? SCOPE_SERIES_WEAK : SCOPE_SERIES_STRONG;
  if (growth->kind != SCOPE_SERIES_WEAK)
    keep_alike (self);
  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = &g_array_index (self->runs, Run, i);

      run->x = growth->over_size ? run->size : run->run->processors;
    }
  return TRUE;
}

/* --- points --- */

SCOPE_COMPARE_BY (compare_runs, Run, SCOPE_UP (x))

/* Values of the runs of point `i`. */
typedef double (*ValueFunc) (const Run *run, gconstpointer data);

static double
duration_of (const Run *run, gconstpointer data)
{
  return run->run->values[SCOPE_RUN_DURATION];
}

static void
vary (Growing *self, double x, ValueFunc func, gconstpointer data, ScopeVariation *variation)
{
  g_autofree double *values = g_new (double, self->runs->len);
  guint n = 0;

  for (guint i = 0; i < self->runs->len; i++)
    if (g_array_index (self->runs, Run, i).x == x)
      values[n++] = func (&g_array_index (self->runs, Run, i), data);
  scope_variation_init (variation, values, n);
}

static void
make_points (Growing *self)
{
  ScopeGrowth *growth = self->growth;

  for (guint i = 0; i < self->runs->len; i++)
    {
      const Run *run = &g_array_index (self->runs, Run, i);
      ScopeGrowthPoint point = { .x = run->x, .processors = run->run->processors, .size = run->size,
                                 .speedup = NAN, .efficiency = NAN, .serial_fraction = NAN };

      if (i > 0 && g_array_index (self->runs, Run, i - 1).x == run->x)
        continue;
      vary (self, run->x, duration_of, NULL, &point.time);
      point.n_runs = point.time.n;
      g_array_append_val (growth->points, point);
    }
}

static void
scale_points (ScopeGrowth *growth)
{
  const ScopeGrowthPoint *base = &g_array_index (growth->points, ScopeGrowthPoint, 0);

  for (guint i = 0; !growth->over_size && i < growth->points->len; i++)
    {
      ScopeGrowthPoint *point = &g_array_index (growth->points, ScopeGrowthPoint, i);
      gboolean weak = growth->kind == SCOPE_SERIES_WEAK;
      double q = (double) point->processors / base->processors, s = (weak ? q : 1) * base->time.mean / point->time.mean;

      point->speedup = s;
      point->efficiency = s / q;
      if (i > 0)
        point->serial_fraction = weak ? (q - s) / (q - 1) : (1 / s - 1 / q) / (1 - 1 / q);
    }
}

/* --- parts --- */

static void
part_free (gpointer data)
{
  ScopeGrowthPart *part = data;

  g_free ((char *) part->name);
  g_free ((char *) part->word);
  g_free (part->values);
  scope_growth_law_clear (&part->law);
  g_free (part);
}

static ScopeGrowthPart *
add_part (ScopeGrowth *growth, ScopePartKind kind, const char *name, const char *word)
{
  ScopeGrowthPart *part = g_new0 (ScopeGrowthPart, 1);

  part->kind = kind;
  part->name = g_strdup (name);
  part->word = g_strdup (word != NULL ? word : name);
  part->values = g_new0 (ScopeVariation, growth->points->len);
  part->share = part->share_ahead = NAN;
  g_ptr_array_add (growth->parts, part);
  return part;
}

static double
part_of (const Run *run, gconstpointer data)
{
  const ScopeGrowthPart *part = data;
  const ScopeRunPart key = { .kind = part->kind, .name = (char *) part->name };
  guint place;

  return g_array_binary_search (run->run->parts, &key, scope_run_part_compare, &place) ? g_array_index (run->run->parts, ScopeRunPart, place).ns
                                                                                         : 0;
}

static double
all_of (const Run *run, gconstpointer data)
{
  double sum = 0;

  for (guint i = 0; i < run->run->parts->len; i++)
    sum += g_array_index (run->run->parts, ScopeRunPart, i).kind == SCOPE_PART_CAUSE ? g_array_index (run->run->parts, ScopeRunPart, i).ns : 0;
  return sum;
}

static void
fit_part (Growing *self, ScopeGrowthPart *part, ValueFunc func)
{
  ScopeGrowth *growth = self->growth;
  g_autofree double *x = g_new (double, self->runs->len), *y = g_new (double, self->runs->len);

  for (guint i = 0; i < self->runs->len; i++)
    {
      x[i] = g_array_index (self->runs, Run, i).x;
      y[i] = func (&g_array_index (self->runs, Run, i), part);
    }
  for (guint i = 0; i < growth->points->len; i++)
    vary (self, g_array_index (growth->points, ScopeGrowthPoint, i).x, func, part, &part->values[i]);
  part->known = scope_growth_law_fit (x, y, self->runs->len, part->kind == SCOPE_PART_CAUSE, &part->law) && part->law.deviation < NO_LAW;
}

/* A phase that was not found in a run may still be there: only what all runs have is followed. */
static gboolean
can_be_followed (const Growing *self, const ScopeRunPart *part)
{
  for (guint i = 0; part->kind == SCOPE_PART_PHASE && i < self->runs->len; i++)
    if (!g_array_binary_search (g_array_index (self->runs, Run, i).run->parts, part, scope_run_part_compare, NULL))
      return FALSE;
  return TRUE;
}

/* The names that any run has, each once. */
static void
collect_parts (Growing *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->runs->len; i++)
    {
      GArray *parts = g_array_index (self->runs, Run, i).run->parts;

      for (guint p = 0; p < parts->len; p++)
        {
          const ScopeRunPart *part = &g_array_index (parts, ScopeRunPart, p);

          if (part->ns > 0 && can_be_followed (self, part) && g_hash_table_add (seen, g_strdup_printf ("%d %s", part->kind, part->name)))
            add_part (self->growth, part->kind, part->name, part->word);
        }
    }
}

static double
last_of (const ScopeGrowth *growth, const ScopeGrowthPart *part)
{
  return part->values[growth->points->len - 1].mean;
}

static int
compare_parts (gconstpointer one, gconstpointer other, gpointer data)
{
  const ScopeGrowthPart *x = *(const ScopeGrowthPart *const *) one, *y = *(const ScopeGrowthPart *const *) other;

  SCOPE_COMPARE (y->whole, x->whole);
  if (x->whole)
    return 0; /* the sort keeps their order */
  SCOPE_COMPARE (x->kind, y->kind);
  SCOPE_COMPARE (last_of (data, y), last_of (data, x));
  return strcmp (x->name, y->name);
}

static void
share_parts (ScopeGrowth *growth)
{
  double now[SCOPE_N_PART_KINDS] = { 0 }, ahead[SCOPE_N_PART_KINDS] = { 0 };

  for (guint i = 0; i < growth->parts->len; i++)
    {
      const ScopeGrowthPart *part = growth->parts->pdata[i];

      if (part->whole)
        continue;
      now[part->kind] += last_of (growth, part);
      ahead[part->kind] += part->known ? scope_growth_law_at (&part->law, growth->ahead) : last_of (growth, part);
    }
  now[SCOPE_PART_ALONE] = last_of (growth, growth->duration);
  if (growth->all->known)
    {
      ahead[SCOPE_PART_CAUSE] = scope_growth_law_at (&growth->all->law, growth->ahead);
      ahead[SCOPE_PART_ALONE] = scope_growth_law_at (&growth->duration->law, growth->ahead);
    }
  for (guint i = 0; i < growth->parts->len; i++)
    {
      ScopeGrowthPart *part = growth->parts->pdata[i];

      if (part->whole)
        continue;
      part->share = last_of (growth, part) / now[part->kind];
      if (part->known)
        part->share_ahead = MIN (scope_growth_law_at (&part->law, growth->ahead) / ahead[part->kind], 1);
    }
}

static void
make_parts (Growing *self)
{
  ScopeGrowth *growth = self->growth;
  growth->duration = add_part (growth, SCOPE_PART_CAUSE, "duration", _("Duration"));
  growth->all = add_part (growth, SCOPE_PART_CAUSE, "all", _("All processors’ time"));
  growth->duration->whole = growth->all->whole = TRUE;
  fit_part (self, growth->duration, duration_of);
  fit_part (self, growth->all, all_of);
  collect_parts (self);
  for (guint i = 2; i < growth->parts->len; i++)
    fit_part (self, growth->parts->pdata[i], part_of);
  g_ptr_array_sort_with_data (growth->parts, compare_parts, growth);
  share_parts (growth);
}

/* --- as a whole --- */

static void
take_runs (Growing *self, ScopeRunSet *set, const double *sizes)
{
  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    {
      Run run = { scope_run_set_summary (set, i), sizes[i], 0 };

      if (run.run == NULL || run.run->parts == NULL || !scope_run_summary_can_scale (run.run))
        continue;
      if (self->runs->len == 0)
        {
          self->growth->program = g_strdup (run.run->program);
          self->growth->runtime = run.run->runtime;
        }
      g_array_append_val (self->runs, run);
    }
}

ScopeGrowth *
scope_growth_new (ScopeRunSet *set, const double *sizes, const char *setting, ScopeGrowthOver over, double ahead, GError **error)
{
  g_autoptr (ScopeGrowth) growth = g_new0 (ScopeGrowth, 1);
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  Growing self = { growth, runs };

  growth->setting = g_strdup (setting);
  growth->points = g_array_new (FALSE, FALSE, sizeof (ScopeGrowthPoint));
  growth->parts = g_ptr_array_new_with_free_func (part_free);
  take_runs (&self, set, sizes);
  if (runs->len == 0)
    return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, "%s", _("There is no run to look at"));
  if (!choose (&self, over, error))
    return NULL;
  g_array_sort (runs, compare_runs);
  growth->n_runs = runs->len;
  make_points (&self);
  if (growth->points->len < 2)
    return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, "%s",
                            growth->over_size ? _("No two runs on the same number of processors have inputs of different sizes")
                                              : _("No two runs with an input of the same size have different numbers of processors"));
  scale_points (growth);
  growth->ahead = isnan (ahead) ? AHEAD * g_array_index (growth->points, ScopeGrowthPoint, growth->points->len - 1).x : ahead;
  make_parts (&self);
  return g_steal_pointer (&growth);
}

void
scope_growth_free (ScopeGrowth *growth)
{
  if (growth == NULL)
    return;
  g_ptr_array_unref (growth->parts);
  g_array_unref (growth->points);
  g_free (growth->program);
  g_free (growth->setting);
  g_free (growth);
}
