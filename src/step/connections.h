/* step/connections.h: connections of the space (ladders, jumps, turnstiles), from the point of view
 * of agents that use them.
 *
 * Each direction of a connection is an arc. The entry of an arc is an internal goal of the world.
 * An agent whose cheapest path takes the arc heads for that goal first, with the same planner,
 * follower and model as for any other goal. */
#ifndef STEP_CONNECTIONS_H
#define STEP_CONNECTIONS_H

#include <wend/model.h>

typedef struct connection_arc {
    wend_location entry, exit;
    uint32_t connection;  /* index of the connection in the space */
    bool backwards;       /* the arc leads from the connection's `to` to its `from` */
    float length;         /* m: straight-line distance between entry and exit */
    float cost, duration; /* `cost` in m, `duration` in s; negative: see wend_connection_def */
} connection_arc;

/* The goal at the entry of arc i is goal i of the world. */
typedef struct connection_table {
    connection_arc *arcs;
    uint32_t count;
    /* Indexed by layer: the lowest layer that can be reached from this layer through links. Agents
     * cannot walk between layers with different values. */
    uint8_t grounds[WEND_MAX_LAYERS];
} connection_table;

/* Returns the time, in seconds, that an agent with the preferred speed `speed` (m/s) takes to cross
 * an arc. */
static inline double connection_duration(const connection_arc *arc, double speed) {
    if (arc->duration >= 0.0F) {
        return (double)arc->duration;
    }
    return arc->length > 0.0F && speed > 0.0 ? (double)arc->length / speed : 0.0;
}

/* Returns the cost of an arc for an agent with the preferred speed `speed` (m/s), as the equivalent
 * walking distance in m. */
static inline double connection_cost(const connection_arc *arc, double speed) {
    double walked = connection_duration(arc, speed) * speed, length = (double)arc->length;
    return arc->cost >= 0.0F ? (double)arc->cost : walked > length ? walked : length;
}

#endif
