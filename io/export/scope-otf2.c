/* scope-otf2.c: see scope-otf2.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/export/scope-otf2.h"

#include "model/base/scope-fail.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <otf2/otf2.h>
#include <sys/stat.h>
#include <unistd.h>

/* Numbers of definitions that every archive has. */
enum
{
  STRING_EMPTY,
  TREE_ROOT = 0,
  GROUP_LOCATIONS = 0,
  GROUP_RANKS,
  COMM_PAIRED = 0,
  COMM_UNPAIRED,
  ATTRIBUTE_TYPE = SCOPE_OTF2_N_PARTNERS, /* of a message */
  ATTRIBUTE_WORDS,
};

/* A counter of a machine: it is defined behind the location that tells it. */
typedef struct
{
  guint32 self, metric, machine;
} Instance;

struct _ScopeOtf2
{
  char *path, *part; /* part: where it is until it is finished; NULL: it has its place */
  OTF2_Archive *archive;
  OTF2_GlobalDefWriter *definitions;
  OTF2_MarkerWriter *markers; /* NULL: no marker yet */
  OTF2_AttributeList *attributes;
  OTF2_ErrorCallback previous; /* who was told of errors before */
  GError *error;               /* the first */
  GHashTable *words;           /* of few texts their string's number + 1 */
  GHashTable *categories;      /* of markers, the same */
  GArray *instances;           /* of Instance */
  guint64 start;
  guint32 n_strings, n_machines, n_regions, n_members, n_metrics;

  /* the location that was begun */
  OTF2_EvtWriter *writer;
  guint64 location;
  guint32 machine, name;
  const char *lane; /* owned */
  gboolean metrics_only;
};

/* --- errors --- */

static void
failed (ScopeOtf2 *self, const char *why)
{
  if (self->error == NULL)
    scope_fail (&self->error, G_IO_ERROR_FAILED, _("Could not write “%s”: %s"), self->path, why);
}

/* Called where the library notices something, before it returns. */
static OTF2_ErrorCode
take_error (void *data, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code, const char *format, va_list va)
{
  int reason = errno;

  failed (data, code > 0 && reason != 0 ? g_strerror (reason) : OTF2_Error_GetDescription (code));
  return code;
}

static gboolean
check (ScopeOtf2 *self, OTF2_ErrorCode code)
{
  if (code != OTF2_SUCCESS)
    failed (self, OTF2_Error_GetDescription (code));
  return self->error == NULL;
}

static OTF2_FlushType
before_flush (void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
  errno = 0;
  return OTF2_FLUSH;
}

/* --- the folder --- */

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_unlink (child) != 0)
        remove_folder (child);
    }
  g_rmdir (path);
}

static gboolean
make_folder (ScopeOtf2 *self, const char *path, GError **error)
{
  g_autofree char *part = NULL;
  struct stat info;

  self->path = g_strdup (path);
  part = g_strdup_printf ("%s.XXXXXX", self->path);
  errno = lstat (self->path, &info) == 0 ? EEXIST : 0;
  if (errno == 0 && g_mkdtemp (part) != NULL)
    {
      self->part = g_steal_pointer (&part);
      return TRUE;
    }
  return scope_fail (error, g_io_error_from_errno (errno), _("Could not write “%s”: %s"), self->path, g_strerror (errno));
}

/* --- definitions --- */

static guint32
add_string (ScopeOtf2 *self, const char *text)
{
  check (self, OTF2_GlobalDefWriter_WriteString (self->definitions, self->n_strings, text));
  return self->n_strings++;
}

/* The same of a text that comes often. */
static guint32
add_word (ScopeOtf2 *self, const char *text)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->words, text));

  if (number > 0)
    return number - 1;
  number = add_string (self, text);
  g_hash_table_insert (self->words, g_strdup (text), GUINT_TO_POINTER (number + 1));
  return number;
}

