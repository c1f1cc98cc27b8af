/* scope-quantity.c: see scope-quantity.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-quantity.h"

#include "model/base/scope-format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  ScopeUnit unit;
  const char *label;
} Row;

#define FIRST SCOPE_QUANTITY_DURATION

static const Row rows[SCOPE_N_QUANTITIES - FIRST] = {
  [SCOPE_QUANTITY_DURATION - FIRST] = { "duration", SCOPE_UNIT_TIME, N_("duration") },
  [SCOPE_QUANTITY_ALIVE - FIRST] = { "alive", SCOPE_UNIT_TIME, N_("alive") },
  [SCOPE_QUANTITY_LANES - FIRST] = { "lanes", SCOPE_UNIT_COUNT, N_("how many") },
  [SCOPE_QUANTITY_EVENTS - FIRST] = { "events", SCOPE_UNIT_COUNT, N_("events") },
  [SCOPE_QUANTITY_RUNS - FIRST] = { "runs", SCOPE_UNIT_COUNT, N_("made to run") },
  [SCOPE_QUANTITY_GC_COUNT - FIRST] = { "gc_count", SCOPE_UNIT_COUNT, N_("GCs") },
  [SCOPE_QUANTITY_GC_TIME - FIRST] = { "gc_time", SCOPE_UNIT_TIME, N_("GC time") },
  [SCOPE_QUANTITY_GC_LONGEST - FIRST] = { "gc_longest", SCOPE_UNIT_TIME, N_("longest GC pause") },
  [SCOPE_QUANTITY_GC_SYNC - FIRST] = { "gc_sync", SCOPE_UNIT_TIME, N_("waiting for all to stop for a GC") },
  [SCOPE_QUANTITY_GC_COPIED - FIRST] = { "gc_copied", SCOPE_UNIT_BYTES, N_("copied by GCs") },
  [SCOPE_QUANTITY_PRODUCTIVITY - FIRST] = { "productivity", SCOPE_UNIT_SHARE, N_("productivity") },
  [SCOPE_QUANTITY_HEAP_ALLOCATED - FIRST] = { "heap_allocated", SCOPE_UNIT_BYTES, N_("allocated") },
  [SCOPE_QUANTITY_HEAP_SIZE - FIRST] = { "heap_size", SCOPE_UNIT_BYTES, N_("largest heap") },
  [SCOPE_QUANTITY_HEAP_LIVE - FIRST] = { "heap_live", SCOPE_UNIT_BYTES, N_("most live data") },
  [SCOPE_QUANTITY_SPARKS_CREATED - FIRST] = { "sparks_created", SCOPE_UNIT_COUNT, N_("sparks created") },
  [SCOPE_QUANTITY_SPARKS_CONVERTED - FIRST] = { "sparks_converted", SCOPE_UNIT_COUNT, N_("sparks converted") },
  [SCOPE_QUANTITY_SPARKS_OVERFLOWED - FIRST] = { "sparks_overflowed", SCOPE_UNIT_COUNT, N_("sparks overflowed") },
  [SCOPE_QUANTITY_SPARKS_DUD - FIRST] = { "sparks_dud", SCOPE_UNIT_COUNT, N_("sparks dud") },
  [SCOPE_QUANTITY_SPARKS_GCD - FIRST] = { "sparks_gcd", SCOPE_UNIT_COUNT, N_("sparks collected unused") },
  [SCOPE_QUANTITY_SPARKS_FIZZLED - FIRST] = { "sparks_fizzled", SCOPE_UNIT_COUNT, N_("sparks fizzled") },
  [SCOPE_QUANTITY_MESSAGES - FIRST] = { "messages", SCOPE_UNIT_COUNT, N_("messages sent") },
  [SCOPE_QUANTITY_MESSAGES_RECEIVED - FIRST] = { "messages_received", SCOPE_UNIT_COUNT, N_("messages received") },
  [SCOPE_QUANTITY_MESSAGE_SIZE - FIRST] = { "message_size", SCOPE_UNIT_WORDS, N_("size of messages") },
  [SCOPE_QUANTITY_MESSAGE_BYTES - FIRST] = { "message_bytes", SCOPE_UNIT_BYTES, N_("size of messages") },
  [SCOPE_QUANTITY_MESSAGE_LATENCY - FIRST] = { "message_latency", SCOPE_UNIT_TIME, N_("mean time of a message") },
  [SCOPE_QUANTITY_RECEIVING - FIRST] = { "receiving", SCOPE_UNIT_TIME, N_("receiving messages") },
  [SCOPE_QUANTITY_MIGRATIONS - FIRST] = { "migrations", SCOPE_UNIT_COUNT, N_("migrations") },
  [SCOPE_QUANTITY_WAKEUPS - FIRST] = { "wakeups", SCOPE_UNIT_COUNT, N_("wake-ups") },
  [SCOPE_QUANTITY_CYCLES - FIRST] = { "cycles", SCOPE_UNIT_COUNT, N_("cycles") },
  [SCOPE_QUANTITY_INSTRUCTIONS - FIRST] = { "instructions", SCOPE_UNIT_COUNT, N_("instructions") },
  [SCOPE_QUANTITY_IPC - FIRST] = { "ipc", SCOPE_UNIT_RATIO, N_("instructions per cycle") },
  [SCOPE_QUANTITY_CLOCK - FIRST] = { "clock", SCOPE_UNIT_TIME, N_("length of a cycle") },
  [SCOPE_QUANTITY_HITS + SCOPE_HIT_L1D - FIRST] = { "l1d", SCOPE_UNIT_COUNT, N_("L1D misses") },
  [SCOPE_QUANTITY_HITS + SCOPE_HIT_L1I - FIRST] = { "l1i", SCOPE_UNIT_COUNT, N_("L1I misses") },
  [SCOPE_QUANTITY_HITS + SCOPE_HIT_L2 - FIRST] = { "l2", SCOPE_UNIT_COUNT, N_("L2 misses") },
  [SCOPE_QUANTITY_HITS + SCOPE_HIT_UPG - FIRST] = { "upg", SCOPE_UNIT_COUNT, N_("upgrades") },
  [SCOPE_QUANTITY_HITS + SCOPE_HIT_MB - FIRST] = { "mb", SCOPE_UNIT_COUNT, N_("barriers") },
  [SCOPE_QUANTITY_HITS + SCOPE_HIT_LLI - FIRST] = { "lli", SCOPE_UNIT_COUNT, N_("long instructions") },
};

/* "blocked:mvar"; made up once, as there are so many of them. */
static const char *const *
code_names (void)
{
  static const char *names[SCOPE_N_CODES];
  static gsize once = 0;

  if (g_once_init_enter (&once))
    {
      for (guint c = 0; c < SCOPE_N_CODES; c++)
        {
          const ScopeCodeInfo *info = scope_code_info (c);
          g_autofree char *name = g_strdup_printf ("%s:%s", scope_state_name (info->state), info->reason);

          names[c] = info->reason[0] != '\0' && info->state < SCOPE_N_STATES ? g_intern_string (name) : "";
        }
      g_once_init_leave (&once, 1);
    }
  return names;
}

