/* scope-layout-child.c: lanescope-layout, the program that runs Graphviz: a graph on standard input, places on standard
 * output.
 *
 * A process of its own, because Graphviz can neither be stopped nor be asked on two threads, and answers some graphs with
 * a crash. It reads numbers only, bounds what it takes, opens no files but Graphviz's own plug-ins, and ends with whoever
 * started it. What it reads and writes is told in scope-graphviz.c.
 *
 *   lanescope-layout SECONDS MEGABYTES
 *
 * Exit status: 0; 2 cannot be read; 3 Graphviz has no such layout; 4 it failed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <graphviz/gvc.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define MOST_NODES 10000u
#define MOST_EDGES 100000u
#define MOST_BYTES (8u << 20)

enum
{
  BAD_INPUT = 2,
  NO_LAYOUT = 3,
  FAILED = 4,
};

typedef struct
{
  char *text;
  const char *next;
  int bad;
} Input;

static void
limit (int what, rlim_t most)
{
  const struct rlimit limits = { most, most };

  setrlimit (what, &limits);
}

static void
keep_within (unsigned long seconds, unsigned long megabytes)
{
  pid_t parent = getppid ();

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent || parent == 1)
    _exit (FAILED); /* it ended before we asked */
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, 0);
  limit (RLIMIT_CPU, seconds);
#ifndef __SANITIZE_ADDRESS__ /* whose shadow is larger than any limit */
  limit (RLIMIT_AS, (rlim_t) megabytes << 20);
#endif
  setpriority (PRIO_PROCESS, 0, 5);
}

/* --- reading --- */

static int
read_all (Input *input)
{
  size_t n = 0;
  ssize_t got;

  input->text = malloc (MOST_BYTES + 1);
  if (input->text == NULL)
    return 0;
  while (n < MOST_BYTES)
    {
      got = read (STDIN_FILENO, input->text + n, MOST_BYTES - n);
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return 0;
      if (got == 0)
        break;
      n += (size_t) got;
    }
  input->text[n] = '\0';
  input->next = input->text;
  return n < MOST_BYTES && strlen (input->text) == n;
}

static int
read_word (Input *input, const char *word)
{
  size_t n = strlen (word);

  if (strncmp (input->next, word, n) != 0)
    return 0;
  input->next += n;
  return 1;
}

static unsigned long
read_number (Input *input, unsigned long most)
{
  char *end;
  unsigned long value = strtoul (input->next, &end, 10);

  input->bad |= end == input->next || value > most || *input->next == '-';
  input->next = end;
  return input->bad ? 0 : value;
}

/* --- the graph --- */

/* Inches, as Graphviz takes sizes; our unit is its point. */
static void
set_inches (void *of, char *name, unsigned long points)
{
  char text[32];

  snprintf (text, sizeof text, "%lu.%03lu", points / 72, points % 72 * 1000 / 72);
  agsafeset (of, name, text, "");
}

static Agraph_t *
read_graph (Input *input, int tree, Agnode_t ***ret_nodes, unsigned long *ret_n)
{
  Agraph_t *graph = agopen ((char *) "graph", tree ? Agdirected : Agundirected, NULL);
  unsigned long n, m;
  Agnode_t **nodes;
  char name[24];

  n = read_number (input, MOST_NODES);
  m = read_number (input, MOST_EDGES);
  input->bad |= n == 0 && m > 0;
  nodes = calloc (n + 1, sizeof *nodes);
  if (graph == NULL || nodes == NULL)
    return NULL;
  for (unsigned long i = 0; i < n && !input->bad; i++)
    {
      unsigned long width = read_number (input, 20000), height = read_number (input, 20000);

      snprintf (name, sizeof name, "%lu", i);
      nodes[i] = agnode (graph, name, 1);
      if (nodes[i] == NULL)
        return NULL;
      set_inches (nodes[i], (char *) "width", width);
      set_inches (nodes[i], (char *) "height", height);
    }
  for (unsigned long i = 0; i < m && !input->bad; i++)
    {
      unsigned long from = read_number (input, n - 1), to = read_number (input, n - 1);

      if (!input->bad)
        agedge (graph, nodes[from], nodes[to], NULL, 1);
    }
  *ret_nodes = nodes;
  *ret_n = n;
  return input->bad ? NULL : graph;
}

static void
set_ways (Agraph_t *graph, int tree)
{
  agattr (graph, AGNODE, (char *) "shape", (char *) "box");
  agattr (graph, AGNODE, (char *) "fixedsize", (char *) "true");
  agattr (graph, AGNODE, (char *) "label", (char *) "");
  agattr (graph, AGRAPH, (char *) "splines", (char *) "");
  if (tree)
    {
      agattr (graph, AGRAPH, (char *) "nodesep", (char *) "0.2");
      agattr (graph, AGRAPH, (char *) "ranksep", (char *) "0.7");
      agattr (graph, AGRAPH, (char *) "nslimit", (char *) "4");
      agattr (graph, AGRAPH, (char *) "mclimit", (char *) "0.5");
    }
  else
    {
      /* Boxes that overlap are moved apart by who asked: not every Graphviz can. */
      agattr (graph, AGRAPH, (char *) "overlap", (char *) "true");
      agattr (graph, AGRAPH, (char *) "K", (char *) "1.4");
    }
}

/* Nobody waits for what would be put in order first. */
static void __attribute__ ((noreturn))
finish (int status)
{
  _exit (fflush (stdout) == 0 ? status : FAILED);
}

int
main (int argc, char **argv)
{
  Input input = { 0 };
  Agnode_t **nodes = NULL;
  unsigned long n = 0;
  Agraph_t *graph;
  GVC_t *gvc;
  int tree;

  if (argc != 3)
    finish (BAD_INPUT);
  keep_within (strtoul (argv[1], NULL, 10), strtoul (argv[2], NULL, 10));
  if (!read_all (&input) || !read_word (&input, "lanescope-layout 1\n"))
    finish (BAD_INPUT);
  tree = read_word (&input, "dot\n");
  if (!tree && !read_word (&input, "sfdp\n"))
    finish (BAD_INPUT);
  gvc = gvContext ();
  graph = read_graph (&input, tree, &nodes, &n);
  if (graph == NULL)
    finish (input.bad ? BAD_INPUT : FAILED);
  set_ways (graph, tree);
  if (gvLayout (gvc, graph, tree ? "dot" : "sfdp") != 0)
    finish (NO_LAYOUT);
  printf ("lanescope-places 1\n%lu\n", n);
  for (unsigned long i = 0; i < n; i++)
    printf ("%.1f %.1f\n", ND_coord (nodes[i]).x, -ND_coord (nodes[i]).y);
  printf ("end\n");
  finish (0);
}
