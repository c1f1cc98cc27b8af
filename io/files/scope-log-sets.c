/* scope-log-sets.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/files/scope-log-sets.h"

#include "io/format/erlang/scope-erlang-peek.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"

#include <string.h>

#define MAX_NUMBER 1000000000u
#define MAX_FILES 20000u               /* of one set */
#define DISORDER G_GINT64_CONSTANT (200000000)        /* ns: so far from their place records lie (formats/erlang.md §2) */
#define LONG_SILENCE G_GINT64_CONSTANT (600000000000) /* ten minutes, in ns */

/* A member by one of the numbers in its name. */
typedef struct
{
  guint member;
  char *key;       /* name without the number */
  guint number;
  guint prefix;    /* length of what stands before it in the file's name proper */
  guint rank;      /* 0: the last number of the name, 1: the one before, … */
} Numbered;

typedef struct
{
  guint member, number;
  gboolean readable; /* begins as a trace does */
  guint64 size;
  ScopeErlangPeek peek;
} File;

static void
numbered_clear (gpointer data)
{
  g_free (((Numbered *) data)->key);
}

static void
file_clear (gpointer data)
{
  scope_erlang_peek_clear (&((File *) data)->peek);
}

/* --- names --- */

/* Where the file's name begins, behind its folder. */
static const char *
base_of (const char *name)
{
  const char *slash = strrchr (name, '/');

  return slash != NULL ? slash + 1 : name;
}

/* Every number in the name that a wrap set may have written: decimal, without padding. */
static void
add_numbers (GArray *all, guint member, const char *name)
{
  const char *base = base_of (name);
  guint first = all->len;

  for (const char *p = base; *p != '\0';)
    {
      const char *digits = p;
      guint64 number = 0;
      Numbered found;

      for (; g_ascii_isdigit (*p); p++)
        number = MIN (number * 10 + (guint) (*p - '0'), MAX_NUMBER);
      if (p == digits)
        {
          p++;
          continue;
        }
      if (number >= MAX_NUMBER || (*digits == '0' && p - digits > 1))
        continue;
      found = (Numbered) { member, NULL, (guint) number, (guint) (digits - base), 0 };
      found.key = g_strdup_printf ("%.*s\n%s", (int) (digits - name), name, p);
      g_array_append_val (all, found);
    }
  for (guint i = first; i < all->len; i++)
    g_array_index (all, Numbered, i).rank = all->len - 1 - i;
}

SCOPE_COMPARE_BY (compare_numbered, Numbered, SCOPE_UP (rank) SCOPE_BY_TEXT (key) SCOPE_UP (number) SCOPE_UP (member))

/* --- one set --- */

typedef struct
{
  ScopeArchive *archive;
  GArray *files;       /* of File, by number */
  GPtrArray *chains;   /* of Chain: what is found */
  guint prefix;        /* as in Numbered */
} Set;

/* Members that become one. */
typedef struct
{
  GArray *members;     /* of guint */
  char *name;
  GPtrArray *lacks;    /* of char *, or NULL */
} Chain;

static void
chain_free (gpointer data)
{
  Chain *chain = data;

  g_array_unref (chain->members);
  g_clear_pointer (&chain->lacks, g_ptr_array_unref);
  g_free (chain->name);
  g_free (chain);
}

static File *
file_at (const GArray *files, guint i)
{
  return &g_array_index (files, File, i % files->len);
}

typedef enum
{
  SEAM_NONE,   /* b was not written after a */
  SEAM_WEAK,   /* it was, after a silence: another recording may begin, or the program slept */
  SEAM_STRONG, /* it goes on where a ended */
} Seam;

/* All but the last file of a set are as large as they may be. */
static gboolean
fits (const File *a, const File *b)
{
  return b->size <= a->size + a->size / 10 + 2048;
}

