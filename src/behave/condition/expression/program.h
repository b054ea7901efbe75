/* behave/condition/expression/program.h: expressions, compiled to programs for a stack machine.
 *
 * An expression combines numbers and variables with + - * / (and a sign), < <= > >= == !=, `and`,
 * `or`, `not` and parentheses, as in `speed > 1 and (time_in_state > 5 or x < 3.5)`. From loosest
 * to tightest: or, and, not, comparisons, + and -, * and /, the sign. Comparisons cannot be
 * chained. A whole expression is a comparison, or comparisons combined by and, or and not.
 * `population(NAME)` is the number of agents in an area.
 *
 * Arithmetic is that of doubles: division by zero gives an infinity, or NaN for 0 / 0. Comparisons
 * with NaN are false, != included. */
#ifndef BEHAVE_CONDITION_EXPRESSION_PROGRAM_H
#define BEHAVE_CONDITION_EXPRESSION_PROGRAM_H

#include <wend/world.h>

enum {
    EXPRESSION_MAX_TOKENS = 64, /* numbers, names, signs and parentheses */
    EXPRESSION_MAX_AREAS = 16,  /* a population takes four tokens */
    EXPRESSION_MAX_NUMBER = 63  /* bytes of a number */
};

typedef enum expression_variable {
    EXPRESSION_TIME,
    EXPRESSION_TIME_IN_STATE,
    EXPRESSION_X,
    EXPRESSION_Y,
    EXPRESSION_SPEED,
    EXPRESSION_PREFERRED_SPEED,
    EXPRESSION_MAX_SPEED,
    EXPRESSION_RADIUS,
    EXPRESSION_HEADING,
    EXPRESSION_PRIORITY,
    EXPRESSION_LAYER,
    EXPRESSION_DISTANCE,
    EXPRESSION_VARIABLE_COUNT
} expression_variable;

/* The names of the variables. */
extern const char *const expression_variable_names[EXPRESSION_VARIABLE_COUNT];

/* What a step does with the stack. Those from EXPRESSION_ADD on take two values from it; all of
 * them leave one value. True is 1, false is 0. */
typedef enum expression_code {
    EXPRESSION_NUMBER,   /* pushes `number` */
    EXPRESSION_VARIABLE, /* pushes the value at `index` */
    EXPRESSION_NEGATE,
    EXPRESSION_NOT,
    EXPRESSION_ADD,
    EXPRESSION_SUBTRACT,
    EXPRESSION_MULTIPLY,
    EXPRESSION_DIVIDE,
    EXPRESSION_LESS,
    EXPRESSION_LESS_EQUAL,
    EXPRESSION_GREATER,
    EXPRESSION_GREATER_EQUAL,
    EXPRESSION_EQUAL,
    EXPRESSION_NOT_EQUAL,
    EXPRESSION_AND,
    EXPRESSION_OR
} expression_code;

typedef struct expression_step {
    double number;
    uint32_t code, index;
} expression_step;

typedef struct expression_program {
    expression_step steps[EXPRESSION_MAX_TOKENS];
    uint32_t step_count;
    uint32_t variables;                    /* a bit for each variable that the program reads */
    wend_area areas[EXPRESSION_MAX_AREAS]; /* whose populations the program reads */
    uint32_t area_count;
} expression_program;

/* The values that a program reads: variables, then the populations of its areas. */
enum { EXPRESSION_VALUES = EXPRESSION_VARIABLE_COUNT + EXPRESSION_MAX_AREAS };

/* The parameter struct of the condition. */
typedef struct expression_params {
    const char *text;
    const expression_program *program; /* compiled when the machine is added */
} expression_params;

/* Finds areas by name. If there is none, writes the end of a message, such as "; did you mean
 * 'hall'?", and returns false. */
typedef struct expression_areas {
    bool (*find)(void *context, const char *name, wend_area *out, char *hint, size_t size);
    void *context;
} expression_areas;

/* Compiles an expression (compile.c). Fails with WEND_ERROR_SYNTAX, WEND_ERROR_NAME or
 * WEND_ERROR_LIMIT; the message states the column, counted in bytes from 1, what was expected and
 * what was found. */
wend_result expression_compile(const char *text, const expression_areas *areas,
                               expression_program *out, wend_error *error);

/* Runs a program. `values` has the variables that the program reads, then one value for each of its
 * areas. */
bool expression_holds(const expression_program *program, const double values[EXPRESSION_VALUES]);

#endif
