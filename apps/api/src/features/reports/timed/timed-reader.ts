import { messages, type ReportRow, type Sort } from '@wardtrack/contracts'
import type { ReadCriteria } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import type { Period } from '../report-criteria.ts'
import type { ReportReader, RowBatch, RowPage } from '../report-page.ts'
import { sortRows } from '../row-texts.ts'
import { mergeLists, mergeWalks, rowsOf } from './merge-sources.ts'
import type { Direction, TimedDoc, TimedSource } from './timed-source.ts'

/**
 * Rows of a file that are created per batch. The number is below 85 for V8's garbage collection. Otherwise V8 finds
 * most of the last hundred objects of a kind still in use. It then allocates them in a heap area that is rarely
 * collected.
 */
const BATCH_SIZE = 80
/** Batch size when all rows are held in memory anyway: each batch costs two queries. */
const SORTED_BATCH_SIZE = 1_000
/** Maximum number of rows held in memory for sorting by other members than time. */
const MAX_SORTED = 20_000
const ROW_TIME = 'createdAt'
const NEWEST_FIRST: readonly Sort[] = [{ sortField: ROW_TIME, sortDirection: -1 }]

/** Sources and rules of rows in time order. */
export type TimedRows<Row> = {
  criteria: ReadCriteria
  sources: readonly TimedSource<Row>[]
  period: Period
  sort: readonly Sort[]
}

/** Creates a reader of rows with a time: newest first, unless the criteria sort them differently. */
export function timedReader<Row extends ReportRow>(timed: TimedRows<Row>): ReportReader<Row> {
  const { criteria, sources, period, sort } = timed
  const [first, ...further] = sort
  const isByTime = !first || (first.sortField === ROW_TIME && further.length === 0)
  const direction: Direction = first && isByTime ? first.sortDirection : -1
  const countAll = async (): Promise<number> =>
    (await Promise.all(sources.map((source) => source.count(period)))).reduce((sum, count) => sum + count, 0)
  async function* inOrderOfTime(): AsyncGenerator<RowBatch<Row>, void> {
    let docs: TimedDoc<Row>[] = []
    for await (const next of mergeWalks(
      sources,
      (source) => source.walk(period, direction, BATCH_SIZE),
      direction,
    )) {
      docs.push(...next)
      if (docs.length < BATCH_SIZE) continue
      yield await rowsOf(docs)
      docs = []
    }
    if (docs.length > 0) yield await rowsOf(docs)
  }
  const sorted = async (): Promise<RowBatch<Row>> => {
    if ((await countAll()) > MAX_SORTED) throw invalidMember('sort', messages.reportSortTooMany)
    const batches: RowBatch<Row>[] = []
    for (const source of sources) batches.push(...(await source.rows(period, SORTED_BATCH_SIZE)))
    const rows = batches.flatMap((batch): readonly Row[] => batch.rows)
    return {
      rows: sortRows(rows, sort, NEWEST_FIRST),
      shownAssets: batches.flatMap(({ shownAssets }) => shownAssets),
    }
  }
  const page = async (skip: number, size: number): Promise<RowPage<Row>> => {
    const total = await countAll()
    if (skip >= total) return { rows: [], shownAssets: [], total }
    const start = await findStart(sources, period, direction, skip)
    const wanted = start.skip + size
    const lists = await Promise.all(sources.map((source) => source.read(start.period, direction, wanted)))
    const docs = mergeLists(lists, direction).slice(start.skip, wanted)
    return { ...(await rowsOf(docs)), total }
  }
  return {
    criteria,
    page: async ({ skip, size }) => {
      if (isByTime) return page(skip, size)
      const { rows, shownAssets } = await sorted()
      return { rows: rows.slice(skip, skip + size), shownAssets, total: rows.length }
    },
    batches: async function* batches() {
      if (isByTime) yield* inOrderOfTime()
      else yield await sorted()
    },
  }
}

/** Pages up to this many rows down are read from the start of the list. */
const NEAR = 500
/** Later than any time that can be stored; the end of an open period. */
const FAR_FUTURE = 8.64e15

/** Start of reading: the remaining period, and the number of its rows before the page. */
export type Start = { period: Period; skip: number }

/**
 * Finds the start of a page far down a list by bisecting the period and counting: counting an index is far cheaper
 * than skipping documents.
 * @param skip rows before the page; the period has more
 */
export async function findStart(
  sources: readonly TimedSource[],
  { from, to }: Period,
  direction: Direction,
  skip: number,
): Promise<Start> {
  let start = from?.getTime() ?? 0
  let end = to?.getTime() ?? (skip > NEAR ? await endOf(sources, start) : FAR_FUTURE)
  let before = 0
  while (skip - before > NEAR && end - start > 1) {
    const middle = Math.floor((start + end) / 2)
    const [nearStart, nearEnd] = direction === 1 ? [start, middle] : [middle, end]
    const passed = await countIn(sources, nearStart, nearEnd)
    const isPassed = before + passed <= skip
    if (isPassed) before += passed
    // Newest first: skipped rows lie at the end of the period, and the page before them.
    if (isPassed === (direction === 1)) start = middle
    else end = middle
  }
  // Only the skipped side is certain: the page may continue beyond the other side.
  if (direction === 1)
    return { period: { from: new Date(start), ...(to ? { to } : {}) }, skip: skip - before }
  return {
    period: { ...(from ? { from } : {}), ...(to || end < FAR_FUTURE ? { to: new Date(end) } : {}) },
    skip: skip - before,
  }
}

const countIn = async (sources: readonly TimedSource[], start: number, end: number): Promise<number> =>
  (
    await Promise.all(sources.map((source) => source.count({ from: new Date(start), to: new Date(end) })))
  ).reduce((sum, count) => sum + count, 0)

/** Returns the time just after the newest document. */
async function endOf(sources: readonly TimedSource[], start: number): Promise<number> {
  const newest = await Promise.all(sources.map((source) => source.read({ from: new Date(start) }, -1, 1)))
  return Math.max(start, ...newest.flat().map(({ time }) => time)) + 1
}
