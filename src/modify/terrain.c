/* Multiplies the preferred speed by the factor that the agent's profile has for the terrain on
 * which the agent's centre stands (wend_terrain_rule.speed_factor): mud slows pedestrians down, a
 * road does not slow cyclists. Ground that moves is not terrain but a belt (wend/ground.h), which
 * carries agents with every model.
 *
 * The speed changes where the centre crosses the edge of a region. An agent whose factor is 0 stops
 * there, and stays.
 *
 * Cost: one look-up of the terrain type per agent (space/terrain.c), and O(rules of the profile).
 */
#include <wend/model.h>

static void modify_terrain(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &view->bodies[i];
            wend_location at = {body->position, wend_body_layer(body)};
            intents[i - agents->first].speed *=
                wend_view_terrain_speed(view, i, wend_view_terrain(view, at));
        }
    }
}

const wend_modifier wend_modifier_terrain = {
    .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "terrain",
                        .summary = "scales the preferred speed by the factor of the terrain"},
              .uses_terrain_speeds = true},
    .modify = modify_terrain,
};
