import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceParts } from '@wardtrack/access'
import type { MetadataDoc } from '@wardtrack/database'
import { storeFile } from '@wardtrack/images'

const PREFIX = 'var/uploads/images/Metadata/'
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/
const MAX_SLUG = 100

/** Returns the file of an image of the mapping; undefined for a path outside the image folder. */
function fileOf(filesDir: string, path: string): string | undefined {
  const name = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ''
  return FILE_NAME.test(name) ? join(filesDir, 'images', 'Metadata', name) : undefined
}

/**
 * Stores an image under its path in the mapping; readers never see an incomplete file.
 * @param path `var/uploads/images/Metadata/{name}`
 * @throws Error for a path outside the image folder
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

/** Creates a path that no image has had, so that browsers do not show a cached image. */
export function newImagePath(words: readonly string[], type: string): string {
  const slug = words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${PREFIX}${slug.slice(0, MAX_SLUG) || 'image'}-${randomBytes(8).toString('hex')}.${type === 'jpeg' ? 'jpg' : type}`
}

/** Returns every image that the mapping names. */
function namedImages({ types }: Pick<MetadataDoc, 'types'>): Set<string> {
  const entries = Object.values(types).flatMap((typeEntries) => Object.values(typeEntries))
  const paths = entries.flatMap(({ icon, Options = {} }) => [
    icon,
    ...Object.values(Options).flatMap(({ image, secondaryImage }) => [image, secondaryImage]),
  ])
  return new Set(paths.flatMap((path) => (path ? [path.replace(/^\//, '')] : [])))
}

/** Deletes the files of images that the mapping no longer names. */
export async function removeUnnamedImages(
  { filesDir, log }: Pick<ServiceParts, 'filesDir' | 'log'>,
  before: Pick<MetadataDoc, 'types'>,
  after: Pick<MetadataDoc, 'types'>,
): Promise<void> {
  const named = namedImages(after)
  for (const path of namedImages(before)) {
    const file = named.has(path) ? undefined : fileOf(filesDir, path)
    // A leftover file takes space but is never shown.
    if (file !== undefined)
      await rm(file, { force: true }).catch((error: unknown) =>
        log.warn({ err: error }, 'the file of a removed picture stays'),
      )
  }
}

/** Deletes images stored for an edit that failed. */
export async function discardImages(
  { filesDir }: Pick<ServiceParts, 'filesDir'>,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const file = fileOf(filesDir, path)
    if (file !== undefined) await rm(file, { force: true })
  }
}
