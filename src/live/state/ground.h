/* The space of a live world or a recorded trajectory. */
#ifndef LIVE_STATE_GROUND_H
#define LIVE_STATE_GROUND_H

#include "live/writer.h"
#include <wend/space.h>

/* Writes the members `layers`, `classes`, `terrains` and `connections` of a description. */
void live_write_space(live_writer *out, const wend_space *space, const wend_space_def *def);

#endif
