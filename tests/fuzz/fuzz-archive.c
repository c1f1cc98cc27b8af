/* fuzz-archive.c: whatever the bytes, they are opened as a trace or refused with a message, and all their
 * members can be read to the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "io/format/eventlog/scope-eventlog.h"
#include "io/source/scope-archive.h"

#include <sys/mman.h>
#include <unistd.h>

#define MAX_BYTES (8u << 20) /* of one member: what unpacks to more is as good a case as what is cut there   \
                              */

static void
read_member (ScopeArchive *archive, guint i)
{
  g_autoptr (GError) error = NULL, read_error = NULL;
  g_autoptr (ScopeSource) source = scope_archive_open_member (archive, i, &error);
  g_autofree guint8 *bytes = g_malloc (65536);
  guint64 done, all, total = 0;
  gssize n;

  if (!source)
    {
      g_assert_nonnull (error);
      return;
    }
  while (total < MAX_BYTES && (n = scope_source_read (source, bytes, 65536, &read_error)) > 0)
    total += (guint64)n;
  scope_source_progress (source, &done, &all);
}

static void
decode_member (ScopeArchive *archive, guint i)
{
  g_autoptr (ScopeSource) source = scope_archive_open_member (archive, i, NULL), spooled = NULL;
  g_autoptr (ScopeDecoder) decoder = NULL;
  g_autoptr (GError) error = NULL;
  gboolean spool = FALSE, cut;
  const ScopeEvent *events;
  guint batches = 0;

  if (!source)
    return;
  decoder = scope_eventlog_new (source, &spool, &error);
  if (spool)
    {
      spooled = scope_source_spool (source, MAX_BYTES, &cut, NULL, NULL);
      decoder = spooled ? scope_eventlog_new (spooled, &spool, &error) : NULL;
    }
  while (decoder && batches++ < 1000 && decoder->klass->next (decoder, &events) > 0)
    ;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  g_autofree char *path = NULL, *digest = NULL;
  g_autoptr (ScopeArchive) archive = NULL;
  g_autoptr (GError) error = NULL;
  const char *paths[1];
  int fd = memfd_create ("fuzz", 0);

  if (fd < 0 || write (fd, data, n) != (gssize)n)
    {
      close (fd);
      return 0;
    }
  path = g_strdup_printf ("/proc/self/fd/%d", fd);
  paths[0] = path;
  archive = scope_archive_open (paths, 1, NULL, &error);
  if (archive)
    {
      digest = scope_archive_digest (archive);
      g_assert_nonnull (digest);
      for (guint i = 0; i < MIN (scope_archive_n_members (archive), 20); i++)
        {
          const ScopeMember *member = scope_archive_member (archive, i);

          g_assert_true (g_utf8_validate (member->name, -1, NULL));
          read_member (archive, i);
          decode_member (archive, i);
        }
    }
  else
    g_assert_nonnull (error);
  close (fd);
  return 0;
}
