/* Opens cairo surfaces for PNG and SVG, and writes them to a stream. */
#include "draw/canvas/surface.h"
#include "base/error.h"

enum { LONGEST_SIDE = 32767 }; /* px, of an image surface of cairo */

static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int length) {
    return fwrite(data, 1, length, closure) == length ? CAIRO_STATUS_SUCCESS
                                                      : CAIRO_STATUS_WRITE_ERROR;
}

wend_result surface_load(wend_error *error) {
    return library_load(&library_cairo, error);
}

wend_result surface_check_size(draw_format format, double width, double height, wend_error *error) {
    if (format == DRAW_SVG || (width <= LONGEST_SIDE && height <= LONGEST_SIDE)) {
        return WEND_OK;
    }
    return error_set(error, WEND_ERROR_LIMIT,
                     "the picture would have %.0f x %.0f pixels, but a .png can have at most %d on "
                     "each side; set a larger `output.png.width`, leave out the legend, or write "
                     "an .svg",
                     width, height, LONGEST_SIDE);
}

draw_surface surface_open(draw_format format, int width, int height, FILE *stream) {
    WEND_ASSERT(surface_load(NULL) == WEND_OK);
    draw_surface sheet = {.format = format, .stream = stream};
    if (format == DRAW_SVG) {
        sheet.surface = cairo_svg_surface_create_for_stream(write_bytes, stream, width, height);
        cairo_svg_surface_set_document_unit(sheet.surface, CAIRO_SVG_UNIT_PX);
    } else {
        sheet.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    }
    sheet.cr = cairo_create(sheet.surface);
    return sheet;
}

wend_result surface_finish(draw_surface *sheet, wend_error *error) {
    cairo_status_t status = cairo_status(sheet->cr);
    if (status == CAIRO_STATUS_SUCCESS && sheet->format == DRAW_PNG) {
        cairo_surface_flush(sheet->surface);
        status = cairo_surface_write_to_png_stream(sheet->surface, write_bytes, sheet->stream);
    }
    cairo_destroy(sheet->cr);
    cairo_surface_finish(sheet->surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_status(sheet->surface);
    }
    cairo_surface_destroy(sheet->surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        return sheet->out_of_memory ? error_no_memory(error, "a picture") : WEND_OK;
    }
    return error_set(error, status == CAIRO_STATUS_NO_MEMORY ? WEND_ERROR_MEMORY : WEND_ERROR_IO,
                     "cannot write a picture: %s", cairo_status_to_string(status));
}
