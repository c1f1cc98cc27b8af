/* scope-sim-caches.c: misses and upgrades: whose they are, how long they took, and which of them are there
 * because another core took the line (formats/simulation.md, §3.5 and §3.7).
 *
 * A miss is charged to the last instruction that its core began before. Where cores execute out of order
 * (which shows: misses do not suit the last access by their address, but an earlier one) to the last access
 * with the same lower twelve bits: those a page has in common. A miss of the second level is that of the
 * access which made the first level ask for the line.
 *
 * Traces without caches tell only who stored to a line and who then loaded from it: a miss is possible then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#define LINE_BYTES 64u
#define LEAST_LINE 32u
/* So many misses, and one of nine, that suit only an earlier access show that a core executes out of order: in order it is as good as none. */
#define SHOWN 16u
/* Cores beyond these are not looked at: rings of all of them would take too much. */
#define MOST_RINGS 1024u
/* The next level hears of what the first asks for within so many ps: four cycles of slow cores. */
#define ASKED_TIME 4000
/* A trace with caches has shown one by then. */
#define NO_CACHES_AFTER 1000u

/* --- accesses --- */

/* What the lower bits of two addresses have in common in any page. `bytes`: so large is what is asked for, a power of two if it is a line. */
static gboolean
is_same_place (guint64 a, guint64 b, guint64 bytes)
{
  guint64 within = bytes >= LEAST_LINE && (bytes & (bytes - 1)) == 0 ? bytes - 1 : 0;

  return ((a ^ b) & 0xfff & ~within) == 0;
}

static const ScopeSimAccess *
find_access (const ScopeSimCore *core, guint64 address, guint64 bytes)
{
  guint n = MIN (core->n_accesses, SCOPE_SIM_ACCESSES);

  for (guint i = 1; i <= n; i++)
    {
      const ScopeSimAccess *access = &core->accesses[(core->n_accesses - i) % SCOPE_SIM_ACCESSES];

      if (is_same_place (access->address, address, bytes))
        return access;
    }

  return NULL;
}

static void
keep_access (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *exec)
{
  const ScopeSimFrame *top = scope_sim_top (core);

  if (core->accesses == NULL)
    {
      if (core->index >= MOST_RINGS)
        return;
      core->accesses = g_new (ScopeSimAccess, SCOPE_SIM_ACCESSES);
    }
  core->accesses[core->n_accesses++ % SCOPE_SIM_ACCESSES]
      = (ScopeSimAccess){ time, exec->address, top != NULL ? top->function : 0, scope_sim_depth (core) };
  if (core->n_accesses == 2 * SCOPE_SIM_ACCESSES)
    core->n_accesses = SCOPE_SIM_ACCESSES;
}

/* 0: not known, 1: the same bytes, 2: others. */
static guint
sharing_of (guint64 a_from, guint64 a_to, guint64 b_from, guint64 b_to)
{
  if (a_to - a_from > 1 && b_to - b_from > 1)
    return a_from < b_to && b_from < a_to ? 1 : 2;
  if (a_from == b_from)
    return 1;

  return MAX (a_from, b_from) - MIN (a_from, b_from) >= 8 ? 2 : 0; /* no access but a vector's is wider */
}

static void
possible (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *exec)
{
  guint64 number = exec->address / LINE_BYTES;
  ScopeSimLine *line;

  if ((exec->flags & (SCOPE_SIM_IS_STORE | SCOPE_SIM_IS_STORE_CONDITIONAL | SCOPE_SIM_IS_LOCKED)) != 0)
    {
      const ScopeSimFrame *top = scope_sim_top (core);

      line = scope_sim_lines_add (self->lines, SCOPE_SIM_MAP_ASKED, number, 0);
      line->time = time;
      line->core = core->number;
      line->function = top != NULL ? top->function : 0;
      line->from = (guint16)(exec->address % LINE_BYTES);
      line->loaded = 0;
      return;
    }
  line = scope_sim_lines_find (self->lines, SCOPE_SIM_MAP_ASKED, number, 0);
  if (line == NULL || line->core == core->number || (line->loaded >> core->number % 64 & 1) != 0)
    return;
  {
    const ScopeSimFrame *top = scope_sim_top (core);
    guint64 at = exec->address % LINE_BYTES;
    const gint64 row[SCOPE_COHERENCE_N_COLUMNS] = { time,
                                                    core->number,
                                                    (gint64)(number * LINE_BYTES),
                                                    top != NULL ? top->function : 0,
                                                    line->time,
                                                    line->core,
                                                    line->function,
                                                    4 + sharing_of (line->from, line->from, at, at),
                                                    SCOPE_TABLE_NULL };

    line->loaded |= G_GUINT64_CONSTANT (1) << core->number % 64;
    self->sink->klass->record (self->sink, SCOPE_TABLE_COHERENCE, row);
  }
}

