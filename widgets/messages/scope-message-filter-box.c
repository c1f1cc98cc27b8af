/* scope-message-filter-box.c: see scope-message-filter-box.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-filter-box.h"

#include "model/trace/messages/scope-pairs.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define MAX_PROCESSES 400u /* in the list of peers; machines are always there */

enum
{
  SYSTEM,
  REVERSED,
  UNMATCHED,
  BY_CLASS,
  N_CHECKS
};

static const guint8 tags[] = { SCOPE_TAG_DATA, SCOPE_TAG_HEAD, SCOPE_TAG_RFORK, SCOPE_TAG_CONNECT, 0x5b };
#define N_TAGS G_N_ELEMENTS (tags)

typedef struct
{
  gint32 machine;
  gint64 process;
} Peer;

struct _ScopeMessageFilterBox
{
  GtkWidget parent_instance;

  ScopeView *view;
  gboolean setting; /* our own change of a control */
  GtkWidget *box, *checks[N_CHECKS], *kinds, *tags[N_TAGS];
  GtkWidget *colours[N_TAGS], *usual; /* buttons */
  GtkWidget *peer, *size_from, *size_to, *size_unit, *all;
  GArray *peers; /* Peer; [0] is any */
  gboolean stale; /* these are not those of the trace: there may be thousands, so they are looked for when they are first seen */
};

G_DEFINE_FINAL_TYPE (ScopeMessageFilterBox, scope_message_filter_box, GTK_TYPE_WIDGET)

static gboolean *
flag_of (ScopeMessageFilter *filter, guint check)
{
  gboolean *flags[N_CHECKS] = { &filter->system, &filter->reversed_only, &filter->unmatched_only, &filter->by_class };

  return flags[check];
}

/* --- from the controls --- */

/* -1 if there is no number. */
static gint64
entry_number (GtkWidget *entry)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  gint64 number = -1;
  gboolean good = *text == '\0' || g_ascii_string_to_signed (text, 10, 0, G_MAXINT64, &number, NULL);

  if (good)
    gtk_widget_remove_css_class (entry, "error");
  else
    gtk_widget_add_css_class (entry, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               good ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  return good ? number : -1;
}

static void
control_changed (ScopeMessageFilterBox *self)
{
  ScopeMessageFilter filter;
  guint peer;

  if (self->setting || self->view == NULL)
    return;
  filter = *scope_view_get_messages (self->view);
  for (guint i = 0; i < N_CHECKS; i++)
    *flag_of (&filter, i) = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->checks[i]));
  for (guint i = 0; i < N_TAGS; i++)
    {
      guint32 bit = 1u << (tags[i] - SCOPE_TAG_FIRST);

      if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->tags[i])))
        filter.without_tags &= ~bit;
      else
        filter.without_tags |= bit;
    }
  peer = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->peer));
  if (!self->stale && peer < self->peers->len)
    {
      filter.machine = g_array_index (self->peers, Peer, peer).machine;
      filter.process = g_array_index (self->peers, Peer, peer).process;
    }
  filter.size_from = entry_number (self->size_from);
  filter.size_to = entry_number (self->size_to);
  if (!scope_message_filter_equal (&filter, scope_view_get_messages (self->view)))
    scope_view_set_messages (self->view, &filter);
}

static void
show_all (ScopeMessageFilterBox *self)
{
  ScopeMessageFilter filter, all;

  if (self->view == NULL)
    return;
  filter = *scope_view_get_messages (self->view);
  scope_message_filter_init (&all);
  filter.reversed_only = filter.unmatched_only = FALSE;
  filter.machine = all.machine;
  filter.process = all.process;
  filter.without_tags = 0;
  filter.size_from = all.size_from;
  filter.size_to = all.size_to;
  scope_view_set_messages (self->view, &filter);
}

