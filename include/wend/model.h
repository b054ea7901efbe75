/* wend/model.h: the interfaces between the stages of a step, and the descriptors that implement
 * them.
 *
 *     near -> behave -> plan -> follow -> modify -> steer -> move
 *
 * Each selector (behave), planner, follower, modifier or steering model is one const descriptor. It
 * gets a read-only view of the world and a list of its agents, and writes one value for each of
 * them: a goal, a route, an intent or an outcome. To add your own, register it in a wend_registry
 * and name it in a profile; the built-in ones use the same interface.
 *
 * Everything here is in local coordinates (single precision, relative to the space's origin). */
#ifndef WEND_MODEL_H
#define WEND_MODEL_H

#include <wend/base.h>
#include <wend/entry.h>
#include <wend/map.h>
#include <wend/route.h>
#include <wend/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The read-only state of a world that models and callers query; defined below. */
typedef struct wend_view wend_view;

/* ---- Kernels --------------------------------------------------------------------------------- */

/* Selects the implementation of models that have more than one. All of them give bit-identical
 * results. */
typedef enum wend_kernel {
    WEND_KERNEL_AUTO,   /* the fastest that this machine can run */
    WEND_KERNEL_SCALAR, /* one agent at a time */
    WEND_KERNEL_SSE2,   /* eight agents at a time, on any x86-64 machine */
    WEND_KERNEL_AVX2,
    /* AVX-512 F, BW, DQ and VL; compares sixteen velocity obstacles at a time. */
    WEND_KERNEL_AVX512,
    WEND_KERNEL_WASM, /* eight agents at a time, in WebAssembly with 128-bit SIMD */
    WEND_KERNEL_COUNT
} wend_kernel;

/* Returns the name of a kernel: "auto", "scalar", "sse2", "avx2", "avx512",
 * "wasm". Static storage. */
WEND_API const char *wend_kernel_text(wend_kernel kernel);
/* True if this machine and this build of the library can run the kernel. */
WEND_API bool wend_kernel_is_available(wend_kernel kernel);

/* ---- Agents as the stages see them ----------------------------------------------------------- */

/* The activity of an agent. Each agent has exactly one activity at a time. */
typedef enum wend_activity {
    WEND_ACTIVITY_CHOOSING, /* its goal is chosen in the next step: it has just entered, was given
                               another goal, or has reached a goal and continues */
    WEND_ACTIVITY_WAITING,  /* it stands still because it cannot take a goal yet: no goal is open or
                               has free capacity, or the carrier of its goal has not entered */
    WEND_ACTIVITY_WALKING,  /* it heads for its goal on a complete route */
    WEND_ACTIVITY_APPROACHING, /* it heads for its goal on a route that ends near the goal */
    WEND_ACTIVITY_STRANDED,    /* it stands still because its planner found no route */
    WEND_ACTIVITY_CROSSING,    /* it is on a connection of the space, without a body */
    WEND_ACTIVITY_ARRIVED,     /* it stands at its goal permanently */
    WEND_ACTIVITY_CLOSED, /* it stands still: all its goals have closed, and it chooses no other */
    WEND_ACTIVITY_LEFT,   /* it has left the world */
    WEND_ACTIVITY_COUNT
} wend_activity;

/* Returns the name of an activity: "choosing", "waiting" and so on. Static storage. */
WEND_API const char *wend_activity_text(wend_activity activity);

/* Flags of a body, for loops over all bodies. Four bits are still unused. */
enum {
    WEND_BODY_NEEDS_GOAL = 1 << 0,      /* its selector will be called */
    WEND_BODY_NEEDS_ROUTE = 1 << 1,     /* its planner will be called */
    WEND_BODY_GOAL_IS_SET = 1 << 2,     /* the caller set its goal, so its selector is not called */
    WEND_BODY_IN_REACHED_GOAL = 1 << 3, /* it has reached its goal and continues to another, but is
                                           still inside the reached goal */
    WEND_BODY_STANDS = 1 << 4,          /* its activity is waiting, stranded, arrived or closed */
    WEND_BODY_GHOST = 1 << 5,     /* an agent on another layer, seen across a link; or an agent of
                                     another world (wend_world_set_ghosts) */
    WEND_BODY_ONE_SIDED = 1 << 6, /* its model does not reciprocate, or it cannot move (max_speed
                                     0), so only the other agents avoid collisions with it */
    WEND_BODY_REMOVED = 1 << 7    /* it leaves the world before the next step */
};

/* The frequently used data of an agent: 32 bytes. Bodies are sorted by position. */
typedef struct wend_body {
    wend_vec2 position; /* m */
    wend_vec2 velocity; /* m/s */
    float radius;       /* m */
    uint32_t tags;      /* layer (8 bits), profile (12), flags (12): use the functions below */
    uint32_t slot;      /* index of the agent's other data; does not change while the agent lives */
    uint32_t cell;      /* private to the near stage: the cell, and the index once sorted */
} wend_body;

/* Returns the layer of a body. */
static inline uint32_t wend_body_layer(const wend_body *body) {
    return body->tags & 0xffu;
}
/* Returns the index of a body's profile. */
static inline uint32_t wend_body_profile(const wend_body *body) {
    return (body->tags >> 8) & 0xfffu;
}
/* Returns the flags of a body: WEND_BODY_... bits. */
static inline uint32_t wend_body_flags(const wend_body *body) {
    return body->tags >> 20;
}

