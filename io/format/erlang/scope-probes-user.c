/* scope-probes-user.c: what a program says by a probe of its own: dyntrace:p() and dyntrace:pn().
 *
 *     user_trace-i4s4, user_trace-n0 … -n950    process, tag, four integers, four texts
 *     user_trace-s1                             one text
 *
 * It becomes a mark. The tag, which a process keeps until it is given another one (dyntrace:put_tag/1), names a span if the first text says
 * that something begins or ends: "START read_db" of the tag "read_db" and the text "start". Without a tag the next text names it. Integers are
 * in the event alone: as parts of marks' texts they would be as many texts as there are marks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-probes-private.h"

#include <string.h>

#define MOST_BYTES 1024u /* of a text: dyntrace passes no more on */
#define N_TEXTS 4u

/* START, STOP, or NULL. */
static const char *
verb_of (const char *text)
{
  static const char *const words[][2] = { { "start", "START" }, { "begin", "START" }, { "entry", "START" },
                                          { "stop", "STOP" },   { "end", "STOP" },    { "return", "STOP" } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (text, words[i][0]) == 0)
      return words[i][1];

  return NULL;
}

/* It says itself what it begins or ends. */
static gboolean
is_whole (const char *text)
{
  return g_str_has_prefix (text, "START ") || g_str_has_prefix (text, "STOP ") || g_str_has_prefix (text, "ot2 ");
}

static void
add_word (GString *text, const char *word)
{
  if (*word == '\0')
    return;
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, word);
}

/* `words`: the tag, then the texts. */
static void
append_words (GString *out, char *const *words, const char *probe)
{
  guint first = 1;
  const char *verb;

  while (first < N_TEXTS && *words[first] == '\0')
    first++;
  if (*words[first] == '\0' || is_whole (words[0]))
    {
      add_word (out, *words[0] != '\0' ? words[0] : probe);
      return;
    }
  verb = verb_of (words[first]);
  if (verb != NULL)
    {
      guint from = *words[0] != '\0' ? 0 : first + 1, to = *words[0] != '\0' ? 0 : N_TEXTS;

      add_word (out, verb);
      for (guint i = from; i <= to; i++)
        add_word (out, words[i]);
      if (out->len == strlen (verb))
        add_word (out, probe);
      return;
    }
  for (guint i = is_whole (words[first]) ? first : 0; i <= N_TEXTS; i++)
    add_word (out, words[i]);
}

guint32
scope_probes_user_text (ScopeErlangFacts *facts, const ScopeProbesField *name, const ScopeProbesField *arguments, guint n)
{
  static const guint places[] = { 0, 5, 6, 7, 8 }; /* of the tag and the texts, from the tag on */
  g_autofree char *probe = g_strndup (name->text, name->n);
  char *words[1 + N_TEXTS] = { NULL };
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 number;
  gsize length;

  if (n == 1)
    words[1] = scope_probes_unescaped (&arguments[0], MOST_BYTES, &length);
  for (guint i = 0; i <= N_TEXTS; i++)
    if (words[i] == NULL)
      words[i] = n > 1 && places[i] < n ? scope_probes_unescaped (&arguments[places[i]], MOST_BYTES, &length) : g_strdup ("");
  append_words (text, words, probe);
  number = scope_erlang_text_number (facts, text->str, text->len);
  for (guint i = 0; i <= N_TEXTS; i++)
    g_free (words[i]);

  return number;
}
