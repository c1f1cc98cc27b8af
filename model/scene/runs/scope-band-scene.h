/* scope-band-scene.h: what several runs did over time, as a picture.
 *
 *     title, legend
 *     4 |      ░░▒▒▒▒▒░░░            ░ least to greatest   ▒ mean ± standard deviation
 *       |   ░▒▒▒▒─────▒▒▒░░          ─ mean                ━ the run chosen
 *     0 |░▒▒▒____________▒▒▒░▒▒|
 *       |          ▼▼▼▼        |     where that run is below (▼) or above (▲) all the others
 *        0 ms     100 ms   200 ms
 *
 * With a run chosen the band is that of all the others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run-band.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height;
  double font_size;     /* 0: 11 */
  const ScopePalette *palette;
  ScopeBandQuantity quantity;
  guint run;            /* chosen; SCOPE_NONE: none */
  guint pointed;        /* column that stands out; SCOPE_NONE: none */
  const char *title;    /* over all; NULL: none */
} ScopeBandSceneOptions;

void scope_band_scene_options_init (ScopeBandSceneOptions *options);
/* `set` is that which the band was read of. Free with scope_scene_free(). */
ScopeScene *scope_band_scene_new (const ScopeRunBand *band, ScopeRunSet *set, const ScopeBandSceneOptions *options);
/* The column under that pixel; SCOPE_NONE: it lies beside the plot. */
guint scope_band_scene_column_at (const ScopeRunBand *band, const ScopeBandSceneOptions *options, double x);
/* "1.20–1.21 s: mean 3.10 of 5 runs (2.80–3.40); SumEuler-3: 2.10, less than all". Free with g_free(). */
char *scope_band_dup_column_text (const ScopeRunBand *band, ScopeRunSet *set, ScopeBandQuantity quantity, guint run,
                                  guint column);
/* "SumEuler: running HECs over time, of 5 runs". Free with g_free(). */
char *scope_band_dup_title (const ScopeRunBand *band, ScopeRunSet *set, ScopeBandQuantity quantity);
/* "Running HECs", "Ready threads, share …": what is drawn. Translated. */
const char *scope_band_quantity_title (ScopeBandQuantity quantity);

/* --- tables --- */

/* A row for each column of the band: from, to, runs, mean, deviation, least, quartiles, greatest; then each run. */
ScopeReportTable *scope_band_table_new (const ScopeRunBand *band, ScopeRunSet *set, ScopeBandQuantity quantity);
/* A row for each quantity of the runs as a whole: mean, deviation, least, greatest of the runs but `run`; and that
 * one's own, with whether it is outside. */
ScopeReportTable *scope_run_totals_table_new (ScopeRunSet *set, guint run);

G_END_DECLS
