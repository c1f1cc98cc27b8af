/* scope-message-graph.c: see scope-message-graph.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/messages/scope-message-graph.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-key.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  guint32 machine;
  gint64 number;
} Party;

typedef struct
{
  guint64 sent, received; /* messages of the edges drawn */
  guint32 node;
  Party party;
} Member;

typedef struct
{
  ScopeTrace *trace;
  const GArray *pairs;
  const ScopeMessageGraphOptions *options;
  GHashTable *members; /* Party → Member */
  GArray *wanted;      /* indices into pairs */
  gboolean around;     /* the lane is one that writes */
  Party centre;
  gboolean whole_machine; /* the centre is all of a machine */
} Making;

SCOPE_DEFINE_STATIC_KEY (party, Party, key->machine, (guint64) key->number)

/* --- words --- */

static const char *const figure_titles[SCOPE_N_FIGURES] = {
  [SCOPE_FIGURE_COUNT] = N_("Messages"),
  [SCOPE_FIGURE_SIZE] = N_("Size Sent"),
  [SCOPE_FIGURE_LATENCY] = N_("Mean Latency"),
  [SCOPE_FIGURE_LATENCY_MAX] = N_("Longest Latency"),
  [SCOPE_FIGURE_NONE] = N_("Nothing"),
};

const char *
scope_message_figure_title (ScopeMessageFigure figure)
{
  return (guint) figure < SCOPE_N_FIGURES ? _(figure_titles[figure]) : "";
}

static double
figure_of (const ScopePair *pair, ScopeMessageFigure figure)
{
  switch (figure)
    {
    case SCOPE_FIGURE_COUNT:
      return (double) pair->count;
    case SCOPE_FIGURE_SIZE:
      return (double) pair->size;
    case SCOPE_FIGURE_LATENCY:
      return pair->timed > 0 ? (double) pair->latency / (double) pair->timed : 0;
    case SCOPE_FIGURE_LATENCY_MAX:
      return (double) pair->latency_max;
    case SCOPE_FIGURE_NONE:
    case SCOPE_N_FIGURES:
    default:
      return 0;
    }
}

/* Whether it is known at all: a size that nobody recorded is not 0. */
static gboolean
has_figure (const ScopePair *pair, ScopeMessageFigure figure)
{
  if (figure == SCOPE_FIGURE_SIZE)
    return pair->sized > 0;
  if (figure == SCOPE_FIGURE_LATENCY || figure == SCOPE_FIGURE_LATENCY_MAX)
    return pair->timed > 0;
  return figure == SCOPE_FIGURE_COUNT;
}

static char *
format_figure (ScopeTrace *trace, double value, ScopeMessageFigure figure)
{
  if (figure == SCOPE_FIGURE_LATENCY || figure == SCOPE_FIGURE_LATENCY_MAX)
    return scope_format_duration (value, scope_trace_tick_ps (trace));
  return figure == SCOPE_FIGURE_SIZE ? scope_trace_size_text (trace, (guint64) value) : scope_format_count ((guint64) value);
}

static char *
format_messages (guint64 n)
{
  g_autofree char *count = scope_format_count (n);

  return g_strdup_printf (ngettext ("%s message", "%s messages", (gulong) n), count);
}

/* --- what is wanted --- */

static gboolean
lane_party (Making *making, ScopeLaneId lane)
{
  ScopeMachine *machine;
  guint32 index = lane.index;

  if (lane.machine >= scope_trace_n_machines (making->trace))
    return FALSE;
  machine = scope_trace_machine (making->trace, lane.machine);
  making->centre.machine = lane.machine;
  making->centre.number = SCOPE_TABLE_NULL;
  if (lane.kind == SCOPE_KIND_THREAD && index < scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    {
      /* A thread writes as its process. */
      index = scope_machine_entity (machine, SCOPE_KIND_THREAD, index)->process;
      lane.kind = SCOPE_KIND_PROCESS;
    }
  if (lane.kind == SCOPE_KIND_PROCESS && making->options->by == SCOPE_PARTY_PROCESS
      && index < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS))
    making->centre.number = (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESS, index)->number;
  else if (lane.kind == SCOPE_KIND_PROCESSOR && making->options->by == SCOPE_PARTY_PROCESSOR
           && index < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR))
    making->centre.number = (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, index)->number;
  else
    making->whole_machine = TRUE;
  return TRUE;
}

static gboolean
is_centre (const Making *making, guint32 machine, gint64 number)
{
  return machine == making->centre.machine && (making->whole_machine || number == making->centre.number);
}

