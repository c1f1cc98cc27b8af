/* scope-pairing-find.c: finds which lanes of two runs are the same ones.
 *
 * From the top down, family by family: the children of two lanes that are a pair are put into buckets of what they are called and
 * where they live; of each bucket the n-th of one run belongs to the n-th of the other. What is left over is tried once more
 * wherever it lives. A queue, no recursion: a thread may have made a thread a hundred thousand times over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-pairing-private.h"

#include "model/base/scope-compare.h"
#include "model/trace/document/scope-query-range.h"

#include <stdlib.h>
#include <string.h>

#define CHECK_EVERY 4096u
#define TOP SCOPE_NONE /* parent of what has none */

/* What is needed of one run while pairs are looked for. */
typedef struct
{
  ScopePairingSide *side;
  guint32 *parents;  /* of each seat: its parent's seat, or TOP */
  guint32 *labels;   /* number of what it is called, the same in both runs; 0: nothing */
  guint32 *homes;    /* of each machine: its partner's index in the baseline, or something that nobody has */
  guint32 *starts;   /* n + 2: children of seat i in `children`; those of TOP at n */
  guint32 *children; /* in order of creation */
  guint8 *fixed;     /* a person said so */
} Half;

typedef struct
{
  ScopePairing *pairing;
  Half run, baseline;
  GHashTable *labels; /* text → number */
  GArray *queue;      /* seats of the run whose families are to be paired */
  GCancellable *cancellable;
} Finding;

static void
make_pair (Finding *finding, guint32 baseline, guint32 run, ScopePaired how)
{
  finding->run.side->partners[run] = baseline;
  finding->baseline.side->partners[baseline] = run;
  finding->run.side->how[run] = finding->baseline.side->how[baseline] = (guint8) how;
  g_array_append_val (finding->queue, run);
}

static gboolean
is_free (const Half *half, guint32 seat)
{
  return half->side->partners[seat] == SCOPE_NONE && !half->fixed[seat];
}

/* --- what a person said --- */

/* Nobody is tied to it any more. */
static void
untie (Half *half, Half *other, guint32 seat)
{
  guint32 partner = half->side->partners[seat];

  if (partner != SCOPE_NONE)
    {
      other->side->partners[partner] = half->side->partners[seat] = SCOPE_NONE;
      other->side->how[partner] = half->side->how[seat] = SCOPE_PAIRED_NOT;
      other->fixed[partner] = FALSE;
    }
  half->fixed[seat] = FALSE;
}

static void
take_edit (Finding *finding, const ScopePairingEdit *edit)
{
  guint32 run = edit->has_run ? scope_pairing_seat (finding->run.side, edit->run) : SCOPE_NONE;
  guint32 baseline = edit->has_baseline ? scope_pairing_seat (finding->baseline.side, edit->baseline) : SCOPE_NONE;

  if (edit->has_run && edit->has_baseline
      && (run == SCOPE_NONE || baseline == SCOPE_NONE || edit->run.kind != edit->baseline.kind))
    return;
  if (run != SCOPE_NONE)
    {
      untie (&finding->run, &finding->baseline, run);
      finding->run.fixed[run] = TRUE;
    }
  if (baseline != SCOPE_NONE)
    {
      untie (&finding->baseline, &finding->run, baseline);
      finding->baseline.fixed[baseline] = TRUE;
    }
  if (run != SCOPE_NONE && baseline != SCOPE_NONE)
    {
      finding->run.side->partners[run] = baseline;
      finding->baseline.side->partners[baseline] = run;
      finding->run.side->how[run] = finding->baseline.side->how[baseline] = SCOPE_PAIRED_BY_HAND;
    }
}

static void
take_edits (Finding *finding)
{
  for (guint i = 0; i < finding->pairing->edits->len; i++)
    take_edit (finding, &g_array_index (finding->pairing->edits, ScopePairingEdit, i));
  for (guint32 i = 0; i < finding->run.side->n; i++)
    if (finding->run.side->partners[i] != SCOPE_NONE)
      g_array_append_val (finding->queue, i);
}

/* --- machines and their processors --- */

static guint32
seat_of_machine (const Half *half, guint32 m)
{
  return half->side->bases[m][SCOPE_KIND_MACHINE];
}

typedef gboolean (*MachineTest) (ScopeMachine *run, ScopeMachine *baseline);

static gboolean
same_number (ScopeMachine *run, ScopeMachine *baseline)
{
  return run->number == baseline->number;
}

static gboolean
same_name (ScopeMachine *run, ScopeMachine *baseline)
{
  return run->name != NULL && baseline->name != NULL && strcmp (run->name, baseline->name) == 0;
}

