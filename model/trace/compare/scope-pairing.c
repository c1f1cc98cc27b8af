/* scope-pairing.c: pairs as lists and by lane. How they are found stands in scope-pairing-find.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-pairing-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-ref.h"

#include <glib/gi18n.h>

/* --- seats --- */

static void
side_init (ScopePairingSide *side, ScopeTrace *trace)
{
  guint32 n = 0;

  side->trace = g_object_ref (trace);
  side->n_machines = scope_trace_n_machines (trace);
  side->bases = g_malloc0_n (side->n_machines + 1, sizeof *side->bases);
  for (guint32 m = 0; m < side->n_machines; m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);

      for (guint k = 0; k < SCOPE_PAIRING_N_KINDS; k++)
        {
          side->bases[m][k] = n;
          n += k == SCOPE_KIND_MACHINE ? 1 : scope_machine_n_entities (machine, (ScopeKind) k);
        }
      side->bases[m][SCOPE_PAIRING_N_KINDS] = n;
    }
  side->n = n;
  side->how = g_new0 (guint8, (gsize) n + 1);
  side->partners = g_new (guint32, (gsize) n + 1);
  for (guint32 i = 0; i < n; i++)
    side->partners[i] = SCOPE_NONE;
}

static void
side_clear (ScopePairingSide *side)
{
  g_clear_object (&side->trace);
  g_free (side->bases);
  g_free (side->partners);
  g_free (side->how);
}

guint32
scope_pairing_seat (const ScopePairingSide *side, ScopeLaneId lane)
{
  guint kind = lane.kind == SCOPE_KIND_THREADS ? SCOPE_KIND_MACHINE : lane.kind;
  guint32 seat;

  if (lane.machine >= side->n_machines || kind >= SCOPE_PAIRING_N_KINDS)
    return SCOPE_NONE;
  seat = side->bases[lane.machine][kind] + lane.index;
  return seat < side->bases[lane.machine][kind + 1] ? seat : SCOPE_NONE;
}

ScopeLaneId
scope_pairing_lane (const ScopePairingSide *side, guint32 seat)
{
  guint32 m = (guint32) SCOPE_BISECT_LAST (side->n_machines, i, side->bases[i][0] <= seat);
  guint k = 0;

  while (seat >= side->bases[m][k + 1])
    k++;
  return (ScopeLaneId) { m, (ScopeKind) k, seat - side->bases[m][k] };
}

/* --- making --- */

static void
make_lists (ScopePairing *pairing)
{
  for (guint k = 0; k < SCOPE_PAIRING_N_KINDS; k++)
    {
      pairing->pairs[k] = g_array_new (FALSE, FALSE, sizeof (guint32));
      pairing->only_run[k] = g_array_new (FALSE, FALSE, sizeof (guint32));
      pairing->only_baseline[k] = g_array_new (FALSE, FALSE, sizeof (guint32));
      for (guint32 m = 0; m < pairing->run.n_machines; m++)
        for (guint32 i = pairing->run.bases[m][k]; i < pairing->run.bases[m][k + 1]; i++)
          g_array_append_val (pairing->run.partners[i] != SCOPE_NONE ? pairing->pairs[k] : pairing->only_run[k], i);
      for (guint32 m = 0; m < pairing->baseline.n_machines; m++)
        for (guint32 i = pairing->baseline.bases[m][k]; i < pairing->baseline.bases[m][k + 1]; i++)
          if (pairing->baseline.partners[i] == SCOPE_NONE)
            g_array_append_val (pairing->only_baseline[k], i);
    }
}

ScopePairing *
scope_pairing_new (ScopeTrace *baseline, ScopeTrace *run, const ScopePairingEdit *edits, guint n_edits,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopePairing) pairing = g_new0 (ScopePairing, 1);

  g_atomic_ref_count_init (&pairing->refs);
  side_init (&pairing->run, run);
  side_init (&pairing->baseline, baseline);
  pairing->edits = g_array_new (FALSE, FALSE, sizeof (ScopePairingEdit));
  if (n_edits > 0)
    g_array_append_vals (pairing->edits, edits, n_edits);
  if (!scope_pairing_find (pairing, cancellable, error))
    return NULL;
  make_lists (pairing);
  return g_steal_pointer (&pairing);
}

static void
pairing_free (ScopePairing *pairing)
{
  side_clear (&pairing->run);
  side_clear (&pairing->baseline);
  g_array_unref (pairing->edits);
  for (guint k = 0; k < SCOPE_PAIRING_N_KINDS; k++)
    {
      g_clear_pointer (&pairing->pairs[k], g_array_unref);
      g_clear_pointer (&pairing->only_run[k], g_array_unref);
      g_clear_pointer (&pairing->only_baseline[k], g_array_unref);
    }
  g_free (pairing);
}

SCOPE_DEFINE_REF (ScopePairing, scope_pairing, object->refs, pairing_free)

ScopeTrace *
scope_pairing_get_baseline (ScopePairing *pairing)
{
  return pairing->baseline.trace;
}

