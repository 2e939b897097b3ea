import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MEMORY } from './paths.mjs'

const NOT_SOURCE = new Set(['node_modules', 'dist', '.turbo', 'coverage'])

/**
 * Returns a hash that changes when a file below the given paths is added, removed or written. It reads sizes and
 * times, not contents: a thousand files take about 20 ms.
 * @param {string[]} paths absolute files and folders; a missing one is included as missing
 */
export function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) visit(path, hash)
  return hash.digest('hex')
}

function visit(path, hash) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) hash.update(`${path} missing\n`)
  else if (!stat.isDirectory()) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
  else
    for (const name of readdirSync(path).sort())
      if (!NOT_SOURCE.has(name) && !name.endsWith('.log')) visit(join(path, name), hash)
}

/** Returns the text remembered under a name, or undefined. */
export function recall(name) {
  try {
    return readFileSync(join(MEMORY, name), 'utf8')
  } catch {
    return undefined
  }
}

/** Remembers a text under a name until node_modules is removed. */
export function remember(name, text) {
  const path = join(MEMORY, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
