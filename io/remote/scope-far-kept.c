/* scope-far-kept.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/remote/scope-far-kept.h"

#include "io/index/scope-cache.h"
#include "io/index/scope-index-bytes.h"
#include "io/source/scope-fd.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC G_GUINT64_CONSTANT (0x31307261664c7353)
#define KEY 32u
#define BEGIN (sizeof (guint64) + KEY)

enum
{
  BYTES = 1,
  ANSWER = 2,
  LATE = 3,
};

typedef struct
{
  guint64 checksum;
  guint32 kind, n;
  guint64 at;
} Head;

/* Where it lies in the file: its bytes, without the head. */
typedef struct
{
  guint64 from;
  guint32 n;
} Place;

struct _ScopeFarKept
{
  char *path;
  int fd;
  gboolean own;        /* nobody else has it: it may be written */
  GMutex lock;         /* of what follows */
  guint64 end;         /* of what is whole */
  GHashTable *answers; /* GBytes, of a question: Place */
  GArray *late;        /* of ScopeFarStretch; NULL: not known */
};

/* --- records --- */

/* At its place: NULL if it is not whole. Free with g_free(): the head, and the bytes behind it. */
static Head *
read_record (ScopeFarKept *kept, guint64 from)
{
  Head head;
  g_autofree guint8 *record = NULL;
  gsize all;

  if (scope_fd_read (kept->fd, &head, sizeof head, from) < sizeof head || head.n > SCOPE_FAR_MOST_MESSAGE)
    return NULL;
  all = sizeof head + head.n;
  record = g_malloc (all);
  if (scope_fd_read (kept->fd, record, all, from) < all)
    return NULL;
  memcpy (&head, record, sizeof head); /* whoever has it to himself may have cut it between */
  if (sizeof head + head.n != all
      || scope_segment_checksum (record + sizeof head.checksum, all - sizeof head.checksum) != head.checksum)
    return NULL;
  return (Head *) (gpointer) g_steal_pointer (&record);
}

static GBytes *
question_key (GBytes *question)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[KEY];
  gsize n = sizeof digest, size;
  gconstpointer data = g_bytes_get_data (question, &size);

  g_checksum_update (sum, data, (gssize) size);
  g_checksum_get_digest (sum, digest, &n);
  return g_bytes_new (digest, n);
}

/* What is known of a record before anybody asks for it. With the lock held, or alone. */
static void
note (ScopeFarKept *kept, const Head *head, guint64 from)
{
  const guint8 *data = (const guint8 *) (head + 1);

  if (head->kind == ANSWER && head->n > KEY)
    {
      Place *place = g_new (Place, 1);

      *place = (Place) { from + sizeof *head, head->n };
      g_hash_table_replace (kept->answers, g_bytes_new (data, KEY), place);
    }
  else if (head->kind == LATE && kept->late == NULL)
    {
      kept->late = g_array_new (FALSE, FALSE, sizeof (ScopeFarStretch));
      g_array_append_vals (kept->late, data, (guint) (head->n / sizeof (ScopeFarStretch)));
    }
}

/* One that is whole, or none. */
static void
add (ScopeFarKept *kept, guint32 kind, guint64 at, gconstpointer data, gsize n, gconstpointer more, gsize n_more)
{
  gsize all = sizeof (Head) + n + n_more;
  Head head = { 0, kind, (guint32) (n + n_more), at };
  g_autofree guint8 *record = NULL;

  if (!kept->own || n + n_more > SCOPE_FAR_MOST_MESSAGE)
    return;
  record = g_malloc (all);
  memcpy (record, &head, sizeof head);
  if (n > 0)
    memcpy (record + sizeof head, data, n);
  if (n_more > 0)
    memcpy (record + sizeof head + n, more, n_more);
  head.checksum = scope_segment_checksum (record + sizeof head.checksum, all - sizeof head.checksum);
  memcpy (record, &head.checksum, sizeof head.checksum);
  g_mutex_lock (&kept->lock);
  if (kept->own && kept->end + all <= SCOPE_FAR_KEPT_MOST)
    {
      if (scope_fd_write (kept->fd, record, all, (gint64) kept->end) == all)
        {
          note (kept, (const Head *) (gpointer) record, kept->end);
          kept->end += all;
        }
      else
        {
          kept->own = FALSE; /* the disk is full: what was kept till now stays */
          (void) !ftruncate (kept->fd, (off_t) kept->end);
        }
    }
  g_mutex_unlock (&kept->lock);
}

/* --- life --- */

/* Empty, with its head; FALSE: it cannot be written. */
static gboolean
begin (ScopeFarKept *kept, const guint8 *key)
{
  guint64 magic = MAGIC;

  return kept->own && ftruncate (kept->fd, 0) == 0 && scope_fd_write (kept->fd, &magic, sizeof magic, 0) == sizeof magic
         && scope_fd_write (kept->fd, key, KEY, sizeof magic) == KEY;
}

static gboolean
has_head (ScopeFarKept *kept, const guint8 *key)
{
  guint8 head[BEGIN];
  guint64 magic;

  if (scope_fd_read (kept->fd, head, sizeof head, 0) < sizeof head)
    return FALSE;
  memcpy (&magic, head, sizeof magic);
  return magic == MAGIC && memcmp (head + sizeof magic, key, KEY) == 0;
}

