import type { ServiceParts } from '@wardtrack/access'
import type { Database, MapDoc, MapLanesDoc } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'
import { createWalkingGraph, type WalkingGraph, type WalkingMap } from '@wardtrack/walking-routes'
import { geometryOf, type Point } from './map-geometry.ts'
import { connectionsOf, presentLanes } from './map-lanes.ts'
import type { PlaceCache, PlaceLookup } from './place-cache.ts'

/** The walking routes of people and equipment in the whole installation. */
export type WalkingGraphs = {
  readonly graph: WalkingGraph
  /** Returns true if lanes are drawn on a map. */
  hasLanes(mapId: string): boolean
  /** Returns the stops of lifts, stairs and passages on a map, in pixels of its image. */
  stopsOn(mapId: string): readonly Point[]
}

/** Caches the walking graph of the installation in memory. */
export type WalkingGraphCache = {
  read(): Promise<WalkingGraphs>
  close(): void
}

type LoadedGraph = WalkingGraphs & { places: PlaceLookup; revisions: string }

/** Creates the walking graph cache of a process. Lanes saved through this process take effect immediately. */
export function createWalkingGraphCache(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { places: PlaceCache },
): WalkingGraphCache {
  const graph = cachedValue(parts, {
    load: (previous: LoadedGraph | undefined) => load(parts, previous),
    invalidateOn: { 'config.changed': ({ what }) => what === 'lanes' || what === 'maps' },
  })
  return { read: graph.read, close: graph.close }
}

/** Rebuilds the graph, unless places and lanes are unchanged. */
async function load(
  { db, places }: { db: Database; places: PlaceCache },
  previous: LoadedGraph | undefined,
): Promise<LoadedGraph> {
  const lookup = await places.read()
  const revisions = await readRevisions(db)
  if (previous && previous.places === lookup && previous.revisions === revisions) return previous
  const [maps, drawn] = await Promise.all([db.models.maps.find({}), db.models.mapLanes.find({})])
  const byMap = new Map(drawn.map((doc) => [doc._id, doc]))
  const connections = connectionsOf(drawn, lookup)
  const graph = createWalkingGraph({
    maps: maps.map((map) => walkingMap(map, byMap.get(map._id))),
    connections,
  })
  const stops = connections.flatMap((connection) => connection.stops)
  const stopsOn = (mapId: string): readonly Point[] => stops.filter((stop) => stop.mapId === mapId)
  const hasLanes = (mapId: string): boolean => (byMap.get(mapId)?.lanes.length ?? 0) > 0
  return { graph, hasLanes, stopsOn, places: lookup, revisions }
}

/** Reads a text that changes whenever lanes are saved. */
async function readRevisions(db: Database): Promise<string> {
  const docs = await db.models.mapLanes
    .find<Pick<MapLanesDoc, '_id' | 'revision'>>({})
    .select({ revision: 1 })
    .sort({ _id: 1 })
  return docs.map(({ _id, revision }) => `${_id} ${revision}`).join('\n')
}

function walkingMap(map: MapDoc, drawn: MapLanesDoc | undefined): WalkingMap {
  const geometry = geometryOf(map)
  return {
    mapId: map._id,
    metresPerPixel: { x: 1 / geometry.perMetreX, y: 1 / geometry.perMetreY },
    lanes: drawn ? presentLanes(drawn, geometry).lanes : [],
  }
}