void
scope_sim_access (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *exec)
{
  if ((exec->flags & SCOPE_SIM_HAS_ADDRESS) == 0)
    return;
  scope_sim_lock_access (self, core, time, exec);
  if (self->has_caches)
    keep_access (self, core, time, exec);
  else if (self->n_events > NO_CACHES_AFTER)
    possible (self, core, time, exec);
}

/* --- misses --- */

static guint64
line_of (const ScopeSim *self, const ScopeSimCache *cache)
{
  return cache->from / self->line_bytes;
}

/* The core's hardware thread that did something last. */
static ScopeSimCore *
core_of (ScopeSim *self, guint processor)
{
  ScopeSimProcessor *found = scope_sim_processor (self, processor);

  return found != NULL ? found->current : NULL;
}

static void
charge (ScopeSim *self, ScopeSimCore *core, guint64 bytes, ScopeSimHitRow *row)
{
  const ScopeSimAccess *access;
  gboolean same
      = (core->prev.flags & SCOPE_SIM_HAS_ADDRESS) != 0 && is_same_place (core->prev.address, row->address, bytes);

  if (same && !core->out_of_order)
    {
      core->same++;
      row->named = core->prev.address;
      return;
    }
  access = find_access (core, row->address, bytes);
  if (access == NULL)
    return;
  core->other += !same;
  if (core->other >= SHOWN && core->other > core->same / 8)
    core->out_of_order = TRUE;
  if (!core->out_of_order)
    return;
  row->pc_time = access->time;
  row->named = access->address;
  row->function = access->function;
  row->depth = access->depth;
}

static void
keep_line (ScopeSim *self,
           ScopeSimMap map,
           guint64 number,
           guint processor,
           const ScopeSimHitRow *row,
           const ScopeSimCache *cache,
           guint32 core)
{
  ScopeSimLine *line = scope_sim_lines_add (self->lines, map, number, processor);

  line->time = row->time;
  line->pc_time = row->pc_time;
  line->named = row->named;
  line->function = row->function;
  line->depth = row->depth;
  line->thread = row->thread == SCOPE_TABLE_NULL ? 0 : (guint32)row->thread + 1;
  line->core = core;
  line->write = row->write;
  line->from = (guint16)(cache->from % self->line_bytes);
  line->to = (guint16)(line->from + MIN (cache->to - cache->from, self->line_bytes));
}

static gboolean
is_write (guint op)
{
  return op == SCOPE_SIM_OP_WRITE || op == SCOPE_SIM_OP_STORE_CONDITIONAL || op == SCOPE_SIM_OP_READ_EXCLUSIVE
         || op == SCOPE_SIM_OP_UPGRADE;
}

/* It misses what another core took. */
static void
pair (ScopeSim *self, guint processor, const ScopeSimCache *cache, ScopeSimHitRow *row)
{
  ScopeSimLine *lost
      = scope_sim_lines_find (self->lines, SCOPE_SIM_MAP_LOST, line_of (self, cache), processor);
  guint64 from = cache->from % self->line_bytes;

  if (lost == NULL)
    return;
  row->coherence = TRUE;
  row->taken = lost->time;
  row->by_processor = lost->core;
  row->by_function = lost->function;
  row->sharing
      = lost->write ? (guint8)sharing_of (lost->from, lost->to, from, from + cache->to - cache->from) : 0;
  lost->known = FALSE;
}

/* What this cache asked for last and was not answered yet, of this line; NULL: nothing. */
static ScopeSimHitRow *
find_asked (ScopeSimCore *core, guint32 cache, guint64 line)
{
  for (guint i = core->hits.n; i > 0; i--)
    {
      ScopeSimHitRow *row = &core->hits.rows[core->hits.first + i - 1];

      if (row->waits && row->line == line && row->cache == cache)
        return row;
    }

  return NULL;
}

/* Several cores may ask for one line before the next level hears of the first of them. */
static void
note_asker (ScopeSim *self, guint64 number)
{
  const ScopeSimLine *asked = scope_sim_lines_find (self->lines, SCOPE_SIM_MAP_ASKED, number, 0);
  ScopeSimLine *asker = &self->askers[self->n_askers++ % SCOPE_SIM_ASKERS];

  *asker = *asked;
  asker->key = number;
}

