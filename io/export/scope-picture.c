/* scope-picture.c: from a trace to a picture's file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-picture.h"

#include "io/export/scope-cairo.h"
#include "io/export/scope-file-writer.h"
#include "io/export/scope-svg.h"

#include "model/base/scope-fail.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/view/scope-view-call.h"
#include "model/scene/view/scope-view-calipers.h"
#include "model/scene/view/scope-view-cause.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define DEFAULT_WIDTH 1600
#define LEAST_SIZE 64
/* Of tiles: a picture asks for those of one lane after the other, and hardly for any twice. */
#define TILES_BYTES (8u * 1024u * 1024u)

gboolean
scope_picture_parse_size (const char *text, int *ret_width, int *ret_height, GError **error)
{
  char *end;
  guint64 width = g_ascii_strtoull (text, &end, 10), height = 0;
  gboolean ok = g_ascii_isdigit (*text) && (*end == 'x' || *end == 'X') && g_ascii_isdigit (end[1]);

  if (ok)
    {
      height = g_ascii_strtoull (end + 1, &end, 10);
      ok = *end == '\0' && width >= LEAST_SIZE && height >= LEAST_SIZE && width <= SCOPE_PICTURE_MAX
           && height <= SCOPE_PICTURE_MAX;
    }
  if (!ok)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT,
                       _("“%s” is not a size: use WIDTHxHEIGHT in pixels, each from %d to %d"), text, LEAST_SIZE, SCOPE_PICTURE_MAX);
  *ret_width = (int) width;
  *ret_height = (int) height;
  return TRUE;
}

gboolean
scope_picture_format_of (const char *path, ScopePictureFormat *ret_format, GError **error)
{
  static const struct
  {
    const char *ending;
    ScopePictureFormat format;
  } endings[] = { { ".png", SCOPE_PICTURE_PNG }, { ".svg", SCOPE_PICTURE_SVG }, { ".pdf", SCOPE_PICTURE_PDF } };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i].ending))
      {
        *ret_format = endings[i].format;
        return TRUE;
      }
  return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("The name “%s” must end in .png, .svg or .pdf"), path);
}

gboolean
scope_picture_write (const char *path, const guint8 *data, gsize n, GError **error)
{
  g_autoptr (ScopeFileWriter) writer = scope_file_writer_new (path, error);

  return writer != NULL && scope_file_writer_add (writer, data, n, error) && scope_file_writer_finish (writer, error);
}

/* --- what is drawn --- */

static gboolean
choose_lanes (ScopeTrace *trace, ScopeLaneList *list, const char *text, GError **error)
{
  static const struct
  {
    const char *name;
    ScopeShow show;
  } words[] = { { "machines", SCOPE_SHOW_MACHINES },
                { "processors", SCOPE_SHOW_PROCESSORS },
                { "processes", SCOPE_SHOW_PROCESSES },
                { "threads", SCOPE_SHOW_THREADS } };
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  g_auto (GStrv) names = NULL;

  if (text == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (text, words[i].name) == 0)
      {
        scope_lane_list_set_show (list, words[i].show);
        if (scope_lane_list_n_rows (list) > 0)
          return TRUE;
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("The trace has no %s"), text);
        return FALSE;
      }
  names = g_strsplit (text, ",", -1);
  for (char **name = names; *name != NULL; name++)
    {
      ScopeLaneId lane;

      if (!scope_trace_parse_lane (trace, g_strstrip (*name), &lane, error))
        return FALSE;
      g_array_append_val (lanes, lane);
    }
  if (lanes->len == 0)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("No lanes were named"));
  scope_lane_list_set_lanes (list, (ScopeLaneId *) lanes->data, lanes->len);
  return TRUE;
}

static gboolean
choose_messages (ScopeView *view, const char *words, GError **error)
{
  ScopeMessageFilter filter = *scope_view_get_messages (view);

  if (words == NULL)
    return TRUE;
  if (!scope_message_filter_parse (&filter, words, error))
    return FALSE;
  scope_view_set_messages (view, &filter);
  return TRUE;
}

static gboolean
choose_own_colours (ScopeView *view, const char *text, GError **error)
{
  GError *said = NULL;
  g_autoptr (ScopeOwnColours) own = scope_own_colours_parse (text, &said);

  scope_view_set_own_colours (view, own);
  return scope_passed (said, error);
}

