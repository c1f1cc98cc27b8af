/* scope-pairs-popover.c: see scope-pairs-popover.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-pairs-popover.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-search-entry.h"

#include "model/base/scope-task.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST 200u     /* rows that are made */
#define MOST_OFFERED 60u /* partners that can be chosen */

struct _ScopePairsPopover
{
  GtkPopover parent_instance;

  ScopeComparison *comparison;
  GCancellable *editing;
  GtkWidget *kind, *filter, *list, *more;
  GArray *kinds;          /* ScopeKind of each choice */
  gboolean has_waiting;   /* one of this run or of the baseline waits for a partner: */
  gboolean waiting_is_run;
  ScopeLaneId waiting;
  guint n_rows;           /* of the list, seen */
};

G_DEFINE_FINAL_TYPE (ScopePairsPopover, scope_pairs_popover, GTK_TYPE_POPOVER)

static const ScopeKind all_kinds[] = { SCOPE_KIND_MACHINE, SCOPE_KIND_PROCESSOR, SCOPE_KIND_PROCESS, SCOPE_KIND_THREAD };

char *
scope_pairs_popover_dup_summary (ScopeComparison *comparison)
{
  ScopePairing *pairing = comparison != NULL ? scope_comparison_get_pairing (comparison) : NULL;
  guint pairs = 0, alone = 0;
  g_autofree char *n_pairs = NULL, *n_alone = NULL;

  for (guint i = 0; pairing != NULL && i < G_N_ELEMENTS (all_kinds); i++)
    {
      if (scope_trace_kind_repeats (scope_comparison_get_run (comparison), all_kinds[i]))
        continue;
      pairs += scope_pairing_n_pairs (pairing, all_kinds[i]);
      alone += scope_pairing_n_only_run (pairing, all_kinds[i]) + scope_pairing_n_only_baseline (pairing, all_kinds[i]);
    }
  if (pairing == NULL)
    return g_strdup (_("Pairs"));
  n_pairs = scope_format_count (pairs);
  n_alone = scope_format_count (alone);
  if (alone == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s pair", "%s pairs", pairs), n_pairs);
  /* Translators: pairs of lanes, and lanes of one run that have no partner in the other */
  return g_strdup_printf (_("%s matched, %s unmatched"), n_pairs, n_alone);
}

/* --- editing --- */

static void
edited (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopePairsPopover) self = user_data;
  g_autoptr (GError) error = NULL;

  /* What changed is told by the comparison; what went wrong leaves it as it was. */
  if (!scope_comparison_edit_finish (SCOPE_COMPARISON (source), result, &error)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && self->more != NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->more), error->message);
      gtk_widget_set_visible (self->more, TRUE);
    }
}

static void
edit (ScopePairsPopover *self, const ScopePairingEdit *wish)
{
  scope_comparison_edit_async (self->comparison, wish, self->editing, edited, g_object_ref (self));
}

/* --- rows --- */

/* What a row's button does: makes or takes apart a pair, asks for a partner first, or leaves that. */
typedef enum
{
  DEED_EDIT,
  DEED_CHOOSE,
  DEED_LEAVE,
} DeedKind;

typedef struct
{
  ScopePairingEdit wish;
  DeedKind kind;
} Deed;

static void fill (ScopePairsPopover *self);

static void
deed_done (GtkButton *button, ScopePairsPopover *self)
{
  const Deed deed = *(const Deed *) g_object_get_data (G_OBJECT (button), "deed");

  self->has_waiting = deed.kind == DEED_CHOOSE;
  self->waiting_is_run = deed.wish.has_run;
  self->waiting = deed.wish.has_run ? deed.wish.run : deed.wish.baseline;
  if (deed.kind == DEED_EDIT)
    edit (self, &deed.wish);
  else
    fill (self);
}

static GtkWidget *
line_of (GtkWidget *box)
{
  GtkWidget *label = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, NULL);

  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
new_row (ScopePairsPopover *self)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *button = gtk_button_new (), *second;

  gtk_widget_set_margin_start (box, 9);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 3);
  gtk_widget_set_margin_bottom (box, 3);
  g_object_set_data (G_OBJECT (row), "first", line_of (lines));
  second = line_of (lines);
  scope_add_classes (second, "dim-label", "caption", NULL);
  g_object_set_data (G_OBJECT (row), "second", second);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect (button, "clicked", G_CALLBACK (deed_done), self);
  g_object_set_data (G_OBJECT (row), "button", button);
  gtk_box_append (GTK_BOX (box), button);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
  return row;
}

/* Rows stay and say something else: the button that was just pressed keeps the focus, and the next click finds one. (GTK 4.8
 * loses the first click after the button of the last one has gone.) */
