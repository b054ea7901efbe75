/* What can be drawn over a live world. The entry `name` is the variable live_overlay_name, defined
 * in name.c. */
WEND_ENTRY(walls)
WEND_ENTRY(routes)
WEND_ENTRY(density)
WEND_ENTRY(queues)
WEND_ENTRY(navmesh)
WEND_ENTRY(terrain)
WEND_ENTRY(corridor)
WEND_ENTRY(roadmap)
WEND_ENTRY(grid)
WEND_ENTRY(guidance)
WEND_ENTRY(field)
