/* The nearest neighbours of eight agents at once: the wide twin of wend_view_agents_near.
 *
 * Each candidate's squared distance to each of the eight agents becomes a key: the distance with
 * the candidate's number in its low eight bits. Keys of positive floats sort as floats do, so an
 * insertion is a chain of minima and maxima, without a branch; for few neighbours eight candidates
 * are sorted and merged at a time. What the low bits hide is looked at afterwards: an agent with
 * two neighbours that differ in these bits alone has its candidates ranked once more, exactly by
 * (distance, key).
 *
 * The window's margin is a guess; it is proved for each agent that the last neighbour it heeds lies
 * within it, else the window grows to what was found. In a dense place the window shrinks until its
 * candidates fit. Cost: about 12 operations for each candidate and eight agents with up to ten
 * neighbours, else 2 x ranks. */
#ifndef NEAR_NEAREST_LANES_H
#define NEAR_NEAREST_LANES_H

#include <math.h>

#include "geom/lanes.h"
#include "near/unit.h"
#include "near/window_lanes.h"

enum { KEY_NUMBER = 0xff, FEW_RANKS = 12 };

/* Keys from here on are nobody's. */
static const float KEY_NOBODY = 1e29F;

/* What is asked for eight agents at once. */
typedef struct lane_query {
    uint32_t neighbours;        /* how many */
    float distance[UNIT_LANES]; /* how far, m; 0 in lanes that are not in use */
    float farthest;             /* m: the largest of these */
    float certain;              /* m: who is nearer than this must not be missed as the next one */
} lane_query;

/* Rank 0 is the agent itself, rank `neighbours` + 1 the next one beyond those asked for. */
typedef struct lane_ranks {
    float key[UNIT_RANKS][LANES];
} lane_ranks;

static inline uint32_t key_number(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits & KEY_NUMBER;
}

/* Keys of candidate `c`. */
static inline lanes keys_of(const unit_window *window, uint32_t c, lanes number, lanes x, lanes y) {
    lanes dx = lanes_sub(lanes_set(window->x[c]), x), dy = lanes_sub(lanes_set(window->y[c]), y);
    lanes distance_bits = lanes_set_bits(~(uint32_t)KEY_NUMBER);
    return lanes_or(lanes_and(lanes_dot(dx, dy, dx, dy), distance_bits), number);
}

/* The lower key to a, the higher to b. */
static inline void put_in_order(lanes *a, lanes *b) {
    lanes lower = lanes_lower(*a, *b);
    *b = lanes_higher(*a, *b);
    *a = lower;
}

/* Sorts eight: Batcher's odd-even merge sort, 19 comparisons. */
static inline void sort_eight(lanes k[8]) {
    static const uint8_t pairs[19][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6},
                                         {5, 7}, {1, 2}, {5, 6}, {0, 4}, {1, 5}, {2, 6}, {3, 7},
                                         {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};
#pragma GCC unroll 19
    for (int i = 0; i < 19; i++) {
        put_in_order(&k[pairs[i][0]], &k[pairs[i][1]]);
    }
}

/* Puts eight sorted keys among the twelve lowest: the lower of two sorted rows, one of them turned
 * round, rise and fall just once (are bitonic); halves, quarters and triples put them in order. */
static inline void merge_eight(lanes best[FEW_RANKS], const lanes k[8]) {
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        best[FEW_RANKS - 1 - i] = lanes_lower(best[FEW_RANKS - 1 - i], k[i]);
    }
#pragma GCC unroll 6
    for (int i = 0; i < 6; i++) {
        put_in_order(&best[i], &best[i + 6]);
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        put_in_order(&best[i], &best[i + 3]);
        put_in_order(&best[i + 6], &best[i + 9]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < FEW_RANKS; i += 3) {
        put_in_order(&best[i], &best[i + 2]);
        put_in_order(&best[i], &best[i + 1]);
        put_in_order(&best[i + 1], &best[i + 2]);
    }
}

