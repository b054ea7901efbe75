/* The walls that are there now, each with ticks on the sides on which agents walk. */
#include "geom/vec.h"
#include "live/overlay.h"

static const float TICK = 0.3F; /* m */

static bool draw_wall(live_sketch *out, uint32_t layer, wend_vec2 a, wend_vec2 b, bool one_sided) {
    wend_vec2 along = vec_sub(b, a);
    float length = vec_length(along);
    wend_vec2 middle = vec_lerp(a, b, 0.5F);
    wend_vec2 normal = {-along.y, along.x}; /* to the left: walkable ground */
    normal = length > 0.0F ? vec_scale(normal, TICK / length) : (wend_vec2){0.0F, 0.0F};
    wend_vec2 from = one_sided ? middle : vec_sub(middle, normal);
    return live_sketch_strong(out, layer, a, b) &&
           live_sketch_line(out, layer, from, vec_add(middle, normal));
}

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    const wend_view *view = call->view;
    uint32_t count = wend_space_wall_count(view->space);
    bool more = true;
    (void)error;
    for (uint32_t i = 0; i < count && more; i++) {
        wend_wall wall = wend_space_wall(view->space, i);
        bool on = wall.obstacle_class == 0 || (view->classes >> wall.obstacle_class & 1u) != 0;
        more = !on || draw_wall(out, wall.layer, wall.a, wall.b, wall.one_sided);
    }
    uint32_t obstacles = wend_view_obstacle_count(view);
    for (uint32_t i = 0; i < obstacles && more; i++) {
        wend_obstacle_info info = wend_view_obstacle_info(view, i);
        for (uint32_t k = 0; info.is_present && k < info.wall_count && more; k++) {
            wend_overlay_wall wall = wend_view_overlay_wall(view, info.first_wall + k);
            more = draw_wall(out, wall.layer, wall.a, wall.b, info.kind == WEND_OBSTACLE_MOVING);
        }
    }
    return WEND_OK;
}

const live_overlay live_overlay_walls = {
    .name = "walls", .label = "walls and their sides", .scope = LIVE_OVERLAY_WORLD, .draw = draw};
