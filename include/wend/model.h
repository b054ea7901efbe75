/* wend/model.h: the contracts between the stages of a step, and how to add to them.
 *
 *     near -> behave -> plan -> follow -> modify -> steer -> move
 *
 * A selector (behave), planner, follower, modifier or steering model is one const descriptor. It
 * gets a read-only view of the world and a list of its own agents, and writes one value for each:
 * a goal, a route, an intent, an outcome. Register yours in a wend_registry and name it in a
 * profile; the built-in ones are made in just the same way.
 *
 * Everything here is in local coordinates (single precision, relative to the space's origin). */
#ifndef WEND_MODEL_H
#define WEND_MODEL_H

#include <wend/base.h>
#include <wend/entry.h>
#include <wend/map.h>
#include <wend/space.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_view wend_view;

/* ---- Kernels --------------------------------------------------------------------------------- */

/* Which code models run that have several forms of it. All give the same results, bit for bit. */
typedef enum wend_kernel {
    WEND_KERNEL_AUTO,   /* the fastest that this machine can run */
    WEND_KERNEL_SCALAR, /* one agent at a time */
    WEND_KERNEL_SSE2,   /* eight at a time, on any x86-64 machine */
    WEND_KERNEL_AVX2,
    WEND_KERNEL_COUNT
} wend_kernel;

/* "auto", "scalar", "sse2", "avx2"; static storage. */
WEND_API const char *wend_kernel_text(wend_kernel kernel);
/* Whether this machine, and this build of the library, can run it. */
WEND_API bool wend_kernel_is_available(wend_kernel kernel);

/* ---- Agents as the stages see them ----------------------------------------------------------- */

/* What an agent is doing. It has one activity at a time. */
typedef enum wend_activity {
    WEND_ACTIVITY_CHOOSING, /* its goal is chosen in the next step: it has just entered, was given
                               another goal, or goes on from one that it reached */
    WEND_ACTIVITY_WAITING,  /* stands: there is no goal that it can take yet, because none is open
                               or has room, or a carried goal has not come */
    WEND_ACTIVITY_WALKING,  /* heads for its goal on a full route */
    WEND_ACTIVITY_APPROACHING, /* heads for its goal on a route that leads only near it */
    WEND_ACTIVITY_STRANDED,    /* stands: its planner found no route */
    WEND_ACTIVITY_CROSSING,    /* is on a connection of the space, and has no body */
    WEND_ACTIVITY_ARRIVED,     /* stands at its goal, for good */
    WEND_ACTIVITY_CLOSED,      /* stands: all its goals have closed, and no other is chosen */
    WEND_ACTIVITY_LEFT,        /* has left the world */
    WEND_ACTIVITY_COUNT
} wend_activity;

/* "choosing", "waiting" and so on; static storage. */
WEND_API const char *wend_activity_text(wend_activity activity);

/* Hot bits of a body: what loops over all bodies look for. Four more are free. */
enum {
    WEND_BODY_NEEDS_GOAL = 1 << 0,  /* its selector is to be asked */
    WEND_BODY_NEEDS_ROUTE = 1 << 1, /* its planner is to be asked */
    WEND_BODY_GIVEN_GOAL = 1 << 2,  /* its goal was set from outside: its selector is not asked */
    WEND_BODY_INSIDE = 1 << 3,      /* reached its goal, goes on, and has not left it yet */
    WEND_BODY_STANDS = 1 << 4,      /* its activity is waiting, stranded, arrived or closed */
    WEND_BODY_GHOST = 1 << 5,       /* stands on another layer, seen across a link; or is an agent
                                       of another world (wend_world_set_ghosts) */
    WEND_BODY_ONE_SIDED = 1 << 6,   /* its model does not reciprocate, or it cannot move (max_speed
                                       0): only the others avoid it */
    WEND_BODY_REMOVED = 1 << 7      /* leaves the world before the next step */
};

/* The hot record of an agent: 32 bytes, kept in spatial order. */
typedef struct wend_body {
    wend_vec2 position; /* m */
    wend_vec2 velocity; /* m/s */
    float radius;       /* m */
    uint32_t tags; /* layer (8 bits), profile (12), flags (12): read with the functions below */
    uint32_t slot; /* where its cold data lies; stable while it lives */
    uint32_t cell; /* private to the near stage */
} wend_body;

/* The layer that a body is on. */
static inline uint32_t wend_body_layer(const wend_body *body) {
    return body->tags & 0xffu;
}
/* The index of its profile. */
static inline uint32_t wend_body_profile(const wend_body *body) {
    return (body->tags >> 8) & 0xfffu;
}
/* Its flags: WEND_BODY_... */
static inline uint32_t wend_body_flags(const wend_body *body) {
    return body->tags >> 20;
}

