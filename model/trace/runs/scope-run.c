/* scope-run.c: see scope-run.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/runs/scope-run.h"

#include "model/base/scope-each.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_FILES 4096u /* of one run that are looked at; of a larger one the first ones stand for all */

struct _ScopeRun
{
  GObject parent_instance;

  ScopeRunFacts facts; /* its texts are owned by what follows */
  char *digest, *title, *program, *arguments, *index_path;
  GPtrArray *paths;    /* NULL-terminated */
  GArray *files;       /* of ScopeRunFile */
};

G_DEFINE_FINAL_TYPE (ScopeRun, scope_run, G_TYPE_OBJECT)

static void
file_clear (gpointer data)
{
  g_free (((ScopeRunFile *) data)->path);
}

static void
scope_run_finalize (GObject *object)
{
  ScopeRun *self = SCOPE_RUN (object);

  g_free (self->digest);
  g_free (self->title);
  g_free (self->program);
  g_free (self->arguments);
  g_free (self->index_path);
  g_ptr_array_unref (self->paths);
  g_array_unref (self->files);
  G_OBJECT_CLASS (scope_run_parent_class)->finalize (object);
}

static void
scope_run_class_init (ScopeRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_run_finalize;
}

static void
scope_run_init (ScopeRun *self)
{
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->files = g_array_new (FALSE, TRUE, sizeof (ScopeRunFile));
  g_array_set_clear_func (self->files, file_clear);
}

/* After its texts were set. */
static ScopeRun *
complete (ScopeRun *self)
{
  if (self->title == NULL)
    self->title = g_strdup ("");
  g_ptr_array_add (self->paths, NULL);
  self->facts.digest = self->digest;
  self->facts.title = self->title;
  self->facts.program = self->program;
  self->facts.arguments = self->arguments;
  self->facts.paths = (const char *const *) self->paths->pdata;
  return self;
}

/* --- of a trace --- */

static const char *
find_info (ScopeTrace *trace, const char *key)
{
  const char *value = NULL;

  for (guint m = 0; m < scope_trace_n_machines (trace) && value == NULL; m++)
    value = scope_machine_find_info (scope_trace_machine (trace, m), key);
  return value;
}

/* The wall clock that a log tells, in µs; 0 if it tells none. */
static gint64
find_date (ScopeTrace *trace)
{
  const char *text = find_info (trace, "wall_clock");
  gint64 seconds = text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;

  return seconds > 0 && seconds < G_MAXINT64 / G_USEC_PER_SEC ? seconds * G_USEC_PER_SEC : 0;
}

ScopeRun *
scope_run_new_of_trace (ScopeTrace *trace, const char *digest, const char *const *paths, const ScopeRunFile *files,
                        guint n_files, guint64 source_bytes)
{
  ScopeRun *self = g_object_new (SCOPE_TYPE_RUN, NULL);
  gint64 first = SCOPE_TIME_MAX, last = SCOPE_TIME_MIN, tick_ps = MAX (scope_trace_tick_ps (trace), 1);

  /* Not scope_trace_range(), which guesses the end of what is still being read. */
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      const ScopeMachine *machine = scope_trace_machine (trace, m);

      first = MIN (first, machine->first + machine->offset);
      if (machine->last != SCOPE_TIME_MAX)
        last = MAX (last, machine->last + machine->offset);
    }
  self->digest = g_strdup (digest);
  self->title = g_strdup (scope_trace_title (trace));
  self->program = g_strdup (find_info (trace, "program"));
  self->arguments = g_strdup (find_info (trace, "arguments"));
  self->facts.date = find_date (trace);
  self->facts.duration_ns = last > first ? (gint64) ((double) (last - first) * (double) tick_ps / 1000) : 0;
  self->facts.runtime = scope_trace_runtime (trace);
  self->facts.machines = scope_trace_n_machines (trace);
  for (guint m = 0; m < self->facts.machines; m++)
    self->facts.processors += scope_machine_n_processors (scope_trace_machine (trace, m));
  self->facts.events = scope_trace_n_events (trace);
  self->facts.source_bytes = source_bytes;
  for (guint i = 0; paths != NULL && paths[i] != NULL && i < MAX_FILES; i++)
    g_ptr_array_add (self->paths, g_canonicalize_filename (paths[i], NULL));
  for (guint i = 0; i < MIN (n_files, MAX_FILES); i++)
    {
      ScopeRunFile file = { g_canonicalize_filename (files[i].path, NULL), files[i].bytes, files[i].modified_ns };

      g_array_append_val (self->files, file);
      if (self->facts.date == 0 || (self->facts.date_of_file && files[i].modified_ns / 1000 > self->facts.date))
        {
          self->facts.date = files[i].modified_ns / 1000;
          self->facts.date_of_file = TRUE;
        }
    }
  return complete (self);
}

