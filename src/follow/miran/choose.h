/* follow/miran/choose.h: the candidate attraction points of a character, and the choice among them.
 */
#ifndef FOLLOW_MIRAN_CHOOSE_H
#define FOLLOW_MIRAN_CHOOSE_H

#include "follow/miran/weigh.h"
#include "follow/miran/window.h"

/* What candidates and weights depend on. */
typedef struct miran_query {
    const wend_view *view;
    uint32_t worker;
    miran_weights weights;
    wend_location x;
    float radius;        /* m: radius of the disc for which lines must be open */
    double d;            /* m: sampling distance */
    bool takes_vertices; /* true: visible vertices of the route are candidates too */
    double kept;         /* m along the window: a point that is a candidate even if it is hidden;
                            negative: none */
    double crowd;        /* weight of the delays in crowds */
    miran_window window;
} miran_query;

/* A candidate attraction point alpha_ij. */
typedef struct miran_candidate {
    double s; /* m along the window: d_ij */
    wend_location at;
    double weight; /* omega; INFINITY if the line crosses forbidden terrain */
} miran_candidate;

/* Largest number of samples on a window: `d` is raised so that there are no more. */
enum { MIRAN_MAX_SAMPLES = 1024 };

enum { MIRAN_MAX_PARTS = 256 }; /* visible intervals; those farther along are ignored */

/* The set A_i, in the order of the route, and the visible intervals V_j (m along the window). The
 * weights are not set. */
typedef struct miran_candidates {
    wend_interval parts[MIRAN_MAX_PARTS];
    uint32_t part_count;
    miran_candidate *items; /* in a worker buffer */
    uint32_t count;
} miran_candidates;

/* Finds the candidates. Returns false when out of memory. */
bool miran_find_candidates(const miran_query *query, miran_candidates *out);

/* Computes the weights of all candidates. The weight of r_i itself (s = 0) is INFINITY. */
void miran_weigh(const miran_query *query, miran_candidates *candidates);

/* Returns the index of the chosen candidate, or UINT32_MAX if there is none. */
uint32_t miran_choose(const miran_query *query, const miran_candidates *candidates);

#endif
