/* Measures which share of real time a thousand characters need that follow the route of the McKenna
 * scene, each from its own start and with its own sigma. */
#define _POSIX_C_SOURCE 200809L
#include "paper/miran/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    STARTS = 40,    /* groups along the route */
    PER_START = 25, /* characters in each group */
    WARM_UP = 20,   /* steps before the measurement */
    STEPS = 100,    /* steps that are measured: 10 s */
    AGENTS_SIZE = 32768
};

/* m: characters start within this distance of the route, in x and in y */
static const double SPREAD = 2.7;
/* m: the groups start at most this far along the route, so that no character arrives */
static const double LAST_START = 0.95;

static const char crowd_table[] = "Real time: 1,000 characters on the route of Fig 7";

static const struct {
    const char *name;
    const char *settings[2];
    uint32_t setting_count;
} motions[] = {
    {"motion straight ahead", {"steer.name=direct"}, 1},
    {"motion orca_arc", {"steer.name=orca_arc", "near.reach=10"}, 2},
};
enum { MOTIONS = sizeof motions / sizeof motions[0] };

uint32_t miran_count_crowd(const wend_paper_def *def) {
    (void)def;
    return 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Text that is written piece by piece; pieces that do not fit are left out. */
typedef struct agents_text {
    char text[AGENTS_SIZE];
    size_t length;
} agents_text;

static void append(agents_text *out, const char *piece) {
    size_t length = strlen(piece);
    if (out->length + length < sizeof out->text) {
        memcpy(out->text + out->length, piece, length + 1);
        out->length += length;
    }
}

static void append_point(agents_text *out, wend_point at) {
    char text[64];
    snprintf(text, sizeof text, "[%.3f, %.3f]", at.x, at.y);
    append(out, text);
}

/* Appends a group that starts at a distance along the route and follows the rest of it. */
static void append_group(agents_text *out, const miran_line *route, int number, double distance) {
    static const char *const profiles[MIRAN_SIGMAS] = {"sigma_40",  "sigma_100", "sigma_250",
                                                       "sigma_300", "sigma_400", "sigma_1250"};
    char text[200];
    wend_point at = miran_line_at(route, distance);
    snprintf(text, sizeof text,
             "{profile: %s, random: {count: %d, box: [[%.3f, %.3f], [%.3f, %.3f]]}, route: [",
             profiles[number % MIRAN_SIGMAS], PER_START, at.x - SPREAD, at.y - SPREAD,
             at.x + SPREAD, at.y + SPREAD);
    append(out, number > 0 ? ", " : "");
    append(out, text);
    append_point(out, at);
    double passed = 0.0;
    for (uint32_t i = 1; i < route->count; i++) {
        wend_point a = route->points[i - 1], b = route->points[i];
        passed += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        if (passed > distance + 0.5) {
            append(out, ", ");
            append_point(out, b);
        }
    }
    append(out, "]}");
}

static wend_result write_agents(wend_paper_call *call, agents_text *out, wend_error *error) {
    miran_setup setup = {.scenario = MIRAN_MCKENNA};
    miran_ground ground;
    miran_line route = {0};
    memory_init(&route.heap, &wend_paper_call_def(call)->allocator);
    wend_result result = miran_ground_open(&ground, wend_paper_call_def(call), &setup, error);
    result = result == WEND_OK ? miran_ground_get_route(&ground, 1, &route, error) : result;
    if (result == WEND_OK) {
        double length = miran_line_length(&route) * LAST_START;
        out->length = 0;
        append(out, "agents=[");
        for (int i = 0; i < STARTS; i++) {
            append_group(out, &route, i, length * (i + 0.5) / STARTS);
        }
        append(out, "]");
    }
    miran_line_free(&route);
    miran_ground_close(&ground);
    return result;
}

/* Returns the CPU time per simulated second. */
static wend_result time_crowd(wend_paper_call *call, const agents_text *agents, int motion,
                              double *share, wend_error *error) {
    miran_setup setup = {.scenario = MIRAN_MCKENNA, .settings = {agents->text}, .setting_count = 1};
    for (uint32_t i = 0; i < motions[motion].setting_count; i++) {
        setup.settings[setup.setting_count++] = motions[motion].settings[i];
    }
    miran_ground ground;
    wend_result result = miran_ground_open(&ground, wend_paper_call_def(call), &setup, error);
    result = result == WEND_OK ? wend_world_step(ground.world, WARM_UP, error) : result;
    if (result == WEND_OK) {
        double begin = now();
        result = wend_world_step(ground.world, STEPS, error);
        *share = (now() - begin) / (STEPS * wend_world_dt(ground.world));
    }
    miran_ground_close(&ground);
    return result;
}

static wend_result judge_crowd(wend_paper_call *call, const double shares[MOTIONS],
                               wend_error *error) {
    static const wend_paper_column columns[] = {
        {"share of real time", "CPU time of 100 steps of one thread divided by their 10 s"},
        {"per character and step", "the same, divided by characters and steps"}};
    static const wend_paper_table table = {
        .name = crowd_table,
        .caption = "A thousand characters, 25 at each of 40 points along the route; every sixth "
                   "group has the same sigma, from 40 to 1250. The paper calls its method well "
                   "suited for real-time applications and times single characters.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0],
        .noisy = true};
    paper_claims claims = {0};
    for (int i = 0; i < MOTIONS; i++) {
        paper_claim(&claims, paper_at_most(shares[i], 1.0, 0.1), "%s: %.1f %% of real time",
                    motions[i].name, 100.0 * shares[i]);
    }
    return paper_add_verdict(call, &table, &claims, error);
}

wend_result miran_crowd(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    agents_text agents;
    double shares[MOTIONS];
    paper_row row = {.call = call, .table = crowd_table, .error = error};
    wend_result result = write_agents(call, &agents, error);
    for (int i = 0; i < MOTIONS && result == WEND_OK; i++) {
        if (def->cancel != NULL && *def->cancel != 0) {
            return WEND_OK;
        }
        result = time_crowd(call, &agents, i, &shares[i], error);
        if (result == WEND_OK) {
            row.row = motions[i].name;
            paper_add_number(&row, "share of real time", "%", NAN, 100.0 * shares[i]);
            paper_add_number(&row, "per character and step", "us", NAN,
                             shares[i] * 0.1 * 1e6 / (STARTS * PER_START));
            result = row.result;
        }
    }
    return result == WEND_OK ? judge_crowd(call, shares, error) : result;
}
