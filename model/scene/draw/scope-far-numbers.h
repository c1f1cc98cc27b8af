/* scope-far-numbers.h: numbers as they go between two computers: small ones short, and many of a kind by bytes: all lowest bytes, then all
 * second ones, …, of which the high ones are nearly all zero, so that packing finds them. What is read is never trusted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a question begins with. */
enum
{
  SCOPE_FAR_STRIPS = 1,
  SCOPE_FAR_TOTALS,
  SCOPE_FAR_OVERLAY,
  SCOPE_FAR_FIGURES,
};

typedef struct
{
  const guint8 *at, *end;
} ScopeFarReader;

void scope_far_put_time (GByteArray *out, gint64 time);
void scope_far_put_double (GByteArray *out, double v);
void scope_far_put_numbers (GByteArray *out, const guint64 *numbers, guint n);
/* FALSE: there is none, or a larger one than `most`. */
gboolean scope_far_get_time (ScopeFarReader *in, gint64 *ret_time);
gboolean scope_far_get_double (ScopeFarReader *in, double *ret_v);
gboolean scope_far_get_most (ScopeFarReader *in, guint64 most, guint *ret_v);
/* Into `numbers`, which are zero. */
gboolean scope_far_get_numbers (ScopeFarReader *in, guint64 *numbers, gsize n);

/* A field of a structure of which there are many. */
typedef struct
{
  guint16 offset;
  guint8 size;
  guint8 is_real;  /* a float or double */
  guint64 most;    /* of whole ones: no larger one is taken; 0: any */
} ScopeFarField;

#define SCOPE_FAR_FIELD(Type, name, most) \
  { G_STRUCT_OFFSET (Type, name), sizeof (((Type *) 0)->name), _Generic (((Type *) 0)->name, float : 1, double : 1, default : 0), most }

/* All records of an array by their fields; and back, behind those that `records` has: at most so many. */
void scope_far_put_records (GByteArray *out, const GArray *records, const ScopeFarField *fields, guint n_fields);
gboolean scope_far_get_records (ScopeFarReader *in, GArray *records, const ScopeFarField *fields, guint n_fields, guint most);

G_END_DECLS
