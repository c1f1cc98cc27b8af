/* test-source.c: sources, and what is opened as a trace: files, folders, pipes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "zip-builder.h"

#include <signal.h>
#include <sys/resource.h>

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
  g_byte_array_append (packed, (const guint8 *)"\0\0\0\0", 4);
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
    g_assert_cmpstr (error->message, ==, "reading was stopped before this was read");
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

/* No room for the temporary file. */
static void
test_spool_full (void)
{
  g_autoptr (GByteArray) data = log_like (700000, 30), packed = pack (data->data, data->len, 31);
  g_autoptr (ScopeSource) file = scope_source_new_memory (packed->data, packed->len, "gz");
  g_autoptr (ScopeSource) source = scope_source_new_gzip (file, NULL);
  g_autoptr (GError) error = NULL;
  struct rlimit before, small;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  small = before;
  small.rlim_cur = 65536;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  g_assert_null (scope_source_spool (source, G_MAXINT64, NULL, NULL, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_nonnull (strstr (error->message, g_get_tmp_dir ()));
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
      g_assert_true (g_file_set_contents (file[i], datas[i] ? (const char *)datas[i]->data : "text",
                                          datas[i] ? datas[i]->len : 4, NULL));
    }
  g_assert_true (g_file_set_contents (file[2], "nothing", 7, NULL));
  archive = scope_archive_open (paths, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (scope_archive_format (archive), ==, "folder");
  g_assert_cmpuint (scope_archive_n_members (archive), ==, 4);
  g_assert_true (scope_archive_member (archive, 0)->foreign);
  assert_member (archive, 1, "p#3.anything", b);
  assert_refused (archive, 2, "is not an eventlog");
  assert_member (archive, 3, "p#12.eventlog", a);
  g_assert_null (scope_archive_notice (archive));
  digest = scope_archive_digest (archive);
  g_assert_cmpuint (strlen (digest), ==, 32);

  paths[0] = file[0];
  paths[1] = file[1];
  files = scope_archive_open (paths, 2, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (scope_archive_format (files), ==, "files");
  g_assert_null (scope_archive_notice (files));
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
          g_assert_true (g_file_set_contents (path, (const char *)a->data, a->len, NULL));
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
      at += (gsize)put;
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
      f = (Feed){ fds[1], inputs[i] };
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
  g_test_add_func ("/source/spool-full", test_spool_full);
  g_test_add_func ("/source/missing", test_missing);
  g_test_add_func ("/archive/folder", test_folder);
  g_test_add_func ("/archive/digest", test_digest);
  g_test_add_func ("/archive/standard-input", test_standard_input);
  return g_test_run ();
}
