/* wend/world.h: agents in a space, stepped through time.
 *
 * A world is made from a def, filled with profiles, goals and agents, and stepped. Changes to what
 * lives in it go through a command queue that the next step applies first; results are arrays and
 * events read after a step. A world belongs to one thread at a time; different worlds may be
 * stepped at once, and share spaces and registries. */
#ifndef WEND_WORLD_H
#define WEND_WORLD_H

#include <wend/area.h>
#include <wend/attributes.h>
#include <wend/base.h>
#include <wend/explain.h>
#include <wend/ground.h>
#include <wend/model.h>
#include <wend/space.h>
#include <wend/view.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

enum {
    WEND_MAX_MODIFIERS = 4,
    WEND_MAX_PROFILES = 4096,
    WEND_MAX_AGENTS = 1 << 24,
    WEND_MAX_REACH = 1000,          /* m */
    WEND_MAX_NAME = 255,            /* bytes of a name */
    WEND_MAX_PATH = 65536,          /* points of a path or a route */
    WEND_MAX_GOALS = (1 << 24) - 1, /* in a world */
    WEND_MAX_RESOURCES = 1 << 24,   /* in a world, those of goals counted */
    WEND_MAX_POLYGON = 64           /* vertices of a goal, a moving obstacle, a belt or an area */
};

/* ---- World ----------------------------------------------------------------------------------- */

typedef struct wend_world_def {
    uint32_t size;                 /* set by wend_default_world_def */
    wend_space *space;             /* required; retained by the world */
    const wend_registry *registry; /* NULL: the built-in entries; else must outlive the world */
    uint64_t seed;
    double dt; /* seconds per step, 1e-4 to 10; below 0.01 mind the precision (docs/library.md) */
    uint32_t steer_every; /* follow, modify and steer run in every n-th step; 1 to 1000 */
    uint32_t classes;     /* mask of the obstacle classes that are on at first; class 0 always is */
    float reach;          /* m: the farthest any model may look for agents; up to WEND_MAX_REACH */
    double standing_after;  /* s: a moving obstacle that has been at rest for so long is led around
                               by planners, until it moves; 0 or more, INFINITY: never */
    uint32_t threads;       /* 1 to 256; ignored if `tasks` is given */
    wend_kernel kernel;     /* must be available: see wend_kernel_is_available */
    wend_task_system tasks; /* zeroed: a pool of the world's own */
    wend_allocator allocator; /* zeroed: the C heap */
} wend_world_def;

/* Writes what wend_default_world_def returns to a def of `size` bytes. */
WEND_API void wend_world_def_init(wend_world_def *def, size_t size);
/* No space, seed 0, dt 0.1 s, steer every step, all classes on, reach 10 m, standing after 3 s, one
 * thread. */
static inline wend_world_def wend_default_world_def(void) {
    wend_world_def def;
    wend_world_def_init(&def, sizeof def);
    return def;
}

/* Makes a world without agents. Fails with WEND_ERROR_INVALID (a value out of range) or
 * WEND_ERROR_MEMORY. A def without a space is wrong use. */
WEND_API wend_result wend_world_create(const wend_world_def *def, wend_world **out,
                                       wend_error *error);
/* NULL is allowed. */
WEND_API void wend_world_destroy(wend_world *world);

/* Steps `count` times. Stops early when a step fails; no agent was moved by that step then, and it
 * may be tried again:
 *
 * - WEND_ERROR_NAME: an agent is to enter, or has entered, with a profile whose planner lacks a
 *   map, or with the planner `auto` where nothing fits. All commands but swaps of maps are still
 *   queued; the step goes on when the map is there.
 * - WEND_ERROR_MEMORY: when there is memory again, the step goes on as if it had not failed.
 *   Commands, goals and routes that it got to stay; their events are reported with the step that
 *   succeeds, too.
 * - WEND_ERROR_NUMBER: a model would move an agent to where there are no numbers; the message names
 *   the agent and the step. */
WEND_API wend_result wend_world_step(wend_world *world, uint32_t count, wend_error *error);

/* What the world was made with: the seed, and seconds per step. */
WEND_API uint64_t wend_world_seed(const wend_world *world);
WEND_API double wend_world_dt(const wend_world *world);
/* Simulated time, s: dt times the number of steps made. */
WEND_API double wend_world_time(const wend_world *world);
/* Steps made. */
WEND_API uint64_t wend_world_step_count(const wend_world *world);
/* The space of the world, without a reference of its own: valid as long as the world. */
WEND_API wend_space *wend_world_space(const wend_world *world);

/* The state hash: of the step, the seed, and (key, position, velocity, radius, layer, goal,
 * activity) of every agent, those that have left included, as they were then. The order of agents
 * does not count, nor does private state of models. Equal for equal runs, whatever the number of
 * threads, the compiler, the kernel, or the order of adding. */
WEND_API uint64_t wend_world_hash(const wend_world *world);

/* The frozen state as models see it, for queries between steps; valid until the next call that
 * changes the world. Returns NULL when memory ran out. */
