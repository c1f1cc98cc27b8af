/* scope-alignment-words.c: what was done to lay two runs on each other, in words; and words that say what is to be done.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-alignment-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/base/scope-parse-time.h"

#include <glib/gi18n.h>
#include <string.h>

/* --- for people --- */

static void
append_dropped (GString *out, ScopeAlignment *alignment)
{
  guint crosses = alignment->fates[SCOPE_MARK_CROSSES];
  guint baseline = alignment->fates[SCOPE_MARK_ONLY_BASELINE], run = alignment->fates[SCOPE_MARK_ONLY_RUN];

  if (crosses > 0)
    {
      g_string_append_c (out, ' ');
      g_string_append_printf (out, ngettext ("%u is dropped, because its order differs.",
                                             "%u are dropped, because their order differs.", crosses),
                              crosses);
    }
  if (baseline > 0)
    g_string_append_printf (out, _(" Only in the baseline: %u."), baseline);
  if (run > 0)
    g_string_append_printf (out, _(" Only in this run: %u."), run);
  if (alignment->more_marks)
    g_string_append_printf (out, _(" Only the first %u marks of each run were looked at."), SCOPE_ALIGN_MOST_MARKS);
}

static void
append_marks (GString *out, ScopeAlignment *alignment)
{
  guint n = alignment->fates[SCOPE_MARK_USED];
  const char *first = NULL, *last = NULL;

  SCOPE_EACH (const ScopeAlignMark, mark, alignment->marks)
    {
      if (mark->fate == SCOPE_MARK_USED)
        {
          first = first != NULL ? first : mark->text;
          last = mark->text;
        }
    }
  if (n == 1)
    g_string_append_printf (out, _("Aligned at the one mark in common, “%s”."), first);
  else
    g_string_append_printf (out, _("Aligned piecewise at %u marks in common, from “%s” to “%s”."), n, first, last);
  append_dropped (out, alignment);
}

static void
append_mark (GString *out, ScopeAlignment *alignment)
{
  if (alignment->wish.occurrence > 1)
    g_string_append_printf (out, _("Aligned at the mark “%s” number %u."), alignment->wish.mark, alignment->wish.occurrence);
  else
    g_string_append_printf (out, _("Aligned at the mark “%s”."), alignment->wish.mark);
}

static void
append_start (GString *out, ScopeAlignment *alignment)
{
  if (alignment->wish.by == SCOPE_ALIGN_LENGTH)
    g_string_append (out, _("Aligned from the start: one of the runs has no length."));
  else if (alignment->wish.by == SCOPE_ALIGN_AUTO)
    {
      g_string_append (out, _("Aligned from the start: they have no marks in common."));
      append_dropped (out, alignment);
    }
  else
    g_string_append (out, _("Aligned from the start."));
}

char *
scope_alignment_dup_words (ScopeAlignment *alignment)
{
  ScopeTimeKnot knot = scope_time_map_knot (alignment->map, 0);
  double stretch = scope_time_map_stretch_at (alignment->map, knot.run);
  g_autofree char *run = scope_format_duration ((double) knot.run, alignment->run_tick_ps);
  g_autofree char *baseline = scope_format_duration ((double) knot.baseline, alignment->baseline_tick_ps);
  GString *out = g_string_new (NULL);

  switch (alignment->by)
    {
    case SCOPE_ALIGN_MARKS:
      append_marks (out, alignment);
      break;
    case SCOPE_ALIGN_MARK:
      append_mark (out, alignment);
      break;
    case SCOPE_ALIGN_AT:
      g_string_append_printf (out, _("Aligned: %s of the baseline is %s of this run."), baseline, run);
      break;
    case SCOPE_ALIGN_INTERVAL:
      g_string_append_printf (out, _("Aligned at an interval of each, the baseline stretched by %.3g."), 1 / stretch);
      break;
    case SCOPE_ALIGN_LENGTH:
      g_string_append_printf (out, _("Scaled to equal length, the baseline stretched by %.3g."), 1 / stretch);
      break;
    default:
      append_start (out, alignment);
    }
  return g_string_free (out, FALSE);
}

/* --- from the command line, which speaks English --- */

typedef struct
{
  const char *at; /* where reading is */
  const char *text;
} Reading;

/* With a unit, or in ns; becomes the nearest tick. */
static gboolean
read_time (Reading *reading, gint64 tick_ps, gint64 *ret_ticks)
{
  __int128 ps;

  if (!scope_parse_time (reading->at, "ns", &reading->at, &ps))
    return FALSE;
  ps = (ps < 0 ? ps - tick_ps / 2 : ps + tick_ps / 2) / tick_ps;
  *ret_ticks = (gint64) CLAMP (ps, G_MININT64 + 1, G_MAXINT64 - 1);
  return TRUE;
}

