/* A loop around poll. Each turn: time is checked, jobs go to the hosts, bytes go out and come in. A
 * connection reads and writes once a turn, so that none keeps the others waiting. */
#define _POSIX_C_SOURCE 200809L
#include "serve/network.h"
#include "base/error.h"
#include "serve/clock.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LONGEST_WAIT_MS = 1000, LARGEST_WRITE = 1 << 20 };

wend_result network_open(network *net, uint32_t run_count, wend_error *error) {
    if (pipe(net->wake) != 0) {
        net->wake[0] = net->wake[1] = -1;
        return error_set(error, WEND_ERROR_IO, "cannot make a pipe: %s", strerror(errno));
    }
    (void)listen_prepare(net->wake[0]);
    (void)listen_prepare(net->wake[1]);
    for (size_t i = 0; i < NETWORK_SLOTS; i++) {
        net->slots[i].fd = -1;
    }
    for (; net->queue_count < run_count; net->queue_count++) {
        jobs_init(&net->queues[net->queue_count], net->site.heap, net->wake[1]);
    }
    return WEND_OK;
}

void network_end(network *net) {
    static const char byte = 1;
    atomic_store(&net->is_ending, true);
    while (write(net->wake[1], &byte, 1) < 0 && errno == EINTR) {
    }
}

/* ---- Slots ----------------------------------------------------------------------------------- */

/* Frees a slot whose connection is over, unless a host is at work on its job. */
static void release(network *net, network_slot *slot) {
    connection *c = &slot->connection;
    if (slot->fd >= 0) {
        close(slot->fd);
        slot->fd = -1;
    }
    c->phase = CONNECTION_OVER;
    bool is_idle = c->state != JOB_TAKEN || jobs_withdraw(&net->queues[c->run], &c->job);
    if (is_idle) {
        connection_free(c);
        slot->in_use = false;
    }
}

void network_close(network *net) {
    for (size_t i = 0; i < NETWORK_SLOTS; i++) {
        if (net->slots[i].in_use) {
            net->slots[i].connection.state = JOB_NONE; /* the hosts have ended */
            release(net, &net->slots[i]);
        }
    }
    for (uint32_t i = 0; i < net->queue_count; i++) {
        jobs_destroy(&net->queues[i]);
    }
    listen_close(&net->listeners);
    for (int i = 0; i < 2; i++) {
        if (net->wake[i] >= 0) {
            close(net->wake[i]);
        }
    }
}

static network_slot *find_free(network *net, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        if (!net->slots[i].in_use) {
            return &net->slots[i];
        }
    }
    return NULL;
}

/* Finds the connection that has gone longest without a complete request, or without closing after
 * the last byte. It makes room for a new one, so that connections that send nothing keep no other
 * client out. A connection whose job is at work must stay: the host writes to it. */
static network_slot *find_idle(network *net) {
    network_slot *found = NULL;
    for (size_t i = 0; i < NETWORK_CONNECTIONS; i++) {
        const connection *c = &net->slots[i].connection;
        bool is_idle = c->phase == CONNECTION_REQUEST || c->phase == CONNECTION_DRAINING;
        is_idle = is_idle && c->state != JOB_TAKEN;
        if (is_idle && (found == NULL || c->phase_at < found->connection.phase_at)) {
            found = &net->slots[i];
        }
    }
    return found;
}

