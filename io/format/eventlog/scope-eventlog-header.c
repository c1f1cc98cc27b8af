/* scope-eventlog-header.c: which events a log declares, and how long they are.
 *
 *     "hdrb" "hetb" { "etb\0" number:u16 size:u16 (0xffff: variable) length:u32 text length:u32 extension
 * "ete\0" }* "hete" "hdre" "datb" events …
 *
 * What the declared sizes tell about the writer is put right here, once, so that the loop over the events
 * need not ask.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-eventlog-events.h"

#define MIN_TYPES 256u
#define MARKER_SIZE 14u

typedef struct
{
  guint16 number, size;
  char *text;
} Declaration;

static void
declaration_clear (gpointer data)
{
  g_free (((Declaration *)data)->text);
}

/* --- what is in an event --- */

static void
set_fields (ScopeEventlogType *type, guint size, guint a_bytes, guint b_bytes)
{
  if (size >= a_bytes && a_bytes > 0)
    {
      type->a_shift = (guint8)(64 - 8 * a_bytes);
      type->a_mask = a_bytes == 4 ? 0xffffffffu : 0xffffu;
    }
  if (size >= a_bytes + b_bytes && b_bytes > 0)
    {
      type->b_shift = (guint8)(64 - 8 * (a_bytes + b_bytes));
      type->b_mask = b_bytes == 4 ? 0xffffffffu : 0xffffu;
    }
}

static void
describe (ScopeEventlogType *type)
{
  guint size = type->flags & SCOPE_TYPE_VARIABLE ? 0xffff : type->size;

  switch (type->type)
    {
    case SCOPE_EV_CREATE_THREAD:
    case SCOPE_EV_RUN_THREAD:
    case SCOPE_EV_THREAD_RUNNABLE:
    case SCOPE_EV_RUN_SPARK:
    case SCOPE_EV_CREATE_SPARK_THREAD:
    case SCOPE_EV_THREAD_LABEL:
    case SCOPE_EV_CREATE_PROCESS:
    case SCOPE_EV_KILL_PROCESS:
      set_fields (type, size, 4, 0);
      break;
    case SCOPE_EV_STOP_THREAD:
      set_fields (type, size, 4, 2);
      type->flags |= SCOPE_TYPE_STOP;
      break;
    case SCOPE_EV_MIGRATE_THREAD:
    case SCOPE_EV_STEAL_SPARK:
    case SCOPE_EV_THREAD_WAKEUP:
      set_fields (type, size, 4, 2);
      break;
    case SCOPE_EV_ASSIGN_THREAD_TO_PROCESS:
      set_fields (type, size, 4, 4);
      break;
    case SCOPE_EV_STARTUP:
    case SCOPE_EV_CAP_CREATE:
    case SCOPE_EV_CAP_DELETE:
    case SCOPE_EV_CAP_DISABLE:
    case SCOPE_EV_CAP_ENABLE:
    case SCOPE_EV_CREATE_MACHINE:
    case SCOPE_EV_KILL_MACHINE:
      set_fields (type, size, 2, 0);
      break;
    default:
      break;
    }
}

/* GHC 6.12 declares thread ids of eight bytes and writes four; it declares nothing for Startup and writes
 * two. */
static void
correct_6_12 (ScopeEventlogType *types)
{
  static const guint8 threads[] = { 0, 1, 2, 3, 4, 5, 6, 8, 15 };

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    if (types[threads[i]].size >= 8 && !(types[threads[i]].flags & SCOPE_TYPE_VARIABLE))
      types[threads[i]].size -= 4;
  if (types[SCOPE_EV_STARTUP].flags & SCOPE_TYPE_DECLARED && types[SCOPE_EV_STARTUP].size == 0)
    types[SCOPE_EV_STARTUP].size = 2;
}

static gboolean
declared (const ScopeEventlogHeader *header, guint number)
{
  return (header->types[number].flags & SCOPE_TYPE_DECLARED) != 0;
}

/* Mercury's numbers 100 to 113 are its own; a few others it took from GHC and changed. */
static void
map_mercury (ScopeEventlogHeader *header)
{
  static const guint8 changed[] = { 5, 6, 39, 40 };

  header->mercury = declared (header, 100) && declared (header, 101) && declared (header, 103);
  for (guint i = 0; header->mercury && i < G_N_ELEMENTS (changed); i++)
    header->types[changed[i]].type |= SCOPE_EV_MERCURY;
}

/* "About to call main/2" → "about_to_call_main_2" */
static char *
make_name (const char *text)
{
  char *name = g_ascii_strdown (text, -1);

  for (char *p = name; *p; p++)
    if (!g_ascii_isalnum (*p))
      *p = '_';
  return name;
}

