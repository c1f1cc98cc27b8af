/* test-source.c: sources and archives: files, pipes, gzip, and zips of every shape, made by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-archive.h"
#include "log-builder.h"

#include <glib/gstdio.h>
#include <unistd.h>
#include <zip.h>
#include <zlib.h>

/* --- helpers --- */

static GByteArray *
read_all (ScopeSource *source, GError **error)
{
  GByteArray *all = g_byte_array_new ();
  guint8 bytes[1000];
  gssize n;

  while ((n = scope_source_read (source, bytes, sizeof bytes, error)) > 0)
    g_byte_array_append (all, bytes, (guint) n);
  return all;
}

static void
assert_reads (ScopeSource *source, const void *data, gsize n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) all = read_all (source, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (all->data, all->len, data, n);
}

static GByteArray *
bytes_new (const void *data, gsize n)
{
  return g_byte_array_append (g_byte_array_new (), data, (guint) n);
}

/* `n` bytes that do not pack well, beginning like a log. */
static GByteArray *
log_like (guint n, guint seed)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_set_size (bytes, n);
  for (guint i = 0; i < n; i++)
    bytes->data[i] = (guint8) ((seed = seed * 1103515245u + 12345u) >> 20 & 0x3f);
  memcpy (bytes->data, "hdrbhetb", MIN (n, 8));
  return bytes;
}

