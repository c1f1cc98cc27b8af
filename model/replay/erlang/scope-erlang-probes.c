/* scope-erlang-probes.c: what logs of probes leave to be found out: who runs on a thread; and what they alone tell: heaps, copies, what is
 * written to ports and other nodes, who waits for a busy one, what is done with files.
 *
 * A probe is met on a thread of the operating system; a scheduler is known by its thread. The probe of a birth does not name the
 * parent, but that is who runs on the scheduler then (formats/erlang.md §6). Who ran there when the log began is known only when he
 * goes out: those born on the scheduler before wait for that.
 *
 * One thread runs one process: if another one comes in, the end of the last one's run was lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include <string.h>

#define MOST_ORPHANS 65536u
#define MOST_FILES 65536u /* that something is done with at one time */

typedef struct
{
  guint32 party;     /* who runs there; 0: nobody is known to */
  guint8 seen;       /* in or out was seen there */
  char *name;        /* the thread's number for the operating system; NULL: the scheduler's own */
} Thread;

static void
clear_thread (gpointer data)
{
  g_free (((Thread *) data)->name);
}

typedef struct
{
  guint32 child;     /* party */
  guint16 processor;
} Orphan;

struct _ScopeErlangProbes
{
  GArray *threads;   /* of Thread, by the scheduler's number */
  GArray *orphans;   /* of Orphan */
  guint64 copied, written, sent; /* words; bytes */
  GHashTable *blocked; /* process + 1 → party of the port that it waits for */
  GHashTable *waiting; /* party of a port → set of those keys */
  GHashTable *files; /* numbers of an operation → File */
};

/* What is done with a file. */
typedef struct
{
  guint32 party; /* who does it */
  guint32 text;
} File;

/* --- what the log says of itself --- */

static void
begin (ScopeErlangReplay *self)
{
  if (self->probes != NULL)
    return;
  self->probes = g_new0 (ScopeErlangProbes, 1);
  self->probes->threads = g_array_new (FALSE, TRUE, sizeof (Thread));
  g_array_set_clear_func (self->probes->threads, clear_thread);
  self->probes->orphans = g_array_new (FALSE, FALSE, sizeof (Orphan));
  self->probes->blocked = g_hash_table_new (NULL, NULL);
  self->probes->waiting = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  self->probes->files = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->sink->klass->info (self->sink, "message_size_unit", "words", -1);
}

/* Our own scripts always record who comes in: what is active before that is runnable. */
static void
take_source (ScopeErlangReplay *self, const ScopeEvent *event)
{
  g_autofree char *source = event->size > 0 ? g_strndup ((const char *) event->payload, event->size) : NULL;

  if (source == NULL)
    return;
  self->sink->klass->info (self->sink, "probes", source, -1);
  if (g_str_has_prefix (source, "dtrace") || g_str_has_prefix (source, "systemtap"))
    self->runs_known = TRUE;
}

/* --- who runs where --- */

static Thread *
thread_of (ScopeErlangProbes *self, guint processor)
{
  if (processor == SCOPE_NO_PROCESSOR)
    return NULL;
  if (processor >= self->threads->len)
    g_array_set_size (self->threads, processor + 1);

  return &g_array_index (self->threads, Thread, processor);
}

void
scope_erlang_probes_define (ScopeErlangReplay *self, const ScopeEvent *event)
{
  Thread *thread;

  begin (self);
  if (event->type == SCOPE_ERL_PROBES)
    {
      take_source (self, event);
      if (event->size < 5 || memcmp (event->payload, "lttng", 5) != 0) /* there it depends on what the VM was asked for */
        scope_erlang_exits_are_known (self);
      return;
    }
  thread = thread_of (self->probes, event->a);
  if (thread != NULL && thread->name == NULL)
    thread->name = g_strdup_printf ("thread %.*s", (int) event->size, (const char *) event->payload);
}

void
scope_erlang_probes_name (ScopeErlangReplay *self, guint number, ScopeEntity *scheduler)
{
  const Thread *thread = self->probes != NULL ? thread_of (self->probes, number) : NULL;

  if (thread != NULL && thread->name != NULL)
    self->sink->klass->set_name (self->sink, scheduler, thread->name, strlen (thread->name));
}

static void
adopt (ScopeErlangReplay *self, guint32 child, guint32 parent)
{
  ScopeErlangProcess *maker = scope_erlang_process (self, parent);
  ScopeErlangProcess *process = scope_erlang_find_process (self, child);

  if (maker == NULL || process == NULL)
    return;
  process->entity->parent = (guint32) (maker - self->processes);
  self->sink->klass->entity (self->sink, SCOPE_KIND_PROCESS, process->process)->parent = maker->process;
}

/* Who goes out without having come in was there from the beginning. */
static void
settle_orphans (ScopeErlangReplay *self, guint processor, guint32 parent)
{
  GArray *orphans = self->probes->orphans;
  guint kept = 0;

  for (guint i = 0; i < orphans->len; i++)
    {
      Orphan orphan = g_array_index (orphans, Orphan, i);

      if (orphan.processor != processor)
        g_array_index (orphans, Orphan, kept++) = orphan;
      else if (parent != 0)
        adopt (self, orphan.child, parent);
    }
  g_array_set_size (orphans, kept);
}

