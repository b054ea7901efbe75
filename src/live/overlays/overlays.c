/* The list of all overlays. */
#include "live/overlay.h"

#define WEND_ENTRY(name) extern const live_overlay live_overlay_##name;
#include "live/overlays/overlays.inl"
#undef WEND_ENTRY

static const live_overlay *const overlays[] = {
#define WEND_ENTRY(name) &live_overlay_##name,
#include "live/overlays/overlays.inl"
#undef WEND_ENTRY
};

uint32_t live_overlay_count(void) {
    return (uint32_t)(sizeof overlays / sizeof overlays[0]);
}

const live_overlay *live_overlay_at(uint32_t index) {
    return overlays[index];
}
