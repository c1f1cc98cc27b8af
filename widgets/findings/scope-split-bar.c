/* scope-split-bar.c: see scope-split-bar.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/findings/scope-split-bar.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-cause-look.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define HEIGHT 28
#define LEAST_WIDTH 9 /* that can be hit */
#define FADED 0.35
#define PLATE_INSET 4 /* of what lies under words, from the edges of their part */
#define MARGIN 4      /* of words in their part */
#define GAP 4         /* between a name and its share */
#define LEAST_NAME 36 /* a name that is cut further says nothing */

struct _ScopeSplitBar
{
  GtkWidget parent_instance;

  /* Beside each other: what is in a button makes it wide. A name may be cut, a share never: it would be another. NULL: not needed yet. */
  GtkWidget *buttons[SCOPE_N_CAUSES], *names[SCOPE_N_CAUSES], *shares[SCOPE_N_CAUSES];
  gint64 parts[SCOPE_N_CAUSES];
  gint64 all;
  guint emphasised;
  int chosen;
  int least; /* width of a part that can be hit */
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeSplitBar, scope_split_bar, GTK_TYPE_WIDGET)

static gboolean
is_lit (ScopeSplitBar *self, guint cause)
{
  if (self->chosen >= 0)
    return (int) cause == self->chosen;
  return self->emphasised == 0 || (self->emphasised & 1u << cause) != 0;
}

static void
set_on_dark (GtkWidget *label, gboolean dark)
{
  if (dark)
    gtk_widget_add_css_class (label, "on-dark");
  else
    gtk_widget_remove_css_class (label, "on-dark");
}

/* The palette, or what is faded, decides what can be read on it. */
static void
update_look (ScopeSplitBar *self)
{
  const ScopePalette *palette = scope_palette_get (scope_plot_view_palette ());

  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      ScopeColour colour;

      if (self->names[c] == NULL)
        continue;
      colour = scope_cause_look (palette, (ScopeCause) c).colour;
      if (!is_lit (self, c))
        colour = scope_colour_mix (palette->canvas, colour, FADED);
      set_on_dark (self->names[c], scope_colour_text_on (scope_cause_plate (palette, colour)) == 0xffffffffu);
      set_on_dark (self->shares[c], scope_colour_text_on (scope_cause_plate (palette, colour)) == 0xffffffffu);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- choosing --- */

static void
update_toggles (ScopeSplitBar *self)
{
  self->setting = TRUE;
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    if (self->buttons[c] != NULL)
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[c]), (int) c == self->chosen);
  self->setting = FALSE;
  update_look (self);
}

static void
toggled (GtkToggleButton *button, ScopeSplitBar *self)
{
  int cause = -1;

  if (self->setting)
    return;
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    if (self->buttons[c] == GTK_WIDGET (button) && gtk_toggle_button_get_active (button))
      cause = (int) c;
  scope_split_bar_choose (self, cause);
}

int
scope_split_bar_get_chosen (ScopeSplitBar *self)
{
  g_return_val_if_fail (SCOPE_IS_SPLIT_BAR (self), -1);

  return self->chosen;
}

void
scope_split_bar_choose (ScopeSplitBar *self, int cause)
{
  g_return_if_fail (SCOPE_IS_SPLIT_BAR (self) && cause < SCOPE_N_CAUSES);

  if (self->chosen == cause)
    return;
  self->chosen = cause;
  update_toggles (self);
  g_signal_emit_by_name (self, "chosen", cause);
}

void
scope_split_bar_emphasise (ScopeSplitBar *self, guint causes)
{
  g_return_if_fail (SCOPE_IS_SPLIT_BAR (self));

  self->emphasised = causes;
  update_look (self);
}

/* --- parts --- */

static GtkWidget *
make_label (ScopeLabelFlags flags)
{
  GtkWidget *label = scope_label_new (NULL, flags, "split-words numeric");

  gtk_widget_set_can_target (label, FALSE);
  gtk_accessible_update_state (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1); /* its button has the words */
  return label;
}

static void
make_button (ScopeSplitBar *self, guint cause)
{
  GtkWidget *button = gtk_toggle_button_new ();

  self->buttons[cause] = button;
  self->names[cause] = make_label (SCOPE_LABEL_ELLIPSIZE);
  self->shares[cause] = make_label (0);
  scope_add_classes (button, "flat", "split-part", NULL);
  g_signal_connect (button, "toggled", G_CALLBACK (toggled), self);
}

/* In the order of causes, for Tab and screen readers, too. */
static void
place_buttons (ScopeSplitBar *self)
{
  GtkWidget *before = NULL;

  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      if (self->parts[c] > 0 && self->buttons[c] == NULL)
        make_button (self, c);
      if (self->buttons[c] == NULL)
        continue;
      if (gtk_widget_get_parent (self->buttons[c]) == NULL)
        {
          gtk_widget_insert_after (self->buttons[c], GTK_WIDGET (self), before);
          gtk_widget_insert_after (self->names[c], GTK_WIDGET (self), self->buttons[c]);
          gtk_widget_insert_after (self->shares[c], GTK_WIDGET (self), self->names[c]);
        }
      gtk_widget_set_visible (self->buttons[c], self->parts[c] > 0);
      gtk_widget_set_visible (self->names[c], self->parts[c] > 0);
      gtk_widget_set_visible (self->shares[c], self->parts[c] > 0);
      before = self->shares[c];
    }
}

