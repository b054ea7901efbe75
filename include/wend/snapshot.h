/* wend/snapshot.h: saves and loads worlds, and moves agents between worlds. */
#ifndef WEND_SNAPSHOT_H
#define WEND_SNAPSHOT_H

#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Moving agents between worlds ------------------------------------------------------------ */

/* Packs an agent with everything that influences it, for another world: body, activity, goal, path,
 * route, leg, choice, resources that it holds, timers, attributes, and the parameters and state of
 * all its entries. Returns the size of the packed agent in bytes, and writes the bytes if they fit
 * into `capacity`. Returns 0 if the id is null, stale or still queued. The agent stays in this
 * world: remove it before the next step. */
WEND_API size_t wend_world_pack_agent(const wend_world *world, wend_agent agent, void *out,
                                      size_t capacity);

/* Queues a packed agent, which enters at the start of the next step and continues as it would have
 * in its own world. Its id is written to `out` immediately (`out` may be NULL). The agent keeps its
 * key. The `enter` functions of its entries are not called, because their state is included. The
 * agent does not count as having entered its group.
 *
 * Both worlds must have the same space and seed, and the same profiles, goals, goal sets, paths,
 * groups, resources and maps must have been added to both; those that the agent uses are compared.
 * If the agent is on a connection, the rest of its crossing takes as long as it would have taken in
 * its own world. The resources that it holds are granted immediately where there is capacity, and
 * are lost otherwise. If it loses its claim on its goal, it claims that goal again, or chooses
 * another goal of its set.
 *
 * Nothing is queued on failure: WEND_ERROR_FORMAT (the bytes are damaged or of another version),
 * WEND_ERROR_NAME (the worlds differ, and the message names the difference; or the key is in use),
 * WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_unpack_agent(wend_world *world, const void *bytes, size_t size,
                                             wend_agent *out, wend_error *error);

/* ---- Snapshots ------------------------------------------------------------------------------- */

/* Saves the whole world as bytes, including queued commands. A loaded world continues with
 * bit-identical results. Returns the size in bytes. If the size is larger than `capacity`, nothing
 * is written, and `out` may be NULL. */
WEND_API size_t wend_world_save(const wend_world *world, void *out, size_t capacity);

/* Loads a world from a snapshot; the caller owns the world. `def` provides space, registry,
 * threads, tasks and allocator. Its space must have the content hash stored in the snapshot
 * (WEND_ERROR_NAME otherwise), and its registry must have the same entries. Add the world's maps
 * with wend_world_restore_map. Damaged bytes give WEND_ERROR_FORMAT. */
WEND_API wend_result wend_world_load(const wend_world_def *def, const void *bytes, size_t size,
                                     wend_world **out, wend_error *error);

/* Restores a map object after a load. This is the map stored under `name`, or the map that a queued
 * replacement will store there. Its content hash must equal that of the original (WEND_ERROR_NAME
 * otherwise). If the original was a wend_map, `object` must be one too; the world keeps a
 * reference. */
WEND_API wend_result wend_world_restore_map(wend_world *world, const char *name,
                                            uint64_t content_hash, const void *object,
                                            wend_error *error);

/* Saves a snapshot as a file. The file is written as PATH.part and renamed when it is complete.
 * Fails with WEND_ERROR_IO or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_save_file(const wend_world *world, const char *path,
                                          wend_error *error);
/* Checks that a file begins like a snapshot that this library reads, without reading the rest.
 * Fails with WEND_ERROR_FORMAT or WEND_ERROR_IO. */
WEND_API wend_result wend_snapshot_check_file(const char *path, wend_error *error);
/* Loads a world from a snapshot file. Fails under the same conditions as wend_world_load, and with
 * WEND_ERROR_IO. */
WEND_API wend_result wend_world_load_file(const wend_world_def *def, const char *path,
                                          wend_world **out, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
