/* scope-gem5-ops.c: what an instruction does, by its disassembly: Alpha, ARM, X86, RISC-V.
 *
 * Which of them it is shows in how each is written:
 *
 *     "bsr        r26,0x1200"       Alpha: mnemonic in ten columns, no blanks behind commas
 *     "  bl   <f>"                  ARM: two blanks before it, three behind
 *     "  CALL_NEAR_I : wrip   t1"   X86: the instruction's name, then its micro-op's
 *     "jal ra, -3590"               RISC-V
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "io/source/scope-text.h"

#include <string.h>

typedef enum
{
  ISA_ALPHA = 1 << 0,
  ISA_ARM = 1 << 1,
  ISA_X86 = 1 << 2,
  ISA_RISCV = 1 << 3,
} Isa;

/* A disassembly in pieces. */
typedef struct
{
  Isa isa;
  const char *macro;    /* X86: name of the instruction */
  gsize n_macro;
  const char *word;     /* mnemonic */
  gsize n_word;
  const char *operands;
  gsize n_operands;
} Parts;

typedef struct
{
  const char *word;
  guint8 isas;
  gboolean prefix;
  guint32 flags;
} Mnemonic;

#define CALL SCOPE_SIM_IS_CALL
#define RETURN SCOPE_SIM_IS_RETURN
#define JUMP SCOPE_SIM_IS_JUMP
#define BARRIER SCOPE_SIM_IS_BARRIER
#define LL SCOPE_SIM_IS_LOAD_LINKED
#define SC SCOPE_SIM_IS_STORE_CONDITIONAL
#define LOCKED SCOPE_SIM_IS_LOCKED
#define WAIT SCOPE_SIM_IS_WAIT

/* The first that fits counts. */
static const Mnemonic mnemonics[] = {
  { "bsr", ISA_ALPHA, FALSE, CALL },
  { "jsr", ISA_ALPHA, FALSE, CALL },
  { "ret", ISA_ALPHA | ISA_ARM | ISA_RISCV, FALSE, RETURN },
  { "hw_rei", ISA_ALPHA, FALSE, RETURN },
  { "hw_ret", ISA_ALPHA, FALSE, RETURN },
  { "jsr_coroutine", ISA_ALPHA, FALSE, JUMP },
  { "br", ISA_ALPHA | ISA_ARM, FALSE, JUMP },
  { "jmp", ISA_ALPHA, FALSE, JUMP },
  { "mb", ISA_ALPHA, FALSE, BARRIER },
  { "wmb", ISA_ALPHA, FALSE, BARRIER },
  { "ldl_l", ISA_ALPHA, FALSE, LL },
  { "ldq_l", ISA_ALPHA, FALSE, LL },
  { "stl_c", ISA_ALPHA, FALSE, SC },
  { "stq_c", ISA_ALPHA, FALSE, SC },
  { "quiesce", ISA_ALPHA | ISA_ARM | ISA_X86 | ISA_RISCV, TRUE, WAIT },

  { "bl", ISA_ARM, FALSE, CALL },
  { "blr", ISA_ARM, TRUE, CALL }, /* blraa, … */
  { "blx", ISA_ARM, TRUE, CALL },
  { "reta", ISA_ARM, TRUE, RETURN },
  { "eret", ISA_ARM, TRUE, RETURN },
  { "rfe", ISA_ARM, TRUE, RETURN },
  { "b", ISA_ARM, FALSE, JUMP },
  { "bra", ISA_ARM, TRUE, JUMP },
  { "bx", ISA_ARM, FALSE, JUMP },
  { "dmb", ISA_ARM, TRUE, BARRIER },
  { "dsb", ISA_ARM, TRUE, BARRIER },
  { "ldxr", ISA_ARM, TRUE, LL },
  { "ldaxr", ISA_ARM, TRUE, LL },
  { "ldxp", ISA_ARM, TRUE, LL },
  { "ldaxp", ISA_ARM, TRUE, LL },
  { "ldrex", ISA_ARM, TRUE, LL },
  { "ldaex", ISA_ARM, TRUE, LL },
  { "stxr", ISA_ARM, TRUE, SC },
  { "stlxr", ISA_ARM, TRUE, SC },
  { "stxp", ISA_ARM, TRUE, SC },
  { "stlxp", ISA_ARM, TRUE, SC },
  { "strex", ISA_ARM, TRUE, SC },
  { "stlex", ISA_ARM, TRUE, SC },
  { "cas", ISA_ARM, TRUE, LOCKED },
  { "swp", ISA_ARM, TRUE, LOCKED },
  { "ldadd", ISA_ARM, TRUE, LOCKED },
  { "ldclr", ISA_ARM, TRUE, LOCKED },
  { "ldeor", ISA_ARM, TRUE, LOCKED },
  { "ldset", ISA_ARM, TRUE, LOCKED },
  { "ldsmax", ISA_ARM, TRUE, LOCKED },
  { "ldsmin", ISA_ARM, TRUE, LOCKED },
  { "ldumax", ISA_ARM, TRUE, LOCKED },
  { "ldumin", ISA_ARM, TRUE, LOCKED },
  { "stadd", ISA_ARM, TRUE, LOCKED },
  { "wfi", ISA_ARM | ISA_RISCV, FALSE, WAIT },
  { "wfe", ISA_ARM, FALSE, WAIT },

  { "mfence", ISA_X86, FALSE, BARRIER },
  { "lfence", ISA_X86, FALSE, BARRIER },
  { "sfence", ISA_X86, FALSE, BARRIER },
  { "ldstl", ISA_X86, TRUE, LOCKED },
  { "hlt", ISA_X86, FALSE, WAIT },
  { "halt", ISA_X86, FALSE, WAIT },

  { "j", ISA_RISCV, FALSE, JUMP },
  { "c_j", ISA_RISCV, FALSE, JUMP },
  { "c_jal", ISA_RISCV, FALSE, CALL },
  { "c_jalr", ISA_RISCV, FALSE, CALL },
  { "mret", ISA_RISCV, FALSE, RETURN },
  { "sret", ISA_RISCV, FALSE, RETURN },
  { "uret", ISA_RISCV, FALSE, RETURN },
  { "fence_i", ISA_RISCV, FALSE, 0 },
  { "fence.i", ISA_RISCV, FALSE, 0 },
  { "fence", ISA_RISCV, TRUE, BARRIER },
  { "lr_", ISA_RISCV, TRUE, LL },
  { "sc_", ISA_RISCV, TRUE, SC },
  { "amo", ISA_RISCV, TRUE, LOCKED },
};