/* window_bits as zlib has it: 31 gzip, -15 raw. */
static GByteArray *
pack (const void *data, gsize n, int window_bits)
{
  GByteArray *out = g_byte_array_new ();
  z_stream z = { 0 };

  g_assert_cmpint (deflateInit2 (&z, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  g_byte_array_set_size (out, (guint) deflateBound (&z, n) + 64);
  z.next_in = (Bytef *) data;
  z.avail_in = (uInt) n;
  z.next_out = out->data;
  z.avail_out = out->len;
  g_assert_cmpint (deflate (&z, Z_FINISH), ==, Z_STREAM_END);
  g_byte_array_set_size (out, (guint) z.total_out);
  deflateEnd (&z);
  return out;
}

static char *
write_temporary (const void *data, gsize n)
{
  g_autoptr (GError) error = NULL;
  char *path;
  int fd = g_file_open_tmp ("lanescope-XXXXXX", &path, &error);

  g_assert_no_error (error);
  for (gsize at = 0; at < n;)
    {
      gssize put = write (fd, (const guint8 *) data + at, n - at);

      g_assert_cmpint (put, >, 0);
      at += (gsize) put;
    }
  close (fd);
  return path;
}

/* Opens these bytes as a trace. */
static ScopeArchive *
open_bytes (const GByteArray *bytes, GError **error)
{
  g_autofree char *path = write_temporary (bytes->data, bytes->len);
  const char *paths[] = { path };
  ScopeArchive *archive = scope_archive_open (paths, 1, NULL, error);

  /* the file stays open */
  if (!archive || strcmp (scope_archive_format (archive), "parevents") == 0)
    g_unlink (path);
  return archive;
}

static void
assert_member (ScopeArchive *archive, guint i, const char *name, const GByteArray *data)
{
  g_autoptr (GError) error = NULL;
  const ScopeMember *member = scope_archive_member (archive, i);
  g_autoptr (ScopeSource) source = NULL;

  g_assert_cmpstr (member->name, ==, name);
  g_assert_null (member->refusal);
  g_assert_false (member->foreign);
  source = scope_archive_open_member (archive, i, &error);
  g_assert_no_error (error);
  assert_reads (source, data->data, data->len);
}

static void
assert_refused (ScopeArchive *archive, guint i, const char *why)
{
  g_autoptr (GError) error = NULL;
  const ScopeMember *member = scope_archive_member (archive, i);

  g_assert_nonnull (member->refusal);
  g_assert_nonnull (strstr (member->refusal, why));
  g_assert_null (scope_archive_open_member (archive, i, &error));
  g_assert_nonnull (error);
}

/* --- a zip writer that can lie --- */

typedef struct
{
  const char *name;
  const GByteArray *data;
  gboolean deflate, bit3;
  guint16 flags, method;  /* added; method replaces if not 0 */
  gint64 size_lie;        /* added to the sizes the directory claims */
  guint32 crc_lie;
  gboolean same_place;    /* the directory points to the member before */
  gboolean zip64;
} Member;

static void
le (GByteArray *out, guint64 value, guint size)
{
  for (guint i = 0; i < size; i++)
    g_byte_array_append (out, (const guint8[]) { (guint8) (i < 8 ? value >> (8 * i) : 0) }, 1);
}

static void
central (GByteArray *out, const Member *m, guint32 crc, guint64 packed, guint64 size, guint64 offset)
{
  guint n = (guint) strlen (m->name);

  le (out, 0x02014b50, 4);
  le (out, 0, 2);
  le (out, m->zip64 ? 45 : 20, 2);
  le (out, m->flags | (m->bit3 ? 8 : 0), 2);
  le (out, m->method ? m->method : m->deflate ? 8 : 0, 2);
  le (out, 0, 4);
  le (out, crc + m->crc_lie, 4);
  le (out, m->zip64 ? 0xffffffff : packed, 4);
  le (out, m->zip64 ? 0xffffffff : size, 4);
  le (out, n, 2);
  le (out, m->zip64 ? 28 : 0, 2);
  le (out, 0, 10);
  le (out, m->zip64 ? 0xffffffff : offset, 4);
  g_byte_array_append (out, (const guint8 *) m->name, n);
  if (!m->zip64)
    return;
  le (out, 1, 2);
  le (out, 24, 2);
  le (out, size, 8);
  le (out, packed, 8);
  le (out, offset, 8);
}

static GByteArray *
make_zip (const Member *members, guint n, const char *comment)
{
  GByteArray *out = g_byte_array_new ();
  g_autoptr (GByteArray) directory = g_byte_array_new ();
  guint64 offset = 0, start;
  gboolean zip64 = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const Member *m = &members[i];
      g_autoptr (GByteArray) packed
          = m->deflate ? pack (m->data->data, m->data->len, -15) : bytes_new (m->data->data, m->data->len);
      guint32 crc = (guint32) crc32 (0, m->data->data, m->data->len);
      guint name = (guint) strlen (m->name);

      if (!m->same_place)
        {
          offset = out->len;
          le (out, 0x04034b50, 4);
          le (out, 20, 2);
          le (out, m->flags | (m->bit3 ? 8 : 0), 2);
          le (out, m->method ? m->method : m->deflate ? 8 : 0, 2);
          le (out, 0, 4);
          le (out, m->bit3 ? 0 : crc, 4);
          le (out, m->bit3 ? 0 : packed->len, 4);
          le (out, m->bit3 ? 0 : m->data->len, 4);
          le (out, name, 2);
          le (out, 0, 2);
          g_byte_array_append (out, (const guint8 *) m->name, name);
          g_byte_array_append (out, packed->data, packed->len);
          if (m->bit3)
            {
              le (out, 0x08074b50, 4);
              le (out, crc, 4);
              le (out, packed->len, 4);
              le (out, m->data->len, 4);
            }
        }
      central (directory, m, crc, packed->len + (guint64) m->size_lie, m->data->len + (guint64) m->size_lie, offset);
      zip64 |= m->zip64;
    }
  start = out->len;
  g_byte_array_append (out, directory->data, directory->len);
  if (zip64)
    {
      guint64 end = out->len;

      le (out, 0x06064b50, 4);
      le (out, 44, 8);
      le (out, 45, 2);
      le (out, 45, 2);
      le (out, 0, 8);
      le (out, n, 8);
      le (out, n, 8);
      le (out, directory->len, 8);
      le (out, start, 8);
      le (out, 0x07064b50, 4);
      le (out, 0, 4);
      le (out, end, 8);
      le (out, 1, 4);
    }
  le (out, 0x06054b50, 4);
  le (out, 0, 4);
  le (out, zip64 ? 0xffff : n, 2);
  le (out, zip64 ? 0xffff : n, 2);
  le (out, zip64 ? 0xffffffff : directory->len, 4);
  le (out, zip64 ? 0xffffffff : start, 4);
  le (out, comment ? strlen (comment) : 0, 2);
  if (comment)
    g_byte_array_append (out, (const guint8 *) comment, (guint) strlen (comment));
  return out;
}

/* --- sources --- */

static void
test_memory (void)
{
  g_autoptr (ScopeSource) source = scope_source_new_memory ("0123456789", 10, "ten");
  g_autoptr (ScopeSource) part = scope_source_new_part (source, "part", 3, 4);
  guint8 bytes[20];

  g_assert_true (scope_source_is_seekable (source));
  g_assert_cmpint (scope_source_size (source), ==, 10);
  g_assert_cmpint (scope_source_pread (source, bytes, 20, 8, NULL), ==, 2);
  g_assert_cmpint (scope_source_pread (source, bytes, 20, 10, NULL), ==, 0);
  g_assert_cmpint (scope_source_pread (source, bytes, 20, G_MAXUINT64, NULL), ==, 0);
  g_assert_cmpint (scope_source_pread (part, bytes, 20, 1, NULL), ==, 3);
  g_assert_cmpmem (bytes, 3, "456", 3);
  assert_reads (part, "3456", 4);
  g_assert_cmpint (scope_source_read (source, bytes, 4, NULL), ==, 4);
  scope_source_unread (source, bytes + 2, 2);
  assert_reads (source, "23456789", 8);
}

static void
test_gzip (void)
{
  g_autoptr (GByteArray) data = log_like (300000, 1), more = log_like (70000, 2);
  g_autoptr (GByteArray) packed = pack (data->data, data->len, 31), second = pack (more->data, more->len, 31);
  g_autoptr (GByteArray) both = bytes_new (data->data, data->len);
  g_autoptr (GError) error = NULL;
  guint whole = packed->len;

  g_byte_array_append (both, more->data, more->len);
  g_byte_array_append (packed, second->data, second->len);
  g_byte_array_append (packed, (const guint8 *) "\0\0\0\0", 4);
  {
    g_autoptr (ScopeSource) file = scope_source_new_memory (packed->data, packed->len, "gz");
    g_autoptr (ScopeSource) source = scope_source_new_gzip (file, &error);
    guint64 done, all;

    g_assert_no_error (error);
    g_assert_false (scope_source_is_seekable (source));
    assert_reads (source, both->data, both->len);
    scope_source_progress (source, &done, &all);
    g_assert_cmpuint (all, ==, packed->len);
    g_assert_cmpuint (done, ==, packed->len);
  }
  {
    /* cut: all there is, then the error, again and again */
    g_autoptr (ScopeSource) file = scope_source_new_memory (packed->data, whole / 2, "gz");
    g_autoptr (ScopeSource) source = scope_source_new_gzip (file, NULL);
    g_autoptr (GByteArray) all = read_all (source, &error);
    guint8 byte;

    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_assert_cmpuint (all->len, >, data->len / 3);
    g_assert_cmpmem (all->data, all->len, data->data, all->len);
    g_clear_error (&error);
    g_assert_cmpint (scope_source_read (source, &byte, 1, &error), ==, -1);
    g_assert_nonnull (error);
    g_clear_error (&error);
  }
  {
    g_autoptr (ScopeSource) file = NULL, source = NULL;
    g_autoptr (GByteArray) all = NULL;

    packed->data[whole - 6] ^= 1; /* its checksum */
    file = scope_source_new_memory (packed->data, whole, "gz");
    source = scope_source_new_gzip (file, NULL);
    all = read_all (source, &error);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_assert_cmpmem (all->data, all->len, data->data, data->len);
  }
}

static void
test_spool (void)
{
  g_autoptr (GByteArray) data = log_like (700000, 3), packed = pack (data->data, data->len, 31);
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gboolean cut;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ScopeSource) file = scope_source_new_memory (packed->data, packed->len, "gz");
      g_autoptr (ScopeSource) source = scope_source_new_gzip (file, NULL), spooled = NULL;
      guint limit = i == 0 ? data->len : 1000;
      guint8 bytes[10];

      g_assert_cmpint (scope_source_read (source, bytes, 10, NULL), ==, 10);
      scope_source_unread (source, bytes, 10);
      spooled = scope_source_spool (source, limit, &cut, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (scope_source_is_seekable (spooled));
      g_assert_cmpint (cut, ==, i == 1);
      g_assert_cmpint (scope_source_size (spooled), ==, limit);
      assert_reads (spooled, data->data, limit);
    }
  {
    g_autoptr (ScopeSource) file = scope_source_new_memory (packed->data, packed->len, "gz");
    g_autoptr (ScopeSource) source = scope_source_new_gzip (file, NULL);

    g_cancellable_cancel (cancellable);
    g_assert_null (scope_source_spool (source, G_MAXINT64, &cut, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error (&error);
  }
  {
    /* what is damaged can still be looked at; the error waits at the end */
    g_autoptr (ScopeSource) file = scope_source_new_memory (packed->data, packed->len / 2, "gz");
    g_autoptr (ScopeSource) source = scope_source_new_gzip (file, NULL);
    g_autoptr (ScopeSource) spooled = scope_source_spool (source, G_MAXINT64, &cut, NULL, &error);
    g_autoptr (GByteArray) all = NULL;

    g_assert_no_error (error);
    all = read_all (spooled, &error);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_assert_cmpuint (all->len, >, 1000);
  }
}

static void
test_missing (void)
{
  g_autoptr (GError) error = NULL;
  const char *paths[] = { "/nonexistent/there is no such file" };

  g_assert_null (scope_source_new_file (paths[0], &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (scope_archive_open (paths, 1, NULL, &error));
  g_assert_nonnull (strstr (error->message, paths[0]));
}

/* --- archives --- */

static void
check_shape (const Member *members, guint n, guint prefix, guint suffix)
{
  g_autoptr (GByteArray) zip = make_zip (members, n, suffix ? NULL : "prog +RTS -N4");
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeArchive) archive = NULL;
  g_autofree guint8 *junk = g_malloc0 (MAX (prefix, suffix) + 1);

  memset (junk, 'x', MAX (prefix, suffix));
  g_byte_array_prepend (zip, junk, prefix);
  g_byte_array_append (zip, junk, suffix);
  archive = open_bytes (zip, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (scope_archive_format (archive), ==, "parevents");
  g_assert_cmpstr (scope_archive_comment (archive), ==, suffix ? NULL : "prog +RTS -N4");
  g_assert_cmpuint (scope_archive_n_members (archive), ==, n);
  /* by number, not by name */
  assert_member (archive, 0, members[1].name, members[1].data);
  assert_member (archive, 1, members[0].name, members[0].data);
  g_assert_cmpuint (scope_archive_member (archive, 0)->number, ==, 2);
  g_assert_cmpuint (scope_archive_member (archive, 1)->number, ==, 10);
}

static void
test_shapes (void)
{
  g_autoptr (GByteArray) a = log_like (100000, 4), b = log_like (50, 5);

  for (guint deflate = 0; deflate < 2; deflate++)
    for (guint bit3 = 0; bit3 < 2; bit3++)
      for (guint zip64 = 0; zip64 < 2; zip64++)
        for (guint junk = 0; junk < 4; junk++)
          {
            const Member members[] = {
              { .name = "p#10.eventlog", .data = a, .deflate = deflate, .bit3 = bit3, .zip64 = zip64 },
              { .name = "deep/down/p#2.eventlog", .data = b, .deflate = deflate, .bit3 = bit3 },
            };

            check_shape (members, 2, junk & 1 ? 1000 : 0, junk & 2 ? 100000 : 0);
          }
}

static void
test_stored_in_place (void)
{
  g_autoptr (GByteArray) a = log_like (5000, 6);
  const Member members[] = { { .name = "p#1", .data = a, .bit3 = TRUE } };
  g_autoptr (GByteArray) zip = make_zip (members, 1, NULL);
  g_autoptr (ScopeArchive) archive = open_bytes (zip, NULL);
  g_autoptr (ScopeSource) source = scope_archive_open_member (archive, 0, NULL);
  guint8 bytes[10];

  g_assert_true (scope_source_is_seekable (source));
  g_assert_cmpint (scope_source_size (source), ==, a->len);
  g_assert_cmpint (scope_source_pread (source, bytes, 10, 4000, NULL), ==, 10);
  g_assert_cmpmem (bytes, 10, a->data + 4000, 10);
}

/* What else may lie in an archive, and what may be wrong with it. */
static void
test_bad_members (void)
{
  g_autoptr (GByteArray) a = log_like (5000, 7), text = bytes_new ("hello", 5), none = g_byte_array_new ();
  const Member members[] = {
    { .name = "p#1.eventlog", .data = a, .deflate = TRUE },
    { .name = "README", .data = text },
    { .name = "p#2.eventlog", .data = text, .deflate = TRUE, .size_lie = 1ll << 30 },
    { .name = "p#3.eventlog", .data = a, .size_lie = 1 << 20 },
    { .name = "p#4.eventlog", .data = a, .deflate = TRUE },
    { .name = "p#1.eventlog", .data = a, .deflate = TRUE },
    { .name = "folder/", .data = none },
  };
  g_autoptr (GByteArray) zip = make_zip (members, G_N_ELEMENTS (members), NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeArchive) archive = open_bytes (zip, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (scope_archive_n_members (archive), ==, G_N_ELEMENTS (members));
  for (guint i = 0; i < 2; i++)
    g_assert_true (scope_archive_member (archive, i)->foreign); /* README, folder/ */
  assert_member (archive, 2, "p#1.eventlog", a);
  assert_refused (archive, 3, "same name");
  assert_refused (archive, 4, "is no eventlog");
  /* a size that is a lie costs neither this member nor the next */
  assert_member (archive, 5, "p#3.eventlog", a);
  assert_member (archive, 6, "p#4.eventlog", a);
}

static void
test_refusals (void)
{
  g_autoptr (GByteArray) a = log_like (5000, 8), text = bytes_new ("hello", 5), none = g_byte_array_new ();
  const Member members[] = {
    { .name = "p#1.eventlog", .data = text, .deflate = TRUE },
    { .name = "p#2.eventlog", .data = a, .flags = 1 },
    { .name = "p#3.eventlog", .data = a },
    { .name = "p#4.eventlog", .data = a, .same_place = TRUE },
    { .name = "p#5.eventlog", .data = none },
    { .name = "../../../tmp/p#6.eventlog", .data = a },
    { .name = "/etc/p#7.eventlog", .data = a },
    { .name = "p#8.eventlog", .data = a, .method = 99 },
  };
  g_autoptr (GByteArray) zip = make_zip (members, G_N_ELEMENTS (members), NULL);
  g_autoptr (ScopeArchive) archive = open_bytes (zip, NULL);

  assert_refused (archive, 0, "is no eventlog");
  assert_refused (archive, 1, "encrypted");
  assert_member (archive, 2, "p#3.eventlog", a);
  assert_refused (archive, 3, "overlaps");
  assert_refused (archive, 4, "empty");
  assert_member (archive, 5, "../../../tmp/p#6.eventlog", a);
  assert_member (archive, 6, "/etc/p#7.eventlog", a);
  assert_refused (archive, 7, "method 99");
}

/* Checksums and sizes that are wrong: the data, then an error. */
static void
test_checks (void)
{
  g_autoptr (GByteArray) a = log_like (5000, 9);

  for (guint deflate = 0; deflate < 2; deflate++)
    {
      const Member members[] = { { .name = "p#1.eventlog", .data = a, .deflate = deflate, .crc_lie = 1 } };
      g_autoptr (GByteArray) zip = make_zip (members, 1, NULL), all = NULL;
      g_autoptr (ScopeArchive) archive = open_bytes (zip, NULL);
      g_autoptr (ScopeSource) source = scope_archive_open_member (archive, 0, NULL);
      g_autoptr (GError) error = NULL;

      all = read_all (source, &error);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      g_assert_nonnull (strstr (error->message, "checksum"));
      g_assert_cmpmem (all->data, all->len, a->data, a->len);
    }
}

/* An archive that is cut anywhere: the members that are whole are found, and of the last one what is there. */
static void
test_cut (void)
{
  g_autoptr (GByteArray) a = log_like (600, 10), b = log_like (900, 11);

  for (guint kind = 0; kind < 4; kind++)
    {
      const Member members[] = { { .name = "p#1.eventlog", .data = a, .deflate = kind & 1, .bit3 = kind >> 1 },
                                 { .name = "p#2.eventlog", .data = b, .deflate = kind & 1, .bit3 = kind >> 1 } };
      g_autoptr (GByteArray) zip = make_zip (members, 2, NULL);
      guint first = make_zip (members, 1, NULL)->len - 22 - 46 - 12;

      for (guint n = zip->len - 1; n > 0; n -= MIN (n, 7))
        {
          g_autoptr (GByteArray) cut = bytes_new (zip->data, n);
          g_autoptr (GError) error = NULL;
          g_autoptr (ScopeArchive) archive = open_bytes (cut, &error);

          if (!archive)
            {
              g_assert_nonnull (error);
              g_assert_cmpuint (n, <, 200);
              continue;
            }
          g_assert_nonnull (scope_archive_notice (archive));
          if (n >= first)
            assert_member (archive, 0, "p#1.eventlog", a);
          if (n + 22 + 2 * (46 + 12) >= zip->len)
            assert_member (archive, 1, "p#2.eventlog", b);
        }
    }
}

static void
test_3000_members (void)
{
  g_autoptr (GByteArray) a = log_like (300, 12);
  g_autofree Member *members = g_new0 (Member, 3000);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GByteArray) zip = NULL;
  g_autoptr (ScopeArchive) archive = NULL;

  for (guint i = 0; i < 3000; i++)
    {
      g_ptr_array_add (names, g_strdup_printf ("p#%u.eventlog", 3000 - i));
      members[i] = (Member) { .name = names->pdata[i], .data = a, .deflate = i % 2 };
    }
  zip = make_zip (members, 3000, NULL);
  archive = open_bytes (zip, NULL);
  g_assert_cmpuint (scope_archive_n_members (archive), ==, 3000);
  for (guint i = 0; i < 3000; i++)
    {
      g_assert_cmpuint (scope_archive_member (archive, i)->number, ==, i + 1);
      assert_member (archive, i, names->pdata[2999 - i], a);
    }
}

/* What libzip is for. */
static void
test_rare_methods (void)
{
  g_autoptr (GByteArray) a = log_like (50000, 13);
  g_autofree char *path = write_temporary ("", 0), *bytes = NULL;
  g_autoptr (GByteArray) with_junk = NULL;
  g_autoptr (ScopeArchive) archive = NULL;
  g_autoptr (GError) error = NULL;
  zip_t *zip;
  gsize n;

  if (!zip_compression_method_supported (ZIP_CM_BZIP2, TRUE))
    {
      g_test_skip ("libzip without bzip2");
      return;
    }
  g_unlink (path);
  zip = zip_open (path, ZIP_CREATE, NULL);
  g_assert_nonnull (zip);
  zip_file_add (zip, "p#1.eventlog", zip_source_buffer (zip, a->data, a->len, 0), 0);
  zip_set_file_compression (zip, 0, ZIP_CM_BZIP2, 0);
  g_assert_cmpint (zip_close (zip), ==, 0);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_unlink (path);
  with_junk = bytes_new ("#!/bin/sh\n", 10);
  g_byte_array_append (with_junk, (const guint8 *) bytes, (guint) n);
  g_byte_array_append (with_junk, (const guint8 *) "\0\0\0\0", 4);
  archive = open_bytes (with_junk, &error);
  g_assert_no_error (error);
  assert_member (archive, 0, "p#1.eventlog", a);
}

static void
test_no_trace (void)
{
  static const char *const texts[] = { "", "x", "hello, world, this is a text", "PK\5\6", "\x1f\x8b\b\0\0\0\0\0" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GByteArray) bytes = bytes_new (texts[i], strlen (texts[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (open_bytes (bytes, &error));
      g_assert_nonnull (error);
    }
}

/* --- files, folders, pipes --- */

static void
test_folder (void)
{
  g_autoptr (GByteArray) a = log_like (500, 14), b = log_like (700, 15), packed = pack (b->data, b->len, 31);
  g_autofree char *dir = g_dir_make_tmp ("lanescope-XXXXXX", NULL);
  static const char *const names[] = { "p#12.eventlog", "p#3.anything", "notes.txt", "p#4.eventlog" };
  const GByteArray *datas[] = { a, packed, packed, NULL };
  const char *paths[2] = { dir, NULL };
  g_autofree char *digest = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeArchive) archive = NULL, files = NULL;
  char *file[4];

  for (guint i = 0; i < 4; i++)
    {
      file[i] = g_build_filename (dir, names[i], NULL);
      g_assert_true (g_file_set_contents (file[i], datas[i] ? (const char *) datas[i]->data : "text",
                                          datas[i] ? datas[i]->len : 4, NULL));
    }
  g_assert_true (g_file_set_contents (file[2], "nothing", 7, NULL));
  archive = scope_archive_open (paths, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (scope_archive_format (archive), ==, "folder");
  g_assert_cmpuint (scope_archive_n_members (archive), ==, 4);
  g_assert_true (scope_archive_member (archive, 0)->foreign);
  assert_member (archive, 1, "p#3.anything", b);
  assert_refused (archive, 2, "is no eventlog");
  assert_member (archive, 3, "p#12.eventlog", a);
  g_assert_nonnull (scope_archive_notice (archive));
  digest = scope_archive_digest (archive);
  g_assert_cmpuint (strlen (digest), ==, 32);

  paths[0] = file[0];
  paths[1] = file[1];
  files = scope_archive_open (paths, 2, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (scope_archive_format (files), ==, "files");
  g_assert_cmpstr (scope_archive_notice (files), ==, "2 files opened as one trace");
  assert_member (files, 0, "p#3.anything", b);
  assert_member (files, 1, "p#12.eventlog", a);
  again = scope_archive_digest (files);
  g_assert_nonnull (again);

  for (guint i = 0; i < 4; i++)
    {
      g_unlink (file[i]);
      g_free (file[i]);
    }
  g_rmdir (dir);
}

static void
test_digest (void)
{
  g_autoptr (GByteArray) a = log_like (200000, 16);
  g_autofree char *path = write_temporary (a->data, a->len), *first = NULL, *same = NULL, *other = NULL;
  const char *paths[] = { path };
  char **digests[] = { &first, &same, &other };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (ScopeArchive) archive = NULL;

      if (i == 2)
        {
          a->data[a->len - 1] ^= 1;
          g_assert_true (g_file_set_contents (path, (const char *) a->data, a->len, NULL));
        }
      archive = scope_archive_open (paths, 1, NULL, NULL);
      *digests[i] = scope_archive_digest (archive);
    }
  g_assert_cmpstr (first, ==, same);
  g_assert_cmpstr (first, !=, other);
  g_unlink (path);
}

typedef struct
{
  int fd;
  const GByteArray *bytes;
} Feed;

static gpointer
feed (gpointer data)
{
  Feed *f = data;

  for (gsize at = 0; at < f->bytes->len;)
    {
      gssize put = write (f->fd, f->bytes->data + at, f->bytes->len - at);

      if (put <= 0)
        break;
      at += (gsize) put;
    }
  close (f->fd);
  return NULL;
}

/* A log, a gzip and a zip through standard input; each can be read again. */
static void
test_standard_input (void)
{
  g_autoptr (GByteArray) a = log_like (300000, 17), packed = pack (a->data, a->len, 31);
  const Member members[] = { { .name = "standard input", .data = a, .deflate = TRUE } };
  g_autoptr (GByteArray) zip = make_zip (members, 1, NULL);
  const GByteArray *inputs[] = { a, packed, zip };
  static const char *const formats[] = { "eventlog", "eventlog.gz", "parevents" };
  const char *paths[] = { "-" };
  int kept = dup (STDIN_FILENO);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (ScopeArchive) archive = NULL;
      g_autoptr (GError) error = NULL;
      int fds[2];
      Feed f;
      GThread *thread;

      g_assert_cmpint (pipe (fds), ==, 0);
      dup2 (fds[0], STDIN_FILENO);
      close (fds[0]);
      f = (Feed) { fds[1], inputs[i] };
      thread = g_thread_new ("feed", feed, &f);
      archive = scope_archive_open (paths, 1, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (scope_archive_format (archive), ==, formats[i]);
      g_assert_null (scope_archive_digest (archive));
      for (guint k = 0; k < 2; k++)
        assert_member (archive, 0, "standard input", a);
      g_thread_join (thread);
    }
  dup2 (kept, STDIN_FILENO);
  close (kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/memory", test_memory);
  g_test_add_func ("/source/gzip", test_gzip);
  g_test_add_func ("/source/spool", test_spool);
  g_test_add_func ("/source/missing", test_missing);
  g_test_add_func ("/archive/shapes", test_shapes);
  g_test_add_func ("/archive/stored-in-place", test_stored_in_place);
  g_test_add_func ("/archive/bad-members", test_bad_members);
  g_test_add_func ("/archive/refusals", test_refusals);
  g_test_add_func ("/archive/checks", test_checks);
  g_test_add_func ("/archive/cut", test_cut);
  g_test_add_func ("/archive/3000-members", test_3000_members);
  g_test_add_func ("/archive/rare-methods", test_rare_methods);
  g_test_add_func ("/archive/no-trace", test_no_trace);
  g_test_add_func ("/archive/folder", test_folder);
  g_test_add_func ("/archive/digest", test_digest);
  g_test_add_func ("/archive/standard-input", test_standard_input);
  return g_test_run ();
}
