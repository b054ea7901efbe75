/* What walls leave of a wide goal.
 *
 * Who stands close to a portal sees half a turn of it. The arc that the rules leave of that lies
 * about the middle, or about N (arc.c), which need not be where the preferred place is. A wall
 * behind the portal that runs nearly along it, as beside its end, forbids such an arc altogether;
 * then the nearest allowed velocities lie beyond either end of it, one as good as the other, and an
 * agent creeps to the wall or goes to and fro. Yet the wall recedes on one hand, and what is seen
 * of the portal there can be reached.
 *
 * So the arc is contracted about another direction: of those that are seen and that walls allow,
 * the one next to the ray to the preferred place. Neighbours do not count: they pass.
 *
 * The two posts of a narrow door allow no direction at the full speed, but some at a lower one, and
 * an agent that slides to either side by turns never gets around the post. So orca_segment looks at
 * a half, a quarter and an eighth of the speed too; slower is no progress (its `rest` is a tenth).
 * orca_arc needs none of that: beside its arc it keeps the side on which it moves (arc.c).
 *
 * The wide code (arc_lanes.h, segment_lanes.h) leaves all whose two ends are forbidden to this.
 * Cost: O(walls) for most agents that cannot have their wish; four walks of arc.c for an
 * agent that a wall holds up, sixteen at most. */
#include "steer/solve/goals/reach.h"

#include "geom/vec.h"

/* Whether walls forbid a velocity, or nearly. */
static bool is_walled(const velocity_program *walls, wend_vec2 v) {
    for (uint32_t i = 0; i < walls->count; i++) {
        velocity_plane wall = walls->planes[i];
        if (vec_dot(wall.normal, v) < wall.offset + GOAL_REACH_SLACK) {
            return true;
        }
    }
    return false;
}

/* The walls alone. */
static velocity_program walls_of(const velocity_program *program) {
    return (velocity_program){.planes = program->planes,
                              .count = program->walls,
                              .hard = program->walls,
                              .walls = program->walls,
                              .max_speed = program->max_speed};
}

/* From the direction of `toward` along an arc to the nearest velocity that walls allow. */
static bool walk_along(const arc_program *from, direction_arc arc, wend_vec2 toward,
                       wend_vec2 *out) {
    arc_program walk = *from;
    walk.arc = arc;
    walk.bias = vec_normalized(toward);
    walk.program.wish = vec_scale(walk.bias, walk.speed);
    return arc_solve_on(&walk, out);
}

bool goal_reach(const planes_call *call, uint32_t index, const velocity_program *program,
                const goal_arc_rules *rules, arc_margin margin, float slowest_share,
                goal_arc *goal) {
    const wend_body *body = &call->view->bodies[index];
    arc_program from = {.program = walls_of(program),
                        .speed = goal->speed,
                        .velocity = body->velocity,
                        .margin = margin};
    if (!goal->narrowed || !is_walled(&from.program, vec_scale(goal->arc.left, goal->speed)) ||
        !is_walled(&from.program, vec_scale(goal->arc.right, goal->speed))) {
        return false;
    }
    float slowest = goal->speed * slowest_share;
    for (; from.speed >= slowest; from.speed = 0.5F * from.speed) {
        wend_vec2 allowed;
        if (walk_along(&from, goal->arc, goal->wish, &allowed)) {
            return false;
        }
        if (walk_along(&from, goal->seen, goal->toward, &allowed)) {
            *goal = goal_arc_about(rules, goal, allowed);
            return true;
        }
    }
    return false;
}
