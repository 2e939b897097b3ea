import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedMongo } from '@wardtrack/embedded-mongo'
import type { HoldingDisk } from '@wardtrack/embedded-mongo/testing'
import { openOperatorRecorder } from './operator-recorder.ts'

/** The store of one test file: its address, and its removal. */
export type TestStore = { uri: string; drop(): Promise<void> }

/**
 * Opens a fresh store: the embedded one in a temporary folder, or a new database on the server that
 * `WARDTRACK_TEST_MONGODB_URI` names (`npm run test:mongod`).
 */
export async function openTestStore(): Promise<TestStore> {
  const server = process.env['WARDTRACK_TEST_MONGODB_URI']
  if (server) return onServer(server)
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-test-'))
  const recorder = openOperatorRecorder()
  const store = await startEmbeddedMongo({ dataDir, sync: false, onCommand: recorder.record })
  return {
    uri: store.uri,
    drop: async () => {
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
      await recorder.check()
    },
  }
}

/** Opens a fresh embedded store with durable writes, on a disk that a test can delay and let fail. */
export async function openTestStoreOn(disk: HoldingDisk): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-test-'))
  const store = await startEmbeddedMongo({ dataDir, disk })
  return {
    uri: store.uri,
    drop: async () => {
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function onServer(server: string): Promise<TestStore> {
  const { createConnection } = await import('mongoose')
  const address = new URL(server)
  address.pathname = `/wardtrack_test_${randomUUID().slice(0, 8)}`
  return {
    uri: address.href,
    drop: async () => {
      const connection = await createConnection(address.href).asPromise()
      await connection.dropDatabase()
      await connection.close()
    },
  }
}
