import type { Random } from '../random.ts'
import type { SpotGroups } from './spot-groups.ts'
import type { RestSpot, SpotBoard } from './spots.ts'
import type { Mover } from './world.types.ts'

/** Task of a person: go to a place, or fetch assets first and take them there. */
export interface Errand {
  readonly target: RestSpot
  readonly load: readonly Mover[]
  /** Seconds spent at the destination. */
  readonly stay: number
}

export interface ErrandSituation {
  readonly person: Mover
  readonly homeFloor: number
  readonly floors: number
  readonly board: SpotBoard
  readonly groups: SpotGroups
  readonly random: Random
  /** Returns the free equipment on a floor that may be fetched. */
  readonly looseOn: (floor: number) => readonly Mover[]
  /** Returns the patients whose bed is on a floor, present or away. */
  readonly patientsOf: (floor: number) => readonly Mover[]
  /** Returns the patient and what moves along: pumps at the bed, the bed or chair. */
  readonly travelGroup: (patient: Mover) => readonly Mover[]
}

/** Maximum share of a floor's patients that are at procedures at the same time. */
const MAX_AWAY_SHARE = 0.15

const PORTER_SHARES = { visit: 0.1, fetch: 0.45, escort: 0.35 } as const
const CARER_SHARES = { visit: 0.56, fetch: 0.17, escort: 0.08 } as const

function visit(s: ErrandSituation): Errand | undefined {
  const isAway = s.random.chance(0.1)
  const floor = isAway ? s.random.below(s.floors) : s.homeFloor
  const target = s.board.choose(s.groups.bedsideOn(floor))
  return target && { target, load: [], stay: s.random.between(40, 260) }
}

function visitStaffSpot(s: ErrandSituation): Errand | undefined {
  const target = s.board.choose(s.groups.staffOn(s.homeFloor))
  return target && { target, load: [], stay: s.random.between(60, 480) }
}

/** Moves a pump from a store to a bedside, or from a bedside into a store of its home floor. */
function fetch(s: ErrandSituation): Errand | undefined {
  const from = s.random.chance(0.2) ? s.random.below(s.floors) : s.homeFloor
  const loose = s.looseOn(from)
  if (loose.length === 0) return undefined
  const piece = s.random.pick(loose)
  const stored = piece.spot?.use === 'store'
  const group = stored ? s.groups.bedsideOn(s.homeFloor) : s.groups.storesOn(piece.homeFloor ?? s.homeFloor)
  const target = s.board.choose(group)
  return target && { target, load: [piece], stay: s.random.between(30, 120) }
}

/** Takes a patient to a procedure, or back to the patient's bed; most patients are in bed at any time. */
function escort(s: ErrandSituation): Errand | undefined {
  const patients = s.patientsOf(s.homeFloor)
  const awayFromBed = patients.filter(({ spot, home }) => spot !== home)
  const bringBack =
    awayFromBed.length > patients.length * MAX_AWAY_SHARE || (awayFromBed.length > 0 && s.random.chance(0.5))
  const choice = bringBack ? awayFromBed : patients.filter(({ spot, home }) => spot === home)
  if (choice.length === 0) return undefined
  const patient = s.random.pick(choice)
  const target = bringBack ? patient.home : s.board.choose(s.groups.procedures)
  return target && { target, load: s.travelGroup(patient), stay: s.random.between(60, 200) }
}

/** Returns the next task of a clinician or porter; undefined if there is none. */
export function nextErrand(situation: ErrandSituation): Errand | undefined {
  const porter = situation.person.tracked.asset.PrimaryCategory === 'Porter'
  const shares = porter ? PORTER_SHARES : CARER_SHARES
  const share = situation.random.next()
  if (share < shares.visit) return visit(situation)
  if (share < shares.visit + shares.fetch) return fetch(situation) ?? visit(situation)
  if (share < shares.visit + shares.fetch + shares.escort) return escort(situation) ?? visit(situation)
  return visitStaffSpot(situation)
}
