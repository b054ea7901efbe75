/* The figures that show single steps of a character: Figs 2 to 5. */
#ifndef PAPER_MIRAN_FIGURES_H
#define PAPER_MIRAN_FIGURES_H

#include "paper/miran/parts.h"

wend_result miran_draw_steps(wend_paper_call *call, wend_error *error);

#endif
