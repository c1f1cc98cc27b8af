/* scope-knob-row.c: see scope-knob-row.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/findings/scope-knob-row.h"

#include "model/base/scope-format.h"
#include "widgets/findings/scope-forecast-bar.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  const char *title, *tail; /* the end of the wish: "x0.5" */
} Value;

static const Value factors[] = { { N_("half the time"), "x0.5" },
                                 { N_("a quarter of the time"), "x0.25" },
                                 { N_("three quarters of the time"), "x0.75" },
                                 { N_("no time"), "x0" },
                                 { N_("twice the time"), "x2" },
                                 { NULL } };
static const Value numbers[] = { { N_("twice as many"), "x2" }, { N_("four times as many"), "x4" }, { N_("no limit"), "inf" }, { "1", "1" },
                                 { "2", "2" },   { "3", "3" },   { "4", "4" },   { "6", "6" },   { "8", "8" },   { "12", "12" },
                                 { "16", "16" }, { "24", "24" }, { "32", "32" }, { "48", "48" }, { "64", "64" }, { NULL } };
static const Value latencies[]
    = { { N_("no time"), "x0" }, { N_("half the time"), "x0.5" }, { N_("twice the time"), "x2" }, { NULL } };
static const Value collections[]
    = { { N_("none"), "off" }, { N_("no wait for the stop"), "wait off" }, { N_("half the time"), "x0.5" }, { N_("twice the time"), "x2" }, { NULL } };
static const Value schedules[] = { { N_("ready work runs where there is room"), "perfect" }, { NULL } };
static const Value timers[] = { { N_("woken by what happens meanwhile"), "off" }, { NULL } };

/* What can be otherwise. */
static const struct
{
  const char *title;
  const char *head;     /* of the wish; NULL: of a subject of … */
  ScopeSubjectKind of;
  const char *prefix;   /* … whose wishes begin so */
  const Value *values;
} kinds[] = {
  { N_("Code"), NULL, SCOPE_SUBJECT_LABEL, "label:", factors },
  { N_("Thread or Process"), NULL, SCOPE_SUBJECT_TASK, "thread:", factors },
  { N_("Machine"), NULL, SCOPE_SUBJECT_MACHINE, "machine:", factors },
  { N_("Processors"), "processors", SCOPE_N_SUBJECTS, NULL, numbers },
  { N_("Messages"), "latency", SCOPE_N_SUBJECTS, NULL, latencies },
  { N_("Collections"), "gc", SCOPE_N_SUBJECTS, NULL, collections },
  { N_("Scheduling"), "stealing", SCOPE_N_SUBJECTS, NULL, schedules },
  { N_("Who Sleeps"), "timers", SCOPE_N_SUBJECTS, NULL, timers },
};

#define N_KINDS G_N_ELEMENTS (kinds)

struct _ScopeKnobRow
{
  GtkWidget parent_instance;

  ScopeTrace *trace;
  GtkWidget *lines, *kind, *subject, *value, *time, *bar, *limit;
  guint offered[N_KINDS], n_offered; /* kinds by their place in the choice */
  GPtrArray *heads[SCOPE_N_SUBJECTS], *titles[SCOPE_N_SUBJECTS]; /* of char * */
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeKnobRow, scope_knob_row, GTK_TYPE_WIDGET)

/* --- what is chosen --- */

static guint
get_kind (ScopeKnobRow *self)
{
  guint place = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind));

  return place < self->n_offered ? self->offered[place] : N_KINDS - 1;
}

char *
scope_knob_row_dup_wish (ScopeKnobRow *self)
{
  guint kind = get_kind (self), value = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->value)), subject;
  const char *head = kinds[kind].head, *tail = kinds[kind].values[value != GTK_INVALID_LIST_POSITION ? value : 0].tail;

  g_return_val_if_fail (SCOPE_IS_KNOB_ROW (self), NULL);

  subject = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->subject));
  if (head == NULL)
    head = g_ptr_array_index (self->heads[kinds[kind].of], subject != GTK_INVALID_LIST_POSITION ? subject : 0);
  return g_strdup_printf ("%s %s", head, tail);
}

static void
set_strings (GtkWidget *choice, const char *const *strings, guint selected)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (strings);

  gtk_drop_down_set_model (GTK_DROP_DOWN (choice), G_LIST_MODEL (list));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), selected);
}