WEND_API const wend_view *wend_world_view(wend_world *world);

/* ---- Profiles -------------------------------------------------------------------------------- */

/* A registered entry and settings for its parameters. */
typedef struct wend_choice {
    const char *name;
    const wend_setting *settings;
    uint32_t setting_count;
} wend_choice;

/* What a kind of agent is like, and which entries move it. Numbers may be drawn per agent. */
typedef struct wend_profile_def {
    uint32_t size;                      /* set by wend_default_profile_def */
    const char *name;                   /* NULL or "" for none; unique otherwise */
    wend_distribution radius;           /* m, 0.01 to 100 */
    wend_distribution preferred_speed;  /* m/s, 0 to 100; one above max_speed is cut to it */
    wend_distribution max_speed;        /* m/s, 0 to 100 */
    wend_distribution max_acceleration; /* m/s^2, 0.001 to 1e6; INFINITY as a constant: no limit */
    wend_distribution max_turn_rate;    /* rad/s, of the heading only, 0 to 1000; INFINITY as a
                                           constant: no limit */
    wend_choice select, plan, follow, steer;
    wend_choice modify[WEND_MAX_MODIFIERS];
    uint32_t modify_count;
    const char *variant_of; /* NULL, or the name of another profile: its agents may take the
                               connections of the space that those of that one may */
    const wend_terrain_rule *terrain_rules; /* types without a rule have weight and factor 1; some
                                               entry must use them: see wend_stage.uses_terrain */
    uint32_t terrain_rule_count;            /* at most WEND_MAX_TERRAIN_RULES, a type once */
} wend_profile_def;

/* Writes what wend_default_profile_def returns to a def of `size` bytes. */
WEND_API void wend_profile_def_init(wend_profile_def *def, size_t size);
/* Radius 0.25 m, preferred 1.3 and at most 2 m/s, no limit of acceleration or turn rate; select
 * `given`, plan `auto`, follow `waypoint`, steer `direct`. */
static inline wend_profile_def wend_default_profile_def(void) {
    wend_profile_def def;
    wend_profile_def_init(&def, sizeof def);
    return def;
}

/* Adds a profile at once; its id goes to `out`. Fails on unknown names and bad values, and when
 * the follower or the steering model needs something of a route that the planner does not give. The
 * maps that the planner needs may be added later: they must be there when the first agent of the
 * profile enters the world (see wend_world_step). */
WEND_API wend_result wend_world_add_profile(wend_world *world, const wend_profile_def *def,
                                            wend_profile *out, wend_error *error);

/* How many indices of profiles are in use: wend_world_profile_at asks for each. */
WEND_API uint32_t wend_world_profile_count(const wend_world *world);
/* The profile of an index (wend_body_profile), null if there is none; and the index of a profile,
 * WEND_NONE if the id is null or stale. */
WEND_API wend_profile wend_world_profile_at(const wend_world *world, uint32_t index);
WEND_API uint32_t wend_world_profile_index(const wend_world *world, wend_profile profile);
/* The entry of a profile that is of a kind: its first modifier, or NULL if it has none
 * or the id is stale. A planner
 * that chooses another one, as `auto` does, is replaced by that when the first agent enters. */
WEND_API const wend_entry *wend_world_profile_entry(const wend_world *world, wend_profile profile,
                                                    wend_kind kind);

/* ---- Goals, paths, groups, resources, maps --------------------------------------------------- */

typedef enum wend_goal_shape {
    WEND_GOAL_DIRECTION,    /* angle; never reached */
    WEND_GOAL_POINT,        /* points[0] */
    WEND_GOAL_DISC,         /* points[0], radius */
    WEND_GOAL_SEGMENT,      /* points[0], points[1] */
    WEND_GOAL_BOX,          /* corners points[0], points[1], along the axes */
    WEND_GOAL_ORIENTED_BOX, /* centre points[0], half sizes points[1], turned by angle */
    WEND_GOAL_POLYGON       /* points, simple, convex or not, either winding */
} wend_goal_shape;

/* A region to go to. */
typedef struct wend_goal_def {
    uint32_t size;    /* set by wend_default_goal_def */
    const char *name; /* NULL or "" for none; unique otherwise */
    wend_goal_shape shape;
    const wend_point *points;
    uint32_t point_count;
    double radius;       /* m */
    double angle;        /* radians, counter-clockwise from +x */
    uint32_t layer;      /* where it lies */
    wend_point velocity; /* m/s; it moves steadily from the time of adding */
    /* Or it moves as a whole along a path: from the time of adding somebody walks from path[0] from
     * point to point at path_speed, and what way they have come from path[0] the region has come
     * from where it was added. At the end it stands, or goes on to path[0] by a last leg, and so
     * on. Its velocity is that of the leg. Not together with a velocity. */
    const wend_point *path;
    uint32_t path_count; /* 0: none; else 2 to WEND_MAX_POLYGON, not all the same */
    double path_speed;   /* m/s, positive */
    bool path_loops;
    /* Or it goes with the agent of this explicit key, at its velocity and on its layer: its points
     * are offsets from the agent's place. Until that agent has come it is closed, and agents that
     * are to go there wait; after it has left, the region stays where it was. 0: none. */
    uint64_t carrier;
    double opens, closes; /* arrival counts within this window of simulated time, s */
    double bias;          /* preferred place on a segment, 0 to 1 */
    uint32_t capacity;    /* how many agents may head for it or stand in it; 0: no limit */
    wend_arrive arrive;   /* touch: the agent's disc meets it; inside: its centre is in it */
    double tolerance; /* m: how near is near enough; not for `inside` of a region with an area */
    wend_on_arrival on_arrival;
} wend_goal_def;

