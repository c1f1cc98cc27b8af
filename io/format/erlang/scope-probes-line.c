/* scope-probes-line.c: what one line of a log of the Erlang VM's probes says.
 *
 *     ns TAB thread TAB probe TAB argument TAB …         \t \n \\ inside of arguments
 *
 * The thread is one of the operating system: most probes are met on a scheduler's, and which scheduler that is, is known by
 * its thread alone. The probes are those of OTP's erlang_dtrace.d and of the VM of RELEASE's D2.2, which has more of them and puts
 * its own time in µs behind the arguments of each (formats/erlang.md §6). What is not listed here is an event all the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include "model/base/scope-schema.h"

#include <string.h>

#define MOST_FIELDS 16u
#define MOST_THREADS 1024u
#define MOST_CHARS 4096u /* of an argument that is kept */
#define UNKNOWN_SIZE 4294967295u

typedef struct
{
  const char *text;
  gsize n;
} Field;

/* A probe: what is done with its arguments, and what they are called. */
typedef struct
{
  const char *name;
  guint8 type;
  /* of each argument: a the subject, b the other party, f function, t text, s words of a message, i a scheduler's number, n a number;
   * N the other party's node; - is only shown */
  const char *fields;
  const char *words;
} Probe;

#define TOKEN " label previous current"

static const Probe probes[] = {
  { "process-scheduled", SCOPE_ERL_IN, "af", "process function" },
  { "process-unscheduled", SCOPE_ERL_OUT, "a", "process" },
  { "process-unscheduled", SCOPE_ERL_OUT, "af", "process function" },
  { "message-send", SCOPE_ERL_SEND, "abs---", "from to words" TOKEN },
  { "message-send-remote", SCOPE_ERL_SEND, "aNbs---", "from node to words" TOKEN },
  { "message-queued", SCOPE_ERL_RECEIVE, "as----", "process words queue" TOKEN },
  { "message-receive", SCOPE_ERL_TAKE, "as----", "process words queue" TOKEN },
  { "gc_minor-start", SCOPE_ERL_GC_MINOR_START, "a-", "process needs_words" },
  { "gc_minor-end", SCOPE_ERL_GC_MINOR_END, "a-", "process reclaimed_words" },
  { "gc_major-start", SCOPE_ERL_GC_MAJOR_START, "a-", "process needs_words" },
  { "gc_major-end", SCOPE_ERL_GC_MAJOR_END, "a-", "process reclaimed_words" },
  { "local-function-entry", SCOPE_ERL_CALL, "af-", "process function depth" },
  { "global-function-entry", SCOPE_ERL_CALL, "af-", "process function depth" },
  { "function-return", SCOPE_ERL_RETURN_FROM, "af-", "process function depth" },
  { "bif-entry", SCOPE_ERL_CALL, "af", "process function" },
  { "bif-return", SCOPE_ERL_RETURN_FROM, "af", "process function" },
  { "nif-entry", SCOPE_ERL_CALL, "af", "process function" },
  { "nif-return", SCOPE_ERL_RETURN_FROM, "af", "process function" },
  { "process-spawn", SCOPE_ERL_SPAWN, "bf", "process function" },
  { "process-spawn", SCOPE_ERL_SPAWN, "baf", "process parent function" },
  { "process-exit", SCOPE_ERL_EXIT, "at", "process reason" },
  { "process-exit_signal", SCOPE_ERL_OTHER, "---", "from to reason" },
  { "process-exit_signal-remote", SCOPE_ERL_OTHER, "----", "from node to reason" },
  { "process-hibernate", SCOPE_ERL_OTHER, "--", "process function" },
  { "process-port_unblocked", SCOPE_ERL_OTHER, "--", "process port" },
  { "process-heap_grow", SCOPE_ERL_OTHER, "---", "process old_words new_words" },
  { "process-heap_shrink", SCOPE_ERL_OTHER, "---", "process old_words new_words" },
  { "process-link", SCOPE_ERL_LINK, "ab", "process with" },
  { "process-unlink", SCOPE_ERL_UNLINK, "ab", "process with" },
  { "process-getting_linked", SCOPE_ERL_GETTING_LINKED, "ab", "process with" },
  { "process-getting_unlinked", SCOPE_ERL_GETTING_UNLINKED, "ab", "process with" },
  { "process-registered", SCOPE_ERL_REGISTER, "at", "process name" },
  { "process-unregistered", SCOPE_ERL_UNREGISTER, "at", "process name" },
  { "process-active", SCOPE_ERL_ACTIVE, "af", "process function" },
  { "process-inactive", SCOPE_ERL_INACTIVE, "af", "process function" },
  { "port-open", SCOPE_ERL_OPEN, "bta", "process driver port" },
  { "port-exit", SCOPE_ERL_CLOSED, "-a-t", "process port driver reason" },
  { "port-command", SCOPE_ERL_OTHER, "----", "process port driver command" },
  { "port-control", SCOPE_ERL_OTHER, "----", "process port driver operation" },
  { "port-connect", SCOPE_ERL_OTHER, "----", "process port driver to" },
  { "port-busy", SCOPE_ERL_OTHER, "-", "port" },
  { "port-not_busy", SCOPE_ERL_OTHER, "-", "port" },
  { "port-link", SCOPE_ERL_LINK, "ab", "process port" },
  { "port-unlink", SCOPE_ERL_UNLINK, "ab", "process port" },
  { "port-getting_linked", SCOPE_ERL_GETTING_LINKED, "ab", "process port" },
  { "port-getting_unlinked", SCOPE_ERL_GETTING_UNLINKED, "ab", "process port" },
  { "port-registered", SCOPE_ERL_REGISTER, "at", "port name" },
  { "port-unregistered", SCOPE_ERL_UNREGISTER, "at", "port name" },
  { "port-active", SCOPE_ERL_ACTIVE, "af", "port function" },
  { "port-inactive", SCOPE_ERL_INACTIVE, "af", "port function" },
  { "scheduler-active", SCOPE_ERL_SCHEDULER_ACTIVE, "in", "scheduler active" },
  { "scheduler-inactive", SCOPE_ERL_SCHEDULER_INACTIVE, "in", "scheduler active" },
  { "dist-monitor", SCOPE_ERL_OTHER, "-----", "node event remote kind reason" },
  { "dist-port_busy", SCOPE_ERL_OTHER, "----", "node port remote process" },
  { "dist-port_not_busy", SCOPE_ERL_OTHER, "---", "node port remote" },
  { "dist-output", SCOPE_ERL_OTHER, "----", "node port remote bytes" },
  { "dist-outputv", SCOPE_ERL_OTHER, "----", "node port remote bytes" },
  { "copy-struct", SCOPE_ERL_OTHER, "-", "words" },
  { "copy-object", SCOPE_ERL_OTHER, "--", "process words" },
};

