/* scope-blame-words.h: pieces of waits and what is to blame, in words for people, translated. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/analysis/scope-task-stream.h"

G_BEGIN_DECLS

/* "it was done": until when that piece lasts. Static. */
const char *scope_wait_piece_word (ScopeWaitPiece piece);
/* A label as it is, what stands in brackets in words: "(ready)" is "ready, and not run". */
const char *scope_blame_label_word (ScopeTrace *trace, const char *label);

G_END_DECLS
