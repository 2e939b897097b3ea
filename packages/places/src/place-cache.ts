import type { ServiceParts } from '@wardtrack/access'
import {
  createPlacePaths,
  type Database,
  INTERNAL,
  levelsOf,
  type MapDoc,
  type MonitorDoc,
  type PlaceDoc,
  type PlaceMapping,
  type PlacePaths,
  placeKey,
  trusted,
} from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'
import { factorTo, geometryOf, type MapGeometry, type Point, scaled } from './map-geometry.ts'
import { readPlacesVersion } from './places-version.ts'
import { createRoomIndex, type OutlinedPlace, type Place, type RoomIndex } from './room-index.ts'

/** Caches the places, maps and monitors of the installation (a few thousand) in memory. */
export type PlaceCache = {
  read(): Promise<PlaceLookup>
  close(): void
}

/** Maximum age of the cached places even when the version is unchanged, in milliseconds. */
const UNCHANGED_MAX_AGE_MS = 300_000

type LoadedPlaces = { lookup: PlaceLookup; version: unknown; readAt: number }

/** Creates the place cache of a process. Changes made through this process take effect immediately. */
export function createPlaceCache(parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>): PlaceCache {
  const places = cachedValue(parts, {
    load: (previous: LoadedPlaces | undefined) => load(parts.db, previous),
    invalidateOn: { 'config.changed': ({ what }) => what === 'maps' },
  })
  return {
    read: async () => (await places.read()).lookup,
    close: places.close,
  }
}

/** Reloads the places, unless the previous ones are recent and nothing was written since. */
async function load(db: Database, previous: LoadedPlaces | undefined): Promise<LoadedPlaces> {
  // The version is read first, so a write during the following reads triggers another load.
  const version = await readPlacesVersion(db)
  if (previous && previous.version === version && previous.readAt > performance.now() - UNCHANGED_MAX_AGE_MS)
    return previous
  const readAt = performance.now()
  return { lookup: createPlaceLookup(await readContent(db)), version, readAt }
}

async function readContent(db: Database): Promise<PlaceLookupContent> {
  const projection = { _id: 0, hierarchyId: 1, fullName: 1, mapId: 1, mappings: 1, outline: 1 }
  const [places, maps, monitors, providerIds] = await Promise.all([
    db.models.places.find<InternalPlace>({ provider: INTERNAL }).select(projection),
    db.models.maps.find({}),
    db.models.monitors.find({}),
    readProviderIds(db),
  ])
  return { places, maps, monitors, providerIds }
}

/** Reads the ids of each provider's places; the lookup needs no other members. */
async function readProviderIds(db: Database): Promise<PlaceLookupContent['providerIds']> {
  const { places } = db.models
  const providers = (await places.distinct('provider', { provider: trusted({ $ne: INTERNAL }) })) as string[]
  return Promise.all(
    providers.map(async (_id) => ({
      _id,
      ids: (await places.distinct('hierarchyId', { provider: _id })) as string[],
    })),
  )
}

/** The internal place mapped to a provider's place, with the map's pixels per unit of the provider. */
type MappedPlace = { place: Place; scaling: Point }

/** A monitor's marked point, in pixels of the map's current image. */
type MarkedMonitor = { map: MapGeometry; point: Point }

/** All places, maps and monitors, as last read. */
export type PlaceLookup = {
  /** every place of the internal hierarchy */
  all(): Iterable<Place>
  map(mapId: string): MapGeometry | undefined
  place(hierarchyId: string): Place | undefined
  /** every place of the internal hierarchy */
  places(): Iterable<Place>
  /** present paths of the places that stored positions name */
  paths: PlacePaths
  /** ids of all maps */
  mapIds(): string[]
  /** name of a map; undefined for an unknown map */
  mapName(mapId: string): string | undefined
  /** the highest place to which this map itself is assigned */
  topPlaceOf(mapId: string): Place | undefined
  /**
   * the internal place for a provider's place: 'unmapped' when it has no mapping, 'unknown' when it was never
   * received
   */
  mapped(provider: string, hierarchyId: string): MappedPlace | 'unmapped' | 'unknown'
  /** the rooms of all maps */
  rooms: RoomIndex
  /** a provider's monitor; ids are compared without case */
  monitor(provider: string, monitorId: string): MarkedMonitor | undefined
}

/** Fields of an internal place that the lookup needs. */
export type InternalPlace = Pick<PlaceDoc, 'hierarchyId' | 'fullName' | 'mapId' | 'mappings' | 'outline'>

/** Stored documents from which a lookup is built. */
export type PlaceLookupContent = {
  places: readonly InternalPlace[]
  maps: readonly MapDoc[]
  monitors: readonly MonitorDoc[]
  /** ids of the providers' places, by provider */
  providerIds: readonly { _id: string; ids: readonly string[] }[]
}

