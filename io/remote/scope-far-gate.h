/* scope-far-gate.h: what lets D-Bus messages of a decent size through, and nothing else: GDBus takes memory for 128 MB as soon as a header
 * says so, and prints what it does not understand. The first bytes that are no message are kept: a shell's greeting, for instance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_FAR_GATE (scope_far_gate_get_type ())
G_DECLARE_FINAL_TYPE (ScopeFarGate, scope_far_gate, SCOPE, FAR_GATE, GFilterInputStream)

/* Over descriptors, which are its streams' from now on and do not block; *ret_gate is borrowed from it. With more than `most_waiting`
 * messages that came and were not handled it ends; 0: as many as come. Free with g_object_unref(). */
GIOStream *scope_far_gate_open (int in, int out, guint most_waiting, ScopeFarGate **ret_gate);
/* One message less waits. Any thread. */
void scope_far_gate_handled (ScopeFarGate *gate);
/* What came in place of a message, as one line for people; NULL: nothing did. Any thread. Free with g_free(). */
char *scope_far_gate_dup_noise (ScopeFarGate *gate);

G_END_DECLS
