/* scope-note-keeper.c: see scope-note-keeper.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/document/scope-note-keeper.h"

#include "io/files/scope-notes-file.h"
#include "model/base/scope-task.h"

#include <glib/gstdio.h>
#include <string.h>

#define REST_MS 500

struct _ScopeNoteKeeper
{
  GObject parent_instance;

  ScopeNotes *notes;
  gint64 tick_ps;
  char *path;
  gboolean reading, writing;
  gboolean changed;  /* since the last writing began */
  gboolean strange;  /* the file is none of ours: to be kept as it is */
  guint timeout;

  GMutex lock;       /* of the file, and what follows */
  guint serial;      /* of the last text made */
  guint last;        /* of the text in the file */
  char *known;       /* of the file, what this window has or had in its list */
  char *left;        /* a file that is no longer needed when ours is written, or NULL */
};

static guint failed_signal;

G_DEFINE_FINAL_TYPE (ScopeNoteKeeper, scope_note_keeper, G_TYPE_OBJECT)

/* --- writing --- */

typedef struct
{
  char *path, *text;
  gboolean keep_old;
  guint serial;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  g_free (writing->path);
  g_free (writing->text);
  g_free (writing);
}

static Writing *
writing_new (ScopeNoteKeeper *self)
{
  Writing *writing = g_new0 (Writing, 1);

  writing->path = g_strdup (self->path);
  if (scope_notes_get_n (self->notes) > 0)
    writing->text = scope_notes_to_text (self->notes, self->tick_ps);
  writing->keep_old = self->strange;
  writing->serial = ++self->serial;
  self->strange = FALSE;
  self->changed = FALSE;
  return writing;
}

static GHashTable *
lines_of (const char *text, GStrv *ret_lines)
{
  GHashTable *set = g_hash_table_new (g_str_hash, g_str_equal);

  *ret_lines = g_strsplit (text, "\n", -1);
  for (char **line = *ret_lines; *line != NULL; line++)
    g_hash_table_add (set, *line);
  return set;
}

/* The text, and those lines of the file that this window never had: another one's. NULL if that is nothing. */
static char *
add_foreign (const char *path, const char *text, const char *known)
{
  g_autofree char *there = scope_notes_file_read (path, NULL, NULL);
  GString *whole = g_string_new (text);
  g_auto (GStrv) known_lines = NULL, text_lines = NULL, lines = NULL;
  g_autoptr (GHashTable) known_set = lines_of (known != NULL ? known : "", &known_lines);
  g_autoptr (GHashTable) text_set = lines_of (whole->str, &text_lines);

  lines = g_strsplit (there != NULL ? there : "", "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0' && **line != '#' && !g_hash_table_contains (known_set, *line)
        && !g_hash_table_contains (text_set, *line))
      g_string_append_printf (whole, "%s\n", *line);
  return g_string_free (whole, whole->len == 0);
}

/* Any thread. What is older than what the file has already is left out. */
static gboolean
run_writing (ScopeNoteKeeper *self, const Writing *writing, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_autofree char *whole = NULL;
  gboolean ok;
  int lock;

  if (writing->serial < self->last)
    return TRUE;
  self->last = writing->serial;
  if (writing->keep_old)
    {
      g_autofree char *aside = g_strconcat (writing->path, "~", NULL);

      g_rename (writing->path, aside);
    }
  /* From here on no other process may come between reading the file and writing it. */
  lock = scope_notes_file_lock (writing->path);
  whole = add_foreign (writing->path, writing->text, self->known);
  g_free (self->known);
  self->known = g_strdup (writing->text != NULL ? writing->text : "");
  ok = scope_notes_file_write (writing->path, whole, error);
  scope_notes_file_unlock (lock);
  if (ok && self->left != NULL)
    {
      g_unlink (self->left);
      g_clear_pointer (&self->left, g_free);
    }
  return ok;
}

static gpointer
do_write (gpointer source, gconstpointer writing, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (run_writing (source, writing, error));
}

static gboolean write_now (gpointer data);

static void
written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeNoteKeeper *self = SCOPE_NOTE_KEEPER (source);
  g_autoptr (GError) error = NULL;

  self->writing = FALSE;
  if (scope_task_answer (result, &error) == NULL)
    g_signal_emit (self, failed_signal, 0, error->message);
  if (self->changed && self->timeout == 0 && self->notes != NULL)
    self->timeout = g_timeout_add (REST_MS, write_now, self);
}

static gboolean
write_now (gpointer data)
{
  ScopeNoteKeeper *self = data;

  self->timeout = 0;
  if (self->writing || self->reading) /* one after the other: when that ends it begins */
    return G_SOURCE_REMOVE;
  self->writing = TRUE;
  scope_task_give (self, do_write, writing_new (self), writing_free, NULL, NULL, written, NULL);
  return G_SOURCE_REMOVE;
}

static void
notes_changed (ScopeNoteKeeper *self)
{
  self->changed = TRUE;
  /* Counted from the first change: who goes on writing notes would else never have them kept. */
  if (self->timeout == 0)
    self->timeout = g_timeout_add (REST_MS, write_now, self);
}

