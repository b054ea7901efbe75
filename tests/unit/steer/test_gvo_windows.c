/* Lone agents under gvo whose goals are open only for a time. The oracle finds the optimisation
 * velocity of section 4.2 of the paper by a search over meeting times, and from it the path that
 * the agent should take: straight ahead until its disc touches the goal. */
#include <math.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

#define RADIUS    1.0
#define AIM       0.9 /* default of aim_radius */
#define PREFERRED 1.4
#define MAX_SPEED 2.5
#define SLOW      (0.2 * PREFERRED) /* a slower agent counts as at rest: min_speed_share */

/* One random trial. A goal is a segment, or a disc around ends[0] if `disc` is positive. */
typedef struct lone {
    uint64_t seed;
    wend_point start, velocity, ends[2], goal_velocity;
    double disc, opens, closes, dt;
} lone;

typedef struct lone_result {
    bool arrived;
    double time, path;
    wend_point end, last_velocity;
} lone_result;

static double sample(uint64_t seed, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, 1, 0, purpose);
}

static wend_point sample_point(uint64_t seed, uint32_t purpose, double size) {
    return (wend_point){sample(seed, purpose, -size, size), sample(seed, purpose + 1, -size, size)};
}

static lone make_lone(uint64_t seed) {
    static const double steps[] = {0.05, 0.1, 0.25, 0.4};
    lone of = {.seed = seed, .dt = steps[seed % 4]};
    double angle = sample(seed, 5, 0.0, 6.283185307179586), length = sample(seed, 6, 0.0, 30.0);
    of.start = sample_point(seed, 1, 30.0);
    of.ends[0] = sample_point(seed, 3, 30.0);
    of.ends[1] =
        (wend_point){of.ends[0].x + length * cos(angle), of.ends[0].y + length * sin(angle)};
    of.opens = sample(seed, 7, -20.0, 60.0);
    of.closes = of.opens + (seed % 5 == 0 ? sample(seed, 8, 0.5, 2.0) : sample(seed, 8, 1.0, 60.0));
    of.disc = seed % 7 == 0 ? sample(seed, 9, 0.1, 8.0) : 0.0;
    return of;
}

static void give_velocity(lone *of) {
    double angle = sample(of->seed, 10, 0.0, 6.283185307179586);
    of->velocity = (wend_point){PREFERRED * cos(angle), PREFERRED * sin(angle)};
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static wend_world *make_world(double dt) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(RADIUS);
    profile.preferred_speed = wend_constant(PREFERRED);
    profile.max_speed = wend_constant(MAX_SPEED);
    profile.select.name = "given";
    profile.steer.name = "gvo";
    worlds_add_profile(world, &profile);
    return world;
}

static wend_goal_def goal_of(const lone *of) {
    wend_goal_def def = wend_default_goal_def();
    def.shape = of->disc > 0.0 ? WEND_GOAL_DISC : WEND_GOAL_SEGMENT;
    def.points = of->ends;
    def.point_count = of->disc > 0.0 ? 1 : 2;
    def.radius = of->disc;
    def.velocity = of->goal_velocity;
    def.opens = of->opens;
    def.closes = of->closes;
    return def;
}

static lone_result run_lone(const lone *of) {
    wend_world *world = make_world(of->dt);
    wend_goal_def goal = goal_of(of);
    wend_agent_def def = wend_default_agent_def();
    def.position = of->start;
    def.velocity = of->velocity;
    def.goal = worlds_add_goal(world, &goal);
    wend_agent agent = worlds_add(world, &def);
    lone_result result = {.end = of->start};
    uint32_t steps = (uint32_t)(fmax(of->closes, 0.0) / of->dt) + 3;
    for (uint32_t i = 0; i < steps && !result.arrived; i++) {
        worlds_step(world, 1);
        wend_agent_state state = worlds_state(world, agent);
        result.path += hypot(state.position.x - result.end.x, state.position.y - result.end.y);
        result.end = (wend_point){state.position.x, state.position.y};
        result.last_velocity = (wend_point){(double)state.velocity.x, (double)state.velocity.y};
        result.arrived = wend_world_get_stats(world).arrivals > 0;
        result.time = (i + 1) * of->dt;
    }
    wend_world_destroy(world);
    return result;
}

/* ---- Oracle ---------------------------------------------------------------------------------- */

/* Returns the displacement from a point to the nearest point of the goal at its position at time 0.
 */
