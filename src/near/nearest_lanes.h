/* The nearest neighbours of eight agents at once: the wide twin of wend_view_agents_near.
 *
 * Each candidate's squared distance to each of the eight agents becomes a key: the distance with
 * the candidate's number in its low eight bits. Keys of positive floats sort as floats do, so an
 * insertion is a chain of minima and maxima, without a branch. What the low bits hide is looked at
 * afterwards: an agent with two neighbours that differ in these bits alone, or with somebody at its
 * very place, is left to the scalar twin, so that the order is exactly (distance, key).
 *
 * The window's margin is a guess; it is proved for each agent that the last neighbour it heeds lies
 * within it, else the window grows to what was found. In a dense place the window shrinks until its
 * candidates fit. Cost: about 2 x ranks operations for each candidate and eight agents. */
#include "geom/lanes.h"
#include "near/unit.h"

enum { KEY_NUMBER = 0xff };

/* What is asked for eight agents at once. */
typedef struct lane_query {
    uint32_t neighbours;        /* how many */
    float distance[UNIT_LANES]; /* how far, m; 0 in lanes that are not in use */
    float certain;              /* m: who is nearer than this must not be missed as the next one */
} lane_query;

/* Rank 0 is the agent itself, rank `neighbours` + 1 the next one beyond those asked for. */
typedef struct lane_ranks {
    lanes key[UNIT_RANKS];
} lane_ranks;

static inline uint32_t key_number(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits & KEY_NUMBER;
}

static inline __attribute__((always_inline)) void
rank_all(const unit_window *window, lanes x, lanes y, uint32_t ranks, lane_ranks *out) {
    lanes best[UNIT_RANKS];
    lanes distance_bits = lanes_set_bits(~(uint32_t)KEY_NUMBER);
    for (uint32_t k = 0; k < ranks; k++) {
        best[k] = lanes_set(INFINITY);
    }
    for (uint32_t c = 0; c < window->count; c++) {
        lanes dx = lanes_sub(lanes_set(window->x[c]), x);
        lanes dy = lanes_sub(lanes_set(window->y[c]), y);
        lanes key = lanes_and(lanes_dot(dx, dy, dx, dy), distance_bits);
        key = lanes_or(key, lanes_set_bits(c));
#pragma GCC unroll 16
        for (uint32_t k = 0; k < ranks; k++) {
            lanes lower = lanes_min(best[k], key);
            key = lanes_max(best[k], key);
            best[k] = lower;
        }
    }
    memcpy(out->key, best, ranks * sizeof *best);
}

/* The usual numbers of ranks as constants, so that they stay in registers. */
static void rank_candidates(const unit_window *window, lanes x, lanes y, uint32_t ranks,
                            lane_ranks *out) {
    switch (ranks) {
    case 12:
        rank_all(window, x, y, 12, out);
        break;
    default:
        rank_all(window, x, y, ranks, out);
        break;
    }
}

/* Lanes in which two keys up to rank `last` differ in their numbers alone. */
static uint32_t doubtful_lanes(const lane_ranks *ranks, uint32_t last) {
    lanes distance_bits = lanes_set_bits(~(uint32_t)KEY_NUMBER), infinite = lanes_set(INFINITY);
    lanes doubt = lanes_zero(), before = lanes_and(ranks->key[0], distance_bits);
    for (uint32_t k = 1; k <= last; k++) {
        lanes here = lanes_and(ranks->key[k], distance_bits);
        doubt = lanes_or(doubt, lanes_and(lanes_same(before, here), lanes_less(here, infinite)));
        before = here;
    }
    return lanes_bits(doubt);
}

/* Ranks the candidates of a unit. Returns the lanes that the scalar twin must do. */
static uint32_t find_nearest(const wend_view *view, const near_unit *unit, const lane_query *query,
                             lanes x, lanes y, unit_window *window, lane_ranks *out) {
    uint32_t last = query->neighbours, used = (1U << unit->count) - 1U;
    lanes wanted = lanes_load(query->distance), number = lanes_set_bits(KEY_NUMBER);
    float farthest = 0.0F;
    for (uint32_t i = 0; i < unit->count; i++) {
        farthest = query->distance[i] > farthest ? query->distance[i] : farthest;
    }
    float margin = near_unit_margin(view, unit, last);
    margin = margin > query->certain ? margin : query->certain;
    margin = margin < farthest ? margin : farthest;
    for (bool shrunk = false;;) {
        near_unit_gather(view, unit, margin, window);
        if (window->overflowed) {
            shrunk = true;
            margin *= 0.5F;
            if (margin < query->certain) {
                return used;
            }
            continue;
        }
        if (window->has_ghosts) {
            return used;
        }
        rank_candidates(window, x, y, last + 2, out);
        lanes reached = lanes_min(lanes_sqrt(lanes_or(out->key[last], number)), wanted);
        uint32_t beyond = ~lanes_bits(lanes_less_equal(reached, lanes_set(window->margin))) & used;
        if (beyond == 0 || shrunk) {
            return beyond | (doubtful_lanes(out, last + 1) & used);
        }
        float asked[UNIT_LANES];
        lanes_store(asked, lanes_select(lanes_less(reached, wanted), wanted, reached));
        for (uint32_t i = 0; i < unit->count; i++) {
            float more = asked[i] * 1.00001F;
            margin = (beyond >> i & 1U) && more > margin ? more : margin;
        }
    }
}
