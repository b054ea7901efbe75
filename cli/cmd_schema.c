/* wend schema: prints the JSON Schema of scenario files, for editors and other programs. */
#include "cli/command.h"

static int run(const arguments *args, wend_registry *registry) {
    (void)args;
    wend_json json = {.stream = stdout};
    wend_schema_write(registry, &json);
    return fputc('\n', stdout) != EOF && fflush(stdout) == 0 ? EXIT_DONE : EXIT_FAILED;
}

const command command_schema = {
    .entry = {WEND_HEAD(command), .name = "schema",
              .summary = "print the JSON Schema of scenario files"},
    .operands = "",
    .notes = "An editor completes and checks a scenario that begins with the line\n"
             "# yaml-language-server: $schema=scenario.schema.json\n",
    .examples = "wend schema >scenario.schema.json\n",
    .run = run,
};
