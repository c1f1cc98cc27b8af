/* fork-server.c: lanescope-cli for tests that start it thousands of times: loaded and linked once, then forked for each command.
 *
 * A test sends a datagram over the socket whose number is the argument: the environment, the folder to be in and the arguments, each
 * ending with a zero byte, behind the numbers of both; and four open files: for standard input, output and error, and for a report. The
 * answer is the process, at once, and its wait status when it has ended. The child is what main() of lanescope-cli does, to the letter:
 * nothing of the program has run before the fork, and it ends as the program would.
 *
 * Arguments of several commands, with NEXT between, are commands one after the other in that process, which is cheaper and leaves as
 * much to the sanitizers: the program keeps nothing from one to the next. Of each the report has its status and the places where what
 * it wrote ends, as three numbers of 64 bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONGEST (1 << 17)
#define MOST_WORDS 4096
#define NEXT "\036"
#define FILES 4

int scope_cli_program (int argc, char **argv); /* main() of scope-cli-main.c */

extern char **environ;

/* Cuts `text` into `n` words. Returns what is behind them. */
static char *
cut (char *text, char **words, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      words[i] = text;
      text += strlen (text) + 1;
    }
  words[n] = NULL;
  return text;
}

/* Runs the commands. Returns the status of the last one. */
static int
run_all (char **argv, int argc, int report)
{
  int status = 0;

  for (int from = 0, to; from < argc; from = to + 1)
    {
      int64_t told[3];

      for (to = from; to < argc && strcmp (argv[to], NEXT) != 0; to++)
        ;
      argv[to] = NULL;
      status = scope_cli_program (to - from, argv + from);
      if (to == argc)
        break;
      fflush (NULL);
      told[0] = status;
      for (int i = 1; i < 3; i++)
        told[i] = lseek (i, 0, SEEK_CUR);
      if (write (report, told, sizeof told) != sizeof told)
        abort ();
    }
  return status;
}

static void
run (int server, const int files[FILES], char *message)
{
  static char *env[MOST_WORDS], *argv[MOST_WORDS];
  uint32_t n_env, n_args;
  char *folder;

  memcpy (&n_env, message, sizeof n_env);
  memcpy (&n_args, message + sizeof n_env, sizeof n_args);
  if (n_env >= MOST_WORDS || n_args >= MOST_WORDS)
    abort ();
  folder = cut (message + sizeof n_env + sizeof n_args, env, n_env);
  cut (folder + strlen (folder) + 1, argv, n_args);
  environ = env;
  if (*folder != '\0' && chdir (folder) != 0)
    abort ();
  for (int i = 0; i < 3; i++)
    dup2 (files[i], i);
  for (int i = 0; i < 3; i++)
    close (files[i]);
  close (server);
  exit (run_all (argv, (int) n_args, files[3]));
}

/* One command. FALSE: nobody asks any more. */
static int
serve (int server)
{
  static char message[LONGEST];
  union
  {
    char room[CMSG_SPACE (FILES * sizeof (int))];
    struct cmsghdr align;
  } control;
  struct iovec vector = { message, sizeof message - 1 };
  struct msghdr header = { .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
  ssize_t n = recvmsg (server, &header, MSG_CMSG_CLOEXEC);
  struct cmsghdr *with = n > 0 ? CMSG_FIRSTHDR (&header) : NULL;
  int files[FILES], status = 0;
  pid_t child;

  if (with == NULL)
    return 0;
  message[n] = '\0';
  memcpy (files, CMSG_DATA (with), sizeof files);
  child = fork ();
  if (child == 0)
    run (server, files, message);
  for (int i = 0; i < FILES; i++)
    close (files[i]);
  if (send (server, &child, sizeof child, 0) < 0 || waitpid (child, &status, 0) < 0 || send (server, &status, sizeof status, 0) < 0)
    return 0;
  return 1;
}

int
main (int argc, char **argv)
{
  int server = argc == 2 ? atoi (argv[1]) : -1;

  while (serve (server))
    ;
  return 0;
}
