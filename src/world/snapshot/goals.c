/* The resources, goals and goal sets in a snapshot. A goal's present position is not saved: it is
 * computed from the position at `since`, or from the last position of the goal's carrier. */
#include <math.h>

#include "world/goal_shape.h"
#include "world/snapshot/snapshot.h"

/* Archives the data that all parts of a goal have in common. */
static void archive_region(archive *ar, wend_region *one) {
    archive_u8(ar, &one->shape);
    archive_u8(ar, &one->flags);
    archive_vec2(ar, &one->velocity);
    archive_f32(ar, &one->bias);
    archive_f32(ar, &one->cost);
    archive_expect(ar,
                   one->shape < WEND_SHAPE_COUNT && one->bias >= 0.0F && one->bias <= 1.0F &&
                       isfinite(one->cost) && isfinite(one->velocity.x) &&
                       isfinite(one->velocity.y), /* may be high after a teleport of the carrier */
                   "a goal's region is not valid");
}

/* Archives the corners and the preferred point of each part. */
static void archive_parts(archive *ar, const goal_record *record, const wend_region *common,
                          goal_shape *shape) {
    bool polygon = common->shape == WEND_SHAPE_POLYGON;
    archive_u32(ar, &shape->part_count);
    archive_expect(ar,
                   shape->part_count >= 1 && shape->part_count <= (polygon ? GOAL_MOST_PARTS : 1),
                   "a goal has too many parts");
    for (uint32_t i = 0; i < shape->part_count && !ar->failed; i++) {
        wend_region *part = &shape->parts[i];
        uint32_t count = ar->loading ? 0 : goal_parts(record)[i].count;
        wend_vec2 position = ar->loading ? (wend_vec2){0} : record->base_a;
        position = !ar->loading && record->parts ? goal_base_part_points(record)[i] : position;
        archive_u32(ar, &count);
        archive_vec2(ar, &position);
        archive_expect(ar,
                       (polygon ? count >= 3 && count <= WEND_MAX_POLYGON : count == 0) &&
                           shape->point_count + count <= GOAL_MOST_POINTS &&
                           snapshot_is_position(position),
                       "a part of a goal is not valid");
        for (uint32_t k = 0; k < count && !ar->failed; k++) {
            wend_vec2 *point = &shape->points[shape->point_count++];
            *point =
                ar->loading ? (wend_vec2){0} : goal_base_points(record)[shape->point_count - 1];
            archive_vec2(ar, point);
            archive_expect(ar, snapshot_is_position(*point), "a goal is too far away");
        }
        *part = *common;
        part->count = (uint16_t)count;
        part->a = position;
    }
}

/* Archives the motion of a goal. */
static void archive_motion(archive *ar, const wend_world *world, goal_record *record,
                           goal_shape *shape) {
    archive_u8(ar, &record->motion);
    archive_bool(ar, &record->absent);
    archive_bool(ar, &record->path.loops);
    archive_f64(ar, &record->path.speed);
    archive_u64(ar, &record->carrier);
    archive_vec2(ar, &record->carrier_position);
    archive_u32(ar, &record->path.count);
    bool on_path = record->motion == GOAL_ON_PATH, moves = !on_path;
    archive_expect(ar,
                   record->motion < GOAL_MOTION_COUNT &&
                       snapshot_is_position(record->carrier_position) &&
                       record->path.count <= WEND_MAX_POLYGON &&
                       (!on_path || (record->path.count >= 2 && record->path.speed > 0.0 &&
                                     record->path.speed <= 1000.0)),
                   "a goal's motion is not valid");
    for (uint32_t i = 0; i < record->path.count && !ar->failed; i++) {
        wend_point *point = &shape->path[i];
        *point = ar->loading ? (wend_point){0} : record->path.points[i];
        archive_point(ar, point);
        archive_expect(ar, world_is_near(*point, wend_space_origin(world->space)),
                       "a goal's path is too far away");
        moves = moves || point->x != shape->path[0].x || point->y != shape->path[0].y;
    }
    archive_expect(ar, moves, "a goal's path has no length");
}

