/* scope-timeline-page.c: see scope-timeline-page.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/export/scope-timeline-page.h"

#include "io/export/scope-file-writer.h"
#include "model/base/scope-json.h"
#include "model/scene/draw/scope-palette.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define TILE_WIDTH 1024
#define AUTO_ZOOMS 5u
#define AUTO_PIXELS 400e6 /* of all tiles together */
#define LANES (SCOPE_PART_STRIPS | SCOPE_PART_LABELS | SCOPE_PART_OVERLAY | SCOPE_PART_CALIPERS)

typedef struct
{
  ScopeView *view;
  ScopePictureOptions options;
  gint64 first, last; /* of all that is shown */
  guint zooms;
  ScopeFileWriter *writer;
} Page;

/* --- the page --- */

static const char style[] =
    "html,body{margin:0;height:100%}"
    "body{display:flex;flex-direction:column;font:13px/1.4 system-ui,sans-serif;background:var(--canvas);color:var(--text)}"
    "header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:6px 12px}"
    "h1{font-size:15px;margin:0}"
    "button{font:inherit;color:inherit;background:none;border:1px solid var(--line);border-radius:5px;padding:2px 9px}"
    "button:focus-visible,#plot:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}"
    "#said{margin-left:auto;font-variant-numeric:tabular-nums}"
    "#ruler{position:relative;height:20px;overflow:hidden;border-bottom:1px solid var(--line);font-size:11px}"
    "#ruler span{position:absolute;border-left:1px solid var(--line);padding-left:3px;white-space:nowrap;height:20px}"
    "#rows{flex:1;overflow-y:auto;overflow-x:hidden}"
    "#rows>div{position:relative;display:flex}"
    "#names{overflow:hidden;flex:none}"
    "#names img,#legend img,#plot img{display:block;user-select:none;-webkit-user-drag:none}"
    "#plot{position:relative;flex:1;overflow:hidden;cursor:grab;touch-action:pan-y}"
    "#plot img{position:absolute;top:0}"
    "#legend{overflow:hidden;flex:none;max-width:870px}" /* at its right end stands what is true of one zoom alone */
    "footer{padding:4px 12px;font-size:12px;opacity:.8}";

