/* near/rank_lanes.h: ranks candidates for eight agents at once.
 *
 * Each candidate's squared distance to each of the eight agents becomes a key: the distance, with
 * its lowest byte (or a few bits more) replaced by the candidate's number. Keys are positive
 * floats, so sorting networks of minima and maxima order them without a branch. Eight candidates at
 * a time are sorted and merged into the ranks. For more than ten neighbours, the ranks are sorted
 * blocks of eight: each block keeps the lowest eight keys, and the other eight are merged into the
 * next block. A block is skipped if none of the eight new keys belongs there in any lane. Keys that
 * differ only in the replaced bits are afterwards sorted exactly, by (distance, key of the agent).
 *
 * Include this header where LANES_AVX2 or LANES_QUADS is defined. Cost, for each candidate and
 * eight agents: about 20 operations for up to ten neighbours. For more neighbours, sorting takes 5
 * operations per candidate, and merging takes 8 for each block that any of the eight candidates
 * enters. */
#ifndef NEAR_RANK_LANES_H
#define NEAR_RANK_LANES_H

#include <math.h>

#include "geom/lanes.h"
#include "geom/vec.h"
#include "near/batch.h"
#include "near/window_lanes.h"

enum {
    FEW_RANKS = 12,
    DOUBT_LAST = 31,
    BLOCK = 8,            /* ranks per block */
    BYTE_CANDIDATES = 256 /* a candidate's number is a byte if there are no more */
};

/* The key of the first empty rank, as bits. It combines a distance greater than that of a window's
 * padding candidates with the number of the first candidate. */
#define KEY_EMPTY 0x74000000U
#define KEY_STEP  0x400U /* difference between keys of empty ranks; leaves ten bits for numbers */

/* The ranked candidates. Rank 0 is the agent itself; rank `neighbours` + 1 is the first candidate
 * after those requested. */
typedef struct lane_ranks {
    float key[BATCH_RANKS][LANES];    /* keys; after split_ranks, squared distances rounded down */
    uint32_t row[BATCH_RANKS][LANES]; /* rows of the candidates (see window_record) */
    uint32_t number_mask[LANES];      /* mask of the bits of a key that contain the number */
    uint32_t doubts[LANES]; /* bit k: rank k has the same rounded distance as rank k - 1; the last
                               bit stands for all further ranks */
} lane_ranks;

/* Returns a mask of the bits that are needed for the numbers of a window's candidates. A byte can
 * be replaced in one operation. */
static inline uint32_t number_bits(const batch_window *window) {
    return window->count <= BYTE_CANDIDATES ? BYTE_CANDIDATES - 1
                                            : UINT32_MAX >> __builtin_clz(window->count - 1);
}

/* The agents whose candidates are ranked (one SIMD register), and the form of their keys. */
typedef struct rank_terms {
    lane_part x, y;
    lane_part number_mask; /* see number_bits */
    bool is_byte;          /* the mask is one byte */
} rank_terms;

static inline rank_terms rank_terms_of(const batch_window *window, lane_part x, lane_part y) {
    return (rank_terms){x, y, part_set_bits(number_bits(window)), false};
}

/* Returns the keys of a candidate, one for each agent. */
static inline lane_part keys_of(const wend_body *candidate, lane_part number, rank_terms terms) {
    lane_part dx = part_sub(part_set(candidate->position.x), terms.x);
    lane_part dy = part_sub(part_set(candidate->position.y), terms.y);
    lane_part squared = part_dot(dx, dy, dx, dy);
    return terms.is_byte ? part_replace_bytes(terms.number_mask, squared, number)
                         : part_or(part_without(terms.number_mask, squared), number);
}

/* Stores the lower key in a and the higher key in b. */
static inline void put_in_order(lane_part *a, lane_part *b) {
    lane_part lower = part_lower(*a, *b);
    *b = part_higher(*a, *b);
    *a = lower;
}

