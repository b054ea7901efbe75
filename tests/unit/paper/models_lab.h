/* Helpers for tests of the comparison of steering models. */
#ifndef UNIT_PAPER_MODELS_LAB_H
#define UNIT_PAPER_MODELS_LAB_H

#include "paper/models/crowd.h"
#include "unit/scenario/lab.h"
#include <math.h>

static models_setup lab_setup;

/* Returns a context for agents that all have the preferred speed 1.34 m/s. */
static inline models_context lab_context(const char *steer, double radius, double dt) {
    memset(&lab_setup, 0, sizeof lab_setup);
    snprintf(lab_setup.name, sizeof lab_setup.name, "%s", steer);
    snprintf(lab_setup.profile, sizeof lab_setup.profile, "radius: %g, steer: %s", radius, steer);
    return (models_context){.registry = lab_registry, .setup = &lab_setup, .dt = dt, .seed = 1};
}

/* Asserts a result, with the message of the error. */
static inline void lab_check(wend_result result) {
    ck_assert_msg(result == WEND_OK, "%s: %s", lab_error.path, lab_error.message);
}

#endif
