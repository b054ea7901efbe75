/* wend paper: reproduces the tables and figures of publications, and compares the measured values
 * with the published ones. */
#define _DEFAULT_SOURCE
#include "cli/command.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "cli/tables.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAPER_OUTPUT,
    PAPER_QUICK,
    PAPER_JSON,
    PAPER_THREADS,
    PAPER_SCENARIOS,
    PAPER_STEER,
    PAPER_DT,
    PAPER_COUNT
};
enum { PATH_SIZE = 4096, NAME_SIZE = 64, TABLE_PATH_SIZE = PATH_SIZE + 2 * NAME_SIZE };

static const option options[] = {
    [PAPER_OUTPUT] = {"output", 'o', OPTION_TEXT, "DIR", 0, 0,
                      "write pictures and tables to DIR/PAPER, which is created if necessary"},
    [PAPER_QUICK] = {"quick", 0, OPTION_FLAG, NULL, 0, 0,
                     "fewer seeds, repetitions and settings; see the times below"},
    [PAPER_JSON] = {"json", 0, OPTION_FLAG, NULL, 0, 0, "print all values as JSON"},
    [PAPER_THREADS] = {"threads", 'j', OPTION_INTEGER, "N", 1, 256,
                       "number of threads (default 1); timed parts use one"},
    [PAPER_SCENARIOS] = {"scenarios", 0, OPTION_TEXT, "DIR", 0, 0,
                         "folder with the scenarios (default: found beside the executable)"},
    [PAPER_STEER] = {"steer", 0, OPTION_TEXT, "NAMES", 0, 0,
                     "models: the rows to measure, separated by commas (default: all)"},
    [PAPER_DT] = {"dt", 0, OPTION_NUMBER, "S", 0.01, 0.1,
                  "models: duration of a step (default 0.05 s)"},
};

/* ---- Folders --------------------------------------------------------------------------------- */

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Finds the folder of scenarios: the given folder, or else the one in the working directory, or
 * else the one where the tool was built or installed. Returns NULL if there is no such folder. */
static const char *find_scenarios(const char *given, char path[PATH_SIZE]) {
    if (given != NULL) {
        return given;
    }
    if (is_folder("scenarios/way-portals")) {
        return "scenarios";
    }
    static const char *const candidates[] = {"../scenarios", "../share/wend/scenarios"};
    char tool[PATH_SIZE];
    ssize_t length = readlink("/proc/self/exe", tool, sizeof tool - 1);
    if (length <= 0) {
        return NULL;
    }
    tool[length] = '\0';
    *strrchr(tool, '/') = '\0';
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        int size = snprintf(path, PATH_SIZE, "%.3900s/%s", tool, candidates[i]);
        if (size > 0 && is_folder(path)) {
            return path;
        }
    }
    return NULL;
}

static bool make_folder(const char *path) {
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && is_folder(path))) {
        return true;
    }
    fprintf(stderr, "%s: cannot create this folder: %s\n", path,
            errno == EEXIST ? "a file has that name" : strerror(errno));
    return false;
}

/* ---- Papers ---------------------------------------------------------------------------------- */

/* Finds a paper by its name; "way-portals" and "way_portals" mean the same paper. */
static const wend_paper *find_paper(const wend_registry *registry, const char *word) {
    char name[64];
    wend_error error;
    snprintf(name, sizeof name, "%s", word);
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '-' ? '_' : *c;
    }
    const wend_paper *paper =
        (const wend_paper *)wend_registry_find(registry, WEND_KIND_PAPER, name, &error);
    if (paper == NULL) {
        fprintf(stderr, "wend paper: %s\n", error.message);
    }
    return paper;
}

/* The tables of a paper, to be written as text or JSON. */
typedef struct table_file {
    const wend_paper_result *result;
    const char *name; /* name of the paper */
} table_file;

static void write_text(FILE *file, const void *of) {
    wend_paper_print(((const table_file *)of)->result, file);
}

static void write_json(FILE *file, const void *of) {
    const table_file *tables = of;
    wend_json json = {.stream = file};
    wend_json_begin_array(&json);
    tables_write_json(tables->result, tables->name, &json);
    wend_json_end_array(&json);
    fputc('\n', file);
}

/* Writes the name of a paper as it appears in file names: with '-' instead of '_'. */
static void name_paper(const wend_paper *paper, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%s", paper->entry.name);
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '_' ? '-' : *c;
    }
}

/* Writes the path of the tables of a paper. */
static void name_table(const char *folder, const wend_paper *paper, const char *ending,
                       char path[TABLE_PATH_SIZE]) {
    char name[NAME_SIZE];
    name_paper(paper, name);
    snprintf(path, TABLE_PATH_SIZE, "%.*s/%s-tables.%s", PATH_SIZE, folder, name, ending);
}

/* Writes the tables to files in the folder. Returns false on failure. */
static bool write_tables(const wend_paper_result *result, const wend_paper *paper,
                         const char *folder) {
    static const struct {
        const char *ending;
        void (*write)(FILE *, const void *);
    } forms[] = {{"txt", write_text}, {"json", write_json}};
    table_file tables = {result, paper->entry.name};
    char path[TABLE_PATH_SIZE];
    bool good = true;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0] && good; i++) {
        name_table(folder, paper, forms[i].ending, path);
        good = output_write(path, "write", forms[i].write, &tables);
    }
    return good;
}

