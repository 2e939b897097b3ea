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

/** A feature of a file as far as it can be read. Without errors it has a name and an area. */
export type ReadFeature = {
  name: string | undefined
  area: Coordinates | undefined
  /** what it says of the fence beside its name and its area */
  settings: Partial<FenceSettings>
  /** paths begin at the feature */
  errors: ErrorDetail[]
}

/** What a feature is read against: the map, and the asset types that the sender knows of. */
export type FeatureGround = { map: MapGeometry; types: ReadonlySet<string> }

/** Values in a feature: a polygon of the most corners has a third of them. */
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

/** What is wrong with the settings of a fence, by the names of its members. */
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

/** Whether a feature says everything itself that the name and the area of a fence leave open. */
export const hasSettings = ({ Type, AssetTypes, EntryTrigger, ExitTrigger }: SentSettings): boolean =>
  [Type, AssetTypes, EntryTrigger, ExitTrigger].every((member) => member !== undefined)

/** The area on the map, or what is wrong with it. */
function readArea(feature: SentFeature, map: MapGeometry): Coordinates | ErrorDetail[] {
  try {
    return rectangleIfSquare(fenceCoordinates(toDrawnArea(feature, map), map))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.errors.map(({ path, message }) => ({ path: sentPath(path, feature), message }))
  }
}

/** Where a member of an area stands in the feature that it was read from. */
function sentPath(path: string, { geometry, properties }: SentFeature): string {
  if (path === 'Coordinates.radius') return 'properties.radius'
  const corner = /^Coordinates\.points\.(\d+)$/.exec(path)?.[1]
  // The corners in pixels may be in another order than those of the geometry.
  if (corner === undefined || properties.wardtrack?.Coordinates) return 'geometry.coordinates'
  return `geometry.coordinates.${geometry.type === 'MultiPolygon' ? '0.0' : '0'}.${corner}`
}

/** The name of a feature that is not in order, for people to find it in the file. */
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
