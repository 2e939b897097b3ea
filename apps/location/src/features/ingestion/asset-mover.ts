import type { ServiceParts } from '@wardtrack/access'
import type { Database, StoredLocation } from '@wardtrack/database'
import { type CachedAsset, PLACE_MEMBERS, toCachedPlace, updateEach } from '@wardtrack/ingestion'
import {
  type GeofenceEvaluation,
  type GeofenceRules,
  type PlaceChange,
  placeAfter,
  placeUpdate,
} from '../geofences/index.ts'
import { mayMove } from './primary-tag.ts'

/** A place that an event tells of an asset. @see IngestEvent */
export type PositionUpdate = {
  asset: CachedAsset
  subjectKey: string
  location: StoredLocation
  receivedAt: Date
}

/** What one group of events tells of one asset, in the order of time. */
type AssetUpdates = { asset: CachedAsset; key: string; positions: PositionUpdate[] }
/** A step of an asset to its newest place. */
type Move = { updates: AssetUpdates; newest: PositionUpdate; step: PlaceChange }

/** Moves assets to their newer places and gives the positions that are current now. */
export type AssetMover = (positions: readonly PositionUpdate[]) => Promise<PositionUpdate[]>

/** Others were there first so often that something is wrong. */
const MAX_ATTEMPTS = 20
/**
 * Alerts from which on what is left is for another write: each carries its fence, and neither a statement nor a
 * document may grow beyond 16 MB.
 */
const MAX_ALERTS_PER_WRITE = 1_000

/**
 * Makes the mover. Every place on the way is judged by the geofences, and place, dwells and raised alerts are one write,
 * on condition that nobody wrote between: else what is there now is read, and what is still newer is judged again.
 * Two groups that tell of the same asset go one after the other.
 */
export function createAssetMover(
  { db }: Pick<ServiceParts, 'db'>,
  evaluation: GeofenceEvaluation,
): AssetMover {
  const busy = new Map<string, Promise<unknown>>()
  const moveInTurn = (assets: readonly AssetUpdates[]): Promise<PositionUpdate[]> => {
    const before = new Set(assets.flatMap(({ key }) => busy.get(key) ?? []))
    const moving = before.size === 0 ? move(assets) : Promise.all(before).then(() => move(assets))
    const settled = moving.then(
      () => undefined,
      () => undefined,
    )
    for (const { key } of assets) busy.set(key, settled)
    return moving.finally(() => {
      for (const { key } of assets) if (busy.get(key) === settled) busy.delete(key)
    })
  }
  const move = async (assets: readonly AssetUpdates[]): Promise<PositionUpdate[]> => {
    const current: PositionUpdate[] = []
    let left = assets
    let lost = 0
    while (left.length > 0) {
      if (lost === MAX_ATTEMPTS) throw new Error('places of assets change too fast to be written')
      const { moves, later } = nextMoves(left, await currentRules(left, evaluation))
      const found = await updateEach(
        db,
        'assets',
        moves.map(({ updates, step }) => placeUpdate(updates.asset._id, step)),
      )
      if (found < moves.length) {
        lost += 1
        current.push(...(await reloadAssets(db, moves, evaluation)))
        continue
      }
      current.push(...moves.map((one) => commitUpdates(one, evaluation)))
      left = later
      // Alerts stand in their asset until they are handed over: those of the next step must not come on top.
      if (left.length > 0 && left[0] === moves.at(-1)?.updates) await evaluation.alertRelay.idle()
    }
    return [...new Set(current)]
  }
  return async (positions) => {
    const { free, others } = partitionUpdates(groupByAsset(positions), busy)
    const parts = [free, others].filter((assets) => assets.length > 0)
    return (await Promise.all(parts.map(moveInTurn))).flat()
  }
}