static void
add_row (ScopePairsPopover *self, const char *first, const char *second, const char *label, const char *name,
         const ScopePairingEdit *wish, DeedKind kind)
{
  GtkListBoxRow *old = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) self->n_rows++);
  GObject *row = old != NULL ? G_OBJECT (old) : G_OBJECT (new_row (self));
  GtkWidget *button = g_object_get_data (row, "button");
  g_autofree char *whole = g_strdup_printf ("%s: %s", first, name);
  Deed deed = { *wish, kind };

  gtk_label_set_label (g_object_get_data (row, "first"), first);
  gtk_label_set_label (g_object_get_data (row, "second"), second);
  gtk_button_set_label (GTK_BUTTON (button), label);
  scope_label_widget (button, whole);
  g_object_set_data_full (G_OBJECT (button), "deed", g_memdup2 (&deed, sizeof deed), g_free);
  gtk_widget_set_visible (GTK_WIDGET (row), TRUE);
}

static gboolean
matches (ScopePairsPopover *self, const char *text)
{
  const char *wanted = gtk_editable_get_text (GTK_EDITABLE (self->filter));

  return wanted[0] == '\0' || g_str_match_string (wanted, text, TRUE);
}

static guint
add_pairs (ScopePairsPopover *self, ScopePairing *pairing, ScopeKind kind, guint shown)
{
  guint n = scope_pairing_n_pairs (pairing, kind), left_out = 0;

  for (guint i = 0; i < n; i++)
    {
      ScopeLanePair pair = scope_pairing_pair (pairing, kind, i);
      ScopePairingEdit wish = { .run = pair.run, .has_run = TRUE };
      g_autofree char *run = NULL, *baseline = NULL, *both = NULL;

      if (shown >= MOST && gtk_editable_get_text (GTK_EDITABLE (self->filter))[0] == '\0')
        return n - i + left_out;
      run = scope_trace_lane_full_title (scope_comparison_get_run (self->comparison), pair.run, TRUE);
      baseline = scope_trace_lane_full_title (scope_comparison_get_baseline (self->comparison), pair.baseline, TRUE);
      both = g_str_equal (run, baseline) ? g_strdup (run) : g_strdup_printf ("%s → %s", baseline, run);
      if (!matches (self, both))
        continue;
      if (shown++ >= MOST)
        left_out++;
      else
        add_row (self, both, scope_paired_label (pair.how), _("Unpair"), _("take this pair apart"), &wish, DEED_EDIT);
    }
  return left_out;
}

static guint
add_alone (ScopePairsPopover *self, ScopePairing *pairing, ScopeKind kind, gboolean of_run, guint most)
{
  guint n = of_run ? scope_pairing_n_only_run (pairing, kind) : scope_pairing_n_only_baseline (pairing, kind);
  guint shown = 0, left_out = 0;
  ScopeTrace *trace = of_run ? scope_comparison_get_run (self->comparison) : scope_comparison_get_baseline (self->comparison);

  for (guint i = 0; i < n && left_out == 0; i++)
    {
      ScopeLaneId lane = of_run ? scope_pairing_only_run (pairing, kind, i) : scope_pairing_only_baseline (pairing, kind, i);
      ScopePairingEdit wish = { .run = lane, .baseline = lane, .has_run = of_run, .has_baseline = !of_run };
      g_autofree char *title = scope_trace_lane_full_title (trace, lane, TRUE);

      if (!matches (self, title))
        continue;
      if (shown++ >= most)
        {
          left_out = n - i;
          break;
        }
      if (self->has_waiting)
        {
          wish = (ScopePairingEdit) { .run = of_run ? lane : self->waiting, .baseline = of_run ? self->waiting : lane,
                                      .has_run = TRUE, .has_baseline = TRUE };
          add_row (self, title, of_run ? _("this run") : _("baseline"), _("Pair"), _("pair these two"), &wish, DEED_EDIT);
        }
      else
        add_row (self, title, of_run ? _("only in this run") : _("only in the baseline"), _("Pair With…"),
                 _("choose its partner"), &wish, DEED_CHOOSE);
    }
  return left_out;
}

