/* scope-node-recorder.c: see scope-node-recorder.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/node/scope-node-recorder.h"

#include "app/node/scope-node.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/base/scope-weak-ref.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>

#define PROGRAM "lanescope-cli: " /* so begins what it says */
#define MOST_SAID 500u            /* bytes of that */

struct _ScopeNodeRecorder
{
  GObject parent_instance;

  char *address;
  ScopeNode node;
  GSubprocess *program; /* NULL: not started, or ended */
};

enum
{
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ScopeNodeRecorder, scope_node_recorder, G_TYPE_OBJECT)

/* --- what cannot be --- */

static char *
dup_words (const ScopeNode *node, ScopeNodeTrouble trouble, char *why)
{
  g_autofree char *told = why;

  switch (trouble)
    {
    case SCOPE_NODE_BAD_NAME:
      return g_strdup_printf (_("“%s” is not the name of a node: write it as shop@localhost"), node->name);
    case SCOPE_NODE_BAD_RECORD:
      return g_strdup_printf (_("“%s” is nothing that can be recorded"), node->record);
    case SCOPE_NODE_NO_COOKIE:
      return g_strdup_printf (_("The cookie cannot be read: %s"), node->cookie);
    case SCOPE_NODE_NO_ERLANG:
      return g_strdup (_("Erlang is needed here, too: “escript” was not found (Debian: erlang-base)"));
    case SCOPE_NODE_NO_SCRIPT:
      return g_strdup_printf (_("%s is missing"), told);
    case SCOPE_NODE_NO_FOLDER:
      return g_steal_pointer (&told);
    default:
      return NULL;
    }
}

char *
scope_node_recorder_complain (const char *address)
{
  ScopeNode node;
  ScopeNodeTrouble trouble;
  char *why = NULL, *words;

  if (!scope_node_parse (address, &node))
    return g_strdup_printf (_("“%s” is not the name of a node: write it as shop@localhost"), address);
  trouble = scope_node_check (&node, &why);
  words = dup_words (&node, trouble, why);
  scope_node_clear (&node);
  return words;
}

/* --- before --- */

static gpointer
prepare (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  ScopeNodeRecorder *self = source; /* nobody else looks at its node meanwhile */
  g_autofree char *words = NULL;
  ScopeNodeTrouble trouble;
  char *why = NULL;

  if (!scope_node_parse (self->address, &self->node))
    words = scope_node_recorder_complain (self->address);
  else
    {
      trouble = scope_node_prepare (&self->node, &why);
      words = dup_words (&self->node, trouble, why);
    }
  if (words == NULL)
    return GINT_TO_POINTER (TRUE);
  return scope_fail_null (error, G_IO_ERROR_FAILED, "%s", words);
}

void
scope_node_recorder_prepare_async (ScopeNodeRecorder *self, GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_give (self, prepare, NULL, NULL, NULL, NULL, callback, user_data);
}

const char *
scope_node_recorder_prepare_finish (ScopeNodeRecorder *self, GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error) != NULL ? self->node.where : NULL;
}

/* --- its end --- */

/* What it said last, if it said anything; free with g_free(). */
static char *
dup_said (const ScopeNode *node, const char *said)
{
  g_autofree char *text = g_strndup (said, MOST_SAID), *valid = g_utf8_make_valid (text, -1);

  g_strstrip (valid);
  if (g_str_has_prefix (valid, PROGRAM))
    memmove (valid, valid + strlen (PROGRAM), strlen (valid) - strlen (PROGRAM) + 1);
  return *valid != '\0' ? g_steal_pointer (&valid) : g_strdup_printf (_("The recorder of %s has failed"), node->name);
}

static char *
dup_why (const ScopeNode *node, GSubprocess *program, const char *said)
{
  int status = g_subprocess_get_if_exited (program) ? g_subprocess_get_exit_status (program) : 1;

  switch (status)
    {
    case 0:
      return NULL;
    case SCOPE_NODE_EXIT_UNREACHABLE:
      return g_strdup_printf (_("%s cannot be reached: it does not run, its host is not known, or the cookie is another one"), node->name);
    case SCOPE_NODE_EXIT_GONE:
      return g_strdup_printf (_("%s has ended, or cannot be reached any more"), node->name);
    case SCOPE_NODE_EXIT_OTHER_MODULE:
      return g_strdup_printf (_("%s has another module of the name lanescope"), node->name);
    default:
      return dup_said (node, said);
    }
}

static void
program_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeNodeRecorder) self = scope_weak_ref_take (user_data);
  g_autofree char *said = NULL, *why = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, NULL, &said, NULL);
  if (self == NULL)
    return;
  why = dup_why (&self->node, G_SUBPROCESS (source), said != NULL ? said : "");
  g_clear_object (&self->program);
  scope_node_unprepare (&self->node);
  g_signal_emit (self, signals[ENDED], 0, why);
}

gboolean
scope_node_recorder_start (ScopeNodeRecorder *self, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);

  g_return_val_if_fail (self->program == NULL && self->node.where != NULL, FALSE);

  g_subprocess_launcher_set_environ (launcher, self->node.envp);
  self->program = g_subprocess_launcher_spawnv (launcher, (const char *const *) self->node.argv, error);
  if (self->program == NULL)
    return FALSE;
  g_subprocess_communicate_utf8_async (self->program, NULL, NULL, program_ended, scope_weak_ref_new (self));
  return TRUE;
}

void
scope_node_recorder_stop (ScopeNodeRecorder *self)
{
  if (self->program != NULL)
    g_subprocess_send_signal (self->program, SIGTERM);
}

/* --- life --- */

const char *
scope_node_recorder_get_address (ScopeNodeRecorder *self)
{
  return self->address;
}

const char *
scope_node_recorder_get_name (ScopeNodeRecorder *self)
{
  return self->node.name;
}

static void
scope_node_recorder_finalize (GObject *object)
{
  ScopeNodeRecorder *self = SCOPE_NODE_RECORDER (object);

  scope_node_recorder_stop (self);
  g_clear_object (&self->program);
  scope_node_clear (&self->node);
  g_free (self->address);

  G_OBJECT_CLASS (scope_node_recorder_parent_class)->finalize (object);
}

static void
scope_node_recorder_class_init (ScopeNodeRecorderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_node_recorder_finalize;
  signals[ENDED] = g_signal_new ("ended", SCOPE_TYPE_NODE_RECORDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
scope_node_recorder_init (ScopeNodeRecorder *self)
{
}

ScopeNodeRecorder *
scope_node_recorder_new (const char *address)
{
  ScopeNodeRecorder *self = g_object_new (SCOPE_TYPE_NODE_RECORDER, NULL);

  self->address = g_strdup (address);
  return self;
}
