/* scope-cli.h: what the commands of lanescope-cli share: options, the opened trace, how a run ends.
 *
 * A command is a row (scope-cli-command.h) in a file of its own (scope-cli-info.c, …). It writes to standard output; notes and
 * errors go to standard error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import.h"
#include "io/index/scope-derived-file.h"
#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

#include <stdio.h>

G_BEGIN_DECLS

/* Exit statuses: the contract's, and 128 + SIGINT as shells expect it. */
enum
{
  SCOPE_CLI_OK = 0,
  SCOPE_CLI_UNREADABLE = 1,
  SCOPE_CLI_USAGE = 2,
  SCOPE_CLI_LOSSES = 3,
  SCOPE_CLI_CONDITION = 4,
  SCOPE_CLI_BROKEN_OFF = 5, /* of `watch` */
  SCOPE_CLI_NOT_YET = 6, /* of `index --out` */
  SCOPE_CLI_CANCELLED = 130,
};

typedef struct _ScopeCliWatch ScopeCliWatch;

typedef struct
{
  /* as given */
  char *format;
  char *from_text, *to_text;
  char *cache_dir;
  gboolean json_flag, csv_flag; /* --json, --csv */
  gboolean format_said; /* --format, --json or --csv: else `format` is the usual one */
  gboolean local_time, strict, no_cache;
  gboolean rebuild;
  gboolean alone; /* nothing is looked for beside the trace */
  char **arguments; /* what is left: the command's own, then the trace's files */

  /* after scope_cli_open() */
  ScopeImport *import;
  ScopeTrace *trace; /* borrowed from import */
  GCancellable *cancellable;
  gint64 began; /* when it was opened, monotonic µs */
  gint64 from, to; /* trace time in ticks; TIME_MIN and TIME_MAX if not given */
  gboolean ranged; /* one of them was given */
  gint64 tick_ps;
  char *clock_text;
  guint32 clock_ps; /* of simulations: what the user says, or 0 */
  int run, lli;     /* the same */
  gboolean name_stack, out_of_order;
  char *lock_names, *unlock_names;
  ScopeCliWatch *watch; /* waits for signals, draws the progress bar */

  /* after scope_cli_begin() */
  ScopeImportOptions run_options;
  gint permille; /* atomic: how far it is */
  guint losses; /* of the runs, for --strict: counted by who reads them */
} ScopeCli;

/* Options that many commands have, and what else is told of their arguments. */
typedef enum
{
  SCOPE_CLI_TAKES_RANGE = 1 << 0,   /* --from, --to, --local-time */
  SCOPE_CLI_TAKES_FORMAT = 1 << 1,  /* --format, --json, --csv; a table: text is the default on a terminal, else CSV */
  SCOPE_CLI_TAKES_TEXT = 1 << 2,    /* the same; text is the default everywhere */
  SCOPE_CLI_READS_NONE = 1 << 3,    /* no trace is read: nothing is said of how */
  SCOPE_CLI_TAKES_REBUILD = 1 << 4, /* --rebuild */
  SCOPE_CLI_TAKES_NOTHING = 1 << 5, /* no argument is fine, too */
  SCOPE_CLI_TAKES_TABLE = 1 << 6,   /* the first argument is no file */
  SCOPE_CLI_TAKES_WISHES = 1 << 8,  /* only the last argument is a file */
  SCOPE_CLI_TAKES_FACTS = 1 << 9,   /* --format, --json; facts that are no table: there is no CSV of them */
  SCOPE_CLI_OPENS_ITSELF = 1 << 7,  /* the arguments are not one trace that is to be opened */
  SCOPE_CLI_CONCLUDES = 1 << 10,    /* of a range beside the trace nothing can be said: it fails, where tables are empty */
} ScopeCliTakes;

/* Where indexes are, as options and Preferences say; NULL: the user's cache. Free with g_free(). */
char *scope_cli_cache_folder (ScopeCli *cli);
/* Opens the trace that `paths` (NULL-terminated) name and reads it to its end, with progress on a terminal.
 */
gboolean scope_cli_open (ScopeCli *cli, char **paths, int *ret_status);
/* Instead of scope_cli_open(), for commands that read several runs: waits for signals, and draws the progress that cli->permille
 * says until scope_cli_end_progress(). */
void scope_cli_begin (ScopeCli *cli);
void scope_cli_end_progress (ScopeCli *cli);
/* Nothing was done: as before scope_cli_begin(). */
void scope_cli_end (ScopeCli *cli);
/* One of them, read to its end; unref it. NULL with error. */
ScopeTrace *scope_cli_open_run (ScopeCli *cli, const char *path, GError **error);
/* The one argument and its baseline, with progress and all; the command is about the former, see scope_cli_use(). Unref both, also
 * where it fails. */
gboolean scope_cli_open_pair (ScopeCli *cli, const char *baseline, ScopeTrace **ret_baseline, ScopeTrace **ret_run, GError **error);
/* What is to be said of how it was opened, on standard error; each line begins with `prefix`. */
void scope_cli_tell_notes (ScopeImport *import, const char *prefix);
/* Takes it for the trace that the command is about: --from and --to are its times, its losses are told at the end. It stays the
 * caller's, until scope_cli_close(). */
void scope_cli_use (ScopeCli *cli, ScopeTrace *trace);
/* The texts of a set in their order. Free with g_strfreev(). */
char **scope_cli_sorted (GHashTable *set);
/* Flushes the output, and says with what status to end: losses with --strict, a full disk, an interrupt.
 * `error` (or NULL) is what stopped the command; it is freed. */
