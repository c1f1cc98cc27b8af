/* scope-sim-xml.h: tags of the XML form of simulation traces, found in bytes as they come, without a tree and without a stack.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_XML_ATTRIBUTES 48u /* of an element; what is more is passed over */

typedef struct
{
  const char *name, *value; /* as in the file: entities are not replaced */
  gsize name_n, value_n;
} ScopeXmlAttribute;

typedef struct
{
  const char *name;
  gsize name_n;
  gboolean ends;   /* </name> */
  gboolean closed; /* <name/> */
  ScopeXmlAttribute attributes[SCOPE_XML_ATTRIBUTES];
  guint n_attributes;
} ScopeXmlTag;

typedef enum
{
  SCOPE_XML_MORE,   /* its end is not among these bytes */
  SCOPE_XML_TAG,    /* a tag of *ret_n bytes */
  SCOPE_XML_REMARK, /* a comment, a declaration, …: *ret_n bytes to find its end from */
  SCOPE_XML_BROKEN, /* no tag: the next may begin after *ret_n bytes */
} ScopeXmlWhat;

/* What begins at bytes[0], which is '<'. A remark's end is `*ret_until`. */
ScopeXmlWhat scope_xml_look (const char *bytes, gsize n, gsize *ret_n, const char **ret_until);
/* A tag of n bytes, from '<' to '>'; FALSE: it cannot be read. Points into `bytes`. */
gboolean scope_xml_read_tag (const char *bytes, gsize n, ScopeXmlTag *tag);
gboolean scope_xml_is (const ScopeXmlTag *tag, const char *name);
/* NULL: it has none. */
const ScopeXmlAttribute *scope_xml_attribute (const ScopeXmlTag *tag, const char *name);
/* Puts text with its entities replaced behind what `out` holds. */
void scope_xml_append (GString *out, const char *text, gsize n);

G_END_DECLS
