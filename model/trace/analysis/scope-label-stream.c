/* scope-label-stream.c: see scope-label-stream.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-label-stream.h"

#include "model/base/scope-fail.h"

#include <string.h>

void
scope_labels_init (ScopeLabels *labels)
{
  labels->texts = g_ptr_array_new_with_free_func (g_free);
  labels->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  scope_labels_number (labels, "");
}

void
scope_labels_clear (ScopeLabels *labels)
{
  g_clear_pointer (&labels->numbers, g_hash_table_unref);
  g_clear_pointer (&labels->texts, g_ptr_array_unref);
}

guint32
scope_labels_number (ScopeLabels *labels, const char *text)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (labels->numbers, text));
  char *copy;

  if (number != 0)
    return number - 1;
  copy = g_strdup (text);
  g_ptr_array_add (labels->texts, copy);
  g_hash_table_insert (labels->numbers, copy, GUINT_TO_POINTER (labels->texts->len));
  return labels->texts->len - 1;
}

/* FALSE: the text is none of these. */
static gboolean
parse (ScopeLabelStream *stream, const char *text)
{
  if (g_str_has_prefix (text, "START "))
    stream->label = scope_labels_number (stream->labels, text + strlen ("START "));
  else if (g_str_has_prefix (text, "label:"))
    stream->label = scope_labels_number (stream->labels, text + strlen ("label:"));
  else if (g_str_has_prefix (text, "STOP "))
    stream->label = 0;
  else
    return FALSE;
  return TRUE;
}

/* Rows may be a little out of order. */
static void
take (ScopeLabelStream *stream, gint64 time, gint64 thread, gint64 before)
{
  stream->time = MAX (time + stream->machine->offset, before);
  stream->task = (ScopeTaskId) { stream->machine->index, (guint32) thread };
}

gboolean
scope_label_stream_next (ScopeLabelStream *stream, GError **error)
{
  gint64 row[SCOPE_TABLE_MAX_COLUMNS], before = stream->time;
  GError *local = NULL;

  stream->time = SCOPE_TIME_MAX;
  while (scope_table_cursor_next (&stream->cursor, row, &local))
    {
      g_autofree char *text = NULL;

      if (stream->functions)
        {
          const char *function = row[SCOPE_RUNS_IN_FUNCTION] > 0
                                     ? scope_machine_function (stream->machine, (guint32) row[SCOPE_RUNS_IN_FUNCTION] - 1)
                                     : NULL;

          stream->label = scope_labels_number (stream->labels, function != NULL ? function : "");
          take (stream, row[SCOPE_RUNS_IN_TIME], row[SCOPE_RUNS_IN_THREAD], before);
          return TRUE;
        }
      if (row[SCOPE_MARK_THREAD] == SCOPE_TABLE_NULL || row[SCOPE_MARK_KIND] == SCOPE_MARK_LABEL)
        continue;
      text = scope_machine_text (stream->machine, (guint64) row[SCOPE_MARK_TEXT], &local);
      if (text == NULL)
        break;
      if (!parse (stream, text))
        continue;
      take (stream, row[SCOPE_MARK_TIME], row[SCOPE_MARK_THREAD], before);
      return TRUE;
    }
  return scope_passed (local, error);
}

gboolean
scope_label_stream_init (ScopeLabelStream *stream, ScopeMachine *machine, ScopeLabels *labels, GError **error)
{
  *stream = (ScopeLabelStream) { .machine = machine, .labels = labels, .time = SCOPE_TIME_MIN };
  stream->functions = scope_table_n_rows (machine->tables[SCOPE_TABLE_RUNS_IN]) > 0;
  scope_table_cursor_init (&stream->cursor, machine->tables[stream->functions ? SCOPE_TABLE_RUNS_IN : SCOPE_TABLE_MARKS],
                           SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  return scope_label_stream_next (stream, error);
}

void
scope_label_stream_clear (ScopeLabelStream *stream)
{
  scope_table_cursor_clear (&stream->cursor);
}
