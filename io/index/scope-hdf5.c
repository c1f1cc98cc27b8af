/* scope-hdf5.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-hdf5.h"

#define CHUNK_BYTES (256u * 1024u)
/* Records are packed and unpacked by so much at a time. HDF5 takes, and clears, twice as much for every dataset: with the
 * megabyte that it takes unless told, that was half of the time in which a small index is opened. */
#define BUFFER_BYTES (32u * 1024u)
/* Deflate packs 1,032 bytes into one at best: a dataset that claims more has no such records. */
#define MAX_RATIO 1100u

/* So many links or attributes lie in a group's own header, not in a heap and a tree beside: an archive of thousands of small machines
 * would be nothing but those. */
#define MOST_COMPACT 64

typedef struct
{
  ScopeHdf5Func func;
  gpointer data;
  GMutex lock;
  GCond done_cond;
  gboolean wait, done;
} Call;

static gpointer
run (gpointer data)
{
  GAsyncQueue *queue = data;

  /* Files are closed when they are done with; those let go (scope-index-bytes.c) must not be closed at exit. */
  H5dont_atexit ();
  /* Failures are reported by who called, not printed. */
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  for (;;)
    {
      Call *call = g_async_queue_pop (queue);

      call->func (call->data);
      if (!call->wait)
        {
          g_free (call);
          continue;
        }
      g_mutex_lock (&call->lock);
      call->done = TRUE;
      g_cond_signal (&call->done_cond);
      g_mutex_unlock (&call->lock);
    }

  return NULL;
}

static GAsyncQueue *
get_queue (void)
{
  static gsize queue;

  if (g_once_init_enter (&queue))
    {
      GAsyncQueue *made = g_async_queue_new ();

      g_thread_unref (g_thread_new ("hdf5", run, made));
      g_once_init_leave (&queue, (gsize) made);
    }

  return (GAsyncQueue *) queue;
}

void
scope_hdf5_call (ScopeHdf5Func func, gpointer data)
{
  Call call = { .func = func, .data = data, .wait = TRUE };

  g_mutex_init (&call.lock);
  g_cond_init (&call.done_cond);
  g_async_queue_push (get_queue (), &call);
  g_mutex_lock (&call.lock);
  while (!call.done)
    g_cond_wait (&call.done_cond, &call.lock);
  g_mutex_unlock (&call.lock);
  g_cond_clear (&call.done_cond);
  g_mutex_clear (&call.lock);
}

void
scope_hdf5_post (ScopeHdf5Func func, gpointer data)
{
  Call *call = g_new0 (Call, 1);

  call->func = func;
  call->data = data;
  g_async_queue_push (get_queue (), call);
}

hid_t
scope_hdf5_open_machine (hid_t file, guint index)
{
  g_autofree char *name = g_strdup_printf ("/machine/%u", index);
  hid_t links, plist, group;

  if (H5Lexists (file, "/machine", H5P_DEFAULT) > 0 && H5Lexists (file, name, H5P_DEFAULT) > 0)
    return H5Gopen2 (file, name, H5P_DEFAULT);
  links = H5Pcreate (H5P_LINK_CREATE);
  plist = H5Pcreate (H5P_GROUP_CREATE);
  H5Pset_create_intermediate_group (links, 1);
  H5Pset_link_phase_change (plist, MOST_COMPACT, MOST_COMPACT / 2);
  H5Pset_attr_phase_change (plist, MOST_COMPACT, MOST_COMPACT / 2);
  group = H5Gcreate2 (file, name, links, plist, H5P_DEFAULT);
  H5Pclose (plist);
  H5Pclose (links);

  return group;
}

/* --- attributes --- */