/* A run of consecutive bodies [begin, end). */
typedef struct wend_range {
    uint32_t begin, end;
} wend_range;

/* The agents a descriptor is called for: all of one profile and with one class mask, as ranges in
 * ascending order. What it writes for body i goes to place i - first of its output array. */
typedef struct wend_agents {
    const wend_range *ranges;
    uint32_t range_count;
    uint32_t first;
    uint32_t profile;
    uint32_t worker;    /* picks scratch memory, must never influence results */
    const void *params; /* the descriptor's parameter struct */
    void *state;        /* the agent in slot s has state_size bytes at state + s * state_size */
    size_t state_size;
    void *model; /* what wend_stage.create made for this profile; NULL without it */
    void *user;  /* wend_entry.user of the descriptor */
    wend_column preferred_speed, max_speed, max_acceleration; /* m/s, m/s, m/s^2 */
} wend_agents;

/* The plain state that a descriptor with state_size > 0 keeps for the agent in a slot. An agent's
 * state may be written for that agent alone, and read for no other, unless the descriptor publishes
 * it (wend_stage.publishes_state). */
static inline void *wend_agents_state(const wend_agents *agents, uint32_t slot) {
    return (char *)agents->state + agents->state_size * slot;
}

/* ---- Intent: follow -> steer ----------------------------------------------------------------- */

typedef enum wend_shape {
    WEND_SHAPE_DIRECTION, /* a: unit vector; never reached */
    WEND_SHAPE_POINT,     /* a; b.x: the room round it (clearance, m) that a follower knows, or 0 */
    WEND_SHAPE_DISC,      /* a: centre; b.x: radius */
    WEND_SHAPE_SEGMENT,   /* a, b: ends; of a way portal, a is on the left of who walks through */
    WEND_SHAPE_POLYGON,   /* points, count: convex, counter-clockwise; a: its preferred place */
    WEND_SHAPE_COUNT
} wend_shape;

enum {
    WEND_REGION_STOP = 1 << 0,        /* stop there; else pass through */
    WEND_REGION_AIM_NEAREST = 1 << 1, /* aim at its nearest point; else at its preferred place */
    WEND_REGION_INTERCEPT = 1 << 2,   /* aim where it will be; else where it is */
    WEND_REGION_CLOSED = 1 << 3,      /* outside its time window now */
    WEND_REGION_LOST = 1 << 4,   /* set by a follower whose agent has left its way: the route is
                                    planned anew before the next step */
    WEND_REGION_INSIDE = 1 << 5, /* the agent's centre is to come there; else its disc */
    WEND_REGION_RESCUE = 1 << 6  /* set by a modifier that begins to free an agent which makes no
                                    progress; counted in wend_stats.rescues */
};

/* What a region belongs to. */
typedef enum wend_region_kind {
    WEND_REGION_KIND_NONE,   /* nothing that lasts */
    WEND_REGION_KIND_POINT,  /* a point of the route */
    WEND_REGION_KIND_PORTAL, /* a portal of the route */
    WEND_REGION_KIND_GOAL    /* a goal of the world; the part counts if it has several */
} wend_region_kind;

/* Names a region: kind (2 bits), part (6) and index (24). A portal and a goal never have the same
 * id. Stable while the agent heads for the same thing; zeroed: none. */
typedef struct wend_region_id {
    uint32_t bits;
} wend_region_id;

/* The id of a part (0 to 63) of the thing of a kind and index (below 2^24). */
static inline wend_region_id wend_region_id_of(wend_region_kind kind, uint32_t index,
                                               uint32_t part) {
    wend_region_id id = {(uint32_t)kind << 30 | (part & 0x3fu) << 24 | (index & 0xffffffu)};
    return id;
}
/* The kind, the index and the part of an id. */
static inline wend_region_kind wend_region_id_kind(wend_region_id id) {
    return (wend_region_kind)(id.bits >> 30);
}
static inline uint32_t wend_region_id_index(wend_region_id id) {
    return id.bits & 0xffffffu;
}
static inline uint32_t wend_region_id_part(wend_region_id id) {
    return id.bits >> 24 & 0x3fu;
}
/* Whether two ids name the same part of the same thing. */
static inline bool wend_region_id_equal(wend_region_id a, wend_region_id b) {
    return a.bits == b.bits;
}

/* An immediate goal: a region of the plane, perhaps moving, perhaps open for a while only. */
typedef struct wend_region {
    uint8_t shape; /* wend_shape */
    uint8_t flags;
    uint16_t count; /* vertices of a polygon */
    wend_region_id id;
    wend_vec2 a;
    union {
        wend_vec2 b;
        const wend_vec2 *points; /* in the goal or in scratch memory of this step */
    };
    wend_vec2 velocity;  /* m/s */
    float opens, closes; /* window in simulated time, s; -INFINITY, INFINITY without one */
    float bias;          /* preferred place on a segment, 0 (a) to 1 (b) */
    float cost;          /* from here on to the end of the route, m; for choosing among regions */
} wend_region;

