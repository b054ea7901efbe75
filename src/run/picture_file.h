/* Writes a picture to a file, in the format that its name selects. */
#ifndef RUN_PICTURE_FILE_H
#define RUN_PICTURE_FILE_H

#include <stdio.h>
#include <wend/base.h>

/* Draws `what` to a stream: an SVG if `vector` is true, otherwise a PNG. */
typedef wend_result (*draw_function)(const void *what, bool vector, FILE *stream,
                                     wend_error *error);

/* Fails unless a path ends in .svg or .png. */
wend_result picture_file_check(const char *path, wend_error *error);

/* Writes a picture to a path that picture_file_check accepts. */
wend_result picture_file_write(draw_function draw, const void *what, const char *path,
                               wend_error *error);

#endif
