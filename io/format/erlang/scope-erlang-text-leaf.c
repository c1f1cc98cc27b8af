/* scope-erlang-text-leaf.c: Erlang's terms as text: those without elements.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-text-private.h"

#define MOST_DIGITS 600u /* of a number */

static gboolean
in_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '@' || (guint8) c >= 0x80;
}

/* UTF-8 in, Latin-1 out where that can be: so did the VMs that had these probes. */
static void
put_atom (ScopeErlangText *self, const char *text, gsize n)
{
  guint start = self->out->len;
  gboolean latin = TRUE;

  for (const char *p = text; latin && p < text + n; p = g_utf8_next_char (p))
    latin = g_utf8_get_char (p) < 256;
  put_u8 (self, latin ? ATOM : ATOM_UTF8);
  put (self, "\0", 2);
  if (latin)
    for (const char *p = text; p < text + n; p = g_utf8_next_char (p))
      put_u8 (self, (guint8) g_utf8_get_char (p));
  else
    put (self, text, n);
  n = self->out->len - start - 3;
  self->out->data[start + 1] = (guint8) (n >> 8);
  self->out->data[start + 2] = (guint8) n;
}

/* The character behind a backslash, and the backslash's place passed. */
static gboolean
read_escape (ScopeErlangText *self, gunichar *ret_char)
{
  static const char from[] = "bdefnrstv", to[] = { 8, 127, 27, 12, 10, 13, 32, 9, 11 };
  const char *found;
  char c;

  self->p++;
  if (at_end (self))
    return fail (self, "it ends inside quotation marks");
  c = *self->p++;
  if (c == 'x')
    {
      gunichar value = 0;
      gboolean braces = take (self, "{");

      for (guint i = 0; i < (braces ? 6 : 2) && !at_end (self) && g_ascii_isxdigit (*self->p); i++)
        value = value * 16 + (gunichar) g_ascii_xdigit_value (*self->p++);
      if (braces && !take (self, "}"))
        return fail (self, "there is a character that cannot be read");
      *ret_char = value;
      return TRUE;
    }
  if (c >= '0' && c <= '7')
    {
      gunichar value = (gunichar) (c - '0');

      for (guint i = 1; i < 3 && !at_end (self) && *self->p >= '0' && *self->p <= '7'; i++)
        value = value * 8 + (gunichar) (*self->p++ - '0');
      *ret_char = value;
      return TRUE;
    }
  found = c != '\0' ? strchr (from, c) : NULL;
  *ret_char = found != NULL ? (gunichar) to[found - from] : (guint8) c;

  return TRUE;
}

/* One character of a quoted text. Bytes that are no UTF-8 are taken as Latin-1. */
static gboolean
read_char (ScopeErlangText *self, gunichar *ret_char)
{
  gunichar c;

  if (*self->p == '\\')
    return read_escape (self, ret_char);
  if (*self->p == '\n')
    return fail (self, "a line ends inside quotation marks");
  c = g_utf8_get_char_validated (self->p, self->end - self->p);
  if (c >= (gunichar) -2)
    {
      *ret_char = (guint8) *self->p++;
      return TRUE;
    }
  *ret_char = c;
  self->p = g_utf8_next_char (self->p);

  return TRUE;
}

/* What stands between the marks, as UTF-8. */
static gboolean
read_quoted (ScopeErlangText *self, char mark, GString *text)
{
  self->p++;
  while (!at_end (self) && *self->p != mark)
    {
      gunichar c;

      if (!read_char (self, &c))
        return FALSE;
      g_string_append_unichar (text, c > 0 && g_unichar_validate (c) ? c : 0xfffd);
    }
  if (at_end (self))
    return fail (self, "it ends inside quotation marks");
  self->p++;

  return TRUE;
}

static gboolean
read_quoted_atom (ScopeErlangText *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!read_quoted (self, '\'', text))
    return FALSE;
  if (text->len > 1020)
    return fail (self, "there is an atom longer than atoms can be");
  put_atom (self, text->str, text->len);

  return TRUE;
}

