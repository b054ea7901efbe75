/* Computes the headings of agents, and turns them. Cost: O(1). */
#include "step/heading.h"

#include <math.h>

#include <wend/math.h>

float heading_wrap(double angle) {
    double turned = angle - WEND_FULL_TURN * floor(angle / WEND_FULL_TURN + 0.5);
    double clamped = turned > WEND_PI ? WEND_PI : turned < -WEND_PI ? -WEND_PI : turned;
    return (float)clamped;
}

float heading_of(const cold_store *cold, const wend_body *body) {
    const float *headings = store_numbers(cold, ATTRIBUTE_HEADING);
    if (headings && !isnan(headings[body->slot])) {
        return headings[body->slot];
    }
    bool rests = body->velocity.x == 0.0F && body->velocity.y == 0.0F;
    return rests ? 0.0F : wend_atan2f(body->velocity.y, body->velocity.x);
}

float heading_turn(float from, wend_vec2 velocity, float max_turn) {
    double x = (double)velocity.x, y = (double)velocity.y;
    if (x * x + y * y < HEADING_LEAST_SPEED * HEADING_LEAST_SPEED) {
        return from;
    }
    float to = wend_atan2f(velocity.y, velocity.x);
    double change = (double)heading_wrap((double)to - (double)from);
    if (fabs(change) <= (double)max_turn) {
        return to;
    }
    return heading_wrap((double)from + (change > 0.0 ? (double)max_turn : -(double)max_turn));
}