/* What an agent wants now. */
typedef struct wend_intent {
    wend_region region;      /* the first region */
    const wend_region *more; /* further ones, in scratch memory of this step */
    uint32_t more_count;
    float speed; /* preferred, m/s; 0 to stand */
} wend_intent;

/* The regions of an intent are numbered 0 (inline), 1 .. more_count. */
static inline const wend_region *wend_intent_region(const wend_intent *intent, uint32_t index) {
    return index == 0 ? &intent->region : &intent->more[index - 1];
}

/* The point of a region that an agent aims at which cannot use the region itself: its preferred
 * place or nearest point, moved ahead if it is to be intercepted at `speed`. For a direction: one
 * metre ahead. */
WEND_API wend_vec2 wend_region_aim(const wend_region *region, wend_vec2 from, float speed);
/* The point of a region nearest to `from` (which itself, if inside). Not for directions. */
WEND_API wend_vec2 wend_region_nearest(const wend_region *region, wend_vec2 from);
/* Distance from `from` to a region, 0 inside; INFINITY for directions. */
WEND_API float wend_region_distance(const wend_region *region, wend_vec2 from);

/* ---- Outcome: steer -> move ------------------------------------------------------------------ */

typedef enum wend_solve_status {
    WEND_SOLVE_FREE,      /* the best velocity that its constraints allow */
    WEND_SOLVE_RELAXED,   /* soft constraints were dropped */
    WEND_SOLVE_INFEASIBLE /* hard constraints contradict each other; the least bad was taken */
} wend_solve_status;

typedef struct wend_outcome {
    wend_vec2 velocity;     /* m/s */
    wend_vec2 displacement; /* over view->dt, m */
    uint16_t region;        /* the region of the intent that was chosen */
    uint8_t solve_status;   /* wend_solve_status */
    uint8_t teleports; /* 1: goes to `displacement` away as it is; walls and limits do not count */
    uint32_t layer;    /* of an agent that teleports: where it goes */
} wend_outcome;

/* ---- Route: plan -> follow ------------------------------------------------------------------- */

enum {
    WEND_ROUTE_POLYLINE = 1 << 0, /* points with clearance */
    WEND_ROUTE_PORTALS = 1 << 1,
    WEND_ROUTE_CORRIDOR = 1 << 2,
    WEND_ROUTE_FIELD = 1 << 3,
    /* What is known of it beside its parts: */
    WEND_ROUTE_UNPROVEN = 1 << 8, /* the search for the shortest route reached its limit; a route
                                    was found another way, and a shorter one may exist */
    WEND_ROUTE_STANDING = 1 << 9  /* it leads around moving obstacles that stand still, or, where
                                     there is no route around them, up to them; it is planned again
                                     when one begins or ceases to stand still */
};

typedef enum wend_route_status {
    WEND_ROUTE_STATUS_NONE,
    WEND_ROUTE_STATUS_PARTIAL,
    WEND_ROUTE_STATUS_FOUND
} wend_route_status;

/* A place on the way, and how much room is around it. */
typedef struct wend_route_point {
    wend_vec2 position;
    float clearance; /* distance to the nearest wall; INFINITY if unbounded */
    uint32_t layer;
} wend_route_point;

/* A segment that the way passes through; `left` is on the left hand of who walks the route. */
typedef struct wend_portal {
    wend_vec2 left, right;
    uint32_t layer; /* before it is crossed */
} wend_portal;

/* A disc of a corridor: as much free ground as there is round a place of its backbone, and where
 * that touches walls. From one disc to the next the corridor is bounded on either hand by the wall
 * between their places, or by a corner, where these are the same. Two discs in the same position
 * differ in one place: there the corridor passes an opening, and its boundary is the arc of the
 * disc from the one place to the other. It ends with the arcs of its first and last disc. */
typedef struct wend_corridor_disc {
    wend_vec2 position;    /* B, on the medial axis */
    wend_vec2 left, right; /* nearest places on walls, as one walks the route */
    float clearance;       /* R, m: distance to both */
    uint32_t layer;
} wend_corridor_disc;

/* The way an agent means to take. The goal itself always is the last thing on it: a route without
 * points is the straight line to the goal. */
