/* wend/plugin.h: entries out of shared objects (library wend-kit).
 *
 * A plug-in is a shared object that defines the symbol wend_plugin_entries: a table of descriptors.
 * `wend --plugin FILE` and wend_plugin_load register them beside the built-in ones. It is compiled
 * with the headers of wend and linked with nothing of it: the program that loads it has the
 * library. See docs/models.md. */
#ifndef WEND_PLUGIN_H
#define WEND_PLUGIN_H

#include <wend/base.h>
#include <wend/entry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One descriptor of a plug-in. */
typedef struct wend_plugin_item {
    wend_kind kind; /* any but WEND_KIND_COMMAND */
    const wend_entry *entry;
} wend_plugin_item;

/* What a plug-in offers. Grows at its end. */
typedef struct wend_plugin_table {
    uint32_t size;    /* sizeof(wend_plugin_table) */
    uint32_t version; /* WEND_INTERFACE; WEND_HEAD(wend_plugin_table) writes both */
    const char *name; /* of the plug-in, for messages */
    const wend_plugin_item *items;
    uint32_t item_count; /* at least 1 */
} wend_plugin_table;

/* Defined by plug-ins, not by the library:
 *
 *     const wend_plugin_table wend_plugin_entries = {WEND_HEAD(wend_plugin_table), ...}; */
extern WEND_API const wend_plugin_table wend_plugin_entries;

typedef struct wend_plugin wend_plugin;

/* Loads a shared object and adds all entries of its table to a registry that has the kit's
 * (wend_kit_register), or none of them. A path without a slash is a file of the working directory.
 * Fails with WEND_ERROR_IO (the file cannot be opened), WEND_ERROR_FORMAT (it is no shared object,
 * needs a symbol that is not there, or has no table), WEND_ERROR_INVALID (the table or a descriptor
 * was compiled for another interface, or is not whole), WEND_ERROR_NAME (an entry of that kind and
 * name is there) and WEND_ERROR_MEMORY. Loading runs code of the file: load what you trust. */
WEND_API wend_result wend_plugin_load(const char *path, wend_registry *registry, wend_plugin **out,
                                      wend_error *error);

/* The name that the plug-in's table gives it. Lives as long as the plug-in. */
WEND_API const char *wend_plugin_name(const wend_plugin *plugin);

/* Unloads a plug-in. Destroy the registry and everything made with it first: they point into it.
 * NULL is allowed. */
WEND_API void wend_plugin_destroy(wend_plugin *plugin);

#ifdef __cplusplus
}
#endif

#endif
