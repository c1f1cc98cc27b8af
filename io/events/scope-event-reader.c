/* scope-event-reader.c: the source's life, the pages read lately, and whether the files are still the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/events/scope-event-reader-private.h"

#include "model/base/scope-fail.h"

#include <glib/gi18n-lib.h>
#include <sys/stat.h>

#define LEAF_EVENTS (2u << 20) /* kept decoded: some 48 MB */

typedef struct
{
  guint64 number; /* log << 32 | page */
  ScopeEventLeaf *leaf;
} Leaf;

static guint64
n_events (ScopeEventSource *source)
{
  ScopeEventReader *self = SCOPE_EVENT_READER (source);

  return g_atomic_int_get (&self->ready) ? self->n : 0;
}

static const ScopeEventKind *
kinds (ScopeEventSource *source, guint *ret_n)
{
  ScopeEventReader *self = SCOPE_EVENT_READER (source);
  gboolean ready = g_atomic_int_get (&self->ready);

  *ret_n = ready ? self->kinds->len : 0;
  return ready ? (const ScopeEventKind *) (gpointer) self->kinds->data : NULL;
}

static void
event_source_init (ScopeEventSourceInterface *iface)
{
  iface->prepare = scope_event_reader_prepare;
  iface->n_events = n_events;
  iface->kinds = kinds;
  iface->select = scope_event_reader_select;
  iface->read = scope_event_reader_read;
  iface->rank = scope_event_reader_rank;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeEventReader, scope_event_reader, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (SCOPE_TYPE_EVENT_SOURCE, event_source_init))

/* --- leaves --- */

static void
leaf_free (gpointer data)
{
  Leaf *leaf = data;

  scope_event_leaf_unref (leaf->leaf);
  g_free (leaf);
}

/* With the lock held. */
static void
forget_leaves (ScopeEventReader *self)
{
  /* Of each log the page in use must find room, whatever they are. */
  while (self->leaf_events > LEAF_EVENTS && self->recent.length > 2 * self->logs->len)
    {
      Leaf *last = g_queue_pop_tail (&self->recent);

      self->leaf_events -= last->leaf->n;
      g_hash_table_remove (self->leaves, &last->number);
      leaf_free (last);
    }
}

ScopeEventLeaf *
scope_event_reader_leaf (ScopeEventReader *self, guint log, guint page)
{
  guint64 number = (guint64) log << 32 | page;
  ScopeEventLeaf *leaf = NULL;
  GList *link;

  g_mutex_lock (&self->lock);
  link = g_hash_table_lookup (self->leaves, &number);
  if (link != NULL)
    {
      g_queue_unlink (&self->recent, link);
      g_queue_push_head_link (&self->recent, link);
      leaf = ((Leaf *) link->data)->leaf;
      g_atomic_ref_count_inc (&leaf->ref_count);
    }
  g_mutex_unlock (&self->lock);
  if (leaf != NULL)
    return leaf;

  leaf = scope_event_log_read_page (scope_event_reader_log (self, log), page);
  g_mutex_lock (&self->lock);
  if (!g_hash_table_contains (self->leaves, &number))
    {
      Leaf *kept = g_new (Leaf, 1);

      *kept = (Leaf) { number, leaf };
      g_atomic_ref_count_inc (&leaf->ref_count);
      g_queue_push_head (&self->recent, kept);
      g_hash_table_insert (self->leaves, &kept->number, self->recent.head);
      self->leaf_events += leaf->n;
      forget_leaves (self);
    }
  g_mutex_unlock (&self->lock);
  return leaf;
}

/* --- files --- */

gboolean
scope_event_reader_check (ScopeEventReader *self, GError **error)
{
  for (guint i = 0; self->paths[i] != NULL; i++)
    {
      const struct stat *then = &g_array_index (self->stamps, struct stat, i);
      struct stat now;

      if (stat (self->paths[i], &now) != 0)
        return scope_fail (error, G_IO_ERROR_NOT_FOUND, _("The trace file is gone: raw events are not available."));
      if (now.st_size != then->st_size || now.st_mtim.tv_sec != then->st_mtim.tv_sec
          || now.st_mtim.tv_nsec != then->st_mtim.tv_nsec)
        return scope_fail (error, G_IO_ERROR_NOT_FOUND,
                           _("The trace file has changed since it was read: raw events are not available."));
    }
  return TRUE;
}

/* --- life --- */

static void
log_free (gpointer log)
{
  scope_event_log_free (log);
}

static void
scope_event_reader_finalize (GObject *object)
{
  ScopeEventReader *self = SCOPE_EVENT_READER (object);

  g_hash_table_unref (self->leaves);
  g_queue_clear_full (&self->recent, leaf_free);
  g_ptr_array_unref (self->logs);
  g_array_unref (self->kinds);
  g_array_unref (self->stamps);
  g_clear_pointer (&self->archive, scope_archive_free);
  g_strfreev (self->paths);
  g_free (self->digest);
  g_mutex_clear (&self->lock);
  g_mutex_clear (&self->prepare_lock);
  g_weak_ref_clear (&self->trace);

  G_OBJECT_CLASS (scope_event_reader_parent_class)->finalize (object);
}

static void
scope_event_reader_class_init (ScopeEventReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_event_reader_finalize;
}

static void
scope_event_reader_init (ScopeEventReader *self)
{
  g_mutex_init (&self->lock);
  g_mutex_init (&self->prepare_lock);
  self->logs = g_ptr_array_new_with_free_func (log_free);
  self->kinds = g_array_new (FALSE, FALSE, sizeof (ScopeEventKind));
  self->stamps = g_array_new (FALSE, TRUE, sizeof (struct stat));
  self->leaves = g_hash_table_new (g_int64_hash, g_int64_equal);
}

ScopeEventReader *
scope_event_reader_new (ScopeTrace *trace, const char *const *paths, const char *digest, guint64 spool_limit)
{
  ScopeEventReader *self = g_object_new (SCOPE_TYPE_EVENT_READER, NULL);

  g_weak_ref_init (&self->trace, trace);
  self->paths = g_strdupv ((char **) paths);
  self->digest = g_strdup (digest);
  self->spool_limit = spool_limit;
  return self;
}

void
scope_event_reader_set_run (ScopeEventReader *reader, guint run)
{
  reader->run = run;
}