static gboolean
wants (const Making *making, const ScopePair *pair)
{
  const ScopeMessageGraphOptions *options = making->options;

  if (pair->count < options->least_count || pair->size < options->least_size)
    return FALSE;
  return !making->around || is_centre (making, pair->from_machine, pair->from)
         || is_centre (making, pair->to_machine, pair->to);
}

static Member *
get_member (Making *making, guint32 machine, gint64 number)
{
  Party party = { machine, number };
  Member *member = g_hash_table_lookup (making->members, &party);

  if (member == NULL)
    {
      member = g_new0 (Member, 1);
      member->party = party;
      member->node = SCOPE_NONE;
      g_hash_table_insert (making->members, &member->party, member);
    }
  return member;
}

static void
choose (Making *making, ScopeMessageGraphCounts *counts)
{
  for (guint i = 0; i < making->pairs->len; i++)
    {
      const ScopePair *pair = &g_array_index (making->pairs, ScopePair, i);

      counts->all_edges++;
      counts->all_messages += pair->count;
      if (!wants (making, pair))
        continue;
      counts->edges++;
      counts->messages += pair->count;
      get_member (making, pair->from_machine, pair->from)->sent += pair->count;
      get_member (making, pair->to_machine, pair->to)->received += pair->count;
      g_array_append_val (making->wanted, i);
    }
  counts->nodes = g_hash_table_size (making->members);
}

/* --- making --- */

SCOPE_COMPARE_POINTERS_BY (compare_members, Member, SCOPE_UP (party.machine) SCOPE_UP (party.number))

static char *
member_detail (const Member *member, const char *title)
{
  g_autofree char *sent = scope_format_count (member->sent), *received = scope_format_count (member->received);

  /* TRANSLATORS: name; numbers of messages */
  return g_strdup_printf (_("%s\nsent: %s, received: %s"), title, sent, received);
}

/* Its name within its machine, whose name stands above the box around it and in the tip: all "b@127.0.0.1 <0.8…" tell nothing. */
static char *
label_of (const char *title, const char *machine)
{
  const char *rest = g_str_has_prefix (title, machine) ? title + strlen (machine) : title;

  return g_strdup (*rest == ' ' && rest[1] != '\0' ? rest + 1 : title);
}

static void
add_member (Making *making, ScopeGraph *graph, Member *member, GHashTable *groups)
{
  ScopeParty by = making->options->by;
  guint32 machine = member->party.machine;
  g_autofree char *title = scope_party_title (making->trace, by, machine, member->party.number);
  g_autofree char *above = scope_party_title (making->trace, SCOPE_PARTY_MACHINE, machine, SCOPE_TABLE_NULL);
  g_autofree char *label = NULL;
  const char *name = NULL;
  ScopeGraphNode *node;
  gpointer group;
  guint n = making->options->groups != NULL ? scope_message_groups_find (making->options->groups, machine, member->party.number, &name) : 1;

  if (n > 1)
    {
      g_free (title);
      title = g_strdup_printf ("%s ×%u", name, n);
    }
  label = n == 1 && by == SCOPE_PARTY_PROCESS ? label_of (title, above) : g_strdup (title);
  member->node = scope_graph_add_node (graph,
                                       g_strdup_printf ("%s:%u/%" G_GINT64_FORMAT, scope_party_name (by), machine,
                                                        member->party.number),
                                       g_steal_pointer (&label),
                                       member_detail (member, title), 0);
  if (!g_hash_table_lookup_extended (groups, GUINT_TO_POINTER (machine), NULL, &group))
    {
      group = GUINT_TO_POINTER (scope_graph_add_group (graph, g_steal_pointer (&above)));
      g_hash_table_insert (groups, GUINT_TO_POINTER (machine), group);
    }
  node = scope_graph_node (graph, member->node);
  node->group = GPOINTER_TO_UINT (group);
  node->has_lane = scope_party_lane (making->trace, by, machine, member->party.number, &node->lane);
  node->missing = !node->has_lane;
}

/* A group by its name and how many they are. */
static char *
party_title (Making *making, guint32 machine, gint64 number)
{
  const char *name = NULL;
  guint n = making->options->groups != NULL ? scope_message_groups_find (making->options->groups, machine, number, &name) : 1;

  return n > 1 ? g_strdup_printf ("%s ×%u", name, n) : scope_party_title (making->trace, making->options->by, machine, number);
}

