/* Helpers that the tests of pictures share: they decode PNG files. */
#ifndef UNIT_DRAW_IMAGE_H
#define UNIT_DRAW_IMAGE_H

#include "support/suite.h"
#include "unit/scenario/lab.h" /* suppresses reports of memory leaks in fontconfig */
#include <cairo/cairo.h>
#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/base.h>

typedef struct image {
    cairo_surface_t *surface;
    int width, height;
} image;

typedef struct image_bytes {
    const char *bytes;
    size_t left;
} image_bytes;

static inline cairo_status_t image_read(void *closure, unsigned char *data, unsigned int length) {
    image_bytes *from = closure;
    if (length > from->left) {
        return CAIRO_STATUS_READ_ERROR;
    }
    memcpy(data, from->bytes, length);
    from->bytes += length;
    from->left -= length;
    return CAIRO_STATUS_SUCCESS;
}

/* Decodes the PNG that the function `write` produces. */
static inline image image_from(wend_result (*write)(FILE *stream, const void *what),
                               const void *what) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    ck_assert_int_eq(write(stream, what), WEND_OK);
    fclose(stream);
    image_bytes from = {bytes, size};
    image out = {cairo_image_surface_create_from_png_stream(image_read, &from), 0, 0};
    ck_assert_int_eq(cairo_surface_status(out.surface), CAIRO_STATUS_SUCCESS);
    out.width = cairo_image_surface_get_width(out.surface);
    out.height = cairo_image_surface_get_height(out.surface);
    free(bytes);
    return out;
}

static inline image image_open(const char *path) {
    image out = {cairo_image_surface_create_from_png(path), 0, 0};
    ck_assert_int_eq(cairo_surface_status(out.surface), CAIRO_STATUS_SUCCESS);
    out.width = cairo_image_surface_get_width(out.surface);
    out.height = cairo_image_surface_get_height(out.surface);
    return out;
}

static inline void image_free(image *shown) {
    cairo_surface_destroy(shown->surface);
    shown->surface = NULL;
}

static inline const uint32_t *image_row(const image *shown, int y) {
    const void *row = cairo_image_surface_get_data(shown->surface) +
                      (ptrdiff_t)y * cairo_image_surface_get_stride(shown->surface);
    return row;
}

static inline uint32_t image_at(const image *shown, int x, int y) {
    ck_assert_msg(x >= 0 && y >= 0 && x < shown->width && y < shown->height,
                  "(%d, %d) is off the picture", x, y);
    return image_row(shown, y)[x] & 0xffffff;
}

/* Returns the difference between two colours, in the channel in which they differ most. */
static inline int image_colour_difference(uint32_t a, uint32_t b) {
    int most = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int difference = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
        most = difference > most ? difference : most;
    }
    return most;
}

static inline bool image_is_same(const image *a, const image *b) {
    bool same = a->width == b->width && a->height == b->height;
    for (int y = 0; same && y < a->height; y++) {
        same = memcmp(image_row(a, y), image_row(b, y), (size_t)a->width * 4) == 0;
    }
    return same;
}

/* The body of main. It runs the functions set_up and tear_down of the test file around each test.
 */
#define IMAGE_MAIN(name, ...)                                                                      \
    int main(void) {                                                                               \
        const TTest *const tests[] = {__VA_ARGS__};                                                \
        Suite *suite = suite_create(name);                                                         \
        TCase *all = tcase_create("all");                                                          \
        tcase_set_timeout(all, SUITE_TIMEOUT);                                                     \
        tcase_add_checked_fixture(all, set_up, tear_down);                                         \
        for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {                                \
            tcase_add_test(all, tests[i]);                                                         \
        }                                                                                          \
        suite_add_tcase(suite, all);                                                               \
        SRunner *runner = srunner_create(suite);                                                   \
        srunner_run_all(runner, CK_ENV);                                                           \
        int failed = srunner_ntests_failed(runner);                                                \
        srunner_free(runner);                                                                      \
        return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;                                          \
    }

#endif
