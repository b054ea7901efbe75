/* Doors, switches and moving obstacles: what changes, and in which step. A metric defined in this
 * test inspects the world after every step. */
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdio.h>

enum { MOST_STEPS = 400 };

/* State after each step: the walls of the overlay, and the walls of switched classes near (5, 1).
 */
static struct {
    uint32_t steps;
    uint32_t overlay[MOST_STEPS];
    wend_point low_corner[MOST_STEPS];
    bool blocked[MOST_STEPS];
} seen;

static wend_result watch(void *state, const wend_frame *frame, wend_error *error) {
    (void)state;
    (void)error;
    ck_assert_uint_lt(seen.steps, MOST_STEPS);
    wend_wall_hit walls[16];
    uint32_t layers[16], count = wend_world_get_overlay_walls(frame->world, walls, layers, 16);
    wend_space *space = wend_world_space(frame->world);
    wend_location from = {wend_space_to_local(space, (wend_point){4, 1}), 0};
    wend_location to = {wend_space_to_local(space, (wend_point){6, 1}), 0};
    seen.overlay[seen.steps] = count;
    wend_point low = {INFINITY, INFINITY};
    for (uint32_t i = 0; i < count && i < 16; i++) {
        wend_point corner = wend_space_from_local(space, walls[i].a);
        low = (wend_point){fmin(low.x, corner.x), fmin(low.y, corner.y)};
    }
    seen.low_corner[seen.steps] = low;
    seen.blocked[seen.steps] = !wend_view_is_visible(frame->view, from, to, 0.0F);
    seen.steps++;
    return WEND_OK;
}

static const wend_metric watch_metric = {
    .entry = {WEND_HEAD(wend_metric), .name = "watch",
              .summary = "what the world is like after each step"},
    .step = watch};

static wend_summary *run_watched(const char *text) {
    seen.steps = 0;
    wend_result result =
        wend_registry_add(lab_registry, WEND_KIND_METRIC, &watch_metric.entry, &lab_error);
    ck_assert(result == WEND_OK || result == WEND_ERROR_NAME);
    return lab_run(text);
}

/* Returns the step, counted from 1, after which a command at a given time is visible. The command
 * belongs to the first step that begins at that time or later: `ceil(time / dt) + 1`. */
static uint32_t step_of(double time, double dt) {
    return (uint32_t)ceil(time / dt - 1e-6) + 1;
}

static void expect_blocked(uint32_t first, uint32_t last, bool blocked) {
    for (uint32_t i = first; i <= last; i++) {
        ck_assert_msg(seen.blocked[i - 1] == blocked, "step %u is %s", i,
                      blocked ? "open" : "blocked");
    }
}

START_TEST(a_door_opens_and_closes_in_the_right_step) {
    static const double steps[] = {0.1, 0.25, 0.03};
    for (int i = 0; i < 3; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "time: {dt: %g, end: 6}\nspace: {walkable: [[0, 0], [10, 0], [10, 2], [0, 2]]}\n"
                 "obstacles: [{door: [[5, 0], [5, 2]], times: [{at: 1, closed: false},\n"
                 "             {at: 2.04, closed: true}, {at: 4.5, closed: false}]}]\n"
                 "agents: [{at: [1, 1]}]\n",
                 steps[i]);
        wend_summary_destroy(run_watched(text));
        uint32_t opens = step_of(1, steps[i]), shuts = step_of(2.04, steps[i]);
        uint32_t again = step_of(4.5, steps[i]);
        expect_blocked(1, opens - 1, true);
        expect_blocked(opens, shuts - 1, false);
        expect_blocked(shuts, again - 1, true);
        expect_blocked(again, seen.steps, false);
        ck_assert_uint_eq(seen.steps, (uint32_t)ceil(6 / steps[i] - 1e-6));
    }
}
END_TEST

