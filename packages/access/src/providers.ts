import { type BusTopics, type Database, settingId, trusted } from '@wardtrack/database'
import { type CacheParts, cachedValue } from '@wardtrack/service-kit'

/** Provider settings. A provider without settings is on. */
export type Providers = {
  isDisabled(provider: string): Promise<boolean>
  /** names of the providers that have settings, lower case */
  known(): Promise<ReadonlySet<string>>
  close(): void
}

/**
 * Creates the reader of provider settings. A change takes effect immediately in processes that receive change events.
 */
export function createProviders(parts: CacheParts<BusTopics> & { db: Database }): Providers {
  const providers = cachedValue(parts, {
    load: () => loadProviders(parts.db),
    invalidateOn: { 'config.changed': ({ what }) => what === 'providers' },
  })
  return {
    isDisabled: async (provider) => (await providers.read()).disabled.has(provider),
    known: async () => (await providers.read()).known,
    close: providers.close,
  }
}

async function loadProviders(db: Database): Promise<{ known: Set<string>; disabled: Set<string> }> {
  const range = trusted({ $gte: settingId('Provider', ''), $lt: 'provider0' })
  const settings = await db.models.settings.find({ _id: range })
  const named = settings.map(({ SubType, Fields }) => ({ name: SubType.toLowerCase(), Fields }))
  return {
    known: new Set(named.map(({ name }) => name)),
    disabled: new Set(named.filter(({ Fields }) => Fields['Enabled'] === false).map(({ name }) => name)),
  }
}
