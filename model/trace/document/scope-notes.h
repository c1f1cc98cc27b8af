/* scope-notes.h: what a person wrote beside a trace: at a time, or over a range.
 *
 * Not part of the trace: marks come from the program, notes from whoever looks at it. A GListModel of ScopeNote in
 * order of time (from, then to); whoever shows them listens to "items-changed". A changed note is one removed and one
 * added at its (perhaps other) place, so that nobody has to listen to each of them.
 *
 * As text, for keeping, sending and editing by hand: a line each, four fields with a tab between them, times in
 * nanoseconds of trace time with up to three decimals, `to` the same as `from` for a note at a time, colour one of the
 * names below; in the text \n is a new line, \t a tab, \\ a backslash. Lines that begin with # and empty ones say nothing.
 *
 *     # from_ns	to_ns	colour	text
 *     1250000	1250000	yellow	the second phase begins
 *     3000000	4200000.5	red	why is machine 2 idle?
 *
 * Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_NOTE_YELLOW,
  SCOPE_NOTE_BLUE,
  SCOPE_NOTE_GREEN,
  SCOPE_NOTE_ORANGE,
  SCOPE_NOTE_RED,
  SCOPE_NOTE_PURPLE,
  SCOPE_N_NOTE_COLOURS
} ScopeNoteColour;

/* "yellow", …: as files have it. */
const char *scope_note_colour_name (ScopeNoteColour colour);

/* --- one note --- */

#define SCOPE_TYPE_NOTE (scope_note_get_type ())
G_DECLARE_FINAL_TYPE (ScopeNote, scope_note, SCOPE, NOTE, GObject)

/* Trace time, ticks; the same for a note at a time. */
gint64 scope_note_get_from (ScopeNote *note);
gint64 scope_note_get_to (ScopeNote *note);
const char *scope_note_get_text (ScopeNote *note); /* UTF-8, perhaps several lines, never NULL */
ScopeNoteColour scope_note_get_colour (ScopeNote *note);

/* --- all of a trace --- */

#define SCOPE_NOTES_MAX 100000u     /* more are refused */
#define SCOPE_NOTE_TEXT_MAX 16384u  /* bytes; what is longer is cut */

#define SCOPE_TYPE_NOTES (scope_notes_get_type ())
G_DECLARE_FINAL_TYPE (ScopeNotes, scope_notes, SCOPE, NOTES, GObject)

ScopeNotes *scope_notes_new (void);
guint scope_notes_get_n (ScopeNotes *notes);
ScopeNote *scope_notes_get (ScopeNotes *notes, guint i); /* borrowed */
/* from and to in any order. NULL if there are too many already; else borrowed. */
ScopeNote *scope_notes_add (ScopeNotes *notes, gint64 from, gint64 to, const char *text, ScopeNoteColour colour);
void scope_notes_change (ScopeNotes *notes, ScopeNote *note, gint64 from, gint64 to, const char *text,
                         ScopeNoteColour colour);
void scope_notes_remove (ScopeNotes *notes, ScopeNote *note);
/* Place of the note; FALSE if it is not (or no more) one of these. */
gboolean scope_notes_find (ScopeNotes *notes, ScopeNote *note, guint *ret_i);

/* The first that begins after a time, the last that begins before it; NULL if there is none. Borrowed. */
ScopeNote *scope_notes_next (ScopeNotes *notes, gint64 time);
ScopeNote *scope_notes_previous (ScopeNotes *notes, gint64 time);
/* The first of just that range, else the shortest of those that touch [from, to]; NULL if there is none. Borrowed. */
ScopeNote *scope_notes_touching (ScopeNotes *notes, gint64 from, gint64 to);

/* --- as text --- */

/* With a first line that says what this is. Free with g_free(). */
char *scope_notes_to_text (ScopeNotes *notes, gint64 tick_ps);
/* Adds those of a text (length bytes, -1: up to its NUL); those that are there already are not added twice. FALSE with
 * error, and nothing added, if a line is none: it says which one. */
gboolean scope_notes_add_text (ScopeNotes *notes, const char *text, gssize length, gint64 tick_ps, guint *ret_added,
                               GError **error);

G_END_DECLS
