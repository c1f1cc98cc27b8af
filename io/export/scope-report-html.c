/* scope-report-html.c: see scope-report-html.h. Pictures are SVG inside of the file, each a document of its own, so that what one defines
 * by a name does not change another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-report-html.h"

#include "io/export/scope-picture.h"
#include "io/export/scope-svg.h"
#include "model/base/scope-format.h"
#include "model/scene/draw/scope-report-table.h"
#include "model/scene/findings/scope-blame-table.h"
#include "model/scene/findings/scope-forecast-scene.h"
#include "model/scene/findings/scope-split-scene.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/findings/scope-findings.h"

#include <glib/gi18n.h>

#define WIDTH 1080
#define HEIGHT 420 /* of a timeline, at most */
#define CURVE_HEIGHT 260
#define MOST_FINDINGS 8u
#define MOST_BLAMED 15u

typedef struct
{
  const ScopeQueryRange *within;
  ScopeTrace *trace;
  gint64 tick_ps;
  const ScopeDiagnosis *diagnosis;
  const ScopePalette *palette;
  GString *out;
} Report;

/* --- pieces of a page --- */

static void
put (Report *report, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Escapes what is filled in, not the format. */
static void
put (Report *report, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_markup_vprintf_escaped (format, args);
  va_end (args);
  g_string_append (report->out, text);
}

static void
put_pair (Report *report, const char *what, const char *value)
{
  if (value != NULL && *value != '\0')
    put (report, "<tr><th>%s</th><td>%s</td></tr>\n", what, value);
}

static void
put_svg (Report *report, const char *svg, gsize length, const char *about)
{
  g_autofree char *data = g_base64_encode ((const guchar *) svg, length);

  put (report, "<p><img alt=\"%s\" src=\"data:image/svg+xml;base64,", about);
  g_string_append (report->out, data);
  g_string_append (report->out, "\"></p>\n");
}

static void
put_scene (Report *report, const ScopeScene *scene, const char *about)
{
  g_autoptr (GString) svg = scope_svg_write (scene, about);

  put_svg (report, svg->str, svg->len, about);
}

/* `most` rows, without what only CSV has. */
static void
put_table (Report *report, ScopeReportTable *table, guint most)
{
  guint n = scope_report_table_n_columns (table);

  g_string_append (report->out, "<table class=\"figures\">\n<tr>");
  for (guint c = 0; c < n; c++)
    if (!scope_report_table_column (table, c)->hidden)
      put (report, "<th>%s</th>", scope_report_table_column (table, c)->title);
  g_string_append (report->out, "</tr>\n");
  for (guint r = 0; r < MIN (scope_report_table_n_rows (table), most); r++)
    {
      g_string_append (report->out, "<tr>");
      for (guint c = 0; c < n; c++)
        {
          const ScopeReportTableColumn *column = scope_report_table_column (table, c);
          g_autofree char *text = scope_report_table_text (table, r, c);

          if (!column->hidden)
            put (report, column->kind == SCOPE_CELL_WORD || column->kind == SCOPE_CELL_LANE ? "<td>%s</td>" : "<td class=\"number\">%s</td>", text);
        }
      g_string_append (report->out, "</tr>\n");
    }
  g_string_append (report->out, "</table>\n");
}

/* --- the timeline --- */

/* With the lane selected, if there is one: others are faded. FALSE with error. */
static gboolean
put_timeline (Report *report, gint64 from, gint64 to, const ScopeLaneId *lane, const char *about, GError **error)
{
  g_autoptr (ScopeView) view = scope_view_new (report->trace);
  const ScopePictureOptions options = { .has_from = TRUE, .has_to = TRUE, .from = from, .to = to, .width = WIDTH, .height = HEIGHT,
                                        .palette = SCOPE_PALETTE_LIGHT };
  g_autoptr (GByteArray) svg = NULL;

  if (lane != NULL)
    {
      scope_view_go_to (view, lane, from, to);
      scope_view_clear_selection (view);
      scope_view_select_lane (view, lane);
    }
  svg = scope_picture_draw (view, &options, SCOPE_PICTURE_SVG, error);
  if (svg != NULL)
    put_svg (report, (const char *) svg->data, svg->len, about);
  return svg != NULL;
}

/* --- sections --- */

static const char *
find_info (ScopeTrace *trace, const char *key)
{
  const char *value = NULL;

  for (guint m = 0; value == NULL && m < scope_trace_n_machines (trace); m++)
    value = scope_machine_find_info (scope_trace_machine (trace, m), key);
  return value;
}

static void
put_head (Report *report)
{
  static const char style[]
      = "body{font:15px/1.5 system-ui,sans-serif;max-width:1120px;margin:2em auto;padding:0 1em;color:#1a1a1a;background:#fff}"
        "h1{font-size:1.6em}h2{font-size:1.25em;margin-top:2em}h3{font-size:1.05em;margin-bottom:.2em}"
        "table{border-collapse:collapse;margin:.6em 0}th,td{padding:2px 14px 2px 0;text-align:left;font-weight:normal;vertical-align:top}"
        "th{color:#5e5c64}td.number{text-align:right;font-variant-numeric:tabular-nums}"
        "table.figures{border-top:1px solid #ddd}table.figures tr{border-bottom:1px solid #ddd}"
        "img{max-width:100%;border:1px solid #ddd;border-radius:4px}.cost{color:#5e5c64;font-weight:normal}"
        ".advice{border-left:4px solid #35a37c;padding-left:.8em}.doubt{color:#5e5c64}";

  g_string_append (report->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                                "<meta name=\"viewport\" content=\"width=device-width\">\n");
  put (report, "<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", scope_trace_title (report->trace), style);
}

static void
put_summary (Report *report)
{
  const ScopeAnalysis *analysis = report->diagnosis->analysis;
  double balance = scope_analysis_balance (analysis, FALSE);
  g_autofree char *time = scope_format_duration ((double) (analysis->to - analysis->from), report->tick_ps),
                  *processors = scope_cause_processors (report->trace, analysis->n_processors),
                  *events = scope_format_count (scope_trace_n_events (report->trace)),
                  *efficiency = scope_format_share (scope_analysis_efficiency (analysis)), *even = scope_format_share (balance);

  put (report, "<h1>%s</h1>\n<table>\n", scope_trace_title (report->trace));
  put_pair (report, _("Program"), find_info (report->trace, "program"));
  put_pair (report, _("Arguments"), find_info (report->trace, "arguments"));
  put_pair (report, _("Processors"), processors);
  put_pair (report, _("Duration"), time);
  put_pair (report, _("Events"), events);
  if (scope_analysis_efficiency (analysis) >= 0)
    put_pair (report, _("Work, of the processors’ time"), efficiency);
  if (balance >= 0)
    put_pair (report, _("Load balance"), even);
  g_string_append (report->out, "</table>\n");
}

static void
put_split (Report *report)
{
  const ScopeAnalysis *analysis = report->diagnosis->analysis;
  g_autoptr (ScopeScene) scene = scope_split_scene_new (report->trace, analysis->parts, WIDTH, report->palette);
  double all = (double) (analysis->to - analysis->from) * analysis->n_processors;

  put (report, "<h2>%s</h2>\n", _("Where the processors' time went"));
  put_scene (report, scene, _("Where the processors' time went"));
  g_string_append (report->out, "<table class=\"figures\">\n");
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      g_autofree char *share = scope_format_share (all > 0 ? (double) analysis->parts[c] / all : 0),
                      *time = scope_format_duration ((double) analysis->parts[c], report->tick_ps);

      if (analysis->parts[c] > 0)
        put (report, "<tr><td>%s</td><td class=\"number\">%s</td><td class=\"number\">%s</td><td>%s</td></tr>\n",
             scope_cause_word (report->trace, (ScopeCause) c), share, time, scope_cause_about (report->trace, (ScopeCause) c));
    }
  g_string_append (report->out, "</table>\n");
}