static void
take_word (Parts *parts, const char *text, gsize n)
{
  gsize at = 0;

  while (at < n && (text[at] == ' ' || text[at] == '\t'))
    at++;
  parts->word = text + at;
  while (at < n && text[at] != ' ' && text[at] != '\t')
    at++;
  parts->n_word = (gsize) (text + at - parts->word);
  while (at < n && (text[at] == ' ' || text[at] == '\t'))
    at++;
  parts->operands = text + at;
  parts->n_operands = n - at;
  while (parts->n_operands > 0 && parts->operands[parts->n_operands - 1] == ' ')
    parts->n_operands--;
}

/* The name before " : " of an X86 micro-op, in capitals. */
static const char *
find_micro (const char *text, gsize n, Parts *parts)
{
  const char *sep = memmem (text, n, " : ", 3), *p = text;

  if (sep == NULL)
    return NULL;
  while (p < sep && *p == ' ')
    p++;
  parts->macro = p;
  parts->n_macro = (gsize) (sep - p);
  for (; p < sep; p++)
    if (!g_ascii_isupper (*p) && !g_ascii_isdigit (*p) && *p != '_')
      return NULL;

  return parts->n_macro > 0 ? sep + 3 : NULL;
}

static void
read_parts (const char *text, gsize n, Parts *parts)
{
  const char *micro;

  *parts = (Parts) { 0 };
  micro = find_micro (text, n, parts);
  if (micro != NULL)
    {
      parts->isa = ISA_X86;
      take_word (parts, micro, (gsize) (text + n - micro));
      return;
    }
  parts->macro = NULL;
  parts->n_macro = 0;
  take_word (parts, text, n);
  if (memchr (text, '\t', n) != NULL)
    parts->isa = ISA_X86;
  else if (n > 2 && text[0] == ' ' && text[1] == ' ')
    parts->isa = ISA_ARM;
  else if (parts->operands - parts->word >= 11 && parts->n_word <= 10)
    parts->isa = ISA_ALPHA;
  else if (scope_is_word (parts->word, parts->n_word, "jsr_coroutine"))
    parts->isa = ISA_ALPHA;
  else
    parts->isa = ISA_RISCV;
}

