/* Runs compiled expressions: see program.h. Cost: one operation for each step of the program. */
#include "behave/condition/expression/program.h"

static double apply(uint32_t code, double a, double b) {
    switch (code) {
    case EXPRESSION_ADD:
        return a + b;
    case EXPRESSION_SUBTRACT:
        return a - b;
    case EXPRESSION_MULTIPLY:
        return a * b;
    case EXPRESSION_DIVIDE:
        return a / b;
    case EXPRESSION_LESS:
        return a < b;
    case EXPRESSION_LESS_EQUAL:
        return a <= b;
    case EXPRESSION_GREATER:
        return a > b;
    case EXPRESSION_GREATER_EQUAL:
        return a >= b;
    case EXPRESSION_EQUAL:
        return a == b;
    case EXPRESSION_NOT_EQUAL:
        return a < b || a > b;
    case EXPRESSION_AND:
        return a != 0.0 && b != 0.0;
    default:
        return a != 0.0 || b != 0.0;
    }
}

bool expression_holds(const expression_program *program, const double values[EXPRESSION_VALUES]) {
    double stack[EXPRESSION_MAX_TOKENS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->step_count; i++) {
        const expression_step *step = &program->steps[i];
        if (step->code == EXPRESSION_NUMBER) {
            stack[count++] = step->number;
        } else if (step->code == EXPRESSION_VARIABLE) {
            stack[count++] = values[step->index];
        } else if (step->code == EXPRESSION_NEGATE) {
            stack[count - 1] = -stack[count - 1];
        } else if (step->code == EXPRESSION_NOT) {
            stack[count - 1] = stack[count - 1] == 0.0;
        } else {
            count--;
            stack[count - 1] = apply(step->code, stack[count - 1], stack[count]);
        }
    }
    return stack[0] != 0.0;
}
