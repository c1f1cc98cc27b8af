/* scope-graphviz.c: see scope-graphviz.h.
 *
 * What goes to the child, on its standard input (a file in memory: nothing waits for it to read):
 *
 *     lanescope-layout 1
 *     sfdp                      or dot
 *     NODES EDGES
 *     WIDTH HEIGHT              of each node, in points: our pixels
 *     FROM TO                   of each edge, from 0
 *
 * What comes back, once all is done:
 *
 *     lanescope-places 1
 *     NODES
 *     X Y                       of each node: its centre; y downwards
 *     end
 *
 * What comes back is not trusted: it is bounded, and read to the last word before any of it is used.
 *
 * Of groups of nodes each is one node among the others, so that they lie as their messages want. Nodes of a group that have edges
 * to each other are sent beside it, all tied to one more that nobody sees; they come to lie where their group lies, each a
 * little to the side where it lay there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-graphviz.h"

#include <errno.h>
#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SCOPE_BUILD_PROGRAM SCOPE_BUILD_ROOT "/io/export/lanescope-layout"
#define PIECE 65536u
#define BYTES_A_NODE 64u
#define ASPECT 1.6 /* of pictures */
#define NEARNESS 0.01 /* of the nodes of a group */

struct _ScopeGraphviz
{
  GObject parent_instance;

  char *program; /* NULL: lanescope-layout, wherever it is */
  guint seconds, megabytes;
};

static void layout_init (ScopeGraphLayoutInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeGraphviz, scope_graphviz, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (SCOPE_TYPE_GRAPH_LAYOUT, layout_init))

/* What of a graph is sent, by its number there. */
typedef struct
{
  guint n_nodes, n_edges;
  guint32 *stands; /* node → what stands for it among all: itself or its group */
  guint32 *own;    /* node → itself within its group; or SCOPE_NONE */
  guint32 *tie;    /* node → what those are tied to */
  GString *nodes, *edges;
} Sent;

/* One layout under way. */
typedef struct
{
  GSubprocess *child;
  GCancellable *stop;   /* of what is read: cancelled, or too late */
  GCancellable *outer;  /* the caller's, or NULL */
  gulong outer_id;
  GSource *alarm;
  gboolean late;
  GByteArray *got;
  guint n_nodes;         /* of the graph */
  Sent *sent;
  gboolean sideways;     /* x and y have changed places on the way */
  guint seconds;
} Run;

static void
sent_free (Sent *sent)
{
  if (sent == NULL)
    return;
  g_free (sent->stands);
  g_free (sent->own);
  g_free (sent->tie);
  g_string_free (sent->nodes, TRUE);
  g_string_free (sent->edges, TRUE);
  g_free (sent);
}

static void
run_free (gpointer data)
{
  Run *run = data;

  if (run->child != NULL)
    {
      g_subprocess_force_exit (run->child); /* nothing, if it has ended */
      g_object_unref (run->child);
    }
  if (run->outer != NULL)
    g_cancellable_disconnect (run->outer, run->outer_id);
  g_clear_object (&run->outer);
  if (run->alarm != NULL)
    {
      g_source_destroy (run->alarm);
      g_source_unref (run->alarm);
    }
  g_clear_object (&run->stop);
  g_byte_array_unref (run->got);
  sent_free (run->sent);
  g_free (run);
}

/* --- what is sent --- */

static guint32
send_node (Sent *sent, double width, double height)
{
  g_string_append_printf (sent->nodes, "%u %u\n", (guint) CLAMP (width, 1, 20000), (guint) CLAMP (height, 1, 20000));
  return sent->n_nodes++;
}

/* The group that a node stands in with others; SCOPE_NONE. */
static guint32
group_of (const ScopeGraph *graph, const guint *members, guint32 i)
{
  guint32 group = scope_graph_node (graph, i)->group;

  return group < graph->groups->len && members[group] > 1 ? group : SCOPE_NONE;
}

static void
send_nodes (Sent *sent, const ScopeGraph *graph, const guint *members)
{
  g_autofree guint32 *hubs = g_new (guint32, graph->groups->len + 1);

  for (guint g = 0; g < graph->groups->len; g++)
    hubs[g] = members[g] > 1 ? send_node (sent, 4, 4) : SCOPE_NONE;
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);
      guint32 group = group_of (graph, members, i);

      sent->own[i] = sent->tie[i] = SCOPE_NONE;
      sent->stands[i] = group != SCOPE_NONE ? hubs[group]
                        : graph->sideways   ? send_node (sent, node->height, node->width)
                                            : send_node (sent, node->width, node->height);
    }
}

