/* Intents of neighbours in the previous step: a model that uses only the public interface stops an
 * agent while the path of a neighbour with a lower key crosses the agent's own path. */
/* label: threads */
#include <math.h>
#include <string.h>

#include <wend/world.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { AGENTS = 320 };

/* ---- The model ------------------------------------------------------------------------------- */

static wend_vec2 minus(wend_vec2 a, wend_vec2 b) {
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

static float cross(wend_vec2 a, wend_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/* True if the segments ab and cd cross each other. */
static bool crosses(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d) {
    float c_side = cross(minus(b, a), minus(c, a)), d_side = cross(minus(b, a), minus(d, a));
    float a_side = cross(minus(d, c), minus(a, c)), b_side = cross(minus(d, c), minus(b, c));
    return (c_side > 0.0F) != (d_side > 0.0F) && (a_side > 0.0F) != (b_side > 0.0F);
}

static bool gives_way(const wend_view *view, uint32_t index, wend_vec2 aim) {
    const wend_body *body = &view->bodies[index];
    wend_neighbour near[32];
    wend_location here = {body->position, wend_body_layer(body)};
    uint32_t count = wend_view_find_agents(view, here, 2.0F, near, 32);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = near[i].index;
        wend_last_intent last;
        if (wend_view_key(view, other) < wend_view_key(view, index) &&
            wend_view_last_intent(view, other, &last) && last.speed > 0.0F &&
            crosses(body->position, aim, view->bodies[other].position, last.aim)) {
            return true;
        }
    }
    return false;
}

static void courteous_steer(const wend_view *view, const wend_agents *agents,
                            const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_vec2 from = view->bodies[i].position, velocity = {0.0F, 0.0F};
            wend_vec2 aim = wend_region_aim(&intent->region, from, intent->speed);
            wend_vec2 to = minus(aim, from);
            float length = sqrtf(to.x * to.x + to.y * to.y);
            if (intent->speed > 0.0F && length > 0.0F && !gives_way(view, i, aim)) {
                velocity.x = to.x / length * intent->speed;
                velocity.y = to.y / length * intent->speed;
            }
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = velocity,
                               .displacement = {velocity.x * view->dt, velocity.y * view->dt}};
        }
    }
}

static const wend_steering courteous_model = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "courteous",
                        .summary = "lets others cross its path"}},
    .needs = WEND_NEEDS_INTENTS,
    .steer = courteous_steer};

/* ---- Worlds ---------------------------------------------------------------------------------- */

static wend_registry *registry_with_model(void) {
    wend_registry *registry;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &courteous_model.stage.entry, NULL),
        WEND_OK);
    return registry;
}

static wend_world *make(const wend_registry *registry, uint32_t threads, uint32_t steer_every,
                        const char *steer) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.registry = registry;
    def.threads = threads;
    def.steer_every = steer_every;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, steer);
    return world;
}

/* Makes two crowds with crossing paths; every fifth agent has another model. */
static void fill(wend_world *world) {
    wend_profile other = worlds_profile(world, "direct");
    wend_goal east = worlds_point(world, 40.0, 5.0), north = worlds_point(world, 5.0, 40.0);
    for (int i = 0; i < AGENTS; i++) {
        bool first = i % 2 == 0;
        double along = (double)(i / 2 % 20), beside = (double)(i / 40);
        wend_agent_def def = wend_default_agent_def();
        def.key = (uint64_t)(i * 37 % 1009) + 1;
        def.position =
            first ? (wend_point){along - 20.0, beside} : (wend_point){beside, along - 20.0};
        def.goal = first ? east : north;
        def.profile = i % 5 == 0 ? other : (wend_profile){0};
        worlds_add(world, &def);
    }
}

