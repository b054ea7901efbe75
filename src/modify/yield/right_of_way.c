/* Assigns the right of way at a narrow passage: one direction has it for a while, then the other.
 *
 * Agents publish a message about the passage ahead of them (way_word), and read the messages that
 * others wrote in the previous steer interval, so that no result depends on the order of agents. An
 * agent counts if it is within `range` of the passage's middle and the passage is its next one.
 * While all agents go in one direction, there is no holder. Otherwise:
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
typedef struct way_claimant {
    const way_word *word;
    uint64_t key;
    bool same; /* goes in the same direction */
} way_claimant;

static const way_word *word_of(const way_board *board, uint32_t slot) {
    const way_word *word = (const way_word *)(const void *)(board->words + board->stride * slot);
    return word->stamp != 0 && word->stamp + 1 == board->choice ? word : NULL;
}

static bool is_same_passage(const passage *ahead, const way_word *word, float *cosine) {
    wend_vec2 off = vec_sub(word->middle, ahead->middle);
    float room = same_middle + 0.5F * (ahead->half_length + word->half_length);
    *cosine = vec_dot(word->axis, ahead->axis);
    return vec_length_squared(off) < room * room && fabsf(*cosine) > same_cosine;
}

static uint32_t find_claimants(const wend_view *view, uint32_t index, const passage *ahead,
                               const way_board *board, float range, way_claimant *out) {
    wend_neighbour near[MOST];
    wend_location place = {ahead->middle, ahead->layer};
    uint32_t found = wend_view_find_agents(view, place, range + ahead->half_length, near, MOST);
    uint32_t count = 0;
    for (uint32_t i = 0; i < found; i++) {
        uint32_t other = near[i].index;
        const way_word *word = word_of(board, view->bodies[other].slot);
        float cosine;
        if (view->bodies[other].slot != view->bodies[index].slot && word &&
            is_same_passage(ahead, word, &cosine)) {
            out[count++] = (way_claimant){word, wend_view_key(view, other), cosine > 0.0F};
        }
    }
    return count;
}

/* Returns the agent with the lowest key of those that have published a holder; NULL if there is
 * none. */
static const way_claimant *lowest_that_knows(const way_claimant *all, uint32_t count) {
    const way_claimant *lowest = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (all[i].word->holder != HOLDER_NONE && (!lowest || all[i].key < lowest->key)) {
            lowest = &all[i];
        }
    }
    return lowest;
}

/* True if claimant a comes before b while there is no holder of the right of way. */
static bool goes_first(const way_claimant *a, const way_claimant *b) {
    if (a->word->inside != b->word->inside) {
        return a->word->inside > b->word->inside;
    }
    return a->word->waited != b->word->waited ? a->word->waited > b->word->waited : a->key < b->key;
}

static way_holder opposite(way_holder holder) {
    return holder == HOLDER_SAME ? HOLDER_OPPOSITE : HOLDER_SAME;
}

/* Makes the agent itself a claimant. */
static void add_self(const wend_view *view, uint32_t index, bool is_inside, const way_board *board,
                     way_word *own, way_claimant *out) {
    const way_word *before = word_of(board, view->bodies[index].slot);
    *own = before ? *before : (way_word){0};
    own->inside = is_inside;
    *out = (way_claimant){own, wend_view_key(view, index), true};
}

way_view way_look(const wend_view *view, uint32_t index, const passage *ahead, bool is_inside,
                  const way_board *board, const way_rules *rules) {
    way_claimant all[MOST + 1];
    way_word own;
    uint32_t count = find_claimants(view, index, ahead, board, rules->range, all);
    add_self(view, index, is_inside, board, &own, &all[count++]);
    const way_claimant *first = &all[0];
    way_view seen = {0};
    for (uint32_t i = 0; i < count; i++) {
        first = goes_first(&all[i], first) ? &all[i] : first;
        seen.opposed = seen.opposed || !all[i].same;
        seen.opposed_inside = seen.opposed_inside || (!all[i].same && all[i].word->inside);
    }
    if (!seen.opposed) {
        return seen;
    }
    const way_claimant *knows = lowest_that_knows(all, count);
    if (!knows) {
        seen.holder = first->same ? HOLDER_SAME : HOLDER_OPPOSITE;
        seen.since = board->choice;
        return seen;
    }
    way_holder theirs = (way_holder)knows->word->holder;
    seen.holder = knows->same ? theirs : opposite(theirs);
    seen.since = knows->word->since;
    float duration = rules->turn_duration + 4.0F * ahead->half_length;
    if ((float)(board->choice - seen.since) * view->steer_interval > duration) {
        seen.holder = opposite(seen.holder);
        seen.since = board->choice;
    }
    return seen;
}
