/* Tests arcs that walls forbid entirely. The result is compared with thousands of directions that
 * are tested one by one. */
#include "steer/solve/goals/reach.h"

#include <math.h>

#include "geom/vec.h"
#include "support/program_trials.h"
#include "support/suite.h"
#include "support/trials.h"

enum { WALLS = 3, TRIES = 2000, TRIALS = 20000 };

static const double pi = 3.141592653589793;
static const float speed = 1.3F, most = 2.0F;

/* clear: a direction counts as free or blocked only if it is so by this margin (m/s). step: the
 * angle (rad) between tested directions. */
static const double clear = 2e-3, step = 3.141592653589793 / TRIES;

typedef struct trial {
    velocity_plane planes[PLANES_ACCELERATION + WALLS + 1];
    velocity_program program;
    goal_arc_rules rules;
    goal_arc goal;
    wend_vec2 velocity;
    float limit; /* m/s^2: acceleration limit */
} trial;

static wend_vec2 at_angle(double angle) {
    return (wend_vec2){(float)cos(angle), (float)sin(angle)};
}

/* Samples a portal close to the agent, and walls. Some walls allow the agent to stand still; others
 * push it away. */
static void sample_trial(trial *t, uint64_t seed) {
    dice from = {seed};
    *t = (trial){.limit = INFINITY};
    t->rules = goal_arc_rules_of(dice_below(&from, 2) ? 0.9F : 0.70710678F, -1.0F, 1.0, 1.01);
    t->program = (velocity_program){.planes = t->planes, .max_speed = most};
    t->program.walls = t->program.hard = t->program.count = 1 + dice_below(&from, WALLS);
    for (uint32_t i = 0; i < t->program.count; i++) {
        t->planes[i] = (velocity_plane){at_angle(dice_between(&from, -pi, pi)),
                                        (float)dice_between(&from, -1.4, 0.2)};
    }
    double turn = dice_between(&from, -pi, pi), off = dice_between(&from, 0.005, 1.0);
    wend_vec2 ahead = at_angle(turn), aside = vec_perp(ahead);
    wend_vec2 foot = vec_scale(ahead, (float)off);
    wend_intent intent = {.speed = speed};
    intent.region =
        (wend_region){.shape = WEND_SHAPE_SEGMENT,
                      .a = vec_add(foot, vec_scale(aside, (float)dice_between(&from, 0.05, 3.0))),
                      .b = vec_sub(foot, vec_scale(aside, (float)dice_between(&from, 0.05, 3.0))),
                      .bias = dice_below(&from, 3) ? (float)dice_between(&from, 0.0, 1.0) : 0.5F};
    t->goal = goal_arc_of(&t->rules, &intent, (wend_vec2){0.0F, 0.0F}, most, 0.1F);
}

static bool reach(const trial *t, float slowest, goal_arc *goal) {
    wend_body body = {.velocity = t->velocity};
    wend_view view = {.bodies = &body};
    wend_agents agents = {.max_acceleration = {&t->limit, 0}};
    planes_call call = {.view = &view, .agents = &agents};
    *goal = t->goal;
    return goal_turn_to_reachable(&call, 0, &t->program, &t->rules, arc_margin_of(0.1), slowest,
                                  goal);
}

static double angle_of(wend_vec2 v) {
    return atan2((double)v.y, (double)v.x);
}

/* Returns the angle from `from` to `to`, in [-pi, pi), positive to the left. */
static double turn_between(double from, double to) {
    return remainder(to - from, 2.0 * pi);
}

static double width(direction_arc arc) {
    double angle = turn_between(angle_of(arc.right), angle_of(arc.left));
    return angle < -1e-6 ? angle + 2.0 * pi : angle;
}

/* Returns the margin (m/s) by which the walls allow a direction at a fraction of the speed;
 * negative if they forbid it. */
static double room(const trial *t, double angle, double share) {
    double least = INFINITY;
    for (uint32_t i = 0; i < t->program.hard; i++) {
        velocity_plane wall = t->planes[i];
        double on = (double)wall.normal.x * cos(angle) + (double)wall.normal.y * sin(angle);
        least = fmin(least, on * share * (double)speed - (double)wall.offset);
    }
    return least;
}

/* Returns the largest margin of all directions of an arc. */
static double most_room(const trial *t, direction_arc arc, double share) {
    double from = angle_of(arc.right), angle = width(arc), best = -INFINITY;
    for (double a = 0.0; a < angle; a += step) {
        best = fmax(best, room(t, from + a, share));
    }
    return fmax(best, room(t, from + angle, share));
}

/* Returns the angle from the preferred direction to the nearest visible direction that is clear of
 * walls. */
static double nearest_clear(const trial *t, double share) {
    double from = angle_of(t->goal.seen.right), angle = width(t->goal.seen), best = INFINITY;
    for (double a = 0.0; a < angle; a += step) {
        if (room(t, from + a, share) > clear) {
            best = fmin(best, fabs(turn_between(angle_of(t->goal.toward), from + a)));
        }
    }
    return best;
}

static void check_turned(const trial *t, const goal_arc *goal, double share, uint64_t seed) {
    double to = angle_of(goal->preferred_velocity);
    double off = fabs(turn_between(angle_of(t->goal.toward), to));
    ck_assert_msg(room(t, to, share) > -clear, "seed %lu: into a wall", (unsigned long)seed);
    ck_assert_msg(off < nearest_clear(t, share) + step, "seed %lu: %g rad off", (unsigned long)seed,
                  off);
    ck_assert_double_eq_tol(width(goal->arc), width(t->goal.arc), 1e-4);
    double left = turn_between(angle_of(goal->arc.left), angle_of(t->goal.seen.left));
    double right = turn_between(angle_of(t->goal.seen.right), angle_of(goal->arc.right));
    ck_assert_msg(left > -1e-4 && right > -1e-4, "seed %lu: beside the portal",
                  (unsigned long)seed);
}