static void
come_in (ScopeErlangReplay *self, Thread *thread, const ScopeEvent *event)
{
  ScopeErlangProcess *last = scope_erlang_find_process (self, thread->party);

  if (!thread->seen)
    settle_orphans (self, event->processor, 0);
  if (last != NULL && thread->party != event->a && last->running && event->processor != 0)
    {
      ScopeEvent out = { .time = event->time, .type = SCOPE_ERL_OUT, .processor = event->processor, .a = thread->party };

      scope_erlang_process_event (self, last, &out);
    }
  thread->party = event->a;
  thread->seen = TRUE;
}

static void
go_out (ScopeErlangReplay *self, Thread *thread, const ScopeEvent *event)
{
  if (!thread->seen)
    settle_orphans (self, event->processor, event->a);
  thread->party = 0;
  thread->seen = TRUE;
}

static void
be_born (ScopeErlangReplay *self, const Thread *thread, const ScopeEvent *event, ScopeEvent *ret_copy)
{
  Orphan orphan = { event->b, event->processor };

  ret_copy->a = thread->party;
  if (!thread->seen && self->probes->orphans->len < MOST_ORPHANS)
    g_array_append_val (self->probes->orphans, orphan);
}

const ScopeEvent *
scope_erlang_probes_see (ScopeErlangReplay *self, const ScopeEvent *event, ScopeEvent *ret_copy)
{
  Thread *thread = self->probes != NULL ? thread_of (self->probes, event->processor) : NULL;

  if (thread == NULL)
    return event;
  switch (event->type)
    {
    case SCOPE_ERL_IN:
      come_in (self, thread, event);
      return event;
    case SCOPE_ERL_OUT:
      go_out (self, thread, event);
      return event;
    case SCOPE_ERL_SPAWN:
      *ret_copy = *event;
      if (event->a == 0)
        be_born (self, thread, event, ret_copy);
      return ret_copy;
    case SCOPE_ERL_LABEL:
      *ret_copy = *event;
      if (event->a == 0)
        ret_copy->a = thread->party;
      return ret_copy;
    default:
      return event;
    }
}

/* --- what is counted --- */

static void
count (ScopeErlangReplay *self, const ScopeEvent *event, ScopeCounter name, guint64 value, const ScopeErlangProcess *process)
{
  const gint64 row[SCOPE_COUNTER_N_COLUMNS]
      = { event->time, SCOPE_TABLE_NULL, name, (gint64) value, process != NULL ? process - self->processes : SCOPE_TABLE_NULL };

  self->sink->klass->record (self->sink, SCOPE_TABLE_COUNTERS, row);
}

/* Whatever is copied for a process is copied, and told, once more as such. */
static void
copy (ScopeErlangReplay *self, const ScopeEvent *event)
{
  const ScopeErlangProcess *process = scope_erlang_find_process (self, event->a);

  if (process != NULL)
    count (self, event, SCOPE_COUNTER_PROCESS_COPIED, event->c, process);
  else if (event->a == 0)
    count (self, event, SCOPE_COUNTER_COPIED_WORDS, self->probes->copied += event->c, NULL);
}

static void
output (ScopeErlangReplay *self, const ScopeEvent *event)
{
  guint64 *sum = event->stream != 0 ? &self->probes->sent : &self->probes->written;

  *sum += event->c;
  count (self, event, event->stream != 0 ? SCOPE_COUNTER_DIST_OUTPUT : SCOPE_COUNTER_PORT_OUTPUT, *sum, NULL);
}

/* --- busy ports --- */

static gpointer
key_of (const ScopeErlangReplay *self, const ScopeErlangProcess *process)
{
  return GSIZE_TO_POINTER ((gsize) (process - self->processes) + 1);
}

static void
forget_port (ScopeErlangReplay *self, const ScopeErlangProcess *process)
{
  gpointer key = key_of (self, process), port = g_hash_table_lookup (self->probes->blocked, key);
  GHashTable *keys = g_hash_table_lookup (self->probes->waiting, port);

  g_hash_table_remove (self->probes->blocked, key);
  if (keys != NULL && g_hash_table_remove (keys, key) && g_hash_table_size (keys) == 0)
    g_hash_table_remove (self->probes->waiting, port);
}

static void
keep_port (ScopeErlangReplay *self, const ScopeErlangProcess *process, guint32 port)
{
  GHashTable *keys = g_hash_table_lookup (self->probes->waiting, GUINT_TO_POINTER (port));

  if (keys == NULL)
    {
      keys = g_hash_table_new (NULL, NULL);
      g_hash_table_insert (self->probes->waiting, GUINT_TO_POINTER (port), keys);
    }
  g_hash_table_add (keys, key_of (self, process));
  g_hash_table_insert (self->probes->blocked, key_of (self, process), GUINT_TO_POINTER (port));
}