/* Sorts eight keys with Batcher's odd-even merge sort: 19 comparisons. */
static inline void sort_eight(lane_part k[8]) {
    static const uint8_t pairs[19][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6},
                                         {5, 7}, {1, 2}, {5, 6}, {0, 4}, {1, 5}, {2, 6}, {3, 7},
                                         {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};
#pragma GCC unroll 19
    for (int i = 0; i < 19; i++) {
        put_in_order(&k[pairs[i][0]], &k[pairs[i][1]]);
    }
}

/* Merges eight sorted keys into the twelve lowest so far. The minima of two sorted rows, one of
 * them reversed, form a bitonic row (it rises and falls only once). Steps over halves, quarters and
 * groups of three sort this row. */
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

/* Stores in `k` the keys of the eight candidates that start at index `c`, in sorted order. */
static inline void sorted_keys(const batch_window *window, size_t c, rank_terms terms,
                               lane_part k[8]) {
    lane_part number = part_set_bits((uint32_t)c), one = part_set_bits(1);
    const wend_body *candidate = &window->records[c];
#pragma GCC unroll 8
    for (uint32_t i = 0; i < 8; i++) {
        k[i] = keys_of(&candidate[i], number, terms);
        number = part_add_bits(number, one);
    }
    sort_eight(k);
}

/* Finds up to FEW_RANKS ranks among up to BYTE_CANDIDATES candidates. Sorts eight candidates at a
 * time with sorting networks. */
static void rank_few(const batch_window *window, uint32_t begin, lane_part x, lane_part y,
                     lane_part best[FEW_RANKS]) {
    rank_terms terms = rank_terms_of(window, x, y);
    terms.is_byte = true;
    sorted_keys(window, begin, terms, best);
    for (int i = 8; i < FEW_RANKS; i++) { /* empty ranks, with different rounded distances */
        best[i] = part_set_bits(KEY_EMPTY + (uint32_t)i * KEY_STEP);
    }
    for (size_t c = begin + 8, end = window->count; c < end; c += 8) {
        lane_part k[8];
        sorted_keys(window, c, terms, k);
        merge_eight(best, k);
    }
}

/* Sorts eight keys that rise and fall only once. */
static inline void sort_bitonic(lane_part k[BLOCK]) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        put_in_order(&k[i], &k[i + 4]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        put_in_order(&k[i / 2 * 4 + i % 2], &k[i / 2 * 4 + i % 2 + 2]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < BLOCK; i += 2) {
        put_in_order(&k[i], &k[i + 1]);
    }
}

/* Merges eight sorted keys into a sorted block. The block keeps the lowest eight keys and `k` gets
 * the others, both in sorted order. */
static inline void merge_block(lane_part block[BLOCK], lane_part k[BLOCK]) {
    lane_part others[BLOCK];
#pragma GCC unroll 8
    for (int i = 0; i < BLOCK; i++) {
        others[i] = part_higher(block[i], k[BLOCK - 1 - i]);
        block[i] = part_lower(block[i], k[BLOCK - 1 - i]);
    }
    sort_bitonic(block);
    sort_bitonic(others);
#pragma GCC unroll 8
    for (int i = 0; i < BLOCK; i++) {
        k[i] = others[i];
    }
}

/* Finds any number of ranks, in blocks of eight; `ranks` is a multiple of eight. */
static void rank_many(const batch_window *window, uint32_t begin, lane_part x, lane_part y,
                      uint32_t ranks, lane_part *best) {
    rank_terms terms = rank_terms_of(window, x, y);
    for (uint32_t i = 0; i < ranks; i++) {
        best[i] = part_set_bits(KEY_EMPTY + i * KEY_STEP);
    }
    for (uint32_t c = begin; c < window->count; c += BLOCK) {
        lane_part k[BLOCK];
        sorted_keys(window, c, terms, k);
        if (!part_any(part_less(k[0], best[ranks - 1]))) {
            continue;
        }
        for (lane_part *block = best; block < best + ranks; block += BLOCK) {
            if (part_any(part_less(k[0], block[BLOCK - 1]))) {
                merge_block(block, k);
            }
        }
    }
}

