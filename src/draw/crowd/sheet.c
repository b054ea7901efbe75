/* Draws a picture of a run: the header, one panel for each layer, and the legend. */
#include "draw/crowd/sheet.h"
#include "base/error.h"
#include "draw/crowd/view.h"
#include "draw/map/ground.h"

static void draw_layer(crowd_view *v, uint32_t layer) {
    canvas *c = &v->c;
    const draw_style *style = &v->picture->style;
    cairo_surface_t *heat = crowd_heat_image(v, layer);
    canvas_clip(c, layer);
    ground_draw(c, layer, heat);
    if (style->show == DRAW_TRAILS) {
        crowd_draw_trails(v, layer);
        if (!style->no_starts) {
            crowd_draw_starts(v, layer);
        }
    }
    if (!style->no_goals) {
        crowd_draw_goals(c, v->picture, layer);
        crowd_draw_places(c, v->picture->recording, layer);
    }
    if (style->show == DRAW_TRAILS) {
        crowd_draw_agents(v, layer);
    }
    if (!style->no_goals) {
        crowd_draw_stars(c, v->picture, layer);
    }
    overlay_draw(c, v->picture->recording, &v->picture->overlay, layer);
    cairo_restore(c->cr);
    canvas_draw_frame(c, layer);
    cairo_surface_destroy(heat);
}

void crowd_draw(crowd_view *v) {
    crowd_draw_header(v);
    for (uint32_t i = 0; i < v->c.layers; i++) {
        draw_layer(v, i);
    }
    if (!v->picture->style.no_legend) {
        crowd_draw_legend(v);
    }
}

static void count_trails(crowd_view *v) {
    for (uint32_t i = 0; i < v->sample_count; i++) {
        v->trail_count += i == 0 || v->samples[i].agent != v->samples[i - 1].agent;
    }
}

/* Finds the extent and the size of the picture, and checks that the format permits this size. */
static wend_result lay_out(crowd_view *v, draw_format format, wend_error *error) {
    const draw_style *style = &v->picture->style;
    canvas *c = &v->c;
    crowd_add_bounds(v);
    c->axes = style->axes;
    canvas_layout(c, style->width, style->no_legend ? 0.0 : crowd_legend_height(v));
    return surface_check_size(format, c->width, c->height, error);
}

static wend_result write_view(crowd_view *v, draw_format format, FILE *stream, wend_error *error) {
    canvas *c = &v->c;
    wend_result result = lay_out(v, format, error);
    if (result != WEND_OK) {
        return result;
    }
    crowd_choose_values(v);
    draw_surface sheet = surface_open(format, (int)c->width, (int)c->height, stream);
    c->cr = sheet.cr;
    c->vector = format == DRAW_SVG;
    if (cairo_status(c->cr) == CAIRO_STATUS_SUCCESS) {
        crowd_draw(v);
    }
    sheet.out_of_memory = c->out_of_memory;
    return surface_finish(&sheet, error);
}

wend_result crowd_open(crowd_view *v, const draw_picture *picture, wend_error *error) {
    const draw_trails *trails = picture->trails;
    *v = (crowd_view){.c = canvas_of(picture->recording, picture->heap), .picture = picture};
    if (trails != NULL && trails->count > 0) {
        v->samples = trails_sort_by_agent(trails);
        if (v->samples == NULL) {
            return error_no_memory(error, "a picture");
        }
        v->sample_count = trails->count;
    }
    count_trails(v);
    crowd_count_layers(v);
    return WEND_OK;
}

void crowd_close(crowd_view *v) {
    if (v->samples != NULL) {
        memory_free(v->picture->trails->heap, v->samples, v->sample_count * sizeof *v->samples);
        v->samples = NULL;
    }
}

wend_result draw_picture_check(const draw_picture *picture, draw_format format, wend_error *error) {
    crowd_view v;
    wend_result result = surface_load(error);
    if (result == WEND_OK) {
        result = crowd_open(&v, picture, error);
    }
    if (result == WEND_OK) {
        result = lay_out(&v, format, error);
        crowd_close(&v);
    }
    return result;
}

wend_result draw_picture_write(const draw_picture *picture, draw_format format, FILE *stream,
                               wend_error *error) {
    crowd_view v;
    wend_result result = surface_load(error);
    if (result == WEND_OK) {
        result = crowd_open(&v, picture, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    result = write_view(&v, format, stream, error);
    crowd_close(&v);
    return result;
}
