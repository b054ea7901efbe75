/* Reads actions, triggers and conditions. Each is written as the name of an entry, as a mapping
 * from this name to the value of the entry's first parameter, or as one to a mapping of parameters.
 * The value of a condition that combines others is the list of these. */
#include "base/error.h"
#include "scenario/machines.h"
#include <string.h>
#include <wend/behaviour.h>

static const char children_key[] = "when"; /* of a condition that also has parameters */

/* What a node that names an entry says: the name, and the value of the mapping from it. */
typedef struct named_value {
    const char *name;
    const node *at;    /* for errors about the name */
    const node *value; /* NULL for a name alone */
    node_member first; /* a member for the first parameter */
} named_value;

/* Finds the member that names the entry: the only one besides `keep`. */
static const node_member *find_entry_member(const node *mapping, bool may_keep) {
    const node_member *found = NULL;
    for (uint32_t i = 0; i < mapping->count; i++) {
        if (may_keep && strcmp(mapping->members[i].key, "keep") == 0) {
            continue;
        }
        if (found != NULL) {
            return NULL;
        }
        found = &mapping->members[i];
    }
    return found;
}

static named_value split(reader *r, const node *value, wend_kind kind, bool *keep) {
    named_value out = {.at = value};
    if (!reader_ok(r)) {
        return out;
    }
    if (value->kind == NODE_SCALAR) {
        out.name = read_text(r, value, wend_kind_text(kind));
        return out;
    }
    const node_member *member =
        value->kind == NODE_MAPPING ? find_entry_member(value, keep != NULL) : NULL;
    if (member == NULL) {
        char what[40] = "a ";
        what[1] = kind == WEND_KIND_ACTION ? 'n' : ' ';
        what[2] = kind == WEND_KIND_ACTION ? ' ' : '\0';
        strncat(what, wend_kind_text(kind), 20);
        read_fail_wrong_type(r, value, what, "a name, or a mapping {NAME: {parameter: value}}");
        return out;
    }
    out.name = member->key;
    out.value = member->value;
    out.first = *member;
    if (keep != NULL) {
        *keep = read_bool_key(r, value, "keep", false);
    }
    return out;
}

/* Finds the entry; an error has the position of its name. */
static const wend_entry *find_entry(reader *r, const named_value *given, wend_kind kind) {
    const wend_entry *entry =
        reader_ok(r) ? wend_registry_find(r->registry, kind, given->name, r->error) : NULL;
    if (entry == NULL && reader_ok(r)) {
        r->result = WEND_ERROR_NAME;
        bool has_key = given->value != NULL;
        error_set_location(r->error, given->at->source,
                           has_key ? given->first.line : given->at->line,
                           has_key ? given->first.column : given->at->column);
    }
    return entry;
}

/* True if a value is that of the first parameter, not a mapping of parameters. */
static bool is_first_value(const wend_entry *entry, const node *value) {
    bool is_distribution =
        entry->param_count > 0 && entry->params[0].type == WEND_PARAM_DISTRIBUTION &&
        (node_get(value, "uniform") != NULL || node_get(value, "normal") != NULL);
    return value->kind != NODE_MAPPING || is_distribution;
}

/* Reads the parameters of an entry. The member `children_key` is left out if `has_children`. */
static void read_params(reader *r, const named_value *given, const wend_entry *entry,
                        bool has_children, wend_choice *out) {
    const node *value = given->value;
    bool first = value != NULL && is_first_value(entry, value);
    if (value == NULL || !reader_ok(r)) {
        return;
    }
    if (first && entry->param_count == 0) {
        read_fail(r, value, WEND_ERROR_INVALID, "%s has no parameters", entry->name);
        return;
    }
    uint32_t most = first ? 1 : value->count;
    wend_setting *settings = read_allocate(r, most, sizeof *settings);
    out->settings = settings;
    for (uint32_t i = 0; i < most && reader_ok(r); i++) {
        node_member member = first ? given->first : value->members[i];
        member.key = first ? entry->params[0].name : member.key;
        if (!has_children || strcmp(member.key, children_key) != 0) {
            scenario_read_setting(r, &member, entry, &settings[out->setting_count++]);
        }
    }
}

