/* Overlays: one file of overlays/ and one line of overlays/overlays.inl for each. */
#ifndef LIVE_OVERLAY_H
#define LIVE_OVERLAY_H

#include "live/live.h"
#include "live/sketch/sketch.h"

/* What an overlay shows. */
typedef enum live_overlay_scope {
    LIVE_OVERLAY_WORLD, /* something of the whole world; requests name it "NAME" */
    LIVE_OVERLAY_MAP,   /* a map of the kind `name`; requests name the map: "map:NAME" */
    LIVE_OVERLAY_GOAL   /* something of one goal; requests name it "NAME:INDEX" */
} live_overlay_scope;

/* The arguments for drawing an overlay. */
typedef struct live_overlay_call {
    wend_live *live;
    const wend_view *view;
    const wend_map *map; /* LIVE_OVERLAY_MAP */
    uint32_t goal;       /* LIVE_OVERLAY_GOAL */
    uint32_t level;      /* of a map, for kinds that have levels; else 0 */
    wend_vec2 low, high; /* the box of the space or, if it has no walls, of the agents */
    uint32_t layer_count;
} live_overlay_call;

typedef struct live_overlay {
    const char *name;  /* of the overlay, or of a kind of map */
    const char *label; /* for users, such as "navigation mesh" */
    live_overlay_scope scope;
    /* True if there may be something to draw. NULL: always. */
    bool (*exists)(const live_overlay_call *call);
    /* Draws as much as the sketch holds. */
    wend_result (*draw)(const live_overlay_call *call, live_sketch *out, wend_error *error);
} live_overlay;

/* The list of overlays; `index` must be less than the count. */
uint32_t live_overlay_count(void);
const live_overlay *live_overlay_at(uint32_t index);

#endif
