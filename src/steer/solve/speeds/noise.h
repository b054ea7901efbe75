/* steer/solve/speeds/noise.h: what models of this family add to a direction at random. */
#ifndef STEER_SOLVE_SPEEDS_NOISE_H
#define STEER_SOLVE_SPEEDS_NOISE_H

#include <wend/model.h>
#include <wend/random.h>

enum { PURPOSE_NOISE_X = 240, PURPOSE_NOISE_Y };

/* Returns a vector whose components are normally distributed, with the standard deviation `noise`
 * (a sampled parameter), for body `index` in this step; zero without noise. */
static inline wend_vec2 speed_noise(const wend_view *view, wend_column noise, uint32_t index) {
    float size = wend_column_at(noise, view->bodies[index].slot);
    if (size == 0.0F) {
        return (wend_vec2){0.0F, 0.0F};
    }
    uint64_t key = wend_view_key(view, index);
    return (wend_vec2){
        size * (float)wend_random_normal(view->seed, key, view->step, PURPOSE_NOISE_X),
        size * (float)wend_random_normal(view->seed, key, view->step, PURPOSE_NOISE_Y)};
}

#endif