/* A range of consecutive bodies [begin, end). */
typedef struct wend_range {
    uint32_t begin, end;
} wend_range;

/* The agents that a descriptor is called for. All of them have the same profile and the same class
 * mask. They are given as ranges of bodies in ascending order. The output for body `i` is written
 * at index `i - first` of the output array. */
typedef struct wend_agents {
    const wend_range *ranges;
    uint32_t range_count;
    uint32_t first;
    uint32_t profile;
    uint32_t worker; /* index of the worker, which selects its scratch memory; must never influence
                        results */
    const void *params; /* the descriptor's parameter struct */
    void *state; /* the state of the agent in slot s: state_size bytes at state + s * state_size */
    size_t state_size;
    void *model; /* the object that wend_stage.create has created for this profile, or NULL */
    void *user;  /* the descriptor's wend_entry.user */
    wend_column preferred_speed, max_speed, max_acceleration; /* in m/s, m/s and m/s^2 */
} wend_agents;

/* Returns the state that a descriptor with state_size > 0 keeps for the agent in a slot. A
 * descriptor may write an agent's state only when it is called for that agent. It may read the
 * states of other agents only if it publishes them (wend_stage.publishes_state). */
static inline void *wend_agents_state(const wend_agents *agents, uint32_t slot) {
    return (char *)agents->state + agents->state_size * slot;
}

/* ---- Intent: follow -> steer ----------------------------------------------------------------- */

/* The shapes of regions. Each comment gives the fields of wend_region that define the shape. */
typedef enum wend_shape {
    WEND_SHAPE_DIRECTION, /* a: unit vector; such a region is never reached */
    WEND_SHAPE_POINT,     /* a: the point; b.x: its clearance in m, or 0 if unknown */
    WEND_SHAPE_DISC,      /* a: centre; b.x: radius, in m */
    WEND_SHAPE_SEGMENT, /* a, b: end points; for a portal, a is the left end in walking direction */
    WEND_SHAPE_POLYGON, /* points, count: a convex polygon, counter-clockwise; a: its preferred
                           point */
    WEND_SHAPE_COUNT
} wend_shape;

/* Flags of a region. */
enum {
    WEND_REGION_STOP = 1 << 0, /* the agent stops there; else it passes through */
    /* The agent aims at the nearest point; else at the preferred point. */
    WEND_REGION_AIM_NEAREST = 1 << 1,
    /* The agent aims at the future position; else at the current one. */
    WEND_REGION_INTERCEPT = 1 << 2,
    WEND_REGION_CLOSED = 1 << 3, /* the current time is outside the region's time window */
    WEND_REGION_LOST = 1 << 4,   /* set by a follower if the agent has left its route, which is then
                                    planned again before the next step */
    /* The agent's centre must reach the region; else its disc must touch it. */
    WEND_REGION_INSIDE = 1 << 5,
    WEND_REGION_RESCUE = 1 << 6,  /* set by a modifier when it starts to free an agent that makes no
                                     progress; counted in wend_stats.rescues */
    WEND_REGION_SHORTCUT = 1 << 7 /* set by a follower if the straight line to the region is free of
                                     walls, but may leave the corridor of the route */
};

/* The kind of object that a region belongs to. */
typedef enum wend_region_kind {
    WEND_REGION_KIND_NONE,   /* no persistent object */
    WEND_REGION_KIND_POINT,  /* a point of the route */
    WEND_REGION_KIND_PORTAL, /* a portal of the route */
    WEND_REGION_KIND_GOAL    /* a goal of the world, or one of its parts if it has several */
} wend_region_kind;

/* Identifies a region by kind (2 bits), part (6 bits) and index (24 bits). A portal and a goal
 * never have the same id. The id does not change while the agent heads for the same object. A
 * zeroed id names no object. */
typedef struct wend_region_id {
    uint32_t bits;
} wend_region_id;

/* Returns the id of part `part` (0 to 63) of the object of that kind and index (below 2^24). */
static inline wend_region_id wend_region_id_of(wend_region_kind kind, uint32_t index,
                                               uint32_t part) {
    wend_region_id id = {(uint32_t)kind << 30 | (part & 0x3fu) << 24 | (index & 0xffffffu)};
    return id;
}
/* Returns the kind of an id. */
static inline wend_region_kind wend_region_id_kind(wend_region_id id) {
    return (wend_region_kind)(id.bits >> 30);
}
/* Returns the index of an id. */
static inline uint32_t wend_region_id_index(wend_region_id id) {
    return id.bits & 0xffffffu;
}
/* Returns the part of an id. */
static inline uint32_t wend_region_id_part(wend_region_id id) {
    return id.bits >> 24 & 0x3fu;
}
/* True if two ids name the same part of the same object. */
static inline bool wend_region_id_equal(wend_region_id a, wend_region_id b) {
    return a.bits == b.bits;
}

/* An immediate goal: a region of the plane. It may move, and may be open for a limited time. */
typedef struct wend_region {
    uint8_t shape; /* a wend_shape */
    uint8_t flags;
    uint16_t count; /* number of vertices of a polygon */
    wend_region_id id;
    wend_vec2 a;
    union {
        wend_vec2 b;
        const wend_vec2 *points; /* stored in the goal or in the scratch memory of this step */
    };
    wend_vec2 velocity; /* m/s */
    /* Time window in simulated time, in s; -INFINITY and INFINITY if there is none. */
    float opens, closes;
    float bias; /* position of the preferred point on a segment, from 0 (at a) to 1 (at b) */
    float cost; /* m: cost from here to the end of the route; used to choose among regions */
} wend_region;

