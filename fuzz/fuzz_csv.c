/* Fuzzes the reader of trajectory tables. The first byte chooses .csv or .txt, and whether a frame
 * rate is set. */
/* runs: 50000 */
#include "support/fuzz_replay.h"

extern const wend_input input_csv, input_txt;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    /* The frame rate is the only parameter of both formats. */
    double rate = (data[0] & 2) != 0 ? 25.0 : 0.0;
    replay_bytes((data[0] & 1) != 0 ? &input_txt : &input_csv, &rate, data + 1, size - 1);
    return 0;
}
