/* scope-sweep-tasks.c: what tasks do, and the trees of who waits for whom. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-sweep-private.h"

#include "model/base/scope-each.h"

#define MAX_DEPTH 1000000u /* a damaged log may have a circle: nobody in it is to blame */

static Node *find_node (Sweep *sweep, ScopeTaskId id);

/* --- lists --- */

/* The queue of a processor, or tasks of a machine that wait. */
static void
list_changed (Sweep *sweep, const List *list, guint32 machine, gint more)
{
  Machine *m = &sweep->machines[machine];

  if (list->processor != SCOPE_NONE)
    {
      scope_sweep_changed (sweep, &sweep->processors[list->processor]);
      m = &sweep->machines[sweep->processors[list->processor].machine];
      m->n_queued += (guint) more;
      scope_sweep_spare_set_queued (&sweep->spares, (guint) (m - sweep->machines), m->n_queued > 0);
      return;
    }
  sweep->waiting[list - m->waiting] += (guint64) more;
  scope_sweep_changed_machine (sweep, m);
}

static void
list_add (Sweep *sweep, List *list, Node *node)
{
  list_changed (sweep, list, node->id.machine, 1);
  node->list = list;
  node->before = list->last;
  node->after = NULL;
  *(list->last != NULL ? &list->last->after : &list->first) = node;
  list->last = node;
  list->n++;
}

static void
list_remove (Sweep *sweep, Node *node)
{
  List *list = node->list;

  if (list == NULL)
    return;
  list_changed (sweep, list, node->id.machine, -1);
  *(node->before != NULL ? &node->before->after : &list->first) = node->after;
  *(node->after != NULL ? &node->after->before : &list->last) = node->before;
  list->n--;
  node->list = NULL;
}

/* --- blame --- */

static void
add_blame (Sweep *sweep, Node *node, guint32 label, gint64 since)
{
  scope_blame_tree_add (sweep->facts->blame, node->id, label, &node->blamed, node->direct, node->carried, since, sweep->time);
}

static gboolean
leads_to (const Node *from, const Node *node)
{
  for (guint n = 0; from != NULL && n < MAX_DEPTH; n++, from = from->waits_for)
    if (from == node)
      return TRUE;
  return from != NULL;
}

/* Who sent the message gets it, and directly what waits for himself: he may wait, too, for somebody who waits for the message. */
static void
add_message_blame (Sweep *sweep, const Node *node, gboolean in_flight, guint64 own, gint64 since)
{
  Node *by = scope_sweep_node (sweep, node->now.by);
  guint64 direct = by != NULL && by->direct > 0 && by->waits_for != NULL && leads_to (by, node) ? by->direct : 0;

  scope_blame_tree_add (sweep->facts->blame, node->now.by, sweep->words[in_flight ? BLAME_IN_FLIGHT : BLAME_DELIVERED],
                        by != NULL ? &by->blamed : NULL, own + direct, node->direct + node->carried - direct, since, sweep->time);
}

/* The longest wait that nothing ends. */
static void
note_never (Sweep *sweep, const Node *node)
{
  ScopeDerivedFacts *facts = sweep->facts;

  if (node->mode != MODE_WAIT + SCOPE_PIECE_NEVER || sweep->time - node->now.from <= facts->never_to - facts->never_from)
    return;
  facts->never_from = node->now.from;
  facts->never_to = sweep->time;
  facts->never_task = node->id;
}

/* Tells who is to blame for what waited here since the last time. */
static void
tell (Sweep *sweep, Node *node)
{
  gint64 since = node->since;
  guint64 all = node->direct + node->carried;
  static const guint8 words[] = { [MODE_UNBORN] = BLAME_START,
                                  [MODE_READY] = BLAME_READY,
                                  [MODE_COLLECT] = BLAME_GC,
                                  [MODE_ENDED] = BLAME_ENDED,
                                  [MODE_WAIT + SCOPE_PIECE_TIMER] = BLAME_TIMER,
                                  [MODE_WAIT + SCOPE_PIECE_FOREIGN] = BLAME_FOREIGN,
                                  [MODE_WAIT + SCOPE_PIECE_NEVER] = BLAME_NEVER,
                                  [MODE_WAIT + SCOPE_PIECE_UNKNOWN] = BLAME_UNKNOWN };

  node->since = sweep->time;
  note_never (sweep, node);
  if (since >= sweep->time || node->waits_for != NULL)
    return;
  if (node->mode == MODE_IN_FLIGHT || node->mode == MODE_DELIVERED)
    add_message_blame (sweep, node, node->mode == MODE_IN_FLIGHT, 1, since);
  else if (all == 0)
    return;
  else if (node->mode == MODE_UNBORN_IN_FLIGHT || node->mode == MODE_UNBORN_DELIVERED)
    add_message_blame (sweep, node, node->mode == MODE_UNBORN_IN_FLIGHT, 0, since);
  else if (node->mode == MODE_RUN)
    add_blame (sweep, node, node->label, since);
  else
    add_blame (sweep, node,
               sweep->words[node->mode == MODE_READY && sweep->machines[node->id.machine].collecting ? BLAME_GC : words[node->mode]], since);
}