/* Eight candidates from `c` on, sorted. */
static inline void sorted_keys(const unit_window *window, uint32_t c, lanes x, lanes y,
                               lanes k[8]) {
    lanes number = lanes_set_bits(c), one = lanes_set_bits(1);
#pragma GCC unroll 8
    for (uint32_t i = 0; i < 8; i++) {
        k[i] = keys_of(window, c + i, number, x, y);
        number = lanes_add_bits(number, one);
    }
    sort_eight(k);
}

/* Few ranks: eight candidates at a time through networks that stay in registers. */
static void rank_few(const unit_window *window, uint32_t begin, lanes x, lanes y, lane_ranks *out) {
    lanes best[FEW_RANKS];
    sorted_keys(window, begin, x, y, best);
    for (int i = 8; i < FEW_RANKS; i++) {
        best[i] = lanes_set(INFINITY);
    }
    for (uint32_t c = begin + 8; c < window->count; c += 8) {
        lanes k[8];
        sorted_keys(window, c, x, y, k);
        merge_eight(best, k);
    }
    for (int i = 0; i < FEW_RANKS; i++) {
        lanes_store(out->key[i], best[i]);
    }
}

/* Any number of ranks: each candidate sinks to its place. */
static void rank_many(const unit_window *window, uint32_t begin, lanes x, lanes y, uint32_t ranks,
                      lane_ranks *out) {
    lanes best[UNIT_RANKS];
    for (uint32_t i = 0; i < ranks; i++) {
        best[i] = lanes_set(INFINITY);
    }
    for (uint32_t c = begin; c < window->count; c++) {
        lanes key = keys_of(window, c, lanes_set_bits(c), x, y);
        for (uint32_t i = 0; i < ranks; i++) {
            put_in_order(&best[i], &key);
        }
    }
    for (uint32_t i = 0; i < ranks; i++) {
        lanes_store(out->key[i], best[i]);
    }
}

/* Lanes in which two keys within the distance asked for differ in their numbers alone. */
static uint32_t doubtful_lanes(const lane_ranks *ranks, lanes distance_squared, uint32_t last) {
    lanes distance_bits = lanes_set_bits(~(uint32_t)KEY_NUMBER);
    lanes doubt = lanes_zero(), before = lanes_and(lanes_load(ranks->key[0]), distance_bits);
    for (uint32_t k = 1; k <= last; k++) {
        lanes here = lanes_and(lanes_load(ranks->key[k]), distance_bits);
        lanes within = lanes_less_equal(here, distance_squared);
        doubt = lanes_or(doubt, lanes_and(lanes_same(before, here), within));
        before = here;
    }
    return lanes_bits(doubt);
}

static inline uint32_t key_bits(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits;
}

static inline bool looks_as_far(float a, float b) {
    return ((key_bits(a) ^ key_bits(b)) & ~(uint32_t)KEY_NUMBER) == 0;
}

/* Whether candidate `a` comes before `b`, by (distance, key of the agent). */
static bool is_nearer(const wend_view *view, const unit_window *window, wend_vec2 place, uint32_t a,
                      uint32_t b) {
    float ax = window->x[a] - place.x, ay = window->y[a] - place.y;
    float bx = window->x[b] - place.x, by = window->y[b] - place.y;
    float a_squared = ax * ax + ay * ay, b_squared = bx * bx + by * by;
    return a_squared != b_squared
               ? a_squared < b_squared
               : wend_view_key(view, window->body[a]) < wend_view_key(view, window->body[b]);
}

/* The keys of one lane anew, with all candidates that look as far as the last one it heeds: the
 * networks may have kept the wrong ones of these. */
