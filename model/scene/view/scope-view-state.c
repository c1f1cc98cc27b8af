/* scope-view-state.c: see scope-view-state.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-view-state.h"

#include "model/scene/lanes/scope-lane-tree.h"
#include "model/scene/view/scope-view-private.h"

#include <string.h>

static const char *const shows[] = { "default", "machines", "processors", "processes", "threads", "list" };
static const char *const sorts[] = { "id", "number", "start", "running", "waiting" };

/* Its place in the table, or `none`. */
static guint
find_word (GKeyFile *file, const char *group, const char *key, const char *const *words, guint n, guint none)
{
  g_autofree char *word = g_key_file_get_string (file, group, key, NULL);

  for (guint i = 0; word != NULL && i < n; i++)
    if (g_str_equal (word, words[i]))
      return i;
  return none;
}

#define FIND_WORD(file, group, key, words, none) find_word (file, group, key, words, G_N_ELEMENTS (words), none)

/* --- times --- */

static void
put_time (GKeyFile *file, const char *group, const char *key, gint64 ticks, gint64 tick_ps)
{
  __int128 ps = (__int128) ticks * tick_ps;
  guint64 size = (guint64) (ps < 0 ? -ps : ps) ;
  g_autofree char *text = NULL;

  if ((ps < 0 ? -ps : ps) > (__int128) G_MAXINT64)
    text = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) (ps / 1000));
  else
    text = g_strdup_printf ("%s%" G_GUINT64_FORMAT ".%03u", ps < 0 ? "-" : "", size / 1000, (guint) (size % 1000));
  if (g_str_has_suffix (text, ".000"))
    text[strlen (text) - 4] = '\0';
  g_key_file_set_string (file, group, key, text);
}

static gboolean
get_time (GKeyFile *file, const char *group, const char *key, gint64 tick_ps, gint64 *ret_ticks)
{
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);
  char *end;
  gint64 ns;
  guint ps = 0;
  __int128 all;

  if (text == NULL || *text == '\0')
    return FALSE;
  ns = g_ascii_strtoll (text, &end, 10);
  if (end == text || ns == G_MAXINT64 || ns == G_MININT64)
    return FALSE;
  if (*end == '.')
    for (guint power = 100; power > 0 && g_ascii_isdigit (*++end); power /= 10)
      ps += (guint) (*end - '0') * power;
  all = (__int128) ns * 1000 + (*text == '-' ? -(gint64) ps : (gint64) ps);
  all /= tick_ps;
  if (all > G_MAXINT64 / 4 || all < G_MININT64 / 4)
    return FALSE;
  *ret_ticks = (gint64) all;
  return TRUE;
}

/* --- rows --- */

typedef struct
{
  GPtrArray *unfolded, *folded, *pinned, *hidden, *more, *places;
} Lists;

static void
add_to (GPtrArray *list, char *text)
{
  if (list->len < SCOPE_VIEW_STATE_MAX)
    g_ptr_array_add (list, text);
  else
    g_free (text);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
put_list (GKeyFile *file, const char *group, const char *key, GPtrArray *list)
{
  g_ptr_array_sort (list, compare_texts); /* the same state, the same file */
  if (list->len > 0)
    g_key_file_set_string_list (file, group, key, (const char *const *) list->pdata, list->len);
  g_ptr_array_unref (list);
}

static void
save_memory (ScopeLaneList *list, GKeyFile *file, const char *group)
{
  Lists lists;
  GPtrArray **each = (GPtrArray **) &lists;
  GHashTableIter iter;
  gpointer key, value;

  for (guint i = 0; i < sizeof lists / sizeof *each; i++)
    each[i] = g_ptr_array_new_with_free_func (g_free);
  g_hash_table_iter_init (&iter, list->memory);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const ScopeNodeMemory *memory = value;

      if (memory->expanded != 0)
        add_to (memory->expanded > 0 ? lists.unfolded : lists.folded, g_strdup (key));
      if (memory->pinned)
        add_to (lists.pinned, g_strdup (key));
      if (memory->hidden)
        add_to (lists.hidden, g_strdup (key));
      if (memory->shown > 0)
        add_to (lists.more, g_strdup_printf ("%u %s", memory->shown, (const char *) key));
      if (memory->rank >= 0)
        {
          char number[G_ASCII_DTOSTR_BUF_SIZE];

          add_to (lists.places, g_strdup_printf ("%s %s", g_ascii_dtostr (number, sizeof number, memory->rank),
                                                 (const char *) key));
        }
    }
  put_list (file, group, "Unfolded", lists.unfolded);
  put_list (file, group, "Folded", lists.folded);
  put_list (file, group, "Pinned", lists.pinned);
  put_list (file, group, "Hidden", lists.hidden);
  put_list (file, group, "More", lists.more);
  put_list (file, group, "Places", lists.places);
}

