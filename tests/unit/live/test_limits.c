/* What limits an agent, from marks that are given by hand. */
#include "live/explain/limits.h"
#include "support/kit/live_lab.h"
#include "support/suite.h"
#include <math.h>

/* Agent 1 looks along x. Agent 2 is ahead of it, 3 on its left, 4 on its right and 5 behind; a wall
 * is on its left, and a closed door on its right. */
#define AROUND                                                                                     \
    "plan: straight\nspace: {walkable: [[-9, -9], [9, -9], [9, 9], [-9, 9]],\n"                    \
    "  walls: [[[-1, 3], [1, 3]]]}\n"                                                              \
    "obstacles: [{door: [[-1, -3], [1, -3]]}]\n"                                                   \
    "agents: [{at: [[0, 0], [2, 0], [0, 2], [0, -2], [-2, 0]]}]\n"

static const wend_vec2 wants = {1.0F, 0.0F};

static wend_mark subject(live_lab *lab, wend_mark mark, uint64_t key) {
    mark.subject.kind = WEND_SUBJECT_AGENT;
    mark.subject.key = key;
    mark.subject.id = wend_world_find_agent(lab->world, key).value;
    return mark;
}

static limits find(live_lab *lab, const wend_mark *given, uint32_t count, wend_vec2 chosen) {
    wend_mark marks[16] = {{.kind = WEND_MARK_PREFERRED, .b = wants},
                           {.kind = WEND_MARK_VELOCITY, .b = chosen}};
    limits out;
    for (uint32_t i = 0; i < count; i++) {
        marks[2 + i] = given[i];
    }
    limits_find(wend_world_view(lab->world), (wend_vec2){0.0F, 0.0F}, 0.0, marks, 2 + count, &out);
    return out;
}

static live_lab lab;

static void set_up(void) {
    live_lab_open(&lab, AROUND, NULL);
    live_lab_step(&lab, 1);
}

static void tear_down(void) {
    live_lab_close(&lab);
}

/* A half-plane limits if it forbids the preferred velocity, or ends at the chosen one. */
START_TEST(half_planes_limit_what_they_forbid) {
    const wend_mark plane = {.kind = WEND_MARK_HALF_PLANE, .b = {-1.0F, 0.0F}};
    wend_mark forbids = subject(&lab, plane, 2), allows = forbids, touches = forbids;
    forbids.a = (wend_vec2){0.5F, 0.0F};
    allows.a = (wend_vec2){1.5F, 0.0F};
    touches.a = (wend_vec2){1.2F, 0.0F};
    const wend_vec2 slow = {0.2F, 0.1F}, fast = {1.2F, 0.3F};
    limits found = find(&lab, &forbids, 1, slow);
    ck_assert_uint_eq(found.count, 1);
    ck_assert_uint_eq(found.agent_count[LIMITS_AHEAD], 1);
    ck_assert_uint_eq(found.agents[LIMITS_AHEAD][0], 2);
    ck_assert_uint_eq(find(&lab, &allows, 1, slow).count, 0);
    ck_assert_uint_eq(find(&lab, &touches, 1, fast).count, 1);
    ck_assert_uint_eq(find(&lab, &touches, 1, slow).count, 0);
    ck_assert_uint_eq(find(&lab, &forbids, 1, wants).count, 0); /* it got what it wants */
}
END_TEST

START_TEST(cones_and_sets_limit_what_they_contain) {
    const wend_vec2 chosen = {0.0F, -1.0F};
    wend_mark cone = subject(
        &lab, (wend_mark){.kind = WEND_MARK_CONE, .b = {0.8F, -0.6F}, .c = {0.8F, 0.6F}}, 3);
    limits found = find(&lab, &cone, 1, chosen);
    ck_assert_uint_eq(found.agent_count[LIMITS_LEFT], 1);
    cone.a = (wend_vec2){1.5F, 0.0F};
    ck_assert_uint_eq(find(&lab, &cone, 1, chosen).count, 0);
    cone.a = (wend_vec2){-0.8F, -0.4F}; /* the chosen velocity is on its lower side */
    ck_assert_uint_eq(find(&lab, &cone, 1, chosen).count, 1);
    const wend_vec2 corners[] = {{0.5F, -0.5F}, {1.5F, -0.5F}, {1.5F, 0.5F}, {0.5F, 0.5F}};
    wend_mark set[5] = {subject(&lab, (wend_mark){.kind = WEND_MARK_FORBIDDEN}, 4)};
    for (int i = 0; i < 4; i++) {
        set[i + 1] = (wend_mark){
            .kind = WEND_MARK_BOUNDARY_SEGMENT, .a = corners[i], .b = corners[(i + 1) % 4]};
    }
    found = find(&lab, set, 5, chosen);
    ck_assert_uint_eq(found.agent_count[LIMITS_RIGHT], 1);
    for (int i = 0; i < 4; i++) { /* a set beside the preferred velocity */
        set[i + 1].a.y += 2.0F;
        set[i + 1].b.y += 2.0F;
    }
    ck_assert_uint_eq(find(&lab, set, 5, chosen).count, 0);
}
END_TEST

START_TEST(strong_forces_limit) {
    const wend_mark force = {.kind = WEND_MARK_FORCE};
    wend_mark forces[] = {subject(&lab, force, 2), subject(&lab, force, 5), force};
    forces[0].b = (wend_vec2){-3.0F, 0.0F};
    forces[1].b = (wend_vec2){0.5F, 0.0F};
    forces[2].b = (wend_vec2){50.0F, 0.0F}; /* the driving force has no subject */
    limits found = find(&lab, forces, 3, (wend_vec2){0.5F, 0.0F});
    ck_assert_uint_eq(found.count, 1);
    ck_assert_uint_eq(found.agent_count[LIMITS_AHEAD], 1);
    forces[1].b.x = 2.0F;
    found = find(&lab, forces, 3, (wend_vec2){0.5F, 0.0F});
    ck_assert_uint_eq(found.agent_count[LIMITS_BEHIND], 1);
}
END_TEST

START_TEST(walls_and_obstacles_count_once_for_each_side) {
    const wend_space *space = wend_world_space(lab.world);
    wend_mark walls[3] = {{.kind = WEND_MARK_HALF_PLANE, .b = {-1.0F, 0.0F}}};
    walls[0].subject.kind = WEND_SUBJECT_WALL;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        walls[0].subject.index = wall.a.y == 3.0F && wall.b.y == 3.0F ? i : walls[0].subject.index;
    }
    walls[1] = walls[0];
    walls[2] = walls[0];
    walls[2].subject = (wend_subject){.kind = WEND_SUBJECT_OBSTACLE};
    limits found = find(&lab, walls, 3, (wend_vec2){0.0F, 0.0F});
    ck_assert(found.walls[LIMITS_LEFT] && !found.walls[LIMITS_RIGHT]);
    ck_assert(found.obstacles[LIMITS_RIGHT] && !found.obstacles[LIMITS_LEFT]);
    ck_assert_uint_eq(found.count, 2);
    walls[2].subject.index = 99; /* no such obstacle */
    ck_assert_uint_eq(find(&lab, walls, 3, (wend_vec2){0.0F, 0.0F}).count, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("live limits");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, half_planes_limit_what_they_forbid);
    tcase_add_test(all, cones_and_sets_limit_what_they_contain);
    tcase_add_test(all, strong_forces_limit);
    tcase_add_test(all, walls_and_obstacles_count_once_for_each_side);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
