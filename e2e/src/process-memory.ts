import { readdir, readFile } from 'node:fs/promises'

/** Resident memory (VmRSS) of a process and everything it started, in bytes, added up from /proc (Linux). */
export async function residentBytes(root: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (Number.isInteger(parent)) parents.set(pid, parent)
  }
  const family = [...parents.keys()].filter((pid) => descends(pid, root, parents))
  const sizes = await Promise.all(family.map(residentOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function descends(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
    if (at === root) return true
  return false
}

async function residentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
}
