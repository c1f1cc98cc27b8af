/* scope-lttng-line.c: what babeltrace2 prints of a trace of LTTng, of an Erlang VM that was built with --with-dynamic-trace=lttng.
 *
 *     [1795885865.276112781] (+0.000001863) host org_erlang_dyntrace:gc_minor_end: { cpu_id = 1 }, { vtid = 246, vpid = 245 }, { pid = "<0.83.0>", … }
 *
 * A stamp counts seconds since 1970 (--clock-seconds), or is a time of day, with its date or without. Other fields may stand before the
 * event's name. A thread is known where its number was recorded (the context vtid). Older VMs call the
 * providers com_ericsson_…, newer ones (25) org_erlang_…. What is not listed here is an event all the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-probes-private.h"

#include "model/base/scope-schema.h"

#include "io/source/scope-log-line.h"
#include "io/source/scope-text.h"

#include <string.h>

#define MOST_PAIRS 32u
#define NS (G_GUINT64_CONSTANT (1000000000))
#define DAY (86400u * NS)

typedef ScopeProbesField Field;

typedef struct
{
  Field key, value;
  gboolean is_text; /* it was quoted */
} Pair;

typedef struct
{
  guint64 ns;
  gboolean since_1970, of_a_day;
  Field name; /* "gc_minor_end" */
  gboolean is_erlang; /* by its provider */
  Pair pairs[MOST_PAIRS];
  guint n_pairs;
} Line;

/* An event: its fields, and what is done with each (letters: scope-probes-private.h; m: a message's text). `type` 0: the field "type" names
 * it. */
static const struct
{
  const char *name;
  guint8 type;
  struct
  {
    const char *key;
    char what;
  } fields[3];
} kinds[] = {
  { "process_spawn", SCOPE_ERL_SPAWN, { { "pid", 'b' }, { "parent", 'a' }, { "entry", 'f' } } },
  { "process_link", 0, { { "from", 'a' }, { "to", 'b' } } },
  { "process_exit", SCOPE_ERL_EXIT, { { "pid", 'a' }, { "reason", 't' } } },
  { "process_register", 0, { { "pid", 'a' }, { "name", 't' } } },
  { "process_scheduled", 0, { { "pid", 'a' }, { "entry", 'f' } } },
  { "port_open", SCOPE_ERL_OPEN, { { "pid", 'b' }, { "driver", 't' }, { "port", 'a' } } },
  { "port_exit", SCOPE_ERL_CLOSED, { { "port", 'a' }, { "reason", 't' } } },
  { "port_link", 0, { { "from", 'a' }, { "to", 'b' } } },
  { "function_call", SCOPE_ERL_CALL, { { "pid", 'a' }, { "entry", 'f' } } },
  { "function_return", SCOPE_ERL_RETURN_FROM, { { "pid", 'a' }, { "entry", 'f' } } },
  { "function_exception", SCOPE_ERL_EXCEPTION_FROM, { { "pid", 'a' }, { "entry", 'f' } } },
  { "message_send", SCOPE_ERL_SEND, { { "from", 'a' }, { "to", 'b' }, { "message", 'm' } } },
  { "message_receive", SCOPE_ERL_RECEIVE, { { "to", 'a' }, { "message", 'm' } } },
  { "gc_minor_start", SCOPE_ERL_GC_MINOR_START, { { "pid", 'a' } } },
  { "gc_minor_end", SCOPE_ERL_GC_MINOR_END, { { "pid", 'a' } } },
  { "gc_major_start", SCOPE_ERL_GC_MAJOR_START, { { "pid", 'a' } } },
  { "gc_major_end", SCOPE_ERL_GC_MAJOR_END, { { "pid", 'a' } } },
  { "driver_output", SCOPE_ERL_OUTPUT, { { "pid", 'b' }, { "port", 'a' }, { "bytes", 'w' } } },
  { "driver_outputv", SCOPE_ERL_OUTPUT, { { "pid", 'b' }, { "port", 'a' }, { "bytes", 'w' } } },
};

