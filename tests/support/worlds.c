#include "support/worlds.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include <wend/random.h>
#include <wend/snapshot.h>

/* ---- Spaces ---------------------------------------------------------------------------------- */

static wend_space *build(const wend_space_def *def) {
    wend_space *space = NULL;
    wend_error error;
    wend_result result = wend_space_create(def, &space, &error);
    ck_assert_msg(result == WEND_OK, "space: %s", error.message);
    return space;
}

static wend_space *build_layer(const wend_layer_def *layer, uint32_t classes) {
    wend_space_def def = wend_default_space_def();
    def.layers = layer;
    def.layer_count = 1;
    def.class_count = classes;
    return build(&def);
}

wend_space *worlds_open(void) {
    return build_layer(&(wend_layer_def){0}, 1);
}

wend_space *worlds_room(double width, double height) {
    wend_point corners[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    wend_ring ring = {corners, 4};
    return build_layer(&(wend_layer_def){.boundaries = &ring, .boundary_count = 1}, 1);
}

wend_space *worlds_pillars(void) {
    wend_point corners[] = {{0, 0}, {20, 0}, {20, 12}, {0, 12}}, pillars[4][4];
    wend_ring ring = {corners, 4};
    wend_solid_def solids[4];
    for (int i = 0; i < 4; i++) {
        double x = i % 2 ? 13.0 : 7.0, y = i / 2 ? 8.0 : 4.0;
        pillars[i][0] = (wend_point){x - 0.5, y - 0.5};
        pillars[i][1] = (wend_point){x + 0.5, y - 0.5};
        pillars[i][2] = (wend_point){x + 0.5, y + 0.5};
        pillars[i][3] = (wend_point){x - 0.5, y + 0.5};
        solids[i] = (wend_solid_def){{pillars[i], 4}, 0};
    }
    return build_layer(
        &(wend_layer_def){
            .boundaries = &ring, .boundary_count = 1, .solids = solids, .solid_count = 4},
        1);
}

wend_space *worlds_gap(void) {
    wend_point corners[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    wend_point low[] = {{10, 0.5}, {10, 4}}, high[] = {{10, 6}, {10, 9.5}};
    wend_point plug[] = {{9.75, 4}, {10.25, 4}, {10.25, 6}, {9.75, 6}};
    wend_point south[] = {{10, 0}, {10, 0.5}}, north[] = {{10, 9.5}, {10, 10}};
    wend_ring ring = {corners, 4};
    wend_open_wall_def walls[] = {{low, 2, 0}, {high, 2, 0}, {south, 2, 0}, {north, 2, 0}};
    wend_solid_def solid = {{plug, 4}, 1};
    return build_layer(&(wend_layer_def){.boundaries = &ring,
                                         .boundary_count = 1,
                                         .solids = &solid,
                                         .solid_count = 1,
                                         .open_walls = walls,
                                         .open_wall_count = 4},
                       2);
}

wend_space *worlds_halls(void) {
    static const wend_point ring[] = {{0, 0},      {9.5, 0},   {9.5, 4},  {10.5, 4},
                                      {10.5, 0},   {20, 0},    {20, 10},  {10.5, 10},
                                      {10.5, 8.8}, {9.5, 8.8}, {9.5, 10}, {0, 10}};
    static const wend_point middle[] = {{9.5, 6}, {10.5, 6}, {10.5, 8}, {9.5, 8}};
    static const wend_point plug[] = {{9.875, 7.9}, {10.125, 7.9}, {10.125, 8.9}, {9.875, 8.9}};
    wend_solid_def solids[] = {{{middle, 4}, 0}, {{plug, 4}, 1}};
    wend_ring boundary = {ring, 12};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = solids, .solid_count = 2};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = 2;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

wend_space *worlds_floors(void) {
    wend_point ground[] = {{0, 0}, {10, 0}, {10, 4}, {10, 6}, {10, 18}, {0, 18}};
    wend_point stair[] = {{10, 4}, {14, 4}, {14, 6}, {10, 6}};
    wend_point upper[] = {{14, 0}, {20, 0}, {20, 20}, {0, 20}, {0, 12}, {14, 12}, {14, 6}, {14, 4}};
    wend_point pillar[] = {{4, 8}, {5, 8}, {5, 9}, {4, 9}};
    wend_ring rings[] = {{ground, 6}, {stair, 4}, {upper, 8}};
    wend_solid_def solid = {{pillar, 4}, 0};
    wend_layer_def layers[] = {
        {.name = "ground",
         .boundaries = &rings[0],
         .boundary_count = 1,
         .solids = &solid,
         .solid_count = 1},
        {.name = "stair", .boundaries = &rings[1], .boundary_count = 1},
        {.name = "upper", .boundaries = &rings[2], .boundary_count = 1},
    };
    wend_link_def links[] = {{{10, 4}, {10, 6}, 0, 1}, {{14, 4}, {14, 6}, 1, 2}};
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = 3;
    def.links = links;
    def.link_count = 2;
    return build(&def);
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

wend_world *worlds_from(const wend_world_def *def) {
    wend_world *world = NULL;
    wend_error error;
    wend_result result = wend_world_create(def, &world, &error);
    ck_assert_msg(result == WEND_OK, "world: %s", error.message);
    wend_space_release(def->space);
    return world;
}

wend_world *worlds_make(wend_space *space, const wend_registry *registry) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.registry = registry;
    return worlds_from(&def);
}

wend_profile_def worlds_profile_def(void) {
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = "straight";
    def.follow.name = "waypoint";
    def.steer.name = "direct";
    return def;
}

const wend_setting worlds_aim_at_preferred_point = {
    "aim", {.kind = WEND_VALUE_TEXT, .text = "preferred_point"}};

wend_profile worlds_add_profile(wend_world *world, const wend_profile_def *def) {
    wend_profile profile = {0};
    wend_error error;
    wend_result result = wend_world_add_profile(world, def, &profile, &error);
    ck_assert_msg(result == WEND_OK, "profile: %s", error.message);
    return profile;
}

wend_profile worlds_profile_to_preferred_point(wend_world *world, const char *steer) {
    wend_profile_def def = worlds_profile_def();
    def.follow.settings = &worlds_aim_at_preferred_point;
    def.follow.setting_count = 1;
    def.steer.name = steer;
    return worlds_add_profile(world, &def);
}

wend_result worlds_shift_goal(wend_world *world, wend_goal goal, wend_point by,
                              wend_point velocity) {
    wend_point at = {0};
    uint32_t layer = 0;
    ck_assert(wend_world_get_goal_position(world, goal, &at, &layer));
    return wend_world_set_goal_position(world, goal, (wend_point){at.x + by.x, at.y + by.y}, layer,
                                        velocity, NULL);
}

wend_profile worlds_profile(wend_world *world, const char *steer) {
    wend_profile_def def = worlds_profile_def();
    def.steer.name = steer;
    return worlds_add_profile(world, &def);
}

wend_goal worlds_add_goal(wend_world *world, const wend_goal_def *def) {
    wend_goal goal = {0};
    wend_error error;
    wend_result result = wend_world_add_goal(world, def, &goal, &error);
    ck_assert_msg(result == WEND_OK, "goal: %s", error.message);
    return goal;
}

wend_goal worlds_point(wend_world *world, double x, double y) {
    wend_point point = {x, y};
    wend_goal_def def = wend_default_goal_def();
    def.points = &point;
    def.point_count = 1;
    return worlds_add_goal(world, &def);
}

wend_goal worlds_disc(wend_world *world, double x, double y, double radius) {
    wend_point point = {x, y};
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_DISC;
    def.points = &point;
    def.point_count = 1;
    def.radius = radius;
    return worlds_add_goal(world, &def);
}

wend_goal worlds_direction(wend_world *world, double angle) {
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_DIRECTION;
    def.points = NULL;
    def.point_count = 0;
    def.angle = angle;
    return worlds_add_goal(world, &def);
}

wend_agent worlds_add(wend_world *world, const wend_agent_def *def) {
    wend_agent agent = {0};
    wend_error error;
    wend_result result = wend_world_add_agents(world, def, 1, &agent, &error);
    ck_assert_msg(result == WEND_OK, "agent: %s", error.message);
    return agent;
}

wend_agent worlds_agent(wend_world *world, double x, double y, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.goal = goal;
    return worlds_add(world, &def);
}

void worlds_step(wend_world *world, uint32_t count) {
    wend_error error;
    wend_result result = wend_world_step(world, count, &error);
    ck_assert_msg(result == WEND_OK, "step: %s", error.message);
}

wend_agent_state worlds_state(const wend_world *world, wend_agent agent) {
    wend_agent_state state;
    ck_assert(wend_world_get_agent(world, agent, &state));
    return state;
}

const wend_route *worlds_route(wend_world *world, wend_agent agent) {
    const wend_view *view = wend_world_view(world);
    return wend_view_route(view, wend_view_find_body(view, (uint32_t)agent.value));
}

uint32_t worlds_events(const wend_world *world, wend_event_kind kind, wend_event *out) {
    const wend_event *events;
    uint32_t count = wend_world_get_events(world, &events), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == kind && found++ == 0 && out) {
            *out = events[i];
        }
    }
    return found;
}

