/* Measures the computation times of Table 1 of "Real-time path planning in heterogeneous
 * environments": one character walks its route alone, and the CPU time of all steps is added up. */
#define _POSIX_C_SOURCE 200809L
#include "paper/instructions.h"
#include "paper/miran/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>
#include <time.h>

/* A row of Table 1. */
typedef struct timed_walk {
    const char *name;
    const char *scenario;
    uint64_t key;
    double published; /* ms */
} timed_walk;

static const timed_walk timed_walks[] = {
    {"McKenna, sigma 40, d 20", MIRAN_MCKENNA, 1, NAN},
    {"McKenna, sigma 100, d 20", MIRAN_MCKENNA, 2, 7.13},
    {"McKenna, sigma 250, d 20", MIRAN_MCKENNA, 3, 16.50},
    {"McKenna, sigma 300, d 20", MIRAN_MCKENNA, 4, 16.04},
    {"McKenna, sigma 400, d 20", MIRAN_MCKENNA, 5, 20.90},
    {"McKenna, sigma 1250, d 20", MIRAN_MCKENNA, 6, 63.33},
    {"McKenna + Road, MIRAN, sigma 40, d 10", MIRAN_ROAD, MIRAN_KEY_MIRAN, 4.66},
    {"McKenna + Road, IRM", MIRAN_ROAD, MIRAN_KEY_IRM, 4.48},
    {"Forest, adult, sigma 80, d 20", MIRAN_FOREST, MIRAN_KEY_ADULT, 8.00},
    {"Forest, child, sigma 100, d 20", MIRAN_FOREST, MIRAN_KEY_CHILD, 10.52},
};
enum {
    TIMED_WALKS = sizeof timed_walks / sizeof timed_walks[0],
    FIRST_SIGMA = 1, /* rows with sigma 100 and 1250, of which the paper compares the times */
    LAST_SIGMA = 5,
    ROUNDS = 5,
    QUICK_ROUNDS = 1,
    MOST_STEPS = 20000,
    MOST_AGENTS = 16
};

static const double STEP = 0.1; /* s, dt of the scenes */
/* A path counts as planned in real time if it costs at most this share of the time of its walk:
 * then one core serves at least a thousand characters. */
static const double REAL_TIME_SHARE = 1e-3;

static const char time_table[] = "Table 1: computation time of a path";

uint32_t miran_count_times(const wend_paper_def *def) {
    (void)def;
    return 0;
}

/* What one walk cost. */
typedef struct walk_cost {
    double seconds; /* s, CPU time of all steps after the first, in which the routes are planned */
    double instructions; /* per step; NAN if the system does not count them */
    uint32_t steps;
} walk_cost;

/* Returns the CPU time (s) that this thread has used; other threads do not count. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Removes all agents but the one that is measured. */
static wend_result remove_others(const miran_ground *ground, uint64_t key, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint64_t other = 1; other <= MOST_AGENTS && result == WEND_OK; other++) {
        wend_agent agent = wend_world_find_agent(ground->world, other);
        if (agent.value != 0 && other != key) {
            result = wend_world_remove_agent(ground->world, agent, error);
        }
    }
    return result;
}

static wend_result walk_alone(const miran_ground *ground, uint64_t key, walk_cost *cost,
                              wend_error *error) {
    wend_agent agent = wend_world_find_agent(ground->world, key);
    instruction_watch watch = {0};
    const wend_frame frame = {.agent_count = 1};
    wend_agent_state state = {.activity = WEND_ACTIVITY_WALKING};
    bool is_present = true;
    wend_result result = instructions_observe(&watch, NULL, &frame, error);
    *cost = (walk_cost){0};
    while (result == WEND_OK && is_present && state.activity != WEND_ACTIVITY_ARRIVED &&
           cost->steps < MOST_STEPS) {
        double begin = now();
        result = wend_world_step(ground->world, 1, error);
        cost->seconds += now() - begin;
        cost->steps++;
        instructions_observe(&watch, NULL, &frame, error);
        is_present = wend_world_get_agent(ground->world, agent, &state);
    }
    cost->instructions = instructions_per_agent_step(&watch);
    instructions_close(&watch);
    return result;
}

