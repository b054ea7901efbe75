/* state/sources.h: stores the sources of a world, the keys reserved for them, the commands that are
 * scheduled for later, and the agents that stand still at first. */
#ifndef STATE_SOURCES_H
#define STATE_SOURCES_H

#include <wend/source.h>

#include "geom/discs.h"
#include "state/ids.h"
#include "state/names.h"

typedef struct source_record {
    /* The def as it was given. The record owns copies of the name, the points, the template, the
     * template's label and the schedule. `from` is not earlier than the time of adding, `count` and
     * `first_key` are not 0, and def.agent is not used. */
    wend_source_def def;
    wend_agent_def agent;
    wend_point *points;
    wend_source_entry *schedule;
    char *name, *label;        /* or NULL */
    uint32_t arrived, entered; /* agents that have been due, and those of them that have entered */
    uint64_t draws;            /* intervals sampled; for a schedule, entries that have passed */
    double next;               /* s: when the next agent is due; INFINITY: never */
} source_record;

/* A range of keys that belongs to a source. */
typedef struct key_range {
    uint64_t first;
    uint32_t count, source;
} key_range;

typedef struct source_table {
    source_record *records;
    uint32_t count, capacity; /* free indices included */
    id_table ids;
    name_set names;
    key_range *keys; /* ranges of explicit keys, in ascending order */
    uint32_t key_count, key_capacity;
    disc_index entering; /* agents that enter in this step; no memory until it is needed */
    uint64_t updated;    /* number of the step for which the sources were updated, plus 1 */
} source_table;

/* The agents that stand still until their time has come; see world/delays.c. */
typedef struct delay_list {
    uint32_t *slots; /* may contain slots of agents that have left, and slots twice */
    uint32_t count, capacity;
    uint32_t live; /* number of agents that stand still because of a delay */
    double next;   /* s: not later than the end of the first delay */
} delay_list;

#endif