/* --- the stamp --- */

static gboolean
read_digits (const char **at, const char *end, guint most, guint64 *ret_value)
{
  guint n = 0;

  *ret_value = 0;
  for (; *at < end && g_ascii_isdigit (**at) && n < most; (*at)++, n++)
    *ret_value = *ret_value * 10 + (guint64) (**at - '0');

  return n > 0;
}

/* ".276112781": nine digits. */
static gboolean
read_fraction (const char **at, const char *end, guint64 *ret_ns)
{
  const char *from;

  if (*at >= end || **at != '.')
    return FALSE;
  from = ++*at;

  return read_digits (at, end, 9, ret_ns) && *at - from == 9;
}

static gboolean
read_of_day (const char **at, const char *end, guint64 hours, guint64 *ret_ns)
{
  guint64 minutes, seconds, ns;

  (*at)++;
  if (!read_digits (at, end, 2, &minutes) || *at >= end || **at != ':')
    return FALSE;
  (*at)++;
  if (!read_digits (at, end, 2, &seconds) || !read_fraction (at, end, &ns))
    return FALSE;
  *ret_ns = ((hours * 60 + minutes) * 60 + seconds) * NS + ns;

  return hours < 24;
}

/* "2026-11-28 ", of which the year is read: days since 1970. */
static gboolean
read_date (const char **at, const char *end, guint64 year, guint64 *ret_days)
{
  guint64 month, day;

  (*at)++;
  if (!read_digits (at, end, 2, &month) || *at >= end || *(*at)++ != '-' || !read_digits (at, end, 2, &day) || *at >= end || *(*at)++ != ' '
      || year < 1970 || year > 2200 || !g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  {
    g_autoptr (GDate) date = g_date_new_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year);

    *ret_days = g_date_get_julian (date) - 719163u;
  }

  return TRUE;
}

/* Up to its bracket. Time zones are not told: only seconds say when it was. */
static gboolean
read_stamp (const char **at, const char *end, Line *line)
{
  guint64 first, ns = 0, days = 0;
  gboolean good;

  line->since_1970 = line->of_a_day = FALSE;
  if (*at >= end || *(*at)++ != '[' || !read_digits (at, end, 20, &first) || *at >= end)
    return FALSE;
  if (**at == '-')
    {
      if (!read_date (at, end, first, &days) || !read_digits (at, end, 2, &first) || *at >= end || **at != ':'
          || !read_of_day (at, end, first, &ns))
        return FALSE;
      line->ns = days * DAY + ns;
      good = TRUE;
    }
  else if (**at == ':')
    {
      good = line->of_a_day = read_of_day (at, end, first, &ns);
      line->ns = ns;
    }
  else if (**at == '.')
    {
      good = line->since_1970 = first < G_MAXINT64 / NS && read_fraction (at, end, &ns);
      line->ns = first * NS + ns;
    }
  else /* --clock-cycles: LTTng's are nanoseconds */
    {
      good = TRUE;
      line->ns = first;
    }

  return good && *at < end && *(*at)++ == ']';
}

/* --- fields --- */

/* A string, up to its quote; what is in braces, brackets or parentheses; or a word. */
static gboolean
read_value (const char **at, const char *end, Pair *pair)
{
  const char *from = *at;
  guint depth = 0;

  pair->is_text = from < end && *from == '"';
  if (pair->is_text)
    {
      for (from = ++*at; *at < end && **at != '"'; (*at)++)
        if (**at == '\\' && *at + 1 < end)
          (*at)++;
      pair->value = (Field) { from, (gsize) (*at - from) };
      if (*at >= end)
        return FALSE;
      (*at)++;
      return TRUE;
    }
  for (; *at < end; (*at)++)
    {
      if (strchr ("{[(", **at) != NULL)
        depth++;
      else if (depth > 0 && strchr ("}])", **at) != NULL)
        depth--;
      else if (depth == 0 && strchr (" ,}", **at) != NULL)
        break;
    }
  pair->value = (Field) { from, (gsize) (*at - from) };

  return TRUE;
}

