/* Large agents avoid each other in time, whatever their size, and all kernels give the same result.
 */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

static const char *const models[] = {"orca", "orca_segment", "orca_arc", "hrvo", "gvo"};
enum { MODELS = sizeof models / sizeof *models, RING = 8 };

/* Places agents on a circle, each with the opposite point as its goal. */
static wend_world *ring(const char *steer, wend_distribution radius, double size, uint32_t count,
                        wend_kernel kernel) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.kernel = kernel;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = radius;
    profile.steer.name = steer;
    worlds_add_profile(world, &profile);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.283185307 * i / count;
        double x = size * cos(angle), y = size * sin(angle);
        worlds_agent(world, x, y, worlds_disc(world, -x, -y, 0.5));
    }
    return world;
}

/* Returns the deepest overlap of two agents, as a fraction of the sum of their radii. */
static double overlap_of(wend_world *world) {
    const wend_view *view = wend_world_view(world);
    double worst = 0.0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const wend_body *a = &view->bodies[i], *b = &view->bodies[k];
            double sum = (double)a->radius + (double)b->radius;
            double apart = hypot((double)a->position.x - (double)b->position.x,
                                 (double)a->position.y - (double)b->position.y);
            worst = fmax(worst, 1.0 - apart / sum);
        }
    }
    return worst;
}

START_TEST(agents_of_any_size_pass_each_other) {
    static const double radii[] = {0.25, 0.6, 1.0, 3.0, 5.0, 20.0};
    for (uint32_t m = 0; m < MODELS; m++) {
        for (int r = 0; r < 6; r++) {
            double size = 3.0 * radii[r] + 5.0, worst = 0.0;
            wend_world *world = ring(models[m], wend_constant(radii[r]), size, 2, WEND_KERNEL_AUTO);
            uint32_t steps = (uint32_t)(4.0 * (2.0 * size + 7.0 * radii[r]) / 1.3 / 0.1);
            for (uint32_t i = 0; i < steps && wend_world_get_stats(world).arrivals < 2; i++) {
                worlds_step(world, 1);
                worst = fmax(worst, overlap_of(world));
            }
            ck_assert_msg(worst < 0.01, "%s, radius %g: overlap %g", models[m], radii[r], worst);
            ck_assert_msg(wend_world_get_stats(world).arrivals == 2, "%s, radius %g", models[m],
                          radii[r]);
            wend_world_destroy(world);
        }
    }
}
END_TEST

START_TEST(kernels_give_the_same_result_for_large_agents) {
    for (uint32_t m = 0; m < MODELS; m++) {
        uint64_t hashes[WEND_KERNEL_COUNT] = {0};
        for (int kernel = WEND_KERNEL_SCALAR; kernel < WEND_KERNEL_COUNT; kernel++) {
            if (!wend_kernel_is_available((wend_kernel)kernel)) {
                continue;
            }
            wend_world *world =
                ring(models[m], wend_uniform(0.3, 2.5), 20.0, 5 * RING, (wend_kernel)kernel);
            worlds_step(world, 200);
            hashes[kernel] = wend_world_hash(world);
            ck_assert_uint_eq(hashes[kernel], hashes[WEND_KERNEL_SCALAR]);
            wend_world_destroy(world);
        }
    }
}
END_TEST

int main(void) {
    SUITE("steer/large_agents", agents_of_any_size_pass_each_other,
          kernels_give_the_same_result_for_large_agents);
}
