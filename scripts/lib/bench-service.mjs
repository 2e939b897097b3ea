// Starts a location service with a fresh embedded store, for several benches. Both listen on loopback and use one
// folder.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startListening } from './bench-children.mjs'
import { fillStore } from './bench-hospital.mjs'
import { at } from './paths.mjs'

/** The ingestion key of the service. */
export const BENCH_KEY = 'an-ingestion-key-of-the-bench'
/** Time until a service notices changed settings: on a shared store it caches them for two seconds. */
const SETTING_MS = 2_500

/**
 * Opens a store in a folder, with the places and assets of the bench.
 * @param {string} dir an empty folder
 * @param {(() => unknown)[]} closers receives closing functions, to be called from the first to the last
 */
export async function openBenchStore(dir, closers) {
  const { spawnEmbeddedMongo } = await import(pathToFileURL(at('packages/embedded-mongo/dist/index.js')))
  const { openDatabase, Types } = await import(pathToFileURL(at('packages/database/dist/index.js')))
  await mkdir(join(dir, 'store'), { recursive: true })
  const store = await spawnEmbeddedMongo({ dataDir: join(dir, 'store') })
  closers.unshift(() => store.close())
  const db = await openDatabase(store.uri)
  closers.unshift(() => db.close())
  await fillStore(db, Types)
  return { dir, uri: store.uri, db, Types }
}

/**
 * Starts the location service on such a store.
 * @param {{ dir: string, uri: string }} store
 * @param {(() => unknown)[]} closers receives the function that stops it
 * @param {{ settings?: Record<string, string>, nodeOptions?: string[] }} options `settings`: in addition to those of
 * every bench
 */
export async function startBenchService({ dir, uri }, closers, { settings = {}, nodeOptions = [] } = {}) {
  const environment = {
    PORT: '0',
    MONGODB_URI: uri,
    WARDTRACK_DATA_DIR: dir,
    WARDTRACK_INGEST_KEY: BENCH_KEY,
    NODE_ENV: 'production',
    ...settings,
  }
  const service = await startListening('apps/location/dist/main.js', environment, nodeOptions)
  closers.unshift(service.stop)
  return service
}

/**
 * Saves the addresses of deliveries, and waits until the service has noticed. @param {Record<string, string>}
 * addresses by field
 */
export async function setDeliveryAddresses(db, addresses) {
  const pair = { Type: 'Mirth', SubType: 'Mirth', Fields: addresses, patientReceivers: addresses }
  await db.driver.settings.replaceOne({ _id: 'mirth/mirth' }, pair, { upsert: true })
  await new Promise((resolve) => setTimeout(resolve, SETTING_MS))
}
