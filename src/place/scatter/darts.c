/* Places agents by relaxation dart throwing (McCool and Fiume, "Hierarchical Poisson disk sampling
 * distributions", 1992).
 *
 * A dart is a random position for an agent. It is kept if its distance to every agent of the task
 * that is already placed is at least `apart`. The initial value of `apart` is the diameter at which
 * discs, one for each agent, would cover the fraction DART_COVER of the free area. `apart` shrinks
 * by the factor SHRINK whenever DARTS_PER_DISTANCE darts in a row fail.
 *
 * Cost: O(n) for covers up to about 0.4. The cover is the fraction of the free area that the
 * agents' discs cover. */
#include "place/scatter/darts.h"
#include <math.h>
#include <wend/math.h>

enum {
    DARTS_PER_DISTANCE = 40, /* failed darts before `apart` shrinks */
    DARTS_LAST = 2000,       /* failed darts before giving up, once `apart` is 0 */
    PURPOSE_X = 0x6b697402,
    PURPOSE_Y = 0x6b697403,
    PURPOSE_CELL = 0x6b697409
};

#define DART_COVER  0.35
#define SHRINK      0.9
#define LEAST_APART 1e-3 /* m: if `apart` falls below this, it becomes 0 */

double darts_even_distance(const scatter *c, double area) {
    return sqrt(4.0 * DART_COVER * area / (WEND_PI * c->task->count));
}

/* Throws darts for one agent, and reduces `apart` while they fail. Returns false if no dart hits.
 */
static bool throw_darts(scatter *c, wend_agent_def *agent) {
    static const uint32_t purposes[3] = {PURPOSE_X, PURPOSE_Y, PURPOSE_CELL};
    uint64_t dart = 0;
    for (;;) {
        bool last = c->apart <= 0.0;
        for (uint32_t i = 0; i < (last ? DARTS_LAST : DARTS_PER_DISTANCE); i++) {
            agent->position = room_sample(c, agent->key, dart++, purposes);
            if (room_is_apart(c, agent) && room_is_free(c, agent)) {
                return true;
            }
        }
        if (last) {
            return false;
        }
        c->apart *= SHRINK;
        bool least = c->apart < 2.0 * agent->radius || c->apart < c->task->spacing;
        if (c->pushing ? c->apart < LEAST_APART : least) {
            c->apart = 0.0;
        }
    }
}

uint32_t darts_throw(scatter *c, double area) {
    double even = darts_even_distance(c, area);
    c->apart = even > c->task->spacing || c->pushing ? even : c->task->spacing;
    bins_clear(&c->near);
    for (uint32_t i = 0; i < c->task->count; i++) {
        if (!throw_darts(c, &c->task->agents[i])) {
            return i;
        }
        bins_add(&c->near, i, c->task->agents[i].position);
    }
    return c->task->count;
}
