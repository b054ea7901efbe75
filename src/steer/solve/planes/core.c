/* Core planes: limit the overlap of agents in dense crowds, whatever a model chooses.
 *
 * In a dense crowd, the half-planes of optimal reciprocal collision avoidance contradict each
 * other, and the velocity that violates them least may lead deep into a neighbour: a plane for a
 * collision in two seconds counts as much as one for a neighbour in contact. Velocity obstacles
 * have the same weakness. So each chosen velocity is moved to the nearest one that satisfies one
 * more plane for each close neighbour. An agent's core is a disc with a radius of (1 - `squeeze`)
 * times the agent's radius. Let n be the unit vector from the other agent to this agent, g the gap
 * between the two cores, h the time for which a velocity is kept, and s the speed along n that the
 * two have in common:
 *
 *     n . v >= s - g / (2 h),    s = n . (v_A + v_B) / 2, clamped to [-c, c]
 *     c = min(g / (2 h), u - g / (2 h)),    u the maximum speed of all agents
 *
 * For the other agent, n and s have the opposite sign, so both planes together ensure that the gap
 * does not shrink by more than g: the cores do not overlap after the step, no matter on which side
 * the agents pass. The first bound of the clamp keeps zero velocity allowed for both. So the planes
 * never contradict each other as long as no cores overlap: there is always an allowed velocity.
 * With the second bound, agents with a gap of more than 2 * u * h need no plane. With s = 0 this is
 * the buffered Voronoi cell of Zhou, Wang, Bandyopadhyay and Schwager, "Fast, on-line collision
 * avoidance for dynamic vehicles using buffered Voronoi cells" (2017); s lets an agent follow one
 * that walks ahead while keeping almost the same distance.
 *
 * Neighbours that do not avoid others are expected to keep their velocity. If two cores overlap,
 * each agent makes up half of the overlap, at most at CORE_PARTING of the maximum speed. The plane
 * of a wall that an agent overlaps only forbids coming nearer; it does not push the agent away,
 * unless obstacles move.
 *
 * Acceleration limits. One step is too late for an agent that needs longer to brake. On a straight
 * line it stops after |v|^2 / (2 a), and is then nearer to the other by -(n . v) |v| / (2 a).
 * Together with the step before braking begins, this is within the agent's half of the gap if
 *
 *     n . v >= -g / (2 H),    H = h + |v| / (2 a)
 *
 * So H replaces h. Braking then also satisfies the planes of all neighbours in the next step. So
 * the planes contradict neither each other nor the limits, as in the case without limits. To be
 * consistent with the limits, walls have the horizon h + |v| / a (planes_wall_horizon): hard planes
 * that contradict each other would exclude the planes of neighbours (program.c).
 *
 * Evasion must begin earlier. Two agents that approach at speed c, each of which can decelerate by
 * a, stop within c^2 / (4 a). A half-plane of orca (agent.h) with the horizon tau allows the
 * closing speed g / tau; with tau = c / (2 a) that is c^2 <= 2 a g, so half of their deceleration
 * is left for evasion. Towards an agent that does not avoid others, tau is c / a. Models that have
 * no such half-planes themselves get them here. They are applied before the core planes, in a
 * program of their own. In a common program, the violation would be shared by both kinds of planes
 * if not all can be satisfied. (The idea of van den Berg, Snape, Guy and Manocha, "Reciprocal
 * collision avoidance with acceleration-velocity obstacles", 2011, reduced to a horizon.)
 *
 *     symbol   here
 *     n, g/h   normal, closing
 *     H        core_agent.brake_interval
 *     s, c     drift, most_drift
 *
 * core_lanes.h does the same for eight agents at once, bit for bit.
 *
 * Cost: O(1) per neighbour; a program (program.c) for each agent that must change its velocity. */
#include "steer/solve/planes/core.h"

#include <math.h>

#include "steer/solve/programs/line.h"

static uint32_t core_planes(const planes_call *call, uint32_t index,
                            const active_neighbours *others, velocity_plane *planes) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    core_agent agent = core_agent_of(call, body);
    uint32_t count = 0;
    for (uint32_t i = 0; i < others->count; i++) {
        bool first = planes_goes_first(view, index, others->bodies[i]);
        count += core_plane(&agent, body, &view->bodies[others->bodies[i]], first, &planes[count]);
    }
    return count;
}

/* Makes half-planes of orca, with the horizon that braking needs, for a model that has no such
 * planes. */
static uint32_t braking_planes(const planes_call *call, uint32_t index,
                               const active_neighbours *others, velocity_plane *planes) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    float slowness = planes_slowness(call->agents, body), step = 1.0F / view->steer_interval;
    if (!(slowness > 0.0F)) {
        return 0;
    }
    for (uint32_t i = 0; i < others->count; i++) {
        const wend_body *other = &view->bodies[others->bodies[i]];
        plane_rates rates = {planes_rate(body, other, slowness, step, 0.0F), step};
        bool first = planes_goes_first(view, index, others->bodies[i]);
        planes[i] = agent_plane(body, other, rates, 0.0F, first);
    }
    return others->count;
}

static bool any_violated(const velocity_plane *planes, uint32_t count, wend_vec2 v) {
    bool any = false;
    for (uint32_t i = 0; i < count && !any; i++) {
        any = plane_violated(planes[i], v);
    }
    return any;
}

/* Moves a velocity to the nearest one that satisfies the given planes and the program's hard
 * planes. */
static wend_solve_status satisfy(const planes_call *call, const velocity_plane *planes,
                                 uint32_t count, velocity_program *program, wend_vec2 *velocity) {
    for (uint32_t i = 0; i < program->walls && !core_walls_push(call); i++) {
        program->planes[i].offset = fminf(program->planes[i].offset, 0.0F);
    }
    for (uint32_t i = 0; i < count; i++) {
        program->planes[program->hard + i] = planes[i];
    }
    program->count = program->hard + count;
    program->preferred_velocity = *velocity;
    return program_solve(program, velocity) == WEND_SOLVE_FREE ? WEND_SOLVE_RELAXED
                                                               : WEND_SOLVE_INFEASIBLE;
}

wend_solve_status core_planes_keep(const planes_call *call, uint32_t index,
                                   const active_neighbours *others, velocity_program *program,
                                   wend_vec2 *velocity) {
    velocity_plane soft[PLANES_MOST_ACTIVE], planes[PLANES_MOST];
    velocity_program found;
    wend_solve_status solve_status = WEND_SOLVE_FREE;
    if (others->count == 0) {
        return solve_status;
    }
    uint32_t count = call->brakes ? braking_planes(call, index, others, soft) : 0;
    if (any_violated(soft, count, *velocity)) {
        found = planes_hard(call, index, planes);
        program = &found;
        solve_status = satisfy(call, soft, count, program, velocity);
    }
    count = core_planes(call, index, others, soft);
    if (!any_violated(soft, count, *velocity)) {
        return solve_status;
    }
    if (!program) {
        found = planes_hard(call, index, planes);
        program = &found;
    }
    return core_worse(solve_status, satisfy(call, soft, count, program, velocity));
}
