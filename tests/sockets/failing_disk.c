/* Lets a process fail to write to files or to sync them, as a full or broken disk does, while a file exists.
 *
 *   cc -shared -fPIC -O2 -o failing_disk.so failing_disk.c -ldl
 *   FAILING_DISK_FLAG=trouble FAILING_DISK_NAME=bot.sqlite3 LD_PRELOAD=./failing_disk.so python -m bot run
 *
 * The flag file holds a number of errno and the calls that fail: "28 write" or "5 write fsync". Only files with
 * the name in their path fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int strikes(int fd, const char *call) {
    const char *flag = getenv("FAILING_DISK_FLAG"), *name = getenv("FAILING_DISK_NAME");
    char link[64], path[4096], wish[64];
    int before = errno, file = flag && name ? open(flag, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t size = file < 0 ? -1 : read(file, wish, sizeof wish - 1);
    if (file >= 0) close(file);
    errno = before;
    if (size <= 0) return 0;
    wish[size] = 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    size = readlink(link, path, sizeof path - 1);
    errno = before;
    if (size <= 0) return 0;
    path[size] = 0;
    if (!strstr(wish, call) || !strstr(path, name)) return 0;
    errno = atoi(wish);
    return 1;
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    return strikes(fd, "write") ? -1 : real(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return strikes(fd, "write") ? -1 : real(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return strikes(fd, "write") ? -1 : real(fd, data, size, at);
}

int ftruncate(int fd, off_t size) {
    REAL(int, "ftruncate", int, off_t);
    return strikes(fd, "write") ? -1 : real(fd, size);
}

int ftruncate64(int fd, off64_t size) {
    REAL(int, "ftruncate64", int, off64_t);
    return strikes(fd, "write") ? -1 : real(fd, size);
}

int fsync(int fd) {
    REAL(int, "fsync", int);
    return strikes(fd, "fsync") ? -1 : real(fd);
}

int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    return strikes(fd, "fsync") ? -1 : real(fd);
}
