/* scope-sink.h: where a replay puts what it finds out. Implemented by ScopeMachine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-entity.h"
#include "model/base/scope-row.h"
#include "model/base/scope-schema.h"
#include "model/base/scope-state.h"

G_BEGIN_DECLS

typedef struct _ScopeSink ScopeSink;

/* A message seen to be sent, or seen to be received; matched later, first in first out per channel. */
typedef struct
{
  gint64 time;  /* own clock of the machine whose event it is */
  guint32 from_machine, from_process, from_port; /* numbers */
  guint32 to_machine, to_process, to_port;
  guint32 size;
  guint8 tag;
  gboolean received;
  gboolean local; /* both ends at once, on one machine */
  guint32 thread; /* received: index + 1 of the thread whose wait it ended, or 0 */
} ScopeMessageEnd;

typedef struct
{
  /* A new entity with a lane of its own; `lane_kind` and `initial` as in the lane store. */
  guint32 (*add_entity) (ScopeSink *sink, ScopeKind kind, guint64 number, gboolean counted, guint initial);
  /* Its fields, to be changed by the replay only. */
  ScopeEntity *(*entity) (ScopeSink *sink, ScopeKind kind, guint32 index);
  /* The sink owns `rows`' room for the next batch: hands back an empty array of SCOPE_SINK_ROWS. */
  ScopeRow *(*rows) (ScopeSink *sink, ScopeRow *rows, gsize n);
  void (*life) (ScopeSink *sink, guint32 lane, gint64 first, gint64 last);
  void (*known_until) (ScopeSink *sink, guint32 lane, gint64 time);
  /* A row of a table; values as its schema says. */
  void (*record) (ScopeSink *sink, ScopeTableKind table, const gint64 *values);
  guint64 (*text) (ScopeSink *sink, const char *text, gsize length);
  void (*set_name) (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length);
  void (*set_entry) (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length);
  void (*info) (ScopeSink *sink, const char *key, const char *value, gssize length);
  void (*message) (ScopeSink *sink, const ScopeMessageEnd *end);
} ScopeSinkClass;

#define SCOPE_SINK_ROWS 4096

struct _ScopeSink
{
  const ScopeSinkClass *klass;
};

G_END_DECLS