/* What an agent intends to do in this step: the regions that it may head for, and its speed. */
typedef struct wend_intent {
    wend_region region;      /* the first region */
    const wend_region *more; /* further regions, in the scratch memory of this step */
    uint32_t more_count;
    float speed; /* preferred speed, in m/s; 0: stand still */
} wend_intent;

/* Returns a region of an intent: index 0 is `region`, indices 1 to more_count are those in `more`.
 */
static inline const wend_region *wend_intent_region(const wend_intent *intent, uint32_t index) {
    return index == 0 ? &intent->region : &intent->more[index - 1];
}

/* Returns the point that an agent aims at if its model cannot use the region itself. This is the
 * region's preferred or nearest point, moved ahead if an agent with speed `speed` (m/s) is to
 * intercept it. If the agent's centre must reach a disc or polygon (WEND_REGION_INSIDE), it is a
 * point up to 5 cm inside instead of the nearest one on the edge. For a direction, it is a point
 * one metre ahead. */
WEND_API wend_vec2 wend_region_aim(const wend_region *region, wend_vec2 from, float speed);
/* Returns the point of a region that is nearest to `from`, or `from` itself if it is inside. The
 * region must not be a direction. */
WEND_API wend_vec2 wend_region_nearest(const wend_region *region, wend_vec2 from);
/* Returns the distance (m) from `from` to a region: 0 inside, INFINITY for directions. */
WEND_API float wend_region_distance(const wend_region *region, wend_vec2 from);

/* ---- Outcome: steer -> move ------------------------------------------------------------------ */

/* How well a model was able to satisfy its constraints. */
typedef enum wend_solve_status {
    WEND_SOLVE_FREE,      /* the best velocity that satisfies all constraints */
    WEND_SOLVE_RELAXED,   /* soft constraints were ignored */
    WEND_SOLVE_INFEASIBLE /* hard constraints contradict each other; the velocity violates them as
                             little as possible */
} wend_solve_status;

/* The motion that a model chose for an agent. */
typedef struct wend_outcome {
    wend_vec2 velocity;     /* m/s */
    wend_vec2 displacement; /* m, during view->dt */
    uint16_t region;        /* index of the chosen region in the intent */
    uint8_t solve_status;   /* a wend_solve_status */
    uint8_t teleports; /* 1: `displacement` is applied unchanged; walls and limits are ignored */
    uint32_t layer;    /* the new layer of an agent that teleports */
} wend_outcome;

/* ---- Descriptors ----------------------------------------------------------------------------- */

/* Collects the routes of a planner. */
typedef struct wend_route_sink wend_route_sink;
/* Copies a route for body `index`; if several are added, the last one counts. A route has at most
 * WEND_MAX_PATH points, as many portals and as many discs. An invalid route (NaN, an unknown layer
 * or map) counts as no route. Returns false if out of memory. */
WEND_API bool wend_route_sink_add(wend_route_sink *sink, uint32_t index, const wend_route *route);

/* Collects the marks that `explain` adds: see wend/explain.h. */
typedef struct wend_sketch wend_sketch;

/* The arguments of wend_stage.create. */
typedef struct wend_model_def {
    uint32_t size; /* number of bytes that the library fills in; new fields are added at the end */
    uint32_t worker_count;    /* wend_agents.worker is less than this */
    wend_allocator allocator; /* its memory is counted as memory of the world; may be used from any
                                 thread until `destroy` has returned */
    const wend_space *space;  /* valid as long as the object */
    /* The descriptor's parameter struct, valid as long as the object. There are no agents yet, so a
     * sampled parameter can be used only if its value is constant. */
    const void *params;
    void *user;    /* wend_entry.user */
    double dt;     /* s: duration of a step */
    uint64_t seed; /* seed of the world */
} wend_model_def;

/* The part that the descriptors of all stages have in common. The state of an agent is plain data
 * without pointers, and is zeroed when the agent enters. Each function may be NULL. `enter` and
 * `leave` are called on the thread that steps the world; they may access only body `index`, and
 * write only its state. */
