/* A server: its page, its network thread, and its hosts with a thread each. */
#define _POSIX_C_SOURCE 200809L
#include "serve/server.h"
#include "base/def.h"
#include "base/error.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wend/live.h>

enum {
    WORK_WAIT_MS = 1000, /* how long a host waits for a message before it looks again */
    STOP_LOOK_MS = 10,   /* ms between two looks whether all hosts have ended */
    STOP_PATIENCE_MS = 500
};

void wend_server_def_init(wend_server_def *def, size_t size) {
    const wend_server_def defaults = {.port = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_server_run_def_init(wend_server_run_def *def, size_t size) {
    const wend_server_run_def defaults = {.threads = 1, .kernel = WEND_KERNEL_AUTO};
    def_fill(def, size, &defaults, sizeof defaults);
}

/* ---- Creation -------------------------------------------------------------------------------- */

static void set_access(wend_server *server) {
    access_rules *rules = &server->net.site.access;
    const listeners *l = &server->net.listeners;
    rules->port = l->port;
    rules->any_address = l->is_any;
    snprintf(rules->address, sizeof rules->address, "%s", l->address);
    const char *name = !l->is_any ? l->address : l->address[0] == '[' ? "[::1]" : "127.0.0.1";
    snprintf(server->address, sizeof server->address, "http://%s:%u/?token=%s", name,
             (unsigned)l->port, rules->token);
    snprintf(server->ticket, sizeof server->ticket, "http://%s:%u/open?ticket=%s", name,
             (unsigned)l->port, rules->ticket);
}

static wend_result open_server(wend_server *server, const wend_server_def *def, wend_error *error) {
    if (def->port > UINT16_MAX) {
        return error_set(error, WEND_ERROR_INVALID, "the port must be at most 65535, found %u",
                         def->port);
    }
    wend_result result = page_template_load(&server->template, &server->heap, error);
    if (result == WEND_OK) {
        result = listen_open(def->address, (uint16_t)def->port, &server->net.listeners, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!access_make_token(server->net.site.access.token) ||
        !access_make_token(server->net.site.access.ticket)) {
        return error_set(error, WEND_ERROR_IO, "the system gives no random numbers for a token");
    }
    set_access(server);
    return WEND_OK;
}

wend_result wend_server_create(const wend_server_def *given, wend_server **out, wend_error *error) {
    wend_server_def def;
    wend_result result = DEF_READ(server, given, &def, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_server *server = memory_allocate(&def.allocator, sizeof *server);
    if (server == NULL) {
        return error_no_memory(error, "a server");
    }
    memset(server, 0, sizeof *server);
    memory_init(&server->heap, &def.allocator);
    server->net.site.heap = &server->heap;
    server->net.site.message_limit = WEND_MAX_LIVE_MESSAGE;
    server->net.wake[0] = server->net.wake[1] = -1;
    result = open_server(server, &def, error);
    if (result != WEND_OK) {
        wend_server_destroy(server);
        return result;
    }
    *out = server;
    return WEND_OK;
}

const char *wend_server_address(const wend_server *server) {
    return server->address;
}

const char *wend_server_ticket(const wend_server *server) {
    return server->ticket;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static const char *title_of(const wend_server_run_def *def) {
    const char *slash = def->trajectory != NULL ? strrchr(def->trajectory, '/') : NULL;
    return def->scenario != NULL ? wend_scenario_get_info(def->scenario).name
           : slash != NULL       ? slash + 1
                                 : def->trajectory;
}

static void free_names(wend_server *server, served_run *run) {
    memory_free_text(&server->heap, run->title);
    memory_free_text(&server->heap, run->name);
}

wend_result wend_server_add_run(wend_server *server, const wend_server_run_def *given,
                                wend_error *error) {
    wend_server_run_def def;
    wend_result result = DEF_READ(server_run, given, &def, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def.registry != NULL && (def.scenario == NULL) != (def.trajectory == NULL));
    WEND_ASSERT(!server->has_started);
    if (server->run_count == WEND_MAX_SERVER_RUNS) {
        return error_set(error, WEND_ERROR_LIMIT, "a server shows at most %d runs",
                         WEND_MAX_SERVER_RUNS);
    }
    served_run *run = &server->runs[server->run_count];
    *run = (served_run){.is_attached = def.attached, .cancel = def.cancel};
    run->title = memory_copy_text(&server->heap, title_of(&def));
    run->name = memory_copy_text(&server->heap, def.name != NULL ? def.name : "");
    if (run->title == NULL || run->name == NULL) {
        free_names(server, run);
        return error_no_memory(error, "a server");
    }
    result = def.trajectory != NULL ? host_of_trajectory(&def, &server->heap, &run->host, error)
             : def.attached         ? host_of_run(&def, &server->heap, &run->host, error)
                                    : host_of_scenario(&def, &server->heap, &run->host, error);
    if (result != WEND_OK) {
        free_names(server, run);
        return result;
    }
    server->run_count++;
    return WEND_OK;
}

const char *wend_server_note(const wend_server *server, uint32_t run) {
    WEND_ASSERT(run < server->run_count);
    return server->runs[run].host.note;
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void *work(void *user) {
    served_run *run = user;
    while (jobs_work(run->queue, &run->host, WORK_WAIT_MS, SERVER_WORK_MS)) {
    }
    atomic_store(&run->is_idle, true);
    return NULL;
}

static void *serve(void *user) {
    network_run(user);
    return NULL;
}

/* Makes threads with all signals blocked, so that handlers run on the program's own threads. */
static bool make_threads(wend_server *server) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool made = true;
    for (uint32_t i = 0; i < server->run_count && made; i++) {
        served_run *run = &server->runs[i];
        if (!run->is_attached) {
            made = run->has_thread = pthread_create(&run->thread, NULL, work, run) == 0;
        }
    }
    made = made && pthread_create(&server->thread, NULL, serve, &server->net) == 0;
    server->has_started = made;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

static bool make_page(wend_server *server) {
    page_run runs[WEND_MAX_SERVER_RUNS];
    for (uint32_t i = 0; i < server->run_count; i++) {
        served_run *run = &server->runs[i];
        runs[i] = (page_run){run->title, run->name};
    }
    if (!page_make(&server->template, runs, server->run_count, &server->heap, &server->page)) {
        return false;
    }
    server->net.site.page = server->page.text;
    server->net.site.page_size = server->page.size;
    page_write_policy(server->net.listeners.port, server->net.site.policy);
    return true;
}

wend_result wend_server_start(wend_server *server, wend_error *error) {
    WEND_ASSERT(server->run_count > 0 && !server->has_network);
    if (!make_page(server)) {
        return error_no_memory(error, "the page of the viewer");
    }
    server->net.site.access.run_count = server->run_count;
    wend_result result = network_open(&server->net, server->run_count, error);
    if (result != WEND_OK) {
        return result;
    }
    server->has_network = true;
    for (uint32_t i = 0; i < server->run_count; i++) {
        server->runs[i].queue = &server->net.queues[i];
    }
    return make_threads(server)
               ? WEND_OK
               : error_set(error, WEND_ERROR_IO, "the system makes no thread for a server");
}

/* ---- The end --------------------------------------------------------------------------------- */

static bool has_busy_host(wend_server *server) {
    for (uint32_t i = 0; i < server->run_count; i++) {
        if (server->runs[i].has_thread && !atomic_load(&server->runs[i].is_idle)) {
            return true;
        }
    }
    return false;
}

bool wend_server_stop(wend_server *server) {
    if (!server->has_network) {
        return true;
    }
    for (uint32_t i = 0; i < server->run_count; i++) {
        jobs_close(&server->net.queues[i]);
    }
    if (server->has_started) {
        network_end(&server->net);
        pthread_join(server->thread, NULL);
        server->has_started = false;
    }
    struct timespec look = {0, STOP_LOOK_MS * 1000000L};
    for (int ms = 0; has_busy_host(server) && ms < STOP_PATIENCE_MS; ms += STOP_LOOK_MS) {
        nanosleep(&look, NULL);
    }
    return !has_busy_host(server);
}

void wend_server_destroy(wend_server *server) {
    if (server == NULL) {
        return;
    }
    (void)wend_server_stop(server);
    for (uint32_t i = 0; i < server->run_count; i++) {
        served_run *run = &server->runs[i];
        if (run->has_thread) {
            pthread_join(run->thread, NULL);
        }
        run->host.destroy(run->host.user);
        free_names(server, run);
    }
    if (server->has_network) {
        network_close(&server->net);
    } else {
        listen_close(&server->net.listeners);
    }
    page_free(&server->page, &server->heap);
    page_template_free(&server->template, &server->heap);
    wend_allocator allocator = server->heap.allocator;
    memory_release(&allocator, server, sizeof *server);
}
