/* Makes the maps for worlds of a scenario: loads or builds those that the scenario names, and
 * builds others that its planners need. */
#include "base/def.h"
#include "base/error.h"
#include "base/text.h"
#include "scenario/needs.h"
#include "scenario/params.h"
#include <math.h>
#include <string.h>
#include <wend/snapshot.h>

enum { MOST_CLASSES = 16 /* maximum number of radius classes that are chosen here */ };

static const double RADIUS_STEP = 0.01; /* width of a radius class, in m */

/* ---- Radii ----------------------------------------------------------------------------------- */

/* Radius classes in multiples of RADIUS_STEP, ascending. */
typedef struct radius_classes {
    uint32_t items[MOST_CLASSES + 1]; /* the last item is used only if there are too many classes */
    uint32_t count;
    uint32_t least, most;
} radius_classes;

static uint32_t radius_class_of(double radius) {
    double up = ceil(radius / RADIUS_STEP - 1e-6);
    return up > 1.0 ? (uint32_t)up : 1;
}

static void add_class(radius_classes *c, uint32_t item) {
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

static void add_radius(radius_classes *c, const wend_distribution *radius) {
    uint32_t low = radius_class_of(scenario_least(radius)),
             high = radius_class_of(scenario_largest(radius));
    c->least = c->least == 0 || low < c->least ? low : c->least;
    c->most = high > c->most ? high : c->most;
    for (uint32_t i = low; i <= high && c->count <= MOST_CLASSES; i++) {
        add_class(c, i);
    }
}

/* Chooses the radii of the map levels. These are the radii of all agents, rounded up. If there are
 * more than MOST_CLASSES different ones, chooses MOST_CLASSES evenly spaced radii instead. Returns
 * the number of radii. */
static uint32_t choose_radii(const wend_scenario *s, double *out) {
    radius_classes c = {.count = 0};
    for (uint32_t i = 0; i < s->group_count; i++) {
        add_radius(&c, &s->profiles[s->groups[i].profile].def.radius);
    }
    for (uint32_t i = 0; i < s->profile_count && s->group_count == 0; i++) {
        add_radius(&c, &s->profiles[i].def.radius);
    }
    if (c.count <= MOST_CLASSES) {
        for (uint32_t i = 0; i < c.count; i++) {
            out[i] = c.items[i] * RADIUS_STEP;
        }
        return c.count;
    }
    for (uint32_t i = 0; i < MOST_CLASSES; i++) {
        double share = (double)i / (MOST_CLASSES - 1);
        out[i] = ceil(c.least + (c.most - c.least) * share - 1e-9) * RADIUS_STEP;
    }
    return MOST_CLASSES;
}

/* ---- Building -------------------------------------------------------------------------------- */

void wend_map_def_init(wend_map_def *def, size_t size) {
    const wend_map_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

/* A box around points. */
typedef struct extent {
    wend_point low, high;
    bool any;
} extent;

static void add_point(extent *box, wend_point p) {
    box->low = box->any ? (wend_point){fmin(box->low.x, p.x), fmin(box->low.y, p.y)} : p;
    box->high = box->any ? (wend_point){fmax(box->high.x, p.x), fmax(box->high.y, p.y)} : p;
    box->any = true;
}

/* Finds the box around all agents and goals, and the points of the def, for unbounded ground. */
static void find_extent(const wend_map_def *def, wend_point *low, wend_point *high) {
    const wend_scenario *s = def->scenario;
    extent box = {.any = false};
    for (uint32_t i = 0; i < s->agent_count; i++) {
        add_point(&box, s->agents[i].position);
    }
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const wend_goal_def *goal = &s->goals[i].def;
        uint32_t corners = goal->shape == WEND_GOAL_DIRECTION ? 0 : goal->point_count;
        corners = goal->shape == WEND_GOAL_ORIENTED_BOX ? 1 : corners;
        for (uint32_t k = 0; k < corners; k++) {
            add_point(&box, goal->points[k]);
        }
    }
    for (uint32_t i = 0; i < def->point_count; i++) {
        add_point(&box, def->points[i]);
    }
    *low = box.low;
    *high = box.high;
}

/* Finds the map of a kind with the given name, or the first map of the kind if the name is NULL.
 * Returns NULL if there is none. */
static const scenario_map *find_map(const wend_scenario *s, const wend_map_builder *builder,
                                    const char *name) {
    for (uint32_t i = 0; i < s->map_count; i++) {
        const scenario_map *map = &s->maps[i];
        if (map->builder == builder && (name == NULL || strcmp(map->name, name) == 0)) {
            return map;
        }
    }
    return NULL;
}

static wend_result fail_missing_map(const wend_scenario *s, const wend_map_builder *builder,
                                    const char *name, wend_error *error) {
    enum { MOST = 32 };
    const char *names[MOST];
    char hint[200];
    size_t count = 0;
    for (uint32_t i = 0; i < s->map_count && count < MOST; i++) {
        if (s->maps[i].builder == builder) {
            names[count++] = s->maps[i].name;
        }
    }
    if (count == 0) {
        bool needs = builder->required != NULL;
        return error_set(error, WEND_ERROR_NAME,
                         "the scenario has no %s: add a map of kind '%s'%s%s%s under 'maps'",
                         builder->noun, builder->entry.name, needs ? " with '" : "",
                         needs ? builder->required : "", needs ? "'" : "");
    }
    return error_set(error, WEND_ERROR_NAME, "the scenario has no %s '%.60s'%s", builder->noun,
                     name, text_suggest(name, names, count, hint, sizeof hint));
}

/* Temporary memory for building a map. */
typedef struct workspace {
    memory_arena arena;
    wend_obstacle_def *doors;
    void *params;
    double radii[MOST_CLASSES];
} workspace;

static bool allocate_workspace(workspace *work, const wend_scenario *s,
                               const wend_map_builder *builder) {
    size_t size = builder->entry.params_size + 1;
    work->params = arena_take(&work->arena, size, MEMORY_ALIGNMENT);
    work->doors = arena_take(&work->arena, (s->obstacle_count + 1) * sizeof *work->doors, 16);
    if (work->params == NULL || work->doors == NULL) {
        return false;
    }
    memset(work->params, 0, size);
    for (uint32_t i = 0; i < s->obstacle_count; i++) {
        work->doors[i] = s->obstacles[i].def;
    }
    return true;
}

static wend_result build_map(const wend_map_def *def, const wend_map_builder *builder,
                             const scenario_map *named, workspace *work, wend_map **out,
                             wend_error *error) {
    const wend_scenario *s = def->scenario;
    const wend_choice own = {builder->entry.name, def->settings, def->setting_count};
    const wend_choice none = {builder->entry.name, NULL, 0};
    scenario_fill_map_params(builder, named != NULL ? &named->settings : &none, work->params);
    scenario_apply_map_settings(builder, &own, work->params);
    wend_map_build_input task = {.space = s->space,
                                 .space_def = &s->space_def,
                                 .radii = def->radii != NULL ? def->radii : work->radii,
                                 .radius_count = def->radii != NULL ? def->radius_count
                                                                    : choose_radii(s, work->radii),
                                 .has_given_radii = def->radii != NULL,
                                 .doors = work->doors,
                                 .door_count = s->obstacle_count,
                                 .progress = def->progress,
                                 .user = def->user,
                                 .allocator = def->allocator,
                                 .cancel = def->cancel};
    find_extent(def, &task.low, &task.high);
    return builder->build(&task, work->params, builder->entry.user, out, error);
}

/* Makes a map. If `named` is NULL, only the settings of the def apply. */
static wend_result make_map(const wend_map_def *def, const wend_map_builder *builder,
                            const scenario_map *named, wend_map **out, wend_error *error) {
    if (named != NULL && named->loaded != NULL && def->setting_count == 0) {
        wend_map_retain(named->loaded);
        *out = named->loaded;
        return WEND_OK;
    }
    wend_result result =
        wend_settings_check(&builder->entry, def->settings, def->setting_count, error);
    if (result != WEND_OK) {
        return result;
    }
    workspace work;
    memory heap;
    memory_init(&heap, &def->allocator);
    arena_init(&work.arena, &heap);
    result = allocate_workspace(&work, def->scenario, builder)
                 ? build_map(def, builder, named, &work, out, error)
                 : error_no_memory(error, "a map");
    arena_free(&work.arena);
    return result;
}

static const wend_map_builder *find_builder(const wend_registry *registry, const char *kind,
                                            wend_error *error) {
    enum { MOST = 32 };
    const char *names[MOST];
    char hint[200];
    uint32_t count = wend_registry_count(registry, WEND_KIND_MAP);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_MAP, i);
        if (kind == NULL || strcmp(entry->name, kind) == 0) {
            return (const wend_map_builder *)entry;
        }
        names[i < MOST ? i : MOST - 1] = entry->name;
    }
    kind = kind != NULL ? kind : "";
    error_set(error, WEND_ERROR_NAME, "there is no kind of map '%.60s'%s", kind,
              text_suggest(kind, names, count < MOST ? count : MOST, hint, sizeof hint));
    return NULL;
}