typedef struct wend_stage {
    wend_entry entry;
    size_t state_size; /* size of the state, bytes per agent */
    /* If true, all profiles that use this descriptor, and all modifiers of a profile that use it,
     * share one table of states, so that an agent can see what another one wrote in an earlier
     * step. A state written in this step must not be used for another agent: keep two copies, and
     * write the one that is not in use. */
    bool publishes_state;
    /* True if the descriptor uses the terrain weights of the agents' profile
     * (wend_view_terrain_weight, wend_view_ground_weight), or its speed factors
     * (wend_view_terrain_speed). If a profile has weights other than 1 or a slope_weight, at least
     * one of its descriptors must use weights; if it has factors other than 1, at least one must
     * use speeds. */
    bool uses_terrain_weights, uses_terrain_speeds;
    void (*enter)(const wend_view *view, const wend_agents *agents, uint32_t index);
    void (*leave)(const wend_view *view, const wend_agents *agents, uint32_t index);
    /* begin_step and end_step are called with `agents` that have no ranges. */
    void (*begin_step)(const wend_view *view, const wend_agents *agents);
    void (*end_step)(const wend_view *view, const wend_agents *agents);
    /* Adds marks that show what the descriptor did for body `index`; `intent` is the input or
     * output of the descriptor. */
    void (*explain)(const wend_view *view, const wend_agents *agents, uint32_t index,
                    const wend_intent *intent, wend_sketch *sketch);
    /* These functions manage an object (wend_agents.model) for each profile that uses the
     * descriptor: a field, a cache, or other data that does not belong to one agent. All four
     * functions are called on the thread that calls the library.
     *
     * `create` creates the object when the profile is added, or when a planner that only selects
     * another planner is replaced by this descriptor. If `create` fails, adding the profile fails;
     * `create` must then leave nothing allocated. `destroy` frees the object together with the
     * profile or the world; it is called for every object that was created. begin_step and end_step
     * may change the object. While agents are processed, the object is read-only and used by all
     * workers at the same time.
     *
     * If later steps depend on the object, `save` and `load` keep it in snapshots. `save` returns
     * the object's size in bytes, which is always the same for the same object, and writes the
     * bytes if `capacity` is large enough (`out` may be NULL). `load` is called after `create` and
     * gets these bytes, which may be unaligned. It must refuse damaged bytes; then the snapshot is
     * refused. */
    wend_result (*create)(const wend_model_def *def, void **out, wend_error *error);
    void (*destroy)(void *model);
    size_t (*save)(const void *model, void *out, size_t capacity);
    wend_result (*load)(void *model, const void *bytes, size_t size, wend_error *error);
    /* Name of the parameter (of type WEND_PARAM_NUMBER, 0 or more) by which the descriptor avoids
     * crowds (wend/density.h), or NULL. If its value is above 0, the world must have a density
     * grid, and agents with such a planner look for other routes in each period. */
    const char *crowd_param;
    const void *reserved[7]; /* must be NULL */
} wend_stage;

#define WEND_NO_GOAL UINT32_MAX /* no goal */
#define WEND_NONE    UINT32_MAX /* no index, for optional indices */

/* A selector chooses the goal of each agent. It writes the index of a goal, or WEND_NO_GOAL if the
 * agent is to wait. A goal of limited capacity is claimed for the agent; if the claim is not
 * granted, the selector is called again in the next step. If the goal turns out to be unreachable,
 * the selector is called again in the same step. */
typedef struct wend_selector {
    wend_stage stage;
    /* If true, its agents head for all goals of their set that are open (or will open) and have
     * unlimited capacity, and arrive at the first one that they reach. The planner plans for the
     * selected goal. If a model steers to another region of the intent, the goal of that region
     * becomes the agent's goal. */
    bool takes_all_goals;
    void (*select)(const wend_view *view, const wend_agents *agents, uint32_t *goals);
    /* If true, it is called for one agent after the other, in the order of their keys, on the
     * thread that steps the world, after all other selectors. It then sees the choices of the
     * agents before it: populations of goals and turns of goal sets (wend/select.h). */
    bool sequential;
    bool uses_populations; /* it calls wend_view_goal_population */
    bool places_goals;     /* it calls wend_view_place_goal */
    /* True: agents may stay where they are. Conformance tests then check only that agents are
     * safe. */
    bool may_stand;
    /* Name of the parameter (of type WEND_PARAM_NUMBER) that holds the time in s after which agents
     * that walk choose again, or NULL. At the value 0 they do not. Each agent is due in steps that
     * depend on its key. */
    const char *period_param;
} wend_selector;

/* A map that a planner uses. */
typedef struct wend_map_need {
    const char *kind;  /* the name of a kind of map: "navmesh" */
    const char *param; /* name of the parameter (of type WEND_PARAM_NAME) that holds the name of the
                          map; if its value is "", the first map of that kind is used */
    /* The map is used only if the choice parameter `when` has the value `value`. If `when` is NULL,
     * the map is always used. */
    const char *when, *value;
} wend_map_need;

/* A planner plans a route for each agent that has a goal. An agent has no route if the planner adds
 * none for it. */
