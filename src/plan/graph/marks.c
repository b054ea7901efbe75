#include "plan/graph/marks.h"

#include "step/worker_buffers.h"

search_mark *search_marks(const wend_view *view, uint32_t worker, size_t count, uint64_t *stamp) {
    search_mark *marks =
        worker_buffer_take(view, worker, BUFFER_MARKS, (count + 1) * sizeof *marks);
    if (marks == NULL) {
        return NULL;
    }
    *stamp = ++marks[0].stamp; /* the first mark belongs to no vertex */
    return marks + 1;
}
