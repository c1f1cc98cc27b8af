/* scope-index-records.h: the records of the index as they lie in memory, and their fields by name; shared by writer
 * and reader.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"
#include "io/index/scope-hdf5.h"
#include "io/index/scope-index-bytes.h"
#include "model/zoom/scope-lane-ended.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 tick_ps, offset, first, last, receiving;
  guint64 events;
  guint32 number, lane, threads_lane;
  guint32 name; /* offset in "strings", or SCOPE_NONE */
  guint8 complete, end_mark;
} ScopeMachineRecord;

typedef struct
{
  guint64 number;
  gint64 first, last;
  guint32 generation, lane, process, parent_machine, parent, runs, migrations, collections, threads, sent, received;
  guint32 id, name, entry, reason; /* offset in "strings", or SCOPE_NONE */
  guint8 end;
} ScopeEntityRecord;

typedef struct
{
  guint32 key, value; /* offsets in "strings" */
} ScopeInfoRecord;

typedef struct
{
  gint64 from, to;
  guint64 from_byte, bytes;
  guint32 machine, processor, reason; /* reason: offset in "strings" */
} ScopeLossRecord;

#define SCOPE_FIELD(record, field, type, n) { #field, G_STRUCT_OFFSET (record, field), SCOPE_FIELD_##type, n }

static const ScopeField scope_machine_fields[] = {
  SCOPE_FIELD (ScopeMachineRecord, number, U32, 1),   SCOPE_FIELD (ScopeMachineRecord, name, U32, 1),
  SCOPE_FIELD (ScopeMachineRecord, tick_ps, I64, 1),  SCOPE_FIELD (ScopeMachineRecord, offset, I64, 1),
  SCOPE_FIELD (ScopeMachineRecord, first, I64, 1),    SCOPE_FIELD (ScopeMachineRecord, last, I64, 1),
  SCOPE_FIELD (ScopeMachineRecord, lane, U32, 1),     SCOPE_FIELD (ScopeMachineRecord, threads_lane, U32, 1),
  SCOPE_FIELD (ScopeMachineRecord, events, U64, 1),   SCOPE_FIELD (ScopeMachineRecord, receiving, I64, 1),
  SCOPE_FIELD (ScopeMachineRecord, complete, U8, 1),  SCOPE_FIELD (ScopeMachineRecord, end_mark, U8, 1),
};

static const ScopeField scope_lane_fields[] = {
  SCOPE_FIELD (ScopeLaneRecord, first, I64, 1),       SCOPE_FIELD (ScopeLaneRecord, last, I64, 1),
  SCOPE_FIELD (ScopeLaneRecord, known_until, I64, 1), SCOPE_FIELD (ScopeLaneRecord, totals, I64, SCOPE_N_STATES),
  SCOPE_FIELD (ScopeLaneRecord, n_rows, U64, 1),      SCOPE_FIELD (ScopeLaneRecord, n_blocks, U32, 1),
  SCOPE_FIELD (ScopeLaneRecord, kind, U8, 1),         SCOPE_FIELD (ScopeLaneRecord, initial, U8, 1),
};

static const ScopeField scope_block_fields[] = {
  SCOPE_FIELD (ScopeBlock, t0, I64, 1),    SCOPE_FIELD (ScopeBlock, t1, I64, 1),
  SCOPE_FIELD (ScopeBlock, offset, U64, 1), SCOPE_FIELD (ScopeBlock, bytes, U32, 1),
  SCOPE_FIELD (ScopeBlock, lane, U32, 1),  SCOPE_FIELD (ScopeBlock, count, U32, 1),
  SCOPE_FIELD (ScopeBlock, height, U8, 1), SCOPE_FIELD (ScopeBlock, level, U8, 1),
  SCOPE_FIELD (ScopeBlock, mask, U8, 1),   SCOPE_FIELD (ScopeBlock, width, U8, 1),
};

static const ScopeField scope_table_fields[] = {
  SCOPE_FIELD (ScopeTableBlock, t0, I64, 1),    SCOPE_FIELD (ScopeTableBlock, t1, I64, 1),
  SCOPE_FIELD (ScopeTableBlock, until, I64, 1),
  SCOPE_FIELD (ScopeTableBlock, offset, U64, 1), SCOPE_FIELD (ScopeTableBlock, bytes, U32, 1),
  SCOPE_FIELD (ScopeTableBlock, rows, U32, 1),
};

