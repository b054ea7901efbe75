/* Loads plug-ins: opens a shared object, checks its table of descriptors (wend_plugin_entries), and
 * adds either all of its entries to a registry, or none. */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <wend/plugin.h>

#include "base/error.h"
#include "base/memory.h"

struct wend_plugin {
    void *handle;
    const wend_plugin_table *table;
};

/* Returns the last error of dlopen, without the path at its start. */
static const char *load_error_text(const char *path) {
    const char *text = dlerror();
    size_t length = strlen(path);
    if (text != NULL && strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0) {
        text += length + 2;
    }
    return text != NULL ? text : "unknown reason";
}

/* True if a file is at least as long as the parts of it that dlopen would map; if it is shorter,
 * access beyond its end would crash the process. Also returns true for files that are not objects
 * for this machine, because dlopen refuses them. */
static bool is_file_complete(const char *path) {
    FILE *file = fopen(path, "rb");
    Elf64_Ehdr head;
    bool is_complete = true;
    if (file == NULL) {
        return true;
    }
    bool known = fread(&head, sizeof head, 1, file) == 1 &&
                 memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
                 head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_phentsize == sizeof(Elf64_Phdr);
    uint64_t size = fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0 ? (uint64_t)ftell(file) : 0;
    for (uint32_t i = 0; known && is_complete && i < head.e_phnum; i++) {
        Elf64_Phdr part;
        uint64_t at = head.e_phoff + (uint64_t)i * sizeof part;
        is_complete = at <= size && fseek(file, (long)at, SEEK_SET) == 0 &&
                      fread(&part, sizeof part, 1, file) == 1 &&
                      (part.p_type != PT_LOAD ||
                       (part.p_offset <= size && part.p_filesz <= size - part.p_offset));
    }
    fclose(file);
    return is_complete;
}

/* Opens a shared object. A name without a slash is opened as ./name, because dlopen would search
 * for it in the system's folders. */
static wend_result open_object(const char *path, void **out, wend_error *error) {
    char local[WEND_ERROR_PATH_SIZE];
    const char *opened = path;
    if (access(path, R_OK) != 0) {
        return error_set(error, WEND_ERROR_IO, "the plug-in '%s' cannot be read: %s", path,
                         strerror(errno));
    }
    if (!is_file_complete(path)) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "the plug-in '%s' is not a loadable shared object: it is truncated", path);
    }
    if (strchr(path, '/') == NULL) {
        if (strlen(path) + 3 > sizeof local) {
            return error_set(error, WEND_ERROR_IO, "the name of the plug-in '%.80s...' is too long",
                             path);
        }
        snprintf(local, sizeof local, "./%s", path);
        opened = local;
    }
    *out = dlopen(opened, RTLD_NOW | RTLD_LOCAL);
    return *out != NULL ? WEND_OK
                        : error_set(error, WEND_ERROR_FORMAT,
                                    "the plug-in '%s' is not a loadable shared object: %s", path,
                                    load_error_text(opened));
}

static wend_result check_table(const char *path, const wend_plugin_table *table,
                               wend_error *error) {
    if (table == NULL) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "'%s' is not a wend plug-in: it has no symbol wend_plugin_entries", path);
    }
    if (table->version != WEND_INTERFACE) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the plug-in '%s' was compiled for interface %u of wend, but this is wend "
                         "%s with interface %d: compile it with the headers of that version",
                         path, table->version, wend_version(), WEND_INTERFACE);
    }
    if (table->size < sizeof *table) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the table of the plug-in '%s' has size %u, expected %zu: begin it with "
                         "WEND_HEAD(wend_plugin_table)",
                         path, table->size, sizeof *table);
    }
    if (table->size > sizeof *table) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the table of the plug-in '%s' has size %u, but wend %s expects at most "
                         "%zu: it was compiled with newer headers; use a newer wend",
                         path, table->size, wend_version(), sizeof *table);
    }
    if (table->name == NULL || table->items == NULL || table->item_count == 0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the table of the plug-in '%s' has no name or no entries", path);
    }
    return WEND_OK;
}

static wend_result add_item(const char *path, const wend_plugin_item *item, wend_registry *registry,
                            wend_error *error) {
    if ((unsigned)item->kind >= WEND_KIND_COUNT || item->kind == WEND_KIND_COMMAND ||
        item->entry == NULL) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the plug-in '%s' has an entry that is missing or of kind %d, which "
                         "plug-ins cannot add",
                         path, (int)item->kind);
    }
    wend_error own;
    wend_result result = wend_registry_add(registry, item->kind, item->entry, &own);
    return result == WEND_OK
               ? WEND_OK
               : error_set(error, result, "the plug-in '%s' cannot be used: %s", path, own.message);
}

/* Adds either all entries, or none. */
static wend_result add_items(const char *path, const wend_plugin_table *table,
                             wend_registry *registry, wend_error *error) {
    for (uint32_t i = 0; i < table->item_count; i++) {
        wend_result result = add_item(path, &table->items[i], registry, error);
        if (result == WEND_OK) {
            continue;
        }
        while (i > 0) {
            i--;
            wend_registry_remove(registry, table->items[i].kind, table->items[i].entry->name);
        }
        return result;
    }
    return WEND_OK;
}

wend_result wend_plugin_load(const char *path, wend_registry *registry, wend_plugin **out,
                             wend_error *error) {
    WEND_ASSERT(path != NULL && registry != NULL && out != NULL);
    wend_plugin *made = memory_allocate(NULL, sizeof *made);
    if (made == NULL) {
        return error_no_memory(error, "a plug-in");
    }
    *made = (wend_plugin){NULL, NULL};
    wend_result result = open_object(path, &made->handle, error);
    if (result == WEND_OK) {
        made->table = dlsym(made->handle, "wend_plugin_entries");
        result = check_table(path, made->table, error);
    }
    result = result == WEND_OK ? add_items(path, made->table, registry, error) : result;
    if (result != WEND_OK) {
        wend_plugin_destroy(made);
        return result;
    }
    *out = made;
    return WEND_OK;
}

const char *wend_plugin_name(const wend_plugin *plugin) {
    WEND_ASSERT(plugin != NULL);
    return plugin->table->name;
}

void wend_plugin_destroy(wend_plugin *plugin) {
    if (plugin == NULL) {
        return;
    }
    if (plugin->handle != NULL) {
        dlclose(plugin->handle);
    }
    memory_release(NULL, plugin, sizeof *plugin);
}
