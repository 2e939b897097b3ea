import { isNumberType, numberOf } from '../bson/number.ts'
import { eachElement, fieldList, T, type Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { type PathPart, splitPath } from '../keys/index-keys.ts'
import { KeyWriter } from '../keys/key-writer.ts'
import { anyValue } from './path.ts'

/** One member of a sort. */
export type SortKey = { path: string; descending: boolean }

/** MongoDB's memory limit of a sort, in bytes. */
const MEMORY_LIMIT = 100 * 1024 * 1024

export function parseSort(sort: Value | undefined): SortKey[] {
  if (!sort) return []
  return fieldList(sort).map(([path, direction]) => {
    if (path.split('.').some((part) => part.startsWith('$'))) throw notImplemented(`sorts by ${path}`)
    if (path === '') throw new StoreError(40352, 'FieldPath cannot be constructed with empty string')
    const order = isNumberType(direction.type) ? numberOf(direction) : 0
    if (direction.type === T.object) throw notImplemented('computed sorts')
    if (order !== 1 && order !== -1)
      throw new StoreError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
    return { path, descending: order === -1 }
  })
}

/** Creates sort keys whose byte order is the requested order. Arrays sort by their least (or greatest) element. */
export function sortKeyMaker(sort: readonly SortKey[]): (buf: Buffer) => Buffer {
  const writer = new KeyWriter()
  const fields = sort.map(({ path, descending }) =>
    createComponentWriter(writer, splitPath(path), descending),
  )
  return (buf) => {
    writer.reset()
    for (const write of fields) write(buf)
    return writer.copy()
  }
}

/** Writes the first of a path's values in the requested order: the greatest value for a descending sort. */
function createComponentWriter(
  writer: KeyWriter,
  parts: readonly PathPart[],
  descending: boolean,
): (buf: Buffer) => void {
  let start = 0
  const offer = (type: number, buf: Buffer, at: number) => {
    const next = writer.length
    // A missing value sorts as null; an empty array below it.
    writer.sortComponent(type === T.missing ? T.null : type, buf, at, descending)
    if (next > start) writer.keepLesser(start, next)
  }
  const visit = anyValue(
    parts,
    (type, buf, at) => {
      let isEmpty = true
      if (type === T.array)
        eachElement(buf, at, (elementType, elementAt) => {
          isEmpty = false
          offer(elementType, buf, elementAt)
        })
      if (isEmpty) offer(type === T.array ? T.undefined : type, buf, at)
      return false
    },
    true,
  )
  return (buf) => {
    start = writer.length
    visit(buf, 0)
    if (writer.length === start) offer(T.null, buf, 0)
  }
}

/** Collects items by key and gives them back in order; with a limit only the best are kept. */
export class Sorter<Item> {
  private items: { key: Buffer; item: Item }[] = []
  private bytes = 0
  private readonly limit: number | undefined
  private readonly weigh: (item: Item) => number

  constructor(limit: number | undefined, weigh: (item: Item) => number) {
    this.limit = limit
    this.weigh = weigh
  }

  add(key: Buffer, item: Item): void {
    this.items.push({ key, item })
    this.bytes += key.length + 64 + this.weigh(item)
    if (this.limit !== undefined && this.items.length >= this.limit * 2 + 1000) this.prune(this.limit)
    if (this.bytes > MEMORY_LIMIT)
      throw new StoreError(
        292,
        'Exceeded memory limit for sort, and the embedded store does not sort on disk',
      )
  }

  private prune(limit: number): void {
    this.order()
    this.items.length = limit
    this.bytes = this.items.reduce((sum, { key, item }) => sum + key.length + 64 + this.weigh(item), 0)
  }

  private order(): void {
    // Sorting is stable: items with equal keys keep their order.
    this.items.sort((a, b) => Buffer.compare(a.key, b.key))
  }

  result(): Item[] {
    this.order()
    if (this.limit !== undefined && this.items.length > this.limit) this.items.length = this.limit
    return this.items.map(({ item }) => item)
  }
}
