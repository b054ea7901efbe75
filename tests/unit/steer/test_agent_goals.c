/* Tests which regions an agent can still reach, which region comes first, and what the optimisation
 * velocity is. The cases cover rules 1 and 2, recovery of speed, time windows and stop points. The
 * expected values are computed by hand. */
#include "steer/solve/goals/agent.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/goals/ray.h"
#include "steer/solve/goals/set.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/velocity_sets.h"

static const double pi = 3.141592653589793;
static const float forever = INFINITY;

static const wend_region_id no_region = {0};

static wend_region_id id_of(uint32_t index) {
    return wend_region_id_of(WEND_REGION_KIND_GOAL, index, 0);
}

static wend_region still(uint8_t shape, uint32_t id) {
    return (wend_region){.shape = shape, .id = id_of(id), .opens = -forever, .closes = forever};
}

static wend_region point_at(float x, float y, uint32_t id) {
    wend_region region = still(WEND_SHAPE_POINT, id);
    region.a = (wend_vec2){x, y};
    return region;
}

static wend_region segment_at(float ax, float ay, float bx, float by, uint32_t id) {
    wend_region region = still(WEND_SHAPE_SEGMENT, id);
    region.a = (wend_vec2){ax, ay};
    region.b = (wend_vec2){bx, by};
    return region;
}

static const goal_rules plain = {0.9F, 0.05F, 0.0F, 0.0F, false};

/* The results for an agent of radius 1 m at the origin with a preferred speed of 1.4 m/s. */
static agent_goals goals;

static void find_with(goal_rules rules, wend_vec2 velocity, wend_intent intent,
                      wend_region_id last) {
    wend_body body = {.velocity = velocity, .radius = 1.0F};
    wend_view view = {
        .bodies = &body, .body_count = 1, .time = 100.0, .dt = 0.25F, .steer_interval = 0.25F};
    agent_goals_find(&rules, &view, 0, &intent, last, &goals);
}

static void find(wend_vec2 velocity, wend_region region) {
    find_with(plain, velocity, (wend_intent){.region = region, .speed = 1.4F}, no_region);
}

static void expect(double x, double y) {
    ck_assert_double_eq_tol((double)goals.preferred_velocity.x, x, 1e-5);
    ck_assert_double_eq_tol((double)goals.preferred_velocity.y, y, 1e-5);
}

/* ---- Rules ----------------------------------------------------------------------------------- */

START_TEST(keeps_velocity_that_reaches_region) { /* rule 1 */
    find((wend_vec2){1.0F, 0.9F}, segment_at(10, -10, 10, 10, 0));
    expect(1.0, 0.9);
    ck_assert_uint_eq(goals.count, 1);
}
END_TEST

START_TEST(projects_velocity_that_misses_region) { /* rule 2 */
    /* The tangent to the disc around the segment's end: radius 0.9 m about (10, 10), so the angle
     * is 45 degrees plus asin(0.9 / 14.14). */
    double angle = atan(1.0) + asin(0.9 / sqrt(200.0));
    find((wend_vec2){0.0F, 1.4F}, segment_at(10, -10, 10, 10, 0));
    double kept = 1.4 * sin(angle);
    expect(kept * cos(angle), kept * sin(angle));
    ck_assert_double_gt(kept, 1.0); /* rule 2 loses speed */
    ck_assert_double_lt(kept, 1.2);
}
END_TEST

START_TEST(speed_recovers_towards_preferred_speed) {
    goal_rules rules = {0.9F, 0.05F, goal_recovery_share(2.0, 0.25F), 0.0F, false};
    wend_intent intent = {.region = segment_at(10, -10, 10, 10, 0), .speed = 1.4F};
    find_with(rules, (wend_vec2){0.5F, 0.0F}, intent, no_region);
    expect(0.5 + 0.9 * (1.0 - exp(-0.5)), 0.0);
    find_with(rules, (wend_vec2){2.0F, 0.0F}, intent, no_region); /* faster than preferred */
    expect(2.0 - 0.6 * (1.0 - exp(-0.5)), 0.0);
}
END_TEST

START_TEST(standing_agent_heads_for_nearest_point) {
    find((wend_vec2){0.0F, 0.0F}, segment_at(3, 4, 30, 4, 0));
    expect(1.4 * 0.6, 1.4 * 0.8);
    find((wend_vec2){0.01F, -0.01F}, segment_at(3, 4, 30, 4, 0)); /* slower than min_speed_share */
    expect(1.4 * 0.6, 1.4 * 0.8);
}
END_TEST

