/* Runs every steering model with every kind of intent. Intents differ in the shape of a region, in
 * whether it moves, in the flags `touch` and `inside`, in the number of regions, in whether these
 * are open, closed or will open later, and in whether there are walls.
 *
 * In each case agents run without an error, keep finite positions, respect their speed limit and
 * report a valid index of the region they steer for. Results do not depend on the number of
 * threads, and a world loaded from a snapshot continues identically. If the goal can be reached, a
 * single agent reaches it. */
/* label: threads */
/* cost: 7 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { CROWD = 12, STEPS = 160 };

/* ---- Kinds of goals -------------------------------------------------------------------------- */

typedef enum motion_kind { STILL, STEADY, ON_PATH, CARRIED, MOTIONS } motion_kind;
typedef enum timing_kind { OPEN, CLOSED, LATER, PASSING, TIMINGS } timing_kind;

typedef struct kind {
    wend_goal_shape shape;
    bool concave;
    wend_arrive arrive;
    motion_kind motion;
    timing_kind timing;
    uint32_t count; /* number of goals in the set; 0: the agent is given one goal */
} kind;

static const wend_point shapes[][8] = {
    [WEND_GOAL_POINT] = {{10, 6}},
    [WEND_GOAL_DISC] = {{10, 6}},
    [WEND_GOAL_SEGMENT] = {{10, 4}, {10, 8}},
    [WEND_GOAL_BOX] = {{9.5, 5}, {10.5, 7}},
    [WEND_GOAL_ORIENTED_BOX] = {{10, 6}, {1, 0.5}},
    [WEND_GOAL_POLYGON] = {{9.5, 5}, {10.5, 5.5}, {10.5, 6.5}, {9.5, 7}},
};
static const uint32_t counts[] = {0, 1, 1, 2, 2, 2, 4};
static const wend_point hook[] = {{9, 5}, {11, 5}, {11, 7}, {10.6, 7}, {10.6, 5.4}, {9, 5.4}};

/* Adds goal number `index` of a set, displaced sideways. A goal with a carrier moves with agent 99.
 */
