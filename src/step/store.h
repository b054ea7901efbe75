/* step/store.h: the tables of a world that stages read through the view.
 *
 * Hot data (wend_body) lies in spatial order and is rewritten each step. The tables here hold cold
 * data: they are indexed by slot, goal, path or group, and their entries never move. */
#ifndef STEP_STORE_H
#define STEP_STORE_H

#include <wend/model.h>
#include <wend/world.h>

/* Largest coordinate in x or y, m: the domain of the exact predicates. Anything that moves stops
 * there. */
#define STORE_MAX_COORDINATE 32768.0F

static inline float store_clamp(double coordinate) {
    double limit = (double)STORE_MAX_COORDINATE;
    return (float)(coordinate > limit ? limit : coordinate < -limit ? -limit : coordinate);
}

/* Values of `body` for a slot without a live agent. */
#define STORE_FREE   UINT32_MAX       /* on the free list */
#define STORE_QUEUED (UINT32_MAX - 1) /* its agent enters at the start of the next step */
/* Bit that marks an agent on a connection; the other bits are its index in `crossings`. */
#define STORE_CROSSING (UINT32_C(1) << 31)

/* The last choice of an agent. */
typedef struct cold_choice {
    uint16_t region;       /* region of its intent */
    uint16_t solve_status; /* wend_solve_status */
} cold_choice;

/* The activity of an agent: see behave/activity.h. */
typedef struct cold_behaviour {
    uint8_t activity;  /* wend_activity */
    uint8_t previous;  /* the activity before it; choosing at first */
    bool is_lost;      /* needs a new route, but keeps its own if there is no other */
    bool mask_changed; /* its class mask was set: check its route in this step */
    uint32_t since;    /* the step in which the activity began, modulo 2^32 */
} cold_behaviour;

/* The current leg of an agent's path, up to the next connection, in a space with connections. */
typedef struct cold_leg {
    uint32_t arc;     /* arc at its end (step/connections.h); WEND_NONE: it ends at the goal */
    uint32_t planned; /* arc that its route leads to */
    uint32_t via_first, via_end; /* points of the agent's path on this leg */
} cold_leg;

/* Attributes of an agent, besides its motion. */
enum {
    /* Numbers with a default in the profile. */
    ATTRIBUTE_RADIUS = 0, /* stored in the body */
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
    ATTRIBUTE_COUNT
};

/* Cold agent data, by slot. */
typedef struct cold_store {
    uint32_t capacity; /* slots that the arrays can hold */
    uint32_t used;     /* slots ever assigned; later ones are unused */
    uint32_t free;     /* head of the free list, STORE_FREE if empty; linked through `goal` */
    uint32_t free_count;
    uint64_t *key;
    uint32_t *generation; /* from 1; grows by one when the agent leaves */
    uint32_t *body;       /* index of its body, STORE_FREE or STORE_QUEUED */
    uint32_t *goal;       /* or WEND_NO_GOAL */
    uint32_t *goal_set;   /* or WEND_NONE */
    uint32_t *path;       /* or WEND_NONE */
    uint32_t *group;      /* or WEND_NONE */
    uint32_t *route;      /* handle in the route pool, from 1; 0: none */
    uint32_t *holdings;   /* head of its list in the claim table, or CLAIM_NONE */
    cold_choice *choice;  /* the last one */
    cold_behaviour *behaviour;
    wend_vec2 *planned;    /* reference point of its goal when its route was planned */
    uint64_t *unreachable; /* bits of goal set members without a full route: store_member_bit */
    bool has_sets;         /* the world has goal sets; else `unreachable` is NULL */
    /* Intents at the last choice, and those of this step, which replace them when all agents have
     * moved. */
    wend_last_intent *intents, *new_intents;
    bool has_intents; /* a model needs them; else both are NULL */
    cold_leg *legs;
    bool has_connections; /* the space has connections; else `legs` is NULL */
    /* Columns of attributes. Those whose bit in `attributes_used` is set exist; the others are
     * NULL, and each agent has its profile's constant, or no value:
     *     numbers     float, NaN: sampled when the agent enters
     *     heading     float, rad, NaN: the direction of its velocity
     *     class mask  uint32_t, with the bit of class 0
     *     priority    int32_t
     *     label       uint32_t, an index of the label table, WEND_NONE: none
     *     user        uint64_t */
    void *attributes[ATTRIBUTE_COUNT];
    uint32_t attributes_used;
} cold_store;

static inline float *store_numbers(const cold_store *cold, uint32_t attribute) {
    return (float *)cold->attributes[attribute];
}

/* Returns the masks of obstacle classes that count for agents, by slot; NULL: all classes count for
 * all agents. */
static inline const uint32_t *store_class_masks(const cold_store *cold) {
    return (const uint32_t *)cold->attributes[ATTRIBUTE_CLASS_MASK];
}

