/* scope-blame-words.c: see scope-blame-words.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/findings/scope-blame-words.h"

#include <glib/gi18n.h>
#include <string.h>

const char *
scope_wait_piece_word (ScopeWaitPiece piece)
{
  switch (piece)
    {
    case SCOPE_PIECE_LATE_PRODUCER:
      /* TRANSLATORS: somebody waits until … */
      return _("it was done, or sent");
    case SCOPE_PIECE_IN_FLIGHT:
      return _("the message arrived");
    case SCOPE_PIECE_DELIVERED_NOT_WOKEN:
      return _("the message was taken");
    case SCOPE_PIECE_TIMER:
      return _("the time had come");
    case SCOPE_PIECE_FOREIGN:
      return _("a foreign call returned");
    case SCOPE_PIECE_NEVER:
      return _("never");
    case SCOPE_PIECE_WOKEN_NOT_RUN:
      return _("it was run");
    default:
      return _("not recorded");
    }
}

const char *
scope_blame_label_word (ScopeTrace *trace, const char *label)
{
  static const struct
  {
    const char *label, *word;
  } words[] = {
    { "", N_("(no name)") },
    { "(start)", N_("(not started yet)") },
    { "(ready)", N_("(ready, and not run)") },
    { "(gc)", N_("(stopped for a collection)") },
    { "(in flight)", N_("(messages on their way)") },
    { "(delivered)", N_("(messages not taken)") },
    { "(timer)", N_("(waiting for a time)") },
    { "(foreign)", N_("(in a foreign call)") },
    { "(never)", N_("(waiting for what never comes)") },
    { "(ended)", N_("(has ended)") },
    { "(unknown)", N_("(not recorded)") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].label, label))
      return _(words[i].word);
  return label;
}
