/* scope-sim-locks.c: who waited for a lock, for how long, who held it meanwhile (formats/simulation.md,
 * §3.6).
 *
 * Functions that take locks, and that release them, are known by their names. The lock is the address that
 * such a function reads to write it (load-linked, locked): it is waited for from the function's entry to its
 * exit, held from there to the store that releases it.
 *
 * Code without symbols has no names: there any address is a lock that is written so, and released by a plain store of the same core; nobody
 * knows of it before that.
 *
 * What is remembered is bounded: an address knows its last few holds, and is forgotten when nobody holds it
 * and there are too many.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"

#include <string.h>

#define MOST_ADDRESSES 16384u
#define HOLDS 16u
/* A processor holds no more locks than this of one address, released unseen. */
#define MOST_HELD 65536u

typedef struct
{
  gint64 acquired, released; /* released: NO_TIME while it is held */
  guint32 processor;
} Hold;

typedef struct
{
  guint64 address; /* first: the key */
  Hold holds[HOLDS];
  guint n_holds; /* so far; number i stands at i % HOLDS */
  ScopeSimLock *held;
} Address;

struct _ScopeSimLock
{
  ScopeSimLock *next; /* held ones of an address */
  guint64 address;
  gint64 wait_from, acquired, released;
  gint64 thread;
  guint32 function, caller, processor, blocked_by, attempts;
  guint hold; /* number in the address's holds */
  guint8 has_address;
  guint8 guessed;        /* by its address alone: no row of it before it is released */
};

struct _ScopeSimLocks
{
  char **lock_names, **unlock_names;
  GHashTable *addresses; /* set of Address */
  guint n_held;
  guint sweep_at; /* when those that nobody holds are forgotten again */
};

ScopeSimLocks *
scope_sim_locks_new (void)
{
  ScopeSimLocks *locks = g_new0 (ScopeSimLocks, 1);

  locks->addresses = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  scope_sim_locks_set_names (locks, SCOPE_SIM_LOCK_NAMES, SCOPE_SIM_UNLOCK_NAMES);

  return locks;
}

void
scope_sim_locks_set_names (ScopeSimLocks *locks, const char *lock, const char *unlock)
{
  if (lock != NULL)
    {
      g_strfreev (locks->lock_names);
      locks->lock_names = g_strsplit (lock, ",", -1);
    }
  if (unlock != NULL)
    {
      g_strfreev (locks->unlock_names);
      locks->unlock_names = g_strsplit (unlock, ",", -1);
    }
}

void
scope_sim_locks_free (ScopeSimLocks *locks)
{
  SCOPE_EACH_KEY (Address, address, locks->addresses)
    while (address->held != NULL)
      {
        ScopeSimLock *lock = address->held;

        address->held = lock->next;
        g_free (lock);
      }
  g_hash_table_unref (locks->addresses);
  g_strfreev (locks->lock_names);
  g_strfreev (locks->unlock_names);
  g_free (locks);
}

/* --- names --- */

/* Behind one character of the pattern, if it is that of the name; else NULL. */
static const char *
match_one (const char *pattern, char c)
{
  gboolean found = FALSE;

  if (*pattern == '?')
    return pattern + 1;
  if (*pattern != '[' || strchr (pattern, ']') == NULL)
    return *pattern == c ? pattern + 1 : NULL;
  for (pattern++; *pattern != ']'; pattern++)
    found |= *pattern == c;

  return found ? pattern + 1 : NULL;
}

/* A pattern has *, ?, [abc]. */
static gboolean
matches (const char *pattern, const char *name)
{
  const char *star = NULL, *from = name, *next;

  while (*name != '\0')
    {
      if (*pattern == '*')
        {
          star = ++pattern;
          from = name;
        }
      else if (*pattern != '\0' && (next = match_one (pattern, *name)) != NULL)
        {
          pattern = next;
          name++;
        }
      else if (star != NULL)
        {
          pattern = star;
          name = ++from;
        }
      else
        return FALSE;
    }
  while (*pattern == '*')
    pattern++;

  return *pattern == '\0';
}

static gboolean
matches_any (char **patterns, const char *name)
{
  for (; *patterns != NULL; patterns++)
    if (matches (*patterns, name))
      return TRUE;

  return FALSE;
}

ScopeSimFunction
scope_sim_locks_function (ScopeSimLocks *locks, const char *name)
{
  return (ScopeSimFunction){ matches_any (locks->lock_names, name), matches_any (locks->unlock_names, name) };
}

/* --- rows --- */

static void
record (ScopeSim *self, const ScopeSimLock *lock, gint64 end)
{
  gint64 row[SCOPE_LOCK_N_COLUMNS];

