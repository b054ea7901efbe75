/* Queues: the order and the times of service, moving up, full queues, waiting areas. */
#include <math.h>
#include <string.h>

#include <wend/random.h>

#include "support/queues.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST = 400 };

/* ---- Order and times ------------------------------------------------------------------------- */

/* What a test sees of a customer, in steps. */
typedef struct customer {
    wend_agent agent;
    uint32_t came, began, released;
} customer;

/* Adds customers at random times, 2 to 10 m from the front, and steps until all have been served.
 * Notes when each comes to the tail, begins to be served, and is released. `order` receives the
 * customers in the order in which they came. */
static void observe(const queue_scene *scene, customer *all, uint32_t count, double mean,
                    uint32_t *order) {
    uint32_t added = 0, came = 0;
    double next = 0.0;
    memset(all, 0, count * sizeof *all);
    for (uint32_t step = 1; queues_counts(scene->world, scene->queue).served < count; step++) {
        ck_assert_uint_lt(step, 100000);
        for (; added < count && next <= wend_world_time(scene->world); added++) {
            uint64_t key = (uint64_t)(added * 7919U % count) + 1; /* not in the order of adding */
            double y = 1.5 + 8.0 * wend_random_uniform(3, key, 0, 1);
            all[added].agent = queues_agent(scene, key, -1.0 - 0.01 * added, -y);
            next += -mean * log(1.0 - wend_random_uniform(5, key, 0, 2));
        }
        worlds_step(scene->world, 1);
        queues_check(scene->world, scene->queue);
        wend_agent waiting[MOST];
        uint32_t waits = wend_world_get_queue_agents(scene->world, scene->queue, waiting, MOST);
        for (uint32_t i = 0; i < added; i++) {
            wend_agent_queue in = {0};
            bool known = wend_world_get_agent_queue(scene->world, all[i].agent, &in);
            if (all[i].came && !all[i].released && !(known && in.waits)) {
                all[i].released = step;
            }
            if (!all[i].began && known && in.waits && in.place == 0 &&
                worlds_state(scene->world, all[i].agent).activity == WEND_ACTIVITY_ARRIVED) {
                all[i].began = step + 1;
            }
        }
        for (uint32_t k = 0; k < waits; k++) { /* new ones are at the end of the list */
            for (uint32_t i = 0; i < added; i++) {
                if (all[i].agent.value == waiting[k].value && !all[i].came) {
                    all[i].came = step;
                    order[came++] = i;
                }
            }
        }
    }
    ck_assert_uint_eq(came, count);
}

/* A discrete-event simulation of one server with the given times of arrival and service. Each
 * customer takes `walk` s to step up, from when it has come and the server is free. */
static void simulate(const double *came, const double *service, uint32_t count, double walk,
                     double *released) {
    double free_at = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double begins = fmax(came[i], free_at) + walk;
        free_at = released[i] = begins + service[i];
    }
}

/* Compares the customers that a test has seen with the simulation. Customers that come to an empty
 * queue walk 2 m; those in the line walk 1 m, and a step passes before the next one sees that the
 * place is free. */
static void compare(const customer *all, const uint32_t *order, uint32_t count, double dt,
                    double speed) {
    double came[MOST], service[MOST], least[MOST], most[MOST];
    for (uint32_t i = 0; i < count; i++) {
        const customer *one = &all[order[i]];
        came[i] = dt * one->came;
        service[i] = dt * (one->released - one->began);
        ck_assert_uint_gt(one->released, one->began);
        ck_assert(i == 0 || one->came >= all[order[i - 1]].came);
        ck_assert(i == 0 || one->began >= all[order[i - 1]].released);
    }
    simulate(came, service, count, 0.0, least);
    simulate(came, service, count, 2.0 / speed + 3.0 * dt, most);
    for (uint32_t i = 0; i < count; i++) {
        double released = dt * all[order[i]].released;
        ck_assert_msg(released >= least[i] - 1e-9 && released <= most[i] + 1e-9,
                      "customer %u of %u: released at %g s, expected %g to %g s", i, count,
                      released, least[i], most[i]);
    }
}

