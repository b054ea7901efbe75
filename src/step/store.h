/* step/store.h: the tables of a world that stages read through the view.
 *
 * Hot data (wend_body) lies in spatial order and is rewritten each step. Everything here is keyed
 * by slot, goal, path or group, never moves, and is read by index. */
#ifndef STEP_STORE_H
#define STEP_STORE_H

#include <wend/model.h>
#include <wend/world.h>

/* Nothing in a world lies farther from the origin than this in x or y, m: the domain of the exact
 * predicates. What moves stops there. */
#define STORE_FARTHEST 32768.0F

static inline float store_clamp(double coordinate) {
    double limit = (double)STORE_FARTHEST;
    return (float)(coordinate > limit ? limit : coordinate < -limit ? -limit : coordinate);
}

/* What `body` says of a slot that holds no live agent. */
#define STORE_FREE   UINT32_MAX       /* on the free list */
#define STORE_QUEUED (UINT32_MAX - 1) /* its agent is added at the start of the next step */
/* With this bit: its agent is on a connection; the rest is its index among those that are. */
#define STORE_CROSSING (UINT32_C(1) << 31)

/* What an agent chose. */
typedef struct cold_choice {
    uint16_t region;       /* of its intent */
    uint16_t solve_status; /* wend_solve_status */
} cold_choice;

/* What an agent is doing: see behave/activity.h. */
typedef struct cold_behaviour {
    uint8_t activity;  /* wend_activity */
    uint8_t previous;  /* the one before it; choosing at first */
    bool is_lost;      /* has left its route: keeps it if there is no other */
    bool mask_changed; /* its class mask was set: its route is checked in this step */
    uint32_t since;    /* the step in which the activity began, modulo 2^32 */
} cold_behaviour;

/* The leg of its path that an agent is on, in a space with connections: up to the next one. */
typedef struct cold_leg {
    uint32_t arc;     /* that it ends with (step/connections.h), WEND_NONE: with the goal */
    uint32_t planned; /* the arc that its route leads to */
    uint32_t via_first, via_end; /* points of the agent's path on this leg */
} cold_leg;

/* What belongs to an agent beside its motion. */
enum {
    /* The numbers that a profile has. */
    ATTRIBUTE_RADIUS = 0, /* lies in the body */
    ATTRIBUTE_PREFERRED_SPEED,
    ATTRIBUTE_MAX_SPEED,
    ATTRIBUTE_MAX_ACCELERATION,
    ATTRIBUTE_MAX_TURN_RATE,
    ATTRIBUTE_NUMBER_COUNT,
    /* Other ones. */
    ATTRIBUTE_HEADING = ATTRIBUTE_NUMBER_COUNT,
    ATTRIBUTE_CLASS_MASK,
    ATTRIBUTE_PRIORITY,
    ATTRIBUTE_LABEL,
    ATTRIBUTE_USER,
    ATTRIBUTE_COUNT
};

