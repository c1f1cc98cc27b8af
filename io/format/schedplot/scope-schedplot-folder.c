/* scope-schedplot-folder.c: the files of a Schedplot folder: which there are, its header, its labels; what is missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/schedplot/scope-schedplot-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-ref.h"

#include <string.h>

#define MAX_DICTIONARY (16u * 1024u * 1024u)
#define MAX_LABELS (64u * 1024u * 1024u) /* bytes of that file */
#define MAX_LABEL 4096u                  /* characters of one */
#define MAX_DAMAGES 4096u

void
scope_schedplot_damage (GArray *damages, guint processor, gint64 us, guint64 from_byte, const char *format, ...)
{
  ScopeDamage damage = { (guint16) processor, us * 1000, us * 1000, from_byte, 0, NULL };
  va_list args;

  if (damages->len >= MAX_DAMAGES)
    return;
  va_start (args, format);
  damage.reason = g_strdup_vprintf (format, args);
  va_end (args);
  g_array_append_val (damages, damage);
}

#define BAD(folder, ...) scope_schedplot_damage ((folder)->damages, SCOPE_NO_PROCESSOR, 0, 0, __VA_ARGS__)

/* All of a file, a NUL behind it; NULL if it cannot be read, or is larger than `limit`. */
static char *
read_file (ScopeSchedplotFolder *folder, const ScopeJoinedFile *file, gsize limit, gsize *ret_n)
{
  g_autofree char *data = NULL;
  gsize n = 0;
  gssize got;

  if (file->bytes > limit || file->offset + file->bytes > (guint64) scope_source_size (folder->source))
    return NULL;
  data = g_malloc (file->bytes + 1);
  while (n < file->bytes && (got = scope_source_pread (folder->source, data + n, file->bytes - n, file->offset + n, NULL)) > 0)
    n += (gsize) got;
  if (n < file->bytes)
    return NULL;
  data[n] = '\0';
  *ret_n = n;

  return g_steal_pointer (&data);
}

/* --- labels: [{Us,{Scheduler,[67,104,…]}},…]. --- */

static void
skip_space (const char **p)
{
  while (g_ascii_isspace (**p))
    (*p)++;
}

static gboolean
take (const char **p, char c)
{
  skip_space (p);
  if (**p != c)
    return FALSE;
  (*p)++;

  return TRUE;
}

static gboolean
take_number (const char **p, gint64 *ret_value)
{
  char *end;

  skip_space (p);
  *ret_value = g_ascii_strtoll (*p, &end, 10);
  if (end == *p)
    return FALSE;
  *p = end;

  return TRUE;
}

static void
append_character (GString *text, guint *n, gint64 code)
{
  gboolean good = code >= 0 && code <= G_MAXUINT32 && g_unichar_validate ((gunichar) code) && code != 0;

  if (*n < MAX_LABEL)
    g_string_append_unichar (text, good ? (gunichar) code : 0xfffd);
  else if (*n == MAX_LABEL)
    g_string_append (text, "…");
  (*n)++;
}

/* A list of characters, or a string in quotes. */
static gboolean
take_text (const char **p, GString *text)
{
  guint n = 0;
  gint64 code;

  if (take (p, '"'))
    {
      g_autofree char *raw = NULL;
      const char *start = *p;

      while (**p != '\0' && **p != '"')
        *p += **p == '\\' && (*p)[1] != '\0' ? 2 : 1;
      raw = g_strndup (start, MIN ((gsize) (*p - start), 4 * MAX_LABEL));
      for (const char *c = raw; *c != '\0'; c++) /* Latin-1, as Erlang's files are unless they say so */
        append_character (text, &n, (guint8) (*c == '\\' && c[1] != '\0' ? *++c : *c));
      return take (p, '"');
    }
  if (!take (p, '['))
    return FALSE;
  if (take (p, ']'))
    return TRUE;
  do
    {
      if (!take_number (p, &code))
        return FALSE;
      append_character (text, &n, code);
    }
  while (take (p, ','));

  return take (p, ']');
}

