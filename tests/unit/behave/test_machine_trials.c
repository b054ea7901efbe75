/* Random machines of random conditions, against a slow interpreter that sees the world only through
 * the public interface. Also: the number of threads, the kernel, a snapshot in the middle of the
 * run and the times at which conditions are due change nothing. */
/* label: threads */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/snapshot.h>

#include "support/machines.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { STATES = 6, AGENTS = 24, STEPS = 60, NODES = 400 };

/* ---- Random machines ------------------------------------------------------------------------- */

typedef struct random_machine {
    machine_plan plan;
    wend_condition_def nodes[NODES];
    uint32_t node_count;
} random_machine;

static const char *const names[STATES] = {"s0", "s1", "s2", "s3", "s4", "s5"};

static void make_condition(random_machine *m, dice *from, wend_condition_def *out, int depth) {
    machine_plan *plan = &m->plan;
    wend_choice *choice = &out->choice;
    uint32_t least;
    switch (dice_below(from, depth > 0 ? 6 : 3)) {
    case 0:
        choice->name = "timer";
        plan_number(plan, choice, "duration", 0.1 * dice_below(from, 12));
        break;
    case 1:
        choice->name = "disc";
        plan_text(plan, choice, "inside", dice_below(from, 2) ? "true" : "false");
        plan_point(plan, choice, "centre", 10.0 + dice_between(from, 0.0, 6.0), 10.0);
        plan_number(plan, choice, "radius", dice_between(from, 0.2, 3.0));
        break;
    case 2:
        choice->name = "population";
        plan_text(plan, choice, "state", names[dice_below(from, STATES)]);
        least = dice_below(from, AGENTS / 3);
        plan_number(plan, choice, "at_least", least);
        plan_number(plan, choice, "at_most", least + dice_below(from, AGENTS));
        break;
    case 3:
    case 4:
        choice->name = dice_below(from, 2) ? "and" : "or";
        out->child_count = 2;
        break;
    default:
        choice->name = "not";
        out->child_count = 1;
        break;
    }
    wend_condition_def *children = &m->nodes[m->node_count];
    out->children = out->child_count ? children : NULL;
    m->node_count += out->child_count;
    ck_assert_uint_lt(m->node_count, NODES);
    for (uint32_t i = 0; i < out->child_count; i++) {
        children[i] = (wend_condition_def){0};
        make_condition(m, from, &children[i], depth - 1);
    }
}

static void make_machine(random_machine *m, uint64_t seed) {
    dice from = {seed};
    *m = (random_machine){0};
    plan_start(&m->plan);
    for (uint32_t i = 0; i < STATES; i++) {
        plan_state(&m->plan, names[i]);
    }
    for (uint32_t i = 0; i < STATES; i++) {
        uint32_t count = 1 + dice_below(&from, 3);
        for (uint32_t k = 0; k < count; k++) {
            const char *to = dice_below(&from, 6) ? names[dice_below(&from, STATES)] : NULL;
            wend_transition_def *made = plan_go(&m->plan, i, to, "");
            make_condition(m, &from, &made->condition, 2);
        }
    }
}

/* ---- The interpreter ------------------------------------------------------------------------- */

typedef struct actor {
    uint32_t state, previous;
    uint32_t entered; /* step */
    double x, y;
} actor;

static const wend_value *setting(const wend_choice *choice, const char *name) {
    for (uint32_t i = 0; i < choice->setting_count; i++) {
        if (strcmp(choice->settings[i].name, name) == 0) {
            return &choice->settings[i].value;
        }
    }
    return NULL;
}

static uint32_t index_of(const char *name) {
    return (uint32_t)(name[1] - '0');
}

