/* scope-decoder.c: see scope-decoder.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/common/scope-decoder.h"

void
scope_decoder_free (ScopeDecoder *decoder)
{
  if (decoder)
    decoder->klass->free (decoder);
}
