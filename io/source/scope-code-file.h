/* scope-code-file.h: the source text of a function that a trace names, out of the folders a person gave.
 *
 * A module M is looked for as M.erl in each folder, and in those below it, nearest first, as far as a bounded walk goes:
 * whoever gives a home folder gets an answer, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-code-text.h"

G_BEGIN_DECLS

#define SCOPE_CODE_FILE_ENTRIES 50000u       /* looked at in one folder and below it */
#define SCOPE_CODE_FILE_DEPTH 8u             /* folders below the one given */
#define SCOPE_CODE_FILE_BYTES (16u << 20)    /* of a file: larger ones are not read */
#define SCOPE_CODE_FILE_TEXT (128u << 10)    /* of a function: what is more is cut */

/* A ScopeCodeFunc. A place of a Haskell source is looked for with as many of its folders as there are, then with fewer, to the file's name
 * alone; never above the folders given. Folders are paths; those that are not there are told as such. Other errors: the file cannot be read
 * (as GIO says it), or is no text. */
ScopeCodeText *scope_code_file_find (const char *const *folders, const char *name, GCancellable *cancellable, GError **error);

G_END_DECLS
