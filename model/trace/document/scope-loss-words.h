/* scope-loss-words.h: why something of a trace is missing, in the user's language.
 *
 * The reason of a loss (ScopeLoss.reason) is made by whoever noticed it, in English, and kept so in the index and in
 * tables; so are errors of opening a file, which the command line says as they are. The window says it in the user's
 * language: the sentence is looked up among those that are known, what differs from loss to loss (numbers, names) is taken
 * over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @reason, of a loss or an error of opening, in the user's language; as it is where it is none of the known sentences or has no translation. A name before
 * it ("file: reason") stays. Owned by the caller. */
char *scope_loss_words (const char *reason);

/* The known sentences, for tests: NULL-terminated, "%s" for what differs. Constant. */
const char *const *scope_loss_sentences (void);

G_END_DECLS