START_TEST(service_follows_the_order_of_arrival_as_in_a_simulation) {
    const wend_distribution services[] = {wend_constant(1.0), wend_uniform(0.2, 2.0),
                                          wend_normal(1.0, 0.2)};
    for (uint32_t i = 0; i < 3; i++) {
        customer all[MOST];
        uint32_t order[MOST], count = trials(60) < MOST ? trials(60) : MOST;
        queue_scene scene = queues_scene("direct", 8.0, 200, services[i]);
        observe(&scene, all, count, 1.3, order);
        compare(all, order, count, wend_world_dt(scene.world), 8.0);
        wend_world_destroy(scene.world);
    }
}
END_TEST

/* A saturated server releases one agent after another: the time between two releases is the time of
 * service, plus at most the time in which the next one steps up. */
START_TEST(a_saturated_server_works_without_pause) {
    enum { COUNT = 40 };
    queue_scene scene = queues_scene("direct", 8.0, COUNT, wend_uniform(1.0, 3.0));
    for (uint32_t i = 0; i < COUNT; i++) {
        queues_agent(&scene, i + 1, -0.1 * i, -2.0);
    }
    uint32_t first = queues_run(scene.world, scene.queue, 1, 1000);
    uint32_t steps = queues_run(scene.world, scene.queue, COUNT, 5000);
    double mean = steps * 0.1 / (COUNT - 1);
    ck_assert_uint_lt(first, 50);
    ck_assert_double_ge(mean, 1.7); /* 2 s, the error of a mean of 39 samples is 0.1 s */
    ck_assert_double_le(mean, 2.3 + 2 * 0.1);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(several_servers_share_the_work) {
    enum { COUNT = 30 };
    uint32_t steps[2];
    for (uint32_t k = 0; k < 2; k++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_profile_def profile = worlds_profile_def();
        profile.preferred_speed = profile.max_speed = wend_constant(8.0);
        worlds_add_profile(world, &profile);
        wend_queue_def def = queues_line(COUNT);
        def.service = wend_constant(4.0);
        def.servers = k ? 3 : 1;
        def.then_goal = queues_exit(world, 10, 3);
        queue_scene scene = {world, queues_add(world, &def), {0}, def.then_goal};
        scene.tail = wend_world_queue_goal(world, scene.queue);
        for (uint32_t i = 0; i < COUNT; i++) {
            queues_agent(&scene, i + 1, -0.1 * i, -2.0);
        }
        steps[k] = queues_run(world, scene.queue, COUNT, 5000);
        wend_world_destroy(world);
    }
    ck_assert_uint_ge(steps[0], COUNT * 40);
    ck_assert_uint_ge(3 * steps[1], steps[0] - 100);
    ck_assert_uint_le(3 * steps[1], steps[0] + 100);
}
END_TEST

/* ---- The line -------------------------------------------------------------------------------- */

START_TEST(ties_go_by_key_and_agents_move_up) {
    queue_scene scene = queues_scene("direct", 1.3, 5, wend_constant(0.0));
    wend_agent agents[4];
    for (uint32_t i = 0; i < 4; i++) { /* all are near the tail from the start */
        agents[i] = queues_agent(&scene, 4 - i, 0.3 * i, 0.5);
    }
    worlds_step(scene.world, 3);
    for (uint32_t i = 0; i < 4; i++) {
        ck_assert_uint_eq(queues_place(scene.world, agents[i]), 3 - i);
    }
    worlds_step(scene.world, 100);
    ck_assert_int_eq(wend_world_release_queue(scene.world, scene.queue, 2, NULL), WEND_OK);
    worlds_step(scene.world, 2);
    ck_assert_uint_eq(queues_place(scene.world, agents[1]), 0);
    ck_assert_uint_eq(queues_place(scene.world, agents[0]), 1);
    worlds_step(scene.world, 100);
    for (uint32_t i = 0; i < 2; i++) {
        wend_point at = worlds_state(scene.world, agents[i]).position;
        ck_assert_double_le(hypot(at.x + (1.0 - i), at.y), 0.15 + 1e-3);
    }
    ck_assert_uint_eq(queues_counts(scene.world, scene.queue).served, 2);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(the_faster_one_is_first) {
    queue_scene scene = queues_scene("direct", 1.0, 5, wend_constant(0.0));
    wend_agent slow = queues_agent(&scene, 1, 8.0, 0.0);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){12.0, 0.5};
    def.preferred_speed = def.max_speed = 2.0;
    def.goal = scene.tail;
    wend_agent fast = worlds_add(scene.world, &def);
    worlds_step(scene.world, 120);
    ck_assert_uint_eq(queues_place(scene.world, fast), 0);
    ck_assert_uint_eq(queues_place(scene.world, slow), 1);
    wend_world_destroy(scene.world);
}
END_TEST

/* Fills a line of five places, of which no agent is released. */
static queue_scene full_line(wend_agent agents[5]) {
    queue_scene scene = queues_scene("direct", 4.0, 5, wend_constant(0.0));
    for (uint32_t i = 0; i < 5; i++) {
        agents[i] = queues_agent(&scene, i + 1, -1.0 * i, -1.0);
    }
    worlds_step(scene.world, 30);
    for (uint32_t i = 0; i < 5; i++) {
        agents[i] = wend_world_find_agent(scene.world, i + 1);
        ck_assert_uint_eq(queues_place(scene.world, agents[i]), i);
    }
    return scene;
}

typedef void leave(const queue_scene *scene, wend_agent agent);
static void leave_world(const queue_scene *scene, wend_agent agent) {
    ck_assert_int_eq(wend_world_remove_agent(scene->world, agent, NULL), WEND_OK);
}
static void get_goal(const queue_scene *scene, wend_agent agent) {
    ck_assert_int_eq(wend_world_set_agent_goal(scene->world, agent, scene->exit, NULL), WEND_OK);
}
static void leave_queue(const queue_scene *scene, wend_agent agent) {
    ck_assert_int_eq(wend_world_leave_queue(scene->world, agent, NULL), WEND_OK);
}

START_TEST(those_behind_move_up_when_one_leaves) {
    leave *const ways[] = {leave_world, get_goal, leave_queue};
    for (uint32_t way = 0; way < 3; way++) {
        for (uint32_t gone = 0; gone < 5; gone++) {
            wend_agent agents[5];
            queue_scene scene = full_line(agents);
            ways[way](&scene, agents[gone]);
            worlds_step(scene.world, 2);
            for (uint32_t i = 0; i < 5; i++) {
                uint32_t place = i == gone ? WEND_NONE : i - (i > gone);
                ck_assert_uint_eq(queues_place(scene.world, agents[i]), place);
            }
            queues_check(scene.world, scene.queue);
            ck_assert_uint_eq(queues_counts(scene.world, scene.queue).left, 1);
            wend_world_destroy(scene.world);
        }
    }
}
END_TEST

START_TEST(a_teleported_agent_queues_again_at_the_end) {
    wend_agent agents[5];
    queue_scene scene = full_line(agents);
    ck_assert_int_eq(
        wend_world_teleport_agent(scene.world, agents[1], (wend_point){-30, 5}, 0, NULL), WEND_OK);
    worlds_step(scene.world, 2);
    wend_queue_counts counts = queues_counts(scene.world, scene.queue);
    ck_assert(counts.heading == 1 && counts.waiting == 4 && counts.left == 0);
    worlds_step(scene.world, 200);
    ck_assert_uint_eq(queues_place(scene.world, agents[1]), 4);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(to_join_again_changes_nothing) {
    wend_agent agents[5];
    queue_scene scene = full_line(agents);
    ck_assert_int_eq(wend_world_join_queue(scene.world, agents[1], scene.queue, NULL), WEND_OK);
    worlds_step(scene.world, 5);
    ck_assert_uint_eq(queues_place(scene.world, agents[1]), 1);
    ck_assert_uint_eq(queues_counts(scene.world, scene.queue).joined, 5);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(an_agent_with_nowhere_to_go_keeps_its_place) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_queue_def def = queues_line(3);
    def.service = wend_constant(1.0);
    queue_scene scene = {world, queues_add(world, &def), {0}, queues_exit(world, 9, 3)};
    scene.tail = wend_world_queue_goal(world, scene.queue);
    wend_agent first = queues_agent(&scene, 1, 1, 0), second = queues_agent(&scene, 2, 1, 1);
    worlds_step(world, 100);
    wend_agent_queue found;
    ck_assert(wend_world_get_agent_queue(world, first, &found));
    ck_assert(found.served && !found.waits && found.place == 0);
    ck_assert_uint_eq(queues_place(world, second), 1);
    get_goal(&scene, first);
    worlds_step(world, 100);
    ck_assert_uint_eq(queues_counts(world, scene.queue).served, 2);
    ck_assert_uint_eq(queues_counts(world, scene.queue).left, 0);
    get_goal(&scene, second);
    ck_assert_int_eq(wend_world_join_queue(world, second, scene.queue, NULL), WEND_OK);
    worlds_step(world, 3);
    ck_assert_uint_eq(queues_counts(world, scene.queue).joined, 3);
    queues_check(world, scene.queue);
    wend_world_destroy(world);
}
END_TEST

START_TEST(released_agents_choose_a_goal_of_a_set) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def profile = worlds_profile_def();
    profile.select.name = "nearest";
    worlds_add_profile(world, &profile);
    wend_goal goals[] = {queues_exit(world, -20, 3), queues_exit(world, 5, 3)};
    wend_queue_def def = queues_line(3);
    def.service = wend_constant(1.0);
    def.then_set = worlds_goal_set(world, goals, 2);
    queue_scene scene = {world, queues_add(world, &def), {0}, goals[0]};
    scene.tail = wend_world_queue_goal(world, scene.queue);
    wend_agent agent = queues_agent(&scene, 1, 1, 0);
    queues_run(world, scene.queue, 1, 200);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[1].value);
    wend_world_destroy(world);
}
END_TEST

