/* scope-gem5-exec.c: lines of instructions, of all eras:
 *
 *     [+|- ][A0 ][T0 : ]PC : DISASSEMBLY : CLASS : [Predicated False][ D=0x…][ A=0x…][  FetchSeq=n][  CPSeq=n][  flags=(…)]
 *
 *     @f+4 :    @f+4    :    @f+4.1  :    0x89cc    :    0x89cc @f+4    :    0x89cc @f+4. 1 :
 *
 * What stands from the PC to the class is the same whenever the instruction is executed: it is read once, and found again by its bytes.
 * A line of a macro-op ends behind the disassembly, which is 26 characters at least.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include <string.h>

#define FIRST_SLOTS 1024u /* powers of two */
#define MOST_SLOTS (64u * 1024u)
#define LEAST_DISASSEMBLY 26
#define MOST_TEXT (16u * 1024u * 1024u)

typedef struct
{
  guint64 hash;
  gsize at;         /* of the bytes, in `text` */
  guint32 n;        /* 0: free */
  guint32 flags;
  guint32 function, offset;
  guint64 pc;
  gint64 sp_shift;
  guint8 sp, length, micro;
} Mid;

struct _ScopeGem5Mids
{
  Mid *slots; /* one for each hash: who comes later takes the place */
  guint n_slots, n_used;
  GString *text;
};

ScopeGem5Mids *
scope_gem5_mids_new (void)
{
  ScopeGem5Mids *self = g_new0 (ScopeGem5Mids, 1);

  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (Mid, self->n_slots);
  self->text = g_string_new (NULL);

  return self;
}

void
scope_gem5_mids_free (ScopeGem5Mids *self)
{
  if (self == NULL)
    return;
  g_free (self->slots);
  g_string_free (self->text, TRUE);
  g_free (self);
}

/* --- the PC --- */