static uint32_t body_of(const wend_view *view, uint64_t key) {
    for (uint32_t i = 0; i < view->body_count; i++) {
        if (wend_view_key(view, i) == key) {
            return i;
        }
    }
    return UINT32_MAX;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

START_TEST(result_does_not_depend_on_thread_count_or_reload) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    wend_registry *registry = registry_with_model();
    uint64_t expected[6], plain[6];
    for (int run = 0; run < 6; run++) {
        /* run 4 is saved and loaded every few steps; run 5 uses a model that ignores other agents
         */
        wend_world *world = make(registry, threads[run % 4], 1, run == 5 ? "direct" : "courteous");
        fill(world);
        for (int part = 0; part < 6; part++) {
            worlds_step(world, 17);
            if (run == 4) {
                wend_world *loaded = worlds_reload(world, registry);
                wend_world_destroy(world);
                world = loaded;
            }
            uint64_t hash = wend_world_hash(world);
            expected[part] = run == 0 ? hash : expected[part];
            plain[part] = hash;
            ck_assert_msg(run == 5 || hash == expected[part], "run %d, part %d", run, part);
        }
        wend_world_destroy(world);
    }
    ck_assert_uint_ne(plain[2], expected[2]); /* the other model does react to other agents */
    wend_registry_destroy(registry);
}
END_TEST

/* An agent has no recorded intent until it has chosen a velocity; then it has the complete intent
 * of the previous step. */
START_TEST(recorded_intents_are_those_of_the_previous_step) {
    wend_registry *registry = registry_with_model();
    wend_world *world = make(registry, 1, 1, "courteous");
    wend_goal goal = worlds_point(world, 3.0, 4.0);
    wend_agent_def def = wend_default_agent_def();
    def.key = 5;
    def.goal = goal;
    worlds_add(world, &def);
    def.key = 6;
    def.position = (wend_point){8.0, 0.0};
    def.goal = (wend_goal){0};
    worlds_add(world, &def); /* has no goal */
    worlds_step(world, 1);
    def.key = 7;
    worlds_add(world, &def);
    const wend_view *view = wend_world_view(world);
    wend_last_intent last = {.speed = 77.0F};
    ck_assert(wend_view_last_intent(view, body_of(view, 5), &last));
    ck_assert_float_eq(last.aim.x, 3.0F);
    ck_assert_float_eq(last.aim.y, 4.0F);
    ck_assert_float_eq_tol(last.speed, 1.3F, 1e-6F);
    ck_assert_float_eq_tol(last.preferred_velocity.x, 0.78F, 1e-6F);
    ck_assert_float_eq_tol(last.preferred_velocity.y, 1.04F, 1e-6F);
    ck_assert_int_eq(wend_region_id_kind(last.region), WEND_REGION_KIND_GOAL);
    ck_assert(wend_view_last_intent(view, body_of(view, 6), &last));
    ck_assert_float_eq(last.speed, 0.0F);
    ck_assert_float_eq(last.aim.x, 8.0F);
    ck_assert_float_eq(last.preferred_velocity.x, 0.0F);
    ck_assert_uint_eq(last.region.bits, 0);
    worlds_step(world, 1);
    view = wend_world_view(world);
    ck_assert(wend_view_last_intent(view, body_of(view, 7), &last)); /* it has chosen a velocity */
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Records what the model saw of its neighbour, and the neighbour's intent in the same step. */
static uint32_t seen_count;
static bool seen[64];
static wend_last_intent seen_last[64];
static wend_vec2 wanted[64];

static void watch_steer(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_vec2 aim =
                wend_region_aim(&intent->region, view->bodies[i].position, intent->speed);
            if (wend_view_key(view, i) == 2) {
                seen[seen_count] = wend_view_last_intent(view, i, &seen_last[seen_count]);
                wanted[seen_count++] = aim;
            }
            outcomes[i - agents->first] = (wend_outcome){.displacement = {0.02F, 0.0F}};
        }
    }
}

static const wend_steering watch_model = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "watch",
                        .summary = "notes what it sees"}},
    .needs = WEND_NEEDS_INTENTS,
    .steer = watch_steer};