static void
colour_set (GtkColorButton *button, ScopeMessageFilterBox *self)
{
  GdkRGBA rgba;

  for (guint i = 0; i < N_TAGS && !self->setting && self->view != NULL; i++)
    if (self->colours[i] == GTK_WIDGET (button))
      {
        g_autofree char *name = g_strconcat ("message:", scope_message_tag_name (tags[i]), NULL);

        gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &rgba);
        scope_view_give_colour (self->view, name, scope_colour_of_rgba (&rgba));
        return;
      }
}

static void
usual_colours (ScopeMessageFilterBox *self)
{
  for (guint i = 0; i < SCOPE_N_TAGS && self->view != NULL; i++)
    {
      g_autofree char *name = g_strconcat ("message:", scope_message_tag_name (SCOPE_TAG_FIRST + i), NULL);

      scope_view_give_colour (self->view, name, 0);
    }
}

/* --- to the controls --- */

static void
update_colours (ScopeMessageFilterBox *self, gboolean eden)
{
  ScopeOwnColours *own = scope_view_get_own_colours (self->view);
  const ScopePalette *palette = scope_palette_get (scope_view_get_palette (self->view));

  for (guint i = 0; i < N_TAGS; i++)
    {
      ScopeColour colour = scope_own_colours_message (own, tags[i]);
      GdkRGBA rgba = scope_colour_rgba (colour != 0 ? colour : scope_palette_message (palette, tags[i] - SCOPE_TAG_FIRST));

      gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (self->colours[i]), &rgba);
      gtk_widget_set_visible (self->colours[i], eden && tags[i] != SCOPE_TAG_CONNECT); /* that is never a line */
    }
  gtk_widget_set_visible (self->checks[BY_CLASS], eden);
  gtk_widget_set_visible (self->usual, eden && scope_own_colours_has_messages (own));
}

static void
set_entry (GtkWidget *entry, gint64 number)
{
  g_autofree char *text = number >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, number) : g_strdup ("");

  /* What is wrong stays to be corrected. */
  if (gtk_widget_has_css_class (entry, "error") && number < 0)
    return;
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text))
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
add_peer (ScopeMessageFilterBox *self, GtkStringList *names, gint32 machine, gint64 process, const char *name)
{
  Peer peer = { machine, process };

  g_array_append_val (self->peers, peer);
  gtk_string_list_append (names, name);
}

static void
add_peers_of (ScopeMessageFilterBox *self, GtkStringList *names, ScopeMachine *machine)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  ScopeLaneId lane = { machine->index, SCOPE_KIND_MACHINE, 0 };
  g_autofree char *title = scope_trace_lane_title (trace, lane);
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESS);

  add_peer (self, names, (gint32) machine->index, -1, title);
  for (guint32 i = 0; i < n && self->peers->len < MAX_PROCESSES; i++)
    {
      ScopeLaneId process = { machine->index, SCOPE_KIND_PROCESS, i };
      g_autofree char *name = scope_trace_lane_title (trace, process);

      add_peer (self, names, (gint32) machine->index,
                (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESS, i)->number, name);
    }
}

static void
fill_peers (ScopeMessageFilterBox *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  self->setting = TRUE;
  g_array_set_size (self->peers, 0);
  add_peer (self, names, -1, -1, _("Anybody"));
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    add_peers_of (self, names, scope_trace_machine (trace, i));
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->peer), G_LIST_MODEL (names));
  self->setting = FALSE;
  self->stale = FALSE;
}

/* One that is beyond the list comes to its end: what is chosen must be seen. */
static void
select_peer (ScopeMessageFilterBox *self, const ScopeMessageFilter *filter)
{
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (self->peer)));
  g_autofree char *name = NULL;
  guint i = 0;

  while (i < self->peers->len
         && (g_array_index (self->peers, Peer, i).machine != filter->machine
             || g_array_index (self->peers, Peer, i).process != filter->process))
    i++;
  if (i == self->peers->len)
    {
      name = scope_party_title (scope_view_get_trace (self->view),
                                filter->process >= 0 ? SCOPE_PARTY_PROCESS : SCOPE_PARTY_MACHINE,
                                (guint32) filter->machine, filter->process);
      add_peer (self, names, filter->machine, filter->process, name);
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->peer), i);
}

