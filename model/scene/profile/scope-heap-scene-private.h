/* scope-heap-scene-private.h: what the picture of the heap and its words share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/scene/profile/scope-heap-scene.h"

G_BEGIN_DECLS

/* "strings/main", "12 others". Free with g_free(). */
char *scope_heap_band_title (const ScopeHeapBand *band);

G_END_DECLS
