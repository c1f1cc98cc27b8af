/* scope-ref.h: structures that are shared by counting who holds them. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Defines NAME_ref () and NAME_unref () of a Type, from any thread; to let go of NULL is nothing. `count` is its gatomicrefcount, as an
 * expression of a pointer `object`; `clear` is called by the last one to let go. */
#define SCOPE_DEFINE_REF(Type, name, count, clear) \
  Type *name##_ref (Type *object) \
  { \
    g_atomic_ref_count_inc (&count); \
    return object; \
  } \
\
  void name##_unref (Type *object) \
  { \
    if (object != NULL && g_atomic_ref_count_dec (&count)) \
      clear (object); \
  }
