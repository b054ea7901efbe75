/* arrivals: runs random worlds and counts the agents that arrive (docs/arrival.md). The program is
 * built together with the tests. */
#define _GNU_SOURCE /* for MAP_ANONYMOUS */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trials/arrivals.h"

static const char usage[] =
    "usage: arrivals [--kind KIND] [--seeds FIRST..LAST] [--agents N,N] [--plan P,P]\n"
    "                [--follow F,F] [--steer S,S] [--jobs N] [--json] [--write DIR] [--print "
    "SEED]\n"
    "                [--named] [--set PATH=VALUE]\n"
    "\n"
    "  --kind    mixed (default), corner, pairs, door, rooms, blocks, pillars, walls, maze,\n"
    "            streets, blend, carts, corridors\n"
    "  --seeds   default 1..100\n"
    "  --agents  numbers of agents in each world, default 1,2,20\n"
    "  --plan, --follow, --steer  lists; `default` is what the scenario gives, `all` every one "
    "that\n"
    "            counts; parameters follow a name: corridor:control=shortest\n"
    "  --jobs    processes, default 2\n"
    "  --write   writes each scenario in which an agent fails to DIR/KIND-SEED-N.yaml\n"
    "  --print   prints the scenario of a seed, with the last number of agents, and ends\n"
    "  --set     puts a value into every scenario, as in time.dt=0.05; may be repeated\n"
    "  --named   runs the fixed scenes instead of random worlds\n";

static const char *const all_planners[] = {"navmesh", "corridor", NULL};
static const char *const all_followers[] = {"portal", "waypoint", "attraction", "indicative", NULL};
static const char *const all_steering[] = {"orca",  "orca_segment", "orca_arc", "hrvo",
                                           "gvo",   "rvo",          "vo",       "corridor_force",
                                           "relax", "direct",       NULL};

/* ---- Options --------------------------------------------------------------------------------- */

static void fail(const char *message, const char *what) {
    fprintf(stderr, "arrivals: %s '%s'\n%s", message, what, usage);
    exit(2);
}

/* Splits a list at its commas, in place. */
static uint32_t split(char *text, const char *const *all, const char **out) {
    uint32_t count = 0;
    for (char *part = strtok(text, ","); part != NULL; part = strtok(NULL, ",")) {
        const char *const single[] = {part, NULL};
        const char *const *names = all != NULL && strcmp(part, "all") == 0 ? all : single;
        for (uint32_t i = 0; names[i] != NULL; i++) {
            if (count == ARRIVALS_NAMES) {
                fail("too many names:", part);
            }
            out[count++] = names[i];
        }
    }
    return count;
}

static arrival_kind find_kind(const char *name) {
    for (uint32_t i = 0; i < ARRIVAL_KIND_COUNT; i++) {
        if (strcmp(arrival_kind_names[i], name) == 0) {
            return (arrival_kind)i;
        }
    }
    fail("no such kind:", name);
    return ARRIVAL_MIXED;
}

static void read_agents(arrivals_options *options, char *text) {
    const char *names[ARRIVALS_NAMES];
    options->count_count = split(text, NULL, names);
    for (uint32_t i = 0; i < options->count_count; i++) {
        options->counts[i] = (uint32_t)strtoul(names[i], NULL, 10);
        if (i >= ARRIVALS_COUNTS || options->counts[i] < 1 || options->counts[i] > ARRIVAL_AGENTS) {
            fail("--agents needs up to four numbers from 1 to 256, found", names[i]);
        }
    }
}

static void read_option(arrivals_options *options, const char *name, char *value) {
    if (strcmp(name, "--kind") == 0) {
        options->kind = find_kind(value);
    } else if (strcmp(name, "--seeds") == 0) {
        char *end = value;
        options->first = strtoull(value, &end, 10);
        options->last = strncmp(end, "..", 2) == 0 ? strtoull(end + 2, &end, 10) : options->first;
        if (*end != '\0' || options->last < options->first) {
            fail("--seeds must be FIRST..LAST, found", value);
        }
    } else if (strcmp(name, "--agents") == 0) {
        read_agents(options, value);
    } else if (strcmp(name, "--plan") == 0) {
        options->plan_count = split(value, all_planners, options->plans);
    } else if (strcmp(name, "--follow") == 0) {
        options->follow_count = split(value, all_followers, options->follows);
    } else if (strcmp(name, "--steer") == 0) {
        options->steer_count = split(value, all_steering, options->steers);
    } else if (strcmp(name, "--set") == 0) {
        if (options->setting_count == ARRIVAL_SETTINGS) {
            fail("too many settings:", value);
        }
        options->settings[options->setting_count++] = value;
    } else if (strcmp(name, "--jobs") == 0) {
        options->jobs = (uint32_t)strtoul(value, NULL, 10);
    } else if (strcmp(name, "--write") == 0) {
        options->directory = value;
    } else if (strcmp(name, "--print") == 0) {
        options->print = true;
        options->first = strtoull(value, NULL, 10);
    } else {
        fail("unknown option", name);
    }
}

