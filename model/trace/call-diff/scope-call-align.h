/* scope-call-align.h: which calls of one run are which of another: the longest common subsequence of two sequences of functions.
 *
 * Among several alignments that match equally many, this one is taken: from the front, two that are equal are a pair; else the
 * baseline's is passed over if that loses nothing, else this run's. (Hunt and McIlroy's question, answered with one bit for each pair of
 * places: 64 of them at a step.)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* No more of each side at once: the work is a 64th of the product, the memory an eighth of it in bytes, half a megabyte. */
#define SCOPE_CALL_ALIGN_MOST 2000u

typedef enum
{
  SCOPE_CALL_ALIGN_PAIR,     /* the next of both */
  SCOPE_CALL_ALIGN_BASELINE, /* the next of the baseline is in none of this run's */
  SCOPE_CALL_ALIGN_RUN,
} ScopeCallAlignStep;

typedef struct _ScopeCallAligner ScopeCallAligner;

ScopeCallAligner *scope_call_aligner_new (void);
void scope_call_aligner_free (ScopeCallAligner *aligner);
/* Of at most SCOPE_CALL_ALIGN_MOST numbers each; `steps` has room for n_baseline + n_run. Returns how many they are. */
guint scope_call_align (ScopeCallAligner *aligner, const guint32 *baseline, guint n_baseline, const guint32 *run, guint n_run,
                        guint8 *steps);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallAligner, scope_call_aligner_free)

G_END_DECLS
