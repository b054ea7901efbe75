#include "build/corridor.h"

wend_result corridor_narrow(corridor_builder *b) {
    (void)b;
    return WEND_OK;
}
