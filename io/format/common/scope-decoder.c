/* scope-decoder.c: the decoder of each kind of log. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/common/scope-decoder.h"

void
scope_decoder_free (ScopeDecoder *decoder)
{
  if (decoder)
    decoder->klass->free (decoder);
}

static ScopeLogKind
kind_of (ScopeSource *source)
{
  return scope_log_kind_of (source);
}

ScopeDecoder *
scope_decoder_open (ScopeLogKind kind, ScopeSource *source, gboolean *ret_spool, GError **error)
{
  *ret_spool = FALSE;
  if (kind == SCOPE_LOG_ERLANG)
    return scope_erlang_new (source);
  if (kind == SCOPE_LOG_SCHEDPLOT)
    return scope_schedplot_new (source, error);
  if (kind == SCOPE_LOG_PROBES)
    return scope_probes_new (source);
  if (kind == SCOPE_LOG_SAMPLES)
    return scope_samples_new (source);
  if (kind == SCOPE_LOG_SIM_XML)
    return scope_sim_xml_new (source);
  if (kind == SCOPE_LOG_PERF)
    return scope_perf_new (source);
  if (kind == SCOPE_LOG_KANATA)
    return scope_kanata_new (source);
  if (kind == SCOPE_LOG_O3PIPE)
    return scope_o3pipe_new (source);
  if (kind == SCOPE_LOG_SIM)
    return scope_gem5_new (source);

  return scope_eventlog_new (source, ret_spool, error);
}

ScopeDecoder *
scope_decoder_open_sorted (ScopeSource *source, GError **error)
{
  ScopeLogKind kind = kind_of (source);

  if (kind == SCOPE_LOG_SAMPLES)
    return scope_samples_new (source);
  if (kind != SCOPE_LOG_EVENTLOG && kind != SCOPE_LOG_NONE)
    return scope_decoder_open_map (source, error);

  return scope_eventlog_new_sorted (source, error);
}

ScopeDecoder *
scope_decoder_open_map (ScopeSource *source, GError **error)
{
  ScopeLogKind kind = kind_of (source);

  if (kind == SCOPE_LOG_ERLANG)
    return scope_erlang_new_map (source);
  if (kind == SCOPE_LOG_SCHEDPLOT)
    return scope_schedplot_new_map (source, error);
  if (kind == SCOPE_LOG_PROBES)
    return scope_probes_new_map (source);
  if (kind == SCOPE_LOG_SIM)
    return scope_gem5_new_map (source);
  if (kind == SCOPE_LOG_SAMPLES)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "samples are read from front to back");
      return NULL;
    }
  if (kind == SCOPE_LOG_SIM_XML)
    return scope_sim_xml_new_map (source);
  if (kind == SCOPE_LOG_PERF)
    return scope_perf_new_map (source);
  if (kind == SCOPE_LOG_KANATA)
    return scope_kanata_new_map (source);
  if (kind == SCOPE_LOG_O3PIPE)
    return scope_o3pipe_new_map (source);

  return scope_eventlog_new_map (source, error);
}

ScopeDecoder *
scope_decoder_open_growing (ScopeSource *source, guint64 there, ScopeLogKind *ret_kind, GError **error)
{
  g_autofree guint8 *head = g_malloc (SCOPE_LOG_LONG_HEAD);
  gssize n = scope_source_pread (source, head, (gsize) MIN (there, SCOPE_LOG_HEAD), 0, NULL);
  ScopeDecoder *decoder;

  *ret_kind = scope_log_kind (head, (gsize) MAX (n, 0));
  if (*ret_kind == SCOPE_LOG_NONE && n < (gssize) SCOPE_LOG_HEAD)
    return NULL;
  if (*ret_kind == SCOPE_LOG_NONE && scope_log_wants_more (head, (gsize) n))
    {
      n = scope_source_pread (source, head, (gsize) MIN (there, SCOPE_LOG_LONG_HEAD), 0, NULL);
      *ret_kind = scope_log_kind (head, (gsize) MAX (n, 0));
      if (*ret_kind == SCOPE_LOG_NONE && n < (gssize) SCOPE_LOG_LONG_HEAD)
        return NULL;
    }
  if (*ret_kind == SCOPE_LOG_ERLANG)
    return scope_erlang_new_growing (source);
  if (*ret_kind == SCOPE_LOG_PROBES)
    return scope_probes_new_growing (source);
  if (*ret_kind == SCOPE_LOG_SIM)
    return scope_gem5_new_growing (source);
  if (*ret_kind != SCOPE_LOG_EVENTLOG && *ret_kind != SCOPE_LOG_NONE)
    return NULL;
  decoder = scope_eventlog_new_growing (source, there, error);
  if (decoder == NULL)
    *ret_kind = SCOPE_LOG_NONE; /* its header is not all there */

  return decoder;
}
