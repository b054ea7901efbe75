/* Finds the part of a wide goal that walls leave reachable.
 *
 * An agent close to a portal sees it at an angle of almost half a turn. The rules of arc.c leave
 * only an arc about the middle, or about the direction N (see arc.c), and this arc need not contain
 * the preferred point. A wall behind the portal that is almost parallel to it, such as a wall
 * beside its end, may forbid the entire arc. Then the nearest allowed velocities lie beyond both
 * ends of the arc and are equally good, and the agent creeps to the wall or walks back and forth.
 * But on one side the wall recedes, and the part of the portal that is visible there can be
 * reached.
 *
 * So the arc is contracted about another direction. This is the direction nearest to the ray that
 * points to the preferred point, among the visible directions that walls allow. Neighbours are not
 * considered, because they move on.
 *
 * The two posts of a narrow door allow no direction at full speed, but some directions at a lower
 * speed. An agent that slides to one side and then to the other never gets around the post. So
 * orca_segment also tries a half, a quarter and an eighth of the speed. A still lower speed would
 * not count as progress, because `rest_speed_share` is a tenth. orca_arc does not need this: if an
 * agent's whole arc is forbidden, the agent stays on the side on which it moves (programs/arc.c).
 *
 * The SIMD code (arc_lanes.h, segment_lanes.h) leaves all lanes in which walls forbid both ends of
 * the arc to this scalar code. Cost: O(walls) for most agents that cannot have their preferred
 * velocity. For an agent that a wall holds up: four walks along an arc (programs/arc.c), sixteen at
 * most. */
#include "steer/solve/goals/reach.h"

#include "geom/vec.h"

/* True if walls forbid a velocity, or if it is within GOAL_REACH_SLACK of being forbidden. */
static bool walls_forbid(const velocity_program *walls, wend_vec2 v) {
    for (uint32_t i = 0; i < walls->count; i++) {
        velocity_plane wall = walls->planes[i];
        if (vec_dot(wall.normal, v) < wall.offset + GOAL_REACH_SLACK) {
            return true;
        }
    }
    return false;
}

/* Returns a program that contains only the wall constraints. */
static velocity_program walls_of(const velocity_program *program) {
    return (velocity_program){.planes = program->planes,
                              .count = program->walls,
                              .hard = program->walls,
                              .walls = program->walls,
                              .max_speed = program->max_speed};
}

/* Walks from the direction of `toward` along an arc to the nearest velocity that walls allow.
 * Returns false if there is none. */
static bool walk_along(const arc_program *from, direction_arc arc, wend_vec2 toward,
                       wend_vec2 *out) {
    arc_program walk = *from;
    walk.arc = arc;
    walk.bias = vec_normalized(toward);
    walk.program.preferred_velocity = vec_scale(walk.bias, walk.speed);
    return arc_solve_on(&walk, out);
}

bool goal_turn_to_reachable(const planes_call *call, uint32_t index,
                            const velocity_program *program, const goal_arc_rules *rules,
                            arc_margin margin, float slowest_share, goal_arc *goal) {
    const wend_body *body = &call->view->bodies[index];
    arc_program from = {.program = walls_of(program),
                        .speed = goal->speed,
                        .velocity = body->velocity,
                        .margin = margin};
    if (!goal->narrowed || !walls_forbid(&from.program, vec_scale(goal->arc.left, goal->speed)) ||
        !walls_forbid(&from.program, vec_scale(goal->arc.right, goal->speed))) {
        return false;
    }
    float slowest = goal->speed * slowest_share;
    for (; from.speed >= slowest; from.speed = 0.5F * from.speed) {
        wend_vec2 allowed;
        if (walk_along(&from, goal->arc, goal->preferred_velocity, &allowed)) {
            return false;
        }
        if (walk_along(&from, goal->seen, goal->toward, &allowed)) {
            *goal = goal_arc_about(rules, goal, allowed);
            return true;
        }
    }
    return false;
}
