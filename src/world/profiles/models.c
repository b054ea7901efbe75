/* Model objects: objects that stages create, one for each profile and stage. They are destroyed
 * together with the profile, and saved in snapshots. */
#include "base/error.h"
#include "world/snapshot/snapshot.h"

/* ---- Life ------------------------------------------------------------------------------------ */

static void *allocate_counted(void *user, size_t size) {
    return memory_get(user, size);
}

static void release_counted(void *user, void *block, size_t size) {
    memory_free(user, block, size);
}

static wend_result create_model(wend_world *world, profile_stage *stage, wend_error *error) {
    const wend_entry *entry = &stage->stage->entry;
    params_link(&stage->block);
    wend_model_def def = {.size = sizeof def,
                          .worker_count = world->worker_count,
                          .allocator = {allocate_counted, release_counted, &world->memory},
                          .space = world->space,
                          .params = stage->block.params,
                          .user = entry->user,
                          .dt = world->dt,
                          .seed = world->seed};
    wend_error own = {0};
    void *model = NULL;
    wend_result result = stage->stage->create(&def, &model, &own);
    if (result != WEND_OK) {
        return error_set(error, result, "'%s' cannot be used: %s", entry->name,
                         own.message[0] ? own.message : wend_result_text(result));
    }
    stage->model = model;
    stage->created = true;
    return WEND_OK;
}

wend_result models_create(wend_world *world, profile *made, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < PROFILE_STAGES && result == WEND_OK; i++) {
        profile_stage *stage = &made->stages[i];
        if (stage->stage && stage->stage->create && !stage->created) {
            result = create_model(world, stage, error);
        }
    }
    return result;
}

void model_destroy(profile_stage *stage) {
    if (stage->created && stage->stage->destroy) {
        stage->stage->destroy(stage->model);
    }
    stage->model = NULL;
    stage->created = false;
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

/* The archive contains the number of bytes, then the bytes. For a stage that saves nothing the
 * number is 0. */
void snapshot_model(archive *ar, const profile_stage *stage) {
    bool saves = stage->created && stage->stage->save;
    uint64_t size = saves && !ar->loading ? stage->stage->save(stage->model, NULL, 0) : 0;
    archive_u64(ar, &size);
    if (ar->failed || !ar->loading) {
        bool fits = !ar->failed && ar->out && size <= ar->size - ar->at;
        if (fits && saves && size > 0) {
            stage->stage->save(stage->model, ar->out + ar->at, (size_t)size);
        }
        archive_expect(ar, fits || !ar->out, "an entry saves more bytes than it reported");
        ar->at += ar->failed ? 0 : (size_t)size;
        return;
    }
    archive_expect(ar, size <= ar->size - ar->at, "it is truncated");
    archive_expect(ar, saves || size == 0, "there is data for an entry that saves none");
    if (ar->failed || !saves) {
        return;
    }
    wend_error ignored = {0};
    wend_result result = stage->stage->load(stage->model, ar->in + ar->at, (size_t)size, &ignored);
    archive_expect(ar, result == WEND_OK, "an entry cannot load its saved data");
    ar->at += (size_t)size;
}
