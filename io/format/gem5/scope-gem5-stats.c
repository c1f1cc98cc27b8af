/* scope-gem5-stats.c: see the header. A dump that is damaged is left out whole if it does not tell its time; else what can be read of it
 * is kept. The sentences say what is missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-stats.h"

#include "io/source/scope-text.h"

#include <math.h>

#define MOST_FIGURES (4u * 1024u * 1024u)
#define MOST_DUMPS 100000u
#define MOST_FAULTS 100u
#define MOST_NAME 500u
#define MOST_NAME_BYTES (64u * 1024u * 1024u) /* of all of them: a row of figures names each of them anew */
#define MOST_LINE (256u * 1024u)
#define MOST_TICKS (G_MAXINT64 / 4)
#define BEGIN "---------- Begin Simulation Statistics"
#define END "---------- End Simulation Statistics"

struct _ScopeGem5StatsReader
{
  ScopeGem5Stats *stats;
  GHashTable *places;      /* name → place in `names` + 1 */
  gsize name_bytes;
  ScopeGem5Dump dump;
  double final_tick, sim_ticks; /* of this dump; NAN: not said */
  guint64 begin;           /* its byte */
  guint64 bad_from, bad_bytes;
  guint n_bad;             /* lines of it */
  gboolean inside, full;
  GString *line;           /* what there is of one that goes on in the next piece */
  guint64 line_at, place;  /* where it began; bytes so far */
  gboolean too_long, any;  /* any: something that is not blank */
};

typedef ScopeGem5StatsReader Reader;

static void
fault (Reader *reader, guint64 from, guint64 bytes, const char *reason)
{
  ScopeGem5StatsFault item = { from, bytes, NULL };

  if (reader->stats->faults->len >= MOST_FAULTS)
    return;
  item.reason = g_strdup (reason);
  g_array_append_val (reader->stats->faults, item);
}

/* --- figures --- */

/* G_MAXUINT32: there are too many names. */
static guint32
place_of (Reader *reader, const char *name, gsize n)
{
  g_autofree char *text = g_strndup (name, n);
  guint32 place = GPOINTER_TO_UINT (g_hash_table_lookup (reader->places, text));

  if (place == 0)
    {
      if (n > MOST_NAME_BYTES - reader->name_bytes)
        return G_MAXUINT32;
      reader->name_bytes += n;
      g_ptr_array_add (reader->stats->names, text);
      place = reader->stats->names->len;
      g_hash_table_insert (reader->places, g_steal_pointer (&text), GUINT_TO_POINTER (place));
    }
  return place - 1;
}

static void
add_figure (Reader *reader, const char *name, gsize n, double value)
{
  ScopeGem5Figure figure = { G_MAXUINT32, isfinite (value) ? value + 0.0 : NAN };

  if (reader->stats->figures->len < MOST_FIGURES)
    figure.name = place_of (reader, name, n);
  if (figure.name != G_MAXUINT32)
    g_array_append_val (reader->stats->figures, figure);
  else
    reader->full = TRUE;
}

/* A word of the line: what stands between blanks. FALSE: there is none. */
static gboolean
next_word (const char **text, gsize *n, const char **ret_word, gsize *ret_n)
{
  while (*n > 0 && g_ascii_isspace (**text))
    (*text)++, (*n)--;
  *ret_word = *text;
  while (*n > 0 && !g_ascii_isspace (**text))
    (*text)++, (*n)--;
  *ret_n = (gsize) (*text - *ret_word);
  return *ret_n > 0 && **ret_word != '#';
}

static gboolean
read_number (const char *word, gsize n, double *ret_value)
{
  char buffer[64];
  char *end;

  if (n >= sizeof buffer)
    return FALSE;
  memcpy (buffer, word, n);
  buffer[n] = '\0';
  *ret_value = g_ascii_strtod (buffer, &end);
  return end != buffer && *end == '\0';
}

