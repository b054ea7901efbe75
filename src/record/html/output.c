/* Writes pages: the viewer with the simulation in it, in one file that a browser opens from disk.
 *
 * The page consists of a template (template.h) and a bundle. The page runs the bundle with the
 * built-in entries only, so a run with entries of a plug-in is refused at its first frame. */
#include <string.h>

#include "base/error.h"
#include "library/zlib.h"
#include "record/file/file.h"
#include "record/html/embed.h"
#include "record/html/template.h"
#include "record/starts/collect.h"

typedef struct html {
    record_file file;
    starts starts;
    page_template page;
} html;

static wend_result locate(const char *path, wend_result result, wend_error *error) {
    if (result != WEND_OK && error != NULL && error->path[0] == 0) {
        error_set_location(error, path, 0, 0);
    }
    return result;
}

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error) {
    (void)user;
    html *h = state;
    wend_result result = starts_begin(&h->starts, params, recording, "a page", error);
    if (result == WEND_OK) {
        result = page_template_load(&h->page, &h->starts.heap, error);
    }
    if (result == WEND_OK) {
        result = library_load(&library_zlib, error);
    }
    return result == WEND_OK ? record_open(&h->file, path, error) : locate(path, result, error);
}

/* Checks that the built-in entries can run the bundle. */
static wend_result check_bundle(const starts *s, wend_error *error) {
    wend_bundle *bundle = NULL;
    wend_world *world = NULL;
    wend_world_def def = wend_default_world_def();
    wend_error why = {.message = ""};
    wend_result result = wend_bundle_load(s->bytes, s->size, NULL, &bundle, &why);
    if (result == WEND_OK) {
        result = wend_bundle_create_world(bundle, &def, 0, &world, &why);
    }
    wend_world_destroy(world);
    wend_bundle_destroy(bundle);
    return result == WEND_OK
               ? WEND_OK
               : error_set(error, result,
                           "a page has only the built-in entries, and cannot run this scenario: %s",
                           why.message);
}

static wend_result frame(void *state, const wend_frame *shown, wend_error *error) {
    html *h = state;
    bool is_first = h->starts.bytes == NULL;
    wend_result result = starts_frame(&h->starts, shown, error);
    if (result == WEND_OK && is_first) {
        result = check_bundle(&h->starts, error);
    }
    return locate(h->file.target.path, result, error);
}

static wend_result write_page(html *h, wend_error *error) {
    FILE *stream = h->file.stream;
    wend_result result = starts_finish(&h->starts, error);
    if (result != WEND_OK) {
        return result;
    }
    fwrite(h->page.head, 1, h->page.head_size, stream);
    result = embed_bundle(stream, h->starts.recording->scenario, h->starts.bytes, h->starts.size,
                          &h->starts.heap, error);
    fwrite(h->page.tail, 1, h->page.tail_size, stream);
    return result == WEND_OK ? record_check(&h->file, error) : result;
}

static wend_result end(void *state, bool keep, wend_error *error) {
    html *h = state;
    bool is_complete = keep && h->file.stream != NULL && h->starts.bytes != NULL;
    wend_result result = is_complete ? write_page(h, error) : WEND_OK;
    wend_result closed =
        record_close(&h->file, is_complete && result == WEND_OK, result == WEND_OK ? error : NULL);
    page_template_free(&h->page, &h->starts.heap);
    starts_free(&h->starts);
    return result == WEND_OK ? closed : result;
}

const wend_output output_html = {
    .entry = {WEND_HEAD(wend_output), .name = "html",
              .summary = "a page that runs the simulation in a browser, without a server",
              .params = starts_params_table, .param_count = STARTS_PARAM_COUNT,
              .params_size = sizeof(starts_params)},
    .extension = ".html",
    .state_size = sizeof(html),
    .begin = begin,
    .frame = frame,
    .end = end,
};