static void settle_last(const wend_view *view, const near_group *group, const unit_window *window,
                        wend_vec2 place, uint32_t lane, uint32_t last, lane_ranks *ranks) {
    float edge = ranks->key[last][lane];
    uint32_t first = last;
    while (first > 0 && looks_as_far(ranks->key[first - 1][lane], edge)) {
        first--;
    }
    uint32_t held = 0, most = last + 2 - first;
    for (uint32_t c = group->begin; c < group->end; c++) {
        float dx = window->x[c] - place.x, dy = window->y[c] - place.y;
        uint32_t distance = key_bits(dx * dx + dy * dy) & ~(uint32_t)KEY_NUMBER;
        if (distance != (key_bits(edge) & ~(uint32_t)KEY_NUMBER)) {
            continue;
        }
        uint32_t at = held < most ? held++ : most;
        for (; at > 0 &&
               is_nearer(view, window, place, c, key_number(ranks->key[first + at - 1][lane]));
             at--) {
            if (at < most) {
                ranks->key[first + at][lane] = ranks->key[first + at - 1][lane];
            }
        }
        if (at < most) {
            uint32_t bits = distance | c;
            memcpy(&ranks->key[first + at][lane], &bits, sizeof bits);
        }
    }
}

/* Puts one lane in order where keys look as far as each other. */
static void settle_lane(const wend_view *view, const near_group *group, const unit_window *window,
                        wend_vec2 place, uint32_t lane, uint32_t last, lane_ranks *ranks) {
    for (uint32_t k = 1; k <= last && ranks->key[k][lane] < KEY_NOBODY; k++) {
        for (uint32_t at = k; at > 0; at--) {
            float *lower = &ranks->key[at - 1][lane], *upper = &ranks->key[at][lane];
            if (!looks_as_far(*lower, *upper) ||
                !is_nearer(view, window, place, key_number(*upper), key_number(*lower))) {
                break;
            }
            float swapped = *lower;
            *lower = *upper;
            *upper = swapped;
        }
    }
    if (ranks->key[last][lane] < KEY_NOBODY &&
        looks_as_far(ranks->key[last][lane], ranks->key[last + 1][lane])) {
        settle_last(view, group, window, place, lane, last, ranks);
    }
}

/* Puts the doubtful lanes in order, exactly. */
static void settle_doubts(const wend_view *view, const near_unit *unit, const unit_window *window,
                          uint32_t doubtful, uint32_t last, lane_ranks *ranks) {
    for (; doubtful; doubtful &= doubtful - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(doubtful);
        const near_group *group = unit->groups;
        while (!(group->lanes >> lane & 1U)) {
            group++;
        }
        wend_vec2 place = view->bodies[unit->body[lane]].position;
        settle_lane(view, group, window, place, lane, last, ranks);
    }
}

/* How far the window reaches around each agent. */
static inline lanes border_distance(const group_window *window, lanes x, lanes y) {
    lanes left = lanes_sub(x, lanes_set(window->low.x));
    lanes right = lanes_sub(lanes_set(window->high.x), x);
    lanes below = lanes_sub(y, lanes_set(window->low.y));
    lanes above = lanes_sub(lanes_set(window->high.y), y);
    return lanes_min(lanes_min(left, right), lanes_min(below, above));
}

/* The search of one group. */
typedef struct group_search {
    const wend_view *view;
    const near_group *group;
    const lane_query *query;
    lanes x, y; /* of lanes that are not the group's: where nobody is near */
    uint32_t ranks;
    float margin;
} group_search;

static group_search begin_search(const wend_view *view, const near_group *group,
                                 const lane_query *query, lanes x, lanes y) {
    /* The other side of the nobodies, so that they are far from each other too. */
    lanes nowhere = lanes_set(-UNIT_NOBODY), within = lanes_mask(group->lanes);
    float margin = near_unit_margin(view, group, query->neighbours);
    margin = margin > query->certain ? margin : query->certain;
    return (group_search){.view = view,
                          .group = group,
                          .query = query,
                          .x = lanes_select(within, nowhere, x),
                          .y = y,
                          .ranks = query->neighbours + 2,
                          .margin = margin < query->farthest ? margin : query->farthest};
}