static const ScopeField scope_entity_fields[] = {
  SCOPE_FIELD (ScopeEntityRecord, number, U64, 1),     SCOPE_FIELD (ScopeEntityRecord, first, I64, 1),
  SCOPE_FIELD (ScopeEntityRecord, last, I64, 1),       SCOPE_FIELD (ScopeEntityRecord, generation, U32, 1),
  SCOPE_FIELD (ScopeEntityRecord, lane, U32, 1),       SCOPE_FIELD (ScopeEntityRecord, process, U32, 1),
  SCOPE_FIELD (ScopeEntityRecord, parent_machine, U32, 1), SCOPE_FIELD (ScopeEntityRecord, parent, U32, 1),
  SCOPE_FIELD (ScopeEntityRecord, runs, U32, 1),       SCOPE_FIELD (ScopeEntityRecord, migrations, U32, 1),
  SCOPE_FIELD (ScopeEntityRecord, collections, U32, 1), SCOPE_FIELD (ScopeEntityRecord, threads, U32, 1),
  SCOPE_FIELD (ScopeEntityRecord, sent, U32, 1),       SCOPE_FIELD (ScopeEntityRecord, received, U32, 1),
  SCOPE_FIELD (ScopeEntityRecord, id, U32, 1),         SCOPE_FIELD (ScopeEntityRecord, name, U32, 1),      SCOPE_FIELD (ScopeEntityRecord, entry, U32, 1),
  SCOPE_FIELD (ScopeEntityRecord, reason, U32, 1),
  SCOPE_FIELD (ScopeEntityRecord, end, U8, 1),
};

static const ScopeField scope_info_fields[] = {
  SCOPE_FIELD (ScopeInfoRecord, key, U32, 1),
  SCOPE_FIELD (ScopeInfoRecord, value, U32, 1),
};

static const ScopeField scope_loss_fields[] = {
  SCOPE_FIELD (ScopeLossRecord, from, I64, 1),      SCOPE_FIELD (ScopeLossRecord, to, I64, 1),
  SCOPE_FIELD (ScopeLossRecord, from_byte, U64, 1), SCOPE_FIELD (ScopeLossRecord, bytes, U64, 1),
  SCOPE_FIELD (ScopeLossRecord, machine, U32, 1),   SCOPE_FIELD (ScopeLossRecord, processor, U32, 1),
  SCOPE_FIELD (ScopeLossRecord, reason, U32, 1),
};

static const ScopeField scope_pair_fields[] = {
  SCOPE_FIELD (ScopePairNode, offset, U64, 1),
  SCOPE_FIELD (ScopePairNode, bytes, U32, 1),
  SCOPE_FIELD (ScopePairNode, sums, U32, 1),
};

static const ScopeField scope_call_lane_fields[] = {
  SCOPE_FIELD (ScopeCallLaneRecord, n_rows, U64, 1),
  SCOPE_FIELD (ScopeCallLaneRecord, lane, U32, 1),
  SCOPE_FIELD (ScopeCallLaneRecord, n_blocks, U32, 1),
  SCOPE_FIELD (ScopeCallLaneRecord, depth, U32, 1),
};

static const ScopeField scope_call_block_fields[] = {
  SCOPE_FIELD (ScopeCallBlock, t0, I64, 1),    SCOPE_FIELD (ScopeCallBlock, t1, I64, 1),
  SCOPE_FIELD (ScopeCallBlock, offset, U64, 1), SCOPE_FIELD (ScopeCallBlock, bytes, U32, 1),
  SCOPE_FIELD (ScopeCallBlock, lane, U32, 1),  SCOPE_FIELD (ScopeCallBlock, count, U32, 1),
  SCOPE_FIELD (ScopeCallBlock, sums, U32, 1),  SCOPE_FIELD (ScopeCallBlock, least, U32, 1),
  SCOPE_FIELD (ScopeCallBlock, height, U8, 1), SCOPE_FIELD (ScopeCallBlock, level, U8, 1),
};

static const ScopeField scope_segment_fields[] = {
  SCOPE_FIELD (ScopeSegment, address, U64, 1),
  SCOPE_FIELD (ScopeSegment, size, U64, 1),
};

static const ScopeField scope_thread_fields[] = { { "thread", 0, SCOPE_FIELD_U32, 1 } };