/* --- as a card --- */

#define HEAD "lanescope run 1"

static void
put_text (GString *card, const char *key, const char *text)
{
  if (text == NULL)
    return;
  g_string_append_printf (card, "%s\t", key);
  for (const char *p = text; *p != '\0'; p++)
    switch (*p)
      {
      case '\n':
        g_string_append (card, "\\n");
        break;
      case '\t':
        g_string_append (card, "\\t");
        break;
      case '\\':
        g_string_append (card, "\\\\");
        break;
      default:
        g_string_append_c (card, *p);
      }
  g_string_append_c (card, '\n');
}

static void
put_number (GString *card, const char *key, gint64 number)
{
  g_string_append_printf (card, "%s\t%" G_GINT64_FORMAT "\n", key, number);
}

char *
scope_run_to_card (ScopeRun *run)
{
  const ScopeRunFacts *facts = &run->facts;
  GString *card = g_string_new (HEAD "\n");

  put_text (card, "digest", facts->digest);
  put_text (card, "title", facts->title);
  put_text (card, "program", facts->program);
  put_text (card, "arguments", facts->arguments);
  put_number (card, facts->date_of_file ? "file-date" : "date", facts->date);
  put_number (card, "duration-ns", facts->duration_ns);
  put_number (card, "runtime", facts->runtime);
  put_number (card, "machines", facts->machines);
  put_number (card, "processors", facts->processors);
  put_number (card, "events", (gint64) facts->events);
  put_number (card, "source-bytes", (gint64) facts->source_bytes);
  for (guint i = 0; facts->paths[i] != NULL; i++)
    put_text (card, "path", facts->paths[i]);
  SCOPE_EACH (const ScopeRunFile, file, run->files)
    {
      g_autofree char *key = g_strdup_printf ("file\t%" G_GUINT64_FORMAT "\t%" G_GINT64_FORMAT, file->bytes,
                                              file->modified_ns);

      put_text (card, key, file->path);
    }
  return g_string_free (card, FALSE);
}

/* In place. */
static void
unescape (char *text)
{
  char *to = text;

  for (const char *p = text; *p != '\0'; p++)
    if (*p == '\\' && p[1] != '\0')
      {
        p++;
        *to++ = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
      }
    else
      *to++ = *p;
  *to = '\0';
}

static void
take_text (char **where, char *value)
{
  unescape (value);
  g_free (*where);
  *where = g_utf8_make_valid (value, -1);
}

static void
take_file (ScopeRun *self, char *value)
{
  char *second = strchr (value, '\t'), *third = second != NULL ? strchr (second + 1, '\t') : NULL;
  ScopeRunFile file;

  if (third == NULL || self->files->len >= MAX_FILES)
    return;
  file.bytes = g_ascii_strtoull (value, NULL, 10);
  file.modified_ns = g_ascii_strtoll (second + 1, NULL, 10);
  unescape (third + 1);
  file.path = g_strdup (third + 1); /* a name of a file: perhaps no UTF-8 */
  g_array_append_val (self->files, file);
}

