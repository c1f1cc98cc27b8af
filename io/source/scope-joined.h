/* scope-joined.h: files that are one log together, read as one source: so all that reads logs reads them, too.
 *
 *     schedplot 1\n                           what they are, 12 bytes
 *     track 3 576 trace_gabi3\n               a line each: what it is, its number, its bytes, its name
 *     …
 *     \n
 *     the files' bytes, one behind the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"

G_BEGIN_DECLS

#define SCOPE_JOINED_SCHEDPLOT "schedplot 1\n"
#define SCOPE_JOINED_MAX_HEAD (1024u * 1024u)

typedef struct
{
  const char *role; /* "track"; borrowed for ever */
  guint number;     /* 0: there is one only */
  ScopeSource *source; /* seekable, of known size; borrowed */
  const char *name; /* for people */
} ScopeJoinedPart;

/* The parts behind each other, with a head as above. `magic` is a line. */
ScopeSource *scope_source_new_joined (const char *magic, const ScopeJoinedPart *parts, guint n, const char *name);

/* One file of a joined source. */
typedef struct
{
  char *role, *name;
  guint number;
  guint64 offset, bytes; /* in the source */
} ScopeJoinedFile;

/* Of ScopeJoinedFile, freed with the array; NULL with error if the head is damaged. */
GArray *scope_joined_list (ScopeSource *source, GError **error);

G_END_DECLS