static ScopeEventlogHeader *
make_header (GArray *declarations, gsize bytes)
{
  ScopeEventlogHeader *header = g_new0 (ScopeEventlogHeader, 1);
  guint greatest = MIN_TYPES - 1;

  for (guint i = 0; i < declarations->len; i++)
    greatest = MAX (greatest, g_array_index (declarations, Declaration, i).number);
  header->bytes = bytes;
  header->n_types = greatest + 1;
  header->types = g_new0 (ScopeEventlogType, header->n_types);
  header->names = g_new0 (char *, header->n_types);
  SCOPE_EACH (Declaration, from, declarations)
    {
      ScopeEventlogType *to = &header->types[from->number];

      if (from->number == SCOPE_EVENTLOG_END)
        continue;
      to->type = from->number;
      to->flags = SCOPE_TYPE_DECLARED | (from->size == 0xffff ? SCOPE_TYPE_VARIABLE : 0);
      to->size = from->size == 0xffff ? 0 : from->size;
      if (!scope_eventlog_name (from->number))
        {
          g_free (header->names[from->number]);
          header->names[from->number] = make_name (from->text);
        }
    }
  header->types[SCOPE_EV_BLOCK_MARKER].type = SCOPE_EV_BLOCK_MARKER;
  header->types[SCOPE_EV_BLOCK_MARKER].flags = SCOPE_TYPE_DECLARED | SCOPE_TYPE_MARKER;
  header->types[SCOPE_EV_BLOCK_MARKER].size = MARKER_SIZE;

  if (header->types[SCOPE_EV_CREATE_THREAD].size == 8)
    correct_6_12 (header->types);
  map_mercury (header);
  header->shifted_stops
      = declared (header, SCOPE_EV_USER_MARKER) && !declared (header, SCOPE_EV_HACK_BUG_T9003);
  header->tells_heap = declared (header, SCOPE_EV_HEAP_INFO_GHC);
  header->counts_sparks = declared (header, SCOPE_EV_SPARK_COUNTERS);
  header->eden
      = declared (header, SCOPE_EV_CREATE_PROCESS) && declared (header, SCOPE_EV_ASSIGN_THREAD_TO_PROCESS);
  for (guint i = 0; i < header->n_types; i++)
    if (header->types[i].flags & SCOPE_TYPE_DECLARED)
      {
        describe (&header->types[i]);
        if (!(header->types[i].flags & (SCOPE_TYPE_VARIABLE | SCOPE_TYPE_MARKER))
            && header->types[i].size <= SCOPE_TYPE_PLAIN_BYTES)
          header->types[i].flags |= SCOPE_TYPE_PLAIN;
      }
  return header;
}

void
scope_eventlog_header_free (ScopeEventlogHeader *header)
{
  if (!header)
    return;
  for (guint i = 0; i < header->n_types; i++)
    g_free (header->names[i]);
  g_free (header->names);
  g_free (header->types);
  g_free (header);
}

/* --- bytes --- */

typedef struct
{
  const guint8 *data;
  gsize n, at;
  gboolean missing; /* more bytes were wanted than there are */
} Reader;

static const guint8 *
take (Reader *reader, gsize n)
{
  const guint8 *p = reader->data + reader->at;

  if (n > reader->n - reader->at)
    {
      reader->missing = TRUE;
      return NULL;
    }
  reader->at += n;
  return p;
}

/* TRUE if the next four bytes are these, which are then passed over. */
static gboolean
tag (Reader *reader, const char *bytes)
{
  const guint8 *p = take (reader, 4);

  if (!p)
    return FALSE;
  if (memcmp (p, bytes, 4) == 0)
    return TRUE;
  reader->at -= 4;
  return FALSE;
}

static gboolean
read_declaration (Reader *reader, Declaration *declaration)
{
  const guint8 *p = take (reader, 8), *text;
  gsize length;

  if (!p)
    return FALSE;
  declaration->number = scope_be16 (p);
  declaration->size = scope_be16 (p + 2);
  length = scope_be32 (p + 4);
  text = take (reader, length);
  if (!text)
    return FALSE;
  p = take (reader, 4);
  if (!p || !take (reader, scope_be32 (p)) || !tag (reader, "ete\0"))
    return FALSE;
  declaration->text = g_strndup ((const char *)text, MIN (length, 200));
  return TRUE;
}

/* FALSE if bytes are missing or wrong. */
static gboolean
read_all (Reader *reader, GArray *declarations)
{
  if (!tag (reader, "hdrb") || !tag (reader, "hetb"))
    return FALSE;
  while (tag (reader, "etb\0"))
    {
      Declaration declaration = { 0 };

      if (!read_declaration (reader, &declaration))
        return FALSE;
      g_array_append_val (declarations, declaration);
    }
  return !reader->missing && tag (reader, "hete") && tag (reader, "hdre") && tag (reader, "datb");
}

ScopeEventlogHeader *
scope_eventlog_header_parse (const guint8 *data, gsize n, gboolean at_end, const char *name, GError **error)
{
  g_autoptr (GArray) declarations = g_array_new (FALSE, FALSE, sizeof (Declaration));
  Reader reader = { data, n, 0, FALSE };

  g_array_set_clear_func (declarations, declaration_clear);
  if (read_all (&reader, declarations))
    return make_header (declarations, reader.at);
  if (!reader.missing)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: the header of this eventlog is damaged at byte %" G_GSIZE_FORMAT
                 "; without it no event can be read",
                 name, reader.at);
  else if (at_end)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                 "%s: this eventlog ends inside its header, after %" G_GSIZE_FORMAT " bytes: it contains no event",
                 name, n);
  return NULL;
}

gsize
scope_eventlog_event_size (const ScopeEventlogHeader *header, const guint8 *p, gsize n)
{
  const ScopeEventlogType *type;
  guint number;

  if (n < 2)
    return G_MAXSIZE;
  number = scope_be16 (p);
  if (number >= header->n_types)
    return 0;
  type = &header->types[number];
  if (!(type->flags & SCOPE_TYPE_DECLARED) || type->flags & SCOPE_TYPE_MARKER)
    return 0;
  if (!(type->flags & SCOPE_TYPE_VARIABLE))
    return 10u + type->size;
  return n < 12 ? G_MAXSIZE : 12u + scope_be16 (p + 10);
}
