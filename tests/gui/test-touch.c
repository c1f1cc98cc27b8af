/* test-touch.c: fingers on the timeline: taps, long presses, panning that goes on, and pinches, as a touchscreen makes them.
 *
 * No X server here has a touchscreen. GTK's Broadway shows windows in a browser, whose fingers it takes: so a Broadway server of our
 * own is the display, and a thread is the browser. It looks at nothing but what has to be answered.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "widgets/canvas/scope-canvas-private.h"
#include "widgets/timeline/scope-timeline.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* --- the browser --- */

enum /* what the server says: of the protocol of GTK 4.8's Broadway */
{
  OP_GRAB_POINTER,
  OP_UNGRAB_POINTER,
  OP_NEW_SURFACE,
  OP_SHOW_SURFACE,
  OP_HIDE_SURFACE,
  OP_RAISE_SURFACE,
  OP_LOWER_SURFACE,
  OP_DESTROY_SURFACE,
  OP_MOVE_RESIZE,
  OP_SET_TRANSIENT_FOR,
  OP_DISCONNECTED,
  OP_SURFACE_UPDATE,
  OP_SET_SHOW_KEYBOARD,
  OP_UPLOAD_TEXTURE,
  OP_RELEASE_TEXTURE,
  OP_SET_NODES,
  OP_ROUNDTRIP
};

enum /* and what it is told */
{
  EVENT_ENTER = 0,
  EVENT_TOUCH = 5,
  EVENT_CONFIGURE = 11,
  EVENT_SCREEN_SIZE = 12,
  EVENT_ROUNDTRIP = 14
};

typedef enum
{
  TOUCH_DOWN,
  TOUCH_MOVE,
  TOUCH_UP
} Touch;

typedef struct
{
  guint id;
  gint32 x, y, width, height;
} Surface;

typedef struct
{
  GSocketConnection *connection;
  GDataInputStream *in;
  GThread *thread;
  GMutex lock;         /* of what is sent, and of what follows */
  guint32 serial;
  guint32 time;        /* ms by a clock of its own: fingers are no slower on a machine that has other work */
  GArray *surfaces;    /* Surface */
} Browser;

/* Numbers in network order, in a masked binary frame. */
static void
tell (Browser *browser, gint32 event, const gint32 *words, guint n)
{
  guint32 frame[16] = { GUINT32_TO_BE ((guint32) event), GUINT32_TO_BE (browser->serial),
                        GUINT32_TO_BE (browser->time) };
  guint size = 4 * (3 + n);
  guint8 head[6] = { 0x82, (guint8) (0x80 | size), 0, 0, 0, 0 }; /* a mask of zeros */
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (browser->connection));

  g_assert_cmpuint (n, <=, 13);
  for (guint i = 0; i < n; i++)
    frame[3 + i] = GUINT32_TO_BE ((guint32) words[i]);
  g_output_stream_write_all (out, head, sizeof head, NULL, NULL, NULL);
  g_output_stream_write_all (out, frame, size, NULL, NULL, NULL);
}

typedef struct
{
  const guint8 *at, *end;
} Bytes;

static guint32
take (Bytes *bytes, guint n)
{
  guint32 value = 0;

  g_assert_cmpint (bytes->end - bytes->at, >=, n);
  for (guint i = 0; i < n; i++)
    value |= (guint32) bytes->at[i] << (8 * i);
  bytes->at += n;
  return value;
}

static Surface *
find_surface (Browser *browser, guint id)
{
  for (guint i = 0; i < browser->surfaces->len; i++)
    if (g_array_index (browser->surfaces, Surface, i).id == id)
      return &g_array_index (browser->surfaces, Surface, i);
  return NULL;
}

/* The window is the largest. */
static Surface *
find_window (Browser *browser)
{
  Surface *found = NULL;

  for (guint i = 0; i < browser->surfaces->len; i++)
    {
      Surface *surface = &g_array_index (browser->surfaces, Surface, i);

      if (found == NULL || surface->width * surface->height > found->width * found->height)
        found = surface;
    }
  return found;
}

static void
new_surface (Browser *browser, Bytes *bytes)
{
  Surface surface = { take (bytes, 2), 0, 0, 0, 0 };

  surface.x = (gint16) take (bytes, 2);
  surface.y = (gint16) take (bytes, 2);
  surface.width = (gint32) take (bytes, 2);
  surface.height = (gint32) take (bytes, 2);
  g_array_append_val (browser->surfaces, surface);
}