static void read_options(arrivals_options *options, int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--json") == 0) {
            options->json = true;
        } else if (strcmp(arguments[i], "--named") == 0) {
            options->named = true;
        } else if (strcmp(arguments[i], "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        } else if (i + 1 < count) {
            read_option(options, arguments[i], arguments[i + 1]);
            i++;
        } else {
            fail("unknown option, or no value behind it:", arguments[i]);
        }
    }
}

/* ---- Work ------------------------------------------------------------------------------------ */

typedef struct shared {
    atomic_uint next;
    arrival_outcome outcomes[];
} shared;

static void write_scenario(const arrivals_options *options, const arrival_world *world,
                           uint32_t count) {
    char path[512];
    char *text = malloc(ARRIVAL_TEXT_SIZE);
    snprintf(path, sizeof path, "%s/%s-%llu-%u.yaml", options->directory,
             arrival_kind_names[world->kind], (unsigned long long)world->seed, count);
    if (text != NULL && arrival_world_write(world, count, text, ARRIVAL_TEXT_SIZE)) {
        FILE *file = fopen(path, "w");
        if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
            fprintf(stderr, "arrivals: cannot write '%s': %s\n", path, strerror(errno));
        }
    }
    free(text);
}

static void run_world(const arrivals_options *options, const wend_registry *registry,
                      uint32_t index, arrival_outcome *outcomes) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < options->count_count; i++) {
        most = options->counts[i] > most ? options->counts[i] : most;
    }
    arrival_world *world = arrival_world_create(options->kind, options->first + index, most);
    for (uint32_t c = 0; world != NULL && c < options->count_count; c++) {
        bool failed = false;
        for (uint32_t m = 0; m < arrivals_model_count(options); m++) {
            arrival_outcome *out = &outcomes[arrivals_outcome_index(options, index, c, m)];
            arrival_models models = arrivals_model(options, m);
            *out = arrival_run_world(registry, world, options->counts[c], &models);
            failed = failed || (out->status == ARRIVAL_RAN && out->in_time < out->agents);
        }
        if (failed && options->directory != NULL) {
            write_scenario(options, world, options->counts[c]);
        }
    }
    arrival_world_destroy(world);
}

static void run_worker(const arrivals_options *options, const wend_registry *registry,
                       shared *board) {
    uint32_t worlds = (uint32_t)(options->last - options->first + 1);
    for (uint32_t i = atomic_fetch_add(&board->next, 1); i < worlds;
         i = atomic_fetch_add(&board->next, 1)) {
        run_world(options, registry, i, board->outcomes);
    }
}

/* Uses processes instead of threads: if a signal ends a run, only one world is lost, and the loss
 * is counted. */
static shared *run_all(const arrivals_options *options, const wend_registry *registry) {
    uint32_t worlds = (uint32_t)(options->last - options->first + 1);
    size_t size = sizeof(shared) + sizeof(arrival_outcome) * worlds * options->count_count *
                                       arrivals_model_count(options);
    shared *board = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED) {
        fprintf(stderr, "arrivals: out of memory\n");
        exit(3);
    }
    for (uint32_t i = 0; i < options->jobs; i++) {
        pid_t child = fork();
        if (child == 0) {
            run_worker(options, registry, board);
            _exit(0);
        }
    }
    int status;
    while (wait(&status) > 0) {
        if (!WIFEXITED(status)) { /* the world of this process remains "not run"; a new process runs
                                     the remaining worlds */
            fprintf(stderr, "arrivals: a run was ended by signal %d\n", WTERMSIG(status));
            if (fork() == 0) {
                run_worker(options, registry, board);
                _exit(0);
            }
        }
    }
    return board;
}

static int print_scenario(const arrivals_options *options) {
    uint32_t count = options->counts[options->count_count - 1];
    arrival_world *world = arrival_world_create(options->kind, options->first, count);
    char *text = malloc(ARRIVAL_TEXT_SIZE);
    bool whole =
        world != NULL && text != NULL && arrival_world_write(world, count, text, ARRIVAL_TEXT_SIZE);
    if (whole) {
        fputs(text, stdout);
    }
    arrival_world_destroy(world);
    free(text);
    return whole ? 0 : 3;
}

int main(int count, char **arguments) {
    arrivals_options options = {.first = 1,
                                .last = 100,
                                .jobs = 2,
                                .counts = {1, 2, 20},
                                .count_count = 3,
                                .plans = {"default"},
                                .plan_count = 1,
                                .follows = {"default"},
                                .follow_count = 1,
                                .steers = {"default"},
                                .steer_count = 1};
    read_options(&options, count, arguments);
    if (options.print) {
        return print_scenario(&options);
    }
    wend_registry *registry = NULL;
    if (wend_registry_create(NULL, &registry, NULL) != WEND_OK ||
        wend_kit_register(registry, NULL) != WEND_OK) {
        fprintf(stderr, "arrivals: out of memory\n");
        return 3;
    }
    if (options.named) {
        arrivals_run_named(&options, registry);
    } else {
        shared *board = run_all(&options, registry);
        arrivals_print(&options, board->outcomes);
    }
    wend_registry_destroy(registry);
    return 0;
}
