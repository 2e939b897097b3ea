import type { ReportRow } from '@wardtrack/contracts'
import { type Collection, type Database, readStored, type StoredDocument } from '@wardtrack/database'
import type { Period } from '../report-criteria.ts'
import type { RowBatch } from '../report-page.ts'

type Stored = { _id: unknown }
type Doc = Record<string, unknown>

/** Documents with a time from one collection; a report has one or more such sources. */
export type TimedSource<Row = ReportRow> = {
  /** counts the documents of a period */
  count(period: Period): Promise<number>
  /** reads the first documents in time order */
  read(period: Period, direction: Direction, limit: number): Promise<TimedDoc<Row>[]>
  /**
   * Yields all documents in time order, in batches.
   * @param batchSize documents per store request; larger batches live long enough to need a full garbage collection,
   * which comes late while a long file is written
   */
  walk(
    period: Period,
    direction: Direction,
    batchSize: number,
  ): AsyncGenerator<readonly TimedDoc<Row>[], void>
  /** returns all rows of a period in undefined order, `batchSize` of them per batch */
  rows(period: Period, batchSize: number): Promise<RowBatch<Row>[]>
  /** creates the rows of documents, keeping their order */
  toRows(docs: readonly TimedDoc<Row>[]): Promise<RowBatch<Row>>
}
/** 1: oldest first, -1: newest first. */
export type Direction = 1 | -1
/** Document, its time in milliseconds, and the source that creates its row. */
export type TimedDoc<Row = ReportRow> = { time: number; doc: unknown; source: TimedSource<Row> }

/** Documents of a collection, as a source reads them. */
export type TimedDocs<D> = {
  count(filter: Doc): Promise<number>
  /** yields documents that meet a filter, in batches */
  batches(
    filter: Doc,
    page: { sort?: Record<string, Direction>; limit?: number; batchSize?: number },
  ): AsyncGenerator<Iterable<D>, void>
}

/** Reads documents with all members. */
export const fullDocuments = <D extends Stored>(collection: Collection<D>): TimedDocs<D> => ({
  count: (filter) => collection.countDocuments(filter as never),
  batches: async function* batches(filter, page) {
    // Yields single documents: decoding many together keeps them alive and burdens the garbage collection.
    for await (const doc of collection.find<D>(filter as never, page)) yield [doc]
  },
})

/** Reads documents whose members are decoded when rows are created. @param projection members needed for rows */
export const storedDocs = (
  db: Database,
  collection: keyof Database['driver'],
  projection: Record<string, 1>,
): TimedDocs<StoredDocument> => ({
  // driver: the filter is made of criteria, and pages and files of rows are a measured path
  count: (filter) => db.driver[collection].countDocuments(filter),
  batches: (filter, page) => readStored(db, collection, { filter, projection, ...page }),
})

/**
 * Options of a source. `timePath`: stored path of the time; the filter selects an index on it and on `_id`, unless
 * `isByTimeOnly` says that the index has the time alone.
 */
export type TimedSourceOptions<D, Row> = {
  docs: TimedDocs<D>
  filter: Doc
  timePath: string
  isByTimeOnly?: boolean
  timeOf(doc: D): Date
  toRows(docs: readonly D[]): Promise<RowBatch<Row>>
}

/** Creates a source of the documents that meet a filter. */
export function timedSource<D, Row>({
  docs,
  filter,
  timePath,
  isByTimeOnly = false,
  timeOf,
  toRows,
}: TimedSourceOptions<D, Row>): TimedSource<Row> {
  const within = ({ from = new Date(0), to }: Period): Doc => ({
    ...filter,
    [timePath]: { $gte: from, ...(to ? { $lt: to } : {}) },
  })
  const order = (direction: Direction): Record<string, Direction> => ({
    [timePath]: direction,
    ...(isByTimeOnly ? {} : { _id: direction }),
  })
  // Creates the object with all members: copying a million objects to add one would leave them to a full garbage
  // collection.
  const timed = (doc: D): TimedDoc<Row> => ({ time: timeOf(doc).getTime(), doc, source })
  const source: TimedSource<Row> = {
    count: (period) => docs.count(within(period)),
    read: async (period, direction, limit) => {
      const found: TimedDoc<Row>[] = []
      for await (const batch of docs.batches(within(period), { sort: order(direction), limit }))
        for (const doc of batch) found.push(timed(doc))
      return found
    },
    walk: async function* walk(period, direction, batchSize) {
      for await (const batch of docs.batches(within(period), { sort: order(direction), batchSize }))
        yield Array.from(batch, timed)
    },
    rows: async (period, batchSize) => {
      const batches: Promise<RowBatch<Row>>[] = []
      let held: D[] = []
      const makeRows = (): void => {
        const rows = toRows(held)
        // A failure while the store is still queried is thrown later, when the rows are awaited.
        rows.catch(() => undefined)
        batches.push(rows)
        held = []
      }
      // While rows of one batch are created, the store reads the next.
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
