/* scope-legend.c: see scope-legend.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-legend.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/scene/timeline/scope-timeline-scene.h"
#include "model/scene/view/scope-view-call.h"
#include "model/scene/view/scope-view-cause.h"
#include "model/trace/statistics/scope-state-hint.h"
#include "widgets/calls/scope-hit-key.h"
#include "widgets/kit/scope-overflow-box.h"
#include "widgets/draw/scope-swatch.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define ALL_STATES ((1u << SCOPE_N_STATES) - 1)

struct _ScopeLegend
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *chips[SCOPE_N_STATES], *labels[SCOPE_N_STATES], *swatches[SCOPE_N_STATES];
  GtkWidget *path; /* what the line through the lanes is; and what its lanes have besides */
  GtkWidget *spare, *waiting;
  GtkWidget *unmatched[2]; /* calls of a comparison, by ScopeCallSide */
  GtkWidget *keys[SCOPE_COLOUR_KEYS_MOST], *key_swatches[SCOPE_COLOUR_KEYS_MOST], *key_labels[SCOPE_COLOUR_KEYS_MOST];
  GtkWidget *hits[SCOPE_N_SHOWN_HITS], *status; /* each kind of mark by itself: one may have room where all have none */
  double totals[SCOPE_N_STATES];
  guint states; /* to be seen */
  guint counted; /* lanes that the totals are of, which are of that kind: */
  ScopeKind kind;
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeLegend, scope_legend, GTK_TYPE_WIDGET)

static void
chip_toggled (GtkToggleButton *button, ScopeLegend *self)
{
  guint dimmed = 0;

  if (self->setting || self->view == NULL)
    return;
  for (guint i = 0; i < SCOPE_N_STATES; i++)
    if (GTK_WIDGET (button) == self->chips[i] && gtk_toggle_button_get_active (button))
      dimmed = ALL_STATES & ~(1u << i);
  scope_view_set_look (self->view, SCOPE_LOOK_DIMMED, dimmed);
}

/* "62 %", "0.4 %", "< 0.1 %". */
static char *
share (double part, double whole)
{
  double percent = whole > 0 ? part / whole * 100 : 0;

  if (percent > 0 && percent < .1)
    return g_strdup (_("< 0.1 %"));
  return g_strdup_printf (percent < 10 ? _("%.1f %%") : _("%.0f %%"), percent);
}

static const char *
state_word (ScopeLegend *self, guint state)
{
  return scope_view_state_word (self->view, (ScopeState) state);
}

/* What was not recorded is not to be taken for what did not happen. */
static void
add_hint (ScopeLegend *self, guint state, char **text)
{
  const char *option = self->totals[state] > 0
                           ? scope_trace_missing_option (scope_view_get_trace (self->view), (ScopeState) state)
                           : NULL;
  char *more;

  if (option == NULL)
    return;
  /* TRANSLATORS: “active 62 %; a trace with “running” would show more” */
  more = g_strdup_printf (_("%s; a trace with “%s” would show more"), *text, option);
  g_free (*text);
  *text = more;
}

/* Of what the share is a part: other views count other lanes, or another time. */
static void
set_tip (ScopeLegend *self, guint state, double sum)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  const char *lanes = self->counted > 0 ? scope_trace_kind_label (trace, self->kind, self->counted != 1) : NULL;
  g_autofree char *percent = share (self->totals[state], sum), *n = scope_format_count (self->counted), *tip = NULL;
  g_autofree char *part = scope_format_duration (self->totals[state], scope_trace_tick_ps (trace)),
                  *all = scope_format_duration (sum, scope_trace_tick_ps (trace));

  if (self->totals[state] > 0 && lanes != NULL)
    /* TRANSLATORS: state, share, how long, of how much of how many “HECs”, and what a click does */
    tip = g_strdup_printf (_("%s %s · %s of %s of %s %s, as far as visible\n%s"), state_word (self, state), percent, part, all, n, lanes,
                           _("Dim All Other States"));
  gtk_widget_set_tooltip_text (self->chips[state], tip != NULL ? tip : _("Dim All Other States"));
}