function groupByAsset(positions: readonly PositionUpdate[]): AssetUpdates[] {
  const assets = new Map<string, AssetUpdates>()
  for (const one of positions) {
    const key = one.asset._id.toHexString()
    const updates = assets.get(key)
    if (updates) updates.positions.push(one)
    else assets.set(key, { asset: one.asset, key, positions: [one] })
  }
  for (const { positions: own } of assets.values())
    if (own.length > 1) own.sort((one, other) => timeOf(one) - timeOf(other))
  return [...assets.values()]
}

const timeOf = ({ location }: PositionUpdate): number => location.time.getTime()

/** Assets that no group is moving now, and the others: one that has to wait does not hold up all. */
function partitionUpdates(assets: readonly AssetUpdates[], busy: ReadonlyMap<string, unknown>) {
  if (busy.size === 0) return { free: assets, others: [] }
  const free = assets.filter(({ key }) => !busy.has(key))
  return { free, others: assets.filter(({ key }) => busy.has(key)) }
}

async function currentRules(
  assets: readonly AssetUpdates[],
  { fences }: GeofenceEvaluation,
): Promise<GeofenceRules> {
  const rules = await fences.read()
  return assets.some(({ asset }) => rules.isOlderThan(asset.place.dwells)) ? fences.reload() : rules
}

/** The next step of each asset; `later` are those that have more to go when these are written. */
function nextMoves(
  assets: readonly AssetUpdates[],
  rules: GeofenceRules,
): { moves: Move[]; later: AssetUpdates[] } {
  const moves: Move[] = []
  const later: AssetUpdates[] = []
  let room = MAX_ALERTS_PER_WRITE
  for (const updates of assets) {
    const { move, isWhole } = nextMove(updates, rules, room)
    if (!isWhole) later.push(updates)
    if (!move) continue
    moves.push(move)
    room -= move.step.raised.length
  }
  return { moves, later }
}

/** @param room alerts after which the step ends; at 0 none is taken */
function nextMove(
  updates: AssetUpdates,
  rules: GeofenceRules,
  room: number,
): { move?: Move; isWhole: boolean } {
  const { asset, positions } = updates
  const before = asset.place
  const raised: PlaceChange['raised'][number][] = []
  let { location, dwells } = before
  let newest: PositionUpdate | undefined
  let isWhole = true
  for (const one of positions) {
    if (location && timeOf(one) <= location.time.getTime()) continue
    if (!mayMove(one, location)) continue
    if (raised.length >= room) {
      isWhole = false
      break
    }
    dwells = rules.evaluate(asset, { location, dwells }, one.location, one.receivedAt, raised)
    location = one.location
    newest = one
  }
  if (!newest) return { isWhole }
  return { move: { updates, newest, step: { before, location: newest.location, dwells, raised } }, isWhole }
}

/** Notes a step that was written, and sends its alerts on their way. */
function commitUpdates({ updates, newest, step }: Move, { alertRelay }: GeofenceEvaluation): PositionUpdate {
  const { asset } = updates
  const after = placeAfter(step)
  if (asset.place.rev < after.rev) asset.place = after
  alertRelay.add(step.raised)
  return newest
}

/** Learns what is there after some steps met another write, and gives the positions that are current. */
async function reloadAssets(
  db: Database,
  moves: readonly Move[],
  evaluation: GeofenceEvaluation,
): Promise<PositionUpdate[]> {
  const ids = moves.map(({ updates }) => updates.asset._id)
  const docs = await db.assets
    .find({ _id: { $in: ids } }, { projection: { ...PLACE_MEMBERS, 'Fences.raised': 1 } })
    .toArray()
  const byId = new Map(docs.map((doc) => [doc._id.toHexString(), doc]))
  return moves.flatMap(({ updates, newest }) => {
    const doc = byId.get(updates.key)
    if (!doc) {
      // The asset is gone, and its positions with it.
      updates.positions.length = 0
      return []
    }
    updates.asset.place = toCachedPlace(doc)
    evaluation.alertRelay.add(doc.Fences?.raised ?? [])
    return doc.CurrentLocation?.time.getTime() === timeOf(newest) ? [newest] : []
  })
}
