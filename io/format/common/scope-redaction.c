/* scope-redaction.c: see scope-redaction.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/common/scope-redaction.h"

#include "io/source/scope-unnamed.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define BUFFER_BYTES (1u << 20)
#define DIGITS 12u

ScopeRedaction *
scope_redaction_new (guint keep, GError **error)
{
  g_autoptr (ScopeRedaction) redaction = g_new0 (ScopeRedaction, 1);

  redaction->keep = keep;
  redaction->buffer = g_byte_array_sized_new (BUFFER_BYTES + (1u << 17));
  redaction->text = g_byte_array_new ();
  redaction->fd = scope_unnamed_open (FALSE, error);
  if (redaction->fd < 0)
    return NULL;
  if (getrandom (redaction->key, sizeof redaction->key, 0) != sizeof redaction->key)
    return scope_fail_null (error, g_io_error_from_errno (errno), "no random numbers: %s", g_strerror (errno));
  return g_steal_pointer (&redaction);
}

void
scope_redaction_free (ScopeRedaction *redaction)
{
  if (redaction->fd >= 0)
    close (redaction->fd);
  g_byte_array_unref (redaction->buffer);
  g_byte_array_unref (redaction->text);
  g_free (redaction);
}

/* --- bytes --- */

guint64
scope_redaction_place (const ScopeRedaction *redaction)
{
  return redaction->written + redaction->buffer->len;
}

static gboolean
write_at (ScopeRedaction *redaction, guint64 place, const guint8 *data, gsize n, GError **error)
{
  while (n > 0)
    {
      gssize done = pwrite (redaction->fd, data, n, (off_t) place);

      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        {
          int code = done < 0 ? errno : ENOSPC;

          return scope_fail (error, g_io_error_from_errno (code), "%s: %s (TMPDIR can name another folder)", g_get_tmp_dir (), g_strerror (code));
        }
      data += done;
      n -= (gsize) done;
      place += (guint64) done;
    }
  return TRUE;
}

static gboolean
flush (ScopeRedaction *redaction, GError **error)
{
  if (!write_at (redaction, redaction->written, redaction->buffer->data, redaction->buffer->len, error))
    return FALSE;
  redaction->written += redaction->buffer->len;
  g_byte_array_set_size (redaction->buffer, 0);
  return TRUE;
}

gboolean
scope_redaction_add (ScopeRedaction *redaction, gconstpointer data, gsize n, GError **error)
{
  g_byte_array_append (redaction->buffer, data, (guint) n);
  return redaction->buffer->len < BUFFER_BYTES || flush (redaction, error);
}

gboolean
scope_redaction_patch (ScopeRedaction *redaction, guint64 place, gconstpointer data, gsize n, GError **error)
{
  g_assert (place + n <= scope_redaction_place (redaction));
  if (place < redaction->written && !flush (redaction, error))
    return FALSE;
  if (place < redaction->written)
    return write_at (redaction, place, data, n, error);
  memcpy (redaction->buffer->data + (place - redaction->written), data, n);
  return TRUE;
}

ScopeSource *
scope_redaction_finish (ScopeRedaction *redaction, GError **error)
{
  int fd = redaction->fd;

  if (!flush (redaction, error))
    return NULL;
  redaction->fd = -1;
  return scope_source_new_fd (fd, "redacted", error);
}

/* --- names --- */

void
scope_redaction_append_name (ScopeRedaction *redaction, const char *word, const char *text, gsize n, GByteArray *out)
{
  g_autofree char *digest = NULL;

  if (n == 0)
    return;
  digest = g_compute_hmac_for_data (G_CHECKSUM_SHA256, redaction->key, sizeof redaction->key, (const guchar *) text, n);
  g_byte_array_append (out, (const guint8 *) word, (guint) strlen (word));
  g_byte_array_append (out, (const guint8 *) "-", 1);
  g_byte_array_append (out, (const guint8 *) digest, DIGITS);
}

gsize
scope_redaction_known_words (const char *text, gsize n)
{
  static const char *const begins[] = { "START ", "STOP ", "ot2 begin span ", "ot2 end span ", "ot2 set tag ", "ot2 add event ",
                                        "ot2 set parent ", "ot2 set traceid ", "ot2 set spanid " };

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      gsize length = strlen (begins[i]);

      if (n < length || memcmp (text, begins[i], length) != 0)
        continue;
      if (begins[i][0] == 'o')
        while (length < n && g_ascii_isdigit (text[length]))
          length++;
      if (length < n && text[length] == ' ')
        length++;
      return length;
    }
  return 0;
}

void
scope_redaction_append_message (ScopeRedaction *redaction, const char *text, gsize n, GByteArray *out)
{
  gsize known = scope_redaction_known_words (text, n);

  g_byte_array_append (out, (const guint8 *) text, (guint) known);
  scope_redaction_append_name (redaction, known > 0 ? "span" : "message", text + known, n - known, out);
}
