import { eachElement, findField, T } from '../bson/value.ts'
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

/** What extracting the keys of one document found out. */
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

type Place = { type: number; at: number; depth: number }

/** Walks a field from `place` to its value or to the first array on its way. */
function walk(buf: Buffer, field: IndexField, place: Place): void {
  const parts = field.parts
  while (place.depth < parts.length) {
    if (place.type === T.array) return
    if (place.type !== T.object) {
      place.type = T.missing
      place.depth = parts.length
      return
    }
    const part = parts[place.depth]!
    const el = findField(buf, place.at, part.bytes)
    if (el < 0) {
      place.type = T.missing
      place.depth = parts.length
      return
    }
    place.type = buf[el]!
    place.at = el + 2 + part.bytes.length
    place.depth++
  }
}

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

  /** `settled[i]`: field i already stands on an array element that is its value and is not expanded further. */
  expand(places: Place[], settled: readonly boolean[]): void {
    let arrayAt = -1
    for (let i = 0; i < places.length; i++) {
      const place = places[i]!
      if (settled[i]) continue
      walk(this.buf, this.fields[i]!, place)
      if (place.type !== T.array) continue
      if (arrayAt >= 0 && arrayAt !== place.at) {
        throw new StoreError(
          171,
          `cannot index parallel arrays [${this.fields.map((f) => f.path).join('] [')}]`,
        )
      }
      arrayAt = place.at
    }
    if (arrayAt < 0) this.emit(places)
    else this.expandArray(arrayAt, places, settled)
  }

  private emit(places: Place[]): void {
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

  private expandArray(arrayAt: number, places: Place[], settled: readonly boolean[]): void {
    const crossing = places.map((place, i) => !settled[i] && place.type === T.array && place.at === arrayAt)
    this.noteArray(places, crossing)
    let isEmpty = true
    eachElement(this.buf, arrayAt, (type, at) => {
      isEmpty = false
      this.expandElement({ type, at, depth: 0 }, places, settled, crossing)
    })
    if (!isEmpty) return
    const empty = places.map((place, i) => {
      if (!crossing[i]) return { ...place }
      const leaf = place.depth === this.fields[i]!.parts.length
      return { type: leaf ? T.undefined : T.missing, at: 0, depth: this.fields[i]!.parts.length }
    })
    this.allMissing = false
    this.expand(
      empty,
      settled.map((done, i) => done || crossing[i]!),
    )
  }

  private expandElement(
    element: Place,
    places: Place[],
    settled: readonly boolean[],
    crossing: readonly boolean[],
  ): void {
    const nextSettled = [...settled]
    const next = places.map((place, i): Place => {
      if (!crossing[i]) return { ...place }
      const { length } = this.fields[i]!.parts
      if (place.depth < length && element.type === T.object) return { ...element, depth: place.depth }
      nextSettled[i] = true
      return place.depth === length
        ? { ...element, depth: length }
        : { type: T.missing, at: 0, depth: length }
    })
    this.expand(next, nextSettled)
  }

  private noteArray(places: readonly Place[], crossing: readonly boolean[]): void {
    const found = new Set(this.arrayPaths)
    for (let i = 0; i < places.length; i++) {
      if (crossing[i])
        found.add(
          this.fields[i]!.parts.slice(0, places[i]!.depth)
            .map((part) => part.name)
            .join('.'),
        )
    }
    this.arrayPaths = [...found]
  }
}

/**
 * The keys of one document for one index, each beginning with the index number. Several keys come from arrays
 * (each element one key); fields below the same array stay paired, two different arrays are refused (171).
 */
export function extractKeys(
  buf: Buffer,
  docAt: number,
  fields: readonly IndexField[],
  indexNumber: number,
): ExtractedKeys {
  const extraction = new Extraction(buf, fields, indexNumber)
  const places = fields.map(() => ({ type: T.object as number, at: docAt, depth: 0 }))
  extraction.expand(
    places,
    fields.map(() => false),
  )
  if (extraction.keys.length > 1) extraction.keys = distinct(extraction.keys)
  return extraction
}

function distinct(keys: Buffer[]): Buffer[] {
  const seen = new Map<string, Buffer>()
  for (const key of keys) seen.set(key.toString('latin1'), key)
  return [...seen.values()]
}
