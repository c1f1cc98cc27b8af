/* gui-leaks.c: what libraries keep or lose, and we cannot help, is not counted as a leak of ours.
 *
 * The leak checker is told by tests/lsan.supp which libraries keep what they allocate; but it knows an allocation by its
 * callers, and to find those through GLib, which is built without frame pointers, costs ten times the test's own time. So
 * the two losses that can only be known by a long list of callers are left out here, by when and where they happen:
 *
 *   - while libraries are loaded, before main() (GLib gives up its table of quarks for a larger one, on purpose);
 *   - libpanel 1.0's copies of the panels' ids, which it never frees.
 *
 * What is ours is checked in full; nothing that is called from a library's main loop is forgiven for that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#if defined(__SANITIZE_ADDRESS__)
#include <dlfcn.h>
#include <sanitizer/lsan_interface.h>

/* Before the libraries' own beginnings. gui_init() begins to count. */
__attribute__ ((section (".preinit_array"), used)) static void (*const before_all) (void) = __lsan_disable;

static gboolean begun;

void
gui_leaks_begin (void)
{
  __lsan_enable ();
  begun = TRUE;
}

/* A test without gui_init() would find no leaks at all. */
__attribute__ ((destructor)) static void
after_all (void)
{
  if (!begun)
    g_error ("gui_init() was not called");
}

/* Stands before libpanel's function of the same name, and calls it. */
void panel_widget_set_id (GtkWidget *widget, const char *id);

void
panel_widget_set_id (GtkWidget *widget, const char *id)
{
  void (*real) (GtkWidget *, const char *) = (void (*) (GtkWidget *, const char *)) dlsym (RTLD_NEXT, "panel_widget_set_id");

  __lsan_disable ();
  real (widget, id);
  __lsan_enable ();
}

#else

void
gui_leaks_begin (void)
{
}

#endif
