/* Height, tested through the public interface: a modifier that slows agents uphill, and z in the
 * state. */
#include <math.h>

#include <wend/wend.h>

#include "support/suite.h"
#include "support/worlds.h"

/* Halves the speed on a slope that rises 1 m per metre, and interpolates on gentler slopes. */
static void climb(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &view->bodies[i];
            wend_intent *intent = &intents[i - agents->first];
            wend_location at = {body->position, wend_body_layer(body)};
            wend_vec2 slope = wend_space_slope(view->space, at);
            wend_vec2 aim = wend_region_aim(&intent->region, body->position, intent->speed);
            float dx = aim.x - body->position.x, dy = aim.y - body->position.y;
            float length = hypotf(dx, dy);
            float rise = length > 0.0F ? (slope.x * dx + slope.y * dy) / length : 0.0F;
            ck_assert(isfinite(wend_view_height(view, at)));
            intent->speed /= 1.0F + (rise > 0.0F ? rise : 0.0F);
        }
    }
}

static const wend_modifier modifier = {
    .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "climb", .summary = "slows uphill"}},
    .modify = climb};

START_TEST(agents_climb_a_ramp) {
    static const wend_point ramp[] = {{5, -2}, {15, -2}, {15, 2}, {5, 2}};
    static const wend_point top[] = {{15, -2}, {30, -2}, {30, 2}, {15, 2}};
    const wend_height_def heights[] = {{.ring = {ramp, 4}, .z = -2.0, .slope = {0.4, 0.0}},
                                       {.ring = {top, 4}, .z = 4.0}};
    const wend_layer_def layer = {.heights = heights, .height_count = 2};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_MODIFIER, &modifier.stage.entry, NULL),
                     WEND_OK);
    wend_world *world = worlds_make(space, registry);
    wend_profile_def profile = worlds_profile_def();
    profile.modify[0].name = "climb";
    profile.modify_count = 1;
    worlds_add_profile(world, &profile);
    wend_agent up = worlds_agent(world, 0, 0.5, worlds_point(world, 25, 0.5));
    wend_agent down = worlds_agent(world, 25, -0.5, worlds_point(world, 0, -0.5));
    uint32_t slow = 0, fast = 0;
    for (int i = 0; i < 250; i++) {
        worlds_step(world, 1);
        wend_agent_state one = worlds_state(world, up), two = worlds_state(world, down);
        double x = one.position.x;
        double z = x < 5 ? 0.0 : x < 15 ? 0.4 * (x - 5) : 4.0;
        ck_assert_double_eq_tol(one.z, z, 1e-6);
        double before = x - 0.1 * (double)one.velocity.x;
        if (before > 5.01 && before < 14.99) {
            ck_assert_double_eq_tol((double)one.velocity.x, 1.3 / 1.4, 1e-4);
            slow++;
        } else if (x < 4.9 || (before > 15.01 && x < 24.6)) {
            ck_assert_double_eq_tol((double)one.velocity.x, 1.3, 1e-4);
            fast++;
        }
        ck_assert(two.position.x < 0.5 || fabs((double)two.velocity.x + 1.3) < 1e-4);
    }
    ck_assert(slow > 100 && fast > 100);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/height", agents_climb_a_ramp);
}
