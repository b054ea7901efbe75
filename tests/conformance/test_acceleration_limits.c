/* Acceleration limits do not prevent agents from avoiding each other. Each test puts two agents on
 * a collision course, and is run with every steering model that claims to avoid agents, respects
 * the limits itself, and needs no map. One agent overtakes the other, or they cross at one of four
 * angles or meet head-on, with several lateral offsets, radii, speeds and limits: 216 pairs per
 * model. */
/* cost: 1 */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

static const double pi = 3.14159265358979;
/* Overlaps above this fraction of the sum of the radii are too deep: see docs/arrival.md. */
static const double deep_overlap = 0.1;
static const double settled = 1.0; /* s: only overlaps after this time count */
static const double lead = 5.0;    /* s: time from the start to the closest approach */

/* At the lowest limit agents are slower, because they see neighbours only within 5 m and must be
 * able to brake within that distance. */
static const double slow = 0.7;

/* A pair of agents. `angle` is the angle between their velocities. `offset` is their distance at
 * the closest approach if they do not avoid each other, as a fraction of the sum of the radii. */
typedef struct pair {
    double angle, offset; /* angle: in degrees; offset: a fraction */
    double radii[2], speeds[2], limit;
} pair;

enum { ANGLES = 6, OFFSETS = 3, RADII = 3, LIMITS = 4, SPEEDS = 4 };
enum { PAIRS = ANGLES * OFFSETS * RADII * LIMITS };

static pair pair_of(uint32_t index) {
    static const double angles[ANGLES] = {0.0, 45.0, 90.0, 135.0, 165.0, 180.0};
    static const double offsets[OFFSETS] = {0.0, 0.35, -0.7};
    static const double radii[RADII][2] = {{0.25, 0.25}, {0.5, 0.5}, {0.3, 0.8}};
    static const double speeds[SPEEDS][2] = {{1.3, 1.3}, {0.7, 1.3}, {1.6, 1.0}, {1.0, 1.0}};
    static const double limits[LIMITS] = {0.2, 0.4, 1.0, 2.0};
    uint32_t angle = index % ANGLES, offset = index / ANGLES % OFFSETS;
    uint32_t radius = index / (ANGLES * OFFSETS) % RADII;
    uint32_t limit = index / (ANGLES * OFFSETS * RADII);
    uint32_t speed = (angle + offset + radius + limit) % SPEEDS;
    double pace = limit == 0 ? slow : 1.0;
    pair out = {.angle = angles[angle],
                .offset = offsets[offset],
                .radii = {radii[radius][0], radii[radius][1]},
                .speeds = {pace * speeds[speed][0], pace * speeds[speed][1]},
                .limit = limits[limit]};
    if (angle == 0) { /* the first agent catches up with the second */
        out.speeds[0] = pace * 1.6;
        out.speeds[1] = pace * 0.6;
    }
    return out;
}

/* Adds an agent with its own profile. It is at `at` after `lead` seconds, and then walks on for the
 * same time. */
static void add_agent(wend_world *world, const char *steer, const pair *of, uint32_t which,
                      wend_point at) {
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(of->radii[which]);
    profile.preferred_speed = wend_constant(of->speeds[which]);
    profile.max_acceleration = wend_constant(of->limit);
    profile.steer.name = steer;
    double angle = which * of->angle * pi / 180.0;
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = worlds_add_profile(world, &profile);
    agent.velocity = (wend_point){of->speeds[which] * cos(angle), of->speeds[which] * sin(angle)};
    wend_point half = {lead * agent.velocity.x, lead * agent.velocity.y};
    agent.position = (wend_point){at.x - half.x, at.y - half.y};
    agent.goal = worlds_disc(world, at.x + half.x, at.y + half.y, of->radii[which]);
    worlds_add(world, &agent);
}

/* Makes a world with a pair of agents. At the closest approach, the direction from the first agent
 * to the second is perpendicular to the relative velocity. */
