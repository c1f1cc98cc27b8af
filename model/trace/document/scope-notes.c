/* scope-notes.c: see scope-notes.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-notes.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-each.h"
#include "model/base/scope-parse-time.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const colour_names[SCOPE_N_NOTE_COLOURS] = { "yellow", "blue", "green", "orange", "red", "purple" };

/* --- one note --- */

struct _ScopeNote
{
  GObject parent_instance;

  gint64 from, to;
  char *text;
  ScopeNoteColour colour;
};

G_DEFINE_FINAL_TYPE (ScopeNote, scope_note, G_TYPE_OBJECT)

static void
scope_note_finalize (GObject *object)
{
  g_free (SCOPE_NOTE (object)->text);
  G_OBJECT_CLASS (scope_note_parent_class)->finalize (object);
}

static void
scope_note_class_init (ScopeNoteClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_note_finalize;
}

static void
scope_note_init (ScopeNote *note)
{
}

const char *
scope_note_colour_name (ScopeNoteColour colour)
{
  g_return_val_if_fail (colour < SCOPE_N_NOTE_COLOURS, colour_names[0]);

  return colour_names[colour];
}

gint64
scope_note_get_from (ScopeNote *note)
{
  return note->from;
}

gint64
scope_note_get_to (ScopeNote *note)
{
  return note->to;
}

const char *
scope_note_get_text (ScopeNote *note)
{
  return note->text;
}

ScopeNoteColour
scope_note_get_colour (ScopeNote *note)
{
  return note->colour;
}

static void
fill (ScopeNote *note, gint64 from, gint64 to, const char *text, ScopeNoteColour colour)
{
  gsize length = strlen (text);

  note->from = MIN (from, to);
  note->to = MAX (from, to);
  note->colour = colour < SCOPE_N_NOTE_COLOURS ? colour : SCOPE_NOTE_YELLOW;
  g_free (note->text);
  note->text = g_utf8_make_valid (text, (gssize) MIN (length, SCOPE_NOTE_TEXT_MAX));
}

/* In order of time; equal ones are alike in everything. */
static int
compare (const ScopeNote *a, const ScopeNote *b)
{
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return a->colour != b->colour ? (int) a->colour - (int) b->colour : strcmp (a->text, b->text);
}

/* --- all of a trace --- */

struct _ScopeNotes
{
  GObject parent_instance;

  GPtrArray *notes; /* of ScopeNote, sorted */
};

static GType
get_item_type (GListModel *model)
{
  return SCOPE_TYPE_NOTE;
}