/* As the VM writes them: bytes if they are short and all below 256, else a list of integers. */
static gboolean
read_string (ScopeErlangText *self)
{
  g_autoptr (GArray) chars = g_array_new (FALSE, FALSE, sizeof (gunichar));
  gboolean bytes = TRUE;

  self->p++;
  while (!at_end (self) && *self->p != '"')
    {
      gunichar c;

      if (!read_char (self, &c))
        return FALSE;
      bytes &= c < 256;
      g_array_append_val (chars, c);
    }
  if (at_end (self))
    return fail (self, "it ends inside quotation marks");
  self->p++;
  if (chars->len == 0)
    {
      put_u8 (self, NIL);
      return TRUE;
    }
  bytes &= chars->len <= G_MAXUINT16;
  put_u8 (self, bytes ? STRING : LIST);
  if (bytes)
    {
      put_u8 (self, (guint8) (chars->len >> 8));
      put_u8 (self, (guint8) chars->len);
    }
  else
    put_u32 (self, chars->len);
  for (guint i = 0; i < chars->len; i++)
    if (bytes)
      put_u8 (self, (guint8) g_array_index (chars, gunichar, i));
    else
      {
        put_u8 (self, INTEGER);
        put_u32 (self, g_array_index (chars, gunichar, i));
      }
  if (!bytes)
    put_u8 (self, NIL);

  return TRUE;
}

/* --- numbers --- */

static void
put_integer (ScopeErlangText *self, const guint8 *bytes, guint n, gboolean negative)
{
  while (n > 0 && bytes[n - 1] == 0)
    n--;
  if (n <= 1 && !negative)
    {
      put_u8 (self, SMALL_INTEGER);
      put_u8 (self, n > 0 ? bytes[0] : 0);
      return;
    }
  if (n < 4 || (n == 4 && bytes[3] < 0x80))
    {
      guint32 value = 0;

      for (guint i = n; i > 0; i--)
        value = value << 8 | bytes[i - 1];
      put_u8 (self, INTEGER);
      put_u32 (self, negative ? 0u - value : value);
      return;
    }
  put_u8 (self, SMALL_BIG);
  put_u8 (self, (guint8) n);
  put_u8 (self, negative);
  put (self, bytes, n);
}

static gboolean
read_float (ScopeErlangText *self, const char *from, gboolean negative)
{
  char text[64], *stop;
  gsize n;
  double value;
  guint64 bits;

  self->p++;
  while (!at_end (self) && (g_ascii_isdigit (*self->p) || *self->p == 'e' || *self->p == 'E'
                            || ((*self->p == '-' || *self->p == '+') && (self->p[-1] == 'e' || self->p[-1] == 'E'))))
    self->p++;
  n = (gsize) (self->p - from);
  if (n >= sizeof text)
    return fail (self, "there is a number that is too long");
  memcpy (text, from, n);
  text[n] = '\0';
  value = g_ascii_strtod (text, &stop);
  if (*stop != '\0')
    return fail (self, "there is a number that cannot be read");
  if (negative)
    value = -value;
  memcpy (&bits, &value, sizeof bits);
  put_u8 (self, NEW_FLOAT);
  put_u64 (self, bits);

  return TRUE;
}

static gboolean
read_number (ScopeErlangText *self)
{
  guint8 bytes[256] = { 0 };
  guint n = 0, digits = 0, base = 10;
  gboolean negative = take (self, "-");
  const char *from = self->p;

  while (!at_end (self) && g_ascii_isalnum (*self->p))
    {
      guint carry = (guint) (g_ascii_isdigit (*self->p)   ? *self->p - '0'
                             : g_ascii_isalpha (*self->p) ? g_ascii_tolower (*self->p) - 'a' + 10
                                                          : 99);
      if (carry >= base)
        break;
      if (++digits > MOST_DIGITS)
        return fail (self, "there is a number that is too long");
      for (guint i = 0; i < n || carry > 0; i++)
        {
          if (i == sizeof bytes - 1)
            return fail (self, "there is a number that is too long");
          carry += bytes[i] * base;
          bytes[i] = (guint8) carry;
          carry >>= 8;
          n = MAX (n, i + 1);
        }
      self->p++;
      if (base == 10 && n == 1 && bytes[0] >= 2 && bytes[0] <= 36 && !at_end (self) && *self->p == '#')
        {
          base = bytes[0];
          bytes[0] = 0;
          digits = n = 0;
          self->p++;
        }
    }
  if (digits == 0)
    return fail (self, "there is a sign that no term begins with");
  if (base == 10 && self->end - self->p > 1 && *self->p == '.' && g_ascii_isdigit (self->p[1]))
    return read_float (self, from, negative);
  put_integer (self, bytes, n, negative);

  return TRUE;
}

