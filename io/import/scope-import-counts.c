/* scope-import-counts.c: what the VM counted besides its trace: locks (lcnt:save/1, "run.lcnt" of "run.trace"), and what its threads did
 * (msacc:to_file/1, "run.msacc"), become tables of its machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/format/erlang/scope-erlang-counts.h"

#include <string.h>

typedef struct
{
  ScopeSink *sink;
  gint64 time;
  GHashTable *texts; /* text → its place in the sink: many rows have the same */
} Adding;

static gint64
add_text (Adding *self, const char *text)
{
  gpointer known;

  if (!g_hash_table_lookup_extended (self->texts, text, NULL, &known))
    {
      gint64 *place = g_new (gint64, 1);

      *place = (gint64) self->sink->klass->text (self->sink, text, strlen (text));
      g_hash_table_insert (self->texts, g_strdup (text), place);
      return *place;
    }

  return *(const gint64 *) known;
}

static void
add_lock (const ScopeErlangLockCount *count, gpointer user_data)
{
  Adding *self = user_data;
  gint64 row[SCOPE_LOCK_COUNT_N_COLUMNS];

  row[SCOPE_LOCK_COUNT_TIME] = self->time;
  row[SCOPE_LOCK_COUNT_NAME] = add_text (self, count->name);
  row[SCOPE_LOCK_COUNT_ID] = add_text (self, count->id);
  row[SCOPE_LOCK_COUNT_TYPE] = add_text (self, count->type);
  row[SCOPE_LOCK_COUNT_FILE] = add_text (self, count->file);
  row[SCOPE_LOCK_COUNT_LINE] = count->line >= 0 ? count->line : SCOPE_TABLE_NULL;
  row[SCOPE_LOCK_COUNT_TRIES] = count->tries;
  row[SCOPE_LOCK_COUNT_COLLISIONS] = count->collisions;
  row[SCOPE_LOCK_COUNT_WAIT] = count->wait_ns;
  row[SCOPE_LOCK_COUNT_WAITS] = count->waits;
  self->sink->klass->record (self->sink, SCOPE_TABLE_LOCK_COUNTS, row);
}

static void
add_microstate (const ScopeErlangMicrostate *state, gpointer user_data)
{
  Adding *self = user_data;
  gint64 row[SCOPE_MICROSTATE_N_COLUMNS];

  row[SCOPE_MICROSTATE_TIME] = self->time;
  row[SCOPE_MICROSTATE_TYPE] = add_text (self, state->type);
  row[SCOPE_MICROSTATE_ID] = state->id >= 0 ? state->id : SCOPE_TABLE_NULL;
  row[SCOPE_MICROSTATE_STATE] = add_text (self, state->state);
  row[SCOPE_MICROSTATE_DURATION] = state->us * 1000;
  row[SCOPE_MICROSTATE_COUNT] = state->count >= 0 ? state->count : SCOPE_TABLE_NULL;
  self->sink->klass->record (self->sink, SCOPE_TABLE_MICROSTATES, row);
}

static void
add_file (ScopeImportMember *member, ScopeSideNote what, Adding *adding)
{
  g_autofree char *name = NULL, *reason = NULL;
  gsize n;
  g_autofree char *bytes = scope_archive_read_beside (member->archive, member->index, what, &name, &n);
  const char *why = "it cannot be read";
  ScopeLoss loss = { member->machine->index, SCOPE_NO_PROCESSOR, 0, 0, 0, bytes != NULL ? n : 0, NULL };

  if (name == NULL
      || (bytes != NULL
          && (what == SCOPE_BESIDE_LOCKS ? scope_erlang_read_lock_counts ((const guint8 *) bytes, n, add_lock, adding, &why)
                                         : scope_erlang_read_microstates (bytes, n, add_microstate, adding, &why))))
    return;
  loss.reason = reason = g_strdup_printf ("%s: %s", name, why);
  scope_machine_add_loss (member->machine, &loss);
}

void
scope_import_member_add_counts (ScopeImportMember *member)
{
  Adding adding = { member->machine->sink, member->clock.first, NULL };

  if (member->archive == NULL)
    return;
  adding.texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  add_file (member, SCOPE_BESIDE_LOCKS, &adding);
  add_file (member, SCOPE_BESIDE_MICROSTATES, &adding);
  g_hash_table_unref (adding.texts);
}
