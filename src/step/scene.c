/* The view's less common functions: goals, obstacles of the overlay, worker buffers, and bounds of
 * the crowd. Cost: O(1), except for distances and regions of goals, which take O(parts). */
#include <wend/view.h>

#include "base/error.h"
#include "step/goal_regions.h"
#include "step/skin.h"
#include "step/standing.h"
#include "step/worker_buffers.h"

static const goal_record *goal_of(const wend_view *view, uint32_t goal) {
    WEND_ASSERT(goal < view->internals->goals->count);
    return &view->internals->goals->records[goal];
}

/* ---- Goals ----------------------------------------------------------------------------------- */

wend_goal_info wend_view_goal_info(const wend_view *view, uint32_t goal) {
    const goal_record *record = goal_of(view, goal);
    bool limited = record->resource != WEND_NONE;
    return (wend_goal_info){
        .layer = record->layer,
        .part_count = record->part_count,
        .opens = record->opens,
        .closes = record->closes,
        .is_open = goal_is_open(record, view->time),
        .has_closed = goal_has_closed(record, view->time),
        .is_position_unknown = record->absent,
        .is_limited = limited,
        .capacity_left = limited ? wend_view_capacity_left(view, record->resource) : UINT32_MAX,
        .resource = record->resource,
        .tolerance = record->tolerance,
        .arrive = (wend_arrive)record->arrive,
        .on_arrival = (wend_on_arrival)record->on_arrival,
    };
}

float wend_view_goal_distance(const wend_view *view, uint32_t goal, wend_vec2 from) {
    return goal_regions_distance(view, goal, from);
}

uint32_t wend_view_goal_part(const wend_view *view, uint32_t index, bool nearest) {
    const goal_record *record = goal_of(view, internals_goal(view, index));
    return goal_regions_find_part(record, internals_route(view, index), nearest,
                                  view->bodies[index].position);
}

bool wend_view_is_member_reachable(const wend_view *view, uint32_t index, uint32_t member) {
    return internals_is_reachable(view, index, member);
}

bool wend_view_can_arrive_at(const wend_view *view, uint32_t index, uint32_t goal) {
    (void)goal_of(view, goal);
    return goal_regions_can_head_for(view, index, goal);
}

void wend_view_add_goal_regions(const wend_view *view, uint32_t worker, uint32_t index,
                                uint32_t members, wend_intent *intent) {
    goal_regions_cache none = {0};
    intent->more = NULL;
    intent->more_count = 0;
    if (goal_regions_has_several(view, wend_body_profile(&view->bodies[index]))) {
        goal_regions_add(view, worker, index, members, &none, intent);
    }
}

/* ---- Obstacles of the overlay ---------------------------------------------------------------- */

uint32_t wend_view_obstacle_count(const wend_view *view) {
    return view->internals->overlay->obstacle_count;
}

wend_obstacle_info wend_view_obstacle_info(const wend_view *view, uint32_t obstacle) {
    WEND_ASSERT(obstacle < wend_view_obstacle_count(view));
    const overlay_obstacle *one = &view->internals->overlay->obstacles[obstacle];
    return (wend_obstacle_info){.kind = (wend_obstacle_kind)one->kind,
                                .layer = one->layer,
                                .name = one->name ? one->name : "",
                                .is_present = one->closed,
                                .is_standing = one->standing,
                                .first_wall = one->closed ? one->first_wall : 0,
                                .wall_count = one->closed ? one->wall_count : 0};
}

wend_overlay_wall wend_view_overlay_wall(const wend_view *view, uint32_t wall) {
    WEND_ASSERT(wall < view->internals->overlay->wall_count);
    const overlay_wall *one = &view->internals->overlay->walls[wall];
    return (wend_overlay_wall){one->a,          one->b,     one->velocity_a,
                               one->velocity_b, one->layer, one->obstacle};
}

bool wend_view_is_clear_of_standing(const wend_view *view, wend_location from, wend_location to,
                                    float radius) {
    return view->internals->overlay->standing_count == 0 ||
           standing_is_clear(view, from, to, (double)radius, STANDING_AT_START | STANDING_AT_END);
}

/* ---- Memory and figures ---------------------------------------------------------------------- */

void *wend_view_buffer(const wend_view *view, uint32_t worker, uint32_t buffer, size_t size) {
    WEND_ASSERT(worker < view->internals->worker_count && buffer < WEND_WORKER_BUFFERS);
    return worker_buffer_take(view, worker, BUFFER_PUBLIC + buffer, size);
}

wend_view_bounds wend_view_get_bounds(const wend_view *view) {
    const struct wend_internals *internals = view->internals;
    return (wend_view_bounds){.fastest_agent = internals->fastest,
                              .fastest_obstacle = internals->overlay->fastest,
                              .largest_radius = internals->grid ? internals->grid->largest : 0.0F,
                              .kernel = internals->kernel,
                              .worker_count = internals->worker_count};
}

float wend_rounding_tolerance(wend_vec2 position) {
    return skin_at(position);
}