static Seam
seam_between (const File *a, const File *b)
{
  const ScopeErlangPeek *x = &a->peek, *y = &b->peek;
  gint64 span = x->last - x->first, other = y->last - y->first, silence = y->first - x->last;

  if (y->starts || (x->node != NULL && y->node != NULL && !g_str_equal (x->node, y->node)))
    return SEAM_NONE;
  if (!x->has_times || !y->has_times)
    return b->number < a->number ? SEAM_NONE : fits (a, b) ? SEAM_STRONG : SEAM_WEAK;
  if (x->clock != y->clock || y->first < x->first - DISORDER || y->last < x->last - DISORDER)
    return SEAM_NONE;
  if (!x->ends)
    return SEAM_STRONG; /* packed: how long it lasts is not known */
  if (MIN (span, other) < 4 * DISORDER && silence < DISORDER)
    return fits (a, b) || silence >= 0 ? SEAM_STRONG : SEAM_WEAK; /* too short to tell */
  /* Two that were written at the same time begin near each other. */
  if (y->first - x->first < span / 2)
    return SEAM_NONE;

  /* A file ends at any record, hardly ever just before a long silence. */
  return silence <= MAX (DISORDER, MIN (span, other) / 10) ? SEAM_STRONG : silence < LONG_SILENCE ? SEAM_WEAK : SEAM_NONE;
}

/* Is there a number between them that no file has? From the last to the first there always may be. */
static gboolean
gap_before (const GArray *files, guint i)
{
  return i == 0 || file_at (files, i)->number > file_at (files, i - 1)->number + 1;
}

static const char *
name_of (ScopeArchive *archive, guint member)
{
  return scope_archive_member (archive, member)->name;
}

/* "a3.dat", or "a3.dat to a7.dat", of numbers that no file has. */
static char *
missing (ScopeArchive *archive, guint member, const char *base, guint prefix, guint from, guint to)
{
  const char *suffix = base + prefix;

  while (g_ascii_isdigit (*suffix))
    suffix++;
  if (from == to)
    return g_strdup_printf ("%.*s%u%s is missing", (int) prefix, base, from, suffix);
  return g_strdup_printf ("%.*s%u%s to %.*s%u%s are missing", (int) prefix, base, from, suffix, (int) prefix, base, to,
                          suffix);
}

/* Files `from` … `from + n - 1`, on from the last to the first. */
static void
add_chain (Set *set, guint from, guint n)
{
  guint prefix = set->prefix;
  Chain *chain = g_new0 (Chain, 1);
  const File *first = file_at (set->files, from);
  const char *base = base_of (name_of (set->archive, first->member)), *suffix = base + prefix;

  while (g_ascii_isdigit (*suffix))
    suffix++;
  chain->name = g_strdup_printf ("%.*s*%s", (int) prefix, base, suffix);
  chain->members = g_array_new (FALSE, FALSE, sizeof (guint));
  chain->lacks = g_ptr_array_new_with_free_func (g_free);
  if (first->number > 0 && !first->peek.starts)
    g_ptr_array_add (chain->lacks, g_strdup_printf ("the beginning of the trace is not there: what came before %s was "
                                                    "written over, and with it what was asked to be recorded", base));
  for (guint i = 0; i < n; i++)
    {
      const File *file = file_at (set->files, from + i);
      const File *before = i > 0 ? file_at (set->files, from + i - 1) : NULL;

      if (before != NULL && file->number > before->number + 1)
        g_ptr_array_add (chain->lacks, missing (set->archive, file->member, base, prefix, before->number + 1, file->number - 1));
      else if (before != NULL && file->number < before->number && file->number > 0)
        g_ptr_array_add (chain->lacks, missing (set->archive, file->member, base, prefix, 0, file->number - 1));
      g_array_append_val (chain->members, file->member);
    }
  g_ptr_array_add (set->chains, chain);
}