static char *
pair_detail (Making *making, const ScopePair *pair)
{
  g_autofree char *from = party_title (making, pair->from_machine, pair->from);
  g_autofree char *to = party_title (making, pair->to_machine, pair->to);
  g_autofree char *count = format_messages (pair->count);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s → %s\n%s", from, to, count);
  if (pair->sized > 0)
    {
      g_autofree char *size = format_figure (making->trace, (double) pair->size, SCOPE_FIGURE_SIZE);

      g_string_append_printf (text, ", %s", size);
    }
  if (pair->timed > 0)
    {
      g_autofree char *mean = format_figure (making->trace, figure_of (pair, SCOPE_FIGURE_LATENCY), SCOPE_FIGURE_LATENCY);
      g_autofree char *most = format_figure (making->trace, (double) pair->latency_max, SCOPE_FIGURE_LATENCY_MAX);

      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("latency: %s in the mean, %s at most"), mean, most);
    }
  if (pair->reversed > 0)
    {
      g_autofree char *reversed = scope_format_count (pair->reversed);

      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("! received before sent: %s"), reversed);
    }
  return g_string_free (text, FALSE);
}

static void
add_edge (Making *making, ScopeGraph *graph, guint i, double *heaviest)
{
  const ScopePair *pair = &g_array_index (making->pairs, ScopePair, i);
  ScopeMessageFigure label = making->options->label;
  double weight = figure_of (pair, making->options->thickness);
  ScopeGraphEdge *edge;
  guint32 n;

  n = scope_graph_add_edge (graph, get_member (making, pair->from_machine, pair->from)->node,
                            get_member (making, pair->to_machine, pair->to)->node, weight,
                            has_figure (pair, label) ? format_figure (making->trace, figure_of (pair, label), label)
                                                     : NULL,
                            pair_detail (making, pair));
  edge = scope_graph_edge (graph, n);
  edge->data = i;
  edge->alarm = pair->reversed > 0;
  *heaviest = MAX (*heaviest, weight);
}

/* "Thickness: messages, at most 5,888". */
static char *
make_scale (Making *making, double heaviest)
{
  ScopeMessageFigure figure = making->options->thickness;
  g_autofree char *most = format_figure (making->trace, heaviest, figure);

  if (figure == SCOPE_FIGURE_NONE || !(heaviest > 0))
    return NULL;
  /* TRANSLATORS: what the thickness of lines stands for (“Messages”), and of the thickest (“5,888”) */
  return g_strdup_printf (_("Thickness: %s, at most %s · lines have their sender’s colour"), scope_message_figure_title (figure), most);
}

static ScopeGraph *
make_graph (Making *making)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);
  ScopeGraph *graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);
  double heaviest = 0;

  SCOPE_EACH_VALUE (void, member, making->members)
    g_ptr_array_add (members, member);
  g_ptr_array_sort (members, compare_members);
  for (guint i = 0; i < members->len; i++)
    add_member (making, graph, g_ptr_array_index (members, i), groups);
  for (guint i = 0; i < making->wanted->len; i++)
    add_edge (making, graph, g_array_index (making->wanted, guint, i), &heaviest);
  graph->title = g_strdup (scope_trace_title (making->trace));
  graph->scale = make_scale (making, heaviest);
  scope_graph_finish (graph);
  return graph;
}

void
scope_message_graph_options_init (ScopeMessageGraphOptions *options)
{
  memset (options, 0, sizeof *options);
  options->by = SCOPE_PARTY_PROCESS;
  options->thickness = options->label = SCOPE_FIGURE_COUNT;
}

ScopeGraph *
scope_message_graph_new (ScopeTrace *trace, const GArray *pairs, const ScopeMessageGraphOptions *options,
                         ScopeMessageGraphCounts *ret_counts)
{
  Making making = { .trace = trace, .pairs = pairs, .options = options };
  guint most_nodes = options->most_nodes > 0 ? options->most_nodes : SCOPE_MESSAGE_GRAPH_NODES;
  guint most_edges = options->most_edges > 0 ? options->most_edges : SCOPE_MESSAGE_GRAPH_EDGES;
  ScopeMessageGraphCounts counts = { 0 };
  ScopeGraph *graph = NULL;

  making.members = g_hash_table_new_full (party_hash, party_equal, NULL, g_free);
  making.wanted = g_array_new (FALSE, FALSE, sizeof (guint));
  making.around = options->around && lane_party (&making, options->lane);
  choose (&making, &counts);
  counts.too_large = counts.nodes > most_nodes || counts.edges > most_edges;
  if (!counts.too_large)
    graph = make_graph (&making);
  g_hash_table_unref (making.members);
  g_array_unref (making.wanted);
  if (ret_counts != NULL)
    *ret_counts = counts;
  return graph;
}
