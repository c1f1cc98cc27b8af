/* scope-probes-redact.c: a log of probes without what tells whose it is.
 *
 * Of a line the time, the thread, the probe's name, numbers, pids and ports stay; functions keep their arities, spans the words that begin and
 * end them. All other texts become names that are the same wherever the text was. A term becomes the bytes of its external form, redacted as
 * in a trace file: "<<131,…>>." Lines that are none of these are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-redact.h"

#include "io/format/erlang/scope-erlang-text.h"
#include "io/source/scope-log-line.h"
#include "io/source/scope-text.h"

#include <string.h>

#define LONGEST (1024u * 1024u) /* of a line */
#define MORE (256u * 1024u)     /* of a term behind its first line */
#define CHUNK (1024u * 1024u)
#define VERSION 131

typedef struct
{
  ScopeRedaction *redaction;
  ScopeErlangRedacting *terms;
  ScopeErlangText *text;
  ScopeSource *source;
  GByteArray *buffer;
  gsize at;          /* in it */
  gsize endless;     /* in it: a term that begins before this place has no end up to it */
  gboolean ended;    /* there is no more than what is in it */
  GByteArray *out;   /* a line */
} Redacting;

/* --- texts --- */

static void
put (Redacting *self, const char *text, gsize n)
{
  g_byte_array_append (self->out, (const guint8 *) text, (guint) n);
}

/* Digits, or signs of numbers between them: "-12", "12.5". */
static gboolean
is_number (const char *text, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isdigit (text[i]) && strchr ("-+.", text[i]) == NULL)
      return FALSE;

  return TRUE;
}

/* "<0.45.0>", "#Port<0.6>", "#Ref<0.1.2.3>". */
static gboolean
is_identifier (const char *text, gsize n)
{
  static const char *const begins[] = { "<", "#Port<", "#Ref<" };

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      gsize length = strlen (begins[i]);

      if (n > length + 1 && memcmp (text, begins[i], length) == 0 && text[n - 1] == '>' && is_number (text + length, n - length - 1))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_verb (const char *text, gsize n)
{
  static const char *const words[] = { "start", "begin", "entry", "stop", "end", "return" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == n && g_ascii_strncasecmp (words[i], text, n) == 0)
      return TRUE;

  return FALSE;
}

static void
put_name (Redacting *self, const char *text, gsize n)
{
  const char *at = memchr (text, '@', n);

  if (scope_erlang_redacting_keeps (text, n) || (self->redaction->keep & SCOPE_KEEP_NAMES) != 0)
    put (self, text, n);
  else if (at != NULL)
    {
      put_name (self, text, (gsize) (at - text));
      put (self, "@", 1);
      put_name (self, at + 1, n - (gsize) (at - text) - 1);
    }
  else
    scope_redaction_append_name (self->redaction, "name", text, n, self->out);
}

/* Where an atom ends that is quoted, or not: at a sign behind it. */
static gsize
atom_length (const char *text, gsize n, char sign)
{
  gsize i = 0;
  gboolean quoted = n > 0 && *text == '\'';

  for (i = quoted; i < n; i++)
    {
      if (text[i] == '\\' && i + 1 < n)
        i++;
      else if (quoted && text[i] == '\'')
        quoted = FALSE;
      else if (!quoted && text[i] == sign)
        break;
    }

  return i;
}

/* "m:f/1" FALSE: it is none. */
static gboolean
put_function (Redacting *self, const char *text, gsize n)
{
  gsize module = atom_length (text, n, ':'), function, arity;

  if (module == 0 || module + 1 >= n)
    return FALSE;
  function = atom_length (text + module + 1, n - module - 1, '/');
  arity = module + 1 + function;
  if (function == 0 || arity + 1 >= n || !is_number (text + arity + 1, n - arity - 1))
    return FALSE;
  put_name (self, text, module);
  put (self, ":", 1);
  put_name (self, text + module + 1, function);
  put (self, text + arity, n - arity);

  return TRUE;
}

/* What a program says. */
static void
put_message (Redacting *self, const char *text, gsize n)
{
  if (is_verb (text, n) || (self->redaction->keep & SCOPE_KEEP_MESSAGES) != 0)
    put (self, text, n);
  else
    scope_redaction_append_message (self->redaction, text, n, self->out);
}

/* An argument of any probe. */
static void
put_argument (Redacting *self, const char *text, gsize n)
{
  const char *comma = n > 2 && *text == '{' && text[n - 1] == '}' ? memchr (text, ',', n) : NULL;

  if (is_number (text, n) || is_identifier (text, n))
    put (self, text, n);
  else if (comma != NULL && memchr (comma + 1, ',', n - (gsize) (comma - text) - 1) == NULL) /* {name,node} */
    {
      put (self, "{", 1);
      put_name (self, text + 1, (gsize) (comma - text) - 1);
      put (self, ",", 1);
      put_name (self, comma + 1, n - (gsize) (comma - text) - 2);
      put (self, "}", 1);
    }
  else if (!put_function (self, text, n))
    put_name (self, text, n);
}

/* --- lines --- */

static gboolean
write_line (Redacting *self, GError **error)
{
  put (self, "\n", 1);

  return scope_redaction_add (self->redaction, self->out->data, self->out->len, error);
}

/* Texts of a program, and names of files, stand where no number does: there a number is one of these, too. */
static gboolean
is_text_field (const char *probe, gsize n, guint field)
{
  if (scope_starts (probe, n, "user_trace-s1"))
    return field == 3;
  if (scope_starts (probe, n, "user_trace-"))
    return field == 4 || (field >= 9 && field <= 12);

  return scope_starts (probe, n, "efile_drv-entry") ? field == 5 || field == 7 || field == 8 : scope_starts (probe, n, "efile_drv-return") && field == 5;
}

/* TRUE if it is written as the VM names its probes. */
static gboolean
is_probe_name (const char *text, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '-' && text[i] != '_')
      return FALSE;

  return n > 0;
}

