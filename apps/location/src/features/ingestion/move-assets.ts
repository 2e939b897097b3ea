import type { ServiceParts } from '@wardtrack/access'
import type { Database, StoredLocation } from '@wardtrack/database'
import { type CachedAsset, PLACE_MEMBERS, toCachedPlace, updateEach } from '@wardtrack/ingestion'
import {
  type FenceRules,
  type GeofenceMonitoring,
  type PlaceStep,
  placeAfter,
  placeUpdate,
} from '../geofences/index.ts'
import { mayMove } from './primary-tag.ts'

/** A place that an event tells of an asset. @see IngestEvent */
export type PositionUpdate = { asset: CachedAsset; who: string; location: StoredLocation; heard: Date }

/** What one group of events tells of one asset, in the order of time. */
type AssetUpdates = { asset: CachedAsset; key: string; sightings: PositionUpdate[] }
/** A step of an asset to its newest place. */
type Move = { course: AssetUpdates; newest: PositionUpdate; step: PlaceStep }

/** Moves assets to their newer places and gives the sightings that are current now. */
export type AssetMover = (sightings: readonly PositionUpdate[]) => Promise<PositionUpdate[]>

/** Others were there first so often that something is wrong. */
const MOST_ATTEMPTS = 20
/**
 * Alerts from which on what is left is for another write: each carries its fence, and neither a statement nor a
 * document may grow beyond 16 MB.
 */
const MANY_ALERTS = 1_000

/**
 * Makes the mover. Every place on the way is judged by the geofences, and place, stays and raised alerts are one write,
 * on condition that nobody wrote between: else what is there now is read, and what is still newer is judged again.
 * Two groups that tell of the same asset go one after the other.
 */
export function createAssetMover({ db }: Pick<ServiceParts, 'db'>, watch: GeofenceMonitoring): AssetMover {
  const busy = new Map<string, Promise<unknown>>()
  const moveInTurn = (courses: readonly AssetUpdates[]): Promise<PositionUpdate[]> => {
    const before = new Set(courses.flatMap(({ key }) => busy.get(key) ?? []))
    const moving = before.size === 0 ? move(courses) : Promise.all(before).then(() => move(courses))
    const settled = moving.then(
      () => undefined,
      () => undefined,
    )
    for (const { key } of courses) busy.set(key, settled)
    return moving.finally(() => {
      for (const { key } of courses) if (busy.get(key) === settled) busy.delete(key)
    })
  }
  const move = async (courses: readonly AssetUpdates[]): Promise<PositionUpdate[]> => {
    const current: PositionUpdate[] = []
    let left = courses
    let lost = 0
    while (left.length > 0) {
      if (lost === MOST_ATTEMPTS) throw new Error('places of assets change too fast to be written')
      const { moves, later } = movesOf(left, await rulesFor(left, watch))
      const found = await updateEach(
        db,
        'assets',
        moves.map(({ course, step }) => placeUpdate(course.asset._id, step)),
      )
      if (found < moves.length) {
        lost += 1
        current.push(...(await reloadAssets(db, moves, watch)))
        continue
      }
      current.push(...moves.map((one) => commitUpdates(one, watch)))
      left = later
      // Alerts stand in their asset until they are handed over: those of the next step must not come on top.
      if (left.length > 0 && left[0] === moves.at(-1)?.course) await watch.handOver.idle()
    }
    return [...new Set(current)]
  }
  return async (sightings) => {
    const { free, others } = partitionUpdates(coursesOf(sightings), busy)
    const parts = [free, others].filter((courses) => courses.length > 0)
    return (await Promise.all(parts.map(moveInTurn))).flat()
  }
}

function coursesOf(sightings: readonly PositionUpdate[]): AssetUpdates[] {
  const courses = new Map<string, AssetUpdates>()
  for (const one of sightings) {
    const key = one.asset._id.toHexString()
    const course = courses.get(key)
    if (course) course.sightings.push(one)
    else courses.set(key, { asset: one.asset, key, sightings: [one] })
  }
  for (const { sightings: own } of courses.values())
    if (own.length > 1) own.sort((one, other) => timeOf(one) - timeOf(other))
  return [...courses.values()]
}

const timeOf = ({ location }: PositionUpdate): number => location.time.getTime()

/** Assets that no group is moving now, and the others: one that has to wait does not hold up all. */
function partitionUpdates(courses: readonly AssetUpdates[], busy: ReadonlyMap<string, unknown>) {
  if (busy.size === 0) return { free: courses, others: [] }
  const free = courses.filter(({ key }) => !busy.has(key))
  return { free, others: courses.filter(({ key }) => busy.has(key)) }
}

async function rulesFor(
  courses: readonly AssetUpdates[],
  { fences }: GeofenceMonitoring,
): Promise<FenceRules> {
  const rules = await fences.read()
  return courses.some(({ asset }) => rules.isBehind(asset.place.stays)) ? fences.renew() : rules
}

/** The next step of each asset; `later` are those that have more to go when these are written. */
function movesOf(
  courses: readonly AssetUpdates[],
  rules: FenceRules,
): { moves: Move[]; later: AssetUpdates[] } {
  const moves: Move[] = []
  const later: AssetUpdates[] = []
  let room = MANY_ALERTS
  for (const course of courses) {
    const { move, isWhole } = moveOf(course, rules, room)
    if (!isWhole) later.push(course)
    if (!move) continue
    moves.push(move)
    room -= move.step.raised.length
  }
  return { moves, later }
}

/** @param room alerts after which the step ends; at 0 none is taken */
function moveOf(course: AssetUpdates, rules: FenceRules, room: number): { move?: Move; isWhole: boolean } {
  const { asset, sightings } = course
  const before = asset.place
  const raised: PlaceStep['raised'][number][] = []
  let { location, stays } = before
  let newest: PositionUpdate | undefined
  let isWhole = true
  for (const one of sightings) {
    if (location && timeOf(one) <= location.time.getTime()) continue
    if (!mayMove(one, location)) continue
    if (raised.length >= room) {
      isWhole = false
      break
    }
    stays = rules.pass(asset, { location, stays }, one.location, one.heard, raised)
    location = one.location
    newest = one
  }
  if (!newest) return { isWhole }
  return { move: { course, newest, step: { before, location: newest.location, stays, raised } }, isWhole }
}

/** Notes a step that was written, and sends its alerts on their way. */
function commitUpdates({ course, newest, step }: Move, { handOver }: GeofenceMonitoring): PositionUpdate {
  const { asset } = course
  const after = placeAfter(step)
  if (asset.place.rev < after.rev) asset.place = after
  handOver.take(step.raised)
  return newest
}

/** Learns what is there after some steps met another write, and gives the sightings that are current. */
async function reloadAssets(
  db: Database,
  moves: readonly Move[],
  watch: GeofenceMonitoring,
): Promise<PositionUpdate[]> {
  const ids = moves.map(({ course }) => course.asset._id)
  const docs = await db.assets
    .find({ _id: { $in: ids } }, { projection: { ...PLACE_MEMBERS, 'Fences.raised': 1 } })
    .toArray()
  const byId = new Map(docs.map((doc) => [doc._id.toHexString(), doc]))
  return moves.flatMap(({ course, newest }) => {
    const doc = byId.get(course.key)
    if (!doc) {
      // The asset is gone, and its sightings with it.
      course.sightings.length = 0
      return []
    }
    course.asset.place = toCachedPlace(doc)
    watch.handOver.take(doc.Fences?.raised ?? [])
    return doc.CurrentLocation?.time.getTime() === timeOf(newest) ? [newest] : []
  })
}
