/* Oversized agents: searching their list gives the same result as a scan of all bodies, and an
 * oversized agent behind ten children is still avoided. */
#include <math.h>
#include <stdlib.h>

#include <wend/random.h>

#include "near/near.h"
#include "step/internals.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { CROWD = 400, CHECKS = 300, MOST = 8 };

static double draw(uint64_t agent, uint32_t purpose) {
    return wend_random_uniform(11, agent, 0, purpose);
}

static wend_world *crowd(wend_space *space, double width, double height) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.reach = 30.0F;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_uniform(0.1, 0.3);
    worlds_add_profile(world, &profile);
    profile.radius = wend_uniform(1.5, 4.0);
    worlds_add_profile(world, &profile);
    for (uint32_t i = 0; i < CROWD; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){width * draw(i, 0), height * draw(i, 1)};
        agent.profile = worlds_nth_profile(i % 20 == 0);
        agent.key = i + 1;
        worlds_add(world, &agent);
    }
    worlds_step(world, 1);
    return world;
}

/* Sorted by (gap, key). The gap is computed as in near_find_oversized. */
typedef struct seen {
    float gap;
    uint64_t key;
} seen;

static int compare(const void *left, const void *right) {
    const seen *a = left, *b = right;
    return a->gap != b->gap ? (a->gap < b->gap ? -1 : 1) : a->key < b->key ? -1 : a->key > b->key;
}

static uint32_t scan(const wend_view *view, wend_vec2 point, float radius, float gap, seen *out) {
    double sum = 0.0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        sum += floor((double)view->bodies[i].radius * 1e4) / 1e4;
    }
    float oversized = (float)(3.0 * sum / view->body_count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        const wend_body *body = &view->bodies[i];
        float dx = body->position.x - point.x, dy = body->position.y - point.y;
        float between = sqrtf(dx * dx + dy * dy) - radius - body->radius;
        if (body->radius > oversized && between <= gap) {
            out[count++] = (seen){between, wend_view_key(view, i)};
        }
    }
    qsort(out, count, sizeof *out, compare);
    return count;
}

START_TEST(search_for_oversized_agents_matches_full_scan) {
    wend_world *world = crowd(worlds_open(), 80.0, 60.0);
    const wend_view *view = wend_world_view(world);
    ck_assert_uint_ge(view->internals->grid->oversized_count, CROWD / 20);
    uint32_t found_any = 0;
    for (uint32_t i = 0; i < CHECKS; i++) {
        wend_location location = {{(float)(80.0 * draw(i, 2)), (float)(60.0 * draw(i, 3))}, 0};
        float gap = (float)(12.0 * draw(i, 4)), radius = (float)(0.1 + draw(i, 5));
        seen expected[CROWD];
        wend_neighbour found[MOST];
        uint32_t all = scan(view, location.position, radius, gap, expected);
        uint32_t count = near_find_oversized(view, location, radius, gap, found, MOST);
        ck_assert_uint_eq(count, all < MOST ? all : MOST);
        for (uint32_t k = 0; k < count; k++) {
            ck_assert_uint_eq(wend_view_key(view, found[k].index), expected[k].key);
        }
        wend_vec2 p = location.position;
        ck_assert(count == 0 || near_has_oversized(view, p, p, gap + radius));
        found_any += count > 0;
    }
    ck_assert_uint_gt(found_any, CHECKS / 4);
    wend_world_destroy(world);
}
END_TEST

START_TEST(uniform_crowd_has_no_oversized_agents) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    for (int i = 0; i < 20; i++) {
        worlds_agent(world, i, 0.0, worlds_point(world, i, 9.0));
    }
    worlds_step(world, 1);
    const wend_view *view = wend_world_view(world);
    wend_neighbour found[MOST];
    ck_assert_uint_eq(view->internals->grid->oversized_count, 0);
    ck_assert_uint_eq(
        near_find_oversized(view, (wend_location){{0, 0}, 0}, 1.0F, 30.0F, found, MOST), 0);
    wend_world_destroy(world);
}
END_TEST

/* Returns the smallest gap (m) between an agent and an oversized agent that drives towards it. If
 * `children` is true, ten children stand between them. */
static double nearest_approach(bool children) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.reach = 40.0F;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = wend_default_profile_def();
    profile.steer.name = "orca";
    worlds_add_profile(world, &profile);
    profile.steer.name = "direct"; /* the oversized agent avoids no other agent */
    profile.radius = wend_constant(4.0);
    worlds_add_profile(world, &profile);
    profile.radius = wend_constant(0.15);
    profile.max_speed = wend_constant(0.0);
    worlds_add_profile(world, &profile);
    wend_agent agent = worlds_agent(world, 0.0, 0.0, worlds_point(world, 0.0, 0.0));
    wend_agent_def oversized = wend_default_agent_def();
    oversized.position = (wend_point){14.0, 1.0};
    oversized.profile = worlds_nth_profile(1);
    oversized.goal = worlds_point(world, -30.0, 1.0);
    wend_agent lorry = worlds_add(world, &oversized);
    for (int i = 0; children && i < 10; i++) {
        wend_agent_def child = wend_default_agent_def();
        child.position = (wend_point){1.5, 0.35 * i - 1.6};
        child.profile = worlds_nth_profile(2);
        worlds_add(world, &child);
    }
    double nearest = INFINITY;
    for (int i = 0; i < 120; i++) {
        worlds_step(world, 1);
        wend_point a = worlds_state(world, agent).position, b = worlds_state(world, lorry).position;
        nearest = fmin(nearest, hypot(a.x - b.x, a.y - b.y) - 4.25);
    }
    wend_world_destroy(world);
    return nearest;
}

START_TEST(oversized_agent_behind_ten_small_agents_is_avoided) {
    ck_assert_double_gt(nearest_approach(false), -1e-4);
    ck_assert_double_gt(nearest_approach(true), -1e-4);
}
END_TEST

int main(void) {
    SUITE("near/giants", search_for_oversized_agents_matches_full_scan,
          uniform_crowd_has_no_oversized_agents,
          oversized_agent_behind_ten_small_agents_is_avoided);
}
