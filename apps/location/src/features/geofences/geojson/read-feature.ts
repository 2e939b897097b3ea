import {
  type Coordinates,
  type ErrorDetail,
  type FenceSettings,
  messages,
  type SentFeature,
  sentFeature,
} from '@wardtrack/contracts'
import type { MapGeometry } from '@wardtrack/places'
import { ApiError, isLight } from '@wardtrack/service-kit'
import { fenceCoordinates } from '../geofence-area.ts'
import { rectangleIfSquare, toDrawnArea } from './area-geometry.ts'

type SentSettings = { [member in keyof FenceSettings]?: FenceSettings[member] | undefined }

/** A feature of a file, as far as it is readable. Without errors it has a name and an area. */
export type ReadFeature = {
  name: string | undefined
  area: Coordinates | undefined
  /** fence settings in the feature, without its name and its area */
  settings: Partial<FenceSettings>
  /** paths begin at the feature */
  errors: ErrorDetail[]
}

/** Context for reading a feature: the map, and the asset types visible to the sender. */
export type FeatureGround = { map: MapGeometry; types: ReadonlySet<string> }

/** Maximum number of values in a feature; a polygon with the most corners has a third of them. */
const MAX_VALUES = 2_500

/** Reads a feature of a file. */
export function readFeature(feature: unknown, { map, types }: FeatureGround): ReadFeature {
  if (!isLight(feature, MAX_VALUES)) {
    const errors = [{ path: 'geometry.coordinates', message: messages.fenceCorners }]
    return { name: readableName(feature), area: undefined, settings: {}, errors }
  }
  const { data, error } = sentFeature.safeParse(feature)
  if (!data) {
    const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    return { name: readableName(feature), area: undefined, settings: {}, errors: withoutRepeats(errors) }
  }
  const { Coordinates: _pixels, ...sent } = data.properties.wardtrack ?? {}
  const area = readArea(data, map)
  const errors = [
    ...(Array.isArray(area) ? area : []),
    ...settingErrors(sent, types).map(({ path, message }) => ({
      path: `properties.wardtrack.${path}`,
      message,
    })),
  ]
  const settings: Partial<FenceSettings> = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  )
  return { name: data.properties.name, area: Array.isArray(area) ? undefined : area, settings, errors }
}

/** Returns the errors in the settings of a fence, by member name. */
export function settingErrors(
  { AssetTypes = [], EntryTrigger, ExitTrigger }: SentSettings,
  known: ReadonlySet<string>,
): ErrorDetail[] {
  const unknown = AssetTypes.flatMap((type, index) =>
    known.has(type) ? [] : [{ path: `AssetTypes.${index}`, message: messages.assetTypeUnknown }],
  )
  const isSilent = EntryTrigger === false && ExitTrigger === false
  return isSilent ? [...unknown, { path: 'EntryTrigger', message: messages.triggerNeeded }] : unknown
}

/** Returns true if a feature contains all required settings. */
export const hasSettings = ({ Type, AssetTypes, EntryTrigger, ExitTrigger }: SentSettings): boolean =>
  [Type, AssetTypes, EntryTrigger, ExitTrigger].every((member) => member !== undefined)

/** Returns the area on the map, or its errors. */
function readArea(feature: SentFeature, map: MapGeometry): Coordinates | ErrorDetail[] {
  try {
    return rectangleIfSquare(fenceCoordinates(toDrawnArea(feature, map), map))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.errors.map(({ path, message }) => ({ path: sentPath(path, feature), message }))
  }
}

/** Maps the path of an area member to its path in the feature. */
function sentPath(path: string, { geometry, properties }: SentFeature): string {
  if (path === 'Coordinates.radius') return 'properties.radius'
  const corner = /^Coordinates\.points\.(\d+)$/.exec(path)?.[1]
  // The corners in pixels may be in another order than those of the geometry.
  if (corner === undefined || properties.wardtrack?.Coordinates) return 'geometry.coordinates'
  return `geometry.coordinates.${geometry.type === 'MultiPolygon' ? '0.0' : '0'}.${corner}`
}

/** Returns the name of an invalid feature, so that people can find the feature in the file. */
function readableName(feature: unknown): string | undefined {
  const { properties } = Object(feature) as { properties?: unknown }
  const { name } = Object(properties) as { name?: unknown }
  return typeof name === 'string' && name.trim() !== '' ? name.slice(0, 100) : undefined
}

function withoutRepeats(errors: readonly ErrorDetail[]): ErrorDetail[] {
  const seen = new Set<string>()
  return errors.filter(({ path, message }) => {
    const errorKey = `${path} ${message}`
    if (seen.has(errorKey)) return false
    seen.add(errorKey)
    return true
  })
}