static gboolean
take_label (const char **p, ScopeSchedplotLabel *label)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 time, processor;

  if (!take (p, '{') || !take_number (p, &time) || !take (p, ',') || !take (p, '{') || !take_number (p, &processor)
      || !take (p, ',') || !take_text (p, text) || !take (p, '}') || !take (p, '}'))
    return FALSE;
  *label = (ScopeSchedplotLabel) { CLAMP (time, 0, SCOPE_SCHEDPLOT_MAX_TRACK * 255ll),
                                   processor > 0 && processor < SCOPE_NO_PROCESSOR ? (guint) processor : SCOPE_NO_PROCESSOR,
                                   g_string_free (g_steal_pointer (&text), FALSE) };

  return TRUE;
}

SCOPE_COMPARE_BY (by_time, ScopeSchedplotLabel, SCOPE_UP (time))

/* They stand there with the newest first. */
static void
turn_round (GArray *labels)
{
  for (guint i = 0, k = labels->len; i + 1 < k; i++)
    {
      ScopeSchedplotLabel kept = g_array_index (labels, ScopeSchedplotLabel, i);

      k--;
      g_array_index (labels, ScopeSchedplotLabel, i) = g_array_index (labels, ScopeSchedplotLabel, k);
      g_array_index (labels, ScopeSchedplotLabel, k) = kept;
    }
}

static void
read_labels (ScopeSchedplotFolder *folder, const ScopeJoinedFile *file)
{
  gsize n = 0;
  g_autofree char *data = read_file (folder, file, MAX_LABELS, &n);
  const char *p = data;
  ScopeSchedplotLabel label;
  gboolean good;

  if (data == NULL)
    {
      BAD (folder, "%s: labels cannot be read: the file is missing in part, or too large", file->name);
      return;
    }
  good = take (&p, '[');
  if (good && !take (&p, ']'))
    {
      do
        if ((good = take_label (&p, &label)))
          g_array_append_val (folder->labels, label);
      while (good && take (&p, ','));
      good = good && take (&p, ']');
    }
  if (!good)
    BAD (folder, "%s: labels are damaged from byte %" G_GSIZE_FORMAT " on; %u of them were read", file->name,
         (gsize) (p - data), folder->labels->len);
  turn_round (folder->labels);
  g_array_sort (folder->labels, by_time); /* keeps the order of equal ones */
}

/* --- the header: "4.\nfalse.\nfalse." --- */

static gboolean
take_truth (const char **p, gboolean *ret_truth)
{
  skip_space (p);
  *ret_truth = g_str_has_prefix (*p, "true");
  if (!*ret_truth && !g_str_has_prefix (*p, "false"))
    return FALSE;
  *p += *ret_truth ? 4 : 5;

  return take (p, '.');
}

/* How many tracks there are, 0: not known. */
static guint
read_header (ScopeSchedplotFolder *folder, const ScopeJoinedFile *file)
{
  gsize size = 0;
  g_autofree char *data = file != NULL ? read_file (folder, file, 4096, &size) : NULL;
  const char *p = data;
  gint64 n = 0;

  if (file == NULL)
    {
      BAD (folder, "trace_gabi_header is missing: how many tracks there were is not known, nor whether the last one is that of "
                   "collections: it is shown as a scheduler");
      return 0;
    }
  if (data == NULL || !take_number (&p, &n) || n < 1 || n > SCOPE_SCHEDPLOT_MAX_TRACKS || !take (&p, '.')
      || !take_truth (&p, &folder->has_gc) || !take_truth (&p, &folder->has_mfa))
    {
      folder->has_gc = folder->has_mfa = FALSE;
      BAD (folder, "%s: is damaged: how many tracks there were is not known, nor whether the last one is that of collections: it "
                   "is shown as a scheduler", file->name);
      return 0;
    }
  folder->header = TRUE;

  return (guint) n;
}

/* --- tracks --- */

static void
track_clear (gpointer data)
{
  ScopeSchedplotTrack *track = data;

  g_free (track->name);
  g_clear_pointer (&track->source, scope_source_unref);
  g_clear_pointer (&track->names, g_ptr_array_unref);
  g_clear_pointer (&track->turns, g_array_unref);
}

