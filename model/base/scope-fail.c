/* scope-fail.c: see scope-fail.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-fail.h"

#define FAIL(error, code, format) \
  G_STMT_START \
  { \
    va_list args_; \
\
    va_start (args_, format); \
    g_propagate_error (error, g_error_new_valist (G_IO_ERROR, (gint) (code), format, args_)); \
    va_end (args_); \
  } \
  G_STMT_END

gboolean
scope_fail (GError **error, GIOErrorEnum code, const char *format, ...)
{
  FAIL (error, code, format);
  return FALSE;
}

gpointer
scope_fail_null (GError **error, GIOErrorEnum code, const char *format, ...)
{
  FAIL (error, code, format);
  return NULL;
}

gboolean
scope_passed (GError *said, GError **error)
{
  if (said == NULL)
    return TRUE;
  g_propagate_error (error, said);
  return FALSE;
}
