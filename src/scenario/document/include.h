/* The key `include`: files to include; the including file extends and overrides them. */
#ifndef SCENARIO_DOCUMENT_INCLUDE_H
#define SCENARIO_DOCUMENT_INCLUDE_H

#include "scenario/document/node.h"

/* Reads the files that the root of the tree includes, and those that they include in turn, and
 * merges them into the root. `path` is the file of the root. It is NULL if the document does not
 * come from a file; such a document cannot include others. */
wend_result include_files(node_tree *tree, const char *path, wend_error *error);

#endif
