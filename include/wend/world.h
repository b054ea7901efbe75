/* wend/world.h: the world, which consists of agents in a space and is stepped through time.
 *
 * Create a world from a def, add profiles, goals and agents, and step it. Changes to existing
 * objects are commands in a queue, which the next step applies before anything else. Results are
 * arrays and events that you get after a step. A world belongs to one thread at a time; several
 * worlds may be stepped at the same time, and may share spaces and registries. */
#ifndef WEND_WORLD_H
#define WEND_WORLD_H

#include <wend/area.h>
#include <wend/attributes.h>
#include <wend/base.h>
#include <wend/density.h>
#include <wend/explain.h>
#include <wend/ground.h>
#include <wend/model.h>
#include <wend/space.h>
#include <wend/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A simulation: agents in a space. */
typedef struct wend_world wend_world;

enum {
    WEND_MAX_MODIFIERS = 4,
    WEND_MAX_PROFILES = 4096,
    WEND_MAX_AGENTS = 1 << 24,
    WEND_MAX_REACH = 1000,          /* m: the largest reach of a world */
    WEND_MAX_NAME = 255,            /* the largest length of a name, in bytes */
    WEND_MAX_AGENT_DELAY = 1000000, /* s: the largest delay of an agent */
    WEND_MAX_PATH = 65536,          /* the largest number of points of a path or a route */
    WEND_MAX_GOALS = (1 << 24) - 1, /* the largest number of goals per world */
    /* The largest number of resources per world, including those of goals. */
    WEND_MAX_RESOURCES = 1 << 24,
    /* The largest number of vertices of a goal, moving obstacle, belt or area. */
    WEND_MAX_POLYGON = 64
};

/* ---- World ----------------------------------------------------------------------------------- */

/* The definition of a world. */
typedef struct wend_world_def {
    uint32_t size;     /* set by wend_default_world_def */
    wend_space *space; /* required; the world keeps a reference */
    /* NULL: the built-in entries are used. Otherwise the registry must outlive the world. */
    const wend_registry *registry;
    uint64_t seed;
    /* s per step, 1e-4 to 10; for values below 0.01, see "Precision" in docs/library.md. */
    double dt;
    uint32_t steer_every; /* follow, modify and steer run in every n-th step; 1 to 1000 */
    uint32_t classes; /* mask of the obstacle classes that are on initially; class 0 is always on */
    float reach;      /* m: the largest radius for finding nearby agents; at most WEND_MAX_REACH */
    double obstacle_rest_time; /* s: once a moving obstacle has rested this long, planners route
                                  agents around it until it moves; 0 or more, INFINITY: never */
    /* Number of search nodes in a step after which no more routes are planned in it; 0: no limit.
     * The other agents keep their routes, or wait if they have none; all get their turn. A game
     * limits the duration of a step with it. A search that has begun is completed. */
    uint64_t plan_budget;
    uint32_t threads;         /* 1 to 256; ignored if `tasks` is set */
    wend_kernel kernel;       /* must be available on this machine: see wend_kernel_is_available */
    wend_task_system tasks;   /* if zeroed, the world creates its own thread pool */
    wend_allocator allocator; /* if zeroed, the C heap is used */
    /* The grid that holds how crowded the ground is (wend/density.h), for planners and followers
     * whose parameter `crowd` is above 0. 0: no grid; otherwise the size of its cells in m, 0.1 to
     * 100. The space must be bounded. */
    double density_cell;
    double density_period; /* s between two fillings of the grid, 0.1 to 3600 */
    /* Each period, agents whose planner has `crowd` above 0 look for another route. They take it if
     * its cost is lower than that of the rest of their present route by this share of it, 0 to 1.
     */
    double density_gain;
} wend_world_def;

/* Writes the defaults of wend_default_world_def to a def of `size` bytes. */
WEND_API void wend_world_def_init(wend_world_def *def, size_t size);
/* Returns a def without a space, with seed 0, dt 0.1 s, steering in every step, all classes on,
 * reach 10 m, obstacle rest time 3 s, one thread, and no density grid; if there is one, its period
 * is 2 s and its gain 0.2. */
static inline wend_world_def wend_default_world_def(void) {
    wend_world_def def;
    wend_world_def_init(&def, sizeof def);
    return def;
}

/* Creates a world without agents, which the caller owns. Fails with WEND_ERROR_INVALID (a value is
 * out of range) or WEND_ERROR_MEMORY. A def without a space causes an assertion failure. */
WEND_API wend_result wend_world_create(const wend_world_def *def, wend_world **out,
                                       wend_error *error);
/* Destroys a world. NULL is allowed. */
WEND_API void wend_world_destroy(wend_world *world);

/* Steps the world `count` times. Stops early if a step fails. A failed step has moved no agent, and
 * can be repeated:
 *
 * - WEND_ERROR_NAME: an agent is about to enter, or has entered, but the planner of its profile
 *   lacks a map, or is `auto` and finds no suitable planner. All commands except replacements of
 *   maps are still queued; the step succeeds once the map has been added.
 * - WEND_ERROR_MEMORY: once memory is available again, the step continues as if it had not failed.
 *   Commands, goals and routes that it has already processed are kept; their events are reported by
 *   the step that succeeds.
 * - WEND_ERROR_NUMBER: a model would move an agent to a position that is not finite; the message
 *   names the agent and the step. */
WEND_API wend_result wend_world_step(wend_world *world, uint32_t count, wend_error *error);

