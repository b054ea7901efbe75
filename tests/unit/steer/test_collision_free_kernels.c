/* The SIMD versions of the model `collision_free_speed` match the scalar version bit for bit where
 * they leave agents to it: in crowds with more neighbours than are considered, across links between
 * layers, and at points to stop at. test_kernels.c has other crowds. */
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { STEPS = 30, SCENES = 3, HEAP = 300, GROUPS = 40 };

static wend_space *open_ground(void) {
    return worlds_open();
}

/* A lattice with 0.15 m between agents: about 500 agents would be within reach. */
static void add_heap(wend_world *world) {
    for (uint32_t i = 0; i < HEAP; i++) {
        worlds_agent(world, 0.15 * (i % 20), 0.15 * (i / 20),
                     worlds_direction(world, 0.5 * WEND_PI * (i % 4)));
    }
}

/* Two layers with a link across the middle. */
static wend_space *linked_hall(void) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 20);
    sketch_box_boundary(&s, 1, 10, 0, 20, 20);
    sketch_link(&s, 10, 0, 10, 20, 0, 1);
    return sketch_space(&s);
}

/* Agents that walk towards each other across the link, more than 5 m away from walls. */
static void add_groups(wend_world *world) {
    for (uint32_t i = 0; i < GROUPS; i++) {
        uint32_t side = i % 2;
        wend_agent_def def = wend_default_agent_def();
        def.position.x = 10.0 + (side ? 1.0 : -1.0) * (0.3 + 0.7 * (i / 2 % 4));
        def.position.y = 7.0 + 0.7 * (i / 8) + 0.1 * side;
        def.layer = side;
        def.goal = worlds_direction(world, side ? WEND_PI : 0);
        worlds_add(world, &def);
    }
}

/* Agents that reach points, stop there, and stand beside others that pass. */
static void add_arrivals(wend_world *world) {
    for (uint32_t i = 0; i < GROUPS; i++) {
        double x = 0.8 * (i % 8), y = 0.8 * (i / 8);
        worlds_agent(world, x, y,
                     i % 3 ? worlds_point(world, x + 0.3, y) : worlds_direction(world, 0));
    }
}

typedef struct kernel_scene {
    const char *name;
    wend_space *(*make)(void);
    void (*fill)(wend_world *world);
} kernel_scene;

static const kernel_scene scenes[SCENES] = {{"heap", open_ground, add_heap},
                                            {"link", linked_hall, add_groups},
                                            {"arrivals", open_ground, add_arrivals}};

static uint64_t run(const kernel_scene *scene, wend_kernel kernel) {
    wend_world_def def = wend_default_world_def();
    def.space = scene->make();
    def.kernel = kernel;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = "collision_free_speed";
    profile.radius = wend_constant(0.2);
    worlds_add_profile(world, &profile);
    scene->fill(world);
    uint64_t hash = 0;
    for (uint32_t i = 0; i < STEPS; i++) {
        worlds_step(world, 1);
        hash = hash * 31 + wend_world_hash(world);
    }
    wend_world_destroy(world);
    return hash;
}

START_TEST(rare_cases_agree_in_all_kernels) {
    for (uint32_t s = 0; s < SCENES; s++) {
        uint64_t expected = run(&scenes[s], WEND_KERNEL_SCALAR);
        for (int k = WEND_KERNEL_SSE2; k < WEND_KERNEL_COUNT; k++) {
            bool is_there = wend_kernel_is_available((wend_kernel)k);
            ck_assert_msg(!is_there || run(&scenes[s], (wend_kernel)k) == expected, "%s, kernel %s",
                          scenes[s].name, wend_kernel_text((wend_kernel)k));
        }
    }
}
END_TEST

int main(void) {
    SUITE("steer/collision_free_kernels", rare_cases_agree_in_all_kernels);
}
