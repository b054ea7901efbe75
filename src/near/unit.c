/* Forms units. Cost: O(1) for each body where eight in a row are close together, else O(groups). */
#include "near/unit.h"

#include <math.h>

#include "geom/vec.h"

/* A group's box has at most this many strip heights of width and height together. */
static const float largest_group = 4.0F;
/* Of a strip's height, which is made for ten neighbours (see sort.c): enough for most units. */
static const float margin_of_strip = 0.95F;

near_cursor near_cursor_at(const wend_run *runs, uint32_t run_count) {
    return (near_cursor){runs, run_count, 0, run_count > 0 ? runs[0].begin : 0};
}

/* Takes a body into the group if its box stays small enough. */
static bool joins(near_group *group, const wend_body *body, const near_layer *layers) {
    wend_vec2 low = vec_min(group->low, body->position);
    wend_vec2 high = vec_max(group->high, body->position);
    float size = (high.x - low.x + (high.y - low.y)) * layers[group->layer].per_strip;
    if (size > largest_group || group->layer != wend_body_layer(body)) {
        return false;
    }
    group->low = low;
    group->high = high;
    return true;
}

static void add_lane(near_unit *unit, const wend_body *body, const near_layer *layers) {
    uint32_t at = 0, lane = unit->count++;
    while (at < unit->group_count && !joins(&unit->groups[at], body, layers)) {
        at++;
    }
    near_group *group = &unit->groups[at];
    if (at == unit->group_count) {
        unit->group_count++;
        *group = (near_group){0, wend_body_layer(body), body->position, body->position, 0, 0};
    }
    group->lanes |= 1U << lane;
}

bool near_unit_next(const wend_view *view, near_cursor *cursor, near_unit *unit) {
    const near_layer *layers = view->inside->grid->layers;
    const wend_body *bodies = view->bodies;
    unit->count = 0;
    unit->group_count = 0;
    for (; cursor->run < cursor->run_count; cursor->run++) {
        const wend_run *run = &cursor->runs[cursor->run];
        uint32_t next = cursor->next > run->begin ? cursor->next : run->begin;
        for (; next < run->end && unit->count < UNIT_LANES; next++) {
            unit->body[unit->count] = next;
            add_lane(unit, &bodies[next], layers);
        }
        cursor->next = next;
        if (unit->count == UNIT_LANES) {
            break;
        }
    }
    for (uint32_t lane = unit->count; lane < UNIT_LANES; lane++) {
        unit->body[lane] = unit->body[0];
    }
    return unit->count > 0;
}

void near_unit_cut(near_cursor *cursor, near_unit *unit, uint32_t lane) {
    cursor->next = unit->body[lane];
    while (cursor->run == cursor->run_count || cursor->runs[cursor->run].begin > cursor->next) {
        cursor->run--;
    }
    unit->count = lane;
    uint32_t kept = (1U << lane) - 1U;
    for (uint32_t g = 0; g < unit->group_count; g++) {
        unit->groups[g].lanes &= kept;
    }
    for (; lane < UNIT_LANES; lane++) {
        unit->body[lane] = unit->body[0];
    }
}

float near_unit_margin(const wend_view *view, const near_group *group, uint32_t count) {
    float height = 1.0F / view->inside->grid->layers[group->layer].per_strip;
    return margin_of_strip * height * sqrtf((float)count * 0.1F);
}

static float larger(float a, float b) {
    return a > b ? a : b;
}

float near_group_far(const near_group *group) {
    return larger(larger(fabsf(group->low.x), fabsf(group->high.x)),
                  larger(fabsf(group->low.y), fabsf(group->high.y)));
}