static void
redact_probe (Redacting *self, const char *line, gsize n)
{
  const char *field = line, *end = line + n, *probe = NULL;
  gsize length, probe_length = 0;

  for (guint i = 0; field <= end; i++, field += length + 1) /* the last one may be empty */
    {
      const char *tab = memchr (field, '\t', (gsize) (end - field));

      length = (gsize) ((tab != NULL ? tab : end) - field);
      if (i > 0)
        put (self, "\t", 1);
      if (i == 2)
        {
          probe = field;
          probe_length = length;
        }
      if (i == 2 && is_probe_name (field, length))
        put (self, field, length);
      else if (i > 2 && length > 0 && is_text_field (probe, probe_length, i))
        put_message (self, field, length);
      else
        put_argument (self, field, length);
    }
}

/* "0x7f1c": an address. */
static gboolean
is_hex (const char *text, gsize n)
{
  if (n < 3 || memcmp (text, "0x", 2) != 0)
    return FALSE;
  for (gsize i = 2; i < n; i++)
    if (!g_ascii_isxdigit (text[i]))
      return FALSE;

  return TRUE;
}

/* Outside of quotes: names of fields, which stand before a "=", numbers and signs stay; a value that is none of these is a text, too. */
static void
put_unquoted (Redacting *self, const char *at, const char *end)
{
  while (at < end)
    {
      const char *from = at, *next;

      while (at < end && !g_ascii_isspace (*at) && strchr (",={}[]():", *at) == NULL)
        at++;
      for (next = at; next < end && *next == ' ';)
        next++;
      if (at == from)
        {
          if (*at != '\r')
            put (self, at, 1);
          at++;
        }
      else if (is_hex (from, (gsize) (at - from)) || (next < end && *next == '=' && is_probe_name (from, (gsize) (at - from))))
        put (self, from, (gsize) (at - from));
      else
        put_argument (self, from, (gsize) (at - from));
    }
}

