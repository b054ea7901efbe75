/* Reduces outlines, smallest deviation first. The ground lies on the left of every edge. Two steps
 * exist, and both only take ground away:
 *
 *   cut     a corner v of the ground, between u and w, is removed: the edge u -> w replaces it;
 *   extend  an edge between two corners v1, v2 of an obstacle is removed: the edges before and
 *           after it are extended to a point p, rounded to the grid on the side of the ground.
 *
 * A step is made if nothing else lies in the area that it takes away or touches its new edges, and
 * if the new edges stay close to the original outline. Every vertex has an anchor, an original
 * vertex at most `below` away, and all original vertices between the anchors of the ends of an edge
 * are at most `below` from that edge. So every original vertex, and with it every original edge, is
 * close to the new outline. Conversely, the projection of the original chain between two anchors
 * covers the edge between the projections of the anchors, and the rest of the edge is as close to
 * the anchors as its ends are: the Hausdorff distance of the outlines is at most `below`.
 *
 * Steps of this kind are those of Visvalingam and Whyatt, "Line generalisation by repeated
 * elimination of points", 1993, restricted to one side; the measure is the deviation instead of the
 * area, and `extend` is ours.
 *
 * Cost: O(n log n) for the queue; O(1) expected for the tests of a step, and at most MOST_RANGE
 * distances. */
#include "clean/simplify/outline.h"
#include <math.h>

enum { MOST_RANGE = 1024 }; /* original vertices that one edge may stand for */

/* A step that may be possible: `vertex` is v of a cut, or v1 of an extension. */
typedef struct candidate {
    double deviation; /* squared */
    uint32_t vertex, stamp;
    bool extends;
} candidate;

typedef struct reducer {
    outline_set *set;
    candidate *heap;
    uint32_t count, capacity;
} reducer;

/* A step in progress: the chain u, v1, (v2), w becomes u, (p), w. */
typedef struct step {
    const outline_set *set;
    uint32_t u, v1, v2, w; /* v2 is v1 for a cut */
    bool extends;
    cell_point p;
} step;

/* ---- The queue ------------------------------------------------------------------------------- */

static bool comes_before(const candidate *a, const candidate *b) {
    if (a->deviation != b->deviation) {
        return a->deviation < b->deviation;
    }
    if (a->vertex != b->vertex) {
        return a->vertex < b->vertex;
    }
    return a->extends < b->extends;
}

