import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'lmdb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Disk, machineDisk } from './disk.ts'
import { Store } from './store.ts'
import { commandRunner, type Reply } from './testing/run-commands.ts'

const SMALL = { journalBytes: 512 * 1024, checkpointInterval: 1e9 }
let home: string
let opened: Store[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'embedded-store-'))
  opened = []
})
afterEach(async () => {
  for (const store of opened) await store.close()
  rmSync(home, { recursive: true, force: true })
})

type Run = (command: object) => Promise<Reply>
const start = async (directory: string, options: Parameters<typeof Store.open>[1] = {}): Promise<Run> => {
  const store = await Store.open(directory, options)
  opened.push(store)
  return commandRunner(store)
}
const insert = (run: Run, ids: readonly number[], text = '') =>
  run({ insert: 'c', documents: ids.map((_id) => ({ _id, text })) })
const idsOf = async (run: Run): Promise<number[]> => {
  const reply = await run({ find: 'c', batchSize: 100_000, sort: { _id: 1 } })
  return (reply['cursor'] as { firstBatch: { _id: number }[] }).firstBatch.map(({ _id }) => _id)
}
/** The files as a process that is killed leaves them. */
const killed = (directory: string): string => {
  const copy = `${directory}-killed`
  cpSync(directory, copy, { recursive: true })
  return copy
}
const journalFiles = (directory: string) =>
  readdirSync(join(directory, 'journal')).map((name) => join(directory, 'journal', name))

/** Changes one byte of the block that holds these bytes. */
function damage(directory: string, text: string): void {
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

describe('a start', () => {
  it('carries out again what was acknowledged since the last checkpoint, once', async () => {
    const directory = join(home, 'a')
    const run = await start(directory, { limits: SMALL })
    await insert(run, [1, 2, 3])
    await run({ update: 'c', updates: [{ q: { _id: 2 }, u: { $inc: { n: 1 } } }] })
    await run({ delete: 'c', deletes: [{ q: { _id: 3 }, limit: 1 }] })
    for (let i = 0; i < 3; i++) {
      const again = await start(killed(directory), { limits: SMALL })
      expect(await idsOf(again)).toEqual([1, 2])
      expect(await run({ count: 'c', query: { n: 1 } })).toMatchObject({ n: 1 })
      expect(await again({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 2 })
      await opened.pop()!.close()
      rmSync(`${directory}-killed`, { recursive: true })
    }
  })

  it('opens a store of before there was a journal, and goes on with it', async () => {
    const directory = join(home, 'old')
    // A volatile store has the files of before: LMDB alone.
    const old = await start(directory, { sync: false })
    await insert(old, [1, 2])
    await opened.pop()!.close()
    await open({ path: join(directory, 'store.mdb'), maxDbs: 8 }).close()
    expect(readdirSync(directory).sort()).toEqual(['store.mdb', 'store.mdb-lock'])
    const run = await start(directory)
    await insert(run, [3])
    expect(await idsOf(await start(killed(directory)))).toEqual([1, 2, 3])
  })

  it('begins anew when the making of the store was cut short', async () => {
    const directory = join(home, 'cut')
    mkdirSync(directory)
    let operations = 0
    const disk: Disk = {
      ...machineDisk,
      syncDirectory: async (path) => {
        if (++operations === 2) throw new Error('cut')
        await machineDisk.syncDirectory(path)
      },
    }
    await expect(Store.open(directory, { disk })).rejects.toThrow('cut')
    writeFileSync(join(directory, 'store.mdb'), 'half')
    const run = await start(directory)
    await insert(run, [1])
    expect(await idsOf(run)).toEqual([1])
  })

  it('tells of a damaged batch that others follow, and does not start', async () => {
    const directory = join(home, 'damaged')
    const run = await start(directory, { limits: SMALL })
    for (const id of [1, 2, 3]) await insert(run, [id], `text of ${id}`)
    const copy = killed(directory)
    damage(copy, 'text of 2')
    await expect(Store.open(copy)).rejects.toThrow(
      /The journal is damaged: batch \d+ is missing or unreadable/,
    )
  })

  it('takes a batch at the end that was not written as a whole for one that was never acknowledged', async () => {
    const directory = join(home, 'torn')
    const run = await start(directory, { limits: SMALL })
    for (const id of [1, 2, 3]) await insert(run, [id], `text of ${id}`)
    const copy = killed(directory)
    damage(copy, 'text of 3')
    const again = await start(copy)
    expect(await idsOf(again)).toEqual([1, 2])
    await insert(again, [4])
    expect(await idsOf(again)).toEqual([1, 2, 4])
  })

  it('refuses a directory whose checkpoint or LMDB file cannot be read', async () => {
    const directory = join(home, 'lost')
    await insert(await start(directory), [1])
    const copy = killed(directory)
    rmSync(join(copy, 'store.mdb'))
    await expect(Store.open(copy)).rejects.toThrow(/store\.mdb is missing or empty/)
    writeFileSync(join(copy, 'checkpoint'), Buffer.alloc(524_288))
    await expect(Store.open(copy)).rejects.toThrow(/checkpoint is damaged/)
  })
})

describe('the journal', () => {
  it('is as large as its limit and used again', async () => {
    const directory = join(home, 'full')
    const run = await start(directory, { limits: SMALL })
    for (let id = 0; id < 300; id++) await insert(run, [id], 'x'.repeat(3000))
    const bytes = journalFiles(directory).reduce((sum, path) => sum + readFileSync(path).length, 0)
    expect(bytes).toBeLessThanOrEqual(SMALL.journalBytes)
    expect(await idsOf(await start(killed(directory)))).toHaveLength(300)
  })

  it('leaves a write that is larger than it to a checkpoint', async () => {
    const directory = join(home, 'large')
    const run = await start(directory, { limits: SMALL })
    await insert(run, [1])
    expect(await insert(run, [2, 3], 'x'.repeat(100_000))).toMatchObject({ ok: 1, n: 2 })
    await insert(run, [4])
    const again = await start(killed(directory))
    expect(await idsOf(again)).toEqual([1, 2, 3, 4])
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 4 })
  })

  it('undoes what a disk refused, tells every writer, and goes on when the disk does', async () => {
    const directory = join(home, 'broken')
    let isBroken = false
    const disk: Disk = {
      ...machineDisk,
      open: async (path) => {
        const file = await machineDisk.open(path)
        const write = async (bytes: Buffer, position: number) => {
          if (isBroken) throw new Error('the disk is broken')
          await file.write(bytes, position)
        }
        return { ...file, write }
      },
    }
    const run = await start(directory, { disk })
    await run({ createIndexes: 'c', indexes: [{ key: { text: 1 }, name: 'text' }] })
    await insert(run, [1], 'kept')
    isBroken = true
    const replies = await Promise.all([
      insert(run, [2]),
      insert(run, [3]),
      run({ insert: 'new', documents: [{}] }),
    ])
    for (const reply of replies)
      expect(reply).toMatchObject({
        ok: 0,
        code: 1,
        errmsg: expect.stringContaining('nothing was written: the disk is broken'),
      })
    expect(await idsOf(run)).toEqual([1])
    isBroken = false
    expect(await insert(run, [4])).toMatchObject({ ok: 1, n: 1 })
    expect(await run({ insert: 'new', documents: [{}] })).toMatchObject({ ok: 1, n: 1 })
    const again = await start(killed(directory))
    expect(await idsOf(again)).toEqual([1, 4])
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 2 })
  })
})

