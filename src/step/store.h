/* step/store.h: the tables of a world that stages read through the view.
 *
 * Hot data (wend_body) is kept in spatial order and rewritten in each step. The tables here hold
 * cold data. They are indexed by slot, goal, path or group, and their entries never move. */
#ifndef STEP_STORE_H
#define STEP_STORE_H

#include <wend/model.h>
#include <wend/world.h>

/* m: largest absolute value of x and y. This is the limit of the domain of the exact predicates.
 * Anything that moves stops at this limit. */
#define STORE_MAX_COORDINATE 32768.0F

static inline float store_clamp(double coordinate) {
    double limit = (double)STORE_MAX_COORDINATE;
    return (float)(coordinate > limit ? limit : coordinate < -limit ? -limit : coordinate);
}

/* Values of `body` for a slot that has no live agent. */
#define STORE_FREE   UINT32_MAX       /* the slot is on the free list */
#define STORE_QUEUED (UINT32_MAX - 1) /* the slot's agent enters at the start of the next step */
/* A bit of `body` that marks an agent on a connection. The other bits are an index in
 * `crossings`. */
#define STORE_CROSSING (UINT32_C(1) << 31)

/* What an agent chose when it last steered. */
typedef struct cold_choice {
    uint16_t region;       /* index of the chosen region in the agent's intent */
    uint16_t solve_status; /* wend_solve_status */
} cold_choice;

/* The activity of an agent: see behave/activity.h. */
typedef struct cold_behaviour {
    uint8_t activity; /* wend_activity */
    uint8_t previous; /* the previous activity; `choosing` at first */
    bool is_lost;     /* the agent needs a new route, but keeps the old one if there is no other */
    bool mask_changed : 1; /* the class mask was set, so the route must be checked in this step */
    bool is_rerouting : 1; /* a route that avoids crowds is planned, but the present one is open */
    bool has_given_goal : 1; /* a program, a state or a queue chose the goal, so the agent does not
                                choose again while it walks */
    uint32_t since;          /* the step in which the present activity began, modulo 2^32 */
} cold_behaviour;

/* The current leg of an agent's path, up to the next connection. Used only in a space with
 * connections. */
typedef struct cold_leg {
    uint32_t arc; /* arc at the end of the leg (step/connections.h); WEND_NONE if the leg ends at
                     the goal */
    uint32_t planned;            /* arc to which the agent's route leads */
    uint32_t via_first, via_end; /* range of the points of the agent's path that lie on this leg */
} cold_leg;

/* An agent's membership in a queue (state/queues.h). Used only in a world with queues. */
typedef struct cold_queue {
    uint32_t queue;          /* index, or WEND_NONE */
    uint32_t place;          /* index of the agent's place, or WEND_NONE */
    uint32_t next, previous; /* while it heads for the queue: its neighbours in the list of such
                                agents, or WEND_NONE */
    uint32_t status;         /* one of the constants below */
    double until;            /* s: when its service ends; NaN: it has not begun */
} cold_queue;
enum { QUEUE_HEADING, QUEUE_WAITING, QUEUE_SERVED };

/* The attributes of an agent, apart from its motion. */
enum {
    /* Numbers for which the profile has a default. */
    ATTRIBUTE_RADIUS = 0, /* the current radius is stored in the body */
    ATTRIBUTE_PREFERRED_SPEED,
    ATTRIBUTE_MAX_SPEED,
    ATTRIBUTE_MAX_ACCELERATION,
    ATTRIBUTE_MAX_TURN_RATE,
    ATTRIBUTE_NUMBER_COUNT,
    /* Other attributes. */
    ATTRIBUTE_HEADING = ATTRIBUTE_NUMBER_COUNT,
    ATTRIBUTE_CLASS_MASK,
    ATTRIBUTE_PRIORITY,
    ATTRIBUTE_LABEL,
    ATTRIBUTE_USER,
    ATTRIBUTE_DELAY, /* for agents that stand still at first */
    ATTRIBUTE_COUNT
};

#define RENEWAL_NEVER UINT32_MAX /* the route reaches the goal */

