import type { mongo } from 'mongoose'
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
