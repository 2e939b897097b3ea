import { randomBytes } from 'node:crypto'
import { Binary } from 'bson'
import { documentBytes } from '../bson/make.ts'
import { numberKey } from './record-keys.ts'

/** Bytes of a boundary. With its key it takes nearly half of an LMDB page. */
const BYTES = 1940
/** Last bytes of the boundary keys. Three large entries are put, so that the last begins a page; then the others are removed. */
const PLACES = [1, 2, 3] as const

type Put = (key: Buffer, value: Buffer) => void
type Remove = (key: Buffer) => void

const keyAt = (number: number, place: number): Buffer => Buffer.concat([numberKey(number), Buffer.of(place)])

/** Key of the entry that follows all entries of a number. */
export const boundaryKey = (number: number): Buffer => keyAt(number + 1, PLACES.length)

/**
 * Puts a large entry behind a new number's entries, on another page. Later entries of the number are then appended to its
 * last page, which LMDB fills before it begins the next. Without the boundary they would share a page with the next number.
 * LMDB would then split that page repeatedly and leave the halves mostly empty.
 *
 * The number must be the last of its table when the boundary is put.
 */
export function putBoundary(number: number, put: Put, remove: Remove): void {
  // Random bytes: they cannot be compressed.
  const value = documentBytes({ boundary: new Binary(randomBytes(BYTES)) })
  for (const place of PLACES) put(keyAt(number + 1, place), value)
  for (const place of PLACES.slice(0, -1)) remove(keyAt(number + 1, place))
}

/** Returns the number whose boundary an entry is; undefined for all other entries. */
export function numberBefore(key: Buffer): number | undefined {
  // No encoded value begins with this byte, and the keys of documents are longer.
  return key.length === numberKey(0).length + 1 && key.at(-1) === PLACES.length
    ? key.readUInt32BE(0) - 1
    : undefined
}