static void
block (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangProcess *process = scope_erlang_process (self, event->b);

  if (process == NULL || process->exited)
    return;
  forget_port (self, process);
  keep_port (self, process, event->a);
  process->blocked = SCOPE_ERLANG_BLOCKED;
  if (!process->running)
    scope_erlang_show_process (self, process, event->time);
}

/* FALSE: it runs, as if nothing had been. */
static gboolean
let_go (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  process->blocked = process->running || process->exited ? SCOPE_ERLANG_FREE : SCOPE_ERLANG_RELEASED;
  if (process->blocked == SCOPE_ERLANG_FREE)
    return FALSE;
  scope_erlang_woken (self, process, time, 0, SCOPE_WOKEN_BY_PORT);
  scope_erlang_show_process (self, process, time);

  return TRUE;
}

gboolean
scope_erlang_probes_release (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  if (process->blocked != SCOPE_ERLANG_BLOCKED)
    return FALSE;
  forget_port (self, process);

  return let_go (self, process, time);
}

/* Those who wait for another node are not named when they may go on. */
static void
release_all (ScopeErlangReplay *self, const ScopeEvent *event)
{
  GHashTableIter iter;
  gpointer key;
  GHashTable *keys;

  if (!g_hash_table_steal_extended (self->probes->waiting, GUINT_TO_POINTER (event->a), NULL, (gpointer *) &keys))
    return;
  g_hash_table_iter_init (&iter, keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      ScopeErlangProcess *process = &self->processes[GPOINTER_TO_SIZE (key) - 1];

      g_hash_table_remove (self->probes->blocked, key);
      if (process->blocked == SCOPE_ERLANG_BLOCKED)
        let_go (self, process, event->time);
    }
  g_hash_table_unref (keys);
}

/* Since when is not known of other ports' writers: no probe says that they begin to wait. */
static void
unblock (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangProcess *process = scope_erlang_find_process (self, event->a);

  if (process != NULL && !scope_erlang_probes_release (self, process, event->time) && process->blocked == SCOPE_ERLANG_FREE)
    let_go (self, process, event->time);
}

void
scope_erlang_probes_lost (ScopeErlangReplay *self)
{
  if (self->probes == NULL)
    return;
  g_hash_table_remove_all (self->probes->blocked);
  g_hash_table_remove_all (self->probes->waiting);
  g_hash_table_remove_all (self->probes->files);
}

/* --- files --- */

static void
mark_file (ScopeErlangReplay *self, const ScopeEvent *event, const char *verb, const File *file)
{
  g_autofree char *text = g_strconcat (verb, " ", scope_erlang_text (self, file->text), NULL);

  scope_erlang_mark (self, event, scope_erlang_find_process (self, file->party), text);
}

/* A span of whoever asked for it: when it is done, somebody else may run where that is said. */
static void
begin_file (ScopeErlangReplay *self, const ScopeEvent *event)
{
  const Thread *thread = thread_of (self->probes, event->processor);
  const guint64 key = (guint64) event->b << 32 | event->stream;
  File file = { thread != NULL ? thread->party : 0, event->c };

  if (g_hash_table_size (self->probes->files) >= MOST_FILES)
    return;
  g_hash_table_replace (self->probes->files, g_memdup2 (&key, sizeof key), g_memdup2 (&file, sizeof file));
  mark_file (self, event, "START", &file);
}

static void
end_file (ScopeErlangReplay *self, const ScopeEvent *event)
{
  const guint64 key = (guint64) event->b << 32 | event->stream;
  const File *file = g_hash_table_lookup (self->probes->files, &key);

  if (file == NULL)
    return;
  mark_file (self, event, "STOP", file);
  g_hash_table_remove (self->probes->files, &key);
}

void
scope_erlang_probes_fact (ScopeErlangReplay *self, const ScopeEvent *event)
{
  if (self->probes == NULL)
    return;
  switch (event->type)
    {
    case SCOPE_ERL_HEAP:
      if (scope_erlang_find_process (self, event->a) != NULL)
        count (self, event, SCOPE_COUNTER_PROCESS_HEAP, event->c, scope_erlang_find_process (self, event->a));
      break;
    case SCOPE_ERL_COPY:
      copy (self, event);
      break;
    case SCOPE_ERL_BUSY:
      if (event->b != 0)
        block (self, event);
      break;
    case SCOPE_ERL_NOT_BUSY:
      release_all (self, event);
      break;
    case SCOPE_ERL_UNBLOCKED:
      unblock (self, event);
      break;
    case SCOPE_ERL_OUTPUT:
      output (self, event);
      break;
    case SCOPE_ERL_FILE:
      begin_file (self, event);
      break;
    default:
      end_file (self, event);
      break;
    }
}

void
scope_erlang_probes_free (ScopeErlangReplay *self)
{
  if (self->probes == NULL)
    return;
  g_array_unref (self->probes->threads);
  g_array_unref (self->probes->orphans);
  g_hash_table_unref (self->probes->blocked);
  g_hash_table_unref (self->probes->waiting);
  g_hash_table_unref (self->probes->files);
  g_clear_pointer (&self->probes, g_free);
}
