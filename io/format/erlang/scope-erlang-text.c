/* scope-erlang-text.c: see the header.
 *
 *     {trace_ts,<0.45.0>,…}      ─►  104 … 119 8 "trace_ts" 88 119 0 "" 45 0 0 …
 *
 * How many elements a tuple or list has is known at its end: the number is written into the place that was left for it. Then what
 * the VM writes more shortly is made short (small tuples; lists of bytes), so that a message has the size that it has in trace files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-text-private.h"

#include "model/base/scope-each.h"

/* What is not closed yet. */
typedef struct
{
  guint32 count_at; /* where its number of elements goes */
  guint32 n;        /* so far */
  guint32 number;   /* among all that were opened */
  char close;       /* '}' tuple, ']' list, '|' list whose tail comes, 'k' and 'v' map whose key, value comes */
} Open;

/* What may be written more shortly. */
typedef struct
{
  guint32 at;       /* where its tag is */
  guint32 n;        /* elements */
  guint8 tag;       /* as which; 0: it stays as it is */
} Short;

ScopeErlangText *
scope_erlang_text_new (void)
{
  ScopeErlangText *self = g_new0 (ScopeErlangText, 1);

  self->out = g_byte_array_new ();
  self->open = g_array_new (FALSE, FALSE, sizeof (Open));
  self->shorts = g_array_new (FALSE, FALSE, sizeof (Short));

  return self;
}

void
scope_erlang_text_free (ScopeErlangText *self)
{
  if (self == NULL)
    return;
  g_byte_array_unref (self->out);
  g_array_unref (self->open);
  g_array_unref (self->shorts);
  g_free (self);
}

static void
open_term (ScopeErlangText *self, guint8 tag, char close)
{
  Open open = { self->out->len + 1, 0, self->shorts->len, close };
  Short none = { self->out->len, 0, 0 };

  put_u8 (self, tag);
  put_u32 (self, 0);
  g_array_append_val (self->shorts, none);
  g_array_append_val (self->open, open);
}

/* A term without elements, or the beginning of one that has some. */
static gboolean
begin_term (ScopeErlangText *self)
{
  if (take (self, "{"))
    open_term (self, LARGE_TUPLE, '}');
  else if (take (self, "["))
    open_term (self, LIST, ']');
  else if (take (self, "#{"))
    open_term (self, MAP, 'k');
  else
    return scope_erlang_text_leaf (self);

  return TRUE;
}

/* TRUE if what was opened ends here without an element. */
static gboolean
is_empty (const ScopeErlangText *self)
{
  const Open *open;

  if (self->open->len == 0)
    return FALSE;
  open = &g_array_index (self->open, Open, self->open->len - 1);

  return open->n == 0 && ((*self->p == ']' && open->close == ']')
                          || (*self->p == '}' && (open->close == '}' || open->close == 'k')));
}

/* TRUE for a list whose elements, from `from` on, are all small integers. */
static gboolean
is_bytes (const ScopeErlangText *self, guint from, guint n)
{
  if (n == 0 || n > G_MAXUINT16 || self->out->len - from != 2 * n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (self->out->data[from + 2 * i] != SMALL_INTEGER)
      return FALSE;

  return TRUE;
}

/* The innermost open term ends here. */
static void
close_term (ScopeErlangText *self)
{
  const Open *open = &g_array_index (self->open, Open, self->open->len - 1);
  Short *form = &g_array_index (self->shorts, Short, open->number);

  self->p++;
  set_u32 (self, open->count_at, open->n);
  form->n = open->n;
  if (open->close == '}' && open->n < 256)
    form->tag = SMALL_TUPLE;
  else if (open->close == ']' && open->n == 0)
    form->tag = NIL;
  else if (open->close == ']' && is_bytes (self, open->count_at + 4, open->n))
    form->tag = STRING;
  if (open->close == ']')
    put_u8 (self, NIL);
  g_array_set_size (self->open, self->open->len - 1);
}

/* All in one go from front to back: places of what was opened are in order. */
static void
shorten (ScopeErlangText *self)
{
  guint8 *bytes = self->out->data;
  guint from = 0, to = 0;

  SCOPE_EACH (const Short, form, self->shorts)
    {
      if (form->tag == 0)
        continue;
      memmove (bytes + to, bytes + from, form->at - from);
      to += form->at - from;
      from = form->at + 5;
      bytes[to++] = form->tag;
      if (form->tag == SMALL_TUPLE)
        bytes[to++] = (guint8) form->n;
      else if (form->tag == NIL)
        from++; /* the tail */
      else
        {
          bytes[to++] = (guint8) (form->n >> 8);
          bytes[to++] = (guint8) form->n;
          for (guint k = 0; k < form->n; k++)
            bytes[to++] = bytes[from + 2 * k + 1];
          from += 2 * form->n + 1;
        }
    }
  memmove (bytes + to, bytes + from, self->out->len - from);
  g_byte_array_set_size (self->out, to + self->out->len - from);
}

/* Behind an element: what separates it from the next, or ends what it is in; until there is an element to read. FALSE: there
 * is none, or (`why`) this is no term. */
static gboolean
go_on (ScopeErlangText *self)
{
  while (self->open->len > 0)
    {
      Open *open = &g_array_index (self->open, Open, self->open->len - 1);

      pass_blank (self);
      if (at_end (self))
        return fail (self, "it has no end");
      if (open->close == 'k')
        {
          if (!take (self, "=>") && !take (self, ":="))
            return fail (self, "there is a key of a map without a value");
          open->close = 'v';
          return TRUE;
        }
      if (open->close != '|')
        open->n++;
      if (*self->p == (open->close == '}' || open->close == 'v' ? '}' : ']'))
        {
          close_term (self);
          continue;
        }
      if (open->close != '|' && take (self, ","))
        {
          open->close = open->close == 'v' ? 'k' : open->close;
          return TRUE;
        }
      if (open->close == ']' && take (self, "|"))
        {
          open->close = '|';
          return TRUE;
        }
      return fail (self, "there is no comma where one must be");
    }

  return FALSE;
}

static gboolean
read_term (ScopeErlangText *self)
{
  gboolean more = TRUE;

  while (more)
    {
      guint depth = self->open->len;

      pass_blank (self);
      if (at_end (self))
        return fail (self, "it has no end");
      if (is_empty (self))
        close_term (self);
      else if (!begin_term (self))
        return FALSE;
      more = self->open->len > depth || go_on (self);
    }

  return self->why == NULL;
}

gboolean
scope_erlang_text_read (ScopeErlangText *self, const char *bytes, gsize n, ScopeTerm *ret_term, const char **ret_why)
{
  g_byte_array_set_size (self->out, 0);
  g_array_set_size (self->open, 0);
  g_array_set_size (self->shorts, 0);
  self->p = bytes;
  self->end = bytes + n;
  self->why = NULL;
  if (!read_term (self))
    {
      *ret_why = self->why;
      return FALSE;
    }
  pass_blank (self);
  if (!take (self, "."))
    {
      *ret_why = "there is no full stop after it";
      return FALSE;
    }
  pass_blank (self);
  if (!at_end (self))
    {
      *ret_why = "something follows its full stop";
      return FALSE;
    }
  shorten (self);
  *ret_term = (ScopeTerm) { self->out->data, self->out->data + self->out->len };
  if (self->out->len > 6 && self->out->data[0] == BINARY && self->out->data[5] == 131)
    ret_term->p += 6;

  return TRUE;
}