static void print_paper(const wend_paper *paper, const wend_paper_result *result,
                        const char *folder) {
    printf("%s\n"
           "our values, with the published values in brackets\n"
           "\n",
           paper->entry.citation);
    wend_paper_print(result, stdout);
    for (uint32_t i = 0; i < wend_paper_file_count(result); i++) {
        printf("wrote %s\n", wend_paper_file_at(result, i));
    }
    if (folder != NULL) {
        char path[TABLE_PATH_SIZE];
        name_table(folder, paper, "txt", path);
        printf("wrote %s and .json\n", path);
    }
}

/* Creates the folder DIR/PAPER and checks that files can be written to it. Returns false on
 * failure. */
static bool prepare_folder(const char *output, const wend_paper *paper, char folder[PATH_SIZE]) {
    char name[NAME_SIZE], path[TABLE_PATH_SIZE];
    name_paper(paper, name);
    snprintf(folder, PATH_SIZE, "%.3900s/%s", output, name);
    name_table(folder, paper, "txt", path);
    return make_folder(folder) && output_is_writable(path, "write");
}

static int run_paper(const arguments *args, const wend_registry *registry, const wend_paper *paper,
                     const char *scenarios, wend_json *json) {
    const option_value *values = args->values;
    char path[PATH_SIZE];
    const char *folder = values[PAPER_OUTPUT].given ? path : NULL;
    if (folder != NULL && !prepare_folder(values[PAPER_OUTPUT].text, paper, path)) {
        return EXIT_FAILED;
    }
    progress_bar bar = {0};
    wend_paper_def def = wend_default_paper_def();
    def.paper = paper;
    def.registry = registry;
    def.scenarios = scenarios;
    def.directory = folder;
    def.quick = values[PAPER_QUICK].given;
    def.threads = values[PAPER_THREADS].given ? (uint32_t)values[PAPER_THREADS].integer : 1;
    def.steer = values[PAPER_STEER].given ? values[PAPER_STEER].text : NULL;
    def.dt = values[PAPER_DT].given ? values[PAPER_DT].number : 0.0;
    def.cancel = signals_catch();
    if (json == NULL && progress_is_wanted()) {
        def.progress = progress_show_share;
        def.user = &bar;
    }
    wend_paper_result *result = NULL;
    wend_error error;
    wend_result made = wend_paper_run(&def, &result, &error);
    progress_end(&bar);
    if (made != WEND_OK) {
        print_error(&error);
        bool of_input = strncmp(error.path, scenarios, strlen(scenarios)) == 0;
        return made == WEND_ERROR_MEMORY || (made == WEND_ERROR_IO && !of_input) ? EXIT_FAILED
                                                                                 : EXIT_INPUT;
    }
    int status = wend_paper_result_cancelled(result) ? EXIT_SIGNAL + (int)*def.cancel : EXIT_DONE;
    if (folder != NULL && !write_tables(result, paper, folder)) {
        status = EXIT_FAILED;
    }
    if (json != NULL) {
        tables_write_json(result, paper->entry.name, json);
    } else {
        print_paper(paper, result, folder);
    }
    wend_paper_result_destroy(result);
    return status;
}

static int run(const arguments *args, wend_registry *registry) {
    char path[PATH_SIZE];
    const wend_paper *one = NULL;
    if (args->operand_count > 0 && (one = find_paper(registry, args->operands[0])) == NULL) {
        return EXIT_USAGE;
    }
    const char *scenarios = find_scenarios(args->values[PAPER_SCENARIOS].text, path);
    if (scenarios == NULL) {
        fputs("wend paper: the folder with the scenarios was not found; give it with --scenarios "
              "DIR\n",
              stderr);
        return EXIT_INPUT;
    }
    if (args->values[PAPER_OUTPUT].given && !make_folder(args->values[PAPER_OUTPUT].text)) {
        return EXIT_FAILED;
    }
    wend_json json = {.stream = stdout};
    bool as_json = args->values[PAPER_JSON].given;
    if (as_json) {
        wend_json_begin_array(&json);
    }
    int status = EXIT_DONE;
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_PAPER) && !status; i++) {
        const wend_paper *paper =
            (const wend_paper *)wend_registry_get(registry, WEND_KIND_PAPER, i);
        if (one == NULL || paper == one) {
            status = run_paper(args, registry, paper, scenarios, as_json ? &json : NULL);
        }
    }
    if (as_json) {
        wend_json_end_array(&json);
        putchar('\n');
    }
    return status;
}

const command command_paper = {
    .entry = {WEND_HEAD(command), .name = "paper",
              .summary = "repeat the experiments of publications"},
    .operands = "[PAPER]",
    .most_operands = 1,
    .options = options,
    .option_count = PAPER_COUNT,
    .notes = "Without a name, all papers are run: see 'wend list paper'. Each cell of a table "
             "holds our\n"
             "value, and the published value in brackets. Each table ends with a verdict that "
             "follows\n"
             "from its values. Processor time on one core, with --quick and without:\n"
             "  corridor-maps              25 s     40 s\n"
             "  global-planners             8 s     50 s\n"
             "  goal-velocity-obstacles    30 s     60 s\n"
             "  miran                       5 s     20 s\n"
             "  models                     30 s     40 min\n"
             "  way-portals                30 s      2 min\n",
    .examples = "wend paper way-portals --quick\n"
                "wend paper way-portals -o figures\n",
    .run = run,
};