/* ---- Full queues ----------------------------------------------------------------------------- */

/* Forty agents come to a queue of four places. They wait near its end or, if there is one, in an
 * area, and let released agents pass. */
static void expect_all_served(const char *steer, bool has_area) {
    enum { COUNT = 40 };
    wend_world *world = worlds_make(worlds_room(24, 10), NULL);
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = steer;
    profile.modify[0].name = "yield";
    profile.modify_count = 1;
    worlds_add_profile(world, &profile);
    const wend_point line[] = {{20, 5}, {16, 5}};
    const wend_point area[] = {{4, 1}, {14, 1}, {14, 9}, {4, 9}};
    wend_queue_def def = wend_default_queue_def();
    def.line = line;
    def.line_count = 2;
    def.service = wend_constant(1.0);
    def.area = area;
    def.area_count = has_area ? 4 : 0;
    def.then_goal = queues_exit(world, 1, 5); /* back through the others */
    queue_scene scene = {world, queues_add(world, &def), {0}, def.then_goal};
    scene.tail = wend_world_queue_goal(world, scene.queue);
    for (uint32_t i = 0; i < COUNT; i++) {
        queues_agent(&scene, i + 1, 1.0 + i % 8, 2.0 + i / 8);
    }
    uint32_t steps = queues_run(world, scene.queue, COUNT, 3000);
    ck_assert_msg(steps < 3000, "%s: %u of 40 served", steps < 3000 ? "" : steer,
                  (unsigned)queues_counts(world, scene.queue).served);
    worlds_step(world, 600);
    ck_assert_msg(wend_world_agent_count(world) == 0, "%s: %u agents have not come out", steer,
                  wend_world_agent_count(world));
    wend_world_destroy(world);
}