typedef struct wend_route {
    wend_route_status status;
    uint32_t gives;           /* WEND_ROUTE_... bits */
    uint32_t map, generation; /* the map it was planned on: see wend_view_map; WEND_NO_MAP, any */
    const wend_route_point *points;
    uint32_t point_count;
    const wend_portal *portals;
    uint32_t portal_count;
    const wend_corridor_disc *discs; /* the corridor; `points` is the control path in it */
    uint32_t disc_count;             /* 0, or at least 2 */
    float inset;    /* m: the radius that the portals (its own, or the corridor's) leave room for:
                        where the centre of such a disc may cross; 0: from wall to wall */
    uint32_t field; /* with WEND_ROUTE_FIELD: its guiding field, see wend_view_field_sample; set by
                       the world */
    float cost;     /* m, or weighted m */
} wend_route;

#define WEND_NO_MAP UINT32_MAX

/* The number of portals of a route: its own; or, if it gives none, those that its corridor gives,
 * one at each disc but the first and the last, between its places on walls, drawn in towards its
 * middle by `inset`; or those that a polyline gives, one at each point, across the way and as wide
 * as the clearance on either hand. */
WEND_API uint32_t wend_route_portal_count(const wend_route *route);
/* Portal `index` for an agent that set out from `start`: see above. */
WEND_API wend_portal wend_route_portal(const wend_route *route, uint32_t index, wend_vec2 start);

/* What bounds a corridor nearest to a place. */
typedef struct wend_corridor_bound {
    wend_vec2 point; /* cp(x) on the boundary */
    float distance;  /* m: from the place to it; negative outside the corridor */
    float room;      /* m: clearance of the backbone beside the place */
} wend_corridor_bound;

/* The nearest point of the boundary of a route's corridor. `cursor` tells where in the corridor the
 * last such place was: 0 at first, then kept by the caller from place to place; so the cost is
 * constant for one who walks. A route without a corridor has none: distance INFINITY. */
WEND_API wend_corridor_bound wend_route_bound(const wend_route *route, wend_location place,
                                              uint32_t *cursor);

/* ---- Descriptors ----------------------------------------------------------------------------- */

/* Where a planner leaves its routes. */
typedef struct wend_route_sink wend_route_sink;
/* Copies a route for body `index`; the last one put counts. At most WEND_MAX_PATH points, portals
 * and discs; one that is not sound (NaN, an unknown layer or map) counts as none. Returns false
 * when memory ran out. */
WEND_API bool wend_route_sink_add(wend_route_sink *sink, uint32_t index, const wend_route *route);

/* Where `explain` leaves its marks: see wend/explain.h. */
typedef struct wend_sketch wend_sketch;

/* What the object of a stage is made with. */
typedef struct wend_model_def {
    uint32_t size;            /* bytes that the library fills in; it grows at its end */
    uint32_t worker_count;    /* wend_agents.worker is below it */
    wend_allocator allocator; /* counted as memory of the world; from any thread, until `destroy`
                                 has returned */
    const wend_space *space;  /* lives as long as the object */
    const void *params;       /* the descriptor's parameter struct; lives as long as the object.
                                 There are no agents yet: of sampled numbers only constants can be
                                 read */
    void *user;               /* wend_entry.user */
    double dt;                /* s */
    uint64_t seed;            /* of the world */
} wend_model_def;

/* What the descriptors of all stages have in common. State is plain data without pointers, zeroed
 * when an agent enters; all functions may be NULL. `enter` and `leave` run on the thread that
 * steps, and may read body `index` and write its state, nothing else. */
typedef struct wend_stage {
    wend_entry entry;
    size_t state_size; /* bytes per agent */
    /* One table of states for all profiles and places that have this descriptor, so that an agent
     * may read what another one wrote in an earlier step. What is written in this step must not be
     * read for another agent: keep two copies, and write the one that is not read. */
    bool publishes_state;
    /* It goes by the terrain rules of the agents' profile (wend_view_terrain_weight,
     * wend_view_terrain_speed). A profile that has rules must have an entry that does. */
    bool uses_terrain;
    void (*enter)(const wend_view *view, const wend_agents *agents, uint32_t index);
    void (*leave)(const wend_view *view, const wend_agents *agents, uint32_t index);
    void (*begin_step)(const wend_view *view, const wend_agents *agents); /* no ranges are given */
    void (*end_step)(const wend_view *view, const wend_agents *agents);
    /* Marks what the descriptor did for body `index`; `intent` is what it got or gave. */
    void (*explain)(const wend_view *view, const wend_agents *agents, uint32_t index,
                    const wend_intent *intent, wend_sketch *sketch);
    /* An object per profile that names the descriptor, wend_agents.model: a field, a cache,
     * whatever is not one agent's. All run on the thread that calls the library.
     *
     * `create` makes it when the profile is added, or takes the place of a planner that chooses; a
     * failure is that of the profile, and must leave nothing behind. `destroy` frees it, with the
     * profile or the world; it is called for every object that was made. begin_step and end_step
     * may change the object; while agents run it is read only, for all workers at once.
     *
     * If later steps depend on it, `save` and `load` keep it in snapshots: `save` returns the bytes
     * that it takes, the same for the same object, and writes them if `capacity` is enough (`out`
     * may be NULL); `load` gets them after `create`, not aligned, and refuses what is damaged:
     * then the snapshot is refused. */
    wend_result (*create)(const wend_model_def *def, void **out, wend_error *error);
    void (*destroy)(void *model);
    size_t (*save)(const void *model, void *out, size_t capacity);
    wend_result (*load)(void *model, const void *bytes, size_t size, wend_error *error);
    const void *reserved[8]; /* must be NULL */
} wend_stage;