static gboolean
put_finding (Report *report, guint i, GError **error)
{
  const ScopeAnalysis *analysis = report->diagnosis->analysis;
  const ScopeFinding *finding = &g_array_index (report->diagnosis->findings, ScopeFinding, i);
  double all = (double) (analysis->to - analysis->from) * analysis->n_processors;
  g_autofree char *cost = scope_format_share ((double) finding->cost / all), *words = NULL;

  put (report, "<h3 id=\"%s\">%u. %s <span class=\"cost\">", finding->rule, i + 1, finding->title);
  words = g_strdup_printf (_("%s of the processors’ time"), cost);
  put (report, "%s</span></h3>\n<p>%s</p>\n<p class=\"advice\">%s</p>\n", words, finding->sentence, finding->advice);
  if (finding->gain >= 0)
    {
      g_autofree char *promise = scope_finding_dup_promise (finding, analysis->to - analysis->from, scope_trace_tick_ps (report->trace));

      put (report, "<p>%s</p>\n", promise);
    }
  g_string_append (report->out, "<table>\n");
  for (guint e = 0; e < finding->evidence->len; e++)
    put_pair (report, g_array_index (finding->evidence, ScopeEvidence, e).what, g_array_index (finding->evidence, ScopeEvidence, e).value);
  g_string_append (report->out, "</table>\n");
  /* What is everywhere is on the picture of the whole. */
  if (finding->from <= analysis->from && finding->to >= analysis->to && finding->lanes->len == 0)
    return TRUE;
  return put_timeline (report, finding->from, finding->to, finding->lanes->len > 0 ? &g_array_index (finding->lanes, ScopeLaneId, 0) : NULL,
                       finding->title, error);
}

