import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Returns the files and folders below a folder, without links. Node's recursive `readdirSync` follows links since
 * version 22, and never ends where packages link to each other.
 * @param {string} folder
 * @returns {import('node:fs').Dirent[]}
 */
export const entriesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return [entry, ...entriesBelow(join(folder, entry.name))]
    return entry.isFile() ? [entry] : []
  })

/**
 * Returns the regular files below a folder, without links.
 * @param {string} root
 * @returns {string[]} sorted paths relative to the folder
 */
export const listFiles = (root) =>
  entriesBelow(root)
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort((a, b) => (a < b ? -1 : 1))

/** Returns the SHA-256 of a file, hexadecimal. */
export const sha256Of = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')
