/* needs: kit */
/* Portals of random corridors: portals that the converter derives from discs, and portals that the
 * planner returns. No point of a portal is nearer to a wall than the inset, and no portal crosses
 * the next one. */
#include "support/kit/corridor_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdio.h>

enum { QUERIES = 6, POINTS = 8 };

static const double TOLERANCE = 1e-3; /* m */

static char what[96];

static double turn(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

/* Returns the distance (m) of c from the line a -> b; positive if c is to the left. */
static double beside(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    double length = hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
    return length > 1e-6 ? turn(a, b, c) / length : 0.0;
}

/* True if two portals cross: the ends of each are clearly on different sides of the other. */
static bool cross(wend_portal p, wend_portal q) {
    double a = beside(p.left, p.right, q.left), b = beside(p.left, p.right, q.right);
    double c = beside(q.left, q.right, p.left), d = beside(q.left, q.right, p.right);
    return fmin(a, b) < -TOLERANCE && fmax(a, b) > TOLERANCE && fmin(c, d) < -TOLERANCE &&
           fmax(c, d) > TOLERANCE;
}

/* Checks that each portal keeps its distance from walls; where there is no room for this, it must
 * be a single point. Returns the number of portals that are not single points. */
static uint32_t check_portals(const corridor_world *w, const wend_route *route) {
    uint32_t count = wend_route_portal_count(route), wide = 0;
    wend_portal last = {{0, 0}, {0, 0}, 0};
    for (uint32_t i = 0; i < count; i++) {
        wend_portal portal = wend_route_portal(route, i, (wend_vec2){0, 0});
        bool is_point = portal.left.x == portal.right.x && portal.left.y == portal.right.y;
        wend_corridor_projection axis;
        ck_assert(wend_corridor_project(w->map, (wend_location){portal.left, 0}, &axis));
        for (int k = 0; k <= POINTS && !is_point; k++) {
            float t = (float)k / POINTS;
            wend_vec2 at = {portal.left.x + (portal.right.x - portal.left.x) * t,
                            portal.left.y + (portal.right.y - portal.left.y) * t};
            double clearance = corridor_world_clearance(w, at);
            ck_assert_msg(clearance > (double)route->inset - TOLERANCE,
                          "%s: portal %u of %u: (%.9g, %.9g) is %.9g m from a wall", what, i, count,
                          (double)at.x, (double)at.y, clearance);
        }
        if (is_point) {
            ck_assert_msg(axis.sample.clearance < route->inset * 1.03F, "%s: portal %u", what, i);
        }
        ck_assert_msg(i == 0 || !cross(last, portal), "%s: portals %u and %u cross", what, i - 1,
                      i);
        wide += !is_point;
        last = portal;
    }
    return wide;
}

static void try_world(uint64_t seed, double clearance, uint32_t *wide) {
    corridor_world w;
    wend_agent agents[QUERIES];
    dice from = {seed};
    uint32_t count = 0;
    corridor_world_make(&w, seed, 0.1, NULL);
    double radius = w.sampled.radii[seed % DISC_RADII];
    wend_setting setting = {"clearance",
                            {.kind = WEND_VALUE_NUMBER, .number = wend_constant(clearance)}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    profile.plan = (wend_choice){"corridor", &setting, 1};
    wend_profile number = worlds_add_profile(w.world, &profile);
    wend_vec2 a, b;
    while (count < QUERIES && corridor_world_sample_position(&w, &from, radius, &a) &&
           corridor_world_sample_position(&w, &from, radius, &b)) {
        agents[count++] = corridor_world_agent(&w, number, a, b);
    }
    worlds_step(w.world, 1);
    for (uint32_t i = 0; i < count; i++) {
        const wend_route *route = worlds_route(w.world, agents[i]);
        if (route != NULL && route->disc_count > 2) {
            wend_route converted = *route;
            converted.portal_count = 0;
            ck_assert_uint_eq(wend_route_portal_count(&converted), 0);
            converted.gives &= ~(uint32_t)WEND_ROUTE_PORTALS;
            snprintf(what, sizeof what, "seed %llu, query %u, its own", (unsigned long long)seed,
                     i);
            wide[0] += check_portals(&w, route);
            snprintf(what, sizeof what, "seed %llu, query %u", (unsigned long long)seed, i);
            wide[1] += check_portals(&w, &converted);
        }
    }
    corridor_world_end(&w);
}

START_TEST(portals_do_not_cross_walls_or_each_other) {
    uint32_t wide[2] = {0, 0};
    for (uint64_t seed = 700; seed < 700 + trials(36); seed++) {
        try_world(seed, seed % 2 ? 0.0 : 0.4, wide);
    }
    ck_assert_uint_ge(wide[0], trials_bound(1500));
    ck_assert_uint_ge(wide[1], trials_bound(800));
}
END_TEST

int main(void) {
    SUITE("step/convert_corridors", portals_do_not_cross_walls_or_each_other);
}
