/* scope-import-events.c: raw events, read again from the trace's files: the index does not copy them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "io/format/scope-formats.h"
#include "io/format/gem5/scope-gem5.h"
#include "io/import/scope-import-private.h"

/* The decoder of a member, in order of time, of what is at `from` (own clock) at least; its source in *ret_source. */
static ScopeDecoder *
open_sorted (ScopeArchive *archive, guint index, guint run, ScopeMachine *machine, gint64 from, guint64 limit, gboolean *ret_cut,
             ScopeSource **ret_source, GCancellable *cancellable, GError **error)
{
  gboolean sim = scope_archive_member (archive, index)->kind == SCOPE_LOG_SIM;
  g_autoptr (ScopeSource) source = scope_archive_open_member (archive, index, error);
  g_autoptr (ScopeSource) spooled = NULL;
  ScopeDecoder *decoder = NULL;

  if (source == NULL)
    return NULL;
  spooled = scope_source_spool (source, limit, ret_cut, cancellable, error);
  if (spooled != NULL && sim && machine != NULL)
    decoder = scope_import_open_at_sync (spooled, machine, run, from);
  if (spooled != NULL && decoder == NULL)
    {
      decoder = scope_formats_open_sorted (spooled, error);
      if (decoder != NULL && sim)
        scope_gem5_set_run (decoder, run);
    }
  if (decoder != NULL)
    *ret_source = g_steal_pointer (&spooled);

  return decoder;
}

typedef struct
{
  ScopeMachine *machine;
  gint64 from, to;
  ScopeEventFunc func;
  ScopeRawEventFunc raw; /* instead */
  gpointer user_data;
} Walk;

/* FALSE to stop. */
static gboolean
hand_on (const Walk *walk, ScopeDecoder *decoder, const ScopeEvent *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *detail = NULL;

      if (events[i].time < walk->from || events[i].time >= walk->to)
        continue;
      if (walk->raw != NULL)
        {
          walk->raw (walk->machine, &events[i], walk->user_data);
          continue;
        }
      detail = scope_decoder_event_detail (decoder, &events[i]);
      if (!walk->func (walk->machine, events[i].time,
                       events[i].processor == SCOPE_NO_PROCESSOR ? -1 : events[i].processor,
                       scope_decoder_event_name (decoder, events[i].type), detail, walk->user_data))
        return FALSE;
    }

  return TRUE;
}

static gboolean
walk_events (ScopeImport *import, gint64 from, gint64 to, const Walk *asked, GCancellable *cancellable, GError **error)
{
  ScopeArchive *archive = scope_import_archive (import, error);
  ScopeTrace *trace = scope_import_get_trace (import);
  guint64 limit = scope_import_spool_limit (import);
  gboolean cut = FALSE;
  guint32 m = 0;

  if (archive == NULL)
    return FALSE;
  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    {
      const ScopeMember *member = scope_archive_member (archive, i);
      g_autoptr (ScopeSource) source = NULL;
      g_autoptr (ScopeDecoder) decoder = NULL;
      g_autoptr (GError) local = NULL;
      const ScopeEvent *events;
      gsize n;
      Walk walk = *asked;
      gint64 offset;

      if (member->foreign || member->refusal != NULL)
        continue;
      walk.machine = scope_trace_machine (trace, m++);
      offset = walk.machine != NULL ? scope_trace_offset (trace, walk.machine) : 0;
      walk.from = from == SCOPE_TIME_MIN ? from : from - offset;
      walk.to = to == SCOPE_TIME_MAX ? to : to - offset;
      decoder = open_sorted (archive, i, import->context.run, walk.machine, walk.from, limit, &cut, &source, cancellable, &local);
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      if (decoder == NULL || walk.machine == NULL)
        continue; /* a loss says so already */
      while ((n = decoder->klass->next (decoder, &events)) > 0)
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          if (!hand_on (&walk, decoder, events, n))
            return TRUE;
          if (member->kind == SCOPE_LOG_SIM && events[n - 1].time >= walk.to)
            break; /* they are in order of time */
        }
      if (cut)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                       "%s unpacks to more than the temporary folder may take; its later events are left out",
                       member->name);
          return FALSE;
        }
    }

  return TRUE;
}

gboolean
scope_import_foreach_event (ScopeImport *import, gint64 from, gint64 to, ScopeEventFunc func, gpointer user_data,
                            GCancellable *cancellable, GError **error)
{
  const Walk walk = { .func = func, .user_data = user_data };

  return walk_events (import, from, to, &walk, cancellable, error);
}

gboolean
scope_import_foreach_raw_event (ScopeImport *import, gint64 from, gint64 to, ScopeRawEventFunc func, gpointer user_data,
                                GCancellable *cancellable, GError **error)
{
  const Walk walk = { .raw = func, .user_data = user_data };

  return walk_events (import, from, to, &walk, cancellable, error);
}
