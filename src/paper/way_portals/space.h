/* A run of "Way Portals" that measures the ground that the crowd uses. */
#ifndef PAPER_WAY_PORTALS_SPACE_H
#define PAPER_WAY_PORTALS_SPACE_H

#include "paper/space_use.h"
#include "paper/way_portals/parts.h"

/* Runs a scenario with one of the models, and with a setting, which may be NULL. `*go_on` becomes
 * false if the run was cancelled. The caller initialises and frees `use`. */
wend_result portal_measure_use(wend_paper_call *call, const portal_scene *scene, int model,
                               const char *setting, space_use *use, bool *go_on, wend_error *error);

#endif
