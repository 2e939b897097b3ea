import type { ServiceParts } from '@wardtrack/access'
import type { Levels } from '@wardtrack/contracts'
import {
  ASSUMED_PIXELS_PER_METRE,
  type BusTopics,
  INTERNAL,
  type MapDoc,
  type PlaceDoc,
} from '@wardtrack/database'
import { BUS_GAP } from '@wardtrack/service-kit'

/** A map as positions need it: pixel size, pixels a metre along each side. */
export type MapGeometry = {
  mapId: string
  width: number
  height: number
  perMetreX: number
  perMetreY: number
  /** `{width}x{height}` of the image; absent while there is none */
  imageSize?: string
}

/** A place of the internal hierarchy with the map it lies on, its own or that of the nearest place above. */
export type Place = { hierarchyId: string; fullPath: Levels; depth: number; mapId: string | null }

/** All places and maps, as they were when read. */
export type Book = {
  map(mapId: string): MapGeometry | undefined
  place(hierarchyId: string): Place | undefined
  /** the highest place that names this map itself */
  topPlaceOf(mapId: string): Place | undefined
}

/** Keeps the places and maps of the installation (a few thousand) in memory. */
export type PlaceBook = {
  read(): Promise<Book>
  close(): void
}

const MAX_AGE_MS = { hearsAll: 300_000, alone: 2_000 } as const

/** Makes the book of a process: what changes through this process counts at once. */
export function createPlaceBook(parts: Pick<ServiceParts, 'db' | 'bus' | 'hearsAll'>): PlaceBook {
  const { db, bus } = parts
  const maxAge = parts.hearsAll ? MAX_AGE_MS.hearsAll : MAX_AGE_MS.alone
  let known: { book: Promise<Book>; until: number } | undefined
  const forget = (): void => {
    known = undefined
  }
  const stops = [
    bus.subscribe<BusTopics['config.changed']>('config.changed', ({ what }) => {
      if (what === 'maps') forget()
    }),
    bus.subscribe(BUS_GAP, forget),
  ]
  const load = async (): Promise<Book> => {
    const [places, maps] = await Promise.all([
      db.places.find({ provider: INTERNAL }).toArray(),
      db.maps.find().toArray(),
    ])
    return bookOf(places, maps)
  }
  return {
    read: () => {
      if (known && known.until > Date.now()) return known.book
      const reading = { book: load(), until: Date.now() + maxAge }
      known = reading
      reading.book.catch(() => {
        if (known === reading) forget()
      })
      return reading.book
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

/** Makes a book of stored places and maps. */
export function bookOf(places: readonly PlaceDoc[], maps: readonly MapDoc[]): Book {
  const geometries = new Map(maps.map((map) => [map._id, geometryOf(map)]))
  const mapByPath = new Map<string, string>()
  for (const { fullName, mapId } of places) if (mapId !== null) mapByPath.set(pathKey(fullName), mapId)
  const byId = new Map<string, Place>()
  const tops = new Map<string, Place>()
  for (const doc of places) {
    const { hierarchyId, fullName } = doc
    const mapId = doc.mapId ?? mapAbove(fullName, mapByPath)
    const place = { hierarchyId, fullPath: levelsOf(fullName), depth: fullName.length, mapId }
    byId.set(hierarchyId, place)
    if (doc.mapId === null) continue
    const top = tops.get(doc.mapId)
    if (!top || isHigher(place, top)) tops.set(doc.mapId, place)
  }
  return {
    map: (mapId) => geometries.get(mapId),
    place: (hierarchyId) => byId.get(hierarchyId),
    topPlaceOf: (mapId) => tops.get(mapId),
  }
}

const isHigher = (one: Place, other: Place): boolean =>
  one.depth < other.depth || (one.depth === other.depth && one.hierarchyId < other.hierarchyId)

function geometryOf(map: MapDoc): MapGeometry {
  const { _id: mapId, xDimension, yDimension, width, height } = map
  if (width === null || height === null)
    return {
      mapId,
      width: xDimension * ASSUMED_PIXELS_PER_METRE,
      height: yDimension * ASSUMED_PIXELS_PER_METRE,
      perMetreX: ASSUMED_PIXELS_PER_METRE,
      perMetreY: ASSUMED_PIXELS_PER_METRE,
    }
  const imageSize = `${width}x${height}`
  return { mapId, width, height, perMetreX: width / xDimension, perMetreY: height / yDimension, imageSize }
}

const pathKey = (fullName: readonly string[]): string => JSON.stringify(fullName)

function mapAbove(fullName: readonly string[], mapByPath: ReadonlyMap<string, string>): string | null {
  for (let depth = fullName.length - 1; depth > 0; depth -= 1) {
    const mapId = mapByPath.get(pathKey(fullName.slice(0, depth)))
    if (mapId !== undefined) return mapId
  }
  return null
}

const levelsOf = (fullName: readonly string[]): Levels =>
  Object.fromEntries(fullName.map((name, index) => [`Level_${index + 1}`, name]))
