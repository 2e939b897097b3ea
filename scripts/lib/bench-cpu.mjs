import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a tick of the kernel's processor accounting; Linux has 100 ticks a second. */
const TICK_MS = 10

/**
 * Returns the processor time of a process and its child processes so far. Other work on the machine does not affect
 * it, unlike a rate.
 * @param {number} pid
 * @returns {number} milliseconds
 */
export function processorMs(pid) {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []))
  const family = new Set([pid])
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id)
  }
  return processes.reduce((sum, { id, ticks }) => sum + (family.has(id) ? ticks * TICK_MS : 0), 0)
}

/** @param {string} id */
function readStat(id) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const members = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { id: Number(id), parent: Number(members[1]), ticks: Number(members[11]) + Number(members[12]) }
  } catch {
    // The process has ended since the folder was listed.
    return undefined
  }
}