#define WEND_NO_GOAL UINT32_MAX
#define WEND_NONE    UINT32_MAX /* no index, where one is optional */

/* Says which goal an agent takes: writes the index of a goal, or WEND_NO_GOAL to wait. A goal of
 * limited capacity is claimed for the agent; who gets none is asked again in the next step. An
 * agent whose goal turns out to be unreachable is asked again in the same step. */
typedef struct wend_selector {
    wend_stage stage;
    /* Its agents head for all goals of their set that are open (or will be) and have no limit of
     * places, and arrive at whichever they reach; what it selects is the one to plan for. A model
     * that steers for another one of the intent's regions makes that goal the agent's. */
    bool all_at_once;
    void (*select)(const wend_view *view, const wend_agents *agents, uint32_t *goals);
} wend_selector;

/* A map that a planner uses. */
typedef struct wend_map_need {
    const char *kind;  /* the name of a kind of map: "navmesh" */
    const char *param; /* the parameter of type WEND_PARAM_NAME that names the map; "": the first
                          map of that kind */
    /* The map is used only if the parameter `when`, a choice, is `value`; NULL: always. */
    const char *when, *value;
} wend_map_need;

/* Says which way round; asked for agents that have a goal. An agent for which nothing is put has no
 * route. */
typedef struct wend_planner {
    wend_stage stage;
    uint32_t gives;            /* WEND_ROUTE_... bits of its routes */
    const wend_map_need *maps; /* that it uses; the first is the one that it plans on */
    uint32_t map_count;        /* 0: it needs none */
    bool routes_around_walls; /* claims a route wherever a disc fits; conformance tests assert it */
    void (*plan)(const wend_view *view, const wend_agents *agents, wend_route_sink *sink);
    /* Asked for every agent with a route when a door or an obstacle class was switched, or a moving
     * obstacle begins or ceases to stand still (see standing_after of wend_world_def): whether the
     * way is still open to body `index`. One that is not is planned anew. NULL: it always is. */
    bool (*holds)(const wend_view *view, const wend_agents *agents, uint32_t index,
                  const wend_route *route);
    /* In spaces with connections: the length of the route that it would plan for body `index` from
     * a location to the nearest point of a region on a layer, m; INFINITY if it knows none. May be
     * asked for any location. NULL: the straight distance counts. */
    double (*walk)(const wend_view *view, const wend_agents *agents, uint32_t index,
                   wend_location from, const wend_region *to, uint32_t layer);
    /* Of a planner that only chooses another one, and needs no `plan`: the name of the planner that
     * takes its place in the profile, with default parameters. Asked once, before the first agent
     * of the profile enters the world; `user` is wend_entry.user. NULL, with `error` filled: none
     * fits, and the step fails. NULL instead of a function: the planner plans itself. */
    const char *(*choose)(const wend_view *view, void *user, wend_error *error);
    /* Of a planner that gives WEND_ROUTE_FIELD: how its fields are made and read, see wend/field.h.
     */
    const struct wend_field_type *field_type;
} wend_planner;

typedef struct wend_field_type wend_field_type;

/* Says what the immediate goal on that way is. Its state is zeroed at the start of each route. */
typedef struct wend_follower {
    wend_stage stage;
    uint32_t needs; /* WEND_ROUTE_... bits; a converter fills in portals */
    /* It follows no route: its agents get its intents also while they have no goal or route, wait
     * or have arrived, and its state is kept when a route begins. */
    bool needs_no_goal;
    void (*follow)(const wend_view *view, const wend_agents *agents, wend_intent *intents);
} wend_follower;

/* The parameters that every follower has: the first field of its parameter struct, and the first
 * rows of its table. */
typedef struct wend_aim {
    int32_t aim;       /* 0 place: the region's preferred place, 1 nearest: its nearest point */
    int32_t intercept; /* 0 off: where a moving region is, 1 on: where it will be */
} wend_aim;

WEND_API extern const char *const wend_aim_choices[];
WEND_API extern const char *const wend_switch_choices[]; /* "off", "on" */

