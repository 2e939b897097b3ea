import { readdir, readFile } from 'node:fs/promises'

/** Memory in bytes: all resident memory, and the part that does not map a file (the store maps its file). */
export type Memory = { resident: number; anonymous: number }

/** Returns the total memory of a process and its descendants, from /proc (Linux). */
export async function memoryOf(root: number): Promise<Memory> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (Number.isInteger(parent)) parents.set(pid, parent)
  }
  const family = [...parents.keys()].filter((pid) => descends(pid, root, parents))
  const sizes = await Promise.all(family.map(memoryOfOne))
  return {
    resident: sizes.reduce((sum, size) => sum + size.resident, 0),
    anonymous: sizes.reduce((sum, size) => sum + size.anonymous, 0),
  }
}

function descends(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
    if (at === root) return true
  return false
}

async function memoryOfOne(pid: number): Promise<Memory> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024
  return { resident: bytes('VmRSS'), anonymous: bytes('RssAnon') }
}
