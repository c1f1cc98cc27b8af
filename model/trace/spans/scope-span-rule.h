/* scope-span-rule.h: which marks begin and end a span: "START parse" and "STOP parse"; "ot2 begin span 7 parse" and "ot2 end span 7"
 * (opentelemetry's); or two regular expressions of one's own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  GRegex *begin, *end; /* both or none: then the words above */
} ScopeSpanRule;

/* What a mark says of a span. What begins and what ends has the same key. */
typedef struct
{
  gboolean ends;
  gboolean numbered; /* the key is a number, which stands for another name each time; else the name */
  guint64 key;
  const char *name; /* within the text; of what begins */
  gsize n;
} ScopeSpanMark;

/* The name is the first group of the expression, or all that it matches. Both NULL: the words above. FALSE with error. */
gboolean scope_span_rule_init (ScopeSpanRule *rule, const char *begin, const char *end, GError **error);
void scope_span_rule_clear (ScopeSpanRule *rule);
/* Bytes of any kind. FALSE: the text says nothing of a span. `rule` NULL: the words. */
gboolean scope_span_rule_parse (const ScopeSpanRule *rule, const char *text, gsize n, ScopeSpanMark *ret_mark);

G_END_DECLS
