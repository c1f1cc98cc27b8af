/* scope-live-strip.c: see scope-live-strip.h.
 *
 * Figures are written four times a second, whatever comes: what changes faster cannot be read. The state is written at once,
 * and is what a screen reader is told of; it has a word and a shape of its own; broken off, it is amber, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-live-strip.h"

#include "model/scene/view/scope-live-words.h"
#include "widgets/draw/scope-sparkline.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define REFRESH_MS 250
#define SAMPLE_EVERY 2      /* refreshes to a bar */
#define WAIT_US 5000000     /* nothing for so long wants a word */

struct _ScopeLiveStrip
{
  GtkWidget parent_instance;

  ScopeLive *live;
  ScopeView *view;
  GtkWidget *icon, *headline, *sparkline, *figures, *losses, *losses_label;
  GtkWidget *window_button, *asks, *ghost, *now, *stop, *offer, *close;
  GtkWidget *message_revealer, *message;
  ScopeLiveState state; /* as shown */
  gboolean can_ask;
  guint refresh, n_refreshes;
};

G_DEFINE_FINAL_TYPE (ScopeLiveStrip, scope_live_strip, GTK_TYPE_WIDGET)

/* --- what it says --- */

static const char *
icon_for (const ScopeLiveFacts *facts, ScopeFollow follow)
{
  switch (facts->state)
    {
    case SCOPE_LIVE_RUNNING:
      return follow == SCOPE_FOLLOW_PAUSED ? "media-playback-pause-symbolic" : "media-record-symbolic";
    case SCOPE_LIVE_WAITING:
    case SCOPE_LIVE_QUIET:
      return "content-loading-symbolic";
    case SCOPE_LIVE_REMAKING:
      return "view-refresh-symbolic";
    case SCOPE_LIVE_ENDED:
      return facts->end == SCOPE_LIVE_CLOSED ? "dialog-information-symbolic" : "emblem-ok-symbolic";
    case SCOPE_LIVE_BROKEN:
    default:
      return "dialog-warning-symbolic";
    }
}

static void
set_warning (GtkWidget *widget, gboolean warning)
{
  if (warning)
    gtk_widget_add_css_class (widget, "warning");
  else
    gtk_widget_remove_css_class (widget, "warning");
}

static double
trace_length (ScopeLiveStrip *self)
{
  if (self->view == NULL)
    return 0;
  return (double) scope_view_get_now (self->view) - (double) scope_view_get_viewport (self->view)->first;
}

/* Why nothing comes, once it is worth a word; how it ended, if not as it should have. */
static char *
message_for (ScopeLiveStrip *self, const ScopeLiveFacts *facts)
{
  gint64 still = g_get_monotonic_time () - facts->quiet_since;

  if (facts->state == SCOPE_LIVE_BROKEN || facts->state == SCOPE_LIVE_QUIET || facts->state == SCOPE_LIVE_REMAKING
      || (facts->state == SCOPE_LIVE_WAITING && self->view != NULL && still >= WAIT_US)
      || (facts->state == SCOPE_LIVE_ENDED && facts->end != SCOPE_LIVE_END_MARK))
    return scope_live_dup_message (self->live);
  return NULL;
}

static void
set_label (GtkWidget *label, const char *text)
{
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), text) != 0)
    gtk_label_set_label (GTK_LABEL (label), text);
}

