/* scope-otf2-points.c: see scope-otf2-points.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/export/scope-otf2-points.h"

#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/mman.h>
#include <unistd.h>

struct _ScopeOtf2Points
{
  guint32 n_locations;
  gsize *ends;  /* where each location's points end; while they are counted: how many */
  gsize *added; /* how many of them are there */
  gsize n;
  ScopeOtf2Point *room; /* mapped; NULL: none */
};

ScopeOtf2Points *
scope_otf2_points_new (guint32 n_locations)
{
  ScopeOtf2Points *points = g_new0 (ScopeOtf2Points, 1);

  points->n_locations = n_locations;
  points->ends = g_new0 (gsize, n_locations + 1);
  points->added = g_new0 (gsize, n_locations + 1);
  return points;
}

void
scope_otf2_points_free (ScopeOtf2Points *points)
{
  if (points->room != NULL)
    munmap (points->room, points->n * sizeof *points->room);
  g_free (points->ends);
  g_free (points->added);
  g_free (points);
}

void
scope_otf2_points_count (ScopeOtf2Points *points, guint32 location)
{
  points->ends[location]++;
  points->n++;
}

/* A file without a name, with all its blocks: a full disk is noticed now. */
static int
open_file (const char *path, gsize size)
{
  g_autofree char *name = g_strdup_printf ("%s.XXXXXX", path);
  int fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600), code;

  if (fd < 0)
    return -1;
  g_unlink (name);
  code = posix_fallocate (fd, 0, (off_t) size);
  if (code == 0)
    return fd;
  close (fd);
  errno = code;
  return -1;
}

gboolean
scope_otf2_points_make_room (ScopeOtf2Points *points, const char *path, GError **error)
{
  const gsize size = points->n * sizeof *points->room;
  void *room = MAP_FAILED;
  int fd;

  for (guint32 i = 1; i < points->n_locations; i++)
    points->ends[i] += points->ends[i - 1];
  if (points->n == 0)
    return TRUE;
  fd = open_file (path, size);
  if (fd >= 0)
    {
      room = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      close (fd);
    }
  if (room == MAP_FAILED)
    return scope_fail (error, g_io_error_from_errno (errno), _("Could not write “%s”: %s"), path, g_strerror (errno));
  points->room = room;
  return TRUE;
}

static gsize
first_of (const ScopeOtf2Points *points, guint32 location)
{
  return location == 0 ? 0 : points->ends[location - 1];
}

void
scope_otf2_points_add (ScopeOtf2Points *points, guint32 location, const ScopeOtf2Point *point)
{
  gsize place = first_of (points, location) + points->added[location];

  g_return_if_fail (place < points->ends[location]);
  points->room[place] = *point;
  points->added[location]++;
}

static int
compare_points (gconstpointer a, gconstpointer b, gpointer data)
{
  const ScopeOtf2Point *first = a, *second = b;

  return first->time < second->time ? -1 : first->time > second->time;
}

const ScopeOtf2Point *
scope_otf2_points_sort (ScopeOtf2Points *points, guint32 location, gsize *ret_n)
{
  const gsize n = points->added[location];
  ScopeOtf2Point *all = n > 0 ? points->room + first_of (points, location) : NULL;

  *ret_n = n;
  for (gsize i = 1; i < n; i++)
    if (all[i].time < all[i - 1].time)
      {
        g_qsort_with_data (all, (int) MIN (n, G_MAXINT), sizeof *all, compare_points, NULL); /* stable */
        break;
      }
  return all;
}
