/* Small spaces and worlds for tests, made through the public interface. */
#ifndef SUPPORT_WORLDS_H
#define SUPPORT_WORLDS_H

#include <stdatomic.h>

#include <wend/world.h>

/* ---- Spaces (the caller owns one reference) -------------------------------------------------- */

/* Creates unbounded ground without walls. */
wend_space *worlds_open(void);
/* Creates a room from (0, 0) to (width, height). */
wend_space *worlds_room(double width, double height);
/* Creates a 20 x 12 m room with four 1 x 1 m pillars, at x = 7 or 13 and y = 4 or 8. */
wend_space *worlds_pillars(void);
/* Creates two 10 x 10 m rooms, one at x < 10 and one at x > 10. The wall between them has a gap
 * from y = 4 to y = 6, which a solid of class 1 fills. */
wend_space *worlds_gap(void);
/* Creates two 9.5 x 10 m halls, one at x < 9.5 and one at x > 10.5. The wall between them has a
 * wide gap at y = 4 .. 6 and a narrow gap at y = 8 .. 8.8. A solid of class 1 stands in the narrow
 * gap. */
wend_space *worlds_halls(void);
/* Creates ground (layer 0), stair (1) and upper floor (2). The stair runs from (10, 5) to (14, 5),
 * and the upper floor lies above the ground at y > 12. */
wend_space *worlds_floors(void);

/* ---- Worlds ---------------------------------------------------------------------------------- */

/* Creates a world on a space and takes over the reference to it. */
wend_world *worlds_make(wend_space *space, const wend_registry *registry);
/* Creates a world from a def and releases def->space. Fails the test on an error. */
wend_world *worlds_from(const wend_world_def *def);

/* Return the id of the n-th profile, goal set, path, group or map of a world from which nothing has
 * been removed. */
static inline wend_profile worlds_nth_profile(uint32_t n) {
    return (wend_profile){(uint64_t)1 << 32 | n};
}
static inline wend_goal_set worlds_nth_goal_set(uint32_t n) {
    return (wend_goal_set){(uint64_t)1 << 32 | n};
}
static inline wend_path worlds_nth_path(uint32_t n) {
    return (wend_path){(uint64_t)1 << 32 | n};
}
static inline wend_group worlds_nth_group(uint32_t n) {
    return (wend_group){(uint64_t)1 << 32 | n};
}
static inline wend_map_slot worlds_nth_map(uint32_t n) {
    return (wend_map_slot){(uint64_t)1 << 32 | n};
}

/* Returns the default profile with the planner `straight`, the follower `waypoint` and the steering
 * model `direct`, for tests that are not about routes or avoidance: agents walk straight ahead even
 * among walls. */
wend_profile_def worlds_profile_def(void);
wend_profile worlds_profile(wend_world *world, const char *steer);
/* The setting `aim: preferred_point` of a follower, for tests of preferred points. */
extern const wend_setting worlds_aim_at_preferred_point;
/* Adds worlds_profile_def with a steering model and that setting. */
wend_profile worlds_profile_to_preferred_point(wend_world *world, const char *steer);
wend_profile worlds_add_profile(wend_world *world, const wend_profile_def *def);
wend_goal worlds_add_goal(wend_world *world, const wend_goal_def *def);
wend_goal worlds_point(wend_world *world, double x, double y);
wend_goal worlds_disc(wend_world *world, double x, double y, double radius);
wend_goal worlds_direction(wend_world *world, double angle);
/* Translates a goal by a vector, and sets its velocity. */
wend_result worlds_shift_goal(wend_world *world, wend_goal goal, wend_point by,
                              wend_point velocity);
wend_agent worlds_add(wend_world *world, const wend_agent_def *def);
wend_agent worlds_agent(wend_world *world, double x, double y, wend_goal goal);
void worlds_step(wend_world *world, uint32_t count);
wend_agent_state worlds_state(const wend_world *world, wend_agent agent);
/* Returns the route of an agent, or NULL if it has none. */
const wend_route *worlds_route(wend_world *world, wend_agent agent);
/* Counts the events of the given kind in the last step. Stores the first of them in `out`, which
 * may be NULL. */
uint32_t worlds_events(const wend_world *world, wend_event_kind kind, wend_event *out);
/* Steps `count` times and returns the number of events of the given kind. */
uint32_t worlds_step_counting(wend_world *world, uint32_t count, wend_event_kind kind);

/* Adds a point goal with capacity for `capacity` agents. */
wend_goal worlds_limited(wend_world *world, double x, double y, uint32_t capacity,
                         wend_on_arrival then);
/* Creates a world on open ground with one profile. The selector `select` chooses the goals of its
 * agents. */
wend_world *worlds_choosing(const char *select, uint32_t threads);
wend_goal_set worlds_goal_set(wend_world *world, const wend_goal *goals, uint32_t count);
/* Saves a world and loads it again, without its maps; both share the space. */
wend_world *worlds_reload(const wend_world *world, const wend_registry *registry);

/* ---- A counting allocator -------------------------------------------------------------------- */

typedef struct worlds_heap {
    atomic_size_t held;    /* bytes that are allocated now */
    atomic_ulong calls;    /* number of allocations so far */
    atomic_ulong fails_at; /* number of the allocation that fails, counted from 1; 0: none */
} worlds_heap;

wend_allocator worlds_allocator(worlds_heap *heap);

/* ---- A busy world ---------------------------------------------------------------------------- */

/* Creates a registry with the steering model `sway` in addition to the built-in entries. The model
 * avoids neighbours and walls, and uses random numbers, state and sampled parameters. */
wend_registry *worlds_registry(void);

enum { WORLDS_BUSY_AGENTS = 300 };

/* Creates a world with two profiles on two floors, with pillars, a door, goals with limited
 * capacity, sampled parameters, and agents that leave on arrival. Agents have the keys 1, 2, ...
 * and are added in the given order (ascending if NULL). `def` provides tasks, threads and
 * allocator; space and registry are set here. */
wend_world *worlds_busy(wend_world_def def, const wend_registry *registry, const uint32_t *order);
/* Steps the busy world, and gives commands between steps. */
void worlds_busy_run(wend_world *world, uint32_t steps);

#endif
