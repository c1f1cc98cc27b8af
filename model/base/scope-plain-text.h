/* scope-plain-text.h: text for a terminal, which a name in a trace must not command. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Control characters, but for those in `keep`, are spaces. Free with g_free(). */
char *scope_plain_text (const char *text, const char *keep);

G_END_DECLS
