/* Agents that overlap. A collision is a pair that begins to overlap by more than a share of the
 * smaller radius; each pair is found by its larger agent, so that the cost is O(n) for any mix of
 * sizes. Overlaps that a run starts with are no collisions, but are counted as pair-steps.
 * Nobody may be larger than half the world's reach; scenarios see to that. */
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <wend/kit.h>

typedef struct collision_params {
    double overlap_depth;
} collision_params;

static const wend_param params_table[] = {
    {"overlap_depth", WEND_PARAM_NUMBER, offsetof(collision_params, overlap_depth), 0.01, 0.0, 1.0,
     "1", "share of the smaller radius from which an overlap counts", NULL},
};

typedef struct pair {
    uint64_t low, high; /* keys; 0, 0: empty */
} pair;

/* A set of pairs: open addressing, at most half full. */
typedef struct pair_set {
    pair *table;
    uint32_t *used; /* places in use, in the order of adding */
    uint32_t count, size, used_capacity;
} pair_set;

typedef struct collision {
    const wend_recording *recording;
    double depth;
    memory heap;
    pair_set now, before;
    wend_neighbour *found;
    uint32_t found_capacity;
    uint64_t collisions, while_feasible, pair_steps;
    double deepest;
} collision;

static uint32_t slot_of(const pair_set *set, pair p) {
    uint32_t place = (uint32_t)hash_combine(hash_mix64(p.low), p.high) & (set->size - 1);
    while (set->table[place].low != 0 &&
           (set->table[place].low != p.low || set->table[place].high != p.high)) {
        place = (place + 1) & (set->size - 1);
    }
    return place;
}

static bool contains(const pair_set *set, pair p) {
    return set->count > 0 && set->table[slot_of(set, p)].low != 0;
}

static void free_set(collision *c, pair_set *set) {
    memory_free(&c->heap, set->table, set->size * sizeof *set->table);
    memory_free(&c->heap, set->used, set->used_capacity * sizeof *set->used);
    memset(set, 0, sizeof *set);
}

static bool enlarge(collision *c, pair_set *set) {
    uint32_t size = set->size == 0 ? 64 : set->size * 2;
    pair_set larger = {0};
    larger.size = size;
    larger.used_capacity = size / 2;
    larger.table = memory_get_zeroed(&c->heap, size * sizeof *larger.table);
    larger.used = memory_get_array(&c->heap, larger.used_capacity, sizeof *larger.used);
    if (larger.table == NULL || larger.used == NULL) {
        free_set(c, &larger);
        return false;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        pair p = set->table[set->used[i]];
        uint32_t place = slot_of(&larger, p);
        larger.table[place] = p;
        larger.used[larger.count++] = place;
    }
    free_set(c, set);
    *set = larger;
    return true;
}

static bool insert(collision *c, pair_set *set, pair p) {
    if (set->count == set->used_capacity && !enlarge(c, set)) {
        return false;
    }
    uint32_t place = slot_of(set, p);
    set->table[place] = p;
    set->used[set->count++] = place;
    return true;
}

static void clear(pair_set *set) {
    for (uint32_t i = 0; i < set->count; i++) {
        set->table[set->used[i]] = (pair){0, 0};
    }
    set->count = 0;
}

static bool is_free(const wend_frame *frame, const wend_body *body) {
    uint32_t index = body->slot < frame->slot_count ? frame->index_of_slot[body->slot] : UINT32_MAX;
    return index != UINT32_MAX && frame->agents[index].freedom == WEND_FREE;
}

static const wend_agent_def *start_of(const wend_recording *recording, uint64_t key) {
    uint32_t index = wend_recording_group_of(recording, key);
    if (index == WEND_NONE || recording->groups[index].first_agent == WEND_NONE) {
        return NULL;
    }
    const wend_agent_group *group = &recording->groups[index];
    return &recording->agents[group->first_agent + (uint32_t)(key - group->first_key)];
}

/* Whether a pair overlapped where the scenario put it, before the first step. */
static bool overlapped_at_start(const collision *c, pair p) {
    const wend_agent_def *a = start_of(c->recording, p.low), *b = start_of(c->recording, p.high);
    if (a == NULL || b == NULL || a->layer != b->layer) {
        return false;
    }
    double x = a->position.x - b->position.x, y = a->position.y - b->position.y;
    double smaller = a->radius < b->radius ? a->radius : b->radius;
    return a->radius + b->radius - sqrt(x * x + y * y) > c->depth * smaller;
}