static void
define_basics (ScopeOtf2 *self, const ScopeOtf2Facts *facts)
{
  OTF2_GlobalDefWriter *to = self->definitions;

  check (self, OTF2_GlobalDefWriter_WriteClockProperties (to, facts->ticks_per_second, facts->start, facts->length,
                                                          facts->real_ns > 0 ? (guint64) facts->real_ns : OTF2_UNDEFINED_TIMESTAMP));
  add_word (self, ""); /* STRING_EMPTY */
  check (self, OTF2_GlobalDefWriter_WriteSystemTreeNode (to, TREE_ROOT, add_string (self, facts->title), add_word (self, "machine"),
                                                         OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  check (self, OTF2_GlobalDefWriter_WriteAttribute (to, SCOPE_OTF2_THREAD, add_word (self, "thread"), add_word (self, "the thread that runs"),
                                                    OTF2_TYPE_LOCATION));
  check (self, OTF2_GlobalDefWriter_WriteAttribute (to, SCOPE_OTF2_PROCESSOR, add_word (self, "processor"),
                                                    add_word (self, "the processor that it runs on"), OTF2_TYPE_LOCATION));
  check (self, OTF2_GlobalDefWriter_WriteAttribute (to, ATTRIBUTE_TYPE, add_word (self, "message type"), add_word (self, "what its tag means"),
                                                    OTF2_TYPE_STRING));
  check (self, OTF2_GlobalDefWriter_WriteAttribute (to, ATTRIBUTE_WORDS, add_word (self, "words"), add_word (self, "its size in machine words"),
                                                    OTF2_TYPE_UINT64));
}

ScopeOtf2 *
scope_otf2_new (const char *path, const ScopeOtf2Facts *facts, GError **error)
{
  static const OTF2_FlushCallbacks flush = { before_flush, NULL };
  g_autoptr (ScopeOtf2) self = g_new0 (ScopeOtf2, 1);

  self->previous = OTF2_Error_RegisterCallback (take_error, self);
  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->categories = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->instances = g_array_new (FALSE, FALSE, sizeof (Instance));
  self->attributes = OTF2_AttributeList_New ();
  self->start = facts->start;
  if (!make_folder (self, path, error))
    return NULL;
  errno = 0;
  self->archive = OTF2_Archive_Open (self->part, "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                                     OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (self->archive == NULL)
    failed (self, g_strerror (errno != 0 ? errno : EIO));
  if (self->error == NULL && check (self, OTF2_Archive_SetFlushCallbacks (self->archive, &flush, self))
      && check (self, OTF2_Archive_SetSerialCollectiveCallbacks (self->archive)) && check (self, OTF2_Archive_SetCreator (self->archive, "Lanescope"))
      && check (self, OTF2_Archive_OpenEvtFiles (self->archive)) && check (self, OTF2_Archive_OpenDefFiles (self->archive)))
    {
      self->definitions = OTF2_Archive_GetGlobalDefWriter (self->archive);
      if (self->definitions == NULL)
        failed (self, g_strerror (EIO));
      else
        define_basics (self, facts);
    }
  if (self->error == NULL)
    return g_steal_pointer (&self);
  g_propagate_error (error, g_steal_pointer (&self->error));
  return NULL;
}

void
scope_otf2_free (ScopeOtf2 *self)
{
  if (self->definitions != NULL)
    OTF2_Archive_CloseGlobalDefWriter (self->archive, self->definitions);
  if (self->archive != NULL)
    OTF2_Archive_Close (self->archive);
  OTF2_Error_RegisterCallback (self->previous, NULL);
  OTF2_AttributeList_Delete (self->attributes);
  if (self->part != NULL)
    remove_folder (self->part);
  g_clear_error (&self->error);
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->categories);
  g_array_unref (self->instances);
  g_free ((char *) self->lane);
  g_free (self->part);
  g_free (self->path);
  g_free (self);
}

guint32
scope_otf2_add_machine (ScopeOtf2 *self, const char *name)
{
  const guint32 machine = self->n_machines++, string = add_string (self, name);

  check (self, OTF2_GlobalDefWriter_WriteSystemTreeNode (self->definitions, TREE_ROOT + 1 + machine, string, add_word (self, "node"), TREE_ROOT));
  check (self, OTF2_GlobalDefWriter_WriteLocationGroup (self->definitions, machine, string, OTF2_LOCATION_GROUP_TYPE_PROCESS, TREE_ROOT + 1 + machine,
                                                        OTF2_UNDEFINED_LOCATION_GROUP));
  return machine;
}

static guint32
add_region (ScopeOtf2 *self, const char *name, const char *what, OTF2_RegionRole role)
{
  const guint32 string = add_word (self, name);

  check (self, OTF2_GlobalDefWriter_WriteRegion (self->definitions, self->n_regions, string, string, add_word (self, what), role, OTF2_PARADIGM_NONE,
                                                 OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0));
  return self->n_regions++;
}

guint32
scope_otf2_add_region (ScopeOtf2 *self, const char *name, const char *state)
{
  return add_region (self, name, state, OTF2_REGION_ROLE_CODE);
}

guint32
scope_otf2_add_function (ScopeOtf2 *self, const char *name, gboolean made)
{
  return add_region (self, name, "function", made ? OTF2_REGION_ROLE_ARTIFICIAL : OTF2_REGION_ROLE_FUNCTION);
}

guint32
scope_otf2_add_metric (ScopeOtf2 *self, const char *name, gboolean grows)
{
  const OTF2_MetricMemberRef member = self->n_members++;

  check (self, OTF2_GlobalDefWriter_WriteMetricMember (self->definitions, member, add_word (self, name), STRING_EMPTY, OTF2_METRIC_TYPE_OTHER,
                                                       grows ? OTF2_METRIC_ACCUMULATED_START : OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_INT64,
                                                       OTF2_BASE_DECIMAL, 0, STRING_EMPTY));
  check (self, OTF2_GlobalDefWriter_WriteMetricClass (self->definitions, self->n_metrics, 1, &member, OTF2_METRIC_ASYNCHRONOUS,
                                                      OTF2_RECORDER_KIND_ABSTRACT));
  return self->n_metrics++;
}

guint32
scope_otf2_add_machine_metric (ScopeOtf2 *self, guint32 metric, guint32 machine)
{
  const Instance instance = { self->n_metrics++, metric, machine };

  g_array_append_val (self->instances, instance);
  return instance.self;
}

/* --- events of a location --- */

gboolean
scope_otf2_begin_location (ScopeOtf2 *self, guint64 location, guint32 machine, const char *name, const char *lane, gboolean metrics_only)
{
  self->location = location;
  self->machine = machine;
  self->name = add_string (self, name);
  g_free ((char *) self->lane);
  self->lane = g_strdup (lane);
  self->metrics_only = metrics_only;
  errno = 0;
  self->writer = OTF2_Archive_GetEvtWriter (self->archive, location);
  if (self->writer == NULL)
    failed (self, g_strerror (errno != 0 ? errno : EIO));
  return self->error == NULL;
}

gboolean
scope_otf2_enter (ScopeOtf2 *self, guint64 time, guint32 region, ScopeOtf2Partner partner, guint64 location)
{
  if (location != SCOPE_OTF2_NOWHERE)
    check (self, OTF2_AttributeList_AddLocationRef (self->attributes, partner, location));
  return check (self, OTF2_EvtWriter_Enter (self->writer, location != SCOPE_OTF2_NOWHERE ? self->attributes : NULL, time, region));
}

gboolean
scope_otf2_leave (ScopeOtf2 *self, guint64 time, guint32 region)
{
  return check (self, OTF2_EvtWriter_Leave (self->writer, NULL, time, region));
}

gboolean
scope_otf2_add_value (ScopeOtf2 *self, guint64 time, guint32 metric, gint64 value)
{
  const OTF2_Type type = OTF2_TYPE_INT64;
  const OTF2_MetricValue values = { .signed_int = value };

  return check (self, OTF2_EvtWriter_Metric (self->writer, NULL, time, metric, 1, &type, &values));
}

gboolean
scope_otf2_add_message (ScopeOtf2 *self, const ScopeOtf2Message *message)
{
  const OTF2_CommRef comm = message->paired ? COMM_PAIRED : COMM_UNPAIRED;
  const gboolean words = message->words && message->size != SCOPE_OTF2_NO_SIZE;

  check (self, OTF2_AttributeList_AddStringRef (self->attributes, ATTRIBUTE_TYPE, add_word (self, message->name)));
  if (words)
    check (self, OTF2_AttributeList_AddUint64 (self->attributes, ATTRIBUTE_WORDS, message->size));
  return check (self, (message->sent ? OTF2_EvtWriter_MpiSend : OTF2_EvtWriter_MpiRecv) (self->writer, self->attributes, message->time, message->peer,
                                                                                         comm, message->tag,
                                                                                         message->words ? OTF2_UNDEFINED_UINT64 : message->size));
}

/* Readers look for definitions of each location's own, and complain if there is no file of them. */
static void
write_no_definitions (ScopeOtf2 *self)
{
  OTF2_DefWriter *none = OTF2_Archive_GetDefWriter (self->archive, self->location);

  if (none == NULL)
    failed (self, g_strerror (errno != 0 ? errno : EIO));
  else
    check (self, OTF2_Archive_CloseDefWriter (self->archive, none));
}

gboolean
scope_otf2_end_location (ScopeOtf2 *self)
{
  const OTF2_LocationType type = self->metrics_only ? OTF2_LOCATION_TYPE_METRIC : OTF2_LOCATION_TYPE_CPU_THREAD;
  uint64_t n = 0;

  if (self->writer == NULL)
    return FALSE;
  check (self, OTF2_EvtWriter_GetNumberOfEvents (self->writer, &n));
  if (n == 0) /* nothing was measured; OTF2 3.0 crashes where it reads a location without any event among others */
    {
      check (self, OTF2_EvtWriter_MeasurementOnOff (self->writer, NULL, self->start, OTF2_MEASUREMENT_OFF));
      n = 1;
    }
  errno = 0;
  check (self, OTF2_Archive_CloseEvtWriter (self->archive, self->writer));
  self->writer = NULL;
  write_no_definitions (self);
  check (self, OTF2_GlobalDefWriter_WriteLocation (self->definitions, self->location, self->name, type, n, self->machine));
  if (self->lane != NULL)
    {
      const OTF2_AttributeValue value = { .stringRef = add_string (self, self->lane) };

      check (self, OTF2_GlobalDefWriter_WriteLocationProperty (self->definitions, self->location, add_word (self, "lane"), OTF2_TYPE_STRING, value));
    }
  for (guint i = 0; i < self->instances->len; i++)
    {
      const Instance *instance = &g_array_index (self->instances, Instance, i);

      check (self, OTF2_GlobalDefWriter_WriteMetricInstance (self->definitions, instance->self, instance->metric, self->location,
                                                             OTF2_SCOPE_LOCATION_GROUP, instance->machine));
    }
  g_array_set_size (self->instances, 0);
  return self->error == NULL;
}

/* --- the rest --- */

static OTF2_MarkerRef
find_category (ScopeOtf2 *self, const char *category)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->categories, category));

  if (number > 0)
    return number - 1;
  number = g_hash_table_size (self->categories);
  g_hash_table_insert (self->categories, g_strdup (category), GUINT_TO_POINTER (number + 1));
  check (self, OTF2_MarkerWriter_WriteDefMarker (self->markers, number, "marks", category, OTF2_SEVERITY_NONE));
  return number;
}

