import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { demoHospital, sizeFor } from '../hospital.ts'
import { slug } from '../plans/layout-words.ts'
import type { BuildingPlan, WalkableLevel, Waypoint } from '../plans/plan.types.ts'
import { laneFences } from '../registry/lane-fences.ts'
import { buildingLanes } from '../registry/map-lanes.ts'
import type { RegistryAsset } from '../registry/registry.types.ts'
import type { SeedContent } from '../seeding/seed.ts'

function fail(subject: string): never {
  throw new Error(`plan.json: ${subject}`)
}

function record(value: unknown, subject: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fail(`${subject} must be an object`)
  return Object.fromEntries(Object.entries(value))
}

function list(value: unknown, subject: string): unknown[] {
  return Array.isArray(value) ? value : fail(`${subject} must be a list`)
}

function positive(value: unknown, subject: string): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
    ? value
    : fail(`${subject} must be a positive number`)
}

function finite(value: unknown, subject: string): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fail(`${subject} must be a number`)
}

function text(value: unknown, subject: string): string {
  return typeof value === 'string' && value !== '' ? value : fail(`${subject} must be a text`)
}

function waypoint(value: unknown, subject: string): Waypoint {
  const { x, y, name } = record(value, subject)
  return {
    x: finite(x, `${subject}.x`),
    y: finite(y, `${subject}.y`),
    ...(typeof name === 'string' ? { name } : {}),
  }
}

function level(value: unknown, subject: string): WalkableLevel {
  const { name, waypoints, lanes, walls, doors } = record(value, subject)
  const points = list(waypoints, `${subject}.waypoints`).map((point, i) =>
    waypoint(point, `${subject}.waypoints.${i}`),
  )
  const index = (end: unknown, at: string) => {
    const node = finite(end, at)
    return Number.isInteger(node) && node >= 0 && node < points.length
      ? node
      : fail(`${at} names no waypoint`)
  }
  return {
    name: text(name, `${subject}.name`),
    waypoints: points,
    lanes: list(lanes, `${subject}.lanes`).map((lane, i) => {
      const [from, to] = list(lane, `${subject}.lanes.${i}`)
      return [index(from, `${subject}.lanes.${i}.0`), index(to, `${subject}.lanes.${i}.1`)] as const
    }),
    walls: list(walls ?? [], `${subject}.walls`).map((wall, i) => {
      const at = `${subject}.walls.${i}`
      const [x1, y1, x2, y2] = list(wall, at)
      return [finite(x1, at), finite(y1, at), finite(x2, at), finite(y2, at)] as const
    }),
    doors: list(doors ?? [], `${subject}.doors`).map((door, i) => {
      const at = `${subject}.doors.${i}`
      const { name: label, x1, y1, x2, y2 } = record(door, at)
      const end = (v: unknown) => finite(v, at)
      return {
        name: typeof label === 'string' ? label : String(i),
        x1: end(x1),
        y1: end(y1),
        x2: end(x2),
        y2: end(y2),
      }
    }),
  }
}

/** Validates the content of a plan.json; an error names the first invalid member. */
export function parsePlan(value: unknown): BuildingPlan {
  const plan = record(value, 'the file')
  return {
    source: typeof plan.source === 'string' ? plan.source : '',
    image: text(plan.image, 'image'),
    imageWidth: positive(plan.imageWidth, 'imageWidth'),
    imageHeight: positive(plan.imageHeight, 'imageHeight'),
    metresPerPixel: positive(plan.metresPerPixel, 'metresPerPixel'),
    xDimension: positive(plan.xDimension, 'xDimension'),
    yDimension: positive(plan.yDimension, 'yDimension'),
    levels: list(plan.levels, 'levels').map((entry, i) => level(entry, `levels.${i}`)),
  }
}

export interface OtherBuilding {
  readonly plan: BuildingPlan
  /** Prefix of all ids of this building, so that it can share a server with the demo hospital. */
  readonly slug: string
  readonly name: string
  readonly directory: string
}

export async function readBuilding(directory: string): Promise<OtherBuilding> {
  const absolute = resolve(directory)
  const content: unknown = JSON.parse(await readFile(resolve(absolute, 'plan.json'), 'utf8'))
  const folder = basename(absolute)
  const name = folder.charAt(0).toUpperCase() + folder.slice(1)
  return { plan: parsePlan(content), slug: slug(folder) || 'building', name, directory: absolute }
}

/** Returns the assets of a building: the types of the demo, with different ids and tags. */
export function buildingAssets(building: OtherBuilding, count: number, seed: number): RegistryAsset[] {
  const prefix = building.slug.toUpperCase()
  return demoHospital({ seed, size: sizeFor(count) }).assets.map((asset) => ({
    ...asset,
    AssetId: `${prefix}-${asset.AssetId}`,
    LocationTags: asset.LocationTags.map((tag) => ({ ...tag, TagId: `${prefix}-${tag.TagId}` })),
  }))
}

/**
 * Returns the content to send before the building's assets can move: its places, its assets and the image of each
 * level.
 */
export function buildingContent(building: OtherBuilding, assets: readonly RegistryAsset[]): SeedContent {
  const { plan, name } = building
  const mapIdOf = (entry: WalkableLevel) => `${building.slug}-${entry.name.toLowerCase()}`
  const levels = plan.levels.map((entry) => ({
    id: mapIdOf(entry),
    path: [name, 'Main building', entry.name],
    mapName: `${name} · ${entry.name}`,
  }))
  const size = { xDimension: plan.xDimension, yDimension: plan.yDimension }
  return {
    hierarchies: [
      { hierarchyId: building.slug, fullName: [name] },
      { hierarchyId: `${building.slug}-main`, fullName: [name, 'Main building'] },
      ...levels.map(({ id, path, mapName }) => ({
        hierarchyId: id,
        fullName: path,
        mapId: id,
        map: { name: mapName, ...size },
      })),
    ],
    assets,
    associations: [],
    homes: [],
    providerPlaces: [],
    monitors: [],
    lanes: buildingLanes(plan, name, mapIdOf),
    fences: laneFences(plan, mapIdOf),
    parLevels: [],
    maps: levels.map(({ id, mapName }) => ({
      hierarchyId: id,
      mapId: id,
      name: mapName,
      ...size,
      fileName: plan.image,
      image: () => readFile(resolve(building.directory, plan.image)),
    })),
  }
}
