/* wend/plugin.h: loads entries from shared objects at run time (library wend-kit).
 *
 * A plug-in is a shared object that defines the symbol wend_plugin_entries: a table of descriptors.
 * `wend --plugin FILE` and wend_plugin_load register them in addition to the built-in ones. A
 * plug-in is compiled with the headers of wend but not linked with it: the program that loads the
 * plug-in provides the library. See docs/models.md. */
#ifndef WEND_PLUGIN_H
#define WEND_PLUGIN_H

#include <wend/base.h>
#include <wend/entry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One descriptor of a plug-in. */
typedef struct wend_plugin_item {
    wend_kind kind; /* any kind except WEND_KIND_COMMAND */
    const wend_entry *entry;
} wend_plugin_item;

/* The table that a plug-in exports. New fields are added at its end. */
typedef struct wend_plugin_table {
    uint32_t size;    /* sizeof(wend_plugin_table) */
    uint32_t version; /* WEND_INTERFACE; WEND_HEAD(wend_plugin_table) initialises both */
    const char *name; /* name of the plug-in, for messages */
    const wend_plugin_item *items;
    uint32_t item_count; /* at least 1 */
} wend_plugin_table;

/* The table of a plug-in. Plug-ins define it; the library does not:
 *
 *     const wend_plugin_table wend_plugin_entries = {WEND_HEAD(wend_plugin_table), ...}; */
extern WEND_API const wend_plugin_table wend_plugin_entries;

/* A loaded plug-in. */
typedef struct wend_plugin wend_plugin;

/* Loads a shared object and adds either all entries of its table or none to a registry that already
 * has the kit's entries (wend_kit_register). A path without a slash is a file in the working
 * directory. The caller owns the plug-in. Fails with WEND_ERROR_IO (the file cannot be opened),
 * WEND_ERROR_FORMAT (it is not a shared object, needs a missing symbol, or has no table),
 * WEND_ERROR_INVALID (the table or a descriptor was compiled for another interface, or is
 * incomplete), WEND_ERROR_NAME (an entry of that kind and name exists already) and
 * WEND_ERROR_MEMORY. Loading runs code from the file: load only files that you trust. */
WEND_API wend_result wend_plugin_load(const char *path, wend_registry *registry, wend_plugin **out,
                                      wend_error *error);

/* Returns the name given in the plug-in's table. The name is valid until the plug-in is unloaded.
 */
WEND_API const char *wend_plugin_name(const wend_plugin *plugin);

/* Unloads a plug-in. First destroy the registry and everything created with it, because they refer
 * to the plug-in's code. NULL is allowed. */
WEND_API void wend_plugin_destroy(wend_plugin *plugin);

#ifdef __cplusplus
}
#endif

#endif
