#include "support/trials.h"

#include <math.h>
#include <stdlib.h>

#ifndef WEND_TRIALS
#define WEND_TRIALS 1
#endif

double trials_factor(void) {
    const char *text = getenv("WEND_TRIALS");
    double asked = text ? strtod(text, NULL) : 0.0;
    return asked > 0.0 ? asked : (double)WEND_TRIALS;
}

uint32_t trials(uint32_t usual) {
    double count = ceil((double)usual * trials_factor());
    return count < (double)UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

uint32_t trials_at_least(uint32_t usual, uint32_t least) {
    uint32_t count = trials(usual);
    return count > least ? count : least;
}

uint32_t trials_at_most(uint32_t usual) {
    uint32_t count = trials(usual);
    return count < usual ? count : usual;
}

uint32_t trials_bound(uint32_t usual) {
    double factor = trials_factor();
    return factor < 1.0 ? (uint32_t)(0.5 * factor * (double)usual) : usual;
}
