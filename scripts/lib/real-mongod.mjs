import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at } from './paths.mjs'

/**
 * Starts a real MongoDB for the tests, or uses the one in `MONGODB_URI`. It runs a mongod on PATH, or one that
 * mongodb-memory-server downloads.
 * @returns {Promise<{ uri: string, stop: () => Promise<unknown> }>}
 * @throws Error with one clear line when none is available
 */
export async function realMongod() {
  const uri = process.env.MONGODB_URI
  if (uri) return { uri, stop: async () => {} }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'mongod'))
    .find((file) => existsSync(file))
  // The package belongs to the embedded store's tests, so its name is resolved from there.
  const require = createRequire(at('packages', 'embedded-mongo', 'package.json'))
  const { MongoMemoryServer } = await import(
    pathToFileURL(require.resolve('mongodb-memory-server-core')).href
  )
  try {
    const server = await MongoMemoryServer.create(onPath ? { binary: { systemBinary: onPath } } : {})
    return { uri: server.getUri(), stop: () => server.stop() }
  } catch (error) {
    throw new Error(
      'No MongoDB to test against: set MONGODB_URI, install mongod, or let mongodb-memory-server download one ' +
        `(${String(error).split('\n')[0]})`,
      { cause: error },
    )
  }
}
