/* Which ways are outdone: the least lengths with which a search has come to bend at each vertex and
 * to go round each chain. Another way to the same bend that is longer leads nowhere sooner.
 *
 * A way round a chain is known by the length that it would have at the chain's first vertex: who
 * has the lesser one comes sooner to all vertices that both pass. What is so much shorter that it
 * comes sooner even by going back along the chain, or round it the other way, outdoes all of the
 * longer one. O(1) each. */
#include "plan/nodes.h"

bool seek_improves(search *s, uint32_t vertex, double g) {
    search_mark *mark = &s->marks[vertex];
    if (mark->stamp == s->stamp && mark->g + SAME_LENGTH < g) {
        return false;
    }
    if (mark->stamp != s->stamp || g < mark->g) {
        *mark = (search_mark){g, s->stamp};
    }
    return true;
}

/* The ways round a chain that are known: the least length that one would have at its first point,
 * and where that one comes to it. */
static search_mark *chain_mark(const search *s, uint32_t number) {
    return &s->marks[s->level->vertex_count + 2 * (size_t)number];
}

double seek_length_at_first(const chain *c, double g, uint32_t at) {
    return c->along ? g - c->lengths[at] : g + c->lengths[at];
}

/* Whether a way round a chain, one way or the other, that is known comes to a vertex of it sooner
 * than after g, if it goes on or back along the chain. */
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

bool seek_improves_chain(search *s, uint32_t number, const chain *c, double g, uint32_t *low,
                         uint32_t *high) {
    search_mark *mark = chain_mark(s, number);
    double length = seek_length_at_first(c, g, c->along ? *low : *high);
    if (is_known_sooner(s, number, c, g, c->along ? *low : *high)) {
        return false;
    }
    if (mark->stamp == s->stamp && mark->g + SAME_LENGTH < length) {
        uint32_t other = (uint32_t)mark[1].g;
        if (c->along) {
            *high = other <= *high ? other - 1 : *high;
            return other > *low;
        }
        *low = other >= *low ? other + 1 : *low;
        return other < *high;
    }
    if (mark->stamp != s->stamp || length < mark->g) {
        mark[0] = (search_mark){length, s->stamp};
        mark[1] = (search_mark){(double)(c->along ? *low : *high), s->stamp};
    }
    return true;
}

static bool is_outdone_round(const search *s, const node *n) {
    chain c = chain_of(s->level, n->chain);
    const search_mark *mark = chain_mark(s, n->chain);
    double first = seek_length_at_first(&c, n->left_g, n->left_at);
    if (mark->g + SAME_LENGTH < first &&
        (c.along ? (uint32_t)mark[1].g <= n->left_at : (uint32_t)mark[1].g >= n->right_at)) {
        return true;
    }
    double way = c.lengths[n->entered];
    return is_known_sooner(s, n->chain, &c, c.along ? first + way : first - way, n->entered);
}

bool seek_is_outdone(const search *s, const node *n) {
    if (n->chain != NAVMESH_NONE) {
        return is_outdone_round(s, n);
    }
    if (n->root_vertex == NAVMESH_NONE) {
        return false;
    }
    const search_mark *mark = &s->marks[n->root_vertex];
    return mark->stamp == s->stamp && mark->g + SAME_LENGTH < n->left_g;
}
