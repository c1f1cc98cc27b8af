/* scope-eventlog-stacks.c: the call stacks that ghc-stack-profiler samples (model/base/scope-stack-message.h), as samples of a profile:
 *
 *     string 0 = "fetching"                            kept
 *     place 0 = line 12, column 3 of string 1          kept
 *     part: thread 7, main, serve                      waits for the rest
 *     last: thread 7, "fetching" at place 0, read      a sample of thread 7: read/fetching/serve/main
 *
 * A number that nobody explained has no name. The parts of a stack come one behind the other: its writer is one thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-call.h"
#include "model/base/scope-stack-message.h"
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include <string.h>

/* A log that defines more is not believed any further. */
#define MOST_NAMES 1000000u
#define MOST_BYTES (64u << 20)
/* Of a stack that is deeper so many frames are kept at both ends, with one between them. */
#define FIRST_FRAMES (SCOPE_CALL_MAX_DEPTH / 2)
#define LAST_FRAMES (SCOPE_CALL_MAX_DEPTH - FIRST_FRAMES - 1)

/* Its bytes are kept: a place has the name of its file in its own text. */
typedef struct
{
  guint64 key; /* its number; the first, for g_int64_hash () */
  gint64 text;
  guint n_bytes;
  char bytes[];
} String;

typedef struct
{
  guint64 key;
  gint64 file, function; /* texts; NULL: not recorded */
  guint32 line, column;
  gint64 location;       /* text: "Main.hs:12:3"; NULL: not recorded */
} Place;

struct _ScopeEventlogStacks
{
  GHashTable *strings;     /* of String, its own key */
  GHashTable *places;      /* of Place, its own key */
  GHashTable *unexplained; /* of ScopeEventlogName, its own key: info tables */
  gsize n_bytes;           /* of strings */
  ScopeStackWriter writer; /* as far as is known */
  gboolean unreadable;     /* messages are of a version that is not known */
  gboolean sampled;
  gint64 gap;              /* text of what stands for frames left out; 0: none was */

  /* The stack whose last part has not come, as it is written. */
  gboolean in_stack;
  guint64 thread;
  guint32 processor;
  gint64 time;
  guint64 n_frames;
  ScopeStackFrame first[FIRST_FRAMES], last[LAST_FRAMES]; /* of the latter frame FIRST_FRAMES + i is at i modulo their number */

  const char *notice;
  gint64 notice_time;
};

static struct _ScopeEventlogStacks *
stacks (ScopeEventlogReplay *replay)
{
  struct _ScopeEventlogStacks *self = replay->stacks;

  if (self != NULL)
    return self;
  self = replay->stacks = g_new0 (struct _ScopeEventlogStacks, 1);
  self->strings = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->unexplained = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  return self;
}

void
scope_eventlog_stacks_free (struct _ScopeEventlogStacks *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->strings);
  g_hash_table_unref (self->unexplained);
  g_hash_table_unref (self->places);
  g_free (self);
}

const char *
scope_eventlog_stacks_notice (const struct _ScopeEventlogStacks *self, gint64 *ret_time)
{
  if (self == NULL || self->notice == NULL)
    return NULL;
  *ret_time = self->notice_time;
  return self->notice;
}

/* The first is told. */
static void
notice (struct _ScopeEventlogStacks *self, gint64 time, const char *words)
{
  if (self->notice != NULL)
    return;
  self->notice = words;
  self->notice_time = time;
}

/* --- definitions --- */

static gboolean
has_room (struct _ScopeEventlogStacks *self, GHashTable *names, gsize n_bytes, gint64 time)
{
  if (g_hash_table_size (names) < MOST_NAMES && n_bytes <= MOST_BYTES - self->n_bytes)
    return TRUE;
  notice (self, time, "ghc-stack-profiler defines more texts and places than are kept; those beyond have no name");
  return FALSE;
}

static gint64
keep (ScopeEventlogReplay *replay, const char *text, gsize n)
{
  n = strnlen (text, n);
  return n > 0 ? (gint64) replay->sink->klass->text (replay->sink, text, n) : SCOPE_TABLE_NULL;
}

/* Whoever begins to listen is told all of them again. */
static void
string (ScopeEventlogReplay *replay, const ScopeStackMessage *message, gint64 time)
{
  struct _ScopeEventlogStacks *self = stacks (replay);
  String *name = g_hash_table_lookup (self->strings, &message->id);

  if (name != NULL && name->n_bytes == message->n_text && memcmp (name->bytes, message->text, name->n_bytes) == 0)
    return;
  if (name != NULL)
    {
      self->n_bytes -= name->n_bytes;
      g_hash_table_remove (self->strings, &message->id);
    }
  if (!has_room (self, self->strings, message->n_text, time))
    return;
  name = g_malloc0 (sizeof *name + message->n_text);
  name->key = message->id;
  name->text = keep (replay, (const char *) message->text, message->n_text);
  name->n_bytes = message->n_text;
  memcpy (name->bytes, message->text, message->n_text);
  self->n_bytes += name->n_bytes;
  g_hash_table_add (self->strings, name);
}

