/* scope-live.c: facts of a trace that is still being written, and the words for them.
 *
 * Whoever follows says often what is there; people look ten times a second at most. So all is kept under one lock, and the
 * signal is sent by one timeout that is only there when something is to be said.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-live.h"

#include "model/base/scope-entity.h"
#include "model/base/scope-format.h"
#include "model/base/scope-weak-source.h"

#include <glib/gi18n.h>
#include <string.h>

#define SIGNAL_MS 100
#define RATE_US (2 * G_USEC_PER_SEC)
#define QUIET_US (5 * G_USEC_PER_SEC)
#define N_SAMPLES 32u /* one each RATE_US / 16 or so */

typedef struct
{
  gint64 at; /* monotonic µs */
  guint64 bytes, events;
} Sample;

struct _ScopeLive
{
  GObject parent_instance;

  GMutex lock;
  ScopeLiveFacts facts;
  ScopeLiveWrites writes;
  Sample samples[N_SAMPLES]; /* a ring */
  guint n_samples, newest;
  gint64 newest_real;        /* ns since 1970; 0: not known */
  gint64 behind_since;       /* monotonic µs; 0: nothing waits to be decoded */
  gint64 signalled;          /* monotonic µs */
  char *detail;
  GObject *successor;
  GCancellable *cancellable;
  gboolean is_scheduled; /* "changed" will be emitted */
};

