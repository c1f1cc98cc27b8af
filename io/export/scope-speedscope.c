/* scope-speedscope.c: see scope-speedscope.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/export/scope-speedscope.h"

#include "io/export/scope-file-writer.h"
#include "model/base/scope-json.h"

#define FULL (256u * 1024u) /* bytes that are written at once */
#define MOST_NAMES (1u << 20)

struct _ScopeSpeedscope
{
  ScopeFileWriter *file;
  ScopeJson json;
  GHashTable *numbers; /* name, of `names`, to its number + 1 */
  GPtrArray *names;
  GError *error;       /* the first */
};

/* TRUE unless it has failed. */
static gboolean
flush (ScopeSpeedscope *self, gsize most)
{
  if (self->json.out->len > most && self->error == NULL)
    scope_file_writer_add (self->file, (const guint8 *) self->json.out->str, self->json.out->len, &self->error);
  if (self->json.out->len > most)
    g_string_truncate (self->json.out, 0);
  return self->error == NULL;
}

ScopeSpeedscope *
scope_speedscope_new (const char *path, const char *title, GError **error)
{
  ScopeFileWriter *file = scope_file_writer_new (path, error);
  ScopeSpeedscope *self;

  if (file == NULL)
    return NULL;
  self = g_new0 (ScopeSpeedscope, 1);
  self->file = file;
  self->json = (ScopeJson) { .out = g_string_new (NULL), .form = SCOPE_JSON_COMPACT };
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_ptr_array_new_with_free_func (g_free);
  scope_json_begin (&self->json, NULL, '{');
  scope_json_text (&self->json, "$schema", "https://www.speedscope.app/file-format-schema.json");
  scope_json_text (&self->json, "exporter", "lanescope");
  scope_json_text (&self->json, "name", title);
  scope_json_begin (&self->json, "profiles", '[');
  return self;
}

guint32
scope_speedscope_frame (ScopeSpeedscope *self, const char *name)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, name));
  char *copy;

  if (number != 0)
    return number - 1;
  if (self->names->len >= MOST_NAMES)
    return self->names->len - 1; /* the last one */
  copy = g_strdup (self->names->len + 1 == MOST_NAMES ? "…" : name);
  g_ptr_array_add (self->names, copy);
  g_hash_table_insert (self->numbers, copy, GUINT_TO_POINTER (self->names->len));
  return self->names->len - 1;
}

static void
begin (ScopeSpeedscope *self, const char *type, const char *name, const char *unit, guint64 from, guint64 to, const char *items)
{
  scope_json_begin (&self->json, NULL, '{');
  scope_json_text (&self->json, "type", type);
  scope_json_text (&self->json, "name", name);
  scope_json_text (&self->json, "unit", unit);
  scope_json_unsigned (&self->json, "startValue", from);
  scope_json_unsigned (&self->json, "endValue", to);
  scope_json_begin (&self->json, items, '[');
}

void
scope_speedscope_begin_slices (ScopeSpeedscope *self, const char *name, guint64 from, guint64 to)
{
  begin (self, "evented", name, "nanoseconds", from, to, "events");
}

static void
add_event (ScopeSpeedscope *self, const char *type, guint32 frame, guint64 at)
{
  scope_json_begin (&self->json, NULL, '{');
  scope_json_text (&self->json, "type", type);
  scope_json_unsigned (&self->json, "frame", frame);
  scope_json_unsigned (&self->json, "at", at);
  scope_json_end (&self->json);
}

gboolean
scope_speedscope_add_slice (ScopeSpeedscope *self, guint32 frame, guint64 from, guint64 to)
{
  add_event (self, "O", frame, from);
  add_event (self, "C", frame, to);
  return flush (self, FULL);
}

void
scope_speedscope_begin_stacks (ScopeSpeedscope *self, const char *name, gboolean counts, guint64 sum)
{
  begin (self, "sampled", name, counts ? "none" : "nanoseconds", 0, sum, "samples");
}

gboolean
scope_speedscope_add_stack (ScopeSpeedscope *self, const guint32 *frames, guint n)
{
  scope_json_begin (&self->json, NULL, '[');
  for (guint i = 0; i < n; i++)
    scope_json_unsigned (&self->json, NULL, frames[i]);
  scope_json_end (&self->json);
  return flush (self, FULL);
}

void
scope_speedscope_begin_weights (ScopeSpeedscope *self)
{
  scope_json_end (&self->json);
  scope_json_begin (&self->json, "weights", '[');
}

gboolean
scope_speedscope_add_weight (ScopeSpeedscope *self, guint64 weight)
{
  scope_json_unsigned (&self->json, NULL, weight);
  return flush (self, FULL);
}

void
scope_speedscope_end (ScopeSpeedscope *self)
{
  scope_json_end (&self->json);
  scope_json_end (&self->json);
}

gboolean
scope_speedscope_finish (ScopeSpeedscope *self, GError **error)
{
  scope_json_end (&self->json);
  scope_json_begin (&self->json, "shared", '{');
  scope_json_begin (&self->json, "frames", '[');
  for (guint i = 0; i < self->names->len; i++)
    {
      scope_json_begin (&self->json, NULL, '{');
      scope_json_text (&self->json, "name", self->names->pdata[i]);
      scope_json_end (&self->json);
      flush (self, FULL);
    }
  scope_json_end (&self->json);
  scope_json_end (&self->json);
  scope_json_end (&self->json);
  flush (self, 0);
  if (self->error == NULL)
    return scope_file_writer_finish (self->file, error);
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

void
scope_speedscope_free (ScopeSpeedscope *self)
{
  scope_file_writer_free (self->file);
  g_string_free (self->json.out, TRUE);
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->names);
  g_clear_error (&self->error);
  g_free (self);
}