static gboolean
read_pairs (const char *at, const char *end, Line *line)
{
  line->n_pairs = 0;
  while (line->n_pairs < MOST_PAIRS)
    {
      Pair *pair = &line->pairs[line->n_pairs];
      const char *from;

      while (at < end && strchr (" ,{}\r", *at) != NULL)
        at++;
      for (from = at; at < end && *at != ' ';)
        at++;
      if (at == from)
        return TRUE;
      pair->key = (Field) { from, (gsize) (at - from) };
      if (end - at < 3 || memcmp (at, " = ", 3) != 0)
        return FALSE;
      at += 3;
      if (!read_value (&at, end, pair))
        return FALSE;
      line->n_pairs++;
    }

  return TRUE;
}

static gboolean
is_word (const Field *field, const char *word)
{
  return field->n == strlen (word) && memcmp (field->text, word, field->n) == 0;
}

/* The last one of that name: what the event says stands behind its contexts. */
static const Field *
find_pair (const Line *line, const char *key)
{
  for (guint i = line->n_pairs; i > 0; i--)
    if (is_word (&line->pairs[i - 1].key, key))
      return &line->pairs[i - 1].value;

  return NULL;
}

static gboolean
read_line (const char *text, gsize n, Line *line)
{
  const char *at = text, *end = text + n, *braces, *name, *colon;

  if (!read_stamp (&at, end, line))
    return FALSE;
  braces = g_strstr_len (at, end - at, ": {");
  if (braces == NULL)
    return FALSE;
  for (name = braces; name > at && name[-1] != ' ';)
    name--;
  colon = memchr (name, ':', (gsize) (braces - name));
  line->is_erlang = scope_log_is_erlang_provider (name, (gsize) (end - name));
  if (colon != NULL && line->is_erlang)
    name = colon + 1;
  line->name = (Field) { name, (gsize) (braces - name) };

  return line->name.n > 0 && read_pairs (braces + 2, end, line);
}

/* --- events --- */

/* The length of it is not told, and what is long was cut; but sender and receiver print the same. */
static void
add_message (const Field *message, ScopeEvent *event)
{
  guint32 hash = 0x811c9dc5u;

  for (gsize i = 0; i < message->n; i++)
    hash = (hash ^ (guint8) message->text[i]) * 0x01000193u;
  event->c = G_MAXUINT32;
  event->stream = hash * (SCOPE_ASKING_MASK + 1);
}

/* "in", "out_exited", "link", "register", …: what the runtime's own records are called. 0: none of them. */
static guint
type_of_word (const Field *word)
{
  for (guint type = SCOPE_ERL_REGISTER; word != NULL && type <= SCOPE_ERL_OUT_EXITED; type++)
    if (is_word (word, scope_erlang_event_name (type)))
      return type;

  return 0;
}

static gboolean
read_event (ScopeErlangFacts *facts, const Line *line, ScopeEvent *event)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (!is_word (&line->name, kinds[i].name))
        continue;
      event->type = (guint16) (kinds[i].type != 0 ? kinds[i].type : type_of_word (find_pair (line, "type")));
      for (guint k = 0; k < G_N_ELEMENTS (kinds[i].fields) && kinds[i].fields[k].key != NULL; k++)
        {
          const Field *field = find_pair (line, kinds[i].fields[k].key);

          if (field == NULL)
            return FALSE;
          if (kinds[i].fields[k].what == 'm')
            add_message (field, event);
          else if (!scope_probes_read_field (facts, kinds[i].fields[k].what, field, event))
            return FALSE;
        }
      return event->type != 0;
    }

  return scope_probes_read_field (facts, 't', &line->name, event);
}