/** Builds a lookup from stored documents. */
export function createPlaceLookup({ places, maps, monitors, providerIds }: PlaceLookupContent): PlaceLookup {
  const geometries = new Map(maps.map((map) => [map._id, geometryOf(map)]))
  const names = new Map(maps.map(({ _id, name }) => [_id, name]))
  const { byId, topPlaces, above } = indexPlaces(places)
  const mapped = mappedPlaces(places, byId, geometries)
  const known = new Map(providerIds.map(({ _id, ids }) => [_id, new Set(ids)]))
  const marks = new Map(monitors.map((monitor) => [monitor._id, monitor]))
  return {
    all: () => byId.values(),
    map: (mapId) => geometries.get(mapId),
    place: (hierarchyId) => byId.get(hierarchyId),
    places: () => byId.values(),
    paths: createPlacePaths(Array.from(byId, ([id, { fullPath }]) => [id, fullPath] as const)),
    mapIds: () => [...names.keys()],
    mapName: (mapId) => names.get(mapId),
    topPlaceOf: (mapId) => topPlaces.get(mapId),
    mapped: (provider, hierarchyId) =>
      mapped.get(placeKey(provider, hierarchyId)) ??
      (known.get(provider)?.has(hierarchyId) ? 'unmapped' : 'unknown'),
    rooms: createRoomIndex(outlinedPlaces(places, byId), (mapId) => geometries.get(mapId), above),
    monitor: (provider, monitorId) => {
      const mark = marks.get(`${provider}-${monitorId}`.toLowerCase())
      const map = mark?.provider === provider ? geometries.get(mark.mapId) : undefined
      return mark && map ? { map, point: markedPoint(mark, map) } : undefined
    },
  }
}

/** Returns a monitor's point in pixels of the map's current image, whichever image it was marked on. */
export function markedPoint(mark: MonitorDoc, map: MapGeometry): Point {
  const factor = factorTo(map, mark.imageSize)
  return { x: scaled(mark.xCoordinate, factor.x), y: scaled(mark.yCoordinate, factor.y) }
}

function indexPlaces(docs: readonly InternalPlace[]): {
  byId: Map<string, Place>
  topPlaces: Map<string, Place>
  /** returns the nearest place above another one */
  above: (hierarchyId: string) => Place | undefined
} {
  const mapByPath = new Map<string, string>()
  for (const { fullName, mapId } of docs) if (mapId !== null) mapByPath.set(pathKey(fullName), mapId)
  const byId = new Map<string, Place>()
  const topPlaces = new Map<string, Place>()
  const byPath = new Map<string, Place>()
  const names = new Map<string, readonly string[]>()
  for (const doc of docs) {
    const { hierarchyId, fullName } = doc
    const mapId = doc.mapId ?? mapAbove(fullName, mapByPath)
    const place = { hierarchyId, fullPath: levelsOf(fullName), depth: fullName.length, mapId }
    byId.set(hierarchyId, place)
    byPath.set(pathKey(fullName), place)
    names.set(hierarchyId, fullName)
    if (doc.mapId === null) continue
    const top = topPlaces.get(doc.mapId)
    if (!top || isHigher(place, top)) topPlaces.set(doc.mapId, place)
  }
  const above = (hierarchyId: string): Place | undefined => {
    const fullName = names.get(hierarchyId) ?? []
    for (let depth = fullName.length - 1; depth > 0; depth -= 1) {
      const place = byPath.get(pathKey(fullName.slice(0, depth)))
      if (place) return place
    }
    return undefined
  }
  return { byId, topPlaces, above }
}

/**
 * Returns the pixels of a map's current image for one unit of a provider. The unit keeps its metres when the map gets
 * another image.
 */
export function scalingOn(map: MapGeometry | undefined, { scaling, imageSize }: PlaceMapping): Point {
  if (imageSize === undefined) return scaling
  const factor = factorTo(map, imageSize === '' ? undefined : imageSize)
  return { x: scaling.x * factor.x, y: scaling.y * factor.y }
}
const outlinedPlaces = (docs: readonly InternalPlace[], byId: ReadonlyMap<string, Place>): OutlinedPlace[] =>
  docs.flatMap(({ hierarchyId, outline }) => {
    const place = byId.get(hierarchyId)
    return place && outline ? [{ place, outline }] : []
  })

function mappedPlaces(
  docs: readonly InternalPlace[],
  byId: ReadonlyMap<string, Place>,
  geometries: ReadonlyMap<string, MapGeometry>,
): Map<string, MappedPlace> {
  const mapped = new Map<string, MappedPlace>()
  for (const { hierarchyId, mappings } of docs) {
    const place = byId.get(hierarchyId)
    for (const [provider, mapping] of Object.entries<PlaceMapping>(mappings ?? {}))
      if (place)
        mapped.set(placeKey(provider, mapping.hierarchyId), {
          place,
          scaling: scalingOn(geometries.get(place.mapId ?? ''), mapping),
        })
  }
  return mapped
}

const isHigher = (a: Place, b: Place): boolean =>
  a.depth < b.depth || (a.depth === b.depth && a.hierarchyId < b.hierarchyId)

/** Returns a key that is equal for equal paths of levels. */
export const pathKey = (fullName: readonly string[]): string => JSON.stringify(fullName)

/** Returns the map of the nearest ancestor of a path; null when no ancestor has one. @param mapByPath by `pathKey` */
export function mapAbove(fullName: readonly string[], mapByPath: ReadonlyMap<string, string>): string | null {
  for (let depth = fullName.length - 1; depth > 0; depth -= 1) {
    const mapId = mapByPath.get(pathKey(fullName.slice(0, depth)))
    if (mapId !== undefined) return mapId
  }
  return null
}
