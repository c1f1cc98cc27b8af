/* scope-unpack.h: deflate streams, by whichever library is quicker at it.
 *
 * That is ISA-L where the build found it: it is twice as fast as zlib, and unpacking is a third of an import.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ScopeUnpack ScopeUnpack;

typedef enum
{
  SCOPE_UNPACK_MORE,    /* it wants more input, or more room */
  SCOPE_UNPACK_END,     /* the stream has ended; what is left of the input does not belong to it */
  SCOPE_UNPACK_DAMAGED, /* this is no deflate stream from here on; what came out so far is good */
} ScopeUnpackResult;

/* `raw`: a bare deflate stream, else gzip, whose checksum is checked. NULL: no memory. */
ScopeUnpack *scope_unpack_new (gboolean raw);
/* Unpacks what it can; moves *in and *out on, and takes off *n_in and *n_out what was used. */
ScopeUnpackResult scope_unpack_run (ScopeUnpack *unpack, const guint8 **in, gsize *n_in, guint8 **out, gsize *n_out);
/* Another stream begins (gzip). */
void scope_unpack_reset (ScopeUnpack *unpack);
void scope_unpack_free (ScopeUnpack *unpack);

/* CRC-32 as zip and gzip have it; 0 to begin with. */
guint32 scope_unpack_crc32 (guint32 crc, const guint8 *data, gsize n);

G_END_DECLS
