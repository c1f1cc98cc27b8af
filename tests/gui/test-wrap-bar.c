/* test-wrap-bar.c: what stands in which line of a tool bar that is too narrow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-wrap-bar.h"

#define BUTTON 100
#define SPACING 6
#define WORDS "as many words as there are, which take more than one line where there is no room for them in one"

typedef struct
{
  GtkWidget *bar, *first, *label, *last;
} Fixture;

static GtkWidget *
make_button (Fixture *f)
{
  GtkWidget *button = gtk_drawing_area_new ();

  gtk_widget_set_size_request (button, BUTTON, 20);
  gtk_widget_set_parent (button, f->bar);
  return button;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->bar = g_object_ref_sink (g_object_new (SCOPE_TYPE_WRAP_BAR, NULL));
  f->first = make_button (f);
  f->label = gtk_label_new (WORDS);
  gtk_label_set_wrap (GTK_LABEL (f->label), GPOINTER_TO_INT (data));
  gtk_widget_set_parent (f->label, f->bar);
  f->last = make_button (f);
  gtk_widget_set_halign (f->last, GTK_ALIGN_END);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->bar);
}

static int
wanted (GtkWidget *widget)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

/* Lays it out as wide as that, and returns how high it is. */
static int
lay_out (Fixture *f, int width)
{
  int height;

  gtk_widget_measure (f->bar, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  gtk_widget_size_allocate (f->bar, &(GtkAllocation) { 0, 0, width, height }, -1);
  return height;
}

static double
place (Fixture *f, GtkWidget *child, gboolean down)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (child, f->bar, &bounds));
  return down ? bounds.origin.y : bounds.origin.x;
}

/* Words take a second line of their own before a button goes to the next one. */
static void
test_words_give_way (Fixture *f, gconstpointer data)
{
  int all = wanted (f->bar), label = wanted (f->label), one = lay_out (f, all + 50);

  g_assert_cmpfloat (place (f, f->last, FALSE), ==, all + 50 - BUTTON);
  g_assert_cmpint (lay_out (f, all - label / 4), >, one);
  g_assert_cmpfloat (place (f, f->last, TRUE), <, one);
  g_assert_cmpfloat (place (f, f->last, FALSE), ==, all - label / 4 - BUTTON);
  g_assert_cmpint (gtk_widget_get_allocated_width (f->label), <, label);
  /* Less than half of its width it does not take: then a button goes, and it has all that is left of its own line. */
  lay_out (f, all - label / 2 - 10);
  g_assert_cmpfloat (place (f, f->last, TRUE), >=, one);
  g_assert_cmpint (gtk_widget_get_allocated_width (f->label), ==, all - label / 2 - 10 - BUTTON - SPACING);
}

static void
test_other_words_do_not (Fixture *f, gconstpointer data)
{
  int all = wanted (f->bar), one = lay_out (f, all);

  lay_out (f, all - 10);
  g_assert_cmpfloat (place (f, f->last, TRUE), >=, one);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add ("/wrap-bar/words-give-way", Fixture, GINT_TO_POINTER (TRUE), set_up, test_words_give_way, tear_down);
  g_test_add ("/wrap-bar/other-words-do-not", Fixture, GINT_TO_POINTER (FALSE), set_up, test_other_words_do_not, tear_down);
  return g_test_run ();
}
