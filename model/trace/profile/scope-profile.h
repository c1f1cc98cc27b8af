/* scope-profile.h: GHC's profiles: what filled the heap, and which cost centres ran.
 *
 *     sample   | strings 12 MB | numbers 16 MB | MAIN 19 kB |   bands of one time: of the heap, in bytes
 *     tick     main / work / strings                            of time: the stack of cost centres of a processor, one each
 *
 * Profiles are samples: a band that is in none may have been there between two. Of stacks each band is one of them, and stands on the
 * band of its rest.
 *
 * All that reads rows goes off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* --- bands --- */

typedef struct
{
  char *text;              /* the innermost cost centre's label, the type, the module, …; NULL: it has no name */
  char *module, *location; /* NULL: not told */
  guint32 under;           /* place of the stack's rest, from 1; 0: nothing is below */
  guint8 profile;          /* ScopeProfile */
} ScopeBand;

/* Those of a machine, in their places: the first has place 1, and is at 0. Of ScopeBand; free with g_array_unref(). NULL with error. */
GArray *scope_bands_read (ScopeMachine *machine, GError **error);
/* "strings/work.s/work", the innermost first, as GHC writes it; CAFs with their module: "GHC.Event.CAF". `place` 0: the whole, "".
 * Free with g_free(). */
char *scope_band_name (GArray *bands, guint32 place);
/* The same of n places alone, without keeping the names of all, and of info tables with where they are from: "numbers (Main.hs:3:1)". NULL-terminated; free with g_strfreev(). NULL with error.
 * `ret_locations` may be NULL: where the innermost of each is from ("Fill.hs:18:1-64"), "" if that is not told, or stands in the name. */
char **scope_band_names_read (ScopeMachine *machine, const guint32 *places, guint n, char ***ret_locations, GError **error);

/* --- sums --- */

/* Whether a ScopeProfile's samples are of what ran, or was to run, a stack each; else they are of the heap. */
gboolean scope_profile_is_of_code (guint profile);

typedef struct
{
  guint32 machine;  /* index */
  guint32 band;     /* place; 0: all bands of the profile */
  guint8 profile;   /* ScopeProfile */
  guint64 n;        /* samples that it is in; of band 0: that there are */
  gint64 sum;       /* bytes over all of these; ticks, or stacks */
  gint64 with_above; /* `sum`, and that of all stacks that stand on it */
  gint64 most, most_time; /* the largest of these, and when it was first; own clock */
  gint64 last;      /* of the last sample in the range; 0: it is not in that */
} ScopeBandSum;

/* Of the samples in the range, of all machines in order: per profile first the whole, then the bands, those with most first, equal ones
 * by place. Bands that are in no sample of the range are left out, unless one stands on them that is. Of ScopeBandSum; free with
 * g_array_unref(). NULL with error. */
GArray *scope_profile_sum (const ScopeQueryRange *within, GError **error);

G_END_DECLS
