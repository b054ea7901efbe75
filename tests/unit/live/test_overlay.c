/* Overlays: what they draw is what the fields, walls and agents of the world are. */
#include "live/overlays.h"
#include "unit/live/drawing.h"
#include <stdio.h>
#include <string.h>
#include <wend/field.h>
#include <wend/names.h>
#include <wend/queue.h>

/* ---- Fields ---------------------------------------------------------------------------------- */

#define FIELD                                                                                      \
    "maps: {squares: {kind: grid, cell: 0.25}}\nplan: field\nfollow: gradient\n"                   \
    "goals: {exit: {segment: [[19.5, 7], [19.5, 9]], on_arrival: leave}, other: [1, 1]}\n"         \
    "agents: [{grid: {origin: [1, 1], spacing: 1, count: [2, 3]}, goal: exit}]\n"

/* All ends of a level line have the same distance to the goal, a multiple of the interval of 1 m:
 * the room is 20 m long. */
START_TEST(field_has_level_lines_and_arrows) {
    live_lab lab;
    char name[32];
    live_lab_open(&lab, ROOM(FIELD), NULL);
    live_lab_step(&lab, 2);
    snprintf(name, sizeof name, "field:%u",
             wend_world_goal_index(lab.world, wend_world_find_goal(lab.world, "exit")));
    drawing d = draw(&lab, name);
    const wend_view *view = wend_world_view(lab.world);
    const wend_route *route = wend_view_route(view, 0);
    uint32_t levels = 0, arrows = 0;
    ck_assert(route != NULL && (route->gives & WEND_ROUTE_POTENTIAL) != 0);
    for (uint32_t i = 0; i < d.line_count; i++) {
        const double *l = d.lines + 4 * i;
        float distance;
        wend_vec2 direction;
        double length = hypot(l[2] - l[0], l[3] - l[1]);
        if (!wend_view_field_sample(view, route->field, middle_of(l), &distance, &direction)) {
            continue;
        }
        double off = fabs((double)distance - floor((double)distance + 0.5));
        levels += length < 0.36 && off < 0.05 && fabs(agreement(l, direction)) < 0.5;
        arrows += length > 0.6 && agreement(l, direction) > 0.999;
    }
    ck_assert_uint_gt(levels, 500);
    ck_assert_uint_gt(arrows, 100);
    ck_assert_uint_ge(levels + 3 * arrows, d.line_count * 9 / 10);
    ck_assert_uint_le(levels + 3 * arrows, d.line_count);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

START_TEST(field_without_agents_is_empty) {
    live_lab lab;
    live_lab_open(&lab, ROOM(FIELD), NULL);
    live_lab_step(&lab, 2);
    uint32_t other = wend_world_goal_index(lab.world, wend_world_find_goal(lab.world, "other"));
    char name[32];
    snprintf(name, sizeof name, "field:%u", other);
    drawing d = draw(&lab, name);
    ck_assert_uint_eq(d.layer_count, 0);
    drop(&d);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay','name':'field:77'}"), "field:77"));
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay','name':'field:'}"), "field:"));
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay','name':'field:1x'}"), "field:1x"));
    live_lab_close(&lab);
}
END_TEST

/* ---- The world ------------------------------------------------------------------------------- */

/* One strong line for each wall that is there, and a tick that ends on walkable ground. */
START_TEST(walls_have_ticks_towards_the_ground) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    live_lab_step(&lab, 1);
    drawing d = draw(&lab, "walls");
    const wend_space *space = wend_world_space(lab.world);
    ck_assert_uint_eq(d.strong_count, wend_space_wall_count(space) + 1); /* the door */
    ck_assert_uint_eq(d.line_count, d.strong_count);
    for (uint32_t i = 0; i < d.line_count; i++) {
        wend_location at = {{(float)d.lines[4 * i + 2], (float)d.lines[4 * i + 3]}, 0};
        ck_assert(wend_space_is_walkable(space, at, WEND_ALL_CLASSES));
    }
    wend_world_set_class_enabled(lab.world, 1, false, NULL);
    wend_world_set_obstacle_closed(lab.world, wend_world_find_obstacle(lab.world, "door"), false,
                                   NULL);
    uint32_t before = d.strong_count;
    drop(&d);
    live_lab_step(&lab, 1);
    d = draw(&lab, "walls");
    ck_assert_uint_lt(d.strong_count, before);
    ck_assert_uint_ge(d.strong_count, before - 3);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* The lines of the routes are the paths of the explanations. */
START_TEST(routes_are_those_of_the_explanations) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    live_lab_step(&lab, 20);
    double sum = 0.0;
    for (int key = 1; key <= 2; key++) {
        double at[300];
        const char *answer = live_lab_expect(&lab, "{'do':'explain','key':'%d'}", key);
        uint32_t count = live_lab_numbers(answer, "route.points", at, 300) / 3;
        ck_assert_uint_ge(count, 2);
        for (uint32_t i = 1; i < count; i++) {
            sum += hypot(at[3 * i] - at[3 * i - 3], at[3 * i + 1] - at[3 * i - 2]);
        }
    }
    drawing d = draw(&lab, "routes");
    ck_assert_double_eq_tol(length_of(d.lines, d.line_count), sum, 1e-2);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* The densities of all cells, times their area, are the number of agents. */
START_TEST(density_adds_up_to_the_number_of_agents) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    live_lab_step(&lab, 30);
    const char *answer = live_lab_expect(&lab, "{'do':'overlay','name':'density'}");
    static double values[MOST];
    uint32_t columns = (uint32_t)live_lab_number(answer, "grids.0.columns");
    uint32_t rows = (uint32_t)live_lab_number(answer, "grids.0.rows");
    uint32_t count = live_lab_numbers(answer, "grids.0.values", values, MOST), best = 0;
    double cell = live_lab_number(answer, "grids.0.cell"), sum = 0.0, low[2];
    ck_assert_uint_eq(count, columns * rows);
    live_lab_numbers(answer, "grids.0.low", low, 2);
    for (uint32_t i = 0; i < count; i++) {
        sum += values[i] * cell * cell;
        best = values[i] > values[best] ? i : best;
    }
    ck_assert_double_eq_tol(sum, 2.0, 0.02);
    double least = 100.0;
    for (uint64_t key = 1; key <= 2; key++) {
        wend_agent_state state;
        wend_world_get_agent(lab.world, wend_world_find_agent(lab.world, key), &state);
        least = fmin(least, hypot(low[0] + (best % columns + 0.5) * cell - state.position.x,
                                  low[1] + (best / columns + 0.5) * cell - state.position.y));
    }
    ck_assert_double_lt(least, 1.2); /* the peak is near both or between them */
    live_lab_close(&lab);
}
END_TEST

