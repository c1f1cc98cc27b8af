/* scope-log-beside.c: what lies beside a log and surely belongs to it.
 *
 * Surely: the files of its wrap set; traces of other nodes that ran at the same time, by the wall clock, when each names processes of
 * the other. Two that could be meant are none: a copy of a trace belongs to nobody.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/files/scope-log-sets.h"

#include "io/format/erlang/scope-erlang-peek.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_NAMES 20000u  /* of a folder that are looked at */
#define MAX_LOGS 1000u    /* of them whose bytes are */
#define SAME_TIME 120     /* s between the last changes of files of one run */

static ScopeLogKind
kind_of (const char *path)
{
  g_autoptr (ScopeSource) source = NULL;
  guint8 head[SCOPE_LOG_HEAD];
  struct stat st;
  gssize n;

  if (g_stat (path, &st) != 0 || !S_ISREG (st.st_mode) || (source = scope_source_new_file (path, NULL)) == NULL)
    return SCOPE_LOG_NONE;
  n = scope_source_pread (source, head, sizeof head, 0, NULL);
  if (n >= 2 && head[0] == 0x1f && head[1] == 0x8b)
    return scope_archive_gzip_kind (source);
  return n > 0 ? scope_log_kind (head, (gsize) n) : SCOPE_LOG_NONE;
}

static gboolean
is_wanted (ScopeLogKind kind)
{
  return kind == SCOPE_LOG_ERLANG || kind == SCOPE_LOG_SAMPLES;
}

/* "wrap#.dat" of "wrap12.dat". */
static char *
pattern_of (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isdigit (*p))
      g_string_append_c (text, *p);
    else if (p == name || !g_ascii_isdigit (p[-1]))
      g_string_append_c (text, '#');
  return g_string_free (text, FALSE);
}

/* Paths of the folder's files that may belong to it, `path` among them; sorted. */
static GPtrArray *
find_candidates (const char *path, GCancellable *cancellable)
{
  g_autofree char *folder = g_path_get_dirname (path), *base = g_path_get_basename (path);
  g_autofree char *pattern = pattern_of (base);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  guint n = 0, n_looked = 0;

  g_ptr_array_add (found, g_strdup (path));
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL && n++ < MAX_NAMES && !g_cancellable_is_cancelled (cancellable))
    {
      g_autofree char *other = g_build_filename (folder, name, NULL), *other_pattern = pattern_of (name);
      gboolean alike = g_str_equal (pattern, other_pattern);

      if (g_str_equal (name, base) || (!alike && n_looked++ >= MAX_LOGS))
        continue;
      if (alike ? g_file_test (other, G_FILE_TEST_IS_REGULAR) : is_wanted (kind_of (other)))
        g_ptr_array_add (found, g_steal_pointer (&other));
    }
  return found;
}

/* --- nodes --- */

typedef struct
{
  ScopeArchive *archive;
  guint n;
  ScopeErlangPeek *peeks;  /* of the members */
  gboolean *chosen;
  GCancellable *cancellable;
} Beside;

static gboolean
is_node (const ScopeErlangPeek *peek)
{
  return peek->node != NULL && !g_str_equal (peek->node, "nonode@nohost") && peek->has_times && peek->clock == SCOPE_ERL_CLOCK_WALL;
}

static gboolean
overlap (const ScopeErlangPeek *a, const ScopeErlangPeek *b)
{
  return a->early < b->late && b->early < a->late;
}

static gboolean
names_node (const Beside *self, guint member, const char *node)
{
  g_autoptr (ScopeSource) source = scope_archive_open_member (self->archive, member, NULL);

  return source != NULL && scope_erlang_peek_names (source, node, self->cancellable);
}

/* TRUE if another one could be meant as well. */
static gboolean
is_ambiguous (const Beside *self, guint member)
{
  for (guint i = 0; i < self->n; i++)
    if (i != member && is_node (&self->peeks[i]) && g_str_equal (self->peeks[i].node, self->peeks[member].node)
        && overlap (&self->peeks[i], &self->peeks[member]))
      return TRUE;
  return FALSE;
}

static gboolean
belongs (const Beside *self, guint chosen, guint other)
{
  const ScopeErlangPeek *a = &self->peeks[chosen], *b = &self->peeks[other];

  return is_node (a) && is_node (b) && !g_str_equal (a->node, b->node) && overlap (a, b)
         && !is_ambiguous (self, chosen) && !is_ambiguous (self, other) && names_node (self, chosen, b->node)
         && names_node (self, other, a->node);
}

