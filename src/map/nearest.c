/* Finds the points nearest to a position with a k-d tree.
 *
 * J. L. Bentley, "Multidimensional binary search trees used for associative searching" (1975). The
 * tree is stored without pointers: the middle element of a range is the root, and the ranges before
 * and after it are its subtrees. The axis alternates with the depth.
 *
 *     position   q, the position of the query
 *     squared    |p - q|^2 for a point p
 *
 * A subtree on the far side of a split is skipped if the split is farther away than the last point
 * found so far. Among points at the same distance, those with lower ids come first, so that the
 * result does not depend on the order of the input.
 *
 * Cost: O(n log n) to make on average; O(k log n) for a query on average. */
#include "map/nearest.h"

#include <string.h>

static float coordinate_of(const nearest_point *p, uint32_t axis) {
    return axis == 0 ? p->position.x : p->position.y;
}

/* Orders points along an axis, then by id. */
static bool is_before(const nearest_point *a, const nearest_point *b, uint32_t axis) {
    float left = coordinate_of(a, axis), right = coordinate_of(b, axis);
    return left != right ? left < right : a->id < b->id;
}

static void swap(nearest_point *a, nearest_point *b) {
    nearest_point kept = *a;
    *a = *b;
    *b = kept;
}

/* Moves the middle one of the first, middle and last points to the front. */
static void choose_pivot(nearest_point *points, uint32_t count, uint32_t axis) {
    nearest_point *first = points, *middle = points + count / 2, *last = points + count - 1;
    if (is_before(middle, first, axis)) {
        swap(middle, first);
    }
    if (is_before(last, middle, axis)) {
        swap(last, middle);
    }
    if (is_before(middle, first, axis)) {
        swap(middle, first);
    }
    swap(first, middle);
}

/* Reorders points so that the one that belongs at `index` is there, with lower ones before it. */
static void select_at(nearest_point *points, uint32_t count, uint32_t index, uint32_t axis) {
    while (count > 1) {
        choose_pivot(points, count, axis);
        uint32_t low = 0;
        for (uint32_t i = 1; i < count; i++) {
            if (is_before(&points[i], &points[0], axis)) {
                swap(&points[++low], &points[i]);
            }
        }
        swap(&points[0], &points[low]);
        if (index == low) {
            return;
        }
        if (index < low) {
            count = low;
        } else {
            points += low + 1;
            count -= low + 1;
            index -= low + 1;
        }
    }
}

static void split(nearest_point *points, uint32_t count, uint32_t axis) {
    while (count > 1) {
        uint32_t middle = count / 2;
        select_at(points, count, middle, axis);
        axis = 1 - axis;
        split(points, middle, axis);
        points += middle + 1;
        count -= middle + 1;
    }
}

nearest_index nearest_make(nearest_point *points, uint32_t count) {
    split(points, count, 0);
    return (nearest_index){points, count};
}

/* ---- Queries --------------------------------------------------------------------------------- */

typedef struct query {
    wend_vec2 position;
    uint32_t except;
    nearest_found *out;
    uint32_t capacity, count;
} query;

static void insert(query *q, const nearest_point *p) {
    double x = (double)p->position.x - (double)q->position.x;
    double y = (double)p->position.y - (double)q->position.y;
    nearest_found found = {x * x + y * y, p->id};
    uint32_t at = q->count;
    while (at > 0 && (found.squared < q->out[at - 1].squared ||
                      (found.squared == q->out[at - 1].squared && found.id < q->out[at - 1].id))) {
        at--;
    }
    if (at == q->capacity || p->id == q->except) {
        return;
    }
    q->count += q->count < q->capacity;
    memmove(q->out + at + 1, q->out + at, (q->count - 1 - at) * sizeof *q->out);
    q->out[at] = found;
}

/* The recursion is as deep as the tree: at most 32. */
static void search(query *q, const nearest_point *points, uint32_t count, uint32_t axis) {
    while (count > 0) {
        uint32_t middle = count / 2;
        const nearest_point *root = &points[middle];
        double offset = axis == 0 ? (double)q->position.x - (double)root->position.x
                                  : (double)q->position.y - (double)root->position.y;
        bool lower_first = offset < 0.0;
        const nearest_point *upper = root + 1;
        uint32_t upper_count = count - middle - 1;
        axis = 1 - axis;
        search(q, lower_first ? points : upper, lower_first ? middle : upper_count, axis);
        insert(q, root);
        if (q->count == q->capacity && offset * offset > q->out[q->capacity - 1].squared) {
            return;
        }
        points = lower_first ? upper : points;
        count = lower_first ? upper_count : middle;
    }
}

uint32_t nearest_find(const nearest_index *from, wend_vec2 position, uint32_t except,
                      nearest_found *out, uint32_t capacity) {
    query q = {position, except, out, capacity, 0};
    if (capacity > 0) {
        search(&q, from->points, from->count, 0);
    }
    return q.count;
}