/* --- what Erlang prints but cannot read --- */

static gboolean
take_number (ScopeErlangText *self, guint64 *ret_value)
{
  guint digits = 0;

  *ret_value = 0;
  while (!at_end (self) && g_ascii_isdigit (*self->p) && digits++ < 19)
    *ret_value = *ret_value * 10 + (guint64) (*self->p++ - '0');

  return digits > 0;
}

/* Local ones are as those of a VM without a name; of others only the number under which the VM knows their node is told. */
static void
put_node (ScopeErlangText *self, guint64 node)
{
  char text[24];

  if (node == 0)
    put_atom (self, "nonode@nohost", 13);
  else
    put_atom (self, text, (gsize) g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, node));
}

static gboolean
read_pid (ScopeErlangText *self)
{
  guint64 node, id, serial;

  self->p++;
  if (!take_number (self, &node) || !take (self, ".") || !take_number (self, &id) || !take (self, ".")
      || !take_number (self, &serial) || !take (self, ">") || id > G_MAXUINT32 || serial > G_MAXUINT32)
    return fail (self, "there is a process identifier that cannot be read");
  put_u8 (self, NEW_PID);
  put_node (self, node);
  put_u32 (self, (guint32) id);
  put_u32 (self, (guint32) serial);
  put_u32 (self, 0);

  return TRUE;
}

/* Behind "#Port<": numbers between dots, the last two count. */
static gboolean
read_port (ScopeErlangText *self)
{
  guint64 node = 0, id;

  if (!take_number (self, &id))
    return fail (self, "there is a port that cannot be read");
  if (take (self, "."))
    {
      node = id;
      if (!take_number (self, &id))
        return fail (self, "there is a port that cannot be read");
    }
  if (!take (self, ">"))
    return fail (self, "there is a port that cannot be read");
  put_u8 (self, V4_PORT);
  put_node (self, node);
  put_u64 (self, id);
  put_u32 (self, 0);

  return TRUE;
}

static gboolean
pass_angle (ScopeErlangText *self)
{
  const char *close = memchr (self->p, '>', (gsize) (self->end - self->p));

  if (close == NULL)
    return fail (self, "there is no > behind a <");
  self->p = close + 1;

  return TRUE;
}

static void
put_fun (ScopeErlangText *self)
{
  put_u8 (self, NEW_FUN);
  put_u32 (self, 4); /* nothing but its size */
}

/* Behind "#Fun<": wl.0.123>, module, index, and what tells it from those of the module's other versions. */
static gboolean
read_fun (ScopeErlangText *self)
{
  static const guint8 nothing[17];
  const char *from = self->p, *dot = NULL, *digits;
  guint start = self->out->len;
  guint64 index = 0;

  if (!pass_angle (self))
    return FALSE;
  /* Its module is an atom, which may hold dots. */
  for (const char *p = self->p - 2; p > from && (g_ascii_isdigit (*p) || *p == '.'); p--)
    if (*p == '.')
      dot = p;
  digits = dot != NULL ? dot + 1 : NULL;
  while (digits != NULL && g_ascii_isdigit (*digits) && index <= G_MAXUINT32)
    index = index * 10 + (guint64) (*digits++ - '0');
  if (digits == NULL || digits == dot + 1 || index > G_MAXUINT32 || dot - from > 255
      || !g_utf8_validate (from, (gssize) (dot - from), NULL))
    {
      put_fun (self);
      return TRUE;
    }
  if (*from == '\'' && dot - from > 2 && dot[-1] == '\'')
    {
      from++;
      dot--;
    }
  put_u8 (self, NEW_FUN);
  put_u32 (self, 0);
  put (self, nothing, sizeof nothing); /* arity, uniq */
  put_u32 (self, (guint32) index);
  put_u32 (self, 0);
  put_atom (self, from, (gsize) (dot - from));
  set_u32 (self, start + 1, self->out->len - start - 1);

  return TRUE;
}

