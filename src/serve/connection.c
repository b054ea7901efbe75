/* The life of a connection: a request, then a response, or a WebSocket with its jobs. */
#include "serve/connection.h"
#include <string.h>

enum { CONTROL_ROOM = 512 /* bytes of pongs and pings that a client has not taken */ };

void connection_open(connection *c, serve_site *site, int64_t now) {
    memset(c, 0, sizeof *c);
    c->site = site;
    c->phase_at = c->received_at = c->sent_at = now;
    websocket_reader_init(&c->reader, site->heap, site->message_limit);
}

void connection_free(connection *c) {
    websocket_reader_free(&c->reader);
    job_clear(&c->job, c->site->heap);
    c->phase = CONNECTION_OVER;
}

static void enter(connection *c, connection_phase phase, int64_t now) {
    c->phase = phase;
    c->phase_at = c->sent_at = now;
}

/* ---- Output ---------------------------------------------------------------------------------- */

static bool has_body(const connection *c) {
    return c->body_at < c->body_size;
}

/* True if `small` goes next: it must not interrupt a body, which is one frame. */
static bool sends_small(const connection *c) {
    return c->small_at < c->small_size && !(has_body(c) && c->body_at > 0);
}

size_t connection_output(const connection *c, const uint8_t **out) {
    if (sends_small(c)) {
        *out = (const uint8_t *)c->small + c->small_at;
        return c->small_size - c->small_at;
    }
    if (has_body(c)) {
        *out = c->body + c->body_at;
        return c->body_size - c->body_at;
    }
    *out = c->last + c->last_at;
    return c->last_size - c->last_at;
}

static bool has_output(const connection *c) {
    return c->small_at < c->small_size || has_body(c) || c->last_at < c->last_size;
}

/* Adds a control frame, unless the client does not read those that it already gets. */
static void add_control(connection *c, websocket_opcode opcode, const void *payload, size_t size,
                        int64_t now) {
    uint8_t head[WEBSOCKET_MAX_SENT_HEAD];
    size_t head_size = websocket_write_head(head, opcode, size);
    if (!has_output(c)) {
        c->sent_at = now; /* nothing was to be sent: the client has not stalled so far */
    }
    if (c->small_at == c->small_size) {
        c->small_at = c->small_size = 0;
    }
    if (c->small_size + head_size + size > CONTROL_ROOM) {
        return;
    }
    memcpy(c->small + c->small_size, head, head_size);
    if (size > 0) {
        memcpy(c->small + c->small_size + head_size, payload, size);
    }
    c->small_size += head_size + size;
}

static void process_input(connection *c, int64_t now);

/* Goes on after everything was sent. */
static void end_output(connection *c, int64_t now) {
    if (c->phase == CONNECTION_RESPONSE || c->phase == CONNECTION_CLOSING) {
        enter(c, CONNECTION_DRAINING, now);
    }
}

void connection_sent(connection *c, size_t size, int64_t now) {
    *(sends_small(c) ? &c->small_at : has_body(c) ? &c->body_at : &c->last_at) += size;
    c->sent_at = now;
    if (c->state == JOB_ANSWERED && !has_body(c)) {
        c->body = NULL;
        c->body_at = c->body_size = 0;
        job_clear(&c->job, c->site->heap);
        c->state = JOB_NONE;
        process_input(c, now);
    }
    if (!has_output(c)) {
        end_output(c, now);
    }
}

void connection_close(connection *c, websocket_code code, const char *reason, int64_t now) {
    if (c->phase == CONNECTION_REQUEST) {
        c->phase = CONNECTION_OVER;
    }
    if (c->phase != CONNECTION_OPEN) {
        return;
    }
    size_t size = code == WEBSOCKET_NO_CODE ? 0 : 2 + strlen(reason);
    size_t head_size = websocket_write_head(c->last, WEBSOCKET_CLOSE, size);
    if (size > 0) {
        c->last[head_size] = (uint8_t)(code >> 8);
        c->last[head_size + 1] = (uint8_t)code;
        memcpy(c->last + head_size + 2, reason, size - 2);
    }
    c->last_size = head_size + size;
    enter(c, CONNECTION_CLOSING, now);
}

