import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Steps below the process that asks for an image. */
const STEPS = 5
const LOWEST = 19

/** The priority of what decodes: who waits for an image can wait, the process that takes in positions cannot. */
export const decoderPriority = (): number => Math.min(LOWEST, getPriority() + STEPS)

/**
 * Sets the priority of a process. On Linux each thread has one of its own, that of the thread which started it; so those that
 * are there already are set one by one.
 */
export function setProcessPriority(pid: number, priority: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, priority)
    } catch {
      // It has ended already.
    }
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    // No such folder outside Linux.
    return [pid]
  }
}