/* --- fields --- */

static guint
split (const char *line, gsize n, Field *fields)
{
  const char *end = line + n;
  guint count = 0;

  while (count < MOST_FIELDS)
    {
      const char *tab = memchr (line, '\t', (gsize) (end - line));

      fields[count++] = (Field) { line, (gsize) ((tab != NULL ? tab : end) - line) };
      if (tab == NULL)
        break;
      line = tab + 1;
    }

  return count;
}

static gboolean
number_of (const Field *field, guint64 *ret_value)
{
  *ret_value = 0;
  if (field->n == 0 || field->n > 19)
    return FALSE;
  for (gsize i = 0; i < field->n; i++)
    {
      if (!g_ascii_isdigit (field->text[i]))
        return FALSE;
      *ret_value = *ret_value * 10 + (guint64) (field->text[i] - '0');
    }

  return TRUE;
}

static gboolean
is_number (const Field *field)
{
  guint64 value;

  return number_of (field, &value);
}

/* Printable ASCII without escapes: as it lies there. */
static gboolean
is_plain (const Field *field)
{
  for (gsize i = 0; i < field->n; i++)
    if (field->text[i] == '\\' || field->text[i] < ' ' || (guint8) field->text[i] > 126)
      return FALSE;

  return TRUE;
}

/* The field as it was before it was written down. What is no UTF-8 is Latin-1: so the VM writes atoms. */
static char *
unescaped (const Field *field, gsize *ret_n)
{
  GString *text = g_string_sized_new (field->n);
  gboolean utf8 = g_utf8_validate (field->text, (gssize) field->n, NULL);

  for (gsize i = 0; i < field->n; i++)
    {
      guint8 c = (guint8) field->text[i];

      if (c == '\\' && i + 1 < field->n)
        {
          c = (guint8) field->text[++i];
          c = c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
        }
      if (utf8 && c >= 0x80)
        g_string_append_c (text, (char) c);
      else
        g_string_append_unichar (text, c == '\0' ? ' ' : c);
    }
  *ret_n = text->len;

  return g_string_free (text, FALSE);
}

/* The field's text as it is kept: most need no copy. `*ret_copy` is to be freed. */
static Field
text_of (const Field *field, char **ret_copy)
{
  Field cut = { field->text, MIN (field->n, MOST_CHARS) };
  gsize n;

  while (cut.n < field->n && cut.n > 0 && ((guint8) cut.text[cut.n] & 0xc0) == 0x80)
    cut.n--; /* not inside a character */
  *ret_copy = NULL;
  if (is_plain (&cut))
    return cut;
  *ret_copy = unescaped (&cut, &n);

  return (Field) { *ret_copy, n };
}