/* Cold agent data, by slot. */
typedef struct cold_store {
    uint32_t capacity; /* slots that the arrays have room for */
    uint32_t used;     /* slots ever handed out; those from here on are fresh */
    uint32_t free;     /* head of the free list, STORE_FREE if empty; linked through `goal` */
    uint32_t free_count;
    uint64_t *key;
    uint32_t *generation; /* from 1; grows by one when the agent leaves */
    uint32_t *body;       /* index of its body, STORE_FREE or STORE_QUEUED */
    uint32_t *goal;       /* WEND_NO_GOAL */
    uint32_t *goal_set;   /* WEND_NONE */
    uint32_t *path;       /* WEND_NONE */
    uint32_t *group;      /* WEND_NONE */
    uint32_t *route;      /* 0: none; else a route of the pool, from 1 */
    uint32_t *holdings;   /* head of what it holds in the claim table, CLAIM_NONE */
    cold_choice *choice;  /* its last one */
    cold_behaviour *behaviour;
    wend_vec2 *planned; /* where the reference point of its goal was when its route was planned */
    uint64_t *unreachable; /* members of its goal set without a full route: store_member_bit */
    bool has_sets;         /* there are goal sets; else `unreachable` is NULL */
    /* What agents wanted when they chose last, and what they want in this step: it is taken over
     * when all have moved. */
    wend_last_intent *intents, *new_intents;
    bool has_intents; /* some model asks for them; else both are NULL */
    cold_leg *legs;
    bool has_connections; /* the space has some; else `legs` is NULL */
    /* Columns of attributes, those of a set bit; the others are NULL, and each agent has its
     * profile's constant, or none:
     *     numbers     float, NaN: to be sampled when the agent enters
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

/* The masks of obstacle classes that count for agents, by slot; NULL: all classes do for all. */
static inline const uint32_t *store_class_masks(const cold_store *cold) {
    return (const uint32_t *)cold->attributes[ATTRIBUTE_CLASS_MASK];
}

static inline int32_t store_priority(const cold_store *cold, uint32_t slot) {
    const int32_t *column = (const int32_t *)cold->attributes[ATTRIBUTE_PRIORITY];
    return column ? column[slot] : 0;
}

/* The goal that an agent heads for: its own, or the entry of the connection that its leg ends with.
 */
static inline uint32_t store_heading_of(const uint32_t *goals, const cold_leg *legs,
                                        uint32_t slot) {
    uint32_t goal = goals[slot];
    if (__builtin_expect(legs != NULL, 0)) { /* most spaces have no connections */
        goal = legs[slot].arc != WEND_NONE ? legs[slot].arc : goal;
    }
    return goal;
}
static inline uint32_t store_heading(const cold_store *cold, uint32_t slot) {
    return store_heading_of(cold->goal, cold->legs, slot);
}

/* Whether it heads for a connection. */
static inline bool store_is_on_leg(const cold_store *cold, uint32_t slot) {
    return cold->legs && cold->legs[slot].arc != WEND_NONE;
}

/* The bit of a member of a goal set. Members from the last one on share a bit. */
#define STORE_TRYING (UINT64_C(1) << 63) /* goals of the set are being tried for the agent */
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

/* A record of an agent that has not chosen yet has this speed. */
#define STORE_NO_INTENT (-1.0F)
static inline void store_forget_intent(cold_store *cold, uint32_t slot) {
    if (cold->intents) {
        cold->intents[slot] = (wend_last_intent){.speed = STORE_NO_INTENT};
    }
}

/* How a goal's region moves: steadily, along a path of points, or with an agent. */
typedef enum goal_motion { GOAL_STEADY, GOAL_ON_PATH, GOAL_CARRIED, GOAL_MOTION_COUNT } goal_motion;

enum {
    GOAL_MOST_PARTS = WEND_MAX_POLYGON,     /* of a concave polygon, cut into convex ones */
    GOAL_MOST_POINTS = 3 * WEND_MAX_POLYGON /* of all parts together: each cut adds two */
};

/* The way of a goal that moves along one. */
typedef struct goal_path {
    const wend_point *points;
    uint32_t count;
    bool loops;
    double speed; /* m/s */
} goal_path;

/* A goal. `region` is as it is at the start of the step; what it moved from is beside it. */
typedef struct goal_record {
    wend_region region;       /* the first part */
    wend_vec2 base_a, base_b; /* region.a and region.b at `since`; relative to a carrier */
    double since;             /* s: when it began to move as it does now */
    double opens, closes;     /* s: its window; region.opens and closes are rounded */
    uint64_t moved;           /* the last step before which it moved */
    uint32_t layer;
    uint32_t resource; /* WEND_NONE without a limit */
    float tolerance;   /* m */
    uint8_t arrive;    /* wend_arrive */
    uint8_t on_arrival;
    uint8_t motion;        /* goal_motion */
    bool absent;           /* its carrier has not come yet: nobody knows where it is */
    bool removed;          /* it is being removed; see world/remove.c */
    uint32_t set_count;    /* goal sets that it is a member of, each time counted */
    uint32_t next_removed; /* of a removed one; WEND_NO_GOAL: none */
    char *name;            /* NULL */
    /* Polygons: the points of all parts, at `since` and now. */
    wend_vec2 *base_points, *points;
    uint32_t point_count;
    /* A goal of several parts: all of them, the first again, and their places at `since`. */
    uint32_t part_count; /* 1 for most goals, whose `parts` is NULL */
    wend_region *parts;
    wend_vec2 *base_places;
    goal_path path; /* on a path, from its first point at `since`; the points are its own */
    /* Carried: by whom, and where that agent was last. */
    uint64_t carrier;
    wend_vec2 carried;
} goal_record;

typedef struct goal_table {
    goal_record *records;
    uint32_t count, capacity;
    uint32_t *changing; /* goals that move or have a window: looked at in each step */
    uint32_t changing_count, changing_capacity;
    bool has_parts; /* some goal has several */
} goal_table;

/* A list of indices: a goal set, or the slots of a group's members. */
typedef struct index_list {
    uint32_t *items;
    uint32_t count, capacity;
    bool unsorted;    /* a group whose members are to be sorted by key before they are read */
    bool removed;     /* it is being removed */
    bool shrinks;     /* a goal of a set is being removed */
    char *name;       /* NULL */
    uint64_t entered; /* agents that a group has had so far */
} index_list;

typedef struct path_record {
    wend_route_point *points;
    uint32_t count;
    bool removed; /* it is being removed */
} path_record;

typedef struct map_record {
    char *name;
    uint64_t content_hash;
    const void *object; /* not owned, unless is_held */
    uint32_t generation;
    bool is_held; /* the object is a wend_map of which the world has a reference */
} map_record;

/* Sets region, parts, points and the CLOSED flag of a goal to what they are at `time`. */
void goal_update(goal_record *goal, double time);

/* How far a path has led away from its first point after `time` seconds; the velocity there and
 * then goes to `velocity`. Sums up the legs each time: O(points). */
wend_point goal_path_shift(const goal_path *path, double time, wend_vec2 *velocity);

/* True if `time` lies in the goal's window, ends included, up to rounding of the clock, and its
 * carrier has come. */
bool goal_is_open(const goal_record *goal, double time);

/* True if the goal is open no more, nor will be. */
bool goal_is_over(const goal_record *goal, double time);

static inline const wend_region *goal_parts(const goal_record *goal) {
    return goal->parts ? goal->parts : &goal->region;
}

#endif