static void
update_buttons (ScopeLiveStrip *self, const ScopeLiveFacts *facts)
{
  ScopeFollow follow = self->view != NULL ? scope_view_get_follow (self->view) : SCOPE_FOLLOW_OFF;
  gboolean over = scope_live_state_is_over (facts->state), on = follow != SCOPE_FOLLOW_OFF;

  gtk_widget_set_visible (self->window_button, on);
  gtk_widget_set_visible (self->ghost, self->view != NULL && scope_view_get_ghost (self->view) != NULL);
  if (gtk_widget_get_visible (self->ghost))
    {
      g_autofree char *tip = g_strdup_printf (_("Activity of the Run of %s, as a Line"), scope_view_get_ghost (self->view)->title);

      gtk_widget_set_tooltip_text (self->ghost, tip);
    }
  gtk_widget_set_visible (self->now, follow == SCOPE_FOLLOW_PAUSED);
  gtk_widget_set_visible (self->stop, !over);
  gtk_widget_set_visible (self->asks, self->can_ask && !over);
  gtk_widget_set_visible (self->sparkline, !over && facts->state != SCOPE_LIVE_WAITING);
  gtk_widget_set_visible (self->close, over && facts->state != SCOPE_LIVE_REMAKING);
  gtk_widget_set_visible (self->offer, over && facts->state != SCOPE_LIVE_REMAKING
                                           && gtk_actionable_get_action_name (GTK_ACTIONABLE (self->offer)) != NULL);
  if (on)
    {
      g_autofree char *window = scope_view_dup_window_words (self->view);
      g_autofree char *words = scope_view_get_window (self->view) > 0 ? g_strdup_printf (_("Last %s"), window)
                                                                      : g_strdup (_("All"));

      if (g_strcmp0 (gtk_menu_button_get_label (GTK_MENU_BUTTON (self->window_button)), words) != 0)
        gtk_menu_button_set_label (GTK_MENU_BUTTON (self->window_button), words);
    }
}

static void
notify_state (ScopeLiveStrip *self, const char *headline, const char *figures)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, headline,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, figures, -1);
}

static void
update (ScopeLiveStrip *self)
{
  g_autofree char *headline = NULL, *figures = NULL, *losses = NULL, *message = NULL;
  ScopeFollow follow = self->view != NULL ? scope_view_get_follow (self->view) : SCOPE_FOLLOW_OFF;
  ScopeLiveFacts facts;

  if (self->live == NULL)
    return;
  scope_live_get_facts (self->live, &facts);
  headline = scope_live_dup_headline (&facts, trace_length (self),
                                      self->view != NULL ? scope_trace_tick_ps (scope_view_get_trace (self->view)) : 1000);
  if (follow == SCOPE_FOLLOW_PAUSED && !scope_live_state_is_over (facts.state))
    {
      char *paused = g_strdup_printf (_("%s (view paused)"), headline);

      g_free (headline);
      headline = paused;
    }
  figures = scope_live_dup_figures (&facts);
  losses = scope_live_dup_losses (&facts);
  message = message_for (self, &facts);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), icon_for (&facts, follow));
  set_label (self->headline, headline);
  set_warning (self->icon, facts.state == SCOPE_LIVE_BROKEN);
  set_warning (self->headline, facts.state == SCOPE_LIVE_BROKEN);
  set_label (self->figures, figures);
  gtk_widget_set_tooltip_text (self->figures, figures);
  gtk_widget_set_visible (self->losses, losses != NULL);
  set_label (self->losses_label, losses != NULL ? losses : "");
  if (losses != NULL)
    scope_label_widget (self->losses, losses);
  if (message != NULL)
    set_label (self->message, message);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->message_revealer), message != NULL);
  update_buttons (self, &facts);
  notify_state (self, headline, figures);
  self->state = facts.state;
}

char *
scope_live_strip_dup_text (ScopeLiveStrip *self)
{
  GString *text = g_string_new (gtk_label_get_label (GTK_LABEL (self->headline)));

  g_string_append_printf (text, "  %s", gtk_label_get_label (GTK_LABEL (self->figures)));
  if (gtk_widget_get_visible (self->losses))
    g_string_append_printf (text, "  %s", gtk_label_get_label (GTK_LABEL (self->losses_label)));
  if (gtk_revealer_get_reveal_child (GTK_REVEALER (self->message_revealer)))
    g_string_append_printf (text, "\n%s", gtk_label_get_label (GTK_LABEL (self->message)));
  return g_string_free (text, FALSE);
}

/* --- when --- */

