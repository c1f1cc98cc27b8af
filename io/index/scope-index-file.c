/* scope-index-file.c: the file behind all machines of a trace: made, opened, given up, found damaged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index-file-private.h"

#include "io/source/scope-fd.h"
#include "io/source/scope-paged-file.h"
#include "io/source/scope-unnamed.h"
#include "io/index/scope-cache.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-ref.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIRECTORY_BYTES (1024u * 1024u)
#define FEW_BYTES 1024u

typedef struct
{
  const char *path;
  hid_t id;
} CreateCall;

/* What is in HDF5's cache of directories takes many times its size in the file, and is hardly asked for again. */
static void
limit_cache (hid_t access)
{
  H5AC_cache_config_t config = { .version = H5AC__CURR_CACHE_CONFIG_VERSION };

  if (H5Pget_mdc_config (access, &config) < 0)
    return;
  config.set_initial_size = TRUE;
  config.initial_size = config.min_size = config.max_size = DIRECTORY_BYTES;
  H5Pset_mdc_config (access, &config);
}

static void
create_file (gpointer data)
{
  CreateCall *call = data;
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);

  H5Pset_libver_bounds (access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  limit_cache (access);
  call->id = H5Fcreate (call->path, H5F_ACC_EXCL, H5P_DEFAULT, access);
  H5Pclose (access);
}

static ScopeIndexFile *
file_new (void)
{
  ScopeIndexFile *file = g_new0 (ScopeIndexFile, 1);

  scope_paged_file_use ();
  g_atomic_ref_count_init (&file->ref_count);
  g_mutex_init (&file->lock);
  g_mutex_init (&file->page_lock);
  g_cond_init (&file->written);
  file->id = -1;
  file->fd = file->spare_fd = -1;

  return file;
}

ScopeIndexFile *
scope_index_file_create (const char *path, GError **error)
{
  g_autoptr (ScopeIndexFile) file = file_new ();

  if (path == NULL)
    {
      file->failure = g_strdup ("the index is not kept");
      file->spare_fd = scope_unnamed_open (TRUE, error);
      return file->spare_fd >= 0 ? g_steal_pointer (&file) : NULL;
    }
  {
    CreateCall call = { path, -1 };

    errno = 0;
    scope_hdf5_call (create_file, &call);
    file->id = call.id;
    file->fd = call.id >= 0 ? open (path, O_RDONLY | O_CLOEXEC) : -1;
    if (file->fd < 0)
      {
        g_unlink (path);
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s cannot be written"), path);
        return NULL;
      }
  }

  return g_steal_pointer (&file);
}

ScopeIndexFile *
scope_index_file_open (const char *path, GError **error)
{
  g_autoptr (ScopeIndexFile) file = file_new ();
  struct stat st;

  /* A FIFO of that name is not waited for. */
  file->fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file->fd < 0)
    return scope_fail_null (error, g_io_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
  if (fstat (file->fd, &st) != 0 || !S_ISREG (st.st_mode))
    return scope_fail_null (error, G_IO_ERROR_NOT_REGULAR_FILE, "%s: it is no file", path);
  scope_cache_hold (file->fd);
  file->path = g_strdup (path);

  return g_steal_pointer (&file);
}

ScopeIndexFile *
scope_index_file_new_of_source (ScopeIndexSource *source)
{
  ScopeIndexFile *file = file_new ();

  file->fd = source->fd;
  file->source = source;

  return file;
}

gboolean
scope_index_file_read (ScopeIndexFile *file, guint64 address, gpointer data, gsize n, GError **error)
{
  return file->source != NULL ? file->source->klass->read (file->source, address, data, n, error)
                              : scope_fd_read (file->fd, data, n, address) == n;
}

void
scope_index_file_on_damage (ScopeIndexFile *file, ScopeIndexDamaged func, gpointer user_data, GDestroyNotify destroy)
{
  g_mutex_lock (&file->lock);
  file->damaged_func = func;
  file->damaged_data = user_data;
  file->damaged_destroy = destroy;
  g_mutex_unlock (&file->lock);
}

gboolean
scope_index_file_is_here (ScopeIndexFile *file)
{
  return file->source == NULL;
}

gboolean
scope_index_file_is_cut (ScopeIndexFile *file)
{
  return file->source != NULL && g_atomic_int_get (&file->source->cut);
}

ScopeFarEnd *
scope_index_file_far_end (ScopeIndexFile *file)
{
  return file->source != NULL ? file->source->end : NULL;
}

void
scope_index_file_keep (ScopeIndexFile *file)
{
  g_clear_pointer (&file->path, g_free);
}

void
scope_index_file_take_parts (ScopeIndexFile *file, ScopeIndexParts *parts)
{
  file->parts = parts;
  scope_index_file_keep (file);
}

ScopeIndexParts *
scope_index_file_parts (ScopeIndexFile *file)
{
  return file->parts;
}

