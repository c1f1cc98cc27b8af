/* scope-node-groups.c: see scope-node-groups.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/processes/scope-node-groups.h"

#include <string.h>

#define HEAD "s_group:"

static const char *const what_names[SCOPE_N_NODE_GROUP_WHATS] = { "new_s_group", "delete_s_group", "add_nodes", "remove_nodes" };

const char *
scope_node_group_what_name (ScopeNodeGroupWhat what)
{
  return what_names[what];
}

const char *
scope_node_group_result_name (ScopeNodeGroupResult result)
{
  static const char *const names[] = { "", "ok", "error" };

  return names[result];
}

static void
change_clear (gpointer data)
{
  ScopeNodeGroupChange *change = data;

  g_free (change->group);
  g_free (change->reason);
  g_clear_pointer (&change->nodes, g_ptr_array_unref);
}

/* --- words --- */

static gboolean
pass (const char **at, const char *word)
{
  gsize n = strlen (word);

  if (strncmp (*at, word, n) != 0)
    return FALSE;
  *at += n;
  return TRUE;
}

/* A name, as it is or in quotes; moves behind it. NULL: there is none. */
static char *
take_name (const char **at)
{
  gboolean quoted = **at == '\'';
  const char *from = *at + quoted, *to = from + strcspn (from, quoted ? "'" : " ,[]='");

  if ((to == from && !quoted) || (quoted && *to != '\''))
    return NULL;
  *at = to + quoted;
  return g_strndup (from, (gsize) (to - from));
}

/* [a@h, b@h], or [a@h, …]; NULL: it is none. */
static GPtrArray *
take_nodes (const char **at, gboolean *ret_cut)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new_with_free_func (g_free);

  if (!pass (at, "["))
    return NULL;
  for (char *name; !pass (at, "]"); g_ptr_array_add (nodes, name))
    {
      if ((nodes->len > 0 && !pass (at, ", ")) || (name = take_name (at)) == NULL)
        return NULL;
      if (strcmp (name, "…") == 0)
        {
          *ret_cut = TRUE;
          g_clear_pointer (&name, g_free);
          return pass (at, "]") ? g_steal_pointer (&nodes) : NULL;
        }
    }
  return g_steal_pointer (&nodes);
}

/* FALSE: it is none of such words. `is_result`: of what a call gave back, of which `change` has what it says then. */
static gboolean
parse (const char *text, ScopeNodeGroupChange *change, gboolean *is_result)
{
  const char *at = text;
  guint what = 0;

  if (!pass (&at, HEAD))
    return FALSE;
  for (; what < SCOPE_N_NODE_GROUP_WHATS; what++)
    if (pass (&at, what_names[what]))
      break;
  if (what == SCOPE_N_NODE_GROUP_WHATS)
    return FALSE;
  change->what = (ScopeNodeGroupWhat) what;
  *is_result = pass (&at, " = ");
  if (*is_result && pass (&at, "error "))
    {
      change->result = SCOPE_NODE_GROUP_FAILED;
      change->reason = g_strdup (at);
      return TRUE;
    }
  if (*is_result && !pass (&at, "ok"))
    return FALSE;
  change->result = *is_result ? SCOPE_NODE_GROUP_DONE : SCOPE_NODE_GROUP_UNTOLD;
  if (pass (&at, " ") && !pass (&at, "_"))
    change->group = take_name (&at);
  if (pass (&at, " "))
    change->nodes = take_nodes (&at, &change->cut);
  return *at == '\0';
}

/* --- reading --- */

static gboolean
tells (ScopeMachine *machine)
{
  return scope_machine_find_info (machine, "s_groups") != NULL;
}

gboolean
scope_node_groups_are_told (ScopeTrace *trace)
{
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    if (tells (scope_trace_machine (trace, m)))
      return TRUE;
  return FALSE;
}

typedef struct
{
  const ScopeQueryRange *within;
  GArray *changes;
  GHashTable *open; /* "thread what": a call's number + 1, that nothing is known to have come of yet; of a machine */
} Reading;

static gpointer
key_of (gint64 thread, ScopeNodeGroupWhat what)
{
  return GSIZE_TO_POINTER ((gsize) (thread + 1) * SCOPE_N_NODE_GROUP_WHATS + what);
}

static void
take_result (Reading *r, ScopeNodeGroupChange *result)
{
  guint i = GPOINTER_TO_UINT (g_hash_table_lookup (r->open, key_of (result->thread, result->what)));
  ScopeNodeGroupChange *call;

  if (i == 0)
    { /* its call came before the trace began */
      change_clear (result);
      return;
    }
  g_hash_table_remove (r->open, key_of (result->thread, result->what));
  call = &g_array_index (r->changes, ScopeNodeGroupChange, i - 1);
  call->end = result->time;
  call->result = result->result;
  call->reason = result->reason;
  if (result->group != NULL)
    {
      g_free (call->group);
      call->group = result->group;
    }
  if (result->nodes != NULL)
    {
      g_clear_pointer (&call->nodes, g_ptr_array_unref);
      call->nodes = result->nodes;
      call->cut = result->cut;
    }
}

