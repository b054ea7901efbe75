/* Measures the cost of the follower `miran` per agent and step, visibility and terrain included, in
 * towns of convex buildings: 23 buildings with 96 vertices on 200 m x 200 m, as in the paper's
 * McKenna scene, and 1,024 buildings of the same density. Prints CPU time, best of several runs;
 * run it with `perf stat` or callgrind for instructions:
 *
 *     miran_cost [SIGMA D SIDE TERRAIN RADIUS]
 *
 * SIDE is the number of blocks along a side, 5 or 32; TERRAIN is 0 or 1. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <wend/random.h>
#include <wend/world.h>

extern const wend_follower wend_follower_miran;

enum {
    MAX_SIDE = 32,
    MAX_BLOCKS = MAX_SIDE * MAX_SIDE,
    CORNERS = 5,
    AGENTS = 20,
    ROUTE = 60,
    STEPS = 4000
};

static const double BLOCK = 40.0; /* m: distance between neighbouring streets */

static double spent;
static unsigned long long calls;

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Measures only steps in which all agents walk. */
static void follow_timed(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    uint32_t walking = 0;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            walking += !(wend_body_flags(&view->bodies[i]) & WEND_BODY_STANDS);
        }
    }
    double before = cpu_seconds();
    wend_follower_miran.follow(view, agents, intents);
    if (walking == AGENTS) {
        spent += cpu_seconds() - before;
        calls += AGENTS;
    }
}

static double uniform(uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(1, 1, 0, purpose);
}

/* ---- The town -------------------------------------------------------------------------------- */

/* Puts a building into block (i, k): four corners, or five for every sixth one, which gives 96
 * vertices for 23 buildings of the small town. */
static uint32_t put_building(uint32_t i, uint32_t k, uint32_t number, wend_point *out) {
    double x = BLOCK * (i + 0.5), y = BLOCK * (k + 0.5);
    double w = uniform(4 * number, 8, 14), h = uniform(4 * number + 1, 8, 14);
    uint32_t count = 0;
    out[count++] = (wend_point){x - w, y - h};
    out[count++] = (wend_point){x + w, y - h + uniform(4 * number + 2, 0, 3)};
    if (number % 6 == 5) {
        out[count++] = (wend_point){x + w + 2, y};
    }
    out[count++] = (wend_point){x + w - uniform(4 * number + 3, 0, 3), y + h};
    out[count++] = (wend_point){x - w, y + h};
    return count;
}