/* One pair, seen from its larger agent; `first` is the frame before the run. */
static bool count_pair(collision *c, const wend_frame *frame, const wend_body *body, uint64_t key,
                       const wend_neighbour *neighbour, bool first) {
    const wend_body *other = &frame->view->bodies[neighbour->index];
    uint64_t other_key = wend_view_key(frame->view, neighbour->index);
    if (other_key == key || other->radius > body->radius ||
        (other->radius == body->radius && other_key > key)) {
        return true;
    }
    double overlap =
        (double)body->radius + (double)other->radius - sqrt((double)neighbour->distance_squared);
    c->deepest = overlap > c->deepest ? overlap : c->deepest;
    if (overlap <= c->depth * (double)other->radius) {
        return true;
    }
    pair p = {key < other_key ? key : other_key, key < other_key ? other_key : key};
    if (!first) {
        c->pair_steps++;
        if (!contains(&c->before, p) && !(frame->step == 1 && overlapped_at_start(c, p))) {
            c->collisions++;
            c->while_feasible += is_free(frame, body) && is_free(frame, other);
        }
    }
    return insert(c, &c->now, p);
}

/* All agents within twice the radius: no smaller or equal one can overlap from farther away. */
static bool find_near(collision *c, const wend_frame *frame, const wend_body *body,
                      uint32_t *count) {
    wend_place place = {body->position, wend_body_layer(body)};
    for (;;) {
        *count = wend_view_agents_near(frame->view, place, 2.0f * body->radius, c->found,
                                       c->found_capacity);
        if (*count < c->found_capacity) {
            return true;
        }
        if (!memory_grow(&c->heap, (void **)&c->found, sizeof *c->found, &c->found_capacity,
                         c->found_capacity + 1)) {
            return false;
        }
    }
}

static wend_result count_all(collision *c, const wend_frame *frame, bool first, wend_error *error) {
    pair_set old = c->before;
    c->before = c->now;
    c->now = old;
    clear(&c->now);
    bool whole = true;
    for (uint32_t i = 0; i < frame->view->body_count && whole; i++) {
        const wend_body *body = &frame->view->bodies[i];
        uint32_t count = 0;
        if ((wend_body_flags(body) & WEND_BODY_GHOST) != 0) {
            continue;
        }
        whole = find_near(c, frame, body, &count);
        uint64_t key = wend_view_key(frame->view, i);
        for (uint32_t k = 0; k < count && whole; k++) {
            whole = count_pair(c, frame, body, key, &c->found[k], first);
        }
    }
    return whole ? WEND_OK
                 : error_set(error, WEND_ERROR_MEMORY, "out of memory while counting collisions");
}

static wend_result begin(void *state, const void *params, const wend_recording *recording,
                         const wend_frame *frame, wend_error *error) {
    collision *c = state;
    c->recording = recording;
    c->depth = ((const collision_params *)params)->overlap_depth;
    memory_init(&c->heap, &recording->allocator);
    wend_result result = count_all(c, frame, true, error);
    c->deepest = 0.0;
    return result;
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    return count_all(state, frame, false, error);
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)frame;
    const collision *c = state;
    wend_report_integer(out, "agent_collisions", (int64_t)c->collisions);
    wend_report_integer(out, "collisions_while_feasible", (int64_t)c->while_feasible);
    wend_report_integer(out, "overlap_pair_steps", (int64_t)c->pair_steps);
    wend_report_number(out, "max_overlap_m", c->deepest);
}

static void end(void *state) {
    collision *c = state;
    free_set(c, &c->now);
    free_set(c, &c->before);
    memory_free(&c->heap, c->found, c->found_capacity * sizeof *c->found);
}

const wend_metric metric_collision = {
    .entry = {.name = "collision",
              .summary = "pairs of agents that overlap, how often and how deep",
              .params = params_table,
              .param_count = 1,
              .params_size = sizeof(collision_params)},
    .state_size = sizeof(collision),
    .begin = begin,
    .step = step,
    .report = report,
    .end = end,
};
