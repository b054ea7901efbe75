/* behave/queues/queues.h: functions shared by the files of this folder. */
#ifndef BEHAVE_QUEUES_H
#define BEHAVE_QUEUES_H

#include "behave/behave.h"

/* ---- places.c -------------------------------------------------------------------------------- */

/* Gives all waiting agents the places that are due to them: lets those in the line move up, and
 * those behind it take places in the line or in the area. The first `stood` of them came in earlier
 * steps. */
void queue_fill_places(wend_world *world, queue_record *queue, uint32_t stood);
/* Lets the waiting agent with index `i`, which does not get to its place, change with the one of
 * those behind it that is nearest to that place, if that one is nearer by more than a radius. */
void queue_swap_with_nearer(wend_world *world, queue_record *queue, uint32_t i);
/* Moves the tail to the place that the next agent will get. */
void queue_place_tail(wend_world *world, queue_record *queue);

/* ---- service.c ------------------------------------------------------------------------------- */

/* Releases the agents whose service has ended. */
void queue_end_services(wend_world *world, queue_record *queue);
/* Begins to serve the agents that have arrived at a place of service, and finds out when the next
 * service ends. */
void queue_begin_services(wend_world *world, queue_record *queue);

#endif
