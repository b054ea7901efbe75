/* Reads the paths of groups of agents: the key `via`, points to pass; and the key `route`, an
 * indicative route that is followed as it was drawn. */
#include "scenario/fields.h"
#include "scenario/scenario.h"

/* Reads a point that is a list [x, y] or a mapping {point: , layer: }. */
static void read_path_point(wend_scenario *s, reader *r, const node *item, uint32_t layer,
                            const format_table *table, wend_point *point, uint32_t *point_layer) {
    const node *value = item;
    *point_layer = layer;
    if (item->kind == NODE_MAPPING) {
        member_check(r, item, table);
        value = node_get(item, "point");
        if (node_get(item, "layer") != NULL) {
            *point_layer = scenario_read_layer(s, r, item);
        }
    }
    if (reader_ok(r)) {
        *point = read_point(r, value, table->what);
    }
}

/* Checks that the disc of every agent of the group has room along a route. */
static void check_route(wend_scenario *s, reader *r, const scenario_group *group,
                        const scenario_path *path) {
    wend_location *local = read_allocate(r, path->count, sizeof *local);
    for (uint32_t i = 0; i < path->count && reader_ok(r); i++) {
        local[i] = (wend_location){wend_space_to_local(s->space, path->points[i]), path->layers[i]};
    }
    if (!reader_ok(r)) {
        return;
    }
    float radius = (float)scenario_largest(&s->profiles[group->profile].def.radius);
    uint32_t at = 0;
    wend_result result =
        wend_space_check_route(s->space, local, path->count, radius, &at, r->error);
    if (result != WEND_OK) {
        read_fail_as(r, path->count > 1 ? path->at->items[at] : path->at, result);
    }
}

uint32_t scenario_read_path(wend_scenario *s, reader *r, const scenario_group *group) {
    const node *via = node_get(group->at, "via"), *route = node_get(group->at, "route");
    const node *list = route != NULL ? route : via;
    const format_table *table = route != NULL ? &format_route : &format_via;
    if (list == NULL || !reader_ok(r) || !read_is_list(r, list, table->name) ||
        (list->count == 0 && route == NULL)) {
        return WEND_NONE;
    }
    wend_point *points = read_allocate(r, list->count, sizeof *points);
    uint32_t *layers = read_allocate(r, list->count, sizeof *layers);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        read_path_point(s, r, list->items[i], group->layer, table, &points[i], &layers[i]);
    }
    scenario_path *path = &s->paths[s->path_count];
    *path = (scenario_path){list, points, layers, list->count, route != NULL, 0.0};
    if (reader_ok(r) && route != NULL) {
        path->radius = scenario_largest(&s->profiles[group->profile].def.radius);
        check_route(s, r, group, path);
    }
    return s->path_count++;
}

uint32_t scenario_read_route_end(wend_scenario *s, reader *r, const scenario_group *group) {
    if (!reader_ok(r) || group->path == WEND_NONE) {
        return WEND_NONE;
    }
    const scenario_path *path = &s->paths[group->path];
    uint32_t goal = scenario_read_goal_reference(s, r, path->at->items[path->count - 1]);
    if (reader_ok(r)) {
        s->goals[goal].def.layer = path->layers[path->count - 1];
    }
    return goal;
}
