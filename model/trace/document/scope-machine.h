/* scope-machine.h: one machine of a trace: its clock, entities, lanes, tables and texts.
 *
 * Filled by an importer through scope_machine_sink() or by the index reader; read by everything else. Entities
 * live as long as the machine; their fields change only while the trace is being read (then hold the lock).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-entity.h"
#include "model/replay/scope-sink.h"
#include "model/zoom/scope-call-store.h"
#include "model/zoom/scope-lane-store.h"
#include "model/trace/document/scope-entities.h"
#include "model/trace/document/scope-pair-tree.h"
#include "model/trace/document/scope-table.h"

G_BEGIN_DECLS

typedef struct _ScopeMachine ScopeMachine;

/* Something the trace says of itself: program, arguments, environment, rts, pid, wall clock, … */
typedef struct
{
  char *key;
  char *value;
} ScopeInfo;

typedef struct
{
  guint32 machine;    /* index */
  guint16 processor;  /* number, or SCOPE_NO_PROCESSOR */
  gint64 from, to;    /* own clock; both 0 if it has no place in time */
  guint64 from_byte, bytes;
  char *reason;       /* a sentence for people */
} ScopeLoss;

/* Where those facts of a machine come from that are not loaded yet. Any thread, each once. */
typedef struct
{
  void (*read_infos) (gpointer data, ScopeMachine *machine);           /* adds them */
  ScopePairTree *(*read_pairs) (gpointer data, ScopeMachine *machine); /* NULL: there are none */
  gpointer data;
  GDestroyNotify destroy; /* of data */
} ScopeMachineSource;

struct _ScopeMachine
{
  guint32 index;        /* in the trace */
  guint32 number;       /* as the trace has it */
  gint64 tick_ps;       /* picoseconds per tick of its clock */
  gint64 offset;        /* trace time = own time + offset, in ticks */
  gint64 first, last;   /* life, own clock; last is TIME_MAX while reading */
  char *name;
  guint32 lane;         /* machine lane; SCOPE_NONE if it is the sum over its processors */
  guint32 threads_lane; /* counts lane of its threads */
  guint64 n_events;
  gboolean complete;    /* its log does not break off, as far as can be told */
  ScopeEndMark end_mark; /* final when it is read */
  gint64 receiving;     /* ticks spent receiving messages */
  ScopeBytes *bytes;    /* owned */
  ScopeLaneStore *lanes; /* owned */
  ScopeCallStore *calls; /* owned: call stacks of its lanes */
  ScopeTable *tables[SCOPE_N_TABLES]; /* owned */
  /* private */
  gatomicrefcount ref_count;
  ScopeMachine *of;     /* whose entities, tables and texts it has; NULL: its own */
  ScopeKeepers *keepers; /* those of its trace, a reference; NULL: it is in none */
  ScopeMachineSource source; /* functions NULL: all is there */
  gsize infos_read, pairs_read; /* for g_once_init_enter() */
  ScopePairTree *pairs; /* sums of its messages; atomic: once there, it stays */
  ScopeSink *sink;
  GMutex lock;
  ScopeEntities entities[SCOPE_N_KINDS];
  GHashTable *numbers[SCOPE_N_KINDS]; /* number → index + 1 of the first n_numbered; NULL: not asked for yet */
  guint32 n_numbered[SCOPE_N_KINDS];
  GHashTable *ids[SCOPE_N_KINDS];     /* id → index + 1 of the first n_with_id; NULL: not asked for yet */
  guint32 n_with_id[SCOPE_N_KINDS];
  GPtrArray *functions; /* of char *: names of the first rows of that table; NULL: not asked for yet */
  GByteArray *function_kinds; /* of those rows */
  GArray *infos;
  GHashTable *info_places; /* key → ScopeInfoPlaces, of the first n_info_places; NULL: not asked for yet */
  guint n_info_places;
  gsize info_bytes;
  GArray *losses;
  GArray *helpers;      /* guint32: threads (scope-helpers.h) */
  GStringChunk *strings;
  char *texts; /* of an index: of its entities; owned */
};

ScopeMachine *scope_machine_new (guint32 index, ScopeBytes *bytes); /* takes bytes */
/* The same machine with other lanes, in `bytes` (taken), which has no lane yet: what is found out of a lane is the lane of the same number.
 * Entities, tables, texts are those of `machine`, which lives as long as its views do. */
ScopeMachine *scope_machine_new_view (ScopeMachine *machine, ScopeBytes *bytes);
void scope_machine_free (ScopeMachine *machine);
/* Its lanes, once it has any, are kept in these: of the trace that it is added to. */
void scope_machine_set_keepers (ScopeMachine *machine, ScopeKeepers *keepers);

guint32 scope_machine_n_entities (ScopeMachine *machine, ScopeKind kind);
/* TRUE if this processor is none, but stands for the collections on all of them (Schedplot's last track). */
gboolean scope_machine_is_gc_track (ScopeMachine *machine, guint32 processor);
/* FALSE, too, if it stands for several, whose lane counts (Erlang's dirty schedulers): no sum of processors has it. */
gboolean scope_machine_is_processor (ScopeMachine *machine, guint32 processor);
/* Processors that are some. */
guint32 scope_machine_n_processors (ScopeMachine *machine);
/* Stays valid as long as the machine. */
ScopeEntity *scope_machine_entity (ScopeMachine *machine, ScopeKind kind, guint32 index);
/* Seen by others as soon as it is there: its lane must be there before it. */
ScopeEntity *scope_machine_add_entity (ScopeMachine *machine, ScopeKind kind, guint64 number, guint32 lane,
                                       guint32 *ret_index);
