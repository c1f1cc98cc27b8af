/* scope-cli-serve.c: `lanescope-cli serve --stdio`: the far side of a window that looks at a trace of this computer. Started by ssh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-there.h"

#include "io/serve/scope-serve.h"

#include "model/base/scope-fail.h"
#include "model/scene/timeline/scope-overlay-far.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  gboolean stdio;
} Options;

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;

  if (!options->stdio)
    return g_strdup ("it needs --stdio: it talks over standard input and output");
  return cli->arguments != NULL ? g_strdup ("it takes no argument: what is to be opened is told over standard input") : NULL;
}

/* What else is printed must not come between messages: it goes to standard error. */
static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const ScopeServeSide side = { scope_cli_import_options (cli), scope_far_answer, scope_far_takes_long, scope_cli_words_there, cli };
  int in = fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 3), out = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  int nothing = open ("/dev/null", O_RDONLY | O_CLOEXEC);

  if (in < 0 || out < 0 || nothing < 0 || dup2 (nothing, STDIN_FILENO) < 0 || dup2 (STDERR_FILENO, STDOUT_FILENO) < 0)
    return scope_fail (error, g_io_error_from_errno (errno), "standard input and output: %s", g_strerror (errno));
  close (nothing);
  signal (SIGPIPE, SIG_IGN); /* that nobody listens any more is told by what is written */
  return scope_serve_run (in, out, &side, error);
}

const ScopeCliCommand scope_cli_serve = {
  .name = "serve",
  .about = "be the far side of “lanescope ssh://HOST/PATH”, which starts it by ssh",
  .takes = SCOPE_CLI_TAKES_NOTHING | SCOPE_CLI_OPENS_ITSELF,
  .usage = "--stdio",
  .summary = "Shows traces of this computer to a Lanescope on another, which starts this by ssh\nwhen it is asked for ssh://HOST/PATH.",
  .options = (const ScopeCliOption[]) {
    { "stdio", G_OPTION_ARG_NONE, offsetof (Options, stdio), "Talk over standard input and output, until that ends" },
    { NULL } },
  .size = sizeof (Options),
  .check = check,
  .run = run,
};