static void
update (ScopeMessageFilterBox *self)
{
  ScopeMessageFilter filter = *scope_view_get_messages (self->view);
  /* Of all runtimes Eden alone tells kinds apart, and has messages of its own. */
  gboolean eden = scope_trace_runtime (scope_view_get_trace (self->view)) == SCOPE_RUNTIME_EDEN;

  self->setting = TRUE;
  gtk_widget_set_visible (self->checks[SYSTEM], eden);
  gtk_widget_set_visible (self->kinds, eden);
  for (guint i = 0; i < N_CHECKS; i++)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[i]), *flag_of (&filter, i));
  for (guint i = 0; i < N_TAGS; i++)
    {
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->tags[i]),
                                   (filter.without_tags >> (tags[i] - SCOPE_TAG_FIRST) & 1) == 0);
      gtk_widget_set_visible (self->tags[i], eden);
      gtk_widget_set_sensitive (self->tags[i], filter.system || !scope_message_is_system (tags[i]));
    }
  update_colours (self, eden);
  if (self->stale && gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill_peers (self);
  self->setting = TRUE;
  if (!self->stale)
    select_peer (self, &filter);
  gtk_label_set_label (GTK_LABEL (self->size_unit), scope_trace_size_unit (scope_view_get_trace (self->view)));
  set_entry (self->size_from, filter.size_from);
  set_entry (self->size_to, filter.size_to);
  gtk_widget_set_sensitive (self->all, scope_message_filter_is_narrow (&filter));
  self->setting = FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeMessageFilterBox *self)
{
  if (what & SCOPE_VIEW_DATA)
    self->stale = TRUE;
  if (what & (SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA))
    update (self);
}

void
scope_message_filter_box_set_view (ScopeMessageFilterBox *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_FILTER_BOX (self));

  if (self->view == view)
    return;
  scope_keep_view (&self->view, view, G_CALLBACK (view_changed), self);
  if (view == NULL)
    return;
  self->stale = TRUE;
  update (self);
}

/* --- building --- */

static GtkWidget *
add_check (ScopeMessageFilterBox *self, GtkWidget *box, const char *label)
{
  GtkWidget *check = gtk_check_button_new_with_mnemonic (label);

  g_signal_connect_swapped (check, "toggled", G_CALLBACK (control_changed), self);
  gtk_box_append (GTK_BOX (box), check);
  return check;
}

/* A kind, and the colour of its lines. */
static void
add_kind (ScopeMessageFilterBox *self, GtkWidget *box, guint i, const char *name)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *title = g_strdup_printf (_("Colour of %s"), name);

  self->tags[i] = add_check (self, row, name);
  gtk_widget_set_hexpand (self->tags[i], TRUE);
  self->colours[i] = gtk_color_button_new ();
  gtk_color_button_set_title (GTK_COLOR_BUTTON (self->colours[i]), title);
  gtk_widget_add_css_class (self->colours[i], "class-colour");
  scope_name_widget (self->colours[i], title);
  scope_label_widget (gtk_widget_get_first_child (self->colours[i]), title); /* that takes the keyboard */
  g_signal_connect (self->colours[i], "color-set", G_CALLBACK (colour_set), self);
  gtk_box_append (GTK_BOX (row), self->colours[i]);
  gtk_box_append (GTK_BOX (box), row);
}

static GtkWidget *
add_heading (GtkWidget *box, const char *text)
{
  GtkWidget *label = scope_label_new (text, SCOPE_LABEL_START, "caption-heading dim-label");

  gtk_widget_set_margin_top (label, 6);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
size_entry (ScopeMessageFilterBox *self, const char *name, const char *placeholder)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), placeholder);
  gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_DIGITS);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 7);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 7);
  gtk_widget_set_hexpand (entry, TRUE);
  scope_label_widget (entry, name);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (control_changed), self);
  return entry;
}

