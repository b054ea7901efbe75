/* A live world made from a scenario, and functions that read its answers. A path names a value in
 * an answer: "marks.3.a.0" is the first number of `a` of the fourth mark. */
#ifndef SUPPORT_KIT_LIVE_LAB_H
#define SUPPORT_KIT_LIVE_LAB_H

#include <wend/kit.h>
#include <wend/live.h>

typedef struct live_lab {
    wend_scenario *scenario;
    wend_registry *registry;
    uint8_t *bytes;
    wend_bundle *bundle;
    wend_live *live;
    wend_world *world; /* that of the live world */
} live_lab;

/* Opens a scenario, given as text or, if `text` is NULL, as the path of a file. Aborts the program
 * if that fails. */
void live_lab_open(live_lab *lab, const char *text, const char *path);
void live_lab_close(live_lab *lab);

/* Asks with formatted text in which ' stands for ", and returns the answer, valid until the next
 * question. live_lab_expect aborts the test if the answer is an error; live_lab_refuse if it is
 * none, and returns the message. */
const char *live_lab_ask(live_lab *lab, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *live_lab_expect(live_lab *lab, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *live_lab_refuse(live_lab *lab, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Steps the live world by a message. */
void live_lab_step(live_lab *lab, uint32_t count);

/* True if there is a value at a path, and it is not null. */
bool live_lab_has(const char *answer, const char *path);
/* Return the value at a path; the test fails if there is none of that type. */
double live_lab_number(const char *answer, const char *path);
bool live_lab_bool(const char *answer, const char *path);
/* The text is valid until the fourth call after this one. */
const char *live_lab_text(const char *answer, const char *path);
/* Returns the number of items of a list. */
uint32_t live_lab_count(const char *answer, const char *path);
/* Gets all numbers below a path, also those of nested lists. Returns how many there are, and writes
 * at most `capacity`. */
uint32_t live_lab_numbers(const char *answer, const char *path, double *out, uint32_t capacity);

#endif
