/* fuzz-main.h: lets a fuzz target be built without libFuzzer: then it runs once over the files and folders named, so
 * that the corpus is a test with any compiler.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize n);

#ifndef SCOPE_LIBFUZZER

static inline guint
fuzz_run_path (const char *path)
{
  g_autofree char *data = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  gsize n;
  guint count = 0;

  if (dir)
    {
      while ((name = g_dir_read_name (dir)))
        {
          g_autofree char *file = g_build_filename (path, name, NULL);

          count += fuzz_run_path (file);
        }
      return count;
    }
  if (!g_file_get_contents (path, &data, &n, NULL))
    return 0;
  LLVMFuzzerTestOneInput ((const guint8 *) data, n);
  return 1;
}

int
main (int argc, char **argv)
{
  guint count = 0;

  for (int i = 1; i < argc; i++)
    count += fuzz_run_path (argv[i]);
  printf ("TAP version 13\n1..1\n%s 1 - corpus # %u files\n", count > 0 ? "ok" : "not ok", count);
  return count == 0;
}

#endif
