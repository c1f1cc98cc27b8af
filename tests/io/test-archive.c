/* test-archive.c: zips of every shape, made by hand: odd, damaged, hostile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "zip-builder.h"

#include "io/source/scope-archive-private.h"

#include <zip.h>

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
  g_assert_cmpstr (((const ScopeZip *) archive->zips->pdata[0])->comment, ==, suffix ? NULL : "prog +RTS -N4");
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
  assert_refused (archive, 4, "is not an eventlog");
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

  assert_refused (archive, 0, "is not an eventlog");
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

/* An archive that is cut anywhere: the members that are whole are found, and of the last one what is there.
 */
static void
test_cut (void)
{
  g_autoptr (GByteArray) a = log_like (600, 10), b = log_like (900, 11);

  for (guint kind = 0; kind < 4; kind++)
    {
      const Member members[]
          = { { .name = "p#1.eventlog", .data = a, .deflate = kind & 1, .bit3 = kind >> 1 },
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
      members[i] = (Member){ .name = names->pdata[i], .data = a, .deflate = i % 2 };
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
  g_byte_array_append (with_junk, (const guint8 *)bytes, (guint)n);
  g_byte_array_append (with_junk, (const guint8 *)"\0\0\0\0", 4);
  archive = open_bytes (with_junk, &error);
  g_assert_no_error (error);
  assert_member (archive, 0, "p#1.eventlog", a);
}

static void
test_no_trace (void)
{
  static const char *const texts[]
      = { "", "x", "hello, world, this is a text", "PK\5\6", "\x1f\x8b\b\0\0\0\0\0" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GByteArray) bytes = bytes_new (texts[i], strlen (texts[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (open_bytes (bytes, &error));
      g_assert_nonnull (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/shapes", test_shapes);
  g_test_add_func ("/archive/stored-in-place", test_stored_in_place);
  g_test_add_func ("/archive/bad-members", test_bad_members);
  g_test_add_func ("/archive/refusals", test_refusals);
  g_test_add_func ("/archive/checks", test_checks);
  g_test_add_func ("/archive/cut", test_cut);
  g_test_add_func ("/archive/3000-members", test_3000_members);
  g_test_add_func ("/archive/rare-methods", test_rare_methods);
  g_test_add_func ("/archive/no-trace", test_no_trace);
  return g_test_run ();
}
