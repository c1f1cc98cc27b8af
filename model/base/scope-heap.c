/* scope-heap.c: see scope-heap.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-heap.h"

#include <malloc.h>

/* A window's picture, and some more, is memory like other memory; as much as four of them may lie unused. */
#define PICTURE_BYTES (8 << 20)

void
scope_heap_keep (void)
{
#if defined(M_MMAP_THRESHOLD) && defined(M_TRIM_THRESHOLD)
  mallopt (M_MMAP_THRESHOLD, PICTURE_BYTES);
  mallopt (M_TRIM_THRESHOLD, 4 * PICTURE_BYTES);
#endif
}
