/* Marks the cells that a crowd uses on rasters, and draws the difference between two crowds. */
#include "paper/space_use.h"
#include "base/error.h"
#include "draw/canvas/surface.h"
#include "draw/canvas/theme.h"
#include "record/file/file.h"
#include <math.h>
#include <string.h>

enum { MOST_CELLS = 1 << 26 };

void space_use_init(space_use *use, const wend_allocator *allocator) {
    memset(use, 0, sizeof *use);
    memory_init(&use->heap, allocator);
}

static void free_raster(space_use *use, use_raster *raster) {
    memory_free(&use->heap, raster->used, (size_t)raster->columns * raster->rows);
}

void space_use_free(space_use *use) {
    free_raster(use, &use->centres);
    free_raster(use, &use->discs);
    free_raster(use, &use->solid);
    memory_free(&use->heap, use->last, use->last_capacity * sizeof *use->last);
}

/* ---- Marking --------------------------------------------------------------------------------- */

static bool make_raster(space_use *use, use_raster *raster, wend_vec2 low, wend_vec2 high,
                        double size) {
    double columns = ceil((double)(high.x - low.x) / size) + 1.0;
    double rows = ceil((double)(high.y - low.y) / size) + 1.0;
    if (columns * rows > MOST_CELLS) {
        return false;
    }
    *raster = (use_raster){low, size, (uint32_t)columns, (uint32_t)rows, NULL};
    raster->used = memory_get_zeroed(&use->heap, (size_t)raster->columns * raster->rows);
    return raster->used != NULL;
}

static void mark_cell(use_raster *raster, double x, double y) {
    double column = floor((x - (double)raster->low.x) / raster->size);
    double row = floor((y - (double)raster->low.y) / raster->size);
    if (column >= 0.0 && row >= 0.0 && column < raster->columns && row < raster->rows) {
        raster->used[(size_t)row * raster->columns + (size_t)column] = 1;
    }
}

static void mark_disc(use_raster *raster, double x, double y, double radius) {
    double first =
        (floor((y - radius - (double)raster->low.y) / raster->size) + 0.5) * raster->size;
    for (double at = (double)raster->low.y + first; at <= y + radius; at += raster->size) {
        double room = radius * radius - (at - y) * (at - y);
        if (room < 0.0) {
            continue;
        }
        double half = sqrt(room), size = raster->size, low = (double)raster->low.x;
        double begin = (ceil((x - half - low) / size - 0.5) + 0.5) * size + low;
        for (double across = begin; across <= x + half; across += size) {
            mark_cell(raster, across, at);
        }
    }
}

static void mark_path(space_use *use, wend_vec2 from, wend_vec2 to, double radius) {
    double dx = (double)to.x - (double)from.x, dy = (double)to.y - (double)from.y;
    double pieces = ceil(sqrt(dx * dx + dy * dy) / (SPACE_USE_DISC / 2.0));
    pieces = pieces < 1.0 ? 1.0 : pieces;
    for (double i = 1.0; i <= pieces; i += 1.0) {
        double x = (double)from.x + dx * i / pieces, y = (double)from.y + dy * i / pieces;
        mark_cell(&use->centres, x, y);
        mark_disc(&use->discs, x, y, radius);
    }
}

/* ---- Observing ------------------------------------------------------------------------------- */

/* Marks the cells whose middle is not walkable on any layer. */
static void mark_solid(space_use *use) {
    use_raster *solid = &use->solid;
    for (size_t i = 0; i < (size_t)solid->columns * solid->rows; i++) {
        size_t column = i % solid->columns, row = i / solid->columns;
        wend_vec2 at = {solid->low.x + (float)(((double)column + 0.5) * solid->size),
                        solid->low.y + (float)(((double)row + 0.5) * solid->size)};
        bool walkable = false;
        for (uint32_t layer = 0; layer < wend_space_layer_count(use->space) && !walkable; layer++) {
            walkable =
                wend_space_is_walkable(use->space, (wend_location){at, layer}, WEND_ALL_CLASSES);
        }
        solid->used[i] = !walkable;
    }
}

static wend_result begin(space_use *use, const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    wend_vec2 low, high;
    use->begun = true;
    use->space = recording->space;
    use->agents = frame->agent_count;
    if (!wend_space_bounds(recording->space, &low, &high)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the use of a space without bounds cannot be measured");
    }
    if (!make_raster(use, &use->centres, low, high, SPACE_USE_CELL) ||
        !make_raster(use, &use->solid, low, high, SPACE_USE_CELL) ||
        !make_raster(use, &use->discs, low, high, SPACE_USE_DISC)) {
        return error_no_memory(error, "the use of the space");
    }
    mark_solid(use);
    return WEND_OK;
}

/* Makes room for the last positions of `slots` slots; new slots have no last position yet. Returns
 * false if out of memory. */
static bool grow_last(space_use *use, uint32_t slots) {
    uint32_t had = use->last_capacity;
    if (slots > had && !memory_grow(&use->heap, (void **)&use->last, sizeof *use->last,
                                    &use->last_capacity, slots)) {
        return false;
    }
    for (uint32_t i = had; i < use->last_capacity; i++) {
        use->last[i] = (wend_vec2){NAN, NAN};
    }
    return true;
}

