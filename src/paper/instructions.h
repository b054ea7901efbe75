/* Counts the instructions of a run, if the system allows it. Times depend on the load of the
 * machine; instructions do not. */
#ifndef PAPER_INSTRUCTIONS_H
#define PAPER_INSTRUCTIONS_H

#include <wend/kit.h>

/* Counts from the first frame of a run to its last. A zeroed watch has counted nothing. */
typedef struct instruction_watch {
    int counter; /* file descriptor + 1 of the counter; 0 if it is closed */
    bool begun;
    uint64_t first, last; /* readings at the first and at the last frame */
    double agent_steps;
} instruction_watch;

/* Records a frame: a callback for wend_paper_trial.observe of a trial with one thread; `observer`
 * is an instruction_watch. */
wend_result instructions_observe(void *observer, const wend_recording *recording,
                                 const wend_frame *frame, wend_error *error);
/* Returns the instructions that this thread has executed per agent and step, with the work of the
 * run between steps; NAN if the system does not count instructions. */
double instructions_per_agent_step(const instruction_watch *watch);
void instructions_close(instruction_watch *watch);

#endif