uint32_t worlds_step_counting(wend_world *world, uint32_t count, wend_event_kind kind) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        worlds_step(world, 1);
        sum += worlds_events(world, kind, NULL);
    }
    return sum;
}

/* ---- Allocator ------------------------------------------------------------------------------- */

static void *heap_allocate(void *user, size_t size) {
    worlds_heap *heap = user;
    if (atomic_fetch_add(&heap->calls, 1) + 1 == heap->fails_at) {
        return NULL;
    }
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    ck_assert_ptr_nonnull(memory);
    atomic_fetch_add(&heap->held, size);
    return memory;
}

static void heap_release(void *user, void *memory, size_t size) {
    worlds_heap *heap = user;
    atomic_fetch_sub(&heap->held, size);
    free(memory);
}

wend_allocator worlds_allocator(worlds_heap *heap) {
    return (wend_allocator){heap_allocate, heap_release, heap};
}

/* ---- The steering model `sway` --------------------------------------------------------------- */

typedef struct sway_params {
    wend_column push; /* m/s */
} sway_params;

typedef struct sway_state {
    uint32_t choices;
    float crowd; /* sum of the weights of neighbours met so far */
} sway_state;

static const wend_param sway_table[] = {
    {"push", WEND_PARAM_SAMPLED, offsetof(sway_params, push), 0.5, 0.0, 10.0, "m/s",
     "how hard neighbours push", NULL},
};

