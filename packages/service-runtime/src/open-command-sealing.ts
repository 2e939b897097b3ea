import type { BusTopics } from '@wardtrack/database'
import { createEventBus, createLog, createMetrics } from '@wardtrack/service-kit'
import { type KeySource, openKeyRing } from './open-key-ring.ts'
import { openSealing } from './open-sealing.ts'

/**
 * Lets a separate command read and write encrypted fields as the server does.
 * @returns a function that ends the access; to be called before the database is closed
 * @throws ConfigError with one clear line when the key is missing or is not the one of the store
 */
export async function openCommandSealing(source: Omit<KeySource, 'exclusive'>): Promise<() => Promise<void>> {
  const { db } = source
  const keyRing = await openKeyRing({ ...source, exclusive: false })
  const log = createLog({ service: 'command', level: 'error', stdout: true })
  const bus = createEventBus<BusTopics>({ log, metrics: createMetrics() })
  openSealing({ db, bus, cacheMode: 'shared', keyRing, log })
  return () => bus.close()
}
