/* Fast marching: computes the distance T from every cell to the goal.
 *
 * J. N. Tsitsiklis, "Efficient Algorithms for Globally Optimal Trajectories" (1995), section IV;
 * J. A. Sethian, "A fast marching level set method for monotonically advancing fronts" (1996). T
 * is the solution of the eikonal equation |grad T| = w, where w is the cost of one metre. Cells get
 * their values in ascending order, so each is computed from values that are final.
 *
 *     X          the cell to update
 *     w          the cost of one metre: the mean of that at X and at the cells that it is reached
 *                from, since half of each line lies in X
 *     A, D       two neighbours of X with final values: A shares a side, D a corner with X, and A
 *                and D are neighbours too
 *     a, b       distance from X to A, and from A to D
 *
 * The value of X is that of the cheapest straight line from X to a point of the segment A-D, where
 * T is interpolated (Tsitsiklis, eq. 4.2, on the eight triangles around X instead of four squares):
 *
 *     T(X) = min over s in [0, b] of  T(A) + s (T(D) - T(A)) / b + w sqrt(a^2 + s^2)
 *          = T(A) + sqrt((w a)^2 - (a e)^2)
 *
 * with e = (T(D) - T(A)) / b, if the minimum lies inside.
 *
 * The angle at X is at most 90 degrees, so T(X) exceeds both values, which the order requires.
 * Triangles count only if all three of their sides are open for the disc. Beside walls, X can also
 * be reached along a single open move, and across a link only so. Therefore no value crosses a
 * wall, and every cell that open moves join to the goal gets a value.
 *
 * Then cells that are not open (ground.c) get values along their moves towards open cells, for
 * agents that are there.
 *
 * The queue is a heap of the pairs (T, cell), ordered by both, as one integer; so equal values are
 * taken in a fixed order. Cells that get a lower value are added again.
 *
 * Cost: O(n log n) for n cells; memory: 8 bytes for each entry of the queue, up to a few n. */
#include <math.h>
#include <string.h>

#include "plan/field/field.h"

enum { FIRST_CAPACITY = 4096, ARITY = 4 };

/* ---- The queue ------------------------------------------------------------------------------- */

typedef struct march_queue {
    uint64_t *items; /* the bits of T, then the cell; bits of positive floats sort like floats */
    uint32_t count, capacity;
    const wend_allocator *allocator;
    bool failed; /* out of memory */
} march_queue;

static void queue_grow(march_queue *q) {
    uint32_t capacity = q->capacity ? 2 * q->capacity : FIRST_CAPACITY;
    uint64_t *items = capacity > q->capacity
                          ? q->allocator->allocate(q->allocator->user, capacity * sizeof *items)
                          : NULL;
    if (items == NULL) {
        q->failed = true;
        return;
    }
    if (q->capacity) {
        memcpy(items, q->items, q->count * sizeof *items);
        q->allocator->release(q->allocator->user, q->items, q->capacity * sizeof *items);
    }
    q->items = items;
    q->capacity = capacity;
}

static void queue_push(march_queue *q, float value, uint32_t cell) {
    if (q->count == q->capacity) {
        queue_grow(q);
    }
    if (q->failed) {
        return;
    }
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t item = (uint64_t)bits << 32 | cell;
    uint32_t at = q->count++;
    for (; at > 0 && item < q->items[(at - 1) / ARITY]; at = (at - 1) / ARITY) {
        q->items[at] = q->items[(at - 1) / ARITY];
    }
    q->items[at] = item;
}

static uint64_t queue_pop(march_queue *q) {
    uint64_t top = q->items[0], item = q->items[--q->count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < q->count; child = ARITY * at + 1) {
        uint32_t end = q->count - child < ARITY ? q->count : child + ARITY, least = child;
        for (uint32_t i = child + 1; i < end; i++) {
            least = q->items[i] < q->items[least] ? i : least;
        }
        if (q->items[least] >= item) {
            break;
        }
        q->items[at] = q->items[least];
        at = least;
    }
    q->items[at] = item;
    return top;
}

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct march {
    field *f;
    const grid *map;
    march_queue queue;
    uint32_t layer;                 /* the layer that the next members are for */
    int32_t steps[WEND_GRID_MOVES]; /* differences of cell indices */
    double lengths[WEND_GRID_MOVES];
    float *away; /* m: distance from each cell to the nearest open cell with a value */
} march;

static void set_layer(march *m, uint32_t cell) {
    const grid_layer *l = &m->f->layers[m->layer];
    if (cell < l->first || cell - l->first >= l->columns * l->rows) {
        m->layer = field_layer_of(m->f, cell);
        field_steps(m->f, m->layer, m->steps);
    }
}

