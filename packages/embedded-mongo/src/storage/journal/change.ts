import { GrowingBuffer } from '../../bson/growing-buffer.ts'

/**
 * A change of one key in the journal. Batches are applied in order, each once, on the state that they were recorded on.
 * A change may therefore hold only the difference from the previous value.
 *
 * The layout is: kind (1), table (1), length of the key (2), key. One of these follows:
 * Put: length (4), value.
 * Remove: no more bytes.
 * Patch: bytes kept from the value's beginning (4) and from its end (4), length (4), bytes between them.
 * Patch with fixes: as a patch, but after the length the number of fixes (1). Each fix has an offset in the kept beginning
 * (4) and four new bytes.
 */
const PUT = 1
const REMOVE = 2
const PATCH = 3
const FIXED_PATCH = 4

/** Bytes that a patch must save. */
const MIN_SAVED = 32
/** Bytes of a fix: a growing member changes the four bytes of its length, and of the document's length. */
const FIX = 4
const MAX_FIXES = 8
/** Bytes behind a fix that must be the same again. */
const SAME_BEHIND_FIX = 16
const NO_BYTES = Buffer.alloc(0)

/** Tables by their number in the journal. */
export const TABLES = ['documents', 'entries', 'counters', 'catalogue'] as const
export type TableName = (typeof TABLES)[number]

/** Key and value as bytes; a value of undefined is no entry. */
export type Table = {
  get(key: Buffer): Buffer | undefined
  /** @param isNew true without a previous value, or for a rarely replaced value */
  put(key: Buffer, value: Buffer, isNew?: boolean): void
  remove(key: Buffer): void
}
export type Tables = Readonly<Record<TableName, Table>>

/** Buffer of recorded changes. */
export class ChangeBuffer extends GrowingBuffer {
  count = 0

  override reset(): void {
    super.reset()
    this.count = 0
  }

  /** Returns the first `size` bytes; the bytes after the changes are free. */
  space(size: number): Buffer {
    this.reserve(size - this.length)
    return this.buf.subarray(0, size)
  }

  put(table: number, key: Buffer, value: Buffer): void {
    this.begin(PUT, table, key, 4 + value.length)
    this.uint32(value.length)
    this.append(value)
  }

  remove(table: number, key: Buffer): void {
    this.begin(REMOVE, table, key, 0)
  }

  /** Records a replaced value, as a patch if that is shorter. */
  replace(table: number, key: Buffer, before: Buffer, value: Buffer): void {
    const { start, fixes } = commonBeginning(before, value)
    const shorter = Math.min(before.length, value.length) - start
    let end = 0
    while (end < shorter && before[before.length - 1 - end] === value[value.length - 1 - end]) end++
    const fixBytes = fixes.length * 2 * FIX
    if (start + end - fixBytes < MIN_SAVED) return this.put(table, key, value)
    const middle = value.subarray(start, value.length - end)
    this.begin(FIXED_PATCH, table, key, 13 + fixBytes + middle.length)
    this.uint32(start)
    this.uint32(end)
    this.uint32(middle.length)
    this.byte(fixes.length)
    for (const at of fixes) {
      this.uint32(at)
      this.append(value.subarray(at, at + FIX))
    }
    this.append(middle)
  }

  private begin(kind: number, table: number, key: Buffer, more: number): void {
    this.reserve(4 + key.length + more)
    this.byte(kind)
    this.byte(table)
    this.length = this.buf.writeUInt16LE(key.length, this.length)
    this.append(key)
    this.count++
  }

  private uint32(value: number): void {
    this.length = this.buf.writeUInt32LE(value, this.length)
  }

  private append(bytes: Buffer): void {
    this.buf.set(bytes, this.length)
    this.length += bytes.length
  }
}

/** Measures the common beginning of two values, apart from a few differences of four bytes. */
function commonBeginning(before: Buffer, value: Buffer): { start: number; fixes: number[] } {
  const shorter = Math.min(before.length, value.length)
  const fixes: number[] = []
  let start = 0
  for (;;) {
    while (start < shorter && before[start] === value[start]) start++
    const fixEnd = start + FIX
    const end = fixEnd + SAME_BEHIND_FIX
    if (end > shorter || fixes.length === MAX_FIXES || before.compare(value, fixEnd, end, fixEnd, end) !== 0)
      return { start, fixes }
    fixes.push(start)
    start = end
  }
}

/** Applies the changes of a batch and returns their number. */
export function applyChanges(changes: Buffer, tables: Tables): number {
  let count = 0
  for (let at = 0; at < changes.length; ) {
    const kind = changes[at]!
    const name = TABLES[changes[at + 1]!]
    if (!name || kind < PUT || kind > FIXED_PATCH)
      throw new Error(`The journal holds an unknown change (${kind})`)
    const table = tables[name]
    const keyEnd = at + 4 + changes.readUInt16LE(at + 2)
    const key = changes.subarray(at + 4, keyEnd)
    at = keyEnd
    if (kind === REMOVE) {
      table.remove(key)
    } else if (kind === PUT) {
      at += 4 + changes.readUInt32LE(keyEnd)
      table.put(key, changes.subarray(keyEnd + 4, at), true)
    } else {
      const fixBytes = kind === PATCH ? 0 : 1 + changes[keyEnd + 12]! * 2 * FIX
      at = keyEnd + 12 + fixBytes + changes.readUInt32LE(keyEnd + 8)
      const patch = changes.subarray(keyEnd, at)
      table.put(key, patched(table.get(key) ?? NO_BYTES, patch, fixBytes))
    }
    count++
  }
  return count
}

/** @param fixBytes bytes of the fixes, their number included */
function patched(before: Buffer, patch: Buffer, fixBytes: number): Buffer {
  const start = patch.readUInt32LE(0)
  const end = patch.readUInt32LE(4)
  if (start + end > before.length) throw new Error('The journal changes a value that is not there')
  const middle = patch.subarray(12 + fixBytes)
  const value = Buffer.concat([before.subarray(0, start), middle, before.subarray(before.length - end)])
  for (let at = 13; at < 12 + fixBytes; at += 2 * FIX)
    patch.copy(value, patch.readUInt32LE(at), at + FIX, at + 2 * FIX)
  return value
}
