/* The model `corridor_force` with reciprocal avoidance, its default: crowds at a T-junction arrive,
 * in the time that `orca` takes; agents that meet head-on pass; a lone agent walks as with the
 * printed forces. */
/* needs: kit */
/* cost: 6 */
#include <math.h>

#include <wend/kit.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static const double RADIUS = 0.25, STEM = 30.0, ARM = 40.0; /* m */

/* ---- A T-junction ---------------------------------------------------------------------------- */

/* Makes a corridor along the x axis from 0 to 80 m, and one that joins it at x = 40 m from below.
 * Both are `width` m wide. */
static wend_space *make_junction(double width) {
    double low = ARM - width / 2, high = ARM + width / 2;
    wend_point corners[] = {{0, 0},    {low, 0},     {low, -STEM},     {high, -STEM},
                            {high, 0}, {2 * ARM, 0}, {2 * ARM, width}, {0, width}};
    wend_ring ring = {corners, 8};
    wend_layer_def layer = {.boundaries = &ring, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

/* The three ends of the junction. */
typedef enum arm { LEFT, RIGHT, BELOW } arm;

/* Where two streams of agents come from and go to. */
typedef struct streams {
    const char *name;
    arm from[2], to[2];
} streams;

static const streams merging = {"merging", {LEFT, RIGHT}, {BELOW, BELOW}};
static const streams crossing = {"crossing", {LEFT, BELOW}, {RIGHT, LEFT}};
static const streams opposed = {"opposed", {LEFT, RIGHT}, {RIGHT, LEFT}};

static wend_world *make_world(double width, const char *steer, const wend_setting *setting) {
    wend_space *space = make_junction(width);
    wend_corridor_def corridor = wend_default_corridor_def();
    corridor.space = space;
    wend_map *map = NULL;
    wend_error error;
    ck_assert_msg(wend_corridor_build(&corridor, &map, &error) == WEND_OK, "%s", error.message);
    wend_world *world = worlds_make(space, NULL);
    ck_assert_int_eq(wend_world_add_map(world, "corridor", map, NULL, &error), WEND_OK);
    wend_map_release(map);
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(RADIUS);
    profile.preferred_speed = wend_constant(1.4);
    profile.plan.name = "corridor";
    profile.follow.name = "attraction";
    profile.steer = (wend_choice){steer, setting, setting != NULL};
    worlds_add_profile(world, &profile);
    return world;
}

static wend_goal add_end(wend_world *world, arm end, double width) {
    double margin = 0.4, low = ARM - width / 2 + margin, high = ARM + width / 2 - margin;
    wend_point points[2] = {{low, 1 - STEM}, {high, 1 - STEM}};
    if (end != BELOW) {
        double x = end == LEFT ? 1 : 2 * ARM - 1;
        points[0] = (wend_point){x, margin};
        points[1] = (wend_point){x, width - margin};
    }
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_SEGMENT;
    def.points = points;
    def.point_count = 2;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    return worlds_add_goal(world, &def);
}

/* Samples a position in an arm, at least half a width and 2 m away from the junction. */
static wend_point sample_in(arm from, double width, dice *d) {
    double along = 1 + dice_between(d, 0, 1) * ((from == BELOW ? STEM : ARM) - width / 2 - 4);
    double across = RADIUS + 0.05 + dice_between(d, 0, 1) * (width - 2 * RADIUS - 0.1);
    if (from == BELOW) {
        return (wend_point){ARM - width / 2 + across, along - STEM};
    }
    return (wend_point){from == LEFT ? along : 2 * ARM - along, across};
}

static void add_agents(wend_world *world, const streams *s, double width, uint32_t count,
                       uint64_t seed) {
    dice d = {seed};
    wend_point taken[256];
    wend_goal goals[2] = {add_end(world, s->to[0], width), add_end(world, s->to[1], width)};
    for (uint32_t i = 0; i < count; i++) {
        bool is_free = false;
        while (!is_free) {
            taken[i] = sample_in(s->from[i % 2], width, &d);
            is_free = true;
            for (uint32_t k = 0; k < i; k++) {
                double apart = hypot(taken[i].x - taken[k].x, taken[i].y - taken[k].y);
                is_free = is_free && apart > 2 * RADIUS + 0.01;
            }
        }
        worlds_agent(world, taken[i].x, taken[i].y, goals[i % 2]);
    }
}

typedef struct result {
    uint64_t arrived;
    double last;    /* s: time at which the last agent arrived; or the end of the run */
    double overlap; /* share of the sum of radii */
} result;

static double deepest_overlap(const wend_world *world) {
    wend_agent_state states[256];
    uint32_t count = wend_world_get_agents(world, states, 256);
    double deepest = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            double distance = hypot(states[i].position.x - states[k].position.x,
                                    states[i].position.y - states[k].position.y);
            deepest = fmax(deepest, 1 - distance / (2 * RADIUS));
        }
    }
    return deepest;
}

