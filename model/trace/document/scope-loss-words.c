/* scope-loss-words.c: why something of a trace is missing, in the user's language.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-loss-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_PARTS 4 /* "%s" in a sentence */
#define MOST_NAMES 4 /* "name: " before it */

/* What the decoders and the import say. A longer sentence stands before one that begins like it. */
static const char *const sentences[] = {
  /* eventlogs */
  N_ ("a block begins before the end of the one before it"),
  N_ ("a block has an impossible size; it is read up to the next one"),
  N_ ("a block lies inside another one"),
  N_ ("a block says it has %s bytes, but it has %s"),
  N_ ("a message of ghc-stack-profiler cannot be read"),
  N_ ("an event crosses the end of its block"),
  N_ ("an event has a type that the header does not declare; the rest of its block is lost"),
  N_ ("an event has an impossible time"),
  N_ ("an event is cut off at the end of its block"),
  N_ ("at least %s more damaged places"),
  N_ ("bytes that are neither a block nor an event"),
  N_ ("events that make no sense, in a block whose size makes no sense either"),
  N_ ("ghc-stack-profiler defines more texts and places than are kept; those beyond have no name"),
  N_ ("something else follows the end of the log; it is not read"),
  N_ ("stacks of ghc-stack-profiler whose last part is missing are left out"),
  N_ ("stacks of more than 511 frames are shown without their middle"),
  N_ ("the file ends inside a block: %s bytes of it are missing"),
  N_ ("the file ends inside an event"),
  N_ ("the file has become shorter while it was read"),
  N_ ("the log has no end: the program was killed or still runs, and what it had not written yet is missing"),
  N_ ("the messages of ghc-stack-profiler are of version %s, which is not known here"),
  N_ ("there are so many blocks that they are read as they lie in the file, not in order of time"),
  N_ ("what follows here can be read only when the log has ended"),
  N_ ("what it did next may stand in bytes that make no sense"),
  /* files and archives */
  N_ ("has the same name as another member of the archive"),
  N_ ("is empty"),
  N_ ("is encrypted"),
  N_ ("is not an eventlog"),
  N_ ("is not where the archive's directory says"),
  N_ ("is packed by method %s, which is not supported here"),
  N_ ("is packed by method %s, which is not supported in so large an archive"),
  N_ ("it is empty"),
  N_ ("its checksum is wrong: some of what was read is damaged"),
  N_ ("its header is incomplete"),
  N_ ("the index of this trace that was made in parts is damaged: lanescope-cli index --out reads the damaged parts anew; --no-cache does without it"),
  N_ ("what was kept of this trace is damaged: open it again to read it anew"),
  N_ ("is output of perf without branches: perf script --itrace=be --ns -F "
      "comm,pid,tid,cpu,time,event,ip,sym,symoff,addr,dso,flags prints them"),
  N_ ("lies beyond the end of the archive"),
  N_ ("no event can be read"),
  N_ ("overlaps another member of the archive"),
  N_ ("reading was stopped before this was read"),
  N_ ("reading was stopped here; what follows was not read"),
  N_ ("reading was stopped before messages were matched"),
  N_ ("the unpacked log does not fit into the temporary folder; the rest is left out"),
  N_ ("the archive's directory is damaged: %s of %s members were found"),
  N_ ("the archive's end is missing: %s members were found without its directory"),
  N_ ("the header of this eventlog does not end within %s bytes: it is damaged"),
  N_ ("the header of this eventlog is damaged at byte %s; without it no event can be read"),
  N_ ("this eventlog ends inside its header, after %s bytes: it contains no event"),
  /* Erlang */
  N_ ("%s more records were dropped in many places"),
  N_ ("%s records are so far from their place in time (up to %s s) that they could not be put in order"),
  N_ ("%s records were dropped: the program traced more than could be written"),
  N_ ("a record of %s bytes is too large to be read"),
  N_ ("a record whose term cannot be read"),
  N_ ("a record whose term is nested too deeply to be read"),
  N_ ("another recording begins here: this file contains more than one"),
  N_ ("bytes that are not a record"),
  N_ ("the file ends inside a record: the program was killed, or still runs"),
  N_ ("the file ends inside a record"),
  N_ ("the trace names more processes and functions than are kept; the rest is left out"),
  N_ ("times are the processor time of each scheduler, and schedulers share no clock: times between schedulers are "
      "the least that fit, and it is not known when processes became runnable"),
  /* probes */
  N_ ("%s lines that cannot be read; of the first: %s"),
  N_ ("a line that cannot be read: %s"),
  N_ ("a line that is too long to be read"),
  N_ ("a line without a time, a thread and a probe's name"),
  N_ ("a probe whose arguments cannot be read"),
  N_ ("a probe with too few arguments"),
  N_ ("a time that is too far from the others"),
  N_ ("it is neither a probe nor a term"),
  N_ ("it is not a term of a trace"),
  N_ ("lines that are not samples"),
  N_ ("the log ends inside a line: the tracer was killed, or still runs"),
  N_ ("the tracer could not read a probe's arguments"),
  N_ ("the tracer left something out: %s"),
  N_ ("there is no full stop after it"),
  N_ ("something follows its full stop"),
  /* Schedplot */
  N_ ("%s is missing: what %s %s did is not known"),
  N_ ("is empty: its tracer died; what %s %s did is not known"),
  N_ ("is not a track: it is not packed as one"),
  N_ ("the dictionary of functions is damaged"),
  N_ ("cannot be read without its dictionary, %s; neither can any other track of the run"),
  N_ ("%s is missing or damaged: functions of scheduler %s have no names"),
  N_ ("unpacks to more than %s bytes; %s"),
  N_ ("ends inside a packet, after %s unpacked bytes; %s"),
  N_ ("%s packets were not written, because the process that went out was not the one that had gone in"),
  /* simulations */
  N_ ("%s lines break off; the first is here"),
  N_ ("%s lines have bytes that are not text; the first is here"),
  N_ ("%s lines are too long to be read; the first is here"),
  N_ ("a branch before the one before it of its thread"),
  N_ ("a cycle that is not a number"),
  N_ ("a line that Kanata does not write"),
  N_ ("a number that cannot be read"),
  N_ ("a seq that begins before the one before it on its core"),
  N_ ("a seq without a time, or with a value that is not a number"),
  N_ ("a stage of an instruction that has left"),
  N_ ("a stage without an instruction"),
  N_ ("a stage that is not known"),
  N_ ("a stage whose time is not a number"),
  N_ ("a stage without a name"),
  N_ ("a time that is far from the others"),
  N_ ("a unit of time that is not known"),
  N_ ("an end that does not say which"),
  N_ ("an event before the seq it belongs to"),
  N_ ("an event of a seq that cannot be read"),
  N_ ("an event without a time, or with a value that is not a number"),
  N_ ("an instruction that did not come in"),
  N_ ("an instruction that came in before"),
  N_ ("an instruction with a value that is not a number"),
  N_ ("the end of a seq that did not begin"),
  N_ ("the end of an element that did not begin"),
  N_ ("time that runs backwards, or too far"),
  N_ ("this is no file of gem5's statistics: it has no dump"),
  N_ ("a dump of statistics that does not say when it was made (finalTick) is left out"),
  N_ ("a dump of statistics at an impossible time is left out"),
  N_ ("a dump of statistics that is earlier than the one before it is left out"),
  N_ ("a dump of statistics has no end; what it lacks is missing"),
  N_ ("lines of a dump of statistics that cannot be read: %s"),
  N_ ("more statistics than are read; the rest is missing"),
  N_ ("of %s variables only the first %s are known by their names"),
  N_ ("of %s fields of variables only the first %s are known"),
  N_ ("of %s programs with symbols the functions of %s are known"),
  N_ ("more dumps of statistics than are read; this one is left out"),
  N_ ("%s lines are out of order, up to %s µs from their place; they stay where they are"),
  N_ ("%s instructions are left out: they are of more cores and threads than can be read"),
  N_ ("%s instructions are not shown: more than %s were on their way at once"),
  N_ ("%s instructions are missing, as the numbers of the others (CPSeq) show; the first belongs here"),
  N_ ("an instruction is missing, as the numbers of the others (CPSeq) show"),
  N_ ("%s instructions lack micro-ops, or have them elsewhere; the first is here"),
  N_ ("an instruction lacks micro-ops, or has them elsewhere"),
  N_ ("%s more places that cannot be read"),
  N_ ("%s places in a row; the first: %s"),
  N_ ("a core with a value that is not a number"),
  N_ ("a line that perf script does not write"),
  N_ ("a seq that has no end"),
  N_ ("an element that cannot be read"),
  N_ ("an instruction whose end is missing"),
  N_ ("another run begins here: time goes back to %s ps; it can be read by itself (%s)"),
  N_ ("no element"),
  N_ ("perf could not decode the trace of thread %s: %s"),
  N_ ("the log ends inside a line"),
  N_ ("the log ends inside an element"),
  N_ ("the trace names more functions, cores or caches than are kept"),
  N_ ("the trace says more of its program than is kept: 4 MB"),
  N_ ("the log names more than %s threads or processes; those beyond are not shown"),
  N_ ("the trace names more than %s processes; those beyond are not shown"),
  N_ ("there is no run %s: the log has %s"),
  /* what cannot be opened at all */
  N_ ("cannot be examined: %s"),
  N_ ("cannot be opened: it is no file"),
  N_ ("cannot be opened: %s"),
  N_ ("cannot be read: %s"),
  N_ ("cannot be unpacked into a temporary file: %s"),
  N_ ("cannot be unpacked: %s"),
  N_ ("contains no eventlog"),
  N_ ("contains nothing that can be read: %s, …"),
  N_ ("contains nothing that can be read: %s"),
  N_ ("is a folder; a folder’s files can be opened, not followed"),
  N_ ("is a folder"),
  N_ ("is not an address; write it as tcp://HOST:PORT"),
  N_ ("is not an open descriptor"),
  N_ ("not a trace: no eventlog of GHC or Eden (nor an archive or folder of them), no trace of Erlang, no output of gem5 or M5, "
      "no O3PipeView or Kanata log, no perf script of Intel PT"),
  N_ ("has become shorter"),
  N_ ("is the log itself"),
  N_ ("must have the form tcp-listen://ADDRESS:PORT, with an address in numbers, localhost, or *"),
  N_ ("its checksum is wrong: some of what was read is damaged, found after %s unpacked bytes"),
  N_ ("it does not have the size its archive claims: ends after %s unpacked bytes"),
  N_ ("its directory cannot be read"),
  N_ ("its directory claims to be %s MB large; it is not read"),
  N_ ("names nothing"),
  N_ ("not enough memory"),
  N_ ("not enough room in %s to unpack it (TMPDIR can name another folder)"),
  N_ ("nothing can be saved there: %s"),
  N_ ("the list of its files is damaged"),
  N_ ("the packed data are cut off after %s unpacked bytes"),
  N_ ("the packed data are damaged after %s unpacked bytes"),
  N_ ("it contains no log that can be read: %s"),
  N_ ("it contains no log that can be read"),
  NULL,
};