/* Who asked for the line: the first of those whom the next level has not heard yet, else who did last. NULL: not known. */
static const ScopeSimLine *
find_asker (ScopeSim *self, guint64 number, gint64 time)
{
  for (guint i = MIN (self->n_askers, SCOPE_SIM_ASKERS); i > 0; i--)
    {
      ScopeSimLine *asker = &self->askers[(self->n_askers - i) % SCOPE_SIM_ASKERS];

      if (asker->key != number || !asker->known || time - asker->time > ASKED_TIME)
        continue;
      asker->known = FALSE;
      return asker;
    }

  return scope_sim_lines_find (self->lines, SCOPE_SIM_MAP_ASKED, number, 0);
}

static void
first_level (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache, guint kind)
{
  ScopeSimCore *core = core_of (self, processor);
  ScopeSimHitRow row;

  if (core == NULL)
    return;
  row = scope_sim_hit_row (core, kind, time);
  row.address = cache->from;
  row.has_address = TRUE;
  row.cache = cache->cache;
  row.line = line_of (self, cache);
  row.waits = TRUE;
  row.write = is_write (cache->op);
  if (kind != SCOPE_HIT_L1I)
    charge (self, core, cache->to - cache->from, &row);
  keep_line (self, SCOPE_SIM_MAP_ASKED, row.line, 0, &row, cache, core->number);
  note_asker (self, row.line);
  if (row.write && !self->has_creates)
    keep_line (self, SCOPE_SIM_MAP_OWNED, row.line, 0, &row, cache, core->number);
  if (kind == SCOPE_HIT_L1D)
    pair (self, processor, cache, &row);
  scope_sim_hit (self, core, &row);
}

static ScopeSimCore *
core_numbered (ScopeSim *self, guint32 number)
{
  for (guint i = 0; i < self->cores->len; i++)
    {
      ScopeSimCore *core = g_ptr_array_index (self->cores, (number + i) % self->cores->len);

      if (core->number == number)
        return core;
    }

  return NULL;
}

static void
next_level (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  const ScopeSimLine *asked;
  ScopeSimCore *core;
  ScopeSimHitRow row;

  if (cache->level == 2)
    self->level_2 = TRUE;
  else if (self->level_2)
    return; /* of its misses those of the third level are part */
  asked = find_asker (self, line_of (self, cache), time);
  core = asked != NULL ? core_numbered (self, asked->core) : core_of (self, processor);
  if (core == NULL)
    {
      self->unowned++;
      return;
    }
  row = scope_sim_hit_row (core, SCOPE_HIT_L2, time);
  row.address = cache->from;
  row.has_address = TRUE;
  row.cache = cache->cache;
  row.line = line_of (self, cache);
  row.waits = TRUE;
  row.write = is_write (cache->op);
  if (asked != NULL)
    {
      row.pc_time = asked->pc_time;
      row.named = asked->named;
      row.function = asked->function;
      row.depth = asked->depth;
      row.thread = asked->thread > 0 ? (gint64)asked->thread - 1 : SCOPE_TABLE_NULL;
      row.write = asked->write;
      row.address = row.line * self->line_bytes + asked->from;
    }
  scope_sim_hit (self, core, &row);
}

/* Accesses that joined what was asked for already are answered with it; each that asked for itself by its own answer. */
static void
answer (ScopeSimCore *core, gint64 time, guint32 cache, guint64 line)
{
  gboolean answered = FALSE;

  for (guint i = 0; i < core->hits.n; i++)
    {
      ScopeSimHitRow *row = &core->hits.rows[core->hits.first + i];

      if (!row->waits || row->line != line || row->cache != cache)
        continue;
      if (row->asked && answered)
        break;
      answered = TRUE;
      row->latency = time - row->time;
      row->waits = FALSE;
    }
}

/* The line is there: how long all those took that asked this cache for it. */
static void
answer_all (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  ScopeSimCore *core = cache->level == 1 ? core_of (self, processor) : NULL;

  if (core != NULL)
    answer (core, time, cache->cache, line_of (self, cache));
  else
    for (guint i = 0; i < self->cores->len; i++)
      answer (g_ptr_array_index (self->cores, i), time, cache->cache, line_of (self, cache));
}

/* From now on the line is this core's: who else has it, loses it. */
static void
own (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  ScopeSimCore *core = core_of (self, processor);
  const ScopeSimLine *asked
      = scope_sim_lines_find (self->lines, SCOPE_SIM_MAP_ASKED, line_of (self, cache), 0);
  ScopeSimLine *line, kept;
  guint64 key;

  self->has_creates = TRUE;
  if (core == NULL || (cache->op != SCOPE_SIM_OP_READ_EXCLUSIVE && cache->op != SCOPE_SIM_OP_UPGRADE))
    return;
  if (asked == NULL || asked->core != core->number || !asked->write)
    {
      ScopeSimHitRow row = scope_sim_hit_row (core, SCOPE_HIT_L1D, time);

      keep_line (self, SCOPE_SIM_MAP_OWNED, line_of (self, cache), 0, &row, cache, core->number);
      return;
    }
  kept = *asked;
  line = scope_sim_lines_add (self->lines, SCOPE_SIM_MAP_OWNED, line_of (self, cache), 0);
  key = line->key;
  *line = kept;
  line->key = key;
}

