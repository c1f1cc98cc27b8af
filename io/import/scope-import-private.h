/* scope-import-private.h: a member on its way into the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"
#include "io/source/scope-archive.h"
#include "model/replay/scope-replay.h"
#include "model/trace/runs/scope-run.h"
#include "io/import/scope-import.h"
#include "io/index/scope-index-bytes.h"
#include "io/import/scope-messages.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_MEMBER_WAITS,
  SCOPE_MEMBER_OPEN,
  SCOPE_MEMBER_BUSY, /* a worker has it */
  SCOPE_MEMBER_DONE,
} ScopeMemberState;

/* What others may know of a log while a worker reads it. With the import's lock held. */
typedef struct
{
  ScopeReplayClock clock;
  ScopeLogKind kind;
  gboolean eden;
  gint64 last_time;
  guint64 done, all;
} ScopeMemberTold;

/* One log: from its bytes to its machine. One worker at a time. */
typedef struct
{
  guint index;             /* in the archive */
  ScopeArchive *archive;   /* once it is open */
  ScopeMemberState state;
  ScopeMachine *machine;   /* of the trace */
  ScopeSource *source;
  ScopeDecoder *decoder;
  ScopeReplay *replay;
  ScopeReplayClock clock;
  ScopeLogKind kind;
  gboolean eden;
  gboolean has_events;
  guint64 n_since_sync;    /* events handed out since the last place from which they can be read */
  gint64 last_time;        /* estimate of the end, own clock */
  guint64 done, all;       /* bytes */
  ScopeMemberTold told;    /* the last time that its worker held the lock */
  char *fault;             /* why nothing of it could be read */
  struct _ScopeNmData *variables; /* names of a simulated program's; NULL: not known */
  char *variables_name;           /* of the file that has them */
  guint n_told;            /* damages that are losses of the machine already */
  guint n_gaps;            /* damages that the replay was told of already */
  guint n_flushes;         /* of the decoder's, in order of their ends, that wait for their turn */
} ScopeImportMember;

/* What all members share. */
typedef struct
{
  ScopeArchive *archive;
  ScopeMessages *messages;
  gboolean threaded;       /* rows are stored by a thread of their own */
  guint64 spool_limit;
  ScopeSimSettings sim;    /* owns the names */
  guint run;               /* of a simulation */
} ScopeImportContext;

#define SCOPE_IMPORT_MAX_OPEN 48u /* members at once */

struct _ScopeImport
{
  GObject parent_instance;

  char **paths;
  char *cache_dir;
  gboolean no_cache, rebuild, alone, kept;
  guint64 cache_limit;
  guint n_threads;
  ScopeTrace *trace;
  GArray *files;         /* of ScopeRunFile: those behind the trace, as they were when it was opened */
  ScopeRun *run;         /* what lists show of it; NULL while it is read */
  ScopeArchive *archive;
  gboolean cached;
  GString *notice;
  char *together;        /* names of the logs that it is made of; NULL: one, or not known */
  gboolean beside;       /* they were found beside the one that was given */
  char **apart;          /* paths that can be opened by themselves */

  /* while it runs */
  char *folder, *digest, *path, *part;
  ScopeIndexFile *file;
  ScopeImportContext context;
  ScopeImportMember *members;
  guint n_members;
  GCancellable *cancellable;
  GMutex lock;
  GCond changed;
  guint n_open, n_done;
  guint n_clocks;        /* members whose CreateMachine was seen */
  guint n_begun, n_first_done; /* members that were opened; the first so many of them are done */
  gint64 told_at;        /* when it was last told how far it is, monotonic µs */
  guint64 index_limit;   /* bytes that the cache has room for */
  guint64 spare_limit;   /* and the temporary folder */
  gboolean too_large;

  /* following (scope-import-follow.c) */
  ScopeLive *live;       /* NULL: the files are finished */
  char *save;
  gboolean fresh, patient;
  guint wait_seconds;
  void (*opened) (gpointer data);
  gpointer opened_data;
  gboolean exited;       /* the program that writes has ended */
  char **streams;        /* the copies of what came over pipes and sockets, once they are whole; NULL: there are none */
  gboolean tied;         /* they go with the index that is kept; else with the import */
  gboolean unwanted;     /* nothing is to be kept */
  guint first_machine, n_wanted; /* a part (scope-import-parts.h): its first machine, and how many; 0: it is the whole trace */
  ScopeArchive *given;   /* to be read instead of the paths */
  struct _ScopeFollower *followers; /* while it follows: one for each member; with the lock held */
};

