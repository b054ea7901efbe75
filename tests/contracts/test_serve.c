/* A program serves the viewer: what it may do in which order, and what is refused. */
/* needs: kit */
#define _POSIX_C_SOURCE 200809L /* for setenv */
#include "contract.h"

#include <stdio.h>
#include <wend/serve.h>

static wend_registry *registry;
static wend_scenario *scenario;

static void write_page(const char *path) {
    FILE *file = fopen(path, "w");
    ck_assert(file != NULL);
    fputs("<!doctype html><!--WEND-BUNDLE-->", file);
    fclose(file);
    ck_assert_int_eq(setenv("WEND_VIEWER", path, 1), 0);
}

static void load(void) {
    static const char text[] = "agents: [{at: [0, 0], goal: [5, 0]}]";
    write_page("page.html");
    CONTRACT_OK(wend_registry_create(NULL, &registry, &contract_error));
    CONTRACT_OK(wend_kit_register(registry, &contract_error));
    wend_scenario_def def = wend_default_scenario_def();
    def.text = text;
    def.text_size = sizeof text - 1;
    def.path = "one.yaml";
    def.registry = registry;
    CONTRACT_OK(wend_scenario_load(&def, &scenario, &contract_error));
}

static void unload(void) {
    wend_scenario_destroy(scenario);
    wend_registry_destroy(registry);
}

static wend_server *make_server(void) {
    wend_server *server = NULL;
    wend_server_def def = wend_default_server_def();
    CONTRACT_OK(wend_server_create(&def, &server, &contract_error));
    return server;
}

static wend_server_run_def run_def(void) {
    wend_server_run_def def = wend_default_server_run_def();
    def.scenario = scenario;
    def.registry = registry;
    return def;
}

START_TEST(a_server_starts_and_stops) {
    load();
    wend_server *server = make_server();
    wend_server_run_def run = run_def();
    CONTRACT_OK(wend_server_add_run(server, &run, &contract_error));
    ck_assert_str_eq(wend_server_note(server, 0), "");
    const char *address = wend_server_address(server);
    ck_assert(strncmp(address, "http://127.0.0.1:", 17) == 0);
    ck_assert(strstr(address, "/?token=") != NULL);
    CONTRACT_OK(wend_server_start(server, &contract_error));
    ck_assert(wend_server_stop(server));
    ck_assert(wend_server_stop(server)); /* once more is allowed */
    wend_server_destroy(server);
    unload();
}
END_TEST

START_TEST(a_server_that_never_started_can_be_destroyed) {
    load();
    wend_server *server = make_server();
    ck_assert(wend_server_stop(server));
    wend_server_destroy(server);
    wend_server_destroy(NULL);
    unload();
}
END_TEST

START_TEST(at_most_two_runs_are_shown) {
    load();
    wend_server *server = make_server();
    wend_server_run_def run = run_def();
    for (int i = 0; i < WEND_MAX_SERVER_RUNS; i++) {
        CONTRACT_OK(wend_server_add_run(server, &run, &contract_error));
    }
    CONTRACT_REFUSED(wend_server_add_run(server, &run, &contract_error), WEND_ERROR_LIMIT,
                     "at most 2 runs");
    wend_server_destroy(server);
    unload();
}
END_TEST

START_TEST(wrong_definitions_are_refused) {
    load();
    wend_server *server = NULL;
    wend_server_def def = wend_default_server_def();
    def.port = 65536;
    CONTRACT_REFUSED(wend_server_create(&def, &server, &contract_error), WEND_ERROR_INVALID,
                     "65536");
    def = wend_default_server_def();
    def.address = "localhost";
    CONTRACT_REFUSED(wend_server_create(&def, &server, &contract_error), WEND_ERROR_INVALID,
                     "numeric address");
    def = wend_default_server_def();
    def.address = "192.0.2.1"; /* for documentation: no machine has it */
    CONTRACT_REFUSED(wend_server_create(&def, &server, &contract_error), WEND_ERROR_IO,
                     "192.0.2.1");
    def = wend_default_server_def();
    def.size = 0;
    CONTRACT_REFUSED(wend_server_create(&def, &server, &contract_error), WEND_ERROR_INVALID,
                     "wend_default_server_def");
    ck_assert(server == NULL);
    server = make_server();
    wend_server_run_def run = run_def();
    run.size = 0;
    CONTRACT_REFUSED(wend_server_add_run(server, &run, &contract_error), WEND_ERROR_INVALID,
                     "wend_default_server_run_def");
    run = run_def();
    run.scenario = NULL;
    run.trajectory = "none.csv";
    CONTRACT_REFUSED(wend_server_add_run(server, &run, &contract_error), WEND_ERROR_IO, "");
    wend_server_destroy(server);
    unload();
}
END_TEST

START_TEST(two_servers_have_two_ports_and_two_tokens) {
    load();
    wend_server *one = make_server(), *two = make_server();
    ck_assert_str_ne(wend_server_address(one), wend_server_address(two));
    ck_assert_str_ne(strstr(wend_server_address(one), "token="),
                     strstr(wend_server_address(two), "token="));
    wend_server_destroy(one);
    wend_server_destroy(two);
    unload();
}
END_TEST

START_TEST(a_run_is_observed_without_a_change) {
    load();
    int64_t steps[2];
    for (int observed = 0; observed < 2; observed++) {
        wend_server *server = make_server();
        wend_server_run_def shown = run_def();
        shown.attached = true;
        CONTRACT_OK(wend_server_add_run(server, &shown, &contract_error));
        CONTRACT_OK(wend_server_start(server, &contract_error));
        wend_run_def def = wend_default_run_def();
        def.scenario = scenario;
        def.registry = registry;
        def.observe = observed == 1 ? wend_server_observe : NULL;
        def.observer = server;
        wend_summary *summary = NULL;
        CONTRACT_OK(wend_run_scenario(&def, &summary, &contract_error));
        steps[observed] = wend_report_find(wend_summary_report(summary), "steps")->integer;
        wend_summary_destroy(summary);
        ck_assert(wend_server_stop(server));
        wend_server_destroy(server);
    }
    ck_assert_int_gt(steps[0], 0);
    ck_assert_int_eq(steps[0], steps[1]);
    unload();
}
END_TEST

int main(void) {
    CONTRACT("serve", a_server_starts_and_stops, a_server_that_never_started_can_be_destroyed,
             at_most_two_runs_are_shown, wrong_definitions_are_refused,
             two_servers_have_two_ports_and_two_tokens, a_run_is_observed_without_a_change);
}