/* Returns the seed that the world was created with. */
WEND_API uint64_t wend_world_seed(const wend_world *world);
/* Returns the duration of a step (s). */
WEND_API double wend_world_dt(const wend_world *world);
/* Returns the simulated time (s): dt times the number of steps. */
WEND_API double wend_world_time(const wend_world *world);
/* Returns the number of steps since the world was created. */
WEND_API uint64_t wend_world_step_count(const wend_world *world);
/* Returns the space of the world, without adding a reference. Valid as long as the world exists. */
WEND_API wend_space *wend_world_space(const wend_world *world);

/* Returns a hash of the state: of the step, the seed, and the key, position, velocity, radius,
 * layer, goal and activity of every agent. Agents that have left are included with their last
 * state. The order of agents and the private state of models do not influence the hash. Equal runs
 * have equal hashes, regardless of the number of threads, the compiler, the kernel, or the order in
 * which agents were added. */
WEND_API uint64_t wend_world_hash(const wend_world *world);

/* Returns the state as models see it, for queries between steps. Valid until the next call that
 * changes the world. Returns NULL if out of memory. */
WEND_API const wend_view *wend_world_view(wend_world *world);

/* ---- Profiles -------------------------------------------------------------------------------- */

/* A registered entry, and settings for its parameters. */
typedef struct wend_choice {
    const char *name;
    const wend_setting *settings;
    uint32_t setting_count;
} wend_choice;

/* The definition of a profile, a type of agent: its attributes, and the entries that move it.
 * Numbers may be sampled for each agent. */
typedef struct wend_profile_def {
    uint32_t size;                      /* set by wend_default_profile_def */
    const char *name;                   /* NULL or "" for none; unique otherwise */
    wend_distribution radius;           /* m, 0.01 to 100 */
    wend_distribution preferred_speed;  /* m/s, 0 to 100; limited to max_speed */
    wend_distribution max_speed;        /* m/s, 0 to 100 */
    wend_distribution max_acceleration; /* m/s^2, 0.001 to 1e6; a constant INFINITY: no limit */
    /* rad/s, 0 to 1000: how fast the heading can turn; a constant INFINITY: no limit. */
    wend_distribution max_turn_rate;
    wend_choice select, plan, follow, steer;
    wend_choice modify[WEND_MAX_MODIFIERS];
    uint32_t modify_count;
    const char *variant_of; /* NULL, or the name of another profile: agents of this profile may take
                               the same connections of the space as agents of the other one */
    /* Terrain types without a rule have weight and factor 1. At least one entry of the profile must
     * use the weights, and one the factors, that are not 1 (see wend_stage.uses_terrain_weights and
     * uses_terrain_speeds). */
    const wend_terrain_rule *terrain_rules;
    /* At most WEND_MAX_TERRAIN_RULES; each type may appear only once. */
    uint32_t terrain_rule_count;
    /* How much planners avoid slopes, 0 to 1e6: one metre of ground with a gradient of magnitude s
     * costs weight * (1 + slope_weight * s). Uphill and downhill count alike. */
    double slope_weight;
} wend_profile_def;

/* Writes the defaults of wend_default_profile_def to a def of `size` bytes. */
WEND_API void wend_profile_def_init(wend_profile_def *def, size_t size);
/* Returns a def with radius 0.25 m, preferred speed 1.3 m/s and maximum speed 2 m/s, without limits
 * on acceleration and turn rate, with slope_weight 0. Its entries are select `given`, plan `auto`,
 * follow `portal` and steer `orca_arc`; scenario files have the same defaults. */
static inline wend_profile_def wend_default_profile_def(void) {
    wend_profile_def def;
    wend_profile_def_init(&def, sizeof def);
    return def;
}

/* Adds a profile immediately, and writes its id to `out`. Fails on unknown names and invalid
 * values, and if the follower or the steering model needs a part of a route that the planner does
 * not give. The maps that the planner needs may be added later, but before the first agent of the
 * profile enters the world (see wend_world_step). */
WEND_API wend_result wend_world_add_profile(wend_world *world, const wend_profile_def *def,
                                            wend_profile *out, wend_error *error);

/* Returns an upper bound: all profile indices are less than it. See wend_world_profile_at. */
WEND_API uint32_t wend_world_profile_count(const wend_world *world);
/* Returns the profile with the given index (wend_body_profile), or a null id if there is none. */
WEND_API wend_profile wend_world_profile_at(const wend_world *world, uint32_t index);
/* Returns the index of a profile, or WEND_NONE if the id is null or stale. */
WEND_API uint32_t wend_world_profile_index(const wend_world *world, wend_profile profile);
/* Returns the entry of the given kind that a profile uses; for modifiers, the first one. Returns
 * NULL if there is none or the id is stale. When the first agent enters, a planner that only
 * chooses another planner, as `auto` does, is replaced by the chosen one. */
WEND_API const wend_entry *wend_world_profile_entry(const wend_world *world, wend_profile profile,
                                                    wend_kind kind);

/* ---- Goals, paths, groups, resources, maps --------------------------------------------------- */

/* The shapes of goals. Each comment gives the fields of wend_goal_def that define the shape. */
typedef enum wend_goal_shape {
    WEND_GOAL_DIRECTION, /* angle: the direction; an agent never reaches it */
    WEND_GOAL_POINT,     /* points[0]: the point */
    WEND_GOAL_DISC,      /* points[0]: centre; radius */
    WEND_GOAL_SEGMENT,   /* points[0], points[1]: end points */
    WEND_GOAL_BOX, /* points[0], points[1]: opposite corners; the sides are parallel to the axes */
    WEND_GOAL_ORIENTED_BOX, /* points[0]: centre; points[1]: half sizes; rotated by angle */
    WEND_GOAL_POLYGON       /* points: a simple polygon, convex or concave, in either winding */
} wend_goal_shape;

