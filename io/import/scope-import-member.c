/* scope-import-member.c: one log of the trace: decoder to replay to machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/format/erlang/scope-erlang.h"
#include "io/format/gem5/scope-nm-data.h"
#include "io/format/scope-formats.h"

/* How much a worker reads before it looks round for a member that is further behind. */
#define SLICE_BATCHES 16u

static gboolean
far_from_order (ScopeImportMember *member, const ScopeImportContext *context)
{
  g_autoptr (ScopeSource) fresh = NULL;

  if (member->kind != SCOPE_LOG_ERLANG || scope_source_is_seekable (member->source))
    return FALSE;
  fresh = scope_archive_open_member (context->archive, member->index, NULL);

  return fresh != NULL && scope_erlang_is_far_from_order (fresh);
}

static ScopeDecoder *
open_decoder (ScopeImportMember *member, const ScopeImportContext *context, GCancellable *cancellable, GError **error)
{
  gboolean cut = FALSE;
  g_autoptr (ScopeSource) fresh = NULL;
  ScopeSource *spooled;

  if (!far_from_order (member, context))
    {
      ScopeDecoder *decoder = scope_formats_open (member->kind, member->source, error);

      if (decoder != NULL || *error != NULL)
        return decoder;
    }

  /* A log that can only be read front to back, of several processors, or far from being in order: they meet in time only once it
   * is a file. */
  fresh = scope_archive_open_member (context->archive, member->index, error);
  if (fresh == NULL)
    return NULL;
  spooled = scope_source_spool (fresh, context->spool_limit, &cut, cancellable, error);
  if (spooled == NULL)
    return NULL;
  scope_source_unref (member->source);
  member->source = spooled;
  if (cut)
    {
      ScopeLoss loss = { member->machine->index, SCOPE_NO_PROCESSOR, 0, 0, context->spool_limit, 0,
                         (char *) "the unpacked log does not fit into the temporary folder; the rest is left out" };
      scope_machine_add_loss (member->machine, &loss);
    }

  return scope_formats_open (member->kind, member->source, error);
}

void
scope_import_member_start_replay (ScopeImportMember *member, gboolean single)
{
  const ScopeDecoderFacts *facts = &member->decoder->facts;

  member->eden = facts->eden;
  member->last_time = facts->last_time;
  if (scope_log_kind_is_erlang (member->kind))
    member->replay = scope_erlang_replay_new (member->machine->sink);
  else if (member->kind == SCOPE_LOG_SAMPLES)
    member->replay = scope_samples_replay_new (member->machine->sink, 0, 0, NULL, NULL);
  else if (scope_log_kind_is_pipeline (member->kind))
    member->replay = scope_pipeline_replay_new (member->machine->sink);
  else if (scope_log_kind_is_simulation (member->kind))
    member->replay = scope_sim_replay_new (member->machine->sink);
  else if (member->kind == SCOPE_LOG_SCHEDPLOT)
    member->replay = scope_schedplot_replay_new (member->machine->sink);
  else
    {
      const ScopeEventlogDeclared declared = { .heap = facts->tells_heap, .sparks = facts->counts_sparks };

      member->replay = scope_eventlog_replay_new (member->machine->sink, facts->eden, single);
      scope_eventlog_replay_declare (member->replay, &declared);
    }
}

gboolean
scope_import_member_open (ScopeImportMember *member, const ScopeImportContext *context, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  member->archive = context->archive;
  member->source = scope_archive_open_member (context->archive, member->index, &error);
  if (cancellable != NULL)
    g_cancellable_push_current (cancellable); /* looking through a long log is cancelled by this one */
  if (member->source != NULL)
    member->decoder = open_decoder (member, context, cancellable, &error);
  if (cancellable != NULL)
    g_cancellable_pop_current (cancellable);
  if (member->decoder == NULL)
    {
      member->fault = g_strdup (error == NULL ? "no event can be read"
                                : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                                    ? "reading was stopped before this was read"
                                    : error->message);
      return FALSE;
    }
  scope_import_member_start_replay (member, member->decoder->facts.n_processors <= 1);
  scope_import_member_explain (member, context);

  return TRUE;
}