START_TEST(those_without_a_place_let_others_pass) {
    const char *const models[] = {"orca_arc", "orca", "hrvo", "direct"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        expect_all_served(models[i], false);
        expect_all_served(models[i], true);
    }
}
END_TEST

/* Thirty agents stand around the only place of a queue, in the open, at a wall or in a corner. All
 * are served, although some stand on the way of others, or so near to the place that an agent
 * cannot get to its centre. */
START_TEST(a_crowd_around_one_place_is_served) {
    const wend_point places[] = {{12, 7}, {13.6, 7}, {13.6, 13.6}};
    enum { COUNT = 30 };
    for (uint64_t trial = 0; trial < 12; trial++) {
        wend_world *world = worlds_make(worlds_room(14, 14), NULL);
        wend_profile_def profile = worlds_profile_def();
        profile.steer.name = trial % 2 ? "orca" : "orca_arc";
        profile.modify[0].name = "yield";
        profile.modify_count = 1;
        worlds_add_profile(world, &profile);
        wend_queue_def def = wend_default_queue_def();
        def.places = &places[trial % 3];
        def.place_count = 1;
        def.service = wend_constant(1.0);
        def.then_goal = queues_exit(world, 1, 1);
        queue_scene scene = {world, queues_add(world, &def), {0}, def.then_goal};
        scene.tail = wend_world_queue_goal(world, scene.queue);
        for (uint32_t i = 0; i < COUNT; i++) {
            double x = wend_random_uniform(trial, i, 0, 1), y = wend_random_uniform(trial, i, 0, 2);
            queues_agent(&scene, i + 1, 1.0 + i % 6 + 0.4 * x, 1.0 + 2.4 * (i / 6) + 0.4 * y);
        }
        uint32_t steps = queues_run(world, scene.queue, COUNT, 4000);
        ck_assert_msg(steps < 4000, "trial %u: %u of 30 served", (unsigned)trial,
                      (unsigned)queues_counts(world, scene.queue).served);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Waiting areas --------------------------------------------------------------------------- */

static queue_scene waiting_area(bool random, uint32_t capacity) {
    static const wend_point area[] = {{0, 0}, {6, 0}, {6, 4}, {0, 4}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_queue_def def = wend_default_queue_def();
    def.kind = WEND_QUEUE_AREA;
    def.area = area;
    def.area_count = 4;
    def.spacing = 1.0;
    def.capacity = capacity;
    def.random = random;
    def.then_goal = queues_exit(world, 20, 2);
    queue_scene scene = {world, queues_add(world, &def), {0}, def.then_goal};
    scene.tail = wend_world_queue_goal(world, scene.queue);
    return scene;
}

START_TEST(agents_take_the_nearest_free_place) {
    queue_scene scene = waiting_area(false, 0);
    wend_point places[64];
    uint32_t count = wend_world_get_queue_places(scene.world, scene.queue, places, NULL, 64);
    ck_assert_uint_eq(count, 7 * 5);
    bool taken[64] = {false};
    for (uint32_t i = 0; i < count; i++) { /* brute force: one agent after the other */
        wend_point from = {-3.0 + 0.37 * i, 6.0 - 0.21 * i};
        wend_agent agent = queues_agent(&scene, i + 1, from.x, from.y);
        uint32_t nearest = 64;
        for (uint32_t k = 0; k < count; k++) {
            double distance = hypot(places[k].x - from.x, places[k].y - from.y);
            if (!taken[k] && (nearest == 64 || distance < hypot(places[nearest].x - from.x,
                                                                places[nearest].y - from.y))) {
                nearest = k;
            }
        }
        worlds_step(scene.world, 1);
        from = worlds_state(scene.world, agent).position;
        worlds_step(scene.world, 1);
        uint32_t place = queues_place(scene.world, agent);
        ck_assert(place < count && !taken[place]);
        double gap = hypot(places[place].x - from.x, places[place].y - from.y);
        double least = hypot(places[nearest].x - from.x, places[nearest].y - from.y);
        ck_assert_double_le(gap, least + 0.3); /* it has walked for a step */
        taken[place] = true;
    }
    worlds_step(scene.world, 200);
    ck_assert_uint_eq(queues_counts(scene.world, scene.queue).waiting, count);
    queues_check(scene.world, scene.queue);
    ck_assert_int_eq(wend_world_release_queue_all(scene.world, scene.queue, NULL), WEND_OK);
    worlds_step(scene.world, 300);
    ck_assert_uint_eq(wend_world_agent_count(scene.world), 0);
    ck_assert_uint_eq(queues_counts(scene.world, scene.queue).served, count);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(random_places_are_spread_over_the_area) {
    queue_scene scene = waiting_area(true, 0);
    uint32_t far = 0;
    for (uint32_t i = 0; i < 12; i++) {
        queues_agent(&scene, i + 1, -1.0, 0.3 * i);
    }
    worlds_step(scene.world, 2);
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t place = queues_place(scene.world, wend_world_find_agent(scene.world, i + 1));
        ck_assert_uint_lt(place, 35);
        far += place % 7 >= 3; /* the nearest 12 places are in the first three columns */
    }
    ck_assert_uint_ge(far, 3);
    queues_check(scene.world, scene.queue);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(those_who_come_to_a_full_area_wait_for_their_turn) {
    queue_scene scene = waiting_area(false, 3);
    for (uint32_t i = 0; i < 8; i++) {
        queues_agent(&scene, i + 1, -2.0 - i, 1.0);
    }
    worlds_step(scene.world, 150);
    wend_queue_counts counts = queues_counts(scene.world, scene.queue);
    ck_assert(counts.waiting == 8 && counts.heading == 0);
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t place = queues_place(scene.world, wend_world_find_agent(scene.world, i + 1));
        ck_assert(i < 3 ? place < 3 : place == WEND_NONE);
    }
    for (uint32_t served = 1; served <= 8; served++) {
        ck_assert_int_eq(wend_world_release_queue(scene.world, scene.queue, 1, NULL), WEND_OK);
        worlds_step(scene.world, 2);
        wend_agent next = wend_world_find_agent(scene.world, served + 3);
        ck_assert(served > 5 || queues_place(scene.world, next) < 3);
        queues_check(scene.world, scene.queue);
    }
    wend_world_destroy(scene.world);
}
END_TEST

/* ---- Pushing and expected times -------------------------------------------------------------- */

START_TEST(an_agent_that_is_pushed_away_returns) {
    queue_scene scene = queues_scene("orca", 1.3, 3, wend_constant(0.0));
    wend_agent waits = queues_agent(&scene, 1, 0.5, 0.5);
    worlds_step(scene.world, 50);
    wend_profile_def profile = worlds_profile_def(); /* it pushes others, and never yields */
    profile.radius = wend_constant(1.0);
    wend_agent_def pusher = wend_default_agent_def();
    pusher.profile = worlds_add_profile(scene.world, &profile);
    pusher.position = (wend_point){0, -6};
    pusher.goal = worlds_point(scene.world, 0, 12);
    worlds_add(scene.world, &pusher);
    double most = 0.0;
    for (uint32_t i = 0; i < 200; i++) {
        worlds_step(scene.world, 1);
        wend_point at = worlds_state(scene.world, waits).position;
        most = fmax(most, hypot(at.x, at.y));
    }
    wend_point at = worlds_state(scene.world, waits).position;
    ck_assert_double_ge(most, 0.5);
    ck_assert_double_le(hypot(at.x, at.y), 0.2);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(the_expected_wait_counts_those_ahead) {
    wend_agent agents[5];
    queue_scene idle = full_line(agents);
    ck_assert_double_eq(wend_world_expected_wait(idle.world, idle.queue), 0.0);
    wend_world_destroy(idle.world);
    queue_scene scene = queues_scene("direct", 4.0, 8, wend_uniform(10.0, 14.0));
    const wend_view *view = wend_world_view(scene.world);
    uint32_t tail = wend_world_goal_index(scene.world, scene.tail);
    ck_assert_double_eq(wend_view_expected_wait(view, tail), 0.0);
    for (uint32_t i = 0; i < 3; i++) {
        queues_agent(&scene, i + 1, 1.0, 0.5 * i);
    }
    worlds_step(scene.world, 20);
    view = wend_world_view(scene.world);
    ck_assert_double_eq(wend_world_expected_wait(scene.world, scene.queue), 36.0);
    ck_assert_double_eq(wend_view_expected_wait(view, tail), 36.0);
    ck_assert_double_eq(
        wend_view_expected_wait(view, wend_world_goal_index(scene.world, scene.exit)), 0.0);
    ck_assert_double_eq(wend_world_expected_wait(scene.world, (wend_queue){0}), 0.0);
    wend_world_destroy(scene.world);
}
END_TEST

/* A set of queues: the selector chooses one of them by its tail. */
START_TEST(goal_sets_can_contain_queues) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def profile = worlds_profile_def();
    profile.select.name = "nearest";
    worlds_add_profile(world, &profile);
    wend_queue queues[2];
    wend_goal tails[2];
    for (int i = 0; i < 2; i++) {
        wend_point line[] = {{10, 8.0 * i}, {0, 8.0 * i}};
        wend_queue_def def = wend_default_queue_def();
        def.line = line;
        def.line_count = 2;
        def.service = wend_constant(2.0);
        def.then_goal = queues_exit(world, 20, 4);
        queues[i] = queues_add(world, &def);
        tails[i] = wend_world_queue_goal(world, queues[i]);
    }
    wend_agent_def def = wend_default_agent_def();
    def.goal_set = worlds_goal_set(world, tails, 2);
    for (int i = 0; i < 20; i++) {
        def.position = (wend_point){5, -1.0 + 0.5 * i};
        worlds_add(world, &def);
    }
    worlds_step(world, 800);
    for (int i = 0; i < 2; i++) {
        wend_queue_counts counts = queues_counts(world, queues[i]);
        ck_assert_uint_eq(counts.served, counts.joined);
        ck_assert_uint_ge(counts.served, 8);
    }
    ck_assert_uint_eq(wend_world_agent_count(world), 0);
    wend_world_destroy(world);
}
END_TEST

/* A queue sends agents to another queue of the same set. The first one is nearer, but agents that
 * choose again while they walk do not go back to it. */
START_TEST(sent_agents_do_not_choose_again) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def profile = worlds_profile_def();
    wend_setting often = {"reconsider", {.number = wend_constant(0.3)}};
    profile.select = (wend_choice){"nearest", &often, 1};
    worlds_add_profile(world, &profile);
    wend_queue queues[2];
    wend_goal tails[2];
    for (int i = 1; i >= 0; i--) {
        wend_point line[] = {{15.0 * i, 0}, {15.0 * i - 10.0, 0}};
        wend_queue_def def = wend_default_queue_def();
        def.line = line;
        def.line_count = 2;
        def.service = wend_constant(0.5);
        def.then_goal = i ? queues_exit(world, 30, 0) : tails[1];
        queues[i] = queues_add(world, &def);
        tails[i] = wend_world_queue_goal(world, queues[i]);
    }
    wend_agent_def def = wend_default_agent_def();
    def.goal_set = worlds_goal_set(world, tails, 2);
    for (int i = 0; i < 6; i++) {
        def.position = (wend_point){-12.0 - i, 0.5 * i};
        worlds_add(world, &def);
    }
    worlds_step(world, 900);
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_eq(queues_counts(world, queues[i]).joined, 6);
        ck_assert_uint_eq(queues_counts(world, queues[i]).served, 6);
    }
    ck_assert_uint_eq(wend_world_agent_count(world), 0);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("behave/queues", service_follows_the_order_of_arrival_as_in_a_simulation,
          a_saturated_server_works_without_pause, several_servers_share_the_work,
          ties_go_by_key_and_agents_move_up, the_faster_one_is_first,
          those_behind_move_up_when_one_leaves, a_teleported_agent_queues_again_at_the_end,
          to_join_again_changes_nothing, an_agent_with_nowhere_to_go_keeps_its_place,
          released_agents_choose_a_goal_of_a_set, those_without_a_place_let_others_pass,
          a_crowd_around_one_place_is_served, agents_take_the_nearest_free_place,
          random_places_are_spread_over_the_area, those_who_come_to_a_full_area_wait_for_their_turn,
          an_agent_that_is_pushed_away_returns, the_expected_wait_counts_those_ahead,
          goal_sets_can_contain_queues, sent_agents_do_not_choose_again);
}
