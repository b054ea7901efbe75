/* Inserts segments as edges into a Delaunay triangulation.
 *
 * Segments that are already edges are marked first. Every other segment is followed through the
 * triangles that it crosses. These triangles are removed, and the polygon on either side of the
 * segment is triangulated again: each of its corners sees the segment, so every convex corner is an
 * ear, and cutting off ears in one scan never fails (G. T. Toussaint, D. Avis, "On a convex hull
 * algorithm for polygons and its application to triangulation problems", Pattern Recognition 15
 * (1982)). Flips then make the new edges Delaunay (D. T. Lee, B. J. Schachter, "Two algorithms for
 * constructing a Delaunay triangulation", International Journal of Computer and Information
 * Sciences 9 (1980)).
 *
 * Segments are inserted in a pseudo-random order, so that a segment seldom crosses many edges that
 * earlier segments created (J. R. Shewchuk, B. C. Brown, "Fast segment insertion and incremental
 * construction of constrained Delaunay triangulations", Computational Geometry 48 (2015)).
 *
 * Cost: proportional to the number of edges that the segments cross plus the number of flips;
 * usually O(k) flips for a segment that crosses k edges. */
#include "base/error.h"
#include "base/hash.h"
#include "geom/halfedge.h"

/* A side of a polygon to be triangulated, with the polygon on its left. */
typedef struct side {
    uint32_t from, to;
    uint32_t outer; /* on its right: a half-edge, or OUTER_IS_SIDE plus the index of a side */
    bool fixed;
} side;

/* This bit is free, because a mesh with more than 2^31 half-edges would not fit in memory with its
 * points. */
#define OUTER_IS_SIDE (UINT32_C(1) << 31)

typedef struct list {
    uint32_t *items;
    uint32_t count, capacity;
} list;

typedef struct constrainer {
    halfedge_mesh *mesh;
    memory *memory;
    wend_error *error;
    list missing;           /* segments that are not edges yet */
    list removed_triangles; /* indices of removed triangles, to be reused */
    list upper; /* sides to the left of the segment, initially from its start to its end */
    list lower; /* sides to the right of the segment, from its start to its end */
    list stack; /* during the scan: sides; during the flips: half-edges to check */
    side *sides;
    uint32_t side_count, side_capacity;
} constrainer;

static bool push(constrainer *self, list *to, uint32_t item) {
    if (!memory_grow(self->memory, (void **)&to->items, sizeof *to->items, &to->capacity,
                     to->count + 1)) {
        return false;
    }
    to->items[to->count++] = item;
    return true;
}

static void release_list(constrainer *self, const list *of) {
    memory_free(self->memory, of->items, of->capacity * sizeof *of->items);
}

static void release(constrainer *self) {
    release_list(self, &self->missing);
    release_list(self, &self->removed_triangles);
    release_list(self, &self->upper);
    release_list(self, &self->lower);
    release_list(self, &self->stack);
    memory_free(self->memory, self->sides, self->side_capacity * sizeof *self->sides);
}

static void mark_fixed(halfedge_mesh *mesh, uint32_t h) {
    mesh->flags[h] |= HALFEDGE_FIXED;
    mesh->flags[mesh->twin[h]] |= HALFEDGE_FIXED;
}

/* ---- How a segment leaves its end ------------------------------------------------------------ */

typedef enum departure {
    DEPARTURE_ELSEWHERE,
    DEPARTURE_ALONG,  /* the half-edge lies on the segment */
    DEPARTURE_THROUGH /* the segment enters the interior of the half-edge's triangle */
} departure;

static bool is_ahead(grid_point from, grid_point to, grid_point other) {
    int64_t x = ((int64_t)to.x - from.x) * ((int64_t)other.x - from.x);
    int64_t y = ((int64_t)to.y - from.y) * ((int64_t)other.y - from.y);
    return x + y > 0;
}

/* Determines whether the segment from the origin of a half-edge to `to` leaves along that
 * half-edge, through its triangle or elsewhere. */
static departure classify_departure(const halfedge_mesh *mesh, uint32_t h, uint32_t to) {
    uint32_t from = mesh->origin[h], right = halfedge_target(mesh, h),
             left = halfedge_apex(mesh, h);
    if (right == to) {
        return DEPARTURE_ALONG;
    }
    if (right == mesh->ghost) {
        return DEPARTURE_ELSEWHERE;
    }
    int64_t right_turn = halfedge_turn(mesh, from, to, right);
    if (right_turn == 0 && is_ahead(mesh->points[from], mesh->points[to], mesh->points[right])) {
        return DEPARTURE_ALONG;
    }
    bool through = right_turn < 0 && left != mesh->ghost && halfedge_turn(mesh, from, to, left) > 0;
    return through ? DEPARTURE_THROUGH : DEPARTURE_ELSEWHERE;
}

