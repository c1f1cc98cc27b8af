/* test-gem5-lines.c: lines of gem5 and M5, of all eras, one by one.
 *
 * The literal lines are from public traces (formats/simulation.md §1.2, §1.3).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include <string.h>

/* --- one instruction --- */

typedef struct
{
  const char *line;
  const char *function; /* NULL: none */
  guint32 offset;
  guint64 pc, address, data, sp;
  guint32 flags;
  guint8 length, micro;
} Exec;

#define PC SCOPE_SIM_HAS_PC
#define D SCOPE_SIM_HAS_DATA
#define A SCOPE_SIM_HAS_ADDRESS
#define SP SCOPE_SIM_HAS_SP
#define LOAD SCOPE_SIM_IS_LOAD
#define STORE SCOPE_SIM_IS_STORE
#define MICRO SCOPE_SIM_IS_MICRO
#define MACRO SCOPE_SIM_IS_MACRO
#define CALL SCOPE_SIM_IS_CALL
#define RETURN SCOPE_SIM_IS_RETURN
#define JUMP SCOPE_SIM_IS_JUMP
#define BARRIER SCOPE_SIM_IS_BARRIER

static const Exec execs[] = {
  /* 2004-2006: no blanks behind the symbol; no thread's flag */
  { "  5000: system.cpu T0 : @f+4 : lda        r30,-16(r30)    : IntAlu :  D=0x000000011ff00000", "f", 4, 0, 0, 0x11ff00000, 0x11ff00000,
    D | SP, 4, 0 },
  { "  5000: system.cpu + T0 : 0x120000804    : bis        r31,r31,r1      : IntAlu :  D=0x0000000000000000", NULL, 0, 0x120000804, 0, 0, 0,
    PC | D, 4, 0 },
  { "  5000: system.cpu : 0x120000804    : bis        r31,r31,r1      : IntAlu : ", NULL, 0, 0, 0, 0, 0, 0, 0, 0xff }, /* none */
  { "  5000: system.cpu @f    : bis        r31,r31,r1      : IntAlu : ", "f", 0, 0, 0, 0, 0, 0, 4, 0 },
  /* Alpha, 2008 */
  { " 253500: system.cpu T0 : @stb_mask+128    : bic        r20,7,r20       : IntAlu :  D=0x8000000000000590", "stb_mask", 128, 0, 0,
    0x8000000000000590, 0, D, 4, 0 },
  { " 254000: system.cpu T0 : @stb_mask+132    : ldq        r22,0(r20)      : MemRead :  A=0x8000000000000590", "stb_mask", 132, 0,
    0x8000000000000590, 0, 0, A | LOAD | SCOPE_SIM_IS_FAULT, 4, 0 },
  { " 402500: system.cpu T0 : @Proc_1+72    : stq        r7,0(r9)        : MemWrite :  D=0xfffffffff920d000 A=0xfffffffff920d000", "Proc_1",
    72, 0, 0xfffffffff920d000, 0xfffffffff920d000, 0, D | A | STORE, 4, 0 },
  { "1: system.cpu T0 : @f+8    : ldq        r26,16(r30)     : MemRead :  D=0x0000000120000010 A=0x11ff00010", "f", 8, 0, 0x11ff00010,
    0x120000010, 0x11ff00000, D | A | LOAD | SP, 4, 0 },
  { "1: system.cpu T0 : @f+8    : addq       r30,16,r30      : IntAlu :  D=0x000000011ff00040", "f", 8, 0, 0, 0x11ff00040, 0x11ff00040,
    D | SP, 4, 0 },
  { "1: system.cpu T0 : @f    : bsr        r26,0x120000800 : IntAlu :  D=0x0000000120000004", "f", 0, 0, 0, 0x120000004, 0, D | CALL, 4, 0 },
  { "1: system.cpu T0 : @f    : ret        (r26)           : IntAlu : ", "f", 0, 0, 0, 0, 0, RETURN, 4, 0 },
  { "1: system.cpu T0 : @f    : hw_ret     (r23)           : IntAlu :", "f", 0, 0, 0, 0, 0, RETURN, 4, 0 },
  { "1: system.cpu T0 : @f    : br         r31,0x120000800 : IntAlu : ", "f", 0, 0, 0, 0, 0, JUMP, 4, 0 },
  { "1: system.cpu T0 : @f    : mb                         : MemRead : ", "f", 0, 0, 0, 0, 0, BARRIER, 4, 0 },
  { "1: system.cpu T0 : @f    : wmb                        : MemRead : ", "f", 0, 0, 0, 0, 0, BARRIER, 4, 0 },
  { "1: system.cpu T0 : @f    : ldl_l      r1,0(r16)       : MemRead :  D=0x0000000000000000 A=0x120", "f", 0, 0, 0x120, 0, 0,
    D | A | LOAD | SCOPE_SIM_IS_LOAD_LINKED, 4, 0 },
  { "1: system.cpu T0 : @f    : stl_c      r2,0(r16)       : MemWrite :  D=0x0000000000000001 A=0x120", "f", 0, 0, 0x120, 1, 0,
    D | A | STORE | SCOPE_SIM_IS_STORE_CONDITIONAL, 4, 0 },
  { "1: system.cpu T0 : @f    : quiesce                    : IntAlu : ", "f", 0, 0, 0, 0, 0, SCOPE_SIM_IS_WAIT, 4, 0 },
  /* ARM without symbols */
  { "      0: system.cpu T0 : 0x89cc    :   mov   fp, #0             : IntAlu :  D=0x0000000000000000", NULL, 0, 0x89cc, 0, 0, 0, PC | D, 4,
    0 },
  { " 154000: system.cpu T0 : 0x8e04    :   ldr   r12, [pc, #624]    : MemRead :  D=0x0000000000000000 A=0x907c ", NULL, 0, 0x8e04, 0x907c, 0,
    0, PC | D | A | LOAD, 4, 0 },
  /* X86 before v20: a macro line, micro-ops with " : " in them */
  { "  77000: system.cpu T0 : @_start    : xor\trbp, rbp", "_start", 0, 0, 0, 0, 0, MACRO, 0, 0 },
  { "  77000: system.cpu T0 : @_start.0  :   XOR_R_R : xor   rbp, rbp, rbp : IntAlu :  D=0x0000000000000000", "_start", 0, 0, 0, 0, 0,
    D | MICRO, 0, 0 },
  { " 187000: system.cpu T0 : @_start+6.0  :   POP_R : ld   t1, SS:[rsp] : MemRead :  D=0x0000000000000001 A=0x7fffffffee30", "_start", 6, 0,
    0x7fffffffee30, 1, 0x7fffffffee30, D | A | LOAD | MICRO | SP, 0, 0 },
  { "1: system.cpu T0 : @main+4.11 :   PUSH_R : st   rbp, SS:[rsp + 0xfffffffffffffff8] : MemWrite :  D=0x1234567890abcdef A=0x7ffe0008", "main", 4,
    0, 0x7ffe0008, 0x1234567890abcdef, 0x7ffe0010, D | A | STORE | MICRO | SP, 0, 11 },
  { "1: system.cpu T0 : @main+4.1  :   PUSH_R : subi   rsp, rsp, 0x8 : IntAlu :  D=0x000000007ffe0008", "main", 4, 0, 0, 0x7ffe0008, 0x7ffe0008,
    D | MICRO | SP, 0, 1 },
  { "1: system.cpu T0 : @main+4.4  :   CALL_NEAR_I : wrip   t7, t1 : IntAlu : ", "main", 4, 0, 0, 0, 0, MICRO | CALL, 0, 4 },
  { "1: system.cpu T0 : @main+4.3  :   CALL_NEAR_I : limm   t1, 0x5 : IntAlu :  D=0x0000000000000005", "main", 4, 0, 0, 5, 0, MICRO | D, 0, 3 },
  { "1: system.cpu T0 : @main+4.2  :   RET_NEAR : wripi   t1, 0 : IntAlu : ", "main", 4, 0, 0, 0, 0, MICRO | RETURN, 0, 2 },
  { "1: system.cpu T0 : @main+4.2  :   JMP_I : wrip   t1, t2 : IntAlu : ", "main", 4, 0, 0, 0, 0, MICRO | JUMP, 0, 2 },
  { "1: system.cpu T0 : @main+4.2  :   JNZ_I : wrip   t1, t2 : IntAlu : ", "main", 4, 0, 0, 0, 0, MICRO, 0, 2 },
  { "1: system.cpu T0 : @main+4.0  :   CMPXCHG_LOCKED_M_R : ldstl   t1, DS:[rdi] : MemRead :  D=0x0000000000000000 A=0x6008", "main", 4, 0, 0x6008, 0,
    0, D | A | LOAD | MICRO | SCOPE_SIM_IS_LOCKED, 0, 0 },
  { "1: system.cpu T0 : @main+4.0  :   MFENCE : mfence   : No_OpClass : ", "main", 4, 0, 0, 0, 0, MICRO | BARRIER, 0, 0 },
  /* v21: address and symbol */
  { "728124813: system.cpu1: T0 : 0x11fb @sum_by_row_major+114. 2 :   ADD_M_I : add   t1d, t1d, t2d : IntAlu :  D=0x0000000000000000",
    "sum_by_row_major", 114, 0x11fb, 0, 0, 0, PC | D | MICRO, 0, 2 },
  { "728124813: system.cpu0: T0 : 0x128c @sum_by_column_major+94    : sal\t0x2 ", "sum_by_column_major", 94, 0x128c, 0, 0, 0, PC | MACRO, 0, 0 },
  { "594071334: system.cpu1: T0 : 0x140f @sum_by_column_major+130    : mov\teax, DS:[rax]         ", "sum_by_column_major", 130, 0x140f, 0, 0, 0,
    PC | MACRO, 0, 0 },
  { "1: system.cpu: T0 : 0x1290 @f+644.12 :   addxi_uop   ureg0, sp, #80 : IntAlu :  D=0x0000000000014f30", "f", 644, 0x1290, 0, 0x14f30, 0,
    PC | D | MICRO, 4, 12 },
  /* ExecAll */
  { "2457000: system.cpu: A0 T0 : 0x6220 @_malloc_r+640    :   adrp   x1, #73728        : IntAlu :  D=0x0000000000018000  FetchSeq=1364  CPSeq=902  "
    "flags=(IsInteger)",
    "_malloc_r", 640, 0x6220, 0, 0x18000, 0, PC | D, 4, 0 },
  { "2457000: system.cpu: A0 T0 : 0x6224 @_malloc_r+644    : stp                       ", "_malloc_r", 644, 0x6224, 0, 0, 0, PC | MACRO, 4, 0 },
  { "2457000: system.cpu: A0 T0 : 0x6224 @_malloc_r+644. 1 :   strxi_uop   x27, [ureg0] : MemWrite :  D=0x0000000000000000 A=0x14f30  "
    "FetchSeq=1366  CPSeq=904  flags=(IsInteger|IsStore|IsMicroop|IsDelayedCommit)",
    "_malloc_r", 644, 0x6224, 0x14f30, 0, 0, PC | D | A | STORE | MICRO, 4, 1 },
  { "2457000: system.cpu: A0 T0 : 0x6224 @f. 3 :   addxi_uop   sp, ureg0, #0 : IntAlu :  D=0x0000000000014f30  "
    "flags=(IsInteger|IsMicroop|IsLastMicroop)",
    "f", 0, 0x6224, 0, 0x14f30, 0x14f30, PC | D | MICRO | SP | SCOPE_SIM_IS_LAST_MICRO, 4, 3 },
  { "  14000: system.cpu: A0 T0 : 0x80080040 @kernel_init.stext    :   bl   <kernel_init.preserve_boot_args> : IntAlu :           "
    "D=0x0000000080080044  flags=(IsInteger|IsControl|IsDirectControl|IsUncondControl|IsCall)",
    "kernel_init.stext", 0, 0x80080040, 0, 0x80080044, 0, PC | D | CALL, 4, 0 },
  { "1: system.cpu: T0 : 0xffffff8008080800 @entInt+8    :   eret                     : IntAlu :   "
    "flags=(IsInteger|IsControl|IsIndirectControl|IsUncondControl|IsSerializeAfter|IsNonSpeculative)",
    "entInt", 8, 0xffffff8008080800, 0, 0, 0, PC | RETURN | SCOPE_SIM_IS_KERNEL, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   ret                      : IntAlu :   flags=(IsControl|IsIndirectControl|IsUncondControl|IsReturn)", "f", 8,
    0x400, 0, 0, 0, PC | RETURN, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   b   <f+4>                : IntAlu :   flags=(IsControl|IsDirectControl|IsUncondControl)", "f", 8, 0x400, 0,
    0, 0, PC | JUMP, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   dmb                      : IntAlu :   flags=(IsReadBarrier|IsWriteBarrier)", "f", 8, 0x400, 0, 0, 0,
    PC | BARRIER, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   ldaxr   w1, [x0]         : MemRead :  D=0x0000000000000000 A=0x10", "f", 8, 0x400, 0x10, 0, 0,
    PC | D | A | LOAD | SCOPE_SIM_IS_LOAD_LINKED, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   stlxr   w2, w3, [x0]     : MemWrite :  D=0x0000000000000000 A=0x10", "f", 8, 0x400, 0x10, 0, 0,
    PC | D | A | STORE | SCOPE_SIM_IS_STORE_CONDITIONAL, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   ldr   x1, [sp, #24]      : MemRead :  D=0x0000000000000000 A=0x1018", "f", 8, 0x400, 0x1018, 0, 0x1000,
    PC | D | A | LOAD | SP, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   wfi                      : IntAlu : ", "f", 8, 0x400, 0, 0, 0, PC | SCOPE_SIM_IS_WAIT, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   bx   lr                  : IntAlu : ", "f", 8, 0x400, 0, 0, 0, PC | RETURN, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   mov   pc, lr             : IntAlu : ", "f", 8, 0x400, 0, 0, 0, PC | RETURN, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8. 3 :   ldr_uop   pc, [sp, #4]    : MemRead :  D=0x0000000000008000 A=0x1004", "f", 8, 0x400, 0x1004, 0x8000, 0x1000,
    PC | D | A | LOAD | SP | MICRO | RETURN, 4, 3 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   ldr   pc, [r1, #4]       : MemRead :  D=0x0000000000008000 A=0x1004", "f", 8, 0x400, 0x1004, 0x8000, 0,
    PC | D | A | LOAD | JUMP, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f+8    :   bleq   #40               : IntAlu : Predicated False", "f", 8, 0x400, 0, 0, 0, PC | CALL, 4, 0 },
  /* RISC-V */
  { "118187000: system.cpu: T0 : 0x1d922 @__memcpy_generic+112    : c_beqz a2, 20              : IntAlu : ", "__memcpy_generic", 112, 0x1d922, 0, 0, 0,
    PC, 2, 0 },
  { "1180637000: system.cpu: T0 : 0x5091c @classify_object_over_fdes+188    : c_ldsp a4, 24(sp)          : MemRead :  D=0x0000000000000004 "
    "A=0x7ffffffffffffdf8",
    "classify_object_over_fdes", 188, 0x5091c, 0x7ffffffffffffdf8, 4, 0x7ffffffffffffde0, PC | D | A | LOAD | SP, 2, 0 },
  { "9029861000: system.cpu: T0 : 0x117e8 @Cipher+44    : jal ra, -3590              : IntAlu :  D=0x00000000000117ec", "Cipher", 44, 0x117e8, 0,
    0x117ec, 0, PC | D | CALL, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f    : c_jr ra                    : IntAlu : ", "f", 0, 0x400, 0, 0, 0, PC | RETURN, 2, 0 },
  { "1: system.cpu: T0 : 0x400 @f    : jalr zero, 0(ra)           : IntAlu : ", "f", 0, 0x400, 0, 0, 0, PC | RETURN, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f    : c_jalr a5                  : IntAlu : ", "f", 0, 0x400, 0, 0, 0, PC | CALL, 2, 0 },
  { "1: system.cpu: T0 : 0x400 @f    : fence iorw, iorw           : No_OpClass : ", "f", 0, 0x400, 0, 0, 0, PC | BARRIER, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f    : lr_w a5, (a0)              : MemRead :  D=0x0000000000000000 A=0x8", "f", 0, 0x400, 8, 0, 0,
    PC | D | A | LOAD | SCOPE_SIM_IS_LOAD_LINKED, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f    : addi sp, sp, -32           : IntAlu :  D=0x0000000000000f00", "f", 0, 0x400, 0, 0xf00, 0xf00, PC | D | SP, 4,
    0 },
  /* the flag's name before the core's */
  { "1: ExecEnable: system.cpu: T0 : 0x400 @f    : c_jalr a5                  : IntAlu : ", "f", 0, 0x400, 0, 0, 0, PC | CALL, 2, 0 },
  /* vectors, and lines without numbers that are needed */
  { "1: system.cpu: T0 : 0x400 @f    :   fmov   v0, #1              : SimdMisc :  D=0x[12ab_00000000]", "f", 0, 0x400, 0, 0x12ab, 0, PC | D, 4, 0 },
  { "1: system.cpu: T0 : 0x400 @f    :   ptrue   p0                 : SimdPredAlu :  D=0b[1010]", "f", 0, 0x400, 0, 0x1010, 0, PC | D, 4, 0 },
};

/* As the decoder tells it; NULL: it did not. */
static const char *
function_name (const ScopeGem5Facts *facts, guint32 number, gsize *ret_n)
{
  for (guint i = 0; i < facts->definitions->len; i++)
    {
      const ScopeEvent *event = &g_array_index (facts->definitions, ScopeEvent, i);

      *ret_n = event->size;
      if (event->type == SCOPE_SIM_TEXT && event->a == number)
        return facts->words->str + GPOINTER_TO_SIZE (event->payload);
    }

  return NULL;
}

static void
check_exec (const Exec *want)
{
  ScopeGem5Parts *parts = scope_gem5_parts_new ();
  ScopeGem5Record record;
  ScopeGem5Facts facts;
  ScopeGem5LineKind kind;
  const char *name;
  gsize n;

  scope_gem5_facts_init (&facts, parts);
  /* twice: what is found again is the same */
  for (guint i = 0; i < 2; i++)
    {
      kind = scope_gem5_line (&facts, want->line, strlen (want->line), &record);
      if (want->micro == 0xff)
        {
          g_assert_cmpint (kind, !=, SCOPE_GEM5_LINE_EVENT);
          continue;
        }
      g_test_message ("%s", want->line);
      g_assert_cmpint (kind, ==, SCOPE_GEM5_LINE_EVENT);
      g_assert_cmpint (record.type, ==, SCOPE_SIM_EXEC);
      name = record.exec.function > 0 ? function_name (&facts, record.exec.function, &n) : NULL;
      g_assert_true ((name == NULL) == (want->function == NULL));
      if (name != NULL)
        g_assert_cmpmem (name, n, want->function, strlen (want->function));
      g_assert_cmpuint (record.exec.offset, ==, want->offset);
      g_assert_cmphex (record.exec.pc, ==, want->pc);
      g_assert_cmphex (record.exec.address, ==, want->address);
      g_assert_cmphex (record.exec.data, ==, want->data);
      g_assert_cmphex (record.exec.sp, ==, want->sp);
      g_assert_cmphex (record.exec.flags & ~(guint32) SCOPE_SIM_IS_BRANCH, ==, want->flags);
      g_assert_cmpuint (record.exec.length, ==, want->length);
      g_assert_cmpuint (record.exec.micro, ==, want->micro);
    }
  scope_gem5_facts_clear (&facts);
  scope_gem5_parts_unref (parts);
}

static void
test_execs (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (execs); i++)
    check_exec (&execs[i]);
}

/* --- lines of caches --- */

typedef struct
{
  const char *line; /* several, if need be */
  gint what;        /* of the last one; −1: no event */
  guint op;
  guint64 from, to;
  char state;
} Cache;

static const Cache caches[] = {
  { "1: system.cpu0.dcache: ReadReq 8ebbc miss", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_READ, 0x8ebbc, 0x8ebbd, 0 },
  { "1: Cache: system.cpu0.dcache: ReadReq 8ebbc miss", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_READ, 0x8ebbc, 0x8ebbd, 0 },
  { "1: system.cpu0.icache: ReadReq (ifetch) 8ebbc miss", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_FETCH, 0x8ebbc, 0x8ebbd, 0 },
  { "1: system.cpu0.icache: ReadReq (ifetch) 8ebbc hit", -1, 0, 0, 0, 0 },
  { "1: system.cpu0.dcache: ReadReq (ifetch) 8ebbc hit state: f (M) valid: 1 writable: 1 readable: 1 dirty: 1 tag: 8 data: 0", -1, 0, 0, 0, 0 },
  { "1: system.cpu0.dcache: WriteReq 8ebbc hit state: 5 (S) valid: 1 writable: 0 readable: 1 dirty: 0 tag: 8", SCOPE_SIM_CACHE_HIT, SCOPE_SIM_OP_WRITE,
    0x8ebbc, 0x8ebbd, 'S' },
  { "1: system.cpu0.dcache: ReadReq 8ebbc (ns) miss ", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_READ, 0x8ebbc, 0x8ebbd, 0 },
  { "1: system.cpu0.dcache: ReadReq addr 0x8ebbc size 4 (ns) miss", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_READ, 0x8ebbc, 0x8ebc0, 0 },
  { "1: system.cpu0.dcache: ReadReq [8ebbc:8ebbf] miss", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_READ, 0x8ebbc, 0x8ebc0, 0 },
  { "1: system.cpu0.dcache: access for ReadReq [8ebbc:8ebbf] miss", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_READ, 0x8ebbc, 0x8ebc0, 0 },
  { "1: system.cpu0.icache: access for ReadReq [1290:1297] IF miss", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_FETCH, 0x1290, 0x1298, 0 },
  { "1: system.cpu0.dcache: access for ReadReq [1290:1297] (s) UC ES miss", SCOPE_SIM_CACHE_MISS, SCOPE_SIM_OP_READ, 0x1290, 0x1298, 0 },
  { "728595675: system.cpu0.icache: access for ReadReq [1290:1297] IF hit state: c4ab85b6 (E) writable: 1 readable: 1 dirty: 0", -1, 0, 0, 0, 0 },
  { "1: system.cpu1.dcache: access for WriteReq [a3ec4:a3ec7] hit state: 6d61662f (M) writable: 1 readable: 1 dirty: 1", -1, 0, 0, 0, 0 },
  { "1: system.cpu1.dcache: access for WriteReq [a3ec4:a3ec7] hit state: 6d61662c (O) writable: 0 readable: 1 dirty: 1", SCOPE_SIM_CACHE_HIT,
    SCOPE_SIM_OP_WRITE, 0xa3ec4, 0xa3ec8, 'O' },
  { "1: system.cpu1.dcache: access for StoreCondReq [a3ec4:a3ec7] hit state: 4 (S) writable: 0", SCOPE_SIM_CACHE_HIT, SCOPE_SIM_OP_STORE_CONDITIONAL,
    0xa3ec4, 0xa3ec8, 'S' },
  { "1: system.cpu0.dcache: access for WritebackDirty [8eb80:8ebbf] miss", -1, 0, 0, 0, 0 },
  { "1: system.cpu0.dcache: createMissPacket: created ReadSharedReq [8eb80:8ebbf] from ReadReq [8ebbc:8ebbf]", SCOPE_SIM_CACHE_CREATE, SCOPE_SIM_OP_READ,
    0x8eb80, 0x8ebc0, 0 },
  { "1: system.cpu1.dcache: createMissPacket: created UpgradeReq [4000:403f] from WriteReq [4024:4027]", SCOPE_SIM_CACHE_CREATE, SCOPE_SIM_OP_UPGRADE,
    0x4000, 0x4040, 0 },
  { "1: system.cpu1.dcache: getBusPacket created ReadExReq from WriteReq for  addr 0x4000 size 64", SCOPE_SIM_CACHE_CREATE,
    SCOPE_SIM_OP_READ_EXCLUSIVE, 0x4000, 0x4040, 0 },
  { "1: system.cpu0.dcache: recvTimingResp: Handling response ReadResp [8eb80:8ebbf]", SCOPE_SIM_CACHE_RESPONSE, SCOPE_SIM_OP_READ, 0x8eb80, 0x8ebc0,
    0 },
  { "1: system.cpu0.dcache: Handling response ReadExResp for addr 0x8eb80 size 64 (ns)", SCOPE_SIM_CACHE_RESPONSE, SCOPE_SIM_OP_READ_EXCLUSIVE, 0x8eb80,
    0x8ebc0, 0 },
  { "1: system.cpu0.dcache: Handling response to 8ebbc", SCOPE_SIM_CACHE_RESPONSE, SCOPE_SIM_OP_OTHER, 0x8ebbc, 0x8ebbd, 0 },
  { "1: system.cpu0.dcache: Block addr 0x8eb80 (ns) moving from  to state: 6 (E) writable: 1 readable: 1 dirty: 0", -1, 0, 0, 0, 0 },
  { "1: system.cpu0.dcache: Block for addr 0x8eb80 being updated in Cache", -1, 0, 0, 0, 0 },
  { "1: system.cpu0.dcache: sendMSHRQueuePacket: MSHR ReadReq [8ebbc:8ebbf]", -1, 0, 0, 0, 0 },
  { "1: system.cpu0.dcache: Create CleanEvict CleanEvict [8e380:8e3bf]", SCOPE_SIM_CACHE_EVICT, SCOPE_SIM_OP_WRITEBACK, 0x8e380, 0x8e3c0, 0 },
  { "1: system.cpu1.dcache: Create Writeback WritebackDirty [3f1c0:3f1ff] writable: 0, dirty: 1", SCOPE_SIM_CACHE_EVICT, SCOPE_SIM_OP_WRITEBACK, 0x3f1c0,
    0x3f200, 0 },
  { "1: system.cpu0.dcache: replacement: replacing 8e380 with 8eb80: writeback", SCOPE_SIM_CACHE_EVICT, SCOPE_SIM_OP_WRITEBACK, 0x8e380, 0x8e3c0, 0 },
  { "1: system.cpu0.dcache: replacement: replacing 0x8e380 (ns) with 0x8eb80 (ns): clean", SCOPE_SIM_CACHE_EVICT, SCOPE_SIM_OP_WRITEBACK, 0x8e380,
    0x8e3c0, 0 },
  { "461000: system.cpu0.dcache: handleTimingReqMiss coalescing MSHR for ReadReq [32a50:32a57]", SCOPE_SIM_CACHE_COALESCE, SCOPE_SIM_OP_READ, 0x32a50,
    0x32a58, 0 },
  /* snoops: what was asked, then what became of it */
  { "336969500: system.cpu2.dcache: handleSnoop: snoop hit for UpgradeReq [4000:403f], old state is state: 4 (S) writable: 0\n"
    "336969500: system.cpu2.dcache: new state is state: 0 (I) writable: 0 readable: 0",
    SCOPE_SIM_CACHE_INVALIDATE, SCOPE_SIM_OP_UPGRADE, 0x4000, 0x4040, 'I' },
  { "1: system.cpu2.dcache: handleSnoop snoop hit for ReadExReq addr 0x4000 size 64, old state is state: 4 (S) writable: 0\n"
    "1: system.cpu2.dcache: new state is state: 616e2060 (I) valid: 0",
    SCOPE_SIM_CACHE_INVALIDATE, SCOPE_SIM_OP_READ_EXCLUSIVE, 0x4000, 0x4040, 'I' },
  { "1: system.cpu2.dcache: handleSnoop: snoop hit for ReadSharedReq [4000:403f], old state is state: e (M) writable: 1\n"
    "1: system.cpu2.dcache: new state is state: c (O) writable: 0 readable: 1",
    -1, 0, 0, 0, 0 },
  { "1: system.cpu0.dcache: snooped a ReadExReq request for addr 8eb80, responding, new state is 0", SCOPE_SIM_CACHE_INVALIDATE,
    SCOPE_SIM_OP_READ_EXCLUSIVE, 0x8eb80, 0x8ebc0, 'I' },
  { "1: system.cpu0.dcache: snooped a ReadReq request for addr 8eb80, new state is 5", -1, 0, 0, 0, 0 },
  /* 2008: an access does not say the state, but what became of the line before does */
  { "1: system.cpu0.dcache: Block addr 8eb80 moving from state 0 to 7\n2: system.cpu0.dcache: WriteReq 8ebbc hit", SCOPE_SIM_CACHE_HIT,
    SCOPE_SIM_OP_WRITE, 0x8ebbc, 0x8ebbd, 'E' },
  { "1: system.cpu0.dcache: Block addr 8eb80 moving from state 0 to 7\n2: system.cpu0.dcache: snooped a ReadReq request for addr 8eb80, new state is 5\n"
    "3: system.cpu0.dcache: WriteReq 8ebbc hit",
    SCOPE_SIM_CACHE_HIT, SCOPE_SIM_OP_WRITE, 0x8ebbc, 0x8ebbd, 'S' },
  { "1: system.cpu0.dcache: Block addr 8eb80 moving from state 5 to 13\n3: system.cpu0.dcache: WriteReq 8ebbc hit", SCOPE_SIM_CACHE_HIT,
    SCOPE_SIM_OP_WRITE, 0x8ebbc, 0x8ebbd, 'O' },
  { "1: system.cpu0.dcache: Block addr 8eb80 moving from state 0 to 5\n2: system.cpu1.dcache: WriteReq 8ebbc hit", SCOPE_SIM_CACHE_HIT,
    SCOPE_SIM_OP_WRITE, 0x8ebbc, 0x8ebbd, 0 },
};

static void
check_cache (const Cache *want)
{
  g_auto (GStrv) lines = g_strsplit (want->line, "\n", -1);
  ScopeGem5Parts *parts = scope_gem5_parts_new ();
  ScopeGem5LineKind kind = SCOPE_GEM5_LINE_OTHER;
  ScopeGem5Record record;
  ScopeGem5Facts facts;

  g_test_message ("%s", want->line);
  scope_gem5_facts_init (&facts, parts);
  for (guint i = 0; lines[i] != NULL; i++)
    kind = scope_gem5_line (&facts, lines[i], strlen (lines[i]), &record);
  if (want->what < 0)
    g_assert_cmpint (kind, ==, SCOPE_GEM5_LINE_KNOWN);
  else
    {
      g_assert_cmpint (kind, ==, SCOPE_GEM5_LINE_EVENT);
      g_assert_cmpint (record.type, ==, SCOPE_SIM_CACHE);
      g_assert_cmpint (record.cache.what, ==, want->what);
      g_assert_cmpint (record.cache.op, ==, want->op);
      g_assert_cmphex (record.cache.from, ==, want->from);
      g_assert_cmphex (record.cache.to, ==, want->to);
      g_assert_cmpint (record.cache.state, ==, want->state);
    }
  scope_gem5_facts_clear (&facts);
  scope_gem5_parts_unref (parts);
}

static void
test_caches (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (caches); i++)
    check_cache (&caches[i]);
}

/* --- lines that break off --- */

static void
test_cut (void)
{
  static const char *const whole[] = {
    "12500: system.cpu0: T0 : 0x1000 @f    : addq       r1,1,r1         : IntAlu :  D=0x0000000000000001",
    "13000: system.cpu0.dcache: access for WriteReq [40:43] miss",
  };
  static const struct
  {
    const char *line;
    gboolean cut;
  } lines[] = {
    { "12500: system.cpu0.dc", TRUE }, { "  12500: sys", TRUE }, { "12500: ", TRUE }, { "12500:", TRUE }, { "1300", TRUE },
    { "12500: system.cpu0", TRUE }, { "12500: system.cpu0: T0", TRUE }, { "12500: system.cpu0: T0 : 0x10", TRUE },
    { "12500: system.cpu0: T0 : 0x1000 @f", TRUE }, { "12500: system.cpu0: T0 : 0x1000 @f    : addq       r1,1,r1         : Int", TRUE },
    { "12500: system.cpu0.dcache: recvTimi", TRUE }, { "12500: system.cpu0.dcache: ReadReq 8eb", TRUE },
    { "12500: system.cpu0.dcache: access for ReadReq [40:4", TRUE },
    /* What a program prints, or the simulator elsewhere. */
    { "13", FALSE }, { "9999", FALSE }, { "42000000000: sys", FALSE }, { "12500: global", FALSE }, { "12500: system.cpu0: ", FALSE },
    { "12500: system.cpu0.dcache: recvTimingReq tags:", FALSE }, /* what follows in other lines */
    { "12500: system.bus: recvTimi", FALSE }, { "12500: system.cpu0: Tick", FALSE }, { "13000000000000000:", FALSE },
  };
  ScopeGem5Parts *parts = scope_gem5_parts_new ();
  ScopeGem5Record record;
  ScopeGem5Facts facts;

  scope_gem5_facts_init (&facts, parts);
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    g_assert_cmpint (scope_gem5_line (&facts, whole[i], strlen (whole[i]), &record), ==, SCOPE_GEM5_LINE_EVENT);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_test_message ("%s", lines[i].line);
      g_assert_cmpint (scope_gem5_line (&facts, lines[i].line, strlen (lines[i].line), &record) == SCOPE_GEM5_LINE_CUT, ==, lines[i].cut);
      facts.tick = 13000;
    }
  scope_gem5_facts_clear (&facts);
  scope_gem5_parts_unref (parts);
}

/* What a cache says ends as most of its kind do; else it is used as far as it goes, and counted. */
static void
test_endings (void)
{
  static const char hit[] = "1: system.cpu1.dcache: access for WriteReq [40:43] hit state: 4 (S) writable: 0 readable: 1 dirty: 0 | set: 0x1 way: 0x0";
  ScopeGem5Parts *parts = scope_gem5_parts_new ();
  ScopeGem5Record record;
  ScopeGem5Facts facts;

  scope_gem5_facts_init (&facts, parts);
  for (guint i = 0; i < 40; i++)
    {
      g_assert_cmpint (scope_gem5_line (&facts, hit, strlen (hit), &record), ==, SCOPE_GEM5_LINE_EVENT);
      g_assert_false (facts.is_cut);
    }
  for (gsize n = strlen (hit) - 4; n > strlen (hit) - 40; n--)
    {
      g_assert_cmpint (scope_gem5_line (&facts, hit, n, &record), ==, SCOPE_GEM5_LINE_EVENT);
      g_assert_true (facts.is_cut);
      for (guint i = 0; i < 2; i++)
        scope_gem5_line (&facts, hit, strlen (hit), &record);
    }
  scope_gem5_facts_clear (&facts);
  scope_gem5_parts_unref (parts);
}

/* --- lines that are none --- */

static void
test_others (void)
{
  static const struct
  {
    const char *line;
    ScopeGem5LineKind kind;
  } lines[] = {
    { "", SCOPE_GEM5_LINE_BLANK },
    { "\r", SCOPE_GEM5_LINE_BLANK },
    { "gem5 Simulator System.  https://www.gem5.org", SCOPE_GEM5_LINE_MESSAGE },
    { "warn: instruction 'prefetch_t0' unimplemented", SCOPE_GEM5_LINE_MESSAGE },
    { "info: Increasing stack size by one page.", SCOPE_GEM5_LINE_MESSAGE },
    { "Hello world from thread 1", SCOPE_GEM5_LINE_OUTPUT },
    { "text: 0x10000 928", SCOPE_GEM5_LINE_OUTPUT },
    { "O3PipeView:decode:12000", SCOPE_GEM5_LINE_OUTPUT },
    { "FullO3CPU: Ticking main, FullO3CPU.", SCOPE_GEM5_LINE_OUTPUT },
    { "process is 0      0: global: BTB: Creating BTB object.", SCOPE_GEM5_LINE_OUTPUT },
    { "  12000: global: BTB: Creating BTB object.", SCOPE_GEM5_LINE_OTHER },
    { "   1500: system.cpu: ", SCOPE_GEM5_LINE_OTHER },
    { "594096485: system.mem_ctrl.dram: number of read entries for rank 0 is 0", SCOPE_GEM5_LINE_OTHER },
    { "    4641   0        Seq               Begin       >       [0x4aec, line 0x4ac0] LD", SCOPE_GEM5_LINE_OUTPUT },
    { "  5000: system.cpu0 T0 : @f    : bis        r31,r31,r1      : IntAlu : \r", SCOPE_GEM5_LINE_EVENT },
    { "progress 42%   5000: system.cpu0: T0 : 0x10 @f    :   mov   x0, #1             : IntAlu :  D=0x0000000000000001", SCOPE_GEM5_LINE_GLUED },
    { "progress 42: 5000: no: thing", SCOPE_GEM5_LINE_OUTPUT },
    /* lines that break off */
    { "  5000: system.cpu0 T0 : @f", SCOPE_GEM5_LINE_CUT },
    { "  5000: system.cpu0 T0 : @f    : bis        r31,", SCOPE_GEM5_LINE_CUT },
    { "  5000: system.cpu0 T0 : @f    : bis        r31,r31,r1      : IntAlu :  D", SCOPE_GEM5_LINE_CUT },
    { "  5000: system.cpu0 T0 : @f    : bis        r31,r31,r1      : IntAlu :  D=0x0000", SCOPE_GEM5_LINE_CUT },
    { "  5000: system.cpu0 T0 : @f    : ldq        r1,0(r2)        : MemRead :  D=0x0000000000000000 A=", SCOPE_GEM5_LINE_CUT },
    { "  5000: system.cpu0: T0 : 0x10 @f. 0 :   XOR_R_R : xor   rbp, r", SCOPE_GEM5_LINE_CUT },
    { "  5000: system.cpu0.dcache: access for ReadReq [8ebbc:8eb", SCOPE_GEM5_LINE_CUT },
    { "  5000: system.cpu0.dcache: access for ReadReq", SCOPE_GEM5_LINE_CUT },
    { "  5000: system.cpu0.dcache: createMissPacket: created Rea", SCOPE_GEM5_LINE_CUT },
    { "99999999999999999999: system.cpu0 T0 : @f    : bis        r31,r31,r1      : IntAlu : ", SCOPE_GEM5_LINE_OUTPUT },
  };
  ScopeGem5Parts *parts = scope_gem5_parts_new ();
  ScopeGem5Record record;
  ScopeGem5Facts facts;

  scope_gem5_facts_init (&facts, parts);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_test_message ("%s", lines[i].line);
      g_assert_cmpint (scope_gem5_line (&facts, lines[i].line, strlen (lines[i].line), &record), ==, lines[i].kind);
    }
  g_assert_cmpint (scope_gem5_line (&facts, "\0\377\376\200binary", 10, &record), ==, SCOPE_GEM5_LINE_BINARY);
  scope_gem5_facts_clear (&facts);
  scope_gem5_parts_unref (parts);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gem5-lines/instructions", test_execs);
  g_test_add_func ("/gem5-lines/caches", test_caches);
  g_test_add_func ("/gem5-lines/cut", test_cut);
  g_test_add_func ("/gem5-lines/endings", test_endings);
  g_test_add_func ("/gem5-lines/others", test_others);

  return g_test_run ();
}
