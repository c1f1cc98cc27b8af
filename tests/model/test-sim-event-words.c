/* test-sim-event-words.c: events of simulators, pipelines and Intel PT in words; their details are lines as the programs write them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/events/scope-sim-event-words.h"

typedef struct
{
  const char *name, *detail, *words;
} Case;

static void
check (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *words = scope_sim_event_words (cases[i].name, cases[i].detail);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

static void
test_instructions (void)
{
  static const Case cases[] = {
    { "exec", "system.cpu0 T0 : @do_work+4    : stq        r26,0(r30)      : MemWrite :  D=0xfffffc0000310664 A=0x11fefffe8",
      "in do_work+4: stq r26,0(r30) writes 0xfffffc0000310664 to 0x11fefffe8" },
    { "exec", "system.cpu0: T0 : 0x400908 @move+40    :   ldr   w1, [x0]           : MemRead :  D=0x0000000000000000 A=0x4f200",
      "in move+40: ldr w1, [x0] reads 0x0 from 0x4f200" },
    { "exec", "system.cpu T0 : @stb_mask+132    : ldq        r22,0(r20)      : MemRead :  A=0x8000000000000590",
      "in stb_mask+132: ldq r22,0(r20) reads from 0x8000000000000590" },
    { "exec", "system.cpu1: A0 T0 : @worker.0  :   addxi_uop   ureg0, sp, #-16 : IntAlu :  D=0x0000000800000000  FetchSeq=4",
      "in worker.0: addxi_uop ureg0, sp, #-16 gives 0x800000000" },
    { "exec", "system.cpu1: T0 : 0x11fb @by_row+114. 2 :   ADD_M_I : add   t1d, t1d, t2d : IntAlu :  D=0x0000000000000010",
      "in by_row+114.2: ADD_M_I: add t1d, t1d, t2d gives 0x10" },
    { "exec", "system.cpu0: T0 : 0x4008bc @compute+28    :   ret                      : IntAlu :", "in compute+28: ret" },
    { "exec", "system.cpu1: A0 T0 : @move    : stp", "in move: stp" },
    { "exec", "system.cpu1: T0 : 0x140f @sum+130    : mov\teax, DS:[rax]", "in sum+130: mov eax, DS:[rax]" },
    { "exec", "system.cpu T0 : 0x89cc    :   mov   fp, #0             : IntAlu :  D=0x0000000000000000", "in 0x89cc: mov fp, #0 gives 0x0" },
    { "exec", "system.cpu0 T0", NULL },
    { "exec", NULL, NULL },
  };

  check (cases, G_N_ELEMENTS (cases));
}

static void
test_notices (void)
{
  static const Case cases[] = {
    { "notice", "system.cpu0.mmu.dtb: Handling a TLB miss for address 0x7fff at pc 0x401000.", "cpu0.mmu.dtb misses address 0x7fff" },
    { "notice", "system.cpu0.itb: TLB Miss: Starting hardware table walker for 0x8010(3:0)", "cpu0.itb misses address 0x8010" },
    { "notice", "system.cpu1.dtb: lookup 0x40, asn 0x1 -> miss ppn 0", "cpu1.dtb misses page 0x40" },
    { "notice", "system.cpu1.mmu.itb: lookup(vpn=0x40000, asid=0x1): miss ppn 0", "cpu1.mmu.itb misses page 0x40000" },
    { "notice", "system.cpu0.interrupts: Interrupt 5:0 posted", "interrupt 5:0 is posted to cpu0.interrupts" },
    { "notice", "system.domain: Updated power domain state to 4", NULL },
  };

  check (cases, G_N_ELEMENTS (cases));
}

static void
test_caches (void)
{
  static const Case cases[] = {
    { "cache", "system.cpu0.dcache: WriteReq 8c008 miss", "a write of 8c008 misses cpu0.dcache" },
    { "cache", "system.cpu1.dcache: StoreCondReq b6000 hit", "a store-conditional of b6000 hits cpu1.dcache" },
    { "cache", "system.l2: access for ReadExReq [8c000:8c03f] miss", "a read to write of 8c000:8c03f misses l2" },
    { "cache", "system.cpu.icache: access for ReadReq [80:bf] IF miss", "a read of 80:bf misses cpu.icache" },
    { "cache", "system.l2: access for WritebackDirty [80:bf] hit state: 6 (M)", "WritebackDirty of 80:bf hits l2" },
    { "cache", "system.cpu1.dcache: createMissPacket: created UpgradeReq [4000:403f] from WriteReq [4024:4027]",
      "cpu1.dcache asks for 4000:403f: an upgrade" },
    { "cache", "system.l2: Handling response to 8c000", "l2 gets 8c000" },
    { "cache", "system.l2: recvTimingResp: Handling response ReadExResp [8c000:8c03f]", "l2 gets 8c000:8c03f" },
    { "cache", "system.cpu0.dcache: snooped a UpgradeReq request for addr a8280, new state is 0",
      "cpu0.dcache sees another’s request: an upgrade of a8280" },
    { "cache", "system.cpu0.dcache: new state is state: 616e2060 (I) writable: 0 readable: 0 | set: 0x7 way: 0",
      "a line of cpu0.dcache is in state I now" },
    { "cache", "system.cpu1.dcache: Create Writeback WritebackDirty [3f1c0:3f1ff] writable: 0, dirty: 1",
      "cpu1.dcache writes 3f1c0:3f1ff back" },
    { "cache", "system.l2cache0: Create CleanEvict CleanEvict [8bd80:8bdbf]", "l2cache0 drops 8bd80:8bdbf" },
    { "cache", "system.cpu0.dcache: handleTimingReqMiss coalescing MSHR for ReadReq [32a50:32a57]",
      "a read of 32a50:32a57 waits for what cpu0.dcache has asked for" },
    { "cache", "system.cpu0.dcache: something else", NULL },
    { "seq", "core=0 thread=0 dur=120000 fn=worker insts=1234 level=0", "runs worker; instructions: 1,234" },
    { "seq", "core=0 thread=0 dur=2500 fn=setSharedVar insts=3", "runs setSharedVar; instructions: 3" },
    { "hit", "lli cycles=235 dur=117500", "a long instruction; cycles: 235" },
    { "hit", "lli cycles=x dur=117500", NULL },
    { "hit", "l1dmiss va=0x7ffff0008 pa=0x8c008 op=w", "L1 data miss, writing 0x7ffff0008" },
    { "hit", "l2miss va=0x4b100 pa=0xa8100 op=r", "L2 miss, reading 0x4b100" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

static void
test_others (void)
{
  static const Case cases[] = {
    { "branch", "call pid=1 tid=2 from=main+0x80 to=_fini", "main+0x80 calls _fini" },
    { "branch", "trace begins pid=1 tid=2 to=a::B<a::C, a::D<a::E> >::run(int)",
      "the recording begins in a::B<a::C, a::D<a::E> >::run(int)" },
    { "branch", "trace ends (syscall) pid=1 tid=2 from=__write+0x17", "__write+0x17 calls the system; that is not recorded" },
    { "branch", "trace ends pid=1 tid=2 from=main+0xa0", "the recording ends in main+0xa0" },
    { "branch", "trace ends pid=1 tid=2 code 7: Overflow packet", NULL },
    { "instruction", "0x00010000:0:1:lw a0, 0(s0) decode=5500 rename=6000 retire=10000:store:0", "fetching lw a0, 0(s0) at 0x00010000" },
    { "instruction", "0x00010000:0:1:lw a0, 0(s0) decode=5500 rename=0 retire=0:store:0",
      "fetching lw a0, 0(s0) at 0x00010000, which is thrown away" },
    { "instruction", "id=0 thread=0 00010000: lw a0, 0(s0)", "fetching 00010000: lw a0, 0(s0)" },
    { "instruction", "id=2 thread=0", "fetching instruction 2" },
    { "run_thread", "thread=2", NULL },
  };

  check (cases, G_N_ELEMENTS (cases));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-event-words/instructions", test_instructions);
  g_test_add_func ("/sim-event-words/caches", test_caches);
  g_test_add_func ("/sim-event-words/notices", test_notices);
  g_test_add_func ("/sim-event-words/others", test_others);
  return g_test_run ();
}
