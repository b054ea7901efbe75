/* Inspecting a world at any time between commands and steps never changes its run. */
#include <stdlib.h>
#include <wend/snapshot.h>

#include "support/plain_model.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { AGENTS = 60, STEPS = 80, RUNS = 5, SEEDS = 8 };

/* ---- A model that reads all it can: neighbours' flags and profiles, the order of bodies ------ */

static uint32_t flagged_ghosts;

/* If agents are added or removed, inspection may change the order of the bodies. A run therefore
 * either reads the order or removes agents. */
static bool reads_order;

typedef struct reader_shared {
    float sum; /* sum over all agents; depends on the order of bodies */
} reader_shared;
PLAIN_MODEL(reader, reader_shared)

static void sum_up(const wend_view *view, const wend_agents *agents) {
    reader_shared *shared = reader_of(agents);
    shared->sum = 0.0F;
    for (uint32_t i = 0; i < view->body_count; i++) {
        if (!(wend_body_flags(&view->bodies[i]) & WEND_BODY_GHOST)) {
            shared->sum = 0.9F * shared->sum + view->bodies[i].position.x;
        }
    }
}

static wend_vec2 read_neighbours(const wend_view *view, uint32_t index) {
    const wend_body *body = &view->bodies[index];
    wend_neighbour near[16];
    wend_vec2 velocity = {0.2F, 0.0F};
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t count = wend_view_find_agents(view, location, 4.0F, near, 16);
    for (uint32_t k = 0; k < count; k++) {
        const wend_body *other = &view->bodies[near[k].index];
        uint32_t flags = wend_body_flags(other);
        wend_activity activity = wend_view_activity(view, near[k].index);
        flagged_ghosts += (flags & WEND_BODY_GHOST) && (flags & WEND_BODY_STANDS);
        velocity.x += activity == WEND_ACTIVITY_ARRIVED ? 0.03F : -0.02F;
        velocity.y += activity == WEND_ACTIVITY_WAITING ? 0.05F : -0.01F;
        velocity.y += flags & WEND_BODY_NEEDS_ROUTE ? 0.11F : 0.0F;
        velocity.x += 0.04F * (float)wend_body_profile(other) + 0.01F * other->radius;
    }
    return velocity;
}

static void steer_reader(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents, wend_outcome *outcomes) {
    (void)intents;
    const reader_shared *shared = reader_of(agents);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_vec2 v = read_neighbours(view, i);
            v.x += reads_order ? 1e-4F * shared->sum : 0.0F;
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = v, .displacement = {v.x * view->dt, v.y * view->dt}};
        }
    }
}

static const wend_steering model_reader = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "reader",
                        .summary = "reads its neighbours' flags"},
              PLAIN_MODEL_FUNCTIONS(reader),
              .begin_step = sum_up},
    .steer = steer_reader};

/* ---- The scene ------------------------------------------------------------------------------- */

typedef struct scene {
    wend_world *world;
    wend_agent agents[AGENTS];
    wend_goal goals[3];
    wend_obstacle door;
} scene;

static scene make_scene(const wend_registry *registry, dice *random) {
    scene s = {.world = worlds_make(worlds_floors(), registry)};
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = "reader";
    worlds_add_profile(s.world, &profile);
    profile.radius = wend_constant(0.4);
    worlds_add_profile(s.world, &profile);
    s.goals[0] = worlds_disc(s.world, 9, 5, 1.0);
    s.goals[1] = worlds_point(s.world, 1, 1);
    s.goals[2] = worlds_direction(s.world, 1.0);
    wend_point ends[] = {{8, 0}, {8, 4.5}};
    wend_obstacle_def door = wend_default_obstacle_def();
    door.points = ends;
    door.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(s.world, &door, &s.door, NULL), WEND_OK);
    for (int i = 0; i < AGENTS; i++) {
        wend_agent_def def = wend_default_agent_def();
        double x = dice_between(random, 0.5, 2.0), y = dice_between(random, 4.3, 5.7);
        def.layer = i % 2 ? 1 : 0;
        def.position = (wend_point){i % 2 ? 10 + x : 10 - x, y};
        def.goal = i % 5 ? s.goals[i % 3] : (wend_goal){0};
        s.agents[i] = worlds_add(s.world, &def);
    }
    return s;
}

