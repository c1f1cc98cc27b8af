/* terms.h: terms of the Erlang virtual machine in the external format, as term_to_binary/1 of that VM writes them, but for the first byte.
 * Written here, not by the VM, since that takes a multiple of the time for what a record of a tracer is mostly made of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <erl_nif.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of how this VM writes: for any thread. */
typedef struct Terms Terms;

/* Where terms are put; on the stack. */
typedef struct
{
  ErlNifEnv *env;
  Terms *terms;
  bool counts; /* nothing is kept but the size */
  bool failed; /* there was no memory */
  size_t n, room;
  unsigned char *bytes;
  unsigned char first[1024];
} Sink;

/* NULL: no memory. Any pid of this node. */
Terms *terms_new (ErlNifEnv *env, ERL_NIF_TERM pid);
void terms_free (Terms *terms);
/* Now and then, one thread at a time: a node that got a name writes its pids with it. */
void terms_refresh (Terms *terms, ErlNifEnv *env, ERL_NIF_TERM pid);

void sink_begin (Sink *sink, ErlNifEnv *env, Terms *terms, bool counts);
void sink_end (Sink *sink);
void sink_put (Sink *sink, const void *bytes, size_t n);
/* A tag and a number of `n` bytes, at most 8, the greatest first. */
void sink_put_tagged (Sink *sink, unsigned tag, uint64_t value, unsigned n);
void sink_put_int (Sink *sink, int64_t value);
void sink_put_term (Sink *sink, ERL_NIF_TERM term);
/* {lanescope_size, Bytes, Digest} in the place of a message: bytes as term_to_binary/1 makes of it. */
void sink_put_size (Sink *sink, ERL_NIF_TERM message);