static void
choose_functions (ScopeView *view, const ScopePictureOptions *options)
{
  g_autoptr (ScopeCallHiding) hiding = scope_call_hiding_new (options->hide_functions, options->fold_functions, options->merge_functions);

  scope_view_set_call_hiding (view, hiding);
}

/* Two cursors, and what lies between them. */
static gboolean
place_calipers (ScopeView *view, const ScopePictureOptions *options, GError **error)
{
  ScopeViewCalipers calipers;
  gint64 first, last;

  if (!options->has_calipers)
    return TRUE;
  scope_trace_range (scope_view_get_trace (view), &first, &last);
  for (guint i = 0; i < 2; i++)
    if (options->calipers[i] < first || options->calipers[i] > last)
      return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("The calipers are outside the trace"));
  scope_view_place_calipers (view);
  if (!scope_view_get_calipers (view, &calipers))
    return TRUE;
  for (guint i = 0; i < 2; i++)
    calipers.at[i] = options->calipers[i];
  if (options->calipers_lane != NULL)
    {
      if (!scope_trace_parse_lane (scope_view_get_trace (view), options->calipers_lane, &calipers.lane, error))
        return FALSE;
      calipers.has_lane = TRUE;
    }
  scope_view_set_calipers (view, &calipers);
  return TRUE;
}

static double
picture_width (const ScopePictureOptions *options)
{
  return options->width > 0 ? options->width : DEFAULT_WIDTH;
}

static double
names_width (const ScopePictureOptions *options)
{
  if (options->no_names)
    return 0;
  return floor (MIN (SCOPE_NAMES_WIDTH * MAX (options->font_size, 11) / 11, picture_width (options) / 3));
}

static gboolean
choose_range (ScopeView *view, const ScopePictureOptions *options, GError **error)
{
  gint64 first, last, from, to;

  scope_trace_range (scope_view_get_trace (view), &first, &last);
  from = options->has_from ? MAX (options->from, first) : first;
  to = options->has_to ? MIN (options->to, last) : last;
  if (options->has_from && options->has_to && options->to <= options->from)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("The range to draw is empty"));
  if (to <= from)
    {
      gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (view));
      g_autofree char *start = scope_format_time ((double) first, tick_ps, 1);
      g_autofree char *end = scope_format_time ((double) last, tick_ps, 1);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("Nothing was recorded in that range: the trace lasts from %s to %s"), start, end);
      return FALSE;
    }
  /* Only now, with the width known: a view that is widened shows more, not larger. */
  scope_view_set_width (view, (int) floor (picture_width (options) - names_width (options)));
  scope_view_set_range (view, from, to);
  return TRUE;
}

/* The largest lanes with which all rows fit into a height that was asked for; else comfortable ones as long as that
 * gives a picture that fits a screen or so. */
static double
choose_lane_height (ScopeLaneList *list, const ScopePictureOptions *options, double available)
{
  guint n = scope_lane_list_n_rows (list);
  double lane = 40;

  if (options->lane_height > 0)
    return options->lane_height;
  if (options->height <= 0)
    return n <= 40 ? 28 : n <= 100 ? 18 : n <= 1000 ? 10 : MAX (floor (SCOPE_PICTURE_MAX / 2.0 / n), 1);
  while (lane > 1 && scope_lane_list_layout (list, SCOPE_HEIGHT_COMFORTABLE, 0, lane) > available)
    lane--;
  return lane;
}

static ScopeScene *
make_scene (ScopeView *view, const ScopePictureOptions *options, guint parts)
{
  ScopeLaneList *list = scope_view_get_lanes (view);
  g_autoptr (ScopeTileCache) cache = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (view)), TILES_BYTES, 1);
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeTimelineOptions timeline = { .width = picture_width (options),
                                    .names_width = names_width (options),
                                    .font_size = options->font_size,
                                    .parts = parts & ~SCOPE_PART_SELECTION };
  ScopeOverlayRequest request;
  ScopeTileGetter getter;
  double frame;

  if (options->no_legend)
    timeline.parts &= ~SCOPE_PART_LEGEND;
  if (options->no_names)
    timeline.parts &= ~SCOPE_PART_NAMES;
  frame = ((timeline.parts & SCOPE_PART_RULER) != 0 ? SCOPE_RULER_HEIGHT : 0)
          + ((timeline.parts & SCOPE_PART_LEGEND) != 0 ? SCOPE_LEGEND_HEIGHT : 0);
  timeline.lane_height = choose_lane_height (list, options, options->height - frame);
  timeline.height = options->height > 0 ? options->height
                                        : MIN (scope_timeline_height (view, &timeline) + 4, SCOPE_PICTURE_MAX);
  scope_overlay_request_init (&request, view);
  overlay = scope_overlay_read (scope_view_get_trace (view), &request, NULL);
  scope_tile_getter_init_waiting (&getter, cache);
  return scope_timeline_scene_build (view, &timeline, &getter, overlay);
}