static void add_loaded_goal(archive *ar, wend_world *world, uint32_t index,
                            const goal_record *record, goal_shape *shape, const char *name,
                            float weight) {
    wend_region *first = &shape->parts[0];
    for (uint32_t i = 0; i < shape->part_count; i++) {
        shape->parts[i].opens = (float)record->opens;
        shape->parts[i].closes = (float)record->closes;
    }
    if (first->shape != WEND_SHAPE_POLYGON) {
        first->b = record->base_b;
    }
    first->a = record->base_a;
    bool good = goal_add(world, *record, shape, name, (double)weight);
    archive_expect(ar, good, "out of memory");
    if (good) { /* loading a goal does not count as motion */
        world->goals.records[index].moved = record->moved;
    }
}

/* True if a goal has no resource, or a resource that exists. */
static bool is_valid_resource(const claim_table *claims, uint32_t resource) {
    return resource == WEND_NONE ||
           (resource < claims->resource_count && claims->resources[resource].capacity > 0);
}

/* True if a goal may belong to one agent: see state/own_goals.h. */
static bool is_simple_point(const goal_record *record, const char *name) {
    return record->region.shape == WEND_SHAPE_POINT && record->motion == GOAL_STEADY &&
           !record->absent && record->region.velocity.x == 0.0F &&
           record->region.velocity.y == 0.0F && record->opens == -INFINITY &&
           record->closes == INFINITY && record->resource == WEND_NONE && !name;
}

static void archive_goal(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    goal_record record = ar->loading ? (goal_record){0} : world->goals.records[index];
    const char *name = record.name;
    float weight = 1.0F;
    if (!ar->loading && index < world->goals.weight_capacity) {
        weight = world->goals.weights[index];
    }
    goal_shape shape = {.part_count = record.part_count};
    archive_region(ar, &record.region);
    archive_vec2(ar, &record.base_a);
    archive_vec2(ar, &record.base_b);
    archive_f64(ar, &record.since);
    archive_f64(ar, &record.opens);
    archive_f64(ar, &record.closes);
    archive_u64(ar, &record.moved);
    archive_u32(ar, &record.layer);
    archive_u32(ar, &record.resource);
    archive_f32(ar, &record.tolerance);
    archive_u8(ar, &record.arrive);
    archive_u8(ar, &record.on_arrival);
    archive_f32(ar, &weight);
    archive_bool(ar, &record.is_own);
    archive_text(ar, &name, from);
    archive_parts(ar, &record, &record.region, &shape);
    archive_motion(ar, world, &record, &shape);
    archive_expect(ar,
                   snapshot_is_position(record.base_a) && snapshot_is_position(record.base_b) &&
                       isfinite(record.since) && record.opens <= record.closes &&
                       record.layer < wend_space_layer_count(world->space) &&
                       is_valid_resource(&world->claims, record.resource) &&
                       record.tolerance >= 0.0F && record.arrive <= WEND_ARRIVE_INSIDE &&
                       record.on_arrival <= WEND_ON_ARRIVAL_CONTINUE && index < WEND_MAX_GOALS &&
                       weight >= 0.9e-6F && weight <= 1e6F,
                   "a goal is not valid");
    archive_expect(ar, !record.is_own || is_simple_point(&record, name),
                   "a goal that belongs to one agent is not a point");
    if (ar->loading && !ar->failed) {
        add_loaded_goal(ar, world, index, &record, &shape, name, weight);
    }
}

/* Archives the free resources, in the order in which they will be reused. */
static void archive_free_resources(archive *ar, claim_table *claims) {
    uint32_t unused = 0, *link = &claims->resource_free, next = claims->resource_free;
    for (uint32_t i = 0; i < claims->resource_count; i++) {
        unused += claims->resources[i].capacity == 0;
    }
    for (uint32_t i = 0; i < unused && !ar->failed; i++) {
        uint32_t index = next;
        archive_u32(ar, &index);
        if (!ar->loading) {
            next = claims->resources[index].held;
            continue;
        }
        /* Rejects an index that is too large, listed twice or not free. Resources already seen are
         * marked in `held`. */
        archive_expect(ar,
                       index < claims->resource_count && claims->resources[index].capacity == 0 &&
                           claims->resources[index].held == 0,
                       "a resource that is listed as free is in use");
        if (!ar->failed) {
            *link = index;
            claims->resources[index].held = CLAIM_NONE;
            link = &claims->resources[index].held;
        }
    }
}

