/* The answer of a message that failed. */
#ifndef LIVE_FAILURE_H
#define LIVE_FAILURE_H

#include "live/writer.h"

/* Drops what has been written, and writes {"error": {"code": "name", "message": "..."}}. */
void live_write_failure(live_writer *out, const wend_error *error);

#endif
