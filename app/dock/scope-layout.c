/* scope-layout.c: see scope-layout.h. The text is a GVariant in its own notation, which checks the types by itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-layout.h"

#include "model/base/scope-each.h"

#include <string.h>

/* version; per edge: shown, size; per panel: id, place, edge, frame, page, selected, width, height */
#define TYPE "(ua(bi)a(sssuubii))"
#define VERSION 1
#define MAX_TEXT 16384
#define MAX_PANELS 64
#define MAX_FRAME 7
#define MIN_SIZE 60
#define MAX_SIZE 8192

static const char *const words[SCOPE_N_PLACES] = { "start", "end", "top", "bottom", "float", "closed" };

const char *
scope_place_to_word (ScopePlace place)
{
  g_return_val_if_fail (place < SCOPE_N_PLACES, words[0]);

  return words[place];
}

int
scope_place_from_word (const char *word)
{
  for (guint i = 0; i < SCOPE_N_PLACES; i++)
    if (g_strcmp0 (word, words[i]) == 0)
      return (int) i;
  return -1;
}

static void
clear_panel (gpointer data)
{
  g_free (((ScopeLayoutPanel *) data)->id);
}

ScopeLayout *
scope_layout_new (void)
{
  ScopeLayout *self = g_new0 (ScopeLayout, 1);

  for (guint i = 0; i < SCOPE_N_EDGES; i++)
    {
      self->shown[i] = TRUE;
      self->size[i] = i == SCOPE_PLACE_BOTTOM ? 0 : i == SCOPE_PLACE_TOP ? 240 : 320;
    }
  self->panels = g_array_new (FALSE, TRUE, sizeof (ScopeLayoutPanel));
  g_array_set_clear_func (self->panels, clear_panel);
  return self;
}

void
scope_layout_free (ScopeLayout *self)
{
  g_array_unref (self->panels);
  g_free (self);
}

ScopeLayoutPanel *
scope_layout_find (ScopeLayout *self, const char *id)
{
  SCOPE_EACH (ScopeLayoutPanel, panel, self->panels)
    if (g_str_equal (panel->id, id))
      return panel;
  return NULL;
}

ScopeLayoutPanel *
scope_layout_add (ScopeLayout *self, const char *id, ScopePlace edge)
{
  ScopeLayoutPanel panel = { g_strdup (id), edge, edge, 0, 0, FALSE, 0, 0 };

  g_return_val_if_fail (scope_layout_find (self, id) == NULL, NULL);
  g_return_val_if_fail (edge < SCOPE_N_EDGES, NULL);

  SCOPE_EACH (const ScopeLayoutPanel, other, self->panels)
    if (other->edge == edge && other->frame == 0)
      panel.page = MAX (panel.page, other->page + 1);
  g_array_append_val (self->panels, panel);
  return &g_array_index (self->panels, ScopeLayoutPanel, self->panels->len - 1);
}

char *
scope_layout_print (ScopeLayout *self)
{
  GVariantBuilder builder;
  g_autoptr (GVariant) variant = NULL;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (TYPE));
  g_variant_builder_add (&builder, "u", VERSION);
  g_variant_builder_open (&builder, G_VARIANT_TYPE ("a(bi)"));
  for (guint i = 0; i < SCOPE_N_EDGES; i++)
    g_variant_builder_add (&builder, "(bi)", self->shown[i], self->size[i]);
  g_variant_builder_close (&builder);
  g_variant_builder_open (&builder, G_VARIANT_TYPE ("a(sssuubii)"));
  SCOPE_EACH (const ScopeLayoutPanel, panel, self->panels)
    g_variant_builder_add (&builder, "(sssuubii)", panel->id, words[panel->place], words[panel->edge], panel->frame,
                           panel->page, panel->selected, panel->width, panel->height);
  g_variant_builder_close (&builder);
  variant = g_variant_ref_sink (g_variant_builder_end (&builder));
  return g_variant_print (variant, FALSE);
}

static gboolean
read_edges (ScopeLayout *self, GVariant *edges)
{
  if (g_variant_n_children (edges) != SCOPE_N_EDGES)
    return FALSE;
  for (guint i = 0; i < SCOPE_N_EDGES; i++)
    {
      g_variant_get_child (edges, i, "(bi)", &self->shown[i], &self->size[i]);
      if ((self->size[i] < MIN_SIZE && !(i == SCOPE_PLACE_BOTTOM && self->size[i] == 0)) || self->size[i] > MAX_SIZE)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_panel (ScopeLayout *self, GVariant *variant)
{
  const char *id, *place_word, *edge_word;
  guint frame, page;
  gboolean selected;
  int width, height, place, edge;
  ScopeLayoutPanel *panel;

  g_variant_get (variant, "(&s&s&suubii)", &id, &place_word, &edge_word, &frame, &page, &selected, &width, &height);
  place = scope_place_from_word (place_word);
  edge = scope_place_from_word (edge_word);
  if (id[0] == '\0' || scope_layout_find (self, id) != NULL || place < 0 || edge < 0 || edge >= SCOPE_N_EDGES
      || (place < SCOPE_N_EDGES && place != edge) || frame > MAX_FRAME || page > MAX_PANELS || width < 0
      || width > MAX_SIZE || height < 0 || height > MAX_SIZE)
    return FALSE;
  panel = scope_layout_add (self, id, (ScopePlace) edge);
  panel->place = (ScopePlace) place;
  panel->frame = frame;
  panel->page = page;
  panel->selected = selected;
  panel->width = width;
  panel->height = height;
  return TRUE;
}

ScopeLayout *
scope_layout_parse (const char *text)
{
  g_autoptr (GVariant) variant = NULL, edges = NULL, panels = NULL;
  g_autoptr (ScopeLayout) self = NULL;
  guint version;

  g_return_val_if_fail (text != NULL, NULL);

  if (text[0] == '\0' || strlen (text) > MAX_TEXT)
    return NULL;
  variant = g_variant_parse (G_VARIANT_TYPE (TYPE), text, NULL, NULL, NULL);
  if (variant == NULL)
    return NULL;
  self = scope_layout_new ();
  g_variant_get (variant, "(u@a(bi)@a(sssuubii))", &version, &edges, &panels);
  if (version != VERSION || !read_edges (self, edges) || g_variant_n_children (panels) > MAX_PANELS)
    return NULL;
  for (gsize i = 0; i < g_variant_n_children (panels); i++)
    {
      g_autoptr (GVariant) panel = g_variant_get_child_value (panels, i);

      if (!read_panel (self, panel))
        return NULL;
    }
  return g_steal_pointer (&self);
}
