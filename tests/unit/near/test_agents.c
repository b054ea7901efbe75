/* Compares the search for agents in a disc with a scan of all agents, including agents across
 * links. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/lab.h"
#include "support/suite.h"

typedef struct person {
    uint64_t key;
    wend_vec2 position;
    uint32_t layer;
} person;

static person people[LAB_AGENTS];
static uint32_t people_count;
static sketch plan;

static void read_people(const lab *l) {
    static wend_agent_state states[LAB_AGENTS];
    people_count = wend_world_get_agents(l->world, states, LAB_AGENTS);
    const wend_space *space = wend_world_space(l->world);
    for (uint32_t i = 0; i < people_count; i++) {
        people[i] = (person){states[i].key, wend_space_to_local(space, states[i].position),
                             states[i].layer};
    }
}

/* True if the straight line from the location to the agent crosses a link that leads from the
 * location's layer to the agent's layer. */
static bool sees_across(const wend_space *space, wend_location location, const person *other) {
    for (uint32_t i = 0; i < wend_space_link_count(space); i++) {
        wend_link link = wend_space_link(space, i);
        bool forward = link.left_layer == location.layer && link.right_layer == other->layer;
        bool backward = link.right_layer == location.layer && link.left_layer == other->layer;
        int from = exact_side(link.a, link.b, location.position);
        int to = exact_side(link.a, link.b, other->position);
        if (((forward && from >= 0 && to <= 0) || (backward && from <= 0 && to >= 0)) &&
            exact_meet(location.position, other->position, link.a, link.b)) {
            return true;
        }
    }
    return false;
}

typedef struct found {
    float distance_squared;
    uint64_t key;
} found;

static int compare_found(const void *left, const void *right) {
    const found *a = left, *b = right;
    if (a->distance_squared != b->distance_squared) {
        return a->distance_squared < b->distance_squared ? -1 : 1;
    }
    return a->key < b->key ? -1 : a->key > b->key;
}

static uint32_t scan(const wend_space *space, wend_location location, float radius, found *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < people_count; i++) {
        float x = people[i].position.x - location.position.x;
        float y = people[i].position.y - location.position.y;
        float squared = x * x + y * y;
        if (squared <= radius * radius &&
            (people[i].layer == location.layer || sees_across(space, location, &people[i]))) {
            out[count++] = (found){squared, people[i].key};
        }
    }
    qsort(out, count, sizeof *out, compare_found);
    return count;
}

static void check_query(const wend_view *view, wend_location location, float radius,
                        uint32_t capacity) {
    static found expected[LAB_AGENTS];
    static wend_neighbour got[LAB_AGENTS];
    uint32_t all = scan(view->space, location, radius, expected);
    uint32_t count = wend_view_find_agents(view, location, radius, got, capacity);
    uint32_t wanted = all < capacity ? all : capacity;
    if (count != wanted) {
        ck_abort_msg("%u instead of %u agents within %g of (%.9g, %.9g) on layer %u", count, wanted,
                     (double)radius, (double)location.position.x, (double)location.position.y,
                     location.layer);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (wend_view_key(view, got[i].index) != expected[i].key ||
            got[i].distance_squared != expected[i].distance_squared) {
            ck_abort_msg("place %u holds agent %llu, not %llu", i,
                         (unsigned long long)wend_view_key(view, got[i].index),
                         (unsigned long long)expected[i].key);
        }
    }
}

static void check_many(lab *l, dice *from) {
    read_people(l);
    const wend_view *view = wend_world_view(l->world);
    uint32_t layers = wend_space_layer_count(view->space);
    static const float radii[] = {0.0F, 0.05F, 0.5F, 2.0F, 10.0F};
    for (int i = 0; i < 600; i++) {
        wend_location location = {
            {(float)dice_between(from, -14.0, 20.0), (float)dice_between(from, -8.0, 8.0)},
            dice_below(from, layers)};
        if (i % 2 && people_count) { /* at the exact position of an agent, but on any layer */
            location.position = people[dice_below(from, people_count)].position;
        }
        float radius = radii[dice_below(from, 5)];
        if (i % 7 == 0 && people_count) { /* the distance of some agent is exactly the radius */
            wend_vec2 p = people[dice_below(from, people_count)].position;
            float x = p.x - location.position.x, y = p.y - location.position.y;
            radius = fminf(10.0F, sqrtf(x * x + y * y));
        }
        check_query(view, location, radius,
                    dice_below(from, 3) ? LAB_AGENTS : dice_below(from, 12));
    }
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

typedef enum crowd { UNIFORM, CLUMPED, ON_A_LINE, ON_SEAMS, ONE, NO_AGENT, CROWDS } crowd;

static wend_point sample_point(crowd kind, dice *from) {
    static const double seams[] = {0.0, 3.0, -10.0};
    double x = dice_between(from, -9.9, 12.9), y = dice_between(from, -4.9, 4.9);
    switch (kind) {
    case CLUMPED:
        if (dice_below(from, 4)) {
            x = -0.5 + dice_between(from, -0.4, 0.4);
            y = dice_between(from, -0.3, 0.3);
        }
        break;
    case ON_A_LINE:
        y = 0.25;
        break;
    case ON_SEAMS: /* few different positions, many of them on links */
        x = dice_below(from, 3) ? seams[dice_below(from, 2)] : (double)dice_below(from, 8) - 4.0;
        y = 0.5 * (double)dice_below(from, 19) - 4.5;
        break;
    default:
        break;
    }
    return (wend_point){x, y};
}

static void fill(crowd kind, uint32_t count, dice *from) {
    sketch_start(&plan);
    sketch_stairs(&plan, 3.0);
    wend_space *space = sketch_space(&plan);
    for (uint32_t i = 0; i < count;) {
        wend_point p = sample_point(kind, from);
        wend_location location = {wend_space_to_local(space, p), dice_below(from, 3)};
        if (wend_space_is_walkable(space, location, WEND_ALL_CLASSES)) {
            lab_add(p.x, p.y, location.layer, 0.2);
            i++;
        }
    }
    wend_space_release(space);
}

static lab *start(crowd kind, uint32_t threads, dice *from) {
    sketch_start(&plan);
    sketch_stairs(&plan, 3.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, threads);
    fill(kind, kind == NO_AGENT ? 0 : kind == ONE ? 1 : 700, from);
    lab_step(1);
    return l;
}

START_TEST(agents_in_disc_match_full_scan) {
    dice from = {(uint64_t)_i + 1};
    lab *l = start((crowd)_i, 1, &from);
    check_many(l, &from);
    lab_end();
}
END_TEST

START_TEST(agents_in_disc_match_full_scan_after_adding_and_removing) {
    dice from = {(uint64_t)_i + 100};
    wend_error error;
    lab *l = start((crowd)_i, 1, &from);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 60 && l->count; i++) {
            uint64_t key = 1 + dice_below(&from, l->count);
            ck_assert_int_eq(wend_world_remove_agent(l->world, l->ids[key], &error), WEND_OK);
        }
        fill((crowd)_i, 40, &from);
        for (uint64_t key = 1; key <= l->count; key++) {
            l->displacement[key] = (wend_vec2){(float)dice_between(&from, -0.5, 0.5),
                                               (float)dice_between(&from, -0.5, 0.5)};
        }
        lab_step(1);
        check_many(l, &from);
    }
    lab_end();
}
END_TEST