static result run(const streams *s, const char *steer, double width, uint32_t count, uint64_t seed,
                  double time) {
    wend_world *world = make_world(width, steer, NULL);
    add_agents(world, s, width, count, seed);
    result out = {0};
    while (wend_world_time(world) < time && out.arrived < count) {
        worlds_step(world, 1);
        out.arrived = wend_world_get_stats(world).arrivals;
        out.overlap = fmax(out.overlap, deepest_overlap(world));
    }
    out.last = wend_world_time(world);
    wend_world_destroy(world);
    return out;
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

/* With the printed forces, streams that meet take four to eight times as long, or get stuck. The
 * limit of overlap is the parameter `squeeze`, 0.08, with a tolerance for rounding. */
static void check_crowd(const streams *s, double width, uint64_t seed) {
    result by_orca = run(s, "orca", width, 130, seed, 900);
    result by_forces = run(s, "corridor_force", width, 130, seed, 900);
    ck_assert_uint_eq(by_orca.arrived, 130);
    ck_assert_msg(by_forces.arrived == 130 && by_forces.last <= 2 * by_orca.last,
                  "%s, %g m wide, seed %llu: %llu of 130 arrive in %g s; orca takes %g s", s->name,
                  width, (unsigned long long)seed, (unsigned long long)by_forces.arrived,
                  by_forces.last, by_orca.last);
    ck_assert_msg(by_forces.overlap <= 0.0801, "%s, %g m wide, seed %llu: overlap %g", s->name,
                  width, (unsigned long long)seed, by_forces.overlap);
}

START_TEST(merging_crowds_arrive) {
    static const double widths[] = {2.5, 3, 4, 6};
    for (uint64_t seed = 1; seed <= trials(4); seed++) {
        check_crowd(&merging, widths[seed % 4], seed);
    }
}
END_TEST

/* In corridors of 2.5 m, `orca` itself jams in some of these worlds. */
START_TEST(crossing_and_opposed_crowds_arrive) {
    static const double widths[] = {4, 6};
    for (uint64_t seed = 1; seed <= trials(2); seed++) {
        check_crowd(&crossing, widths[seed % 2], seed);
        check_crowd(&opposed, widths[seed % 2], seed);
    }
}
END_TEST

/* ---- Pairs ----------------------------------------------------------------------------------- */

START_TEST(pairs_that_meet_head_on_pass) {
    static const double widths[] = {1.2, 1.6, 2, 4};
    for (int i = 0; i < 4; i++) {
        for (int side = 0; side < 3; side++) { /* at one wall, in the middle, at the other wall */
            double y = RADIUS + 0.01 + (widths[i] - 2 * RADIUS - 0.02) * side / 2;
            wend_world *world = make_world(widths[i], "corridor_force", NULL);
            wend_point ends[] = {{5, y}, {25, y}};
            worlds_agent(world, 5, y, worlds_point(world, ends[1].x, ends[1].y));
            worlds_agent(world, 25, y, worlds_point(world, ends[0].x, ends[0].y));
            double overlap = 0;
            for (int step = 0; step < 600 && wend_world_get_stats(world).arrivals < 2; step++) {
                worlds_step(world, 1);
                overlap = fmax(overlap, deepest_overlap(world));
            }
            ck_assert_msg(wend_world_get_stats(world).arrivals == 2 && overlap <= 0.0801,
                          "%g m wide, at y = %g: %llu arrive, overlap %g", widths[i], y,
                          (unsigned long long)wend_world_get_stats(world).arrivals, overlap);
            wend_world_destroy(world);
        }
    }
}
END_TEST

/* ---- Reciprocity ---------------------------------------------------------------------------- */

static bool is_one_sided(const char *avoidance) {
    wend_setting setting = {"avoidance", {.kind = WEND_VALUE_TEXT, .text = avoidance}};
    wend_world *world = make_world(4, "corridor_force", &setting);
    worlds_agent(world, 5, 2, worlds_point(world, 25, 2));
    worlds_step(world, 1);
    const wend_view *view = wend_world_view(world);
    bool one_sided = (wend_body_flags(&view->bodies[0]) & WEND_BODY_ONE_SIDED) != 0;
    wend_world_destroy(world);
    return one_sided;
}

START_TEST(agents_reciprocate_only_with_reciprocal_avoidance) {
    ck_assert(is_one_sided("forces"));
    ck_assert(!is_one_sided("reciprocal"));
}
END_TEST

/* ---- Lone agents ----------------------------------------------------------------------------- */

static uint64_t hash_of_lone_agent(const char *avoidance, double y) {
    wend_setting setting = {"avoidance", {.kind = WEND_VALUE_TEXT, .text = avoidance}};
    wend_world *world = make_world(4, "corridor_force", &setting);
    worlds_agent(world, 3, y, worlds_point(world, ARM, -25));
    worlds_step(world, 600);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

START_TEST(lone_agents_walk_as_with_the_printed_forces) {
    for (double y = 0.3; y < 3.8; y += 0.4) {
        ck_assert_uint_eq(hash_of_lone_agent("forces", y), hash_of_lone_agent("reciprocal", y));
    }
}
END_TEST

int main(void) {
    SUITE("steer/corridor_avoidance", merging_crowds_arrive, crossing_and_opposed_crowds_arrive,
          pairs_that_meet_head_on_pass, agents_reciprocate_only_with_reciprocal_avoidance,
          lone_agents_walk_as_with_the_printed_forces);
}
