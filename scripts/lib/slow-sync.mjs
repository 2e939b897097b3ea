import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.mjs'

/** C source that delays syncs, and writes to files that sync each write. */
const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

static void wait_for_the_disk(void) {
  const char *text = getenv("SLOW_SYNC_MICROSECONDS");
  long microseconds = text ? atol(text) : 0;
  struct timespec pause = { microseconds / 1000000, (microseconds % 1000000) * 1000 };
  nanosleep(&pause, NULL);
}

#define SYNC(name) \\
  int name(int fd) { \\
    int (*original)(int) = (int (*)(int))dlsym(RTLD_NEXT, #name); \\
    int result = original(fd); \\
    wait_for_the_disk(); \\
    return result; \\
  }
SYNC(fsync)
SYNC(fdatasync)

#define WRITE(name) \\
  ssize_t name(int fd, const void *bytes, size_t length, off_t position) { \\
    ssize_t (*original)(int, const void *, size_t, off_t) = \\
      (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, #name); \\
    ssize_t result = original(fd, bytes, length, position); \\
    if (fcntl(fd, F_GETFL) & O_DSYNC) wait_for_the_disk(); \\
    return result; \\
  }
WRITE(pwrite)
WRITE(pwrite64)
`

/**
 * Returns the environment of a process with slower disk syncs, as on hospitals' slower disks. It needs a C compiler
 * and Linux.
 * @param {string} dir folder for the library
 * @param {number} ms extra milliseconds of each sync
 */
export async function slowSync(dir, ms) {
  const source = join(dir, 'slow-sync.c')
  const library = join(dir, 'slow-sync.so')
  writeFileSync(source, SOURCE)
  const code = await runCommand('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  if (code !== 0) throw new Error('a C compiler (cc) is needed for a slower disk')
  return { LD_PRELOAD: library, SLOW_SYNC_MICROSECONDS: String(Math.round(ms * 1000)) }
}
