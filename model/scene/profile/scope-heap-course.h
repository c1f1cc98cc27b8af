/* scope-heap-course.h: a profile of the heap over time: when its samples were, and how much each of the largest bands had in them.
 *
 *     sample     0        1     2 3 4            5
 *     bytes      ▂▂▂▂▂▂▂▂▂▅▅▅▅▅▅▇▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▃     each holds until the next
 *
 * Between samples nothing is known: what a sample found is taken to hold until the next one, the last for as long as the one before it did.
 * Nothing is summed over samples. Where several fall on one pixel, the one with most bytes stands for them, and it is told how many there
 * are; what the last of them found holds from the next pixel on.
 *
 * What reads goes off the main thread. A result is only read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-viewport.h"
#include "model/trace/profile/scope-profile.h"

G_BEGIN_DECLS

#define SCOPE_HEAP_MOST_BANDS 40u /* drawn by themselves */

/* --- which profiles there are --- */

typedef struct
{
  gint64 time; /* trace time */
  gint64 sum;  /* bytes of all bands */
} ScopeHeapSample;

typedef struct
{
  guint32 machine;  /* index */
  guint8 profile;   /* ScopeProfile */
  GArray *samples;  /* ScopeHeapSample, by time */
  GArray *ranks;    /* guint32: of the band of place i + 1 among all of the whole trace, the largest 0; SCOPE_NONE: it is not of this profile */
} ScopeHeapProfile;

typedef struct
{
  GPtrArray *profiles; /* ScopeHeapProfile: of heaps, by machine and profile */
  gint n_refs;
} ScopeHeapProfiles;

/* Of all machines. NULL with error. */
ScopeHeapProfiles *scope_heap_profiles_read (ScopeTrace *trace, GCancellable *cancellable, GError **error);
ScopeHeapProfiles *scope_heap_profiles_ref (ScopeHeapProfiles *profiles);
void scope_heap_profiles_unref (ScopeHeapProfiles *profiles);

/* --- one of them over the pixels of a plot --- */

typedef struct
{
  ScopeViewport viewport; /* its width is the plot's */
  gint64 from, to;        /* the range that figures are of, and that says which bands are the largest: trace time */
  guint profile;          /* place in the list */
  guint n_bands;          /* how many there is room for, the rest as one */
} ScopeHeapRequest;

typedef struct
{
  guint32 place;  /* of the band; 0: of all others together */
  guint32 rank;   /* in the whole trace: its colour; others: 0 */
  guint n;        /* how many they are: 1, but for the others */
  char *name;     /* others: NULL */
  char *location; /* in the source: "Fill.hs:18:1-64"; "" or NULL: not told */
  double mean;    /* bytes, over the samples in the range; if there is none, of the one that holds there */
  gint64 most, most_time; /* of one of these samples, the first; trace time */
} ScopeHeapBand;

typedef struct
{
  gint64 from, to; /* where it is drawn; trace time */
  gint64 time;     /* of the sample that is drawn */
  gint64 sum;
  guint n;         /* samples that it stands for */
} ScopeHeapStep;

typedef struct
{
  ScopeHeapRequest request;
  guint8 profile;  /* ScopeProfile */
  GArray *bands;   /* ScopeHeapBand, the largest first, at last all others, if there are any */
  GArray *steps;   /* ScopeHeapStep, by time */
  gint64 *values;  /* [steps][bands]: bytes */
  guint n_samples; /* in the range of figures; there are no bands if nothing is known there */
  double mean;     /* of all bytes, and the most of them, as of a band */
  gint64 most, most_time;
} ScopeHeapCourse;

/* NULL with error. */
ScopeHeapCourse *scope_heap_course_read (ScopeTrace *trace, const ScopeHeapProfiles *profiles, const ScopeHeapRequest *request,
                                         GCancellable *cancellable, GError **error);
void scope_heap_course_free (ScopeHeapCourse *course);
/* The step that is drawn at a time, or -1. */
int scope_heap_course_find_step (const ScopeHeapCourse *course, gint64 time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeHeapCourse, scope_heap_course_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeHeapProfiles, scope_heap_profiles_unref)

G_END_DECLS
