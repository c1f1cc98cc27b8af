/* scope-search-text.h: what a person types to find something, as a regular expression.
 *
 * A plain text finds itself anywhere, large or small letters alike. White space in it stands for any of what is written
 * between words: "create thread" finds create_thread, "thread 12" thread=12. A number on its own is a number: 12 finds
 * 12, not 123. Of a plain text, ">50ms", "<2us" or "10ms..20ms" say how long it must last: such things only are found
 * then (scope-search-lengths.c). "size>1000" asks for events with such a number in such a field (scope-event-condition.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/events/scope-event-source.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_SEARCH_PLAIN = 0,
  SCOPE_SEARCH_REGEX = 1 << 0,
  SCOPE_SEARCH_CASE = 1 << 1, /* large and small letters are different */
} ScopeSearchFlags;

/* How long: in picoseconds. */
typedef struct
{
  gboolean given;
  double least, most;
  gboolean more, less; /* than `least`, than `most`: not just so long */
} ScopeSearchLength;

/* What is said of lengths in a plain text, and the rest of it, without white space at its ends; free with g_free(). Of
 * several conditions all must hold. */
char *scope_search_take_length (const char *text, ScopeSearchLength *ret_length);
/* The least and most ticks that satisfy it. */
void scope_search_length_ticks (const ScopeSearchLength *length, gint64 tick_ps, gint64 *ret_least, gint64 *ret_most);

/* NULL with a sentence if it is no regular expression. `text` is not empty. */
GRegex *scope_search_compile (const char *text, ScopeSearchFlags flags, GError **error);
/* A filter of events whose names or details match, and of a plain text's conditions all. NULL as above. */
ScopeEventFilter *scope_search_event_filter (const char *text, ScopeSearchFlags flags, GError **error);

G_END_DECLS
