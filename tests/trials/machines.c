/* machines: measures what state machines cost in a step. Prints processor time per agent and step
 * with and without a machine, in steps that alternate between the two worlds, and the share of the
 * stage `behave` in the step with the machine:
 *
 *     machines [ROUNDS]
 *
 * Scenes: a machine of 12 states for 1,000 agents, 1 m apart on open ground and among 36 blocks
 * (timers of 1 to 4 s, a third of them in an `or` with a disc, which is tested in every step; every
 * fourth state sets a goal); and one of two states (`timer`, `goal_reached`) for 100,000 agents.
 * Each figure is the best of ROUNDS (10) rounds of 20 steps, or of 4 steps with 100,000 agents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wend/kit.h>

enum { TEXT_SIZE = 1 << 16, STATES = 12, BLOCKS = 6, WARM_UP = 40 };

typedef struct machine_scene {
    const char *name;
    uint32_t rows; /* of as many agents */
    uint32_t steps;
    bool has_blocks, has_two_states;
} machine_scene;

static const machine_scene scenes[] = {{"12 states, open ground", 32, 20, false, false},
                                       {"12 states, 36 blocks", 32, 20, true, false},
                                       {"2 states, open ground", 316, 4, false, true}};

static void fail(const wend_error *error) {
    fprintf(stderr, "machines: %d:%d: %s\n", error->line, error->column, error->message);
    exit(1);
}

/* ---- Scenarios ------------------------------------------------------------------------------- */

/* A text that grows. */
typedef struct sheet {
    char text[TEXT_SIZE];
    size_t size;
} sheet;

#define ADD(s, ...)                                                                                \
    ((s)->size += (size_t)snprintf((s)->text + (s)->size, TEXT_SIZE - (s)->size, __VA_ARGS__))

static void write_space(const machine_scene *scene, sheet *s) {
    double side = 2.0 * scene->rows;
    ADD(s, "space:\n  walkable: [[0, 0], [%g, 0], [%g, %g], [0, %g]]\n", side, side, side, side);
    ADD(s, scene->has_blocks ? "  obstacles:\n" : "");
    for (int i = 0; scene->has_blocks && i < BLOCKS * BLOCKS; i++) {
        double x = side / BLOCKS * (i % BLOCKS) + 3.35, y = side / BLOCKS * (i / BLOCKS) + 3.35;
        ADD(s, "    - [[%g, %g], [%g, %g], [%g, %g], [%g, %g]]\n", x, y, x + 4, y, x + 4, y + 4, x,
            y + 4);
    }
}

static void write_goals(const machine_scene *scene, sheet *s) {
    double side = 2.0 * scene->rows;
    ADD(s, "goals:\n");
    for (int i = 0; i < 3; i++) {
        ADD(s, "  g%d: {disc: {centre: [%g, %g], radius: 2}}\n", i, side * (i + 1) / 4.0,
            side * (i % 2 ? 0.05 : 0.95));
    }
}

static void write_machine(const machine_scene *scene, sheet *s) {
    ADD(s, "machines:\n  m:\n    start: s0\n    states:\n");
    int states = scene->has_two_states ? 2 : STATES;
    for (int i = 0; i < states; i++) {
        ADD(s, i % 4 == 0 ? "      s%d: {goal: g%d}\n" : "      s%d: {}\n", i, i / 4);
    }
    ADD(s, "    transitions:\n");
    for (int i = 0; i < states; i++) {
        int next = (i + 1) % states;
        if (scene->has_two_states) {
            ADD(s, "      - {from: s%d, to: s%d, when: %s}\n", i, next,
                i == 0 ? "{timer: {uniform: [5, 1000]}}" : "goal_reached");
        } else if (i % 3 == 0) {
            ADD(s,
                "      - {from: s%d, to: s%d, when: {or: [{timer: {uniform: [1, 4]}}, "
                "{disc: {centre: [%g, %g], radius: 1}}]}}\n",
                i, next, 1.0 * scene->rows, 1.0 * scene->rows);
        } else {
            ADD(s, "      - {from: s%d, to: s%d, when: {timer: {uniform: [1, 4]}}}\n", i, next);
        }
    }
}

