/* scope-import-private.h: a member on its way into the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/scope-decoder.h"
#include "io/source/scope-archive.h"
#include "model/replay/scope-replay.h"
#include "scope-import.h"
#include "scope-messages.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_MEMBER_WAITS,
  SCOPE_MEMBER_OPEN,
  SCOPE_MEMBER_BUSY, /* a worker has it */
  SCOPE_MEMBER_DONE,
} ScopeMemberState;

/* One log: from its bytes to its machine. One worker at a time. */
typedef struct
{
  guint index;             /* in the archive */
  ScopeMemberState state;
  ScopeMachine *machine;   /* of the trace */
  ScopeSource *source;
  ScopeDecoder *decoder;
  ScopeReplay *replay;
  ScopeReplayClock clock;
  gboolean eden;
  gboolean has_events;
  gint64 last_time;        /* estimate of the end, own clock */
  guint64 done, all;       /* bytes */
  char *fault;             /* why nothing of it could be read */
} ScopeImportMember;

/* What all members share. */
typedef struct
{
  ScopeArchive *archive;
  ScopeMessages *messages;
  gboolean threaded;       /* rows are stored by a thread of their own */
  guint64 spool_limit;
} ScopeImportContext;

/* Opens the member; FALSE if nothing of it can be read (member->fault says why). */
gboolean scope_import_member_open (ScopeImportMember *member, const ScopeImportContext *context,
                                   GCancellable *cancellable);
/* Reads some more; FALSE at its end. */
gboolean scope_import_member_advance (ScopeImportMember *member);
/* Closes its lanes and tables; `cut`: not read to the end. */
void scope_import_member_finish (ScopeImportMember *member, gboolean cut);
void scope_import_member_clear (ScopeImportMember *member);

/* When all members are read. CreateMachine's number counts; a number that is taken already gives way. */
void scope_import_number_machines (ScopeImportMember *members, guint n_members);
/* Then, with numbers and offsets known: parents, messages and the sums of their pairs, the trace's title. Messages that
 * could not be matched become a loss of the trace. */
void scope_import_join (ScopeTrace *trace, const ScopeImportContext *context, ScopeImportMember *members,
                        guint n_members, GCancellable *cancellable);

/* The archive of an import that ran, or NULL. */
ScopeArchive *scope_import_archive (ScopeImport *import, GError **error);
/* How many bytes may be unpacked into the temporary folder. */
guint64 scope_import_spool_limit (ScopeImport *import);
/* "3 days", when the machines of a trace have nothing in common but their being opened together, else NULL. */
char *scope_import_apart (ScopeTrace *trace);

G_END_DECLS
