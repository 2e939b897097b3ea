import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Disk, machineDisk } from '../disk.ts'
import { Journal } from './journal.ts'

const SYNC_MS = 30
const owner = {
  commitLarge: () => Promise.reject(new Error('the journal is too small')),
  undoRecorded: () => Promise.reject(new Error('the disk failed')),
  explain: (error: unknown) => new Error(String(error)),
}

describe('a journal on a slow disk', () => {
  let directory: string
  let syncs = 0
  const slowDisk: Disk = {
    ...machineDisk,
    async open(path) {
      const file = await machineDisk.open(path)
      return {
        ...file,
        async write(bytes, position) {
          syncs++
          await sleep(SYNC_MS)
          await file.write(bytes, position)
        },
      }
    },
  }
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'wardtrack-journal-'))
    syncs = 0
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  async function withJournal(
    work: (write: (name: string) => Promise<void>) => Promise<void>,
  ): Promise<string[]> {
    const journal = new Journal(directory, slowDisk, Buffer.from('identity'), 1024 ** 2, owner)
    await journal.open(0, () => undefined)
    syncs = 0
    await work((name) => {
      journal.recorded.put(0, Buffer.from(name), Buffer.from('value'))
      return journal.durable()
    })
    const found: string[] = []
    journal.replay(0, ({ changes }) => found.push(changes().toString('latin1')))
    await journal.close()
    return found
  }

  it('writes statements that arrive shortly after each other in one batch, and keeps them all', async () => {
    const rounds = 20
    const found = await withJournal(async (write) => {
      for (let round = 0; round < rounds; round++) {
        const first = write(`first ${round}`)
        for (let turn = 0; turn < 3; turn++) await nextTurn()
        await Promise.all([first, write(`second ${round}`)])
      }
    })
    expect(syncs).toBeLessThan(1.5 * rounds)
    const text = found.join('')
    for (let round = 0; round < rounds; round++)
      expect([text.includes(`first ${round}`), text.includes(`second ${round}`)]).toEqual([true, true])
  })

  it('writes statements that follow each other one by one', async () => {
    const found = await withJournal(async (write) => {
      for (let round = 0; round < 5; round++) await write(`only ${round}`)
    })
    expect(syncs).toBe(5)
    expect(found).toHaveLength(5)
  })
})