static wend_space *make_town(uint32_t side, bool terrain) {
    static wend_point corners[MAX_BLOCKS][CORNERS];
    static wend_solid_def solids[MAX_BLOCKS];
    static wend_point strips[MAX_SIDE * 2][4];
    static wend_terrain_def regions[MAX_SIDE * 2];
    uint32_t count = 0, region_count = 0;
    for (uint32_t i = 0; i < side * side; i++) {
        /* Two blocks of the small town are open squares: 23 buildings. */
        if (i % 25 != 7 && i % 25 != 17) {
            uint32_t corner_count = put_building(i % side, i / side, count, corners[count]);
            solids[count] = (wend_solid_def){.ring = {corners[count], corner_count}};
            count++;
        }
    }
    for (uint32_t i = 0; terrain && i < 2 * side; i++) { /* a road or mud along each street */
        double at = BLOCK * (i / 2) + 1.0, end = BLOCK * side;
        wend_point strip[4] = {{0, at}, {end, at}, {end, at + 3}, {0, at + 3}};
        for (uint32_t k = 0; k < 4; k++) {
            strips[i][k] = i % 2 ? strip[k] : (wend_point){strip[k].y, strip[k].x};
        }
        regions[region_count++] = (wend_terrain_def){.ring = {strips[i], 4}, .type = 1 + i % 3};
    }
    double low = -10, high = BLOCK * side + 10;
    wend_point boundary[] = {{low, low}, {high, low}, {high, high}, {low, high}};
    wend_ring ring = {boundary, 4};
    wend_layer_def layer = {.boundaries = &ring,
                            .boundary_count = 1,
                            .solids = solids,
                            .solid_count = count,
                            .terrains = regions,
                            .terrain_count = region_count};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    wend_error error;
    def.layers = &layer;
    def.layer_count = 1;
    if (wend_space_create(&def, &space, &error) != WEND_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return space;
}

/* ---- The route ------------------------------------------------------------------------------- */

/* A route along streets, from crossing to crossing, with turns at most of them: each leg is as long
 * as a block, so 60 points give a route of 2,360 m with loops. */
static void make_route(uint32_t side, wend_point *points) {
    int x = 0, y = 0, dx = 1, dy = 0;
    for (uint32_t i = 0; i < ROUTE; i++) {
        points[i] = (wend_point){BLOCK * x + uniform(50000 + i, -3, 3),
                                 BLOCK * y + uniform(60000 + i, -3, 3)};
        bool turns = wend_random_bits(3, i, 0, 0) % 3 != 0;
        int sign = wend_random_bits(3, i, 0, 1) % 2 ? 1 : -1;
        int nx = turns ? -sign * dy : dx, ny = turns ? sign * dx : dy;
        int limit = (int)side;
        if (x + nx < 0 || x + nx > limit || y + ny < 0 || y + ny > limit) {
            nx = -dy;
            ny = dx;
            if (x + nx < 0 || x + nx > limit || y + ny < 0 || y + ny > limit) {
                nx = dy;
                ny = -dx;
            }
        }
        dx = nx;
        dy = ny;
        x += dx;
        y += dy;
    }
}

static void fail(const wend_error *error) {
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static wend_world *make_world(wend_space *space, const wend_registry *registry, double sigma,
                              double d, uint32_t side, bool terrain, double radius) {
    wend_world_def world_def = wend_default_world_def();
    wend_world *world = NULL;
    wend_error error;
    world_def.space = space;
    world_def.registry = registry;
    world_def.dt = 0.5; /* s: the whole path in 4,000 steps */
    if (wend_world_create(&world_def, &world, &error) != WEND_OK) {
        fail(&error);
    }
    static const double weights[] = {1.0, 0.5, 4.0, 40.0};
    wend_terrain_rule rules[4];
    for (uint32_t i = 0; i < 4; i++) {
        rules[i] = wend_default_terrain_rule();
        rules[i].type = i;
        rules[i].weight = wend_constant(weights[i]);
    }
    const wend_setting settings[] = {{"sigma", {.number = wend_constant(sigma)}},
                                     {"d", {.number = wend_constant(d)}}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    profile.plan = (wend_choice){"straight", NULL, 0};
    profile.follow = (wend_choice){"timed", settings, 2};
    profile.steer = (wend_choice){"direct", NULL, 0};
    profile.terrain_rules = rules;
    profile.terrain_rule_count = terrain ? 4 : 0;
    wend_agent_def agent = wend_default_agent_def();
    wend_point points[ROUTE];
    make_route(side, points);
    wend_goal_def goal = wend_default_goal_def();
    goal.shape = WEND_GOAL_POINT;
    goal.points = &points[ROUTE - 1];
    goal.point_count = 1;
    if (wend_world_add_profile(world, &profile, &agent.profile, &error) != WEND_OK ||
        wend_world_add_goal(world, &goal, &agent.goal, &error) != WEND_OK ||
        wend_world_add_route(world, points, NULL, ROUTE, radius, &agent.path, &error) != WEND_OK) {
        fail(&error);
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        agent.position = points[0];
        agent.position.x += uniform(70000 + i, -2, 2);
        agent.position.y += uniform(80000 + i, -2, 2);
        agent.preferred_speed = 1.2 + 0.01 * i;
        if (wend_world_add_agents(world, &agent, 1, NULL, &error) != WEND_OK) {
            fail(&error);
        }
    }
    return world;
}

static void measure(double sigma, double d, uint32_t side, bool terrain, double radius,
                    uint32_t runs) {
    wend_follower follower = wend_follower_miran;
    follower.stage.entry.name = "timed";
    follower.follow = follow_timed;
    wend_registry *registry = NULL;
    wend_error error;
    if (wend_registry_create(NULL, &registry, &error) != WEND_OK ||
        wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower.stage.entry, &error) != WEND_OK) {
        fail(&error);
    }
    wend_space *space = make_town(side, terrain);
    double best = (double)INFINITY;
    for (uint32_t i = 0; i < runs; i++) {
        wend_world *world = make_world(space, registry, sigma, d, side, terrain, radius);
        spent = 0.0;
        calls = 0;
        if (wend_world_step(world, STEPS, &error) != WEND_OK) {
            fail(&error);
        }
        best = fmin(best, spent / (double)calls);
        wend_world_destroy(world);
    }
    printf("sigma %6g d %3g, %4u walls, terrain %d, r %.2f: %.3f us per agent and step (%llu)\n",
           sigma, d, wend_space_wall_count(space), terrain, radius, 1e6 * best, calls);
    wend_space_release(space);
    wend_registry_destroy(registry);
}

int main(int count, char **given) {
    if (count == 6) {
        measure(atof(given[1]), atof(given[2]), (uint32_t)atoi(given[3]), atoi(given[4]) != 0,
                atof(given[5]), 1);
        return 0;
    }
    for (int terrain = 0; terrain < 2; terrain++) {
        for (uint32_t side = 5; side <= MAX_SIDE; side += MAX_SIDE - 5) {
            measure(40, 10, side, terrain != 0, 0.25, 3);
            measure(1250, 20, side, terrain != 0, 0.25, 3);
        }
    }
    return 0;
}