/* The day may end in a trace whose stamps have no date: it is shorter than half a day, and in order of time. */
static guint64
within_days (const ScopeErlangFacts *facts, const Line *line)
{
  guint64 base = facts->bases[SCOPE_ERL_CLOCK_MONOTONIC];

  if (line->of_a_day && (facts->has_base & 1u << SCOPE_ERL_CLOCK_MONOTONIC) && line->ns + DAY / 2 < base)
    return line->ns + DAY;

  return line->ns;
}

static void
see_first (ScopeErlangFacts *facts, const Line *line)
{
  if (facts->probes.source != NULL)
    return;
  facts->probes.source = g_strdup ("lttng");
  if (line->since_1970)
    facts->probes.wall = facts->probes.then = line->ns;
}

gboolean
scope_lttng_line (ScopeErlangFacts *facts, const char *text, gsize n, ScopeEvent *event, const char **ret_why)
{
  Line line;
  const Field *field;
  guint64 thread, program;

  *event = (ScopeEvent) { .processor = SCOPE_NO_PROCESSOR, .type = SCOPE_ERL_OTHER };
  *ret_why = "a line of which not all was printed as babeltrace2 does it";
  if (!read_line (text, n, &line))
    return FALSE;
  see_first (facts, &line);
  field = find_pair (&line, "vpid");
  if (line.is_erlang && field != NULL && scope_probes_number (field, &program))
    {
      if (facts->probes.program == 0)
        facts->probes.program = program + 1;
      *ret_why = "an event of another VM than the first one";
      if (facts->probes.program != program + 1)
        return FALSE;
    }
  *ret_why = "a time that is too far from the others";
  if (line.ns > G_MAXINT64 / 2 || !scope_erlang_set_ns (facts, SCOPE_ERL_CLOCK_MONOTONIC, within_days (facts, &line), event))
    return FALSE;
  if (facts->stamps_only)
    return TRUE;
  *ret_why = "an event whose fields cannot be read";
  if (!(line.is_erlang ? read_event (facts, &line, event) : scope_probes_read_field (facts, 't', &line.name, event)))
    return FALSE;
  field = find_pair (&line, "vtid");
  if (event->type != SCOPE_ERL_OTHER && field != NULL && scope_probes_number (field, &thread))
    scope_probes_set_scheduler (facts, thread, event);

  return TRUE;
}

/* "WARNING: Tracer discarded 51 events between [17:11:05.025346433] and […] in trace …" */
gboolean
scope_lttng_loss (ScopeErlangFacts *facts, const char *text, gsize n, ScopeEvent *event)
{
  const char *of = g_strstr_len (text, (gssize) n, "discarded "), *end = text + n, *at;
  guint64 count;
  Line line;

  if (of == NULL)
    return FALSE;
  of += strlen ("discarded ");
  if (read_digits (&of, end, 10, &count))
    event->a = (guint32) MIN (count, G_MAXUINT32);
  at = memchr (of, '[', (gsize) (end - of));
  if (at != NULL && read_stamp (&at, end, &line) && line.ns <= G_MAXINT64 / 2)
    scope_erlang_set_ns (facts, SCOPE_ERL_CLOCK_MONOTONIC, within_days (facts, &line), event);

  return TRUE;
}

char *
scope_lttng_line_detail (const char *text, gsize n)
{
  g_autofree char *name = NULL;
  Line line;
  GString *out;

  if (!read_line (text, n, &line))
    return NULL;
  out = g_string_new (NULL);
  name = g_utf8_make_valid (line.name.text, (gssize) line.name.n);
  g_string_append (out, name);
  for (guint i = 0; i < line.n_pairs; i++)
    {
      gsize length;
      g_autofree char *value = scope_probes_unescaped (&line.pairs[i].value, line.pairs[i].value.n, &length);
      g_autofree char *key = g_utf8_make_valid (line.pairs[i].key.text, (gssize) line.pairs[i].key.n);

      g_string_append_printf (out, " %s=%s", key, value);
    }
  return g_string_free (out, FALSE);
}
