/* scope-note-keeper.h: keeps the notes of one trace: reads them when it is opened, writes them when they change.
 *
 * Reading and writing happen on other threads, half a second after the last change; what is not yet written when the
 * window closes is written then, at once. What another window wrote into the same file meanwhile stays there. A file that
 * cannot be understood is never written over: it is kept as FILE~.
 *
 * While a log is followed it has no digest yet: its notes lie under where it is followed from, until they can lie under the
 * digest. If the program was killed meanwhile, they are found there when the log is opened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-notes.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_NOTE_KEEPER (scope_note_keeper_get_type ())
G_DECLARE_FINAL_TYPE (ScopeNoteKeeper, scope_note_keeper, SCOPE, NOTE_KEEPER, GObject)

/* Signal "failed" (keeper, const char *message): they could not be read or written. */

/* `notes` are those of the view; what is in the trace's file is added to them. */
ScopeNoteKeeper *scope_note_keeper_new (ScopeNotes *notes, const char *digest, gint64 tick_ps);
/* What the notes of a log are kept under while it is followed from `where` (a path, or as scope_feed_open() takes it). Free with
 * g_free(). */
char *scope_note_keeper_following_key (const char *where);
/* From now on these are kept here that were kept under `key`: what lies there goes as soon as ours are written. With `add`, what
 * is in it is added first: nobody has it. Before the first turn of the main loop. */
void scope_note_keeper_take_over (ScopeNoteKeeper *self, const char *key, gboolean add);
/* Writes what is not yet written, now; before it is let go of. */
void scope_note_keeper_flush (ScopeNoteKeeper *self);
/* TRUE when all is read and written. */
gboolean scope_note_keeper_is_settled (ScopeNoteKeeper *self);

G_END_DECLS
