/* scope-far-numbers.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-far-numbers.h"

#include "model/zoom/scope-leb.h"

#include <string.h>

void
scope_far_put_time (GByteArray *out, gint64 time)
{
  scope_leb_put (out, scope_leb_zigzag ((guint64) time));
}

void
scope_far_put_double (GByteArray *out, double v)
{
  guint64 bits;

  memcpy (&bits, &v, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  g_byte_array_append (out, (const guint8 *) &bits, sizeof bits);
}

gboolean
scope_far_get_time (ScopeFarReader *in, gint64 *ret_time)
{
  guint64 v;

  if (!scope_leb_get (&in->at, in->end, &v))
    return FALSE;
  *ret_time = (gint64) scope_leb_from_zigzag (v);
  return TRUE;
}

gboolean
scope_far_get_double (ScopeFarReader *in, double *ret_v)
{
  guint64 bits;

  if (in->end - in->at < (gssize) sizeof bits)
    return FALSE;
  memcpy (&bits, in->at, sizeof bits);
  bits = GUINT64_FROM_LE (bits);
  memcpy (ret_v, &bits, sizeof bits);
  in->at += sizeof bits;
  return TRUE;
}

gboolean
scope_far_get_most (ScopeFarReader *in, guint64 most, guint *ret_v)
{
  guint64 v;

  if (!scope_leb_get_most (&in->at, in->end, most, &v))
    return FALSE;
  *ret_v = (guint) v;
  return TRUE;
}

void
scope_far_put_numbers (GByteArray *out, const guint64 *numbers, guint n)
{
  guint64 all = 0;
  guint planes = 0;

  for (guint i = 0; i < n; i++)
    all |= numbers[i];
  for (; planes < 8 && all >> (8 * planes) != 0; planes++)
    ;
  scope_leb_put (out, planes);
  for (guint plane = 0; plane < planes; plane++)
    {
      guint at = out->len;

      g_byte_array_set_size (out, at + n);
      for (guint i = 0; i < n; i++)
        out->data[at + i] = (guint8) (numbers[i] >> (8 * plane));
    }
}

gboolean
scope_far_get_numbers (ScopeFarReader *in, guint64 *numbers, gsize n)
{
  guint planes;

  if (!scope_far_get_most (in, 8, &planes) || (gsize) (in->end - in->at) < planes * n)
    return FALSE;
  for (guint plane = 0; plane < planes; plane++)
    for (gsize i = 0; i < n; i++)
      numbers[i] |= (guint64) *in->at++ << (8 * plane);

  return TRUE;
}

/* --- records --- */

static guint64
get_field (const guint8 *record, const ScopeFarField *field)
{
  guint64 v8;
  guint32 v4;

  switch (field->size)
    {
    case 1:
      return record[field->offset];
    case 4:
      memcpy (&v4, record + field->offset, sizeof v4);
      return v4;
    default:
      memcpy (&v8, record + field->offset, sizeof v8);
      return v8;
    }
}

/* FALSE: it is too large. */
static gboolean
set_field (guint8 *record, const ScopeFarField *field, guint64 v)
{
  guint32 v4 = (guint32) v;

  if ((field->size < 8 && v >> (8 * field->size) != 0) || (field->most > 0 && v > field->most))
    return FALSE;
  if (field->size == 1)
    record[field->offset] = (guint8) v;
  else if (field->size == 4)
    memcpy (record + field->offset, &v4, sizeof v4);
  else
    memcpy (record + field->offset, &v, sizeof v);
  return TRUE;
}

void
scope_far_put_records (GByteArray *out, const GArray *records, const ScopeFarField *fields, guint n_fields)
{
  g_autofree guint64 *numbers = g_new (guint64, records->len + 1u);
  guint size = g_array_get_element_size ((GArray *) records);

  scope_leb_put (out, records->len);
  for (guint f = 0; f < n_fields; f++)
    {
      guint64 before = 0;

      g_assert (fields[f].size == 1 || fields[f].size == 4 || fields[f].size == 8);
      for (guint i = 0; i < records->len; i++)
        {
          guint64 v = get_field ((const guint8 *) records->data + (gsize) i * size, &fields[f]);

          numbers[i] = fields[f].is_real ? v ^ before : scope_leb_zigzag (v - before);
          before = v;
        }
      scope_far_put_numbers (out, numbers, records->len);
    }
}

gboolean
scope_far_get_records (ScopeFarReader *in, GArray *records, const ScopeFarField *fields, guint n_fields, guint most)
{
  guint size = g_array_get_element_size (records), first = records->len, n;
  g_autofree guint64 *numbers = NULL;

  if (!scope_far_get_most (in, most, &n))
    return FALSE;
  numbers = g_new (guint64, n + 1u);
  g_array_set_size (records, first + n);
  if (n > 0)
    memset (records->data + (gsize) first * size, 0, (gsize) n * size);
  for (guint f = 0; f < n_fields; f++)
    {
      guint64 before = 0;

      memset (numbers, 0, n * sizeof *numbers);
      if (!scope_far_get_numbers (in, numbers, n))
        return FALSE;
      for (guint i = 0; i < n; i++)
        {
          before = fields[f].is_real ? before ^ numbers[i] : before + scope_leb_from_zigzag (numbers[i]);
          if (!set_field ((guint8 *) records->data + (gsize) (first + i) * size, &fields[f], before))
            return FALSE;
        }
    }

  return TRUE;
}
