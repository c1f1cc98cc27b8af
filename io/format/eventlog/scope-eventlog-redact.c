/* scope-eventlog-redact.c: see scope-eventlog-redact.h.
 *
 * A log is walked from event to event as it lies in the file. What an event's fields are is said by scope-eventlog-names.c: numbers are
 * copied, texts are replaced, and whatever that list does not know is left empty. Nothing that is not understood is copied: of bytes
 * that make no sense nothing is left, up to the next block.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-redact.h"

#include "io/format/eventlog/scope-eventlog-private.h"
#include "model/base/scope-eventlog-events.h"
#include "model/base/scope-fail.h"

#define ROOM (256u * 1024)
#define HEAD_MAX (1u << 20)
#define LONGEST 65535u /* of a payload whose length is told */
#define EV_NONMOVING_HEAP_CENSUS 207u /* numbers of one layout or another, by its size */
#define EV_PERF_NAME 140u

typedef enum
{
  HOW_EMPTY,
  HOW_COPY,   /* numbers alone */
  HOW_FIELDS, /* with texts among them */
} How;

typedef struct
{
  ScopeSource *source;
  ScopeRedaction *redaction;
  ScopeEventlogHeader *header;
  guint8 *how;       /* of How, by number */
  guint8 *data;      /* ROOM or HEAD_MAX bytes */
  gsize at, fill, room;
  guint64 offset;    /* in the log, of data[0] */
  gboolean ended;
  GByteArray *payload;
  gboolean in_block;
  guint64 block_place, block_end; /* where its marker is in what is written; where the log says it ends */
} Redacting;

/* --- bytes in --- */

/* TRUE: `n` bytes are there. */
static gboolean
have (Redacting *self, gsize n, GError **error)
{
  if (self->fill - self->at >= n)
    return TRUE;
  memmove (self->data, self->data + self->at, self->fill - self->at);
  self->offset += self->at;
  self->fill -= self->at;
  self->at = 0;
  while (!self->ended && self->fill < n)
    {
      g_autoptr (GError) local = NULL;
      gssize got = scope_source_read (self->source, self->data + self->fill, self->room - self->fill, &local);

      if (got > 0)
        self->fill += (gsize) got;
      else
        self->ended = TRUE; /* what cannot be read is not there: a packed log that is cut off ends so */
    }
  return self->fill >= n;
}

static gboolean
read_header (Redacting *self, GError **error)
{
  GError *local = NULL;

  for (gsize want = ROOM; self->header == NULL && local == NULL && want <= HEAD_MAX; want *= 2)
    {
      have (self, want, NULL);
      self->header = scope_eventlog_header_parse (self->data, self->fill, self->ended, scope_source_name (self->source), &local);
      if (self->ended)
        break;
    }
  if (local != NULL)
    return scope_passed (local, error);
  if (self->header == NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_DATA, "%s: the header of this eventlog is damaged", scope_source_name (self->source));
  self->at = self->header->bytes;
  return scope_redaction_add (self->redaction, self->data, self->header->bytes, error);
}

/* --- what becomes of an event --- */

/* Bytes of a number of this kind; 0: it is a text. */
static guint
number_bytes (const char *kind)
{
  switch (*kind)
    {
    case 'i':
    case 'x':
      return (guint) (kind[1] - '0');
    case '1':
    case '2':
    case '4':
    case '8':
      return (guint) (*kind - '0');
    default:
      return 0;
    }
}

static How
how_of (const ScopeEventlogType *type)
{
  const char *fields = scope_eventlog_fields (type->type);
  guint bytes = 0;

  if (fields == NULL)
    return HOW_EMPTY;
  if (type->type == EV_NONMOVING_HEAP_CENSUS || type->type == SCOPE_EV_HEAP_PROF_SAMPLE_COST_CENTRE || type->type == SCOPE_EV_PROF_SAMPLE_COST_CENTRE)
    return HOW_COPY; /* stacks are numbers of cost centres */
  for (const char *p = strchr (fields, ':'); p != NULL; p = strchr (p + 1, ':'))
    {
      guint n = number_bytes (p + 1);

      if (n == 0)
        return HOW_FIELDS;
      bytes += n;
    }
  /* More bytes than are known, or a length told where there is none: field by field, and no more than these. */
  return (type->flags & SCOPE_TYPE_VARIABLE) != 0 || type->size > bytes ? HOW_FIELDS : HOW_COPY;
}