typedef struct wend_planner {
    wend_stage stage;
    uint32_t gives;            /* WEND_ROUTE_... bits of its routes */
    const wend_map_need *maps; /* the maps that the planner uses; routes are planned on the first */
    uint32_t map_count;        /* 0: it needs no map */
    bool routes_around_walls;  /* true: it finds a route wherever a disc fits; conformance tests
                                  check this */
    void (*plan)(const wend_view *view, const wend_agents *agents, wend_route_sink *sink);
    /* True if the route of body `index` is still open; otherwise the route is planned again. Called
     * for every agent with a route when a door or an obstacle class has been switched, or when a
     * moving obstacle starts or stops standing still (wend_world_def.obstacle_rest_time). If NULL,
     * routes always count as open. */
    bool (*is_route_open)(const wend_view *view, const wend_agents *agents, uint32_t index,
                          const wend_route *route);
    /* Returns the length (m) of the route that the planner would plan for body `index`. The route
     * leads from the location `from` to the nearest point of the region `to` on the layer `layer`.
     * Returns INFINITY if the planner finds no route. Called in spaces with connections, for any
     * location. If NULL, the straight-line distance is used. */
    double (*route_length)(const wend_view *view, const wend_agents *agents, uint32_t index,
                           wend_location from, const wend_region *to, uint32_t layer);
    /* For a planner that only selects another planner, and therefore needs no `plan`. Returns the
     * name of the planner that replaces it in the profile, with default parameters. Called once,
     * before the first agent of the profile enters the world; `profile` is the index of the
     * profile, for wend_view_profile_has_weights, and `user` is wend_entry.user. If no planner
     * fits, it fills in `error` and returns NULL, and the step fails. If this function is NULL, the
     * planner plans routes itself. */
    const char *(*choose)(const wend_view *view, uint32_t profile, void *user, wend_error *error);
    /* For a planner that gives WEND_ROUTE_FIELD: the functions for its fields, see wend/field.h. */
    const struct wend_field_type *field_type;
    /* For a planner whose agents share work. In every step in which agents need routes, `collect`
     * is called for all of them before `plan`, on the thread that calls the library; it notes in
     * the object (wend_agents.model) what they need. Then `task_count` returns the number of
     * independent tasks that prepare this, and `run_task` runs one task; several workers run
     * different tasks at the same time. The last two are called with `agents` that have no ranges.
     * What a task prepares must not change the routes that `plan` finds, only the time it takes.
     * Set all three functions or none. */
    void (*collect)(const wend_view *view, const wend_agents *agents);
    uint32_t (*task_count)(const wend_view *view, const wend_agents *agents);
    void (*run_task)(const wend_view *view, const wend_agents *agents, uint32_t task);
    /* For a planner that cannot use every map of the kinds that it names: returns what it needs
     * instead ("a grid of squares or rectangles"), or NULL if it can use the map. The first step
     * with agents of the profile fails if it refuses a map. NULL: every map is accepted. */
    const char *(*refuse_map)(const wend_map *map);
    /* True: a route need not lead to the goal, because a designer decides where it leads, or
     * because the method has local minima. Conformance tests then check only that agents are safe.
     */
    bool may_not_arrive;
    /* The choices of a parameter of the first kind of map with which refuse_map accepts a map, so
     * that other maps are refused before they are built; the list ends with NULL. `map_choice` is
     * the name of the parameter; if it is NULL, only refuse_map decides. */
    const char *map_choice;
    const char *const *map_choices;
} wend_planner;

/* The functions for a planner's guiding fields: see wend/field.h. */
typedef struct wend_field_type wend_field_type;

/* A follower turns a route into the immediate goal of each agent. Its state is zeroed at the start
 * of each route. */
typedef struct wend_follower {
    wend_stage stage;
    uint32_t needs; /* WEND_ROUTE_... bits that its routes must have; missing portals are derived */
    /* True if the follower does not follow routes. Its agents then get its intents even while they
     * have no goal or no route, while they wait, and after they have arrived. Its state is kept
     * when a route begins. */
    bool needs_no_goal;
    void (*follow)(const wend_view *view, const wend_agents *agents, wend_intent *intents);
} wend_follower;

/* The parameters that every follower has. They are the first field of its parameter struct, and the
 * first rows of its table. */
typedef struct wend_aim {
    int32_t aim; /* 0 `preferred_point`: aim at the region's preferred point; 1 `nearest`: aim at
                    its nearest point */
    int32_t intercept; /* 0 `off`: aim at the current position of a moving region; 1 `on`: aim at
                          its future position */
} wend_aim;

/* The choices of wend_aim.aim and wend_aim.intercept, NULL-terminated. */
WEND_API extern const char *const wend_aim_choices[];
WEND_API extern const char *const wend_switch_choices[]; /* the choices "off" and "on" */

/* The rows of a parameter table that describe wend_aim. */
#define WEND_AIM_ROWS                                                                              \
    {"aim",                                                                                        \
     WEND_PARAM_CHOICE,                                                                            \
     offsetof(wend_aim, aim),                                                                      \
     1.0,                                                                                          \
     0.0,                                                                                          \
     0.0,                                                                                          \
     "",                                                                                           \
     "the point of a region to head for, for models that need a point",                            \
     wend_aim_choices},                                                                            \
    {                                                                                              \
        "intercept", WEND_PARAM_CHOICE, offsetof(wend_aim, intercept), 1.0, 0.0, 0.0, "",          \
            "head for the future position of a moving region", wend_switch_choices                 \
    }

/* Returns the WEND_REGION_... flags for these parameters. */
static inline uint8_t wend_aim_flags(const wend_aim *aim) {
    return (uint8_t)((aim->aim ? WEND_REGION_AIM_NEAREST : 0) |
                     (aim->intercept ? WEND_REGION_INTERCEPT : 0));
}

/* A modifier changes the intents of agents, such as their preferred speed. */
typedef struct wend_modifier {
    wend_stage stage;
    void (*modify)(const wend_view *view, const wend_agents *agents, wend_intent *intents);
} wend_modifier;

/* What a steering model needs from the world. */
enum {
    WEND_NEEDS_CORRIDOR = 1 << 0,
    WEND_NEEDS_FIELD = 1 << 1,
    /* The intents of other agents in earlier steps: wend_view_last_intent. */
    WEND_NEEDS_INTENTS = 1 << 2
};

