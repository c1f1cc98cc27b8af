/* scope-list-scroller.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/table/scope-list-scroller.h"

#define MIN_ROW 8    /* pixels: less is not laid out yet */
#define FRAMES 2     /* until changed rows are laid out */
#define MAX_TRIES 60 /* frames */

struct _ScopeListScroller
{
  GtkScrollable *list;
  GListModel *rows;
  guint position; /* to be shown; G_MAXUINT: none */
  guint tick, frames, tries;
};

static gboolean
scroll_now (ScopeListScroller *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (self->list);
  guint n = g_list_model_get_n_items (self->rows);
  double page = gtk_adjustment_get_page_size (adjustment), upper = gtk_adjustment_get_upper (adjustment);
  double row = n > 0 ? upper / n : 0, at = row * self->position, value = gtk_adjustment_get_value (adjustment);

  if (row < MIN_ROW || page <= row || self->position >= n)
    return FALSE;
  if (at < value || at + row > value + page)
    gtk_adjustment_set_value (adjustment, CLAMP (at + row / 2 - page / 2, 0, MAX (upper - page, 0)));
  self->position = G_MAXUINT;
  return TRUE;
}

static gboolean
scroll_later (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  ScopeListScroller *self = data;

  if (self->frames > 0)
    {
      self->frames--;
      return G_SOURCE_CONTINUE;
    }
  if (self->position == G_MAXUINT || scroll_now (self) || self->tries-- == 0)
    {
      self->tick = 0;
      return G_SOURCE_REMOVE;
    }
  return G_SOURCE_CONTINUE;
}

static void
start_ticking (ScopeListScroller *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->list), scroll_later, self, NULL);
}

static void
rows_changed (ScopeListScroller *self)
{
  self->frames = FRAMES;
  start_ticking (self);
}

void
scope_list_scroller_show (ScopeListScroller *self, guint position)
{
  self->position = position;
  self->tries = MAX_TRIES;
  if (self->frames > 0 || !scroll_now (self))
    start_ticking (self);
}

void
scope_list_scroller_rewind (ScopeListScroller *self)
{
  self->position = G_MAXUINT;
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (self->list), 0);
}

ScopeListScroller *
scope_list_scroller_new (GtkScrollable *list, GListModel *rows)
{
  ScopeListScroller *self = g_new0 (ScopeListScroller, 1);

  self->list = list;
  self->rows = g_object_ref (rows);
  self->position = G_MAXUINT;
  g_signal_connect_swapped (rows, "items-changed", G_CALLBACK (rows_changed), self);
  return self;
}

void
scope_list_scroller_free (ScopeListScroller *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->list), self->tick);
  g_signal_handlers_disconnect_by_data (self->rows, self);
  g_object_unref (self->rows);
  g_free (self);
}
