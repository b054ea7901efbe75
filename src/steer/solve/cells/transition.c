/* The random choices of a floor-field automaton (cellular.c). */
#include "steer/solve/cells/transition.h"

#include <wend/math.h>

void transition_probabilities(const double *scores, uint32_t count, uint32_t free, double *p) {
    double highest = 0.0, sum = 0.0;
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (free >> k & 1U) { /* S may be in the hundreds: exp would overflow */
            highest = found == 0 || scores[k] > highest ? scores[k] : highest;
            found++;
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        p[k] = free >> k & 1U ? wend_exp(scores[k] - highest) : 0.0;
        sum += p[k];
    }
    for (uint32_t k = 0; k < count && found > 0; k++) {
        p[k] /= sum;
    }
}

uint32_t transition_draw(const double *p, uint32_t count, double u) {
    uint32_t last = count;
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        sum += p[k];
        if (p[k] > 0.0) {
            last = k;
            if (u < sum) {
                return k;
            }
        }
    }
    return last; /* the probabilities add up to slightly less than u */
}

double transition_rank(double p, double u) {
    return p > 0.0 ? -wend_log(1.0 - u) / p : 1.0e300;
}

int32_t transition_boson(double decay, double diffusion, uint32_t sides, double u) {
    double moves = (1.0 - decay) * diffusion;
    if (u < decay) {
        return BOSON_GONE;
    }
    if (u >= decay + moves) {
        return BOSON_STAYS;
    }
    uint32_t side = (uint32_t)((u - decay) / moves * (double)sides);
    return (int32_t)(side < sides ? side : sides - 1);
}
