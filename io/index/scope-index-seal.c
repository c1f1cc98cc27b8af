/* scope-index-seal.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-index-seal.h"

#include "io/source/scope-fd.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "LScopeIx"
#define CHUNK (256u * 1024u)
#define MAX_CARD (16u * 1024u * 1024u)
#define MAX_EXTENTS (16u * 1024u * 1024u)

typedef struct
{
  char magic[8];
  guint64 version, length, n, checksum, card_bytes, card_sum;
  guint64 own;
} Seal;

G_STATIC_ASSERT (sizeof (Seal) == 64);

/* In the file numbers are little-endian. */
static void
turn (guint64 *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = GUINT64_TO_LE (values[i]);
}

static gboolean
write_at (int fd, const void *data, gsize n, guint64 offset)
{
  return scope_fd_write (fd, data, n, (gint64) offset) == n;
}

/* Adds [from, to) of the file to the sum. */
static gboolean
add_bytes (int fd, guint64 from, guint64 to, guint64 *sum)
{
  g_autofree guint8 *data = g_malloc (MIN (CHUNK, MAX (to - from, 1)));

  while (from < to)
    {
      gsize n = (gsize) MIN (CHUNK, to - from);

      if (scope_fd_read (fd, data, n, from) < n)
        return FALSE;
      *sum = (*sum ^ scope_segment_checksum (data, n)) * 0x9fb21c651e98df25u;
      *sum ^= *sum >> 31;
      from += n;
    }

  return TRUE;
}

/* Over all of [0, length) but the extents, and over their list. FALSE if they overlap, or the file cannot be read. */
static gboolean
add_up (int fd, const ScopeSegment *extents, gsize n, guint64 length, guint64 *ret_sum)
{
  guint64 at = 0;

  *ret_sum = scope_segment_checksum (extents, n * sizeof *extents);
  for (gsize i = 0; i < n; i++)
    {
      guint64 address = GUINT64_FROM_LE (extents[i].address), size = GUINT64_FROM_LE (extents[i].size);

      if (address < at || address > length || size > length - address || !add_bytes (fd, at, address, ret_sum))
        return FALSE;
      at = address + size;
    }

  return add_bytes (fd, at, length, ret_sum);
}

static int
compare_address (const void *a, const void *b)
{
  const ScopeSegment *x = a, *y = b;

  return (x->address > y->address) - (x->address < y->address);
}

/* Ascending, neighbours as one; little-endian. */
static gsize
join (ScopeSegment *extents, gsize n)
{
  gsize kept = 0;

  if (n > 0) /* else there is no array */
    qsort (extents, n, sizeof *extents, compare_address);
  for (gsize i = 0; i < n; i++)
    if (kept > 0 && extents[kept - 1].address + extents[kept - 1].size == extents[i].address)
      extents[kept - 1].size += extents[i].size;
    else
      extents[kept++] = extents[i];
  turn ((guint64 *) extents, 2 * kept);

  return kept;
}

gboolean
scope_index_seal (const char *path, guint64 version, const ScopeSegment *segments, gsize n, const char *card,
                  GError **error)
{
  g_autofree ScopeSegment *extents = g_memdup2 (segments, n * sizeof *segments);
  int fd = open (path, O_RDWR | O_CLOEXEC);
  struct stat st;
  Seal seal = { .version = version };
  gboolean ok = fd >= 0 && fstat (fd, &st) == 0;

  if (ok)
    {
      memcpy (seal.magic, MAGIC, sizeof seal.magic);
      seal.length = (guint64) st.st_size;
      n = seal.n = join (extents, n);
      seal.card_bytes = card != NULL ? strlen (card) : 0;
      seal.card_sum = scope_segment_checksum (card != NULL ? card : "", seal.card_bytes);
      ok = add_up (fd, extents, n, seal.length, &seal.checksum);
      turn (&seal.version, 6);
      seal.own = GUINT64_TO_LE (scope_segment_checksum (&seal, G_STRUCT_OFFSET (Seal, own)));
      ok = ok && write_at (fd, extents, n * sizeof *extents, (guint64) st.st_size)
           && (card == NULL || write_at (fd, card, strlen (card), (guint64) st.st_size + n * sizeof *extents))
           && write_at (fd, &seal, sizeof seal,
                        (guint64) st.st_size + n * sizeof *extents + (card != NULL ? strlen (card) : 0));
    }
  if (!ok)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _("it could not be written (is the disk full?)"));
  if (fd >= 0)
    close (fd);

  return ok;
}

