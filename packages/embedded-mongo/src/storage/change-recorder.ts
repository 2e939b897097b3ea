import { type ChangeBuffer, TABLES, type TableName, type Tables } from './journal/change.ts'

/** Thrown when changes could not be taken back: the open transaction is of no use any more. */
export class UndoFailed extends Error {}

type Undo = { table: TableName; key: Buffer; before: Buffer | undefined }

/** Carries out changes in LMDB's open transaction, writes them down for the journal, and can take them back. */
export class ChangeRecorder {
  /** changes since the last checkpoint */
  count = 0
  private undoList: Undo[] = []
  private recording = false
  private readonly tables: () => Tables
  private readonly buffer: () => ChangeBuffer

  constructor(tables: () => Tables, buffer: () => ChangeBuffer) {
    this.tables = tables
    this.buffer = buffer
  }

  /** Runs `work`. When it throws, everything it changed is as before. */
  carryOut<R>(work: () => R): R {
    const buffer = this.buffer()
    const mark = { length: buffer.length, count: buffer.count }
    this.undoList = []
    this.recording = true
    try {
      return work()
    } catch (error) {
      this.undo()
      Object.assign(buffer, mark)
      throw error
    } finally {
      this.recording = false
      this.undoList = []
    }
  }

  put(table: TableName, key: Buffer, value: Buffer): void {
    const before = this.note(table, key)
    if (before?.equals(value)) return
    this.tables()[table].put(key, value, before === undefined)
    if (before) this.buffer().replace(TABLES.indexOf(table), key, before, value)
    else this.buffer().put(TABLES.indexOf(table), key, value)
  }

  remove(table: TableName, key: Buffer): void {
    if (!this.note(table, key)) return
    this.tables()[table].remove(key)
    this.buffer().remove(TABLES.indexOf(table), key)
  }

  private note(table: TableName, key: Buffer): Buffer | undefined {
    if (!this.recording) throw new Error('Changes are made inside a write')
    const before = this.tables()[table].get(key)
    // Keys are made in buffers that are used again.
    this.undoList.push({ table, key: Buffer.from(key), before })
    this.count++
    return before
  }

  private undo(): void {
    const tables = this.tables()
    try {
      for (const { table, key, before } of this.undoList.reverse()) {
        if (before) tables[table].put(key, before)
        else if (tables[table].get(key)) tables[table].remove(key)
      }
    } catch (error) {
      throw new UndoFailed('Changes could not be taken back', { cause: error })
    }
  }
}
