import { type mongo, type Types, trusted } from 'mongoose'
import { timeCondition } from './criteria/read-value.ts'
import { findPage } from './find-page.ts'
import type { LeanModel } from './lean-model.ts'

/** Requested page of an asset's history; `currentPage` is one-based. */
export type HistoryPageRequest = {
  readonly currentPage: number
  readonly items: number
  readonly createdAt?: Parameters<typeof timeCondition>[0] | undefined
}

/** Finds a page of the history of an asset, newest first, and the total number of rows. */
export async function findHistoryPage<D extends { asset: Types.ObjectId; time: Date }>(
  history: LeanModel<D>,
  asset: Types.ObjectId,
  { currentPage, items, createdAt }: HistoryPageRequest,
): Promise<{ rows: D[]; total: number }> {
  const time = timeCondition(createdAt ?? {})
  const filter = { asset, ...(time ? { time: trusted(time) } : {}) } as mongo.Filter<D>
  const { docs, count } = await findPage(
    history,
    filter,
    { time: -1 },
    { page: currentPage, pagesize: items },
  )
  return { rows: docs, total: count }
}
