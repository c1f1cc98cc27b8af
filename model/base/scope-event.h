/* scope-event.h: one event as a decoder hands it on, in batches of thousands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_NO_PROCESSOR 0xffffu

typedef struct
{
  gint64 time;           /* ticks of the machine's own clock */
  guint64 offset;        /* of the event's first byte in its stream */
  const guint8 *payload; /* what follows the event's header; valid until the next batch is asked for */
  guint32 size;          /* bytes of payload */
  guint16 type;          /* the format's number (see the decoder for what it maps) */
  guint16 processor;     /* SCOPE_NO_PROCESSOR for global events */
  guint32 a, b, c;       /* the first fields, decoded and made alike over the format's versions */
  guint32 stream;        /* which of the decoder's streams it came from */
} ScopeEvent;

G_END_DECLS
