/* state/queues.h: queues, their places, and the agents in them.
 *
 * Every place of a queue is a goal of the world, and so is the tail, for which agents head until
 * they get a place. Which queue an agent belongs to follows from its goal: queues_note_goal is
 * called whenever an agent takes a goal. A queue in which something has changed is marked, and
 * behave/queues/update.c updates the marked queues at the start of the next step. */
#ifndef STATE_QUEUES_H
#define STATE_QUEUES_H

#include <wend/queue.h>

#include "state/ids.h"
#include "state/names.h"
#include "step/store.h"

#define QUEUE_NOBODY UINT32_MAX       /* value of queue_record.at for a free place */
#define QUEUE_TAIL   (UINT32_MAX - 1) /* value of queue_owner.place for the tail */

typedef struct queue_record {
    char *name;   /* or NULL */
    uint8_t kind; /* wend_queue_kind */
    bool random;  /* agents take any free place of the area */
    bool changed; /* to be updated in the next step */
    bool removed; /* to be removed in this step */
    uint32_t layer;
    uint32_t servers;     /* 0 for a waiting area */
    uint32_t line_count;  /* the first places: those of service, then those of the line */
    uint32_t place_count; /* all places; those from line_count on are in the area */
    float spacing, radius, tolerance, join_distance; /* m */
    wend_distribution service;                       /* s; a constant 0 if there is none */
    wend_goal then_goal;                             /* or null; may be stale */
    wend_goal_set then_set;
    wend_vec2 *places;
    uint32_t *goals;   /* the goal of each place; then that of the tail */
    uint32_t *at;      /* the slot of the agent that has the place, or QUEUE_NOBODY */
    uint32_t *waiting; /* slots of the waiting agents, in the order in which they came */
    uint32_t waiting_count, waiting_capacity;
    uint32_t first_heading; /* head of the list of agents that head for the tail, or WEND_NONE */
    uint32_t heading_count;
    uint64_t joined, served, left;
    double next_release; /* s: time at which the next service ends; INFINITY if there is none */
} queue_record;

/* The queue to which a goal belongs. */
typedef struct queue_owner {
    uint32_t queue; /* or WEND_NONE */
    uint32_t place; /* index of the place, or QUEUE_TAIL */
} queue_owner;

/* An agent that has come to the tail of a queue. */
typedef struct queue_arrival {
    uint64_t key;
    uint32_t slot;
} queue_arrival;

typedef struct queue_table {
    queue_record *records;
    uint32_t count, capacity; /* free indices included */
    id_table ids;
    name_set names;
    queue_owner *owners; /* indexed by goal */
    uint32_t owner_count, owner_capacity;
    queue_arrival *arrivals; /* buffer, with room for sorting */
    uint32_t arrival_capacity;
    uint64_t updated; /* the queues have been updated for all steps below this one */
    uint32_t next;    /* the next queue to be updated in this step; 0 after all have been */
    bool any_removed;
} queue_table;

/* Returns the queue to which a goal belongs; its `queue` is WEND_NONE for most goals. */
static inline queue_owner queues_owner(const queue_table *table, uint32_t goal) {
    return goal < table->owner_count ? table->owners[goal] : (queue_owner){WEND_NONE, WEND_NONE};
}

/* Returns the goal that stands for a queue. */
static inline uint32_t queue_tail(const queue_record *queue) {
    return queue->goals[queue->place_count];
}

/* Returns the mean of the times of service (s); 0 if there is no service. */
double queue_mean_service(const queue_record *queue);

/* Notes that an agent takes a goal: it enters the queue that the goal stands for, or loses its
 * place in another queue. */
void queues_note_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Notes that an agent has arrived at a goal. Returns false if the goal belongs to no queue. */
bool queues_note_arrival(wend_world *world, uint32_t goal);
/* Removes an agent from its queue, if it is in one. It counts as an agent that left, unless it has
 * been served. */
void queues_leave(wend_world *world, uint32_t slot);
/* Makes a waiting agent one that heads for its queue. */
void queues_send_back(wend_world *world, uint32_t slot);
/* Adds an agent to the list of those that head for a queue. */
void queue_link_heading(wend_world *world, uint32_t slot, uint32_t index);
/* Removes an agent from the list of those that head for a queue. */
void queue_unlink_heading(wend_world *world, queue_record *queue, uint32_t slot);
/* Removes a waiting agent from the list of its queue, and frees its place. The agent then belongs
 * to no queue. */
void queue_drop_waiting(wend_world *world, queue_record *queue, uint32_t slot);

#endif