/* "| 380 70.1% 70.1% | 162 29.9% 100%": name::0, name::1, … FALSE: one of them is no number. */
static gboolean
read_row (Reader *reader, const char *name, gsize n_name, const char *rest, gsize n)
{
  const char *word;
  gsize n_word;
  guint i = 0;
  gboolean wanted = TRUE;

  while (!reader->full && next_word (&rest, &n, &word, &n_word))
    {
      double value;

      if (scope_is_word (word, n_word, "|"))
        wanted = TRUE;
      else if (wanted)
        {
          g_autofree char *part = g_strdup_printf ("%.*s::%u", (int) n_name, name, i++);

          if (!read_number (word, n_word, &value))
            return FALSE;
          add_figure (reader, part, strlen (part), value);
          wanted = FALSE;
        }
    }
  return i > 0;
}

static gboolean
read_figure (Reader *reader, const char *line, gsize n)
{
  const char *name, *word;
  gsize n_name, n_word;
  double value;

  if (!next_word (&line, &n, &name, &n_name))
    return TRUE; /* empty, or a remark */
  if (n_name > MOST_NAME || !g_utf8_validate (name, (gssize) n_name, NULL) || !next_word (&line, &n, &word, &n_word))
    return FALSE;
  if (scope_is_word (word, n_word, "|"))
    return read_row (reader, name, n_name, line, n);
  if (!read_number (word, n_word, &value))
    return FALSE;
  if (scope_is_word (name, n_name, "finalTick") || scope_is_word (name, n_name, "final_tick"))
    reader->final_tick = value;
  else if (scope_is_word (name, n_name, "simTicks") || scope_is_word (name, n_name, "sim_ticks"))
    reader->sim_ticks = value;
  add_figure (reader, name, n_name, value);
  return TRUE;
}

/* --- dumps --- */

static void
begin_dump (Reader *reader, guint64 at)
{
  reader->dump = (ScopeGem5Dump) { .first = reader->stats->figures->len };
  reader->final_tick = reader->sim_ticks = NAN;
  reader->begin = at;
  reader->n_bad = 0;
  reader->bad_from = reader->bad_bytes = 0;
  reader->inside = TRUE;
}

/* What M5 wrote tells only how long it counted: that is the time of the first dump. NULL: it is known; else why the dump is left out. */
static const char *
set_time (Reader *reader)
{
  const GArray *dumps = reader->stats->dumps;
  double to = isnan (reader->final_tick) && dumps->len == 0 ? reader->sim_ticks : reader->final_tick;

  if (isnan (to))
    return "a dump of statistics that does not say when it was made (finalTick) is left out";
  if (to < 0 || to > MOST_TICKS || reader->sim_ticks < 0)
    return "a dump of statistics at an impossible time is left out";
  reader->dump.to = (gint64) to;
  reader->dump.from = reader->sim_ticks <= to ? (gint64) (to - reader->sim_ticks) : 0;
  if (dumps->len > 0 && reader->dump.to < g_array_index (dumps, ScopeGem5Dump, dumps->len - 1).to)
    return "a dump of statistics that is earlier than the one before it is left out";
  return NULL;
}

static void
end_dump (Reader *reader, guint64 at, gboolean has_end)
{
  const char *why_not = reader->stats->dumps->len < MOST_DUMPS ? set_time (reader) : "more dumps of statistics than are read; this one is left out";

  if (!has_end)
    fault (reader, at, 0, "a dump of statistics has no end; what it lacks is missing");
  if (reader->n_bad > 0)
    {
      g_autofree char *reason = g_strdup_printf ("lines of a dump of statistics that cannot be read: %u", reader->n_bad);

      fault (reader, reader->bad_from, reader->bad_bytes, reason);
    }
  reader->inside = FALSE;
  if (why_not != NULL)
    {
      fault (reader, reader->begin, at - reader->begin, why_not);
      g_array_set_size (reader->stats->figures, reader->dump.first);
      return;
    }
  reader->dump.n = reader->stats->figures->len - reader->dump.first;
  g_array_append_val (reader->stats->dumps, reader->dump);
}