wend_result wend_scenario_build_map(const wend_map_def *given, wend_map **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_map_def known;
    const wend_map_def *def = &known;
    wend_result result = DEF_READ(map, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->scenario != NULL);
    const wend_scenario *s = def->scenario;
    const wend_map_builder *builder = find_builder(s->registry, def->kind, error);
    if (builder == NULL) {
        return WEND_ERROR_NAME;
    }
    const scenario_map *named = find_map(s, builder, def->name);
    bool must_exist = def->name != NULL || (builder->required != NULL && def->setting_count == 0);
    if (named == NULL && must_exist) {
        return fail_missing_map(s, builder, def->name, error);
    }
    return make_map(def, builder, named, out, error);
}

/* ---- Maps of a world ------------------------------------------------------------------------- */

static wend_result add_made_map(scenario_maps *maps, const char *name, wend_map *map,
                                wend_error *error) {
    if (!memory_grow(&maps->heap, (void **)&maps->items, sizeof *maps->items, &maps->capacity,
                     maps->count + 1)) {
        wend_map_release(map);
        return error_no_memory(error, "maps");
    }
    maps->items[maps->count].name = name;
    maps->items[maps->count++].map = map;
    return WEND_OK;
}

static void report_map_progress(void *user, double done) {
    watch_report(user, done);
}

