/* scope-probes-private.h: what the files that read lines of probe logs share:
 *
 *   scope-probes.c        lines: heads, probes, terms, losses
 *   scope-probes-line.c   a probe's line
 *   scope-probes-table.c  which probes there are, and what their arguments are
 *   scope-probes-user.c   what a program says by a probe of its own
 *   scope-lttng-line.c    a line of babeltrace2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/erlang/scope-erlang-private.h"

G_BEGIN_DECLS

#define SCOPE_PROBES_MOST_FIELDS 16u

/* A part of a line, as it lies there. */
typedef struct
{
  const char *text;
  gsize n;
} ScopeProbesField;

/* A probe: what is done with its arguments, and what they are called. */
typedef struct
{
  const char *name; /* "user_trace-n" stands for all of them, whatever their number */
  guint8 type;
  /* of each argument: a the subject, b the other party, f function, t text, s words of a message, i a scheduler's number, n a number;
   * w a size; k and K numbers that are the same of what belongs together; o the number of what is done with a file; L first of three: a
   * sequential trace token; M first of four: what became of a node; D: it goes to another node; U first of those that a program chose; N the
   * other party's node; - is only shown */
  const char *fields;
  const char *words;
} ScopeProbe;

/* The probe of a line's fields with that many arguments; if there is none, with one fewer and a time in µs behind them; else what has most of
 * them. NULL: no such probe, or too few arguments. */
const ScopeProbe *scope_probes_find (const ScopeProbesField *fields, guint n);
/* There is one of that name. */
gboolean scope_probes_is_known (const ScopeProbesField *name);
/* What is done with a file, by its number: "read"; NULL: there is no such. */
const char *scope_probes_file_word (guint64 number);

gboolean scope_probes_number (const ScopeProbesField *field, guint64 *ret_value);
/* The field as it was before it was written down, at most `most` bytes of it. Free with g_free(). */
char *scope_probes_unescaped (const ScopeProbesField *field, gsize most, gsize *ret_n);

/* What an argument is, by its letter. FALSE: it should be a number. */
gboolean scope_probes_read_field (ScopeErlangFacts *facts, char what, const ScopeProbesField *field, ScopeEvent *event);
/* The scheduler of that thread of the operating system. */
void scope_probes_set_scheduler (ScopeErlangFacts *facts, guint64 thread, ScopeEvent *event);

/* Of user_trace-…: what the program says, from the field of its tag on, or of its only text. The name of the probe is that of the line.
 * 0: nothing. */
guint32 scope_probes_user_text (ScopeErlangFacts *facts, const ScopeProbesField *name, const ScopeProbesField *arguments, guint n);

G_END_DECLS
