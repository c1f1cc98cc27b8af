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
#include "io/format/erlang/scope-probes-private.h"

#include "model/base/scope-schema.h"

#include <string.h>

#define MOST_THREADS 1024u
#define MOST_CHARS 4096u /* of an argument that is kept */
#define UNKNOWN_SIZE 4294967295u

typedef ScopeProbesField Field;

/* --- fields --- */

static guint
split (const char *line, gsize n, Field *fields)
{
  const char *end = line + n;
  guint count = 0;

  while (count < SCOPE_PROBES_MOST_FIELDS)
    {
      const char *tab = memchr (line, '\t', (gsize) (end - line));

      fields[count++] = (Field) { line, (gsize) ((tab != NULL ? tab : end) - line) };
      if (tab == NULL)
        break;
      line = tab + 1;
    }

  return count;
}

gboolean
scope_probes_number (const ScopeProbesField *field, guint64 *ret_value)
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

/* Printable ASCII without escapes: as it lies there. */
static gboolean
is_plain (const Field *field)
{
  for (gsize i = 0; i < field->n; i++)
    if (field->text[i] == '\\' || field->text[i] < ' ' || (guint8) field->text[i] > 126)
      return FALSE;

  return TRUE;
}

/* At most so many bytes of it, and no part of a character. */
static Field
cut_field (const Field *field, gsize most)
{
  Field cut = { field->text, MIN (field->n, most) };

  while (cut.n < field->n && cut.n > 0 && ((guint8) cut.text[cut.n] & 0xc0) == 0x80)
    cut.n--;

  return cut;
}

/* What is no UTF-8 is Latin-1: so the VM writes atoms. */
char *
scope_probes_unescaped (const ScopeProbesField *field, gsize most, gsize *ret_n)
{
  Field cut = cut_field (field, most);
  GString *text = g_string_sized_new (cut.n);
  gboolean utf8 = g_utf8_validate (cut.text, (gssize) cut.n, NULL);

  for (gsize i = 0; i < cut.n; i++)
    {
      guint8 c = (guint8) cut.text[i];

      if (c == '\\' && i + 1 < cut.n)
        {
          c = (guint8) cut.text[++i];
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
  Field cut = cut_field (field, MOST_CHARS);
  gsize n;

  *ret_copy = NULL;
  if (is_plain (&cut))
    return cut;
  *ret_copy = scope_probes_unescaped (&cut, MOST_CHARS, &n);

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

/* A sequential trace token: label, count before, count. Both ends of a message have the same, and no other message to that receiver does, so
 * that they belong together whatever the messages' sizes. */
static void
add_token (const Field *token, ScopeEvent *event)
{
  guint32 hash = 0x811c9dc5u;

  if (token[0].n == 1 && token[1].n == 1 && token[2].n == 1 && *token[0].text == '0' && *token[1].text == '0' && *token[2].text == '0')
    return;
  for (guint i = 0; i < 3; i++)
    for (gsize k = 0; k <= token[i].n; k++)
      hash = (hash ^ (k < token[i].n ? (guint8) token[i].text[k] : '\t')) * 0x01000193u;
  event->stream = (event->stream ^ hash) & ~SCOPE_ASKING_MASK;
}

/* The size of a message, in words; one that is not known is printed in either way. Its bytes are not known: its size must do to tell it from
 * others. */
static gboolean
read_size (const Field *field, ScopeEvent *event)
{
  guint64 number = UNKNOWN_SIZE;

  if ((field->n != 2 || memcmp (field->text, "-1", 2) != 0) && !scope_probes_number (field, &number))
    return FALSE;
  event->c = (guint32) MIN (number, UNKNOWN_SIZE);
  event->stream = (guint32) number * (SCOPE_ASKING_MASK + 1);

  return TRUE;
}

/* "nodeup b@host (visible)", from what happened on. */
static guint32
node_text_number (ScopeErlangFacts *facts, const Field *fields)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 4; i++)
    {
      gsize n;
      g_autofree char *word = scope_probes_unescaped (&fields[i], MOST_CHARS / 4, &n);

      if (n > 0 && strcmp (word, "undefined") != 0)
        g_string_append_printf (text, i == 0 ? "%s" : i == 2 ? " (%s)" : i == 3 ? ": %s" : " %s", word);
    }

  return scope_erlang_text_number (facts, text->str, text->len);
}

static guint32
file_text_number (ScopeErlangFacts *facts, guint64 command)
{
  const char *word = scope_probes_file_word (command);
  g_autofree char *text = word != NULL ? g_strconcat ("file:", word, NULL) : g_strdup_printf ("file:%" G_GUINT64_FORMAT, command);

  return scope_erlang_text_number (facts, text, strlen (text));
}

/* What is a number. */
static gboolean
read_number (ScopeErlangFacts *facts, char what, const Field *field, ScopeEvent *event)
{
  guint64 number;

  if (what == 's')
    return read_size (field, event);
  if (!scope_probes_number (field, &number))
    return FALSE;
  switch (what)
    {
    case 'i':
      event->a = (guint32) MIN (number, MOST_THREADS);
      return number < MOST_THREADS;
    case 'n':
      event->b = (guint32) MIN (number, G_MAXUINT16);
      break;
    case 'w':
      event->c = (guint32) MIN (number, G_MAXUINT32);
      break;
    case 'k':
      event->b = (guint32) number;
      break;
    case 'K':
      event->stream = (guint32) number;
      break;
    default:
      event->c = file_text_number (facts, MIN (number, 1000));
      break;
    }

  return TRUE;
}

gboolean
scope_probes_read_field (ScopeErlangFacts *facts, char what, const ScopeProbesField *field, ScopeEvent *event)
{
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
    case 'L':
      add_token (field, event);
      break;
    case 'M':
      event->c = node_text_number (facts, field);
      break;
    case 'D':
      event->stream = 1;
      break;
    case '-':
    case 'N':
    case 'U':
      break;
    default:
      return read_number (facts, what, field, event);
    }

  return TRUE;
}

