/* scope-event-log.h: the raw events of one log, by pages.
 *
 * The log is scanned once, from front to back; every few thousand events a checkpoint is taken from which the decoder can go
 * on later. What lies between two checkpoints is a page, the unit in which events are read again. An event's *key* is the
 * greatest time up to it: that is its time, but for damaged logs in which times run backwards; keys never do, so that
 * they can be searched.
 *
 *     checkpoint        checkpoint        checkpoint
 *      │ page 0    │ page 1    │ page 2 …
 *      ▼           ▼           ▼
 *      0 ……… 8191  8192 ……     16383 …      events of the log
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

G_BEGIN_DECLS

#define SCOPE_EVENT_PAGE_MAX 40000u /* events of a page, never more */
#define SCOPE_EVENT_TYPES 65536u

/* Of a page, what is always kept. */
typedef struct
{
  guint64 first;    /* its first event's number in the log */
  guint n;
  gint64 key;       /* greatest time before its first event; TIME_MIN at the log's start; own clock */
  guint64 *checkpoint;    /* NULL: decode from the log's start and pass over `first` events */
  guint32 types[8]; /* bit t % 256 is set if an event of type t is in it */
} ScopeEventPage;

/* Its events, decoded; reference-counted. */
typedef struct
{
  gatomicrefcount ref_count;
  guint n;
  gint64 *times;
  gint64 *keys;      /* may be the same as times */
  guint64 *offsets;  /* in the log */
  guint16 *types;
  guint16 *processors;
} ScopeEventLeaf;

typedef struct
{
  ScopeSource *source;
  ScopeDecoder *map;  /* NULL: nothing of it can be read */
  GArray *pages;      /* of ScopeEventPage */
  guint64 n;
  guint64 *counts;    /* by type */
} ScopeEventLog;

/* `source` (seekable) or NULL. */
ScopeEventLog *scope_event_log_new (ScopeSource *source);
void scope_event_log_free (ScopeEventLog *log);
/* Lists its pages, of about `page_size` events. `done` (bytes, atomic) grows as it goes. FALSE if cancelled. */
gboolean scope_event_log_scan (ScopeEventLog *log, guint page_size, guint64 *done, GCancellable *cancellable,
                               GError **error);
/* The page that holds event number `event` of the log, which must have it. */
guint scope_event_log_find_page (ScopeEventLog *log, guint64 event);
/* The last page before whose events all keys are less than `key`: the first event with a key that is not lies in it
 * or begins the next one. */
guint scope_event_log_find_key (ScopeEventLog *log, gint64 key);

/* A decoder at the page's start. `decoder` is one of the log's to be used again, or NULL. */
ScopeDecoder *scope_event_log_open_page (ScopeEventLog *log, guint page, ScopeDecoder *decoder);
ScopeEventLeaf *scope_event_log_read_page (ScopeEventLog *log, guint page);
void scope_event_leaf_unref (ScopeEventLeaf *leaf);
/* How many of its events have lesser keys. */
guint scope_event_leaf_rank (const ScopeEventLeaf *leaf, gint64 key);

static inline gboolean
scope_event_page_may_have (const ScopeEventPage *page, guint type)
{
  return (page->types[type / 32 % 8] >> (type % 32) & 1) != 0;
}

G_END_DECLS
