/* test-names.c: numbers for bytes: found again whatever came since, told apart by kind, and bounded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/common/scope-names.h"

#include <string.h>

#define NAMES 60000u

/* The bytes of one: of 0 to 40 bytes, or, of some, of thousands; neighbours differ in a byte. */
static gsize
name_of (guint i, char *name)
{
  gsize n = i % 1000 == 7 ? 5000 + i / 1000 * 1000 : 4 + i % 37;

  memset (name, 'a' + (int) (i % 3), n);
  memcpy (name, &(guint32) { i / 2 }, 4);
  return n;
}

static void
test_found (void)
{
  ScopeNames *names = scope_names_new (G_MAXUINT, G_MAXSIZE);
  g_autofree char *name = g_malloc (70000);
  guint64 slot;

  for (guint i = 0; i < NAMES; i++)
    {
      gsize n = name_of (i, name);

      g_assert_cmpuint (scope_names_find (names, (guint8) (i % 5), name, n, &slot), ==, 0);
      g_assert_true (scope_names_add (names, (guint8) (i % 5), name, n, slot, i + 1));
    }
  for (guint i = 0; i < NAMES; i++)
    {
      gsize n = name_of (i, name);

      g_assert_cmpuint (scope_names_find (names, (guint8) (i % 5), name, n, &slot), ==, i + 1);
      g_assert_cmpuint (scope_names_find (names, 5, name, n, &slot), ==, 0);
      g_assert_cmpuint (scope_names_find (names, (guint8) (i % 5), name, n - 1, &slot), ==, 0);
    }
  scope_names_free (names);
}

static void
test_bounds (void)
{
  ScopeNames *few = scope_names_new (2, G_MAXSIZE), *small = scope_names_new (G_MAXUINT, 10);
  g_autofree char *long_name = g_strnfill (70000, 'x');
  guint64 slot;

  scope_names_find (few, 0, long_name, 70000, &slot);
  g_assert_false (scope_names_add (few, 0, long_name, 70000, slot, 1));
  for (guint i = 0; i < 3; i++)
    {
      scope_names_find (few, 0, long_name, i, &slot);
      g_assert_cmpint (scope_names_add (few, 0, long_name, i, slot, i + 1), ==, i < 2);
    }
  scope_names_find (small, 0, long_name, 6, &slot);
  g_assert_true (scope_names_add (small, 0, long_name, 6, slot, 1));
  scope_names_find (small, 0, long_name, 5, &slot);
  g_assert_false (scope_names_add (small, 0, long_name, 5, slot, 2));
  scope_names_find (small, 0, long_name, 4, &slot);
  g_assert_true (scope_names_add (small, 0, long_name, 4, slot, 3));
  scope_names_free (few);
  scope_names_free (small);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/names/found", test_found);
  g_test_add_func ("/names/bounds", test_bounds);
  return g_test_run ();
}
