/* scope-find-query.h: what is asked of a trace with call stacks: "event of this kind inside that function", "lock wait longer than
 * that inside it", "activation of it longer than that", joined by and, or, not.
 *
 *     query     := and { "or" and }
 *     and       := factor { [ "and" ] factor }
 *     factor    := "not" factor | "(" query ")" | term
 *     term      := KINDWORD | WORD ":" value | AMOUNT comparison amount | ("wait" | "lock-wait") [ comparison amount ]
 *
 *     event:KINDS        it is of one of these kinds: l1d, l1i, l2, upg, mb, lli, coherence, wait, activation; and l1, miss, any. With
 *                        commas between; l2-miss is l2, barrier is mb, upgrade is upg, long is lli
 *     in:NAME            the function is on the stack, anywhere (its own included)
 *     self:NAME          it is on top of the stack; of an activation: the function itself
 *     caller:NAME        it is directly below the top
 *     activation:NAME    an activation of the function; call:NAME is the same
 *     wait, wait>1000cy  a wait for a lock, so long; lock-wait is the same
 *     longer:N           it lasted longer; duration>N, >=, <, <=, =. Of an event its latency, of a miss of coherence, too. What has no
 *                        duration is not found: neither is a wait that lasts to the end of the trace
 *     depth>N            of the function on top, from 0; the same comparisons
 *     core:N[,N]         on these cores (processors)
 *     lane:LANE          on this lane: processor:1/0, process:1/7, thread:1/12; what a thread does on a core is on its lane, too
 *     address:A[..B]     of the access, of the lock, of the line; line:, lock: (also: it is a wait) are the same. A and B may be a
 *                        variable's name, NAME+N a place in it; a name alone is all of it. Several with commas between
 *     by:N               the core that took the line, or held the lock last
 *     false-sharing      of lines whose bytes were not shared
 *     write, read        by a write; by none
 *
 * NAME is a glob pattern of the whole name (* ? [a-z]), with SCOPE_FIND_REGEX a regular expression that is found in it; /…/ is one always.
 * Values with blanks stand between ' or ". Amounts are decimal numbers with ps, ns, us, µs, ms, s, min, or cy (cycles of the
 * core that it happened on). Words are the same in small and large letters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_FIND_REGEX = 1 << 0,    /* names are regular expressions */
  SCOPE_FIND_CASELESS = 1 << 1, /* large and small letters of names are alike */
} ScopeFindFlags;

/* What may be found. Those before COHERENCE are ScopeHitKind. */
typedef enum
{
  SCOPE_FOUND_COHERENCE = 6, /* a miss of a line that another core took */
  SCOPE_FOUND_WAIT,          /* for a lock */
  SCOPE_FOUND_ACTIVATION,
  SCOPE_N_FOUND
} ScopeFoundKind;

/* "l1d", …, "coherence", "lock-wait", "activation": as in CSV. */
const char *scope_found_kind_name (guint kind);

/* Immutable; any thread. */
typedef struct _ScopeFindQuery ScopeFindQuery;

/* NULL with error (G_IO_ERROR_INVALID_ARGUMENT): what is wrong and at which character, from 1. */
ScopeFindQuery *scope_find_query_parse (const char *text, ScopeFindFlags flags, GError **error);
/* One term, "in", "walk_*", or with a comparison in `value`: "wait", ">1000cy"; `value` is as it is, without quotes. */
ScopeFindQuery *scope_find_query_term (const char *word, const char *value, ScopeFindFlags flags, GError **error);
/* Both must hold. Takes both; either may be NULL. */
ScopeFindQuery *scope_find_query_and (ScopeFindQuery *a, ScopeFindQuery *b);
/* Whether a text that somebody types to search for is meant to be such a query: one of its words says so. */
gboolean scope_find_query_is_meant (const char *text);
/* What is said in plain words, as a query: "L2 miss inside move" is "event:L2-miss in:move"; NULL: it is no such. Free with g_free(). */
char *scope_find_query_dup_said (const char *text);

void scope_find_query_free (ScopeFindQuery *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeFindQuery, scope_find_query_free)

G_END_DECLS