/* So many more (or fewer, modulo 2^64) wait for `node`, and for whom it waits. Only the last of them is to blame; another one is told
 * of before it no longer waits. */
static void
carry (Sweep *sweep, Node *node, guint64 direct, guint64 carried)
{
  for (; node->waits_for != NULL; node = node->waits_for)
    {
      node->direct += direct;
      node->carried += carried;
      carried += direct;
      direct = 0;
    }
  tell (sweep, node);
  node->direct += direct;
  node->carried += carried;
}

/* It is found by its thread from now on, or (NULL) no more. */
static void
set_node (Machine *machine, guint32 thread, Node *node)
{
  NodePage **page;

  if (thread >= machine->n_by_thread)
    return;
  page = &machine->pages[thread / NODES];
  if (*page == NULL)
    *page = g_new0 (NodePage, 1);
  (*page)->n += (node != NULL) - ((*page)->nodes[thread % NODES] != NULL);
  (*page)->nodes[thread % NODES] = node;
  if ((*page)->n == 0)
    g_clear_pointer (page, g_free);
}

static void
drop (Sweep *sweep, Node *node)
{
  if (node->mode != MODE_ENDED || node->direct + node->carried > 0 || node->n_waiting > 0)
    return;
  *scope_sweep_recent (sweep, node->id) = NULL;
  set_node (&sweep->machines[node->id.machine], node->id.thread, NULL);
  g_hash_table_remove (sweep->nodes, &node->id);
}

static void
detach (Sweep *sweep, Node *node)
{
  Node *other = node->waits_for;

  if (other == NULL)
    return;
  node->waits_for = NULL;
  other->n_waiting--;
  carry (sweep, other, -(guint64) node->own, -(node->direct + node->carried));
  drop (sweep, other);
}

static void
attach (Sweep *sweep, Node *node, ScopeTaskId by, gboolean own)
{
  Node *other = scope_task_is_nobody (by) || scope_task_is (by, node->id) ? NULL : find_node (sweep, by);

  if (other == NULL || (node->n_waiting > 0 && leads_to (other, node)))
    return;
  carry (sweep, other, own, node->direct + node->carried);
  node->waits_for = other;
  other->n_waiting++;
  node->own = own;
}

/* --- its lane --- */

static guint
code_of (const Node *node)
{
  static const guint8 pieces[SCOPE_N_WAIT_PIECES]
      = { SCOPE_CODE_LATE_PRODUCER, SCOPE_CODE_IN_FLIGHT, SCOPE_CODE_DELIVERED, SCOPE_CODE_TIMER,
          SCOPE_CODE_FOREIGN,       SCOPE_CODE_NEVER,     SCOPE_CODE_UNKNOWN };

  switch (node->mode)
    {
    case MODE_RUN:
      return scope_code_state (node->now.code) == SCOPE_STATE_ACTIVE ? SCOPE_CODE_ACTIVE : SCOPE_CODE_RUNNING;
    case MODE_READY:
      return node->waited ? SCOPE_CODE_WOKEN_NOT_RUN : SCOPE_CODE_RUNNABLE;
    case MODE_COLLECT:
      return SCOPE_CODE_COLLECTING;
    case MODE_WAIT + SCOPE_PIECE_UNKNOWN:
      /* It waits, and for whom is not told; or what it does is not. */
      return scope_stretch_waits (&node->now) ? SCOPE_CODE_BLOCKED
             : scope_code_state (node->now.code) == SCOPE_STATE_IDLE ? SCOPE_CODE_IDLE
                                                                     : SCOPE_CODE_UNKNOWN;
    default:
      return node->mode >= MODE_WAIT ? pieces[node->mode - MODE_WAIT] : SCOPE_CODE_ABSENT;
    }
}

static void
write_lane (Sweep *sweep, Node *node)
{
  guint code = code_of (node), class = node->mode == MODE_LATE ? scope_wait_class (node->now.code) : SCOPE_NO_WAIT_CLASS;
  guint32 ref = 0;

  if (node->mode == MODE_RUN)
    ref = node->now.processor + 1;
  else if (node->now.does == SCOPE_DOES_WAIT)
    ref = scope_deriving_party (sweep->out, node->id.machine, node->now.by);
  if (node->mode > MODE_UNBORN_DELIVERED)
    scope_deriving_row (sweep->out, node->id.machine, node->lane, sweep->time, code, ref);
  if (class != node->wait_class)
    scope_deriving_whole_row (sweep->out, SCOPE_WHOLE_WAITS, sweep->time, scope_step_code (node->wait_class, class), 0);
  node->wait_class = class;
}

