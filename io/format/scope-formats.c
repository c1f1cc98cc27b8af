/* scope-formats.c: see scope-formats.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/scope-formats.h"

#include "io/format/erlang/scope-erlang.h"
#include "io/format/erlang/scope-samples.h"
#include "io/format/eventlog/scope-eventlog.h"
#include "io/format/gem5/scope-gem5.h"
#include "io/format/schedplot/scope-schedplot.h"
#include "io/format/sim/scope-sim-formats.h"

typedef ScopeDecoder *(*Open) (ScopeSource *source, GError **error);

typedef struct
{
  ScopeLogKind kind;
  Open open;
  Open open_sorted; /* without definitions, in order of time */
  Open open_map;    /* NULL: it is read from front to back */
  ScopeDecoder *(*open_growing) (ScopeSource *source, guint64 there, GError **error); /* NULL: it is read only when it is whole */
  const ScopeSimDecoderClass *sim; /* instead of all of these */
} Format;

/* NULL without error: it wants a seekable source. */
static ScopeDecoder *
open_eventlog (ScopeSource *source, GError **error)
{
  gboolean spool;

  return scope_eventlog_new (source, &spool, error);
}

/* The first one also takes what is of no kind: it says what is wrong with the header. */
static const Format formats[] = {
  { SCOPE_LOG_EVENTLOG, open_eventlog, scope_eventlog_new_sorted, scope_eventlog_new_map, scope_eventlog_new_growing },
  { SCOPE_LOG_ERLANG, scope_erlang_new, scope_erlang_new_map, scope_erlang_new_map, scope_erlang_new_growing },
  { SCOPE_LOG_SCHEDPLOT, scope_schedplot_new, scope_schedplot_new_map, scope_schedplot_new_map, NULL },
  { SCOPE_LOG_PROBES, scope_probes_new, scope_probes_new_map, scope_probes_new_map, scope_probes_new_growing },
  { SCOPE_LOG_SAMPLES, scope_samples_new, scope_samples_new, NULL, NULL },
  { SCOPE_LOG_SIM_XML, .sim = &scope_sim_xml_class },
  { SCOPE_LOG_PERF, .sim = &scope_perf_class },
  { SCOPE_LOG_KANATA, .sim = &scope_kanata_class },
  { SCOPE_LOG_O3PIPE, .sim = &scope_o3pipe_class },
  { SCOPE_LOG_SIM, scope_gem5_new, scope_gem5_new_map, scope_gem5_new_map, scope_gem5_new_growing },
};

static const Format *
format_of (ScopeLogKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].kind == kind)
      return &formats[i];

  return &formats[0];
}

ScopeDecoder *
scope_formats_open (ScopeLogKind kind, ScopeSource *source, GError **error)
{
  const Format *format = format_of (kind);

  return format->sim != NULL ? scope_sim_decoder_new (format->sim, source, FALSE) : format->open (source, error);
}

ScopeDecoder *
scope_formats_open_sorted (ScopeSource *source, GError **error)
{
  const Format *format = format_of (scope_log_kind_of (source));

  return format->sim != NULL ? scope_sim_decoder_new (format->sim, source, TRUE) : format->open_sorted (source, error);
}

ScopeDecoder *
scope_formats_open_map (ScopeSource *source, GError **error)
{
  const Format *format = format_of (scope_log_kind_of (source));

  if (format->sim != NULL)
    return scope_sim_decoder_new (format->sim, source, TRUE);
  if (format->open_map != NULL)
    return format->open_map (source, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "samples are read from front to back");

  return NULL;
}

ScopeDecoder *
scope_formats_open_growing (ScopeSource *source, guint64 there, ScopeLogKind *ret_kind, GError **error)
{
  g_autofree guint8 *head = g_malloc (SCOPE_LOG_LONG_HEAD);
  gssize n = scope_source_pread (source, head, (gsize) MIN (there, SCOPE_LOG_HEAD), 0, NULL);
  const Format *format;
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
  format = format_of (*ret_kind);
  decoder = format->open_growing != NULL ? format->open_growing (source, there, error) : NULL;
  if (decoder == NULL && format == &formats[0])
    *ret_kind = SCOPE_LOG_NONE; /* its header is not all there */

  return decoder;
}
