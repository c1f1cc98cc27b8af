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

/* Set on that thread. */
static GPrivate *
is_here (void)
{
  static GPrivate here;

  return &here;
}

static gpointer
run (gpointer data)
{
  GAsyncQueue *queue = data;

  g_private_set (is_here (), queue);
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

  if (g_private_get (is_here ()) != NULL)
    {
      func (data);
      return;
    }
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
  g_auto (ScopeHdf5List) links = H5I_INVALID_HID, plist = H5I_INVALID_HID;

  if (H5Lexists (file, "/machine", H5P_DEFAULT) > 0 && H5Lexists (file, name, H5P_DEFAULT) > 0)
    return H5Gopen2 (file, name, H5P_DEFAULT);
  links = H5Pcreate (H5P_LINK_CREATE);
  plist = H5Pcreate (H5P_GROUP_CREATE);
  H5Pset_create_intermediate_group (links, 1);
  H5Pset_link_phase_change (plist, MOST_COMPACT, MOST_COMPACT / 2);
  H5Pset_attr_phase_change (plist, MOST_COMPACT, MOST_COMPACT / 2);

  return H5Gcreate2 (file, name, links, plist, H5P_DEFAULT);
}

/* --- attributes --- */

gboolean
scope_hdf5_put_integer (hid_t where, const char *name, gint64 value)
{
  g_auto (ScopeHdf5Space) space = H5Screate (H5S_SCALAR);
  g_auto (ScopeHdf5Attribute) attribute = H5Acreate2 (where, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);

  return attribute >= 0 && H5Awrite (attribute, H5T_NATIVE_INT64, &value) >= 0;
}

gboolean
scope_hdf5_get_integer (hid_t where, const char *name, gint64 *ret_value)
{
  g_auto (ScopeHdf5Attribute) attribute = H5I_INVALID_HID;
  g_auto (ScopeHdf5Space) space = H5I_INVALID_HID;
  g_auto (ScopeHdf5Type) type = H5I_INVALID_HID;

  if (H5Aexists (where, name) <= 0 || (attribute = H5Aopen (where, name, H5P_DEFAULT)) < 0)
    return FALSE;
  space = H5Aget_space (attribute);
  type = H5Aget_type (attribute);

  return space >= 0 && type >= 0 && H5Sget_simple_extent_npoints (space) == 1 && H5Tget_class (type) == H5T_INTEGER
         && H5Aread (attribute, H5T_NATIVE_INT64, ret_value) >= 0;
}

gboolean
scope_hdf5_put_text (hid_t where, const char *name, const char *value)
{
  gsize n = value != NULL ? strlen (value) : 0;
  g_auto (ScopeHdf5Type) type = H5Tcopy (H5T_C_S1);
  g_auto (ScopeHdf5Space) space = H5Screate (H5S_SCALAR);
  g_auto (ScopeHdf5Attribute) attribute = H5I_INVALID_HID;

  H5Tset_size (type, MAX (n, 1));
  H5Tset_strpad (type, H5T_STR_NULLPAD);
  H5Tset_cset (type, H5T_CSET_UTF8);
  attribute = H5Acreate2 (where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);

  return attribute >= 0 && H5Awrite (attribute, type, n > 0 ? value : "") >= 0;
}

