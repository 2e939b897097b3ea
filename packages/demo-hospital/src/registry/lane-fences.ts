import { clamp } from '../plans/geometry.ts'
import type { BuildingPlan, Rect, WalkableLevel, Waypoint } from '../plans/plan.types.ts'
import { fenceOf, type RegistryFence } from './fences.ts'
import type { AssetType } from './registry.types.ts'

/** Size of a geofence around its waypoint, in metres. */
const ACROSS = { w: 6, h: 5 } as const

/**
 * Triggers of the geofences. In a building with only lanes, all assets move all day. These triggers limit the alerts
 * of a small building to one every minute or two.
 */
const RULES: readonly {
  readonly types: readonly AssetType[]
  readonly type: string
  readonly entry: number
}[] = [
  { types: ['Equipment'], type: 'Storage', entry: 1 },
  { types: ['Clinician'], type: 'Restricted', entry: 1 },
  { types: ['Patient'], type: 'Safe', entry: 1 },
]

/** Converts a waypoint name: `L1_left_treatment_1` becomes `Left treatment 1`. */
function displayNameOf(name: string, level: string): string {
  const prefix = `${level}_`
  const hasPrefix = name.toLowerCase().startsWith(prefix.toLowerCase())
  const words = (hasPrefix ? name.slice(prefix.length) : name).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the waypoints to watch: named ones with a lane, then those with the most lanes. */
function placesToWatch(level: WalkableLevel): { readonly at: Waypoint; readonly name: string }[] {
  const ways = new Map<number, number>()
  for (const lane of level.lanes) for (const end of lane) ways.set(end, (ways.get(end) ?? 0) + 1)
  const reached = [...level.waypoints.entries()].filter(([index]) => ways.has(index))
  const named = reached.flatMap(([, at]) =>
    at.name ? [{ at, name: displayNameOf(at.name, level.name) }] : [],
  )
  const crossings = reached
    .filter(([, { name }]) => !name)
    .sort(([a], [b]) => (ways.get(b) ?? 0) - (ways.get(a) ?? 0) || a - b)
    .map(([, at], index) => ({ at, name: `Crossing ${index + 1}` }))
  const all = new Map([...named, ...crossings].map((fence) => [fence.name, fence]))
  return [...all.values()].slice(0, RULES.length)
}

function rectAround(at: Waypoint, plan: BuildingPlan): Rect {
  const [w, h] = [ACROSS.w / plan.metresPerPixel, ACROSS.h / plan.metresPerPixel].map(Math.round)
  const [width, height] = [Math.min(w ?? 1, plan.imageWidth), Math.min(h ?? 1, plan.imageHeight)]
  return {
    x: Math.round(clamp(at.x - width / 2, 0, plan.imageWidth - width)),
    y: Math.round(clamp(at.y - height / 2, 0, plan.imageHeight - height)),
    w: width,
    h: height,
  }
}

/**
 * Returns the geofences of a building that only has lanes, three on each level.
 * @param mapIdOf returns the map of a level
 */
export const laneFences = (plan: BuildingPlan, mapIdOf: (level: WalkableLevel) => string): RegistryFence[] =>
  plan.levels.flatMap((level) =>
    placesToWatch(level).flatMap(({ at, name }, index) => {
      const rule = RULES[index]
      if (!rule) return []
      const fence = { Name: name.padEnd(3, '.'), Type: rule.type, AssetTypes: rule.types }
      return [fenceOf({ ...fence, MapId: mapIdOf(level), Coordinates: rectAround(at, plan) }, rule)]
    }),
  )
