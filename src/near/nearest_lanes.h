/* near/nearest_lanes.h: finds the nearest neighbours of eight agents at once, the SIMD version of
 * wend_view_find_agents. Include it where LANES_AVX2 or LANES_QUADS is defined.
 *
 * The agents of a batch that are close together form a group and share one window of candidates
 * (window_lanes.h), which are ranked for all of them (rank_lanes.h). The margin of a window is a
 * guess, taken from the previous group. After ranking, the search checks for each agent that its
 * last neighbour is nearer than the border of the window. The agents for which the check fails form
 * a group of their own, with a sufficient margin. If there are too many candidates, the group is
 * halved or the window is made smaller. */
#ifndef NEAR_NEAREST_LANES_H
#define NEAR_NEAREST_LANES_H

#include "near/group_lanes.h"
#include "near/rank_lanes.h"

/* The margin is this factor times the distance that the previous group needed. That is enough for
 * most groups. */
static const float margin_factor = 1.05F;

/* If there are more bodies in the cells of a window than this, for each neighbour to find, the
 * margin is reduced, because the previous group was in a sparser place. In a crowd of even density
 * there are about 6. */
enum { BODIES_PER_NEIGHBOUR = 24 };

/* The query for eight agents. */
typedef struct lane_query {
    uint32_t neighbours;         /* number of neighbours to find */
    float distance[BATCH_LANES]; /* m: search radius of each lane; 0 in padding lanes */
    float farthest;              /* m: the largest of these radii */
    float certain; /* m: agents nearer than this must be found, including the first one beyond the
                      requested number of neighbours */
} lane_query;

/* The search for one batch. */
typedef struct lane_search {
    lanes x, y;
    lanes number_mask; /* see lane_ranks */
    const wend_view *view;
    near_cursor *cursor;
    near_batch *batch;
    const lane_query *query;
    bool has_links;          /* if true, there may be ghosts */
    float guess;             /* m: the distance that the last search needed; 0 if not known */
    uint32_t left_to_scalar; /* mask of the lanes that the scalar version must search */
    bool ranked;             /* `ranks` has been filled; it is empty in lanes not searched yet */
    batch_window window;
    lane_ranks ranks;
} lane_search;

/* ---- Groups ---------------------------------------------------------------------------------- */

static inline lane_positions positions_of(const lane_search *search) {
    return (lane_positions){search->view, search->batch, search->x, search->y};
}