/* What stands in @text where @sentence has its "%s", into @parts (owned by the caller then). FALSE: it is another one. */
static gboolean
take_apart (const char *sentence, const char *text, char *parts[MOST_PARTS])
{
  guint n = 0;

  for (;;)
    {
      const char *hole = strstr (sentence, "%s");
      size_t length = hole != NULL ? (size_t) (hole - sentence) : strlen (sentence);
      const char *next, *end;

      if (strncmp (text, sentence, length) != 0)
        break;
      text += length;
      if (hole == NULL)
        {
          if (*text == '\0')
            return TRUE;
          break;
        }
      if (n == MOST_PARTS)
        break;
      sentence = hole + 2;
      next = strstr (sentence, "%s");
      if (*sentence == '\0')
        end = text + strlen (text);
      else
        {
          g_autofree char *behind = next != NULL ? g_strndup (sentence, (gsize) (next - sentence)) : g_strdup (sentence);

          end = strstr (text, behind);
        }
      if (end == NULL || end == text)
        break;
      if (n == 0 && length == 0 && g_strstr_len (text, end - text, ": ") != NULL)
        break; /* a name stands before the sentence */
      parts[n++] = g_strndup (text, (gsize) (end - text));
      text = end;
    }
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&parts[i], g_free);
  return FALSE;
}

