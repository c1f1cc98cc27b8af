/* scope-event-condition.h: what a number in an event's fields must be: "size>1000", "thread!=3", "bytes >= 2MiB".
 *
 * Fields are named as the list of events shows them, large or small letters alike.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_COMPARE_LESS,
  SCOPE_COMPARE_AT_MOST,
  SCOPE_COMPARE_EQUAL,
  SCOPE_COMPARE_OTHER,
  SCOPE_COMPARE_AT_LEAST,
  SCOPE_COMPARE_MORE,
} ScopeCompare;

typedef struct
{
  char *field; /* in small letters; owned */
  ScopeCompare compare;
  double value;
} ScopeEventCondition;

/* What a plain text says of fields, as an array of ScopeEventCondition (NULL: nothing), and the rest of it, without white space at its
 * ends; free with g_free(). Numbers may have a unit of size: B, k, kB, KiB, M, …, GiB. */
char *scope_event_conditions_take (const char *text, GArray **ret_conditions);
gboolean scope_event_condition_holds (const ScopeEventCondition *condition, double value);
/* Whether the field's name, of `length` bytes, is meant. */
gboolean scope_event_condition_is_of (const ScopeEventCondition *condition, const char *name, gsize length);
/* Whether `detail`, "thread=3 size=60", has the field with such a number. */
gboolean scope_event_condition_holds_in (const ScopeEventCondition *condition, const char *detail);

G_END_DECLS
