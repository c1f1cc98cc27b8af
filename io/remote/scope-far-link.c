/* scope-far-link.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/remote/scope-far-link.h"

#include "io/remote/scope-far-gate.h"
#include "io/index/scope-index.h"
#include "io/source/scope-fd.h"
#include "io/source/scope-unnamed.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-plain-text.h"
#include "model/base/scope-ref.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SCHEME "ssh://"
#define SAID 2048u /* of what ssh printed, the end */
#define MOST_SAID (16 << 20) /* bytes: what it prints beyond is lost */

struct _ScopeFarLink
{
  gatomicrefcount refs;
  char *host;
  GSubprocess *child;
  int said; /* unnamed file with its standard error; -1: none */
  GIOStream *stream;
  ScopeFarGate *gate; /* borrowed from the stream */
  GDBusConnection *connection;
  guint32 trace;
  char *program, *identity;
  guint64 size;
};

/* --- places --- */

gboolean
scope_far_is_uri (const char *text)
{
  return g_str_has_prefix (text, SCHEME);
}

/* No more than host names, addresses and users consist of: nothing that ssh could take for something else. */
static gboolean
is_host (const char *host)
{
  const char *at = strrchr (host, '@'), *name = at != NULL ? at + 1 : host;

  return host[0] != '-' && name[0] != '-' && name[0] != '\0' && at != host
         && host[strspn (host, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-@:%")] == '\0';
}

gboolean
scope_far_place_init (ScopeFarPlace *place, const char *uri, GError **error)
{
  g_autofree char *user = NULL, *host = NULL, *path = NULL;
  int port = -1;

  *place = (ScopeFarPlace) { NULL };
  if (!g_uri_split_with_user (uri, G_URI_FLAGS_NONE, NULL, &user, NULL, NULL, &host, &port, &path, NULL, NULL, NULL) || host == NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("%s: that is not of the form ssh://HOST/PATH"), uri);
  place->host = user != NULL ? g_strdup_printf ("%s@%s", user, host) : g_strdup (host);
  place->port = port > 0 ? g_strdup_printf ("%d", port) : NULL;
  place->path = g_strdup (g_str_has_prefix (path, "/~/") ? path + strlen ("/~/") : path);
  if (is_host (place->host) && strlen (place->path) > 1)
    return TRUE;
  scope_far_place_clear (place);
  return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("%s: that is not of the form ssh://HOST/PATH"), uri);
}

void
scope_far_place_clear (ScopeFarPlace *place)
{
  g_free (place->host);
  g_free (place->port);
  g_free (place->path);
  *place = (ScopeFarPlace) { NULL };
}

/* --- the child --- */

static GStrv
make_argv (const ScopeFarPlace *place, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *instead = g_getenv ("LANESCOPE_SSH");
  g_auto (GStrv) words = NULL;

  if (instead != NULL && !g_shell_parse_argv (instead, NULL, &words, error))
    {
      g_prefix_error (error, "LANESCOPE_SSH: ");
      return NULL;
    }
  if (words != NULL)
    g_strv_builder_addv (builder, (const char **) words);
  else
    g_strv_builder_add (builder, "ssh");
  /* No terminal there; a line that is dead is noticed after three quarters of a minute. */
  g_strv_builder_add_many (builder, "-T", "-o", "ServerAliveInterval=15", NULL);
  if (place->port != NULL)
    g_strv_builder_add_many (builder, "-p", place->port, NULL);
  g_strv_builder_add_many (builder, "--", place->host, "lanescope-cli", "serve", "--stdio", NULL);

  return g_strv_builder_end (builder);
}

/* In ssh, before it begins: what the far side prints is in a file here, and must not fill the disk. */
static void
limit_files (gpointer data)
{
  const struct rlimit most = { MOST_SAID, MOST_SAID };

  setrlimit (RLIMIT_FSIZE, &most);
  signal (SIGXFSZ, SIG_IGN); /* writing fails, and ssh goes on */
}

/* With its pipes; FALSE with error. */
static gboolean
start_child (ScopeFarLink *link, const ScopeFarPlace *place, GError **error)
{
  g_auto (GStrv) argv = make_argv (place, error);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  int to[2], from[2];

  if (argv == NULL || !g_unix_open_pipe (to, FD_CLOEXEC, error))
    return FALSE;
  if (!g_unix_open_pipe (from, FD_CLOEXEC, error))
    {
      close (to[0]);
      close (to[1]);
      return FALSE;
    }
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_subprocess_launcher_take_stdin_fd (launcher, to[0]);
  g_subprocess_launcher_take_stdout_fd (launcher, from[1]);
  link->said = scope_unnamed_open (TRUE, NULL);
  if (link->said >= 0)
    g_subprocess_launcher_take_stderr_fd (launcher, fcntl (link->said, F_DUPFD_CLOEXEC, 3));
  if (g_getenv ("LANESCOPE_SSH") == NULL) /* what stands in its place may have files of its own to write */
    g_subprocess_launcher_set_child_setup (launcher, limit_files, NULL, NULL);
  link->stream = scope_far_gate_open (from[0], to[1], 0, &link->gate);
  link->child = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv, error);

  return link->child != NULL;
}

