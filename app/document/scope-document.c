/* scope-document.c: see scope-document.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/document/scope-document.h"

#include "app/document/scope-deriver.h"
#include "io/source/scope-feed.h"
#include "model/base/scope-task.h"
#include "model/trace/analysis/scope-derived-wait.h"
#include "model/trace/document/scope-loss-words.h"
#include "model/trace/document/scope-recorded.h"
#include "widgets/kit/scope-words.h"

#include <glib/gi18n.h>
#include <string.h>

struct _ScopeDocument
{
  GObject parent_instance;

  GPtrArray *files;      /* of GFile */
  ScopeImport *import;   /* NULL if the files have no path */
  ScopeTrace *trace;
  char *where;           /* what is followed, or NULL */
  ScopeLive *live;       /* of the trace that was followed, or NULL */
  ScopeDeriver *deriver; /* NULL: it is still being read */
  guint64 cache_limit;
  GCancellable *cancellable;
  ScopeDocumentState state;
  char *error;
  char *damage;          /* why reading ended early, though something was read */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ScopeDocument, scope_document, G_TYPE_OBJECT)

static void
emit_changed (ScopeDocument *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* What lies behind its figures is found out once all of it was read; not of one on another computer, which would have to come over. */
static void
start_deriving (ScopeDocument *self)
{
  g_clear_object (&self->deriver);
  if (self->state != SCOPE_DOCUMENT_READY || !scope_trace_get_finished (self->trace) || scope_trace_is_far (self->trace))
    {
      scope_derived_announced_end (self->trace);
      return;
    }
  self->deriver = scope_deriver_new (self->trace, self->cache_limit);
  scope_deriver_start (self->deriver);
}

/* What was followed may have been put in order meanwhile. */
static void
take_final_trace (ScopeDocument *self)
{
  g_autoptr (ScopeTrace) trace = scope_import_dup_final_trace (self->import);

  if (trace == NULL || trace == self->trace)
    return;
  g_signal_handlers_disconnect_by_func (self->trace, emit_changed, self);
  g_set_object (&self->trace, trace);
}

/* Why it cannot be opened; who shows it has named the file. */
static char *
dup_why (ScopeDocument *self, const char *message)
{
  g_autofree char *words = scope_loss_words (message);
  g_autofree char *path = self->files->len == 1 ? g_file_get_path (g_ptr_array_index (self->files, 0)) : NULL;
  gsize length = path != NULL ? strlen (path) : 0;

  if (length == 0 || !g_str_has_prefix (words, path) || words[length] != ':' || words[length + 1] != ' ' || words[length + 2] == '\0')
    return g_steal_pointer (&words);
  return g_strdup (words + length + 2);
}

static void
import_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeDocument) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean whole = scope_import_run_finish (SCOPE_IMPORT (source), result, &error);

  if (self->trace == NULL) /* disposed of meanwhile */
    return;
  if (self->where != NULL && self->import != NULL)
    {
      g_autofree char *stream = scope_document_dup_stream (self);

      take_final_trace (self);
      if (stream != NULL && self->files->len == 0)
        g_ptr_array_add (self->files, g_file_new_for_path (stream));
    }
  if (whole)
    self->state = SCOPE_DOCUMENT_READY;
  else if (scope_trace_n_machines (self->trace) > 0)
    {
      self->state = SCOPE_DOCUMENT_READY;
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        self->damage = g_strdup (_("Reading was stopped. Only the part read until then is shown."));
      else
        self->damage = scope_loss_words (error != NULL ? error->message : "");
    }
  else
    {
      self->state = SCOPE_DOCUMENT_FAILED;
      self->error = error != NULL ? dup_why (self, error->message) : g_strdup (_("The file contains no trace."));
    }
  start_deriving (self);
  emit_changed (self);
}

/* --- public --- */

/* As the import takes it; NULL: it cannot. "run:DIGITS" and "ssh://HOST/PATH" are files to nobody else; what file managers call sftp is the
 * same, and looked at there, not brought here. */
static char *
dup_path (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  if (g_file_has_uri_scheme (file, "sftp"))
    return g_strconcat ("ssh", uri + strlen ("sftp"), NULL);
  return g_file_has_uri_scheme (file, "run") || g_file_has_uri_scheme (file, "ssh") ? g_steal_pointer (&uri) : g_file_get_path (file);
}

