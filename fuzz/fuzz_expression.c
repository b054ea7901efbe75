/* Fuzzes the compiler of expressions. A text either gives an error with a column inside the text,
 * or a program that reads only what it declares, keeps its stack in bounds and gives the same value
 * twice, and with more blanks and parentheses. */
/* runs: 200000 */
#include "behave/condition/expression/program.h"
#include "support/fuzz.h"

enum { MOST_SIZE = 1000 };

static bool find_area(void *context, const char *name, wend_area *out, char *hint, size_t size) {
    (void)context;
    fuzz_expect(name[0] != '\0' && strlen(name) <= WEND_MAX_NAME, "a name of an area is not valid");
    *out = (wend_area){strlen(name)};
    snprintf(hint, size, "; did you mean 'hall'?");
    return name[0] != 'x';
}

/* Checks that each step finds its operands, and that one value is left. */
static void check_program(const expression_program *program) {
    uint32_t count = 0;
    fuzz_expect(program->step_count <= EXPRESSION_MAX_TOKENS, "too many steps");
    fuzz_expect(program->area_count <= EXPRESSION_MAX_AREAS, "too many areas");
    for (uint32_t i = 0; i < program->step_count; i++) {
        const expression_step *step = &program->steps[i];
        uint32_t operands = step->code >= EXPRESSION_ADD      ? 2
                            : step->code >= EXPRESSION_NEGATE ? 1
                                                              : 0;
        bool is_variable = step->code == EXPRESSION_VARIABLE;
        fuzz_expect(count >= operands, "a step without its operands");
        fuzz_expect(!is_variable || step->index < EXPRESSION_VARIABLE_COUNT + program->area_count,
                    "a variable that does not exist");
        fuzz_expect(!is_variable || step->index >= EXPRESSION_VARIABLE_COUNT ||
                        (program->variables >> step->index & 1) != 0,
                    "a variable that is not declared");
        count += 1 - operands;
    }
    fuzz_expect(count == 1, "values are left on the stack");
}

static void check_error(const wend_error *error, wend_result result, size_t size) {
    const char *column = strstr(error->message, "column ");
    fuzz_expect(error->code == result && column != NULL, "rejected without a column");
    const char *last = column;
    while ((column = strstr(last + 1, ", column ")) != NULL) { /* the text may contain the word */
        last = column + 2;
    }
    unsigned long at = strtoul(last + strlen("column "), NULL, 10);
    fuzz_expect(size > 200 || strstr(error->message, "...") != NULL || (at >= 1 && at <= size + 1),
                "a column outside the text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const expression_areas areas = {find_area, NULL};
    char text[MOST_SIZE + 1], wrapped[MOST_SIZE + 20];
    if (size > MOST_SIZE || memchr(data, 0, size) != NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    expression_program program, other;
    wend_error error = {0};
    wend_result result = expression_compile(text, &areas, &program, &error);
    fuzz_expect(expression_compile(text, &areas, &other, NULL) == result, "two different results");
    if (result != WEND_OK) {
        check_error(&error, result, size);
        return 0;
    }
    check_program(&program);
    double values[EXPRESSION_VALUES];
    for (uint32_t i = 0; i < EXPRESSION_VALUES; i++) {
        values[i] = i % 5 == 4 ? (double)NAN : 1.5 * i - 7.0;
    }
    bool holds = expression_holds(&program, values);
    snprintf(wrapped, sizeof wrapped, " ( %s\n) ", text);
    result = expression_compile(wrapped, &areas, &other, NULL);
    fuzz_expect(result == WEND_ERROR_LIMIT ||
                    (result == WEND_OK && expression_holds(&other, values) == holds),
                "parentheses change the value");
    return 0;
}
