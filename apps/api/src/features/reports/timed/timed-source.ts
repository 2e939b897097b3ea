import type { Collection } from '@wardtrack/database'
import type { Period } from '../read-report-criteria.ts'
import type { RowBatch } from '../report-page.ts'

type Stored = { _id: unknown }

/** Documents of one collection that have a time: what a report is made of, or a part of it. */
export type TimedSource = {
  /** how many there are in a period */
  count(period: Period): Promise<number>
  /** the first of them, in the order of their times */
  read(period: Period, direction: Direction, limit: number): Promise<TimedDoc[]>
  /**
   * All of them, in the order of their times. @param batchSize how many the store brings at a time: those of a larger batch
   * live long enough to be left to a full garbage collection, which comes late while a long file is written
   */
  walk(period: Period, direction: Direction, batchSize: number): AsyncGenerator<TimedDoc, void>
  /** the rows of some of them, in their order */
  toRows(docs: readonly TimedDoc[]): Promise<RowBatch>
}
/** 1: oldest first, -1: newest first. */
export type Direction = 1 | -1
/** A document and its time in milliseconds. */
export type TimedDoc = { time: number; doc: unknown }

/**
 * What a source is made of. `timePath`: a stored path whose index the filter leads to. `projection`: the members that rows
 * are made of, all when left out.
 */
export type TimedSourceOptions<D extends Stored> = {
  collection: Collection<D>
  filter: Record<string, unknown>
  projection?: Record<string, 1>
  timePath: string
  timeOf(doc: D): Date
  toRows(docs: readonly D[]): Promise<RowBatch>
}

/** Makes a source of the documents that meet a filter. */
export function timedSource<D extends Stored>(options: TimedSourceOptions<D>): TimedSource {
  const { collection, filter, projection, timePath, timeOf, toRows } = options
  const within = ({ from = new Date(0), to }: Period) =>
    ({ ...filter, [timePath]: { $gte: from, ...(to ? { $lt: to } : {}) } }) as never
  const find = (period: Period, direction: Direction) =>
    collection.find<D>(within(period), projection ? { projection } : {}).sort({ [timePath]: direction })
  const timed = (doc: D): TimedDoc => ({ time: timeOf(doc).getTime(), doc })
  return {
    count: (period) => collection.countDocuments(within(period)),
    read: async (period, direction, limit) =>
      (await find(period, direction).limit(limit).toArray()).map((doc) => timed(doc)),
    walk: async function* walk(period, direction, batchSize) {
      for await (const doc of find(period, direction).batchSize(batchSize)) yield timed(doc)
    },
    toRows: (docs) => toRows(docs.map(({ doc }) => doc as D)),
  }
}
