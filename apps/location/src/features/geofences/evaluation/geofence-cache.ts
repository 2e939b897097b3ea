import type { ServiceParts } from '@wardtrack/access'
import { type BusTopics, settingId } from '@wardtrack/database'
import { BUS_GAP } from '@wardtrack/service-kit'
import type { PlaceCache } from '../../../places/place-cache.ts'
import { createGeofenceRules, type GeofenceRules } from './geofence-rules.ts'

/** Keeps the geofences that are switched on in memory, current in every process. */
export type GeofenceCache = {
  read(): Promise<GeofenceRules>
  /** reads them anew, whatever is known */
  renew(): Promise<GeofenceRules>
  close(): void
}

/** How long the book is believed; where no bus tells what other processes change, for less. */
const MAX_AGE_MS = { hearsAll: 60_000, alone: 2_000 } as const
const CHANGES: ReadonlySet<string> = new Set(['geofences', 'maps', 'settings'])

/** Makes the book of a process: what changes through this process counts at once. */
export function createGeofenceCache(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'hearsAll'> & { places: PlaceCache },
): GeofenceCache {
  const { bus } = parts
  const maxAge = parts.hearsAll ? MAX_AGE_MS.hearsAll : MAX_AGE_MS.alone
  let known: { rules: Promise<GeofenceRules>; until: number } | undefined
  const forget = (): void => {
    known = undefined
  }
  const stops = [
    bus.subscribe<BusTopics['config.changed']>('config.changed', ({ what }) => {
      if (CHANGES.has(what)) forget()
    }),
    bus.subscribe(BUS_GAP, forget),
  ]
  const renew = (): Promise<GeofenceRules> => {
    const mine = { rules: load(parts), until: Date.now() + maxAge }
    known = mine
    mine.rules.catch(() => {
      if (known === mine) forget()
    })
    return mine.rules
  }
  return {
    read: () => (known && known.until > Date.now() ? known.rules : renew()),
    renew,
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

async function load({
  db,
  places,
}: Pick<ServiceParts, 'db'> & { places: PlaceCache }): Promise<GeofenceRules> {
  const readAt = Date.now()
  const [book, fences, setting] = await Promise.all([
    places.read(),
    db.geofences.find({ Enabled: true }).toArray(),
    db.settings.findOne({ _id: settingId('Geofence', 'Engine') }),
  ])
  const metres = setting?.Fields['ExitToleranceMetres']
  const tolerance = typeof metres === 'number' && metres > 0 ? metres : 0
  return createGeofenceRules({ fences, map: book.map, tolerance, readAt })
}
