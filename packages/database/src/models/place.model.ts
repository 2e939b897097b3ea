import type { Coordinates } from '@wardtrack/contracts'
import {
  createSchema,
  type DocumentOf,
  embedded,
  Mixed,
  nullable,
  optional,
  required,
  typed,
} from '../members.ts'

/** Provider name of the internal hierarchy. */
export const INTERNAL = 'rtls'

const mappingSchema = embedded({
  hierarchyId: required(String),
  scaling: required(embedded({ x: required(Number), y: required(Number) })),
  /** pixel size (`{width}x{height}`) of the image that `scaling` counts in; '' while the map had no image */
  imageSize: optional(String),
})
/** A provider's place, and the conversion of its units to pixels of the internal map. */
export type PlaceMapping = DocumentOf<typeof mappingSchema>

const outlineSchema = embedded({
  /** the place's map when the outline was received */
  mapId: required(String),
  /** in pixels of the map's image at that time */
  Coordinates: required(Mixed, typed<Coordinates>()),
  /** pixel size (`{width}x{height}`) of that image; absent while the map had no image */
  imageSize: optional(String),
})
/** The outline of a place on a map. */
export type PlaceOutline = DocumentOf<typeof outlineSchema>

export const placeSchema = createSchema('places', {
  provider: required(String),
  hierarchyId: required(String),
  /** its path of level names */
  fullName: required([String]),
  /** its own map; a place without one uses the map of the nearest place above */
  mapId: nullable(String),
  /** set only for internal places: the corresponding places of providers, by provider */
  mappings: optional(Mixed, typed<Record<string, PlaceMapping>>()),
  /** derived from `mappings` (`{provider}|{hierarchyId}`), so that a provider's place is mapped at most once */
  MappingKeys: optional([String]),
  /** derived from `fullName`: its number of levels; absent in documents of earlier versions */
  Depth: optional(Number),
  /** set only for internal places: the area on the map */
  outline: optional(outlineSchema),
})
placeSchema.index({ provider: 1, hierarchyId: 1 }, { unique: true })
placeSchema.index({ mapId: 1 })
// Index for the rooms of a map, page by page.
placeSchema.index({ 'outline.mapId': 1, hierarchyId: 1 })
// Index for the places below a level, and for the depth of the hierarchy.
placeSchema.index({ provider: 1, fullName: 1 })
placeSchema.index({ provider: 1, Depth: -1 })
placeSchema.index({ MappingKeys: 1 }, { unique: true, sparse: true })
/** A place of the internal hierarchy (provider `rtls`) or of a provider's hierarchy. */
export type PlaceDoc = DocumentOf<typeof placeSchema>

export const mapSchema = createSchema('maps', {
  /** the mapId */
  _id: required(String),
  name: required(String),
  refName: required(String),
  /** metres */
  xDimension: required(Number),
  yDimension: required(Number),
  source: required(String, { enum: ['upload', 'ingest'] }),
  /** pixels of the image, null without an image */
  width: nullable(Number),
  height: nullable(Number),
  dimensionsAssumed: required(Boolean),
  /** metres beyond the edge within which positions without an accuracy are put on it; absent for the default */
  edgeTolerance: optional(Number),
})
/** A map. */
export type MapDoc = DocumentOf<typeof mapSchema>

export const monitorSchema = createSchema('monitors', {
  /** `hierarchyId` in lower case: ids are compared without case */
  _id: required(String),
  hierarchyId: required(String),
  provider: required(String),
  mapId: required(String),
  xCoordinate: required(Number),
  yCoordinate: required(Number),
  /**
   * pixel size (`{width}x{height}`) of the image that the point was calculated for; absent while the map had no image
   */
  imageSize: optional(String),
})
monitorSchema.index({ mapId: 1 })
/** A monitor marked on a map, in pixels of its image. */
export type MonitorDoc = DocumentOf<typeof monitorSchema>

const pointSchema = embedded({ x: required(Number), y: required(Number) })

export const mapLanesSchema = createSchema('mapLanes', {
  /** the mapId */
  _id: required(String),
  /** lines along the middle of corridors */
  lanes: required([embedded({ points: required([pointSchema]) })]),
  /** entrances of lifts, stairs and passages; those of one kind and name on several maps are connected */
  stops: required([
    embedded({
      kind: required(String, { enum: ['lift', 'stairs', 'passage'] }),
      name: required(String),
      x: required(Number),
      y: required(Number),
    }),
  ]),
  /** pixel size (`{width}x{height}`) of the image that it was drawn on; absent while the map had no image */
  imageSize: optional(String),
  revision: optional(String),
})
/** Walkable lanes of a map, in pixels of its image. */
export type MapLanesDoc = DocumentOf<typeof mapLanesSchema>

/** Returns the key that makes sure that a provider's place is mapped at most once. */
export const placeKey = (provider: string, hierarchyId: string): string => `${provider}|${hierarchyId}`

/** Pixels in a metre for a map that has no image yet. */
export const ASSUMED_PIXELS_PER_METRE = 10
