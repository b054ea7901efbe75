/* Clock and options of an agent; see cellular.c. */
#include "steer/solve/cells/agent.h"

#include <math.h>

#include <wend/field.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "step/skin.h"

/* Share of a period by which ticks may differ because of rounding. */
static const double tick_tolerance = 1e-3;
static const float least_speed = 1e-3F; /* m/s: below it, an agent stands */
static const float centred = 1e-3F;     /* m: such a distance from a centre does not count */

/* ---- Clock ----------------------------------------------------------------------------------- */

/* Returns the motion of an agent that enters the lattice where it is. */
static cells_motion entering(const cells_call *call, wend_vec2 position) {
    wend_vec2 centre = lattice_centre(&call->lattice, lattice_find(&call->lattice, position));
    bool is_centred = vec_length(vec_sub(position, centre)) < centred;
    return (cells_motion){.end = call->view->time,
                          .from = position,
                          .to = position,
                          .lattice = is_centred ? call->lattice.id : 0};
}

/* True if something else has moved the agent away from its hop: a belt, a teleport, a push. */
static bool is_displaced(const cells_call *call, const cells_motion *motion, wend_vec2 position) {
    double limit = (double)call->lattice.size;
    return segment_point_distance(position, motion->from, motion->to) > limit;
}

/* Returns the distance of one step of the clock, in m per s: the preferred speed, or one cell per
 * step of the world. */
static double hop_speed(const cells_agent *agent, const lattice *l) {
    return (double)l->size / agent->period;
}

cells_agent cells_agent_of(const cells_call *call, uint32_t index, float speed) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    const cells_state *state = wend_agents_state(call->agents, body->slot);
    float most = wend_column_at(call->agents->max_speed, body->slot);
    cells_agent agent = {.index = index,
                         .position = body->position,
                         .layer = wend_body_layer(body),
                         .radius = body->radius,
                         .speed = speed < most ? speed : most};
    const cells_motion *motion = cells_motion_of(view, state);
    bool is_new = motion == NULL || is_displaced(call, motion, body->position);
    agent.motion = is_new ? entering(call, body->position) : *motion;
    agent.motion.started = 0;
    double now = view->time, dt = (double)view->dt;
    agent.start = agent.motion.end > now ? agent.motion.end : now;
    if (!(agent.speed > least_speed)) {
        agent.speed = 0.0F;
        agent.period = dt;
        return agent;
    }
    double period = (double)call->lattice.size / (double)agent.speed;
    agent.period = period > dt ? period : dt;
    double left = (double)vec_length(vec_sub(agent.motion.to, body->position));
    double earliest = now + left / hop_speed(&agent, &call->lattice);
    if (earliest > agent.start + tick_tolerance * agent.period) { /* it is late */
        agent.start = earliest;
    }
    agent.is_due = agent.start - now < dt * (1.0 - tick_tolerance);
    return agent;
}

double cells_end_of(const cells_agent *agent, const lattice *l, double length) {
    double duration = length / hop_speed(agent, l);
    double tick = ceil((agent->start + duration) / agent->period - tick_tolerance);
    if (tick * agent->period < agent->start + 0.5 * duration + tick_tolerance * agent->period) {
        tick += 1.0;
    }
    return tick * agent->period;
}

/* ---- Where agents stand ---------------------------------------------------------------------- */

/* Moves a point away from walls, until a disc has room. Returns false if it finds no room. */
static bool push_from_walls(const cells_call *call, uint32_t layer, float radius,
                            wend_vec2 *point) {
    enum { PUSHES = 6 };
    float gap = radius + 4.0F * skin_at(*point);
    for (int i = 0; i < PUSHES; i++) {
        wend_location at = {*point, layer};
        wend_wall_hit hit = wend_view_find_closest_wall(call->view, at, gap);
        if (hit.wall == WEND_NO_WALL || !(hit.distance < radius + 2.0F * skin_at(*point))) {
            return true;
        }
        wend_vec2 away = vec_normalized(vec_sub(*point, hit.point));
        *point = vec_add(*point, vec_scale(away, gap - hit.distance));
    }
    return false;
}

