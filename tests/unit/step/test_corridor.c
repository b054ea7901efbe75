/* The closest point of a corridor's boundary. Hand-made corridors are checked with simple geometry.
 * Random corridors are compared with three other sources: brute force over a union of discs, the
 * walls of the ground, and the map's retraction. */
/* needs: kit */
#include <math.h>
#include <stdlib.h>

#include <wend/kit.h>

#include "geom/vec.h"
#include "support/kit/corridor_paths.h"
#include "support/kit/disc_worlds.h"
#include "support/suite.h"
#include "support/trials.h"

/* ---- By hand --------------------------------------------------------------------------------- */

static wend_route route_of(const wend_corridor_disc *discs, uint32_t count) {
    return (wend_route){.status = WEND_ROUTE_STATUS_FOUND, .discs = discs, .disc_count = count};
}

static void check_bound(const wend_route *route, wend_vec2 x, uint32_t start, wend_vec2 point,
                        float distance, float room) {
    uint32_t cursor = start;
    wend_corridor_bound bound = wend_route_bound(route, (wend_location){x, 0}, &cursor);
    ck_assert_msg(hypotf(bound.point.x - point.x, bound.point.y - point.y) < 1e-5F,
                  "from (%g, %g): (%g, %g), not (%g, %g)", (double)x.x, (double)x.y,
                  (double)bound.point.x, (double)bound.point.y, (double)point.x, (double)point.y);
    ck_assert_float_eq_tol(bound.distance, distance, 1e-5F);
    ck_assert_float_eq_tol(bound.clearance, room, 1e-4F);
    ck_assert_uint_lt(cursor, route->disc_count);
}

/* A street 4 m wide from x = 0 to 10. At x = 10 the wall on the right ends at a corner, and the
 * street continues along the wall on the left, so its axis is a parabola. */
static const wend_corridor_disc street[] = {
    {{0, 0}, {0, 2}, {0, -2}, 2, 0},
    {{6, 0}, {6, 2}, {6, -2}, 2, 0},
    {{10, 0}, {10, 2}, {10, -2}, 2, 0},
    {{14, -2}, {14, 2}, {10, -2}, 4, 0},
};

START_TEST(bound_is_nearest_wall_or_corner) {
    wend_route route = route_of(street, 4);
    for (uint32_t start = 0; start < 6; start++) {
        check_bound(&route, (wend_vec2){3, 0.5F}, start, (wend_vec2){3, 2}, 1.5F, 2);
        check_bound(&route, (wend_vec2){7, -1.9F}, start, (wend_vec2){7, -2}, 0.1F, 2);
        /* The axis, with focus (10, -2) and directrix y = 2, is y = -(x - 10)^2 / 8. At x = 12, y =
         * -0.5. */
        check_bound(&route, (wend_vec2){12, 1}, start, (wend_vec2){12, 2}, 1, 2.5F);
        check_bound(&route, (wend_vec2){11, -1.25F}, start, (wend_vec2){10, -2}, 1.25F, 2.5F);
    }
}
END_TEST

START_TEST(bound_beyond_corridor_ends_is_on_arc) {
    wend_route route = route_of(street, 4);
    check_bound(&route, (wend_vec2){-0.6F, 0.8F}, 2, (wend_vec2){-1.2F, 1.6F}, 1, 2);
    check_bound(&route, (wend_vec2){16, -2}, 0, (wend_vec2){18, -2}, 2, 4);
    check_bound(&route, (wend_vec2){14, -5}, 0, (wend_vec2){14, -6}, 1, 4);
}
END_TEST

START_TEST(distance_is_negative_outside_corridor) {
    wend_route route = route_of(street, 4);
    check_bound(&route, (wend_vec2){3, 2.5F}, 0, (wend_vec2){3, 2}, -0.5F, 2);
    check_bound(&route, (wend_vec2){-3, 0}, 0, (wend_vec2){-2, 0}, -1, 2);
    check_bound(&route, (wend_vec2){14, -9}, 0, (wend_vec2){14, -6}, -3, 4);
}
END_TEST

/* At (5, 0) the corridor has an opening on the right, between the corners (3.8, -1.6) and (6.6,
 * -1.2). */