static void
take (ScopeRun *self, const char *key, char *value)
{
  ScopeRunFacts *facts = &self->facts;
  gint64 number = g_ascii_strtoll (value, NULL, 10);

  if (g_str_equal (key, "digest"))
    take_text (&self->digest, value);
  else if (g_str_equal (key, "title"))
    take_text (&self->title, value);
  else if (g_str_equal (key, "program"))
    take_text (&self->program, value);
  else if (g_str_equal (key, "arguments"))
    take_text (&self->arguments, value);
  else if (g_str_equal (key, "date") || g_str_equal (key, "file-date"))
    {
      facts->date = MAX (number, 0);
      facts->date_of_file = *key == 'f';
    }
  else if (g_str_equal (key, "duration-ns"))
    facts->duration_ns = MAX (number, 0);
  else if (g_str_equal (key, "runtime"))
    facts->runtime = (ScopeRuntime) CLAMP (number, 0, SCOPE_RUNTIME_SIMULATION);
  else if (g_str_equal (key, "machines"))
    facts->machines = (guint) CLAMP (number, 0, G_MAXINT32);
  else if (g_str_equal (key, "processors"))
    facts->processors = (guint) CLAMP (number, 0, G_MAXINT32);
  else if (g_str_equal (key, "events"))
    facts->events = (guint64) MAX (number, 0);
  else if (g_str_equal (key, "source-bytes"))
    facts->source_bytes = (guint64) MAX (number, 0);
  else if (g_str_equal (key, "path") && self->paths->len < MAX_FILES)
    {
      unescape (value);
      g_ptr_array_add (self->paths, g_strdup (value));
    }
  else if (g_str_equal (key, "file"))
    take_file (self, value);
}

static gboolean
is_digest (const char *text)
{
  gsize n = text != NULL ? strspn (text, "0123456789abcdef") : 0;

  return n == 32 && text[n] == '\0';
}

ScopeRun *
scope_run_new_from_card (const char *card, gsize length)
{
  g_autofree char *copy = length <= SCOPE_RUN_CARD_MAX ? g_strndup (card, length) : NULL;
  g_autoptr (ScopeRun) self = NULL;
  char *line, *next;

  if (copy == NULL || strlen (copy) != length || !g_str_has_prefix (copy, HEAD "\n"))
    return NULL;
  self = g_object_new (SCOPE_TYPE_RUN, NULL);
  for (line = copy + strlen (HEAD "\n"); *line != '\0'; line = next)
    {
      char *value = strchr (line, '\t');

      next = strchr (line, '\n');
      if (next == NULL || value == NULL || value > next)
        return NULL;
      *next++ = '\0';
      *value++ = '\0';
      take (self, line, value);
    }
  if (!is_digest (self->digest))
    return NULL;
  return complete (g_steal_pointer (&self));
}

/* --- asking --- */

const ScopeRunFacts *
scope_run_facts (ScopeRun *run)
{
  return &run->facts;
}

const ScopeRunFile *
scope_run_files (ScopeRun *run, guint *ret_n)
{
  *ret_n = run->files->len;
  return (const ScopeRunFile *) (gpointer) run->files->data;
}

char **
scope_run_dup_paths (ScopeRun *run)
{
  char **paths;

  if ((run->facts.source == SCOPE_RUN_SOURCE_THERE || run->index_path == NULL) && run->facts.paths[0] != NULL)
    return g_strdupv ((char **) run->paths->pdata);
  paths = g_new0 (char *, 2);
  paths[0] = g_strdup (run->index_path);
  return paths;
}

static int
days_between (GDateTime *then, GDateTime *now)
{
  GDate one, two;

  g_date_clear (&one, 1);
  g_date_clear (&two, 1);
  g_date_set_dmy (&one, (GDateDay) g_date_time_get_day_of_month (then), (GDateMonth) g_date_time_get_month (then),
                  (GDateYear) g_date_time_get_year (then));
  g_date_set_dmy (&two, (GDateDay) g_date_time_get_day_of_month (now), (GDateMonth) g_date_time_get_month (now),
                  (GDateYear) g_date_time_get_year (now));
  return g_date_days_between (&one, &two);
}

char *
scope_run_name (const char *title, const char *path, guint n_files)
{
  g_autofree char *program = title != NULL && *title != '\0' ? g_path_get_basename (title) : NULL;
  g_autofree char *file = path != NULL && *path != '\0' ? g_filename_display_basename (path) : NULL;
  g_autofree char *more = file != NULL && n_files > 1 ? g_strdup_printf (" +%u", n_files - 1) : g_strdup ("");

  if (file == NULL)
    return g_strdup (program != NULL ? program : "");
  if (program == NULL || g_str_has_prefix (file, program))
    return g_strconcat (file, more, NULL);
  return g_strdup_printf ("%s · %s%s", program, file, more);
}

char *
scope_run_dup_name (ScopeRun *run)
{
  return scope_run_name (run->title, run->facts.paths[0], run->paths->len - 1);
}

