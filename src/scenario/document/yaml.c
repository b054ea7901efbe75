/* Parses YAML text into a document tree, from libyaml's events.
 *
 * Cost: time and memory linear in the text, except for the check for duplicate keys, which sorts
 * the keys of each mapping. Aliases are rejected, so a small file cannot expand to a large tree. */
#include "base/error.h"
#include "base/file.h"
#include "base/sort.h"
#include "scenario/document/node.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

typedef struct builder {
    node_tree *tree;
    const char *source, *text;
    size_t size;
    bool is_setting;
    wend_error *error;
    yaml_parser_t parser;
    node *stack[NODE_MAX_DEPTH];
    node_member pending[NODE_MAX_DEPTH]; /* key that still needs a value; .key is NULL if none */
    uint32_t depth;
    node *root;
} builder;

static int one_based(size_t zero_based) {
    return zero_based >= NODE_MAX_LINE ? NODE_MAX_LINE : (int)zero_based + 1;
}

static wend_result fail(const builder *b, yaml_mark_t mark, wend_result code, const char *message) {
    error_set(b->error, code, "%s", message);
    error_set_location(b->error, b->source, b->is_setting ? 0 : one_based(mark.line),
                       b->is_setting ? 0 : one_based(mark.column));
    return code;
}

typedef struct indexed_key {
    const char *key;
    uint32_t index;
} indexed_key;

static bool key_before(const void *left, const void *right) {
    return strcmp(((const indexed_key *)left)->key, ((const indexed_key *)right)->key) < 0;
}

static wend_result check_duplicates(const builder *b, const node *mapping) {
    indexed_key *sorted = node_allocate(b->tree, mapping->count, sizeof *sorted);
    indexed_key *scratch = node_allocate(b->tree, mapping->count, sizeof *scratch);
    if (sorted == NULL || scratch == NULL) {
        return error_no_memory(b->error, "%s", b->source);
    }
    for (uint32_t i = 0; i < mapping->count; i++) {
        sorted[i] = (indexed_key){mapping->members[i].key, i};
    }
    sort_stable(sorted, scratch, mapping->count, sizeof *sorted, key_before);
    for (uint32_t i = 1; i < mapping->count; i++) {
        if (strcmp(sorted[i - 1].key, sorted[i].key) == 0) {
            return node_key_error(&mapping->members[sorted[i].index], b->error, WEND_ERROR_NAME,
                                  "duplicate key '%.100s' (first in line %d)", sorted[i].key,
                                  mapping->members[sorted[i - 1].index].line);
        }
    }
    return WEND_OK;
}

/* Adds a finished value to the open list or mapping, or makes it the root. */
static wend_result add_value(builder *b, node *value) {
    if (b->depth == 0) {
        b->root = value;
        return WEND_OK;
    }
    node *parent = b->stack[b->depth - 1];
    if (parent->kind == NODE_LIST) {
        return node_append(b->tree, parent, value) ? WEND_OK
                                                   : error_no_memory(b->error, "%s", b->source);
    }
    node_member *pending = &b->pending[b->depth - 1];
    pending->value = value;
    bool put = node_put(b->tree, parent, *pending);
    pending->key = NULL;
    return put ? WEND_OK : error_no_memory(b->error, "%s", b->source);
}

static bool wants_key(const builder *b) {
    return b->depth > 0 && b->stack[b->depth - 1]->kind == NODE_MAPPING &&
           b->pending[b->depth - 1].key == NULL;
}

/* Creates a node. After a failure, sets `result` and returns NULL. */
static node *new_node(const builder *b, node_kind kind, yaml_mark_t mark, wend_result *result) {
    if (b->tree->node_count >= NODE_MAX_COUNT) {
        *result = fail(b, mark, WEND_ERROR_LIMIT, "the file has more than 8388608 values");
        return NULL;
    }
    node *made = node_new(b->tree, kind, NULL);
    if (made == NULL) {
        *result = error_no_memory(b->error, "%s", b->source);
        return NULL;
    }
    b->tree->node_count++;
    made->source = b->source;
    made->line = b->is_setting ? 0 : one_based(mark.line);
    made->column = b->is_setting ? 0 : one_based(mark.column);
    return made;
}