/* Writes what wend_default_goal_def returns to a def of `size` bytes. */
WEND_API void wend_goal_def_init(wend_goal_def *def, size_t size);
/* A point at the origin of the user's coordinates, always open, no limit, touch, stop. */
static inline wend_goal_def wend_default_goal_def(void) {
    wend_goal_def def;
    wend_goal_def_init(&def, sizeof def);
    return def;
}

/* How far the region of a def has moved `time` seconds after it was added, by its velocity or along
 * its path. Not for one that is carried. (0, 0) for a def that wend_world_add_goal would refuse for
 * its size or a path of one point. */
WEND_API wend_point wend_goal_translation(const wend_goal_def *def, double time);

/* Adds a goal at once; it stays until it is removed. Fails with WEND_ERROR_INVALID (the message
 * says what is wrong), WEND_ERROR_NAME (there is a goal of that name), WEND_ERROR_LIMIT or
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_goal(wend_world *world, const wend_goal_def *def,
                                         wend_goal *out, wend_error *error);
/* The same for `count` goals; all or none are added. `out` may be NULL. */
WEND_API wend_result wend_world_add_goals(wend_world *world, const wend_goal_def *defs,
                                          uint32_t count, wend_goal *out, wend_error *error);
/* The goal of an index as models see it, null if there is none; and the index of a goal,
 * WEND_NO_GOAL if the id is null or stale. */
WEND_API wend_goal wend_world_goal_at(const wend_world *world, uint32_t index);
WEND_API uint32_t wend_world_goal_index(const wend_world *world, wend_goal goal);

/* Where the reference point of a goal is now (see wend_world_set_goal_position), and its layer;
 * each may be NULL. False, with nothing written, for a null or stale id, a direction, and a goal
 * whose carrier has not come. */
WEND_API bool wend_world_get_goal_position(const wend_world *world, wend_goal goal,
                                           wend_point *position, uint32_t *layer);

/* Adds at once a set of goals that an agent's selector chooses among: `count` of them, at least 1.
 * Fails with WEND_ERROR_NAME (a stale goal), WEND_ERROR_INVALID or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_goal_set(wend_world *world, const wend_goal *goals,
                                             uint32_t count, wend_goal_set *out, wend_error *error);

/* Adds at once a list of points to pass, shared by agents, at most WEND_MAX_PATH. layers may be
 * NULL (all 0). Fails with WEND_ERROR_INVALID, WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_path(wend_world *world, const wend_point *points,
                                         const uint32_t *layers, uint32_t count, wend_path *out,
                                         wend_error *error);

/* Adds at once a group that agents can be members of. `name` is NULL or "" for none, and unique
 * otherwise. Fails with WEND_ERROR_NAME or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_group(wend_world *world, const char *name, wend_group *out,
                                          wend_error *error);

/* How many agents have entered the world as members of a group since it was made, those that left
 * counted, those still queued not; 0 for a stale id. */
WEND_API uint64_t wend_world_group_entered(const wend_world *world, wend_group group);

/* Adds at once something that at most `capacity` (1 or more) agents can hold. Models claim it by
 * its index: see wend_view_claim. `out` may be NULL. Fails with WEND_ERROR_INVALID,
 * WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_resource(wend_world *world, uint32_t capacity,
                                             wend_resource *out, wend_error *error);
/* The same for `count` resources of one capacity, such as the cells of a grid: their indices are
 * consecutive, from that of `first` (which may be NULL) on. Each takes 8 bytes. Fails with
 * WEND_ERROR_INVALID if a number is 0, WEND_ERROR_LIMIT beyond WEND_MAX_RESOURCES, and
 * WEND_ERROR_MEMORY; then none was added. */
WEND_API wend_result wend_world_add_resources(wend_world *world, uint32_t count, uint32_t capacity,
                                              wend_resource *first, wend_error *error);
/* The index of a resource, WEND_NONE if the id is null or stale. */
WEND_API uint32_t wend_world_resource_index(const wend_world *world, wend_resource resource);

/* Puts a map (an object that planners know; not owned) at `name`, at once. Fails with
 * WEND_ERROR_NAME (there is a map of that name) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_map_object(wend_world *world, const char *name,
                                               uint64_t content_hash, const void *map,
                                               wend_map_slot *out, wend_error *error);
/* The same with a map of wend/map.h, of which the world keeps a reference; fails besides with
 * WEND_ERROR_INVALID if it was made of another space. */
