/* scope-gem5.h: the decoder of debug output of gem5 and M5: instructions and caches.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

G_BEGIN_DECLS

/* The events are those of model/base/scope-sim-events.h, in order of time; what stands further than 10 µs from its place comes where
 * it stands, and a damage says so. Reads any source front to back. */
ScopeDecoder *scope_gem5_new (ScopeSource *source, GError **error);
/* The same without definitions; a map to be forked, too. `source` must be seekable. */
ScopeDecoder *scope_gem5_new_map (ScopeSource *source, GError **error);
/* See scope_formats_open_growing(). */
ScopeDecoder *scope_gem5_new_growing (ScopeSource *source, guint64 there, GError **error);
/* Before the first next(). The period of all cores, ps; what is said of it elsewhere counts less the later its source stands in
 * ScopeSimClockSource. */
void scope_gem5_set_clock (ScopeDecoder *decoder, guint32 period, guint source);
/* The text of `nm`, for instructions without symbols. FALSE: it is none. */
gboolean scope_gem5_set_symbols (ScopeDecoder *decoder, const char *text, gsize n);
/* By config.ini: cores' names → what they run ("matrix"); those of which it does not say exactly one are not there. Free with
 * g_hash_table_unref(). */
GHashTable *scope_gem5_read_programs (const char *text, gsize n);
#define SCOPE_GEM5_MOST_PROGRAMS 64u
/* Behind scope_gem5_set_symbols(): the core runs that program, the text of whose `nm` it is; of a program that was set before
 * for another core the text may be NULL. FALSE: it is none, or there are too many. */
gboolean scope_gem5_set_program (ScopeDecoder *decoder, const char *core, const char *program, const char *text, gsize n);
/* Words of a checkpoint of its; the first SCOPE_SYNC_WORDS are enough if it is plain, with zeros behind them. */
#define SCOPE_GEM5_CHECKPOINT_WORDS 7
gboolean scope_gem5_checkpoint_is_plain (const guint64 *checkpoint);
/* A core that the log is known to have, in the order in which they were told: so that reading from anywhere numbers them alike. */
void scope_gem5_add_core (ScopeDecoder *map, const char *name);
/* Of several runs in the log this one is read, from 1 on. */
void scope_gem5_set_run (ScopeDecoder *decoder, guint run);
/* `func` gets each number that config.ini sets: "system.l2.size=262144"; how many there were. */
typedef void (*ScopeGem5SettingFunc) (const char *setting, gpointer data);
guint scope_gem5_each_setting (const char *text, gsize n, ScopeGem5SettingFunc func, gpointer data);
/* The cores' period by config.ini or stats.txt; 0: it does not say. */
guint32 scope_gem5_read_period (const char *text, gsize n);

G_END_DECLS
