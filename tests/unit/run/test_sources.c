/* Sources: tests which agents enter, when and where they enter, and which agents wait. Also tests
 * that resuming from a snapshot changes nothing. */
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_KEYS = 64 };

/* The time and position at which each key was first seen, and the reported progress. A metric
 * defined in this test records them. */
typedef struct entry_log {
    double time[MOST_KEYS];
    wend_point positions[MOST_KEYS];
    double nearest; /* m: smallest gap between any two agents */
    uint32_t most;
} entry_log;

static entry_log notes;

static wend_result note(void *state, const wend_frame *frame, wend_error *error) {
    (void)state;
    (void)error;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *a = &frame->agents[i];
        ck_assert_uint_lt(a->key, MOST_KEYS);
        if (notes.time[a->key] == 0) {
            notes.time[a->key] = frame->time;
            notes.positions[a->key] = a->position;
            for (uint32_t k = 0; k < frame->agent_count; k++) {
                const wend_agent_state *b = &frame->agents[k];
                double gap = hypot(a->position.x - b->position.x, a->position.y - b->position.y) -
                             (double)a->radius - (double)b->radius;
                notes.nearest = k != i ? fmin(notes.nearest, gap) : notes.nearest;
            }
        }
    }
    notes.most = frame->agent_count > notes.most ? frame->agent_count : notes.most;
    return WEND_OK;
}

static const wend_metric metric_diary = {
    .entry = {WEND_HEAD(wend_metric), .name = "diary", .summary = "who came when"}, .step = note};

static wend_summary *run_noted(const char *text) {
    memset(&notes, 0, sizeof notes);
    notes.nearest = INFINITY;
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_METRIC, &metric_diary.entry, &lab_error),
        WEND_OK);
    return lab_run(text);
}

/* Agents are due at 1 s, 1.5 s, 2 s and so on. Each is seen after the step in which it entered. */
START_TEST(agents_enter_at_the_given_rate) {
    wend_summary *summary = run_noted(
        "goals: {out: {point: [40, 5], on_arrival: leave}}\n"
        "agents:\n  - {source: {box: [[0, 0], [4, 10]], rate: 2, from: 1, count: 9}, goal: out}\n"
        "  - {at: [20, 5], goal: out, key: 50}\n");
    for (uint32_t i = 0; i < 9; i++) {
        double due = 1 + i * 0.5;
        ck_assert_msg(fabs(notes.time[i + 1] - due - 0.1) < 1e-6, "agent %u at %g", i + 1,
                      notes.time[i + 1]);
        ck_assert(notes.positions[i + 1].x >= 0 && notes.positions[i + 1].x <= 4.2);
    }
    /* The initial agent arrives long before the last agent of the source. */
    ck_assert_double_eq(lab_number(summary, "agents"), 10);
    ck_assert_double_eq(lab_number(summary, "arrived"), 10);
    ck_assert_double_eq(lab_number(summary, "waiting_to_enter"), 0);
    wend_summary_destroy(summary);
}
END_TEST

