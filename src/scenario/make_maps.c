/* The maps of a scenario's worlds: those that it names, and those that its planners need. */
#include "base/error.h"
#include "base/text.h"
#include "scenario/scenario.h"
#include <math.h>
#include <string.h>

enum { MOST_CLASSES = 16 /* of radius, when they are chosen here */ };

static const double CLASS = 0.01; /* m */

/* ---- Radii ----------------------------------------------------------------------------------- */

/* Classes of radius: whole centimetres, ascending. */
typedef struct classes {
    uint32_t items[MOST_CLASSES + 1]; /* the last one tells that there are too many */
    uint32_t count;
    uint32_t least, most;
} classes;

static uint32_t class_of(double radius) {
    double up = ceil(radius / CLASS - 1e-6);
    return up > 1.0 ? (uint32_t)up : 1;
}

static void add_class(classes *c, uint32_t item) {
    uint32_t at = 0;
    while (at < c->count && c->items[at] < item) {
        at++;
    }
    if (c->count > MOST_CLASSES || (at < c->count && c->items[at] == item)) {
        return;
    }
    memmove(c->items + at + 1, c->items + at,
            (c->count < MOST_CLASSES ? c->count - at : MOST_CLASSES - at) * sizeof *c->items);
    c->items[at] = item;
    c->count++;
}

static void add_radius(classes *c, const wend_distribution *radius) {
    uint32_t low = class_of(scenario_least(radius)), high = class_of(scenario_largest(radius));
    c->least = c->least == 0 || low < c->least ? low : c->least;
    c->most = high > c->most ? high : c->most;
    for (uint32_t i = low; i <= high && c->count <= MOST_CLASSES; i++) {
        add_class(c, i);
    }
}

/* The radii of all agents, rounded up; evenly spaced where they are too many. */
static uint32_t choose_radii(const wend_scenario *s, double *out) {
    classes c = {.count = 0};
    for (uint32_t i = 0; i < s->group_count; i++) {
        add_radius(&c, &s->profiles[s->groups[i].profile].def.radius);
    }
    for (uint32_t i = 0; i < s->profile_count && s->group_count == 0; i++) {
        add_radius(&c, &s->profiles[i].def.radius);
    }
    if (c.count <= MOST_CLASSES) {
        for (uint32_t i = 0; i < c.count; i++) {
            out[i] = c.items[i] * CLASS;
        }
        return c.count;
    }
    for (uint32_t i = 0; i < MOST_CLASSES; i++) {
        double share = (double)i / (MOST_CLASSES - 1);
        out[i] = ceil(c.least + (c.most - c.least) * share - 1e-9) * CLASS;
    }
    return MOST_CLASSES;
}

/* ---- Making ---------------------------------------------------------------------------------- */

wend_map_def wend_default_map_def(void) {
    wend_map_def def;
    memset(&def, 0, sizeof def);
    def.kind = WEND_MAP_NAVMESH;
    return def;
}

/* The box around all agents and goals, for ground without bounds. */
static void cover_all(const wend_scenario *s, wend_point *low, wend_point *high) {
    bool any = false;
    for (uint32_t i = 0; i < s->agent_count; i++) {
        wend_point p = s->agents[i].position;
        *low = any ? (wend_point){fmin(low->x, p.x), fmin(low->y, p.y)} : p;
        *high = any ? (wend_point){fmax(high->x, p.x), fmax(high->y, p.y)} : p;
        any = true;
    }
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const wend_goal_def *goal = &s->goals[i].def;
        uint32_t corners = goal->shape == WEND_GOAL_DIRECTION ? 0 : goal->point_count;
        corners = goal->shape == WEND_GOAL_ORIENTED_BOX ? 1 : corners;
        for (uint32_t k = 0; k < corners; k++) {
            wend_point p = goal->points[k];
            *low = any ? (wend_point){fmin(low->x, p.x), fmin(low->y, p.y)} : p;
            *high = any ? (wend_point){fmax(high->x, p.x), fmax(high->y, p.y)} : p;
            any = true;
        }
    }
}