/* ---- Requests -------------------------------------------------------------------------------- */

void connection_refuse(connection *c, int status, const char *reason, int64_t now) {
    c->small_size = response_write_refusal(c->small, status, reason);
    enter(c, CONNECTION_RESPONSE, now);
}

static void open_socket(connection *c, const http_request *request, uint32_t run, int64_t now) {
    c->small_size = response_write_upgrade(c->small, request->socket_key.start);
    c->run = run;
    c->input_at = c->scanned;
    enter(c, CONNECTION_OPEN, now);
    process_input(c, now);
}

static void answer_request(connection *c, int64_t now) {
    http_request request;
    const char *reason = NULL;
    int status = http_parse((const char *)c->input, c->scanned, &request, &reason);
    if (status != 0) {
        connection_refuse(c, status, reason, now);
        return;
    }
    access_answer answer = access_check(&c->site->access, &request);
    switch (answer.target) {
    case ACCESS_SOCKET:
        open_socket(c, &request, answer.run, now);
        break;
    case ACCESS_TICKET:
        c->site->access.ticket[0] = '\0';
        c->small_size = response_write_redirect(c->small, c->site->access.token);
        enter(c, CONNECTION_RESPONSE, now);
        break;
    case ACCESS_PAGE:
        c->small_size = response_write_page(c->small, c->site->policy, c->site->page_size);
        c->body = (const uint8_t *)c->site->page;
        c->body_size = c->site->page_size;
        enter(c, CONNECTION_RESPONSE, now);
        break;
    default:
        connection_refuse(c, answer.status, answer.reason, now);
    }
}