/* The definition of a goal: a region that agents head for. */
typedef struct wend_goal_def {
    uint32_t size;    /* set by wend_default_goal_def */
    const char *name; /* NULL or "" for none; unique otherwise */
    wend_goal_shape shape;
    const wend_point *points;
    uint32_t point_count;
    double radius; /* m */
    double angle;  /* rad, counter-clockwise from +x */
    uint32_t layer;
    /* m/s; the goal moves at this velocity from the time at which it is added. */
    wend_point velocity;
    /* Alternatively, the region moves along a path. A point starts at path[0] when the goal is
     * added, and moves along the path at path_speed; the region is displaced by the same amount. At
     * the end of the path it stops or, if path_loops is true, returns to path[0] in a straight line
     * and starts again. Its velocity is that of the current segment. A path cannot be combined with
     * a velocity. */
    const wend_point *path;
    uint32_t path_count; /* 0: no path; else 2 to WEND_MAX_POLYGON points, not all equal */
    double path_speed;   /* m/s, positive */
    bool path_loops;
    /* Alternatively, an agent carries the region; this is the agent's explicit key. The region has
     * the velocity and the layer of that agent, and the points are offsets from its position.
     * Before that agent enters, the goal is closed, and agents that head for it wait. After the
     * agent has left, the region stays at its last position. 0: no carrier. */
    uint64_t carrier;
    double opens, closes; /* s of simulated time: agents can arrive only within this time window */
    double bias;          /* position of the preferred point on a segment, 0 to 1 */
    /* Number of agents that may head for the goal or stand in it; 0: any number. */
    uint32_t capacity;
    wend_arrive arrive; /* touch: the disc touches the goal; inside: the agent's centre is in it */
    double tolerance; /* m: distance that counts as arrived; not used for WEND_ARRIVE_INSIDE if the
                         region has an area */
    wend_on_arrival on_arrival;
    double weight; /* 1e-6 to 1e6: how likely the selector `weighted` takes the goal,
                      compared with the other goals of a set */
} wend_goal_def;

/* Writes the defaults of wend_default_goal_def to a def of `size` bytes. */
WEND_API void wend_goal_def_init(wend_goal_def *def, size_t size);
/* Returns a def of a goal that is a point at the origin of the user's coordinates. It is always
 * open and has unlimited capacity. Agents arrive when they touch it, and stop there. */
static inline wend_goal_def wend_default_goal_def(void) {
    wend_goal_def def;
    wend_goal_def_init(&def, sizeof def);
    return def;
}

/* Returns the translation of a def's region `time` seconds after the goal was added, due to its
 * velocity or path. Not for goals with a carrier. Returns (0, 0) for a def that wend_world_add_goal
 * would refuse because of its size or because its path has only one point. */
WEND_API wend_point wend_goal_translation(const wend_goal_def *def, double time);

/* Adds a goal immediately; it stays until it is removed. Fails with WEND_ERROR_INVALID (the message
 * states the reason), WEND_ERROR_NAME (a goal of that name already exists), WEND_ERROR_LIMIT or
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_goal(wend_world *world, const wend_goal_def *def,
                                         wend_goal *out, wend_error *error);
/* Adds `count` goals immediately: either all of them or none. `out` may be NULL. Fails under the
 * same conditions as wend_world_add_goal. */
WEND_API wend_result wend_world_add_goals(wend_world *world, const wend_goal_def *defs,
                                          uint32_t count, wend_goal *out, wend_error *error);
/* Returns the goal with the given index, as models use it, or a null id if there is none. */
WEND_API wend_goal wend_world_goal_at(const wend_world *world, uint32_t index);
/* Returns the index of a goal, or WEND_NO_GOAL if the id is null or stale. */
WEND_API uint32_t wend_world_goal_index(const wend_world *world, wend_goal goal);

/* Gets the current position of a goal's reference point (see wend_world_set_goal_position), and its
 * layer; either pointer may be NULL. Returns false and writes nothing if the id is null or stale,
 * if the goal is a direction, or if its carrier has not entered. */
WEND_API bool wend_world_get_goal_position(const wend_world *world, wend_goal goal,
                                           wend_point *position, uint32_t *layer);

/* Adds a goal set immediately: `count` goals, at least 1, among which an agent's selector chooses.
 * Fails with WEND_ERROR_NAME (a stale goal), WEND_ERROR_INVALID or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_goal_set(wend_world *world, const wend_goal *goals,
                                             uint32_t count, wend_goal_set *out, wend_error *error);

/* Adds a path immediately: a list of at most WEND_MAX_PATH points to pass, which agents can share.
 * `layers` may be NULL if all points are on layer 0. Fails with WEND_ERROR_INVALID,
 * WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_path(wend_world *world, const wend_point *points,
                                         const uint32_t *layers, uint32_t count, wend_path *out,
                                         wend_error *error);

/* Adds an indicative route immediately: a path of at least two points that agents follow as it was
 * drawn. Planners plan the connection from an agent to the first point, and keep the straight lines
 * between the points where they are open; with wend_world_add_path, they plan these legs as well.
 * `radius` (m) is the largest radius of the agents that will follow the route. Fails like
 * wend_world_add_path, and with WEND_ERROR_GEOMETRY if the route leaves the ground, crosses a wall
 * or comes nearer to a wall than `radius` (wend_space_check_route). */
WEND_API wend_result wend_world_add_route(wend_world *world, const wend_point *points,
                                          const uint32_t *layers, uint32_t count, double radius,
                                          wend_path *out, wend_error *error);

