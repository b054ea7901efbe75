/* Chooses the next position of an agent: the one with the lowest potential on the circle around it
 * whose radius is the length of a step.
 *
 * M. Seitz, G. Koester, "Natural discretization of pedestrian movement in continuous space",
 * Physical Review E 86, 046108 (2012):
 *
 *     P(x) = P_target(x) + max over the walls of P_o(x) + sum over the agents of P_p(x)
 *
 * P_target is the distance to the region that the agent heads for, in a straight line, because the
 * route leads around walls; or that of the guiding field, if the follower gives a direction of it.
 * If the region is less than a step away, and the agent does not stop there, it falls beyond the
 * region as well: agents step through portals, not onto them.
 *
 * The search compares `directions` positions, beginning with that towards the region and then to
 * the right and left in turn, on each of `rings` circles (the disc of the later paper). Then it
 * tries both sides of the best position, `refinements` times, at half the angle each time. The
 * first of equal positions wins, so two agents that meet head-on both step to the right.
 *
 * Departures from the paper:
 * - Positions are refused if the way to them leads through a wall, nearer to a wall than the radius
 *   of the agent, or into another agent on the way of that agent's own step. An agent that already
 *   overlaps may move away.
 * - An agent that is to stop at a point less than a step away steps onto it or, if walls or agents
 *   keep it off, to where its disc touches the goal, unless agents repel it: a goal beside a wall
 *   could otherwise not be reached, as walls repel from farther away than the agent's radius.
 * - An agent that is to pass through a region less than a step away, but whose best step does not
 *   lead beyond it, steps 5 cm beyond it in the same way, or through its middle. Portals in narrow
 *   doors, and points of a path, leave as little room to walls as the disc needs; agents would step
 *   back and forth in front of them.
 * - If no position on the circles is better, half of the length is tried, a quarter and so on, down
 *   to `least_step`. Otherwise agents that start in a narrow gap would stand there.
 *
 * Cost: O((directions rings + 2 refinements) (agents + walls)), once for each step of an agent. */
#include "steer/solve/steps/choose.h"

#include <math.h>

#include <wend/explain.h>
#include <wend/field.h>
#include <wend/math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "step/skin.h"

/* m: potentials count as equal if they differ by less than this, so that rounding has no effect on
 * symmetrical choices. */
static const double equal_potentials = 1e-6;

/* m: the most by which a step may come nearer to an agent that the agent overlaps. */
static const double rounding = 1e-4;

/* m: an agent that is so near to a region that it is to pass is on it. */
static const float least_way = 1e-3F;

/* m: such an agent steps this far beyond the region, so that it has certainly crossed it. */
static const float beyond = 0.05F;

/* How often the way to the end of the last step is halved: to less than a thousandth of a
 * millimetre. */
enum { END_HALVINGS = 20 };

/* ---- Potential ------------------------------------------------------------------------------- */

static bool moves(const wend_region *region) {
    return region->velocity.x != 0.0F || region->velocity.y != 0.0F;
}

/* Returns the vector towards the region. If the agent is on a portal, it leads through it. */
static wend_vec2 towards_region(const steps_scene *scene) {
    const wend_region *region = scene->region;
    wend_vec2 from = scene->at.position, direction;
    if (scene->field != WEND_NONE &&
        wend_view_field_sample(scene->view, scene->field, scene->at, NULL, &direction)) {
        return direction;
    }
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return region->a;
    }
    direction = vec_sub(wend_region_aim(region, from, scene->speed), from);
    bool is_there = !(vec_length_squared(direction) > 0.0F);
    return is_there && region->shape == WEND_SHAPE_SEGMENT ? vec_perp(vec_sub(region->b, region->a))
                                                           : direction;
}

/* True if the agent may pass through the region in its next step. */
static bool passes(const steps_scene *scene) {
    const wend_region *region = scene->region;
    return region->shape == WEND_SHAPE_DIRECTION ||
           (!(region->flags & WEND_REGION_STOP) &&
            wend_region_distance(region, scene->at.position) < scene->length);
}

static double target_potential(const steps_scene *scene, wend_vec2 point) {
    const wend_region *region = scene->region;
    float distance;
    wend_location there = {point, scene->at.layer};
    if (scene->field != WEND_NONE &&
        wend_view_field_sample(scene->view, scene->field, there, &distance, NULL)) {
        return (double)distance;
    }
    if (passes(scene)) {
        wend_vec2 ahead = vec_normalized(towards_region(scene));
        return -(double)vec_dot(ahead, vec_sub(point, scene->at.position));
    }
    if ((region->flags & WEND_REGION_AIM_NEAREST) && !moves(region)) {
        return (double)wend_region_distance(region, point);
    }
    wend_vec2 aim = wend_region_aim(region, scene->at.position, scene->speed);
    return (double)vec_length(vec_sub(aim, point));
}