START_TEST(queues_have_a_point_for_each_place) {
    static const char text[] =
        "space: {walkable: [[0, 0], [30, 0], [30, 12], [0, 12]]}\n"
        "queues: {counter: {line: [[12, 10], [4, 10], [4, 2]], service: 3}}\n"
        "agents: [{queue: counter, at: [1, 1]}]\n";
    live_lab lab;
    live_lab_open(&lab, text, NULL);
    drawing d = draw(&lab, "queues");
    wend_point places[64];
    uint32_t count = wend_world_get_queue_places(
        lab.world, wend_world_find_queue(lab.world, "counter"), places, NULL, 64);
    ck_assert_uint_gt(count, 5);
    ck_assert_uint_eq(d.point_count, count);
    ck_assert_uint_eq(d.line_count, count - 1);
    ck_assert_double_eq_tol(d.points[2], places[1].x, 1e-4);
    drop(&d);
    const char *answer = live_lab_expect(&lab, "{'do':'overlay','name':'queues'}");
    ck_assert_str_eq(live_lab_text(answer, "labels.0.text"), "counter");
    live_lab_close(&lab);
}
END_TEST

/* ---- Names and limits ------------------------------------------------------------------------ */

/* Everything that is listed can be drawn, and each map is listed. */
START_TEST(all_listed_overlays_can_be_drawn) {
    static const char *const worlds[] = {ROOM(MAPS), ROOM(FIELD), "agents: [{at: [0, 0]}]\n"};
    static const uint32_t counts[] = {3 + 7, 3 + 1 + 2, 3};
    for (size_t w = 0; w < sizeof worlds / sizeof worlds[0]; w++) {
        live_lab lab;
        live_writer out = {0};
        memory heap;
        live_lab_open(&lab, worlds[w], NULL);
        memory_init(&heap, NULL);
        live_writer_init(&out, &heap);
        live_begin_object(&out, NULL);
        live_write_overlays(lab.live, &out);
        live_end_object(&out);
        const char *list = live_writer_end(&out);
        uint32_t count = live_lab_count(list, "overlays");
        ck_assert_msg(count == counts[w], "%s", list);
        for (uint32_t i = 0; i < count; i++) {
            char path[40];
            snprintf(path, sizeof path, "overlays.%u.name", i);
            drawing d = draw(&lab, live_lab_text(list, path));
            ck_assert(!d.truncated);
            drop(&d);
        }
        live_writer_free(&out);
        live_lab_close(&lab);
    }
}
END_TEST