/* True if no wall prevents a hop. An agent that overlaps a wall may move as near to it as it is. */
static bool is_open(const cells_call *call, const cells_agent *agent, wend_vec2 to) {
    wend_vec2 from = agent->motion.to;
    wend_location a = {from, agent->layer};
    wend_location b = {to, wend_space_layer_after(call->view->space, a, to)};
    wend_wall_hit hit = wend_view_find_closest_wall(call->view, a, agent->radius);
    float room = hit.distance < agent->radius ? hit.distance : agent->radius;
    room -= 2.0F * skin_at(from);
    return wend_view_is_visible(call->view, a, b, room > 0.0F ? room : 0.0F);
}

/* Finds the point where an agent can stand in a cell: the centre, or a point near it where the disc
 * has room and that a hop can reach. */
static bool find_stand(const cells_call *call, const cells_agent *agent, lattice_cell cell,
                       wend_vec2 *out) {
    /* Unit: size of a cell. Starts of the search: the centre, then sides, then corners. */
    static const wend_vec2 offsets[] = {{0.0F, 0.0F},  {0.3F, 0.0F},   {0.0F, 0.3F},
                                        {-0.3F, 0.0F}, {0.0F, -0.3F},  {0.3F, 0.3F},
                                        {-0.3F, 0.3F}, {-0.3F, -0.3F}, {0.3F, -0.3F}};
    wend_vec2 centre = lattice_centre(&call->lattice, cell);
    wend_location from = {agent->motion.to, agent->layer};
    uint32_t layer = wend_space_layer_after(call->view->space, from, centre);
    wend_location at = {centre, layer};
    float reach = agent->radius + call->lattice.size;
    bool has_walls = wend_view_find_closest_wall(call->view, at, reach).wall != WEND_NO_WALL;
    uint32_t tries = has_walls ? sizeof offsets / sizeof *offsets : 1;
    for (uint32_t k = 0; k < tries; k++) {
        *out = vec_add(centre, vec_scale(offsets[k], call->lattice.size));
        if (push_from_walls(call, layer, agent->radius, out) &&
            lattice_same(lattice_find(&call->lattice, *out), cell) && is_open(call, agent, *out)) {
            return true;
        }
    }
    return false;
}

/* ---- Static field ---------------------------------------------------------------------------- */

/* Returns the route of an agent if it has a field with a potential that guides the agent now. */
static const wend_route *guide_of(const cells_call *call, const cells_agent *agent,
                                  const wend_intent *intent) {
    const wend_route *route = wend_view_route(call->view, agent->index);
    wend_location here = {agent->motion.to, agent->layer};
    bool guides = intent->region.shape == WEND_SHAPE_DIRECTION && route != NULL &&
                  (route->gives & WEND_ROUTE_POTENTIAL) &&
                  wend_view_field_sample(call->view, route->field, here, NULL, NULL);
    return guides ? route : NULL;
}

/* Returns the distance (m) from a point to what the agent heads for, or INFINITY if unknown. */
static double distance_to_go(const cells_call *call, const cells_agent *agent,
                             const wend_intent *intent, const wend_route *guide, wend_vec2 point) {
    const wend_region *region = &intent->region;
    wend_location from = {agent->motion.to, agent->layer};
    if (guide) {
        float distance = INFINITY;
        wend_location at = {point, wend_space_layer_after(call->view->space, from, point)};
        bool known = wend_view_field_sample(call->view, guide->field, at, &distance, NULL);
        return known ? (double)distance : INFINITY;
    }
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return -(double)vec_dot(region->a, vec_sub(point, agent->motion.to));
    }
    bool is_point = !(region->flags & WEND_REGION_AIM_NEAREST) ||
                    ((region->flags & WEND_REGION_INTERCEPT) &&
                     (region->velocity.x != 0.0F || region->velocity.y != 0.0F));
    if (is_point) {
        wend_vec2 aim = wend_region_aim(region, agent->position, agent->speed);
        return (double)vec_length(vec_sub(aim, point));
    }
    return (double)wend_region_distance(region, point);
}

/* ---- Options --------------------------------------------------------------------------------- */