/* NULL if it is not what the seal says. */
static char *
read_card (int fd, const Seal *seal, guint64 size, gsize max, gsize *ret_length)
{
  guint64 n = GUINT64_FROM_LE (seal->card_bytes);
  g_autofree char *card = NULL;

  if (n > max || n > size - sizeof *seal)
    return NULL;
  card = g_malloc (n + 1);
  if (scope_fd_read (fd, card, n, size - sizeof *seal - n) < n
      || scope_segment_checksum (card, n) != GUINT64_FROM_LE (seal->card_sum))
    return NULL;
  card[n] = '\0';
  *ret_length = n;

  return g_steal_pointer (&card);
}

static const char *
check_seal (int fd, const Seal *seal, guint64 size)
{
  guint64 n = GUINT64_FROM_LE (seal->n), length = GUINT64_FROM_LE (seal->length), sum;
  guint64 card = GUINT64_FROM_LE (seal->card_bytes);
  gsize card_length;
  g_autofree char *text = read_card (fd, seal, size, MAX_CARD, &card_length);
  g_autofree ScopeSegment *extents = NULL;

  if (n > MAX_EXTENTS || length > size || text == NULL
      || size - length != n * sizeof *extents + card + sizeof *seal)
    return "it is damaged";
  extents = g_try_new (ScopeSegment, n + 1);
  if (extents == NULL || scope_fd_read (fd, extents, n * sizeof *extents, length) < n * sizeof *extents
      || !add_up (fd, extents, n, length, &sum) || sum != GUINT64_FROM_LE (seal->checksum))
    return "it is damaged";

  return NULL;
}

static const char *
read_seal (int fd, guint64 version, Seal *seal, guint64 *ret_size)
{
  struct stat st;

  if (fstat (fd, &st) != 0 || !S_ISREG (st.st_mode) || (guint64) st.st_size < sizeof *seal
      || scope_fd_read (fd, seal, sizeof *seal, (guint64) st.st_size - sizeof *seal) < sizeof *seal
      || memcmp (seal->magic, MAGIC, sizeof seal->magic) != 0)
    return "it is none of Lanescope's, was never finished, or is damaged";
  if (GUINT64_FROM_LE (seal->own) != scope_segment_checksum (seal, G_STRUCT_OFFSET (Seal, own)))
    return "it is damaged";
  if (GUINT64_FROM_LE (seal->version) != version)
    return "it was made by another version";
  *ret_size = (guint64) st.st_size;

  return NULL;
}

gboolean
scope_index_seal_read_own (int fd, guint64 *ret_own)
{
  struct stat st;

  return fstat (fd, &st) == 0 && (guint64) st.st_size > sizeof (Seal)
         && scope_fd_read (fd, ret_own, sizeof *ret_own, (guint64) st.st_size - sizeof *ret_own) == sizeof *ret_own;
}

char *
scope_index_seal_dup_identity (guint64 own)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x", own);
}

guint64
scope_index_seal_bytes (int fd, guint64 version)
{
  guint64 size = 0, length;
  Seal seal;

  if (read_seal (fd, version, &seal, &size) != NULL)
    return 0;
  length = GUINT64_FROM_LE (seal.length);

  return length < size ? size - length : 0;
}

ScopeSegment *
scope_index_seal_read_extents (int fd, guint64 version, gsize *ret_n)
{
  guint64 size = 0, at = 0, n, length;
  g_autofree ScopeSegment *extents = NULL;
  Seal seal;

  if (read_seal (fd, version, &seal, &size) != NULL)
    return NULL;
  n = GUINT64_FROM_LE (seal.n);
  length = GUINT64_FROM_LE (seal.length);
  if (n > MAX_EXTENTS || length > size || n * sizeof *extents > size - length)
    return NULL;
  extents = g_try_new (ScopeSegment, n + 1);
  if (extents == NULL || scope_fd_read (fd, extents, n * sizeof *extents, length) < n * sizeof *extents)
    return NULL;
  turn ((guint64 *) extents, 2 * n);
  for (gsize i = 0; i < n; at = extents[i].address + extents[i].size, i++)
    if (extents[i].address < at || extents[i].address > length || extents[i].size > length - extents[i].address)
      return NULL;
  *ret_n = n;

  return g_steal_pointer (&extents);
}

const char *
scope_index_seal_check (int fd, guint64 version)
{
  guint64 size = 0;
  Seal seal;
  const char *fault = read_seal (fd, version, &seal, &size);

  return fault != NULL ? fault : check_seal (fd, &seal, size);
}

char *
scope_index_seal_read_card (int fd, guint64 version, gsize max, gsize *ret_length)
{
  guint64 size = 0;
  Seal seal;

  if (read_seal (fd, version, &seal, &size) != NULL || seal.card_bytes == 0)
    return NULL;
  return read_card (fd, &seal, size, max, ret_length);
}