/* Measures a walk several times; keeps the fastest. */
static wend_result time_walk(wend_paper_call *call, const timed_walk *walk, walk_cost *best,
                             wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    miran_setup setup = {.scenario = walk->scenario};
    wend_result result = WEND_OK;
    *best = (walk_cost){.seconds = INFINITY};
    for (int i = 0; i < (def->quick ? QUICK_ROUNDS : ROUNDS) && result == WEND_OK; i++) {
        miran_ground ground;
        walk_cost cost;
        result = miran_ground_open(&ground, def, &setup, error);
        result = result == WEND_OK ? remove_others(&ground, walk->key, error) : result;
        result = result == WEND_OK ? walk_alone(&ground, walk->key, &cost, error) : result;
        if (result == WEND_OK && cost.seconds < best->seconds) {
            *best = cost;
        }
        miran_ground_close(&ground);
    }
    return result;
}

static wend_result judge_times(wend_paper_call *call, const walk_cost costs[TIMED_WALKS],
                               wend_error *error) {
    static const wend_paper_column columns[] = {
        {"time", "CPU time of all steps of the walk, the fastest of 5 rounds (--quick: 1)"},
        {"steps", "number of steps of 0.1 s; the paper does not give its step"},
        {"per step", "time divided by steps"},
        {"instructions", "instructions per step, with the reading of the agent's state"}};
    static const wend_paper_table table = {
        .name = time_table,
        .caption =
            "One character alone, from its start to its goal; the first step, in which its "
            "route is planned, is not included. Everything that a step of the engine does "
            "is: terrain, visibility, motion, collisions with walls. The paper used one core "
            "of a 3.2 GHz Phenom II of 2009 and a raster, and does not publish routes, "
            "speed or steps: only the growth with the number of candidates can be compared, per "
            "step, because larger values of sigma give shorter paths. " MIRAN_CHOSEN,
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0],
        .noisy = true};
    paper_claims claims = {0};
    double most = 0.0;
    for (int i = 0; i < TIMED_WALKS; i++) {
        most = fmax(most, costs[i].seconds / (costs[i].steps * STEP));
    }
    paper_claim(&claims, paper_at_most(most, REAL_TIME_SHARE, -INFINITY),
                "real-time path planning: no character needs more than %.4f %% of one core",
                100.0 * most);
    double few = costs[FIRST_SIGMA].seconds / costs[FIRST_SIGMA].steps;
    double many = costs[LAST_SIGMA].seconds / costs[LAST_SIGMA].steps;
    paper_claim(&claims, paper_at_least(many / few, 1.0, INFINITY),
                "more candidates cost more: a step with sigma 1250 costs %.1f times one with 100",
                many / few);
    return paper_add_verdict(call, &table, &claims, error);
}

wend_result miran_times(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    walk_cost costs[TIMED_WALKS];
    paper_row row = {.call = call, .table = time_table, .error = error};
    wend_result result = WEND_OK;
    for (int i = 0; i < TIMED_WALKS && result == WEND_OK; i++) {
        if (def->cancel != NULL && *def->cancel != 0) {
            return WEND_OK;
        }
        result = time_walk(call, &timed_walks[i], &costs[i], error);
        if (result == WEND_OK) {
            row.row = timed_walks[i].name;
            paper_add_number(&row, "time", "ms", timed_walks[i].published, costs[i].seconds * 1e3);
            paper_add_number(&row, "steps", "1", NAN, costs[i].steps);
            paper_add_number(&row, "per step", "us", NAN, costs[i].seconds * 1e6 / costs[i].steps);
            paper_add_number(&row, "instructions", "1", NAN, costs[i].instructions);
            result = row.result;
        }
    }
    return result == WEND_OK ? judge_times(call, costs, error) : result;
}