static const wend_corridor_disc opening[] = {
    {{0, 0}, {0, 2}, {0, -2}, 2, 0},
    {{5, 0}, {5, 2}, {3.8F, -1.6F}, 2, 0},
    {{5, 0}, {5, 2}, {6.6F, -1.2F}, 2, 0},
    {{9, 0}, {9, 2}, {9, -2}, 2, 0},
};

START_TEST(bound_in_opening_is_on_arc) {
    wend_route route = route_of(opening, 4);
    for (uint32_t start = 0; start < 4; start++) {
        check_bound(&route, (wend_vec2){5, -1}, start, (wend_vec2){5, -2}, 1, 2);
        check_bound(&route, (wend_vec2){5, -1.99F}, start, (wend_vec2){5, -2}, 0.01F, 2);
        check_bound(&route, (wend_vec2){5, 1}, start, (wend_vec2){5, 2}, 1, 2);
        check_bound(&route, (wend_vec2){5, -2.5F}, start, (wend_vec2){5, -2}, -0.5F, 2);
    }
}
END_TEST

START_TEST(route_without_corridor_has_no_bound) {
    wend_route route = route_of(NULL, 0);
    uint32_t cursor = 7;
    wend_corridor_bound bound = wend_route_bound(&route, (wend_location){{1, 2}, 0}, &cursor);
    ck_assert(isinf(bound.distance) && bound.distance > 0);
    ck_assert_float_eq(bound.point.x, 1);
    ck_assert_uint_eq(cursor, 7);
}
END_TEST

/* A path leads out along one side of a thin wall and back along the other. A walking agent is
 * assumed to be still on its previous leg; a teleported agent is found on the other leg. */
START_TEST(cursor_distinguishes_legs_beside_thin_wall) {
    const wend_corridor_disc legs[] = {
        {{0, 0}, {0, 1}, {0, -1}, 1, 0},         {{10, 0}, {10, 1}, {10, -1}, 1, 0},
        {{11, 1}, {10, 1}, {12, 1}, 1, 0},       {{10, 2.2F}, {10, 1.2F}, {10, 3.2F}, 1, 0},
        {{0, 2.2F}, {0, 1.2F}, {0, 3.2F}, 1, 0},
    };
    wend_route route = route_of(legs, 5);
    uint32_t cursor = 0;
    wend_corridor_bound bound = wend_route_bound(&route, (wend_location){{5, 0.9F}, 0}, &cursor);
    ck_assert_uint_eq(cursor, 0);
    ck_assert_float_eq_tol(bound.point.y, 1, 1e-6F);
    bound = wend_route_bound(&route, (wend_location){{5, 1.3F}, 0}, &cursor);
    ck_assert_uint_eq(cursor, 3);
    ck_assert_float_eq_tol(bound.point.y, 1.2F, 1e-6F);
    ck_assert_float_eq_tol(bound.distance, 0.1F, 1e-6F);
}
END_TEST

/* The path passes the same position again on another storey. The layer distinguishes the two parts
 * of the path. */
START_TEST(layer_distinguishes_parts_at_the_same_position) {
    const wend_corridor_disc storeys[] = {
        {{0, 0}, {0, 1}, {0, -1}, 1, 0},   {{10, 0}, {10, 1}, {10, -1}, 1, 0},
        {{0, 50}, {0, 51}, {0, 49}, 1, 1}, {{10, 50}, {10, 51}, {10, 49}, 1, 1},
        {{0, 0}, {0, 1}, {0, -1}, 1, 2},   {{10, 0}, {10, 1}, {10, -1}, 1, 2},
    };
    wend_route route = route_of(storeys, 6);
    for (uint32_t layer = 0; layer < 3; layer += 2) {
        for (uint32_t start = 0; start < 6; start++) {
            uint32_t cursor = start;
            wend_location location = {{5, 0.5F}, layer};
            wend_corridor_bound bound = wend_route_bound(&route, location, &cursor);
            ck_assert_float_eq_tol(bound.distance, 0.5F, 1e-6F);
            ck_assert_uint_eq(cursor, layer * 2);
        }
    }
    /* On a layer without discs, such as the layer across a link, the cursor does not change. */
    uint32_t cursor = 4;
    wend_route_bound(&route, (wend_location){{5, 0.5F}, 7}, &cursor);
    ck_assert_uint_eq(cursor, 4);
}
END_TEST

