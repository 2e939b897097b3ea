import { type mongo, type Types, trusted } from 'mongoose'
import { timeCondition } from './criteria/read-value.ts'
import type { LeanModel, SortOrder } from './lean-model.ts'

/** Requested page of a list; `page` is one-based. */
export type PageRequest = { readonly page: number; readonly pagesize: number }

/** Finds a sorted page of the documents that match a filter, and their total number. */
export async function findPage<D extends object>(
  model: LeanModel<D>,
  filter: mongo.Filter<D>,
  order: SortOrder,
  { page, pagesize }: PageRequest,
): Promise<{ docs: D[]; count: number }> {
  const [docs, count] = await Promise.all([
    model
      .find(filter)
      .sort(order)
      .skip((page - 1) * pagesize)
      .limit(pagesize),
    model.countDocuments(filter),
  ])
  return { docs, count }
}

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
