/* scope-sink.h: where a replay puts what it finds out. Implemented by ScopeMachine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-call.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-row.h"
#include "model/base/scope-schema.h"
#include "model/base/scope-state.h"

G_BEGIN_DECLS

typedef struct _ScopeSink ScopeSink;

#define SCOPE_SIZE_UNKNOWN G_MAXUINT32 /* of a message */

/* A message seen to be sent, or seen to be received; matched later, first in first out per channel. */
typedef struct
{
  gint64 time;  /* own clock of the machine whose event it is */
  guint32 from_machine, from_process, from_port; /* numbers */
  guint32 to_machine, to_process, to_port;
  guint32 size; /* blind: or SCOPE_SIZE_UNKNOWN */
  guint8 tag;
  gboolean received;
  gboolean local; /* both ends at once, on one machine */
  guint32 thread; /* received: index + 1 of the thread whose wait it ended, or 0 */
  /* Erlang: a process or port that is none is SCOPE_NONE, and machines are told by their node's name. */
  gboolean blind;      /* the receiver does not know the sender: ends belong together by receiver and digest */
  guint32 digest;      /* of the message; as SCOPE_MESSAGE_CALL in its last bits */
  const char *node;    /* of the other end; NULL: of this node. Borrowed */
  gint64 receive_time; /* local: when it arrived, SCOPE_TABLE_NULL: never */
} ScopeMessageEnd;

typedef struct
{
  /* A new entity with a lane of its own; `lane_kind` and `initial` as in the lane store. */
  guint32 (*add_entity) (ScopeSink *sink, ScopeKind kind, guint64 number, gboolean counted, guint initial);
  /* A new entity whose lane counts: its rows are steps (scope_step_code()). */
  guint32 (*add_counting) (ScopeSink *sink, ScopeKind kind, guint64 number);
  /* A new entity that is seen on the lane of another one. */
  guint32 (*add_sharing) (ScopeSink *sink, ScopeKind kind, guint64 number, guint32 lane);
  /* Its fields, to be changed by the replay only. */
  ScopeEntity *(*entity) (ScopeSink *sink, ScopeKind kind, guint32 index);
  /* The sink owns `rows`' room for the next batch: hands back an empty array of SCOPE_SINK_ROWS. */
  ScopeRow *(*rows) (ScopeSink *sink, ScopeRow *rows, gsize n);
  void (*life) (ScopeSink *sink, guint32 lane, gint64 first, gint64 last);
  void (*known_until) (ScopeSink *sink, guint32 lane, gint64 time);
  /* A row of a table; values as its schema says. */
  void (*record) (ScopeSink *sink, ScopeTableKind table, const gint64 *values);
  /* The same where rows come by the million: all of its values are to be written there, before anything else is asked of the
   * sink. A row that was just put together elsewhere is slow to copy. Not for SCOPE_TABLE_RECEIVING, which is summed up. */
  gint64 *(*row) (ScopeSink *sink, ScopeTableKind table);
  guint64 (*text) (ScopeSink *sink, const char *text, gsize length);
  /* What people call it, if that is not its number: "<0.45.0>". */
  void (*set_id) (ScopeSink *sink, ScopeEntity *entity, const char *id);
  void (*set_name) (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length);
  void (*set_entry) (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length);
  void (*set_reason) (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length);
  void (*info) (ScopeSink *sink, const char *key, const char *value, gssize length);
  void (*message) (ScopeSink *sink, const ScopeMessageEnd *end);
  /* What the call stack of that lane does: a row of scope-call.h, in order of time per lane. */
  void (*call) (ScopeSink *sink, guint32 lane, gint64 time, guint code, guint32 function);
} ScopeSinkClass;

#define SCOPE_SINK_ROWS 4096

struct _ScopeSink
{
  const ScopeSinkClass *klass;
};

G_END_DECLS