static guint
get_n_items (GListModel *model)
{
  return SCOPE_NOTES (model)->notes->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  ScopeNotes *notes = SCOPE_NOTES (model);

  return position < notes->notes->len ? g_object_ref (g_ptr_array_index (notes->notes, position)) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeNotes, scope_notes, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
scope_notes_finalize (GObject *object)
{
  g_ptr_array_unref (SCOPE_NOTES (object)->notes);
  G_OBJECT_CLASS (scope_notes_parent_class)->finalize (object);
}

static void
scope_notes_class_init (ScopeNotesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_notes_finalize;
}

static void
scope_notes_init (ScopeNotes *notes)
{
  notes->notes = g_ptr_array_new_with_free_func (g_object_unref);
}

ScopeNotes *
scope_notes_new (void)
{
  return g_object_new (SCOPE_TYPE_NOTES, NULL);
}

guint
scope_notes_get_n (ScopeNotes *notes)
{
  return notes->notes->len;
}

ScopeNote *
scope_notes_get (ScopeNotes *notes, guint i)
{
  g_return_val_if_fail (i < notes->notes->len, NULL);

  return g_ptr_array_index (notes->notes, i);
}

/* The first place whose note is not before `note`. */
static guint
place_of (ScopeNotes *notes, const ScopeNote *note)
{
  return (guint) SCOPE_BISECT (notes->notes->len, i, compare (g_ptr_array_index (notes->notes, i), note) < 0);
}

static void
insert (ScopeNotes *notes, ScopeNote *note)
{
  guint place = place_of (notes, note);

  g_ptr_array_insert (notes->notes, (int) place, note);
  g_list_model_items_changed (G_LIST_MODEL (notes), place, 0, 1);
}

ScopeNote *
scope_notes_add (ScopeNotes *notes, gint64 from, gint64 to, const char *text, ScopeNoteColour colour)
{
  ScopeNote *note;

  g_return_val_if_fail (SCOPE_IS_NOTES (notes), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  if (notes->notes->len >= SCOPE_NOTES_MAX)
    return NULL;
  note = g_object_new (SCOPE_TYPE_NOTE, NULL);
  fill (note, from, to, text, colour);
  insert (notes, note);
  return note;
}

gboolean
scope_notes_find (ScopeNotes *notes, ScopeNote *note, guint *ret_i)
{
  for (guint i = place_of (notes, note); i < notes->notes->len; i++)
    {
      if (g_ptr_array_index (notes->notes, i) == note)
        {
          if (ret_i != NULL)
            *ret_i = i;
          return TRUE;
        }
      if (compare (g_ptr_array_index (notes->notes, i), note) != 0)
        break;
    }
  return FALSE;
}

void
scope_notes_remove (ScopeNotes *notes, ScopeNote *note)
{
  guint place;

  g_return_if_fail (SCOPE_IS_NOTES (notes));

  if (!scope_notes_find (notes, note, &place))
    return;
  g_ptr_array_remove_index (notes->notes, place);
  g_list_model_items_changed (G_LIST_MODEL (notes), place, 1, 0);
}

void
scope_notes_change (ScopeNotes *notes, ScopeNote *note, gint64 from, gint64 to, const char *text, ScopeNoteColour colour)
{
  g_autoptr (ScopeNote) kept = g_object_ref (note);
  guint place;

  g_return_if_fail (SCOPE_IS_NOTES (notes));
  g_return_if_fail (text != NULL);

  if (!scope_notes_find (notes, note, &place))
    return;
  g_ptr_array_remove_index (notes->notes, place);
  g_list_model_items_changed (G_LIST_MODEL (notes), place, 1, 0);
  fill (note, from, to, text, colour);
  insert (notes, g_steal_pointer (&kept));
}

ScopeNote *
scope_notes_next (ScopeNotes *notes, gint64 time)
{
  for (guint i = 0; i < notes->notes->len; i++)
    if (((ScopeNote *) g_ptr_array_index (notes->notes, i))->from > time)
      return g_ptr_array_index (notes->notes, i);
  return NULL;
}

ScopeNote *
scope_notes_previous (ScopeNotes *notes, gint64 time)
{
  for (guint i = notes->notes->len; i > 0; i--)
    if (((ScopeNote *) g_ptr_array_index (notes->notes, i - 1))->from < time)
      return g_ptr_array_index (notes->notes, i - 1);
  return NULL;
}

ScopeNote *
scope_notes_touching (ScopeNotes *notes, gint64 from, gint64 to)
{
  ScopeNote *best = NULL;

  SCOPE_EACH_POINTER (ScopeNote, note, notes->notes)
    {
      if (note->from > to)
        break;
      if (note->from == from && note->to == to)
        return note;
      if (note->to >= from && (best == NULL || note->to - note->from < best->to - best->from))
        best = note;
    }
  return best;
}

/* --- as text --- */

/* Ticks as nanoseconds, exact to the picosecond. */
static void
append_ns (GString *out, gint64 ticks, gint64 tick_ps)
{
  __int128 ps = (__int128) ticks * tick_ps;
  gboolean negative = ps < 0;
  guint rest;
  gint64 ns;

  if (negative)
    ps = -ps;
  ns = (gint64) (ps / 1000);
  rest = (guint) (ps % 1000);
  g_string_append_printf (out, "%s%" G_GINT64_FORMAT, negative ? "-" : "", ns);
  if (rest > 0)
    g_string_append_printf (out, ".%03u", rest);
}

static void
append_escaped (GString *out, const char *text)
{
  for (; *text != '\0'; text++)
    switch (*text)
      {
      case '\n':
        g_string_append (out, "\\n");
        break;
      case '\r':
        g_string_append (out, "\\r");
        break;
      case '\t':
        g_string_append (out, "\\t");
        break;
      case '\\':
        g_string_append (out, "\\\\");
        break;
      default:
        g_string_append_c (out, *text);
      }
}

char *
scope_notes_to_text (ScopeNotes *notes, gint64 tick_ps)
{
  GString *out = g_string_new ("# Lanescope notes\n# from_ns\tto_ns\tcolour\ttext\n");

  SCOPE_EACH_POINTER (const ScopeNote, note, notes->notes)
    {
      append_ns (out, note->from, tick_ps);
      g_string_append_c (out, '\t');
      append_ns (out, note->to, tick_ps);
      g_string_append_printf (out, "\t%s\t", colour_names[note->colour]);
      append_escaped (out, note->text);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* "-1250000.5" to ticks, rounded to the nearest. */
static gboolean
parse_ns (const char *text, gint64 tick_ps, gint64 *ret_ticks)
{
  __int128 ps;

  if (!scope_parse_time (text, "ns", &text, &ps) || *text != '\0')
    return FALSE;
  ps = (ps < 0 ? ps - tick_ps / 2 : ps + tick_ps / 2) / tick_ps;
  if (ps != (gint64) ps)
    return FALSE;
  *ret_ticks = (gint64) ps;
  return TRUE;
}

static char *
unescape (const char *text)
{
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (*text != '\\' || text[1] == '\0')
      g_string_append_c (out, *text);
    else
      {
        text++;
        g_string_append_c (out, *text == 'n' ? '\n' : *text == 't' ? '\t' : *text == 'r' ? '\r' : *text);
      }
  return g_string_free (out, FALSE);
}

/* NULL with error. */
static ScopeNote *
parse_line (const char *line, guint number, gint64 tick_ps, GError **error)
{
  g_auto (GStrv) fields = g_strsplit (line, "\t", 4);
  g_autoptr (ScopeNote) note = NULL;
  g_autofree char *text = NULL;
  gint64 from, to;
  guint colour = 0;

  if (g_strv_length (fields) != 4 || !parse_ns (fields[0], tick_ps, &from) || !parse_ns (fields[1], tick_ps, &to))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _("Line %u is not a note: it needs two times in nanoseconds, a colour and a text, separated by "
                     "tabs"),
                   number);
      return NULL;
    }
  while (colour < SCOPE_N_NOTE_COLOURS && !g_str_equal (fields[2], colour_names[colour]))
    colour++;
  if (colour == SCOPE_N_NOTE_COLOURS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _("Line %u: “%s” is not a colour; use yellow, blue, green, orange, red or purple"), number, fields[2]);
      return NULL;
    }
  text = unescape (fields[3]);
  note = g_object_new (SCOPE_TYPE_NOTE, NULL);
  fill (note, from, to, text, colour);
  return g_steal_pointer (&note);
}

static gboolean
is_there (ScopeNotes *notes, const ScopeNote *note)
{
  guint place = place_of (notes, note);

  return place < notes->notes->len && compare (g_ptr_array_index (notes->notes, place), note) == 0;
}

gboolean
scope_notes_add_text (ScopeNotes *notes, const char *text, gssize length, gint64 tick_ps, guint *ret_added, GError **error)
{
  g_autofree char *copy = g_utf8_make_valid (text, length);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  guint number = 1, added = 0;

  g_return_val_if_fail (SCOPE_IS_NOTES (notes), FALSE);
  g_return_val_if_fail (tick_ps > 0, FALSE);

  for (char *line = copy, *next; line != NULL; line = next, number++)
    {
      ScopeNote *note;

      next = strchr (line, '\n');
      if (next != NULL)
        *next++ = '\0';
      if (g_str_has_suffix (line, "\r"))
        line[strlen (line) - 1] = '\0';
      if (*line == '\0' || *line == '#')
        continue;
      note = parse_line (line, number, tick_ps, error);
      if (note == NULL)
        return FALSE;
      g_ptr_array_add (found, note);
      if (found->len + notes->notes->len > SCOPE_NOTES_MAX)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, _("There are more than %u notes"), SCOPE_NOTES_MAX);
          return FALSE;
        }
    }
  for (guint i = 0; i < found->len; i++)
    if (!is_there (notes, g_ptr_array_index (found, i)))
      {
        insert (notes, g_object_ref (g_ptr_array_index (found, i)));
        added++;
      }
  if (ret_added != NULL)
    *ret_added = added;
  return TRUE;
}
