/* The key `include`: other files that come before this one. */
#ifndef SCENARIO_DOCUMENT_INCLUDE_H
#define SCENARIO_DOCUMENT_INCLUDE_H

#include "scenario/document/node.h"

/* Reads the files that the root of the tree names, and those that these name, and merges them into
 * it. `path` is the file of the root; NULL when it is none, and then may include nothing. */
wend_result include_files(node_tree *tree, const char *path, wend_error *error);

#endif
