/* Rays: cases worked out by hand, and random worlds compared with the oracle, which tests all walls
 * in exact arithmetic. */
#include <stdio.h>

#include "geom/predicates.h"
#include "oracle.h"
#include "space/space.h"
#include "support/suite.h"
#include "support/trials.h"

static wend_ray_hit cast(const world *w, float px, float py, float qx, float qy, bool expected) {
    wend_ray_hit hit;
    bool found = wend_space_ray_cast(w->space, (wend_location){{px, py}, 0}, (wend_vec2){qx, qy},
                                     WEND_ALL_CLASSES, &hit);
    ck_assert_int_eq(found, expected);
    return hit;
}

static void check_hit(wend_ray_hit hit, float x, float y, float nx, float ny) {
    ck_assert_float_eq(hit.end.position.x, x);
    ck_assert_float_eq(hit.end.position.y, y);
    ck_assert_float_eq(hit.normal.x, nx);
    ck_assert_float_eq(hit.normal.y, ny);
}

static world one_block(void) {
    world w = {.layer_count = 1};
    world_ring *r = world_add(&w, WORLD_SOLID, 0, 0);
    const wend_point square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    memcpy(r->points, square, sizeof square);
    r->count = 4;
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    return w;
}

START_TEST(hits_the_near_side_of_a_block) {
    world w = one_block();
    wend_ray_hit hit = cast(&w, -3, 1, 9, 1, true);
    check_hit(hit, 0, 1, -1, 0);
    ck_assert_float_eq(hit.distance, 3.0F);
    check_hit(cast(&w, 2, 9, 2, -9, true), 2, 4, 0, 1);
    check_hit(cast(&w, 1, 6, 7, 0, true), 3, 4, 0, 1); /* passes two walls; hits the first */
    hit = cast(&w, -3, 9, 9, 9, false);
    check_hit(hit, 9, 9, 0, 0);
    ck_assert_float_eq(hit.distance, 12.0F);
    ck_assert_uint_eq(hit.wall, WEND_NO_WALL);
    world_free(&w);
}
END_TEST

START_TEST(handles_rays_that_touch_walls) {
    world w = one_block();
    ck_assert_float_eq(cast(&w, 0, 1, 3, 1, true).distance,
                       0.0F);      /* starts on a wall, goes inwards */
    cast(&w, 0, 1, -3, 1, false);  /* starts on a wall, goes outwards */
    cast(&w, -3, 1, 0, 1, false);  /* ends on a wall */
    cast(&w, -3, 0, 9, 0, false);  /* runs along a wall */
    cast(&w, -2, 2, 2, -2, false); /* grazes a corner */
    ck_assert_float_eq(cast(&w, 4, 4, 1, 1, true).distance, 0.0F);
    check_hit(cast(&w, -2, -2, 2, 2, true), 0, 0, -1, 0); /* into a corner: hits wall 0 */
    cast(&w, 1, 1, 1, 1, false);                          /* a zero-length ray */
    cast(&w, NAN, 1, 1, 1, false);
    cast(&w, -3, 1, INFINITY, 1, false);
    world_free(&w);
}
END_TEST

START_TEST(hits_open_walls_from_both_sides) {
    world w = {.layer_count = 1};
    world_ring *r = world_add(&w, WORLD_OPEN, 0, 0);
    /* The chain goes down to y = 0, along it, and down again. */
    const wend_point points[] = {{0, 3}, {0, 0}, {2, 0}, {4, 0}, {4, -3}};
    memcpy(r->points, points, sizeof points);
    r->count = 5;
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    check_hit(cast(&w, -2, 1, 2, 1, true), 0, 1, -1, 0);
    check_hit(cast(&w, 2, 1, -2, 1, true), 0, 1, 1, 0);
    check_hit(cast(&w, -2, 0, 9, 0, true), 0, 0, -1,
              0);                 /* runs along the collinear part and leaves at its end */
    cast(&w, -2, 0, 3, 0, false); /* ends on the collinear part */
    world_free(&w);
}
END_TEST

/* ---- At random ------------------------------------------------------------------------------- */

typedef struct tally {
    int asked, hits, linked, at_start;
} tally;

/* Returns the first fraction at which the path is blocked, and stores the layer there in *layer. */
static rational expected_hit(const world *w, const oracle_path *path, uint32_t classes,
                             uint32_t *layer) {
    rational first = NULL;
    for (uint32_t k = 0; k < path->count && first == NULL; k++) {
        first = oracle_part_hit(w, path, &path->parts[k], classes);
        *layer = path->parts[k].layer;
    }
    return first;
}

/* True if the exact point lies on the reported wall, and that wall's class is in `classes`. */
static bool is_on_wall(const world *w, rational_point at, const wend_ray_hit *hit,
                       uint32_t classes) {
    wend_wall wall = wend_space_wall(w->space, hit->wall);
    return wall.layer == hit->end.layer && ((classes | 1U) >> wall.obstacle_class & 1U) != 0 &&
           rational_sign(rational_point_distance(at, rational_from_vec(wall.a),
                                                 rational_from_vec(wall.b))) == 0;
}

