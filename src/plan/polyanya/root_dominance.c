/* Dominance pruning of roots: keeps the smallest length with which the search has reached each
 * vertex and has passed each vertex chain. A longer path to the same turning point reaches nothing
 * sooner.
 *
 * Among equally long paths, one is enough. Suppose that paths from two roots p and q reach a vertex
 * v with the same length g, and that both paths turn in the same direction at v. Let x be a point
 * that is visible from v and lies in the cone behind q. Then p, v, x is a path of the same length.
 * If it cannot be shortened at v, x also lies in the cone behind p. If it can, the shortest path to
 * x does not turn at v at all. So it is enough to expand v for the path that reaches v first.
 * Without this rule, a search among identical blocks expands every one of its shortest paths, and
 * their number grows exponentially.
 *
 * Paths around a chain are compared by the length that they would have at the chain's first vertex:
 * a path with a smaller length there is shorter to every vertex that both paths pass. The smallest
 * such length is kept for each vertex of a chain. Where a longer path meets the part of the chain
 * that a shorter or equal path passes, the longer path ends: it keeps only the vertices before the
 * tangent vertex of the shorter path. The longer path is dominated as a whole if the shorter one
 * reaches the longer one's tangent vertex sooner, even by going back along the chain, or around the
 * chain in the other direction.
 *
 * Cost: O(1) for a vertex, O(n) for a chain of n vertices. */
#include "plan/polyanya/nodes.h"

/* True if a known length is at most g. Lengths that differ by less than SAME_LENGTH count as equal.
 */
static bool is_as_short(const search *s, const search_mark *known, double g) {
    return known->stamp == s->stamp && known->g <= g + SAME_LENGTH;
}

bool seek_improves_vertex(search *s, uint32_t vertex, bool left, double g) {
    search_mark *mark = &s->marks[vertex];
    if (mark->stamp == s->stamp && mark->g + SAME_LENGTH < g) {
        return false;
    }
    if (mark->stamp != s->stamp || g < mark->g) {
        *mark = (search_mark){g, s->stamp};
    }
    if (s->turn_marks == NULL) {
        return true;
    }
    search_mark *turned = &s->turn_marks[2 * (size_t)vertex + left];
    if (is_as_short(s, turned, g)) {
        return false;
    }
    *turned = (search_mark){g, s->stamp};
    return true;
}

/* Returns the two marks of the shortest known path around a chain: the length that the path would
 * have at the chain's first vertex, and the vertex where the path touches the chain. */
static search_mark *chain_mark(const search *s, uint32_t number) {
    return &s->marks[s->level->vertex_count + 2 * (size_t)number];
}

/* Returns the marks of a chain's vertices: for each vertex, the length of the shortest path that
 * passes it or leaves the chain there. */
static search_mark *passing_marks(const search *s, uint32_t number) {
    const navmesh_corner_fan *corner_fan = &s->level->corner_fans[number / 2];
    return s->passing_marks + 2 * (size_t)corner_fan->first +
           (number % 2) * (size_t)corner_fan->count;
}

double seek_length_at_first(const chain *c, double g, uint32_t at) {
    return c->along ? g - c->lengths[at] : g + c->lengths[at];
}

/* True if a known path around a chain, in either direction, reaches vertex `at` of the chain with a
 * length below g. The path may continue along the chain to the vertex, or go back along the chain.
 */
static bool is_known_sooner(const search *s, uint32_t number, const chain *c, double g,
                            uint32_t at) {
    for (uint32_t against = 0; against < 2; against++) {
        const search_mark *mark = chain_mark(s, (number & ~1U) + against);
        double touched = c->lengths[mark->stamp == s->stamp ? (uint32_t)mark[1].g : 0];
        double known = against ? mark->g - touched : mark->g + touched;
        if (mark->stamp == s->stamp && known + fabs(c->lengths[at] - touched) + SAME_LENGTH < g) {
            return true;
        }
    }
    return false;
}

/* Marks the vertices that a path passes, starting at `at` and stopping at the first vertex that an
 * equal or shorter path passes. Returns the number of vertices marked. */
static uint32_t mark_passed(search *s, uint32_t number, const chain *c, double length,
                            uint32_t at) {
    search_mark *marks = passing_marks(s, number);
    uint32_t count = 0, most = c->along ? c->count - at : at + 1;
    for (; count < most; count++) {
        search_mark *mark = &marks[c->along ? at + count : at - count];
        if (is_as_short(s, mark, length)) {
            break;
        }
        *mark = (search_mark){length, s->stamp};
    }
    return count;
}

bool seek_improves_chain(search *s, uint32_t number, const chain *c, double g, uint32_t *low,
                         uint32_t *high) {
    search_mark *mark = chain_mark(s, number);
    uint32_t touched = c->along ? *low : *high;
    double length = seek_length_at_first(c, g, touched);
    if (is_known_sooner(s, number, c, g, touched)) {
        return false;
    }
    uint32_t count = mark_passed(s, number, c, length, touched);
    if (c->along) {
        *high = *low + count - 1;
    } else {
        *low = *high - count + 1;
    }
    if (count > 0 && (mark->stamp != s->stamp || length < mark->g)) {
        mark[0] = (search_mark){length, s->stamp};
        mark[1] = (search_mark){(double)touched, s->stamp};
    }
    return count > 0;
}

static bool is_dominated_around(const search *s, const node *n) {
    chain c = chain_of(s->level, n->chain);
    double first = seek_length_at_first(&c, n->left_g, n->left_at);
    const search_mark *mark = &passing_marks(s, n->chain)[c.along ? n->left_at : n->right_at];
    if (mark->stamp == s->stamp && mark->g + SAME_LENGTH < first) {
        return true;
    }
    double length = c.lengths[n->entered];
    return is_known_sooner(s, n->chain, &c, c.along ? first + length : first - length, n->entered);
}

bool seek_is_dominated(const search *s, const node *n) {
    if (n->chain != NAVMESH_NONE) {
        return is_dominated_around(s, n);
    }
    if (n->root_vertex == NAVMESH_NONE || (n->flags & FROM_SOURCE)) {
        return false;
    }
    const search_mark *mark = &s->marks[n->root_vertex];
    return mark->stamp == s->stamp && mark->g + SAME_LENGTH < n->left_g;
}