static void
update_chips (ScopeLegend *self)
{
  guint dimmed = scope_view_get_look (self->view)->dimmed;
  double sum = 0;

  for (guint i = 0; i < SCOPE_N_STATES; i++)
    sum += self->totals[i];
  self->setting = TRUE;
  for (guint i = 0; i < SCOPE_N_STATES; i++)
    {
      gboolean lit = (dimmed & (1u << i)) == 0;
      g_autofree char *percent = share (self->totals[i], sum);
      g_autofree char *text = self->totals[i] > 0 ? g_strdup_printf ("%s %s", state_word (self, i), percent)
                                                  : g_strdup (state_word (self, i));

      if (i == SCOPE_STATE_RUNNING && scope_view_get_look (self->view)->colours == SCOPE_COLOUR_TASK)
        {
          /* TRANSLATORS: “running 62 %, coloured by thread” */
          char *by_task = g_strdup_printf (_("%s, coloured by %s"), text,
                                           scope_trace_kind_label (scope_view_get_trace (self->view), SCOPE_KIND_THREAD, FALSE));

          g_free (text);
          text = by_task;
        }
      add_hint (self, i, &text);
      gtk_widget_set_visible (self->chips[i], self->totals[i] > 0 || (self->states & (1u << i)) != 0
                                                  || (dimmed != 0 && lit));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->chips[i]), dimmed != 0 && lit);
      gtk_label_set_label (GTK_LABEL (self->labels[i]), text);
      scope_swatch_set_palette (SCOPE_SWATCH (self->swatches[i]), scope_view_get_palette (self->view));
      scope_swatch_set_by_cause (SCOPE_SWATCH (self->swatches[i]), scope_view_by_cause (self->view));
      scope_label_widget (self->chips[i], text);
      set_tip (self, i, sum);
      if (dimmed != 0 && !lit)
        gtk_widget_add_css_class (self->chips[i], "dimmed");
      else
        gtk_widget_remove_css_class (self->chips[i], "dimmed");
    }
  self->setting = FALSE;
}

static void
update_status (ScopeLegend *self)
{
  const ScopeViewport *viewport = scope_view_get_viewport (self->view);
  gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (self->view)), cursor;
  double scale = scope_viewport_scale (viewport);
  g_autofree char *pixel = scope_format_duration (scale, tick_ps);
  g_autofree char *span = scope_format_duration (viewport->to - viewport->from, tick_ps);
  ScopeClock clock = scope_view_get_clock (self->view);
  g_autofree char *at = NULL, *text = NULL;

  if (scope_view_get_cursor (self->view, &cursor))
    at = scope_clock_text (&clock, (double) cursor, scale);
  /* TRANSLATORS: time of one pixel, visible time, time under the pointer */
  text = at != NULL ? g_strdup_printf (_("1 px = %s · %s · at %s"), pixel, span, at)
                    : g_strdup_printf (_("1 px = %s · %s"), pixel, span);
  gtk_label_set_label (GTK_LABEL (self->status), text);
}

static void
update_unmatched (ScopeLegend *self)
{
  const ScopeCallUnmatched *unmatched = self->view != NULL ? scope_view_get_unmatched (self->view, NULL) : NULL;

  for (guint s = 0; s < 2; s++)
    {
      ScopeCallUnmatchedCount one[2];

      scope_call_unmatched_get_counts (unmatched, one);
      one[1 - s] = (ScopeCallUnmatchedCount) { 0, FALSE };
      scope_hit_key_set_unmatched (SCOPE_HIT_KEY (self->unmatched[s]), one);
    }
}

static void
update_path (ScopeLegend *self)
{
  ScopeSpare *spare = scope_view_get_spare (self->view);

  gtk_widget_set_visible (self->path, scope_view_path_is_line (self->view));
  gtk_widget_set_visible (self->spare, spare != NULL);
  gtk_widget_set_visible (self->waiting, spare != NULL && scope_spare_most_waiting (spare) > 0);
}

static void
view_changed (ScopeView *view, guint what, ScopeLegend *self)
{
  if (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_CURSOR | SCOPE_VIEW_DATA | SCOPE_VIEW_CLOCK))
    update_status (self);
  if (what & SCOPE_VIEW_LOOK)
    {
      update_chips (self);
      update_unmatched (self);
      update_path (self);
    }
}

void
scope_legend_set_view (ScopeLegend *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_LEGEND (self));

  scope_keep_view (&self->view, view, G_CALLBACK (view_changed), self);
  memset (self->totals, 0, sizeof self->totals);
  if (view == NULL)
    return;
  update_chips (self);
  update_unmatched (self);
  update_path (self);
  update_status (self);
}

