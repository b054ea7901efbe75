/* Provides marks for a search. All searches of a worker share the marks. Each search has a stamp of
 * its own, so that older marks need not be cleared. O(1). */
#include "plan/graph/marks.h"

#include "step/worker_buffers.h"

search_mark *search_marks(const wend_view *view, uint32_t worker, size_t count, uint64_t *stamp) {
    search_mark *marks =
        worker_buffer_take(view, worker, BUFFER_MARKS, (count + 1) * sizeof *marks);
    if (marks == NULL) {
        return NULL;
    }
    *stamp = ++marks[0].stamp; /* the first mark is used only to count searches */
    return marks + 1;
}
