/* A document tree: the content of a scenario file. Every node stores its position in the file for
 * error messages.
 *
 * Nodes live in the arena of the tree and are freed with it. */
#ifndef SCENARIO_DOCUMENT_NODE_H
#define SCENARIO_DOCUMENT_NODE_H

#include "base/memory.h"
#include <wend/base.h>

typedef enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAPPING } node_kind;

typedef struct node node;

typedef struct node_member {
    const char *key;
    int line, column; /* position of the key */
    node *value;
} node_member;

struct node {
    node_kind kind;
    bool quoted;        /* written in quotes, so never a number */
    const char *source; /* name of the file, or the setting that gave the value */
    int line, column;   /* from 1; 0 in a setting */
    const char *text;   /* text of a scalar */
    node_member *members;
    node **items;
    uint32_t count, capacity; /* number of members or items */
};

enum {
    NODE_MAX_DEPTH = 64,
    NODE_MAX_COUNT = 8 << 20,      /* nodes in a document */
    NODE_MAX_FILE_SIZE = 64 << 20, /* bytes */
    NODE_MAX_LINE = 1 << 30        /* larger line and column numbers are reported as this number */
};

typedef struct node_tree {
    memory heap;
    memory_arena arena;
    uint32_t node_count;
    node *root;
    const char **files; /* paths of all files that were read for the document */
    uint32_t file_count, file_capacity;
} node_tree;

void node_tree_init(node_tree *tree, const wend_allocator *allocator);
void node_tree_free(node_tree *tree);

/* Parses YAML (or JSON) text. `source` names the text in messages and is copied. If `is_setting` is
 * true, the nodes have no line numbers. Rejects anchors and aliases, duplicate and complex keys,
 * several documents, and anything that exceeds the limits above. */
wend_result node_parse(node_tree *tree, const char *source, const char *text, size_t size,
                       bool is_setting, node **out, wend_error *error);

/* Adds a path to the files of the tree; `path` must live as long as the tree. Returns false if out
 * of memory. */
bool node_note_file(node_tree *tree, const char *path);

/* The path that stands for the standard input, and its name in messages. */
#define NODE_STANDARD_INPUT "standard input"

/* Reads a file of at most NODE_MAX_FILE_SIZE bytes into memory owned by the tree. */
wend_result node_read_file(node_tree *tree, const char *path, const char **text, size_t *size,
                           wend_error *error);

/* Returns zeroed memory owned by the tree; NULL if out of memory. */
void *node_allocate(node_tree *tree, size_t count, size_t size);
const char *node_copy_text(node_tree *tree, const char *text, size_t size);

/* Returns a new, empty node of the given kind. It gets the file position of `like`, which may be
 * NULL. */
node *node_new(node_tree *tree, node_kind kind, const node *like);
/* node_append adds an item to a list, node_put adds a member to a mapping. Both return false if out
 * of memory. */
bool node_append(node_tree *tree, node *list, node *item);
bool node_put(node_tree *tree, node *mapping, node_member member);

/* node_member_of returns the member with the given key; node_get returns the value of this member.
 * Both return NULL if there is no such member, or if `mapping` is NULL or not a mapping. */
const node_member *node_member_of(const node *mapping, const char *key);
node *node_get(const node *mapping, const char *key);
/* Removes the member with the given key, if there is one. */
void node_remove(node *mapping, const char *key);

/* Describes a node for messages: "a text", "a list" and so on. `out` has room for
 * NODE_DESCRIPTION_SIZE bytes. */
enum { NODE_DESCRIPTION_SIZE = 64 };
const char *node_describe(const node *found, char out[NODE_DESCRIPTION_SIZE]);

/* Fills `error` with a message and the file position of the node. Returns `code`. */
__attribute__((format(printf, 4, 5))) wend_result
node_error(const node *at, wend_error *error, wend_result code, const char *format, ...);
/* Does the same with the file position of a member's key. */
__attribute__((format(printf, 4, 5))) wend_result
node_key_error(const node_member *at, wend_error *error, wend_result code, const char *format, ...);
/* Adds the node's file position to an error that another module has filled. Returns `code`. */
wend_result node_locate_error(const node *at, wend_error *error, wend_result code);

/* Applies a setting "path=value", where the path has the form a.b.2.c: parses the value as YAML and
 * stores it in the tree. Mappings that are missing along the path are created; list items must
 * already exist. */
wend_result node_apply_setting(node_tree *tree, const char *setting, wend_error *error);

#endif