void
scope_legend_set_counted (ScopeLegend *self, guint n, ScopeKind kind)
{
  g_return_if_fail (SCOPE_IS_LEGEND (self));

  self->counted = n;
  self->kind = kind;
}

void
scope_legend_set_totals (ScopeLegend *self, const double totals[SCOPE_N_STATES], guint states)
{
  g_return_if_fail (SCOPE_IS_LEGEND (self));

  if (self->view == NULL
      || (self->states == states && memcmp (self->totals, totals, sizeof self->totals) == 0))
    return;
  self->states = states;
  memcpy (self->totals, totals, sizeof self->totals);
  update_chips (self);
}

void
scope_legend_set_hits (ScopeLegend *self, const guint64 n[SCOPE_N_SHOWN_HITS], gboolean sampled)
{
  g_return_if_fail (SCOPE_IS_LEGEND (self));

  for (guint i = 0; i < SCOPE_N_SHOWN_HITS; i++)
    {
      guint64 one[SCOPE_N_SHOWN_HITS] = { 0 };

      one[i] = n[i];
      scope_hit_key_set (SCOPE_HIT_KEY (self->hits[i]), one, sampled);
    }
}

void
scope_legend_set_colours (ScopeLegend *self, const GArray *keys)
{
  g_return_if_fail (SCOPE_IS_LEGEND (self));

  for (guint i = 0; i < SCOPE_COLOUR_KEYS_MOST; i++)
    {
      const ScopeColourKey *key = keys != NULL && i < keys->len ? &g_array_index (keys, ScopeColourKey, i) : NULL;

      gtk_widget_set_visible (self->keys[i], key != NULL);
      if (key == NULL)
        continue;
      scope_swatch_set_colour (SCOPE_SWATCH (self->key_swatches[i]), key->colour);
      gtk_label_set_label (GTK_LABEL (self->key_labels[i]), key->words);
    }
}

char *
scope_legend_dup_text (ScopeLegend *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; self->view != NULL && i < SCOPE_N_STATES; i++)
    if (self->totals[i] > 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                              gtk_label_get_label (GTK_LABEL (self->labels[i])));
  if (self->view != NULL && scope_view_path_is_line (self->view))
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _("Critical path"));
  if (self->view != NULL && gtk_widget_get_visible (self->spare))
    g_string_append_printf (text, ", %s", _("to spare"));
  if (self->view != NULL && gtk_widget_get_visible (self->waiting))
    g_string_append_printf (text, ", %s", _("most waited for it"));
  for (guint i = 0; self->view != NULL && i < SCOPE_COLOUR_KEYS_MOST; i++)
    if (gtk_widget_get_visible (self->keys[i]))
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", gtk_label_get_label (GTK_LABEL (self->key_labels[i])));
  for (guint i = 0; self->view != NULL && i < G_N_ELEMENTS (self->unmatched) + SCOPE_N_SHOWN_HITS; i++)
    {
      g_autofree char *hits = scope_hit_key_dup_text (SCOPE_HIT_KEY (i < 2 ? self->unmatched[i] : self->hits[i - 2]));

      if (hits[0] != '\0')
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", hits);
    }
  return g_string_free (text, FALSE);
}

static void
add_chip (ScopeLegend *self, ScopeOverflowBox *box, guint state)
{
  GtkWidget *inner = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *chip = gtk_toggle_button_new ();

  gtk_widget_set_focus_on_click (chip, FALSE); /* the lanes keep the keyboard */
  self->chips[state] = chip;
  self->swatches[state] = scope_swatch_new ((ScopeState) state);
  self->labels[state] = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->labels[state], "numeric");
  scope_add_children (inner, self->swatches[state], self->labels[state], NULL);
  gtk_button_set_child (GTK_BUTTON (chip), inner);
  scope_add_classes (chip, "flat", "legend-chip", NULL);
  gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (chip, FALSE);
  gtk_widget_set_tooltip_text (chip, _("Dim All Other States"));
  scope_label_widget (chip, scope_state_name ((ScopeState) state));
  g_signal_connect (chip, "toggled", G_CALLBACK (chip_toggled), self);
  scope_overflow_box_append (box, chip);
}

