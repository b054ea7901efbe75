/* Used while agents are scattered: checks whether an agent is far enough away from other agents and
 * clear of walls. */
#include "place/scatter/room.h"
#include "base/sample.h"

double room_min_distance(const scatter *c, const wend_agent_def *a, const wend_agent_def *b) {
    double radii = c->task->allow_overlap || c->pushing ? 0.0 : a->radius + b->radius;
    return radii > c->task->spacing || c->pushing ? radii : c->task->spacing;
}

wend_point room_sample(const scatter *c, uint64_t key, uint64_t index, const uint32_t purposes[3]) {
    uint64_t seed = c->task->seed;
    return c->cells.count > 0 ? cells_sample(&c->cells, seed, key, index, purposes)
                              : sample_box(c->low, c->high, seed, key, index, purposes);
}

bool room_is_apart(const scatter *c, const wend_agent_def *agent) {
    bins_span span = bins_around(&c->near, agent->position);
    for (uint32_t row = span.row_begin; row < span.row_end; row++) {
        for (uint32_t column = span.column_begin; column < span.column_end; column++) {
            for (uint32_t i = bins_first(&c->near, column, row); i != BINS_END;
                 i = c->near.next[i]) {
                const wend_agent_def *other = &c->task->agents[i];
                double least = room_min_distance(c, agent, other);
                least = least > c->apart ? least : c->apart;
                double x = other->position.x - agent->position.x;
                double y = other->position.y - agent->position.y;
                if (other != agent && x * x + y * y < least * least) {
                    return false;
                }
            }
        }
    }
    return true;
}

uint32_t room_find_overlap(const scatter *c, const wend_agent_def *agent) {
    return c->task->allow_overlap ? UINT32_MAX
                                  : discs_find_overlap(c->task->others, agent->position,
                                                       agent->radius, agent->layer, 0.0);
}

bool room_is_free(const scatter *c, const wend_agent_def *agent) {
    return shape_contains(&c->task->region, agent->position) &&
           room_find_overlap(c, agent) == UINT32_MAX &&
           ground_is_clear(&c->task->ground, agent->position, agent->layer, agent->radius);
}
