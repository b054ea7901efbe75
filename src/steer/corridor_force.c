/* Steering by forces through a corridor: the Corridor Map Method, and its improvement.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (ESA 2008),
 * sections 3 to 5.
 *
 *     x, r           the character's position and its radius
 *     alpha, R, d    attraction point, its clearance, the distance to it
 *     cp(x), d_b     closest point of the corridor's boundary, the distance to it
 *     O_i, r_i, d_i  another character inside the clearance disc of alpha, its radius and distance
 *
 *     original       F_a = f (alpha - x) / d, f = 1 / (R - r - d) - 1 / (R - r)
 *     improved       F_s = c_s (alpha - x) / d
 *                    F_b = c_b (x - cp) / d_b, c_b = (d_safe + r - d_b) / d_b, if d_b - r < d_safe
 *     both           with `avoidance: forces`, F_obs = sum c_obs (x - O_i) / d_i,
 *                    c_obs = 1 / (d_i - r_i - r); with `obstacles: ahead` only over characters
 *                    ahead, towards alpha (section 5.1, Fig. 6)
 *
 * The boundary is that of the route's corridor, and the follower's attraction point provides R. At
 * the end of the route, R is the clearance of the corridor's last disc. If the follower leads the
 * character out of the corridor (WEND_REGION_SHORTCUT), the boundary is that of the walls
 * (solve/forces/bound.c).
 *
 * The paper does not specify the following points; both variants treat them in the same way:
 * - Speed. Damping is -v / tau, and |v| <= v_pref. With c_s = v_pref / tau (the default), the
 *   improved method walks at v_pref where nothing else acts. |F| <= 5 m/s2, including damping.
 * - Contact. A force that is infinite at contact is limited to its value at a gap of 1 cm; overlap
 *   does not reverse it. Where there is no space for d_safe on both sides, d_safe is R - r of the
 *   backbone. At a goal that is nearer to the boundary than r + d_safe, d_safe is reduced
 *   accordingly.
 * - Guards, with `avoidance: forces`. No step ends with the character's disc outside its corridor
 *   (c_b grows without bound only where the centre touches the wall). No step ends with the disc
 *   inside another character that stands still or has the same guard, because each of two walking
 *   characters takes at most half of the gap between them in a step.
 * - Stalls in local minima. After a second with a mean velocity below a fifth of v_pref, an extra
 *   force pushes the character forwards and sideways. It grows by v_pref / tau per second, for
 *   three seconds or until the character walks. It first acts towards the side to which the other
 *   forces push, and the next time towards the opposite side. A character that is still stuck after
 *   both pushes is pushed only sideways, then backwards and sideways, longer each time. Near
 *   walking characters with a higher key, it is only pushed forwards and sideways, so that only one
 *   of two mirrored characters steps back.
 * - Arrival. A point to stop at attracts with c_s, because F_a fades near alpha; within 4 * tau *
 *   v_pref it attracts like a critically damped spring, so that no character orbits it. There,
 *   damping acts on the velocity relative to the point, so that a character reaches a point that
 *   moves, as every point at rest does relative to a belt.
 *
 * Additional rules for F_a: because f vanishes at alpha, F_a is at least the force that maintains a
 * fifth of v_pref. R - r counts as at least 2 cm, so that a disc that barely contains the character
 * still attracts it. If the follower gives no R, alpha's distance to the boundary is used; without
 * a corridor, the force has the strength c_s.
 *
 * Crowds. The paper leaves the avoidance of other characters to a local method. F_obs suits one or
 * a few characters that walk among standing ones: it also keeps a distance from characters ahead
 * that walk in the same direction, and streams that meet get stuck. The default, `avoidance:
 * reciprocal` (solve/forces/avoid.c), lets the velocity that the other forces give avoid the
 * neighbours as orca does.
 *
 * F_obs considers the 64 nearest other characters within the world's reach, if their radius is
 * at most 3 m larger than the character's own. Speed and acceleration limits hold, except for the
 * velocity that is lost at a contact.
 *
 * MIRAN uses these forces too (N. Jaklin, A. Cook, R. Geraerts, "Real-time path planning in
 * heterogeneous environments", 2013, section 3.4), with the attraction point of the follower
 * `miran` and Euler integration. Its c_s is `strength`; its c_b and c_o scale F_b and F_obs, as
 * `boundary_factor` and `obstacle_factor` do; its preferred clearance is `safe_distance`.
 *
 * Integration: velocity Verlet or Euler; a step is divided into parts of at most `max_step`. Cost:
 * O(others within reach). */
