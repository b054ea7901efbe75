/* Pictures of several runs with one panel for each: collects the frames of runs as their observer,
 * and draws all panels at the end. */
#include "draw/crowd/panels.h"
#include "base/def.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "record/file/picture.h"
#include "run/describe.h"
#include "run/picture_file.h"
#include "scenario/params.h"
#include <string.h>
#include <wend/panels.h>

/* The output whose settings in the scenario apply to the panels. */
#define PICTURE_NAME "png"

typedef struct run_panel {
    wend_recording recording; /* its scenario name is the title of the panel */
    picture_output picture;
    const char *title, *text;
    bool is_run;
} run_panel;

struct wend_panels {
    memory heap;
    memory_arena arena;
    const char *title, *line;
    run_panel **panels;
    uint32_t count, capacity;
};

void wend_panels_def_init(wend_panels_def *def, size_t size) {
    const wend_panels_def defaults = {.title = "", .line = ""};
    def_fill(def, size, &defaults, sizeof defaults);
}

static const char *copy_text(wend_panels *panels, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = arena_take(&panels->arena, size, 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

wend_result wend_panels_create(const wend_panels_def *given, wend_panels **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_panels_def known;
    const wend_panels_def *def = &known;
    wend_result result = DEF_READ(panels, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_panels *panels = memory_allocate(&def->allocator, sizeof *panels);
    if (panels == NULL) {
        return error_no_memory(error, "a picture");
    }
    memset(panels, 0, sizeof *panels);
    memory_init(&panels->heap, &def->allocator);
    arena_init(&panels->arena, &panels->heap);
    panels->title = copy_text(panels, def->title != NULL ? def->title : "");
    panels->line = copy_text(panels, def->line != NULL ? def->line : "");
    if (panels->title == NULL || panels->line == NULL) {
        wend_panels_destroy(panels);
        return error_no_memory(error, "a picture");
    }
    *out = panels;
    return WEND_OK;
}

void wend_panels_destroy(wend_panels *panels) {
    if (panels == NULL) {
        return;
    }
    for (uint32_t i = 0; i < panels->count; i++) {
        picture_end(&panels->panels[i]->picture, false, NULL);
    }
    wend_allocator allocator = panels->heap.allocator;
    memory_free(&panels->heap, panels->panels, panels->capacity * sizeof(run_panel *));
    arena_free(&panels->arena);
    memory_release(&allocator, panels, sizeof *panels);
}

/* Adds a panel without content. Returns NULL if out of memory. */
static run_panel *add_panel(wend_panels *panels, const char *title) {
    run_panel *panel = arena_take(&panels->arena, sizeof *panel, 16);
    const char *copy = copy_text(panels, title);
    if (panel == NULL || copy == NULL ||
        !memory_grow(&panels->heap, (void **)&panels->panels, sizeof(run_panel *),
                     &panels->capacity, panels->count + 1)) {
        return NULL;
    }
    memset(panel, 0, sizeof *panel);
    panel->title = copy;
    panels->panels[panels->count++] = panel;
    return panel;
}

wend_result wend_panels_add_run(wend_panels *panels, const char *title,
                                const wend_scenario *scenario, wend_error *error) {
    WEND_ASSERT(panels != NULL && title != NULL && scenario != NULL);
    run_panel *panel = add_panel(panels, title);
    if (panel == NULL || !describe_scenario(scenario, &panels->arena, &panel->recording)) {
        return error_no_memory(error, "a picture");
    }
    panel->recording.scenario = panel->title;
    panel->recording.allocator = panels->heap.allocator;
    const wend_entry *entry =
        wend_registry_find(scenario->registry, WEND_KIND_OUTPUT, PICTURE_NAME, error);
    if (entry == NULL) {
        return WEND_ERROR_NAME;
    }
    picture_params params;
    memset(&params, 0, sizeof params);
    scenario_fill_params(&scenario->entries, WEND_KIND_OUTPUT, entry, &params);
    panel->is_run = true;
    return picture_init(&panel->picture, &params, &panel->recording, error);
}

wend_result wend_panels_add_text(wend_panels *panels, const char *title, const char *text,
                                 wend_error *error) {
    WEND_ASSERT(panels != NULL && title != NULL && text != NULL);
    run_panel *panel = add_panel(panels, title);
    if (panel != NULL) {
        panel->text = copy_text(panels, text);
    }
    return panel != NULL && panel->text != NULL ? WEND_OK : error_no_memory(error, "a picture");
}

wend_result wend_panels_fail_run(wend_panels *panels, const char *text, wend_error *error) {
    WEND_ASSERT(panels != NULL && text != NULL);
    WEND_ASSERT(panels->count > 0 && panels->panels[panels->count - 1]->is_run);
    run_panel *panel = panels->panels[panels->count - 1];
    panel->text = copy_text(panels, text);
    panel->is_run = false;
    return panel->text != NULL ? WEND_OK : error_no_memory(error, "a picture");
}

wend_result wend_panels_observe(void *observer, const wend_recording *recording,
                                const wend_frame *frame, wend_error *error) {
    (void)recording;
    wend_panels *panels = observer;
    WEND_ASSERT(panels->count > 0 && panels->panels[panels->count - 1]->is_run);
    return picture_frame(&panels->panels[panels->count - 1]->picture, frame, error);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static wend_result draw_all(const void *what, bool vector, FILE *stream, wend_error *error) {
    return draw_panels_write(what, vector ? DRAW_SVG : DRAW_PNG, stream, error);
}

wend_result wend_panels_write(wend_panels *panels, const char *path, wend_error *error) {
    WEND_ASSERT(panels != NULL && path != NULL);
    wend_result checked = picture_file_check(path, error);
    if (checked != WEND_OK) {
        return checked;
    }
    if (panels->count == 0) {
        return error_set(error, WEND_ERROR_INVALID, "a picture needs at least one panel");
    }
    draw_panel *drawn = arena_take(&panels->arena, panels->count * sizeof *drawn, 16);
    if (drawn == NULL) {
        return error_no_memory(error, "a picture");
    }
    for (uint32_t i = 0; i < panels->count; i++) {
        run_panel *panel = panels->panels[i];
        picture_complete(&panel->picture);
        drawn[i] = (draw_panel){panel->is_run ? &panel->picture.picture : NULL, panel->title,
                                panel->text != NULL ? panel->text : ""};
    }
    const draw_panels content = {&panels->heap, panels->title, panels->line, drawn, panels->count};
    return picture_file_write(draw_all, &content, path, error);
}