G_DEFINE_FINAL_TYPE (ScopeLive, scope_live, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
scope_live_finalize (GObject *object)
{
  ScopeLive *self = SCOPE_LIVE (object);

  g_clear_object (&self->successor);
  g_clear_object (&self->cancellable);
  g_free (self->detail);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (scope_live_parent_class)->finalize (object);
}

static void
scope_live_class_init (ScopeLiveClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_live_finalize;

  /* Facts are others than before. Main thread, at most ten times a second. */
  signals[CHANGED] = g_signal_new ("changed", SCOPE_TYPE_LIVE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
scope_live_init (ScopeLive *self)
{
  g_mutex_init (&self->lock);
  self->cancellable = g_cancellable_new ();
  self->facts.watermark = self->facts.known_until = SCOPE_TIME_MIN;
  self->facts.lag_ns = -1;
  self->facts.started = g_get_real_time ();
  self->facts.quiet_since = g_get_monotonic_time ();
}

ScopeLive *
scope_live_new (const char *source, guint n_logs)
{
  ScopeLive *live = g_object_new (SCOPE_TYPE_LIVE, NULL);
  g_autofree char *valid = g_utf8_make_valid (source, -1);

  g_strlcpy (live->facts.source, valid, sizeof live->facts.source);
  while (!g_utf8_validate (live->facts.source, -1, NULL)) /* cut inside a letter */
    live->facts.source[strlen (live->facts.source) - 1] = '\0';
  live->facts.n_logs = n_logs;

  return live;
}

/* --- telling --- */

/* On the main thread. */
static void
emit_changed (gpointer data)
{
  ScopeLive *self = data;

  g_mutex_lock (&self->lock);
  self->is_scheduled = FALSE;
  self->signalled = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* With the lock held. */
static void
schedule (ScopeLive *self)
{
  gint64 since = g_get_monotonic_time () - self->signalled;

  if (self->is_scheduled)
    return;
  self->is_scheduled = TRUE;
  scope_weak_source_add (since >= SIGNAL_MS * 1000 ? 0 : (gint) (SIGNAL_MS - since / 1000), self, emit_changed);
}

/* --- filling --- */

/* With the lock held: over the last two seconds. */
static void
count_rates (ScopeLive *self, gint64 now)
{
  const Sample *newest = &self->samples[self->newest], *oldest = newest;
  double seconds;

  for (guint i = 1; i < self->n_samples; i++)
    {
      const Sample *sample = &self->samples[(self->newest + N_SAMPLES - i) % N_SAMPLES];

      oldest = sample;
      if (now - sample->at >= RATE_US)
        break;
    }
  seconds = (double) MAX (now - oldest->at, G_USEC_PER_SEC / 10) / G_USEC_PER_SEC;
  self->facts.bytes_per_second = (double) (self->facts.bytes - oldest->bytes) / seconds;
  self->facts.events_per_second = (double) (self->facts.events - oldest->events) / seconds;
}

static void
add_sample (ScopeLive *self, gint64 now)
{
  if (self->n_samples > 0 && now - self->samples[self->newest].at < RATE_US / 16)
    return;
  self->newest = (self->newest + 1) % N_SAMPLES;
  self->n_samples = MIN (self->n_samples + 1, N_SAMPLES);
  self->samples[self->newest] = (Sample) { now, self->facts.bytes, self->facts.events };
}

void
scope_live_set_read (ScopeLive *live, guint64 bytes, guint64 events, guint64 behind_bytes)
{
  ScopeLiveFacts *facts = &live->facts;
  gint64 now = g_get_monotonic_time ();
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&live->lock);

  if (live->n_samples == 0)
    add_sample (live, now);
  if (bytes != facts->bytes)
    facts->quiet_since = now;
  facts->bytes = bytes;
  facts->events = events;
  facts->behind_bytes = behind_bytes;
  add_sample (live, now);
  if (!scope_live_state_is_over (facts->state))
    schedule (live);
}

void
scope_live_set_waiting_since (ScopeLive *live, gint64 since)
{
  g_mutex_lock (&live->lock);
  live->behind_since = since;
  g_mutex_unlock (&live->lock);
}

void
scope_live_set_known (ScopeLive *live, gint64 watermark, gint64 known_until, gint64 newest_real)
{
  g_mutex_lock (&live->lock);
  live->facts.watermark = watermark;
  live->facts.known_until = known_until;
  live->newest_real = newest_real;
  schedule (live);
  g_mutex_unlock (&live->lock);
}

void
scope_live_set_counts (ScopeLive *live, guint n_losses, guint n_silent, guint n_late)
{
  g_mutex_lock (&live->lock);
  live->facts.n_losses = n_losses;
  live->facts.n_silent = n_silent;
  live->facts.n_late = n_late;
  schedule (live);
  g_mutex_unlock (&live->lock);
}

void
scope_live_set_writers (ScopeLive *live, guint n_wrote, guint n_unheard)
{
  g_mutex_lock (&live->lock);
  live->facts.n_wrote = n_wrote;
  live->facts.n_unheard = n_unheard;
  g_mutex_unlock (&live->lock);
}

void
scope_live_set_writes (ScopeLive *live, ScopeLiveWrites writes)
{
  g_mutex_lock (&live->lock);
  live->writes = writes;
  schedule (live);
  g_mutex_unlock (&live->lock);
}

void
scope_live_set_messages_late (ScopeLive *live, gboolean late)
{
  g_mutex_lock (&live->lock);
  live->facts.messages_late = late;
  schedule (live);
  g_mutex_unlock (&live->lock);
}

void
scope_live_set_end (ScopeLive *live, ScopeLiveEnd end, const char *detail, gboolean remade)
{
  g_mutex_lock (&live->lock);
  if (live->facts.end == SCOPE_LIVE_NOT_ENDED)
    {
      live->facts.end = end;
      live->facts.ended = g_get_real_time ();
      live->facts.remade = remade;
      live->facts.state = SCOPE_LIVE_REMAKING;
      live->facts.bytes_per_second = live->facts.events_per_second = 0;
      live->facts.lag_ns = -1;
      live->detail = g_strdup (detail);
      if (!remade)
        live->facts.state = end <= SCOPE_LIVE_STOPPED ? SCOPE_LIVE_ENDED : SCOPE_LIVE_BROKEN;
      schedule (live);
    }
  g_mutex_unlock (&live->lock);
}

void
scope_live_correct_end (ScopeLive *live, ScopeLiveEnd end)
{
  g_mutex_lock (&live->lock);
  if (live->facts.end == SCOPE_LIVE_END_MARK)
    live->facts.end = end;
  schedule (live);
  g_mutex_unlock (&live->lock);
}

void
scope_live_set_over (ScopeLive *live, gpointer successor)
{
  g_mutex_lock (&live->lock);
  if (live->facts.end == SCOPE_LIVE_NOT_ENDED)
    {
      live->facts.end = SCOPE_LIVE_STOPPED;
      live->facts.ended = g_get_real_time ();
    }
  live->facts.state = live->facts.end <= SCOPE_LIVE_STOPPED ? SCOPE_LIVE_ENDED : SCOPE_LIVE_BROKEN;
  live->facts.behind_bytes = 0;
  if (successor != NULL && live->successor == NULL)
    live->successor = g_object_ref (successor);
  live->facts.remade = live->successor != NULL;
  schedule (live);
  g_mutex_unlock (&live->lock);
}

/* --- asking --- */

/* With the lock held: what passes with time alone. */
static void
take_time (ScopeLive *self)
{
  ScopeLiveFacts *facts = &self->facts;
  gint64 now = g_get_monotonic_time ();

  if (scope_live_state_is_over (facts->state))
    return;
  facts->state = facts->events == 0                       ? SCOPE_LIVE_WAITING
                 : now - facts->quiet_since >= QUIET_US ? SCOPE_LIVE_QUIET
                                                        : SCOPE_LIVE_RUNNING;
  if (self->n_samples > 0)
    count_rates (self, now);
  facts->lag_ns = -1;
  if (self->newest_real > 0)
    facts->lag_ns = MAX (g_get_real_time () * 1000 - self->newest_real, 0);
  else if (facts->events > 0 || self->behind_since > 0)
    facts->lag_ns = self->behind_since > 0 ? (now - self->behind_since) * 1000 : 0;
}

void
scope_live_get_facts (ScopeLive *live, ScopeLiveFacts *ret_facts)
{
  g_mutex_lock (&live->lock);
  take_time (live);
  *ret_facts = live->facts;
  g_mutex_unlock (&live->lock);
}

ScopeLiveWrites
scope_live_get_writes (ScopeLive *live)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&live->lock);

  return live->writes;
}

GObject *
scope_live_dup_successor (ScopeLive *live)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&live->lock);

  return live->successor != NULL ? g_object_ref (live->successor) : NULL;
}