/* What is whole of it, and has no other owner. */
static void
look_through (ScopeFarKept *kept)
{
  while (kept->end < SCOPE_FAR_KEPT_MOST)
    {
      g_autofree Head *head = read_record (kept, kept->end);

      if (head == NULL)
        break;
      note (kept, head, kept->end);
      kept->end += sizeof *head + head->n;
    }
  if (kept->own)
    kept->own = ftruncate (kept->fd, (off_t) kept->end) == 0;
}

ScopeFarKept *
scope_far_kept_open (const char *folder, const char *key, gboolean anew)
{
  ScopeFarKept *kept = g_new0 (ScopeFarKept, 1);
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
  g_autoptr (GBytes) text = g_bytes_new_static (key, strlen (key)), digest = question_key (text);
  const guint8 *bytes = g_bytes_get_data (digest, NULL);
  gboolean there;

  g_mutex_init (&kept->lock);
  kept->answers = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, g_free);
  kept->path = scope_cache_far_path (folder, name);
  kept->end = BEGIN;
  kept->fd = open (kept->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  kept->own = kept->fd >= 0 && flock (kept->fd, LOCK_EX | LOCK_NB) == 0;
  there = kept->fd >= 0 && !(anew && kept->own) && has_head (kept, bytes);
  if (!there && (kept->fd < 0 || !begin (kept, bytes)))
    {
      scope_far_kept_free (kept);
      return NULL;
    }
  if (there)
    look_through (kept);
  scope_cache_touch (kept->path);

  return kept;
}

void
scope_far_kept_free (ScopeFarKept *kept)
{
  if (kept == NULL)
    return;
  if (kept->fd >= 0)
    close (kept->fd);
  if (kept->late != NULL)
    g_array_unref (kept->late);
  g_hash_table_unref (kept->answers);
  g_mutex_clear (&kept->lock);
  g_free (kept->path);
  g_free (kept);
}

const char *
scope_far_kept_path (ScopeFarKept *kept)
{
  return kept->path;
}

gboolean
scope_far_kept_each (ScopeFarKept *kept, gboolean (*take) (gconstpointer bytes, guint64 at, gsize n, gpointer data), gpointer data)
{
  for (guint64 from = BEGIN; from < kept->end;)
    {
      g_autofree Head *head = read_record (kept, from);

      if (head == NULL)
        return FALSE;
      if (head->kind == BYTES && !take (head + 1, head->at, head->n, data))
        return FALSE;
      from += sizeof *head + head->n;
    }
  return TRUE;
}

void
scope_far_kept_forget (ScopeFarKept *kept)
{
  g_mutex_lock (&kept->lock);
  kept->end = BEGIN;
  g_hash_table_remove_all (kept->answers);
  g_clear_pointer (&kept->late, g_array_unref);
  if (kept->own)
    kept->own = ftruncate (kept->fd, (off_t) kept->end) == 0;
  g_mutex_unlock (&kept->lock);
}

/* --- what comes --- */

void
scope_far_kept_add_bytes (ScopeFarKept *kept, gconstpointer bytes, guint64 at, gsize n)
{
  add (kept, BYTES, at, bytes, n, NULL, 0);
}

void
scope_far_kept_add_late (ScopeFarKept *kept, const GArray *late)
{
  add (kept, LATE, 0, late->data, late->len * sizeof (ScopeFarStretch), NULL, 0);
}

void
scope_far_kept_add_answer (ScopeFarKept *kept, GBytes *question, GBytes *answer)
{
  g_autoptr (GVariant) words = kept->own ? g_variant_ref_sink (scope_far_pack_words (answer)) : NULL;
  g_autoptr (GBytes) key = question_key (question);

  if (words != NULL)
    add (kept, ANSWER, 0, g_bytes_get_data (key, NULL), KEY, g_variant_get_data (words), g_variant_get_size (words));
}

GArray *
scope_far_kept_late (ScopeFarKept *kept)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&kept->lock);
  GArray *late = NULL;

  if (kept->late != NULL)
    {
      late = g_array_new (FALSE, FALSE, sizeof (ScopeFarStretch));
      g_array_append_vals (late, kept->late->data, kept->late->len);
    }
  return late;
}

GBytes *
scope_far_kept_answer (ScopeFarKept *kept, GBytes *question)
{
  g_autoptr (GBytes) key = question_key (question), bytes = NULL;
  g_autoptr (GVariant) words = NULL;
  g_autofree Head *head = NULL;
  const Place *place;
  guint64 from = 0;

  g_mutex_lock (&kept->lock);
  place = g_hash_table_lookup (kept->answers, key);
  if (place != NULL)
    from = place->from - sizeof *head;
  g_mutex_unlock (&kept->lock);
  head = from > 0 ? read_record (kept, from) : NULL;
  if (head == NULL || head->kind != ANSWER || head->n <= KEY || memcmp (head + 1, g_bytes_get_data (key, NULL), KEY) != 0)
    return NULL;
  bytes = g_bytes_new ((const guint8 *) (head + 1) + KEY, head->n - KEY);
  words = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE ("((bay)u)"), bytes, FALSE));
  return scope_far_unpack_words (words, NULL);
}