static double potential_of_agents(const steps_rules *rules, const steps_scene *scene,
                                  wend_vec2 point) {
    double out = 0.0;
    for (uint32_t i = 0; i < scene->other_count; i++) {
        const steps_other *other = &scene->others[i];
        double distance = (double)vec_length(vec_sub(point, other->to));
        out += steps_agent_potential(&rules->shell, distance, (double)other->contact);
    }
    return out;
}

double steps_potential(const steps_rules *rules, const steps_scene *scene, wend_vec2 point) {
    double nearest = (double)INFINITY;
    double out = target_potential(scene, point) + potential_of_agents(rules, scene, point);
    for (uint32_t i = 0; i < scene->wall_count; i++) {
        double distance = segment_point_distance(point, scene->walls[i].a, scene->walls[i].b);
        nearest = distance < nearest ? distance : nearest;
    }
    bool has_wall = nearest < (double)INFINITY;
    return has_wall ? out + steps_wall_potential(&rules->shell, nearest, (double)scene->radius)
                    : out;
}

/* ---- The way --------------------------------------------------------------------------------- */

/* True if a step comes no nearer to a wall than the radius or, if the agent already overlaps walls,
 * than the nearest of them is. */
static bool clears_walls(const steps_scene *scene, wend_vec2 point) {
    wend_vec2 from = scene->at.position;
    double wanted = (double)scene->radius;
    for (uint32_t i = 0; i < scene->wall_count; i++) {
        double now = segment_point_distance(from, scene->walls[i].a, scene->walls[i].b);
        wanted = now < wanted ? now : wanted;
    }
    for (uint32_t i = 0; i < scene->wall_count; i++) {
        if (segment_distance(from, point, scene->walls[i].a, scene->walls[i].b) < wanted) {
            return false;
        }
    }
    return true;
}

bool steps_is_free(const steps_scene *scene, wend_vec2 point) {
    wend_vec2 from = scene->at.position;
    for (uint32_t i = 0; i < scene->other_count; i++) {
        const steps_other *other = &scene->others[i];
        double least = segment_distance(from, point, other->from, other->to);
        double now = segment_point_distance(from, other->from, other->to);
        double contact = (double)other->contact;
        if (least < (now < contact ? now - rounding : contact)) {
            return false;
        }
    }
    return clears_walls(scene, point);
}

/* ---- The search ------------------------------------------------------------------------------ */

typedef struct steps_search {
    const steps_rules *rules;
    const steps_scene *scene;
    double ahead; /* rad: direction of the region */
    wend_vec2 best;
    double potential;     /* of `best` */
    double angle, length; /* of `best`: rad from `ahead`, m */
} steps_search;

static void try_angle(steps_search *search, double angle, double length) {
    double direction = search->ahead + angle;
    wend_vec2 from = search->scene->at.position;
    wend_vec2 point = {from.x + (float)(length * wend_cos(direction)),
                       from.y + (float)(length * wend_sin(direction))};
    double potential = steps_potential(search->rules, search->scene, point);
    if (potential < search->potential - equal_potentials && steps_is_free(search->scene, point)) {
        search->best = point;
        search->potential = potential;
        search->angle = angle;
        search->length = length;
    }
}

static void try_ring(steps_search *search, double length) {
    uint32_t count = search->rules->directions;
    double spacing = WEND_FULL_TURN / (double)count;
    for (uint32_t i = 0; i < count; i++) {
        double side = i % 2 == 1 ? -1.0 : 1.0; /* the right side first */
        uint32_t rank = (i + 1) / 2;           /* 0, 1, 1, 2, 2, ... */
        try_angle(search, side * spacing * (double)rank, length);
    }
}

/* Returns the farthest point on the way along `towards` to which the way is free, up to the share
 * `most` of it. */
static wend_vec2 farthest_free(const steps_scene *scene, wend_vec2 towards, float most) {
    wend_vec2 from = scene->at.position;
    float low = 0.0F, high = most;
    for (int i = 0; i < END_HALVINGS; i++) {
        float middle = 0.5F * (low + high);
        bool is_free = steps_is_free(scene, vec_add(from, vec_scale(towards, middle)));
        *(is_free ? &low : &high) = middle;
    }
    return vec_add(from, vec_scale(towards, low));
}

/* Finds a step onto the point that the agent aims at (slightly beyond it if the agent does not stop
 * there) or, if walls or agents keep it off, to where it touches the region. Walls do not repel it
 * from there: the step is refused if, without the potential of walls, `best` is better. */
