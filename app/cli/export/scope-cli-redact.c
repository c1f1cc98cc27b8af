/* scope-cli-redact.c: `lanescope-cli redact -o FILE TRACE`: the trace without what tells whose it is, to be shown to others.
 *
 * One log becomes a log, several become an archive. The logs are not decoded to lanes: what a reader makes of them is left to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "io/export/scope-file-writer.h"
#include "io/format/erlang/scope-erlang-redact.h"
#include "io/format/eventlog/scope-eventlog-redact.h"
#include "io/format/schedplot/scope-schedplot-redact.h"
#include "io/source/scope-archive.h"
#include "io/source/scope-zip-write.h"
#include "model/base/scope-fail.h"

typedef struct
{
  char *output;
  char *keep_text;
  guint keep; /* of ScopeRedactionKeep */
} Options;

typedef struct
{
  ScopeCli *cli;
  ScopeArchive *archive;
  ScopeRedaction *redaction;
  GArray *places;   /* of guint64: where each log begins, and the end of all */
  GPtrArray *names; /* of char *: of each */
  guint member;     /* that is redacted now */
} Redacting;

/* --- logs --- */

typedef gboolean (*Redactor) (ScopeSource *source, ScopeRedaction *redaction, GCancellable *cancellable, GError **error);

/* NULL: there is none. */
static Redactor
redactor_of (ScopeLogKind kind)
{
  switch (kind)
    {
    case SCOPE_LOG_EVENTLOG:
      return scope_eventlog_redact;
    case SCOPE_LOG_ERLANG:
      return scope_erlang_redact;
    case SCOPE_LOG_PROBES:
      return scope_probes_redact;
    default:
      return NULL;
    }
}

static void
add_file (const char *name, guint64 place, gpointer user_data)
{
  Redacting *self = user_data;

  g_array_append_val (self->places, place);
  g_ptr_array_add (self->names, g_strdup_printf ("redacted-%05u/%s", self->member, name));
}

static gboolean
redact_member (Redacting *self, guint i, GError **error)
{
  const ScopeMember *member = scope_archive_member (self->archive, i);
  guint64 place = scope_redaction_place (self->redaction);
  g_autoptr (ScopeSource) source = NULL;
  Redactor redact;

  if (member->foreign)
    return TRUE;
  if (member->refusal != NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_DATA, "%s: %s", member->name, member->refusal);
  redact = redactor_of (member->kind);
  if (redact == NULL && member->kind != SCOPE_LOG_SCHEDPLOT)
    return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED,
                       "%s: only eventlogs of GHC and Eden, trace files of Erlang, logs of its probes and folders of Schedplot can be redacted",
                       member->name);
  source = scope_archive_open_member (self->archive, i, error);
  self->member = i;
  if (redact == NULL)
    return source != NULL && scope_schedplot_redact (source, self->redaction, add_file, self, self->cli->cancellable, error);
  if (source == NULL || !redact (source, self->redaction, self->cli->cancellable, error))
    return FALSE;
  g_array_append_val (self->places, place);
  /* Numbers are those of machines; where they are not told, the order of names is kept. */
  g_ptr_array_add (self->names, member->number > 0 ? g_strdup_printf ("redacted#%u.eventlog", member->number)
                                                   : g_strdup_printf ("redacted-%05u.eventlog", i));
  g_atomic_int_set (&self->cli->permille, (gint) ((i + 1) * 1000 / scope_archive_n_members (self->archive)));
  return TRUE;
}

static gboolean
redact_members (Redacting *self, GError **error)
{
  guint64 end;

  for (guint i = 0; i < scope_archive_n_members (self->archive); i++)
    if (!redact_member (self, i, error))
      return FALSE;
  if (self->names->len == 0)
    return scope_fail (error, G_IO_ERROR_INVALID_DATA, "there is no log in it");
  end = scope_redaction_place (self->redaction);
  g_array_append_val (self->places, end);
  return TRUE;
}

/* --- the file --- */

static gboolean
write_one (ScopeCli *cli, ScopeSource *log, const char *path, GError **error)
{
  g_autoptr (ScopeFileWriter) writer = scope_file_writer_new (path, error);
  g_autofree guint8 *data = g_malloc (1u << 20);
  gssize n;

  if (writer == NULL)
    return FALSE;
  while ((n = scope_source_read (log, data, 1u << 20, error)) > 0)
    if (scope_cli_interrupted (cli, error) || !scope_file_writer_add (writer, data, (gsize) n, error))
      return FALSE;
  return n == 0 && scope_file_writer_finish (writer, error);
}