#include <math.h>
#include <stddef.h>

#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/forces/avoid.h"
#include "steer/solve/forces/bound.h"
#include "steer/solve/forces/explain.h"
#include "steer/solve/forces/stall.h"

enum { VARIANT_ORIGINAL, VARIANT_IMPROVED };
enum { OBSTACLES_DISC, OBSTACLES_AHEAD };
enum { STEERING_FIXED, STEERING_DISTANCE };
enum { AVOIDANCE_FORCES, AVOIDANCE_RECIPROCAL };
enum { INTEGRATION_VERLET, INTEGRATION_EULER };

static const char *const variant_choices[] = {"original", "improved", NULL};
static const char *const obstacle_choices[] = {"disc", "ahead", NULL};
static const char *const avoidance_choices[] = {"forces", "reciprocal", NULL};
static const char *const steering_choices[] = {"fixed", "distance", NULL};
static const char *const integration_choices[] = {"verlet", "euler", NULL};

typedef struct corridor_params {
    planes_params planes; /* avoidance reciprocal: must be first, see PLANES_ROWS */
    int32_t variant, avoidance, obstacles, steering, integration;
    double symmetry_bias;
    double boundary_factor, obstacle_factor;
    double strength, full_distance, safe_distance, relaxation_time, max_force, max_step;
} corridor_params;

static const wend_param params[] = {
    {"variant", WEND_PARAM_CHOICE, offsetof(corridor_params, variant), VARIANT_IMPROVED, 0.0, 0.0,
     "", "one force that attracts and keeps the agent inside, or one force for each",
     variant_choices},
    {"avoidance", WEND_PARAM_CHOICE, offsetof(corridor_params, avoidance), AVOIDANCE_RECIPROCAL,
     0.0, 0.0, "", "other agents: forces as printed, or the half-planes of orca",
     avoidance_choices},
    {"obstacles", WEND_PARAM_CHOICE, offsetof(corridor_params, obstacles), OBSTACLES_DISC, 0.0, 0.0,
     "", "agents that repel: all in the attraction point's disc, or only those ahead",
     obstacle_choices},
    {"steering", WEND_PARAM_CHOICE, offsetof(corridor_params, steering), STEERING_FIXED, 0.0, 0.0,
     "", "variant improved: constant force, or one that grows with the distance", steering_choices},
    {"strength", WEND_PARAM_NUMBER, offsetof(corridor_params, strength), 0.0, 0.0, 1000.0, "m/s2",
     "variant improved: attracting force; 0: the force that keeps the preferred speed", NULL},
    {"full_distance", WEND_PARAM_NUMBER, offsetof(corridor_params, full_distance), 2.0, 0.01,
     1000.0, "m", "steering distance: distance from which on the full force acts", NULL},
    {"safe_distance", WEND_PARAM_NUMBER, offsetof(corridor_params, safe_distance), 1.0, 0.0, 100.0,
     "1", "variant improved: distance kept from the corridor's boundary, in radii", NULL},
    {"boundary_factor", WEND_PARAM_NUMBER, offsetof(corridor_params, boundary_factor), 1.0, 0.0,
     1000.0, "1", "variant improved: factor of the force away from the boundary", NULL},
    {"obstacle_factor", WEND_PARAM_NUMBER, offsetof(corridor_params, obstacle_factor), 1.0, 0.0,
     1000.0, "1", "factor of the forces away from other agents", NULL},
    {"integration", WEND_PARAM_CHOICE, offsetof(corridor_params, integration), INTEGRATION_VERLET,
     0.0, 0.0, "", "how forces are integrated over a step", integration_choices},
    {"relaxation_time", WEND_PARAM_NUMBER, offsetof(corridor_params, relaxation_time), 0.5, 0.01,
     60.0, "s", "time in which damping reduces the speed to 1/e", NULL},
    {"max_force", WEND_PARAM_NUMBER, offsetof(corridor_params, max_force), 5.0, 0.01, 1000.0,
     "m/s2", "largest acceleration by all forces together", NULL},
    {"max_step", WEND_PARAM_NUMBER, offsetof(corridor_params, max_step), 0.1, 0.001, 10.0, "s",
     "longest step of the integration; longer steps are divided", NULL},
    PLANES_ROWS(1000.0, "time horizon for avoiding agents"),
    {"symmetry_bias", WEND_PARAM_NUMBER, offsetof(corridor_params, symmetry_bias), 0.01, 0.0, 0.5,
     "rad", "angle by which an agent that must give way turns to the right; 0: off", NULL},
};