static void improve(march *m, uint32_t cell, double value) {
    float rounded = (float)value;
    if (rounded < m->f->distances[cell]) {
        m->f->distances[cell] = rounded;
        queue_push(&m->queue, rounded, cell);
    }
}

/* Returns the value of X from the triangle X, A, D; INFINITY if its minimum is at A or D. */
static double triangle_value(double at_a, double at_d, double a, double b, double cost) {
    double e = (at_d - at_a) / b;
    bool inside = e < 0.0 && e * e * (a * a + b * b) <= cost * cost * b * b;
    return inside ? at_a + a * sqrt(cost * cost - e * e) : (double)INFINITY;
}

/* Returns the cost of one metre between the centres of two cells: half of it lies in each. */
static double cost_between(const field *f, uint32_t one, uint32_t two) {
    return f->costs ? 0.5 * ((double)f->costs[one] + (double)f->costs[two])
                    : (double)f->head.uniform_cost;
}

/* Returns the lowest value of X from the triangles that contain `cell`, which lies in direction
 * `to` of X. */
static double value_from_triangles(const march *m, uint32_t x, uint32_t to, uint32_t cell) {
    const field *f = m->f;
    double best = (double)INFINITY;
    bool is_side = to % 2 == 0;
    for (uint32_t turn = 1; turn < 8; turn += 6) { /* 1: counter-clockwise; 7: clockwise */
        uint32_t other = (to + turn) % 8, between = (to + (is_side ? 2 : 3) * turn) % 8;
        bool open = (f->moves[x] >> other & 1U) && (f->moves[cell] >> between & 1U);
        uint32_t neighbour = (uint32_t)((int64_t)x + m->steps[other]);
        if (!open || !(f->flags[neighbour] & FIELD_DONE)) {
            continue;
        }
        uint32_t side = is_side ? to : other;
        double a = m->lengths[side], b = m->lengths[(side + 2) % 8];
        double one = (double)f->distances[cell], two = (double)f->distances[neighbour];
        double cost = 0.5 * (cost_between(f, x, cell) + cost_between(f, x, neighbour));
        best = fmin(best, triangle_value(is_side ? one : two, is_side ? two : one, a, b, cost));
    }
    return best;
}

/* Updates the cells around an open cell whose value is final. */
static void update_open(march *m, uint32_t cell) {
    field *f = m->f;
    double value = (double)f->distances[cell];
    uint32_t moves = f->moves[cell];
    for (uint32_t k = 0; moves >> k; k++) {
        uint32_t x = (uint32_t)((int64_t)cell + m->steps[k]);
        if (!(moves >> k & 1U) || (f->flags[x] & FIELD_DONE)) {
            continue;
        }
        double best = value + cost_between(f, x, cell) * m->lengths[k];
        if (k < 8) {
            best = fmin(best, value_from_triangles(m, x, field_opposite(k), cell));
        }
        improve(m, x, best);
    }
    const field_crossing *crossings;
    uint32_t count = f->flags[cell] & FIELD_CROSSES ? field_crossings_of(f, cell, &crossings) : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = crossings[i].to;
        if (!(f->flags[x] & FIELD_DONE) && crossings[i].length < INFINITY) {
            improve(m, x, value + cost_between(f, x, cell) * (double)crossings[i].length);
        }
    }
}

/* Updates the cells around a cell that are not open. The order is that of `away`, so that each
 * leads to the nearest open cells: a slit that is too narrow for the disc does not become a short
 * cut. */
static void update_closed(march *m, uint32_t cell) {
    field *f = m->f;
    uint32_t given = m->map->squares[cell].moves;
    bool crosses = m->map->squares[cell].flags & GRID_CROSSES;
    for (uint32_t k = 0; k < 8; k++) {
        if (!(given >> k & 1U) || (crosses && grid_find_crossing(m->map, cell, k))) {
            continue;
        }
        uint32_t x = (uint32_t)((int64_t)cell + m->steps[k]);
        bool leads_here = f->moves[x] >> field_opposite(k) & 1U;
        float away = m->away[cell] + (float)m->lengths[k];
        if (leads_here && !(f->flags[x] & (FIELD_DONE | FIELD_OPEN)) && away < m->away[x]) {
            m->away[x] = away;
            f->distances[x] =
                (float)((double)f->distances[cell] + (double)field_cost_at(f, x) * m->lengths[k]);
            queue_push(&m->queue, away, x);
        }
    }
}

