import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { entriesBelow } from './bundle-files.mjs'

/**
 * Lets every account read the files of a folder, whatever umask they were made with: the product runs as another
 * account.
 * @param {string} folder
 */
export function makeReadable(folder) {
  allowReading(folder)
  for (const entry of entriesBelow(folder)) allowReading(join(entry.parentPath, entry.name))
}

function allowReading(path) {
  const { mode } = statSync(path)
  const isOpened = (mode & 0o111) !== 0
  const readable = mode | 0o444 | (isOpened ? 0o111 : 0)
  if (readable !== mode) chmodSync(path, readable & 0o7777)
}