static wend_point offset_from(const lone *of, wend_point p) {
    wend_point a = of->ends[0], b = of->ends[1];
    double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
    double t = squared > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared : 0.0;
    t = of->disc > 0.0 ? 0.0 : fmin(fmax(t, 0.0), 1.0);
    wend_point out = {a.x + t * dx - p.x, a.y + t * dy - p.y};
    double length = hypot(out.x, out.y);
    double share = of->disc > 0.0 ? fmax(length - of->disc, 0.0) / fmax(length, 1e-12) : 1.0;
    return (wend_point){out.x * share, out.y * share};
}

static double gap_at(const lone *of, wend_point p, double radius) {
    wend_point offset = offset_from(of, p);
    return fmax(hypot(offset.x, offset.y) - radius, 0.0);
}

/* The last time at which an arrival counts: the end of the last step before the goal closes. */
static double last_step(const lone *of) {
    return floor(of->closes / of->dt + 1e-6) * of->dt;
}

/* Returns the velocity nearest to the agent's own with which it meets the goal in its window. */
static wend_point find_optimisation_velocity(const lone *of) {
    enum { TIMES = 20000 };
    double first = fmax(of->opens, 1e-3), last = fmax(last_step(of), first), least = INFINITY;
    wend_point best = {0.0, 0.0}, v = of->velocity;
    for (int i = 0; i <= TIMES; i++) {
        double s = first + (last - first) * i / TIMES;
        wend_point p = {of->start.x + s * (v.x - of->goal_velocity.x),
                        of->start.y + s * (v.y - of->goal_velocity.y)};
        wend_point offset = offset_from(of, p);
        double length = hypot(offset.x, offset.y), gap = fmax(length - AIM * RADIUS, 0.0);
        if (gap / s < least) {
            least = gap / s;
            best = (wend_point){v.x + offset.x * gap / fmax(length, 1e-12) / s,
                                v.y + offset.y * gap / fmax(length, 1e-12) / s};
        }
    }
    return best;
}

/* Returns the length of the path along a velocity until the agent's disc touches a static goal, and
 * INFINITY if it does not. */
static double path_along(const lone *of, wend_point velocity) {
    double speed = hypot(velocity.x, velocity.y), path = 0.0;
    for (int i = 0; i < 100000 && path < 200.0; i++) {
        wend_point at = {of->start.x + path * velocity.x / speed,
                         of->start.y + path * velocity.y / speed};
        double gap = gap_at(of, at, (AIM + 1e-4) * RADIUS);
        if (gap < 1e-4) {
            return path;
        }
        path += gap;
    }
    return INFINITY;
}

/* ---- Trials ---------------------------------------------------------------------------------- */

enum { TRIALS = 1000 };

/* m: an agent arrives in the course of a step, so it may walk on for the rest of it. */
static double length_of_step(const lone *of, const lone_result *result) {
    return fmax(PREFERRED, hypot(result->last_velocity.x, result->last_velocity.y)) * of->dt;
}

/* True if a step ends while the goal is open, so that the agent can arrive at all. */
static bool can_open(const lone *of) {
    return last_step(of) >= of->dt && last_step(of) >= of->opens;
}

static void report_failure(const lone *of, const lone_result *result, const char *what,
                           double bound) {
    wend_point v = find_optimisation_velocity(of);
    ck_abort_msg("seed %u, %s: from %.3f %.3f at %.3f %.3f m/s to %.3f %.3f, %.3f %.3f (radius "
                 "%.3f, %.3f %.3f m/s), open from %.3f to %.3f s, dt %.2f; optimisation velocity "
                 "%.3f %.3f, bound %.3f m; arrived: %d, after %.3f s and %.3f m, at %.3f %.3f",
                 (unsigned)of->seed, what, of->start.x, of->start.y, of->velocity.x, of->velocity.y,
                 of->ends[0].x, of->ends[0].y, of->ends[1].x, of->ends[1].y, of->disc,
                 of->goal_velocity.x, of->goal_velocity.y, of->opens, of->closes, of->dt, v.x, v.y,
                 bound, result->arrived, result->time, result->path, result->end.x, result->end.y);
}

/* Checks an agent with a static goal. It walks no farther than along its optimisation velocity or,
 * if it starts at rest, straight to the nearest point; it arrives as soon as it can at its
 * preferred speed, but after the opening and before the closing; if it is too late, it stands. */