void
scope_import_member_snapshot (ScopeImportMember *member)
{
  member->machine->n_events = member->decoder->facts.n_events;
  member->last_time = member->decoder->facts.last_time;
  member->replay->klass->clock (member->replay, &member->clock);
  member->machine->first = member->clock.first;
  scope_source_progress (member->source, &member->done, &member->all);
  scope_machine_load_functions (member->machine);
}

void
scope_import_member_tell (ScopeImportMember *member)
{
  member->told = (ScopeMemberTold) { member->clock, member->kind, member->eden, member->last_time, member->done, member->all };
}

void
scope_import_member_replay (ScopeImportMember *member, const ScopeEvent *events, gsize n, gboolean late)
{
  const ScopeReplayClass *klass = member->replay->klass;

  for (; G_UNLIKELY (member->n_gaps < member->decoder->damages->len); member->n_gaps++)
    {
      const ScopeDamage *damage = &g_array_index (member->decoder->damages, ScopeDamage, member->n_gaps);

      if (klass->lost != NULL && damage->processor != SCOPE_NO_PROCESSOR && (damage->bytes > 0 || damage->to > damage->from))
        klass->lost (member->replay, damage->processor, damage->from);
    }
  (late ? klass->late_events : klass->events) (member->replay, events, n);
  if (member->decoder->flushes != NULL && n > 0)
    scope_import_member_add_flushes (member, events[n - 1].time);
  member->has_events = TRUE;
}

gboolean
scope_import_member_advance (ScopeImportMember *member)
{
  gboolean more = TRUE;

  for (guint i = 0; i < SLICE_BATCHES && more; i++)
    {
      const ScopeEvent *events;
      gsize n = member->decoder->klass->next (member->decoder, &events);

      more = n > 0;
      if (more)
        {
          scope_import_member_replay (member, events, n, FALSE);
          if (member->kind == SCOPE_LOG_SIM)
            scope_import_member_note_sync (member, events, n);
        }
    }
  scope_import_member_snapshot (member);

  return more;
}

typedef struct
{
  ScopeDecoder *decoder;
  gint64 cut;
} KnownUntil;

static gint64
known_until (guint processor, gpointer user_data)
{
  const KnownUntil *known = user_data;

  return MIN (scope_decoder_known_until (known->decoder, processor), known->cut);
}

/* A log without an end lacks what the program had not written yet, though no byte of the file is bad. */
static void
add_missing_end (ScopeImportMember *member)
{
  ScopeLoss loss = { .machine = member->machine->index,
                     .processor = SCOPE_NO_PROCESSOR,
                     .reason = "the log has no end: the program was killed or still runs, and what it had not written "
                               "yet is missing" };

  scope_machine_add_loss (member->machine, &loss);
}

void
scope_import_member_notify_damages (ScopeImportMember *member)
{
  for (; member->n_told < member->decoder->damages->len; member->n_told++)
    {
      const ScopeDamage *damage = &g_array_index (member->decoder->damages, ScopeDamage, member->n_told);
      guint64 place = damage->from_byte;
      const char *file = member->source != NULL ? scope_source_locate (member->source, damage->from_byte, &place) : NULL;
      g_autofree char *reason = file != NULL ? g_strdup_printf ("%s: %s", file, damage->reason) : NULL;
      ScopeLoss loss = { member->machine->index, damage->processor, damage->from, damage->to, place, damage->bytes,
                         reason != NULL ? reason : damage->reason };

      scope_machine_add_loss (member->machine, &loss);
    }
}

static void
add_losses (ScopeImportMember *member)
{
  gint64 time = 0;
  const char *notice = member->replay->klass->notice != NULL ? member->replay->klass->notice (member->replay, &time) : NULL;

  scope_import_member_notify_damages (member);
  if (notice != NULL)
    {
      ScopeLoss loss = { member->machine->index, SCOPE_NO_PROCESSOR, time, time, 0, 0, (char *) notice };
      scope_machine_add_loss (member->machine, &loss);
    }
}

