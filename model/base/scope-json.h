/* scope-json.h: JSON into a string, written as it comes: objects, arrays and values in their order. Commas, colons and lines come by
 * themselves.
 *
 * Zero a ScopeJson, give it its string and its form. `key` is NULL in arrays, and for the whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_JSON_COMPACT, /* {"a":1,"b":[2,3]} */
  SCOPE_JSON_LINE,    /* {"a": 1, "b": [2, 3]} */
  SCOPE_JSON_LINES,   /* the same, but a line for each member of the whole, and for each item of an array that is one */
} ScopeJsonForm;

typedef struct
{
  GString *out; /* can be emptied at any time: nobody looks back into it */
  ScopeJsonForm form;
  /* The writer's own. */
  guint depth;
  guint64 arrays; /* a bit each: what is open there is an array */
  gboolean some;  /* the innermost has something in it */
} ScopeJson;

/* Opens an object ('{') or an array ('['). */
void scope_json_begin (ScopeJson *json, const char *key, char bracket);
/* Closes it; behind the whole there is the end of a line. */
void scope_json_end (ScopeJson *json);
/* NULL is null. */
void scope_json_text (ScopeJson *json, const char *key, const char *text);
void scope_json_integer (ScopeJson *json, const char *key, gint64 value);
void scope_json_unsigned (ScopeJson *json, const char *key, guint64 value);
void scope_json_boolean (ScopeJson *json, const char *key, gboolean value);
/* What is not finite is null. */
void scope_json_decimal (ScopeJson *json, const char *key, double value, guint decimals);
/* As scope_json_append_ns(). */
void scope_json_time (ScopeJson *json, const char *key, gint64 ticks, gint64 tick_ps);

/* A string with its quotes; bytes that are no UTF-8 are replaced. */
void scope_json_append_string (GString *out, const char *text);
/* Ticks of `tick_ps` picoseconds as ns, with up to three decimals, as many as it needs. */
void scope_json_append_ns (GString *out, gint64 ticks, gint64 tick_ps);

G_END_DECLS