static void check_static(const lone *of) {
    lone_result result = run_lone(of);
    wend_point v = find_optimisation_velocity(of);
    double speed = hypot(v.x, v.y), shortest = gap_at(of, of->start, AIM * RADIUS);
    bool at_speed = hypot(of->velocity.x, of->velocity.y) > 0.0 && speed > 1e-3;
    double bound = fmax(at_speed ? path_along(of, v) : 0.0, shortest + SLOW * of->dt);
    double in_time = fmax(of->opens, bound / PREFERRED);
    bool can_arrive = speed <= 0.98 * MAX_SPEED || shortest < 0.98 * MAX_SPEED * last_step(of);
    bool is_too_far = gap_at(of, of->start, 1.01 * RADIUS) > MAX_SPEED * last_step(of) + 0.1;
    if (!result.arrived) {
        bool stands = result.last_velocity.x == 0.0 && result.last_velocity.y == 0.0;
        if (can_arrive || !stands) {
            report_failure(of, &result, can_arrive ? "missed the window" : "walks on", bound);
        }
        return;
    }
    if (is_too_far || result.time < of->opens - 1e-6 || result.time > of->closes + 1e-6) {
        report_failure(of, &result, "arrived outside the window", bound);
    }
    if (result.path > 1.01 * bound + 0.02 + length_of_step(of, &result)) {
        report_failure(of, &result, "walked too far", bound);
    }
    if (result.time > 1.05 * in_time + 2.0 * of->dt) {
        report_failure(of, &result, "arrived late", bound);
    }
}

START_TEST(recovers_no_more_speed_than_the_window_allows) {
    uint32_t checked = 0;
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        lone of = make_lone(seed);
        if (can_open(&of)) {
            check_static(&of);
            give_velocity(&of);
            check_static(&of);
            checked += 2;
        }
    }
    ck_assert_uint_gt(checked, TRIALS);
}
END_TEST

/* An agent that starts beside a goal walks to the near end, not to the other side. */
START_TEST(lone_agent_stays_on_its_side) {
    for (int i = 0; i <= 80; i++) {
        double x = 0.25 * i - 10.0;
        lone of = {.start = {x, 30.0},
                   .velocity = {0.0, PREFERRED},
                   .ends = {{-6.0, 40.0}, {6.0, 40.0}},
                   .opens = 20.0,
                   .closes = 35.0,
                   .dt = 0.25};
        lone_result result = run_lone(&of);
        ck_assert(result.arrived);
        ck_assert_double_eq_tol(result.end.x, fmin(fmax(x, -6.0), 6.0), AIM * RADIUS);
        ck_assert_double_le(result.path, hypot(fmax(fabs(x) - 6.0, 0.0), 10.0));
    }
}
END_TEST

/* A moving goal may pass the agent before it opens. The agent does not follow it, but walks
 * straight to the nearest point of the goal at its opening. */
static void check_moving(const lone *of) {
    lone_result result = run_lone(of);
    wend_point v = find_optimisation_velocity(of);
    double opens = fmax(of->opens, 0.0);
    wend_point then = {of->start.x - of->goal_velocity.x * opens,
                       of->start.y - of->goal_velocity.y * opens};
    double nearest = gap_at(of, then, AIM * RADIUS);
    double straight = hypot(result.end.x - of->start.x, result.end.y - of->start.y);
    bool stood = of->velocity.x == 0.0 && of->velocity.y == 0.0;
    double bound = stood && nearest <= PREFERRED * opens ? nearest : straight;
    if (!result.arrived) {
        if (hypot(v.x, v.y) <= 0.98 * MAX_SPEED) {
            report_failure(of, &result, "missed the window", bound);
        }
        return;
    }
    if (result.time < of->opens - 1e-6 || result.time > of->closes + 1e-6) {
        report_failure(of, &result, "arrived outside the window", bound);
    }
    if (result.path > 1.01 * bound + 0.02 + 2.0 * length_of_step(of, &result)) {
        report_failure(of, &result, "walked too far", bound);
    }
}

START_TEST(meets_moving_goal_in_its_window) {
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        lone of = make_lone(seed);
        double speed = sample(seed, 11, 0.0, 1.3), angle = sample(seed, 12, 0.0, 6.283185307179586);
        of.goal_velocity = (wend_point){speed * cos(angle), speed * sin(angle)};
        if (can_open(&of)) {
            check_moving(&of);
            give_velocity(&of);
            check_moving(&of);
        }
    }
}
END_TEST

int main(void) {
    SUITE("steer/gvo_windows", recovers_no_more_speed_than_the_window_allows,
          lone_agent_stays_on_its_side, meets_moving_goal_in_its_window);
}
