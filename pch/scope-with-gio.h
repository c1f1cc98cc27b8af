/* scope-with-gio.h: what most sources include, parsed once a library where -Dpch=true says so, as in ./dev test: a third of the time of
 * a build. A compiler cache, which cannot keep such files, is of more use to who builds often. Nobody includes this: sources say
 * themselves what they need. tests/includes.py notices if they do not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <gio/gio.h>
