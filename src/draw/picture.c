#include "draw/picture.h"
#include "base/error.h"
#include "draw/canvas.h"
#include "draw/theme.h"

static void draw_layer(const canvas *c, uint32_t layer, const trail_sample *samples,
                       uint32_t count) {
    canvas_clip(c, layer);
    canvas_draw_ground(c, layer);
    canvas_draw_trails(c, layer, samples, count);
    canvas_draw_starts(c, layer);
    canvas_draw_goals(c, layer);
    canvas_draw_agents(c, layer);
    canvas_draw_overlay(c, layer);
    cairo_restore(c->cr);
    canvas_draw_frame(c, layer);
}

static void draw_all(const canvas *c) {
    const draw_trails *trails = c->picture->trails;
    trail_sample *samples = trails != NULL ? trails_by_agent(trails) : NULL;
    uint32_t count = samples != NULL ? trails->count : 0;
    theme_set(c->cr, THEME_PAGE, 1.0);
    cairo_paint(c->cr);
    canvas_draw_header(c);
    for (uint32_t i = 0; i < c->picture->recording->space_def->layer_count; i++) {
        draw_layer(c, i, samples, count);
    }
    canvas_draw_legend(c);
    if (samples != NULL) {
        memory_free(trails->heap, samples, count * sizeof *samples);
    }
}

static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int length) {
    return fwrite(data, 1, length, closure) == length ? CAIRO_STATUS_SUCCESS
                                                      : CAIRO_STATUS_WRITE_ERROR;
}

wend_result draw_picture_png(const draw_picture *picture, FILE *stream, wend_error *error) {
    canvas c = {0};
    canvas_layout(&c, picture, canvas_legend_height(picture));
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)c.width, (int)c.height);
    c.cr = cairo_create(surface);
    cairo_status_t status = cairo_status(c.cr);
    if (status == CAIRO_STATUS_SUCCESS) {
        draw_all(&c);
        cairo_surface_flush(surface);
        status = cairo_status(c.cr);
    }
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_write_to_png_stream(surface, write_bytes, stream);
    }
    cairo_destroy(c.cr);
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        return WEND_OK;
    }
    return error_set(error, status == CAIRO_STATUS_NO_MEMORY ? WEND_ERROR_MEMORY : WEND_ERROR_IO,
                     "cannot write a picture: %s", cairo_status_to_string(status));
}