static void
pair_machines_if (Finding *finding, MachineTest test, ScopePaired how)
{
  Half *run = &finding->run, *baseline = &finding->baseline;

  for (guint32 m = 0; m < run->side->n_machines; m++)
    for (guint32 b = 0; b < baseline->side->n_machines && is_free (run, seat_of_machine (run, m)); b++)
      if (is_free (baseline, seat_of_machine (baseline, b))
          && test (scope_trace_machine (run->side->trace, m), scope_trace_machine (baseline->side->trace, b)))
        make_pair (finding, seat_of_machine (baseline, b), seat_of_machine (run, m), how);
}

/* The only free machine, or SCOPE_NONE. */
static guint32
only_machine (const Half *half)
{
  guint32 only = SCOPE_NONE;

  for (guint32 m = 0; m < half->side->n_machines; m++)
    if (is_free (half, seat_of_machine (half, m)))
      {
        if (only != SCOPE_NONE)
          return SCOPE_NONE;
        only = seat_of_machine (half, m);
      }
  return only;
}

static void
pair_machines (Finding *finding)
{
  guint32 run, baseline;

  pair_machines_if (finding, same_number, SCOPE_PAIRED_NUMBER);
  pair_machines_if (finding, same_name, SCOPE_PAIRED_NAME);
  run = only_machine (&finding->run);
  baseline = only_machine (&finding->baseline);
  if (run != SCOPE_NONE && baseline != SCOPE_NONE)
    make_pair (finding, baseline, run, SCOPE_PAIRED_REST);
  for (guint32 m = 0; m < finding->baseline.side->n_machines; m++)
    finding->baseline.homes[m] = m;
  for (guint32 m = 0; m < finding->run.side->n_machines; m++)
    {
      guint32 partner = finding->run.side->partners[seat_of_machine (&finding->run, m)];

      finding->run.homes[m]
          = partner != SCOPE_NONE ? scope_pairing_lane (finding->baseline.side, partner).machine
                                  : finding->baseline.side->n_machines + m;
    }
}

static void
pair_processors (Finding *finding)
{
  const ScopePairingSide *run = finding->run.side, *baseline = finding->baseline.side;

  for (guint32 m = 0; m < run->n_machines; m++)
    {
      guint32 first = run->bases[m][SCOPE_KIND_PROCESSOR], b = finding->run.homes[m];

      for (guint32 i = first; b < baseline->n_machines && i < run->bases[m][SCOPE_KIND_PROCESSOR + 1]; i++)
        {
          ScopeEntity *entity
              = scope_machine_entity (scope_trace_machine (run->trace, m), SCOPE_KIND_PROCESSOR, i - first);
          guint32 index = scope_machine_find_processor (scope_trace_machine (baseline->trace, b), (guint) entity->number);
          guint32 seat = index != SCOPE_NONE
                             ? scope_pairing_seat (baseline, (ScopeLaneId) { b, SCOPE_KIND_PROCESSOR, index })
                             : SCOPE_NONE;

          if (seat != SCOPE_NONE && is_free (&finding->run, i) && is_free (&finding->baseline, seat))
            make_pair (finding, seat, i, SCOPE_PAIRED_NUMBER);
        }
    }
}

/* --- the trees --- */

static guint32
label_of (Finding *finding, const ScopeEntity *entity)
{
  const char *label = entity->name != NULL ? entity->name : entity->entry;
  gpointer number;

  if (label == NULL)
    return 0;
  number = g_hash_table_lookup (finding->labels, label);
  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (finding->labels) + 1);
      g_hash_table_insert (finding->labels, (gpointer) label, number);
    }
  return GPOINTER_TO_UINT (number);
}

static guint32
parent_of (const ScopePairingSide *side, ScopeLaneId lane, const ScopeEntity *entity)
{
  guint32 parent = SCOPE_NONE;

  if (lane.kind == SCOPE_KIND_PROCESS)
    return scope_pairing_seat (side, (ScopeLaneId) { entity->parent_machine, SCOPE_KIND_PROCESS, entity->parent });
  if (entity->process != SCOPE_NONE)
    parent = scope_pairing_seat (side, (ScopeLaneId) { lane.machine, SCOPE_KIND_PROCESS, entity->process });
  else if (entity->parent != SCOPE_NONE)
    parent = scope_pairing_seat (side, (ScopeLaneId) { lane.machine, SCOPE_KIND_THREAD, entity->parent });
  return parent != SCOPE_NONE ? parent : side->bases[lane.machine][SCOPE_KIND_MACHINE];
}

/* When it was made, for the order of children. */
typedef struct
{
  gint64 time;
  guint32 seat;
} Birth;