static void
save_chosen (ScopeLaneList *list, GKeyFile *file, const char *group)
{
  GPtrArray *lanes = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; list->show == SCOPE_SHOW_LIST && i < list->chosen->len; i++)
    add_to (lanes, scope_trace_format_lane (list->trace, g_array_index (list->chosen, ScopeLaneId, i)));
  if (lanes->len > 0)
    {
      g_key_file_set_string_list (file, group, "Lanes", (const char *const *) lanes->pdata, lanes->len);
      g_key_file_set_boolean (file, group, "Sum", list->sum);
    }
  g_ptr_array_unref (lanes);
}

static void
save_filter (const ScopeLaneFilter *filter, gint64 tick_ps, GKeyFile *file, const char *group)
{
  if (filter->text != NULL && *filter->text != '\0')
    {
      g_key_file_set_string (file, group, "Filter", filter->text);
      g_key_file_set_boolean (file, group, "FilterRegex", filter->regex);
    }
  if (filter->state >= 0)
    {
      g_key_file_set_string (file, group, "FilterState", scope_state_name ((ScopeState) filter->state));
      g_key_file_set_double (file, group, "FilterShare", filter->share);
    }
  if (filter->life > 0)
    put_time (file, group, "FilterLifeNs", filter->life, tick_ps);
  g_key_file_set_boolean (file, group, "HideAbsent", filter->hide_absent);
  g_key_file_set_boolean (file, group, "Group", filter->group);
}

typedef enum
{
  MARK_UNFOLDED,
  MARK_FOLDED,
  MARK_PINNED,
  MARK_HIDDEN,
  MARK_MORE,
  MARK_PLACE,
} Mark;

static void
mark (ScopeLaneList *list, const char *text, Mark what)
{
  const char *key = text;
  ScopeNodeMemory *memory;

  if (what >= MARK_MORE && (key = strchr (text, ' ')) == NULL)
    return;
  if (what >= MARK_MORE)
    key++;
  if (*key == '\0')
    return;
  memory = scope_lane_list_memory (list, key, TRUE);
  switch (what)
    {
    case MARK_UNFOLDED:
      memory->expanded = 1;
      break;
    case MARK_FOLDED:
      memory->expanded = -1;
      break;
    case MARK_PINNED:
      memory->pinned = TRUE;
      break;
    case MARK_HIDDEN:
      memory->hidden = TRUE;
      break;
    case MARK_MORE:
      memory->shown = (guint) MIN (g_ascii_strtoull (text, NULL, 10), SCOPE_VIEW_STATE_MAX);
      break;
    case MARK_PLACE:
    default:
      memory->rank = CLAMP (g_ascii_strtod (text, NULL), 0, 1e9);
    }
}

static void
restore_memory (ScopeLaneList *list, GKeyFile *file, const char *group)
{
  static const char *const keys[] = { "Unfolded", "Folded", "Pinned", "Hidden", "More", "Places" };

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      gsize n = 0;
      g_auto (GStrv) texts = g_key_file_get_string_list (file, group, keys[k], &n, NULL);

      for (gsize i = 0; i < MIN (n, SCOPE_VIEW_STATE_MAX); i++)
        mark (list, texts[i], (Mark) k);
    }
}

static void
restore_chosen (ScopeLaneList *list, GKeyFile *file, const char *group)
{
  gsize n = 0;
  g_auto (GStrv) texts = g_key_file_get_string_list (file, group, "Lanes", &n, NULL);

  g_array_set_size (list->chosen, 0);
  for (gsize i = 0; i < MIN (n, SCOPE_VIEW_STATE_MAX); i++)
    {
      ScopeLaneId lane;

      if (scope_trace_parse_lane (list->trace, texts[i], &lane, NULL))
        g_array_append_val (list->chosen, lane);
    }
  list->sum = g_key_file_get_boolean (file, group, "Sum", NULL);
  if (list->chosen->len == 0)
    list->show = SCOPE_SHOW_DEFAULT;
}

static gboolean
get_boolean (GKeyFile *file, const char *group, const char *key, gboolean otherwise)
{
  return g_key_file_has_key (file, group, key, NULL) ? g_key_file_get_boolean (file, group, key, NULL) : otherwise;
}

