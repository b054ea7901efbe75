/* The influence of one neighbour in the anticipation velocity model; see anticipation_velocity.c.
 */
#include "steer/solve/speeds/anticipate.h"

#include <math.h>

#include <wend/math.h>

#include "geom/vec.h"

/* m: a neighbour whose predicted offset to the side is smaller counts as exactly ahead. */
static const float ahead_width = 0.001F;

static float side_of(const anticipating_agent *agent, const anticipated_agent *other) {
    wend_vec2 predicted = vec_add(other->offset, vec_scale(other->velocity, agent->time));
    float offset = vec_cross(agent->direction, predicted);
    if (fabsf(offset) < ahead_width) {
        return agent->side;
    }
    return offset > 0.0F ? -1.0F : 1.0F;
}

anticipated_turn anticipate_turn(const anticipating_agent *agent, const anticipated_agent *other) {
    float distance = vec_length(other->offset);
    wend_vec2 towards = vec_normalized(other->offset);
    anticipated_turn out = {.is_seen = vec_dot(towards, agent->direction) >= 0.0F ||
                                       vec_dot(towards, agent->moving) >= 0.0F};
    if (!out.is_seen) {
        return out;
    }
    float closing = vec_dot(vec_sub(agent->velocity, other->velocity), towards);
    float gap = distance - other->contact - closing * agent->time;
    out.gap = gap > 0.0F ? gap : 0.0F;
    float opposed = 0.5F * (1.0F - vec_dot(agent->direction, other->moving));
    out.strength = agent->strength * (1.0F + opposed) * wend_expf(-out.gap / agent->range);
    out.away = vec_scale(vec_perp(agent->direction), side_of(agent, other));
    return out;
}
