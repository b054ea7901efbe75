/* The claims of every steering model are exact: the model does everything that it claims, and
 * nothing that it does not claim. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { STEPS = 600 }; /* one minute of simulated time */

static wend_world *make(const wend_registry *registry, const char *steer, wend_space *space) {
    wend_world *world = worlds_make(space, registry);
    worlds_profile(world, steer);
    return world;
}

/* Commands an agent with the model `external`, which has no preferred velocity of its own, to walk
 * towards its goal. It avoids nothing on its path. */
static void command_agent(wend_world *world, const char *steer, wend_agent agent,
                          wend_point velocity) {
    if (strcmp(steer, "external") == 0) {
        ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, velocity, NULL), WEND_OK);
    }
}

/* ---- A lone agent ---------------------------------------------------------------------------- */

/* True if an agent walks to its goal on open ground. Without this check, a model that always stands
 * still would pass as avoiding everything. */
static bool walks(const wend_registry *registry, const char *steer) {
    wend_world *world = make(registry, steer, worlds_open());
    wend_agent agent = worlds_agent(world, -4, 0, worlds_point(world, 4, 0));
    worlds_step(world, 1);
    command_agent(world, steer, agent, (wend_point){1, 0});
    for (int i = 0; i < STEPS && worlds_state(world, agent).position.x < 3.5; i++) {
        worlds_step(world, 1);
    }
    bool there = worlds_state(world, agent).position.x >= 3.5;
    wend_world_destroy(world);
    return there;
}

/* ---- Two agents head on ---------------------------------------------------------------------- */

/* Where two agents meet: on open ground; along a wall that both agents touch; and face to face, in
 * contact from the start, on open ground or at a wall. Agents in contact use the modifier `yield`,
 * and so do agents with planners that use maps. Without `yield`, agents with the model `gvo` would
 * stand still. */
typedef enum setting { OPEN, AT_WALL, IN_CONTACT, IN_CONTACT_AT_WALL, SETTINGS } setting;

static const char *const setting_names[SETTINGS] = {"on open ground", "at a wall", "in contact",
                                                    "in contact at a wall"};

typedef struct meeting {
    bool resolved; /* true: both agents have arrived */
    double nearest;
} meeting;

static meeting meet(const wend_registry *registry, const char *steer, setting where) {
    bool wall = where == AT_WALL || where == IN_CONTACT_AT_WALL;
    double y = wall ? 0.25 : 0.0, middle = wall ? 10.0 : 0.0;
    double apart = where == OPEN || where == AT_WALL ? 4.0 : 0.25;
    wend_world *world = worlds_make(wall ? worlds_room(20, 10) : worlds_open(), registry);
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = steer;
    profile.modify[0].name = "yield";
    profile.modify_count = where == IN_CONTACT || where == IN_CONTACT_AT_WALL;
    worlds_add_profile(world, &profile);
    wend_agent left = worlds_agent(world, middle - apart, y, worlds_point(world, middle + 4, y));
    wend_agent right = worlds_agent(world, middle + apart, y, worlds_point(world, middle - 4, y));
    meeting result = {false, INFINITY};
    for (int i = 0; i < STEPS; i++) {
        if (i == 1) { /* the agents walk towards each other, then onwards */
            command_agent(world, steer, left, (wend_point){1, 0});
            command_agent(world, steer, right, (wend_point){-1, 0});
        }
        worlds_step(world, 1);
        wend_point a = worlds_state(world, left).position, b = worlds_state(world, right).position;
        result.nearest = fmin(result.nearest, hypot(a.x - b.x, a.y - b.y));
    }
    result.resolved = wend_world_get_stats(world).arrivals == 2;
    wend_world_destroy(world);
    return result;
}

/* ---- A goal behind a U ----------------------------------------------------------------------- */

