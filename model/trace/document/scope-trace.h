/* scope-trace.h: the document: one recorded run.
 *
 * Times here are *trace time*: ticks of tick_ps picoseconds; own time of a machine + its offset. With local time
 * switched on, offsets count as 0.
 *
 * A trace can be looked at while it is read: "changed" is emitted on the main thread when machines, entities or
 * known time were added, "finished" when nothing more comes. "seen" is emitted when somebody shows it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include "model/base/scope-each.h"
#include "model/trace/events/scope-event-source.h"
#include "model/trace/document/scope-live.h"
#include "model/trace/document/scope-machine.h"
#include "model/zoom/scope-lane-sum.h"

G_BEGIN_DECLS

/* How the clocks of several machines are put side by side. */
typedef enum
{
  SCOPE_CLOCKS_STARTUP,  /* as the machines say when they began */
  SCOPE_CLOCKS_MESSAGES, /* besides, so that no message is received before it was sent: scope-clock-shifts.h */
  SCOPE_CLOCKS_OWN,      /* not at all: each begins at its own 0 */
  SCOPE_N_CLOCKS
} ScopeClocks;

#define SCOPE_TYPE_TRACE (scope_trace_get_type ())
G_DECLARE_FINAL_TYPE (ScopeTrace, scope_trace, SCOPE, TRACE, GObject)

/* Which runtime wrote it: whose words the interface speaks. */
typedef enum
{
  SCOPE_RUNTIME_GHC,
  SCOPE_RUNTIME_EDEN,
  SCOPE_RUNTIME_ERLANG,
  SCOPE_RUNTIME_SIMULATION,
} ScopeRuntime;

/* A row on screen, an argument on the command line: kind:machine/id. */
typedef struct
{
  guint32 machine; /* index in the trace */
  ScopeKind kind;
  guint32 index;   /* of the entity on its machine; 0 for SCOPE_KIND_MACHINE and _THREADS */
} ScopeLaneId;

static inline gboolean
scope_lane_id_equal (ScopeLaneId a, ScopeLaneId b)
{
  return a.machine == b.machine && a.kind == b.kind && a.index == b.index;
}

typedef struct
{
  guint64 sent, received, unmatched, received_before_sent, unrecorded_receipts;
} ScopeMessageCounts;

ScopeTrace *scope_trace_new (void);

/* What the file calls itself: "eventlog", "parevents", "folder", … and the name to show (program). */
const char *scope_trace_format (ScopeTrace *trace);
const char *scope_trace_title (ScopeTrace *trace);
ScopeRuntime scope_trace_runtime (ScopeTrace *trace);
gint64 scope_trace_tick_ps (ScopeTrace *trace);

