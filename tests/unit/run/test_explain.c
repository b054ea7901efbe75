/* Explains single steering decisions. The state must be that of a run at the same time, the chosen
 * velocity must be the one that the agent then takes, and the half-planes and cones marked by a
 * user's model must be counted and reported. */
#include "unit/scenario/lab.h"
#include <math.h>
#include <wend/snapshot.h>

#define PAIR                                                                                       \
    "time: {end: 30}\nsteer: relax\nspace: {walkable: [[-2, -5], [14, -5], [14, 5], [-2, 5]]}\n"   \
    "obstacles: [{door: [[6, -5], [6, 5]], times: [{at: 3, closed: false}]}]\n"                    \
    "agents: [{name: one, at: [0, 0], goal: [10, 3]}, {name: two, at: [[9, 0], [9, 2]],\n"         \
    "  goal: {point: [8, 0], on_arrival: leave}, key: 20}]\n"

static wend_explanation explanation;

static wend_result explain(const wend_scenario *s, uint64_t key, double time, const char *path) {
    wend_explain_def def = wend_default_explain_def();
    def.scenario = s;
    def.registry = lab_registry;
    def.key = key;
    def.time = time;
    def.path = path;
    return wend_explain_scenario(&def, &explanation, &lab_error);
}

/* The explanation must take the run's timed door into account. So the state must agree with a
 * snapshot of the run at that time, and the chosen velocity must be the one that the agent has one
 * step later. */
START_TEST(explained_velocity_is_the_one_that_the_agent_takes) {
    wend_scenario *s = lab_load(PAIR);
    static const double times[] = {0.1, 1.0, 2.95, 3.0, 4.7, 6.0};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        ck_assert_msg(explain(s, 1, times[i], NULL) == WEND_OK, "%s", lab_error.message);
        int steps = (int)(times[i] * 10 + 1e-6);
        ck_assert_double_eq_tol(explanation.time, steps * 0.1, 1e-9);
        wend_explanation now = explanation;
        ck_assert_int_eq(explain(s, 1, (steps + 1) * 0.1, NULL), WEND_OK);
        wend_vec2 taken = explanation.agent.velocity;
        ck_assert_float_eq_tol(now.chosen.x, taken.x, 1e-5f);
        ck_assert_float_eq_tol(now.chosen.y, taken.y, 1e-5f);
        double wish = hypot((double)now.preferred.x, (double)now.preferred.y);
        ck_assert_double_eq_tol(wish, 1.3, 1e-4);
    }
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(applies_timed_commands) {
    wend_scenario *s = lab_load(PAIR);
    ck_assert_int_eq(explain(s, 1, 9.0, NULL), WEND_OK);
    wend_run_def def = lab_run_def(s);
    def.save = "nine.snap";
    wend_scenario_destroy(s);
    wend_scenario_def shorter = lab_def(PAIR);
    static const char *const settings[] = {"time.end=9"};
    shorter.settings = settings;
    shorter.setting_count = 1;
    s = lab_load_def(&shorter);
    def.scenario = s;
    wend_summary_destroy(lab_run_from(&def));
    wend_registry *registry = lab_registry;
    wend_world_def world_def = wend_default_world_def();
    world_def.space = wend_scenario_space(s);
    world_def.registry = registry;
    wend_world *world = NULL;
    ck_assert_msg(wend_world_load_file(&world_def, "nine.snap", &world, &lab_error) == WEND_OK,
                  "%s", lab_error.message);
    wend_agent_state state;
    ck_assert(wend_world_get_agent(world, wend_world_find_agent(world, 1), &state));
    ck_assert_double_eq(state.position.x, explanation.agent.position.x);
    ck_assert_double_eq(state.position.y, explanation.agent.position.y);
    ck_assert_double_gt(state.position.x, 6.0); /* the agent has passed the open door */
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    remove("nine.snap");
}
END_TEST

