import type { mongo, QueryOptions } from 'mongoose'

type Fields = Readonly<Record<string, number>>
/** Sort members in order of precedence: 1 ascending, -1 descending. */
export type SortOrder = Readonly<Record<string, 1 | -1>>

/** A query of a model; awaiting the query runs it. */
export interface LeanQuery<R> extends Promise<R> {
  select(fields: Fields): LeanQuery<R>
  sort(order: SortOrder): LeanQuery<R>
  skip(count: number): LeanQuery<R>
  limit(count: number): LeanQuery<R>
}

type NewDocument<D> = Omit<D, '_id'> & { _id?: D extends { _id: infer I } ? I : never }
type IdOf<D> = D extends { _id: infer I } ? I : never

/**
 * A mongoose model whose reads return plain objects, as its callers see it. The model types of mongoose itself cover
 * document methods, population and discriminators, which this code does not use. They cost the compiler seconds in
 * every package.
 */
export interface LeanModel<D extends object> {
  find<R = D>(filter: mongo.Filter<D>): LeanQuery<R[]>
  findOne(filter: mongo.Filter<D>): LeanQuery<D | null>
  findOneAndUpdate(
    filter: mongo.Filter<D>,
    update: mongo.UpdateFilter<D>,
    options?: Pick<QueryOptions, 'upsert' | 'returnDocument'>,
  ): LeanQuery<D | null>
  countDocuments(filter: mongo.Filter<D>): LeanQuery<number>
  distinct(path: string, filter?: mongo.Filter<D>): LeanQuery<unknown[]>
  aggregate<R>(pipeline: readonly object[]): PromiseLike<R[]>
  create(document: NewDocument<D>): Promise<D & { _id: IdOf<D> }>
  insertMany(documents: readonly NewDocument<D>[], options?: { ordered?: boolean }): Promise<unknown>
  updateOne(
    filter: mongo.Filter<D>,
    update: mongo.UpdateFilter<D>,
    options?: Pick<QueryOptions, 'upsert'>,
  ): LeanQuery<mongo.UpdateResult>
  updateMany(filter: mongo.Filter<D>, update: mongo.UpdateFilter<D>): LeanQuery<mongo.UpdateResult>
  replaceOne(
    filter: mongo.Filter<D>,
    document: NewDocument<D>,
    options?: Pick<QueryOptions, 'upsert'>,
  ): LeanQuery<mongo.UpdateResult>
  deleteOne(filter: mongo.Filter<D>): LeanQuery<mongo.DeleteResult>
  deleteMany(filter: mongo.Filter<D>): LeanQuery<mongo.DeleteResult>
  bulkWrite(operations: readonly object[], options?: { ordered?: boolean }): Promise<mongo.BulkWriteResult>
}
