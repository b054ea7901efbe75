/* The pointer `user` of the kit's descriptors reaches their functions: metrics, outputs, inputs,
 * map kinds and papers. */
/* needs: kit */
#include "unit/scenario/lab.h"

static int token; /* its address is the `user` of the descriptors below */

static struct { uint32_t metric, output, input, build, draw, radius, paper, wrong; } calls;

static void count_call(uint32_t *counter, const void *user) {
    ++*counter;
    calls.wrong += user != &token;
}

/* The state stores the `user` passed to begin, so that later functions find it there. */
static wend_result metric_begin(void *state, const void *params, void *user,
                                const wend_recording *recording, const wend_frame *frame,
                                wend_error *error) {
    (void)params, (void)recording, (void)frame, (void)error;
    *(void **)state = user;
    return WEND_OK;
}
static void metric_report(const void *state, const wend_frame *frame, wend_report *report) {
    (void)frame, (void)report;
    count_call(&calls.metric, *(void *const *)state);
}

static wend_result output_begin(void *state, const void *params, void *user,
                                const wend_recording *recording, const char *path,
                                wend_error *error) {
    (void)state, (void)params, (void)recording, (void)path, (void)error;
    count_call(&calls.output, user);
    return WEND_OK;
}
static wend_result output_frame(void *state, const wend_frame *frame, wend_error *error) {
    (void)state, (void)frame, (void)error;
    return WEND_OK;
}
static wend_result output_end(void *state, bool keep, wend_error *error) {
    (void)state, (void)keep, (void)error;
    return WEND_OK;
}

static wend_result input_begin(void *state, const void *params, void *user, const char *path,
                               const wend_allocator *allocator, wend_recording *recording,
                               wend_error *error) {
    (void)state, (void)params, (void)path, (void)allocator, (void)recording;
    count_call(&calls.input, user);
    error->code = WEND_ERROR_FORMAT;
    strcpy(error->message, "nothing in it");
    return WEND_ERROR_FORMAT;
}
static void input_end(void *state) {
    (void)state;
}

static wend_result paper_run(wend_paper_call *call, wend_error *error) {
    (void)error;
    count_call(&calls.paper, wend_paper_call_user(call));
    return WEND_OK;
}

static wend_result build_mesh(const wend_map_build_input *task, const void *params, void *user,
                              wend_map **out, wend_error *error) {
    (void)params;
    count_call(&calls.build, user);
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = task->space;
    def.allocator = task->allocator;
    return wend_navmesh_build(&def, out, error);
}
static wend_result draw_mesh(const wend_map_drawing *drawing, void *user, wend_error *error) {
    (void)drawing, (void)error;
    count_call(&calls.draw, user);
    return WEND_OK;
}
static double largest_radius(const void *params, void *user) {
    (void)params;
    count_call(&calls.radius, user);
    return 0.2;
}

static const wend_metric own_metric = {
    .entry = {WEND_HEAD(wend_metric), .name = "own", .summary = "s", .user = &token},
    .state_size = sizeof(void *),
    .begin = metric_begin,
    .report = metric_report};
static const wend_output own_output = {
    .entry = {WEND_HEAD(wend_output), .name = "own", .summary = "s", .user = &token},
    .extension = ".own",
    .begin = output_begin,
    .frame = output_frame,
    .end = output_end};
static const wend_input own_input = {
    .entry = {WEND_HEAD(wend_input), .name = "own", .summary = "s", .user = &token},
    .extension = ".own",
    .begin = input_begin,
    .end = input_end};
static const wend_paper own_paper = {
    .entry = {WEND_HEAD(wend_paper), .name = "own", .summary = "s", .user = &token},
    .run = paper_run};
static const wend_map_builder own_mesh = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "navmesh", .summary = "s", .user = &token},
    .noun = "mesh",
    .build = build_mesh,
    .draw = draw_mesh,
    .largest_radius = largest_radius};

static void add(wend_kind kind, const wend_entry *entry) {
    ck_assert_msg(wend_registry_add(lab_registry, kind, entry, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
}

static void set_up(void) {
    memset(&calls, 0, sizeof calls);
}

START_TEST(user_pointer_reaches_metrics_outputs_inputs_and_papers) {
    lab_set_up();
    add(WEND_KIND_METRIC, &own_metric.entry);
    add(WEND_KIND_OUTPUT, &own_output.entry);
    add(WEND_KIND_INPUT, &own_input.entry);
    wend_scenario *s = lab_load("agents: [{at: [0, 0], goal: [2, 0]}]\n");
    wend_run_def run = lab_run_def(s);
    const char *outputs[] = {"file.own"};
    run.outputs = outputs;
    run.output_count = 1;
    wend_summary *summary = NULL;
    ck_assert_int_eq(wend_run_scenario(&run, &summary, &lab_error), WEND_OK);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);

    wend_trajectory *trajectory = NULL;
    ck_assert_int_eq(wend_trajectory_open(lab_registry, "file.own", NULL, &trajectory, &lab_error),
                     WEND_ERROR_FORMAT);

    wend_paper_def paper = wend_default_paper_def();
    wend_paper_result *result = NULL;
    paper.paper = &own_paper;
    paper.registry = lab_registry;
    paper.scenarios = ".";
    ck_assert_int_eq(wend_paper_run(&paper, &result, &lab_error), WEND_OK);
    wend_paper_result_destroy(result);

    ck_assert_uint_eq(calls.wrong, 0);
    ck_assert_uint_eq(calls.metric, 1);
    ck_assert_uint_eq(calls.output, 1);
    ck_assert_uint_eq(calls.input, 1);
    ck_assert_uint_eq(calls.paper, 1);
    lab_tear_down();
}
END_TEST

/* Uses a registry in which the only kind of map is the one above. */
START_TEST(user_pointer_reaches_map_kinds) {
    ck_assert_int_eq(wend_registry_create(NULL, &lab_registry, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_registry_set_kind_size(lab_registry, WEND_KIND_MAP,
                                                 sizeof(wend_map_builder), &lab_error),
                     WEND_OK);
    add(WEND_KIND_MAP, &own_mesh.entry);
    wend_scenario *s = lab_load("space: {walkable: [[[0, 0], [9, 0], [9, 9], [0, 9]]]}\n"
                                "maps: {mesh: {kind: navmesh}}\n"
                                "agents: [{at: [1, 1], goal: [7, 7]}]\n");
    wend_map_def def = wend_default_map_def();
    wend_map *map = NULL;
    def.scenario = s;
    ck_assert_msg(wend_scenario_build_map(&def, &map, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
    ck_assert_int_eq(wend_scenario_draw_map(s, map, 0, "mesh.svg", &lab_error), WEND_OK);
    ck_assert_uint_eq(calls.wrong, 0);
    ck_assert_uint_eq(calls.build, 1);
    ck_assert_uint_eq(calls.draw, 1);
    ck_assert_uint_ge(calls.radius, 1);
    wend_map_release(map);
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kit/user");
    TCase *cases = tcase_create("user");
    tcase_add_checked_fixture(cases, set_up, NULL);
    tcase_add_test(cases, user_pointer_reaches_metrics_outputs_inputs_and_papers);
    tcase_add_test(cases, user_pointer_reaches_map_kinds);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