WEND_API wend_result wend_world_add_map(wend_world *world, const char *name, wend_map *map,
                                        wend_map_slot *out, wend_error *error);
/* The map of an index as models see it (wend_view_map), null if there is none; and the index of a
 * map, WEND_NO_MAP if the id is null or stale. */
WEND_API wend_map_slot wend_world_map_at(const wend_world *world, uint32_t index);
WEND_API uint32_t wend_world_map_index(const wend_world *world, wend_map_slot map);

/* ---- Obstacles of the overlay ---------------------------------------------------------------- */

typedef struct wend_obstacle_def {
    uint32_t size; /* set by wend_default_obstacle_def */
    const char *name;
    wend_obstacle_kind kind;
    const wend_point *points; /* door: at least 2, where it stands; moving: a convex polygon,
                                 relative to its position */
    uint32_t point_count;
    uint32_t layer;
    wend_point position;     /* moving */
    double angle;            /* moving, radians */
    wend_point velocity;     /* moving, m/s */
    double angular_velocity; /* moving, radians/s */
    bool closed;             /* door: closed at first; moving: in the world at first */
} wend_obstacle_def;

/* Writes what wend_default_obstacle_def returns to a def of `size` bytes. */
WEND_API void wend_obstacle_def_init(wend_obstacle_def *def, size_t size);
/* A closed door on layer 0 without points. */
static inline wend_obstacle_def wend_default_obstacle_def(void) {
    wend_obstacle_def def;
    wend_obstacle_def_init(&def, sizeof def);
    return def;
}
/* Adds an obstacle at once. Fails as wend_world_add_goal does. */
WEND_API wend_result wend_world_add_obstacle(wend_world *world, const wend_obstacle_def *def,
                                             wend_obstacle *out, wend_error *error);

/* The walls of the overlay as they are now: out gets at most `capacity`; returns how many there
 * are. */
WEND_API uint32_t wend_world_get_overlay_walls(const wend_world *world, wend_wall_hit *out,
                                               uint32_t *layers, uint32_t capacity);
/* Whether a place lies inside a moving obstacle that is in the world now. */
WEND_API bool wend_world_is_in_obstacle(const wend_world *world, wend_point position,
                                        uint32_t layer);

/* ---- Agents ---------------------------------------------------------------------------------- */

typedef struct wend_agent_def {
    uint32_t size; /* set by wend_default_agent_def */
    uint64_t key;  /* what names the agent in hashes and random numbers: 1 to 2^63 - 1, unique; 0:
                      the next free one is chosen */
    wend_point position;
    uint32_t layer;
    wend_point velocity;
    wend_profile profile;   /* null: the first one of the world */
    double radius;          /* m; 0: the profile's */
    wend_goal goal;         /* null: the selector chooses from the goal set */
    wend_goal_set goal_set; /* null: none */
    wend_path path;         /* null: none */
    wend_group group;       /* null: none */
    /* Attributes, in the ranges of their setters. NAN: sampled from the profile. */
    double preferred_speed, max_speed; /* m/s */
    double max_acceleration;           /* m/s^2 */
    double max_turn_rate;              /* rad/s */
    double heading;                    /* rad; NAN: the direction of its velocity */
    uint32_t class_mask;               /* WEND_ALL_CLASSES: all count */
    int32_t priority;
    const char *label; /* copied; NULL or "": none */
    uint64_t user;
} wend_agent_def;

/* Writes what wend_default_agent_def returns to a def of `size` bytes. */
WEND_API void wend_agent_def_init(wend_agent_def *def, size_t size);
/* At the origin, at rest, first profile, no goal; all numbers from the profile, all
 * obstacle classes count, priority 0, no label, user data 0. */
static inline wend_agent_def wend_default_agent_def(void) {
    wend_agent_def def;
    wend_agent_def_init(&def, sizeof def);
    return def;
}

/* Queues agents; they live from the next step on. `out` (may be NULL) gets their ids at once. All
 * or none are taken. Fails if a key is in use, a place is off the walkable ground, or a value is
 * bad. */
WEND_API wend_result wend_world_add_agents(wend_world *world, const wend_agent_def *defs,
                                           uint32_t count, wend_agent *out, wend_error *error);

/* An agent of another world as the agents of this one see it. */
typedef struct wend_ghost_def {
    uint32_t size; /* set by wend_default_ghost_def */
    uint64_t key;  /* the agent's key: 1 to 2^63 - 1, unique among ghosts */
    wend_point position;
    wend_point velocity; /* m/s, components of at most 1e9: teleported agents are seen to move */
    double radius;       /* m, 0.01 to 100 */
    uint32_t layer;
    wend_profile profile;   /* that models see, null: the first; its sampled numbers follow from the
                               key */
    bool reciprocates;      /* it takes its share of avoiding others */
    wend_activity activity; /* one of an agent on the ground */
} wend_ghost_def;