/* Rows that are not needed are not seen. */
static void
hide_rest (ScopePairsPopover *self)
{
  GtkListBoxRow *row;

  for (int i = (int) self->n_rows; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    gtk_widget_set_visible (GTK_WIDGET (row), FALSE);
}

/* The one that asks for a partner, which can be left, and who may be it. */
static void
offer_partners (ScopePairsPopover *self, ScopePairing *pairing, ScopeKind kind)
{
  gboolean of_run = self->waiting_is_run;
  guint n = of_run ? scope_pairing_n_only_baseline (pairing, kind) : scope_pairing_n_only_run (pairing, kind);
  g_autofree char *title = scope_trace_lane_full_title (
      of_run ? scope_comparison_get_run (self->comparison) : scope_comparison_get_baseline (self->comparison), self->waiting, TRUE);
  g_autofree char *text = n > 0 ? g_strdup_printf (_("Choose a partner for %s:"), title)
                                : g_strdup_printf (_("No lane is free to pair with %s. Unpair one first."), title);
  ScopePairingEdit none = { .has_run = FALSE };

  gtk_label_set_label (GTK_LABEL (self->more), text);
  gtk_widget_set_visible (self->more, TRUE);
  add_row (self, title, of_run ? _("only in this run") : _("only in the baseline"), _("Cancel"), _("choose no partner"), &none,
           DEED_LEAVE);
  add_alone (self, pairing, kind, !of_run, MOST_OFFERED);
}

static void
fill_rows (ScopePairsPopover *self)
{
  ScopePairing *pairing = self->comparison != NULL ? scope_comparison_get_pairing (self->comparison) : NULL;
  guint choice = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind)), left_out = 0;
  ScopeKind kind;

  self->n_rows = 0;
  gtk_widget_set_visible (self->more, FALSE);
  if (pairing == NULL || choice >= self->kinds->len)
    return;
  kind = g_array_index (self->kinds, ScopeKind, choice);
  if (self->has_waiting && self->waiting.kind == kind)
    {
      offer_partners (self, pairing, kind);
      return;
    }
  self->has_waiting = FALSE;
  /* Those without a partner first: they are why one looks here. */
  left_out += add_alone (self, pairing, kind, TRUE, MOST_OFFERED);
  left_out += add_alone (self, pairing, kind, FALSE, MOST_OFFERED);
  left_out += add_pairs (self, pairing, kind, 0);
  if (left_out > 0)
    {
      g_autofree char *text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more: type a part of its name",
                                                            "%u more: type a part of their names", left_out), left_out);

      gtk_label_set_label (GTK_LABEL (self->more), text);
      gtk_widget_set_visible (self->more, TRUE);
    }
}

static void
fill (ScopePairsPopover *self)
{
  fill_rows (self);
  hide_rest (self);
}

static void
fill_if_seen (ScopePairsPopover *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill (self);
}

static void
comparison_changed (ScopeComparison *comparison, ScopePairsPopover *self)
{
  self->has_waiting = FALSE;
  fill_if_seen (self);
}

static void
fill_kinds (ScopePairsPopover *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  ScopeTrace *trace = scope_comparison_get_run (self->comparison);

  g_array_set_size (self->kinds, 0);
  for (guint i = 0; i < G_N_ELEMENTS (all_kinds); i++)
    {
      const char *label = scope_trace_kind_label (trace, all_kinds[i], TRUE);

      if (label == NULL || scope_trace_kind_repeats (trace, all_kinds[i]))
        continue;
      gtk_string_list_append (titles, label);
      g_array_append_val (self->kinds, all_kinds[i]);
    }
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->kind), G_LIST_MODEL (titles));
}

void
scope_pairs_popover_set_comparison (ScopePairsPopover *self, ScopeComparison *comparison)
{
  g_return_if_fail (SCOPE_IS_PAIRS_POPOVER (self));

  if (self->comparison != NULL)
    g_signal_handlers_disconnect_by_data (self->comparison, self);
  scope_task_stop (&self->editing);
  g_set_object (&self->comparison, comparison);
  self->has_waiting = FALSE;
  self->n_rows = 0;
  hide_rest (self);
  if (comparison == NULL)
    return;
  self->editing = g_cancellable_new ();
  fill_kinds (self);
  g_signal_connect (comparison, "changed", G_CALLBACK (comparison_changed), self);
}

/* --- life --- */

static void
scope_pairs_popover_dispose (GObject *object)
{
  ScopePairsPopover *self = SCOPE_PAIRS_POPOVER (object);

  if (self->more != NULL)
    scope_pairs_popover_set_comparison (self, NULL);
  self->more = NULL;
  g_clear_pointer (&self->kinds, g_array_unref);
  G_OBJECT_CLASS (scope_pairs_popover_parent_class)->dispose (object);
}

static void
scope_pairs_popover_class_init (ScopePairsPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_pairs_popover_dispose;
}

static void
scope_pairs_popover_init (ScopePairsPopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *scroller = scope_scroller_new (NULL);

  self->kinds = g_array_new (FALSE, FALSE, sizeof (ScopeKind));
  self->kind = gtk_drop_down_new (NULL, NULL);
  scope_label_widget (self->kind, _("Which lanes"));
  self->filter = gtk_search_entry_new ();
  scope_search_let_escape (self->filter);
  g_object_set (self->filter, "placeholder-text", _("Filter"), NULL);
  scope_label_widget (self->filter, _("Filter the pairs"));
  gtk_widget_set_hexpand (self->filter, TRUE);
  scope_add_children (top, self->kind, self->filter, NULL);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  scope_label_widget (self->list, _("Pairs of lanes"));
  self->more = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "dim-label");
  gtk_widget_set_visible (self->more, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_set_size_request (scroller, 380, 280);
  scope_add_children (box, top, self->more, scroller, NULL);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  g_signal_connect_swapped (self->kind, "notify::selected", G_CALLBACK (fill_if_seen), self);
  g_signal_connect_swapped (self->filter, "search-changed", G_CALLBACK (fill_if_seen), self);
  g_signal_connect_swapped (self, "map", G_CALLBACK (fill), self);
}