/* A steering model chooses the velocity of each agent. It must write every field of each outcome,
 * because they are not zeroed in advance. Agents that have to stand (arrived, waiting, without a
 * route) have an intent with speed 0.
 *
 * `propose` is for models in which agents compete for something, such as the cells of a grid. It is
 * called for all agents of the model before `steer` is called for any of them, and claims what they
 * need for their next move (wend_view_claim). `steer` then finds out what was granted
 * (wend_view_holds), and gets the same intents. Both are called in the same steps: see steer_every
 * and `every_step`. If the model publishes its states, `steer` may also read what `propose` has
 * written in this step in the states of other agents, and must not write that part. */
typedef struct wend_steering {
    wend_stage stage;
    uint32_t needs;       /* WEND_NEEDS_... bits */
    bool reciprocates;    /* its agents do their share of avoiding others */
    bool every_step;      /* it is called in every step, regardless of the world's steer_every */
    bool respects_limits; /* it respects the speed and acceleration limits itself */
    bool avoids_agents;   /* a claim, like the next three fields; tests check that it is correct */
    bool avoids_walls;
    bool resolves_head_on;
    bool no_local_minima;
    /* It chooses among all regions of an intent; else it uses only the first. */
    bool weighs_regions;
    void (*steer)(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes);
    /* May be NULL. This function may write only claims, releases and the agents' states. */
    void (*propose)(const wend_view *view, const wend_agents *agents, const wend_intent *intents);
    /* For a model in which a parameter decides whether agents do their share: returns it for the
     * parameters of a profile. NULL: `reciprocates` holds for all profiles. */
    bool (*reciprocates_with)(const void *params);
    /* True: its agents may not arrive, or arrive late, even if they are alone, because they move at
     * random or on a lattice. Conformance tests then check that they are safe, and that nearly all
     * of them arrive. */
    bool may_not_arrive;
} wend_steering;

/* ---- View ------------------------------------------------------------------------------------ */

/* The state of the world during a step; it does not change while stages run. */
struct wend_view {
    const wend_body *bodies; /* sorted into strips of cells, ghosts included; no result may depend
                                on the order within a cell */
    uint32_t body_count;
    const wend_space *space;
    double time; /* s: simulated time at the start of the step */
    float dt;    /* s: duration of a step */
    /* s: time for which a velocity chosen now is kept (dt * steer_every). */
    float steer_interval;
    uint64_t step; /* number of steps completed before this one */
    uint64_t seed;
    uint32_t classes; /* mask of the active obstacle classes; in a call for agents, which share one
                         class mask, only the classes that also block these agents */
    float reach;      /* m: the largest radius in which agents can be found */
    /* In calls for agents on a belt, the velocity of the belt, m/s; else zero. The velocities of
     * bodies and of walls that queries find are relative to it. So are outcomes, and the velocities
     * of regions in the intents that steering models get. */
    wend_vec2 frame;
    const struct wend_internals *internals; /* the data that the functions below use */
};

/* Another agent near a location. */
typedef struct wend_neighbour {
    uint32_t index;         /* index of its body, or of its ghost if it is on another layer */
    float distance_squared; /* m^2: squared distance between the location and the agent's centre */
} wend_neighbour;

/* Finds the agents with their centre within `radius` (m, at most view->reach) of a location. They
 * are ordered by (squared distance, key), and at most `capacity` of them are written. An agent on
 * another layer counts if the straight line to it crosses a link between the two layers. An agent
 * at the location itself is included. Returns how many were written. */
WEND_API uint32_t wend_view_find_agents(const wend_view *view, wend_location location, float radius,
                                        wend_neighbour *out, uint32_t capacity);

/* Finds walls like wend_space_find_walls, in the space and its overlay. Takes into account which
 * obstacle classes are on, closed doors, and moving obstacles at their current positions. The
 * indices of overlay walls start at wend_space_wall_count. */
WEND_API uint32_t wend_view_find_walls(const wend_view *view, wend_location location, float radius,
                                       wend_wall_hit *out, uint32_t capacity);
/* Finds the nearest wall like wend_space_find_closest_wall, in the space and its overlay. */
WEND_API wend_wall_hit wend_view_find_closest_wall(const wend_view *view, wend_location location,
                                                   float radius);
/* True if the straight line between two locations is free in the space and its overlay, like
 * wend_space_is_visible. Walls of the overlay block the line even if it only touches them. */
WEND_API bool wend_view_is_visible(const wend_view *view, wend_location from, wend_location to,
                                   float radius);

/* Casts a ray like wend_space_ray_cast, in the space and its overlay. If the ray hits a moving
 * obstacle, the result includes the velocity of the obstacle at the hit point. Walls of the overlay
 * stop a ray even if it only touches them. */
WEND_API bool wend_view_ray_cast(const wend_view *view, wend_location from, wend_vec2 to,
                                 wend_ray_hit *out);

/* Finds visible parts like wend_space_visible_parts, in the space and its overlay. */
WEND_API uint32_t wend_view_visible_parts(const wend_view *view, wend_location from, float radius,
                                          const wend_location *points, uint32_t count,
                                          wend_interval *out, uint32_t capacity);

/* ---- Ground ---- */

/* Returns the height (m) of the ground at a location (wend_space_height). For its gradient, call
 * wend_space_slope on view->space. */
WEND_API double wend_view_height(const wend_view *view, wend_location location);
/* Returns the velocity (m/s) of the ground at a location: the velocity of the belt there, or (0, 0)
 * without a belt. In the view that models get for agents on a belt, all velocities of bodies are
 * relative to that belt. */
