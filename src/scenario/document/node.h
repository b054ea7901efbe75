/* A document tree: what a scenario file says, each node knowing where it stands.
 *
 * Nodes live in an arena of the tree's and are freed with it. */
#ifndef SCENARIO_DOCUMENT_NODE_H
#define SCENARIO_DOCUMENT_NODE_H

#include "base/memory.h"
#include <wend/base.h>

typedef enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAPPING } node_kind;

typedef struct node node;

typedef struct node_member {
    const char *key;
    int line, column; /* of the key */
    node *value;
} node_member;

struct node {
    node_kind kind;
    bool quoted;        /* a scalar in quotes: never a number */
    const char *source; /* file name, or the setting it came from */
    int line, column;   /* 1-based; 0 in a setting */
    const char *text;   /* scalar */
    node_member *members;
    node **items;
    uint32_t count, capacity; /* of members or items */
};

enum {
    NODE_MAX_DEPTH = 64,
    NODE_MAX_COUNT = 8 << 20,      /* nodes of a document */
    NODE_MAX_FILE_SIZE = 64 << 20, /* bytes */
    NODE_MAX_LINE = 1 << 30        /* lines and columns above are told as this */
};

typedef struct node_tree {
    memory heap;
    memory_arena arena;
    uint32_t node_count;
    node *root;
} node_tree;

void node_tree_init(node_tree *tree, const wend_allocator *allocator);
void node_tree_free(node_tree *tree);

/* Parses YAML (or JSON) text. `source` names it in messages and is copied; with `is_setting` there
 * are no lines to tell. Refuses anchors and aliases, duplicate and complex keys, several documents,
 * and what exceeds the limits above. */
wend_result node_parse(node_tree *tree, const char *source, const char *text, size_t size,
                       bool is_setting, node **out, wend_error *error);

/* Reads a whole file, at most NODE_MAX_FILE_SIZE bytes, into memory of the tree. */
wend_result node_read_file(node_tree *tree, const char *path, const char **text, size_t *size,
                           wend_error *error);

/* Memory of the tree, zeroed; NULL when there is none. */
void *node_take(node_tree *tree, size_t count, size_t size);
const char *node_copy_text(node_tree *tree, const char *text, size_t size);

/* A new node of that kind without content, at the place of `like` (may be NULL). */
node *node_new(node_tree *tree, node_kind kind, const node *like);
bool node_append(node_tree *tree, node *list, node *item);
bool node_put(node_tree *tree, node *mapping, node_member member);

/* The member of that key, or NULL; also NULL when `mapping` is NULL or no mapping. */
const node_member *node_member_of(const node *mapping, const char *key);
node *node_get(const node *mapping, const char *key);
/* Takes a member out; nothing happens if there is none. */
void node_remove(node *mapping, const char *key);

/* "a text", "a list" ...: what was found, for messages. `out` holds NODE_TOLD_SIZE bytes. */
enum { NODE_TOLD_SIZE = 64 };
const char *node_told(const node *found, char out[NODE_TOLD_SIZE]);

/* Fills `error` with the place of the node; returns `code`. */
__attribute__((format(printf, 4, 5))) wend_result
node_error(const node *at, wend_error *error, wend_result code, const char *format, ...);
/* The same at the key of a member. */
__attribute__((format(printf, 4, 5))) wend_result
node_key_error(const node_member *at, wend_error *error, wend_result code, const char *format, ...);
/* Adds the node's place to an error that another module filled; returns its code. */
wend_result node_place_error(const node *at, wend_error *error, wend_result code);

/* "path=value" with path a.b.2.c: puts the value (YAML) into the tree; mappings that are missing on
 * the way are made, list places must be there. */
wend_result node_apply_setting(node_tree *tree, const char *setting, wend_error *error);

#endif