guint scope_trace_n_machines (ScopeTrace *trace);
ScopeMachine *scope_trace_machine (ScopeTrace *trace, guint index);
/* A loop over all machines. */
#define SCOPE_EACH_MACHINE(machine, trace) \
  SCOPE_EACH_AT (ScopeMachine, machine, scope_trace_n_machines (trace), scope_trace_machine (trace, machine##_at_))
/* Index of the machine of that number, or SCOPE_NONE. */
guint32 scope_trace_find_machine (ScopeTrace *trace, guint32 number);

/* Range of the whole trace, in trace time; while reading an estimate of the end. */
void scope_trace_range (ScopeTrace *trace, gint64 *ret_first, gint64 *ret_last);
/* What people read as 0, wherever they read a point in time: 0, so that it is what the command line's tables say, or the start of
 * a trace whose clock began long before it. */
gint64 scope_trace_zero (ScopeTrace *trace);
/* The same of a trace of that range. */
gint64 scope_trace_zero_of (gint64 first, gint64 last);
/* What to add to the machine's own time: its offset, or 0 with local time. */
gint64 scope_trace_offset (ScopeTrace *trace, ScopeMachine *machine);
ScopeClocks scope_trace_get_clocks (ScopeTrace *trace);
/* MESSAGES: after scope_trace_set_shifts(). */
void scope_trace_set_clocks (ScopeTrace *trace, ScopeClocks clocks);
/* How far each machine's clock is moved besides its offset when they are aligned by messages, in order of index; copied. Not while they
 * are. */
void scope_trace_set_shifts (ScopeTrace *trace, const gint64 *shifts);
/* Whether they are set. */
gboolean scope_trace_has_shifts (ScopeTrace *trace);
/* TRUE: OWN; FALSE: STARTUP. */
gboolean scope_trace_get_local_time (ScopeTrace *trace);
void scope_trace_set_local_time (ScopeTrace *trace, gboolean local);
/* "machine start-up", "wall clock", "none": what the offsets were taken from. */
const char *scope_trace_clock_source (ScopeTrace *trace);

gboolean scope_trace_get_finished (ScopeTrace *trace);
double scope_trace_get_progress (ScopeTrace *trace); /* 0 to 1 */
ScopeMessageCounts scope_trace_message_counts (ScopeTrace *trace);
guint64 scope_trace_n_events (ScopeTrace *trace);
/* Whether it lies on another computer: reading all of it takes long. */
gboolean scope_trace_is_far (ScopeTrace *trace);
/* Then: why it cannot be read now, for people; NULL: it can. Free with g_free(). */
char *scope_trace_dup_lost (ScopeTrace *trace);
/* … and whether its program has written on since it was opened. */
gboolean scope_trace_has_grown (ScopeTrace *trace);
/* Losses that belong to no machine (a member that could not be read); those of machines are with them. */
guint scope_trace_n_losses (ScopeTrace *trace);
ScopeLoss scope_trace_loss (ScopeTrace *trace, guint i);
/* `machine` is NULL for what was lost of no machine. */
typedef void (*ScopeLossFunc) (ScopeMachine *machine, const ScopeLoss *loss, gpointer data);
/* Calls func (NULL: nobody) for each loss: those of no machine, then machine by machine. Gives how many there are. */
guint scope_trace_foreach_loss (ScopeTrace *trace, ScopeLossFunc func, gpointer data);

/* Path and size of the index on disk; NULL if it is kept in memory only. */
const char *scope_trace_index_path (ScopeTrace *trace, guint64 *ret_bytes, gboolean *ret_complete);

/* The raw events in the trace's own files; NULL if they were never there (a trace made up by a test). Whether they still
 * are shows when they are asked for. */
ScopeEventSource *scope_trace_get_event_source (ScopeTrace *trace);

/* Main thread: a first picture of it is there. */
void scope_trace_tell_seen (ScopeTrace *trace);
gboolean scope_trace_is_seen (ScopeTrace *trace);
/* Of so many machines a first picture alone takes a while: what looks at all of them waits for it. */
#define SCOPE_SEEN_FIRST_MACHINES 32u

/* What is known of its being written, while it is followed and after; borrowed. NULL: it never was live. */
ScopeLive *scope_trace_get_live (ScopeTrace *trace);

/* From here on the calling thread must not read the bytes of this trace: it draws, and waits for no disk. Debug builds
 * say so if it does. What machines are added later is kept from it too. */
void scope_trace_keep_out (ScopeTrace *trace);
/* Whether the calling thread is kept out. */
gboolean scope_trace_is_kept_out (ScopeTrace *trace);

/* --- what was found out of it (model/trace/analysis/scope-derived.h) --- */

/* A new reference; NULL: nothing yet, or the trace cannot tell. While a program is followed others take its place. */
GObject *scope_trace_dup_derived (ScopeTrace *trace);
/* Takes `derived`, refs `lanes`: the trace with, in the place of each lane, what is found out of it. "changed" is emitted. Any thread. */
void scope_trace_take_derived (ScopeTrace *trace, GObject *derived, ScopeTrace *lanes);
/* Of the same words and facts, without a machine yet; see scope_machine_new_view(). It is finished. */
ScopeTrace *scope_trace_new_view (ScopeTrace *trace);

/* --- lanes --- */

/* "processor:1/0". FALSE with error if there is no such lane. */
gboolean scope_trace_parse_lane (ScopeTrace *trace, const char *text, ScopeLaneId *ret_lane, GError **error);
/* TRUE if a row of the table of marks only gives a thread its name, as GHC's labels do; Erlang's are instants like other marks. */
gboolean scope_trace_mark_is_name (ScopeTrace *trace, const gint64 *row);
char *scope_trace_format_lane (ScopeTrace *trace, ScopeLaneId lane);
/* TRUE if a thread (index) is one of those that GHC's runtime makes for itself, for input, output and timers, by their labels: nobody's
 * work waits for them, and they mostly sit in a foreign call. */
gboolean scope_trace_is_helper (ScopeTrace *trace, guint32 machine, guint32 thread);
/* Those of a machine, in order, without a look at the others; free with g_free(). */
guint32 *scope_trace_dup_helpers (ScopeTrace *trace, guint32 machine, guint *ret_n);
/* What a person calls it: "HEC 0", "Machine 3", "thread 12 "label"". The only processor of an Eden machine is called as that is. */
char *scope_trace_lane_title (ScopeTrace *trace, ScopeLaneId lane);
/* The same beside lanes of other machines: threads and processors are numbered on each anew, and have its name, too. */
char *scope_trace_lane_full_title (ScopeTrace *trace, ScopeLaneId lane, gboolean machine_first);
/* The lane's number in its machine's store; SCOPE_NONE for a machine lane that is the sum of its processors. */
guint32 scope_trace_lane (ScopeTrace *trace, ScopeLaneId lane);
/* TRUE if it counts tasks (threads of a machine, jobs of Erlang's dirty schedulers): it has sums, and no intervals. */
gboolean scope_trace_lane_counts (ScopeTrace *trace, ScopeLaneId lane);
/* The lanes that such a sum adds up: its processors (freed by the caller). */
guint32 *scope_trace_summed_lanes (ScopeTrace *trace, ScopeLaneId lane, guint *ret_n);
/* Exact columns of any lane, sums included; edges in trace time, moved as in scope_lane_store_read_columns(). */
gboolean scope_trace_read_columns (ScopeTrace *trace, ScopeLaneId lane, gint64 *edges, guint n,
                                   gint64 (*columns)[SCOPE_N_STATES], GError **error);

/* What runs, and with `ready` what may: the lanes of all processors, the counts lanes of all threads. Free with g_free(). */
ScopeLaneSource *scope_trace_activity_sources (ScopeTrace *trace, gboolean ready, guint *ret_n);

/* Those of one machine, to the end of the list (of ScopeLaneSource). */
void scope_machine_list_activity (ScopeMachine *machine, ScopeRuntime runtime, gboolean ready, gint64 offset, GArray *sources);

/* Of more lanes than these a row is read as one sum. */
#define SCOPE_SUMMED_LANES 64u
/* Takes the list of lanes of a row, and gives back what its picture is made of: very many lanes of a trace that is finished as one sum
 * (scope-lane-sum.h), which lives as long as the trace; else the list as it is. Free with g_free(). */
ScopeLaneSource *scope_trace_sum_lanes (ScopeTrace *trace, ScopeLaneSource *lanes, guint *n);

/* Whether the trace has such a sum, or room for it: all together it makes of at most so many lanes for who is elsewhere. */
#define SCOPE_MOST_SUMMED_LANES (2u * 1024u * 1024u)
gboolean scope_trace_may_sum_lanes (ScopeTrace *trace, const ScopeLaneSource *lanes, guint n);

/* All of such a sum, which comes with the trace: takes `coarse`. */
void scope_trace_take_sum (ScopeTrace *trace, const ScopeLaneSource *lanes, guint n, ScopeLaneCoarse *coarse);

/* --- words --- */

/* "running", "ready", "blocked on MVar": for people. */
const char *scope_trace_state_label (ScopeTrace *trace, ScopeState state);
const char *scope_trace_code_label (ScopeTrace *trace, guint code);
/* The same of one interval, with the function in which an Erlang process waits, `function` being its row or SCOPE_NONE: "waiting in
 * lists:map/2". Reads nothing: while a trace is read the name may be missing. Free with g_free(). */
char *scope_trace_wait_label (ScopeTrace *trace, ScopeMachine *machine, guint code, guint32 function);
/* In what messages are measured. Eden tells machine words, Erlang's trace files bytes of the external term, probes of the Erlang VM words of
 * its heap. TRUE: bytes; FALSE: words. Of all the trace's messages. */
gboolean scope_trace_sizes_are_bytes (ScopeTrace *trace);
/* What sizes of messages count: "words", "bytes"; and "1,024 words" of that many. */
const char *scope_trace_size_unit (ScopeTrace *trace);
char *scope_trace_size_text (ScopeTrace *trace, guint64 size);
/* What a stranger (scope-stranger.h) is called, by the number that it has in a message; NULL: that is none. */
const ScopeEntity *scope_trace_find_stranger (ScopeTrace *trace, gint64 number);
/* The id that tables have for a process or port of a machine (index; one that is not there by its number alone). NULL: not known, or a
 * name that nobody is known to bear. g_free() it. */
char *scope_trace_party_id (ScopeTrace *trace, guint32 machine, ScopeKind kind, gint64 number);
/* A process or port of Erlang in few words, by the number that ends of messages bear: "a_server", "<0.45.0>", of several nodes
 * "a@host a_server"; SCOPE_NONE and less than 0: "?". Free with g_free(). */
char *scope_trace_party_name (ScopeTrace *trace, guint32 machine, ScopeKind kind, gint64 number);
/* What the runtime calls its tasks: processes in Erlang and Eden, else threads. */
ScopeKind scope_trace_task_kind (ScopeTrace *trace);
/* TRUE if every entity of this kind is one of another, which has its figures and rows: Erlang's processes, which are its threads. Lists of
 * kinds leave it out. */
gboolean scope_trace_kind_repeats (ScopeTrace *trace, ScopeKind kind);
/* "HEC", "Machine", "Scheduler", …; NULL if the runtime has no such thing. */
const char *scope_trace_kind_label (ScopeTrace *trace, ScopeKind kind, gboolean plural);

/* --- filling, by importer and index reader: any thread --- */

typedef struct
{
  const char *format, *title, *clock_source; /* copied; NULL leaves as is */
  ScopeRuntime runtime;
} ScopeTraceFacts;

void scope_trace_set_facts (ScopeTrace *trace, const ScopeTraceFacts *facts);
void scope_trace_add_machine (ScopeTrace *trace, ScopeMachine *machine); /* takes it; index must fit */
/* Where lies what was read of machines of which only that is read that somebody asks for: some 32 MiB for all of them. Borrowed. */
ScopeShelf *scope_trace_shelf (ScopeTrace *trace);
/* Its offset, in ticks; any thread. */
void scope_trace_set_offset (ScopeTrace *trace, ScopeMachine *machine, gint64 offset);
void scope_trace_add_loss (ScopeTrace *trace, const ScopeLoss *loss);
void scope_trace_set_message_counts (ScopeTrace *trace, const ScopeMessageCounts *counts);
void scope_trace_set_index (ScopeTrace *trace, const char *path, guint64 bytes, gboolean complete);
/* Progress and the estimated end (trace time, or TIME_MIN if unknown); emits "changed" on the main thread. */
/* It lies on another computer, and comes from there when it is read. */
void scope_trace_set_far (ScopeTrace *trace);
/* Why it cannot be read now; NULL: it can. Any thread. */
void scope_trace_set_lost (ScopeTrace *trace, const char *lost);
/* Its program has written on. Any thread. */
void scope_trace_set_grown (ScopeTrace *trace);
void scope_trace_set_progress (ScopeTrace *trace, double progress, gint64 expected_last);
void scope_trace_set_event_source (ScopeTrace *trace, ScopeEventSource *source); /* refs it; once */
void scope_trace_set_live (ScopeTrace *trace, ScopeLive *live); /* refs it; once, before anybody looks */
void scope_trace_set_finished (ScopeTrace *trace);

G_END_DECLS
