/* The parts of the .wtraj format that need code: the checksum of a chunk, and storing and loading
 * the file header. Loaded values are checked, because a file may contain any bytes. */
#include "record/wtraj/format.h"
#include "base/hash.h"
#include <math.h>
#include <stddef.h>

/* Smallest size in bytes of a stored record of each kind: one with an empty name and without
 * points. */
enum { LEAST_GROUP = 20, LEAST_GOAL = 92, LEAST_OBSTACLE = 65, LEAST_MOTION = 25 };

uint64_t wtraj_checksum(const wtraj_chunk *chunk, const void *bytes) {
    return hash_bytes(bytes, chunk->size, hash_bytes(chunk, offsetof(wtraj_chunk, checksum), 0));
}

static void archive_finite(archive *ar, double *value) {
    archive_f64(ar, value);
    archive_expect(ar, isfinite(*value), "a number is not finite");
}

static void archive_coordinates(archive *ar, wend_point *position) {
    archive_finite(ar, &position->x);
    archive_finite(ar, &position->y);
}

static void archive_coordinate_list(archive *ar, const wend_point **points, uint32_t *count,
                                    memory_arena *from) {
    wend_point *all = archive_list(ar, *points, count, sizeof *all, sizeof *all, from);
    *points = all;
    for (uint32_t i = 0; i < *count; i++) {
        archive_coordinates(ar, &all[i]);
    }
}

/* Stores or loads the value of an enum. The value must be less than `below`. */
static uint32_t archive_choice(archive *ar, uint32_t value, uint32_t below) {
    archive_u32(ar, &value);
    archive_expect(ar, value < below, "an enumeration has an unknown value");
    return ar->failed ? 0 : value;
}

static uint32_t least_points(wend_goal_shape shape) {
    static const uint32_t least[] = {
        [WEND_GOAL_DIRECTION] = 0, [WEND_GOAL_POINT] = 1, [WEND_GOAL_DISC] = 1,
        [WEND_GOAL_SEGMENT] = 2,   [WEND_GOAL_BOX] = 2,   [WEND_GOAL_ORIENTED_BOX] = 2,
        [WEND_GOAL_POLYGON] = 3};
    return least[shape];
}

static void archive_goal(archive *ar, wend_goal_def *goal, uint32_t layers, memory_arena *from) {
    archive_text(ar, &goal->name, from);
    goal->shape = (wend_goal_shape)archive_choice(ar, (uint32_t)goal->shape, WEND_GOAL_POLYGON + 1);
    archive_coordinate_list(ar, &goal->points, &goal->point_count, from);
    archive_expect(
        ar, goal->point_count >= least_points(goal->shape) && goal->point_count <= WEND_MAX_POLYGON,
        "a goal has too few or too many points");
    archive_finite(ar, &goal->radius);
    archive_finite(ar, &goal->angle);
    archive_u32(ar, &goal->layer);
    archive_expect(ar, goal->layer < layers, "a goal is on a layer that does not exist");
    archive_coordinates(ar, &goal->velocity);
    archive_f64(ar, &goal->opens);
    archive_f64(ar, &goal->closes);
    archive_expect(ar, !isnan(goal->opens) && !isnan(goal->closes),
                   "a goal's time is not a number");
    archive_finite(ar, &goal->bias);
    archive_u32(ar, &goal->capacity);
    goal->arrive = (wend_arrive)archive_choice(ar, (uint32_t)goal->arrive, WEND_ARRIVE_INSIDE + 1);
    archive_finite(ar, &goal->tolerance);
    goal->on_arrival = (wend_on_arrival)archive_choice(ar, (uint32_t)goal->on_arrival,
                                                       WEND_ON_ARRIVAL_CONTINUE + 1);
}

static void archive_obstacle(archive *ar, wend_obstacle_def *obstacle, uint32_t layers,
                             memory_arena *from) {
    archive_text(ar, &obstacle->name, from);
    obstacle->kind =
        (wend_obstacle_kind)archive_choice(ar, (uint32_t)obstacle->kind, WEND_OBSTACLE_MOVING + 1);
    archive_coordinate_list(ar, &obstacle->points, &obstacle->point_count, from);
    archive_expect(ar,
                   obstacle->point_count >= 2 && (obstacle->kind == WEND_OBSTACLE_DOOR ||
                                                  obstacle->point_count <= WEND_MAX_POLYGON),
                   "an obstacle has too few or too many points");
    archive_u32(ar, &obstacle->layer);
    archive_expect(ar, obstacle->layer < layers, "an obstacle is on a layer that does not exist");
    archive_coordinates(ar, &obstacle->position);
    archive_finite(ar, &obstacle->angle);
    archive_coordinates(ar, &obstacle->velocity);
    archive_finite(ar, &obstacle->angular_velocity);
    archive_bool(ar, &obstacle->closed);
}

