import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServiceParts } from '@wardtrack/access'

const PREFIX = 'var/uploads/images/Metadata/'

/**
 * Stores a picture of the mapping under the path that the mapping spells. It is written aside and moved, so that
 * nobody reads half of it.
 * @param path `var/uploads/images/Metadata/{name}`
 * @throws Error when the path leads elsewhere
 */
export async function storeMetadataImage(
  { filesDir, bus }: ServiceParts,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const name = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ''
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name))
    throw new Error(`${path} is no path of a metadata image`)
  const target = join(filesDir, 'images', 'Metadata', name)
  await mkdir(dirname(target), { recursive: true })
  const temporaryFile = join(dirname(target), `.${randomUUID()}`)
  await writeFile(temporaryFile, bytes)
  await rename(temporaryFile, target)
  bus.publish('config.changed', { what: 'files' })
}