/* Counts the consecutive resources, from `first` on, that have the same capacity. */
static uint32_t count_equal_capacities(const claim_table *claims, uint32_t first) {
    uint32_t end = first;
    while (end < claims->resource_count &&
           claims->resources[end].capacity == claims->resources[first].capacity) {
        end++;
    }
    return end - first;
}

/* Archives resources as ranges of equal capacity; free indices have capacity 0. Thus the resources
 * for all cells of a grid together take no more bytes than a single resource. */
static void archive_resources(archive *ar, wend_world *world) {
    claim_table *claims = &world->claims;
    uint32_t total = claims->resource_count;
    archive_u32(ar, &total);
    archive_expect(ar, total <= WEND_MAX_RESOURCES, "there are too many resources");
    for (uint32_t done = 0, count = 0; done < total && !ar->failed; done += count) {
        uint32_t capacity = ar->loading ? 0 : claims->resources[done].capacity;
        count = ar->loading ? 0 : count_equal_capacities(claims, done);
        archive_u32(ar, &capacity);
        archive_u32(ar, &count);
        archive_expect(ar, count > 0 && count <= total - done, "a range of resources is not valid");
        if (ar->loading && !ar->failed) {
            archive_expect(ar, claims_add_resources(claims, count, capacity) != CLAIM_NONE,
                           "out of memory");
        }
    }
    archive_free_resources(ar, claims);
}

static void archive_goals(archive *ar, wend_world *world, memory_arena *from) {
    archive_resources(ar, world);
    uint32_t entries = world->connections.count; /* connection entries; created with the world */
    goal_table *goals = &world->goals;
    id_table ids;
    snapshot_ids(ar, &world->goal_ids, &ids, from);
    for (uint32_t i = 0; i < entries && !ar->failed; i++) {
        archive_expect(ar, ids_at(&ids, i) == ids_at(&world->goal_ids, i),
                       "the entries of connections are missing");
    }
    for (uint32_t i = entries; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_goal(ar, world, i, from);
            continue;
        }
        snapshot_gap(ar, world,
                     (snapshot_table){(void **)&goals->records, sizeof *goals->records,
                                      &goals->count, &goals->capacity, &world->goal_ids});
        if (ar->loading && !ar->failed) {
            goal_clear(&goals->records[i]);
        }
    }
    snapshot_ids_put(ar, &world->goal_ids, &ids);
}

static void archive_goal_set(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    uint32_t members = ar->loading ? 0 : world->goal_sets[index].count;
    uint32_t turn = ar->loading ? 0 : world->goal_sets[index].turn;
    archive_u32(ar, &turn);
    archive_count(ar, &members, sizeof(uint32_t));
    wend_goal *loaded = archive_allocate(ar, from, members, sizeof *loaded);
    for (uint32_t k = 0; k < members && !ar->failed; k++) {
        uint32_t goal = ar->loading ? 0 : world->goal_sets[index].items[k];
        archive_u32(ar, &goal);
        archive_expect(ar, ids_is_used(&world->goal_ids, goal),
                       "a goal set refers to a goal that does not exist");
        if (loaded && !ar->failed) {
            loaded[k] = goal_id(world, goal);
        }
    }
    if (ar->loading && !ar->failed) {
        bool good = members == 0
                        ? goal_set_add_empty(world)
                        : wend_world_add_goal_set(world, loaded, members, NULL, NULL) == WEND_OK;
        archive_expect(ar, good, "a goal set is not valid");
    }
    if (ar->loading && !ar->failed) {
        world->goal_sets[index].turn = turn;
    }
}

static void archive_goal_sets(archive *ar, wend_world *world, memory_arena *from) {
    id_table ids;
    snapshot_ids(ar, &world->goal_set_ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_goal_set(ar, world, i, from);
        } else {
            snapshot_gap(ar, world,
                         (snapshot_table){(void **)&world->goal_sets, sizeof *world->goal_sets,
                                          &world->goal_set_count, &world->goal_set_capacity,
                                          &world->goal_set_ids});
        }
    }
    snapshot_ids_put(ar, &world->goal_set_ids, &ids);
}

void snapshot_goals(archive *ar, wend_world *world, memory_arena *from) {
    archive_goals(ar, world, from);
    archive_goal_sets(ar, world, from);
}
