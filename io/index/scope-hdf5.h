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

/* Runs func on that thread and waits until it is done. */
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

/* A table of records (packed, with a checksum) as dataset `name`. n_fields 0: plain bytes of size 1, and `type` NULL. Else
 * `type` names the record: all datasets of it in the file share one description. Compressed, unless that is not worth its
 * time: if all of them are less than a thirty-second of the `beside` bytes that they are about. Of no records there is no
 * dataset: with all of them, thousands of small machines would be little else. */
gboolean scope_hdf5_put_records (hid_t where, const char *name, const char *type, const ScopeField *fields,
                                 guint n_fields, gsize size, const void *records, gsize n, guint64 beside);
/* And back, at most `max` of them. Free with g_free(). */
gboolean scope_hdf5_get_records (hid_t where, const char *name, const ScopeField *fields, guint n_fields, gsize size,
                                 gsize max, gpointer *ret_records, gsize *ret_n);

G_END_DECLS
