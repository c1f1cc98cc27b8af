/* scope-redaction.h: what a redacted trace is written to, and what stands in it where a name stood.
 *
 * Names become others that are the same wherever the name was the same, in all logs of one trace, and tell nothing of it: a digest under
 * a key that is thrown away. So what is counted by names is counted as before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"

G_BEGIN_DECLS

/* What is left as it is. Without any of these, numbers, times and the runtime's version are. */
typedef enum
{
  SCOPE_KEEP_ENVIRONMENT = 1 << 0,
  SCOPE_KEEP_ARGUMENTS = 1 << 1,
  SCOPE_KEEP_LABELS = 1 << 2,   /* of threads */
  SCOPE_KEEP_MESSAGES = 1 << 3, /* what the program says */
  SCOPE_KEEP_NAMES = 1 << 4,    /* of code: cost centres, modules, types, functions */
  SCOPE_KEEP_PATHS = 1 << 5,    /* of source files */
} ScopeRedactionKeep;

/* Their words, in this order. */
#define SCOPE_REDACTION_WORDS "environment, arguments, labels, messages, names, paths"

typedef struct
{
  guint keep;            /* of ScopeRedactionKeep */
  guint64 left_out;      /* bytes that no reader could have made sense of */
  guint64 n_emptied;     /* events that this program does not know: nobody knows what stands in them */
  /* private */
  guint8 key[32];
  int fd;                /* of a file without a name */
  GByteArray *buffer;    /* what is behind `written` */
  guint64 written;
  GByteArray *text;
} ScopeRedaction;

/* NULL with error: there is no room for temporary files. */
ScopeRedaction *scope_redaction_new (guint keep, GError **error);
void scope_redaction_free (ScopeRedaction *redaction);

/* Where the next byte will be. */
guint64 scope_redaction_place (const ScopeRedaction *redaction);
gboolean scope_redaction_add (ScopeRedaction *redaction, gconstpointer data, gsize n, GError **error);
/* Writes over what was added before. */
gboolean scope_redaction_patch (ScopeRedaction *redaction, guint64 place, gconstpointer data, gsize n, GError **error);
/* All of it, for reading. The redaction can be freed before it; nothing is added any more. */
ScopeSource *scope_redaction_finish (ScopeRedaction *redaction, GError **error);

/* "name-1f00ab34c9" for a name; nothing for none. */
void scope_redaction_append_name (ScopeRedaction *redaction, const char *word, const char *text, gsize n, GByteArray *out);
/* The same of what a program said, whose first words may be known ("START parse"): they stay. */
void scope_redaction_append_message (ScopeRedaction *redaction, const char *text, gsize n, GByteArray *out);

/* How many bytes at its start are such words. */
gsize scope_redaction_known_words (const char *text, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeRedaction, scope_redaction_free)

G_END_DECLS