static guint8
hex_value (char c)
{
  static const gint8 table[256] = {
    ['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10,
    ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
  };

  return (guint8) (table[(guint8) c] - 1);
}

/* Moves over hexadecimal digits; of more than 16 the last count. */
static guint64
read_hex (const char **p, const char *end)
{
  guint64 value = 0;
  guint8 digit;

  while (*p < end && (digit = hex_value (**p)) < 16)
    {
      value = value << 4 | digit;
      (*p)++;
    }

  return value;
}

/* Takes the number of the micro-op off the end: ".1 ", ".12", ". 1"; `blanks` stand behind it, that of " : " not among them. */
static const char *
take_micro (const char *text, const char *end, gsize blanks, Mid *mid)
{
  const char *from = end, *dot;
  guint micro = 0;
  gsize digits;

  while (from > text && g_ascii_isdigit (from[-1]))
    from--;
  digits = (gsize) (end - from);
  if (digits == 0 || digits > 3 || from == text)
    return end;
  dot = from - 1;
  if (*dot == ' ' && digits == 1 && dot > text && dot[-1] == '.')
    dot--;
  else if (*dot != '.' || (digits == 1 && blanks == 0) || blanks > 1)
    return end;
  if (dot == text)
    return end;
  for (; from < end; from++)
    micro = micro * 10 + (guint) (*from - '0');
  mid->flags |= SCOPE_SIM_IS_MICRO;
  mid->micro = (guint8) MIN (micro, 255);

  return dot;
}

static void
set_function (ScopeGem5Facts *facts, const char *text, const char *end, Mid *mid)
{
  const char *plus = end;
  guint64 offset = 0, address;

  while (plus > text && g_ascii_isdigit (plus[-1]))
    plus--;
  if (plus < end && plus > text + 1 && plus[-1] == '+')
    {
      for (const char *p = plus; p < end && offset < G_MAXUINT32; p++)
        offset = offset * 10 + (guint64) (*p - '0');
      end = plus - 1;
    }
  if (end == text)
    return;
  mid->function = scope_gem5_function (facts, text, (gsize) (end - text));
  mid->offset = (guint32) MIN (offset, G_MAXUINT32);
  if ((mid->flags & SCOPE_SIM_HAS_PC) == 0 && facts->symbols != NULL
      && scope_gem5_symbols_find (facts->symbols, text, (gsize) (end - text), &address))
    {
      mid->pc = address + offset;
      mid->flags |= SCOPE_SIM_HAS_PC;
    }
}

/* `text` to `end`, without the blanks behind it. FALSE: neither an address nor a symbol. */
static gboolean
read_pc (ScopeGem5Facts *facts, const char *text, const char *end, Mid *mid)
{
  const char *last = end;

  while (last > text && last[-1] == ' ')
    last--;
  last = take_micro (text, last, (gsize) (end - last), mid);
  if (last - text > 2 && text[0] == '0' && text[1] == 'x')
    {
      text += 2;
      if (hex_value (*text) >= 16)
        return FALSE;
      mid->pc = read_hex (&text, last);
      mid->flags |= SCOPE_SIM_HAS_PC | (mid->pc >> 63 != 0 ? SCOPE_SIM_IS_KERNEL : 0);
      if (text < last && *text != ' ')
        return FALSE;
      while (text < last && *text == ' ')
        text++;
    }
  if (text < last && *text != '@')
    return FALSE;
  if (last - text > 1)
    set_function (facts, text + 1, last, mid);
  else if (facts->symbols != NULL)
    {
      guint64 offset;
      const char *name = scope_gem5_symbols_at (facts->symbols, mid->pc, &offset);

      if (name != NULL)
        {
          mid->function = scope_gem5_function (facts, name, strlen (name));
          mid->offset = (guint32) MIN (offset, G_MAXUINT32);
        }
    }

  return TRUE;
}

/* --- from the PC to the class --- */

static gboolean
is_class (const char *text, gsize n)
{
  if (n == 0 || n > 40 || !g_ascii_isalpha (*text))
    return FALSE;
  for (gsize i = 1; i < n; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '_')
      return FALSE;

  return TRUE;
}

static const char *
find_separator (const char *text, const char *end)
{
  for (const char *p = text; p < end && (p = memchr (p, ':', (gsize) (end - p))) != NULL; p++)
    if (p > text && p[-1] == ' ' && (p + 1 == end || p[1] == ' '))
      return p - 1;

  return NULL;
}

static const char *
find_last_separator (const char *text, const char *end)
{
  const char *p = end;

  while (p > text && (p = memrchr (text, ':', (gsize) (p - text))) != NULL)
    if (p > text && p[-1] == ' ' && (p + 1 == end || p[1] == ' '))
      return p - 1;

  return NULL;
}

/* What stands between the PC and `end`, where the class ends; a macro line has none. FALSE: the line is cut, or no instruction's. */
static gboolean
read_mid (ScopeGem5Facts *facts, const char *pc, const char *end, gboolean has_class, Mid *mid)
{
  const char *first = find_separator (pc, end), *text, *klass = end;
  ScopeGem5Op op;

  *mid = (Mid) { 0 };
  if (first == NULL || !read_pc (facts, pc, first, mid))
    return FALSE;
  text = MIN (first + 3, end);
  if (has_class)
    {
      const char *last = find_last_separator (text, end);

      if (last == NULL || !is_class (MIN (last + 3, end), (gsize) (end - MIN (last + 3, end))))
        return FALSE;
      klass = last + 3;
      scope_gem5_op_read (text, (gsize) (last - text), klass, (gsize) (end - klass), &op);
    }
  else
    {
      /* A macro line says nothing behind the disassembly: not even where its class would begin. */
      if (memmem (text, (gsize) (end - text), " : ", 3) != NULL || (end - text >= 2 && memcmp (end - 2, " :", 2) == 0))
        return FALSE;
      if (end - text < LEAST_DISASSEMBLY && memchr (text, '\t', (gsize) (end - text)) == NULL)
        return FALSE;
      scope_gem5_op_read (text, (gsize) (end - text), NULL, 0, &op);
    }
  mid->flags |= op.flags;
  mid->sp = op.sp;
  mid->sp_shift = op.sp_shift;
  mid->length = op.length;

  return TRUE;
}

static void
grow (ScopeGem5Mids *self)
{
  Mid *slots = g_new0 (Mid, self->n_slots * 2);

  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].n > 0)
      slots[self->slots[i].hash & (self->n_slots * 2 - 1)] = self->slots[i];
  g_free (self->slots);
  self->slots = slots;
  self->n_slots *= 2;
}

