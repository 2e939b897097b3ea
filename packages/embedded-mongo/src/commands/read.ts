import { equalityKey } from '../aggregate/accumulators.ts'
import { countingRest, pipelineHead } from '../aggregate/pipeline.ts'
import { compileStages, type StageSpec, stageSpecs } from '../aggregate/stages.ts'
import { documentBytes, double, emptyDocument } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asString, eachElement, fieldList, longAt, T, Value, valueEnd } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { badValue, failedToParse, notImplemented, StoreError } from '../errors.ts'
import { splitPath } from '../keys/index-keys.ts'
import { compareValues } from '../keys/key-writer.ts'
import { conjuncts, type Filter } from '../query/ast.ts'
import { documentsOfValues, indexOfValues } from '../query/distinct-walk.ts'
import { countDocuments, findDocuments } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import { anyValue } from '../query/path.ts'
import { type Question, sourceOf, type Walk } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { compileProjection } from '../query/projection.ts'
import { runScan, type Scan } from '../query/scan.ts'
import { parseSort } from '../query/sort.ts'
import { TimeSlices } from '../query/turns.ts'
import type { Collection } from '../storage/catalogue.ts'
import { documentKey } from '../storage/store.ts'
import type { DocumentIterator } from './cursors.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'

export function hintOf(value: Value | undefined): Question['hint'] {
  if (!value) return undefined
  if (value.type === T.string) return asString(value)
  if (value.type !== T.object) throw badValue('hint must be a string or an object')
  return fieldList(value).map(([name, direction]) => {
    if (name === '$natural') throw notImplemented('$natural hints')
    return [name, isNumberType(direction.type) ? numberOf(direction) : 0]
  })
}

function notNegative(value: number | undefined, name: string): number | undefined {
  if (value !== undefined && value < 0) {
    throw new StoreError(51024, `BSON field '${name}' value must be >= 0, actual value '${value}'`)
  }
  return value
}

export async function find(engine: Engine, request: Request, owner: object): Promise<Buffer> {
  const name = request.collection()
  const rawLimit = request.number('limit')
  const limit = rawLimit ? notNegative(rawLimit, 'limit') : undefined
  const documents = findIterator(engine, request, name, limit)
  return engine.cursors.first(`${request.db}.${name}`, documents, owner, {
    batchSize: notNegative(request.number('batchSize'), 'batchSize'),
    single: request.flag('singleBatch'),
    timeLimit: request.timeLimit(),
  })
}

function findIterator(
  engine: Engine,
  request: Request,
  name: string,
  limit: number | undefined,
): DocumentIterator {
  const filter = parseFilter(request.document('filter') ?? emptyDocument)
  const sort = parseSort(request.document('sort'))
  const spec = request.document('projection')
  const project = spec && compileProjection(spec, 'find')
  const skip = notNegative(request.number('skip'), 'skip') ?? 0
  const collection = engine.catalogue.find(request.db, name)
  if (!collection) return [].values()
  const wanted = limit === undefined ? undefined : limit + skip
  const plan = planQuery(engine.store, collection, {
    filter,
    sort,
    wanted,
    hint: hintOf(request.get('hint')),
  })
  const found = findDocuments(sourceOf(engine.store, collection), plan, { sort, skip, limit })
  return (function* () {
    for (const item of found) yield item && (project ? project(item.bytes) : item.bytes)
  })()
}

export async function getMore(engine: Engine, request: Request): Promise<Buffer> {
  const id = request.get('getMore')
  if (id?.type !== T.long)
    throw new StoreError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'")
  const name = request.text('collection') ?? ''
  return engine.cursors.more(longAt(id.buf, id.at), `${request.db}.${name}`, request.number('batchSize'))
}

export function killCursors(engine: Engine, request: Request): Buffer {
  const killed: Value[] = []
  const unknown: Value[] = []
  for (const id of request.documents('cursors')) {
    const known = id.type === T.long && engine.cursors.kill(longAt(id.buf, id.at))
    ;(known ? killed : unknown).push(id)
  }
  return buildDocument([
    ['cursorsKilled', buildArray(killed)],
    ['cursorsNotFound', buildArray(unknown)],
    ['cursorsAlive', buildArray([])],
    ['cursorsUnknown', buildArray([])],
    ['ok', double(1)],
  ]).buf
}

