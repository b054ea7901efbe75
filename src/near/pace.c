/* Computes the walking speed that the space ahead of an agent allows: the fundamental diagram of
 * pedestrians by the length of their strides.
 *
 * S. Curtis, D. Manocha, "Pedestrian simulation using geometric reasoning in velocity space"
 * (2012); S. Curtis, "Pedestrian velocity obstacles" (2013). Strides grow with the square root of
 * the speed v, and an agent needs the length of its stride and a buffer. Solved for v, a space s
 * allows
 *
 *     v = (s / k)^2,    k = c (1 + beta) / alpha
 *
 * The space follows from the density rho of agents and walls around the point 1 m ahead:
 *
 *     rho = sum of N exp(-(p^2 + (2.5 q)^2) / (2 sigma^2)) over the neighbours
 *         + sum of N exp(-d^2 / (2 sigma_w^2)) over the walls
 *     s = 0.48 m / rho, or 100 m if rho < 0.001 / m
 *
 *     symbol     here                  symbol    here
 *     alpha      pace_rules.stride     p, q      along, across: offset of a neighbour from the
 * point beta       pace_rules.buffer     d         distance of a wall from the point c
 * pace_rules.share      sigma     AGENT_WIDTH, 1.5 m N          NORM                  sigma_w
 * WALL_WIDTH, 0.75 m
 *
 * The estimate of the space is that of the authors' program, Menge. There, c is 0.5; the published
 * formula has no such factor (c = 1) and allows 0.68 m/s at 1 m instead of 2.73. Whether c corrects
 * the estimate of the space or is an error could not be established, so it is a parameter of the
 * models. A wall does not count if its nearest point to the point ahead is its end `b`, so that two
 * walls with a common corner count once, or if that point is behind the agent.
 *
 * The speed has no lower bound, but a crowd of n neighbours can only reduce it so far: with ten it
 * is at least 0.09 m/s (c = 0.5). Cost: one exponential for each neighbour and wall nearby. */
#include "near/pace.h"

#include <math.h>

#include <wend/math.h>

#include "geom/vec.h"

#define AHEAD        1.0F         /* m: distance of the point at which the density is measured */
#define AGENT_WIDTH  1.5F         /* m */
#define WALL_WIDTH   0.75F        /* m */
#define NORM         0.265961520F /* 1/m: 1 / (AGENT_WIDTH sqrt(2 pi)) */
#define SIDE_WEIGHT  2.5F         /* how much more an offset across the direction counts */
#define LEAST        0.001F       /* 1/m: below this density, the space counts as free */
#define FREE_SPACE   100.0F       /* m */
#define AGENT_LENGTH 0.48F        /* m: space of an agent at a density of 1 / m */

/* Terms below exp(-16) = 1e-7 do not count. For walls, that is a distance of 5.7 WALL_WIDTH. */
#define LEAST_EXPONENT (-16.0F)
#define WALL_REACH     (5.7F * WALL_WIDTH)

enum { MOST_WALLS = 32 };

pace_sum pace_begin(wend_vec2 position, wend_vec2 direction) {
    return (pace_sum){.ahead = vec_add(position, vec_scale(direction, AHEAD)),
                      .direction = direction};
}

static float kernel(float squared, float width) {
    float exponent = -squared / (2.0F * width * width);
    return exponent > LEAST_EXPONENT ? NORM * wend_expf(exponent) : 0.0F;
}

void pace_add_agent(pace_sum *sum, wend_vec2 position) {
    wend_vec2 offset = vec_sub(position, sum->ahead);
    float along = vec_dot(sum->direction, offset);
    float across = SIDE_WEIGHT * vec_cross(sum->direction, offset);
    sum->density += kernel(along * along + across * across, AGENT_WIDTH);
}

void pace_add_wall(pace_sum *sum, float distance) {
    sum->density += kernel(distance * distance, WALL_WIDTH);
}

float pace_space(float density) {
    return density < LEAST ? FREE_SPACE : AGENT_LENGTH / density;
}

float pace_speed(const pace_rules *rules, float space) {
    float root = space * rules->stride / (rules->share * (1.0F + rules->buffer));
    return root * root;
}

/* True if a wall reduces the space: see above. */
static bool counts(const wend_wall_hit *wall, wend_vec2 position, const pace_sum *sum) {
    bool is_end = vec_dot(vec_sub(sum->ahead, wall->b), vec_sub(wall->b, wall->a)) >= 0.0F;
    return !is_end && vec_dot(vec_sub(wall->point, position), sum->direction) >= 0.0F;
}

static void add_walls(const wend_view *view, const wend_body *body, pace_sum *sum) {
    wend_wall_hit walls[MOST_WALLS];
    wend_location location = {sum->ahead, wend_body_layer(body)};
    uint32_t count = wend_view_find_walls(view, location, WALL_REACH, walls, MOST_WALLS);
    for (uint32_t i = 0; i < count; i++) {
        if (counts(&walls[i], body->position, sum)) {
            pace_add_wall(sum, walls[i].distance);
        }
    }
}

float pace_limit(const wend_view *view, const pace_rules *rules, uint32_t index,
                 wend_vec2 direction, const uint32_t *others, uint32_t count) {
    const wend_body *body = &view->bodies[index];
    pace_sum sum = pace_begin(body->position, direction);
    for (uint32_t i = 0; i < count; i++) {
        pace_add_agent(&sum, view->bodies[others[i]].position);
    }
    add_walls(view, body, &sum);
    return pace_speed(rules, pace_space(sum.density));
}
