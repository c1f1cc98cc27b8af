/* scope-joined.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-joined.h"

#include "io/source/scope-source-private.h"
#include "model/base/scope-bisect.h"
#include "model/base/scope-fail.h"

#include <string.h>

typedef struct
{
  ScopeSource *source;
  guint64 offset; /* where it begins */
} Part;

typedef struct
{
  ScopeSource base;
  GString *head;
  Part *parts;
  guint n_parts;
} JoinedSource;

/* The last part that begins at or before `offset`, which is behind the head. */
static const Part *
find_part (const JoinedSource *self, guint64 offset)
{
  return &self->parts[SCOPE_BISECT (self->n_parts, i, self->parts[i].offset <= offset) - 1];
}

static gssize
joined_pread (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error)
{
  JoinedSource *self = (JoinedSource *) source;
  const Part *part;
  guint64 at;
  gssize got;

  if (offset >= (guint64) source->size || n == 0)
    return 0;
  if (offset < self->head->len)
    {
      n = MIN (n, self->head->len - (gsize) offset);
      memcpy (data, self->head->str + offset, n);
      return (gssize) n;
    }
  part = find_part (self, offset);
  at = offset - part->offset;
  n = (gsize) MIN (n, (guint64) scope_source_size (part->source) - at);
  got = scope_source_pread (part->source, data, n, at, error);
  if (got != 0)
    return got;

  /* The file became shorter meanwhile: what follows keeps its place. */
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: has become shorter", scope_source_name (part->source));
  return -1;
}

static void
joined_finalize (ScopeSource *source)
{
  JoinedSource *self = (JoinedSource *) source;

  for (guint i = 0; i < self->n_parts; i++)
    scope_source_unref (self->parts[i].source);
  g_free (self->parts);
  g_string_free (self->head, TRUE);
}

static const ScopeSourceClass joined_class = { .pread = joined_pread, .finalize = joined_finalize };

ScopeSource *
scope_source_new_joined (const char *magic, const ScopeJoinedPart *parts, guint n, const char *name)
{
  JoinedSource *self = scope_source_alloc (sizeof *self, &joined_class, name, 0);
  guint64 size;

  self->head = g_string_new (magic);
  self->parts = g_new0 (Part, n + 1);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line = g_strdup (parts[i].name);

      g_strdelimit (line, "\n", '?');
      g_string_append_printf (self->head, "%s %u %" G_GINT64_FORMAT " %s\n", parts[i].role, parts[i].number,
                              scope_source_size (parts[i].source), line);
    }
  g_string_append_c (self->head, '\n');
  size = self->head->len;
  for (guint i = 0; i < n; i++)
    {
      guint64 bytes = (guint64) scope_source_size (parts[i].source);

      if (bytes == 0)
        continue; /* has no place of its own */
      self->parts[self->n_parts++] = (Part) { scope_source_ref (parts[i].source), size };
      size += bytes;
    }
  self->base.size = (gint64) size;

  return &self->base;
}

/* --- reading one --- */

static void
file_clear (gpointer data)
{
  ScopeJoinedFile *file = data;

  g_free (file->role);
  g_free (file->name);
}

/* The head with its end, NUL behind it; NULL if it has none. */
static char *
read_head (ScopeSource *source, gsize *ret_length)
{
  g_autoptr (GString) head = g_string_new (NULL);
  char chunk[4096];
  const char *end = NULL;

  while (end == NULL && head->len < SCOPE_JOINED_MAX_HEAD)
    {
      gssize got = scope_source_pread (source, chunk, sizeof chunk, head->len, NULL);

      if (got <= 0)
        return NULL;
      g_string_append_len (head, chunk, got);
      end = strstr (head->str, "\n\n");
    }
  if (end == NULL)
    return NULL;
  *ret_length = (gsize) (end + 2 - head->str);
  g_string_truncate (head, *ret_length);

  return g_string_free (g_steal_pointer (&head), FALSE);
}

GArray *
scope_joined_list (ScopeSource *source, GError **error)
{
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (ScopeJoinedFile));
  gsize length = 0;
  g_autofree char *head = read_head (source, &length);
  g_auto (GStrv) lines = head != NULL ? g_strsplit (head, "\n", -1) : NULL;
  guint64 place = length;

  g_array_set_clear_func (files, file_clear);
  for (guint i = 1; lines != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 4);
      guint64 number, bytes;
      ScopeJoinedFile file;

      if (g_strv_length (words) != 4 || !g_ascii_string_to_unsigned (words[1], 10, 0, G_MAXUINT16, &number, NULL)
          || !g_ascii_string_to_unsigned (words[2], 10, 0, G_MAXINT64 / 4, &bytes, NULL) || place > G_MAXINT64 / 2)
        {
          g_clear_pointer (&head, g_free);
          break;
        }
      file = (ScopeJoinedFile) { g_strdup (words[0]), g_utf8_make_valid (words[3], -1), (guint) number, place, bytes };
      place += bytes;
      g_array_append_val (files, file);
    }
  if (head == NULL)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, "%s: the list of its files is damaged", scope_source_name (source));

  return g_steal_pointer (&files);
}