export async function aggregate(engine: Engine, request: Request, owner: object): Promise<Buffer> {
  const target = request.get('aggregate')
  if (target?.type !== T.string)
    throw new StoreError(238, 'The embedded store aggregates over collections only')
  const name = asString(target)
  const specs = stageSpecs(request.get('pipeline') ?? buildArray([]))
  const cursor = request.document('cursor')
  if (!cursor)
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument")
  const batchSize = fieldList(cursor).find(([key]) => key === 'batchSize')?.[1]
  const documents = await runPipeline(engine, request, name, specs)
  return engine.cursors.first(`${request.db}.${name}`, documents, owner, {
    batchSize: batchSize && isNumberType(batchSize.type) ? numberOf(batchSize) : undefined,
    timeLimit: request.timeLimit(),
  })
}

async function runPipeline(
  { store, catalogue }: Engine,
  request: Request,
  name: string,
  specs: readonly StageSpec[],
): Promise<DocumentIterator> {
  const { filter, sort, skip, limit, rest } = pipelineHead(specs)
  const stages = compileStages(rest)
  const collection = catalogue.find(request.db, name)
  const counting = countingRest(rest)
  if (!collection) return stages([])[Symbol.iterator]()
  const source = sourceOf(store, collection)
  if (counting) {
    const plan = planQuery(store, collection, { filter, sort: [], wanted: undefined })
    const total = await countDocuments(source, plan, new TimeSlices(request.timeLimit()))
    return counting(Math.min(Math.max(0, total - skip), limit ?? Number.POSITIVE_INFINITY)).values()
  }
  const wanted = limit === undefined ? undefined : limit + skip
  const plan = planQuery(store, collection, { filter, sort, wanted })
  const found = findDocuments(source, plan, { sort, skip, limit })
  return stages(bytesOf(found))[Symbol.iterator]()
}

function* bytesOf(found: Scan): Walk<Buffer> {
  for (const item of found) yield item?.bytes
}

export async function count(engine: Engine, request: Request): Promise<Buffer> {
  const collection = engine.catalogue.find(request.db, request.collection())
  const filter = parseFilter(request.document('query') ?? emptyDocument)
  if (!collection) return documentBytes({ n: 0, ok: 1 })
  const plan = planQuery(engine.store, collection, { filter, sort: [], wanted: undefined })
  const slices = new TimeSlices(request.timeLimit())
  const total = await countDocuments(sourceOf(engine.store, collection), plan, slices)
  const limit = Math.abs(request.number('limit') ?? 0) || Number.POSITIVE_INFINITY
  return documentBytes({ n: Math.min(limit, Math.max(0, total - (request.number('skip') ?? 0))), ok: 1 })
}

export async function distinct(engine: Engine, request: Request): Promise<Buffer> {
  const key = request.text('key')
  if (!key) throw new StoreError(40414, "BSON field 'distinct.key' is missing but a required field")
  const collection = engine.catalogue.find(request.db, request.collection())
  const filter = parseFilter(request.document('query') ?? emptyDocument)
  const values = new Map<string, Value>()
  if (collection) {
    const collect = createValueCollector(key, values)
    const slices = new TimeSlices(request.timeLimit())
    for (const bytes of documentsOfDistinct(engine, collection, key, filter)) {
      if (bytes) collect(bytes)
      else await slices.yieldIfDue()
    }
  }
  const sorted = [...values.values()].sort(compareValues)
  return buildDocument([
    ['values', buildArray(sorted)],
    ['ok', double(1)],
  ]).buf
}

/** Documents in which all values of a path occur: one for each where an index leads from value to value. */
function* documentsOfDistinct(
  { store }: Engine,
  collection: Collection,
  key: string,
  filter: Filter,
): Walk<Buffer> {
  const source = sourceOf(store, collection)
  const index = conjuncts(filter).length > 0 ? undefined : indexOfValues(collection, key)
  if (index) {
    for (const rid of documentsOfValues(source, index))
      yield rid === undefined ? undefined : store.documents.get(documentKey(collection.number, rid))
    return
  }
  const plan = planQuery(store, collection, { filter, sort: [], wanted: undefined })
  for (const found of runScan(source, plan)) yield found?.bytes
}

/** Gathers the distinct values of a path; the elements of arrays count, not the arrays. */
function createValueCollector(key: string, values: Map<string, Value>): (buf: Buffer) => void {
  const note = (type: number, buf: Buffer, at: number, end: number) => {
    const value = new Value(type, buf, at, end)
    const text = equalityKey(value)
    if (!values.has(text)) values.set(text, new Value(type, Buffer.from(buf.subarray(at, end)), 0, end - at))
  }
  const visit = anyValue(
    splitPath(key),
    (type, buf, at) => {
      if (type === T.array)
        eachElement(buf, at, (elementType, elementAt, end) => note(elementType, buf, elementAt, end))
      else if (type !== T.missing) note(type, buf, at, valueEnd(type, buf, at))
      return false
    },
    true,
  )
  return (buf) => {
    visit(buf, 0)
  }
}