/* The translated sentence with the parts in their places. */
static char *
put_together (const char *sentence, char *const parts[MOST_PARTS])
{
  const char *words = _ (sentence);
  GString *text = g_string_new (NULL);

  /* Not by printf: a translation with other places than the sentence has could read what is not there. */
  for (guint n = 0; *words != '\0';)
    {
      guint digit = words[0] == '%' && words[1] >= '1' && words[1] <= '0' + MOST_PARTS && words[2] == '$' && words[3] == 's'
                        ? (guint) (words[1] - '0')
                        : 0;

      if (digit > 0 || (words[0] == '%' && words[1] == 's'))
        {
          guint which = digit > 0 ? digit - 1 : n++;

          if (which < MOST_PARTS && parts[which] != NULL)
            g_string_append (text, parts[which]);
          words += digit > 0 ? 4 : 2;
        }
      else
        g_string_append_c (text, *words++);
    }
  return g_string_free (text, FALSE);
}

static char *
look_up (const char *reason, guint depth)
{
  const char *colon;

  for (const char *const *sentence = sentences; *sentence != NULL; sentence++)
    {
      char *parts[MOST_PARTS] = { NULL };
      char *words;

      if (!take_apart (*sentence, reason, parts))
        continue;
      for (guint i = 0; i < MOST_PARTS; i++)
        if (parts[i] != NULL && depth > 0)
          {
            char *part = look_up (parts[i], depth - 1);

            g_free (parts[i]);
            parts[i] = part;
          }
      words = put_together (*sentence, parts);
      for (guint i = 0; i < MOST_PARTS; i++)
        g_free (parts[i]);
      return words;
    }

  colon = depth > 0 ? strstr (reason, ": ") : NULL;
  if (colon != NULL)
    {
      g_autofree char *behind = look_up (colon + 2, depth - 1);

      return g_strdup_printf ("%.*s: %s", (int) (colon - reason), reason, behind);
    }
  return g_strdup (reason);
}

char *
scope_loss_words (const char *reason)
{
  return look_up (reason, MOST_NAMES);
}

const char *const *
scope_loss_sentences (void)
{
  return sentences;
}
