/* scope-far-link.h: one connection to a Lanescope on another computer: ssh as a child, D-Bus over its pipes. Nothing of a host or a path
 * goes through a shell of this computer; the far side's shell sees three fixed words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/remote/scope-far-wire.h"

G_BEGIN_DECLS

/* ssh://[USER@]HOST[:PORT]/PATH */
typedef struct
{
  char *host; /* with the user */
  char *port; /* NULL: as ssh is configured */
  char *path; /* there: "/home/…", or without / from the home folder ("ssh://host/~/x") */
} ScopeFarPlace;

/* Whether it is meant as one. */
gboolean scope_far_is_uri (const char *text);
/* FALSE with error: it is none, or its host is none. */
gboolean scope_far_place_init (ScopeFarPlace *place, const char *uri, GError **error);
void scope_far_place_clear (ScopeFarPlace *place);

typedef struct _ScopeFarLink ScopeFarLink; /* reference-counted */

typedef void (*ScopeFarProgress) (double fraction, gpointer data);

/* Starts ssh (or what LANESCOPE_SSH says in its place: words, as a shell would take them), and opens the trace. Blocks; `progress` is called
 * on this thread. NULL with error, which is told for people. */
ScopeFarLink *scope_far_link_open (const ScopeFarPlace *place, ScopeFarProgress progress, gpointer data, GCancellable *cancellable,
                                   GError **error);
/* The same, but nothing is opened, so that it need not be of this version. */
ScopeFarLink *scope_far_link_greet (const ScopeFarPlace *place, GCancellable *cancellable, GError **error);
ScopeFarLink *scope_far_link_ref (ScopeFarLink *link);
/* The last one ends it. */
void scope_far_link_unref (ScopeFarLink *link);
GDBusConnection *scope_far_link_connection (ScopeFarLink *link);
guint32 scope_far_link_trace (ScopeFarLink *link); /* its number there */
const char *scope_far_link_identity (ScopeFarLink *link);
const char *scope_far_link_program (ScopeFarLink *link); /* its version there, whatever that says */
guint64 scope_far_link_size (ScopeFarLink *link);
/* On any thread: the program has written on since the trace was opened. From now on; `destroy` frees data when that is over. */
void scope_far_link_set_grew (ScopeFarLink *link, void (*grew) (gpointer data), gpointer data, GDestroyNotify destroy);
/* Why it has ended, as far as the child has said so; `error` otherwise. Takes `error`. */
GError *scope_far_link_explain (ScopeFarLink *link, GError *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeFarLink, scope_far_link_unref)

G_END_DECLS