#define WEND_AIM_ROWS                                                                              \
    {"aim",                                                                                        \
     WEND_PARAM_CHOICE,                                                                            \
     offsetof(wend_aim, aim),                                                                      \
     0.0,                                                                                          \
     0.0,                                                                                          \
     0.0,                                                                                          \
     "",                                                                                           \
     "where to head for in a region, for models that need a point",                                \
     wend_aim_choices},                                                                            \
    {                                                                                              \
        "intercept", WEND_PARAM_CHOICE, offsetof(wend_aim, intercept), 1.0, 0.0, 0.0, "",          \
            "head for where a moving region will be", wend_switch_choices                          \
    }

/* The WEND_REGION_... flags that these parameters ask for. */
static inline uint8_t wend_aim_flags(const wend_aim *aim) {
    return (uint8_t)((aim->aim ? WEND_REGION_AIM_NEAREST : 0) |
                     (aim->intercept ? WEND_REGION_INTERCEPT : 0));
}

/* Changes the wish. */
typedef struct wend_modifier {
    wend_stage stage;
    void (*modify)(const wend_view *view, const wend_agents *agents, wend_intent *intents);
} wend_modifier;

enum {
    WEND_NEEDS_CORRIDOR = 1 << 0,
    WEND_NEEDS_FIELD = 1 << 1,
    WEND_NEEDS_INTENTS = 1 << 2 /* wend_view_last_intent: what others wanted in earlier steps */
};

/* Says which velocity now. Every outcome must be written whole; it is not zeroed before. Agents
 * that are to stand (arrived, waiting, without a route) have an intent of speed 0.
 *
 * A model whose agents compete for something, such as the cells of a grid, has `propose`: it is
 * called for all agents of the model before `steer` is called for any, and claims what they need
 * for their next move (wend_view_claim). `steer` then finds what was granted (wend_view_holds). It
 * gets the same intents. Both are called in the same steps: see steer_every and `every_step`. */
typedef struct wend_steering {
    wend_stage stage;
    uint32_t needs;      /* WEND_NEEDS_... bits */
    bool reciprocates;   /* takes its share of avoiding others */
    bool every_step;     /* is asked in every step, whatever the world's steer_every */
    bool honours_limits; /* keeps the speed and acceleration limits itself */
    bool avoids_agents;  /* what it claims; conformance tests assert it either way */
    bool avoids_walls;
    bool resolves_head_on;
    bool no_local_minima;
    bool weighs_regions; /* it chooses among all regions of an intent; else it uses the first */
    void (*steer)(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes);
    /* May be NULL. Writes nothing but claims, releases and the agents' state. */
    void (*propose)(const wend_view *view, const wend_agents *agents, const wend_intent *intents);
} wend_steering;

/* ---- View ------------------------------------------------------------------------------------ */

/* The frozen state of the world during a step. */
struct wend_view {
    const wend_body *bodies; /* sorted into strips, ghosts among them; no result may depend on the
                                order within a cell */
    uint32_t body_count;
    const wend_space *space;
    double time;          /* at the start of the step, s */
    float dt;             /* of a step, over which a displacement is, s */
    float steer_interval; /* for how long a velocity chosen now is kept: dt times steer_every, s */
    uint64_t step;        /* steps done before this one */
    uint64_t seed;
    uint32_t classes; /* the obstacle classes that are on and, during a call for agents, count for
                         them: they have the same class mask */
    float reach;      /* the farthest one can look for agents, m */
    /* Zero but in calls for agents on a belt: then the belt's velocity, m/s. Velocities of bodies,
     * of walls that queries find, and of the regions of intents that steering models get are
     * relative to it, and so are outcomes. */
    wend_vec2 frame;
    const struct wend_internals *internals; /* what the functions below read */
};

/* Another agent as seen from a place. */
typedef struct wend_neighbour {
    uint32_t index;         /* of its body, or of its ghost's if it stands on another layer */
    float distance_squared; /* between centres, m^2 */
} wend_neighbour;

/* Agents whose centre lies within `radius` (cut to view->reach) of a place, ordered by
 * (squared distance, key), the nearest `capacity` of them; who stands on another layer counts if
 * the straight line to it crosses a link between the two. The agent at the place itself is
 * included. Returns how many were written. */
WEND_API uint32_t wend_view_find_agents(const wend_view *view, wend_location place, float radius,
                                        wend_neighbour *out, uint32_t capacity);

/* As the queries of the same names in wend/space.h, on the space plus the overlay: switched classes
 * as they are now, closed doors, moving obstacles where they are now. Walls of the overlay have
 * indices from wend_space_wall_count on, and block sight when they are merely touched. */
WEND_API uint32_t wend_view_find_walls(const wend_view *view, wend_location place, float radius,
                                       wend_wall_hit *out, uint32_t capacity);
WEND_API wend_wall_hit wend_view_find_closest_wall(const wend_view *view, wend_location place,
                                                   float radius);
WEND_API bool wend_view_is_visible(const wend_view *view, wend_location from, wend_location to,
                                   float radius);