/* Finds how the segment leaves one of its ends, `*a` or `*b`, and swaps the two if that end is
 * `*b`. The searches around the two ends advance together and stop when one succeeds: this is quick
 * if one end has few edges, and few segments can have many edges at both ends. */
static departure find_departure(const halfedge_mesh *mesh, uint32_t *a, uint32_t *b,
                                uint32_t *out) {
    uint32_t h = mesh->leaving[*a], g = mesh->leaving[*b];
    for (;;) {
        departure at_a = classify_departure(mesh, h, *b);
        if (at_a != DEPARTURE_ELSEWHERE) {
            *out = h;
            return at_a;
        }
        departure at_b = classify_departure(mesh, g, *a);
        if (at_b != DEPARTURE_ELSEWHERE) {
            uint32_t swap = *a;
            *a = *b;
            *b = swap;
            *out = g;
            return at_b;
        }
        h = mesh->twin[halfedge_previous(h)];
        g = mesh->twin[halfedge_previous(g)];
    }
}

/* ---- Triangles along a segment --------------------------------------------------------------- */

static int64_t divide_rounded(halfedge_wide numerator, halfedge_wide denominator) {
    halfedge_wide doubled = 2 * numerator + denominator;
    halfedge_wide quotient = doubled / (2 * denominator);
    return (int64_t)(doubled % (2 * denominator) < 0 ? quotient - 1 : quotient);
}

/* Reports that the segment from a to b strictly crosses the fixed edge `h`. */
static wend_result fail_crossing(const constrainer *self, uint32_t a, uint32_t b, uint32_t h) {
    const halfedge_mesh *mesh = self->mesh;
    grid_point p = mesh->points[a], q = mesh->points[b];
    grid_point u = mesh->points[mesh->origin[h]], v = mesh->points[halfedge_target(mesh, h)];
    halfedge_wide before = halfedge_area(u, v, p), total = before - halfedge_area(u, v, q);
    if (total < 0) {
        before = -before;
        total = -total;
    }
    int64_t x = p.x + divide_rounded(before * ((int64_t)q.x - p.x), total);
    int64_t y = p.y + divide_rounded(before * ((int64_t)q.y - p.y), total);
    return error_set(self->error, WEND_ERROR_GEOMETRY,
                     "segments cross near (%lld, %lld): (%d, %d) to (%d, %d) and (%d, %d) to "
                     "(%d, %d); expected segments that meet in common end points only",
                     (long long)x, (long long)y, p.x, p.y, q.x, q.y, u.x, u.y, v.x, v.y);
}

/* Appends a half-edge on the border of the hole to a list of sides. The half-edge's twin entry then
 * refers to the new side, because the hole may lie on both sides of the edge. */
static bool push_side(constrainer *self, list *to, uint32_t h) {
    halfedge_mesh *mesh = self->mesh;
    if (!memory_grow(self->memory, (void **)&self->sides, sizeof *self->sides, &self->side_capacity,
                     self->side_count + 1)) {
        return false;
    }
    self->sides[self->side_count] = (side){.from = mesh->origin[h],
                                           .to = halfedge_target(mesh, h),
                                           .outer = mesh->twin[h],
                                           .fixed = (mesh->flags[h] & HALFEDGE_FIXED) != 0};
    mesh->twin[h] = OUTER_IS_SIDE | self->side_count;
    return push(self, to, self->side_count++);
}

static bool push_removed(constrainer *self, uint32_t h) {
    return push(self, &self->removed_triangles, h / 3);
}

/* Finds the first vertex on the segment after `a`. At `a`, the segment enters the triangle of `h`.
 * Fails if the segment crosses a fixed edge before that vertex. */
static wend_result find_next_vertex(const constrainer *self, uint32_t a, uint32_t b, uint32_t h,
                                    uint32_t *end) {
    const halfedge_mesh *mesh = self->mesh;
    uint32_t crossed = halfedge_next(h);
    for (;;) {
        if ((mesh->flags[crossed] & HALFEDGE_FIXED) != 0) {
            return fail_crossing(self, a, b, crossed);
        }
        uint32_t back = mesh->twin[crossed], apex = halfedge_apex(mesh, back);
        int64_t turn = halfedge_turn(mesh, a, b, apex);
        if (turn == 0) {
            *end = apex;
            return WEND_OK;
        }
        crossed = turn > 0 ? halfedge_next(back) : halfedge_previous(back);
    }
}

/* Removes the triangles that the segment from `a` to `end` crosses, and lists the sides of the
 * hole. Returns false if out of memory. */