/* Writes what wend_default_ghost_def returns to a def of `size` bytes. */
WEND_API void wend_ghost_def_init(wend_ghost_def *def, size_t size);
/* At the origin, at rest, radius 0.25 m, first profile, reciprocates, walking. It has no key yet.
 */
static inline wend_ghost_def wend_default_ghost_def(void) {
    wend_ghost_def def;
    wend_ghost_def_init(&def, sizeof def);
    return def;
}

/* Replaces all ghosts of the world, from the next step on, until they are set again: a crowd may be
 * divided among several worlds, each of which owns some of the agents and sees those of the others
 * near its border as ghosts. Models find ghosts among the neighbours, with WEND_BODY_GHOST, also
 * across links. A ghost is not moved, steered, counted, hashed, recorded or found by the functions
 * below; it has no goal, route, group or state of models. The order of the ghosts has no influence.
 * An agent of the world wins over a ghost of the same key: the ghost is left out.
 *
 * `ghosts` may be NULL if `count` is 0, which takes all away. All or none are taken: fails with
 * WEND_ERROR_INVALID (a value out of range), WEND_ERROR_NAME (no such layer or profile, a key
 * twice), WEND_ERROR_LIMIT (more than WEND_MAX_AGENTS with the agents) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_ghosts(wend_world *world, const wend_ghost_def *ghosts,
                                           uint32_t count, wend_error *error);

/* Commands, applied at the start of the next step in the order given. A stale agent is ignored
 * there. Each fails only on bad values or lack of memory. Forms for several take `count` things in
 * their order, and queue all or none of the commands. */

/* Takes an agent out of the world: WEND_EVENT_LEFT. */
WEND_API wend_result wend_world_remove_agent(wend_world *world, wend_agent agent,
                                             wend_error *error);
WEND_API wend_result wend_world_remove_agents(wend_world *world, const wend_agent *agents,
                                              uint32_t count, wend_error *error);
/* The agent heads for a goal; a null one: its selector chooses from its goal set. Fails with
 * WEND_ERROR_NAME (a stale goal) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_agent_goal(wend_world *world, wend_agent agent, wend_goal goal,
                                               wend_error *error);
WEND_API wend_result wend_world_set_agent_goals(wend_world *world, const wend_agent *agents,
                                                const wend_goal *goals, uint32_t count,
                                                wend_error *error);
/* The agent keeps its attributes (its radius too), and the model parameters that its old profile
 * samples or that were set for it, where the new profile has the same entry. The state of its
 * entries begins again, and so does its route. wend_world_resample_agents takes the attributes of
 * the new profile. */
WEND_API wend_result wend_world_set_agent_profile(wend_world *world, wend_agent agent,
                                                  wend_profile profile, wend_error *error);
WEND_API wend_result wend_world_set_agent_profiles(wend_world *world, const wend_agent *agents,
                                                   const wend_profile *profiles, uint32_t count,
                                                   wend_error *error);
/* For agents whose follower is `external`: the velocity that their steering model is to come
 * nearest to, from the next step on, m/s; cut to the agent's max_speed there. It is kept until
 * another one is set; zero, and before the first one, the agent is to stand. Agents need no goal
 * for it. For agents of other followers it does nothing. Components of at most 1000; fails with
 * WEND_ERROR_INVALID beyond, and with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_agent_preferred_velocity(wend_world *world, wend_agent agent,
                                                             wend_point velocity,
                                                             wend_error *error);
WEND_API wend_result wend_world_set_agent_preferred_velocities(wend_world *world,
                                                               const wend_agent *agents,
                                                               const wend_point *velocities,
                                                               uint32_t count, wend_error *error);
/* For agents whose steering is `external`: walk at this velocity from now on, m/s. For others it
 * does nothing. Components of at most 1000; fails with WEND_ERROR_INVALID beyond. */
WEND_API wend_result wend_world_set_agent_velocity(wend_world *world, wend_agent agent,
                                                   wend_point velocity, wend_error *error);
WEND_API wend_result wend_world_set_agent_velocities(wend_world *world, const wend_agent *agents,
                                                     const wend_point *velocities, uint32_t count,
                                                     wend_error *error);
/* Puts an agent somewhere else, whatever lies between; counted in wend_stats.teleports. It stands
 * there, at rest, from the start of the next step on, heads for its goal from there (one that has
 * arrived sets out again), and comes off a connection of the space; WEND_EVENT_LAYER reports
 * another layer. Fails with WEND_ERROR_INVALID off the ground that is walkable for the agent now
 * (nothing happens if a solid is switched on there before the next step), and with WEND_ERROR_NAME
 * if there is no such layer. An agent whose steering is `external` stands there after the next step
 * instead, is seen to move there, and may stand anywhere. */
WEND_API wend_result wend_world_teleport_agent(wend_world *world, wend_agent agent,
                                               wend_point position, uint32_t layer,
                                               wend_error *error);
/* `layers` may be NULL: layer 0 for all. */
WEND_API wend_result wend_world_teleport_agents(wend_world *world, const wend_agent *agents,
                                                const wend_point *positions, const uint32_t *layers,
                                                uint32_t count, wend_error *error);