static wend_result build_mesh(const wend_map_def *def, wend_obstacle_def *doors, wend_map **out,
                              wend_error *error) {
    const wend_scenario *s = def->scenario;
    double chosen[MOST_CLASSES];
    wend_navmesh_def mesh = wend_default_navmesh_def();
    mesh.space = s->space;
    mesh.space_def = &s->space_def;
    mesh.radii = def->radii != NULL ? def->radii : chosen;
    mesh.radius_count = def->radii != NULL ? def->radius_count : choose_radii(s, chosen);
    mesh.doors = doors;
    mesh.door_count = s->obstacle_count;
    cover_all(s, &mesh.low, &mesh.high);
    mesh.progress = def->progress;
    mesh.user = def->user;
    mesh.allocator = def->allocator;
    return wend_navmesh_build(&mesh, out, error);
}

static wend_result build_corridor(const wend_map_def *def, wend_obstacle_def *doors, wend_map **out,
                                  wend_error *error) {
    const wend_scenario *s = def->scenario;
    wend_corridor_def corridor = wend_default_corridor_def();
    corridor.space = s->space;
    corridor.doors = doors;
    corridor.door_count = s->obstacle_count;
    cover_all(s, &corridor.low, &corridor.high);
    corridor.progress = def->progress;
    corridor.user = def->user;
    corridor.allocator = def->allocator;
    return wend_corridor_build(&corridor, out, error);
}

/* The lines of the network of that name, or of the first one. */
static const scenario_map *find_network(const wend_scenario *s, const char *name) {
    for (uint32_t i = 0; i < s->map_count; i++) {
        const scenario_map *map = &s->maps[i];
        if (map->kind == WEND_MAP_ROADMAP && (name == NULL || strcmp(map->name, name) == 0)) {
            return map;
        }
    }
    return NULL;
}

static wend_result lack_network(const wend_scenario *s, const char *name, wend_error *error) {
    enum { MOST = 32 };
    const char *names[MOST];
    char hint[200];
    size_t count = 0;
    for (uint32_t i = 0; i < s->map_count && count < MOST; i++) {
        if (s->maps[i].kind == WEND_MAP_ROADMAP) {
            names[count++] = s->maps[i].name;
        }
    }
    if (count == 0) {
        return error_set(error, WEND_ERROR_NAME,
                         "the scenario has no network; a map of kind 'roadmap' with 'lines' under "
                         "'maps' is one");
    }
    return error_set(error, WEND_ERROR_NAME, "the scenario has no network '%.60s'%s", name,
                     text_suggest(name, names, count, hint, sizeof hint));
}

static wend_result build_roadmap(const wend_map_def *def, wend_obstacle_def *doors, wend_map **out,
                                 wend_error *error) {
    const scenario_map *network = find_network(def->scenario, def->name);
    if (network == NULL) {
        return lack_network(def->scenario, def->name, error);
    }
    if (network->loaded != NULL) {
        wend_map_retain(network->loaded);
        *out = network->loaded;
        return WEND_OK;
    }
    wend_roadmap_def roadmap = wend_default_roadmap_def();
    roadmap.space = def->scenario->space;
    roadmap.lines = network->lines;
    roadmap.line_count = network->line_count;
    roadmap.doors = doors;
    roadmap.door_count = def->scenario->obstacle_count;
    roadmap.allocator = def->allocator;
    return wend_roadmap_build(&roadmap, out, error);
}

wend_result wend_scenario_build_map(const wend_map_def *def, wend_map **out, wend_error *error) {
    WEND_ASSERT(def != NULL && def->scenario != NULL && out != NULL);
    if (def->kind <= WEND_MAP_NONE || def->kind >= WEND_MAP_KIND_COUNT) {
        return error_set(error, WEND_ERROR_INVALID, "there is no such kind of map");
    }
    size_t size = ((size_t)def->scenario->obstacle_count + 1) * sizeof(wend_obstacle_def);
    wend_obstacle_def *doors = memory_allocate(&def->allocator, size);
    if (doors == NULL) {
        return error_set(error, WEND_ERROR_MEMORY, "out of memory for a map");
    }
    for (uint32_t i = 0; i < def->scenario->obstacle_count; i++) {
        doors[i] = def->scenario->obstacles[i].def;
    }
    wend_result (*const builders[])(const wend_map_def *, wend_obstacle_def *, wend_map **,
                                    wend_error *) = {[WEND_MAP_NAVMESH] = build_mesh,
                                                     [WEND_MAP_CORRIDOR] = build_corridor,
                                                     [WEND_MAP_ROADMAP] = build_roadmap};
    wend_result result = builders[def->kind](def, doors, out, error);
    memory_release(&def->allocator, doors, size);
    return result;
}

