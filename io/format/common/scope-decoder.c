/* scope-decoder.c: see scope-decoder.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/common/scope-decoder.h"

#include "model/base/scope-each.h"
#include "model/base/scope-entity.h"

gpointer
scope_decoder_new (const ScopeDecoderClass *klass, gsize size, ScopeSource *source)
{
  ScopeDecoder *decoder = g_malloc0 (size);

  decoder->klass = klass;
  decoder->source = source != NULL ? scope_source_ref (source) : NULL;
  decoder->damages = scope_decoder_damages_new ();

  return decoder;
}

void
scope_decoder_free (ScopeDecoder *decoder)
{
  if (decoder == NULL)
    return;
  decoder->klass->clear (decoder);
  g_clear_pointer (&decoder->source, scope_source_unref);
  g_array_unref (decoder->damages);
  g_clear_pointer (&decoder->flushes, g_array_unref);
  g_free (decoder);
}

/* --- damages --- */

static void
clear_damage (gpointer data)
{
  g_free (((ScopeDamage *) data)->reason);
}

GArray *
scope_decoder_damages_new (void)
{
  GArray *damages = g_array_new (FALSE, FALSE, sizeof (ScopeDamage));

  g_array_set_clear_func (damages, clear_damage);

  return damages;
}

void
scope_decoder_damage (ScopeDecoder *decoder, gint64 time, guint64 from_byte, guint64 bytes, char *reason)
{
  ScopeDamage damage = { SCOPE_NO_PROCESSOR, time, time, from_byte, bytes, reason };

  g_array_append_val (decoder->damages, damage);
}

void
scope_decoder_copy_damages (ScopeDecoder *decoder, const GArray *damages)
{
  for (guint i = 0; i < damages->len; i++)
    {
      ScopeDamage damage = g_array_index (damages, ScopeDamage, i);

      damage.reason = g_strdup (damage.reason);
      g_array_append_val (decoder->damages, damage);
    }
}

/* --- events --- */

const char *
scope_decoder_event_name (ScopeDecoder *decoder, guint type)
{
  const char *name = decoder->klass->event_name (type);

  if (name == NULL && decoder->klass->declared_name != NULL)
    name = decoder->klass->declared_name (decoder, type);

  return name != NULL ? name : "other";
}

char *
scope_decoder_event_detail (ScopeDecoder *decoder, const ScopeEvent *event)
{
  GString *out = g_string_new (NULL);

  scope_decoder_append_detail (decoder, event, out);

  return g_string_free (out, FALSE);
}

void
scope_decoder_append_detail (ScopeDecoder *decoder, const ScopeEvent *event, GString *out)
{
  g_autofree char *detail = NULL;

  if (decoder->klass->append_detail != NULL)
    decoder->klass->append_detail (decoder, event, out);
  else if ((detail = decoder->klass->detail_at (decoder, event->offset)) != NULL)
    g_string_append (out, detail);
}

gint64
scope_decoder_known_until (ScopeDecoder *decoder, guint processor)
{
  return decoder->klass->known_until != NULL ? decoder->klass->known_until (decoder, processor) : SCOPE_TIME_MAX;
}

gsize
scope_decoder_take_definitions (GArray *definitions, const GString *words, const ScopeEvent **ret_events)
{
  SCOPE_EACH (ScopeEvent, event, definitions)
    event->payload = (const guint8 *) words->str + GPOINTER_TO_SIZE (event->payload);
  *ret_events = (const ScopeEvent *) (gpointer) definitions->data;

  return definitions->len;
}
