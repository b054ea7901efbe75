/* Costs of arcs between points of a triangle's edges, such that distances in the graph of all arcs
 * give a lower bound for the cost of every path.
 *
 * The points of an edge divide it into intervals. A function f on the points is extended linearly
 * to the intervals. The bound holds if |f(p) - f(q)| <= w |p - q| for all points p and q of the
 * edges of each triangle, where w is its weight (see certify.c). If p and q are on the same edge,
 * it is enough that this holds for the two ends of each interval.
 *
 * Let I = [a0, a1] and J = [b0, b1] be intervals of different edges of a triangle. Then
 * v_ij = a_i - b_j are the differences of their ends, and D_ij = f(a_i) - f(b_j). For points
 * p = (1 - s) a0 + s a1 and q = (1 - t) b0 + t b1, there are numbers m_ij >= 0 with sum 1,
 * p - q = sum m_ij v_ij and f(p) - f(q) = sum m_ij D_ij: any m with the sums 1 - s, s over j and
 * 1 - t, t over i. One choice has m_01 = 0 or m_10 = 0; another has m_00 = 0 or m_11 = 0.
 *
 * Suppose that |D_ij| <= w |v_ij| cos(phi / 2), where phi is the largest angle between any two of
 * the v_ij with m_ij > 0. Three vectors that differ by at most phi < 120 degrees lie in a cone of
 * that opening; let u be its axis. Then u . v_ij >= |v_ij| cos(phi / 2), therefore
 *
 *     f(p) - f(q) <= sum m_ij w |v_ij| cos(phi / 2) <= w u . sum m_ij v_ij <= w |p - q|.
 *
 * So the arc from a_i to b_j costs w |v_ij| cos(phi / 2), with the largest phi of the (at most
 * four) pairs of intervals that end at a_i and b_j. For each pair, phi is the largest of
 *   - the four angles at which an end of one interval sees the other interval,
 *   - the smaller of the angles (v_00, v_11) and (v_01, v_10),
 * because one of the two choices of m avoids the larger one. If phi is 120 degrees or more, the
 * cosine cos(phi / 2) is at most a half, and the cost is 0 instead, which is always valid.
 * If the intervals share a vertex, one v_ij is 0 and has no direction: it does not count. Arcs
 * between a vertex and the points of its own edges result from such pairs, too.
 * A point within a triangle is an interval of length 0.
 *
 * The loss cos(phi / 2), about 1 - phi^2 / 8, is of second order in the lengths of intervals: 0.5 %
 * if each interval is seen at 0.2 rad. Published nets of points (Aleksandrov, Maheshwari and Sack
 * 2005, JACM 52, 25) bound the cost from above in this way; here it is bounded from below.
 *
 * Cost: about 80 operations for each arc, several arcs at once. */
#include "certify/arcs.h"

#include <math.h>

/* The direction from a row's point to a slot. */
typedef struct direction {
    double x, y, length;
    double none; /* 1 if the length is 0, otherwise 0 */
} direction;

static direction find_direction(double x, double y, double to_x, double to_y) {
    double dx = to_x - x, dy = to_y - y, length = sqrt(dx * dx + dy * dy);
    if (!(length > 0.0)) {
        return (direction){0.0, 0.0, 0.0, 1.0};
    }
    double scale = 1.0 / length;
    return (direction){dx * scale, dy * scale, length, 0.0};
}

