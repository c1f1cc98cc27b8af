/* test-chain.c: several sources read as one, and Erlang records in them, which go over no border.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang.h"
#include "model/base/scope-erlang-events.h"

#include <string.h>

#define N 3u

typedef struct
{
  GBytes *bytes[N];
  gboolean bad[N]; /* cannot be opened */
  gboolean packed; /* front to back only */
} World;

/* Reads front to back only: a gzip of the bytes would do, this is less. */
static ScopeSource *
open_part (guint part, gpointer data, GError **error)
{
  World *world = data;
  gsize n;
  const guint8 *bytes = g_bytes_get_data (world->bytes[part], &n);

  if (world->bad[part])
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "part %u is gone", part);
      return NULL;
    }
  return scope_source_new_memory (bytes, n, "part");
}

static ScopeSource *
make_chain (World *world)
{
  static const char *const names[N] = { "a0.dat", "a1.dat", "a2.dat" };
  guint64 sizes[N];

  for (guint i = 0; i < N; i++)
    sizes[i] = g_bytes_get_size (world->bytes[i]);
  return scope_source_new_chain ("a", N, names, world->packed ? NULL : sizes, 0, open_part, world, NULL);
}

static void
world_clear (World *world)
{
  for (guint i = 0; i < N; i++)
    g_clear_pointer (&world->bytes[i], g_bytes_unref);
}

/* {trace_ts, <0.1.0>, exit, Reason, {1,2,Micro}}, with a reason of `more` bytes. */
static void
add_record (GByteArray *out, guint micro, guint more)
{
  GByteArray *term = g_byte_array_new ();
  guint8 head[5] = { 0 };
  guint8 count[4] = { 0, 0, (guint8) (more >> 8), (guint8) more };
  guint8 stamp[] = { 104, 3, 97, 1, 97, 2, 98, 0, 0, (guint8) (micro >> 8), (guint8) micro };

#define ADD(text) g_byte_array_append (term, (const guint8 *) text, sizeof text - 1)
  ADD ("\x83h\5d\0\10trace_ts");
  ADD ("Xd\0\3n@h\0\0\0\1\0\0\0\0\0\0\0\0");
  ADD ("d\0\4exitm");
#undef ADD
  g_byte_array_append (term, count, 4);
  for (guint i = 0; i < more; i++)
    g_byte_array_append (term, (const guint8 *) "x", 1);
  g_byte_array_append (term, stamp, sizeof stamp);
  head[3] = (guint8) (term->len >> 8);
  head[4] = (guint8) term->len;
  g_byte_array_append (out, head, 5);
  g_byte_array_append (out, term->data, term->len);
  g_byte_array_unref (term);
}

/* Three files with ten records each. */
static void
world_init (World *world)
{
  for (guint i = 0; i < N; i++)
    {
      GByteArray *bytes = g_byte_array_new ();

      for (guint k = 0; k < 10; k++)
        add_record (bytes, 10 * i + k, i * 100 + k);
      world->bytes[i] = g_byte_array_free_to_bytes (bytes);
    }
}

static void
shorten (World *world, guint part, gsize by)
{
  GBytes *old = world->bytes[part];

  world->bytes[part] = g_bytes_new_from_bytes (old, 0, g_bytes_get_size (old) - by);
  g_bytes_unref (old);
}

