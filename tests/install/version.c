/* Fails unless the linked library is present and responds. */
#include <stdio.h>
#include <wend/base.h>

int main(void) {
    return printf("%s\n", wend_version()) > 0 ? 0 : 1;
}
