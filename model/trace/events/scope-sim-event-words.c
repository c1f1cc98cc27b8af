/* scope-sim-event-words.c: see scope-sim-event-words.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/events/scope-sim-event-words.h"

#include "model/base/scope-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_PARTS 6

/* The event's detail as a pattern: a star is a part of it. The words have parts by number, each with a letter for what it is: o who,
 * without the "system." that all have, q what is asked of a cache, n number, r as it is. The first row that fits counts. */
static const struct
{
  const char *name, *pattern, *words;
} table[] = {
  /* gem5 and M5. */
  { "cache", "*: access for * [*]*miss*", N_("{2:q} of {3:r} misses {1:o}") },
  { "cache", "*: access for * [*]*hit*", N_("{2:q} of {3:r} hits {1:o}") },
  { "cache", "*: createMissPacket: created * [*] *", N_("{1:o} asks for {3:r}: {2:q}") },
  { "cache", "*: *andling response to *", N_("{1:o} gets {3:r}") },
  { "cache", "*: *andling response * [*]*", N_("{1:o} gets {4:r}") },
  { "cache", "*: new state is state: * (*)*", N_("a line of {1:o} is in state {3:r} now") },
  { "cache", "*: snooped a * request for addr *,*", N_("{1:o} sees another’s request: {2:q} of {3:r}") },
  { "cache", "*: Create Writeback * [*]*", N_("{1:o} writes {3:r} back") },
  { "cache", "*: Create CleanEvict * [*]*", N_("{1:o} drops {3:r}") },
  { "cache", "*: handleTimingReqMiss*oalescing MSHR for * [*]*", N_("{3:q} of {4:r} waits for what {1:o} has asked for") },
  { "cache", "*: * * miss", N_("{2:q} of {3:r} misses {1:o}") },
  { "cache", "*: * * hit", N_("{2:q} of {3:r} hits {1:o}") },
  { "notice", "*: Handling a TLB miss for address * at *", N_("{1:o} misses address {2:r}") },
  { "notice", "*: TLB Miss: Starting hardware table walker for *(*", N_("{1:o} misses address {2:r}") },
  { "notice", "*: lookup *, asn * -> miss*", N_("{1:o} misses page {2:r}") },
  { "notice", "*: lookup(vpn=*, *", N_("{1:o} misses page {2:r}") },
  { "notice", "*: Interrupt * posted", N_("interrupt {2:r} is posted to {1:o}") },
  /* The XML form. */
  { "seq", "*fn=* insts=* *", N_("runs {2:r}; instructions: {3:n}") },
  { "seq", "*fn=* insts=*", N_("runs {2:r}; instructions: {3:n}") },
  { "hit", "lli cycles=* *", N_("a long instruction; cycles: {1:n}") },
  { "hit", "l1dmiss va=* *op=w*", N_("L1 data miss, writing {1:r}") },
  { "hit", "l1dmiss va=* *", N_("L1 data miss, reading {1:r}") },
  { "hit", "l1imiss va=* *", N_("L1 instruction miss at {1:r}") },
  { "hit", "l2miss va=* *op=w*", N_("L2 miss, writing {1:r}") },
  { "hit", "l2miss va=* *", N_("L2 miss, reading {1:r}") },
  { "hit", "upgrade va=* *", N_("writing {1:r}, a line that others have, too") },
  { "hit", "mb*", N_("memory barrier") },
  /* Intel PT. */
  { "branch", "call pid=* from=* to=*", N_("{2:r} calls {3:r}") },
  { "branch", "return pid=* from=* to=*", N_("{2:r} returns to {3:r}") },
  { "branch", "jump pid=* from=* to=*", N_("{2:r} jumps to {3:r}") },
  { "branch", "syscall pid=* from=* to=*", N_("{2:r} calls the system: {3:r}") },
  { "branch", "interrupt pid=* from=* to=*", N_("{2:r} is interrupted by {3:r}") },
  { "branch", "trace begins* to=*", N_("the recording begins in {2:r}") },
  { "branch", "trace ends (syscall) pid=* from=*", N_("{2:r} calls the system; that is not recorded") },
  { "branch", "trace ends (interrupt) pid=* from=*", N_("{2:r} is interrupted; that is not recorded") },
  { "branch", "trace ends* from=*", N_("the recording ends in {2:r}") },
  /* Pipelines: O3PipeView, Kanata. */
  { "instruction", "0x*:*:*:* decode=*retire=0:*", N_("fetching {4:r} at 0x{1:r}, which is thrown away") },
  { "instruction", "0x*:*:*:* decode=*", N_("fetching {4:r} at 0x{1:r}") },
  { "instruction", "id=* thread=* *", N_("fetching {3:r}") },
  { "instruction", "id=* thread=*", N_("fetching instruction {1:n}") },
};

/* --- parts --- */

/* Each part is as short as can be, the last as long. */
static gboolean
match (const char *pattern, const char *text, char **parts)
{
  guint n = 0;

  while (*pattern != '\0')
    {
      const char *star = strchrnul (pattern, '*'), *next, *at;
      g_autofree char *literal = NULL;

      if (strncmp (pattern, text, (gsize) (star - pattern)) != 0)
        return FALSE;
      text += star - pattern;
      if (*star == '\0')
        return *text == '\0';
      next = strchrnul (star + 1, '*');
      literal = g_strndup (star + 1, (gsize) (next - star - 1));
      at = *literal == '\0' ? strchr (text, '\0') : *next == '\0' ? (g_str_has_suffix (text, literal) ? strchr (text, '\0') - strlen (literal) : NULL)
                                                                  : strstr (text, literal);
      if (at == NULL || n == MOST_PARTS)
        return FALSE;
      parts[n++] = g_strndup (text, (gsize) (at - text));
      text = at;
      pattern = star + 1;
    }
  return *text == '\0';
}

