/* scope-gem5-line.c: what a line is: an instruction, something of a cache, or one of the many others that stand between them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "io/source/scope-text.h"
#include "model/base/scope-event.h"

#include <string.h>

#define MOST_FUNCTIONS (1u << 20)
#define MOST_TRIES 16u /* places in a line where a trace line could begin */

void
scope_gem5_facts_init (ScopeGem5Facts *facts, ScopeGem5Parts *parts)
{
  memset (facts, 0, sizeof *facts);
  facts->parts = scope_gem5_parts_ref (parts);
  facts->functions = scope_names_new (MOST_FUNCTIONS, SCOPE_NAMES_BYTES);
  facts->mids = scope_gem5_mids_new ();
  facts->definitions = g_array_new (FALSE, FALSE, sizeof (ScopeEvent));
  facts->words = g_string_new (NULL);
  facts->snoops = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  facts->states = g_hash_table_new (NULL, NULL);
}

void
scope_gem5_facts_clear (ScopeGem5Facts *facts)
{
  scope_gem5_programs_free (facts->programs, facts);
  scope_gem5_parts_unref (facts->parts);
  scope_names_free (facts->functions);
  scope_gem5_mids_free (facts->mids);
  scope_gem5_symbols_free (facts->symbols);
  g_array_unref (facts->definitions);
  g_string_free (facts->words, TRUE);
  g_hash_table_unref (facts->snoops);
  g_hash_table_unref (facts->states);
}

void
scope_gem5_define (ScopeGem5Facts *facts, guint type, guint processor, guint32 a, guint32 b, const char *text, gsize n)
{
  ScopeEvent event = { .type = (guint16) type, .processor = (guint16) processor, .a = a, .b = b, .size = (guint32) n,
                       .payload = GSIZE_TO_POINTER (facts->words->len) };

  if (facts->bare)
    return;
  g_string_append_len (facts->words, text, (gssize) n);
  g_array_append_val (facts->definitions, event);
}

guint32
scope_gem5_function (ScopeGem5Facts *facts, const char *text, gsize n)
{
  guint64 slot;
  guint32 number = scope_names_find (facts->functions, 0, text, n, &slot);
  g_autofree char *valid = NULL;

  if (number != 0)
    return number;
  if (!scope_names_add (facts->functions, 0, text, n, slot, facts->n_functions + 1))
    {
      facts->full = TRUE;
      return 0;
    }
  valid = g_utf8_make_valid (text, (gssize) n);
  scope_gem5_define (facts, SCOPE_SIM_TEXT, SCOPE_NO_PROCESSOR, ++facts->n_functions, 0, valid, strlen (valid));

  return facts->n_functions;
}

/* --- instructions --- */

guint32
scope_gem5_find_part (ScopeGem5Facts *facts, ScopeGem5Known *known, const ScopeSimEnvelope *envelope, ScopeGem5FindPart find)
{
  const char *name = envelope->name;
  gsize n = envelope->n_name;
  guint32 part;

  if (known->n == n && memcmp (known->name, name, n) == 0)
    return known->part;
  part = find (facts->parts, name, n);
  if (part == G_MAXUINT32)
    facts->full = TRUE;
  else if (n <= sizeof known->name)
    {
      memcpy (known->name, name, n);
      known->n = (guint8) n;
      known->part = part;
    }

  return part;
}

static guint32
find_core (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope)
{
  guint slot = (guint) envelope->name[envelope->n_name - 1] & 7;

  return scope_gem5_find_part (facts, &facts->last_cores[slot], envelope, scope_gem5_parts_core);
}

static void
notify_cores (ScopeGem5Facts *facts)
{
  guint n = scope_gem5_parts_n_cores (facts->parts);

  for (; facts->n_cores < n; facts->n_cores++)
    {
      ScopeGem5CorePart core = scope_gem5_parts_get_core (facts->parts, facts->n_cores);

      scope_gem5_define (facts, SCOPE_SIM_CORE, core.number, 0, 0, core.name, strlen (core.name));
    }
}

/* --- what is none --- */

