/* Completes intents that have several regions: adds the other parts of the agent's goal, and the
 * parts of the other goals that the agent may head for. Cost: O(parts of these goals). */
#include "step/goal_regions.h"

#include <math.h>
#include <string.h>

enum { MAX_FURTHER = GOAL_REGIONS_MAX - 1 }; /* largest number of regions after the first */

/* The regions collected so far, without the first region of the intent. */
typedef struct region_collector {
    wend_vec2 from;
    uint8_t flags;        /* flags that the follower set */
    wend_region *regions; /* capacity: the smaller of MAX_FURTHER and the number of candidates */
    uint32_t count;
    bool measured; /* `distances` is valid */
    float distances[MAX_FURTHER];
} region_collector;

bool goal_regions_can_head_for(const wend_view *view, uint32_t index, uint32_t goal) {
    const goal_record *record = &view->internals->goals->records[goal];
    return record->layer == wend_body_layer(&view->bodies[index]) && !record->absent &&
           wend_view_is_goal_reachable(view, index, goal) && record->resource == WEND_NONE &&
           record->region.shape != WEND_SHAPE_DIRECTION && !goal_has_closed(record, view->time);
}

float goal_regions_distance(const wend_view *view, uint32_t goal, wend_vec2 from) {
    const wend_region *parts;
    uint32_t count = wend_view_goal_parts(view, goal, &parts);
    float least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        float distance = wend_region_distance(&parts[i], from);
        least = distance < least ? distance : least;
    }
    return least;
}

/* Drops the farthest region collected so far, if it is farther than `distance`. Returns true if it
 * was dropped. */
static bool drop_farthest(region_collector *g, float distance) {
    uint32_t farthest = 0;
    for (uint32_t i = 0; i < MAX_FURTHER; i++) {
        if (!g->measured) {
            g->distances[i] = wend_region_distance(&g->regions[i], g->from);
        }
        farthest = g->distances[i] > g->distances[farthest] ? i : farthest;
    }
    g->measured = true;
    if (g->distances[farthest] <= distance) {
        return false;
    }
    size_t after = MAX_FURTHER - 1 - farthest;
    memmove(&g->regions[farthest], &g->regions[farthest + 1], after * sizeof *g->regions);
    memmove(&g->distances[farthest], &g->distances[farthest + 1], after * sizeof(float));
    g->count--;
    return true;
}

static void add_region(region_collector *g, const wend_region *region) {
    if (g->count == MAX_FURTHER) { /* rare: usually all regions fit */
        float distance = wend_region_distance(region, g->from);
        if (!drop_farthest(g, distance)) {
            return;
        }
        g->distances[MAX_FURTHER - 1] = distance;
    }
    g->regions[g->count] = *region;
    g->regions[g->count++].flags |= g->flags;
}

static void add_parts(region_collector *g, const goal_record *goal, uint32_t except) {
    const wend_region *parts = goal_parts(goal);
    for (uint32_t i = 0; i < goal->part_count; i++) {
        if (i != except) {
            add_region(g, &parts[i]);
        }
    }
}

uint32_t goal_regions_find_part(const goal_record *goal, const wend_route *route, bool nearest,
                                wend_vec2 from) {
    const wend_region *parts = goal_parts(goal);
    bool planned = route && route->map != WEND_NO_MAP && route->status == WEND_ROUTE_STATUS_FOUND &&
                   route->point_count > 0 && !(route->gives & WEND_ROUTE_CONTINUES);
    uint32_t best = 0;
    if (goal->part_count == 1 || !(planned || nearest)) {
        return 0;
    }
    from = planned ? route->points[route->point_count - 1].position : from;
    float least = wend_region_distance(&parts[0], from);
    for (uint32_t i = 1; i < goal->part_count; i++) {
        float distance = wend_region_distance(&parts[i], from);
        best = distance < least ? i : best;
        least = distance < least ? distance : least;
    }
    return best;
}

static bool is_member(uint32_t members, uint32_t index) {
    uint32_t bit = index < GOAL_REGIONS_MEMBERS ? index : GOAL_REGIONS_MEMBERS - 1;
    return members >> bit & 1U;
}

