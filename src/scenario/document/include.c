/* The key `include`: merges other files into a scenario document before anything is interpreted.
 * The including file overrides the files that it includes. The tables of the format decide what is
 * merged and what is replaced. Mappings of keys or names are merged member by member. Lists at the
 * top level are joined, with included items first. Everything else is replaced.
 *
 * The nesting depth, the number of files and their total size are bounded, so a few lines cannot
 * make the reader run forever.
 *
 * Cost: linear in the text of all files, except that each member is found by a linear search. */
#define _XOPEN_SOURCE 700
#include "scenario/document/include.h"
#include "base/error.h"
#include "scenario/format/format.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 8, MOST_FILES = 256 };

typedef struct include_state {
    node_tree *tree;
    wend_error *error;
    const char *names[MOST_DEPTH + 1]; /* files being read, named as in the scenario */
    char *real_paths[MOST_DEPTH + 1];  /* their resolved paths, allocated with malloc */
    uint32_t depth, file_count;
    size_t byte_count;
} include_state;

/* ---- Merging --------------------------------------------------------------------------------- */

static wend_result merge_value(const include_state *in, const format_key *row, bool top, node *into,
                               const node *from);

/* Adds to `into` the members that only `from` has, and merges those that both have. */
static wend_result merge_members(const include_state *in, const format_table *table,
                                 const format_key *item, bool top, node *into, const node *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        const node_member *member = &from->members[i];
        node *there = node_get(into, member->key);
        if (there == NULL) {
            if (!node_put(in->tree, into, *member)) {
                return error_no_memory(in->error, "included files");
            }
            continue;
        }
        const format_key *row = table != NULL ? format_find(table, member->key) : item;
        wend_result result = merge_value(in, row, top, there, member->value);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

/* Replaces the list `into` with the items of `from`, followed by the items of `into`. */
static wend_result prepend_items(const include_state *in, node *into, const node *from) {
    node joined = *into;
    joined.items = NULL;
    joined.count = joined.capacity = 0;
    for (uint32_t i = 0; i < from->count + into->count; i++) {
        node *item = i < from->count ? from->items[i] : into->items[i - from->count];
        if (!node_append(in->tree, &joined, item)) {
            return error_no_memory(in->error, "included files");
        }
    }
    *into = joined;
    return WEND_OK;
}

static wend_result merge_value(const include_state *in, const format_key *row, bool top, node *into,
                               const node *from) {
    if (row == NULL || into->kind != from->kind) {
        return WEND_OK;
    }
    if (into->kind == NODE_LIST && top && (row->forms & FORMAT_ENTRY) == 0) {
        return prepend_items(in, into, from);
    }
    if (into->kind != NODE_MAPPING) {
        return WEND_OK;
    }
    if ((row->forms & FORMAT_NAMED) != 0) {
        return merge_members(in, NULL, row->item, false, into, from);
    }
    if (row->forms == FORMAT_ENTRIES) { /* merged by entry, then by parameter */
        static const format_key parameters = {.forms = FORMAT_NAMED};
        return merge_members(in, NULL, &parameters, false, into, from);
    }
    if (row->forms == FORMAT_MAPPING && row->table->one_of == NULL) {
        return merge_members(in, row->table, NULL, false, into, from);
    }
    return WEND_OK;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static wend_result merge_includes(include_state *in, node *root);

/* Returns the path of a file whose name is relative to the file that includes it. */
static const char *resolve_path(const include_state *in, const char *name) {
    const char *from = in->names[in->depth - 1], *slash = strrchr(from, '/');
    if (name[0] == '/' || slash == NULL) {
        return node_copy_text(in->tree, name, strlen(name));
    }
    size_t folder = (size_t)(slash - from) + 1, length = strlen(name);
    char *joined = node_allocate(in->tree, folder + length + 1, 1);
    if (joined != NULL) {
        memcpy(joined, from, folder);
        memcpy(joined + folder, name, length + 1);
    }
    return joined;
}

/* Fails if a file is already being read; the message lists the files of the cycle. */
static wend_result check_cycle(const include_state *in, const node *at, const char *real_path) {
    for (uint32_t i = 0; i < in->depth; i++) {
        if (in->real_paths[i] == NULL || strcmp(in->real_paths[i], real_path) != 0) {
            continue;
        }
        char cycle[300] = "";
        for (uint32_t k = i; k < in->depth; k++) {
            size_t used = strlen(cycle);
            snprintf(cycle + used, sizeof cycle - used, "%.60s -> ", in->names[k]);
        }
        return node_error(at, in->error, WEND_ERROR_INVALID,
                          "files include each other in a circle: %s%.60s", cycle, in->names[i]);
    }
    return WEND_OK;
}

static wend_result check_limits(const include_state *in, const node *at) {
    if (in->depth > MOST_DEPTH) {
        return node_error(at, in->error, WEND_ERROR_LIMIT,
                          "files include each other more than %d "
                          "deep",
                          MOST_DEPTH);
    }
    if (in->file_count >= MOST_FILES) {
        return node_error(at, in->error, WEND_ERROR_LIMIT, "more than %d files are included",
                          MOST_FILES);
    }
    return WEND_OK;
}

/* Reads and parses one file, and merges the files that it includes into it. */
static wend_result read_included(include_state *in, const node *at, const char *path, node **out) {
    const char *text = NULL;
    size_t size = 0;
    wend_error inner = {.message = ""};
    if (!node_note_file(in->tree, path)) {
        return error_no_memory(in->error, "included files");
    }
    wend_result result = node_read_file(in->tree, path, &text, &size, &inner);
    if (result != WEND_OK) {
        return node_error(at, in->error, result, "cannot include '%.200s': %.200s", path,
                          inner.message);
    }
    in->byte_count += size;
    in->file_count++;
    if (in->byte_count > NODE_MAX_FILE_SIZE) {
        return node_error(at, in->error, WEND_ERROR_LIMIT,
                          "the included files are larger than 64 MB with this one");
    }
    result = node_parse(in->tree, path, text, size, false, out, in->error);
    if (result == WEND_OK && (*out)->kind != NODE_MAPPING) {
        char description[NODE_DESCRIPTION_SIZE];
        result = node_error(*out, in->error, WEND_ERROR_INVALID,
                            "an included file must be a mapping (key: value), found %s",
                            node_describe(*out, description));
    }
    return result == WEND_OK ? merge_includes(in, *out) : result;
}

static wend_result include_one(include_state *in, node *root, const node *name) {
    if (name->kind != NODE_SCALAR || name->text[0] == '\0') {
        char description[NODE_DESCRIPTION_SIZE];
        return node_error(name, in->error, WEND_ERROR_INVALID,
                          "include must be a file name or a list of file names, found %s",
                          node_describe(name, description));
    }
    wend_result result = check_limits(in, name);
    const char *path = result == WEND_OK ? resolve_path(in, name->text) : NULL;
    if (path == NULL) {
        return result == WEND_OK ? error_no_memory(in->error, "included files") : result;
    }
    char *real_path = realpath(path, NULL);
    result = real_path != NULL ? check_cycle(in, name, real_path) : WEND_OK;
    node *included = NULL;
    if (result == WEND_OK) {
        in->names[in->depth] = path;
        in->real_paths[in->depth++] = real_path;
        result = read_included(in, name, path, &included);
        in->depth--;
    }
    free(real_path);
    if (result != WEND_OK || included == NULL) {
        return result;
    }
    return merge_members(in, &format_scenario, NULL, true, root, included);
}

/* Merges the included files in reverse order, because a later file overrides an earlier one, and
 * merging never replaces what is already there. */
static wend_result merge_includes(include_state *in, node *root) {
    const node *value = node_get(root, "include");
    if (value == NULL) {
        return WEND_OK;
    }
    bool list = value->kind == NODE_LIST;
    uint32_t count = list ? value->count : 1;
    node_remove(root, "include");
    wend_result result = WEND_OK;
    for (uint32_t i = count; i > 0 && result == WEND_OK; i--) {
        result = include_one(in, root, list ? value->items[i - 1] : value);
    }
    return result;
}

wend_result include_files(node_tree *tree, const char *path, wend_error *error) {
    const node *value = node_get(tree->root, "include");
    if (value == NULL) {
        return WEND_OK;
    }
    if (path == NULL) {
        return node_error(value, error, WEND_ERROR_INVALID,
                          "a scenario that is not a file cannot include others");
    }
    include_state in = {.tree = tree, .error = error};
    in.names[0] = path;
    in.real_paths[0] = realpath(path, NULL);
    in.depth = 1;
    wend_result result = merge_includes(&in, tree->root);
    free(in.real_paths[0]);
    return result;
}