static void
destroy_surface (Browser *browser, Bytes *bytes)
{
  Surface *surface = find_surface (browser, take (bytes, 2));

  if (surface != NULL)
    g_array_remove_index (browser->surfaces, (guint) (surface - (Surface *) (void *) browser->surfaces->data));
}

static void
move_resize (Browser *browser, Bytes *bytes)
{
  Surface *surface = find_surface (browser, take (bytes, 2)), none = { 0 };
  guint what = take (bytes, 1);

  if (surface == NULL)
    surface = &none;
  if ((what & 1) != 0)
    {
      surface->x = (gint16) take (bytes, 2);
      surface->y = (gint16) take (bytes, 2);
    }
  if ((what & 2) != 0)
    {
      surface->width = (gint32) take (bytes, 2);
      surface->height = (gint32) take (bytes, 2);
    }
  if (surface != &none)
    tell (browser, EVENT_CONFIGURE,
          (gint32[]){ (gint32) surface->id, surface->x, surface->y, surface->width, surface->height }, 5);
}

static void
obey (Browser *browser, Bytes *bytes)
{
  guint op = take (bytes, 1);
  gint32 answer[2];

  browser->serial = take (bytes, 4);
  switch (op)
    {
    case OP_NEW_SURFACE:
      new_surface (browser, bytes);
      break;
    case OP_DESTROY_SURFACE:
      destroy_surface (browser, bytes);
      break;
    case OP_MOVE_RESIZE:
      move_resize (browser, bytes);
      break;
    case OP_ROUNDTRIP:
      answer[0] = (gint32) take (bytes, 2);
      answer[1] = (gint32) take (bytes, 4);
      tell (browser, EVENT_ROUNDTRIP, answer, 2);
      break;
    case OP_SET_NODES:
      take (bytes, 2);
      bytes->at += 4 * (gsize) take (bytes, 4);
      break;
    case OP_UPLOAD_TEXTURE:
      take (bytes, 4);
      bytes->at += take (bytes, 4);
      break;
    case OP_RELEASE_TEXTURE:
    case OP_SET_TRANSIENT_FOR:
      take (bytes, 4);
      break;
    case OP_GRAB_POINTER:
      take (bytes, 3);
      break;
    case OP_UNGRAB_POINTER:
    case OP_DISCONNECTED:
      break;
    default:
      take (bytes, 2);
      break;
    }
}

static gpointer
browse (gpointer data)
{
  Browser *browser = data;
  GInputStream *in = G_INPUT_STREAM (browser->in);

  for (;;)
    {
      guint8 head[2], more[8];
      guint64 size;
      gsize n_more, got;
      g_autofree guint8 *message = NULL;
      Bytes bytes;

      if (!g_input_stream_read_all (in, head, 2, &got, NULL, NULL) || got < 2)
        return NULL;
      size = head[1] & 0x7f;
      n_more = size == 127 ? 8 : size == 126 ? 2 : 0;
      if (!g_input_stream_read_all (in, more, n_more, &got, NULL, NULL) || got < n_more)
        return NULL;
      if (n_more > 0)
        size = 0;
      for (guint i = 0; i < n_more; i++)
        size = size << 8 | more[i];
      message = g_malloc (size + 1);
      if (!g_input_stream_read_all (in, message, size, &got, NULL, NULL) || got < size)
        return NULL;
      if ((head[0] & 0x0f) != 2)
        continue;
      bytes = (Bytes) { message, message + size };
      g_mutex_lock (&browser->lock);
      while (bytes.at < bytes.end)
        obey (browser, &bytes);
      g_mutex_unlock (&browser->lock);
    }
}

static void
browser_open (Browser *browser, const char *path)
{
  static const char ask[] = "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Protocol: broadway\r\nOrigin: http://localhost\r\n\r\n";
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  gint32 screen[3] = { 1600, 1000, 1 };
  GOutputStream *out;

  g_mutex_init (&browser->lock);
  browser->surfaces = g_array_new (FALSE, FALSE, sizeof (Surface));
  for (guint i = 0; browser->connection == NULL && i < 1000; i++)
    {
      g_usleep (10000);
      browser->connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);
    }
  g_assert_nonnull (browser->connection);
  out = g_io_stream_get_output_stream (G_IO_STREAM (browser->connection));
  g_output_stream_write_all (out, ask, sizeof ask - 1, NULL, NULL, NULL);
  browser->in = g_data_input_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (browser->connection)));
  g_data_input_stream_set_newline_type (browser->in, G_DATA_STREAM_NEWLINE_TYPE_CR_LF);
  for (;;)
    {
      g_autofree char *line = g_data_input_stream_read_line (browser->in, NULL, NULL, NULL);

      g_assert_nonnull (line);
      if (*line == '\0')
        break;
    }
  tell (browser, EVENT_SCREEN_SIZE, screen, 3);
  browser->thread = g_thread_new ("browser", browse, browser);
}

