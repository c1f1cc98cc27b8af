/* scope-gem5-cache.c: lines of classic caches, of all eras (formats/simulation.md §1.3).
 *
 * What a snoop did stands in two lines: what was asked, then the new state. M5 of 2008 shows no states with accesses: what a line's
 * was is kept from its fills and snoops, so that a write to a shared line is known as what it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "io/source/scope-text-reader.h"

#include <string.h>

#define LINE_BYTES 64u /* of a cache, where it is not said */
#define MOST_STATES (1u << 20)

typedef struct
{
  guint64 from, to;
  guint8 op;
} Snoop;

/* Status bits of M5 2008. */
enum
{
  VALID = 1,
  WRITABLE = 2,
  DIRTY = 8,
};

static gboolean
read_word (ScopeText *text, const char **ret_word, gsize *ret_n)
{
  *ret_word = text->p;
  while (text->p < text->end && g_ascii_isalnum (*text->p))
    text->p++;
  *ret_n = (gsize) (text->p - *ret_word);

  return *ret_n > 0;
}

static guint8
op_of (const char *word, gsize n)
{
  if (scope_starts (word, n, "StoreCond") || scope_starts (word, n, "SCUpgrade"))
    return scope_starts (word, n, "SCUpgrade") ? SCOPE_SIM_OP_UPGRADE : SCOPE_SIM_OP_STORE_CONDITIONAL;
  if (scope_starts (word, n, "ReadEx"))
    return SCOPE_SIM_OP_READ_EXCLUSIVE;
  if (scope_starts (word, n, "Read") || scope_starts (word, n, "LoadLocked") || scope_starts (word, n, "SoftPF") || scope_starts (word, n, "HardPF"))
    return scope_starts (word, n, "HardPF") ? SCOPE_SIM_OP_OTHER : SCOPE_SIM_OP_READ;
  if (scope_starts (word, n, "Upgrade") || scope_starts (word, n, "Invalidate"))
    return SCOPE_SIM_OP_UPGRADE;
  if (scope_starts (word, n, "Writeback") || scope_starts (word, n, "WriteClean") || scope_starts (word, n, "CleanEvict"))
    return SCOPE_SIM_OP_WRITEBACK;
  if (scope_starts (word, n, "Write") || scope_starts (word, n, "Swap") || scope_starts (word, n, "Locked"))
    return SCOPE_SIM_OP_WRITE;

  return SCOPE_SIM_OP_OTHER;
}

/* Where it is: "[8ebbc:8ebbf]", "addr 0x8ebbc size 4", "for  addr 0x8ebbc size 64", "8ebbc". `least` bytes if it is not said how many. */
static gboolean
read_place (ScopeText *text, guint least, ScopeSimCache *cache)
{
  guint64 last, size = 0;

  while (text->p < text->end && *text->p == ' ')
    text->p++;
  if (scope_text_skip (text, "for "))
    while (text->p < text->end && *text->p == ' ')
      text->p++;
  if (scope_text_skip (text, "["))
    {
      if (!scope_text_hex (text, &cache->from) || !scope_text_skip (text, ":") || !scope_text_hex (text, &last) || !scope_text_skip (text, "]")
          || last < cache->from)
        return FALSE;
      cache->to = last == G_MAXUINT64 ? last : last + 1;
      return TRUE;
    }
  scope_text_skip (text, "addr ");
  scope_text_skip (text, "0x");
  if (!scope_text_hex (text, &cache->from))
    return FALSE;
  if (scope_text_skip (text, " size "))
    for (; text->p < text->end && g_ascii_isdigit (*text->p) && size < 65536; text->p++)
      size = size * 10 + (guint64) (*text->p - '0');
  cache->to = cache->from + (size > 0 ? size : least);
  if (cache->to < cache->from)
    cache->to = G_MAXUINT64;

  return TRUE;
}

