/* Prints the summary of a run as text, from its report. Known values get a label and a unit. Other
 * values are shown with their name, so a new metric needs no line here. */
#include "cli/summary.h"
#include "cli/stragglers.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LABEL_WIDTH = 36 };

typedef struct label {
    const char *name, *text, *unit;
    int decimals;
} label;

/* An empty label hides a value that the first lines of the summary already show. */
static const label labels[] = {
    {"scenario", "", "", 0},
    {"plan", "", "", 0},
    {"follow", "", "", 0},
    {"steer", "", "", 0},
    {"seed", "", "", 0},
    {"threads", "", "", 0},
    {"dt", "", "", 0},
    {"agents", "", "", 0},
    {"arrived", "", "", 0},
    {"steps", "steps", "", 0},
    {"simulated_s", "simulated time", "s", 2},
    {"last_arrival_s", "last arrival", "s", 2},
    {"mean_path_m", "mean path length", "m", 2},
    {"mean_travel_s", "mean travel time", "s", 2},
    {"agent_collisions", "collisions between agents", "", 0},
    {"collisions_while_feasible", "  while both were feasible", "", 0},
    {"overlap_pair_steps", "overlapping pairs, sum over steps", "", 0},
    {"max_overlap_m", "deepest overlap", "m", 3},
    {"wall_interventions", "steps shortened at walls", "", 0},
    {"wall_interventions_while_feasible", "  while feasible", "", 0},
    {"max_wall_overlap_m", "deepest overlap with a wall", "m", 3},
    {"infeasible_steps", "infeasible choices", "", 0},
    {"rescues", "rescues of stuck agents", "", 0},
    {"route_alternatives", "alternative routes on the roadmap", "", 0},
    {"elapsed_s", "elapsed time", "s", 2},
    {"us_per_agent_step", "elapsed time per agent and step", "us", 3},
    {"state_hash", "state hash", "", 0},
    {"mean_speed_m_per_s", "mean speed before arrival", "m/s", 3},
    {"mean_curvature", "turning per metre walked", "rad/m", 3},
    {"no_route", "", "", 0}, /* hidden, because the list of agents that did not arrive shows it */
    {"waiting_to_enter", "not yet entered", "", 0},
    {"outputs", "written", "", 0},
};

static const label *find_label(const char *name) {
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        if (strcmp(labels[i].name, name) == 0) {
            return &labels[i];
        }
    }
    return NULL;
}

static void print_value(const wend_report_value *value, const label *known, FILE *stream) {
    const char *unit = known != NULL ? known->unit : "";
    switch (value->kind) {
    case WEND_REPORT_INTEGER:
        fprintf(stream, "%" PRId64, value->integer);
        break;
    case WEND_REPORT_NUMBER:
        if (!isfinite(value->number)) {
            fputc('-', stream);
            return;
        }
        fprintf(stream, "%.*f", known != NULL ? known->decimals : 3, value->number);
        break;
    case WEND_REPORT_TEXT:
        fputs(value->text != NULL ? value->text : "-", stream);
        break;
    case WEND_REPORT_LIST:
        for (uint32_t i = 0; i < value->item_count; i++) {
            fprintf(stream, "%s%s", i > 0 ? ", " : "", value->items[i]);
        }
        break;
    }
    fprintf(stream, "%s%s", unit[0] != '\0' ? " " : "", unit);
}

static const char *find_text(const wend_report *report, const char *name) {
    const wend_report_value *value = wend_report_find(report, name);
    return value != NULL && value->kind == WEND_REPORT_TEXT && value->text != NULL ? value->text
                                                                                   : "";
}

static int64_t find_integer(const wend_report *report, const char *name) {
    const wend_report_value *value = wend_report_find(report, name);
    return value != NULL && value->kind == WEND_REPORT_INTEGER ? value->integer : 0;
}

static double find_number(const wend_report *report, const char *name) {
    const wend_report_value *value = wend_report_find(report, name);
    return value != NULL && value->kind == WEND_REPORT_NUMBER ? value->number : NAN;
}

static bool avoids_agents(const wend_registry *registry, const char *name) {
    const wend_entry *entry = wend_registry_find(registry, WEND_KIND_STEERING, name, NULL);
    return entry == NULL || ((const wend_steering *)entry)->avoids_agents;
}

/* Prints a note if the steering model does not avoid collisions, because new users might think that
 * the collisions are a defect. `names` are the models in use, joined by "+". */
static void print_note(const wend_registry *registry, const char *names, FILE *stream) {
    uint32_t count = 0;
    for (const char *name = names; *name != '\0';) {
        char one[64];
        size_t length = strcspn(name, "+");
        snprintf(one, sizeof one, "%.*s", (int)length, name);
        if (!avoids_agents(registry, one)) {
            fprintf(stream, "%s'%s'", count > 0 ? ", " : "note: ", one);
            count++;
        }
        name += length + (name[length] == '+');
    }
    if (count > 0) {
        fprintf(stream, " %s not avoid other agents: expect collisions\n",
                count == 1 ? "does" : "do");
    }
}

static void print_models(const wend_report *report, const wend_registry *registry, FILE *stream) {
    int64_t threads = find_integer(report, "threads");
    const char *steer = find_text(report, "steer");
    fprintf(
        stream, "plan %s, follow %s, steer %s; seed %" PRId64 ", dt %g s, %" PRId64 " thread%s\n",
        find_text(report, "plan"), find_text(report, "follow"), steer, find_integer(report, "seed"),
        find_number(report, "dt"), threads, threads == 1 ? "" : "s");
    if (find_integer(report, "agents") > 1) {
        print_note(registry, steer, stream);
    }
    fputc('\n', stream);
}

static void print_head(const wend_summary *summary, FILE *stream) {
    const wend_report *report = wend_summary_report(summary);
    int64_t agents = find_integer(report, "agents"), arrived = find_integer(report, "arrived");
    fprintf(stream, "%s: ", find_text(report, "scenario"));
    if (wend_summary_cancelled(summary)) {
        fputs("interrupted; ", stream);
    }
    if (agents == 0) {
        fputs("there are no agents\n", stream);
    } else if (agents == 1 && arrived == 1) {
        fputs("the agent arrived\n", stream);
    } else if (agents == 1) {
        fputs("the agent did not arrive\n", stream);
    } else if (agents == arrived) {
        fprintf(stream, "all %" PRId64 " agents arrived\n", agents);
    } else {
        fprintf(stream, "%" PRId64 " of %" PRId64 " agents arrived\n", arrived, agents);
    }
}

static void print_figures(const wend_report *report, FILE *stream) {
    for (uint32_t i = 0; i < wend_report_count(report); i++) {
        const wend_report_value *value = wend_report_at(report, i);
        const label *known = find_label(value->name);
        const char *text = known != NULL ? known->text : value->name;
        if (text[0] == '\0' || (value->kind == WEND_REPORT_LIST && value->item_count == 0)) {
            continue;
        }
        fprintf(stream, "  %-*s  ", LABEL_WIDTH, text);
        print_value(value, known, stream);
        fputc('\n', stream);
    }
}

void print_summary(const wend_summary *summary, const wend_registry *registry, FILE *stream) {
    print_head(summary, stream);
    print_models(wend_summary_report(summary), registry, stream);
    print_figures(wend_summary_report(summary), stream);
    print_stragglers(summary, stream);
}
