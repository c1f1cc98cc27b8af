/* scope-compare.h: comparing by several keys, one after the other. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Inside a function for qsort(): returns if the two differ, the lesser one first. For the greater one first swap them. */
#define SCOPE_COMPARE(a, b) \
  G_STMT_START \
  { \
    if ((a) != (b)) \
      return (a) < (b) ? -1 : 1; \
  } \
  G_STMT_END
