/* Worlds whose snapshots have every section, for tests and the fuzzer of snapshots, and damage to
 * snapshots that their checksum does not reveal. */
#ifndef SUPPORT_KIT_SAVED_WORLDS_H
#define SUPPORT_KIT_SAVED_WORLDS_H

#include <wend/kit.h>
#include <wend/snapshot.h>

/* The moments at which the world of saved_world_create is interesting. */
enum { SAVED_EARLY = 3, SAVED_LATE = 80 };

/* Creates a world with machines, signals, queues, sources, areas, doors, classes, a connection,
 * belts and a density grid, and makes `steps` steps. It needs no maps. The caller owns it. */
wend_world *saved_world_create(const wend_registry *registry, uint64_t steps);
/* Returns a def with which a snapshot of the world loads. The world must outlive what is loaded. */
wend_world_def saved_world_def(const wend_world *world, const wend_registry *registry);

/* Returns the snapshot of a world; the caller frees it. */
uint8_t *saved_world_bytes(const wend_world *world, size_t *size);
/* Returns an agent in a packed form; the caller frees it. */
uint8_t *saved_agent_bytes(const wend_world *world, wend_agent agent, size_t *size);
/* Makes the checksum of a changed snapshot or packed agent valid. */
void saved_bytes_seal(uint8_t *bytes, size_t size);

/* Steps a loaded world, saves it and loads it again. Aborts the program if that is another world.
 */
void saved_world_use(const wend_world_def *def, wend_world *world);

#endif