/* Puts a goal somewhere else, as a whole, and sets its steady velocity from then on (m/s,
 * components of at most 1000); it moves along no path and with no agent any more. `position` is
 * where its reference point comes to: the point itself, the centre of a disc, the first end of a
 * segment, the centroid of a box or polygon (of a concave polygon that does not hold its centroid,
 * that of the part which wend_view_goal_region gives). Fails with WEND_ERROR_NAME (a stale goal, no
 * such layer), WEND_ERROR_INVALID (a value that is not finite or too large, a goal that is a
 * direction) and WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_goal_position(wend_world *world, wend_goal goal,
                                                  wend_point position, uint32_t layer,
                                                  wend_point velocity, wend_error *error);
/* `layers` may be NULL: layer 0 for all; so may `velocities`: they stand. */
WEND_API wend_result wend_world_set_goal_positions(wend_world *world, const wend_goal *goals,
                                                   const wend_point *positions,
                                                   const uint32_t *layers,
                                                   const wend_point *velocities, uint32_t count,
                                                   wend_error *error);
/* Switches an obstacle class on or off. Class 0 cannot be switched. */
WEND_API wend_result wend_world_set_class_enabled(wend_world *world, uint32_t obstacle_class,
                                                  bool on, wend_error *error);
/* Closes or opens a door; brings a moving obstacle in or takes it away. */
WEND_API wend_result wend_world_set_obstacle_closed(wend_world *world, wend_obstacle obstacle,
                                                    bool closed, wend_error *error);
/* Sets the motion of a moving obstacle from then on. */
WEND_API wend_result wend_world_set_obstacle_motion(wend_world *world, wend_obstacle obstacle,
                                                    wend_point position, double angle,
                                                    wend_point velocity, double angular_velocity,
                                                    wend_error *error);
/* Puts another map in the place of an old one: routes planned on it are stale, and planned
 * again. In the place of one that wend_world_add_map put there `object` is a wend_map (which must
 * live until the next step has taken a reference), of the same space and that content hash. NULL
 * takes the map away; while a planner needs it, steps fail. */
WEND_API wend_result wend_world_replace_map(wend_world *world, wend_map_slot map,
                                            uint64_t content_hash, const void *object,
                                            wend_error *error);

/* ---- Removal --------------------------------------------------------------------------------- */

/* Removals are commands, too: ids are alive until the next step has begun, then stale. Names and
 * memory are free again. Each fails with WEND_ERROR_NAME (a null or stale id) and
 * WEND_ERROR_MEMORY. */

/* Agents that have the goal get WEND_EVENT_GOAL_REMOVED, and choose again from their goal set;
 * those without another goal stand and wait. Goal sets lose the member, places at the goal are
 * given back. Of several, all or none are queued. */
WEND_API wend_result wend_world_remove_goal(wend_world *world, wend_goal goal, wend_error *error);
WEND_API wend_result wend_world_remove_goals(wend_world *world, const wend_goal *goals,
                                             uint32_t count, wend_error *error);
/* The goals stay. Agents of the set keep the goal that they have, and have no set any more. */
WEND_API wend_result wend_world_remove_goal_set(wend_world *world, wend_goal_set set,
                                                wend_error *error);
/* Agents on the path go on to their goals by new routes. */
WEND_API wend_result wend_world_remove_path(wend_world *world, wend_path path, wend_error *error);
/* The members stay in the world, in no group. */
WEND_API wend_result wend_world_remove_group(wend_world *world, wend_group group,
                                             wend_error *error);
/* Its passage is open from then on: routes are planned as when it is opened. */
WEND_API wend_result wend_world_remove_obstacle(wend_world *world, wend_obstacle obstacle,
                                                wend_error *error);
/* Fails besides with WEND_ERROR_INVALID while agents have the profile, or will have it when the
 * commands that are queued so far have been applied. From the call on no agent gets it. */
WEND_API wend_result wend_world_remove_profile(wend_world *world, wend_profile profile,
                                               wend_error *error);
/* Routes planned on the map are stale, as when it is replaced with NULL: while a planner needs it,
 * steps fail. Applied before all other commands. */
WEND_API wend_result wend_world_remove_map(wend_world *world, wend_map_slot map, wend_error *error);

/* ---- Results --------------------------------------------------------------------------------- */

typedef struct wend_agent_state {
    wend_agent agent;
    uint64_t key;
    wend_point position;
    wend_vec2 velocity;
    float radius;
    uint32_t layer;
    wend_activity activity;
    uint32_t solve_status; /* wend_solve_status of the last choice */
    uint32_t region;       /* of the intent, chosen last: 0 the first */
    wend_profile profile;
    wend_group group; /* null: none */
    wend_goal goal;   /* null: none */
    double z;         /* m: height of the ground there (wend_space_height); 0 in replays */
} wend_agent_state;

