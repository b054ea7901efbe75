/* Goals, goal sets, paths, groups and resources: the tables that agents refer to. */
#include <math.h>
#include <string.h>

#include <wend/math.h>

#include "base/error.h"
#include "geom/polygon.h"
#include "geom/vec.h"
#include "world/world.h"

/* ---- Ids ------------------------------------------------------------------------------------- */

uint32_t goal_index_of(const wend_world *world, wend_goal goal) {
    uint32_t index = (uint32_t)goal.value, generation = (uint32_t)(goal.value >> 32);
    bool good = index < world->goals.count && generation != 0 &&
                world->goals.records[index].generation == generation;
    return good ? index : WEND_NO_GOAL;
}

wend_goal goal_id(const wend_world *world, uint32_t index) {
    if (index == WEND_NO_GOAL) {
        return (wend_goal){0};
    }
    return (wend_goal){(uint64_t)world->goals.records[index].generation << 32 | index};
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The points of a shape in local coordinates; boxes become polygons. Returns how many. */
static uint32_t local_points(const wend_world *world, const wend_goal_def *def,
                             wend_vec2 out[WEND_MAX_POLYGON]) {
    if (def->shape == WEND_GOAL_DIRECTION) {
        return 0;
    }
    if (def->shape == WEND_GOAL_BOX || def->shape == WEND_GOAL_ORIENTED_BOX) {
        bool turned = def->shape == WEND_GOAL_ORIENTED_BOX;
        wend_point a = def->points[0], b = def->points[1];
        wend_point centre = turned ? a : (wend_point){(a.x + b.x) / 2.0, (a.y + b.y) / 2.0};
        double half_x = turned ? fabs(b.x) : fabs(b.x - a.x) / 2.0;
        double half_y = turned ? fabs(b.y) : fabs(b.y - a.y) / 2.0;
        double cosine = turned ? wend_cos(def->angle) : 1.0;
        double sine = turned ? wend_sin(def->angle) : 0.0;
        static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        for (int i = 0; i < 4; i++) {
            double x = corners[i][0] * half_x, y = corners[i][1] * half_y;
            out[i] =
                wend_space_to_local(world->space, (wend_point){centre.x + cosine * x - sine * y,
                                                               centre.y + sine * x + cosine * y});
        }
        return 4;
    }
    for (uint32_t i = 0; i < def->point_count; i++) {
        out[i] = wend_space_to_local(world->space, def->points[i]);
    }
    return def->point_count;
}

/* Turns a polygon counter-clockwise; false if it is not convex or has no area. */
static bool make_convex(wend_vec2 *points, uint32_t count) {
    int turn = polygon_convex(points, count);
    for (uint32_t i = 0; turn < 0 && i < count / 2; i++) {
        wend_vec2 swap = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swap;
    }
    return turn != 0;
}

static wend_vec2 centre_of(const wend_vec2 *points, uint32_t count) {
    double area = 0.0, x = 0.0, y = 0.0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        wend_vec2 u = vec_sub(points[i], points[0]), v = vec_sub(points[i + 1], points[0]);
        double part = (double)u.x * (double)v.y - (double)u.y * (double)v.x;
        area += part;
        x += part * ((double)u.x + (double)v.x) / 3.0;
        y += part * ((double)u.y + (double)v.y) / 3.0;
    }
    return (wend_vec2){(float)((double)points[0].x + x / area),
                       (float)((double)points[0].y + y / area)};
}

static const uint32_t points_needed[] = {0, 1, 1, 2, 2, 2, 3};