/* "state: 616e2064 (S) …": the letter, for the hexadecimal number may have junk in it. 0: none. */
static char
read_state (ScopeText text)
{
  if (!scope_text_seek (&text, "state: ") || !scope_text_seek (&text, "(") || text.end - text.p < 2 || text.p[1] != ')')
    return 0;

  return strchr ("MOESI", *text.p) != NULL ? *text.p : 0;
}

/* --- states of lines, M5 2008 --- */

static gpointer
key_of_line (const ScopeSimCache *cache)
{
  return GSIZE_TO_POINTER ((gsize) ((cache->from / LINE_BYTES) << 10 | (cache->cache & 1023)));
}

static void
set_state (ScopeGem5Facts *facts, const ScopeSimCache *cache, guint64 bits)
{
  if ((bits & VALID) == 0)
    g_hash_table_remove (facts->states, key_of_line (cache));
  else if (g_hash_table_size (facts->states) < MOST_STATES)
    g_hash_table_insert (facts->states, key_of_line (cache), GSIZE_TO_POINTER ((gsize) bits));
}

static char
get_state (ScopeGem5Facts *facts, const ScopeSimCache *cache)
{
  gsize bits = GPOINTER_TO_SIZE (g_hash_table_lookup (facts->states, key_of_line (cache)));

  if (bits == 0)
    return 0;
  if ((bits & WRITABLE) != 0)
    return (bits & DIRTY) != 0 ? 'M' : 'E';

  return (bits & DIRTY) != 0 ? 'O' : 'S';
}

/* --- accesses --- */

static gboolean
is_write (guint op)
{
  return op == SCOPE_SIM_OP_WRITE || op == SCOPE_SIM_OP_STORE_CONDITIONAL;
}

/* Behind "access for ", or from the start: what is asked, where, and "hit" or "miss". */
static ScopeGem5LineKind
read_access (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  const char *word;
  gboolean fetch = FALSE;
  gsize n;

  if (!read_word (&text, &word, &n) || !scope_text_skip (&text, " "))
    return SCOPE_GEM5_LINE_CUT;
  cache->op = op_of (word, n);
  fetch = scope_text_skip (&text, "(ifetch) ");
  if (!read_place (&text, 1, cache))
    return SCOPE_GEM5_LINE_CUT;
  if (scope_text_skip (&text, " (ns)") || scope_text_skip (&text, " (s)"))
    fetch |= scope_text_skip (&text, " (ifetch)");
  while (text.p < text.end && *text.p == ' ')
    {
      text.p++;
      if (!read_word (&text, &word, &n))
        {
          if (text.p < text.end && *text.p != ' ')
            text.p++;
          continue;
        }
      fetch |= scope_is_word (word, n, "IF") || scope_is_word (word, n, "ifetch");
      if (scope_is_word (word, n, "hit") || scope_is_word (word, n, "miss"))
        break;
      if (text.p < text.end && *text.p == ')')
        text.p++;
    }
  if (cache->op == SCOPE_SIM_OP_READ && fetch)
    cache->op = SCOPE_SIM_OP_FETCH;
  if (n == 4 && scope_is_word (text.p - 4, 4, "miss"))
    {
      cache->what = SCOPE_SIM_CACHE_MISS;
      return cache->op == SCOPE_SIM_OP_WRITEBACK ? SCOPE_GEM5_LINE_KNOWN : SCOPE_GEM5_LINE_EVENT;
    }
  if (n != 3 || !scope_is_word (text.p - 3, 3, "hit"))
    return SCOPE_GEM5_LINE_CUT;
  cache->what = SCOPE_SIM_CACHE_HIT;
  if (!is_write (cache->op))
    return SCOPE_GEM5_LINE_KNOWN;
  cache->state = read_state (text);
  if (cache->state == 0)
    {
      cache->state = get_state (facts, cache);
      return SCOPE_GEM5_LINE_EVENT; /* of all, so that the same events come wherever reading begins */
    }

  return cache->state == 'S' || cache->state == 'O' ? SCOPE_GEM5_LINE_EVENT : SCOPE_GEM5_LINE_KNOWN;
}