/* The scheduler of a probe that may be met on any thread: one that is known to be a scheduler's. */
static guint16
known_scheduler (const ScopeErlangFacts *facts, guint64 thread)
{
  guint number = facts->probes.threads != NULL ? find_thread (&facts->probes, thread) : MOST_THREADS;

  return number < MOST_THREADS ? (guint16) number : SCOPE_NO_PROCESSOR;
}

void
scope_probes_set_scheduler (ScopeErlangFacts *facts, guint64 thread, ScopeEvent *event)
{
  /* Those of the scheduler itself name it. */
  if (event->type == SCOPE_ERL_SCHEDULER_ACTIVE || event->type == SCOPE_ERL_SCHEDULER_INACTIVE)
    return;
  event->processor = event->type >= SCOPE_ERL_LABEL && event->type <= SCOPE_ERL_NODE ? known_scheduler (facts, thread)
                                                                                     : scheduler_number (facts, thread);
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
  Field fields[SCOPE_PROBES_MOST_FIELDS];
  guint count = split (line, n, fields);
  const ScopeProbe *probe;
  guint64 ns, thread;

  *event = (ScopeEvent) { .processor = SCOPE_NO_PROCESSOR, .type = SCOPE_ERL_OTHER };
  *ret_why = "a line without a time, a thread and a probe's name";
  if (count < 3 || !scope_probes_number (&fields[0], &ns) || !scope_probes_number (&fields[1], &thread) || fields[2].n == 0)
    return FALSE;
  probe = scope_probes_find (fields, count);
  *ret_why = "a probe with too few arguments";
  if (probe == NULL && scope_probes_is_known (&fields[2]))
    return FALSE;
  *ret_why = "a time that is too far from the others";
  if (ns > G_MAXINT64 / MAX (1, facts->probes.unit)
      || !scope_erlang_set_ns (facts, SCOPE_ERL_CLOCK_MONOTONIC, ns * MAX (1, facts->probes.unit), event))
    return FALSE;
  if (probe != NULL && probe->type >= SCOPE_ERL_SCHEDULER_ACTIVE && probe->type <= SCOPE_ERL_SCHEDULER_INACTIVE
      && scope_probes_number (&fields[3], &ns))
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
    if (!scope_probes_read_field (facts, probe->fields[i], &fields[3 + i], event))
      return FALSE;
  if (strcmp (probe->name, "message-send-remote") == 0)
    event->b = remote_number (facts, &fields[4], &fields[5]);
  if (probe->type == SCOPE_ERL_LABEL)
    event->c = scope_probes_user_text (facts, &fields[2], &fields[probe->fields[0] == 'U' ? 3 : 4], probe->fields[0] == 'U' ? 1 : 9);
  scope_probes_set_scheduler (facts, thread, event);

  return TRUE;
}

/* --- for people --- */

char *
scope_probes_line_detail (const char *line, gsize n)
{
  Field fields[SCOPE_PROBES_MOST_FIELDS];
  guint count = split (line, n, fields), i = 3;
  const ScopeProbe *probe = count >= 3 ? scope_probes_find (fields, count) : NULL;
  g_auto (GStrv) words = probe != NULL ? g_strsplit (probe->words, " ", -1) : NULL;
  GString *text;

  if (count < 3)
    return NULL;
  text = g_string_new (NULL);
  /* What is of a kind of its own is named by it already. */
  if (probe == NULL || probe->type == SCOPE_ERL_OTHER || probe->type == SCOPE_ERL_OUTPUT || probe->type == SCOPE_ERL_LABEL)
    i = 2;
  for (; i < count; i++)
    {
      gsize length;
      g_autofree char *value = scope_probes_unescaped (&fields[i], fields[i].n, &length);

      if (text->len > 0)
        g_string_append_c (text, ' ');
      if (words != NULL && i >= 3 && i - 3 < g_strv_length (words))
        g_string_append_printf (text, "%s=", words[i - 3]);
      g_string_append (text, value);
    }

  return g_string_free (text, FALSE);
}
