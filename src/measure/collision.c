/* Agents that overlap. A collision is a pair that begins to overlap by more than a share of the
 * smaller radius; each pair is found by its larger agent, so that the cost is O(n) for any mix of
 * sizes. Overlaps that a run starts with are no collisions, but are counted as pair-steps.
 * Nobody may be larger than half the world's reach; scenarios see to that.
 *
 * Piles of agents on one spot would make that O(n^2) pairs. Discs that merely touch make a planar
 * graph, with less than 3 n pairs, so what is beyond that by far is not looked at: an agent looks
 * at its nearest LOOKED_MOST others (LOOKED_LEAST once the step's share of looks is used up), and
 * REMEMBERED_EACH of its pairs and REMEMBERED_MEAN for each agent in all are remembered for telling
 * onsets. Where that cuts, pairs that are not remembered do not count as onsets. */
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

enum {
    LOOKED_LEAST = 64,
    LOOKED_MOST = 512,
    REMEMBERED_EACH = 64,
    REMEMBERED_MEAN = 8,
    SMALL_CROWD = 1024 /* agents: smaller crowds get the share of this one */
};

static const wend_param params_table[] = {
    {"overlap_depth", WEND_PARAM_NUMBER, offsetof(collision_params, overlap_depth), 0.01, 0.0, 1.0,
     "1", "share of the smaller radius from which an overlap counts", NULL},
};

typedef struct pair {
    uint64_t low, high; /* keys; 0, 0: empty; twice the same: not all of its pairs are here */
} pair;

/* A set of pairs: open addressing, at most half full. */
typedef struct pair_set {
    pair *table;
    uint32_t *used; /* places in use, in the order of adding */
    uint32_t count, size, used_capacity;
    bool full; /* pairs were left off */
} pair_set;

typedef struct collision {
    const wend_recording *recording;
    double depth;
    memory heap;
    pair_set now, before;
    wend_neighbour found[LOOKED_MOST];
    uint64_t looks;      /* left in this step, beyond LOOKED_LEAST for each agent */
    uint64_t room;       /* pairs that may be remembered in this step */
    uint32_t remembered; /* pairs of the agent that looks */
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
    set->full = false;
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

/* Whether a pair that overlaps now is known not to have done so before. */
static bool is_onset(const collision *c, const wend_frame *frame, uint64_t finder, pair p) {
    return !c->before.full && !contains(&c->before, p) &&
           !contains(&c->before, (pair){finder, finder}) &&
           !(frame->step == 1 && overlapped_at_start(c, p));
}

/* False when memory ran out. */
static bool remember(collision *c, pair p) {
    c->remembered++;
    if (c->now.count >= c->room) {
        c->now.full = true;
        return true;
    }
    return c->remembered > REMEMBERED_EACH || insert(c, &c->now, p);
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
        if (is_onset(c, frame, key, p)) {
            c->collisions++;
            c->while_feasible += is_free(frame, body) && is_free(frame, other);
        }
    }
    return remember(c, p);
}

/* The agents within twice the radius: no smaller or equal one can overlap from farther away. */
static uint32_t find_near(collision *c, const wend_frame *frame, const wend_body *body) {
    wend_place place = {body->position, wend_body_layer(body)};
    float reach = 2.0f * body->radius;
    uint32_t count = wend_view_agents_near(frame->view, place, reach, c->found, LOOKED_LEAST);
    if (count == LOOKED_LEAST && c->looks >= LOOKED_MOST) {
        count = wend_view_agents_near(frame->view, place, reach, c->found, LOOKED_MOST);
        c->looks -= count;
    }
    return count;
}

/* All pairs that an agent is the larger one of. */
static bool count_around(collision *c, const wend_frame *frame, uint32_t index, bool first) {
    const wend_body *body = &frame->view->bodies[index];
    uint64_t key = wend_view_key(frame->view, index);
    uint32_t count = find_near(c, frame, body);
    bool whole = true;
    c->remembered = 0;
    for (uint32_t k = 0; k < count && whole; k++) {
        whole = count_pair(c, frame, body, key, &c->found[k], first);
    }
    bool cut = c->remembered > REMEMBERED_EACH || count == LOOKED_MOST ||
               (count == LOOKED_LEAST && c->looks < LOOKED_MOST);
    return whole && (!cut || insert(c, &c->now, (pair){key, key}));
}

static wend_result count_all(collision *c, const wend_frame *frame, bool first, wend_error *error) {
    uint64_t bodies = frame->view->body_count;
    uint64_t crowd = bodies > SMALL_CROWD ? bodies : SMALL_CROWD;
    pair_set old = c->before;
    c->before = c->now;
    c->now = old;
    clear(&c->now);
    c->looks = crowd * LOOKED_LEAST;
    c->room = crowd * REMEMBERED_MEAN;
    bool whole = true;
    for (uint32_t i = 0; i < bodies && whole; i++) {
        if ((wend_body_flags(&frame->view->bodies[i]) & WEND_BODY_GHOST) == 0) {
            whole = count_around(c, frame, i, first);
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