/* The memory of an agent, set to zero when the agent enters. */
typedef struct corridor_state {
    uint32_t cursor; /* position in the corridor */
    corridor_stall stall;
} corridor_state;

enum { MOST_OTHERS = 64 };
/* m: contact with characters is avoided if their radius is at most this much larger. */
static const float larger_by = 3.0F;

/* The inputs for one agent's step. */
typedef struct corridor_call {
    const wend_view *view;
    const wend_agents *agents;
    const wend_intent *intent;
    uint32_t index;
    planes_call planes;
    force_scene scene;
    force_walls walls;
    force_other others[MOST_OTHERS];
} corridor_call;

/* ---- The scene ------------------------------------------------------------------------------- */

/* Used if an agent has no route and therefore no corridor. */
static const wend_route no_route;

static float clearance_of(const corridor_call *call, uint32_t cursor) {
    const wend_region *region = &call->intent->region;
    const wend_route *route = call->scene.route;
    if (call->scene.stops && route->disc_count) {
        return route->discs[route->disc_count - 1].clearance;
    }
    if (region->shape == WEND_SHAPE_POINT && region->b.x > 0.0F) {
        return region->b.x;
    }
    wend_location location = {call->scene.attraction, call->scene.layer};
    float clearance = wend_route_bound(route, location, &cursor).distance;
    return isfinite(clearance) ? clearance : 0.0F;
}

/* True if the follower leads the character out of the corridor. */
static bool takes_shortcuts(const corridor_call *call) {
    return (call->intent->region.flags & WEND_REGION_SHORTCUT) != 0;
}

/* Returns d_safe, reduced if the goal is nearer to a wall than d_safe. */
static float safe_distance_of(const corridor_call *call, uint32_t cursor) {
    const corridor_params *p = call->agents->params;
    const force_scene *scene = &call->scene;
    float safe = (float)p->safe_distance * scene->radius;
    if (!scene->stops) {
        return safe;
    }
    wend_location goal = {scene->attraction, scene->layer};
    float left = takes_shortcuts(call)
                     ? wend_view_find_closest_wall(call->view, goal, safe + scene->radius).distance
                     : wend_route_bound(scene->route, goal, &cursor).distance;
    left -= scene->radius;
    return left < safe ? left > 0.0F ? left : 0.0F : safe;
}