/* --- scope-import.c, for scope-import-follow.c --- */

/* Where the index goes: a part in the cache, or an unnamed file. */
gboolean scope_import_create_file (ScopeImport *self, GError **error);
/* A machine for each member of the archive. */
void scope_import_add_machines (ScopeImport *self);
/* The steps of that: those members that are logs; what could not be read of the archive, as losses of the trace. */
void scope_import_list_members (ScopeImport *self);
void scope_import_tell_refusals (ScopeImport *self);
/* Reads all members, on this thread and others. */
void scope_import_read_members (ScopeImport *self);
/* What stays of the import when it has run; FALSE with error: nothing could be read. */
gboolean scope_import_end (ScopeImport *self, gboolean ok, GError **error);
/* Offsets as far as they are known; with the lock held, or alone. */
void scope_import_align (ScopeImport *self);
/* The same when no worker reads any more. */
void scope_import_align_read (ScopeImport *self);
/* The disk's room; with the lock held. */
void scope_import_check_room (ScopeImport *self);
/* What is to be done when all members are finished. FALSE with error: nothing could be read. */
gboolean scope_import_complete (ScopeImport *self, GError **error);
/* Steps of that: what could not be read, as losses of machines; a notice if they are not of one run. */
gboolean scope_import_tell_faults (ScopeImport *self, GError **error);
void scope_import_tell_apart (ScopeImport *self);
/* The raw events of the paths. */
void scope_import_give_events (ScopeImport *self, const char *const *paths);
/* Follows the paths to their end, and makes of it what scope_import_run() promises. */
gboolean scope_import_follow (ScopeImport *self, GError **error);

/* --- members --- */

/* Opens the member; FALSE if nothing of it can be read (member->fault says why). */
gboolean scope_import_member_open (ScopeImportMember *member, const ScopeImportContext *context,
                                   GCancellable *cancellable);
/* The replay of what its decoder gives; `single`: it has one processor. */
/* scope-import-sim.c: notes from where a simulator's log can be read, `n` events later. */
void scope_import_member_note_sync (ScopeImportMember *member, const ScopeEvent *events, gsize n);
/* A decoder for what is at `from` (own clock) or later; NULL: it has to be read from its beginning. */
ScopeDecoder *scope_import_open_at_sync (ScopeSource *source, ScopeMachine *machine, guint run, gint64 from);
void scope_import_member_start_replay (ScopeImportMember *member, gboolean single);
/* Hands the events to the replay, and what was lost before them; `late`: their time was passed while the log is followed. */
void scope_import_member_replay (ScopeImportMember *member, const ScopeEvent *events, gsize n, gboolean late);
/* Reads some more; FALSE at its end. */
gboolean scope_import_member_advance (ScopeImportMember *member);
/* Takes what decoder and replay know by now: events, times, clock. */
void scope_import_member_snapshot (ScopeImportMember *member);
/* Lets others know of it. With the import's lock held. */
void scope_import_member_tell (ScopeImportMember *member);
/* When the runtime wrote the log, up to `until` (own clock), becomes rows of the machine. */
void scope_import_member_add_flushes (ScopeImportMember *member, gint64 until);
/* Damages become losses as soon as they are met. */
void scope_import_member_notify_damages (ScopeImportMember *member);
/* Closes its lanes and tables; `cut`: not read to the end. */
void scope_import_member_finish (ScopeImportMember *member, gboolean cut, GCancellable *cancellable);
void scope_import_member_clear (ScopeImportMember *member);

/* When all members are read. CreateMachine's number counts; a number that is taken already gives way. */
void scope_import_number_machines (ScopeImportMember *members, guint n_members);
/* Then, with numbers and offsets known: parents, messages and the sums of their pairs, the trace's title. Messages that
 * could not be matched become a loss of the trace. */
void scope_import_join (ScopeTrace *trace, const ScopeImportContext *context, ScopeImportMember *members,
                        guint n_members, GCancellable *cancellable);

/* Steps of that. Where a process was made of which a number is known yet, an index; SCOPE_NONE: nowhere in the trace, or on its own machine. */
guint32 scope_import_parent_machine (ScopeTrace *trace, const ScopeEntity *process);
/* Then its parent by its index there, SCOPE_NONE: it is not there. Of all processes. */
void scope_import_set_parent (ScopeMachine *machine, ScopeEntity *process, guint32 parent_machine, guint32 parent);
/* Names of the trace and of machines that have none. */
void scope_import_name_trace (ScopeTrace *trace, ScopeArchive *archive, const ScopeImportMember *members, guint n_members);

