/* The walls near an agent, for models without half-planes. Cost: one query, and O(walls^2) for the
 * few walls near the agent. */
#include "steer/solve/speeds/walls.h"

#include "geom/vec.h"

static bool has_point(const speed_walls *walls, wend_vec2 point) {
    for (uint32_t i = 0; i < walls->count; i++) {
        if (vec_equal(walls->items[i].point, point)) {
            return true;
        }
    }
    return false;
}

void speed_walls_find(const wend_view *view, uint32_t index, float reach, speed_walls *out) {
    const wend_body *body = &view->bodies[index];
    out->count = 0;
    if (!(reach > 0.0F)) {
        return;
    }
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t found = wend_view_find_walls(view, location, reach, out->items, SPEED_MOST_WALLS);
    for (uint32_t i = 0; i < found; i++) {
        if (!has_point(out, out->items[i].point)) {
            out->items[out->count++] = out->items[i];
        }
    }
}

wend_vec2 speed_away_from_wall(const wend_wall_hit *wall, wend_vec2 position) {
    return vec_normalized(vec_sub(position, wall->point));
}

wend_vec2 speed_slide(const speed_walls *walls, wend_vec2 position, float reach,
                      wend_vec2 direction) {
    for (uint32_t i = 0; i < walls->count && walls->items[i].distance <= reach; i++) {
        wend_vec2 away = speed_away_from_wall(&walls->items[i], position);
        float into = vec_dot(direction, away);
        if (into < 0.0F) {
            direction = vec_normalized(vec_sub(direction, vec_scale(away, into)));
        }
    }
    return direction;
}
