import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import { type Database, statePeriodOf, trusted } from '@wardtrack/database'
import { AssetNumbers } from './asset-numbers.ts'
import { MovePlaces } from './move-places.ts'
import { SPAN_MS, spanOf } from './move-span.ts'
import { packMoveSpans, repackMoveSpan } from './pack-moves.ts'
import { packStates } from './pack-states.ts'
import { packUsageDay } from './pack-usage.ts'
import { repairStates } from './repair-states.ts'
import {
  claimSnapshots,
  deleteSnapshots,
  firstPeriod,
  movePacked,
  moveProgress,
  type PackedUntil,
  readProgress,
} from './snapshots.store.ts'
import { DAY_MS, dayOf, HOUR_MS, momentAfter } from './usage-day.ts'
import { firstVisit } from './usage-days.store.ts'

/** Background task that creates and repairs snapshots of all assets' states, usage days and spans of moves. */
export type StatePacker = {
  /** does the work due now; resolves when it is done, or when another process does it */
  pack(): Promise<void>
  close(): Promise<void>
}

type PackerParts = Pick<ServiceParts, 'db' | 'log' | 'cacheMode'> & {
  clock: Pick<ServiceParts['clock'], 'now'>
}

const INTERVAL_MS = 15_000
/** Delay from the end of a period until it is settled. Later writes to the period leave a note (`createLateStates`). */
const SETTLED_AFTER_MS = 90_000
/** Minimum age of a note, after which the write that it announces has ended. */
const NOTE_RESTS_MS = 60_000
/** Time without a renewal after which a process loses its claim. */
const CLAIM_MS = 120_000
const NOTES_PAGE = 200

/** Data packed from snapshots and visits in intervals of equal length. */
type PackedSeries = {
  member: PackedUntil
  lengthMs: number
  /** part of an interval that is read */
  readMs: number
  /** maximum number of intervals packed at a time */
  most: number
  pack: typeof packMoveSpans
}
const SERIES: readonly PackedSeries[] = [
  { member: 'usageUntil', lengthMs: DAY_MS, readMs: DAY_MS - HOUR_MS, most: 1, pack: packUsageDay },
  { member: 'movesUntil', lengthMs: SPAN_MS, readMs: SPAN_MS, most: 8, pack: packMoveSpans },
]

/**
 * Starts to create snapshots; only one process does so at a time. @param intervalMs milliseconds between two checks
 * for due work
 */