START_TEST(velocities_near_the_apex_are_cut_off) {
    find((wend_vec2){-1.0F, 0.0F}, segment_at(10, -10, 10, 10, 0)); /* moves away from the region */
    expect(0.05 * 1.4, 0.0);
    wend_region moving = segment_at(10, -10, 10, 10, 0);
    moving.velocity = (wend_vec2){0.0F, 1.0F};
    find((wend_vec2){0.0F, 1.0F}, moving); /* moves along with the region */
    expect(0.05 * 1.4, 1.0);
}
END_TEST

START_TEST(intercepts_moving_region) {
    wend_region disc = still(WEND_SHAPE_DISC, 0);
    disc.a = (wend_vec2){6.0F, 0.0F};
    disc.b = (wend_vec2){2.1F, 0.0F};
    disc.velocity = (wend_vec2){0.0F, 1.0F};
    /* The set is a cone of 30 degrees to each side, with the apex (0, 1). */
    find((wend_vec2){1.0F, 1.0F}, disc);
    expect(1.0, 1.0);
    find((wend_vec2){1.0F, 0.0F}, disc);
    double along = 1.0 * cos(pi / 6.0) + 1.0 * sin(pi / 6.0);
    expect(along * cos(pi / 6.0), 1.0 - along * sin(pi / 6.0));
}
END_TEST

/* ---- Several regions ------------------------------------------------------------------------- */

START_TEST(region_that_agent_last_headed_for_comes_first) {
    wend_region more[] = {point_at(0, 20, 8), point_at(-20, 0, 9)};
    wend_intent intent = {
        .region = point_at(20, 0, 7), .more = more, .more_count = 2, .speed = 1.4F};
    wend_vec2 upward = {0.0F, 1.4F};
    for (uint32_t k = 0; k < 3; k++) {
        find_with(plain, upward, intent, id_of(7 + k));
        ck_assert_uint_eq(goals.count, 3);
        ck_assert_uint_eq(goals.regions[0], k);
        ck_assert_uint_eq(goals.regions[1], k == 0 ? 1 : 0); /* the others keep their order */
    }
    find_with(plain, upward, intent, id_of(8));
    expect(0.0, 1.4);
    find_with(plain, upward, intent, no_region); /* the region that the agent moves towards */
    ck_assert_uint_eq(goals.regions[0], 1);
    find_with(plain, upward, intent, id_of(1234)); /* the id of a region that no longer exists */
    ck_assert_uint_eq(goals.regions[0], 1);
}
END_TEST

START_TEST(standing_agent_takes_region_with_lowest_total_cost) {
    wend_region more[] = {point_at(0, 10, 8)};
    wend_intent intent = {
        .region = point_at(20, 0, 7), .more = more, .more_count = 1, .speed = 1.4F};
    find_with(plain, (wend_vec2){0.0F, 0.0F}, intent, no_region);
    ck_assert_uint_eq(goals.regions[0], 1);
    more[0].cost = 15.0F;
    find_with(plain, (wend_vec2){0.0F, 0.0F}, intent, no_region);
    ck_assert_uint_eq(goals.regions[0], 0);
}
END_TEST

START_TEST(number_of_regions_is_limited) {
    static wend_region more[100];
    for (uint32_t i = 0; i < 100; i++) {
        more[i] = point_at(20.0F, (float)i, i + 1);
    }
    wend_intent intent = {
        .region = point_at(20, -1, 0), .more = more, .more_count = 100, .speed = 1.4F};
    find_with(plain, (wend_vec2){1.0F, 0.0F}, intent, no_region);
    ck_assert_uint_eq(goals.count, GOALS_MOST);
}
END_TEST

/* ---- Windows --------------------------------------------------------------------------------- */

START_TEST(ignores_region_that_has_closed) {
    wend_region entrance = segment_at(10, -5, 10, 5, 3);
    entrance.closes = 99.0F;
    find((wend_vec2){1.0F, 0.0F}, entrance);
    ck_assert_uint_eq(goals.count, 0);
    expect(0.0, 0.0);
    entrance.closes = 110.0F; /* closes in ten seconds, so the agent needs at least 0.91 m/s */
    find((wend_vec2){0.5F, 0.0F}, entrance);
    expect(0.91, 0.0);
}
END_TEST