/* Which choice of the user's a text is left by; 0: the runtime's version and the like. */
static guint
kept_by (guint type, const char *field)
{
  switch (type)
    {
    case SCOPE_EV_RTS_IDENTIFIER:
    case SCOPE_EV_VERSION:
      return 0;
    case SCOPE_EV_PROGRAM_ENV:
      return SCOPE_KEEP_ENVIRONMENT;
    case SCOPE_EV_PROGRAM_ARGS:
    case SCOPE_EV_PROGRAM_INVOCATION:
      return SCOPE_KEEP_ARGUMENTS;
    case SCOPE_EV_THREAD_LABEL:
      return SCOPE_KEEP_LABELS;
    case SCOPE_EV_LOG_MSG:
    case SCOPE_EV_USER_MSG:
    case SCOPE_EV_USER_MARKER:
    case SCOPE_EV_USER_BINARY_MSG:
      return SCOPE_KEEP_MESSAGES;
    default:
      return g_str_has_prefix (field, "location:") ? SCOPE_KEEP_PATHS : SCOPE_KEEP_NAMES;
    }
}

/* Names that every program's log has. */
static gboolean
is_runtimes (const char *text, gsize n)
{
  static const char *const names[] = { "MAIN", "SYSTEM", "GC", "OVERHEAD_of", "DONT_CARE", "PINNED", "IDLE", "CAF", "<built-in>" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == n && memcmp (names[i], text, n) == 0)
      return TRUE;
  return FALSE;
}

/* "program", and of the runtime's options those that name no file and say what was recorded, or with how many processors: without them
 * nobody knows whether there was no collection, or none was recorded. `between` stands between the arguments, and behind them if it is a
 * zero byte. */
static void
append_arguments (Redacting *self, char between, const char *text, gsize n)
{
  g_autoptr (GRegex) plain
      = g_regex_new ("^-(l[sgpfnuaTt-]*|[NAHMKCVIGFnk][0-9.]*[kKmMgG]?|q[a-z]?[0-9]*|-nonmoving-gc)$", G_REGEX_RAW, 0, NULL);
  g_autoptr (GString) out = g_string_new ("program");
  gboolean inside = FALSE, any = FALSE;

  for (gsize at = 0; at < n;)
    {
      const char *end = memchr (text + at, between, n - at);
      g_autofree char *word = g_strndup (text + at, end != NULL ? (gsize) (end - text) - at : n - at);

      at = end != NULL ? (gsize) (end - text) + 1 : n;
      if (strcmp (word, "+RTS") == 0 || strcmp (word, "-RTS") == 0)
        inside = word[0] == '+';
      else if (inside && g_regex_match (plain, word, 0, NULL))
        {
          if (!any)
            g_string_append_len (g_string_append_c (out, between), "+RTS", 4);
          any = TRUE;
          g_string_append_c (out, between);
          g_string_append (out, word);
        }
    }
  if (between == '\0')
    g_string_append_c (out, between);
  g_byte_array_append (self->payload, (const guint8 *) out->str, (guint) out->len);
}