SCOPE_COMPARE_BY (compare_births, Birth, SCOPE_UP (time) SCOPE_UP (seat))

/* Labels, parents and births of the processes and threads; returns how many there are. */
static guint32
gather (Finding *finding, Half *half, Birth *births)
{
  ScopePairingSide *side = half->side;
  guint32 n = 0;

  for (guint32 m = 0; m < side->n_machines; m++)
    {
      ScopeMachine *machine = scope_trace_machine (side->trace, m);
      gint64 offset = scope_trace_offset (side->trace, machine);

      for (ScopeKind kind = SCOPE_KIND_PROCESS; kind <= SCOPE_KIND_THREAD; kind++)
        for (guint32 i = side->bases[m][kind]; i < side->bases[m][kind + 1]; i++)
          {
            ScopeLaneId lane = { m, kind, i - side->bases[m][kind] };
            const ScopeEntity *entity = scope_machine_entity (machine, kind, lane.index);

            half->labels[i] = label_of (finding, entity);
            half->parents[i] = parent_of (side, lane, entity);
            births[n++] = (Birth) { scope_time_add (entity->first, offset), i };
          }
    }
  return n;
}

/* A damaged log may have somebody make its own ancestor: whoever closes a circle has no such parent. */
static void
cut_circles (Half *half)
{
  const ScopePairingSide *side = half->side;
  g_autofree guint32 *seen = g_new0 (guint32, (gsize) side->n + 1); /* from whose walk + 1 */

  for (guint32 i = 0; i < side->n; i++)
    {
      guint32 at = i, before = i;

      while (at != TOP && seen[at] == 0)
        {
          seen[at] = i + 1;
          before = at;
          at = half->parents[at];
        }
      if (at != TOP && seen[at] == i + 1)
        {
          ScopeLaneId lane = scope_pairing_lane (side, before);

          half->parents[before] = lane.kind == SCOPE_KIND_THREAD ? side->bases[lane.machine][SCOPE_KIND_MACHINE] : TOP;
        }
    }
}

static guint32
family_of (const Half *half, guint32 seat)
{
  return half->parents[seat] == TOP ? half->side->n : half->parents[seat];
}

static gboolean
plant (Finding *finding, Half *half, GError **error)
{
  guint32 n = half->side->n, n_births;
  g_autofree Birth *births = g_new (Birth, (gsize) n + 1);
  g_autofree guint32 *next = NULL;

  half->labels = g_new0 (guint32, (gsize) n + 1);
  half->parents = g_new (guint32, (gsize) n + 1);
  for (guint32 i = 0; i < n; i++)
    half->parents[i] = TOP;
  half->starts = g_new0 (guint32, (gsize) n + 3);
  half->children = g_new (guint32, (gsize) n + 1);
  n_births = gather (finding, half, births);
  if (g_cancellable_set_error_if_cancelled (finding->cancellable, error))
    return FALSE;
  cut_circles (half);
  qsort (births, n_births, sizeof *births, compare_births);
  for (guint32 i = 0; i < n_births; i++)
    half->starts[family_of (half, births[i].seat) + 1]++;
  for (guint32 i = 0; i <= n; i++)
    half->starts[i + 1] += half->starts[i];
  next = g_memdup2 (half->starts, ((gsize) n + 2) * sizeof *next);
  for (guint32 i = 0; i < n_births; i++)
    half->children[next[family_of (half, births[i].seat)]++] = births[i].seat;
  return TRUE;
}

/* --- families --- */

/* A child that has no partner yet. */
typedef struct
{
  guint64 what; /* kind and label */
  guint32 home; /* machine of the baseline; 0 where that does not matter */
  guint32 place; /* order of creation */
  guint32 seat;
} Child;

static int
compare_buckets (const Child *x, const Child *y)
{
  SCOPE_COMPARE (x->what, y->what);
  return x->home < y->home ? -1 : x->home > y->home;
}

static int
compare_children (gconstpointer a, gconstpointer b)
{
  const Child *x = a, *y = b;
  int order = compare_buckets (x, y);

  return order != 0 ? order : x->place < y->place ? -1 : x->place > y->place;
}

static GArray *
free_children (const Half *half, const guint32 *seats, guint32 n, gboolean at_home, gboolean labelled)
{
  GArray *children = g_array_sized_new (FALSE, FALSE, sizeof (Child), n);

  for (guint32 i = 0; i < n; i++)
    {
      ScopeLaneId lane;
      Child child = { .place = i, .seat = seats[i] };

      if (!is_free (half, seats[i]) || (labelled && half->labels[seats[i]] == 0))
        continue;
      lane = scope_pairing_lane (half->side, seats[i]);
      child.what = (guint64) lane.kind << 32 | half->labels[seats[i]];
      child.home = at_home ? half->homes[lane.machine] : 0;
      g_array_append_val (children, child);
    }
  if (children->len > 1)
    qsort (children->data, children->len, sizeof (Child), compare_children);
  return children;
}