static void push(reducer *r, candidate added) {
    if (r->count == r->capacity && !memory_grow(r->set->heap, (void **)&r->heap, sizeof *r->heap,
                                                &r->capacity, r->count + 1)) {
        r->set->failed = true;
        return;
    }
    uint32_t at = r->count++;
    while (at > 0 && comes_before(&added, &r->heap[(at - 1) / 2])) {
        r->heap[at] = r->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    r->heap[at] = added;
}

static candidate pop(reducer *r) {
    candidate top = r->heap[0], last = r->heap[--r->count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < r->count; child = 2 * at + 1) {
        child += child + 1 < r->count && comes_before(&r->heap[child + 1], &r->heap[child]);
        if (!comes_before(&r->heap[child], &last)) {
            break;
        }
        r->heap[at] = r->heap[child];
        at = child;
    }
    r->heap[at] = last;
    return top;
}

/* ---- Which steps there are ------------------------------------------------------------------- */

static step step_at(const outline_set *set, uint32_t vertex, bool extends) {
    const outline_vertex *v = &set->vertices[vertex];
    uint32_t v2 = extends ? v->next : vertex;
    return (step){set, v->previous, vertex, v2, set->vertices[v2].next, extends, {0, 0}};
}

static cell_point at(const step *s, uint32_t vertex) {
    return s->set->vertices[vertex].at;
}

/* True if p is where the new corner of an extension may be: the old corners stay off the ground. */
static bool is_beyond(const step *s, cell_point p) {
    return cell_turn(at(s, s->u), p, at(s, s->v1)) <= 0 &&
           cell_turn(p, at(s, s->w), at(s, s->v2)) <= 0 &&
           cell_turn(at(s, s->v1), at(s, s->v2), p) > 0;
}

/* Finds the grid point for the new corner of an extension: the nearest possible one to the point
 * where the extended edges meet. Returns false if they do not meet nearby. */
static bool find_corner(step *s, double below) {
    cell_point u = at(s, s->u), v1 = at(s, s->v1), v2 = at(s, s->v2), w = at(s, s->w);
    if (cell_turn(u, v1, v2) >= 0 || cell_turn(v1, v2, w) >= 0) {
        return false;
    }
    double x1 = (double)(v1.x - u.x), y1 = (double)(v1.y - u.y);
    double x2 = (double)(v2.x - w.x), y2 = (double)(v2.y - w.y);
    double x = (double)(v2.x - v1.x), y = (double)(v2.y - v1.y);
    double determinant = x1 * y2 - y1 * x2, along = x * y2 - y * x2;
    double t = determinant != 0.0 ? along / determinant : -1.0;
    /* The corner is at most `below` from a vertex between v1 and v2. */
    double reach = 2.0 * below + sqrt(cell_distance_squared(v1, v2));
    if (!(t > 0.0) || t * sqrt(x1 * x1 + y1 * y1) > reach) {
        return false;
    }
    double px = t * x1, py = t * y1, nearest = INFINITY;
    int64_t left = (int64_t)floor(px) - 1, low = (int64_t)floor(py) - 1;
    for (int64_t i = 0; i < 16; i++) {
        cell_point tried = {v1.x + left + i % 4, v1.y + low + i / 4};
        double dx = (double)(tried.x - v1.x) - px, dy = (double)(tried.y - v1.y) - py;
        if (dx * dx + dy * dy < nearest && is_beyond(s, tried)) {
            nearest = dx * dx + dy * dy;
            s->p = tried;
        }
    }
    return nearest < INFINITY;
}

/* Adds the step at a vertex to the queue, if it is one. */
static void consider(reducer *r, uint32_t vertex, bool extends) {
    const outline_set *set = r->set;
    const outline_vertex *v = &set->vertices[vertex];
    step s = step_at(set, vertex, extends);
    double limit = set->below * set->below, deviation = 0.0;
    if (v->is_fixed || set->vertices[s.v2].is_fixed || set->rings[v->ring].left <= 3) {
        return;
    }
    if (extends) {
        if (!find_corner(&s, set->below)) {
            return;
        }
        deviation = cell_segment_distance_squared(s.p, at(&s, s.v1), at(&s, s.v2));
    } else {
        if (cell_turn(at(&s, s.u), v->at, at(&s, s.w)) < 0) {
            return;
        }
        deviation = cell_segment_distance_squared(v->at, at(&s, s.u), at(&s, s.w));
    }
    if (deviation <= limit) {
        push(r, (candidate){deviation, vertex, v->stamp, extends});
    }
}

/* ---- Whether a step is possible -------------------------------------------------------------- */

/* True if a point lies in the closed area that a step takes away. */
static bool takes_point(const step *s, cell_point q) {
    cell_point u = at(s, s->u), v1 = at(s, s->v1), v2 = at(s, s->v2), w = at(s, s->w);
    if (!s->extends) {
        return cell_in_triangle(q, u, v1, w);
    }
    return cell_in_triangle(q, s->p, u, v1) || cell_in_triangle(q, s->p, v1, v2) ||
           cell_in_triangle(q, s->p, v2, w);
}

/* True if an edge with the given ends and a new edge have more in common than a shared end. */
static bool edges_conflict(cell_point shared, cell_point other, cell_point end) {
    return cell_on_segment(other, shared, end) || cell_on_segment(end, shared, other);
}

/* True if the edge from a to b conflicts with the new edge from `from` to `to`. The flags say
 * whether they have a vertex of the ring in common. */
static bool meets_new_edge(cell_point a, cell_point b, bool ends_at_from, bool starts_at_to,
                           cell_point from, cell_point to) {
    if (ends_at_from) {
        return edges_conflict(from, a, to);
    }
    if (starts_at_to) {
        return edges_conflict(to, b, from);
    }
    return cell_segments_meet(a, b, from, to);
}

static bool blocks_step(void *user, uint32_t item, cell_point a, cell_point b) {
    const step *s = user;
    if (item == s->u || item == s->v1 || item == s->v2) {
        return false;
    }
    bool is_edge = item < s->set->vertex_count;
    bool ends_at_u = is_edge && s->set->vertices[item].next == s->u;
    bool starts_at_w = is_edge && item == s->w;
    if ((!starts_at_w && takes_point(s, a)) || (!ends_at_u && takes_point(s, b))) {
        return true;
    }
    cell_point u = at(s, s->u), w = at(s, s->w);
    if (!s->extends) {
        return meets_new_edge(a, b, ends_at_u, starts_at_w, u, w);
    }
    return meets_new_edge(a, b, ends_at_u, false, u, s->p) ||
           meets_new_edge(a, b, false, starts_at_w, s->p, w);
}

/* True if all original vertices from one anchor to the next are close to the segment ab. */
static bool is_close(const outline_set *set, const outline_ring *ring, uint32_t from, uint32_t to,
                     cell_point a, cell_point b) {
    uint32_t steps = (to + ring->count - from) % ring->count;
    if (steps > MOST_RANGE) {
        return false;
    }
    for (uint32_t i = 0; i <= steps; i++) {
        cell_point original = set->originals[ring->first + (from + i) % ring->count];
        if (cell_segment_distance_squared(original, a, b) > set->below * set->below) {
            return false;
        }
    }
    return true;
}

/* Finds the original vertex nearest to the new corner, between the anchors of the old ones. */
static uint32_t find_anchor(const step *s, const outline_ring *ring, double *distance) {
    uint32_t from = s->set->vertices[s->v1].anchor, to = s->set->vertices[s->v2].anchor;
    uint32_t steps = (to + ring->count - from) % ring->count, best = from;
    *distance = INFINITY;
    for (uint32_t i = 0; i <= steps; i++) {
        uint32_t anchor = (from + i) % ring->count;
        double d = cell_distance_squared(s->p, s->set->originals[ring->first + anchor]);
        best = d < *distance ? anchor : best;
        *distance = fmin(d, *distance);
    }
    return best;
}

/* True if the new edges stay close to the original outline. Gives the anchor of the new corner. */
static bool stays_close(const step *s, uint32_t *anchor) {
    const outline_set *set = s->set;
    const outline_vertex *u = &set->vertices[s->u], *w = &set->vertices[s->w];
    const outline_ring *ring = &set->rings[u->ring];
    if (!s->extends) {
        return is_close(set, ring, u->anchor, w->anchor, u->at, w->at);
    }
    double distance;
    *anchor = find_anchor(s, ring, &distance);
    return distance <= set->below * set->below &&
           is_close(set, ring, u->anchor, *anchor, u->at, s->p) &&
           is_close(set, ring, *anchor, w->anchor, s->p, w->at);
}

/* True if a point has a coordinate that the index covers. */
static bool is_inside(const outline_set *set, cell_point p) {
    return p.x >= 0 && p.y >= 0 && p.x <= set->extent.x && p.y <= set->extent.y;
}

static bool is_possible(reducer *r, step *s, uint32_t *anchor) {
    if (s->extends && (!find_corner(s, r->set->below) || !is_inside(r->set, s->p))) {
        return false;
    }
    if (!s->extends && s->u == s->set->vertices[s->w].next) {
        return false;
    }
    const cell_point corners[5] = {at(s, s->u), at(s, s->v1),
                                   s->extends ? at(s, s->v2) : at(s, s->w), at(s, s->w), s->p};
    index_area area = {corners, s->extends ? 5 : 3};
    return stays_close(s, anchor) && !outline_index_find(r->set, area, blocks_step, s);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void join(outline_set *set, uint32_t first, uint32_t second) {
    set->vertices[first].next = second;
    set->vertices[second].previous = first;
}

static void make_step(reducer *r, const step *s, uint32_t anchor) {
    outline_set *set = r->set;
    outline_ring *ring = &set->rings[set->vertices[s->u].ring];
    outline_vertex *gone = &set->vertices[s->v2];
    gone->is_removed = true;
    ring->left--;
    ring->start = s->u;
    if (s->extends) {
        outline_vertex *corner = &set->vertices[s->v1];
        corner->at = s->p;
        corner->anchor = anchor;
        corner->is_new = true;
        join(set, s->v1, s->w);
    } else {
        join(set, s->u, s->w);
    }
    /* The steps at the neighbours change too. */
    uint32_t changed[5] = {set->vertices[s->u].previous, s->u, s->extends ? s->v1 : s->u, s->w,
                           set->vertices[s->w].next};
    for (uint32_t i = 0; i < 5; i++) {
        set->vertices[changed[i]].stamp++;
    }
    for (uint32_t i = 0; i < 5 && !set->failed; i++) {
        if (i != 2 || s->extends) {
            outline_index_add(set, changed[i]);
            consider(r, changed[i], false);
            consider(r, changed[i], true);
        }
    }
}

void outline_reduce(outline_set *set) {
    reducer r = {.set = set};
    for (uint32_t i = 0; i < set->vertex_count && !set->failed; i++) {
        if (!set->vertices[i].is_removed) {
            consider(&r, i, false);
            consider(&r, i, true);
        }
    }
    while (r.count > 0 && set->budget > 0 && !set->failed) {
        candidate next = pop(&r);
        const outline_vertex *v = &set->vertices[next.vertex];
        step s = step_at(set, next.vertex, next.extends);
        uint32_t anchor = 0;
        if (!v->is_removed && v->stamp == next.stamp && set->rings[v->ring].left > 3 &&
            !set->vertices[s.v2].is_fixed && is_possible(&r, &s, &anchor)) {
            make_step(&r, &s, anchor);
        }
    }
    memory_free(set->heap, r.heap, r.capacity * sizeof *r.heap);
}