/* Cold data of agents, indexed by slot. */
typedef struct cold_store {
    uint32_t capacity; /* slots that the arrays can hold */
    uint32_t used;     /* number of slots ever assigned; the slots after them are unused */
    uint32_t free;     /* head of the free list, or STORE_FREE if it is empty; the list is linked
                          through `goal` */
    uint32_t free_count;
    uint64_t *key;
    uint32_t *generation; /* starts at 1; grows by one when the slot's agent leaves */
    uint32_t *body;       /* index of the agent's body, STORE_FREE or STORE_QUEUED */
    uint32_t *goal;       /* or WEND_NO_GOAL */
    uint32_t *goal_set;   /* or WEND_NONE */
    uint32_t *path;       /* or WEND_NONE */
    uint32_t *group;      /* or WEND_NONE */
    uint32_t *route;      /* handle in the route pool, from 1; 0 if the agent has no route */
    uint32_t *holdings;   /* head of the agent's list in the claim table, or CLAIM_NONE */
    cold_choice *choice;  /* the agent's last choice */
    cold_behaviour *behaviour;
    wend_vec2 *planned;    /* reference point of the agent's goal when its route was planned */
    uint64_t *unreachable; /* a bit for each goal set member to which no full route exists: see
                              store_member_bit */
    /* The intents at the last choice, and the intents of this step. The new ones replace the old
     * ones when all agents have moved. */
    wend_last_intent *intents, *new_intents;
    uint32_t *renewals; /* the step in which the next stretch of the agent's route is planned, or
                           RENEWAL_NEVER; NULL until an agent has a route in stretches */
    cold_leg *legs;
    cold_queue *queues; /* NULL until the world has a queue and an agent */
    /* Columns of attributes. A column exists if its bit in `attributes_used` is set. Otherwise it
     * is NULL, and each agent has the constant of its profile, or no value.
     *     numbers     float; NaN: sampled when the agent enters
     *     heading     float, in rad; NaN: the direction of the agent's velocity
     *     class mask  uint32_t, with the bit of class 0
     *     priority    int32_t
     *     label       uint32_t, an index into the label table; WEND_NONE: no label
     *     user        uint64_t
     *     delay       double, in s; of a queued agent: how long it will stand still; of an agent in
     *                 the world: the time until which it stands still, or 0 */
    void *attributes[ATTRIBUTE_COUNT];
    uint32_t attributes_used;
    bool has_sets;        /* the world has goal sets; if not, `unreachable` is NULL */
    bool has_intents;     /* a model needs intents; if not, both arrays are NULL */
    bool has_connections; /* the space has connections; if not, `legs` is NULL */
    bool has_queues;      /* the world has had a queue */
} cold_store;

static inline float *store_numbers(const cold_store *cold, uint32_t attribute) {
    return (float *)cold->attributes[attribute];
}

/* Returns the mask of the obstacle classes that count for each agent, indexed by slot; NULL if all
 * classes count for all agents. */
static inline const uint32_t *store_class_masks(const cold_store *cold) {
    return (const uint32_t *)cold->attributes[ATTRIBUTE_CLASS_MASK];
}

/* True if an agent in the world stands still because of its delay. */
static inline bool store_is_delayed(const cold_store *cold, uint32_t slot) {
    const double *column = (const double *)cold->attributes[ATTRIBUTE_DELAY];
    return column && column[slot] > 0.0;
}

static inline int32_t store_priority(const cold_store *cold, uint32_t slot) {
    const int32_t *column = (const int32_t *)cold->attributes[ATTRIBUTE_PRIORITY];
    return column ? column[slot] : 0;
}

/* Returns the goal that an agent heads for: its own goal, or the entry of the connection at the end
 * of its leg. */
static inline uint32_t store_target_goal_of(const uint32_t *goals, const cold_leg *legs,
                                            uint32_t slot) {
    uint32_t goal = goals[slot];
    if (__builtin_expect(legs != NULL, 0)) { /* rare: most spaces have no connections */
        goal = legs[slot].arc != WEND_NONE ? legs[slot].arc : goal;
    }
    return goal;
}
static inline uint32_t store_target_goal(const cold_store *cold, uint32_t slot) {
    return store_target_goal_of(cold->goal, cold->legs, slot);
}

/* True if an agent heads for a connection. */
static inline bool store_is_on_leg(const cold_store *cold, uint32_t slot) {
    return cold->legs && cold->legs[slot].arc != WEND_NONE;
}

/* Bits of `unreachable`: one for each member of a goal set. Members with index 62 or more share a
 * bit. */
#define STORE_TRYING_OTHERS (UINT64_C(1) << 63) /* other goals of the set are being tried */
static inline uint64_t store_member_bit(uint32_t member) {
    return UINT64_C(1) << (member < 62 ? member : 62);
}

static inline uint64_t store_unreachable(const cold_store *cold, uint32_t slot) {
    return cold->unreachable ? cold->unreachable[slot] : 0;
}

static inline void store_set_unreachable(cold_store *cold, uint32_t slot, uint64_t members) {
    if (cold->unreachable) {
        cold->unreachable[slot] = members;
    }
}

/* The speed in the stored intent of an agent that has not chosen yet. */
#define STORE_NO_INTENT (-1.0F)
static inline void store_forget_intent(cold_store *cold, uint32_t slot) {
    if (cold->intents) {
        cold->intents[slot] = (wend_last_intent){.speed = STORE_NO_INTENT};
    }
}

/* How a goal's region moves: with constant velocity, along a polyline, or with an agent that
 * carries it. */
typedef enum goal_motion { GOAL_STEADY, GOAL_ON_PATH, GOAL_CARRIED, GOAL_MOTION_COUNT } goal_motion;

enum {
    GOAL_MOST_PARTS = WEND_MAX_POLYGON,     /* convex parts of a concave polygon */
    GOAL_MOST_POINTS = 3 * WEND_MAX_POLYGON /* points of all parts; each cut adds two */
};

/* Bytes that the processor loads from memory at once. */
enum { STORE_LINE = 64 };

