import type { ServiceParts } from '@wardtrack/access'
import type { MetaEntry } from '@wardtrack/contracts'
import type { BusTopics } from '@wardtrack/database'
import { BUS_GAP } from '@wardtrack/service-kit'

/** The metadata mapping: entries by asset type, then metadata name. */
export type Mapping = Readonly<Record<string, Readonly<Record<string, MetaEntry>>>>

/** Keeps the metadata mapping in memory. */
export type MappingReader = { read(): Promise<Mapping>; close(): void }

const MAX_AGE_MS = { hearsAll: 300_000, alone: 2_000 } as const

/** Makes the reader of a process; a change made through this process counts at once. */
export function createMappingReader(parts: Pick<ServiceParts, 'db' | 'bus' | 'hearsAll'>): MappingReader {
  const { db, bus } = parts
  const maxAge = parts.hearsAll ? MAX_AGE_MS.hearsAll : MAX_AGE_MS.alone
  let known: { mapping: Promise<Mapping>; until: number } | undefined
  const forget = (): void => {
    known = undefined
  }
  const stops = [
    bus.subscribe<BusTopics['config.changed']>('config.changed', ({ what }) => {
      if (what === 'metadata') forget()
    }),
    bus.subscribe(BUS_GAP, forget),
  ]
  return {
    read: () => {
      if (known && known.until > Date.now()) return known.mapping
      const reading = {
        mapping: db.metadata.findOne({}).then((doc) => doc?.types ?? {}),
        until: Date.now() + maxAge,
      }
      known = reading
      reading.mapping.catch(() => {
        if (known === reading) forget()
      })
      return reading.mapping
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