static void set_scene(corridor_call *call, uint32_t cursor) {
    const corridor_params *p = call->agents->params;
    const wend_body *body = &call->view->bodies[call->index];
    const wend_intent *intent = call->intent;
    const wend_route *route = wend_view_route(call->view, call->index);
    float own = wend_column_at(call->agents->max_acceleration, body->slot);
    float tau = (float)p->relaxation_time, most = (float)p->max_force;
    bool is_position = intent->region.shape != WEND_SHAPE_DIRECTION;
    call->scene = (force_scene){
        .route = route ? route : &no_route,
        .layer = wend_body_layer(body),
        .attraction = wend_region_aim(&intent->region, body->position, intent->speed),
        .radius = body->radius,
        .speed = intent->speed,
        .relaxation = tau,
        .strength = p->strength > 0.0 ? (float)p->strength : intent->speed / tau,
        .full_distance = p->steering == STEERING_DISTANCE ? (float)p->full_distance : 0.0F,
        .boundary_factor = (float)p->boundary_factor,
        .obstacle_factor = (float)p->obstacle_factor,
        .euler = p->integration == INTEGRATION_EULER,
        .most = own < most ? own : most,
        .reciprocal = p->avoidance == AVOIDANCE_RECIPROCAL,
        .improved = p->variant == VARIANT_IMPROVED,
        .stops = is_position && (intent->region.flags & WEND_REGION_STOP),
        .drift = intent->region.velocity,
        .others = call->others};
    call->scene.clearance = clearance_of(call, cursor);
    call->scene.safe_distance = safe_distance_of(call, cursor);
    if (takes_shortcuts(call)) {
        force_find_walls(call->view, body->position, call->view->dt, &call->scene, &call->walls);
        call->scene.walls = &call->walls;
    }
}

/* True if a character is an obstacle: it is in the clearance disc of the attraction point and, with
 * `obstacles: ahead`, ahead of the agent. */
static bool repels(const corridor_call *call, wend_vec2 point) {
    const corridor_params *p = call->agents->params;
    const force_scene *scene = &call->scene;
    wend_vec2 x = call->view->bodies[call->index].position;
    bool inside = vec_length(vec_sub(point, scene->attraction)) < scene->clearance;
    bool ahead = vec_dot(vec_sub(point, x), vec_sub(scene->attraction, x)) > 0.0F;
    return inside && (ahead || p->obstacles == OBSTACLES_DISC);
}

/* Returns the position of another character. If two have the same position, each sees the other
 * slightly to the side, so that they separate. */
static wend_vec2 position_of_other(const corridor_call *call, uint32_t other) {
    const wend_view *view = call->view;
    wend_vec2 point = view->bodies[other].position;
    if (vec_equal(point, view->bodies[call->index].position)) {
        bool first = wend_view_key(view, call->index) < wend_view_key(view, other);
        point.x += first ? FORCE_LEAST_GAP : -FORCE_LEAST_GAP;
    }
    return point;
}

/* Describes another character. Each of two walking characters takes at most half of the gap between
 * them, on its own side of a line, so that they do not collide, no matter what either of them does.
 */
static force_other other_of(const corridor_call *call, uint32_t index) {
    const wend_body *body = &call->view->bodies[call->index], *other = &call->view->bodies[index];
    force_other out = {.position = position_of_other(call, index),
                       .radius = other->radius,
                       .nearest = body->radius + other->radius};
    wend_vec2 offset = vec_sub(body->position, out.position);
    out.distance = vec_length(offset);
    float gap = out.distance - out.nearest;
    if (!(wend_body_flags(other) & WEND_BODY_STANDS)) {
        out.side = vec_normalized(offset);
        out.nearest += gap > 0.0F ? 0.5F * gap : 0.0F;
    }
    out.repels = call->scene.speed > 0.0F && repels(call, out.position);
    out.yields = wend_view_key(call->view, call->index) < wend_view_key(call->view, index);
    return out;
}

static void find_others(corridor_call *call) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[call->index];
    force_scene *scene = &call->scene;
    float disc = vec_length(vec_sub(scene->attraction, body->position)) + scene->clearance;
    float touch = 2.0F * body->radius + larger_by;
    wend_neighbour near[MOST_OTHERS];
    wend_location location = {body->position, scene->layer};
    uint32_t count =
        wend_view_find_agents(view, location, disc > touch ? disc : touch, near, MOST_OTHERS);
    for (uint32_t i = 0; i < count; i++) {
        const wend_body *other = &view->bodies[near[i].index];
        if (other->slot != body->slot) {
            call->others[scene->other_count++] = other_of(call, near[i].index);
        }
    }
}