static GtkWidget *
add_path (ScopeOverflowBox *box, const char *words, const char *about, const char *class)
{
  GtkWidget *key = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *line = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);

  scope_add_classes (key, "path-key", class, NULL);
  gtk_widget_set_tooltip_text (key, about);
  gtk_widget_set_size_request (line, 14, -1);
  gtk_widget_set_valign (line, GTK_ALIGN_CENTER);
  scope_add_children (key, line, gtk_label_new (words), NULL);
  gtk_widget_set_margin_start (key, 6);
  gtk_widget_set_visible (key, FALSE);
  scope_overflow_box_append (box, key);
  return key;
}

static void
add_colour_key (ScopeLegend *self, ScopeOverflowBox *box, guint i)
{
  GtkWidget *key = self->keys[i] = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->key_swatches[i] = scope_swatch_new (SCOPE_STATE_RUNNING);
  self->key_labels[i] = scope_label_new (NULL, SCOPE_LABEL_ELLIPSIZE, NULL);
  gtk_label_set_max_width_chars (GTK_LABEL (self->key_labels[i]), 24);
  scope_add_children (key, self->key_swatches[i], self->key_labels[i], NULL);
  gtk_widget_add_css_class (key, "path-key");
  gtk_widget_set_margin_start (key, 6);
  gtk_widget_set_visible (key, FALSE);
  scope_overflow_box_append (box, key);
}

static GtkWidget *
add_key (ScopeOverflowBox *box)
{
  GtkWidget *key = g_object_new (SCOPE_TYPE_HIT_KEY, "margin-start", 6, "valign", GTK_ALIGN_CENTER, "visible", FALSE, NULL);

  scope_overflow_box_append (box, key);
  return key;
}

static void
scope_legend_dispose (GObject *object)
{
  ScopeLegend *self = SCOPE_LEGEND (object);

  scope_legend_set_view (self, NULL);
  scope_drop_children (GTK_WIDGET (self));
  G_OBJECT_CLASS (scope_legend_parent_class)->dispose (object);
}

static void
scope_legend_class_init (ScopeLegendClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_legend_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
scope_legend_init (ScopeLegend *self)
{
  static const ScopeState order[SCOPE_N_STATES] = {
    SCOPE_STATE_RUNNING, SCOPE_STATE_COLLECTING, SCOPE_STATE_OUTSIDE, SCOPE_STATE_ACTIVE,
    SCOPE_STATE_RUNNABLE, SCOPE_STATE_BLOCKED, SCOPE_STATE_IDLE, SCOPE_STATE_UNKNOWN,
  };
  GtkWidget *box = scope_overflow_box_new (2);

  for (guint i = 0; i < SCOPE_N_STATES; i++)
    add_chip (self, SCOPE_OVERFLOW_BOX (box), order[i]);
  self->path = add_path (SCOPE_OVERFLOW_BOX (box), _("Critical path"), NULL, NULL);
  self->spare = add_path (SCOPE_OVERFLOW_BOX (box), _("to spare"),
                          _("How much later it could have ended, and the run would have been no longer: each step is four times as much"), "spare-key");
  self->waiting = add_path (SCOPE_OVERFLOW_BOX (box), _("most waited for it"), _("Others waited for it most while this ran"), "waiting-key");
  for (guint i = 0; i < SCOPE_COLOUR_KEYS_MOST; i++)
    add_colour_key (self, SCOPE_OVERFLOW_BOX (box), i);
  for (guint i = 0; i < G_N_ELEMENTS (self->unmatched); i++)
    self->unmatched[i] = add_key (SCOPE_OVERFLOW_BOX (box));
  for (guint i = 0; i < SCOPE_N_SHOWN_HITS; i++)
    self->hits[i] = add_key (SCOPE_OVERFLOW_BOX (box));
  gtk_widget_add_css_class (scope_overflow_box_get_more (SCOPE_OVERFLOW_BOX (box)), "legend-more");
  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_set_parent (box, GTK_WIDGET (self));

  self->status = scope_label_new (NULL, SCOPE_LABEL_ELLIPSIZE, "numeric dim-label timeline-status");
  gtk_label_set_xalign (GTK_LABEL (self->status), 1);
  gtk_widget_set_margin_start (self->status, 12);
  gtk_widget_set_margin_end (self->status, 9);
  gtk_widget_set_parent (self->status, GTK_WIDGET (self));
  gtk_widget_set_size_request (GTK_WIDGET (self), -1, 28);
}