/* Of babeltrace2: fields in quotes are texts, and so is all else but numbers and names of fields. */
static gboolean
redact_lttng (Redacting *self, const char *line, gsize n)
{
  const char *stamp = memchr (line, ']', n), *braces = g_strstr_len (line, (gssize) n, ": {"), *end = line + n, *at, *name;

  if (stamp == NULL || braces == NULL || braces < stamp)
    return FALSE;
  for (name = braces; name[-1] != ' ' && name - 1 > stamp;)
    name--;
  put (self, line, (gsize) (stamp + 1 - line));
  for (gsize i = 0; i < self->out->len; i++) /* a stamp has digits and signs alone */
    if (!g_ascii_isdigit (self->out->data[i]) && strchr ("[]:.- ", self->out->data[i]) == NULL)
      return FALSE;
  put (self, " host ", 6);
  if (!scope_log_is_erlang_provider (name, (gsize) (end - name)))
    {
      put (self, "other:other: { n = 0 }", 22);
      return TRUE;
    }
  put (self, name, (gsize) (braces - name));
  for (at = braces; at < end;)
    {
      const char *from = at;
      gboolean message = at - braces > 10 && memcmp (at - 10, "message = ", 10) == 0;

      if (*at == '"')
        {
          for (from = ++at; at < end && *at != '"'; at++)
            at += *at == '\\' && at + 1 < end;
          if (at >= end)
            return FALSE;
          put (self, "\"", 1);
          if (at > from && message)
            put_message (self, from, (gsize) (at - from));
          else if (at > from)
            put_argument (self, from, (gsize) (at - from));
          put (self, "\"", 1);
          at++;
        }
      else
        {
          while (at < end && *at != '"')
            at++;
          put_unquoted (self, from, at);
        }
    }

  return TRUE;
}

static void
redact_head (Redacting *self, const char *line, gsize n)
{
  static const char *const kept[] = { "# erlang-probes", "# clock ", "# wall_ns ", "# end", "# error" };
  static const char *const sources[] = { "# source dtrace", "# source systemtap-d22", "# source systemtap" };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    if (scope_starts (line, n, sources[i]))
      {
        put (self, sources[i], strlen (sources[i]));
        return;
      }
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (scope_starts (line, n, kept[i]))
      {
        put (self, line, strlen (kept[i]));
        for (gsize k = strlen (kept[i]); k < n && k < 200; k++)
          if (g_ascii_isdigit (line[k]) || line[k] == ' ')
            put (self, line + k, 1);
          else if (scope_starts (line + k, n - k, "mono_ns ") || scope_starts (line + k, n - k, "monotonic ") || scope_starts (line + k, n - k, "ns")
                   || scope_starts (line + k, n - k, "us"))
            {
              gsize length = line[k] == 'm' ? strchr (line + k, ' ') - (line + k) : 2;

              put (self, line + k, length);
              k += length - 1;
            }
        return;
      }
  put (self, "#", 1);
}

/* How many, and, of LTTng's, since when: all else that a tracer says may have paths in it. */
static void
redact_loss (Redacting *self, const char *line, gsize n)
{
  static const char *const forms[][2] = { { "dtrace: ", "dtrace: " }, { "skipped probes: ", "WARNING: Number of errors: 0, skipped probes: " },
                                          { "discarded ", "WARNING: Tracer discarded " } };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      const char *at = g_strstr_len (line, (gssize) n, forms[i][0]), *end = line + n, *stamp;

      if (at == NULL)
        continue;
      put (self, forms[i][1], strlen (forms[i][1]));
      for (at += strlen (forms[i][0]); at < end && g_ascii_isdigit (*at); at++)
        put (self, at, 1);
      put (self, i == 2 ? " events" : i == 0 ? " drops" : "", i == 2 ? 7 : i == 0 ? 6 : 0);
      stamp = i == 2 ? memchr (at, '[', (gsize) (end - at)) : NULL;
      for (; stamp != NULL && stamp < end && (g_ascii_isdigit (*stamp) || strchr ("[]:.- ", *stamp) != NULL); stamp++)
        put (self, stamp, 1);
      return;
    }
  put (self, "WARNING: something", 18);
}

/* --- terms --- */

static gboolean
redact_term (Redacting *self, const char *line, gsize n)
{
  g_autofree guint8 *copy = NULL;
  const char *why;
  ScopeTerm term;
  gsize size;

  if (!scope_erlang_text_read (self->text, line, n, &term, &why))
    return FALSE;
  size = (gsize) (term.end - term.p);
  copy = g_memdup2 (term.p, size);
  if (!scope_erlang_redacting_term (self->terms, copy, size))
    return FALSE;
  put (self, "<<131", 5);
  for (gsize i = 0; i < size; i++)
    {
      char number[8];

      put (self, number, (gsize) g_snprintf (number, sizeof number, ",%u", copy[i]));
    }
  put (self, ">>.", 3);

  return TRUE;
}