static wend_world *make(const wend_registry *registry, const char *steer, const pair *of) {
    double angle = of->angle * pi / 180.0;
    wend_point relative = {of->speeds[0] - of->speeds[1] * cos(angle), -of->speeds[1] * sin(angle)};
    double apart = of->offset * (of->radii[0] + of->radii[1]) / hypot(relative.x, relative.y);
    wend_world *world = worlds_make(worlds_open(), registry);
    add_agent(world, steer, of, 0, (wend_point){0, 0});
    add_agent(world, steer, of, 1, (wend_point){-apart * relative.y, apart * relative.x});
    return world;
}

typedef struct outcome {
    double overlap; /* the largest overlap, as a fraction of the sum of the radii */
    double excess;  /* m/s^2: the largest excess over the acceleration limit */
    uint64_t arrivals;
} outcome;

static void measure(outcome *out, const pair *of, double dt, const wend_agent_state *before,
                    const wend_agent_state *now) {
    double x = now[0].position.x - now[1].position.x, y = now[0].position.y - now[1].position.y;
    out->overlap = fmax(out->overlap, 1.0 - hypot(x, y) / (of->radii[0] + of->radii[1]));
    for (int i = 0; i < 2; i++) {
        double change = hypot((double)now[i].velocity.x - (double)before[i].velocity.x,
                              (double)now[i].velocity.y - (double)before[i].velocity.y);
        out->excess = fmax(out->excess, change / dt - of->limit);
    }
}

static outcome run(const wend_registry *registry, const char *steer, const pair *of) {
    wend_world *world = make(registry, steer, of);
    outcome out = {0};
    wend_agent_state before[2], now[2];
    double dt = wend_world_dt(world);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_get_agents(world, before, 2), 2);
    while (wend_world_time(world) < 12.0 * lead && out.arrivals < 2) {
        worlds_step(world, 1);
        ck_assert_uint_eq(wend_world_get_agents(world, now, 2), 2);
        if (wend_world_time(world) > settled) {
            measure(&out, of, dt, before, now);
        }
        before[0] = now[0];
        before[1] = now[1];
        out.arrivals = wend_world_get_stats(world).arrivals;
    }
    wend_world_destroy(world);
    return out;
}

static void check_model(const wend_registry *registry, const char *steer) {
    for (uint32_t i = 0; i < PAIRS; i++) {
        pair of = pair_of(i);
        outcome out = run(registry, steer, &of);
        ck_assert_msg(out.overlap <= deep_overlap && out.arrivals == 2 && out.excess < 1e-3,
                      "%s, pair %u: angle %g, offset %g, radii %g %g, speeds %g %g, limit %g: "
                      "overlap %.3f, %llu arrived, acceleration %.3f above its limit",
                      steer, i, of.angle, of.offset, of.radii[0], of.radii[1], of.speeds[0],
                      of.speeds[1], of.limit, out.overlap, (unsigned long long)out.arrivals,
                      out.excess);
    }
}

START_TEST(agents_with_acceleration_limits_do_not_pass_through_each_other) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    uint32_t models = 0;
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        const void *entry = wend_registry_get(registry, WEND_KIND_STEERING, i);
        const wend_steering *steering = entry;
        if (steering->avoids_agents && steering->respects_limits && steering->needs == 0) {
            check_model(registry, steering->stage.entry.name);
            models++;
        }
    }
    ck_assert_uint_ge(models, 7);
    wend_registry_destroy(registry);
}
END_TEST

/* Shows that the pairs test something: agents that do not avoid each other overlap in every pair.
 */
START_TEST(agents_without_avoidance_pass_through_each_other) {
    for (uint32_t i = 0; i < PAIRS; i++) {
        pair of = pair_of(i);
        outcome out = run(NULL, "direct", &of);
        ck_assert_msg(out.overlap > 0.25, "pair %u: %.3f", i, out.overlap);
    }
}
END_TEST

int main(void) {
    SUITE("conformance/acceleration_limits",
          agents_with_acceleration_limits_do_not_pass_through_each_other,
          agents_without_avoidance_pass_through_each_other);
}