gboolean
scope_hdf5_get_text (hid_t where, const char *name, char **ret_value)
{
  g_auto (ScopeHdf5Attribute) attribute = H5I_INVALID_HID;
  g_auto (ScopeHdf5Space) space = H5I_INVALID_HID;
  g_auto (ScopeHdf5Type) type = H5I_INVALID_HID;
  g_autofree char *raw = NULL;
  gsize n = 0;

  if (H5Aexists (where, name) <= 0 || (attribute = H5Aopen (where, name, H5P_DEFAULT)) < 0)
    return FALSE;
  type = H5Aget_type (attribute);
  space = H5Aget_space (attribute);
  if (type >= 0 && space >= 0 && H5Tget_class (type) == H5T_STRING && H5Tis_variable_str (type) == 0
      && H5Sget_simple_extent_npoints (space) == 1)
    n = H5Tget_size (type);
  if (n == 0 || n > 65536)
    return FALSE;
  raw = g_malloc0 (n + 1);
  if (H5Aread (attribute, type, raw) < 0)
    return FALSE;
  *ret_value = g_utf8_make_valid (raw, -1);

  return TRUE;
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
record_type (const ScopeRecordType *record, gboolean in_file)
{
  hid_t type;

  if (record->n_fields == 0)
    return H5Tcopy (H5T_STD_U8LE);
  type = H5Tcreate (H5T_COMPOUND, record->size);
  for (guint i = 0; i < record->n_fields; i++)
    {
      g_auto (ScopeHdf5Type) field = field_type (&record->fields[i], in_file);

      H5Tinsert (type, record->fields[i].name, record->fields[i].offset, field);
    }
  if (in_file)
    H5Tpack (type);

  return type;
}

/* The file's record of that name, which lies there once, not in each of thousands of datasets: "/types/<name>", made if it
 * is not there. -1 if it cannot be. */
static hid_t
named_type (hid_t where, const ScopeRecordType *record)
{
  g_autofree char *path = g_strdup_printf ("/types/%s", record->name);
  hid_t file = H5Iget_file_id (where), type;

  if (H5Lexists (file, "/types", H5P_DEFAULT) > 0 && H5Lexists (file, path, H5P_DEFAULT) > 0)
    type = H5Topen2 (file, path, H5P_DEFAULT);
  else
    {
      g_auto (ScopeHdf5List) links = H5Pcreate (H5P_LINK_CREATE);

      H5Pset_create_intermediate_group (links, 1);
      type = record_type (record, TRUE);
      if (H5Tcommit2 (file, path, type, links, H5P_DEFAULT, H5P_DEFAULT) < 0)
        {
          H5Tclose (type);
          type = -1;
        }
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

gsize
scope_hdf5_chunk (const ScopeRecordType *type)
{
  return MAX (CHUNK_BYTES / type->size, 1);
}

gboolean
scope_hdf5_begin_records (hid_t where, const char *name, const ScopeRecordType *type, guint64 n, gboolean packed, ScopeHdf5Records *records)
{
  gboolean grows = n == SCOPE_HDF5_GROWS;
  hsize_t dims = grows ? 0 : n, most = grows ? H5S_UNLIMITED : n, chunk = CLAMP (scope_hdf5_chunk (type), 1, MAX (n, 1));
  g_auto (ScopeHdf5Type) file = type->name != NULL ? named_type (where, type) : record_type (type, TRUE);
  g_auto (ScopeHdf5Space) space = H5Screate_simple (1, &dims, &most);
  g_auto (ScopeHdf5List) plist = H5Pcreate (H5P_DATASET_CREATE);

  *records = (ScopeHdf5Records) { .dataset = H5I_INVALID_HID, .type = type, .grows = grows };
  H5Pset_dset_no_attrs_hint (plist, TRUE);
  H5Pset_obj_track_times (plist, FALSE);
  H5Pset_chunk (plist, 1, &chunk);
  if (packed)
    {
      H5Pset_shuffle (plist);
      H5Pset_deflate (plist, 1);
    }
  H5Pset_fletcher32 (plist);
  records->dataset = n == 0 ? H5I_INVALID_HID : file >= 0 ? H5Dcreate2 (where, name, file, space, H5P_DEFAULT, plist, H5P_DEFAULT) : -1;

  return n == 0 || records->dataset >= 0;
}

/* The next n of the dataset, from or into memory. */
static gboolean
move_some (ScopeHdf5Records *records, void *memory, gsize n, gboolean in)
{
  g_auto (ScopeHdf5Type) type = record_type (records->type, FALSE);
  g_auto (ScopeHdf5Space) all = H5I_INVALID_HID, some = H5I_INVALID_HID;
  g_auto (ScopeHdf5List) transfer = transfer_plist (records->type->size);
  hsize_t from = records->at, count = n, end = from + n;

  if (records->grows && H5Dset_extent (records->dataset, &end) < 0)
    return FALSE;
  all = H5Dget_space (records->dataset);
  some = H5Screate_simple (1, &count, NULL);
  if (all < 0 || some < 0 || H5Sselect_hyperslab (all, H5S_SELECT_SET, &from, NULL, &count, NULL) < 0)
    return FALSE;
  records->at += n;

  return (in ? H5Dread (records->dataset, type, some, all, transfer, memory)
             : H5Dwrite (records->dataset, type, some, all, transfer, memory))
         >= 0;
}

gboolean
scope_hdf5_put_more (ScopeHdf5Records *records, const void *some, gsize n)
{
  return n == 0 || move_some (records, (void *) some, n, FALSE);
}

gboolean
scope_hdf5_get_more (ScopeHdf5Records *records, void *some, gsize n)
{
  return n == 0 || (n <= records->n - records->at && move_some (records, some, n, TRUE));
}

gboolean
scope_hdf5_list_chunks (const ScopeHdf5Records *records, gsize n, GArray *stretches)
{
  g_auto (ScopeHdf5List) plist = records->dataset >= 0 ? H5Dget_create_plist (records->dataset) : H5I_INVALID_HID;
  hsize_t chunk = 0;

  if (n == 0 || plist < 0)
    return n == 0;
  if (H5Pget_layout (plist) != H5D_CHUNKED || H5Pget_chunk (plist, 1, &chunk) != 1 || chunk == 0 || n > records->n - records->at)
    return FALSE;
  for (hsize_t at = records->at / chunk * chunk; at < records->at + n; at += chunk)
    {
      ScopeSegment stretch;
      unsigned mask;
      haddr_t address;
      hsize_t size;

      if (H5Dget_chunk_info_by_coord (records->dataset, &at, &mask, &address, &size) < 0 || address == HADDR_UNDEF)
        return FALSE;
      stretch = (ScopeSegment) { address, size };
      g_array_append_val (stretches, stretch);
    }

  return TRUE;
}

gboolean
scope_hdf5_end_records (ScopeHdf5Records *records)
{
  hid_t dataset = records->dataset;

  records->dataset = H5I_INVALID_HID;

  return dataset < 0 || H5Dclose (dataset) >= 0;
}

gboolean
scope_hdf5_put_records (hid_t where, const char *name, const ScopeRecordType *type, const void *records, gsize n, guint64 beside)
{
  ScopeHdf5Records dataset;
  gboolean ok = scope_hdf5_begin_records (where, name, type, n, n * type->size >= beside / 32, &dataset)
                && scope_hdf5_put_more (&dataset, records, n);

  return scope_hdf5_end_records (&dataset) && ok;
}

static herr_t
follow_no_link (const char *parent_file, const char *parent_group, const char *file, const char *object, unsigned *flags, hid_t access, void *data)
{
  return -1;
}

hid_t
scope_hdf5_open_group (hid_t where, const char *name)
{
  g_auto (ScopeHdf5List) access = H5Pcreate (H5P_GROUP_ACCESS);

  H5Pset_elink_cb (access, follow_no_link, NULL);

  return H5Gopen2 (where, name, access);
}

static hid_t
open_dataset (hid_t where, const char *name)
{
  g_auto (ScopeHdf5List) access = H5Pcreate (H5P_DATASET_ACCESS);

  H5Pset_elink_cb (access, follow_no_link, NULL);

  return H5Dopen2 (where, name, access);
}

gboolean
scope_hdf5_open_records (hid_t where, const char *name, const ScopeRecordType *record, gsize max, ScopeHdf5Records *records)
{
  g_auto (ScopeHdf5Dataset) dataset = H5I_INVALID_HID;
  g_auto (ScopeHdf5Space) space = H5I_INVALID_HID;
  g_auto (ScopeHdf5Type) type = H5I_INVALID_HID;
  hsize_t n = 0;

  *records = (ScopeHdf5Records) { .dataset = H5I_INVALID_HID, .type = record };
  if (H5Lexists (where, name, H5P_DEFAULT) == 0)
    return TRUE;
  if ((dataset = open_dataset (where, name)) < 0)
    return FALSE;
  space = H5Dget_space (dataset);
  type = H5Dget_type (dataset);
  if (space < 0 || type < 0 || H5Sget_simple_extent_ndims (space) != 1 || H5Sget_simple_extent_dims (space, &n, NULL) != 1 || n > max
      || n * record->size / MAX_RATIO > H5Dget_storage_size (dataset)
      || H5Tget_class (type) != (record->n_fields > 0 ? H5T_COMPOUND : H5T_INTEGER)
      || (record->n_fields > 0 && (guint) H5Tget_nmembers (type) != record->n_fields))
    return FALSE;
  records->n = n;
  records->dataset = dataset;
  dataset = H5I_INVALID_HID;

  return TRUE;
}

gboolean
scope_hdf5_get_records (hid_t where, const char *name, const ScopeRecordType *record, gsize max, gpointer *ret_records,
                        gsize *ret_n)
{
  ScopeHdf5Records dataset;
  g_autofree gpointer records = NULL;
  gboolean ok = scope_hdf5_open_records (where, name, record, max, &dataset);

  if (ok)
    {
      records = g_try_malloc0 (MAX (dataset.n * record->size, 1));
      ok = records != NULL && scope_hdf5_get_more (&dataset, records, dataset.n);
    }
  if (!scope_hdf5_end_records (&dataset) || !ok)
    return FALSE;
  *ret_records = g_steal_pointer (&records);
  *ret_n = dataset.n;

  return TRUE;
}
