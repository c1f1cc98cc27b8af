/* scope-with-gtk.h: as scope-with-gio.h, for the window's sources. SPDX-License-Identifier: GPL-3.0-or-later */
#include <adwaita.h>
#include <gtk/gtk.h>
