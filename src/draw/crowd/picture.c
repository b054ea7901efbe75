#include "draw/crowd/picture.h"
#include "base/error.h"
#include "draw/canvas/canvas.h"
#include "draw/canvas/theme.h"

static void draw_layer(canvas *c, uint32_t layer) {
    const draw_style *style = &c->picture->style;
    cairo_surface_t *heat = canvas_heat_image(c, layer);
    canvas_clip(c, layer);
    canvas_draw_ground(c, layer, heat);
    if (style->show == DRAW_TRAILS) {
        canvas_draw_trails(c, layer);
        if (!style->no_starts) {
            canvas_draw_starts(c, layer);
        }
    }
    if (!style->no_goals) {
        canvas_draw_goals(c, layer);
    }
    if (style->show == DRAW_TRAILS) {
        canvas_draw_agents(c, layer);
    }
    if (!style->no_goals) {
        canvas_draw_stars(c, layer);
    }
    canvas_draw_overlay(c, layer);
    cairo_restore(c->cr);
    canvas_draw_frame(c, layer);
    cairo_surface_destroy(heat);
}

static void draw_all(canvas *c) {
    theme_set(c->cr, THEME_PAGE, 1.0);
    cairo_paint(c->cr);
    canvas_draw_header(c);
    for (uint32_t i = 0; i < c->layers; i++) {
        draw_layer(c, i);
    }
    if (!c->picture->style.no_legend) {
        canvas_draw_legend(c);
    }
}

static void count_trails(canvas *c) {
    for (uint32_t i = 0; i < c->sample_count; i++) {
        c->trail_count += i == 0 || c->samples[i].agent != c->samples[i - 1].agent;
    }
}

static wend_result write_canvas(canvas *c, draw_format format, FILE *stream, wend_error *error) {
    const draw_picture *picture = c->picture;
    canvas_layout(c, picture, picture->style.no_legend ? 0.0 : canvas_legend_height(c, picture));
    canvas_choose_values(c);
    draw_surface sheet = surface_open(format, (int)c->width, (int)c->height, stream);
    c->cr = sheet.cr;
    c->vector = format == DRAW_SVG;
    if (cairo_status(c->cr) == CAIRO_STATUS_SUCCESS) {
        draw_all(c);
    }
    wend_result result = surface_finish(&sheet, error);
    if (result == WEND_OK && c->out_of_memory) {
        result = error_no_memory(error, "a picture");
    }
    return result;
}

wend_result draw_picture_write(const draw_picture *picture, draw_format format, FILE *stream,
                               wend_error *error) {
    const draw_trails *trails = picture->trails;
    canvas c = {.picture = picture};
    trail_sample *samples = NULL;
    if (trails != NULL && trails->count > 0) {
        samples = trails_by_agent(trails);
        if (samples == NULL) {
            return error_no_memory(error, "a picture");
        }
        c.samples = samples;
        c.sample_count = trails->count;
    }
    count_trails(&c);
    wend_result result = write_canvas(&c, format, stream, error);
    if (samples != NULL) {
        memory_free(trails->heap, samples, c.sample_count * sizeof *samples);
    }
    return result;
}
