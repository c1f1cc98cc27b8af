/* scope-part-notes.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-part-notes.h"

#include "io/import/scope-messages-private.h"
#include "io/source/scope-fd.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "LScopeEn"
#define VERSION 1u
#define ORDER G_GUINT64_CONSTANT (0x0102030405060708)
#define CHUNK (256u * 1024u)
#define MOST_TEXT (16u * 1024u * 1024u)

typedef struct
{
  char magic[8];
  guint64 version, order;
  char digest[40];
  guint64 n_machines, node_bytes; /* names of nodes, each with its NUL */
} Head;

typedef struct
{
  ScopeReplayClock clock;
  guint64 eden, all, fault_bytes;
  guint64 local, local_lost, n_sends, n_receives;
} Facts; /* as they lie in the file */

/* One file, written or read from its begin on. */
typedef struct
{
  int fd;
  guint64 at, sum;
  guint8 *data; /* a chunk */
  gsize n, next;
  gboolean failed;
} Notes;

static void
notes_clear (Notes *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->data);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Notes, notes_clear)

static void
notes_init (Notes *self, const char *path, gboolean write)
{
  *self = (Notes) { .fd = write ? open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK),
                    .data = g_malloc (CHUNK) };
  self->failed = self->fd < 0;
}

static void
add_sum (Notes *self)
{
  self->sum = (self->sum ^ scope_segment_checksum (self->data, self->n)) * 0x9fb21c651e98df25u;
}

/* --- writing --- */

static void
flush (Notes *self)
{
  if (self->failed || self->n == 0)
    return;
  add_sum (self);
  self->failed = scope_fd_write (self->fd, self->data, self->n, (gint64) self->at) < self->n;
  self->at += self->n;
  self->n = 0;
}

static void
put (Notes *self, gconstpointer data, gsize n)
{
  const guint8 *from = data;

  while (n > 0)
    {
      gsize some = MIN (n, CHUNK - self->n);

      memcpy (self->data + self->n, from, some);
      self->n += some;
      from += some;
      n -= some;
      if (self->n == CHUNK)
        flush (self);
    }
}

static void
put_ends (Notes *self, ScopeMessageEnds *ends, GError **error)
{
  ScopeSpooledEnd end;
  guint32 way;

  memset (&end, 0, sizeof end);
  if (!scope_message_ends_rewind (ends, error))
    {
      self->failed = TRUE;
      return;
    }
  while (scope_message_ends_next (ends, &end, &way))
    put (self, &end, sizeof end);
}

char *
scope_part_notes_path (const char *part)
{
  gsize n = strlen (part);

  return g_strdup_printf ("%.*s.ends", (int) (g_str_has_suffix (part, ".h5") ? n - 3 : n), part);
}