static void archive_groups(archive *ar, wend_recording *recording, memory_arena *from) {
    wend_agent_group *groups = archive_list(ar, recording->groups, &recording->group_count,
                                            LEAST_GROUP, sizeof *groups, from);
    recording->groups = groups;
    uint64_t next_key = 0;
    bool keys_left = true;
    for (uint32_t i = 0; i < recording->group_count; i++) {
        archive_text(ar, &groups[i].name, from);
        archive_u64(ar, &groups[i].first_key);
        archive_u32(ar, &groups[i].count);
        archive_u32(ar, &groups[i].first_agent);
        archive_expect(ar, groups[i].name != NULL, "a group has no name");
        if (ar->loading) {
            archive_expect(ar, keys_left && groups[i].first_key >= next_key,
                           "its groups are not in order");
            keys_left = groups[i].count <= UINT64_MAX - groups[i].first_key;
            next_key = groups[i].first_key + groups[i].count;
            groups[i].first_agent = 0; /* a trajectory file has no list of agents */
        }
    }
}

/* Stores or loads the motion of one goal, which follows a path or is carried by an agent. */
static void archive_motion(archive *ar, wend_recording *recording, wend_goal_def *goals,
                           uint32_t index, memory_arena *from) {
    archive_u32(ar, &index);
    archive_expect(ar, index < recording->goal_count,
                   "a motion refers to a goal that does not exist");
    wend_goal_def none = wend_default_goal_def(), *goal = ar->failed ? &none : &goals[index];
    archive_coordinate_list(ar, &goal->path, &goal->path_count, from);
    archive_finite(ar, &goal->path_speed);
    archive_bool(ar, &goal->path_loops);
    archive_u64(ar, &goal->carrier);
    bool moves = false;
    for (uint32_t i = 1; i < goal->path_count && !ar->failed; i++) {
        moves = moves || goal->path[i].x != goal->path[0].x || goal->path[i].y != goal->path[0].y;
    }
    archive_expect(ar,
                   goal->path_count == 0 ||
                       (moves && goal->path_count <= WEND_MAX_POLYGON && goal->path_speed > 0.0),
                   "a goal's path is not valid");
}

static bool has_motion(const wend_goal_def *goal) {
    return goal->path_count > 0 || goal->carrier != 0;
}

/* Stores or loads the motions of all goals that follow a path or are carried by an agent. The
 * motions are the last part of the file header, and are left out if no goal has a motion. */
static void archive_motions(archive *ar, wend_recording *recording, wend_goal_def *goals,
                            memory_arena *from) {
    uint32_t count = 0, next = 0;
    for (uint32_t i = 0; i < recording->goal_count && !ar->loading; i++) {
        count += has_motion(&goals[i]);
    }
    if (ar->loading ? ar->at == ar->size : count == 0) {
        return;
    }
    archive_count(ar, &count, LEAST_MOTION);
    for (uint32_t i = 0; i < count && !ar->failed; i++, next++) {
        while (!ar->loading && !has_motion(&goals[next])) {
            next++;
        }
        archive_motion(ar, recording, goals, next, from);
    }
}

void wtraj_archive_recording(archive *ar, wend_recording *recording, uint32_t layers,
                             memory_arena *from) {
    archive_text(ar, &recording->scenario, from);
    archive_expect(ar, recording->scenario != NULL, "it has no name");
    archive_finite(ar, &recording->dt);
    archive_finite(ar, &recording->frame_interval);
    archive_expect(ar, recording->dt >= 0.0 && recording->frame_interval >= 0.0,
                   "its times are out of range");
    archive_groups(ar, recording, from);
    wend_goal_def *goals =
        archive_list(ar, recording->goals, &recording->goal_count, LEAST_GOAL, sizeof *goals, from);
    recording->goals = goals;
    for (uint32_t i = 0; i < recording->goal_count; i++) {
        if (ar->loading) {
            goals[i] = wend_default_goal_def();
        }
        archive_goal(ar, &goals[i], layers, from);
    }
    wend_obstacle_def *obstacles =
        archive_list(ar, recording->obstacles, &recording->obstacle_count, LEAST_OBSTACLE,
                     sizeof *obstacles, from);
    recording->obstacles = obstacles;
    for (uint32_t i = 0; i < recording->obstacle_count; i++) {
        if (ar->loading) {
            obstacles[i] = wend_default_obstacle_def();
        }
        archive_obstacle(ar, &obstacles[i], layers, from);
    }
    archive_motions(ar, recording, goals, from);
}