/* Times are in ns of the range; `page` has what differs. At a scale s the whole is s pixels wide, and starts at pixel x. */
static const char script[] =
    "const $=i=>document.getElementById(i),plot=$('plot'),ruler=$('ruler'),said=$('said');"
    "let s=0,x=0,shown=new Map();"
    "const most=()=>page.tile*2**page.zooms*8;"
    "function fit(){s=plot.clientWidth;x=0}"
    "function clamp(){const w=plot.clientWidth;s=Math.min(Math.max(s,w),Math.max(most(),w));x=Math.min(0,Math.max(w-s,x))}"
    "function unit(ns){return ns<1e3?['ns',1]:ns<1e6?['\\u00b5s',1e3]:ns<1e9?['ms',1e6]:['s',1e9]}"
    "function time(ns,step){const u=unit(Math.max(Math.abs(ns),step));const d=Math.max(0,Math.ceil(-Math.log10(step/u[1])));"
    "return(ns/u[1]).toFixed(Math.min(d,9))+'\\u00a0'+u[0]}"
    "function at(px){return page.from+(px-x)/s*page.span}"
    "function rule(){const w=plot.clientWidth,least=page.span*90/s;let step=10**Math.floor(Math.log10(least));"
    "for(const f of[1,2,5,10])if(step*f>=least){step*=f;break}"
    "ruler.replaceChildren();ruler.style.marginLeft=page.names+'px';"
    "for(let t=Math.ceil(at(0)/step)*step;t<=at(w);t+=step){const e=document.createElement('span');"
    "e.style.left=(t-page.from)/page.span*s+x+'px';e.textContent=time(t,step);ruler.append(e)}}"
    "function draw(){clamp();const w=plot.clientWidth,z=Math.min(page.zooms,Math.max(0,Math.ceil(Math.log2(s/page.tile)-.01))),n=2**z,t=s/n;"
    "const from=Math.max(0,Math.floor(-x/t)),to=Math.min(n-1,Math.floor((w-x-1)/t)),now=new Map();"
    "for(let i=from;i<=to;i++){const k=z+'/'+i;let e=shown.get(k);"
    "if(!e){e=new Image();e.alt='';e.draggable=false;e.src='data:image/png;base64,'+tiles[n-1+i];plot.append(e)}"
    "e.style.left=Math.round(x+i*t)+'px';e.style.width=Math.round(x+(i+1)*t)-Math.round(x+i*t)+'px';e.style.height=page.height+'px';"
    "e.style.imageRendering=t>page.tile*1.01?'pixelated':'auto';now.set(k,e)}"
    "for(const[k,e]of shown)if(!now.has(k))e.remove();shown=now;rule();"
    "$('most').hidden=s<=page.tile*2**page.zooms*1.01}"
    "function zoom(f,px){const b=s;s*=f;clamp();x=px-(px-x)*s/b;draw()}"
    "function say(e){const b=plot.getBoundingClientRect(),y=e.clientY-b.top,r=page.rows.find(r=>y>=r.y&&y<r.y+r.h);"
    "said.textContent=(r?r.name+' \\u00b7 ':'')+time(at(e.clientX-b.left),page.span/s)}"
    "plot.addEventListener('wheel',e=>{if(e.shiftKey||Math.abs(e.deltaX)>Math.abs(e.deltaY)){x-=e.deltaX||e.deltaY;draw()}"
    "else if(e.ctrlKey||$('rows').scrollHeight<=$('rows').clientHeight)zoom(Math.exp(-e.deltaY*.0015),e.clientX-plot.getBoundingClientRect().left);"
    "else return;e.preventDefault()},{passive:false});"
    "let held=null;plot.addEventListener('pointerdown',e=>{held=e.clientX;plot.setPointerCapture(e.pointerId)});"
    "plot.addEventListener('pointermove',e=>{if(held!==null){x+=e.clientX-held;held=e.clientX;draw()}say(e)});"
    "plot.addEventListener('pointerup',()=>held=null);plot.addEventListener('pointercancel',()=>held=null);"
    "plot.addEventListener('dblclick',e=>zoom(2,e.clientX-plot.getBoundingClientRect().left));"
    "const middle=()=>plot.clientWidth/2,keys={'+':()=>zoom(2,middle()),'=':()=>zoom(2,middle()),'-':()=>zoom(.5,middle()),'0':()=>{fit();draw()},"
    "Home:()=>{x=0;draw()},End:()=>{x=-s;draw()},ArrowLeft:()=>{x+=plot.clientWidth/8;draw()},ArrowRight:()=>{x-=plot.clientWidth/8;draw()}};"
    "document.addEventListener('keydown',e=>{const k=keys[e.key];if(k&&!e.ctrlKey&&!e.metaKey&&!e.altKey){k();e.preventDefault()}});"
    "$('in').onclick=keys['+'];$('out').onclick=keys['-'];$('all').onclick=keys['0'];"
    "let wide=0;new ResizeObserver(()=>{const w=plot.clientWidth;if(w!==wide){if(wide===0||s<=wide)fit();wide=w;draw()}}).observe(plot);";

/* --- writing --- */

static gboolean
put (Page *page, const char *text, GError **error)
{
  return scope_file_writer_add (page->writer, (const guint8 *) text, strlen (text), error);
}

