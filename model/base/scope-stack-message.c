/* scope-stack-message.c: see scope-stack-message.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-stack-message.h"

enum
{
  FRAME_INFO = 1,
  FRAME_STRING = 2,
  FRAME_PLACE = 3,
};

#define FRAME_BYTES 9u
#define WIDE_FRAME_BYTES 17u

static guint64
number (const guint8 *p, guint n)
{
  guint64 v = 0;

  for (guint i = 0; i < n; i++)
    v = v << 8 | p[i];
  return v;
}

static guint
frame_bytes (guint tag, gboolean narrow)
{
  return tag == FRAME_PLACE && !narrow ? WIDE_FRAME_BYTES : FRAME_BYTES;
}

/* Whether the message's frames are these bytes, all of them. */
static gboolean
take_frames (ScopeStackMessage *message, const guint8 *p, const guint8 *end)
{
  gboolean places = FALSE;

  message->frames = p;
  message->narrow = (gsize) (end - p) == (gsize) FRAME_BYTES * message->n_frames;
  for (guint i = 0; i < message->n_frames; i++)
    {
      if (p >= end || *p < FRAME_INFO || *p > FRAME_PLACE || frame_bytes (*p, message->narrow) > (gsize) (end - p))
        return FALSE;
      places = places || *p == FRAME_PLACE;
      p += frame_bytes (*p, message->narrow);
    }
  if (places)
    message->writer = message->narrow ? SCOPE_STACK_WRITER_OLD : SCOPE_STACK_WRITER_NEW;
  return p == end;
}

/* `size`: bytes of the thread's number. */
static gboolean
take_stack (ScopeStackMessage *message, const guint8 *p, const guint8 *end, guint size)
{
  if ((gsize) (end - p) < 6u + size)
    return FALSE;
  message->writer = SCOPE_STACK_WRITER_ANY;
  message->processor = (guint32) number (p, 4);
  message->thread = number (p + 4, size);
  message->n_frames = (guint) number (p + 4 + size, 2);
  return take_frames (message, p + 6 + size, end);
}

/* Threads' numbers begin with 1 and grow one by one: one of eight bytes begins with zeros, and one of four is none. */
static gboolean
stack (ScopeStackMessage *message, const guint8 *p, const guint8 *end)
{
  if (end - p >= 8 && number (p + 4, 4) == 0 && take_stack (message, p, end, 8) && message->writer != SCOPE_STACK_WRITER_OLD)
    {
      message->writer = SCOPE_STACK_WRITER_NEW;
      return TRUE;
    }
  return take_stack (message, p, end, 4) && message->thread != 0;
}

static gboolean
string (ScopeStackMessage *message, const guint8 *p, const guint8 *end)
{
  if (end - p < 10 || number (p + 8, 2) != (guint64) (end - p - 10))
    return FALSE;
  message->id = number (p, 8);
  message->text = p + 10;
  message->n_text = (guint) (end - p - 10);
  return TRUE;
}

static gboolean
place (ScopeStackMessage *message, const guint8 *p, const guint8 *end)
{
  if (end - p != 24 && end - p != 32)
    return FALSE;
  message->has_function = end - p == 32;
  message->writer = message->has_function ? SCOPE_STACK_WRITER_OLD : SCOPE_STACK_WRITER_NEW;
  message->id = number (p, 8);
  message->line = (guint32) number (p + 8, 4);
  message->column = (guint32) number (p + 12, 4);
  message->function = message->has_function ? number (p + 16, 8) : 0;
  message->file = number (end - 8, 8);
  return TRUE;
}

static gboolean
version (ScopeStackMessage *message, const guint8 *p, const guint8 *end)
{
  if (end - p != 1)
    return FALSE;
  message->version = *p;
  message->writer = SCOPE_STACK_WRITER_NEW;
  return TRUE;
}

ScopeStackMessageKind
scope_stack_message_parse (const guint8 *bytes, gsize n, ScopeStackMessage *ret_message)
{
  static const struct
  {
    guint8 tag;
    ScopeStackMessageKind kind;
    gboolean (*take) (ScopeStackMessage *message, const guint8 *p, const guint8 *end);
  } kinds[] = {
    { 0xc0, SCOPE_STACK_MESSAGE_VERSION, version }, { 0xca, SCOPE_STACK_MESSAGE_LAST, stack }, { 0xcb, SCOPE_STACK_MESSAGE_PART, stack },
    { 0xcc, SCOPE_STACK_MESSAGE_STRING, string },   { 0xcd, SCOPE_STACK_MESSAGE_PLACE, place },
  };

  *ret_message = (ScopeStackMessage) { .kind = SCOPE_STACK_MESSAGE_NONE };
  if (n < 2 || bytes[0] != 0xff)
    return SCOPE_STACK_MESSAGE_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].tag == bytes[1])
      ret_message->kind = kinds[i].take (ret_message, bytes + 2, bytes + n) ? kinds[i].kind : SCOPE_STACK_MESSAGE_BAD;
  return ret_message->kind;
}

const guint8 *
scope_stack_message_frame (const ScopeStackMessage *message, const guint8 *at, ScopeStackFrame *ret_frame)
{
  guint tag = *at;
  gboolean wide = tag == FRAME_PLACE && !message->narrow;

  *ret_frame = (ScopeStackFrame) { .is_info = tag == FRAME_INFO,
                                   .has_string = tag == FRAME_STRING || wide,
                                   .has_place = tag == FRAME_PLACE };
  if (ret_frame->is_info)
    ret_frame->info = number (at + 1, 8);
  if (ret_frame->has_string)
    ret_frame->string = number (at + 1, 8);
  if (ret_frame->has_place)
    ret_frame->place = number (at + (wide ? 9 : 1), 8);
  return at + frame_bytes (tag, message->narrow);
}
