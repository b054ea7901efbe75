/* Assigns the right of way at a narrow passage: one direction has it for a while, then the other.
 *
 * Agents publish a message about the passage ahead of them (passage_claim), and read the messages
 * that others wrote in the previous steer interval, so that no result depends on the order of
 * agents. An agent is considered if it is within `range` of the passage's middle and the passage is
 * its next one. The direction that has the right of way is called the holder. While all agents go
 * in one direction, there is no holder. Otherwise:
 *
 * - If agents have published a holder, the holder that the agent with the lowest key has published
 *   is used. This holder keeps the right of way for `turn_duration` seconds plus twice the time
 *   that the passage takes at 1 m/s; then the other direction gets it.
 * - If no agent has published a holder, the holder is the direction of an agent inside the passage.
 *   If no agent is inside, it is the direction of the agent that has waited longest. Among agents
 *   that have waited equally long, the one with the lowest key decides.
 *
 * Cost: one neighbour query, and O(1) for each agent found. */
#include "modify/yield/right_of_way.h"

#include <math.h>

#include "geom/vec.h"

/* The maximum number of agents that are considered. The agents nearest to the passage are used. */
enum { MOST_CLAIMANTS = 64 };

/* Two agents see the same passage ahead if both conditions hold: the distance between the two
 * middles that they computed is at most `same_middle` (m) plus half the sum of the half lengths,
 * and the cosine of the angle between the two axes is above `same_cosine`. */
static const float same_middle = 0.6F, same_cosine = 0.5F;

/* An agent that is considered when the right of way is decided. */
typedef struct passage_claimant {
    const passage_claim *claim;
    uint64_t key;
    bool same; /* true: goes in the same direction as the agent that examines the passage */
} passage_claimant;

static const passage_claim *find_claim(const claim_board *board, uint32_t slot) {
    const passage_claim *claim =
        (const passage_claim *)(const void *)(board->claims + board->stride * slot);
    return claim->stamp != 0 && claim->stamp + 1 == board->interval ? claim : NULL;
}

static bool is_same_passage(const passage *ahead, const passage_claim *claim, float *cosine) {
    wend_vec2 off = vec_sub(claim->middle, ahead->middle);
    float room = same_middle + 0.5F * (ahead->half_length + claim->half_length);
    *cosine = vec_dot(claim->axis, ahead->axis);
    return vec_length_squared(off) < room * room && fabsf(*cosine) > same_cosine;
}

static uint32_t find_claimants(const wend_view *view, uint32_t index, const passage *ahead,
                               const claim_board *board, float range, passage_claimant *out) {
    wend_neighbour near[MOST_CLAIMANTS];
    wend_location location = {ahead->middle, ahead->layer};
    uint32_t found =
        wend_view_find_agents(view, location, range + ahead->half_length, near, MOST_CLAIMANTS);
    uint32_t count = 0;
    for (uint32_t i = 0; i < found; i++) {
        uint32_t other = near[i].index;
        const passage_claim *claim = find_claim(board, view->bodies[other].slot);
        float cosine;
        if (view->bodies[other].slot != view->bodies[index].slot && claim &&
            is_same_passage(ahead, claim, &cosine)) {
            out[count++] = (passage_claimant){claim, wend_view_key(view, other), cosine > 0.0F};
        }
    }
    return count;
}

/* Returns the agent with the lowest key among those that have published a holder, or NULL if there
 * is none. */
static const passage_claimant *find_publisher(const passage_claimant *all, uint32_t count) {
    const passage_claimant *lowest = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (all[i].claim->holder != HOLDER_NONE && (!lowest || all[i].key < lowest->key)) {
            lowest = &all[i];
        }
    }
    return lowest;
}

/* True if claimant a takes precedence over b while there is no holder of the right of way. */
static bool goes_first(const passage_claimant *a, const passage_claimant *b) {
    if (a->claim->inside != b->claim->inside) {
        return a->claim->inside > b->claim->inside;
    }
    return a->claim->waited != b->claim->waited ? a->claim->waited > b->claim->waited
                                                : a->key < b->key;
}

static right_holder opposite(right_holder holder) {
    return holder == HOLDER_SAME ? HOLDER_OPPOSITE : HOLDER_SAME;
}

/* Adds the agent that examines the passage to the claimants, too. */
static void add_self(const wend_view *view, uint32_t index, bool is_inside,
                     const claim_board *board, passage_claim *own, passage_claimant *out) {
    const passage_claim *before = find_claim(board, view->bodies[index].slot);
    *own = before ? *before : (passage_claim){0};
    own->inside = is_inside;
    *out = (passage_claimant){own, wend_view_key(view, index), true};
}

passage_state passage_examine(const wend_view *view, uint32_t index, const passage *ahead,
                              bool is_inside, const claim_board *board,
                              const right_of_way_rules *rules) {
    passage_claimant all[MOST_CLAIMANTS + 1];
    passage_claim own;
    uint32_t count = find_claimants(view, index, ahead, board, rules->range, all);
    add_self(view, index, is_inside, board, &own, &all[count++]);
    const passage_claimant *first = &all[0];
    passage_state seen = {0};
    for (uint32_t i = 0; i < count; i++) {
        first = goes_first(&all[i], first) ? &all[i] : first;
        seen.opposed = seen.opposed || !all[i].same;
        seen.opposed_inside = seen.opposed_inside || (!all[i].same && all[i].claim->inside);
    }
    if (!seen.opposed) {
        return seen;
    }
    const passage_claimant *publisher = find_publisher(all, count);
    if (!publisher) {
        seen.holder = first->same ? HOLDER_SAME : HOLDER_OPPOSITE;
        seen.since = board->interval;
        return seen;
    }
    right_holder published = (right_holder)publisher->claim->holder;
    seen.holder = publisher->same ? published : opposite(published);
    seen.since = publisher->claim->since;
    float duration = rules->turn_duration + 4.0F * ahead->half_length;
    if ((float)(board->interval - seen.since) * view->steer_interval > duration) {
        seen.holder = opposite(seen.holder);
        seen.since = board->interval;
    }
    return seen;
}
