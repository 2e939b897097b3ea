import { messages, type ReportRow, type Sort } from '@wardtrack/contracts'
import type { ReadCriteria } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import type { Period } from '../read-report-criteria.ts'
import type { ReportReader, RowBatch, RowPage } from '../report-page.ts'
import { sortRows } from '../sort-rows.ts'
import { findStart } from './find-start.ts'
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
export type TimedRows = {
  criteria: ReadCriteria
  sources: readonly TimedSource[]
  period: Period
  sort: readonly Sort[]
}

/** Creates a reader of rows with a time: newest first, unless the criteria sort them differently. */
export function timedReader(timed: TimedRows): ReportReader {
  const { criteria, sources, period, sort } = timed
  const [first, ...further] = sort
  const isByTime = !first || (first.sortField === ROW_TIME && further.length === 0)
  const direction: Direction = first && isByTime ? first.sortDirection : -1
  const countAll = async (): Promise<number> =>
    (await Promise.all(sources.map((source) => source.count(period)))).reduce((sum, count) => sum + count, 0)
  async function* inOrderOfTime(): AsyncGenerator<RowBatch, void> {
    let docs: TimedDoc[] = []
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
  const sorted = async (): Promise<RowBatch> => {
    if ((await countAll()) > MAX_SORTED) throw invalidMember('sort', messages.reportSortTooMany)
    const batches: RowBatch[] = []
    for (const source of sources) batches.push(...(await source.rows(period, SORTED_BATCH_SIZE)))
    const rows = batches.flatMap((batch): readonly ReportRow[] => batch.rows)
    return {
      rows: sortRows(rows, sort, NEWEST_FIRST),
      shownAssets: batches.flatMap(({ shownAssets }) => shownAssets),
    }
  }
  const page = async (skip: number, size: number): Promise<RowPage> => {
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