int
scope_index_file_fd (ScopeIndexFile *file)
{
  return file->fd;
}

void
scope_index_file_damaged (ScopeIndexFile *file)
{
  struct stat ours, there;
  gboolean first;

  if (scope_index_file_is_cut (file))
    return;
  g_mutex_lock (&file->lock);
  first = !file->damaged;
  file->damaged = TRUE;
  g_mutex_unlock (&file->lock);
  if (!first)
    return;
  if (file->source != NULL)
    file->source->klass->forget (file->source);
  if (file->path != NULL && fstat (file->fd, &ours) == 0 && stat (file->path, &there) == 0 && ours.st_ino == there.st_ino
      && ours.st_dev == there.st_dev)
    g_unlink (file->path);
  if (file->damaged_func != NULL)
    file->damaged_func (file->damaged_data);
}

/* With the page's lock held. */
static gboolean
take_page (ScopeIndexFile *file, guint64 page, gsize n, gint *checked, guint64 checksum)
{
  if (file->page_at == page)
    return TRUE;
  file->page_at = 0;
  if (scope_fd_read (file->fd, file->page, n, page) < n
      || (!g_atomic_int_get (checked) && scope_segment_checksum (file->page, n) != checksum))
    return FALSE;
  g_atomic_int_set (checked, 1);
  file->page_at = page;

  return TRUE;
}

gboolean
scope_index_file_read_few (ScopeIndexFile *file, guint64 page, gsize page_bytes, gint *checked, guint64 checksum, gsize at,
                           guint8 *data, gsize n)
{
  gboolean ok;

  /* From elsewhere it may take long, and fail: nobody is to wait for that with a lock held. */
  if (n > FEW_BYTES || file->source != NULL || !g_mutex_trylock (&file->page_lock))
    return FALSE;
  ok = take_page (file, page, page_bytes, checked, checksum);
  if (ok)
    memcpy (data, file->page + at, n);
  g_mutex_unlock (&file->page_lock);

  return ok;
}

void
scope_index_file_give_room (ScopeIndexFile *file, guint8 *data, gboolean whole)
{
  g_mutex_lock (&file->lock);
  if (whole && file->n_rooms < G_N_ELEMENTS (file->rooms))
    file->rooms[file->n_rooms++] = g_steal_pointer (&data);
  g_mutex_unlock (&file->lock);
  g_free (data);
}

guint8 *
scope_index_file_take_room (ScopeIndexFile *file)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&file->lock);

  return file->n_rooms > 0 ? file->rooms[--file->n_rooms] : NULL;
}

static void
close_file (gpointer data)
{
  ScopeIndexFile *file = data;

  if (file->id < 0)
    return;
  /* HDF5 crashes when it closes a file whose metadata it could not write: such a file is let go as it is (its part is
   * removed by who made it). */
  file->closed_well = scope_index_file_failure (file) == NULL && H5Fflush (file->id, H5F_SCOPE_LOCAL) >= 0
                      && H5Fclose (file->id) >= 0;
  file->id = -1;
}

gboolean
scope_index_file_close (ScopeIndexFile *file)
{
  scope_hdf5_call (close_file, file);
  scope_cache_hold (file->fd);

  return file->closed_well;
}

static void
index_file_free (ScopeIndexFile *file)
{
  if (file->id >= 0)
    scope_index_file_close (file);
  if (file->source != NULL)
    file->source->klass->free (file->source);
  else if (file->fd >= 0)
    close (file->fd);
  if (file->spare_fd >= 0)
    close (file->spare_fd);
  if (file->damaged_destroy != NULL)
    file->damaged_destroy (file->damaged_data);
  while (file->n_rooms > 0)
    g_free (file->rooms[--file->n_rooms]);
  scope_index_parts_free (file->parts);
  g_free (file->path);
  g_free (file->failure);
  g_cond_clear (&file->written);
  g_mutex_clear (&file->page_lock);
  g_mutex_clear (&file->lock);
  g_free (file);
}

SCOPE_DEFINE_REF (ScopeIndexFile, scope_index_file, object->ref_count, index_file_free)

hid_t
scope_index_file_id (ScopeIndexFile *file)
{
  return file->id;
}

guint64
scope_index_file_size (ScopeIndexFile *file)
{
  struct stat st;

  return file->fd >= 0 && fstat (file->fd, &st) == 0 ? (guint64) st.st_size : file->spare_size;
}

guint64
scope_index_file_spare (ScopeIndexFile *file)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&file->lock);

  return file->spare_size;
}

gsize
scope_index_file_stuck (ScopeIndexFile *file)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&file->lock);

  return file->stuck;
}

const char *
scope_index_file_failure (ScopeIndexFile *file)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&file->lock);

  return file->failure;
}

void
scope_index_file_fail (ScopeIndexFile *file, const char *why)
{
  g_mutex_lock (&file->lock);
  if (file->failure == NULL)
    file->failure = g_strdup (why);
  g_mutex_unlock (&file->lock);
}
