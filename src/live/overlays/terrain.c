/* The triangles of a terrain map. */
#include "live/overlays/shared/mesh.h"

const live_overlay live_overlay_terrain = {.name = "terrain",
                                           .label = "triangles of terrain",
                                           .scope = LIVE_OVERLAY_MAP,
                                           .draw = overlay_draw_mesh};