/* ---- Brute force over a union of discs ------------------------------------------------------- */

enum { ROUND = 160 }; /* number of points on the circle of each disc */

/* m: samples along a walk are SPACING apart. The boundary of the union is known at sample points.
 * These are about SPACING apart on walls, and up to 2 * pi * R / ROUND apart on arcs. LEAST is the
 * smallest clearance of a walk. */
static const double SPACING = 0.06, LEAST = 0.25;
static const float TOLERANCE = 0.02F;

static wend_vec2 edge_of_union[WALK_SAMPLES * (ROUND + 2)];
static uint32_t edge_count;

static float depth_in_union(const corridor_path *walk, wend_vec2 p) {
    float deepest = -INFINITY;
    for (uint32_t i = 0; i < walk->sample_count; i++) {
        const wend_corridor_sample *s = &walk->samples[i];
        deepest = fmaxf(deepest, s->clearance - vec_length(vec_sub(p, s->position)));
    }
    return deepest;
}

static bool is_in_any(const corridor_path *walk, wend_vec2 p) {
    for (uint32_t i = 0; i < walk->sample_count; i++) {
        const wend_corridor_sample *s = &walk->samples[i];
        float reach = s->clearance - 1e-4F;
        if (vec_length_squared(vec_sub(p, s->position)) < reach * reach) {
            return true;
        }
    }
    return false;
}

static void find_edge_of_union(const corridor_path *walk) {
    edge_count = 0;
    for (uint32_t i = 0; i < walk->sample_count; i++) {
        const wend_corridor_sample *s = &walk->samples[i];
        edge_of_union[edge_count++] = s->left;
        edge_of_union[edge_count++] = s->right;
        for (int k = 0; k < ROUND; k++) {
            double angle = 2.0 * 3.14159265358979 * k / ROUND;
            wend_vec2 p = {s->position.x + s->clearance * (float)cos(angle),
                           s->position.y + s->clearance * (float)sin(angle)};
            if (!is_in_any(walk, p)) {
                edge_of_union[edge_count++] = p;
            }
        }
    }
}

static float distance_to_edge(wend_vec2 x) {
    float least = INFINITY;
    for (uint32_t i = 0; i < edge_count; i++) {
        least = fminf(least, vec_length_squared(vec_sub(x, edge_of_union[i])));
    }
    return sqrtf(least);
}

static float distance_to_walls(const wend_space *space, wend_vec2 x) {
    wend_wall_hit hit = wend_space_find_closest_wall(space, (wend_location){x, 0}, 100.0F, 1);
    return vec_length(vec_sub(hit.point, x));
}

/* True if the walk covers the whole of an edge. */
static bool is_walked(const corridor_path *walk, uint32_t edge) {
    for (uint32_t i = 1; i + 1 < walk->edge_count; i++) {
        if (walk->edges[i] == edge) {
            return true;
        }
    }
    return false;
}

typedef struct tally {
    uint32_t walls, arcs, hidden, rooms;
} tally;

/* Compares a bound with the union of discs. If x is in an opening, the boundary point cp(x) may lie
 * inside another part of the corridor, and is then hidden. */
static void check_against_union(const corridor_path *walk, const wend_space *space, wend_vec2 x,
                                wend_corridor_bound bound, tally *counts) {
    float brute = distance_to_edge(x), wall = distance_to_walls(space, x);
    float apart = vec_length(vec_sub(bound.point, x));
    ck_assert_float_eq_tol(apart, bound.distance, 1e-5F);
    ck_assert_msg(bound.distance <= wall + 1e-4F, "(%g, %g): a wall is at %g, the bound at %g",
                  (double)x.x, (double)x.y, (double)wall, (double)bound.distance);
    bool on_wall = bound.distance > wall - 1e-4F;
    bool hidden = !on_wall && depth_in_union(walk, bound.point) > 1e-3F;
    counts->walls += on_wall;
    counts->arcs += !on_wall && !hidden;
    counts->hidden += hidden;
    ck_assert_msg(hidden ? bound.distance <= brute + TOLERANCE
                         : fabsf(bound.distance - brute) <= TOLERANCE,
                  "(%g, %g): bound at %g, brute force %g", (double)x.x, (double)x.y,
                  (double)bound.distance, (double)brute);
}