/* Returns the fraction of the speed at which the arc is expected to turn, 0 if the arc is expected
 * to stay as it is, or -1 if the case is too close to decide. Tries the fractions 1, 1/2, 1/4 ..
 * `slowest` and stops at the first at which walls allow a visible direction. The arc stays if walls
 * also allow a direction in the arc at that fraction. */
static double share_to_turn_at(const trial *t, double slowest) {
    for (double share = 1.0; t->goal.narrowed && share >= slowest; share *= 0.5) {
        double in_arc = most_room(t, t->goal.arc, share);
        double in_seen = most_room(t, t->goal.seen, share);
        if (fabs(in_arc) < clear || fabs(in_seen) < clear) {
            return -1.0;
        }
        if (in_arc > 0.0 || in_seen > 0.0) {
            return in_arc > 0.0 ? 0.0 : share;
        }
    }
    return 0.0;
}

/* The arc turns if walls forbid all of it but not all visible directions, and only then. It turns
 * no farther than necessary, at full speed or at the next lower speed at which walls allow a
 * direction. */
START_TEST(forbidden_arc_turns_to_free_directions) {
    uint32_t turned = 0, slower = 0, kept = 0;
    for (uint64_t seed = 0; seed < trials(TRIALS); seed++) {
        trial t;
        sample_trial(&t, seed);
        goal_arc goal;
        double slowest = seed % 2 == 0 ? 0.125 : 1.0;
        bool does = reach(&t, (float)slowest, &goal);
        double share = share_to_turn_at(&t, slowest);
        if (share < 0.0) {
            continue;
        }
        ck_assert_msg(does == (share > 0.0), "seed %lu: %s", (unsigned long)seed,
                      does ? "turns" : "stays at a wall");
        if (does) {
            turned++;
            slower += share < 1.0;
            check_turned(&t, &goal, share, seed);
        } else {
            kept++;
            ck_assert(vec_equal(goal.preferred_velocity, t.goal.preferred_velocity));
        }
    }
    ck_assert_uint_ge(turned, trials_bound(TRIALS / 100 + 1));
    ck_assert_uint_ge(slower, trials_bound(TRIALS / 200 + 1));
    ck_assert_uint_ge(kept, trials_bound(TRIALS / 2 + 1));
}
END_TEST

/* Acceleration limits and neighbours forbid everything, but the result does not change, because
 * both are temporary. */
START_TEST(ignores_temporary_constraints) {
    uint32_t turned = 0;
    for (uint64_t seed = 0; seed < trials(TRIALS / 10); seed++) {
        trial t, more;
        sample_trial(&t, seed);
        goal_arc goal, other;
        bool does = reach(&t, 0.125F, &goal);
        more = t;
        more.program.planes = more.planes;
        more.limit = 1.0F;
        for (uint32_t i = 0; i < PLANES_ACCELERATION; i++) {
            more.planes[t.program.walls + i] = (velocity_plane){at_angle(0.39 * (double)i), 0.5F};
        }
        more.program.hard = PLANES_ACCELERATION + t.program.hard;
        more.program.count = more.program.hard + 1;
        more.planes[more.program.hard] = (velocity_plane){{1.0F, 0.0F}, 1.9F};
        ck_assert(reach(&more, 0.125F, &other) == does);
        ck_assert(vec_equal(goal.preferred_velocity, other.preferred_velocity));
        turned += does;
    }
    ck_assert_uint_ge(turned, trials_bound(TRIALS / 1000 + 1));
}
END_TEST

/* A wall is straight ahead of an agent that stands at the middle of a portal 6 m wide. Both sides
 * are equivalent, and the agent stays on the side towards which it is walking. */
START_TEST(keeps_the_side_of_the_current_velocity) {
    trial t = {.limit = INFINITY, .rules = goal_arc_rules_of(0.9F, -1.0F, 1.0, 1.01)};
    t.planes[0] = (velocity_plane){{0.0F, -1.0F}, -0.5F};
    t.program = (velocity_program){
        .planes = t.planes, .count = 1, .hard = 1, .walls = 1, .max_speed = most};
    wend_intent intent = {
        .speed = speed,
        .region = {
            .shape = WEND_SHAPE_SEGMENT, .a = {-3.0F, 0.05F}, .b = {3.0F, 0.05F}, .bias = 0.5F}};
    t.goal = goal_arc_of(&t.rules, &intent, (wend_vec2){0.0F, 0.0F}, most, 0.1F);
    for (int hand = -1; hand <= 1; hand += 2) {
        goal_arc goal;
        t.velocity = (wend_vec2){1.2F * (float)hand, 0.3F};
        ck_assert(reach(&t, 0.125F, &goal));
        /* the angle on that side with sin(angle) = 0.5 / 1.3 */
        double expected = hand > 0 ? asin(0.5 / 1.3) : pi - asin(0.5 / 1.3);
        ck_assert_double_eq_tol(angle_of(goal.preferred_velocity), expected, 1e-4);
    }
}
END_TEST

int main(void) {
    SUITE("steer/goal_reach", forbidden_arc_turns_to_free_directions, ignores_temporary_constraints,
          keeps_the_side_of_the_current_velocity);
}
