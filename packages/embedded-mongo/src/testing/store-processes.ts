import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { type SpawnedMongo, spawnEmbeddedMongo } from '../spawn.ts'

/** The package, whose `dist` holds the compiled store. */
export const packageDir = fileURLToPath(new URL('../..', import.meta.url))

/** Compiles the store for tests that start it as a separate process. Call it in `beforeAll`. */
export function compileStore(): void {
  const tsc = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc')
  execFileSync(process.execPath, [tsc, '-b'], { cwd: packageDir, stdio: 'ignore' })
}

/** Stores as processes, in a new folder for each test. All are closed after the test. */
export type StoreProcesses = {
  dataDir(): string
  start(): Promise<SpawnedMongo>
  connect(mongo: SpawnedMongo): Promise<MongoClient>
}

/** Sets up the hooks of store processes; call it once in a file. */
export function setUpStoreProcesses(): StoreProcesses {
  let dataDir = ''
  let running: SpawnedMongo[] = []
  beforeAll(compileStore, 120_000)
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'embedded-spawn-'))
    running = []
  })
  afterEach(async () => {
    for (const mongo of running) await mongo.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir: () => dataDir,
    start: async () => {
      const mongo = await spawnEmbeddedMongo({ dataDir })
      running.push(mongo)
      return mongo
    },
    connect: (mongo) =>
      new MongoClient(mongo.uri, { serverSelectionTimeoutMS: 2000, maxPoolSize: 4 }).connect(),
  }
}
