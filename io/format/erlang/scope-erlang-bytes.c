/* scope-erlang-bytes.c: the bytes of a log from where reading stands: a buffer that is filled as records want it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include <string.h>

#define BUFFER (1024u * 1024u)

guint64
scope_erlang_here (const ScopeErlang *self)
{
  return self->place + self->pos;
}

/* FALSE: what lies in the buffer now is of another file. */
static gboolean
read_failed (ScopeErlang *self, const GError *error)
{
  guint64 end = scope_source_part_end (self->base.source, self->place + self->fill);

  scope_erlang_damage (self, self->place + self->fill, 0, error->message);
  if (scope_source_n_parts (self->base.source) == 1)
    self->at_end = TRUE;
  else if (scope_source_is_seekable (self->base.source))
    {
      self->at_end = end == G_MAXUINT64;
      self->place = self->at_end ? self->place + self->fill : end;
      self->pos = self->fill = 0;
      self->border = scope_source_part_end (self->base.source, self->place);
      return FALSE;
    }

  return TRUE;
}

gboolean
scope_erlang_need (ScopeErlang *self, gsize want)
{
  if (scope_erlang_in_buffer (self) >= want)
    return TRUE;
  if (self->border - scope_erlang_here (self) < want)
    return FALSE;
  memmove (self->buffer, self->buffer + self->pos, self->fill - self->pos);
  self->place += self->pos;
  self->fill -= self->pos;
  self->pos = 0;
  if (want > self->capacity || (self->capacity < BUFFER && self->place > self->capacity))
    {
      self->capacity = MAX (want, MIN (BUFFER, self->capacity * 2));
      self->buffer = g_realloc (self->buffer, self->capacity);
    }
  while (self->fill < want && self->place + self->fill < self->border && !self->at_end)
    {
      g_autoptr (GError) error = NULL;
      guint8 *to = self->buffer + self->fill;
      gsize room = MIN (self->capacity - self->fill, self->span);
      gssize got;

      if (self->growing != NULL)
        room = (gsize) MIN (room, scope_erlang_growing_room (self->growing, self->place + self->fill));
      got = self->by_place ? scope_source_pread (self->base.source, to, room, self->place + self->fill, &error)
                           : scope_source_read (self->base.source, to, room, &error);

      if (got < 0 && !read_failed (self, error))
        return FALSE;
      if (got < 0)
        ;
      else if (got == 0 && self->growing != NULL)
        break;
      else if (got == 0)
        self->at_end = TRUE;
      else
        self->fill += (gsize) got;
      self->border = scope_source_part_end (self->base.source, self->place);
    }

  return scope_erlang_in_buffer (self) >= want;
}

const guint8 *
scope_erlang_look (ScopeErlang *self, gsize want, gsize *ret_n)
{
  scope_erlang_need (self, want);
  *ret_n = scope_erlang_in_buffer (self);

  return self->buffer + self->pos;
}

void
scope_erlang_move (ScopeErlang *self, gsize n)
{
  g_assert (n <= scope_erlang_in_buffer (self));
  self->pos += n;
}