START_TEST(reports_absent_agent) {
    wend_scenario *s = lab_load(PAIR);
    ck_assert_int_eq(explain(s, 5, 1.0, NULL), WEND_ERROR_NAME);
    ck_assert_str_eq(lab_error.message,
                     "there is no agent 5; the keys are 1 (one), 20 to 21 (two)");
    ck_assert_int_eq(explain(s, 1, 30.2, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(explain(s, 1, NAN, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(explain(s, 1, 0.05, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(explain(s, 20, 8.0, NULL), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(lab_error.message, "it left at ") != NULL, "%s", lab_error.message);
    ck_assert_int_eq(explain(s, 1, 1.0, "a.csv"), WEND_ERROR_NAME);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(parses_agent_and_time_strictly) {
    static const char *const wrong[] = {
        "",     "@",     "7",    "7@",    "@3",
        "7@x",  "x@7",   "0@1",  "-1@1",  "1@-",
        "1@-2", "1@inf", "1 @2", "1@2@3", "99999999999999999999999@1"};
    uint64_t key = 0;
    double time = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ck_assert_msg(wend_explain_parse(wrong[i], &key, &time, &lab_error) == WEND_ERROR_FORMAT,
                      "%s", wrong[i]);
        ck_assert_msg(strstr(lab_error.message, "for example 7@3.5") != NULL, "%s",
                      lab_error.message);
    }
    ck_assert_int_eq(wend_explain_parse("9223372036854775807@1e2", &key, &time, NULL), WEND_OK);
    ck_assert_uint_eq(key, INT64_MAX);
    ck_assert_double_eq(time, 100);
}
END_TEST

/* ---- A test model that makes every kind of mark ---------------------------------------------- */

static void steer_marked(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents, wend_outcome *outcomes) {
    (void)view;
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] = (wend_outcome){.solve_status = WEND_SOLVE_RELAXED};
        }
    }
}

static void explain_marked(const wend_view *view, const wend_agents *agents, uint32_t index,
                           const wend_intent *intent, wend_sketch *sketch) {
    static const wend_mark marks[] = {
        {.kind = WEND_MARK_HALF_PLANE,
         .a = {0.5f, 0},
         .b = {-1, 0},
         .c = {0, 0},
         .label = "agent 2"},
        {.kind = WEND_MARK_HALF_PLANE,
         .a = {0, 0.5f},
         .b = {0, -1},
         .c = {0, 0},
         .label = "agent 3"},
        {.kind = WEND_MARK_HALF_PLANE, .a = {0, -1}, .b = {0, 1}, .c = {0, 0}, .label = "wall"},
        {.kind = WEND_MARK_CONE, .a = {0, 0}, .b = {1, 0}, .c = {0, 1}, .label = NULL},
        {.kind = WEND_MARK_FORBIDDEN, .a = {1, 0}, .b = {0, 0}, .c = {0, 0}, .label = "agent 4"},
        {.kind = WEND_MARK_BOUNDARY_SEGMENT, .a = {0, 0}, .b = {1, 0}, .c = {0, 0}, .label = NULL},
        {.kind = WEND_MARK_ALLOWED, .a = {1, 0}, .b = {0, 0}, .c = {0, 0}, .label = "goal"},
        {.kind = WEND_MARK_BOUNDARY_SEGMENT, .a = {0, 0}, .b = {1, 0}, .c = {0, 0}, .label = NULL},
        {.kind = WEND_MARK_REGION, .a = {2, 0}, .b = {2, 1}, .c = {0, 0}, .label = "portal"},
        {.kind = WEND_MARK_PREFERRED, .a = {0, 0}, .b = {1, 0}, .c = {0, 0}, .label = NULL},
        {.kind = WEND_MARK_VELOCITY, .a = {0, 0}, .b = {0.5f, 0.5f}, .c = {0, 0}, .label = NULL}};
    (void)view;
    (void)agents;
    (void)index;
    (void)intent;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        wend_sketch_add(sketch, marks[i]);
    }
}

static const wend_steering marked = {.stage = {.entry = {WEND_HEAD(wend_steering), .name = "marked",
                                                         .summary = "marks all there is"},
                                               .explain = explain_marked},
                                     .steer = steer_marked};

START_TEST(counts_and_reports_constraints) {
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_STEERING, &marked.stage.entry, &lab_error),
        WEND_OK);
    wend_scenario *s = lab_load("steer: marked\nagents: [{name: q, at: [0, 0], goal: [9, 0]}]\n");
    static const char *const paths[] = {"a.png", "a.svg"};
    for (int i = 0; i < 2; i++) {
        ck_assert_msg(explain(s, 1, 1.0, paths[i]) == WEND_OK, "%s", lab_error.message);
        ck_assert_uint_eq(explanation.half_planes, 3);
        ck_assert_uint_eq(explanation.cones, 2);
        ck_assert_uint_eq(explanation.goal_sets, 1);
        ck_assert_uint_eq(explanation.regions, 1);
        ck_assert_str_eq(
            explanation.sentence,
            "Agent 1 of 'q' at 1.00 s wants to go 1.00 m/s at 0 degrees, and chooses to go 0.71 "
            "m/s at 45 degrees, 45 degrees to the left of its preferred velocity. It is limited by "
            "3 half-planes "
            "and 2 velocity obstacles, and must stay in a goal velocity obstacle; its last choice "
            "was "
            "relaxed: soft constraints were ignored.");
        FILE *file = fopen(paths[i], "rb");
        ck_assert_ptr_nonnull(file);
        char start[8] = "";
        ck_assert_uint_eq(fread(start, 1, 5, file), 5);
        ck_assert_str_eq(i == 0 ? start + 1 : start, i == 0 ? "PNG\r" : "<?xml");
        fclose(file);
        remove(paths[i]);
    }
    wend_scenario_destroy(s);
}
END_TEST