START_TEST(a_class_is_switched_in_the_right_step) {
    wend_summary_destroy(run_watched(
        "time: {end: 5}\n"
        "space: {classes: [crates], obstacles: [{class: crates,\n"
        "        polygon: [[4.5, 0], [5.5, 0], [5.5, 2], [4.5, 2]]}]}\n"
        "switch: [{class: crates, at: 3, on: true}, {class: crates, at: 0, on: false}]\n"
        "agents: [{at: [1, 1]}]\n"));
    expect_blocked(1, step_of(3, 0.1) - 1, false);
    expect_blocked(step_of(3, 0.1), 50, true);
}
END_TEST

/* Returns the position that follows from the motion in the file, computed by hand: 1 m/s to the
 * right until 2 s, then up, then at rest from a new position. */
static wend_point expected_position(double time) {
    if (time <= 2) {
        return (wend_point){20 + time, 0};
    }
    if (time <= 3) {
        return (wend_point){22, 0.5 * (time - 2)};
    }
    return (wend_point){40, 40};
}

START_TEST(moving_obstacle_follows_its_timed_changes) {
    wend_summary_destroy(
        run_watched("time: {end: 4}\n"
                    "obstacles: [{moving: [[0, 0], [1, 0], [0, 1]], position: [20, 0],\n"
                    "  velocity: [1, 0], times: [{at: 2, velocity: [0, 0.5]},\n"
                    "  {at: 3, position: [40, 40], velocity: [0, 0]}, {at: 3.5, closed: false}]}]\n"
                    "agents: [{at: [1, 1]}]\n"));
    ck_assert_uint_eq(seen.steps, 40);
    for (uint32_t i = 1; i <= 40; i++) {
        bool there = i < step_of(3.5, 0.1);
        ck_assert_uint_eq(seen.overlay[i - 1], there ? 3 : 0);
        if (there && i != 30) { /* at exactly 3 s, the old and the new position are both correct */
            wend_point at = expected_position(i * 0.1);
            ck_assert_double_eq_tol(seen.low_corner[i - 1].x, at.x, 2e-4);
            ck_assert_double_eq_tol(seen.low_corner[i - 1].y, at.y, 2e-4);
        }
    }
}
END_TEST

START_TEST(initially_absent_obstacle_appears_at_its_time) {
    wend_summary_destroy(
        run_watched("time: {end: 2}\nobstacles:\n"
                    "  - {door: [[5, 0], [5, 2]], closed: false, times: [{at: 1, closed: true}]}\n"
                    "  - {moving: [[0, 0], [1, 0], [0, 1]], closed: false}\n"
                    "agents: [{at: [1, 1]}]\n"));
    for (uint32_t i = 1; i <= 20; i++) {
        ck_assert_uint_eq(seen.overlay[i - 1], i < 11 ? 0 : 1);
    }
}
END_TEST

START_TEST(simultaneous_commands_keep_their_order) {
    wend_scenario *s =
        lab_load("space: {classes: [a, b]}\n"
                 "obstacles: [{door: [[0, 0], [1, 0]], times: [{at: 1, closed: false},"
                 " {at: 1, closed: true}]}]\n"
                 "switch: [{class: b, at: 1, on: false}, {class: a, at: 0.5, on: "
                 "false}, {class: b, at: 1, on: true}]\n");
    static const scenario_command_kind kinds[] = {SCENARIO_SWITCH, SCENARIO_CLOSE, SCENARIO_CLOSE,
                                                  SCENARIO_SWITCH, SCENARIO_SWITCH};
    static const bool on[] = {false, false, true, false, true};
    ck_assert_uint_eq(s->command_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        ck_assert_int_eq(s->commands[i].kind, kinds[i]);
        ck_assert_int_eq(s->commands[i].on, on[i]);
    }
    wend_scenario_destroy(s);
}
END_TEST