/* Counts the candidate regions after the first. Stops counting once there are more than
 * MAX_FURTHER. */
static uint32_t count_regions(const goal_record *records, const uint32_t *goals, uint32_t count) {
    uint32_t regions = 0;
    for (uint32_t i = 0; i < count && regions <= MAX_FURTHER + 1; i++) {
        regions += records[goals[i]].part_count;
    }
    return regions - 1;
}

/* Collects the regions of one agent. `candidate_count` is an upper bound on the number of regions
 * after the first. */
static void collect_regions(const wend_view *view, uint32_t worker, uint32_t index,
                            uint32_t members, const uint32_t *goals, uint32_t count,
                            uint32_t candidate_count, wend_intent *intent) {
    const goal_record *records = view->internals->goals->records;
    const uint8_t follower_flags =
        WEND_REGION_STOP | WEND_REGION_AIM_NEAREST | WEND_REGION_INTERCEPT;
    uint32_t own = internals_goal(view, index), first = 0;
    uint8_t flags = intent->region.flags;
    region_collector g;
    g.from = view->bodies[index].position;
    g.flags = flags & follower_flags;
    g.count = 0;
    g.measured = false;
    if (records[own].part_count > 1) {
        first = goal_regions_find_part(&records[own], internals_route(view, index),
                                       flags & WEND_REGION_AIM_NEAREST, g.from);
        intent->region = records[own].parts[first];
        intent->region.flags = flags;
    }
    candidate_count = candidate_count < MAX_FURTHER ? candidate_count : MAX_FURTHER;
    g.regions = candidate_count
                    ? wend_view_scratch(view, worker, candidate_count * sizeof *g.regions)
                    : NULL;
    if (!g.regions) {
        return;
    }
    add_parts(&g, &records[own], first);
    for (uint32_t i = 0; i < count; i++) {
        if (goals[i] != own && is_member(members, i) &&
            goal_regions_can_head_for(view, index, goals[i])) {
            add_parts(&g, &records[goals[i]], UINT32_MAX);
        }
    }
    intent->more = g.regions;
    intent->more_count = g.count;
}

/* True if the regions of a cache entry also apply to the agent for which `wanted` was filled in. */
static bool is_same(const goal_regions_entry *entry, const goal_regions_entry *wanted) {
    return entry->known && entry->goal == wanted->goal && entry->set == wanted->set &&
           entry->members == wanted->members && entry->layer == wanted->layer &&
           entry->unreachable == wanted->unreachable && entry->flags == wanted->flags;
}

void goal_regions_add(const wend_view *view, uint32_t worker, uint32_t index, uint32_t members,
                      goal_regions_cache *cache, wend_intent *intent) {
    uint32_t own = internals_goal(view, index);
    if (own == WEND_NO_GOAL) {
        return;
    }
    const wend_body *body = &view->bodies[index];
    goal_regions_entry wanted = {.set = view->internals->cold->goal_set[body->slot],
                                 .unreachable =
                                     store_unreachable(view->internals->cold, body->slot),
                                 .goal = own,
                                 .members = members,
                                 .layer = (uint16_t)wend_body_layer(body),
                                 .flags = intent->region.flags};
    goal_regions_entry *entry = &cache->entries[own % 4];
    if (is_same(entry, &wanted)) {
        intent->more = entry->more;
        intent->more_count = entry->count;
        return;
    }
    const goal_record *records = view->internals->goals->records;
    const uint32_t *goals;
    uint32_t count = wend_view_active_goals(view, index, &goals);
    uint32_t candidate_count = count_regions(records, goals, count);
    collect_regions(view, worker, index, members, goals, count, candidate_count, intent);
    if (records[own].part_count == 1 &&
        candidate_count <= MAX_FURTHER) { /* these regions do not depend on the agent's position */
        wanted.more = intent->more;
        wanted.count = intent->more_count;
        wanted.known = true;
        *entry = wanted;
    }
}