/* #Port<0.6>, #Ref<0.1.2.3>, #Fun<wl.0.123>; maps were looked at before. */
static gboolean
read_hash (ScopeErlangText *self)
{
  if (take (self, "#Port<"))
    return read_port (self);
  if (take (self, "#Ref<"))
    {
      put_u8 (self, NEWER_REFERENCE);
      put_u8 (self, 0);
      put_u8 (self, 0);
      put_atom (self, "", 0);
      put_u32 (self, 0);
      return pass_angle (self);
    }
  if (take (self, "#Fun<"))
    return read_fun (self);

  return fail (self, "there is something behind # that is no term");
}

/* --- atoms and binaries --- */

static gboolean
read_word (ScopeErlangText *self)
{
  const char *from = self->p;
  g_autofree char *valid = NULL;
  gsize n;

  while (!at_end (self) && in_word (*self->p))
    self->p++;
  n = (gsize) (self->p - from);
  if (n == 3 && memcmp (from, "fun", 3) == 0) /* fun m:f/1 */
    {
      while (!at_end (self) && strchr (",}]|=\n", *self->p) == NULL)
        self->p++;
      put_fun (self);
      return TRUE;
    }
  if (n > 1020)
    return fail (self, "there is an atom longer than atoms can be");
  valid = g_utf8_make_valid (from, (gssize) n);
  n = strlen (valid);
  put_atom (self, valid, MIN (n, G_MAXUINT16));

  return TRUE;
}

/* Behind "<<": bytes as numbers, and texts. */
static gboolean
read_binary (ScopeErlangText *self)
{
  guint start = self->out->len;
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 value;

  put_u8 (self, BINARY);
  put_u32 (self, 0);
  pass_blank (self);
  while (!next_is (self, ">>"))
    {
      if (at_end (self))
        return fail (self, "it ends inside a binary");
      if (*self->p == '"')
        {
          g_string_truncate (text, 0);
          if (!read_quoted (self, '"', text))
            return FALSE;
          put (self, text->str, text->len);
        }
      else if (take_number (self, &value) && value < 256)
        put_u8 (self, (guint8) value);
      else
        return fail (self, "there is something in a binary that is no byte");
      if (take (self, "/utf8"))
        pass_blank (self);
      else if (take (self, ":") && !take_number (self, &value)) /* the bits of the last byte */
        return fail (self, "there is something in a binary that is no byte");
      pass_blank (self);
      if (take (self, ","))
        pass_blank (self);
      else if (!next_is (self, ">>"))
        return fail (self, "there is something in a binary that is no byte");
    }
  self->p += 2;
  set_u32 (self, start + 1, self->out->len - start - 5);

  return TRUE;
}

/* $a: its number. */
static gboolean
read_character (ScopeErlangText *self)
{
  gunichar value;

  self->p++;
  if (!read_char (self, &value))
    return FALSE;
  put_u8 (self, INTEGER);
  put_u32 (self, value);

  return TRUE;
}

/* A term without elements. */
gboolean
scope_erlang_text_leaf (ScopeErlangText *self)
{
  char c = *self->p;

  if (take (self, "<<"))
    return read_binary (self);
  if (c == '"')
    return read_string (self);
  if (c == '\'')
    return read_quoted_atom (self);
  if (c == '<')
    return read_pid (self);
  if (c == '#')
    return read_hash (self);
  if (g_ascii_isdigit (c) || c == '-')
    return read_number (self);
  if (c == '$' && self->end - self->p > 1)
    return read_character (self);
  if (g_ascii_islower (c) || (guint8) c >= 0x80)
    return read_word (self);

  return fail (self, "there is a sign that no term begins with");
}