  if (lock->guessed && lock->released == SCOPE_SIM_NO_TIME)
    return;
  for (guint c = 0; c < SCOPE_LOCK_N_COLUMNS; c++)
    row[c] = SCOPE_TABLE_NULL;
  row[SCOPE_LOCK_WAIT_FROM] = lock->wait_from;
  row[SCOPE_LOCK_DURATION] = MAX (end, lock->wait_from) - lock->wait_from;
  row[SCOPE_LOCK_PROCESSOR] = lock->processor;
  row[SCOPE_LOCK_LOCK] = (gint64)lock->address;
  row[SCOPE_LOCK_FUNCTION] = lock->function;
  row[SCOPE_LOCK_CALLER] = lock->caller;
  if (lock->acquired != SCOPE_SIM_NO_TIME)
    row[SCOPE_LOCK_ACQUIRED] = lock->acquired;
  if (lock->released != SCOPE_SIM_NO_TIME)
    row[SCOPE_LOCK_RELEASED] = lock->released;
  row[SCOPE_LOCK_ATTEMPTS] = lock->attempts;
  if (lock->blocked_by != SCOPE_NONE)
    row[SCOPE_LOCK_BLOCKED_BY] = lock->blocked_by;
  row[SCOPE_LOCK_THREAD] = lock->thread;
  self->sink->klass->record (self->sink, SCOPE_TABLE_LOCKS, row);
}

/* --- addresses --- */

static gboolean
is_idle (gpointer key, gpointer value, gpointer data)
{
  return ((Address *)key)->held == NULL;
}

static Address *
address_of (ScopeSimLocks *locks, guint64 address, gboolean make)
{
  Address *found = g_hash_table_lookup (locks->addresses, &address);

  if (found != NULL || !make)
    return found;
  if (g_hash_table_size (locks->addresses) >= MAX (locks->sweep_at, MOST_ADDRESSES))
    {
      g_hash_table_foreach_remove (locks->addresses, is_idle, NULL);
      locks->sweep_at = 2 * g_hash_table_size (locks->addresses);
    }
  found = g_new0 (Address, 1);
  found->address = address;
  g_hash_table_add (locks->addresses, found);

  return found;
}

/* Who held it last while that one waited until `until`. */
static guint32
culprit (const Address *address, const ScopeSimLock *lock, gint64 until)
{
  for (guint i = address->n_holds; i > 0 && address->n_holds - i < HOLDS; i--)
    {
      const Hold *hold = &address->holds[(i - 1) % HOLDS];

      if (hold->processor != lock->processor && hold->acquired < until
          && (hold->released == SCOPE_SIM_NO_TIME || hold->released > lock->wait_from))
        return hold->processor;
    }

  return SCOPE_NONE;
}

/* Nobody else has it any more: where a release was not seen, it was until now. */
static void
settle_others (ScopeSim *self, Address *address, guint32 processor, gint64 time)
{
  ScopeSimLock **link = &address->held;

  for (guint i = 0; i < MIN (address->n_holds, HOLDS); i++)
    if (address->holds[i].released == SCOPE_SIM_NO_TIME)
      address->holds[i].released = time;
  while (*link != NULL)
    {
      ScopeSimLock *lock = *link;

      if (lock->processor != processor)
        {
          link = &lock->next;
          continue;
        }
      *link = lock->next;
      record (self, lock, time);
      g_free (lock);
      self->locks->n_held--;
    }
}

static void
hold (ScopeSim *self, ScopeSimLock *lock, gint64 time)
{
  Address *address = address_of (self->locks, lock->address, TRUE);

  lock->acquired = time;
  lock->blocked_by = culprit (address, lock, time);
  settle_others (self, address, lock->processor, time);
  if (self->locks->n_held >= MOST_HELD)
    {
      record (self, lock, time);
      g_free (lock);
      return;
    }
  lock->hold = address->n_holds++;
  address->holds[lock->hold % HOLDS] = (Hold){ time, SCOPE_SIM_NO_TIME, lock->processor };
  lock->next = address->held;
  address->held = lock;
  self->locks->n_held++;
}

/* --- functions --- */

static ScopeSimLock *
lock_new (const ScopeSimCore *core)
{
  const ScopeSimFrame *top = &core->stack.frames[core->stack.n - 1];
  ScopeSimLock *lock = g_new0 (ScopeSimLock, 1);

  lock->wait_from = top->enter;
  lock->acquired = lock->released = SCOPE_SIM_NO_TIME;
  lock->function = top->function;
  lock->caller = core->stack.n > 1 ? top[-1].function : 0;
  lock->processor = core->number;
  lock->blocked_by = SCOPE_NONE;
  lock->thread = core->stack.task > 0 ? (gint64) core->stack.task - 1 : SCOPE_TABLE_NULL;

  return lock;
}

void
scope_sim_lock_enter (ScopeSim *self, ScopeSimCore *core, gint64 time)
{
  ScopeSimFrame *top = scope_sim_top (core);
  const ScopeSimFunction *function = scope_sim_function_at (self, top->function);

  top->lock = NULL;
  top->unlocks = function != NULL && function->unlocks;
  if (function != NULL && function->locks && !top->unlocks)
    top->lock = lock_new (core);
}

