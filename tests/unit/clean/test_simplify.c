/* Simplifying: random and degenerate outlines, compared with brute force. The oracle knows the
 * rings before and after, and nothing of the steps in between: it counts crossings of rays,
 * measures distances to all edges, and lets the space check its rings. */
/* cost: 6 */
#include "clean/clean.h"
#include "clean/simplify.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/math.h>

enum { MOST = 32, MOST_POINTS = 96 };

static memory heap;
static memory_arena arena;
static wend_error error;
static uint64_t state;

static void set_up(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
}

static void tear_down(void) {
    arena_free(&arena);
    ck_assert_uint_eq(heap.held, 0);
}

static double random_unit(void) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(state >> 11) / 9007199254740992.0;
}

static double random_between(double low, double high) {
    return low + (high - low) * random_unit();
}

static uint32_t random_below(uint32_t count) {
    return (uint32_t)(random_unit() * count);
}

static void *take(size_t size) {
    void *block = arena_take(&arena, size, 16);
    ck_assert_ptr_nonnull(block);
    return memset(block, 0, size);
}

/* ---- Input ----------------------------------------------------------------------------------- */

typedef struct plan {
    clean_source sources[3][MOST]; /* walkable, obstacles, walls */
    uint32_t counts[3];
} plan;

enum { WALKABLE, OBSTACLES, WALLS };

static void add(plan *p, int kind, const wend_point *points, uint32_t count) {
    shapes_ring *ring = take(sizeof *ring);
    ring->points = take(count * sizeof *points);
    ring->count = count;
    memcpy(ring->points, points, count * sizeof *points);
    shapes_list *list = take(sizeof *list);
    list->source = "f";
    list->vertex_count = count;
    if (kind == WALLS) {
        shapes_line *line = take(sizeof *line);
        *line = (shapes_line){.points = ring->points, .count = count};
        list->lines = line;
        list->line_count = 1;
    } else {
        shapes_polygon *polygon = take(sizeof *polygon);
        *polygon = (shapes_polygon){.rings = ring, .ring_count = 1};
        list->polygons = polygon;
        list->polygon_count = 1;
    }
    p->sources[kind][p->counts[kind]++] = (clean_source){list, 0, 0.0};
}