/* Adds a group immediately. Agents can be members of it. `name` must be unique, unless it is NULL
 * or "" (no name). Fails with WEND_ERROR_NAME or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_group(wend_world *world, const char *name, wend_group *out,
                                          wend_error *error);

/* Returns how many agents have entered the world as members of a group since the group was added.
 * This includes agents that have left, but not agents that are still queued. Returns 0 for a stale
 * id. */
WEND_API uint64_t wend_world_group_entered(const wend_world *world, wend_group group);

/* Adds a resource immediately. At most `capacity` (1 or more) agents can hold it at the same time.
 * Models claim it by its index: see wend_view_claim. `out` may be NULL. Fails with
 * WEND_ERROR_INVALID, WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_resource(wend_world *world, uint32_t capacity,
                                             wend_resource *out, wend_error *error);
/* Adds `count` resources of the same capacity immediately, such as the cells of a grid. Their
 * indices are consecutive; `first` receives the first id, and may be NULL. Each takes 8 bytes.
 * Fails with WEND_ERROR_INVALID if `count` or `capacity` is 0, with WEND_ERROR_LIMIT beyond
 * WEND_MAX_RESOURCES, and with WEND_ERROR_MEMORY; on failure, none is added. */
WEND_API wend_result wend_world_add_resources(wend_world *world, uint32_t count, uint32_t capacity,
                                              wend_resource *first, wend_error *error);
/* Returns the index of a resource, or WEND_NONE if the id is null or stale. */
WEND_API uint32_t wend_world_resource_index(const wend_world *world, wend_resource resource);

/* Adds a custom map object under a name, immediately. Only planners interpret the object; the
 * caller keeps ownership. Fails with WEND_ERROR_NAME (a map of that name already exists) or
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_map_object(wend_world *world, const char *name,
                                               uint64_t content_hash, const void *map,
                                               wend_map_slot *out, wend_error *error);
/* Like wend_world_add_map_object, but adds a wend_map (see wend/map.h); the world keeps a
 * reference. Also fails with WEND_ERROR_INVALID if the map was built from another space. */
WEND_API wend_result wend_world_add_map(wend_world *world, const char *name, wend_map *map,
                                        wend_map_slot *out, wend_error *error);
/* Returns a number that exceeds the indices of all maps; maps may have been removed below it. */
WEND_API uint32_t wend_world_map_count(const wend_world *world);
/* Returns the map with the given index (wend_view_map), or a null id if there is none. */
WEND_API wend_map_slot wend_world_map_at(const wend_world *world, uint32_t index);
/* Returns the name of a map, or NULL if the id is null or stale. The text is valid until the map is
 * removed. */
WEND_API const char *wend_world_map_name(const wend_world *world, wend_map_slot map);
/* Returns the index of a map, or WEND_NO_MAP if the id is null or stale. */
WEND_API uint32_t wend_world_map_index(const wend_world *world, wend_map_slot map);

/* ---- Obstacles of the overlay ---------------------------------------------------------------- */

/* The definition of a door or a moving obstacle. */
typedef struct wend_obstacle_def {
    uint32_t size; /* set by wend_default_obstacle_def */
    const char *name;
    wend_obstacle_kind kind;
    const wend_point *points; /* door: a polyline of at least 2 points in the user's coordinates;
                                 moving obstacle: a convex polygon relative to its position */
    uint32_t point_count;
    uint32_t layer;
    wend_point position;     /* of a moving obstacle, in m */
    double angle;            /* of a moving obstacle, in rad */
    wend_point velocity;     /* of a moving obstacle, in m/s */
    double angular_velocity; /* of a moving obstacle, in rad/s */
    bool closed; /* true: initially, the door is closed or the obstacle is in the world */
} wend_obstacle_def;

/* Writes the defaults of wend_default_obstacle_def to a def of `size` bytes. */
WEND_API void wend_obstacle_def_init(wend_obstacle_def *def, size_t size);
/* Returns a def of a closed door on layer 0, without points. */
static inline wend_obstacle_def wend_default_obstacle_def(void) {
    wend_obstacle_def def;
    wend_obstacle_def_init(&def, sizeof def);
    return def;
}
/* Adds an obstacle immediately. Fails under the same conditions as wend_world_add_goal. */
WEND_API wend_result wend_world_add_obstacle(wend_world *world, const wend_obstacle_def *def,
                                             wend_obstacle *out, wend_error *error);

/* Gets the current walls of the overlay and their layers. Writes at most `capacity` of each, and
 * returns how many walls there are. */
WEND_API uint32_t wend_world_get_overlay_walls(const wend_world *world, wend_wall_hit *out,
                                               uint32_t *layers, uint32_t capacity);
/* True if a position lies inside a moving obstacle that is in the world now. */
WEND_API bool wend_world_is_in_obstacle(const wend_world *world, wend_point position,
                                        uint32_t layer);

/* ---- Agents ---------------------------------------------------------------------------------- */

