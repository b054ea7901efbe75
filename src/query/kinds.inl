/* Kinds of maps that answer queries: one line for each folder here. */
WEND_ENTRY(navmesh)
WEND_ENTRY(corridor)
WEND_ENTRY(roadmap)
