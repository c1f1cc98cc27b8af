/* scope-settings.c: see scope-settings.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/settings/scope-settings.h"

#define SCHEMA_ID "org.lanescope.Lanescope"

struct _ScopeSettings
{
  GObject parent_instance;

  GSettings *settings; /* NULL: there is no schema */
  GHashTable *values;  /* key -> GVariant, used then */
};

/* As in the schema. */
static const struct
{
  const char *key, *type, *value;
} defaults[] = {
  { "palette", "s", "'default'" },
  { "color-scheme", "s", "'system'" },
  { "time-format", "s", "'since-start'" },
  { "own-colours", "s", "''" },
  { "cache-limit", "t", "20000000000" },
  { "cache-folder", "s", "''" },
  { "window-size", "(ii)", "(1280, 800)" },
  { "window-maximized", "b", "false" },
  { "layout", "s", "''" },
  { "messages-mode", "s", "'list'" },
  { "process-tree-hidden", "s", "'outside,below,tree-blocked'" },
  { "source-path", "s", "''" },
  { "long-latency", "t", "100" },
  { "lock-functions", "s", "''" },
  { "unlock-functions", "s", "''" },
  { "hidden-functions", "s", "''" },
  { "folded-functions", "s", "''" },
  { "merged-functions", "s", "''" },
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ScopeSettings, scope_settings, G_TYPE_OBJECT)

static GVariant *
default_value (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    if (g_str_equal (defaults[i].key, key))
      return g_variant_parse (G_VARIANT_TYPE (defaults[i].type), defaults[i].value, NULL, NULL, NULL);
  g_error ("there is no setting “%s”", key);
}

static void
tell (ScopeSettings *self, const char *key)
{
  g_signal_emit (self, changed_signal, g_quark_from_string (key), key);
}

/* --- the schema --- */

/* One that has all our keys, of our types: an older one may lie in the system's folders. */
static gboolean
is_whole (GSettingsSchema *schema)
{
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    {
      g_autoptr (GSettingsSchemaKey) key = NULL;

      if (!g_settings_schema_has_key (schema, defaults[i].key))
        return FALSE;
      key = g_settings_schema_get_key (schema, defaults[i].key);
      if (!g_variant_type_equal (g_settings_schema_key_get_value_type (key), G_VARIANT_TYPE (defaults[i].type)))
        return FALSE;
    }
  return TRUE;
}

static GSettingsSchema *
find_in (GSettingsSchemaSource *source)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, SCHEMA_ID, TRUE);
  return schema != NULL && is_whole (schema) ? g_steal_pointer (&schema) : NULL;
}

static GSettingsSchema *
find_in_folder (const char *folder)
{
  g_autoptr (GSettingsSchemaSource) source = g_settings_schema_source_new_from_directory (folder, NULL, FALSE, NULL);

  return find_in (source);
}

static ScopeSettings *
new_with_schema (GSettingsSchema *schema)
{
  ScopeSettings *self = g_object_new (SCOPE_TYPE_SETTINGS, NULL);

  if (schema != NULL)
    {
      self->settings = g_settings_new_full (schema, NULL, NULL);
      g_signal_connect_swapped (self->settings, "changed", G_CALLBACK (tell), self);
    }
  return self;
}

ScopeSettings *
scope_settings_new_from (const char *const *folders)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  for (; *folders != NULL && schema == NULL; folders++)
    schema = find_in_folder (*folders);
  return new_with_schema (schema);
}

ScopeSettings *
scope_settings_new (void)
{
  g_autoptr (GSettingsSchema) schema = find_in (g_settings_schema_source_get_default ());

  /* Run from where it was built. */
  if (schema == NULL)
    schema = find_in_folder (SCOPE_BUILD_SCHEMA_DIR);
  return new_with_schema (schema);
}

gboolean
scope_settings_are_kept (ScopeSettings *self)
{
  return self->settings != NULL;
}

/* --- values --- */

GVariant *
scope_settings_get (ScopeSettings *self, const char *key)
{
  GVariant *value;

  g_return_val_if_fail (SCOPE_IS_SETTINGS (self), NULL);

  if (self->settings != NULL)
    return g_settings_get_value (self->settings, key);
  value = g_hash_table_lookup (self->values, key);
  return value != NULL ? g_variant_ref (value) : default_value (key);
}

gboolean
scope_settings_set (ScopeSettings *self, const char *key, GVariant *value)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (value);
  g_autoptr (GVariant) before = scope_settings_get (self, key);

  g_return_val_if_fail (g_variant_is_of_type (taken, g_variant_get_type (before)), FALSE);

  if (g_variant_equal (before, taken))
    return TRUE;
  if (self->settings != NULL)
    {
      g_autoptr (GSettingsSchema) schema = NULL;
      g_autoptr (GSettingsSchemaKey) schema_key = NULL;

      g_object_get (self->settings, "settings-schema", &schema, NULL);
      schema_key = g_settings_schema_get_key (schema, key);
      /* GLib would log what is out of range as the programmer's error; here a person may have typed it. */
      return g_settings_schema_key_range_check (schema_key, taken)
             && g_settings_set_value (self->settings, key, taken);
    }
  g_hash_table_insert (self->values, g_strdup (key), g_steal_pointer (&taken));
  tell (self, key);
  return TRUE;
}

char *
scope_settings_dup_string (ScopeSettings *self, const char *key)
{
  g_autoptr (GVariant) value = scope_settings_get (self, key);

  return g_variant_dup_string (value, NULL);
}

char *
scope_settings_dup_cache_folder (ScopeSettings *self)
{
  g_autofree char *folder = scope_settings_dup_string (self, "cache-folder");

  return folder[0] != '\0' ? g_steal_pointer (&folder) : NULL;
}

char **
scope_settings_dup_source_folders (ScopeSettings *self, const char *const *given)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  g_autofree char *chosen = scope_settings_dup_string (self, "source-path");
  g_auto (GStrv) parts = g_strsplit (chosen, G_SEARCHPATH_SEPARATOR_S, -1);

  for (; given != NULL && *given != NULL; given++)
    g_strv_builder_add (folders, *given);
  for (char **part = parts; *part != NULL; part++)
    if (g_strstrip (*part)[0] != '\0')
      g_strv_builder_add (folders, *part);
  return g_strv_builder_end (folders);
}

gboolean
scope_settings_set_string (ScopeSettings *self, const char *key, const char *value)
{
  return scope_settings_set (self, key, g_variant_new_string (value));
}

guint64
scope_settings_get_uint64 (ScopeSettings *self, const char *key)
{
  g_autoptr (GVariant) value = scope_settings_get (self, key);

  return g_variant_get_uint64 (value);
}

gboolean
scope_settings_get_boolean (ScopeSettings *self, const char *key)
{
  g_autoptr (GVariant) value = scope_settings_get (self, key);

  return g_variant_get_boolean (value);
}

void
scope_settings_reset (ScopeSettings *self, const char *key)
{
  if (self->settings != NULL)
    g_settings_reset (self->settings, key);
  else if (g_hash_table_remove (self->values, key))
    tell (self, key);
}

/* --- life --- */

static void
scope_settings_finalize (GObject *object)
{
  ScopeSettings *self = SCOPE_SETTINGS (object);

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);
  g_hash_table_unref (self->values);
  G_OBJECT_CLASS (scope_settings_parent_class)->finalize (object);
}

static void
scope_settings_class_init (ScopeSettingsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_settings_finalize;
  changed_signal = g_signal_new ("changed", SCOPE_TYPE_SETTINGS, G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
scope_settings_init (ScopeSettings *self)
{
  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
}
