/* scope-log-kind.h: what a log is, by its first bytes. Nothing goes by names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"

G_BEGIN_DECLS

#define SCOPE_LOG_HEAD 1024u       /* bytes that are looked at: what is text may begin with remarks */
#define SCOPE_LOG_LONG_HEAD 65536u /* of what may be a simulator's output: a program's may stand before it */
#define SCOPE_LOG_RECORD_HEAD 12u /* of a record of an Erlang trace file */

typedef enum
{
  SCOPE_LOG_NONE,
  SCOPE_LOG_EVENTLOG, /* GHC, Eden, Mercury */
  SCOPE_LOG_ERLANG,   /* trace files of Percept, Percept2, dbg */
  SCOPE_LOG_SCHEDPLOT, /* the files of a Schedplot folder in one (scope-joined.h); a folder's header is none: its tracks are */
  SCOPE_LOG_PROBES,   /* the same facts as text, from probes of the VM: lines of DTrace or SystemTap, Erlang terms */
  SCOPE_LOG_SAMPLES,  /* text files of Percept2's sampling: "#run_queue", … */
  SCOPE_LOG_SIM_XML,  /* simulation traces as XML */
  SCOPE_LOG_PERF,     /* branches of Intel PT, as `perf script` prints them */
  SCOPE_LOG_KANATA,   /* pipelines: Konata's logs */
  SCOPE_LOG_O3PIPE,   /* pipelines: gem5's O3PipeView */
  SCOPE_LOG_SIM,      /* a simulator's debug output: instructions and caches of gem5, M5 */
} ScopeLogKind;

/* SCOPE_LOG_NONE: no log that can be read. Fewer bytes than SCOPE_LOG_HEAD if there are no more. */
ScopeLogKind scope_log_kind (const guint8 *head, gsize n);
/* The same of a source, of which more is looked at if it is text: with pread, or reading a fresh one from its start. */
ScopeLogKind scope_log_kind_of (ScopeSource *source);
ScopeLogKind scope_log_kind_of_stream (ScopeSource *source);
/* TRUE if these first bytes, which are no log so far, are such that SCOPE_LOG_LONG_HEAD of them may tell more: text. */
gboolean scope_log_wants_more (const guint8 *head, gsize n);
/* TRUE if a record of an Erlang trace file may begin here: a term of sane size that is a tuple with an atom first. The format
 * has no magic. */
gboolean scope_log_is_erlang_record (const guint8 *p, gsize n);
/* TRUE if this may be the header of a Schedplot folder: "4.\nfalse.\nfalse.", a number and two truths. */
gboolean scope_log_is_schedplot_header (const guint8 *head, gsize n);
/* TRUE for what the replay of pipelines understands. */
gboolean scope_log_kind_is_pipeline (ScopeLogKind kind);
/* TRUE for what the replay of simulation traces understands: its times are ps. */
gboolean scope_log_kind_is_simulation (ScopeLogKind kind);
/* TRUE for what the replay of Erlang's tracing understands. */
gboolean scope_log_kind_is_erlang (ScopeLogKind kind);

G_END_DECLS