static gboolean
read_char (Reading *reading, char c)
{
  if (*reading->at != c)
    return FALSE;
  reading->at++;
  return TRUE;
}

static gboolean
wrong (const Reading *reading, const char *want, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("“%s”: at character %ld there should be %s"),
               reading->text, g_utf8_pointer_to_offset (reading->text, reading->at) + 1, want);
  return FALSE;
}

static gboolean
read_at (Reading *reading, gint64 baseline_tick_ps, gint64 run_tick_ps, ScopeAlignWish *wish, GError **error)
{
  if (!read_time (reading, baseline_tick_ps, &wish->baseline))
    return wrong (reading, "a time of the baseline, as 5ms", error);
  if (!read_char (reading, ','))
    return wrong (reading, "a comma", error);
  if (!read_time (reading, run_tick_ps, &wish->run))
    return wrong (reading, "a time of this run, as 5ms", error);
  return *reading->at == '\0' || wrong (reading, "nothing more", error);
}

static gboolean
read_interval (Reading *reading, gint64 baseline_tick_ps, gint64 run_tick_ps, ScopeAlignWish *wish, GError **error)
{
  if (!read_time (reading, baseline_tick_ps, &wish->baseline) || !read_char (reading, '-')
      || !read_time (reading, baseline_tick_ps, &wish->baseline_to))
    return wrong (reading, "an interval of the baseline, TIME-TIME", error);
  if (!read_char (reading, ','))
    return wrong (reading, "a comma", error);
  if (!read_time (reading, run_tick_ps, &wish->run) || !read_char (reading, '-')
      || !read_time (reading, run_tick_ps, &wish->run_to))
    return wrong (reading, "an interval of this run, TIME-TIME", error);
  return *reading->at == '\0' || wrong (reading, "nothing more", error);
}

/* "TEXT" or "TEXT#2". */
static gboolean
read_mark (const Reading *reading, ScopeAlignWish *wish, GError **error)
{
  const char *hash = strrchr (reading->at, '#');
  char *end = NULL;
  guint64 n = hash != NULL && g_ascii_isdigit (hash[1]) ? g_ascii_strtoull (hash + 1, &end, 10) : 0;

  if (*reading->at == '\0')
    return wrong (reading, "the text of a mark", error);
  wish->occurrence = 1;
  if (end == NULL || *end != '\0' || n == 0 || n > G_MAXUINT || hash == reading->at)
    wish->mark = g_strdup (reading->at);
  else
    {
      wish->occurrence = (guint) n;
      wish->mark = g_strndup (reading->at, (gsize) (hash - reading->at));
    }
  return TRUE;
}

gboolean
scope_align_wish_parse (const char *text, gint64 baseline_tick_ps, gint64 run_tick_ps, ScopeAlignWish *ret_wish,
                        GError **error)
{
  static const struct
  {
    const char *name;
    ScopeAlignBy by;
  } words[] = { { "auto", SCOPE_ALIGN_AUTO }, { "marks", SCOPE_ALIGN_MARKS }, { "start", SCOPE_ALIGN_STARTS },
                { "length", SCOPE_ALIGN_LENGTH } };
  ScopeAlignWish wish = { 0 };
  Reading reading = { text, text };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (text, words[i].name) == 0)
      {
        *ret_wish = (ScopeAlignWish) { .by = words[i].by };
        return TRUE;
      }
  if (g_str_has_prefix (text, "mark:"))
    {
      wish.by = SCOPE_ALIGN_MARK;
      reading.at += strlen ("mark:");
      if (!read_mark (&reading, &wish, error))
        return FALSE;
    }
  else if (g_str_has_prefix (text, "at:"))
    {
      wish.by = SCOPE_ALIGN_AT;
      reading.at += strlen ("at:");
      if (!read_at (&reading, baseline_tick_ps, run_tick_ps, &wish, error))
        return FALSE;
    }
  else if (g_str_has_prefix (text, "interval:"))
    {
      wish.by = SCOPE_ALIGN_INTERVAL;
      reading.at += strlen ("interval:");
      if (!read_interval (&reading, baseline_tick_ps, run_tick_ps, &wish, error))
        return FALSE;
    }
  else
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("“%s” is unknown: use auto, marks, start, length, mark:TEXT, at:TIME,TIME or interval:TIME-TIME,TIME-TIME"), text);
      return FALSE;
    }
  *ret_wish = wish;
  return TRUE;
}