static void
set_words (ScopeSplitBar *self, ScopeTrace *trace, guint cause)
{
  g_autofree char *share = scope_format_share ((double) self->parts[cause] / (double) self->all),
                  *time = scope_format_duration ((double) self->parts[cause], scope_trace_tick_ps (trace)),
                  *all = scope_format_duration ((double) self->all, scope_trace_tick_ps (trace)), *words = NULL, *tip = NULL;

  words = g_strdup_printf ("%s %s", scope_cause_word (trace, (ScopeCause) cause), share);
  /* TRANSLATORS: a part of the processors' time, its share, how long it is, of how much, and what it means */
  tip = g_strdup_printf (_("%s %s · %s of %s of processor time\n%s"), scope_cause_word (trace, (ScopeCause) cause), share, time, all,
                         scope_cause_about (trace, (ScopeCause) cause));
  gtk_label_set_label (GTK_LABEL (self->names[cause]), scope_cause_word (trace, (ScopeCause) cause));
  gtk_label_set_label (GTK_LABEL (self->shares[cause]), share);
  gtk_widget_set_tooltip_text (self->buttons[cause], tip);
  scope_label_widget (self->buttons[cause], words);
}

void
scope_split_bar_set (ScopeSplitBar *self, ScopeTrace *trace, const gint64 *parts)
{
  g_return_if_fail (SCOPE_IS_SPLIT_BAR (self));

  self->all = 0;
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      self->parts[c] = trace != NULL ? parts[c] : 0;
      self->all += self->parts[c];
    }
  place_buttons (self);
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    if (self->parts[c] > 0)
      set_words (self, trace, c);
  if (self->chosen >= 0 && self->parts[self->chosen] == 0)
    scope_split_bar_choose (self, -1);
  update_look (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* --- drawing --- */

/* What a part's words would have, without their margin. */
static int
measure_words (ScopeSplitBar *self, guint cause, GtkOrientation orientation, int *ret_name, int *ret_share)
{
  gtk_widget_measure (self->names[cause], orientation, -1, NULL, ret_name, NULL, NULL);
  gtk_widget_measure (self->shares[cause], orientation, -1, NULL, ret_share, NULL, NULL);
  return orientation == GTK_ORIENTATION_VERTICAL ? MAX (*ret_name, *ret_share) : *ret_name + GAP + *ret_share;
}

static void
scope_split_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  ScopeSplitBar *self = SCOPE_SPLIT_BAR (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 0;
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      int least = 0, wanted, name, share;

      if (self->buttons[c] == NULL || !gtk_widget_should_layout (self->buttons[c]))
        continue;
      gtk_widget_measure (self->buttons[c], orientation, -1, &least, NULL, NULL, NULL);
      wanted = measure_words (self, c, orientation, &name, &share);
      if (orientation == GTK_ORIENTATION_VERTICAL)
        *minimum = *natural = MAX (*natural, MAX (least, wanted));
      else
        {
          self->least = MAX (LEAST_WIDTH, least);
          *minimum += self->least;
          *natural += wanted;
        }
    }
}

/* Those that would be too narrow have what they must, the others the rest by their shares. */
static void
find_widths (ScopeSplitBar *self, int width, double *widths)
{
  double room = width, rest = (double) self->all;
  gboolean narrow[SCOPE_N_CAUSES] = { FALSE }, changed;

  do
    {
      changed = FALSE;
      for (guint c = 0; c < SCOPE_N_CAUSES; c++)
        if (self->parts[c] > 0 && !narrow[c] && (double) self->parts[c] * room < self->least * rest)
          {
            narrow[c] = changed = TRUE;
            room -= self->least;
            rest -= (double) self->parts[c];
          }
    }
  while (changed);
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    widths[c] = self->parts[c] == 0 ? 0 : narrow[c] ? self->least : (double) self->parts[c] * room / rest;
}

/* In the middle of `room`, if they say something there. */
static void
place_words (ScopeSplitBar *self, guint cause, const GtkAllocation *room, gboolean rtl)
{
  int name, share, wanted = measure_words (self, cause, GTK_ORIENTATION_HORIZONTAL, &name, &share);
  gboolean fits = room->width >= MIN (name, LEAST_NAME) + GAP + share;
  GtkAllocation at = *room;

  gtk_widget_set_child_visible (self->names[cause], fits);
  gtk_widget_set_child_visible (self->shares[cause], fits);
  if (!fits)
    return;
  wanted = MIN (wanted, room->width);
  name = wanted - GAP - share;
  at.x += (room->width - wanted) / 2;
  at.width = rtl ? share : name;
  gtk_widget_size_allocate (rtl ? self->shares[cause] : self->names[cause], &at, -1);
  at.x += at.width + GAP;
  at.width = rtl ? name : share;
  gtk_widget_size_allocate (rtl ? self->names[cause] : self->shares[cause], &at, -1);
}

