import type { ServiceParts } from '@wardtrack/access'
import type { GeofenceDwell, PlacePaths, StoredLocation } from '@wardtrack/database'
import { isNewerThan, type StoreUpdate, updateEach, withSilenceTime } from '@wardtrack/ingestion'
import type { RuleEvaluation } from '@wardtrack/rules'
import { overloaded } from '@wardtrack/service-kit'
import type { PlacePathSource } from '@wardtrack/summaries'
import { type GeofenceEvaluation, type GeofenceRules, placeUpdate } from '../geofences/index.ts'
import { type AssetUpdates, commitMove, type PlaceMove, reloadUnwritten } from './place-moves.ts'
import { type PlaceRules, readPlaceRules } from './place-rules.ts'
import type { PositionUpdate } from './position-update.types.ts'
import { mayMove } from './primary-tag.ts'
import { noteMove, type VisitNotes } from './visit-notes.ts'

/** Results of moving assets; its entries are valid even when the mover rejects. */
export type MoveReport = {
  /** positions that are now current */
  current: PositionUpdate[]
  /** positions that are not newer than the asset's known position */
  late: PositionUpdate[]
  visits: VisitNotes
}
/** Geofence and rule evaluation of positions, and the places that they are in. */
export type Evaluators = {
  evaluation: GeofenceEvaluation
  ruleEvaluation: RuleEvaluation
  places: PlacePathSource
}

/** Creates a report without results. */
export const emptyReport = (): MoveReport => ({ current: [], late: [], visits: { steps: [], marks: [] } })

/**
 * Moves assets to their newer places and returns the positions that are now current.
 * @param report receives the same positions, with their effect on visits
 * @throws ApiError 429 when the positions raise more alerts than this process can handle
 */
export type AssetMover = (
  positions: readonly PositionUpdate[],
  report?: MoveReport,
) => Promise<PositionUpdate[]>

/** Maximum number of conflicts with other writers before a move fails. */
const MAX_CONFLICTS = 20
/** Maximum number of alerts per write: each carries its fence, and a statement or a document is limited to 16 MB. */
const MAX_ALERTS_PER_WRITE = 1_000
/**
 * Maximum number of times that a group waits for the alerts of an asset to be raised and to free space in its
 * document.
 */
const MAX_RELAY_WAITS = 2
/** Maximum backlog, including other assets' alerts, for which a group waits: raised in a second or two. */
const MAX_AWAITED_ALERTS = 2_000

/**
 * Creates the mover. The geofences evaluate every position. Place, dwells and pending alerts are one write, on
 * condition that no other write intervened. After a conflict the stored state is read, and positions that are still
 * newer are evaluated again. Groups that move the same asset run one after the other.
 */