/* --- scope-import-sim.c --- */

/* What is known of a simulation besides its trace: to its decoder. */
void scope_import_member_explain (ScopeImportMember *member, const ScopeImportContext *context);
/* --- scope-import-variables.c --- */

/* Once all is read: what variables, their fields and locks are called, as infos of the machine (scope-variables.h, scope_lock_title()). */
void scope_import_member_name_variables (ScopeImportMember *member);

/* --- scope-import-stats.c --- */

/* What the simulator wrote beside a simulation's trace, stats.txt: into its machine. When all events of the log were replayed. */
void scope_import_member_add_statistics (ScopeImportMember *member, GCancellable *cancellable);
/* What lies beside the trace, of that name, is not known, or not all of it. */
void scope_import_member_add_beside_loss (ScopeImportMember *member, const char *name, guint64 from_byte, guint64 bytes, const char *why);

/* --- scope-import-counts.c --- */

/* What an Erlang VM counted besides, as it lies beside its trace: into its machine. When all events of the log were replayed. */
void scope_import_member_add_counts (ScopeImportMember *member);

/* --- scope-import-samples.c --- */

/* What lies beside the member's log and was sampled: into its machine. When all events of the log were replayed. */
void scope_import_member_add_samples (ScopeImportMember *member, ScopeArchive *archive);

/* --- scope-import-merged-logs.c --- */

/* The archive of the import's paths, with what lies beside them. */
ScopeArchive *scope_import_open_archive (ScopeImport *import, GError **error);

/* --- scope-import-run.c --- */

/* Empty, of ScopeRunFile; and with the archive's files as they are now. */
GArray *scope_import_files_new (void);
void scope_import_stamp_files (GArray *files, ScopeArchive *archive);
/* The files of a run; NULL with error if they are not what they were. */
ScopeArchive *scope_import_open_files (ScopeRun *run, GError **error);
/* If the paths name a run by its index, or by its digest ("run:ab12"): the path of that, else NULL. FALSE with error if
 * there is no such run. */
gboolean scope_import_find_index (const char *const *paths, const char *cache_dir, gboolean kept, char **ret_path, GError **error);

/* The archive of an import that ran, or NULL. */
ScopeArchive *scope_import_archive (ScopeImport *import, GError **error);
/* How many bytes may be unpacked into the temporary folder. */
guint64 scope_import_spool_limit (ScopeImport *import);
/* "3 days", when the machines of a trace have nothing in common but their being opened together, else NULL. */
char *scope_import_separate_runs (ScopeTrace *trace);

/* --- scope-import-far.c --- */

/* Whether a path is one of another computer: ssh://HOST/PATH. */
gboolean scope_import_is_far (ScopeImport *import);
/* Opens it. FALSE with error. */
gboolean scope_import_open_far (ScopeImport *import, GError **error);

/* --- io/import/scope-import.c --- */

/* A line for the user; NULL and "": nothing. */
void scope_import_add_notice (ScopeImport *import, const char *text);
/* TRUE if reading is to end before the logs do. */
gboolean scope_import_stopped (ScopeImport *import);

/* --- io/import/scope-import-index.c --- */

/* From the index that is there, if it is good. */
gboolean scope_import_open_cached (ScopeImport *import);
/* From one that was made in parts, which lies beside the trace, or where it was made last. */
gboolean scope_import_open_parted (ScopeImport *import);
/* Such a one was made in that folder. */
void scope_import_note_parted (ScopeImport *import, const char *folder);
/* Digest of the archive, and where its index is or would be. */
void scope_import_find_cache (ScopeImport *import);
/* How a simulation is read otherwise than usual; NULL: as usual. Free with g_free(). */
char *scope_import_dup_how (ScopeImport *self);
/* Where the index is kept of a trace that is read so; free with g_free(). It has a digest and a folder. */
char *scope_import_index_path (ScopeImport *import);
/* import->run: what a list of runs shows of it. */
void scope_import_describe_run (ScopeImport *import);
/* What was read becomes the index in the cache, as far as it can; else a notice says why not. */
void scope_import_keep_index (ScopeImport *import);

G_END_DECLS
