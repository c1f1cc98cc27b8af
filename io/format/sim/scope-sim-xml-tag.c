/* scope-sim-xml-tag.c: see scope-sim-xml.h.
 *
 * Lenient where it costs nothing: any order of attributes, either quote, names of C++ functions with bare angle brackets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/sim/scope-sim-xml.h"

#include "io/source/scope-text.h"

#include <string.h>

static gboolean
may_follow_value (char c)
{
  return g_ascii_isspace (c) || c == '/' || c == '>' || c == '?';
}

/* Behind the quote that closes the value that begins at `at`; 0: not among these bytes. An angle bracket in a value is allowed
 * only if it is one beyond doubt: else a lost quote would take the next tags with it. *ret_broken: where such a doubt begins. */
static gsize
end_of_value (const char *bytes, gsize n, gsize at, gsize *ret_broken)
{
  const char *close = memchr (bytes + at + 1, bytes[at], n - at - 1);
  gsize end = close != NULL ? (gsize) (close - bytes) : n;
  const char *angle = memchr (bytes + at + 1, '<', end - at - 1);

  if (angle != NULL
      && (memchr (bytes + at + 1, '\n', end - at - 1) != NULL || (close != NULL && end + 1 < n && !may_follow_value (close[1]))))
    {
      *ret_broken = (gsize) (angle - bytes);
      return 0;
    }

  return close != NULL ? end + 1 : 0;
}

static ScopeXmlWhat
look_at_tag (const char *bytes, gsize n, gsize *ret_n)
{
  for (gsize i = 1; i < n;)
    {
      gsize broken = 0, end;

      switch (bytes[i])
        {
        case '>':
          *ret_n = i + 1;
          return SCOPE_XML_TAG;
        case '<':
          *ret_n = i;
          return SCOPE_XML_BROKEN;
        case '"':
        case '\'':
          end = end_of_value (bytes, n, i, &broken);
          if (broken > 0)
            {
              *ret_n = broken;
              return SCOPE_XML_BROKEN;
            }
          if (end == 0)
            return SCOPE_XML_MORE;
          i = end;
          break;
        default:
          i++;
        }
    }

  return SCOPE_XML_MORE;
}

ScopeXmlWhat
scope_xml_look (const char *bytes, gsize n, gsize *ret_n, const char **ret_until)
{
  static const struct
  {
    const char *begin, *end;
  } remarks[] = { { "<!--", "-->" }, { "<![CDATA[", "]]>" }, { "<!", ">" }, { "<?", "?>" } };

  if (n >= 2 && bytes[1] != '!' && bytes[1] != '?')
    {
      if (!g_ascii_isalpha (bytes[1]) && bytes[1] != '/' && bytes[1] != '_')
        {
          *ret_n = 1;
          return SCOPE_XML_BROKEN;
        }
      return look_at_tag (bytes, n, ret_n);
    }
  for (guint i = 0; i < G_N_ELEMENTS (remarks); i++)
    {
      gsize length = strlen (remarks[i].begin);

      if (n < length && memcmp (bytes, remarks[i].begin, n) == 0)
        return SCOPE_XML_MORE;
      if (scope_starts (bytes, n, remarks[i].begin))
        {
          *ret_n = length;
          *ret_until = remarks[i].end;
          return SCOPE_XML_REMARK;
        }
    }
  *ret_n = 1;

  return SCOPE_XML_BROKEN;
}

static gsize
skip_space (const char *bytes, gsize n, gsize at)
{
  while (at < n && g_ascii_isspace (bytes[at]))
    at++;

  return at;
}

static gsize
skip_name (const char *bytes, gsize n, gsize at)
{
  while (at < n && !g_ascii_isspace (bytes[at]) && strchr ("=/>'\"", bytes[at]) == NULL)
    at++;

  return at;
}

