/* The kinds of maps: map/<name>/kind.c ends with the descriptor map_kind_<name>. */
WEND_ENTRY(navmesh)
WEND_ENTRY(corridor)
WEND_ENTRY(roadmap)
WEND_ENTRY(terrain)
WEND_ENTRY(grid)
WEND_ENTRY(guidance)