/* Those of groups that have edges within. */
static void
send_members (Sent *sent, const ScopeGraph *graph, const guint *members)
{
  g_autofree guint32 *ties = g_new (guint32, graph->groups->len + 1);

  for (guint g = 0; g < graph->groups->len; g++)
    ties[g] = SCOPE_NONE;
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const ScopeGraphEdge *edge = scope_graph_edge (graph, i);
      guint32 group = group_of (graph, members, edge->from);

      if (edge->from != edge->to && group != SCOPE_NONE && group == group_of (graph, members, edge->to) && ties[group] == SCOPE_NONE)
        ties[group] = send_node (sent, 4, 4);
    }
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);
      guint32 group = group_of (graph, members, i);

      if (group == SCOPE_NONE || ties[group] == SCOPE_NONE)
        continue;
      sent->tie[i] = ties[group];
      sent->own[i] = send_node (sent, node->width, node->height);
      g_string_append_printf (sent->edges, "%u %u\n", sent->own[i], sent->tie[i]);
      sent->n_edges++;
    }
}

/* Each pair of nodes once: there and back pull no stronger than there alone. */
static void
send_edges (Sent *sent, const ScopeGraph *graph)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree guint64 *keys = g_new (guint64, graph->edges->len + 1);

  for (guint i = 0; i < graph->edges->len; i++)
    {
      const ScopeGraphEdge *edge = scope_graph_edge (graph, i);
      gboolean within = sent->stands[edge->from] == sent->stands[edge->to];
      const guint32 *numbers = within ? sent->own : sent->stands;
      guint32 from = numbers[edge->from], to = numbers[edge->to];

      if (edge->from == edge->to)
        continue;
      if (graph->engine == SCOPE_GRAPH_SPRINGS && from > to)
        {
          from = numbers[edge->to];
          to = numbers[edge->from];
        }
      keys[i] = (guint64) from << 32 | to;
      if (!g_hash_table_add (seen, &keys[i]))
        continue;
      g_string_append_printf (sent->edges, "%u %u\n", from, to);
      sent->n_edges++;
    }
}

static Sent *
send_graph (const ScopeGraph *graph)
{
  g_autofree guint *members = g_new0 (guint, graph->groups->len + 1);
  Sent *sent = g_new0 (Sent, 1);

  sent->stands = g_new (guint32, graph->nodes->len + 1);
  sent->own = g_new (guint32, graph->nodes->len + 1);
  sent->tie = g_new (guint32, graph->nodes->len + 1);
  sent->nodes = g_string_new (NULL);
  sent->edges = g_string_new (NULL);
  for (guint i = 0; i < graph->nodes->len && graph->engine == SCOPE_GRAPH_SPRINGS && graph->groups->len > 1; i++)
    if (scope_graph_node (graph, i)->group < graph->groups->len)
      members[scope_graph_node (graph, i)->group]++;
  send_nodes (sent, graph, members);
  send_members (sent, graph, members);
  send_edges (sent, graph);
  return sent;
}

static GString *
write_graph (const ScopeGraph *graph, const Sent *sent)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "lanescope-layout 1\n%s\n%u %u\n%s%s", graph->engine == SCOPE_GRAPH_LEVELS ? "dot" : "sfdp",
                          sent->n_nodes, sent->n_edges, sent->nodes->str, sent->edges->str);
  return out;
}

/* A file without a name, in memory, at its beginning; -1 with error. */
static int
memory_file (const GString *text, GError **error)
{
  int fd = memfd_create ("lanescope-graph", MFD_CLOEXEC);

  if (fd >= 0 && pwrite (fd, text->str, text->len, 0) == (gssize) text->len)
    return fd;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _("The graph could not be passed to the layout "
                                                                   "program: %s"),
               g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return -1;
}

/* --- what comes back --- */

static gboolean
read_word (const char **next, const char *word)
{
  gsize n = strlen (word);

  if (strncmp (*next, word, n) != 0)
    return FALSE;
  *next += n;
  return TRUE;
}

static gboolean
read_double (const char **next, double *ret)
{
  char *end;

  *ret = g_ascii_strtod (*next, &end);
  if (end == *next || !isfinite (*ret) || fabs (*ret) > 1e8 || (*end != ' ' && *end != '\n'))
    return FALSE;
  *next = end + 1;
  return TRUE;
}

static ScopeGraphPoint
place_of (const Run *run, const ScopeGraphPoint *places, guint i)
{
  const Sent *sent = run->sent;
  ScopeGraphPoint point = places[sent->stands[i]];

  if (sent->own[i] != SCOPE_NONE)
    {
      point.x += NEARNESS * (places[sent->own[i]].x - places[sent->tie[i]].x);
      point.y += NEARNESS * (places[sent->own[i]].y - places[sent->tie[i]].y);
    }
  return run->sideways ? (ScopeGraphPoint) { point.y, point.x } : point;
}

