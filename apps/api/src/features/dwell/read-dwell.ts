import type { DwellRow } from '@wardtrack/contracts'
import { type Database, pathText } from '@wardtrack/database'
import { isCountedBy, type StateReader } from '../state-snapshots/index.ts'
import {
  arrivalsBefore,
  findInfusions,
  findMoves,
  type InfusionReport,
  type MoveQuestion,
} from './dwell.store.ts'

const INFUSING = 'pump-status-infusing'
const HOUR_MS = 3_600_000
/** Parts of the durations, in order, below which half and nine of ten lie. */
const HALF = 0.5
const NINE_OF_TEN = 0.9

type Durations = { stays: number[]; turnarounds: number[] }

/**
 * How long assets stayed in units that they left in a period, and how long it took from leaving until they began to
 * infuse again in it. A stay whose beginning nobody knows is left out; what infuses while it leaves has no turnaround.
 */
export async function readDwell(
  { db, states }: { db: Database; states: StateReader },
  question: MoveQuestion,
): Promise<DwellRow[]> {
  const moves = await findMoves(db, question)
  const assets = [...moves.keys()]
  const firsts = [...moves.values()].flatMap((ofAsset) => ofAsset[0] ?? [])
  const arrivals = await arrivalsBefore(db, firsts, question.depth)
  const reports = await findInfusions(db, assets, question)
  const begins = await infusingAt({ states }, assets, question.from)
  const units = new Map<string, Durations>()
  for (const [asset, ofAsset] of moves) {
    const infusions = infusionsOf(reports.get(asset) ?? [], begins.has(asset))
    let since = arrivals.get(asset)
    for (const { at, leftPath } of ofAsset) {
      const unit = unitText(leftPath, question.depth)
      const durations = units.get(unit) ?? { stays: [], turnarounds: [] }
      units.set(unit, durations)
      if (since !== undefined) durations.stays.push(at - since)
      const turnaround = infusions.turnaroundFrom(at)
      if (turnaround !== undefined) durations.turnarounds.push(turnaround)
      since = at
    }
  }
  return [...units].map(([unit, durations]) => toRow(unit, durations))
}

/** The assets that infuse at a moment. */
async function infusingAt(
  { states }: { states: StateReader },
  assets: readonly string[],
  moment: number,
): Promise<ReadonlySet<string>> {
  const infusing = new Set<string>()
  if (assets.length > 0)
    await states.walk(assets, [moment], (words) => {
      for (const [place, asset] of assets.entries())
        if (isCountedBy('Infusing', words[place] ?? 0)) infusing.add(asset)
    })
  return infusing
}

/** What an asset reported of its infusion, oldest first. @param infuses whether it did before the first report */
function infusionsOf(reports: readonly InfusionReport[], infuses: boolean) {
  const infusingBefore = (moment: number): boolean => {
    const last = reports.findLast(({ at }) => at < moment)
    return last ? last.value === INFUSING : infuses
  }
  return {
    /** milliseconds from a moment until it begins to infuse; undefined while it infuses, and when it does not again */
    turnaroundFrom: (moment: number): number | undefined => {
      if (infusingBefore(moment)) return undefined
      const next = reports.find(({ at, value }) => at >= moment && value === INFUSING)
      return next && next.at - moment
    },
  }
}

const unitText = (path: Readonly<Record<string, string>>, depth: number): string =>
  pathText(
    Object.fromEntries(
      Object.entries(path).filter(([level]) => Number(level.slice('Level_'.length)) <= depth),
    ),
  )

const toRow = (Unit: string, { stays, turnarounds }: Durations): DwellRow => ({
  Unit,
  Stays: stays.length,
  StayMedian: hoursAt(stays, HALF),
  StayP90: hoursAt(stays, NINE_OF_TEN),
  Turnarounds: turnarounds.length,
  TurnaroundMedian: hoursAt(turnarounds, HALF),
  TurnaroundP90: hoursAt(turnarounds, NINE_OF_TEN),
})

/** The smallest duration that a part of all do not exceed, in hours, two decimals; null where there is none. */
function hoursAt(durations: readonly number[], part: number): number | null {
  const inOrder = durations.toSorted((a, b) => a - b)
  const duration = inOrder[Math.max(0, Math.ceil(part * inOrder.length) - 1)]
  return duration === undefined ? null : Math.round((duration / HOUR_MS) * 100) / 100
}
