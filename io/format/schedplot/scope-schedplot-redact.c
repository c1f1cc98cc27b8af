/* scope-schedplot-redact.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/schedplot/scope-schedplot-redact.h"

#include "io/format/erlang/scope-erlang-redact.h"
#include "io/format/schedplot/scope-schedplot-private.h"

#include <string.h>

#define MOST_BYTES (16u * 1024u * 1024u) /* of a dictionary, or of the head of a track */
#define PIECE (1024u * 1024u)
#define VERSION 131

/* n bytes of the file from `from` on; fewer if there are no more. */
static GByteArray *
read_part (ScopeSource *source, const ScopeJoinedFile *file, guint64 from, gsize n)
{
  GByteArray *bytes = g_byte_array_new ();
  gsize got = 0;
  gssize more;

  n = (gsize) MIN ((guint64) n, file->bytes - MIN (from, file->bytes));
  g_byte_array_set_size (bytes, (guint) n);
  while (got < n && (more = scope_source_pread (source, bytes->data + got, n - got, file->offset + from + got, NULL)) > 0)
    got += (gsize) more;
  g_byte_array_set_size (bytes, (guint) got);

  return bytes;
}

/* A gzip's head may have a name, a remark, and anything: how long it is. 0: it is no such head. */
static gsize
head_length (const guint8 *p, gsize n)
{
  gsize at = 10;

  if (n < 10 || p[0] != 0x1f || p[1] != 0x8b)
    return 0;
  if (p[3] & 4)
    at += n >= 12 ? 2u + (p[10] | (gsize) p[11] << 8) : n;
  for (guint flag = 8; flag <= 16; flag *= 2)
    if (p[3] & flag)
      {
        while (at < n && p[at] != 0)
          at++;
        at++;
      }
  at += (p[3] & 2) ? 2 : 0;

  return at <= n ? at : 0;
}

static gboolean
redact_track (ScopeSource *source, const ScopeJoinedFile *file, ScopeRedaction *redaction, GCancellable *cancellable, GError **error)
{
  static const guint8 head[] = { 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3 };
  g_autoptr (GByteArray) first = read_part (source, file, 0, PIECE);
  gsize from = head_length (first->data, first->len);

  if (from == 0)
    {
      redaction->left_out += file->bytes;
      return TRUE;
    }
  if (!scope_redaction_add (redaction, head, sizeof head, error))
    return FALSE;
  for (guint64 at = from; at < file->bytes;)
    {
      g_autoptr (GByteArray) piece = read_part (source, file, at, PIECE);

      if (piece->len == 0)
        return TRUE;
      if (g_cancellable_set_error_if_cancelled (cancellable, error) || !scope_redaction_add (redaction, piece->data, piece->len, error))
        return FALSE;
      at += piece->len;
    }

  return TRUE;
}

static gboolean
redact_dictionary (ScopeSource *source, const ScopeJoinedFile *file, ScopeRedaction *redaction, GError **error)
{
  g_autoptr (ScopeErlangRedacting) terms = scope_erlang_redacting_new (redaction);
  g_autoptr (GByteArray) bytes = read_part (source, file, 0, MOST_BYTES);

  if (bytes->len < 2 || bytes->len < file->bytes || bytes->data[0] != VERSION
      || !scope_erlang_redacting_term (terms, bytes->data + 1, bytes->len - 1))
    {
      redaction->left_out += file->bytes;
      return TRUE;
    }

  return scope_redaction_add (redaction, bytes->data, bytes->len, error);
}

/* "4.\nfalse.\ntrue.": nothing else is let through. */
static gboolean
redact_header (const ScopeSchedplotFolder *folder, ScopeRedaction *redaction, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%u.\n%s.\n%s.", folder->tracks->len, folder->has_gc ? "true" : "false", folder->has_mfa ? "true" : "false");

  return !folder->header || scope_redaction_add (redaction, text, strlen (text), error);
}

/* The newest first, as Schedplot has them. */
static gboolean
redact_labels (const ScopeSchedplotFolder *folder, ScopeRedaction *redaction, GError **error)
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (GByteArray) label = g_byte_array_new ();

  for (guint i = folder->labels->len; i > 0; i--)
    {
      const ScopeSchedplotLabel *one = &g_array_index (folder->labels, ScopeSchedplotLabel, i - 1);
      const char *comma = "";

      g_byte_array_set_size (label, 0);
      if (redaction->keep & SCOPE_KEEP_MESSAGES)
        g_byte_array_append (label, (const guint8 *) one->text, (guint) strlen (one->text));
      else
        scope_redaction_append_message (redaction, one->text, strlen (one->text), label);
      g_byte_array_append (label, (const guint8 *) "", 1);
      g_string_append_printf (text, "%s{%" G_GINT64_FORMAT ",{%u,[", i < folder->labels->len ? "," : "", one->time, one->processor);
      for (const char *c = (const char *) label->data; *c != '\0'; c = g_utf8_next_char (c), comma = ",")
        g_string_append_printf (text, "%s%u", comma, g_utf8_get_char (c));
      g_string_append (text, "]}}");
    }
  g_string_append (text, "].\n");

  return scope_redaction_add (redaction, text->str, text->len, error);
}

gboolean
scope_schedplot_redact (ScopeSource *source, ScopeRedaction *redaction, ScopeSchedplotRedacted func, gpointer user_data,
                        GCancellable *cancellable, GError **error)
{
  ScopeSchedplotFolder *folder = scope_schedplot_folder_new (source, error);
  g_autoptr (GArray) files = folder != NULL ? scope_joined_list (source, error) : NULL;
  gboolean ok = files != NULL;

  for (guint i = 0; ok && i < files->len; i++)
    {
      const ScopeJoinedFile *file = &g_array_index (files, ScopeJoinedFile, i);

      func (file->name, scope_redaction_place (redaction), user_data);
      if (strcmp (file->role, "track") == 0)
        ok = file->bytes == 0 || redact_track (source, file, redaction, cancellable, error);
      else if (strcmp (file->role, "dictionary") == 0)
        ok = redact_dictionary (source, file, redaction, error);
      else if (strcmp (file->role, "header") == 0)
        ok = redact_header (folder, redaction, error);
      else
        ok = redact_labels (folder, redaction, error);
    }
  if (folder != NULL)
    scope_schedplot_folder_unref (folder);

  return ok;
}
