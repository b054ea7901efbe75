/* Reciprocal avoidance for characters that forces move: the velocity that the forces give is the
 * preferred velocity of optimal reciprocal collision avoidance.
 *
 * J. van den Berg, S. Guy, M. Lin, D. Manocha, "Reciprocal n-body collision avoidance" (2011); see
 * steer/orca.c. The Corridor Map Method leaves the avoidance of others to a local method, and names
 * Helbing's forces as one. A sum of repelling forces has local minima where streams merge or meet:
 * at a T-junction, 130 characters take 3.6 to 8.2 times as long with the printed forces as with
 * orca (docs/models.md).
 *
 * The forces of the corridor (attraction, boundary, damping, push) are integrated first, without
 * the other characters. If the mean velocity of this step satisfies the half-planes of all
 * neighbours, the character moves as the forces say. Otherwise it takes, of
 * the velocities that satisfy the half-planes of neighbours, walls and the acceleration limit, the
 * one nearest to the velocity at which damping would balance the other forces, turned by
 * `symmetry_bias` to the right, and moves on a straight line. The mean velocity itself would be too
 * low in a crowd: a character that others have stopped would give way to everybody. Core planes
 * (planes/core.c) limit overlap in dense crowds. Inertia is the same as without neighbours, because
 * the next step begins with the velocity that was taken.
 *
 * Cost: that of orca. */
#include "steer/solve/forces/avoid.h"

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/planes/core.h"

/* True if the velocity satisfies the planes of all neighbours. */
static bool avoids_neighbours(const velocity_program *program, wend_vec2 velocity) {
    for (uint32_t i = program->hard; i < program->count; i++) {
        if (plane_violated(program->planes[i], velocity)) {
            return false;
        }
    }
    return true;
}

/* Returns the velocity at which damping balances the other forces at x, at most v_pref. A character
 * that others have stopped prefers this velocity, not the low one that its next step would have:
 * otherwise it would give way to everybody. */
static wend_vec2 steady_velocity(const force_scene *scene, wend_vec2 x, uint32_t cursor) {
    force_parts forces = forces_at(scene, x, (wend_vec2){0.0F, 0.0F}, &cursor);
    wend_vec2 sum = forces_sum(&forces, scene->most);
    return vec_shortened(vec_scale(sum, scene->relaxation), scene->speed);
}

static wend_solve_status solve(velocity_program *program, wend_vec2 preferred, float symmetry_bias,
                               wend_vec2 *velocity) {
    program->preferred_velocity = preferred;
    velocity_program turned = *program;
    turned.preferred_velocity =
        turned_right(symmetry_turn_of(symmetry_bias), program_slide_along_walls(program));
    return program_solve(&turned, velocity);
}

bool corridor_avoid(const planes_call *call, uint32_t index, const force_scene *scene,
                    float symmetry_bias, corridor_motion *motion) {
    const wend_body *body = &call->view->bodies[index];
    float dt = call->view->dt;
    velocity_plane planes[PLANES_MOST];
    active_neighbours others;
    velocity_program program = planes_program(call, index, planes, &others);
    wend_vec2 mean = vec_scale(vec_sub(motion->position, body->position), 1.0F / dt);
    wend_vec2 velocity = mean;
    wend_solve_status status = WEND_SOLVE_FREE;
    bool avoids = avoids_neighbours(&program, mean);
    if (!avoids) {
        wend_vec2 aim = steady_velocity(scene, body->position, motion->cursor);
        status = solve(&program, aim, symmetry_bias, &velocity);
    }
    status = core_worse(status, core_planes_keep(call, index, &others, &program, &velocity));
    if (avoids && status == WEND_SOLVE_FREE) {
        return false;
    }
    motion->velocity = velocity;
    motion->position = vec_add(body->position, vec_scale(velocity, dt));
    motion->solve_status = core_worse(motion->solve_status, status);
    return true;
}

void corridor_explain_avoidance(const planes_call *call, uint32_t index, wend_sketch *sketch) {
    velocity_plane planes[PLANES_MOST];
    active_neighbours others;
    velocity_program program = planes_program(call, index, planes, &others);
    planes_explain(call, index, &program, &others, sketch);
}