/* Times do not say where the circle begins: if one number is free, behind it. */
static void
turn_untold (const GArray *files, Seam *seams)
{
  guint n_gaps = 0, gap = 0;

  for (guint i = 0; i < files->len; i++)
    if (seams[i] == SEAM_NONE && (i > 0 || file_at (files, 0)->peek.has_times))
      return;
  for (guint i = 1; i < files->len; i++)
    if (gap_before (files, i))
      {
        n_gaps++;
        gap = i;
      }
  seams[0] = SEAM_STRONG;
  seams[n_gaps == 1 ? gap : 0] = SEAM_NONE;
}

/* Cuts the circle of files where one does not go on where the one before ended. One silence among many files is of the program, but
 * recordings that were made one after the other, by the same name, have one between any two of them. */
static void
cut_circle (Set *set)
{
  guint n = set->files->len, n_weak = 0, n_strong = 0, first;
  g_autofree Seam *seams = g_new0 (Seam, n + 1u); /* before each file */

  for (guint i = 0; i < n; i++)
    {
      seams[i] = seam_between (file_at (set->files, i + n - 1), file_at (set->files, i));
      n_weak += seams[i] == SEAM_WEAK;
      n_strong += seams[i] == SEAM_STRONG;
    }
  for (guint i = 0; i < n; i++)
    if (seams[i] == SEAM_WEAK && n_weak * 3 > n_strong)
      seams[i] = SEAM_NONE;
  turn_untold (set->files, seams);
  for (first = n; first > 0 && seams[first - 1] != SEAM_NONE;)
    first--;
  /* Without a free number before it the oldest file is none of a set that wrapped: what follows is of an earlier run. */
  if (first == 0 || !gap_before (set->files, first - 1))
    seams[0] = SEAM_NONE;
  for (first = 0; seams[first] != SEAM_NONE;)
    first++;
  for (guint i = 0, length; i < n; i += length)
    {
      for (length = 1; i + length < n && seams[(first + i + length) % n] != SEAM_NONE;)
        length++;
      if (length > 1)
        add_chain (set, first + i, length);
    }
}

/* A file that tells no times stands where its number is. */
static void
settle_silent (GArray *files)
{
  for (guint i = 1; i < files->len; i++)
    {
      File *file = file_at (files, i);
      const File *before = file_at (files, i - 1), *after = file_at (files, i + 1);

      if (file->peek.has_times || !before->peek.has_times || file->number != before->number + 1)
        continue;
      file->peek.has_times = file->peek.ends = TRUE;
      file->peek.clock = before->peek.clock;
      file->peek.first = file->peek.last = before->peek.last;
      if (i + 1 < files->len && after->peek.has_times && after->number == file->number + 1)
        file->peek.last = MAX (file->peek.last, after->peek.first);
    }
}

static void
look_at (ScopeArchive *archive, File *file)
{
  g_autoptr (ScopeSource) source = scope_archive_open_member (archive, file->member, NULL);

  if (source != NULL)
    scope_erlang_peek (source, &file->peek);
}

/* One group of names with different numbers. */
static void
find_chains (ScopeArchive *archive, const Numbered *all, guint n, const gboolean *taken, GPtrArray *chains,
             GCancellable *cancellable)
{
  g_autoptr (GArray) files = g_array_new (FALSE, TRUE, sizeof (File));
  Set set = { archive, files, chains, all[0].prefix };
  guint readable = 0;

  g_array_set_clear_func (files, file_clear);
  for (guint i = 0; i < n && files->len < MAX_FILES; i++)
    {
      const ScopeMember *member = scope_archive_member (archive, all[i].member);
      File file = { all[i].member, all[i].number, member->kind == SCOPE_LOG_ERLANG, member->size,
                    { 0 } };

      if (taken[all[i].member] || (files->len > 0 && file_at (files, files->len - 1)->number == file.number))
        continue;
      g_array_append_val (files, file);
      readable += file.readable;
    }
  if (readable < 2)
    return;
  for (guint i = 0; i < files->len && !g_cancellable_is_cancelled (cancellable); i++)
    if (file_at (files, i)->readable)
      look_at (archive, file_at (files, i));
  settle_silent (files);
  for (guint i = files->len; i-- > 0;)
    if (!file_at (files, i)->readable && !file_at (files, i)->peek.has_times)
      g_array_remove_index (files, i);
  cut_circle (&set);
}

