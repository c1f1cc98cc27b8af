/* scope-gem5-falls.c: instructions whose time falls behind that of the one before them on the same core.
 *
 * A simulator never prints that: instructions of a core stand in the order in which they were executed. So either lines were moved, and
 * have to be put where their times say; or times are wrong, and lines are right where they stand. What tells is the program: an
 * instruction that follows the one before it in the file is in its place, whatever its time. Then it counts as that one, and those
 * behind it keep their distances to it, until a time is as late again. What caches say stands in the order of the simulator's own clock;
 * it goes with the instructions around it.
 *
 * Only what lines say counts, none of it depends on when they are handed out: what is known of the cores is part of a checkpoint.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include <string.h>

#define MOST_CORES 256u    /* others are not judged */
#define THREADS 4u         /* of the hardware, of a core */
#define MOST_KEPT 400u     /* instructions of a core; then the time is believed */
#define AROUND 16u         /* lines: as far a cache's line goes with an instruction */
#define AHEAD 100000       /* ps: the one before may have a time too late instead */

/* All of it words, so that it can be part of a checkpoint. */
typedef struct
{
  gint64 last, before;     /* what the last one counted as, and the one before it */
  gint64 raw;              /* what the last one said */
  gint64 shift;            /* > 0: they are kept where they stand, so much later than they say */
  guint64 pc;
  guint32 function, offset;
  guint32 flags;
  guint32 n_kept;
  guint8 length, micro, seen, unused[5];
} Core;

typedef struct
{
  gint64 cache_last, shift;
  guint32 left;            /* lines, around an instruction that is kept */
  guint32 cache_seen;
} Common;

#define CORE_WORDS (sizeof (Core) / sizeof (guint64))
#define COMMON_WORDS (sizeof (Common) / sizeof (guint64))

G_STATIC_ASSERT (sizeof (Core) % sizeof (guint64) == 0 && sizeof (Common) % sizeof (guint64) == 0);

struct _ScopeGem5Falls
{
  GArray *cores;           /* of Core: by number of the core and its thread */
  Common common;
};

ScopeGem5Falls *
scope_gem5_falls_new (void)
{
  ScopeGem5Falls *self = g_new0 (ScopeGem5Falls, 1);

  self->cores = g_array_new (FALSE, TRUE, sizeof (Core));

  return self;
}

void
scope_gem5_falls_free (ScopeGem5Falls *self)
{
  g_array_unref (self->cores);
  g_free (self);
}

void
scope_gem5_falls_clear (ScopeGem5Falls *self)
{
  g_array_set_size (self->cores, 0);
  memset (&self->common, 0, sizeof self->common);
}

static Core *
core_of (ScopeGem5Falls *self, const ScopeGem5Record *record)
{
  guint index = record->part * THREADS + MIN (record->exec.thread, THREADS - 1);

  if (record->part >= MOST_CORES)
    return NULL;
  if (index >= self->cores->len)
    g_array_set_size (self->cores, index + 1);

  return &g_array_index (self->cores, Core, index);
}

/* --- the program --- */

static gboolean
is_next (const Core *p, const ScopeSimExec *x)
{
  guint most = p->length > 0 ? p->length : 16, least = p->length > 0 ? p->length : 1;
  guint64 step;

  if ((p->flags & x->flags & SCOPE_SIM_HAS_PC) != 0)
    step = x->pc - p->pc;
  else if (p->function != 0 && x->function == p->function)
    step = (guint64) x->offset - p->offset;
  else
    return FALSE;

  return step >= least && step <= most;
}

/* Where instructions lead, as far as one can tell without knowing what called what. */
static gboolean
follows (const Core *p, const ScopeSimExec *x)
{
  gboolean starts = x->function == 0 || x->offset == 0, known = p->function != 0 && x->function != 0;

  if (x->function == p->function && x->offset == p->offset && ((p->flags | x->flags) & (SCOPE_SIM_IS_MICRO | SCOPE_SIM_IS_MACRO)) != 0
      && ((p->flags & x->flags & SCOPE_SIM_HAS_PC) == 0 || p->pc == x->pc))
    return (p->flags & SCOPE_SIM_IS_MACRO) != 0 || x->micro > p->micro;
  if (is_next (p, x))
    return TRUE;
  if ((p->flags & SCOPE_SIM_IS_CALL) != 0)
    return starts;
  if ((p->flags & SCOPE_SIM_IS_RETURN) != 0)
    return !known || x->offset != 0;
  if ((p->flags & (SCOPE_SIM_IS_JUMP | SCOPE_SIM_IS_BRANCH)) != 0)
    return !known || x->function == p->function || x->offset == 0;

  return FALSE;
}