static gboolean
refresh (gpointer data)
{
  ScopeLiveStrip *self = data;
  ScopeLiveFacts facts;

  scope_live_get_facts (self->live, &facts);
  if (self->n_refreshes++ % SAMPLE_EVERY == 0)
    scope_sparkline_add (SCOPE_SPARKLINE (self->sparkline), facts.events_per_second);
  update (self);
  if (!scope_live_state_is_over (facts.state) || facts.state == SCOPE_LIVE_REMAKING)
    return G_SOURCE_CONTINUE;
  self->refresh = 0;
  return G_SOURCE_REMOVE;
}

static void
live_changed (ScopeLive *live, ScopeLiveStrip *self)
{
  ScopeLiveFacts facts;

  scope_live_get_facts (live, &facts);
  if (facts.state != self->state)
    update (self);
}

static void
view_changed (ScopeView *view, guint what, ScopeLiveStrip *self)
{
  if (what & SCOPE_VIEW_FOLLOW)
    update (self);
}

void
scope_live_strip_set_live (ScopeLiveStrip *self, ScopeLive *live, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_LIVE_STRIP (self));

  if (live == self->live && view == self->view)
    return;
  if (self->live != NULL)
    g_signal_handlers_disconnect_by_func (self->live, live_changed, self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  if (live != self->live)
    {
      scope_sparkline_clear (SCOPE_SPARKLINE (self->sparkline));
      scope_live_strip_set_offer (self, NULL, NULL, NULL);
    }
  g_clear_handle_id (&self->refresh, g_source_remove);
  g_set_object (&self->live, live);
  g_set_object (&self->view, view);
  if (live != NULL)
    {
      g_signal_connect (live, "changed", G_CALLBACK (live_changed), self);
      self->refresh = g_timeout_add (REFRESH_MS, refresh, self);
    }
  if (view != NULL)
    g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  update (self);
}

void
scope_live_strip_set_offer (ScopeLiveStrip *self, const char *label, const char *action, GVariant *target)
{
  g_return_if_fail (SCOPE_IS_LIVE_STRIP (self));

  gtk_button_set_label (GTK_BUTTON (self->offer), label != NULL ? label : _("Follow Again"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->offer), NULL); /* the one never meets the other's target */
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (self->offer), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->offer), action);
  update (self);
}

void
scope_live_strip_set_asks (ScopeLiveStrip *self, gboolean asks)
{
  g_return_if_fail (SCOPE_IS_LIVE_STRIP (self));

  self->can_ask = asks;
  update (self);
}

/* --- building --- */

static GtkWidget *
action_button (const char *label, const char *tip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "live-button");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static GtkWidget *
build_window_button (void)
{
  static const struct
  {
    const char *label, *target;
  } windows[] = { { N_("Last 1 s"), "1" },   { N_("Last 5 s"), "5" },   { N_("Last 10 s"), "10" },
                  { N_("Last 30 s"), "30" }, { N_("Last 60 s"), "60" }, { N_("All"), "all" } };
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(windows[i].label), NULL);

      g_menu_item_set_action_and_target (item, "timeline.window", "s", windows[i].target);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Last 10 s"));
  gtk_widget_set_tooltip_text (button, _("How Much of It Is Shown"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "live-button");
  return button;
}

/* What the program can be asked for: scope-feed-socket.c. */
static GtkWidget *
build_asks (void)
{
  static const struct
  {
    const char *label, *target;
  } asks[] = { { N_("Start _Heap Profiling"), "heap start" }, { N_("Stop Heap _Profiling"), "heap stop" },
               { N_("Take One Heap _Sample"), "heap census" }, { N_("Start Stac_k Profiling"), "stack start" },
               { N_("Stop Stack P_rofiling"), "stack stop" } };
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(asks[i].label), NULL);

      g_menu_item_set_action_and_target (item, "win.ask", "s", asks[i].target);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Profiling"));
  gtk_widget_set_tooltip_text (button, _("Ask the Program to Start or Stop Its Profilers"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "live-button");
  return button;
}