START_TEST(does_not_reach_region_before_it_opens) {
    wend_region entrance = segment_at(10, -5, 10, 5, 3);
    /* The region opens in ten seconds. By then, the disc may be just past the entrance but must
     * still touch it, so the speed is at most 1.09 m/s. */
    entrance.opens = 110.0F;
    find((wend_vec2){1.4F, 0.0F}, entrance);
    expect(1.09, 0.0);
    ck_assert_uint_eq(goals.count, 1);
}
END_TEST

/* ---- The other kinds of intent --------------------------------------------------------------- */

START_TEST(direction_and_zero_speed_give_only_a_preferred_velocity) {
    wend_region ahead = still(WEND_SHAPE_DIRECTION, 0);
    ahead.a = (wend_vec2){0.6F, 0.8F};
    find((wend_vec2){1.0F, 0.0F}, ahead);
    ck_assert_uint_eq(goals.count, 0);
    expect(0.84, 1.12);
    find_with(plain, (wend_vec2){1.0F, 0.0F}, (wend_intent){.region = point_at(9, 0, 0)}, id_of(0));
    ck_assert_uint_eq(goals.count, 0);
    expect(0.0, 0.0);
}
END_TEST

START_TEST(does_not_overshoot_stop_point) {
    wend_region stop_point = point_at(0.2F, 0.1F, 0);
    stop_point.flags = WEND_REGION_STOP | WEND_REGION_INSIDE;
    find((wend_vec2){1.4F, 0.0F}, stop_point);
    ck_assert(goals.stays);
    expect(0.8, 0.4);
    stop_point.flags = WEND_REGION_STOP; /* the agent's disc already touches it */
    find((wend_vec2){1.4F, 0.0F}, stop_point);
    ck_assert(goals.stays);
    expect(0.0, 0.0);
    stop_point.flags = 0;
    find((wend_vec2){1.4F, 0.0F}, stop_point); /* a point to pass through: any velocity will do */
    ck_assert(!goals.stays);
    expect(1.4, 0.0);
}
END_TEST

START_TEST(agent_centre_must_reach_the_portal) {
    wend_region portal = segment_at(4, 1, 4, -1, 0);
    portal.flags = WEND_REGION_INSIDE;
    find((wend_vec2){1.0F, 0.3F}, portal);
    double angle = atan(0.25) + asin(0.04 / sqrt(17.0)), kept = 1.0 * cos(angle) + 0.3 * sin(angle);
    expect(kept * cos(angle), kept * sin(angle));
    /* An agent on the portal crosses it, with the portal's left end on its left. */
    wend_vec2 straight = goal_straight_velocity(&portal, (wend_vec2){4.0F, 0.5F}, 1.4F);
    ck_assert_double_eq_tol((double)straight.x, 1.4, 1e-5);
    ck_assert_double_eq_tol((double)straight.y, 0.0, 1e-5);
}
END_TEST

START_TEST(passes_portal_at_preferred_point) {
    goal_rules rules = {0.9F, 0.05F, 0.0F, goal_recovery_share(2.0, 0.25F), false};
    wend_region portal = segment_at(4, 3, 4, -3, 0);
    portal.flags = WEND_REGION_INSIDE;
    portal.bias = 0.5F;
    wend_intent intent = {.region = portal, .speed = 1.0F};
    find_with(rules, (wend_vec2){0.8F, 0.4F}, intent, no_region);
    double left = exp(-0.5);
    expect(1.0 + (0.8 - 1.0) * left, 0.4 * left);
    intent.region.flags |= WEND_REGION_STOP; /* at the goal itself, any point is accepted */
    find_with(rules, (wend_vec2){0.8F, 0.4F}, intent, no_region);
    expect(0.8, 0.4);
}
END_TEST

/* ---- Rule 1 without sets --------------------------------------------------------------------- */

static bool keeps(wend_vec2 velocity, wend_intent intent, wend_region_id last) {
    wend_body body = {.velocity = velocity, .radius = 1.0F};
    wend_view view = {
        .bodies = &body, .body_count = 1, .time = 100.0, .dt = 0.25F, .steer_interval = 0.25F};
    return agent_goals_keep(&plain, &view, 0, &intent, last, &goals);
}