static double apart(rational_point at, wend_vec2 from) {
    double x = mpq_get_d(rational_sub(at.x, rational_of((double)from.x)));
    double y = mpq_get_d(rational_sub(at.y, rational_of((double)from.y)));
    return sqrt(x * x + y * y);
}

/* Returns the distance (m) by which single precision may move a point, as documented in the header.
 */
static double rounding_at(wend_vec2 p) {
    return 1e-7 + 0x1p-24 * (fabs((double)p.x) + fabs((double)p.y));
}

static void check(const world *w, uint64_t seed, wend_location from, wend_vec2 to, uint32_t classes,
                  tally *t) {
    char where[160];
    snprintf(where, sizeof where, "seed %llu: (%a, %a) on %u -> (%a, %a), classes %u",
             (unsigned long long)seed, (double)from.position.x, (double)from.position.y, from.layer,
             (double)to.x, (double)to.y, classes);
    oracle_path path;
    oracle_follow(w, &path, from.position, to, from.layer);
    uint32_t layer = from.layer;
    rational first = expected_hit(w, &path, classes, &layer);
    wend_ray_hit hit;
    bool found = wend_space_ray_cast(w->space, from, to, classes, &hit);
    ck_assert_msg(found == (first != NULL), "%s: hit %d", where, found);
    ck_assert_msg(hit.end.layer == layer, "%s: layer %u, not %u", where, hit.end.layer, layer);
    t->asked++;
    if (!found) {
        ck_assert(hit.wall == WEND_NO_WALL && hit.end.position.x == to.x);
        return;
    }
    rational_point at = rational_along(path.p, path.q, first);
    ck_assert_msg(apart(at, hit.end.position) <= rounding_at(hit.end.position),
                  "%s: (%a, %a) is %g m off", where, (double)hit.end.position.x,
                  (double)hit.end.position.y, apart(at, hit.end.position));
    double length = apart(at, from.position);
    ck_assert_msg(fabs((double)hit.distance - length) <= 1e-7 + 0x1p-23 * length,
                  "%s: distance %g, not %g", where, (double)hit.distance, length);
    bool at_link = false; /* the hit is in a solid of a switched class across a link */
    for (uint32_t k = 1; k < path.count; k++) {
        at_link |= rational_compare(first, path.parts[k].begin) == 0;
    }
    ck_assert_msg(hit.wall == WEND_NO_WALL || at_link || is_on_wall(w, at, &hit, classes),
                  "%s: wall %u is not there", where, hit.wall);
    double turn = (double)hit.normal.x * ((double)to.x - (double)from.position.x) +
                  (double)hit.normal.y * ((double)to.y - (double)from.position.y);
    ck_assert_msg(turn <= 1e-3, "%s: the normal looks along the ray (%g)", where, turn);
    t->hits++;
    t->linked += layer != from.layer;
    t->at_start += rational_sign(first) == 0;
}

static void check_random_worlds(bool rooms, int worlds, int queries) {
    tally total = {0};
    for (int i = 0; i < worlds; i++) {
        const world_style *style = &WORLD_STYLES[i % 5];
        uint64_t seed = (uint64_t)(1000 * i + (rooms ? 11 : 5));
        static world w;
        if (rooms) { /* links must match their edges exactly, so these coordinates are not nudged */
            world_make_rooms(&w, seed, i % 5 == 1 ? &WORLD_STYLES[0] : style);
        } else {
            world_make_field(&w, seed, style);
        }
        for (int k = 0; k < queries; k++) {
            uint32_t classes = world_draw(8);
            wend_location from = {.layer = world_draw(w.layer_count)};
            from.position = world_random_point(&w, style, from.layer);
            wend_vec2 to = world_random_point(&w, style, from.layer);
            rational_reset();
            if (oracle_walkable(&w, from.layer, rational_from_vec(from.position), classes)) {
                check(&w, seed, from, to, classes, &total);
            }
        }
        world_free(&w);
    }
    ck_assert_int_gt(total.hits, total.asked / 10);
    ck_assert_int_gt(total.at_start, total.asked / 100);
    ck_assert(!rooms || total.linked > total.asked / 200);
    printf("%d rays, %d hits, %d of them across links, %d at the start\n", total.asked, total.hits,
           total.linked, total.at_start);
}

START_TEST(matches_exact_brute_force_in_fields) {
    check_random_worlds(false, (int)trials(40), 250);
}
END_TEST

START_TEST(matches_exact_brute_force_in_rooms) {
    check_random_worlds(true, (int)trials(60), 250);
}
END_TEST

int main(void) {
    SUITE("space/ray", hits_the_near_side_of_a_block, handles_rays_that_touch_walls,
          hits_open_walls_from_both_sides, matches_exact_brute_force_in_fields,
          matches_exact_brute_force_in_rooms);
}
