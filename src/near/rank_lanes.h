/* near/rank_lanes.h: ranks candidates for eight agents at once.
 *
 * Each candidate's squared distance to each of the eight agents becomes a key: the distance with
 * the candidate's number in its low eight bits. Keys of positive floats sort as floats do, so an
 * insertion is a chain of minima and maxima, without a branch; for few neighbours eight candidates
 * are sorted and merged at a time. What the low bits hide is looked at afterwards: keys that differ
 * in these bits alone are put in order exactly, by (distance, key of the agent).
 *
 * Include it where LANES_AVX2 or LANES_SSE2 is defined.
 * Cost: about 20 operations for each candidate and eight agents with up to ten neighbours, else
 * 2 x ranks. */
#ifndef NEAR_RANK_LANES_H
#define NEAR_RANK_LANES_H

#include <math.h>

#include "geom/lanes.h"
#include "geom/vec.h"
#include "near/unit.h"
#include "near/window_lanes.h"

enum { KEY_NUMBER = 0xff, FEW_RANKS = 12, DOUBT_LAST = 31 };

/* Keys of ranks that nobody has begin here, as bits: farther than the nobodies of a window are from
 * anyone, with the number of the first candidate. */
#define KEY_NOBODY 0x74000000U

/* Rank 0 is the agent itself, rank `neighbours` + 1 the next one beyond those asked for. */
typedef struct lane_ranks {
    float key[UNIT_RANKS][LANES];
    uint32_t doubts[LANES]; /* bit k: the key of rank k may look as far as that below; the last
                               bit stands for all ranks from there on */
} lane_ranks;

static inline uint32_t key_number(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits & KEY_NUMBER;
}

/* Keys of candidate `c`. */
static inline lane_part keys_of(const unit_window *window, uint32_t c, lane_part number,
                                lane_part x, lane_part y) {
    lane_part dx = part_sub(part_set(window->place[c].x), x);
    lane_part dy = part_sub(part_set(window->place[c].y), y);
    lane_part distance_bits = part_set_bits(~(uint32_t)KEY_NUMBER);
    return part_or(part_and(part_dot(dx, dy, dx, dy), distance_bits), number);
}

/* The lower key to a, the higher to b. */
static inline void put_in_order(lane_part *a, lane_part *b) {
    lane_part lower = part_lower(*a, *b);
    *b = part_higher(*a, *b);
    *a = lower;
}

