/* The maps that registered planners need, for conformance tests: no entry passes by standing still
 * for want of a map. */
#ifndef SUPPORT_KIT_NEEDED_MAPS_H
#define SUPPORT_KIT_NEEDED_MAPS_H

#include <wend/kit.h>

/* A registry with all entries of the library and of the kit. */
wend_registry *needed_maps_registry(void);

/* Puts a map of every kind that a planner uses with its default parameters into a world, under the
 * name of the kind; for a planner that chooses another one, maps of all kinds that can be made
 * without settings. They are made for agents of up to 0.5 m, once for each space: maps are kept
 * until the test program ends. */
void needed_maps_put(wend_world *world, const wend_registry *registry, const char *planner);
/* Restores these maps in a world that was loaded. */
void needed_maps_restore(wend_world *world, const wend_registry *registry, const char *planner);

#endif
