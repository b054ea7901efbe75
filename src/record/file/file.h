/* A file that gets its name when it is whole: written as NAME.part, then renamed. */
#ifndef RECORD_FILE_FILE_H
#define RECORD_FILE_FILE_H

#include <stdio.h>
#include <wend/base.h>

typedef struct record_file {
    FILE *stream;
    char *path, *part; /* on the C heap */
} record_file;

/* Opens NAME.part for writing; fails if NAME is a folder. */
wend_result record_open(record_file *file, const char *path, wend_error *error);
/* Whether all writes so far went well. */
wend_result record_check(const record_file *file, wend_error *error);
/* Closes the file and gives it its name if `keep` and nothing failed; else removes it. Does nothing
 * to a file that was not opened. */
wend_result record_close(record_file *file, bool keep, wend_error *error);

enum { RECORD_NUMBER_SIZE = 40 };

/* Writes a number with at most `decimals` (0 to 9) places behind the point, trailing zeroes left
 * out, always with '.'; returns the length. Beyond 9e9 in size: as the shortest decimal. */
size_t record_format(double value, uint32_t decimals, char out[RECORD_NUMBER_SIZE]);
/* Writes a whole number; returns the length. */
size_t record_format_integer(uint64_t value, char out[RECORD_NUMBER_SIZE]);

#endif