/* "bleq": a call if equal; "ble" is none. */
static gboolean
is_conditional_call (const Parts *parts)
{
  static const char conditions[] = "eqnecsccmiplvsvchilsgeltgtlehslo";

  if (parts->n_word != 4 || memcmp (parts->word, "bl", 2) != 0)
    return FALSE;
  for (guint i = 0; i < sizeof conditions - 1; i += 2)
    if (memcmp (parts->word + 2, conditions + i, 2) == 0)
      return TRUE;

  return FALSE;
}

static guint32
flags_of_x86 (const Parts *parts)
{
  gboolean moves = scope_starts (parts->word, parts->n_word, "wrip") || scope_is_word (parts->word, parts->n_word, "br")
                   || scope_is_word (parts->word, parts->n_word, "eret");

  if (!moves || parts->macro == NULL)
    return 0;
  if (scope_starts (parts->macro, parts->n_macro, "CALL"))
    return CALL;
  if (scope_starts (parts->macro, parts->n_macro, "RET") || scope_starts (parts->macro, parts->n_macro, "IRET")
      || scope_starts (parts->macro, parts->n_macro, "SYSRET"))
    return RETURN;
  if (scope_starts (parts->macro, parts->n_macro, "JMP"))
    return JUMP;

  return 0;
}

/* "jal ra, …", "jalr zero, 0(ra)", "c_jr ra". */
static guint32
flags_of_riscv_jump (const Parts *parts)
{
  const char *operands = parts->operands;
  gsize n = parts->n_operands;
  gboolean links = scope_starts (operands, n, "ra,") || scope_starts (operands, n, "t0,");

  if (scope_is_word (parts->word, parts->n_word, "jal"))
    return links || memchr (operands, ',', n) == NULL ? CALL : JUMP;
  if (scope_is_word (parts->word, parts->n_word, "jalr"))
    {
      if (links)
        return CALL;
      return memmem (operands, n, "(ra)", 4) != NULL || memmem (operands, n, ", ra", 4) != NULL || scope_is_word (operands, n, "ra") ? RETURN
                                                                                                                     : JUMP;
    }
  if (scope_is_word (parts->word, parts->n_word, "c_jr") || scope_is_word (parts->word, parts->n_word, "jr"))
    return scope_starts (operands, n, "ra") && (n == 2 || operands[2] == ' ') ? RETURN : JUMP;

  return 0;
}

/* ARM's 32 bits: whatever writes the pc goes somewhere; back, if it comes from the link register or the stack. */
static guint32
flags_of_pc (const Parts *parts)
{
  const char *operands = parts->operands;
  gsize n = parts->n_operands;

  if (!scope_starts (operands, n, "pc,"))
    return 0;
  if (scope_starts (parts->word, parts->n_word, "ld"))
    return memmem (operands, n, "[sp", 3) != NULL || memmem (operands, n, "[ureg0", 6) != NULL ? RETURN : JUMP;
  if (scope_starts (parts->word, parts->n_word, "mov"))
    return memmem (operands, n, ", lr", 4) != NULL ? RETURN : JUMP;

  return 0;
}

static guint32
flags_of (const Parts *parts)
{
  guint32 flags;

  if (parts->isa == ISA_X86 && (flags = flags_of_x86 (parts)) != 0)
    return flags;
  if (parts->isa == ISA_RISCV && (flags = flags_of_riscv_jump (parts)) != 0)
    return flags;
  if (parts->isa == ISA_ARM && (flags = flags_of_pc (parts)) != 0)
    return flags;
  if (parts->isa == ISA_ARM && is_conditional_call (parts))
    return CALL;
  if (parts->isa == ISA_ARM && scope_is_word (parts->word, parts->n_word, "bx"))
    return scope_starts (parts->operands, parts->n_operands, "lr") ? RETURN : JUMP;
  for (guint i = 0; i < G_N_ELEMENTS (mnemonics); i++)
    {
      const Mnemonic *m = &mnemonics[i];

      if ((m->isas & parts->isa) != 0
          && (m->prefix ? scope_starts (parts->word, parts->n_word, m->word) : scope_is_word (parts->word, parts->n_word, m->word)))
        return m->flags;
    }

  return 0;
}

