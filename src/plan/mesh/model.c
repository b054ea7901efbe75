/* The model of planners on a mesh: see model.h. */
#include "plan/mesh/model.h"

#include "base/hash.h"
#include "step/internals.h"

static size_t model_size(uint32_t worker_count) {
    return sizeof(mesh_model) + worker_count * sizeof(leg_cache *);
}

mesh_model *mesh_model_create(const wend_model_def *def) {
    mesh_model *model = memory_allocate(&def->allocator, model_size(def->worker_count));
    if (model == NULL) {
        return NULL;
    }
    *model = (mesh_model){.allocator = def->allocator, .worker_count = def->worker_count};
    model->trees = mesh_trees_create(&def->allocator);
    bool good = model->trees != NULL;
    for (uint32_t i = 0; i < def->worker_count; i++) {
        model->caches[i] = leg_cache_create(&def->allocator);
        good = good && model->caches[i] != NULL;
    }
    if (!good) {
        mesh_model_destroy(model);
    }
    return good ? model : NULL;
}

void mesh_model_destroy(mesh_model *model) {
    if (model == NULL) {
        return;
    }
    mesh_trees_destroy(model->trees);
    for (uint32_t i = 0; i < model->worker_count; i++) {
        leg_cache_destroy(model->caches[i]);
    }
    wend_allocator allocator = model->allocator;
    memory_release(&allocator, model, model_size(model->worker_count));
}

void mesh_model_begin_step(mesh_model *model, uint64_t step) {
    mesh_trees_begin(model->trees, step);
    for (uint32_t i = 0; i < model->worker_count; i++) {
        leg_cache_begin_step(model->caches[i], step);
    }
}

/* Hashes what a cached leg depends on, other than its key: the map, and the walls that block
 * routes. */
static uint64_t hash_scene(const wend_view *view, uint32_t map) {
    const overlay *over = view->internals->overlay;
    uint32_t generation = 0;
    wend_view_map(view, map, &generation);
    uint64_t hash = hash_combine(map, generation);
    for (uint32_t i = 0; i < over->wall_count; i++) {
        const overlay_wall *wall = &over->walls[i];
        if (overlay_blocks_routes(over, wall)) {
            hash = hash_bytes(&wall->a, sizeof wall->a, hash);
            hash = hash_bytes(&wall->b, sizeof wall->b, hash);
            hash = hash_combine(hash, wall->layer);
        }
    }
    return hash;
}

leg_cache *mesh_model_cache(mesh_model *model, const wend_view *view, uint32_t worker,
                            uint32_t map) {
    leg_cache_set_scene(model->caches[worker], hash_scene(view, map));
    return model->caches[worker];
}