describe('a write', () => {
  it('that throws leaves nothing behind, in the store or in the journal', async () => {
    const directory = join(home, 'undo')
    const store = await Store.open(directory)
    opened.push(store)
    const run = await commandRunner(store)
    await run({ createIndexes: 'c', indexes: [{ key: { text: 1 }, name: 'text' }] })
    await insert(run, [1, 2], 'before')
    const key = Buffer.from('a key')
    const work = store.write(() => {
      store.put('counters', key, Buffer.from('value'))
      store.put('counters', key, Buffer.from('another value'))
      store.remove('counters', key)
      store.put('counters', key, Buffer.from('a third'))
      throw new Error('given up')
    })
    await expect(work).rejects.toThrow('given up')
    expect(store.counters.get(key)).toBeUndefined()
    await insert(run, [3])
    const again = await Store.open(killed(directory))
    opened.push(again)
    expect(again.counters.get(key)).toBeUndefined()
    expect(await idsOf(await commandRunner(again))).toEqual([1, 2, 3])
  })

  it('waits for what it saw, also when it changes nothing', async () => {
    const directory = join(home, 'seen')
    let release: () => void = () => undefined
    let isHeld = false
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const disk: Disk = {
      ...machineDisk,
      open: async (path) => {
        const file = await machineDisk.open(path)
        return {
          ...file,
          write: async (bytes, position) => {
            if (isHeld) await held
            await file.write(bytes, position)
          },
        }
      },
    }
    const run = await start(directory, { disk })
    await insert(run, [1])
    isHeld = true
    const answers: string[] = []
    const first = insert(run, [2]).then(() => answers.push('first'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const repeated = insert(run, [2]).then(() => answers.push('repeated'))
    expect(await idsOf(run)).toEqual([1, 2])
    expect(answers).toEqual([])
    release()
    await Promise.all([first, repeated])
    expect(answers).toEqual(['first', 'repeated'])
  })
})
