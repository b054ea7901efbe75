/* Finds agents that overlap. A collision occurs when a pair of agents begins to overlap by more
 * than a given fraction of the smaller radius. Each pair is found by its larger agent, so the cost
 * is O(n) for any mix of sizes. Overlaps at the start of a run are not collisions, but count as
 * pair-steps. No agent may be larger than half the world's reach; scenarios ensure this.
 *
 * Piles of agents at one position would have O(n^2) pairs. Discs that only touch form a planar
 * graph with fewer than 3 * n pairs, so the search is limited to a multiple of that number. For
 * each agent, its nearest OVERLAPS_MOST_NEIGHBOURS neighbours are examined, or only
 * OVERLAPS_LEAST_NEIGHBOURS once the budget of the step is used up. To detect new overlaps, pairs
 * are remembered until the next step: at most REMEMBERED_EACH per agent, and in total at most
 * REMEMBERED_MEAN times the number of agents. If an agent had more pairs, the pairs that were not
 * remembered do not count as new. */
#include "measure/meter/overlaps.h"
#include "base/error.h"
#include "base/hash.h"
#include <math.h>
#include <string.h>

enum {
    REMEMBERED_EACH = 64,
    REMEMBERED_MEAN = 8,
    SMALL_CROWD = 1024 /* agents: a smaller crowd gets the budget of a crowd of this size */
};

static uint32_t find_entry(const overlap_set *set, overlap_pair p) {
    uint32_t index = (uint32_t)hash_combine(hash_mix64(p.low), p.high) & (set->size - 1);
    while (set->table[index].low != 0 &&
           (set->table[index].low != p.low || set->table[index].high != p.high)) {
        index = (index + 1) & (set->size - 1);
    }
    return index;
}

static bool contains(const overlap_set *set, overlap_pair p) {
    return set->count > 0 && set->table[find_entry(set, p)].low != 0;
}

static void free_set(overlaps *o, overlap_set *set) {
    memory_free(&o->heap, set->table, set->size * sizeof *set->table);
    memory_free(&o->heap, set->used, set->used_capacity * sizeof *set->used);
    memset(set, 0, sizeof *set);
}

static bool enlarge(overlaps *o, overlap_set *set) {
    uint32_t size = set->size == 0 ? 64 : set->size * 2;
    overlap_set larger = {0};
    larger.size = size;
    larger.used_capacity = size / 2;
    larger.table = memory_get_zeroed(&o->heap, size * sizeof *larger.table);
    larger.used = memory_get_array(&o->heap, larger.used_capacity, sizeof *larger.used);
    if (larger.table == NULL || larger.used == NULL) {
        free_set(o, &larger);
        return false;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        overlap_pair p = set->table[set->used[i]];
        uint32_t index = find_entry(&larger, p);
        larger.table[index] = p;
        larger.used[larger.count++] = index;
    }
    free_set(o, set);
    *set = larger;
    return true;
}

static bool insert(overlaps *o, overlap_set *set, overlap_pair p) {
    if (set->count == set->used_capacity && !enlarge(o, set)) {
        return false;
    }
    uint32_t index = find_entry(set, p);
    set->table[index] = p;
    set->used[set->count++] = index;
    return true;
}

static void clear(overlap_set *set) {
    for (uint32_t i = 0; i < set->count; i++) {
        set->table[set->used[i]] = (overlap_pair){0, 0};
    }
    set->count = 0;
    set->full = false;
}

static bool is_free(const wend_frame *frame, const wend_body *body) {
    uint32_t index = body->slot < frame->slot_count ? frame->index_of_slot[body->slot] : UINT32_MAX;
    return index != UINT32_MAX && frame->agents[index].solve_status == WEND_SOLVE_FREE;
}

static const wend_agent_def *find_start(const wend_recording *recording, uint64_t key) {
    uint32_t index = wend_recording_group_of(recording, key);
    if (index == WEND_NONE || recording->groups[index].first_agent == WEND_NONE) {
        return NULL;
    }
    const wend_agent_group *group = &recording->groups[index];
    return &recording->agents[group->first_agent + (uint32_t)(key - group->first_key)];
}

/* True if a pair already overlapped before the first step, at the positions given in the scenario.
 */
static bool overlapped_at_start(const overlaps *o, overlap_pair p) {
    const wend_agent_def *a = find_start(o->recording, p.low),
                         *b = find_start(o->recording, p.high);
    if (a == NULL || b == NULL || a->layer != b->layer) {
        return false;
    }
    double x = a->position.x - b->position.x, y = a->position.y - b->position.y;
    double smaller = a->radius < b->radius ? a->radius : b->radius;
    return a->radius + b->radius - sqrt(x * x + y * y) > o->depth * smaller;
}

/* True if a pair that overlaps now is known not to have overlapped in the previous step. */
static bool is_onset(const overlaps *o, const wend_frame *frame, uint64_t finder, overlap_pair p) {
    return !o->before.full && !contains(&o->before, p) &&
           !contains(&o->before, (overlap_pair){finder, finder}) &&
           !(frame->step == 1 && overlapped_at_start(o, p));
}

