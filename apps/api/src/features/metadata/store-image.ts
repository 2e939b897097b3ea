import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceParts } from '@wardtrack/access'
import type { MetadataDoc } from '@wardtrack/database'
import { storeFile } from '@wardtrack/images'

const PREFIX = 'var/uploads/images/Metadata/'
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/
const MAX_SLUG = 100

/** The file of a picture of the mapping; undefined for a path that leads elsewhere. */
function fileOf(filesDir: string, path: string): string | undefined {
  const name = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ''
  return FILE_NAME.test(name) ? join(filesDir, 'images', 'Metadata', name) : undefined
}

/**
 * Stores a picture of the mapping under the path that the mapping spells; nobody reads half of it.
 * @param path `var/uploads/images/Metadata/{name}`
 * @throws Error when the path leads elsewhere
 */
export async function storeMetadataImage(
  { filesDir, bus }: Pick<ServiceParts, 'filesDir' | 'bus'>,
  path: string,
  bytes: Buffer,
): Promise<void> {
  const file = fileOf(filesDir, path)
  if (file === undefined) throw new Error(`${path} is no path of a metadata image`)
  await storeFile(file, bytes)
  bus.publish('config.changed', { what: 'files' })
}

/** A path that no picture has had: browsers that hold the one before ask for the new one. */
export function newImagePath(words: readonly string[], type: string): string {
  const slug = words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${PREFIX}${slug.slice(0, MAX_SLUG) || 'image'}-${randomBytes(8).toString('hex')}.${type === 'jpeg' ? 'jpg' : type}`
}

/** Every picture that the mapping names. */
function namedImages({ types }: Pick<MetadataDoc, 'types'>): Set<string> {
  const entries = Object.values(types).flatMap((typeEntries) => Object.values(typeEntries))
  const paths = entries.flatMap(({ icon, Options = {} }) => [
    icon,
    ...Object.values(Options).flatMap(({ image, secondaryImage }) => [image, secondaryImage]),
  ])
  return new Set(paths.flatMap((path) => (path ? [path.replace(/^\//, '')] : [])))
}

/** Removes the files of pictures that the mapping named before and does not name any more. */
export async function removeUnnamedImages(
  { filesDir, log }: Pick<ServiceParts, 'filesDir' | 'log'>,
  before: Pick<MetadataDoc, 'types'>,
  after: Pick<MetadataDoc, 'types'>,
): Promise<void> {
  const named = namedImages(after)
  for (const path of namedImages(before)) {
    const file = named.has(path) ? undefined : fileOf(filesDir, path)
    // A file that stays behind takes room and is shown nowhere.
    if (file !== undefined)
      await rm(file, { force: true }).catch((error: unknown) =>
        log.warn({ err: error }, 'the file of a removed picture stays'),
      )
  }
}

/** Removes pictures that were stored for an edit that was not made. */
export async function discardImages(
  { filesDir }: Pick<ServiceParts, 'filesDir'>,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const file = fileOf(filesDir, path)
    if (file !== undefined) await rm(file, { force: true })
  }
}
