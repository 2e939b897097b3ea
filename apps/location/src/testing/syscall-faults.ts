import { type ChildProcess, spawn } from 'node:child_process'

const STRACE = 'strace'
const KILL_LIMIT_MS = 5_000

/** System calls from a request to its answer: receiving, storing and sending. */
export const STEP_CALLS = 'read,write,writev,pwrite64,pwritev,fdatasync,fsync,ftruncate,rename,unlink'
/** System calls that write to a disk. */
export const DISK_CALLS = 'pwrite64,pwritev,fdatasync,fsync,msync,ftruncate'

/**
 * Makes system calls of a running process fail during an action. The errors are those of a broken disk (EIO), a full
 * disk (ENOSPC) or a disk remounted read-only (EROFS).
 */
export async function failSystemCalls(
  pid: number,
  calls: string,
  error: string,
  during: () => Promise<void>,
): Promise<void> {
  const strace = await attach(pid, calls, `error=${error}`)
  const ended = exitOf(strace)
  await during()
  strace.kill('SIGTERM')
  await ended
}

/**
 * Kills a process (SIGKILL) at the start of its n-th system call from now.
 * @returns true if the process reached that call
 */
export async function killAtSystemCall(pid: number, calls: string, nth: number): Promise<boolean> {
  const strace = await attach(pid, calls, `signal=SIGKILL:when=${nth}`)
  const ended = exitOf(strace)
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    strace.kill('SIGTERM')
  }, KILL_LIMIT_MS)
  await ended
  clearTimeout(late)
  return !isLate
}

const exitOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('exit', () => resolve()))

/** Resolves when every thread is traced. */
function attach(pid: number, calls: string, fault: string): Promise<ChildProcess> {
  const trace = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`]
  const child = spawn(STRACE, ['-f', '-p', String(pid), '-o', '/dev/null', ...trace], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('error', () => reject(new Error(`${STRACE} is needed for this test: install strace`)))
    child.once('exit', () => reject(new Error(`${STRACE} ended: ${said}`)))
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('attached')) resolve(child)
    })
  })
}