/* What lived when reading was stopped goes on, unknown, until the log's end as far as that is known. */
static void
extend_lives (ScopeMachine *machine, gint64 read_until, gint64 known, gint64 end)
{
  for (guint k = SCOPE_KIND_PROCESSOR; k <= SCOPE_KIND_THREAD; k++)
    for (guint32 i = 0; i < scope_machine_n_entities (machine, (ScopeKind) k); i++)
      {
        ScopeEntity *entity = scope_machine_entity (machine, (ScopeKind) k, i);

        if (entity->first == SCOPE_TIME_MIN || entity->last < read_until || entity->end != SCOPE_END_OPEN)
          continue;
        entity->last = end;
        scope_lane_store_set_life (machine->lanes, entity->lane, entity->first, end);
        scope_lane_store_set_known_until (machine->lanes, entity->lane, MAX (known, entity->first));
      }
  if (machine->lane != SCOPE_NONE)
    {
      scope_lane_store_set_life (machine->lanes, machine->lane, machine->first, end);
      scope_lane_store_set_known_until (machine->lanes, machine->lane, MAX (known, machine->first));
    }
  if (machine->threads_lane != SCOPE_NONE)
    scope_lane_store_set_known_until (machine->lanes, machine->threads_lane, known);
}

static void
add_cut (ScopeImportMember *member, gint64 known, gint64 end)
{
  ScopeLoss loss = { .machine = member->machine->index,
                     .processor = SCOPE_NO_PROCESSOR,
                     .from = known,
                     .to = end,
                     .from_byte = member->done,
                     .bytes = member->all > member->done ? member->all - member->done : 0,
                     .reason = (char *) "reading was stopped here; what follows was not read" };

  scope_machine_add_loss (member->machine, &loss);
}

static ScopeEndMark
end_mark_of (const ScopeImportMember *member, gboolean cut)
{
  const ScopeDecoderFacts *facts = &member->decoder->facts;

  if (cut) /* nobody has looked */
    return SCOPE_END_MARK_NONE;
  if (member->kind == SCOPE_LOG_EVENTLOG)
    return facts->complete ? SCOPE_END_MARK_READ : SCOPE_END_MARK_MISSING;
  return facts->end_mark;
}

void
scope_import_member_finish (ScopeImportMember *member, gboolean cut, GCancellable *cancellable)
{
  ScopeMachine *machine = member->machine;
  gint64 end = 0;

  if (member->replay != NULL)
    {
      KnownUntil known_to = { member->decoder, SCOPE_TIME_MAX };
      const ScopeDecoderFacts *facts = &member->decoder->facts;

      scope_import_member_snapshot (member);
      if (cut)
        known_to.cut = member->clock.now;
      scope_import_member_add_flushes (member, known_to.cut);
      member->replay->klass->finish (member->replay, known_until, &known_to);
      member->replay->klass->clock (member->replay, &member->clock);
      machine->end_mark = end_mark_of (member, cut);
      machine->complete = facts->complete && machine->end_mark != SCOPE_END_MARK_MISSING && !cut;
      machine->first = member->clock.first;
      end = member->clock.last;
      if (!cut)
        scope_import_member_add_samples (member, member->archive);
      if (!cut && member->kind == SCOPE_LOG_SIM)
        scope_import_member_add_statistics (member, cancellable);
      if (!cut && scope_log_kind_is_erlang (member->kind))
        scope_import_member_add_counts (member);
      add_losses (member);
      if (cut)
        {
          gint64 known = MIN (known_to.cut, end);

          machine->last = MAX (end, facts->last_time);
          extend_lives (machine, end, known, machine->last);
          end = machine->last;
          add_cut (member, known, end);
        }
      if (!machine->complete && !cut && member->decoder->damages->len == 0)
        add_missing_end (member);
    }
  else if (cut)
    add_cut (member, 0, 0);
  machine->last = MAX (end, machine->first);
  /* What could not be stored shows in the lanes; the import says so once for all (scope_machine_error()). */
  scope_machine_finish (machine, machine->last, NULL);
  scope_machine_load_functions (machine); /* the last ones are rows only now */
  scope_import_member_name_variables (member);
  scope_import_member_clear (member);
}

void
scope_import_member_clear (ScopeImportMember *member)
{
  if (member->replay != NULL)
    member->replay->klass->free (member->replay);
  member->replay = NULL;
  g_clear_pointer (&member->decoder, scope_decoder_free);
  g_clear_pointer (&member->source, scope_source_unref);
  g_clear_pointer (&member->variables, scope_nm_data_free);
  g_clear_pointer (&member->variables_name, g_free);
}
