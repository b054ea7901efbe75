/* Out of memory: for every k, the k-th allocation fails, from the start of loading a scenario to
 * the end of a run. */
#define _POSIX_C_SOURCE 200809L
#include "support/worlds.h"
#include "unit/scenario/lab.h"
#include <stdlib.h>
#include <sys/stat.h>

static const char small[] =
    "name: small\ntime: {end: 0.5}\nplan: straight\nsteer: direct\n"
    "space:\n"
    "  classes: [crates]\n"
    "  layers:\n"
    "    - name: low\n"
    "      walkable: [[0, 0], [6, 0], [6, 4], [0, 4]]\n"
    "      obstacles: [{class: crates, polygon: [[2, 1], [3, 1], [3, 2]]}]\n"
    "      walls: [[[4, 3], [5, 3]]]\n"
    "      terrain: [{polygon: [[1, 1], [2, 1], [2, 2]], type: 2}]\n"
    "    - {name: high, walkable: [[6, 0], [9, 0], [9, 4], [6, 4]]}\n"
    "  links: [{from: low, to: high, segment: [[6, 0], [6, 4]]}]\n"
    "goals: {out: {disc: {centre: [8, 2], radius: 0.5}, layer: high, on_arrival: leave}, b: [1, "
    "1]}\n"
    "goal_sets: {both: [out, b]}\n"
    "profiles: {p: {radius: {uniform: [0.2, 0.3]}, modify: [{name: scale, factor: 0.9}]}, q: {}}\n"
    "agents:\n"
    "  - {profile: p, goals: both, random: {box: [[0, 2], [6, 4]], count: 4}}\n"
    "  - {profile: q, goal: out, at: [[7, 1], [8.5, 3]], layer: high}\n"
    "  - {profile: q, goal: [5, 0.5], via: [[4, 1]], at: [1, 0.5]}\n"
    "obstacles:\n"
    "  - {door: [[3.5, 0], [3.5, 1]], times: [{at: 0.2, closed: false}]}\n"
    "  - {moving: [[0, 0], [0.2, 0], [0, 0.2]], position: [5, 2], velocity: [0.1, 0]}\n"
    "switch: [{class: crates, at: 0.1, on: false}]\n"
    "measure: {collision: {overlap_depth: 0.02}}\noutput: {png: {width: 300}, svg: {width: 300, "
    "show: use}}\n";

static const char *const outputs[] = {"a.csv", "b.png", "c.svg"};

static bool exists(const char *name) {
    struct stat found;
    return stat(name, &found) == 0;
}

/* Loads, runs and frees a scenario, using one allocator for everything. */
static wend_result load_and_run(worlds_heap *heap, bool with_outputs) {
    static const char *const settings[] = {"time.dt=0.05", "follow.name=waypoint"};
    wend_scenario_def def = lab_def(small);
    def.allocator = worlds_allocator(heap);
    def.settings = settings;
    def.setting_count = 2;
    def.steer = "direct";
    wend_scenario *s = NULL;
    wend_summary *summary = NULL;
    wend_result result = wend_scenario_load(&def, &s, &lab_error);
    if (result == WEND_OK) {
        wend_run_def run = lab_run_def(s);
        run.allocator = worlds_allocator(heap);
        run.outputs = outputs;
        run.output_count = with_outputs ? 3 : 0;
        result = wend_run_scenario(&run, &summary, &lab_error);
    }
    ck_assert((result == WEND_OK) == (summary != NULL));
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
    return result;
}

START_TEST(reports_every_failed_allocation_of_a_run) {
    worlds_heap heap = {0};
    ck_assert_msg(load_and_run(&heap, false) == WEND_OK, "%d: %s", lab_error.line,
                  lab_error.message);
    ck_assert_uint_eq(heap.held, 0);
    unsigned long all = heap.calls;
    ck_assert_uint_gt(all, 50);
    for (unsigned long k = 1; k <= all; k++) {
        worlds_heap failing = {.fails_at = k};
        memset(&lab_error, 0, sizeof lab_error);
        wend_result result = load_and_run(&failing, false);
        ck_assert_msg(result == WEND_ERROR_MEMORY, "allocation %lu of %lu: %d %s", k, all, result,
                      lab_error.message);
        ck_assert_msg(lab_error.code == WEND_ERROR_MEMORY && lab_error.message[0] != '\0',
                      "allocation %lu: no message", k);
        ck_assert_msg(failing.held == 0, "allocation %lu leaves %zu bytes", k,
                      (size_t)failing.held);
    }
}
END_TEST

