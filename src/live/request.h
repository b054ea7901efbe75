/* The members of a request, which is a JSON object. All functions fail with a message that names
 * the key, what was found and what was expected. They leave `*out` unchanged if they fail. */
#ifndef LIVE_REQUEST_H
#define LIVE_REQUEST_H

#include "json/reader.h"
#include <wend/base.h>

enum {
    LIVE_MAX_MEMBERS = 32, /* of a request */
    LIVE_MAX_KEY = 32      /* bytes of a key, including the final zero */
};

/* The largest magnitude of numbers that have no limit of their own, such as coordinates. */
#define LIVE_MAX_NUMBER 1e7

typedef struct live_member {
    char key[LIVE_MAX_KEY];
    json_token value; /* the first token of the value */
    const char *text; /* the value as JSON text, such as "[1, 2]" */
    size_t size;
} live_member;

typedef struct live_request {
    uint32_t count;
    live_member members[LIVE_MAX_MEMBERS];
} live_request;

/* Reads the members of a message. `text` must stay valid as long as the request. Fails with
 * WEND_ERROR_SYNTAX (no JSON object), WEND_ERROR_NAME (a key appears twice) and WEND_ERROR_LIMIT
 * (too many members, a key too long, values nested too deep). */
wend_result live_request_read(const char *text, size_t size, live_request *out, wend_error *error);

/* True if there is a member with that key, and its value is not null. Use it for optional members:
 * all functions below fail if the member is missing. */
bool live_has(const live_request *request, const char *key);

/* Gets a number from `low` to `high`. */
wend_result live_get_number(const live_request *request, const char *key, double low, double high,
                            double *out, wend_error *error);
/* Gets a whole number from `low` to `high`. */
wend_result live_get_integer(const live_request *request, const char *key, uint32_t low,
                             uint32_t high, uint32_t *out, wend_error *error);
wend_result live_get_bool(const live_request *request, const char *key, bool *out,
                          wend_error *error);
/* Gets a text of less than `capacity` bytes. */
wend_result live_get_text(const live_request *request, const char *key, char *out, size_t capacity,
                          wend_error *error);
/* Gets the key of an agent, which is a decimal string: "7". */
wend_result live_get_key(const live_request *request, const char *key, uint64_t *out,
                         wend_error *error);
/* Gets a list of at most `capacity` keys of agents. */
wend_result live_get_keys(const live_request *request, const char *key, uint64_t *out,
                          uint32_t capacity, uint32_t *count, wend_error *error);
/* Gets [x, y]. The magnitude of each number is at most LIVE_MAX_NUMBER. */
wend_result live_get_point(const live_request *request, const char *key, wend_point *out,
                           wend_error *error);
/* Gets [vx, vy] with a magnitude of at most `most`, in m/s. */
wend_result live_get_velocity(const live_request *request, const char *key, double most,
                              wend_point *out, wend_error *error);
/* Gets [x, y, layer], or [x, y] on layer 0. */
wend_result live_get_location(const live_request *request, const char *key, wend_point *out,
                              uint32_t *layer, wend_error *error);
/* Gets a list of at most `capacity` points: [[x, y], ...]. */
wend_result live_get_points(const live_request *request, const char *key, wend_point *out,
                            uint32_t capacity, uint32_t *count, wend_error *error);

/* Returns the value of a member as JSON text, or NULL if there is no such member or it is null. */
const live_member *live_find_member(const live_request *request, const char *key);
/* Fails with "'KEY' must be EXPECTED, found FOUND"; FOUND describes the token. */
wend_result live_refuse(const char *key, const json_token *found, wend_error *error,
                        const char *expected, ...) __attribute__((format(printf, 4, 5)));

#endif
