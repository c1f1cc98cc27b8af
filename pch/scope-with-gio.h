/* scope-with-gio.h: what most sources include, parsed once a library where -Dpch=true says so: a third of the time of the build with
 * sanitizers in ./dev test. A compiler cache, which cannot keep such files, is of more use to who builds often. Nobody includes
 * this: sources say themselves what they need, and the other builds notice if they do not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <gio/gio.h>