/* The server has ended. */
static void
browser_close (Browser *browser)
{
  g_thread_join (browser->thread);
  g_object_unref (browser->in);
  g_object_unref (browser->connection);
  g_array_unref (browser->surfaces);
  g_mutex_clear (&browser->lock);
}

/* --- fingers --- */

typedef struct
{
  GtkWidget *window;
  ScopeTimeline *timeline;
  ScopeCanvas *canvas;
  ScopeView *view;
  Browser *browser;
  double before; /* what a wait compares with */
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (80, 1000, 1000);

  f->browser = (Browser *) data;
  f->timeline = gui_timeline_new (trace, &f->window);
  f->view = scope_timeline_get_view (f->timeline);
  f->canvas = scope_timeline_get_canvas (f->timeline);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
}

/* A finger at a place of the canvas. */
static void
finger (Fixture *f, Touch touch, guint which, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (f->canvas));
  double dx, dy, wx, wy;
  const Surface *surface;
  gint32 words[9];

  gtk_native_get_surface_transform (native, &dx, &dy);
  g_assert_true (gtk_widget_translate_coordinates (GTK_WIDGET (f->canvas), GTK_WIDGET (native), x, y, &wx, &wy));
  g_mutex_lock (&f->browser->lock);
  surface = find_window (f->browser);
  g_assert_nonnull (surface);
  words[0] = touch;
  words[1] = (gint32) surface->id;
  words[2] = (gint32) which;
  words[3] = which == 1;
  words[6] = (gint32) round (wx + dx);
  words[7] = (gint32) round (wy + dy);
  words[4] = surface->x + words[6];
  words[5] = surface->y + words[7];
  words[8] = 0;
  if (touch == TOUCH_DOWN && which == 1)
    {
      gint32 enter[8] = { words[1], words[1], words[4], words[5], words[6], words[7], 0, 0 };

      tell (f->browser, EVENT_ENTER, enter, 8);
    }
  f->browser->time += 12;
  tell (f->browser, EVENT_TOUCH, words, 9);
  g_mutex_unlock (&f->browser->lock);
}

static gboolean
time_is_up (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Until what was told is there; how fast fingers are says their own clock. */
static void
rest (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, time_is_up, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
span_is_other (gpointer data)
{
  Fixture *f = data;

  return fabs (scope_view_get_viewport (f->view)->span - f->before) > f->before / 2;
}

static void
test_pinch (Fixture *f, gconstpointer data)
{
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  double x = scope_canvas_get_names_width (f->canvas) + 300, y = 150, whole = viewport->span;
  gint64 under = scope_canvas_time_at (f->canvas, x);

  finger (f, TOUCH_DOWN, 1, x - 40, y);
  rest (30);
  finger (f, TOUCH_DOWN, 2, x + 40, y);
  for (guint i = 1; i <= 16; i++)
    {
      rest (16);
      finger (f, TOUCH_MOVE, 1, x - 40 - 5 * i, y);
      finger (f, TOUCH_MOVE, 2, x + 40 + 5 * i, y);
    }
  f->before = whole;
  g_assert_true (gui_wait (span_is_other, f));
  rest (50);
  finger (f, TOUCH_UP, 2, x + 120, y);
  finger (f, TOUCH_UP, 1, x - 120, y);
  rest (100);
  /* By as much as they parted, about what was between them; nothing was chosen, and one step back is all of it. */
  g_assert_cmpfloat_with_epsilon (viewport->span, whole / 3, whole / 40);
  g_assert_cmpfloat_with_epsilon ((double) scope_canvas_time_at (f->canvas, x), (double) under,
                                  8 * scope_viewport_scale (viewport));
  g_assert_false (scope_view_get_selected_range (f->view, NULL, NULL));
  g_assert_true (scope_view_back (f->view));
  g_assert_cmpfloat_with_epsilon (viewport->span, whole, whole / 1000);
}

static gboolean
has_come_on (gpointer data)
{
  Fixture *f = data;

  return scope_view_get_viewport (f->view)->from > f->before;
}

/* The view follows the finger, and goes on when it is lifted. */
static void
test_pan (Fixture *f, gconstpointer data)
{
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  double x = scope_canvas_get_names_width (f->canvas) + 400, y = 150, start, lifted;

  scope_view_zoom (f->view, 300, 20);
  start = viewport->from;
  finger (f, TOUCH_DOWN, 1, x, y);
  for (guint i = 1; i <= 12; i++)
    {
      rest (12);
      finger (f, TOUCH_MOVE, 1, x - 20 * i, y);
    }
  f->before = start;
  g_assert_true (gui_wait (has_come_on, f));
  rest (8);
  lifted = viewport->from;
  finger (f, TOUCH_UP, 1, x - 240, y);
  g_assert_cmpfloat (lifted - start, >, 100 * scope_viewport_scale (viewport));
  f->before = start + 260 * scope_viewport_scale (viewport);
  g_assert_true (gui_wait (has_come_on, f));
  g_assert_false (scope_view_get_selected_range (f->view, NULL, NULL));
}

static gboolean
has_scrolled (gpointer data)
{
  return gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (((Fixture *) data)->canvas))) > 60;
}

