/* Random worlds for tests of the follower `miran`: weighted terrain with solids, and a random route
 * on it with a given clearance. A probe around the follower records what it did. */
#ifndef TESTS_SUPPORT_MIRAN_WORLDS_H
#define TESTS_SUPPORT_MIRAN_WORLDS_H

#include <wend/world.h>

enum { MIRAN_ROUTE_POINTS = 10 };

/* How to make a world, and how its character walks. */
typedef struct miran_trial_def {
    uint64_t seed;
    double radius;   /* m */
    double sigma, d; /* m: parameters of the follower */
    bool as_printed;
    const char *steer; /* the steering model */
    const char *plan;  /* the planner; NULL: `straight`, which plans no new routes */
    /* Adds the maps that the planner and the steering model need; may be NULL. */
    void (*add_maps)(wend_world *world, wend_space *space, double radius);
    double speed; /* m/s */
    double dt;    /* s */
} miran_trial_def;

/* What the probe recorded. */
typedef struct miran_trial {
    double length;  /* m: of the route */
    uint32_t steps; /* until arrival, or until the limit */
    bool arrived;
    uint32_t empty_sets; /* steps in which the set of candidates was empty */
    uint32_t pushes;     /* steps that did not end on the line to the attraction point: at a wall,
                            or beyond the point */
    uint32_t backward;   /* steps in which the reference point moved back */
    uint32_t longest_stall;  /* most steps in a row with the same reference point */
    uint32_t growths;        /* steps in which the weight of the choice did not fall as stated while
                                the reference point stayed, and the character was not pushed */
    uint32_t over_bound;     /* stalls longer than the bound that follows from the first weight */
    double least_clearance;  /* m: smallest distance to a wall */
    uint32_t recomputations; /* new routes that the follower requested */
} miran_trial;

/* Walks until the character arrives or has travelled `most` times the length of the route. Returns
 * false if the seed gives no route. */
bool miran_trial_run(const miran_trial_def *def, double most, miran_trial *out);

#endif
