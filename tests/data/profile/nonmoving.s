      11,196,144 bytes allocated in the heap
       4,401,512 bytes copied during GC
       1,302,576 bytes maximum residency (6 sample(s))
       1,056,192 bytes maximum slop
               3 MiB total memory in use (0 MB lost due to fragmentation)

                                     Tot time (elapsed)  Avg pause  Max pause
  Gen  0        75 colls,    75 par    0.011s   0.031s     0.0004s    0.0080s
  Gen  1         6 colls,     5 par    0.001s   0.002s     0.0003s    0.0006s
  Gen  1         6 syncs,                       0.027s     0.0045s    0.0139s
  Gen  1      concurrent,              0.004s   0.007s     0.0011s    0.0027s

  Parallel GC work balance: 3.11% (serial 0%, perfect 100%)

  TASKS: 11 (6 bound, 5 peak workers (5 total), using -N2)

  SPARKS: 0 (0 converted, 0 overflowed, 0 dud, 0 GC'd, 0 fizzled)

  INIT    time    0.002s  (  0.014s elapsed)
  MUT     time    0.013s  (  0.090s elapsed)
  GC      time    0.013s  (  0.032s elapsed)
  CONC GC time    0.004s  (  0.007s elapsed)
  EXIT    time    0.001s  (  0.008s elapsed)
  Total   time    0.032s  (  0.145s elapsed)

  Alloc rate    858,913,595 bytes per MUT second

  Productivity  53.4% of total user, 62.4% of total elapsed