/* As wend_space_ray_cast, on the space plus the overlay. The velocity of a moving obstacle at the
 * hit point comes with it. Walls of the overlay stop a ray that merely touches them. */
WEND_API bool wend_view_ray_cast(const wend_view *view, wend_location from, wend_vec2 to,
                                 wend_ray_hit *out);

/* As wend_space_visible_parts, on the space plus the overlay. */
WEND_API uint32_t wend_view_visible_parts(const wend_view *view, wend_location from, float radius,
                                          const wend_location *points, uint32_t count,
                                          wend_interval *out, uint32_t capacity);

/* ---- Ground ---- */

/* The height of the ground at a location, m: wend_space_height; its gradient is wend_space_slope on
 * view->space. */
WEND_API double wend_view_height(const wend_view *view, wend_location place);
/* The velocity of the ground at a location, m/s: that of the belt there, else (0, 0). In the view
 * that models get for agents on a belt, all velocities of bodies are relative to that belt. */
WEND_API wend_vec2 wend_view_ground_velocity(const wend_view *view, wend_location place);
/* The terrain type at a location: wend_space_terrain. */
WEND_API uint32_t wend_view_terrain(const wend_view *view, wend_location place);
/* What a metre of a terrain type counts as for the agent of body `index`, m: 1 without a rule of
 * its profile, INFINITY if the type is forbidden to it. O(rules of the profile). */
WEND_API float wend_view_terrain_weight(const wend_view *view, uint32_t index, uint32_t type);
/* By which factor a terrain type changes the agent's preferred speed: 1 without a rule. Models
 * apply it; nothing else does. O(rules of the profile). */
WEND_API float wend_view_terrain_speed(const wend_view *view, uint32_t index, uint32_t type);
/* Names the weights of all types for the agent: equal for agents with equal weights, also of
 * different profiles, in snapshots and in other worlds; 0 if all weights are 1. A profile has at
 * most WEND_MAX_WEIGHT_CLASSES of them. So a field or a search tree can be shared by agents of one
 * class. */
WEND_API uint64_t wend_view_weight_class(const wend_view *view, uint32_t index);

/* The key of the agent of body `index`. */
WEND_API uint64_t wend_view_key(const wend_view *view, uint32_t index);
/* Attributes of the agent of body `index` (see wend_agent_attributes): its heading in rad, its
 * priority, its label ("" without one; valid during the step) and its user data. */
WEND_API float wend_view_heading(const wend_view *view, uint32_t index);
/* The obstacle classes that are on and count for the agent of body `index`: view->classes for the
 * agents of a call. A model that looks at walls on behalf of another agent copies the view, and
 * sets `classes` in the copy to these. */
WEND_API uint32_t wend_view_classes(const wend_view *view, uint32_t index);
WEND_API int32_t wend_view_priority(const wend_view *view, uint32_t index);
WEND_API const char *wend_view_label(const wend_view *view, uint32_t index);
WEND_API uint64_t wend_view_user(const wend_view *view, uint32_t index);
/* The body of the agent in a slot, or UINT32_MAX. */
WEND_API uint32_t wend_view_find_body(const wend_view *view, uint32_t slot);
/* Random bits for the agent of body `index` in this step; `purpose` tells uses apart. */
WEND_API uint64_t wend_view_random(const wend_view *view, uint32_t index, uint32_t purpose);

/* The index of the goal that the agent heads for, or WEND_NO_GOAL: its own; or, if its path takes a
 * connection of the space first, the entry of that. */
WEND_API uint32_t wend_view_goal(const wend_view *view, uint32_t index);
/* The region of goal `goal` (not WEND_NO_GOAL) as it is now; .id names the goal. Valid during
 * the step. Of a goal with several parts (a concave polygon): the part with its preferred place. */
WEND_API const wend_region *wend_view_goal_region(const wend_view *view, uint32_t goal);
/* All parts of a goal's region, the one above first; returns how many. The .id of part k names
 * the goal and the part. */
WEND_API uint32_t wend_view_goal_parts(const wend_view *view, uint32_t goal,
                                       const wend_region **parts);
/* The goals that the agent heads for at once: those of its set, if its selector takes all
 * (wend_selector.all_at_once); else its own goal alone. Returns how many, 0 without a goal. */
WEND_API uint32_t wend_view_goals_at_once(const wend_view *view, uint32_t index,
                                          const uint32_t **goals);
/* The layer a goal lies on. */
WEND_API uint32_t wend_view_goal_layer(const wend_view *view, uint32_t goal);
/* Free places at a goal, UINT32_MAX if it has no limit; 0 outside its time window. */
WEND_API uint32_t wend_view_goal_room(const wend_view *view, uint32_t goal);
/* False for a goal of its set that the agent's planner found no full route to, as long as nothing
 * has changed that may open one. Selectors leave such a goal out while there are others. O(set). */
