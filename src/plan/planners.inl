/* The planners: one line for each file in this folder. */
WEND_ENTRY(auto)
WEND_ENTRY(straight)
WEND_ENTRY(sight)
WEND_ENTRY(navmesh)
WEND_ENTRY(corridor)
WEND_ENTRY(grid)
WEND_ENTRY(dual)
WEND_ENTRY(weighted)