/* A place for what is new. */
static Mid *
make_room (ScopeGem5Mids *self, guint64 hash)
{
  if (self->text->len > MOST_TEXT)
    {
      memset (self->slots, 0, self->n_slots * sizeof *self->slots);
      g_string_truncate (self->text, 0);
      self->n_used = 0;
    }
  if (self->n_used >= self->n_slots / 2 && self->n_slots < MOST_SLOTS)
    grow (self);
  self->n_used++;

  return &self->slots[hash & (self->n_slots - 1)];
}

static const Mid *
find_mid (ScopeGem5Facts *facts, const char *pc, const char *end, gboolean has_class, Mid *room)
{
  ScopeGem5Mids *mids = facts->mids;
  gsize n = (gsize) (end - pc);
  guint64 hash = scope_gem5_hash (pc, n);
  Mid *mid = &mids->slots[hash & (mids->n_slots - 1)];

  if (mid->hash == hash && mid->n == n && memcmp (mids->text->str + mid->at, pc, n) == 0)
    return mid;
  if (!read_mid (facts, pc, end, has_class, room))
    return NULL;
  mid = make_room (mids, hash);
  *mid = *room;
  mid->hash = hash;
  mid->n = (guint32) n;
  mid->at = mids->text->len;
  g_string_append_len (mids->text, pc, (gssize) n);

  return mid;
}

/* --- behind the class --- */

static gboolean
starts (const char *p, const char *end, const char *with)
{
  gsize length = strlen (with);

  return (gsize) (end - p) >= length && memcmp (p, with, length) == 0;
}

/* Behind "D=": a number of 16 digits, or less if it is no register's; a vector's first 64 bits. FALSE: it is cut. */
static gboolean
read_data (const char **p, const char *end, ScopeSimExec *exec)
{
  const char *from;

  if (starts (*p, end, "0x[") || starts (*p, end, "0b["))
    {
      const char *close = memchr (*p, ']', (gsize) (end - *p));

      *p += 3;
      if (close == NULL)
        return FALSE;
      exec->data = read_hex (p, close);
      *p = close + 1;
    }
  else if (starts (*p, end, "0x"))
    {
      from = *p += 2;
      exec->data = read_hex (p, end);
      if (*p == from || (*p == end && *p - from < 16))
        return FALSE;
    }
  else
    {
      /* a floating point number, "True": nothing that is needed */
      from = *p;
      while (*p < end && **p != ' ')
        (*p)++;
      if (*p == from)
        return FALSE;
      return TRUE;
    }
  exec->flags |= SCOPE_SIM_HAS_DATA;

  return TRUE;
}

static gboolean
read_address (const char **p, const char *end, ScopeSimExec *exec)
{
  const char *from;

  if (!starts (*p, end, "0x"))
    return FALSE;
  from = *p += 2;
  exec->address = read_hex (p, end);
  exec->flags |= SCOPE_SIM_HAS_ADDRESS;

  return *p > from;
}

/* "flags=(IsA|IsB)". */
static gboolean
read_flags (const char **p, const char *end, ScopeSimExec *exec)
{
  const char *close = memchr (*p, ')', (gsize) (end - *p));
  guint32 flags, mask;

  if (**p != '(' || close == NULL)
    return FALSE;
  flags = scope_gem5_op_flags (*p + 1, (gsize) (close - *p - 1), &mask);
  if ((exec->flags & SCOPE_SIM_IS_RETURN) != 0)
    flags &= ~(guint32) SCOPE_SIM_IS_JUMP; /* eret and the like jump, as far as that is said */
  exec->flags = (exec->flags & mask) | flags;
  *p = close + 1;

  return TRUE;
}

