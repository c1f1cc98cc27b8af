/* scope-wait-chain-words.h: why it waits, in sentences for people.
 *
 * All strings are freed with g_free(). Points in time are told by `clock`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-clock.h"

#include "model/trace/waits/scope-wait-chain.h"

G_BEGIN_DECLS

/* "Waiting for 1:3 → stream, element 412", "Its wake-up goes back to thread 9", "Ready, but HEC 0 was busy"; NULL if there
 * is nothing to say: it runs, or it is idle. */
char *scope_wait_chain_headline (ScopeTrace *trace, const ScopeWaitChain *why);
/* "It arrived at 412 ms, 1.2 ms after it was sent; the sender was computing." NULL if there is no more to say. */
char *scope_wait_chain_detail (ScopeTrace *trace, const ScopeWaitChain *why, const ScopeClock *clock);
/* "A value that thread 5 computes (black hole)": what the state's reason means; NULL if its label says it all.
 * `owner` may be NULL. */
char *scope_wait_chain_reason (ScopeTrace *trace, guint code, const ScopeLaneId *owner);
/* One step of the way back: "thread 9", and what it did: "blocked on MVar for 3.2 ms, woken at 412.4 ms". */
char *scope_wait_chain_step_title (ScopeTrace *trace, const ScopeWaitChainStep *step);
char *scope_wait_chain_step_detail (ScopeTrace *trace, const ScopeWaitChainStep *step, const ScopeClock *clock);
/* "1:3", "1:Sys", "thread 12"; a process by machine index, or number | SCOPE_MESSAGE_ABSENT_MACHINE, and number. */
char *scope_wait_chain_process_title (ScopeTrace *trace, guint32 machine, guint32 process);
/* "stream element", "value", "process start", …: a kind of message, in the middle of a sentence. */
const char *scope_wait_chain_tag_label (guint tag);

G_END_DECLS