static void read_request(connection *c, int64_t now) {
    size_t size = c->input_size < HTTP_MAX_HEAD ? c->input_size : HTTP_MAX_HEAD;
    switch (http_find_end((const char *)c->input, size, &c->scanned)) {
    case HTTP_COMPLETE:
        answer_request(c, now);
        break;
    case HTTP_BROKEN:
        connection_refuse(c, 400, "this is not HTTP", now);
        break;
    default:
        if (size == HTTP_MAX_HEAD) {
            connection_refuse(c, 431, "a request has at most 8192 bytes", now);
        }
    }
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* Makes a job of the message that waits, if there is none. The two swap their memory. */
static void start_job(connection *c) {
    if (!c->has_message || c->state != JOB_NONE) {
        return;
    }
    c->job = (serve_job){.run = c->run,
                         .message = c->reader.message,
                         .message_size = c->reader.message_size,
                         .message_capacity = c->reader.message_capacity};
    c->reader.message = NULL;
    c->reader.message_size = c->reader.message_capacity = 0;
    c->has_message = false;
    c->state = JOB_READY;
}

static void handle_event(connection *c, websocket_event event, int64_t now) {
    switch (event) {
    case WEBSOCKET_EVENT_MESSAGE:
        c->has_message = true;
        start_job(c);
        break;
    case WEBSOCKET_EVENT_PING:
        add_control(c, WEBSOCKET_PONG, c->reader.control, c->reader.control_size, now);
        break;
    case WEBSOCKET_EVENT_CLOSE:
        connection_close(
            c, c->reader.code == WEBSOCKET_NO_CODE ? WEBSOCKET_NO_CODE : WEBSOCKET_NORMAL, "", now);
        break;
    case WEBSOCKET_EVENT_FAILED:
        connection_close(c, c->reader.code, c->reader.reason, now);
        break;
    default:
        break;
    }
}

static void process_input(connection *c, int64_t now) {
    start_job(c);
    while (c->phase == CONNECTION_OPEN && !c->has_message && c->input_at < c->input_size) {
        const uint8_t *at = c->input + c->input_at;
        websocket_event event = websocket_read(&c->reader, &at, c->input + c->input_size);
        c->input_at = (size_t)(at - c->input);
        handle_event(c, event, now);
    }
    if (c->phase != CONNECTION_REQUEST && c->input_at == c->input_size) {
        c->input_at = c->input_size = 0;
    }
}

/* ---- Input ----------------------------------------------------------------------------------- */

size_t connection_room(connection *c, uint8_t **out) {
    bool drops = c->phase == CONNECTION_CLOSING || c->phase == CONNECTION_DRAINING;
    if (drops) {
        c->input_size = c->input_at = 0;
    }
    bool reads =
        drops || c->phase == CONNECTION_REQUEST || (c->phase == CONNECTION_OPEN && !c->has_message);
    *out = c->input + c->input_size;
    return reads ? CONNECTION_INPUT - c->input_size : 0;
}

void connection_receive(connection *c, size_t size, int64_t now) {
    c->received_at = now;
    c->is_pinged = false;
    if (c->phase == CONNECTION_REQUEST) {
        c->input_size += size;
        read_request(c, now);
    } else if (c->phase == CONNECTION_OPEN) {
        c->input_size += size;
        process_input(c, now);
    }
}

void connection_end_of_input(connection *c) {
    c->phase = CONNECTION_OVER;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

serve_job *connection_take_job(connection *c) {
    if (c->phase != CONNECTION_OPEN || c->state != JOB_READY) {
        return NULL;
    }
    c->state = JOB_TAKEN;
    return &c->job;
}

void connection_finish_job(connection *c, int64_t now) {
    c->state = JOB_ANSWERED;
    if (c->phase != CONNECTION_OPEN) {
        return; /* the client has gone */
    }
    if (c->job.answer == NULL) {
        connection_close(c, WEBSOCKET_SERVER_ERROR, "out of memory for an answer", now);
        return;
    }
    c->body = c->job.answer;
    c->body_size = c->job.answer_size;
    c->body_at = 0;
    c->sent_at = now; /* the client has as long as if it had read everything so far */
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Ends what has taken too long. Returns when `limit` ms after `since` will have passed. */
static int64_t expire(connection *c, int64_t since, int64_t limit, int64_t now) {
    if (now - since >= limit) {
        c->phase = CONNECTION_OVER;
    }
    return since + limit;
}

static int64_t tick_open(connection *c, int64_t now) {
    int64_t next = now + CONNECTION_PING_MS;
    if (has_output(c)) {
        return expire(c, c->sent_at, CONNECTION_STALL_MS, now);
    }
    if (c->state != JOB_NONE) {
        return next; /* it waits for the host, not for the client */
    }
    if (!c->is_pinged && now - c->received_at >= CONNECTION_PING_MS) {
        c->is_pinged = true;
        add_control(c, WEBSOCKET_PING, "wend", 4, now);
    }
    int64_t end = expire(c, c->received_at, CONNECTION_IDLE_MS, now);
    next = c->is_pinged ? end : c->received_at + CONNECTION_PING_MS;
    return next;
}

int64_t connection_tick(connection *c, int64_t now) {
    switch (c->phase) {
    case CONNECTION_REQUEST:
        if (now - c->phase_at >= CONNECTION_REQUEST_MS) {
            connection_refuse(c, 408, "the request took too long", now);
        }
        return c->phase_at + CONNECTION_REQUEST_MS;
    case CONNECTION_RESPONSE:
        return expire(c, c->phase_at, CONNECTION_RESPONSE_MS, now);
    case CONNECTION_OPEN:
        return tick_open(c, now);
    case CONNECTION_CLOSING:
        return expire(c, c->sent_at, CONNECTION_STALL_MS, now);
    case CONNECTION_DRAINING:
        return expire(c, c->phase_at, CONNECTION_DRAIN_MS, now);
    default:
        return now;
    }
}
