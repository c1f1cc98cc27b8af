/* scope-perf-line.c: see the header.
 *
 * Names of functions may have blanks, brackets, anything: a line is read from both ends of them. An offset or a file may be missing
 * (perf prints what it was asked for).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/sim/scope-perf-line.h"

#include "io/source/scope-text.h"

#include <string.h>

typedef struct
{
  const char *at, *end;
} Cursor;

static void
skip_blanks (Cursor *c)
{
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'))
    c->at++;
}

/* The next word; FALSE at the end. */
static gboolean
next_word (Cursor *c, Cursor *ret_word)
{
  skip_blanks (c);
  ret_word->at = c->at;
  while (c->at < c->end && *c->at != ' ' && *c->at != '\t')
    c->at++;
  ret_word->end = c->at;

  return ret_word->at < ret_word->end;
}

static gboolean
is_word (const Cursor *word, const char *text)
{
  return scope_is_word (word->at, (gsize) (word->end - word->at), text);
}

/* At least a digit, at most `most` of them. */
static gboolean
read_digits (Cursor *c, guint most, guint64 *ret_value, guint *ret_digits)
{
  guint64 value = 0;
  guint n = 0;

  for (; c->at < c->end && g_ascii_isdigit (*c->at) && n < most; c->at++, n++)
    value = value * 10 + (guint64) (*c->at - '0');
  *ret_value = value;
  if (ret_digits != NULL)
    *ret_digits = n;

  return n > 0 && (c->at == c->end || !g_ascii_isdigit (*c->at));
}

static gboolean
read_hex (const Cursor *word, guint64 *ret_value)
{
  Cursor c = *word;
  guint64 value = 0;

  if (c.end - c.at > 2 && c.at[0] == '0' && c.at[1] == 'x')
    c.at += 2;
  if (c.at == c.end || c.end - c.at > 16)
    return FALSE;
  for (; c.at < c.end; c.at++)
    {
      int digit = g_ascii_xdigit_value (*c.at);

      if (digit < 0)
        return FALSE;
      value = value << 4 | (guint64) digit;
    }
  *ret_value = value;

  return TRUE;
}

/* "2472089.651285037:" */
static gboolean
read_time (const Cursor *word, ScopePerfLine *line)
{
  Cursor c = *word;
  guint64 fraction;
  guint digits;

  if (!read_digits (&c, 12, &line->seconds, NULL) || c.at >= c.end || *c.at++ != '.' || !read_digits (&c, 12, &fraction, &digits))
    return FALSE;
  for (; digits < 12; digits++)
    fraction *= 10;
  line->ps = fraction;

  return c.at == c.end || (c.at + 1 == c.end && *c.at == ':');
}

static gboolean
read_number (const Cursor *word, guint64 *ret_value)
{
  Cursor c = *word;

  return read_digits (&c, 10, ret_value, NULL) && c.at == c.end;
}

/* "12/34", "34" */
static gboolean
read_task (const Cursor *word, ScopePerfLine *line)
{
  Cursor c = *word;
  guint64 pid, tid;

  if (!read_digits (&c, 10, &pid, NULL) || pid > G_MAXUINT32)
    return FALSE;
  tid = pid;
  if (c.at < c.end && (*c.at++ != '/' || !read_digits (&c, 10, &tid, NULL) || c.at != c.end || tid > G_MAXUINT32))
    return FALSE;
  line->pid = (guint32) pid;
  line->tid = (guint32) tid;

  return TRUE;
}

/* "[003]" */
static gboolean
read_cpu (const Cursor *word, ScopePerfLine *line)
{
  Cursor c = { word->at + 1, word->end - 1 };
  guint64 cpu;

  if (word->end - word->at < 3 || *word->at != '[' || word->end[-1] != ']' || !read_number (&c, &cpu) || cpu > 65534)
    return FALSE;
  line->cpu = (gint32) cpu;

  return TRUE;
}