static wend_result add_scalar(builder *b, const yaml_event_t *event) {
    const char *bytes = (const char *)event->data.scalar.value;
    size_t size = event->data.scalar.length;
    if (memchr(bytes, 0, size) != NULL) {
        return fail(b, event->start_mark, WEND_ERROR_SYNTAX, "a string contains a zero byte");
    }
    const char *text = node_copy_text(b->tree, bytes, size);
    if (text == NULL) {
        return error_no_memory(b->error, "%s", b->source);
    }
    if (wants_key(b)) {
        node_member *pending = &b->pending[b->depth - 1];
        pending->key = text;
        pending->line = b->is_setting ? 0 : one_based(event->start_mark.line);
        pending->column = b->is_setting ? 0 : one_based(event->start_mark.column);
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    node *made = new_node(b, NODE_SCALAR, event->start_mark, &result);
    if (made == NULL) {
        return result;
    }
    made->text = text;
    made->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    return add_value(b, made);
}

static wend_result open_collection(builder *b, node_kind kind, yaml_mark_t mark) {
    if (wants_key(b)) {
        return fail(b, mark, WEND_ERROR_SYNTAX, "a key must be a plain string");
    }
    if (b->depth == NODE_MAX_DEPTH) {
        return fail(b, mark, WEND_ERROR_LIMIT, "values are nested more than 64 deep");
    }
    wend_result result = WEND_OK;
    node *made = new_node(b, kind, mark, &result);
    if (made == NULL) {
        return result;
    }
    result = add_value(b, made);
    b->stack[b->depth] = made;
    b->pending[b->depth].key = NULL;
    b->depth++;
    return result;
}

static bool has_anchor(const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor != NULL;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor != NULL;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor != NULL;
    default:
        return event->type == YAML_ALIAS_EVENT;
    }
}

static wend_result handle_event(builder *b, const yaml_event_t *event) {
    if (has_anchor(event)) {
        return fail(b, event->start_mark, WEND_ERROR_SYNTAX,
                    "anchors (&) and aliases (*) are not supported");
    }
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (b->root != NULL) {
            return fail(b, event->start_mark, WEND_ERROR_SYNTAX,
                        "a second document starts here; one was expected");
        }
        return WEND_OK;
    case YAML_SCALAR_EVENT:
        return add_scalar(b, event);
    case YAML_SEQUENCE_START_EVENT:
        return open_collection(b, NODE_LIST, event->start_mark);
    case YAML_MAPPING_START_EVENT:
        return open_collection(b, NODE_MAPPING, event->start_mark);
    case YAML_SEQUENCE_END_EVENT:
        b->depth--;
        return WEND_OK;
    case YAML_MAPPING_END_EVENT:
        b->depth--;
        return check_duplicates(b, b->stack[b->depth]);
    default:
        return WEND_OK;
    }
}

/* True if a line (counted from 0) is indented with a tab. */
static bool has_tab(const builder *b, size_t line) {
    const char *at = b->text, *end = b->text + b->size;
    for (size_t i = 0; i < line && at != NULL; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at != NULL ? at + 1 : NULL;
    }
    while (at != NULL && at < end && *at == ' ') {
        at++;
    }
    return at != NULL && at < end && *at == '\t';
}

/* Returns the line and column (from 0) of a byte. */
static yaml_mark_t mark_of_byte(const builder *b, size_t byte) {
    yaml_mark_t mark = {.index = byte < b->size ? byte : b->size};
    for (size_t i = 0; i < mark.index; i++) {
        mark.column = b->text[i] == '\n' ? 0 : mark.column + 1;
        mark.line += b->text[i] == '\n';
    }
    return mark;
}

static wend_result report_parser_error(const builder *b) {
    const yaml_parser_t *parser = &b->parser;
    if (parser->error == YAML_MEMORY_ERROR) {
        return error_no_memory(b->error, "%s", b->source);
    }
    const char *problem = parser->problem != NULL ? parser->problem : "not YAML";
    char message[200];
    if (parser->error == YAML_READER_ERROR) {
        snprintf(message, sizeof message, "%s (at byte %zu)", problem, parser->problem_offset);
        return fail(b, mark_of_byte(b, parser->problem_offset), WEND_ERROR_SYNTAX, message);
    }
    snprintf(message, sizeof message, "not YAML: %s%s%s%s", problem,
             parser->context != NULL ? ", " : "", parser->context != NULL ? parser->context : "",
             has_tab(b, parser->problem_mark.line) ? " (a tab? indent with spaces)" : "");
    return fail(b, parser->problem_mark, WEND_ERROR_SYNTAX, message);
}