static gboolean
is_message (const char *line, gsize n)
{
  static const char *const words[]
      = { "warn: ", "info: ", "hack: ", "fatal: ", "panic: ", "inform: ", "gem5 ", "M5 ", "**** REAL SIMULATION", "command line: ",
          "Global frequency set", "Exiting @ tick", "Beginning simulation", "Copyright (c)", "All Rights Reserved" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (scope_starts (line, n, words[i]))
      return TRUE;

  return FALSE;
}

static gboolean
is_binary (const char *line, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if ((guint8) line[i] < ' ' && line[i] != '\t' && line[i] != '\r' && line[i] != 27)
      return TRUE;

  return FALSE;
}

/* "Setting clock period to 500 ticks for source clock system.cpu_clk_domain" */
static void
read_clock (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope)
{
  const char *p = envelope->rest, *end = p + envelope->n_rest;
  guint64 period = 0;

  if (!scope_starts (p, envelope->n_rest, "Setting clock period to ") || memmem (envelope->name, envelope->n_name, "cpu", 3) == NULL)
    return;
  for (p += strlen ("Setting clock period to "); p < end && g_ascii_isdigit (*p) && period < G_MAXINT32; p++)
    period = period * 10 + (guint64) (*p - '0');
  if (period > 0 && period < G_MAXINT32)
    facts->period = (guint32) period;
}

static ScopeGem5LineKind
read_event (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope, ScopeGem5Record *record)
{
  guint thread;
  const char *pc = scope_sim_find_pc (envelope, &thread);

  record->time = envelope->tick;
  if (pc == NULL)
    {
      ScopeGem5LineKind kind;

      record->type = SCOPE_SIM_CACHE;
      kind = scope_gem5_cache_line (facts, envelope, record);
      return kind == SCOPE_GEM5_LINE_OTHER && scope_gem5_notice_line (facts, envelope, record) ? SCOPE_GEM5_LINE_EVENT : kind;
    }
  record->type = SCOPE_SIM_EXEC;
  scope_gem5_select_program (facts, envelope);
  if (!scope_gem5_exec_line (facts, envelope, pc, thread, record))
    return SCOPE_GEM5_LINE_CUT;
  record->part = find_core (facts, envelope);
  if (record->part == G_MAXUINT32)
    return SCOPE_GEM5_LINE_OTHER;
  if (record->part >= facts->n_cores)
    notify_cores (facts);

  return SCOPE_GEM5_LINE_EVENT;
}

/* "progress 42%  12000: system.cpu0: T0 : …": what stands before the tick is no number. Of what needs no event the record has no type. */
static gboolean
read_glued (ScopeGem5Facts *facts, const char *line, gsize n, ScopeGem5Record *record)
{
  const char *end = line + n, *colon = line;
  guint n_tries = 0;

  while (n_tries < MOST_TRIES && colon < end && (colon = memchr (colon, ':', (gsize) (end - colon))) != NULL)
    {
      const char *from = colon;
      ScopeSimEnvelope envelope;
      ScopeGem5LineKind kind;

      while (from > line && g_ascii_isdigit (from[-1]))
        from--;
      if (from < colon && from > line && from[-1] != '.' && !g_ascii_isalnum (from[-1])
          && n_tries++ < MOST_TRIES && scope_sim_envelope (from, (gsize) (end - from), &envelope))
        {
          kind = read_event (facts, &envelope, record);
          if (kind == SCOPE_GEM5_LINE_KNOWN)
            record->type = 0;
          if (kind == SCOPE_GEM5_LINE_EVENT || kind == SCOPE_GEM5_LINE_KNOWN)
            return TRUE;
        }
      colon++;
    }

  return FALSE;
}

ScopeGem5LineKind
scope_gem5_line (ScopeGem5Facts *facts, const char *line, gsize n, ScopeGem5Record *ret_record)
{
  ScopeSimEnvelope envelope;
  ScopeGem5LineKind kind;

  if (n > 0 && line[n - 1] == '\r')
    n--;
  facts->is_cut = FALSE;
  if (scope_sim_envelope (line, n, &envelope))
    {
      kind = read_event (facts, &envelope, ret_record);
      facts->tick = envelope.tick;
      if (kind == SCOPE_GEM5_LINE_OTHER)
        {
          read_clock (facts, &envelope);
          if (scope_gem5_is_cut (facts, line, n, &envelope))
            return SCOPE_GEM5_LINE_CUT;
        }
      return kind == SCOPE_GEM5_LINE_OTHER && is_binary (line, n) ? SCOPE_GEM5_LINE_BINARY : kind;
    }
  if (n == 0)
    return SCOPE_GEM5_LINE_BLANK;
  if (is_binary (line, n))
    return SCOPE_GEM5_LINE_BINARY;
  if (scope_gem5_is_cut (facts, line, n, NULL))
    return SCOPE_GEM5_LINE_CUT;
  if (read_glued (facts, line, n, ret_record))
    return SCOPE_GEM5_LINE_GLUED;

  return is_message (line, n) ? SCOPE_GEM5_LINE_MESSAGE : SCOPE_GEM5_LINE_OUTPUT;
}
