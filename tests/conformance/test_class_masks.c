/* Obstacle classes per agent: an agent with a class mask, in a world with all classes on, moves bit
 * for bit like an agent without a mask in a world in which only the classes of the mask are on.
 * This is checked for every planner (on the maps that it needs), follower and steering model, in
 * random spaces, with classes switched and masks changed during the run. */
/* needs: kit */
/* cost: 10 */
#include <stdio.h>
#include <string.h>

#include <wend/random.h>

#include "support/kit/needed_maps.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { COLUMNS = 6, ROWS = 4, AGENTS = 14, STEPS = 60, CLASSES = 4, SEED = 21 };

static double number(uint64_t a, uint32_t b) {
    return wend_random_uniform(SEED, a, 0, b);
}

/* Makes a room of 24 x 16 m, divided into cells of 4 x 4 m. Most cells contain a box of a random
 * class. The lanes between the boxes are at least 1.4 m wide. */
static wend_space *make_space(uint64_t trial) {
    wend_point corners[] = {{-12, -8}, {12, -8}, {12, 8}, {-12, 8}}, boxes[COLUMNS * ROWS][4];
    wend_ring ring = {corners, 4};
    wend_solid_def solids[COLUMNS * ROWS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < COLUMNS * ROWS; i++) {
        double x = 4.0 * (i % COLUMNS) - 10.0, y = 4.0 * (i / COLUMNS) - 6.0;
        double w = 0.4 + 0.9 * number(trial, 4 * i), h = 0.4 + 0.9 * number(trial, 4 * i + 1);
        if (number(trial, 4 * i + 2) < 0.15) {
            continue;
        }
        wend_point box[] = {{x - w, y - h}, {x + w, y - h}, {x + w, y + h}, {x - w, y + h}};
        memcpy(boxes[count], box, sizeof box);
        solids[count] =
            (wend_solid_def){{boxes[count], 4}, (uint32_t)(number(trial, 4 * i + 3) * CLASSES)};
        count++;
    }
    wend_layer_def layer = {
        .boundaries = &ring, .boundary_count = 1, .solids = solids, .solid_count = count};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = CLASSES;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

typedef struct chain {
    const char *plan, *follow, *steer;
} chain;

/* The class masks of agents: one for agents with odd keys, and one for agents with even keys. The
 * two may be equal. */
typedef struct masks {
    uint32_t odd, even;
} masks;

static uint32_t mask_of(masks of, uint64_t key) {
    return key % 2 ? of.odd : of.even;
}

/* Returns NULL if the entries are not compatible. */
static wend_world *make_world(wend_space *space, const wend_registry *registry, chain c,
                              uint32_t classes, masks of, uint64_t trial) {
    wend_world_def world_def = wend_default_world_def();
    world_def.space = space;
    world_def.registry = registry;
    world_def.classes = classes;
    wend_world *world = NULL;
    ck_assert_int_eq(wend_world_create(&world_def, &world, NULL), WEND_OK);
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = c.plan;
    def.follow.name = c.follow;
    def.steer.name = c.steer;
    if (wend_world_add_profile(world, &def, NULL, NULL) != WEND_OK) {
        wend_world_destroy(world);
        return NULL;
    }
    needed_maps_add(world, registry, c.plan);
    needed_maps_add_corridor(world, registry, c.plan, c.follow, c.steer);
    for (uint64_t key = 1; key <= AGENTS; key++) {
        uint32_t at = (uint32_t)key * 8;
        wend_point to = {-8.0 + 4.0 * (int)(5 * number(trial + 100, at)),
                         -4.0 + 4.0 * (int)(3 * number(trial + 100, at + 1))};
        wend_agent_def agent = wend_default_agent_def();
        agent.key = key;
        /* Agents start where lanes cross; every fourth agent starts in the middle of a cell,
         * possibly inside a solid. */
        double shift = key % 4 == 0 ? 2.0 : 0.0;
        agent.position = (wend_point){4.0 * (double)(key % 5) - 8.0 + shift,
                                      4.0 * (double)(key / 5) - 4.0 + shift};
        agent.goal = worlds_point(world, to.x, to.y);
        agent.class_mask = mask_of(of, key);
        wend_location location = {wend_space_to_local(space, agent.position), 0};
        bool stands = wend_space_is_walkable(space, location, classes & (agent.class_mask | 1U));
        if (stands) {
            worlds_add(world, &agent);
        }
    }
    return world;
}

static void set_masks(wend_world *world, masks of) {
    wend_agent agents[AGENTS];
    uint32_t values[AGENTS];
    for (uint64_t key = 1; key <= AGENTS; key++) {
        agents[key - 1] = wend_world_find_agent(world, key);
        values[key - 1] = mask_of(of, key);
    }
    ck_assert_int_eq(wend_world_set_agent_class_masks(world, agents, values, AGENTS, NULL),
                     WEND_OK);
}

static void set_classes(wend_world *world, uint32_t classes) {
    for (uint32_t k = 1; k < CLASSES; k++) {
        ck_assert_int_eq(wend_world_set_class_enabled(world, k, classes >> k & 1U, NULL), WEND_OK);
    }
}

/* Checks that the agents of both worlds are equal, bit for bit. */
static void compare(const wend_world *a, const wend_world *b, const char *what, uint64_t step) {
    for (uint64_t key = 1; key <= AGENTS; key++) {
        wend_agent_state s, t;
        bool has_a = wend_world_get_agent(a, wend_world_find_agent(a, key), &s);
        bool has_b = wend_world_get_agent(b, wend_world_find_agent(b, key), &t);
        ck_assert_msg(has_a == has_b, "%s: agent %d", what, (int)key);
        ck_assert_msg(!has_a || (memcmp(&s.position, &t.position, sizeof s.position) == 0 &&
                                 memcmp(&s.velocity, &t.velocity, sizeof s.velocity) == 0 &&
                                 s.activity == t.activity),
                      "%s: agent %d differs in step %d: (%g, %g) and (%g, %g)", what, (int)key,
                      (int)step, s.position.x, s.position.y, t.position.x, t.position.y);
    }
}

/* Steps two worlds and compares them. In one world, the agents have class masks; in the other, the
 * same classes are switched for all agents. Returns a measure of how far the agents walked. */
static double compare_runs(const wend_registry *registry, wend_space *space, chain c,
                           uint64_t trial) {
    uint32_t mask = 1U | ((uint32_t)(8 * number(trial, 900)) << 1);
    uint32_t other = 1U | ((uint32_t)(8 * number(trial, 901)) << 1);
    wend_world *masked =
        make_world(space, registry, c, WEND_ALL_CLASSES, (masks){mask, mask}, trial);
    wend_world *plain =
        make_world(space, registry, c, mask, (masks){WEND_ALL_CLASSES, WEND_ALL_CLASSES}, trial);
    ck_assert((masked == NULL) == (plain == NULL));
    double walked = 0.0;
    char what[128];
    snprintf(what, sizeof what, "trial %d, %s, %s, %s", (int)trial, c.plan, c.follow, c.steer);
    for (uint64_t step = 0; masked && step < STEPS; step++) {
        if (step == 20) { /* changes the masks in this world, and the classes in the other */
            set_masks(masked, (masks){other, other});
            set_classes(plain, other);
        }
        if (step == 40) { /* switches a class that may or may not matter to the agents */
            ck_assert_int_eq(wend_world_set_class_enabled(masked, 2, false, NULL), WEND_OK);
            set_classes(plain, other & ~4U);
        }
        if (step == 45) { /* checks that a snapshot contains the masks */
            wend_world *loaded = worlds_reload(masked, registry);
            needed_maps_restore(loaded, registry, c.plan);
            needed_maps_restore_corridor(loaded, registry, c.plan, c.follow, c.steer);
            wend_world_destroy(masked);
            masked = loaded;
        }
        worlds_step(masked, 1);
        worlds_step(plain, 1);
        compare(masked, plain, what, step);
        wend_agent_state states[AGENTS];
        uint32_t count = wend_world_get_agents(plain, states, AGENTS);
        for (uint32_t i = 0; i < count; i++) {
            walked += (double)(states[i].velocity.x * states[i].velocity.x +
                               states[i].velocity.y * states[i].velocity.y);
        }
    }
    wend_world_destroy(masked);
    wend_world_destroy(plain);
    return walked;
}

START_TEST(masked_agents_move_as_if_the_classes_were_off) {
    wend_registry *registry = needed_maps_registry();
    uint32_t fit = 0;
    for (uint64_t trial = 0; trial < 2; trial++) {
        wend_space *space = make_space(trial);
        for (uint32_t p = 0; p < wend_registry_count(registry, WEND_KIND_PLANNER); p++) {
            for (uint32_t f = 0; f < wend_registry_count(registry, WEND_KIND_FOLLOWER); f++) {
                for (uint32_t s = 0; s < wend_registry_count(registry, WEND_KIND_STEERING); s++) {
                    chain c = {wend_registry_get(registry, WEND_KIND_PLANNER, p)->name,
                               wend_registry_get(registry, WEND_KIND_FOLLOWER, f)->name,
                               wend_registry_get(registry, WEND_KIND_STEERING, s)->name};
                    fit += compare_runs(registry, space, c, trial) > 10.0;
                }
            }
        }
        wend_space_release(space);
    }
    ck_assert_uint_gt(fit, 150);
    wend_registry_destroy(registry);
}
END_TEST

/* Each agent of a crowd has one of two class masks. With a model that ignores neighbours, each half
 * of the crowd moves as in a world in which only the classes of its mask are on. */
START_TEST(each_agent_uses_its_own_mask_in_a_mixed_crowd) {
    wend_registry *registry = needed_maps_registry();
    const chain c = {"sight", "waypoint", "direct"};
    uint32_t different = 0;
    for (uint64_t trial = 10; trial < 16; trial++) {
        wend_space *space = make_space(trial);
        masks all = {WEND_ALL_CLASSES, WEND_ALL_CLASSES}, of = {1U | 2U, 1U | 8U};
        wend_world *mixed = make_world(space, registry, c, WEND_ALL_CLASSES, of, trial);
        wend_world *odd = make_world(space, registry, c, of.odd, all, trial);
        wend_world *even = make_world(space, registry, c, of.even, all, trial);
        for (uint64_t step = 0; step < STEPS; step++) {
            worlds_step(mixed, 1);
            worlds_step(odd, 1);
            worlds_step(even, 1);
            for (uint64_t key = 1; key <= AGENTS; key++) {
                const wend_world *same = key % 2 ? odd : even, *other = key % 2 ? even : odd;
                wend_agent_state a, b, d;
                if (!wend_world_get_agent(mixed, wend_world_find_agent(mixed, key), &a)) {
                    continue;
                }
                ck_assert(wend_world_get_agent(same, wend_world_find_agent(same, key), &b));
                ck_assert_int_eq(memcmp(&a.position, &b.position, sizeof a.position), 0);
                different += wend_world_get_agent(other, wend_world_find_agent(other, key), &d) &&
                             memcmp(&a.position, &d.position, sizeof a.position) != 0;
            }
        }
        wend_world_destroy(mixed);
        wend_world_destroy(odd);
        wend_world_destroy(even);
        wend_space_release(space);
    }
    ck_assert_uint_gt(different, 50); /* the masks make a difference */
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/class_masks", masked_agents_move_as_if_the_classes_were_off,
          each_agent_uses_its_own_mask_in_a_mixed_crowd);
}