static double least(double a, double b) {
    return a < b ? a : b;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

/* Returns the cosine of the angle between two directions; 1 if one of them does not exist. */
static double find_cosine(const direction *a, const direction *b) {
    return a->x * b->x + a->y * b->y + most(a->none, b->none);
}

/* Returns w l cos(phi / 2) = w l sqrt((1 + cos phi) / 2), or 0 if phi is too large. */
static double arc_cost(double weight, double length, double cosine) {
    return cosine > -0.5 ? weight * length * sqrt(0.5 * (1.0 + least(cosine, 1.0))) : 0.0;
}

/* ---- Arcs from a slot ------------------------------------------------------------------------ */

/* The slots of an edge are seen from a slot of another edge and from its two neighbours: three rows
 * of directions. They are handled in blocks, with an array for each coordinate, so that compilers
 * can handle several slots at once. */
enum { BLOCK = 256 };

typedef struct row {
    double x[BLOCK], y[BLOCK], length[BLOCK];
    double none[BLOCK]; /* 1 if the length is 0, otherwise 0 */
} row;

/* Finds the directions from a point to slots. */
static void fill_row(double x, double y, const double *restrict to_x, const double *restrict to_y,
                     uint32_t count, row *restrict out) {
    for (uint32_t j = 0; j < count; j++) {
        double dx = to_x[j] - x, dy = to_y[j] - y, length = sqrt(dx * dx + dy * dy);
        double none = length > 0.0 ? 0.0 : 1.0, scale = 1.0 / (length + none);
        out->x[j] = dx * scale;
        out->y[j] = dy * scale;
        out->length[j] = length;
        out->none[j] = none;
    }
}

/* Lowers cosines[j] to cos(phi) of the pair of intervals between two rows and slots j and j + 1. */
static void lower_cosines(const row *restrict a, const row *restrict b, uint32_t count,
                          double *restrict cosines) {
    for (uint32_t j = 0; j + 1 < count; j++) {
        uint32_t k = j + 1;
        double a_both = a->x[j] * a->x[k] + a->y[j] * a->y[k] + most(a->none[j], a->none[k]);
        double b_both = b->x[j] * b->x[k] + b->y[j] * b->y[k] + most(b->none[j], b->none[k]);
        double first = a->x[j] * b->x[j] + a->y[j] * b->y[j] + most(a->none[j], b->none[j]);
        double second = a->x[k] * b->x[k] + a->y[k] * b->y[k] + most(a->none[k], b->none[k]);
        double rising = a->x[j] * b->x[k] + a->y[j] * b->y[k] + most(a->none[j], b->none[k]);
        double falling = a->x[k] * b->x[j] + a->y[k] * b->y[j] + most(a->none[k], b->none[j]);
        double sides = least(least(a_both, b_both), least(first, second));
        cosines[j] = least(cosines[j], least(sides, most(rising, falling)));
    }
}

void arcs_from_slot(const net *n, uint32_t from, const net_edge *to, uint32_t first, uint32_t last,
                    double weight, const arc_costs *out) {
    const net_slots *s = &n->slots;
    const net_edge *edge = &n->edges[s->edges[from]];
    bool has_before = from > edge->first, has_after = from + 1 < edge->first + edge->count;
    const uint32_t points[3] = {has_before ? from - 1 : from, from, has_after ? from + 1 : from};
    row rows[3];
    double cosines[BLOCK] = {0.0};
    for (uint32_t low = first; low <= last;) {
        /* The intervals at both ends of the range count, too. */
        uint32_t begin = low > 0 ? low - 1 : 0, high = begin + BLOCK - 2;
        high = high < last ? high : last;
        uint32_t end = high + 1 < to->count ? high + 1 : high, count = end - begin + 1;
        for (uint32_t r = 0; r < 3; r++) {
            fill_row(s->x[points[r]], s->y[points[r]], s->x + to->first + begin,
                     s->y + to->first + begin, count, &rows[r]);
        }
        for (uint32_t j = 0; j < count; j++) {
            cosines[j] = 1.0;
        }
        lower_cosines(&rows[0], &rows[1], count, cosines);
        lower_cosines(&rows[1], &rows[2], count, cosines);
        for (uint32_t j = low; j <= high; j++) {
            uint32_t at = j - begin;
            double cosine = at > 0 ? least(cosines[at - 1], cosines[at]) : cosines[at];
            out->lengths[j] = rows[1].length[at];
            out->costs[j] = arc_cost(weight, rows[1].length[at], cosine);
        }
        low = high + 1;
    }
}

/* ---- Arcs from a point ----------------------------------------------------------------------- */

void arcs_from_point(const net *n, double x, double y, const net_edge *to, double weight,
                     const arc_costs *out) {
    for (uint32_t j = 0; j < to->count; j++) {
        out->costs[j] = arcs_to_point(n, to->first + j, x, y, weight, &out->lengths[j]);
    }
}

double arcs_spread(const net *n, double x, double y, uint32_t k) {
    const net_slots *s = &n->slots;
    direction a = find_direction(x, y, s->x[k], s->y[k]);
    direction b = find_direction(x, y, s->x[k + 1], s->y[k + 1]);
    return 1.0 - find_cosine(&a, &b);
}

double arcs_to_point(const net *n, uint32_t from, double x, double y, double weight,
                     double *length) {
    const net_edge *edge = &n->edges[n->slots.edges[from]];
    double spread = from > edge->first ? arcs_spread(n, x, y, from - 1) : 0.0;
    if (from + 1 < edge->first + edge->count) {
        spread = most(spread, arcs_spread(n, x, y, from));
    }
    *length = find_direction(x, y, n->slots.x[from], n->slots.y[from]).length;
    return arc_cost(weight, *length, 1.0 - spread);
}
