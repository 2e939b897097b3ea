import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * The regular files under a folder, links left out, by their paths.
 * @param {string} root
 * @returns {string[]} relative to the folder, sorted
 */
export const listFiles = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()

/** The SHA-256 of a file, hexadecimal. */
export const sha256Of = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')