static void accept_all(network *net, int listener, int64_t now) {
    for (;;) {
        bool failed = false;
        int fd = listen_accept(listener, &failed);
        net->accept_at = failed ? now + NETWORK_PAUSE_MS : net->accept_at;
        if (fd < 0) {
            return;
        }
        network_slot *slot = find_free(net, 0, NETWORK_CONNECTIONS);
        if (slot == NULL && (slot = find_idle(net)) != NULL) {
            release(net, slot);
        }
        bool is_refused = slot == NULL;
        slot = is_refused ? find_free(net, NETWORK_CONNECTIONS, NETWORK_SLOTS) : slot;
        if (slot == NULL) {
            close(fd);
            continue;
        }
        slot->fd = fd;
        slot->in_use = true;
        connection_open(&slot->connection, &net->site, now);
        if (is_refused) {
            connection_refuse(&slot->connection, 503, "there are 16 connections already", now);
        }
    }
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static bool is_temporary(int code) {
    return code == EAGAIN || code == EWOULDBLOCK || code == EINTR;
}

static void receive(network_slot *slot, int64_t now) {
    uint8_t *room = NULL;
    size_t size = connection_room(&slot->connection, &room);
    if (size == 0) {
        return;
    }
    ssize_t got = recv(slot->fd, room, size, 0);
    if (got > 0) {
        connection_receive(&slot->connection, (size_t)got, now);
    } else if (got == 0 || !is_temporary(errno)) {
        connection_end_of_input(&slot->connection);
    }
}

static void send_some(network_slot *slot, int64_t now) {
    const uint8_t *bytes = NULL;
    size_t size = connection_output(&slot->connection, &bytes);
    if (size == 0) {
        return;
    }
    size = size < LARGEST_WRITE ? size : LARGEST_WRITE;
    ssize_t sent = send(slot->fd, bytes, size, MSG_NOSIGNAL);
    if (sent < 0) {
        slot->connection.phase = is_temporary(errno) ? slot->connection.phase : CONNECTION_OVER;
        return;
    }
    connection_sent(&slot->connection, (size_t)sent, now);
    if (slot->connection.phase == CONNECTION_DRAINING) {
        shutdown(slot->fd, SHUT_WR);
    }
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

/* Bytes of answers that clients have not taken yet. */
static size_t count_waiting_answers(const network *net) {
    size_t sum = 0;
    for (size_t i = 0; i < NETWORK_SLOTS; i++) {
        const connection *c = &net->slots[i].connection;
        sum += net->slots[i].in_use && c->state == JOB_ANSWERED ? c->job.answer_size : 0;
    }
    return sum;
}

static void start_jobs(network *net) {
    bool has_room = count_waiting_answers(net) < NETWORK_WAITING_ANSWERS;
    for (size_t i = 0; i < NETWORK_SLOTS && has_room; i++) {
        serve_job *job =
            net->slots[i].in_use ? connection_take_job(&net->slots[i].connection) : NULL;
        if (job != NULL) {
            jobs_add(&net->queues[job->run], job);
        }
    }
}

static void finish_jobs(network *net, int64_t now) {
    char bytes[64];
    while (read(net->wake[0], bytes, sizeof bytes) > 0) {
    }
    for (uint32_t i = 0; i < net->queue_count; i++) {
        serve_job *job = NULL;
        while ((job = jobs_take_done(&net->queues[i])) != NULL) {
            char *at = (char *)job - offsetof(network_slot, connection) - offsetof(connection, job);
            network_slot *slot = (network_slot *)(void *)at;
            connection_finish_job(&slot->connection, now);
            if (slot->fd < 0) {
                release(net, slot);
            }
        }
    }
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* Checks the time of all connections, and releases those that are over. Returns when the next one
 * must be checked. */
static int64_t check_time(network *net, int64_t now) {
    int64_t next = now + LONGEST_WAIT_MS;
    for (size_t i = 0; i < NETWORK_SLOTS; i++) {
        network_slot *slot = &net->slots[i];
        if (slot->fd < 0) {
            continue;
        }
        int64_t at = connection_tick(&slot->connection, now);
        if (slot->connection.phase == CONNECTION_OVER) {
            release(net, slot);
        } else {
            next = at < next ? at : next;
        }
    }
    return next > now ? next : now;
}

typedef struct poll_set {
    struct pollfd fds[1 + LISTEN_MOST + NETWORK_SLOTS];
    network_slot *slots[1 + LISTEN_MOST + NETWORK_SLOTS]; /* NULL: no connection */
    nfds_t count;
} poll_set;

static void add_to(poll_set *set, int fd, int events, network_slot *slot) {
    set->fds[set->count] = (struct pollfd){.fd = fd, .events = (short)events};
    set->slots[set->count++] = slot;
}

static void fill(poll_set *set, network *net, int64_t now) {
    set->count = 0;
    add_to(set, net->wake[0], POLLIN, NULL);
    bool accepts = now >= net->accept_at && !atomic_load(&net->is_ending);
    for (uint32_t i = 0; i < net->listeners.count; i++) {
        add_to(set, net->listeners.fds[i], accepts ? POLLIN : 0, NULL);
    }
    for (size_t i = 0; i < NETWORK_SLOTS; i++) {
        network_slot *slot = &net->slots[i];
        uint8_t *room = NULL;
        const uint8_t *bytes = NULL;
        if (slot->fd >= 0) {
            int events = (connection_room(&slot->connection, &room) > 0 ? POLLIN : 0) |
                         (connection_output(&slot->connection, &bytes) > 0 ? POLLOUT : 0);
            add_to(set, slot->fd, events, slot);
        }
    }
}

static void handle(network *net, const poll_set *set, int64_t now) {
    finish_jobs(net, now);
    for (nfds_t i = 1; i < set->count; i++) {
        network_slot *slot = set->slots[i];
        int events = set->fds[i].revents;
        if (slot == NULL) {
            continue;
        }
        if ((events & POLLIN) != 0) {
            receive(slot, now);
        } else if ((events & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
            slot->connection.phase = CONNECTION_OVER;
        }
        if (slot->connection.phase != CONNECTION_OVER) {
            send_some(slot, now);
        }
        if (slot->connection.phase == CONNECTION_OVER) {
            release(net, slot); /* at once: there may be a client that waits for a place */
        }
    }
    for (nfds_t i = 1; i < 1 + (nfds_t)net->listeners.count; i++) {
        if ((set->fds[i].revents & POLLIN) != 0) {
            accept_all(net, set->fds[i].fd, now);
        }
    }
}

/* Closes all sockets. Returns the time at which the server ends even if clients are slow. */
static int64_t say_goodbye(network *net, int64_t now) {
    for (size_t i = 0; i < NETWORK_SLOTS; i++) {
        if (net->slots[i].fd >= 0) {
            connection_close(&net->slots[i].connection, WEBSOCKET_GOING_AWAY, "wend has ended",
                             now);
        }
    }
    return now + NETWORK_END_MS;
}

static bool has_clients(const network *net) {
    for (size_t i = 0; i < NETWORK_SLOTS; i++) {
        if (net->slots[i].fd >= 0 && net->slots[i].connection.phase != CONNECTION_OVER) {
            return true;
        }
    }
    return false;
}

void network_run(network *net) {
    poll_set set;
    int64_t end = INT64_MAX;
    for (;;) {
        int64_t now = clock_ms();
        if (atomic_load(&net->is_ending) && end == INT64_MAX) {
            finish_jobs(net, now);
            end = say_goodbye(net, now);
        }
        int64_t next = check_time(net, now);
        if (end != INT64_MAX && (now >= end || !has_clients(net))) {
            return;
        }
        start_jobs(net);
        fill(&set, net, now);
        next = next < end ? next : end;
        if (poll(set.fds, set.count, (int)(next - now)) < 0 && errno != EINTR) {
            return;
        }
        handle(net, &set, clock_ms());
    }
}