/* A failed run with outputs leaves no incomplete file. If memory ran out in a step, files that were
 * complete and closed by then may remain. */
START_TEST(outputs_are_complete_or_absent) {
    worlds_heap heap = {0};
    ck_assert_int_eq(load_and_run(&heap, true), WEND_OK);
    ck_assert(exists("a.csv") && exists("b.png") && exists("c.svg"));
    unsigned long all = heap.calls;
    for (unsigned long k = 1; k <= all; k++) {
        remove("a.csv");
        remove("b.png");
        remove("c.svg");
        worlds_heap failing = {.fails_at = k};
        wend_result result = load_and_run(&failing, true);
        ck_assert_msg(result == WEND_ERROR_MEMORY, "allocation %lu of %lu: %d %s", k, all, result,
                      lab_error.message);
        ck_assert_msg(failing.held == 0, "allocation %lu leaves %zu bytes", k,
                      (size_t)failing.held);
        ck_assert_msg(!exists("a.csv.part") && !exists("b.png.part") && !exists("c.svg.part"),
                      "allocation %lu", k);
    }
    remove("a.csv");
    remove("b.png");
    remove("c.svg");
}
END_TEST

static wend_result load_and_explain(worlds_heap *heap) {
    wend_scenario *s = lab_load(small);
    wend_explanation explanation;
    wend_explain_def def = wend_default_explain_def();
    def.scenario = s;
    def.registry = lab_registry;
    def.key = 1;
    def.time = 0.3;
    def.path = "c.svg";
    def.allocator = worlds_allocator(heap);
    wend_result result = wend_explain_scenario(&def, &explanation, &lab_error);
    wend_scenario_destroy(s);
    return result;
}

START_TEST(reports_every_failed_allocation_of_an_explanation) {
    worlds_heap heap = {0};
    ck_assert_msg(load_and_explain(&heap) == WEND_OK, "%s", lab_error.message);
    ck_assert_uint_eq(heap.held, 0);
    for (unsigned long k = 1; k <= heap.calls; k++) {
        remove("c.svg");
        worlds_heap failing = {.fails_at = k};
        ck_assert_msg(load_and_explain(&failing) == WEND_ERROR_MEMORY, "allocation %lu of %lu", k,
                      (unsigned long)heap.calls);
        ck_assert_uint_eq(failing.held, 0);
        ck_assert_msg(!exists("c.svg") && !exists("c.svg.part"), "allocation %lu", k);
    }
}
END_TEST

START_TEST(reports_every_failed_allocation_of_a_world) {
    wend_scenario *s = lab_load(small);
    bool made = false;
    for (unsigned long k = 1; k < 1000 && !made; k++) {
        worlds_heap failing = {.fails_at = k};
        wend_allocator allocator = worlds_allocator(&failing);
        wend_world *world = NULL;
        wend_result result =
            wend_scenario_create_world(s, lab_registry, 1, &allocator, &world, &lab_error);
        ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
        ck_assert((result == WEND_OK) == (world != NULL));
        made = result == WEND_OK;
        wend_world_destroy(world);
        ck_assert_uint_eq(failing.held, 0);
    }
    ck_assert(made);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(report_is_incomplete_if_out_of_memory) {
    static const char *const items[] = {"one", "two"};
    bool whole = false;
    for (unsigned long k = 1; k < 100 && !whole; k++) {
        worlds_heap failing = {.fails_at = k};
        wend_allocator allocator = worlds_allocator(&failing);
        wend_report *report = NULL;
        wend_result result = wend_report_create(&allocator, &report, &lab_error);
        if (result != WEND_OK) {
            ck_assert_int_eq(result, WEND_ERROR_MEMORY);
            continue;
        }
        for (int i = 0; i < 40; i++) {
            wend_report_add_integer(report, "n", i);
            wend_report_add_text(report, "t", "text");
            wend_report_add_list(report, "l", items, 2);
        }
        whole = wend_report_is_complete(report);
        ck_assert(whole == (failing.calls < k));
        ck_assert_uint_le(wend_report_count(report), 120);
        ck_assert(!whole || wend_report_count(report) == 120);
        wend_report_destroy(report);
        ck_assert_uint_eq(failing.held, 0);
    }
    ck_assert(whole);
}
END_TEST

LAB_MAIN("memory", reports_every_failed_allocation_of_a_run, outputs_are_complete_or_absent,
         reports_every_failed_allocation_of_an_explanation,
         reports_every_failed_allocation_of_a_world, report_is_incomplete_if_out_of_memory)
