/* scope-far-wire.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/remote/scope-far-wire.h"

#include "model/base/scope-fail.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Packing that saves less than this part is left. */
#define WORTH 16u
#define LEVEL 4

static const char interface_xml[]
    = "<node>"
      " <interface name='" SCOPE_FAR_INTERFACE "'>"
      /* Who is there: the version of the program, and that of the indexes that it makes. */
      "  <method name='Hello'>"
      "   <arg name='program' type='s' direction='in'/>"
      "   <arg name='index_version' type='u' direction='in'/>"
      "   <arg name='program' type='s' direction='out'/>"
      "   <arg name='index_version' type='u' direction='out'/>"
      "  </method>"
      /* A trace (what lanescope-cli takes), by its path there; one that does not begin with / begins in the home folder. Answered when its
       * index is there, which may take as long as reading it. `identity` tells its index from all others. */
      "  <method name='Open'>"
      "   <arg name='path' type='ay' direction='in'/>"
      "   <arg name='trace' type='u' direction='out'/>"
      "   <arg name='identity' type='s' direction='out'/>"
      "   <arg name='size' type='t' direction='out'/>"
      "  </method>"
      /* Meanwhile: how far it is, in thousandths. */
      "  <signal name='Progress'>"
      "   <arg name='permille' type='u'/>"
      "  </signal>"
      /* Once, of a trace that was open when its program had not ended it: that has written on since. */
      "  <signal name='Grew'>"
      "   <arg name='trace' type='u'/>"
      "  </signal>"
      /* Stretches of the index, (where, how many bytes), one behind the other. */
      "  <method name='Read'>"
      "   <arg name='trace' type='u' direction='in'/>"
      "   <arg name='stretches' type='a(tt)' direction='in'/>"
      "   <arg name='bytes' type='(bay)' direction='out'/>"
      "  </method>"
      /* What is computed there, in words of scope-far-words.h; with how many bytes they are unpacked. */
      "  <method name='Ask'>"
      "   <arg name='trace' type='u' direction='in'/>"
      "   <arg name='question' type='((bay)u)' direction='in'/>"
      "   <arg name='answer' type='((bay)u)' direction='out'/>"
      "  </method>"
      /* The answer to the call of Ask with that serial number of D-Bus's is not wanted any more: it need not be worked out. */
      "  <method name='Stop'>"
      "   <arg name='serial' type='u' direction='in'/>"
      "  </method>"
      /* What a command of lanescope-cli prints of the trace, by its own words without the trace's ("stats", "--csv"). `job` is any number that
       * none has yet; the command begins at once. */
      "  <method name='Run'>"
      "   <arg name='trace' type='u' direction='in'/>"
      "   <arg name='job' type='u' direction='in'/>"
      "   <arg name='words' type='aay' direction='in'/>"
      "  </method>"
      /* Some more of it, when there is some; with the end its status, and what it says to people. No more is to be asked for then. */
      "  <method name='More'>"
      "   <arg name='job' type='u' direction='in'/>"
      "   <arg name='printed' type='((bay)u)' direction='out'/>"
      "   <arg name='ended' type='b' direction='out'/>"
      "   <arg name='status' type='i' direction='out'/>"
      "   <arg name='said' type='ay' direction='out'/>"
      "  </method>"
      /* Stretches of the index that lie between the segments and are needed only when something of these is read. */
      "  <method name='Late'>"
      "   <arg name='trace' type='u' direction='in'/>"
      "   <arg name='stretches' type='a(tt)' direction='out'/>"
      "  </method>"
      /* A log that is still being written: a file by its path there, as of Open, which need not be there yet; for how many seconds that is
       * waited for (0: for ever), and whether it may grow though nobody has it open. */
      "  <method name='Follow'>"
      "   <arg name='path' type='ay' direction='in'/>"
      "   <arg name='wait' type='u' direction='in'/>"
      "   <arg name='patient' type='b' direction='in'/>"
      "   <arg name='log' type='u' direction='out'/>"
      "  </method>"
      /* Its bytes from there on, as soon as there are some; or what becomes of it (ScopeFeedState), once all came; or what is said to people
       * of that, as soon as that is something else than `known`. */
      "  <method name='Grown'>"
      "   <arg name='log' type='u' direction='in'/>"
      "   <arg name='from' type='t' direction='in'/>"
      "   <arg name='known' type='s' direction='in'/>"
      "   <arg name='bytes' type='((bay)u)' direction='out'/>"
      "   <arg name='state' type='u' direction='out'/>"
      "   <arg name='said' type='s' direction='out'/>"
      "  </method>"
      "  <method name='Close'>"
      "   <arg name='trace' type='u' direction='in'/>"
      "  </method>"
      " </interface>"
      "</node>";

