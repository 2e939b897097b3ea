import type { DemoHospital } from '../hospital.ts'
import { seededRandom, seedFor } from '../random.ts'
import type { RegistryAsset } from '../registry/registry.types.ts'
import { type Neglect, neglectedEquipment } from '../simulation/neglect.ts'
import { buildGraph, type FloorMap, floorOf } from '../simulation/place-graph.ts'
import { placeAssets } from '../simulation/placement.ts'
import { spotGroups } from '../simulation/spot-groups.ts'
import { keepInside, type RestSpot, SpotBoard } from '../simulation/spots.ts'
import { wifiModel } from '../simulation/wifi.ts'
import { assetStays, type Stay } from './asset-stays.ts'
import { deviceReports } from './device-reports.ts'

/** Items of the ingestion endpoints, oldest first. */
export interface HospitalHistory {
  readonly positions: readonly object[]
  readonly states: readonly object[]
}

export interface HistoryOptions {
  readonly seed: number
  readonly days: number
  /** End in milliseconds. The history begins at midnight, so that it is the same throughout a day. */
  readonly until: number
  /** True if some equipment was left somewhere, and some has disappeared. */
  readonly neglect?: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Interval between positions of an asset that does not move. */
const SEEN_EVERY_MS = 48 * HOUR_MS
/** Maximum distance in metres of a resting asset from its spot, and its minimum distance from a wall. */
const SCATTER_METRES = 0.25
const WALL_METRES = 0.35

interface Dated {
  readonly time: number
  readonly item: object
}

/**
 * Generates the history of the demo hospital: the stays of all assets, and the reports of devices. The same options
 * give the same history, and nothing is sent.
 */
export function hospitalHistory(
  hospital: Pick<DemoHospital, 'plans' | 'assets' | 'associations'>,
  { seed, days, until, neglect = false }: HistoryOptions,
): HospitalHistory {
  const begin = new Date(until - days * DAY_MS).setHours(0, 0, 0, 0)
  const random = seededRandom(seedFor(seed, 'history', 0))
  const graph = buildGraph(hospital.plans.map((plan) => floorOf(plan)))
  const board = new SpotBoard(graph, random)
  const groups = spotGroups(board)
  const { assets, associations } = hospital
  const placement = placeAssets(assets, associations, groups, graph.floors.length)
  const neglected = neglect ? neglectedEquipment(assets, associations, groups) : new Map<string, Neglect>()
  const signalAt = wifiModel(graph.floors)
  const positions: Dated[] = []
  const states: Dated[] = []
  for (const [index, asset] of assets.entries()) {
    const start = placement.spotOf.get(asset.AssetId)
    if (!start) throw new Error(`${asset.AssetId} has no place to start from`)
    const homeFloor = placement.homeFloorOf.get(asset.AssetId)
    // Separate random sources make a longer history begin like a shorter one.
    const randomOf = (kind: string) => seededRandom(seedFor(seed, kind, index))
    const { bell } = randomOf('history scatter')
    const assetNeglect = neglected.get(asset.AssetId)
    const changed = assetNeglect ? begin + assetNeglect.day * DAY_MS : until
    const end = assetNeglect?.kind === 'gone' ? Math.min(changed, until) : until
    const stays = withNeglect(
      [
        ...assetStays({
          asset,
          start,
          homeFloor,
          random: randomOf('history stays'),
          board,
          groups,
          begin,
          until,
        }),
      ],
      assetNeglect,
      changed,
    )
    for (const { from, spot } of seenStays(stays, end)) {
      const floor = graph.floors[spot.floor]
      if (floor) positions.push({ time: from, item: positionItem(asset, floor, spot, from, bell) })
    }
    if (asset.AssetType !== 'Equipment') continue
    for (const { time, body } of deviceReports({
      asset,
      stays,
      signalAt,
      random: randomOf('history reports'),
      until: end,
    }))
      states.push({ time, item: { ...named(asset), ...body, time: new Date(time).toISOString() } })
  }
  return { positions: inOrder(positions), states: inOrder(states) }
}

/** Generates the stays until the asset was left or disappeared, and the stay where it was left. */
function withNeglect(
  stays: readonly Stay[],
  assetNeglect: Neglect | undefined,
  changed: number,
): readonly Stay[] {
  if (!assetNeglect) return stays
  const before = stays.filter(({ from }) => from < changed)
  return assetNeglect.kind === 'left' ? [...before, { from: changed, spot: assetNeglect.spot }] : before
}

const named = ({ AssetType, AssetId }: RegistryAsset) => ({ AssetType, AssetId })

const inOrder = (dated: Dated[]): object[] => dated.sort((a, b) => a.time - b.time).map(({ item }) => item)

/** Generates the stays, repeating long ones at intervals. */
function* seenStays(stays: readonly Stay[], until: number): Generator<Stay> {
  for (const [index, { from, spot }] of stays.entries()) {
    const end = stays[index + 1]?.from ?? until
    for (let time = from; time < end; time += SEEN_EVERY_MS) yield { from: time, spot }
  }
}

function positionItem(
  asset: RegistryAsset,
  { metresPerPixel }: FloorMap,
  { x, y, room }: RestSpot,
  time: number,
  bell: () => number,
): object {
  const scatter = SCATTER_METRES / metresPerPixel
  const point = keepInside(room, x + bell() * scatter, y + bell() * scatter, WALL_METRES / metresPerPixel)
  return {
    ...named(asset),
    hierarchyId: room.hierarchyId,
    x: Math.round(point.x * 10) / 10,
    y: Math.round(point.y * 10) / 10,
    unit: 'px',
    time: new Date(time).toISOString(),
  }
}
