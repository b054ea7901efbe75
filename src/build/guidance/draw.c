/* Draws a guidance field: streamlines, and arrows on top of them. */
#include "build/guidance/draw.h"
#include "draw/canvas/theme.h"
#include "draw/map/directions.h"
#include "draw/map/sheet.h"
#include <math.h>
#include <stdio.h>

enum { STREAMLINE_COLOUR = 0x8fb3d9, ARROW_COLOUR = 0x1f4e79 };

static const double LINE_SPACING = 14.0, ARROW_SPACING = 36.0; /* px */

typedef struct field_sampler {
    const wend_map *map;
    const wend_space *space;
} field_sampler;

static bool sample(void *context, wend_location at, wend_vec2 *out) {
    const field_sampler *s = context;
    return wend_space_is_walkable(s->space, at, 1) &&
           wend_guidance_sample(s->map, s->space, at, false, out);
}

/* Finds the box around the cells of a layer. Returns false if it has none. */
static bool find_box(const wend_map *map, uint32_t layer, draw_directions *out) {
    bool found = false;
    out->low = (wend_vec2){HUGE_VALF, HUGE_VALF};
    out->high = (wend_vec2){-HUGE_VALF, -HUGE_VALF};
    for (uint32_t i = 0; i < wend_guidance_cell_count(map); i++) {
        wend_guidance_cell cell = wend_guidance_cell_at(map, i);
        if (cell.centre.layer == layer) {
            float x = (float)(0.5 * cell.width), y = (float)(0.5 * cell.height);
            wend_vec2 at = cell.centre.position;
            out->low = (wend_vec2){fminf(out->low.x, at.x - x), fminf(out->low.y, at.y - y)};
            out->high = (wend_vec2){fmaxf(out->high.x, at.x + x), fmaxf(out->high.y, at.y + y)};
            found = true;
        }
    }
    return found;
}

static void draw_layer(const canvas *given, uint32_t layer, void *user) {
    const wend_map_drawing *drawing = user;
    field_sampler sampler = {drawing->map, drawing->recording->space};
    draw_directions field = {.sample = sample, .context = &sampler, .spacing = LINE_SPACING};
    canvas c = *given;
    if (!find_box(drawing->map, layer, &field)) {
        return;
    }
    theme_set(c.cr, STREAMLINE_COLOUR, 1.0);
    directions_draw_streamlines(&c, layer, &field);
    field.spacing = ARROW_SPACING;
    theme_set(c.cr, ARROW_COLOUR, 1.0);
    directions_draw_arrows(&c, layer, &field);
}

static void draw_legend_items(flow *f, void *user) {
    (void)user;
    flow_line(f, "streamline", STREAMLINE_COLOUR, 1.6, false);
    flow_line(f, "direction to walk", ARROW_COLOUR, 1.6, false);
}

wend_result guidance_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error) {
    (void)entry_user;
    char line[160];
    snprintf(line, sizeof line, "guidance field   %u cells, %.0f with an arrow",
             wend_guidance_cell_count(drawing->map), wend_map_find_figure(drawing->map, "arrows"));
    wend_map_drawing user = *drawing;
    map_sheet sheet = {.line = line,
                       .draw_layer = draw_layer,
                       .draw_legend_items = draw_legend_items,
                       .user = &user};
    return map_sheet_draw(&sheet, drawing, error);
}
