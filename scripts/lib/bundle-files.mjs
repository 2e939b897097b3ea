import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Returns the regular files below a folder, without links.
 * @param {string} root
 * @returns {string[]} sorted paths relative to the folder
 */
export const listFiles = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()

/** Returns the SHA-256 of a file, hexadecimal. */
export const sha256Of = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')