/* The definition of an agent. */
typedef struct wend_agent_def {
    uint32_t size; /* set by wend_default_agent_def */
    uint64_t key;  /* identifies the agent in hashes and random numbers: 1 to 2^63 - 1, unique; 0:
                      the next unused key is chosen */
    wend_point position;
    uint32_t layer;
    wend_point velocity;
    wend_profile profile;   /* null: the first profile of the world is used */
    double radius;          /* m; 0: the radius is sampled from the profile */
    wend_goal goal;         /* null: the selector chooses a goal from the goal set */
    wend_goal_set goal_set; /* null: no goal set */
    wend_path path;         /* null: no path */
    wend_group group;       /* null: no group */
    /* Attributes; their setters document the valid ranges. If a number is NAN, it is sampled from
     * the profile. */
    double preferred_speed, max_speed; /* m/s */
    double max_acceleration;           /* m/s^2 */
    double max_turn_rate;              /* rad/s */
    double heading;                    /* rad; NAN: the direction of the agent's velocity */
    uint32_t class_mask; /* obstacle classes that block the agent; WEND_ALL_CLASSES: all classes */
    int32_t priority;
    const char *label; /* copied; NULL or "": no label */
    uint64_t user;
    wend_machine machine; /* null: no machine (wend/machine.h) */
    uint32_t state;       /* the state of `machine` that the agent enters; ignored without one */
    /* s, 0 to WEND_MAX_AGENT_DELAY: the agent first stands still for so long
     * (WEND_ACTIVITY_WAITING), and then heads for its goal. A goal that is set in this time is kept
     * for later. Followers that need no goal, such as `external`, are not held back. */
    double delay;
} wend_agent_def;

/* Writes the defaults of wend_default_agent_def to a def of `size` bytes. */
WEND_API void wend_agent_def_init(wend_agent_def *def, size_t size);
/* Returns a def of an agent at the origin, at rest, with the first profile, no goal, all obstacle
 * classes, priority 0, no label, user data 0 and no delay. All numbers are sampled from the
 * profile. */
static inline wend_agent_def wend_default_agent_def(void) {
    wend_agent_def def;
    wend_agent_def_init(&def, sizeof def);
    return def;
}

/* Queues agents, which enter at the start of the next step. Either all agents are queued or none.
 * Their ids are written to `out` immediately (`out` may be NULL). Fails if a key is in use, a
 * position is not walkable, or a value is invalid. */
WEND_API wend_result wend_world_add_agents(wend_world *world, const wend_agent_def *defs,
                                           uint32_t count, wend_agent *out, wend_error *error);

/* The definition of a ghost: a copy of another world's agent that the agents of this world see. */
typedef struct wend_ghost_def {
    uint32_t size; /* set by wend_default_ghost_def */
    uint64_t key;  /* the agent's key: 1 to 2^63 - 1, unique among ghosts */
    wend_point position;
    /* m/s; each component at most 1e9 (so high because teleported agents appear to move). */
    wend_point velocity;
    double radius; /* m, 0.01 to 100 */
    uint32_t layer;
    wend_profile profile;   /* the profile that models see; null: the first profile. Its sampled
                               numbers depend on the key */
    bool reciprocates;      /* true: the ghost does its share of avoiding others */
    wend_activity activity; /* one of the activities of an agent on the ground */
} wend_ghost_def;

/* Writes the defaults of wend_default_ghost_def to a def of `size` bytes. */
WEND_API void wend_ghost_def_init(wend_ghost_def *def, size_t size);
/* Returns a def of a ghost that has no key and is at rest at the origin, with radius 0.25 m and the
 * first profile. It reciprocates, and its activity is walking. */
static inline wend_ghost_def wend_default_ghost_def(void) {
    wend_ghost_def def;
    wend_ghost_def_init(&def, sizeof def);
    return def;
}

/* Replaces all ghosts of the world from the next step on. With ghosts, a crowd can be divided among
 * several worlds: each world owns some of the agents, and sees those of the other worlds near its
 * border as ghosts. Models find ghosts among the neighbours, marked with WEND_BODY_GHOST; this
 * includes ghosts across links. A ghost is not moved, steered, counted, hashed, recorded or found
 * by the functions below; it has no goal, route, group or model state. The order of the ghosts does
 * not matter. If an agent of this world has the same key as a ghost, the ghost is left out.
 *
 * `ghosts` may be NULL if `count` is 0, which removes all ghosts. Either all ghosts are accepted or
 * none. Fails with WEND_ERROR_INVALID (a value is out of range), WEND_ERROR_NAME (no such layer or
 * profile, or a duplicate key), WEND_ERROR_LIMIT (more than WEND_MAX_AGENTS together with the
 * agents) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_ghosts(wend_world *world, const wend_ghost_def *ghosts,
                                           uint32_t count, wend_error *error);

/* The following functions queue commands, which the next step applies before anything else, in the
 * order given. Commands for agents that are stale by then are ignored. A command fails only on
 * invalid values or if out of memory. Functions for several items take `count` of them, in order,
 * and queue either all of the commands or none. */

/* Removes agents from the world. WEND_EVENT_LEFT reports this. */
WEND_API wend_result wend_world_remove_agent(wend_world *world, wend_agent agent,
                                             wend_error *error);
WEND_API wend_result wend_world_remove_agents(wend_world *world, const wend_agent *agents,
                                              uint32_t count, wend_error *error);
/* Sets the goal of agents. If it is null, the selector chooses a goal from the agent's goal set.
 * Fails with WEND_ERROR_NAME (a stale goal) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_agent_goal(wend_world *world, wend_agent agent, wend_goal goal,
                                               wend_error *error);
WEND_API wend_result wend_world_set_agent_goals(wend_world *world, const wend_agent *agents,
                                                const wend_goal *goals, uint32_t count,
                                                wend_error *error);
/* Gives agents another goal set, from which their selectors choose at once; a null set leaves them
 * without a set. A goal that was set for them is forgotten. Fails with WEND_ERROR_NAME (a stale
 * set) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_agent_goal_set(wend_world *world, wend_agent agent,
                                                   wend_goal_set set, wend_error *error);
WEND_API wend_result wend_world_set_agent_goal_sets(wend_world *world, const wend_agent *agents,
                                                    const wend_goal_set *sets, uint32_t count,
                                                    wend_error *error);
/* Sets the profile of agents. An agent keeps its attributes (including its radius). It also keeps
 * the model parameters that its old profile samples or that were set for it, provided that the new
 * profile has the same entry. The state of its entries is reset, and its route is planned again. To
 * sample attributes from the new profile, call wend_world_resample_agents. */
