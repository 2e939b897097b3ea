import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holderOf, publishedPort } from './lock.ts'
import { addressOf } from './server.ts'

/** Returns the address of a directory's store, if this account may read its secret; undefined when none runs. */
export async function runningStoreUri(dataDir: string): Promise<string | undefined> {
  const port = publishedPort(dataDir)
  if (port === undefined || holderOf(dataDir) === undefined) return undefined
  const secret = (await readFile(join(dataDir, 'secret'), 'utf8')).trim()
  return addressOf(port, secret)
}
