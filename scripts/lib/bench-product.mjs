import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startListening } from './bench-children.mjs'
import { createEvents, fillStore } from './bench-hospital.mjs'
import { at } from './paths.mjs'

const KEY = 'an-ingestion-key-of-the-bench'
const PASSWORD = 'correct horse battery staple'
const START_MS = 60_000

/**
 * Runs work on the whole product in a separate process, on a store with the bench's hospital.
 * @param {Record<string, string>} settings additional environment
 * @param {(product: { url: string, key: string, pids: { product: number, store: number }, storeUri: () =>
 * Promise<string>, signIn: (username: string, password?: string) => Promise<object>, password: string }) =>
 * Promise<T>} work
 * @param {{ fill?: (db: object, Types: object) => Promise<unknown>, nodeOptions?: string[] }} options `fill`: stores
 * further documents before the product starts
 * @returns {Promise<T>}
 * @template T
 */
export async function withProduct(settings, work, { fill, nodeOptions = [] } = {}) {
  const { runningStoreUri, spawnEmbeddedMongo } = await load('embedded-mongo')
  const { openDatabase, Types } = await load('database')
  const { createClient } = await import(pathToFileURL(at('packages/contracts/dist/client.js')))
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-bench-'))
  const storeDir = join(dir, 'store')
  const store = await spawnEmbeddedMongo({ dataDir: storeDir })
  const db = await openDatabase(store.uri)
  await fillStore(db, Types)
  await fill?.(db, Types)
  await db.close()
  await store.close()
  const environment = {
    PORT: '0',
    WARDTRACK_DATA_DIR: dir,
    WARDTRACK_DEMO: 'off',
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    WARDTRACK_INGEST_KEY: KEY,
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    ...settings,
  }
  const product = await startListening('apps/standalone/dist/main.js', environment, nodeOptions, START_MS)
  const { url, pid } = product
  const bases = { api: `${url}/api`, location: `${url}/location/api`, status: `${url}/status/api` }
  const lock = await readFile(join(storeDir, 'embedded-mongo.lock'), 'utf8')
  try {
    return await work({
      url,
      key: KEY,
      password: PASSWORD,
      events: createEvents(),
      pids: { product: pid, store: Number(lock.split(' ')[0]) },
      storeUri: () => runningStoreUri(storeDir),
      /** @returns a client, and the headers of its session */
      signIn: async (username, password = PASSWORD) => {
        const body = { username, password, authenticationMethod: 'Password' }
        const { AccessToken } = await createClient({ bases }).call('verify', { body })
        const headers = { authorization: `Bearer ${AccessToken}` }
        return { headers, client: createClient({ bases, headers: () => headers }) }
      },
    })
  } finally {
    await product.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

const load = (name) => import(pathToFileURL(at(`packages/${name}/dist/index.js`)))
