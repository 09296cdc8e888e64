/* Delays every fsync and fdatasync of a process, as a slow disk does, and writes each of them down.
 *
 * SLOW_DISK_MS is the delay. SLOW_DISK_COUNT names a file to which each call adds a line "<process> <thread>": on
 * the main thread both are the same. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(void) {
    const char *file = getenv("SLOW_DISK_COUNT"), *delay = getenv("SLOW_DISK_MS");
    int out = file ? open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (out >= 0) {
        char line[64];
        snprintf(line, sizeof line, "%ld %ld\n", (long)getpid(), (long)syscall(SYS_gettid));
        if (write(out, line, strlen(line)) < 0) abort(); /* a count that misses something is worth nothing */
        close(out);
    }
    long ms = delay ? atol(delay) : 0;
    struct timespec pause = {ms / 1000, (ms % 1000) * 1000000L};
    while (ms > 0 && nanosleep(&pause, &pause) != 0) {}
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_for_disk();
    return real(file);
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_for_disk();
    return real(file);
}
