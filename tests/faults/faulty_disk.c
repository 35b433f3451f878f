/*
 * A disk that fails when it is told to: loaded before the C library (LD_PRELOAD), it counts what a program does to the
 * regular files and folders below a folder, fails one of these operations or stops the program there, and logs all of
 * them with their data.
 *
 *   FAULTY_UNDER  the folder
 *   FAULTY_LOG    the log, outside of it: a line for each operation, and behind it the bytes that were written
 *   FAULTY_AT     the number of the operation that fails; the first is 1
 *   FAULTY_KIND   full, short, interrupted, broken or cut (the program is killed in place of the operation)
 *   FAULTY_UNTIL  a file: all later operations fail too until it is there
 *
 * Programs that the program starts are not counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { NONE, FULL, SHORT, INTERRUPTED, BROKEN, CUT };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char under[PATH_MAX], until[PATH_MAX];
static int log_file = -1;
static unsigned long fail_at, count;
static enum kind kind;

static enum kind kind_of(const char *word)
{
    static const char *words[] = {"", "full", "short", "interrupted", "broken", "cut"};
    for (int i = 1; word && i <= CUT; i++)
        if (!strcmp(word, words[i]))
            return i;
    return NONE;
}

static void take(char *to, const char *name)
{
    const char *value = getenv(name);
    snprintf(to, PATH_MAX, "%s", value ? value : "");
}

__attribute__((constructor)) static void begin(void)
{
    char log[PATH_MAX], at[PATH_MAX];
    take(under, "FAULTY_UNDER");
    take(until, "FAULTY_UNTIL");
    take(log, "FAULTY_LOG");
    take(at, "FAULTY_AT");
    fail_at = strtoul(at, NULL, 10);
    kind = kind_of(getenv("FAULTY_KIND"));
    log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    unsetenv("LD_PRELOAD");
}

/* The file's name if it lies below the folder, or is the folder. */
static int is_under(const char *path)
{
    size_t length = strlen(under);
    return log_file >= 0 && length && !strncmp(path, under, length) && (path[length] == '/' || !path[length]);
}

static void name_of(int fd, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
}

static void absolute(const char *path, char *to)
{
    if (path[0] == '/' || syscall(SYS_getcwd, to, PATH_MAX) < 0) {
        snprintf(to, PATH_MAX, "%s", path);
        return;
    }
    size_t length = strlen(to);
    snprintf(to + length, PATH_MAX - length, "/%s", path);
}

/* A line of the log: the operation, its number, whether it was made to fail, what it returned, the file's number, two
 * values of its own, the count of bytes behind the line, the path, and perhaps a second one. */
static void note(const char *what, unsigned long number, int failed, long result, unsigned long inode, long first,
                 long second, const char *path, const char *other, const struct iovec *data, int pieces)
{
    char line[2 * PATH_MAX + 256];
    long length = 0;
    for (int i = 0; i < pieces; i++)
        length += data[i].iov_len;
    int size = snprintf(line, sizeof line, "%s %lu %d %ld %lu %ld %ld %ld %s\t%s\n", what, number, failed, result, inode,
                        first, second, length, path, other);
    syscall(SYS_write, log_file, line, size);
    for (int i = 0; i < pieces; i++)
        syscall(SYS_write, log_file, data[i].iov_base, data[i].iov_len);
}

/* What becomes of the next operation, of which `possible` says by which faults it may fail; it is counted. */
static enum kind next(unsigned possible)
{
    count++;
    int is_meant = kind != NONE && (count == fail_at || (until[0] && count > fail_at));
    if (!is_meant || (until[0] && syscall(SYS_faccessat, AT_FDCWD, until, F_OK) == 0))
        return NONE;
    if (kind == CUT) {
        syscall(SYS_kill, getpid(), SIGKILL);
        for (;;)
            pause();
    }
    return possible & (1u << kind) ? kind : NONE;
}

#define MAY(kind) (1u << (kind))

static int error_of(enum kind fault)
{
    return fault == FULL ? ENOSPC : fault == INTERRUPTED ? EINTR : EIO;
}

/* The end of an operation: its result, and the error that it was made to have. */
static long ended(long result, int error)
{
    pthread_mutex_unlock(&lock);
    if (error)
        errno = error;
    return result;
}

static ssize_t write_pieces(int fd, const struct iovec *pieces, int number)
{
    struct stat file;
    char path[PATH_MAX];
    int is_file = syscall(SYS_fstat, fd, &file) == 0;
    name_of(fd, path);
    pthread_mutex_lock(&lock);
    if (!is_file || !S_ISREG(file.st_mode) || !is_under(path)) {
        if (is_file && log_file >= 0 && (S_ISREG(file.st_mode) || S_ISFIFO(file.st_mode) || S_ISCHR(file.st_mode)))
            note("tell", count, 0, 0, 0, fd, 0, path, "", pieces, number);
        pthread_mutex_unlock(&lock);
        return syscall(SYS_writev, fd, pieces, number);
    }
    size_t length = 0;
    for (int i = 0; i < number; i++)
        length += pieces[i].iov_len;
    enum kind fault = next(MAY(FULL) | MAY(INTERRUPTED) | MAY(BROKEN) | (length > 1 ? MAY(SHORT) : 0));
    int is_appended = syscall(SYS_fcntl, fd, F_GETFL) & O_APPEND;
    long at = is_appended ? file.st_size : syscall(SYS_lseek, fd, 0, SEEK_CUR);
    /* Half of the first piece: a disk that is full takes what it has room for. */
    struct iovec half = {pieces[0].iov_base, length == pieces[0].iov_len ? length / 2 : pieces[0].iov_len};
    if (fault != NONE) {
        if (fault == INTERRUPTED)
            half.iov_len = 0;
        ssize_t written = half.iov_len ? syscall(SYS_writev, fd, &half, 1) : 0;
        half.iov_len = written > 0 ? written : 0;
        note("write", count, fault, written, file.st_ino, at, 0, path, "", &half, 1);
        return fault == SHORT ? ended(written, 0) : ended(-1, error_of(fault));
    }
    ssize_t written = syscall(SYS_writev, fd, pieces, number);
    int error = written < 0 ? errno : 0;
    note("write", count, 0, written, file.st_ino, at, 0, path, "", pieces, number);
    return ended(written, error);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    struct iovec piece = {(void *)bytes, length};
    return write_pieces(fd, &piece, 1);
}

