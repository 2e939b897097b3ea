import { eachElement, findField, T, valueEnd } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { createMemo } from '../remembered.ts'
import { KeyWriter } from './key-writer.ts'

/** One field of an index, its path split once. */
export type IndexField = { path: string; parts: readonly PathPart[]; descending: boolean }
/** A path component: its name as bytes and, when it is a number, the array position it may also mean. */
export type PathPart = { name: string; bytes: Buffer; position: number }

const knownPaths = createMemo<readonly PathPart[]>()

/** The parts of a dotted path. */
export const splitPath = (path: string): readonly PathPart[] =>
  knownPaths.get(path, () =>
    path.split('.').map((name) => ({
      name,
      bytes: Buffer.from(name),
      position: /^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : -1,
    })),
  )

/** Index keys of one document, with properties found during extraction. */
export type ExtractedKeys = {
  keys: Buffer[]
  /** Paths at which an array was crossed (multikey). */
  arrayPaths: readonly string[]
  truncated: boolean
  /** No indexed field exists: a sparse index leaves the document out. */
  allMissing: boolean
}

const NONE: readonly string[] = []
const writer = new KeyWriter()

/** Position of a walk along a field's path: at a value, after `depth` parts of the path. */
type Place = { type: number; at: number; depth: number }
/** Depth of an array's element, which is not entered further even if it is an array. */
const SETTLED = Number.POSITIVE_INFINITY
/** Placeholder for the missing element of an empty array. */
const NO_ELEMENT = { type: T.undefined, at: 0 }

/** Walks a field from `place` to its value or to the first array on its way. */
function walk(buf: Buffer, { parts }: IndexField, place: Place): void {
  while (place.depth < parts.length && place.type !== T.array) {
    const { bytes } = parts[place.depth]!
    const el = place.type === T.object ? findField(buf, place.at, bytes) : -1
    if (el < 0) {
      place.type = T.missing
      place.depth = SETTLED
      return
    }
    place.type = buf[el]!
    place.at = el + 2 + bytes.length
    place.depth++
  }
}

/** Reports if a field has the same bytes in two documents. Equal bytes make equal parts of their keys. */
export function isSameField(field: IndexField, a: Buffer, b: Buffer): boolean {
  const x: Place = { type: T.object, at: 0, depth: 0 }
  const y: Place = { type: T.object, at: 0, depth: 0 }
  walk(a, field, x)
  walk(b, field, y)
  if (x.type !== y.type || x.depth !== y.depth) return false
  return a.compare(b, y.at, valueEnd(y.type, b, y.at), x.at, valueEnd(x.type, a, x.at)) === 0
}

const isOpenArray = ({ type, depth }: Place) => type === T.array && depth !== SETTLED

class Extraction {
  keys: Buffer[] = []
  arrayPaths: readonly string[] = NONE
  truncated = false
  allMissing = true
  private readonly buf: Buffer
  private readonly fields: readonly IndexField[]
  private readonly prefix: number

  constructor(buf: Buffer, fields: readonly IndexField[], prefix: number) {
    this.buf = buf
    this.fields = fields
    this.prefix = prefix
  }

  /** Creates a key of the values. An array gives a key for each element. */
  expand(places: Place[]): void {
    let arrayAt = -1
    for (let i = 0; i < places.length; i++) {
      const place = places[i]!
      walk(this.buf, this.fields[i]!, place)
      if (!isOpenArray(place)) continue
      if (arrayAt >= 0 && arrayAt !== place.at) throw parallelArrays(this.fields)
      arrayAt = place.at
    }
    if (arrayAt < 0) return this.emit(places)
    this.noteArray(places)
    let isEmpty = true
    eachElement(this.buf, arrayAt, (type, at) => {
      isEmpty = false
      this.expand(this.enter(places, { type, at }))
    })
    if (!isEmpty) return
    this.allMissing = false
    this.expand(this.enter(places, NO_ELEMENT))
  }

  /** Returns the places with an element instead of its array. */
  private enter(places: readonly Place[], element: Omit<Place, 'depth'>): Place[] {
    return places.map((place, i) => {
      if (!isOpenArray(place)) return { ...place }
      if (place.depth === this.fields[i]!.parts.length) return { ...element, depth: SETTLED }
      if (element.type === T.object) return { ...element, depth: place.depth }
      return { type: T.missing, at: 0, depth: SETTLED }
    })
  }

  private emit(places: readonly Place[]): void {
    writer.reset()
    writer.uint32(this.prefix)
    for (let i = 0; i < places.length; i++) {
      const place = places[i]!
      if (place.type !== T.missing) this.allMissing = false
      writer.component(place.type, this.buf, place.at, this.fields[i]!.descending)
    }
    if (writer.truncated) this.truncated = true
    this.keys.push(writer.copy())
  }

  private noteArray(places: readonly Place[]): void {
    const found = new Set(this.arrayPaths)
    places.forEach((place, i) => {
      const crossed = this.fields[i]!.parts.slice(0, place.depth)
      if (isOpenArray(place)) found.add(crossed.map(({ name }) => name).join('.'))
    })
    this.arrayPaths = [...found]
  }
}

const parallelArrays = (fields: readonly IndexField[]) =>
  new StoreError(171, `cannot index parallel arrays [${fields.map(({ path }) => path).join('] [')}]`)

/**
 * Extracts the keys of one document for one index; each begins with the index number. An array gives one key for each
 * element. Fields below the same array stay paired. Two different arrays are refused (171).
 */
export function extractKeys(
  buf: Buffer,
  docAt: number,
  fields: readonly IndexField[],
  indexNumber: number,
): ExtractedKeys {
  const extraction = new Extraction(buf, fields, indexNumber)
  extraction.expand(fields.map(() => ({ type: T.object, at: docAt, depth: 0 })))
  if (extraction.keys.length > 1)
    extraction.keys = [...new Map(extraction.keys.map((key) => [key.toString('latin1'), key])).values()]
  return extraction
}