/* Compares the clearance of a bound with the clearance on the axis. Does nothing if x retracts onto
 * an edge that is not part of the walk, or the nearest boundary is not a wall. */
static void check_clearance(const corridor_path *walk, const wend_map *map, wend_vec2 x,
                            wend_corridor_bound bound, tally *counts) {
    wend_corridor_projection projection;
    ck_assert(wend_corridor_project(map, (wend_location){x, 0}, &projection));
    if (!is_walked(walk, projection.edge) || bound.distance < projection.clearance - 1e-4F) {
        return;
    }
    ck_assert_msg(fabsf(bound.clearance - projection.sample.clearance) < 2e-3F,
                  "(%g, %g): room %g, clearance of its retraction %g", (double)x.x, (double)x.y,
                  (double)bound.clearance, (double)projection.sample.clearance);
    counts->rooms++;
}

/* Samples points beside the backbone along a walk, and checks their bounds with three cursors: one
 * that persists, one that starts at a random disc, and one that starts at the first disc. */
static void check_walk(const corridor_path *walk, const wend_space *space, const wend_map *map,
                       dice *from, tally *counts) {
    static wend_route_point points[WALK_SAMPLES];
    wend_route route = corridor_path_route(walk, points);
    uint32_t cursor = 0;
    for (uint32_t i = 0; i < walk->sample_count; i += 1 + dice_below(from, 8)) {
        const wend_corridor_sample *s = &walk->samples[i];
        double angle = dice_between(from, 0, 6.2831853), share = dice_between(from, 0, 0.97);
        wend_vec2 x = {s->position.x + s->clearance * (float)(share * cos(angle)),
                       s->position.y + s->clearance * (float)(share * sin(angle))};
        wend_location location = {x, 0};
        uint32_t other = dice_below(from, walk->disc_count), none = 0;
        wend_corridor_bound bound = wend_route_bound(&route, location, &cursor);
        wend_corridor_bound again = wend_route_bound(&route, location, &other);
        wend_corridor_bound replanned = wend_route_bound(&route, location, &none);
        check_against_union(walk, space, x, bound, counts);
        check_against_union(walk, space, x, again, counts);
        check_against_union(walk, space, x, replanned, counts);
        check_clearance(walk, map, x, bound, counts);
    }
}

static wend_map *build(wend_space *space) {
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    wend_map *map = NULL;
    wend_error error;
    ck_assert_msg(wend_corridor_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

START_TEST(bounds_of_random_corridors_match_brute_force) {
    static corridor_path walk;
    tally counts = {0};
    uint32_t walks = 0;
    for (uint64_t seed = 0; seed < trials(24); seed++) {
        disc_world world;
        disc_world_make(&world, seed);
        wend_map *map = build(world.space);
        dice from = {seed};
        for (int i = 0; i < 2; i++) {
            if (corridor_path_sample(&walk, map, LEAST, SPACING, &from)) {
                find_edge_of_union(&walk);
                check_walk(&walk, world.space, map, &from, &counts);
                walks++;
            }
        }
        wend_map_release(map);
        disc_world_end(&world);
    }
    ck_assert_uint_ge(walks, trials_bound(31));
    ck_assert_uint_ge(counts.walls, trials_bound(1001));
    ck_assert_uint_ge(counts.arcs, trials_bound(1001));
    ck_assert_uint_ge(counts.rooms, trials_bound(101));
    ck_assert_uint_lt(counts.hidden, (counts.walls + counts.arcs) / 10);
}
END_TEST

int main(void) {
    SUITE("step/corridor", bound_is_nearest_wall_or_corner, bound_beyond_corridor_ends_is_on_arc,
          distance_is_negative_outside_corridor, bound_in_opening_is_on_arc,
          route_without_corridor_has_no_bound, cursor_distinguishes_legs_beside_thin_wall,
          layer_distinguishes_parts_at_the_same_position,
          bounds_of_random_corridors_match_brute_force);
}