static gint64
text_of (struct _ScopeEventlogStacks *self, guint64 key)
{
  const String *name = g_hash_table_lookup (self->strings, &key);

  return name != NULL ? name->text : SCOPE_TABLE_NULL;
}

static gint64
location_of (ScopeEventlogReplay *replay, const ScopeStackMessage *message)
{
  const String *file = g_hash_table_lookup (stacks (replay)->strings, &message->file);
  g_autofree char *text = NULL;

  if (file == NULL || file->text == SCOPE_TABLE_NULL)
    return SCOPE_TABLE_NULL;
  text = g_strdup_printf ("%.*s:%u:%u", (int) file->n_bytes, file->bytes, message->line, message->column);
  return keep (replay, text, strlen (text));
}

static void
place (ScopeEventlogReplay *replay, const ScopeStackMessage *message, gint64 time)
{
  struct _ScopeEventlogStacks *self = stacks (replay);
  Place *name = g_hash_table_lookup (self->places, &message->id);
  const Place now = { message->id, text_of (self, message->file),
                      message->has_function ? text_of (self, message->function) : SCOPE_TABLE_NULL, message->line, message->column,
                      SCOPE_TABLE_NULL };

  if (name == NULL && !has_room (self, self->places, 0, time))
    return;
  if (name != NULL && name->file == now.file && name->function == now.function && name->line == now.line && name->column == now.column)
    return;
  if (name == NULL)
    {
      name = g_new (Place, 1);
      name->key = now.key;
      g_hash_table_add (self->places, name);
    }
  *name = now;
  name->location = location_of (replay, message);
}

/* --- frames --- */

/* An info table that nobody explained is called by its address. */
static const ScopeEventlogName *
unexplained (ScopeEventlogReplay *replay, guint64 address)
{
  struct _ScopeEventlogStacks *self = stacks (replay);
  ScopeEventlogName *name = g_hash_table_lookup (self->unexplained, &address);
  char text[32];

  if (name == NULL && g_hash_table_size (self->unexplained) < MOST_NAMES)
    {
      g_snprintf (text, sizeof text, "0x%" G_GINT64_MODIFIER "x", address);
      name = g_new (ScopeEventlogName, 1);
      *name = (ScopeEventlogName) { address, keep (replay, text, sizeof text), SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };
      g_hash_table_add (self->unexplained, name);
    }
  return name;
}

/* Place of the band of the frame on `under`. Frames are one if they are of one info table, or say the same. */
static guint32
band_of (ScopeEventlogReplay *replay, const ScopeStackFrame *frame, guint32 under)
{
  struct _ScopeEventlogStacks *self = stacks (replay);
  ScopeEventlogName name = { 0, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };
  const ScopeEventlogName *info = NULL;
  const Place *at = NULL;
  gint64 key[3] = { 0, 0, 0 };

  if (frame->is_info)
    {
      info = scope_eventlog_profile_info_table (replay, frame->info);
      key[0] = info != NULL ? 1 : 2;
      key[1] = (gint64) frame->info;
      if (info == NULL)
        info = unexplained (replay, frame->info);
      if (info != NULL)
        name = *info;
    }
  else
    {
      at = frame->has_place ? g_hash_table_lookup (self->places, &frame->place) : NULL;
      if (frame->has_string)
        name.text = text_of (self, frame->string);
      else if (at != NULL)
        name.text = at->function;
      if (at != NULL)
        name.location = at->location;
      key[1] = name.text;
      key[2] = name.location;
    }
  return scope_eventlog_profile_frame (replay, self->time, under, key, sizeof key, &name);
}

/* --- stacks --- */

static void
begin_stack (struct _ScopeEventlogStacks *self, const ScopeStackMessage *message, gint64 time)
{
  if (self->in_stack && (self->thread != message->thread || self->processor != message->processor))
    {
      notice (self, self->time, "stacks of ghc-stack-profiler whose last part is missing are left out");
      self->in_stack = FALSE;
    }
  if (!self->in_stack)
    self->n_frames = 0;
  self->in_stack = TRUE;
  self->thread = message->thread;
  self->processor = message->processor;
  self->time = time;
}

