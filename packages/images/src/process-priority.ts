import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Number of priority levels below the requesting process. */
const STEPS = 5
const LOWEST = 19

/** Returns the priority of decoding processes: images can wait, while the process that receives positions cannot. */
export const decoderPriority = (): number => Math.min(LOWEST, getPriority() + STEPS)

/**
 * Sets the priority of a process. On Linux each thread has its own priority, inherited from the thread that started
 * it. Existing threads are therefore set one by one.
 */
export function setProcessPriority(pid: number, priority: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, priority)
    } catch {
      // The process has ended already.
    }
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    // The folder exists only on Linux.
    return [pid]
  }
}
