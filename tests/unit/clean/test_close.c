/* Compares the search for close chains with brute force over all pairs of vertices and edges. */
#include "clean/close.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>

enum { CHAINS = 40, POINTS = 6 };

static uint64_t state;

static double random_unit(void) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* Returns the distance from p to the edge ab, found by trying many points of the edge and then the
 * neighbourhood of the best one. */
static double distance(wend_point p, wend_point a, wend_point b) {
    double best = INFINITY, low = 0.0, high = 1.0;
    for (int round = 0; round < 60; round++) {
        double one = low + (high - low) / 3.0, two = high - (high - low) / 3.0;
        double first = hypot(a.x + one * (b.x - a.x) - p.x, a.y + one * (b.y - a.y) - p.y);
        double second = hypot(a.x + two * (b.x - a.x) - p.x, a.y + two * (b.y - a.y) - p.y);
        *(first < second ? &high : &low) = first < second ? two : one;
        best = fmin(best, fmin(first, second));
    }
    return best;
}

static void find_close_by_brute_force(const close_chain *chains, uint32_t count, double reach,
                                      bool *close) {
    for (uint32_t c = 0; c < count; c++) {
        uint32_t edges = chains[c].closed ? chains[c].count : chains[c].count - 1;
        for (uint32_t e = 0; e < edges; e++) {
            uint32_t next = (e + 1) % chains[c].count;
            for (uint32_t o = 0; o < count; o++) {
                for (uint32_t v = 0; v < chains[o].count; v++) {
                    bool ends = o == c && (v == e || v == next);
                    if (!ends && distance(chains[o].points[v], chains[c].points[e],
                                          chains[c].points[next]) < reach) {
                        close[c] = close[o] = true;
                    }
                }
            }
        }
    }
}

START_TEST(matches_brute_force_over_all_pairs) {
    memory heap;
    memory_init(&heap, NULL);
    uint32_t found = 0, all = 0;
    for (int trial = 0; trial < (int)trials(100); trial++) {
        state = (uint64_t)trial * 31 + 7;
        wend_point points[CHAINS][POINTS];
        close_chain chains[CHAINS];
        bool close[CHAINS] = {false};
        for (uint32_t c = 0; c < CHAINS; c++) {
            double x = 60.0 * random_unit(), y = trial % 3 == 0 ? 0.0 : 60.0 * random_unit();
            double size = c % 9 == 0 ? 20.0 : 3.0;
            for (uint32_t i = 0; i < POINTS; i++) {
                points[c][i] = (wend_point){x + size * random_unit(), y + size * random_unit()};
            }
            uint32_t count = 3 + (uint32_t)(random_unit() * 4);
            chains[c] = (close_chain){points[c], count, c % 2 == 0, false};
        }
        ck_assert(close_find(chains, CHAINS, 0.2, &heap));
        find_close_by_brute_force(chains, CHAINS, 0.2, close);
        for (uint32_t c = 0; c < CHAINS; c++) {
            ck_assert_msg(chains[c].close == close[c], "trial %d, chain %u", trial, c);
            found += close[c];
            all++;
        }
    }
    /* Both results occur often. */
    ck_assert(found > all / 10 && found < all - all / 10);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(invalid_rings_are_treated_as_close_to_others) {
    memory heap;
    memory_init(&heap, NULL);
    wend_point two[] = {{0, 0}, {5, 0}};
    close_chain chains[] = {{two, 2, true, false}, {NULL, 0, true, false}};
    ck_assert(close_find(chains, 2, 0.1, &heap));
    ck_assert(chains[0].close && chains[1].close);
    close_chain line = {two, 2, false, true};
    ck_assert(close_find(&line, 1, 0.1, &heap));
    ck_assert(!line.close);
    ck_assert(close_find(NULL, 0, 0.1, &heap));
}
END_TEST

int main(void) {
    SUITE("clean/close", matches_brute_force_over_all_pairs,
          invalid_rings_are_treated_as_close_to_others);
}
