/* scope-gem5-notice.c: lines of other debug flags that tell what befell a core: misses of its TLBs, interrupts, power states.
 *
 *     TLB        Handling a TLB miss for address 0x7fff0 at pc 0x401000.      (x86)
 *                TLB Miss: Starting hardware table walker for 0x7fff0(0:0)    (ARM, SPARC)
 *                lookup 0x40, asn 0x1 -> miss ppn 0                           (Alpha, MIPS, POWER: the page's number)
 *     TLBVerbose lookup(vpn=0x40000, asid=0x1): miss ppn 0                    (RISC-V; not the walker's own: "hidden")
 *     Interrupt  Interrupt 5:0 posted
 *     PowerDomain  PwrState update to 2 by system.cpu0.power_state; Updated power domain state to 4
 *
 * Whose they are is told by names, as with caches: "system.cpu0.mmu.dtb".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "io/source/scope-text-reader.h"

#include <string.h>

/* "0x1f", "1f". */
static gboolean
read_hex (ScopeText *text, guint64 *ret_value)
{
  scope_text_skip (text, "0x");
  return scope_text_hex (text, ret_value);
}

static gboolean
read_number (ScopeText *text, guint32 *ret_value)
{
  const char *from;

  for (from = text->p, *ret_value = 0; text->p < text->end && g_ascii_isdigit (*text->p) && text->p - from < 9; text->p++)
    *ret_value = *ret_value * 10 + (guint32) (*text->p - '0');
  return text->p > from;
}

/* Of a TLB that is asked for a page. */
static gboolean
read_lookup (ScopeText text, ScopeSimNotice *notice)
{
  notice->what = SCOPE_SIM_NOTICE_TLB_PAGE;
  if (scope_text_skip (&text, "("))
    return scope_text_skip (&text, "vpn=") && read_hex (&text, &notice->address) && scope_text_seek (&text, "): ")
           && scope_text_skip (&text, "miss") && !scope_text_seek (&text, "hidden");
  return scope_text_skip (&text, " ") && read_hex (&text, &notice->address) && scope_text_seek (&text, " -> ") && scope_text_skip (&text, "miss");
}

/* *ret_who: of whom the line says it, if not of the one that says it. */
static gboolean
read_notice (ScopeText text, ScopeSimNotice *notice, ScopeText *ret_who)
{
  if (scope_text_skip (&text, "Handling a TLB miss for address ") || scope_text_skip (&text, "TLB Miss: Starting hardware table walker for "))
    {
      notice->what = SCOPE_SIM_NOTICE_TLB;
      return read_hex (&text, &notice->address);
    }
  if (scope_text_skip (&text, "lookup"))
    return read_lookup (text, notice);
  if (scope_text_skip (&text, "Interrupt "))
    {
      notice->what = SCOPE_SIM_NOTICE_INTERRUPT;
      return read_number (&text, &notice->number) && scope_text_skip (&text, ":") && read_number (&text, &notice->index)
             && scope_text_skip (&text, " posted");
    }
  if (scope_text_skip (&text, "PwrState update to "))
    {
      notice->what = SCOPE_SIM_NOTICE_POWER;
      if (!read_number (&text, &notice->number) || !scope_text_skip (&text, " by "))
        return FALSE;
      for (ret_who->p = text.p; text.p < text.end && !g_ascii_isspace (*text.p);)
        text.p++;
      ret_who->end = text.p;
      return ret_who->end > ret_who->p;
    }
  notice->what = SCOPE_SIM_NOTICE_DOMAIN;
  return scope_text_skip (&text, "Updated power domain state to ") && read_number (&text, &notice->number);
}

gboolean
scope_gem5_notice_line (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope, ScopeGem5Record *ret_record)
{
  ScopeText text = { envelope->rest, envelope->rest + envelope->n_rest };
  ScopeText who = { envelope->name, envelope->name + envelope->n_name };
  ScopeSimNotice notice = { 0 };

  if (!envelope->colon || envelope->n_rest == 0 || strchr ("HTlIPU", *text.p) == NULL || *text.p == '\0' || !read_notice (text, &notice, &who))
    return FALSE;
  ret_record->part = scope_gem5_parts_cache (facts->parts, who.p, (gsize) (who.end - who.p));
  if (ret_record->part == G_MAXUINT32)
    return FALSE;
  ret_record->type = SCOPE_SIM_NOTICE;
  ret_record->notice = notice;
  return TRUE;
}
