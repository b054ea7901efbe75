/* The key `maps`: maps from files, which must belong to the space, or to be made. */
#include "base/text.h"
#include "scenario/fields.h"
#include "scenario/geometry.h"
#include <string.h>

static void load_map(wend_scenario *s, reader *r, const node *file, scenario_map *map) {
    geometry_reader g = {.scenario = s, .r = r};
    const char *text = read_text(r, file, "file");
    if (reader_ok(r) && !text_ends_with(text, ".wmap")) {
        read_fail_type(r, file, "file", "a map that ends in .wmap");
    }
    const char *path = reader_ok(r) ? geometry_path(&g, file) : NULL;
    if (!reader_ok(r)) {
        return;
    }
    wend_result result = wend_map_load_file(path, &s->tree.heap.allocator, &map->loaded, r->error);
    if (result != WEND_OK) {
        char why[WEND_ERROR_MESSAGE_SIZE];
        memcpy(why, r->error->message, sizeof why);
        read_fail(r, file, result, "%.150s: %.300s", path, why);
        return;
    }
    wend_map_facts facts = wend_map_read(map->loaded);
    if (facts.kind != map->kind) {
        read_fail(r, file, WEND_ERROR_INVALID, "%.150s: it is a map of kind '%s', not '%s'", path,
                  wend_map_kind_text(facts.kind), wend_map_kind_text(map->kind));
    } else if (facts.space_hash != wend_space_hash(s->space)) {
        read_fail(r, file, WEND_ERROR_INVALID,
                  "%.150s: the map was made of another space; make it again with 'wend map', or "
                  "leave 'file' out",
                  path);
    }
}

static void read_radii(reader *r, const node *list, scenario_map *map) {
    const format_key *row = format_row(&format_map, "radii");
    if (list == NULL || !read_is_list(r, list, "radii")) {
        return;
    }
    if (list->count < row->least || list->count > row->most) {
        read_fail(r, list, WEND_ERROR_LIMIT, "radii must be a list of %u to %u, found %u",
                  row->least, row->most, list->count);
        return;
    }
    double *radii = read_take(r, list->count, sizeof *radii);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        radii[i] = read_number(r, list->items[i], "a radius", row->item->low, row->item->high);
    }
    map->radii = radii;
    map->radius_count = list->count;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A line that outlives what its file was read into. */
static wend_roadmap_line keep_line(reader *r, const shapes_list *list, const shapes_line *line,
                                   uint32_t layer) {
    wend_point *points = read_take(r, line->count, sizeof *points);
    if (points != NULL && line->count > 0) {
        memcpy(points, line->points, line->count * sizeof *points);
    }
    return (wend_roadmap_line){
        points, points != NULL ? line->count : 0, layer, list->source, line->line, line->column};
}

static void keep_lines(reader *r, const clean_sources *sources, scenario_map *map) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < sources->count; i++) {
        count += sources->items[i].shapes->line_count;
    }
    wend_roadmap_line *lines = read_take(r, count, sizeof *lines);
    for (uint32_t i = 0; i < sources->count && reader_ok(r); i++) {
        const shapes_list *list = sources->items[i].shapes;
        for (uint32_t k = 0; k < list->line_count && reader_ok(r); k++) {
            lines[map->line_count++] = keep_line(r, list, &list->lines[k], sources->items[i].tag);
        }
    }
    map->lines = lines;
}

