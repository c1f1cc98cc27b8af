/* scope-file-writer.h: a file that is there whole or not at all: it is written beside its place, and takes it when it is finished.
 *
 * What is no plain file (a pipe, /dev/stdout) is written as it comes. What there was before stays until then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeFileWriter ScopeFileWriter;

/* NULL with error: the folder is not there, may not be written to, … */
ScopeFileWriter *scope_file_writer_new (const char *path, GError **error);
/* FALSE with error, which names the path; once it has failed it fails always. */
gboolean scope_file_writer_add (ScopeFileWriter *writer, const guint8 *data, gsize n, GError **error);
/* It takes its place. FALSE with error. */
gboolean scope_file_writer_finish (ScopeFileWriter *writer, GError **error);
/* What is not finished is gone. */
void scope_file_writer_free (ScopeFileWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeFileWriter, scope_file_writer_free)

G_END_DECLS