static void add_agent(space_use *use, const wend_agent_state *agent) {
    wend_vec2 *last = &use->last[wend_agent_slot(agent->agent)];
    wend_vec2 at = wend_space_to_local(use->space, agent->position);
    mark_path(use, isnan(last->x) ? at : *last, at, (double)agent->radius);
    *last = at;
    float near = agent->radius + (float)SPACE_USE_NEAR_WALL;
    wend_location location = {at, agent->layer};
    use->agent_steps++;
    use->near_wall_steps +=
        wend_space_clearance(use->space, location, near, WEND_ALL_CLASSES) < near;
}

static void add_spread(space_use *use, const wend_frame *frame) {
    if (frame->agent_count * 2 < use->agents || frame->agent_count == 0) {
        return;
    }
    double x = 0.0, y = 0.0, sum = 0.0, count = frame->agent_count;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        x += frame->agents[i].position.x / count;
        y += frame->agents[i].position.y / count;
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        double dx = frame->agents[i].position.x - x, dy = frame->agents[i].position.y - y;
        sum += sqrt(dx * dx + dy * dy) / count;
    }
    use->spread_sum += sum;
    use->spread_steps++;
}

wend_result space_use_observe(void *observer, const wend_recording *recording,
                              const wend_frame *frame, wend_error *error) {
    space_use *use = observer;
    wend_result result = use->begun ? WEND_OK : begin(use, recording, frame, error);
    if (result != WEND_OK) {
        return result;
    }
    if (!grow_last(use, frame->slot_count)) {
        return error_no_memory(error, "the use of the space");
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        add_agent(use, &frame->agents[i]);
    }
    add_spread(use, frame);
    return WEND_OK;
}

double space_use_area(const use_raster *raster) {
    size_t count = 0, all = (size_t)raster->columns * raster->rows;
    for (size_t i = 0; i < all; i++) {
        count += raster->used[i];
    }
    return (double)count * raster->size * raster->size;
}

/* ---- Picture --------------------------------------------------------------------------------- */

enum { PANEL_WIDTH = 520, PANEL_GAP = 16, PANEL_TOP = 36, PANEL_BOTTOM = 34 };

/* Fills the marked cells of a raster, except those that are marked in `without`, which may be NULL.
 * A cell is a whole number of pixels wide, so that no gaps appear between cells. */
static void fill_cells(cairo_t *cr, const use_raster *raster, const use_raster *without, int x,
                       int pixels, uint32_t colour) {
    theme_set(cr, colour, 1.0);
    for (uint32_t row = 0; row < raster->rows; row++) {
        int y = PANEL_TOP + (int)(raster->rows - 1 - row) * pixels;
        for (uint32_t column = 0; column < raster->columns; column++) {
            size_t at = (size_t)row * raster->columns + column;
            if (raster->used[at] && !(without && without->used[at])) {
                cairo_rectangle(cr, x + (int)column * pixels, y, pixels, pixels);
            }
        }
    }
    cairo_fill(cr);
}

/* Draws a panel with the used cells in a light colour on a dark background, as in the paper. */
static void draw_panel(cairo_t *cr, const space_use *use, const use_raster *without, int x,
                       int pixels) {
    const use_raster *raster = &use->centres;
    theme_set(cr, THEME_TEXT, 1.0);
    cairo_rectangle(cr, x, PANEL_TOP, (double)raster->columns * pixels,
                    (double)raster->rows * pixels);
    cairo_fill(cr);
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
    fill_cells(cr, &use->solid, NULL, x, pixels, THEME_FAINT);
    fill_cells(cr, raster, without, x, pixels, THEME_GROUND);
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
}

static void draw_panels(cairo_t *cr, const space_use *before, const space_use *after,
                        const char *const titles[3], int pixels) {
    const use_raster *first = &before->centres;
    int width = (int)first->columns * pixels;
    theme_set(cr, THEME_PAGE, 1.0);
    cairo_paint(cr);
    for (int i = 0; i < 3; i++) {
        int x = PANEL_GAP + i * (width + PANEL_GAP);
        theme_text(cr, titles[i], x, 24.0, THEME_TEXT_SIZE, true, THEME_TEXT);
        draw_panel(cr, i == 0 ? before : after, i == 2 ? first : NULL, x, pixels);
    }
    theme_text(cr,
               "white: cells of 0.25 m that the centre of an agent has visited; grey: not walkable",
               PANEL_GAP, PANEL_TOP + (double)first->rows * pixels + 20.0, THEME_TEXT_SIZE, false,
               THEME_FAINT);
}

wend_result space_use_draw(const space_use *before, const space_use *after,
                           const char *const titles[3], const char *path, wend_error *error) {
    record_file file = {0};
    wend_result result = surface_load(error);
    if (result == WEND_OK) {
        result = record_open(&file, path, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    const use_raster *first = &before->centres;
    int pixels = (int)fmax(round((double)PANEL_WIDTH / first->columns), 1.0);
    int width = 3 * (int)first->columns * pixels + 4 * PANEL_GAP;
    int height = PANEL_TOP + (int)first->rows * pixels + PANEL_BOTTOM;
    draw_surface sheet = surface_open(DRAW_PNG, width, height, file.stream);
    draw_panels(sheet.cr, before, after, titles, pixels);
    result = surface_finish(&sheet, error);
    wend_result closed = record_close(&file, result == WEND_OK, result == WEND_OK ? error : NULL);
    return result == WEND_OK ? closed : result;
}