static const char *
request_words (const char *request)
{
  static const struct
  {
    const char *name, *words;
  } requests[] = {
    { "ReadReq", N_("a read") },
    { "ReadSharedReq", N_("a read") },
    { "ReadCleanReq", N_("a read") },
    { "WriteReq", N_("a write") },
    { "ReadExReq", N_("a read to write") },
    { "UpgradeReq", N_("an upgrade") },
    { "LoadLockedReq", N_("a load-locked") },
    { "StoreCondReq", N_("a store-conditional") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    if (strcmp (request, requests[i].name) == 0)
      return _(requests[i].words);
  return request;
}

static const char *
owner_words (const char *owner)
{
  return g_str_has_prefix (owner, "system.") && owner[strlen ("system.")] != '\0' ? owner + strlen ("system.") : owner;
}

/* NULL: a number that is none. */
static char *
part_words (char kind, const char *part)
{
  char *end;
  guint64 n;

  if (kind == 'o')
    return g_strdup (owner_words (part));
  if (kind == 'q')
    return g_strdup (request_words (part));
  if (kind == 'r')
    return g_strdup (part);
  n = g_ascii_strtoull (part, &end, 10);
  return end != part && *end == '\0' ? scope_format_count (n) : NULL;
}

static char *
fill_in (const char *words, char *const *parts)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *p = words; *p != '\0'; p++)
    {
      g_autofree char *text = NULL;

      if (*p != '{')
        {
          g_string_append_c (out, *p);
          continue;
        }
      text = part_words (p[3], parts[p[1] - '1']);
      if (text == NULL)
        return NULL;
      g_string_append (out, text);
      p += strlen ("{1:r");
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* --- instructions of gem5 and M5 --- */

/* "IntAlu", "MemRead", "No_OpClass". */
static gboolean
is_class (const char *text)
{
  return g_ascii_isupper (*text) && strspn (text, "_0123456789" G_CSET_A_2_Z G_CSET_a_2_z) == strlen (text);
}

/* "0xd64" of "D=0x0000000000000d64 A=…"; NULL: there is none. */
static char *
dup_value (const char *text, const char *name)
{
  const char *value = g_str_has_prefix (text, name) ? text : strstr (text, name);

  if (value == NULL || (value != text && value[-1] != ' '))
    return NULL;
  value += strlen (name);
  if (!g_str_has_prefix (value, "0x"))
    return NULL;
  value += 2;
  while (*value == '0' && g_ascii_isxdigit (value[1]))
    value++;
  return g_strdup_printf ("0x%.*s", (int) strspn (value, "0123456789abcdefABCDEF"), value);
}

/* "move+28.0" of "0x4008fc @move+28. 0"; the address where no name is known. */
static char *
dup_place (const char *text)
{
  const char *name = strchr (text, '@');
  g_auto (GStrv) pieces = g_strsplit (name != NULL ? name + 1 : text, ". ", 2);

  return g_strjoinv (".", pieces);
}

/* "system.cpu0: T0 : 0x400908 @move+40    :   ldr   w1, [x0]           : MemRead :  D=0x0000000000000000 A=0x4f200". */
static char *
exec_words (const char *detail)
{
  g_auto (GStrv) words = g_strsplit_set (detail, " \t", -1), parts = NULL;
  g_autoptr (GString) line = g_string_new (NULL), code = g_string_new (NULL);
  g_autofree char *place = NULL, *data = NULL, *address = NULL;
  guint n, class;

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (line, "%s ", words[i]);
  parts = g_strsplit (line->str, " : ", -1);
  n = g_strv_length (parts);
  if (n < 3)
    return NULL;
  g_strchomp (parts[n - 1]);
  for (class = n - 1; class > 2 && !is_class (parts[class]);)
    class --;
  for (guint i = 2; i < (class > 2 ? class : n); i++)
    g_string_append_printf (code, "%s%s", i > 2 ? ": " : "", parts[i]);
  place = dup_place (parts[1]);
  if (class <= 2 || class + 1 == n)
    return g_strdup_printf (_("in %s: %s"), place, code->str);
  data = dup_value (parts[class + 1], "D=");
  address = dup_value (parts[class + 1], "A=");
  if (address == NULL)
    return data != NULL ? g_strdup_printf (_("in %s: %s gives %s"), place, code->str, data)
                        : g_strdup_printf (_("in %s: %s"), place, code->str);
  if (strstr (parts[class], "Write") != NULL)
    return data != NULL ? g_strdup_printf (_("in %s: %s writes %s to %s"), place, code->str, data, address)
                        : g_strdup_printf (_("in %s: %s writes to %s"), place, code->str, address);
  return data != NULL ? g_strdup_printf (_("in %s: %s reads %s from %s"), place, code->str, data, address)
                      : g_strdup_printf (_("in %s: %s reads from %s"), place, code->str, address);
}

/* --- the whole --- */

char *
scope_sim_event_words (const char *name, const char *detail)
{
  char *words = NULL;

  if (detail == NULL || *detail == '\0')
    return NULL;
  if (strcmp (name, "exec") == 0)
    return exec_words (detail);
  for (guint i = 0; i < G_N_ELEMENTS (table) && words == NULL; i++)
    if (strcmp (table[i].name, name) == 0)
      {
        char *parts[MOST_PARTS] = { NULL };

        if (match (table[i].pattern, detail, parts))
          words = fill_in (_(table[i].words), parts);
        for (guint k = 0; k < MOST_PARTS; k++)
          g_free (parts[k]);
      }
  return words;
}
