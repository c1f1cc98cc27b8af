/* zip-builder.h: bytes, gzips and zips made by hand, and a zip writer that can lie.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-archive.h"
#include "log-builder.h"

#include <glib/gstdio.h>
#include <unistd.h>
#include <zlib.h>

static inline GByteArray *
read_all (ScopeSource *source, GError **error)
{
  GByteArray *all = g_byte_array_new ();
  guint8 bytes[1000];
  gssize n;

  while ((n = scope_source_read (source, bytes, sizeof bytes, error)) > 0)
    g_byte_array_append (all, bytes, (guint)n);
  return all;
}

static inline void
assert_reads (ScopeSource *source, const void *data, gsize n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) all = read_all (source, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (all->data, all->len, data, n);
}

static inline GByteArray *
bytes_new (const void *data, gsize n)
{
  return g_byte_array_append (g_byte_array_new (), data, (guint)n);
}

/* `n` bytes that do not pack well, beginning like a log. */
static inline GByteArray *
log_like (guint n, guint seed)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_set_size (bytes, n);
  for (guint i = 0; i < n; i++)
    bytes->data[i] = (guint8)((seed = seed * 1103515245u + 12345u) >> 20 & 0x3f);
  memcpy (bytes->data, "hdrbhetb", MIN (n, 8));
  return bytes;
}

/* window_bits as zlib has it: 31 gzip, -15 raw. */
static inline GByteArray *
pack (const void *data, gsize n, int window_bits)
{
  GByteArray *out = g_byte_array_new ();
  z_stream z = { 0 };

  g_assert_cmpint (deflateInit2 (&z, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  g_byte_array_set_size (out, (guint)deflateBound (&z, n) + 64);
  z.next_in = (Bytef *)data;
  z.avail_in = (uInt)n;
  z.next_out = out->data;
  z.avail_out = out->len;
  g_assert_cmpint (deflate (&z, Z_FINISH), ==, Z_STREAM_END);
  g_byte_array_set_size (out, (guint)z.total_out);
  deflateEnd (&z);
  return out;
}

static inline char *
write_temporary (const void *data, gsize n)
{
  g_autoptr (GError) error = NULL;
  char *path;
  int fd = g_file_open_tmp ("lanescope-XXXXXX", &path, &error);

  g_assert_no_error (error);
  for (gsize at = 0; at < n;)
    {
      gssize put = write (fd, (const guint8 *)data + at, n - at);

      g_assert_cmpint (put, >, 0);
      at += (gsize)put;
    }
  close (fd);
  return path;
}

/* Opens these bytes as a trace. */
static inline ScopeArchive *
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

static inline void
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

static inline void
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
  guint16 flags, method; /* added; method replaces if not 0 */
  gint64 size_lie;       /* added to the sizes the directory claims */
  guint32 crc_lie;
  gboolean same_place; /* the directory points to the member before */
  gboolean zip64;
} Member;

static inline void
le (GByteArray *out, guint64 value, guint size)
{
  for (guint i = 0; i < size; i++)
    g_byte_array_append (out, (const guint8[]){ (guint8)(i < 8 ? value >> (8 * i) : 0) }, 1);
}

static inline void
central (GByteArray *out, const Member *m, guint32 crc, guint64 packed, guint64 size, guint64 offset)
{
  guint n = (guint)strlen (m->name);

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
  g_byte_array_append (out, (const guint8 *)m->name, n);
  if (!m->zip64)
    return;
  le (out, 1, 2);
  le (out, 24, 2);
  le (out, size, 8);
  le (out, packed, 8);
  le (out, offset, 8);
}

static inline GByteArray *
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
      guint32 crc = (guint32)crc32 (0, m->data->data, m->data->len);
      guint name = (guint)strlen (m->name);

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
          g_byte_array_append (out, (const guint8 *)m->name, name);
          g_byte_array_append (out, packed->data, packed->len);
          if (m->bit3)
            {
              le (out, 0x08074b50, 4);
              le (out, crc, 4);
              le (out, packed->len, 4);
              le (out, m->data->len, 4);
            }
        }
      central (directory, m, crc, packed->len + (guint64)m->size_lie, m->data->len + (guint64)m->size_lie,
               offset);
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
    g_byte_array_append (out, (const guint8 *)comment, (guint)strlen (comment));
  return out;
}