/* The last line that ssh, or the far side, has printed; NULL: none. */
static char *
last_line (ScopeFarLink *link)
{
  g_autofree char *text = g_malloc (SAID + 1), *valid = NULL;
  struct stat st;
  guint64 from;
  gsize n;
  const char *line;

  if (link->said < 0 || fstat (link->said, &st) != 0)
    return NULL;
  from = (guint64) MAX (st.st_size - (goffset) SAID, 0);
  n = scope_fd_read (link->said, text, SAID, from);
  while (n > 0 && g_ascii_isspace (text[n - 1]))
    n--;
  text[n] = '\0';
  line = strrchr (text, '\n') != NULL ? strrchr (text, '\n') + 1 : text;
  if (*line == '\0')
    return NULL;
  valid = g_utf8_make_valid (line, -1);

  return scope_plain_text (valid, "");
}

GError *
scope_far_link_explain (ScopeFarLink *link, GError *error)
{
  g_autofree char *noise = scope_far_gate_dup_noise (link->gate), *line = noise == NULL ? last_line (link) : NULL;
  GError *told = NULL;

  if (g_dbus_error_is_remote_error (error))
    {
      g_autofree char *words = NULL;

      g_dbus_error_strip_remote_error (error);
      words = scope_plain_text (error->message, "");
      told = g_error_new (error->domain, error->code, "%s: %s", link->host, words);
      g_error_free (error);
      return told;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return error;
  if (noise != NULL)
    scope_fail (&told, G_IO_ERROR_INVALID_DATA, _("%s: “%s” came where Lanescope should answer: its shell must print nothing for programs"),
                link->host, noise);
  else
    scope_fail (&told, G_IO_ERROR_CONNECTION_CLOSED, _("%s: the connection has ended: %s"), link->host, line != NULL ? line : error->message);
  g_error_free (error);

  return told;
}

/* --- opening --- */

typedef struct
{
  ScopeFarProgress progress;
  gpointer data;
  GVariant *answer;
  GError *error;
  gboolean done;
} Waiting;

static void
notify_progress (GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *signal,
                 GVariant *arguments, gpointer data)
{
  Waiting *waiting = data;
  guint permille;

  if (!g_variant_is_of_type (arguments, G_VARIANT_TYPE ("(u)")) || waiting->progress == NULL)
    return;
  g_variant_get (arguments, "(u)", &permille);
  waiting->progress (MIN (permille, 1000u) / 1000.0, waiting->data);
}

static void
answered (GObject *connection, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;

  waiting->answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (connection), result, &waiting->error);
  waiting->done = TRUE;
}

/* Asks: the context of this thread calls answered(). */
static void
ask (ScopeFarLink *link, const char *method, GVariant *arguments, const char *type, Waiting *waiting, GCancellable *cancellable)
{
  g_dbus_connection_call (link->connection, NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, method, arguments, G_VARIANT_TYPE (type),
                          G_DBUS_CALL_FLAGS_NONE, G_MAXINT, cancellable, answered, waiting);
}

/* As long as it takes. NULL with error. */
static GVariant *
await (ScopeFarLink *link, GMainContext *context, Waiting *waiting, GError **error)
{
  while (!waiting->done)
    g_main_context_iteration (context, TRUE);
  if (waiting->answer == NULL)
    g_propagate_error (error, scope_far_link_explain (link, g_steal_pointer (&waiting->error)));

  return g_steal_pointer (&waiting->answer);
}

static gboolean
take_greeting (ScopeFarLink *link, GVariant *answer, gboolean opens, GError **error)
{
  g_autofree char *plain = NULL;
  guint version;

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(su)", &link->program, &version);
  if (!opens || version == SCOPE_INDEX_VERSION)
    return TRUE;
  plain = scope_plain_text (link->program, "");
  return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED,
                     _("%s has Lanescope %s, whose indexes are of version %u; this is %s, with version %u: it takes the same on both"),
                     link->host, plain, version, LANESCOPE_VERSION, SCOPE_INDEX_VERSION);
}

static gboolean
take_trace (ScopeFarLink *link, GVariant *answer, GError **error)
{
  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(ust)", &link->trace, &link->identity, &link->size);
  if (link->size > 0 && link->size < G_MAXINT64 / 2)
    return TRUE;
  scope_fail (error, G_IO_ERROR_INVALID_DATA, _("What came is not what was asked for"));
  g_prefix_error (error, "%s: ", link->host);

  return FALSE;
}