/* Remembers a pair for the next step, unless a limit is reached. Returns false if out of memory. */
static bool remember(overlaps *o, overlap_pair p) {
    o->remembered++;
    if (o->now.count >= o->pair_budget) {
        o->now.full = true;
        return true;
    }
    return o->remembered > REMEMBERED_EACH || insert(o, &o->now, p);
}

/* Counts one pair if `body` is its larger agent. `before_run` is true for the frame before the
 * first step. Returns false if out of memory. */
static bool count_pair(overlaps *o, const wend_frame *frame, const wend_body *body, uint64_t key,
                       const wend_neighbour *neighbour, bool before_run) {
    const wend_body *other = &frame->view->bodies[neighbour->index];
    uint64_t other_key = wend_view_key(frame->view, neighbour->index);
    if (other_key == key || other->radius > body->radius ||
        (other->radius == body->radius && other_key > key)) {
        return true;
    }
    double overlap =
        (double)body->radius + (double)other->radius - sqrt((double)neighbour->distance_squared);
    o->deepest = overlap > o->deepest ? overlap : o->deepest;
    if (overlap <= o->depth * (double)other->radius) {
        return true;
    }
    overlap_pair p = {key < other_key ? key : other_key, key < other_key ? other_key : key};
    if (!before_run) {
        o->pair_steps++;
        if (is_onset(o, frame, key, p)) {
            o->onsets++;
            o->onsets_while_feasible += is_free(frame, body) && is_free(frame, other);
        }
    }
    return remember(o, p);
}

/* Finds the agents within twice the radius of `body`. Agents of the same size or smaller that are
 * farther away cannot overlap with it. Returns the number of agents found. */
static uint32_t find_near(overlaps *o, const wend_frame *frame, const wend_body *body) {
    wend_location location = {body->position, wend_body_layer(body)};
    float reach = 2.0f * body->radius;
    uint32_t count =
        wend_view_find_agents(frame->view, location, reach, o->found, OVERLAPS_LEAST_NEIGHBOURS);
    if (count == OVERLAPS_LEAST_NEIGHBOURS && o->neighbour_budget >= OVERLAPS_MOST_NEIGHBOURS) {
        count =
            wend_view_find_agents(frame->view, location, reach, o->found, OVERLAPS_MOST_NEIGHBOURS);
        o->neighbour_budget -= count;
    }
    return count;
}

/* Counts all pairs in which the agent `index` is the larger one. Returns false if out of memory. */
static bool count_around(overlaps *o, const wend_frame *frame, uint32_t index, bool before_run) {
    const wend_body *body = &frame->view->bodies[index];
    uint64_t key = wend_view_key(frame->view, index);
    uint32_t count = find_near(o, frame, body);
    bool good = true;
    o->remembered = 0;
    for (uint32_t k = 0; k < count && good; k++) {
        good = count_pair(o, frame, body, key, &o->found[k], before_run);
    }
    bool is_cut =
        o->remembered > REMEMBERED_EACH || count == OVERLAPS_MOST_NEIGHBOURS ||
        (count == OVERLAPS_LEAST_NEIGHBOURS && o->neighbour_budget < OVERLAPS_MOST_NEIGHBOURS);
    return good && (!is_cut || insert(o, &o->now, (overlap_pair){key, key}));
}

static wend_result count_all(overlaps *o, const wend_frame *frame, bool before_run,
                             wend_error *error) {
    uint64_t bodies = frame->view->body_count;
    uint64_t crowd = bodies > SMALL_CROWD ? bodies : SMALL_CROWD;
    overlap_set old = o->before;
    o->before = o->now;
    o->now = old;
    clear(&o->now);
    o->neighbour_budget = crowd * OVERLAPS_LEAST_NEIGHBOURS;
    o->pair_budget = crowd * REMEMBERED_MEAN;
    bool good = true;
    for (uint32_t i = 0; i < bodies && good; i++) {
        if ((wend_body_flags(&frame->view->bodies[i]) & WEND_BODY_GHOST) == 0) {
            good = count_around(o, frame, i, before_run);
        }
    }
    return good ? WEND_OK : error_no_memory(error, "a count of collisions");
}

wend_result overlaps_begin(overlaps *o, const wend_recording *recording, double depth,
                           const wend_frame *frame, wend_error *error) {
    o->recording = recording;
    o->depth = depth;
    memory_init(&o->heap, &recording->allocator);
    wend_result result = count_all(o, frame, true, error);
    o->deepest = 0.0;
    return result;
}

wend_result overlaps_step(overlaps *o, const wend_frame *frame, wend_error *error) {
    return count_all(o, frame, false, error);
}

void overlaps_end(overlaps *o) {
    free_set(o, &o->now);
    free_set(o, &o->before);
}