/* Live agents, those on connections counted, those queued not. */
WEND_API uint32_t wend_world_agent_count(const wend_world *world);
/* All live agents in the order of their slots; writes at most `capacity`, returns how many. */
WEND_API uint32_t wend_world_get_agents(const wend_world *world, wend_agent_state *out,
                                        uint32_t capacity);
/* One agent; false when the id is null, stale or still queued. */
WEND_API bool wend_world_get_agent(const wend_world *world, wend_agent agent,
                                   wend_agent_state *out);
/* What an agent is doing, what it was doing before, and for how long. */
typedef struct wend_agent_behaviour {
    wend_activity activity, previous; /* at first both are the same */
    double duration; /* s: since the beginning of the step in which the activity began */
} wend_agent_behaviour;

/* The behaviour of one agent; false when the id is null, stale or still queued. */
WEND_API bool wend_world_get_agent_behaviour(const wend_world *world, wend_agent agent,
                                             wend_agent_behaviour *out);
/* Writes what wend_world_get_agent_ghost writes to a def of `size` bytes. */
WEND_API bool wend_world_fill_agent_ghost(const wend_world *world, wend_agent agent,
                                          wend_ghost_def *out, size_t size);
/* The ghost of an agent, for worlds beside its own: see wend_world_set_ghosts. False when the id is
 * null, stale or still queued, and for an agent on a connection, which nobody sees. */
static inline bool wend_world_get_agent_ghost(const wend_world *wend_of, wend_agent wend_id,
                                              wend_ghost_def *wend_out) {
    return wend_world_fill_agent_ghost(wend_of, wend_id, wend_out, sizeof *wend_out);
}
/* The live agent of an explicit key, or null. */
WEND_API wend_agent wend_world_find_agent(const wend_world *world, uint64_t key);

/* Agents whose centre lies in a region of a layer, its border included: a box along the axes, a
 * disc, or a simple polygon of at least three points (either winding; its points are rounded to
 * single precision relative to the space's origin, and counted as at most 32,768 m from it). All in
 * the user's coordinates, m; boxes and discs may be infinite. Writes the `capacity` agents with the
 * lowest keys, in the order of their keys, and returns how many there are: 0 for a region that is
 * empty or on no layer, for a NaN, and for a polygon that is not finite; UINT32_MAX when memory ran
 * out. Agents that are queued, or on a connection of the space, are not on the ground and not
 * found. `out` may be NULL if `capacity` is 0. Cost: the cells that the region's box covers, and
 * the sort of the agents if none was made since the last step. */
WEND_API uint32_t wend_world_find_agents_in_box(wend_world *world, wend_point low, wend_point high,
                                                uint32_t layer, wend_agent *out, uint32_t capacity);
WEND_API uint32_t wend_world_find_agents_in_disc(wend_world *world, wend_point centre,
                                                 double radius, uint32_t layer, wend_agent *out,
                                                 uint32_t capacity);
WEND_API uint32_t wend_world_find_agents_in_polygon(wend_world *world, const wend_point *points,
                                                    uint32_t count, uint32_t layer, wend_agent *out,
                                                    uint32_t capacity);

typedef enum wend_event_kind {
    WEND_EVENT_ARRIVED,   /* reached `goal` */
    WEND_EVENT_LEFT,      /* left the world: on arrival, or removed */
    WEND_EVENT_LAYER,     /* changed to layer `detail` */
    WEND_EVENT_GOAL,      /* took `goal` */
    WEND_EVENT_NO_ROUTE,  /* its planner found no way to `goal`; `detail` 1: it goes as near as can
                             be */
    WEND_EVENT_REPLANNED, /* its route is planned anew: it was stale (`map` was replaced) or shut
                             (`map` is null), or the agent has left its way (on `map`) */
    WEND_EVENT_CLOSED,    /* the window of `goal`, the last one it had, has closed: it waits */
    WEND_EVENT_ENTERED,   /* entered connection `detail` of the space */
    WEND_EVENT_EXITED,    /* is back on the ground from connection `detail` */
    WEND_EVENT_GOAL_REMOVED, /* `goal`, a stale id by now, was removed: the agent chooses or waits
                              */
    /* About obstacles: `obstacle` was closed or opened by a command; a moving one was brought in or
       taken away. agent, key and goal are null. */
    WEND_EVENT_DOOR_OPENED,
    WEND_EVENT_DOOR_CLOSED,
    WEND_EVENT_AREA_ENTERED, /* came into `area`: see wend/area.h */
    WEND_EVENT_AREA_LEFT,    /* is in `area` no more */
    WEND_EVENT_COUNT
} wend_event_kind;

typedef struct wend_event {
    wend_event_kind kind;
    uint32_t detail;
    wend_agent agent;
    uint64_t key;
    wend_goal goal;
    wend_map_slot map;
    wend_obstacle obstacle;
    wend_area area;
    wend_point position; /* where the agent was then; the first point of a door, or the position of
                            a moving obstacle */
    double time;         /* at the end of the step, s */
} wend_event;