static void
test_scroll (Fixture *f, gconstpointer data)
{
  double x = scope_canvas_get_names_width (f->canvas) + 400, y = 250, from = scope_view_get_viewport (f->view)->from;

  finger (f, TOUCH_DOWN, 1, x, y);
  for (guint i = 1; i <= 12; i++)
    {
      rest (12);
      finger (f, TOUCH_MOVE, 1, x, y - 10 * i);
    }
  finger (f, TOUCH_UP, 1, x, y - 120);
  g_assert_true (gui_wait (has_scrolled, f));
  g_assert_cmpfloat (scope_view_get_viewport (f->view)->from, ==, from);
}

static gboolean
is_chosen (gpointer data)
{
  ScopeLaneId lane;

  return scope_view_get_selected_lane (((Fixture *) data)->view, &lane) && lane.kind == SCOPE_KIND_PROCESSOR && lane.index == 1;
}

static gboolean
has_menu (gpointer data)
{
  return ((Fixture *) data)->canvas->menu != NULL;
}

/* A tap chooses, a long press opens the menu of what is there. */
static void
test_press (Fixture *f, gconstpointer data)
{
  ScopeLaneList *lanes = scope_view_get_lanes (f->view);
  guint row = scope_lane_list_find (lanes, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 1 }, FALSE);
  double x = scope_canvas_get_names_width (f->canvas) + 300;
  double y = scope_canvas_row_y (f->canvas, row) + scope_lane_list_row (lanes, row)->height - 4;

  finger (f, TOUCH_DOWN, 1, x, y);
  rest (40);
  finger (f, TOUCH_UP, 1, x, y);
  g_assert_true (gui_wait (is_chosen, f));
  g_assert_null (f->canvas->menu);

  f->browser->time += 1000; /* no double tap */
  finger (f, TOUCH_DOWN, 1, x, y);
  g_assert_true (gui_wait (has_menu, f));
  finger (f, TOUCH_UP, 1, x, y);
  rest (50);
  scope_canvas_drop_menu (f->canvas);
}

int
main (int argc, char **argv)
{
  g_autofree char *program = g_find_program_in_path ("gtk4-broadwayd"), *folder = NULL, *path = NULL;
  g_autofree char *socket = NULL;
  g_autoptr (GSubprocess) server = NULL;
  g_autoptr (GError) error = NULL;
  Browser browser = { 0 };
  int status;

  if (program == NULL)
    {
      g_print ("1..0 # SKIP there is no gtk4-broadwayd\n");
      return 0;
    }
  folder = g_dir_make_tmp ("lanescope-touch-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (folder, "browser", NULL);
  g_setenv ("XDG_RUNTIME_DIR", folder, TRUE);
  g_setenv ("GDK_BACKEND", "broadway", TRUE);
  g_setenv ("BROADWAY_DISPLAY", ":1", TRUE);
  g_unsetenv ("GSK_RENDERER");
  server = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, program,
                             "--unixsocket", path, ":1", NULL);
  g_assert_no_error (error);
  browser.time = 1000;
  browser_open (&browser, path);
  gui_init (&argc, &argv);
#define ADD(name, test) g_test_add ("/touch/" name, Fixture, &browser, set_up, test, tear_down)
  ADD ("pinch", test_pinch);
  ADD ("pan", test_pan);
  ADD ("scroll", test_scroll);
  ADD ("press", test_press);
  status = g_test_run ();
  g_subprocess_force_exit (server);
  browser_close (&browser);
  socket = g_build_filename (folder, "broadway2.socket", NULL);
  g_remove (socket);
  g_remove (path);
  g_rmdir (folder);
  return status;
}