/* --- modes --- */

static List *
list_of (Sweep *sweep, const Node *node)
{
  Machine *machine = &sweep->machines[node->id.machine];

  if (node->mode == MODE_READY && node->home != SCOPE_NONE)
    return &sweep->processors[node->home].queue;
  return node->mode >= MODE_WAIT && !node->helper ? &machine->waiting[node->mode - MODE_WAIT] : NULL;
}

static void
set_foreign (Sweep *sweep, Node *node, gboolean foreign)
{
  if (foreign != node->foreign)
    {
      sweep->processors[node->home].n_foreign += foreign ? 1 : G_MAXUINT;
      scope_sweep_changed (sweep, &sweep->processors[node->home]);
    }
  node->foreign = foreign;
}

static void
enter (Sweep *sweep, Node *node, guint mode)
{
  List *list;

  tell (sweep, node);
  detach (sweep, node);
  list_remove (sweep, node);
  set_foreign (sweep, node, FALSE);
  node->mode = mode;
  if (mode == MODE_RUN && node->now.processor != SCOPE_NONE)
    node->home = scope_sweep_processor (sweep, &sweep->machines[node->id.machine], node->now.processor);
  write_lane (sweep, node);
  list = list_of (sweep, node);
  if (list != NULL)
    list_add (sweep, list, node);
  set_foreign (sweep, node, mode == MODE_WAIT + SCOPE_PIECE_FOREIGN && node->home != SCOPE_NONE && !node->helper
                                && scope_code_state (node->now.code) == SCOPE_STATE_OUTSIDE);
  if (mode == MODE_LATE)
    attach (sweep, node, node->now.by, TRUE);
  else if (mode == MODE_UNBORN && node->now.ready_by != SCOPE_READY_STARTED)
    attach (sweep, node, node->now.by, FALSE);
}

static guint
mode_of (const ScopeStretch *stretch, gint64 time, gint64 *ret_until)
{
  *ret_until = stretch->to;
  if (stretch->does == SCOPE_DOES_RUN)
    return MODE_RUN;
  if (stretch->does == SCOPE_DOES_READY)
    return MODE_READY;
  if (stretch->does == SCOPE_DOES_COLLECT)
    return MODE_COLLECT;
  return MODE_WAIT + scope_stretch_piece (stretch, time, ret_until);
}

/* Before the first stretch. */
static guint
unborn_mode (const ScopeStretch *first, gint64 time, gint64 *ret_until)
{
  *ret_until = first->from;
  if (!first->by_message || time >= first->received)
    return first->by_message ? MODE_UNBORN_DELIVERED : MODE_UNBORN;
  *ret_until = time < first->sent ? first->sent : first->received;
  return time < first->sent ? MODE_UNBORN : MODE_UNBORN_IN_FLIGHT;
}

static void
next_stretch (Sweep *sweep, Node *node)
{
  GError *error = NULL;

  if (scope_task_stream_next (&node->stream, &node->now, &error))
    return;
  if (error != NULL && sweep->error == NULL)
    sweep->error = g_steal_pointer (&error);
  g_clear_error (&error);
  scope_task_stream_clear (&node->stream);
}

/* Where it is before it ran: where its first migration leads away from, else with who spawned it, else where it runs first. */
static guint32
first_home (Sweep *sweep, Node *node)
{
  const Machine *machine = &sweep->machines[node->id.machine];
  const Node *by = node->now.ready_by == SCOPE_READY_SPAWNED ? scope_sweep_node (sweep, node->now.by) : NULL;

  if (by != NULL && by->home != SCOPE_NONE)
    return by->home;
  if (node->stream.has_next && node->stream.next.does == SCOPE_DOES_RUN)
    return scope_sweep_processor (sweep, machine, node->stream.next.processor);
  return machine->n_processors > 0 ? machine->first_processor : SCOPE_NONE;
}

/* Goes on to what it does at the present time. */
static void
go_on (Sweep *sweep, Node *node)
{
  gint64 until;
  guint mode;

  tell (sweep, node);
  while (node->stream.open && node->now.to <= sweep->time)
    {
      node->waited = scope_stretch_waits (&node->now);
      next_stretch (sweep, node);
    }
  if (!node->stream.open)
    {
      enter (sweep, node, MODE_ENDED);
      drop (sweep, node);
      return;
    }
  mode = mode_of (&node->now, sweep->time, &until);
  if (node->home == SCOPE_NONE && mode == MODE_READY)
    node->home = first_home (sweep, node);
  enter (sweep, node, mode);
  node->until = until;
  scope_sweep_push (sweep, until, NEXT_TASK, node->id.machine, node->id.thread);
}