/* Ranks the candidates that start at index `begin`, for agents at these positions, and stores the
 * keys in `out`. */
static inline void rank_window(const batch_window *window, uint32_t begin, lanes x, lanes y,
                               uint32_t ranks, lane_ranks *out) {
    ranks = ranks > FEW_RANKS ? ranks : FEW_RANKS;
    for (uint32_t part = 0; part < LANE_PARTS; part++) {
        lane_part px = lanes_part(&x, part), py = lanes_part(&y, part);
        lane_part few[FEW_RANKS], many[BATCH_RANKS];
        if (ranks == FEW_RANKS && window->count <= BYTE_CANDIDATES) {
            rank_few(window, begin, px, py, few);
            for (uint32_t i = 0; i < FEW_RANKS; i++) {
                part_store(&out->key[i][part * PART_LANES], few[i]);
            }
        } else {
            rank_many(window, begin, px, py, (ranks + BLOCK - 1) / BLOCK * BLOCK, many);
            for (uint32_t i = 0; i < ranks; i++) {
                part_store(&out->key[i][part * PART_LANES], many[i]);
            }
        }
    }
}

/* Copies the ranks of a group's lanes into the ranks of the batch. */
static inline void join_ranks(const lane_ranks *of_group, lanes within, uint32_t ranks,
                              lane_ranks *out) {
    for (uint32_t i = 0; i < ranks; i++) {
        lanes key = lanes_load(out->key[i]);
        lanes_store(out->key[i], lanes_select(within, key, lanes_load(of_group->key[i])));
    }
}

/* Empties the ranks of all lanes except `kept`, because they may refer to candidates that have been
 * discarded. */
static void clear_ranks(lanes kept, uint32_t ranks, lane_ranks *out) {
    for (uint32_t i = 0; i < ranks; i++) {
        lanes padding = lanes_set_bits(KEY_EMPTY + i * KEY_STEP);
        lanes_store(out->key[i], lanes_select(kept, padding, lanes_load(out->key[i])));
    }
}

/* Splits keys into distances and rows. Returns, for each lane, a bit mask of the ranks that may
 * be in the wrong order. */
static inline lanes split_keys(lanes number_mask, uint32_t ranks, lane_ranks *out) {
    lanes doubts = lanes_zero(), before = lanes_set_bits(UINT32_MAX);
#pragma GCC unroll 12
    for (uint32_t k = 0; k < ranks; k++) {
        lanes key = lanes_load(out->key[k]), here = lanes_without(number_mask, key);
        lanes rank = lanes_set_bits(1U << (k < DOUBT_LAST ? k : DOUBT_LAST));
        lanes_store(out->key[k], here);
        lanes_store((float *)(void *)out->row[k],
                    lanes_shift_left(lanes_and(number_mask, key), ROW_BITS));
        doubts = lanes_or(doubts, lanes_and(lanes_same(before, here), rank));
        before = here;
    }
    return doubts;
}

/* Does the same and stores the masks in out->doubts. Returns a mask of the lanes that have ranks in
 * doubt. */
static inline uint32_t split_ranks(lanes number_mask, uint32_t ranks, lane_ranks *out) {
    lanes doubts = ranks <= FEW_RANKS ? split_keys(number_mask, FEW_RANKS, out)
                                      : split_keys(number_mask, ranks, out);
    lanes_store((float *)(void *)out->number_mask, number_mask);
    lanes_store((float *)(void *)out->doubts, doubts);
    return ~lanes_bits(lanes_same(doubts, lanes_zero())) & LANES_ALL;
}

/* Rounds a squared distance down, as it is rounded in a key. */
static inline float round_distance(float squared, uint32_t number_mask) {
    uint32_t bits;
    memcpy(&bits, &squared, sizeof bits);
    bits &= ~number_mask;
    memcpy(&squared, &bits, sizeof bits);
    return squared;
}