static void push_away(wend_vec2 from, wend_vec2 other, float radius, float strength,
                      wend_vec2 *velocity) {
    float x = from.x - other.x, y = from.y - other.y, square = x * x + y * y;
    float reach = 2.0F * radius;
    if (square > 0.0F && square < reach * reach) {
        velocity->x += strength * x / reach;
        velocity->y += strength * y / reach;
    }
}

static wend_outcome sway_one(const wend_view *view, const wend_agents *agents, uint32_t i,
                             const wend_intent *intent) {
    const wend_body *body = &view->bodies[i];
    const sway_params *params = agents->params;
    sway_state *state = wend_agents_state(agents, body->slot);
    float push = wend_column_at(params->push, body->slot);
    wend_vec2 aim = wend_region_aim(&intent->region, body->position, intent->speed);
    float x = aim.x - body->position.x, y = aim.y - body->position.y;
    float far = sqrtf(x * x + y * y), scale = far > 0.01F ? intent->speed / far : 0.0F;
    wend_vec2 velocity = {x * scale, y * scale};
    wend_location location = {body->position, wend_body_layer(body)};
    wend_neighbour near[6];
    uint32_t count = wend_view_find_agents(view, location, 2.0F, near, 6);
    for (uint32_t k = 0; k < count; k++) {
        if (view->bodies[near[k].index].slot != body->slot) {
            const wend_body *other = &view->bodies[near[k].index];
            push_away(body->position, other->position, body->radius + other->radius, push,
                      &velocity);
            state->crowd += other->radius;
        }
    }
    uint64_t bits = wend_view_random(view, i, 1);
    velocity.x += (float)(bits & 0xff) / 2560.0F - 0.05F;
    velocity.y += (float)(bits >> 8 & 0xff) / 2560.0F - 0.05F;
    state->choices++;
    return (wend_outcome){.velocity = velocity,
                          .displacement = {velocity.x * view->dt, velocity.y * view->dt}};
}

static void sway(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                 wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] = sway_one(view, agents, i, &intents[i - agents->first]);
        }
    }
}

static const wend_steering steering_sway = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "sway",
                        .summary = "pushed about by neighbours and chance", .params = sway_table,
                        .param_count = 1, .params_size = sizeof(sway_params)},
              .state_size = sizeof(sway_state)},
    .reciprocates = true,
    .steer = sway,
};

wend_registry *worlds_registry(void) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &steering_sway.stage.entry, NULL), WEND_OK);
    return registry;
}

/* ---- The busy world -------------------------------------------------------------------------- */

static void add_busy_profiles(wend_world *world) {
    wend_setting push = {"push", {.number = {WEND_DISTRIBUTION_UNIFORM, 0.3, 0.9, 0, 0}}};
    wend_setting factor = {"factor", {.number = {WEND_DISTRIBUTION_NORMAL, 1.0, 0.1, 0.7, 1.3}}};
    wend_profile_def def = worlds_profile_def();
    def.radius = (wend_distribution){WEND_DISTRIBUTION_UNIFORM, 0.15, 0.25, 0, 0};
    def.preferred_speed = (wend_distribution){WEND_DISTRIBUTION_NORMAL, 1.2, 0.2, 0.6, 1.8};
    def.select.name = "nearest";
    def.steer = (wend_choice){"sway", &push, 1};
    worlds_add_profile(world, &def);
    def.select.name = "cycle";
    def.steer = (wend_choice){"direct", NULL, 0};
    def.max_acceleration = wend_constant(3.0);
    def.modify[0] = (wend_choice){"scale", &factor, 1};
    def.modify_count = 1;
    worlds_add_profile(world, &def);
}

