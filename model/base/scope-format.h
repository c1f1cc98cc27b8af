/* scope-format.h: times, counts, sizes and shares as people read them: about three digits, and always with a unit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "57.8 ms", "1.25 s", "310 µs": about three digits; "16 min 40 s", "2 h 14 min", "3 d 2 h", "3,681 d". Free with g_free(). */
char *scope_format_duration (double ticks, gint64 tick_ps);
/* A point in time with as many digits as `resolution` ticks needs: "1.250 34 s"; from a day on "3681 d 02:14:41.5". Free with g_free(). */
char *scope_format_time (double ticks, gint64 tick_ps, double resolution);
/* Two points in one unit, with digits enough for what lies between them: "1.20–1.85 s". Free with g_free(). */
char *scope_format_time_range (double from, double to, gint64 tick_ps);
/* Ticks as ns, for tables that programs read: whole ones, up to three decimals where ticks are finer. Free with g_free(). */
char *scope_format_ns (double ticks, gint64 tick_ps);
/* "188,388". Free with g_free(). */
char *scope_format_count (guint64 n);
/* "62.3 %", "< 0.1 %". Free with g_free(). */
char *scope_format_share (double share);
/* "3.12", "0.047", "−0.3", "∞", "11,776": about three digits, no more than needed. Free with g_free(). */
char *scope_format_number (double value);
/* "12.4 MB". Free with g_free(). */
char *scope_format_bytes (double bytes);

/* The largest unit of time that is no longer than this, as a number: ps, ns, µs, ms, s. */
guint scope_format_unit (double ns);
double scope_format_unit_ns (guint unit);
const char *scope_format_unit_name (guint unit);

/* How many bytes of "46.9 %" or "16 min" belong together from a space on: the space and the unit; behind "<" the space and what follows. 0: it
 * is another space. `text` begins before it. */
gsize scope_format_unit_after (const char *text, const char *space);

/* The text with a capital at its beginning, to stand alone. Free with g_free(). */
char *scope_format_sentence (const char *text);

/* What names that differ by numbers alone have in common: "worker 12" → "worker #". NULL: there is no number in it. Free with
 * g_free(). */
char *scope_format_pattern (const char *name);

G_END_DECLS