static wend_goal add_goal(wend_world *world, const kind *k, uint32_t index) {
    static const wend_point path[] = {{0, 0}, {0, 0.6}, {0.6, 0.6}};
    wend_point points[8];
    uint32_t count = k->concave ? 6 : counts[k->shape];
    bool half = k->shape == WEND_GOAL_ORIENTED_BOX;
    for (uint32_t i = 0; i < count; i++) {
        wend_point p = k->concave ? hook[i] : shapes[k->shape][i];
        bool moves = !(half && i == 1);
        double aside = 1.5 * index;
        points[i] = (wend_point){p.x - (moves && k->motion == CARRIED ? 13 : 0),
                                 p.y + (moves ? (index % 2 ? -aside : aside) : 0) -
                                     (moves && k->motion == CARRIED ? 6 : 0)};
    }
    wend_goal_def def = wend_default_goal_def();
    def.shape = k->shape;
    def.points = points;
    def.point_count = count;
    def.radius = 0.6;
    def.angle = k->shape == WEND_GOAL_DIRECTION ? 0 : 0.3;
    def.arrive = k->arrive;
    def.tolerance = 0.3;
    def.velocity = k->motion == STEADY ? (wend_point){0.1, -0.2} : (wend_point){0, 0};
    def.path = path;
    def.path_count = k->motion == ON_PATH ? 3 : 0;
    def.path_speed = 0.4;
    def.path_loops = true;
    def.carrier = k->motion == CARRIED ? 99 : 0;
    def.opens = k->timing == LATER ? 9 : -INFINITY;
    def.closes = k->timing == CLOSED ? -1 : k->timing == PASSING ? 3 : INFINITY;
    return worlds_add_goal(world, &def);
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

typedef struct trial {
    const char *steer, *follow;
    kind kind;
    uint32_t agents, threads;
    bool walls;
} trial;

static wend_world *make(const wend_registry *registry, const trial *t) {
    wend_world_def def = wend_default_world_def();
    def.space = t->walls ? worlds_room(20, 12) : worlds_open();
    def.registry = registry;
    def.threads = t->threads;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.select.name = t->kind.count ? "any" : "given";
    profile.follow.name = t->follow;
    profile.steer.name = t->steer;
    wend_setting walk = {"before_command", {.kind = WEND_VALUE_TEXT, .text = "walk"}};
    if (strcmp(t->steer, "external") == 0) {
        profile.steer.settings = &walk;
        profile.steer.setting_count = 1;
    }
    worlds_add_profile(world, &profile);
    wend_profile person = worlds_profile(world, "external"); /* agent 99 keeps its velocity */
    wend_goal goals[3] = {add_goal(world, &t->kind, 0)};
    for (uint32_t i = 1; i < t->kind.count; i++) {
        goals[i] = add_goal(world, &t->kind, i);
    }
    wend_goal_set set = {0};
    if (t->kind.count) {
        set = worlds_goal_set(world, goals, t->kind.count);
    }
    for (uint32_t i = 0; i < t->agents; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = i + 1;
        agent.position = (wend_point){2 + 0.8 * (i / 4), 6.1 + 0.8 * (i % 4) - (i ? 1.2 : 0)};
        agent.goal = t->kind.count ? (wend_goal){0} : goals[0];
        agent.goal_set = set;
        worlds_add(world, &agent);
    }
    wend_agent_def carrier = wend_default_agent_def();
    carrier.key = 99;
    carrier.profile = person;
    carrier.position = (wend_point){t->kind.motion == CARRIED ? 13.0 : 18.0, 6};
    carrier.velocity = (wend_point){0, t->kind.motion == CARRIED ? 0.2 : 0};
    carrier.radius = 0.05;
    worlds_add(world, &carrier);
    return world;
}

static const char *describe(const trial *t) {
    static char text[160];
    snprintf(text, sizeof text,
             "%s, %s: shape %d%s, arrive %d, motion %d, timing %d, %u at once, %u agents%s",
             t->steer, t->follow, (int)t->kind.shape, t->kind.concave ? " concave" : "",
             (int)t->kind.arrive, (int)t->kind.motion, (int)t->kind.timing, t->kind.count,
             t->agents, t->walls ? ", walls" : "");
    return text;
}

/* ---- Invariants ------------------------------------------------------------------------------ */

static void check_agents(const wend_world *world, const trial *t) {
    wend_agent_state states[CROWD + 1];
    uint32_t count = wend_world_get_agents(world, states, CROWD + 1);
    for (uint32_t i = 0; i < count; i++) {
        const wend_agent_state *s = &states[i];
        bool sound = isfinite(s->position.x) && isfinite(s->position.y) &&
                     hypotf(s->velocity.x, s->velocity.y) <= 2.0F + 1e-4F && s->region < 16;
        if (!sound) {
            ck_abort_msg("%s: agent %d at (%g, %g), velocity (%g, %g), region %u", describe(t),
                         (int)s->key, s->position.x, s->position.y, (double)s->velocity.x,
                         (double)s->velocity.y, s->region);
        }
    }
}

/* Runs a trial and returns the hash of the world at the end. */
static uint64_t run(const wend_registry *registry, const trial *t, bool reload,
                    uint64_t *arrivals) {
    wend_world *world = make(registry, t);
    for (int step = 0; step < STEPS; step++) {
        worlds_step(world, 1);
        check_agents(world, t);
        if (reload && step % 64 == 20) {
            wend_world *loaded = worlds_reload(world, registry);
            wend_world_destroy(world);
            world = loaded;
        }
    }
    uint64_t hash = wend_world_hash(world);
    *arrivals = wend_world_get_stats(world).arrivals;
    wend_world_destroy(world);
    return hash;
}

/* True if an agent must reach the goal. Walking eight metres at 1.3 m/s takes 6.2 s, and longer
 * with models that start slowly. A model that turns slowly, such as `relax`, may circle around a
 * moving point. */
static bool is_reachable(const trial *t) {
    bool circles = strcmp(t->steer, "relax") == 0 && t->kind.shape == WEND_GOAL_POINT &&
                   t->kind.motion != STILL;
    return !circles && t->kind.shape != WEND_GOAL_DIRECTION && t->kind.timing != CLOSED &&
           t->kind.timing != PASSING;
}

static void check_kind(const wend_registry *registry, trial t) {
    uint64_t alone, all, again;
    t.agents = 1;
    t.threads = 1;
    run(registry, &t, false, &alone);
    ck_assert_msg(alone <= 1 && (alone || !is_reachable(&t)), "%s: %d arrivals", describe(&t),
                  (int)alone);
    ck_assert_msg(!alone || (t.kind.timing != CLOSED && t.kind.timing != PASSING &&
                             t.kind.shape != WEND_GOAL_DIRECTION),
                  "%s: nobody can arrive", describe(&t));
    t.agents = CROWD;
    uint64_t hash = run(registry, &t, false, &all);
    t.threads = 3;
    ck_assert_msg(run(registry, &t, true, &again) == hash, "%s: not the same again", describe(&t));
    ck_assert_msg(all == again, "%s: %d arrivals, %d", describe(&t), (int)all, (int)again);
}

static void check_models(kind k) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    static const char *const followers[] = {"waypoint", "portal"};
    for (uint32_t s = 0; s < wend_registry_count(registry, WEND_KIND_STEERING); s++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, s);
        const char *steer = entry->name;
        if (((const wend_steering *)(const void *)entry)->needs & WEND_NEEDS_CORRIDOR) {
            continue; /* a straight route has no corridor */
        }
        for (uint32_t f = 0; f < 2; f++) {
            check_kind(registry, (trial){steer, followers[f], k, 0, 0, f == 1});
        }
    }
    wend_registry_destroy(registry);
}