static wend_space *u_space(void) {
    wend_point corners[] = {{0, 0}, {30, 0}, {30, 20}, {0, 20}};
    wend_point u[] = {{12, 6}, {16, 6}, {16, 14}, {12, 14}, {12, 13}, {15, 13}, {15, 7}, {12, 7}};
    wend_ring ring = {corners, 4};
    wend_solid_def solid = {{u, 8}, 0};
    wend_layer_def layer = {
        .boundaries = &ring, .boundary_count = 1, .solids = &solid, .solid_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

static bool escapes(const wend_registry *registry, const char *steer) {
    wend_world *world = make(registry, steer, u_space());
    wend_agent agent = worlds_agent(world, 8, 10, worlds_point(world, 25, 10));
    worlds_step(world, 1);
    command_agent(world, steer, agent, (wend_point){1, 0});
    worlds_step(world, STEPS);
    bool arrived = wend_world_get_stats(world).arrivals == 1;
    wend_world_destroy(world);
    return arrived;
}

/* ---- A pillar beside the path ---------------------------------------------------------------- */

/* True if `move` had to stop the agent at a wall. */
static bool bumps(const wend_registry *registry, const char *steer) {
    wend_world *world = make(registry, steer, worlds_pillars());
    wend_agent agent = worlds_agent(world, 2, 4.3, worlds_point(world, 18, 4.3));
    worlds_step(world, 1);
    command_agent(world, steer, agent, (wend_point){1, 0});
    worlds_step(world, STEPS);
    bool held = wend_world_get_stats(world).wall_interventions > 0;
    wend_world_destroy(world);
    return held;
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

/* Returns a description of what is wrong with a model's claims, or NULL if they are exact. What the
 * model claims must hold in every setting; what it does not claim must not hold on open ground. */
static const char *find_fault(const wend_registry *registry, const wend_steering *claims) {
    static char fault[120];
    const char *name = claims->stage.entry.name;
    bool is_reported = strcmp(name, "external") == 0;
    if (!walks(registry, name)) {
        return "a lone agent does not walk to its goal";
    }
    for (int i = 0; i < SETTINGS; i++) {
        meeting met = meet(registry, name, (setting)i);
        /* An overlap of up to 1 % of a radius does not count as a collision; in contact or at a
         * wall, up to 10 % is allowed: see docs/arrival.md. */
        bool avoided = met.nearest >= 0.5 * (i == OPEN ? 0.99 : 0.9);
        bool claimed = i == OPEN || claims->resolves_head_on;
        if (!is_reported && claimed && met.resolved != claims->resolves_head_on) {
            snprintf(fault, sizeof fault, "head on %s %sresolved", setting_names[i],
                     met.resolved ? "" : "not ");
            return fault;
        }
        if ((i == OPEN || claims->avoids_agents) && avoided != claims->avoids_agents) {
            snprintf(fault, sizeof fault, "came within %g m %s", met.nearest, setting_names[i]);
            return fault;
        }
    }
    if (is_reported && claims->resolves_head_on) {
        return "does as it is told";
    }
    if (escapes(registry, name) != claims->no_local_minima) {
        return claims->no_local_minima ? "the U was not left" : "the U was left";
    }
    return bumps(registry, name) == claims->avoids_walls ? "held back at a wall, or not" : NULL;
}

START_TEST(models_match_their_claims) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, i);
        const wend_steering *claims = (const wend_steering *)(const void *)entry;
        if (claims->needs & (WEND_NEEDS_CORRIDOR | WEND_NEEDS_FIELD)) {
            continue; /* the planner `straight` gives no corridors: see test_corridors.c */
        }
        const char *fault = find_fault(registry, claims);
        ck_assert_msg(fault == NULL, "%s: %s", entry->name, fault);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- The checks can fail --------------------------------------------------------------------- */

static void stand(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    (void)view;
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] = (wend_outcome){.solve_status = WEND_SOLVE_FREE};
        }
    }
}

/* A model that stands still avoids agents and walls, but fails the check, whatever it claims. */
START_TEST(model_that_stands_still_fails_the_check) {
    wend_steering lazy = {
        .stage = {.entry = {WEND_HEAD(wend_steering), .name = "lazy", .summary = "stands still"}},
        .respects_limits = true,
        .steer = stand};
    for (uint32_t claims = 0; claims < 16; claims++) {
        wend_registry *registry = NULL;
        lazy.avoids_agents = claims & 1U;
        lazy.avoids_walls = claims & 2U;
        lazy.resolves_head_on = claims & 4U;
        lazy.no_local_minima = claims & 8U;
        ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
        ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &lazy.stage.entry, NULL),
                         WEND_OK);
        ck_assert_msg(find_fault(registry, &lazy) != NULL, "with claims %u", claims);
        wend_registry_destroy(registry);
    }
}
END_TEST

int main(void) {
    SUITE("conformance/liveness", models_match_their_claims,
          model_that_stands_still_fails_the_check);
}