WEND_API wend_vec2 wend_view_ground_velocity(const wend_view *view, wend_location location);
/* Returns the terrain type at a location (wend_space_terrain). */
WEND_API uint32_t wend_view_terrain(const wend_view *view, wend_location location);
/* Returns the cost (m) of one metre of a terrain type for the agent of body `index`: 1 if its
 * profile has no rule for the type, INFINITY if the type is forbidden for the agent. O(rules of the
 * profile). */
WEND_API float wend_view_terrain_weight(const wend_view *view, uint32_t index, uint32_t type);
/* Returns the cost (m) of one metre of ground of a terrain type with a slope for the agent of body
 * `index`: wend_view_terrain_weight * (1 + k * slope), where k is the profile's slope_weight.
 * `slope` is the magnitude of the gradient of the ground (m of height per m, 0 or more), such as
 * that of wend_space_slope at the centroid of a face. O(rules of the profile). */
WEND_API float wend_view_ground_weight(const wend_view *view, uint32_t index, uint32_t type,
                                       float slope);
/* True if the profile with index `profile` has a weight of terrain that is not 1 (forbidden terrain
 * included), or a slope_weight above 0. O(rules of the profile). */
WEND_API bool wend_view_profile_has_weights(const wend_view *view, uint32_t profile);
/* Returns the factor that a terrain type applies to the agent's preferred speed: 1 if there is no
 * rule. Models must apply it themselves. O(rules of the profile). */
WEND_API float wend_view_terrain_speed(const wend_view *view, uint32_t index, uint32_t type);
/* Returns an identifier of the agent's weights for all terrain types and of its slope_weight, so
 * that agents with equal weights can share a field or a search tree. Agents with equal weights have
 * equal identifiers, even in different profiles, in snapshots and in other worlds; the identifier
 * is 0 if all weights are 1 and slope_weight is 0. A profile has at most WEND_MAX_WEIGHT_CLASSES
 * different identifiers. */
WEND_API uint64_t wend_view_weight_class(const wend_view *view, uint32_t index);

/* Returns the key of the agent of body `index`. */
WEND_API uint64_t wend_view_key(const wend_view *view, uint32_t index);
/* Returns the heading (rad) of the agent of body `index`: see wend_agent_attributes. */
WEND_API float wend_view_heading(const wend_view *view, uint32_t index);
/* Returns the obstacle classes that are on and block the agent of body `index`. For the agents of a
 * call, they equal view->classes. To query walls on behalf of another agent, a model copies the
 * view and sets `classes` in the copy to this mask. */
WEND_API uint32_t wend_view_classes(const wend_view *view, uint32_t index);
/* Returns the priority of the agent of body `index`. */
WEND_API int32_t wend_view_priority(const wend_view *view, uint32_t index);
/* Returns the label of the agent of body `index`, or "" if it has none. Valid during the step. */
WEND_API const char *wend_view_label(const wend_view *view, uint32_t index);
/* Returns the user data of the agent of body `index`. */
WEND_API uint64_t wend_view_user(const wend_view *view, uint32_t index);
/* Finds the body of the agent in a slot. Returns UINT32_MAX if there is none. */
WEND_API uint32_t wend_view_find_body(const wend_view *view, uint32_t slot);
/* Returns random bits for the agent of body `index` in this step. Independent uses need different
 * values of `purpose`. */
WEND_API uint64_t wend_view_random(const wend_view *view, uint32_t index, uint32_t purpose);

/* Returns the index of the goal that the agent heads for, or WEND_NO_GOAL. If its route first takes
 * a connection of the space, this is the entry of the connection; otherwise it is the agent's own
 * goal. */
WEND_API uint32_t wend_view_goal(const wend_view *view, uint32_t index);
/* Returns the current region of goal `goal`, which must not be WEND_NO_GOAL; its `id` names the
 * goal. Valid during the step. If the goal has several parts (a concave polygon), this is the part
 * that contains its preferred point. */
WEND_API const wend_region *wend_view_goal_region(const wend_view *view, uint32_t goal);
/* Gets all parts of a goal's region and returns how many there are. The first is the region that
 * wend_view_goal_region returns. The `id` of part k names the goal and the part. */
WEND_API uint32_t wend_view_goal_parts(const wend_view *view, uint32_t goal,
                                       const wend_region **parts);
/* Gets the goals that the agent heads for at the same time: the goals of its set if its selector
 * takes all of them (wend_selector.takes_all_goals), else only its own goal. Returns how many there
 * are; 0 if the agent has no goal. */
WEND_API uint32_t wend_view_active_goals(const wend_view *view, uint32_t index,
                                         const uint32_t **goals);
/* Returns the layer of a goal. */
WEND_API uint32_t wend_view_goal_layer(const wend_view *view, uint32_t goal);
/* Returns the free capacity of a goal: UINT32_MAX without a limit, 0 outside its time window. */
WEND_API uint32_t wend_view_goal_capacity_left(const wend_view *view, uint32_t goal);
/* Returns false for a goal in the agent's goal set if the agent's planner found no complete route
 * to it, and nothing that may open such a route has changed since then. Selectors skip this goal
 * while there are others. O(goals in the set). */