/* Nodes that know one that is chosen, and those that know them. */
static void
choose_nodes (Beside *self)
{
  gboolean more = TRUE;

  while (more)
    {
      more = FALSE;
      for (guint i = 0; i < self->n; i++)
        for (guint k = 0; self->chosen[i] && k < self->n && !g_cancellable_is_cancelled (self->cancellable); k++)
          if (!self->chosen[k] && belongs (self, i, k))
            self->chosen[k] = more = TRUE;
    }
}

/* --- all of it --- */

static guint
member_of (ScopeArchive *archive, const char *path)
{
  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    for (guint p = 0; p < scope_archive_n_parts (archive, i); p++)
      {
        const char *other;

        scope_archive_part (archive, i, p, &other);
        if (g_strcmp0 (other, path) == 0)
          return i;
      }
  return G_MAXUINT;
}

static void
look_at_all (Beside *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      const ScopeMember *member = scope_archive_member (self->archive, i);
      g_autoptr (ScopeSource) source = NULL;

      if (member->kind == SCOPE_LOG_ERLANG && !member->foreign && member->refusal == NULL)
        source = scope_archive_open_member (self->archive, i, NULL);
      if (source != NULL && !g_cancellable_is_cancelled (self->cancellable))
        scope_erlang_peek (source, &self->peeks[i]);
    }
}

/* Percept2's samples bear neither a name nor a time: they are of the only trace there, written at the same time. Our own bear the
 * trace's name. */
static gboolean
samples_belong (const Beside *self, guint member)
{
  guint n_parts = scope_archive_n_parts (self->archive, member), n_logs = 0;
  const char *trace, *samples;
  struct stat a, b;

  for (guint i = 0; i < self->n; i++)
    n_logs += scope_archive_member (self->archive, i)->kind == SCOPE_LOG_ERLANG;
  scope_archive_file (self->archive, member, n_parts - 1, &trace);
  if (!g_str_has_prefix (scope_archive_file (self->archive, member, n_parts, &samples)->name, "sample_"))
    return TRUE;
  return n_logs == 1 && g_stat (trace, &a) == 0 && g_stat (samples, &b) == 0
         && ABS ((gint64) a.st_mtime - (gint64) b.st_mtime) <= SAME_TIME;
}

/* Paths of those that are chosen. */
static char **
take_chosen (const Beside *self)
{
  GPtrArray *paths = g_ptr_array_new ();

  for (guint i = 0; i < self->n; i++)
    {
      guint n = scope_archive_n_files (self->archive, i);

      if (!self->chosen[i])
        continue;
      if (n > scope_archive_n_parts (self->archive, i) && !samples_belong (self, i))
        n = scope_archive_n_parts (self->archive, i);
      for (guint p = 0; p < n; p++)
        {
          const char *path;

          scope_archive_file (self->archive, i, p, &path);
          g_ptr_array_add (paths, g_strdup (path));
        }
    }
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

char **
scope_log_sets_beside (const char *given, GCancellable *cancellable)
{
  g_autofree char *path = g_canonicalize_filename (given, NULL);
  g_autoptr (GPtrArray) candidates = NULL;
  Beside self = { .cancellable = cancellable };
  guint mine;
  char **paths = NULL;

  if (kind_of (path) != SCOPE_LOG_ERLANG)
    return NULL;
  candidates = find_candidates (path, cancellable);
  if (candidates->len < 2)
    return NULL;
  self.archive = scope_log_sets_open ((const char *const *) candidates->pdata, candidates->len, cancellable, NULL);
  mine = self.archive != NULL ? member_of (self.archive, path) : G_MAXUINT;
  if (mine != G_MAXUINT)
    {
      self.n = scope_archive_n_members (self.archive);
      self.peeks = g_new0 (ScopeErlangPeek, self.n);
      self.chosen = g_new0 (gboolean, self.n);
      self.chosen[mine] = TRUE;
      look_at_all (&self);
      choose_nodes (&self);
      paths = take_chosen (&self);
      for (guint i = 0; i < self.n; i++)
        scope_erlang_peek_clear (&self.peeks[i]);
      g_free (self.peeks);
      g_free (self.chosen);
    }
  g_clear_pointer (&self.archive, scope_archive_free);
  if (paths != NULL && (g_strv_length (paths) < 2 || g_cancellable_is_cancelled (cancellable)))
    g_clear_pointer (&paths, g_strfreev);
  return paths;
}