static void
set_track (ScopeSchedplotFolder *folder, ScopeSchedplotTrack *track, const ScopeJoinedFile *file)
{
  guint8 head[3];
  guint64 all = (guint64) scope_source_size (folder->source), bytes;

  track->there = TRUE;
  g_free (track->name);
  track->name = g_strdup (file->name);
  bytes = file->offset < all ? MIN (file->bytes, all - file->offset) : 0;
  if (bytes == 0)
    scope_schedplot_damage (folder->damages, track->number, 0, 0, "%s: is empty: its tracer died; what %s %u did is not known",
                            track->name, track->gc ? "track" : "scheduler", track->number);
  else if (scope_source_pread (folder->source, head, 3, file->offset, NULL) < 3 || head[0] != 0x1f || head[1] != 0x8b)
    scope_schedplot_damage (folder->damages, track->number, 0, 0, "%s: is not a track: it is not packed as one", track->name);
  else
    track->source = scope_source_new_part (folder->source, track->name, file->offset, bytes);
}

/* FALSE: it is there, but damaged. */
static gboolean
set_names (ScopeSchedplotFolder *folder, ScopeSchedplotTrack *track, const ScopeJoinedFile *file)
{
  gsize n = 0;
  g_autofree char *data = read_file (folder, file, MAX_DICTIONARY, &n);

  track->names = data != NULL ? scope_schedplot_names_read ((const guint8 *) data, n, &folder->texts) : NULL;
  if (track->names == NULL)
    scope_schedplot_damage (folder->damages, track->number, 0, 0, "%s: the dictionary of functions is damaged", file->name);

  return track->names != NULL;
}

/* Which packets a track has. Schedplot's shipped code writes packets of times though its header promises full ones: then the
 * dictionaries are empty. A track without one has what the others have. */
static void
choose_packets (ScopeSchedplotFolder *folder)
{
  guint full = 0, times = 0;

  SCOPE_EACH (const ScopeSchedplotTrack, track, folder->tracks)
    {
      if (track->names != NULL && track->names->len > 0)
        full++;
      else if (track->names != NULL && !track->gc)
        times++;
    }
  SCOPE_EACH (ScopeSchedplotTrack, track, folder->tracks)
    {
      if (!folder->has_mfa && folder->header)
        continue;
      track->full = track->names != NULL ? track->names->len > 0 : !track->gc && full > 0;
      if (track->names != NULL || track->source == NULL || track->gc || (!folder->header && full + times == 0))
        continue;
      if (full + times == 0)
        {
          g_clear_pointer (&track->source, scope_source_unref);
          scope_schedplot_damage (folder->damages, track->number, 0, 0,
                                  "%s: cannot be read without its dictionary, trace_famdict%u; neither can any other track of the run",
                                  track->name, track->number);
        }
      else if (full > 0)
        scope_schedplot_damage (folder->damages, track->number, 0, 0,
                                "trace_famdict%u is missing or damaged: functions of scheduler %u have no names", track->number,
                                track->number);
    }
}

static void
make_tracks (ScopeSchedplotFolder *folder, guint n, const GArray *files)
{
  guint last = 0, beyond = 0;

  SCOPE_EACH (const ScopeJoinedFile, file, files)
    {
      if (strcmp (file->role, "track") == 0 && file->number <= SCOPE_SCHEDPLOT_MAX_TRACKS)
        last = MAX (last, file->number);
      beyond += strcmp (file->role, "track") == 0 && file->number > (n > 0 ? n : SCOPE_SCHEDPLOT_MAX_TRACKS);
    }
  if (beyond > 0)
    BAD (folder, "%u tracks are more than the header tells of: they are left over from another run, and are not read", beyond);
  g_array_set_size (folder->tracks, n > 0 ? n : last);
  for (guint i = 0; i < folder->tracks->len; i++)
    {
      ScopeSchedplotTrack *track = &g_array_index (folder->tracks, ScopeSchedplotTrack, i);

      track->number = i + 1;
      track->limit = MIN (SCOPE_SCHEDPLOT_MAX_TRACK, SCOPE_SCHEDPLOT_MAX_ALL / folder->tracks->len);
      track->gc = folder->has_gc && i + 1 == folder->tracks->len;
      track->name = g_strdup_printf ("trace_gabi%u", i + 1);
    }
}