/* Everything before the time. A comm may have blanks, and digits: the task is the last word before time and processor. */
static gboolean
read_head (Cursor *c, ScopePerfLine *line)
{
  Cursor words[3] = { { NULL, NULL }, { NULL, NULL }, { NULL, NULL } }, word; /* the last ones before */
  const char *begin = c->at, *task;
  guint n = 0;

  line->cpu = -1;
  for (;;)
    {
      if (!next_word (c, &word) || ++n > 24)
        return FALSE;
      if (n > 1 && word.end[-1] == ':' && read_time (&word, line))
        break;
      words[0] = words[1];
      words[1] = word;
    }
  task = words[1].at;
  if (read_cpu (&words[1], line))
    {
      if (words[0].at == NULL || !read_task (&words[0], line))
        return FALSE;
      task = words[0].at;
    }
  else if (!read_task (&words[1], line))
    return FALSE;
  while (begin < task && g_ascii_isspace (*begin))
    begin++;
  line->comm = begin;
  while (task > begin && g_ascii_isspace (task[-1]))
    task--;
  line->comm_n = (gsize) (task - begin);

  return TRUE;
}

/* --- the kind --- */

#define NOT_SAID 0xff

static guint8
kind_of_word (const Cursor *word)
{
  static const struct
  {
    const char *word;
    ScopeSimBranchKind kind;
  } kinds[] = {
    { "call", SCOPE_SIM_BRANCH_CALL },         { "return", SCOPE_SIM_BRANCH_RETURN },
    { "jmp", SCOPE_SIM_BRANCH_JUMP },          { "jcc", SCOPE_SIM_BRANCH_JUMP },
    { "syscall", SCOPE_SIM_BRANCH_SYSCALL },   { "sysret", SCOPE_SIM_BRANCH_RETURN },
    { "int", SCOPE_SIM_BRANCH_INTERRUPT },     { "iret", SCOPE_SIM_BRANCH_RETURN },
    { "async", SCOPE_SIM_BRANCH_INTERRUPT },   { "vmexit", SCOPE_SIM_BRANCH_INTERRUPT },
    { "vmentry", SCOPE_SIM_BRANCH_RETURN },    { "abrt", SCOPE_SIM_BRANCH_JUMP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (is_word (word, kinds[i].word))
      return (guint8) kinds[i].kind;

  return NOT_SAID;
}

/* "call", "tr strt", "tr end  syscall", "hw int (D)", "jcc miss", …: to the first address. */
static gboolean
read_kind (Cursor *c, ScopePerfLine *line, Cursor *ret_address)
{
  guint8 kind = NOT_SAID, trace = NOT_SAID;
  guint64 address;
  Cursor word;

  for (guint i = 0; i < 8 && next_word (c, &word); i++)
    {
      guint8 of_word = kind_of_word (&word);

      if (of_word != NOT_SAID && kind == NOT_SAID)
        kind = of_word;
      else if (is_word (&word, "strt"))
        trace = SCOPE_SIM_BRANCH_TRACE_BEGIN;
      else if (is_word (&word, "end"))
        trace = SCOPE_SIM_BRANCH_TRACE_END;
      else if (of_word == NOT_SAID && read_hex (&word, &address))
        {
          if (kind == NOT_SAID && trace == NOT_SAID)
            kind = SCOPE_SIM_BRANCH_JUMP;
          line->kind = trace != NOT_SAID ? trace : kind;
          line->cause = kind != NOT_SAID ? kind : line->kind;
          *ret_address = word;
          return TRUE;
        }
    }

  return FALSE;
}

/* --- places --- */

static gboolean
ends_with (const Cursor *c, const char *text)
{
  gsize n = strlen (text);

  return (gsize) (c->end - c->at) >= n && memcmp (c->end - n, text, n) == 0;
}

/* " (/lib/libc.so)" at the end. The file's name may have blanks, but hardly " (". */
static void
cut_file (Cursor *c, gboolean *ret_kernel)
{
  const char *open = c->end;

  *ret_kernel = FALSE;
  if (!ends_with (c, ")"))
    return;
  while (open > c->at && !(open[0] == '(' && (open == c->at || open[-1] == ' ')))
    open--;
  if (open == c->at && *open != '(')
    return;
  *ret_kernel = c->end - open >= 8 && (memcmp (open, "([kernel", 8) == 0 || memcmp (open, "([guest.", 8) == 0);
  c->end = open;
  while (c->end > c->at && c->end[-1] == ' ')
    c->end--;
}

/* "+0x1f" at the end. */
static guint32
cut_offset (Cursor *c)
{
  const char *plus = c->end;
  guint64 offset = 0;
  Cursor digits;

  while (plus > c->at && c->end - plus < 12 && *plus != '+')
    plus--;
  digits = (Cursor) { plus + 1, c->end };
  if (*plus != '+' || plus >= c->end || digits.end - digits.at < 3 || digits.at[1] != 'x' || !read_hex (&digits, &offset)
      || offset > G_MAXUINT32)
    return 0;
  c->end = plus;

  return (guint32) offset;
}

static gboolean
read_place (const Cursor *address, Cursor rest, ScopePerfPlace *place)
{
  if (!read_hex (address, &place->pc))
    return FALSE;
  skip_blanks (&rest);
  while (rest.end > rest.at && g_ascii_isspace (rest.end[-1]))
    rest.end--;
  cut_file (&rest, &place->kernel);
  place->kernel |= place->pc >> 63 != 0;
  place->offset = rest.at < rest.end ? cut_offset (&rest) : 0;
  if (rest.at < rest.end && !is_word (&rest, "[unknown]"))
    {
      place->symbol = rest.at;
      place->symbol_n = (gsize) (rest.end - rest.at);
    }

  return TRUE;
}

/* "instruction trace error type 1 time 2472089.651285037 cpu -1 pid 12 tid 34 ip 0x7f code 7: Overflow packet" */
static ScopePerfWhat
read_error (Cursor c, ScopePerfLine *line)
{
  Cursor word, value;
  gboolean has_time = FALSE, has_tid = FALSE;
  guint64 number;

  line->cpu = -1;
  line->kind = line->cause = SCOPE_SIM_BRANCH_TRACE_END;
  line->why = c.at;
  line->why_n = (gsize) (c.end - c.at);
  while (next_word (&c, &word))
    if (is_word (&word, "code"))
      {
        line->why = word.at;
        line->why_n = (gsize) (c.end - word.at);
        break;
      }
    else if (is_word (&word, "time") && next_word (&c, &value))
      has_time = read_time (&value, line);
    else if (is_word (&word, "tid") && next_word (&c, &value))
      {
        has_tid = read_number (&value, &number) && number <= G_MAXUINT32;
        line->tid = has_tid ? (guint32) number : 0;
      }
    else if (is_word (&word, "pid") && next_word (&c, &value))
      line->pid = read_number (&value, &number) && number <= G_MAXUINT32 ? (guint32) number : 0;
    else if (is_word (&word, "cpu") && next_word (&c, &value))
      line->cpu = read_number (&value, &number) && number <= 65534 ? (gint32) number : -1;

  return has_time && has_tid ? SCOPE_PERF_ERROR : SCOPE_PERF_NOTHING;
}

ScopePerfWhat
scope_perf_line_read (const char *text, gsize n, ScopePerfLine *line)
{
  static const char error[] = "instruction trace error";
  Cursor c = { text, text + n }, word, address, left, right;
  const char *arrow;
  guint64 period;

  memset (line, 0, sizeof *line);
  skip_blanks (&c);
  if (c.at == c.end || *c.at == '#')
    return SCOPE_PERF_NOTHING;
  if ((gsize) (c.end - c.at) > strlen (error) && memcmp (c.at, error, strlen (error)) == 0)
    return read_error (c, line);
  if (!read_head (&c, line))
    return SCOPE_PERF_BAD;
  if (!next_word (&c, &word) || (read_number (&word, &period) && !next_word (&c, &word)))
    return SCOPE_PERF_NOTHING;
  if (word.end - word.at < 9 || memcmp (word.at, "branches:", 9) != 0)
    return SCOPE_PERF_NOTHING;
  arrow = memmem (c.at, (gsize) (c.end - c.at), " => ", 4);
  left = (Cursor) { c.at, arrow };
  if (arrow == NULL || !read_kind (&left, line, &address) || !read_place (&address, left, &line->from))
    return SCOPE_PERF_BAD;
  right = (Cursor) { arrow + 4, c.end };
  if (!next_word (&right, &address) || !read_place (&address, right, &line->to))
    return SCOPE_PERF_BAD;

  return SCOPE_PERF_BRANCH;
}

const char *
scope_perf_kind_name (guint kind)
{
  static const char *const names[] = { "call", "return", "jump", "syscall", "interrupt", "trace begins", "trace ends" };

  return kind < G_N_ELEMENTS (names) ? names[kind] : "";
}