/* True if the candidate in row `a` comes before that in row `b`, by (distance, key of the agent).
 */
static bool is_nearer(const wend_view *view, const batch_window *window, wend_vec2 position,
                      uint32_t a, uint32_t b) {
    const wend_body *one = window_record(window, a), *two = window_record(window, b);
    float a_squared = vec_length_squared(vec_sub(one->position, position));
    float b_squared = vec_length_squared(vec_sub(two->position, position));
    const uint64_t *keys = view->internals->cold->key;
    return a_squared != b_squared ? a_squared < b_squared : keys[one->slot] < keys[two->slot];
}

/* Finds the last ranks of one lane again, among all candidates with the same rounded distance as
 * rank `last`, because the sorting networks may have kept the wrong ones. */
static void rebuild_last_ranks(const wend_view *view, const near_group *group,
                               const batch_window *window, wend_vec2 position, uint32_t lane,
                               uint32_t last, lane_ranks *ranks) {
    float last_distance = ranks->key[last][lane];
    uint32_t first = last;
    while (first > 0 && ranks->key[first - 1][lane] == last_distance) {
        first--;
    }
    uint32_t count = 0, max_count = last + 2 - first;
    for (uint32_t c = group->begin; c < group->end; c++) {
        float squared = vec_length_squared(vec_sub(window->records[c].position, position));
        if (round_distance(squared, ranks->number_mask[lane]) != last_distance) {
            continue;
        }
        uint32_t at = count < max_count ? count++ : max_count, row = c * ROW_SCALE;
        for (; at > 0 && is_nearer(view, window, position, row, ranks->row[first + at - 1][lane]);
             at--) {
            if (at < max_count) {
                ranks->row[first + at][lane] = ranks->row[first + at - 1][lane];
            }
        }
        if (at < max_count) {
            ranks->row[first + at][lane] = row;
        }
    }
}

/* Moves the candidate at rank `k` of a lane ahead of the candidates that have the same rounded
 * distance but are farther away. */
static void sort_rank_exactly(const wend_view *view, const batch_window *window, wend_vec2 position,
                              uint32_t lane, uint32_t k, lane_ranks *ranks) {
    for (; k > 0 && ranks->key[k - 1][lane] == ranks->key[k][lane]; k--) {
        uint32_t lower = ranks->row[k - 1][lane], upper = ranks->row[k][lane];
        if (!is_nearer(view, window, position, upper, lower)) {
            return;
        }
        ranks->row[k - 1][lane] = upper;
        ranks->row[k][lane] = lower;
    }
}

/* Returns the next rank in doubt, from `rank` on, or BATCH_RANKS if there is none. */
static inline uint32_t next_in_doubt(uint32_t doubts, uint32_t rank) {
    uint32_t rest = doubts >> (rank < DOUBT_LAST ? rank : DOUBT_LAST);
    return rest ? rank + (uint32_t)__builtin_ctz(rest) : BATCH_RANKS;
}

/* Puts the ranks of a lane in the order of their exact distances where the rounded distances are
 * equal. Ranks beyond the search radius are left as they are. */
static void sort_lane_exactly(const wend_view *view, const near_batch *batch,
                              const batch_window *window, uint32_t lane, float distance_squared,
                              uint32_t last, lane_ranks *ranks) {
    wend_vec2 point = view->bodies[batch->body[lane]].position;
    uint32_t doubts = ranks->doubts[lane], k = next_in_doubt(doubts, 1);
    for (; k <= last + 1; k = next_in_doubt(doubts, k + 1)) {
        float here = ranks->key[k][lane];
        if (here != ranks->key[k - 1][lane] || here > distance_squared) {
            continue;
        }
        if (k <= last) {
            sort_rank_exactly(view, window, point, lane, k, ranks);
        } else {
            rebuild_last_ranks(view, near_group_of(batch, lane), window, point, lane, last, ranks);
        }
    }
}

#endif
