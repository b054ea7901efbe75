/* The selectors that compare the goals of a set, against an oracle that knows only the defs of the
 * goals, the positions of the agents and the goals that they had before. */
#include <math.h>
#include <string.h>

#include <wend/random.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { GOALS = 7, AGENTS = 40, NO_GOAL = 99, SEEDS = 12 };

/* A goal: a point (both sizes 0), a disc (one size) or a box (two half sizes). */
typedef struct plain_goal {
    double x, y, half_x, half_y, opens, closes;
    bool is_disc;
} plain_goal;

typedef struct scene {
    wend_world *world;
    plain_goal plain[GOALS];
    wend_goal goals[GOALS];
    wend_agent agents[AGENTS]; /* agent i has the key i + 1 */
    wend_point at[AGENTS];
    uint32_t had[AGENTS]; /* index of the goal that the agent has; NO_GOAL: none */
    uint32_t turn;
} scene;

/* ---- Scenes ---------------------------------------------------------------------------------- */

static plain_goal random_goal(dice *d) {
    plain_goal g = {.x = dice_between(d, -20, 20), .y = dice_between(d, -20, 20)};
    uint32_t shape = dice_below(d, 3), window = dice_below(d, 4);
    g.is_disc = shape == 1;
    g.half_x = shape > 0 ? dice_between(d, 0.5, 4) : 0;
    g.half_y = shape > 1 ? dice_between(d, 0.5, 4) : 0;
    g.opens = window == 1 ? 6 : -9;                       /* opens later */
    g.closes = window == 2 ? -1 : window == 3 ? 12 : 1e9; /* has closed; closes soon */
    return g;
}

static wend_goal add_goal(wend_world *world, const plain_goal *g) {
    wend_point points[2] = {{g->x, g->y}, {g->half_x, g->half_y}};
    wend_goal_def def = wend_default_goal_def();
    bool is_box = g->half_y > 0;
    def.shape = is_box ? WEND_GOAL_ORIENTED_BOX : g->is_disc ? WEND_GOAL_DISC : WEND_GOAL_POINT;
    def.points = points;
    def.point_count = is_box ? 2 : 1;
    def.radius = g->is_disc ? g->half_x : 0;
    def.opens = g->opens;
    def.closes = g->closes;
    return worlds_add_goal(world, &def);
}

static scene make(const char *select, uint64_t seed, uint32_t threads) {
    dice d = {seed};
    scene s = {.world = worlds_choosing(select, threads)};
    for (uint32_t i = 0; i < GOALS; i++) {
        s.plain[i] = random_goal(&d);
        s.goals[i] = add_goal(s.world, &s.plain[i]);
    }
    wend_goal_set set = worlds_goal_set(s.world, s.goals, GOALS);
    uint32_t first = dice_below(&d, AGENTS);
    for (uint32_t i = 0; i < AGENTS; i++) { /* keys are not in the order of adding */
        uint32_t k = (first + 7 * i) % AGENTS;
        s.at[k] = (wend_point){dice_between(&d, -20, 20), dice_between(&d, -20, 20)};
        s.had[k] = NO_GOAL;
        wend_agent_def def = wend_default_agent_def();
        def.key = k + 1;
        def.position = s.at[k];
        def.goal_set = set;
        s.agents[k] = worlds_add(s.world, &def);
    }
    return s;
}

/* ---- The oracle ------------------------------------------------------------------------------ */

static double distance_to(const plain_goal *g, wend_point p) {
    double x = fabs(p.x - g->x), y = fabs(p.y - g->y);
    if (g->half_y > 0) {
        return hypot(fmax(x - g->half_x, 0), fmax(y - g->half_y, 0));
    }
    return fmax(hypot(x, y) - g->half_x, 0);
}

static double area_of(const plain_goal *g) {
    return g->is_disc ? WEND_PI * g->half_x * g->half_x : 4 * g->half_x * g->half_y;
}

static uint32_t count_others(const scene *s, uint32_t agent, uint32_t goal) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < AGENTS; i++) {
        count += i != agent && s->had[i] == goal;
    }
    return count;
}

/* The quantity that a selector minimises; INFINITY: it must not take the goal. */
static double value_of(const scene *s, const char *select, uint32_t agent, uint32_t goal,
                       double time) {
    const plain_goal *g = &s->plain[goal];
    bool open = g->opens <= time && time <= g->closes;
    double distance = distance_to(g, s->at[agent]);
    double others = count_others(s, agent, goal);
    if (strcmp(select, "quickest") == 0) {
        double expected = fmax(distance / 1.3, g->opens - time) + 1.0 * others;
        return time > g->closes ? INFINITY : expected + (time + expected > g->closes ? 1e6 : 0);
    }
    return !open                                   ? INFINITY
           : strcmp(select, "nearest") == 0        ? distance
           : strcmp(select, "farthest") == 0       ? -distance
           : strcmp(select, "biggest") == 0        ? -area_of(g)
           : strcmp(select, "smallest") == 0       ? area_of(g)
           : strcmp(select, "least_populous") == 0 ? others
           : strcmp(select, "most_populous") == 0  ? -others
                                                   : NAN;
}

