/* Bands around convex solids: compares the area near walls with a GEOS union of the boxes and fans
 * of all walls. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build/navmesh/navmesh.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include <wend/math.h>

enum { SOLIDS = 12, MOST_CORNERS = 12 };

static const mesh_disc DISC = {257.0, WEND_PI / 4.0 / 6.0};

static mesh_builder *open_builder(const wend_space *space) {
    mesh_builder *b = calloc(1, sizeof *b);
    b->space = space;
    b->unit = 1.0 / 1024.0;
    memory_init(&b->heap, NULL);
    arena_init(&b->level, &b->heap);
    ck_assert_int_eq(geos_open(&b->geos, 1.0, &b->heap, NULL), WEND_OK);
    return b;
}

static void close_builder(mesh_builder *b) {
    ck_assert(!b->geos.failed);
    geos_close(&b->geos);
    arena_free(&b->level);
    ck_assert_uint_eq(b->heap.held, 0);
    free(b);
}

/* Adds a polygon with its corners on an ellipse. It is convex unless a corner is pulled inwards. */
static void add_solid(sketch *s, dice *random, double x, double y, double size, bool convex) {
    double xy[2 * MOST_CORNERS], turn = dice_between(random, 0.0, 6.0);
    uint32_t count = 3 + dice_below(random, MOST_CORNERS - 2);
    for (uint32_t i = 0; i < count; i++) {
        double pull = !convex && i == 0 ? 0.3 : 1.0, at = turn + 2.0 * WEND_PI * i / count;
        xy[2 * i] = x + pull * size * wend_cos(at);
        xy[2 * i + 1] = y + pull * 0.7 * size * wend_sin(at);
    }
    sketch_solid(s, 0, 0, xy, count);
}

/* Solids on a lattice; `spacing` decides whether the areas near them meet. */
static wend_space *sample_space(dice *random, double spacing) {
    sketch *s = malloc(sizeof *s);
    sketch_start(s);
    sketch_box_boundary(s, 0, -5, -5, 5 + 4 * spacing, 5 + 3 * spacing);
    for (uint32_t i = 0; i < SOLIDS; i++) {
        double x = spacing * (i % 4), y = spacing * (i / 4);
        add_solid(s, random, x, y, dice_between(random, 0.2, 0.9), dice_below(random, 4) > 0);
    }
    wend_space *space = sketch_space(s);
    free(s);
    return space;
}

static GEOSGeometry *unite(mesh_builder *b, geos_list *parts, bool by_geos) {
    b->geos.by_geos = by_geos;
    GEOSGeometry *all = geos_unite_all(&b->geos, parts->items, parts->count);
    memory_free(&b->heap, parts->items, parts->capacity * sizeof(void *));
    *parts = (geos_list){NULL, 0, 0};
    return all;
}

static int compare_points(const void *left, const void *right) {
    const wend_point *p = left, *q = right;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : (p->y > q->y) - (p->y < q->y);
}

/* Returns the vertices of all outer rings, rounded to the grid and sorted. */
static wend_point *outer_vertices(mesh_builder *b, const GEOSGeometry *area, uint32_t *count) {
    wend_point *all = NULL;
    *count = 0;
    for (int i = 0; i < GEOSGetNumGeometries_r(b->geos.handle, area); i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(b->geos.handle, area, i);
        const GEOSGeometry *ring = GEOSGetExteriorRing_r(b->geos.handle, part);
        uint32_t added = 0;
        const wend_point *points = geos_points(&b->geos, ring, true, &b->level, &added);
        all = realloc(all, (*count + (size_t)added) * sizeof *all);
        for (uint32_t k = 0; k < added; k++) {
            all[(*count)++] = mesh_rounded(points[k]);
        }
    }
    qsort(all, *count, sizeof *all, compare_points);
    return all;
}

