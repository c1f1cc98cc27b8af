/* scope-kept-comparison.c: see scope-kept-comparison.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-kept-comparison.h"

#define MAX_EDITS 1000u

/* --- saving --- */

static char *
time_words (gint64 ticks, ScopeTrace *trace)
{
  __int128 ps = (__int128) ticks * MAX (scope_trace_tick_ps (trace), 1);
  __int128 size = ps < 0 ? -ps : ps;

  return g_strdup_printf ("%s%" G_GINT64_FORMAT ".%03u", ps < 0 ? "-" : "", (gint64) (size / 1000), (guint) (size % 1000));
}

static char *
wish_words (const ScopeAlignWish *wish, ScopeTrace *baseline, ScopeTrace *run)
{
  g_autofree char *b = time_words (wish->baseline, baseline), *r = time_words (wish->run, run);
  g_autofree char *b_to = time_words (wish->baseline_to, baseline), *r_to = time_words (wish->run_to, run);

  switch (wish->by)
    {
    case SCOPE_ALIGN_MARKS:
      return g_strdup ("marks");
    case SCOPE_ALIGN_STARTS:
      return g_strdup ("start");
    case SCOPE_ALIGN_LENGTH:
      return g_strdup ("length");
    case SCOPE_ALIGN_MARK:
      return g_strdup_printf ("mark:%s#%u", wish->mark, MAX (wish->occurrence, 1));
    case SCOPE_ALIGN_AT:
      return g_strdup_printf ("at:%s,%s", b, r);
    case SCOPE_ALIGN_INTERVAL:
      return g_strdup_printf ("interval:%s-%s,%s-%s", b, b_to, r, r_to);
    case SCOPE_ALIGN_AUTO:
    default:
      return g_strdup ("auto");
    }
}

static char *
edit_words (const ScopePairingEdit *edit, ScopeTrace *baseline, ScopeTrace *run)
{
  g_autofree char *left = edit->has_baseline ? scope_trace_format_lane (baseline, edit->baseline) : g_strdup ("-");
  g_autofree char *right = edit->has_run ? scope_trace_format_lane (run, edit->run) : g_strdup ("-");

  return g_strconcat (left, ">", right, NULL);
}

void
scope_kept_comparison_save (ScopeComparison *comparison, GKeyFile *file, const char *group)
{
  ScopeTrace *baseline = scope_comparison_get_baseline (comparison), *run = scope_comparison_get_run (comparison);
  ScopeAlignment *alignment = scope_comparison_get_alignment (comparison);
  ScopePairing *pairing = scope_comparison_get_pairing (comparison);
  g_autoptr (GPtrArray) edits = g_ptr_array_new_with_free_func (g_free);

  if (alignment != NULL)
    {
      g_autofree char *words = wish_words (scope_alignment_get_wish (alignment), baseline, run);

      g_key_file_set_string (file, group, "Alignment", words);
    }
  for (guint i = 0; pairing != NULL && i < MIN (scope_pairing_n_edits (pairing), MAX_EDITS); i++)
    {
      ScopePairingEdit edit = scope_pairing_edit (pairing, i);

      g_ptr_array_add (edits, edit_words (&edit, baseline, run));
    }
  if (edits->len > 0)
    g_key_file_set_string_list (file, group, "Pairing", (const char *const *) edits->pdata, edits->len);
}

/* --- restoring --- */

void
scope_kept_comparison_clear (ScopeKeptComparison *kept)
{
  g_clear_pointer (&kept->alignment, g_free);
  g_clear_pointer (&kept->pairs, g_strfreev);
}

void
scope_kept_comparison_load (ScopeKeptComparison *kept, GKeyFile *file, const char *group)
{
  scope_kept_comparison_clear (kept);
  kept->alignment = g_key_file_get_string (file, group, "Alignment", NULL);
  kept->pairs = g_key_file_get_string_list (file, group, "Pairing", NULL, NULL);
}

gboolean
scope_kept_comparison_take_wish (ScopeKeptComparison *kept, ScopeTrace *baseline, ScopeTrace *run, ScopeAlignWish *ret_wish)
{
  g_autofree char *words = g_steal_pointer (&kept->alignment);

  return words != NULL
         && scope_align_wish_parse (words, MAX (scope_trace_tick_ps (baseline), 1), MAX (scope_trace_tick_ps (run), 1),
                                    ret_wish, NULL);
}

static gboolean
parse_edit (const char *text, ScopeTrace *baseline, ScopeTrace *run, ScopePairingEdit *ret_edit)
{
  g_auto (GStrv) sides = g_strsplit (text, ">", 2);

  *ret_edit = (ScopePairingEdit) { 0 };
  if (g_strv_length (sides) != 2)
    return FALSE;
  ret_edit->has_baseline = scope_trace_parse_lane (baseline, sides[0], &ret_edit->baseline, NULL);
  ret_edit->has_run = scope_trace_parse_lane (run, sides[1], &ret_edit->run, NULL);
  /* A lane that is not there any more says nothing, rather than that the other one has no partner. */
  return (ret_edit->has_baseline || g_str_equal (sides[0], "-")) && (ret_edit->has_run || g_str_equal (sides[1], "-"))
         && (ret_edit->has_baseline || ret_edit->has_run);
}

static void pair_next (ScopeComparison *comparison, char **pairs);

static void
paired (GObject *source, GAsyncResult *result, gpointer user_data)
{
  if (scope_comparison_edit_finish (SCOPE_COMPARISON (source), result, NULL))
    pair_next (SCOPE_COMPARISON (source), user_data);
  else
    g_strfreev (user_data);
}

/* One after the other; takes `pairs`, whose first is the next. */
static void
pair_next (ScopeComparison *comparison, char **pairs)
{
  ScopeTrace *baseline = scope_comparison_get_baseline (comparison), *run = scope_comparison_get_run (comparison);
  ScopePairingEdit edit;

  for (guint i = 0; pairs[i] != NULL && i < MAX_EDITS; i++)
    if (parse_edit (pairs[i], baseline, run, &edit))
      {
        scope_comparison_edit_async (comparison, &edit, NULL, paired, g_strdupv (pairs + i + 1));
        break;
      }
  g_strfreev (pairs);
}

static void
pairs_free (gpointer pairs, GClosure *closure)
{
  g_strfreev (pairs);
}

static void
comparison_changed (ScopeComparison *comparison, char **pairs)
{
  char **taken;

  if (!scope_comparison_is_prepared (comparison))
    return;
  taken = g_strdupv (pairs);
  g_signal_handlers_disconnect_by_func (comparison, comparison_changed, pairs);
  pair_next (comparison, taken);
}

void
scope_kept_comparison_give_pairs (ScopeKeptComparison *kept, ScopeComparison *comparison)
{
  char **pairs = g_steal_pointer (&kept->pairs);

  if (pairs == NULL)
    return;
  g_signal_connect_data (comparison, "changed", G_CALLBACK (comparison_changed), pairs, pairs_free, 0);
  comparison_changed (comparison, pairs);
}
