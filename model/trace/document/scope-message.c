/* scope-message.c: see scope-message.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-message.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *
scope_message_tag_name (guint tag)
{
  static const char *const names[SCOPE_N_TAGS]
      = { "Ready",   "NewPE", "PETIDS", "Finish", "FailPE",    "RFork", "Connect",
          "DataMes", "Head",  "Constr", "Part",   "Terminate", "Packet" };

  if (tag == SCOPE_TAG_MESSAGE)
    return "message";

  return tag >= SCOPE_TAG_FIRST && tag - SCOPE_TAG_FIRST < SCOPE_N_TAGS ? names[tag - SCOPE_TAG_FIRST] : "unknown";
}

gboolean
scope_message_is_system (guint tag)
{
  return tag != SCOPE_TAG_MESSAGE && tag != SCOPE_TAG_DATA && tag != SCOPE_TAG_HEAD;
}

/* What to add to the clock of the machine, which may not be there. */
static gint64
offset_at (ScopeTrace *trace, guint32 machine)
{
  return machine < scope_trace_n_machines (trace) ? scope_trace_offset (trace, scope_trace_machine (trace, machine)) : 0;
}

/* A process of a table: Erlang's may be none, where it is a port, or was not recorded. */
static guint32
number_or_none (gint64 value)
{
  return value == SCOPE_TABLE_NULL ? SCOPE_NONE : (guint32) value;
}

