/* scope-fail.h: saying what went wrong and returning that it did, in one statement.
 *
 *     if (path == NULL)
 *       return scope_fail (error, G_IO_ERROR_NOT_FOUND, "%s: there is no such file", name);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* FALSE with an error of G_IO_ERROR. `error` may be NULL. */
gboolean scope_fail (GError **error, GIOErrorEnum code, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* The same, of who returns a pointer: NULL. */
gpointer scope_fail_null (GError **error, GIOErrorEnum code, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Passes on what another function has said: FALSE with `said`, which is taken; TRUE if that is NULL. */
gboolean scope_passed (GError *said, GError **error);

G_END_DECLS