/* ---- The model ------------------------------------------------------------------------------- */

static corridor_motion compute_motion(corridor_call *call, corridor_state *state) {
    const corridor_params *p = call->agents->params;
    const wend_body *body = &call->view->bodies[call->index];
    set_scene(call, state->cursor);
    find_others(call);
    corridor_motion motion = {body->position, body->velocity, state->cursor, WEND_SOLVE_FREE};
    corridor_stall_update(&call->scene, &motion, call->view->dt, &state->stall);
    call->scene.push = corridor_stall_push(&call->scene, body->position, &state->stall);
    float longest = (float)p->max_step, stiff = 0.5F * call->scene.relaxation;
    if (call->intent->speed > 0.0F || vec_length_squared(body->velocity) > 0.0F) {
        corridor_path(&call->scene, call->view->dt, longest < stiff ? longest : stiff, &motion);
    }
    bool is_held =
        call->scene.reciprocal &&
        corridor_avoid(&call->planes, call->index, &call->scene, (float)p->symmetry_bias, &motion);
    state->cursor = motion.cursor;
    state->stall.had_contact = is_held || motion.solve_status != WEND_SOLVE_FREE;
    return motion;
}

static void steer_corridor_force(const wend_view *view, const wend_agents *agents,
                                 const wend_intent *intents, wend_outcome *outcomes) {
    const corridor_params *p = agents->params;
    corridor_call call = {
        .view = view, .agents = agents, .planes = planes_begin(view, agents, &p->planes)};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            call.index = i;
            call.intent = &intents[i - agents->first];
            corridor_motion motion =
                compute_motion(&call, wend_agents_state(agents, view->bodies[i].slot));
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = motion.velocity,
                               .displacement = vec_sub(motion.position, view->bodies[i].position),
                               .solve_status = (uint8_t)motion.solve_status};
        }
    }
}

/* ---- Explanation ----------------------------------------------------------------------------- */

static void explain_corridor_force(const wend_view *view, const wend_agents *agents, uint32_t index,
                                   const wend_intent *intent, wend_sketch *sketch) {
    const wend_body *body = &view->bodies[index];
    const corridor_params *p = agents->params;
    corridor_call call = {.view = view,
                          .agents = agents,
                          .intent = intent,
                          .index = index,
                          .planes = planes_begin(view, agents, &p->planes)};
    corridor_state state = *(const corridor_state *)wend_agents_state(agents, body->slot);
    uint32_t cursor = state.cursor;
    corridor_motion motion = compute_motion(&call, &state);
    force_parts forces = forces_at(&call.scene, body->position, body->velocity, &cursor);
    forces_explain(&call.scene, &forces, sketch);
    if (call.scene.reciprocal) {
        corridor_explain_avoidance(&call.planes, index, sketch);
    }
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = motion.velocity});
}

static bool reciprocates_with(const void *params_of_profile) {
    return ((const corridor_params *)params_of_profile)->avoidance == AVOIDANCE_RECIPROCAL;
}

const wend_steering wend_steering_corridor_force = {
    .stage =
        {.entry = {WEND_HEAD(wend_steering), .name = "corridor_force",
                   .summary =
                       "forces towards an attraction point and away from the corridor's boundary",
                   .citation = "M. Overmars, I. Karamouzas, R. Geraerts: Flexible Path "
                               "Planning Using Corridor Maps (2008)",
                   .params = params, .param_count = sizeof params / sizeof *params,
                   .params_size = sizeof(corridor_params)},
         .state_size = sizeof(corridor_state),
         .explain = explain_corridor_force},
    .needs = WEND_NEEDS_CORRIDOR,
    .reciprocates = true,
    .every_step = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .no_local_minima = true,
    .steer = steer_corridor_force,
    .reciprocates_with = reciprocates_with,
};