static wend_result run_parser(builder *b) {
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&b->parser, &event)) {
            return report_parser_error(b);
        }
        bool last = event.type == YAML_STREAM_END_EVENT;
        wend_result result = handle_event(b, &event);
        yaml_event_delete(&event);
        if (result != WEND_OK || last) {
            return result;
        }
    }
}

wend_result node_parse(node_tree *tree, const char *source, const char *text, size_t size,
                       bool is_setting, node **out, wend_error *error) {
    builder *b = node_allocate(tree, 1, sizeof *b);
    const char *name = node_copy_text(tree, source, strlen(source));
    if (b == NULL || name == NULL) {
        return error_no_memory(error, "%s", source);
    }
    b->tree = tree;
    b->source = name;
    b->text = text;
    b->size = size;
    b->is_setting = is_setting;
    b->error = error;
    if (size > NODE_MAX_FILE_SIZE) {
        error_set(error, WEND_ERROR_LIMIT, "the file is larger than 64 MB");
        error_set_location(error, name, 0, 0);
        return WEND_ERROR_LIMIT;
    }
    if (!yaml_parser_initialize(&b->parser)) {
        return error_no_memory(b->error, "%s", b->source);
    }
    yaml_parser_set_input_string(&b->parser, (const unsigned char *)text, size);
    wend_result result = run_parser(b);
    yaml_parser_delete(&b->parser);
    if (result == WEND_OK && b->root == NULL) {
        yaml_mark_t start = {0, 0, 0};
        b->root = new_node(b, NODE_SCALAR, start, &result);
        if (b->root != NULL) {
            b->root->text = "";
        }
    }
    if (result == WEND_OK) {
        *out = b->root;
    }
    return result;
}

wend_result node_read_file(node_tree *tree, const char *path, const char **text, size_t *size,
                           wend_error *error) {
    /* The process inherits these descriptors, which are already open and need not be regular files.
     */
    bool is_standard = strcmp(path, NODE_STANDARD_INPUT) == 0;
    bool given =
        is_standard || strcmp(path, "/dev/stdin") == 0 || strncmp(path, "/dev/fd/", 8) == 0;
    if (!given && file_check_regular(path, "read", "", error) != WEND_OK) {
        return WEND_ERROR_IO;
    }
    FILE *file = is_standard ? stdin : fopen(path, "rb");
    if (file == NULL) {
        error_set(error, WEND_ERROR_IO, "cannot open: %s", strerror(errno));
        error_set_location(error, path, 0, 0);
        return WEND_ERROR_IO;
    }
    size_t capacity = 4096, used = 0;
    char *content = node_allocate(tree, capacity, 1);
    while (content != NULL) {
        used += fread(content + used, 1, capacity - used, file);
        if (used < capacity || used > NODE_MAX_FILE_SIZE) {
            break;
        }
        char *larger = node_allocate(tree, capacity * 2, 1);
        if (larger != NULL) {
            memcpy(larger, content, used);
        }
        content = larger;
        capacity *= 2;
    }
    bool broken = ferror(file) != 0;
    int reason = errno;
    if (!is_standard) {
        fclose(file);
    }
    wend_result result = WEND_OK;
    if (content == NULL) {
        return error_no_memory(error, "%s", path);
    }
    if (broken) {
        result = error_set(error, WEND_ERROR_IO, "cannot read: %s", strerror(reason));
    } else if (used > NODE_MAX_FILE_SIZE) {
        result = error_set(error, WEND_ERROR_LIMIT, "the file is larger than 64 MB");
    }
    if (result != WEND_OK) {
        error_set_location(error, path, 0, 0);
        return result;
    }
    *text = content;
    *size = used;
    return WEND_OK;
}
