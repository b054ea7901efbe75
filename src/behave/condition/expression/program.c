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

/* Returns how many values a step takes off the stack. */
static uint32_t operand_count(expression_code code) {
    return code == EXPRESSION_NUMBER || code == EXPRESSION_VARIABLE ? 0
           : code == EXPRESSION_NEGATE || code == EXPRESSION_NOT    ? 1
                                                                    : 2;
}

bool expression_holds(const expression_program *program, const double values[EXPRESSION_VALUES]) {
    double stack[EXPRESSION_MAX_TOKENS + 1] = {0.0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->step_count; i++) {
        const expression_step *step = &program->steps[i];
        uint32_t taken = operand_count(step->code);
        if (count < taken || count >= EXPRESSION_MAX_TOKENS) { /* never in a compiled program */
            return false;
        }
        count -= taken;
        double *top = &stack[count++];
        if (step->code == EXPRESSION_NUMBER) {
            *top = step->number;
        } else if (step->code == EXPRESSION_VARIABLE) {
            *top = values[step->index];
        } else if (step->code == EXPRESSION_NEGATE) {
            *top = -*top;
        } else if (step->code == EXPRESSION_NOT) {
            *top = *top == 0.0;
        } else {
            *top = apply(step->code, top[0], top[1]);
        }
    }
    return stack[0] != 0.0;
}