static const char busy[] =
    "seed: 4\ntime: {end: 30}\n"
    "space: {walkable: [[0, 0], [24, 0], [24, 8], [0, 8]], classes: [crates],\n"
    "        obstacles: [{class: crates, polygon: [[16, 0.5], [17, 0.5], [17, 3], [16, 3]]}]}\n"
    "obstacles:\n"
    "  - {door: [[12, 0], [12, 8]], times: [{at: 6, closed: false}]}\n"
    "  - {moving: [[-1, -1], [1, -1], [1, 1], [-1, 1]], position: [5, 6], velocity: [0.2, 0],\n"
    "     times: [{at: 3, velocity: [0, -0.3]},\n"
    "             {at: 9, velocity: [0, 0], angular_velocity: 0.1}]}\n"
    "switch: [{class: crates, at: 8, on: false}]\n"
    "goals: {out: {box: [[22, 1], [23.5, 7]], on_arrival: leave}}\n"
    "agents: [{random: {box: [[0, 0], [4, 8]], count: 25}, goal: out},\n"
    "         {random: {box: [[7, 0], [11, 8]], count: 15}, goal: [20, 4]}]\n";

/* A run that is interrupted at any step, even one with a command, and then resumed, ends in the
 * same state. */
START_TEST(resumed_run_ends_in_the_same_state) {
    static const char *const cuts[] = {"0", "0.1",  "2.9", "3",   "3.1",
                                       "6", "7.95", "8",   "8.1", "20"};
    wend_scenario *s = lab_load(busy);
    wend_run_def def = lab_run_def(s);
    wend_summary *whole = lab_run_from(&def);
    wend_scenario_destroy(s);
    ck_assert_double_gt(lab_number(whole, "arrived"), 20);
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        char setting[40];
        snprintf(setting, sizeof setting, "time.end=%s", cuts[i]);
        const char *settings = setting;
        wend_scenario_def first = lab_def(busy);
        first.settings = &settings;
        first.setting_count = 1;
        s = lab_load_def(&first);
        def = lab_run_def(s);
        def.save = "cut.snap";
        wend_summary *part = lab_run_from(&def);
        wend_scenario_destroy(s);
        s = lab_load(busy);
        def = lab_run_def(s);
        def.resume = "cut.snap";
        def.threads = 1 + (uint32_t)i % 3;
        wend_summary *rest = lab_run_from(&def);
        ck_assert_msg(strcmp(lab_text(whole, "state_hash"), lab_text(rest, "state_hash")) == 0,
                      "cut at %s s", cuts[i]);
        ck_assert_double_eq(lab_number(part, "steps") + lab_number(rest, "steps"),
                            lab_number(whole, "steps"));
        ck_assert_double_eq(lab_number(part, "wall_interventions") +
                                lab_number(rest, "wall_interventions"),
                            lab_number(whole, "wall_interventions"));
        ck_assert_double_eq(lab_number(part, "overlap_pair_steps") +
                                lab_number(rest, "overlap_pair_steps"),
                            lab_number(whole, "overlap_pair_steps"));
        ck_assert_double_eq(lab_number(part, "agent_collisions") +
                                lab_number(rest, "agent_collisions"),
                            lab_number(whole, "agent_collisions"));
        wend_summary_destroy(part);
        wend_summary_destroy(rest);
        wend_scenario_destroy(s);
        remove("cut.snap");
    }
    wend_summary_destroy(whole);
}
END_TEST

START_TEST(refuses_invalid_or_mismatched_snapshots) {
    wend_scenario *s = lab_load("agents: [{at: [0, 0], goal: [9, 0]}]");
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = NULL;
    def.resume = "none.snap";
    ck_assert_int_eq(wend_run_scenario(&def, &summary, &lab_error), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.path, "none.snap");
    FILE *file = fopen("none.snap", "wb");
    fputs("no snapshot at all", file);
    fclose(file);
    ck_assert_int_eq(wend_run_scenario(&def, &summary, &lab_error), WEND_ERROR_FORMAT);
    remove("none.snap");
    def.resume = NULL;
    def.save = "no/folder.snap";
    ck_assert_int_eq(wend_run_scenario(&def, &summary, &lab_error), WEND_ERROR_IO);
    ck_assert_ptr_null(summary);
    /* The snapshot was made in another space. */
    def.save = "other.snap";
    wend_summary_destroy(lab_run_from(&def));
    wend_scenario_destroy(s);
    s = lab_load("space: {walkable: [[0, 0], [9, 0], [9, 9]]}");
    def = lab_run_def(s);
    def.resume = "other.snap";
    ck_assert_int_eq(wend_run_scenario(&def, &summary, &lab_error), WEND_ERROR_NAME);
    remove("other.snap");
    wend_scenario_destroy(s);
}
END_TEST

