/* A live world that shows a world of another owner, such as a run in progress. */
#ifndef LIVE_ATTACH_H
#define LIVE_ATTACH_H

#include <wend/live.h>

/* Shows `world` instead of the live world's own, as it is now; to be called again after each of its
 * steps. From then on, messages that change the world or its time are refused. Returns false, and
 * counts no arrivals of this step, if out of memory. */
bool live_attach(wend_live *live, wend_world *world);
/* Ends it, before the owner destroys the world. The live world can then only be destroyed. */
void live_detach(wend_live *live);

#endif
