/* scope-document.h: what one window shows: files on their way to being a trace.
 *
 * Ties the importer (io) to the window: starts it, cancels it, and says in the words of people how it stands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_DOCUMENT_LOADING,
  SCOPE_DOCUMENT_READY,     /* read to the end, or stopped by the user with something to look at */
  SCOPE_DOCUMENT_FAILED,    /* nothing to look at: see scope_document_get_error() */
} ScopeDocumentState;

#define SCOPE_TYPE_DOCUMENT (scope_document_get_type ())
G_DECLARE_FINAL_TYPE (ScopeDocument, scope_document, SCOPE, DOCUMENT, GObject)

/* `options` may be NULL. Several files are one trace. Reading starts with scope_document_start(); "changed" is emitted on the main thread
 * whenever state, progress or the texts below change. */
ScopeDocument *scope_document_new (GFile *const *files, guint n_files, const ScopeImportOptions *options);
/* Follows a log that is still being written (`where` as scope_feed_open() takes it) until it ends. */
ScopeDocument *scope_document_new_following (const char *where, const ScopeImportOptions *options);
void scope_document_start (ScopeDocument *self);
/* Stops reading; what was read stays. */
void scope_document_cancel (ScopeDocument *self);
/* Whether the program that is followed can be asked for something (scope_feed_ask()). */
gboolean scope_document_can_ask (ScopeDocument *self);
/* Asks it, "heap start", off the main thread. `callback` may use scope_document_ask_finish(): FALSE with error. */
void scope_document_ask_async (ScopeDocument *self, const char *words, GAsyncReadyCallback callback, gpointer user_data);
gboolean scope_document_ask_finish (GAsyncResult *result, GError **error);
/* Nobody shows it any more: reading is stopped; but what came over a pipe or a socket is kept first. */
void scope_document_leave (ScopeDocument *self);
/* What came over a pipe or a socket: the path of its copy, while it comes, too; NULL: it was no such. Free with g_free(). */
char *scope_document_dup_stream (ScopeDocument *self);
/* Nothing is to be kept of that. */
void scope_document_discard (ScopeDocument *self);

/* May become another one when following has ended: see scope_live_dup_successor(). */
ScopeTrace *scope_document_get_trace (ScopeDocument *self);
/* What is known of its being written; NULL: it never was followed. Stays after the end. */
ScopeLive *scope_document_get_live (ScopeDocument *self);
/* What is followed, or was; NULL. */
const char *scope_document_get_where (ScopeDocument *self);
ScopeDocumentState scope_document_get_state (ScopeDocument *self);
GPtrArray *scope_document_get_files (ScopeDocument *self); /* of GFile, its own */
/* The first as scope_feed_open() takes it: a path, or ssh://HOST/PATH; NULL: there is none, or it cannot be followed. Free with g_free(). */
char *scope_document_dup_place (ScopeDocument *self);
GFile *scope_document_get_file (ScopeDocument *self); /* the first; NULL if what is followed is no file */
/* Program, or else the file's name. Free with g_free(). */
char *scope_document_dup_title (ScopeDocument *self);
/* Program and file, by which two runs are told apart: scope_run_dup_name(). Free with g_free(). */
char *scope_document_dup_name (ScopeDocument *self);
/* "8 machines · 15 processes · 0.47 s · Eden". Free with g_free(). */
char *scope_document_dup_subtitle (ScopeDocument *self);
/* Why nothing could be read; NULL if it could. */
const char *scope_document_get_error (ScopeDocument *self);
/* TRUE while there is no stretch of time to look at: nothing was read yet, or nothing was recorded. */
gboolean scope_document_is_void (ScopeDocument *self);
/* What was lost and where, in one paragraph; NULL if nothing. Free with g_free(). */
char *scope_document_dup_damage (ScopeDocument *self);
/* TRUE if there are stretches that could not be read. */
gboolean scope_document_has_losses (ScopeDocument *self);
/* The files of each run, if they are of several (an array of arrays of GFile, the run that began first first), else NULL. Free
 * with g_ptr_array_unref(). */
GPtrArray *scope_document_dup_runs (ScopeDocument *self);
/* What it is, as lists of runs show it; NULL while it is being read, or if nothing can be kept of it. Borrowed. */
ScopeRun *scope_document_get_run (ScopeDocument *self);
/* Under which things are kept of it; NULL while it is being read, or if there is none. */
const char *scope_document_get_digest (ScopeDocument *self);
/* Several logs that are one trace: their names; NULL: it is one log, or is being read. The rest as scope_import_merged_logs(); may be
 * NULL. */
const char *scope_document_get_merged_logs (ScopeDocument *self, gboolean *ret_beside, const char *const **ret_apart);
/* Something the user may want to know of once; NULL if nothing. */
const char *scope_document_get_notice (ScopeDocument *self);

G_END_DECLS