static void
take_mark (Reading *r, guint32 machine, gint64 time, gint64 thread, const char *text)
{
  ScopeNodeGroupChange change = { .time = time, .end = SCOPE_TABLE_NULL, .machine = machine, .thread = thread };
  gboolean is_result = FALSE;

  if (!parse (text, &change, &is_result))
    change_clear (&change);
  else if (is_result)
    take_result (r, &change);
  else
    {
      g_array_append_val (r->changes, change);
      g_hash_table_insert (r->open, key_of (thread, change.what), GUINT_TO_POINTER (r->changes->len));
    }
}

static gboolean
read_machine (Reading *r, ScopeMachine *machine, GError **error)
{
  gint64 from, to, offset = scope_trace_offset (r->within->trace, machine);
  GError *local = NULL;

  g_hash_table_remove_all (r->open);
  scope_query_range_own_range (r->within, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, to, r->within->cancellable, &local)
    {
      g_autofree char *text = row[SCOPE_MARK_TIME] < to && row[SCOPE_MARK_KIND] == SCOPE_MARK_LABEL
                                  ? scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], NULL) : NULL;

      if (text != NULL && g_str_has_prefix (text, HEAD))
        take_mark (r, machine->index, row[SCOPE_MARK_TIME] + offset, row[SCOPE_MARK_THREAD], text);
    }
  return scope_passed (local, error);
}

static gint64
effect_of (const ScopeNodeGroupChange *change)
{
  return change->end != SCOPE_TABLE_NULL ? change->end : change->time;
}

static int
compare_changes (gconstpointer one, gconstpointer other)
{
  const ScopeNodeGroupChange *a = one, *b = other;
  gint64 x = effect_of (a), y = effect_of (b);

  if (x == y)
    {
      x = a->time;
      y = b->time;
    }
  if (x == y)
    return a->machine < b->machine ? -1 : a->machine > b->machine;
  return x < y ? -1 : 1;
}

GArray *
scope_node_groups_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (ScopeNodeGroupChange));
  g_autoptr (GHashTable) open = g_hash_table_new (NULL, NULL);
  Reading r = { within, changes, open };

  g_array_set_clear_func (changes, change_clear);
  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (tells (scope_trace_machine (within->trace, m)) && !read_machine (&r, scope_trace_machine (within->trace, m), error))
      return NULL;
  g_array_sort (changes, compare_changes);
  return g_steal_pointer (&changes);
}

/* --- what they make --- */

static void
group_free (gpointer data)
{
  ScopeNodeGroup *group = data;

  g_ptr_array_unref (group->nodes);
  g_free (group);
}

GHashTable *
scope_node_groups_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, group_free);
}

static int
compare_names (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

static void
add_nodes (ScopeNodeGroup *group, const GPtrArray *nodes)
{
  g_autoptr (GHashTable) there = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < group->nodes->len; i++)
    g_hash_table_add (there, g_ptr_array_index (group->nodes, i));
  for (guint i = 0; i < nodes->len; i++)
    {
      char *name = g_ptr_array_index (nodes, i);

      if (g_hash_table_contains (there, name))
        continue;
      name = g_strdup (name);
      g_hash_table_add (there, name);
      g_ptr_array_add (group->nodes, name);
    }
  g_ptr_array_sort (group->nodes, compare_names);
}

static void
remove_nodes (ScopeNodeGroup *group, const GPtrArray *nodes)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < nodes->len; i++)
    g_hash_table_add (gone, g_ptr_array_index (nodes, i));
  for (guint i = group->nodes->len; i > 0; i--)
    if (g_hash_table_contains (gone, g_ptr_array_index (group->nodes, i - 1)))
      g_ptr_array_remove_index (group->nodes, i - 1);
}

const ScopeNodeGroup *
scope_node_groups_apply (GHashTable *groups, const ScopeNodeGroupChange *change)
{
  ScopeNodeGroup *group;

  if (change->group == NULL)
    return NULL;
  group = g_hash_table_lookup (groups, change->group);
  if (group == NULL)
    {
      group = g_new0 (ScopeNodeGroup, 1);
      group->nodes = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (groups, g_strdup (change->group), group);
    }
  if (change->result == SCOPE_NODE_GROUP_FAILED)
    return group;
  if (change->what == SCOPE_NODE_GROUP_NEW || change->what == SCOPE_NODE_GROUP_DELETE)
    {
      g_ptr_array_set_size (group->nodes, 0);
      group->whole = TRUE;
    }
  if (change->nodes != NULL && change->what == SCOPE_NODE_GROUP_REMOVE)
    remove_nodes (group, change->nodes);
  else if (change->nodes != NULL && change->what != SCOPE_NODE_GROUP_DELETE)
    add_nodes (group, change->nodes);
  group->whole = group->whole && !change->cut;
  return group;
}