/* One attribute at *at; FALSE: there is none that can be read. */
static gboolean
read_attribute (const char *bytes, gsize n, gsize *at, ScopeXmlTag *tag)
{
  ScopeXmlAttribute attribute = { .name = bytes + *at };
  gsize i = skip_name (bytes, n, *at);
  const char *close;

  attribute.name_n = i - *at;
  i = skip_space (bytes, n, i);
  if (attribute.name_n == 0 || i >= n || bytes[i] != '=')
    return FALSE;
  i = skip_space (bytes, n, i + 1);
  if (i >= n || (bytes[i] != '"' && bytes[i] != '\''))
    return FALSE;
  close = memchr (bytes + i + 1, bytes[i], n - i - 1);
  if (close == NULL)
    return FALSE;
  attribute.value = bytes + i + 1;
  attribute.value_n = (gsize) (close - attribute.value);
  *at = (gsize) (close - bytes) + 1;
  if (tag->n_attributes < SCOPE_XML_ATTRIBUTES)
    tag->attributes[tag->n_attributes++] = attribute;

  return TRUE;
}

gboolean
scope_xml_read_tag (const char *bytes, gsize n, ScopeXmlTag *tag)
{
  gsize at = 1, end = n - 1;

  tag->n_attributes = 0;
  tag->ends = n > 2 && bytes[1] == '/';
  at += tag->ends;
  tag->name = bytes + at;
  tag->closed = end > at && bytes[end - 1] == '/';
  end -= tag->closed;
  tag->name_n = skip_name (bytes, end, at) - at;
  if (tag->name_n == 0)
    return FALSE;
  at = skip_space (bytes, end, at + tag->name_n);
  while (at < end)
    {
      if (!read_attribute (bytes, end, &at, tag))
        return FALSE;
      at = skip_space (bytes, end, at);
    }

  return TRUE;
}

gboolean
scope_xml_is (const ScopeXmlTag *tag, const char *name)
{
  return scope_is_word (tag->name, tag->name_n, name);
}

const ScopeXmlAttribute *
scope_xml_attribute (const ScopeXmlTag *tag, const char *name)
{
  for (guint i = 0; i < tag->n_attributes; i++)
    if (scope_is_word (tag->attributes[i].name, tag->attributes[i].name_n, name))
      return &tag->attributes[i];

  return NULL;
}

/* "&lt;", "&#60;", "&#x3c;": how many bytes; 0: none. */
static gsize
read_entity (const char *text, gsize n, gunichar *ret_c)
{
  static const struct
  {
    const char *name;
    char c;
  } names[] = { { "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' }, { "&quot;", '"' }, { "&apos;", '\'' } };
  gboolean hex = scope_starts (text, n, "&#x");
  gsize i = hex ? 3 : 2;
  gunichar c = 0;

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    if (scope_starts (text, n, names[k].name))
      {
        *ret_c = (gunichar) names[k].c;
        return strlen (names[k].name);
      }
  if (!scope_starts (text, n, "&#"))
    return 0;
  for (; i < n && i < 10 && (hex ? g_ascii_isxdigit (text[i]) : g_ascii_isdigit (text[i])); i++)
    c = c * (hex ? 16 : 10) + (gunichar) g_ascii_xdigit_value (text[i]);
  *ret_c = c;

  return i < n && text[i] == ';' && c > 0 && g_unichar_validate (c) ? i + 1 : 0;
}

void
scope_xml_append (GString *out, const char *text, gsize n)
{
  while (n > 0)
    {
      const char *and = memchr (text, '&', n);
      gsize plain = and != NULL ? (gsize) (and - text) : n, length;
      gunichar c;

      g_string_append_len (out, text, (gssize) plain);
      text += plain;
      n -= plain;
      if (n == 0)
        return;
      length = read_entity (text, n, &c);
      if (length > 0)
        g_string_append_unichar (out, c);
      else
        g_string_append_c (out, *text);
      text += MAX (length, 1);
      n -= MAX (length, 1);
    }
}