/* The entity's id as text: "3", "3#2". Free with g_free(). */
char *scope_machine_entity_id (ScopeMachine *machine, ScopeKind kind, guint32 index);
/* Index of the entity of that id ("3", "3#2"), or SCOPE_NONE. */
guint32 scope_machine_find_entity (ScopeMachine *machine, ScopeKind kind, const char *id);
/* Index of the last one that bears that number, or SCOPE_NONE: for messages, which name processes and ports by number. */
guint32 scope_machine_find_number (ScopeMachine *machine, ScopeKind kind, guint64 number);
/* Index of the last one that the trace calls so ("<0.45.0>"), or SCOPE_NONE: for events of Erlang. */
guint32 scope_machine_find_id (ScopeMachine *machine, ScopeKind kind, const char *id);
/* Somebody of scope-stranger.h, and what it is called. */
void scope_machine_add_stranger (ScopeMachine *machine, guint32 number, const char *id);
/* Who made a process, if that was somebody of a node that was not recorded ("<0.9.0>"; borrowed), and on which node (free with g_free());
 * else NULL. */
const char *scope_machine_remote_parent (ScopeMachine *machine, const ScopeEntity *process, char **ret_node);
/* Index of the processor of that number, or SCOPE_NONE. */
guint32 scope_machine_find_processor (ScopeMachine *machine, guint number);

/* What is said already is not added again. FALSE: the trace says more of itself than is kept. */
gboolean scope_machine_add_info (ScopeMachine *machine, const char *key, const char *value);
guint scope_machine_n_infos (ScopeMachine *machine);
ScopeInfo scope_machine_info (ScopeMachine *machine, guint i); /* borrowed */
/* Value of the first of that key, or NULL. */
const char *scope_machine_find_info (ScopeMachine *machine, const char *key);
/* The same of the last: it counts, if something is said again. */
const char *scope_machine_find_last_info (ScopeMachine *machine, const char *key);

void scope_machine_add_loss (ScopeMachine *machine, const ScopeLoss *loss); /* copies */
guint scope_machine_n_losses (ScopeMachine *machine);
ScopeLoss scope_machine_loss (ScopeMachine *machine, guint i); /* reason is borrowed */

/* Texts of marks: any length, UTF-8 on return (what is not is replaced). Free with g_free(). */
guint64 scope_machine_add_text (ScopeMachine *machine, const char *text, gsize length, GError **error);
char *scope_machine_text (ScopeMachine *machine, guint64 id, GError **error);
/* Name of the function in that row of the table of functions, or NULL. Reads the index. Lives as long as the machine. */
const char *scope_machine_function (ScopeMachine *machine, guint32 row);
/* Reads the names that were added since the last time; cheap if there are none. */
void scope_machine_load_functions (ScopeMachine *machine);
/* The same without reading: NULL, too, if it is not loaded yet. For the thread that draws. */
const char *scope_machine_peek_function (ScopeMachine *machine, guint32 row);
/* ScopeFunctionKind of that row, without reading; not known if the names are not loaded yet, or the trace does not tell. */
guint scope_machine_function_kind (ScopeMachine *machine, guint32 row);
/* The contract's words for a reason, "waiting in lists:map/2": `function` is a row, or SCOPE_NONE. NULL: the state says all. Free
 * with g_free(). Reads the index. */
char *scope_machine_reason (ScopeMachine *machine, guint code, guint32 function);

/* Called for each end of a message that the replay finds; `user_data` as given. Any worker thread. */
typedef void (*ScopeMessageFunc) (ScopeMachine *machine, const ScopeMessageEnd *end, gpointer user_data);

/* Where the replay puts its rows and records; made once, owned by the machine. With `threaded`, rows are stored by
 * a thread of their own, so that decoding and storing overlap. `memory` bounds the open blocks, in bytes. */
ScopeSink *scope_machine_open_sink (ScopeMachine *machine, gboolean threaded, gsize memory,
                                    ScopeMessageFunc message_func, gpointer user_data);
/* After opening it, without a thread: the log is still written. Until when its lanes are known is set by whoever follows it, by
 * scope_lane_store_set_watermark(). */
void scope_machine_follow (ScopeMachine *machine);
/* The first error of storing, or NULL; the sink goes on without storing. */
const GError *scope_machine_error (ScopeMachine *machine);
/* Drains, closes lanes and tables; `end` as in scope_lane_store_finish(). FALSE with the first error of storing. */
gboolean scope_machine_finish (ScopeMachine *machine, gint64 end, GError **error);

/* Who wrote to whom, over its table of messages; NULL: not made (yet). */
ScopePairTree *scope_machine_pairs (ScopeMachine *machine);
void scope_machine_take_pairs (ScopeMachine *machine, ScopePairTree *pairs); /* once */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMachine, scope_machine_free)

G_END_DECLS