WEND_API wend_result wend_world_set_agent_profile(wend_world *world, wend_agent agent,
                                                  wend_profile profile, wend_error *error);
WEND_API wend_result wend_world_set_agent_profiles(wend_world *world, const wend_agent *agents,
                                                   const wend_profile *profiles, uint32_t count,
                                                   wend_error *error);
/* Sets the preferred velocity (m/s) of agents with the follower `external`, from the next step on.
 * Their steering model chooses the velocity nearest to it. The preferred velocity is limited to the
 * agent's max_speed, and kept until another one is set. Initially it is zero, so the agent stands
 * still. The agents need no goal. Has no effect on agents with other followers. Each component must
 * be at most 1000, otherwise the call fails with WEND_ERROR_INVALID. Also fails with
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_agent_preferred_velocity(wend_world *world, wend_agent agent,
                                                             wend_point velocity,
                                                             wend_error *error);
WEND_API wend_result wend_world_set_agent_preferred_velocities(wend_world *world,
                                                               const wend_agent *agents,
                                                               const wend_point *velocities,
                                                               uint32_t count, wend_error *error);
/* Sets the velocity (m/s) of agents with the steering model `external`, from the next step on. Has
 * no effect on other agents. Each component must be at most 1000, otherwise the call fails with
 * WEND_ERROR_INVALID. Also fails with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_agent_velocity(wend_world *world, wend_agent agent,
                                                   wend_point velocity, wend_error *error);
WEND_API wend_result wend_world_set_agent_velocities(wend_world *world, const wend_agent *agents,
                                                     const wend_point *velocities, uint32_t count,
                                                     wend_error *error);
/* Teleports an agent to a position, regardless of what lies between. The teleport is counted in
 * wend_stats.teleports. From the start of the next step, the agent is at that position, at rest,
 * and heads for its goal from there (an agent that has arrived sets out again). If it is on a
 * connection of the space, it leaves the connection; WEND_EVENT_LAYER reports a change of layer.
 * Fails with WEND_ERROR_INVALID if the position is not walkable for the agent now, and with
 * WEND_ERROR_NAME if there is no such layer. If a solid is switched on at that position before the
 * next step, the teleport has no effect. An agent with the steering model `external` reaches the
 * position only after the next step; it appears to move there, and may be teleported to any
 * position. */
WEND_API wend_result wend_world_teleport_agent(wend_world *world, wend_agent agent,
                                               wend_point position, uint32_t layer,
                                               wend_error *error);
/* Teleports `count` agents. If `layers` is NULL, all positions are on layer 0. */
WEND_API wend_result wend_world_teleport_agents(wend_world *world, const wend_agent *agents,
                                                const wend_point *positions, const uint32_t *layers,
                                                uint32_t count, wend_error *error);
/* Moves a goal as a whole, and sets its velocity from then on (m/s, each component at most 1000).
 * The goal no longer moves along a path or with an agent. `position` is the new position of its
 * reference point: the point itself, the centre of a disc, the first end of a segment, or the
 * centroid of a box or polygon. For a concave polygon that does not contain its centroid, the
 * reference point is the centroid of the part that wend_view_goal_region returns. Fails with
 * WEND_ERROR_NAME (a stale goal, or no such layer), WEND_ERROR_INVALID (a value that is not finite
 * or too large, or a goal that is a direction) and WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_goal_position(wend_world *world, wend_goal goal,
                                                  wend_point position, uint32_t layer,
                                                  wend_point velocity, wend_error *error);
/* Moves `count` goals. If `layers` is NULL, all positions are on layer 0. If `velocities` is NULL,
 * all goals are at rest. */
WEND_API wend_result wend_world_set_goal_positions(wend_world *world, const wend_goal *goals,
                                                   const wend_point *positions,
                                                   const uint32_t *layers,
                                                   const wend_point *velocities, uint32_t count,
                                                   wend_error *error);
/* Switches an obstacle class on or off. Class 0 cannot be switched. */
WEND_API wend_result wend_world_set_class_enabled(wend_world *world, uint32_t obstacle_class,
                                                  bool on, wend_error *error);
/* Closes or opens a door. A moving obstacle is added to the world if `closed` is true, and removed
 * otherwise. */
WEND_API wend_result wend_world_set_obstacle_closed(wend_world *world, wend_obstacle obstacle,
                                                    bool closed, wend_error *error);
/* Sets the position (m), angle (rad), velocity (m/s) and angular velocity (rad/s) of a moving
 * obstacle. */
WEND_API wend_result wend_world_set_obstacle_motion(wend_world *world, wend_obstacle obstacle,
                                                    wend_point position, double angle,
                                                    wend_point velocity, double angular_velocity,
                                                    wend_error *error);
/* Replaces a map by another one. Routes planned on the old map become stale, and are planned again.
 * If the old map was added with wend_world_add_map, `object` must be a wend_map of the same space
 * that has the given content hash; it must live until the next step has taken a reference. If
 * `object` is NULL, the slot becomes empty; steps then fail while a planner needs the map. */
WEND_API wend_result wend_world_replace_map(wend_world *world, wend_map_slot map,
                                            uint64_t content_hash, const void *object,
                                            wend_error *error);