/* --- reading --- */

static gpointer
do_read (gpointer source, gconstpointer path, GCancellable *cancellable, GError **error)
{
  return scope_notes_file_read (path, NULL, error);
}

static void
was_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeNoteKeeper *self = SCOPE_NOTE_KEEPER (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = scope_task_answer (result, &error);
  gboolean before = self->changed;

  if (self->notes == NULL)
    return;
  self->reading = FALSE;
  if (text != NULL)
    {
      g_signal_handlers_block_by_func (self->notes, notes_changed, self);
      if (scope_notes_add_text (self->notes, text, -1, self->tick_ps, NULL, &error))
        {
          g_free (self->known); /* nobody writes yet */
          self->known = g_strdup (text);
        }
      g_signal_handlers_unblock_by_func (self->notes, notes_changed, self);
    }
  if (error != NULL)
    {
      self->strange = TRUE;
      g_signal_emit (self, failed_signal, 0, error->message);
    }
  if (before && self->timeout == 0)
    self->timeout = g_timeout_add (REST_MS, write_now, self);
}

gboolean
scope_note_keeper_is_settled (ScopeNoteKeeper *self)
{
  return !self->reading && !self->writing && !self->changed;
}

/* --- what was kept while the log was followed --- */

char *
scope_note_keeper_following_key (const char *where)
{
  g_autofree char *path = strchr (where, ':') == NULL ? g_canonicalize_filename (where, NULL) : g_strdup (where);
  g_autofree char *text = g_strconcat ("followed ", path, NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_MD5, text, -1);
}

static void
was_left (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeNoteKeeper *self = SCOPE_NOTE_KEEPER (source);
  g_autofree char *path = user_data, *text = scope_task_answer (result, NULL);

  if (self->notes == NULL || text == NULL || !scope_notes_add_text (self->notes, text, -1, self->tick_ps, NULL, NULL))
    return;
  g_mutex_lock (&self->lock);
  self->left = g_steal_pointer (&path);
  g_mutex_unlock (&self->lock);
}

void
scope_note_keeper_take_over (ScopeNoteKeeper *self, const char *key, gboolean add)
{
  g_autofree char *path = scope_notes_file_path (key);

  if (!add)
    {
      g_mutex_lock (&self->lock);
      self->left = g_steal_pointer (&path);
      g_mutex_unlock (&self->lock);
      notes_changed (self);
      return;
    }
  scope_task_give (self, do_read, g_strdup (path), g_free, g_free, NULL, was_left, g_strdup (path));
}

/* --- life --- */

void
scope_note_keeper_flush (ScopeNoteKeeper *self)
{
  g_autoptr (GError) error = NULL;
  Writing *writing;

  g_return_if_fail (SCOPE_IS_NOTE_KEEPER (self));

  g_clear_handle_id (&self->timeout, g_source_remove);
  /* While the file is not read yet, writing would lose what is in it. */
  if (self->notes == NULL || self->reading || (!self->changed && !self->writing))
    return;
  writing = writing_new (self);
  if (!run_writing (self, writing, &error))
    g_signal_emit (self, failed_signal, 0, error->message);
  writing_free (writing);
}

static void
scope_note_keeper_dispose (GObject *object)
{
  ScopeNoteKeeper *self = SCOPE_NOTE_KEEPER (object);

  scope_note_keeper_flush (self);
  if (self->notes != NULL)
    g_signal_handlers_disconnect_by_func (self->notes, notes_changed, self);
  g_clear_object (&self->notes);
  G_OBJECT_CLASS (scope_note_keeper_parent_class)->dispose (object);
}

static void
scope_note_keeper_finalize (GObject *object)
{
  g_free (SCOPE_NOTE_KEEPER (object)->path);
  g_free (SCOPE_NOTE_KEEPER (object)->known);
  g_free (SCOPE_NOTE_KEEPER (object)->left);
  g_mutex_clear (&SCOPE_NOTE_KEEPER (object)->lock);
  G_OBJECT_CLASS (scope_note_keeper_parent_class)->finalize (object);
}

static void
scope_note_keeper_class_init (ScopeNoteKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_note_keeper_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_note_keeper_finalize;
  failed_signal = g_signal_new ("failed", SCOPE_TYPE_NOTE_KEEPER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_STRING);
}

static void
scope_note_keeper_init (ScopeNoteKeeper *self)
{
  g_mutex_init (&self->lock);
}

ScopeNoteKeeper *
scope_note_keeper_new (ScopeNotes *notes, const char *digest, gint64 tick_ps)
{
  ScopeNoteKeeper *self = g_object_new (SCOPE_TYPE_NOTE_KEEPER, NULL);

  self->notes = g_object_ref (notes);
  self->tick_ps = tick_ps;
  self->path = scope_notes_file_path (digest);
  self->reading = TRUE;
  /* Written while the trace was still being read. */
  self->changed = scope_notes_get_n (notes) > 0;
  g_signal_connect_swapped (notes, "items-changed", G_CALLBACK (notes_changed), self);
  scope_task_give (self, do_read, g_strdup (self->path), g_free, g_free, NULL, was_read, NULL);
  return self;
}
