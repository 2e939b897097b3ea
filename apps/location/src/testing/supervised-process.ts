import { setTimeout as sleep } from 'node:timers/promises'

const RESTART_MS = 100

/** A process that is restarted whenever it ends, as systemd does. */
export type SupervisedProcess<P> = {
  /** the process that runs, or ran last */
  current(): P
  /** number of restarts */
  restarts(): number
  /** sends a signal */
  signal(name: NodeJS.Signals): void
  /** resolves when the process runs again after more than this number of restarts */
  restarted(after: number): Promise<void>
  /** starts no further process; `end` ends the current one */
  stop(end: (running: P) => Promise<void>): Promise<void>
}

/** Starts the process. A failed start is repeated, because a resource may be missing for a while. */
export async function supervise<P extends { pid: number; exited: Promise<unknown> }>(
  start: () => Promise<P>,
): Promise<SupervisedProcess<P>> {
  let current = await start()
  let restarts = 0
  let isStopped = false
  const startAgain = async (): Promise<void> => {
    while (!isStopped) {
      const started = await start().catch(() => undefined)
      if (started) {
        current = started
        restarts += 1
        watch()
        return
      }
      await sleep(RESTART_MS)
    }
  }
  const watch = (): void => {
    void current.exited.then(() => (isStopped ? undefined : startAgain()))
  }
  watch()
  return {
    current: () => current,
    restarts: () => restarts,
    signal: (name) => {
      process.kill(current.pid, name)
    },
    restarted: async (after) => {
      while (!isStopped && restarts <= after) await sleep(5)
    },
    stop: async (end) => {
      isStopped = true
      await end(current)
    },
  }
}