GDBusInterfaceInfo *
scope_far_interface (void)
{
  static gsize info;

  if (g_once_init_enter (&info))
    {
      GDBusNodeInfo *node = g_dbus_node_info_new_for_xml (interface_xml, NULL);

      g_assert (node != NULL);
      g_once_init_leave (&info, (gsize) node);
    }

  return ((GDBusNodeInfo *) info)->interfaces[0];
}

/* All of it, or NULL: it does not fit. */
static gboolean
convert (GConverter *converter, gconstpointer data, gsize n, gpointer out, gsize room, gsize *ret_n)
{
  gsize read = 0, written = 0;
  guint8 beyond; /* the end may come behind the last byte that there is room for, but no byte more */

  for (;;)
    {
      gboolean full = written == room;
      gsize in = 0, some = 0;
      GConverterResult result = g_converter_convert (converter, (const guint8 *) data + read, n - read, full ? &beyond : (guint8 *) out + written,
                                                     full ? 1 : room - written, G_CONVERTER_INPUT_AT_END, &in, &some, NULL);

      if (result == G_CONVERTER_ERROR || (full && some > 0))
        return FALSE;
      read += in;
      written += some;
      if (result == G_CONVERTER_FINISHED)
        break;
      if (in == 0 && some == 0)
        return FALSE;
    }
  *ret_n = written;

  return TRUE;
}

GVariant *
scope_far_pack (gconstpointer data, gsize n)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, LEVEL);
  gsize room = n - n / WORTH, packed = 0;
  g_autofree guint8 *out = g_malloc (room + 1);
  gboolean smaller = room > 0 && convert (G_CONVERTER (compressor), data, n, out, room, &packed);

  return g_variant_new ("(b@ay)", smaller, g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, smaller ? out : data, smaller ? packed : n, 1));
}

gboolean
scope_far_unpack (GVariant *packed, gpointer data, gsize n, GError **error)
{
  g_autoptr (GVariant) bytes = NULL;
  gboolean smaller, ok;
  gconstpointer from;
  gsize size, done = 0;

  g_variant_get (packed, "(b@ay)", &smaller, &bytes);
  from = g_variant_get_fixed_array (bytes, &size, 1);
  if (smaller)
    {
      g_autoptr (GZlibDecompressor) decompressor = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW);

      /* What is more than was asked for has no room, and fails. */
      ok = size > 0 && n > 0 && convert (G_CONVERTER (decompressor), from, size, data, n, &done);
    }
  else if ((ok = size == n) && n > 0)
    memcpy (data, from, n);

  return (ok && (!smaller || done == n)) || scope_fail (error, G_IO_ERROR_INVALID_DATA, _("What came is not what was asked for"));
}

GVariant *
scope_far_pack_words (GBytes *words)
{
  gsize n;
  gconstpointer data = g_bytes_get_data (words, &n);

  return g_variant_new ("(@(bay)u)", scope_far_pack (data, n), (guint) n);
}

GBytes *
scope_far_unpack_words (GVariant *packed, GError **error)
{
  g_autoptr (GVariant) bytes = NULL;
  g_autofree guint8 *data = NULL;
  guint n;

  g_variant_get (packed, "(@(bay)u)", &bytes, &n);
  if (n > SCOPE_FAR_MOST_WORDS)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, _("What came is not what was asked for"));
  data = g_malloc (n + 1u);
  return scope_far_unpack (bytes, data, n, error) ? g_bytes_new_take (g_steal_pointer (&data), n) : NULL;
}
