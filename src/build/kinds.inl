/* Kinds of maps: build/<name>/kind.c ends in the descriptor map_builder_<name>. The first is the
 * default of scenario files. */
WEND_ENTRY(navmesh)
WEND_ENTRY(corridor)
WEND_ENTRY(roadmap)
