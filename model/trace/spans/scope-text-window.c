/* scope-text-window.c: see scope-text-window.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/spans/scope-text-window.h"

#include "model/base/scope-fail.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ROOM (4u + G_MAXUINT16)

void
scope_text_window_init (ScopeTextWindow *window, ScopeMachine *machine)
{
  *window = (ScopeTextWindow) { .machine = machine, .data = g_malloc (ROOM) };
}

void
scope_text_window_clear (ScopeTextWindow *window)
{
  g_clear_pointer (&window->data, g_free);
}

/* The bytes at `at`: `n` of them at least, and as many more as can be had at once. */
static const guint8 *
look (ScopeTextWindow *window, guint64 at, gsize n, GError **error)
{
  if (at >= window->at && at + n <= window->at + window->n)
    return window->data + (at - window->at);
  window->at = at;
  window->n = 0;
  n = MAX (n, (gsize) MIN (window->machine->bytes->klass->together (window->machine->bytes, at), ROOM));
  if (!scope_bytes_read (window->machine->bytes, at, window->data, n, error))
    return NULL;
  window->n = n;
  return window->data;
}

const char *
scope_text_window_read (ScopeTextWindow *window, guint64 id, gsize *ret_n, GError **error)
{
  const guint8 *p = look (window, id, 4, error);
  guint32 n;

  if (p == NULL)
    return NULL;
  memcpy (&n, p, 4);
  n = GUINT32_FROM_LE (n);
  if (n > G_MAXUINT16)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, _("A text of the index is damaged"));
  *ret_n = n;
  p = look (window, id, 4 + n, error);
  return p != NULL ? (const char *) p + 4 : NULL;
}