static bool holds(const wend_condition_def *def, const actor *who, uint32_t step,
                  const uint32_t *populations) {
    const wend_choice *choice = &def->choice;
    if (strcmp(choice->name, "timer") == 0) {
        double steps = setting(choice, "duration")->number.a * 10.0;
        return step - who->entered >= (uint32_t)(steps + 0.5);
    }
    if (strcmp(choice->name, "disc") == 0) {
        wend_point centre = setting(choice, "centre")->points[0];
        double apart = hypot(who->x - centre.x, who->y - centre.y);
        bool inside = strcmp(setting(choice, "inside")->text, "true") == 0;
        return (apart <= setting(choice, "radius")->number.a) == inside;
    }
    if (strcmp(choice->name, "population") == 0) {
        double count = populations[index_of(setting(choice, "state")->text)];
        return count >= setting(choice, "at_least")->number.a &&
               count <= setting(choice, "at_most")->number.a;
    }
    bool first = holds(&def->children[0], who, step, populations);
    if (strcmp(choice->name, "not") == 0) {
        return !first;
    }
    bool second = holds(&def->children[1], who, step, populations);
    return strcmp(choice->name, "and") == 0 ? first && second : first || second;
}

/* Takes one agent through all transitions of a step. */
static void interpret(const random_machine *m, actor *who, uint32_t step,
                      const uint32_t *populations) {
    bool entered[STATES] = {false}, moves = true;
    while (moves) {
        const wend_state_def *state = &m->plan.states[who->state];
        moves = false;
        for (uint32_t i = 0; i < state->transition_count && !moves; i++) {
            const wend_transition_def *transition = &state->transitions[i];
            const char *to = transition->targets[0].state;
            uint32_t target = to ? index_of(to) : who->previous;
            if (target != WEND_NONE && !entered[target] &&
                holds(&transition->condition, who, step, populations)) {
                who->previous = who->state;
                who->state = target;
                who->entered = step;
                entered[target] = moves = true;
            }
        }
    }
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static random_machine the_machine;

static void add_agents(stage_world *on, uint64_t seed) {
    dice from = {seed + 1000};
    wend_machine machine = plan_add(&the_machine.plan, on->world);
    for (uint32_t i = 0; i < AGENTS; i++) {
        machines_agent(on->world, 0, 10.0 - 0.25 * i, 10.0 + dice_between(&from, -1.0, 1.0),
                       machine, i % STATES);
    }
}

static void read_positions(const wend_world *world, actor *actors) {
    wend_agent_state states[AGENTS];
    ck_assert_uint_eq(wend_world_get_agents(world, states, AGENTS), AGENTS);
    for (uint32_t i = 0; i < AGENTS; i++) {
        actors[i].x = states[i].position.x;
        actors[i].y = states[i].position.y;
    }
}

static void compare(const wend_world *world, const actor *actors, uint64_t seed, uint32_t step) {
    wend_agent_visit visits[AGENTS];
    ck_assert_uint_eq(wend_world_get_visits(world, visits, AGENTS), AGENTS);
    for (uint32_t i = 0; i < AGENTS; i++) {
        bool same = visits[i].state == actors[i].state &&
                    visits[i].previous == actors[i].previous &&
                    fabs(visits[i].entered - 0.1 * actors[i].entered) < 1e-6;
        ck_assert_msg(same, "seed %d, step %u, agent %u: state %u, expected %u", (int)seed, step, i,
                      visits[i].state, actors[i].state);
    }
}

START_TEST(machines_match_interpreter) {
    uint32_t changes = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        make_machine(&the_machine, seed);
        stage_world on = machines_world(WEND_KIND_CONDITION, NULL, 1 + (uint32_t)(seed % 3));
        add_agents(&on, seed);
        actor actors[AGENTS];
        for (uint32_t i = 0; i < AGENTS; i++) {
            actors[i] = (actor){.state = i % STATES, .previous = WEND_NONE};
        }
        machines_step(on.world, 1); /* the agents enter */
        compare(on.world, actors, seed, 0);
        for (uint32_t step = 1; step < STEPS; step++) {
            uint32_t populations[STATES] = {0};
            read_positions(on.world, actors);
            for (uint32_t i = 0; i < AGENTS; i++) {
                populations[actors[i].state]++;
            }
            for (uint32_t i = 0; i < AGENTS; i++) {
                uint32_t before = actors[i].state;
                interpret(&the_machine, &actors[i], step, populations);
                changes += actors[i].state != before;
            }
            machines_step(on.world, 1);
            compare(on.world, actors, seed, step);
        }
        machines_world_end(&on);
    }
    ck_assert_uint_ge(changes, trials_bound(1000)); /* else nothing has been compared */
}
END_TEST