/* ---- Of worlds ------------------------------------------------------------------------------- */

static wend_result add(scenario_maps *maps, const char *name, wend_map *map, wend_error *error) {
    if (!memory_grow(&maps->heap, (void **)&maps->items, sizeof *maps->items, &maps->capacity,
                     maps->count + 1)) {
        wend_map_release(map);
        return error_set(error, WEND_ERROR_MEMORY, "out of memory for maps");
    }
    maps->items[maps->count].name = name;
    maps->items[maps->count++].map = map;
    return WEND_OK;
}

static wend_result make_named(const wend_scenario *s, const scenario_map *from, scenario_maps *out,
                              wend_error *error) {
    wend_map *map = from->loaded;
    if (map != NULL) {
        wend_map_retain(map);
        return add(out, from->name, map, error);
    }
    wend_map_def def = wend_default_map_def();
    def.scenario = s;
    def.kind = from->kind;
    def.name = from->name;
    def.radii = from->radii;
    def.radius_count = from->radius_count;
    def.allocator = out->heap.allocator;
    wend_result result = wend_scenario_build_map(&def, &map, error);
    if (result == WEND_OK) {
        return add(out, from->name, map, error);
    }
    /* A line of a network has a place of its own. */
    bool told = error != NULL && error->path[0] != '\0';
    return told ? result : node_place_error(from->at, error, result);
}

/* Whether a planner of some profile needs that kind, and no map of the scenario is one. */
static bool lacks(const wend_scenario *s, const wend_registry *registry, wend_map_kind kind) {
    bool needed = false;
    for (uint32_t i = 0; i < s->profile_count && !needed; i++) {
        const wend_planner *planner = (const wend_planner *)wend_registry_find(
            registry, WEND_KIND_PLANNER, s->profiles[i].def.plan.name, NULL);
        needed = planner != NULL && planner->map_kind == kind;
    }
    for (uint32_t i = 0; i < s->map_count; i++) {
        needed &= s->maps[i].kind != kind;
    }
    return needed;
}

wend_result scenario_make_maps(const wend_scenario *s, const wend_registry *registry,
                               const wend_allocator *allocator, scenario_maps *out,
                               wend_error *error) {
    memset(out, 0, sizeof *out);
    memory_init(&out->heap, allocator);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < s->map_count && result == WEND_OK; i++) {
        result = make_named(s, &s->maps[i], out, error);
    }
    for (int kind = WEND_MAP_NONE + 1; kind < WEND_MAP_KIND_COUNT && result == WEND_OK; kind++) {
        if (lacks(s, registry, (wend_map_kind)kind)) {
            scenario_map needed = {.at = s->tree.root,
                                   .name = wend_map_kind_text((wend_map_kind)kind),
                                   .kind = (wend_map_kind)kind};
            result = make_named(s, &needed, out, error);
        }
    }
    return result;
}

void scenario_free_maps(scenario_maps *maps) {
    for (uint32_t i = 0; i < maps->count; i++) {
        wend_map_release(maps->items[i].map);
    }
    memory_free(&maps->heap, maps->items, maps->capacity * sizeof *maps->items);
}

wend_result scenario_put_maps(const scenario_maps *maps, wend_world *world, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < maps->count && result == WEND_OK; i++) {
        result = wend_world_put_map(world, maps->items[i].name, maps->items[i].map, NULL, error);
    }
    return result;
}

wend_result scenario_restore_maps(const scenario_maps *maps, wend_world *world, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < maps->count && result == WEND_OK; i++) {
        wend_map *map = maps->items[i].map;
        result =
            wend_world_restore_map(world, maps->items[i].name, wend_map_read(map).hash, map, error);
    }
    return result;
}
