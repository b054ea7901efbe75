/* Runs a scenario file from a program, and reads a value from the report of the run.
 *
 *     cc run_scenario.c $(pkg-config --cflags --libs wend-kit) -o run_scenario
 *     ./run_scenario scenarios/hello.yaml */
#include <stdio.h>
#include <wend/kit.h>

int main(int argc, char **argv) {
    wend_error error;
    wend_registry *registry = NULL;
    wend_scenario *scenario = NULL;
    wend_summary *summary = NULL;
    wend_scenario_def file = wend_default_scenario_def();
    wend_run_def run = wend_default_run_def();
    file.path = argc > 1 ? argv[1] : "scenarios/hello.yaml";
    wend_result result = wend_registry_create(NULL, &registry, &error);
    if (result == WEND_OK) {
        result = wend_kit_register(registry, &error);
    }
    if (result == WEND_OK) {
        file.registry = registry;
        result = wend_scenario_load(&file, &scenario, &error);
    }
    if (result == WEND_OK) {
        run.scenario = scenario;
        run.registry = registry;
        result = wend_run_scenario(&run, &summary, &error);
    }
    if (result == WEND_OK) {
        const wend_report *report = wend_summary_report(summary);
        printf("%lld of %lld arrived, the last after %.1f s\n",
               (long long)wend_report_find(report, "arrived")->integer,
               (long long)wend_report_find(report, "agents")->integer,
               wend_report_find(report, "last_arrival_s")->number);
    } else {
        char text[1024];
        fprintf(stderr, "%s\n", wend_error_text(&error, text, sizeof text));
    }
    wend_summary_destroy(summary);
    wend_scenario_destroy(scenario);
    wend_registry_destroy(registry);
    return result == WEND_OK ? 0 : 1;
}