static void
build_sizes (ScopeMessageFilterBox *self, GtkWidget *box)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->size_from = size_entry (self, _("Smallest size"), _("From"));
  self->size_to = size_entry (self, _("Largest size"), _("To"));
  self->size_unit = gtk_label_new (_("words"));
  scope_add_children (row, self->size_from, gtk_label_new ("–"), self->size_to, self->size_unit, NULL);
  gtk_box_append (GTK_BOX (box), row);
}

static void
build (ScopeMessageFilterBox *self, GtkWidget *box)
{
  const char *names[N_TAGS] = { _("Values (DataMes)"), _("Stream Elements (Head)"), _("New Processes (RFork)"),
                                _("Requests to Connect (Connect)"), _("Ends (Terminate)") };

  self->checks[SYSTEM] = add_check (self, box, _("S_ystem Messages"));
  self->checks[REVERSED] = add_check (self, box, _("Only Those Received _Before They Were Sent"));
  self->checks[UNMATCHED] = add_check (self, box, _("Only Those With One _End"));
  gtk_widget_set_tooltip_text (self->checks[UNMATCHED],
                               _("Sent and never received, or received and not seen to be sent. The receipt of a Connect "
                                 "is never recorded: it does not count."));
  self->kinds = add_heading (box, _("Kinds"));
  for (guint i = 0; i < N_TAGS; i++)
    add_kind (self, box, i, names[i]);
  self->checks[BY_CLASS] = add_check (self, box, _("Lines Have the _Colours of Their Kinds"));
  self->usual = gtk_button_new_with_mnemonic (_("_Usual Colours"));
  g_signal_connect_swapped (self->usual, "clicked", G_CALLBACK (usual_colours), self);
  gtk_box_append (GTK_BOX (box), self->usual);
  add_heading (box, _("From or To"));
  self->peer = gtk_drop_down_new (NULL, gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (self->peer), TRUE);
  scope_label_widget (self->peer, _("From or to which machine or process"));
  g_signal_connect_swapped (self->peer, "notify::selected", G_CALLBACK (control_changed), self);
  gtk_box_append (GTK_BOX (box), self->peer);
  add_heading (box, _("Size"));
  build_sizes (self, box);
  self->all = gtk_button_new_with_mnemonic (_("Show _All Again"));
  gtk_widget_set_margin_top (self->all, 6);
  g_signal_connect_swapped (self->all, "clicked", G_CALLBACK (show_all), self);
  gtk_box_append (GTK_BOX (box), self->all);
}

static void
scope_message_filter_box_map (GtkWidget *widget)
{
  ScopeMessageFilterBox *self = SCOPE_MESSAGE_FILTER_BOX (widget);

  GTK_WIDGET_CLASS (scope_message_filter_box_parent_class)->map (widget);
  if (self->view != NULL && self->stale)
    update (self);
}

static void
scope_message_filter_box_dispose (GObject *object)
{
  ScopeMessageFilterBox *self = SCOPE_MESSAGE_FILTER_BOX (object);

  scope_message_filter_box_set_view (self, NULL);
  self->setting = TRUE;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_message_filter_box_parent_class)->dispose (object);
}

static void
scope_message_filter_box_finalize (GObject *object)
{
  g_array_unref (SCOPE_MESSAGE_FILTER_BOX (object)->peers);
  G_OBJECT_CLASS (scope_message_filter_box_parent_class)->finalize (object);
}

static void
scope_message_filter_box_class_init (ScopeMessageFilterBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_message_filter_box_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_message_filter_box_finalize;
  GTK_WIDGET_CLASS (klass)->map = scope_message_filter_box_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_message_filter_box_init (ScopeMessageFilterBox *self)
{
  self->peers = g_array_new (FALSE, FALSE, sizeof (Peer));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  build (self, self->box);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
