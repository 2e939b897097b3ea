import { z } from 'zod'
import { FENCE_CORNERS, FENCE_FILE } from '../fence-limits.ts'
import { messages } from '../messages.ts'
import { externalId } from './common.ts'
import { coordinates } from './fence-area.ts'
import { fenceName, someFenceSettings } from './fence-form.ts'

/*
 * A coordinate of a geofence as GeoJSON (RFC 7946). The properties contain the fence members of an omlox hub: `name`,
 * `crs`, `zone_id`, `radius`. Coordinates are metres from the top left corner of the plan, x to the right and y down,
 * as in pushed positions. Therefore `crs` is `local`, and the zone is the map.
 */
const metres = z.number({ error: messages.geojsonPosition })
/** A height is ignored. */
const position = z.tuple([metres, metres], { error: messages.geojsonPosition }).rest(metres)
const isClosed = (ring: readonly (readonly number[])[]): boolean => {
  const [first, last] = [ring[0], ring.at(-1)]
  return first?.[0] === last?.[0] && first?.[1] === last?.[1]
}
const ring = z
  .array(position, { error: messages.geojsonRing })
  .min(FENCE_CORNERS.least + 1, messages.geojsonRing)
  .max(FENCE_CORNERS.most + 1, messages.fenceCorners)
  .refine(isClosed, messages.geojsonRing)
const rings = z
  .array(ring, { error: messages.geojsonGeometry })
  .min(1, messages.geojsonGeometry)
  .max(1, messages.geojsonHoles)
const polygon = z.object({ type: z.literal('Polygon'), coordinates: rings })
const point = z.object({ type: z.literal('Point'), coordinates: position })
/** A list of one polygon counts as that polygon. */
const multiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z
    .array(rings, { error: messages.geojsonGeometry })
    .min(1, messages.geojsonGeometry)
    .max(1, messages.geojsonSeveralPolygons),
})

const properties = z.object({
  name: fenceName,
  crs: z.literal('local', { error: messages.geojsonCrs }),
  /** id of the map */
  zone_id: externalId.optional(),
  /** radius of a circle, in metres */
  radius: z.number({ error: messages.geojsonRadius }).positive(messages.geojsonRadius).nullish(),
  /** settings that GeoJSON lacks, and the exact stored area in pixels of the plan */
  wardtrack: someFenceSettings.extend({ Coordinates: coordinates.optional() }).optional(),
})

/** A geofence in an export. `id` is the geofence's id. */
export const fenceFeature = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.discriminatedUnion('type', [polygon, point]),
  properties,
})
/** File of an export. */
export const fenceCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(fenceFeature),
})

/** Replaces a value that is no object by an empty object, so that each missing member is reported. */
const membersOf = (value: unknown): unknown => (typeof value === 'object' && value !== null ? value : {})
/** Some tools write nested members as text. Unreadable text is ignored. */
const sentSettings = z.preprocess(
  (value) => (typeof value === 'object' ? (value ?? undefined) : undefined),
  // The area in pixels only avoids rounding; if it is invalid, the geometry is used.
  someFenceSettings.extend({ Coordinates: coordinates.optional().catch(undefined) }).optional(),
)

/** A feature in an import. Its `id` is ignored, because imported geofences are new. */
export const sentFeature = z
  .object(
    {
      type: z.literal('Feature', { error: messages.geojsonFeature }),
      geometry: z.discriminatedUnion('type', [polygon, point, multiPolygon], {
        error: messages.geojsonGeometry,
      }),
      properties: z.preprocess(
        membersOf,
        properties.extend({ zone_id: z.unknown().optional(), wardtrack: sentSettings.optional() }),
      ),
    },
    { error: messages.geojsonFeature },
  )
  .superRefine(({ geometry, properties: { radius } }, context) => {
    if (geometry.type === 'Point' && typeof radius !== 'number')
      context.addIssue({ code: 'custom', path: ['properties', 'radius'], message: messages.geojsonRadius })
  })

type Sent = Record<string, unknown>

const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts a fence of an omlox hub, whose geometry is `region`, to a feature. */
function featureOfHub({ region, properties: vendor, ...members }: Sent): Sent {
  return { type: 'Feature', geometry: region, properties: { ...(isSent(vendor) ? vendor : {}), ...members } }
}

const isFenceOfHub = (value: unknown): value is Sent => isSent(value) && 'region' in value

/** Returns the features of a file in any of its forms. */
function featuresOf(file: unknown): unknown {
  if (Array.isArray(file)) return file.map((entry) => (isFenceOfHub(entry) ? featureOfHub(entry) : entry))
  if (isFenceOfHub(file)) return [featureOfHub(file)]
  if (!isSent(file)) return undefined
  return file['type'] === 'Feature'
    ? [file]
    : file['type'] === 'FeatureCollection'
      ? file['features']
      : undefined
}

/**
 * A parsed GeoJSON file: a FeatureCollection, a Feature, a fence of an omlox hub, or a list of these. The result is a
 * list of features, each still to be parsed by {@link sentFeature}.
 */
export const fenceFile = z.preprocess(
  featuresOf,
  z
    .array(z.unknown(), { error: messages.geojsonUnreadable })
    .min(1, messages.geojsonEmpty)
    .max(FENCE_FILE.mostFeatures, messages.geojsonTooMany),
)

/** Preview of a feature's geofence. Paths of errors begin at the feature. */
export const checkedFeature = z.object({
  /** null if unreadable */
  name: z.string().nullable(),
  /** its area on the map; null if it has none there */
  Coordinates: coordinates.nullable(),
  /** true if the feature contains its type, asset types and triggers */
  hasSettings: z.boolean(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
})

/** {@link fenceFeature} */
export type FenceFeature = z.output<typeof fenceFeature>
/** {@link sentFeature} after parsing. */
export type SentFeature = z.output<typeof sentFeature>
/** {@link checkedFeature} */
export type CheckedFeature = z.output<typeof checkedFeature>