gboolean
scope_part_notes_write (const char *path, const char *digest, ScopeMessages *messages, const ScopeImportMember *members, guint n, GError **error)
{
  g_auto (Notes) notes = { .fd = -1 };
  Head head = { .version = VERSION, .order = ORDER, .n_machines = n };
  GError *reason = NULL;

  notes_init (&notes, path, TRUE);
  memcpy (head.magic, MAGIC, sizeof head.magic);
  g_strlcpy (head.digest, digest, sizeof head.digest);
  SCOPE_EACH_POINTER (const char, name, messages->nodes)
    head.node_bytes += strlen (name) + 1;
  put (&notes, &head, sizeof head);
  SCOPE_EACH_POINTER (const char, node, messages->nodes)
    put (&notes, node, strlen (node) + 1);
  for (guint i = 0; i < n && reason == NULL; i++)
    {
      const ScopeMachineEnds *ends = &messages->ends[i];
      const char *fault = members[i].fault;
      Facts facts = { .clock = members[i].clock, .eden = members[i].eden, .all = members[i].all, .fault_bytes = fault != NULL ? strlen (fault) + 1 : 0,
                      .local = ends->local, .local_lost = ends->local_lost, .n_sends = scope_message_ends_n (ends->sends),
                      .n_receives = scope_message_ends_n (ends->receives) };

      put (&notes, &facts, sizeof facts);
      put (&notes, fault, facts.fault_bytes);
      put_ends (&notes, ends->sends, &reason);
      if (reason == NULL)
        put_ends (&notes, ends->receives, &reason);
    }
  flush (&notes);
  if (reason == NULL
      && (notes.failed || scope_fd_write (notes.fd, &notes.sum, sizeof notes.sum, (gint64) notes.at) < sizeof notes.sum || fsync (notes.fd) != 0))
    g_set_error (&reason, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
  if (reason != NULL)
    g_propagate_error (error, reason);

  return reason == NULL;
}

/* --- reading --- */

/* Bytes before the sum; 0: it is no such file. */
static guint64
size_of (const Notes *notes)
{
  struct stat st;

  return !notes->failed && fstat (notes->fd, &st) == 0 && S_ISREG (st.st_mode) && (guint64) st.st_size > sizeof (Head) + sizeof (guint64)
             ? (guint64) st.st_size - sizeof (guint64)
             : 0;
}

static gboolean
check_sum (Notes *self, guint64 size)
{
  guint64 sum;

  while (self->at < size)
    {
      self->n = (gsize) MIN (CHUNK, size - self->at);
      if (scope_fd_read (self->fd, self->data, self->n, self->at) < self->n)
        return FALSE;
      add_sum (self);
      self->at += self->n;
    }
  self->at = self->n = self->next = 0;

  return scope_fd_read (self->fd, &sum, sizeof sum, size) == sizeof sum && sum == self->sum;
}

static gboolean
get (Notes *self, gpointer data, gsize n)
{
  guint8 *to = data;

  while (n > 0)
    {
      gsize some = MIN (n, self->n - self->next);

      if (some == 0)
        {
          self->n = scope_fd_read (self->fd, self->data, CHUNK, self->at);
          self->at += self->n;
          self->next = 0;
          if (self->n == 0)
            return FALSE;
          continue;
        }
      memcpy (to, self->data + self->next, some);
      self->next += some;
      to += some;
      n -= some;
    }
  return TRUE;
}

/* With its NUL; NULL: there is none so long. */
static char *
get_text (Notes *self, guint64 n)
{
  g_autofree char *text = n > 0 && n <= MOST_TEXT ? g_malloc (n) : NULL;

  return text != NULL && get (self, text, n) && text[n - 1] == '\0' ? g_steal_pointer (&text) : NULL;
}

/* It is whole, and of that. */
static gboolean
begin (Notes *self, const char *digest, Head *head)
{
  guint64 size = size_of (self);

  return size > 0 && check_sum (self, size) && get (self, head, sizeof *head) && memcmp (head->magic, MAGIC, sizeof head->magic) == 0
         && head->version == VERSION && head->order == ORDER && strncmp (head->digest, digest, sizeof head->digest) == 0;
}

gboolean
scope_part_notes_check (const char *path, const char *digest)
{
  g_auto (Notes) notes = { .fd = -1 };
  Head head;

  notes_init (&notes, path, FALSE);
  return begin (&notes, digest, &head);
}

struct _ScopePartNotes
{
  Notes file;
  GPtrArray *nodes;
  Facts facts;        /* of the machine where it stands */
  guint64 n_left;     /* of its ends */
};

/* What the rest of the file says is at `at` from where it stands. */
static void
skip (Notes *self, guint64 n)
{
  gsize here = (gsize) MIN (n, self->n - self->next);

  self->next += here;
  self->at += n - here;
  if (n > here)
    self->n = self->next = 0;
}

static GPtrArray *
get_nodes (Notes *self, guint64 bytes)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = get_text (self, bytes);

  if (bytes > 0 && text == NULL)
    return NULL;
  for (guint64 at = 0; at < bytes; at += strlen (text + at) + 1)
    g_ptr_array_add (nodes, g_strdup (text + at));
  return g_steal_pointer (&nodes);
}

ScopePartNotes *
scope_part_notes_open (const char *path, const char *digest, guint n, GError **error)
{
  g_autoptr (ScopePartNotes) notes = g_new0 (ScopePartNotes, 1);
  Head head;

  notes_init (&notes->file, path, FALSE);
  if (!begin (&notes->file, digest, &head) || head.n_machines != n || (notes->nodes = get_nodes (&notes->file, head.node_bytes)) == NULL)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, "%s: it is damaged", path);

  return g_steal_pointer (&notes);
}

void
scope_part_notes_free (ScopePartNotes *notes)
{
  if (notes == NULL)
    return;
  notes_clear (&notes->file);
  g_clear_pointer (&notes->nodes, g_ptr_array_unref);
  g_free (notes);
}

const GPtrArray *
scope_part_notes_nodes (ScopePartNotes *notes)
{
  return notes->nodes;
}

gboolean
scope_part_notes_next (ScopePartNotes *notes, ScopePartFacts *ret_facts)
{
  Facts *facts = &notes->facts;

  skip (&notes->file, notes->n_left * sizeof (ScopeSpooledEnd));
  *ret_facts = (ScopePartFacts) { .fault = NULL };
  if (!get (&notes->file, facts, sizeof *facts))
    return FALSE;
  *ret_facts = (ScopePartFacts) { .clock = facts->clock, .eden = facts->eden != 0, .all = facts->all, .local = facts->local,
                                  .local_lost = facts->local_lost, .n_sends = facts->n_sends, .n_receives = facts->n_receives };
  notes->n_left = facts->n_sends + facts->n_receives;

  return facts->fault_bytes == 0 || (ret_facts->fault = get_text (&notes->file, facts->fault_bytes)) != NULL;
}

gboolean
scope_part_notes_next_end (ScopePartNotes *notes, ScopeSpooledEnd *ret_end, gboolean *ret_received)
{
  if (notes->n_left == 0)
    return FALSE;
  *ret_received = notes->n_left <= notes->facts.n_receives;
  notes->n_left--;

  return get (&notes->file, ret_end, sizeof *ret_end);
}
