/* main.c: the window's program. Everything is in the application; here only the language is set, before it is made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-application.h"

#include "model/base/scope-heap.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>

int
main (int argc, char **argv)
{
  g_autoptr (ScopeApplication) application = NULL;

  scope_heap_keep ();
  setlocale (LC_ALL, "");
  signal (SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not the end */
  bindtextdomain (GETTEXT_PACKAGE, LANESCOPE_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  application = scope_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
