/* Followers: one line for each file of this folder. */
WEND_ENTRY(waypoint)
WEND_ENTRY(portal)
WEND_ENTRY(attraction)
WEND_ENTRY(indicative)
WEND_ENTRY(miran)
WEND_ENTRY(gradient)
WEND_ENTRY(external)
WEND_ENTRY(constant)