int scope_cli_close (ScopeCli *cli, GError *error);
/* Usage error: prints it and returns SCOPE_CLI_USAGE. */
int scope_cli_usage (const char *command, const char *message, ...) G_GNUC_PRINTF (2, 3);
/* TRUE and an error if the user has interrupted. Cheap; for long loops. */
gboolean scope_cli_interrupted (ScopeCli *cli, GError **error);
/* The range that was asked for, of the opened trace. */
ScopeQueryRange scope_cli_query_range (ScopeCli *cli);
/* What is found out of the trace: from the cache, or made now. NULL with error. */
ScopeDerived *scope_cli_derive (ScopeCli *cli, GError **error);

gboolean scope_cli_wants_json (ScopeCli *cli);
/* It was asked for, or is what the command prints if nothing was. */
gboolean scope_cli_wants_text (ScopeCli *cli);
/* "process:1/2,port:1/3": GArray of ScopeLaneId; free with g_array_unref(). NULL with error: there is no such lane, or none of a kind that
 * has a bit (1 << SCOPE_KIND_…) in `kinds`. */
GArray *scope_cli_parse_lanes (ScopeCli *cli, const char *text, guint kinds, GError **error);
/* A table on standard output in the format asked for; `header` has the names of its columns with commas
 * between. */
ScopeCsv *scope_cli_table (ScopeCli *cli, const char *header);
/* Ends it; what was written until then is still good, if that was not `ok` and there is an error. FALSE with error. */
gboolean scope_cli_close_table (ScopeCsv *csv, gboolean ok, GError **error);
/* One that the window shows: all rows in the table's own order. FALSE with error if it cannot be written. */
gboolean scope_cli_report_table (ScopeCli *cli, ScopeReportTable *table, GError **error);
/* The same for people, in columns that are as wide as they need to be: the rows of these numbers, or the first n (NULL). */
void scope_cli_append_rows (ScopeReportTable *table, const guint *rows, guint n, GString *out);
/* A mean of `n` in ns, with three decimals; of none, nothing. */
void scope_cli_mean (ScopeCli *cli, ScopeCsv *csv, gint64 ticks, guint64 n);
/* Ticks as ns; empty for SCOPE_TABLE_NULL. */
void scope_cli_time (ScopeCli *cli, ScopeCsv *csv, gint64 ticks);
/* A time of the machine's own clock, as trace time in ns; empty if it is TIME_MIN (SCOPE_TABLE_NULL) or TIME_MAX, or
 * there is no machine. */
void scope_cli_own_time (ScopeCli *cli, ScopeCsv *csv, ScopeMachine *machine, gint64 ticks);
/* So many empty cells. */
void scope_cli_empty (ScopeCsv *csv, guint n);
/* Empty for SCOPE_TABLE_NULL. */
void scope_cli_integer (ScopeCsv *csv, gint64 value);
/* Those that are one each: Erlang's scheduler 0 stands for all dirty ones. */
guint scope_cli_count_processors (ScopeTrace *trace);
/* The id of an entity; empty for SCOPE_NONE and whatever is out of range. */
void scope_cli_entity (ScopeCsv *csv, ScopeMachine *machine, ScopeKind kind, gint64 index);
/* The number of a processor; empty for SCOPE_NONE and whatever is out of range. */
void scope_cli_processor (ScopeCsv *csv, ScopeMachine *machine, guint32 index);
/* "1 thread", "2 threads". */
void scope_cli_append_count (GString *string, guint64 n, const char *one, const char *many);
/* In a column of text so many characters wide: at its left, or at its right. */
void scope_cli_append_left (GString *out, const char *text, guint width);
void scope_cli_append_right (GString *out, const char *text, guint width);
/* Writes it to standard output; FALSE with error if that cannot be. */
gboolean scope_cli_print (const char *text, GError **error);

/* The range on the machine's own clock. */
void scope_cli_own_range (ScopeCli *cli, ScopeMachine *machine, gint64 *ret_from, gint64 *ret_to);
/* The range asked for, or the whole trace's, in trace time. */
void scope_cli_trace_range (ScopeCli *cli, gint64 *ret_from, gint64 *ret_to);

/* Totals of one lane inside the range (or its life). */
gboolean scope_cli_lane_totals (
    ScopeCli *cli, ScopeMachine *machine, guint32 lane, gint64 totals[SCOPE_N_STATES], GError **error);
/* Of an entity or machine, a sum over processors included. */
gboolean scope_cli_totals (ScopeCli *cli, ScopeLaneId lane, gint64 totals[SCOPE_N_STATES], GError **error);

/* The trace's losses on standard error, at most `limit` of them; returns how many there are. */
guint scope_cli_report_losses (ScopeCli *cli, guint limit);
/* What the common options mean: where the index is kept (as Preferences says, within its limit), and, when the trace is there,
 * the range. For a command that opens its trace itself. */
ScopeImportOptions scope_cli_import_options (ScopeCli *cli);
void scope_cli_set_range (ScopeCli *cli);
/* What is wrong with --from and --to, or NULL; free with g_free(). */
char *scope_cli_check_range (ScopeCli *cli);
/* A time as --from takes it, "5ms" or "NS": in ticks, once a trace is open. FALSE: it is none. */
gboolean scope_cli_parse_ns (ScopeCli *cli, const char *text, gint64 *ret_ticks);
/* A lane as the user says it; FALSE with an error of G_OPTION_ERROR. */
gboolean scope_cli_parse_lane (ScopeCli *cli, const char *text, ScopeLaneId *ret_lane, GError **error);
/* "finished", "killed", "open". */
const char *scope_cli_end_name (guint end);

/* For a command that cannot take what lies on another computer, and why: what is wrong with its arguments, or NULL. Free with g_free(). */
char *scope_cli_only_here (ScopeCli *cli, const char *why);

G_END_DECLS
