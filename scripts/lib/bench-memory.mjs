import { readFile } from 'node:fs/promises'

/** Returns the resident memory of a process in whole MB. */
export async function residentMb(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/** Compares the first and the last quarter of samples, which shows growth and ignores a single peak. */
export function rangeOf(memory) {
  const quarter = Math.max(1, Math.floor(memory.length / 4))
  const mean = (values) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
  return {
    first: mean(memory.slice(0, quarter)),
    last: mean(memory.slice(-quarter)),
    most: Math.max(...memory),
  }
}
