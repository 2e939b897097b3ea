import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spawnEmbeddedMongo } from '../spawn.ts'
import { compileStore } from '../testing/store-processes.ts'
import { explainStartError } from './start-errors.ts'
import { startStoreDirectory } from './store-directory.ts'

let dataDir: string
const storeFile = () => join(dataDir, 'store.mdb')
const marker = () => join(dataDir, 'store-has-content')

// A damaged file can crash the process that opens it, so the compiled child opens it.
beforeAll(compileStore, 120_000)
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-directory-'))
})
afterEach(() => {
  chmodSync(dataDir, 0o700)
  rmSync(dataDir, { recursive: true, force: true })
})

const countNames = async (uri: string, names: readonly string[] = []): Promise<number> => {
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 3_000 }).connect()
  const collection = client.db('wardtrack').collection('names')
  if (names.length > 0) await collection.insertMany(names.map((name) => ({ name })))
  const count = await collection.countDocuments()
  await client.close()
  return count
}
const startAndFill = async (): Promise<void> => {
  const mongo = await startStoreDirectory(dataDir, 0)
  await countNames(mongo.uri, ['a', 'b'])
  await mongo.close()
}

describe('a store whose file was emptied', () => {
  const loss = [
    ['is gone', () => rmSync(storeFile())],
    ['has no content', () => truncateSync(storeFile(), 0)],
  ] as const

  it.each(loss)(
    'does not start as a new store when the file %s, until the operator asks for it',
    async (_how, lose) => {
      await startAndFill()
      lose()
      const refusal = `The store in ${dataDir} has held a hospital and is empty now: put a backup of this folder in its place, or remove ${marker()} to begin with an empty store`
      for (const _again of [1, 2]) await expect(startStoreDirectory(dataDir, 0)).rejects.toThrow(refusal)
      expect(existsSync(join(dataDir, 'embedded-mongo.lock'))).toBe(false)
      rmSync(marker())
      const mongo = await startStoreDirectory(dataDir, 0)
      expect(await countNames(mongo.uri)).toBe(0)
      await mongo.close()
    },
  )

  it('starts when it never held content, and when all content was removed', async () => {
    await (await startStoreDirectory(dataDir, 0)).close()
    expect(existsSync(marker())).toBe(false)
    await startAndFill()
    expect(existsSync(marker())).toBe(true)
    const mongo = await startStoreDirectory(dataDir, 0)
    const client = await new MongoClient(mongo.uri).connect()
    await client.db('wardtrack').collection('names').deleteMany({})
    await client.close()
    await mongo.close()
    const again = await startStoreDirectory(dataDir, 0)
    expect(await countNames(again.uri)).toBe(0)
    await again.close()
  })

  it('of an earlier version is marked at its next start', async () => {
    await startAndFill()
    rmSync(marker())
    const mongo = await startStoreDirectory(dataDir, 0)
    expect(existsSync(marker())).toBe(true)
    expect(await countNames(mongo.uri)).toBe(2)
    await mongo.close()
  })
})

describe('a damaged store', () => {
  it.each([
    ['holds something else', () => writeFileSync(storeFile(), Buffer.alloc(65_536, 'wardtrack'))],
    ['is overwritten with zeros', () => writeFileSync(storeFile(), Buffer.alloc(65_536))],
    ['ends early', () => truncateSync(storeFile(), 8_192)],
  ])('is reported as damaged when its file %s', async (_how, damage) => {
    await startAndFill()
    damage()
    const before = readFileSync(storeFile())
    await expect(spawnEmbeddedMongo({ dataDir })).rejects.toThrow(
      `The store in ${dataDir} is damaged and was not opened: put a backup of this folder in its place`,
    )
    expect(readFileSync(storeFile()).equals(before)).toBe(true)
  })
})

describe('a store that cannot be written', () => {
  /** Starts the store as an account without access to the folder. The superuser could write every file. */
  const startAsNobody = (): string => {
    const module = new URL('../../dist/server/store-directory.js', import.meta.url).href
    const code = `
      const { startStoreDirectory } = await import(${JSON.stringify(module)})
      if (process.getuid() === 0) process.seteuid(65534)
      await startStoreDirectory(${JSON.stringify(dataDir)}, 0).then(
        (mongo) => mongo.close().then(() => console.log('started')),
        (error) => console.log(error.message),
      )`
    return execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  }
  const refusal = () =>
    `The store in ${dataDir} cannot be written: the account that runs Wardtrack must own this folder and its files, on a disk that is not read-only`

  it('is reported when the folder cannot be written', async () => {
    await startAndFill()
    chmodSync(dataDir, 0o555)
    expect(startAsNobody()).toContain(refusal())
  })

  it('is reported when the file cannot be written', async () => {
    await startAndFill()
    chmodSync(storeFile(), 0o444)
    chmodSync(`${storeFile()}-lock`, 0o666)
    chmodSync(join(dataDir, 'secret'), 0o444)
    chmodSync(dataDir, 0o777)
    expect(startAsNobody()).toContain(refusal())
  })
})

describe('an error at the start', () => {
  const explain = (message: string, code?: string) =>
    (explainStartError(Object.assign(new Error(message), code ? { code } : {}), dataDir) as Error).message

  it('names the remedy', () => {
    expect(explain('EROFS: read-only file system, open', 'EROFS')).toContain('cannot be written')
    expect(explain('MDB_CORRUPTED: Located page was wrong type')).toContain('is damaged')
    expect(explain('ENOSPC: no space left on device, write', 'ENOSPC')).toBe(
      `The disk of ${dataDir} is full: make room and start again (ENOSPC: no space left on device, write)`,
    )
  })

  it('is unchanged if it is unknown', () => {
    expect(explain(`The data directory ${dataDir} is in use by the embedded store of process 7`)).toBe(
      `The data directory ${dataDir} is in use by the embedded store of process 7`,
    )
  })
})