static uint32_t index_of(const scene *s, wend_goal goal) {
    for (uint32_t i = 0; i < GOALS; i++) {
        if (s->goals[i].value == goal.value) {
            return i;
        }
    }
    return NO_GOAL;
}

/* Returns the member that round_robin takes. */
static uint32_t next_in_turn(scene *s, double time) {
    for (uint32_t i = 0; i < GOALS; i++) {
        uint32_t member = (s->turn + i) % GOALS;
        if (s->plain[member].opens <= time && time <= s->plain[member].closes) {
            s->turn = (member + 1) % GOALS;
            return member;
        }
    }
    return NO_GOAL;
}

/* Checks one choice. Values that differ by rounding only are equally good. Of exactly equal values,
 * the first counts. */
static void check_choice(scene *s, const char *select, uint32_t agent, uint32_t chosen,
                         double time) {
    uint32_t best = NO_GOAL;
    if (strcmp(select, "round_robin") == 0) {
        best = next_in_turn(s, time);
    } else {
        for (uint32_t i = 0; i < GOALS; i++) {
            double value = value_of(s, select, agent, i, time);
            bool better = best == NO_GOAL || value < value_of(s, select, agent, best, time);
            best = isfinite(value) && better ? i : best;
        }
    }
    bool near_tie =
        best != NO_GOAL && chosen != NO_GOAL && strcmp(select, "round_robin") != 0 &&
        fabs(value_of(s, select, agent, best, time) - value_of(s, select, agent, chosen, time)) <
            1e-4 &&
        value_of(s, select, agent, best, time) != value_of(s, select, agent, chosen, time);
    ck_assert_msg(chosen == best || near_tie, "%s: agent %u takes goal %u instead of %u", select,
                  agent, chosen, best);
}

/* Agents that have no goal while they choose do not count as others. */
static void check_choices(scene *s, const char *select, const bool *chooses, double time) {
    for (uint32_t i = 0; i < AGENTS; i++) {
        s->had[i] = chooses[i] ? NO_GOAL : s->had[i];
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_agent_state state = worlds_state(s->world, s->agents[i]);
        uint32_t has = index_of(s, state.goal);
        if (chooses[i]) {
            bool waits = state.activity == WEND_ACTIVITY_WAITING;
            check_choice(s, select, i, waits ? NO_GOAL : has, time);
            s->had[i] = waits ? NO_GOAL : has;
        } else {
            ck_assert_uint_eq(has, s->had[i]);
        }
    }
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static const char *const compared[] = {"nearest",  "farthest",       "biggest",
                                       "smallest", "least_populous", "most_populous",
                                       "quickest", "round_robin"};
enum { COMPARED = sizeof compared / sizeof *compared };

/* All agents choose in the first step, and then some of them choose again while the others walk. */
START_TEST(selectors_match_the_oracle_in_random_worlds) {
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (uint32_t k = 0; k < COMPARED; k++) {
            scene s = make(compared[k], seed, 1 + (uint32_t)(seed % 3));
            dice d = {seed + 1000};
            bool chooses[AGENTS];
            memset(chooses, true, sizeof chooses);
            worlds_step(s.world, 1);
            check_choices(&s, compared[k], chooses, 0.0);
            for (int round = 0; round < 2; round++) {
                for (uint32_t i = 0; i < AGENTS; i++) {
                    chooses[i] = dice_below(&d, 2) == 0 || s.had[i] == NO_GOAL;
                    s.at[i] = worlds_state(s.world, s.agents[i]).position;
                    if (chooses[i]) {
                        wend_result result =
                            wend_world_set_agent_goal(s.world, s.agents[i], (wend_goal){0}, NULL);
                        ck_assert_int_eq(result, WEND_OK);
                    }
                }
                double time = wend_world_time(s.world);
                worlds_step(s.world, 1);
                check_choices(&s, compared[k], chooses, time);
            }
            wend_world_destroy(s.world);
        }
    }
}
END_TEST