/* The margin with which the lanes in `beyond` are served, which reach beyond the present one. */
static float wider_margin(const group_search *search, lanes reached, uint32_t beyond) {
    /* What a border may lose to rounding, far from the origin. */
    float rounding = 0x1p-21F * near_group_far(search->group), margin = search->margin;
    float asked[LANES];
    lanes_store(asked, reached);
    for (uint32_t i = 0; i < LANES; i++) {
        float more = asked[i] * 1.00001F + rounding;
        margin = (beyond >> i & 1U) && more > margin ? more : margin;
    }
    return margin;
}

/* Nobody has a rank. */
static void rank_nobody(const group_search *search, lane_ranks *out) {
    for (uint32_t i = 0; i < search->ranks; i++) {
        lanes_store(out->key[i], lanes_set(INFINITY));
    }
}

/* Ranks the candidates of a group, those from window->count on. *full is set when the unit has no
 * room for them. Returns the lanes that the scalar twin must do. */
static uint32_t search_group(group_search *search, unit_window *window, bool *full,
                             lane_ranks *out) {
    const lane_query *query = search->query;
    uint32_t own = search->group->lanes, last = query->neighbours;
    lanes wanted = lanes_load(query->distance), number = lanes_set_bits(KEY_NUMBER);
    uint32_t begin = window->count;
    for (bool shrunk = false;;) {
        group_window found;
        window->count = begin;
        if (!gather_window(search->view, search->group, search->margin, window, &found)) {
            search->margin *= 0.5F;
            shrunk = true;
            *full = begin > 0;
            if (*full || search->margin < query->certain) {
                rank_nobody(search, out);
                return own;
            }
            continue;
        }
        if (found.has_ghosts) {
            rank_nobody(search, out);
            return own;
        }
        if (search->ranks <= FEW_RANKS) {
            rank_few(window, begin, search->x, search->y, out);
        } else {
            rank_many(window, begin, search->x, search->y, search->ranks, out);
        }
        lanes reached = lanes_min(lanes_sqrt(lanes_or(lanes_load(out->key[last]), number)), wanted);
        lanes border = border_distance(&found, search->x, search->y);
        uint32_t beyond = ~lanes_bits(lanes_less_equal(reached, border)) & own;
        if (beyond == 0 || shrunk) {
            return beyond;
        }
        search->margin = wider_margin(search, reached, beyond);
    }
}

/* Puts the ranks of a group's lanes beside those of the groups before it. */
static inline void join_ranks(const lane_ranks *of_group, uint32_t ranks, lane_ranks *out) {
    for (uint32_t i = 0; i < ranks; i++) {
        lanes key = lanes_lower(lanes_load(out->key[i]), lanes_load(of_group->key[i]));
        lanes_store(out->key[i], key);
    }
}

/* Ranks the candidates of a unit, which is cut short where there is no room for those of a group.
 * Returns the lanes that the scalar twin must do. */
static uint32_t find_nearest(const wend_view *view, near_cursor *cursor, near_unit *unit,
                             const lane_query *query, lanes x, lanes y, unit_window *window,
                             lane_ranks *out) {
    uint32_t last = query->neighbours, alone = 0;
    window->count = 0;
    for (uint32_t g = 0; g < unit->group_count; g++) {
        near_group *group = &unit->groups[g];
        group_search search = begin_search(view, group, query, x, y);
        lane_ranks ranks;
        bool full = false;
        group->begin = window->count;
        uint32_t undone = search_group(&search, window, &full, g == 0 ? out : &ranks);
        group->end = window->count;
        if (full) {
            near_unit_cut(cursor, unit, (uint32_t)__builtin_ctz(group->lanes));
            break;
        }
        if (g > 0) {
            join_ranks(&ranks, search.ranks, out);
        }
        alone |= undone;
    }
    uint32_t used = (1U << unit->count) - 1U;
    lanes wanted = lanes_load(query->distance), squared = lanes_mul(wanted, wanted);
    alone &= used;
    uint32_t doubtful = doubtful_lanes(out, squared, last + 1) & used & ~alone;
    settle_doubts(view, unit, window, doubtful, last, out);
    return alone;
}

#endif