static bool remove_triangles(constrainer *self, uint32_t a, uint32_t end, uint32_t h) {
    halfedge_mesh *mesh = self->mesh;
    uint32_t crossed = halfedge_next(h), apex = HALFEDGE_NONE;
    self->side_count = self->upper.count = self->lower.count = self->removed_triangles.count = 0;
    bool good = push_removed(self, h) && push_side(self, &self->upper, halfedge_previous(h)) &&
                push_side(self, &self->lower, h);
    while (good && apex != end) {
        uint32_t back = mesh->twin[crossed];
        uint32_t right = halfedge_next(back), left = halfedge_previous(back);
        apex = mesh->origin[left];
        int64_t turn = halfedge_turn(mesh, a, end, apex);
        good = push_removed(self, back) && (turn < 0 || push_side(self, &self->upper, left)) &&
               (turn > 0 || push_side(self, &self->lower, right));
        crossed = turn > 0 ? right : left;
    }
    for (uint32_t i = 0; i < self->side_count; i++) {
        uint32_t behind = mesh->twin[self->sides[i].outer];
        if ((behind & OUTER_IS_SIDE) != 0) {
            self->sides[i].outer = behind;
        }
    }
    return good;
}

/* ---- Filling the hole ------------------------------------------------------------------------ */

/* Links a new half-edge to whatever lies on the other side of a polygon side. */
static void attach(constrainer *self, uint32_t h, uint32_t side_index) {
    halfedge_mesh *mesh = self->mesh;
    const side *s = &self->sides[side_index];
    mesh->origin[h] = s->from;
    mesh->leaving[s->from] = h;
    mesh->flags[h] = s->fixed ? HALFEDGE_FIXED : 0;
    if ((s->outer & OUTER_IS_SIDE) != 0) {
        self->sides[s->outer & ~OUTER_IS_SIDE].outer = h;
    } else {
        halfedge_link(mesh, h, s->outer);
    }
}

/* Cuts off the triangle between two consecutive sides. The new edge between their far ends takes
 * the index of the first side. */
static void cut_ear(constrainer *self, uint32_t first, uint32_t second) {
    halfedge_mesh *mesh = self->mesh;
    uint32_t h = 3 * self->removed_triangles.items[--self->removed_triangles.count];
    attach(self, h, first);
    attach(self, h + 1, second);
    side *s = &self->sides[first];
    s->to = self->sides[second].to;
    s->outer = h + 2;
    s->fixed = false;
    mesh->origin[h + 2] = s->to;
    mesh->leaving[s->to] = h + 2;
    mesh->flags[h + 2] = 0;
}

static bool is_ear(const constrainer *self, uint32_t first, uint32_t second) {
    const side *before = &self->sides[first];
    return halfedge_turn(self->mesh, before->from, before->to, self->sides[second].to) > 0;
}

/* Cuts off ears that do not touch each other, as long as each pass removes a large enough fraction
 * of the sides. Around a bay, where many ears follow each other, this leaves far fewer edges to
 * flip than cutting them off as a fan. */
static void cut_separate_ears(constrainer *self, list *chain) {
    enum { MIN_SHARE_DIVISOR = 8 };
    uint32_t before = UINT32_MAX;
    while (chain->count > 2 && before - chain->count > before / MIN_SHARE_DIVISOR) {
        uint32_t kept = 0, i = 0;
        before = chain->count;
        while (i < before) {
            uint32_t first = chain->items[i++];
            if (i < before && is_ear(self, first, chain->items[i])) {
                cut_ear(self, first, chain->items[i++]);
            }
            chain->items[kept++] = first;
        }
        chain->count = kept;
    }
}

/* Adds a side to the scan, and cuts off all ears that this side completes. Returns false if out of
 * memory. */
static bool scan_side(constrainer *self, uint32_t added) {
    list *stack = &self->stack;
    while (stack->count > 0 && is_ear(self, stack->items[stack->count - 1], added)) {
        uint32_t top = stack->items[--stack->count];
        cut_ear(self, top, added);
        added = top;
    }
    return push(self, stack, added);
}

/* Fills the hole on one side of the segment, and stores the half-edge along the segment in *out.
 * Returns false if out of memory. */
static bool fill_one_side(constrainer *self, list *chain, uint32_t *out) {
    cut_separate_ears(self, chain);
    self->stack.count = 0;
    for (uint32_t i = 0; i < chain->count; i++) {
        if (!scan_side(self, chain->items[i])) {
            return false;
        }
    }
    WEND_ASSERT(self->stack.count == 1);
    *out = self->sides[self->stack.items[0]].outer;
    return true;
}

static void reverse(list *of) {
    for (uint32_t i = 0; i < of->count / 2; i++) {
        uint32_t swap = of->items[i];
        of->items[i] = of->items[of->count - 1 - i];
        of->items[of->count - 1 - i] = swap;
    }
}

/* ---- Flips ----------------------------------------------------------------------------------- */

static bool push_pending(constrainer *self, uint32_t h) {
    if ((self->mesh->flags[h] & (HALFEDGE_FIXED | HALFEDGE_PENDING)) != 0) {
        return true;
    }
    self->mesh->flags[h] |= HALFEDGE_PENDING;
    return push(self, &self->stack, h);
}