gboolean
scope_otf2_add_mark (ScopeOtf2 *self, guint64 time, guint64 location, guint32 machine, const char *category, const char *text)
{
  const gboolean placed = location != SCOPE_OTF2_NOWHERE;

  if (self->markers == NULL)
    self->markers = OTF2_Archive_GetMarkerWriter (self->archive);
  if (self->markers == NULL)
    failed (self, g_strerror (EIO));
  return self->error == NULL
         && check (self, OTF2_MarkerWriter_WriteMarker (self->markers, time, 0, find_category (self, category),
                                                        placed ? OTF2_MARKER_SCOPE_LOCATION : OTF2_MARKER_SCOPE_LOCATION_GROUP,
                                                        placed ? location : machine, text));
}

gboolean
scope_otf2_set_ranks (ScopeOtf2 *self, const guint64 *locations, guint32 n)
{
  g_autofree guint64 *ranks = g_new (guint64, n + 1);

  for (guint32 i = 0; i < n; i++)
    ranks[i] = i;
  check (self, OTF2_GlobalDefWriter_WriteGroup (self->definitions, GROUP_LOCATIONS, STRING_EMPTY, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                                OTF2_GROUP_FLAG_NONE, n, locations));
  check (self, OTF2_GlobalDefWriter_WriteGroup (self->definitions, GROUP_RANKS, STRING_EMPTY, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                                OTF2_GROUP_FLAG_NONE, n, ranks));
  check (self, OTF2_GlobalDefWriter_WriteComm (self->definitions, COMM_PAIRED, add_word (self, "messages"), GROUP_RANKS, OTF2_UNDEFINED_COMM,
                                               OTF2_COMM_FLAG_NONE));
  return check (self, OTF2_GlobalDefWriter_WriteComm (self->definitions, COMM_UNPAIRED, add_word (self, "messages of which one end is not here"),
                                                      GROUP_RANKS, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
}

gboolean
scope_otf2_finish (ScopeOtf2 *self, GError **error)
{
  mode_t mask = umask (0);

  umask (mask);
  errno = 0;
  if (self->error == NULL)
    {
      check (self, OTF2_Archive_CloseDefFiles (self->archive));
      check (self, OTF2_Archive_CloseEvtFiles (self->archive));
      check (self, OTF2_Archive_CloseGlobalDefWriter (self->archive, g_steal_pointer (&self->definitions)));
      check (self, OTF2_Archive_Close (g_steal_pointer (&self->archive)));
    }
  if (self->error == NULL && (g_chmod (self->part, 0777 & ~mask) != 0 || g_rename (self->part, self->path) != 0))
    failed (self, g_strerror (errno));
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  g_clear_pointer (&self->part, g_free);
  return TRUE;
}
