/* fuzz-sim.c: whatever events a decoder of simulations hands on, their replay comes to an end: calls, returns and interrupts that do not
 * belong together, tasks that are switched to anywhere, answers that nobody waited for, functions that take locks and never release them.
 *
 * The bytes are events, a few of them each: small numbers, so that functions, addresses and stack pointers meet again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-sink.h"
#include "model/base/scope-sim-events.h"
#include "model/replay/scope-replay.h"

#include <string.h>

#define BATCH 64u
#define MOST_EVENTS 20000u

typedef struct
{
  const guint8 *at, *end;
  gint64 time;
  ScopeEvent events[BATCH];
  union
  {
    ScopeSimExec exec;
    ScopeSimCache cache;
    ScopeSimSeq seq;
    ScopeSimHit hit;
    ScopeSimBranch branch;
  } payloads[BATCH];
  guint n;
  guint32 n_texts;
} Feed;

static const char *const names[] = { "main", "walk", "_spin_lock", "_spin_unlock", "mutex_lock", "\xff\xfe", "", "entInt", "pthreadSpinLock" };

static guint
byte (Feed *feed)
{
  return feed->at < feed->end ? *feed->at++ : 0;
}

static guint64
far_or_near (Feed *feed, guint64 near)
{
  guint kind = byte (feed);

  return kind == 255 ? G_MAXUINT64 - byte (feed) : kind > 250 ? (guint64) byte (feed) << 56 | near : near;
}

static void
make_exec (Feed *feed, ScopeSimExec *exec)
{
  guint place = byte (feed);

  exec->flags = byte (feed) | byte (feed) << 8 | (byte (feed) & 7) << 16;
  exec->function = place >> 4;
  exec->offset = exec->function != 0 ? (place & 15) * 4 : 0;
  exec->pc = far_or_near (feed, 0x1000 + place * 4);
  exec->length = (guint8) (byte (feed) & 7);
  exec->thread = (guint16) (byte (feed) < 240 ? 0 : byte (feed) % 4);
  exec->micro = (guint8) (byte (feed) & 3);
  exec->address = far_or_near (feed, 0x8000 + byte (feed) * 8);
  exec->data = byte (feed);
  exec->sp = far_or_near (feed, (byte (feed) & 7) * 0x8000);
}

static void
make_cache (Feed *feed, ScopeSimCache *cache)
{
  guint how = byte (feed);

  cache->what = (guint8) (how & 7);
  cache->level = (guint8) (how >> 3 & 3);
  cache->kind = (guint8) "diu?"[how >> 5 & 3];
  cache->op = (guint8) (byte (feed) % 9);
  cache->state = "MOESI\0"[byte (feed) % 6];
  cache->from = far_or_near (feed, 0x8000 + byte (feed) * 8);
  cache->to = cache->from + byte (feed);
  cache->cache = byte (feed) & 7;
}

static void
make_seq (Feed *feed, ScopeSimSeq *seq)
{
  seq->function = byte (feed) & 15;
  seq->duration = far_or_near (feed, byte (feed) * 100);
  seq->thread = byte (feed) & 3;
  seq->insts = byte (feed);
  seq->pc = byte (feed);
  seq->level = (gint32) (byte (feed) == 255 ? G_MAXINT32 : byte (feed) % 12 - 1);
}

static void
make_hit (Feed *feed, ScopeSimHit *hit)
{
  hit->kind = (guint8) (byte (feed) % (SCOPE_N_HITS + 1));
  hit->op = (guint8) (byte (feed) % 9);
  hit->va = byte (feed);
  hit->pa = byte (feed);
  hit->latency = byte (feed) - 1;
  hit->name = byte (feed) & 15;
}

static void
make_branch (Feed *feed, ScopeSimBranch *branch)
{
  branch->kind = (guint8) (byte (feed) % 8);
  branch->tid = byte (feed) & 3;
  branch->from = byte (feed) & 15;
  branch->to = byte (feed) & 15;
  branch->from_offset = byte (feed);
  branch->to_offset = byte (feed) & 1;
  branch->from_pc = far_or_near (feed, byte (feed));
  branch->to_pc = far_or_near (feed, byte (feed));
}

static void
make_event (Feed *feed, ScopeEvent *event, gpointer payload)
{
  static const guint sizes[SCOPE_SIM_N_EVENTS]
      = { [SCOPE_SIM_EXEC] = sizeof (ScopeSimExec), [SCOPE_SIM_CACHE] = sizeof (ScopeSimCache), [SCOPE_SIM_SEQ] = sizeof (ScopeSimSeq),
          [SCOPE_SIM_HIT] = sizeof (ScopeSimHit), [SCOPE_SIM_BRANCH] = sizeof (ScopeSimBranch),
          [SCOPE_SIM_NOTICE] = sizeof (ScopeSimNotice) };
  guint how = byte (feed), type = how % (SCOPE_SIM_N_EVENTS + 8), step = byte (feed);

  if (type >= SCOPE_SIM_N_EVENTS)
    type = SCOPE_SIM_EXEC;
  feed->time += step == 255 ? (gint64) 1 << byte (feed) % 63 : step * 50;
  feed->time = CLAMP (feed->time, 0, G_MAXINT64 / 2);
  *event = (ScopeEvent) { .type = (guint16) type, .time = feed->time, .payload = payload, .size = sizes[type] };
  event->processor = (guint16) (byte (feed) & 3);
  if (event->processor == 3 && step > 250)
    event->processor = SCOPE_NO_PROCESSOR;
  if (type == SCOPE_SIM_EXEC)
    make_exec (feed, payload);
  else if (type == SCOPE_SIM_CACHE)
    make_cache (feed, payload);
  else if (type == SCOPE_SIM_SEQ)
    make_seq (feed, payload);
  else if (type == SCOPE_SIM_HIT)
    make_hit (feed, payload);
  else if (type == SCOPE_SIM_BRANCH)
    make_branch (feed, payload);
  else if (type == SCOPE_SIM_NOTICE)
    *(ScopeSimNotice *) payload = (ScopeSimNotice) { (guint64) byte (feed) << byte (feed) % 64, byte (feed), byte (feed), byte (feed) % 8 };
  else
    {
      const char *name = names[byte (feed) % G_N_ELEMENTS (names)];

      event->payload = (const guint8 *) name;
      event->size = (guint32) strlen (name);
      event->a = type == SCOPE_SIM_TEXT ? ++feed->n_texts : byte (feed);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  Feed feed = { .at = data, .end = data + n };
  guint how = byte (&feed);
  FuzzSink sink;
  ScopeReplay *replay;
  gint64 time = 0;

  fuzz_sink_init (&sink);
  replay = scope_sim_replay_new (&sink.parent);
  scope_sim_replay_set (replay, &(ScopeSimSettings) { .name_stack = (how & 1) != 0 && (how & 2) != 0,
                                                      .out_of_order = (how & 4) != 0 && (how & 8) != 0,
                                                      .lli_cycles = how >> 4 });
  for (guint total = 0; feed.at < feed.end && total < MOST_EVENTS; total += feed.n)
    {
      for (feed.n = 0; feed.n < BATCH && feed.at < feed.end; feed.n++)
        {
          memset (&feed.payloads[feed.n], 0, sizeof feed.payloads[feed.n]);
          make_event (&feed, &feed.events[feed.n], &feed.payloads[feed.n]);
        }
      replay->klass->events (replay, feed.events, feed.n);
    }
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->notice (replay, &time);
  replay->klass->free (replay);
  fuzz_sink_clear (&sink);

  return 0;
}
