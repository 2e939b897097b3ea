import { type Database, settingId } from '@wardtrack/database'
import type { EventBus } from '@wardtrack/service-kit'

/** Which providers are switched off in their settings. A provider without settings is on. */
export type Providers = {
  isDisabled(provider: string): Promise<boolean>
  close(): void
}

const CACHE_MS = 1_000

/** Makes the reader of provider settings; a change counts at once here and within a second elsewhere. */
export function createProviders(db: Database, bus: EventBus): Providers {
  let read: { disabled: Promise<Set<string>>; until: number } | undefined
  const forget = bus.subscribe('config.changed', () => {
    read = undefined
  })
  const load = async (): Promise<Set<string>> => {
    const off = await db.settings
      .find({ _id: { $gte: settingId('Provider', ''), $lt: 'provider0' } })
      .toArray()
    return new Set(
      off.filter((one) => one.Fields['Enabled'] === false).map((one) => one.SubType.toLowerCase()),
    )
  }
  return {
    isDisabled: async (provider) => {
      if (!read || read.until <= Date.now()) read = { disabled: load(), until: Date.now() + CACHE_MS }
      try {
        return (await read.disabled).has(provider)
      } catch (error) {
        read = undefined
        throw error
      }
    },
    close: forget,
  }
}