/* ---- Removal --------------------------------------------------------------------------------- */

/* The following functions queue removals, which are commands too. Ids stay valid until the next
 * step begins, and are stale from then on; names and memory can then be reused. Each function fails
 * with WEND_ERROR_NAME (a null or stale id) and WEND_ERROR_MEMORY. */

/* Removes goals. If several goals are given, either all removals are queued or none. Agents that
 * have the goal get WEND_EVENT_GOAL_REMOVED, and choose again from their goal set; agents without
 * another goal stand still and wait. The goal is removed from goal sets, and claims on it are
 * released. */
WEND_API wend_result wend_world_remove_goal(wend_world *world, wend_goal goal, wend_error *error);
WEND_API wend_result wend_world_remove_goals(wend_world *world, const wend_goal *goals,
                                             uint32_t count, wend_error *error);
/* Removes a goal set; its goals stay. Agents with this set keep their current goals, but no longer
 * have a goal set. */
WEND_API wend_result wend_world_remove_goal_set(wend_world *world, wend_goal_set set,
                                                wend_error *error);
/* Removes a path. Agents on it continue to their goals on new routes. */
WEND_API wend_result wend_world_remove_path(wend_world *world, wend_path path, wend_error *error);
/* Removes a group. Its members stay in the world, without a group. */
WEND_API wend_result wend_world_remove_group(wend_world *world, wend_group group,
                                             wend_error *error);
/* Removes an obstacle. Its passage is open from then on, and routes are planned as if the obstacle
 * had been opened. */
WEND_API wend_result wend_world_remove_obstacle(wend_world *world, wend_obstacle obstacle,
                                                wend_error *error);
/* Removes a profile. Also fails with WEND_ERROR_INVALID while agents or a source (wend/source.h)
 * have the profile, or if they will have it when all commands queued so far have been applied.
 * After the call, no agent can get the profile. */
WEND_API wend_result wend_world_remove_profile(wend_world *world, wend_profile profile,
                                               wend_error *error);
/* Removes a map. Routes planned on it become stale. Steps fail while a planner needs the map, as
 * they do after wend_world_replace_map with NULL. The removal is applied before all other commands.
 */
WEND_API wend_result wend_world_remove_map(wend_world *world, wend_map_slot map, wend_error *error);

/* ---- Results --------------------------------------------------------------------------------- */

/* The state of an agent after a step. */
typedef struct wend_agent_state {
    wend_agent agent;
    uint64_t key;
    wend_point position;
    wend_vec2 velocity;
    float radius;
    uint32_t layer;
    wend_activity activity;
    uint32_t solve_status; /* the wend_solve_status of the last velocity */
    uint32_t region;       /* the last region chosen, as an index into the agent's intent */
    wend_profile profile;
    wend_group group; /* null: no group */
    wend_goal goal;   /* null: no goal */
    double z;         /* m: height of the ground at its position (wend_space_height) */
} wend_agent_state;

/* Returns the number of live agents. This includes agents on connections, but not agents that are
 * still queued. */
WEND_API uint32_t wend_world_agent_count(const wend_world *world);
/* Gets all live agents in the order of their slots. Writes at most `capacity` of them, and returns
 * how many there are. */
WEND_API uint32_t wend_world_get_agents(const wend_world *world, wend_agent_state *out,
                                        uint32_t capacity);
/* Gets the state of one agent. Returns false if the id is null, stale or still queued. */
WEND_API bool wend_world_get_agent(const wend_world *world, wend_agent agent,
                                   wend_agent_state *out);
/* The current and the previous activity of an agent, and the duration of the current one. */
typedef struct wend_agent_behaviour {
    wend_activity activity, previous; /* initially both are the same */
    double duration; /* s: since the start of the step in which the activity began */
} wend_agent_behaviour;

/* Gets the behaviour of one agent. Returns false if the id is null, stale or still queued. */
WEND_API bool wend_world_get_agent_behaviour(const wend_world *world, wend_agent agent,
                                             wend_agent_behaviour *out);
/* Does the same as wend_world_get_agent_ghost for a def of `size` bytes. */
WEND_API bool wend_world_fill_agent_ghost(const wend_world *world, wend_agent agent,
                                          wend_ghost_def *out, size_t size);
/* Gets a ghost of an agent, for neighbouring worlds: see wend_world_set_ghosts. Returns false if
 * the id is null, stale or still queued, or if the agent is on a connection, where other agents do
 * not see it. */
static inline bool wend_world_get_agent_ghost(const wend_world *wend_of, wend_agent wend_id,
                                              wend_ghost_def *wend_out) {
    return wend_world_fill_agent_ghost(wend_of, wend_id, wend_out, sizeof *wend_out);
}
/* Finds the live agent that has an explicit key. Returns a null id if there is none. */
WEND_API wend_agent wend_world_find_agent(const wend_world *world, uint64_t key);

/* Find the agents with their centre in a region of a layer; points on the border count as inside.
 * The region is a box parallel to the axes, a disc, or a simple polygon of at least three points in
 * either winding. The points of the polygon are rounded to single precision relative to the space's
 * origin, and limited to 32,768 m from it. All coordinates are the user's, in m; boxes and discs
 * may be infinite.
 *
 * The functions write the `capacity` agents with the lowest keys, in the order of their keys, and
 * return the number of agents in the region. They return 0 if the region is empty, if there is no
 * such layer, if a number is NaN, and if a polygon is not finite. They return UINT32_MAX if out of
 * memory. Agents that are queued, or on a connection of the space, are not on the ground and are
 * not found. `out` may be NULL if `capacity` is 0.
 *
 * Cost: proportional to the cells that the region's bounding box covers, plus a sort of the agents
 * if they have not been sorted since the last step. */