/* NULL: that are no places. */
static GArray *
read_places (const Run *run)
{
  g_autofree char *text = run->got->len > 0 ? g_strndup ((const char *) run->got->data, run->got->len) : g_strdup ("");
  g_autofree char *head = g_strdup_printf ("lanescope-places 1\n%u\n", run->sent->n_nodes);
  g_autoptr (GArray) points = g_array_sized_new (FALSE, FALSE, sizeof (ScopeGraphPoint), run->n_nodes);
  g_autofree ScopeGraphPoint *places = g_new (ScopeGraphPoint, run->sent->n_nodes + 1);
  const char *next = text;

  if (strlen (text) != run->got->len || !read_word (&next, head))
    return NULL;
  for (guint i = 0; i < run->sent->n_nodes; i++)
    if (!read_double (&next, &places[i].x) || !read_double (&next, &places[i].y))
      return NULL;
  if (strcmp (next, "end\n") != 0)
    return NULL;
  for (guint i = 0; i < run->n_nodes; i++)
    {
      ScopeGraphPoint point = place_of (run, places, i);

      g_array_append_val (points, point);
    }
  return g_steal_pointer (&points);
}

/* --- the child --- */

/* Beside what runs, if that is in the folder it was built in; else where it is installed. */
static char *
find_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);

  if (self != NULL && g_str_has_prefix (self, SCOPE_BUILD_ROOT "/")
      && g_file_test (SCOPE_BUILD_PROGRAM, G_FILE_TEST_IS_EXECUTABLE))
    return g_strdup (SCOPE_BUILD_PROGRAM);
  if (self != NULL)
    {
      /* Installed elsewhere than was said when it was built: PREFIX/bin beside PREFIX/libexec. */
      g_autofree char *bin = g_path_get_dirname (self), *prefix = g_path_get_dirname (bin);
      g_autofree char *moved = g_build_filename (prefix, SCOPE_LIBEXEC_NAME, "lanescope-layout", NULL);

      if (g_file_test (moved, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&moved);
    }
  return g_strdup (SCOPE_LIBEXEC_DIR "/lanescope-layout");
}

static GError *
stopped_error (const Run *run)
{
  if (run->late)
    return g_error_new (G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                        ngettext ("Laying out the graph took more than %u second", "Laying out the graph took more than %u seconds",
                                  run->seconds),
                        run->seconds);
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Laying out the graph was cancelled"));
}

static GError *
ended_error (const Run *run)
{
  if (g_subprocess_get_if_signaled (run->child))
    {
      int signal = g_subprocess_get_term_sig (run->child);

      if (signal == SIGXCPU || signal == SIGKILL)
        return g_error_new (G_IO_ERROR, G_IO_ERROR_TIMED_OUT, _("Laying out the graph took too long"));
      return g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, _("Graphviz crashed (%s)"), g_strsignal (signal));
    }
  if (g_subprocess_get_exit_status (run->child) == 3)
    return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("Graphviz is installed, but its layout "
                                                                        "plugins are missing"));
  return g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, _("Graphviz could not lay out this graph (status %d)"),
                      g_subprocess_get_exit_status (run->child));
}

static void
child_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run *run = g_task_get_task_data (task);
  GArray *points;

  if (!g_subprocess_wait_finish (run->child, result, NULL))
    g_task_return_error (task, stopped_error (run));
  else if (!g_subprocess_get_if_exited (run->child) || g_subprocess_get_exit_status (run->child) != 0)
    g_task_return_error (task, ended_error (run));
  else if ((points = read_places (run)) != NULL)
    g_task_return_pointer (task, points, (GDestroyNotify) g_array_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The layout program returned no positions"));
}

static void
read_more (GTask *task);

static void
piece_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run *run = g_task_get_task_data (task);
  g_autoptr (GBytes) piece = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  if (piece == NULL)
    g_task_return_error (task, stopped_error (run));
  else if (g_bytes_get_size (piece) == 0)
    g_subprocess_wait_async (run->child, run->stop, child_ended, g_steal_pointer (&task));
  else if (run->got->len + g_bytes_get_size (piece) > (run->sent->n_nodes + 16) * BYTES_A_NODE)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The layout program wrote too much output"));
  else
    {
      g_byte_array_append (run->got, g_bytes_get_data (piece, NULL), (guint) g_bytes_get_size (piece));
      read_more (task);
    }
}