static guint32
party_number (ScopeErlangFacts *facts, const Field *field)
{
  g_autofree char *copy = NULL;
  Field text = text_of (field, &copy);

  return text.n > 0 ? scope_erlang_named_party_number (facts, text.text, text.n) : 0;
}

static guint32
text_number (ScopeErlangFacts *facts, const Field *field)
{
  g_autofree char *copy = NULL;
  Field text = text_of (field, &copy);

  return text.n > 0 ? scope_erlang_text_number (facts, text.text, text.n) : 0;
}

/* The VM writes 0 or nothing where it does not know the function. */
static guint32
function_number (ScopeErlangFacts *facts, const Field *field)
{
  if ((field->n == 1 && *field->text == '0') || (field->n == 9 && memcmp (field->text, "undefined", 9) == 0))
    return 0;

  return text_number (facts, field);
}

/* --- threads --- */

static void
make_threads (ScopeErlangProbes *known)
{
  if (known->threads != NULL)
    return;
  known->threads = g_new0 (guint64, MOST_THREADS);
  known->named = g_new0 (guint8, MOST_THREADS);
}

static void
set_thread (ScopeErlangProbes *known, guint number, guint64 thread)
{
  known->threads[number] = thread + 1;
  known->n_threads = MAX (known->n_threads, number + 1);
}

static guint
find_thread (const ScopeErlangProbes *known, guint64 thread)
{
  if (thread < known->n_threads && known->threads[thread] == thread + 1)
    return (guint) thread;
  for (guint i = 0; i < known->n_threads; i++)
    if (known->threads[i] == thread + 1)
      return i;

  return MOST_THREADS;
}

/* A scheduler says itself which one it is, on its own thread; 0 is none. */
static void
claim (ScopeErlangProbes *known, guint number, guint64 thread)
{
  make_threads (known);
  if (thread != 0 && number < MOST_THREADS && known->threads[number] == 0 && find_thread (known, thread) == MOST_THREADS)
    set_thread (known, number, thread);
}

/* A scheduler's number by its thread's: what it says itself; else a small number is taken for the scheduler's; else the next. */
static guint16
scheduler_number (ScopeErlangFacts *facts, guint64 thread)
{
  ScopeErlangProbes *known = &facts->probes;
  guint number;

  make_threads (known);
  number = find_thread (known, thread);
  if (number == MOST_THREADS)
    {
      number = thread < MOST_THREADS && known->threads[thread] == 0 ? (guint) thread : 1;
      while (number < MOST_THREADS && known->threads[number] != 0)
        number++;
      if (number == MOST_THREADS)
        return SCOPE_NO_PROCESSOR;
      set_thread (known, number, thread);
    }
  if (number != thread && !known->named[number])
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, thread);

      known->named[number] = TRUE;
      scope_erlang_add_definition (facts, SCOPE_ERL_DEFINE_SCHEDULER, number, text, strlen (text));
    }

  return (guint16) number;
}

void
scope_probes_set_threads (ScopeErlangFacts *facts, const guint64 *threads, guint n)
{
  ScopeErlangProbes *known = &facts->probes;

  if (known->threads == NULL && n == 0)
    return;
  make_threads (known);
  memset (known->threads, 0, MOST_THREADS * sizeof *known->threads);
  known->n_threads = MIN (n, MOST_THREADS);
  memcpy (known->threads, threads, known->n_threads * sizeof *threads);
}

/* --- lines --- */

/* The probe with that many arguments; if there is none, with one fewer and a time in µs behind them; else what has most of them.
 * NULL: no such probe, or too few arguments. */
static const Probe *
find_probe (const Field *fields, guint n)
{
  const Field *name = &fields[2];
  const Probe *best = NULL;
  guint arguments = n - 3, best_length = 0;

  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      const Probe *probe = &probes[i];
      guint length;

      if (strlen (probe->name) != name->n || memcmp (probe->name, name->text, name->n) != 0)
        continue;
      length = (guint) strlen (probe->fields);
      if (length > arguments)
        continue;
      /* (process, function, time) has as many as (process, parent, function). */
      if (best != NULL && length == best_length + 1 && length == arguments && is_number (&fields[n - 1])
          && strchr ("ft", probe->fields[length - 1]) != NULL)
        continue;
      if (best == NULL || length > best_length)
        {
          best = probe;
          best_length = length;
        }
    }

  return best;
}