/* --- all of them --- */

static void
join (ScopeArchive *archive, GPtrArray *chains)
{
  guint n = scope_archive_n_members (archive);
  g_autofree guint *now = g_new (guint, n + 1u); /* where the member is that was the i-th */

  for (guint i = 0; i < n; i++)
    now[i] = i;
  SCOPE_EACH_POINTER (Chain, chain, chains)
    {
      GArray *members = g_array_new (FALSE, FALSE, sizeof (guint));
      g_autofree gboolean *gone = g_new0 (gboolean, n + 1u);
      guint k = 0;

      for (guint i = 0; i < chain->members->len; i++)
        {
          guint old = g_array_index (chain->members, guint, i);

          g_array_append_val (members, now[old]);
          gone[old] = i > 0;
        }
      if (chain->lacks->len > 0)
        g_ptr_array_add (chain->lacks, NULL);
      scope_archive_chain (archive, (const guint *) (gpointer) members->data, members->len, chain->name,
                           chain->lacks->len > 0 ? (char **) g_ptr_array_free (g_steal_pointer (&chain->lacks), FALSE) : NULL);
      g_array_unref (members);
      /* Members keep their order, but for those that went into the chain. */
      for (guint i = 0; i < n; i++)
        if (gone[i])
          now[i] = G_MAXUINT;
      for (guint i = 0; i < n; i++)
        if (now[i] != G_MAXUINT)
          now[i] = k++;
    }
}

static gboolean
same_set (const Numbered *a, const Numbered *b)
{
  return a->rank == b->rank && g_str_equal (a->key, b->key);
}

/* Only logs, and what may be a damaged one among them. */
static gboolean
may_be_of_set (const ScopeMember *member)
{
  return member->kind == SCOPE_LOG_ERLANG ? member->refusal == NULL && !member->foreign
                                          : member->kind == SCOPE_LOG_NONE && member->size > 0;
}

/* The same of an archive that is open. */
static void
join_logs (ScopeArchive *archive, GCancellable *cancellable)
{
  guint n = scope_archive_n_members (archive);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Numbered));
  g_autoptr (GPtrArray) chains = g_ptr_array_new_with_free_func (chain_free);
  g_autofree gboolean *taken = g_new0 (gboolean, n + 1u);

  g_array_set_clear_func (all, numbered_clear);
  for (guint i = 0; i < n; i++)
    {
      const char *path;
      const ScopeMember *member = scope_archive_part (archive, i, 0, &path);

      if (scope_archive_n_parts (archive, i) == 1 && may_be_of_set (member))
        {
          g_autofree char *full = path != NULL ? g_canonicalize_filename (path, NULL) : NULL;

          add_numbers (all, i, full != NULL ? full : member->name);
        }
    }
  g_array_sort (all, compare_numbered);
  for (guint i = 0, length; i < all->len && !g_cancellable_is_cancelled (cancellable); i += length)
    {
      const Numbered *first = &g_array_index (all, Numbered, i);
      guint had = chains->len;

      for (length = 1; i + length < all->len && same_set (first, &g_array_index (all, Numbered, i + length));)
        length++;
      if (length > 1)
        find_chains (archive, first, length, taken, chains, cancellable);
      for (; had < chains->len; had++)
        {
          const Chain *chain = chains->pdata[had];

          for (guint k = 0; k < chain->members->len; k++)
            taken[g_array_index (chain->members, guint, k)] = TRUE;
        }
    }
  join (archive, chains);
  scope_log_sets_join_samples (archive);
}

ScopeArchive *
scope_log_sets_open (const char *const *paths, guint n_paths, GCancellable *cancellable, GError **error)
{
  ScopeArchive *archive = scope_archive_open (paths, n_paths, cancellable, error);

  if (archive != NULL)
    join_logs (archive, cancellable);
  return archive;
}