static void
restore_filter (ScopeLaneList *list, gint64 tick_ps, GKeyFile *file, const char *group)
{
  ScopeLaneFilter filter;
  g_autofree char *state = g_key_file_get_string (file, group, "FilterState", NULL);
  gint64 life;

  scope_lane_filter_init (&filter);
  filter.text = g_key_file_get_string (file, group, "Filter", NULL);
  filter.regex = g_key_file_get_boolean (file, group, "FilterRegex", NULL);
  for (guint s = 0; state != NULL && s < SCOPE_N_STATES; s++)
    if (g_str_equal (state, scope_state_name ((ScopeState) s)))
      filter.state = (int) s;
  filter.share = CLAMP (g_key_file_get_double (file, group, "FilterShare", NULL), 0, 1);
  if (get_time (file, group, "FilterLifeNs", tick_ps, &life))
    filter.life = MAX (life, 0);
  filter.hide_absent = get_boolean (file, group, "HideAbsent", filter.hide_absent);
  filter.group = get_boolean (file, group, "Group", filter.group);
  if (scope_lane_filter_check (&filter, NULL))
    scope_lane_list_set_filter (list, &filter);
  scope_lane_filter_clear (&filter);
}

/* --- look --- */

static char *
messages_words (const ScopeMessageFilter *filter)
{
  g_autoptr (GString) words = g_string_new (NULL);
  const struct
  {
    gboolean on;
    const char *word;
  } all[] = { { filter->show, "lines" },           { filter->show && filter->streams, "streams" },
              { filter->show && filter->by_class, "classes" }, { filter->rows, "rows" },
              { filter->system, "system" },        { filter->migrations, "migrations" },
              { filter->wakeups, "wakeups" },      { filter->reversed_only, "reversed" } };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].on)
      g_string_append_printf (words, "%s%s", words->len > 0 ? "," : "", all[i].word);
  return g_strdup (words->len > 0 ? words->str : "none");
}

static void
save_look (ScopeView *view, GKeyFile *file, const char *group)
{
  const ScopeViewLook *look = scope_view_get_look (view);
  g_autofree char *messages = messages_words (scope_view_get_messages (view));
  gint64 tick_ps = MAX (scope_trace_tick_ps (scope_view_get_trace (view)), 1);

  for (guint i = 0; i < SCOPE_N_LOOKS; i++)
    {
      const char *name = scope_look_rows[i].name;
      gint64 value = scope_look_get (look, i);

      switch (scope_look_rows[i].kind)
        {
        case SCOPE_LOOK_IS_WORD:
          g_key_file_set_string (file, group, name, scope_look_word (i, (guint) value));
          break;
        case SCOPE_LOOK_IS_BOOLEAN:
          g_key_file_set_boolean (file, group, name, value != 0);
          break;
        case SCOPE_LOOK_IS_BITS:
          g_key_file_set_integer (file, group, name, (int) value);
          break;
        case SCOPE_LOOK_IS_TIME:
          put_time (file, group, name, value, tick_ps);
          break;
        case SCOPE_LOOK_KEPT_NOWHERE:
        default:
          break;
        }
    }
  g_key_file_set_string (file, group, "Messages", messages);
  g_key_file_set_boolean (file, group, "LocalTime", scope_trace_get_local_time (scope_view_get_trace (view)));
}

/* What a file says of a field; as it is, if that makes no sense or is left out. */
static gint64
read_look (GKeyFile *file, const char *group, const ScopeViewLook *look, ScopeLookField field, gint64 tick_ps)
{
  const ScopeLookRow *row = &scope_look_rows[field];
  gint64 now = scope_look_get (look, field), time;
  g_autofree char *word = NULL;
  int value;

  if (row->name == NULL || !g_key_file_has_key (file, group, row->name, NULL))
    return now;
  switch (row->kind)
    {
    case SCOPE_LOOK_IS_WORD:
      word = g_key_file_get_string (file, group, row->name, NULL);
      value = scope_look_find_word (field, word);
      return value >= 0 ? value : now;
    case SCOPE_LOOK_IS_BOOLEAN:
      return g_key_file_get_boolean (file, group, row->name, NULL);
    case SCOPE_LOOK_IS_BITS:
      return (guint) g_key_file_get_integer (file, group, row->name, NULL) & row->bits;
    case SCOPE_LOOK_IS_TIME:
      return get_time (file, group, row->name, tick_ps, &time) ? time : now;
    case SCOPE_LOOK_KEPT_NOWHERE:
    default:
      return now;
    }
}

static void
restore_look (ScopeView *view, GKeyFile *file, const char *group)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  g_autofree char *words = g_key_file_get_string (file, group, "Messages", NULL);
  ScopeMessageFilter messages = *scope_view_get_messages (view);
  ScopeViewLook look = *scope_view_get_look (view);

  for (guint i = 0; i < SCOPE_N_LOOKS; i++)
    scope_look_set (&look, i, read_look (file, group, &look, i, MAX (scope_trace_tick_ps (trace), 1)));
  scope_view_set_whole_look (view, &look);
  if (words != NULL && scope_message_filter_parse (&messages, words, NULL))
    scope_view_set_messages (view, &messages);
  scope_trace_set_local_time (trace, get_boolean (file, group, "LocalTime", FALSE));
}

/* --- calipers --- */

