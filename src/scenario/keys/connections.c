/* Reads the key `connections` of a space: ladders, jumps, turnstiles and one-way doors. */
#include "scenario/fields.h"
#include "scenario/scenario.h"

/* Returns the layer that a key names, or `fallback` if the key is missing. */
static uint32_t read_layer_key(wend_scenario *s, reader *r, const node *mapping, const char *key,
                               uint32_t fallback) {
    const node *layer = node_get(mapping, key);
    if (layer == NULL || !reader_ok(r)) {
        return fallback;
    }
    if (s->layer_names.count == 0) {
        read_fail(r, layer, WEND_ERROR_NAME, "the space has no named layers");
        return fallback;
    }
    return read_name(r, layer, "layer", &s->layer_names);
}

static void read_profiles(reader *r, const node *list, wend_connection_def *out) {
    if (list == NULL || !read_is_list(r, list, "profiles")) {
        return;
    }
    const char **names = read_allocate(r, list->count, sizeof *names);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        names[i] = read_text(r, list->items[i], "a profile");
    }
    out->profiles = names;
    out->profile_count = list->count;
    if (reader_ok(r) && list->count == 0) {
        read_fail(r, list, WEND_ERROR_INVALID, "profiles must name at least one profile");
    }
}

static void read_connection(wend_scenario *s, reader *r, const node *item,
                            wend_connection_def *out) {
    *out = wend_default_connection_def();
    if (!member_check(r, item, &format_connection)) {
        return;
    }
    const format_table *table = &format_connection;
    const wend_point none = {0.0, 0.0};
    out->name = member_text(r, item, table, "name", NULL);
    out->from = member_point(r, item, table, "from", none);
    out->to = member_point(r, item, table, "to", none);
    out->from_layer = read_layer_key(s, r, item, "from_layer", 0);
    out->to_layer = read_layer_key(s, r, item, "to_layer", out->from_layer);
    out->one_way = member_bool(r, item, table, "one_way", false);
    out->cost = member_number(r, item, table, "cost", out->cost);
    out->duration = member_number(r, item, table, "duration", out->duration);
    out->radius = member_number(r, item, table, "radius", out->radius);
    read_profiles(r, node_get(item, "profiles"), out);
}

void scenario_read_connections(wend_scenario *s, reader *r, const node *list) {
    if (list == NULL || !reader_ok(r) || !read_is_list(r, list, "connections")) {
        return;
    }
    wend_connection_def *all = read_allocate(r, list->count, sizeof *all);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        read_connection(s, r, list->items[i], &all[i]);
    }
    s->space_def.connections = all;
    s->space_def.connection_count = list->count;
}

void scenario_check_connections(wend_scenario *s, reader *r, const node *root) {
    const node *list = node_get(node_get(root, "space"), "connections");
    for (uint32_t i = 0; list != NULL && i < list->count && reader_ok(r); i++) {
        const node *names = node_get(list->items[i], "profiles");
        for (uint32_t k = 0; names != NULL && k < names->count && reader_ok(r); k++) {
            read_name(r, names->items[k], "profile", &s->profile_names);
        }
    }
}
