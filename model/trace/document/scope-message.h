/* scope-message.h: one message, which of them a person wants to see, and what their tags are called.
 *
 * Lines of the timeline, the list of messages and the command line ask the same questions; here is the one answer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Eden's tags, formats/eden.md §3: from 0x50 on. */
#define SCOPE_TAG_MESSAGE 0u /* where there is but one kind: Erlang */
#define SCOPE_TAG_FIRST 0x50u
#define SCOPE_N_TAGS 13u
#define SCOPE_TAG_RFORK 0x55
#define SCOPE_TAG_CONNECT 0x56 /* its receipt is never recorded */
#define SCOPE_TAG_DATA 0x57    /* a value, or the end of a stream */
#define SCOPE_TAG_HEAD 0x58    /* one element of a stream */

/* The contract's word: "RFork", "Head", …; "unknown". */
const char *scope_message_tag_name (guint tag);
/* Everything but values and elements of streams: what the runtime sends on its own account. */
gboolean scope_message_is_system (guint tag);

/* One message, or `count` of them between the same two processes within a slot (then with mean times). A process may be
 * SCOPE_NONE then: several of that machine. */
typedef struct
{
  guint32 from_machine, to_machine;   /* indices; of an unknown sender: the receiver's */
  guint32 from_process, to_process;   /* numbers; SCOPE_NONE: not known, or a port of Erlang's */
  gint64 send, receive;               /* trace time */
  guint32 count;                      /* 1: a single one */
  guint8 tag;
  guint8 reversed;                    /* received before it was sent */
  guint8 sent, received;              /* whether the end was seen; an end not seen has the other's time */
  guint8 system;
  guint8 nowhere;                     /* the sender's machine is not known */
  gint64 from_port, to_port;          /* numbers, or SCOPE_TABLE_NULL */
  gint64 size;                        /* words, or SCOPE_TABLE_NULL */
  gint64 first, last, until;          /* trace time: the first and the last of them sent, the last of them received */
} ScopeMessageLine;

/* Makes `message` a bundle that stands for `other`, too. Ends that differ become several's. */
void scope_message_line_join (ScopeMessageLine *message, const ScopeMessageLine *other);

/* A row of SCOPE_TABLE_MESSAGES. FALSE if an end lies on a machine that is not there, or neither end was seen. */
gboolean scope_message_from_row (ScopeTrace *trace, const gint64 *row, ScopeMessageLine *ret_message);
/* The same with ends on machines that are not there: their number | SCOPE_MESSAGE_ABSENT_MACHINE. */
gboolean scope_message_from_any_row (ScopeTrace *trace, const gint64 *row, ScopeMessageLine *ret_message);

/* What is to be seen. */
typedef struct _ScopeMessageFilter
{
  gboolean show;          /* as lines; default: TRUE for Eden */
  gboolean system;        /* system messages too (dashed); default FALSE */
  gboolean streams;       /* a stream of many elements is one wedge; default TRUE */
  gboolean migrations, wakeups; /* these as lines too; default FALSE */
  gboolean rows;          /* machines and processes have rows of what they sent and received over time; default FALSE */
  gboolean by_class;      /* lines have the colours of their classes, and bundles are of one; default FALSE */
  gboolean reversed_only; /* only those received before they were sent */
  gboolean unmatched_only; /* only those of which one end was not seen, though the runtime would have recorded it */
  gint32 machine;         /* only from or to this machine (index); -1: all */
  gint64 process;         /* only from or to the process of this number there; -1: all */
  guint32 without_tags;   /* bit t set: those of tag SCOPE_TAG_FIRST + t are left out */
  gint64 size_from, size_to; /* words, inclusive; -1: any. Those of unknown size pass only if both are -1. */
  /* Only from this one to that one: machines as in a message, but SCOPE_NONE for a sender's that is not known; processes' numbers
   * (-1: all of the machine; SCOPE_NONE: those that are not known). */
  gboolean pair;
  guint32 pair_from_machine, pair_to_machine;
  gint64 pair_from, pair_to;
  GHashTable *pair_from_any, *pair_to_any; /* of gint64, the trace's; not NULL: any of the machine's processes with these numbers */
} ScopeMessageFilter;

/* Only one end was seen, and that is no matter of its kind: a Connect's receipt is never recorded. */
gboolean scope_message_is_unmatched (const ScopeMessageLine *message);

void scope_message_filter_init (ScopeMessageFilter *filter);
/* "none", or some of lines, streams, classes, rows, system, migrations, wakeups, reversed, with commas between: nothing else is drawn
 * then. FALSE with error: no such word. */
gboolean scope_message_filter_parse (ScopeMessageFilter *filter, const char *words, GError **error);
gboolean scope_message_filter_equal (const ScopeMessageFilter *a, const ScopeMessageFilter *b);
/* Whether something of what there is is left out (but for system messages, which are by default). */
gboolean scope_message_filter_is_narrow (const ScopeMessageFilter *filter);
gboolean scope_message_filter_wants (const ScopeMessageFilter *filter, const ScopeMessageLine *message);
/* Only whose it is: machine and process. */
gboolean scope_message_filter_wants_peer (const ScopeMessageFilter *filter, guint32 from_machine, gint64 from_process,
                                          guint32 to_machine, gint64 to_process);

G_END_DECLS
