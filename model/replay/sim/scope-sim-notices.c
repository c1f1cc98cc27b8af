/* scope-sim-notices.c: what befell a core besides its instructions (misses of TLBs, interrupts, power states), as marks of their own kinds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include <string.h>

void
scope_sim_notice (ScopeSim *self, const ScopeSimRecord *event)
{
  const ScopeSimNotice *told = &event->u.notice;
  const char *power = scope_sim_power_name (told->number);
  gint64 row[SCOPE_MARK_N_COLUMNS] = { event->time, event->processor != SCOPE_NO_PROCESSOR ? event->processor : SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };
  char text[64];

  switch ((ScopeSimNoticeWhat) told->what)
    {
    case SCOPE_SIM_NOTICE_TLB:
    case SCOPE_SIM_NOTICE_TLB_PAGE:
      row[SCOPE_MARK_KIND] = SCOPE_MARK_TLB;
      g_snprintf (text, sizeof text, "TLB miss%s 0x%" G_GINT64_MODIFIER "x", told->what == SCOPE_SIM_NOTICE_TLB_PAGE ? " page" : "", told->address);
      break;
    case SCOPE_SIM_NOTICE_INTERRUPT:
      row[SCOPE_MARK_KIND] = SCOPE_MARK_INTERRUPT;
      g_snprintf (text, sizeof text, "interrupt %u:%u", told->number, told->index);
      break;
    case SCOPE_SIM_NOTICE_POWER:
    case SCOPE_SIM_NOTICE_DOMAIN:
      row[SCOPE_MARK_KIND] = SCOPE_MARK_POWER;
      g_snprintf (text, sizeof text, "power%s %s", told->what == SCOPE_SIM_NOTICE_DOMAIN ? " domain" : "", power != NULL ? power : "?");
      break;
    default:
      return;
    }
  row[SCOPE_MARK_TEXT] = (gint64) self->sink->klass->text (self->sink, text, strlen (text));
  self->sink->klass->record (self->sink, SCOPE_TABLE_MARKS, row);
}
