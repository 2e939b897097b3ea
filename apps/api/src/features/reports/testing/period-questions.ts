import type { AssetDoc } from '@wardtrack/database'
import fc from 'fast-check'
import { type Report, storeReports } from '../../../testing/reported-states.ts'
import { resetSnapshots, startStatePacker } from '../../state-snapshots/index.ts'
import { PLACE_IDS, PLACES, type ReportTest, type Stay, visitDocs } from './report-test.ts'

export const HOUR = 3_600_000
export const MINUTE = 60_000
/** Start of the generated times: long enough ago that no period reaches the present. */
export const BEGIN = Date.UTC(2026, 2, 20)
export const INFUSING = 'pump-status-infusing'

/** Arrival of an asset, by its index among the test's assets, at a place. `time`: milliseconds since {@link BEGIN} */
export type GeneratedStay = { asset: number; time: number; place: string }
/** Report of an infusion value by an asset. */
export type GeneratedReport = { asset: number; time: number; value: string }

const asset = fc.nat({ max: 7 })
const byAssetAndTime = ({ asset: index, time }: { asset: number; time: number }): string => `${index} ${time}`

/**
 * Generates the common part of questions about figures over a period.
 * @param time milliseconds since {@link BEGIN}
 * @param minLength minimum number of stays and reports
 */
export const periodQuestion = (time: fc.Arbitrary<number>, values: readonly string[], minLength = 0) => ({
  stays: fc.uniqueArray(fc.record({ asset, time, place: fc.constantFrom(...PLACE_IDS) }), {
    minLength,
    maxLength: 80,
    selector: byAssetAndTime,
  }),
  // Two reports of one asset at the same time have no order.
  reports: fc.uniqueArray(fc.record({ asset, time, value: fc.constantFrom(...values) }), {
    minLength,
    maxLength: 80,
    selector: byAssetAndTime,
  }),
  level: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  types: fc.option(fc.subarray(['Equipment', 'Clinician', 'Patient'], { minLength: 1 }), { nil: undefined }),
  flagged: fc.boolean(),
})

/** Generated question without its period. */
export type PeriodQuestion = {
  level: number | undefined
  types: string[] | undefined
  flagged: boolean
}

type PeriodOptions = { from: number; to: number; conditions?: readonly object[]; timeZone?: string }

/**
 * Stores the events of a question. Clears data derived in an earlier run, because direct writes do not invalidate it.
 */
export async function storeEvents(
  { assets, parts: { db } }: ReportTest,
  { stays, reports }: { stays: readonly GeneratedStay[]; reports: readonly GeneratedReport[] },
): Promise<void> {
  const assetAt = (index: number): AssetDoc => assets[index] as AssetDoc
  const docs = visitDocs(
    stays.map(({ asset: index, place, time }): Stay => {
      const from = new Date(BEGIN + time)
      return { asset: assetAt(index), place, from, lastSeenAt: from }
    }),
  )
  await db.driver.visits.deleteMany({})
  if (docs.length > 0) await db.driver.visits.insertMany(docs)
  await storeReports(
    db,
    reports.map(({ asset: index, time, value }): Report => {
      return { asset: assetAt(index)._id, field: 'InfusionStatus', value, time: BEGIN + time }
    }),
  )
  await resetSnapshots(db)
}

/**
 * Calls a report with a question.
 * @param options period in milliseconds, conditions besides those of the question, and other members of the body
 */
export function askPeriod(
  api: ReportTest,
  page: string,
  { level, types, flagged }: PeriodQuestion,
  { from, to, conditions = [], ...more }: PeriodOptions,
): ReturnType<ReportTest['post']> {
  const createdAt = { $gte: new Date(from).toISOString(), $lt: new Date(to).toISOString() }
  const body = {
    items: [{ createdAt }, ...(types ? [{ AssetType: types }] : []), ...conditions],
    ...(level === undefined ? {} : { level: `Level_${level}` }),
    ...more,
    pagination: { currentPage: 1, items: 50 },
  }
  const headers = flagged ? api.people.admin : api.people.noPatients
  return api.post(`/api/report.getFilterDataForReport/${page}`, body, headers)
}

/** Returns the unit of a place: its first levels. @param place undefined when there is none */
export const unitOf = (place: string | undefined, level: number): string =>
  (PLACES[place ?? ''] ?? []).slice(0, level).join('>')

/** Interval that keeps packers from running in the background. */
const NEVER_MS = 2 ** 31 - 1

/** Packs events up to a time, as the product does in the background. @param time milliseconds */
export async function packUntil({ parts }: ReportTest, time: number): Promise<void> {
  const packer = startStatePacker({ ...parts, clock: { now: () => time }, cacheMode: 'local' }, NEVER_MS)
  await packer.pack()
  await packer.close()
}
