/* The guiding fields of a world. A field is found by its key, built once, shared by routes, and
 * destroyed with the last route that refers to it.
 *
 * Workers only note which field a route requests. After all planners have run, ids are assigned in
 * the order of the bodies, and the new fields are built, each by one worker. Ids and contents
 * therefore do not depend on the number of threads. If a goal keeps moving, distant agents use the
 * field of an earlier position, so that few fields are built. Cost without fields: none. */
#include <math.h>
#include <string.h>

#include <wend/field.h>

#include "base/hash.h"
#include "geom/vec.h"
#include "state/ground.h"
#include "step/internals.h"

/* A field serves an agent until the goal has moved by more than this share of the agent's distance
 * to the goal, or by this distance (m) if it is longer. */
static const float moved_share = 0.25F, least_move = 0.05F;

static void *allocate(void *user, size_t size) {
    return memory_get(user, size);
}

static void release(void *user, void *block, size_t size) {
    memory_free(user, block, size);
}

wend_allocator fields_allocator(wend_world *world) {
    return (wend_allocator){allocate, release, &world->memory};
}

/* Returns a hash of everything that may block routes temporarily: classes, doors and standing
 * obstacles. */
static uint64_t hash_scene(const wend_world *world) {
    uint64_t hash = world->classes;
    for (uint32_t i = 0; i < world->overlay.obstacle_count; i++) {
        const overlay_obstacle *one = &world->overlay.obstacles[i];
        if (one->closed && (one->kind == WEND_OBSTACLE_DOOR || one->standing)) {
            hash = hash_combine(hash, i + 1);
            hash = hash_bytes(&one->rest_position, sizeof one->rest_position, hash);
            hash = hash_bytes(&one->rest_angle, sizeof one->rest_angle, hash);
        }
    }
    return hash;
}

/* True if two fields differ at most in the position of their goal. */
static bool is_alike(const field_record *a, const field_record *b) {
    return a->planner == b->planner && a->key.map == b->key.map && a->key.goal == b->key.goal &&
           a->key.weights == b->key.weights && a->key.variant == b->key.variant &&
           a->scene == b->scene && a->classes == b->classes;
}

bool fields_is_near_enough(const wend_view *view, uint32_t field, wend_location at,
                           wend_vec2 goal) {
    const field_record *record = &view->internals->fields->items[field];
    wend_vec2 moved = vec_sub(goal, record->goal);
    if (vec_equal(goal, record->goal)) {
        return true;
    }
    float distance = 0.0F;
    return (record->planner->gives & WEND_ROUTE_POTENTIAL) &&
           wend_view_field_sample(view, field, at, &distance, NULL) &&
           vec_length(moved) <= fmaxf(moved_share * distance, least_move);
}

static void destroy(wend_world *world, field_record *old) {
    wend_allocator allocator = fields_allocator(world);
    if (old->data) {
        old->planner->field_type->destroy(old->data, &allocator, old->planner->stage.entry.user);
    }
    *old = (field_record){0};
}

/* Finds the field for a request: that of the goal's position or, for an agent at `at`, that of an
 * earlier position. Returns WEND_NONE if there is none. */
static uint32_t find(const wend_world *world, const field_record *requested, wend_location at) {
    const field_table *table = &world->fields;
    uint32_t near = WEND_NONE;
    for (uint32_t i = 0; i < table->count; i++) {
        if (!is_alike(&table->items[i], requested)) {
            continue;
        }
        if (vec_equal(table->items[i].goal, requested->goal)) {
            return i;
        }
        bool fits =
            table->items[i].data && fields_is_near_enough(&world->view, i, at, requested->goal);
        near = fits && near == WEND_NONE ? i : near;
    }
    return near;
}

/* Finds or adds a field and returns its id. Returns WEND_NONE if out of memory. */
static uint32_t find_or_add(wend_world *world, const field_record *requested, wend_location at) {
    field_table *table = &world->fields;
    uint32_t free_id = table->count, found = find(world, requested, at);
    if (found != WEND_NONE) {
        return found;
    }
    for (uint32_t i = 0; i < table->count; i++) {
        free_id = !table->items[i].planner && free_id == table->count ? i : free_id;
    }
    if (free_id == table->count) {
        if (!memory_grow(&world->memory, (void **)&table->items, sizeof *table->items,
                         &table->capacity, table->count + 1)) {
            return WEND_NONE;
        }
        table->count++;
    }
    table->items[free_id] = *requested;
    table->items[free_id].pending = true;
    return free_id;
}

/* ---- Building -------------------------------------------------------------------------------- */

static void build_range(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    wend_allocator allocator = fields_allocator(world);
    for (uint32_t i = begin; i < end; i++) {
        field_record *record = &world->fields.items[i];
        if (record->pending) {
            wend_view view = world->view;
            view.classes = record->classes;
            record->data = record->planner->field_type->build(
                &view, &record->key, worker, &allocator, record->planner->stage.entry.user);
            record->pending = false;
        }
    }
}