ScopeDocument *
scope_document_new (GFile *const *files, guint n_files, const ScopeImportOptions *options)
{
  ScopeDocument *self = g_object_new (SCOPE_TYPE_DOCUMENT, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (n_files > 0, self);

  for (guint i = 0; i < n_files; i++)
    {
      char *path = dup_path (files[i]);

      g_ptr_array_add (self->files, g_object_ref (files[i]));
      if (path != NULL)
        g_ptr_array_add (paths, path);
      else if (self->error == NULL)
        {
          g_autofree char *uri = g_file_get_uri (files[i]);

          self->error = g_strdup_printf (_("“%s” is not on this computer. Copy it here first."), uri);
        }
    }
  if (self->error != NULL)
    {
      self->trace = scope_trace_new ();
      return self;
    }
  self->cache_limit = options != NULL ? options->cache_limit : 0;
  self->import = scope_import_new ((const char *const *) paths->pdata, paths->len, options);
  self->trace = g_object_ref (scope_import_get_trace (self->import));
  g_signal_connect_object (self->trace, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  return self;
}

ScopeDocument *
scope_document_new_following (const char *where, const ScopeImportOptions *options)
{
  ScopeDocument *self = g_object_new (SCOPE_TYPE_DOCUMENT, NULL);
  ScopeImportOptions following = options != NULL ? *options : (ScopeImportOptions) { 0 };

  following.follow = TRUE;
  self->cache_limit = following.cache_limit;
  self->where = g_strdup (where);
  if (!scope_feed_is_address (where))
    g_ptr_array_add (self->files, g_file_new_for_path (where));
  self->import = scope_import_new (&where, 1, &following);
  self->trace = g_object_ref (scope_import_get_trace (self->import));
  g_signal_connect_object (self->trace, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  scope_document_get_live (self);
  return self;
}

ScopeLive *
scope_document_get_live (ScopeDocument *self)
{
  ScopeLive *live = self->live == NULL ? scope_trace_get_live (self->trace) : NULL;

  if (live != NULL)
    {
      self->live = g_object_ref (live);
      g_signal_connect_object (live, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
    }
  return self->live;
}

const char *
scope_document_get_where (ScopeDocument *self)
{
  return self->where;
}

void
scope_document_start (ScopeDocument *self)
{
  g_return_if_fail (SCOPE_IS_DOCUMENT (self));

  if (self->import == NULL)
    {
      self->state = SCOPE_DOCUMENT_FAILED;
      emit_changed (self);
      return;
    }
  if (self->where == NULL) /* who asks before all of it was read waits */
    scope_derived_announce (self->trace);
  scope_import_run_async (self->import, self->cancellable, import_ended, g_object_ref (self));
}

void
scope_document_cancel (ScopeDocument *self)
{
  g_return_if_fail (SCOPE_IS_DOCUMENT (self));

  g_cancellable_cancel (self->cancellable);
}

void
scope_document_leave (ScopeDocument *self)
{
  g_autofree char *stream = scope_document_dup_stream (self);

  if (stream != NULL && self->live != NULL)
    scope_live_stop (self->live);
  else
    scope_document_cancel (self);
}

char *
scope_document_dup_stream (ScopeDocument *self)
{
  g_auto (GStrv) streams = self->import != NULL && self->where != NULL ? scope_import_dup_streams (self->import) : NULL;

  return streams != NULL ? g_strdup (streams[0]) : NULL; /* a window follows one */
}

gboolean
scope_document_can_ask (ScopeDocument *self)
{
  return self->import != NULL && self->where != NULL && scope_import_can_ask (self->import);
}

static gpointer
ask (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  ScopeImport *import = SCOPE_DOCUMENT (source)->import; /* for as long as the document is there */
  ScopeFeedRequest request;

  return GINT_TO_POINTER (scope_feed_request_parse (data, &request) && scope_import_ask (import, request, error));
}

void
scope_document_ask_async (ScopeDocument *self, const char *words, GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_give (self, ask, g_strdup (words), g_free, NULL, NULL, callback, user_data);
}

gboolean
scope_document_ask_finish (GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error) != NULL;
}

static gpointer
discard (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  scope_import_discard (source);
  return NULL;
}

void
scope_document_discard (ScopeDocument *self)
{
  scope_document_cancel (self);
  scope_task_give (self->import, discard, NULL, NULL, NULL, NULL, NULL, NULL);
}

ScopeTrace *
scope_document_get_trace (ScopeDocument *self)
{
  return self->trace;
}

ScopeDocumentState
scope_document_get_state (ScopeDocument *self)
{
  return self->state;
}

GPtrArray *
scope_document_get_files (ScopeDocument *self)
{
  g_return_val_if_fail (SCOPE_IS_DOCUMENT (self), NULL);

  return self->files;
}

GFile *
scope_document_get_file (ScopeDocument *self)
{
  return self->files->len > 0 ? g_ptr_array_index (self->files, 0) : NULL;
}

char *
scope_document_dup_place (ScopeDocument *self)
{
  GFile *file = scope_document_get_file (self);

  return file != NULL && !g_file_has_uri_scheme (file, "run") ? dup_path (file) : NULL;
}

char *
scope_document_dup_title (ScopeDocument *self)
{
  const char *title = scope_trace_title (self->trace);
  g_autofree char *name = NULL;

  if (title != NULL && title[0] != '\0')
    return g_path_get_basename (title);
  if (self->where != NULL && scope_feed_is_address (self->where))
    return g_strdup (self->where);
  name = self->files->len > 0 ? g_file_get_basename (scope_document_get_file (self)) : NULL;
  return name != NULL ? g_filename_display_name (name) : g_strdup ("");
}

char *
scope_document_dup_name (ScopeDocument *self)
{
  g_autofree char *title = scope_document_dup_title (self);
  g_autofree char *path = self->files->len > 0 ? g_file_get_path (scope_document_get_file (self)) : NULL;
  ScopeRun *run = scope_document_get_run (self);

  /* Opened from what was kept: its trace has a name, its index only a digest. */
  if (run != NULL && (path == NULL || g_strcmp0 (scope_run_facts (run)->index_path, path) == 0))
    return scope_run_dup_name (run);
  return scope_run_name (title, path, self->files->len);
}

char *
scope_document_dup_subtitle (ScopeDocument *self)
{
  return scope_words_summary (self->trace);
}

const char *
scope_document_get_error (ScopeDocument *self)
{
  return self->error;
}

typedef struct
{
  guint n;
  guint64 bytes;
  ScopeLoss first;
} Losses;

static void
count_loss (ScopeMachine *machine, const ScopeLoss *loss, gpointer data)
{
  Losses *losses = data;

  if (losses->n++ == 0)
    losses->first = *loss;
  losses->bytes += loss->bytes;
}

gboolean
scope_document_has_losses (ScopeDocument *self)
{
  return scope_trace_foreach_loss (self->trace, NULL, NULL) > 0;
}

gboolean
scope_document_is_void (ScopeDocument *self)
{
  gint64 first, last;

  scope_trace_range (self->trace, &first, &last);
  return scope_trace_n_machines (self->trace) == 0 || last <= first;
}

/* A log without an end mark is whole as far as it goes, but its last events may never have been written. */
static char *
describe_open_end (ScopeTrace *trace)
{
  guint n = 0, n_machines = scope_trace_n_machines (trace);

  for (guint m = 0; m < n_machines; m++)
    n += scope_trace_machine (trace, m)->complete ? 0 : 1;
  if (n == 0)
    return NULL;
  if (n_machines == 1)
    return g_strdup (_("The log has no end mark: the program was stopped or is still running. Its last events may "
                       "be missing."));
  return g_strdup_printf (_("%u of %u logs have no end mark: the program was stopped or is still running. Their "
                            "last events may be missing."), n, n_machines);
}

/* What was not recorded, else how the log ends. */
static char *
describe_lack (ScopeTrace *trace)
{
  char *unrecorded = scope_trace_dup_unrecorded (trace);

  return unrecorded != NULL ? unrecorded : describe_open_end (trace);
}

char *
scope_document_dup_damage (ScopeDocument *self)
{
  Losses losses = { 0 };
  ScopeClock clock = scope_clock_of_trace (self->trace);
  g_autofree char *size = NULL, *where = NULL;

  scope_trace_foreach_loss (self->trace, count_loss, &losses);
  /* How a log ended that was followed is said where it was followed. */
  if (losses.n <= 1 && self->where != NULL && self->damage == NULL)
    return NULL;
  if (losses.n == 0 && self->damage == NULL && self->state == SCOPE_DOCUMENT_READY)
    return describe_lack (self->trace);
  if (losses.n == 0)
    return g_strdup (self->damage);

  where = scope_words_loss (self->trace, &losses.first, &clock);
  if (losses.n == 1 && scope_document_is_void (self))
    return g_strdup_printf ("%s.", where); /* the page names it */
  if (losses.n == 1)
    return g_strdup_printf (_("%s: %s. The rest is shown."), scope_trace_title (self->trace), where);
  if (losses.bytes == 0)
    return g_strdup_printf (_("%u places could not be read. The first: %s"), losses.n, where);
  size = g_format_size (losses.bytes);
  return g_strdup_printf (_("%u places, %s in all, could not be read. The first: %s"), losses.n, size, where);
}

const char *
scope_document_get_notice (ScopeDocument *self)
{
  return self->import != NULL ? scope_import_notice (self->import) : NULL;
}

const char *
scope_document_get_merged_logs (ScopeDocument *self, gboolean *ret_beside, const char *const **ret_apart)
{
  gboolean beside;
  const char *const *apart, *together;

  if (self->import == NULL || self->state != SCOPE_DOCUMENT_READY)
    return NULL;
  together = scope_import_merged_logs (self->import, &beside, &apart);
  if (ret_beside != NULL)
    *ret_beside = beside;
  if (ret_apart != NULL)
    *ret_apart = apart;
  return together;
}

GPtrArray *
scope_document_dup_runs (ScopeDocument *self)
{
  guint n = scope_trace_n_machines (self->trace), n_runs;
  g_autofree guint *runs = g_new0 (guint, n + 1u);
  GPtrArray *parts;

  /* Which log is of which run is known only if each is one machine. */
  if (self->import == NULL || self->where != NULL || self->state != SCOPE_DOCUMENT_READY || self->files->len < 2
      || n != self->files->len)
    return NULL;
  n_runs = scope_import_part (self->trace, runs);
  if (n_runs < 2)
    return NULL;
  parts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  for (guint r = 0; r < n_runs; r++)
    g_ptr_array_add (parts, g_ptr_array_new_with_free_func (g_object_unref));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (parts->pdata[runs[i]], g_object_ref (self->files->pdata[i]));
  return parts;
}

ScopeRun *
scope_document_get_run (ScopeDocument *self)
{
  return self->import != NULL && self->state != SCOPE_DOCUMENT_LOADING ? scope_import_get_run (self->import) : NULL;
}

const char *
scope_document_get_digest (ScopeDocument *self)
{
  return self->import != NULL && self->state != SCOPE_DOCUMENT_LOADING ? scope_import_digest (self->import) : NULL;
}

/* --- life --- */

static void
scope_document_dispose (GObject *object)
{
  ScopeDocument *self = SCOPE_DOCUMENT (object);

  g_cancellable_cancel (self->cancellable);
  if (self->deriver != NULL)
    scope_deriver_stop (self->deriver);
  else if (self->trace != NULL)
    scope_derived_announced_end (self->trace);
  g_clear_object (&self->deriver);
  g_clear_object (&self->import);
  g_clear_object (&self->trace);
  g_clear_object (&self->live);
  G_OBJECT_CLASS (scope_document_parent_class)->dispose (object);
}

static void
scope_document_finalize (GObject *object)
{
  ScopeDocument *self = SCOPE_DOCUMENT (object);

  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->files);
  g_free (self->error);
  g_free (self->damage);
  g_free (self->where);
  G_OBJECT_CLASS (scope_document_parent_class)->finalize (object);
}

static void
scope_document_class_init (ScopeDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = scope_document_dispose;
  object_class->finalize = scope_document_finalize;
  signals[CHANGED] = g_signal_new ("changed", SCOPE_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
scope_document_init (ScopeDocument *self)
{
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
}