/* Greets and opens in one trip: who turns out to be of another version has begun in vain, and ends with the line. */
static gboolean
greet_and_open (ScopeFarLink *link, const char *path, Waiting *opening, GCancellable *cancellable, GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GVariant) greeting = NULL, trace = NULL;
  Waiting hello = { NULL };
  guint subscription;
  gboolean ok;

  g_main_context_push_thread_default (context);
  subscription = g_dbus_connection_signal_subscribe (link->connection, NULL, SCOPE_FAR_INTERFACE, "Progress", SCOPE_FAR_PATH, NULL,
                                                     G_DBUS_SIGNAL_FLAGS_NONE, notify_progress, opening, NULL);
  ask (link, "Hello", g_variant_new ("(su)", LANESCOPE_VERSION, SCOPE_INDEX_VERSION), "(su)", &hello, cancellable);
  ask (link, "Open", g_variant_new ("(^ay)", path), "(ust)", opening, cancellable);
  greeting = await (link, context, &hello, error);
  ok = take_greeting (link, greeting, TRUE, error);
  if (!ok)
    g_dbus_connection_close_sync (link->connection, NULL, NULL);
  trace = await (link, context, opening, ok ? error : NULL);
  ok = ok && take_trace (link, trace, error);
  g_dbus_connection_signal_unsubscribe (link->connection, subscription);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_main_context_pop_thread_default (context);

  return ok;
}

/* A line over which nothing was said. NULL with error. */
static ScopeFarLink *
link_new (const ScopeFarPlace *place, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeFarLink) link = g_new0 (ScopeFarLink, 1);

  g_atomic_ref_count_init (&link->refs);
  link->said = -1;
  link->host = g_strdup (place->host);
  if (!start_child (link, place, error))
    return NULL;
  link->connection = g_dbus_connection_new_sync (link->stream, NULL, G_DBUS_CONNECTION_FLAGS_NONE, NULL, cancellable, error);

  return link->connection != NULL ? g_steal_pointer (&link) : NULL;
}

ScopeFarLink *
scope_far_link_open (const ScopeFarPlace *place, ScopeFarProgress progress, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeFarLink) link = link_new (place, cancellable, error);
  Waiting waiting = { progress, data, NULL, NULL, FALSE };

  if (link == NULL || !greet_and_open (link, place->path, &waiting, cancellable, error))
    return NULL;

  return g_steal_pointer (&link);
}

ScopeFarLink *
scope_far_link_greet (const ScopeFarPlace *place, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeFarLink) link = link_new (place, cancellable, error);
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GVariant) greeting = NULL;
  Waiting hello = { NULL };

  if (link == NULL)
    return NULL;
  g_main_context_push_thread_default (context);
  ask (link, "Hello", g_variant_new ("(su)", LANESCOPE_VERSION, SCOPE_INDEX_VERSION), "(su)", &hello, cancellable);
  greeting = await (link, context, &hello, error);
  g_main_context_pop_thread_default (context);

  return take_greeting (link, greeting, FALSE, error) ? g_steal_pointer (&link) : NULL;
}

/* --- what is told unasked --- */

typedef struct
{
  void (*grew) (gpointer data);
  gpointer data;
  GDestroyNotify destroy;
} Growth;

static void
growth_free (gpointer data)
{
  Growth *growth = data;

  growth->destroy (growth->data);
  g_free (growth);
}

/* On the connection's own thread: nobody need wait for it in a loop. */
static GDBusMessage *
look_for_growth (GDBusConnection *connection, GDBusMessage *message, gboolean incoming, gpointer data)
{
  const Growth *growth = data;

  if (incoming && g_dbus_message_get_message_type (message) == G_DBUS_MESSAGE_TYPE_SIGNAL
      && g_strcmp0 (g_dbus_message_get_member (message), "Grew") == 0)
    growth->grew (growth->data);
  return message;
}

void
scope_far_link_set_grew (ScopeFarLink *link, void (*grew) (gpointer data), gpointer data, GDestroyNotify destroy)
{
  Growth *growth = g_new (Growth, 1);

  *growth = (Growth) { grew, data, destroy };
  g_dbus_connection_add_filter (link->connection, look_for_growth, growth, growth_free);
}

static void
link_free (ScopeFarLink *link)
{
  if (link->connection != NULL)
    g_dbus_connection_close_sync (link->connection, NULL, NULL);
  g_clear_object (&link->connection);
  g_clear_object (&link->stream);
  if (link->child != NULL)
    g_subprocess_send_signal (link->child, SIGTERM);
  g_clear_object (&link->child);
  if (link->said >= 0)
    close (link->said);
  g_free (link->host);
  g_free (link->program);
  g_free (link->identity);
  g_free (link);
}

SCOPE_DEFINE_REF (ScopeFarLink, scope_far_link, object->refs, link_free)

GDBusConnection *
scope_far_link_connection (ScopeFarLink *link)
{
  return link->connection;
}

guint32
scope_far_link_trace (ScopeFarLink *link)
{
  return link->trace;
}

const char *
scope_far_link_identity (ScopeFarLink *link)
{
  return link->identity;
}

const char *
scope_far_link_program (ScopeFarLink *link)
{
  return link->program;
}

guint64
scope_far_link_size (ScopeFarLink *link)
{
  return link->size;
}
