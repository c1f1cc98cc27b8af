/* scope-unpack.c: see scope-unpack.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-unpack.h"

#ifdef SCOPE_HAVE_ISAL
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#else
#include <zlib.h>
#endif

#define MOST ((gsize) 1 << 30) /* the libraries count in 32 bits */

struct _ScopeUnpack
{
#ifdef SCOPE_HAVE_ISAL
  struct inflate_state state;
#else
  z_stream z;
#endif
};

#ifdef SCOPE_HAVE_ISAL

ScopeUnpack *
scope_unpack_new (gboolean raw)
{
  /* Of damaged bytes ISA-L reads tables that it did not fill: what these give is to be the same each time. */
  ScopeUnpack *self = g_new0 (ScopeUnpack, 1);

  isal_inflate_init (&self->state);
  self->state.crc_flag = raw ? ISAL_DEFLATE : ISAL_GZIP;

  return self;
}

ScopeUnpackResult
scope_unpack_run (ScopeUnpack *self, const guint8 **in, gsize *n_in, guint8 **out, gsize *n_out)
{
  struct inflate_state *state = &self->state;
  guint32 given_in = (guint32) MIN (*n_in, MOST), given_out = (guint32) MIN (*n_out, MOST);
  gboolean stuck;
  int code;

  state->next_in = (guint8 *) *in;
  state->avail_in = given_in;
  state->next_out = *out;
  state->avail_out = given_out;
  code = isal_inflate (state);
  stuck = given_in > 0 && given_in == state->avail_in && given_out > 0 && given_out == state->avail_out;
  *n_in -= given_in - state->avail_in;
  *n_out -= given_out - state->avail_out;
  *in += given_in - state->avail_in;
  *out += given_out - state->avail_out;
  if (code < 0)
    return SCOPE_UNPACK_DAMAGED;
  if (state->block_state == ISAL_BLOCK_FINISH)
    return SCOPE_UNPACK_END;

  return stuck ? SCOPE_UNPACK_DAMAGED : SCOPE_UNPACK_MORE;
}

void
scope_unpack_reset (ScopeUnpack *self)
{
  isal_inflate_reset (&self->state);
}

void
scope_unpack_free (ScopeUnpack *self)
{
  g_free (self);
}

#else

ScopeUnpack *
scope_unpack_new (gboolean raw)
{
  ScopeUnpack *self = g_new0 (ScopeUnpack, 1);

  if (inflateInit2 (&self->z, raw ? -MAX_WBITS : MAX_WBITS + 16) != Z_OK)
    g_clear_pointer (&self, g_free);

  return self;
}

ScopeUnpackResult
scope_unpack_run (ScopeUnpack *self, const guint8 **in, gsize *n_in, guint8 **out, gsize *n_out)
{
  uInt given_in = (uInt) MIN (*n_in, MOST), given_out = (uInt) MIN (*n_out, MOST);
  int code;

  self->z.next_in = (Bytef *) *in;
  self->z.avail_in = given_in;
  self->z.next_out = *out;
  self->z.avail_out = given_out;
  code = inflate (&self->z, Z_NO_FLUSH);
  *n_in -= given_in - self->z.avail_in;
  *n_out -= given_out - self->z.avail_out;
  *in += given_in - self->z.avail_in;
  *out += given_out - self->z.avail_out;
  if (code == Z_STREAM_END)
    return SCOPE_UNPACK_END;

  return code == Z_OK || code == Z_BUF_ERROR ? SCOPE_UNPACK_MORE : SCOPE_UNPACK_DAMAGED;
}

void
scope_unpack_reset (ScopeUnpack *self)
{
  inflateReset (&self->z);
}

void
scope_unpack_free (ScopeUnpack *self)
{
  if (self != NULL)
    inflateEnd (&self->z);
  g_free (self);
}

#endif

guint32
scope_unpack_crc32 (guint32 crc, const guint8 *data, gsize n)
{
#ifdef SCOPE_HAVE_ISAL
  return crc32_gzip_refl (crc, data, n);
#else
  return (guint32) crc32_z (crc, data, n);
#endif
}