/* Whether it may go on elsewhere than behind itself. What only begins like a branch ("bic") counts as one. */
static gboolean
may_branch (const Parts *parts)
{
  static const char *const words[] = { "b", "cb", "tb", "fb", "c_b", "c.b", "j", "c_j", "c.j" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (scope_starts (parts->word, parts->n_word, words[i]))
      return TRUE;

  return parts->isa == ISA_X86 || memmem (parts->operands, parts->n_operands, "pc", 2) != NULL;
}

/* --- the stack pointer --- */

/* "#-16", "0xfffffffffffffff8", "24": a displacement. */
static gint64
read_shift (const char *text, gsize n)
{
  char digits[24];
  gsize length = 0;
  gboolean minus;

  while (n > 0 && (*text == ' ' || *text == '#' || *text == ',' || *text == '+'))
    text++, n--;
  minus = n > 0 && *text == '-';
  text += minus, n -= minus;
  while (length < n && length < sizeof digits - 1 && (g_ascii_isxdigit (text[length]) || text[length] == 'x'))
    {
      digits[length] = text[length];
      length++;
    }
  digits[length] = '\0';
  if (length == 0)
    return 0;

  return (gint64) (minus ? 0 - g_ascii_strtoull (digits, NULL, 0) : g_ascii_strtoull (digits, NULL, 0));
}

/* Of "24(sp)", "-16(r30)": how far from it. FALSE: it is not there. */
static gboolean
find_behind (const Parts *parts, const char *reg, gint64 *ret_shift)
{
  const char *at = memmem (parts->operands, parts->n_operands, reg, strlen (reg)), *from = at;

  if (at == NULL)
    return FALSE;
  while (from > parts->operands && from[-1] != ' ' && from[-1] != ',')
    from--;
  *ret_shift = read_shift (from, (gsize) (at - from));

  return TRUE;
}

/* Of "[sp, #8]", "[rsp + 0x8]". */
static gboolean
find_inside (const Parts *parts, const char *reg, gint64 *ret_shift)
{
  const char *at = memmem (parts->operands, parts->n_operands, reg, strlen (reg)), *end = parts->operands + parts->n_operands;

  if (at == NULL || at + strlen (reg) >= end || g_ascii_isalnum (at[strlen (reg)]))
    return FALSE;
  at += strlen (reg);
  *ret_shift = read_shift (at, (gsize) (end - at));

  return TRUE;
}

/* TRUE if this operand (the last: at the end) is the register. */
static gboolean
is_first (const Parts *parts, const char *reg)
{
  gsize length = strlen (reg);

  return scope_starts (parts->operands, parts->n_operands, reg) && (parts->n_operands == length || !g_ascii_isalnum (parts->operands[length]));
}

static gboolean
is_last (const Parts *parts, const char *reg)
{
  gsize length = strlen (reg);

  return parts->n_operands > length && memcmp (parts->operands + parts->n_operands - length, reg, length) == 0
         && parts->operands[parts->n_operands - length - 1] == ',';
}

static gboolean
is_relative (const Parts *parts, gint64 *ret_shift)
{
  switch (parts->isa)
    {
    case ISA_ALPHA:
      return find_behind (parts, "(r30)", ret_shift);
    case ISA_ARM:
      return find_inside (parts, "[sp", ret_shift);
    case ISA_X86:
      return find_inside (parts, "[rsp", ret_shift) || find_inside (parts, "[esp", ret_shift);
    case ISA_RISCV:
      return find_behind (parts, "(sp)", ret_shift) || find_behind (parts, "(x2)", ret_shift);
    }

  return FALSE;
}

static gboolean
is_written (const Parts *parts)
{
  switch (parts->isa)
    {
    case ISA_ALPHA:
      return is_last (parts, "r30") || (is_first (parts, "r30") && memchr (parts->operands, '(', parts->n_operands) != NULL);
    case ISA_ARM:
      return is_first (parts, "sp");
    case ISA_X86:
      return is_first (parts, "rsp") || is_first (parts, "esp");
    case ISA_RISCV:
      return is_first (parts, "sp") || is_first (parts, "x2");
    }

  return FALSE;
}

static guint8
length_of (const Parts *parts)
{
  if (parts->isa == ISA_X86)
    return 0;

  return parts->isa == ISA_RISCV && scope_starts (parts->word, parts->n_word, "c_") ? 2 : 4;
}

void
scope_gem5_op_read (const char *text, gsize n, const char *klass, gsize n_class, ScopeGem5Op *ret_op)
{
  gboolean reads = n_class >= 7 && memcmp (klass + n_class - 7, "MemRead", 7) == 0;
  gboolean writes = n_class >= 8 && memcmp (klass + n_class - 8, "MemWrite", 8) == 0;
  gint64 shift = 0;
  Parts parts;

  *ret_op = (ScopeGem5Op) { 0 };
  read_parts (text, n, &parts);
  ret_op->length = length_of (&parts);
  if (n_class == 0)
    {
      ret_op->flags = SCOPE_SIM_IS_MACRO;
      return;
    }
  ret_op->flags = flags_of (&parts) | (may_branch (&parts) ? SCOPE_SIM_IS_BRANCH : 0);
  if (reads && (ret_op->flags & BARRIER) == 0)
    ret_op->flags |= SCOPE_SIM_IS_LOAD;
  if (writes)
    ret_op->flags |= SCOPE_SIM_IS_STORE;
  if ((reads || writes) && is_relative (&parts, &shift))
    {
      ret_op->sp = SCOPE_GEM5_SP_ADDRESS;
      ret_op->sp_shift = (gint64) (0 - (guint64) shift);
    }
  else if (!writes && is_written (&parts))
    ret_op->sp = SCOPE_GEM5_SP_DATA;
}

/* --- flags=(…) --- */

/* What is no flag of an instruction by itself. */
#define SAID_CONTROL (G_GUINT64_CONSTANT (1) << 32)
#define SAID_READS (G_GUINT64_CONSTANT (1) << 33)
#define SAID_WRITES (G_GUINT64_CONSTANT (1) << 34)

guint32
scope_gem5_op_flags (const char *text, gsize n, guint32 *ret_mask)
{
  static const struct
  {
    const char *word;
    guint64 says;
  } words[] = {
    { "IsCall", CALL },
    { "IsReturn", RETURN },
    { "IsUncondControl", SAID_CONTROL },
    { "IsControl", SCOPE_SIM_IS_BRANCH },
    { "IsMemBarrier", BARRIER },
    { "IsReadBarrier", SAID_READS },
    { "IsWriteBarrier", SAID_WRITES },
    { "IsLoad", SCOPE_SIM_IS_LOAD },
    { "IsStore", SCOPE_SIM_IS_STORE },
    { "IsAtomic", LOCKED },
    { "IsStoreConditional", SC },
    { "IsQuiesce", WAIT },
    { "IsMicroop", SCOPE_SIM_IS_MICRO },
    { "IsLastMicroop", SCOPE_SIM_IS_LAST_MICRO },
  };
  guint64 said = 0;
  guint32 flags;
  gboolean control;
  const char *word;
  gsize length;

  while (scope_next_part (&text, &n, '|', &word, &length))
    for (guint i = 0; i < G_N_ELEMENTS (words); i++)
      if (scope_is_word (word, length, words[i].word))
        said |= words[i].says;
  flags = (guint32) said;
  control = (said & SAID_CONTROL) != 0;
  if ((said & SAID_READS) != 0 && (said & SAID_WRITES) != 0)
    flags |= BARRIER;
  if (control && (flags & (CALL | RETURN)) == 0)
    flags |= JUMP;
  /* What is said counts more than what is read from a mnemonic; a return from an interrupt is not said. */
  if ((flags & CALL) != 0)
    *ret_mask = ~(guint32) (RETURN | JUMP);
  else if ((flags & RETURN) != 0)
    *ret_mask = ~(guint32) (CALL | JUMP);
  else
    *ret_mask = control ? ~(guint32) CALL : ~(guint32) (CALL | JUMP);

  return flags;
}
