/* Opens addresses with xdg-open, the opener of desktops that follow freedesktop.org. */
#define _POSIX_C_SOURCE 200809L
#include "cli/browser.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char OPENER[] = "xdg-open";

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0';
}

/* True if a folder of PATH holds the opener. */
static bool has_opener(void) {
    const char *at = getenv("PATH");
    while (at != NULL && *at != '\0') {
        size_t length = strcspn(at, ":");
        char path[4096];
        int size = snprintf(path, sizeof path, "%.*s/%s", (int)length, at, OPENER);
        if (length > 0 && size < (int)sizeof path && access(path, X_OK) == 0) {
            return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

bool browser_exists(void) {
    return (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) && has_opener();
}

/* Runs the opener in a process whose parent has ended, so that it does not become a zombie, and in
 * a session of its own, so that Ctrl-C does not end the browser. */
static void run_opener(const char *address) {
    if (fork() != 0) {
        _exit(0);
    }
    setsid();
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3 && null >= 0; fd++) {
        dup2(null, fd);
    }
    execlp(OPENER, OPENER, address, (char *)NULL);
    _exit(127);
}

bool browser_open(const char *address) {
    fflush(NULL); /* what is buffered must not be written by two processes */
    pid_t child = fork();
    if (child == 0) {
        run_opener(address);
    }
    return child > 0 && waitpid(child, NULL, 0) == child;
}