export function createAssetMover(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  evaluators: Evaluators,
): AssetMover {
  const moving = new Map<string, Promise<unknown>>()
  const moveAfterOthers = (assets: readonly AssetUpdates[], report: MoveReport): Promise<void> => {
    const earlierMoves = new Set(assets.flatMap(({ key }) => moving.get(key) ?? []))
    const move = () => moveAssets({ db, clock }, evaluators, assets, report)
    const moved = earlierMoves.size === 0 ? move() : Promise.all(earlierMoves).then(move)
    const settled = moved.catch(() => undefined)
    for (const { key } of assets) moving.set(key, settled)
    return moved.finally(() => {
      for (const { key } of assets) if (moving.get(key) === settled) moving.delete(key)
    })
  }
  return async (positions, report = emptyReport()) => {
    const { unblocked, waiting } = partitionUpdates(groupByAsset(positions), moving)
    const parts = [unblocked, waiting].filter((assets) => assets.length > 0)
    const results = await Promise.allSettled(parts.map((assets) => moveAfterOthers(assets, report)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    return [...new Set(report.current)]
  }
}

async function moveAssets(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  { evaluation, ruleEvaluation, places }: Evaluators,
  assets: readonly AssetUpdates[],
  { current, late, visits }: MoveReport,
): Promise<void> {
  const placeRules = await readPlaceRules(ruleEvaluation)
  const { paths } = await places.read()
  let remaining = assets
  let conflicts = 0
  let relayWaits = 0
  while (remaining.length > 0) {
    if (conflicts === MAX_CONFLICTS) throw new Error('places of assets change too fast to be written')
    await placeRules.prepare(remaining)
    const { moves, incomplete } = nextMoves(
      remaining,
      { fences: await currentRules(remaining, evaluation), placeRules, paths },
      clock.now(),
      late,
    )
    if (evaluation.alertRelay.isFull() && moves.some(({ change }) => change.raised.length > 0))
      throw overloaded()
    const found = await updateEach(
      db,
      'assets',
      moves.map((move) => moveUpdate(move, clock.now())),
    )
    const unwritten = found < moves.length ? await reloadUnwritten(db, moves, evaluation) : []
    const written = unwritten.length > 0 ? moves.filter((move) => !unwritten.includes(move)) : moves
    current.push(...written.map((move) => commitMove(move, evaluation)))
    visits.steps.push(...written.flatMap((move) => move.visits.steps))
    visits.marks.push(...written.flatMap((move) => move.visits.marks))
    announceRaised(written, ruleEvaluation)
    if (unwritten.length > 0) {
      conflicts += 1
      await placeRules.reload(unwritten.map(({ updates }) => updates.asset))
      remaining = [...unwritten.map(({ updates }) => updates), ...incomplete.filter(isNotIn(unwritten))]
      continue
    }
    remaining = incomplete
    const isSameAsset = remaining.length > 0 && remaining[0] === moves.at(-1)?.updates
    if (!isSameAsset) continue
    // Pending alerts are stored in their asset until raised, so the next write must wait until they are gone.
    relayWaits += 1
    if (relayWaits > MAX_RELAY_WAITS || evaluation.alertRelay.backlog() > MAX_AWAITED_ALERTS)
      throw overloaded()
    await evaluation.alertRelay.idle()
  }
}

function groupByAsset(positions: readonly PositionUpdate[]): AssetUpdates[] {
  const assets = new Map<string, AssetUpdates>()
  for (const position of positions) {
    const key = position.asset._id.toHexString()
    const updates = assets.get(key)
    if (updates) updates.positions.push(position)
    else assets.set(key, { asset: position.asset, key, positions: [position] })
  }
  for (const updates of assets.values())
    if (updates.positions.length > 1) updates.positions.sort((a, b) => timeOf(a) - timeOf(b))
  return [...assets.values()]
}

const timeOf = ({ location }: PositionUpdate): number => location.time.getTime()

/** Separates assets that no group is moving from those that must wait, so that waiting assets delay no other. */
function partitionUpdates(assets: readonly AssetUpdates[], moving: ReadonlyMap<string, unknown>) {
  if (moving.size === 0) return { unblocked: assets, waiting: [] }
  const unblocked = assets.filter(({ key }) => !moving.has(key))
  return { unblocked, waiting: assets.filter(({ key }) => moving.has(key)) }
}

async function currentRules(
  assets: readonly AssetUpdates[],
  { fences }: GeofenceEvaluation,
): Promise<GeofenceRules> {
  const rules = await fences.read()
  return assets.some(({ asset }) => rules.isOlderThan(asset.place.dwells)) ? fences.reload() : rules
}

/** Rules that evaluate positions, and the present paths of places. */
type MoveRules = { fences: GeofenceRules; placeRules: PlaceRules; paths: PlacePaths }

/** Returns the next write of each asset; `later` lists the assets with more positions than that write takes. */
function nextMoves(
  assets: readonly AssetUpdates[],
  rules: MoveRules,
  now: number,
  late: PositionUpdate[],
): { moves: PlaceMove[]; incomplete: AssetUpdates[] } {
  const moves: PlaceMove[] = []
  const incomplete: AssetUpdates[] = []
  let room = MAX_ALERTS_PER_WRITE
  for (const updates of assets) {
    const { move, isComplete } = nextMove(updates, rules, { room, now, late })
    if (!isComplete) incomplete.push(updates)
    if (!move) continue
    moves.push(move)
    room -= move.change.raised.length
  }
  return { moves, incomplete }
}

/** @param limits `room`: alerts after which the write ends; at 0 no position is taken */
function nextMove(
  updates: AssetUpdates,
  { fences, placeRules, paths }: MoveRules,
  { room, now, late }: { room: number; now: number; late: PositionUpdate[] },
): { move?: PlaceMove; isComplete: boolean } {
  const { asset, positions } = updates
  const before = asset.place
  const raised: PlaceMove['change']['raised'][number][] = []
  let { location, dwells } = before
  const ruleStep = placeRules.begin(asset, location)
  const visits: VisitNotes = { steps: [], marks: [] }
  let newest: PositionUpdate | undefined
  let isComplete = true
  for (const position of positions) {
    if (location && !isNewer(position, location, now)) {
      late.push(position)
      continue
    }
    if (!mayMove(position, location, now)) continue
    if (raised.length >= room) {
      isComplete = false
      break
    }
    if (location && timeOf(position) <= location.time.getTime()) dwells = capDwellTimes(dwells, position)
    dwells = fences.evaluate(asset, { location, dwells }, position.location, position.receivedAt, raised)
    ruleStep?.move(position.location)
    const since = noteMove(position, location, visits, paths)
    location = position.location
    // The place is modified in place: copying it costs as much as the rest of its move.
    if (since) location.since = since
    else delete location.since
    newest = position
  }
  if (!newest || !location) return { isComplete }
  const change = { before, location, dwells, raised }
  return { move: { updates, newest, change, ruleStep, visits }, isComplete }
}

const isNewer = (position: PositionUpdate, { time }: StoredLocation, now: number): boolean =>
  isNewerThan({ time: position.location.time, untimed: position.untimed }, time.getTime(), now)

/** Limits dwell times that a clock left in the future: such dwells begin and wait from this position. */
const capDwellTimes = (
  dwells: readonly GeofenceDwell[],
  { location: { time }, receivedAt }: PositionUpdate,
): readonly GeofenceDwell[] =>
  dwells.map((dwell) => ({
    ...dwell,
    since: dwell.since > time ? time : dwell.since,
    receivedAt: dwell.receivedAt > receivedAt ? receivedAt : dwell.receivedAt,
  }))

function moveUpdate({ updates, change, ruleStep }: PlaceMove, now: number): StoreUpdate {
  const update = withSilenceTime(placeUpdate(updates.asset._id, change), updates.asset, now)
  return ruleStep ? ruleStep.extend(update) : update
}

const announceRaised = (moves: readonly PlaceMove[], ruleEvaluation: RuleEvaluation): void =>
  ruleEvaluation.announce(
    moves.flatMap(({ updates, ruleStep }) => (ruleStep?.raised.length ? [updates.asset._id] : [])),
  )

const isNotIn =
  (moves: readonly PlaceMove[]) =>
  (updates: AssetUpdates): boolean =>
    !moves.some((move) => move.updates === updates)