/* What goes with the kind that is chosen. */
static void
fill_choices (ScopeKnobRow *self, guint subject, guint value)
{
  guint kind = get_kind (self), of = kinds[kind].of;
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  for (const Value *v = kinds[kind].values; v->title != NULL; v++)
    g_ptr_array_add (values, (gpointer) (g_ascii_isdigit (v->title[0]) ? v->title : _(v->title)));
  g_ptr_array_add (values, NULL);
  set_strings (self->value, (const char *const *) values->pdata, value);
  gtk_widget_set_visible (self->subject, of < SCOPE_N_SUBJECTS);
  gtk_widget_set_visible (self->value, values->len > 2 || of < SCOPE_N_SUBJECTS || kinds[kind].values == schedules
                                            || kinds[kind].values == timers);
  if (of >= SCOPE_N_SUBJECTS)
    return;
  g_ptr_array_add (self->titles[of], NULL);
  set_strings (self->subject, (const char *const *) self->titles[of]->pdata, subject);
  g_ptr_array_set_size (self->titles[of], (int) self->titles[of]->len - 1);
}

static void
offer_kinds (ScopeKnobRow *self, guint kind)
{
  const char *titles[N_KINDS + 1] = { NULL };
  guint chosen = 0;

  self->n_offered = 0;
  for (guint k = 0; k < N_KINDS; k++)
    {
      if (kinds[k].of < SCOPE_N_SUBJECTS && self->heads[kinds[k].of]->len == 0)
        continue;
      if (k == kind)
        chosen = self->n_offered;
      titles[self->n_offered] = _(kinds[k].title);
      self->offered[self->n_offered++] = k;
    }
  set_strings (self->kind, titles, chosen);
}

static guint
find_subject (ScopeKnobRow *self, guint of, const char *head, gboolean insert)
{
  for (guint i = 0; i < self->heads[of]->len; i++)
    if (g_str_equal (g_ptr_array_index (self->heads[of], i), head))
      return i;
  if (!insert)
    return 0;
  g_ptr_array_add (self->heads[of], g_strdup (head));
  g_ptr_array_add (self->titles[of], g_strdup (strchr (head, ':') + 1));
  return self->heads[of]->len - 1;
}

static void
set_wish (ScopeKnobRow *self, const char *wish)
{
  /* "gc wait off" is one of "gc". */
  const char *blank = g_str_has_prefix (wish, "gc ") ? strchr (wish, ' ') : strrchr (wish, ' '), *tail = blank != NULL ? blank + 1 : "";
  g_autofree char *head = blank != NULL ? g_strndup (wish, (gsize) (blank - wish)) : g_strdup (wish);
  guint kind = N_KINDS - 1, value = 0, subject = 0;

  for (guint k = 0; k < N_KINDS; k++)
    if (kinds[k].head != NULL ? g_str_equal (head, kinds[k].head) : g_str_has_prefix (head, kinds[k].prefix))
      kind = k;
  if (g_str_has_prefix (head, "process:")) /* of Erlang and Eden */
    kind = 1;
  for (guint v = 0; kinds[kind].values[v].title != NULL; v++)
    if (g_str_equal (kinds[kind].values[v].tail, tail))
      value = v;
  if (kinds[kind].of < SCOPE_N_SUBJECTS)
    subject = find_subject (self, kinds[kind].of, head, TRUE);
  self->setting = TRUE;
  offer_kinds (self, kind);
  fill_choices (self, subject, value);
  self->setting = FALSE;
}

static void
kind_changed (ScopeKnobRow *self)
{
  if (self->setting)
    return;
  self->setting = TRUE;
  fill_choices (self, 0, 0);
  self->setting = FALSE;
  g_signal_emit_by_name (self, "changed");
}

static void
choice_changed (ScopeKnobRow *self)
{
  if (!self->setting)
    g_signal_emit_by_name (self, "changed");
}

void
scope_knob_row_set_subjects (ScopeKnobRow *self, const ScopeSubjects *subjects)
{
  g_autofree char *wish = scope_knob_row_dup_wish (self);

  for (guint of = 0; of < SCOPE_N_SUBJECTS; of++)
    {
      g_ptr_array_set_size (self->heads[of], 0);
      g_ptr_array_set_size (self->titles[of], 0);
      for (guint i = 0; i < subjects->of[of]->len; i++)
        {
          const ScopeSubject *subject = &g_array_index (subjects->of[of], ScopeSubject, i);

          g_ptr_array_add (self->heads[of], g_strdup (subject->wish));
          g_ptr_array_add (self->titles[of], g_strdup (subject->title));
        }
    }
  set_wish (self, wish);
}

/* --- what it would do --- */

static char *
dup_doubts (guint doubts)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint bit = 1; bit <= SCOPE_LAST_DOUBT; bit *= 2)
    if (doubts & bit)
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", scope_doubt_sentence ((ScopeDoubt) bit));
  return g_strdup (text->str);
}

