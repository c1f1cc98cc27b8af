/* scope-recycling-row-model.c: see scope-recycling-row-model.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-recycling-row-model.h"

#include "model/base/scope-each.h"
#include "widgets/kit/scope-parts.h"

#define FIRST 48u         /* rows that come at once: as many as are seen */
#define AT_ONCE 32u       /* of those that have widgets, too */
#define WITH_WIDGETS 256u /* those beyond cost little */

struct _ScopeRecyclingRow
{
  GObject parent_instance;

  ScopeRecyclingRowModel *rows; /* not owned; NULL: it is not at its place any more */
  guint position;
  gpointer item;
  gboolean selected; /* as was told */
};

struct _ScopeRecyclingRowModel
{
  GObject parent_instance;

  GtkSelectionModel *items;
  guint shown;       /* rows; more than items while some go */
  GHashTable *alive; /* position → ScopeRecyclingRow, not owned */
  guint coming;      /* rows come or go */
};

static void list_model_init (GListModelInterface *iface);
static void selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE (ScopeRecyclingRow, scope_recycling_row, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeRecyclingRowModel, scope_recycling_row_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, selection_model_init))

/* --- rows --- */

gpointer
scope_recycling_row_get_item (ScopeRecyclingRow *row)
{
  return row->item;
}

static void
scope_recycling_row_finalize (GObject *object)
{
  ScopeRecyclingRow *row = SCOPE_RECYCLING_ROW (object);

  if (row->rows != NULL)
    g_hash_table_remove (row->rows->alive, GUINT_TO_POINTER (row->position));
  g_clear_object (&row->item);
  G_OBJECT_CLASS (scope_recycling_row_parent_class)->finalize (object);
}

static void
scope_recycling_row_class_init (ScopeRecyclingRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_recycling_row_finalize;
}

static void
scope_recycling_row_init (ScopeRecyclingRow *row)
{
}

/* --- how many there are --- */

static guint
n_items (ScopeRecyclingRowModel *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->items));
}

static void
grow (ScopeRecyclingRowModel *self, guint to)
{
  guint before = self->shown;

  self->shown = MIN (to, n_items (self));
  if (self->shown > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->shown - before);
}

/* --- what stands in them --- */

/* Of those before `to`; those from there on go. Whether any has another. */
static gboolean
take_items (ScopeRecyclingRowModel *self, guint from, guint to)
{
  GHashTableIter iter;
  gpointer value;
  gboolean changed = FALSE;

  g_hash_table_iter_init (&iter, self->alive);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      ScopeRecyclingRow *row = value;
      GObject *before;

      if (row->position < from)
        continue;
      if (row->position >= to)
        {
          row->rows = NULL;
          g_hash_table_iter_remove (&iter);
          continue;
        }
      before = row->item; /* kept so long, lest one that stays where it was is made anew */
      row->item = g_list_model_get_item (G_LIST_MODEL (self->items), row->position); /* NULL: it is to go */
      g_clear_object (&before);
      changed = TRUE;
    }
  return changed;
}

/* --- they come and go --- */

static void
shrink (ScopeRecyclingRowModel *self, guint to)
{
  guint before = self->shown;

  self->shown = to;
  take_items (self, to, to);
  g_list_model_items_changed (G_LIST_MODEL (self), to, before - to, 0);
}

static gboolean
come_or_go (gpointer data)
{
  ScopeRecyclingRowModel *self = data;

  if (self->shown > n_items (self))
    shrink (self, self->shown - n_items (self) > AT_ONCE ? self->shown - AT_ONCE : n_items (self));
  else
    grow (self, self->shown < WITH_WIDGETS ? self->shown + AT_ONCE : G_MAXUINT);
  if (self->shown != n_items (self))
    return G_SOURCE_CONTINUE;
  self->coming = 0;
  return G_SOURCE_REMOVE;
}

void
scope_recycling_row_model_hurry (ScopeRecyclingRowModel *self)
{
  if (self->shown > n_items (self))
    shrink (self, n_items (self));
}

static void
catch_up (ScopeRecyclingRowModel *self)
{
  if (self->shown < n_items (self))
    grow (self, self->shown < WITH_WIDGETS ? MAX (self->shown, FIRST) : G_MAXUINT);
  if (self->shown != n_items (self) && self->coming == 0)
    self->coming = g_idle_add_full (G_PRIORITY_LOW, come_or_go, self, NULL);
}

/* GTK fills all cells anew of rows that may have been selected: only those are told of that were. */
static void
notify_selection (ScopeRecyclingRowModel *self, guint position, guint n)
{
  g_autoptr (GArray) changed = g_array_new (FALSE, FALSE, sizeof (guint));

  SCOPE_EACH_VALUE (ScopeRecyclingRow, row, self->alive)
    {
      gboolean selected = gtk_selection_model_is_selected (self->items, row->position);

      if (row->position < position || row->position - position >= n || row->selected == selected)
        continue;
      row->selected = selected;
      g_array_append_val (changed, row->position);
    }
  for (guint i = 0; i < changed->len; i++)
    if (g_array_index (changed, guint, i) < self->shown)
      gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), g_array_index (changed, guint, i), 1);
}

