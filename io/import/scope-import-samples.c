/* scope-import-samples.c: samples that lie beside a trace become counters of its machine, on its clock.
 *
 * Our own recorder says when they begin, by the wall clock; Percept2's samples begin with profiling, which is time 0 of the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "io/format/erlang/scope-samples.h"
#include "io/import/scope-import-private.h"
#include "model/base/scope-each.h"

#include <string.h>

/* A pid, or a name that a process had. */
static guint32
find_thread (const char *whose, gpointer data)
{
  ScopeMachine *machine = data;
  guint32 found = scope_machine_find_entity (machine, SCOPE_KIND_THREAD, whose);

  for (guint32 i = 0; found == SCOPE_NONE && i < scope_machine_n_entities (machine, SCOPE_KIND_THREAD); i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, i);

      if (g_strcmp0 (entity->name, whose) == 0)
        found = i;
    }
  return found;
}

/* From the samples' start to the machine's own time. */
static gint64
shift_of (const ScopeReplayClock *clock, guint64 start_us)
{
  gint64 wall = (gint64) (clock->wall_seconds * 1000000000u + clock->wall_ns), shift;

  if (start_us == 0 || !clock->has_wall || start_us > G_MAXINT64 / 1000)
    return 0;
  shift = (gint64) start_us * 1000 - wall + clock->wall_time;
  /* Days apart: one of the clocks was set. */
  return ABS (shift) < G_GINT64_CONSTANT (86400000000000) ? shift : 0;
}

void
scope_import_member_add_samples (ScopeImportMember *member, ScopeArchive *archive)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeSource) source = archive != NULL ? scope_archive_open_samples (archive, member->index, &error) : NULL;
  g_autoptr (ScopeDecoder) decoder = NULL;
  ScopeReplay *replay;
  const char *schedulers = scope_machine_find_info (member->machine, "schedulers");
  const ScopeEvent *events;
  gsize n;

  if (error != NULL)
    {
      ScopeLoss loss = { member->machine->index, SCOPE_NO_PROCESSOR, 0, 0, 0, 0, error->message };
      scope_machine_add_loss (member->machine, &loss);
    }
  if (source == NULL)
    return;
  decoder = scope_samples_new (source, NULL);
  replay = scope_samples_replay_new (member->machine->sink, shift_of (&member->clock, scope_samples_start (decoder)),
                                     schedulers != NULL ? (guint) g_ascii_strtoull (schedulers, NULL, 10) : 0, find_thread,
                                     member->machine);
  while ((n = decoder->klass->next (decoder, &events)) > 0)
    replay->klass->events (replay, events, n);
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->free (replay);
  SCOPE_EACH (const ScopeDamage, damage, decoder->damages)
    {
      guint64 place;
      const char *file = scope_source_locate (source, damage->from_byte, &place);
      g_autofree char *reason = g_strdup_printf ("%s: %s", file != NULL ? file : scope_source_name (source), damage->reason);
      ScopeLoss loss = { member->machine->index, SCOPE_NO_PROCESSOR, 0, 0, place, damage->bytes, reason };

      scope_machine_add_loss (member->machine, &loss);
    }
}
