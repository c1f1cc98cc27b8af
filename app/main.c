/* main.c: the window's program. Everything is in the application.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/scope-application.h"

int
main (int argc, char **argv)
{
  g_autoptr (ScopeApplication) application = scope_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
