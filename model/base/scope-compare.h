/* scope-compare.h: comparing by several keys, one after the other. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* Inside a function for qsort(): returns if the two differ, the lesser one first. For the greater one first swap them. */
#define SCOPE_COMPARE(a, b) \
  G_STMT_START \
  { \
    if ((a) != (b)) \
      return (a) < (b) ? -1 : 1; \
  } \
  G_STMT_END

/* What two are compared by, one after the other: a field of theirs, the lesser or the greater one first, or a text. */
#define SCOPE_UP(field) SCOPE_COMPARE (x->field, y->field);
#define SCOPE_DOWN(field) SCOPE_COMPARE (y->field, x->field);
#define SCOPE_BY_TEXT(field) SCOPE_COMPARE (strcmp (x->field, y->field), 0);

/* Defines a GCompareFunc of two of that type: SCOPE_COMPARE_BY (compare, Thing, SCOPE_DOWN (weight) SCOPE_UP (place)). */
#define SCOPE_COMPARE_BY(name, Type, keys) \
  static int name (gconstpointer one, gconstpointer other) \
  { \
    const Type *x = one, *y = other; \
    keys \
    return 0; \
  }
/* The same as a GCompareDataFunc. */
#define SCOPE_COMPARE_BY_WITH_DATA(name, Type, keys) \
  static int name (gconstpointer one, gconstpointer other, gpointer data) \
  { \
    const Type *x = one, *y = other; \
    keys \
    return 0; \
  }
/* Of two pointers to that type, as a GPtrArray has them. */
#define SCOPE_COMPARE_POINTERS_BY(name, Type, keys) \
  static int name (gconstpointer one, gconstpointer other) \
  { \
    const Type *x = *(const Type *const *) one, *y = *(const Type *const *) other; \
    keys \
    return 0; \
  }
/* Of two numbers. */
#define SCOPE_COMPARE_NUMBERS(name, Type) \
  static int name (gconstpointer one, gconstpointer other) \
  { \
    SCOPE_COMPARE (*(const Type *) one, *(const Type *) other); \
    return 0; \
  }
