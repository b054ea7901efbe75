/* Queues in a world: their definition, places, removal, snapshots, packing, threads, memory. */
/* label: threads */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>
#include <wend/snapshot.h>

#include "base/hash.h"
#include "support/queues.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST = 64, HEADER_SIZE = 24 /* bytes of a snapshot */ };

static wend_world *plain_world(wend_space *space) {
    wend_world *world = worlds_make(space, NULL);
    worlds_profile(world, "orca");
    return world;
}

/* ---- Places ---------------------------------------------------------------------------------- */

static double distance(wend_point a, wend_point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* Returns the distance of a point from a polyline. */
static double distance_to_line(wend_point p, const wend_point *line, uint32_t count) {
    double least = INFINITY;
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t k = 0; k <= 2000; k++) {
            double t = k / 2000.0;
            wend_point at = {line[i - 1].x + t * (line[i].x - line[i - 1].x),
                             line[i - 1].y + t * (line[i].y - line[i - 1].y)};
            least = fmin(least, distance(p, at));
        }
    }
    return least;
}

START_TEST(places_along_a_bent_line_keep_their_distance) {
    const wend_point line[] = {{12, 2}, {5, 2}, {5, 6}, {9, 9}};
    wend_queue_def def = wend_default_queue_def();
    def.line = line;
    def.line_count = 4;
    for (uint32_t k = 0; k < trials(20); k++) {
        wend_world *world = plain_world(worlds_open());
        def.spacing = 0.5 + wend_random_uniform(1, k, 0, 0);
        wend_queue queue = queues_add(world, &def);
        wend_point places[MOST];
        uint32_t count = wend_world_get_queue_places(world, queue, places, NULL, MOST);
        ck_assert(places[0].x == 12 && places[0].y == 2);
        ck_assert_uint_ge(count, (uint32_t)(15.0 / def.spacing));
        ck_assert_uint_le(count, (uint32_t)(17.0 / def.spacing) + 1);
        for (uint32_t i = 0; i < count; i++) {
            ck_assert_double_le(distance_to_line(places[i], line, 4), 4e-3);
            if (i > 0) {
                ck_assert_double_eq_tol(distance(places[i], places[i - 1]), def.spacing, 1e-4);
            }
        }
        ck_assert_double_lt(distance(places[count - 1], line[3]), def.spacing + 1e-4);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(places_of_an_area_are_clear_of_walls) {
    const wend_point area[] = {{0, 0}, {20, 0}, {20, 12}, {0, 12}};
    wend_world *world = plain_world(worlds_pillars());
    wend_queue_def def = wend_default_queue_def();
    def.kind = WEND_QUEUE_AREA;
    def.area = area;
    def.area_count = 4;
    def.radius = 0.3;
    def.spacing = 0.7;
    static wend_point places[1024];
    uint32_t layer = 9;
    uint32_t count =
        wend_world_get_queue_places(world, queues_add(world, &def), places, &layer, 1024);
    uint32_t expected = 0;
    for (int i = 0; i < 29; i++) { /* brute force over the same lattice */
        for (int k = 0; k < 18; k++) {
            double x = (double)((float)i * 0.7F), y = (double)((float)k * 0.7F);
            bool is_clear = x >= 0.3 && x <= 19.7 && y >= 0.3 && y <= 11.7;
            for (int p = 0; p < 4; p++) {
                double u = fmax(fabs(x - (p % 2 ? 13.0 : 7.0)) - 0.5, 0.0);
                double v = fmax(fabs(y - (p / 2 ? 8.0 : 4.0)) - 0.5, 0.0);
                is_clear = is_clear && hypot(u, v) >= 0.3;
            }
            expected += is_clear;
        }
    }
    ck_assert_uint_eq(layer, 0);
    ck_assert_uint_eq(count, expected);
    wend_world_destroy(world);
}
END_TEST

/* ---- Bad definitions ------------------------------------------------------------------------- */

static void expect(wend_world *world, wend_queue_def def, wend_result result, const char *says) {
    wend_error error = {.message = ""};
    wend_queue queue = {7};
    uint32_t goals = wend_world_goal_index(world, worlds_point(world, 1, 1));
    ck_assert_int_eq(wend_world_add_queue(world, &def, &queue, &error), result);
    ck_assert_msg(strstr(error.message, says), "'%s' instead of '%s'", error.message, says);
    ck_assert_uint_eq(queue.value, 7);
    ck_assert_uint_eq(wend_world_goal_index(world, worlds_point(world, 1, 1)), goals + 1);
}

START_TEST(bad_queues_are_refused) {
    wend_world *world = plain_world(worlds_room(20, 10));
    wend_point places[] = {{5, 5}, {6, 5}, {7, 5}}, two[] = {{5, 5}, {5.3, 5}}, wall[] = {{5, 0.1}};
    wend_point out[] = {{5, 5}, {5, -3}}, bad[] = {{5, 5}, {NAN, 3}};
    wend_queue_def good = wend_default_queue_def(), def;
    const wend_result invalid = WEND_ERROR_INVALID;
    good.places = places;
    good.place_count = 3;
    expect(world, wend_default_queue_def(), invalid, "no places");
    def = good, def.places = two, def.place_count = 2;
    expect(world, def, invalid, "places 0 and 1 are 0.3 m apart");
    def = good, def.places = wall, def.place_count = 1;
    expect(world, def, invalid, "place 0 at (5, 0.1) is 0.1 m from a wall");
    def = good, def.places = out, def.place_count = 2;
    expect(world, def, invalid, "place 1 at (5, -3) is not on walkable ground");
    def = good, def.places = bad, def.place_count = 2;
    expect(world, def, invalid, "point 1 of its places is not finite");
    def = good, def.places = NULL;
    expect(world, def, invalid, "not finite");
    def = good, def.place_count = UINT32_MAX;
    expect(world, def, invalid, "more than 4096 places");
    def = good, def.line = places, def.line_count = 3;
    expect(world, def, invalid, "both places and a line");
    def = good, def.servers = 4;
    expect(world, def, invalid, "4 servers, but only 3 places");
    def = good, def.servers = 0;
    expect(world, def, invalid, "server");
    def = good, def.spacing = NAN;
    expect(world, def, invalid, "spacing");
    def = good, def.radius = -1;
    expect(world, def, invalid, "radius");
    def = good, def.tolerance = INFINITY;
    expect(world, def, invalid, "tolerance");
    def = good, def.join_distance = -2;
    expect(world, def, invalid, "join_distance");
    def = good, def.service = wend_uniform(-1, 3);
    expect(world, def, invalid, "service");
    def = good, def.service = wend_constant(INFINITY);
    expect(world, def, invalid, "service");
    def = good, def.kind = (wend_queue_kind)7;
    expect(world, def, invalid, "kind");
    def = good, def.layer = 3;
    expect(world, def, WEND_ERROR_NAME, "layer");
    def = good, def.then_goal = (wend_goal){99};
    expect(world, def, WEND_ERROR_NAME, "goal");
    def = good, def.then_set = (wend_goal_set){99};
    expect(world, def, WEND_ERROR_NAME, "goal set");
    def = good, def.size = 0;
    expect(world, def, invalid, "wend_default_queue_def");
    wend_world_destroy(world);
}
END_TEST

START_TEST(bad_areas_are_refused) {
    wend_world *world = plain_world(worlds_room(20, 10));
    wend_point small[] = {{5, 0}, {6, 0}, {6, 0.2}}, huge[] = {{0, 0}, {4000, 0}, {0, 4000}};
    wend_queue_def good = wend_default_queue_def(), def;
    const wend_result invalid = WEND_ERROR_INVALID;
    good.kind = WEND_QUEUE_AREA;
    good.area = small;
    good.area_count = 3;
    expect(world, good, invalid, "no room");
    def = good, def.area_count = 2;
    expect(world, def, invalid, "3 to 64 points");
    def = good, def.area_count = UINT32_MAX, def.area = NULL;
    expect(world, def, invalid, "not finite");
    def = good, def.area_count = 0;
    expect(world, def, invalid, "either an area or places");
    def = good, def.line = small, def.line_count = 3;
    expect(world, def, invalid, "no line");
    def = good, def.area = huge, def.spacing = 0.5;
    expect(world, def, invalid, "too large");
    wend_point crossed[] = {{2, 2}, {8, 8}, {8, 2}, {2, 8}};
    def = good, def.area = crossed, def.area_count = 4;
    expect(world, def, invalid, "not a simple polygon: see its point");
    wend_point inside[] = {{2, 2}, {8, 2}, {8, 8}};
    def = good, def.area = inside, def.spacing = 0.3;
    expect(world, def, invalid, "0.3 m apart");
    wend_world_destroy(world);
}
END_TEST

START_TEST(names_are_unique_and_found) {
    wend_world *world = plain_world(worlds_open());
    wend_queue_def def = queues_line(2);
    def.name = "tickets";
    wend_queue queue = queues_add(world, &def);
    expect(world, def, WEND_ERROR_NAME, "already a queue 'tickets'");
    ck_assert_uint_eq(wend_world_find_queue(world, "tickets").value, queue.value);
    ck_assert_uint_eq(wend_world_find_queue(world, "ticket").value, 0);
    ck_assert_uint_eq(wend_world_find_queue(world, NULL).value, 0);
    ck_assert_int_eq(wend_world_remove_queue(world, queue, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_find_queue(world, "tickets").value, 0);
    ck_assert_uint_ne(queues_add(world, &def).value, queue.value);
    wend_world_destroy(world);
}
END_TEST

START_TEST(stale_ids_are_refused) {
    wend_world *world = plain_world(worlds_open());
    wend_queue none = {0}, queue;
    wend_queue_def def = queues_line(2);
    queue = queues_add(world, &def);
    ck_assert_int_eq(wend_world_remove_queue(world, queue, NULL), WEND_OK);
    worlds_step(world, 1);
    for (int i = 0; i < 2; i++, none = queue) {
        wend_queue_counts counts;
        wend_agent agent = {3};
        ck_assert_int_eq(wend_world_join_queue(world, agent, none, NULL), WEND_ERROR_NAME);
        ck_assert_int_eq(wend_world_release_queue(world, none, 1, NULL), WEND_ERROR_NAME);
        ck_assert_int_eq(wend_world_release_queue_all(world, none, NULL), WEND_ERROR_NAME);
        ck_assert_int_eq(wend_world_remove_queue(world, none, NULL), WEND_ERROR_NAME);
        ck_assert(!wend_world_get_queue_counts(world, none, &counts));
        ck_assert_uint_eq(wend_world_get_queue_agents(world, none, NULL, 0), 0);
        ck_assert_uint_eq(wend_world_get_queue_places(world, none, NULL, NULL, 0), 0);
        ck_assert_uint_eq(wend_world_queue_goal(world, none).value, 0);
    }
    wend_agent_queue found;
    ck_assert(!wend_world_get_agent_queue(world, (wend_agent){3}, &found));
    ck_assert_int_eq(wend_world_leave_queue(world, (wend_agent){3}, NULL), WEND_OK);
    worlds_step(world, 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- Removal --------------------------------------------------------------------------------- */

START_TEST(agents_of_a_removed_queue_lose_their_goal) {
    queue_scene scene = queues_scene("orca", 1.3, 4, wend_constant(5.0));
    wend_agent agents[7];
    for (uint32_t i = 0; i < 7; i++) {
        agents[i] = queues_agent(&scene, i + 1, -1.0 * i, -1.5);
    }
    worlds_step(scene.world, 40);
    ck_assert_int_eq(wend_world_remove_queue(scene.world, scene.queue, NULL), WEND_OK);
    worlds_step(scene.world, 1);
    ck_assert_uint_eq(worlds_events(scene.world, WEND_EVENT_GOAL_REMOVED, NULL), 7);
    for (uint32_t i = 0; i < 7; i++) {
        wend_agent_queue found;
        ck_assert(!wend_world_get_agent_queue(scene.world, agents[i], &found));
        ck_assert_uint_eq(worlds_state(scene.world, agents[i]).goal.value, 0);
    }
    worlds_step(scene.world, 20);
    wend_queue_def def = queues_line(9); /* its index and goals are used again */
    def.service = wend_constant(1.0);
    def.then_goal = scene.exit;
    scene.queue = queues_add(scene.world, &def);
    for (uint32_t i = 0; i < 7; i++) {
        ck_assert_int_eq(wend_world_join_queue(scene.world, agents[i], scene.queue, NULL), WEND_OK);
    }
    ck_assert_uint_lt(queues_run(scene.world, scene.queue, 7, 1000), 1000);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(goals_of_a_queue_cannot_be_removed_or_moved) {
    queue_scene scene = queues_scene("orca", 1.3, 2, wend_constant(1.0));
    wend_point away = {50, 50}, rest = {0, 0};
    wend_agent agent = queues_agent(&scene, 1, -1, -1);
    worlds_step(scene.world, 3);
    wend_goal place = worlds_state(scene.world, agent).goal, goals[] = {scene.tail, place};
    ck_assert(place.value != scene.tail.value);
    for (int i = 0; i < 2; i++) {
        wend_error error = {.message = ""};
        ck_assert_int_eq(wend_world_remove_goal(scene.world, goals[i], &error), WEND_ERROR_INVALID);
        ck_assert(strstr(error.message, "queue"));
        ck_assert_int_eq(wend_world_set_goal_position(scene.world, goals[i], away, 0, rest, &error),
                         WEND_ERROR_INVALID);
    }
    ck_assert_uint_lt(queues_run(scene.world, scene.queue, 1, 200), 200);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(a_removed_goal_leaves_released_agents_where_they_are) {
    queue_scene scene = queues_scene("orca", 1.3, 2, wend_constant(1.0));
    wend_agent agent = queues_agent(&scene, 1, -1, -1);
    ck_assert_int_eq(wend_world_remove_goal(scene.world, scene.exit, NULL), WEND_OK);
    queues_run(scene.world, scene.queue, 1, 200);
    wend_agent_queue found;
    ck_assert(wend_world_get_agent_queue(scene.world, agent, &found) && found.served);
    wend_world_destroy(scene.world);
}
END_TEST

/* ---- Busy worlds ----------------------------------------------------------------------------- */

/* Two queues side by side, whose released agents cross, an area, and agents that are removed,
 * teleported, sent away and released by the program. */
typedef struct busy {
    wend_world *world;
    wend_queue queues[3];
} busy;

enum { CROWD = 60, STEPS = 400 };

static busy busy_world(uint32_t threads, bool reversed, wend_allocator allocator) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_room(30, 16);
    def.threads = threads;
    def.allocator = allocator;
    busy b = {.world = worlds_from(&def)};
    worlds_profile(b.world, "orca_arc");
    wend_goal exits[] = {queues_exit(b.world, 28, 4), queues_exit(b.world, 28, 12)};
    const wend_point area[] = {{14, 13}, {20, 13}, {20, 15.5}, {14, 15.5}};
    for (int i = 0; i < 3; i++) {
        wend_point line[] = {{22, 6.0 + 4.0 * i}, {12, 6.0 + 4.0 * i}};
        wend_queue_def queue = wend_default_queue_def();
        queue.kind = i == 2 ? WEND_QUEUE_AREA : WEND_QUEUE_LINE;
        queue.line = i == 2 ? NULL : line;
        queue.line_count = i == 2 ? 0 : 2;
        queue.area = i == 2 ? area : NULL;
        queue.area_count = i == 2 ? 4 : 0;
        queue.capacity = 8;
        queue.random = true;
        queue.service = wend_uniform(0.5, 2.0);
        queue.then_goal = exits[i == 0];
        b.queues[i] = queues_add(b.world, &queue);
    }
    ck_assert_int_eq(wend_world_set_queue_destination(b.world, b.queues[1],
                                                      wend_world_queue_goal(b.world, b.queues[2]),
                                                      (wend_goal_set){0}, NULL),
                     WEND_OK); /* from the second line to the area */
    for (uint32_t i = 0; i < CROWD; i++) {
        uint32_t key = reversed ? CROWD - i : i + 1;
        wend_agent_def agent = wend_default_agent_def();
        agent.key = key;
        agent.position = (wend_point){1.0 + 0.9 * (key % 10), 1.0 + 1.2 * (key / 10.0)};
        agent.goal = wend_world_queue_goal(b.world, b.queues[key % 3]);
        worlds_add(b.world, &agent);
    }
    return b;
}

static void disturb(const busy *b, uint32_t step) {
    wend_agent agent = wend_world_find_agent(b->world, step * 13 % CROWD + 1);
    if (agent.value == 0 || step % 10 != 5) {
        return;
    }
    wend_agent_state state = worlds_state(b->world, agent);
    switch (step / 10 % 5) {
    case 0:
        ck_assert_int_eq(wend_world_release_queue(b->world, b->queues[2], 3, NULL), WEND_OK);
        break;
    case 1:
        ck_assert_int_eq(wend_world_remove_agent(b->world, agent, NULL), WEND_OK);
        break;
    case 2:
        ck_assert_int_eq(wend_world_teleport_agent(b->world, agent, (wend_point){2, 2}, 0, NULL),
                         WEND_OK);
        break;
    case 3:
        ck_assert_int_eq(wend_world_join_queue(b->world, agent, b->queues[step % 2], NULL),
                         WEND_OK);
        break;
    default:
        ck_assert_int_eq(wend_world_set_agent_goal(b->world, agent, state.goal, NULL), WEND_OK);
    }
}

/* Steps from step `from` to step `to`, and checks all queues. */
static void run_busy(const busy *b, uint32_t from, uint32_t to) {
    for (uint32_t step = from; step < to; step++) {
        disturb(b, step);
        worlds_step(b->world, 1);
        for (int i = 0; i < 3; i++) {
            queues_check(b->world, b->queues[i]);
        }
    }
}

static uint64_t hash_after(uint32_t threads, bool reversed) {
    busy b = busy_world(threads, reversed, (wend_allocator){0});
    run_busy(&b, 0, STEPS);
    uint64_t hash = wend_world_hash(b.world);
    ck_assert_uint_ge(queues_counts(b.world, b.queues[0]).served, 10);
    ck_assert_uint_ge(queues_counts(b.world, b.queues[2]).served, 10);
    wend_world_destroy(b.world);
    return hash;
}

START_TEST(hashes_do_not_depend_on_threads_or_the_order_of_adding) {
    uint64_t expected = hash_after(1, false);
    ck_assert_uint_eq(hash_after(1, true), expected);
    ck_assert_uint_eq(hash_after(2, false), expected);
    ck_assert_uint_eq(hash_after(8, false), expected);
}
END_TEST

/* Steps with nothing to disturb, so that the queues empty and no agent is lost. */
START_TEST(no_agent_is_lost) {
    busy b = busy_world(1, false, (wend_allocator){0});
    for (uint32_t step = 0; step < 1500; step++) {
        if (step % 50 == 0) {
            ck_assert_int_eq(wend_world_release_queue(b.world, b.queues[2], 2, NULL), WEND_OK);
        }
        worlds_step(b.world, 1);
    }
    for (int i = 0; i < 3; i++) {
        wend_queue_counts counts = queues_counts(b.world, b.queues[i]);
        ck_assert_uint_eq(counts.joined, i == 2 ? 40 : 20);
        ck_assert_uint_eq(counts.served, counts.joined);
    }
    worlds_step(b.world, 300);
    ck_assert_uint_eq(wend_world_agent_count(b.world), 0);
    wend_world_destroy(b.world);
}
END_TEST

/* ---- Snapshots and packing ------------------------------------------------------------------- */

START_TEST(a_loaded_world_continues_alike) {
    for (uint32_t at = 7; at < STEPS; at += 49) {
        busy b = busy_world(1, false, (wend_allocator){0});
        run_busy(&b, 0, at);
        busy c = b;
        c.world = worlds_reload(b.world, NULL);
        size_t size = wend_world_save(b.world, NULL, 0);
        ck_assert_uint_eq(wend_world_save(c.world, NULL, 0), size);
        run_busy(&b, at, at + 60);
        run_busy(&c, at, at + 60);
        ck_assert_uint_eq(wend_world_hash(b.world), wend_world_hash(c.world));
        for (int i = 0; i < 3; i++) {
            wend_queue_counts x = queues_counts(b.world, b.queues[i]);
            wend_queue_counts y = queues_counts(c.world, c.queues[i]);
            ck_assert(memcmp(&x, &y, sizeof x) == 0);
            wend_agent p[MOST], q[MOST];
            uint32_t n = wend_world_get_queue_agents(b.world, b.queues[i], p, MOST);
            wend_world_get_queue_agents(c.world, c.queues[i], q, MOST);
            ck_assert(memcmp(p, q, n * sizeof *p) == 0);
        }
        wend_world_destroy(b.world);
        wend_world_destroy(c.world);
    }
}
END_TEST

/* Damages the part of a snapshot that describes the queues, and mends the checksum: loading fails,
 * or gives a world that can be stepped. */
START_TEST(damaged_snapshots_do_no_harm) {
    queue_scene scene = queues_scene("orca", 1.3, 3, wend_constant(2.0));
    for (uint32_t i = 0; i < 5; i++) {
        queues_agent(&scene, i + 1, -1.0 * i, -1.5);
    }
    worlds_step(scene.world, 30);
    size_t size = wend_world_save(scene.world, NULL, 0);
    uint8_t *bytes = malloc(size), *damaged = malloc(size);
    wend_world_save(scene.world, bytes, size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(scene.world);
    uint32_t loaded = 0;
    for (size_t i = size - 700; i < size; i++) {
        memcpy(damaged, bytes, size);
        damaged[i] ^= (uint8_t)(1U << i % 8);
        uint32_t version = 0;
        memcpy(&version, damaged + 8, sizeof version);
        uint64_t checksum = hash_bytes(damaged + HEADER_SIZE, size - HEADER_SIZE, version);
        memcpy(damaged + 16, &checksum, sizeof checksum);
        wend_world *world = NULL;
        wend_error error;
        if (wend_world_load(&def, damaged, size, &world, &error) == WEND_OK) {
            wend_world_step(world, 5, NULL);
            wend_world_destroy(world);
            loaded++;
        }
    }
    ck_assert_uint_gt(loaded, 20);
    ck_assert_uint_lt(loaded, 680);
    free(bytes);
    free(damaged);
    wend_world_destroy(scene.world);
}
END_TEST

START_TEST(a_packed_agent_queues_again_in_its_new_world) {
    queue_scene here = queues_scene("orca", 1.3, 4, wend_constant(3.0));
    queue_scene there = queues_scene("orca", 1.3, 4, wend_constant(3.0));
    wend_agent agents[3];
    for (uint32_t i = 0; i < 3; i++) {
        agents[i] = queues_agent(&here, i + 1, 0.6 * i, -1.0);
        queues_agent(&there, i + 11, 0.6 * i, -1.0);
    }
    worlds_step(here.world, 20);
    worlds_step(there.world, 20);
    ck_assert_uint_eq(queues_place(here.world, agents[0]), 0);
    static uint8_t bytes[8192];
    size_t size = wend_world_pack_agent(here.world, agents[0], bytes, sizeof bytes);
    ck_assert(size > 0 && size <= sizeof bytes);
    ck_assert_int_eq(wend_world_remove_agent(here.world, agents[0], NULL), WEND_OK);
    wend_agent moved;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_world_unpack_agent(there.world, bytes, size, &moved, &error) == WEND_OK,
                  "%s", error.message);
    worlds_step(here.world, 2);
    worlds_step(there.world, 2);
    ck_assert_uint_eq(queues_counts(here.world, here.queue).left, 1);
    ck_assert_uint_eq(queues_place(here.world, agents[1]), 0);
    ck_assert_uint_eq(queues_counts(there.world, there.queue).joined, 4);
    ck_assert_uint_lt(queues_run(there.world, there.queue, 4, 1000), 1000);
    wend_world_destroy(here.world);
    wend_world_destroy(there.world);
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

START_TEST(steps_with_waiting_agents_do_not_allocate) {
    worlds_heap heap = {0};
    busy b = busy_world(1, false, worlds_allocator(&heap));
    worlds_step(b.world, 300);
    unsigned long before = heap.calls;
    uint64_t served = queues_counts(b.world, b.queues[0]).served;
    worlds_step(b.world, 100);
    ck_assert_uint_eq(heap.calls, before);
    ck_assert_uint_gt(queues_counts(b.world, b.queues[0]).served, served);
    wend_world_destroy(b.world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

/* Every allocation fails once, while queues are added and while agents join them. The steps that
 * fail are repeated, and the result is the same. */
START_TEST(running_out_of_memory_changes_nothing) {
    uint64_t expected = 0;
    for (unsigned long fails = 0; fails < 400; fails += fails < 200 ? 1 : 7) {
        worlds_heap heap = {0};
        busy b = busy_world(1, false, worlds_allocator(&heap));
        wend_queue_def def = queues_line(20);
        wend_point shifted[20];
        for (int i = 0; i < 20; i++) {
            shifted[i] = (wend_point){1.0 + i, 15.0};
        }
        def.places = shifted;
        def.name = "late";
        heap.fails_at = fails ? heap.calls + fails : 0;
        wend_queue late = {0};
        while (wend_world_add_queue(b.world, &def, &late, NULL) == WEND_ERROR_MEMORY) {
        }
        ck_assert_uint_ne(late.value, 0);
        for (uint32_t step = 0; step < 60; step++) {
            while (wend_world_step(b.world, 1, NULL) == WEND_ERROR_MEMORY) {
            }
        }
        heap.fails_at = 0;
        uint64_t hash = wend_world_hash(b.world);
        expected = fails == 0 ? hash : expected;
        ck_assert_uint_eq(hash, expected);
        wend_world_destroy(b.world);
        ck_assert_uint_eq(heap.held, 0);
    }
}
END_TEST

int main(void) {
    SUITE("world/queues", places_along_a_bent_line_keep_their_distance,
          places_of_an_area_are_clear_of_walls, bad_queues_are_refused, bad_areas_are_refused,
          names_are_unique_and_found, stale_ids_are_refused,
          agents_of_a_removed_queue_lose_their_goal, goals_of_a_queue_cannot_be_removed_or_moved,
          a_removed_goal_leaves_released_agents_where_they_are,
          hashes_do_not_depend_on_threads_or_the_order_of_adding, no_agent_is_lost,
          a_loaded_world_continues_alike, damaged_snapshots_do_no_harm,
          a_packed_agent_queues_again_in_its_new_world, steps_with_waiting_agents_do_not_allocate,
          running_out_of_memory_changes_nothing);
}
