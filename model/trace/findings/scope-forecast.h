/* scope-forecast.h: several what-ifs beside each other: how long the run would have taken with each, with all of them, and what limits it
 * then; over the number of processors, and what it could be asked about.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-what-if.h"

G_BEGIN_DECLS

/* What would have to change next. */
typedef enum
{
  SCOPE_LIMIT_NONE,        /* nearly all of the processors' time is work */
  SCOPE_LIMIT_PROCESSORS,  /* with more of them it would be quicker */
  SCOPE_LIMIT_COLLECTIONS, /* they are a good part of the time, and without them it would be quicker */
  SCOPE_LIMIT_MESSAGES,    /* if messages arrived at once it would be quicker */
  SCOPE_LIMIT_CHAIN,       /* the chain of what waits for what */
} ScopeLimit;

typedef struct
{
  ScopeWhatIfResult result;
  ScopeLimit limit;
  char *why_not; /* of a wish that cannot be asked; else NULL */
} ScopeForecast;

typedef struct
{
  GArray *forecasts;  /* of ScopeForecast: one for each wish, in their order */
  ScopeForecast all;  /* with all of them that could be asked; with none, the run as it is */
  ScopeWhatIfResult as_is; /* the replay with nothing changed */
} ScopeForecasts;

/* `wishes` as scope_what_if_add() takes them, NULL-terminated. Off the main thread. NULL with error. */
ScopeForecasts *scope_forecasts_read (const ScopeQueryRange *within, const char *const *wishes, GError **error);
void scope_forecasts_free (ScopeForecasts *forecasts);
/* In words: "Next limit: processors". Static. */
const char *scope_limit_words (ScopeLimit limit);

/* --- over the number of processors --- */

typedef struct
{
  guint processors; /* of all machines together */
  gint64 end;       /* ticks; how long the run would have taken */
  gint64 changed;   /* the same with the wishes */
} ScopeForecastPoint;

typedef struct
{
  GArray *points;   /* of ScopeForecastPoint, few processors first */
  guint recorded;   /* how many there were */
  gint64 measured;  /* how long it took; ticks */
  gboolean changes; /* there are wishes */
} ScopeForecastCurve;

/* From one to 64 on each machine. Wishes about processors themselves are left out. Off the main thread. NULL with error. */
ScopeForecastCurve *scope_forecast_curve_read (const ScopeQueryRange *within, const char *const *wishes, GError **error);
void scope_forecast_curve_free (ScopeForecastCurve *curve);

/* --- what can be asked about --- */

typedef enum
{
  SCOPE_SUBJECT_LABEL,
  SCOPE_SUBJECT_TASK,
  SCOPE_SUBJECT_MACHINE,
  SCOPE_N_SUBJECTS,
} ScopeSubjectKind;

typedef struct
{
  char *wish;  /* without its factor: "label:parse", "thread:1/3" */
  char *title; /* for people */
} ScopeSubject;

typedef struct
{
  GArray *of[SCOPE_N_SUBJECTS]; /* of ScopeSubject: what has most of the critical path first; machines in their order */
} ScopeSubjects;

/* Off the main thread. NULL with error. */
ScopeSubjects *scope_subjects_read (const ScopeQueryRange *within, GError **error);
void scope_subjects_free (ScopeSubjects *subjects);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeForecasts, scope_forecasts_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeForecastCurve, scope_forecast_curve_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSubjects, scope_subjects_free)

G_END_DECLS
