/* scope-choice-popover.h: a popover of checks that choose how a view looks, from a table of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a check stands for. */
typedef enum
{
  SCOPE_CHOICE_BITS, /* these bits of a field of the look */
  SCOPE_CHOICE_ONE,  /* this value of it: one of those with this field */
  SCOPE_CHOICE_FLAG, /* a flag of the view's message filter */
} ScopeChoiceKind;

/* Texts are not translated yet; a NULL is left out. */
typedef struct
{
  ScopeChoiceKind kind;
  ScopeLookField field;
  gsize value;         /* bits, value; or the place of the flag in ScopeMessageFilter */
  const char *heading; /* above it */
  const char *label, *tip;
  /* Whether it is shown for that trace; left out: always. */
  gboolean (*is_there) (ScopeTrace *trace, guint table);
  guint table;
  /* Whether it can be changed now; left out: always. */
  gboolean (*is_of_use) (ScopeView *view);
} ScopeChoice;

#define SCOPE_TYPE_CHOICE_POPOVER (scope_choice_popover_get_type ())
G_DECLARE_FINAL_TYPE (ScopeChoicePopover, scope_choice_popover, SCOPE, CHOICE_POPOVER, GtkPopover)

/* `choices` are static. `heading`: the CSS class of headings. */
GtkWidget *scope_choice_popover_new (const ScopeChoice *choices, guint n, const char *heading);
/* Adds a widget below; all scrolls where the window has too little room. `update` is called whenever the view changes, or is another one,
 * or NULL. Takes the widget. */
void scope_choice_popover_add (ScopeChoicePopover *self, GtkWidget *extra, void (*update) (GtkWidget *extra, ScopeView *view));
/* NULL: none. */
void scope_choice_popover_set_view (ScopeChoicePopover *self, ScopeView *view);
ScopeView *scope_choice_popover_get_view (ScopeChoicePopover *self);
/* The check of a row of the table. */
GtkWidget *scope_choice_popover_get_check (ScopeChoicePopover *self, guint row);

G_END_DECLS
