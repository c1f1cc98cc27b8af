/* scope-keys.c: see scope-keys.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-keys.h"

#include "app/dock/scope-panels.h"

typedef struct
{
  const char *action;
  const char *accels[4];
} Accels;

void
scope_keys_set (GtkApplication *application)
{
  static const Accels accels[] = {
    { "win.open", { "<Control>o" } },
    { "win.runs", { "<Control><Shift>r" } },
    { "win.save-session", { "<Control>s", "<Control><Shift>s" } },
    { "win.reload", { "<Control>r", "F5" } },
    { "win.cancel", { NULL } },
    { "win.follow", { "<Control><Shift>f" } },
    { "win.attach", { "<Control><Shift>n" } },
    { "app.new-window", { "<Control>n" } },
    { "window.close", { "<Control>w" } },
    { "app.quit", { "<Control>q" } },
    { "win.compare", { "<Control><Shift>o" } },
    { "win.export-picture", { "<Control><Shift>e" } },
    { "win.copy-picture", { "<Control><Shift>c" } },
    { "app.preferences", { "<Control>comma" } },
    { "win.side", { "F9" } },
    { "win.bottom", { "<Control>F9" } },
    { "win.main-menu", { "F10" } },
    { "win.show-help-overlay", { "<Control>question" } },
    { "app.help", { "F1" } },
    { "app.scaling", { "<Control><Shift>p" } },
    { "app.band", { "<Control><Shift>b" } },
    { "timeline.go-to", { "<Control>l" } },
    { "timeline.add-note-now", { "<Control>m" } },
    { "timeline.next-note", { "<Alt>Page_Down" } },
    { "timeline.previous-note", { "<Alt>Page_Up" } },
    { "timeline.back", { "<Alt>Left" } },
    { "timeline.forward", { "<Alt>Right" } },
    { "timeline.zoom-in", { "<Control>plus", "<Control>equal", "<Control>KP_Add" } },
    { "timeline.zoom-out", { "<Control>minus", "<Control>KP_Subtract" } },
    { "timeline.fit-all", { "<Control>0", "<Control>KP_0" } },
  };
  static const Accels later[] = {
    { "win.focus-panel::report", { "<Control><Alt>r" } },
    { "win.focus-panel::locks", { "<Control><Alt>k" } },
    { "win.focus-panel::coherence", { "<Control><Alt>j" } },
    { "win.focus-panel::waited-for", { "<Control><Alt>b" } },
    { "win.focus-panel::what-if", { "<Control><Alt>w" } },
    { "win.focus-panel::servers", { "<Control><Alt>v" } },
  };
  guint n;
  const ScopePanelRow *rows;

  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (application, accels[i].action, accels[i].accels);

  /* The panels by their number: Ctrl+Alt+1 …, 9, 0 */
  rows = scope_panels_list (&n);
  for (guint i = 0; i < MIN (n, 10); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.focus-panel::%s", rows[i].id);
      g_autofree char *number = g_strdup_printf ("<Control><Alt>%u", (i + 1) % 10);
      const char *keys[] = { number, g_str_equal (rows[i].id, "search") ? "<Control>f" : NULL, NULL };

      gtk_application_set_accels_for_action (application, action, keys);
    }
  /* Those that come after the numbers are used up. */
  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    gtk_application_set_accels_for_action (application, later[i].action, later[i].accels);
}
