/* Counts crossings, in bounded time, to check whether segments cross excessively often.
 *
 * Segments are entered into a grid with about as many cells as there are segments, and pairs that
 * share a cell are tested. Both the number of entries and the number of tests are limited by
 * budgets proportional to the number of segments: input that exceeds a budget is so dense that it
 * counts as excessive too. A pair that shares several cells is counted only in the cell that
 * contains the low corner of the intersection of their boxes.
 *
 * Cost: O(n), with a large factor in the worst case. */
#include "clean/crossings.h"

#include "geom/point.h"
#include <math.h>
#include <string.h>

enum {
    ENTRIES_PER_SEGMENT = 64,
    TESTS_PER_SEGMENT = 1000,
    CROSSINGS_PER_SEGMENT = 2,
    OVERLAPS_PER_SEGMENT = 8,
    SPARE_ENTRIES = 100000,
    SPARE_TESTS = 4000000,
    SPARE_CROSSINGS = 10000,
    MOST_CELLS = 1 << 20
};

typedef struct cells {
    wend_point low;
    double scale; /* cells per metre */
    uint32_t columns, rows;
} cells;

typedef struct span {
    uint32_t x0, x1, y0, y1;
} span;

static uint32_t clamp(double value, uint32_t count) {
    return value <= 0.0 ? 0 : value >= count ? count - 1 : (uint32_t)value;
}

static span span_of(const cells *c, const crossings_segment *s) {
    return (span){clamp((fmin(s->a.x, s->b.x) - c->low.x) * c->scale, c->columns),
                  clamp((fmax(s->a.x, s->b.x) - c->low.x) * c->scale, c->columns),
                  clamp((fmin(s->a.y, s->b.y) - c->low.y) * c->scale, c->rows),
                  clamp((fmax(s->a.y, s->b.y) - c->low.y) * c->scale, c->rows)};
}

/* Finds the columns in a row of cells that a segment crosses; the range is slightly widened. */
static void columns_in_row(const cells *c, const crossings_segment *s, span all, uint32_t row,
                           uint32_t *first, uint32_t *last) {
    *first = all.x0;
    *last = all.x1;
    double dy = s->b.y - s->a.y;
    if (all.y0 == all.y1 || dy == 0.0) {
        return;
    }
    double bottom = c->low.y + row / c->scale, top = c->low.y + (row + 1.0) / c->scale;
    double t0 = fmin(fmax((bottom - s->a.y) / dy, 0.0), 1.0);
    double t1 = fmin(fmax((top - s->a.y) / dy, 0.0), 1.0);
    double x0 = s->a.x + t0 * (s->b.x - s->a.x), x1 = s->a.x + t1 * (s->b.x - s->a.x);
    uint32_t from = clamp((fmin(x0, x1) - c->low.x) * c->scale - 0.01, c->columns);
    uint32_t to = clamp((fmax(x0, x1) - c->low.x) * c->scale + 0.01, c->columns);
    *first = from > all.x0 ? from : all.x0;
    *last = to < all.x1 ? to : all.x1;
}

/* Counts the entries of each cell or, if `items` is given, enters the segments into `items`.
 * Returns false if there are more entries than allowed. */
static bool enter_segments(const cells *c, const crossings_segment *segments, uint32_t count,
                           uint32_t *start, uint32_t *items) {
    uint64_t entries = 0, most = (uint64_t)count * ENTRIES_PER_SEGMENT + SPARE_ENTRIES;
    for (uint32_t i = 0; i < count; i++) {
        span all = span_of(c, &segments[i]);
        for (uint32_t row = all.y0; row <= all.y1; row++) {
            uint32_t first, last;
            columns_in_row(c, &segments[i], all, row, &first, &last);
            for (uint32_t column = first; column <= last; column++) {
                uint32_t *cell = &start[row * c->columns + column];
                if (items != NULL) {
                    items[*cell] = i;
                }
                ++*cell;
                entries++;
            }
            if (entries > most) {
                return false;
            }
        }
    }
    return true;
}

static bool segments_cross(const crossings_segment *s, const crossings_segment *t) {
    double a = point_turn(s->a, s->b, t->a), b = point_turn(s->a, s->b, t->b);
    double c = point_turn(t->a, t->b, s->a), d = point_turn(t->a, t->b, s->b);
    return a * b < 0.0 && c * d < 0.0;
}

static double distance_along(const crossings_segment *s, wend_point p) {
    return (p.x - s->a.x) * (s->b.x - s->a.x) + (p.y - s->a.y) * (s->b.y - s->a.y);
}