/* Removes the moves of cells that are not open, except those that lead towards open cells. */
static void prune_moves(march *m) {
    field *f = m->f;
    for (uint32_t cell = 0; cell < f->head.cell_count; cell++) {
        uint32_t moves = f->flags[cell] & FIELD_OPEN ? 0 : f->moves[cell];
        set_layer(m, cell);
        for (uint32_t k = 0; moves >> k; k++) {
            uint32_t x = (uint32_t)((int64_t)cell + m->steps[k]);
            if ((moves >> k & 1U) && !(m->away[x] < m->away[cell])) {
                f->moves[cell] &= (uint16_t) ~(1U << k);
            }
        }
    }
}

static void run(march *m, void (*update)(march *m, uint32_t cell)) {
    while (m->queue.count > 0 && !m->queue.failed) {
        uint32_t cell = (uint32_t)queue_pop(&m->queue);
        if (!(m->f->flags[cell] & FIELD_DONE)) {
            m->f->flags[cell] |= FIELD_DONE;
            set_layer(m, cell);
            update(m, cell);
        }
    }
}

/* ---- Flags for samples ----------------------------------------------------------------------- */

/* True if the cells around a cell and the lines between them are all open, and have values. */
static bool has_fan(const march *m, uint32_t cell) {
    const field *f = m->f;
    bool full = (f->moves[cell] & 0xffU) == 0xffU;
    for (uint32_t k = 0; k < 8 && full; k++) {
        uint32_t x = (uint32_t)((int64_t)cell + m->steps[k]);
        uint32_t onwards = k % 2 == 0 ? (k + 2) % 8 : (k + 3) % 8;
        full = (f->moves[x] >> onwards & 1U) && (f->flags[x] & FIELD_DONE);
    }
    return full;
}

/* True if the four centres to the upper right are joined by all six lines, and have values. */
static bool has_quad(const march *m, uint32_t cell) {
    const field *f = m->f;
    if ((f->moves[cell] & 7U) != 7U) {
        return false;
    }
    uint32_t right = cell + 1, above = (uint32_t)((int64_t)cell + m->steps[2]), across = above + 1;
    return (f->moves[right] & 12U) == 12U && (f->moves[above] & 1U) &&
           (f->flags[right] & f->flags[above] & f->flags[across] & FIELD_DONE);
}

static void set_flags(march *m) {
    field *f = m->f;
    for (uint32_t cell = 0; cell < f->head.cell_count; cell++) {
        if ((f->flags[cell] & (FIELD_DONE | FIELD_OPEN)) == (FIELD_DONE | FIELD_OPEN)) {
            set_layer(m, cell);
            f->flags[cell] |= has_fan(m, cell) ? FIELD_FAN : 0;
            f->flags[cell] |= has_quad(m, cell) ? FIELD_QUAD : 0;
        }
    }
}

/* Gives values to the cells that are not open. */
static void lead_back(march *m) {
    const wend_allocator *allocator = m->queue.allocator;
    uint32_t count = m->f->head.cell_count;
    m->away = m->queue.failed ? NULL : allocator->allocate(allocator->user, count * sizeof(float));
    if (m->away == NULL) {
        m->queue.failed = true;
        return;
    }
    for (uint32_t cell = 0; cell < count; cell++) {
        m->away[cell] = m->f->flags[cell] & FIELD_DONE ? 0.0F : INFINITY;
    }
    for (uint32_t cell = 0; cell < count && !m->queue.failed; cell++) {
        if (m->f->flags[cell] & FIELD_DONE) {
            set_layer(m, cell);
            update_closed(m, cell);
        }
    }
    run(m, update_closed);
    prune_moves(m);
    allocator->release(allocator->user, m->away, count * sizeof(float));
}

bool field_march(field *f, const grid *map, const field_seed *seeds, uint32_t count,
                 const wend_allocator *allocator) {
    march m = {.f = f, .map = map, .queue = {.allocator = allocator}};
    field_steps(f, 0, m.steps);
    for (int k = 0; k < WEND_GRID_MOVES; k++) {
        double x = grid_offsets[k].column * f->head.width, y = grid_offsets[k].row * f->head.height;
        m.lengths[k] = sqrt(x * x + y * y);
    }
    for (uint32_t i = 0; i < count; i++) {
        improve(&m, seeds[i].cell, (double)seeds[i].distance);
    }
    run(&m, update_open);
    set_flags(&m);
    lead_back(&m);
    if (m.queue.capacity) {
        allocator->release(allocator->user, m.queue.items,
                           m.queue.capacity * sizeof *m.queue.items);
    }
    return !m.queue.failed;
}
