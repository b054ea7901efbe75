/* Cores of agents never overlap. Tests the planes of sampled pairs, and measures the overlaps in
 * dense crowds. */
#include <math.h>
#include <stdlib.h>

#include "steer/solve/planes/core.h"
#include "steer/solve/programs/line.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { PAIRS = 3000, SAMPLES = 200 };

static wend_vec2 sample_velocity(dice *from, double most) {
    double angle = dice_between(from, -3.2, 3.2), speed = most * sqrt(dice_between(from, 0.0, 1.0));
    return (wend_vec2){(float)(speed * cos(angle)), (float)(speed * sin(angle))};
}

static double gap_after(const wend_body *a, wend_vec2 va, const wend_body *b, wend_vec2 vb,
                        double time) {
    double x = (double)a->position.x - (double)b->position.x + time * ((double)va.x - (double)vb.x);
    double y = (double)a->position.y - (double)b->position.y + time * ((double)va.y - (double)vb.y);
    return hypot(x, y);
}

/* Samples two agents that avoid each other, with a distance of `gap` between their cores. */
static void sample_pair(dice *from, double share, double gap, wend_body pair[2]) {
    pair[0] = (wend_body){.radius = (float)dice_between(from, 0.1, 1.0)};
    pair[1] = (wend_body){.radius = (float)dice_between(from, 0.1, 1.0)};
    double apart = share * ((double)pair[0].radius + (double)pair[1].radius) + gap;
    double angle = dice_between(from, -3.2, 3.2);
    pair[1].position = (wend_vec2){(float)(apart * cos(angle)), (float)(apart * sin(angle))};
    pair[0].velocity = sample_velocity(from, 2.0);
    pair[1].velocity = sample_velocity(from, 2.0);
}

/* If both agents choose velocities that their planes allow, their cores do not overlap after the
 * step. The planes also allow both agents to stand still. */
START_TEST(allowed_velocities_keep_cores_apart) {
    dice from = {5};
    uint32_t tried = 0, near_misses = 0;
    for (int i = 0; i < PAIRS; i++) {
        float interval = (float)dice_between(&from, 0.02, 0.5);
        core_agent agent = {
            .share = 0.92F, .brake_interval = interval, .max_speed = 2.0F, .fastest = 2.0F};
        wend_body pair[2];
        sample_pair(&from, (double)agent.share, dice_between(&from, 1e-4, 0.5), pair);
        velocity_plane planes[2] = {{{1.0F, 0.0F}, -1e30F}, {{1.0F, 0.0F}, -1e30F}};
        bool has = core_plane(&agent, &pair[0], &pair[1], true, &planes[0]);
        ck_assert(core_plane(&agent, &pair[1], &pair[0], false, &planes[1]) == has);
        ck_assert(planes[0].offset <= 1e-5F && planes[1].offset <= 1e-5F);
        double core = (double)agent.share * ((double)pair[0].radius + (double)pair[1].radius);
        for (int k = 0; k < SAMPLES; k++) {
            wend_vec2 va = sample_velocity(&from, 2.0), vb = sample_velocity(&from, 2.0);
            if (!plane_violated(planes[0], va) && !plane_violated(planes[1], vb)) {
                double after = gap_after(&pair[0], va, &pair[1], vb, (double)interval) - core;
                ck_assert_msg(after > -1e-5, "pair %d: %g m after the step", i, after);
                tried++;
                near_misses += after < 0.02;
            }
        }
    }
    ck_assert_uint_gt(tried, PAIRS);
    ck_assert_uint_gt(near_misses, 100);
}
END_TEST

/* Overlapping cores separate, or at least come no closer. */
START_TEST(overlapping_cores_separate) {
    dice from = {6};
    for (int i = 0; i < PAIRS; i++) {
        core_agent agent = {
            .share = 0.92F, .brake_interval = 0.1F, .max_speed = 2.0F, .fastest = 2.0F};
        wend_body pair[2];
        sample_pair(&from, (double)agent.share, -dice_between(&from, 1e-3, 0.15), pair);
        velocity_plane planes[2];
        ck_assert(core_plane(&agent, &pair[0], &pair[1], true, &planes[0]));
        ck_assert(core_plane(&agent, &pair[1], &pair[0], false, &planes[1]));
        wend_vec2 va = vec_scale(planes[0].normal, planes[0].offset);
        wend_vec2 vb = vec_scale(planes[1].normal, planes[1].offset);
        double before = gap_after(&pair[0], va, &pair[1], vb, 0.0);
        double after = gap_after(&pair[0], va, &pair[1], vb, 0.1);
        double core = (double)agent.share * ((double)pair[0].radius + (double)pair[1].radius);
        ck_assert_double_gt(after, before);
        ck_assert_double_le(after, core + 1e-5);
    }
}
END_TEST

/* ---- Crowds ---------------------------------------------------------------------------------- */

/* Returns the deepest overlap after the first second, as a fraction of the sum of the radii. */
static double deepest(const wend_view *view) {
    double worst = 0.0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const wend_body *a = &view->bodies[i], *b = &view->bodies[k];
            double sum = (double)a->radius + (double)b->radius;
            wend_vec2 still = {0.0F, 0.0F};
            worst = fmax(worst, 1.0 - gap_after(a, still, b, still, 0.0) / sum);
        }
    }
    return worst;
}

/* Runs two crowds that push through each other at a gap 1.2 m wide; radii are 0.2 to 0.3 m. Returns
 * the deepest overlap. */
static double press(const char *steer, double dt, double squeeze) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, 16.0, 8.0);
    sketch_box(&s, 0, 0, 7.5, 0.5, 8.5, 3.4);
    sketch_box(&s, 0, 0, 7.5, 4.6, 8.5, 7.5);
    wend_world_def def = wend_default_world_def();
    def.space = sketch_space(&s);
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    wend_setting setting = {"squeeze", {.number = wend_constant(squeeze)}};
    profile.radius = wend_uniform(0.2, 0.3);
    profile.steer.name = steer;
    profile.steer.settings = &setting;
    profile.steer.setting_count = 1;
    worlds_add_profile(world, &profile);
    wend_goal left = worlds_point(world, 1.0, 4.0), right = worlds_point(world, 15.0, 4.0);
    for (int i = 0; i < 80; i++) {
        double x = 0.7 + 0.65 * (i / 2 / 8), y = 1.2 + 0.75 * (i / 2 % 8);
        worlds_agent(world, i % 2 ? x : 16.0 - x, y, i % 2 ? right : left);
    }
    double worst = 0.0;
    for (double time = 0.0; time < 30.0; time += dt) {
        worlds_step(world, 1);
        worst = time > 1.0 ? fmax(worst, deepest(wend_world_view(world))) : worst;
    }
    wend_world_destroy(world);
    return worst;
}

START_TEST(crowds_overlap_by_no_more_than_the_squeeze) {
    static const char *const models[] = {"orca", "orca_segment", "orca_arc"};
    for (int i = 0; i < 3; i++) {
        ck_assert_double_lt(press(models[i], 0.1, 0.08), 0.08 + 1e-3);
        ck_assert_double_lt(press(models[i], 0.25, 0.08), 0.08 + 1e-3);
        ck_assert_double_lt(press(models[i], 0.1, 0.0), 1e-3);
        /* The crowd is so dense that agents overlap without core planes. */
        ck_assert_double_gt(press(models[i], 0.1, 1.0), 0.12);
    }
}
END_TEST

int main(void) {
    SUITE("steer/core_planes", allowed_velocities_keep_cores_apart, overlapping_cores_separate,
          crowds_overlap_by_no_more_than_the_squeeze);
}