static bool find_end(const steps_search *search, wend_vec2 towards, wend_vec2 *end) {
    const steps_scene *scene = search->scene;
    const wend_region *region = scene->region;
    wend_vec2 from = scene->at.position;
    float gain = vec_length(towards);
    float touch = region->flags & WEND_REGION_INSIDE ? 0.0F : scene->radius;
    if (region->shape == WEND_SHAPE_DIRECTION || !(gain > 0.0F) || gain - touch >= scene->length) {
        return false;
    }
    float far = region->flags & WEND_REGION_STOP ? gain : gain + beyond;
    float most = (far < scene->length ? far : scene->length) / gain;
    *end = vec_add(from, vec_scale(towards, most));
    if (!steps_is_free(scene, *end)) {
        *end = farthest_free(scene, towards, most);
    }
    float way = vec_length(vec_sub(*end, from)), rest = wend_region_distance(region, *end);
    float near = skin_at(from);
    bool arrives = way >= gain - near || rest <= touch + near;
    double more = potential_of_agents(search->rules, scene, *end) -
                  potential_of_agents(search->rules, scene, search->best);
    float before = vec_dot(towards, vec_sub(search->best, from)) / gain;
    return arrives && more < (double)(way - before);
}

/* True if the best step does not lead beyond a region that the agent is to pass. */
static bool misses(const steps_search *search, wend_vec2 towards) {
    const steps_scene *scene = search->scene;
    wend_vec2 from = scene->at.position;
    float gain = vec_length(towards);
    return passes(scene) && scene->region->shape != WEND_SHAPE_DIRECTION &&
           wend_region_distance(scene->region, from) > least_way &&
           vec_dot(towards, vec_sub(search->best, from)) < gain * gain;
}

/* Finds a step through a region that the best step misses: at the point that the agent aims at or,
 * if the straight line to it is blocked, in the middle. */
static bool find_crossing(const steps_search *search, wend_vec2 towards, wend_vec2 *end) {
    const wend_region *region = search->scene->region;
    if (!misses(search, towards)) {
        return false;
    }
    wend_vec2 middle = vec_sub(vec_lerp(region->a, region->b, 0.5F), search->scene->at.position);
    return find_end(search, towards, end) ||
           (region->shape == WEND_SHAPE_SEGMENT && find_end(search, middle, end));
}

static void refine(steps_search *search) {
    double turn = WEND_FULL_TURN / (double)search->rules->directions;
    for (uint32_t i = 0; i < search->rules->refinements && search->length > 0.0; i++) {
        turn *= 0.5;
        double middle = search->angle, length = search->length;
        try_angle(search, middle - turn, length);
        try_angle(search, middle + turn, length);
    }
}

steps_choice steps_choose(const steps_rules *rules, const steps_scene *scene) {
    wend_vec2 from = scene->at.position, towards = towards_region(scene);
    steps_search search = {.rules = rules,
                           .scene = scene,
                           .ahead = wend_atan2((double)towards.y, (double)towards.x),
                           .best = from,
                           .potential = steps_potential(rules, scene, from)};
    bool stops = scene->region->flags & WEND_REGION_STOP;
    wend_vec2 end;
    if (stops && find_end(&search, towards, &end)) {
        return (steps_choice){.end = end, .ends = true};
    }
    for (uint32_t k = rules->rings; k > 0; k--) {
        double length = (double)scene->length * (double)k / (double)rules->rings;
        if (length >= (double)rules->least || k == rules->rings) {
            try_ring(&search, length);
        }
    }
    double shorter = 0.5 * (double)scene->length;
    for (; !(search.length > 0.0) && shorter >= (double)rules->least; shorter *= 0.5) {
        try_ring(&search, shorter);
    }
    refine(&search);
    bool ends = find_crossing(&search, towards, &end);
    return (steps_choice){.end = ends ? end : search.best, .ends = ends || stops};
}

void steps_explain(const steps_rules *rules, const steps_scene *scene, wend_sketch *sketch) {
    wend_vec2 from = scene->at.position;
    for (uint32_t i = 0; i < rules->directions; i++) {
        double angle = WEND_FULL_TURN * (double)i / (double)rules->directions;
        wend_vec2 point = {from.x + scene->length * (float)wend_cos(angle),
                           from.y + scene->length * (float)wend_sin(angle)};
        double potential = steps_potential(rules, scene, point);
        bool is_free = steps_is_free(scene, point);
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_REGION,
                                            .a = point,
                                            .b = point,
                                            .c = {(float)potential, is_free ? 1.0F : 0.0F},
                                            .label = is_free ? "step" : "blocked step"});
    }
}
