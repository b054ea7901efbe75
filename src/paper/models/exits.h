/* Measures how people leave a room through a passage: flow, clogging, and contacts. */
#ifndef PAPER_MODELS_EXITS_H
#define PAPER_MODELS_EXITS_H

#include "paper/models/crowd.h"

/* A room with one passage in the middle of a side. */
typedef struct exit_scene {
    double room_length, room_width; /* m; the passage leaves from a side of length room_width */
    double width, length;           /* m, of the passage */
    bool corner; /* the passage turns left by a right angle, and continues for its length */
    uint32_t people;
    double limit; /* s: the run ends at this time; 0: no limit */
} exit_scene;

/* s: a run is clogged if no person passes for so long while people remain */
#define EXIT_CLOG 10.0

typedef struct exit_outcome {
    double flow; /* 1/s: exits_slope; NAN if too few people passed, or the run ended by clogging */
    double last; /* s: time when the last person passed; NAN if not all did */
    bool clogged;
    uint32_t remaining; /* people who have not passed at the end of the run */
    double clearance;   /* m: as in models_contacts */
    uint32_t through;
} exit_outcome;

/* Returns the flow (1/s): the slope of the number of people beyond the line over time, by least
 * squares from 20 % to 80 % of `people`, or to the last one of them. `times` are the `count`
 * times at which people passed, in ascending order. Returns NAN if fewer than 40 % have passed. */
double exits_slope(const double *times, uint32_t count, uint32_t people);

/* Runs the scene to its limit, or until all people have passed the middle of the passage, or none
 * has for three times EXIT_CLOG. If the measurement is cancelled, the outcome is unspecified. */
wend_result exits_measure(const models_context *context, const exit_scene *scene, exit_outcome *out,
                          wend_error *error);

#endif
