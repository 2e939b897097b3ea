import { type ChangeBuffer, TABLES, type TableName, type Tables } from './journal/change.ts'

/** Error of a failed undo, after which the open transaction is unusable. */
export class UndoFailed extends Error {}

type Undo = { table: TableName; key: Buffer; before: Buffer | undefined }

/** Makes changes in LMDB's open transaction, records them for the journal, and can undo them. */
export class ChangeRecorder {
  /** changes since the last checkpoint */
  count = 0
  /** previous values, while changes are made */
  private undoList: Undo[] | undefined
  private readonly tables: () => Tables
  private readonly buffer: () => ChangeBuffer

  constructor(tables: () => Tables, buffer: () => ChangeBuffer) {
    this.tables = tables
    this.buffer = buffer
  }

  /** Runs `work`, and undoes its changes if it throws. */
  carryOut<R>(work: () => R): R {
    const buffer = this.buffer()
    const mark = { length: buffer.length, count: buffer.count }
    this.undoList = []
    try {
      return work()
    } catch (error) {
      this.undo()
      Object.assign(buffer, mark)
      throw error
    } finally {
      this.undoList = undefined
    }
  }

  put(table: TableName, key: Buffer, value: Buffer): void {
    const before = this.tables()[table].get(key)
    if (before) this.replace(table, key, before, value)
    else this.add(table, key, value)
  }

  /** Puts a value under a new key, without looking for an existing value. */
  add(table: TableName, key: Buffer, value: Buffer): void {
    this.note(table, key, undefined)
    this.tables()[table].put(key, value, true)
    this.buffer().put(TABLES.indexOf(table), key, value)
  }

  /** Replaces a value that the caller has read in this write. */
  replace(table: TableName, key: Buffer, before: Buffer, value: Buffer): void {
    this.note(table, key, before)
    if (before.equals(value)) return
    this.tables()[table].put(key, value, false)
    this.buffer().replace(TABLES.indexOf(table), key, before, value)
  }

  remove(table: TableName, key: Buffer): void {
    const before = this.tables()[table].get(key)
    this.note(table, key, before)
    if (!before) return
    this.tables()[table].remove(key)
    this.buffer().remove(TABLES.indexOf(table), key)
  }

  private note(table: TableName, key: Buffer, before: Buffer | undefined): void {
    if (!this.undoList) throw new Error('Changes are made inside a write')
    // Key buffers are reused, so the key is copied.
    this.undoList.push({ table, key: Buffer.from(key), before })
    this.count++
  }

  private undo(): void {
    const tables = this.tables()
    try {
      for (const { table, key, before } of this.undoList!.reverse()) {
        if (before) tables[table].put(key, before)
        else if (tables[table].get(key)) tables[table].remove(key)
      }
    } catch (error) {
      throw new UndoFailed('Changes could not be taken back', { cause: error })
    }
  }
}