/* Two logs of one number: the second one has none. */
static void
make_distinct (GPtrArray *names)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < names->len; i++)
    if (!g_hash_table_add (seen, names->pdata[i]))
      {
        char *other = g_strdup_printf ("redacted-%05u-again.eventlog", i);

        g_free (names->pdata[i]);
        names->pdata[i] = other;
        g_hash_table_add (seen, other);
      }
}

static gboolean
write_all (Redacting *self, const char *path, GError **error)
{
  g_autoptr (ScopeSource) all = scope_redaction_finish (self->redaction, error);
  g_autoptr (GPtrArray) logs = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_source_unref);

  if (all == NULL)
    return FALSE;
  if (self->names->len == 1)
    return write_one (self->cli, all, path, error);
  make_distinct (self->names);
  for (guint i = 0; i < self->names->len; i++)
    {
      guint64 from = g_array_index (self->places, guint64, i), to = g_array_index (self->places, guint64, i + 1);

      g_ptr_array_add (logs, scope_source_new_part (all, self->names->pdata[i], from, to - from));
    }
  return scope_zip_write (path, logs->len, (ScopeSource *const *) logs->pdata, (const char *const *) self->names->pdata, error);
}

static void
notify (ScopeCli *cli, const ScopeRedaction *redaction)
{
  cli->losses += redaction->left_out > 0;
  if (redaction->left_out > 0)
    fprintf (stderr, "note: %" G_GUINT64_FORMAT " bytes that make no sense were left out\n", redaction->left_out);
  if (redaction->n_emptied > 0)
    fprintf (stderr, "note: %" G_GUINT64_FORMAT " events of unknown kinds were emptied\n", redaction->n_emptied);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ScopeRedaction) redaction = scope_redaction_new (options->keep, error);
  g_autoptr (ScopeArchive) archive = NULL;
  Redacting self = { .cli = cli, .redaction = redaction, .places = places, .names = names };
  gboolean ok;

  if (redaction == NULL)
    return FALSE;
  scope_cli_begin (cli);
  archive = self.archive
      = scope_archive_open ((const char *const *) cli->arguments, g_strv_length (cli->arguments), cli->cancellable, error);
  ok = archive != NULL && redact_members (&self, error) && write_all (&self, options->output, error);
  scope_cli_end_progress (cli);
  if (ok)
    notify (cli, redaction);
  return ok;
}

static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;
  g_auto (GStrv) words = g_strsplit (options->keep_text != NULL ? options->keep_text : "", ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *word = g_strstrip (words[i]);
      int which = scope_cli_find_word (SCOPE_REDACTION_WORDS, word);

      if (which < 0)
        {
          g_autofree char *meant = scope_cli_guess_word (SCOPE_REDACTION_WORDS, word);

          return g_strdup_printf ("--keep %s: it can be %s.%s", word, SCOPE_REDACTION_WORDS, meant);
        }
      options->keep |= 1u << which;
    }
  return options->output == NULL ? g_strdup ("it needs -o FILE") : scope_cli_only_here (cli, "only its index comes over the line");
}

const ScopeCliCommand scope_cli_redact = {
  .name = "redact",
  .about = "the trace without environment, arguments, names and paths, to be shown to others",
  .takes = SCOPE_CLI_OPENS_ITSELF,
  .usage = "-o FILE TRACE…",
  .summary = "Writes an eventlog of GHC or Eden, a trace of Erlang (file, log of probes, Schedplot) without what tells whose it is:\n"
             "environment, arguments, names of threads, nodes and code, paths of sources, what the program says and sends. Times and\n"
             "numbers stay.",
  .description = "Names become others, the same for the same name. Several logs become one archive.",
  .options = (const ScopeCliOption[]) {
      { "keep", G_OPTION_ARG_STRING, offsetof (Options, keep_text), "Leave these as they are: " SCOPE_REDACTION_WORDS, "WORDS" },
      { "output", G_OPTION_ARG_FILENAME, offsetof (Options, output), "Where to, for instance shared.eventlog", "FILE", NULL, 'o' },
      { NULL } },
  .size = sizeof (Options),
  .check = check,
  .run = run,
};
