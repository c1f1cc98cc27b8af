/* scope-segment-sums.c: checksums of segments and of their pages. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-index-file-private.h"

#include <string.h>

static inline guint64
rotate (guint64 v)
{
  return v << 29 | v >> 35;
}

/* Four lanes of multiply and rotate: as fast as memory, and any flipped bit shows. */
guint64
scope_segment_checksum (const void *data, gsize n)
{
  const guint8 *p = data;
  guint64 h[4] = { 0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u, 0x94d049bb133111ebu, n };
  gsize i = 0;

  for (; i + 32 <= n; i += 32)
    for (guint k = 0; k < 4; k++)
      {
        guint64 v;
        memcpy (&v, p + i + 8 * k, 8);
        h[k] = rotate (h[k] ^ GUINT64_FROM_LE (v)) * 0x9fb21c651e98df25u;
      }
  for (; i < n; i++)
    h[i & 3] = rotate (h[i & 3] ^ p[i]) * 0x9fb21c651e98df25u;

  return (rotate (h[0]) ^ h[1]) * 0x9fb21c651e98df25u + (rotate (h[2]) ^ h[3]);
}

guint64 *
scope_segment_checksums (const guint8 *data, gsize n)
{
  guint64 *checksums = g_new (guint64, scope_segment_pages (n) + 1);

  for (gsize i = 0; i < scope_segment_pages (n); i++)
    checksums[i] = scope_segment_checksum (data + i * SCOPE_SEGMENT_PAGE, MIN ((gsize) SCOPE_SEGMENT_PAGE, n - i * SCOPE_SEGMENT_PAGE));

  return checksums;
}
