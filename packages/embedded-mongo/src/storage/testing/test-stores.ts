import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Store, type StoreOptions } from '../store.ts'
import { commandRunner, type Reply } from './run-commands.ts'

export type Run = (command: object) => Promise<Reply>

/** Limits under which no checkpoint is written automatically. */
export const SMALL_JOURNAL = { journalBytes: 512 * 1024, checkpointInterval: 1e9 }

/** Stores in a temporary folder. */
export class TestStores {
  readonly home = mkdtempSync(join(tmpdir(), 'embedded-store-'))
  private readonly opened: Store[] = []

  async open(directory: string, options: StoreOptions = {}): Promise<Store> {
    const store = await Store.open(directory, options)
    this.opened.push(store)
    return store
  }

  /** Opens a store and returns its command runner. */
  async start(directory: string, options: StoreOptions = {}): Promise<Run> {
    return commandRunner(await this.open(directory, options))
  }

  async closeLast(): Promise<void> {
    await this.opened.pop()?.close()
  }

  async end(): Promise<void> {
    for (const store of this.opened) await store.close()
    rmSync(this.home, { recursive: true, force: true })
  }
}

export const insert = (run: Run, ids: readonly number[], text = ''): Promise<Reply> =>
  run({ insert: 'c', documents: ids.map((_id) => ({ _id, text })) })

/** Counts the documents of a filter with a driver's command. */
export async function countOf(run: Run, filter: object): Promise<number> {
  const pipeline = [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }]
  const reply = await run({ aggregate: 'c', pipeline, cursor: {} })
  const [counted] = (reply['cursor'] as { firstBatch: { n: number }[] }).firstBatch
  return counted?.n ?? 0
}

export async function idsOf(run: Run): Promise<number[]> {
  const reply = await run({ find: 'c', batchSize: 100_000, sort: { _id: 1 } })
  return (reply['cursor'] as { firstBatch: { _id: number }[] }).firstBatch.map(({ _id }) => _id)
}

/** Copies the files as a killed process leaves them. */
export function killed(directory: string): string {
  const copy = `${directory}-killed`
  cpSync(directory, copy, { recursive: true })
  return copy
}

export const journalFiles = (directory: string): string[] =>
  readdirSync(join(directory, 'journal')).map((name) => join(directory, 'journal', name))

/** Changes one byte of the batch with this text. */
export function damage(directory: string, text: string): void {
  for (const path of journalFiles(directory)) {
    const at = readFileSync(path).indexOf(text)
    if (at < 0) continue
    const fd = openSync(path, 'r+')
    writeSync(fd, 'X', at)
    closeSync(fd)
    return
  }
  throw new Error(`${text} is not in the journal`)
}

/** Inserts enough documents for a dictionary, so that the store compresses later inserts. */
export async function learnDictionary(
  run: Run,
  text = 'a text that comes again and again in every document',
): Promise<void> {
  const documents = Array.from({ length: 5_000 }, (_, _id) => ({ _id, text, number: _id * 7 }))
  await run({ insert: 'learnt', documents })
  // The dictionary is written after the inserts; no document is compressed before it is on the disk.
  await run({ insert: 'learnt', documents: [{ _id: 'next' }] })
}
