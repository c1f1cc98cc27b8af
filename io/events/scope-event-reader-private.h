/* scope-event-reader-private.h: what the files of the event reader share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/events/scope-event-log.h"
#include "io/events/scope-event-reader.h"

#include "io/source/scope-archive.h"

G_BEGIN_DECLS

struct _ScopeEventReader
{
  GObject parent_instance;

  GWeakRef trace;
  char **paths;
  char *digest;
  guint64 spool_limit;
  guint run; /* of simulations, see scope_event_reader_set_run() */

  GMutex prepare_lock;
  gint ready; /* atomic; what follows is not changed from then on */
  ScopeArchive *archive;
  GPtrArray *logs;    /* of ScopeEventLog, by index of the machine */
  GArray *kinds;      /* of ScopeEventKind, by name */
  GArray *stamps;     /* of what the files were when they were opened */
  guint64 n;

  GMutex lock;        /* of the leaves */
  GHashTable *leaves; /* number → GList link of `recent` */
  GQueue recent;      /* of Leaf, last used first */
  guint64 leaf_events;
};

static inline ScopeEventLog *
scope_event_reader_log (ScopeEventReader *self, guint log)
{
  return self->logs->pdata[log];
}

static inline ScopeEventPage *
scope_event_reader_page (ScopeEventReader *self, guint log, guint page)
{
  return &g_array_index (scope_event_reader_log (self, log)->pages, ScopeEventPage, page);
}

/* The page's events, read or kept from an earlier time. Unref it. */
ScopeEventLeaf *scope_event_reader_leaf (ScopeEventReader *self, guint log, guint page);
/* FALSE with a sentence for people if the files are not what they were. */
gboolean scope_event_reader_check (ScopeEventReader *self, GError **error);

/* scope-event-prepare.c */
gboolean scope_event_reader_prepare (ScopeEventSource *source, gint *progress, GCancellable *cancellable,
                                     GError **error);
/* scope-event-select.c */
gboolean scope_event_reader_select (ScopeEventSource *source, const ScopeEventFilter *filter, ScopeEventSet *set,
                                    gint *progress, GCancellable *cancellable, GError **error);
/* scope-event-order.c */
gboolean scope_event_reader_read (ScopeEventSource *source, ScopeEventSet *set, guint64 first, guint n,
                                  ScopeEventRow *rows, guint *ret_n, GCancellable *cancellable, GError **error);
gboolean scope_event_reader_rank (ScopeEventSource *source, ScopeEventSet *set, gint64 time, guint64 *ret_rank,
                                  GCancellable *cancellable, GError **error);

G_END_DECLS
