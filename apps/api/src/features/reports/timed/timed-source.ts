import { type Collection, type Database, readStored, type StoredDocument } from '@wardtrack/database'
import type { Period } from '../read-report-criteria.ts'
import type { RowBatch } from '../report-page.ts'

type Stored = { _id: unknown }
type Doc = Record<string, unknown>

/** Documents of one collection that have a time: what a report is made of, or a part of it. */
export type TimedSource = {
  /** how many there are in a period */
  count(period: Period): Promise<number>
  /** the first of them, in the order of their times */
  read(period: Period, direction: Direction, limit: number): Promise<TimedDoc[]>
  /**
   * All of them in the order of their times, some at a time. @param batchSize how many the store brings at a time: those of
   * a larger batch live long enough to be left to a full garbage collection, which comes late while a long file is written
   */
  walk(period: Period, direction: Direction, batchSize: number): AsyncGenerator<readonly TimedDoc[], void>
  /** all rows of a period, in no order that can be relied on, and `batchSize` of them made at a time */
  rows(period: Period, batchSize: number): Promise<RowBatch[]>
  /** the rows of some of them, in their order */
  toRows(docs: readonly TimedDoc[]): Promise<RowBatch>
}
/** 1: oldest first, -1: newest first. */
export type Direction = 1 | -1
/** A document, its time in milliseconds, and the source that makes its row. */
export type TimedDoc = { time: number; doc: unknown; source: TimedSource }

/** Documents of a collection as a source reads them. */
export type TimedDocs<D> = {
  count(filter: Doc): Promise<number>
  /** some of those that meet a filter at a time */
  batches(
    filter: Doc,
    page: { sort?: Record<string, Direction>; limit?: number; batchSize?: number },
  ): AsyncGenerator<Iterable<D>, void>
}

/** Documents with all their members. */
export const wholeDocs = <D extends Stored>(collection: Collection<D>): TimedDocs<D> => ({
  count: (filter) => collection.countDocuments(filter as never),
  batches: async function* batches(filter, page) {
    // One by one: what is decoded at once lives long enough to burden the garbage collection.
    for await (const doc of collection.find<D>(filter as never, page)) yield [doc]
  },
})

/** Documents whose members are decoded as rows are made. @param projection the members that rows are made of */
export const storedDocs = (
  db: Database,
  collection: keyof Database['driver'],
  projection: Record<string, 1>,
): TimedDocs<StoredDocument> => ({
  // driver: the filter is made of criteria, and pages and files of rows are a measured path
  count: (filter) => db.driver[collection].countDocuments(filter),
  batches: (filter, page) => readStored(db, collection, { filter, projection, ...page }),
})

/** What a source is made of. `timePath`: a stored path whose index the filter leads to. */
export type TimedSourceOptions<D> = {
  docs: TimedDocs<D>
  filter: Doc
  timePath: string
  timeOf(doc: D): Date
  toRows(docs: readonly D[]): Promise<RowBatch>
}

/** Makes a source of the documents that meet a filter. */
export function timedSource<D>({
  docs,
  filter,
  timePath,
  timeOf,
  toRows,
}: TimedSourceOptions<D>): TimedSource {
  const within = ({ from = new Date(0), to }: Period): Doc => ({
    ...filter,
    [timePath]: { $gte: from, ...(to ? { $lt: to } : {}) },
  })
  // Made with all members at once: a million objects that are copied to add one are left to a full garbage collection.
  const timed = (doc: D): TimedDoc => ({ time: timeOf(doc).getTime(), doc, source })
  const source: TimedSource = {
    count: (period) => docs.count(within(period)),
    read: async (period, direction, limit) => {
      const found: TimedDoc[] = []
      for await (const batch of docs.batches(within(period), { sort: { [timePath]: direction }, limit }))
        for (const doc of batch) found.push(timed(doc))
      return found
    },
    walk: async function* walk(period, direction, batchSize) {
      for await (const batch of docs.batches(within(period), { sort: { [timePath]: direction }, batchSize }))
        yield Array.from(batch, timed)
    },
    rows: async (period, batchSize) => {
      const batches: Promise<RowBatch>[] = []
      let held: D[] = []
      const makeRows = (): void => {
        const rows = toRows(held)
        // What fails while the store is still asked is told afterwards.
        rows.catch(() => undefined)
        batches.push(rows)
        held = []
      }
      // While rows are made of some documents, the store finds the next ones.
      for await (const batch of docs.batches(within(period), { batchSize })) {
        held.push(...batch)
        if (held.length >= batchSize) makeRows()
      }
      if (held.length > 0) makeRows()
      return Promise.all(batches)
    },
    toRows: (timedDocs) => toRows(timedDocs.map(({ doc }) => doc as D)),
  }
  return source
}
