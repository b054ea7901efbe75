/* Lists the objects of a world: wend/objects.h. */
#include <wend/objects.h>

#include "base/error.h"
#include "world/world.h"

static const char *text_of(const char *name) {
    return name ? name : "";
}

/* ---- Profiles -------------------------------------------------------------------------------- */

const char *wend_world_get_profile_name(const wend_world *world, wend_profile id) {
    uint32_t index = wend_world_profile_index(world, id);
    return index == WEND_NONE ? "" : text_of(world->profiles[index].name);
}

wend_profile wend_world_get_profile_base(const wend_world *world, wend_profile id) {
    uint32_t index = wend_world_profile_index(world, id);
    uint32_t from = index == WEND_NONE ? 0 : world->profiles[index].derived_from;
    return from == 0 ? (wend_profile){0} : wend_world_profile_at(world, from - 1);
}

bool wend_world_is_profile_removed_next(const wend_world *world, wend_profile id) {
    wend_profile base = wend_world_get_profile_base(world, id);
    uint32_t index = wend_world_profile_index(world, base.value ? base : id);
    return index != WEND_NONE && world->profiles[index].is_removal_queued;
}

bool wend_world_get_profile_def(const wend_world *world, wend_profile id, wend_profile_def *out,
                                wend_terrain_rule *rules) {
    WEND_ASSERT(out != NULL);
    uint32_t index = wend_world_profile_index(world, id);
    if (index != WEND_NONE) {
        *out = profile_def_of(world, index, rules);
    }
    return index != WEND_NONE;
}

/* ---- Goals and groups ------------------------------------------------------------------------ */

uint32_t wend_world_goal_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->goals.count;
}

const char *wend_world_get_goal_name(const wend_world *world, wend_goal goal) {
    uint32_t index = wend_world_goal_index(world, goal);
    return index == WEND_NO_GOAL ? "" : text_of(world->goals.records[index].name);
}

wend_goal_owner wend_world_get_goal_owner(const wend_world *world, wend_goal goal) {
    uint32_t index = wend_world_goal_index(world, goal);
    if (index == WEND_NO_GOAL) {
        return WEND_GOAL_OWNER_NONE;
    }
    return world->goals.records[index].is_own    ? WEND_GOAL_OWNER_AGENT
           : goal_belongs_to_queue(world, index) ? WEND_GOAL_OWNER_QUEUE
                                                 : WEND_GOAL_OWNER_NONE;
}

uint32_t wend_world_group_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->group_count;
}

wend_group wend_world_group_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_group){ids_at(&world->group_ids, index)};
}

const char *wend_world_get_group_name(const wend_world *world, wend_group group) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->group_ids, group.value);
    return index == ID_NONE ? "" : text_of(world->groups[index].name);
}

/* ---- Obstacles ------------------------------------------------------------------------------- */

uint32_t wend_world_obstacle_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->overlay.obstacle_count;
}

wend_obstacle wend_world_obstacle_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_obstacle){ids_at(&world->obstacle_ids, index)};
}

static const overlay_obstacle *find_obstacle(const wend_world *world, wend_obstacle id) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->obstacle_ids, id.value);
    return index == ID_NONE ? NULL : &world->overlay.obstacles[index];
}

/* The overlay has the walls of the last step, but points of obstacles are those of the present. */
uint32_t wend_world_get_obstacle_points(const wend_world *world, wend_obstacle obstacle,
                                        wend_point *out, uint32_t capacity) {
    const overlay_obstacle *found = find_obstacle(world, obstacle);
    uint32_t count = found ? found->point_count : 0;
    wend_vec2 points[WEND_MAX_POLYGON];
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        if (found->kind == WEND_OBSTACLE_DOOR) { /* a door may have many points, and never moves */
            out[i] = wend_space_from_local(world->space, found->points[i]);
            continue;
        }
        if (i == 0) {
            overlay_get_points(found, wend_world_time(world), points, WEND_MAX_POLYGON);
        }
        out[i] = wend_space_from_local(world->space, points[i]);
    }
    return count;
}

bool wend_world_get_obstacle_motion(const wend_world *world, wend_obstacle obstacle,
                                    wend_obstacle_motion *out) {
    WEND_ASSERT(out != NULL);
    const overlay_obstacle *found = find_obstacle(world, obstacle);
    if (!found || found->kind == WEND_OBSTACLE_DOOR) {
        return false;
    }
    double elapsed = wend_world_time(world) - found->since;
    wend_point origin = wend_space_from_local(world->space, (wend_vec2){0.0F, 0.0F});
    *out = (wend_obstacle_motion){
        .position = {origin.x + found->position.x + found->velocity.x * elapsed,
                     origin.y + found->position.y + found->velocity.y * elapsed},
        .angle = found->angle + found->angular_velocity * elapsed,
        .velocity = found->velocity,
        .angular_velocity = found->angular_velocity};
    return true;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

uint32_t wend_world_area_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->areas.count;
}

wend_area wend_world_area_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_area){ids_at(&world->areas.ids, index)};
}

uint32_t wend_world_get_area_points(const wend_world *world, wend_area area, wend_point *out,
                                    uint32_t *layer, uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    uint32_t index = ids_index(&world->areas.ids, area.value);
    if (index == ID_NONE) {
        return 0;
    }
    const area_record *record = &world->areas.records[index];
    for (uint32_t i = 0; i < record->point_count && i < capacity; i++) {
        out[i] = wend_space_from_local(world->space, record->points[i]);
    }
    if (layer) {
        *layer = record->layer;
    }
    return record->point_count;
}

/* ---- Queues, machines and sources ------------------------------------------------------------ */

uint32_t wend_world_queue_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->queues.count;
}

wend_queue wend_world_queue_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_queue){ids_at(&world->queues.ids, index)};
}

const char *wend_world_get_queue_name(const wend_world *world, wend_queue queue) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->queues.ids, queue.value);
    return index == ID_NONE ? "" : text_of(world->queues.records[index].name);
}

uint32_t wend_world_machine_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->machines.count;
}

wend_machine wend_world_machine_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_machine){ids_at(&world->machines.ids, index)};
}

const char *wend_world_get_machine_name(const wend_world *world, wend_machine machine) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->machines.ids, machine.value);
    return index == ID_NONE ? "" : text_of(world->machines.records[index].name);
}

const char *wend_world_get_source_name(const wend_world *world, wend_source source) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->sources.ids, source.value);
    return index == ID_NONE ? "" : text_of(world->sources.records[index].name);
}
