/* Reads what a character sees and chooses in one step, from the explanation of its follower. */
#ifndef PAPER_MIRAN_CHOICES_H
#define PAPER_MIRAN_CHOICES_H

#include "paper/miran/parts.h"

enum { CHOICE_MOST_CANDIDATES = 96, CHOICE_MOST_VISIBLE = 96 };

/* A candidate attraction point. */
typedef struct choice_candidate {
    wend_point at;
    double weight, distance; /* weight, and d_ij: the distance from r_i along the route, m */
    bool chosen;
} choice_candidate;

/* A step of a character. */
typedef struct miran_choice {
    wend_point x, reference, attraction;
    choice_candidate candidates[CHOICE_MOST_CANDIDATES];
    uint32_t candidate_count;
    wend_point visible[CHOICE_MOST_VISIBLE][2]; /* visible pieces of the route */
    uint32_t visible_count;
} miran_choice;

/* Explains the step of an agent at a time (s). */
wend_result miran_explain(wend_paper_call *call, const wend_scenario *scenario, uint64_t key,
                          double time, miran_choice *choice, wend_error *error);
/* Returns the candidate that was chosen, or NULL if there is none. */
const choice_candidate *miran_chosen(const miran_choice *choice);

#endif