static const ScopeField scope_checksum_fields[] = { { "checksum", 0, SCOPE_FIELD_U64, 1 } };

/* Threads that ended, together (model/zoom/scope-lane-ended.h), and what there is of each code. */
typedef struct
{
  gint64 from, to;
  guint64 rows;
  guint32 first, lanes;
} ScopeEndedRecord;

typedef struct
{
  gint64 least, longest;
  gint64 n[SCOPE_TALLY_CLASSES], time[SCOPE_TALLY_CLASSES];
  guint32 code, lane;
} ScopeEndedCodeRecord;

static const ScopeField scope_ended_fields[] = {
  SCOPE_FIELD (ScopeEndedRecord, first, U32, 1), SCOPE_FIELD (ScopeEndedRecord, lanes, U32, 1), SCOPE_FIELD (ScopeEndedRecord, rows, U64, 1),
  SCOPE_FIELD (ScopeEndedRecord, from, I64, 1),  SCOPE_FIELD (ScopeEndedRecord, to, I64, 1),
};

static const ScopeField scope_ended_code_fields[] = {
  SCOPE_FIELD (ScopeEndedCodeRecord, code, U32, 1),     SCOPE_FIELD (ScopeEndedCodeRecord, least, I64, 1),
  SCOPE_FIELD (ScopeEndedCodeRecord, longest, I64, 1),  SCOPE_FIELD (ScopeEndedCodeRecord, lane, U32, 1),
  SCOPE_FIELD (ScopeEndedCodeRecord, n, I64, SCOPE_TALLY_CLASSES), SCOPE_FIELD (ScopeEndedCodeRecord, time, I64, SCOPE_TALLY_CLASSES),
};

static const ScopeField scope_lane_number_fields[] = { { "lane", 0, SCOPE_FIELD_U32, 1 } };

#define SCOPE_RECORD(name, fields, record) { name, fields, G_N_ELEMENTS (fields), sizeof (record) }

static const ScopeRecordType scope_machine_record = SCOPE_RECORD ("machine", scope_machine_fields, ScopeMachineRecord);
static const ScopeRecordType scope_lane_record = SCOPE_RECORD ("lane", scope_lane_fields, ScopeLaneRecord);
static const ScopeRecordType scope_block_record = SCOPE_RECORD ("block", scope_block_fields, ScopeBlock);
static const ScopeRecordType scope_table_record = SCOPE_RECORD ("table_block", scope_table_fields, ScopeTableBlock);
static const ScopeRecordType scope_entity_record = SCOPE_RECORD ("entity", scope_entity_fields, ScopeEntityRecord);
static const ScopeRecordType scope_info_record = SCOPE_RECORD ("info", scope_info_fields, ScopeInfoRecord);
static const ScopeRecordType scope_loss_record = SCOPE_RECORD ("loss", scope_loss_fields, ScopeLossRecord);
static const ScopeRecordType scope_pair_record = SCOPE_RECORD ("pair", scope_pair_fields, ScopePairNode);
static const ScopeRecordType scope_call_lane_record = SCOPE_RECORD ("call_lane", scope_call_lane_fields, ScopeCallLaneRecord);
static const ScopeRecordType scope_call_block_record = SCOPE_RECORD ("call_block", scope_call_block_fields, ScopeCallBlock);
static const ScopeRecordType scope_segment_record = SCOPE_RECORD ("segment", scope_segment_fields, ScopeSegment);
static const ScopeRecordType scope_checksum_record = SCOPE_RECORD ("checksum", scope_checksum_fields, guint64);
static const ScopeRecordType scope_ended_record = SCOPE_RECORD ("ended", scope_ended_fields, ScopeEndedRecord);
static const ScopeRecordType scope_ended_code_record = SCOPE_RECORD ("ended_code", scope_ended_code_fields, ScopeEndedCodeRecord);
static const ScopeRecordType scope_lane_number_record = SCOPE_RECORD ("lane_number", scope_lane_number_fields, guint32);
static const ScopeRecordType scope_thread_record = SCOPE_RECORD ("thread", scope_thread_fields, guint32);
static const ScopeRecordType scope_byte_record = { NULL, NULL, 0, 1 };

/* Name of the group of a kind's entities. */
static const char *const scope_entity_groups[SCOPE_N_KINDS]
    = { NULL, "processors", "processes", "threads", NULL, "ports", "strangers" };

G_END_DECLS
