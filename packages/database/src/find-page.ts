import type { mongo } from 'mongoose'
import type { LeanModel, SortOrder } from './lean-model.ts'

/** Which page of a list is asked for; `page` is one-based. */
export type PageRequest = { readonly page: number; readonly pagesize: number }

/** Finds a page of the documents that meet a filter, in an order, and how many there are in all. */
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
