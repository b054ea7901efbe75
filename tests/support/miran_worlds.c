/* Makes random worlds with routes and walks them with the follower `miran`: see miran_worlds.h. */
#include "support/miran_worlds.h"

#include <check.h>
#include <math.h>
#include <string.h>

#include <wend/random.h>

#include "follow/route/attract.h"
#include "geom/point.h"
#include "geom/segment.h"
#include "step/internals.h"
#include "support/terrain_worlds.h"
#include "support/worlds.h"

extern const wend_follower wend_follower_miran;

/* ---- The probe ------------------------------------------------------------------------------- */

/* What the probe remembers of the last step; there is one character. */
typedef struct probe_memory {
    miran_trial *trial;
    double sigma, lowest; /* lowest: the smallest weight of terrain */
    path_position reference;
    wend_vec2 x, aim; /* the character's position, and its attraction point */
    double weight, first_weight, shortest_step;
    uint32_t stall;
    bool has_last;
} probe_memory;

static probe_memory probe;

/* Returns the weight of the line from x to the attraction point. */
static double weight_of(const wend_view *view, uint32_t index, const control_path *path,
                        const attract_state *state) {
    wend_terrain_length lengths[16];
    const wend_body *body = &view->bodies[index];
    wend_vec2 to = path_point(path, state->at).position;
    uint32_t count = wend_space_segment_terrain(
        view->space, (wend_location){body->position, wend_body_layer(body)}, to, lengths, 16);
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += lengths[i].length * (double)wend_view_terrain_weight(view, index, lengths[i].type);
    }
    return sum / (double)path_between(path, state->reference, state->at);
}

static void note_step(const wend_view *view, uint32_t index, const attract_state *state) {
    miran_trial *t = probe.trial;
    control_path path = attract_path(view, index, state);
    wend_vec2 x = view->bodies[index].position;
    double weight = weight_of(view, index, &path, state);
    t->empty_sets += state->is_hidden;
    t->backward += probe.has_last && path_is_before(state->reference, probe.reference);
    bool stays = probe.has_last && state->reference.leg == probe.reference.leg &&
                 state->reference.along == probe.reference.along;
    double step = wide_distance(x, probe.x);
    bool straight = segment_point_distance(x, probe.x, probe.aim) < 1e-5;
    t->pushes += probe.has_last && !straight;
    if (stays && straight && isfinite(weight) && isfinite(probe.weight)) {
        double fall = probe.lowest * step / probe.sigma;
        probe.shortest_step = probe.stall == 0 ? step : fmin(step, probe.shortest_step);
        probe.stall++;
        /* Single precision of positions, and the tolerance of ties. */
        t->growths += weight > probe.weight - 0.98 * fall + 4e-6 * probe.weight;
        double bound = probe.first_weight * probe.sigma / (probe.lowest * probe.shortest_step);
        t->over_bound += (double)probe.stall > bound + 1.0;
        t->longest_stall = probe.stall > t->longest_stall ? probe.stall : t->longest_stall;
    } else {
        probe.stall = 0;
        probe.first_weight = weight;
    }
    probe.reference = state->reference;
    probe.weight = weight;
    probe.x = x;
    probe.aim = path_point(&path, state->at).position;
    probe.has_last = true;
}

static void follow_probe(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    wend_follower_miran.follow(view, agents, intents);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const attract_state *state = wend_agents_state(agents, view->bodies[i].slot);
            if (state->began && probe.trial) {
                note_step(view, i, state);
                bool lost = intents[i - agents->first].region.flags & WEND_REGION_LOST;
                probe.trial->recomputations += lost;
            }
        }
    }
}

/* ---- The world ------------------------------------------------------------------------------- */

static double uniform(uint64_t seed, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, 5, 0, purpose);
}

/* Finds a random route in which each leg is open for the disc. Returns false if there is none. */
static bool find_route(const wend_space *space, double side, const miran_trial_def *def,
                       wend_point *points, double *length) {
    wend_location last = {{0, 0}, 0};
    uint32_t count = 0;
    float radius = (float)def->radius;
    *length = 0.0;
    for (uint32_t i = 0; i < 4000 && count < MIRAN_ROUTE_POINTS; i++) {
        wend_location at = {{(float)uniform(def->seed, 2 * i, 0, side),
                             (float)uniform(def->seed, 2 * i + 1, 0, side)},
                            0};
        bool good = wend_space_is_walkable(space, at, 1U) &&
                    wend_space_clearance(space, at, radius, 1U) >= radius &&
                    (count == 0 || (wend_space_is_visible(space, last, at, radius, 1U) &&
                                    wide_distance(last.position, at.position) > 2.0));
        if (good) {
            *length += count > 0 ? wide_distance(last.position, at.position) : 0.0;
            points[count++] = wend_space_from_local(space, at.position);
            last = at;
        }
    }
    return count == MIRAN_ROUTE_POINTS;
}