void
scope_knob_row_set_forecast (ScopeKnobRow *self, const ScopeForecast *forecast, gint64 measured)
{
  gint64 tick_ps = scope_trace_tick_ps (self->trace);
  g_autofree char *doubts = NULL, *end = NULL, *change = NULL, *time = NULL, *limit = NULL;
  double more;

  g_return_if_fail (SCOPE_IS_KNOB_ROW (self));

  gtk_widget_remove_css_class (self->limit, "error");
  if (forecast == NULL || forecast->why_not != NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->time), forecast != NULL ? "–" : "…");
      gtk_label_set_label (GTK_LABEL (self->limit), forecast != NULL ? forecast->why_not : "");
      scope_forecast_bar_set (SCOPE_FORECAST_BAR (self->bar), NULL);
      return;
    }
  more = measured > 0 ? (double) (forecast->result.end - forecast->result.replayed) / (double) measured : 0;
  end = scope_format_duration ((double) forecast->result.end, tick_ps);
  change = scope_format_share (ABS (more));
  /* TRANSLATORS: how long it would take, and how much less or more that is: “10.2 ms  −20.4 %” */
  time = ABS (more) < 0.0005 ? g_strdup_printf (_("%s  as measured"), end)
                             : g_strdup_printf (more < 0 ? _("%s  −%s") : _("%s  +%s"), end, change);
  doubts = dup_doubts (forecast->result.doubts);
  limit = g_strdup_printf ("%s%s%s", scope_limit_words (forecast->limit), *doubts != '\0' ? ". " : "", doubts);
  gtk_label_set_label (GTK_LABEL (self->time), time);
  gtk_label_set_label (GTK_LABEL (self->limit), limit);
  gtk_widget_set_tooltip_text (self->limit, limit);
  scope_forecast_bar_set (SCOPE_FORECAST_BAR (self->bar), &forecast->result);
}

/* --- life --- */

static void
remove_clicked (ScopeKnobRow *self)
{
  g_signal_emit_by_name (self, "removed");
}

static void
scope_knob_row_dispose (GObject *object)
{
  scope_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (scope_knob_row_parent_class)->dispose (object);
}

static void
scope_knob_row_finalize (GObject *object)
{
  ScopeKnobRow *self = SCOPE_KNOB_ROW (object);

  g_clear_object (&self->trace);
  for (guint of = 0; of < SCOPE_N_SUBJECTS; of++)
    {
      g_ptr_array_unref (self->heads[of]);
      g_ptr_array_unref (self->titles[of]);
    }
  G_OBJECT_CLASS (scope_knob_row_parent_class)->finalize (object);
}

static void
scope_knob_row_class_init (ScopeKnobRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_knob_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_knob_row_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  scope_add_signal (klass, "changed", 0);
  scope_add_signal (klass, "removed", 0);
}

static void
scope_knob_row_init (ScopeKnobRow *self)
{
  GtkWidget *choices = scope_bar_new (0), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *remove;

  for (guint of = 0; of < SCOPE_N_SUBJECTS; of++)
    {
      self->heads[of] = g_ptr_array_new_with_free_func (g_free);
      self->titles[of] = g_ptr_array_new_with_free_func (g_free);
    }
  self->kind = scope_choice_new (NULL, "table-choice", _("What would be otherwise"), G_CALLBACK (kind_changed), self);
  self->subject = scope_choice_new (NULL, "table-choice", _("Whose time"), G_CALLBACK (choice_changed), self);
  self->value = scope_choice_new (NULL, "table-choice", _("How much"), G_CALLBACK (choice_changed), self);
  self->time = scope_label_new ("…", SCOPE_LABEL_START, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (self->time), 18);
  self->bar = g_object_new (SCOPE_TYPE_FORECAST_BAR, NULL);
  self->limit = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP | SCOPE_LABEL_ELLIPSIZE, "caption dim-label");
  gtk_label_set_lines (GTK_LABEL (self->limit), 2);
  gtk_widget_set_margin_start (self->limit, 6);
  remove = scope_icon_button_new ("list-remove-symbolic", _("Remove"), G_CALLBACK (remove_clicked), self);
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (choices, TRUE);
  gtk_widget_add_css_class (row, "panel-bar");
  scope_add_children (choices, self->kind, self->subject, self->value, NULL);
  /* However many lines the choices take, what they come to stands below what others come to. */
  scope_add_children (row, choices, self->time, self->bar, remove, NULL);
  self->lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  scope_add_children (self->lines, row, self->limit, NULL);
  gtk_widget_set_parent (self->lines, GTK_WIDGET (self));
}

GtkWidget *
scope_knob_row_new (ScopeTrace *trace, const ScopeSubjects *subjects, const char *wish)
{
  ScopeKnobRow *self = g_object_new (SCOPE_TYPE_KNOB_ROW, NULL);

  self->trace = g_object_ref (trace);
  set_wish (self, wish);
  if (subjects != NULL)
    scope_knob_row_set_subjects (self, subjects);
  return GTK_WIDGET (self);
}