/* Counts the bytes of a figure of the agent at the origin with a given extent. */
static size_t figure_size(const wend_scenario *s, double extent) {
    wend_explain_def def = wend_default_explain_def();
    def.scenario = s;
    def.registry = lab_registry;
    def.key = 1;
    def.time = 1.0;
    def.path = "extent.svg";
    def.extent = extent;
    ck_assert_int_eq(wend_explain_scenario(&def, &explanation, &lab_error), WEND_OK);
    FILE *file = fopen(def.path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = 0;
    while (fgetc(file) != EOF) {
        size++;
    }
    fclose(file);
    remove(def.path);
    return size;
}

/* Fifty agents stand 60 m away: each adds to a figure that shows them. */
START_TEST(figure_shows_ground_up_to_the_extent) {
    wend_scenario *s = lab_load("agents:\n  - {at: [0, 0], goal: [9, 0]}\n"
                                "  - {grid: {origin: [-25, 60], spacing: 1, count: [50, 1]}, goal: "
                                "[0, 90]}\n");
    size_t near = figure_size(s, 20.0);
    ck_assert_uint_gt(figure_size(s, 80.0), near + 1000);
    ck_assert_uint_lt(figure_size(s, 0.0), near + 1000);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(cancelled_run_writes_no_figure) {
    static const volatile sig_atomic_t stop = 1;
    wend_scenario *s = lab_load(PAIR);
    wend_explain_def def = wend_default_explain_def();
    def.scenario = s;
    def.registry = lab_registry;
    def.key = 1;
    def.time = 10;
    def.path = "a.svg";
    def.cancel = &stop;
    ck_assert_int_eq(wend_explain_scenario(&def, &explanation, &lab_error), WEND_OK);
    ck_assert(explanation.cancelled);
    ck_assert_ptr_null(fopen("a.svg", "rb"));
    wend_scenario_destroy(s);
}
END_TEST

/* Returns the position of an agent at a time, from the rows "time,agent,x,y,..." of a file. */
static wend_point position_in(const char *path, const char *time, unsigned key) {
    char line[200], start[40];
    wend_point position = {NAN, NAN};
    snprintf(start, sizeof start, "%s,%u,", time, key);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, start, strlen(start)) == 0) {
            ck_assert_int_eq(sscanf(line + strlen(start), "%lf,%lf", &position.x, &position.y), 2);
        }
    }
    fclose(file);
    return position;
}

START_TEST(sources_emit_the_same_agents_as_in_a_run) {
    wend_scenario *s = lab_load("agents:\n"
                                "  - {at: [0, 0], goal: [9, 0]}\n"
                                "  - {source: {box: [[0, 4], [3, 7]], rate: 2, count: 9},\n"
                                "     goal: [9, 5]}\n"
                                "time: {end: 5}\n");
    static const char *const outputs[] = {"sources.csv"};
    wend_run_def run = wend_default_run_def();
    run.scenario = s;
    run.registry = lab_registry;
    run.outputs = outputs;
    run.output_count = 1;
    wend_summary *summary = NULL;
    ck_assert_int_eq(wend_run_scenario(&run, &summary, &lab_error), WEND_OK);
    wend_summary_destroy(summary);
    for (unsigned key = 1; key <= 8; key++) {
        wend_point point = position_in("sources.csv", "4", key);
        ck_assert_msg(explain(s, key, 4.0, NULL) == WEND_OK, "%s", lab_error.message);
        ck_assert_double_eq_tol(explanation.agent.position.x, point.x, 1e-4);
        ck_assert_double_eq_tol(explanation.agent.position.y, point.y, 1e-4);
    }
    ck_assert_int_ne(explain(s, 10, 1.0, NULL), WEND_OK);
    ck_assert_str_eq(lab_error.message,
                     "agent 10 is not in the world yet at 1 s: its source emits it later");
    remove("sources.csv");
    wend_scenario_destroy(s);
}
END_TEST

LAB_MAIN("explain", explained_velocity_is_the_one_that_the_agent_takes, applies_timed_commands,
         reports_absent_agent, parses_agent_and_time_strictly, counts_and_reports_constraints,
         cancelled_run_writes_no_figure, figure_shows_ground_up_to_the_extent,
         sources_emit_the_same_agents_as_in_a_run)
