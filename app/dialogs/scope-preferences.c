/* scope-preferences.c: see scope-preferences.h.
 *
 * What the cache takes is looked up on another thread, and so is clearing it: it may lie on a slow disk.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dialogs/scope-preferences.h"

#include "app/kit/scope-go-with-parent.h"
#include "app/kit/scope-toast.h"
#include "io/index/scope-cache.h"
#include "model/replay/scope-replay.h"
#include "model/base/scope-task.h"
#include "model/scene/draw/scope-own-colours.h"
#include "widgets/draw/scope-swatch.h"
#include "widgets/kit/scope-file-chooser.h"

#include <glib/gi18n.h>

#define GB 1e9

struct _ScopePreferences
{
  AdwPreferencesWindow parent_instance;

  ScopeSettings *settings;
  GCancellable *cancellable;     /* of the last look at the cache */
  gboolean looking;
  gboolean updating;             /* our own change of a row */

  /* of the template */
  AdwComboRow *scheme_row, *palette_row, *time_row;
  GtkFlowBox *swatches;
  GtkAdjustment *limit;
  GtkSpinButton *limit_spin;
  AdwActionRow *folder_row, *use_row;
  GtkEntry *own_row, *source_row, *lock_row, *unlock_row, *hidden_row, *folded_row, *merged_row;
  GtkAdjustment *latency;
  GtkButton *folder_reset, *folder_choose, *clear_button;
};

G_DEFINE_FINAL_TYPE (ScopePreferences, scope_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* In the order of the rows' lists. */
static const char *const schemes[] = { "system", "light", "dark", NULL };
static const char *const palettes[] = { "default", "high-contrast", "classic", "print", NULL };
static const char *const clocks[] = { "since-start", "wall-clock", NULL };

/* --- swatches --- */

static ScopePaletteKind
shown_palette (ScopePreferences *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (style);
  g_autofree char *name = scope_settings_dup_string (self->settings, "palette");
  ScopePaletteKind kind;

  if (!scope_palette_parse (name, &kind) || kind == SCOPE_PALETTE_LIGHT)
    kind = adw_style_manager_get_high_contrast (style) ? SCOPE_PALETTE_HIGH_CONTRAST : SCOPE_PALETTE_LIGHT;
  if (dark && kind == SCOPE_PALETTE_LIGHT)
    return SCOPE_PALETTE_DARK;
  return dark && kind == SCOPE_PALETTE_HIGH_CONTRAST ? SCOPE_PALETTE_HIGH_CONTRAST_DARK : kind;
}

static void
update_swatches (ScopePreferences *self)
{
  GtkFlowBoxChild *child;

  for (int i = 0; (child = gtk_flow_box_get_child_at_index (self->swatches, i)) != NULL; i++)
    scope_swatch_set_palette (SCOPE_SWATCH (gtk_widget_get_first_child (gtk_flow_box_child_get_child (child))),
                              shown_palette (self));
}

static void
add_swatches (ScopePreferences *self)
{
  static const struct
  {
    ScopeState state;
    const char *label;
  } states[] = { { SCOPE_STATE_RUNNING, N_("running") },      { SCOPE_STATE_COLLECTING, N_("GC") },
                 { SCOPE_STATE_OUTSIDE, N_("foreign call") }, { SCOPE_STATE_ACTIVE, N_("active") },
                 { SCOPE_STATE_RUNNABLE, N_("ready") },       { SCOPE_STATE_BLOCKED, N_("blocked") },
                 { SCOPE_STATE_IDLE, N_("idle") } };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *swatch = scope_swatch_new (states[i].state);
      GtkWidget *child = gtk_flow_box_child_new (), *label = gtk_label_new (_(states[i].label));

      gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (label, "caption");
      gtk_box_append (GTK_BOX (box), swatch);
      gtk_box_append (GTK_BOX (box), label);
      gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), box);
      gtk_widget_set_focusable (child, FALSE);
      gtk_flow_box_append (self->swatches, child);
    }
}

/* --- the cache --- */

static char *
dup_folder (ScopePreferences *self)
{
  g_autofree char *chosen = scope_settings_dup_string (self->settings, "cache-folder");

  return chosen[0] != '\0' ? g_steal_pointer (&chosen) : g_build_filename (g_get_user_cache_dir (), "lanescope", NULL);
}

typedef struct
{
  char *folder;
  gboolean clear;
  guint64 limit; /* after clearing nothing, trims to it */
} Look;

static void
look_free (gpointer data)
{
  g_free (((Look *) data)->folder);
  g_free (data);
}

