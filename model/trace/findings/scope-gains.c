/* scope-gains.c: see scope-gains.h. As text: a line for each, its gain, a tab, and the wish with escapes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-gains.h"

#include "model/base/scope-compare.h"

#include <stdlib.h>
#include <string.h>

#define KEY "scope-gains"

typedef struct
{
  GMutex lock;
  ScopeGainsKeeper keeper;
  gpointer data;
  GDestroyNotify destroy;
  GHashTable *gains; /* wish → gint64; NULL: not loaded yet */
} Gains;

static void
gains_free (gpointer data)
{
  Gains *gains = data;

  g_mutex_clear (&gains->lock);
  g_clear_pointer (&gains->gains, g_hash_table_unref);
  gains->destroy (gains->data);
  g_free (gains);
}

void
scope_gains_keep (ScopeDerived *derived, ScopeGainsKeeper keeper, gpointer data, GDestroyNotify destroy)
{
  Gains *gains = g_new0 (Gains, 1);

  g_mutex_init (&gains->lock);
  gains->keeper = keeper;
  gains->data = data;
  gains->destroy = destroy;
  g_object_set_data_full (G_OBJECT (derived), KEY, gains, gains_free);
}

static void
put (Gains *gains, const char *wish, gint64 gain)
{
  g_hash_table_replace (gains->gains, g_strdup (wish), g_memdup2 (&gain, sizeof gain));
}

static void
take_line (Gains *gains, const char *line)
{
  g_autofree char *wish = NULL;
  char *end;
  gint64 gain = g_ascii_strtoll (line, &end, 10);

  if (*end != '\t' || gain < 0)
    return;
  wish = g_strcompress (end + 1);
  put (gains, wish, gain);
}

/* With the lock held. */
static void
load (Gains *gains)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (gains->gains != NULL)
    return;
  gains->gains = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  text = gains->keeper.load (gains->data);
  lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    take_line (gains, *line);
}

SCOPE_COMPARE_POINTERS_BY (compare_texts, char, SCOPE_COMPARE (strcmp (x, y), 0);)

/* With the lock held. */
static void
save (Gains *gains)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  g_autofree gpointer *wishes = g_hash_table_get_keys_as_array (gains->gains, &n);

  qsort (wishes, n, sizeof *wishes, compare_texts);
  for (guint i = 0; i < n; i++)
    {
      const gint64 *gain = g_hash_table_lookup (gains->gains, wishes[i]);
      g_autofree char *wish = g_strescape (wishes[i], NULL);

      g_string_append_printf (text, "%" G_GINT64_FORMAT "\t%s\n", *gain, wish);
    }
  gains->keeper.save (gains->data, text->str);
}

static Gains *
get (ScopeDerived *derived)
{
  return derived != NULL ? g_object_get_data (G_OBJECT (derived), KEY) : NULL;
}

gboolean
scope_gains_find (ScopeDerived *derived, const char *wish, gint64 *ret_gain)
{
  Gains *gains = get (derived);
  const gint64 *gain = NULL;

  if (gains == NULL)
    return FALSE;
  g_mutex_lock (&gains->lock);
  load (gains);
  gain = g_hash_table_lookup (gains->gains, wish);
  if (gain != NULL)
    *ret_gain = *gain;
  g_mutex_unlock (&gains->lock);
  return gain != NULL;
}

void
scope_gains_add (ScopeDerived *derived, const char *wish, gint64 gain)
{
  Gains *gains = get (derived);

  if (gains == NULL)
    return;
  g_mutex_lock (&gains->lock);
  load (gains);
  put (gains, wish, gain);
  save (gains);
  g_mutex_unlock (&gains->lock);
}
