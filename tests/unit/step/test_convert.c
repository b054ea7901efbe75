/* Compares the portals of polylines and corridors with portals computed by hand. */
#include <math.h>
#include <stdlib.h>

#include <wend/model.h>

#include "support/suite.h"

static void check_portal(const wend_route *route, uint32_t index, wend_vec2 start, wend_vec2 left,
                         wend_vec2 right, uint32_t layer) {
    wend_portal got = wend_route_portal(route, index, start);
    ck_assert_float_eq_tol(got.left.x, left.x, 1e-5F);
    ck_assert_float_eq_tol(got.left.y, left.y, 1e-5F);
    ck_assert_float_eq_tol(got.right.x, right.x, 1e-5F);
    ck_assert_float_eq_tol(got.right.y, right.y, 1e-5F);
    ck_assert_uint_eq(got.layer, layer);
}

static wend_route polyline(const wend_route_point *points, uint32_t count) {
    return (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_POLYLINE,
                        .map = WEND_NO_MAP,
                        .points = points,
                        .point_count = count};
}

static const wend_vec2 start = {0.0F, 0.0F};

START_TEST(portals_are_perpendicular_to_straight_path) {
    wend_route_point points[] = {{{2.0F, 0.0F}, 0.5F, 0}, {{4.0F, 0.0F}, 1.5F, 3}};
    wend_route route = polyline(points, 2);
    ck_assert_uint_eq(wend_route_portal_count(&route), 2);
    check_portal(&route, 0, start, (wend_vec2){2.0F, 0.5F}, (wend_vec2){2.0F, -0.5F}, 0);
    check_portal(&route, 1, start, (wend_vec2){4.0F, 1.5F}, (wend_vec2){4.0F, -1.5F}, 3);
}
END_TEST

START_TEST(portal_bisects_angle_of_corner) {
    float h = sqrtf(0.5F);
    wend_route_point points[] = {{{3.0F, 0.0F}, 1.0F, 0}, {{3.0F, 7.0F}, 2.0F, 0}};
    /* The route leads east, then north; left is north-west. */
    wend_route route = polyline(points, 2);
    check_portal(&route, 0, start, (wend_vec2){3.0F - h, h}, (wend_vec2){3.0F + h, -h}, 0);
    check_portal(&route, 1, start, (wend_vec2){1.0F, 7.0F}, (wend_vec2){5.0F, 7.0F}, 0);
}
END_TEST

START_TEST(portal_at_a_path_reversal_lies_along_the_path) {
    wend_route_point points[] = {{{3.0F, 0.0F}, 1.0F, 0}, {{1.0F, 0.0F}, 1.0F, 0}};
    wend_route route = polyline(points, 2);
    wend_portal got = wend_route_portal(&route, 0, start);
    ck_assert_float_eq_tol(got.left.y, 0.0F, 1e-5F);
    ck_assert_float_eq_tol(got.right.y, 0.0F, 1e-5F);
    ck_assert_float_eq_tol(fabsf(got.left.x - got.right.x), 2.0F, 1e-5F);
    ck_assert_float_eq_tol(got.left.x + got.right.x, 6.0F, 1e-5F);
}
END_TEST

START_TEST(coincident_points_give_portals_of_full_width) {
    wend_route_point points[] = {
        {{0.0F, 0.0F}, 1.0F, 0}, {{0.0F, 0.0F}, 1.0F, 0}, {{0.0F, 5.0F}, 1.0F, 0}};
    wend_route route = polyline(points, 3);
    check_portal(&route, 1, start, (wend_vec2){-1.0F, 0.0F}, (wend_vec2){1.0F, 0.0F}, 0);
    check_portal(&route, 2, start, (wend_vec2){-1.0F, 5.0F}, (wend_vec2){1.0F, 5.0F}, 0);
    for (uint32_t i = 0; i < 3; i++) {
        wend_portal got = wend_route_portal(&route, i, start);
        ck_assert_float_eq_tol(hypotf(got.left.x - got.right.x, got.left.y - got.right.y), 2.0F,
                               1e-5F);
    }
    route = polyline(points, 1);
    wend_portal got = wend_route_portal(&route, 0, start);
    ck_assert(isfinite(got.left.x) && isfinite(got.left.y));
}
END_TEST

START_TEST(open_ground_gives_wide_but_finite_portals) {
    wend_route_point points[] = {{{2.0F, 0.0F}, INFINITY, 0}};
    wend_route route = polyline(points, 1);
    check_portal(&route, 0, start, (wend_vec2){2.0F, 1000.0F}, (wend_vec2){2.0F, -1000.0F}, 0);
}
END_TEST

START_TEST(portals_from_planner_are_returned_unchanged) {
    wend_portal portals[] = {{{1.0F, 2.0F}, {3.0F, 4.0F}, 5}, {{6.0F, 7.0F}, {8.0F, 9.0F}, 10}};
    wend_route_point points[] = {{{2.0F, 0.0F}, 1.0F, 0}};
    wend_route route = polyline(points, 1);
    route.portals = portals;
    route.portal_count = 2;
    ck_assert_uint_eq(wend_route_portal_count(&route), 2);
    check_portal(&route, 0, start, portals[0].left, portals[0].right, 5);
    check_portal(&route, 1, start, portals[1].left, portals[1].right, 10);
    wend_route none = {.status = WEND_ROUTE_STATUS_FOUND};
    ck_assert_uint_eq(wend_route_portal_count(&none), 0);
}
END_TEST

/* ---- Corridors ------------------------------------------------------------------------------- */

static wend_route corridor_of(const wend_corridor_disc *discs, uint32_t count, float inset) {
    return (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_CORRIDOR,
                        .map = WEND_NO_MAP,
                        .discs = discs,
                        .disc_count = count,
                        .inset = inset};
}

/* A passage 4 m wide along x, with its axis at y = 1. At (5, 1) the chord is inset by the radius.
 * At (8, 1) there is less room than the radius, so the portal is a point on the axis. */
START_TEST(corridor_portals_are_inset_chords_of_discs) {
    const wend_corridor_disc discs[] = {{{0, 1}, {0, 3}, {0, -1}, 2.0F, 0},
                                        {{5, 1}, {5, 3}, {5, -1}, 2.0F, 0},
                                        {{8, 1}, {8, 1.5F}, {8, 0.5F}, 0.5F, 1},
                                        {{9, 1}, {9, 3}, {9, -1}, 2.0F, 1}};
    wend_route route = corridor_of(discs, 4, 0.75F);
    ck_assert_uint_eq(wend_route_portal_count(&route), 2);
    check_portal(&route, 0, start, (wend_vec2){5.0F, 2.25F}, (wend_vec2){5.0F, -0.25F}, 0);
    check_portal(&route, 1, start, (wend_vec2){8.0F, 1.0F}, (wend_vec2){8.0F, 1.0F}, 1);
    route.inset = 0.0F;
    check_portal(&route, 0, start, discs[1].left, discs[1].right, 0);
    route.disc_count = 2;
    ck_assert_uint_eq(wend_route_portal_count(&route), 0);
}
END_TEST

int main(void) {
    SUITE("step/convert", corridor_portals_are_inset_chords_of_discs,
          portals_are_perpendicular_to_straight_path, portal_bisects_angle_of_corner,
          portal_at_a_path_reversal_lies_along_the_path,
          coincident_points_give_portals_of_full_width, open_ground_gives_wide_but_finite_portals,
          portals_from_planner_are_returned_unchanged);
}
