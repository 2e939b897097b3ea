import type { Random } from '../random.ts'
import type { RegistryAsset } from '../registry/registry.types.ts'
import type { SpotGroups } from '../simulation/spot-groups.ts'
import type { RestSpot, SpotBoard } from '../simulation/spots.ts'

/** Stay of an asset at a place; `from` is its start in milliseconds. */
export interface Stay {
  readonly from: number
  readonly spot: RestSpot
}

/** Inputs for the stays of an asset. */
export interface StaySituation {
  readonly asset: RegistryAsset
  /** Place at the start of the history; for a patient, the patient's bed. */
  readonly start: RestSpot
  /** Home floor of equipment; undefined for people. */
  readonly homeFloor: number | undefined
  readonly random: Random
  readonly board: SpotBoard
  readonly groups: SpotGroups
  readonly begin: number
  readonly until: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MORNING = 6
const EVENING = 21
/** Share of night-time moves that are postponed to the morning. */
const WAITS_FOR_MORNING = 0.85
/** Share of equipment that is cleaned after leaving a bed. */
const IS_CLEANED = 0.8
/** Share of stored equipment that returns to its home floor, and of used equipment that goes to another floor. */
const GOES_HOME = 0.85
const IS_BORROWED = 0.2
/** Share of days on which a clinician works, and on which a patient has a procedure. */
const WORKS = 0.7
const IS_TREATED = 0.4

/** Categories that go to a patient, are cleaned, and return to a store. */
const CIRCULATING = new Set(['Large volume pump', 'PCA pump', 'Syringe pump', 'Patient monitor'])
/** Usual hours between two moves of other categories, and their destinations. */
const WANDERING: Readonly<
  Record<
    string,
    { hours: number; to: keyof Pick<SpotGroups, 'seats' | 'wardBeds' | 'scanRooms' | 'equipmentStores'> }
  >
> = {
  Wheelchair: { hours: 14, to: 'seats' },
  Bed: { hours: 110, to: 'wardBeds' },
  Ultrasound: { hours: 30, to: 'scanRooms' },
}
const RARELY_MOVED = { hours: 260, to: 'equipmentStores' } as const

/** Generates the stays of an asset, oldest first, with many moves by day and few at night. */
export function* assetStays(situation: StaySituation): Generator<Stay> {
  const { asset, start, begin } = situation
  yield { from: begin, spot: start }
  if (asset.AssetType === 'Patient') yield* treatments(situation)
  else if (asset.AssetType === 'Clinician') yield* shifts(situation)
  else if (CIRCULATING.has(asset.PrimaryCategory)) yield* circulation(situation)
  else yield* wandering(situation)
}

/** Generates stays in a store, at a bed for one to three days, mostly in a cleaning room, and in a store again. */
function* circulation(situation: StaySituation): Generator<Stay> {
  const { start, homeFloor = start.floor, random, board, groups, begin, until } = situation
  const dirty = board.group('dirty rooms', ({ use, room }) => use === 'store' && room.purpose === 'dirty')
  let isInUse = start.use === 'bedside'
  let floor = start.floor
  let time = begin
  for (;;) {
    time = byDay(time + (isInUse ? random.between(14, 75) : random.between(5, 60)) * HOUR_MS, random)
    if (time >= until) return
    if (isInUse) {
      if (random.chance(IS_CLEANED)) {
        yield { from: time, spot: random.pick(orElse(dirty, groups.stores)) }
        time += random.between(0.7, 4) * HOUR_MS
        if (time >= until) return
      }
      if (random.chance(GOES_HOME)) floor = homeFloor
      yield { from: time, spot: random.pick(orElse(groups.storesOn(floor), groups.equipmentStores)) }
    } else {
      if (random.chance(IS_BORROWED)) floor = random.pick(groups.wardBeds).floor
      yield { from: time, spot: random.pick(orElse(groups.bedsideOn(floor), groups.scanRooms)) }
    }
    isInUse = !isInUse
  }
}

function* wandering({
  asset,
  start,
  homeFloor = start.floor,
  random,
  groups,
  begin,
  until,
}: StaySituation): Generator<Stay> {
  const { hours, to } = WANDERING[asset.PrimaryCategory] ?? RARELY_MOVED
  const atHome = (group: readonly RestSpot[]) =>
    orElse(
      group.filter(({ floor }) => floor === homeFloor),
      group,
    )
  let time = begin
  for (;;) {
    time = byDay(time + random.between(0.3, 1.7) * hours * HOUR_MS, random)
    if (time >= until) return
    const group = random.chance(0.25) ? groups.equipmentStores : groups[to]
    yield { from: time, spot: random.pick(random.chance(GOES_HOME) ? atHome(group) : group) }
  }
}

function* treatments({ start, random, groups, begin, until }: StaySituation): Generator<Stay> {
  for (let day = begin; day < until; day += DAY_MS) {
    if (!random.chance(IS_TREATED)) continue
    const from = day + random.between(8, 15) * HOUR_MS
    const back = from + random.between(0.7, 2.5) * HOUR_MS
    if (from >= until) return
    yield { from, spot: random.pick(groups.procedures) }
    if (back >= until) return
    yield { from: back, spot: start }
  }
}

function* shifts({ start, random, groups, begin, until }: StaySituation): Generator<Stay> {
  const staff = orElse(groups.staffOn(start.floor), [start])
  const bedside = orElse(groups.bedsideOn(start.floor), staff)
  for (let day = begin; day < until; day += DAY_MS) {
    if (!random.chance(WORKS)) continue
    let time = day + random.pick([6, 6, 14, 20]) * HOUR_MS
    for (const group of [staff, bedside, bedside, staff]) {
      time += random.between(0.3, 2.4) * HOUR_MS
      if (time >= until) return
      yield { from: time, spot: random.pick(group) }
    }
  }
}

const orElse = (group: readonly RestSpot[], fallback: readonly RestSpot[]): readonly RestSpot[] =>
  group.length > 0 ? group : fallback

/** Returns the time, or a morning hour if it is in the night and can be postponed. */
function byDay(time: number, random: Random): number {
  const hour = new Date(time).getHours()
  if ((hour >= MORNING && hour < EVENING) || !random.chance(WAITS_FOR_MORNING)) return time
  const hoursLeft = (MORNING - hour + 24) % 24
  return time + (hoursLeft + random.between(0, 4)) * HOUR_MS
}
