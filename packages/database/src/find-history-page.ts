import { type mongo, type Types, trusted } from 'mongoose'
import { timeCondition } from './criteria/read-value.ts'
import type { LeanModel } from './lean-model.ts'

/** Which part of an asset's history is asked for; `currentPage` is one-based. */
export type HistoryPageRequest = {
  readonly currentPage: number
  readonly items: number
  readonly createdAt?: Parameters<typeof timeCondition>[0] | undefined
}

/** Finds a page of the history of an asset, newest first, and how many rows there are in all. */
export async function findHistoryPage<D extends { asset: Types.ObjectId; time: Date }>(
  history: LeanModel<D>,
  asset: Types.ObjectId,
  { currentPage, items, createdAt }: HistoryPageRequest,
): Promise<{ rows: D[]; total: number }> {
  const time = timeCondition(createdAt ?? {})
  const filter = { asset, ...(time ? { time: trusted(time) } : {}) } as mongo.Filter<D>
  const [rows, total] = await Promise.all([
    history
      .find(filter)
      .sort({ time: -1 })
      .skip((currentPage - 1) * items)
      .limit(items),
    history.countDocuments(filter),
  ])
  return { rows, total }
}
