/* scope-decoder.c: what all decoders share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-decoder.h"

void
scope_decoder_free (ScopeDecoder *decoder)
{
  if (decoder)
    decoder->klass->free (decoder);
}
