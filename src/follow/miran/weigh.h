/* follow/miran/weigh.h: what a line costs a character, by its weights of terrain and of slopes. */
#ifndef FOLLOW_MIRAN_WEIGH_H
#define FOLLOW_MIRAN_WEIGH_H

#include <wend/view.h>

#include "space/fan.h"

/* The weights of an agent. */
typedef struct miran_weights {
    bool any;              /* false: each line costs its length */
    space_weights terrain; /* in a worker buffer */
    double slope_weight;   /* wend_profile_def.slope_weight; 0 on ground without heights */
} miran_weights;

/* Finds the weights of the agent of body `index`. Returns false when out of memory. */
bool miran_weights_find(const wend_view *view, uint32_t worker, uint32_t index, miran_weights *out);

/* Returns the cost of the line from the fan's position to another one, in m. INFINITY if it crosses
 * forbidden terrain, or if the cost is more than `limit`. */
double miran_line_cost(const miran_weights *weights, const space_fan *fan, wend_vec2 to,
                       double limit);

#endif