/* --- the log --- */

/* `want` bytes from where it stands, or all there are. */
static gsize
look (Redacting *self, gsize want)
{
  while (!self->ended && self->buffer->len - self->at < want)
    {
      gsize had = self->buffer->len - self->at;
      gssize got;

      if (self->at > 0)
        g_byte_array_remove_range (self->buffer, 0, (guint) self->at);
      self->endless -= MIN (self->endless, self->at);
      self->at = 0;
      g_byte_array_set_size (self->buffer, (guint) (had + CHUNK));
      got = scope_source_read (self->source, self->buffer->data + had, CHUNK, NULL); /* what can be read is read: as elsewhere */
      g_byte_array_set_size (self->buffer, (guint) (had + (gsize) MAX (got, 0)));
      self->ended = got <= 0;
    }

  return self->buffer->len - self->at;
}

/* Of a term that begins with a line of n bytes, all its lines, if it ends in one of these; else 0. */
static gsize
whole_term (const char *text, gsize n, gsize there)
{
  gsize end = n, begin = 0;

  while (end < MIN (there, n + MORE))
    {
      gsize last = end;
      const char *next;

      while (last > begin && g_ascii_isspace (text[last - 1]))
        last--;
      if (last > begin && text[last - 1] == '.')
        return end;
      begin = end;
      next = end + 1 < there ? memchr (text + end + 1, '\n', there - end - 1) : NULL;
      end = next != NULL ? (gsize) (next - text) : there;
    }

  return end <= there && end > 0 && text[end - 1] == '.' ? end : 0;
}

/* As in the decoder: what has no end for long is no term, nor are the lines in it. */
static gsize
term_length (Redacting *self, const char *line, gsize n, gsize there)
{
  gsize length = self->at >= self->endless ? whole_term (line, n, there) : n;

  if (length == 0)
    self->endless = self->at + MIN (there, n + MORE);
  return MAX (length, n);
}

static gboolean
next_line (Redacting *self, gsize there, GError **error)
{
  const char *line = (const char *) self->buffer->data + self->at, *end = memchr (line, '\n', MIN (there, LONGEST + 1));
  gsize n = end != NULL ? (gsize) (end - line) : MIN (there, LONGEST), length = n;
  gboolean good = TRUE;

  g_byte_array_set_size (self->out, 0);
  while (length > 0 && line[length - 1] == '\r')
    length--;
  switch (end == NULL && there > LONGEST ? SCOPE_LOG_LINE_OTHER : scope_log_line (line, length))
    {
    case SCOPE_LOG_LINE_BLANK:
      self->at += MIN (n + 1, there);
      return TRUE;
    case SCOPE_LOG_LINE_HEAD:
      redact_head (self, line, length);
      break;
    case SCOPE_LOG_LINE_LOSS:
      redact_loss (self, line, length);
      break;
    case SCOPE_LOG_LINE_PROBE:
      good = end != NULL; /* what is cut may be a half of anything */
      redact_probe (self, line, length);
      break;
    case SCOPE_LOG_LINE_LTTNG:
      good = end != NULL && redact_lttng (self, line, length);
      break;
    case SCOPE_LOG_LINE_TERM:
      length = term_length (self, line, n, there);
      good = redact_term (self, line, length);
      n = good ? length : n;
      break;
    default:
      good = FALSE;
      break;
    }
  self->at += MIN (n + 1, there);
  if (good)
    return write_line (self, error);
  self->redaction->left_out += MIN (n + 1, there);

  return TRUE;
}

gboolean
scope_probes_redact (ScopeSource *source, ScopeRedaction *redaction, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeErlangRedacting) terms = scope_erlang_redacting_new (redaction);
  g_autoptr (ScopeErlangText) text = scope_erlang_text_new ();
  g_autoptr (GByteArray) buffer = g_byte_array_new (), out = g_byte_array_new ();
  Redacting self = { redaction, terms, text, source, buffer, 0, 0, FALSE, out };
  gboolean ok = TRUE;
  gsize there;

  for (guint i = 1; ok && (there = look (&self, LONGEST + MORE)) > 0; i++)
    ok = next_line (&self, there, error) && (i % 4096 != 0 || !g_cancellable_set_error_if_cancelled (cancellable, error));

  return ok;
}