/* True if two collinear segments have more than a point in common. */
static bool segments_overlap(const crossings_segment *s, const crossings_segment *t) {
    if (point_turn(s->a, s->b, t->a) != 0.0 || point_turn(s->a, s->b, t->b) != 0.0) {
        return false;
    }
    double a = distance_along(s, t->a), b = distance_along(s, t->b), end = distance_along(s, s->b);
    return fmin(a, b) < end && fmax(a, b) > 0.0;
}

/* True if a pair of segments is counted in this cell, because the cell contains the low corner of
 * the intersection of the segments' boxes. */
static bool is_counted_in(const cells *c, const crossings_segment *s, const crossings_segment *t,
                          uint32_t cell) {
    span one = span_of(c, s), two = span_of(c, t);
    uint32_t x = one.x0 > two.x0 ? one.x0 : two.x0, y = one.y0 > two.y0 ? one.y0 : two.y0;
    /* A long segment need not pass through that cell. Pairs with a long segment are therefore
     * counted in every cell that they share. */
    bool small = one.x1 - one.x0 <= 1 && one.y1 - one.y0 <= 1 && two.x1 - two.x0 <= 1 &&
                 two.y1 - two.y0 <= 1;
    return !small || y * c->columns + x == cell;
}

static bool count_crossings(const cells *c, const crossings_segment *segments, uint32_t count,
                            const uint32_t *start, const uint32_t *items) {
    uint64_t tests = 0, most_tests = (uint64_t)count * TESTS_PER_SEGMENT + SPARE_TESTS;
    uint64_t crossings = 0, most = (uint64_t)count * CROSSINGS_PER_SEGMENT + SPARE_CROSSINGS;
    uint64_t overlaps = 0, most_overlaps = (uint64_t)count * OVERLAPS_PER_SEGMENT + SPARE_CROSSINGS;
    for (uint32_t cell = 0; cell < c->columns * c->rows; cell++) {
        uint64_t here = start[cell + 1] - start[cell];
        tests += here * here / 2;
        if (tests > most_tests) {
            return false;
        }
        for (uint32_t i = start[cell]; i < start[cell + 1]; i++) {
            for (uint32_t k = i + 1; k < start[cell + 1]; k++) {
                const crossings_segment *s = &segments[items[i]], *t = &segments[items[k]];
                crossings += segments_cross(s, t) && is_counted_in(c, s, t, cell);
                overlaps += segments_overlap(s, t) && is_counted_in(c, s, t, cell);
            }
        }
        if (crossings > most || overlaps > most_overlaps) {
            return false;
        }
    }
    return true;
}

static cells choose_cells(const crossings_segment *segments, uint32_t count) {
    shapes_box box = {0};
    for (uint32_t i = 0; i < count; i++) {
        shapes_include(&box, segments[i].a);
        shapes_include(&box, segments[i].b);
    }
    double width = box.high.x - box.low.x, height = box.high.y - box.low.y;
    double wanted = fmin((double)count + 1.0, MOST_CELLS);
    double size = fmax(sqrt(width * height / wanted), fmax(width, height) / wanted);
    size = size > 0.0 ? size : 1.0;
    cells c = {.low = box.low, .scale = 1.0 / size};
    c.columns = (uint32_t)(width / size) + 1;
    c.rows = (uint32_t)(height / size) + 1;
    return c;
}

static crossings_verdict check_cells(const cells *c, const crossings_segment *segments,
                                     uint32_t count, uint32_t *start, memory *heap) {
    uint32_t number = c->columns * c->rows;
    if (!enter_segments(c, segments, count, start + 1, NULL)) {
        return CROSSINGS_TOO_MANY;
    }
    for (uint32_t i = 0; i < number; i++) {
        start[i + 1] += start[i];
    }
    uint32_t entries = start[number];
    uint32_t *items = memory_get_array(heap, (size_t)entries + 1, sizeof *items);
    if (items == NULL) {
        return CROSSINGS_NO_MEMORY;
    }
    /* Entering the segments advances each start to the start of the next cell. Shifting the array
     * by one makes the starts correct again. */
    enter_segments(c, segments, count, start, items);
    memmove(start + 1, start, number * sizeof *start);
    start[0] = 0;
    bool fine = count_crossings(c, segments, count, start, items);
    memory_free(heap, items, ((size_t)entries + 1) * sizeof *items);
    return fine ? CROSSINGS_FEW : CROSSINGS_TOO_MANY;
}

crossings_verdict crossings_check(const crossings_segment *segments, uint32_t count, memory *heap) {
    cells c = choose_cells(segments, count);
    size_t size = ((size_t)c.columns * c.rows + 2) * sizeof(uint32_t);
    uint32_t *start = memory_get_zeroed(heap, size);
    if (start == NULL) {
        return CROSSINGS_NO_MEMORY;
    }
    crossings_verdict verdict = check_cells(&c, segments, count, start, heap);
    memory_free(heap, start, size);
    return verdict;
}