static void
read_more (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  g_input_stream_read_bytes_async (g_subprocess_get_stdout_pipe (run->child), PIECE, G_PRIORITY_DEFAULT, run->stop,
                                   piece_read, g_object_ref (task));
}

static gboolean
too_late (gpointer data)
{
  Run *run = data;

  run->late = TRUE;
  g_cancellable_cancel (run->stop);
  return G_SOURCE_REMOVE;
}

static void
stop_run (GCancellable *cancellable, gpointer stop)
{
  g_cancellable_cancel (stop);
}

static GSubprocess *
spawn (ScopeGraphviz *self, int input, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *program = self->program != NULL ? g_strdup (self->program) : find_program ();
  g_autofree char *seconds = g_strdup_printf ("%u", self->seconds);
  g_autofree char *megabytes = g_strdup_printf ("%u", self->megabytes);
  g_autoptr (GError) why = NULL;
  GSubprocess *child;

  g_subprocess_launcher_take_stdin_fd (launcher, input);
  child = g_subprocess_launcher_spawn (launcher, &why, program, seconds, megabytes, NULL);
  if (child == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("The layout program cannot be started: %s"),
                 why->message);
  return child;
}

static void
place_async (ScopeGraphLayout *layout, ScopeGraph *graph, GCancellable *cancellable, GAsyncReadyCallback callback,
             gpointer user_data)
{
  ScopeGraphviz *self = SCOPE_GRAPHVIZ (layout);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_autoptr (GString) text = NULL;
  Run *run = g_new0 (Run, 1);
  GError *error = NULL;
  int input;

  g_task_set_task_data (task, run, run_free);
  run->got = g_byte_array_new ();
  run->stop = g_cancellable_new ();
  run->n_nodes = graph->nodes->len;
  run->seconds = self->seconds;
  run->sideways = graph->sideways;
  if (g_cancellable_set_error_if_cancelled (cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (graph->nodes->len > SCOPE_GRAPH_MAX_NODES || graph->edges->len > SCOPE_GRAPH_MAX_EDGES)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("The graph is too large to be laid out"));
      return;
    }
  run->sent = send_graph (graph);
  text = write_graph (graph, run->sent);
  input = memory_file (text, &error);
  if (input >= 0)
    run->child = spawn (self, input, &error);
  if (run->child == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  run->alarm = g_timeout_source_new_seconds (self->seconds);
  g_source_set_callback (run->alarm, too_late, run, NULL);
  g_source_attach (run->alarm, g_task_get_context (task));
  if (cancellable != NULL)
    {
      run->outer = g_object_ref (cancellable);
      run->outer_id = g_cancellable_connect (cancellable, G_CALLBACK (stop_run), g_object_ref (run->stop), g_object_unref);
    }
  read_more (task);
}

static GArray *
place_finish (ScopeGraphLayout *layout, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
layout_init (ScopeGraphLayoutInterface *iface)
{
  iface->place_async = place_async;
  iface->place_finish = place_finish;
}

/* --- waiting for it --- */

static void
take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **ret = data;

  *ret = g_object_ref (result);
}

gboolean
scope_graphviz_place (ScopeGraphviz *self, ScopeGraph *graph, GCancellable *cancellable, char **ret_trouble, GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) why = NULL;
  g_autoptr (GArray) points = NULL;

  *ret_trouble = NULL;
  g_main_context_push_thread_default (context);
  place_async (SCOPE_GRAPH_LAYOUT (self), graph, cancellable, take_result, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  points = place_finish (SCOPE_GRAPH_LAYOUT (self), result, &why);
  if (points != NULL)
    scope_graph_take_places (graph, points, ASPECT);
  else if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    }
  else
    {
      *ret_trouble = g_strdup (why->message);
      scope_graph_place_plainly (graph);
    }
  return TRUE;
}

/* --- life --- */

static void
scope_graphviz_finalize (GObject *object)
{
  g_free (SCOPE_GRAPHVIZ (object)->program);
  G_OBJECT_CLASS (scope_graphviz_parent_class)->finalize (object);
}

static void
scope_graphviz_class_init (ScopeGraphvizClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_graphviz_finalize;
}

static void
scope_graphviz_init (ScopeGraphviz *self)
{
}

ScopeGraphviz *
scope_graphviz_new (const char *program, guint seconds, guint megabytes)
{
  ScopeGraphviz *self = g_object_new (SCOPE_TYPE_GRAPHVIZ, NULL);

  self->program = g_strdup (program);
  self->seconds = seconds;
  self->megabytes = megabytes;
  return self;
}