/* Flips edges on the stack, and edges around them, until all are Delaunay. Returns false if out of
 * memory. */
static bool flip_until_delaunay(constrainer *self) {
    halfedge_mesh *mesh = self->mesh;
    bool good = true;
    while (good && self->stack.count > 0) {
        uint32_t h = self->stack.items[--self->stack.count];
        mesh->flags[h] &= (uint8_t)~HALFEDGE_PENDING;
        if ((mesh->flags[h] & HALFEDGE_FIXED) != 0 || !halfedge_must_flip(mesh, h)) {
            continue;
        }
        halfedge_flip(mesh, h);
        uint32_t g = mesh->twin[halfedge_next(h)];
        good = push_pending(self, h) && push_pending(self, halfedge_previous(h)) &&
               push_pending(self, halfedge_next(g)) && push_pending(self, halfedge_previous(g));
    }
    return good;
}

/* ---- Segments -------------------------------------------------------------------------------- */

/* Inserts the part of a segment that runs from `a`, through the triangle of `h`, to the next vertex
 * on the segment. */
static wend_result insert_part(constrainer *self, uint32_t a, uint32_t b, uint32_t h,
                               uint32_t *end) {
    wend_result result = find_next_vertex(self, a, b, h, end);
    if (result != WEND_OK) {
        return result;
    }
    uint32_t above = 0, below = 0;
    if (!remove_triangles(self, a, *end, h)) {
        return error_no_memory(self->error, "a triangulation");
    }
    uint32_t filled_count = self->removed_triangles.count;
    reverse(&self->upper);
    if (!fill_one_side(self, &self->upper, &above) || !fill_one_side(self, &self->lower, &below)) {
        return error_no_memory(self->error, "a triangulation");
    }
    WEND_ASSERT(self->removed_triangles.count == 0);
    halfedge_link(self->mesh, above, below);
    mark_fixed(self->mesh, above);
    self->stack.count = 0;
    for (uint32_t i = 0; i < 3 * filled_count; i++) {
        if (!push_pending(self, 3 * self->removed_triangles.items[i / 3] + i % 3)) {
            return error_no_memory(self->error, "a triangulation");
        }
    }
    return flip_until_delaunay(self) ? WEND_OK : error_no_memory(self->error, "a triangulation");
}

static wend_result insert_segment(constrainer *self, uint32_t a, uint32_t b) {
    while (a != b) {
        uint32_t h = 0, end = 0;
        if (find_departure(self->mesh, &a, &b, &h) == DEPARTURE_ALONG) {
            mark_fixed(self->mesh, h);
            end = halfedge_target(self->mesh, h);
        } else {
            wend_result result = insert_part(self, a, b, h, &end);
            if (result != WEND_OK) {
                return result;
            }
        }
        a = end;
    }
    return WEND_OK;
}

/* Marks the segments that are already edges, and lists the others. Returns false if out of memory.
 */
static bool mark_edges(constrainer *self, const grid_edge *segments, uint32_t count) {
    bool good = true;
    for (uint32_t i = 0; good && i < count; i++) {
        uint32_t a = segments[i].a, b = segments[i].b, h = 0;
        departure found = find_departure(self->mesh, &a, &b, &h);
        if (found == DEPARTURE_ALONG && halfedge_target(self->mesh, h) == b) {
            mark_fixed(self->mesh, h);
        } else {
            good = push(self, &self->missing, i);
        }
    }
    return good;
}

/* Shuffles the missing segments (Fisher and Yates). */
static void shuffle(list *segments) {
    for (uint32_t i = segments->count; i > 1; i--) {
        uint32_t other = (uint32_t)(hash_mix64(i) % i), swap = segments->items[other];
        segments->items[other] = segments->items[i - 1];
        segments->items[i - 1] = swap;
    }
}

static wend_result fail_cancelled(wend_error *error) {
    return error_set(error, WEND_ERROR_CANCELLED, "the triangulation was cancelled");
}

wend_result halfedge_insert_segments(halfedge_mesh *mesh, const grid_edge *segments, uint32_t count,
                                     memory *from, const watcher *progress, wend_error *error) {
    constrainer self = {.mesh = mesh, .memory = from, .error = error};
    wend_result result =
        mark_edges(&self, segments, count) ? WEND_OK : error_no_memory(error, "a triangulation");
    shuffle(&self.missing);
    for (uint32_t i = 0; result == WEND_OK && i < self.missing.count; i++) {
        const grid_edge *segment = &segments[self.missing.items[i]];
        result = watch_count(progress, i, self.missing.count)
                     ? insert_segment(&self, segment->a, segment->b)
                     : fail_cancelled(error);
    }
    release(&self);
    return result;
}