static void add_group(lane_search *search, uint32_t bits, float margin, bool window_reduced) {
    near_batch *batch = search->batch;
    batch->groups[batch->group_count++] =
        group_around(positions_of(search), bits, margin, window_reduced);
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Returns a distance (m) for each agent: a neighbour that is no farther away than this is nearer
 * than all bodies outside the window, also by computed distances. The distance to the border is
 * reduced by more than the rounding errors of squared distances and their square roots. */
static inline lanes border_distance(const group_window *window, lanes x, lanes y) {
    lanes left = lanes_sub(x, lanes_set(window->low.x));
    lanes right = lanes_sub(lanes_set(window->high.x), x);
    lanes below = lanes_sub(y, lanes_set(window->low.y));
    lanes above = lanes_sub(lanes_set(window->high.y), y);
    lanes border = lanes_min(lanes_min(left, right), lanes_min(below, above));
    return lanes_mul(border, lanes_set(1.0F - distance_rounding));
}

static inline float first_margin(const lane_search *search, const near_group *group) {
    const lane_query *query = search->query;
    float margin = search->guess > 0.0F ? search->guess * margin_factor
                                        : near_batch_margin(search->view, group, query->neighbours);
    margin = margin > query->certain ? margin : query->certain;
    return margin < query->farthest ? margin : query->farthest;
}

/* Handles too many candidates: ends the batch before this group, halves the group, makes its window
 * smaller, or leaves its lanes to the scalar version. Returns false if the group must be searched
 * again. */
static bool reduce_candidates(lane_search *search, near_group *group) {
    uint32_t bits = group->lanes, first = (uint32_t)__builtin_ctz(bits);
    if (search->window.count > 0 && first > 0) {
        near_batch_cut(search->cursor, search->batch, first);
        return true;
    }
    if (bits & (bits - 1)) {
        uint32_t half = 1U << first; /* about half the lanes: the first and those next to it */
        half |= (bits & 0xf) && (bits & 0xf0) ? bits & 0xf : 0;
        add_group(search, bits & ~half, group->margin, group->window_reduced);
        *group = group_around(positions_of(search), half, group->margin, group->window_reduced);
        return false;
    }
    group->margin *= 0.5F;
    group->window_reduced = true;
    if (group->margin < search->query->certain) {
        search->left_to_scalar |= bits;
        return true;
    }
    return false;
}

/* Returns a margin that suffices for the lanes in `beyond`, for which the current margin is too
 * small. */
static float wider_margin(const near_group *group, lanes reached, uint32_t beyond) {
    /* The positions of borders are rounded; the error grows with the distance from the origin. */
    float rounding = 0x1p-21F * near_group_max_coordinate(group);
    float asked = lanes_greatest(lanes_and(lanes_mask(beyond), reached));
    float more = asked * 1.00001F + rounding;
    return more > group->margin ? more : group->margin;
}

/* Chooses the margin of a group, if it has none, and its window. A margin is made smaller if there
 * are many candidates, unless it is known to be needed, and larger if there are too few. */
static inline void choose_window(const lane_search *search, near_group *group,
                                 group_window *found) {
    const lane_query *query = search->query;
    uint32_t needed_count = query->neighbours + 1;
    uint32_t most = group->margin > 0.0F ? UINT32_MAX : BODIES_PER_NEIGHBOUR * needed_count;
    group->margin = group->margin > 0.0F ? group->margin : first_margin(search, group);
    for (;;) {
        *found = window_around(search->view, group, group->margin);
        if (found->bodies > most && 0.5F * group->margin > query->certain) {
            group->margin *= 0.5F;
        } else if (found->bodies >= needed_count || group->margin >= query->farthest ||
                   group->window_reduced) {
            return;
        } else {
            group->margin *= 1.5F;
            most = UINT32_MAX;
        }
    }
}

/* Gathers the candidates of a group in its window. Returns false if there are too many. */
static bool gather_group(lane_search *search, near_group *group, group_window *found) {
    choose_window(search, group, found);
    return gather_candidates(search->view, group, found, &search->window);
}

static inline void rank_group(lane_search *search, const near_group *group) {
    /* Lanes outside the group are moved to the side opposite to the padding candidates, so that the
     * padding candidates are far away from these lanes, too. */
    lanes nowhere = lanes_set(-BATCH_PADDING), within = lanes_mask(group->lanes);
    lanes x = lanes_select(within, nowhere, search->x), y = search->y;
    uint32_t ranks = search->query->neighbours + 2;
    lanes number_mask = lanes_set_bits(number_bits(&search->window));
    lane_ranks own, *out = search->ranked ? &own : &search->ranks;
    rank_window(&search->window, group->begin, x, y, ranks, out);
    if (search->ranked) {
        number_mask = lanes_select(within, search->number_mask, number_mask);
        join_ranks(&own, within, ranks, &search->ranks);
    }
    search->number_mask = number_mask;
    search->ranked = true;
}

/* Ranks the candidates of a group. Returns false if the group must be searched again. */
static bool search_group(lane_search *search, near_group *group) {
    const lane_query *query = search->query;
    group_window found;
    if (!gather_group(search, group, &found)) {
        return reduce_candidates(search, group);
    }
    if (search->has_links && has_ghosts_in(search->view, group->layer, &found)) {
        search->left_to_scalar |= group->lanes;
        return true;
    }
    rank_group(search, group);
    lanes wanted = lanes_load(query->distance);
    lanes last = lanes_load(search->ranks.key[query->neighbours]);
    lanes reached = lanes_min(lanes_sqrt(lanes_or(last, search->number_mask)), wanted);
    lanes border = border_distance(&found, search->x, search->y);
    uint32_t beyond = ~lanes_bits(lanes_less_equal(reached, border)) & group->lanes;
    search->guess = lanes_greatest(lanes_and(lanes_mask(group->lanes), reached));
    if (beyond == 0) {
        return true;
    }
    if (group->window_reduced) {
        search->left_to_scalar |= beyond;
        return true;
    }
    float margin = wider_margin(group, reached, beyond);
    if (beyond == group->lanes) {
        group->margin = margin;
        search->window.count = group->begin;
        return false;
    }
    group->lanes &= ~beyond;
    add_group(search, beyond, margin, false);
    return true;
}

/* Sorts the ranks of the lanes in `doubtful` by exact distances where rounded distances are equal.
 */
static inline void sort_exactly(lane_search *search, uint32_t doubtful) {
    const lane_query *query = search->query;
    for (; doubtful; doubtful &= doubtful - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(doubtful);
        float distance_squared = query->distance[lane] * query->distance[lane];
        sort_lane_exactly(search->view, search->batch, &search->window, lane, distance_squared,
                          query->neighbours, &search->ranks);
    }
}

/* Ranks the candidates of a batch. Cuts the batch short if the candidates of a group do not fit.
 * Fills in search->left_to_scalar. */
static void find_nearest(lane_search *search, lanes tags) {
    near_batch *batch = search->batch;
    search->window.count = 0;
    search->left_to_scalar = 0;
    search->ranked = false;
    batch->group_count =
        form_groups(positions_of(search), tags, near_batch_used(batch), batch->groups);
    for (uint32_t g = 0; g < batch->group_count;) {
        near_group *group = &batch->groups[g];
        g += !group->lanes || search_group(search, group);
    }
    uint32_t used = near_batch_used(batch);
    search->left_to_scalar &= used;
    if (search->left_to_scalar == used) {
        return;
    }
    used &= ~search->left_to_scalar;
    uint32_t ranks = search->query->neighbours + 2;
    if (used != LANES_ALL) {
        clear_ranks(lanes_mask(used), ranks, &search->ranks);
    }
    sort_exactly(search, split_ranks(search->number_mask, ranks, &search->ranks) & used);
}

#endif