static wend_layer_def clean(plan *p, wend_outline shapes) {
    clean_layer layer = {.walkable = {p->sources[WALKABLE], p->counts[WALKABLE]},
                         .obstacles = {p->sources[OBSTACLES], p->counts[OBSTACLES]},
                         .walls = {p->sources[WALLS], p->counts[WALLS]},
                         .margin = -1.0,
                         .shapes = shapes};
    wend_layer_def out = {0};
    clean_report report;
    wend_result result =
        clean_make_layer(&layer, CLEAN_EXACT, &arena, &arena, &out, &report, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return out;
}

static wend_layer_def simplify(const wend_layer_def *layer, const clean_detail *detail,
                               clean_change *change) {
    wend_layer_def out = *layer;
    wend_result result =
        clean_simplify_layer(&out, detail, CLEAN_EXACT, &arena, &arena, change, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return out;
}

/* ---- The oracle ------------------------------------------------------------------------------ */

static uint32_t ring_count(const wend_layer_def *layer) {
    return layer->boundary_count + layer->solid_count;
}

static const wend_ring *ring_at(const wend_layer_def *layer, uint32_t i) {
    return i < layer->boundary_count ? &layer->boundaries[i]
                                     : &layer->solids[i - layer->boundary_count].ring;
}

/* A point is on the ground if a ray from it crosses the rings an odd number of times. */
static bool on_ground(const wend_layer_def *layer, wend_point p) {
    bool inside = layer->boundary_count == 0;
    for (uint32_t i = 0; i < ring_count(layer); i++) {
        const wend_ring *ring = ring_at(layer, i);
        for (uint32_t k = 0; k < ring->count; k++) {
            wend_point a = ring->points[k], b = ring->points[(k + 1) % ring->count];
            if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) {
                inside = !inside;
            }
        }
    }
    return inside;
}

static double distance(wend_point p, wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y, length = x * x + y * y;
    double t = length > 0.0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / length : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return wend_hypot(a.x + t * x - p.x, a.y + t * y - p.y);
}

static double ring_distance(const wend_ring *ring, wend_point p) {
    double nearest = INFINITY;
    for (uint32_t k = 0; k < ring->count; k++) {
        nearest = fmin(nearest, distance(p, ring->points[k], ring->points[(k + 1) % ring->count]));
    }
    return nearest;
}

static double outline_distance(const wend_layer_def *layer, wend_point p) {
    double nearest = INFINITY;
    for (uint32_t i = 0; i < ring_count(layer); i++) {
        nearest = fmin(nearest, ring_distance(ring_at(layer, i), p));
    }
    return nearest;
}

enum { SAMPLES = 16 }; /* points per edge */

/* The largest distance of a point of the outlines of `from` from those of `to`. */
static double farthest(const wend_layer_def *from, const wend_layer_def *to) {
    double most = 0.0;
    for (uint32_t i = 0; i < ring_count(from); i++) {
        const wend_ring *ring = ring_at(from, i);
        for (uint32_t k = 0; k < ring->count * SAMPLES; k++) {
            wend_point a = ring->points[k / SAMPLES],
                       b = ring->points[(k / SAMPLES + 1) % ring->count];
            double t = (k % SAMPLES) / (double)SAMPLES;
            wend_point p = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
            most = fmax(most, outline_distance(to, p));
        }
    }
    return most;
}

static double ground_area(const wend_layer_def *layer) {
    double sum = 0.0;
    for (uint32_t i = 0; i < ring_count(layer); i++) {
        const wend_ring *ring = ring_at(layer, i);
        double area = 0.0;
        for (uint32_t k = 0; k < ring->count; k++) {
            wend_point a = ring->points[k], b = ring->points[(k + 1) % ring->count];
            wend_point o = ring->points[0];
            area += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
        }
        sum += (i < layer->boundary_count ? 1.0 : -1.0) * fabs(area) / 2.0;
    }
    return sum;
}

/* No point of the ground after, close to its outline or anywhere, was off the ground before. */
static void check_subset(const wend_layer_def *before, const wend_layer_def *after,
                         uint32_t trial) {
    for (uint32_t i = 0; i < ring_count(after); i++) {
        const wend_ring *ring = ring_at(after, i);
        for (uint32_t k = 0; k < ring->count * 4; k++) {
            wend_point a = ring->points[k / 4], b = ring->points[(k / 4 + 1) % ring->count];
            double t = random_unit(), off = (k % 2 == 0 ? 1.0 : -1.0) * 2e-4;
            double length = wend_hypot(b.x - a.x, b.y - a.y);
            wend_point p = {a.x + t * (b.x - a.x) - off * (b.y - a.y) / length,
                            a.y + t * (b.y - a.y) + off * (b.x - a.x) / length};
            /* Closer to an outline, the rounding of the point would decide. */
            bool clear = outline_distance(before, p) > 1e-6 && outline_distance(after, p) > 1e-6;
            ck_assert_msg(!clear || !on_ground(after, p) || on_ground(before, p),
                          "trial %u: (%.9g, %.9g) was not on the ground", trial, p.x, p.y);
        }
    }
    ck_assert_double_le(ground_area(after), ground_area(before) + 1e-9);
}

static void check_space(const wend_layer_def *layer, uint32_t trial) {
    wend_space_def def = wend_default_space_def();
    def.layers = layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    wend_result result = wend_space_create(&def, &space, &error);
    ck_assert_msg(result == WEND_OK, "trial %u: %s", trial, error.message);
    wend_space_release(space);
}

/* ---- Random plans ---------------------------------------------------------------------------- */

/* A star-shaped ring with noise of all sizes; its sides may have notches and repeated points. */
static uint32_t make_ring(wend_point *points, wend_point centre, double radius, double noise) {
    uint32_t count = 3 + random_below(MOST_POINTS / 2), made = 0;
    for (uint32_t i = 0; i < count && made < MOST_POINTS; i++) {
        double angle = 2.0 * 3.14159265358979 * i / count;
        double r = radius * (1.0 + noise * random_between(-0.5, 0.5));
        points[made++] =
            (wend_point){centre.x + r * wend_cos(angle), centre.y + r * wend_sin(angle)};
        if (random_below(12) == 0 && made + 3 < MOST_POINTS) {
            points[made] = points[made - 1]; /* a duplicate */
            made++;
        }
        if (random_below(12) == 0 && made + 3 < MOST_POINTS) {
            /* A spike or a notch without width. */
            points[made] = (wend_point){points[made - 1].x + random_between(-1.0, 1.0),
                                        points[made - 1].y + random_between(-1.0, 1.0)};
            points[made + 1] = points[made - 1];
            made += 2;
        }
    }
    return made;
}

static plan *random_plan(wend_point centre) {
    plan *p = take(sizeof *p);
    wend_point points[MOST_POINTS];
    add(p, WALKABLE, points, make_ring(points, centre, 20.0, random_between(0.0, 0.4)));
    uint32_t holes = random_below(8);
    for (uint32_t i = 0; i < holes; i++) {
        wend_point at = {centre.x + random_between(-14.0, 14.0),
                         centre.y + random_between(-14.0, 14.0)};
        double radius = random_below(3) == 0 ? 0.1 : random_between(0.2, 4.0);
        add(p, OBSTACLES, points, make_ring(points, at, radius, random_between(0.0, 0.8)));
    }
    /* Boxes that touch each other at corners, and a wall between them. */
    for (uint32_t i = 0; i < random_below(4); i++) {
        double x = centre.x + i, y = centre.y + i;
        const wend_point box[4] = {{x, y}, {x + 1.0, y}, {x + 1.0, y + 1.0}, {x, y + 1.0}};
        add(p, OBSTACLES, box, 4);
    }
    if (random_below(3) == 0) {
        const wend_point wall[2] = {{centre.x - 6.0, centre.y},
                                    {centre.x - 6.0 + random_unit(), centre.y + 5.0}};
        add(p, WALLS, wall, 2);
    }
    return p;
}

static double random_size(void) {
    static const double sizes[] = {0.002, 0.02, 0.2, 0.5, 2.0, 10.0};
    return sizes[random_below(6)];
}

/* Separate ground stays separate, connected ground stays connected: a boundary is one connected
 * region, and boundaries and holes do not cross (the space checks that), so the counts decide. */
START_TEST(keeps_its_guarantees_on_random_plans) {
    set_up();
    static const wend_point centres[] = {{0.0, 0.0}, {3500.25, -2000.5}};
    uint32_t reduced = 0;
    for (uint32_t trial = 0; trial < trials(150); trial++) {
        state = 4000 + trial;
        plan *p = random_plan(centres[trial % 2]);
        wend_layer_def before = clean(p, WEND_OUTLINE_EXACT);
        clean_detail detail = {.below = random_size()};
        clean_change change;
        wend_layer_def after = simplify(&before, &detail, &change);
        check_space(&after, trial);
        check_subset(&before, &after, trial);
        double there = farthest(&after, &before);
        ck_assert_msg(there <= detail.below + 1e-9, "trial %u: %g > %g", trial, there,
                      detail.below);
        /* Nothing was dropped: then every outline has its counterpart. */
        if (change.dropped_regions == 0) {
            double back = farthest(&before, &after);
            ck_assert_msg(back <= detail.below + 1e-9, "trial %u: %g > %g", trial, back,
                          detail.below);
            ck_assert_uint_eq(after.solid_count, before.solid_count);
        }
        ck_assert_uint_eq(change.dropped_obstacles, before.solid_count - after.solid_count);
        ck_assert_uint_eq(change.dropped_regions, before.boundary_count - after.boundary_count);
        ck_assert_double_eq_tol(change.ground_after, ground_area(&after), 1e-6);
        ck_assert_double_eq_tol(change.ground_before, ground_area(&before), 1e-6);
        reduced += change.vertices_after < change.vertices_before;
        arena_reset(&arena);
    }
    ck_assert_uint_ge(reduced, trials_bound(100));
    tear_down();
}
END_TEST

START_TEST(keeps_kept_points_on_the_ground) {
    set_up();
    for (uint32_t trial = 0; trial < trials(60); trial++) {
        state = 9000 + trial;
        plan *p = random_plan((wend_point){0.0, 0.0});
        wend_layer_def before = clean(p, WEND_OUTLINE_EXACT);
        wend_point kept[64];
        for (uint32_t i = 0; i < 64; i++) {
            kept[i] = clean_to_grid(
                (wend_point){random_between(-20.0, 20.0), random_between(-20.0, 20.0)},
                CLEAN_EXACT);
        }
        clean_detail detail = {.below = 3.0, .kept = kept, .kept_count = 64};
        clean_change change;
        wend_layer_def after = simplify(&before, &detail, &change);
        for (uint32_t i = 0; i < 64; i++) {
            bool clear = outline_distance(&before, kept[i]) > 1e-6;
            ck_assert_msg(!clear || on_ground(&before, kept[i]) == on_ground(&after, kept[i]),
                          "trial %u: point %u changed sides", trial, i);
        }
        arena_reset(&arena);
    }
    tear_down();
}
END_TEST

START_TEST(keeps_fixed_vertices) {
    set_up();
    for (uint32_t trial = 0; trial < trials(60); trial++) {
        state = 300 + trial;
        plan *p = random_plan((wend_point){0.0, 0.0});
        wend_layer_def before = clean(p, WEND_OUTLINE_EXACT);
        const wend_ring *ring = &before.boundaries[0];
        uint32_t k = random_below(ring->count);
        wend_point fixed[2] = {ring->points[k], ring->points[(k + 1) % ring->count]};
        clean_detail detail = {.below = 5.0, .fixed = fixed, .fixed_count = 2};
        clean_change change;
        wend_layer_def after = simplify(&before, &detail, &change);
        bool found = false;
        for (uint32_t b = 0; b < after.boundary_count; b++) {
            const wend_ring *now = &after.boundaries[b];
            for (uint32_t i = 0; i < now->count; i++) {
                wend_point a = now->points[i], c = now->points[(i + 1) % now->count];
                found |=
                    (memcmp(&a, &fixed[0], sizeof a) == 0 &&
                     memcmp(&c, &fixed[1], sizeof c) == 0) ||
                    (memcmp(&a, &fixed[1], sizeof a) == 0 && memcmp(&c, &fixed[0], sizeof c) == 0);
            }
        }
        ck_assert_msg(found, "trial %u: the fixed edge is gone", trial);
        arena_reset(&arena);
    }
    tear_down();
}
END_TEST

static bool same_layers(const wend_layer_def *a, const wend_layer_def *b) {
    bool same = a->boundary_count == b->boundary_count && a->solid_count == b->solid_count;
    for (uint32_t i = 0; i < ring_count(a) && same; i++) {
        const wend_ring *one = ring_at(a, i), *two = ring_at(b, i);
        same = one->count == two->count &&
               memcmp(one->points, two->points, one->count * sizeof *one->points) == 0;
    }
    return same;
}

START_TEST(does_not_depend_on_the_order_of_the_input) {
    set_up();
    for (uint32_t trial = 0; trial < trials(30); trial++) {
        state = 70 + trial;
        plan *p = random_plan((wend_point){0.0, 0.0});
        clean_detail detail = {.below = 0.5};
        clean_change change;
        wend_layer_def first = clean(p, WEND_OUTLINE_EXACT);
        first = simplify(&first, &detail, &change);
        for (uint32_t i = 0; i < p->counts[OBSTACLES] / 2; i++) {
            clean_source swapped = p->sources[OBSTACLES][i];
            uint32_t k = p->counts[OBSTACLES] - 1 - i;
            p->sources[OBSTACLES][i] = p->sources[OBSTACLES][k];
            p->sources[OBSTACLES][k] = swapped;
        }
        wend_layer_def second = clean(p, WEND_OUTLINE_EXACT);
        second = simplify(&second, &detail, &change);
        ck_assert_msg(same_layers(&first, &second), "trial %u", trial);
        arena_reset(&arena);
    }
    tear_down();
}
END_TEST

/* ---- Single cases ---------------------------------------------------------------------------- */

static plan *room(void) {
    plan *p = take(sizeof *p);
    const wend_point walls[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    add(p, WALKABLE, walls, 4);
    return p;
}

static void add_box(plan *p, int kind, double x, double y, double width, double height) {
    const wend_point box[4] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    add(p, kind, box, 4);
}

START_TEST(drops_notches_and_fills_between_bumps) {
    set_up();
    plan *p = room();
    add_box(p, WALKABLE, 4.0, 9.0, 0.5, 1.125);  /* a notch 0.125 m deep */
    add_box(p, WALKABLE, 6.0, 9.0, 0.5, 1.5);    /* one of 0.5 m stays */
    add_box(p, OBSTACLES, 0.0, 2.0, 0.125, 1.0); /* bumps of 0.125 m: the wall moves to them */
    add_box(p, OBSTACLES, 0.0, 6.0, 0.125, 1.0);
    wend_layer_def before = clean(p, WEND_OUTLINE_EXACT);
    clean_detail detail = {.below = 0.2};
    clean_change change;
    wend_layer_def after = simplify(&before, &detail, &change);
    ck_assert_uint_eq(change.vertices_before, 4 + 4 + 4 + 4 + 4);
    ck_assert_uint_lt(change.vertices_after, 12);
    ck_assert(!on_ground(&after, (wend_point){4.25, 10.06}));
    ck_assert(on_ground(&after, (wend_point){6.25, 10.4}));
    ck_assert(!on_ground(&after, (wend_point){0.06, 4.5}));
    ck_assert(on_ground(&after, (wend_point){0.25, 4.5}));
    tear_down();
}
END_TEST

START_TEST(drops_only_isolated_small_obstacles) {
    set_up();
    plan *p = room();
    add_box(p, OBSTACLES, 2.0, 2.0, 0.125, 0.125); /* isolated */
    add_box(p, OBSTACLES, 5.0, 5.0, 0.125, 0.125); /* a barrier of two that touch */
    add_box(p, OBSTACLES, 5.125, 5.125, 0.125, 0.125);
    add_box(p, OBSTACLES, 8.0, 8.0, 0.125, 0.125); /* a door may end here */
    add_box(p, OBSTACLES, 2.0, 8.0, 0.25, 0.25);   /* too large */
    const wend_point kept[1] = {{8.25, 8.0}};
    wend_layer_def before = clean(p, WEND_OUTLINE_EXACT);
    ck_assert_uint_eq(before.solid_count, 5);
    clean_detail detail = {.below = 0.2, .drop_small = true, .kept = kept, .kept_count = 1};
    clean_change change;
    wend_layer_def after = simplify(&before, &detail, &change);
    ck_assert_uint_eq(change.dropped_obstacles, 1);
    ck_assert_double_eq_tol(change.added, 0.125 * 0.125, 1e-12);
    ck_assert(on_ground(&after, (wend_point){2.05, 2.05}));
    ck_assert(!on_ground(&after, (wend_point){5.05, 5.05}));
    ck_assert(!on_ground(&after, (wend_point){8.05, 8.05}));
    ck_assert(!on_ground(&after, (wend_point){2.1, 8.1}));
    detail.drop_small = false;
    simplify(&before, &detail, &change);
    ck_assert_uint_eq(change.dropped_obstacles, 0);
    tear_down();
}
END_TEST

START_TEST(drops_small_regions_with_their_content) {
    set_up();
    plan *p = room();
    add_box(p, WALKABLE, 20.0, 0.0, 1.0, 1.0);
    add_box(p, OBSTACLES, 20.25, 0.25, 0.25, 0.25);
    wend_layer_def before = clean(p, WEND_OUTLINE_EXACT);
    clean_detail detail = {.below = 1.5};
    clean_change change;
    wend_layer_def after = simplify(&before, &detail, &change);
    ck_assert_uint_eq(change.dropped_regions, 1);
    ck_assert_uint_eq(change.dropped_obstacles, 1);
    ck_assert_double_eq_tol(change.added, 0.0, 1e-12);
    check_space(&after, 0);
    ck_assert(!on_ground(&after, (wend_point){20.1, 0.1}));
    const wend_point kept[1] = {{20.875, 0.875}};
    detail.kept = kept;
    detail.kept_count = 1;
    after = simplify(&before, &detail, &change);
    ck_assert_uint_eq(change.dropped_regions, 0);
    tear_down();
}
END_TEST

START_TEST(refuses_to_drop_all_ground) {
    set_up();
    plan *p = room();
    wend_layer_def layer = clean(p, WEND_OUTLINE_EXACT);
    clean_detail detail = {.below = 500.0};
    clean_change change;
    wend_result result =
        clean_simplify_layer(&layer, &detail, CLEAN_EXACT, &arena, &arena, &change, &error);
    ck_assert_int_eq(result, WEND_ERROR_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(error.message, "nothing walkable is left"));
    tear_down();
}
END_TEST

/* Two rooms separated by a wall that is thinner than the size stay separate, and a passage narrower
 * than the size stays open. */
START_TEST(keeps_thin_walls_and_narrow_passages) {
    set_up();
    plan *p = room();
    add_box(p, WALKABLE, 10.0625, 0.0, 10.0, 10.0);
    add_box(p, OBSTACLES, 3.0, 0.0, 0.5, 4.9375);
    add_box(p, OBSTACLES, 3.0, 5.0625, 0.5, 5.0);
    wend_layer_def before = clean(p, WEND_OUTLINE_EXACT);
    ck_assert_uint_eq(before.boundary_count, 2);
    clean_detail detail = {.below = 2.0};
    clean_change change;
    wend_layer_def after = simplify(&before, &detail, &change);
    check_space(&after, 0);
    check_subset(&before, &after, 0);
    ck_assert_uint_eq(after.boundary_count, 2);
    ck_assert(on_ground(&after, (wend_point){3.25, 5.0}));
    tear_down();
}
END_TEST

/* ---- Shapes ---------------------------------------------------------------------------------- */

START_TEST(shapes_contain_their_obstacles) {
    set_up();
    static const wend_outline shapes[] = {WEND_OUTLINE_HULL, WEND_OUTLINE_BOX,
                                          WEND_OUTLINE_ORIENTED_BOX};
    for (uint32_t trial = 0; trial < trials(60); trial++) {
        state = 1000 + trial;
        plan *p = random_plan((wend_point){0.0, 0.0});
        wend_layer_def before = clean(p, WEND_OUTLINE_EXACT);
        double areas[3];
        for (uint32_t k = 0; k < 3; k++) {
            wend_layer_def after = clean(p, shapes[k]);
            check_space(&after, trial);
            areas[k] = ground_area(&after);
            for (uint32_t i = 0; i < 500; i++) {
                wend_point at = {random_between(-20.0, 20.0), random_between(-20.0, 20.0)};
                /* Rounding to the grid may move an edge by less than a cell. */
                bool clear = outline_distance(&before, at) > 2e-3;
                ck_assert_msg(!clear || !on_ground(&after, at) || on_ground(&before, at),
                              "trial %u, shape %u: (%g, %g)", trial, k, at.x, at.y);
            }
        }
        /* A hull lies in every convex shape around the obstacle. */
        ck_assert_double_ge(areas[0], areas[1] - 0.05);
        ck_assert_double_ge(areas[0], areas[2] - 0.05);
        arena_reset(&arena);
    }
    tear_down();
}
END_TEST

static double area_with(plan *p, wend_outline shapes) {
    wend_layer_def layer = clean(p, shapes);
    return ground_area(&layer);
}

START_TEST(shapes_have_the_expected_area) {
    set_up();
    static const wend_point corner[6] = {{2, 2}, {6, 2}, {6, 3}, {3, 3}, {3, 6}, {2, 6}};
    static const wend_point diamond[4] = {{5, 6}, {7, 8}, {6, 9}, {4, 7}};
    plan *p = room();
    add(p, OBSTACLES, corner, 6);
    ck_assert_double_eq_tol(area_with(p, WEND_OUTLINE_EXACT), 100.0 - 7.0, 1e-9);
    /* The hull adds the triangle (6, 3), (3, 6), (3, 3). */
    ck_assert_double_eq_tol(area_with(p, WEND_OUTLINE_HULL), 100.0 - 7.0 - 4.5, 1e-9);
    ck_assert_double_eq_tol(area_with(p, WEND_OUTLINE_BOX), 100.0 - 16.0, 1e-9);
    plan *q = room();
    add(q, OBSTACLES, diamond, 4);
    /* A rectangle of sqrt(8) x sqrt(2) m; its box is 3 m x 3 m. */
    ck_assert_double_eq_tol(area_with(q, WEND_OUTLINE_ORIENTED_BOX), 100.0 - 4.0, 1e-2);
    ck_assert_double_eq_tol(area_with(q, WEND_OUTLINE_BOX), 100.0 - 9.0, 1e-9);
    tear_down();
}
END_TEST

int main(void) {
    SUITE("clean/simplify", keeps_its_guarantees_on_random_plans, keeps_kept_points_on_the_ground,
          keeps_fixed_vertices, does_not_depend_on_the_order_of_the_input,
          drops_notches_and_fills_between_bumps, drops_only_isolated_small_obstacles,
          drops_small_regions_with_their_content, refuses_to_drop_all_ground,
          keeps_thin_walls_and_narrow_passages, shapes_contain_their_obstacles,
          shapes_have_the_expected_area);
}