static gpointer
look (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Look *what = data;
  ScopeCacheUse *use = g_new (ScopeCacheUse, 1);

  if (what->clear)
    scope_cache_clear (what->folder);
  else if (what->limit > 0)
    scope_cache_trim (what->folder, what->limit, NULL);
  *use = scope_cache_use (what->folder);
  return use;
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopePreferences *self = SCOPE_PREFERENCES (source);
  g_autofree ScopeCacheUse *use = scope_task_answer (result, NULL);
  g_autofree char *size = NULL, *text = NULL;

  if (use == NULL || self->use_row == NULL)
    return;
  self->looking = FALSE;
  size = g_format_size (use->bytes);
  if (use->n == 0)
    text = g_strdup (_("Nothing"));
  else
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s, of %u trace", "%s, of %u traces", use->n), size, use->n);
  adw_action_row_set_subtitle (self->use_row, text);
  gtk_widget_set_sensitive (GTK_WIDGET (self->clear_button), use->n > use->n_pinned);
}

static void
start_look (ScopePreferences *self, gboolean clear, guint64 limit)
{
  Look *what = g_new0 (Look, 1);

  scope_task_renew (&self->cancellable);
  self->looking = TRUE;
  what->folder = dup_folder (self);
  what->clear = clear;
  what->limit = limit;
  scope_task_give (self, look, what, look_free, g_free, self->cancellable, looked, NULL);
}

static void
clear_answered (AdwMessageDialog *dialog, const char *response, ScopePreferences *self)
{
  if (g_str_equal (response, "clear"))
    start_look (self, TRUE, 0);
}

static void
clear_clicked (ScopePreferences *self)
{
  GtkWidget *dialog = adw_message_dialog_new (
      GTK_WINDOW (self), _("Clear the Cache?"),
      _("Your trace files and notes are not touched. Traces are read again when you open them the next time."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "clear", _("C_lear"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "clear", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (clear_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
folder_chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  ScopePreferences *self = owner;
  g_autofree char *path = scope_file_chooser_dup_path (files);
  AdwToast *toast;

  if (path != NULL && g_utf8_validate (path, -1, NULL))
    scope_settings_set_string (self->settings, "cache-folder", path);
  else if (files->len > 0)
    {
      toast = adw_toast_new (_("This folder cannot be used."));
      scope_toast_guard (toast, GTK_WIDGET (self));
      adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), toast);
    }
}

static void
choose_folder (ScopePreferences *self)
{
  scope_file_chooser_ask (GTK_WIDGET (self), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("Cache Folder"), _("_Choose"), NULL,
                          folder_chosen, NULL, NULL);
}

static void
reset_folder (ScopePreferences *self)
{
  scope_settings_reset (self->settings, "cache-folder");
}

/* --- rows and settings --- */

static void
show_choice (ScopePreferences *self, AdwComboRow *row, const char *key, const char *const *values)
{
  g_autofree char *value = scope_settings_dup_string (self->settings, key);

  for (guint i = 0; values[i] != NULL; i++)
    if (g_str_equal (values[i], value))
      adw_combo_row_set_selected (row, i);
}

/* Not while somebody writes into it just that. */
static void
show_text (ScopePreferences *self, GtkEntry *entry, const char *key)
{
  g_autofree char *text = scope_settings_dup_string (self->settings, key);

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (entry)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

/* What makes no sense is told; what held before holds. */
static void
show_own (ScopePreferences *self)
{
  g_autofree char *text = scope_settings_dup_string (self->settings, "own-colours");
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeOwnColours) own = scope_own_colours_parse (text, &error);

  show_text (self, self->own_row, "own-colours");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->own_row), error != NULL ? error->message : NULL);
  if (error != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->own_row), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->own_row), "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->own_row), GTK_ACCESSIBLE_STATE_INVALID,
                               error == NULL ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

static void
update (ScopePreferences *self)
{
  g_autofree char *folder = dup_folder (self), *chosen = scope_settings_dup_string (self->settings, "cache-folder");
  g_autofree char *shown = g_filename_display_name (folder), *safe = g_markup_escape_text (shown, -1);

  self->updating = TRUE;
  show_choice (self, self->scheme_row, "color-scheme", schemes);
  show_choice (self, self->palette_row, "palette", palettes);
  show_choice (self, self->time_row, "time-format", clocks);
  gtk_adjustment_set_value (self->limit, (double) scope_settings_get_uint64 (self->settings, "cache-limit") / GB);
  adw_action_row_set_subtitle (self->folder_row, safe);
  gtk_widget_set_visible (GTK_WIDGET (self->folder_reset), chosen[0] != '\0');
  show_own (self);
  show_text (self, self->source_row, "source-path");
  show_text (self, self->lock_row, "lock-functions");
  show_text (self, self->unlock_row, "unlock-functions");
  show_text (self, self->hidden_row, "hidden-functions");
  show_text (self, self->folded_row, "folded-functions");
  show_text (self, self->merged_row, "merged-functions");
  gtk_adjustment_set_value (self->latency, (double) scope_settings_get_uint64 (self->settings, "long-latency"));
  self->updating = FALSE;
  update_swatches (self);
}

static void
setting_changed (ScopeSettings *settings, const char *key, ScopePreferences *self)
{
  update (self);
  if (g_str_equal (key, "cache-folder"))
    start_look (self, FALSE, 0);
  else if (g_str_equal (key, "cache-limit"))
    start_look (self, FALSE, scope_settings_get_uint64 (settings, "cache-limit"));
}