/* The n-th of a bucket to the n-th; `how` NOT: as their labels say. */
static void
pair_children (Finding *finding, const GArray *ours, const GArray *theirs, ScopePaired how)
{
  guint i = 0, j = 0;

  while (i < ours->len && j < theirs->len)
    {
      const Child *run = &g_array_index (ours, Child, i), *baseline = &g_array_index (theirs, Child, j);
      int order = compare_buckets (run, baseline);

      if (order == 0)
        make_pair (finding, baseline->seat, run->seat,
                   how != SCOPE_PAIRED_NOT                ? how
                   : finding->run.labels[run->seat] != 0 ? SCOPE_PAIRED_LABEL
                                                         : SCOPE_PAIRED_ORDER);
      i += order <= 0;
      j += order >= 0;
    }
}

static void
pair_lists (Finding *finding, const guint32 *ours, guint32 n_ours, const guint32 *theirs, guint32 n_theirs,
            gboolean at_home, ScopePaired how)
{
  g_autoptr (GArray) run = free_children (&finding->run, ours, n_ours, at_home, how == SCOPE_PAIRED_FAR);
  g_autoptr (GArray) baseline = free_children (&finding->baseline, theirs, n_theirs, at_home, how == SCOPE_PAIRED_FAR);

  pair_children (finding, run, baseline, how);
}

static void
pair_family (Finding *finding, guint32 baseline, guint32 run)
{
  const Half *ours = &finding->run, *theirs = &finding->baseline;
  const guint32 *our_children = ours->children + ours->starts[run];
  const guint32 *their_children = theirs->children + theirs->starts[baseline];
  guint32 n_ours = ours->starts[run + 1] - ours->starts[run];
  guint32 n_theirs = theirs->starts[baseline + 1] - theirs->starts[baseline];

  if (n_ours == 0 || n_theirs == 0)
    return;
  pair_lists (finding, our_children, n_ours, their_children, n_theirs, TRUE, SCOPE_PAIRED_NOT);
  pair_lists (finding, our_children, n_ours, their_children, n_theirs, FALSE, SCOPE_PAIRED_NOT);
}

static gboolean
pair_families (Finding *finding, guint *at, GError **error)
{
  for (; *at < finding->queue->len; (*at)++)
    {
      guint32 run = g_array_index (finding->queue, guint32, *at);

      pair_family (finding, finding->run.side->partners[run], run);
      if (*at % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (finding->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* All processes and threads, in order of creation within each family. */
static void
pair_far (Finding *finding)
{
  const Half *run = &finding->run, *baseline = &finding->baseline;

  pair_lists (finding, run->children, run->starts[run->side->n + 1], baseline->children,
              baseline->starts[baseline->side->n + 1], TRUE, SCOPE_PAIRED_FAR);
}

static gboolean
find (Finding *finding, GError **error)
{
  guint at = 0;

  take_edits (finding);
  pair_machines (finding);
  pair_processors (finding);
  if (!plant (finding, &finding->run, error) || !plant (finding, &finding->baseline, error))
    return FALSE;
  pair_family (finding, finding->baseline.side->n, finding->run.side->n);
  if (!pair_families (finding, &at, error))
    return FALSE;
  pair_far (finding);
  return pair_families (finding, &at, error);
}

/* --- all of it --- */

static void
half_init (Half *half, ScopePairingSide *side)
{
  half->side = side;
  half->homes = g_new0 (guint32, side->n_machines + 1);
  half->fixed = g_new0 (guint8, (gsize) side->n + 1);
}

static void
half_clear (Half *half)
{
  g_free (half->parents);
  g_free (half->labels);
  g_free (half->homes);
  g_free (half->starts);
  g_free (half->children);
  g_free (half->fixed);
}

gboolean
scope_pairing_find (ScopePairing *pairing, GCancellable *cancellable, GError **error)
{
  Finding finding = { .pairing = pairing, .cancellable = cancellable };
  gboolean ok;

  half_init (&finding.run, &pairing->run);
  half_init (&finding.baseline, &pairing->baseline);
  finding.labels = g_hash_table_new (g_str_hash, g_str_equal);
  finding.queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  ok = find (&finding, error);
  half_clear (&finding.run);
  half_clear (&finding.baseline);
  g_hash_table_unref (finding.labels);
  g_array_unref (finding.queue);
  return ok;
}
