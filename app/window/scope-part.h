/* scope-part.h: a part of a window, with fields of its own: its actions, and what it does when the trace comes and goes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-host.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_PART (scope_part_get_type ())
G_DECLARE_DERIVABLE_TYPE (ScopePart, scope_part, SCOPE, PART, GObject)

struct _ScopePartClass
{
  GObjectClass parent_class;

  const GActionEntry *entries; /* actions of the window, group "win", with the part as their data */
  guint n_entries;
  void (*attach) (ScopePart *self, ScopeHost *host); /* once, with the window built and its actions there */
  void (*update) (ScopePart *self, ScopeHost *host); /* what can be done may have changed */
  void (*close) (ScopePart *self, ScopeHost *host);  /* the document goes; the window may be going, too */
};

/* A part of that class; the functions of the class may be NULL. */
gpointer scope_part_new (GType type, ScopeHost *host);
ScopeHost *scope_part_get_host (gpointer self);
void scope_part_update (gpointer self);
void scope_part_close (gpointer self);

G_END_DECLS
