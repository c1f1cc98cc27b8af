/* bench-walk.c: the bare loop that reading a trace is measured against.
 *
 * It walks the events of an eventlog and counts them by type and capability: the least that anybody must do who has
 * seen every event. It reads with pread into one buffer, as the program does; it knows sizes from the header and
 * capabilities from the block markers; it checks what it must not to run off the buffer, and nothing else.
 *
 *     bench-walk FILE       prints: events, bytes, seconds, and one line per capability and type with -v
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BUFFER (1u << 20)
#define VARIABLE 0xffffu
#define UNDECLARED 0xfffeu
#define BLOCK_MARKER 18
#define N_CAPS 1024 /* capabilities are counted modulo this; the last is "none" */
#define N_TYPES 512

static uint64_t counts[N_CAPS][N_TYPES];
static uint32_t sizes[65536];
static uint8_t buffer[BUFFER + 65536 + 64];

static inline uint32_t
be16 (const uint8_t *p)
{
  return (uint32_t) p[0] << 8 | p[1];
}

static inline uint32_t
be32 (const uint8_t *p)
{
  return be16 (p) << 16 | be16 (p + 2);
}

static void
fail (const char *path, const char *what)
{
  fprintf (stderr, "bench-walk: %s: %s\n", path, what);
  exit (1);
}

/* Reads the header from the buffer's first n bytes; returns where the events begin. */
static size_t
read_header (const char *path, size_t n)
{
  const uint8_t *p = buffer, *end = buffer + n;

  for (size_t i = 0; i < 65536; i++)
    sizes[i] = UNDECLARED;
  if (n < 8 || memcmp (p, "hdrbhetb", 8) != 0)
    fail (path, "not an eventlog");
  p += 8;
  while (end - p >= 12 && memcmp (p, "etb", 3) == 0)
    {
      uint32_t type = be16 (p + 4), length = be32 (p + 8), extra;

      sizes[type] = be16 (p + 6);
      if (length > n || (size_t) (end - p) < 16 + (size_t) length)
        fail (path, "cut header");
      extra = be32 (p + 12 + length);
      if (extra > n || (size_t) (end - p) < 20 + (size_t) length + extra)
        fail (path, "cut header");
      p += 20 + length + extra;
    }
  if (end - p < 12 || memcmp (p, "hetehdredatb", 12) != 0)
    fail (path, "strange header");
  return (size_t) (p + 12 - buffer);
}

/* Walks to the end; returns the number of events, block markers not counted. */
static uint64_t
walk (int fd, const char *path, uint64_t *ret_bytes)
{
  uint64_t offset = 0, events = 0;
  ssize_t got = pread (fd, buffer, BUFFER, 0);
  const uint8_t *p, *end;
  uint64_t *row = counts[N_CAPS - 1];
  bool ended = false;

  if (got < 0)
    fail (path, strerror (errno));
  offset = (uint64_t) got;
  p = buffer + read_header (path, (size_t) got);
  end = buffer + got;
  for (;;)
    {
      uint32_t type, size, head;

      /* The longest event has 12 + 65,535 bytes: with that many left no check is needed within. */
      if (!ended && end - p < 12 + 65535)
        {
          size_t rest = (size_t) (end - p);

          memmove (buffer, p, rest);
          got = pread (fd, buffer + rest, BUFFER - rest, (off_t) offset);
          if (got < 0)
            fail (path, strerror (errno));
          offset += (uint64_t) got;
          p = buffer;
          end = buffer + rest + (size_t) got;
          if (got == 0)
            {
              ended = true;
              memset (buffer + rest, 0xff, 16); /* an end mark behind the last byte */
            }
        }
      type = be16 (p);
      if (type == 0xffff)
        break;
      size = sizes[type];
      head = 10;
      if (size == VARIABLE)
        {
          size = be16 (p + 10);
          head = 12;
        }
      else if (size == UNDECLARED)
        fail (path, "an event of undeclared type");
      if (end - p < (ptrdiff_t) (head + size))
        break; /* cut in the middle */
      if (type == BLOCK_MARKER)
        {
          uint32_t cap = be16 (p + 22);

          row = counts[cap == 0xffff ? N_CAPS - 1 : cap % (N_CAPS - 1)];
        }
      else
        {
          events++;
          row[type % N_TYPES]++;
        }
      p += head + size;
    }
  *ret_bytes = offset - (uint64_t) (end - p);
  return events;
}

int
main (int argc, char **argv)
{
  bool verbose = argc > 2 && strcmp (argv[1], "-v") == 0;
  const char *path = argv[argc - 1];
  struct timespec t0, t1;
  uint64_t events, bytes;
  int fd;

  if (argc < 2)
    {
      fprintf (stderr, "Usage: bench-walk [-v] FILE\n");
      return 2;
    }
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    fail (path, strerror (errno));
  clock_gettime (CLOCK_MONOTONIC, &t0);
  events = walk (fd, path, &bytes);
  clock_gettime (CLOCK_MONOTONIC, &t1);
  close (fd);
  printf ("{\"events\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"seconds\": %.6f}\n", events, bytes,
          (double) (t1.tv_sec - t0.tv_sec) + (double) (t1.tv_nsec - t0.tv_nsec) / 1e9);
  for (unsigned cap = 0; verbose && cap < N_CAPS; cap++)
    for (unsigned type = 0; type < N_TYPES; type++)
      if (counts[cap][type] > 0)
        printf ("%d %u %" PRIu64 "\n", cap == N_CAPS - 1 ? -1 : (int) cap, type, counts[cap][type]);
  return 0;
}
