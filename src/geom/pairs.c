/* Finds candidate pairs of segments by recursive halving of the plane.
 *
 * A box with many segments is cut in the middle of its longer side. Each segment is passed on to
 * each half that it reaches. In small boxes, and in boxes where cutting no longer helps, all pairs
 * of bounding boxes are compared.
 *
 * Cost: O(n log n) for segments that are short relative to the whole, even if they are unevenly
 * distributed; quadratic, but with little memory, if all of them are long and parallel. */
#include "geom/pairs.h"

#include "geom/vec.h"

enum {
    MAX_UNCUT_SEGMENTS = 12, /* a box with at most this many segments is not cut */
    MAX_DEPTH = 64           /* levels of recursion, enough to separate any two floats */
};

typedef struct box {
    wend_vec2 low, high;
} box;

typedef struct search {
    const pairs_segment *segments;
    pairs_visit *visit;
    void *context;
    memory *source;
    uint32_t *stack; /* lists of segment indices, one after the other */
    uint32_t capacity;
} search;

static box box_of(const pairs_segment *segment) {
    return (box){vec_min(segment->a, segment->b), vec_max(segment->a, segment->b)};
}

static bool contains_box(const box *outer, const box *inner) {
    return inner->low.x >= outer->low.x && inner->high.x <= outer->high.x &&
           inner->low.y >= outer->low.y && inner->high.y <= outer->high.y;
}

static bool boxes_meet(const box *a, const box *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y;
}

static void compare_all(const search *s, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        box first = box_of(&s->segments[s->stack[i]]);
        for (uint32_t j = i + 1; j < end; ++j) {
            box second = box_of(&s->segments[s->stack[j]]);
            if (boxes_meet(&first, &second)) {
                s->visit(s->context, s->stack[i], s->stack[j]);
            }
        }
    }
}

/* True if a point of the segment lies in the box. May also be true for a segment that narrowly
 * misses the box. */
static bool may_reach(const pairs_segment *segment, const box *within) {
    box bounds = box_of(segment);
    if (!boxes_meet(&bounds, within)) {
        return false;
    }
    if (bounds.low.x == bounds.high.x || bounds.low.y == bounds.high.y ||
        contains_box(within, &bounds)) {
        return true;
    }
    double x = (double)segment->b.x - (double)segment->a.x;
    double slope = ((double)segment->b.y - (double)segment->a.y) / x;
    double from = (double)fmaxf(bounds.low.x, within->low.x) - (double)segment->a.x;
    double to = (double)fminf(bounds.high.x, within->high.x) - (double)segment->a.x;
    double y_from = (double)segment->a.y + slope * from, y_to = (double)segment->a.y + slope * to;
    double slack = 1e-9 * (1.0 + fabs(y_from) + fabs(y_to));
    return fmin(y_from, y_to) - slack <= (double)within->high.y &&
           fmax(y_from, y_to) + slack >= (double)within->low.y;
}

/* Copies those segments of [begin, end) that reach `half` to the stack, starting at `top`. Returns
 * the new top. */
static uint32_t select_half(search *s, uint32_t begin, uint32_t end, uint32_t top,
                            const box *half) {
    for (uint32_t i = begin; i < end; ++i) {
        if (may_reach(&s->segments[s->stack[i]], half)) {
            s->stack[top++] = s->stack[i];
        }
    }
    return top;
}

static bool divide(search *s, uint32_t begin, uint32_t end, box within, int depth) {
    uint32_t count = end - begin;
    float width = within.high.x - within.low.x, height = within.high.y - within.low.y;
    bool wide = width >= height;
    float middle = wide ? within.low.x + 0.5F * width : within.low.y + 0.5F * height;
    box halves[2] = {within, within};
    *(wide ? &halves[0].high.x : &halves[0].high.y) = middle;
    *(wide ? &halves[1].low.x : &halves[1].low.y) = middle;
    if (count <= MAX_UNCUT_SEGMENTS || depth == 0) {
        compare_all(s, begin, end);
        return true;
    }
    if (!memory_grow(s->source, (void **)&s->stack, sizeof *s->stack, &s->capacity,
                     end + 2 * count)) {
        return false;
    }
    /* The list of the second half lies below the list of the first half, which is processed first
     * and may be overwritten afterwards. */
    uint32_t second = select_half(s, begin, end, end, &halves[1]);
    uint32_t first = select_half(s, begin, end, second, &halves[0]);
    if (first - end > count + count / 2) {
        compare_all(s, begin, end);
        return true;
    }
    return divide(s, second, first, halves[0], depth - 1) &&
           divide(s, end, second, halves[1], depth - 1);
}

bool pairs_find(const pairs_segment *segments, uint32_t count, pairs_visit *visit, void *context,
                memory *source) {
    if (count < 2) {
        return true;
    }
    search s = {.segments = segments, .visit = visit, .context = context, .source = source};
    if (!memory_grow(source, (void **)&s.stack, sizeof *s.stack, &s.capacity, count)) {
        return false;
    }
    box within = box_of(&segments[0]);
    for (uint32_t i = 0; i < count; ++i) {
        box bounds = box_of(&segments[i]);
        within = (box){vec_min(within.low, bounds.low), vec_max(within.high, bounds.high)};
        s.stack[i] = i;
    }
    bool done = divide(&s, 0, count, within, MAX_DEPTH);
    memory_free(source, s.stack, s.capacity * sizeof *s.stack);
    return done;
}