/* ---- Invariance ------------------------------------------------------------------------------ */

/* Adds goals, a selecting state, sampled numbers and actions to the random machine. */
static void enrich(machine_plan *plan, wend_world *world) {
    wend_goal goals[4];
    for (uint32_t i = 0; i < 4; i++) {
        wend_point at = {12.0 + 3.0 * i, 8.0 + i};
        wend_goal_def def = wend_default_goal_def();
        def.points = &at;
        def.capacity = i == 0 ? 3 : 0;
        ck_assert_int_eq(wend_world_add_goal(world, &def, &goals[i], NULL), WEND_OK);
    }
    wend_goal_set set;
    ck_assert_int_eq(wend_world_add_goal_set(world, goals, 4, &set, NULL), WEND_OK);
    plan->states[1].goal_kind = WEND_STATE_GOAL_SELECT;
    plan->states[1].goal_set = set;
    plan->states[1].select.name = "cycle";
    plan->states[1].follow.name = "waypoint";
    plan->states[2].goal_kind = WEND_STATE_GOAL_GIVEN;
    plan->states[2].goal = goals[2];
    plan->states[2].follow.name = "waypoint";
    plan->states[3].goal_kind = WEND_STATE_GOAL_SHARED;
    plan->states[3].shares = "s1";
    plan->states[4].goal_kind = WEND_STATE_GOAL_NONE;
    wend_action_def *slow = plan_act(plan, 1, "scale_attribute");
    plan_text(plan, &slow->choice, "attribute", "preferred_speed");
    plan_sample(plan, &slow->choice, "value", wend_uniform(0.5, 1.5));
    wend_action_def *jump = plan_act(plan, 4, "teleport");
    plan_point(plan, &jump->choice, "to", 5.0, 5.0);
    plan_point(plan, &jump->choice, "corner", 15.0, 15.0);
    plan_text(plan, &jump->choice, "box", "true");
    for (uint32_t i = 0; i < STATES; i++) {
        wend_transition_def *some = &plan->transitions[i][0];
        plan_or(plan, some, names[(i + 1) % STATES], 0.7);
        plan_or(plan, some, names[(i + 2) % STATES], 0.4);
    }
}

static stage_world rich_world(uint64_t seed, uint32_t threads) {
    make_machine(&the_machine, seed);
    stage_world on = machines_world(WEND_KIND_CONDITION, NULL, threads);
    enrich(&the_machine.plan, on.world);
    add_agents(&on, seed);
    return on;
}

/* Hash of the state, and of the visits of all agents. */
static uint64_t full_hash(const wend_world *world) {
    wend_agent_visit visits[AGENTS];
    uint64_t hash = wend_world_hash(world);
    uint32_t count = wend_world_get_visits(world, visits, AGENTS);
    for (uint32_t i = 0; i < count; i++) {
        hash = hash * 31 + visits[i].state * 7 + visits[i].previous * 3 +
               (uint64_t)(visits[i].entered * 10.0 + 0.5);
    }
    return hash;
}

START_TEST(threads_change_nothing) {
    for (uint64_t seed = 0; seed < trials(6); seed++) {
        uint64_t hashes[3];
        for (int i = 0; i < 3; i++) {
            stage_world on = rich_world(seed, i == 0 ? 1 : i == 1 ? 2 : 8);
            machines_step(on.world, STEPS);
            hashes[i] = full_hash(on.world);
            machines_world_end(&on);
        }
        ck_assert_uint_eq(hashes[0], hashes[1]);
        ck_assert_uint_eq(hashes[0], hashes[2]);
    }
}
END_TEST