void
scope_live_stop (ScopeLive *live)
{
  g_cancellable_cancel (live->cancellable);
}

GCancellable *
scope_live_get_cancellable (ScopeLive *live)
{
  return live->cancellable;
}

/* --- words --- */

static const char *
cure_for (ScopeLiveWrites writes)
{
  switch (writes)
    {
    case SCOPE_LIVE_WRITES_WHOLE_BLOCKS:
      return _ ("This program's runtime (GHC before 9.2, or Eden) writes 2 MiB per HEC at a time, and the rest when it ends. "
                "With GHC 9.2 or later, +RTS --eventlog-flush-interval=0.5 shows it as it runs.");
    case SCOPE_LIVE_WRITES_ON_FLUSH:
      return _ ("Its runtime writes 2 MiB per HEC at a time. Run the program with +RTS --eventlog-flush-interval=0.5 to see "
                "it twice a second.");
    case SCOPE_LIVE_WRITES_BUFFERS:
      return _ ("Erlang writes its trace file 64 KiB at a time; dbg:flush_trace_port() writes what there is. A trace port over TCP "
                "shows it as it runs: dbg:trace_port(ip, 4711), and follow tcp://localhost:4711.");
    case SCOPE_LIVE_WRITES_AT_ONCE:
      return _ ("Erlang sends trace events at once. Nothing has been traced since.");
    case SCOPE_LIVE_WRITES_LINES:
      return _ ("A simulator or a tracer that writes into a file or a pipe mostly holds back some KiB of text; “stdbuf -oL PROGRAM” may "
                "let it write every line at once.");
    case SCOPE_LIVE_WRITES_READ_WHOLE:
      return _ ("This format cannot be followed, because it can be read only as a whole. The trace is shown when the "
                "program has ended.");
    case SCOPE_LIVE_WRITES_UNKNOWN:
      break;
    }

  return NULL;
}

/* How much came, and of whom, though nothing is shown of it yet; and why. NULL: nothing did, but perhaps a header. */
static char *
say_held (const ScopeLiveFacts *facts)
{
  g_autofree char *bytes = scope_format_bytes ((double) (facts->bytes + facts->behind_bytes)), *came = NULL;

  if (facts->events > 0 || facts->n_wrote == 0)
    return NULL;
  came = g_strdup_printf (ngettext ("%s came so far, all of one HEC.", "%s came so far, of %u HECs.", facts->n_wrote), bytes, facts->n_wrote);
  if (facts->n_unheard == 0)
    return g_strconcat (came, " ", _ ("Events are shown in order of time, so they wait for what the others may write yet."), NULL);
  return g_strdup_printf (ngettext ("%s Another one has not written yet. Events are shown in order of time, so they wait for it.",
                                    "%s %u others have not written yet. Events are shown in order of time, so they wait for them.",
                                    facts->n_unheard),
                          came, facts->n_unheard);
}

