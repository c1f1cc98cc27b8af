/* scope-migration-rates-scene.c: how many tasks move, over time: a row for all, and one per processor with what comes to it
 * (up) and what leaves it (down), in bars of a few pixels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/migrations/scope-migration-paths-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

void
scope_migration_rates_count (const ScopeMigrationPaths *r, guint32 row, guint x0, guint x1, guint64 *ret_come, guint64 *ret_go)
{
  guint32 first = row == SCOPE_NONE ? 0 : row, end = row == SCOPE_NONE ? r->rows->len : row + 1;

  *ret_come = *ret_go = 0;
  for (guint32 i = first; i < end && i < r->rows->len; i++)
    for (guint x = x0; x < MIN (x1, r->width); x++)
      {
        *ret_come += r->come[(gsize) i * r->width + x];
        *ret_go += r->go[(gsize) i * r->width + x];
      }
}

gboolean
scope_migration_rates_bar (const ScopeMigrationPaths *r, const ScopeViewport *viewport, double x, guint *ret_x0, guint *ret_x1)
{
  double was = floor (scope_viewport_x (&r->request.viewport, scope_viewport_x_to_ticks (viewport, x))
                      / SCOPE_MIGRATION_RATES_BAR);

  if (was < 0 || was * SCOPE_MIGRATION_RATES_BAR >= r->width)
    return FALSE;
  *ret_x0 = (guint) was * SCOPE_MIGRATION_RATES_BAR;
  *ret_x1 = MIN (*ret_x0 + SCOPE_MIGRATION_RATES_BAR, r->width);
  return TRUE;
}

void
scope_migration_rates_most (const ScopeMigrationPaths *r, guint64 *ret_all, guint64 *ret_one)
{
  *ret_all = *ret_one = 1;
  for (guint x = 0; x < r->width; x += SCOPE_MIGRATION_RATES_BAR)
    {
      guint64 all = 0, come, go;

      for (guint32 i = 0; i < r->rows->len; i++)
        {
          scope_migration_rates_count (r, i, x, x + SCOPE_MIGRATION_RATES_BAR, &come, &go);
          *ret_one = MAX (*ret_one, MAX (come, go));
          all += come;
        }
      *ret_all = MAX (*ret_all, all);
    }
}

/* What is there is to be seen: a pixel at least. */
static double
bar_height (guint64 n, guint64 most, double room)
{
  return n == 0 ? 0 : MAX (round (room * (double) n / (double) most), 1);
}

/* A bar from the base to `height` above it (below: less than 0); all bars of a row are one polygon. */
static void
add_bar (GArray *points, double x0, double x1, double base, double height)
{
  float corners[8] = { (float) x0, (float) base,            (float) x0, (float) (base - height),
                       (float) x1, (float) (base - height), (float) x1, (float) base };

  if (height != 0)
    g_array_append_vals (points, corners, 8);
}

static void
add_bars (ScopeMigrationPathsBuild *b, GArray *points, ScopeColour colour)
{
  if (points->len > 0)
    scope_scene_polygon (b->scene, (float *) points->data, points->len / 2, colour);
  g_array_set_size (points, 0);
}

void
scope_migration_rates_add (ScopeMigrationPathsBuild *b)
{
  const ScopeMigrationPaths *r = b->ribbons;
  const ScopeViewport *was = &r->request.viewport;
  guint64 most_all, most_one, come, go;
  g_autoptr (GArray) up = g_array_new (FALSE, FALSE, sizeof (float)), down = g_array_new (FALSE, FALSE, sizeof (float));

  scope_migration_rates_most (r, &most_all, &most_one);
  scope_scene_add_group (b->scene, _("Rates"), SCOPE_NONE, b->x, b->y, b->width, b->height);
  for (guint i = 0; i < b->n_rows; i++)
    {
      double top = b->y + i * b->row_height, middle = floor (top + b->row_height / 2);

      if (i > 0)
        scope_scene_line (b->scene, b->x, middle + 0.5, b->x + b->width, middle + 0.5, 1, b->palette->grid);
      for (guint x = 0; x < r->width; x += SCOPE_MIGRATION_RATES_BAR)
        {
          double x0 = b->x + scope_viewport_x (&b->viewport, scope_viewport_x_to_ticks (was, x));
          guint end = MIN (x + SCOPE_MIGRATION_RATES_BAR, r->width);
          double x1 = b->x + scope_viewport_x (&b->viewport, scope_viewport_x_to_ticks (was, end));
          double base = i == 0 ? top + b->row_height - 1 : middle,
                 room = i == 0 ? b->row_height - 3 : b->row_height / 2 - 2;
          guint64 most = i == 0 ? most_all : most_one;

          x1 = MAX (x1 - 1, x0 + 1);
          scope_migration_rates_count (r, i == 0 ? SCOPE_NONE : i - 1, x, x + SCOPE_MIGRATION_RATES_BAR, &come, &go);
          add_bar (up, x0, x1, base, bar_height (come, most, room));
          if (i > 0)
            add_bar (down, x0, x1, base + 1, -bar_height (go, most, room));
        }
      add_bars (b, up, b->palette->accent);
      add_bars (b, down, b->palette->text);
    }
  scope_scene_set_group (b->scene, 0);
}
