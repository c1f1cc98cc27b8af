/* scope-log-line.h: what a line of text is that may belong to a log of the Erlang VM's probes (formats/erlang.md §6).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_LOG_LINE_OTHER,
  SCOPE_LOG_LINE_BLANK,
  SCOPE_LOG_LINE_HEAD,    /* "# …", "% …" */
  SCOPE_LOG_LINE_LOSS,    /* the tracer says that it left something out */
  SCOPE_LOG_LINE_PROBE,   /* nanoseconds, thread, probe, … */
  SCOPE_LOG_LINE_TERM,    /* "{…}." or "<<131,…>>." */
  SCOPE_LOG_LINE_LTTNG,   /* "[1795885865.276112781] … provider:event: { … }": babeltrace2's */
} ScopeLogLine;

/* By its first bytes; without its end. */
ScopeLogLine scope_log_line (const char *line, gsize n);
/* TRUE if an event's name begins so that has to do with Erlang: "org_erlang_otp:…", "com_ericsson_dyntrace:…". */
gboolean scope_log_is_erlang_provider (const char *name, gsize n);
/* TRUE if the text begins with such a log: its first line that is no remark, or the format's own remark. */
gboolean scope_log_is_probe_log (const char *text, gsize n);

G_END_DECLS