char *
scope_run_dup_date (ScopeRun *run)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local (), utc = NULL, then = NULL;
  int days;

  if (run->facts.date <= 0)
    return g_strdup ("");
  utc = g_date_time_new_from_unix_utc (run->facts.date / G_USEC_PER_SEC);
  then = utc != NULL ? g_date_time_to_local (utc) : NULL;
  if (then == NULL)
    return g_strdup ("");
  days = days_between (then, now);
  if (days == 0)
    return g_date_time_format (then, "%H:%M");
  if (days == 1)
    /* Translators: as in strftime(). */
    return g_date_time_format (then, _("yesterday, %H:%M"));
  if (g_date_time_get_year (now) == g_date_time_get_year (then))
    return g_date_time_format (then, _("%-d %b, %H:%M"));
  return g_date_time_format (then, _("%-d %b %Y, %H:%M"));
}

char *
scope_run_dup_duration (ScopeRun *run)
{
  static const struct
  {
    double ns;
    const char *name;
  } units[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" } };
  double ns = (double) run->facts.duration_ns;
  guint u = 0;

  while (u + 1 < G_N_ELEMENTS (units) && ns < units[u].ns)
    u++;
  return g_strdup_printf ("%.*f %s", ns / units[u].ns >= 99.95 ? 0 : ns / units[u].ns >= 9.995 ? 1 : 2, ns / units[u].ns,
                          units[u].name);
}

const char *
scope_run_source_words (ScopeRun *run)
{
  switch (run->facts.source)
    {
    case SCOPE_RUN_SOURCE_CHANGED:
      return _("The trace file has changed since: raw events are not available");
    case SCOPE_RUN_SOURCE_GONE:
      return _("The trace file is gone: raw events are not available");
    case SCOPE_RUN_SOURCE_UNKNOWN:
    case SCOPE_RUN_SOURCE_THERE:
    default:
      return NULL;
    }
}

gboolean
scope_run_matches (ScopeRun *run, const char *text)
{
  g_autoptr (GString) all = NULL;
  g_autofree char *date = NULL, *folded = NULL, *asked = NULL;
  g_auto (GStrv) words = NULL;

  if (text == NULL || *text == '\0')
    return TRUE;
  date = scope_run_dup_date (run);
  all = g_string_new (run->title);
  g_string_append_printf (all, "\n%s\n%s\n%s\n%s", run->program != NULL ? run->program : "",
                          run->arguments != NULL ? run->arguments : "", date, run->digest);
  for (guint i = 0; run->facts.paths[i] != NULL; i++)
    {
      g_autofree char *shown = g_filename_display_name (run->facts.paths[i]);

      g_string_append_printf (all, "\n%s", shown);
    }
  folded = g_utf8_casefold (all->str, -1);
  asked = g_utf8_casefold (text, -1);
  words = g_strsplit (asked, " ", -1);
  for (char **word = words; *word != NULL; word++)
    if (strstr (folded, *word) == NULL)
      return FALSE;
  return TRUE;
}

gboolean
scope_run_same_program (ScopeRun *run, ScopeRun *other)
{
  g_autofree char *one = NULL, *two = NULL;

  if ((run->program == NULL) != (other->program == NULL))
    return FALSE;
  one = g_path_get_basename (run->program != NULL ? run->program : run->title);
  two = g_path_get_basename (other->program != NULL ? other->program : other->title);
  return g_str_equal (one, two);
}

ScopeRunLikeness
scope_run_likeness (ScopeRun *run, ScopeRun *other)
{
  if (run->facts.runtime != other->facts.runtime)
    return SCOPE_RUN_OTHER_RUNTIME;
  return scope_run_same_program (run, other) ? SCOPE_RUN_SAME_PROGRAM : SCOPE_RUN_SAME_RUNTIME;
}

/* --- setting --- */

void
scope_run_set_streamed (ScopeRun *run)
{
  run->facts.streamed = TRUE;
}

void
scope_run_set_source (ScopeRun *run, ScopeRunSource source)
{
  run->facts.source = source;
}

void
scope_run_set_index (ScopeRun *run, const char *path, guint64 bytes, gint64 used, gboolean pinned)
{
  if (path != run->index_path)
    {
      g_free (run->index_path);
      run->index_path = g_strdup (path);
    }
  run->facts.index_path = run->index_path;
  run->facts.index_bytes = bytes;
  run->facts.used = used;
  run->facts.pinned = pinned;
}