static gboolean
put_findings (Report *report, GError **error)
{
  const ScopeDiagnosis *diagnosis = report->diagnosis;

  put (report, "<h2>%s</h2>\n", _("What stands out, and what to change"));
  if (diagnosis->nothing != NULL)
    put (report, "<p>%s</p>\n", diagnosis->nothing);
  for (guint i = 0; i < MIN (diagnosis->findings->len, MOST_FINDINGS); i++)
    if (!put_finding (report, i, error))
      return FALSE;
  for (guint i = 0; i < diagnosis->doubts->len; i++)
    put (report, "<p class=\"doubt\">%s</p>\n", (const char *) g_ptr_array_index (diagnosis->doubts, i));
  put (report, "<h2>%s</h2>\n", _("Over time"));
  return put_timeline (report, diagnosis->analysis->from, diagnosis->analysis->to, NULL, _("Over time"), error);
}

static gboolean
put_forecast (Report *report, GError **error)
{
  const char *const none[] = { NULL };
  g_autoptr (ScopeForecastCurve) curve = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  ScopeForecastSceneOptions options = { .width = WIDTH, .height = CURVE_HEIGHT, .palette = report->palette, .pointed = SCOPE_NONE };

  if (!report->diagnosis->whole || report->diagnosis->analysis->n_processors == 0)
    return TRUE;
  curve = scope_forecast_curve_read (report->within, none, error);
  if (curve == NULL)
    return FALSE;
  scene = scope_forecast_scene_new (report->trace, curve, &options);
  put (report, "<h2>%s</h2>\n<p>%s</p>\n", _("On other numbers of processors"),
       _("Predicted by replaying the run; the dot is what was measured."));
  put_scene (report, scene, _("On other numbers of processors"));
  return TRUE;
}

static gboolean
put_blame (Report *report, GError **error)
{
  g_autoptr (ScopeReportTable) table = scope_blame_table_read (report->within, SCOPE_BLAME_BY_CODE, error);

  if (table == NULL)
    return FALSE;
  if (scope_report_table_n_rows (table) == 0)
    return TRUE;
  put (report, "<h2>%s</h2>\n", _("Waited For"));
  if (scope_report_table_summary (table) != NULL)
    put (report, "<p>%s</p>\n", scope_report_table_summary (table));
  put_table (report, table, MOST_BLAMED);
  return TRUE;
}

gboolean
scope_report_html_write (const ScopeQueryRange *within, const char *path, GError **error)
{
  g_autoptr (ScopeDiagnosis) diagnosis = scope_diagnosis_read (within, error);
  g_autoptr (GString) out = g_string_new (NULL);
  Report report = { within, within->trace, scope_trace_tick_ps (within->trace), diagnosis, scope_palette_get (SCOPE_PALETTE_LIGHT), out };

  if (diagnosis == NULL)
    return FALSE;
  put_head (&report);
  put_summary (&report);
  put_split (&report);
  if (!put_findings (&report, error) || !put_forecast (&report, error) || !put_blame (&report, error))
    return FALSE;
  g_string_append (out, "</body>\n</html>\n");
  return scope_picture_write (path, (const guint8 *) out->str, out->len, error);
}
