/* scope-stack-message.h: what ghc-stack-profiler writes into GHC's eventlog: call stacks of threads, as binary messages of the program's own
 * (event 181).
 *
 *     FF C0  version:1                                              of what follows; not all writers say it
 *     FF CC  string:8 length:2 bytes                                from now on this number means this text
 *     FF CD  place:8 line:4 column:4 [function:8] file:8            and this one that place; function and file are numbers of strings
 *     FF CB  capability:4 thread:8 n:2 n × frame                    a part of a stack, of which more follows
 *     FF CA  capability:4 thread:8 n:2 n × frame                    the last part of it, or all
 *     frame: 01 info:8 | 02 string:8 | 03 string:8 place:8          an info table (event 169 tells its name), or an annotation
 *
 * All numbers are big-endian. Three ways of writing are in use, told apart by how long a message is:
 *
 *     0.1, 0.2    thread:4, 03 place:8, with function     the innermost frame comes first
 *     0.3, 0.4    thread:4, 03 string:8 place:8           the outermost frame comes first
 *     0.5         thread:8                                the same
 *
 * The facts are those of ghc-stack-profiler-core (Core/Eventlog.hs, Core/Internal/Eventlog.hs, Core/Dehydrate.hs).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_STACK_MESSAGE_NONE,   /* somebody else's */
  SCOPE_STACK_MESSAGE_BAD,    /* begins like one, but is none */
  SCOPE_STACK_MESSAGE_VERSION,
  SCOPE_STACK_MESSAGE_STRING,
  SCOPE_STACK_MESSAGE_PLACE,
  SCOPE_STACK_MESSAGE_PART,
  SCOPE_STACK_MESSAGE_LAST,
} ScopeStackMessageKind;

/* Which way of writing a message can only be of. */
typedef enum
{
  SCOPE_STACK_WRITER_ANY,
  SCOPE_STACK_WRITER_OLD, /* 0.1, 0.2 */
  SCOPE_STACK_WRITER_NEW,
} ScopeStackWriter;

typedef struct
{
  ScopeStackMessageKind kind;
  ScopeStackWriter writer;
  guint version;           /* VERSION */
  guint64 id;              /* STRING, PLACE */
  const guint8 *text;      /* STRING: in the message */
  guint n_text;
  guint32 line, column;    /* PLACE */
  guint64 file, function;  /* numbers of strings */
  gboolean has_function;
  guint32 processor;       /* PART, LAST */
  guint64 thread;          /* GHC's number */
  guint n_frames;
  const guint8 *frames;    /* for scope_stack_message_frame() */
  gboolean narrow;         /* each frame has nine bytes */
} ScopeStackMessage;

typedef struct
{
  gboolean is_info;
  gboolean has_string, has_place;
  guint64 info, string, place;
} ScopeStackFrame;

/* Reads no byte behind `n`; what is not of the message's kind stays 0. */
ScopeStackMessageKind scope_stack_message_parse (const guint8 *bytes, gsize n, ScopeStackMessage *ret_message);
/* The frame at `at`, of a message that was parsed; returns where the next one begins. */
const guint8 *scope_stack_message_frame (const ScopeStackMessage *message, const guint8 *at, ScopeStackFrame *ret_frame);

G_END_DECLS