static wend_profile add_profile(wend_world *world, const terrain_world *terrain,
                                const miran_trial_def *def) {
    wend_terrain_rule rules[TERRAIN_TYPES];
    const wend_setting settings[] = {
        {"sigma", {.number = wend_constant(def->sigma)}},
        {"d", {.number = wend_constant(def->d)}},
        {"as_printed", {.kind = WEND_VALUE_TEXT, .text = def->as_printed ? "on" : "off"}}};
    wend_profile_def profile = wend_default_profile_def();
    for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
        rules[i] = wend_default_terrain_rule();
        rules[i].type = i;
        rules[i].weight = wend_constant(terrain->weights[i]);
    }
    profile.radius = wend_constant(def->radius);
    profile.preferred_speed = wend_constant(def->speed);
    profile.max_speed = wend_constant(def->speed);
    profile.plan = (wend_choice){def->plan ? def->plan : "straight", NULL, 0};
    profile.follow = (wend_choice){"probe", settings, 3};
    profile.steer = (wend_choice){def->steer, NULL, 0};
    profile.terrain_rules = rules;
    profile.terrain_rule_count = TERRAIN_TYPES;
    return worlds_add_profile(world, &profile);
}

static wend_world *make_world(wend_space *space, const wend_registry *registry,
                              const terrain_world *terrain, const miran_trial_def *def,
                              const wend_point *points) {
    wend_world_def world_def = wend_default_world_def();
    world_def.space = space;
    world_def.registry = registry;
    world_def.dt = def->dt;
    wend_world *world = worlds_from(&world_def);
    wend_agent_def agent = wend_default_agent_def();
    wend_error error;
    if (def->add_maps) {
        def->add_maps(world, space, def->radius);
    }
    agent.profile = add_profile(world, terrain, def);
    agent.position = points[0];
    agent.key = 1;
    const wend_point end = points[MIRAN_ROUTE_POINTS - 1];
    agent.goal = worlds_point(world, end.x, end.y);
    ck_assert_msg(wend_world_add_route(world, points, NULL, MIRAN_ROUTE_POINTS, def->radius,
                                       &agent.path, &error) == WEND_OK,
                  "seed %u: %s", (unsigned)def->seed, error.message);
    worlds_add(world, &agent);
    return world;
}

static void walk(wend_world *world, wend_space *space, const miran_trial_def *def, double most,
                 miran_trial *out) {
    uint32_t limit = (uint32_t)(most * out->length / (def->speed * def->dt)) + 10;
    while (!out->arrived && out->steps < limit) {
        worlds_step(world, 1);
        out->steps++;
        wend_agent_state state = worlds_state(world, wend_world_find_agent(world, 1));
        wend_location at = {wend_space_to_local(space, state.position), state.layer};
        float room = wend_space_clearance(space, at, 10.0F, 1U);
        out->least_clearance = fmin(out->least_clearance, (double)room);
        out->arrived = state.activity == WEND_ACTIVITY_ARRIVED;
    }
}

bool miran_trial_run(const miran_trial_def *def, double most, miran_trial *out) {
    const terrain_world_def terrain_def = {
        .seed = def->seed, .vertex_count = 60, .ratio = 40.0, .solid_share = 0.12};
    terrain_world *terrain = terrain_world_make(&terrain_def);
    wend_space *space = terrain_world_space(terrain);
    wend_follower follower = wend_follower_miran;
    follower.stage.entry.name = "probe";
    follower.follow = follow_probe;
    wend_registry *registry = NULL;
    wend_point points[MIRAN_ROUTE_POINTS];
    *out = (miran_trial){.least_clearance = (double)INFINITY};
    bool found = find_route(space, terrain->side, def, points, &out->length);
    if (found) {
        wend_space_retain(space);
        ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
        ck_assert_int_eq(
            wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower.stage.entry, NULL), WEND_OK);
        probe = (probe_memory){.trial = out, .sigma = def->sigma, .lowest = 1.0};
        wend_world *world = make_world(space, registry, terrain, def, points);
        walk(world, space, def, most, out);
        wend_world_destroy(world);
        wend_registry_destroy(registry);
    }
    wend_space_release(space);
    terrain_world_free(terrain);
    return found;
}