gboolean
scope_message_from_any_row (ScopeTrace *trace, const gint64 *row, ScopeMessageLine *message)
{
  /* Compared as bytes by those who keep one: no padding may differ. */
  memset (message, 0, sizeof *message);
  message->sent = row[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL;
  message->received = row[SCOPE_MESSAGE_RECEIVE] != SCOPE_TABLE_NULL;
  if (!message->sent && !message->received)
    return FALSE;
  message->count = 1;
  message->to_machine = (guint32) row[SCOPE_MESSAGE_TO_MACHINE];
  message->nowhere = row[SCOPE_MESSAGE_FROM_MACHINE] == SCOPE_TABLE_NULL;
  message->from_machine = message->nowhere ? message->to_machine : (guint32) row[SCOPE_MESSAGE_FROM_MACHINE];
  message->from_process = number_or_none (row[SCOPE_MESSAGE_FROM_PROCESS]);
  message->to_process = number_or_none (row[SCOPE_MESSAGE_TO_PROCESS]);
  message->from_port = row[SCOPE_MESSAGE_FROM_PORT];
  message->to_port = row[SCOPE_MESSAGE_TO_PORT];
  message->size = row[SCOPE_MESSAGE_SIZE];
  message->tag = (guint8) row[SCOPE_MESSAGE_TAG];
  message->system = scope_message_is_system (message->tag);
  if (message->sent)
    message->send = row[SCOPE_MESSAGE_SEND] + offset_at (trace, message->from_machine);
  if (message->received)
    message->receive = row[SCOPE_MESSAGE_RECEIVE] + offset_at (trace, message->to_machine);
  if (!message->sent)
    message->send = message->receive;
  if (!message->received)
    message->receive = message->send;
  message->reversed = message->sent && message->received && message->receive < message->send;
  message->first = message->last = message->send;
  message->until = message->receive;
  return TRUE;
}

gboolean
scope_message_from_row (ScopeTrace *trace, const gint64 *row, ScopeMessageLine *message)
{
  guint n = scope_trace_n_machines (trace);

  return scope_message_from_any_row (trace, row, message) && message->from_machine < n && message->to_machine < n;
}

void
scope_message_line_join (ScopeMessageLine *message, const ScopeMessageLine *other)
{
  double n = message->count, m = other->count;

  message->send += (gint64) ((double) (other->send - message->send) * m / (n + m));
  message->receive += (gint64) ((double) (other->receive - message->receive) * m / (n + m));
  message->count = (guint32) MIN ((guint64) message->count + other->count, G_MAXUINT32);
  message->first = MIN (message->first, other->first);
  message->last = MAX (message->last, other->last);
  message->until = MAX (message->until, other->until);
  if (message->from_machine != other->from_machine || message->from_process != other->from_process)
    message->from_process = SCOPE_NONE;
  if (message->to_machine != other->to_machine || message->to_process != other->to_process)
    message->to_process = SCOPE_NONE;
}

/* --- what is wanted --- */

gboolean
scope_message_is_unmatched (const ScopeMessageLine *message)
{
  return !message->received ? message->tag != SCOPE_TAG_CONNECT : !message->sent;
}

void
scope_message_filter_init (ScopeMessageFilter *filter)
{
  *filter = (ScopeMessageFilter) { .streams = TRUE, .machine = -1, .process = -1, .size_from = -1, .size_to = -1 };
}

gboolean
scope_message_filter_parse (ScopeMessageFilter *filter, const char *words, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (words, ",", -1);
  const struct
  {
    const char *word;
    gboolean *flag, lines;
  } flags[] = { { "lines", &filter->show, TRUE },         { "streams", &filter->streams, TRUE },
                { "classes", &filter->by_class, TRUE },   { "rows", &filter->rows, FALSE },
                { "system", &filter->system, TRUE },      { "reversed", &filter->reversed_only, TRUE },
                { "migrations", &filter->migrations, FALSE }, { "wakeups", &filter->wakeups, FALSE } };

  filter->show = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    *flags[i].flag = FALSE;
  for (char **part = parts; *part != NULL; part++)
    {
      const char *word = g_strstrip (*part);
      guint i = 0;

      while (i < G_N_ELEMENTS (flags) && strcmp (word, flags[i].word) != 0)
        i++;
      if (i < G_N_ELEMENTS (flags))
        {
          *flags[i].flag = TRUE;
          filter->show = filter->show || flags[i].lines;
        }
      else if (strcmp (word, "none") != 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _("“%s” is unknown: use lines, streams, classes, rows, system, reversed, migrations, wakeups or none"), word);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
scope_message_filter_equal (const ScopeMessageFilter *a, const ScopeMessageFilter *b)
{
  return a->show == b->show && a->system == b->system && a->streams == b->streams && a->by_class == b->by_class && a->rows == b->rows && a->migrations == b->migrations
         && a->wakeups == b->wakeups && a->reversed_only == b->reversed_only
         && a->unmatched_only == b->unmatched_only && a->machine == b->machine
         && a->process == b->process && a->without_tags == b->without_tags && a->size_from == b->size_from
         && a->size_to == b->size_to && a->pair == b->pair
         && (!a->pair
             || (a->pair_from_machine == b->pair_from_machine && a->pair_to_machine == b->pair_to_machine
                 && a->pair_from == b->pair_from && a->pair_to == b->pair_to && a->pair_from_any == b->pair_from_any
                 && a->pair_to_any == b->pair_to_any));
}

gboolean
scope_message_filter_is_narrow (const ScopeMessageFilter *filter)
{
  return filter->reversed_only || filter->unmatched_only || filter->pair || filter->machine >= 0
         || filter->without_tags != 0 || filter->size_from >= 0 || filter->size_to >= 0;
}

gboolean
scope_message_filter_wants_peer (const ScopeMessageFilter *filter, guint32 from_machine, gint64 from_process,
                                 guint32 to_machine, gint64 to_process)
{
  if (filter->machine < 0)
    return TRUE;
  return (from_machine == (guint32) filter->machine && (filter->process < 0 || from_process == filter->process))
         || (to_machine == (guint32) filter->machine && (filter->process < 0 || to_process == filter->process));
}

/* SCOPE_NONE: not known. */
static gint64
party_of (guint32 process, gint64 port)
{
  return process == SCOPE_NONE && port != SCOPE_TABLE_NULL ? scope_message_party (SCOPE_TABLE_NULL, port) : process;
}

static gboolean
is_party (gint64 number, gint64 one, GHashTable *any)
{
  return any != NULL ? g_hash_table_contains (any, &number) : one < 0 || number == one;
}

static gboolean
is_of_pair (const ScopeMessageFilter *filter, const ScopeMessageLine *message)
{
  guint32 from_machine = message->nowhere ? SCOPE_NONE : message->from_machine;

  return from_machine == filter->pair_from_machine && message->to_machine == filter->pair_to_machine
         && is_party (party_of (message->from_process, message->from_port), filter->pair_from, filter->pair_from_any)
         && is_party (party_of (message->to_process, message->to_port), filter->pair_to, filter->pair_to_any);
}

gboolean
scope_message_filter_wants (const ScopeMessageFilter *filter, const ScopeMessageLine *message)
{
  guint tag = message->tag - SCOPE_TAG_FIRST;

  if ((message->system && !filter->system) || (filter->reversed_only && !message->reversed)
      || (filter->unmatched_only && !scope_message_is_unmatched (message))
      || (tag < SCOPE_N_TAGS && (filter->without_tags & (1u << tag)) != 0)
      || (filter->pair && !is_of_pair (filter, message)))
    return FALSE;
  if ((filter->size_from >= 0 || filter->size_to >= 0)
      && (message->size == SCOPE_TABLE_NULL || message->size < filter->size_from
          || (filter->size_to >= 0 && message->size > filter->size_to)))
    return FALSE;
  return scope_message_filter_wants_peer (filter, message->from_machine, message->from_process, message->to_machine,
                                          message->to_process);
}
