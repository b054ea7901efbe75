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
 *     alpha      pace_rules.stride
 *     beta       pace_rules.buffer
 *     c          pace_rules.share
 *     N          NORM
 *     sigma      AGENT_WIDTH, 1.5 m
 *     sigma_w    WALL_WIDTH, 0.75 m
 *     p, q       offset of a neighbour from that point, along and across the direction
 *     d          distance of a wall from that point
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

#include <string.h>

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
#define MOST_EXPONENT_BITS 0x41800000 /* of 16.0F */
#define WALL_REACH         (5.7F * WALL_WIDTH)

enum { MOST_WALLS = 32, BATCH = 16 };

pace_sum pace_begin(wend_vec2 position, wend_vec2 direction) {
    return (pace_sum){.ahead = vec_add(position, vec_scale(direction, AHEAD)),
                      .direction = direction};
}

static inline int32_t bits_of(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_of(int32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Returns exp(-x) for x >= 0, or 0 from 16 on. It has no branches, so that compilers turn
 * loops over it into SIMD code with the same results. exp(-x) = 2^-n exp(r) with |r| < 0.35; the
 * Taylor series of exp(r) is accurate to 2e-7. */
static inline float falloff(float x) {
    /* Positive numbers have the same order as their bits. */
    int32_t keep = -(int32_t)(bits_of(x) < MOST_EXPONENT_BITS);
    float y = float_of(bits_of(x) & keep);
    int32_t n = (int32_t)(y * 1.44269504F + 0.5F); /* 1 / ln 2 */
    /* ln 2 in two parts; the first one times n is exact. */
    float r = (float)n * 0.693145751953125F - y + (float)n * 1.42860677e-6F;
    float series = 1.0F / 120.0F + r * (1.0F / 720.0F);
    series = 1.0F / 24.0F + r * series;
    series = 1.0F / 6.0F + r * series;
    series = 1.0F + r * (1.0F + r * (0.5F + r * series));
    float power = float_of((127 - n) * (1 << 23));
    return float_of(bits_of(series * power) & keep);
}

/* Returns the exponent of an agent's term, without its sign. */
static inline float exponent_of(const pace_sum *sum, wend_vec2 position) {
    wend_vec2 offset = vec_sub(position, sum->ahead);
    float along = vec_dot(sum->direction, offset);
    float across = SIDE_WEIGHT * vec_cross(sum->direction, offset);
    return (along * along + across * across) / (2.0F * AGENT_WIDTH * AGENT_WIDTH);
}

void pace_add_agent(pace_sum *sum, wend_vec2 position) {
    sum->density += NORM * falloff(exponent_of(sum, position));
}

void pace_add_wall(pace_sum *sum, float distance) {
    sum->density += NORM * falloff(distance * distance / (2.0F * WALL_WIDTH * WALL_WIDTH));
}

static void fall_off(float terms[BATCH]) {
    for (uint32_t i = 0; i < BATCH; i++) {
        terms[i] = falloff(terms[i]);
    }
}

/* Adds several agents at once, in their order. */
static void add_agents(pace_sum *sum, const wend_body *bodies, const uint32_t *others,
                       uint32_t count) {
    float terms[BATCH] = {0.0F};
    for (uint32_t first = 0; first < count; first += BATCH) {
        uint32_t here = count - first < BATCH ? count - first : BATCH;
        for (uint32_t i = 0; i < here; i++) {
            terms[i] = exponent_of(sum, bodies[others[first + i]].position);
        }
        fall_off(terms);
        for (uint32_t i = 0; i < here; i++) {
            sum->density += NORM * terms[i];
        }
    }
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
    add_agents(&sum, view->bodies, others, count);
    add_walls(view, body, &sum);
    return pace_speed(rules, pace_space(sum.density));
}
