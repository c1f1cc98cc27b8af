/* live-where.h: where live-writer writes to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* A descriptor for a path (a FIFO is opened as it is), "-", unix:PATH or tcp://HOST:PORT (connects, for ten seconds), unix-listen:PATH or
 * tcp-listen://:PORT (waits for one to connect). −1 with errno. */
int live_open_where (const char *where);
