/* scope-erlang-redact.c: see scope-erlang-redact.h.
 *
 *     0 length:u32 131 term     1 dropped:u32
 *
 * Terms are walked where they lie, as scope-erlang-term.c does, and changed there. Texts are atoms, strings and binaries, and the numbers that
 * are elements of lists: Erlang's other way to write text. All other numbers stay: times, schedulers, sizes, what processes are called by.
 * A record that is not understood to its end is left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-redact.h"

#include "io/format/erlang/scope-erlang-term-private.h"

#include <string.h>

#define VERSION 131
#define MOST_BYTES (64u << 20) /* of a record */
#define MOST_ATOMS (1u << 20)  /* that are told apart for sure */
#define TRIES 64u
#define NEW_FUN_HEAD 30u       /* bytes before the terms in it */

/* Words of the tracer's own, and of OTP's that every program has. */
static const char kept_atoms[]
    = " trace trace_ts profile profile_start profile_stop profile_opts schedulers drop seq_trace in out receive send call return_to return_from "
      "exception_from gc_minor_start gc_minor_end gc_major_start gc_major_end gc_start gc_end out_exited in_exiting out_exiting spawn spawned exit "
      "register unregister link unlink getting_linked getting_unlinked open closed send_to_non_existing_process active inactive scheduler "
      "undefined normal shutdown kill killed noproc timeout cp caller label from apply true false ok error nonode@nohost lanescope "
      "lanescope_process lanescope_clock lanescope_size heap_size old_heap_size heap_block_size old_heap_block_size mbuf_size recent_size "
      "stack_size bin_vheap_size bin_vheap_block_size bin_old_vheap_size bin_old_vheap_block_size $gen_call $gen_cast EXIT DOWN process port "
      "infinity procs ports running exiting garbage_collection message migration callgraph all procs_basic ports_basic message_sizes set_on_spawn "
      "timestamp runnable_procs runnable_ports exclusive scheduler_id arity erlang gen gen_server gen_statem gen_event proc_lib supervisor lists "
      "timer ets dict s_group new_s_group add_nodes remove_nodes delete_s_group ";

struct _ScopeErlangRedacting
{
  ScopeRedaction *redaction;
  GHashTable *atoms; /* GBytes: GBytes of the same length */
  GHashTable *taken; /* of GBytes: what atoms became, and those that stay */
  GByteArray *record;
  GArray *open;      /* of Open */
};

typedef ScopeErlangRedacting Redacting;

/* A term whose parts follow. */
typedef struct
{
  guint64 left;
  gboolean list;
} Open;

/* --- texts --- */