static void read_lines(wend_scenario *s, reader *r, const node *value, scenario_map *map) {
    if (value == NULL || !reader_ok(r)) {
        return;
    }
    geometry_reader g;
    clean_sources sources = {NULL, 0}, none = {NULL, 0};
    geometry_init(&g, s, r);
    geometry_read(&g, value, GEOMETRY_LINES, &sources, &none);
    geometry_project_lines(&g);
    if (reader_ok(r)) {
        keep_lines(r, &sources, map);
    }
    geometry_free(&g);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

/* Keys that belong to another kind, or are missing. */
static void check_kind(reader *r, const node *item, const scenario_map *map) {
    const node *radii = node_get(item, "radii"), *lines = node_get(item, "lines");
    if (radii != NULL && map->kind != WEND_MAP_NAVMESH) {
        read_fail(r, radii, WEND_ERROR_INVALID, "radii are only for a map of kind 'navmesh'");
    } else if (lines != NULL && map->kind != WEND_MAP_ROADMAP) {
        read_fail(r, lines, WEND_ERROR_INVALID, "lines are only for a map of kind 'roadmap'");
    } else if (lines == NULL && node_get(item, "file") == NULL && map->kind == WEND_MAP_ROADMAP) {
        read_fail(r, item, WEND_ERROR_INVALID, "a map of kind 'roadmap' needs 'lines' or 'file'");
    }
}

static void read_map(wend_scenario *s, reader *r, const node_member *member, scenario_map *map) {
    const node *item = member->value;
    map->at = item;
    map->name = member->key;
    if (!member_check(r, item, &format_map)) {
        return;
    }
    if (strlen(member->key) > WEND_MAX_NAME || member->key[0] == '\0') {
        read_fail(r, item, WEND_ERROR_INVALID, "the name of a map must have 1 to %d bytes",
                  WEND_MAX_NAME);
    }
    static const wend_map_kind kinds[] = {WEND_MAP_NAVMESH, WEND_MAP_CORRIDOR, WEND_MAP_ROADMAP};
    map->kind = kinds[member_choice(r, item, &format_map, "kind", 0)];
    check_kind(r, item, map);
    read_radii(r, node_get(item, "radii"), map);
    read_lines(s, r, node_get(item, "lines"), map);
    const node *file = node_get(item, "file");
    if (file != NULL && reader_ok(r)) {
        load_map(s, r, file, map);
    }
}

void scenario_read_maps(wend_scenario *s, reader *r, const node *root) {
    const node *maps = node_get(root, "maps");
    if (maps == NULL || !read_is_mapping(r, maps, "maps")) {
        return;
    }
    s->maps = read_take(r, maps->count, sizeof *s->maps);
    for (uint32_t i = 0; i < maps->count && reader_ok(r); i++) {
        s->map_count = i + 1;
        read_map(s, r, &maps->members[i], &s->maps[i]);
    }
}

/* ---- What planners ask for ------------------------------------------------------------------- */

/* The names of the maps of a kind: without any, the one that is made has the name of its kind. A
 * roadmap is made of lines that the scenario gives, or not at all. */
static read_names names_of(const wend_scenario *s, reader *r, wend_map_kind kind) {
    read_names names;
    read_names_init(r, &names, s->map_count + 1);
    for (uint32_t i = 0; i < s->map_count && reader_ok(r); i++) {
        if (s->maps[i].kind == kind) {
            read_names_add(&names, s->maps[i].name);
        }
    }
    if (names.count == 0 && kind != WEND_MAP_ROADMAP && reader_ok(r)) {
        read_names_add(&names, wend_map_kind_text(kind));
    }
    read_names_sort(r, &names);
    return names;
}

/* Whether the network that is to lead is there. */
static void check_network(reader *r, const node *plan, const read_names *networks) {
    const node *control = node_get(plan, "control"), *network = node_get(plan, "network");
    bool leads =
        control != NULL && control->kind == NODE_SCALAR && strcmp(control->text, "network") == 0;
    if (network != NULL && networks->count > 0) {
        read_name(r, network, "network", networks);
    } else if (networks->count == 0 && (leads || network != NULL)) {
        read_fail(r, leads ? control : network, WEND_ERROR_NAME,
                  "there is no network: a map of kind 'roadmap' under 'maps' is one");
    }
}

static void check_plan(reader *r, const node *plan, const char *name, const read_names *names) {
    const node *map = node_get(plan, "map");
    const wend_planner *planner =
        (const wend_planner *)wend_registry_find(r->registry, WEND_KIND_PLANNER, name, NULL);
    if (planner == NULL) {
        return;
    }
    if (map != NULL && planner->map_kind != WEND_MAP_NONE) {
        read_name(r, map, "map", &names[planner->map_kind]);
    }
    if (planner->map_kind == WEND_MAP_CORRIDOR) {
        check_network(r, plan, &names[WEND_MAP_ROADMAP]);
    }
}

void scenario_check_maps(wend_scenario *s, reader *r, const node *root) {
    read_names names[WEND_MAP_KIND_COUNT] = {{0}};
    for (int kind = WEND_MAP_NONE + 1; kind < WEND_MAP_KIND_COUNT; kind++) {
        names[kind] = names_of(s, r, (wend_map_kind)kind);
    }
    for (uint32_t i = 0; i < s->profile_count && reader_ok(r); i++) {
        const scenario_profile *p = &s->profiles[i];
        const node *own = node_get(p->at, "plan");
        const node *plan = own != NULL ? own : node_get(root, "plan");
        if (plan != NULL && plan->kind == NODE_MAPPING) {
            check_plan(r, plan, p->def.plan.name, names);
        }
    }
}
