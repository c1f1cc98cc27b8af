/* scope-cli-dump-groups.c: `dump node-groups`: groups of nodes of SD Erlang, change by change.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/trace/processes/scope-node-groups.h"

const char *
scope_cli_why_no_node_groups (ScopeTrace *trace)
{
  return scope_node_groups_are_told (trace) ? NULL : "no calls that change groups of nodes (module s_group) were traced";
}

static void
write_names (ScopeCsv *csv, const GPtrArray *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; names != NULL && i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) g_ptr_array_index (names, i));
  scope_csv_text (csv, text->str);
}

gboolean
scope_cli_dump_node_groups (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (GArray) changes = scope_node_groups_read (&within, error);
  g_autoptr (GHashTable) groups = scope_node_groups_new ();

  for (guint i = 0; changes != NULL && i < changes->len; i++)
    {
      const ScopeNodeGroupChange *change = &g_array_index (changes, ScopeNodeGroupChange, i);
      const ScopeNodeGroup *group = scope_node_groups_apply (groups, change);

      if (change->time < within.from) /* it counts for what follows */
        continue;
      scope_cli_time (cli, csv, change->time);
      scope_cli_time (cli, csv, change->end);
      scope_cli_write_machine (cli, csv, change->machine);
      scope_cli_entity (csv, scope_trace_machine (cli->trace, change->machine), SCOPE_KIND_THREAD,
                        change->thread != SCOPE_TABLE_NULL ? (guint32) change->thread : SCOPE_NONE);
      scope_csv_text (csv, scope_node_group_what_name (change->what));
      scope_csv_text (csv, change->group);
      write_names (csv, change->nodes);
      scope_csv_text (csv, scope_node_group_result_name (change->result));
      scope_csv_text (csv, change->reason);
      write_names (csv, group != NULL ? group->nodes : NULL);
      scope_cli_integer (csv, group != NULL ? group->whole : SCOPE_TABLE_NULL);
      scope_csv_end_row (csv);
    }
  return changes != NULL;
}
