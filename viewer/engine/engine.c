/* The engine of the viewer: a live world as a WebAssembly module, for docs/viewer.md.
 *
 * A module holds one live world. Its exports take and return addresses in the module's memory. The
 * page calls `_initialize` first. Memory that the page allocates with wend_viewer_alloc is its own,
 * except that wend_viewer_open takes over the bytes of the bundle. What the other functions return
 * belongs to the engine, and is valid until the next call of any of them. */
#include <wend/live.h>

#include <stdlib.h>
#include <string.h>

/* Function `name` under the name wend_viewer_<name>. */
#define EXPORT(name) __attribute__((export_name("wend_viewer_" #name)))

static struct {
    void *bytes; /* of the bundle, which must outlive the bundle */
    wend_bundle *bundle;
    wend_live *live;
    size_t answer_size, frame_size, save_size;
    void *saved;
    char error[WEND_ERROR_MESSAGE_SIZE + WEND_ERROR_PATH_SIZE];
} engine;

static uint32_t fail(wend_result result, const wend_error *error) {
    wend_error_text(error, engine.error, sizeof engine.error);
    return result;
}

static uint32_t fail_with(wend_result result, const char *message) {
    wend_error error = {.code = result};
    strncpy(error.message, message, sizeof error.message - 1);
    return fail(result, &error);
}

/* Keeps the failed condition for wend_viewer_error. The library aborts when this returns, and the
 * page gets a trap. */
static void note_assertion(const char *condition, const char *file, int line, void *user) {
    (void)user;
    wend_error error = {.code = WEND_ERROR_INVALID, .line = line};
    strncpy(error.path, file, sizeof error.path - 1);
    strncpy(error.message, "assertion failed: ", sizeof error.message - 1);
    strncat(error.message, condition, sizeof error.message - 1 - strlen(error.message));
    fail(error.code, &error);
}

static void forget_snapshot(void) {
    free(engine.saved);
    engine.saved = NULL;
    engine.save_size = 0;
}

static void close_world(void) {
    forget_snapshot();
    wend_live_destroy(engine.live);
    wend_bundle_destroy(engine.bundle);
    free(engine.bytes);
    memset(&engine, 0, sizeof engine);
}

/* Returns memory for the page, or NULL if there is none. */
EXPORT(alloc) void *allocate(size_t size) {
    return malloc(size > 0 ? size : 1);
}

/* Releases memory that wend_viewer_alloc returned. */
EXPORT(free) void release(void *memory, size_t size) {
    (void)size;
    free(memory);
}

/* Opens a bundle, and closes the previous one. Takes over the bytes, also after a failure. `kernel`
 * is a wend_kernel; 0 is the fastest. Returns a wend_result. */
EXPORT(open) uint32_t open_bundle(void *bytes, size_t size, uint32_t kernel) {
    wend_error error = {0};
    close_world();
    engine.bytes = bytes;
    wend_set_assert_handler(note_assertion, NULL);
    if (kernel >= WEND_KERNEL_COUNT) {
        close_world();
        return fail_with(WEND_ERROR_INVALID, "there is no such kernel");
    }
    wend_result result = wend_bundle_load(bytes, size, NULL, &engine.bundle, &error);
    if (result == WEND_OK) {
        wend_live_def def = wend_default_live_def();
        def.bundle = engine.bundle;
        def.kernel = (wend_kernel)kernel;
        result = wend_live_create(&def, &engine.live, &error);
    }
    if (result != WEND_OK) {
        close_world();
        return fail(result, &error);
    }
    return WEND_OK;
}

/* Returns the message of the last failure. */
EXPORT(error) const char *last_error(void) {
    return engine.error;
}

/* Returns the answer to a message, as JSON; NULL if no bundle is open, or out of memory. */
EXPORT(answer) const char *answer_message(const char *message, size_t size) {
    engine.answer_size = 0;
    return engine.live == NULL ? NULL
                               : wend_live_answer(engine.live, message, size, &engine.answer_size);
}

/* Returns the size of the last answer in bytes, without the zero at its end. */
EXPORT(answer_size) size_t size_of_answer(void) {
    return engine.answer_size;
}

/* Returns the agents for drawing; NULL if no bundle is open, or out of memory. */
EXPORT(frame) const void *write_frame(uint32_t colouring) {
    engine.frame_size = 0;
    return engine.live == NULL ? NULL : wend_live_frame(engine.live, colouring, &engine.frame_size);
}

/* Returns the size of the last frame in bytes. */
EXPORT(frame_size) size_t size_of_frame(void) {
    return engine.frame_size;
}

/* Returns a snapshot; NULL if no bundle is open, or out of memory. */
EXPORT(save) const void *save_snapshot(void) {
    forget_snapshot();
    if (engine.live == NULL) {
        return NULL;
    }
    size_t size = wend_live_save(engine.live, NULL, 0);
    engine.saved = malloc(size);
    if (engine.saved != NULL) {
        engine.save_size = wend_live_save(engine.live, engine.saved, size);
    }
    return engine.saved;
}

/* Returns the size of the last snapshot in bytes. */
EXPORT(save_size) size_t size_of_snapshot(void) {
    return engine.save_size;
}

/* Rewinds to a snapshot. Returns a wend_result. */
EXPORT(load) uint32_t load_snapshot(const void *bytes, size_t size) {
    if (engine.live == NULL) {
        return fail_with(WEND_ERROR_INVALID, "no bundle is open");
    }
    wend_error error = {0};
    wend_result result = wend_live_load(engine.live, bytes, size, &error);
    return result == WEND_OK ? WEND_OK : fail(result, &error);
}