WEND_API uint32_t wend_world_find_agents_in_box(wend_world *world, wend_point low, wend_point high,
                                                uint32_t layer, wend_agent *out, uint32_t capacity);
WEND_API uint32_t wend_world_find_agents_in_disc(wend_world *world, wend_point centre,
                                                 double radius, uint32_t layer, wend_agent *out,
                                                 uint32_t capacity);
WEND_API uint32_t wend_world_find_agents_in_polygon(wend_world *world, const wend_point *points,
                                                    uint32_t count, uint32_t layer, wend_agent *out,
                                                    uint32_t capacity);

/* The kinds of events. Each comment names the fields of wend_event that are set. */
typedef enum wend_event_kind {
    WEND_EVENT_ARRIVED,   /* the agent reached `goal` */
    WEND_EVENT_LEFT,      /* the agent left the world, on arrival or because it was removed */
    WEND_EVENT_LAYER,     /* the agent changed to layer `detail` */
    WEND_EVENT_GOAL,      /* the agent took `goal` */
    WEND_EVENT_NO_ROUTE,  /* the agent's planner found no route to `goal`; if `detail` is 1, the
                             agent goes as near as possible */
    WEND_EVENT_REPLANNED, /* the agent's route is planned again, because it was stale (`map` was
                             replaced), blocked (`map` is null) or left by the agent (on `map`) */
    WEND_EVENT_CLOSED,    /* the time window of `goal`, the agent's last open goal, has closed: the
                             agent waits */
    WEND_EVENT_ENTERED,   /* the agent entered connection `detail` of the space */
    WEND_EVENT_EXITED,    /* the agent returned to the ground from connection `detail` */
    WEND_EVENT_GOAL_REMOVED, /* `goal`, now a stale id, was removed: the agent chooses another goal
                                or waits */
    /* Events of obstacles: a command closed or opened door `obstacle`, or added moving obstacle
     * `obstacle` to the world or removed it. `agent`, `key` and `goal` are null. */
    WEND_EVENT_DOOR_OPENED,
    WEND_EVENT_DOOR_CLOSED,
    WEND_EVENT_AREA_ENTERED, /* the agent entered `area`: see wend/area.h */
    WEND_EVENT_AREA_LEFT,    /* the agent left `area` */
    WEND_EVENT_COUNT
} wend_event_kind;

/* An event of the last step. */
typedef struct wend_event {
    wend_event_kind kind;
    uint32_t detail;
    wend_agent agent;
    uint64_t key;
    wend_goal goal;
    wend_map_slot map;
    wend_obstacle obstacle;
    wend_area area;
    wend_point position; /* position of the agent at that time; for events of obstacles, the first
                            point of a door or the position of a moving obstacle */
    double time;         /* s: simulated time at the end of the step */
} wend_event;

/* Gets the events of the last step, and returns how many there are. They are valid until the next
 * step. They are ordered by kind, then by key, then by the index of the area; events of obstacles
 * are in the order of their commands. */
WEND_API uint32_t wend_world_get_events(const wend_world *world, const wend_event **out);

/* Counters that start when the world is created. */
typedef struct wend_stats {
    uint64_t agent_steps;
    uint64_t arrivals;
    uint64_t wall_interventions; /* number of times that an agent's motion in a step was shortened
                                    by more than 1 mm at a wall */
    uint64_t wall_interventions_while_feasible; /* wall_interventions with WEND_SOLVE_FREE */
    uint64_t infeasible_steps; /* choices of a velocity with status WEND_SOLVE_INFEASIBLE */
    uint64_t teleports;        /* teleports of agents */
    uint64_t plans;            /* routes requested from planners */
    uint64_t rescues;          /* rescues of agents without progress: see the modifier `yield` */
    uint64_t unproven_plans;   /* routes that were found after the search for the shortest one had
                                  reached its limit: see WEND_ROUTE_UNPROVEN */
    uint64_t reroutes;         /* routes that agents took to avoid a crowd, instead of a route that
                                  was still open: see wend_world_def.density_gain */
} wend_stats;

/* Returns the current counters. */
WEND_API wend_stats wend_world_get_stats(const wend_world *world);

/* The stages of a step that are timed. */
typedef enum wend_stage_name {
    WEND_STAGE_NEAR,
    WEND_STAGE_BEHAVE,
    WEND_STAGE_PLAN,
    WEND_STAGE_STEER, /* follow, modify and steer together */
    WEND_STAGE_MOVE,
    WEND_STAGE_COUNT
} wend_stage_name;

/* Returns the name of a stage: "near", "behave" and so on. Static storage. */
WEND_API const char *wend_stage_text(wend_stage_name stage);
/* Returns the wall-clock time (s) spent in a stage since the world was created. */
WEND_API double wend_world_stage_seconds(const wend_world *world, wend_stage_name stage);

/* The bytes currently allocated (without the space), and the number of calls to the allocator. */
typedef struct wend_memory_use {
    size_t held;
    uint64_t calls;
} wend_memory_use;

/* Returns the current memory use of the world. */
WEND_API wend_memory_use wend_world_get_memory_use(const wend_world *world);

/* Collects marks that show what the entries of an agent see and choose in the current state. Writes
 * at most `capacity` marks, and returns how many there are. Changes nothing. Returns 0 if the id is
 * stale or still queued. */
WEND_API uint32_t wend_world_explain(wend_world *world, wend_agent agent, wend_mark *out,
                                     uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
