/* scope-eventlog-detail.c: an event's fields as text for people: "thread=12 status=7 info=0".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#define MAX_HEX 64u

typedef struct
{
  const guint8 *p;
  gsize n;
} Bytes;

static guint64
take_number (Bytes *bytes, gsize size)
{
  guint64 value = 0;

  for (gsize i = 0; i < size; i++)
    value = value << 8 | bytes->p[i];
  bytes->p += size;
  bytes->n -= size;
  return value;
}

/* Not by printf: a search formats millions of events. */
static void
put_number (GString *out, guint64 value)
{
  char digits[24];
  guint at = sizeof digits;

  do
    digits[--at] = (char) ('0' + value % 10);
  while ((value /= 10) > 0);
  g_string_append_len (out, digits + at, sizeof digits - at);
}

/* Text of a log need not be UTF-8, and may hold anything. */
static void
put_text (GString *out, const guint8 *p, gsize n)
{
  g_autofree char *text = g_utf8_make_valid ((const char *)p, (gssize)n);
  const char *from = text;

  while (*from)
    {
      gunichar c = g_utf8_get_char (from);

      if (c == '\n')
        g_string_append (out, "\\n");
      else if (g_unichar_iscntrl (c))
        g_string_append_c (out, ' ');
      else
        g_string_append_unichar (out, c);
      from = g_utf8_next_char (from);
    }
}

static void
put_hex (GString *out, Bytes *bytes)
{
  gsize n = MIN (bytes->n, MAX_HEX);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (out, "%02x", bytes->p[i]);
  if (n < bytes->n)
    g_string_append_printf (out, "… (%" G_GSIZE_FORMAT " bytes)", bytes->n);
  bytes->n = 0;
}

static void
put_zero_ended (GString *out, Bytes *bytes)
{
  const guint8 *zero = memchr (bytes->p, 0, bytes->n);
  gsize n = zero ? (gsize)(zero - bytes->p) : bytes->n;

  put_text (out, bytes->p, n);
  n += zero != NULL;
  bytes->p += n;
  bytes->n -= n;
}

static void
put_list (GString *out, Bytes *bytes)
{
  gboolean first = TRUE;

  while (bytes->n > 0)
    {
      if (!first)
        g_string_append_c (out, ' ');
      first = FALSE;
      put_zero_ended (out, bytes);
    }
}

/* FALSE if the payload is too short to hold this field. */
static gboolean
put_field (GString *out, gsize start, Bytes *bytes, const char *name, gsize name_size, const char *kind)
{
  gsize size = 0;

  if (g_ascii_isdigit (*kind))
    size = (gsize)(*kind - '0');
  else if (g_ascii_isdigit (kind[1]))
    size = (gsize)(kind[1] - '0');
  if (size > bytes->n || (size == 0 && *kind == 'z' && bytes->n == 0))
    return FALSE;
  if (out->len > start)
    g_string_append_c (out, ' ');
  g_string_append_len (out, name, (gssize)name_size);
  g_string_append_c (out, '=');
  switch (*kind)
    {
    case 's':
      put_text (out, bytes->p, bytes->n);
      bytes->n = 0;
      break;
    case 'z':
      put_zero_ended (out, bytes);
      break;
    case 'l':
      put_list (out, bytes);
      break;
    case 'b':
      put_hex (out, bytes);
      break;
    case 'x':
      g_string_append_printf (out, "0x%" G_GINT64_MODIFIER "x", take_number (bytes, size));
      break;
    case 'i':
      g_string_append_printf (out, "%d", (gint32)take_number (bytes, size));
      break;
    default:
      put_number (out, take_number (bytes, size));
      break;
    }
  return TRUE;
}

gboolean
scope_eventlog_foreach_number (guint type, ScopeDecoderFieldFunc func, gpointer user_data)
{
  const char *fields = type != 207 ? scope_eventlog_fields (type) : NULL;
  guint offset = 0;

  if (!fields)
    return FALSE;
  while (*fields)
    {
      const char *colon = strchr (fields, ':'), *end = strchrnul (colon, ' ');
      guint size = (guint)(colon[1] - '0');

      if (!g_ascii_isdigit (colon[1]))
        return FALSE;
      func (fields, (gsize)(colon - fields), offset, size, user_data);
      offset += size;
      fields = *end ? end + 1 : end;
    }
  return TRUE;
}

/* Fields that are all plain numbers, which most are: straight into the string. Returns where the others begin. */
static const char *
append_numbers (GString *out, const char *fields, Bytes *bytes)
{
  gsize start = out->len;

  while (*fields)
    {
      const char *colon = fields;
      gsize name, size;

      while (*colon != ':')
        colon++;
      name = (gsize)(colon - fields);
      size = (gsize)(colon[1] - '0');
      if (size > 8 || size > bytes->n)
        break;
      if (out->allocated_len - out->len < name + 32)
        {
          gsize kept = out->len;

          g_string_set_size (out, MAX (2 * out->allocated_len, kept + 512));
          g_string_truncate (out, kept);
        }
      if (out->len > start)
        out->str[out->len++] = ' ';
      for (gsize i = 0; i <= name; i++)
        out->str[out->len++] = fields[i] == ':' ? '=' : fields[i];
      put_number (out, take_number (bytes, size));
      fields = colon[2] == ' ' ? colon + 3 : colon + 2;
    }
  return fields;
}

void
scope_eventlog_append_detail (const ScopeEvent *event, GString *out)
{
  const char *fields = scope_eventlog_fields (event->type);
  gsize start = out->len;
  Bytes bytes = { event->payload, event->size };

  /* from GHC 9.10 on the segments' size is given by its logarithm */
  if (event->type == 207)
    fields = event->size == 13   ? "log2_block_size:1 active:4 filled:4 live:4"
             : event->size == 14 ? "block_size:2 active:4 filled:4 live:4"
                                 : "bytes:b";
  if (!fields)
    fields = event->size > 0 ? "bytes:b" : "";
  fields = append_numbers (out, fields, &bytes);
  while (*fields)
    {
      const char *colon = strchr (fields, ':'), *end = strchrnul (colon, ' ');

      if (!put_field (out, start, &bytes, fields, (gsize)(colon - fields), colon + 1))
        break;
      fields = *end ? end + 1 : end;
    }
}
