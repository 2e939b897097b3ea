/**
 * A change of one key, as the journal holds it. Batches are carried out in their order, each once, on the very state
 * that they were recorded on; so a value may be told by how it differs from the one before.
 *
 * kind (1), table (1), length of the key (2), key; then
 * - put: length (4), value
 * - remove: nothing
 * - patch: bytes kept from the value's beginning (4) and from its end (4), length (4), bytes between them
 */
const PUT = 1
const REMOVE = 2
const PATCH = 3

/** Bytes that a patch must save. */
const LEAST_SAVED = 32
const NO_BYTES = Buffer.alloc(0)

/** Tables by their number in the journal. */
export const TABLES = ['documents', 'entries', 'counters', 'catalogue'] as const
export type TableName = (typeof TABLES)[number]

/** Key and value as bytes; a value of undefined is no entry. */
export type Table = {
  get(key: Buffer): Buffer | undefined
  put(key: Buffer, value: Buffer): void
  remove(key: Buffer): void
}
export type Tables = Readonly<Record<TableName, Table>>

/** Where changes are put one behind the other; grows as needed. */
export class ChangeBuffer {
  bytes: Buffer
  length: number
  count = 0
  private readonly head: number
  private readonly keep: number

  /** @param head bytes left free at the beginning @param keep bytes kept after a reset; larger space is given back */
  constructor(head: number, keep: number) {
    this.head = head
    this.keep = keep
    this.length = head
    this.bytes = Buffer.alloc(keep)
  }

  reset(): void {
    this.length = this.head
    this.count = 0
    if (this.bytes.length > this.keep) this.bytes = Buffer.alloc(this.keep)
  }

  put(table: number, key: Buffer, value: Buffer): void {
    this.begin(PUT, table, key, 4 + value.length)
    this.uint32(value.length)
    this.append(value)
  }

  remove(table: number, key: Buffer): void {
    this.begin(REMOVE, table, key, 0)
  }

  /** A put of a value that stands in place of another: as a patch where that is shorter. */
  replace(table: number, key: Buffer, before: Buffer, value: Buffer): void {
    const most = Math.min(before.length, value.length)
    let start = 0
    while (start < most && before[start] === value[start]) start++
    let end = 0
    while (end < most - start && before[before.length - 1 - end] === value[value.length - 1 - end]) end++
    if (start + end < LEAST_SAVED) return this.put(table, key, value)
    const between = value.subarray(start, value.length - end)
    this.begin(PATCH, table, key, 12 + between.length)
    this.uint32(start)
    this.uint32(end)
    this.uint32(between.length)
    this.append(between)
  }

  private begin(kind: number, table: number, key: Buffer, more: number): void {
    // A batch is filled up with zeros to the end of its block.
    this.reserve(4 + key.length + more)
    this.bytes[this.length++] = kind
    this.bytes[this.length++] = table
    this.length = this.bytes.writeUInt16LE(key.length, this.length)
    this.append(key)
    this.count++
  }

  private uint32(value: number): void {
    this.length = this.bytes.writeUInt32LE(value, this.length)
  }

  private append(bytes: Buffer): void {
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  private reserve(more: number): void {
    const needed = this.length + more + 4096
    if (needed <= this.bytes.length) return
    const grown = Buffer.alloc(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(grown, 0, 0, this.length)
    this.bytes = grown
  }
}

/** Carries out changes as they stand in a batch, and tells how many. */
export function applyChanges(changes: Buffer, tables: Tables): number {
  let count = 0
  for (let at = 0; at < changes.length; ) {
    const kind = changes[at]!
    const name = TABLES[changes[at + 1]!]
    if (!name || kind < PUT || kind > PATCH) throw new Error(`The journal holds an unknown change (${kind})`)
    const table = tables[name]
    const keyEnd = at + 4 + changes.readUInt16LE(at + 2)
    const key = changes.subarray(at + 4, keyEnd)
    at = keyEnd
    if (kind === REMOVE) {
      table.remove(key)
    } else if (kind === PUT) {
      at += 4 + changes.readUInt32LE(keyEnd)
      table.put(key, changes.subarray(keyEnd + 4, at))
    } else {
      at += 12 + changes.readUInt32LE(keyEnd + 8)
      table.put(key, patched(table.get(key) ?? NO_BYTES, changes.subarray(keyEnd, at)))
    }
    count++
  }
  return count
}

function patched(before: Buffer, patch: Buffer): Buffer {
  const start = patch.readUInt32LE(0)
  const end = patch.readUInt32LE(4)
  if (start + end > before.length) throw new Error('The journal changes a value that is not there')
  return Buffer.concat([before.subarray(0, start), patch.subarray(12), before.subarray(before.length - end)])
}
