import { readFile } from 'node:fs/promises'

/** Resident memory of a process in whole MB. */
export async function residentMb(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/** Of the first and the last quarter of samples: growth shows between them, a single peak does not. */
export function rangeOf(memory) {
  const quarter = Math.max(1, Math.floor(memory.length / 4))
  const mean = (values) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
  return {
    first: mean(memory.slice(0, quarter)),
    last: mean(memory.slice(-quarter)),
    most: Math.max(...memory),
  }
}