static void
attempt (ScopeSimLock *lock, const ScopeSimExec *exec)
{
  gboolean linked = (exec->flags & SCOPE_SIM_IS_LOAD_LINKED) != 0;
  gboolean locked = (exec->flags & SCOPE_SIM_IS_LOCKED) != 0;

  if (!linked && !locked && (exec->flags & SCOPE_SIM_IS_STORE_CONDITIONAL) == 0)
    return;
  if (!lock->has_address)
    {
      lock->has_address = TRUE;
      lock->address = exec->address;
    }
  if (lock->address != exec->address)
    return;
  /* A locked instruction's micro-op that only stores belongs to the one that loaded. */
  if (linked
      || (locked && !((exec->flags & SCOPE_SIM_IS_MICRO) != 0 && (exec->flags & SCOPE_SIM_IS_LOAD) == 0)))
    lock->attempts++;
}

/* The one that is held there, by this processor if it can be; `any`: else by another one. It is not on the address's list any more. */
static ScopeSimLock *
take_held (ScopeSim *self, Address *address, guint32 processor, gboolean any)
{
  ScopeSimLock **link = &address->held, *found;

  while (*link != NULL && (*link)->processor != processor)
    link = &(*link)->next;
  if (*link == NULL && any)
    link = &address->held;
  found = *link;
  if (found == NULL)
    return NULL;
  *link = found->next;
  self->locks->n_held--;

  return found;
}

static void
note_release (Address *address, ScopeSimLock *lock, gint64 time)
{
  lock->released = time;
  if (address != NULL && address->n_holds - lock->hold <= HOLDS)
    address->holds[lock->hold % HOLDS].released = time;
}

/* A store in a function that releases: the last one to an address that is held is the release. */
static void
release (ScopeSim *self, ScopeSimCore *core, ScopeSimFrame *top, gint64 time, const ScopeSimExec *exec)
{
  Address *address = address_of (self->locks, exec->address, FALSE);

  if (top->lock == NULL && address != NULL)
    top->lock = take_held (self, address, core->number, TRUE);
  if (top->lock != NULL && top->lock->address == exec->address)
    note_release (address, top->lock, time);
}

/* Code without a symbol: it may take a lock, or release one. */
static void
guess (ScopeSim *self, ScopeSimCore *core, ScopeSimFrame *top, gint64 time, const ScopeSimExec *exec)
{
  guint tries = SCOPE_SIM_IS_LOAD_LINKED | SCOPE_SIM_IS_LOCKED;
  Address *address;
  ScopeSimLock *lock;

  if (top->lock == NULL && (exec->flags & tries) != 0)
    {
      top->lock = lock_new (core);
      top->lock->guessed = TRUE;
    }
  if (top->lock != NULL)
    attempt (top->lock, exec);
  if (self->locks->n_held == 0 || (exec->flags & SCOPE_SIM_IS_STORE) == 0
      || (exec->flags & (tries | SCOPE_SIM_IS_STORE_CONDITIONAL)) != 0)
    return;
  address = address_of (self->locks, exec->address, FALSE);
  lock = address != NULL ? take_held (self, address, core->number, FALSE) : NULL;
  if (lock == NULL)
    return;
  note_release (address, lock, time);
  record (self, lock, time);
  g_free (lock);
}

void
scope_sim_lock_access (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *exec)
{
  ScopeSimFrame *top = scope_sim_top (core);

  if (top == NULL || core->stack.lost > 0)
    return;
  if (top->unlocks)
    {
      if ((exec->flags & (SCOPE_SIM_IS_STORE | SCOPE_SIM_IS_STORE_CONDITIONAL | SCOPE_SIM_IS_LOCKED)) != 0)
        release (self, core, top, time, exec);
    }
  else if (top->unnamed)
    guess (self, core, top, time, exec);
  else if (top->lock != NULL)
    attempt (top->lock, exec);
}

void
scope_sim_lock_leave (ScopeSim *self, ScopeSimFrame *frame, gint64 time)
{
  ScopeSimLock *lock = frame->lock;

  if (lock == NULL)
    return;
  frame->lock = NULL;
  if (frame->unlocks)
    {
      record (self, lock, lock->released);
      g_free (lock);
    }
  else if (lock->has_address)
    hold (self, lock, time);
  else
    g_free (lock);
}

/* --- the end --- */

void
scope_sim_lock_end (ScopeSim *self, ScopeSimFrame *frame, gint64 time)
{
  ScopeSimLock *lock = frame->lock;
  const Address *address;

  frame->lock = NULL;
  if (lock != NULL && frame->unlocks)
    record (self, lock, lock->released);
  else if (lock != NULL && lock->has_address)
    {
      address = address_of (self->locks, lock->address, FALSE);
      if (address != NULL)
        lock->blocked_by = culprit (address, lock, time);
      record (self, lock, time);
    }
  g_free (lock);
}

SCOPE_COMPARE_POINTERS_BY (compare_starts, ScopeSimLock, SCOPE_UP (wait_from))

void
scope_sim_locks_finish (ScopeSim *self, gint64 time)
{
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func (g_free);

  SCOPE_EACH_KEY (Address, address, self->locks->addresses)
    while (address->held != NULL)
      {
        g_ptr_array_add (held, address->held);
        address->held = address->held->next;
      }
  g_ptr_array_sort (held, compare_starts);
  for (guint i = 0; i < held->len; i++)
    record (self, g_ptr_array_index (held, i), time);
}
