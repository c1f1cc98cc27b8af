/* scope-gains-file.c: see scope-gains-file.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-gains-file.h"

#include "io/index/scope-derived-file.h"
#include "io/index/scope-index.h"

#include <string.h>
#include <sys/stat.h>

#define SCOPE_GAINS_VERSION 1 /* raise it if a replay ends at another time than before */
#define MOST_BYTES (1024 * 1024)

typedef struct
{
  char *path;
  guint64 own;
} Place;

char *
scope_gains_path (const char *index)
{
  gsize n = strlen (index);

  return g_strdup_printf ("%.*s.gains", (int) (g_str_has_suffix (index, ".h5") ? n - 3 : n), index);
}

static void
place_free (gpointer data)
{
  Place *place = data;

  g_free (place->path);
  g_free (place);
}

/* The first line. */
static char *
head_of (const Place *place, const char *text)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strdup_printf ("lanescope-gains %d %d %d %" G_GUINT64_FORMAT " %s\n", SCOPE_INDEX_VERSION, SCOPE_DERIVED_VERSION, SCOPE_GAINS_VERSION,
                          place->own, sum);
}

static char *
load (gpointer data)
{
  const Place *place = data;
  g_autofree char *text = NULL, *head = NULL;
  struct stat st;
  char *rest;

  if (stat (place->path, &st) != 0 || !S_ISREG (st.st_mode) || st.st_size > MOST_BYTES || !g_file_get_contents (place->path, &text, NULL, NULL)
      || (rest = strchr (text, '\n')) == NULL)
    return NULL;
  head = head_of (place, rest + 1);
  return g_str_has_prefix (text, head) ? g_strdup (rest + 1) : NULL;
}

/* That it cannot be kept is no fault: it is found out again. */
static void
save (gpointer data, const char *text)
{
  const Place *place = data;
  g_autofree char *head = head_of (place, text), *all = g_strconcat (head, text, NULL);

  g_file_set_contents_full (place->path, all, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

void
scope_gains_keep_file (ScopeDerived *derived, const char *index, guint64 own)
{
  const ScopeGainsKeeper keeper = { load, save };
  Place *place = g_new0 (Place, 1);

  place->path = scope_gains_path (index);
  place->own = own;
  scope_gains_keep (derived, keeper, place, place_free);
}