START_TEST(key_until_limits_the_number_of_agents) {
    wend_scenario *s = lab_load(
        "agents:\n  - {source: {box: [[0, 0], [9, 9]], interval: 0.5, from: 1, until: 3}}\n"
        "  - {at: [20, 5]}\n  - {source: {box: [[0, 0], [9, 9]], rate: 1, until: 3, count: 2}}\n");
    ck_assert_uint_eq(s->groups[0].count, 5);
    ck_assert_uint_eq(s->groups[1].first_key, 6);
    ck_assert_uint_eq(s->groups[2].count, 2);
    ck_assert_uint_eq(s->agent_count, 1);
    ck_assert_uint_eq(wend_scenario_get_info(s).agents, 8);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(random_intervals_stay_in_their_range) {
    wend_summary *summary =
        run_noted("time: {dt: 0.05, end: 60}\n"
                  "goals: {out: {point: [40, 5], on_arrival: leave}}\n"
                  "agents: [{source: {box: [[0, 0], [4, 10]], interval: {uniform: [0.4, 1.2]}, "
                  "count: 30}, goal: out}]\n");
    double least = INFINITY, most = 0;
    for (uint32_t i = 2; i <= 30; i++) {
        double passed = notes.time[i] - notes.time[i - 1];
        least = fmin(least, passed);
        most = fmax(most, passed);
    }
    ck_assert(least > 0.4 - 0.051 && least < 0.6 && most > 1.0 && most < 1.2 + 0.051);
    wend_summary_destroy(summary);
}
END_TEST

/* The source has a small shape, and its agents do not move away, so one agent enters and the others
 * wait. */
START_TEST(agents_wait_until_there_is_room) {
    wend_summary *summary = run_noted(
        "time: {end: 5}\nagents: [{source: {disc: {centre: [0, 0], radius: 0.2}, rate: 5, "
        "count: 9}}]\n");
    ck_assert_double_eq(lab_number(summary, "agents"), 1);
    ck_assert_double_eq(lab_number(summary, "waiting_to_enter"), 8);
    ck_assert_double_eq(lab_number(summary, "simulated_s"), 5);
    wend_summary_destroy(summary);
}
END_TEST

START_TEST(agents_do_not_enter_on_top_of_others) {
    wend_summary *summary =
        run_noted("time: {end: 20}\nspace: {walkable: [[0, 0], [12, 0], [12, 3], [0, 3]]}\n"
                  "agents: [{source: {box: [[0, 0], [3, 3]], rate: 8, count: 40}, goal: [11, 1.5], "
                  "speed: 0.3}]\n");
    ck_assert_uint_gt(notes.most, 5);
    /* Other agents walk 0.03 m towards a new agent while it enters. */
    ck_assert_msg(notes.nearest > -0.07, "%g", notes.nearest);
    wend_summary_destroy(summary);
}
END_TEST

/* No agent enters inside a square box with sides of 20 m, even if all edges of the box are far
 * away. Agents enter once the box no longer blocks them. */
START_TEST(agents_do_not_enter_inside_moving_obstacle) {
    static const char box[] = "moving: [[-10, -10], [10, -10], [10, 10], [-10, 10]], position: ";
    static const struct {
        const char *rest;
        double entered;
    } all[] = {
        {"[20, 20]", 0},
        {"[20, 20], angle: 0.7", 0},
        {"[40, 20]", 5},
        {"[20, 20], times: [{at: 3, closed: false}]", 5},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "time: {end: 6}\nspace: {walkable: [[0, 0], [40, 0], [40, 40], [0, 40]]}\n"
                 "obstacles: [{name: b, %s%s}]\nagents: [{source: {box: [[18, 18], [22, 22]], "
                 "rate: 2, count: 5}, goal: [39, 39]}]\n",
                 box, all[i].rest);
        wend_summary *summary = lab_run(text);
        ck_assert_msg(lab_number(summary, "agents") == all[i].entered, "%zu", i);
        ck_assert_double_eq(lab_number(summary, "waiting_to_enter"), 5 - all[i].entered);
        wend_summary_destroy(summary);
    }
}
END_TEST

/* A door that forms a closed ring does not make the ring's interior an obstacle. */
START_TEST(agents_can_enter_inside_a_ring_shaped_door) {
    wend_summary *summary = lab_run(
        "time: {end: 3}\nspace: {walkable: [[0, 0], [40, 0], [40, 40], [0, 40]]}\n"
        "obstacles: [{name: pen, door: [[10, 10], [10, 30], [30, 30], [30, 10], [10, 10]]}]\n"
        "agents: [{source: {box: [[18, 18], [22, 22]], rate: 5, count: 5}}]\n");
    ck_assert_double_eq(lab_number(summary, "agents"), 5);
    wend_summary_destroy(summary);
}
END_TEST

static size_t largest_piece;

static void *measured(void *context, size_t size) {
    (void)context;
    largest_piece = size > largest_piece ? size : largest_piece;
    return aligned_alloc(64,
                         (size + 63) / 64 * 64); /* the alignment that wend_allocator requires */
}

static void given_back(void *context, void *piece, size_t size) {
    (void)context;
    (void)size;
    free(piece);
}

/* A million agents are still to come, and nine of them enter within three steps: memory use depends
 * on the agents present, not on those still to come. */
START_TEST(agents_still_to_enter_take_no_memory) {
    wend_scenario *s = lab_load("time: {end: 0.3}\nagents: [{source: {box: [[0, 0], [90, 90]], "
                                "rate: 45, count: 1000000}}]\n");
    wend_run_def def = lab_run_def(s);
    def.allocator = (wend_allocator){measured, given_back, NULL};
    wend_summary *summary = lab_run_from(&def);
    ck_assert_double_eq(lab_number(summary, "agents"), 10);
    ck_assert_uint_gt(largest_piece, 0);
    ck_assert_uint_lt(largest_piece, 4000000);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
}
END_TEST

