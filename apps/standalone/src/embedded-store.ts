import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runningStoreUri, type StoreSettings, spawnEmbeddedMongo } from '@wardtrack/embedded-mongo'

/** The store of this process: a real MongoDB by its address, or the embedded one in the data directory. */
export type Store = {
  uri: string
  embedded: boolean
  /** resolves when the embedded store's process ended, wanted or not */
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

/** What a command beside the server reaches its store with. */
type ReachSettings = { MONGODB_URI?: string | undefined; WARDTRACK_STORE: StoreSettings }

/** The store of a command beside the server: the one that runs, or one that is started for the command. */
export async function reachStore(
  dataDir: string,
  { MONGODB_URI: mongoUri, WARDTRACK_STORE: settings }: ReachSettings,
): Promise<Store> {
  const running = mongoUri ?? (await runningStoreUri(join(dataDir, 'store')))
  return running ? { uri: running, embedded: false } : openStore(dataDir, undefined, settings)
}