/* A moving goal: the aim changes from step to step, and the visible intent lags by one choice. */
START_TEST(visible_intent_lags_by_one_choice) {
    for (uint32_t every = 1; every <= 3; every++) {
        wend_registry *registry = registry_with_model();
        ck_assert_int_eq(
            wend_registry_add(registry, WEND_KIND_STEERING, &watch_model.stage.entry, NULL), 0);
        wend_world *world = make(registry, 1, every, "watch");
        wend_goal_def goal = wend_default_goal_def();
        wend_point at = {10.0, 10.0};
        goal.points = &at;
        goal.point_count = 1;
        goal.velocity = (wend_point){-1.0, 0.5};
        wend_agent_def def = wend_default_agent_def();
        def.key = 2;
        def.goal = worlds_add_goal(world, &goal);
        worlds_add(world, &def);
        seen_count = 0;
        worlds_step(world, 20);
        ck_assert_uint_eq(seen_count, (20 + every - 1) / every);
        ck_assert(!seen[0]);
        for (uint32_t i = 1; i < seen_count; i++) {
            ck_assert(seen[i]);
            ck_assert_float_eq(seen_last[i].aim.y, wanted[i - 1].y);
            ck_assert_float_ne(wanted[i].y, wanted[i - 1].y);
        }
        wend_world_destroy(world);
        wend_registry_destroy(registry);
    }
}
END_TEST

/* A world stores intents only if one of its models requests them. Agents that existed before the
 * first such request start without an intent. */
START_TEST(stores_no_intents_until_a_model_needs_them) {
    wend_registry *registry = registry_with_model();
    wend_world *worlds[2];
    size_t held[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = make(registry, 1, 1, i ? "courteous" : "direct");
        fill(worlds[i]);
        worlds_step(worlds[i], 2);
        held[i] = wend_world_get_memory_use(worlds[i]).held;
    }
    ck_assert_uint_ge(held[1], held[0] + AGENTS * 2 * sizeof(wend_last_intent));
    wend_last_intent last;
    const wend_view *view = wend_world_view(worlds[0]);
    ck_assert(!wend_view_last_intent(view, 0, &last));
    worlds_profile(worlds[0], "courteous");
    view = wend_world_view(worlds[0]);
    ck_assert(!wend_view_last_intent(view, 0, &last));
    worlds_step(worlds[0], 1);
    view = wend_world_view(worlds[0]);
    ck_assert(wend_view_last_intent(view, 0, &last));
    uint64_t calls = wend_world_get_memory_use(worlds[1]).calls;
    worlds_step(worlds[1], 30);
    ck_assert_uint_le(wend_world_get_memory_use(worlds[1]).calls, calls + 40);
    calls = wend_world_get_memory_use(worlds[1]).calls;
    worlds_step(worlds[1], 10);
    ck_assert_uint_eq(wend_world_get_memory_use(worlds[1]).calls, calls);
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
    wend_registry_destroy(registry);
}
END_TEST

/* If there is not enough memory, the profile is refused, and the world continues unchanged. */
START_TEST(profile_is_refused_if_out_of_memory) {
    wend_registry *registry = registry_with_model();
    wend_result result = WEND_ERROR_MEMORY;
    for (unsigned long at = 1; result != WEND_OK; at++) {
        worlds_heap heap = {0};
        wend_world_def def = wend_default_world_def();
        def.space = worlds_open();
        def.registry = registry;
        def.allocator = worlds_allocator(&heap);
        wend_world *world = worlds_from(&def);
        worlds_profile(world, "direct");
        fill(world);
        worlds_step(world, 1);
        wend_profile_def profile = worlds_profile_def();
        profile.steer.name = "courteous";
        heap.fails_at = heap.calls + at;
        result = wend_world_add_profile(world, &profile, NULL, NULL);
        ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
        worlds_step(world, 3);
        wend_world *loaded = worlds_reload(world, registry);
        worlds_step(world, 5);
        worlds_step(loaded, 5);
        ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
        wend_world_destroy(loaded);
        wend_world_destroy(world);
        ck_assert_uint_eq(heap.held, 0);
        ck_assert_uint_lt(at, 100);
    }
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/intents", result_does_not_depend_on_thread_count_or_reload,
          recorded_intents_are_those_of_the_previous_step, visible_intent_lags_by_one_choice,
          stores_no_intents_until_a_model_needs_them, profile_is_refused_if_out_of_memory);
}
