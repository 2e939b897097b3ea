import type { StoreSettings } from '../store-settings.ts'
import { keepSecret, publishPort, takeLock } from './lock.ts'
import { type EmbeddedMongo, startEmbeddedMongo } from './server.ts'
import { explainStartError } from './start-errors.ts'

/**
 * Starts the store of a directory with a lock, a secret and a file with its port. The directory belongs to this process
 * while the store runs.
 * @param port 0 for any free port
 * @throws StoreNotStarted with a specific message when the directory cannot be written, or its store is damaged or was
 * emptied; Error when another process holds the directory
 */
export async function startStoreDirectory(
  dataDir: string,
  port: number,
  settings: Partial<StoreSettings> = {},
): Promise<EmbeddedMongo> {
  let release: (() => void) | undefined
  try {
    release = takeLock(dataDir)
    const mongo = await startEmbeddedMongo({ dataDir, port, secret: keepSecret(dataDir), settings })
    publishPort(dataDir, mongo.port)
    const releaseLock = release
    return { ...mongo, close: () => mongo.close().then(releaseLock) }
  } catch (error) {
    release?.()
    throw explainStartError(error, dataDir)
  }
}
