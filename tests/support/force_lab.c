#include "support/force_lab.h"

#include <math.h>
#include <string.h>

#include "support/suite.h"

/* s: the step after which forces are read. Bodies start earlier on their path by one step, and
 * cannot accelerate, so that they are then where the test has put them. */
static const double dt = 1e-4;

enum { MOST_MARKS = 64, MOST_SETTINGS = 16 };

static wend_agent add_body(wend_world *world, wend_profile profile, wend_goal goal,
                           force_body body) {
    wend_agent_def def = wend_default_agent_def();
    def.profile = profile;
    def.goal = goal;
    def.radius = body.radius;
    def.position = (wend_point){body.position.x - dt * body.velocity.x,
                                body.position.y - dt * body.velocity.y};
    def.velocity = body.velocity;
    return worlds_add(world, &def);
}

force_lab force_lab_make(wend_space *space, const char *steer, const wend_setting *settings,
                         uint32_t setting_count, force_body body, double preferred_speed,
                         double angle) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.dt = dt;
    force_lab lab = {.world = worlds_from(&def)};
    wend_profile_def profile = worlds_profile_def();
    profile.preferred_speed = wend_constant(preferred_speed);
    profile.max_speed = wend_constant(5.0);
    profile.max_acceleration = wend_constant(0.001);
    wend_setting all[MOST_SETTINGS] = {{"max_force", {.number = {.a = 0.01}}}};
    ck_assert_uint_lt(setting_count, MOST_SETTINGS);
    for (uint32_t i = 0; i < setting_count; i++) {
        all[i + 1] = settings[i];
    }
    profile.steer =
        (wend_choice){.name = steer, .settings = all, .setting_count = setting_count + 1};
    wend_profile own = worlds_add_profile(lab.world, &profile);
    profile.steer = (wend_choice){.name = "external"};
    lab.others = worlds_add_profile(lab.world, &profile);
    lab.agent = add_body(lab.world, own, worlds_direction(lab.world, angle), body);
    return lab;
}

void force_lab_add(const force_lab *lab, force_body body) {
    add_body(lab->world, lab->others, (wend_goal){0}, body);
}

wend_vec2 force_lab_read(const force_lab *lab, const char *label) {
    wend_mark marks[MOST_MARKS];
    worlds_step(lab->world, 1);
    uint32_t count = wend_world_explain(lab->world, lab->agent, marks, MOST_MARKS);
    wend_vec2 sum = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        bool counts = marks[i].kind == WEND_MARK_FORCE &&
                      (!label || (marks[i].label && strcmp(marks[i].label, label) == 0));
        sum.x += counts ? marks[i].b.x : 0.0F;
        sum.y += counts ? marks[i].b.y : 0.0F;
    }
    return sum;
}

wend_vec2 force_lab_once(wend_space *space, const char *steer, const wend_setting *settings,
                         uint32_t setting_count, force_body body, const force_body *other,
                         double angle, const char *label) {
    force_lab lab = force_lab_make(space, steer, settings, setting_count, body, 1.34, angle);
    if (other) {
        force_lab_add(&lab, *other);
    }
    wend_vec2 found = force_lab_read(&lab, label);
    wend_world_destroy(lab.world);
    return found;
}

void force_lab_check(wend_vec2 found, double x, double y, double share) {
    double error = hypot((double)found.x - x, (double)found.y - y), length = hypot(x, y);
    ck_assert_msg(error <= share * length, "(%.9g, %.9g) instead of (%.9g, %.9g)", (double)found.x,
                  (double)found.y, x, y);
}
