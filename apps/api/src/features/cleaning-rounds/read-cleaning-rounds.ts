import type { CleaningRow } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import { isCountedBy, type StateReader } from '../state-snapshots/index.ts'
import type { OwnedPiece } from '../utilisation/index.ts'
import { findArrivals, findCleaningVisits, findInfusionReports, type Span } from './cleaning-rounds.store.ts'
import { type AssetCourse, hasLongPauses, infusionsOf, type Round, roundsOf } from './rounds.ts'

/** Number of assets whose reports are in memory together. */
const PIECES = 200
const HOUR_MS = 3_600_000

/** Equipment, cleaning places and period, which ends no later than now. */
export type CleaningQuestion = Span & { pieces: readonly OwnedPiece[]; places: ReadonlySet<string> }

/** Reuse of an asset without cleaning. Milliseconds. */
export type UncleanedRound = { piece: OwnedPiece } & Extract<Round, { kind: 'notCleaned' }>

type Group = { row: CleaningRow; toCleaning: number[] }

/**
 * Reads the rounds of uses that ended in a period: figures by category and unit, and the uses without prior cleaning,
 * latest first. A use is one or more infusions, so equipment without infusion reports has no uses. The result is
 * empty when no cleaning place is known.
 */
export async function readCleaningRounds(
  { db, states }: { db: Database; states: StateReader },
  question: CleaningQuestion,
): Promise<{ rows: CleaningRow[]; uncleaned: UncleanedRound[] }> {
  const { pieces, from, to, places } = question
  // Without a known cleaning place, no cleaning can count as missed.
  if (places.size === 0) return { rows: [], uncleaned: [] }
  const types = [...new Set(pieces.map(({ AssetType }) => AssetType))]
  const cleaning = await findCleaningVisits(db, { places, types }, question)
  const begins = await infusingAt(
    states,
    pieces.map(({ asset }) => asset),
    from,
  )
  const groups = new Map<string, Group>()
  const uncleaned: UncleanedRound[] = []
  for (let start = 0; start < pieces.length; start += PIECES) {
    const some = pieces.slice(start, start + PIECES)
    const reported = await readReported(db, some, begins, question)
    for (const piece of some) {
      const course = { ...reported(piece.asset), cleaning: cleaning.get(piece.asset) ?? [] }
      for (const round of roundsOf(course, to)) {
        countRound(groups, piece, round)
        if (round.kind === 'notCleaned') uncleaned.push({ ...round, piece })
      }
    }
  }
  uncleaned.sort((a, b) => b.usedAgainAt - a.usedAgainAt)
  return { rows: [...groups.values()].map(toRow), uncleaned }
}

/** Reads the infusions of assets in a period and, where relevant, their arrivals at other places. */
async function readReported(
  db: Database,
  pieces: readonly OwnedPiece[],
  begins: ReadonlySet<string>,
  span: Span,
): Promise<(asset: string) => Omit<AssetCourse, 'cleaning'>> {
  const assets = pieces.map(({ asset }) => asset)
  const reports = await findInfusionReports(db, assets, span)
  const infusions = new Map(
    assets.map((asset) => [asset, infusionsOf(reports.get(asset) ?? [], begins.has(asset))]),
  )
  const paused = assets.filter((asset) => hasLongPauses(infusions.get(asset) ?? []))
  const arrivals = await findArrivals(db, paused, span)
  return (asset) => ({ infusions: infusions.get(asset) ?? [], arrivals: arrivals.get(asset) ?? [] })
}

/** Returns the assets that infuse at the start of a period. */
async function infusingAt(
  states: StateReader,
  assets: readonly string[],
  moment: number,
): Promise<Set<string>> {
  const infusing = new Set<string>()
  if (assets.length > 0)
    await states.walk(assets, [moment], (words) => {
      for (const [place, asset] of assets.entries())
        if (isCountedBy('Infusing', words[place] ?? 0)) infusing.add(asset)
    })
  return infusing
}

function countRound(
  groups: Map<string, Group>,
  { AssetType, category, unit }: OwnedPiece,
  round: Round,
): void {
  const key = JSON.stringify([AssetType, category, unit])
  const group = groups.get(key) ?? {
    row: {
      AssetType,
      Category: category,
      Unit: unit,
      Uses: 0,
      Cleaned: 0,
      NotCleaned: 0,
      Waiting: 0,
      ToCleaningMedian: null,
      ToCleaningLongest: null,
    },
    toCleaning: [],
  }
  groups.set(key, group)
  group.row.Uses += 1
  if (round.kind === 'cleaned') {
    group.row.Cleaned += 1
    group.toCleaning.push(round.cleanedAt - round.usedUntil)
  } else if (round.kind === 'notCleaned') group.row.NotCleaned += 1
  else group.row.Waiting += 1
}

function toRow({ row, toCleaning }: Group): CleaningRow {
  const inOrder = toCleaning.toSorted((a, b) => a - b)
  return {
    ...row,
    // Median: the smallest value that half of all do not exceed.
    ToCleaningMedian: hoursOf(inOrder[Math.ceil(inOrder.length / 2) - 1]),
    ToCleaningLongest: hoursOf(inOrder.at(-1)),
  }
}

/** Converts a duration to hours with two decimals; null when there is none. */
const hoursOf = (duration: number | undefined): number | null =>
  duration === undefined ? null : Math.round((duration / HOUR_MS) * 100) / 100
