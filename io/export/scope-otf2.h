/* scope-otf2.h: an archive of OTF2 (Open Trace Format 2, https://www.vi-hps.org/projects/score-p), which Vampir, CubeGUI's and other tools of HPC
 * read: an anchor file, definitions, markers and one file of events for each location, written by OTF2's own library.
 *
 * The folder is there whole or not at all: it is written beside its place, and takes it when it is finished; what is there already is never
 * replaced. Events of one location are written at a time, so memory grows with the number of different regions alone.
 *
 * Without the library (option otf2 of the build) there is none: scope_otf2_new() says so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeOtf2 ScopeOtf2;

/* Of a location, where there is none. */
#define SCOPE_OTF2_NOWHERE G_MAXUINT64
/* A size that was not recorded: OTF2's own word for it. */
#define SCOPE_OTF2_NO_SIZE G_MAXUINT64

typedef struct
{
  const char *title;
  guint64 ticks_per_second;
  guint64 start, length; /* of the trace, in ticks; all times are in them, too */
  gint64 real_ns;        /* wall clock at its start, ns since 1970; 0: not known */
} ScopeOtf2Facts;

/* What an entered region is told with. */
typedef enum
{
  SCOPE_OTF2_THREAD,    /* on a processor: who runs */
  SCOPE_OTF2_PROCESSOR, /* of a thread: where */
  SCOPE_OTF2_N_PARTNERS
} ScopeOtf2Partner;

typedef struct
{
  guint64 time;
  guint64 size; /* or SCOPE_OTF2_NO_SIZE */
  guint32 peer; /* rank of the other end */
  guint32 tag;
  const char *name; /* what the tag is called; one of few */
  gboolean sent;    /* else: received */
  gboolean paired;  /* the other end is in the archive, too */
  gboolean words;   /* what its size counts: an attribute then; else bytes: its length */
} ScopeOtf2Message;

/* `path` does not end in a slash. NULL with error. Later errors are kept: scope_otf2_finish() tells the first. */
ScopeOtf2 *scope_otf2_new (const char *path, const ScopeOtf2Facts *facts, GError **error);

/* A node of the system tree with one process (OTF2: a location group) on it; its number. */
guint32 scope_otf2_add_machine (ScopeOtf2 *otf2, const char *name);
/* A stretch of code, or here: a state; its number. */
guint32 scope_otf2_add_region (ScopeOtf2 *otf2, const char *name, const char *state);
/* A function, whose calls are entered and left; `made`: it is none of the program's, but the runtime's. Its number, one of the regions'. */
guint32 scope_otf2_add_function (ScopeOtf2 *otf2, const char *name, gboolean made);
/* A counter; `grows`: it counts since the beginning. Its number, which is that of the counter of whatever location tells it. */
guint32 scope_otf2_add_metric (ScopeOtf2 *otf2, const char *name, gboolean grows);
/* The same counter as one of a whole machine, told by the location that was begun. */
guint32 scope_otf2_add_machine_metric (ScopeOtf2 *otf2, guint32 metric, guint32 machine);

/* A location of a machine, whose events come next, in order of time; its number is the caller's. `lane`: kept as its property; NULL: none.
 * `metrics_only`: nothing is entered or left. FALSE once it has failed, as all that follow. */
gboolean scope_otf2_begin_location (ScopeOtf2 *otf2, guint64 location, guint32 machine, const char *name, const char *lane, gboolean metrics_only);
gboolean scope_otf2_enter (ScopeOtf2 *otf2, guint64 time, guint32 region, ScopeOtf2Partner partner, guint64 location);
gboolean scope_otf2_leave (ScopeOtf2 *otf2, guint64 time, guint32 region);
gboolean scope_otf2_add_value (ScopeOtf2 *otf2, guint64 time, guint32 metric, gint64 value);
gboolean scope_otf2_add_message (ScopeOtf2 *otf2, const ScopeOtf2Message *message);
gboolean scope_otf2_end_location (ScopeOtf2 *otf2);

/* A marker, of a location, or if that is SCOPE_OTF2_NOWHERE of a machine. Any time. */
gboolean scope_otf2_add_mark (ScopeOtf2 *otf2, guint64 time, guint64 location, guint32 machine, const char *category, const char *text);
/* The locations that messages come from and go to, in order of their ranks; after all of them were ended. */
gboolean scope_otf2_set_ranks (ScopeOtf2 *otf2, const guint64 *locations, guint32 n);

/* The folder takes its place. FALSE with the first error. */
gboolean scope_otf2_finish (ScopeOtf2 *otf2, GError **error);
/* What is not finished leaves nothing. */
void scope_otf2_free (ScopeOtf2 *otf2);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeOtf2, scope_otf2_free)

G_END_DECLS
