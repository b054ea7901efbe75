/* Provides conformance tests with the maps that registered planners need. Without these maps, an
 * entry could pass a test by standing still. */
#ifndef SUPPORT_KIT_NEEDED_MAPS_H
#define SUPPORT_KIT_NEEDED_MAPS_H

#include <wend/kit.h>

/* Creates a registry with all entries of the library and of the kit. */
wend_registry *needed_maps_registry(void);

/* Adds to a world the maps that a planner needs with its default parameters. Each map is named
 * after its kind. If the planner chooses another planner, adds a map of every kind that needs no
 * settings. The maps are built for agents with a radius of up to 0.5 m, once for each space, and
 * are kept until the test program ends. */
void needed_maps_add(wend_world *world, const wend_registry *registry, const char *planner);
/* Adds a corridor map if the follower or the steering model needs a corridor that the planner does
 * not give. The map then gives the planner's routes their corridor. */
void needed_maps_add_corridor(wend_world *world, const wend_registry *registry, const char *planner,
                              const char *follower, const char *steering);
/* Restores the map of needed_maps_add_corridor in a world that was loaded from a snapshot. */
void needed_maps_restore_corridor(wend_world *world, const wend_registry *registry,
                                  const char *planner, const char *follower, const char *steering);
/* Restores the maps of needed_maps_add in a world that was loaded from a snapshot. */
void needed_maps_restore(wend_world *world, const wend_registry *registry, const char *planner);

#endif
