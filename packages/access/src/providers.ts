import { type BusTopics, type Database, settingId, trusted } from '@wardtrack/database'
import { type CacheParts, cachedValue } from '@wardtrack/service-kit'

/** Provider settings. A provider without settings is on. */
export type Providers = {
  isDisabled(provider: string): Promise<boolean>
  /** true unless the provider's settings take each sighting by a monitor as a position */
  usesPresence(provider: string): Promise<boolean>
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
    usesPresence: async (provider) => !(await providers.read()).withoutPresence.has(provider),
    known: async () => (await providers.read()).known,
    close: providers.close,
  }
}

type LoadedProviders = Record<'known' | 'disabled' | 'withoutPresence', Set<string>>

async function loadProviders(db: Database): Promise<LoadedProviders> {
  const range = trusted({ $gte: settingId('Provider', ''), $lt: 'provider0' })
  const settings = await db.models.settings.find({ _id: range })
  const named = settings.map(({ SubType, Fields }) => ({ name: SubType.toLowerCase(), Fields }))
  const namesWithout = (flag: string): Set<string> =>
    new Set(named.filter(({ Fields }) => Fields[flag] === false).map(({ name }) => name))
  return {
    known: new Set(named.map(({ name }) => name)),
    disabled: namesWithout('Enabled'),
    withoutPresence: namesWithout('Presence'),
  }
}