START_TEST(refuses_unknown_names) {
    static const char *const names[] = {"",     "map:",  "map:none", "walls:1",
                                        "wall", "field", "navmesh",  "map:mesh "};
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *message = live_lab_refuse(&lab, "{'do':'overlay','name':'%s'}", names[i]);
        ck_assert_msg(strstr(message, "overlay") != NULL, "%s", message);
    }
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay'}"), "name") != NULL);
    live_lab_close(&lab);
}
END_TEST

START_TEST(sketch_is_bounded) {
    live_lab lab;
    memory heap;
    live_sketch s;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    memory_init(&heap, NULL);
    live_sketch_init(&s, &heap, wend_world_space(lab.world));
    wend_vec2 a = {0.0F, 0.0F}, b = {1.0F, 1.0F}, none = {NAN, 0.0F};
    uint32_t added = 0;
    while (live_sketch_line(&s, 0, a, b) && added < 2 * LIVE_MAX_SHAPES) {
        added++;
    }
    ck_assert_uint_eq(added, LIVE_MAX_SHAPES);
    ck_assert(s.truncated && !s.failed);
    ck_assert(!live_sketch_strong(&s, 0, a, b));
    ck_assert(live_sketch_point(&s, 0, a));
    ck_assert(live_sketch_disc(&s, 0, none, 1.0F));
    ck_assert_uint_eq(s.shapes[LIVE_DISC].count, 0);
    ck_assert_ptr_nonnull(live_sketch_grid(&s, 0, a, 1.0F, 400, 400));
    ck_assert_ptr_null(live_sketch_grid(&s, 0, a, 1.0F, 400, 400));
    ck_assert_ptr_null(live_sketch_grid(&s, 0, a, 1.0F, UINT32_MAX, UINT32_MAX));
    live_sketch_free(&s);
    ck_assert_uint_eq(heap.held, 0);
    live_lab_close(&lab);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {field_has_level_lines_and_arrows,
                                  field_without_agents_is_empty,
                                  walls_have_ticks_towards_the_ground,
                                  routes_are_those_of_the_explanations,
                                  density_adds_up_to_the_number_of_agents,
                                  queues_have_a_point_for_each_place,
                                  all_listed_overlays_can_be_drawn,
                                  refuses_unknown_names,
                                  sketch_is_bounded};
    return suite_run("live overlays", tests, sizeof tests / sizeof tests[0]);
}