static void build_pending(wend_world *world) {
    task_run(&world->tasks, build_range, world, world->fields.count, 1);
    for (uint32_t i = 0; i < world->fields.count && world->is_out_of_memory; i++) {
        field_record *record = &world->fields.items[i]; /* unbuilt fields stay pending */
        record->pending = record->planner && !record->data;
    }
}

bool fields_rebuild(wend_world *world) {
    if (world->fields.pending) {
        build_pending(world);
        world->fields.pending = world->is_out_of_memory;
    }
    return !world->is_out_of_memory;
}

/* ---- Routes that request fields -------------------------------------------------------------- */

/* Returns the record of the field that a route requests. If the request is invalid, the record's
 * planner is NULL. */
static field_record field_requested_by(const wend_world *world, const added_route *added,
                                       uint64_t scene) {
    uint32_t index = wend_body_profile(&world->bodies[added->index]);
    const wend_planner *planner =
        (const wend_planner *)world->profiles[index].stages[PROFILE_PLAN].stage;
    bool sound = added->key && planner->field_type && added->key->goal < world->goals.count &&
                 (added->key->map == WEND_NO_MAP || added->key->map < world->map_count);
    if (!sound) {
        return (field_record){0};
    }
    const goal_record *goal = &world->goals.records[added->key->goal];
    const uint32_t *masks = store_class_masks(&world->cold);
    uint32_t mask = masks ? masks[world->bodies[added->index].slot] : WEND_ALL_CLASSES;
    return (field_record){.planner = planner,
                          .classes = (world->classes & mask) | 1U,
                          .key = *added->key,
                          .goal = goal->region.a,
                          .scene = hash_combine(scene, goal->layer)};
}

/* Returns the location where an agent begins to follow the field of its route. */
static wend_location start_of(const wend_world *world, const added_route *added) {
    const wend_route *route = added->route;
    const wend_body *body = &world->bodies[added->index];
    if (route->point_count > 0) {
        const wend_route_point *last = &route->points[route->point_count - 1];
        return (wend_location){last->position, last->layer};
    }
    return (wend_location){body->position, wend_body_layer(body)};
}

/* Completes a route with the cost of its field. A route whose field was not built, or has a
 * potential but no value at its start, is none. */
static void finish_route(const wend_world *world, const added_route *added) {
    wend_route *route = added->route;
    const field_record *record = &world->fields.items[route->field];
    wend_view view = world->view;
    view.classes = record->classes;
    float distance = 0.0F;
    bool has_potential = route->gives & WEND_ROUTE_POTENTIAL;
    if (!record->data ||
        (has_potential &&
         !wend_view_field_sample(&view, route->field, start_of(world, added), &distance, NULL))) {
        route->status = WEND_ROUTE_STATUS_NONE;
    } else if (has_potential && route->cost == 0.0F) {
        route->cost = distance;
    }
}

bool fields_make(wend_world *world, const added_route *added, uint32_t count) {
    bool any = false;
    uint64_t scene = 0;
    for (uint32_t i = 0; i < count; i++) {
        wend_route *route = added[i].route;
        if (!(route->gives & WEND_ROUTE_FIELD)) {
            continue;
        }
        scene = any ? scene : hash_scene(world);
        any = true;
        field_record requested = field_requested_by(world, &added[i], scene);
        if (!requested.planner) {
            route->status = WEND_ROUTE_STATUS_NONE;
            continue;
        }
        route->field = find_or_add(world, &requested, start_of(world, &added[i]));
        if (route->field == WEND_NONE) {
            return false;
        }
    }
    if (!any) {
        return true;
    }
    world->fields.any_dropped = true; /* a requested field may have no route that uses it */
    build_pending(world);
    for (uint32_t i = 0; i < count; i++) {
        wend_route *route = added[i].route;
        if ((route->gives & WEND_ROUTE_FIELD) && route->status != WEND_ROUTE_STATUS_NONE) {
            finish_route(world, &added[i]);
        }
    }
    return !world->is_out_of_memory;
}

void fields_sweep(wend_world *world) {
    for (uint32_t i = 0; i < world->fields.count && world->fields.any_dropped; i++) {
        field_record *record = &world->fields.items[i];
        if (record->planner && record->holders == 0) {
            destroy(world, record);
        }
    }
    world->fields.any_dropped = false;
}

void fields_count_reference(void *context, uint32_t field, bool held) {
    wend_world *world = context;
    field_record *record = &world->fields.items[field];
    record->holders += held ? 1U : UINT32_MAX;
    /* Another route of this step may still refer to the field, so it is not destroyed here but in
     * fields_sweep. */
    world->fields.any_dropped = world->fields.any_dropped || record->holders == 0;
}

void fields_free(wend_world *world) {
    for (uint32_t i = 0; i < world->fields.count; i++) {
        destroy(world, &world->fields.items[i]);
    }
    memory_free(&world->memory, world->fields.items,
                world->fields.capacity * sizeof *world->fields.items);
    world->fields = (field_table){0};
}