START_TEST(keeps_velocity_only_if_it_clearly_leads_to_the_region) {
    wend_region more[] = {point_at(0, 20, 8)};
    wend_intent two = {.region = point_at(20, 0, 7), .more = more, .more_count = 1, .speed = 1.4F};
    ck_assert(keeps((wend_vec2){0.03F, 1.4F}, two, id_of(8)));
    ck_assert_uint_eq(goals.regions[0], 1);
    expect(0.03, 1.4);
    /* The velocity leads to the other region. */
    ck_assert(!keeps((wend_vec2){0.03F, 1.4F}, two, id_of(7)));
    /* The id of a region that no longer exists. */
    ck_assert(!keeps((wend_vec2){0.03F, 1.4F}, two, id_of(1234)));
    /* The velocity leads past the region. */
    ck_assert(!keeps((wend_vec2){0.1F, 1.4F}, two, id_of(8)));
    ck_assert(!keeps((wend_vec2){0.0F, 0.1F}, two, id_of(8))); /* the agent barely moves */
    more[0].closes = 200.0F;
    ck_assert(!keeps((wend_vec2){0.03F, 1.4F}, two, id_of(8))); /* the agent may arrive too late */
    more[0] = point_at(0, 1.5F, 8);
    ck_assert(!keeps((wend_vec2){0.03F, 1.4F}, two, id_of(8))); /* the region is near */
    two.speed = 0.0F;
    ck_assert(!keeps((wend_vec2){1.4F, 0.0F}, two, id_of(7)));
}
END_TEST

static wend_region sample_region(dice *from, wend_vec2 *corners) {
    wend_region region = still((uint8_t)(WEND_SHAPE_POINT + dice_below(from, 4)), 0);
    double x = dice_between(from, -20.0, 20.0), y = dice_between(from, -20.0, 20.0);
    region.a = (wend_vec2){(float)x, (float)y};
    if (region.shape == WEND_SHAPE_POLYGON) {
        for (uint32_t i = 0; i < 5; i++) {
            double angle = 1.2566 * i;
            corners[i] = (wend_vec2){(float)(x + 3.0 * cos(angle)), (float)(y + sin(angle))};
        }
        region.points = corners;
        region.count = 5;
    } else {
        region.b =
            (wend_vec2){(float)dice_between(from, 0.1, 9.0), (float)dice_between(from, -9.0, 9.0)};
    }
    region.velocity = (wend_vec2){(float)dice_between(from, -1.0, 1.0), 0.3F};
    return region;
}

/* If the ray of a velocity meets the region, the velocity is in the set. The converse holds, too,
 * unless the velocity is slow or the region is near. */
START_TEST(ray_test_agrees_with_velocity_set) {
    static goal_set set;
    uint32_t met = 0, missed = 0;
    for (uint64_t seed = 1; seed <= trials(20000); seed++) {
        dice from = {seed};
        wend_vec2 corners[5];
        wend_region region = sample_region(&from, corners);
        wend_vec2 v = {(float)dice_between(&from, -3.0, 3.0),
                       (float)dice_between(&from, -3.0, 3.0)};
        wend_vec2 at = {0.0F, 0.0F};
        ck_assert(velocity_set_of_goal(&region, at, 0.7F, 0.0F, INFINITY, &set));
        bool ray = goal_ray_meets(&region, at, v, 0.7F, 0.5F, 0.1F);
        bool inside = velocity_set_contains(&set.set, v, true);
        ck_assert(inside || !ray);
        bool doubtful = wend_region_distance(&region, at) < 12.0F ||
                        vec_length(vec_sub(v, region.velocity)) < 0.2F;
        ck_assert(ray || !inside || doubtful);
        met += ray;
        missed += !inside && !doubtful;
    }
    ck_assert_uint_ge(met, trials_bound(1001));
    ck_assert_uint_ge(missed, trials_bound(1001));
}
END_TEST

int main(void) {
    SUITE("steer/agent_goals", keeps_velocity_that_reaches_region,
          projects_velocity_that_misses_region, speed_recovers_towards_preferred_speed,
          standing_agent_heads_for_nearest_point, velocities_near_the_apex_are_cut_off,
          intercepts_moving_region, region_that_agent_last_headed_for_comes_first,
          standing_agent_takes_region_with_lowest_total_cost, number_of_regions_is_limited,
          ignores_region_that_has_closed, does_not_reach_region_before_it_opens,
          direction_and_zero_speed_give_only_a_preferred_velocity, does_not_overshoot_stop_point,
          agent_centre_must_reach_the_portal, passes_portal_at_preferred_point,
          keeps_velocity_only_if_it_clearly_leads_to_the_region, ray_test_agrees_with_velocity_set);
}