wend_choice scenario_read_behaviour(reader *r, const node *value, wend_kind kind, bool *keep) {
    wend_choice out = {NULL, NULL, 0};
    named_value given = split(r, value, kind, keep);
    const wend_entry *entry = find_entry(r, &given, kind);
    if (entry != NULL) {
        out.name = entry->name;
        read_params(r, &given, entry, false, &out);
    }
    return out;
}

/* ---- Conditions ------------------------------------------------------------------------------ */

/* True if a text cannot be the name of an entry: it is then an expression. */
static bool is_expression(const node *value) {
    static const char in_names[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    return value->kind == NODE_SCALAR && value->text[strspn(value->text, in_names)] != '\0';
}

static void read_expression(reader *r, const node *value, wend_condition_def *out) {
    const node_member member = {"text", value->line, value->column, (node *)(uintptr_t)value};
    const wend_entry *entry =
        wend_registry_find(r->registry, WEND_KIND_CONDITION, "expression", r->error);
    wend_setting *setting = read_allocate(r, 1, sizeof *setting);
    if (entry == NULL) {
        read_fail_as(r, value, WEND_ERROR_NAME);
    } else if (setting != NULL) {
        scenario_read_setting(r, &member, entry, setting);
        out->choice = (wend_choice){entry->name, setting, 1};
    }
}

static void read_tree(reader *r, const node *value, wend_condition_def *out, uint32_t *count);

/* Reads the conditions that a condition combines: a list of them, or one. */
static void read_children(reader *r, const node *at, const node *value,
                          const wend_condition *condition, wend_condition_def *out,
                          uint32_t *count) {
    uint32_t given = value == NULL ? 0 : value->kind == NODE_LIST ? value->count : 1;
    if (given < condition->least_children || given > condition->most_children) {
        uint32_t least = condition->least_children;
        bool one = least == condition->most_children;
        read_fail(r, value != NULL ? value : at, WEND_ERROR_INVALID,
                  "%s needs %s%u condition%s, found %u", condition->entry.name,
                  one ? "" : "at least ", least, least == 1 ? "" : "s", given);
        return;
    }
    wend_condition_def *children = read_allocate(r, given, sizeof *children);
    for (uint32_t i = 0; i < given && reader_ok(r); i++) {
        read_tree(r, value->kind == NODE_LIST ? value->items[i] : value, &children[i], count);
    }
    out->children = children;
    out->child_count = given;
}

/* True if the value of a condition that combines others consists of these, not of parameters. */
static bool is_children(const wend_entry *entry, const node *value) {
    return value->kind != NODE_MAPPING || entry->param_count == 0 ||
           node_get(value, children_key) == NULL;
}

static void read_tree(reader *r, const node *value, wend_condition_def *out, uint32_t *count) {
    *out = (wend_condition_def){.child_count = 0};
    if (reader_ok(r) && ++*count > WEND_MAX_CONDITIONS) {
        read_fail(r, value, WEND_ERROR_LIMIT, "a transition can have at most %d conditions",
                  WEND_MAX_CONDITIONS);
    }
    if (!reader_ok(r)) {
        return;
    }
    if (is_expression(value)) {
        read_expression(r, value, out);
        return;
    }
    named_value given = split(r, value, WEND_KIND_CONDITION, NULL);
    const wend_entry *entry = find_entry(r, &given, WEND_KIND_CONDITION);
    if (entry == NULL) {
        return;
    }
    const wend_condition *condition = (const wend_condition *)(const void *)entry;
    bool combines = condition->most_children > 0;
    bool only = combines && given.value != NULL && is_children(entry, given.value);
    out->choice.name = entry->name;
    if (combines) {
        const node *children = only ? given.value : node_get(given.value, children_key);
        read_children(r, value, children, condition, out, count);
    }
    if (!only) {
        read_params(r, &given, entry, combines, &out->choice);
    }
}

void scenario_read_condition(reader *r, const node *value, wend_condition_def *out) {
    uint32_t count = 0;
    read_tree(r, value, out, &count);
}
