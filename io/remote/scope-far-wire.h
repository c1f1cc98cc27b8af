/* scope-far-wire.h: what is said between a Lanescope that looks and one on the computer where the trace lies: D-Bus messages, from peer
 * to peer over the standard input and output of `lanescope-cli serve --stdio`. There is no bus, no port and no daemon; who may do what
 * is decided by ssh, and by the rights of the user whom it logs in. docs/far.md tells the whole of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_FAR_PATH "/org/lanescope/Far"
#define SCOPE_FAR_INTERFACE "org.lanescope.Far1"

/* Of either side. A message that would be larger ends the connection, before memory is taken for it. */
#define SCOPE_FAR_MOST_MESSAGE (8u * 1024u * 1024u)
/* Of one answer to Read, before it is packed; and the stretches that it may ask for. */
#define SCOPE_FAR_MOST_BYTES (1024u * 1024u)
#define SCOPE_FAR_MOST_STRETCHES 16384u
/* Of a question and an answer of Ask, before they are packed. */
#define SCOPE_FAR_MOST_WORDS (16u * 1024u * 1024u)
#define SCOPE_FAR_MOST_OPEN 16u   /* traces at a time */
#define SCOPE_FAR_MOST_CALLS 256u /* that wait for their answers */
#define SCOPE_FAR_MOST_PATH 4096u
/* Of Run: commands at a time, words of one, their bytes; and of More: bytes of an answer before they are packed, what is said to people,
 * and calls that wait for one command. */
#define SCOPE_FAR_MOST_JOBS 4u
#define SCOPE_FAR_MOST_ARGUMENTS 256u
#define SCOPE_FAR_MOST_ARGUMENT_BYTES 65536u
#define SCOPE_FAR_MOST_PRINTED (128u * 1024u)
#define SCOPE_FAR_MOST_SAID (64u * 1024u)
#define SCOPE_FAR_MOST_MORE 8u
/* Of Follow: logs at a time, and seconds to wait; an answer of Grown has SCOPE_FAR_MOST_BYTES at most. */
#define SCOPE_FAR_MOST_LOGS 4u
/* Questions of Ask that take long, at a time. */
#define SCOPE_FAR_MOST_LONG 64u
#define SCOPE_FAR_MOST_WAIT (100u * 24u * 3600u)

/* A stretch of the file, or what comes of it: "a(tt)". */
typedef struct
{
  guint64 at, n;
} ScopeFarStretch;

/* The interface, as introspection has it. */
GDBusInterfaceInfo *scope_far_interface (void);
/* Bytes as "(bay)": packed (deflate) if that makes them fewer. Floating. */
GVariant *scope_far_pack (gconstpointer data, gsize n);
/* The same with their number, as "((bay)u)"; and back: NULL with error. */
GVariant *scope_far_pack_words (GBytes *words);
GBytes *scope_far_unpack_words (GVariant *packed, GError **error);
/* Back into n bytes, exactly. FALSE with error: it is something else. */
gboolean scope_far_unpack (GVariant *packed, gpointer data, gsize n, GError **error);

G_END_DECLS