static gboolean put_escaped (Page *page, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Escapes what is filled in, not the format. */
static gboolean
put_escaped (Page *page, GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_markup_vprintf_escaped (format, args);
  va_end (args);
  return put (page, text, error);
}

static gboolean
put_png (Page *page, const ScopeScene *scene, GError **error)
{
  g_autoptr (GByteArray) bytes = scope_picture_scene_bytes (scene, NULL, 1, SCOPE_PICTURE_PNG, error);
  g_autofree char *text = bytes != NULL ? g_base64_encode (bytes->data, bytes->len) : NULL;

  return text != NULL && put (page, text, error);
}

static ScopeScene *
make_scene (Page *page, gint64 from, gint64 to, int width, gboolean names, guint parts, GError **error)
{
  ScopePictureOptions options = page->options;

  options.has_from = options.has_to = TRUE;
  options.from = from;
  options.to = MAX (to, from + 1);
  options.width = width;
  options.no_names = !names;
  return scope_picture_scene (page->view, &options, parts, error);
}

static gboolean
put_head (Page *page, GError **error)
{
  const ScopePalette *palette = scope_palette_get (page->options.palette);
  const char *title = scope_trace_title (scope_view_get_trace (page->view));
  g_autoptr (GString) colours = g_string_new (":root{");

  g_string_append_printf (colours, "--canvas:#%06x;--text:#%06x;--line:#%06x;--accent:#%06x}", palette->canvas & 0xffffff,
                          palette->strong_text & 0xffffff, palette->text & 0xffffff, palette->accent & 0xffffff);
  return put (page, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n", error)
         && put (page, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
                       "script-src 'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"generator\" "
                       "content=\"Lanescope\">\n", error)
         && put_escaped (page, error, "<title>%s</title>\n", title) && put (page, "<style>", error) && put (page, colours->str, error)
         && put (page, style, error) && put (page, "</style>\n</head>\n<body>\n", error)
         && put_escaped (page, error,
                         "<header><h1>%s</h1><button id=\"in\">%s</button><button id=\"out\">%s</button><button id=\"all\">%s</button>"
                         "<span id=\"most\" hidden>%s</span><span id=\"said\" role=\"status\"></span></header>\n",
                         title, _("Zoom In"), _("Zoom Out"), _("Whole"), _("This file holds no more detail"));
}

/* Names at the left, which the page cuts where lanes begin; the legend below, the last rows of its picture. */
static gboolean
put_frame (Page *page, double height, GError **error)
{
  g_autoptr (ScopeScene) names = make_scene (page, page->first, page->last, TILE_WIDTH, TRUE, SCOPE_PART_NAMES, error);
  g_autoptr (ScopeScene) legend
      = names != NULL ? make_scene (page, page->first, page->last, TILE_WIDTH, TRUE, SCOPE_PART_LEGEND, error) : NULL;
  int names_width = page->options.no_names || names == NULL ? 0 : (int) names->plot_x;

  return legend != NULL && put (page, "<div id=\"ruler\"></div>\n<div id=\"rows\"><div>", error)
         && put_escaped (page, error, "<div id=\"names\" style=\"width:%dpx;height:%dpx\"><img alt=\"\" src=\"data:image/png;base64,", names_width,
                         (int) height)
         && put_png (page, names, error)
         && put_escaped (page, error, "\"></div><div id=\"plot\" tabindex=\"0\" aria-label=\"%s\" style=\"height:%dpx\"></div></div></div>\n",
                         _("Timeline"), (int) height)
         && (page->options.no_legend
             || (put_escaped (page, error,
                              "<div id=\"legend\" style=\"height:%dpx\"><img alt=\"\" style=\"margin-top:%dpx\" src=\"data:image/png;base64,",
                              SCOPE_LEGEND_HEIGHT, SCOPE_LEGEND_HEIGHT - (int) legend->height)
                 && put_png (page, legend, error) && put (page, "\"></div>\n", error)))
         && put_escaped (page, error, "<footer>%s</footer>\n<noscript>%s</noscript>\n",
                         _("Drag or arrow keys to move; + and −, or the wheel (with Ctrl where lanes scroll), to zoom; 0 for the whole."), _("This page needs JavaScript."));
}

/* In a script "<" would end it. */
static gboolean
put_script_text (Page *page, GString *text, GError **error)
{
  g_string_replace (text, "<", "\\u003c", 0);
  return put (page, text->str, error);
}

/* What the script has to know: rows by what lies where in a tile. */
static gboolean
put_facts (Page *page, const ScopeScene *tile, int names_width, GError **error)
{
  gint64 tick_ps = MAX (scope_trace_tick_ps (scope_view_get_trace (page->view)), 1);
  g_autoptr (GString) text = g_string_new (NULL);
  char from[G_ASCII_DTOSTR_BUF_SIZE], span[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (from, sizeof from, (double) page->first * (double) tick_ps / 1000);
  g_ascii_dtostr (span, sizeof span, (double) (page->last - page->first) * (double) tick_ps / 1000);
  g_string_append_printf (text, "const page={tile:%d,zooms:%u,height:%d,names:%d,from:%s,span:%s,rows:[", TILE_WIDTH, page->zooms,
                          (int) tile->height, page->options.no_names ? 0 : names_width, from, span);
  for (guint i = 1; i < tile->groups->len; i++)
    {
      const ScopeSceneGroup *group = &g_array_index (tile->groups, ScopeSceneGroup, i);

      if (group->row == SCOPE_NONE)
        continue;
      g_string_append_printf (text, "{y:%d,h:%d,name:", (int) group->y, (int) group->height);
      scope_json_append_string (text, scope_scene_text (tile, group->title));
      g_string_append (text, "},");
    }
  g_string_append (text, "]};\n");
  return put_script_text (page, text, error);
}

static gboolean
put_tiles (Page *page, GError **error)
{
  if (!put (page, "const tiles=[\n", error))
    return FALSE;
  for (guint z = 0; z <= page->zooms; z++)
    for (guint i = 0; i < 1u << z; i++)
      {
        double span = (double) (page->last - page->first) / (1u << z);
        gint64 from = page->first + (gint64) (span * i), to = page->first + (gint64) (span * (i + 1));
        g_autoptr (ScopeScene) scene = make_scene (page, from, to, TILE_WIDTH, FALSE, LANES, error);

        if (scene == NULL || !put (page, "'", error) || !put_png (page, scene, error) || !put (page, "',\n", error))
          return FALSE;
      }
  return put (page, "];\n", error);
}

static void
choose_zooms (Page *page, double height)
{
  if (page->zooms != SCOPE_TIMELINE_PAGE_AUTO)
    return;
  page->zooms = AUTO_ZOOMS;
  while (page->zooms > 0 && ((2u << page->zooms) - 1) * TILE_WIDTH * height > AUTO_PIXELS)
    page->zooms--;
}

static gboolean
write_page (Page *page, GError **error)
{
  g_autoptr (ScopeScene) tile = make_scene (page, page->first, page->last, TILE_WIDTH, FALSE, LANES, error);
  g_autoptr (ScopeScene) names = tile != NULL ? make_scene (page, page->first, page->last, TILE_WIDTH, TRUE, SCOPE_PART_NAMES, error) : NULL;

  if (names != NULL)
    choose_zooms (page, tile->height);
  return names != NULL && put_head (page, error) && put_frame (page, tile->height, error) && put (page, "<script>\n", error)
         && put_facts (page, tile, (int) names->plot_x, error) && put_tiles (page, error) && put (page, script, error)
         && put (page, "\n</script>\n</body>\n</html>\n", error);
}

gboolean
scope_timeline_page_export (ScopeTrace *trace, const ScopePictureOptions *options, guint zooms, const char *path, GError **error)
{
  g_autoptr (ScopeView) view = scope_picture_view (trace, options, error);
  g_autoptr (ScopeFileWriter) writer = view != NULL ? scope_file_writer_new (path, error) : NULL;
  Page page = { .view = view, .options = *options, .zooms = zooms, .writer = writer };

  if (writer == NULL)
    return FALSE;
  scope_trace_range (trace, &page.first, &page.last);
  if (options->has_from)
    page.first = MAX (page.first, options->from);
  if (options->has_to)
    page.last = MIN (page.last, options->to);
  return write_page (&page, error) && scope_file_writer_finish (writer, error);
}