static void
scope_split_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeSplitBar *self = SCOPE_SPLIT_BAR (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  double widths[SCOPE_N_CAUSES], x = 0;

  find_widths (self, width, widths);
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      int x0 = (int) x, x1 = (int) (x + widths[c] + 0.001);

      if (self->buttons[c] == NULL || !gtk_widget_should_layout (self->buttons[c]))
        continue;
      gtk_widget_size_allocate (self->buttons[c], &(GtkAllocation) { rtl ? width - x1 : x0, 0, MAX (x1 - x0, 1), height }, -1);
      place_words (self, c, &(GtkAllocation) { (rtl ? width - x1 : x0) + MARGIN, 0, x1 - x0 - 2 * MARGIN, height }, rtl);
      x += widths[c];
    }
}

static void
draw_part (ScopeSplitBar *self, GtkSnapshot *snapshot, guint cause, const ScopePalette *palette)
{
  ScopeCauseLook look = scope_cause_look (palette, (ScopeCause) cause);
  graphene_rect_t bounds, share;
  GdkRGBA colour;
  cairo_t *cr;

  if (!gtk_widget_compute_bounds (self->buttons[cause], GTK_WIDGET (self), &bounds))
    return;
  if (!is_lit (self, cause))
    {
      look.colour = scope_colour_mix (palette->canvas, look.colour, FADED);
      look.pattern_colour = scope_colour_mix (look.colour, look.pattern_colour, FADED);
      look.plate = scope_cause_plate (palette, look.colour);
    }
  colour = scope_colour_rgba (look.colour);
  gtk_snapshot_append_color (snapshot, &colour, &bounds);
  if (look.pattern != SCOPE_PATTERN_NONE)
    {
      cr = gtk_snapshot_append_cairo (snapshot, &bounds);
      scope_pattern_draw (cr, look.pattern, look.pattern_colour, bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height);
      cairo_destroy (cr);
    }
  colour = scope_colour_rgba (palette->border ? palette->strong_text : palette->canvas);
  gtk_snapshot_append_color (snapshot, &colour, &GRAPHENE_RECT_INIT (bounds.origin.x + bounds.size.width - 1, 0, 1, bounds.size.height));
  /* Patterns do not run through words. */
  if (gtk_widget_get_child_visible (self->names[cause]) && (look.pattern != SCOPE_PATTERN_NONE || look.plate != look.colour)
      && gtk_widget_compute_bounds (self->names[cause], GTK_WIDGET (self), &bounds)
      && gtk_widget_compute_bounds (self->shares[cause], GTK_WIDGET (self), &share))
    {
      graphene_rect_union (&bounds, &share, &bounds);
      colour = scope_colour_rgba (look.plate);
      if (look.plate != look.colour)
        graphene_rect_inset (&bounds, 0, PLATE_INSET);
      gtk_snapshot_append_color (snapshot, &colour, &bounds);
    }
}

static void
scope_split_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeSplitBar *self = SCOPE_SPLIT_BAR (widget);
  const ScopePalette *palette = scope_palette_get (scope_plot_view_palette ());

  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    if (self->buttons[c] != NULL && gtk_widget_should_layout (self->buttons[c]))
      {
        draw_part (self, snapshot, c, palette);
        gtk_widget_snapshot_child (widget, self->buttons[c], snapshot);
        gtk_widget_snapshot_child (widget, self->names[c], snapshot);
        gtk_widget_snapshot_child (widget, self->shares[c], snapshot);
      }
}

/* --- life --- */

static void
scope_split_bar_dispose (GObject *object)
{
  scope_drop_children (GTK_WIDGET (object));
  memset (SCOPE_SPLIT_BAR (object)->buttons, 0, sizeof SCOPE_SPLIT_BAR (object)->buttons);
  memset (SCOPE_SPLIT_BAR (object)->names, 0, sizeof SCOPE_SPLIT_BAR (object)->names);
  memset (SCOPE_SPLIT_BAR (object)->shares, 0, sizeof SCOPE_SPLIT_BAR (object)->shares);
  G_OBJECT_CLASS (scope_split_bar_parent_class)->dispose (object);
}

static void
scope_split_bar_class_init (ScopeSplitBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_split_bar_dispose;
  widget_class->measure = scope_split_bar_measure;
  widget_class->size_allocate = scope_split_bar_size_allocate;
  widget_class->snapshot = scope_split_bar_snapshot;
  gtk_widget_class_set_css_name (widget_class, "splitbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  scope_add_signal (klass, "chosen", 1, G_TYPE_INT);
}

static void
scope_split_bar_init (ScopeSplitBar *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->chosen = -1;
  self->least = LEAST_WIDTH;
  scope_label_widget (GTK_WIDGET (self), _("Where the processors' time went"));
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (update_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (update_look), self, G_CONNECT_SWAPPED);
}

GtkWidget *
scope_split_bar_new (void)
{
  return g_object_new (SCOPE_TYPE_SPLIT_BAR, NULL);
}