static void
keep_plain (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  self->plain[self->n_plain++ % SCOPE_SIM_PLAIN] = (ScopeSimPlain) { time, processor, *cache };
}

static void
find_upgrade (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  for (guint i = 0; i < MIN (self->n_plain, SCOPE_SIM_PLAIN); i++)
    {
      ScopeSimPlain *plain = &self->plain[i];

      if (plain->time != time || plain->processor == processor || line_of (self, &plain->cache) != line_of (self, cache))
        continue;
      first_level (self, plain->processor, time, &plain->cache, SCOPE_HIT_UPG);
      plain->time = SCOPE_SIM_NO_TIME; /* once */
    }
}

static void
lose (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  const ScopeSimLine *owner
      = scope_sim_lines_find (self->lines, SCOPE_SIM_MAP_OWNED, line_of (self, cache), 0);
  const ScopeSimCore *core = core_of (self, processor);
  ScopeSimLine *line, kept = { 0 };
  guint64 key;

  if (owner != NULL && core != NULL && owner->core == core->number)
    owner = NULL; /* who took it is lost */
  if (owner != NULL)
    kept = *owner;
  line = scope_sim_lines_add (self->lines, SCOPE_SIM_MAP_LOST, line_of (self, cache), processor);
  key = line->key;
  *line = kept;
  line->key = key;
  line->known = TRUE;
  line->time = time;
  if (owner == NULL)
    line->core = SCOPE_NONE;
}

static void
create (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  guint64 bytes = cache->to - cache->from;
  ScopeSimCore *core = core_of (self, processor);
  ScopeSimHitRow *row;

  if (bytes >= 16 && bytes <= 4096 && (bytes & (bytes - 1)) == 0)
    self->line_bytes = (guint) bytes;
  if (cache->level != 1 || core == NULL)
    return;
  row = find_asked (core, cache->cache, line_of (self, cache));
  if (cache->op == SCOPE_SIM_OP_UPGRADE && (row == NULL || row->time != time || row->kind != SCOPE_HIT_UPG))
    {
      /* The trace has no lines of hits: this is the first of it. */
      first_level (self, processor, time, cache, SCOPE_HIT_UPG);
      row = find_asked (core, cache->cache, line_of (self, cache));
    }
  if (row != NULL)
    row->asked = TRUE;
  own (self, processor, time, cache);
}

/* M5 of 2008 tells neither states with its accesses nor what is asked for. The line may have become shared on its way, or no upgrade may be
 * needed since one is under way: then that a write which hit is one shows only where another core loses the line by it. */
static void
write_hit (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  ScopeSimCore *core = core_of (self, processor);

  if ((cache->state == 'S' || cache->state == 'O')
      && (self->has_creates || core == NULL || find_asked (core, cache->cache, line_of (self, cache)) == NULL))
    first_level (self, processor, time, cache, SCOPE_HIT_UPG);
  else
    keep_plain (self, processor, time, cache);
}

void
scope_sim_cache (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache)
{
  self->has_caches = TRUE;
  switch (cache->what)
    {
    case SCOPE_SIM_CACHE_MISS:
      if (cache->op == SCOPE_SIM_OP_WRITEBACK)
        break;
      if (cache->level == 1)
        first_level (self, processor, time, cache,
                     cache->kind == 'i' || cache->op == SCOPE_SIM_OP_FETCH ? SCOPE_HIT_L1I : SCOPE_HIT_L1D);
      else
        next_level (self, processor, time, cache);
      break;
    case SCOPE_SIM_CACHE_HIT:
      if (cache->level == 1 && is_write (cache->op))
        write_hit (self, processor, time, cache);
      break;
    case SCOPE_SIM_CACHE_CREATE:
      create (self, processor, time, cache);
      break;
    case SCOPE_SIM_CACHE_RESPONSE:
      answer_all (self, processor, time, cache);
      break;
    case SCOPE_SIM_CACHE_INVALIDATE:
      if (cache->level != 1)
        break;
      if (cache->op == SCOPE_SIM_OP_UPGRADE)
        find_upgrade (self, processor, time, cache);
      lose (self, processor, time, cache);
      break;
    default:
      break; /* what made room, or joined a miss that is under way, is no loss to another core, and no row */
    }
}
