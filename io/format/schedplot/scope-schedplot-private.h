/* scope-schedplot-private.h: the files of a Schedplot folder, read; shared by
 *   scope-schedplot.c         the decoder: tracks and labels in order of time
 *   scope-schedplot-folder.c  which files there are; header, labels
 *   scope-schedplot-track.c   packets of one track
 *   scope-schedplot-names.c   its dictionaries of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-joined.h"
#include "io/format/schedplot/scope-schedplot.h"

G_BEGIN_DECLS

#define SCOPE_SCHEDPLOT_MAX_TRACKS 1025u              /* Erlang has at most 1,024 schedulers */
#define SCOPE_SCHEDPLOT_MAX_TRACK (256u * 1024u * 1024u)     /* unpacked: a hundred million packets … */
#define SCOPE_SCHEDPLOT_MAX_ALL (4096ull * 1024u * 1024u)   /* … and of all tracks together */

/* --- dictionaries --- */

/* What a packet's numbers of functions mean, until the next dictionary begins. */
typedef struct
{
  GHashTable *texts; /* id << 8 | module, counted from 1 → number of a text */
  guint n;           /* ids are 1 … n */
} ScopeSchedplotNames;

typedef struct
{
  GPtrArray *texts;  /* of char *: number - 1 → "m:f/a" */
  GHashTable *known; /* text → number */
} ScopeSchedplotTexts;

/* Dictionaries of a file of them, the oldest first: of ScopeSchedplotNames; an empty array: it says that none are recorded.
 * NULL: it is damaged. */
GPtrArray *scope_schedplot_names_read (const guint8 *data, gsize n, ScopeSchedplotTexts *texts);
/* 0: not known. `module` as packets have it. */
guint32 scope_schedplot_names_find (const ScopeSchedplotNames *names, guint id, guint module);

/* --- tracks --- */

/* Of a track, what does not change while it is read. */
typedef struct
{
  guint number;
  gboolean there, gc;
  gboolean full;       /* packets name process and functions */
  char *name;          /* of its file */
  ScopeSource *source; /* its bytes, packed, or unpacked if `bare` */
  gboolean bare;
  guint64 limit;       /* of its unpacked bytes */
  guint64 base;        /* of its events' offsets */
  GPtrArray *names;    /* of ScopeSchedplotNames; NULL: none */
  GArray *turns;       /* of guint64: places of the packets from which on the next dictionary holds */
} ScopeSchedplotTrack;

typedef struct
{
  guint64 place;       /* of its first byte, unpacked */
  gint64 in, out;      /* µs since the start */
  gboolean gap;        /* some packets before it were not written */
  guint16 pid;         /* low 15 bits */
  guint8 in_id, out_id, in_module, out_module;
} ScopeSchedplotPacket;

typedef struct
{
  const ScopeSchedplotTrack *track;
  ScopeSource *source; /* of unpacked bytes */
  guint8 *buffer;
  gsize pos, fill;
  guint64 place;       /* of buffer[0] */
  gboolean at_end;
  GError *error;       /* of reading */
  gint64 out;          /* when the last packet ended */
  guint64 n_packets, n_lost;
  gboolean cut;        /* ends inside a packet, or too large */
  gboolean too_large;
} ScopeSchedplotReader;

void scope_schedplot_reader_init (ScopeSchedplotReader *reader, const ScopeSchedplotTrack *track);
void scope_schedplot_reader_clear (ScopeSchedplotReader *reader);
/* The next packet; FALSE at the end. */
gboolean scope_schedplot_reader_next (ScopeSchedplotReader *reader, ScopeSchedplotPacket *ret_packet);
/* Of a track of unpacked bytes: goes on at `place`, where the packet before ended at `out`. */
void scope_schedplot_reader_seek (ScopeSchedplotReader *reader, guint64 place, gint64 out);
/* Texts of the functions in which the packet went in and out. */
void scope_schedplot_track_functions (const ScopeSchedplotTrack *track, const ScopeSchedplotPacket *packet, guint32 *ret_in,
                                      guint32 *ret_out);
/* Finds out from which packets on the next dictionaries hold; reads the track. */
void scope_schedplot_track_find_turns (ScopeSchedplotTrack *track);

/* --- the folder --- */

typedef struct
{
  gint64 time;     /* µs */
  guint processor;
  char *text;
} ScopeSchedplotLabel;

typedef struct
{
  gatomicrefcount ref_count;
  ScopeSource *source;
  GArray *tracks;  /* of ScopeSchedplotTrack, by number, all from 1 on */
  GArray *labels;  /* of ScopeSchedplotLabel, in order of time */
  ScopeSchedplotTexts texts;
  gboolean has_gc, has_mfa, header;
  guint64 label_base;
  GArray *damages; /* of ScopeDamage */
} ScopeSchedplotFolder;

ScopeSchedplotFolder *scope_schedplot_folder_new (ScopeSource *source, GError **error);
/* Its tracks' bytes are unpacked into an unnamed file, so that they can be read from anywhere. */
gboolean scope_schedplot_folder_unpack (ScopeSchedplotFolder *folder, GError **error);
ScopeSchedplotFolder *scope_schedplot_folder_ref (ScopeSchedplotFolder *folder);
void scope_schedplot_folder_unref (ScopeSchedplotFolder *folder);

G_GNUC_PRINTF (5, 6) void scope_schedplot_damage (GArray *damages, guint processor, gint64 us, guint64 from_byte,
                                                  const char *format, ...);

G_END_DECLS