static void check_equal(mesh_builder *b, GEOSGeometry *found, GEOSGeometry *expected) {
    uint32_t found_count = 0, expected_count = 0;
    wend_point *p = outer_vertices(b, found, &found_count);
    wend_point *q = outer_vertices(b, expected, &expected_count);
    ck_assert_uint_eq(found_count, expected_count);
    ck_assert(memcmp(p, q, found_count * sizeof *p) == 0);
    free(p);
    free(q);
    GEOSGeometry *difference = GEOSSymDifference_r(b->geos.handle, found, expected);
    /* The corners of the holes inside solids are intersections, which are rounded. */
    ck_assert(geos_area(&b->geos, difference) < 1e-6);
    geos_free(&b->geos, difference);
}

static uint32_t check_space(const wend_space *space) {
    mesh_builder *b = open_builder(space);
    geos_list parts = {NULL, 0, 0}, pieces = {NULL, 0, 0};
    mesh_widen_walls(b, 0, DISC, &parts);
    for (uint32_t i = 0; i < space->ring_count; i++) {
        mesh_widen_ring(b, &space->rings[i], DISC, &pieces);
    }
    uint32_t saved = pieces.count - parts.count;
    GEOSGeometry *found = unite(b, &parts, false), *expected = unite(b, &pieces, true);
    check_equal(b, found, expected);
    geos_free(&b->geos, found);
    geos_free(&b->geos, expected);
    close_builder(b);
    return saved;
}

START_TEST(lone_solids_become_the_same_area_without_a_union) {
    uint32_t saved = 0;
    for (uint32_t trial = 0; trial < trials(60); trial++) {
        dice random = {trial};
        wend_space *space = sample_space(&random, 3.0);
        saved += check_space(space);
        wend_space_release(space);
    }
    ck_assert_uint_ge(saved, trials_bound(60) * SOLIDS);
}
END_TEST

/* The bands of neighbours would meet, so each wall and corner becomes a polygon as before. */
START_TEST(close_solids_become_boxes_and_fans) {
    for (uint32_t trial = 0; trial < trials(20); trial++) {
        sketch *s = malloc(sizeof *s);
        dice random = {trial};
        sketch_start(s);
        double gap = dice_between(&random, 0.3, 0.49);
        sketch_box_boundary(s, 0, -9, -9, 9, 9);
        sketch_box(s, 0, 0, -2, -1, 0, 1);
        sketch_box(s, 0, 0, gap, -1, 3, 1);
        wend_space *space = sketch_space(s);
        ck_assert_uint_eq(check_space(space), 0);
        wend_space_release(space);
        free(s);
    }
}
END_TEST

/* Solids with a collinear corner, without a long edge, or too thin for a hole have no band. */
START_TEST(only_suitable_solids_have_bands) {
    static const double collinear[] = {0, 0, 1, 0, 2, 0, 2, 2, 0, 2},
                        small[] = {0, 0, .2, 0, .1, .2};
    static const double thin[] = {0, 0, 2, 0, 2, 0.002, 0, 0.002}, good[] = {0, 0, 2, 0, 1, 1};
    static const struct {
        const double *xy;
        uint32_t count;
        bool has_band;
    } cases[] = {{collinear, 5, false}, {small, 3, false}, {thin, 4, false}, {good, 3, true}};
    for (uint32_t i = 0; i < 4; i++) {
        sketch *s = malloc(sizeof *s);
        sketch_start(s);
        sketch_box_boundary(s, 0, -9, -9, 9, 9);
        sketch_solid(s, 0, 0, cases[i].xy, cases[i].count);
        wend_space *space = sketch_space(s);
        mesh_builder *b = open_builder(space);
        uint32_t bands = 0;
        for (uint32_t k = 0; k < space->ring_count; k++) {
            GEOSGeometry *band = mesh_make_band(b, &space->rings[k], DISC);
            bands += band != NULL;
            geos_free(&b->geos, band);
        }
        ck_assert_uint_eq(bands, cases[i].has_band);
        close_builder(b);
        wend_space_release(space);
        free(s);
    }
}
END_TEST

int main(void) {
    SUITE("build/navmesh_bands", lone_solids_become_the_same_area_without_a_union,
          close_solids_become_boxes_and_fans, only_suitable_solids_have_bands);
}
