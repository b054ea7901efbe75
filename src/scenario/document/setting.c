/* Applies settings of the form "path=value", which change a document before it is interpreted. */
#include "base/error.h"
#include "base/text.h"
#include "scenario/document/node.h"
#include "scenario/format/format.h"
#include <stdio.h>
#include <string.h>

static wend_result fail_setting(const char *source, wend_error *error, wend_result code,
                                const char *message) {
    error_set(error, code, "%s", message);
    error_set_location(error, source, 0, 0);
    return code;
}

/* Finds the address at which the value for one step of the path is stored. If a mapping has no
 * member with that name, the member is added. */
static wend_result find_child(node_tree *tree, node *parent, const char *step, const char *source,
                              node ***out, wend_error *error) {
    if (parent->kind == NODE_LIST) {
        int64_t index = 0;
        if (!text_parse_int64(step, &index) || index < 0 || index >= (int64_t)parent->count) {
            char message[200];
            snprintf(message, sizeof message,
                     "'%.60s' is not an index of a list of %u: expected 0 to %u", step,
                     parent->count, parent->count > 0 ? parent->count - 1 : 0);
            return fail_setting(source, error, WEND_ERROR_NAME, message);
        }
        *out = &parent->items[index];
        return WEND_OK;
    }
    if (parent->kind == NODE_SCALAR) {
        char message[200];
        snprintf(message, sizeof message, "'%.60s' is inside a value that has no members", step);
        return fail_setting(source, error, WEND_ERROR_NAME, message);
    }
    if (node_member_of(parent, step) == NULL) {
        node *made = node_new(tree, NODE_MAPPING, NULL);
        const char *key = node_copy_text(tree, step, strlen(step));
        node_member member = {key, 0, 0, made};
        if (made == NULL || key == NULL || !node_put(tree, parent, member)) {
            return error_no_memory(error, "settings");
        }
        made->source = source;
    }
    uint32_t index = (uint32_t)(node_member_of(parent, step) - parent->members);
    parent->members[index].line = 0;
    parent->members[index].column = 0;
    *out = &parent->members[index].value;
    return WEND_OK;
}

/* Replaces a bare name, as in steer=orca, with a mapping {name: orca}, so that setting a parameter
 * later keeps the name. */
static wend_result expand_choice(node_tree *tree, node **value, wend_error *error) {
    node *scalar = *value;
    node *mapping = node_new(tree, NODE_MAPPING, scalar);
    node_member member = {"name", scalar->line, scalar->column, scalar};
    if (mapping == NULL || !node_put(tree, mapping, member)) {
        return error_no_memory(error, "settings");
    }
    *value = mapping;
    return WEND_OK;
}

static bool is_choice_key(const char *key) {
    const format_key *row = format_find(&format_profile, key);
    return row != NULL && (row->forms & FORMAT_ENTRY) != 0;
}

wend_result node_apply_setting(node_tree *tree, const char *setting, wend_error *error) {
    char label[WEND_ERROR_PATH_SIZE];
    snprintf(label, sizeof label, "setting %s", setting);
    const char *source = node_copy_text(tree, label, strlen(label));
    const char *equals = strchr(setting, '=');
    if (source == NULL) {
        return error_no_memory(error, "settings");
    }
    if (equals == NULL || equals == setting) {
        return fail_setting(source, error, WEND_ERROR_SYNTAX, "expected path=value");
    }
    char *path = (char *)node_copy_text(tree, setting, (size_t)(equals - setting));
    if (path == NULL) {
        return error_no_memory(error, "settings");
    }
    node *value = NULL;
    wend_result result =
        node_parse(tree, label, equals + 1, strlen(equals + 1), true, &value, error);
    if (result != WEND_OK) {
        return result;
    }
    node **found = &tree->root;
    const char *last_step = "";
    for (char *step = path; step != NULL;) {
        char *dot = strchr(step, '.');
        if (dot != NULL) {
            *dot = '\0';
        }
        if (*step == '\0') {
            return fail_setting(source, error, WEND_ERROR_SYNTAX, "a part of the path is empty");
        }
        if ((*found)->kind == NODE_SCALAR && is_choice_key(last_step)) {
            result = expand_choice(tree, found, error);
            if (result != WEND_OK) {
                return result;
            }
        }
        result = find_child(tree, *found, step, source, &found, error);
        if (result != WEND_OK) {
            return result;
        }
        last_step = step;
        step = dot != NULL ? dot + 1 : NULL;
    }
    *found = value;
    return WEND_OK;
}