static void
row_changed (AdwComboRow *row, GParamSpec *pspec, ScopePreferences *self)
{
  guint i = adw_combo_row_get_selected (row);

  if (self->updating || i == GTK_INVALID_LIST_POSITION)
    return;
  if (row == self->scheme_row)
    scope_settings_set_string (self->settings, "color-scheme", schemes[i]);
  else if (row == self->palette_row)
    scope_settings_set_string (self->settings, "palette", palettes[i]);
  else
    scope_settings_set_string (self->settings, "time-format", clocks[i]);
}

static void
limit_changed (ScopePreferences *self)
{
  if (!self->updating)
    scope_settings_set (self->settings, "cache-limit",
                        g_variant_new_uint64 ((guint64) (gtk_adjustment_get_value (self->limit) * GB)));
}

static void
latency_changed (ScopePreferences *self)
{
  if (!self->updating)
    scope_settings_set (self->settings, "long-latency", g_variant_new_uint64 ((guint64) gtk_adjustment_get_value (self->latency)));
}

static void
text_changed (GtkEntry *entry, ScopePreferences *self)
{
  const char *key = entry == self->own_row      ? "own-colours"
                    : entry == self->lock_row   ? "lock-functions"
                    : entry == self->unlock_row ? "unlock-functions"
                    : entry == self->hidden_row ? "hidden-functions"
                    : entry == self->folded_row ? "folded-functions"
                                                : "merged-functions";

  if (!self->updating)
    scope_settings_set_string (self->settings, key, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

static void
sources_changed (ScopePreferences *self)
{
  if (!self->updating && self->settings != NULL)
    scope_settings_set_string (self->settings, "source-path", gtk_editable_get_text (GTK_EDITABLE (self->source_row)));
}

gboolean
scope_preferences_is_settled (ScopePreferences *self)
{
  return !self->looking;
}

/* --- life --- */

static void
scope_preferences_dispose (GObject *object)
{
  ScopePreferences *self = SCOPE_PREFERENCES (object);

  scope_task_stop (&self->cancellable);
  g_clear_object (&self->settings);
  self->use_row = NULL;
  G_OBJECT_CLASS (scope_preferences_parent_class)->dispose (object);
}

static void
scope_preferences_class_init (ScopePreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lanescope/Lanescope/scope-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, scheme_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, palette_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, time_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, swatches);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, limit);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, limit_spin);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, folder_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, folder_reset);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, folder_choose);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, use_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, source_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, latency);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, lock_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, unlock_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, own_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, hidden_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, folded_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, merged_row);
  gtk_widget_class_bind_template_child (widget_class, ScopePreferences, clear_button);
}

static void
scope_preferences_init (ScopePreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  scope_go_with_parent (GTK_WINDOW (self));
  add_swatches (self);
  g_signal_connect_swapped (self->folder_choose, "clicked", G_CALLBACK (choose_folder), self);
  g_signal_connect_swapped (self->folder_reset, "clicked", G_CALLBACK (reset_folder), self);
  g_signal_connect_swapped (self->clear_button, "clicked", G_CALLBACK (clear_clicked), self);
  g_signal_connect_swapped (self->source_row, "changed", G_CALLBACK (sources_changed), self);
  g_signal_connect (self->own_row, "changed", G_CALLBACK (text_changed), self);
  g_signal_connect (self->lock_row, "changed", G_CALLBACK (text_changed), self);
  g_signal_connect (self->unlock_row, "changed", G_CALLBACK (text_changed), self);
  g_signal_connect (self->hidden_row, "changed", G_CALLBACK (text_changed), self);
  g_signal_connect (self->folded_row, "changed", G_CALLBACK (text_changed), self);
  g_signal_connect (self->merged_row, "changed", G_CALLBACK (text_changed), self);
  gtk_entry_set_placeholder_text (self->lock_row, SCOPE_SIM_LOCK_NAMES);
  gtk_entry_set_placeholder_text (self->unlock_row, SCOPE_SIM_UNLOCK_NAMES);
}

ScopePreferences *
scope_preferences_new (GtkWindow *parent, ScopeSettings *settings)
{
  ScopePreferences *self = g_object_new (SCOPE_TYPE_PREFERENCES, "transient-for", parent, NULL);
  AdwStyleManager *style = adw_style_manager_get_default ();
  AdwComboRow *rows[] = { self->scheme_row, self->palette_row, self->time_row };

  self->settings = g_object_ref (settings);
  update (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_signal_connect (rows[i], "notify::selected", G_CALLBACK (row_changed), self);
  g_signal_connect_swapped (self->limit, "value-changed", G_CALLBACK (limit_changed), self);
  g_signal_connect_swapped (self->latency, "value-changed", G_CALLBACK (latency_changed), self);
  g_signal_connect_object (settings, "changed", G_CALLBACK (setting_changed), self, 0);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (update_swatches), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (update_swatches), self, G_CONNECT_SWAPPED);
  start_look (self, FALSE, 0);
  return self;
}
