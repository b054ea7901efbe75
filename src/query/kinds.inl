/* Map kinds that answer queries: one line for each subfolder. */
WEND_ENTRY(navmesh)
WEND_ENTRY(corridor)
WEND_ENTRY(roadmap)
WEND_ENTRY(terrain)
WEND_ENTRY(grid)
WEND_ENTRY(guidance)
