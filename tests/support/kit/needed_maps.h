/* Provides conformance tests with the maps that registered planners need. Without these maps, an
 * entry could pass a test by standing still. */
#ifndef SUPPORT_KIT_NEEDED_MAPS_H
#define SUPPORT_KIT_NEEDED_MAPS_H

#include <wend/kit.h>

/* Creates a registry with all entries of the library and of the kit. */
wend_registry *needed_maps_registry(void);

/* Adds to a world a map of every kind that a planner uses with its default parameters, under the
 * name of the kind. For a planner that chooses another planner, it adds maps of all kinds that need
 * no settings. The maps are built for agents with a radius of up to 0.5 m, once for each space, and
 * kept until the test program ends. */
void needed_maps_add(wend_world *world, const wend_registry *registry, const char *planner);
/* Restores these maps in a loaded world. */
void needed_maps_restore(wend_world *world, const wend_registry *registry, const char *planner);

#endif
