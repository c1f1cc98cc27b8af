/* scope-side-note.c: see scope-side-note.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-side-note.h"

struct _ScopeSideNote
{
  GtkWidget parent_instance;

  GtkWidget *main, *line, *words;
  int room, width, height;
  gboolean below;
};

G_DEFINE_FINAL_TYPE (ScopeSideNote, scope_side_note, GTK_TYPE_WIDGET)

static int
natural (GtkWidget *widget, GtkOrientation orientation, int for_size)
{
  int size = 0;

  gtk_widget_measure (widget, orientation, for_size, NULL, &size, NULL, NULL);
  return size;
}

static int
least (GtkWidget *widget, GtkOrientation orientation, int for_size)
{
  int size = 0;

  gtk_widget_measure (widget, orientation, for_size, &size, NULL, NULL, NULL);
  return size;
}

static int
words_height (ScopeSideNote *self, int width)
{
  return gtk_widget_get_visible (self->words) ? MIN (natural (self->words, GTK_ORIENTATION_VERTICAL, width), self->height) + 1 : 0;
}

static void
scope_side_note_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *wanted,
                         int *minimum_baseline, int *natural_baseline)
{
  ScopeSideNote *self = SCOPE_SIDE_NOTE (widget);
  gboolean beside = for_size >= self->room || !gtk_widget_get_visible (self->words);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (least (self->main, orientation, -1), least (self->words, orientation, -1));
      *wanted = MAX (*minimum, self->room);
      return;
    }
  *minimum = least (self->main, orientation, -1) + (beside ? 0 : words_height (self, for_size));
  *wanted = MAX (*minimum, natural (self->main, orientation, -1) + (beside ? 0 : words_height (self, for_size)));
}

static void
allocate (GtkWidget *child, int x, int y, int width, int height)
{
  gtk_widget_size_allocate (child, &(GtkAllocation) { x, y, MAX (width, 0), MAX (height, 0) }, -1);
}

static void
scope_side_note_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeSideNote *self = SCOPE_SIDE_NOTE (widget);
  gboolean shown = gtk_widget_get_visible (self->words), rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int words;

  self->below = shown && width < self->room;
  gtk_widget_set_child_visible (self->line, shown);
  if (!shown)
    {
      allocate (self->main, 0, 0, width, height);
      return;
    }
  if (self->below)
    {
      words = words_height (self, width) - 1;
      allocate (self->main, 0, 0, width, height - words - 1);
      allocate (self->line, 0, height - words - 1, width, 1);
      allocate (self->words, 0, height - words, width, words);
      return;
    }
  words = self->width;
  allocate (self->main, rtl ? words + 1 : 0, 0, width - words - 1, height);
  allocate (self->line, rtl ? words : width - words - 1, 0, 1, height);
  allocate (self->words, rtl ? 0 : width - words, 0, words, height);
}

static GtkSizeRequestMode
scope_side_note_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
scope_side_note_dispose (GObject *object)
{
  ScopeSideNote *self = SCOPE_SIDE_NOTE (object);

  g_clear_pointer (&self->main, gtk_widget_unparent);
  g_clear_pointer (&self->line, gtk_widget_unparent);
  g_clear_pointer (&self->words, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_side_note_parent_class)->dispose (object);
}

static void
scope_side_note_class_init (ScopeSideNoteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_side_note_dispose;
  widget_class->measure = scope_side_note_measure;
  widget_class->size_allocate = scope_side_note_size_allocate;
  widget_class->get_request_mode = scope_side_note_get_request_mode;
}

static void
scope_side_note_init (ScopeSideNote *self)
{
}

gboolean
scope_side_note_is_below (ScopeSideNote *self)
{
  return self->below;
}

GtkWidget *
scope_side_note_new (GtkWidget *main, GtkWidget *words, int room, int width, int height)
{
  ScopeSideNote *self = g_object_new (SCOPE_TYPE_SIDE_NOTE, NULL);

  self->room = room;
  self->width = width;
  self->height = height;
  self->main = main;
  self->line = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
  self->words = words;
  gtk_widget_set_parent (main, GTK_WIDGET (self));
  gtk_widget_set_parent (self->line, GTK_WIDGET (self));
  gtk_widget_set_parent (words, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
