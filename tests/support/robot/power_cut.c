/* Loaded before libc: writes down what a process does to the files of one folder, so that a test can cut the power. */

#define _GNU_SOURCE
#include <dlfcn.h>       /* dlsym */
#include <fcntl.h>       /* open */
#include <limits.h>      /* PATH_MAX */
#include <stdint.h>      /* sizes in the log */
#include <stdio.h>       /* snprintf */
#include <stdlib.h>      /* getenv */
#include <string.h>      /* strlen, strncmp */
#include <sys/types.h>   /* off_t, ssize_t */
#include <unistd.h>      /* readlink, write */

static int log_file = -1;
static const char *folder;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static int (*real_fsync)(int);
static int (*real_truncate)(int, off64_t);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void begin(void)
{
    folder = getenv("POWER_CUT_FOLDER");
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_truncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    if (folder && getenv("POWER_CUT_LOG"))
        log_file = open(getenv("POWER_CUT_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static void note(char what, const char *path, int64_t offset, const void *data, uint32_t size)
{
    if (log_file < 0 || strncmp(path, folder, strlen(folder)) != 0)
        return;
    uint32_t length = (uint32_t)strlen(path);
    real_write(log_file, &what, 1);
    real_write(log_file, &offset, sizeof offset);
    real_write(log_file, &length, sizeof length);
    real_write(log_file, &size, sizeof size);
    real_write(log_file, path, length);
    if (size)
        real_write(log_file, data, size);
}

static const char *path_of(int handle, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    return path;
}

ssize_t write(int handle, const void *data, size_t size)
{
    char path[PATH_MAX];
    off64_t offset = log_file < 0 ? 0 : lseek64(handle, 0, SEEK_CUR);
    ssize_t done = real_write(handle, data, size);
    if (log_file >= 0 && handle != log_file && done > 0)
        note('w', path_of(handle, path), offset, data, (uint32_t)done);
    return done;
}

ssize_t pwrite64(int handle, const void *data, size_t size, off64_t offset)
{
    char path[PATH_MAX];
    ssize_t done = real_pwrite(handle, data, size, offset);
    if (done > 0)
        note('w', path_of(handle, path), offset, data, (uint32_t)done);
    return done;
}

ssize_t pwrite(int handle, const void *data, size_t size, off_t offset)
{
    return pwrite64(handle, data, size, offset);
}

int fsync(int handle)
{
    char path[PATH_MAX];
    int done = real_fsync(handle);
    if (done == 0)
        note('s', path_of(handle, path), 0, NULL, 0);
    return done;
}

int fdatasync(int handle)
{
    return fsync(handle);
}

int ftruncate64(int handle, off64_t size)
{
    char path[PATH_MAX];
    int done = real_truncate(handle, size);
    if (done == 0)
        note('t', path_of(handle, path), size, NULL, 0);
    return done;
}

int ftruncate(int handle, off_t size)
{
    return ftruncate64(handle, size);
}

int unlink(const char *path)
{
    int done = real_unlink(path);
    if (done == 0)
        note('u', path, 0, NULL, 0);
    return done;
}
