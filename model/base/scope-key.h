/* scope-key.h: keys of hash tables that are several numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

static inline guint
scope_key_mix (const guint64 *words, guint n)
{
  guint64 h = 0;

  for (guint i = 0; i < n; i++)
    h = (h ^ words[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (h >> 29);
  return (guint) (h >> 32);
}

/* As g_int64_hash (), for keys made of two numbers: that one only takes the halves together, which gives thousands of machines with a
 * handful of processes each the same few hashes. */
static inline guint
scope_key_hash_pair (gconstpointer key)
{
  return scope_key_mix (key, 1);
}

/* Defines NAME_hash () and NAME_equal () of a Type for g_hash_table_new (). What follows are the numbers that make the key, as
 * expressions of a pointer `key`. */
#define SCOPE_DEFINE_STATIC_KEY(name, Type, ...) \
  static guint name##_hash (gconstpointer data); \
  static gboolean name##_equal (gconstpointer a, gconstpointer b); \
  SCOPE_DEFINE_KEY (name, Type, __VA_ARGS__)
/* The same, of a name that others call, too. */
#define SCOPE_DEFINE_KEY(name, Type, ...) \
  guint name##_hash (gconstpointer data) \
  { \
    const Type *key = data; \
    const guint64 words[] = { __VA_ARGS__ }; \
\
    return scope_key_mix (words, G_N_ELEMENTS (words)); \
  } \
\
  gboolean name##_equal (gconstpointer a, gconstpointer b) \
  { \
    const Type *key = a; \
    const guint64 words[] = { __VA_ARGS__ }; \
\
    key = b; \
    return memcmp (words, (const guint64[]) { __VA_ARGS__ }, sizeof words) == 0; \
  }

G_END_DECLS