WEND_API bool wend_view_is_goal_reachable(const wend_view *view, uint32_t index, uint32_t goal);
/* Gets the goals among which the agent may choose (its goal set). Returns how many there are. */
WEND_API uint32_t wend_view_goal_set(const wend_view *view, uint32_t index, const uint32_t **goals);
/* Gets the points that the agent must pass before its goal (its path). Returns how many there are.
 * If the agent was pushed off its route, these are only the points that it has not passed yet. */
WEND_API uint32_t wend_view_path_points(const wend_view *view, uint32_t index,
                                        const wend_route_point **points);
/* True if the agent's path is an indicative route (wend_world_add_route), whose legs planners keep
 * as straight lines where they are open. */
WEND_API bool wend_view_path_is_route(const wend_view *view, uint32_t index);
/* Returns the activity of an agent. */
WEND_API wend_activity wend_view_activity(const wend_view *view, uint32_t index);
/* Returns the index, in the agent's intent, of the region that the agent chose last; 0 before its
 * first choice. */
WEND_API uint32_t wend_view_chosen_region(const wend_view *view, uint32_t index);
/* The intent that an agent had when it last chose its velocity, in an earlier step. */
typedef struct wend_last_intent {
    wend_vec2 aim; /* m: the point that it headed for (wend_region_aim) */
    /* m/s: directed from the agent's position at that time towards `aim`. */
    wend_vec2 preferred_velocity;
    /* m/s: preferred speed; 0: the agent had to stand still, and aimed at its own position. */
    float speed;
    wend_region_id region; /* the region that the agent chose; zeroed if it had to stand still */
} wend_last_intent;

/* Gets the last intent of the agent of body `index`. It belongs to the previous step or, if
 * steer_every is above 1, to the last step in which the agent chose a velocity. Returns false and
 * leaves `out` unchanged in three cases: the agent has not chosen a velocity since it entered or
 * returned from a connection; it is a ghost that the caller set; or no profile of the world has a
 * model that needs intents (WEND_NEEDS_INTENTS). O(1). Memory: 48 bytes for each agent, only in
 * worlds with such a model. */
WEND_API bool wend_view_last_intent(const wend_view *view, uint32_t index, wend_last_intent *out);
/* Returns the agent's route, or NULL. */
WEND_API const wend_route *wend_view_route(const wend_view *view, uint32_t index);
/* Returns the connection of the space that the agent's route leads to, or WEND_NO_CONNECTION if the
 * route leads to the agent's goal. Writes the location at which the agent will leave the connection
 * to `exit`, which may be NULL. */
WEND_API uint32_t wend_view_connection(const wend_view *view, uint32_t index, wend_location *exit);
#define WEND_NO_CONNECTION UINT32_MAX /* no connection */
/* Gets the slots of the agents in the agent's group, in the order of their keys. Returns how many
 * there are; 0 if the agent has no group. */
WEND_API uint32_t wend_view_group(const wend_view *view, uint32_t index, const uint32_t **slots);

/* Returns the map object at index `map` in the world's table, and its generation. */
WEND_API const void *wend_view_map(const wend_view *view, uint32_t map, uint32_t *generation);
/* Finds the first map of a kind that was added with wend_world_add_map and has the given name (NULL
 * or "" for any name). Writes its index in the world's table to `out`. Returns NULL if there is
 * none. */
WEND_API const wend_map *wend_view_find_map(const wend_view *view, const char *kind,
                                            const char *name, uint32_t *out);

/* Returns memory of this worker that is valid until the end of the step, or NULL if out of memory.
 */
WEND_API void *wend_view_scratch(const wend_view *view, uint32_t worker, size_t size);

/* ---- Claims ---------------------------------------------------------------------------------- */

/* Claims a resource for the agent of body `index`. Agents compete for resources, which have a
 * limited capacity (wend_world_add_resource). Within a pass, claims and releases are only recorded,
 * in parallel. When the pass has processed all agents, its releases are applied first. Then its
 * claims are granted in the order (resource, priority, key), lowest first, while capacity is free.
 * An agent holds a granted resource until it releases it or leaves.
 *
 * Select and plan are one pass each. Follow, modify and steer together form one pass. If the
 * steering model of any profile has `propose`, they form two passes: the first consists of follow,
 * modify, `propose` and the models without it; the second consists of `steer` of the models that
 * have `propose`, which see what the first pass granted. */
WEND_API void wend_view_claim(const wend_view *view, uint32_t worker, uint32_t index,
                              uint32_t resource, uint32_t priority);
/* Releases a resource that the agent of body `index` holds. The release is applied before the
 * claims of this pass are granted. */
WEND_API void wend_view_release(const wend_view *view, uint32_t worker, uint32_t index,
                                uint32_t resource);
/* True if the agent of body `index` holds a resource that was granted before this pass. O(resources
 * that the agent holds). */
WEND_API bool wend_view_holds(const wend_view *view, uint32_t index, uint32_t resource);
/* Returns how much of a resource's capacity is still free after the grants made before this pass.
 */
WEND_API uint32_t wend_view_capacity_left(const wend_view *view, uint32_t resource);
/* Finds the body of the agent to which a resource of capacity 1 was granted before this pass.
 * Returns UINT32_MAX if no agent holds the resource, if its holder is on a connection, or if its
 * capacity is larger than 1. O(1). */
WEND_API uint32_t wend_view_find_holder(const wend_view *view, uint32_t resource);

#ifdef __cplusplus
}
#endif

#endif
