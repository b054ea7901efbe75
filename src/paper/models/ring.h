/* Measures people who walk through a periodic corridor: speed, single file, and lanes. */
#ifndef PAPER_MODELS_RING_H
#define PAPER_MODELS_RING_H

#include "paper/models/crowd.h"

/* m: length of one period of the corridor */
#define RING_LENGTH 26.0

/* A corridor along x whose ends are joined. */
typedef struct ring_scene {
    double width; /* m */
    uint32_t people;
    bool two_way;               /* half of the people walk to the left */
    bool in_file;               /* people start one behind the other, at nearly equal distances */
    double relaxation, measure; /* s: time before the measurement, and of the measurement */
} ring_scene;

typedef struct ring_outcome {
    double speed; /* m/s: mean distance walked forwards, divided by the time */
    /* In the 4 m around the seam, divided by the mean of the corridor: density and speed. */
    double seam_density, seam_speed;
    /* Two-way only: how far people are in lanes, 0 (as at random) to 1 (in lanes), at the start of
     * the run and in the mean of the measurement; see ring_order. */
    double order_start, order;
    double clearance; /* m: as in models_contacts */
    uint32_t through;
} ring_outcome;

/* A person in a two-way corridor. */
typedef struct ring_walker {
    double y; /* m: position across the corridor */
    bool left;
} ring_walker;

/* Returns the order parameter of lanes: 1 if everybody shares a row with people of the same
 * direction only, and 0 on average if directions are random. Rex and Loewen, Lane formation in
 * oppositely charged colloids (2007), and, for pedestrians, Nowak and Schadschneider, Quantitative
 * analysis of pedestrian counterflow in a cellular automaton model (2012): phi is the mean over
 * people of ((same - opposite) / (same + opposite))^2, where `same` and `opposite` count the others
 * in the same row, along the whole corridor. Its expected value for random directions, the mean of
 * 1 / (same + opposite), is subtracted, and the result is divided by its largest value. Here a row
 * is what lies at most 0.2 m to the side. Returns NAN if no row has two others. */
double ring_order(const ring_walker *walkers, uint32_t count);

/* Runs the scene. If the measurement is cancelled, the outcome is unspecified. */
wend_result ring_measure(const models_context *context, const ring_scene *scene, ring_outcome *out,
                         wend_error *error);

#endif
