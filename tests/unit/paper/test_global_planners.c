/* The shared parts of the tables on global planners: agents that plan find what maps find, sampled
 * queries have room, and maps get the parameters of the scenario. */
#include "paper/global_planners/parts.h"
#include "unit/scenario/lab.h"
#include <math.h>

static wend_paper_def make_def(void) {
    wend_paper_def def = wend_default_paper_def();
    def.registry = lab_registry;
    def.scenarios = WEND_SOURCE_DIR "/scenarios";
    return def;
}

static wend_scenario *load(const wend_paper_def *def, const planners_setup *setup) {
    wend_scenario *scenario = NULL;
    wend_result result = planners_load(def, setup, &scenario, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
    return scenario;
}

START_TEST(agents_find_paths_of_the_same_length_as_the_map) {
    static const double radius = 0.25;
    lab_set_up();
    wend_paper_def def = make_def();
    planners_setup setup = {PLANNERS_SURVEY, {"maps={m: {kind: navmesh}}"}};
    wend_scenario *scenario = load(&def, &setup);
    const wend_space *space = wend_scenario_space(scenario);
    wend_map *map = NULL;
    planners_asker asker;
    double built = 0.0, seconds = 0.0, length = 0.0;
    ck_assert_int_eq(planners_build(&def, scenario, "navmesh", radius, 2, &map, &built, &lab_error),
                     WEND_OK);
    ck_assert(isfinite(built));
    ck_assert_msg(planners_asker_open(&asker, &def, scenario, "navmesh", radius, &lab_error) ==
                      WEND_OK,
                  "%s", lab_error.message);
    for (uint32_t i = 0; i < 20; i++) {
        planners_query query = planners_sample(space, i, radius + 0.02);
        ck_assert(wend_space_is_walkable(space, query.from, WEND_ALL_CLASSES));
        ck_assert(wend_space_clearance(space, query.to, 1.0F, WEND_ALL_CLASSES) >=
                  (float)radius + 0.019F);
        ck_assert_msg(planners_ask_agent(&asker, &query, &seconds, &length, &lab_error) == WEND_OK,
                      "%s", lab_error.message);
        wend_path_def path = wend_default_path_def();
        wend_path_result found;
        path.from = query.from;
        path.to = query.to;
        path.radius = (float)radius;
        ck_assert_int_eq(wend_map_find_path(map, space, &path, NULL, NULL, 0, &found, &lab_error),
                         WEND_OK);
        ck_assert_int_eq(found.status, WEND_PATH_FOUND);
        /* Routes have points in single precision, and end where the agent arrives. */
        ck_assert_msg(fabs(length - found.length) <= 1e-3 * found.length + 1e-3,
                      "query %u: %.9g and %.9g", i, length, found.length);
    }
    planners_asker_close(&asker);
    wend_map_release(map);
    wend_scenario_destroy(scenario);
    lab_tear_down();
}
END_TEST

START_TEST(queries_depend_only_on_their_number) {
    lab_set_up();
    wend_paper_def def = make_def();
    planners_setup setup = {.scenario = PLANNERS_GAPS};
    wend_scenario *scenario = load(&def, &setup);
    const wend_space *space = wend_scenario_space(scenario);
    planners_query a = planners_sample(space, 5, 0.3), b = planners_sample(space, 5, 0.3);
    planners_query other = planners_sample(space, 6, 0.3);
    ck_assert_int_eq(memcmp(&a, &b, sizeof a), 0);
    ck_assert_int_ne(memcmp(&a, &other, sizeof a), 0);
    wend_scenario_destroy(scenario);
    lab_tear_down();
}
END_TEST

START_TEST(median_of_even_and_odd_counts) {
    double odd[] = {3.0, 1.0, 2.0}, even[] = {4.0, 1.0, 2.0, 3.0};
    ck_assert_double_eq(planners_median(odd, 3), 2.0);
    ck_assert_double_eq(planners_median(even, 4), 2.5);
    ck_assert(isnan(planners_median(odd, 0)));
}
END_TEST

START_TEST(refuses_a_scenario_that_does_not_exist) {
    lab_set_up();
    wend_paper_def def = make_def();
    planners_setup setup = {.scenario = "global-planners/none.yaml"};
    wend_scenario *scenario = NULL;
    ck_assert_int_ne(planners_load(&def, &setup, &scenario, &lab_error), WEND_OK);
    ck_assert_ptr_null(scenario);
    lab_tear_down();
}
END_TEST

int main(void) {
    SUITE("paper/global_planners", agents_find_paths_of_the_same_length_as_the_map,
          queries_depend_only_on_their_number, median_of_even_and_odd_counts,
          refuses_a_scenario_that_does_not_exist);
}
