import { isNumberType, numberOf, wholeNumber } from '../bson/number.ts'
import { asString, fieldList, T } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import type { Filter, SortKey } from '../query/ast.ts'
import { findDocuments } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import type { Plan, Question } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import type { ScanCounts } from '../query/scan.ts'
import { parseSort } from '../query/sort.ts'
import type { Catalogue, Collection } from '../storage/catalogue.ts'
import type { Store } from '../storage/store.ts'
import { isNullish, type Scope } from './operator.ts'
import type { Source, Stage, StageSpec, Stream } from './pipeline.types.ts'
import { makeStage, whole } from './stages.ts'

/** The beginning of a pipeline that the store itself carries out, with indexes. */
export type Head = {
  filter: Filter
  sort: SortKey[]
  skip: number
  limit: number | undefined
  rest: StageSpec[]
}

/** Takes leading $match, $sort, $skip and $limit out of a pipeline. */
export function pipelineHead(specs: readonly StageSpec[], vars: Scope['vars'], given?: Filter): Head {
  const filters: Filter[] = given ? [given] : []
  let sort: SortKey[] = []
  let skip = 0
  let limit: number | undefined
  let i = 0
  for (; specs[i]?.name === '$match'; i++) {
    if (specs[i]!.operand.type !== T.object)
      throw new StoreError(15959, 'the match filter must be an expression in an object')
    filters.push(parseFilter(specs[i]!.operand, vars))
  }
  if (specs[i]?.name === '$sort') {
    const operand = specs[i]!.operand
    sort = operand.type === T.object ? parseSort(operand) : []
    if (sort.length === 0) throw new StoreError(15976, '$sort stage must have at least one sort key')
    i++
  }
  for (; specs[i]?.name === '$match' && sort.length > 0; i++)
    filters.push(parseFilter(specs[i]!.operand, vars))
  if (specs[i]?.name === '$skip') skip = whole(specs[i++]!.operand, '$skip', 0)
  if (specs[i]?.name === '$limit') limit = whole(specs[i++]!.operand, '$limit', 1)
  const filter: Filter = filters.length === 1 ? filters[0]! : { kind: 'and', children: filters }
  return { filter, sort, skip, limit, rest: specs.slice(i) }
}

/** Compiles pipelines against the collections of one database. */
export class PipelineCompiler {
  private readonly store: Store
  private readonly catalogue: Catalogue
  private readonly db: string
  readonly counts: ScanCounts = { keys: 0, documents: 0 }

  constructor(store: Store, catalogue: Catalogue, db: string) {
    this.store = store
    this.catalogue = catalogue
    this.db = db
  }

  private source(vars: Scope['vars']): Source {
    return {
      vars,
      compile: (specs, inner) => this.stages(specs, inner),
      open: (name, specs, inner, filter) => {
        const head = pipelineHead(specs, inner, filter)
        return () => this.read(this.catalogue.find(this.db, name), head, inner, undefined)
      },
    }
  }

  /** The stages as one function; a $sort is told of a $limit behind it. */
  stages(specs: readonly StageSpec[], vars: Scope['vars']): (input: Stream) => Stream {
    const source = this.source(vars)
    const list: Stage[] = specs.map((spec, i) =>
      makeStage(spec, source, spec.name === '$sort' ? limitBehind(specs, i + 1) : undefined),
    )
    return (input) => list.reduce((stream, stage) => stage(stream), input)
  }

  plan(collection: Collection, head: Head, hint: Question['hint']): Plan {
    const wanted = head.limit === undefined ? undefined : head.limit + head.skip
    return planQuery(this.store, collection, { filter: head.filter, sort: head.sort, wanted, hint })
  }

  /** Reads a collection through the head and the rest of its pipeline. */
  read(collection: Collection | undefined, head: Head, vars: Scope['vars'], hint: Question['hint']): Stream {
    const rest = this.stages(head.rest, vars)
    if (!collection) return rest([])
    const plan = this.plan(collection, head, hint)
    return rest(this.documents(collection, plan, head))
  }

  private *documents(collection: Collection, plan: Plan, head: Head): Stream & Generator<Buffer | undefined> {
    for (const found of findDocuments(
      this.store,
      collection,
      plan,
      head.sort,
      head.skip,
      head.limit,
      this.counts,
    )) {
      yield found?.bytes
    }
  }
}

function limitBehind(specs: readonly StageSpec[], from: number): number | undefined {
  let skipped = 0
  for (let i = from; i < specs.length; i++) {
    const { name, operand } = specs[i]!
    if (name === '$skip') skipped += whole(operand, '$skip', 0)
    else return name === '$limit' ? whole(operand, '$limit', 1) + skipped : undefined
  }
  return undefined
}

/** When the rest of a pipeline only counts documents: makes its answer from the number, else undefined. */
export function countingRest(rest: readonly StageSpec[]): ((count: number) => Buffer[]) | undefined {
  const [only] = rest
  if (!only || rest.length !== 1) return undefined
  if (only.name === '$count' && only.operand.type === T.string) {
    const name = asString(only.operand)
    if (name === '' || name.startsWith('$') || name.includes('.')) return undefined
    return (count) => (count === 0 ? [] : [buildDocument([[name, wholeNumber(count)]]).buf])
  }
  if (only.name !== '$group' || only.operand.type !== T.object) return undefined
  const [id, total, ...more] = fieldList(only.operand)
  if (!id || !total || more.length > 0 || id[0] !== '_id') return undefined
  if (!isNullish(id[1]) && !isNumberType(id[1].type)) return undefined
  const [sum] = total[1].type === T.object ? fieldList(total[1]) : []
  if (sum?.[0] !== '$sum' || sum[1].type !== T.int || numberOf(sum[1]) !== 1) return undefined
  return (count) =>
    count === 0
      ? []
      : [
          buildDocument([
            ['_id', id[1]],
            [total[0], wholeNumber(count)],
          ]).buf,
        ]
}
