/* scope-sample-events.h: the events of sampling files, as the decoder hands them to the replay.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  /* a: ScopeCounter; b and c: the value's low and high 32 bits; processor: the scheduler, from 1, if it is of one. Payload: of which
   * process, as the file has it ("<0.45.0>", "a_server"), or nothing */
  SCOPE_SAMPLE_VALUE = 1,
  /* An ETS table, two events each: b and c: how many objects it has; then its bytes. Payload: what it is called, "@", and whose it is:
   * "sessions@<0.45.0>" */
  SCOPE_SAMPLE_TABLE_OBJECTS,
  SCOPE_SAMPLE_TABLE_BYTES,
  SCOPE_SAMPLE_N_EVENTS
} ScopeSampleEvent;

G_END_DECLS
