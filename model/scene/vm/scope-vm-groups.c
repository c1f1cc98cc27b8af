/* scope-vm-groups.c: groups of nodes as they are at the end of a range, a row each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/vm/scope-vm-private.h"

#include "model/trace/processes/scope-node-groups.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define NAMED 8u /* nodes that are named in a row */

enum
{
  GROUP_NAME,
  GROUP_NODES,
  GROUP_MEMBERS,
  GROUP_KNOWN,
  GROUP_CHANGES,
  GROUP_FAILED,
  GROUP_LAST
};

typedef struct
{
  const char *name;
  const ScopeNodeGroup *group;
  guint changes, failed;
  gint64 last; /* when it was changed last, trace time */
} Group;

static void
add_columns (ScopeReportTable *table)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Group"), "group");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Nodes"), "nodes");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Members"), "members");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Known"), "members_whole");
  scope_report_table_set_help (table, GROUP_KNOWN, _("Who was in a group before the trace began, it does not say"));
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Changes"), "changes");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Failed"), "failed");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Last Changed"), "last_ns");
}

/* The nodes that the trace has, as lanes. */
static GArray *
find_lanes (ScopeTrace *trace, const GPtrArray *nodes)
{
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < nodes->len; i++)
    g_hash_table_add (names, g_ptr_array_index (nodes, i));
  for (guint32 m = 0; m < scope_trace_n_machines (trace); m++)
    {
      const char *node = scope_machine_find_info (scope_trace_machine (trace, m), "node");
      ScopeLaneId lane = { m, SCOPE_KIND_MACHINE, 0 };

      if (node != NULL && g_hash_table_contains (names, node))
        g_array_append_val (lanes, lane);
    }
  return lanes;
}

static void
add_group (ScopeReportTable *table, const Group *group, GPtrArray *lanes)
{
  const GPtrArray *nodes = group->group->nodes;
  ScopeReportTableRow row = { .from = group->last, .to = group->last, .has_range = TRUE };
  guint r = scope_report_table_add_row (table, &row);
  g_autoptr (GString) members = g_string_new (NULL);

  for (guint i = 0; i < MIN (nodes->len, NAMED); i++)
    g_string_append_printf (members, "%s%s", i > 0 ? " " : "", (const char *) g_ptr_array_index (nodes, i));
  if (nodes->len > NAMED)
    g_string_append (members, " …");
  scope_report_table_set_word (table, r, GROUP_NAME, group->name);
  scope_report_table_set (table, r, GROUP_NODES, nodes->len);
  scope_report_table_set_word (table, r, GROUP_MEMBERS, members->str);
  scope_report_table_set_term (table, r, GROUP_KNOWN, group->group->whole ? _("all") : _("those added"), group->group->whole ? "1" : "0");
  scope_report_table_set (table, r, GROUP_CHANGES, group->changes);
  scope_report_table_set (table, r, GROUP_FAILED, group->failed);
  scope_report_table_set (table, r, GROUP_LAST, (double) group->last);
  g_ptr_array_add (lanes, find_lanes (scope_report_table_get_trace (table), nodes));
}

/* Groups in the order in which they are met. */
static GArray *
gather (const GArray *changes, GHashTable *state)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal); /* number + 1 */

  for (guint i = 0; i < changes->len; i++)
    {
      const ScopeNodeGroupChange *change = &g_array_index (changes, ScopeNodeGroupChange, i);
      const ScopeNodeGroup *after = scope_node_groups_apply (state, change);
      guint place;
      Group *group;

      if (after == NULL)
        continue;
      place = GPOINTER_TO_UINT (g_hash_table_lookup (places, change->group));
      if (place == 0)
        {
          Group first = { .name = change->group, .group = after, .last = change->time };

          g_array_append_val (groups, first);
          place = groups->len;
          g_hash_table_insert (places, change->group, GUINT_TO_POINTER (place));
        }
      group = &g_array_index (groups, Group, place - 1);
      group->changes += change->result != SCOPE_NODE_GROUP_FAILED;
      group->failed += change->result == SCOPE_NODE_GROUP_FAILED;
      if (change->result != SCOPE_NODE_GROUP_FAILED)
        group->last = change->time;
    }
  return groups;
}

ScopeReportTable *
scope_vm_groups_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) changes = scope_node_groups_read (within, error);
  g_autoptr (GHashTable) state = scope_node_groups_new ();
  g_autoptr (GArray) groups = changes != NULL ? gather (changes, state) : NULL;
  ScopeReportTable *table;
  GPtrArray *lanes;

  if (groups == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  add_columns (table);
  for (guint i = 0; i < MIN (groups->len, SCOPE_VM_MOST_ROWS); i++)
    add_group (table, &g_array_index (groups, Group, i), lanes);
  if (groups->len > 0)
    scope_report_table_take_summary (table, g_strdup (_("Groups of nodes at the end of this range. Enter, or a double click: the timeline has the "
                                                        "nodes of that group alone.")));
  scope_vm_attach (table, NULL, lanes);
  return table;
}

const GArray *
scope_vm_table_lanes (ScopeReportTable *table, guint row)
{
  const ScopeVmExtras *extras = scope_report_table_get_attachment (table);

  return extras != NULL && extras->lanes != NULL && row < extras->lanes->len ? g_ptr_array_index (extras->lanes, row) : NULL;
}