static void
note (Core *core, const ScopeGem5Record *record, gint64 raw)
{
  const ScopeSimExec *exec = &record->exec;

  core->raw = raw;
  core->before = core->seen ? core->last : record->time;
  core->last = record->time;
  core->pc = exec->pc;
  core->function = exec->function;
  core->offset = exec->offset;
  core->flags = exec->flags;
  core->length = exec->length;
  core->micro = exec->micro;
  core->seen = TRUE;
}

/* --- falls --- */

/* The one before is late, not this one. */
static gboolean
is_ahead (const Core *core, gint64 time)
{
  return time >= core->before && core->last - core->before >= AHEAD && core->last - time >= AHEAD / 2;
}

/* Not before the one before it, and as far behind that as the lines say. What jumps up part of the way, or falls as far once more, begins
 * anew; what only falls a little does not, or the times would run ahead. */
static gboolean
keep (ScopeGem5Falls *self, Core *core, ScopeGem5Record *record)
{
  gint64 raw = record->time, least = core->last - raw;

  if (core->shift == 0 || raw - core->raw > core->shift / 2 || least > 2 * core->shift)
    core->shift = least;
  record->time = raw + MAX (core->shift, least);
  core->n_kept++;
  self->common.shift = core->shift;
  self->common.left = AROUND;
  note (core, record, raw);

  return TRUE;
}

static gboolean
look_at_exec (ScopeGem5Falls *self, ScopeGem5Record *record)
{
  Core *core = core_of (self, record);

  if (core == NULL)
    return FALSE;
  if (core->shift > 0 && (record->time >= core->last || core->n_kept >= MOST_KEPT))
    {
      core->shift = 0;
      core->n_kept = 0;
      self->common.left = 0;
    }
  else if (core->shift > 0)
    return keep (self, core, record);
  else if (core->seen && record->time < core->last && !is_ahead (core, record->time))
    {
      if (!follows (core, &record->exec))
        return FALSE; /* it was moved */
      return keep (self, core, record);
    }
  note (core, record, record->time);

  return FALSE;
}

/* As late as instructions around it are, if it fell as far; else as the line before it. */
static gint64
cache_time (const Common *common, gint64 time)
{
  gint64 fall = common->cache_last - time;

  return common->left > 0 && fall <= common->shift && fall > common->shift / 2 ? time + common->shift : common->cache_last;
}

static gboolean
look_at_cache (ScopeGem5Falls *self, ScopeGem5Record *record)
{
  Common *common = &self->common;
  gboolean fell = common->cache_seen && record->time < common->cache_last;

  if (fell && common->left == 0)
    return FALSE;
  if (fell)
    record->time = cache_time (common, record->time);
  common->cache_last = record->time;
  common->cache_seen = TRUE;

  return fell;
}

gboolean
scope_gem5_falls_look (ScopeGem5Falls *self, ScopeGem5Record *record)
{
  if (self->common.left > 0)
    self->common.left--;

  return record->type == SCOPE_SIM_EXEC ? look_at_exec (self, record) : look_at_cache (self, record);
}

gboolean
scope_gem5_falls_is_one (ScopeGem5Falls *self, const ScopeGem5Record *record, gboolean unknown)
{
  const Core *core;

  if (record->type != SCOPE_SIM_EXEC)
    return self->common.cache_seen ? record->time < self->common.cache_last : unknown;
  core = core_of (self, record);

  return core != NULL && core->seen ? record->time < core->last : unknown;
}

gboolean
scope_gem5_falls_keep (ScopeGem5Falls *self, ScopeGem5Record *record)
{
  Core *core;

  if (record->type != SCOPE_SIM_EXEC)
    {
      if (!self->common.cache_seen || record->time >= self->common.cache_last)
        return FALSE;
      record->time = cache_time (&self->common, record->time);
      self->common.cache_last = record->time;
      return TRUE;
    }
  core = core_of (self, record);
  if (core == NULL || !core->seen || record->time >= core->last)
    return FALSE;

  return keep (self, core, record);
}

/* --- checkpoints --- */

gsize
scope_gem5_falls_n_words (const ScopeGem5Falls *self)
{
  return COMMON_WORDS + self->cores->len * CORE_WORDS;
}

void
scope_gem5_falls_save (const ScopeGem5Falls *self, guint64 *words)
{
  memcpy (words, &self->common, sizeof self->common);
  if (self->cores->len > 0)
    memcpy (words + COMMON_WORDS, self->cores->data, self->cores->len * sizeof (Core));
}

void
scope_gem5_falls_load (ScopeGem5Falls *self, const guint64 *words, gsize n)
{
  guint n_cores = n > COMMON_WORDS ? (guint) ((n - COMMON_WORDS) / CORE_WORDS) : 0;

  scope_gem5_falls_clear (self);
  if (n < COMMON_WORDS)
    return;
  memcpy (&self->common, words, sizeof self->common);
  g_array_append_vals (self->cores, words + COMMON_WORDS, n_cores);
}