gboolean
scope_hdf5_put_integer (hid_t where, const char *name, gint64 value)
{
  hid_t space = H5Screate (H5S_SCALAR);
  hid_t attribute = H5Acreate2 (where, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  gboolean ok = attribute >= 0 && H5Awrite (attribute, H5T_NATIVE_INT64, &value) >= 0;

  if (attribute >= 0)
    H5Aclose (attribute);
  H5Sclose (space);

  return ok;
}

gboolean
scope_hdf5_get_integer (hid_t where, const char *name, gint64 *ret_value)
{
  hid_t attribute, space, type;
  gboolean ok;

  if (H5Aexists (where, name) <= 0 || (attribute = H5Aopen (where, name, H5P_DEFAULT)) < 0)
    return FALSE;
  space = H5Aget_space (attribute);
  type = H5Aget_type (attribute);
  ok = space >= 0 && type >= 0 && H5Sget_simple_extent_npoints (space) == 1 && H5Tget_class (type) == H5T_INTEGER
       && H5Aread (attribute, H5T_NATIVE_INT64, ret_value) >= 0;
  if (type >= 0)
    H5Tclose (type);
  if (space >= 0)
    H5Sclose (space);
  H5Aclose (attribute);

  return ok;
}

gboolean
scope_hdf5_put_text (hid_t where, const char *name, const char *value)
{
  gsize n = value != NULL ? strlen (value) : 0;
  hid_t type = H5Tcopy (H5T_C_S1);
  hid_t space = H5Screate (H5S_SCALAR);
  hid_t attribute;
  gboolean ok;

  H5Tset_size (type, MAX (n, 1));
  H5Tset_strpad (type, H5T_STR_NULLPAD);
  H5Tset_cset (type, H5T_CSET_UTF8);
  attribute = H5Acreate2 (where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  ok = attribute >= 0 && H5Awrite (attribute, type, n > 0 ? value : "") >= 0;
  if (attribute >= 0)
    H5Aclose (attribute);
  H5Sclose (space);
  H5Tclose (type);

  return ok;
}

gboolean
scope_hdf5_get_text (hid_t where, const char *name, char **ret_value)
{
  hid_t attribute, type = -1, space = -1;
  gsize n = 0;
  gboolean ok = FALSE;

  if (H5Aexists (where, name) <= 0 || (attribute = H5Aopen (where, name, H5P_DEFAULT)) < 0)
    return FALSE;
  type = H5Aget_type (attribute);
  space = H5Aget_space (attribute);
  if (type >= 0 && space >= 0 && H5Tget_class (type) == H5T_STRING && H5Tis_variable_str (type) == 0
      && H5Sget_simple_extent_npoints (space) == 1)
    n = H5Tget_size (type);
  if (n > 0 && n <= 65536)
    {
      g_autofree char *raw = g_malloc0 (n + 1);

      ok = H5Aread (attribute, type, raw) >= 0;
      if (ok)
        *ret_value = g_utf8_make_valid (raw, -1);
    }
  if (space >= 0)
    H5Sclose (space);
  if (type >= 0)
    H5Tclose (type);
  H5Aclose (attribute);

  return ok;
}

/* --- records --- */

static hid_t
field_type (const ScopeField *field, gboolean in_file)
{
  hid_t base;
  hsize_t n = field->n;

  switch (field->type)
    {
    case SCOPE_FIELD_U8:
      base = H5T_STD_U8LE;
      break;
    case SCOPE_FIELD_U32:
      base = in_file ? H5T_STD_U32LE : H5T_NATIVE_UINT32;
      break;
    case SCOPE_FIELD_U64:
      base = in_file ? H5T_STD_U64LE : H5T_NATIVE_UINT64;
      break;
    default:
      base = in_file ? H5T_STD_I64LE : H5T_NATIVE_INT64;
    }

  return n > 1 ? H5Tarray_create2 (base, 1, &n) : H5Tcopy (base);
}

/* The record as it lies in memory, and packed as it lies in the file. */
static hid_t
record_type (const ScopeField *fields, guint n_fields, gsize size, gboolean in_file)
{
  hid_t type;

  if (n_fields == 0)
    return H5Tcopy (H5T_STD_U8LE);
  type = H5Tcreate (H5T_COMPOUND, size);
  for (guint i = 0; i < n_fields; i++)
    {
      hid_t field = field_type (&fields[i], in_file);
      H5Tinsert (type, fields[i].name, fields[i].offset, field);
      H5Tclose (field);
    }
  if (in_file)
    H5Tpack (type);

  return type;
}

/* The file's record of that name, which lies there once, not in each of thousands of datasets: "/types/<name>", made of `fields` if it
 * is not there. -1 if it cannot be. */
static hid_t
named_type (hid_t where, const char *name, const ScopeField *fields, guint n_fields, gsize size)
{
  g_autofree char *path = g_strdup_printf ("/types/%s", name);
  hid_t file = H5Iget_file_id (where), type, links;

  if (H5Lexists (file, "/types", H5P_DEFAULT) > 0 && H5Lexists (file, path, H5P_DEFAULT) > 0)
    type = H5Topen2 (file, path, H5P_DEFAULT);
  else
    {
      links = H5Pcreate (H5P_LINK_CREATE);
      H5Pset_create_intermediate_group (links, 1);
      type = record_type (fields, n_fields, size, TRUE);
      if (H5Tcommit2 (file, path, type, links, H5P_DEFAULT, H5P_DEFAULT) < 0)
        {
          H5Tclose (type);
          type = -1;
        }
      H5Pclose (links);
    }
  H5Fclose (file);

  return type;
}

static hid_t
transfer_plist (gsize size)
{
  hid_t plist = H5Pcreate (H5P_DATASET_XFER);

  H5Pset_buffer (plist, MAX (BUFFER_BYTES, size), NULL, NULL);

  return plist;
}

gboolean
scope_hdf5_put_records (hid_t where, const char *name, const char *type, const ScopeField *fields, guint n_fields,
                        gsize size, const void *records, gsize n, guint64 beside)
{
  hid_t memory, file, space, plist, transfer, dataset;
  hsize_t dims = n, chunk = CLAMP (CHUNK_BYTES / MAX (size, 1), 1, MAX (n, 1));
  gboolean ok;

  if (n == 0)
    return TRUE;
  memory = record_type (fields, n_fields, size, FALSE);
  file = type != NULL ? named_type (where, type, fields, n_fields, size) : record_type (fields, n_fields, size, TRUE);
  space = H5Screate_simple (1, &dims, NULL);
  plist = H5Pcreate (H5P_DATASET_CREATE);
  transfer = transfer_plist (size);
  H5Pset_dset_no_attrs_hint (plist, TRUE);
  H5Pset_obj_track_times (plist, FALSE);
  H5Pset_chunk (plist, 1, &chunk);
  if ((guint64) n * size >= beside / 32)
    {
      H5Pset_shuffle (plist);
      H5Pset_deflate (plist, 1);
    }
  H5Pset_fletcher32 (plist);
  dataset = file >= 0 ? H5Dcreate2 (where, name, file, space, H5P_DEFAULT, plist, H5P_DEFAULT) : -1;
  ok = dataset >= 0 && H5Dwrite (dataset, memory, H5S_ALL, H5S_ALL, transfer, records) >= 0;
  if (dataset >= 0)
    ok = H5Dclose (dataset) >= 0 && ok;
  H5Pclose (transfer);
  H5Pclose (plist);
  H5Sclose (space);
  if (file >= 0)
    H5Tclose (file);
  H5Tclose (memory);

  return ok;
}

gboolean
scope_hdf5_get_records (hid_t where, const char *name, const ScopeField *fields, guint n_fields, gsize size, gsize max,
                        gpointer *ret_records, gsize *ret_n)
{
  hid_t dataset, space, type, memory;
  hsize_t n = 0;
  gpointer records = NULL;
  gboolean ok;

  if (H5Lexists (where, name, H5P_DEFAULT) == 0)
    {
      *ret_records = g_malloc0 (1);
      *ret_n = 0;
      return TRUE;
    }
  if ((dataset = H5Dopen2 (where, name, H5P_DEFAULT)) < 0)
    return FALSE;
  space = H5Dget_space (dataset);
  type = H5Dget_type (dataset);
  memory = record_type (fields, n_fields, size, FALSE);
  ok = space >= 0 && type >= 0 && H5Sget_simple_extent_ndims (space) == 1
       && H5Sget_simple_extent_dims (space, &n, NULL) == 1 && n <= max
       && n * size / MAX_RATIO <= H5Dget_storage_size (dataset)
       && H5Tget_class (type) == (n_fields > 0 ? H5T_COMPOUND : H5T_INTEGER)
       && (n_fields == 0 || (guint) H5Tget_nmembers (type) == n_fields);
  if (ok)
    {
      hid_t transfer = transfer_plist (MAX (size, H5Tget_size (type)));

      records = g_try_malloc0 (MAX (n * size, 1));
      ok = records != NULL && (n == 0 || H5Dread (dataset, memory, H5S_ALL, H5S_ALL, transfer, records) >= 0);
      H5Pclose (transfer);
    }
  H5Tclose (memory);
  if (type >= 0)
    H5Tclose (type);
  if (space >= 0)
    H5Sclose (space);
  H5Dclose (dataset);
  if (!ok)
    {
      g_free (records);
      return FALSE;
    }
  *ret_records = records;
  *ret_n = n;

  return TRUE;
}
