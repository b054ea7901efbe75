/* Implements the theme: palettes, and text drawn with cairo. */
#include "draw/canvas/theme.h"
#include "base/utf8.h"
#include <string.h>

uint32_t theme_group_colour(uint32_t group) {
    static const uint32_t colours[THEME_GROUP_COLOURS] = {
        0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0x56b4e9, 0x005448, 0xc0b460, 0x783c00,
        0xb41884, 0x6c6c48, 0x2400f0, 0x8478fc, 0xf0b0a8, 0x906070, 0x709048, 0xa0d800,
        0xf07080, 0x604060, 0x00d8e8, 0x900030, 0xd0a8c0, 0x0850b8, 0xa028f8, 0x780878};
    return colours[group % THEME_GROUP_COLOURS];
}

uint32_t theme_terrain_colour(uint32_t type) {
    static const uint32_t colours[THEME_TERRAIN_COLOURS] = {
        0xcfe6bb, 0xc0d9ee, 0xf0a8d0, 0xf0a890, 0x90f8f0, 0xc0b8e8, 0xa0c0b8, 0xf8d8e0,
        0x88d0a8, 0x88e0f8, 0xe8b888, 0x98b8f0, 0xc0b8c0, 0xd8f0e8, 0xe0e0f8, 0xc0c088,
        0xf0d0c0, 0xf8a8b0, 0xf0d0f8, 0xb8f8d8, 0xf0e8a8, 0x88c0e0, 0xb8c0a8, 0xb0b8b8};
    return colours[(type - 1) % THEME_TERRAIN_COLOURS];
}

void theme_set(cairo_t *cr, uint32_t colour, double opacity) {
    cairo_set_source_rgba(cr, ((colour >> 16) & 255) / 255.0, ((colour >> 8) & 255) / 255.0,
                          (colour & 255) / 255.0, opacity);
}

static void choose_font(cairo_t *cr, double size, bool bold) {
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
}

void theme_text(cairo_t *cr, const char *text, double x, double y, double size, bool bold,
                uint32_t colour) {
    choose_font(cr, size, bold);
    theme_set(cr, colour, 1.0);
    cairo_move_to(cr, x, y);
    cairo_show_text(cr, text);
}

double theme_text_width(cairo_t *cr, const char *text, double size, bool bold) {
    cairo_text_extents_t extents;
    choose_font(cr, size, bold);
    cairo_text_extents(cr, text, &extents);
    return extents.x_advance;
}

void theme_text_middle(cairo_t *cr, const char *text, double x, double y, double size,
                       uint32_t colour) {
    theme_text(cr, text, x - theme_text_width(cr, text, size, false) / 2, y, size, false, colour);
}

void theme_text_cut(cairo_t *cr, const char *text, double x, double y, double size, bool bold,
                    uint32_t colour, double wide) {
    static const char ellipsis[] = "\xe2\x80\xa6";
    char shown[256];
    utf8_copy(shown, sizeof shown - sizeof ellipsis, text);
    size_t length = strlen(shown);
    while (length > 0 && theme_text_width(cr, shown, size, bold) > wide) {
        do {
            length--;
        } while (length > 0 && ((unsigned char)shown[length] & 0xc0) == 0x80);
        memcpy(shown + length, ellipsis, sizeof ellipsis);
    }
    theme_text(cr, shown, x, y, size, bold, colour);
}
