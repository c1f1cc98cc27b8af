/* scope-find-private.h: a query as a tree, and what it says of a thing of which not all is known yet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/search/scope-find.h"

#include "model/base/scope-sim-events.h"

G_BEGIN_DECLS

G_STATIC_ASSERT ((guint) SCOPE_FOUND_COHERENCE == (guint) SCOPE_N_HITS);

#define SCOPE_FIND_MOST_NAMES 64u /* patterns of names in a query: a bit each */

typedef enum
{
  SCOPE_FIND_AND,
  SCOPE_FIND_OR,
  SCOPE_FIND_NOT,
  /* terms */
  SCOPE_FIND_KIND,
  SCOPE_FIND_IN,
  SCOPE_FIND_SELF,
  SCOPE_FIND_CALLER,
  SCOPE_FIND_DURATION,
  SCOPE_FIND_DEPTH,
  SCOPE_FIND_CORE,
  SCOPE_FIND_LANE,
  SCOPE_FIND_ADDRESS,
  SCOPE_FIND_BY,
  SCOPE_FIND_SHARING, /* false sharing */
  SCOPE_FIND_WRITE,
} ScopeFindOp;

typedef enum
{
  SCOPE_FIND_MORE,
  SCOPE_FIND_AT_LEAST,
  SCOPE_FIND_LESS,
  SCOPE_FIND_AT_MOST,
  SCOPE_FIND_EQUAL,
} ScopeFindComparison;

typedef struct
{
  gint64 first, last; /* numbers of cores; bits of addresses, which are unsigned */
} ScopeFindSpan;

struct _ScopeFindQuery
{
  ScopeFindOp op;
  ScopeFindQuery *a, *b;         /* b: of AND and OR */
  guint kinds;                   /* KIND: a bit each */
  GRegex *regex;                 /* IN, SELF, CALLER */
  char *name;                    /* the same, as it was given */
  ScopeFindComparison comparison; /* DURATION, DEPTH */
  double amount;                 /* ps, or cycles; depth */
  gboolean cycles;
  GArray *spans;                 /* CORE, ADDRESS, BY: of ScopeFindSpan */
  char *lane;                    /* LANE */
  char *variables;               /* ADDRESS: as it was given, if it names any; then there are no spans */
};

/* The same with names as bits and lanes as ids: a list in which parts stand before what they are part of. */
typedef struct
{
  const ScopeFindQuery *query;
  guint a, b;       /* places of the parts */
  guint64 name;     /* the bit */
  ScopeLaneId lane;
  GPtrArray *spans; /* of a query that names variables: theirs, by machine: GArray of ScopeFindSpan; owned */
} ScopeFindStep;

typedef struct
{
  ScopeFindStep *steps; /* the last one is the whole */
  guint n_steps;
  const GRegex *names[SCOPE_FIND_MOST_NAMES];
  guint n_names;
  gboolean cycles;      /* some duration is in cycles */
} ScopeFindPlan;

typedef enum
{
  SCOPE_FIND_NO,
  SCOPE_FIND_MAYBE,
  SCOPE_FIND_YES,
} ScopeFindVerdict;

typedef enum
{
  SCOPE_FIND_KNOWS_LANE = 1 << 0,
  SCOPE_FIND_KNOWS_SELF = 1 << 1,     /* function, address, by, thread, flags */
  SCOPE_FIND_KNOWS_STACK = 1 << 2,    /* what is below it, depth */
  SCOPE_FIND_KNOWS_DURATION = 1 << 3,
  SCOPE_FIND_KNOWS_ALL = 0xf,
} ScopeFindKnown;

enum /* flags of ScopeFound */
{
  SCOPE_FOUND_WRITE = 1 << 0,
  SCOPE_FOUND_FALSE_SHARING = 1 << 1,
};

/* What there is to know, beside the thing itself. */
typedef struct
{
  const ScopeFound *found;
  ScopeFindKnown known;
  gint64 core;            /* number of the processor; -1: none */
  guint64 self, caller, below; /* names that the function has, the caller has, any of those below has */
  double tick_ps, cycle_ps; /* cycle 0: not known */
} ScopeFindFacts;

/* FALSE with error: too many names, no such lane. The query must live as long. */
gboolean scope_find_plan_init (ScopeFindPlan *plan, ScopeTrace *trace, const ScopeFindQuery *query, GError **error);
void scope_find_plan_clear (ScopeFindPlan *plan);
/* The bits of the names that a function has. */
guint64 scope_find_plan_names (const ScopeFindPlan *plan, const char *function);
ScopeFindVerdict scope_find_plan_judge (const ScopeFindPlan *plan, const ScopeFindFacts *facts);

/* scope-find-variables.c: "0x1000", "4096"; FALSE: it is none. */
gboolean scope_find_read_unsigned (const char *text, guint64 *ret_value);
/* Whether it may name variables: "queue_lock", "table+8..table+63", "0x1000,head". */
gboolean scope_find_names_variables (const char *value);
/* The addresses of all that are meant, by machine: GArray of ScopeFindSpan. NULL with error: none is called so. */
GPtrArray *scope_find_variable_spans (ScopeTrace *trace, const char *value, GError **error);

/* --- reading a query's text --- */

typedef struct
{
  const char *text, *at;
  ScopeFindFlags flags;
  guint depth, n_terms; /* brackets around it; terms so far */
} ScopeFindReading;

typedef enum
{
  SCOPE_FIND_TAKES_NOTHING,
  SCOPE_FIND_TAKES_KINDS,
  SCOPE_FIND_TAKES_NAME,
  SCOPE_FIND_TAKES_LENGTH,     /* with a comparison, or ":" for "longer" */
  SCOPE_FIND_TAKES_WAIT,       /* the same, or nothing */
  SCOPE_FIND_TAKES_COUNT,      /* with a comparison */
  SCOPE_FIND_TAKES_CORES,
  SCOPE_FIND_TAKES_ADDRESS,
  SCOPE_FIND_TAKES_LANE,
} ScopeFindTakes;

typedef struct
{
  const char *word;
  ScopeFindOp op;
  ScopeFindTakes takes;
  guint kinds;       /* it is of these kinds, too */
  gboolean telling;  /* who writes it means a query */
} ScopeFindWord;

ScopeFindQuery *scope_find_node_new (ScopeFindOp op, ScopeFindQuery *a, ScopeFindQuery *b); /* takes both */
/* Sets the error: what is wrong at that place of the text. NULL. */
gpointer scope_find_wrong (ScopeFindReading *reading, const char *at, GError **error, const char *what, ...) G_GNUC_PRINTF (4, 5);
const ScopeFindWord *scope_find_word (const char *word); /* or NULL */
/* Whether a comparison stands behind it; goes behind that, if there is one. */
gboolean scope_find_is_compared (const ScopeFindWord *word);
gboolean scope_find_take_comparison (const char **at, ScopeFindComparison *ret_comparison);
/* A decimal number and where it ends; FALSE: there is none. */
gboolean scope_find_read_number (const char *text, double *ret_number, const char **ret_end);
/* The value behind a word (and its comparison), which stands at `at`. FALSE with error. */
gboolean scope_find_set_value (ScopeFindReading *reading, const ScopeFindWord *word, const char *at, const char *value, gboolean quoted,
                               ScopeFindQuery *node, GError **error);
/* What the word says besides. Takes the node. */
ScopeFindQuery *scope_find_finish_term (const ScopeFindWord *word, ScopeFindQuery *node);

G_END_DECLS