static void
append_text (Redacting *self, guint type, const char *field, const char *text, gsize n)
{
  guint keep = kept_by (type, field);

  if (keep == 0 || (self->redaction->keep & keep) != 0 || (keep == SCOPE_KEEP_NAMES && is_runtimes (text, n)))
    g_byte_array_append (self->payload, (const guint8 *) text, (guint) n);
  else if (keep == SCOPE_KEEP_ARGUMENTS)
    append_arguments (self, type == SCOPE_EV_PROGRAM_ARGS ? '\0' : ' ', text, n);
  else if (keep == SCOPE_KEEP_MESSAGES && type != SCOPE_EV_USER_BINARY_MSG)
    scope_redaction_append_message (self->redaction, text, n, self->payload);
  else if (keep != SCOPE_KEEP_ENVIRONMENT && type != SCOPE_EV_USER_BINARY_MSG)
    scope_redaction_append_name (self->redaction, keep == SCOPE_KEEP_LABELS ? "thread" : keep == SCOPE_KEEP_PATHS ? "path" : "name", text, n,
                                 self->payload);
}

/* The payload field by field, as scope-eventlog-names.c has them. */
static void
append_fields (Redacting *self, guint type, const guint8 *p, gsize n)
{
  const char *field = scope_eventlog_fields (type);

  while (n > 0 && field != NULL && *field != '\0')
    {
      const char *kind = strchr (field, ':') + 1;
      gsize size = number_bytes (kind);

      if (size > 0)
        {
          if (size > n) /* a number that is cut off */
            return;
          g_byte_array_append (self->payload, p, (guint) size);
        }
      else if (*kind == 'z')
        {
          const guint8 *zero = memchr (p, 0, n);

          size = zero != NULL ? (gsize) (zero - p) : n;
          append_text (self, type, field, (const char *) p, size);
          if (zero != NULL)
            {
              g_byte_array_append (self->payload, zero, 1);
              size++;
            }
        }
      else /* to the end */
        {
          append_text (self, type, field, (const char *) p, n);
          return;
        }
      p += size;
      n -= size;
      field = strchr (field, ' ');
      field = field != NULL ? field + 1 : NULL;
    }
}

static gboolean
add_event (Redacting *self, const guint8 *p, gsize size, GError **error)
{
  guint number = scope_be16 (p);
  const ScopeEventlogType *type = &self->header->types[number];
  gboolean variable = (type->flags & SCOPE_TYPE_VARIABLE) != 0;
  gsize before = variable ? 12 : 10;
  guint16 length;

  if (self->how[number] == HOW_COPY)
    return scope_redaction_add (self->redaction, p, size, error);
  g_byte_array_set_size (self->payload, 0);
  if (self->how[number] == HOW_FIELDS)
    append_fields (self, type->type, p + before, size - before);
  else
    self->redaction->n_emptied += size > before;
  if (!variable)
    {
      guint n = MIN (self->payload->len, type->size);

      g_byte_array_set_size (self->payload, type->size);
      if (type->size > n)
        memset (self->payload->data + n, 0, type->size - n);
    }
  length = GUINT16_TO_BE ((guint16) MIN (self->payload->len, LONGEST));
  return scope_redaction_add (self->redaction, p, 10, error) && (!variable || scope_redaction_add (self->redaction, &length, 2, error))
         && scope_redaction_add (self->redaction, self->payload->data, MIN (self->payload->len, LONGEST), error);
}

/* --- blocks --- */

/* Of a block that is cut off by the log's end, as many bytes are missing as before. */
static gboolean
close_block (Redacting *self, guint64 missing, GError **error)
{
  guint64 bytes = scope_redaction_place (self->redaction) - self->block_place + missing;
  guint32 size = GUINT32_TO_BE ((guint32) MIN (bytes, G_MAXUINT32));

  if (!self->in_block)
    return TRUE;
  self->in_block = FALSE;
  return scope_redaction_patch (self->redaction, self->block_place + 10, &size, sizeof size, error);
}

static gboolean
open_block (Redacting *self, const guint8 *p, GError **error)
{
  if (!close_block (self, 0, error))
    return FALSE;
  self->in_block = TRUE;
  self->block_place = scope_redaction_place (self->redaction);
  self->block_end = self->offset + self->at + scope_be32 (p + 10);
  self->at += SCOPE_EVENTLOG_MARKER;
  return scope_redaction_add (self->redaction, p, SCOPE_EVENTLOG_MARKER, error);
}

