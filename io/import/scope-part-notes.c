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
} Facts;

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
put_spool (Notes *self, ScopeSpool *spool, GError **error)
{
  gconstpointer end;

  if (!scope_spool_rewind (spool, error))
    {
      self->failed = TRUE;
      return;
    }
  while ((end = scope_spool_next (spool)) != NULL)
    put (self, end, sizeof (ScopeSpooledEnd));
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
                      .local = ends->local, .local_lost = ends->local_lost, .n_sends = scope_spool_n_records (ends->sends),
                      .n_receives = scope_spool_n_records (ends->receives) };

      put (&notes, &facts, sizeof facts);
      put (&notes, fault, facts.fault_bytes);
      put_spool (&notes, ends->sends, &reason);
      if (reason == NULL)
        put_spool (&notes, ends->receives, &reason);
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

/* The part's numbers of nodes → those of `messages`. NULL: damaged. */
static GArray *
get_nodes (Notes *self, ScopeMessages *messages, guint64 bytes)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *text = get_text (self, bytes);
  guint32 own = 0;

  g_array_append_val (nodes, own);
  if (bytes > 0 && text == NULL)
    return NULL;
  for (guint64 at = 0; at < bytes; at += strlen (text + at) + 1)
    {
      guint32 node = scope_messages_node (messages, text + at);

      g_array_append_val (nodes, node);
    }
  own = SCOPE_MESSAGES_MOST_NODES + 1; /* all that found no room in the part */
  if (nodes->len == own)
    g_array_append_val (nodes, own);
  return g_steal_pointer (&nodes);
}

static gboolean
get_ends (Notes *self, ScopeSpool *spool, guint64 n, const GArray *nodes)
{
  for (guint64 i = 0; i < n; i++)
    {
      ScopeSpooledEnd end;

      if (!get (self, &end, sizeof end))
        return FALSE;
      if (scope_messages_is_blind (&end))
        end.other_machine = g_array_index (nodes, guint32, MIN (end.other_machine, nodes->len - 1));
      scope_spool_add (spool, &end);
    }
  return TRUE;
}

static gboolean
get_machine (Notes *self, ScopeMachineEnds *ends, ScopeImportMember *member, const GArray *nodes)
{
  Facts facts;

  if (!get (self, &facts, sizeof facts))
    return FALSE;
  member->clock = facts.clock;
  member->eden = facts.eden != 0;
  member->all = facts.all;
  if (facts.fault_bytes > 0 && (member->fault = get_text (self, facts.fault_bytes)) == NULL)
    return FALSE;
  ends->local = facts.local;
  ends->local_lost = facts.local_lost;

  return get_ends (self, ends->sends, facts.n_sends, nodes) && get_ends (self, ends->receives, facts.n_receives, nodes);
}

gboolean
scope_part_notes_read (const char *path, const char *digest, ScopeMessages *messages, ScopeImportMember *members, guint first, guint n,
                       GError **error)
{
  g_auto (Notes) notes = { .fd = -1 };
  g_autoptr (GArray) nodes = NULL;
  gboolean ok;
  Head head;

  notes_init (&notes, path, FALSE);
  ok = begin (&notes, digest, &head) && head.n_machines == n && (nodes = get_nodes (&notes, messages, head.node_bytes)) != NULL;
  for (guint i = first; i < first + n && ok; i++)
    ok = get_machine (&notes, &messages->ends[i], &members[i], nodes);
  if (!ok)
    return scope_fail (error, G_IO_ERROR_INVALID_DATA, "%s: it is damaged", path);

  return TRUE;
}
