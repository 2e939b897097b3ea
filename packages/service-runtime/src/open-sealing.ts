import { type BusTopics, type Database, encryptionRules, NO_RULES } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import { type CacheMode, cachedValue, type EventBus, type Logger } from '@wardtrack/service-kit'
import { readKeyState } from './open-key-ring.ts'

/** Parts of a process that encryption for the whole installation needs. */
export type SealingParts = {
  db: Database
  bus: EventBus<BusTopics>
  cacheMode: CacheMode
  keyRing: KeyRing
  log: Logger
}

/**
 * Makes the database encrypt by the stored configuration, with the keys in use. It follows changes of both until the
 * bus closes.
 */
export function openSealing({ db, bus, cacheMode, keyRing, log }: SealingParts): void {
  const rules = cachedValue(
    { bus, cacheMode },
    {
      load: async () => {
        const [config, mapping, state] = await Promise.all([
          db.models.encryption.findOne({}),
          db.models.metadata.findOne({}),
          readKeyState(db),
        ])
        if (state) keyRing.use(state)
        return config ? encryptionRules(config, mapping?.types ?? {}) : NO_RULES
      },
      invalidateOn: { 'config.changed': ({ what }) => what === 'metadata' },
    },
  )
  db.sealing.use({
    ring: keyRing,
    rules: () => rules.read(),
    reload: async () => {
      await rules.reload()
    },
    onUnreadable: (collection) =>
      log.error({ collection }, 'an encrypted value cannot be opened: it was changed, or its key is gone'),
  })
}
