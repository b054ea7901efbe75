/* The portals of a navigation mesh. */
#include "live/overlays/shared/mesh.h"

const live_overlay live_overlay_navmesh = {.name = "navmesh",
                                           .label = "navigation mesh",
                                           .scope = LIVE_OVERLAY_MAP,
                                           .draw = overlay_draw_mesh};
