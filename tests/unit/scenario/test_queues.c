/* Queues in scenario files: what they mean, and what is wrong with bad ones. */
#include <wend/queue.h>

#include "unit/scenario/lab.h"

#define SPACE "space: {walkable: [[0, 0], [30, 0], [30, 12], [0, 12]]}\n"
#define GATE  "goals: {gate: {segment: [[30, 4], [30, 8]], on_arrival: leave}}\n"

static wend_world *make(const char *text) {
    wend_scenario *s = lab_load(text);
    wend_world *world = NULL;
    wend_result result = wend_scenario_create_world(s, lab_registry, 1, NULL, &world, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
    wend_scenario_destroy(s);
    return world;
}

START_TEST(queues_send_agents_on_to_each_other) {
    wend_world *world =
        make(SPACE GATE "queues:\n"
                        "  desk: {line: [[12, 6], [6, 6]], service: 1, then: hall}\n"
                        "  hall: {area: [[16, 2], [24, 2], [24, 10], [16, 10]]}\n"
                        "agents:\n"
                        "  - {queue: desk, at: [[2, 4], [2, 6], [2, 8]]}\n");
    wend_queue desk = wend_world_find_queue(world, "desk");
    wend_queue hall = wend_world_find_queue(world, "hall");
    wend_queue_counts counts;
    ck_assert_int_eq(wend_world_step(world, 400, &lab_error), WEND_OK);
    ck_assert(wend_world_get_queue_counts(world, desk, &counts));
    ck_assert_uint_eq(counts.served, 3);
    ck_assert(wend_world_get_queue_counts(world, hall, &counts));
    ck_assert_uint_eq(counts.waiting, 3);
    wend_world_destroy(world);
}
END_TEST

START_TEST(goal_sets_can_name_queues) {
    wend_world *world = make(SPACE GATE "queues:\n"
                                        "  a: {places: [[20, 3]], service: 1, then: gate}\n"
                                        "  b: {places: [[20, 9]], service: 1, then: gate}\n"
                                        "goal_sets: {desks: [a, b]}\n"
                                        "select: nearest\n"
                                        "agents:\n"
                                        "  - {goals: desks, at: [[2, 2], [2, 10]]}\n");
    wend_queue_counts counts;
    ck_assert_int_eq(wend_world_step(world, 400, &lab_error), WEND_OK);
    for (int i = 0; i < 2; i++) {
        wend_queue queue = wend_world_find_queue(world, i ? "b" : "a");
        ck_assert(wend_world_get_queue_counts(world, queue, &counts));
        ck_assert_uint_eq(counts.served, 1);
    }
    ck_assert_uint_eq(wend_world_agent_count(world), 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(messages_say_what_is_wrong_and_where) {
    static const struct {
        const char *text, *says;
        int line, column;
    } cases[] = {
        {SPACE "queues:\n  q: {places: [[5, 5], [6, 0.1]]}\n", "place 1 at (6, 0.1) is 0.1 m", 3,
         24},
        {SPACE "queues:\n  q: {places: [[5, 5], [6, -4]]}\n", "not on walkable ground", 3, 24},
        {SPACE "queues:\n  q: {line: [[5, 5], [9, 5]], spacing: 0.3}\n", "0.3 m apart", 3, 13},
        {SPACE "queues:\n  q: {service: 3}\n", "'places', 'line' or 'area'", 3, 6},
        {SPACE "queues:\n  q: {places: []}\n", "places", 3, 15},
        {SPACE "queues:\n  q: {places: [[5, 5]], then: nowhere}\n", "no goal 'nowhere'", 3, 31},
        {SPACE "queues:\n  q: {places: [[5, 5]]}\nagents:\n  - {at: [1, 1], queue: p}\n",
         "no queue 'p'", 5, 25},
        {SPACE "goals: {q: [1, 1]}\nqueues:\n  q: {places: [[5, 5]]}\n", "name of a goal", 4, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(&lab_error, 0, sizeof lab_error);
        ck_assert_int_ne(lab_try(cases[i].text), WEND_OK);
        ck_assert_msg(strstr(lab_error.message, cases[i].says) && lab_error.line == cases[i].line &&
                          lab_error.column == cases[i].column,
                      "case %zu: %d:%d: %s", i, lab_error.line, lab_error.column,
                      lab_error.message);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scenario/queues");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, lab_set_up, lab_tear_down);
    tcase_add_test(all, queues_send_agents_on_to_each_other);
    tcase_add_test(all, goal_sets_can_name_queues);
    tcase_add_test(all, messages_say_what_is_wrong_and_where);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
