import type { ServiceParts } from '@wardtrack/access'
import { type BusTopics, type Database, INTERNAL } from '@wardtrack/database'
import { BUS_GAP } from '@wardtrack/service-kit'
import {
  createPlaceLookup,
  type InternalPlace,
  type PlaceLookup,
  type PlaceLookupContent,
} from './place-lookup.ts'
import { placesStamp } from './place-stamp.ts'

export type { PlaceLookup } from './place-lookup.ts'

/** Keeps the places, maps and monitors of the installation (a few thousand) in memory. */
export type PlaceCache = {
  read(): Promise<PlaceLookup>
  close(): void
}

/** How long a book is believed unasked, and how long at most even though the stamp says that nothing changed. */
const MAX_AGE_MS = { hearsAll: 60_000, alone: 2_000, unstamped: 300_000 } as const

type Kept = { book: PlaceLookup; stamp: unknown; readAt: number }

/** Makes the book of a process: what changes through this process counts at once. */
export function createPlaceCache(parts: Pick<ServiceParts, 'db' | 'bus' | 'hearsAll'>): PlaceCache {
  const { db, bus } = parts
  const maxAge = parts.hearsAll ? MAX_AGE_MS.hearsAll : MAX_AGE_MS.alone
  let known: { reading: Promise<Kept>; until: number } | undefined
  const forget = (): void => {
    known = undefined
  }
  const stops = [
    bus.subscribe<BusTopics['config.changed']>('config.changed', ({ what }) => {
      if (what === 'maps') forget()
    }),
    bus.subscribe(BUS_GAP, forget),
  ]
  return {
    read: async () => {
      if (!known || known.until <= Date.now()) {
        const mine = { reading: load(db, known?.reading), until: Date.now() + maxAge }
        known = mine
        mine.reading.catch(() => {
          if (known === mine) forget()
        })
      }
      return (await known.reading).book
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

/** Reads the book anew, unless it is not old and nothing was written since. */
async function load(db: Database, before: Promise<Kept> | undefined): Promise<Kept> {
  // The stamp first: what is written while the rest is read counts as not seen.
  const stamp = await placesStamp(db)
  const last = await before?.catch(() => undefined)
  if (last && last.stamp === stamp && last.readAt > Date.now() - MAX_AGE_MS.unstamped) return last
  const readAt = Date.now()
  return { book: createPlaceLookup(await contentOf(db)), stamp, readAt }
}

async function contentOf(db: Database): Promise<PlaceLookupContent> {
  const projection = { _id: 0, hierarchyId: 1, fullName: 1, mapId: 1, mappings: 1 }
  const [places, maps, monitors, provided] = await Promise.all([
    db.places.find<InternalPlace>({ provider: INTERNAL }, { projection }).toArray(),
    db.maps.find().toArray(),
    db.monitors.find().toArray(),
    // A document for each provider instead of each of its places: only their ids are looked up.
    db.places
      .aggregate<PlaceLookupContent['provided'][number]>([
        { $match: { provider: { $ne: INTERNAL } } },
        { $group: { _id: '$provider', ids: { $push: '$hierarchyId' } } },
      ])
      .toArray(),
  ])
  return { places, maps, monitors, provided }
}