static void
read_line (Reader *reader, const char *line, gsize n, guint64 at)
{
  if (!reader->too_long && scope_starts (line, n, BEGIN))
    {
      if (reader->inside)
        end_dump (reader, at, FALSE);
      begin_dump (reader, at);
    }
  else if (!reader->inside)
    return;
  else if (!reader->too_long && scope_starts (line, n, END))
    end_dump (reader, at, TRUE);
  else if (reader->too_long || !read_figure (reader, line, n))
    {
      if (reader->n_bad++ == 0)
        reader->bad_from = at;
      reader->bad_bytes += n;
    }
}

static void
clear_fault (gpointer data)
{
  g_free (((ScopeGem5StatsFault *) data)->reason);
}

/* --- the whole --- */

ScopeGem5StatsReader *
scope_gem5_stats_reader_new (void)
{
  Reader *reader = g_new0 (Reader, 1);
  ScopeGem5Stats *stats = reader->stats = g_new0 (ScopeGem5Stats, 1);

  reader->places = g_hash_table_new (g_str_hash, g_str_equal);
  reader->line = g_string_new (NULL);
  stats->dumps = g_array_new (FALSE, FALSE, sizeof (ScopeGem5Dump));
  stats->figures = g_array_new (FALSE, FALSE, sizeof (ScopeGem5Figure));
  stats->names = g_ptr_array_new_with_free_func (g_free);
  stats->faults = g_array_new (FALSE, FALSE, sizeof (ScopeGem5StatsFault));
  g_array_set_clear_func (stats->faults, clear_fault);
  return reader;
}

/* Of a line that is too long only its beginning is kept. */
static void
keep_line (Reader *reader, const char *text, gsize n)
{
  if (reader->line->len == 0)
    reader->line_at = reader->place;
  reader->too_long |= n > MOST_LINE - MIN (reader->line->len, MOST_LINE);
  if (!reader->too_long)
    g_string_append_len (reader->line, text, (gssize) n);
  else if (reader->line->len == 0)
    g_string_append_len (reader->line, text, 1);
}

gboolean
scope_gem5_stats_reader_feed (ScopeGem5StatsReader *reader, const char *text, gsize n)
{
  while (n > 0 && !reader->full)
    {
      const char *end = memchr (text, '\n', n);
      gsize length = end != NULL ? (gsize) (end - text) : n, taken = length + (end != NULL);

      for (gsize i = 0; i < length && !reader->any; i++)
        reader->any = !g_ascii_isspace (text[i]);
      if (length > 0 && (end == NULL || reader->line->len > 0 || length > MOST_LINE))
        keep_line (reader, text, length);
      if (end != NULL && reader->line->len == 0)
        read_line (reader, text, length, reader->place);
      else if (end != NULL)
        read_line (reader, reader->line->str, reader->line->len, reader->line_at);
      if (end != NULL)
        {
          g_string_truncate (reader->line, 0);
          reader->too_long = FALSE;
        }
      reader->place += taken;
      text += taken;
      n -= taken;
    }
  return !reader->full;
}

ScopeGem5Stats *
scope_gem5_stats_reader_end (ScopeGem5StatsReader *reader)
{
  ScopeGem5Stats *stats = reader->stats;

  if (scope_starts (reader->line->str, reader->line->len, END)) /* else it is cut off: a figure may be any */
    read_line (reader, reader->line->str, reader->line->len, reader->line_at);
  if (reader->full)
    fault (reader, reader->place, 0, "more statistics than are read; the rest is missing");
  if (reader->inside)
    end_dump (reader, reader->place, FALSE);
  if (stats->dumps->len == 0 && stats->faults->len == 0 && reader->any)
    fault (reader, 0, reader->place, "this is no file of gem5's statistics: it has no dump");
  g_hash_table_unref (reader->places);
  g_string_free (reader->line, TRUE);
  g_free (reader);
  return stats;
}

void
scope_gem5_stats_free (ScopeGem5Stats *stats)
{
  if (stats == NULL)
    return;
  g_array_unref (stats->dumps);
  g_array_unref (stats->figures);
  g_ptr_array_unref (stats->names);
  g_array_unref (stats->faults);
  g_free (stats);
}