/* Adds two goal sets. Set 0: points with little capacity, at which agents leave. Set 1: a patrol.
 */
static void add_busy_goals(wend_world *world) {
    wend_goal goals[5];
    static const wend_point positions[5] = {{2, 2}, {8, 2}, {2, 16}, {9, 5}, {7, 15}};
    for (int i = 0; i < 5; i++) {
        wend_goal_def def = wend_default_goal_def();
        def.shape = WEND_GOAL_DISC;
        def.points = &positions[i];
        def.point_count = 1;
        def.radius = 0.4;
        def.capacity = i < 3 ? 10 : 0;
        def.on_arrival = i < 3 ? WEND_ON_ARRIVAL_LEAVE : WEND_ON_ARRIVAL_CONTINUE;
        goals[i] = worlds_add_goal(world, &def);
    }
    ck_assert_int_eq(wend_world_add_goal_set(world, goals, 3, NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_goal_set(world, goals + 3, 2, NULL, NULL), WEND_OK);
}

static wend_agent_def busy_agent(uint32_t key) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.profile = worlds_nth_profile(key % 3 == 0);
    def.goal_set = worlds_nth_goal_set(key % 3 == 0);
    double x = wend_random_uniform(5, key, 0, 1), y = wend_random_uniform(5, key, 0, 2);
    if (key % 7 == 0) { /* on the stairs, so that agents on different layers see each other */
        def.layer = 1;
        def.position = (wend_point){10.3 + 3.4 * x, 4.3 + 1.4 * y};
    } else {
        def.position = (wend_point){0.3 + 9.4 * x, y < 0.5 ? 0.3 + 14.4 * y : 9.3 + 17 * (y - 0.5)};
    }
    return def;
}

wend_world *worlds_busy(wend_world_def def, const wend_registry *registry, const uint32_t *order) {
    def.space = worlds_floors();
    def.registry = registry;
    def.seed = 11;
    wend_world *world = worlds_from(&def);
    add_busy_profiles(world);
    add_busy_goals(world);
    wend_point door[] = {{0, 12}, {10, 12}};
    wend_obstacle_def obstacle = wend_default_obstacle_def();
    obstacle.points = door;
    obstacle.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(world, &obstacle, NULL, NULL), WEND_OK);
    for (uint32_t i = 0; i < WORLDS_BUSY_AGENTS; i++) {
        wend_agent_def agent = busy_agent(order ? order[i] : i + 1);
        worlds_add(world, &agent);
    }
    return world;
}

void worlds_busy_run(wend_world *world, uint32_t steps) {
    wend_obstacle door = {UINT64_C(1) << 32};
    for (uint32_t i = 0; i < steps; i++) {
        uint64_t step = wend_world_step_count(world);
        if (step % 60 == 40) {
            ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, step % 120 != 40, NULL),
                             WEND_OK);
        }
        if (step % 25 == 10) {
            wend_agent agent = wend_world_find_agent(world, 1 + step % WORLDS_BUSY_AGENTS);
            ck_assert_int_eq(
                wend_world_set_agent_profile(world, agent, worlds_nth_profile(step / 25 % 2), NULL),
                WEND_OK);
            agent = wend_world_find_agent(world, 3 + step % WORLDS_BUSY_AGENTS);
            ck_assert_int_eq(wend_world_remove_agent(world, agent, NULL), WEND_OK);
        }
        worlds_step(world, 1);
    }
}

/* ---- Choosing and reloading ------------------------------------------------------------------ */

wend_goal worlds_limited(wend_world *world, double x, double y, uint32_t capacity,
                         wend_on_arrival then) {
    wend_point position = {x, y};
    wend_goal_def def = wend_default_goal_def();
    def.points = &position;
    def.capacity = capacity;
    def.on_arrival = then;
    return worlds_add_goal(world, &def);
}

wend_world *worlds_choosing(const char *select, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.select.name = select;
    worlds_add_profile(world, &profile);
    return world;
}

wend_goal_set worlds_goal_set(wend_world *world, const wend_goal *goals, uint32_t count) {
    wend_goal_set set = {0};
    ck_assert_int_eq(wend_world_add_goal_set(world, goals, count, &set, NULL), WEND_OK);
    return set;
}

wend_world *worlds_reload(const wend_world *world, const wend_registry *registry) {
    size_t size = wend_world_save(world, NULL, 0);
    void *bytes = malloc(size);
    wend_world_save(world, bytes, size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    def.registry = registry;
    wend_world *copy = NULL;
    wend_error error = {0};
    ck_assert_msg(wend_world_load(&def, bytes, size, &copy, &error) == WEND_OK, "%s",
                  error.message);
    free(bytes);
    return copy;
}