static GtkWidget *
build_losses (ScopeLiveStrip *self)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  self->losses_label = gtk_label_new ("");
  scope_label_widget (button, _("What Could Not Be Read"));
  scope_add_children (box, gtk_image_new_from_icon_name ("dialog-warning-symbolic"), self->losses_label, NULL);
  gtk_button_set_child (GTK_BUTTON (button), box);
  scope_add_classes (button, "flat", "live-button", NULL);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  scope_name_widget (button, _("What Could Not Be Read"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-losses");
  return button;
}

static GtkWidget *
text_label (gboolean wraps)
{
  GtkWidget *label = scope_label_new ("", SCOPE_LABEL_START, "numeric");

  gtk_label_set_ellipsize (GTK_LABEL (label), wraps ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (label), wraps);
  return label;
}

/* What there is nothing to say with yet takes no room. */
static void
hide_all (ScopeLiveStrip *self)
{
  GtkWidget *some[] = { self->sparkline, self->losses, self->asks, self->ghost, self->window_button, self->now, self->offer, self->close };

  for (guint i = 0; i < G_N_ELEMENTS (some); i++)
    gtk_widget_set_visible (some[i], FALSE);
}

static GtkWidget *
build_line (ScopeLiveStrip *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *scroller = gtk_scrolled_window_new ();

  self->icon = gtk_image_new ();
  self->headline = text_label (FALSE);
  self->sparkline = g_object_new (SCOPE_TYPE_SPARKLINE, NULL);
  self->figures = text_label (FALSE);
  self->losses = build_losses (self);
  self->window_button = build_window_button ();
  self->asks = build_asks ();
  self->ghost = gtk_toggle_button_new_with_label (_("Last Run"));
  gtk_widget_add_css_class (self->ghost, "live-button");
  gtk_widget_set_valign (self->ghost, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->ghost), "timeline.ghost");
  self->now = action_button (_("_Now"), _("Follow New Events Again (End)"), "timeline.now");
  self->stop = action_button (_("_Stop"), _("Stop Following, and Keep What Was Read"), "win.stop-following");
  self->offer = action_button (_("Follow Again"), NULL, NULL);
  gtk_button_set_use_underline (GTK_BUTTON (self->offer), FALSE);
  self->close = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (self->now, "suggested-action");
  scope_add_classes (self->close, "flat", "live-button", NULL);
  gtk_widget_set_valign (self->close, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->close, _("Close This Line"));
  scope_label_widget (self->close, _("Close this line"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->close), "win.dismiss-live");
  scope_label_widget (self->sparkline, _("Recent events per second"));
  gtk_widget_set_tooltip_text (self->sparkline, _("Events per second in the last 24 s"));
  gtk_widget_set_valign (self->sparkline, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->headline, "heading");
  gtk_label_set_width_chars (GTK_LABEL (self->headline), 16);
  gtk_widget_add_css_class (self->figures, "dim-label");
  gtk_widget_set_hexpand (self->figures, TRUE);
  scope_add_children (line, self->icon, self->headline, self->sparkline, self->figures, self->losses, self->asks, self->ghost,
                      self->window_button, self->now, self->stop, self->offer, self->close, NULL);
  hide_all (self);
  /* What a narrow window has no room for is scrolled to: no line makes the window wider. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), line);
  gtk_widget_set_focusable (scroller, FALSE);
  return scroller;
}

static void
scope_live_strip_dispose (GObject *object)
{
  ScopeLiveStrip *self = SCOPE_LIVE_STRIP (object);

  g_clear_handle_id (&self->refresh, g_source_remove);
  if (self->live != NULL)
    g_signal_handlers_disconnect_by_func (self->live, live_changed, self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_clear_object (&self->live);
  g_clear_object (&self->view);
  scope_drop_children (GTK_WIDGET (self));
  G_OBJECT_CLASS (scope_live_strip_parent_class)->dispose (object);
}

static void
scope_live_strip_class_init (ScopeLiveStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_live_strip_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "livestrip");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}

static void
scope_live_strip_init (ScopeLiveStrip *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_parent (build_line (self), GTK_WIDGET (self));
  self->message = text_label (TRUE);
  self->message_revealer = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->message_revealer), self->message);
  gtk_widget_set_parent (self->message_revealer, GTK_WIDGET (self));
}