GByteArray *
scope_picture_scene_bytes (const ScopeScene *scene, const char *title, double scale, ScopePictureFormat format, GError **error)
{
  if (format == SCOPE_PICTURE_SVG)
    {
      GString *svg = scope_svg_write (scene, title);
      gsize n = svg->len;

      return g_byte_array_new_take ((guint8 *) g_string_free (svg, FALSE), n);
    }
  return format == SCOPE_PICTURE_PNG ? scope_cairo_write_png (scene, scale > 0 ? scale : 1, error)
                                     : scope_cairo_write_pdf (scene, title, error);
}

gboolean
scope_picture_write_scene (const ScopeScene *scene, const char *title, double scale, const char *path, GError **error)
{
  ScopePictureFormat format = SCOPE_PICTURE_PNG;
  g_autoptr (GByteArray) bytes = NULL;

  if (!scope_picture_format_of (path, &format, error))
    return FALSE;
  bytes = scope_picture_scene_bytes (scene, title, scale, format, error);
  return bytes != NULL && scope_picture_write (path, bytes->data, bytes->len, error);
}

ScopeScene *
scope_picture_scene (ScopeView *view, const ScopePictureOptions *options, guint parts, GError **error)
{
  scope_view_set_look (view, SCOPE_LOOK_PALETTE, options->palette);
  return choose_range (view, options, error) ? make_scene (view, options, parts) : NULL;
}

GByteArray *
scope_picture_draw (ScopeView *view, const ScopePictureOptions *options, ScopePictureFormat format, GError **error)
{
  g_autoptr (ScopeScene) scene = scope_picture_scene (view, options, SCOPE_PART_ALL, error);

  return scene != NULL ? scope_picture_scene_bytes (scene, scope_trace_title (scope_view_get_trace (view)), options->scale, format, error) : NULL;
}

/* Lanes are coloured by what is found out of the trace. */
static gboolean
find_causes (ScopeView *view, GError **error)
{
  const ScopeQueryRange within = { .trace = scope_view_get_trace (view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (&within, error);

  if (derived != NULL)
    scope_view_set_derived (view, derived);
  return derived != NULL;
}

ScopeView *
scope_picture_view (ScopeTrace *trace, const ScopePictureOptions *options, GError **error)
{
  g_autoptr (ScopeView) view = scope_view_new (trace);

  scope_view_set_look (view, SCOPE_LOOK_COLUMNS, options->columns);
  scope_view_set_look (view, SCOPE_LOOK_COLOURS, options->colours);
  scope_view_set_look (view, SCOPE_LOOK_LEAST_MOST, options->least_most);
  choose_functions (view, options);
  if ((options->colours == SCOPE_COLOUR_CAUSE && !find_causes (view, error)) || !choose_messages (view, options->messages, error)
      || !choose_own_colours (view, options->own_colours, error)
      || !choose_lanes (trace, scope_view_get_lanes (view), options->lanes, error) || !place_calipers (view, options, error))
    return NULL;
  return g_steal_pointer (&view);
}

gboolean
scope_picture_export (ScopeTrace *trace, const ScopePictureOptions *options, const char *path, GError **error)
{
  ScopePictureFormat format = SCOPE_PICTURE_PNG;
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (ScopeView) view = NULL;

  if (!scope_picture_format_of (path, &format, error))
    return FALSE;
  view = scope_picture_view (trace, options, error);
  bytes = view != NULL ? scope_picture_draw (view, options, format, error) : NULL;
  return bytes != NULL && scope_picture_write (path, bytes->data, bytes->len, error);
}