ssize_t writev(int fd, const struct iovec *pieces, int number)
{
    return write_pieces(fd, pieces, number);
}

static int open_file(const char *name, int flags, mode_t mode)
{
    char path[PATH_MAX];
    struct stat before, file = {0};
    absolute(name, path);
    int writes = (flags & O_ACCMODE) != O_RDONLY && !(flags & O_DIRECTORY);
    if (!writes || !is_under(path))
        return syscall(SYS_openat, AT_FDCWD, name, flags, mode);
    pthread_mutex_lock(&lock);
    int is_new = syscall(SYS_newfstatat, AT_FDCWD, path, &before, 0) != 0;
    enum kind fault = next(MAY(INTERRUPTED) | MAY(BROKEN) | (is_new ? MAY(FULL) : 0));
    int fd = fault == NONE ? syscall(SYS_openat, AT_FDCWD, name, flags, mode) : -1;
    int error = fault != NONE ? error_of(fault) : fd < 0 ? errno : 0;
    if (fd >= 0)
        syscall(SYS_fstat, fd, &file);
    note("open", count, fault, fd, file.st_ino, is_new, !!(flags & O_TRUNC), path, "", NULL, 0);
    return ended(fd, error);
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & O_CREAT ? va_arg(more, mode_t) : 0;
}

int open(const char *name, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_file(name, flags, mode);
}

int open64(const char *name, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_file(name, flags, mode);
}

static int sync_file(int fd, long call)
{
    struct stat file;
    char path[PATH_MAX];
    name_of(fd, path);
    if (!is_under(path) || syscall(SYS_fstat, fd, &file) != 0)
        return syscall(call, fd);
    pthread_mutex_lock(&lock);
    enum kind fault = next(MAY(FULL) | MAY(INTERRUPTED) | MAY(BROKEN));
    /* The file is not given to the disk: the model of a power cut, not this one's, is what is lost. */
    note(S_ISDIR(file.st_mode) ? "syncdir" : "sync", count, fault, fault ? -1 : 0, file.st_ino, 0, 0, path, "", NULL, 0);
    return ended(fault ? -1 : 0, fault ? error_of(fault) : 0);
}

int fsync(int fd)
{
    return sync_file(fd, SYS_fsync);
}

int fdatasync(int fd)
{
    return sync_file(fd, SYS_fdatasync);
}

int ftruncate64(int fd, off64_t length)
{
    struct stat file;
    char path[PATH_MAX];
    name_of(fd, path);
    if (!is_under(path) || syscall(SYS_fstat, fd, &file) != 0)
        return syscall(SYS_ftruncate, fd, length);
    pthread_mutex_lock(&lock);
    enum kind fault = next(MAY(INTERRUPTED) | MAY(BROKEN));
    int result = fault == NONE ? syscall(SYS_ftruncate, fd, length) : -1;
    int error = fault != NONE ? error_of(fault) : result < 0 ? errno : 0;
    note("trunc", count, fault, result, file.st_ino, length, 0, path, "", NULL, 0);
    return ended(result, error);
}

/* An operation on names alone. */
static int change_name(const char *what, unsigned possible, const char *name, const char *other, mode_t mode)
{
    char path[PATH_MAX], second[PATH_MAX] = "";
    absolute(name, path);
    if (other)
        absolute(other, second);
    int counts = is_under(path) || is_under(second);
    enum kind fault = NONE;
    if (counts) {
        pthread_mutex_lock(&lock);
        fault = next(possible);
    }
    long result = -1;
    if (fault == NONE && what[0] == 'l')
        result = syscall(SYS_linkat, AT_FDCWD, name, AT_FDCWD, other, 0);
    else if (fault == NONE && other)
        result = syscall(SYS_renameat2, AT_FDCWD, name, AT_FDCWD, other, 0);
    else if (fault == NONE && what[0] == 'm')
        result = syscall(SYS_mkdirat, AT_FDCWD, name, mode);
    else if (fault == NONE)
        result = syscall(SYS_unlinkat, AT_FDCWD, name, 0);
    int error = fault != NONE ? error_of(fault) : result < 0 ? errno : 0;
    if (!counts)
        return result;
    note(what, count, fault, result, 0, 0, 0, path, second, NULL, 0);
    return ended(result, error);
}

int rename(const char *from, const char *to)
{
    return change_name("rename", MAY(FULL) | MAY(BROKEN), from, to, 0);
}

int linkat(int folder, const char *from, int other, const char *to, int flags)
{
    if (folder != AT_FDCWD || other != AT_FDCWD)
        return syscall(SYS_linkat, folder, from, other, to, flags);
    return change_name("link", MAY(FULL) | MAY(BROKEN), from, to, 0);
}

int link(const char *from, const char *to)
{
    return change_name("link", MAY(FULL) | MAY(BROKEN), from, to, 0);
}

int mkdir(const char *name, mode_t mode)
{
    return change_name("mkdir", MAY(FULL) | MAY(BROKEN), name, NULL, mode);
}

int unlink(const char *name)
{
    return change_name("unlink", MAY(BROKEN), name, NULL, 0);
}
