/* Map kinds that answer queries: one line for each folder in this folder. */
WEND_ENTRY(navmesh)
WEND_ENTRY(corridor)
WEND_ENTRY(roadmap)
