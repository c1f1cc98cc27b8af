/* scope-part-plan.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-part-plan.h"

#include <string.h>
#include <sys/stat.h>

#define PACKED_RATIO 6u /* a log is about so much longer than what it is packed to */

/* Of a member's log; if it does not say how long it is, by its files. */
static guint64
bytes_of (ScopeArchive *archive, guint i)
{
  guint64 bytes = scope_archive_member (archive, i)->size;

  for (guint p = 0; bytes == 0 && p < scope_archive_n_parts (archive, i); p++)
    {
      const char *path = NULL;
      struct stat st;

      scope_archive_part (archive, i, p, &path);
      if (path != NULL && stat (path, &st) == 0)
        bytes += PACKED_RATIO * (guint64) st.st_size;
    }
  return bytes;
}

gboolean
scope_part_plan_parse_bytes (const char *text, guint64 *ret_bytes)
{
  static const char *const units[] = { "", "kB", "MB", "GB" };
  char *end;
  guint64 bytes = g_ascii_strtoull (text, &end, 10);

  for (guint i = 0; g_ascii_isdigit (*text) && i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (end, units[i]) == 0 && bytes > 0 && bytes <= G_MAXUINT32)
        {
          *ret_bytes = bytes << (10 * i);
          return TRUE;
        }
    }
  return FALSE;
}

static void
end_part (ScopePartPlan *plan, guint *first, guint next, guint64 bytes)
{
  plan->parts[plan->n] = (ScopeImportPart) { .first = *first, .n = next - *first };
  plan->bytes[plan->n++] = bytes;
  *first = next;
}

/* What is left at the end is a part of its own only if there is no other. */
static void
cut (ScopePartPlan *plan, ScopeArchive *archive, guint64 part_bytes)
{
  guint first = 0, machine = 0;
  guint64 bytes = 0;

  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    {
      if (!scope_member_is_log (scope_archive_member (archive, i)))
        continue;
      bytes += bytes_of (archive, i);
      machine++;
      if (bytes >= part_bytes)
        {
          end_part (plan, &first, machine, bytes);
          bytes = 0;
        }
    }
  if (machine > first && plan->n > 0)
    {
      plan->parts[plan->n - 1].n += machine - first;
      plan->bytes[plan->n - 1] += bytes;
    }
  else if (machine > first)
    end_part (plan, &first, machine, bytes);
}

static gint
heavier (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *bytes = data;
  guint x = *(const guint *) a, y = *(const guint *) b;

  return bytes[x] != bytes[y] ? (bytes[x] < bytes[y] ? 1 : -1) : (x > y) - (x < y);
}

/* The heaviest first, each to the task that has least. */
static void
divide (ScopePartPlan *plan, guint n_tasks)
{
  g_autofree guint64 *load = g_new0 (guint64, n_tasks);
  g_autofree guint *order = g_new (guint, plan->n + 1u);

  for (guint i = 0; i < plan->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) plan->n, sizeof *order, heavier, plan->bytes);
  for (guint i = 0; i < plan->n; i++)
    {
      guint least = 0;

      for (guint t = 1; t < n_tasks; t++)
        if (load[t] < load[least])
          least = t;
      plan->task_of[order[i]] = least;
      load[least] += MAX (plan->bytes[order[i]], 1);
    }
}

ScopePartPlan *
scope_part_plan_new (ScopeArchive *archive, const char *folder, guint64 part_bytes, guint n_tasks)
{
  ScopePartPlan *plan = g_new0 (ScopePartPlan, 1);
  guint n = scope_archive_n_members (archive);

  plan->parts = g_new0 (ScopeImportPart, n + 1u);
  plan->bytes = g_new0 (guint64, n + 1u);
  plan->task_of = g_new0 (guint, n + 1u);
  cut (plan, archive, part_bytes);
  divide (plan, MAX (n_tasks, 1));
  for (guint i = 0; i < plan->n; i++)
    {
      g_autofree char *name = scope_index_part_name (SCOPE_INDEX_FILE_PART, i);

      plan->parts[i].path = g_build_filename (folder, name, NULL);
    }
  return plan;
}

void
scope_part_plan_free (ScopePartPlan *plan)
{
  if (plan == NULL)
    return;
  for (guint i = 0; i < plan->n; i++)
    {
      g_free (plan->parts[i].path);
      g_free (plan->parts[i].digest);
    }
  g_free (plan->parts);
  g_free (plan->bytes);
  g_free (plan->task_of);
  g_free (plan);
}