/* 0: it is none. */
static guint64
read_number (const char **p, const char *end)
{
  guint64 number = 0;
  gboolean digits = TRUE;

  for (; *p < end && **p != ' '; (*p)++)
    {
      digits = digits && g_ascii_isdigit (**p);
      number = number * 10 + (guint64) (**p & 15);
    }

  return digits ? number : 0;
}

/* FALSE: it breaks off, or is something else. */
static gboolean
read_tail (const char *p, const char *end, ScopeSimExec *exec, guint64 *ret_number)
{
  for (;;)
    {
      while (p < end && *p == ' ')
        p++;
      if (p == end)
        return TRUE;
      if (starts (p, end, "D="))
        {
          p += 2;
          if (!read_data (&p, end, exec))
            return FALSE;
        }
      else if (starts (p, end, "A="))
        {
          p += 2;
          if (!read_address (&p, end, exec))
            return FALSE;
        }
      else if (starts (p, end, "flags="))
        {
          p += 6;
          if (p == end || !read_flags (&p, end, exec))
            return FALSE;
        }
      else if (starts (p, end, "FetchSeq="))
        while (p < end && *p != ' ')
          p++;
      else if (starts (p, end, "CPSeq="))
        {
          p += 6;
          *ret_number = read_number (&p, end);
        }
      else if (starts (p, end, "Predicated False"))
        p += strlen ("Predicated False");
      else
        return FALSE;
    }
}

static void
set_sp (const Mid *mid, ScopeSimExec *exec)
{
  if (mid->sp == SCOPE_GEM5_SP_ADDRESS && (exec->flags & SCOPE_SIM_HAS_ADDRESS) != 0)
    exec->sp = exec->address + (guint64) mid->sp_shift;
  else if (mid->sp == SCOPE_GEM5_SP_DATA && (exec->flags & SCOPE_SIM_HAS_DATA) != 0)
    exec->sp = exec->data;
  else
    return;
  exec->flags |= SCOPE_SIM_HAS_SP;
}

gboolean
scope_gem5_exec_line (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope, const char *pc, guint thread,
                     ScopeGem5Record *ret_record)
{
  const char *end = envelope->rest + envelope->n_rest, *last = find_last_separator (pc, end), *klass;
  ScopeSimExec *exec = &ret_record->exec;
  gboolean has_class;
  const Mid *mid;
  Mid room;

  if (last == NULL)
    return FALSE;
  /* The class is one word before the last " : ", with another " : " before it. */
  for (klass = last; klass > pc && klass[-1] != ' ' && klass[-1] != ':';)
    klass--;
  has_class = klass - pc > 3 && klass < last && klass[-1] == ' ' && klass[-2] == ':' && klass[-3] == ' ' && is_class (klass, (gsize) (last - klass));
  *exec = (ScopeSimExec) { .thread = (guint16) MIN (thread, G_MAXUINT16) };
  mid = find_mid (facts, pc, has_class ? last : end, has_class, &room);
  if (mid == NULL)
    return FALSE;
  exec->function = mid->function;
  exec->offset = mid->offset;
  exec->flags = mid->flags;
  exec->length = mid->length;
  exec->micro = mid->micro;
  exec->pc = mid->pc;
  if (has_class && !read_tail (MIN (last + 3, end), end, exec, &facts->number))
    return FALSE;
  set_sp (mid, exec);
  if ((exec->flags & (SCOPE_SIM_IS_LOAD | SCOPE_SIM_HAS_ADDRESS | SCOPE_SIM_HAS_DATA)) == (SCOPE_SIM_IS_LOAD | SCOPE_SIM_HAS_ADDRESS))
    exec->flags |= SCOPE_SIM_IS_FAULT;

  return TRUE;
}
