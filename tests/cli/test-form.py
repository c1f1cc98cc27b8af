#!/usr/bin/env python3
"""test-form.py: the contract's form: headers, quoting, JSON, exit statuses, ranges, input of every kind, --help.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import unittest
import zipfile

import eventlog
import harness
from harness import dump, info, number, rows, run

EDEN = os.path.join(harness.TOP, 'tests', 'data', 'eden', 'small3.parevents')
GHC = os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog')
CUT = os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'trunc-midblock.eventlog')

# As the contract has them: new columns go to the right end.
HEADERS = {
    'machines': 'machine,name,start_ns,end_ns,offset_ns,idle_ns,runnable_ns,running_ns,blocked_ns,outside_ns,'
                'collecting_ns,unknown_ns,receiving_ns,tick_ps',
    'processors': 'machine,processor,name,start_ns,end_ns,running_ns,collecting_ns,idle_ns,outside_ns,unknown_ns,runs,'
                  'collections',
    'processes': 'machine,process,name,parent_machine,parent_process,start_ns,end_ns,idle_ns,runnable_ns,running_ns,'
                 'blocked_ns,outside_ns,active_ns,threads,messages_sent,messages_received,entry,end',
    'threads': 'machine,thread,process,name,start_ns,end_ns,end,runnable_ns,running_ns,blocked_ns,outside_ns,active_ns,'
               'runs,migrations,entry',
    'messages': 'tag,from_machine,from_process,from_port,to_machine,to_process,to_port,send_ns,receive_ns,size,size_unit,to_name,to_node',
    'streams': 'from_machine,from_process,from_port,to_machine,to_process,to_port,messages,first_send_ns,'
               'last_receive_ns,size_mean',
    'servers': 'machine,process,name,arrivals,timed,untaken,queued_ns,queue_mean_ns,queue_max_ns,length_mean,length_max,'
               'length_max_at_ns,growth,most_mean,most_max,busy_ns,utilisation,service_mean_ns,callers,calls,queue_ns,service_ns,'
               'back_ns,latency_mean_ns,latency_max_ns,latency_max_at_ns,waited_ns,own_waits_ns,inferred',
    'server-calls': 'machine,process,name,caller_machine,caller,caller_name,calls,queue_ns,service_ns,back_ns,latency_mean_ns,'
                    'latency_max_ns,latency_max_at_ns,waited_ns,inferred',
    'migrations': 'time_ns,machine,thread,from_processor,to_processor',
    'wakeups': 'time_ns,machine,thread,by_thread,by_processor,processor',
    'waits': 'machine,process,thread,start_ns,duration_ns,reason,owner,end_by,waker,root,root_machine,root_process,'
             'root_port,root_thread,root_send_ns,root_receive_ns,depth',
    'causes': 'machine,processor,start_ns,duration_ns,cause,by_machine,by_thread',
    'wait-pieces': 'machine,process,thread,start_ns,duration_ns,piece,by_machine,by_process,by_thread',
    'blame': 'machine,process,thread,label,direct_ns,cascaded_ns',
    'critical-path': 'kind,machine,process,thread,label,start_ns,end_ns',
    'phases': 'name,by,start_ns,duration_ns,share,chance,processors,running_ns,gc_work_ns,gc_wait_ns,foreign_ns,idle_own_queue_ns,'
              'idle_other_queue_ns,idle_other_machine_ns,unused_ns,start_ramp_ns,end_ramp_ns,serial_ns,late_producer_ns,in_flight_ns,'
              'delivered_not_woken_ns,timer_ns,foreign_wait_ns,never_ns,untold_wait_ns,no_task_ns,unknown_ns',
    'slack': 'machine,process,thread,start_ns,duration_ns,slack_ns,processor,lock',
    'marks': 'time_ns,machine,processor,thread,kind,text',
    'spans': 'machine,thread,name,start_ns,duration_ns,depth,end_thread,idle_ns,runnable_ns,running_ns,blocked_ns,outside_ns,'
             'collecting_ns,active_ns,unknown_ns',
    'span-stats': 'name,count,open,total_ns,mean_ns,min_ns,p50_ns,p95_ns,max_ns,max_start_ns,machine,thread,one_thread,idle_ns,'
                  'runnable_ns,running_ns,blocked_ns,outside_ns,collecting_ns,active_ns,unknown_ns',
    'iterations': 'machine,thread,name,start_ns,duration_ns,of_median,odd,idle_ns,runnable_ns,running_ns,blocked_ns,outside_ns,'
                  'collecting_ns,active_ns,unknown_ns',
    'notes': 'from_ns,to_ns,colour,text',
    'counters': 'time_ns,machine,processor,name,value,thread',
    'collections': 'machine,processor,generation,start_ns,duration_ns,sync_ns,copied,slop,fragmentation,threads,'
                   'max_copied,balanced_copied',
    'concurrent': 'machine,phase,start_ns,duration_ns,marked',
    'flushes': 'machine,processor,start_ns,duration_ns,bytes',
    'census': 'time_ns,machine,block_bytes,active_segments,filled_segments,live_blocks',
    'heap-samples': 'time_ns,machine,profile,band,bytes',
    'heap-bands': 'machine,profile,band,module,location,samples,mean_bytes,max_bytes,max_ns,last_bytes',
    'profile-samples': 'time_ns,machine,processor,thread,stack,state,reason',
    'cost-centres': 'machine,stack,cost_centre,module,location,ticks,inherited_ticks',
    'ticky': 'machine,counter,name,arity,arguments,info,samples,entries,allocation_bytes,allocated_bytes',
    'losses': 'machine,processor,from_ns,to_ns,from_byte,bytes,reason',
    'events': 'time_ns,machine,processor,name,detail',
    'process-info': 'machine,key,value',
    'ports': 'machine,port,name,driver,owner,start_ns,end_ns',
    'links': 'time_ns,machine,from,to,kind',
    'schedulers': 'time_ns,machine,processor,state,active_schedulers',
    'ets-tables': 'time_ns,machine,table,owner,objects,bytes',
    'calls': 'machine,process,function,calls,time_ns,samples,self_samples,share,share_low,share_high',
    'call-tree': 'machine,process,path,calls,time_ns,samples,self_samples,share,share_low,share_high',
    'activations': 'machine,processor,thread,function,depth,enter_ns,exit_ns,flag',
    'parallel-candidates': 'machine,caller,callees,groups,calls,time_ns,span_ns,saved_ns,gain_ns',
    'node-groups': 'time_ns,end_ns,machine,thread,what,group,nodes,result,reason,members,members_whole',
    'sources': 'function,file,line,text',
    'statistics': 'time_ns,machine,from_ns,name,value',
    'core-statistics': 'time_ns,machine,processor,name,value',
    'lock-counts': 'machine,lock,id,type,file,line,tries,collisions,wait_ns,waits',
    'microstates': 'machine,type,id,state,duration_ns,count',
    'hits': 'time_ns,machine,processor,thread,kind,function,depth,address,latency_ns,pc_ns,write,virtual',
    'locks': 'lock,machine,processor,function,caller,wait_from_ns,acquired_ns,released_ns,attempts,blocked_by,thread',
    'coherence': 'line,machine,processor,function,time_ns,by_processor,by_function,taken_ns,sharing,possible,latency_ns',
}
TEXTS = {'thread', 'end_thread', 'odd', 'process', 'parent_process', 'from_process', 'to_process', 'by_thread', 'name', 'tag', 'state',
         'reason', 'kind', 'text', 'detail', 'key', 'value', 'entry', 'end', 'size_unit', 'task', 'owner', 'end_by', 'waker', 'root', 'root_process', 'root_thread',
         'phase', 'counter', 'arguments', 'info', 'profile', 'band', 'module', 'location', 'stack', 'cost_centre', 'cause', 'piece', 'by_process', 'label', 'by'}


def sort_time(table, row):
    names = {'messages': ('send_ns',), 'collections': ('start_ns',)}.get(table, ('time_ns',))
    return number(row[names[0]])


class Form(unittest.TestCase):
    def test_headers(self):
        for table, header in HEADERS.items():
            for trace in (EDEN, GHC):
                out = run('dump', table, trace).out
                self.assertEqual(out.partition('\n')[0][:len(header)], header, table)
                self.assertNotIn('\r', out)
                self.assertTrue(out.endswith('\n'))
        out = run('dump', 'intervals', '--lane', 'processor:1/0', GHC).out
        self.assertEqual(out.partition('\n')[0], 'start_ns,duration_ns,state,reason,task,processor')
        out = run('columns', '--lane', 'processor:1/0', '--width', 3, GHC).out
        self.assertEqual(out.partition('\n')[0], 'column,from_ns,to_ns,' + ','.join(s + '_ns' for s in harness.STATES))

    def test_tables_of_other_runtimes_are_empty_and_say_so(self):
        for table in ('ports', 'links', 'schedulers', 'ets-tables', 'node-groups', 'parallel-candidates', 'servers', 'server-calls', 'calls', 'call-tree', 'activations', 'sources', 'hits', 'locks', 'coherence'):
            done = run('dump', table, GHC)
            self.assertEqual(done.out, HEADERS[table] + '\n')
            self.assertIn(table, done.err)

    def test_json_has_the_same_cells(self):
        for trace in (EDEN, GHC):
            for table in HEADERS:
                plain = dump(trace, table)
                made = json.loads(run('dump', table, '--format', 'json', trace).out)
                self.assertEqual(len(plain), len(made), table)
                for a, b in zip(plain, made):
                    self.assertEqual(list(a), list(b))
                    for key, cell in b.items():
                        if cell is None or cell == '':
                            self.assertEqual(a[key], '', key)
                        elif isinstance(cell, str):
                            self.assertEqual(a[key], cell, key)
                            self.assertTrue(key in TEXTS, key)
                        else:
                            self.assertEqual(number(a[key]), cell, key)

    def test_order_of_time(self):
        for trace in (EDEN, GHC):
            for table in ('messages', 'migrations', 'wakeups', 'marks', 'counters', 'collections', 'events'):
                times = [sort_time(table, r) for r in dump(trace, table)]
                self.assertEqual(times, sorted(times), table)

    def test_quoting(self):
        label, message = 'a "b", c;\n\u00e9', 'x,"y"\r\nz'
        path = os.path.join(harness.WORK.name, 'label, with "quotes".log')
        with open(path, 'wb') as file:
            file.write(eventlog.labelled(label.encode(), message.encode()))
        self.assertEqual([r['name'] for r in dump(path, 'threads')], [label])
        self.assertEqual([r['text'] for r in dump(path, 'marks') if r['kind'] == 'message'], [message])
        self.assertEqual(json.loads(run('dump', 'threads', '--format', 'json', path).out)[0]['name'], label)
        raw = run('dump', 'threads', path).stdout
        self.assertIn('"a ""b"", c;\n\u00e9"'.encode(), raw)
        with open(path, 'wb') as file:
            file.write(eventlog.labelled(b'\xff\xfebad', b'ok'))
        run('dump', 'threads', path).stdout.decode('utf-8')
        self.assertEqual(len(dump(path, 'threads')), 1)

    def test_info(self):
        for trace, processes in ((EDEN, 8), (GHC, 0)):
            found = info(trace)
            for key, kind in (('format', str), ('machines', int), ('processors', int), ('processes', int),
                              ('threads', int), ('events', int), ('messages', dict), ('start_ns', (int, float)),
                              ('end_ns', (int, float)), ('clock', dict), ('losses', list), ('index', dict)):
                self.assertIsInstance(found[key], kind, key)
            for key in ('program', 'arguments', 'rts', 'wall_clock'):
                self.assertIn(key, found)
            self.assertEqual(set(found['messages']), {'sent', 'received', 'unmatched', 'received_before_sent',
                                                      'unrecorded_receipts'})
            self.assertEqual(set(found['clock']), {'source', 'offsets'})
            self.assertTrue({'path', 'bytes', 'complete'} <= set(found['index']))
            self.assertEqual(found['processes'], processes)
            self.assertEqual((found['end_mark'], found['machines_without_end_mark'], list(found)[-2]), (True, 0, 'end_mark'))
        self.assertIn('small', run('info', EDEN).out)

    def test_how_it_ended(self):
        """Whether the log said so itself; null if its format has no way to."""
        data = os.path.join(harness.TOP, 'tests', 'data')
        for name, mark, missing in (('ghc/trunc-midblock.eventlog', False, 1), ('erlang/every_all.dat', True, 0),
                                    ('sim/loop.kanata.txt', None, 0), ('sim/spin.g21.xml', True, 0), ('probes/par8_small.log', None, 0)):
            found = info(os.path.join(data, name))
            self.assertEqual((found['end_mark'], found['machines_without_end_mark']), (mark, missing), name)
            self.assertEqual(info(os.path.join(data, name))['end_mark'], mark, name) # from what was kept of it

    def test_index(self):
        cache = os.path.join(harness.WORK.name, 'another cache')
        found = json.loads(run('index', '--json', '--cache-dir', cache, GHC).out)
        self.assertEqual(found['events'], info(GHC)['events'])
        self.assertEqual(found['bytes'], os.path.getsize(GHC))
        for key in ('seconds', 'events_per_second', 'index_bytes', 'peak_memory_bytes'):
            self.assertGreater(found[key], 0, key)
        path = info(GHC, '--cache-dir', cache)['index']['path']
        self.assertTrue(path.startswith(cache))
        self.assertEqual(os.path.getsize(path), info(GHC, '--cache-dir', cache)['index']['bytes'])
        self.assertIn('was there', run('index', '--cache-dir', cache, GHC).out)
        self.assertNotIn('was there', run('index', '--cache-dir', cache, '--rebuild', GHC).out)
        empty = os.path.join(harness.WORK.name, 'no cache')
        run('index', '--no-cache', '--cache-dir', empty, GHC)
        self.assertFalse(os.path.isdir(empty) and os.listdir(empty))

    # --- exit statuses ---

    def test_usage_errors(self):
        for args in ([], ['frobnicate', GHC], ['dump'], ['dump', 'machines'], ['dump', 'nonsense', GHC],
                     ['dump', 'intervals', GHC], ['dump', 'intervals', '--lane', 'thread:1/99999', GHC],
                     ['dump', 'intervals', '--lane', 'nonsense', GHC], ['columns', GHC], ['info'],
                     ['columns', '--lane', 'processor:1/0', '--width', '0', GHC], ['stats', '--by', 'nonsense', GHC],
                     ['dump', 'machines', '--format', 'xml', GHC], ['dump', 'machines', '--from', 'yesterday', GHC],
                     ['info', '--frobnicate', GHC], ['export', GHC], ['export', '--size', 'huge', '-o', 'x.png', GHC],
                     ['export', '--palette', 'nonsense', '-o', 'x.png', GHC]):
            done = run(*args, status=2)
            self.assertNotEqual(done.err, '', args)
            self.assertEqual(done.out, '', args)

    def test_nothing_to_read(self):
        junk = os.path.join(harness.WORK.name, 'junk')
        with open(junk, 'wb') as file:
            file.write(b'this is not an eventlog' * 100)
        empty = os.path.join(harness.WORK.name, 'empty')
        open(empty, 'wb').close()
        for path in (junk, empty, os.path.join(harness.WORK.name, 'absent'), os.path.dirname(harness.TOP) + '/absent/x'):
            for command in (['info'], ['stats'], ['dump', 'machines'], ['index']):
                done = run(*command, path, status=1)
                self.assertIn(os.path.basename(path), done.err)
                self.assertEqual(done.out, '')

    def test_losses(self):
        done = run('info', '--json', CUT)
        self.assertNotEqual(json.loads(done.out)['losses'], [])
        self.assertNotEqual(done.err, '')
        self.assertNotEqual(dump(CUT, 'losses'), [])
        for command in (['info'], ['dump', 'threads'], ['stats'], ['index'],
                        ['columns', '--lane', 'machine:1']):
            run(*command, CUT)
            run(*command, '--strict', CUT, status=3)
            run(*command, '--strict', GHC)

    def test_a_reader_that_stops(self):
        writer = subprocess.Popen([harness.PROGRAM, 'dump', 'events', GHC], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=dict(os.environ, XDG_CACHE_HOME=harness.CACHE))
        writer.stdout.readline()
        writer.stdout.close()
        self.assertEqual(writer.stderr.read(), b'')
        writer.stderr.close()
        self.assertNotEqual(writer.wait(30), 2)

    def test_a_full_disk(self):
        if os.path.exists('/dev/full'):
            with open('/dev/full', 'wb') as full:
                done = subprocess.run([harness.PROGRAM, 'dump', 'events', GHC], stdout=full, stderr=subprocess.PIPE,
                                      env=dict(os.environ, XDG_CACHE_HOME=harness.CACHE), check=False)
            self.assertEqual(done.returncode, 1)
            self.assertNotEqual(done.stderr, b'')

    def test_interrupt(self):
        fifo = os.path.join(harness.WORK.name, 'fifo')
        os.mkfifo(fifo)
        process = subprocess.Popen([harness.PROGRAM, 'info', '--no-cache', fifo], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        with open(GHC, 'rb') as log, open(fifo, 'wb') as pipe:
            pipe.write(log.read(20000))
            pipe.flush()
            process.send_signal(signal.SIGINT)
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                pass  # it waits for bytes that do not come: asked twice, it goes at once
                process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(out, b'')

    # --- ranges ---

    def test_range_is_half_open(self):
        for trace in (EDEN, GHC):
            for table in ('messages', 'migrations', 'wakeups', 'counters', 'collections', 'events', 'marks'):
                whole = dump(trace, table)
                times = [sort_time(table, r) for r in whole]
                if len(whole) < 4:
                    continue
                start, end = times[len(times) // 3], times[2 * len(times) // 3]
                found = dump(trace, table, '--from', start, '--to', end)
                self.assertEqual(found, [r for r, t in zip(whole, times) if start <= t < end], table)
                self.assertEqual(dump(trace, table, '--from', start) + [], [r for r, t in zip(whole, times) if t >= start])
                self.assertEqual(dump(trace, table, '--to', '%d.5' % end),
                                 [r for r, t in zip(whole, times) if t <= end])
                self.assertEqual(dump(trace, table, '--from', end, '--to', end), [])

    def test_range_that_ends_before_it_begins(self):
        for command in (('dump', 'events'), ('stats',), ('columns', '--lane', 'machine:1', '--width', '3'), ('measure',)):
            found = run(*command, '--from', '100.001', '--to', '100', GHC, status=2)
            self.assertIn('--from 100.001 is later than --to 100', found.err)

    def test_local_time(self):
        offsets = {r['machine']: number(r['offset_ns']) for r in dump(EDEN, 'machines')}
        self.assertNotEqual(set(offsets.values()), {0})
        for table in ('events', 'counters', 'wakeups', 'marks'):
            plain = [dict(r, time_ns=number(r['time_ns']) - offsets[r['machine']]) for r in dump(EDEN, table)]
            local = [dict(r, time_ns=number(r['time_ns'])) for r in dump(EDEN, table, '--local-time')]
            self.assertEqual(sorted(map(repr, plain)), sorted(map(repr, local)), table)
        for machine, offset in offsets.items():
            plain = rows('columns', '--lane', 'machine:' + machine, '--from', 10**7 + offset, '--to', 4 * 10**7 + offset,
                         '--width', 1, EDEN)
            local = rows('columns', '--lane', 'machine:' + machine, '--from', 10**7, '--to', 4 * 10**7, '--width', 1,
                         '--local-time', EDEN)
            self.assertLess(abs(number(plain[0]['running_ns']) - number(local[0]['running_ns'])), 4 * 10**7)
            start = number(rows('dump', 'machines', '--local-time', EDEN)[int(machine) - 1]['start_ns'])
            aligned = number(dump(EDEN, 'machines')[int(machine) - 1]['start_ns'])
            self.assertEqual(start + offset, aligned)
        self.assertEqual(min(number(r['start_ns']) for r in dump(EDEN, 'machines')), 0)

    # --- input of every kind ---

    def threads(self, *paths, **more):
        return rows('dump', 'threads', *paths, **more)

    def test_standard_input(self):
        for trace in (GHC, EDEN):
            with open(trace, 'rb') as file:
                data = file.read()
            self.assertEqual(self.threads('-', data=data), self.threads(trace))
        with open(GHC, 'rb') as file:
            packed = gzip.compress(file.read())
        self.assertEqual(self.threads('-', data=packed), self.threads(GHC))

    def test_gzip_and_any_name(self):
        path = os.path.join(harness.WORK.name, 'notes.txt')
        with open(GHC, 'rb') as file, gzip.open(path, 'wb') as packed:
            packed.write(file.read())
        self.assertEqual(self.threads(path), self.threads(GHC))
        self.assertEqual([r['detail'] for r in dump(path, 'events')], [r['detail'] for r in dump(GHC, 'events')])

    def test_folder_and_several_files(self):
        folder = os.path.join(harness.WORK.name, 'small_parevents')
        with zipfile.ZipFile(EDEN) as archive:
            archive.extractall(folder)
        names = sorted(os.path.join(folder, n) for n in os.listdir(folder))
        self.assertEqual(len(names), 3)
        self.assertEqual(self.threads(folder), self.threads(EDEN))
        self.assertEqual(self.threads(*names), self.threads(EDEN))
        self.assertEqual(dump(folder, 'messages'), dump(EDEN, 'messages'))
        self.assertNotEqual(run('info', *names).err, '', 'several files are one trace, and nobody says so')

    def test_a_single_member_alone(self):
        bare = os.path.join(harness.WORK.name, 'one.parevents')
        with zipfile.ZipFile(EDEN) as archive:
            name = archive.namelist()[0]
            with archive.open(name) as member, open(bare, 'wb') as out:
                shutil.copyfileobj(member, out)
        machine = dump(bare, 'machines')[0]['machine']
        want = [r for r in dump(EDEN, 'threads', '--local-time') if r['machine'] == machine]
        self.assertEqual(dump(bare, 'threads', '--local-time'), want)

    # --- pictures ---

    def test_export(self):
        marks = {'png': b'\x89PNG', 'svg': b'<?xml', 'pdf': b'%PDF'}
        for trace in (EDEN, GHC):
            for ending, magic in marks.items():
                path = os.path.join(harness.WORK.name, 'picture.' + ending)
                run('export', '--size', '800x400', '-o', path, trace)
                with open(path, 'rb') as file:
                    data = file.read()
                self.assertTrue(data.startswith(magic) or (ending == 'svg' and b'<svg' in data[:200]), ending)
                os.remove(path)
        run('export', '-o', os.path.join(harness.WORK.name, 'x.xyz'), GHC, status=2)
        run('export', '-o', '/nonexistent/x.png', GHC, status=1)
        run('export', '--lanes', 'thread:9/9', '-o', os.path.join(harness.WORK.name, 'x.png'), GHC, status=1)
        for more in (['--lanes', 'processors'], ['--lanes', 'machine:1,thread:1/2'], ['--no-legend'], ['--no-names'],
                     ['--palette', 'print'], ['--palette', 'dark', '--font-size', '14', '--lane-height', '30'],
                     ['--view', 'timeline', '--from', '1000000', '--to', '2000000'], ['--local-time']):
            path = os.path.join(harness.WORK.name, 'more.png')
            run('export', *more, '-o', path, GHC)
            self.assertGreater(os.path.getsize(path), 100)

    # --- statistics for people ---

    def test_stats_text(self):
        out = run('stats', GHC).out
        self.assertIn('120 created, 120 converted', run('stats', GHC.replace('parfib-n4-la', 'sumeuler-n2-la-sf')).out)
        for word in ('HECs', 'Threads', 'running', 'Collections', 'Productivity', 'Heap', 'median'):
            self.assertIn(word, out)
        self.assertLessEqual(max(map(len, out.splitlines())), 110)
        out = run('stats', EDEN).out
        for word in ('Machines', 'Processes', 'Threads', 'Messages'):
            self.assertIn(word, out)
        for by, word in (('machine', 'machine:1'), ('process', 'process:1/1'), ('thread', 'thread:1/1'),
                         ('reason', 'blocked: mvar'), ('processor', 'processor:1/0')):
            found = rows('stats', '--by', by, '--format', 'csv', EDEN)
            self.assertIn(word, {r['group'] for r in found} | {r['name'] for r in found})
            groups = {}
            for r in found:
                groups[r['group']] = groups.get(r['group'], 0) + float(r['share'])
            for group, share in groups.items():
                self.assertAlmostEqual(share, 1, places=4, msg=group)
            self.assertNotEqual(run('stats', '--by', by, EDEN).out, '')
        self.assertIsInstance(json.loads(run('stats', '--format', 'json', GHC).out), list)

    def test_stats_exact(self):
        # So few intervals are walked one by one in any case.
        for options in ([], ['--by', 'thread'], ['--by', 'reason']):
            for form in ('text', 'csv', 'json'):
                options = [*options, '--format', form]
                self.assertEqual(run('stats', '--exact', *options, GHC).out, run('stats', *options, GHC).out)
        self.assertNotIn('≈', run('stats', GHC).out)

    def test_names_do_not_command_a_terminal(self):
        path = os.path.join(harness.WORK.name, 'escape.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.labelled(b'\x1b[31mred\x07\xc2\x9b1m', b'\x1b]0;title\x07'))
        for args in (['dump', 'threads'], ['dump', 'marks'], ['stats', '--by', 'thread'], ['find', '--event', 'mark']):
            text = run(*args, '--format', 'text', path, status=None).out
            self.assertFalse(re.search('[\x00-\x09\x0b-\x1f\x7f-\x9f]', text), (args, text))
        self.assertIn('red', run('dump', 'threads', '--format', 'text', path).out)

    # --- help ---

    COMMANDS = ('info', 'explain', 'critical-path', 'phases', 'what-if', 'stats', 'dump', 'columns', 'compare', 'convert', 'export', 'find', 'growth', 'index', 'measure', 'redact', 'report', 'runs', 'scale', 'serve', 'watch')
    VIEWS = ('band', 'call-graph', 'coherence', 'compare', 'flame', 'heap', 'iterations', 'locks', 'mailbox', 'message-graph', 'message-matrix', 'migration', 'overview', 'process-tree') # of export, each with options of its own

    def test_help_and_manual_name_every_option(self):
        with open(os.path.join(harness.TOP, 'data', 'man', 'lanescope-cli.1'), encoding='utf-8') as file:
            manual = file.read().replace('\\-', '-')
        with open(os.path.join(harness.TOP, 'data', 'completions', 'lanescope-cli'), encoding='utf-8') as file:
            completion = file.read()
        overview = run('--help').out
        # Each view of export has options of its own.
        helps = [(command, run(command, '--help').out + run(command, '--help-all').out) for command in self.COMMANDS]
        helps += [('export', run('export', '--view', view, '--help-all').out) for view in self.VIEWS]
        for command, text in helps:
            self.assertIn(command, overview)
            options = set(re.findall(r'--[a-z][a-z-]*', text)) - {'--help-all'}
            self.assertTrue({'--strict', '--no-cache', '--cache-dir'} <= options, command)
            for option in options:
                self.assertIn(option, manual, command)
                self.assertIn(option, completion, command)
        tables = dict(helps[:len(self.COMMANDS)])['dump']
        for table in [*HEADERS, 'intervals']:
            self.assertRegex(manual, r'(?m)^\.B %s$' % table)
            self.assertIn(table, tables)
            self.assertIn(table, completion)
        declared = set(re.findall(r'--[a-z][a-z-]*', completion))
        known = set().union(*(re.findall(r'--[a-z][a-z-]*', text) for _, text in helps))
        self.assertEqual(declared - known - {'--version', '--help'}, set(), 'the completion offers what is not there')

    def test_version(self):
        self.assertRegex(run('--version').out, r'^lanescope-cli \d+\.\d+')


if __name__ == '__main__':
    harness.main()
