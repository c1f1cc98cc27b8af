/* scope-perfetto.h: a file of Perfetto (https://ui.perfetto.dev): tracks with slices, instants, counters, and arrows between them.
 *
 * Its form is Perfetto's protocol buffer `Trace`: packets of TrackDescriptor and TrackEvent
 * (https://perfetto.dev/docs/reference/synthetic-track-event). Numbers of fields are those of protos/perfetto/trace/trace_packet.proto,
 * track_event/track_event.proto and track_event/track_descriptor.proto. It is written as it comes: memory grows with the number of
 * different names, up to a bound, and of nothing else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopePerfetto ScopePerfetto;

/* A track's number in the file; 0 is none. */
typedef guint64 ScopePerfettoTrack;

/* NULL with error. Later errors are kept: scope_perfetto_finish() tells the first. */
ScopePerfetto *scope_perfetto_new (const char *path, GError **error);

/* A group of tracks: what Perfetto calls a process. `pid` is what people read beside its name. */
ScopePerfettoTrack scope_perfetto_add_process (ScopePerfetto *perfetto, guint32 pid, const char *name);
/* A track in a group or below another track; those of one parent stand in the order in which they were added. */
ScopePerfettoTrack scope_perfetto_add_track (ScopePerfetto *perfetto, ScopePerfettoTrack parent, const char *name);
/* The same for a counter; `unit`: "bytes", or NULL. */
ScopePerfettoTrack scope_perfetto_add_counter (ScopePerfetto *perfetto, ScopePerfettoTrack parent, const char *name, const char *unit);

/* Times are ns, from 0. Those of one track come in order of time; slices of one track do not overlap. `category` is a word of few.
 * TRUE; FALSE once it has failed. */
gboolean scope_perfetto_add_slice (ScopePerfetto *perfetto, ScopePerfettoTrack track, guint64 from, guint64 to, const char *name,
                                   const char *category);
/* `flow` is the number of an arrow that begins here, or with `ends` comes here; 0: none. */
gboolean scope_perfetto_add_instant (ScopePerfetto *perfetto, ScopePerfettoTrack track, guint64 time, const char *name, const char *category,
                                     guint64 flow, gboolean ends);
gboolean scope_perfetto_add_value (ScopePerfetto *perfetto, ScopePerfettoTrack track, guint64 time, gint64 value);

/* The file takes its place. FALSE with the first error. */
gboolean scope_perfetto_finish (ScopePerfetto *perfetto, GError **error);
/* What is not finished leaves no file. */
void scope_perfetto_free (ScopePerfetto *perfetto);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePerfetto, scope_perfetto_free)

G_END_DECLS