static void write_scene(const machine_scene *scene, bool has_machine, sheet *s) {
    double side = 2.0 * scene->rows, from = scene->has_blocks ? 0.5 : side / 4.0;
    s->size = 0;
    ADD(s, "seed: 1\nprofiles: {default: {radius: 0.25%s}}\n",
        scene->has_blocks ? "" : ", plan: straight, modify: []");
    write_space(scene, s);
    write_goals(scene, s);
    if (has_machine) {
        write_machine(scene, s);
    }
    const char *machine = has_machine ? ", machine: m" : "";
    if (scene->has_blocks) {
        ADD(s, "agents: [{goal: g0%s, random: {box: [[1, 1], [%g, %g]], count: %u}}]\n", machine,
            side - 1.0, side - 1.0, scene->rows * scene->rows);
    } else {
        ADD(s, "agents: [{goal: g0%s, grid: {origin: [%g, %g], spacing: 1, count: [%u, %u]}}]\n",
            machine, from, from, scene->rows, scene->rows);
    }
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static wend_world *make_world(const wend_registry *registry, const char *text) {
    wend_scenario *scenario = NULL;
    wend_world *world = NULL;
    wend_error error = {0};
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "machines.yaml";
    def.text = text;
    def.text_size = strlen(text);
    def.registry = registry;
    if (wend_scenario_load(&def, &scenario, &error) != WEND_OK ||
        wend_scenario_create_world(scenario, registry, 1, NULL, &world, &error) != WEND_OK) {
        fail(&error);
    }
    wend_scenario_destroy(scenario);
    return world;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Returns the time (s) of some steps. */
static double step(wend_world *world, uint32_t count) {
    wend_error error = {0};
    double before = cpu_seconds();
    if (wend_world_step(world, count, &error) != WEND_OK) {
        fail(&error);
    }
    return cpu_seconds() - before;
}

static void measure(const machine_scene *scene, const wend_registry *registry, uint32_t rounds) {
    static sheet s;
    wend_world *worlds[2];
    for (int has_machine = 0; has_machine < 2; has_machine++) {
        write_scene(scene, has_machine, &s);
        worlds[has_machine] = make_world(registry, s.text);
        step(worlds[has_machine], WARM_UP);
    }
    double best[2] = {1e9, 1e9}, share = 0.0;
    for (uint32_t i = 0; i < rounds; i++) {
        for (int k = 0; k < 2; k++) {
            double before = wend_world_stage_seconds(worlds[k], WEND_STAGE_BEHAVE);
            double spent = step(worlds[k], scene->steps);
            double behave = wend_world_stage_seconds(worlds[k], WEND_STAGE_BEHAVE) - before;
            share = k == 1 && spent < best[k] ? behave / spent : share;
            best[k] = spent < best[k] ? spent : best[k];
        }
    }
    double calls = (double)scene->rows * scene->rows * scene->steps;
    printf("%-24s %7.1f ns without, %7.1f with: %+6.1f ns per agent-step; behave %4.1f %%\n",
           scene->name, 1e9 * best[0] / calls, 1e9 * best[1] / calls,
           1e9 * (best[1] - best[0]) / calls, 100.0 * share);
    for (int k = 0; k < 2; k++) {
        wend_world_destroy(worlds[k]);
    }
}

int main(int count, char **words) {
    uint32_t rounds = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : 10;
    wend_registry *registry = NULL;
    wend_error error = {0};
    if (rounds == 0 || wend_registry_create(NULL, &registry, &error) != WEND_OK ||
        wend_kit_register(registry, &error) != WEND_OK) {
        fail(&error);
    }
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        measure(&scenes[i], registry, rounds);
    }
    wend_registry_destroy(registry);
    return 0;
}
