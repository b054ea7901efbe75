/* Fails unless the library that is linked is there and answers. */
#include <stdio.h>
#include <wend/base.h>

int main(void) {
    return printf("%s\n", wend_version()) > 0 ? 0 : 1;
}
