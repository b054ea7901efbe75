/* Fuzzes the reader of JuPedSim databases. The file header is made valid, so that the reader
 * reaches the pages. */
/* runs: 12000 */
#include "support/fuzz_replay.h"

enum { HEAD = 100, LARGEST = 1 << 15, SIZE_AT = 28, PAGE_AT = 16, PAGE = 512 };

extern const wend_input input_sqlite;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *bytes = fuzz_copy(data, size, HEAD, LARGEST);
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, "SQLite format 3", 16);
    bytes[PAGE_AT] = PAGE >> 8;
    bytes[PAGE_AT + 1] = 0;
    memset(bytes + SIZE_AT, 0, 4); /* 0 makes SQLite use the actual file size */
    replay_bytes(&input_sqlite, NULL, bytes, size);
    free(bytes);
    return 0;
}
