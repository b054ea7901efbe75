/* Reads choices: the name of a registered entry (a planner, a metric, an output ...), with settings
 * for its parameters. The settings are checked against the parameter table of the entry. */
#include "base/error.h"
#include "base/text.h"
#include "scenario/scenario.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const wend_param *find_param(const wend_entry *entry, const char *name) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (strcmp(entry->params[i].name, name) == 0) {
            return &entry->params[i];
        }
    }
    return NULL;
}

/* True if a value is written as infinity and the parameter may be infinite. */
static bool is_infinity(const node *value, const wend_param *param) {
    return param->maximum == INFINITY && value->kind == NODE_SCALAR &&
           (strcmp(value->text, ".inf") == 0 || strcmp(value->text, "+.inf") == 0);
}

static void read_numbers(reader *r, const node *list, const wend_param *param, wend_value *out) {
    uint32_t most = (uint32_t)param->default_value;
    char one[80];
    if (!read_is_list(r, list, param->name)) {
        return;
    }
    if (list->count == 0 || list->count > most) {
        read_fail(r, list, WEND_ERROR_LIMIT, "%s must be a list of 1 to %u, found %u", param->name,
                  most, list->count);
        return;
    }
    bool vowel = strchr("aeiou", param->choices[0][0]) != NULL;
    snprintf(one, sizeof one, "%s %.60s", vowel ? "an" : "a", param->choices[0]);
    double *numbers = read_allocate(r, list->count, sizeof *numbers);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        numbers[i] = read_number(r, list->items[i], one, param->minimum, param->maximum);
    }
    out->kind = WEND_VALUE_NUMBERS;
    out->numbers = (wend_numbers){numbers, list->count};
}

void scenario_read_value(reader *r, const node *value, const wend_param *param, wend_value *out) {
    switch (param->type) {
    case WEND_PARAM_CHOICE:
    case WEND_PARAM_NAME:
    case WEND_PARAM_TEXT:
        out->kind = WEND_VALUE_TEXT;
        out->text = read_text(r, value, param->name);
        break;
    case WEND_PARAM_BOOL:
        out->kind = WEND_VALUE_TEXT;
        out->text = read_bool(r, value, param->name) ? "true" : "false";
        break;
    case WEND_PARAM_POINT: {
        wend_point *point = read_allocate(r, 1, sizeof *point);
        wend_point read = read_point(r, value, param->name);
        if (reader_ok(r)) {
            *point = read;
        }
        out->kind = WEND_VALUE_POINTS;
        out->points = point;
        out->point_count = 1;
        break;
    }
    case WEND_PARAM_POLYGON:
        out->kind = WEND_VALUE_POINTS;
        out->point_count = read_polygon(r, value, param->name, UINT32_MAX, &out->points);
        break;
    case WEND_PARAM_SAMPLED:
    case WEND_PARAM_DISTRIBUTION:
        out->kind = WEND_VALUE_NUMBER;
        out->number = is_infinity(value, param)
                          ? wend_constant(INFINITY)
                          : read_distribution(r, value, param->name, -INFINITY, INFINITY);
        break;
    case WEND_PARAM_NUMBER:
    case WEND_PARAM_INTEGER:
        out->kind = WEND_VALUE_NUMBER;
        out->number.kind = WEND_DISTRIBUTION_CONSTANT;
        out->number.a = read_number(r, value, param->name, -INFINITY, INFINITY);
        break;
    case WEND_PARAM_NUMBERS:
        read_numbers(r, value, param, out);
        break;
    case WEND_PARAM_LINES: /* only maps have lines and files; see maps.c */
    case WEND_PARAM_FILE:
        break;
    }
}

bool scenario_read_setting(reader *r, const node_member *member, const wend_entry *entry,
                           wend_setting *out) {
    const wend_param *param = find_param(entry, member->key);
    out->name = member->key;
    if (param != NULL) {
        scenario_read_value(r, member->value, param, &out->value);
    }
    if (!reader_ok(r)) {
        return false;
    }
    wend_result result = wend_settings_check(entry, out, 1, r->error);
    if (result != WEND_OK) {
        error_set_location(r->error, member->value->source,
                           param != NULL ? member->value->line : member->line,
                           param != NULL ? member->value->column : member->column);
        r->result = result;
    }
    return reader_ok(r);
}

void scenario_read_settings(reader *r, const node *mapping, const wend_entry *entry,
                            wend_choice *out) {
    wend_setting *settings = read_allocate(r, mapping->count, sizeof *settings);
    uint32_t count = 0;
    for (uint32_t i = 0; i < mapping->count && reader_ok(r); i++) {
        const node_member *member = &mapping->members[i];
        if (strcmp(member->key, "name") != 0 &&
            !scenario_read_setting(r, member, entry, &settings[count++])) {
            return;
        }
    }
    out->settings = settings;
    out->setting_count = count;
}

wend_choice scenario_read_choice(reader *r, const node *value, wend_kind kind) {
    wend_choice choice = {NULL, NULL, 0};
    if (!reader_ok(r)) {
        return choice;
    }
    const node *name = value;
    if (value->kind == NODE_MAPPING) {
        name = read_required(r, value, wend_kind_text(kind), "name");
    }
    if (reader_ok(r)) {
        choice.name = read_text(r, name, wend_kind_text(kind));
    }
    if (!reader_ok(r)) {
        return choice;
    }
    const wend_entry *entry = wend_registry_find(r->registry, kind, choice.name, r->error);
    if (entry == NULL) {
        read_fail_as(r, name, WEND_ERROR_NAME);
        return choice;
    }
    if (value->kind == NODE_MAPPING) {
        scenario_read_settings(r, value, entry, &choice);
    }
    return choice;
}

static uint32_t count_members(const node *mapping) {
    return mapping != NULL && mapping->kind == NODE_MAPPING ? mapping->count : 0;
}

static void read_entries_of(scenario_entries *out, reader *r, const node *mapping, wend_kind kind,
                            const char *what) {
    if (mapping == NULL || !read_is_mapping(r, mapping, what)) {
        return;
    }
    for (uint32_t i = 0; i < mapping->count && reader_ok(r); i++) {
        const node_member *member = &mapping->members[i];
        const wend_entry *entry = wend_registry_find(r->registry, kind, member->key, r->error);
        if (entry == NULL) {
            error_set_location(r->error, member->value->source, member->line, member->column);
            r->result = WEND_ERROR_NAME;
            return;
        }
        scenario_entry *made = &out->entries[out->count++];
        made->kind = kind;
        made->choice.name = member->key;
        if (read_is_mapping(r, member->value, member->key)) {
            scenario_read_settings(r, member->value, entry, &made->choice);
        }
    }
}

scenario_entries scenario_read_entries(reader *r, const node *root) {
    static const struct {
        const char *key;
        wend_kind kind;
    } kinds[] = {
        {"measure", WEND_KIND_METRIC}, {"output", WEND_KIND_OUTPUT}, {"input", WEND_KIND_INPUT}};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    scenario_entries all = {NULL, 0};
    size_t count = 0;
    for (size_t i = 0; i < KINDS; i++) {
        count += count_members(node_get(root, kinds[i].key));
    }
    all.entries = read_allocate(r, count, sizeof *all.entries);
    for (size_t i = 0; i < KINDS; i++) {
        read_entries_of(&all, r, node_get(root, kinds[i].key), kinds[i].kind, kinds[i].key);
    }
    return all;
}