/* The events of the last step, ordered by kind, then by key and the index of the area or, of
 * obstacles, as their commands were given; valid until the next step. */
WEND_API uint32_t wend_world_get_events(const wend_world *world, const wend_event **out);

/* Counted since the world was made. */
typedef struct wend_stats {
    uint64_t agent_steps;
    uint64_t arrivals;
    uint64_t wall_interventions; /* steps that `move` shortened by more than 1 mm at a wall */
    uint64_t wall_interventions_while_feasible; /* of these, the choice was free */
    uint64_t infeasible_steps;                  /* choices that were infeasible */
    uint64_t teleports;                         /* agents that were teleported */
    uint64_t plans;                             /* routes asked for */
    uint64_t rescues;        /* of agents that made no progress: see the modifier `yield` */
    uint64_t unproven_plans; /* of these, found after the search for the shortest one had reached
                                its limit: see WEND_ROUTE_UNPROVEN */
} wend_stats;

/* The counts so far. */
WEND_API wend_stats wend_world_get_stats(const wend_world *world);

/* The stages of a step that are timed. */
typedef enum wend_stage_name {
    WEND_STAGE_NEAR,
    WEND_STAGE_BEHAVE,
    WEND_STAGE_PLAN,
    WEND_STAGE_STEER, /* follow, modify and steer */
    WEND_STAGE_MOVE,
    WEND_STAGE_COUNT
} wend_stage_name;

/* "near", "behave" and so on; static storage. */
WEND_API const char *wend_stage_text(wend_stage_name stage);
/* Wall time spent in a stage since the world was made, s. */
WEND_API double wend_world_stage_seconds(const wend_world *world, wend_stage_name stage);

/* Bytes held from the allocator now (space excluded), and how often it was called. */
typedef struct wend_memory_use {
    size_t held;
    uint64_t calls;
} wend_memory_use;

/* The memory of the world now. */
WEND_API wend_memory_use wend_world_get_memory_use(const wend_world *world);

/* What the entries that move an agent see and choose in the present state: writes at most
 * `capacity` marks, returns how many. Changes nothing. 0 if the id is stale or still queued. */
WEND_API uint32_t wend_world_explain(wend_world *world, wend_agent agent, wend_mark *out,
                                     uint32_t capacity);

/* ---- Agents that change worlds --------------------------------------------------------------- */

/* One agent with all that influences it, as bytes for another world: body, activity, goal, path,
 * route, leg, choice, what it holds, timers, attributes, and the parameters and state of all its
 * entries. Writes them if they fit `capacity`; returns the size. 0: the id is null, stale or still
 * queued. The agent stays where it is: remove it before the next step. */
WEND_API size_t wend_world_pack_agent(const wend_world *world, wend_agent agent, void *out,
                                      size_t capacity);

/* Queues a packed agent; it lives from the next step on, and goes on as it would have in its own
 * world. `out` (may be NULL) gets its id at once. The agent keeps its key. `enter` of its entries
 * is not called, since their state comes along; it does not count as one that has entered its
 * group.
 *
 * Both worlds must have the same space and seed, and have been given the same profiles, goals, goal
 * sets, paths, groups, resources and maps; of these, what the agent uses is compared. A connection
 * that it is on takes as long as it would have. What the agent holds is taken at once where there
 * is room, and is lost where there is none; if it was the place at its goal, the agent asks for
 * that again, or chooses another one of its set.
 *
 * Nothing is queued on failure: WEND_ERROR_FORMAT (the bytes are damaged or of another version),
 * WEND_ERROR_NAME (the worlds differ in something, which is named; or the key is in use),
 * WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_unpack_agent(wend_world *world, const void *bytes, size_t size,
                                             wend_agent *out, wend_error *error);

/* ---- Snapshots ------------------------------------------------------------------------------- */

/* The whole world as bytes, queued commands included: a loaded world steps on bit for bit. Call
 * with NULL to learn the size. Returns the size. */
WEND_API size_t wend_world_save(const wend_world *world, void *out, size_t capacity);

/* Makes a world from a snapshot. `def` gives space, registry, threads, tasks and allocator; its
 * space must have the content hash the snapshot names (WEND_ERROR_NAME otherwise), its registry the
 * entries. The maps of the table are put back by wend_world_restore_map. Damaged bytes give
 * WEND_ERROR_FORMAT. */
WEND_API wend_result wend_world_load(const wend_world_def *def, const void *bytes, size_t size,
                                     wend_world **out, wend_error *error);

/* After a load: the map object that stands at `name`, or that a queued swap puts there; its content
 * hash must agree. A wend_map if one was put there, of which the world keeps a reference. */
WEND_API wend_result wend_world_restore_map(wend_world *world, const char *name,
                                            uint64_t content_hash, const void *object,
                                            wend_error *error);

/* The same through a file, which is written beside its name and put there when whole. */
WEND_API wend_result wend_world_save_file(const wend_world *world, const char *path,
                                          wend_error *error);
WEND_API wend_result wend_world_load_file(const wend_world_def *def, const char *path,
                                          wend_world **out, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