static void
add_frames (struct _ScopeEventlogStacks *self, const ScopeStackMessage *message)
{
  const guint8 *at = message->frames;

  for (guint i = 0; i < message->n_frames; i++, self->n_frames++)
    at = scope_stack_message_frame (message, at,
                                    self->n_frames < FIRST_FRAMES ? &self->first[self->n_frames]
                                                                  : &self->last[(self->n_frames - FIRST_FRAMES) % LAST_FRAMES]);
}

static guint32
gap (ScopeEventlogReplay *replay, guint32 under)
{
  static const gint64 key[3] = { 3, 0, 0 };
  struct _ScopeEventlogStacks *self = stacks (replay);
  ScopeEventlogName name = { 0, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };

  notice (self, self->time, "stacks of more than 511 frames are shown without their middle");
  if (self->gap == 0)
    self->gap = keep (replay, "…", strlen ("…"));
  name.text = self->gap;
  return scope_eventlog_profile_frame (replay, self->time, under, key, sizeof key, &name);
}

/* Place of the band of the whole stack, from the outermost frame to the innermost. */
static guint32
band_of_stack (ScopeEventlogReplay *replay)
{
  static const ScopeStackFrame nothing = { 0 };
  const struct _ScopeEventlogStacks *self = stacks (replay);
  guint64 left_out = self->n_frames - MIN (self->n_frames, FIRST_FRAMES + LAST_FRAMES);
  guint32 under = 0;

  if (self->n_frames == 0)
    return band_of (replay, &nothing, 0);
  for (guint64 i = 0; i < self->n_frames; i++)
    {
      guint64 n = self->writer == SCOPE_STACK_WRITER_OLD ? self->n_frames - 1 - i : i;

      if (left_out > 0 && n >= FIRST_FRAMES && n < FIRST_FRAMES + left_out)
        {
          under = gap (replay, under);
          i += left_out - 1;
        }
      else
        under = band_of (replay, n < FIRST_FRAMES ? &self->first[n] : &self->last[(n - FIRST_FRAMES) % LAST_FRAMES], under);
    }
  return under;
}

/* A thread of a log that begins in the middle is taken as it comes. */
static gint64
thread_of (ScopeEventlogReplay *replay, guint64 number)
{
  guint32 task;

  if (number == 0 || number > G_MAXUINT32)
    return SCOPE_TABLE_NULL;
  task = scope_replay_find_task (replay, (guint32) number);
  if (task == SCOPE_NONE && !replay->eden)
    task = scope_replay_add_task (replay, (guint32) number);
  return task != SCOPE_NONE ? (gint64) task : SCOPE_TABLE_NULL;
}

static void
end_stack (ScopeEventlogReplay *replay)
{
  struct _ScopeEventlogStacks *self = stacks (replay);
  const gint64 row[SCOPE_BAND_SAMPLE_N_COLUMNS]
      = { self->time, SCOPE_PROFILE_STACK, band_of_stack (replay), thread_of (replay, self->thread), self->processor };

  self->in_stack = FALSE;
  scope_eventlog_active (replay);
  if (!self->sampled)
    replay->sink->klass->info (replay->sink, "stack_samples", "ghc-stack-profiler", -1);
  self->sampled = TRUE;
  replay->sink->klass->record (replay->sink, SCOPE_TABLE_BAND_SAMPLES, row);
}

void
scope_eventlog_stacks_event (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  ScopeStackMessage message;
  ScopeStackMessageKind kind = scope_stack_message_parse (event->payload, event->size, &message);
  struct _ScopeEventlogStacks *self;

  if (kind == SCOPE_STACK_MESSAGE_NONE || kind == SCOPE_STACK_MESSAGE_BAD)
    return;
  self = stacks (replay);
  if (message.writer != SCOPE_STACK_WRITER_ANY)
    self->writer = message.writer;
  if (kind == SCOPE_STACK_MESSAGE_VERSION)
    self->unreadable = message.version != 0;
  if (self->unreadable)
    return;
  if (kind == SCOPE_STACK_MESSAGE_STRING)
    string (replay, &message, event->time);
  else if (kind == SCOPE_STACK_MESSAGE_PLACE)
    place (replay, &message, event->time);
  else if (kind == SCOPE_STACK_MESSAGE_PART || kind == SCOPE_STACK_MESSAGE_LAST)
    {
      begin_stack (self, &message, event->time);
      add_frames (self, &message);
      if (kind == SCOPE_STACK_MESSAGE_LAST)
        end_stack (replay);
    }
}

void
scope_eventlog_stacks_finish (ScopeEventlogReplay *replay)
{
  struct _ScopeEventlogStacks *self = replay->stacks;

  if (self != NULL && self->in_stack)
    notice (self, self->time, "stacks of ghc-stack-profiler whose last part is missing are left out");
}
