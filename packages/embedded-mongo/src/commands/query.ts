import { type Pipeline, readPipeline } from '../aggregate/pipeline.ts'
import { emptyDocument } from '../bson/make.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { countDocuments, findDocuments } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import { type Plan, type Question, sourceOf } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { compileProjection, type Projector } from '../query/projection.ts'
import type { Scan } from '../query/scan.ts'
import { parseSort } from '../query/sort.ts'
import type { Collection } from '../storage/catalogue.ts'
import type { Store } from '../storage/store.ts'
import type { Documents } from './cursors.ts'
import type { Request } from './request.ts'

/** Parsed find or aggregate. `project` turns each found document into its result before it is copied. */
export type Query = Pipeline & { hint: Question['hint']; project: Projector | undefined }

/** Reads a find or an aggregate. */
export function readQuery(request: Request): Query {
  if (request.name === 'find') return readFind(request)
  if (request.name === 'aggregate')
    return { ...readPipeline(request.get('pipeline')), hint: undefined, project: undefined }
  throw notImplemented(`queries by ${request.name}`)
}

function readFind(request: Request): Query {
  const spec = request.document('projection')
  const hint = request.document('hint')
  return {
    filter: parseFilter(request.document('filter') ?? emptyDocument),
    sort: parseSort(request.document('sort')),
    skip: notNegative(request, 'skip') ?? 0,
    limit: notNegative(request, 'limit') || undefined,
    hint: hint && parseSort(hint),
    project: spec && compileProjection(spec, 'find'),
    answerCount: undefined,
    rest: (found) => found,
  }
}

/** A member of a command that counts documents. */
export function notNegative(request: Request, name: string): number | undefined {
  const value = request.number(name)
  if (value !== undefined && value < 0)
    throw new StoreError(51024, `BSON field '${name}' value must be >= 0, actual value '${value}'`)
  return value
}

/** Chooses the plan of a query on a collection. */
export function planOf(store: Store, collection: Collection, query: Query): Plan {
  const { filter, sort, skip, limit, hint } = query
  if (query.answerCount) return planQuery(store, collection, { filter, sort: [], wanted: undefined })
  return planQuery(store, collection, {
    filter,
    sort,
    wanted: limit === undefined ? undefined : limit + skip,
    hint,
  })
}

/** The documents that answer a query. */
export async function runQuery(
  store: Store,
  collection: Collection | undefined,
  query: Query,
): Promise<Documents> {
  if (!collection) return query.rest([])
  const plan = planOf(store, collection, query)
  const source = sourceOf(store, collection)
  const { answerCount, skip, limit = Number.POSITIVE_INFINITY } = query
  if (!answerCount) return query.rest(bytesOf(findDocuments(source, plan, query, query.project)))
  const total = await countDocuments(source, plan)
  return answerCount(Math.min(Math.max(0, total - skip), limit))
}

function* bytesOf(found: Scan): Generator<Buffer | undefined> {
  for (const item of found) yield item?.bytes
}