static wend_world *reload(const wend_world *world, const wend_registry *registry) {
    size_t size = wend_world_save(world, NULL, 0);
    void *bytes = malloc(size);
    ck_assert_uint_eq(wend_world_save(world, bytes, size), size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    def.registry = registry;
    wend_world *loaded = NULL;
    wend_error error = {0};
    ck_assert_msg(wend_world_load(&def, bytes, size, &loaded, &error) == WEND_OK, "%s",
                  error.message);
    void *again = malloc(size);
    ck_assert_uint_eq(wend_world_save(loaded, again, size), size);
    ck_assert_mem_eq(bytes, again, size);
    free(bytes);
    free(again);
    return loaded;
}

START_TEST(snapshot_continues_bit_for_bit) {
    for (uint64_t seed = 0; seed < trials(8); seed++) {
        stage_world on = rich_world(seed, 1);
        machines_step(on.world, (uint32_t)(seed * 5));
        wend_world *loaded = reload(on.world, on.registry);
        for (uint32_t i = 0; i < STEPS; i++) {
            machines_step(on.world, 1);
            machines_step(loaded, 1);
            ck_assert_msg(full_hash(on.world) == full_hash(loaded), "seed %d, step %u", (int)seed,
                          i);
        }
        wend_world_destroy(loaded);
        machines_world_end(&on);
    }
}
END_TEST

START_TEST(damaged_snapshot_is_refused_or_harmless) {
    stage_world on = rich_world(3, 1);
    machines_step(on.world, 20);
    size_t size = wend_world_save(on.world, NULL, 0);
    uint8_t *bytes = malloc(size);
    wend_world_save(on.world, bytes, size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(on.world);
    def.registry = on.registry;
    for (size_t i = 0; i < size; i += 7) {
        bytes[i] ^= 0x41;
        wend_world *loaded = NULL;
        ck_assert_int_ne(wend_world_load(&def, bytes, size, &loaded, NULL), WEND_OK);
        bytes[i] ^= 0x41;
    }
    free(bytes);
    machines_world_end(&on);
}
END_TEST

/* Agents that move from world to world in the middle of the run behave as if they had stayed. */
START_TEST(packed_agents_continue) {
    stage_world here = rich_world(5, 1), there = rich_world(5, 1);
    machines_step(here.world, 20);
    machines_step(there.world, 20);
    for (int round = 0; round < 20; round++) {
        wend_agent_state states[AGENTS];
        uint32_t count = wend_world_get_agents(there.world, states, AGENTS);
        wend_agent agent = states[(uint32_t)round % count].agent;
        uint8_t bytes[8192];
        wend_error error = {0};
        size_t size = wend_world_pack_agent(there.world, agent, bytes, sizeof bytes);
        ck_assert_uint_le(size, sizeof bytes);
        wend_world_remove_agent(there.world, agent, NULL);
        /* The agent enters in the step after the one in which its old self leaves. */
        wend_world_step(there.world, 1, NULL);
        ck_assert_msg(wend_world_unpack_agent(there.world, bytes, size, NULL, &error) == WEND_OK,
                      "%s", error.message);
        machines_step(there.world, 1);
        ck_assert_uint_eq(wend_world_agent_count(there.world), AGENTS);
    }
    uint32_t total = 0;
    wend_machine machine = wend_world_find_machine(there.world, "m");
    for (uint32_t i = 0; i < STATES; i++) {
        total += wend_world_state_population(there.world, machine, i);
    }
    ck_assert_uint_eq(total, AGENTS);
    machines_world_end(&here);
    machines_world_end(&there);
}
END_TEST

START_TEST(steady_steps_allocate_nothing) {
    stage_world on = rich_world(2, 1);
    machines_step(on.world, 2 * STEPS);
    uint64_t calls = wend_world_get_memory_use(on.world).calls;
    uint32_t quiet = 0;
    for (int i = 0; i < 40; i++) {
        machines_step(on.world, 1);
        uint64_t now = wend_world_get_memory_use(on.world).calls;
        quiet += now == calls;
        calls = now;
    }
    ck_assert_uint_ge(quiet, 36); /* a buffer may still double */
    machines_world_end(&on);
}
END_TEST

int main(void) {
    SUITE("behave/machine_trials", machines_match_interpreter, threads_change_nothing,
          snapshot_continues_bit_for_bit, damaged_snapshot_is_refused_or_harmless,
          packed_agents_continue, steady_steps_allocate_nothing);
}
