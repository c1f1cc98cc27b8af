/* test-nm-data.c: names of variables out of nm's lists, whatever else stands there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-nm-data.h"

#include <string.h>

static void
check_name (const ScopeNmData *data, guint64 address, const char *expected)
{
  g_autofree char *name = scope_nm_data_name (data, address);

  g_assert_cmpstr (name, ==, expected);
}

static void
test_names (void)
{
  const char *text = "0000000000400800 T main\n"
                     "000000000004b100 B queue_lock\r\n"
                     "fffffc0000800000 D runqueues\n"
                     "000000000004b140 t code\n"
                     "                 U printf\n"
                     "000000000004b100 T at_the_same_place\n"
                     "000000000004b200 d last of several words\n"
                     "000000000004b300 b $d\n"
                     "nonsense\n"
                     "04b300";
  g_autoptr (ScopeNmData) data = scope_nm_data_new (text, strlen (text));

  g_assert_nonnull (data);
  check_name (data, 0x4b0ff, NULL); /* before all */
  check_name (data, 0x4b100, "queue_lock");
  check_name (data, 0x4b108, "queue_lock+8");
  check_name (data, 0x4b140, NULL); /* a function */
  check_name (data, 0x4b1ff, NULL); /* behind it */
  check_name (data, 0x4b200, "last of several words");
  check_name (data, 0x4b300, "last of several words+256");
  check_name (data, 0x4b200 + (1 << 20), NULL); /* too far */
  check_name (data, 0xfffffc0000800000, "runqueues");
  check_name (data, G_MAXUINT64, NULL);
}

/* nm -S */
static void
test_sizes (void)
{
  const char *text = "0000000000400800 0000000000000010 T main\n"
                     "000000000004b100 0000000000000008 B queue_lock\n"
                     "000000000004b140 0000000000000040 D table\n"
                     "000000000004b200 B end\n"
                     "000000000004c000 A __absolute\n";
  g_autoptr (ScopeNmData) data = scope_nm_data_new (text, strlen (text));
  guint64 address, size;

  g_assert_nonnull (data);
  check_name (data, 0x4b107, "queue_lock+7");
  check_name (data, 0x4b108, NULL); /* behind it */
  check_name (data, 0x4b17f, "table+63");
  check_name (data, 0x4b180, NULL);
  g_assert_cmpuint (scope_nm_data_n (data), ==, 4);
  g_assert_cmpstr (scope_nm_data_get (data, 1, &address, &size), ==, "table");
  g_assert_cmpuint (address, ==, 0x4b140);
  g_assert_cmpuint (size, ==, 64);
  g_assert_cmpstr (scope_nm_data_get (data, 2, &address, &size), ==, "end");
  g_assert_cmpuint (size, ==, 1 << 20); /* the next symbol is farther than is believed */
  g_assert_null (scope_nm_data_get (data, 3, &address, &size));
}

static void
test_nothing (void)
{
  const char nul[] = "0000000000400800 \0 x\n0000000000400900 T f\n", bad[] = "0000000000400800 B \xff\xfe\n";

  g_assert_null (scope_nm_data_new ("", 0));
  g_assert_null (scope_nm_data_new ("0000000000400800 T main", 23));
  g_assert_null (scope_nm_data_new (nul, sizeof nul - 1));
  g_assert_null (scope_nm_data_new (bad, sizeof bad - 1));
  scope_nm_data_free (NULL);
}

/* Any bytes: nothing is read beyond the end, whatever is found has a name. */
static void
test_random (void)
{
  const char letters[] = "0123456789abcdef BdTt\n\0xyz";
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 2000; i++)
    {
      gsize n = (gsize) g_rand_int_range (rand, 0, 200);
      g_autofree char *text = g_malloc (MAX (n, 1));
      g_autoptr (ScopeNmData) data = NULL;

      for (gsize k = 0; k < n; k++)
        text[k] = letters[g_rand_int_range (rand, 0, sizeof letters - 1)];
      data = scope_nm_data_new (text, n);
      for (guint k = 0; k < 5 && data != NULL; k++)
        {
          g_autofree char *name = scope_nm_data_name (data, g_rand_int (rand));

          g_assert_true (name == NULL || *name != '\0');
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nm-data/names", test_names);
  g_test_add_func ("/nm-data/nothing", test_nothing);
  g_test_add_func ("/nm-data/sizes", test_sizes);
  g_test_add_func ("/nm-data/random", test_random);
  return g_test_run ();
}