static void
save_calipers (ScopeView *view, GKeyFile *file, const char *group)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  gint64 tick_ps = MAX (scope_trace_tick_ps (trace), 1);
  ScopeViewCalipers calipers;

  if (!scope_view_get_calipers (view, &calipers))
    return;
  put_time (file, group, "Caliper1", calipers.at[0], tick_ps);
  put_time (file, group, "Caliper2", calipers.at[1], tick_ps);
  if (calipers.has_lane)
    {
      g_autofree char *text = scope_trace_format_lane (trace, calipers.lane);

      g_key_file_set_string (file, group, "CaliperLane", text);
    }
}

static void
restore_calipers (ScopeView *view, GKeyFile *file, const char *group)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  gint64 tick_ps = MAX (scope_trace_tick_ps (trace), 1), first, last;
  g_autofree char *lane = g_key_file_get_string (file, group, "CaliperLane", NULL);
  ScopeViewCalipers calipers = { .active = 1 };

  scope_trace_range (trace, &first, &last);
  if (!get_time (file, group, "Caliper1", tick_ps, &calipers.at[0]) || !get_time (file, group, "Caliper2", tick_ps, &calipers.at[1])
      || MIN (calipers.at[0], calipers.at[1]) > last || MAX (calipers.at[0], calipers.at[1]) < first)
    return;
  calipers.has_lane = lane != NULL && scope_trace_parse_lane (trace, lane, &calipers.lane, NULL);
  scope_view_set_calipers (view, &calipers);
}

/* --- all of it --- */

void
scope_view_state_save (ScopeView *view, GKeyFile *file, const char *group)
{
  ScopeLaneList *list = scope_view_get_lanes (view);
  ScopeTrace *trace = scope_view_get_trace (view);
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  gint64 tick_ps = MAX (scope_trace_tick_ps (trace), 1), from, to;
  ScopeLaneId lane;

  scope_viewport_get_range (viewport, &from, &to);
  put_time (file, group, "From", from, tick_ps);
  put_time (file, group, "To", to, tick_ps);
  if (scope_view_get_selected_range (view, &from, &to))
    {
      put_time (file, group, "SelectedFrom", from, tick_ps);
      put_time (file, group, "SelectedTo", to, tick_ps);
    }
  if (scope_view_get_selected_lane (view, &lane))
    {
      g_autofree char *text = scope_trace_format_lane (trace, lane);

      g_key_file_set_string (file, group, "SelectedLane", text);
    }
  save_calipers (view, file, group);
  g_key_file_set_string (file, group, "Show", shows[scope_lane_list_get_show (list)]);
  g_key_file_set_string (file, group, "Sort", sorts[scope_lane_list_get_sort (list)]);
  save_chosen (list, file, group);
  save_memory (list, file, group);
  save_filter (scope_lane_list_get_filter (list), tick_ps, file, group);
  save_look (view, file, group);
}

void
scope_view_state_restore_rows (ScopeView *view, GKeyFile *file, const char *group)
{
  ScopeLaneList *list = scope_view_get_lanes (view);

  if (!g_key_file_has_group (file, group))
    return;
  restore_look (view, file, group);
  restore_memory (list, file, group);
  list->show = (ScopeShow) FIND_WORD (file, group, "Show", shows, list->show);
  list->sort = (ScopeSort) FIND_WORD (file, group, "Sort", sorts, list->sort);
  if (list->show == SCOPE_SHOW_LIST)
    restore_chosen (list, file, group);
  restore_filter (list, MAX (scope_trace_tick_ps (scope_view_get_trace (view)), 1), file, group);
  scope_lane_list_rebuild (list);
  scope_lane_list_notify (list);
}

gboolean
scope_view_state_restore_range (ScopeView *view, GKeyFile *file, const char *group)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  gint64 tick_ps = MAX (scope_trace_tick_ps (trace), 1), first, last, from, to;
  g_autofree char *lane_text = g_key_file_get_string (file, group, "SelectedLane", NULL);
  gboolean fits = TRUE;
  ScopeLaneId lane;

  scope_trace_range (trace, &first, &last);
  if (get_time (file, group, "From", tick_ps, &from) && get_time (file, group, "To", tick_ps, &to) && to > from)
    {
      fits = from < last && to > first;
      if (fits)
        scope_view_set_range (view, MAX (from, first), MIN (to, last));
    }
  if (lane_text != NULL && scope_trace_parse_lane (trace, lane_text, &lane, NULL))
    scope_view_select_lane (view, &lane);
  if (get_time (file, group, "SelectedFrom", tick_ps, &from) && get_time (file, group, "SelectedTo", tick_ps, &to)
      && to > from && from < last && to > first)
    scope_view_choose_range (view, MAX (from, first), MIN (to, last));
  restore_calipers (view, file, group);
  return fits;
}