/* Progress is reported after every step. If the run is cancelled during such a report, no further
 * step follows. */
static volatile sig_atomic_t cancel;

static void count_progress(void *user, const wend_progress *progress) {
    uint64_t *count = user;
    ck_assert_uint_eq(progress->steps, ++*count);
    ck_assert_double_eq_tol(progress->time, 0.1 * (double)*count, 1e-9);
    ck_assert_double_eq(progress->end, 12);
    ck_assert_uint_eq(progress->agents, 2);
    ck_assert_uint_le(progress->arrived, 2);
    ck_assert_double_ge(progress->elapsed, 0);
    cancel = *count == 33;
}

START_TEST(reports_progress_and_can_be_cancelled) {
    wend_scenario *s = lab_load("time: {end: 12}\n"
                                "agents: [{at: [0, 0], goal: {point: [1, 0], on_arrival: leave}},\n"
                                "         {at: [0, 5], goal: [99, 5]}]\n");
    uint64_t steps = 0;
    wend_run_def def = lab_run_def(s);
    def.progress = count_progress;
    def.user = &steps;
    def.cancel = &cancel;
    cancel = 0;
    wend_summary *summary = lab_run_from(&def);
    ck_assert(wend_summary_cancelled(summary));
    ck_assert_double_eq(lab_number(summary, "steps"), 33);
    ck_assert_double_eq(lab_number(summary, "arrived"), 1);
    ck_assert_double_eq(lab_number(summary, "agents"), 2);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
}
END_TEST

/* A run builds its maps before the first step. If it is cancelled then, it has no results and no
 * outputs. */
static void cancel_map(void *user, double done) {
    uint64_t *count = user;
    ck_assert(done >= 0.0 && done <= 1.0);
    ++*count;
    cancel = done >= 0.5;
}

START_TEST(can_be_cancelled_while_maps_are_built) {
    wend_scenario *s = lab_load("time: {end: 12}\n"
                                "space: {walkable: [[-1, -1], [99, -1], [99, 9], [-1, 9]]}\n"
                                "plan: navmesh\n"
                                "agents: [{at: [0, 5], goal: [90, 5]}]\n");
    static const char *const outputs[] = {"cancelled.csv"};
    uint64_t calls = 0;
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = NULL;
    wend_error error;
    def.map_progress = cancel_map;
    def.user = &calls;
    def.cancel = &cancel;
    def.outputs = outputs;
    def.output_count = 1;
    cancel = 0;
    ck_assert_int_eq(wend_run_scenario(&def, &summary, &error), WEND_ERROR_CANCELLED);
    ck_assert_uint_gt(calls, 1);
    ck_assert_ptr_null(summary);
    ck_assert_ptr_null(fopen("cancelled.csv", "rb"));
    ck_assert_ptr_null(fopen("cancelled.csv.part", "rb"));
    wend_scenario_destroy(s);
}
END_TEST

LAB_MAIN("commands", a_door_opens_and_closes_in_the_right_step,
         a_class_is_switched_in_the_right_step, moving_obstacle_follows_its_timed_changes,
         initially_absent_obstacle_appears_at_its_time, simultaneous_commands_keep_their_order,
         resumed_run_ends_in_the_same_state, refuses_invalid_or_mismatched_snapshots,
         reports_progress_and_can_be_cancelled, can_be_cancelled_while_maps_are_built)
