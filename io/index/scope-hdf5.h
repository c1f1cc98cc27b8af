/* scope-hdf5.h: the one thread of the process that touches HDF5.
 *
 * HDF5 has one state and one lock for the whole process, and Debian's is not built to be called from several threads.
 * So all calls run on one thread; who needs a result waits for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <hdf5.h>

G_BEGIN_DECLS

typedef void (*ScopeHdf5Func) (gpointer data);

/* Runs func on that thread and waits until it is done; on that thread itself at once. */
void scope_hdf5_call (ScopeHdf5Func func, gpointer data);
/* Runs it some time later, in order. */
void scope_hdf5_post (ScopeHdf5Func func, gpointer data);

/* --- on that thread only; FALSE on failure --- */

gboolean scope_hdf5_put_integer (hid_t where, const char *name, gint64 value);
gboolean scope_hdf5_put_text (hid_t where, const char *name, const char *value);
gboolean scope_hdf5_get_integer (hid_t where, const char *name, gint64 *ret_value);
/* At most 64 KiB; free with g_free(). */
gboolean scope_hdf5_get_text (hid_t where, const char *name, char **ret_value);

/* The group "/machine/<i>", made if it is not there. Close it. */
hid_t scope_hdf5_open_machine (hid_t file, guint index);

/* A group that is there, in this file and no other: links to other files are not followed, by whom they may have been laid. Close it;
 * negative: there is none. */
hid_t scope_hdf5_open_group (hid_t where, const char *name);

/* A field of a record as it lies in memory. */
typedef struct
{
  const char *name;
  gsize offset;
  enum
  {
    SCOPE_FIELD_U8,
    SCOPE_FIELD_U32,
    SCOPE_FIELD_I64,
    SCOPE_FIELD_U64,
  } type;
  guint n; /* 1, or the length of an array */
} ScopeField;

typedef struct
{
  const char *name; /* all datasets of it in a file share one description; NULL: plain bytes */
  const ScopeField *fields;
  guint n_fields;
  gsize size;
} ScopeRecordType;

/* A table of records (packed, with a checksum) as dataset `name`. Compressed, unless that is not worth its
 * time: if all of them are less than a thirty-second of the `beside` bytes that they are about. Of no records there is no
 * dataset: with all of them, thousands of small machines would be little else. */
gboolean scope_hdf5_put_records (hid_t where, const char *name, const ScopeRecordType *type, const void *records, gsize n,
                                 guint64 beside);
/* The same of millions of them, piece by piece; a dataset that is written or read from its begin on. It ends, whatever came of it. */
typedef struct
{
  hid_t dataset;
  const ScopeRecordType *type;
  gsize at, n; /* n: when it is read */
  gboolean grows;
} ScopeHdf5Records;

/* As it lies in the dataset "segments", and any stretch of a file. */
typedef struct
{
  guint64 address, size;
} ScopeSegment;

/* Appends (ScopeSegment) where the next n lie in the file. FALSE: that cannot be told. */
gboolean scope_hdf5_list_chunks (const ScopeHdf5Records *records, gsize n, GArray *stretches);

#define SCOPE_HDF5_GROWS G_MAXUINT64 /* it is not known yet how many */

gboolean scope_hdf5_begin_records (hid_t where, const char *name, const ScopeRecordType *type, guint64 n, gboolean packed,
                                   ScopeHdf5Records *records);
/* So many of them lie together: they are best written and read so. */
gsize scope_hdf5_chunk (const ScopeRecordType *type);
gboolean scope_hdf5_put_more (ScopeHdf5Records *records, const void *some, gsize n);
/* To be read; none if there is no such dataset. FALSE: it is another one, or there are more than `max`. */
gboolean scope_hdf5_open_records (hid_t where, const char *name, const ScopeRecordType *type, gsize max, ScopeHdf5Records *records);
/* FALSE, too, if there are not so many. */
gboolean scope_hdf5_get_more (ScopeHdf5Records *records, void *some, gsize n);
gboolean scope_hdf5_end_records (ScopeHdf5Records *records);
/* And back, at most `max` of them. Free with g_free(). */
gboolean scope_hdf5_get_records (hid_t where, const char *name, const ScopeRecordType *type, gsize max, gpointer *ret_records,
                                 gsize *ret_n);

/* --- of what HDF5 gives, for g_auto(); negative: nothing --- */

typedef hid_t ScopeHdf5Attribute, ScopeHdf5Dataset, ScopeHdf5Group, ScopeHdf5List, ScopeHdf5Space, ScopeHdf5Type;

G_DEFINE_AUTO_CLEANUP_FREE_FUNC (ScopeHdf5Attribute, H5Aclose, H5I_INVALID_HID)
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (ScopeHdf5Dataset, H5Dclose, H5I_INVALID_HID)
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (ScopeHdf5Group, H5Gclose, H5I_INVALID_HID)
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (ScopeHdf5List, H5Pclose, H5I_INVALID_HID)
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (ScopeHdf5Space, H5Sclose, H5I_INVALID_HID)
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (ScopeHdf5Type, H5Tclose, H5I_INVALID_HID)

G_END_DECLS