static wend_result make_named(const wend_scenario *s, const scenario_map *from, watcher progress,
                              scenario_maps *out, wend_error *error) {
    wend_map *map = NULL;
    wend_map_def def = wend_default_map_def();
    def.scenario = s;
    def.progress = progress.progress != NULL ? report_map_progress : NULL;
    def.user = &progress;
    def.cancel = progress.cancel;
    def.allocator = out->heap.allocator;
    wend_result result = make_map(&def, from->builder, from, &map, error);
    if (result == WEND_OK) {
        return add_made_map(out, from->name, map, error);
    }
    /* An error in a line of a network already has a file position. */
    bool is_reported = result == WEND_ERROR_CANCELLED || (error != NULL && error->path[0] != '\0');
    return is_reported ? result : node_locate_error(from->at, error, result);
}

/* True if the planner of any profile or state uses this kind of map, or the routes of one are
 * converted with it, and the scenario names no map of this kind. A map that a planner needs only
 * with a certain setting must be in the scenario: only its author knows which network
 * `control: network` means. */
static bool needs_default_map(const wend_scenario *s, const wend_registry *registry,
                              const wend_map_builder *builder) {
    bool used = false;
    for (uint32_t i = 0; i < s->profile_count + s->state_model_count && !used; i++) {
        const scenario_profile *models = scenario_models_at(s, i);
        const wend_planner *planner = needs_find_planner(registry, models);
        for (uint32_t k = 0; planner != NULL && k < planner->map_count; k++) {
            const wend_map_need *need = &planner->maps[k];
            used = used || (need->when == NULL && strcmp(need->kind, builder->entry.name) == 0 &&
                            needs_map(planner, need, &models->def.plan));
        }
        used = used || (strcmp(builder->entry.name, "corridor") == 0 &&
                        needs_corridor_map(registry, models));
    }
    return used && find_map(s, builder, NULL) == NULL;
}

wend_result scenario_make_default_map(const wend_scenario *s, const wend_map_builder *builder,
                                      watcher progress, scenario_maps *out, wend_error *error) {
    if (builder->required != NULL) {
        return node_locate_error(s->tree.root, error, fail_missing_map(s, builder, NULL, error));
    }
    scenario_map needed = {.at = s->tree.root, .name = builder->entry.name, .builder = builder};
    return make_named(s, &needed, progress, out, error);
}

/* Returns the number of maps that planners need and that the scenario does not name. */
static uint32_t count_needed(const wend_scenario *s, const wend_registry *registry) {
    uint32_t count = wend_registry_count(registry, WEND_KIND_MAP), needed = 0;
    for (uint32_t i = 0; i < count; i++) {
        needed += needs_default_map(
            s, registry, (const wend_map_builder *)wend_registry_get(registry, WEND_KIND_MAP, i));
    }
    return needed;
}

/* Returns the watch for map `index` of `count`. */
static watcher part_of(const watcher *progress, uint32_t index, uint32_t count) {
    return watch_part(progress, (double)index / count, (index + 1.0) / count);
}

wend_result scenario_make_maps(const wend_scenario *s, const wend_registry *registry,
                               const wend_allocator *allocator, const watcher *progress,
                               scenario_maps *out, wend_error *error) {
    memset(out, 0, sizeof *out);
    memory_init(&out->heap, allocator);
    wend_result result = WEND_OK;
    uint32_t count = wend_registry_count(registry, WEND_KIND_MAP);
    uint32_t total = s->map_count + count_needed(s, registry), made = 0;
    for (uint32_t i = 0; i < s->map_count && result == WEND_OK; i++, made++) {
        result = make_named(s, &s->maps[i], part_of(progress, made, total), out, error);
    }
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_map_builder *builder =
            (const wend_map_builder *)wend_registry_get(registry, WEND_KIND_MAP, i);
        if (needs_default_map(s, registry, builder)) {
            result =
                scenario_make_default_map(s, builder, part_of(progress, made++, total), out, error);
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

wend_result scenario_add_maps(const scenario_maps *maps, wend_world *world, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < maps->count && result == WEND_OK; i++) {
        result = wend_world_add_map(world, maps->items[i].name, maps->items[i].map, NULL, error);
    }
    return result;
}
