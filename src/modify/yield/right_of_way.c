/* Assigns the right of way at a narrow passage: one direction has it for a while, then the other.
 *
 * Agents publish a message about the passage ahead of them (passage_claim), and read the messages
 * that others wrote in the previous steer interval, so that no result depends on the order of
 * agents. An agent counts if it is within `range` of the passage's middle and the passage is its
 * next one. While all agents go in one direction, there is no holder. Otherwise:
 *
 * - the holder is the one that the agent with the lowest key has published, for `turn_duration`
 *   seconds plus twice the time that the passage takes at 1 m/s; then the other direction, if
 *   agents wait there;
 * - if none is published: the direction of an agent that is inside, otherwise of the agent that has
 *   waited longest, otherwise of the lowest key.
 *
 * Cost: one neighbour query, and O(1) for each agent found. */
#include "modify/yield/right_of_way.h"

#include <math.h>

#include "geom/vec.h"

enum { MOST = 64 }; /* maximum of agents that count, nearest to the passage */

/* Two agents see the same passage if the distance of the middles is at most this, m, plus half the
 * sum of the half lengths, and the cosine of the angle between the axes is above this. */
static const float same_middle = 0.6F, same_cosine = 0.5F;

/* An agent that counts. */
typedef struct passage_claimant {
    const passage_claim *word;
    uint64_t key;
    bool same; /* goes in the same direction */
} passage_claimant;

static const passage_claim *word_of(const claim_board *board, uint32_t slot) {
    const passage_claim *word =
        (const passage_claim *)(const void *)(board->claims + board->stride * slot);
    return word->stamp != 0 && word->stamp + 1 == board->interval ? word : NULL;
}

static bool is_same_passage(const passage *ahead, const passage_claim *word, float *cosine) {
    wend_vec2 off = vec_sub(word->middle, ahead->middle);
    float room = same_middle + 0.5F * (ahead->half_length + word->half_length);
    *cosine = vec_dot(word->axis, ahead->axis);
    return vec_length_squared(off) < room * room && fabsf(*cosine) > same_cosine;
}

static uint32_t find_claimants(const wend_view *view, uint32_t index, const passage *ahead,
                               const claim_board *board, float range, passage_claimant *out) {
    wend_neighbour near[MOST];
    wend_location location = {ahead->middle, ahead->layer};
    uint32_t found = wend_view_find_agents(view, location, range + ahead->half_length, near, MOST);
    uint32_t count = 0;
    for (uint32_t i = 0; i < found; i++) {
        uint32_t other = near[i].index;
        const passage_claim *word = word_of(board, view->bodies[other].slot);
        float cosine;
        if (view->bodies[other].slot != view->bodies[index].slot && word &&
            is_same_passage(ahead, word, &cosine)) {
            out[count++] = (passage_claimant){word, wend_view_key(view, other), cosine > 0.0F};
        }
    }
    return count;
}

/* Returns the agent with the lowest key of those that have published a holder; NULL if there is
 * none. */
static const passage_claimant *lowest_that_knows(const passage_claimant *all, uint32_t count) {
    const passage_claimant *lowest = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (all[i].word->holder != HOLDER_NONE && (!lowest || all[i].key < lowest->key)) {
            lowest = &all[i];
        }
    }
    return lowest;
}

/* True if claimant a comes before b while there is no holder of the right of way. */
static bool goes_first(const passage_claimant *a, const passage_claimant *b) {
    if (a->word->inside != b->word->inside) {
        return a->word->inside > b->word->inside;
    }
    return a->word->waited != b->word->waited ? a->word->waited > b->word->waited : a->key < b->key;
}

static right_holder opposite(right_holder holder) {
    return holder == HOLDER_SAME ? HOLDER_OPPOSITE : HOLDER_SAME;
}

/* Makes the agent itself a claimant. */
static void add_self(const wend_view *view, uint32_t index, bool is_inside,
                     const claim_board *board, passage_claim *own, passage_claimant *out) {
    const passage_claim *before = word_of(board, view->bodies[index].slot);
    *own = before ? *before : (passage_claim){0};
    own->inside = is_inside;
    *out = (passage_claimant){own, wend_view_key(view, index), true};
}

passage_state passage_examine(const wend_view *view, uint32_t index, const passage *ahead,
                              bool is_inside, const claim_board *board,
                              const right_of_way_rules *rules) {
    passage_claimant all[MOST + 1];
    passage_claim own;
    uint32_t count = find_claimants(view, index, ahead, board, rules->range, all);
    add_self(view, index, is_inside, board, &own, &all[count++]);
    const passage_claimant *first = &all[0];
    passage_state seen = {0};
    for (uint32_t i = 0; i < count; i++) {
        first = goes_first(&all[i], first) ? &all[i] : first;
        seen.opposed = seen.opposed || !all[i].same;
        seen.opposed_inside = seen.opposed_inside || (!all[i].same && all[i].word->inside);
    }
    if (!seen.opposed) {
        return seen;
    }
    const passage_claimant *knows = lowest_that_knows(all, count);
    if (!knows) {
        seen.holder = first->same ? HOLDER_SAME : HOLDER_OPPOSITE;
        seen.since = board->interval;
        return seen;
    }
    right_holder theirs = (right_holder)knows->word->holder;
    seen.holder = knows->same ? theirs : opposite(theirs);
    seen.since = knows->word->since;
    float duration = rules->turn_duration + 4.0F * ahead->half_length;
    if ((float)(board->interval - seen.since) * view->steer_interval > duration) {
        seen.holder = opposite(seen.holder);
        seen.since = board->interval;
    }
    return seen;
}