START_TEST(reaches_goals_of_every_shape_at_rest_and_moving) {
    for (int shape = WEND_GOAL_DIRECTION; shape <= WEND_GOAL_POLYGON; shape++) {
        for (int motion = STILL; motion < (shape == WEND_GOAL_DIRECTION ? 1 : MOTIONS); motion++) {
            kind k = {(wend_goal_shape)shape, false, (wend_arrive)((shape + motion) % 2),
                      (motion_kind)motion,    OPEN,  0};
            check_models(k);
        }
    }
}
END_TEST

START_TEST(reaches_concave_polygons) {
    for (int motion = STILL; motion < MOTIONS; motion++) {
        check_models((kind){WEND_GOAL_POLYGON, true, (wend_arrive)(motion % 2), (motion_kind)motion,
                            OPEN, 0});
    }
}
END_TEST

START_TEST(reaches_one_of_several_goals) {
    for (int shape = WEND_GOAL_POINT; shape <= WEND_GOAL_POLYGON; shape++) {
        kind k = {(wend_goal_shape)shape,
                  shape == WEND_GOAL_POLYGON,
                  (wend_arrive)(shape % 2),
                  shape % 3 ? STEADY : STILL,
                  OPEN,
                  3};
        check_models(k);
    }
}
END_TEST

START_TEST(respects_goal_time_windows) {
    for (int timing = CLOSED; timing < TIMINGS; timing++) {
        for (uint32_t count = 0; count <= 3; count += 3) {
            kind k = {WEND_GOAL_SEGMENT,   false, WEND_ARRIVE_TOUCH, STILL,
                      (timing_kind)timing, count};
            check_models(k);
            k.shape = WEND_GOAL_DISC;
            k.motion = STEADY;
            check_models(k);
        }
    }
}
END_TEST

int main(void) {
    SUITE("conformance/intents", reaches_goals_of_every_shape_at_rest_and_moving,
          reaches_concave_polygons, reaches_one_of_several_goals, respects_goal_time_windows);
}
