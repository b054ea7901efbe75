/* The model orca_arc for eight agents at once: the wide twin of arc.c, the same operations in the
 * same order, so the results are the same bit for bit. A file that includes this defines LANES_AVX2
 * or LANES_SSE2, and ARC_STEER, the name of the function that is made. */
#include "steer/solve/arc_program_lanes.h"

#include "steer/solve/kernels.h"

/* arc_bias_of for eight. */
static inline lane_vectors bias_lanes(const lane_arcs *arcs) {
    lane_vectors chord = lane_vec_sub(arcs->right, arcs->left);
    lane_vectors place = lane_vec_add(arcs->left, lane_vec_scale(chord, arcs->bias));
    lanes least = lanes_set(ARC_LEAST_PLACE);
    lanes rests = lanes_less(lane_vec_dot(place, place), least);
    place = lane_vec_select(rests, place, lane_vec_perp(chord));
    lanes length = lane_vec_length(place);
    return (lane_vectors){lanes_div(place.x, length), lanes_div(place.y, length)};
}

static inline float lane_value(const lanes *column, uint32_t lane) {
    float value;
    memcpy(&value, (const char *)column + lane * sizeof value, sizeof value);
    return value;
}

static inline wend_vec2 lane_vector(const lane_vectors *v, uint32_t lane) {
    return (wend_vec2){lane_value(&v->x, lane), lane_value(&v->y, lane)};
}

/* The planes of one lane; there is room for LANE_PLANES. */
static velocity_program program_of_lane(const lane_program *p, uint32_t lane,
                                        velocity_plane *planes) {
    velocity_program program = {.planes = planes, .max_speed = lane_value(&p->max_speed, lane)};
    for (uint32_t i = 0; i < p->count; i++) {
        float offset = lane_value(&p->planes.c[i], lane);
        if (offset != no_plane) {
            planes[program.count++] = (velocity_plane){
                {lane_value(&p->planes.nx[i], lane), lane_value(&p->planes.ny[i], lane)}, offset};
        }
    }
    return program;
}

/* arc_go_beside for the lanes of `bits`, one by one. */
static void go_beside(lane_program *p, const lane_walks *w, uint32_t bits) {
    for (; bits; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        velocity_plane planes[LANE_PLANES];
        arc_program arc = {
            .program = program_of_lane(p, lane, planes),
            .arc = {lane_vector(&w->arcs.left, lane), lane_vector(&w->arcs.right, lane)},
            .speed = lane_value(&w->arcs.speed, lane),
            .bias = lane_vector(&w->bias, lane),
            .velocity = lane_vector(&w->velocity, lane),
            .margin = w->margin};
        wend_vec2 v = {lane_value(&p->x, lane), lane_value(&p->y, lane)};
        arc_go_beside(&arc, &v);
        put_in_lane(&p->x, lane, v.x);
        put_in_lane(&p->y, lane, v.y);
    }
}

/* The choices of lanes that cannot have their wishes; returns those that failed. */
static lanes solve_constrained(unit_work *work, const lane_walks *w, lanes constrained) {
    lane_program *p = &work->program;
    lanes wide = lanes_and(constrained, w->arcs.wide), beside = lanes_zero();
    if (lanes_any(wide)) {
        beside = solve_on_arcs(p, w, wide);
    }
    lanes rest = lanes_or(beside, lanes_without(wide, constrained));
    if (!lanes_any(rest)) {
        return lanes_zero();
    }
    lanes failed = plan_lanes(p, w->arcs.wish, rest);
    uint32_t used = (1U << work->unit.count) - 1U;
    go_beside(p, w, lanes_bits(lanes_without(failed, beside)) & used & ~work->done_alone);
    if (lanes_any(failed)) {
        give_way_lanes(p, failed);
    }
    return failed;
}

/* arc_choose for eight. */
static inline lanes solve_unit(const void *call, unit_work *work, const wend_intent *intents) {
    const arc_call *own = call;
    lane_program *p = &work->program;
    lane_walks w = {.velocity = {work->self.vx, work->self.vy}, .margin = own->margin};
    arc_lanes(&own->rules, work, intents, &w.arcs);
    w.bias = bias_lanes(&w.arcs);
    lane_vectors on_arc = lane_vec_scale(w.bias, w.arcs.speed);
    w.arcs.wish = lane_vec_select(w.arcs.wide, w.arcs.wish, on_arc);
    lanes constrained = constrained_lanes(p, w.arcs.wish);
    p->x = w.arcs.wish.x;
    p->y = w.arcs.wish.y;
    if (!lanes_any(constrained)) {
        return lanes_zero();
    }
    turn_arcs(&own->orca, &w.arcs);
    w.bias = turned_lanes(&own->orca, w.bias);
    return solve_constrained(work, &w, constrained);
}

void ARC_STEER(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    unit_model model = {call, solve_unit, arc_choose};
    steer_units(&model, &call->orca.planes, intents, outcomes);
}
