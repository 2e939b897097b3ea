import { z } from 'zod'
import { FENCE_CORNERS, FENCE_FILE } from '../fence-limits.ts'
import { messages } from '../messages.ts'
import { externalId } from './common.ts'
import { coordinates } from './fence-area.ts'
import { fenceName, someFenceSettings } from './fence-form.ts'

/*
 * Geofences as GeoJSON (RFC 7946), with the members of a fence of an omlox hub among the properties: `name`, `crs`,
 * `zone_id`, `radius`. Coordinates are metres from the top left corner of the plan, x to the right and y down, as
 * positions are sent in: `crs` is `local`, and the zone is the map.
 */
const metres = z.number({ error: messages.geojsonPosition })
/** A height is read over. */
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
/** One polygon in a list of polygons is that polygon. */
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
  /** the map */
  zone_id: externalId.optional(),
  /** of a circle, in metres */
  radius: z.number({ error: messages.geojsonRadius }).positive(messages.geojsonRadius).nullish(),
  /** what GeoJSON has no words for, and the area in pixels of the plan, exactly as it is stored */
  wardtrack: someFenceSettings.extend({ Coordinates: coordinates.optional() }).optional(),
})

/** A geofence as an export writes it. `id` is that of the fence. */
export const fenceFeature = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.discriminatedUnion('type', [polygon, point]),
  properties,
})
/** The file of an export. */
export const fenceCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(fenceFeature),
})

/** What is no object has none of the members, so that each is named that is missing. */
const membersOf = (value: unknown): unknown => (typeof value === 'object' && value !== null ? value : {})
/** Some tools write members of members as text. What cannot be read is not there. */
const sentSettings = z.preprocess(
  (value) => (typeof value === 'object' ? (value ?? undefined) : undefined),
  // The area in pixels only spares rounding: where it is none, the geometry tells.
  someFenceSettings.extend({ Coordinates: coordinates.optional().catch(undefined) }).optional(),
)

/** A feature as an import reads it. Its `id` is not: what is imported is new. */
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

/** A fence of an omlox hub has its geometry as `region` and everything else beside it. */
function featureOfHub({ region, properties: vendor, ...members }: Sent): Sent {
  return { type: 'Feature', geometry: region, properties: { ...(isSent(vendor) ? vendor : {}), ...members } }
}

const isFenceOfHub = (value: unknown): value is Sent => isSent(value) && 'region' in value

/** The features of a file, whichever of its forms it has. */
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
 * A GeoJSON file as it was parsed: a FeatureCollection, a Feature, a fence as an omlox hub answers it or a list of these.
 * Read, it is a list of features, each still to be read by {@link sentFeature}.
 */
export const fenceFile = z.preprocess(
  featuresOf,
  z
    .array(z.unknown(), { error: messages.geojsonUnreadable })
    .min(1, messages.geojsonEmpty)
    .max(FENCE_FILE.mostFeatures, messages.geojsonTooMany),
)

/** What a feature of a file would become. Paths of errors begin at the feature. */
export const checkedFeature = z.object({
  /** as far as it can be read */
  name: z.string().nullable(),
  /** its area on the map; null when it has none there */
  Coordinates: coordinates.nullable(),
  /** whether it says itself what type of fence it is, for which assets and when it alerts */
  hasSettings: z.boolean(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
})

/** {@link fenceFeature} */
export type FenceFeature = z.output<typeof fenceFeature>
/** {@link sentFeature}, read */
export type SentFeature = z.output<typeof sentFeature>
/** {@link checkedFeature} */
export type CheckedFeature = z.output<typeof checkedFeature>