ScopeTrace *
scope_pairing_get_run (ScopePairing *pairing)
{
  return pairing->run.trace;
}

guint
scope_pairing_n_edits (ScopePairing *pairing)
{
  return pairing->edits->len;
}

ScopePairingEdit
scope_pairing_edit (ScopePairing *pairing, guint i)
{
  g_assert (i < pairing->edits->len);

  return g_array_index (pairing->edits, ScopePairingEdit, i);
}

/* --- by lane --- */

static gboolean
find_partner (const ScopePairingSide *from, const ScopePairingSide *to, ScopeLaneId lane, ScopeLaneId *ret_partner)
{
  guint32 seat = scope_pairing_seat (from, lane);

  if (seat == SCOPE_NONE || from->partners[seat] == SCOPE_NONE)
    return FALSE;
  *ret_partner = scope_pairing_lane (to, from->partners[seat]);
  if (lane.kind == SCOPE_KIND_THREADS)
    ret_partner->kind = SCOPE_KIND_THREADS;
  return TRUE;
}

gboolean
scope_pairing_to_baseline (ScopePairing *pairing, ScopeLaneId run, ScopeLaneId *ret_baseline)
{
  return find_partner (&pairing->run, &pairing->baseline, run, ret_baseline);
}

gboolean
scope_pairing_to_run (ScopePairing *pairing, ScopeLaneId baseline, ScopeLaneId *ret_run)
{
  return find_partner (&pairing->baseline, &pairing->run, baseline, ret_run);
}

static ScopePaired
find_how (const ScopePairingSide *side, ScopeLaneId lane)
{
  guint32 seat = scope_pairing_seat (side, lane);

  return seat != SCOPE_NONE ? (ScopePaired) side->how[seat] : SCOPE_PAIRED_NOT;
}

ScopePaired
scope_pairing_how (ScopePairing *pairing, ScopeLaneId run)
{
  return find_how (&pairing->run, run);
}

ScopePaired
scope_pairing_how_baseline (ScopePairing *pairing, ScopeLaneId baseline)
{
  return find_how (&pairing->baseline, baseline);
}

/* --- lists --- */

guint
scope_pairing_n_pairs (ScopePairing *pairing, ScopeKind kind)
{
  return (guint) kind < SCOPE_PAIRING_N_KINDS ? pairing->pairs[kind]->len : 0;
}

ScopeLanePair
scope_pairing_pair (ScopePairing *pairing, ScopeKind kind, guint i)
{
  guint32 seat;

  g_assert (i < scope_pairing_n_pairs (pairing, kind));

  seat = g_array_index (pairing->pairs[kind], guint32, i);
  return (ScopeLanePair) { scope_pairing_lane (&pairing->baseline, pairing->run.partners[seat]),
                           scope_pairing_lane (&pairing->run, seat), (ScopePaired) pairing->run.how[seat] };
}

guint
scope_pairing_n_only_run (ScopePairing *pairing, ScopeKind kind)
{
  return (guint) kind < SCOPE_PAIRING_N_KINDS ? pairing->only_run[kind]->len : 0;
}

ScopeLaneId
scope_pairing_only_run (ScopePairing *pairing, ScopeKind kind, guint i)
{
  g_assert (i < scope_pairing_n_only_run (pairing, kind));

  return scope_pairing_lane (&pairing->run, g_array_index (pairing->only_run[kind], guint32, i));
}

guint
scope_pairing_n_only_baseline (ScopePairing *pairing, ScopeKind kind)
{
  return (guint) kind < SCOPE_PAIRING_N_KINDS ? pairing->only_baseline[kind]->len : 0;
}

ScopeLaneId
scope_pairing_only_baseline (ScopePairing *pairing, ScopeKind kind, guint i)
{
  g_assert (i < scope_pairing_n_only_baseline (pairing, kind));

  return scope_pairing_lane (&pairing->baseline, g_array_index (pairing->only_baseline[kind], guint32, i));
}

/* --- words --- */

static const struct
{
  const char *name, *label;
} hows[] = {
  [SCOPE_PAIRED_NOT] = { "", N_("not paired") },
  [SCOPE_PAIRED_BY_HAND] = { "hand", N_("by hand") },
  [SCOPE_PAIRED_NUMBER] = { "number", N_("by number") },
  [SCOPE_PAIRED_NAME] = { "name", N_("by name") },
  [SCOPE_PAIRED_REST] = { "rest", N_("the only ones left") },
  [SCOPE_PAIRED_LABEL] = { "label", N_("by parent, label and order") },
  [SCOPE_PAIRED_ORDER] = { "order", N_("by parent and order") },
  [SCOPE_PAIRED_FAR] = { "far", N_("by label and order; other parents") },
};

const char *
scope_paired_label (ScopePaired how)
{
  return (guint) how < G_N_ELEMENTS (hows) ? _(hows[how].label) : "";
}

const char *
scope_paired_name (ScopePaired how)
{
  return (guint) how < G_N_ELEMENTS (hows) ? hows[how].name : "";
}
