import { randomBytes } from 'node:crypto'
import { Binary } from 'bson'
import { documentBytes } from '../bson/make.ts'
import { numberKey } from './record-keys.ts'

/** With its key, nearly half of what a page of LMDB takes. */
const BYTES = 1940
/** Of several at the end of a table, the last is the first of its page, or would be without the one before it. */
const PLACES = [1, 2, 3] as const

type Put = (key: Buffer, value: Buffer) => void
type Remove = (key: Buffer) => void

const keyAt = (number: number, place: number): Buffer => Buffer.concat([numberKey(number), Buffer.of(place)])

/** Key of the entry that stands behind everything of a number. */
export const boundaryKey = (number: number): Buffer => keyAt(number + 1, PLACES.length)

/**
 * Puts a large entry behind a new number's, on a page where nothing of it stands. What is appended to the number later
 * is appended to its last page then, which LMDB fills before it begins another one; beside the first entries of the next
 * number it would split that page in halves again and again, and leave each half empty.
 *
 * At the time it is put, the number has to be the last of its table.
 */
export function putBoundary(number: number, put: Put, remove: Remove): void {
  // Random bytes: they cannot be compressed.
  const value = documentBytes({ boundary: new Binary(randomBytes(BYTES)) })
  for (const place of PLACES) put(keyAt(number + 1, place), value)
  for (const place of PLACES.slice(0, -1)) remove(keyAt(number + 1, place))
}

/** The number behind which an entry stands as its boundary; undefined for every other entry. */
export function numberBefore(key: Buffer): number | undefined {
  // No encoded value begins with this byte, and the keys of documents are longer.
  return key.length === numberKey(0).length + 1 && key.at(-1) === PLACES.length
    ? key.readUInt32BE(0) - 1
    : undefined
}