static guint
count (ScopeSource *source, gboolean map, GArray *losses)
{
  g_autoptr (ScopeDecoder) decoder = map ? scope_erlang_new_map (source, NULL) : scope_erlang_new (source, NULL);
  const ScopeEvent *events;
  gsize n;
  guint found = 0;
  gint64 last = -1;

  while ((n = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < n; i++)
      if (events[i].type >= SCOPE_ERL_SPAWN)
        {
          g_assert_cmpint (events[i].time, >, last);
          last = events[i].time;
          found++;
        }
  for (guint i = 0; i < decoder->damages->len; i++)
    {
      const ScopeDamage *damage = &g_array_index (decoder->damages, ScopeDamage, i);
      guint64 at;
      const char *name = scope_source_locate (source, damage->from_byte, &at);

      g_test_message ("%s:%" G_GUINT64_FORMAT ": %s", name, at, damage->reason);
      g_array_append_val (losses, damage->from_byte);
    }
  return found;
}

static void
test_bytes (void)
{
  World world = { 0 };
  g_autoptr (ScopeSource) chain = NULL, spooled = NULL;
  g_autoptr (GByteArray) all = g_byte_array_new ();
  guint64 at, border;
  guint8 buffer[100];
  gssize n;

  world_init (&world);
  chain = make_chain (&world);
  g_assert_true (scope_source_is_seekable (chain));
  while ((n = scope_source_read (chain, buffer, sizeof buffer, NULL)) > 0)
    g_byte_array_append (all, buffer, (guint) n);
  g_assert_cmpint (all->len, ==, scope_source_size (chain));
  border = g_bytes_get_size (world.bytes[0]);
  g_assert_cmpuint (scope_source_part_end (chain, 0), ==, border);
  g_assert_cmpstr (scope_source_locate (chain, border - 1, &at), ==, "a0.dat");
  g_assert_cmpstr (scope_source_locate (chain, border + 7, &at), ==, "a1.dat");
  g_assert_cmpuint (at, ==, 7);
  /* over a border */
  g_assert_cmpint (scope_source_pread (chain, buffer, 20, border - 10, NULL), ==, 20);
  g_assert_cmpmem (buffer, 20, all->data + border - 10, 20);
  g_assert_cmpuint (scope_source_part_end (chain, (guint64) scope_source_size (chain) - 1), ==, G_MAXUINT64);
  g_clear_pointer (&chain, scope_source_unref);

  /* The same front to back: borders are known when they have been passed, and stay when it is copied. */
  world.packed = TRUE;
  chain = make_chain (&world);
  g_assert_false (scope_source_is_seekable (chain));
  g_assert_cmpuint (scope_source_part_end (chain, 0), ==, G_MAXUINT64);
  spooled = scope_source_spool (chain, G_MAXINT64, NULL, NULL, NULL);
  g_assert_nonnull (spooled);
  g_assert_cmpint (scope_source_size (spooled), ==, all->len);
  g_assert_cmpuint (scope_source_part_end (spooled, 0), ==, border);
  world_clear (&world);
}

static void
test_records (void)
{
  for (guint packed = 0; packed < 2; packed++)
    {
      World world = { .packed = packed };
      g_autoptr (ScopeSource) chain = NULL;
      g_autoptr (GArray) losses = g_array_new (FALSE, FALSE, sizeof (guint64));

      world_init (&world);
      chain = make_chain (&world);
      g_assert_cmpuint (count (chain, FALSE, losses), ==, 30);
      g_assert_cmpuint (losses->len, ==, 0);
      world_clear (&world);
    }
}

/* What is cut off at a file's end takes nothing of the next file with it. */
static void
test_cut (void)
{
  for (guint by = 1; by < 140; by++)
    for (guint how = 0; how < 3; how++)
      {
        World world = { .packed = how == 1 };
        g_autoptr (ScopeSource) chain = NULL;
        g_autoptr (GArray) losses = g_array_new (FALSE, FALSE, sizeof (guint64));

        world_init (&world);
        shorten (&world, 1, by);
        chain = make_chain (&world);
        g_assert_cmpuint (count (chain, how == 2, losses), ==, 29);
        g_assert_cmpuint (losses->len, ==, 1);
        world_clear (&world);
      }
}

/* A file that cannot be read any more. */
static void
test_gone (void)
{
  for (guint which = 0; which < N; which++)
    for (guint how = 0; how < 3; how++)
      {
        World world = { .packed = how == 1 };
        g_autoptr (ScopeSource) chain = NULL;
        g_autoptr (GArray) losses = g_array_new (FALSE, FALSE, sizeof (guint64));

        world_init (&world);
        world.bad[which] = TRUE;
        chain = make_chain (&world);
        g_assert_cmpuint (count (chain, how == 2, losses), ==, 20);
        g_assert_cmpuint (losses->len, ==, 1);
        world_clear (&world);
      }
}

/* Borders in the same places, and every damage of a byte: it ends, and what comes behind the file is whole. */
static void
test_damage (void)
{
  World world = { 0 };
  gsize n;
  const guint8 *good;

  world_init (&world);
  good = g_bytes_get_data (world.bytes[1], &n);
  for (gsize at = 0; at < n; at += 3)
    {
      World bad = { { world.bytes[0], NULL, world.bytes[2] } };
      guint8 *bytes = g_memdup2 (good, n);
      g_autoptr (ScopeSource) chain = NULL;
      g_autoptr (GArray) losses = g_array_new (FALSE, FALSE, sizeof (guint64));

      bytes[at] = (guint8) (bytes[at] ^ 0xff);
      bad.bytes[1] = g_bytes_new_take (bytes, n);
      chain = make_chain (&bad);
      {
        g_autoptr (ScopeDecoder) decoder = scope_erlang_new (chain, NULL);
        const ScopeEvent *events;
        gsize got;
        guint64 last = 0;

        while ((got = decoder->klass->next (decoder, &events)) > 0)
          for (gsize i = 0; i < got; i++)
            if (events[i].type >= SCOPE_ERL_SPAWN && events[i].offset >= g_bytes_get_size (bad.bytes[0]) + n)
              last++;
        g_assert_cmpuint (last, ==, 10);
      }
      g_bytes_unref (bad.bytes[1]);
    }
  world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chain/bytes", test_bytes);
  g_test_add_func ("/chain/records", test_records);
  g_test_add_func ("/chain/cut", test_cut);
  g_test_add_func ("/chain/gone", test_gone);
  g_test_add_func ("/chain/damage", test_damage);
  return g_test_run ();
}
