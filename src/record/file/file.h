/* A file that is written as NAME.part and renamed to NAME when it is complete. Also functions that
 * format numbers as text. */
#ifndef RECORD_FILE_FILE_H
#define RECORD_FILE_FILE_H

#include "base/target.h"
#include <stdio.h>
#include <wend/base.h>

typedef struct record_file {
    FILE *stream;
    file_target target;
} record_file;

/* Opens NAME.part for writing, or NAME itself if it is a pipe or a device; fails if NAME is a
 * folder. */
wend_result record_open(record_file *file, const char *path, wend_error *error);
/* The same, but if NAME.part is `input`, a file that is being read (or NULL), opens NAME.part.part
 * instead. */
wend_result record_open_beside(record_file *file, const char *path, const char *input,
                               wend_error *error);
/* Fails if any write so far has failed. */
wend_result record_check(const record_file *file, wend_error *error);
/* Closes the file. Renames it to NAME if `keep` is true and nothing has failed; otherwise removes
 * it. Does nothing if the file was never opened. */
wend_result record_close(record_file *file, bool keep, wend_error *error);

enum { RECORD_NUMBER_SIZE = 40 };

/* Writes a number with at most `decimals` (0 to 9) digits after the decimal point, which is always
 * '.', and without trailing zeroes. Returns the number of characters written. Numbers with a
 * magnitude of 9e9 or more are written as the shortest decimal that reads back exactly. */
size_t record_format(double value, uint32_t decimals, char out[RECORD_NUMBER_SIZE]);
/* Writes a whole number in decimal. Returns the number of characters written. */
size_t record_format_integer(uint64_t value, char out[RECORD_NUMBER_SIZE]);

#endif