static inline int32_t store_priority(const cold_store *cold, uint32_t slot) {
    const int32_t *column = (const int32_t *)cold->attributes[ATTRIBUTE_PRIORITY];
    return column ? column[slot] : 0;
}

/* Returns the goal that an agent heads for: its own, or the entry of the connection at the end of
 * its leg. */
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

/* Bits of `unreachable`, one for each member of a goal set. Members from 62 on share a bit. */
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

/* Speed in the record of an agent that has not chosen yet. */
#define STORE_NO_INTENT (-1.0F)
static inline void store_forget_intent(cold_store *cold, uint32_t slot) {
    if (cold->intents) {
        cold->intents[slot] = (wend_last_intent){.speed = STORE_NO_INTENT};
    }
}

/* How a goal's region moves: with constant velocity, along a path of points, or with an agent. */
typedef enum goal_motion { GOAL_STEADY, GOAL_ON_PATH, GOAL_CARRIED, GOAL_MOTION_COUNT } goal_motion;

enum {
    GOAL_MOST_PARTS = WEND_MAX_POLYGON,     /* convex parts of a concave polygon */
    GOAL_MOST_POINTS = 3 * WEND_MAX_POLYGON /* points of all parts: each cut adds two */
};

/* The path of a goal that moves along one. */
typedef struct goal_path {
    const wend_point *points;
    uint32_t count;
    bool loops;
    double speed; /* m/s */
} goal_path;

/* A goal. `region` is its state at the start of the step; the base values are those at `since`. */
typedef struct goal_record {
    wend_region region;       /* the first part */
    wend_vec2 base_a, base_b; /* region.a and region.b at `since`; relative to a carrier */
    double since;             /* s: start of its present motion */
    double opens, closes;     /* s: its time window; region.opens and closes are rounded */
    uint64_t moved;           /* the step at whose start it last moved */
    uint32_t layer;
    uint32_t resource; /* WEND_NONE: no capacity limit */
    float tolerance;   /* m */
    uint8_t arrive;    /* wend_arrive */
    uint8_t on_arrival;
    uint8_t motion;        /* goal_motion */
    bool absent;           /* its carrier has not entered yet: it has no position */
    bool removed;          /* to be removed in this step; see world/remove.c */
    uint32_t set_count;    /* memberships in goal sets, with repetitions */
    uint32_t next_removed; /* list of removed goals; WEND_NO_GOAL: end */
    char *name;            /* or NULL */
    /* Polygons: the points of all parts, at `since` and now. */
    wend_vec2 *base_points, *points;
    uint32_t point_count;
    /* Goals with several parts: all parts, including the first, and their reference points at
     * `since`. */
    uint32_t part_count; /* 1 for most goals; `parts` is then NULL */
    wend_region *parts;
    wend_vec2 *base_part_points;
    goal_path path; /* starts at its first point at `since`; owns its points */
    /* Carried goals: the carrier's key, and its last position. */
    uint64_t carrier;
    wend_vec2 carrier_position;
} goal_record;

typedef struct goal_table {
    goal_record *records;
    uint32_t count, capacity;
    uint32_t *changing; /* goals that move or have a time window: updated in each step */
    uint32_t changing_count, changing_capacity;
    bool has_parts; /* a goal has several parts */
} goal_table;

/* A list of indices: a goal set, or the slots of a group's members. */
typedef struct index_list {
    uint32_t *items;
    uint32_t count, capacity;
    bool unsorted;    /* a group: its members must be sorted by key before use */
    bool removed;     /* to be removed in this step */
    bool shrinks;     /* a goal set: one of its goals is to be removed */
    char *name;       /* or NULL */
    uint64_t entered; /* number of agents ever in the group */
} index_list;

typedef struct path_record {
    wend_route_point *points;
    uint32_t count;
    bool removed; /* to be removed in this step */
} path_record;

typedef struct map_record {
    char *name;
    uint64_t content_hash;
    const void *object; /* not owned, unless is_held */
    uint32_t generation;
    bool is_held; /* the object is a wend_map to which the world holds a reference */
} map_record;

/* Sets region, parts, points and the CLOSED flag of a goal to their state at `time`. */
void goal_update(goal_record *goal, double time);

/* Returns the translation along a path after `time` seconds, and the velocity at that time. Sums up
 * the legs each time: O(points). */
wend_point goal_path_translation(const goal_path *path, double time, wend_vec2 *velocity);

/* True if `time` lies in the goal's time window, ends included, up to rounding, and its carrier has
 * entered. */
bool goal_is_open(const goal_record *goal, double time);

/* True if the goal has closed and will not open again. */
bool goal_has_closed(const goal_record *goal, double time);

static inline const wend_region *goal_parts(const goal_record *goal) {
    return goal->parts ? goal->parts : &goal->region;
}

#endif