static void
read_files (ScopeSchedplotFolder *folder, const GArray *files)
{
  const ScopeJoinedFile *header = NULL;
  guint n;

  for (guint i = 0; i < files->len; i++)
    if (strcmp (g_array_index (files, ScopeJoinedFile, i).role, "header") == 0)
      header = &g_array_index (files, ScopeJoinedFile, i);
  n = read_header (folder, header);
  make_tracks (folder, n, files);
  SCOPE_EACH (const ScopeJoinedFile, file, files)
    {
      ScopeSchedplotTrack *track = NULL;

      if (file->number >= 1 && file->number <= folder->tracks->len)
        track = &g_array_index (folder->tracks, ScopeSchedplotTrack, file->number - 1);
      if (track != NULL && !track->there && strcmp (file->role, "track") == 0)
        set_track (folder, track, file);
      else if (track != NULL && track->names == NULL && strcmp (file->role, "dictionary") == 0
               && (folder->has_mfa || !folder->header))
        set_names (folder, track, file);
      else if (strcmp (file->role, "labels") == 0 && folder->labels->len == 0)
        read_labels (folder, file);
    }
  SCOPE_EACH (const ScopeSchedplotTrack, track, folder->tracks)
    if (!track->there)
      scope_schedplot_damage (folder->damages, track->number, 0, 0, "%s is missing: what %s %u did is not known", track->name,
                              track->gc ? "track" : "scheduler", track->number);
  choose_packets (folder);
  for (guint i = 0; i < folder->tracks->len; i++)
    scope_schedplot_track_find_turns (&g_array_index (folder->tracks, ScopeSchedplotTrack, i));
}

/* --- the folder --- */

static void
label_clear (gpointer data)
{
  g_free (((ScopeSchedplotLabel *) data)->text);
}

static void
folder_free (ScopeSchedplotFolder *folder)
{
  g_array_unref (folder->tracks);
  g_array_unref (folder->labels);
  g_array_unref (folder->damages);
  g_hash_table_unref (folder->texts.known);
  g_ptr_array_unref (folder->texts.texts);
  scope_source_unref (folder->source);
  g_free (folder);
}

SCOPE_DEFINE_REF (ScopeSchedplotFolder, scope_schedplot_folder, object->ref_count, folder_free)

ScopeSchedplotFolder *
scope_schedplot_folder_new (ScopeSource *source, GError **error)
{
  g_autoptr (GArray) files = scope_joined_list (source, error);
  ScopeSchedplotFolder *folder;

  if (files == NULL)
    return NULL;
  folder = g_new0 (ScopeSchedplotFolder, 1);
  g_atomic_ref_count_init (&folder->ref_count);
  folder->source = scope_source_ref (source);
  folder->tracks = g_array_new (FALSE, TRUE, sizeof (ScopeSchedplotTrack));
  g_array_set_clear_func (folder->tracks, track_clear);
  folder->labels = g_array_new (FALSE, FALSE, sizeof (ScopeSchedplotLabel));
  g_array_set_clear_func (folder->labels, label_clear);
  folder->damages = scope_decoder_damages_new ();
  folder->texts.texts = g_ptr_array_new_with_free_func (g_free);
  folder->texts.known = g_hash_table_new (g_str_hash, g_str_equal);
  read_files (folder, files);

  return folder;
}

gboolean
scope_schedplot_folder_unpack (ScopeSchedplotFolder *folder, GError **error)
{
  g_autoptr (ScopeSource) spool = NULL;
  guint64 base = 0;

  SCOPE_EACH (ScopeSchedplotTrack, track, folder->tracks)
    {
      g_autoptr (ScopeSource) packed = NULL;
      ScopeSource *copy;
      gboolean cut;

      track->base = base;
      if (track->source == NULL || track->bare)
        continue;
      packed = scope_source_new_gzip (track->source, error);
      copy = packed != NULL ? scope_source_spool_into (packed, &spool, base + track->limit, &cut, NULL, error)
                            : NULL;
      if (copy == NULL)
        return FALSE;
      scope_source_unref (track->source);
      track->source = copy;
      track->bare = TRUE;
      base += (guint64) scope_source_size (copy);
    }
  folder->label_base = base;

  return TRUE;
}
