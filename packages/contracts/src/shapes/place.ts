import { z } from 'zod'
import { id } from './common.ts'

/** Default tolerance at the edge of a map, in metres. */
export const MAP_EDGE_METRES = 1
/** Maximum tolerance at the edge of a map, in metres. */
const MAX_MAP_EDGE_METRES = 50

/** Metres beyond a map's edge within which positions without an accuracy are put on the edge. */
export const edgeMetres = z.number().min(0).max(MAX_MAP_EDGE_METRES)

/** A map: sizes in metres, image size in pixels (null while there is no image). */
export const mapDetails = z.object({
  mapId: id,
  refName: z.string(),
  name: z.string(),
  xDimension: z.number(),
  yDimension: z.number(),
  source: z.enum(['upload', 'ingest']),
  width: z.number().nullable(),
  height: z.number().nullable(),
  dimensionsAssumed: z.boolean(),
  /** absent for {@link MAP_EDGE_METRES} */
  edgeTolerance: z.number().optional(),
})
/** {@link mapDetails} */
export type MapInfo = z.output<typeof mapDetails>

const scaling = z.object({ x: z.number(), y: z.number() })

/** A place of the internal hierarchy with the mapped provider places, by provider. */
export const rtlsHierarchy = z.object({
  _id: id,
  hierarchyId: id,
  mapId: id.nullable(),
  fullName: z.array(z.string()),
  mappings: z.record(z.string(), z.object({ hierarchyId: id, scaling })),
})
/** {@link rtlsHierarchy} */
export type RtlsHierarchy = z.output<typeof rtlsHierarchy>

/** A place of a provider. */
export const providerHierarchy = z.object({
  _id: id,
  provider: z.string(),
  hierarchyId: id,
  mapId: id.nullable(),
  fullName: z.array(z.string()),
})
/** {@link providerHierarchy} */
export type ProviderHierarchy = z.output<typeof providerHierarchy>

/** A place of the internal hierarchy with its levels joined by '>'. */
export const locationHierarchy = z.object({
  _id: id,
  hierarchyId: id,
  mapId: id.nullable(),
  fullName: z.array(z.string()),
  fullDisplayName: z.string(),
})
/** {@link locationHierarchy} */
export type LocationHierarchy = z.output<typeof locationHierarchy>

/**
 * A monitor on a map, in pixels of its image. `hierarchyId` is `{provider}-{monitorId}`, the provider in lower case.
 */
export const monitorMark = z.object({
  hierarchyId: z.string(),
  provider: z.string(),
  mapId: id,
  type: z.literal('monitor'),
  xCoordinate: z.number(),
  yCoordinate: z.number(),
})
/** {@link monitorMark} */
export type MonitorMark = z.output<typeof monitorMark>
