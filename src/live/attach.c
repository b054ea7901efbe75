/* Shows worlds of other owners. There is no history: only the owner moves such a world. */
#include "live/attach.h"
#include "live/live.h"

bool live_attach(wend_live *live, wend_world *world) {
    if (!live->is_attached) {
        live_history_clear(&live->history, &live->memory);
        live->history.budget = 0;
        live_set_world(live, world);
        live->is_attached = true;
        return true;
    }
    live->world = world;
    live_forget(live);
    return live_count_events(live);
}

void live_detach(wend_live *live) {
    if (live->is_attached) {
        live->world = NULL;
        live_forget(live);
    }
}
