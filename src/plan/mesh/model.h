/* plan/mesh/model.h: what the agents of a profile share when they plan paths through a mesh: path
 * trees, and a cache of legs for each worker. */
#ifndef PLAN_MESH_MODEL_H
#define PLAN_MESH_MODEL_H

#include "plan/mesh/trees.h"
#include "plan/route/leg_cache.h"

typedef struct mesh_model {
    wend_allocator allocator;
    mesh_trees *trees;
    uint32_t worker_count;
    leg_cache *caches[]; /* by worker */
} mesh_model;

/* Creates a model. Returns NULL if out of memory. */
mesh_model *mesh_model_create(const wend_model_def *def);

/* Destroys a model, which may be NULL. */
void mesh_model_destroy(mesh_model *model);

/* Releases, at the start of a step, what has not been used for long. */
void mesh_model_begin_step(mesh_model *model, uint64_t step);

/* Returns the cache of a worker, for the scene of a view and map. */
leg_cache *mesh_model_cache(mesh_model *model, const wend_view *view, uint32_t worker,
                            uint32_t map);

#endif