/* Sorts eight: Batcher's odd-even merge sort, 19 comparisons. */
static inline void sort_eight(lane_part k[8]) {
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
static inline void merge_eight(lane_part best[FEW_RANKS], const lane_part k[8]) {
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        best[FEW_RANKS - 1 - i] = part_lower(best[FEW_RANKS - 1 - i], k[i]);
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
static inline void sorted_keys(const unit_window *window, uint32_t c, lane_part x, lane_part y,
                               lane_part k[8]) {
    lane_part number = part_set_bits(c), one = part_set_bits(1);
#pragma GCC unroll 8
    for (uint32_t i = 0; i < 8; i++) {
        k[i] = keys_of(window, c + i, number, x, y);
        number = part_add_bits(number, one);
    }
    sort_eight(k);
}

/* Ranks whose keys look as far as those below: see lane_ranks. */
static inline lane_part find_doubts(const lane_part *best, uint32_t count) {
    lane_part distance_bits = part_set_bits(~(uint32_t)KEY_NUMBER), doubt = part_zero();
    lane_part before = part_and(best[0], distance_bits);
#pragma GCC unroll 11
    for (uint32_t k = 1; k < count; k++) {
        lane_part here = part_and(best[k], distance_bits);
        lane_part rank = part_set_bits(1U << (k < DOUBT_LAST ? k : DOUBT_LAST));
        doubt = part_or(doubt, part_and(part_same(before, here), rank));
        before = here;
    }
    return doubt;
}

/* Few ranks: eight candidates at a time through networks. Returns the doubts of lane_ranks. */
static lane_part rank_few(const unit_window *window, uint32_t begin, lane_part x, lane_part y,
                          lane_part best[FEW_RANKS]) {
    sorted_keys(window, begin, x, y, best);
    for (int i = 8; i < FEW_RANKS; i++) {
        /* None looks as far as another. */
        best[i] = part_set_bits(KEY_NOBODY + (uint32_t)i * (KEY_NUMBER + 1));
    }
    for (uint32_t c = begin + 8; c < window->count; c += 8) {
        lane_part k[8];
        sorted_keys(window, c, x, y, k);
        merge_eight(best, k);
    }
    return find_doubts(best, FEW_RANKS);
}

/* Any number of ranks: each candidate sinks to its place. */
static lane_part rank_many(const unit_window *window, uint32_t begin, lane_part x, lane_part y,
                           uint32_t ranks, lane_part *best) {
    for (uint32_t i = 0; i < ranks; i++) {
        best[i] = part_set(INFINITY);
    }
    for (uint32_t c = begin; c < window->count; c++) {
        lane_part key = keys_of(window, c, part_set_bits(c), x, y);
        for (uint32_t i = 0; i < ranks; i++) {
            put_in_order(&best[i], &key);
        }
    }
    return find_doubts(best, ranks);
}

/* Ranks the candidates from `begin` on for agents at these places. Returns the doubts. */
static inline lanes rank_window(const unit_window *window, uint32_t begin, lanes x, lanes y,
                                uint32_t ranks, lane_ranks *out) {
    lanes doubts = lanes_zero();
    for (uint32_t part = 0; part < LANE_PARTS; part++) {
        lane_part px = lanes_part(&x, part), py = lanes_part(&y, part), few[FEW_RANKS];
        if (ranks <= FEW_RANKS) {
            lanes_put_part(&doubts, part, rank_few(window, begin, px, py, few));
            for (uint32_t i = 0; i < FEW_RANKS; i++) {
                part_store(&out->key[i][part * PART_LANES], few[i]);
            }
        } else {
            lane_part many[UNIT_RANKS];
            lanes_put_part(&doubts, part, rank_many(window, begin, px, py, ranks, many));
            for (uint32_t i = 0; i < ranks; i++) {
                part_store(&out->key[i][part * PART_LANES], many[i]);
            }
        }
    }
    return doubts;
}

/* Puts the ranks of a group's lanes beside those of others. */
static inline void join_ranks(const lane_ranks *of_group, lanes within, uint32_t ranks,
                              lane_ranks *out) {
    for (uint32_t i = 0; i < ranks; i++) {
        lanes key = lanes_load(out->key[i]);
        lanes_store(out->key[i], lanes_select(within, key, lanes_load(of_group->key[i])));
    }
}

/* Leaves the ranks of these lanes alone: others may have some of candidates that are gone. */
static void clear_ranks(lanes but, uint32_t ranks, lane_ranks *out) {
    for (uint32_t i = 0; i < ranks; i++) {
        lanes key = lanes_select(but, lanes_set(INFINITY), lanes_load(out->key[i]));
        lanes_store(out->key[i], key);
    }
}

static inline uint32_t key_bits(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits;
}

/* The distance in a key. */
static inline float key_distance(float key) {
    uint32_t bits = key_bits(key) & ~(uint32_t)KEY_NUMBER;
    memcpy(&key, &bits, sizeof key);
    return key;
}

static inline bool looks_as_far(float a, float b) {
    return ((key_bits(a) ^ key_bits(b)) & ~(uint32_t)KEY_NUMBER) == 0;
}

/* Whether candidate `a` comes before `b`, by (distance, key of the agent). */
static bool is_nearer(const wend_view *view, const unit_window *window, wend_vec2 place, uint32_t a,
                      uint32_t b) {
    float a_squared = vec_length_squared(vec_sub(window->place[a], place));
    float b_squared = vec_length_squared(vec_sub(window->place[b], place));
    return a_squared != b_squared ? a_squared < b_squared
                                  : wend_view_key(view, window_body(window, a)) <
                                        wend_view_key(view, window_body(window, b));
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
        float squared = vec_length_squared(vec_sub(window->place[c], place));
        uint32_t distance = key_bits(squared) & ~(uint32_t)KEY_NUMBER;
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

/* Lets the key at rank `k` of a lane sink below those that look as far but are not. */
static void settle_rank(const wend_view *view, const unit_window *window, wend_vec2 place,
                        uint32_t lane, uint32_t k, lane_ranks *ranks) {
    for (; k > 0; k--) {
        float *lower = &ranks->key[k - 1][lane], *upper = &ranks->key[k][lane];
        if (!looks_as_far(*lower, *upper) ||
            !is_nearer(view, window, place, key_number(*upper), key_number(*lower))) {
            return;
        }
        float swapped = *lower;
        *lower = *upper;
        *upper = swapped;
    }
}

/* The next rank from `rank` on that is in doubt, or one that nobody has. */
static inline uint32_t next_in_doubt(uint32_t doubts, uint32_t rank) {
    uint32_t rest = doubts >> (rank < DOUBT_LAST ? rank : DOUBT_LAST);
    return rest ? rank + (uint32_t)__builtin_ctz(rest) : UNIT_RANKS;
}

/* Puts the ranks of a lane in order, exactly, where keys within the distance asked for look as far
 * as each other. */
static void settle_lane(const wend_view *view, const near_unit *unit, const unit_window *window,
                        uint32_t lane, float distance_squared, uint32_t last, lane_ranks *ranks) {
    wend_vec2 place = view->bodies[unit->body[lane]].position;
    uint32_t doubts = ranks->doubts[lane], k = next_in_doubt(doubts, 1);
    for (; k <= last + 1; k = next_in_doubt(doubts, k + 1)) {
        float here = ranks->key[k][lane];
        if (!looks_as_far(here, ranks->key[k - 1][lane]) || key_distance(here) > distance_squared) {
            continue;
        }
        if (k <= last) {
            settle_rank(view, window, place, lane, k, ranks);
        } else {
            settle_last(view, near_group_of(unit, lane), window, place, lane, last, ranks);
        }
    }
}

#endif