static const char *wrong_with(const wend_world *world, const wend_goal_def *def) {
    if ((unsigned)def->shape > WEND_GOAL_POLYGON || (unsigned)def->arrive > WEND_ARRIVE_INSIDE ||
        (unsigned)def->on_arrival > WEND_CONTINUE) {
        return "its shape or arrival rule is unknown";
    }
    bool polygon = def->shape == WEND_GOAL_POLYGON;
    uint32_t count = def->shape == WEND_GOAL_DIRECTION ? 0 : def->point_count;
    if (polygon ? def->point_count < 3 || def->point_count > WEND_MAX_POLYGON
                : count != points_needed[def->shape]) {
        return "it has too few or too many points for its shape";
    }
    for (uint32_t i = 0; i < count; i++) {
        bool size = def->shape == WEND_GOAL_ORIENTED_BOX && i == 1;
        wend_point from = size ? (wend_point){0.0, 0.0} : wend_space_origin(world->space);
        if (!world_is_near(def->points[i], from)) {
            return "a point is not finite, or too far away";
        }
    }
    if (!isfinite(def->angle) || !(def->radius >= 0.0 && def->radius <= WEND_MAX_EXTENT) ||
        (def->shape == WEND_GOAL_DISC && def->radius == 0.0)) {
        return "its angle or radius is out of range";
    }
    if (!(fabs(def->velocity.x) <= 1000.0) || !(fabs(def->velocity.y) <= 1000.0)) {
        return "its velocity is not finite, or too large";
    }
    if (!(def->opens <= def->closes) || !(def->bias >= 0.0 && def->bias <= 1.0) ||
        !(def->tolerance >= 0.0 && def->tolerance <= WEND_MAX_EXTENT)) {
        return "its window, bias or tolerance is out of range";
    }
    return def->layer < wend_space_layer_count(world->space) ? NULL : "there is no such layer";
}

/* The region of a def; polygon points go to `points`. Returns what is wrong, or NULL. */
static const char *make_region(const wend_world *world, const wend_goal_def *def,
                               wend_region *region, wend_vec2 points[WEND_MAX_POLYGON]) {
    uint32_t count = local_points(world, def, points);
    region->opens = (float)def->opens;
    region->closes = (float)def->closes;
    region->bias = (float)def->bias;
    region->velocity = (wend_vec2){(float)def->velocity.x, (float)def->velocity.y};
    switch (def->shape) {
    case WEND_GOAL_DIRECTION:
        region->shape = WEND_SHAPE_DIRECTION;
        region->a = (wend_vec2){(float)wend_cos(def->angle), (float)wend_sin(def->angle)};
        region->velocity = (wend_vec2){0.0F, 0.0F};
        return NULL;
    case WEND_GOAL_POINT:
        region->shape = WEND_SHAPE_POINT;
        region->a = points[0];
        return NULL;
    case WEND_GOAL_DISC:
        region->shape = WEND_SHAPE_DISC;
        region->a = points[0];
        region->b = (wend_vec2){(float)def->radius, 0.0F};
        return NULL;
    case WEND_GOAL_SEGMENT:
        region->shape = WEND_SHAPE_SEGMENT;
        region->a = points[0];
        region->b = points[1];
        return NULL;
    default:
        region->shape = WEND_SHAPE_POLYGON;
        region->count = (uint16_t)count;
        if (!make_convex(points, count)) {
            return "it is not a convex polygon with an area";
        }
        region->a = centre_of(points, count);
        return NULL;
    }
}

/* ---- Goals ----------------------------------------------------------------------------------- */

void goal_watch(wend_world *world, uint32_t index) {
    goal_table *goals = &world->goals;
    const wend_region *region = &goals->records[index].region;
    bool changes = region->velocity.x != 0.0F || region->velocity.y != 0.0F ||
                   region->opens > -INFINITY || region->closes < INFINITY;
    for (uint32_t i = 0; i < goals->changing_count && changes; i++) {
        changes = goals->changing[i] != index;
    }
    if (changes) {
        goals->changing[goals->changing_count++] = index;
    }
}

static bool keep_points(wend_world *world, goal_record *record, const wend_vec2 *points) {
    uint32_t count = record->region.count;
    if (count == 0) {
        return true;
    }
    record->base_points = memory_get_array(&world->memory, count, sizeof *points);
    record->points = memory_get_array(&world->memory, count, sizeof *points);
    if (!record->base_points || !record->points) {
        return false;
    }
    memcpy(record->base_points, points, count * sizeof *points);
    memcpy(record->points, points, count * sizeof *points);
    record->region.points = record->points;
    return true;
}

static void free_goal(wend_world *world, goal_record *record) {
    size_t size = record->region.count * sizeof(wend_vec2);
    memory_free(&world->memory, record->base_points, record->base_points ? size : 0);
    memory_free(&world->memory, record->points, record->points ? size : 0);
    memory_free_text(&world->memory, record->name);
}

static bool is_named(const char *name) {
    return name && name[0];
}