static void report_progress(void *user, const wend_progress *progress) {
    (void)user;
    ck_assert_uint_eq(progress->agents, 13);
    ck_assert_uint_le(progress->arrived, 13);
}

/* At the end, some agents have left and some are walking, so the hash depends on which are present.
 */
static const char crowd[] =
    "time: {end: 9}\n"
    "goals: {out: {point: [6, 5], on_arrival: leave}}\n"
    "agents:\n  - {at: [0, 5], goal: out}\n"
    "  - {source: {box: [[0, 0], [1.5, 1.5]], interval: {normal: [0.6, 0.2], min: 0.1}, "
    "count: 12}, goal: out}\n";

/* A run that is stopped and resumed ends in the same state as an uninterrupted run, wherever it is
 * stopped. */
START_TEST(resuming_from_a_snapshot_changes_nothing) {
    for (int tenth = 5; tenth <= 85; tenth += 10) {
        char until[40];
        snprintf(until, sizeof until, "time.end=%g", tenth * 0.1);
        const char *settings[] = {until};
        wend_scenario_def def = lab_def(crowd);
        wend_scenario *whole = lab_load_def(&def);
        def.settings = settings;
        def.setting_count = 1;
        wend_scenario *part = lab_load_def(&def);
        wend_run_def first = lab_run_def(part), rest = lab_run_def(whole), all = rest;
        first.save = rest.resume = "sources.snap";
        all.progress = report_progress;
        wend_summary_destroy(lab_run_from(&first));
        wend_summary *resumed = lab_run_from(&rest), *straight = lab_run_from(&all);
        ck_assert_str_eq(lab_text(resumed, "state_hash"), lab_text(straight, "state_hash"));
        ck_assert_double_eq(lab_number(resumed, "simulated_s"),
                            lab_number(straight, "simulated_s"));
        ck_assert_double_eq(lab_number(straight, "agents"), 13);
        ck_assert_double_gt(lab_number(straight, "arrived"), 3);
        ck_assert_double_lt(lab_number(straight, "arrived"), 13);
        wend_summary_destroy(resumed);
        wend_summary_destroy(straight);
        wend_scenario_destroy(part);
        wend_scenario_destroy(whole);
    }
    remove("sources.snap");
}
END_TEST

START_TEST(reports_invalid_sources) {
    static const struct {
        const char *text, *message;
    } all[] = {
        {"{box: [[0, 0], [1, 1]], rate: 1}", "a source needs 'count', 'until' or 'schedule'"},
        {"{box: [[0, 0], [1, 1]], count: 1}",
         "a source needs 'rate', 'interval', 'poisson' or 'schedule'"},
        {"{box: [[0, 0], [1, 1]], rate: 0, count: 1}",
         "rate must be a number from 1e-06 to 10000, found '0'"},
        {"{box: [[0, 0], [1, 1]], rate: 1, from: 5, until: 4}",
         "a source must end after it begins, at 5 s"},
        {"{box: [[0, 0], [1, 1]], schedule: [[2, 1], [1, 1]]}",
         "the times of a schedule must be in ascending order; 1 s follows 2 s"},
        {"{box: [[0, 0], [1, 1]], schedule: [[2, 1]], count: 3}",
         "'schedule' cannot be combined with 'count'"},
        {"{box: [[0, 0], [1, 1]], schedule: [3]}",
         "an entry of a schedule must be [time, number of agents], found '3'"},
        {"{box: [[0, 0], [1, 1]], poisson: 1, rate: 1, count: 3}",
         "a source has both 'rate' and 'poisson'; expected only one of them"},
        {"{rate: 1, count: 1}",
         "a source needs a shape (disc, box, oriented_box or polygon) in a space without bounds"},
        {"{box: [[0, 0], [1, 1]], rate: 10000, until: 1e9}",
         "with this group there are 16777217 agents; 16777216 are possible"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "agents: [{source: %s}]", all[i].text);
        ck_assert_int_ne(lab_try(text), WEND_OK);
        ck_assert_str_eq(lab_error.message, all[i].message);
    }
}
END_TEST

LAB_MAIN("sources", agents_enter_at_the_given_rate, key_until_limits_the_number_of_agents,
         random_intervals_stay_in_their_range, agents_wait_until_there_is_room,
         agents_do_not_enter_on_top_of_others, agents_do_not_enter_inside_moving_obstacle,
         agents_can_enter_inside_a_ring_shaped_door, agents_still_to_enter_take_no_memory,
         resuming_from_a_snapshot_changes_nothing, reports_invalid_sources)