export function startStatePacker(
  { db, clock, log, cacheMode }: PackerParts,
  intervalMs: number = INTERVAL_MS,
): StatePacker {
  const worker = randomUUID()
  const numbers = new AssetNumbers(db)
  const packing = { db, numbers, places: new MovePlaces(db) }
  let isClosed = false
  let work: Promise<void> | undefined

  const claim = (): Promise<boolean> => {
    const now = clock.now()
    return claimSnapshots(db, worker, { now, claimedUntil: now + CLAIM_MS, isAlone: cacheMode === 'local' })
  }
  const packUntil = async (from: number, until: number, isFirst: boolean): Promise<void> => {
    // Deletes snapshots left by a process that ended before it recorded its progress, or snapshots with another
    // layout.
    await deleteSnapshots(db, isFirst ? 0 : from)
    await packStates(db, numbers, { from, until }, async (stored) => {
      const claimedUntil = clock.now() + CLAIM_MS
      return (await moveProgress(db, worker, { until: stored, claimedUntil })) && !isClosed
    })
  }
  /** @param ends ends of the snapshots, the usage days and the moves */
  const repair = async (ends: { until: number; usageUntil: number; movesUntil: number }): Promise<void> => {
    const before = clock.now() - NOTE_RESTS_MS
    while (!isClosed) {
      const notes = await restedNotes(db, before)
      const days = new Set<number>()
      const spans = new Set<number>()
      for (const { period } of notes) {
        if (isClosed || !(await claim())) return
        const begin = period.getTime()
        // Periods without snapshots are read when their snapshots are created.
        const last = begin < ends.until ? await repairStates(db, numbers, begin) : begin
        const end = Math.min(momentAfter(last), ends.usageUntil - 1)
        if (last > begin || endsHour(begin))
          for (let day = dayOf(momentAfter(begin)); day <= end; day += DAY_MS) days.add(day)
        if (begin < ends.movesUntil) spans.add(spanOf(begin))
      }
      for (const [made, pack] of [
        [days, packUsageDay],
        [spans, repackMoveSpan],
      ] as const)
        for (const begin of made) {
          if (isClosed || !(await claim())) return
          await pack(packing, begin)
        }
      // Notes are deleted last, so that an interrupted repair starts again from them.
      for (const { _id, at } of notes)
        if (at.getTime() < before) await db.models.lateStates.deleteOne({ _id, at })
        else await db.models.lateStates.updateOne({ _id }, { $set: { first: new Date(clock.now()) } })
      if (notes.length < NOTES_PAGE) return
    }
  }
  /** Packs past intervals of snapshots and visits, one after the other. */
  const packSeries = async ({ member, lengthMs, readMs, most, pack }: PackedSeries): Promise<void> => {
    const progress = await readProgress(db)
    const settled = progress?.until?.getTime()
    if (settled === undefined) return
    const first = progress?.[member]?.getTime() ?? (await firstMoment(db)) ?? settled
    let begin = first - (first % lengthMs)
    while (!isClosed && begin + readMs <= settled) {
      const pieces = Math.min(most, Math.floor((settled - readMs - begin) / lengthMs) + 1)
      const until = begin + pieces * lengthMs
      await pack(packing, begin, until)
      // A reset of the data also cleared the claim; no new claim is created here.
      const claimedUntil = clock.now() + CLAIM_MS
      if (!(await movePacked(db, worker, { member, until, claimedUntil }))) return
      begin = until
    }
  }
  const pack = async (): Promise<void> => {
    const progress = await readProgress(db)
    const from = progress?.until?.getTime() ?? (await firstMoment(db))
    if (from === undefined) return
    const settled = statePeriodOf(clock.now() - SETTLED_AFTER_MS)
    const until = Math.min(settled, await firstFreshNote(db, from, clock.now() - NOTE_RESTS_MS))
    const hasNotes = (await restedNotes(db, clock.now() - NOTE_RESTS_MS, 1)).length > 0
    if ((until <= from && !hasNotes) || isClosed || !(await claim())) return
    await numbers.load()
    await packing.places.load()
    const { until: packedUntil, usageUntil, movesUntil } = progress ?? {}
    await repair({
      until: packedUntil?.getTime() ?? 0,
      usageUntil: usageUntil?.getTime() ?? 0,
      movesUntil: movesUntil?.getTime() ?? 0,
    })
    if (until > from && !isClosed) await packUntil(from, until, progress === undefined)
    for (const series of SERIES) await packSeries(series)
  }
  const start = (): Promise<void> => {
    work ??= pack().finally(() => {
      work = undefined
    })
    return work
  }
  const timer = setInterval(() => {
    start().catch((error: unknown) => log.warn({ err: error }, 'snapshots of states are made later'))
  }, intervalMs)
  timer.unref()
  return {
    pack: start,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await work?.catch(() => undefined)
    },
  }
}

/** Returns true if a period ends on the hour: usage days record which visits began in such periods. */
const endsHour = (period: number): boolean => momentAfter(period) % HOUR_MS === 0

/** Finds the period of the first event in snapshots or usage days. */
async function firstMoment(db: Database): Promise<number | undefined> {
  const [state, visit] = [await firstPeriod(db), await firstVisit(db)]
  const first = Math.min(state ?? Number.POSITIVE_INFINITY, visit ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(first) ? statePeriodOf(first) : undefined
}

/** Finds notes that had no late event for a while. Notes that began long ago are included even if late events continue. */
const restedNotes = ({ models }: Database, before: number, most = NOTES_PAGE) =>
  models.lateStates
    .find({
      $or: trusted([
        { at: trusted({ $lt: new Date(before) }) },
        { first: trusted({ $lt: new Date(before - NOTE_RESTS_MS) }) },
      ]),
    })
    .sort({ _id: 1 })
    .limit(most)

/** Finds the first period at or after a moment that may still be written to; infinity when there is none. */
async function firstFreshNote({ models }: Database, from: number, since: number): Promise<number> {
  const isFreshNote = { period: trusted({ $gte: new Date(from) }), at: trusted({ $gte: new Date(since) }) }
  const [note] = await models.lateStates.find(isFreshNote).sort({ _id: 1 }).limit(1)
  return note ? statePeriodOf(note.period.getTime()) : Number.POSITIVE_INFINITY
}
