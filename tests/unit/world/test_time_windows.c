/* Time windows that close: an agent waits once all of its goals have closed, reports this once, and
 * may be sent elsewhere. */
/* label: threads */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_goal windowed(wend_world *world, double x, double opens, double closes) {
    wend_point position = {x, 0};
    wend_goal_def def = wend_default_goal_def();
    def.points = &position;
    def.opens = opens;
    def.closes = closes;
    return worlds_add_goal(world, &def);
}

static bool waits(const wend_world *world, wend_agent agent) {
    return worlds_state(world, agent).activity == WEND_ACTIVITY_CLOSED;
}

/* With every steering model, an agent stops when its goal has closed, and not before. */
START_TEST(agent_too_late_for_its_goal_waits_where_it_is) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, i);
        const char *steer = entry->name;
        if (((const wend_steering *)(const void *)entry)->needs & WEND_NEEDS_CORRIDOR) {
            continue; /* open ground has no corridors */
        }
        wend_world *world = worlds_make(worlds_open(), registry);
        worlds_profile(world, steer);
        wend_goal goal = windowed(world, 50, 1, 4);
        wend_agent agent = worlds_agent(world, 0, 0, goal);
        ck_assert_uint_eq(worlds_step_counting(world, 41, WEND_EVENT_CLOSED), 0);
        ck_assert(!waits(world, agent));
        worlds_step(world, 1); /* the step that begins at 4.1 s */
        wend_event event;
        ck_assert_uint_eq(worlds_events(world, WEND_EVENT_CLOSED, &event), 1);
        ck_assert_uint_eq(event.goal.value, goal.value);
        ck_assert_uint_eq(event.agent.value, agent.value);
        ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_CLOSED);
        wend_point point = worlds_state(world, agent).position;
        ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_CLOSED), 0);
        wend_agent_state state = worlds_state(world, agent);
        ck_assert_msg(hypot(state.position.x - point.x, state.position.y - point.y) < 1, "%s",
                      steer);
        float speed = hypotf(state.velocity.x, state.velocity.y);
        ck_assert_msg(speed < 0.01F, "%s: %g m/s", steer, (double)speed);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(agent_without_open_goal_can_be_sent_elsewhere) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 0, 0, windowed(world, 50, 0, 1));
    worlds_step(world, 30);
    ck_assert(waits(world, agent));
    wend_world *loaded = worlds_reload(world, NULL);
    ck_assert_uint_eq(worlds_step_counting(loaded, 5, WEND_EVENT_CLOSED), 0);
    ck_assert(waits(loaded, agent));
    wend_world_destroy(loaded);
    wend_goal open = worlds_point(world, -5, 0);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, open, NULL), WEND_OK);
    ck_assert_uint_eq(worlds_step_counting(world, 60, WEND_EVENT_ARRIVED), 1);
    /* A goal that has already closed is refused at once, and an event reports this. */
    wend_goal blocked = windowed(world, 9, 0, 2);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, blocked, NULL), WEND_OK);
    worlds_step(world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_CLOSED, &event), 1);
    ck_assert_uint_eq(event.goal.value, blocked.value);
    ck_assert(waits(world, agent));
    wend_world_destroy(world);
}
END_TEST

/* The agent does not give up while another goal of the set is open or will open later. */
START_TEST(does_not_give_up_while_another_goal_is_available) {
    static const char *const selectors[] = {"any", "nearest", "cycle"};
    for (int i = 0; i < 3; i++) {
        wend_world *world = worlds_choosing(selectors[i], 1);
        wend_goal goals[] = {windowed(world, 20, -1, 2), windowed(world, -20, 0.5, 6)};
        wend_agent_def def = wend_default_agent_def();
        def.goal_set = worlds_goal_set(world, goals, 2);
        wend_agent agent = worlds_add(world, &def);
        worlds_step(world, 5);
        ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[0].value);
        ck_assert_uint_eq(worlds_step_counting(world, 17, WEND_EVENT_CLOSED), 0);
        wend_event event;
        ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[1].value);
        ck_assert(worlds_state(world, agent).velocity.x <
                  0); /* the agent has turned towards the other goal */
        ck_assert_uint_eq(worlds_step_counting(world, 39, WEND_EVENT_CLOSED), 0);
        worlds_step(world, 1);
        ck_assert_uint_eq(worlds_events(world, WEND_EVENT_CLOSED, &event), 1);
        ck_assert_uint_eq(event.goal.value, goals[1].value);
        ck_assert_uint_eq(worlds_step_counting(world, 30, WEND_EVENT_CLOSED), 0);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(walks_to_goal_that_opens_later) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 0, 0, windowed(world, 5, 8, 9));
    worlds_step(world, 50); /* the agent is at the goal, and waits for it to open */
    ck_assert_double_eq_tol(worlds_state(world, agent).position.x, 5, 0.26);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 0);
    worlds_step(world, 29);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 0);
    worlds_step(world, 2);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    ck_assert_uint_eq(worlds_step_counting(world, 50, WEND_EVENT_CLOSED), 0); /* the agent stays */
    wend_world_destroy(world);
}
END_TEST

/* Runs many agents with one thread, with three threads, and with snapshots around the steps in
 * which the goals close. */
START_TEST(closing_of_goals_does_not_depend_on_thread_count) {
    uint64_t hashes[3];
    for (uint32_t run = 0; run < 3; run++) {
        wend_world *world = worlds_choosing("any", run == 1 ? 3 : 1);
        wend_goal goals[] = {windowed(world, 20, 0, 3), windowed(world, -20, 0, 5.5)};
        wend_goal_set set = worlds_goal_set(world, goals, 2);
        for (uint64_t key = 1; key <= 700; key++) {
            wend_agent_def def = wend_default_agent_def();
            def.key = key;
            def.position = (wend_point){(double)(key % 31) - 15, (double)key / 31};
            def.goal_set = set;
            worlds_add(world, &def);
        }
        uint32_t closed = 0;
        for (int i = 0; i < 80; i++) {
            closed += worlds_step_counting(world, 1, WEND_EVENT_CLOSED);
            if (run == 2 && (i == 29 || i == 30 || i == 54 || i == 55)) {
                wend_world *loaded = worlds_reload(world, NULL);
                wend_world_destroy(world);
                world = loaded;
            }
        }
        ck_assert_uint_eq(closed + wend_world_get_stats(world).arrivals, 700);
        ck_assert_uint_gt(closed, 300);
        hashes[run] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(hashes[0], hashes[2]);
}
END_TEST

int main(void) {
    SUITE("world/closing", agent_too_late_for_its_goal_waits_where_it_is,
          agent_without_open_goal_can_be_sent_elsewhere,
          does_not_give_up_while_another_goal_is_available, walks_to_goal_that_opens_later,
          closing_of_goals_does_not_depend_on_thread_count);
}
