/* The numbers that an overlay draws, for tests. */
#ifndef UNIT_LIVE_DRAWING_H
#define UNIT_LIVE_DRAWING_H

#include "support/kit/live_lab.h"
#include "support/suite.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 1 << 20 };

/* The numbers of an answer. */
typedef struct drawing {
    double *lines, *strong, *points, *discs, *layers;
    uint32_t line_count, strong_count, point_count, disc_count, layer_count;
    bool truncated;
} drawing;

static inline double *take(const char *answer, const char *path, uint32_t each, uint32_t *count) {
    double *out = malloc(MOST * sizeof *out);
    ck_assert_ptr_nonnull(out);
    uint32_t numbers = live_lab_numbers(answer, path, out, MOST);
    ck_assert_uint_le(numbers, MOST);
    ck_assert_uint_eq(numbers % each, 0);
    *count = numbers / each;
    return out;
}

/* Draws an overlay; free it with drop. */
static inline drawing draw(live_lab *lab, const char *name) {
    drawing d;
    const char *answer = live_lab_expect(lab, "{'do':'overlay','name':'%s'}", name);
    d.lines = take(answer, "lines", 4, &d.line_count);
    d.strong = take(answer, "strong", 4, &d.strong_count);
    d.points = take(answer, "points", 2, &d.point_count);
    d.discs = take(answer, "discs", 3, &d.disc_count);
    d.layers = take(answer, "layer", 1, &d.layer_count);
    d.truncated = live_lab_bool(answer, "truncated");
    ck_assert_uint_eq(d.layer_count, d.line_count + d.strong_count + d.point_count + d.disc_count);
    return d;
}

static inline void drop(drawing *d) {
    free(d->lines);
    free(d->strong);
    free(d->points);
    free(d->discs);
    free(d->layers);
}

static inline double length_of(const double *lines, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const double *l = lines + (size_t)4 * i;
        sum += hypot(l[2] - l[0], l[3] - l[1]);
    }
    return sum;
}

/* A room with a pillar, a thin wall of a class, a door and every kind of map. */
#define ROOM(more)                                                                                 \
    "space: {walkable: [[0, 0], [20, 0], [20, 10], [0, 10]],\n"                                    \
    "  classes: [screen],\n"                                                                       \
    "  obstacles: [[[5, 4], [6, 4], [6, 6], [5, 6]]],\n"                                           \
    "  walls: [{points: [[10, 0], [10, 3]], class: screen}]}\n"                                    \
    "obstacles: [{name: door, door: [[14, 0], [14, 4]], closed: true}]\n" more

#define MAPS                                                                                       \
    "maps: {mesh: {kind: navmesh, radii: [0.3]}, axis: {kind: corridor},\n"                        \
    "  points: {kind: roadmap, source: prm, samples: 60}, cells: {kind: grid, cell: 0.5},\n"       \
    "  tree: {kind: grid, cells: quadtree, cell: 0.25},\n"                                         \
    "  ground: {kind: terrain}, marks: {kind: guidance, lines: [[[1, 8], [19, 8]]]}}\n"            \
    "agents: [{at: [[1, 1], [1, 2]], goal: [18, 5]}]\n"

/* Returns the cosine of the angle between an arrow and a direction. */
static inline double agreement(const double *arrow, wend_vec2 direction) {
    double x = arrow[2] - arrow[0], y = arrow[3] - arrow[1];
    return (x * (double)direction.x + y * (double)direction.y) /
           (hypot(x, y) * hypot((double)direction.x, (double)direction.y));
}

static inline wend_location middle_of(const double *l) {
    return (wend_location){{(float)((l[0] + l[2]) / 2.0), (float)((l[1] + l[3]) / 2.0)}, 0};
}

#endif