static void add_option(cells_options *out, wend_vec2 point, double score, bool on_cell) {
    out->points[out->count] = point;
    out->scores[out->count] = score;
    out->on_cell |= (uint32_t)on_cell << out->count;
    out->count++;
}

static double dynamic_score(const cells_call *call, const cells_agent *agent, lattice_cell cell) {
    double k = call->params->dynamic_weight;
    if (k == 0.0 || !call->model) {
        return 0.0;
    }
    return k * (double)trace_count(&call->model->trace, agent->layer, cell);
}

/* Adds the point of a goal to stop at, if it is nearer than the next cells: the centre of no cell
 * may be near enough to arrive. Returns false if it is not. */
static bool add_goal_point(const cells_call *call, const cells_agent *agent,
                           const wend_intent *intent, cells_options *out) {
    static const float reach = 1.5F; /* unit: size of a cell */
    const wend_region *region = &intent->region;
    wend_vec2 base = agent->motion.to;
    if (region->shape == WEND_SHAPE_DIRECTION || !(region->flags & WEND_REGION_STOP)) {
        return false;
    }
    wend_vec2 aim = wend_region_aim(region, base, agent->speed);
    float distance = vec_length(vec_sub(aim, base));
    if (!(distance > 1e-3F && distance < reach * call->lattice.size && is_open(call, agent, aim))) {
        return false;
    }
    add_option(out, aim, dynamic_score(call, agent, lattice_find(&call->lattice, aim)), false);
    return true;
}

/* Adds a point up to one cell ahead, for passages that do not fit the lattice: the first one that
 * walls leave open, and that is nearer to the goal. It may lie beside the straight line. It counts
 * as one cell nearer, as the hop takes as long; else agents would turn back from short hops. */
static void add_passage(const cells_call *call, const cells_agent *agent, const wend_intent *intent,
                        const wend_route *guide, cells_options *out) {
    static const float lengths[] = {1.0F, 0.5F, 0.25F}; /* unit: size of a cell */
    const lattice *l = &call->lattice;
    wend_vec2 base = agent->motion.to;
    wend_location from = {base, agent->layer};
    wend_vec2 ahead = vec_sub(wend_region_aim(&intent->region, base, agent->speed), base);
    double here = distance_to_go(call, agent, intent, guide, base);
    double k = call->params->static_weight / (double)l->size;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        wend_vec2 point = vec_add(base, vec_shortened(ahead, lengths[i] * l->size));
        uint32_t layer = wend_space_layer_after(call->view->space, from, point);
        bool fits = push_from_walls(call, layer, agent->radius, &point);
        double there = distance_to_go(call, agent, intent, guide, point);
        if (fits && there < here && is_open(call, agent, point)) {
            double dynamic = dynamic_score(call, agent, lattice_find(l, point));
            add_option(out, point, dynamic - k * (here - (double)l->size), false);
            return;
        }
    }
}

void cells_find_options(const cells_call *call, const cells_agent *agent, const wend_intent *intent,
                        cells_options *out) {
    const lattice *l = &call->lattice;
    const wend_route *guide = guide_of(call, agent, intent);
    lattice_cell own = lattice_find(l, agent->motion.to);
    double k = call->params->static_weight / (double)l->size;
    bool is_narrow = false; /* walls close a cell, or move the point where agents stand in it */
    *out = (cells_options){0};
    for (uint32_t side = 0; side <= l->side_count; side++) {
        lattice_cell cell = side == 0 ? own : lattice_neighbour(l, own, side - 1);
        bool stays = side == 0 && agent->motion.lattice == l->id;
        wend_vec2 point = agent->motion.to;
        if (!stays && !find_stand(call, agent, cell, &point)) {
            is_narrow = true;
            continue;
        }
        wend_vec2 aside = vec_sub(point, lattice_centre(l, cell));
        is_narrow = is_narrow || vec_length(aside) > centred;
        double distance = distance_to_go(call, agent, intent, guide, point);
        if (distance < (double)INFINITY) {
            add_option(out, point, dynamic_score(call, agent, cell) - k * distance, true);
        }
    }
    if (!add_goal_point(call, agent, intent, out) && is_narrow) {
        add_passage(call, agent, intent, guide, out);
    }
}