static void
items_changed (GListModel *items, guint position, guint removed, guint added, ScopeRecyclingRowModel *self)
{
  guint n = n_items (self), most = MAX (n, WITH_WIDGETS);
  gboolean changed;

  if (self->shown > n && self->shown - n <= AT_ONCE)
    shrink (self, n);
  else if (self->shown > most)
    shrink (self, most);
  changed = take_items (self, position, self->shown);
  notify_selection (self, position, G_MAXUINT);
  if (changed)
    g_signal_emit_by_name (self, "contents-changed");
  catch_up (self);
}

static void
selection_changed (GtkSelectionModel *items, guint position, guint n, ScopeRecyclingRowModel *self)
{
  notify_selection (self, position, n);
}

/* --- the list --- */

static GType
get_item_type (GListModel *model)
{
  return SCOPE_TYPE_RECYCLING_ROW;
}

static guint
get_n_items (GListModel *model)
{
  return SCOPE_RECYCLING_ROW_MODEL (model)->shown;
}

static gpointer
get_item (GListModel *model, guint position)
{
  ScopeRecyclingRowModel *self = SCOPE_RECYCLING_ROW_MODEL (model);
  ScopeRecyclingRow *row = g_hash_table_lookup (self->alive, GUINT_TO_POINTER (position));

  if (position >= self->shown)
    return NULL;
  if (row != NULL)
    return g_object_ref (row);
  row = g_object_new (SCOPE_TYPE_RECYCLING_ROW, NULL);
  row->rows = self;
  row->position = position;
  row->item = g_list_model_get_item (G_LIST_MODEL (self->items), position);
  row->selected = gtk_selection_model_is_selected (self->items, position);
  g_hash_table_insert (self->alive, GUINT_TO_POINTER (position), row);
  return row;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* --- the selection is that of the items --- */

static GtkSelectionModel *
below (GtkSelectionModel *model)
{
  return SCOPE_RECYCLING_ROW_MODEL (model)->items;
}

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_selection_model_is_selected (below (model), position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position, guint n)
{
  return gtk_selection_model_get_selection_in_range (below (model), position, n);
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
  return position < n_items (SCOPE_RECYCLING_ROW_MODEL (model))
         && gtk_selection_model_select_item (below (model), position, unselect_rest);
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  return gtk_selection_model_unselect_item (below (model), position);
}

static gboolean
select_range (GtkSelectionModel *model, guint position, guint n, gboolean unselect_rest)
{
  guint there = n_items (SCOPE_RECYCLING_ROW_MODEL (model));

  return position < there
         && gtk_selection_model_select_range (below (model), position, MIN (n, there - position), unselect_rest);
}

static gboolean
unselect_range (GtkSelectionModel *model, guint position, guint n)
{
  return gtk_selection_model_unselect_range (below (model), position, n);
}

static gboolean
select_all (GtkSelectionModel *model)
{
  return gtk_selection_model_select_all (below (model));
}

static gboolean
unselect_all (GtkSelectionModel *model)
{
  return gtk_selection_model_unselect_all (below (model));
}

static gboolean
set_selection (GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask)
{
  g_autoptr (GtkBitset) there = gtk_bitset_new_range (0, n_items (SCOPE_RECYCLING_ROW_MODEL (model)));

  gtk_bitset_intersect (there, mask);
  return gtk_selection_model_set_selection (below (model), selected, there);
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
  iface->select_range = select_range;
  iface->unselect_range = unselect_range;
  iface->select_all = select_all;
  iface->unselect_all = unselect_all;
  iface->set_selection = set_selection;
}

/* --- life --- */

static void
scope_recycling_row_model_finalize (GObject *object)
{
  ScopeRecyclingRowModel *self = SCOPE_RECYCLING_ROW_MODEL (object);

  g_clear_handle_id (&self->coming, g_source_remove);
  take_items (self, 0, 0);
  g_hash_table_unref (self->alive);
  g_signal_handlers_disconnect_by_data (self->items, self);
  g_object_unref (self->items);
  G_OBJECT_CLASS (scope_recycling_row_model_parent_class)->finalize (object);
}

static void
scope_recycling_row_model_class_init (ScopeRecyclingRowModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_recycling_row_model_finalize;
  scope_add_signal (klass, "contents-changed", 0);
}

static void
scope_recycling_row_model_init (ScopeRecyclingRowModel *self)
{
  self->alive = g_hash_table_new (NULL, NULL);
}

ScopeRecyclingRowModel *
scope_recycling_row_model_new (GtkSelectionModel *items)
{
  ScopeRecyclingRowModel *self = g_object_new (SCOPE_TYPE_RECYCLING_ROW_MODEL, NULL);

  self->items = g_object_ref (items);
  g_signal_connect (items, "items-changed", G_CALLBACK (items_changed), self);
  g_signal_connect (items, "selection-changed", G_CALLBACK (selection_changed), self);
  catch_up (self);
  return self;
}