WEND_API bool wend_view_is_goal_reachable(const wend_view *view, uint32_t index, uint32_t goal);
/* The goals that the agent may choose among (its goal set); returns how many. */
WEND_API uint32_t wend_view_goal_set(const wend_view *view, uint32_t index, const uint32_t **goals);
/* The points that the agent is told to pass on the way to its goal; returns how many. For one that
 * was pushed off its way: those it has not passed yet. */
WEND_API uint32_t wend_view_via(const wend_view *view, uint32_t index,
                                const wend_route_point **points);
/* What the agent is doing. */
WEND_API wend_activity wend_view_activity(const wend_view *view, uint32_t index);
/* The region of its intent that the agent chose last, 0 at first. */
WEND_API uint32_t wend_view_chosen_region(const wend_view *view, uint32_t index);
/* What an agent wanted when it chose its velocity last, in an earlier step. */
typedef struct wend_last_intent {
    wend_vec2 aim;                /* the point that it headed for (wend_region_aim), m */
    wend_vec2 preferred_velocity; /* from where it was then towards `aim`, m/s */
    float speed;                  /* that it preferred, m/s; 0: it was to stand, and aimed at its
                                     own position */
    wend_region_id region;        /* the region that it chose; zeroed if it was to stand */
} wend_last_intent;

/* What the agent of body `index` wanted last: in the step before this one or, with a steer_every
 * above 1, in the last one in which it chose. False, and `out` is left as it was: the agent has not
 * chosen since it entered or came back from a connection, it is a ghost that was set from outside,
 * or no profile of the world has a model that asks for this (WEND_NEEDS_INTENTS). O(1); 48 bytes
 * for each agent, only in worlds with such a model. */
WEND_API bool wend_view_last_intent(const wend_view *view, uint32_t index, wend_last_intent *out);
/* The agent's route, or NULL. */
WEND_API const wend_route *wend_view_route(const wend_view *view, uint32_t index);
/* The connection of the space that the agent's route leads to, WEND_NO_CONNECTION: it leads to the
 * agent's goal. Where the agent will come out goes to `exit`, which may be NULL. */
WEND_API uint32_t wend_view_connection(const wend_view *view, uint32_t index, wend_location *exit);
#define WEND_NO_CONNECTION UINT32_MAX
/* The slots of the agents in the same group, in the order of keys; returns how many, 0 without. */
WEND_API uint32_t wend_view_group(const wend_view *view, uint32_t index, const uint32_t **slots);

/* The map at `map` in the world's table (whatever object was put there), and its generation. */
WEND_API const void *wend_view_map(const wend_view *view, uint32_t map, uint32_t *generation);
/* The first map of a kind that was put there by wend_world_add_map, of that name unless `name` is
 * NULL or ""; its place in the table goes to `out`. NULL if there is none. */
WEND_API const wend_map *wend_view_find_map(const wend_view *view, const char *kind,
                                            const char *name, uint32_t *out);

/* Memory that lives until the end of the step, of this worker; NULL when there is none. */
WEND_API void *wend_view_scratch(const wend_view *view, uint32_t worker, size_t size);

/* ---- Claims ---------------------------------------------------------------------------------- */

/* What agents compete for is a resource with a capacity (wend_world_add_resource). A pass proposes
 * in parallel; when it has run for all agents, what it gives back is taken back first, then its
 * claims are granted in the order (resource, priority, key), lowest first, while there is room. A
 * grant is held until it is given back or the agent leaves.
 *
 * Select and plan are passes of their own. Follow, modify and steer are one pass. If some profile's
 * steering model has `propose`, they are two: follow, modify, `propose` and the models without it;
 * then `steer` of the models that have it, which see what the first pass granted. */
WEND_API void wend_view_claim(const wend_view *view, uint32_t worker, uint32_t index,
                              uint32_t resource, uint32_t priority);
/* Gives back what body `index` holds, before the claims of this pass are granted. */
WEND_API void wend_view_release(const wend_view *view, uint32_t worker, uint32_t index,
                                uint32_t resource);
/* Whether the agent of body `index` holds a resource, as granted before this pass. O(what the agent
 * holds). */
WEND_API bool wend_view_holds(const wend_view *view, uint32_t index, uint32_t resource);
/* Free room of a resource, as granted before this pass. */
WEND_API uint32_t wend_view_room(const wend_view *view, uint32_t resource);
/* The body of the agent that holds a resource of capacity 1, as granted before this pass.
 * UINT32_MAX: none holds it, its holder is on a connection, or its capacity is larger. O(1). */
WEND_API uint32_t wend_view_find_holder(const wend_view *view, uint32_t resource);

#ifdef __cplusplus
}
#endif

#endif
