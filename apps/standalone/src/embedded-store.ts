import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runningStoreUri, type StoreSettings, spawnEmbeddedMongo } from '@wardtrack/embedded-mongo'

/** The store of this process: a real MongoDB by its address, or the embedded one in the data directory. */
export type Store = {
  uri: string
  embedded: boolean
  /** resolves when the process of the embedded store has ended, expected or not */
  ended?: Promise<number | null>
  close?: () => Promise<void>
}

/** Opens the store. @throws when the embedded store is in use by another process */
export async function openStore(
  dataDir: string,
  mongoUri: string | undefined,
  settings: StoreSettings,
): Promise<Store> {
  if (mongoUri) return { uri: mongoUri, embedded: false }
  const dir = join(dataDir, 'store')
  await mkdir(dir, { recursive: true })
  const store = await spawnEmbeddedMongo({ dataDir: dir, settings })
  return { uri: store.uri, embedded: true, ended: store.exited, close: () => store.close() }
}

/** Settings with which a command beside the server reaches its store. */
type ReachSettings = { MONGODB_URI?: string | undefined; WARDTRACK_STORE: StoreSettings }

/** Opens the store for a command beside the server: the running one, or one started for the command. */
export async function reachStore(
  dataDir: string,
  { MONGODB_URI: mongoUri, WARDTRACK_STORE: settings }: ReachSettings,
): Promise<Store> {
  const running = mongoUri ?? (await runningStoreUri(join(dataDir, 'store')))
  return running ? { uri: running, embedded: false } : openStore(dataDir, undefined, settings)
}