bool goal_put(wend_world *world, goal_record record, const wend_vec2 *points, const char *name) {
    goal_table *goals = &world->goals;
    uint32_t index = goals->count;
    if (!memory_grow(&world->memory, (void **)&goals->records, sizeof record, &goals->capacity,
                     index + 1) ||
        !memory_grow(&world->memory, (void **)&goals->changing, sizeof *goals->changing,
                     &goals->changing_capacity, index + 1) ||
        !names_reserve(&world->goal_names, &world->memory) ||
        !keep_points(world, &record, points) ||
        (is_named(name) && !(record.name = memory_copy_text(&world->memory, name)))) {
        free_goal(world, &record);
        return false;
    }
    if (record.name) {
        names_add(&world->goal_names, record.name);
    }
    record.region.id = index;
    goals->records[goals->count++] = record;
    goal_watch(world, index);
    goal_update(&goals->records[index], world_time_at(world, world->step));
    world_update_view(world);
    return true;
}

static wend_result check_name(const wend_world *world, const char *name, wend_error *error) {
    wend_result result = world_check_name(name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (is_named(name) && names_contain(&world->goal_names, name)) {
        return error_set(error, WEND_ERROR_NAME, "there is a goal '%s' already", name);
    }
    return WEND_OK;
}

wend_result wend_world_add_goal(wend_world *world, const wend_goal_def *def, wend_goal *out,
                                wend_error *error) {
    WEND_ASSERT(world != NULL && def != NULL);
    goal_record record = {.layer = def->layer, .resource = WEND_NONE, .generation = 1};
    wend_vec2 points[WEND_MAX_POLYGON] = {{0.0F, 0.0F}};
    const char *wrong = wrong_with(world, def);
    wrong = wrong ? wrong : make_region(world, def, &record.region, points);
    if (wrong) {
        bool named = is_named(def->name);
        return error_set(error, WEND_ERROR_INVALID, "goal %s%s%scannot be added: %s",
                         named ? "'" : "", named ? def->name : "", named ? "' " : "", wrong);
    }
    wend_result result = check_name(world, def->name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (def->capacity &&
        (record.resource = claims_add_resource(&world->claims, def->capacity)) == CLAIM_NONE) {
        return world_no_memory(error);
    }
    record.base_a = record.region.a;
    record.base_b = record.region.shape == WEND_SHAPE_POLYGON ? record.region.a : record.region.b;
    record.since = world_time_at(world, world->step);
    record.opens = def->opens;
    record.closes = def->closes;
    record.tolerance = (float)def->tolerance;
    record.arrive = (uint8_t)def->arrive;
    record.on_arrival = (uint8_t)def->on_arrival;
    if (!goal_put(world, record, points, def->name)) {
        return world_no_memory(error);
    }
    if (out) {
        *out = goal_id(world, world->goals.count - 1);
    }
    return WEND_OK;
}

void goals_update(wend_world *world) {
    double time = world_time_at(world, world->step);
    for (uint32_t i = 0; i < world->goals.changing_count; i++) {
        goal_update(&world->goals.records[world->goals.changing[i]], time);
    }
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Adds an empty list to a table of lists. */
static bool add_list(wend_world *world, index_list **lists, uint32_t *count, uint32_t *capacity,
                     const char *name) {
    char *copy = is_named(name) ? memory_copy_text(&world->memory, name) : NULL;
    if ((is_named(name) && !copy) ||
        !memory_grow(&world->memory, (void **)lists, sizeof **lists, capacity, *count + 1)) {
        memory_free_text(&world->memory, copy);
        return false;
    }
    (*lists)[(*count)++] = (index_list){.name = copy};
    world_update_view(world);
    return true;
}

wend_result wend_world_add_goal_set(wend_world *world, const wend_goal *goals, uint32_t count,
                                    uint32_t *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (goals != NULL || count == 0));
    if (count == 0) {
        return error_set(error, WEND_ERROR_INVALID, "a goal set needs at least one goal");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (goal_index_of(world, goals[i]) == WEND_NO_GOAL) {
            return error_set(error, WEND_ERROR_NAME, "member %u of the goal set is no goal", i);
        }
    }
    uint32_t *items = memory_get_array(&world->memory, count, sizeof *items);
    if (!items || !add_list(world, &world->goal_sets, &world->goal_set_count,
                            &world->goal_set_capacity, NULL)) {
        memory_free(&world->memory, items, items ? count * sizeof *items : 0);
        return world_no_memory(error);
    }
    for (uint32_t i = 0; i < count; i++) {
        items[i] = goal_index_of(world, goals[i]);
    }
    uint32_t index = world->goal_set_count - 1;
    world->goal_sets[index] = (index_list){.items = items, .count = count, .capacity = count};
    if (out) {
        *out = index;
    }
    return WEND_OK;
}

wend_result wend_world_add_group(wend_world *world, const char *name, uint32_t *out,
                                 wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result = world_check_name(name, error);
    if (result == WEND_OK && is_named(name) && names_contain(&world->group_names, name)) {
        result = error_set(error, WEND_ERROR_NAME, "there is a group '%s' already", name);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!names_reserve(&world->group_names, &world->memory) ||
        !add_list(world, &world->groups, &world->group_count, &world->group_capacity, name)) {
        return world_no_memory(error);
    }
    if (is_named(name)) {
        names_add(&world->group_names, world->groups[world->group_count - 1].name);
    }
    if (out) {
        *out = world->group_count - 1;
    }
    return WEND_OK;
}

wend_result wend_world_add_path(wend_world *world, const wend_point *points, const uint32_t *layers,
                                uint32_t count, uint32_t *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (points != NULL || count == 0));
    if (count == 0 || count > WEND_MAX_PATH) {
        return error_set(error, count ? WEND_ERROR_LIMIT : WEND_ERROR_INVALID,
                         "a path has %u points, but must have 1 to %d", count, WEND_MAX_PATH);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!world_is_near(points[i], wend_space_origin(world->space)) ||
            (layers && layers[i] >= wend_space_layer_count(world->space))) {
            return error_set(error, WEND_ERROR_INVALID,
                             "point %u of the path is not finite, too far away, or on no layer", i);
        }
    }
    wend_route_point *copy = memory_get_array(&world->memory, count, sizeof *copy);
    if (!copy || !memory_grow(&world->memory, (void **)&world->paths, sizeof *world->paths,
                              &world->path_capacity, world->path_count + 1)) {
        memory_free(&world->memory, copy, copy ? count * sizeof *copy : 0);
        return world_no_memory(error);
    }
    for (uint32_t i = 0; i < count; i++) {
        copy[i] = (wend_route_point){wend_space_to_local(world->space, points[i]), INFINITY,
                                     layers ? layers[i] : 0};
    }
    world->paths[world->path_count] = (path_record){copy, count};
    if (out) {
        *out = world->path_count;
    }
    world->path_count++;
    world_update_view(world);
    return WEND_OK;
}