/* The path of a goal that moves along a polyline. */
typedef struct goal_path {
    const wend_point *points;
    uint32_t count;
    bool loops;
    double speed; /* m/s */
} goal_path;

/* A goal. `region` is its state at the start of the step; the members `base_...` are its state at
 * the time `since`. */
typedef struct goal_record {
    /* What followers and arrivals read in each step comes first, in one cache line: if each agent
     * has its own goal, each further line is a cache miss. */
    wend_region region; /* the goal's region, or its first part */
    uint32_t layer;
    uint16_t part_count; /* 1 for most goals; `parts` is then NULL */
    bool removed;        /* to be removed in this step; see world/remove.c */
    uint8_t arrive;      /* wend_arrive */
    uint8_t on_arrival;
    uint8_t motion;           /* goal_motion */
    bool absent;              /* the carrier has not entered yet, so the goal has no position */
    bool is_own;              /* it belongs to one agent: see state/own_goals.h */
    uint32_t point_count;     /* only for polygons; see `points` */
    wend_vec2 base_a, base_b; /* region.a and region.b at the time `since`; for a carried goal,
                                 relative to the carrier */
    double since;             /* s: start of the goal's present motion */
    double opens, closes;     /* s: the goal's time window; region has rounded copies */
    uint64_t moved;           /* the goal last moved at the start of the step with this number */
    uint32_t resource;     /* index of the goal's resource; WEND_NONE if it has no capacity limit */
    uint32_t set_count;    /* number of times that the goal occurs in goal sets */
    uint32_t next_removed; /* the next goal in the list of removed goals; WEND_NO_GOAL at its end */
    float tolerance;       /* m */
    char *name;            /* or NULL */
    /* Only for polygons: the points of all parts, now; behind them, the same points at the time
     * `since` (goal_base_points). Only for goals with several parts: behind those, the reference
     * point of each part at the time `since` (goal_base_part_points). */
    wend_vec2 *points;
    wend_region *parts; /* only for goals with several parts: all parts, including the first */
    goal_path path;     /* starts at the time `since`; the record owns its points */
    /* Only for carried goals: the carrier's key, and the carrier's last position. */
    uint64_t carrier;
    wend_vec2 carrier_position;
} goal_record;
_Static_assert(sizeof(void *) < 8 || (sizeof(goal_record) % STORE_LINE == 0 &&
                                      offsetof(goal_record, base_a) == STORE_LINE),
               "records begin with a cache line that contains what is read in each step");

typedef struct goal_table {
    goal_record *records;
    uint32_t count, capacity;
    uint32_t *changing; /* goals that move or have a time window, and are therefore updated in each
                           step */
    uint32_t changing_count, changing_capacity;
    bool has_parts; /* at least one goal has several parts */
    float *weights; /* indexed by goal; NULL while all weights are 1 */
    uint32_t weight_capacity;
} goal_table;

/* A list of indices: a goal set, or the slots of a group's members. */
typedef struct index_list {
    uint32_t *items;
    uint32_t count, capacity;
    bool unsorted;    /* for a group: the members must be sorted by key before use */
    bool removed;     /* to be removed in this step */
    bool shrinks;     /* for a goal set: one of its goals is to be removed */
    char *name;       /* or NULL */
    uint64_t entered; /* for a group: number of agents that have ever been in it */
    uint32_t turn;    /* for a goal set: wend_view_goal_set_turn */
} index_list;

typedef struct path_record {
    wend_route_point *points;
    uint32_t count;
    bool removed;  /* to be removed in this step */
    bool is_route; /* the lines between the points are kept: see wend_world_add_route */
} path_record;

typedef struct map_record {
    char *name;
    uint64_t content_hash;
    const void *object; /* owned by the caller, unless `is_held` */
    uint32_t generation;
    bool is_held; /* the object is a wend_map to which the world holds a reference */
} map_record;

/* Updates the region, parts, points and CLOSED flag of a goal to their state at `time`. */
void goal_update(goal_record *goal, double time);

/* Returns the translation along a path after `time` seconds, and the velocity at that time. Sums
 * the lengths of the legs on each call. Cost: O(points). */
wend_point goal_path_translation(const goal_path *path, double time, wend_vec2 *velocity);

/* True if `time` lies in the goal's time window and the goal's carrier, if any, has entered the
 * world. The window includes both its ends, with a tolerance for rounding. */
bool goal_is_open(const goal_record *goal, double time);

/* True if the goal has closed and will not open again. */
bool goal_has_closed(const goal_record *goal, double time);

static inline wend_vec2 *goal_base_points(const goal_record *goal) {
    return goal->points + goal->point_count;
}

static inline wend_vec2 *goal_base_part_points(const goal_record *goal) {
    return goal->points + 2 * (size_t)goal->point_count;
}

/* Returns the number of elements of `points`. */
static inline uint32_t goal_point_room(const goal_record *goal) {
    return 2 * goal->point_count + (goal->part_count > 1 ? goal->part_count : 0);
}

static inline const wend_region *goal_parts(const goal_record *goal) {
    return goal->parts ? goal->parts : &goal->region;
}

#endif
