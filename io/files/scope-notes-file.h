/* scope-notes-file.h: where a person's notes on a trace are kept: one small text file per trace, beside the cache.
 *
 * Under the same digest as the index, but among the user's data ($XDG_DATA_HOME/lanescope/notes): a cache may be thrown
 * away at any time and what is in it made anew, what a person wrote cannot. So notes outlive the index, and the trace.
 * The text is that of model/trace/document/scope-notes.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_NOTES_FILE_MAX (64u << 20) /* bytes; more is refused */

/* Free with g_free(). */
char *scope_notes_file_path (const char *digest);
/* Any file of notes. NULL without an error if there is no such file, NULL with error if it cannot be read or is too
 * large to be notes; free with g_free(). Blocks. */
char *scope_notes_file_read (const char *path, gsize *ret_length, GError **error);
/* Keeps other processes and windows from writing it, until it is unlocked: for who adds to what is there. Waits for them; a
 * crash unlocks it. -1 if it cannot be locked (then one does without). Blocks. */
int scope_notes_file_lock (const char *path);
void scope_notes_file_unlock (int lock);
/* Written under another name and renamed; folders are made. A NULL text removes the file. Blocks. */
gboolean scope_notes_file_write (const char *path, const char *text, GError **error);

G_END_DECLS
