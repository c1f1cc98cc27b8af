/* scope-layout.h: where the panels of a window are, as data: compared, kept in a string, read back.
 *
 * Knows no widget, so that what is read from a setting, which anybody may have written, is tried without a display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Four edges around the timeline, and two places that are none. */
typedef enum
{
  SCOPE_PLACE_START,
  SCOPE_PLACE_END,
  SCOPE_PLACE_TOP,
  SCOPE_PLACE_BOTTOM,
  SCOPE_PLACE_FLOAT, /* in a window of its own */
  SCOPE_PLACE_CLOSED,
} ScopePlace;

#define SCOPE_N_EDGES 4
#define SCOPE_N_PLACES 6

typedef struct
{
  char *id;
  ScopePlace place;
  ScopePlace edge;    /* where it goes when it is docked again or reopened: an edge */
  guint frame;        /* an edge can be split: 0 is its start or its top */
  guint page;         /* among the tabs of the frame */
  gboolean selected;  /* its tab is in front */
  int width, height;  /* of its own window, in pixels; 0: as the window likes */
} ScopeLayoutPanel;

typedef struct
{
  gboolean shown[SCOPE_N_EDGES];
  int size[SCOPE_N_EDGES]; /* pixels: widths of start and end, heights of top and bottom; bottom 0: as the window likes */
  GArray *panels;          /* of ScopeLayoutPanel, in no order */
} ScopeLayout;

/* Every edge shown, of the usual size; no panels. */
ScopeLayout *scope_layout_new (void);
void scope_layout_free (ScopeLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLayout, scope_layout_free)

/* NULL if there is none of that id. Valid until the next panel is added. */
ScopeLayoutPanel *scope_layout_find (ScopeLayout *self, const char *id);
/* Adds one at the end of frame 0 of an edge; there must be none of that id. Valid until the next one. */
ScopeLayoutPanel *scope_layout_add (ScopeLayout *self, const char *id, ScopePlace edge);

/* One line of text. Free with g_free(). */
char *scope_layout_print (ScopeLayout *self);
/* NULL if the text is damaged, of another version, or says what cannot be: then nothing of it is to be used. */
ScopeLayout *scope_layout_parse (const char *text);

/* "start", "end", "top", "bottom", "float", "closed"; a word that is none: -1. */
const char *scope_place_to_word (ScopePlace place);
int scope_place_from_word (const char *word);

G_END_DECLS
