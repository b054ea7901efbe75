/* Creates, searches and changes the nodes of a document tree, and reports errors at their file
 * positions. */
#include "scenario/document/node.h"
#include "base/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void node_tree_init(node_tree *tree, const wend_allocator *allocator) {
    memset(tree, 0, sizeof *tree);
    memory_init(&tree->heap, allocator);
    arena_init(&tree->arena, &tree->heap);
}

void node_tree_free(node_tree *tree) {
    arena_free(&tree->arena);
    tree->root = NULL;
}

void *node_allocate(node_tree *tree, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    size_t bytes = count * size == 0 ? 1 : count * size;
    void *block = arena_take(&tree->arena, bytes, 16);
    if (block != NULL) {
        memset(block, 0, bytes);
    }
    return block;
}

const char *node_copy_text(node_tree *tree, const char *text, size_t size) {
    char *copy = node_allocate(tree, size + 1, 1);
    if (copy != NULL && size > 0) {
        memcpy(copy, text, size);
    }
    return copy;
}

node *node_new(node_tree *tree, node_kind kind, const node *like) {
    node *made = node_allocate(tree, 1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->kind = kind;
    if (like != NULL) {
        made->source = like->source;
        made->line = like->line;
        made->column = like->column;
    }
    return made;
}

/* Doubles the capacity of an array in the arena. The old array stays there unused, so all copies
 * together take at most twice the size of the last one. */
static void *grow(node_tree *tree, const void *array, size_t size, uint32_t count,
                  uint32_t *capacity) {
    uint32_t wanted = *capacity == 0 ? 4 : *capacity * 2;
    void *larger = node_allocate(tree, wanted, size);
    if (larger == NULL) {
        return NULL;
    }
    if (count > 0) {
        memcpy(larger, array, size * count);
    }
    *capacity = wanted;
    return larger;
}

bool node_note_file(node_tree *tree, const char *path) {
    if (tree->file_count == tree->file_capacity) {
        const char **larger =
            grow(tree, tree->files, sizeof *tree->files, tree->file_count, &tree->file_capacity);
        if (larger == NULL) {
            return false;
        }
        tree->files = larger;
    }
    tree->files[tree->file_count++] = path;
    return true;
}

bool node_append(node_tree *tree, node *list, node *item) {
    if (list->count == list->capacity) {
        node **larger = grow(tree, list->items, sizeof(node *), list->count, &list->capacity);
        if (larger == NULL) {
            return false;
        }
        list->items = larger;
    }
    list->items[list->count++] = item;
    return true;
}

bool node_put(node_tree *tree, node *mapping, node_member member) {
    if (mapping->count == mapping->capacity) {
        node_member *larger =
            grow(tree, mapping->members, sizeof member, mapping->count, &mapping->capacity);
        if (larger == NULL) {
            return false;
        }
        mapping->members = larger;
    }
    mapping->members[mapping->count++] = member;
    return true;
}

const node_member *node_member_of(const node *mapping, const char *key) {
    if (mapping == NULL || mapping->kind != NODE_MAPPING) {
        return NULL;
    }
    for (uint32_t i = 0; i < mapping->count; i++) {
        if (strcmp(mapping->members[i].key, key) == 0) {
            return &mapping->members[i];
        }
    }
    return NULL;
}

node *node_get(const node *mapping, const char *key) {
    const node_member *member = node_member_of(mapping, key);
    return member != NULL ? member->value : NULL;
}

void node_remove(node *mapping, const char *key) {
    const node_member *member = node_member_of(mapping, key);
    if (member == NULL) {
        return;
    }
    uint32_t index = (uint32_t)(member - mapping->members);
    mapping->count--;
    memmove(&mapping->members[index], &mapping->members[index + 1],
            (mapping->count - index) * sizeof *member);
}

const char *node_describe(const node *found, char out[NODE_DESCRIPTION_SIZE]) {
    if (found->kind == NODE_LIST) {
        snprintf(out, NODE_DESCRIPTION_SIZE, "a list of %u", found->count);
    } else if (found->kind == NODE_MAPPING) {
        snprintf(out, NODE_DESCRIPTION_SIZE, "a mapping");
    } else if (found->text[0] == '\0') {
        snprintf(out, NODE_DESCRIPTION_SIZE, "nothing");
    } else if (strlen(found->text) > 40) {
        snprintf(out, NODE_DESCRIPTION_SIZE, "'%.37s...'", found->text);
    } else {
        snprintf(out, NODE_DESCRIPTION_SIZE, "'%s'", found->text);
    }
    return out;
}

static wend_result set_error_at(const char *source, int line, int column, wend_error *error,
                                wend_result code, const char *format, va_list arguments) {
    error_set_list(error, code, format, arguments);
    error_set_location(error, source, line, column);
    return code;
}

wend_result node_error(const node *at, wend_error *error, wend_result code, const char *format,
                       ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error_at(at->source, at->line, at->column, error, code, format, arguments);
    va_end(arguments);
    return code;
}

wend_result node_key_error(const node_member *at, wend_error *error, wend_result code,
                           const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error_at(at->value->source, at->line, at->column, error, code, format, arguments);
    va_end(arguments);
    return code;
}

wend_result node_locate_error(const node *at, wend_error *error, wend_result code) {
    error_set_location(error, at->source, at->line, at->column);
    return code;
}
