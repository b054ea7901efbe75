/* The map kinds: build/<name>/kind.c defines the descriptor map_builder_<name>. The first kind is
 * the default in scenario files. */
WEND_ENTRY(navmesh)
WEND_ENTRY(corridor)
WEND_ENTRY(roadmap)
WEND_ENTRY(terrain)
WEND_ENTRY(grid)
WEND_ENTRY(guidance)