wend_result wend_world_add_resource(wend_world *world, uint32_t capacity, uint32_t *out,
                                    wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (capacity == 0) {
        return error_set(error, WEND_ERROR_INVALID, "a resource needs a capacity of at least 1");
    }
    uint32_t index = claims_add_resource(&world->claims, capacity);
    if (index == CLAIM_NONE) {
        return world_no_memory(error);
    }
    if (out) {
        *out = index;
    }
    return WEND_OK;
}

void goals_free(wend_world *world) {
    memory *from = &world->memory;
    for (uint32_t i = 0; i < world->goals.count; i++) {
        free_goal(world, &world->goals.records[i]);
    }
    for (uint32_t i = 0; i < world->goal_set_count; i++) {
        memory_free(from, world->goal_sets[i].items,
                    world->goal_sets[i].capacity * sizeof(uint32_t));
    }
    groups_free(world);
    names_free(&world->group_names, from);
    names_free(&world->goal_names, from);
    for (uint32_t i = 0; i < world->path_count; i++) {
        memory_free(from, world->paths[i].points, world->paths[i].count * sizeof(wend_route_point));
    }
    memory_free(from, world->goals.records, world->goals.capacity * sizeof(goal_record));
    memory_free(from, world->goals.changing, world->goals.changing_capacity * sizeof(uint32_t));
    memory_free(from, world->goal_sets, world->goal_set_capacity * sizeof(index_list));
    memory_free(from, world->paths, world->path_capacity * sizeof(path_record));
}
