/* Evasive forces from predicted positions; see steer/karamouzas.c for the paper, the symbols and
 * the departures.
 *
 *     t_c    time until the neighbour's disc enters the personal space, at the desired velocity
 *     c_i    x_i + v_des t_c; c_j = x_j + v_j t_c
 *     D      |v_des| t_c + max(0, |c_i - c_j| - r_i - r_j)
 *     F      size(D) (c_i - c_j) / |c_i - c_j|
 *
 * Cost: O(1) per neighbour, plus O(N) for each one that counts. */
#include "steer/solve/social/karamouzas.h"

#include <math.h>

#include <wend/math.h>

#include "geom/vec.h"
#include "steer/solve/social/meet.h"

/* m: smaller distances would give forces without bound. */
static const float least_distance = 0.01F;

float karamouzas_size(const karamouzas_law *law, float distance) {
    if (distance < law->near) {
        return law->strength * law->near / fmaxf(distance, least_distance);
    }
    if (distance < law->middle) {
        return law->strength;
    }
    return distance < law->far ? law->strength * (law->far - distance) / (law->far - law->middle)
                               : 0.0F;
}

static bool is_seen(const karamouzas_law *law, wend_vec2 desired, wend_vec2 towards) {
    return vec_dot(vec_normalized(desired), vec_normalized(towards)) >= law->sight_cosine;
}

/* Returns t_c, or INFINITY if the neighbour does not count. */
static float time_to_meet(const karamouzas_law *law, wend_vec2 desired, wend_vec2 towards,
                          wend_vec2 velocity, float reach) {
    if (vec_length_squared(towards) < reach * reach) {
        return 0.0F;
    }
    float time = (float)meet_discs(towards, vec_sub(desired, velocity), (double)reach).time;
    return time < law->anticipation && is_seen(law, desired, towards) ? time : INFINITY;
}

bool karamouzas_meets(const karamouzas_law *law, wend_vec2 desired, float radius, wend_vec2 towards,
                      wend_vec2 velocity, float other_radius, karamouzas_threat *out) {
    float time = time_to_meet(law, desired, towards, velocity, law->personal_space + other_radius);
    if (!isfinite(time)) {
        return false;
    }
    wend_vec2 apart = vec_sub(vec_scale(vec_sub(desired, velocity), time), towards);
    float gap = fmaxf(vec_length(apart) - radius - other_radius, 0.0F);
    out->time = time;
    out->distance = vec_length(desired) * time + gap;
    out->force = vec_scale(vec_normalized(apart), karamouzas_size(law, out->distance));
    return true;
}

void karamouzas_add(const karamouzas_law *law, const karamouzas_threat *threat,
                    karamouzas_threats *list) {
    bool has_now = list->count > 0 && list->items[0].time == 0.0F;
    if (threat->time > 0.0F && has_now) {
        return;
    }
    if (threat->time == 0.0F && !has_now) {
        list->count = 0;
    }
    uint32_t most = law->most < KARAMOUZAS_MOST ? law->most : KARAMOUZAS_MOST;
    uint32_t rank = list->count;
    while (rank > 0 && threat->time < list->items[rank - 1].time) {
        rank--;
    }
    if (rank >= most) {
        return;
    }
    list->count += list->count < most;
    for (uint32_t i = list->count - 1; i > rank; i--) {
        list->items[i] = list->items[i - 1];
    }
    list->items[rank] = *threat;
}

float karamouzas_weight(const karamouzas_law *law, const karamouzas_threats *list, uint32_t rank) {
    float weight = 1.0F;
    for (uint32_t i = 0; i < rank && list->items[0].time > 0.0F; i++) {
        weight *= law->decay;
    }
    return weight;
}

wend_vec2 karamouzas_sum(const karamouzas_law *law, const karamouzas_threats *list) {
    wend_vec2 sum = {0.0F, 0.0F};
    for (uint32_t i = 0; i < list->count; i++) {
        sum = vec_add(sum, vec_scale(list->items[i].force, karamouzas_weight(law, list, i)));
    }
    return sum;
}

wend_vec2 karamouzas_wall(const karamouzas_law *law, float radius, float distance,
                          wend_vec2 normal) {
    float gap = distance - radius;
    if (gap >= law->wall_distance) {
        return (wend_vec2){0.0F, 0.0F};
    }
    float least = fmaxf(gap, least_distance);
    float decay = law->wall_exponent == 2.0F ? least * least : wend_powf(least, law->wall_exponent);
    float size = (law->wall_distance - gap) / decay;
    return vec_scale(normal, size);
}
