/* scope-far-words.h: what is asked of the Lanescope on the computer where a trace lies, and what it answers: strips, which are the columns of
 * pixels themselves. They are the same to the last bit as those made here, and a tenth of the tiles that they are made of.
 *
 *     question   1, lists of lanes (each as often as it is needed once), strips (which list, from where, how wide)
 *     answer     the strips in this order: what they hold, then their numbers by bytes: all lowest bytes, then all second ones, …, of
 *                which the high ones are nearly all zero, so that packing finds them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-columns.h"

G_BEGIN_DECLS

/* What one question may ask for. */
#define SCOPE_FAR_MOST_STRIPS 1024u
#define SCOPE_FAR_MOST_COLUMNS (128u * 1024u)
#define SCOPE_FAR_MOST_LANES 65536u                  /* of a strip */
#define SCOPE_FAR_MOST_WORK (4u * 1024u * 1024u)     /* lanes of all strips together */
#define SCOPE_FAR_MOST_QUESTION (1024u * 1024u)      /* bytes */

/* Of which lanes and columns a strip is. */
typedef struct
{
  GBytes *lanes; /* as scope_far_words_lanes() has it */
  gint64 first, x;
  double scale;
  guint n;
  gint64 base;  /* of one lane: its own time at world pixel 0 */
  ScopeStrip *blank; /* the strip without what is asked for */
} ScopeFarStrip;

/* NULL: they are not all of one trace on another computer, or are too many. Else *ret_end is where that is. */
GBytes *scope_far_words_lanes (const ScopeLaneSource *lanes, guint n, ScopeFarEnd **ret_end);
/* Of at most as many strips and columns as may be asked for. */
GBytes *scope_far_words_ask (const ScopeFarStrip *strips, guint n);
/* The answer to it, where the trace is; `tiles` of it. NULL with error: it is no such question. Waits for the disk. */
GBytes *scope_far_words_answer (ScopeTrace *trace, ScopeTileCache *tiles, GBytes *question, GError **error);
/* One of them as an answer would have it alone. */
GBytes *scope_far_words_strip (const ScopeStrip *strip, gint64 base);
/* The strips of an answer, or NULL with error: that is none. */
GPtrArray *scope_far_words_read (const ScopeFarStrip *strips, guint n, GBytes *answer, GError **error);

G_END_DECLS