/* "created ReadExReq [..] from WriteReq [..]", "created ReadExReq from WriteReq for  addr 0x… size 64". */
static ScopeGem5LineKind
read_create (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  const char *word;
  gsize n;

  cache->what = SCOPE_SIM_CACHE_CREATE;
  if (!scope_text_seek (&text, "created ") || !read_word (&text, &word, &n) || !scope_text_skip (&text, " "))
    return SCOPE_GEM5_LINE_CUT;
  cache->op = op_of (word, n);
  if (scope_text_skip (&text, "from ") && (!read_word (&text, &word, &n) || !scope_text_skip (&text, " ")))
    return SCOPE_GEM5_LINE_CUT;

  return read_place (&text, LINE_BYTES, cache) ? SCOPE_GEM5_LINE_EVENT : SCOPE_GEM5_LINE_CUT;
}

/* "response ReadResp [..]", "response ReadResp for addr 0x… size 64", "response to 8ebbc". */
static ScopeGem5LineKind
read_response (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  const char *word;
  gsize n;

  cache->what = SCOPE_SIM_CACHE_RESPONSE;
  if (!scope_text_seek (&text, "response ") || !read_word (&text, &word, &n) || !scope_text_skip (&text, " "))
    return SCOPE_GEM5_LINE_CUT;
  cache->op = op_of (word, n);

  return read_place (&text, 1, cache) ? SCOPE_GEM5_LINE_EVENT : SCOPE_GEM5_LINE_CUT;
}

/* --- snoops --- */

static ScopeGem5LineKind
read_snoop (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  const char *word;
  Snoop *snoop;
  gsize n;

  if (!scope_text_seek (&text, "snoop hit for ") || !read_word (&text, &word, &n) || !read_place (&text, LINE_BYTES, cache))
    return SCOPE_GEM5_LINE_CUT;
  snoop = g_hash_table_lookup (facts->snoops, GUINT_TO_POINTER (cache->cache));
  if (snoop == NULL)
    {
      snoop = g_new0 (Snoop, 1);
      g_hash_table_insert (facts->snoops, GUINT_TO_POINTER (cache->cache), snoop);
    }
  *snoop = (Snoop) { cache->from, cache->to, op_of (word, n) };

  return SCOPE_GEM5_LINE_KNOWN;
}

static ScopeGem5LineKind
read_new_state (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  const Snoop *snoop = g_hash_table_lookup (facts->snoops, GUINT_TO_POINTER (cache->cache));
  char state = read_state (text);

  if (state == 0)
    return SCOPE_GEM5_LINE_CUT;
  if (state != 'I')
    return SCOPE_GEM5_LINE_KNOWN;
  cache->what = SCOPE_SIM_CACHE_INVALIDATE;
  cache->state = 'I';
  if (snoop != NULL)
    {
      cache->from = snoop->from;
      cache->to = snoop->to;
      cache->op = snoop->op;
      g_hash_table_remove (facts->snoops, GUINT_TO_POINTER (cache->cache));
    }

  return SCOPE_GEM5_LINE_EVENT;
}

/* 2008: "snooped a ReadExReq request for addr 8eb80, responding, new state is 0". */
static ScopeGem5LineKind
read_snooped (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  const char *word;
  guint64 bits;
  gsize n;

  if (!read_word (&text, &word, &n) || !scope_text_skip (&text, " request for addr ") || !read_place (&text, LINE_BYTES, cache)
      || !scope_text_seek (&text, "new state is ") || !g_ascii_isdigit (text.p < text.end ? *text.p : ' '))
    return SCOPE_GEM5_LINE_CUT;
  bits = g_ascii_strtoull (text.p, NULL, 10);
  set_state (facts, cache, bits);
  if ((bits & VALID) != 0)
    return SCOPE_GEM5_LINE_KNOWN;
  cache->what = SCOPE_SIM_CACHE_INVALIDATE;
  cache->op = op_of (word, n);
  cache->state = 'I';

  return SCOPE_GEM5_LINE_EVENT;
}