const char *
scope_quantity_name (ScopeQuantity quantity)
{
  g_return_val_if_fail (quantity < SCOPE_N_QUANTITIES, "");

  if (quantity < SCOPE_QUANTITY_CODES)
    return scope_state_name ((ScopeState) quantity);
  if (quantity < FIRST)
    return code_names ()[quantity - SCOPE_QUANTITY_CODES];
  return rows[quantity - FIRST].name;
}

gboolean
scope_quantity_parse (const char *name, ScopeQuantity *ret_quantity)
{
  for (ScopeQuantity q = 0; q < SCOPE_N_QUANTITIES && *name != '\0'; q++)
    if (strcmp (name, scope_quantity_name (q)) == 0)
      {
        *ret_quantity = q;
        return TRUE;
      }
  return FALSE;
}

ScopeUnit
scope_quantity_unit (ScopeQuantity quantity)
{
  g_return_val_if_fail (quantity < SCOPE_N_QUANTITIES, SCOPE_UNIT_COUNT);

  return quantity < FIRST ? SCOPE_UNIT_TIME : rows[quantity - FIRST].unit;
}

gboolean
scope_quantity_is_part (ScopeQuantity quantity, ScopeQuantity *ret_whole)
{
  if (quantity < SCOPE_QUANTITY_CODES || quantity >= FIRST)
    return FALSE;
  *ret_whole = scope_quantity_of_state (scope_code_state (quantity - SCOPE_QUANTITY_CODES));
  return TRUE;
}

const char *
scope_quantity_label (ScopeTrace *trace, ScopeQuantity quantity)
{
  g_return_val_if_fail (quantity < SCOPE_N_QUANTITIES, "");

  if (quantity < SCOPE_QUANTITY_CODES)
    return scope_trace_state_label (trace, (ScopeState) quantity);
  if (quantity < FIRST)
    return scope_trace_code_label (trace, quantity - SCOPE_QUANTITY_CODES);
  return _(rows[quantity - FIRST].label);
}

static char *
format_size (ScopeQuantity quantity, double size)
{
  char *text;

  if (scope_quantity_unit (quantity) == SCOPE_UNIT_BYTES)
    return scope_format_bytes (size);
  text = scope_format_count ((guint64) size);
  if (scope_quantity_unit (quantity) == SCOPE_UNIT_WORDS)
    {
      g_autofree char *number = text;

      text = g_strdup_printf (ngettext ("%s word", "%s words", (gulong) size), number);
    }
  return text;
}

char *
scope_quantity_format (ScopeQuantity quantity, gint64 value, gint64 tick_ps, gboolean sign)
{
  const char *mark = value < 0 ? "−" : sign && value > 0 ? "+" : "";
  double size = fabs ((double) value);
  g_autofree char *text = NULL;

  switch (scope_quantity_unit (quantity))
    {
    case SCOPE_UNIT_TIME:
      text = scope_format_duration (size, tick_ps);
      break;
    case SCOPE_UNIT_SHARE:
      text = g_strdup_printf ("%.1f %%", size / 1e4);
      break;
    case SCOPE_UNIT_RATIO:
      text = g_strdup_printf ("%.3f", size / 1e6);
      break;
    default:
      text = format_size (quantity, size);
    }
  return g_strconcat (mark, text, NULL);
}