/* Why nothing comes. */
static char *
say_waiting (const ScopeLiveFacts *facts, ScopeLiveWrites writes)
{
  gboolean quiet = facts->state == SCOPE_LIVE_QUIET;
  const char *cure = cure_for (writes);
  g_autofree char *held = say_held (facts);

  if (writes == SCOPE_LIVE_WRITES_READ_WHOLE)
    return g_strdup (cure);
  if (held != NULL)
    return g_strconcat (held, " ", cure, NULL);
  if (cure != NULL)
    return g_strconcat (quiet ? _ ("Nothing new for some seconds.") : _ ("The log has begun, but no event has been written yet."),
                        " ", cure, NULL);
  return g_strdup_printf (_ ("Waiting for %s: nothing has been written there yet. Is the program running, and was it started "
                             "with +RTS -l? For Erlang: is its tracer on?"),
                          facts->source);
}

static const char *
say_end (const ScopeLiveFacts *facts)
{
  switch (facts->end)
    {
    case SCOPE_LIVE_END_MARK:
      return _ ("The program ended its log.");
    case SCOPE_LIVE_CLOSED:
      return _ ("The log was closed. Its format has no end mark, so whether the program ended by itself or was killed cannot be told from it.");
    case SCOPE_LIVE_UNMARKED:
      return _ ("The connection was closed without an end mark: the program was killed, or ended without one, as Erlang's own tracer "
                "does. Its exit status would tell; Lanescope's own recorder leaves a mark.");
    case SCOPE_LIVE_STOPPED:
      return _ ("Following was stopped; what the program writes from here on is not shown.");
    case SCOPE_LIVE_WRITER_GONE:
      return _ ("The log breaks off: the program was killed, or ended without finishing its log. What it had not written yet is missing.");
    case SCOPE_LIVE_TRUNCATED:
      return _ ("The file became shorter while it was followed; what had been read of it stays.");
    case SCOPE_LIVE_REPLACED:
      return _ ("Another file has taken its place; what had been read of this one stays.");
    case SCOPE_LIVE_DELETED:
      return _ ("The file was deleted; what had been read of it stays.");
    case SCOPE_LIVE_FAILED:
      return facts->bytes == 0 ? _ ("The log could not be read.") : _ ("The rest of the log could not be read; what "
                                                                       "had been read of it stays.");
    case SCOPE_LIVE_NOT_ENDED:
      break;
    }

  return "";
}

char *
scope_live_dup_message (ScopeLive *live)
{
  ScopeLiveFacts facts;
  g_autofree char *detail = NULL, *said = NULL;
  ScopeLiveWrites writes;

  g_mutex_lock (&live->lock);
  take_time (live);
  facts = live->facts;
  writes = live->writes;
  detail = g_strdup (live->detail);
  g_mutex_unlock (&live->lock);

  switch (facts.state)
    {
    case SCOPE_LIVE_WAITING:
    case SCOPE_LIVE_QUIET:
      return say_waiting (&facts, writes);
    case SCOPE_LIVE_RUNNING:
      if (facts.n_late > 0 && (writes == SCOPE_LIVE_WRITES_BUFFERS || writes == SCOPE_LIVE_WRITES_AT_ONCE))
        return g_strdup (_ ("Some records came late. The processes in them are unknown from there on until the "
                            "program has ended."));
      return g_strdup (facts.n_late > 0 ? _ ("Some blocks came late. Threads are unknown there until the program has "
                                             "ended.")
                       : facts.messages_late ? _ ("Messages are matched when the program has ended.")
                                             : "");
    case SCOPE_LIVE_REMAKING:
      return g_strconcat (writes == SCOPE_LIVE_WRITES_READ_WHOLE ? _ ("Its program has ended.") : say_end (&facts), " ",
                          writes == SCOPE_LIVE_WRITES_READ_WHOLE ? _ ("The log is read now.")
                                                                 : _ ("The log is read once more, to put all events "
                                                                      "in order."),
                          NULL);
    case SCOPE_LIVE_ENDED:
    case SCOPE_LIVE_BROKEN:
      break;
    }
  said = g_strdup (say_end (&facts));
  if (detail == NULL || *detail == '\0')
    return g_steal_pointer (&said);
  if (g_str_has_suffix (said, "."))
    said[strlen (said) - 1] = '\0';
  return g_strconcat (said, ": ", detail, g_str_has_suffix (detail, ".") ? "" : ".", NULL);
}
