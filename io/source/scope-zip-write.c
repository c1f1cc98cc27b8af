/* scope-zip-write.c: see scope-zip-write.h. libzip writes beside the place and takes it at the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-zip-write.h"

#include "io/source/scope-zip-bytes.h"
#include "model/base/scope-fail.h"

static gboolean
add_member (zip_t *zip, ScopeSource *source, const char *name)
{
  zip_error_t reason;
  zip_source_t *bytes;
  gboolean ok;

  zip_error_init (&reason);
  bytes = scope_zip_bytes (source, 0, (guint64) scope_source_size (source), &reason);
  zip_error_fini (&reason);
  ok = bytes != NULL && zip_file_add (zip, name, bytes, ZIP_FL_ENC_UTF_8) >= 0;
  if (bytes != NULL && !ok)
    zip_source_free (bytes);
  return ok;
}

gboolean
scope_zip_write (const char *path, guint n, ScopeSource *const *sources, const char *const *names, GError **error)
{
  int code = 0;
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, &code);
  gboolean ok = zip != NULL;

  if (zip == NULL)
    {
      zip_error_t reason;

      zip_error_init_with_code (&reason, code);
      scope_fail (error, G_IO_ERROR_FAILED, "%s: cannot be written: %s", path, zip_error_strerror (&reason));
      zip_error_fini (&reason);
      return FALSE;
    }
  for (guint i = 0; i < n && ok; i++)
    ok = add_member (zip, sources[i], names[i]);
  if (ok && zip_close (zip) == 0)
    return TRUE;
  scope_fail (error, G_IO_ERROR_FAILED, "%s: cannot be written: %s", path, zip_strerror (zip));
  zip_discard (zip);
  return FALSE;
}
