/* scope-session.h: what was open, as a small file that can be opened again: FILE.lanescope.
 *
 * Text that a person can read (a GKeyFile): which traces, by path, by path relative to the session's file (so that a
 * folder can be moved with what is in it), and by digest; how each was shown (model/scene/view/scope-view-state.h); its notes.
 * Written through a rename. Read tolerantly, but bounded: what is too large or no session is refused in words; keys that
 * are not known are kept as they are.
 *
 *     [Lanescope Session]
 *     Version=1
 *
 *     [Window 1]
 *     Title=mergesort                      what people call it, should it be missing
 *     Date=1411300000000000                when it ran, µs since 1970
 *     Digest=b9cb7c73…                     under which things are kept of it
 *     Content=5d01…                        the same without times of files: a copy is no other trace
 *     Paths=/home/a/mergesort.parevents;
 *     RelativePaths=mergesort.parevents;
 *     Size=1600x1000     Layout=…          of the window and its panels
 *     Notes=…                              as in model/trace/document/scope-notes.h
 *     BaselineTitle, BaselineDigest, BaselineContent, BaselinePaths, BaselineRelativePaths, Alignment, Pairing
 *                                          what it is compared with, and how
 *
 *     [View 1]                             how it is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run.h"

G_BEGIN_DECLS

#define SCOPE_SESSION_SUFFIX ".lanescope"
#define SCOPE_SESSION_VERSION 1
#define SCOPE_SESSION_FILE_MAX (16u << 20) /* bytes; more is refused */
#define SCOPE_SESSION_WINDOWS_MAX 64u

typedef struct _ScopeSession ScopeSession;

ScopeSession *scope_session_new (void);
void scope_session_free (ScopeSession *session);
/* NULL with error, in words, if it is none. Blocks. */
ScopeSession *scope_session_read (const char *path, GError **error);
/* Also finds out what identifies the traces, and where they lie seen from `path`. Blocks. */
gboolean scope_session_write (ScopeSession *session, const char *path, GError **error);

/* --- its windows --- */

guint scope_session_n_windows (ScopeSession *session);
/* For scope_key_file…() and scope_view_state_…(): the group of window i (from 0), and that of its view. Borrowed. */
GKeyFile *scope_session_get_file (ScopeSession *session);
const char *scope_session_window_group (ScopeSession *session, guint i);
const char *scope_session_view_group (ScopeSession *session, guint i);
/* Adds one that shows this run; its number. SCOPE_NONE if there are too many. */
guint scope_session_add_window (ScopeSession *session, ScopeRun *run);
/* What window i is compared with. */
void scope_session_set_baseline (ScopeSession *session, guint i, ScopeRun *run);
gboolean scope_session_has_baseline (ScopeSession *session, guint i);

/* --- its traces --- */

typedef enum
{
  SCOPE_SESSION_SAME,    /* `paths` are those of the trace */
  SCOPE_SESSION_CHANGED, /* `paths` are there, but hold another trace */
  SCOPE_SESSION_MISSING, /* they are not there */
} ScopeSessionState;

typedef struct
{
  ScopeSessionState state;
  char *title;
  char **paths;     /* where it is, or was last; perhaps empty */
  char *index_path; /* what was kept of the very trace; NULL: nothing */
} ScopeSessionTrace;

/* Looks for the trace of window i, or for its baseline, in the places that it may be and in the cache (`folder` NULL: the
 * user's). Blocks. */
ScopeSessionTrace *scope_session_find_trace (ScopeSession *session, guint i, gboolean baseline, const char *folder);
void scope_session_trace_free (ScopeSessionTrace *trace);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSession, scope_session_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSessionTrace, scope_session_trace_free)

G_END_DECLS
