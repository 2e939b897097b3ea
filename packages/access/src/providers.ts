import { type BusTopics, type Database, settingId, trusted } from '@wardtrack/database'
import { type CacheParts, cachedValue } from '@wardtrack/service-kit'

/** Which providers are switched off in their settings. A provider without settings is on. */
export type Providers = {
  isDisabled(provider: string): Promise<boolean>
  close(): void
}

/** Creates the reader of provider settings: a change counts at once, where changes are told. */
export function createProviders(parts: CacheParts<BusTopics> & { db: Database }): Providers {
  const disabled = cachedValue(parts, {
    load: () => loadDisabled(parts.db),
    invalidateOn: { 'config.changed': ({ what }) => what === 'providers' },
  })
  return {
    isDisabled: async (provider) => (await disabled.read()).has(provider),
    close: disabled.close,
  }
}

async function loadDisabled(db: Database): Promise<Set<string>> {
  const range = trusted({ $gte: settingId('Provider', ''), $lt: 'provider0' })
  const settings = await db.models.settings.find({ _id: range })
  return new Set(
    settings.filter(({ Fields }) => Fields['Enabled'] === false).map(({ SubType }) => SubType.toLowerCase()),
  )
}