/* --- lines that come and go --- */

static ScopeGem5LineKind
read_eviction (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  cache->what = SCOPE_SIM_CACHE_EVICT;
  cache->op = SCOPE_SIM_OP_WRITEBACK;
  if (!read_place (&text, LINE_BYTES, cache))
    return SCOPE_GEM5_LINE_CUT;
  g_hash_table_remove (facts->states, key_of_line (cache));

  return SCOPE_GEM5_LINE_EVENT;
}

/* "Create CleanEvict CleanEvict [..]", "Create Writeback WritebackDirty [..]". */
static ScopeGem5LineKind
read_writeback (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  const char *word;
  gsize n;

  if (!read_word (&text, &word, &n) || !scope_text_skip (&text, " ") || !scope_starts (word, n, "CleanEvict") == !scope_starts (word, n, "Writeback"))
    return SCOPE_GEM5_LINE_OTHER;
  if (!read_word (&text, &word, &n))
    return SCOPE_GEM5_LINE_CUT;

  return read_eviction (facts, text, cache);
}

/* "Block addr 8eb80 moving from state 0 to 7" */
static ScopeGem5LineKind
read_fill (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  if (!read_place (&text, LINE_BYTES, cache))
    return SCOPE_GEM5_LINE_CUT;
  if (scope_text_skip (&text, " moving from state ") && scope_text_seek (&text, " to ") && text.p < text.end && g_ascii_isdigit (*text.p))
    set_state (facts, cache, g_ascii_strtoull (text.p, NULL, 10));

  return SCOPE_GEM5_LINE_KNOWN;
}

static ScopeGem5LineKind
read_coalesced (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache)
{
  const char *word;
  gsize n;

  cache->what = SCOPE_SIM_CACHE_COALESCE;
  if (!scope_text_seek (&text, "for ") || !read_word (&text, &word, &n) || !read_place (&text, 1, cache))
    return SCOPE_GEM5_LINE_CUT;
  cache->op = op_of (word, n);

  return SCOPE_GEM5_LINE_EVENT;
}

/* --- all --- */

static guint32
find_cache (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope)
{
  const char *name = envelope->name;
  gsize n = envelope->n_name;
  guint slot = ((guint) name[n - 1] + (n > 7 ? (guint) name[n - 7] * 3 + (guint) name[n - 6] * 5 : 0)) & 15;

  return scope_gem5_find_part (facts, &facts->last_caches[slot], envelope, scope_gem5_parts_cache);
}

typedef ScopeGem5LineKind (*Read) (ScopeGem5Facts *facts, ScopeText text, ScopeSimCache *cache);

static const struct
{
  const char *word;
  Read read;      /* NULL: known, and of no use */
  gboolean skips; /* it begins behind the word */
} words[] = {
  { "access for ", read_access, TRUE },
  { "sendMSHRQueuePacket", NULL, FALSE },
  { "createMissPacket", read_create, FALSE },
  { "getBusPacket", read_create, FALSE },
  { "recvTimingResp: Handling response", read_response, FALSE },
  { "Handling response", read_response, FALSE },
  { "handleSnoop: snoop hit", read_snoop, FALSE },
  { "handleSnoop snoop hit", read_snoop, FALSE },
  { "handleSnoop", NULL, FALSE },
  { "new state is ", read_new_state, FALSE },
  { "snooped a ", read_snooped, TRUE },
  { "replacement: replacing ", read_eviction, TRUE },
  { "Create ", read_writeback, TRUE },
  { "Block addr ", read_fill, TRUE },
  { "Block for addr ", NULL, FALSE },
  { "handleTimingReqMiss coalescing", read_coalesced, FALSE },
  { "handleTimingReqMiss: coalescing", read_coalesced, FALSE },
  { "doTimingSupplyResponse", NULL, FALSE },
  { "sendWriteQueuePacket", NULL, FALSE },
};