static void command(scene *s, dice *random) {
    uint32_t what = dice_below(random, 5), who = dice_below(random, AGENTS);
    wend_goal goal = dice_below(random, 4) ? s->goals[dice_below(random, 3)] : (wend_goal){0};
    uint32_t number = dice_below(random, 2);
    wend_result result = WEND_OK;
    if (what < 2) {
        result = wend_world_set_agent_goal(s->world, s->agents[who], goal, NULL);
    } else if (what == 2) {
        result = wend_world_set_agent_profile(s->world, s->agents[who], worlds_nth_profile(number),
                                              NULL);
    } else if (what == 3) {
        result = wend_world_set_obstacle_closed(s->world, s->door, number, NULL);
    } else if (who < 6 && !reads_order) { /* only a few agents are removed */
        result = wend_world_remove_agent(s->world, s->agents[who], NULL);
    }
    ck_assert_int_eq(result, WEND_OK);
}

static void save_and_load(scene *s, const wend_registry *registry) {
    size_t size = wend_world_save(s->world, NULL, 0);
    void *bytes = malloc(size);
    wend_world_save(s->world, bytes, size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(s->world);
    def.registry = registry;
    wend_world *copy = NULL;
    ck_assert_int_eq(wend_world_load(&def, bytes, size, &copy, NULL), WEND_OK);
    free(bytes);
    wend_world_destroy(s->world);
    s->world = copy;
}

/* Inspects the world at random moments. `run` selects the kind of inspection: 0 does nothing, 1
 * reads the view, 2 explains an agent, 3 does both, and 4 continues from a snapshot. */
static void check_inspection(scene *s, int run, dice *moments, const wend_registry *registry) {
    if (run == 0 || dice_below(moments, 2)) {
        return;
    }
    uint64_t before = wend_world_hash(s->world);
    if (run & 1) {
        ck_assert_ptr_nonnull(wend_world_view(s->world));
    }
    if (run & 2) {
        wend_mark marks[8];
        wend_world_explain(s->world, s->agents[dice_below(moments, AGENTS)], marks, 8);
    }
    if (run & 4) {
        save_and_load(s, registry);
    }
    ck_assert_uint_eq(wend_world_hash(s->world), before);
}

START_TEST(queries_never_change_the_run) {
    static uint64_t hashes[STEPS];
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &model_reader.stage.entry, NULL), 0);
    for (uint64_t seed = 1; seed <= trials_at_least(SEEDS, 2); seed++) {
        reads_order = seed % 2;
        for (int run = 0; run < RUNS; run++) {
            dice random = {seed}, moments = {seed * 100 + (uint64_t)run};
            scene s = make_scene(registry, &random);
            for (int i = 0; i < STEPS; i++) {
                for (uint32_t k = dice_below(&random, 4); k > 0; k--) {
                    check_inspection(&s, run, &moments, registry);
                    command(&s, &random);
                }
                check_inspection(&s, run, &moments, registry);
                worlds_step(s.world, 1);
                check_inspection(&s, run, &moments, registry);
                uint64_t hash = wend_world_hash(s.world);
                hashes[i] = run == 0 ? hash : hashes[i];
                ck_assert_msg(hash == hashes[i], "seed %d, run %d differs after step %d", (int)seed,
                              run, i);
            }
            wend_world_destroy(s.world);
        }
    }
    ck_assert_uint_ge(flagged_ghosts,
                      trials_bound(1001)); /* checks that the model saw enough ghosts */
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/looking", queries_never_change_the_run);
}