/* --- nodes --- */

void
scope_sweep_free_node (gpointer data)
{
  Node *node = data;

  scope_task_stream_clear (&node->stream);
  g_free (node);
}

static Node *
new_node (Sweep *sweep, ScopeTaskId id)
{
  Node *node = g_new0 (Node, 1);

  node->id = id;
  node->home = SCOPE_NONE;
  node->helper = scope_task_is_helper (sweep->tasks, id);
  node->since = sweep->time;
  node->mode = MODE_ENDED;
  node->lane = scope_machine_entity (sweep->machines[id.machine].machine, SCOPE_KIND_THREAD, id.thread)->lane;
  node->wait_class = SCOPE_NO_WAIT_CLASS;
  g_hash_table_insert (sweep->nodes, &node->id, node);
  set_node (&sweep->machines[id.machine], id.thread, node);
  return node;
}

/* A task that somebody waits for: it is there, or was, or will be. */
static Node *
find_node (Sweep *sweep, ScopeTaskId id)
{
  Node *node = scope_sweep_node (sweep, id);
  gint64 first, last;
  guint mode;

  if (node != NULL)
    return node;
  if (!scope_tasks_life (sweep->tasks, id, &first, &last))
    return NULL;
  node = new_node (sweep, id);
  if (first < sweep->time || last <= sweep->time)
    return node;
  scope_task_stream_init (&node->stream, sweep->tasks, id, SCOPE_TIME_MIN);
  next_stretch (sweep, node);
  if (first == sweep->time || !node->stream.open)
    return node; /* it is about to be born */
  mode = unborn_mode (&node->now, sweep->time, &node->until);
  enter (sweep, node, mode);
  scope_sweep_push (sweep, node->until, NEXT_TASK, id.machine, id.thread);
  return node;
}

void
scope_sweep_born (Sweep *sweep, ScopeTaskId id)
{
  Node *node = scope_sweep_node (sweep, id);

  if (node == NULL)
    node = new_node (sweep, id);
  if (!node->stream.open)
    {
      scope_task_stream_init (&node->stream, sweep->tasks, id, SCOPE_TIME_MIN);
      next_stretch (sweep, node);
    }
  go_on (sweep, node);
}

void
scope_sweep_advance (Sweep *sweep, ScopeTaskId id)
{
  Node *node = scope_sweep_node (sweep, id);

  /* Of one that was not born yet a time may stand that no longer holds. */
  if (node == NULL || node->until != sweep->time || node->mode == MODE_ENDED)
    return;
  if (node->mode > MODE_UNBORN_DELIVERED)
    go_on (sweep, node);
  else if (sweep->time < node->now.from)
    {
      guint mode = unborn_mode (&node->now, sweep->time, &node->until);

      enter (sweep, node, mode);
      scope_sweep_push (sweep, node->until, NEXT_TASK, id.machine, id.thread);
    }
}

void
scope_sweep_migrate (Sweep *sweep, ScopeTaskId id, guint32 processor)
{
  Node *node = scope_sweep_node (sweep, id);
  gboolean foreign;

  if (node == NULL || processor == SCOPE_NONE || node->mode == MODE_RUN)
    return;
  foreign = node->foreign;
  set_foreign (sweep, node, FALSE);
  if (node->mode == MODE_READY)
    list_remove (sweep, node);
  node->home = processor;
  if (node->mode == MODE_READY)
    list_add (sweep, list_of (sweep, node), node);
  set_foreign (sweep, node, foreign);
}

void
scope_sweep_label (Sweep *sweep, ScopeTaskId id, guint32 label)
{
  Node *node = scope_sweep_node (sweep, id);
  const Processor *processor;

  if (node == NULL || node->label == label)
    return;
  tell (sweep, node);
  node->label = label;
  processor = node->mode == MODE_RUN && node->home != SCOPE_NONE ? &sweep->processors[node->home] : NULL;
  if (processor != NULL && processor->own == SCOPE_CAUSE_RUNNING && scope_task_is (processor->last, id))
    scope_work_sums_put (sweep->work, node->home, sweep->time, TRUE, label);
}

void
scope_sweep_collecting (Sweep *sweep, Machine *machine, gboolean collecting)
{
  for (guint p = 0; p < machine->n_processors; p++)
    for (Node *node = sweep->processors[machine->first_processor + p].queue.first; node != NULL; node = node->after)
      tell (sweep, node);
  machine->collecting = collecting;
}

void
scope_sweep_tell_all (Sweep *sweep)
{
  SCOPE_EACH_VALUE (void, node, sweep->nodes)
    tell (sweep, node);
}