#define PLAIN_ACCESS G_N_ELEMENTS (words) /* no word before it */
#define NOTHING_SAID (G_N_ELEMENTS (words) + 1)

/* The word that it begins with, which may be passed over. */
static guint
find_word (ScopeText *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (*text->p == *words[i].word)
      {
        ScopeText ahead = *text;

        if (!scope_text_skip (&ahead, words[i].word))
          continue;
        if (words[i].skips)
          *text = ahead;
        return i;
      }

  return scope_sim_is_access (text->p, (gsize) (text->end - text->p)) ? PLAIN_ACCESS : NOTHING_SAID;
}

gboolean
scope_gem5_cache_begins (const char *text, gsize n)
{
  gsize at;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (n < strlen (words[i].word) && memcmp (words[i].word, text, n) == 0)
      return TRUE;
  /* "ReadReq 8ebbc h"; "recvTimingReq tags:" is a function's name, and the line is whole. */
  for (at = 0; at < n && g_ascii_isalnum (text[at]);)
    at++;

  return n < 80 && at > 3 && g_ascii_isupper (*text) && memcmp (text + at - 3, "Req", 3) == 0 && (at == n || text[at] == ' ');
}

static gboolean
starts_with (const ScopeSimEnvelope *envelope, const char *word)
{
  return scope_starts (envelope->rest, envelope->n_rest, word);
}

/* What tells lines apart that end differently; SCOPE_GEM5_N_ENDINGS: they may end in several ways. */
static guint
kind_of_ending (guint word, Read read, const ScopeSimEnvelope *envelope, const ScopeSimCache *cache)
{
  if (read == read_eviction || (read == NULL && starts_with (envelope, "handleSnoop")))
    return SCOPE_GEM5_N_ENDINGS;
  if (read == read_access && cache->what == SCOPE_SIM_CACHE_HIT)
    return G_N_ELEMENTS (words) + 1 + (word == PLAIN_ACCESS);
  if (read == read_writeback && starts_with (envelope, "Create Writeback"))
    return G_N_ELEMENTS (words) + 3;

  return word;
}

ScopeGem5LineKind
scope_gem5_cache_line (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope, ScopeGem5Record *ret_record)
{
  ScopeGem5LineKind kind;
  guint word, ending;
  ScopeText text = { envelope->rest, envelope->rest + envelope->n_rest };
  ScopeSimCache *cache = &ret_record->cache;
  Read read;

  if (!envelope->colon || envelope->n_rest == 0)
    return SCOPE_GEM5_LINE_OTHER;
  word = find_word (&text);
  if (word == NOTHING_SAID)
    return SCOPE_GEM5_LINE_OTHER;
  read = word == PLAIN_ACCESS ? read_access : words[word].read;
  *cache = (ScopeSimCache) { .cache = read == NULL ? 0 : find_cache (facts, envelope) };
  if (cache->cache == G_MAXUINT32)
    return SCOPE_GEM5_LINE_OTHER;
  ret_record->part = cache->cache;

  kind = read != NULL ? read (facts, text, cache) : SCOPE_GEM5_LINE_KNOWN;
  ending = kind_of_ending (word, read, envelope, cache);
  if (!facts->bare && kind != SCOPE_GEM5_LINE_CUT && ending < SCOPE_GEM5_N_ENDINGS
      && scope_gem5_ends_early (facts, ending, envelope->rest, envelope->n_rest))
    {
      if (kind == SCOPE_GEM5_LINE_EVENT)
        facts->is_cut = TRUE;
      else
        kind = SCOPE_GEM5_LINE_CUT;
    }

  return kind;
}