static gboolean
is_known (const Field *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    if (strlen (probes[i].name) == name->n && memcmp (probes[i].name, name->text, name->n) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
read_field (ScopeErlangFacts *facts, char what, const Field *field, ScopeEvent *event)
{
  guint64 number;

  switch (what)
    {
    case 'a':
      event->a = party_number (facts, field);
      break;
    case 'b':
      event->b = party_number (facts, field);
      break;
    case 'f':
      event->c = function_number (facts, field);
      break;
    case 't':
      event->c = text_number (facts, field);
      break;
    case 's': /* the bytes of the message are not known: its size must do to tell it from others */
      if (!number_of (field, &number))
        return FALSE;
      event->c = (guint32) MIN (number, UNKNOWN_SIZE);
      event->stream = (guint32) number * (SCOPE_ASKING_MASK + 1);
      break;
    case 'i':
      if (!number_of (field, &number))
        return FALSE;
      event->a = (guint32) MIN (number, MOST_THREADS);
      return number < MOST_THREADS;
    case 'n':
      if (!number_of (field, &number))
        return FALSE;
      event->b = (guint32) MIN (number, G_MAXUINT16);
      break;
    default:
      break;
    }

  return TRUE;
}

/* {to,node}: a party of another node. */
static guint32
remote_number (ScopeErlangFacts *facts, const Field *node, const Field *to)
{
  g_autofree char *text = g_strdup_printf ("{%.*s,%.*s}", (int) MIN (to->n, MOST_CHARS), to->text,
                                           (int) MIN (node->n, MOST_CHARS), node->text);
  Field field = { text, strlen (text) };

  return party_number (facts, &field);
}

gboolean
scope_probes_line (ScopeErlangFacts *facts, const char *line, gsize n, ScopeEvent *event, const char **ret_why)
{
  Field fields[MOST_FIELDS];
  guint count = split (line, n, fields);
  const Probe *probe;
  guint64 ns, thread;

  *event = (ScopeEvent) { .processor = SCOPE_NO_PROCESSOR, .type = SCOPE_ERL_OTHER };
  *ret_why = "a line without a time, a thread and a probe's name";
  if (count < 3 || !number_of (&fields[0], &ns) || !number_of (&fields[1], &thread) || fields[2].n == 0)
    return FALSE;
  probe = find_probe (fields, count);
  *ret_why = "a probe with too few arguments";
  if (probe == NULL && is_known (&fields[2]))
    return FALSE;
  *ret_why = "a time that is too far from the others";
  if (ns > G_MAXINT64 / MAX (1, facts->probes.unit)
      || !scope_erlang_set_ns (facts, SCOPE_ERL_CLOCK_MONOTONIC, ns * MAX (1, facts->probes.unit), event))
    return FALSE;
  if (probe != NULL && probe->type >= SCOPE_ERL_SCHEDULER_ACTIVE && probe->type <= SCOPE_ERL_SCHEDULER_INACTIVE
      && number_of (&fields[3], &ns))
    claim (&facts->probes, (guint) MIN (ns, MOST_THREADS), thread);
  if (facts->stamps_only)
    return TRUE;
  if (probe == NULL || probe->type == SCOPE_ERL_OTHER)
    {
      event->c = text_number (facts, &fields[2]);
      return TRUE;
    }
  event->type = probe->type;
  *ret_why = "a probe whose arguments cannot be read";
  for (guint i = 0; probe->fields[i] != '\0'; i++)
    if (!read_field (facts, probe->fields[i], &fields[3 + i], event))
      return FALSE;
  if (strcmp (probe->name, "message-send-remote") == 0)
    event->b = remote_number (facts, &fields[4], &fields[5]);
  /* Those of the scheduler itself name it. */
  if (probe->type != SCOPE_ERL_SCHEDULER_ACTIVE && probe->type != SCOPE_ERL_SCHEDULER_INACTIVE)
    event->processor = scheduler_number (facts, thread);

  return TRUE;
}

/* --- for people --- */

char *
scope_probes_line_detail (const char *line, gsize n)
{
  Field fields[MOST_FIELDS];
  guint count = split (line, n, fields), i = 3;
  const Probe *probe = count >= 3 ? find_probe (fields, count) : NULL;
  g_auto (GStrv) words = probe != NULL ? g_strsplit (probe->words, " ", -1) : NULL;
  GString *text;

  if (count < 3)
    return NULL;
  text = g_string_new (NULL);
  /* What is of a kind of its own is named by it already. */
  if (probe == NULL || probe->type == SCOPE_ERL_OTHER)
    i = 2;
  for (; i < count; i++)
    {
      gsize length;
      g_autofree char *value = unescaped (&fields[i], &length);

      if (text->len > 0)
        g_string_append_c (text, ' ');
      if (words != NULL && i >= 3 && i - 3 < g_strv_length (words))
        g_string_append_printf (text, "%s=", words[i - 3]);
      g_string_append (text, value);
    }

  return g_string_free (text, FALSE);
}