/* As many letters and digits as there are bytes, the same for the same bytes. */
static void
scramble (Redacting *self, guint8 *p, gsize n, guint attempt)
{
  static const char symbols[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  guint8 digest[32];
  gsize length = sizeof digest;
  GHmac *hmac = g_hmac_new (G_CHECKSUM_SHA256, self->redaction->key, sizeof self->redaction->key);

  g_hmac_update (hmac, (const guint8 *) &attempt, sizeof attempt);
  g_hmac_update (hmac, p, (gssize) n);
  g_hmac_get_digest (hmac, digest, &length);
  g_hmac_unref (hmac);
  for (gsize i = 0; i < n; i++)
    p[i] = (guint8) symbols[(digest[i % 32] + i / 32 * 7) % (i == 0 ? 26 : 36)];
}

gboolean
scope_erlang_redacting_keeps (const char *text, gsize n)
{
  const char *at = kept_atoms;

  while ((at = strchr (at, ' ')) != NULL && *++at != '\0')
    if (strncmp (at, text, n) == 0 && at[n] == ' ')
      return TRUE;
  return FALSE;
}

/* A name that no other became, and that means nothing; of some names of one letter there may be none. */
static GBytes *
make_name (Redacting *self, const guint8 *p, gsize n)
{
  GBytes *made = NULL;

  for (guint attempt = 0; attempt < TRIES; attempt++)
    {
      guint8 *copy = g_memdup2 (p, n);

      g_clear_pointer (&made, g_bytes_unref);
      scramble (self, copy, n, attempt);
      made = g_bytes_new_take (copy, n);
      if (!scope_erlang_redacting_keeps ((const char *) copy, n) && !g_hash_table_contains (self->taken, made))
        break;
    }
  if (g_hash_table_size (self->taken) < MOST_ATOMS)
    g_hash_table_add (self->taken, g_bytes_ref (made));
  return made;
}

static void
redact_name (Redacting *self, guint8 *p, gsize n)
{
  g_autoptr (GBytes) key = g_bytes_new (p, n);
  GBytes *known = g_hash_table_lookup (self->atoms, key);

  if (n == 0)
    return;
  if (known == NULL)
    {
      known = make_name (self, p, n);
      if (g_hash_table_size (self->atoms) >= MOST_ATOMS)
        g_hash_table_remove_all (self->atoms);
      g_hash_table_insert (self->atoms, g_bytes_ref (key), known);
    }
  memcpy (p, g_bytes_get_data (known, NULL), n);
}

/* Of a node both its name and its host. */
static void
redact_atom (Redacting *self, guint8 *tag)
{
  guint head = *tag == ATOM || *tag == ATOM_UTF8 ? 3 : 2;
  guint n = head == 3 ? be16 (tag + 1) : tag[1];
  guint8 *p = tag + head, *at = memchr (p, '@', n);

  if ((self->redaction->keep & SCOPE_KEEP_NAMES) != 0 || scope_erlang_redacting_keeps ((const char *) p, n))
    return;
  if (at == NULL)
    {
      redact_name (self, p, n);
      return;
    }
  redact_name (self, p, (gsize) (at - p));
  redact_name (self, at + 1, n - (gsize) (at - p) - 1);
}

static void
redact_text (Redacting *self, guint8 *p, gsize n)
{
  gsize known = scope_redaction_known_words ((const char *) p, n);

  if ((self->redaction->keep & SCOPE_KEEP_MESSAGES) == 0)
    scramble (self, p + known, n - known, 0);
}

/* The bytes of a term but for its parts. */
static void
redact_own (Redacting *self, guint8 *p, gsize size, gboolean in_list)
{
  gboolean contents = (self->redaction->keep & SCOPE_KEEP_MESSAGES) == 0;

  switch (*p)
    {
    case ATOM: case SMALL_ATOM: case ATOM_UTF8: case SMALL_ATOM_UTF8:
      redact_atom (self, p);
      break;
    case PID: case NEW_PID: case PORT: case NEW_PORT: case V4_PORT: case REFERENCE:
      redact_atom (self, p + 1);
      break;
    case NEW_REFERENCE: case NEWER_REFERENCE:
      redact_atom (self, p + 3);
      break;
    case STRING:
      redact_text (self, p + 3, size - 3);
      break;
    case BINARY:
      redact_text (self, p + 5, size - 5);
      break;
    case BIT_BINARY:
      if (contents)
        memset (p + 6, 0, size - 6);
      break;
    case SMALL_INTEGER: case INTEGER:
      if (contents && in_list)
        memset (p + 1, 0, size - 1);
      break;
    case NEW_FUN: /* what its module is like */
      memset (p + 6, 0, 16);
      break;
    default:
      break;
    }
}

/* --- records --- */

static gsize
own_size (const guint8 *p, gsize n, guint64 *ret_parts)
{
  gsize size = scope_term_own_size (p, n, ret_parts);

  /* Of these the parts lie inside: module, two numbers, a pid, and what the fun has seen. */
  if (size == 0 || *p != NEW_FUN)
    return size;
  if (size < NEW_FUN_HEAD)
    return 0;
  *ret_parts = 4 + (guint64) be32 (p + 26);
  return NEW_FUN_HEAD;
}

/* FALSE: it is no term, or not one alone. */
gboolean
scope_erlang_redacting_term (ScopeErlangRedacting *self, guint8 *p, gsize n)
{
  g_array_set_size (self->open, 0);
  do
    {
      gboolean in_list = self->open->len > 0 && g_array_index (self->open, Open, self->open->len - 1).list;
      guint64 parts;
      gsize size = own_size (p, n, &parts);

      if (size == 0 || parts > n - size || self->open->len > SCOPE_TERM_DEEPEST)
        return FALSE;
      redact_own (self, p, size, in_list);
      if (parts > 0)
        {
          Open open = { parts, *p == LIST };

          g_array_append_val (self->open, open);
        }
      else
        while (self->open->len > 0 && --g_array_index (self->open, Open, self->open->len - 1).left == 0)
          g_array_set_size (self->open, self->open->len - 1);
      p += size;
      n -= size;
    }
  while (self->open->len > 0);
  return n == 0;
}

/* Bytes from the source, all of them; FALSE at its end. */
static gboolean
take (ScopeSource *source, guint8 *data, gsize n)
{
  while (n > 0)
    {
      gssize got = scope_source_read (source, data, n, NULL);

      if (got <= 0)
        return FALSE;
      data += got;
      n -= (gsize) got;
    }
  return TRUE;
}

/* FALSE with error; *ret_more FALSE: that was all that makes sense. */
static gboolean
next (Redacting *self, ScopeSource *source, gboolean *ret_more, GError **error)
{
  guint8 head[5];
  guint32 n;

  *ret_more = take (source, head, sizeof head);
  if (!*ret_more)
    return TRUE;
  n = be32 (head + 1);
  if (head[0] == 1)
    return scope_redaction_add (self->redaction, head, sizeof head, error);
  if (head[0] != 0 || n > MOST_BYTES)
    {
      *ret_more = FALSE;
      self->redaction->left_out += sizeof head;
      return TRUE;
    }
  g_byte_array_set_size (self->record, n + 1);
  if (!take (source, self->record->data, n))
    {
      *ret_more = FALSE;
      return TRUE;
    }
  if (n < 2 || self->record->data[0] != VERSION || !scope_erlang_redacting_term (self, self->record->data + 1, n - 1))
    {
      self->redaction->left_out += sizeof head + n;
      return TRUE;
    }
  return scope_redaction_add (self->redaction, head, sizeof head, error) && scope_redaction_add (self->redaction, self->record->data, n, error);
}

ScopeErlangRedacting *
scope_erlang_redacting_new (ScopeRedaction *redaction)
{
  ScopeErlangRedacting *self = g_new0 (ScopeErlangRedacting, 1);

  self->redaction = redaction;
  self->atoms = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, (GDestroyNotify) g_bytes_unref);
  self->taken = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  self->record = g_byte_array_new ();
  self->open = g_array_new (FALSE, FALSE, sizeof (Open));

  return self;
}

void
scope_erlang_redacting_free (ScopeErlangRedacting *self)
{
  g_hash_table_unref (self->atoms);
  g_hash_table_unref (self->taken);
  g_byte_array_unref (self->record);
  g_array_unref (self->open);
  g_free (self);
}

gboolean
scope_erlang_redact (ScopeSource *source, ScopeRedaction *redaction, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeErlangRedacting) self = scope_erlang_redacting_new (redaction);
  gboolean more = TRUE, ok = TRUE;

  for (guint i = 1; ok && more; i++)
    ok = next (self, source, &more, error) && (i % 4096 != 0 || !g_cancellable_set_error_if_cancelled (cancellable, error));
  return ok;
}