/* To the next marker of a block with an event or another block behind it, or to the end. */
static void
skip_to_block (Redacting *self)
{
  while (have (self, SCOPE_EVENTLOG_MARKER, NULL))
    {
      const guint8 *p = self->data + self->at;

      if (scope_eventlog_plausible_marker (self->header, p)
          && (!have (self, SCOPE_EVENTLOG_MARKER + 12, NULL)
              || scope_be16 (self->data + self->at + SCOPE_EVENTLOG_MARKER) == SCOPE_EV_BLOCK_MARKER
              || scope_eventlog_event_size (self->header, self->data + self->at + SCOPE_EVENTLOG_MARKER, 12) > 0))
        return;
      self->at++;
      self->redaction->left_out++;
    }
  self->redaction->left_out += self->fill - self->at;
  self->at = self->fill;
}

/* TRUE if this is the log's end mark, not two bytes by chance. */
static gboolean
is_end (Redacting *self)
{
  return have (self, 2, NULL) && scope_be16 (self->data + self->at) == SCOPE_EVENTLOG_END && (!self->in_block || !have (self, 3, NULL));
}

/* What comes next; *ret_more FALSE: it was the last. */
static gboolean
next (Redacting *self, gboolean *ret_more, GError **error)
{
  guint64 place = self->offset + self->at;
  gsize size;

  *ret_more = TRUE;
  if (self->in_block && place == self->block_end && !close_block (self, 0, error))
    return FALSE;
  if (is_end (self))
    {
      *ret_more = FALSE;
      return scope_redaction_add (self->redaction, "\xff\xff", 2, error) && close_block (self, 0, error);
    }
  if (have (self, SCOPE_EVENTLOG_MARKER, NULL) && scope_eventlog_plausible_marker (self->header, self->data + self->at))
    return open_block (self, self->data + self->at, error);
  *ret_more = have (self, 10, NULL);
  if (*ret_more)
    {
      have (self, 12, NULL);
      size = scope_eventlog_event_size (self->header, self->data + self->at, self->fill - self->at);
      if (size == 0 || scope_be64 (self->data + self->at + 2) >> SCOPE_EVENTLOG_TIME_BITS != 0)
        {
          self->at++;
          self->redaction->left_out++;
          skip_to_block (self);
          return TRUE;
        }
      if (size != G_MAXSIZE && have (self, size, NULL))
        {
          self->at += size;
          return add_event (self, self->data + self->at - size, size, error);
        }
    }
  /* the log ends inside an event, or there is nothing more */
  *ret_more = FALSE;
  self->redaction->left_out += self->fill - self->at;
  return close_block (self, self->block_end > place ? self->block_end - place : 0, error);
}

static gboolean
redact_all (Redacting *self, GCancellable *cancellable, GError **error)
{
  gboolean more = TRUE;

  if (!read_header (self, error))
    return FALSE;
  self->how = g_new0 (guint8, self->header->n_types);
  for (guint i = 0; i < self->header->n_types; i++)
    if ((self->header->types[i].flags & SCOPE_TYPE_DECLARED) != 0)
      self->how[i] = how_of (&self->header->types[i]);
  for (guint i = 1; more; i++)
    if (!next (self, &more, error) || (i % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error)))
      return FALSE;
  return TRUE;
}

gboolean
scope_eventlog_redact (ScopeSource *source, ScopeRedaction *redaction, GCancellable *cancellable, GError **error)
{
  Redacting self = { .source = source, .redaction = redaction, .room = HEAD_MAX };
  gboolean ok;

  self.data = g_malloc (HEAD_MAX + SCOPE_EVENTLOG_PAD);
  self.payload = g_byte_array_new ();
  ok = redact_all (&self, cancellable, error);
  scope_eventlog_header_free (self.header);
  g_byte_array_unref (self.payload);
  g_free (self.how);
  g_free (self.data);
  return ok;
}