/* Bigger and smaller in a concave goal: the area is that of all parts. */
START_TEST(area_of_a_concave_goal_is_the_sum_of_its_parts) {
    static const wend_point ell[] = {{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 10}, {0, 10}}; /* 36 */
    static const char *const select[] = {"biggest", "smallest"};
    for (int i = 0; i < 2; i++) {
        wend_world *world = worlds_choosing(select[i], 1);
        wend_goal_def def = wend_default_goal_def();
        def.shape = WEND_GOAL_POLYGON;
        def.points = ell;
        def.point_count = 6;
        wend_goal goals[3] = {worlds_disc(world, 30, 0, 3.3), /* 34.2 */
                              worlds_add_goal(world, &def),
                              worlds_disc(world, 60, 0, 3.45)}; /* 37.4 */
        wend_goal_set pair = worlds_goal_set(world, &goals[i == 0 ? 0 : 1], 2);
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){-5, -5};
        agent.goal_set = pair;
        wend_agent added = worlds_add(world, &agent);
        worlds_step(world, 1);
        ck_assert_uint_eq(worlds_state(world, added).goal.value, goals[1].value);
        wend_world_destroy(world);
    }
}
END_TEST

/* Capacity counts for every selector: no goal gets more agents than it has room for, and no agent
 * waits while a goal has room. */
START_TEST(every_selector_respects_capacity) {
    static const char *const all[] = {"nearest",  "farthest",       "biggest",       "smallest",
                                      "quickest", "least_populous", "most_populous", "round_robin",
                                      "random",   "weighted"};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        wend_world *world = worlds_choosing(all[k], 2);
        wend_goal goals[4];
        wend_agent agents[10];
        for (uint32_t i = 0; i < 4; i++) {
            goals[i] = worlds_limited(world, 10.0 + 5.0 * i, 0, i + 1, WEND_ON_ARRIVAL_STOP);
        }
        wend_goal_set set = worlds_goal_set(world, goals, 4);
        for (uint32_t i = 0; i < 10; i++) {
            wend_agent_def def = wend_default_agent_def();
            def.position = (wend_point){0, i};
            def.goal_set = set;
            agents[i] = worlds_add(world, &def);
        }
        worlds_step(world, 20);
        uint32_t counts[4] = {0};
        for (uint32_t i = 0; i < 10; i++) {
            wend_agent_state state = worlds_state(world, agents[i]);
            ck_assert_msg(state.activity != WEND_ACTIVITY_WAITING, "%s", all[k]);
            for (uint32_t g = 0; g < 4; g++) {
                counts[g] += state.goal.value == goals[g].value;
            }
        }
        for (uint32_t g = 0; g < 4; g++) {
            ck_assert_uint_eq(counts[g], g + 1);
        }
        wend_world_destroy(world);
    }
}
END_TEST

/* An agent whose goal closes takes another one of the set, whatever the selector. */
START_TEST(every_selector_leaves_a_goal_that_closes) {
    static const char *const all[] = {"nearest",        "farthest",      "biggest",     "quickest",
                                      "least_populous", "most_populous", "round_robin", "random",
                                      "weighted",       "smallest"};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        wend_world *world = worlds_choosing(all[k], 1);
        wend_goal_def def = wend_default_goal_def();
        wend_point points[2] = {{30, 0}, {40, 0}};
        wend_goal goals[2];
        def.points = &points[0];
        def.closes = 2.0;
        goals[0] = worlds_add_goal(world, &def);
        goals[1] = worlds_point(world, 40, 0);
        wend_goal_set first = worlds_goal_set(world, &goals[0], 1);
        wend_goal_set both = worlds_goal_set(world, goals, 2);
        wend_agent_def agent = wend_default_agent_def();
        agent.goal_set = first;
        wend_agent added = worlds_add(world, &agent);
        worlds_step(world, 1);
        ck_assert_uint_eq(worlds_state(world, added).goal.value, goals[0].value);
        /* Give it the larger set, and the old goal again: it now walks there with both to choose.
         */
        ck_assert_int_eq(wend_world_set_agent_goal_set(world, added, both, NULL), WEND_OK);
        ck_assert_int_eq(wend_world_set_agent_goal(world, added, goals[0], NULL), WEND_OK);
        worlds_step(world, 1);
        ck_assert_uint_eq(worlds_state(world, added).goal.value, goals[0].value);
        while (wend_world_time(world) < 3.0) {
            worlds_step(world, 1);
        }
        ck_assert_msg(worlds_state(world, added).goal.value == goals[1].value, "%s", all[k]);
        wend_world_destroy(world);
    }
}
END_TEST

int main(void) {
    SUITE("behave/goal_choice", selectors_match_the_oracle_in_random_worlds,
          area_of_a_concave_goal_is_the_sum_of_its_parts, every_selector_respects_capacity,
          every_selector_leaves_a_goal_that_closes);
}
