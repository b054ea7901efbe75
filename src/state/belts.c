/* Belts: areas of the ground that carry agents along at a given velocity.
 *
 * Velocity obstacles and half-planes depend only on relative velocities. An agent on a belt is
 * therefore steered in the belt's frame of reference: its model sees all velocities minus the
 * belt's, and both its choice and the limits of speed and acceleration are relative to the ground
 * under the agent. For each belt that carries agents there is a copy of all bodies, with their
 * velocities relative to the belt. Walls and the regions of intents move in that frame, too. The
 * stage `move` adds the belt's velocity again.
 *
 * Cost: none if no belt moves; otherwise O(bodies) for each belt that carries an agent. */
#include <math.h>

#include "base/def.h"
#include "base/error.h"
#include "geom/vec.h"
#include "state/ground.h"

enum { MAX_BELTS = 256 };
static const double MAX_SPEED = 100.0; /* m/s: limit for each component of a belt's velocity */

static wend_belt id_of(uint32_t index) {
    return (wend_belt){UINT64_C(1) << 32 | index};
}

uint32_t belt_index_of(const wend_world *world, wend_belt belt) {
    uint32_t index = (uint32_t)belt.value;
    return belt.value >> 32 == 1 && index < world->belts.count ? index : WEND_NONE;
}

bool belt_can_move_at(wend_point velocity) {
    return fabs(velocity.x) <= MAX_SPEED && fabs(velocity.y) <= MAX_SPEED;
}

static wend_result refuse(const char *why, wend_error *error) {
    return error_set(error, WEND_ERROR_INVALID, "a belt cannot be added: %s", why);
}

static void update_speeds(belt_table *table) {
    table->fastest = 0.0F;
    for (uint32_t i = 0; i < table->count; i++) {
        table->fastest = fmaxf(table->fastest, vec_length(table->items[i].velocity));
    }
    table->any_moves = table->fastest > 0.0F;
}

void belt_set_velocity(wend_world *world, uint32_t index, wend_vec2 velocity) {
    world->belts.items[index].velocity = velocity;
    update_speeds(&world->belts);
}

static const char *find_fault(const wend_world *world, const wend_belt_def *def) {
    if (def->point_count < 3 || def->point_count > WEND_MAX_POLYGON || !def->points) {
        return "it has fewer than 3 or more than 64 points";
    }
    for (uint32_t i = 0; i < def->point_count; i++) {
        wend_point origin = wend_space_origin(world->space);
        if (!(fabs(def->points[i].x - origin.x) <= WEND_MAX_EXTENT &&
              fabs(def->points[i].y - origin.y) <= WEND_MAX_EXTENT)) {
            return "a point is not finite or too far away";
        }
    }
    if (def->layer >= wend_space_layer_count(world->space)) {
        return "its layer does not exist";
    }
    return belt_can_move_at(def->velocity) ? NULL
                                           : "its velocity must be at most 100 m/s in x and y";
}

bool belt_add(wend_world *world, const belt_record *belt) {
    belt_table *table = &world->belts;
    if (!memory_grow(&world->memory, (void **)&table->items, sizeof *table->items, &table->capacity,
                     table->count + 1)) {
        return false;
    }
    belt_record *made = &table->items[table->count++];
    *made = *belt;
    made->low = made->high = made->points[0];
    for (uint32_t i = 1; i < made->point_count; i++) {
        made->low = vec_min(made->low, made->points[i]);
        made->high = vec_max(made->high, made->points[i]);
    }
    update_speeds(table);
    return true;
}

wend_result wend_world_add_belt(wend_world *world, const wend_belt_def *given, wend_belt *out,
                                wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    wend_belt_def def;
    wend_result result = DEF_READ(belt, given, &def, error);
    if (result != WEND_OK) {
        return result;
    }
    const char *wrong = find_fault(world, &def);
    if (wrong) {
        return refuse(wrong, error);
    }
    if (world->belts.count == MAX_BELTS) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d belts", MAX_BELTS);
    }
    belt_record belt = {.point_count = def.point_count,
                        .layer = def.layer,
                        .velocity = {(float)def.velocity.x, (float)def.velocity.y}};
    for (uint32_t i = 0; i < def.point_count; i++) {
        belt.points[i] = wend_space_to_local(world->space, def.points[i]);
    }
    if (!belt_add(world, &belt)) {
        return error_no_memory(error, "the world");
    }
    if (out) {
        *out = id_of(world->belts.count - 1);
    }
    return WEND_OK;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void find_belts(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &world->bodies[i];
        wend_location at = {body->position, wend_body_layer(body)};
        uint32_t belt = belts_find(&world->belts, at);
        world->belt_of[i] = (uint16_t)(belt == WEND_NONE ? 0 : belt + 1);
    }
}

static bool fill_belt_frame(wend_world *world, uint32_t belt) {
    belt_frame *frame = &world->belt_frames[belt];
    if (!memory_grow(&world->memory, (void **)&frame->bodies, sizeof *frame->bodies,
                     &frame->capacity, world->body_count)) {
        return false;
    }
    wend_vec2 ground = world->belts.items[belt].velocity;
    for (uint32_t i = 0; i < world->body_count; i++) {
        frame->bodies[i] = world->bodies[i];
        frame->bodies[i].velocity = vec_sub(world->bodies[i].velocity, ground);
    }
    return true;
}

bool belts_prepare(wend_world *world) {
    if (!world->belts.any_moves) {
        return true;
    }
    uint32_t before = world->frame_capacity;
    if (!memory_grow(&world->memory, (void **)&world->belt_of, sizeof *world->belt_of,
                     &world->belt_of_capacity, world->body_count) ||
        !memory_grow(&world->memory, (void **)&world->belt_frames, sizeof *world->belt_frames,
                     &world->frame_capacity, world->belts.count)) {
        return false;
    }
    for (uint32_t i = before; i < world->frame_capacity; i++) {
        world->belt_frames[i] = (belt_frame){0};
    }
    task_run(&world->tasks, find_belts, world, world->body_count, WORLD_BLOCK);
    for (uint32_t i = 0; i < world->belts.count; i++) {
        world->belt_frames[i].used = false;
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (world->belt_of[i]) {
            world->belt_frames[world->belt_of[i] - 1].used = true;
        }
    }
    for (uint32_t i = 0; i < world->belts.count; i++) {
        if (world->belt_frames[i].used && !fill_belt_frame(world, i)) {
            return false;
        }
    }
    return true;
}

void belts_free(wend_world *world) {
    for (uint32_t i = 0; i < world->frame_capacity; i++) {
        memory_free(&world->memory, world->belt_frames[i].bodies,
                    world->belt_frames[i].capacity * sizeof(wend_body));
    }
    memory_free(&world->memory, world->belt_frames,
                world->frame_capacity * sizeof *world->belt_frames);
    memory_free(&world->memory, world->belt_of, world->belt_of_capacity * sizeof *world->belt_of);
    memory_free(&world->memory, world->belts.items,
                world->belts.capacity * sizeof *world->belts.items);
}