/* A link joins a room to the yard around it. All agents and queries are on the line of the link;
 * the agents are in the yard, and the queries are on the layer of the room. A query from beside the
 * link finds no agent; a query from the link itself finds all of them. */
START_TEST(queries_beside_a_link_find_no_agents_across_it) {
    sketch_start(&plan);
    sketch_box_boundary(&plan, 0, -1.0, 0.0, 1.0, 2.0);
    sketch_box(&plan, 1, 0, -1.0, 0.0, 1.0, 2.0);
    sketch_link(&plan, -1.0, 0.0, 1.0, 0.0, 0, 1);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    lab_add(3.0, 0.0, 1, 0.2);
    lab_add(0.5, 0.0, 1, 0.2);
    lab_step(1);
    read_people(l);
    const wend_view *view = wend_world_view(l->world);
    wend_neighbour got[4];
    ck_assert_uint_eq(wend_view_find_agents(view, (wend_location){{3.0F, 0.0F}, 0}, 1.0F, got, 4),
                      0);
    ck_assert_uint_eq(wend_view_find_agents(view, (wend_location){{4.0F, 0.0F}, 0}, 2.0F, got, 4),
                      0);
    ck_assert_uint_eq(wend_view_find_agents(view, (wend_location){{0.0F, 0.0F}, 0}, 5.0F, got, 4),
                      2);
    check_query(view, (wend_location){{3.0F, 0.0F}, 0}, 1.0F, 4);
    check_query(view, (wend_location){{4.0F, 0.0F}, 0}, 5.0F, 4);
    check_query(view, (wend_location){{3.0F, 0.0F}, 0}, 0.0F, 4);
    check_query(view, (wend_location){{0.0F, 0.0F}, 0}, 5.0F, 4);
    lab_end();
}
END_TEST

/* The reach is 10 m. Agents stand at that distance from the link, up to rounding, directly opposite
 * the query points. */
START_TEST(ghosts_are_found_at_distances_up_to_the_reach) {
    dice from = {8};
    for (int round = 0; round < 200; round++) {
        double turn = dice_between(&from, 0.0, 6.28);
        double x = dice_between(&from, -1000.0, 1000.0), y = dice_between(&from, -1000.0, 1000.0);
        sketch_start(&plan);
        sketch_set_transform(&plan, turn, x, y);
        sketch_boundary(&plan, 0, (double[]){-5, 0, -1, 0, 1, 0, 5, 0, 5, 15, -5, 15}, 6);
        sketch_boundary(&plan, 1, (double[]){-5, -15, 5, -15, 5, 0, 1, 0, -1, 0, -5, 0}, 6);
        sketch_link(&plan, -1, 0, 1, 0, 0, 1);
        lab *l = lab_start(sketch_space(&plan), 0.1, 1);
        for (int i = 0; i < 20; i++) {
            wend_point p = sketch_point(&plan, 0.02 * i, -10.0);
            lab_add(p.x, p.y, 1, 0.2);
        }
        lab_step(1);
        read_people(l);
        const wend_view *view = wend_world_view(l->world);
        for (int i = 0; i < 20; i++) {
            wend_point p = sketch_point(&plan, 0.02 * i, 0.0);
            check_query(view, (wend_location){{(float)p.x, (float)p.y}, 0}, 10.0F, 40);
        }
        lab_end();
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("near agents");
    TCase *tests = tcase_create("agents");
    tcase_add_loop_test(tests, agents_in_disc_match_full_scan, 0, CROWDS);
    tcase_add_loop_test(tests, agents_in_disc_match_full_scan_after_adding_and_removing, 0, CROWDS);
    tcase_add_test(tests, queries_beside_a_link_find_no_agents_across_it);
    tcase_add_test(tests, ghosts_are_found_at_distances_up_to_the_reach);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
